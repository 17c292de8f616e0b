//! Sets of points, one bit a point.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::tables::BITS;
use crate::Point;

/// How many points the board has.
pub const POINTS: usize = 90;

/// The number of a point in the fast interface: `row * 9 + file`, 0 to 89, counted from Red's left corner.
///
/// `None` for a point off the board.
#[must_use]
pub const fn number(point: Point) -> Option<usize> {
    if point.file < 9 && point.row < 10 { Some(point.row as usize * 9 + point.file as usize) } else { None }
}

/// The point of a number below [`POINTS`].
#[must_use]
pub const fn point(number: usize) -> Point {
    Point::new((number % 9) as u8, (number / 9) as u8)
}

/// A set of points, by their [`number`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PointSet(u128);

impl PointSet {
    /// No point.
    pub const EMPTY: PointSet = PointSet(0);
    /// Every point of the board.
    pub const ALL: PointSet = PointSet((1 << POINTS) - 1);

    /// The set of one point; `number` is taken modulo 128.
    #[must_use]
    #[inline]
    pub const fn of(number: usize) -> PointSet {
        PointSet(BITS[number & 127])
    }

    /// The set whose point numbers are the set bits.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u128) -> PointSet {
        PointSet(bits)
    }

    /// One bit for each point, at its number.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether the point with this number is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, number: usize) -> bool {
        self.0 & BITS[number & 127] != 0
    }

    /// How many points the set has.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no point.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest number in the set.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// The points of this set that are not in the other.
    #[must_use]
    #[inline]
    pub const fn without(self, other: PointSet) -> PointSet {
        PointSet(self.0 & !other.0)
    }

    /// The set reflected left to right.
    #[must_use]
    pub fn mirrored(self) -> PointSet {
        self.into_iter().map(|at| at / 9 * 9 + 8 - at % 9).collect()
    }
}

impl Iterator for PointSet {
    type Item = usize;

    /// Takes the lowest number out of the set.
    #[inline]
    fn next(&mut self) -> Option<usize> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl FromIterator<usize> for PointSet {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> PointSet {
        numbers.into_iter().fold(PointSet::EMPTY, |set, number| set | PointSet::of(number))
    }
}

macro_rules! bit_operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident;)*) => {$(
        impl $operator for PointSet {
            type Output = PointSet;
            #[inline]
            fn $method(self, other: PointSet) -> PointSet {
                PointSet($operator::$method(self.0, other.0))
            }
        }
        impl $assign for PointSet {
            #[inline]
            fn $assign_method(&mut self, other: PointSet) {
                $assign::$assign_method(&mut self.0, other.0);
            }
        }
    )*};
}

bit_operators! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

impl Not for PointSet {
    type Output = PointSet;
    /// The points of the board that are not in the set.
    #[inline]
    fn not(self) -> PointSet {
        PointSet(PointSet::ALL.0 & !self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_points_correspond() {
        for at in 0..POINTS {
            assert_eq!(number(point(at)), Some(at));
        }
        assert_eq!(number(Point::new(9, 0)), None);
        assert_eq!(number(Point::new(0, 10)), None);
    }

    #[test]
    fn sets_iterate_in_order_and_complement_within_the_board() {
        let set: PointSet = [3, 64, 89].into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [3, 64, 89]);
        assert_eq!((!set).len(), 87);
        assert_eq!(PointSet::of(3).mirrored(), PointSet::of(5));
        assert_eq!(set.without(PointSet::of(64)).len(), 2);
    }
}
