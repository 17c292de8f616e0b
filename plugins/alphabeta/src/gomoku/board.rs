//! The position that is searched: the board of the rules, and beside it what each stone changes.

use sdk::rules::gomoku::{Board, Cell, CellShapes, Gomoku, ShapeBoard, ShapeChange};
use sdk::rules::{Position, Side, Variant};

use super::cell_set::CellSet;
use super::class::Class;
use super::tables::{PointInfo, Tables};
use crate::score::Score;

/// A Gomoku position under search.
#[derive(Clone)]
pub struct SearchBoard {
    shapes: ShapeBoard,
    tables: &'static Tables,
    to_move: Side,
    points: Points,
    empty: CellSet,
    /// Cells near stones, one set for each stone that was put and one for the position before.
    near: Vec<CellSet>,
    played: Vec<Cell>,
}

/// What the empty points hold for each side.
#[derive(Clone)]
struct Points {
    /// Sums of the weights, to move and waiting.
    sums: [[i32; 2]; 2],
    counts: [[u16; Class::COUNT]; 2],
    /// The points of each class from [`FIRST_KEPT`] on.
    sets: [[CellSet; KEPT]; 2],
}

/// The weakest class whose points are kept as a set.
const FIRST_KEPT: usize = Class::Three as usize;
const KEPT: usize = Class::COUNT - FIRST_KEPT;

impl Points {
    #[inline]
    fn add(&mut self, side: Side, cell: Cell, info: &PointInfo) {
        let (s, class) = (side.index(), info.class as usize);
        self.sums[s][0] += i32::from(info.weights[0]);
        self.sums[s][1] += i32::from(info.weights[1]);
        self.counts[s][class] += 1;
        if class >= FIRST_KEPT {
            self.sets[s][class - FIRST_KEPT].insert(cell);
        }
    }

    #[inline]
    fn take(&mut self, side: Side, cell: Cell, info: &PointInfo) {
        let (s, class) = (side.index(), info.class as usize);
        self.sums[s][0] -= i32::from(info.weights[0]);
        self.sums[s][1] -= i32::from(info.weights[1]);
        self.counts[s][class] -= 1;
        if class >= FIRST_KEPT {
            self.sets[s][class - FIRST_KEPT].remove(cell);
        }
    }

    #[inline]
    fn change(&mut self, tables: &Tables, change: &ShapeChange) {
        for side in Side::ALL {
            if change.old.code(side) != change.new.code(side) {
                self.take(side, change.cell, tables.point(side, change.old));
                self.add(side, change.cell, tables.point(side, change.new));
            }
        }
    }
}

impl SearchBoard {
    /// The board of a position.
    pub fn new(position: &Gomoku) -> SearchBoard {
        SearchBoard::with_tables(position, Tables::of(position.variant()))
    }

    /// The board of a position, judged by these tables.
    pub fn with_tables(position: &Gomoku, tables: &'static Tables) -> SearchBoard {
        let shapes = ShapeBoard::new(position.board(), position.variant());
        let points = Points { sums: [[0; 2]; 2], counts: [[0; Class::COUNT]; 2], sets: [[CellSet::EMPTY; KEPT]; 2] };
        let empty: CellSet = position.board().empty_cells().collect();
        let mut near = CellSet::EMPTY;
        for side in Side::ALL {
            position.board().stone_cells(side).for_each(|cell| near.insert_near(cell));
        }
        let near = vec![near.and(&CellSet::board(position.size()))];
        let played = position.moves().filter_map(|mv| mv.to()).map(Cell::new).collect();
        let to_move = position.side_to_move();
        let mut board = SearchBoard { shapes, tables, to_move, points, empty, near, played };
        for cell in empty.iter() {
            for side in Side::ALL {
                board.points.add(side, cell, tables.point(side, board.shapes.shapes(cell)));
            }
        }
        board
    }

    /// Puts a stone of the side to move on an empty cell.
    #[inline]
    pub fn make(&mut self, cell: Cell) {
        let SearchBoard { shapes, tables, points, to_move, .. } = self;
        for side in Side::ALL {
            points.take(side, cell, tables.point(side, shapes.shapes(cell)));
        }
        for change in shapes.put_listing(cell, *to_move) {
            points.change(tables, change);
        }
        self.empty.remove(cell);
        let mut near = self.near[self.near.len() - 1];
        near.insert_near(cell);
        self.near.push(near);
        self.played.push(cell);
        self.to_move = self.to_move.other();
    }

    /// Takes back the stone that was put last.
    #[inline]
    pub fn unmake(&mut self) {
        let Some(cell) = self.played.pop() else { return };
        self.to_move = self.to_move.other();
        let SearchBoard { shapes, tables, points, to_move, .. } = self;
        for change in shapes.remove_listing(cell, *to_move) {
            points.change(tables, change);
        }
        for side in Side::ALL {
            points.add(side, cell, tables.point(side, shapes.shapes(cell)));
        }
        self.empty.insert(cell);
        self.near.pop();
    }

    /// The stones.
    #[inline]
    pub fn stones(&self) -> &Board {
        self.shapes.board()
    }

    /// The variant.
    #[inline]
    pub fn variant(&self) -> Variant {
        self.shapes.variant()
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The position's key.
    #[inline]
    pub fn key(&self) -> u64 {
        self.stones().key(self.to_move)
    }

    /// The key of the position after a stone of the side to move on an empty cell.
    #[inline]
    pub fn key_after(&self, cell: Cell) -> u64 {
        self.stones().key_after(cell, self.to_move)
    }

    /// The stones put since the start, the last one last.
    #[inline]
    pub fn played(&self) -> &[Cell] {
        &self.played
    }

    /// The empty cells.
    #[inline]
    pub fn empty(&self) -> &CellSet {
        &self.empty
    }

    /// The empty cells near stones.
    #[inline]
    pub fn candidates(&self) -> CellSet {
        self.near[self.near.len() - 1].and(&self.empty)
    }

    /// What is known about an empty cell for a side.
    #[inline]
    pub fn point(&self, side: Side, cell: Cell) -> &'static PointInfo {
        self.tables.point(side, self.shapes.shapes(cell))
    }

    /// The class of an empty cell for a side.
    #[inline]
    pub fn class(&self, side: Side, cell: Cell) -> Class {
        self.point(side, cell).class
    }

    /// The shapes of a cell.
    #[inline]
    pub fn shapes(&self, cell: Cell) -> CellShapes {
        self.shapes.shapes(cell)
    }

    /// How many empty cells have a class for a side.
    #[inline]
    pub fn count(&self, side: Side, class: Class) -> u16 {
        self.points.counts[side.index()][class as usize]
    }

    /// How many empty cells make a four for a side, but neither an open four nor five.
    #[inline]
    pub fn plain_fours(&self, side: Side) -> u16 {
        let counts = &self.points.counts[side.index()];
        counts[Class::Four as usize] + counts[Class::FourPlus as usize] + counts[Class::FourThree as usize]
    }

    /// Whether a side can make a four of any kind.
    #[inline]
    pub fn has_four(&self, side: Side) -> bool {
        self.plain_fours(side) + self.count(side, Class::OpenFour) > 0
    }

    /// The empty cells of a class from [`Class::Three`] on.
    #[inline]
    pub fn cells(&self, side: Side, class: Class) -> &CellSet {
        &self.points.sets[side.index()][class as usize - FIRST_KEPT]
    }

    /// The empty cells of all classes from one on (at least [`Class::Three`]) that makes a side.
    pub fn cells_from(&self, side: Side, class: Class) -> CellSet {
        let sets = &self.points.sets[side.index()][class as usize - FIRST_KEPT..];
        sets.iter().fold(CellSet::EMPTY, |all, set| all.or(set))
    }

    /// Whether renju forbids a cell to a side.
    #[inline]
    pub fn is_forbidden(&mut self, side: Side, cell: Cell) -> bool {
        if self.variant() != Variant::Renju || side == Side::Second {
            return false;
        }
        let info = self.point(side, cell);
        match info.class {
            Class::Five => false,
            Class::Forbidden => true,
            _ => info.may_be_double_three && self.shapes.forbidden(cell).is_some(),
        }
    }

    /// Whether a side may put a stone on an empty cell only by other rules than everywhere.
    #[inline]
    pub fn has_forbidden_points(&self, side: Side) -> bool {
        self.variant() == Variant::Renju && side == Side::First
    }

    /// The static evaluation for the side to move.
    #[inline]
    pub fn evaluate(&self) -> Score {
        let (own, other) = (self.to_move, self.to_move.other());
        self.points.sums[own.index()][0] - self.points.sums[other.index()][1]
            + self.tables.threat(own, self.threat_mask())
    }

    /// Which threats there are at all: one bit each.
    #[inline]
    pub fn threat_mask(&self) -> usize {
        let (own, other) = (self.to_move, self.to_move.other());
        let has = |side: Side, a: Class, b: Class| usize::from(self.count(side, a) + self.count(side, b) > 0);
        let one = |side: Side, class: Class| usize::from(self.count(side, class) > 0);
        one(own, Class::Three)
            | has(own, Class::ThreePlus, Class::DoubleThree) << 1
            | one(own, Class::Four) << 2
            | has(own, Class::FourPlus, Class::FourThree) << 3
            | one(other, Class::Three) << 4
            | has(other, Class::ThreePlus, Class::DoubleThree) << 5
            | one(other, Class::Four) << 6
            | has(other, Class::FourPlus, Class::FourThree) << 7
            | one(other, Class::OpenFour) << 8
            | one(other, Class::Five) << 9
    }
}
