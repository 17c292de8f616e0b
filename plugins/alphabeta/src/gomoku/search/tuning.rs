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

/// Depth from which is asked whether the table's move is the only good one.
pub const SINGULAR_DEPTH: i32 = 7;
/// How far below its score the others must stay, for each ply of depth.
pub const SINGULAR_MARGIN: Score = 3;

/// Depth from which a win by threes and fours is looked for at a node.
pub const PROVER_DEPTH: i32 = 8;
/// The proof number beyond which a proof is not tried again.
pub const PROVER_HOPELESS: u32 = 20;

/// Nodes for such a proof.
pub const fn prover_nodes(depth: i32) -> u64 {
    16 * depth as u64
}

/// How far above the window an evaluation must be.
pub const fn futility_margin(depth: i32, improving: bool) -> Score {
    32 * (depth - improving as i32)
}

/// How far below the window an evaluation must be.
pub const fn razor_margin(depth: i32) -> Score {
    40 + 40 * depth
}

/// What a quiet move may gain at most.
pub const fn futility_move_margin(depth: i32) -> Score {
    30 + 35 * depth
}

/// How many moves are tried before quiet ones are left out.
pub fn move_limit(depth: i32, pv: bool, improving: bool) -> usize {
    let depth = f64::from(depth.max(0));
    let limit = if pv { 8.0 + depth.powf(1.5) } else { 2.0 + depth.powf(1.2) };
    if improving || pv { limit as usize } else { (limit * 0.55) as usize + 1 }
}

/// Plies of reduction in 1/1024 by depth and number of the move.
pub fn base_reduction(depth: i32, count: usize) -> i32 {
    const SIZE: usize = 128;
    static TABLE: LazyLock<Vec<i32>> = LazyLock::new(|| {
        let value = |depth: usize, count: usize| 0.6 + (depth as f64).ln() * (count as f64).ln() / 1.45;
        (0..SIZE * SIZE).map(|index| (value((index / SIZE).max(1), (index % SIZE).max(1)) * 1024.0) as i32).collect()
    });
    TABLE[(depth.max(0) as usize).min(SIZE - 1) * SIZE + count.min(SIZE - 1)]
}

/// An evaluation as hundredths of the scale on which 400 is a win chance of 10/11.
pub fn centipawns(score: Score) -> i32 {
    (f64::from(score) / SCALE * 400.0 / std::f64::consts::LN_10) as i32
}
