//! The moves at the root with what is known about each.

use crate::score::{self, Score};

/// A root move.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its score in the present depth, [`-INFINITE`](score::INFINITE) while it has none of its own.
    pub score: Score,
    /// Its score in the last depth that gave it one.
    pub previous: Score,
    /// The line after it.
    pub line: Vec<M>,
    /// Nodes spent on it in the whole search.
    pub nodes: u64,
    /// Largest ply reached when it was last best.
    pub selective_depth: usize,
}

impl<M> RootMove<M> {
    /// A move about which nothing is known.
    pub const fn new(mv: M) -> RootMove<M> {
        RootMove {
            mv,
            score: -score::INFINITE,
            previous: -score::INFINITE,
            line: Vec::new(),
            nodes: 0,
            selective_depth: 0,
        }
    }

    /// Begins another depth.
    pub const fn next_depth(&mut self) {
        if self.score != -score::INFINITE {
            self.previous = self.score;
        }
        self.score = -score::INFINITE;
    }
}

/// Sorts by score, moves without one by that of earlier depths; equal ones keep their order.
pub fn sort<M>(moves: &mut [RootMove<M>]) {
    moves.sort_by_key(|root| (-root.score, -root.previous));
}
