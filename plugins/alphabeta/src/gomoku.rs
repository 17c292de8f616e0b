//! Gomoku: freestyle, standard and renju.
//!
//! - [`board`]: the position under search; for every empty point its [`class`] for both sides, and the evaluation.
//! - [`threat`]: what the threats on the board force.
//! - [`prover`]: wins by force, proven against every defence.
//! - [`opening`]: swap and swap2.
//! - [`search`]: the search; [`picker`] and [`history`] order its moves.
//! - [`weights`] and [`tables`]: the numbers of the evaluation, and what is looked up for a point.

pub mod board;
pub mod cell_set;
pub mod class;
pub mod codes;
pub mod history;
pub mod opening;
pub mod picker;
pub mod prover;
pub mod search;
pub mod tables;
#[cfg(test)]
mod tests;
pub mod threat;
pub mod weights;

use std::sync::Arc;

use sdk::rules::Position;
use sdk::rules::gomoku::Gomoku;
use sdk::{Fault, Limits, SearchResult};

use crate::Task;
use crate::level::{Level, Strength};
use crate::search::driver::{self, Request};
use board::SearchBoard;
use history::Histories;
use search::Search;

/// What is remembered from move to move.
#[derive(Default)]
pub struct State {
    /// One for each thread of the last search.
    histories: Vec<Histories>,
}

impl State {
    /// Thinks and answers.
    pub fn think(&mut self, position: &Gomoku, task: &Task<'_>) -> Result<SearchResult, Fault> {
        let strength = strength(task.settings.level);
        let request = Request {
            limits: task.limits,
            control: task.control,
            strength,
            side: position.side_to_move(),
            key: position.key(),
            table_fill: &|| task.table.fill(),
        };
        let mut searches: Vec<Search> = (0..task.settings.threads.max(1))
            .map(|_| {
                let histories = self.histories.pop().map_or_else(Box::default, Box::new);
                let board = SearchBoard::new(position);
                Search::new(board, Arc::clone(task.table), histories, prover_nodes(task.limits, &strength))
            })
            .collect();
        let result = driver::think(&mut searches, &request);
        self.histories = searches.into_iter().rev().map(|search| *search.histories).collect();
        result
    }
}

/// Builds the tables of a variant, so that no search has to.
pub fn prepare(start: &Gomoku) {
    SearchBoard::new(start);
}

/// Nodes that each prover may spend at the root: about a tenth of the search.
fn prover_nodes(limits: &Limits, strength: &Strength) -> u64 {
    const NODES_PER_MS: u128 = 50;
    let timed = limits.move_time.map(|time| (time.as_millis() * NODES_PER_MS) as u64);
    let counted = limits.nodes.into_iter().chain(strength.nodes).min().map(|nodes| nodes / 8);
    let unlimited = if limits.infinite { 1_000_000 } else { 50_000 };
    timed.into_iter().chain(counted).min().unwrap_or(unlimited)
}

/// What the levels mean in Gomoku.
fn strength(level: Level) -> Strength {
    match level {
        Level::Easy => Strength { depth: Some(2), nodes: Some(2_000), tolerance: 60, ..Strength::FULL },
        Level::Normal => Strength { depth: Some(5), nodes: Some(20_000), tolerance: 15, ..Strength::FULL },
        Level::Hard => Strength { depth: Some(9), nodes: Some(150_000), ..Strength::FULL },
        Level::Expert => Strength::FULL,
    }
}
