//! The part of the evaluation that is kept from move to move: the seam for another one.
//!
//! The search makes and unmakes moves through [`Position`](super::position::Position), which tells an [`Accumulator`] of
//! every man that comes to a point or leaves it, and copies it for each ply. Today's is [`Placement`]: the sum of the
//! placement weights, one word. A small network (NNUE) takes its place in three steps:
//!
//! 1. A type with the first layer's sums, one row for each side's view; [`Accumulator::put`] and [`Accumulator::take`] add
//!    and subtract the weights of a man on a point, [`Accumulator::of`] makes them anew.
//! 2. Its [`Accumulator::evaluate`] runs the layers behind, instead of [`collect`](super::evaluate::collect) and the weights.
//! 3. [`Kept`] becomes that type.
//!
//! Everything else asks `Position` or [`Searcher::raw_evaluation`](super::searcher::Searcher::raw_evaluation) and sees no
//! difference: scores are for the side to move, about 400 for a horse, within the bounds of
//! [`score::clamp_evaluation`](crate::score::clamp_evaluation). The samples of `tuner play` (board, score, result) are what
//! such a network is trained on.

use sdk::rules::xiangqi::{Board, Man};

use super::evaluate::evaluate;
use super::weights::{Pair, Weights};
use crate::score::Score;

/// What the positions of the search keep.
pub type Kept = Placement;

/// What an evaluation keeps from move to move.
pub trait Accumulator: Copy {
    /// What belongs to a board.
    fn of(board: &Board, weights: &Weights) -> Self;

    /// A man comes to a point.
    fn put(&mut self, man: Man, at: usize, weights: &Weights);

    /// A man leaves a point.
    fn take(&mut self, man: Man, at: usize, weights: &Weights);

    /// The evaluation of the board that this belongs to, for the side to move. Never asked in check.
    fn evaluate(&self, board: &Board, weights: &Weights) -> Score;
}

/// The sum of the placement weights, from Red's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement(Pair);

impl Accumulator for Placement {
    fn of(board: &Board, weights: &Weights) -> Placement {
        let mut sum = Placement::default();
        for at in board.occupied() {
            if let Some(man) = board.man(at) {
                sum.put(man, at, weights);
            }
        }
        sum
    }

    #[inline]
    fn put(&mut self, man: Man, at: usize, weights: &Weights) {
        self.0.add(weights.placement[man.side.index()][man.role.index()][at], 1);
    }

    #[inline]
    fn take(&mut self, man: Man, at: usize, weights: &Weights) {
        self.0.add(weights.placement[man.side.index()][man.role.index()][at], -1);
    }

    #[inline]
    fn evaluate(&self, board: &Board, weights: &Weights) -> Score {
        evaluate(board, self.0, weights)
    }
}
