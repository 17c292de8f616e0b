//! The review of the whole game, in the background.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::App;
use super::analysis::asked_engine;
use crate::analyst::evaluation::{Evaluation, Source};
use crate::analyst::review::{Review, Worth};
use crate::analyst::{Game, Heard, Question, no_thread};
use crate::player::PlayerEvent;
use crate::session::{Edit, Input};
use crate::view::analysis::{judgement_of, to_record};

impl App {
    /// Begins to review the line through the current position.
    pub fn begin_review(self: &Rc<Self>) {
        if self.study.reviewing.get() {
            return;
        }
        let review = Review::new(self.table.borrow().session());
        if review.nodes().len() > 1 {
            *self.study.review.borrow_mut() = Some(review);
            self.study.reviewing.set(true);
            self.follow();
            self.ask_reviewer();
            self.show();
        }
    }

    /// Asks about the next position, or ends the review.
    fn ask_reviewer(self: &Rc<Self>) {
        let question = {
            let table = self.table.borrow();
            let settings = &self.store.borrow().settings.analysis;
            let review = self.study.review.borrow();
            let moves = review.as_ref().and_then(Review::next).map(<[_]>::to_vec);
            let asked = asked_engine(table.catalog(), table.session().setup().variant, settings);
            moves.zip(asked).map(|(moves, (engine, _))| {
                let time = Some(Duration::from_millis(settings.review_ms));
                Question { engine, game: Game::of(table.session()), moves, lines: 1, time }
            })
        };
        let Some(question) = question else { return self.end_review() };
        let catalog = Arc::clone(self.table.borrow().catalog());
        let asked = self.study.reviewer.borrow_mut().ask(&catalog, Some(question));
        if let Err(error) = asked {
            self.show_error(&no_thread(&error));
            self.end_review();
        }
    }

    /// Takes in what the reviewing engine says.
    pub fn hear_review(self: &Rc<Self>, events: Vec<PlayerEvent>) {
        for event in events {
            let catalog = Arc::clone(self.table.borrow().catalog());
            let heard = self.study.reviewer.borrow_mut().handle(&catalog, event);
            match heard {
                Some(Heard::Answered) if self.study.reviewing.get() => {
                    self.take_answer();
                    self.ask_reviewer();
                    self.refresh_analysis();
                }
                Some(Heard::Failed(why)) if self.study.reviewing.get() => {
                    self.show_error(&why);
                    self.end_review();
                }
                _ => {}
            }
        }
    }

    fn take_answer(&self) {
        let reviewer = self.study.reviewer.borrow();
        let (findings, mut review) = (reviewer.findings(), self.study.review.borrow_mut());
        let Some(review) = review.as_mut() else { return };
        let to_move = review.next().map(<[_]>::len).map(|plies| review.side_after(plies));
        let evaluation = to_move.and_then(|side| Evaluation::new(findings.score(), side, findings.depth));
        if let Some((node, evaluation)) = review.next_node().zip(evaluation) {
            self.study.ledger.borrow_mut().note(Source::Analysis, node, evaluation);
        }
        let best = findings.best().and_then(|line| line.moves.first().copied());
        review.answer(evaluation.map(|evaluation| Worth { evaluation, best }));
    }

    /// Ends the review and keeps what it found: in the record, so that it is saved with the game.
    pub fn end_review(self: &Rc<Self>) {
        self.study.reviewing.set(false);
        self.study.reviewer.borrow_mut().leave();
        let edits = self.study.review.borrow().as_ref().map(edits).unwrap_or_default();
        let notices = {
            let mut table = self.table.borrow_mut();
            let known: Vec<_> =
                edits.into_iter().filter(|(node, _)| table.session().record().contains(*node)).collect();
            known.into_iter().flat_map(|(node, edit)| table.apply(Input::Edit(node, edit))).collect()
        };
        self.take(notices);
        self.follow();
        self.show();
    }

    /// Puts the summary away; what was judged stays in record and graph.
    pub fn close_review(self: &Rc<Self>) {
        if !self.study.reviewing.get() {
            *self.study.review.borrow_mut() = None;
            self.show();
        }
    }
}

/// What the review says, as changes to the record.
fn edits(review: &Review) -> Vec<(crate::session::record::NodeId, Edit)> {
    let judged = review.judged().into_iter();
    let judgements = judged.map(|judged| (judged.node, Edit::SetJudgement(judged.fault.map(judgement_of))));
    let worths = review.worths().map(|(node, evaluation)| (node, Edit::SetEvaluation(to_record(evaluation))));
    judgements.chain(worths).collect()
}
