//! Which nodes and moves are searched less, more or not at all.

use sdk::rules::gomoku::Cell;

use super::{Node, ProverBudget, Search, tuning};
use crate::gomoku::board::SearchBoard;
use crate::gomoku::class::Class;
use crate::gomoku::picker::Candidate;
use crate::score::{self, Bounds, Score};
use crate::search::Worker;
use crate::table::{Bound, Entry};

/// What became of the question whether a move is the only good one.
pub(super) enum Singular {
    /// It is not, or the question was not asked.
    No,
    /// It is.
    Only,
    /// Another move is good enough to cut off as well.
    CutOff(Score),
}

impl Search {
    /// Prunes a whole node by its evaluation: returns a score when it is clearly outside of the window.
    pub(super) fn prune_node(&mut self, node: &Node, known: Option<&Entry>, worker: &mut Worker<'_>) -> Option<Score> {
        let Node { bounds, depth, ply, .. } = *node;
        let evaluation = self.frames[ply].evaluation;
        let refined = match known {
            Some(entry) if entry.bound != Bound::None && entry.bound.settles(entry.score, evaluation + 1) => {
                entry.score
            }
            _ => evaluation,
        };
        if score::is_decisive(bounds.alpha) || score::is_decisive(bounds.beta) || score::is_decisive(refined) {
            return None;
        }
        // Reverse futility: so far above the window that a quiet reply will not bring it down.
        if depth <= tuning::FUTILITY_DEPTH
            && refined - tuning::futility_margin(depth, self.improving(ply)) >= bounds.beta
        {
            return Some(refined);
        }
        // Razoring: so far below the window that only fours can help.
        if depth <= tuning::RAZOR_DEPTH && refined + tuning::razor_margin(depth) <= bounds.alpha {
            let score = self.quiesce(bounds, 0, ply, worker);
            if depth <= 1 || score <= bounds.alpha {
                return Some(score);
            }
        }
        None
    }

    /// Whether a move needs no search as others will hardly be worse.
    pub(super) fn prune_move<const PV: bool>(
        &self,
        node: &Node,
        candidate: &Candidate,
        count: usize,
        defending: bool,
        alpha: Score,
    ) -> bool {
        if defending || is_forcing(candidate) || score::is_decisive(alpha) && alpha > 0 {
            return false;
        }
        // Late moves at low depth.
        if count >= tuning::move_limit(node.depth, PV, self.improving(node.ply)) {
            return true;
        }
        // Futility: what the move could gain does not reach the window.
        let evaluation = self.frames[node.ply].evaluation;
        !PV && node.depth <= tuning::FUTILITY_MOVE_DEPTH
            && count > 0
            && evaluation + tuning::futility_move_margin(node.depth) + candidate.history / 128 <= alpha
            && !score::is_decisive(alpha)
    }

    /// How many plies less a late move is searched at first.
    pub(super) fn reduction<const PV: bool>(
        &self,
        node: &Node,
        candidate: &Candidate,
        count: usize,
        defending: bool,
    ) -> i32 {
        if node.depth < 2 || candidate.class.is_four() {
            return 0;
        }
        let mut reduction = tuning::base_reduction(node.depth, count);
        if PV {
            reduction -= 1024;
        }
        if node.cut {
            reduction += 768;
        }
        if !self.improving(node.ply) {
            reduction += 256;
        }
        if defending || is_forcing(candidate) {
            reduction -= 1024;
        }
        if is_far(&self.board, candidate.cell) {
            reduction += 1024;
        }
        reduction -= candidate.history / 12;
        (reduction / 1024).clamp(0, node.depth - 1)
    }

    /// Asks whether the table's move is the only good one: the others are searched to half the depth against a bound somewhat below
    /// its score.
    pub(super) fn singular(
        &mut self,
        node: &Node,
        known: Option<&Entry>,
        mv: Cell,
        worker: &mut Worker<'_>,
    ) -> Singular {
        let Some(entry) = known else { return Singular::No };
        let is_worth_asking = node.depth >= tuning::SINGULAR_DEPTH
            && node.excluded.is_none()
            && entry.depth >= node.depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !score::is_decisive(entry.score);
        if !is_worth_asking {
            return Singular::No;
        }
        let beta = entry.score - tuning::SINGULAR_MARGIN * node.depth;
        let depth = (node.depth - 1) / 2;
        let asked = Node { bounds: Bounds::zero(beta - 1), depth, ply: node.ply, cut: node.cut, excluded: Some(mv) };
        let killers = self.frames[node.ply].killers;
        let score = self.search::<false>(asked, worker);
        self.frames[node.ply].killers = killers;
        if score < beta {
            Singular::Only
        } else if beta >= node.bounds.beta && !score::is_decisive(score) {
            Singular::CutOff(beta)
        } else {
            Singular::No
        }
    }

    /// Looks for a win by threes and fours at a node, with a few nodes.
    pub(super) fn quick_win(&mut self, node: &Node, worker: &mut Worker<'_>) -> Option<Score> {
        let is_worth_trying = node.depth >= tuning::PROVER_DEPTH && node.excluded.is_none();
        if !is_worth_trying || self.threats.is_hopeless(&self.board, tuning::PROVER_HOPELESS) {
            return None;
        }
        let left = tuning::prover_nodes(node.depth);
        let win = self.threats.prove(&mut self.board, &mut ProverBudget { worker, left })?;
        self.end_line(node.ply, win.line.first().copied());
        Some(score::win_in(node.ply + win.plies))
    }
}

/// Whether a move lies apart from what the last two stones are about.
fn is_far(board: &SearchBoard, cell: Cell) -> bool {
    let far = |other: &Cell| cell.file().abs_diff(other.file()).max(cell.row().abs_diff(other.row())) > 4;
    board.played().iter().rev().skip(1).take(2).all(far)
}

/// Whether a move makes or stops a four or an open three.
fn is_forcing(candidate: &Candidate) -> bool {
    candidate.class.is_attack() || candidate.stops >= Class::ThreePlus
}
