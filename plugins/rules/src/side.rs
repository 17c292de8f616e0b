//! The two sides of a game.

/// Who plays: the side that moves first, or the other one.
///
/// Gomoku's first side is Black, Xiangqi's is Red; [`Variant::side_name`](crate::Variant::side_name) names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Black in Gomoku, Red in Xiangqi.
    First,
    /// White in Gomoku, Black in Xiangqi.
    Second,
}

impl Side {
    /// Both sides, in order of play.
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second: an index into two-element arrays.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}
