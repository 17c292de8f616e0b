//! Moves, and why one is refused.

use std::error::Error;
use std::fmt;

use crate::gomoku::ForbiddenKind;
use crate::xiangqi::Role;
use crate::{Point, Variant};

/// One action of one side.
///
/// The text form is that of the command line and of the plugin boundary: `h8` in Gomoku, `h2e2` in Xiangqi
/// (see [`Variant::move_text`] and [`Variant::parse_move`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A stone is put on an empty point.
    Put {
        /// Where the stone goes.
        to: Point,
    },
    /// A man moves from one point to another, and captures what stands there.
    Shift {
        /// Where the man stands.
        from: Point,
        /// Where it goes.
        to: Point,
    },
    /// No action. Reserved: legal in none of today's variants.
    Pass,
}

impl Move {
    /// The point on which the move ends, where it has one.
    #[must_use]
    pub const fn to(self) -> Option<Point> {
        match self {
            Move::Put { to } | Move::Shift { to, .. } => Some(to),
            Move::Pass => None,
        }
    }

    /// The point that the move leaves, where it has one.
    #[must_use]
    pub const fn from(self) -> Option<Point> {
        match self {
            Move::Shift { from, .. } => Some(from),
            Move::Put { .. } | Move::Pass => None,
        }
    }
}

/// The rule that forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// The move is of a kind that the game does not have: a pass, a stone put in Xiangqi, a man moved in Gomoku.
    WrongKind,
    /// A point of the move is not on the board.
    OffBoard,
    /// Gomoku: a stone stands on the point.
    Occupied,
    /// Renju: the point is forbidden for Black.
    Forbidden(ForbiddenKind),
    /// Xiangqi: no man stands on the point that the move leaves.
    NoMan,
    /// Xiangqi: the man belongs to the opponent.
    OpponentsMan,
    /// Xiangqi: a man of one's own stands on the target.
    OwnManOnTarget,
    /// Xiangqi: a man of this role does not move like that.
    WrongStep(Role),
    /// Xiangqi: a general or advisor may not leave the palace.
    LeavesPalace(Role),
    /// Xiangqi: an elephant may not cross the river.
    CrossesRiver,
    /// Xiangqi: a man beside the horse blocks its leg.
    BlockedLeg(Point),
    /// Xiangqi: a man in the middle of the elephant's diagonal blocks its eye.
    BlockedEye(Point),
    /// Xiangqi: a man stands in the way of the chariot or cannon.
    BlockedPath(Point),
    /// Xiangqi: a cannon captures over exactly one man (its screen).
    NoScreen,
    /// Xiangqi: the generals would face each other on an open file.
    FacingGenerals,
    /// Xiangqi: the side to move would leave its general in check from the man on this point.
    ExposesGeneral(Point),
}

/// A move that could be read but that the rules forbid here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IllegalMove {
    /// The variant in whose words the move is named.
    pub variant: Variant,
    /// The move.
    pub mv: Move,
    /// Why it is refused.
    pub refusal: Refusal,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |point| self.variant.point_text(point);
        write!(f, "move {}: ", self.variant.move_text(self.mv))?;
        match self.refusal {
            Refusal::WrongKind => write!(f, "{} has no such move", self.variant.name()),
            Refusal::OffBoard => write!(f, "off the board"),
            Refusal::Occupied => write!(f, "the point is occupied"),
            Refusal::Forbidden(kind) => write!(f, "forbidden for Black: {}", kind.name()),
            Refusal::NoMan => write!(f, "no man stands there"),
            Refusal::OpponentsMan => write!(f, "the man is the opponent's"),
            Refusal::OwnManOnTarget => write!(f, "a man of one's own stands on the target"),
            Refusal::WrongStep(role) => write!(f, "the {} does not move like that", role.name()),
            Refusal::LeavesPalace(role) => write!(f, "the {} may not leave the palace", role.name()),
            Refusal::CrossesRiver => write!(f, "the elephant may not cross the river"),
            Refusal::BlockedLeg(at) => write!(f, "the horse's leg is blocked on {}", text(at)),
            Refusal::BlockedEye(at) => write!(f, "the elephant's eye is blocked on {}", text(at)),
            Refusal::BlockedPath(at) => write!(f, "the way is blocked on {}", text(at)),
            Refusal::NoScreen => write!(f, "the cannon captures over exactly one man"),
            Refusal::FacingGenerals => write!(f, "the generals would face each other"),
            Refusal::ExposesGeneral(at) => write!(f, "the general would be in check from {}", text(at)),
        }
    }
}

impl Error for IllegalMove {}

/// A text that is no move of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseMoveError {
    /// The variant whose moves were expected.
    pub variant: Variant,
    /// What was given (cut to 40 characters).
    pub text: String,
}

impl ParseMoveError {
    pub(crate) fn new(variant: Variant, text: &str) -> ParseMoveError {
        ParseMoveError { variant, text: text.chars().take(40).collect() }
    }
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let example = if self.variant == Variant::Xiangqi { "h2e2" } else { "h8" };
        write!(f, "{:?} is no {} move; write for example {example}", self.text, self.variant.name())
    }
}

impl Error for ParseMoveError {}
