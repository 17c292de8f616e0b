//! The numbers of the search, all in one place. Scores are in units of [`SCALE`](crate::gomoku::weights::SCALE) a logit.

use std::sync::LazyLock;

use crate::gomoku::weights::SCALE;
use crate::score::Score;

/// Half width of the first aspiration window.
pub const ASPIRATION: Score = 20;
/// Depth from which a node without a table move is searched a ply less.
pub const IIR_DEPTH: i32 = 4;
/// Depth up to which whole nodes are pruned by reverse futility.
pub const FUTILITY_DEPTH: i32 = 8;
/// Depth up to which nodes far below the window are left to fours.
pub const RAZOR_DEPTH: i32 = 3;
/// Depth up to which single moves are pruned by futility.
pub const FUTILITY_MOVE_DEPTH: i32 = 6;

/// How far above the window an evaluation must be.
pub const fn futility_margin(depth: i32, improving: bool) -> Score {
    50 * (depth - improving as i32)
}

/// How far below the window an evaluation must be.
pub const fn razor_margin(depth: i32) -> Score {
    60 + 60 * depth
}

/// What a quiet move may gain at most.
pub const fn futility_move_margin(depth: i32) -> Score {
    60 + 50 * depth
}

/// How many moves are tried before quiet ones are left out.
pub fn move_limit(depth: i32, pv: bool, improving: bool) -> usize {
    let depth = f64::from(depth.max(0));
    let limit = if pv { 8.0 + depth.powf(1.6) } else { 4.0 + depth.powf(1.5) };
    if improving || pv { limit as usize } else { (limit * 0.6) as usize + 1 }
}

/// Plies of reduction in 1/1024 by depth and number of the move.
pub fn base_reduction(depth: i32, count: usize) -> i32 {
    const SIZE: usize = 128;
    static TABLE: LazyLock<Vec<i32>> = LazyLock::new(|| {
        let value = |depth: usize, count: usize| 0.2 + (depth as f64).ln() * (count as f64).ln() / 1.9;
        (0..SIZE * SIZE).map(|index| (value((index / SIZE).max(1), (index % SIZE).max(1)) * 1024.0) as i32).collect()
    });
    TABLE[(depth.max(0) as usize).min(SIZE - 1) * SIZE + count.min(SIZE - 1)]
}

/// An evaluation as hundredths of the scale on which 400 is a win chance of 10/11.
pub fn centipawns(score: Score) -> i32 {
    (f64::from(score) / SCALE * 400.0 / std::f64::consts::LN_10) as i32
}
