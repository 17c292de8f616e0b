//! The numbers of the evaluation: how they are laid out, read and written.
//!
//! A position is worth the sum over its empty points of a weight for what the side to move could make there, less a
//! weight for what its opponent could, and a weight for the threats that exist at all (`ThreatMask`). The scale is
//! that of logits: [`SCALE`] is a win chance of 1/(1+1/e).

use sdk::rules::gomoku::Shape;
use sdk::rules::{Side, Variant};

use super::class::Class;
use super::codes;

/// Units of the evaluation for one logit of win chance.
pub const SCALE: f64 = 200.0;

/// How many threat masks there are.
pub const MASKS: usize = 1 << 10;

/// The weights of one side of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideWeights {
    /// By code: what a point is worth to this side when it is to move.
    pub mover: Vec<i16>,
    /// By code: what it is worth to this side when the opponent is to move.
    pub waiter: Vec<i16>,
    /// By threat mask, when this side is to move.
    pub threats: Vec<i16>,
}

/// Weight sets: Black and White differ only in renju.
const SETS: usize = 4;
const SET_LENGTH: usize = 2 * codes::COUNT + MASKS;

/// The weights of all variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights([SideWeights; SETS]);

impl Weights {
    /// The weights that come with the engine.
    pub fn shipped() -> Weights {
        let bytes = include_bytes!("../../data/gomoku.weights");
        Weights::from_bytes(bytes).expect("a test reads the file that is built in")
    }

    /// Which weights a side of a variant uses.
    pub const fn set(variant: Variant, side: Side) -> usize {
        match (variant, side) {
            (Variant::GomokuStandard, _) => 1,
            (Variant::Renju, Side::First) => 2,
            (Variant::Renju, Side::Second) => 3,
            _ => 0,
        }
    }

    /// The weights of a side of a variant.
    pub const fn of(&self, variant: Variant, side: Side) -> &SideWeights {
        &self.0[Weights::set(variant, side)]
    }

    /// The weights of a side of a variant, to be changed.
    pub const fn of_mut(&mut self, variant: Variant, side: Side) -> &mut SideWeights {
        &mut self.0[Weights::set(variant, side)]
    }

    /// Reads what [`to_bytes`](Weights::to_bytes) wrote, `None` where the length is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<Weights> {
        if bytes.len() != SETS * SET_LENGTH * 2 {
            return None;
        }
        let numbers: Vec<i16> = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        Some(Weights(std::array::from_fn(|set| {
            let numbers = &numbers[set * SET_LENGTH..(set + 1) * SET_LENGTH];
            let (mover, rest) = numbers.split_at(codes::COUNT);
            let (waiter, threats) = rest.split_at(codes::COUNT);
            SideWeights { mover: mover.to_vec(), waiter: waiter.to_vec(), threats: threats.to_vec() }
        })))
    }

    /// The weights as 16-bit little-endian numbers: for freestyle, standard, Black and White in renju the mover's by
    /// code, the waiter's by code and the threats by mask.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.0.iter().flat_map(|set| set.mover.iter().chain(&set.waiter).chain(&set.threats));
        numbers.flat_map(|number| number.to_le_bytes()).collect()
    }

    /// First guesses from which tuning starts.
    pub fn by_hand() -> Weights {
        Weights(std::array::from_fn(|set| {
            let value = |shapes: &[Shape; 4]| hand_value(*shapes, Class::of(*shapes, set == 2));
            let values: Vec<f64> = codes::SHAPES_OF.iter().map(value).collect();
            SideWeights {
                mover: values.iter().map(|value| (value * 1.3) as i16).collect(),
                waiter: values.iter().map(|value| *value as i16).collect(),
                threats: vec![0; MASKS],
            }
        }))
    }
}

/// What a point is worth, from the strength of each direction and of what they make together.
fn hand_value(shapes: [Shape; 4], class: Class) -> f64 {
    if class == Class::Forbidden {
        return 0.0;
    }
    let strengths = shapes.map(hand_strength);
    let sum: f64 = strengths.iter().sum();
    let best = strengths.iter().copied().fold(0.0, f64::max);
    let bonus = match class {
        Class::FourThree | Class::OpenFour => 60.0,
        Class::DoubleThree => 40.0,
        Class::FourPlus | Class::ThreePlus => 12.0,
        Class::BlockedThreePlus | Class::DoubleTwo => 6.0,
        _ => 0.0,
    };
    (best + (sum - best) * 0.7 + bonus) * 0.5
}

const fn hand_strength(shape: Shape) -> f64 {
    match shape {
        Shape::Dead | Shape::Overline | Shape::DoubleFour => 0.0,
        Shape::One => 0.5,
        Shape::OpenOne => 2.0,
        Shape::Two => 2.5,
        Shape::OpenTwo => 8.0,
        Shape::OpenTwoWide => 10.0,
        Shape::OpenTwoWidest => 12.0,
        Shape::Three => 9.0,
        Shape::OpenThree => 26.0,
        Shape::OpenThreeWide => 32.0,
        Shape::Four => 28.0,
        Shape::OpenFour => 120.0,
        Shape::Five => 300.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_come_back_as_they_were_written() {
        let weights = Weights::by_hand();
        assert_eq!(Weights::from_bytes(&weights.to_bytes()), Some(weights));
        assert_eq!(Weights::from_bytes(&[0; 8]), None);
        assert_ne!(Weights::shipped(), Weights::by_hand());
    }
}
