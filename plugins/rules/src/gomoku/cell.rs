//! Board points as indices into fixed tables, and the four directions of lines.

use crate::Point;

/// Points a side that a board may have at most.
pub const MAX_SIZE: u8 = 22;

/// Points of margin on each side of a board: as far as the pattern of a point looks along a line.
pub(crate) const MARGIN: u8 = 5;

/// Columns and rows of the grid in which boards of every size lie: 22 points and a margin of 5 on both sides.
pub(crate) const SLOTS: u8 = MAX_SIZE + 2 * MARGIN;

const STRIDE: u16 = SLOTS as u16;

/// A point of a board as an index below [`Cell::COUNT`].
///
/// Boards of every size lie in one grid of 32 by 32, so tables need no size and a step along a line is a constant.
/// Between a [`Point`] on the board and its cell there is a one-to-one relation, the same for all sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u16);

impl Cell {
    /// The length of a table indexed by cells.
    pub const COUNT: usize = SLOTS as usize * SLOTS as usize;

    /// The cell of a point; meaningful where both coordinates are below [`MAX_SIZE`].
    #[must_use]
    #[inline]
    pub const fn new(point: Point) -> Cell {
        Cell::at(point.file, point.row)
    }

    /// The cell at a file and a row, both from 0 and below [`MAX_SIZE`].
    #[must_use]
    #[inline]
    pub const fn at(file: u8, row: u8) -> Cell {
        Cell::from_slots(file.wrapping_add(MARGIN), row.wrapping_add(MARGIN))
    }

    /// The point that the cell stands for.
    #[must_use]
    #[inline]
    pub const fn point(self) -> Point {
        Point::new(self.file(), self.row())
    }

    /// Every cell of the grid, those that are on no board included.
    pub(crate) fn all() -> impl Iterator<Item = Cell> {
        (0..Cell::COUNT as u16).map(Cell)
    }

    /// The index, below [`Cell::COUNT`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & (Cell::COUNT - 1)
    }

    /// Column from the left, from 0.
    #[must_use]
    #[inline]
    pub const fn file(self) -> u8 {
        self.file_slot().wrapping_sub(MARGIN)
    }

    /// Row from the bottom, from 0.
    #[must_use]
    #[inline]
    pub const fn row(self) -> u8 {
        self.row_slot().wrapping_sub(MARGIN)
    }

    /// The cell in a column and a row of the grid, both below 32.
    #[inline]
    pub(crate) const fn from_slots(file: u8, row: u8) -> Cell {
        Cell((row as u16 * STRIDE + file as u16) & (Cell::COUNT as u16 - 1))
    }

    /// Column of the grid, below 32: the file and the margin.
    #[inline]
    pub(crate) const fn file_slot(self) -> u8 {
        (self.0 % STRIDE) as u8
    }

    /// Row of the grid, below 32: the row and the margin.
    #[inline]
    pub(crate) const fn row_slot(self) -> u8 {
        (self.0 / STRIDE) as u8
    }

    /// The cell `steps` points further along a direction. Up to five steps from a board point stay in the grid.
    #[must_use]
    #[inline]
    pub const fn step(self, direction: Direction, steps: i16) -> Cell {
        Cell(self.0.wrapping_add_signed(direction.stride() * steps) & (Cell::COUNT as u16 - 1))
    }
}

/// The four directions in which stones form lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Along a row, to the right.
    Horizontal,
    /// Along a file, upwards.
    Vertical,
    /// Diagonally, to the right and up.
    Rising,
    /// Diagonally, to the right and down.
    Falling,
}

impl Direction {
    /// Every direction, in the order of their indices.
    pub const ALL: [Direction; 4] = [Direction::Horizontal, Direction::Vertical, Direction::Rising, Direction::Falling];

    /// 0 to 3: an index into four-element arrays.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How much the cell index grows with one step.
    const fn stride(self) -> i16 {
        match self {
            Direction::Horizontal => 1,
            Direction::Vertical => STRIDE as i16,
            Direction::Rising => STRIDE as i16 + 1,
            Direction::Falling => 1 - STRIDE as i16,
        }
    }
}
