//! What stands beside the board: players, state of the game.

use std::time::Duration;

use rules::xiangqi::Man;
use rules::{Side, VariantPosition, Verdict};

use crate::session::Session;
use crate::session::seat::Seat;

pub use super::notation::{Notation, move_text};

/// The card of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The side.
    pub side: Side,
    /// Who sits there.
    pub seat: Seat,
    /// Whether it is this side's turn in a game that goes on.
    pub to_move: bool,
    /// Whether an engine thinks here.
    pub thinking: bool,
    /// Whether this side won.
    pub won: bool,
    /// Time left on the clock's face (of the period that runs, in byo-yomi), `None` without a clock.
    pub left: Option<Duration>,
    /// Periods of byo-yomi left, `None` without them.
    pub periods: Option<u32>,
    /// Whether the flag falls soon.
    pub low: bool,
    /// Men of the opponent that this side captured.
    pub captured: Vec<Man>,
}

/// The cards, the first side first.
#[must_use]
pub fn players(session: &Session, now: Duration) -> [PlayerRow; 2] {
    let over = session.is_over();
    let winner = session.verdict().and_then(|verdict| verdict.outcome.winner());
    let to_move = session.mover();
    let clock = session.clock();
    let captured = match session.position() {
        VariantPosition::Xiangqi(position) => position.captured(),
        VariantPosition::Gomoku(_) => Vec::new(),
    };
    Side::ALL.map(|side| PlayerRow {
        side,
        seat: session.seat(side).clone(),
        to_move: !over && side == to_move,
        thinking: side == to_move && session.thinking().is_some(),
        won: winner == Some(side),
        left: clock.left(side, now).map(|left| clock.control(side).shown(left)),
        periods: clock.left(side, now).and_then(|left| clock.control(side).periods_left(left)),
        low: clock.is_low(side, now),
        captured: captured.iter().copied().filter(|man| man.side != side).collect(),
    })
}

/// How the game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// A person is to move.
    YourMove(Side),
    /// An engine thinks.
    Thinking(Side),
    /// An engine is to move but waits: the game is paused, or somebody browses.
    Waiting(Side),
    /// An engine failed; the text says how.
    Failed(Side, String),
    /// The game is over.
    Over(Verdict),
}

/// How the game stands.
#[must_use]
pub fn state(session: &Session) -> State {
    let side = session.mover();
    match (session.verdict(), session.failure()) {
        (Some(verdict), _) => State::Over(verdict),
        (None, Some((failed, why))) => State::Failed(failed, why.to_owned()),
        (None, None) if session.seat(side).is_human() => State::YourMove(side),
        (None, None) if session.thinking().is_some() => State::Thinking(side),
        (None, None) => State::Waiting(side),
    }
}
