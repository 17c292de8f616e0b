//! Who can sit down to a game: engines, and profiles of engines.

use rules::Variant;
use sdk::option_id;

use crate::engines::catalog::{Catalog, Entry, last_part};
use crate::session::seat::EngineSpec;

/// An engine, or a profile of one, that can take a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// Its name for people.
    pub name: String,
    /// What the seat asks for.
    pub spec: EngineSpec,
    /// The levels to choose from; empty where it has none, or its profile sets one.
    pub levels: Vec<String>,
    /// Other names that mean it.
    also: Vec<String>,
}

impl Sitter {
    /// Whether a seat asks for this one.
    #[must_use]
    pub fn is_meant(&self, spec: &EngineSpec) -> bool {
        self.spec.engine == spec.engine || self.also.contains(&spec.engine)
    }

    /// The seat at a level by its place, where there are levels.
    #[must_use]
    pub fn at_level(&self, level: usize) -> EngineSpec {
        let level = self.levels.get(level);
        level.map_or_else(|| self.spec.clone(), |level| self.spec.clone().with_option(option_id::LEVEL, level))
    }
}

/// Everyone who plays a variant: engines in the order of the catalog, each followed by its profiles.
#[must_use]
pub fn sitters(catalog: &Catalog, variant: Variant) -> Vec<Sitter> {
    let of_engine = |entry| {
        let engine = engine(entry);
        let profiles = catalog.profiles_of(entry).map(|(name, profile)| Sitter {
            name: name.to_owned(),
            spec: EngineSpec::new(name),
            levels: if profile.options.contains_key(option_id::LEVEL) { Vec::new() } else { engine.levels.clone() },
            also: Vec::new(),
        });
        let profiles: Vec<_> = profiles.collect();
        std::iter::once(engine).chain(profiles)
    };
    catalog.playing(variant).flat_map(of_engine).collect()
}

fn engine(entry: &Entry) -> Sitter {
    Sitter {
        name: entry.descriptor.name.clone(),
        spec: entry.spec(),
        levels: entry.levels(),
        also: vec![last_part(&entry.descriptor.id).to_owned()],
    }
}
