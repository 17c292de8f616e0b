//! Positions as text: Forsyth–Edwards Notation.
//!
//! Written in one form, `rnbakabnr/9/… w - - 0 1`: rows from Black's side, the side to move (`w` Red, `b` Black), two
//! unused fields, plies since the last capture, number of the next move pair. Read in every dialect met: `r` for Red,
//! `h`/`e` for horse and elephant (WinBoard, Sjaak), fields missing from the end, a pocket `[]` after the board
//! (variant servers), moves after the word `moves` (UCI), and the UCI words `position`, `fen` and `startpos` in front.

use super::board::Board;
use super::man::Man;
use super::setup::SetupError;
use crate::Side;

/// The start position.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// What a FEN says.
#[derive(Clone, Debug)]
pub(super) struct Fen<'a> {
    pub board: Board,
    /// Plies since the last capture.
    pub quiet: u16,
    /// Number of the next move pair.
    pub number: u32,
    /// The text after the word `moves`.
    pub moves: &'a str,
}

fn unreadable<T>(fault: impl Into<String>) -> Result<T, SetupError> {
    Err(SetupError::Unreadable { fault: fault.into() })
}

/// Cuts a text that came from outside to what fits into an error message.
fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Reads a FEN without judging its position.
pub(super) fn read(text: &str) -> Result<Fen<'_>, SetupError> {
    let (head, moves) = split_moves(text);
    let mut fields = head.split_whitespace().skip_while(|word| matches!(*word, "position" | "fen")).peekable();
    if fields.peek() == Some(&"startpos") {
        return read(START).map(|fen| Fen { moves, ..fen });
    }
    let Some(rows) = fields.next() else { return unreadable("the text is empty") };
    let side_to_move = match fields.next() {
        None => Side::First,
        Some(word) => read_side(word)?,
    };
    let mut board = Board::empty(side_to_move);
    read_rows(rows.split('[').next().unwrap_or(rows), &mut board)?;
    let mut counts = fields.skip_while(|word| word.parse::<u32>().is_err());
    let quiet = read_count(counts.next(), "plies since a capture")?.unwrap_or(0);
    let number = read_count(counts.next(), "move number")?.unwrap_or(1).max(1);
    Ok(Fen { board, quiet, number, moves })
}

fn split_moves(text: &str) -> (&str, &str) {
    let at = text.split_whitespace().find(|word| *word == "moves").map(|word| {
        // The word is a slice of the text, so their addresses tell where it begins.
        word.as_ptr() as usize - text.as_ptr() as usize
    });
    at.map_or((text, ""), |at| (&text[..at], &text[at + "moves".len()..]))
}

fn read_side(word: &str) -> Result<Side, SetupError> {
    match word {
        "w" | "r" | "W" | "R" | "red" => Ok(Side::First),
        "b" | "B" | "black" => Ok(Side::Second),
        _ => unreadable(format!("side to move {:?}; write w for red or b for black", cut(word))),
    }
}

fn read_count<N: std::str::FromStr>(word: Option<&str>, what: &str) -> Result<Option<N>, SetupError> {
    let Some(word) = word else { return Ok(None) };
    match word.parse() {
        Ok(count) => Ok(Some(count)),
        Err(_) => unreadable(format!("{what} {:?}; write a number such as 0", cut(word))),
    }
}

fn read_rows(text: &str, board: &mut Board) -> Result<(), SetupError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 10 {
        return unreadable(format!("{} rows in {:?}; write 10, separated by /", rows.len(), cut(text)));
    }
    for (i, row) in rows.into_iter().enumerate() {
        read_row(row, 9 - i, board)?;
    }
    Ok(())
}

fn read_row(text: &str, row: usize, board: &mut Board) -> Result<(), SetupError> {
    let mut file = 0;
    for letter in text.chars() {
        if let Some(empty) = letter.to_digit(10).filter(|&empty| empty > 0) {
            file += empty as usize;
        } else if let Some(man) = Man::from_letter(letter) {
            if file < 9 {
                board.put(man, row * 9 + file);
            }
            file += 1;
        } else {
            return unreadable(format!("{letter:?} in row {row}; write a man of kabnrcp or a number of empty points"));
        }
    }
    if file == 9 { Ok(()) } else { unreadable(format!("row {row} has {file} points in {:?}; write 9", cut(text))) }
}

/// Writes a position.
pub(super) fn write(board: &Board, quiet: u16, number: u32) -> String {
    let side = if board.side_to_move() == Side::First { 'w' } else { 'b' };
    format!("{} {side} - - {quiet} {number}", write_rows(board))
}

fn write_rows(board: &Board) -> String {
    let rows: Vec<String> = (0..10).rev().map(|row| write_row(board, row)).collect();
    rows.join("/")
}

fn write_row(board: &Board, row: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for file in 0..9 {
        match board.man(row * 9 + file) {
            None => empty += 1,
            Some(man) => {
                push_count(&mut text, empty);
                empty = 0;
                text.push(man.letter());
            }
        }
    }
    push_count(&mut text, empty);
    text
}

fn push_count(text: &mut String, empty: u32) {
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
}
