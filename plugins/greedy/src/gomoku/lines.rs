//! `lines`: every line of five points that could win, and how full it is.
//!
//! A board has a fixed number of lines of five points, 572 on one of 15 by 15. A line is alive for a side while nothing
//! spoils it: a stone of the opponent on it or, where exactly five are needed, one of the side's own just beyond either
//! end. A point is worth the live lines through it, each by the stones that the side has on it:
//!
//! | live line, by the side's stones | attack | defence |
//! | --- | --- | --- |
//! | empty line | 1 | 1 |
//! | line with one | 8 | 6 |
//! | line with two | 60 | 45 |
//! | line with three | 500 | 400 |
//!
//! With four the point makes a five, which comes before any method. Two lines of three thus weigh more than one,
//! and that is how open fours and forks are seen.
//!
//! A stone changes only the lines that it lies on or just beyond: at most 20 and 8 of them. Each is taken out of the
//! counts of its five points and, changed, added again.

use sdk::rules::gomoku::{Cell, Direction, ShapeBoard};
use sdk::rules::{Side, Variant};

use super::{Change, Method, Part, Weight, cells};

/// Weight and name by the stones that a side has on a live line.
pub(super) const WEIGHTS: [(&str, Weight); 4] = [
    ("empty line", Weight::new(1, 1)),
    ("line with one", Weight::new(8, 6)),
    ("line with two", Weight::new(60, 45)),
    ("line with three", Weight::new(500, 400)),
];

/// Live lines by the stones on them, none to five.
type Counts = [u8; 6];

/// The lines of a board, and what runs through each point.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    lines: Vec<Line>,
    /// For each cell the lines that it lies on or just beyond.
    near: Vec<Vec<(usize, Place)>>,
    /// For each side and cell the live lines through it.
    live: [Vec<Counts>; 2],
    /// Whether a side needs exactly five.
    exact: [bool; 2],
}

/// Five points in a row, with the stones of either side on them and just beyond their ends.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    cells: [Cell; 5],
    on: [u8; 2],
    beyond: [u8; 2],
}

/// Where a cell is in relation to a line.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    On,
    Beyond,
}

impl Lines {
    /// The lines of an empty board.
    pub fn new(variant: Variant, size: u8) -> Lines {
        let mut lines = Lines {
            lines: Vec::new(),
            near: vec![Vec::new(); Cell::COUNT],
            live: [vec![Counts::default(); Cell::COUNT], vec![Counts::default(); Cell::COUNT]],
            exact: Side::ALL.map(|side| needs_exact_five(variant, side)),
        };
        for (cell, direction) in cells(size).flat_map(|cell| Direction::ALL.map(|direction| (cell, direction))) {
            let end = cell.step(direction, 4).point();
            if end.file < size && end.row < size {
                lines.add(cell, direction);
            }
        }
        lines
    }

    /// How many lines the board has.
    #[cfg(test)]
    pub(super) fn count_lines(&self) -> usize {
        self.lines.len()
    }

    fn add(&mut self, first: Cell, direction: Direction) {
        let line = self.lines.len();
        let cells = [0, 1, 2, 3, 4].map(|steps| first.step(direction, steps));
        self.lines.push(Line { cells, on: [0; 2], beyond: [0; 2] });
        for cell in cells {
            self.near[cell.index()].push((line, Place::On));
        }
        for end in [first.step(direction, -1), first.step(direction, 5)] {
            self.near[end.index()].push((line, Place::Beyond));
        }
        self.count(line, u8::wrapping_add);
    }

    /// Adds a line to the counts of its points, or takes it out.
    fn count(&mut self, line: usize, add: fn(u8, u8) -> u8) {
        let line = &self.lines[line];
        for side in Side::ALL {
            if let Some(stones) = line.stones_if_alive(side, self.exact[side.index()]) {
                for cell in line.cells {
                    let count = &mut self.live[side.index()][cell.index()][stones];
                    *count = add(*count, 1);
                }
            }
        }
    }
}

impl Line {
    /// The stones of a side on the line, `None` where it can't make its five there any more.
    fn stones_if_alive(&self, side: Side, exact: bool) -> Option<usize> {
        let (own, other) = (side.index(), side.other().index());
        let spoilt = self.on[other] > 0 || exact && self.beyond[own] > 0;
        (!spoilt).then_some(self.on[own].into())
    }
}

/// Whether more than five in a row is no five for a side.
fn needs_exact_five(variant: Variant, side: Side) -> bool {
    variant == Variant::GomokuStandard || variant == Variant::Renju && side == Side::First
}

impl Method for Lines {
    fn change(&mut self, _board: &ShapeBoard, at: Cell, side: Side, change: Change) {
        for (line, place) in self.near[at.index()].clone() {
            self.count(line, u8::wrapping_sub);
            let Line { on, beyond, .. } = &mut self.lines[line];
            let stones = &mut if place == Place::On { on } else { beyond }[side.index()];
            *stones = if change == Change::Put { *stones + 1 } else { *stones - 1 };
            self.count(line, u8::wrapping_add);
        }
    }

    fn parts(&self, _board: &ShapeBoard, at: Cell, side: Side) -> Vec<Part> {
        let counts = self.live[side.index()][at.index()];
        let part = |((what, weight), count): ((_, _), u8)| Part { what, count: count.into(), weight };
        WEIGHTS.into_iter().zip(counts).filter(|(_, count)| *count > 0).map(part).rev().collect()
    }
}
