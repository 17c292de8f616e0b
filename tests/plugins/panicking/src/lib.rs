//! An engine for tests: it panics at its third move.
#![deny(unsafe_code)]

use sdk::rules::{Position, Variant, VariantPosition};
use sdk::{Control, Descriptor, Engine, Fault, Limits, SearchResult, VariantSupport};

/// The engine.
#[derive(Default)]
struct Panicking;

impl Engine for Panicking {
    fn descriptor() -> Descriptor {
        Descriptor::new("org.qiju.panicking", "Panicking", "1.0").plays(VariantSupport::new(Variant::Gomoku))
    }

    fn think(&mut self, position: &VariantPosition, _: &Limits, _: &Control) -> Result<SearchResult, Fault> {
        assert!(position.ply() < 4, "the board is upside down");
        let mv = position.legal_moves().into_iter().next().ok_or("no move is open")?;
        Ok(SearchResult::play(mv))
    }
}

sdk::export_engine!(Panicking);
