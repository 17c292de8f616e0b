//! The engine's part in swap and swap2: balanced stones to propose, the better side to take.

use std::time::Duration;

use fastrand::Rng;
use sdk::rules::gomoku::Gomoku;
use sdk::rules::{Move, Point, Position};
use sdk::{Limits, OpeningChoice, OpeningChoices, Score};

use super::State;
use super::board::SearchBoard;
use crate::Task;

/// Sets of stones that are judged for a proposal.
const PROPOSALS: usize = 24;
/// Nodes to judge one of them.
const PROPOSAL_NODES: u64 = 4_000;
/// Nodes to judge stones that lie.
const ANSWER_NODES: u64 = 150_000;
/// Hundredths within which neither side is taken to be better.
const BALANCE: i32 = 25;
/// Points between the middle of the board and a stone of a proposal, at most.
const SPREAD: u8 = 3;

impl State {
    /// Stones that leave the game as balanced as can be found, black and white in turn from the empty board.
    pub fn propose(&mut self, start: &Gomoku, count: usize, task: &Task<'_>) -> Vec<Move> {
        let mut rng = rng(start, task);
        self.most_balanced(start, count, task, &mut rng, middle_move).0
    }

    /// The better side of stones that lie, or two more where neither is better.
    pub fn choose(&mut self, position: &Gomoku, allowed: OpeningChoices, task: &Task<'_>) -> OpeningChoice {
        let known = self.judge(position, ANSWER_NODES, task);
        if allowed.place_two && known.abs() <= BALANCE {
            let mut rng = rng(position, task);
            let (stones, _) = self.most_balanced(position, 2, task, &mut rng, near_move);
            if let [first, second] = stones[..] {
                return OpeningChoice::PlaceTwo([first, second]);
            }
        }
        let own = position.side_to_move();
        let better = if known >= 0 { own } else { own.other() };
        if better.index() == 0 { OpeningChoice::Black } else { OpeningChoice::White }
    }

    /// The most balanced of several random continuations by `count` stones, and its score.
    fn most_balanced(
        &mut self,
        position: &Gomoku,
        count: usize,
        task: &Task<'_>,
        rng: &mut Rng,
        mut next: impl FnMut(&Gomoku, &mut Rng) -> Option<Move>,
    ) -> (Vec<Move>, i32) {
        let mut best: Option<(Vec<Move>, i32)> = None;
        for _ in 0..PROPOSALS {
            let mut trial = position.clone();
            let mut stones = Vec::new();
            while stones.len() < count
                && let Some(mv) = next(&trial, rng)
            {
                trial.play_unchecked(mv);
                stones.push(mv);
            }
            if stones.len() < count || trial.outcome().is_some() {
                continue;
            }
            let imbalance = self.judge(&trial, PROPOSAL_NODES, task).abs();
            if best.as_ref().is_none_or(|(_, known)| imbalance < *known) {
                best = Some((stones, imbalance));
            }
            if is_late(task) {
                break;
            }
        }
        best.unwrap_or_default()
    }

    /// What a position is worth for the side to move, in hundredths.
    fn judge(&mut self, position: &Gomoku, nodes: u64, task: &Task<'_>) -> i32 {
        let limits = Limits { move_time: task.limits.move_time.map(|time| time / 2), ..Limits::nodes(nodes) };
        let asked = Task { limits: &limits, ..*task };
        match self.think(position, &asked).map(|result| result.score) {
            Ok(Score::Cp(cp)) => cp,
            Ok(Score::Mate(plies)) => 10_000 * plies.signum(),
            Ok(Score::None) | Err(_) => 0,
        }
    }
}

fn rng(position: &Gomoku, task: &Task<'_>) -> Rng {
    task.limits.seed.map_or_else(Rng::new, |seed| Rng::with_seed(seed ^ position.key()))
}

/// Whether little is left of the time for the answer.
fn is_late(task: &Task<'_>) -> bool {
    let time = task.limits.move_time.unwrap_or(Duration::from_secs(2));
    task.control.should_stop() || task.control.time_used() >= time.mul_f64(0.7)
}

/// A point not far from the middle of the board.
fn middle_move(position: &Gomoku, rng: &mut Rng) -> Option<Move> {
    let middle = position.size() / 2;
    let place = |rng: &mut Rng| rng.u8(middle.saturating_sub(SPREAD)..=(middle + SPREAD).min(position.size() - 1));
    (0..100).map(|_| Move::Put { to: Point::new(place(rng), place(rng)) }).find(|mv| position.is_legal(*mv))
}

/// A point near the stones that lie.
fn near_move(position: &Gomoku, rng: &mut Rng) -> Option<Move> {
    let near = SearchBoard::new(position).candidates().iter();
    let moves: Vec<Move> =
        near.map(|cell| Move::Put { to: cell.point() }).filter(|mv| position.is_legal(*mv)).collect();
    (!moves.is_empty()).then(|| moves[rng.usize(..moves.len())])
}
