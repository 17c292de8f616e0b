//! Stones on a board, as bit lines in all four directions.

use super::cell::{Cell, Direction, MARGIN, MAX_SIZE, SLOTS};
use super::line;
use super::zobrist;
use crate::{Point, Side};

/// Stones on a square board of 5 to 22 points a side, without rules: who moves, who won and what is forbidden is
/// known elsewhere.
///
/// Every stone stands in four lines (row, file and both diagonals), each one machine word, so that what happens along a line
/// is answered by shifting one word. [`put`](Board::put) and [`remove`](Board::remove) change four words and the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    lines: [[u64; LINES]; 4],
    /// Zobrist key of the stones.
    key: u64,
    stones: u16,
    size: u8,
}

/// Lines of one direction in the grid of cells, rounded up to a power of two so that an index needs no check.
const LINES: usize = 64;

impl Board {
    /// An empty board of `size` points a side, at most [`MAX_SIZE`].
    pub(crate) fn new(size: u8) -> Board {
        debug_assert!(size <= MAX_SIZE);
        let mut board = Board { lines: [[0; LINES]; 4], key: zobrist::board(size), stones: 0, size };
        for row in 0..size {
            for file in 0..size {
                let cell = Cell::at(file, row);
                for direction in Direction::ALL {
                    let (index, slot) = line_of(cell, direction);
                    board.lines[direction.index()][index] |= line::empty_point(slot);
                }
            }
        }
        board
    }

    /// Points a side.
    #[must_use]
    #[inline]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// How many stones stand on the board.
    #[must_use]
    #[inline]
    pub fn stone_count(&self) -> usize {
        usize::from(self.stones)
    }

    /// How many points are empty.
    #[must_use]
    #[inline]
    pub fn empty_count(&self) -> usize {
        usize::from(self.size) * usize::from(self.size) - self.stone_count()
    }

    /// Zobrist key of the stones and the size, with the side to move mixed in.
    #[must_use]
    #[inline]
    pub fn key(&self, to_move: Side) -> u64 {
        self.key ^ zobrist::to_move(to_move)
    }

    /// What [`key`](Board::key) will be after a stone of `side`, the side to move, on an empty cell.
    #[must_use]
    #[inline]
    pub fn key_after(&self, cell: Cell, side: Side) -> u64 {
        self.key ^ zobrist::stone(cell, side) ^ zobrist::to_move(side.other())
    }

    /// Whether a point is on the board.
    #[must_use]
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        point.file < self.size && point.row < self.size
    }

    /// The stone on a cell of the board.
    #[must_use]
    #[inline]
    pub fn stone(&self, cell: Cell) -> Option<Side> {
        match self.bits(cell) {
            0b01 => Some(Side::First),
            0b10 => Some(Side::Second),
            _ => None,
        }
    }

    /// Whether a cell is on the board and empty.
    #[must_use]
    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.bits(cell) == 0b11
    }

    /// Puts a stone on an empty cell of the board. On any other cell the board is wrong afterwards.
    #[inline]
    pub fn put(&mut self, cell: Cell, side: Side) {
        debug_assert!(self.is_empty(cell), "{:?} is not empty", cell.point());
        self.toggle(cell, side);
        self.stones = self.stones.wrapping_add(1);
    }

    /// Takes away a stone that `side` has on a cell. Where there is none the board is wrong afterwards.
    #[inline]
    pub fn remove(&mut self, cell: Cell, side: Side) {
        debug_assert_eq!(self.stone(cell), Some(side), "no such stone on {:?}", cell.point());
        self.toggle(cell, side);
        self.stones = self.stones.wrapping_sub(1);
    }

    /// The empty cells, row by row from the bottom, each from the left.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells_of(line::empties)
    }

    /// The cells with stones of a side, row by row from the bottom, each from the left.
    pub fn stone_cells(&self, side: Side) -> impl Iterator<Item = Cell> + '_ {
        self.cells_of(move |line| line::stones(line, side))
    }

    /// The word of the line of a direction through a cell, and the cell's slot in it.
    #[inline]
    pub(crate) fn line(&self, cell: Cell, direction: Direction) -> (u64, u8) {
        let (index, slot) = line_of(cell, direction);
        (self.lines[direction.index()][index], slot)
    }

    /// The lines of a direction that can hold points of the board, with their index.
    pub(crate) fn lines(&self, direction: Direction) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.lines[direction.index()].iter().copied().enumerate().filter(|(_, line)| *line != 0)
    }

    #[inline]
    fn bits(&self, cell: Cell) -> u64 {
        let (line, slot) = self.line(cell, Direction::Horizontal);
        line::point_bits(line, slot)
    }

    #[inline]
    fn toggle(&mut self, cell: Cell, side: Side) {
        for direction in Direction::ALL {
            let (index, slot) = line_of(cell, direction);
            self.lines[direction.index()][index] ^= line::stone_bit(slot, side);
        }
        self.key ^= zobrist::stone(cell, side);
    }

    fn cells_of(&self, select: impl Fn(u64) -> u64) -> impl Iterator<Item = Cell> {
        self.lines[Direction::Horizontal.index()]
            .iter()
            .zip(0..)
            .skip(MARGIN.into())
            .take(self.size.into())
            .flat_map(move |(line, row)| line::slots(select(*line)).map(move |file| Cell::from_slots(file, row)))
    }
}

/// The index of the line of a direction through a cell, and the cell's slot in it.
#[inline]
pub(crate) const fn line_of(cell: Cell, direction: Direction) -> (usize, u8) {
    let (file, row) = (cell.file_slot(), cell.row_slot());
    let (index, slot) = match direction {
        Direction::Horizontal => (row, file),
        Direction::Vertical => (file, row),
        Direction::Rising => (row + (SLOTS - 1) - file, file),
        Direction::Falling => (row + file, file),
    };
    (index as usize & (LINES - 1), slot)
}

/// The cell in a slot of a line that has a point there: the inverse of [`line_of`].
pub(crate) const fn cell_on(direction: Direction, index: usize, slot: u8) -> Cell {
    let index = index as u8;
    match direction {
        Direction::Horizontal => Cell::from_slots(slot, index),
        Direction::Vertical => Cell::from_slots(index, slot),
        Direction::Rising => Cell::from_slots(slot, index + slot - (SLOTS - 1)),
        Direction::Falling => Cell::from_slots(slot, index - slot),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_found_again_on_each_of_its_lines() {
        for (file, row) in (0..MAX_SIZE).flat_map(|row| (0..MAX_SIZE).map(move |file| (file, row))) {
            let cell = Cell::at(file, row);
            assert_eq!(cell.point(), Point::new(file, row));
            for direction in Direction::ALL {
                let (index, slot) = line_of(cell, direction);
                assert_eq!(cell_on(direction, index, slot), cell, "{direction:?}");
            }
        }
    }

    #[test]
    fn a_step_moves_one_slot_along_the_line() {
        let cell = Cell::at(10, 10);
        for direction in Direction::ALL {
            let (index, slot) = line_of(cell, direction);
            for steps in -5..=5 {
                let expected = (index, slot.wrapping_add_signed(steps as i8));
                assert_eq!(line_of(cell.step(direction, steps), direction), expected);
            }
        }
    }

    #[test]
    fn boards_of_every_size_have_their_lines() {
        for size in 1..=MAX_SIZE {
            let board = Board::new(size);
            let counts = Direction::ALL.map(|direction| board.lines(direction).count());
            let size = usize::from(size);
            assert_eq!(counts, [size, size, 2 * size - 1, 2 * size - 1]);
            assert_eq!(board.empty_cells().count(), size * size);
        }
    }
}
