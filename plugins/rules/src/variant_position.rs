//! A position of whichever variant was chosen at run time.

use std::error::Error;
use std::fmt;

use crate::gomoku::{self, Gomoku};
use crate::xiangqi::{self, Xiangqi};
use crate::{Move, Outcome, Position, Refusal, Rules, Side, Variant, Verdict};

/// A position of any variant. Engines that search take the concrete type inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantPosition {
    /// One of the Gomoku variants.
    Gomoku(Gomoku),
    /// Xiangqi.
    Xiangqi(Xiangqi),
}

impl VariantPosition {
    /// The start position. `size` is the board size in points a side, ignored where the board is fixed.
    ///
    /// # Errors
    /// The size is not one of [`Variant::sizes`].
    pub fn start(variant: Variant, size: u8, rules: Rules) -> Result<VariantPosition, PositionError> {
        match variant {
            Variant::Xiangqi => Ok(VariantPosition::Xiangqi(Xiangqi::start(rules))),
            _ => Gomoku::start(variant, size, rules).map(VariantPosition::Gomoku).map_err(PositionError::Gomoku),
        }
    }

    /// Reads a position from text ([`Position::fen`], and for Xiangqi any common dialect). Moves that trail the text
    /// are played.
    ///
    /// # Errors
    /// What can't be read, or what the rules do not accept, each fault named.
    pub fn from_fen(variant: Variant, text: &str, rules: Rules) -> Result<VariantPosition, PositionError> {
        match variant {
            Variant::Xiangqi => {
                Xiangqi::from_fen(text, rules).map(VariantPosition::Xiangqi).map_err(PositionError::Xiangqi)
            }
            _ => Gomoku::from_fen(variant, text, rules).map(VariantPosition::Gomoku).map_err(PositionError::Gomoku),
        }
    }

    /// Board size in points a side, `None` where the board is fixed.
    #[must_use]
    pub fn size(&self) -> Option<u8> {
        match self {
            VariantPosition::Gomoku(position) => Some(position.size()),
            VariantPosition::Xiangqi(_) => None,
        }
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> Rules {
        match self {
            VariantPosition::Gomoku(position) => position.rules(),
            VariantPosition::Xiangqi(position) => position.rules(),
        }
    }
}

impl Position for VariantPosition {
    fn variant(&self) -> Variant {
        match self {
            VariantPosition::Gomoku(position) => position.variant(),
            VariantPosition::Xiangqi(position) => position.variant(),
        }
    }

    fn side_to_move(&self) -> Side {
        match self {
            VariantPosition::Gomoku(position) => position.side_to_move(),
            VariantPosition::Xiangqi(position) => position.side_to_move(),
        }
    }

    fn ply(&self) -> usize {
        match self {
            VariantPosition::Gomoku(position) => position.ply(),
            VariantPosition::Xiangqi(position) => position.ply(),
        }
    }

    fn key(&self) -> u64 {
        match self {
            VariantPosition::Gomoku(position) => position.key(),
            VariantPosition::Xiangqi(position) => position.key(),
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        match self {
            VariantPosition::Gomoku(position) => position.legal_moves(),
            VariantPosition::Xiangqi(position) => position.legal_moves(),
        }
    }

    fn refusal(&self, mv: Move) -> Option<Refusal> {
        match self {
            VariantPosition::Gomoku(position) => position.refusal(mv),
            VariantPosition::Xiangqi(position) => position.refusal(mv),
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        match self {
            VariantPosition::Gomoku(position) => position.play_unchecked(mv),
            VariantPosition::Xiangqi(position) => position.play_unchecked(mv),
        }
    }

    fn undo(&mut self) -> Option<Move> {
        match self {
            VariantPosition::Gomoku(position) => position.undo(),
            VariantPosition::Xiangqi(position) => position.undo(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self {
            VariantPosition::Gomoku(position) => position.outcome(),
            VariantPosition::Xiangqi(position) => position.outcome(),
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        match self {
            VariantPosition::Gomoku(position) => position.verdict(),
            VariantPosition::Xiangqi(position) => position.verdict(),
        }
    }

    fn fen(&self) -> String {
        match self {
            VariantPosition::Gomoku(position) => position.fen(),
            VariantPosition::Xiangqi(position) => position.fen(),
        }
    }
}

/// Why a text or a set-up is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// A Gomoku position was refused.
    Gomoku(gomoku::SetupError),
    /// A Xiangqi position was refused.
    Xiangqi(xiangqi::SetupError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Gomoku(error) => error.fmt(f),
            PositionError::Xiangqi(error) => error.fmt(f),
        }
    }
}

impl Error for PositionError {}
