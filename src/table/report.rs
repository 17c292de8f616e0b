//! From what an engine reports to what the record keeps.

use rules::Side;

use crate::session::record::{Evaluation, Score};

/// What a score that `side` gave is worth to the record, which counts for the first side; `None` where it says nothing.
#[must_use]
pub fn evaluation(score: sdk::Score, side: Side, depth: u32) -> Option<Evaluation> {
    let score = match score {
        sdk::Score::Cp(cp) => Score::Cp(if side == Side::First { cp } else { cp.saturating_neg() }),
        sdk::Score::Mate(plies) => Score::Mate(if plies > 0 { side } else { side.other() }, plies.unsigned_abs()),
        sdk::Score::None => return None,
    };
    Some(Evaluation { score, depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_kept_as_the_first_side_sees_them() {
        let kept = |score, side| evaluation(score, side, 7).map(|evaluation| evaluation.score);
        assert_eq!(kept(sdk::Score::Cp(30), Side::First), Some(Score::Cp(30)));
        assert_eq!(kept(sdk::Score::Cp(30), Side::Second), Some(Score::Cp(-30)));
        assert_eq!(kept(sdk::Score::Mate(5), Side::Second), Some(Score::Mate(Side::Second, 5)));
        assert_eq!(kept(sdk::Score::Mate(-4), Side::Second), Some(Score::Mate(Side::First, 4)));
        assert_eq!(kept(sdk::Score::None, Side::First), None);
    }
}
