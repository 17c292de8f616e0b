//! Proofs of wins by force: by fours alone ([`fours`], VCF) and by threes and fours ([`threats`], VCT).
//!
//! A proof holds against every defence. The attacker may only threaten; whatever the [situation] leaves to the defender is tried,
//! and its own fours with it. A search that ends without a proof says nothing.
//!
//! [situation]: super::threat::situation

pub mod fours;
pub mod threats;

use sdk::rules::gomoku::Cell;

/// A win that was proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The line, with defences that hold out longest.
    pub line: Vec<Cell>,
    /// Plies to the five, the first move included: no defence holds out longer.
    pub plies: usize,
}

/// How much a prover may search, and whether it has to stop.
pub trait Budget {
    /// Counts a node; `false` once the search has to end.
    fn spend(&mut self) -> bool;

    /// Adds nodes, to read out a proof that was found.
    fn refill(&mut self, nodes: u64);
}

/// A number of nodes.
#[derive(Clone, Copy, Debug)]
pub struct Nodes(pub u64);

impl Budget for Nodes {
    fn spend(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }

    fn refill(&mut self, nodes: u64) {
        self.0 += nodes;
    }
}
