//! Who an engine is and what it plays.

use std::ops::RangeInclusive;

use rules::{Repetition, Variant};

/// What the host knows about an engine before it creates one.
///
/// ```
/// use sdk::rules::Variant;
/// use sdk::{Descriptor, VariantSupport};
///
/// let descriptor = Descriptor::new("org.example.first", "First", "1.0")
///     .author("An author")
///     .plays(VariantSupport::new(Variant::Gomoku));
/// assert!(descriptor.support(Variant::Gomoku).is_some());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Descriptor {
    /// Name that stays the same over versions, in reverse DNS form: `org.example.first`. Settings are kept by it.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Version of the engine, in any form.
    pub version: String,
    /// Who made it; may be empty.
    pub author: String,
    /// Licence, as an SPDX expression where there is one; may be empty.
    pub licence: String,
    /// Where to read more; may be empty.
    pub url: String,
    /// One or two sentences for people; may be empty.
    pub description: String,
    /// The variants that it plays, each once.
    pub variants: Vec<VariantSupport>,
}

impl Descriptor {
    /// A descriptor with the parts that must not be empty; variants are added with [`plays`](Descriptor::plays).
    #[must_use]
    pub fn new(id: &str, name: &str, version: &str) -> Descriptor {
        Descriptor { id: id.to_owned(), name: name.to_owned(), version: version.to_owned(), ..Descriptor::default() }
    }

    /// Sets the author.
    #[must_use]
    pub fn author(mut self, author: &str) -> Descriptor {
        author.clone_into(&mut self.author);
        self
    }

    /// Sets the licence.
    #[must_use]
    pub fn licence(mut self, licence: &str) -> Descriptor {
        licence.clone_into(&mut self.licence);
        self
    }

    /// Sets the address to read more at.
    #[must_use]
    pub fn url(mut self, url: &str) -> Descriptor {
        url.clone_into(&mut self.url);
        self
    }

    /// Sets the description.
    #[must_use]
    pub fn description(mut self, description: &str) -> Descriptor {
        description.clone_into(&mut self.description);
        self
    }

    /// Adds a variant.
    #[must_use]
    pub fn plays(mut self, support: VariantSupport) -> Descriptor {
        self.variants.push(support);
        self
    }

    /// What the engine can do in a variant, `None` where it does not play it.
    #[must_use]
    pub fn support(&self, variant: Variant) -> Option<&VariantSupport> {
        self.variants.iter().find(|support| support.variant == variant)
    }
}

/// What an engine can do in one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantSupport {
    /// The variant.
    pub variant: Variant,
    /// Board sizes in points a side, `None` where the board is fixed.
    pub sizes: Option<RangeInclusive<u8>>,
    /// The repetition rules that the engine knows; empty where the variant has none.
    pub repetitions: Vec<Repetition>,
    /// What else it can do.
    pub capabilities: Capabilities,
}

impl VariantSupport {
    /// Plays a variant on every board size and with every repetition rule, and can do nothing special.
    #[must_use]
    pub fn new(variant: Variant) -> VariantSupport {
        let repetitions = if variant.is_gomoku() { Vec::new() } else { Repetition::ALL.to_vec() };
        VariantSupport { variant, sizes: variant.sizes(), repetitions, capabilities: Capabilities::default() }
    }

    /// Limits the board sizes; ignored where the board is fixed.
    #[must_use]
    pub fn sizes(mut self, sizes: RangeInclusive<u8>) -> VariantSupport {
        self.sizes = self.sizes.and(Some(sizes));
        self
    }

    /// Limits the repetition rules; ignored where the variant has none.
    #[must_use]
    pub fn repetitions(mut self, repetitions: &[Repetition]) -> VariantSupport {
        if !self.repetitions.is_empty() {
            self.repetitions = repetitions.to_vec();
        }
        self
    }

    /// Says what else the engine can do.
    #[must_use]
    pub fn can(mut self, capabilities: Capabilities) -> VariantSupport {
        self.capabilities = capabilities;
        self
    }

    /// Whether the engine plays on boards of this size (any size where the board is fixed).
    #[must_use]
    pub fn plays_size(&self, size: u8) -> bool {
        self.sizes.as_ref().is_none_or(|sizes| sizes.contains(&size))
    }
}

/// What an engine can do beside answering with a move. The host asks for nothing that isn't declared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Thinks in the opponent's time ([`Limits::ponder`](crate::Limits::ponder)).
    pub ponder: bool,
    /// Reports several lines ([`Limits::multi_pv`](crate::Limits::multi_pv)).
    pub multi_pv: bool,
    /// Gives infos worth showing, and thinks until it is stopped ([`Limits::infinite`](crate::Limits::infinite)).
    pub analysis: bool,
    /// Keeps a node limit ([`Limits::nodes`](crate::Limits::nodes)).
    pub node_limit: bool,
    /// Keeps a depth limit ([`Limits::depth`](crate::Limits::depth)).
    pub depth_limit: bool,
    /// Chooses by [`Limits::seed`](crate::Limits::seed): same seed, same game.
    pub seed: bool,
    /// Searches on several threads (option `threads`).
    pub threads: bool,
    /// Takes part in the opening protocols ([`Engine::opening`](crate::Engine::opening)).
    pub opening: bool,
}
