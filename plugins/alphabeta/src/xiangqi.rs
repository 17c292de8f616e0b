//! Xiangqi.

use sdk::rules::Position;
use sdk::rules::xiangqi::Xiangqi;
use sdk::{Fault, SearchResult};

use crate::Task;

/// What is remembered from move to move.
#[derive(Default)]
pub struct State;

impl State {
    /// Thinks and answers.
    pub fn think(&mut self, position: &Xiangqi, task: &Task<'_>) -> Result<SearchResult, Fault> {
        let mv = position.legal_moves().into_iter().find(|&mv| task.limits.allows(mv)).ok_or("no move is open")?;
        Ok(SearchResult::play(mv))
    }
}
