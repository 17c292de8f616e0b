//! What is left at the end of a line: fours and their forced replies, to the end.

use sdk::rules::gomoku::Cell;

use super::Search;
use crate::gomoku::class::Class;
use crate::gomoku::threat::{Situation, situation};
use crate::score::{self, Bounds, MAX_PLY, Score};
use crate::search::Worker;
use crate::table::{Bound, Entry};

/// Fours in a row after which no more are tried.
const MAX_FOURS: i32 = 12;
/// Fours after which only those are tried that bring more than the four.
const FREE_FOURS: i32 = 2;

impl Search {
    /// Searches fours only; whoever moves may also be content with the evaluation. `fours` were played before in a row.
    pub(super) fn quiesce(&mut self, mut bounds: Bounds, fours: i32, ply: usize, worker: &mut Worker<'_>) -> Score {
        self.lines.clear(ply);
        if fours > 0 {
            if !worker.enter(ply) {
                return score::DRAW;
            }
            if self.board.empty().is_empty() {
                return score::DRAW;
            }
            match situation(&mut self.board, ply) {
                Situation::Decided(score, mv) => {
                    self.end_line(ply, mv);
                    return score;
                }
                Situation::StopFive(cell) => return self.answer_four(bounds, cell, fours, ply, worker),
                Situation::StopOpenFour(_) | Situation::Free => {}
            }
        }
        let key = self.board.key();
        let known = self.table.probe(key, ply);
        let depth = if fours < FREE_FOURS { 0 } else { -1 };
        if let Some(entry) = known
            && entry.depth >= depth
            && entry.bound.settles(entry.score, bounds.beta)
            && bounds.beta - bounds.alpha == 1
        {
            return entry.score;
        }
        let evaluation = self.evaluation(known.as_ref());
        let mut best = evaluation;
        let alpha = bounds.alpha;
        let mut best_move = 0;
        if best < bounds.beta && ply < MAX_PLY - 4 && fours < MAX_FOURS {
            bounds.alpha = alpha.max(best);
            for (cell, class) in self.attacks(fours) {
                self.board.make(cell);
                let score = -self.quiesce(bounds.flipped(), fours + 1, ply + 1, worker);
                self.board.unmake();
                if worker.stopped() {
                    return score::DRAW;
                }
                debug_assert!(class.is_four());
                if score > best {
                    best = score;
                    if score > bounds.alpha {
                        bounds.alpha = score;
                        best_move = cell.index() as u16;
                        self.lines.set(ply, cell);
                    }
                    if score >= bounds.beta {
                        break;
                    }
                }
            }
        }
        let bound = Bound::of(best, alpha, bounds.beta);
        self.table.store(key, ply, Entry { mv: best_move, score: best, evaluation, depth, bound, pv: false });
        best
    }

    /// The only reply to a four.
    fn answer_four(&mut self, bounds: Bounds, cell: Cell, fours: i32, ply: usize, worker: &mut Worker<'_>) -> Score {
        if ply >= MAX_PLY - 4 {
            return score::clamp_evaluation(self.board.evaluate());
        }
        self.board.make(cell);
        let score = -self.quiesce(bounds.flipped(), fours, ply + 1, worker);
        self.board.unmake();
        if score > bounds.alpha {
            self.lines.set(ply, cell);
        }
        score
    }

    /// The fours to try, the strongest first.
    fn attacks(&mut self, fours: i32) -> Vec<(Cell, Class)> {
        let side = self.board.to_move();
        let mut found = Vec::new();
        for class in [Class::FourThree, Class::FourPlus, Class::Four] {
            if self.board.count(side, class) == 0 {
                continue;
            }
            let near_last = self.own_last();
            let cells = *self.board.cells(side, class);
            for cell in cells.iter() {
                let useful =
                    class != Class::Four || fours < FREE_FOURS || near_last.is_some_and(|last| is_near(last, cell));
                if useful && !self.board.is_forbidden(side, cell) {
                    found.push((cell, class));
                }
            }
        }
        found
    }

    fn own_last(&self) -> Option<Cell> {
        let played = self.board.played();
        played.len().checked_sub(2).map(|index| played[index])
    }
}

/// Whether two cells are at most four columns and rows apart.
fn is_near(a: Cell, b: Cell) -> bool {
    a.file().abs_diff(b.file()) <= 4 && a.row().abs_diff(b.row()) <= 4
}
