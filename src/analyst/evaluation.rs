//! What positions of a record are worth, by whom, as the first side sees it.

use std::collections::HashMap;

use rules::{Outcome, Side};
use sdk::Score;

use crate::session::record::NodeId;

/// The worth of a position for the first side, whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The worth; a forced end is counted in plies, positive where the first side wins.
    pub score: Score,
    /// Depth in plies, 0 for unknown.
    pub depth: u32,
}

impl Evaluation {
    /// From a score that is meant for the side to move; `None` where it says nothing.
    #[must_use]
    pub fn new(score: Score, to_move: Side, depth: u32) -> Option<Evaluation> {
        let sign = if to_move == Side::First { 1 } else { -1 };
        let score = match score {
            Score::Cp(cp) => Score::Cp(cp.saturating_mul(sign)),
            // Lost already: there is no negative zero.
            Score::Mate(0) => Score::Mate(-sign),
            Score::Mate(plies) => Score::Mate(plies.saturating_mul(sign)),
            Score::None => return None,
        };
        Some(Evaluation { score, depth })
    }

    /// A game that is over.
    #[must_use]
    pub fn of_outcome(outcome: Outcome) -> Evaluation {
        let score = match outcome.winner() {
            Some(Side::First) => Score::Mate(1),
            Some(Side::Second) => Score::Mate(-1),
            None => Score::Cp(0),
        };
        Evaluation { score, depth: 0 }
    }

    /// The chance that a side wins, from 0 to 1, draws counted half.
    #[must_use]
    pub fn chance(&self, side: Side) -> f64 {
        let first = self.score.win_chance().unwrap_or(0.5);
        if side == Side::First { first } else { 1.0 - first }
    }
}

/// Who says what a position is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The engine that analyses.
    #[default]
    Analysis,
    /// The engines that play, in their own searches.
    Players,
}

/// Evaluations of a record's nodes, each source's apart.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    analysis: HashMap<NodeId, Evaluation>,
    players: HashMap<NodeId, Evaluation>,
}

impl Ledger {
    /// What a source says about a node.
    #[must_use]
    pub fn get(&self, source: Source, node: NodeId) -> Option<Evaluation> {
        self.of(source).get(&node).copied()
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.analysis.is_empty() && self.players.is_empty()
    }

    /// Keeps what a source says, unless it looked deeper before; says whether it was kept.
    pub fn note(&mut self, source: Source, node: NodeId, evaluation: Evaluation) -> bool {
        let known = match source {
            Source::Analysis => &mut self.analysis,
            Source::Players => &mut self.players,
        };
        let better = known.get(&node).is_none_or(|old| old.depth <= evaluation.depth && *old != evaluation);
        if better {
            known.insert(node, evaluation);
        }
        better
    }

    fn of(&self, source: Source) -> &HashMap<NodeId, Evaluation> {
        match source {
            Source::Analysis => &self.analysis,
            Source::Players => &self.players,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_turned_to_the_first_side() {
        let seen = |score, side| Evaluation::new(score, side, 7).map(|evaluation| evaluation.score);
        assert_eq!(seen(Score::Cp(30), Side::First), Some(Score::Cp(30)));
        assert_eq!(seen(Score::Cp(30), Side::Second), Some(Score::Cp(-30)));
        assert_eq!(seen(Score::Mate(-4), Side::Second), Some(Score::Mate(4)));
        assert_eq!(seen(Score::Mate(0), Side::First), Some(Score::Mate(-1)), "the first side has lost");
        assert_eq!(seen(Score::Mate(0), Side::Second), Some(Score::Mate(1)));
        assert_eq!(seen(Score::None, Side::First), None);
    }

    #[test]
    fn chances_of_both_sides_add_up() {
        let evaluation = Evaluation::new(Score::Cp(-400), Side::First, 1).unwrap();
        assert!((evaluation.chance(Side::Second) - 10.0 / 11.0).abs() < 1e-9);
        assert!((evaluation.chance(Side::First) + evaluation.chance(Side::Second) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_shallow_look_does_not_replace_a_deep_one() {
        let mut ledger = Ledger::default();
        let at = |cp, depth| Evaluation { score: Score::Cp(cp), depth };
        assert!(ledger.note(Source::Analysis, NodeId::ROOT, at(10, 12)));
        assert!(!ledger.note(Source::Analysis, NodeId::ROOT, at(99, 3)));
        assert!(ledger.note(Source::Players, NodeId::ROOT, at(50, 3)), "sources are kept apart");
        assert_eq!(ledger.get(Source::Analysis, NodeId::ROOT), Some(at(10, 12)));
        assert_eq!(ledger.get(Source::Players, NodeId::ROOT), Some(at(50, 3)));
    }
}
