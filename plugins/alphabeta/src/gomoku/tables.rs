//! What the search looks up for a point: class, weights and first guess of a move's worth, by variant, side and code.

use std::sync::OnceLock;

use sdk::rules::gomoku::{CellShapes, Shape};
use sdk::rules::{Side, Variant};

use super::class::Class;
use super::codes;
use super::weights::Weights;

/// What is known about a code for one side.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointInfo {
    /// Weights of the evaluation when the side is to move and when it is not.
    pub weights: [i16; 2],
    /// How promising a move there is for the side.
    pub attack: i16,
    /// The class.
    pub class: Class,
    /// Whether renju may forbid the point because of two threes.
    pub may_be_double_three: bool,
}

/// The tables of a variant.
pub struct Tables {
    codes: &'static [u16; 1 << 16],
    points: [Vec<PointInfo>; 2],
    threats: [Vec<i16>; 2],
}

impl Tables {
    /// The tables of a variant with the weights that come with the engine, built when first asked for.
    pub fn of(variant: Variant) -> &'static Tables {
        static TABLES: [OnceLock<Tables>; 3] = [const { OnceLock::new() }; 3];
        let index = match variant {
            Variant::GomokuStandard => 1,
            Variant::Renju => 2,
            _ => 0,
        };
        TABLES[index].get_or_init(|| Tables::new(variant, &Weights::shipped()))
    }

    /// The tables of a variant with these weights.
    pub fn new(variant: Variant, weights: &Weights) -> Tables {
        let points = Side::ALL.map(|side| {
            let straight = variant == Variant::Renju && side == Side::First;
            let weights = weights.of(variant, side);
            let infos = codes::SHAPES_OF.iter().enumerate().map(|(code, shapes)| {
                let class = Class::of(*shapes, straight);
                PointInfo {
                    weights: [weights.mover[code], weights.waiter[code]],
                    attack: attack_value(*shapes, class),
                    class,
                    may_be_double_three: straight && Class::may_be_double_three(*shapes),
                }
            });
            infos.collect()
        });
        let threats = Side::ALL.map(|side| weights.of(variant, side).threats.clone());
        Tables { codes: &codes::CODES, points, threats }
    }

    /// What is known about a point with these shapes.
    #[inline]
    pub fn point(&self, side: Side, shapes: CellShapes) -> &PointInfo {
        &self.points[side.index()][usize::from(self.codes[usize::from(shapes.code(side))])]
    }

    /// The weight of a threat mask when `side` is to move.
    #[inline]
    pub fn threat(&self, side: Side, mask: usize) -> i32 {
        self.threats[side.index()][mask].into()
    }
}

/// How promising a move is that makes these shapes.
fn attack_value(shapes: [Shape; 4], class: Class) -> i16 {
    let by_class = match class {
        Class::Quiet | Class::Forbidden | Class::Two | Class::BlockedThree => 0,
        Class::DoubleTwo => 30,
        Class::BlockedThreePlus => 40,
        Class::Three => 60,
        Class::ThreePlus => 110,
        Class::DoubleThree => 400,
        Class::Four => 60,
        Class::FourPlus => 130,
        Class::FourThree => 700,
        Class::OpenFour => 1500,
        Class::Five => 3000,
    };
    by_class + shapes.map(shape_value).iter().sum::<i16>()
}

const fn shape_value(shape: Shape) -> i16 {
    match shape {
        Shape::Dead | Shape::Overline | Shape::DoubleFour => 0,
        Shape::One => 2,
        Shape::OpenOne => 8,
        Shape::Two => 10,
        Shape::OpenTwo => 28,
        Shape::OpenTwoWide => 33,
        Shape::OpenTwoWidest => 38,
        Shape::Three => 32,
        Shape::OpenThree => 62,
        Shape::OpenThreeWide => 72,
        Shape::Four => 60,
        Shape::OpenFour => 300,
        Shape::Five => 900,
    }
}
