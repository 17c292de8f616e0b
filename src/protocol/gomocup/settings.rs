//! What INFO sets: rule, times, memory.

use std::time::Duration;

use rules::{Side, Variant};
use sdk::{Limits, SideClock};

use super::game::Refusal;
use super::{split_word, variant_of_rule};

/// Longest time for a move where a manager gives none (the protocol's default).
const DEFAULT_TURN: Duration = Duration::from_secs(30);
/// Time for a move when a manager asks for the fastest play.
const FASTEST: Duration = Duration::from_millis(20);
/// Memory beside the transposition table, in MiB.
const OTHER_MEMORY: u64 = 24;

/// The settings of a session.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rules to play by.
    pub variant: Variant,
    turn: Duration,
    has_match_time: bool,
    left: Option<Duration>,
    hash: Option<u64>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { variant: Variant::Gomoku, turn: DEFAULT_TURN, has_match_time: false, left: None, hash: None }
    }
}

impl Settings {
    /// Takes over a key with its value. Keys that are not known are ignored, as the protocol asks.
    ///
    /// # Errors
    /// The value can't be read, or the rule is not one that we play.
    pub fn set(&mut self, text: &str) -> Result<(), Refusal> {
        let (key, value) = split_word(text);
        let number =
            || value.trim().parse::<i64>().map_err(|_| Refusal::Text(format!("INFO {key}: {value:?} is no number")));
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = millis(number()?),
            "timeout_match" => self.has_match_time = number()? > 0,
            "time_left" => self.left = Some(millis(number()?)),
            "max_memory" => {
                let mebibytes = u64::try_from(number()?).unwrap_or(0) >> 20;
                self.hash = (mebibytes > 0).then(|| mebibytes.saturating_sub(OTHER_MEMORY).max(1));
            }
            "rule" => {
                let rule = number()?;
                let variant = u32::try_from(rule).ok().and_then(variant_of_rule);
                self.variant = variant.ok_or_else(|| {
                    Refusal::Text(format!("rule {rule} is not supported; 0 freestyle, 1 exactly five and 4 renju are"))
                })?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The size of the transposition table in MiB if it was set anew.
    pub fn take_hash(&mut self) -> Option<u64> {
        self.hash.take()
    }

    /// The limits of the next search, of a side.
    pub fn limits(&self, side: Side) -> Limits {
        let mut limits = Limits::move_time(self.turn.max(FASTEST));
        if self.has_match_time
            && let Some(left) = self.left
        {
            limits.clocks[side.index()] = SideClock { remaining: Some(left), ..SideClock::default() };
        }
        limits
    }
}

fn millis(number: i64) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0))
}
