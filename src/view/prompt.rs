//! What the game asks a person beside a move: a part in the opening, an answer to a draw offer.

use rules::gomoku::opening::{Choice, Opening, Seat as Part, Task};
use rules::{Position, Side};

use crate::session::Session;

/// A question that waits for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// A stone of this side is to be put.
    Put {
        /// The colour of the next stone.
        stone: Side,
        /// Stones to put in this turn, this one included.
        left: usize,
        /// Whether the player who opened puts them.
        opener: bool,
    },
    /// A side is to be chosen.
    Choose {
        /// Whether two more stones may be put instead.
        put_two: bool,
        /// Whether the player who opened chooses.
        opener: bool,
    },
    /// An engine has a part in the opening now.
    Wait(Side),
    /// This side offers a draw, and the other one is a person.
    Draw(Side),
}

/// What the game asks now.
#[must_use]
pub fn prompt(session: &Session) -> Option<Prompt> {
    if session.is_over() {
        return None;
    }
    if let Some(side) = session.draw_offer().filter(|side| session.seat(side.other()).is_human()) {
        return Some(Prompt::Draw(side));
    }
    let task = session.opening().map(Opening::task)?;
    if !session.seat(session.mover()).is_human() {
        return Some(Prompt::Wait(session.mover()));
    }
    match task {
        Task::Put { seat, stones } => {
            let stone = session.position().side_to_move();
            Some(Prompt::Put { stone, left: stones.len(), opener: seat == Part::Opener })
        }
        Task::Choose { seat, allowed } => {
            Some(Prompt::Choose { put_two: allowed.contains(&Choice::PutTwo), opener: seat == Part::Opener })
        }
        _ => None,
    }
}
