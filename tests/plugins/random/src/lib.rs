//! An engine for tests: plays any legal move, each with the same chance, and always the same ones for a seed.
#![deny(unsafe_code)]

use fastrand::Rng;
use sdk::rules::{Move, Position, Variant, VariantPosition};
use sdk::{Capabilities, Control, Descriptor, Engine, Fault, Limits, SearchResult, VariantSupport};

/// The engine. It remembers nothing.
#[derive(Default)]
struct RandomMover;

impl Engine for RandomMover {
    fn descriptor() -> Descriptor {
        let capabilities = Capabilities { seed: true, ..Capabilities::default() };
        let descriptor = Descriptor::new("org.qiju.random", "Random mover", env!("CARGO_PKG_VERSION"))
            .author("The Qiju authors")
            .licence("MIT OR Apache-2.0")
            .description("Plays any legal move.");
        Variant::ALL
            .into_iter()
            .fold(descriptor, |descriptor, variant| descriptor.plays(VariantSupport::new(variant).can(capabilities)))
    }

    fn think(&mut self, position: &VariantPosition, limits: &Limits, _: &Control) -> Result<SearchResult, Fault> {
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(|mv| limits.allows(*mv)).collect();
        // The key makes the choice differ from move to move of a game with one seed.
        let mut rng = limits.seed.map_or_else(Rng::new, |seed| Rng::with_seed(seed ^ position.key()));
        let mv = rng.choice(moves).ok_or("no move is open")?;
        Ok(SearchResult::play(mv))
    }
}

sdk::export_engine!(RandomMover);
