//! Gomoku in all its variants: every empty point is worth what a stone there attacks and what it defends.
//!
//! What a stone attacks is a [`Method`]'s matter; this file adds what is common to all. Whoever has a five plays it;
//! whoever does not stops the opponent's; a little is added for points away from the edge, so that an empty board is
//! opened in the middle.
//!
//! A method's tables are kept from move to move: [`Judge::follow`] puts and takes the stones in which the position
//! differs from the last one, one for each move played, which is far less work than to fill the tables anew.

mod codes;
mod lines;
mod shapes;

use sdk::Score;
use sdk::rules::gomoku::{Cell, Gomoku, Shape, ShapeBoard};
use sdk::rules::{Move, Point, Position, Side, Variant};

use crate::candidate::{Candidate, Term};
use crate::level::Level;

/// A way to say what a point is worth, with tables that follow the stones.
pub trait Method: Send {
    /// A stone of `side` came or went. `board` shows it already.
    fn change(&mut self, board: &ShapeBoard, at: Cell, side: Side, change: Change);

    /// What a stone of `side` makes on an empty point. A five does not count: it is dealt with before.
    fn parts(&self, board: &ShapeBoard, at: Cell, side: Side) -> Vec<Part>;
}

/// The methods by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// [`shapes`]
    #[default]
    Shapes,
    /// [`lines`]
    Lines,
    /// [`codes`]
    Codes,
}

impl Kind {
    /// The method with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        match name {
            "shapes" => Some(Kind::Shapes),
            "lines" => Some(Kind::Lines),
            "codes" => Some(Kind::Codes),
            _ => None,
        }
    }

    /// The tables of the method for an empty board.
    fn tables(self, variant: Variant, size: u8) -> Box<dyn Method> {
        match self {
            Kind::Shapes => Box::new(shapes::Shapes),
            Kind::Lines => Box::new(lines::Lines::new(variant, size)),
            Kind::Codes => Box::new(codes::Codes::new()),
        }
    }
}

/// What happened to a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It was put on the board.
    Put,
    /// It was taken back.
    Taken,
}

/// Some equal things that a stone makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Name of one.
    pub what: &'static str,
    /// How many.
    pub count: u32,
    /// Worth of each.
    pub weight: Weight,
}

/// What a thing is worth to the side to move: to make it, and to keep the opponent from making it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Worth of making it.
    pub attack: i32,
    /// Worth of preventing it.
    pub defence: i32,
}

impl Weight {
    const fn new(attack: i32, defence: i32) -> Weight {
        Weight { attack, defence }
    }
}

/// Each is worth more than all that a method can find on a point, attack and defence together.
const FIVE: Weight = Weight::new(100_000, 50_000);

/// The share of the defence, in per cent, that level easy sees.
const EASY_DEFENCE: i32 = 10;

/// How many of the engine's points make a score of one hundredth, and the greatest score without a forced end.
const POINTS_PER_CP: i32 = 4;
const MAX_CP: i32 = 1000;

/// The stones seen last, and the tables of a method for them.
pub struct Judge {
    board: ShapeBoard,
    kind: Kind,
    method: Box<dyn Method>,
}

impl Judge {
    /// The tables of a method for the empty board on which `position` is played.
    pub fn new(kind: Kind, position: &Gomoku) -> Judge {
        let (variant, size) = (position.variant(), position.size());
        let empty = Gomoku::start(variant, size, position.rules()).expect("a position's own size is allowed");
        Judge { board: ShapeBoard::new(empty.board(), variant), kind, method: kind.tables(variant, size) }
    }

    /// Whether the tables can follow to this position.
    pub fn suits(&self, kind: Kind, position: &Gomoku) -> bool {
        self.kind == kind && self.board.variant() == position.variant() && self.board.board().size() == position.size()
    }

    /// Takes over the stones of a position.
    pub fn follow(&mut self, position: &Gomoku) {
        for cell in cells(position.size()) {
            let (was, is) = (self.board.board().stone(cell), position.board().stone(cell));
            if was != is {
                if let Some(side) = was {
                    self.take(cell, side);
                }
                if let Some(side) = is {
                    self.put(cell, side);
                }
            }
        }
    }

    /// Judges moves of a side on the board followed to.
    pub fn candidates(&mut self, moves: &[Move], side: Side, level: Level) -> Vec<Candidate> {
        let judge = |mv: &Move| {
            let at = mv.to()?;
            let attack = self.parts(Cell::new(at), side).into_iter().map(attack_term);
            let defence = self.parts(Cell::new(at), side.other()).into_iter().map(|part| defence_term(part, level));
            Some(Candidate::new(*mv, attack.chain(defence).chain([self.centre_term(at)]).collect()))
        };
        moves.iter().filter_map(judge).collect()
    }

    /// How the game stands once a side has played a move: what it made against the best that the opponent can make.
    pub fn score(&mut self, mv: Move, side: Side) -> Score {
        let Some(at) = mv.to().map(Cell::new) else { return Score::None };
        let made = attack(&self.parts(at, side));
        if made == FIVE.attack {
            return Score::Mate(1);
        }
        self.put(at, side);
        let replies: Vec<Cell> = self.board.board().empty_cells().collect();
        let reply = replies.into_iter().map(|cell| attack(&self.parts(cell, side.other()))).max().unwrap_or(0);
        self.take(at, side);
        if reply == FIVE.attack {
            return Score::Mate(-2);
        }
        Score::Cp(((made - reply) / POINTS_PER_CP).clamp(-MAX_CP, MAX_CP))
    }

    /// What a stone makes: nothing where it is forbidden, a five, or else what the method finds.
    fn parts(&mut self, at: Cell, side: Side) -> Vec<Part> {
        if self.board.shapes(at).all(side).contains(&Shape::Five) {
            vec![Part { what: "five", count: 1, weight: FIVE }]
        } else if side == Side::First && self.board.forbidden(at).is_some() {
            Vec::new()
        } else {
            self.method.parts(&self.board, at, side)
        }
    }

    fn put(&mut self, at: Cell, side: Side) {
        self.board.put(at, side);
        self.method.change(&self.board, at, side, Change::Put);
    }

    fn take(&mut self, at: Cell, side: Side) {
        self.board.remove(at, side);
        self.method.change(&self.board, at, side, Change::Taken);
    }

    /// One for each point between here and the nearest edge.
    fn centre_term(&self, Point { file, row }: Point) -> Term {
        let last = self.board.board().size() - 1;
        let value = file.min(row).min(last - file).min(last - row);
        Term { topic: "centre", what: "", count: 1, value: value.into() }
    }
}

fn attack_term(part: Part) -> Term {
    let value = part.weight.attack * part.count as i32;
    Term { topic: "attack", what: part.what, count: part.count, value }
}

/// A five is defended against at every level.
fn defence_term(part: Part, level: Level) -> Term {
    let share = if level == Level::Easy && part.weight != FIVE { EASY_DEFENCE } else { 100 };
    let value = part.weight.defence * share / 100 * part.count as i32;
    Term { topic: "defence", what: part.what, count: part.count, value }
}

fn attack(parts: &[Part]) -> i32 {
    parts.iter().map(|part| attack_term(*part).value).sum()
}

/// The points of a board.
fn cells(size: u8) -> impl Iterator<Item = Cell> {
    (0..size).flat_map(move |row| (0..size).map(move |file| Cell::at(file, row)))
}

#[cfg(test)]
mod tests;
