//! What a stone would make of a line: the shapes, and the tables that give them.
//!
//! The shape of a point in one direction follows from the five neighbours on either side of it. It says what the
//! line would be *with* a stone there, whatever stands on the point itself.

use std::sync::OnceLock;

use super::outcome::needs_exact_five;
use crate::{Side, Variant};

/// What one more stone of a side makes in one direction, each defined by what a further stone makes of it.
///
/// The order is that of strength up to [`Five`](Shape::Five); what follows wins nothing. Shapes count only fives that
/// hold the stone itself, and that the rules let win: exactly five where six do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Shape {
    /// No five that holds the stone can arise any more.
    #[default]
    Dead,
    /// A point makes a [`Two`](Shape::Two).
    One,
    /// A point makes an open two.
    OpenOne,
    /// A point makes a [`Three`](Shape::Three).
    Two,
    /// One or two points make an open three.
    OpenTwo,
    /// Three points make an open three.
    OpenTwoWide,
    /// Four or more points make an open three.
    OpenTwoWidest,
    /// A point makes a [`Four`](Shape::Four).
    Three,
    /// One point makes an open four. For Black in renju this is RIF's "three", but for what
    /// happens in other directions.
    OpenThree,
    /// Two or more points make an open four.
    OpenThreeWide,
    /// One point makes five.
    Four,
    /// Two points make five. For Black in renju RIF's "straight four": unbroken.
    OpenFour,
    /// Five; six or more too where they win.
    Five,
    /// Six or more where they do not win. For Black in renju forbidden, else worthless.
    Overline,
    /// Black in renju: two fours in one line, as in `X.XXX.X`. Forbidden.
    DoubleFour,
}

impl Shape {
    /// How many shapes there are.
    pub const COUNT: usize = 15;

    /// Every shape, in order.
    pub const ALL: [Shape; Shape::COUNT] = [
        Shape::Dead,
        Shape::One,
        Shape::OpenOne,
        Shape::Two,
        Shape::OpenTwo,
        Shape::OpenTwoWide,
        Shape::OpenTwoWidest,
        Shape::Three,
        Shape::OpenThree,
        Shape::OpenThreeWide,
        Shape::Four,
        Shape::OpenFour,
        Shape::Five,
        Shape::Overline,
        Shape::DoubleFour,
    ];

    /// The shape with a number, which is below [`Shape::COUNT`].
    #[inline]
    const fn from_number(number: u8) -> Shape {
        const BY_NIBBLE: [Shape; 16] = {
            let mut shapes = [Shape::Dead; 16];
            let mut index = 0;
            while index < Shape::COUNT {
                shapes[index] = Shape::ALL[index];
                index += 1;
            }
            shapes
        };
        BY_NIBBLE[(number & 15) as usize]
    }
}

/// The shapes of both sides on one point in one direction, in one byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ShapePair(u8);

impl ShapePair {
    #[inline]
    const fn new(first: Shape, second: Shape) -> ShapePair {
        ShapePair(first as u8 | (second as u8) << 4)
    }

    /// The shape that a stone of `side` would make.
    #[must_use]
    #[inline]
    pub const fn of(self, side: Side) -> Shape {
        Shape::from_number(match side {
            Side::First => self.0 & 15,
            Side::Second => self.0 >> 4,
        })
    }

    /// The pair that [`bits`](ShapePair::bits) gave.
    #[inline]
    pub(crate) const fn from_bits(bits: u8) -> ShapePair {
        ShapePair(bits)
    }

    /// The byte: the first side's shape as a number in the low half, the second side's in the high half.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }
}

/// Points that a shape depends on to either side.
const REACH: usize = 5;
/// States of the neighbours on one side of a point, seen by one colour: each is a stone of it, empty or blocked.
const HALF_STATES: usize = 3_usize.pow(REACH as u32);
const STATES: usize = HALF_STATES * HALF_STATES;
/// Keys of a window: two bits for each neighbour.
const KEYS: usize = 1 << (4 * REACH);
const HALF_KEYS: usize = 1 << (2 * REACH);

/// The shapes of a variant for every window of eleven points.
pub(crate) struct ShapeTable(Box<[ShapePair; KEYS]>);

impl ShapeTable {
    /// The table of a variant, built when first asked for (about a millisecond) and kept.
    pub(crate) fn of(variant: Variant) -> &'static ShapeTable {
        static TABLES: [OnceLock<ShapeTable>; 3] = [const { OnceLock::new() }; 3];
        let index = match variant {
            Variant::GomokuStandard => 1,
            Variant::Renju => 2,
            _ => 0,
        };
        TABLES[index].get_or_init(|| ShapeTable::build(variant))
    }

    /// The shapes in a slot of a line (see [`line`](super::line)).
    #[inline]
    pub(crate) fn shapes(&self, line: u64, slot: u8) -> ShapePair {
        let window = line.rotate_right((2 * u32::from(slot)).wrapping_sub(2 * REACH as u32));
        let below = window & (HALF_KEYS as u64 - 1);
        let above = (window >> 2) & ((HALF_KEYS as u64 - 1) << (2 * REACH));
        self.0[(below | above) as usize]
    }

    fn build(variant: Variant) -> ShapeTable {
        let [first, second] = Side::ALL.map(|side| side_shapes(needs_exact_five(variant, side), variant, side));
        let states = Side::ALL.map(half_states);
        let mut table: Box<[ShapePair; KEYS]> = vec![ShapePair::default(); KEYS]
            .into_boxed_slice()
            .try_into()
            .unwrap_or_else(|_| unreachable!("the vector has KEYS elements"));
        for above in (0..HALF_KEYS).filter(|half| is_half(*half, true)) {
            for below in (0..HALF_KEYS).filter(|half| is_half(*half, false)) {
                let state = |side: Side| states[side.index()][above] * HALF_STATES + states[side.index()][below];
                table[above << (2 * REACH) | below] =
                    ShapePair::new(first[state(Side::First)], second[state(Side::Second)]);
            }
        }
        ShapeTable(table)
    }
}

/// Whether five neighbours can occur: beyond the edge there is only more of that.
const fn is_half(half: usize, above: bool) -> bool {
    let mut beyond = false;
    let mut index = 0;
    while index < REACH {
        let place = if above { index } else { REACH - 1 - index };
        let outside = (half >> (2 * place)) & 0b11 == 0;
        if beyond && !outside {
            return false;
        }
        beyond = outside;
        index += 1;
    }
    true
}

/// For each half key the state as a number in base three: 0 blocked, 1 empty, 2 a stone of `side`.
fn half_states(side: Side) -> [usize; HALF_KEYS] {
    let own = [0b01, 0b10][side.index()];
    std::array::from_fn(|half| {
        (0..REACH).rev().fold(0, |state, place| {
            let digit = match (half >> (2 * place)) & 0b11 {
                0b11 => 1,
                bits if bits == own => 2,
                _ => 0,
            };
            3 * state + digit
        })
    })
}

/// The shape of every state of the neighbours, for a side of a variant.
fn side_shapes(exact: bool, variant: Variant, side: Side) -> Vec<Shape> {
    let straight = variant == Variant::Renju && side == Side::First;
    let mut shapes = vec![Shape::Dead; STATES];
    // A further stone makes the number greater, so that what it leads to is known already.
    for state in (0..STATES).rev() {
        shapes[state] = shape_of(state, &shapes, exact, straight);
    }
    shapes
}

fn shape_of(state: usize, shapes: &[Shape], exact: bool, straight: bool) -> Shape {
    let row = 1 + leading_own(state / HALF_STATES) + leading_own(reversed_half(state % HALF_STATES));
    if row >= 5 {
        return if row == 5 || !exact { Shape::Five } else { Shape::Overline };
    }
    let mut makes = [0; Shape::COUNT];
    let mut power = 1;
    let mut rest = state;
    for _ in 0..2 * REACH {
        if rest % 3 == 1 {
            makes[shapes[state + power] as usize] += 1;
        }
        rest /= 3;
        power *= 3;
    }
    classify(&makes, straight && row != 4)
}

/// The shape from how many points make which shape of it; with `broken`, two points that make five are two fours.
fn classify(makes: &[u8; Shape::COUNT], broken: bool) -> Shape {
    let count = |shapes: &[Shape]| shapes.iter().map(|shape| makes[*shape as usize]).sum::<u8>();
    match count(&[Shape::Five]) {
        0 => {}
        1 => return Shape::Four,
        _ if broken => return Shape::DoubleFour,
        _ => return Shape::OpenFour,
    }
    match count(&[Shape::OpenFour]) {
        0 => {}
        1 => return Shape::OpenThree,
        _ => return Shape::OpenThreeWide,
    }
    if count(&[Shape::Four]) > 0 {
        return Shape::Three;
    }
    match count(&[Shape::OpenThree, Shape::OpenThreeWide]) {
        0 => {}
        1 | 2 => return Shape::OpenTwo,
        3 => return Shape::OpenTwoWide,
        _ => return Shape::OpenTwoWidest,
    }
    if count(&[Shape::Three]) > 0 {
        Shape::Two
    } else if count(&[Shape::OpenTwo, Shape::OpenTwoWide, Shape::OpenTwoWidest]) > 0 {
        Shape::OpenOne
    } else if count(&[Shape::Two]) > 0 {
        Shape::One
    } else {
        Shape::Dead
    }
}

/// How many of five neighbours, from the lowest digit on, are stones of the side without a gap.
const fn leading_own(mut half: usize) -> usize {
    let mut count = 0;
    while count < REACH && half % 3 == 2 {
        half /= 3;
        count += 1;
    }
    count
}

/// Five digits in the opposite order.
const fn reversed_half(mut half: usize) -> usize {
    let mut reversed = 0;
    let mut index = 0;
    while index < REACH {
        reversed = reversed * 3 + half % 3;
        half /= 3;
        index += 1;
    }
    reversed
}
