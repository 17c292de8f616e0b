//! An engine's part in an opening by swap or swap2.
//!
//! One that knows the protocols answers by itself. One that does not still plays: its own scores of positions say which
//! stones are balanced and which side is better.

use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use rules::gomoku::opening::Choice;
use rules::{Move, Point, Position, Rules, Variant, VariantPosition};
use sdk::{Limits, OpeningChoice, OpeningChoices, Score};

use super::Think;
use crate::engines::{EngineError, EngineInstance};
use crate::session::{OpeningReply, Task};

/// Sets of stones that an engine without openings is asked about.
const PROPOSALS: u32 = 8;
/// Points between the middle of the board and a stone of such a set, at most.
const SPREAD: u8 = 3;
/// Time for all these questions where nothing else limits it.
const TIME: Duration = Duration::from_secs(2);

/// The game: variant, points a side, rules.
type Game = (Variant, u8, Rules);

/// Answers what an opening asks of an engine.
pub(super) fn answer(engine: &mut dyn EngineInstance, think: &Think, game: Game) -> Result<OpeningReply, EngineError> {
    match task_answer(engine, think) {
        Err(error) if error.is_refusal() => Judge { engine, think, game }.answer(),
        answer => answer,
    }
}

fn task_answer(engine: &mut dyn EngineInstance, think: &Think) -> Result<OpeningReply, EngineError> {
    let quiet = Arc::new(|_| {});
    match think.task {
        Task::Propose(count) => engine.propose(count, &think.limits, &think.stop, quiet).map(OpeningReply::Stones),
        Task::Choose { place_two } => {
            let allowed = OpeningChoices { place_two };
            engine.choose(&think.moves, allowed, &think.limits, &think.stop, quiet).map(reply)
        }
        Task::Move => Ok(OpeningReply::Stones(Vec::new())),
    }
}

fn reply(choice: OpeningChoice) -> OpeningReply {
    match choice {
        OpeningChoice::Black => OpeningReply::Choice(Choice::Black, Vec::new()),
        OpeningChoice::White => OpeningReply::Choice(Choice::White, Vec::new()),
        OpeningChoice::PlaceTwo(stones) => OpeningReply::Choice(Choice::PutTwo, stones.to_vec()),
    }
}

/// An engine that knows no openings, asked what it thinks of positions.
struct Judge<'a> {
    engine: &'a mut dyn EngineInstance,
    think: &'a Think,
    game: Game,
}

impl Judge<'_> {
    fn answer(mut self) -> Result<OpeningReply, EngineError> {
        match self.think.task {
            Task::Propose(count) => self.propose(count).map(OpeningReply::Stones),
            Task::Choose { .. } | Task::Move => self.choose().map(|side| OpeningReply::Choice(side, Vec::new())),
        }
    }

    /// The stones whose position it finds nearest to even.
    fn propose(&mut self, count: u32) -> Result<Vec<Move>, EngineError> {
        let mut rng = self.think.limits.seed.map_or_else(Rng::new, Rng::with_seed);
        let mut best: Option<(i32, Vec<Move>)> = None;
        for _ in 0..PROPOSALS {
            let stones = self.stones_near_the_middle(count, &mut rng);
            let imbalance = self.score(&stones, PROPOSALS)?.abs();
            if best.as_ref().is_none_or(|(known, _)| imbalance < *known) {
                best = Some((imbalance, stones));
            }
            if self.think.stop.is_set() {
                break;
            }
        }
        Ok(best.map(|(_, stones)| stones).unwrap_or_default())
    }

    /// The side that it finds better, the one to move where it can't say.
    fn choose(&mut self) -> Result<Choice, EngineError> {
        let for_mover = self.score(&self.think.moves, 1)? >= 0;
        let black_to_move = self.think.moves.len().is_multiple_of(2);
        Ok(if for_mover == black_to_move { Choice::Black } else { Choice::White })
    }

    /// What a position is worth for the side to move, asked in one of `questions`.
    fn score(&mut self, stones: &[Move], questions: u32) -> Result<i32, EngineError> {
        let time = self.think.limits.move_time.unwrap_or(TIME) / questions;
        let limits = Limits { move_time: Some(time), ..self.think.limits.clone() };
        self.engine.set_position(None, stones)?;
        let result = self.engine.search(&limits, &self.think.stop, Arc::new(|_| {}))?;
        Ok(match result.score {
            Score::Cp(cp) => cp,
            Score::Mate(plies) => 100_000 * plies.signum(),
            Score::None => 0,
        })
    }

    fn stones_near_the_middle(&self, count: u32, rng: &mut Rng) -> Vec<Move> {
        let (variant, size, rules) = self.game;
        let Ok(mut position) = VariantPosition::start(variant, size, rules) else { return Vec::new() };
        let middle = size / 2;
        let places = middle.saturating_sub(SPREAD)..=middle.saturating_add(SPREAD).min(size.saturating_sub(1));
        let mut stones = Vec::new();
        while stones.len() < count as usize {
            let mv = Move::Put { to: Point::new(rng.u8(places.clone()), rng.u8(places.clone())) };
            if position.is_legal(mv) {
                position.play_unchecked(mv);
                stones.push(mv);
            }
        }
        stones
    }
}
