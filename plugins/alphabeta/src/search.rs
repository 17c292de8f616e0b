//! The search that both games share: iterative deepening on one or more threads, and what it needs.
//!
//! A game plugs in by implementing [`Game`]: it lists its root moves and searches the position after one of them. The
//! [`driver`] does the rest: depth after depth it searches the root moves by principal variation search within an
//! aspiration window, once for each line asked for, reports what it found, and stops by depth, nodes, time or when the
//! host says so.
//!
//! The contract, in the order in which the driver calls:
//!
//! 1. A `Game` value is one thread's search state on the root position: board, histories, stack. The caller makes one for
//!    each thread, all sharing the [`Table`](crate::table::Table) behind an `Arc`, and gives them to [`driver::think`].
//! 2. [`Game::root_moves`] gives the legal moves, the most promising first. The driver removes those not allowed.
//! 3. [`Game::solve`] may find the answer by other means (book, threat search) before the first depth.
//! 4. [`Game::search_move`] makes a root move, searches with the window (from the root's point of view), unmakes it and
//!    returns the score. Before each return that counts, [`Game::line`] holds the best line after that move.
//! 5. The search calls [`Worker::enter`] once a node. When it returns `false` the search unwinds at once: every function
//!    returns any score, stores nothing, and the driver throws the result away.
//! 6. [`Game::finish_depth`] tells the best root move with its score once a depth is complete.
//!
//! Scores are those of [`score`](crate::score); plies count from the root, so the position after a root move has ply 1.
//! With one thread, a node limit and a seed the same position gives the same answer: a game uses no other clock or chance.

pub mod driver;
pub mod history;
pub mod line;
pub mod root;
pub mod time;
pub mod worker;

use sdk::rules::Move;

use crate::score::{Bounds, Score};
pub use worker::Worker;

/// How a game's root move search is asked.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// The window, from the root's point of view.
    pub bounds: Bounds,
    /// Plies left at the root, the root move included: above 0.
    pub depth: i32,
    /// How many plies less than that the move shall be searched; above 0 only where the window is empty.
    pub reduction: i32,
    /// Whether the move is searched with the full window as a candidate for the main line.
    pub pv: bool,
}

/// One thread's search of a root position.
pub trait Game: Send {
    /// A move as the search keeps it.
    type Move: Copy + Eq + Send + Sync + std::fmt::Debug;

    /// The move as the host knows it.
    fn external(mv: Self::Move) -> Move;

    /// The legal moves of the root position, the most promising first.
    fn root_moves(&mut self) -> Vec<Self::Move>;

    /// Answers without the main search where the game knows the answer: asked once by the first thread, before the first
    /// depth. May put `moves` in another order, or take hopeless ones out (never all).
    fn solve(&mut self, moves: &mut Vec<Self::Move>, worker: &mut Worker<'_>) -> Option<Solution<Self::Move>> {
        let _ = (moves, worker);
        None
    }

    /// Searches the position after a root move. See the [module's contract](self).
    fn search_move(&mut self, mv: Self::Move, ask: &Ask, worker: &mut Worker<'_>) -> Score;

    /// The best line found by the last [`Game::search_move`], from the reply on.
    fn line(&self) -> &[Self::Move];

    /// Plies by which a root move is reduced at first; `index` is its place in the order, from 0.
    fn root_reduction(&self, mv: Self::Move, index: usize, depth: i32) -> i32 {
        let _ = (mv, index, depth);
        0
    }

    /// A depth of one line is complete, or its best move failed high: `best` has this score.
    fn finish_depth(&mut self, best: Self::Move, score: Score, depth: i32) {
        let _ = (best, score, depth);
    }

    /// The score as hundredths in the sense of [`sdk::Score::Cp`].
    fn centipawns(&self, score: Score) -> i32;

    /// Half width of the first aspiration window.
    fn aspiration(&self) -> Score;

    /// Plies beyond a forced end after which no shorter one is looked for.
    fn proof_margin(&self) -> i32 {
        10
    }
}

/// An answer found without the main search.
#[derive(Clone, Debug)]
pub struct Solution<M> {
    /// The line, its first move the one to play.
    pub line: Vec<M>,
    /// Its score.
    pub score: Score,
    /// What to tell people about it; may be empty.
    pub text: String,
}
