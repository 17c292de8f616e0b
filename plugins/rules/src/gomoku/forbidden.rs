//! The points that renju forbids to Black (RIF, The International Rules of Renju, 9.2 and 9.3).
//!
//! Black may not make, without making exactly five at the same time, an overline, two fours or two threes. A *three* is
//! a row to which a further stone makes a straight four: four unbroken, which two points each make exactly
//! five. It counts only if that further stone is itself allowed (by this same rule, so the definition is recursive: 9.3)
//! and does not make five at the same time.
//!
//! The shapes of a point in the four directions settle all but the threes. For these the stone is put on the board
//! and the points that would make the straight four are asked; each question puts one more stone and so the recursion ends.

use super::board::Board;
use super::cell::{Cell, Direction};
use super::line;
use super::shape::Shape;
use super::shape_table::ShapeTable;
use crate::{Side, Variant};

const BLACK: Side = Side::First;

/// Why a point is forbidden for Black in renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ForbiddenKind {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two open threes at once.
    DoubleThree,
}

impl ForbiddenKind {
    /// The word that the command line uses.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            ForbiddenKind::Overline => "overline",
            ForbiddenKind::DoubleFour => "double-four",
            ForbiddenKind::DoubleThree => "double-three",
        }
    }

    /// The name as it stands in a sentence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ForbiddenKind::Overline => "overline",
            ForbiddenKind::DoubleFour => "double four",
            ForbiddenKind::DoubleThree => "double three",
        }
    }
}

/// The forbidden points of a board with their reasons, row by row from the bottom.
pub(crate) fn forbidden_cells(board: &Board) -> Vec<(Cell, ForbiddenKind)> {
    let mut scratch = board.clone();
    let mut search = Search::new(&mut scratch);
    board.empty_cells().filter_map(|cell| Some((cell, search.forbidden(cell)?))).collect()
}

/// Why an empty point is forbidden, `None` where it is not.
pub(crate) fn forbidden(board: &Board, cell: Cell) -> Option<ForbiddenKind> {
    Search::new(&mut board.clone()).forbidden(cell)
}

/// Whether Black can be anywhere without losing at once.
pub(crate) fn has_allowed_point(board: &Board) -> bool {
    let mut scratch = board.clone();
    let mut search = Search::new(&mut scratch);
    board.empty_cells().any(|cell| search.forbidden(cell).is_none())
}

/// [`forbidden`] where the shapes of the cell are known; tries stones on the board and takes them away again.
pub(crate) fn forbidden_by_shapes(board: &mut Board, cell: Cell, shapes: [Shape; 4]) -> Option<ForbiddenKind> {
    let tally = Tally::new(shapes);
    tally.verdict().unwrap_or_else(|| Search::new(board).double_three(cell))
}

/// A board on which stones are tried.
struct Search<'a> {
    board: &'a mut Board,
    table: &'static ShapeTable,
}

impl Search<'_> {
    fn new(board: &mut Board) -> Search<'_> {
        Search { board, table: ShapeTable::of(Variant::Renju) }
    }

    fn forbidden(&mut self, cell: Cell) -> Option<ForbiddenKind> {
        let tally = self.tally(cell);
        tally.verdict().unwrap_or_else(|| self.double_three(cell))
    }

    fn shape(&self, cell: Cell, direction: Direction) -> Shape {
        let (line, slot) = self.board.line(cell, direction);
        self.table.shapes(line, slot).of(BLACK)
    }

    fn tally(&self, cell: Cell) -> Tally {
        Tally::new(Direction::ALL.map(|direction| self.shape(cell, direction)))
    }

    fn double_three(&mut self, cell: Cell) -> Option<ForbiddenKind> {
        self.makes_two_threes(cell).then_some(ForbiddenKind::DoubleThree)
    }

    /// Whether a stone on an empty cell makes two real threes. Stops as soon as that is settled either way.
    fn makes_two_threes(&mut self, cell: Cell) -> bool {
        let is_three = Direction::ALL
            .map(|direction| matches!(self.shape(cell, direction), Shape::OpenThree | Shape::OpenThreeWide));
        let mut open = is_three.iter().filter(|three| **three).count();
        let mut real = 0;
        self.board.put(cell, BLACK);
        for (direction, _) in Direction::ALL.into_iter().zip(is_three).filter(|(_, three)| *three) {
            if real == 2 || real + open < 2 {
                break;
            }
            open -= 1;
            real += usize::from(self.is_real_three(cell, direction));
        }
        self.board.remove(cell, BLACK);
        real == 2
    }

    /// Whether a point makes the straight four of a three through a stone, and is allowed.
    fn is_real_three(&mut self, stone: Cell, direction: Direction) -> bool {
        row_ends(self.board, stone, direction).into_iter().any(|cell| {
            self.board.is_empty(cell)
                && self.shape(cell, direction) == Shape::OpenFour
                && self.is_allowed_without_five(cell)
        })
    }

    fn is_allowed_without_five(&mut self, cell: Cell) -> bool {
        let tally = self.tally(cell);
        !tally.has_five() && tally.verdict().map_or_else(|| !self.makes_two_threes(cell), |kind| kind.is_none())
    }
}

/// The points before and behind the unbroken row through a black stone, be they empty or not: only there can one more
/// stone make a straight four with this one.
fn row_ends(board: &Board, stone: Cell, direction: Direction) -> [Cell; 2] {
    let (line, slot) = board.line(stone, direction);
    let others = !line::stones(line, BLACK) & line::ALL_POINTS;
    let above = others & (u64::MAX << (2 * slot));
    let below = others & !(u64::MAX << (2 * slot));
    let steps_up = line::first_slot(above) as i16 - i16::from(slot);
    let steps_down = line::last_slot(below) as i16 - i16::from(slot);
    [stone.step(direction, steps_down), stone.step(direction, steps_up)]
}

/// What the shapes of a point in four directions add up to for Black: each field counts one kind.
#[derive(Clone, Copy)]
struct Tally(u32);

impl Tally {
    const THREE: u32 = 1;
    const FOUR: u32 = 1 << 8;
    const OVERLINE: u32 = 1 << 16;
    const FIVE: u32 = 1 << 24;

    fn new(shapes: [Shape; 4]) -> Tally {
        Tally(shapes.map(Tally::of).iter().sum())
    }

    const fn of(shape: Shape) -> u32 {
        match shape {
            Shape::OpenThree | Shape::OpenThreeWide => Tally::THREE,
            Shape::Four | Shape::OpenFour => Tally::FOUR,
            Shape::DoubleFour => 2 * Tally::FOUR,
            Shape::Overline => Tally::OVERLINE,
            Shape::Five => Tally::FIVE,
            _ => 0,
        }
    }

    /// Whether the stone makes five.
    const fn has_five(self) -> bool {
        self.0 >= Tally::FIVE
    }

    /// Whether and why the point is forbidden, `None` where that hangs on whether its threes are real.
    const fn verdict(self) -> Option<Option<ForbiddenKind>> {
        if self.has_five() {
            Some(None)
        } else if self.0 >= Tally::OVERLINE {
            Some(Some(ForbiddenKind::Overline))
        } else if self.0 >= 2 * Tally::FOUR {
            Some(Some(ForbiddenKind::DoubleFour))
        } else if self.0 & 0xff < 2 {
            Some(None)
        } else {
            None
        }
    }
}
