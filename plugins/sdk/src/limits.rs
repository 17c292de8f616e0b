//! How long and on what an engine may think.

use std::time::Duration;

use rules::{Move, Side};

/// What bounds a search. Several bounds may hold at once: the first one reached ends the search. Without any
/// ([`is_unbounded`](Limits::is_unbounded)) the engine answers by its level, within about a second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The clocks by [`Side::index`]; the engine's own is that of the side to move.
    pub clocks: [SideClock; 2],
    /// Time for this move, to be used fully unless the move is clear.
    pub move_time: Option<Duration>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes in all.
    pub nodes: Option<u64>,
    /// Whether to think until stopped.
    pub infinite: bool,
    /// Number of lines to report, 1 or more.
    pub multi_pv: u32,
    /// The moves to choose from; empty for all legal ones.
    pub allowed: Vec<Move>,
    /// What makes a choice between equals, or any other randomness, repeatable.
    pub seed: Option<u64>,
    /// Whether the opponent has offered a draw, which [`SearchResult::accept_draw`](crate::SearchResult::accept_draw) takes.
    pub draw_offered: bool,
    /// Whether the search runs in the opponent's time: the last move of the position is a predicted one. The clock
    /// starts when it is played ([`Control::is_pondering`](crate::Control::is_pondering) turns false); until then the
    /// search goes on.
    pub ponder: bool,
}

/// The clock of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideClock {
    /// Main time left, `None` without a clock.
    pub remaining: Option<Duration>,
    /// Time added after every move.
    pub increment: Duration,
    /// Time for each move once the main time is used up.
    pub byo_yomi: Duration,
    /// Moves until more main time is given, `None` when it must last for the rest of the game.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// Only a time for this move.
    #[must_use]
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// Only a depth.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Only a number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Until stopped.
    #[must_use]
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }

    /// The clock of a side.
    #[must_use]
    pub const fn clock(&self, side: Side) -> &SideClock {
        &self.clocks[side.index()]
    }

    /// Whether the engine itself has to decide how long it thinks: no time, depth or nodes are given, and the search
    /// is not an infinite one. `side` is the side to move.
    #[must_use]
    pub const fn is_unbounded(&self, side: Side) -> bool {
        let clock = self.clock(side);
        !self.infinite
            && self.move_time.is_none()
            && self.depth.is_none()
            && self.nodes.is_none()
            && clock.remaining.is_none()
            && clock.byo_yomi.is_zero()
    }

    /// Whether the limits let the engine choose this move.
    #[must_use]
    pub fn allows(&self, mv: Move) -> bool {
        self.allowed.is_empty() || self.allowed.contains(&mv)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            clocks: [SideClock::default(); 2],
            move_time: None,
            depth: None,
            nodes: None,
            infinite: false,
            multi_pv: 1,
            allowed: Vec::new(),
            seed: None,
            draw_offered: false,
            ponder: false,
        }
    }
}
