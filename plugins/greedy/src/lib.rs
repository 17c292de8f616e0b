//! Greedy, the example engine: it looks one move ahead, and shows how an engine is written.
//!
//! To write your own, copy this folder. What an engine needs is in this file: who it is, its options, and [`think`],
//! which gets a position and answers with a move. The other files are what this one thinks:
//!
//! - `candidate.rs`: a move with its value and the reasons for it; choosing, explaining.
//! - `gomoku.rs` and three methods below it: the worth of empty points.
//! - `xiangqi.rs`: the worth of moves of men.
//!
//! [`think`]: Engine::think
#![deny(unsafe_code)]

mod candidate;
mod gomoku;
mod level;
mod xiangqi;

use std::thread::sleep;
use std::time::Duration;

use fastrand::Rng;
use sdk::rules::gomoku::Gomoku;
use sdk::rules::{Move, Position, Variant, VariantPosition};
use sdk::{
    Capabilities, Control, Descriptor, Engine, Fault, Limits, OptionInfo, OptionValue, SearchResult, VariantSupport,
    option_id,
};

use candidate::Candidate;
use gomoku::{Judge, Kind};
use level::Level;

/// The engine: its options, and what it remembers from move to move.
#[derive(Default)]
struct Greedy {
    level: Level,
    method: Kind,
    /// The tables for the last Gomoku position.
    gomoku: Option<Judge>,
}

impl Engine for Greedy {
    fn descriptor() -> Descriptor {
        let capabilities = Capabilities { multi_pv: true, analysis: true, seed: true, ..Capabilities::default() };
        let descriptor = Descriptor::new("org.qiju.greedy", "Greedy", env!("CARGO_PKG_VERSION"))
            .author("The Qiju authors")
            .licence("MIT OR Apache-2.0")
            .description("Takes what looks best one move ahead and says why. The example to write engines after.");
        Variant::ALL
            .into_iter()
            .fold(descriptor, |descriptor, variant| descriptor.plays(VariantSupport::new(variant).can(capabilities)))
    }

    fn options(&self) -> Vec<OptionInfo> {
        let levels = [("easy", "Easy"), ("normal", "Normal")];
        let methods = [("shapes", "Shapes"), ("lines", "Winning lines"), ("codes", "Code table")];
        vec![
            OptionInfo::choice(option_id::LEVEL, "Level", "normal", &levels)
                .describe("Easy cares little about what the opponent is up to."),
            OptionInfo::choice("method", "Gomoku method", "shapes", &methods)
                .describe("How a point is judged: by shapes made, by lines that can still win, or by runs of stones."),
        ]
    }

    fn set_option(&mut self, id: &str, value: &OptionValue) -> Result<(), Fault> {
        let name = value.as_text().unwrap_or_default();
        match id {
            option_id::LEVEL => self.level = Level::from_name(name).ok_or("no such level")?,
            _ => self.method = Kind::from_name(name).ok_or("no such method")?,
        }
        Ok(())
    }

    fn new_game(&mut self, _start: &VariantPosition) -> Result<(), Fault> {
        self.gomoku = None;
        Ok(())
    }

    fn think(&mut self, position: &VariantPosition, limits: &Limits, control: &Control) -> Result<SearchResult, Fault> {
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(|mv| limits.allows(*mv)).collect();
        let lines = limits.multi_pv.max(1) as usize;
        let mut rng = limits.seed.map_or_else(Rng::new, |seed| Rng::with_seed(seed ^ position.key()));
        let candidates = match position {
            VariantPosition::Gomoku(position) => self.judge_points(position, &moves, lines, &mut rng),
            VariantPosition::Xiangqi(position) => {
                let mut candidates = xiangqi::candidates(position, &moves, self.level);
                candidate::rank(&mut candidates, &mut rng);
                candidates
            }
        };
        for info in candidate::report(&candidates, lines, position) {
            control.info(&info);
        }
        while limits.infinite && !control.should_stop() {
            sleep(Duration::from_millis(5));
        }
        let best = candidates.first().ok_or("no move is open")?;
        Ok(SearchResult::play(best.mv).score(best.score))
    }
}

impl Greedy {
    /// Judges points with the tables kept from the last move, or with new ones where these don't fit any more.
    fn judge_points(&mut self, position: &Gomoku, moves: &[Move], lines: usize, rng: &mut Rng) -> Vec<Candidate> {
        let kept = self.gomoku.take().filter(|judge| judge.suits(self.method, position));
        let judge = self.gomoku.insert(kept.unwrap_or_else(|| Judge::new(self.method, position)));
        judge.follow(position);
        let mut candidates = judge.candidates(moves, position.side_to_move(), self.level);
        candidate::rank(&mut candidates, rng);
        for candidate in candidates.iter_mut().take(lines) {
            candidate.score = judge.score(candidate.mv, position.side_to_move());
        }
        candidates
    }
}

sdk::export_engine!(Greedy);

#[cfg(test)]
mod tests;
