//! Tables of movement, computed by the compiler.
//!
//! Steppers (general, advisor, elephant, horse, soldier) have a set of targets for each point; elephant and horse also
//! one for each way in which their eyes or legs can be occupied. Chariot and cannon look at one rank and one file at a
//! time: a line of up to ten points is a word of ten bits, and [`LINES`] gives what a man sees on it.

use super::point_set::{POINTS, PointSet};

/// The bit of each number a `u128` has room for: a look-up is quicker than a shift by a variable amount.
pub(super) static BITS: [u128; 128] = {
    let mut bits = [0; 128];
    let mut at = 0;
    while at < 128 {
        bits[at] = 1 << at;
        at += 1;
    }
    bits
};

/// File (from 0) of each point.
pub(super) static FILE_OF: [u8; POINTS] = {
    let mut files = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        files[at] = (at % 9) as u8;
        at += 1;
    }
    files
};

/// Row (from 0) of each point.
pub(super) static ROW_OF: [u8; POINTS] = {
    let mut rows = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        rows[at] = (at / 9) as u8;
        at += 1;
    }
    rows
};

/// Points on a file or, with one left over, on a rank.
pub(super) const LINE_LENGTH: usize = 10;

/// What a man sees on its line: bits of the same word as the occupancy.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The empty points up to the first man in either direction.
    pub reach: u16,
    /// The first man in either direction: what a chariot attacks.
    pub first: u16,
    /// The second man in either direction: what a cannon attacks.
    pub second: u16,
}

/// [`Line`] by position on the line and occupancy. Ranks have nine points and leave the tenth bit to be set as a wall.
pub(super) static LINES: [[Line; 1 << LINE_LENGTH]; LINE_LENGTH] = {
    let mut lines = [[Line { reach: 0, first: 0, second: 0 }; 1 << LINE_LENGTH]; LINE_LENGTH];
    let mut at = 0;
    while at < LINE_LENGTH {
        let mut occupancy = 0;
        while occupancy < 1 << LINE_LENGTH {
            lines[at][occupancy] = see(at, occupancy);
            occupancy += 1;
        }
        at += 1;
    }
    lines
};

const fn see(from: usize, occupancy: usize) -> Line {
    let mut line = Line { reach: 0, first: 0, second: 0 };
    let mut direction = -1;
    while direction <= 1 {
        let mut seen = 0;
        let mut at = from as i32 + direction;
        while at >= 0 && at < LINE_LENGTH as i32 && seen < 2 {
            if occupancy & (1 << at) == 0 {
                if seen == 0 {
                    line.reach |= 1 << at;
                }
            } else {
                if seen == 0 {
                    line.first |= 1 << at;
                } else {
                    line.second |= 1 << at;
                }
                seen += 1;
            }
            at += direction;
        }
        direction += 2;
    }
    line
}

/// The bits strictly between two positions on a line.
pub(super) static BETWEEN: [[u16; LINE_LENGTH]; LINE_LENGTH] = {
    let mut between = [[0; LINE_LENGTH]; LINE_LENGTH];
    let mut a = 0;
    while a < LINE_LENGTH {
        let mut b = 0;
        while b < LINE_LENGTH {
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            let mut at = low + 1;
            while at < high {
                between[a][b] |= 1 << at;
                at += 1;
            }
            b += 1;
        }
        a += 1;
    }
    between
};

/// A file word as points of the leftmost file.
pub(super) static SPREAD: [u128; 1 << LINE_LENGTH] = {
    let mut spread = [0; 1 << LINE_LENGTH];
    let mut word = 0;
    while word < 1 << LINE_LENGTH {
        let mut row = 0;
        while row < LINE_LENGTH {
            if word & (1 << row) != 0 {
                spread[word] |= 1 << (row * 9);
            }
            row += 1;
        }
        word += 1;
    }
    spread
};

type Sets = [PointSet; POINTS];

/// The bit of a point given by signed coordinates, nothing when it is off the board.
const fn bit(file: i32, row: i32) -> u128 {
    if file < 0 || file > 8 || row < 0 || row > 9 { 0 } else { 1 << (row * 9 + file) }
}

/// Whether a point is in one of the palaces (files d to f, the three outer rows of either side).
const fn in_palace(file: i32, row: i32) -> bool {
    file >= 3 && file <= 5 && ((row >= 0 && row <= 2) || (row >= 7 && row <= 9))
}

/// Whether a row is on the side of the river where Red starts.
pub(super) const fn is_red_half(row: i32) -> bool {
    row < 5
}

/// The points of both palaces.
pub(super) const PALACES: PointSet = {
    let mut bits = 0;
    let mut at = 0;
    while at < POINTS as i32 {
        if in_palace(at % 9, at / 9) {
            bits |= bit(at % 9, at / 9);
        }
        at += 1;
    }
    PointSet::from_bits(bits)
};

/// The points of Red's half of the board.
pub(super) const RED_HALF: PointSet = PointSet::from_bits((1 << 45) - 1);

/// The points on the same rank and file, without the point itself.
pub(super) static CROSS: Sets = {
    let mut sets = [PointSet::EMPTY; POINTS];
    let mut at = 0;
    while at < POINTS {
        let mut bits = 0;
        let mut other = 0;
        while other < POINTS {
            if other != at && (other % 9 == at % 9 || other / 9 == at / 9) {
                bits |= 1 << other;
            }
            other += 1;
        }
        sets[at] = PointSet::from_bits(bits);
        at += 1;
    }
    sets
};

/// A general's steps: one point along a line within the palace.
pub(super) static GENERAL: Sets = palace_steps([(0, 1), (1, 0), (0, -1), (-1, 0)]);

/// An advisor's steps: one point along a diagonal within the palace.
pub(super) static ADVISOR: Sets = palace_steps([(1, 1), (1, -1), (-1, -1), (-1, 1)]);

const fn palace_steps(steps: [(i32, i32); 4]) -> Sets {
    let mut sets = [PointSet::EMPTY; POINTS];
    let mut at = 0;
    while at < POINTS as i32 {
        let (file, row) = (at % 9, at / 9);
        let mut bits = 0;
        let mut i = 0;
        while i < steps.len() {
            let (to_file, to_row) = (file + steps[i].0, row + steps[i].1);
            if in_palace(file, row) && in_palace(to_file, to_row) {
                bits |= bit(to_file, to_row);
            }
            i += 1;
        }
        sets[at as usize] = PointSet::from_bits(bits);
        at += 1;
    }
    sets
}

/// A soldier's steps, by side: one point forward, after the river also sideways.
pub(super) static SOLDIER: [Sets; 2] = [soldier_steps(0, false), soldier_steps(1, false)];

/// The points from which a soldier of a side attacks a point.
pub(super) static SOLDIER_TO: [Sets; 2] = [soldier_steps(0, true), soldier_steps(1, true)];

const fn soldier_steps(side: usize, reversed: bool) -> Sets {
    let forward = if side == 0 { 1 } else { -1 };
    let mut sets = [0; POINTS];
    let mut at = 0;
    while at < POINTS as i32 {
        let (file, row) = (at % 9, at / 9);
        let mut targets = bit(file, row + forward);
        if is_red_half(row) != (side == 0) {
            targets |= bit(file - 1, row) | bit(file + 1, row);
        }
        let mut to = 0;
        while to < POINTS {
            if targets & (1 << to) != 0 {
                if reversed {
                    sets[to] |= 1 << at;
                } else {
                    sets[at as usize] |= 1 << to;
                }
            }
            to += 1;
        }
        at += 1;
    }
    point_sets(sets)
}

const fn point_sets(bits: [u128; POINTS]) -> Sets {
    let mut sets = [PointSet::EMPTY; POINTS];
    let mut at = 0;
    while at < POINTS {
        sets[at] = PointSet::from_bits(bits[at]);
        at += 1;
    }
    sets
}

/// Target sets for each way in which four neighbours can be occupied.
type GuardedSets = [[PointSet; 16]; POINTS];

/// A horse's leaps by the occupation of its legs, see [`leg_index`] for the order of the bits.
pub(super) static HORSE_FROM: GuardedSets = horse_leaps(false);

/// The points from which a horse attacks a point, by the occupation of that point's diagonal neighbours, see
/// [`diagonal_index`]. Not the same as [`HORSE_FROM`]: the leg stands beside the horse, not beside its target.
pub(super) static HORSE_TO: GuardedSets = horse_leaps(true);

/// The neighbours in the order of [`leg_index`]: left, below, right, above.
const STRAIGHT: [(i32, i32); 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];

/// The neighbours in the order of [`diagonal_index`]: above left, below left, above right, below right.
const DIAGONAL: [(i32, i32); 4] = [(-1, 1), (-1, -1), (1, 1), (1, -1)];

/// Index into [`HORSE_FROM`] from the occupancy of the point's rank and file words, each shifted so that the point is
/// bit 1: bits 0 to 3 are left, below, right, above.
#[inline]
pub(super) const fn leg_index(rank: u32, file: u32) -> usize {
    ((rank & 5) | ((file & 5) << 1)) as usize
}

/// Index into [`HORSE_TO`] and [`ELEPHANT`] from the rank words above and below, shifted so that the point's file is
/// bit 1: bits 0 to 3 are above left, below left, above right, below right.
#[inline]
pub(super) const fn diagonal_index(above: u32, below: u32) -> usize {
    ((above & 5) | ((below & 5) << 1)) as usize
}

const fn horse_leaps(reversed: bool) -> GuardedSets {
    let neighbours = if reversed { DIAGONAL } else { STRAIGHT };
    let mut sets = [[PointSet::EMPTY; 16]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let mut occupied = 0;
        while occupied < 16 {
            let mut bits = 0;
            let mut i = 0;
            while i < 4 {
                if occupied & (1 << i) == 0 {
                    bits |= leaps_past((at % 9) as i32, (at / 9) as i32, neighbours[i], reversed);
                }
                i += 1;
            }
            sets[at][occupied] = PointSet::from_bits(bits);
            occupied += 1;
        }
        at += 1;
    }
    sets
}

/// The two far ends of the leaps whose leg is the given neighbour of a point: of the horse's point, or `reversed` of
/// its target's.
const fn leaps_past(file: i32, row: i32, (right, up): (i32, i32), reversed: bool) -> u128 {
    if reversed {
        bit(file + 2 * right, row + up) | bit(file + right, row + 2 * up)
    } else if right == 0 {
        bit(file - 1, row + 2 * up) | bit(file + 1, row + 2 * up)
    } else {
        bit(file + 2 * right, row - 1) | bit(file + 2 * right, row + 1)
    }
}

/// An elephant's leaps by the occupation of its eyes, see [`diagonal_index`]. It stays on its half of the board, so
/// the table serves both sides and, as the eye is the same from both ends, both directions.
pub(super) static ELEPHANT: GuardedSets = {
    let mut sets = [[PointSet::EMPTY; 16]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let (file, row) = ((at % 9) as i32, (at / 9) as i32);
        let mut occupied = 0;
        while occupied < 16 {
            let mut bits = 0;
            let mut i = 0;
            while i < 4 {
                let (right, up) = DIAGONAL[i];
                if occupied & (1 << i) == 0 && is_red_half(row) == is_red_half(row + 2 * up) {
                    bits |= bit(file + 2 * right, row + 2 * up);
                }
                i += 1;
            }
            sets[at][occupied] = PointSet::from_bits(bits);
            occupied += 1;
        }
        at += 1;
    }
    sets
};

/// Random numbers (splitmix64) that make up position keys: by side, role and point.
pub(super) static KEYS: [[[u64; POINTS]; 7]; 2] = {
    let mut keys = [[[0; POINTS]; 7]; 2];
    let mut i = 0;
    while i < 2 * 7 * POINTS {
        keys[i / (7 * POINTS)][i / POINTS % 7][i % POINTS] = splitmix64(i as u64 + 1);
        i += 1;
    }
    keys
};

/// Added to the key when Black is to move.
pub(super) const BLACK_TO_MOVE_KEY: u64 = splitmix64(0);

const fn splitmix64(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x5851_f42d_4c95_7f2d);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
