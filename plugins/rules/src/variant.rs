//! The registry of variants.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::{Move, ParseMoveError, Point, Side};

/// A game with its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// Freestyle Gomoku: five or more in a row win.
    Gomoku,
    /// Standard Gomoku: exactly five in a row win.
    GomokuStandard,
    /// Renju: exactly five wins for Black, who may not make an overline, two fours or two threes; five or more for White.
    Renju,
    /// Xiangqi, Chinese chess.
    Xiangqi,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Variant; 4] = [Variant::Gomoku, Variant::GomokuStandard, Variant::Renju, Variant::Xiangqi];

    /// The word that the command line, files and the plugin boundary use.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Variant::Gomoku => "gomoku",
            Variant::GomokuStandard => "gomoku-standard",
            Variant::Renju => "renju",
            Variant::Xiangqi => "xiangqi",
        }
    }

    /// The name as it stands in a sentence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Gomoku => "Gomoku",
            Variant::GomokuStandard => "standard Gomoku",
            Variant::Renju => "Renju",
            Variant::Xiangqi => "Xiangqi",
        }
    }

    /// Whether stones are put on a square board of a size that may be chosen.
    #[must_use]
    pub const fn is_gomoku(self) -> bool {
        !matches!(self, Variant::Xiangqi)
    }

    /// Board sizes in points a side, `None` where the board is fixed (Xiangqi's 9 by 10).
    #[must_use]
    pub const fn sizes(self) -> Option<RangeInclusive<u8>> {
        if self.is_gomoku() { Some(5..=22) } else { None }
    }

    /// Points from left to right on a board of `size` (ignored where the board is fixed).
    #[must_use]
    pub const fn files(self, size: u8) -> u8 {
        if self.is_gomoku() { size } else { 9 }
    }

    /// Points from bottom to top on a board of `size` (ignored where the board is fixed).
    #[must_use]
    pub const fn rows(self, size: u8) -> u8 {
        if self.is_gomoku() { size } else { 10 }
    }

    /// The colour of a side, as the command line writes it.
    #[must_use]
    pub const fn side_name(self, side: Side) -> &'static str {
        match (self, side) {
            (Variant::Xiangqi, Side::First) => "red",
            (Variant::Xiangqi, Side::Second) => "black",
            (_, Side::First) => "black",
            (_, Side::Second) => "white",
        }
    }

    /// A point as text: `h8` with rows from 1 in Gomoku, `e0` with ranks from 0 in Xiangqi.
    #[must_use]
    pub fn point_text(self, point: Point) -> String {
        let file = char::from(b'a'.saturating_add(point.file.min(25)));
        format!("{file}{}", u16::from(point.row) + self.row_base())
    }

    /// Reads a point in either letter case.
    ///
    /// # Errors
    /// The text is no point of any board of this variant.
    pub fn parse_point(self, text: &str) -> Result<Point, ParseMoveError> {
        self.split_point(text)
            .filter(|(_, rest)| rest.is_empty())
            .map(|(point, _)| point)
            .ok_or_else(|| ParseMoveError::new(self, text))
    }

    /// A move as the command line and the plugin boundary write it: `h8`, `h2e2`, `pass`.
    #[must_use]
    pub fn move_text(self, mv: Move) -> String {
        match mv {
            Move::Put { to } => self.point_text(to),
            Move::Shift { from, to } => self.point_text(from) + &self.point_text(to),
            Move::Pass => "pass".to_owned(),
        }
    }

    /// Reads a move in coordinates; [`xiangqi::notation`](crate::xiangqi) reads the other notations.
    ///
    /// # Errors
    /// The text is no move of this variant.
    pub fn parse_move(self, text: &str) -> Result<Move, ParseMoveError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let mv = self.split_point(text).and_then(|(first, rest)| match (self.is_gomoku(), rest) {
            (true, "") => Some(Move::Put { to: first }),
            (false, rest) => self
                .split_point(rest)
                .filter(|(_, rest)| rest.is_empty())
                .map(|(to, _)| Move::Shift { from: first, to }),
            (true, _) => None,
        });
        mv.ok_or_else(|| ParseMoveError::new(self, text))
    }

    const fn row_base(self) -> u16 {
        if self.is_gomoku() { 1 } else { 0 }
    }

    /// Splits a leading point off a text.
    fn split_point(self, text: &str) -> Option<(Point, &str)> {
        let letter = *text.as_bytes().first()?;
        let file = letter.to_ascii_lowercase().checked_sub(b'a').filter(|_| letter.is_ascii())?;
        let digits = text[1..].bytes().take(2).take_while(u8::is_ascii_digit).count();
        let digits = if self.is_gomoku() { digits } else { digits.min(1) };
        let row: u8 = text[1..1 + digits].parse().ok()?;
        let row = row.checked_sub(self.row_base() as u8)?;
        let largest = self.sizes().map_or(0, |sizes| *sizes.end());
        let on_board = file < self.files(largest) && row < self.rows(largest);
        on_board.then_some((Point::new(file, row), &text[1 + digits..]))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A text that names no variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariant(pub String);

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = Variant::ALL.iter().map(|variant| variant.id()).collect();
        write!(f, "variant {:?} is not known; known are {}", self.0, known.join(", "))
    }
}

impl Error for UnknownVariant {}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Variant, UnknownVariant> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.id() == text)
            .ok_or_else(|| UnknownVariant(text.chars().take(40).collect()))
    }
}
