//! Analysis and learning aids, as the user set them.

use serde::{Deserialize, Serialize};

use crate::analyst::MAX_LINES;
use crate::analyst::evaluation::Source;
use crate::view::overlay::HeatMap;

/// Times for a position in a review that the window offers, in milliseconds.
pub const REVIEW_TIMES: [u64; 5] = [200, 500, 1000, 3000, 10_000];

/// Analysis and learning aids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Analysis {
    /// The position shown is analysed.
    pub on: bool,
    /// Also while a game is played.
    pub while_playing: bool,
    /// The engine, with its options; empty for the strongest.
    pub engine: String,
    /// Lines wanted.
    pub lines: usize,
    /// The best move is shown on the board.
    pub best_move: bool,
    /// How candidates are coloured.
    pub heat: HeatMap,
    /// Who drives the bar and the graph.
    pub source: Source,
    /// How the engine explains its score is shown, where it does.
    pub breakdown: bool,
    /// Threats are marked on the board and listed.
    pub threats: bool,
    /// Renju's forbidden points are marked.
    pub forbidden: bool,
    /// Time for a position in a review, in milliseconds.
    pub review_ms: u64,
}

impl Default for Analysis {
    fn default() -> Analysis {
        Analysis {
            on: false,
            while_playing: false,
            engine: String::new(),
            lines: 3,
            best_move: true,
            heat: HeatMap::Off,
            source: Source::Analysis,
            breakdown: true,
            threats: false,
            forbidden: true,
            review_ms: 500,
        }
    }
}

impl Analysis {
    /// The same with every number in the range that the window can use.
    pub(super) fn within_bounds(mut self) -> Analysis {
        self.lines = self.lines.clamp(1, MAX_LINES);
        self.review_ms = self.review_ms.clamp(50, 60_000);
        self
    }
}
