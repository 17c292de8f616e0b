//! The quiescence search: captures until the position is quiet enough to be evaluated.

use sdk::rules::xiangqi::PackedMove;

use super::exchange;
use super::picker::Picker;
use super::searcher::Searcher;
use crate::score::{self, Bounds, Score};
use crate::search::Worker;
use crate::table::{Bound, Entry};

/// Captures may lose this much in the exchange and still be tried: about a soldier.
const TOLERANCE: Score = -60;
/// A capture that leaves the evaluation this far below alpha is not tried.
const MARGIN: Score = 130;
/// A side with at most this many men is tested for stalemate.
pub(super) const FEW_MEN: u32 = 7;

impl Searcher {
    /// The score of the position when only captures, and in check all evasions, are searched. `depth` is 0 at first and
    /// goes down.
    pub fn quiescence<const PV: bool>(
        &mut self,
        ply: usize,
        bounds: Bounds,
        depth: i32,
        worker: &mut Worker<'_>,
    ) -> Score {
        if !worker.enter(ply) {
            return score::DRAW;
        }
        if PV {
            self.lines.clear(ply);
        }
        let back = self.position.repeats();
        let open = match self.open_window(ply, bounds, back, worker) {
            Ok(open) => open,
            Err(score) => return score,
        };
        let key = if back.is_some() { self.position.repeated_key() } else { self.position.table_key() };
        let entry = self.table.probe(key, ply);
        if let Some(entry) = entry
            && !PV
            && entry.bound.settles(entry.score, open.beta)
            && self.position.quiet_plies() < 100
        {
            return entry.score;
        }
        self.search_captures::<PV>(ply, open, depth, key, entry, worker)
    }

    fn search_captures<const PV: bool>(
        &mut self,
        ply: usize,
        mut bounds: Bounds,
        depth: i32,
        key: u64,
        entry: Option<Entry>,
        worker: &mut Worker<'_>,
    ) -> Score {
        let danger = self.position.board().danger();
        let in_check = danger.in_check();
        let alpha_before = bounds.alpha;
        let (mut best, mut raw) = (-score::INFINITE, score::NONE);
        if !in_check {
            let known = entry.map(|entry| entry.evaluation).filter(|&evaluation| evaluation != score::NONE);
            raw = known.unwrap_or_else(|| self.raw_evaluation());
            best = self.corrected(raw);
            if let Some(entry) = entry.filter(|entry| entry.bound.settles(entry.score, best))
                && !score::is_decisive(entry.score)
            {
                best = entry.score;
            }
            self.frame_mut(ply).evaluation = best;
            if best >= bounds.beta {
                if entry.is_none() {
                    self.remember_leaf(key, ply, PackedMove::NONE, best, raw, Bound::Lower);
                }
                return best;
            }
            bounds.alpha = bounds.alpha.max(best);
        } else {
            self.frame_mut(ply).evaluation = score::NONE;
        }
        let stand_pat = best;
        let table_move = entry.and_then(|entry| PackedMove::from_raw(entry.mv)).unwrap_or(PackedMove::NONE);
        let board = self.position.board();
        let mut picker = if in_check {
            Picker::new(board, &danger, table_move, [PackedMove::NONE; 3])
        } else {
            Picker::captures(board, &danger, table_move, TOLERANCE)
        };
        let trail = self.trail(ply);
        let (mut best_move, mut count) = (PackedMove::NONE, 0);
        while let Some(mv) = picker.next(self.position.board(), &danger, &self.histories, &trail) {
            if !in_check && picker.is_bad_capture() {
                break;
            }
            count += 1;
            if best > -score::DECISIVE && self.is_hopeless(mv, in_check, stand_pat, bounds.alpha, count) {
                continue;
            }
            self.make(ply, mv);
            let score = -self.quiescence::<PV>(ply + 1, bounds.flipped(), depth - 1, worker);
            self.position.unmake();
            if worker.stopped() {
                return score::DRAW;
            }
            if score > best {
                best = score;
                if score > bounds.alpha {
                    best_move = mv;
                    bounds.alpha = score;
                    if PV {
                        self.lines.set(ply, mv);
                    }
                    if score >= bounds.beta {
                        break;
                    }
                }
            }
        }
        if count == 0 && self.has_lost(in_check) {
            return score::loss_in(ply);
        }
        let bound = if best >= bounds.beta { Bound::Lower } else { Bound::of(best, alpha_before, bounds.beta) };
        // Within quiescence an exact score is exact for the captures only.
        let bound = if bound == Bound::Exact && !PV { Bound::Upper } else { bound };
        self.remember_leaf(key, ply, best_move, best, raw, bound);
        best
    }

    /// Whether a move is not worth making: it wins too little, or is one evasion too many.
    fn is_hopeless(&self, mv: PackedMove, in_check: bool, stand_pat: Score, alpha: Score, count: usize) -> bool {
        let board = self.position.board();
        let quiet = board.man(mv.to()).is_none();
        if in_check {
            return quiet && count > 3;
        }
        let reach = stand_pat + MARGIN + exchange::value_on(board, mv.to());
        reach <= alpha && !board.gives_check(mv)
    }

    /// Whether the side to move has no move, where no move was tried.
    fn has_lost(&self, in_check: bool) -> bool {
        let board = self.position.board();
        let few = || board.side(board.side_to_move()).len() <= FEW_MEN;
        in_check || (few() && board.count_moves(&board.danger()) == 0)
    }

    fn remember_leaf(&self, key: u64, ply: usize, mv: PackedMove, score: Score, raw: Score, bound: Bound) {
        let entry = Entry { mv: mv.raw(), score, evaluation: raw, depth: 0, bound, pv: false };
        self.table.store(key, ply, entry);
    }
}
