//! The arguments that limit a search.

use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;

use super::Failure;
use crate::session::Setup;
use crate::session::clock::TimeControl;

/// Limits of a search or of the moves of a game.
#[derive(Clone, Debug, Default, Args)]
pub struct LimitArgs {
    /// Time for a move: 500ms, 2s
    #[arg(long, value_name = "TIME", value_parser = parse_time, conflicts_with = "tc")]
    pub movetime: Option<Duration>,
    /// Depth in plies
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Nodes for a move
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Time for a game, with what is added after a move: 60s+1s
    #[arg(long, value_name = "BASE+INCREMENT", value_parser = parse_time_control)]
    pub tc: Option<TimeControl>,
}

impl LimitArgs {
    /// Puts the limits into a game.
    ///
    /// # Errors
    /// Bad input: a limit of zero.
    pub fn apply(&self, setup: &mut Setup) -> Result<(), Failure> {
        let zero = |name| Failure::bad_input(anyhow!("{name} must be above zero"));
        if self.depth == Some(0) {
            return Err(zero("--depth"));
        }
        if self.nodes == Some(0) {
            return Err(zero("--nodes"));
        }
        let control = self.tc.or(self.movetime.map(TimeControl::PerMove)).unwrap_or_default();
        if control.start() == Some(Duration::ZERO) {
            return Err(zero("the time for a move or game"));
        }
        setup.time = [control; 2];
        setup.depth = self.depth;
        setup.nodes = self.nodes;
        Ok(())
    }
}

/// Reads a time such as `500ms`, `2s` or `1m 30s`.
///
/// # Errors
/// The text is no time.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|error| format!("{error}; write for example 500ms or 2s"))
}

/// Reads `60s`, `60s+1s`.
fn parse_time_control(text: &str) -> Result<TimeControl, String> {
    let read = |part: &str| humantime::parse_duration(part).with_context(|| format!("{part:?} is no time"));
    let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
    match (read(base), read(increment)) {
        (Ok(base), Ok(increment)) => Ok(TimeControl::Increment { base, increment }),
        (Err(error), _) | (_, Err(error)) => Err(format!("{error:#}; write for example 60s+1s")),
    }
}
