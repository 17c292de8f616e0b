//! Positions from stones, and why a set-up is refused.

use std::error::Error;
use std::fmt;

use super::board::Board;
use super::cell::Cell;
use super::{Gomoku, fen::FenError};
use crate::{IllegalMove, Point, Rules, Side, Variant};

impl Gomoku {
    /// The empty board, Black to move.
    ///
    /// # Errors
    /// The variant is not one of Gomoku's, or the size is outside 5 to 22.
    pub fn start(variant: Variant, size: u8, rules: Rules) -> Result<Gomoku, SetupError> {
        let sizes = variant.sizes().ok_or(SetupError::Variant(variant))?;
        if !sizes.contains(&size) {
            return Err(SetupError::Size(size.into()));
        }
        Ok(Gomoku { variant, rules, board: Box::new(Board::new(size)), to_move: Side::First, played: Vec::new() })
    }

    /// Any arrangement of stones. The counts need not balance, and it may hold fives (then the game is over) or shapes
    /// that renju forbids (which only lose when they are *played*).
    ///
    /// # Errors
    /// Those of [`start`](Gomoku::start); points off the board; points given more than once. All points of the first
    /// such kind are named.
    pub fn from_stones(
        variant: Variant,
        size: u8,
        rules: Rules,
        black: &[Point],
        white: &[Point],
        to_move: Side,
    ) -> Result<Gomoku, SetupError> {
        let mut position = Gomoku::start(variant, size, rules)?;
        let stones = || black.iter().map(|p| (*p, Side::First)).chain(white.iter().map(|p| (*p, Side::Second)));
        let off: Vec<_> = stones().map(|(point, _)| point).filter(|point| !position.board.contains(*point)).collect();
        if !off.is_empty() {
            return Err(SetupError::OffBoard { points: off, size });
        }
        let mut repeated = Vec::new();
        for (point, side) in stones() {
            let cell = Cell::new(point);
            if position.board.is_empty(cell) {
                position.board.put(cell, side);
            } else if !repeated.contains(&point) {
                repeated.push(point);
            }
        }
        if !repeated.is_empty() {
            return Err(SetupError::Repeated { points: repeated });
        }
        position.to_move = to_move;
        Ok(position)
    }
}

/// Why a Gomoku set-up or the text of one is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The variant is not played with stones.
    Variant(Variant),
    /// The board has this many points a side, not 5 to 22.
    Size(usize),
    /// Stones off a board of `size` points a side.
    OffBoard {
        /// The points, in the order given.
        points: Vec<Point>,
        /// Points a side.
        size: u8,
    },
    /// Points on which more than one stone was put.
    Repeated {
        /// The points, each once.
        points: Vec<Point>,
    },
    /// The text is not of the form that [`Position::fen`](crate::Position::fen) writes.
    Fen(FenError),
    /// A move that trails the text can't be played.
    Move {
        /// Which of the moves, from 1.
        number: usize,
        /// Why.
        error: IllegalMove,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Variant(variant) => write!(f, "variant {variant} has no stones; choose a Gomoku variant"),
            SetupError::Size(size) => write!(f, "board size {size}: 5 to 22 points a side are possible"),
            SetupError::OffBoard { points, size } => {
                write!(f, "stones off the board of {size} by {size} points: {}", names(points))
            }
            SetupError::Repeated { points } => {
                write!(f, "more than one stone on the same point: {}", names(points))
            }
            SetupError::Fen(error) => error.fmt(f),
            SetupError::Move { number, error } => write!(f, "move number {number} of the set-up, {error}"),
        }
    }
}

impl Error for SetupError {}

/// Points as a list in text; after a dozen the rest is counted.
fn names(points: &[Point]) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<_> = points.iter().take(SHOWN).map(|point| Variant::Gomoku.point_text(*point)).collect();
    match points.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
