//! Intersections of a board.

/// An intersection: `file` counts from the left, `row` from the bottom (from Red's side in Xiangqi), both from 0.
///
/// Text forms differ by game (Gomoku rows count from 1, Xiangqi ranks from 0), so they live in
/// [`Variant::point_text`](crate::Variant::point_text) and [`Variant::parse_point`](crate::Variant::parse_point).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column from the left, from 0.
    pub file: u8,
    /// Row from the bottom, from 0.
    pub row: u8,
}

impl Point {
    /// The point at a file and a row, both from 0. Any value may be held; positions refuse points off their board.
    #[must_use]
    pub const fn new(file: u8, row: u8) -> Point {
        Point { file, row }
    }
}
