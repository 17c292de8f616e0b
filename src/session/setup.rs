//! What is settled before the first move.

use std::time::Duration;

use rules::gomoku::opening::Protocol;
use rules::{PositionError, Rules, Variant, VariantPosition};

use super::clock::TimeControl;

/// What a player of renju finds when putting a stone on a forbidden point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForbiddenPolicy {
    /// The move is refused with its reason.
    #[default]
    Refuse,
    /// The move is played and loses.
    Lose,
}

/// Who judges an engine that fails or plays an illegal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Referee {
    /// The game is kept and waits, so that a person can restart the engine or play on.
    #[default]
    Friendly,
    /// The engine loses.
    Strict,
}

/// What is settled before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The game.
    pub variant: Variant,
    /// Board size in points a side, ignored where the board is fixed.
    pub size: u8,
    /// Choices about its rules.
    pub rules: Rules,
    /// The set-up position as text, `None` for the variant's own start.
    pub start: Option<String>,
    /// Renju: forbidden points refused or lost.
    pub forbidden: ForbiddenPolicy,
    /// Gomoku: who puts the first stones before sides are chosen. Free for a set-up position.
    pub opening: Protocol,
    /// Time of either side.
    pub time: [TimeControl; 2],
    /// Time that a move may come late before it loses.
    pub margin: Duration,
    /// Depth in plies that engines may search.
    pub depth: Option<u32>,
    /// Nodes that engines may search for a move.
    pub nodes: Option<u64>,
    /// Who judges engines.
    pub referee: Referee,
}

impl Setup {
    /// A game from its own start, without clocks, on a board of `size`.
    #[must_use]
    pub fn new(variant: Variant, size: u8) -> Setup {
        Setup {
            variant,
            size,
            rules: Rules::default(),
            start: None,
            forbidden: ForbiddenPolicy::default(),
            opening: Protocol::Free,
            time: [TimeControl::Unlimited; 2],
            margin: Duration::from_millis(50),
            depth: None,
            nodes: None,
            referee: Referee::default(),
        }
    }

    /// The position before the first move.
    ///
    /// # Errors
    /// The size or the set-up text is refused by the rules.
    pub fn position(&self) -> Result<VariantPosition, PositionError> {
        match &self.start {
            Some(text) => VariantPosition::from_fen(self.variant, text, self.rules),
            None => VariantPosition::start(self.variant, self.size, self.rules),
        }
    }
}
