//! What a stone on a point is worth tactically: the shapes of its four directions taken together.

use sdk::rules::gomoku::Shape;

/// What a stone makes on a point, all directions together, from weak to strong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Class {
    /// Nothing that an attack could use soon.
    #[default]
    Quiet,
    /// Black in renju: certainly forbidden (overline or two fours, and no five).
    Forbidden,
    /// An open two.
    Two,
    /// A three that is blocked on one side.
    BlockedThree,
    /// Two open twos.
    DoubleTwo,
    /// Two blocked threes, or one with an open two.
    BlockedThreePlus,
    /// An open three.
    Three,
    /// An open three with a blocked three or an open two.
    ThreePlus,
    /// Two open threes.
    DoubleThree,
    /// A four that a single point stops.
    Four,
    /// A four with a blocked three or an open two.
    FourPlus,
    /// A four with an open three.
    FourThree,
    /// An open four or two fours: no single stone stops it.
    OpenFour,
    /// Five.
    Five,
}

impl Class {
    /// How many classes there are.
    pub const COUNT: usize = 14;

    /// The class of a point from its shapes. `straight` is set for Black in renju, to whom overlines and two fours are forbidden.
    pub fn of(shapes: [Shape; 4], straight: bool) -> Class {
        let count = |kinds: &[Shape]| shapes.iter().filter(|shape| kinds.contains(shape)).count();
        let fours = count(&[Shape::Four]);
        let open_fours = count(&[Shape::OpenFour]);
        let threes = count(&[Shape::OpenThree, Shape::OpenThreeWide]);
        let blocked = count(&[Shape::Three]);
        let twos = count(&[Shape::OpenTwo, Shape::OpenTwoWide, Shape::OpenTwoWidest]);
        let bad = count(&[Shape::Overline]) + count(&[Shape::DoubleFour]);
        if count(&[Shape::Five]) > 0 {
            Class::Five
        } else if straight && (bad > 0 || fours + open_fours > 1) {
            Class::Forbidden
        } else if open_fours > 0 || fours > 1 {
            Class::OpenFour
        } else if fours == 1 {
            match (threes, blocked + twos) {
                (0, 0) => Class::Four,
                (0, _) => Class::FourPlus,
                _ => Class::FourThree,
            }
        } else {
            match (threes, blocked, twos) {
                (0, 0, 0) => Class::Quiet,
                (0, 0, 1) => Class::Two,
                (0, 0, _) => Class::DoubleTwo,
                (0, 1, 0) => Class::BlockedThree,
                (0, _, _) => Class::BlockedThreePlus,
                (1, 0, 0) => Class::Three,
                (1, _, _) => Class::ThreePlus,
                _ => Class::DoubleThree,
            }
        }
    }

    /// Whether renju may forbid the point to Black because of two threes, whatever its class: that hangs on whether the
    /// threes are real, and needs stones tried on the board.
    pub fn may_be_double_three(shapes: [Shape; 4]) -> bool {
        shapes.iter().filter(|shape| matches!(shape, Shape::OpenThree | Shape::OpenThreeWide)).count() > 1
    }

    /// Whether the stone makes a four of any kind, but not five.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, Class::Four | Class::FourPlus | Class::FourThree | Class::OpenFour)
    }

    /// Whether the stone makes an open three or more.
    #[inline]
    pub fn is_attack(self) -> bool {
        self >= Class::Three
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_add_up() {
        use Shape::{Dead, DoubleFour, Five, Four, OpenFour, OpenThree, OpenTwo, Overline, Three};
        for (shapes, free, black) in [
            ([Five, Overline, Dead, Dead], Class::Five, Class::Five),
            ([Four, Four, Dead, Dead], Class::OpenFour, Class::Forbidden),
            ([DoubleFour, Dead, Dead, Dead], Class::Quiet, Class::Forbidden),
            ([OpenFour, OpenThree, Dead, Dead], Class::OpenFour, Class::OpenFour),
            ([Four, OpenThree, OpenThree, Dead], Class::FourThree, Class::FourThree),
            ([Four, Three, Dead, Dead], Class::FourPlus, Class::FourPlus),
            ([OpenThree, OpenThree, Dead, Dead], Class::DoubleThree, Class::DoubleThree),
            ([OpenThree, OpenTwo, Dead, Dead], Class::ThreePlus, Class::ThreePlus),
            ([Three, OpenTwo, Dead, Dead], Class::BlockedThreePlus, Class::BlockedThreePlus),
        ] {
            assert_eq!((Class::of(shapes, false), Class::of(shapes, true)), (free, black), "{shapes:?}");
        }
    }
}
