//! Xiangqi, Chinese chess.

use std::error::Error;
use std::fmt;

use crate::{Move, Outcome, Point, Position, Refusal, Rules, Side, Variant};

/// What a man is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// General: king.
    General,
    /// Advisor: guard.
    Advisor,
    /// Elephant: minister.
    Elephant,
    /// Horse.
    Horse,
    /// Chariot: rook.
    Chariot,
    /// Cannon.
    Cannon,
    /// Soldier: pawn.
    Soldier,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 7] =
        [Role::General, Role::Advisor, Role::Elephant, Role::Horse, Role::Chariot, Role::Cannon, Role::Soldier];

    /// The name as it stands in a sentence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::General => "general",
            Role::Advisor => "advisor",
            Role::Elephant => "elephant",
            Role::Horse => "horse",
            Role::Chariot => "chariot",
            Role::Cannon => "cannon",
            Role::Soldier => "soldier",
        }
    }
}

/// A man: whose, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub role: Role,
}

/// A Xiangqi position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xiangqi {}

impl Xiangqi {
    /// The start position.
    #[must_use]
    pub fn start(_rules: Rules) -> Xiangqi {
        todo!()
    }
    /// Reads a FEN of any common dialect, and plays the moves that trail it.
    ///
    /// # Errors
    /// What can't be read, or every fault of the set-up.
    pub fn from_fen(_text: &str, _rules: Rules) -> Result<Xiangqi, SetupError> {
        todo!()
    }
    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> Rules {
        todo!()
    }
    /// The man on a point, `None` where it is empty or off the board.
    #[must_use]
    pub fn man(&self, _point: Point) -> Option<Man> {
        todo!()
    }
    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        todo!()
    }
    /// Where a side's general stands.
    #[must_use]
    pub fn general(&self, _side: Side) -> Point {
        todo!()
    }
    /// The legal moves that would lose at once by the repetition rules.
    #[must_use]
    pub fn losing_moves(&self) -> Vec<Move> {
        todo!()
    }
    /// The men captured so far since the start or set-up, in order.
    #[must_use]
    pub fn captured(&self) -> Vec<Man> {
        todo!()
    }
}

impl Position for Xiangqi {
    fn variant(&self) -> Variant {
        Variant::Xiangqi
    }
    fn side_to_move(&self) -> Side {
        todo!()
    }
    fn ply(&self) -> usize {
        todo!()
    }
    fn key(&self) -> u64 {
        todo!()
    }
    fn legal_moves(&self) -> Vec<Move> {
        todo!()
    }
    fn refusal(&self, _mv: Move) -> Option<Refusal> {
        todo!()
    }
    fn play_unchecked(&mut self, _mv: Move) {
        todo!()
    }
    fn undo(&mut self) -> Option<Move> {
        todo!()
    }
    fn outcome(&self) -> Option<Outcome> {
        todo!()
    }
    fn fen(&self) -> String {
        todo!()
    }
}

/// Why a Xiangqi set-up is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The text is no FEN.
    Unreadable(String),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Unreadable(text) => write!(f, "{text:?} is no FEN"),
        }
    }
}

impl Error for SetupError {}
