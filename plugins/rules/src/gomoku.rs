//! Gomoku: freestyle, standard and renju.

use std::error::Error;
use std::fmt;

use crate::{Move, Outcome, Point, Position, Refusal, Rules, Side, Variant};

/// Why a point is forbidden for Black in renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ForbiddenKind {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two open threes at once.
    DoubleThree,
}

impl ForbiddenKind {
    /// The word that the command line uses.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            ForbiddenKind::Overline => "overline",
            ForbiddenKind::DoubleFour => "double-four",
            ForbiddenKind::DoubleThree => "double-three",
        }
    }

    /// The name as it stands in a sentence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ForbiddenKind::Overline => "overline",
            ForbiddenKind::DoubleFour => "double four",
            ForbiddenKind::DoubleThree => "double three",
        }
    }
}

/// A Gomoku position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gomoku {}

impl Gomoku {
    /// The empty board.
    ///
    /// # Errors
    /// The size is outside 5 to 22.
    pub fn start(_variant: Variant, _size: u8, _rules: Rules) -> Result<Gomoku, SetupError> {
        todo!()
    }
    /// Reads [`Position::fen`].
    ///
    /// # Errors
    /// The first fault of the text.
    pub fn from_fen(_variant: Variant, _text: &str, _rules: Rules) -> Result<Gomoku, SetupError> {
        todo!()
    }
    /// Board size in points a side.
    #[must_use]
    pub fn size(&self) -> u8 {
        todo!()
    }
    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> Rules {
        todo!()
    }
    /// The stone on a point, `None` where it is empty or off the board.
    #[must_use]
    pub fn stone(&self, _point: Point) -> Option<Side> {
        todo!()
    }
    /// The stones of the line that won (five or more, in order), empty while nobody has.
    #[must_use]
    pub fn winning_line(&self) -> Vec<Point> {
        todo!()
    }
    /// The forbidden points and why; empty unless Black is to move in renju.
    #[must_use]
    pub fn forbidden_points(&self) -> Vec<(Point, ForbiddenKind)> {
        todo!()
    }
}

impl Position for Gomoku {
    fn variant(&self) -> Variant {
        todo!()
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

/// Why a Gomoku set-up is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The board has this many points a side, not 5 to 22.
    Size(u8),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Size(size) => write!(f, "board size {size}: 5 to 22 points a side are possible"),
        }
    }
}

impl Error for SetupError {}
