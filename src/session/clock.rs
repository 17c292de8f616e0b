//! Clocks of both sides, as pure arithmetic: whoever asks passes the time in.
//!
//! Times are durations since a moment that the caller chose once (its monotonic epoch).

use std::time::Duration;

use rules::Side;

/// How much time a side has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// As long as it likes.
    #[default]
    Unlimited,
    /// The same time for each move; what is left over is lost.
    PerMove(Duration),
    /// A base, and an increment added after each move.
    Increment {
        /// Time at the start.
        base: Duration,
        /// Time added after each move.
        increment: Duration,
    },
}

impl TimeControl {
    /// Time at the start of the game, `None` where it is not limited.
    #[must_use]
    pub const fn start(self) -> Option<Duration> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::PerMove(time) => Some(time),
            TimeControl::Increment { base, .. } => Some(base),
        }
    }

    fn after_move(self, left: Duration) -> Duration {
        match self {
            TimeControl::Unlimited => left,
            TimeControl::PerMove(time) => time,
            TimeControl::Increment { increment, .. } => left + increment,
        }
    }
}

/// The clock of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    controls: [TimeControl; 2],
    left: [Duration; 2],
    running: Option<(Side, Duration)>,
    /// Time that an engine may take beyond its limit before it loses: what the way of its answer costs.
    margin: Duration,
}

impl Clock {
    /// A clock at rest with full time.
    #[must_use]
    pub fn new(controls: [TimeControl; 2], margin: Duration) -> Clock {
        Clock { controls, left: controls.map(|control| control.start().unwrap_or_default()), running: None, margin }
    }

    /// How much time a side was given.
    #[must_use]
    pub const fn control(&self, side: Side) -> TimeControl {
        self.controls[side.index()]
    }

    /// Time that a side has left at `now`, `None` where it is not limited.
    #[must_use]
    pub fn left(&self, side: Side, now: Duration) -> Option<Duration> {
        self.control(side).start()?;
        let left = self.left[side.index()];
        match self.running {
            Some((running, since)) if running == side => Some(left.saturating_sub(now.saturating_sub(since))),
            _ => Some(left),
        }
    }

    /// The side whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Starts a side's clock; one that runs already goes on.
    pub fn start(&mut self, side: Side, now: Duration) {
        if self.running() != Some(side) {
            self.pause(now);
            self.running = Some((side, now));
        }
    }

    /// Stops the clock and keeps what is left.
    pub fn pause(&mut self, now: Duration) {
        if let Some((side, since)) = self.running.take() {
            self.spend(side, now.saturating_sub(since));
        }
    }

    /// Stops the clock after a move that took `spent`, or what has run since its start, and says whether the move
    /// came in time; then adds what the control gives for a move.
    pub fn finish_move(&mut self, side: Side, spent: Option<Duration>, now: Duration) -> bool {
        let since = self.running.take().map_or(now, |(_, since)| since);
        let spent = spent.unwrap_or_else(|| now.saturating_sub(since));
        let in_time = self.control(side).start().is_none() || spent <= self.left[side.index()] + self.margin;
        self.spend(side, spent);
        self.left[side.index()] = self.control(side).after_move(self.left[side.index()]);
        in_time
    }

    /// Whether the running side's time and margin are over at `now`.
    #[must_use]
    pub fn flag_fallen(&self, now: Duration) -> Option<Side> {
        self.deadline().filter(|(_, deadline)| now > *deadline).map(|(side, _)| side)
    }

    /// When the running side's time and margin are over.
    #[must_use]
    pub fn deadline(&self) -> Option<(Side, Duration)> {
        let (side, since) = self.running?;
        self.control(side).start()?;
        Some((side, since + self.left[side.index()] + self.margin))
    }

    /// What both sides have left while nothing runs.
    #[must_use]
    pub const fn remaining(&self) -> [Duration; 2] {
        self.left
    }

    /// Puts the clock at rest with the times that the record kept.
    pub fn restore(&mut self, left: Option<[Duration; 2]>) {
        self.running = None;
        self.left = left.unwrap_or_else(|| self.controls.map(|control| control.start().unwrap_or_default()));
    }

    fn spend(&mut self, side: Side, spent: Duration) {
        if self.control(side).start().is_some() {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(spent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    fn blitz() -> Clock {
        let control = TimeControl::Increment { base: S(60), increment: S(2) };
        Clock::new([control, TimeControl::PerMove(S(5))], Duration::from_millis(50))
    }

    #[test]
    fn increment_is_added_after_the_move() {
        let mut clock = blitz();
        clock.start(Side::First, S(100));
        assert_eq!(clock.left(Side::First, S(110)), Some(S(50)));
        assert!(clock.finish_move(Side::First, None, S(110)));
        assert_eq!(clock.left(Side::First, S(500)), Some(S(52)));
    }

    #[test]
    fn time_per_move_does_not_add_up() {
        let mut clock = blitz();
        clock.start(Side::Second, S(0));
        assert!(clock.finish_move(Side::Second, Some(S(1)), S(9)));
        assert_eq!(clock.left(Side::Second, S(9)), Some(S(5)));
    }

    #[test]
    fn a_move_after_limit_and_margin_is_late() {
        let mut clock = blitz();
        clock.start(Side::Second, S(0));
        assert_eq!(clock.flag_fallen(S(5)), None);
        assert_eq!(clock.flag_fallen(S(6)), Some(Side::Second));
        assert!(clock.clone().finish_move(Side::Second, Some(Duration::from_millis(5050)), S(6)));
        assert!(!clock.finish_move(Side::Second, Some(Duration::from_millis(5051)), S(6)));
    }

    #[test]
    fn pause_keeps_what_is_left() {
        let mut clock = blitz();
        clock.start(Side::First, S(0));
        clock.pause(S(10));
        assert_eq!(clock.left(Side::First, S(1000)), Some(S(50)));
        clock.restore(None);
        assert_eq!(clock.left(Side::First, S(1000)), Some(S(60)));
    }
}
