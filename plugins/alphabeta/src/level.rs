//! Playing strength.

use std::str::FromStr;
use std::time::Duration;

use crate::score::Score;

/// How strong the engine plays. Every level plays the best that it sees; a lower one looks less far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// For beginners.
    Easy,
    /// For players who know the game.
    Normal,
    /// For strong players.
    Hard,
    /// All that the engine can.
    #[default]
    Expert,
}

impl FromStr for Level {
    type Err = ();

    fn from_str(text: &str) -> Result<Level, ()> {
        match text {
            "easy" => Ok(Level::Easy),
            "normal" => Ok(Level::Normal),
            "hard" => Ok(Level::Hard),
            "expert" => Ok(Level::Expert),
            _ => Err(()),
        }
    }
}

/// What a level means in one game, beside the limits of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Depth never exceeded, in plies.
    pub depth: Option<u32>,
    /// Nodes never exceeded.
    pub nodes: Option<u64>,
    /// Time for a move where the limits give neither time nor depth nor nodes.
    pub time: Duration,
    /// Moves that score at most this much below the best one are as good: one of them is chosen at random.
    pub tolerance: Score,
}

impl Strength {
    /// Full strength.
    pub const FULL: Strength = Strength { depth: None, nodes: None, time: Duration::from_millis(950), tolerance: 0 };
}
