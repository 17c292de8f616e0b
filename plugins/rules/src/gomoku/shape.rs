//! What a stone makes of a line: the names of shapes.

use crate::Side;

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
    pub(crate) const fn new(first: Shape, second: Shape) -> ShapePair {
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
