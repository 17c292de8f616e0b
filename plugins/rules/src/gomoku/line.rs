//! One line of points in a machine word.
//!
//! A line holds 32 points of two bits: 22 that a board can have and a margin of five on both sides. A point is `11`
//! while it is empty, `01` with a black stone, `10` with a white one and `00` beyond the edge. A stone therefore
//! clears one bit, and the same exclusive or that puts it takes it away again.
//!
//! The point in slot `s` (0 to 31, the margin included) has the bits `2 * s` and `2 * s + 1`. Functions that return a set
//! of points give it as bits `2 * s`.

use crate::Side;

/// The bits of an empty point.
pub(crate) const EMPTY: u64 = 0b11;

/// One bit for each point of a line.
pub(crate) const ALL_POINTS: u64 = 0x5555_5555_5555_5555;

/// The bits of an empty point in a slot.
pub(crate) const fn empty_point(slot: u8) -> u64 {
    EMPTY << (2 * slot as u32)
}

/// The bit that turns an empty point in a slot into a stone of `side`, and back.
#[inline]
pub(crate) const fn stone_bit(slot: u8, side: Side) -> u64 {
    let cleared = match side {
        Side::First => 0b10,
        Side::Second => 0b01,
    };
    cleared << (2 * slot as u32)
}

/// The two bits of the point in a slot.
#[inline]
pub(crate) const fn point_bits(line: u64, slot: u8) -> u64 {
    (line >> (2 * slot as u32)) & EMPTY
}

/// The stones of a side.
#[inline]
pub(crate) const fn stones(line: u64, side: Side) -> u64 {
    match side {
        Side::First => line & !(line >> 1) & ALL_POINTS,
        Side::Second => (line >> 1) & !line & ALL_POINTS,
    }
}

/// The empty points.
#[inline]
pub(crate) const fn empties(line: u64) -> u64 {
    line & (line >> 1) & ALL_POINTS
}

/// The first points of the fives among a set of stones: of every five in a row, or with `exact` only of those that
/// no stone of the set extends.
#[inline]
pub(crate) const fn fives(stones: u64, exact: bool) -> u64 {
    let pairs = stones & (stones >> 2);
    let fives = pairs & (pairs >> 4) & (stones >> 8);
    if exact { fives & !(stones << 2) & !(stones >> 10) } else { fives }
}

/// Whether a winning row of `side` could arise with at most `left` more of its stones.
pub(crate) fn five_fits(line: u64, side: Side, exact: bool, left: u32) -> bool {
    let (own, free) = (stones(line, side), empties(line));
    let windows = fives(own | free, false);
    slots(windows).any(|first| {
        let window = 0b01_01_01_01_01 << (2 * first);
        let extended = exact && fives(own | window, true) & (1 << (2 * first)) == 0;
        !extended && (free & window).count_ones() <= left
    })
}

/// The slots of a set, from the lowest.
#[inline]
pub(crate) fn slots(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let slot = (set != 0).then(|| first_slot(set));
        set &= set.wrapping_sub(1);
        slot
    })
}

/// The lowest slot of a set that is not empty.
#[inline]
pub(crate) const fn first_slot(set: u64) -> u8 {
    (set.trailing_zeros() / 2) as u8
}

/// The highest slot of a set that is not empty.
#[inline]
pub(crate) const fn last_slot(set: u64) -> u8 {
    (31 - set.leading_zeros() / 2) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line in which a text stands from slot 5 on.
    fn line(text: &str) -> u64 {
        let points = text.bytes().zip(5..).map(|(letter, slot)| match letter {
            b'x' => empty_point(slot) ^ stone_bit(slot, Side::First),
            b'o' => empty_point(slot) ^ stone_bit(slot, Side::Second),
            _ => empty_point(slot),
        });
        points.sum()
    }

    #[test]
    fn stones_of_a_line_are_told_apart() {
        let line = line("x.oox.");
        let found = |set| slots(set).collect::<Vec<_>>();
        assert_eq!(found(stones(line, Side::First)), [5, 9]);
        assert_eq!(found(stones(line, Side::Second)), [7, 8]);
        assert_eq!(found(empties(line)), [6, 10]);
        assert_eq!(point_bits(line, 11), 0, "beyond the edge");
    }

    #[test]
    fn fives_are_counted_by_their_first_point() {
        let starts = |text, exact| fives(stones(line(text), Side::First), exact).count_ones();
        assert_eq!(starts(".xxxx.", false), 0);
        assert_eq!(starts("xxxxx", true), 1);
        assert_eq!(starts("oxxxxxo", true), 1);
        assert_eq!(starts("xxxxxx", true), 0);
        assert_eq!(starts("xxxxxx", false), 2);
        assert_eq!(starts("xxxxx.xxxxx", true), 2);
    }
}
