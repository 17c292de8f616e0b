//! `shapes`: what a stone makes in each of the four directions, by the names that players use.
//!
//! The shapes are those of [`Shape`]; the board of the rules keeps those of every point for both sides, and reads
//! only the ten neighbours in each direction anew when a stone comes or goes. All that is added here is the weights:
//!
//! | made | attack | defence |
//! | --- | --- | --- |
//! | open four | 5000 | 1200 |
//! | winning fork | 1500 | 700 |
//! | double three | 300 | 200 |
//! | open three | 300 | 150 |
//! | four | 100 | 60 |
//! | three | 50 | 30 |
//! | open two | 50 | 30 |
//! | two | 12 | 8 |
//! | open one | 6 | 3 |
//! | one | 2 | 1 |
//!
//! A winning fork is a four together with another four or an open three, a double three two open threes; both count
//! beside what they are made of. An own open four is worth more than all that can be defended, and an opponent's more
//! than an own double three, which comes a move later.

use sdk::rules::Side;
use sdk::rules::gomoku::{Cell, Shape, ShapeBoard};

use super::{Change, Method, Part, Weight};

/// Things that stones make, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Made {
    OpenFour,
    WinningFork,
    DoubleThree,
    OpenThree,
    Four,
    Three,
    OpenTwo,
    Two,
    OpenOne,
    One,
}

/// Name and weight of each, in the same order.
pub(super) const WEIGHTS: [(&str, Weight); 10] = [
    ("open four", Weight::new(5000, 1200)),
    ("winning fork", Weight::new(1500, 700)),
    ("double three", Weight::new(300, 200)),
    ("open three", Weight::new(300, 150)),
    ("four", Weight::new(100, 60)),
    ("three", Weight::new(50, 30)),
    ("open two", Weight::new(50, 30)),
    ("two", Weight::new(12, 8)),
    ("open one", Weight::new(6, 3)),
    ("one", Weight::new(2, 1)),
];

/// The method; the board itself is its table.
pub struct Shapes;

impl Method for Shapes {
    fn change(&mut self, _board: &ShapeBoard, _at: Cell, _side: Side, _change: Change) {}

    fn parts(&self, board: &ShapeBoard, at: Cell, side: Side) -> Vec<Part> {
        let mut made: Vec<Made> = board.shapes(at).all(side).into_iter().filter_map(made).collect();
        let count = |kinds: &[Made]| made.iter().filter(|made| kinds.contains(made)).count();
        let (fours, threes) = (count(&[Made::OpenFour, Made::Four]), count(&[Made::OpenThree]));
        if fours > 0 && fours + threes > 1 {
            made.push(Made::WinningFork);
        } else if threes > 1 {
            made.push(Made::DoubleThree);
        }
        made.sort_unstable();
        let part = |equal: &[Made]| {
            let (what, weight) = WEIGHTS[equal[0] as usize];
            Part { what, count: equal.len() as u32, weight }
        };
        made.chunk_by(|a, b| a == b).map(part).collect()
    }
}

/// What counts of a shape; nothing where no five can come of it, and a five is not this method's matter.
fn made(shape: Shape) -> Option<Made> {
    match shape {
        Shape::OpenFour => Some(Made::OpenFour),
        Shape::Four => Some(Made::Four),
        Shape::OpenThree | Shape::OpenThreeWide => Some(Made::OpenThree),
        Shape::Three => Some(Made::Three),
        Shape::OpenTwo | Shape::OpenTwoWide | Shape::OpenTwoWidest => Some(Made::OpenTwo),
        Shape::Two => Some(Made::Two),
        Shape::OpenOne => Some(Made::OpenOne),
        Shape::One => Some(Made::One),
        Shape::Dead | Shape::Five | Shape::Overline | Shape::DoubleFour => None,
    }
}
