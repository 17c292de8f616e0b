//! Sets of cells as bit rows of the grid in which all boards lie.

use sdk::rules::gomoku::Cell;

/// Columns of the grid: one bit each in a row's word.
const COLUMNS: usize = 32;
const ROWS: usize = Cell::COUNT / COLUMNS;
/// Index of the cell of a1.
const ORIGIN: usize = Cell::at(0, 0).index();

/// The cell with an index that [`Cell::index`] gave for a point of a board.
#[inline]
pub const fn cell_at(index: usize) -> Cell {
    let offset = index.wrapping_sub(ORIGIN);
    Cell::at((offset % COLUMNS) as u8, (offset / COLUMNS) as u8)
}

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellSet([u32; ROWS]);

impl CellSet {
    /// The set without cells.
    pub const EMPTY: CellSet = CellSet([0; ROWS]);

    /// Every point of a board.
    pub fn board(size: u8) -> CellSet {
        let mut set = CellSet::EMPTY;
        for row in 0..size {
            for file in 0..size {
                set.insert(Cell::at(file, row));
            }
        }
        set
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        let (row, bit) = place(cell);
        self.0[row] |= bit;
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        let (row, bit) = place(cell);
        self.0[row] &= !bit;
    }

    /// Whether a cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        let (row, bit) = place(cell);
        self.0[row] & bit != 0
    }

    /// Whether the set has no cells.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|row| *row == 0)
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The lowest cell.
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        let row = self.0.iter().position(|row| *row != 0)?;
        Some(cell_at(row * COLUMNS + self.0[row].trailing_zeros() as usize))
    }

    /// The cells, row by row from the bottom, each from the left.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        self.0.into_iter().enumerate().filter(|(_, bits)| *bits != 0).flat_map(|(row, mut bits)| {
            std::iter::from_fn(move || {
                let column = bits.trailing_zeros() as usize;
                let found = (bits != 0).then(|| cell_at(row * COLUMNS + column));
                bits &= bits.wrapping_sub(1);
                found
            })
        })
    }

    /// The cells of both sets.
    #[inline]
    pub fn and(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }

    /// The cells of either set.
    #[inline]
    pub fn or(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    /// Adds the cells near one, as far as they are in the grid: those at most two columns and rows away, and on the eight rays from it
    /// those up to four steps.
    #[inline]
    pub fn insert_near(&mut self, cell: Cell) {
        /// Bits of the rows from four below to four above, for a cell in column 4.
        const STENCIL: [u32; 9] = [
            0b1_0001_0001,
            0b0_1001_0010,
            0b0_0111_1100,
            0b0_0111_1100,
            0b1_1111_1111,
            0b0_0111_1100,
            0b0_0111_1100,
            0b0_1001_0010,
            0b1_0001_0001,
        ];
        let (row, column) = (cell.index() / COLUMNS, cell.index() % COLUMNS);
        for (bits, row) in STENCIL.into_iter().zip(row.wrapping_sub(4)..) {
            self.0[row & (ROWS - 1)] |= bits << column.wrapping_sub(4);
        }
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

#[inline]
fn place(cell: Cell) -> (usize, u32) {
    (cell.index() / COLUMNS, 1 << (cell.index() % COLUMNS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_in_order() {
        let board = CellSet::board(22);
        assert_eq!(board.len(), 22 * 22);
        let cells: Vec<Cell> = board.iter().collect();
        assert_eq!(cells[0], Cell::at(0, 0));
        assert_eq!(cells[23], Cell::at(1, 1));
        assert!(cells.iter().all(|cell| cell_at(cell.index()) == *cell && board.contains(*cell)));
        assert_eq!(board.first(), Some(Cell::at(0, 0)));
    }

    #[test]
    fn near_cells_are_a_square_and_eight_rays() {
        let mut near = CellSet::EMPTY;
        near.insert_near(Cell::at(10, 10));
        assert_eq!(near.len(), 25 + 8 * 2);
        for (file, row, is_near) in [(8, 8, true), (10, 14, true), (6, 14, true), (7, 8, false), (11, 13, false)] {
            assert_eq!(near.contains(Cell::at(file, row)), is_near, "{file} {row}");
        }
    }
}
