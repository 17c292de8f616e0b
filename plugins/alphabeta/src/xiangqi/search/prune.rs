//! What is decided about a node before its moves, and about a move before it is searched.

use sdk::rules::xiangqi::PackedMove;

use super::super::exchange;
use super::super::picker::Picker;
use super::super::quiescence::FEW_MEN;
use super::super::searcher::Searcher;
use super::{Candidate, Node, reduction};
use crate::score::{self, Bounds, Score};
use crate::search::Worker;
use crate::table::{Bound, Entry};

/// Plies up to which a mate shorter than the known one is looked for with all moves.
const NEAR: usize = 4;

/// Whether alpha is a win within a few plies, so that only a mate within fewer is better.
fn is_mate_near(alpha: Score, ply: usize) -> bool {
    alpha >= score::win_in(ply + NEAR)
}

impl Searcher {
    pub(super) fn evaluate_node(&mut self, node: &mut Node) {
        let ply = node.ply;
        self.frame_mut(ply + 1).killers = [PackedMove::NONE; 2];
        self.frame_mut(ply + 1).excluded = PackedMove::NONE;
        self.frame_mut(ply + 1).cutoffs = 0;
        if node.danger.in_check() {
            self.frame_mut(ply).evaluation = score::NONE;
            return;
        }
        let known = node.entry.map(|entry| entry.evaluation).filter(|&evaluation| evaluation != score::NONE);
        node.raw = known.unwrap_or_else(|| self.raw_evaluation());
        node.evaluation = self.corrected(node.raw);
        self.frame_mut(ply).evaluation = node.evaluation;
        let earlier = [2, 4].map(|back| self.frame_before(ply, back).evaluation);
        let earlier = earlier.into_iter().find(|&evaluation| evaluation != score::NONE);
        node.improving = earlier.is_some_and(|earlier| node.evaluation > earlier);
        if let Some(entry) = node.entry
            && entry.bound.settles(entry.score, node.evaluation)
            && entry.bound != Bound::None
            && !score::is_decisive(entry.score)
        {
            node.evaluation = entry.score;
        }
        if known.is_none() && node.excluded == PackedMove::NONE {
            let bare = Entry {
                mv: 0,
                score: score::NONE,
                evaluation: node.raw,
                depth: -7,
                bound: Bound::None,
                pv: node.main_line,
            };
            self.table.store(node.key, ply, bare);
        }
    }

    /// Decides a node without trying its moves one by one, where that is safe enough.
    pub(super) fn prune_node<const PV: bool>(&mut self, node: &mut Node, worker: &mut Worker<'_>) -> Option<Score> {
        let Bounds { alpha, beta } = node.bounds;
        if node.danger.in_check() || node.excluded != PackedMove::NONE {
            return None;
        }
        let depth = node.depth;
        // Razoring: far below alpha only captures can help. (For a shorter mate than the one known nothing but mates do, and
        // the evaluation says nothing of those.)
        if !PV && depth <= 4 && !is_mate_near(alpha, node.ply) && node.evaluation < alpha - 130 - 130 * depth * depth {
            let score = self.quiescence::<false>(node.ply, Bounds::zero(alpha), 0, worker);
            if score <= alpha && !score::is_decisive(score) {
                return Some(score);
            }
        }
        // Reverse futility: far above beta a quiet move keeps it.
        let margin = (50 * depth - if node.improving { 40 } else { 0 }).max(20);
        if !PV
            && depth <= 9
            && node.evaluation - margin >= beta
            && !score::is_decisive(node.evaluation)
            && !score::is_decisive(beta)
        {
            return Some(beta + (node.evaluation - beta) / 3);
        }
        if let Some(score) = (!PV).then(|| self.null_move(node, worker)).flatten() {
            return Some(score);
        }
        // Internal iterative reduction: without a table move the order is poor.
        if node.table_move == PackedMove::NONE && depth >= 4 && (PV || node.cut) {
            node.depth -= 1;
        }
        if PV { None } else { self.prob_cut(node, worker) }
    }

    /// Null move: when passing still holds beta, some move will.
    pub(super) fn null_move(&mut self, node: &Node, worker: &mut Worker<'_>) -> Option<Score> {
        let (ply, beta, depth) = (node.ply, node.bounds.beta, node.depth);
        let allowed = node.cut
            && depth >= 2
            && node.evaluation >= beta
            && self.frame(ply).evaluation >= beta - 14 * depth + 110
            && self.frame_before(ply, 1).mv != PackedMove::NONE
            && ply >= self.null_from
            && !score::is_decisive(beta)
            && self.position.has_fighters(self.position.side());
        if !allowed {
            return None;
        }
        let less = 3 + depth / 3 + ((node.evaluation - beta) / 120).min(3);
        let frame = self.frame_mut(ply);
        (frame.mv, frame.moved, frame.captured) = (PackedMove::NONE, None, false);
        self.position.make_null();
        let score = -self.search::<false>(ply + 1, Bounds::zero(-beta), depth - less, false, worker);
        self.position.unmake();
        if worker.stopped() || score < beta {
            return None;
        }
        let score = if score::is_decisive(score) { beta } else { score };
        if depth < 14 || self.null_from > 0 {
            return Some(score);
        }
        // Deep ones are verified without null moves in the upper part of the tree.
        self.null_from = ply + 3 * (depth - less) as usize / 4 + 1;
        let verified = self.search::<false>(ply, Bounds::zero(beta - 1), depth - less, false, worker);
        self.null_from = 0;
        (verified >= beta && !worker.stopped()).then_some(score)
    }

    /// ProbCut: a capture that beats beta by far in a shallow search will beat it in the full one.
    pub(super) fn prob_cut(&mut self, node: &Node, worker: &mut Worker<'_>) -> Option<Score> {
        let raised = node.bounds.beta + 130;
        let hopeless = node
            .entry
            .is_some_and(|entry| entry.bound == Bound::Upper && entry.depth >= node.depth - 4 && entry.score < raised);
        if node.depth < 5 || score::is_decisive(raised) || hopeless {
            return None;
        }
        let (ply, bounds) = (node.ply, Bounds::zero(-raised));
        let gain = raised - node.evaluation;
        let mut picker = Picker::captures(self.position.board(), &node.danger, node.table_move, gain);
        while let Some(mv) = picker.next(self.position.board(), &node.danger, &self.histories, &node.trail) {
            if picker.is_bad_capture() {
                break;
            }
            self.make(ply, mv);
            let mut score = -self.quiescence::<false>(ply + 1, bounds, 0, worker);
            if score >= raised {
                score = -self.search::<false>(ply + 1, bounds, node.depth - 4, !node.cut, worker);
            }
            self.position.unmake();
            if worker.stopped() {
                return None;
            }
            if score >= raised {
                self.remember(node, mv, score, Bound::Lower, node.depth - 3);
                return Some(score);
            }
        }
        None
    }

    /// Whether a move is not worth searching, once one that does not lose is known.
    pub(super) fn prune_move(&self, node: &Node, candidate: &Candidate, picker: &mut Picker) -> bool {
        let board = self.position.board();
        let Bounds { alpha, .. } = node.bounds;
        let depth = node.depth;
        if is_mate_near(alpha, node.ply) {
            return self.prune_by_mate(node, candidate);
        }
        let reduced = (depth - reduction(depth, candidate.count) / 1024).max(0);
        if let Some(role) = candidate.capture {
            let margin = 160 + 150 * reduced + exchange::VALUES[role.index()] + candidate.history / 32;
            if !candidate.gives_check && reduced < 6 && !node.danger.in_check() && node.evaluation + margin <= alpha {
                return true;
            }
            // A sacrifice with check may mate where the exchange only loses.
            return !candidate.gives_check
                && depth <= 8
                && !exchange::wins_at_least(board, candidate.mv, -95 * depth - candidate.history / 64);
        }
        // Move count: late quiet moves.
        let enough = (3 + depth * depth) / if node.improving { 1 } else { 2 };
        if candidate.count as i32 > enough.max(3) {
            picker.skip_quiets();
        }
        if candidate.gives_check {
            return depth <= 6 && !exchange::wins_at_least(board, candidate.mv, -150 * depth);
        }
        if reduced < 5 && candidate.history < -2600 * depth {
            return true;
        }
        if !node.danger.in_check()
            && reduced < 9
            && node.evaluation + 110 + 85 * reduced + candidate.history / 160 <= alpha
        {
            return true;
        }
        reduced < 8 && !exchange::wins_at_least(board, candidate.mv, -14 * reduced * reduced)
    }

    /// Whether a move can't be part of a shorter mate than the one that alpha stands for: nothing that is only likely
    /// counts here, or mates would be told longer than they are. Where just this move could still do it, it has to check,
    /// or to leave one without a move who has few men.
    fn prune_by_mate(&self, node: &Node, candidate: &Candidate) -> bool {
        let last = node.bounds.alpha >= score::win_in(node.ply + 3);
        let board = self.position.board();
        last && !candidate.gives_check && board.side(board.side_to_move().other()).len() > FEW_MEN
    }
}
