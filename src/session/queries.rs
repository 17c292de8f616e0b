//! What there is to see of a session.

use rules::{Point, Position, Side, VariantPosition, Verdict};

use super::clock::Clock;
use super::record::Record;
use super::seat::Seat;
use super::{Session, Setup};

impl Session {
    /// What was settled before the first move.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Who sits at a side.
    #[must_use]
    pub const fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// Who sits at both sides.
    #[must_use]
    pub const fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &VariantPosition {
        &self.position
    }

    /// The side that moves first from the start or set-up.
    #[must_use]
    pub const fn start_side(&self) -> Side {
        self.start_side
    }

    /// Every move and variation.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The clocks.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The man that is picked up.
    #[must_use]
    pub const fn selected(&self) -> Option<Point> {
        self.selected
    }

    /// The search that is under way.
    #[must_use]
    pub const fn thinking(&self) -> Option<u64> {
        self.request
    }

    /// Whether engines wait.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether engines play both sides.
    #[must_use]
    pub fn is_demo(&self) -> bool {
        self.seats.iter().all(|seat| !seat.is_human())
    }

    /// The engine that failed last, and why.
    #[must_use]
    pub fn failure(&self) -> Option<(Side, &str)> {
        self.failure.as_ref().map(|(side, why)| (*side, why.as_str()))
    }

    /// The side that offers a draw.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// How the game ended at the current node, `None` while it goes on.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.record.node(self.record.current()).ending.clone().or_else(|| self.position.verdict())
    }

    /// Whether the game is over at the current node.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.record.node(self.record.current()).ending.is_some() || self.position.outcome().is_some()
    }

    pub(super) fn seat_to_move(&self) -> &Seat {
        self.seat(self.mover())
    }
}
