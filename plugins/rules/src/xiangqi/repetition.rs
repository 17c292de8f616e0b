//! Positions that come back.

use super::Xiangqi;
use crate::{EndReason, Outcome, Position, Variant, Verdict};

impl Xiangqi {
    /// The verdict when the position stands on the board for the third time.
    pub(super) fn judge_repetition(&self) -> Option<Verdict> {
        let start = self.third_occurrence()?;
        let them_check = self.status.in_check
            && self.records[start + 1..].iter().skip(1).step_by(2).all(|record| record.status.in_check);
        let us_check = self.records[start + 1..].iter().step_by(2).all(|record| record.status.in_check);
        let side = self.side_to_move();
        let outcome = match (us_check, them_check) {
            (true, false) => Outcome::Win { side: side.other(), reason: EndReason::PerpetualCheck },
            (false, true) => Outcome::Win { side, reason: EndReason::PerpetualCheck },
            _ => Outcome::Draw { reason: EndReason::Repetition },
        };
        Some(Verdict { repetition: Some(self.rules.repetition), ..Verdict::plain(Variant::Xiangqi, outcome) })
    }

    /// The ply of the first of three occurrences of the position, the present one being the third.
    fn third_occurrence(&self) -> Option<usize> {
        let end = self.records.len();
        let earliest = end - usize::from(self.status.reversible).min(end);
        let key = self.board.key();
        (earliest..end).rev().skip(1).step_by(2).filter(|&ply| self.records[ply].key == key).nth(1)
    }
}
