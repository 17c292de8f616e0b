//! `codes`: the run of stones met in each of the eight directions, looked up in a table of weights.
//!
//! From an empty point one walks each way over stones of one colour. What is met, and whether the run is
//! closed behind by the other colour or the edge, is the code of that way, and the table says what a code is worth:
//!
//! | code | attack | defence |
//! | --- | --- | --- |
//! | one | 10 | 8 |
//! | closed one | 4 | 4 |
//! | run of two | 80 | 60 |
//! | closed run of two | 24 | 20 |
//! | run of three | 700 | 500 |
//! | closed run of three | 160 | 120 |
//!
//! The eight ways are looked at one by one: a point between two runs is worth their sum and no more. That is
//! the method's charm and its weakness. A run of four makes a five, which comes before any method; where exactly
//! five are needed, runs that the point would join to six or more are worth nothing.
//!
//! A stone changes the codes of the first empty point each way, and those of its own point.

use sdk::rules::Side;
use sdk::rules::gomoku::{Board, Cell, Direction, Shape, ShapeBoard};

use super::{Change, Method, Part, Weight};

/// Weight and name by length of the run, from one; open, then closed.
pub(super) const WEIGHTS: [[(&str, Weight); 2]; 3] = [
    [("one", Weight::new(10, 8)), ("closed one", Weight::new(4, 4))],
    [("run of two", Weight::new(80, 60)), ("closed run of two", Weight::new(24, 20))],
    [("run of three", Weight::new(700, 500)), ("closed run of three", Weight::new(160, 120))],
];

/// What is met one way from a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Code {
    /// Whose stones, `None` where the next point is empty or off the board.
    side: Option<Side>,
    /// How many.
    length: u8,
    /// Whether the run ends at the other colour or at the edge.
    closed: bool,
}

/// The codes of every point.
#[derive(Clone, Debug, PartialEq)]
pub struct Codes {
    /// For each cell those of the four directions, forwards and backwards; nothing where a stone stands.
    codes: Vec<[[Code; 2]; 4]>,
}

/// Forwards and backwards along a direction.
const WAYS: [i16; 2] = [1, -1];

impl Codes {
    /// The codes of an empty board.
    pub fn new() -> Codes {
        Codes { codes: vec![Default::default(); Cell::COUNT] }
    }
}

/// The code of a way from an empty point; nothing where the point is not empty.
fn code(board: &Board, at: Cell, direction: Direction, way: i16) -> Code {
    let mut next = at.step(direction, way);
    let side = board.stone(next);
    let mut length = 0;
    while side.is_some() && board.stone(next) == side {
        length += 1;
        next = next.step(direction, way);
    }
    if side.is_none() || !board.is_empty(at) {
        Code::default()
    } else {
        Code { side, length, closed: !board.is_empty(next) }
    }
}

/// The first point without a stone, one way from a point.
fn first_empty(board: &Board, from: Cell, direction: Direction, way: i16) -> Cell {
    let mut next = from.step(direction, way);
    while board.stone(next).is_some() {
        next = next.step(direction, way);
    }
    next
}

impl Method for Codes {
    fn change(&mut self, board: &ShapeBoard, at: Cell, _side: Side, _change: Change) {
        let board = board.board();
        for direction in Direction::ALL {
            for (index, way) in WAYS.into_iter().enumerate() {
                self.codes[at.index()][direction.index()][index] = code(board, at, direction, way);
                let seen_from = first_empty(board, at, direction, -way);
                self.codes[seen_from.index()][direction.index()][index] = code(board, seen_from, direction, way);
            }
        }
    }

    fn parts(&self, board: &ShapeBoard, at: Cell, side: Side) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for (codes, shape) in self.codes[at.index()].into_iter().zip(board.shapes(at).all(side)) {
            for code in codes.into_iter().filter(|code| code.side == Some(side) && shape != Shape::Overline) {
                let Some(weights) = WEIGHTS.get(usize::from(code.length) - 1) else { continue };
                let (what, weight) = weights[usize::from(code.closed)];
                match parts.iter_mut().find(|part| part.what == what) {
                    Some(part) => part.count += 1,
                    None => parts.push(Part { what, count: 1, weight }),
                }
            }
        }
        parts.sort_by_key(|part| std::cmp::Reverse(part.weight.attack));
        parts
    }
}
