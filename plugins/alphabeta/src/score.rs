//! Scores of the search: whole numbers for the side to move, with the ends of the game exact in plies.
//!
//! Between [`-DECISIVE`](DECISIVE) and `DECISIVE` a score is an evaluation in the units of its game. Beyond them it is the
//! end of the game by force: [`win_in`] and [`loss_in`] count plies from the root, so that a shorter win is the better
//! one. Entries of the table count from their own node instead ([`to_table`], [`from_table`]), as they are found from
//! several roots.

/// A score for the side to move.
pub type Score = i32;

/// Plies that a line can have, and the size of everything that is kept by ply.
pub const MAX_PLY: usize = 128;

/// More than any score: the bounds of a full window.
pub const INFINITE: Score = 32_001;

/// No score: marks what was not evaluated.
pub const NONE: Score = 32_002;

/// The win at the root itself.
const WIN: Score = 32_000;

/// The smallest score that is a forced win. Evaluations stay below it.
pub const DECISIVE: Score = 31_000;

/// A draw.
pub const DRAW: Score = 0;

/// The side to move wins by a move that ends the game `plies` from the root.
#[inline]
pub const fn win_in(plies: usize) -> Score {
    WIN - plies as Score
}

/// The side to move has lost by a move that ended, or will end, the game `plies` from the root.
#[inline]
pub const fn loss_in(plies: usize) -> Score {
    plies as Score - WIN
}

/// Whether a score is a forced win or loss.
#[inline]
pub const fn is_decisive(score: Score) -> bool {
    score.abs() >= DECISIVE
}

/// What a search asks about: the score between `alpha` and `beta`, or on which side of them it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score already sure for the side to move.
    pub alpha: Score,
    /// The score that the opponent does not allow to be passed.
    pub beta: Score,
}

impl Bounds {
    /// Every score.
    pub const FULL: Bounds = Bounds { alpha: -INFINITE, beta: INFINITE };

    /// Whether a score reaches `alpha + 1`.
    pub const fn zero(alpha: Score) -> Bounds {
        Bounds { alpha, beta: alpha + 1 }
    }

    /// The same window from the opponent's point of view.
    pub const fn flipped(self) -> Bounds {
        Bounds { alpha: -self.beta, beta: -self.alpha }
    }
}

/// An evaluation, kept clear of the forced wins and losses.
#[inline]
pub fn clamp_evaluation(score: Score) -> Score {
    score.clamp(1 - DECISIVE, DECISIVE - 1)
}

/// A score found `ply` plies from the root, as its table entry keeps it: decisive scores count from the node.
#[inline]
pub const fn to_table(score: Score, ply: usize) -> Score {
    if score >= DECISIVE {
        score + ply as Score
    } else if score <= -DECISIVE {
        score - ply as Score
    } else {
        score
    }
}

/// The score of a table entry that is met `ply` plies from the root.
#[inline]
pub const fn from_table(score: Score, ply: usize) -> Score {
    if score >= DECISIVE {
        score - ply as Score
    } else if score <= -DECISIVE {
        score + ply as Score
    } else {
        score
    }
}

/// Plies to the end of the game for a decisive score: positive when the side to move wins, negative or 0 when it loses.
pub const fn plies_to_end(score: Score) -> i32 {
    if score > 0 { WIN - score } else { -(score + WIN) }
}

/// The score as the host gets it, given how many hundredths of a win chance unit an evaluation is worth.
pub fn to_host(score: Score, centipawns: impl Fn(Score) -> i32) -> sdk::Score {
    if is_decisive(score) { sdk::Score::Mate(plies_to_end(score)) } else { sdk::Score::Cp(centipawns(score)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_wins_and_longer_losses_are_better() {
        assert!(win_in(1) > win_in(3));
        assert!(loss_in(4) > loss_in(2));
        assert!(is_decisive(win_in(MAX_PLY)) && is_decisive(loss_in(MAX_PLY)));
    }

    #[test]
    fn table_scores_count_from_the_node() {
        for score in [win_in(9), loss_in(10), 35, -DECISIVE + 1] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        assert_eq!(from_table(to_table(win_in(9), 5), 2), win_in(6));
    }

    #[test]
    fn the_host_gets_plies_to_the_end() {
        let same = |score| score;
        assert_eq!(to_host(win_in(5), same), sdk::Score::Mate(5));
        assert_eq!(to_host(loss_in(4), same), sdk::Score::Mate(-4));
        assert_eq!(to_host(loss_in(0), same), sdk::Score::Mate(0));
        assert_eq!(to_host(-20, same), sdk::Score::Cp(-20));
    }
}
