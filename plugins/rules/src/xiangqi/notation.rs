//! Moves as people write them.
//!
//! | notation | example | written by | read |
//! | --- | --- | --- | --- |
//! | coordinates | `h2e2` | [`Variant::move_text`] | ranks 0–9 (UCCI, Pikafish) or 1–10 (Fairy-Stockfish) |
//! | ICCS | `H2-E2` | [`iccs`] | with or without the hyphen, either case |
//! | WXF | `C2=5`, `C+=5`, `15=6` | [`wxf`] | either case, `.` or nothing for `=`, the older `++.4` and `3+.4` |
//! | Chinese | `炮二平五`, `前兵平六` | [`chinese`] | simplified and traditional, any digits, 前六平五 and 前兵六平五 |
//!
//! [`parse_move`] reads them all. What is written names one move only, and reading it gives that move back.
//!
//! ```
//! use rules::xiangqi::{Xiangqi, chinese, iccs, parse_move, wxf};
//!
//! let start = Xiangqi::start(rules::Rules::default());
//! let mv = parse_move(&start, "炮二平五")?;
//! assert_eq!(wxf(&start, mv), "C2=5");
//! assert_eq!(iccs(mv), "H2-E2");
//! assert_eq!(chinese(&start, mv), "炮二平五");
//! # Ok::<(), rules::xiangqi::NotationError>(())
//! ```

mod chinese;
mod coordinates;
mod relative;
mod wxf;

use std::error::Error;
use std::fmt;

use super::Xiangqi;
use crate::{IllegalMove, Move, ParseMoveError, Position, Variant};

pub use chinese::chinese;
pub use coordinates::iccs;
pub use wxf::wxf;

/// Why a text names no move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationError {
    /// The text is in none of the notations.
    Unreadable(ParseMoveError),
    /// The text can be read, but no man of the side to move fits it.
    NoSuchMove {
        /// What was given (cut to 40 characters).
        text: String,
        /// The side to move, as a word.
        side: &'static str,
    },
    /// More than one legal move fits the text.
    Ambiguous {
        /// What was given (cut to 40 characters).
        text: String,
        /// The moves that fit.
        moves: Vec<Move>,
    },
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationError::Unreadable(error) => error.fmt(f),
            NotationError::NoSuchMove { text, side } => write!(f, "{text:?}: {side} has no man that moves like that"),
            NotationError::Ambiguous { text, moves } => {
                let names: Vec<_> = moves.iter().map(|mv| Variant::Xiangqi.move_text(*mv)).collect();
                write!(f, "{text:?} names more than one move: {}; write one of these", names.join(", "))
            }
        }
    }
}

impl Error for NotationError {}

/// Cuts a text that came from outside to what fits into an error message.
fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Reads a move of a position in any of the notations.
///
/// Where a text could be read in several ways, the one that is a legal move is meant. The move returned may be illegal:
/// the text then names it, and [`Position::play`] says why it is refused.
///
/// # Errors
/// The text is no move, fits no man of the side to move, or fits several legal moves.
pub fn parse_move(position: &Xiangqi, text: &str) -> Result<Move, NotationError> {
    let trimmed = text.trim().trim_end_matches(['!', '?', '！', '？', ',', ';']);
    if let Some(read) = coordinates::read(trimmed) {
        return Ok(read.choose(position));
    }
    let unreadable = || NotationError::Unreadable(ParseMoveError::new(Variant::Xiangqi, text.trim()));
    let readings = relative::read(trimmed).ok_or_else(unreadable)?;
    let mut named = Vec::new();
    let mut several = Vec::new();
    for reading in &readings {
        let moves = reading.candidates(position);
        let legal: Vec<Move> = moves.iter().copied().filter(|mv| position.is_legal(*mv)).collect();
        match legal[..] {
            [mv] => return Ok(mv),
            [] => named.extend(moves),
            _ if several.is_empty() => several = legal,
            _ => {}
        }
    }
    if !several.is_empty() {
        return Err(NotationError::Ambiguous { text: cut(trimmed), moves: several });
    }
    let side = Variant::Xiangqi.side_name(position.side_to_move());
    named.first().copied().ok_or_else(|| NotationError::NoSuchMove { text: cut(trimmed), side })
}

/// Reads a list of moves, separated by white space, and played from a position. Coordinates count ranks from 0 or from
/// 1 throughout: the way in which all of them are legal.
///
/// # Errors
/// The first text that is no move, or the first move that is refused.
pub fn parse_moves(position: &Xiangqi, text: &str) -> Result<Vec<Move>, ParseMovesError> {
    let read = |base: Option<u8>| {
        let mut position = position.clone();
        let mut moves = Vec::new();
        for word in text.split_whitespace() {
            let in_base = base.and_then(|base| coordinates::read(word).and_then(|read| read.in_base(base)));
            let mv = match in_base {
                Some(mv) => mv,
                None => parse_move(&position, word).map_err(ParseMovesError::Notation)?,
            };
            position.play(mv).map_err(ParseMovesError::Illegal)?;
            moves.push(mv);
        }
        Ok(moves)
    };
    let from_zero = read(Some(0));
    if from_zero.is_ok() {
        return from_zero;
    }
    read(Some(1)).or(from_zero)
}

/// Why a list of moves can't be read and played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseMovesError {
    /// A text names no move.
    Notation(NotationError),
    /// A move is forbidden.
    Illegal(IllegalMove),
}

impl fmt::Display for ParseMovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseMovesError::Notation(error) => error.fmt(f),
            ParseMovesError::Illegal(error) => error.fmt(f),
        }
    }
}

impl Error for ParseMovesError {}
