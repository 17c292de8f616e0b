//! Moves as engines keep them.

use super::point_set::{POINTS, number, point};
use crate::Move;

/// A move in two bytes: `from | to << 7`, both point [`number`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackedMove(u16);

impl PackedMove {
    /// No move. No man moves from a point to itself, so the value stands for no legal move.
    pub const NONE: PackedMove = PackedMove(0);

    /// The move between two point numbers below 90.
    #[must_use]
    #[inline]
    pub const fn new(from: usize, to: usize) -> PackedMove {
        PackedMove(from as u16 | (to as u16) << 7)
    }

    /// The move of a raw value, which may come from anywhere: `None` when it names no two different points.
    #[must_use]
    pub const fn from_raw(raw: u16) -> Option<PackedMove> {
        let mv = PackedMove(raw);
        if raw < 1 << 14 && mv.from() < POINTS && mv.to() < POINTS && mv.from() != mv.to() { Some(mv) } else { None }
    }

    /// The value, below 2¹⁴.
    #[must_use]
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// The number of the point that the man leaves.
    #[must_use]
    #[inline]
    pub const fn from(self) -> usize {
        (self.0 & 127) as usize
    }

    /// The number of the point on which the man arrives.
    #[must_use]
    #[inline]
    pub const fn to(self) -> usize {
        (self.0 >> 7) as usize
    }

    /// Packs a move; `None` for one that is no shift between two different points of the board.
    #[must_use]
    pub fn pack(mv: Move) -> Option<PackedMove> {
        let Move::Shift { from, to } = mv else { return None };
        let (from, to) = (number(from)?, number(to)?);
        (from != to).then(|| PackedMove::new(from, to))
    }

    /// The move as the rest of the program knows it.
    #[must_use]
    pub const fn unpack(self) -> Move {
        Move::Shift { from: point(self.from()), to: point(self.to()) }
    }
}

/// More moves than any accepted position has: each chariot and cannon has at most 17, each horse 8, all others
/// together fewer than 28.
const CAPACITY: usize = 128;

/// A list of moves without allocation.
#[derive(Clone, Debug)]
pub struct MoveList {
    moves: [PackedMove; CAPACITY],
    len: usize,
}

impl MoveList {
    /// An empty list.
    #[must_use]
    #[inline]
    pub const fn new() -> MoveList {
        MoveList { moves: [PackedMove::NONE; CAPACITY], len: 0 }
    }

    /// Appends a move.
    #[inline]
    pub(super) fn push(&mut self, mv: PackedMove) {
        self.moves[self.len] = mv;
        self.len += 1;
    }

    /// Empties the list.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [PackedMove];

    #[inline]
    fn deref(&self) -> &[PackedMove] {
        &self.moves[..self.len]
    }
}
