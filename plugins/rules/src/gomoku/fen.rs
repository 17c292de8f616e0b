//! The text form of a position: `15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 w`.
//!
//! Rows from the top joined by `/`; in each `x` for Black, `o` for White and numbers for runs of empty points; then
//! `b` or `w` for the side to move; then, when reading, perhaps `moves` and points.

use std::error::Error;
use std::fmt;

use super::cell::Cell;
use super::{Gomoku, SetupError};
use crate::{IllegalMove, Point, Position, Rules, Side, Variant};

impl Gomoku {
    /// Reads [`Position::fen`], in either letter case and with any spacing between the fields and around the slashes. Moves
    /// may trail (`… w moves h9 i9`) and are played; a forbidden point may be among them.
    ///
    /// # Errors
    /// The first fault of the text.
    pub fn from_fen(variant: Variant, text: &str, rules: Rules) -> Result<Gomoku, SetupError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_moves = |word: &&str| word.eq_ignore_ascii_case("moves");
        let end = words.iter().position(is_moves).unwrap_or(words.len());
        let (setup, moves) = (&words[..end], words.get(end + 1..).unwrap_or_default());

        let (board, rest) = split_board(setup);
        let to_move = read_side(rest).map_err(SetupError::Fen)?;
        let rows: Vec<&str> = board.split('/').collect();
        let size = u8::try_from(rows.len()).map_err(|_| SetupError::Size(rows.len()))?;
        let mut position = Gomoku::start(variant, size, rules)?;
        for (index, row) in rows.iter().enumerate() {
            read_row(&mut position, index as u8, row).map_err(SetupError::Fen)?;
        }
        position.to_move = to_move;
        for (index, word) in moves.iter().enumerate() {
            play_word(&mut position, index + 1, word)?;
        }
        Ok(position)
    }
}

/// Splits the words before `moves` into the board, whose rows may have spaces around their slashes, and the rest.
fn split_board<'a, 'b>(words: &'b [&'a str]) -> (String, &'b [&'a str]) {
    let joined = |pair: &[&str]| pair[0].ends_with('/') || pair[1].starts_with('/');
    let count = words.windows(2).take_while(|pair| joined(pair)).count() + 1;
    let (board, rest) = words.split_at(count.min(words.len()));
    (board.concat(), rest)
}

fn read_side(words: &[&str]) -> Result<Side, FenError> {
    let side = match words.first().map(|word| word.to_ascii_lowercase()).as_deref() {
        Some("b") => Side::First,
        Some("w") => Side::Second,
        Some(_) => return Err(FenError::Side(cut(words[0]))),
        None => return Err(FenError::NoSide),
    };
    match words.get(1) {
        Some(word) => Err(FenError::Trailing(cut(word))),
        None => Ok(side),
    }
}

/// Puts the stones of the row at `index` from the top.
fn read_row(position: &mut Gomoku, index: u8, text: &str) -> Result<(), FenError> {
    let size = position.size();
    let row = size - 1 - index;
    let mut file = 0u32;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let run = rest[..digits].parse().unwrap_or(u32::MAX);
            file = file.saturating_add(run);
            rest = &rest[digits..];
            continue;
        }
        let side = match letter {
            'x' | 'X' => Side::First,
            'o' | 'O' => Side::Second,
            _ => return Err(FenError::Letter { row: row + 1, letter }),
        };
        if file < u32::from(size) {
            position.board.put(Cell::at(file as u8, row), side);
        }
        file = file.saturating_add(1);
        rest = &rest[1..];
    }
    if file == u32::from(size) { Ok(()) } else { Err(FenError::RowLength { row: row + 1, found: file, size }) }
}

fn play_word(position: &mut Gomoku, number: usize, word: &str) -> Result<(), SetupError> {
    let variant = position.variant();
    let mv = variant.parse_move(word).map_err(|_| SetupError::Fen(FenError::Move { number, text: cut(word) }))?;
    match position.movement_refusal(mv) {
        Some(refusal) => Err(SetupError::Move { number, error: IllegalMove { variant, mv, refusal } }),
        None => {
            position.play_unchecked(mv);
            Ok(())
        }
    }
}

/// Writes the position; see the module.
pub(crate) fn write(position: &Gomoku) -> String {
    let size = position.size();
    let rows: Vec<String> = (0..size).rev().map(|row| write_row(position, row)).collect();
    let side = if position.side_to_move() == Side::First { 'b' } else { 'w' };
    format!("{} {side}", rows.join("/"))
}

fn write_row(position: &Gomoku, row: u8) -> String {
    let mut text = String::new();
    let mut empty = 0;
    let flush = |text: &mut String, empty: &mut u8| {
        if *empty > 0 {
            text.push_str(&empty.to_string());
            *empty = 0;
        }
    };
    for file in 0..position.size() {
        match position.stone(Point::new(file, row)) {
            None => empty += 1,
            Some(side) => {
                flush(&mut text, &mut empty);
                text.push(if side == Side::First { 'x' } else { 'o' });
            }
        }
    }
    flush(&mut text, &mut empty);
    text
}

fn cut(word: &str) -> String {
    word.chars().take(40).collect()
}

/// What is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenError {
    /// A letter that stands for nothing.
    Letter {
        /// The row as players count it, from 1 at the bottom.
        row: u8,
        /// The letter.
        letter: char,
    },
    /// A row has more or fewer points than there are rows.
    RowLength {
        /// The row as players count it, from 1 at the bottom.
        row: u8,
        /// Points that it has.
        found: u32,
        /// Points that it should have.
        size: u8,
    },
    /// The side to move is missing.
    NoSide,
    /// The side to move is neither `b` nor `w` (cut to 40 characters).
    Side(String),
    /// Something stands after the side to move (cut to 40 characters).
    Trailing(String),
    /// A trailing move is no point.
    Move {
        /// Which of the moves, from 1.
        number: usize,
        /// What was given (cut to 40 characters).
        text: String,
    },
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Letter { row, letter } => {
                write!(f, "position text, row {row}: {letter:?} is neither x, o nor a number of empty points")
            }
            FenError::RowLength { row, found, size } => {
                write!(
                    f,
                    "position text, row {row}: {found} points where the board has {size} rows; they must be equal"
                )
            }
            FenError::NoSide => write!(f, "position text: the side to move is missing; end with b or w"),
            FenError::Side(text) => write!(f, "position text: side to move {text:?}; write b or w"),
            FenError::Trailing(text) => {
                write!(f, "position text: {text:?} after the side to move; only `moves` and points may follow")
            }
            FenError::Move { number, text } => {
                write!(f, "position text: move number {number}, {text:?}, is no point; write for example h8")
            }
        }
    }
}

impl Error for FenError {}
