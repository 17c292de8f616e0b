//! What the program keeps for analysis, review and learning aids.

use std::cell::{Cell, RefCell};

use rules::Position;
use sdk::Info;
use slint::Timer;

use super::hints::Hint;
use crate::analyst::evaluation::{Evaluation, Ledger, Source};
use crate::analyst::review::Review;
use crate::analyst::{Analyst, Findings};
use crate::session::Session;
use crate::session::record::NodeId;
use crate::view::threats::{self, Threat};

/// Everything beside the game.
#[derive(Default)]
pub(super) struct Study {
    /// Who analyses the position shown.
    pub(super) analyst: RefCell<Analyst>,
    /// Who reviews the game.
    pub(super) reviewer: RefCell<Analyst>,
    /// The review under way or done.
    pub(super) review: RefCell<Option<Review>>,
    /// A review is under way.
    pub(super) reviewing: Cell<bool>,
    /// What positions are worth.
    pub(super) ledger: RefCell<Ledger>,
    /// What the engine that plays has found in the search under way, and about which position.
    pub(super) played: RefCell<Option<(NodeId, Findings)>>,
    /// The line that the pointer is on.
    pub(super) pointed: Cell<Option<usize>>,
    /// Why there is no analysis.
    pub(super) failure: RefCell<Option<String>>,
    /// The hint that is shown, or asked for.
    pub(super) hint: RefCell<Hint>,
    /// Threats of the position shown, empty where they are not wanted.
    pub(super) threats: RefCell<Vec<Threat>>,
    /// Runs while there is news, so that it is shown at most so often.
    pub(super) pause: Timer,
    /// There is news since it was shown last.
    pub(super) news: Cell<bool>,
    /// Runs while an engine is waited for that was told to stop.
    pub(super) alarm: Timer,
}

impl Study {
    /// Forgets the game before.
    pub(super) fn reset(&self) {
        *self.ledger.borrow_mut() = Ledger::default();
        *self.review.borrow_mut() = None;
        *self.played.borrow_mut() = None;
        *self.failure.borrow_mut() = None;
        self.reviewing.set(false);
        self.pointed.set(None);
        self.reviewer.borrow_mut().leave();
    }

    /// What the engine that plays found about the current position.
    pub(super) fn hear_player(&self, session: &Session, info: &Info) {
        let node = session.record().current();
        let mut played = self.played.borrow_mut();
        let findings = match &mut *played {
            Some((known, findings)) if *known == node => findings,
            played => &mut played.insert((node, Findings::default())).1,
        };
        findings.add(info.clone());
        self.note(Source::Players, session, node, findings);
    }

    /// Keeps what the analysis found about the current position.
    pub(super) fn keep(&self, session: &Session) {
        let analyst = self.analyst.borrow();
        if analyst.question().is_some() {
            self.note(Source::Analysis, session, session.record().current(), analyst.findings());
        }
    }

    fn note(&self, source: Source, session: &Session, node: NodeId, findings: &Findings) {
        let to_move = session.position().side_to_move();
        if let Some(evaluation) = Evaluation::new(findings.score(), to_move, findings.depth) {
            self.ledger.borrow_mut().note(source, node, evaluation);
        }
    }

    /// Looks at the position shown for threats, where they are wanted.
    pub(super) fn look_for_threats(&self, session: &Session, wanted: bool) {
        *self.threats.borrow_mut() = if wanted { threats::threats(session) } else { Vec::new() };
    }

    /// What is known about the position shown, from the analysis, else from the engine that plays where it drives the
    /// bar.
    pub(super) fn with_findings<T>(&self, session: &Session, source: Source, see: impl FnOnce(&Findings) -> T) -> T {
        let analyst = self.analyst.borrow();
        if analyst.question().is_some() {
            return see(analyst.findings());
        }
        match &*self.played.borrow() {
            Some((node, findings)) if source == Source::Players && *node == session.record().current() => see(findings),
            _ => see(&Findings::default()),
        }
    }
}
