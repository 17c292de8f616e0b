//! A board that keeps the shape of every point, for engines.

use super::board::Board;
use super::cell::{Cell, Direction};
use super::forbidden::{self, ForbiddenKind};
use super::line;
use super::shape::{Shape, ShapePair};
use super::shape_table::ShapeTable;
use crate::{Side, Variant};

/// The shapes of a point in the four directions, for both sides: four bytes in the order of [`Direction::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellShapes(u32);

impl CellShapes {
    /// The shape that a stone of `side` would make in one direction.
    #[must_use]
    #[inline]
    pub const fn of(self, side: Side, direction: Direction) -> Shape {
        ShapePair::from_bits((self.0 >> (8 * direction.index())) as u8).of(side)
    }

    /// The shapes that a stone of `side` would make, in the order of [`Direction::ALL`].
    #[must_use]
    #[inline]
    pub fn all(self, side: Side) -> [Shape; 4] {
        Direction::ALL.map(|direction| self.of(side, direction))
    }

    /// These shapes with others in one direction.
    #[inline]
    const fn with(self, direction: Direction, pair: ShapePair) -> CellShapes {
        let shift = 8 * direction.index();
        CellShapes(self.0 & !(0xff << shift) | (pair.bits() as u32) << shift)
    }

    /// The shapes of `side` as a number for tables: four bits for each direction, the first one lowest.
    #[must_use]
    #[inline]
    pub const fn code(self, side: Side) -> u16 {
        let nibbles = (self.0 >> (4 * side.index())) & 0x0f0f_0f0f;
        let pairs = (nibbles | nibbles >> 4) & 0x00ff_00ff;
        (pairs | pairs >> 8) as u16
    }
}

/// An empty cell whose shapes a move changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShapeChange {
    /// The cell.
    pub cell: Cell,
    /// Its shapes before the move.
    pub old: CellShapes,
    /// Its shapes after the move.
    pub new: CellShapes,
}

/// A move changes at most 40 cells, each in one direction. The power of two spares the check of an index.
const CHANGES: usize = 64;

/// A [`Board`] with the shapes of every point for both sides, kept up to date by [`put`](ShapeBoard::put) and
/// [`remove`](ShapeBoard::remove). Engines search on it.
///
/// The shapes of a point do not depend on what stands on it, so they are right for stones as well: what that stone makes.
#[derive(Clone)]
pub struct ShapeBoard {
    board: Board,
    cells: Box<[CellShapes; Cell::COUNT]>,
    table: &'static ShapeTable,
    variant: Variant,
    /// What the last listing move changed.
    changes: Box<[ShapeChange; CHANGES]>,
}

impl ShapeBoard {
    /// The shapes of a board by the rules of a variant.
    #[must_use]
    pub fn new(board: &Board, variant: Variant) -> ShapeBoard {
        let table = ShapeTable::of(variant);
        let shapes_of = |cell| {
            Direction::ALL.into_iter().fold(CellShapes::default(), |shapes, direction| {
                let (line, slot) = board.line(cell, direction);
                shapes.with(direction, table.shapes(line, slot))
            })
        };
        let mut cells = Box::new([CellShapes::default(); Cell::COUNT]);
        for cell in Cell::all() {
            cells[cell.index()] = shapes_of(cell);
        }
        ShapeBoard { board: board.clone(), cells, table, variant, changes: Box::new([ShapeChange::default(); CHANGES]) }
    }

    /// The stones.
    #[must_use]
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The variant whose rules the shapes follow.
    #[must_use]
    #[inline]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The shapes of a cell of the board, be it empty or not.
    #[must_use]
    #[inline]
    pub fn shapes(&self, cell: Cell) -> CellShapes {
        self.cells[cell.index()]
    }

    /// Puts a stone on an empty cell of the board.
    #[inline]
    pub fn put(&mut self, cell: Cell, side: Side) {
        self.board.put(cell, side);
        self.update::<false>(cell);
    }

    /// Takes away a stone that `side` has on a cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell, side: Side) {
        self.board.remove(cell, side);
        self.update::<false>(cell);
    }

    /// Like [`put`](ShapeBoard::put), and lists what changed, so that an engine can keep its own sums beside the board.
    #[inline]
    pub fn put_listing(&mut self, cell: Cell, side: Side) -> &[ShapeChange] {
        self.board.put(cell, side);
        let count = self.update::<true>(cell);
        &self.changes[..count]
    }

    /// Like [`remove`](ShapeBoard::remove), and lists what changed: what the [`put_listing`](ShapeBoard::put_listing) that
    /// it undoes did, with old and new exchanged.
    #[inline]
    pub fn remove_listing(&mut self, cell: Cell, side: Side) -> &[ShapeChange] {
        self.board.remove(cell, side);
        let count = self.update::<true>(cell);
        &self.changes[..count]
    }

    /// Why Black may not put a stone on an empty cell, `None` where it may or where the variant is not renju.
    ///
    /// Needs the board only for a moment to try stones on; it is unchanged afterwards.
    pub fn forbidden(&mut self, cell: Cell) -> Option<ForbiddenKind> {
        if self.variant != Variant::Renju {
            return None;
        }
        let shapes = self.shapes(cell).all(Side::First);
        forbidden::forbidden_by_shapes(&mut self.board, cell, shapes)
    }

    /// Reads the shapes of the neighbours of a cell anew and returns how many changes it listed. The shapes of the cell
    /// itself do not depend on what stands on it.
    #[inline]
    fn update<const LIST: bool>(&mut self, cell: Cell) -> usize {
        match self.variant {
            // Where six win like five, a shape does not depend on the outermost neighbours.
            Variant::Gomoku => self.update_within::<4, LIST>(cell),
            _ => self.update_within::<5, LIST>(cell),
        }
    }

    fn update_within<const REACH: i16, const LIST: bool>(&mut self, cell: Cell) -> usize {
        let mut count = 0;
        for direction in Direction::ALL {
            let (line, slot) = self.board.line(cell, direction);
            for steps in (-REACH..0).chain(1..=REACH) {
                let slot = slot.wrapping_add_signed(steps as i8);
                let neighbour = cell.step(direction, steps);
                let old = self.cells[neighbour.index()];
                let new = old.with(direction, self.table.shapes(line, slot));
                self.cells[neighbour.index()] = new;
                if LIST {
                    // Written always and counted by arithmetic: a branch here would be guessed wrong half the time.
                    self.changes[count % CHANGES] = ShapeChange { cell: neighbour, old, new };
                    count += usize::from((old != new) & (line::point_bits(line, slot) == line::EMPTY));
                }
            }
        }
        count
    }
}
