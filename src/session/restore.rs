//! A game taken up again where it was left.

use rules::gomoku::opening::Choice;
use rules::{IllegalMove, Position, Refusal};

use super::opening::OpeningPlay;
use super::record::{NodeId, Record};
use super::seat::Seat;
use super::{Session, Setup};

/// What a game taken up again needs beside its record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Engines wait.
    pub paused: bool,
    /// Choices made in an opening that is not settled.
    pub choices: Vec<Choice>,
    /// Plies of an opening that is settled, `None` while it is not.
    pub opening_plies: Option<usize>,
}

impl Session {
    /// How the game stands, beside its record.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let opening_plies = self.opening.is_none().then_some(self.opening_plies);
        Standing { paused: self.paused, choices: self.opening_choices(), opening_plies }
    }

    /// A game with everything that its record holds, at the record's current node.
    ///
    /// # Errors
    /// The set-up is refused, or a move of the record is illegal.
    pub fn taken_up(
        setup: Setup,
        seats: [Seat; 2],
        record: Record,
        standing: &Standing,
    ) -> Result<Session, TakeUpError> {
        let mut session = Session::new(setup, seats)?;
        session.check(&record)?;
        for id in record.path(record.current()) {
            record.node(id).mv().into_iter().for_each(|mv| session.position.play_unchecked(mv));
        }
        session.clock.restore(record.node(record.current()).clocks);
        session.record = record;
        session.paused = standing.paused;
        match standing.opening_plies {
            Some(plies) => (session.opening, session.opening_plies) = (None, plies),
            None => session.opening = OpeningPlay::after(&session.setup, &session.record.moves(), &standing.choices),
        }
        Ok(session)
    }

    /// Plays every move of a record once, variations included, and takes all of them back.
    fn check(&mut self, record: &Record) -> Result<(), IllegalMove> {
        enum Step {
            Enter(NodeId),
            Leave,
        }
        let children = |id: NodeId| record.node(id).children().iter().rev().map(|child| Step::Enter(*child));
        let mut steps: Vec<Step> = children(NodeId::ROOT).collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave => {
                    self.position.undo();
                }
                Step::Enter(id) => {
                    let Some(mv) = record.node(id).mv() else { continue };
                    match self.position.refusal(mv) {
                        None | Some(Refusal::Forbidden(_)) => self.position.play_unchecked(mv),
                        Some(refusal) => return Err(IllegalMove { variant: self.setup.variant, mv, refusal }),
                    }
                    steps.push(Step::Leave);
                    steps.extend(children(id));
                }
            }
        }
        Ok(())
    }
}

/// Why a game can't be taken up.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TakeUpError {
    /// Its set-up is none.
    #[error(transparent)]
    Setup(#[from] rules::PositionError),
    /// A move is illegal.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}
