//! The drawing of a board as SVG text. Art is named as `art::find` knows it.

use std::fmt::{Display, Write};

use super::{gomoku, xiangqi};
use crate::session::Session;
use crate::settings::{Board, Glyphs, LastMark, Look};
use crate::view::board::{self, PointRow};

/// What a picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Whether it is a board for stones.
    pub gomoku: bool,
    /// Points from left to right.
    pub files: u8,
    /// Points from bottom to top.
    pub rows: u8,
    /// The points, as [`board::points`] gives them.
    pub points: Vec<PointRow>,
}

impl Scene {
    /// The board as a session shows it.
    #[must_use]
    pub fn of(session: &Session) -> Scene {
        let (files, rows) = board::dimensions(session);
        Scene { gomoku: session.setup().variant.is_gomoku(), files, rows, points: board::points(session) }
    }
}

/// How a picture looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The board's material; [`Board::Auto`] is light wood.
    pub board: Board,
    /// Flat stones and men.
    pub flat: bool,
    /// What men bear.
    pub glyphs: Glyphs,
    /// Coordinates at the board's edge.
    pub coordinates: bool,
    /// How the last move is marked.
    pub last_mark: LastMark,
    /// Numbers on stones.
    pub move_numbers: bool,
    /// The second side below (Xiangqi).
    pub flipped: bool,
    /// Pixels a cell.
    pub cell: u32,
}

impl Style {
    /// As the window looks, on this board.
    #[must_use]
    pub fn of(look: &Look, board: Board, flipped: bool, cell: u32) -> Style {
        Style {
            board,
            flat: look.flat_pieces,
            glyphs: look.glyphs,
            coordinates: look.coordinates,
            last_mark: look.last_mark,
            move_numbers: look.move_numbers,
            flipped,
            cell,
        }
    }

    fn texture(&self) -> &'static str {
        match self.board {
            Board::Auto | Board::Kaya => "textures/kaya",
            Board::Walnut => "textures/walnut",
            Board::RicePaper => "textures/rice_paper",
        }
    }

    /// The colour of lines and coordinates.
    pub(super) const fn ink(&self) -> &'static str {
        match self.board {
            Board::Auto | Board::Kaya => "#4a3216",
            Board::Walnut => "#1a0e04",
            Board::RicePaper => "#5e574b",
        }
    }
}

/// A drawing in the making: lengths in pixels, with the geometry of a board.
pub(super) struct Sheet<'a> {
    pub(super) scene: &'a Scene,
    pub(super) style: &'a Style,
    /// Pixels between two lines.
    pub(super) cell: f64,
    /// From the edge to the first line.
    pub(super) margin: f64,
    text: String,
}

/// Where a text stands in relation to its middle, in its own size: letters and figures, or Chinese characters.
const LATIN: f64 = 0.364;
const CHINESE: f64 = 0.38;

impl Sheet<'_> {
    pub(super) fn width(&self) -> f64 {
        f64::from(self.scene.files - 1) * self.cell + 2.0 * self.margin
    }

    pub(super) fn height(&self) -> f64 {
        f64::from(self.scene.rows - 1) * self.cell + 2.0 * self.margin
    }

    /// Where a column counted from the left, or a line counted from the top, lies. Whole cells lie on whole pixels.
    pub(super) fn at(&self, place: f64) -> f64 {
        self.margin + place * self.cell
    }

    /// The middle of a point of the scene, as the board is turned.
    pub(super) fn middle(&self, place: usize) -> (f64, f64) {
        let files = usize::from(self.scene.files);
        let (file, row) = (place % files, place / files);
        let (across, down) = match self.style.flipped && !self.scene.gomoku {
            true => (files - 1 - file, row),
            false => (file, usize::from(self.scene.rows) - 1 - row),
        };
        (self.at(across as f64), self.at(down as f64))
    }

    /// Adds an element.
    pub(super) fn add(&mut self, element: impl Display) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{element}");
    }

    /// Adds a filled rectangle.
    pub(super) fn rectangle(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) {
        self.add(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#));
    }

    /// Adds art around a middle, `size` cells wide.
    pub(super) fn art(&mut self, name: &str, (x, y): (f64, f64), size: f64) {
        let size = size * self.cell;
        let (x, y) = (x - size / 2.0, y - size / 2.0);
        self.add(format_args!(r#"<image href="{name}" x="{x}" y="{y}" width="{size}" height="{size}"/>"#));
    }

    /// Adds a text around a middle, `size` cells high.
    pub(super) fn text(&mut self, text: &str, (x, y): (f64, f64), size: f64, weight: u16, fill: &str) {
        let size = size * self.cell;
        let is_chinese = text.chars().any(|letter| letter > '\u{2e80}');
        let family = if weight == 700 { "Qiju Serif" } else { "Qiju Sans" };
        let y = y + size * if is_chinese { CHINESE } else { LATIN };
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" font-family="{family}" font-weight="{weight}" font-size="{size}" text-anchor="middle" fill="{fill}">{text}</text>"#
        ));
    }

    fn ground(&mut self) {
        let (width, height) = (self.width(), self.height());
        let texture = self.style.texture();
        self.add(format_args!(
            r#"<defs><pattern id="ground" width="512" height="512" patternUnits="userSpaceOnUse"><image href="{texture}" width="512" height="512"/></pattern></defs>"#
        ));
        self.rectangle(0.0, 0.0, width, height, "url(#ground)");
        self.add(format_args!(
            r##"<rect x="0.5" y="0.5" width="{}" height="{}" fill="none" stroke="#fff" stroke-opacity="0.25"/>"##,
            width - 1.0,
            height - 1.0
        ));
    }
}

/// The drawing of a scene.
pub(super) fn write(scene: &Scene, style: &Style) -> String {
    let cell = f64::from(style.cell.max(8));
    let margin = (if style.coordinates { 0.95 } else { 0.65 } * cell).round();
    let mut sheet = Sheet { scene, style, cell, margin, text: String::new() };
    sheet.ground();
    if scene.gomoku {
        gomoku::draw(&mut sheet);
    } else {
        xiangqi::draw(&mut sheet);
    }
    let (width, height) = (sheet.width(), sheet.height());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n{}</svg>\n",
        sheet.text
    )
}
