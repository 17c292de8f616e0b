//! Wins by fours alone (VCF): every move of the attacker makes a four, every reply is forced.
//!
//! The number of fours grows step by step, so that the first win found has the fewest. Positions from which so many fours
//! do not win are remembered.

use sdk::rules::gomoku::Cell;

use super::{Budget, Win};
use crate::gomoku::board::SearchBoard;
use crate::gomoku::class::Class;

/// Most fours of a win.
const MAX_FOURS: u8 = 60;
const SLOTS: usize = 1 << 15;

/// The search for wins by fours, with what it remembers between questions.
pub struct FoursProver {
    /// By position: how many fours do not win.
    failed: Vec<(u64, u8)>,
    line: Vec<Cell>,
    /// Whether a line was cut off for want of depth.
    cut: bool,
    exhausted: bool,
}

impl Default for FoursProver {
    fn default() -> FoursProver {
        FoursProver { failed: vec![(0, 0); SLOTS], line: Vec::new(), cut: false, exhausted: false }
    }
}

impl FoursProver {
    /// Looks for a win of the side to move by fours, the one with the fewest.
    pub fn prove(&mut self, board: &mut SearchBoard, budget: &mut dyn Budget) -> Option<Win> {
        self.exhausted = false;
        for fours in 0..=MAX_FOURS {
            self.line.clear();
            self.cut = false;
            if let Some(plies) = self.attack(board, fours, budget) {
                self.line.reverse();
                return Some(Win { line: std::mem::take(&mut self.line), plies });
            }
            if self.exhausted || !self.cut {
                return None;
            }
        }
        None
    }

    /// Plies to the win with at most this many fours before the last one, which a five point or an open four ends.
    fn attack(&mut self, board: &mut SearchBoard, fours: u8, budget: &mut dyn Budget) -> Option<usize> {
        if !budget.spend() {
            self.exhausted = true;
            return None;
        }
        let (own, other) = (board.to_move(), board.to_move().other());
        if board.count(own, Class::Five) > 0 {
            self.line.extend(board.cells(own, Class::Five).first());
            return Some(1);
        }
        let forced = match board.count(other, Class::Five) {
            0 => None,
            1 => board.cells(other, Class::Five).first(),
            _ => return None,
        };
        if forced.is_none()
            && let Some(open) = board.cells(own, Class::OpenFour).iter().find(|cell| !board.is_forbidden(own, *cell))
        {
            self.line.push(open);
            return Some(3);
        }
        if fours == 0 {
            self.cut = self.cut || board.has_four(own);
            return None;
        }
        let slot = (board.key() as usize) & (SLOTS - 1);
        if self.failed[slot].0 == board.key() && self.failed[slot].1 >= fours {
            self.cut = true;
            return None;
        }
        for class in [Class::OpenFour, Class::FourThree, Class::FourPlus, Class::Four] {
            let cells = *board.cells(own, class);
            for cell in cells.iter() {
                if forced.is_some_and(|forced| forced != cell) || board.is_forbidden(own, cell) {
                    continue;
                }
                if let Some(plies) = self.four(board, cell, fours, budget) {
                    return Some(plies);
                }
                if self.exhausted {
                    return None;
                }
            }
        }
        self.failed[slot] = (board.key(), fours);
        None
    }

    /// Makes a four and the reply to it.
    fn four(&mut self, board: &mut SearchBoard, cell: Cell, fours: u8, budget: &mut dyn Budget) -> Option<usize> {
        let own = board.to_move();
        board.make(cell);
        let plies = match board.count(own, Class::Five) {
            0 => None,
            1 => board.cells(own, Class::Five).first().and_then(|reply| {
                if board.is_forbidden(own.other(), reply) {
                    return Some(3);
                }
                board.make(reply);
                let plies = self.attack(board, fours - 1, budget);
                board.unmake();
                plies.map(|plies| {
                    self.line.push(reply);
                    plies + 2
                })
            }),
            _ => Some(3),
        };
        board.unmake();
        if plies.is_some() {
            self.line.push(cell);
        }
        plies
    }
}
