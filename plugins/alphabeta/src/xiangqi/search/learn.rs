//! What a searched node leaves behind: statistics of moves, corrections of the evaluation, an entry of the table.

use sdk::rules::xiangqi::{PackedMove, Role};

use super::super::histories::MOVE_LIMIT;
use super::super::searcher::Searcher;
use super::{BY_RULE, Node};
use crate::score::{self, Bounds, Score};
use crate::table::{Bound, Entry};

/// Most moves whose statistics are lowered after another one refuted the node.
const MAX_TRIED: usize = 32;

impl Searcher {
    /// A table move that settles a node at once would have been rewarded by a search.
    pub(super) fn reward_table_move(&mut self, ply: usize, entry: &Entry, bounds: Bounds, depth: i32) {
        let Some(mv) = PackedMove::from_raw(entry.mv).filter(|_| entry.score >= bounds.beta) else { return };
        let board = self.position.board();
        if let (Some(man), None) = (board.man(mv.from()), board.man(mv.to()))
            && man.side == board.side_to_move()
        {
            let trail = self.trail(ply);
            self.histories.update_quiet(self.position.board(), mv, man, &trail, bonus(depth) / 2);
        }
    }

    /// Learns from a searched node and stores it.
    pub(super) fn finish_node(
        &mut self,
        node: &Node,
        alpha: Score,
        best: Score,
        best_move: PackedMove,
        tried: &Tried,
    ) -> Score {
        if best_move != PackedMove::NONE {
            self.learn(node, best_move, tried);
        }
        if node.excluded != PackedMove::NONE {
            return best;
        }
        let bound = Bound::of(best, alpha, node.bounds.beta);
        self.remember(node, best_move, best, bound, node.depth);
        let static_evaluation = self.frame(node.ply).evaluation;
        let quiet = best_move == PackedMove::NONE || self.position.board().man(best_move.to()).is_none();
        if static_evaluation != score::NONE
            && quiet
            && !score::is_decisive(best)
            && best.abs() < BY_RULE
            && (bound == Bound::Exact || bound.settles(best, static_evaluation))
        {
            let error = best - static_evaluation;
            self.histories.update_correction(self.position.board(), error, node.depth);
        }
        best
    }

    pub(super) fn remember(&self, node: &Node, mv: PackedMove, score: Score, bound: Bound, depth: i32) {
        if score.abs() >= BY_RULE && !score::is_decisive(score) {
            return;
        }
        let entry = Entry { mv: mv.raw(), score, evaluation: node.raw, depth, bound, pv: node.main_line };
        self.table.store(node.key, node.ply, entry);
    }

    /// Raises the statistics of the move that was best, lowers those of the ones tried before it.
    pub(super) fn learn(&mut self, node: &Node, best: PackedMove, tried: &Tried) {
        let bonus = bonus(node.depth);
        let board = self.position.board();
        let Some(man) = board.man(best.from()) else { return };
        match board.man(best.to()) {
            Some(victim) => self.histories.update_capture(best, man, victim.role, bonus),
            None => {
                self.histories.update_quiet(self.position.board(), best, man, &node.trail, bonus);
                for &mv in tried.quiets() {
                    if let Some(man) = self.position.board().man(mv.from()) {
                        self.histories.update_quiet(self.position.board(), mv, man, &node.trail, -bonus);
                    }
                }
                self.histories.set_reply(&node.trail, best);
                let killers = &mut self.frame_mut(node.ply).killers;
                if killers[0] != best {
                    *killers = [best, killers[0]];
                }
            }
        }
        for &(mv, role) in tried.captures() {
            if let Some(man) = self.position.board().man(mv.from()) {
                self.histories.update_capture(mv, man, role, -bonus);
            }
        }
        self.punish_last_quiet(node, bonus);
    }

    /// The move before this node was refuted: if it was the quiet one that the table expected, it counts against it.
    pub(super) fn punish_last_quiet(&mut self, node: &Node, bonus: i32) {
        let last = *self.frame_before(node.ply, 1);
        if last.captured || last.mv == PackedMove::NONE || node.ply < 2 || last.reduction > 0 {
            return;
        }
        if let Some(man) = self.position.board().man(last.mv.to()) {
            let trail = self.trail(node.ply - 1);
            self.histories.update_continuation(last.mv, man, &trail, -bonus / 2);
        }
    }
}

/// How much a searched node of a depth tells.
pub(super) fn bonus(depth: i32) -> i32 {
    (130 * depth - 60).clamp(40, MOVE_LIMIT / 6)
}

/// The moves of a node that were searched and did not refute it; the first ones, where there are very many.
pub(super) struct Tried {
    quiets: [PackedMove; MAX_TRIED],
    quiet_count: usize,
    captures: [(PackedMove, Role); MAX_TRIED],
    capture_count: usize,
}

impl Tried {
    pub(super) const NONE: Tried = Tried {
        quiets: [PackedMove::NONE; MAX_TRIED],
        quiet_count: 0,
        captures: [(PackedMove::NONE, Role::General); MAX_TRIED],
        capture_count: 0,
    };

    pub(super) fn push(&mut self, mv: PackedMove, captured: Option<Role>) {
        match captured {
            Some(role) if self.capture_count < MAX_TRIED => {
                self.captures[self.capture_count] = (mv, role);
                self.capture_count += 1;
            }
            None if self.quiet_count < MAX_TRIED => {
                self.quiets[self.quiet_count] = mv;
                self.quiet_count += 1;
            }
            _ => {}
        }
    }

    fn quiets(&self) -> &[PackedMove] {
        &self.quiets[..self.quiet_count]
    }

    fn captures(&self) -> &[(PackedMove, Role)] {
        &self.captures[..self.capture_count]
    }
}
