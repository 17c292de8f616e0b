//! Random numbers from which the keys of positions are made.

use super::cell::Cell;
use crate::Side;

static STONES: [[u64; Cell::COUNT]; 2] = stone_keys();

/// The key of a stone on a cell.
#[inline]
pub(crate) fn stone(cell: Cell, side: Side) -> u64 {
    STONES[side.index()][cell.index()]
}

/// The key of an empty board of a size.
pub(crate) const fn board(size: u8) -> u64 {
    mix(1 << 32 | size as u64)
}

/// The key of the side to move.
#[inline]
pub(crate) const fn to_move(side: Side) -> u64 {
    const SECOND: u64 = mix(2 << 32);
    match side {
        Side::First => 0,
        Side::Second => SECOND,
    }
}

const fn stone_keys() -> [[u64; Cell::COUNT]; 2] {
    let mut keys = [[0; Cell::COUNT]; 2];
    let mut index = 0;
    while index < Cell::COUNT {
        keys[0][index] = mix(2 * index as u64);
        keys[1][index] = mix(2 * index as u64 + 1);
        index += 1;
    }
    keys
}

/// The `n`th number of the SplitMix64 sequence (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
/// OOPSLA 2014).
const fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
