//! The eight symmetries of the square board.

use super::board::Board;
use super::cell::Cell;
use super::{Gomoku, Played};
use crate::{Point, Position, Side};

/// One of the eight ways to map a square board onto itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// A quarter turn, anticlockwise.
    Quarter,
    /// A half turn.
    Half,
    /// Three quarters of a turn, anticlockwise.
    ThreeQuarters,
    /// Left and right change places.
    MirrorFiles,
    /// Bottom and top change places.
    MirrorRows,
    /// Mirrored in the diagonal from bottom left: file and row change places.
    Diagonal,
    /// Mirrored in the other diagonal.
    OtherDiagonal,
}

impl Symmetry {
    /// Every symmetry, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::Quarter,
        Symmetry::Half,
        Symmetry::ThreeQuarters,
        Symmetry::MirrorFiles,
        Symmetry::MirrorRows,
        Symmetry::Diagonal,
        Symmetry::OtherDiagonal,
    ];

    /// Where a point of a board of `size` points a side goes. Points off the board go to points off the board.
    #[must_use]
    pub const fn apply(self, point: Point, size: u8) -> Point {
        let Point { file, row } = point;
        let last = size.wrapping_sub(1);
        let (far_file, far_row) = (last.wrapping_sub(file), last.wrapping_sub(row));
        match self {
            Symmetry::Identity => Point::new(file, row),
            Symmetry::Quarter => Point::new(far_row, file),
            Symmetry::Half => Point::new(far_file, far_row),
            Symmetry::ThreeQuarters => Point::new(row, far_file),
            Symmetry::MirrorFiles => Point::new(far_file, row),
            Symmetry::MirrorRows => Point::new(file, far_row),
            Symmetry::Diagonal => Point::new(row, file),
            Symmetry::OtherDiagonal => Point::new(far_row, far_file),
        }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Quarter => Symmetry::ThreeQuarters,
            Symmetry::ThreeQuarters => Symmetry::Quarter,
            other => other,
        }
    }

    fn board(self, board: &Board) -> Board {
        let mut image = Board::new(board.size());
        for side in Side::ALL {
            for cell in board.stone_cells(side) {
                image.put(self.cell(cell, board.size()), side);
            }
        }
        image
    }

    const fn cell(self, cell: Cell, size: u8) -> Cell {
        Cell::new(self.apply(cell.point(), size))
    }
}

impl Gomoku {
    /// The position as a symmetry shows it, with its moves.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Gomoku {
        let image = |played: &Played| Played { cell: symmetry.cell(played.cell, self.size()), ..*played };
        Gomoku {
            board: Box::new(symmetry.board(&self.board)),
            played: self.played.iter().map(image).collect(),
            ..self.clone()
        }
    }

    /// A number that a position shares with its mirrored and turned images: the least of their keys.
    #[must_use]
    pub fn canonical_key(&self) -> u64 {
        self.canonical().0
    }

    /// The [`canonical_key`](Gomoku::canonical_key) and a symmetry that leads to the image whose key it is.
    #[must_use]
    pub fn canonical(&self) -> (u64, Symmetry) {
        let key = |symmetry: Symmetry| (symmetry.board(&self.board).key(self.side_to_move()), symmetry);
        Symmetry::ALL.into_iter().map(key).min().expect("there are eight symmetries")
    }

    /// The symmetries that leave the stones as they are, the identity first.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::ALL.into_iter().filter(|symmetry| symmetry.board(&self.board) == *self.board).collect()
    }
}
