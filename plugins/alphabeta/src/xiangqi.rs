//! Xiangqi: what the engine knows about it, and its search.
//!
//! [`searcher`] is one thread's search as the driver asks it; [`search`] and [`quiescence`] search nodes. They take moves
//! from [`picker`], which orders them by [`histories`] and [`exchange`], and judge leaves by [`evaluate`]: a sum over the
//! [`features`] of a board with the [`weights`] from a data file, of which an [`accumulator`] keeps a part from move to
//! move. [`position`] keeps history and repetition; [`book`] knows openings.

pub mod accumulator;
pub mod attacks;
pub mod book;
pub mod evaluate;
pub mod exchange;
pub mod features;
pub mod histories;
pub mod picker;
pub mod position;
pub mod quiescence;
pub mod search;
pub mod searcher;
pub mod weights;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use sdk::rules::Position as _;
use sdk::rules::xiangqi::Xiangqi;
use sdk::{Fault, Score, SearchResult};

use crate::Task;
use crate::level::{Level, Strength};
use crate::search::driver::{self, Request};
use histories::Histories;
use searcher::Searcher;
use weights::WEIGHTS;

/// What is remembered from move to move.
#[derive(Default)]
pub struct State {
    /// One for each thread.
    histories: Vec<Histories>,
}

impl State {
    /// Forgets the last game.
    pub fn new_game(&mut self, threads: usize) {
        self.histories.clear();
        self.histories.resize_with(threads.max(1), Histories::default);
    }

    /// Thinks and answers.
    pub fn think(&mut self, position: &Xiangqi, task: &Task<'_>) -> Result<SearchResult, Fault> {
        let mut histories = std::mem::take(&mut self.histories);
        histories.resize_with(task.settings.threads.max(1), Histories::default);
        let mut threads: Vec<Searcher> = histories
            .into_iter()
            .map(|histories| Searcher::new(position, &WEIGHTS, Arc::clone(task.table), histories))
            .collect();
        threads[0].book = book_seed(position, task);
        let request = Request {
            limits: task.limits,
            control: task.control,
            strength: strength(task.settings.level),
            side: position.side_to_move(),
            key: position.key(),
            table_fill: &|| task.table.fill(),
        };
        let result = driver::think(&mut threads, &request);
        self.histories = threads.into_iter().map(|thread| thread.histories).collect();
        let mut result = result?;
        result.accept_draw = task.limits.draw_offered && takes_draw(position, result.score);
        Ok(result)
    }
}

/// By how much the engine has to stand worse to take a draw at any time, in the units of its scores.
const WORSE: i32 = 60;
/// What counts as level.
const LEVEL: i32 = 25;
/// Plies without a capture after which a level game is given up as drawn.
const TIRED: u32 = 40;

/// Whether an offered draw is taken: when the engine stands worse, or when nothing is left to play for.
fn takes_draw(position: &Xiangqi, score: Score) -> bool {
    match score {
        Score::Mate(plies) => plies <= 0,
        Score::Cp(value) => value <= -WORSE || value.abs() <= LEVEL && u32::from(position.quiet_plies()) >= TIRED,
        Score::None => false,
    }
}

/// The seed of a choice from the book, where a move is to be played and not a position to be analysed: by time, or without
/// any limit.
fn book_seed(position: &Xiangqi, task: &Task<'_>) -> Option<u64> {
    let limits = task.limits;
    let analysis = limits.infinite || limits.depth.is_some() || limits.nodes.is_some() || limits.multi_pv > 1;
    let seed = || limits.seed.map_or_else(|| fastrand::u64(..), |seed| seed ^ position.key());
    (task.settings.book && !analysis).then(seed)
}

/// What a level means in Xiangqi.
const fn strength(level: Level) -> Strength {
    match level {
        Level::Easy => {
            Strength { depth: Some(2), nodes: Some(2_000), time: Duration::from_millis(300), tolerance: 120 }
        }
        Level::Normal => {
            Strength { depth: Some(6), nodes: Some(20_000), time: Duration::from_millis(500), tolerance: 10 }
        }
        Level::Hard => Strength { depth: None, nodes: Some(150_000), time: Duration::from_millis(800), tolerance: 0 },
        Level::Expert => Strength::FULL,
    }
}
