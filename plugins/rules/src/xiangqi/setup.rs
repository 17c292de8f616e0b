//! Which set-ups are accepted, and what is wrong with the others.

use std::error::Error;
use std::fmt;

use super::board::Board;
use super::man::{Man, Role};
use super::notation::ParseMovesError;
use super::point_set::point;
use super::refusal::homes;
use crate::{Point, Side, Variant};

/// One thing that makes a set-up impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetupFault {
    /// A side has no general.
    NoGeneral(Side),
    /// A side has more men of a role than it starts with.
    TooMany {
        /// The kind of man.
        man: Man,
        /// How many stand on the board.
        count: u32,
    },
    /// A man stands where it can never come.
    Misplaced {
        /// The man.
        man: Man,
        /// Where it stands.
        at: Point,
    },
    /// The side that is not to move stands in check, so that its general could be captured.
    OpponentInCheck {
        /// The side in check.
        side: Side,
        /// A man that gives check.
        from: Point,
    },
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side_name = |side| Variant::Xiangqi.side_name(side);
        let text = |at| Variant::Xiangqi.point_text(at);
        match *self {
            SetupFault::NoGeneral(side) => write!(f, "{} has no general", side_name(side)),
            SetupFault::TooMany { man, count } => {
                write!(f, "{count} {man}s, where a side has at most {}", man.role.count())
            }
            SetupFault::Misplaced { man, at } => write!(f, "a {man} can't stand on {}", text(at)),
            SetupFault::OpponentInCheck { side, from } => {
                write!(f, "{} is in check from {} but not to move", side_name(side), text(from))
            }
        }
    }
}

/// Why a Xiangqi set-up is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The text is no FEN.
    Unreadable {
        /// What can't be read, and what should stand there.
        fault: String,
    },
    /// The text can be read, but no game can lead to such a position.
    Impossible(Vec<SetupFault>),
    /// One of the moves that trail the FEN can't be read, or is forbidden.
    Moves(ParseMovesError),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Unreadable { fault } => write!(f, "no Xiangqi FEN: {fault}"),
            SetupError::Impossible(faults) => {
                write!(f, "impossible position: ")?;
                for (i, fault) in faults.iter().enumerate() {
                    write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
            SetupError::Moves(error) => write!(f, "the moves after the FEN: {error}"),
        }
    }
}

impl Error for SetupError {}

/// Everything that is wrong with an arrangement of men.
///
/// Generals that face each other are no fault: books set such positions up, and the side to move has to part them.
pub(super) fn faults(board: &Board) -> Vec<SetupFault> {
    let mut faults = Vec::new();
    for side in Side::ALL {
        for role in Role::ALL {
            faults.extend(faults_of_role(board, Man::new(side, role)));
        }
    }
    faults.extend(fault_of_check(board));
    faults
}

fn faults_of_role(board: &Board, man: Man) -> Vec<SetupFault> {
    let men = board.men(man.side, man.role);
    let count = men.len();
    let mut faults = Vec::new();
    if man.role == Role::General && count == 0 {
        faults.push(SetupFault::NoGeneral(man.side));
    }
    if count > man.role.count() {
        faults.push(SetupFault::TooMany { man, count });
    }
    let misplaced = men.without(homes(man.side, man.role));
    faults.extend(misplaced.map(|at| SetupFault::Misplaced { man, at: point(at) }));
    faults
}

fn fault_of_check(board: &Board) -> Option<SetupFault> {
    let waiting = board.side_to_move().other();
    let one_general = |side| board.men(side, Role::General).len() == 1;
    if !Side::ALL.into_iter().all(one_general) {
        return None;
    }
    let from = board.attackers(board.general(waiting), board.side_to_move()).first()?;
    Some(SetupFault::OpponentInCheck { side: waiting, from: point(from) })
}
