//! Engines as the program sees them: one trait, whatever stands behind it, and the catalog of those found.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rules::{Move, Rules, Variant};
use sdk::{Info, Limits, OpeningChoice, OpeningChoices, OptionInfo, OptionKind, SearchResult};

/// An instance of an engine. Exactly one thread drives it at a time; only its [`Stopper`] may be used beside.
pub trait EngineInstance: Send {
    /// The options that it declares.
    fn options(&self) -> &[OptionInfo];

    /// Sets an option by the text of its value.
    ///
    /// # Errors
    /// The engine does not declare the option or refuses the value.
    fn set_option(&mut self, id: &str, value: &str) -> Result<(), EngineError>;

    /// Tells that another game begins, on a board of `size` points a side (ignored where the board is fixed).
    ///
    /// # Errors
    /// The engine does not play the variant, size or rules, or failed.
    fn new_game(&mut self, variant: Variant, size: u8, rules: Rules) -> Result<(), EngineError>;

    /// Sets the position: a start text (`None` for the variant's own start) and every move since.
    ///
    /// # Errors
    /// The engine refuses the position, or failed.
    fn set_position(&mut self, start: Option<&str>, moves: &[Move]) -> Result<(), EngineError>;

    /// Searches until the limits are reached or `stop` is set. Infos come while it searches, on this thread or others.
    ///
    /// # Errors
    /// The engine failed, or its answer can't be read.
    fn search(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        on_info: Arc<dyn Fn(Info) + Send + Sync>,
    ) -> Result<SearchResult, EngineError>;

    /// Proposes the first `count` stones of an opening by swap or swap2, on the empty board of the game.
    ///
    /// # Errors
    /// The engine does not know these openings, failed, or its answer can't be read.
    fn propose(
        &mut self,
        count: u32,
        limits: &Limits,
        stop: &StopFlag,
        on_info: Arc<dyn Fn(Info) + Send + Sync>,
    ) -> Result<Vec<Move>, EngineError>;

    /// Answers the stones of an opening, laid on the empty board in turn.
    ///
    /// # Errors
    /// The engine does not know these openings, refuses the stones, failed, or its answer can't be read.
    fn choose(
        &mut self,
        stones: &[Move],
        allowed: OpeningChoices,
        limits: &Limits,
        stop: &StopFlag,
        on_info: Arc<dyn Fn(Info) + Send + Sync>,
    ) -> Result<OpeningChoice, EngineError>;

    /// What wakes the engine up while it searches.
    fn stopper(&self) -> Arc<dyn Stopper>;
}

/// Wakes a searching engine up, from any thread.
pub trait Stopper: Send + Sync {
    /// Tells the engine to look at its stop flag now.
    fn stop(&self);

    /// Tells the engine that the move it ponders on was played: its clock starts.
    fn ponder_hit(&self);
}

/// What a search is told from outside. Clones share one flag, and each search has its own.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<Signals>);

#[derive(Debug, Default)]
struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl StopFlag {
    /// Asks the search to end.
    pub fn set(&self) {
        self.0.stop.store(true, Ordering::Release);
    }

    /// Whether the search should end.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.stop.load(Ordering::Acquire)
    }

    /// Tells that the move on which the search ponders was played, also where it has not begun yet. A search that is
    /// under way hears of it by [`Stopper::ponder_hit`].
    pub fn hit(&self) {
        self.0.ponder_hit.store(true, Ordering::Release);
    }

    /// Whether the move on which the search ponders was played.
    #[must_use]
    pub fn is_hit(&self) -> bool {
        self.0.ponder_hit.load(Ordering::Acquire)
    }
}

/// The levels among an engine's options, in its order; empty where it has none.
#[must_use]
pub fn levels(options: &[OptionInfo]) -> Vec<String> {
    let level = options.iter().find(|option| option.id == sdk::option_id::LEVEL).map(|option| &option.kind);
    match level {
        Some(OptionKind::Enum { choices, .. }) => choices.iter().map(|choice| choice.value.clone()).collect(),
        _ => Vec::new(),
    }
}

pub mod catalog;
pub mod conformance;
pub mod console;
mod error;
pub mod host;
pub mod isolated;
pub mod library;

pub use error::{EngineError, Origin};
