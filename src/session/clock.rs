//! Clocks of both sides, as pure arithmetic: whoever asks passes the time in.
//!
//! Times are durations since a moment that the caller chose once (its monotonic epoch).

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rules::Side;
use thiserror::Error;

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
    /// A main time, then periods of byo-yomi as in Japan: a period that was used up is gone, one that was not is there
    /// in full for the next move.
    ByoYomi {
        /// Time before the first period.
        main: Duration,
        /// Length of a period, above zero.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
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
            TimeControl::ByoYomi { main, period, periods } => Some(main.saturating_add(period.saturating_mul(periods))),
        }
    }

    fn after_move(self, left: Duration) -> Duration {
        match self {
            TimeControl::Unlimited => left,
            TimeControl::PerMove(time) => time,
            TimeControl::Increment { increment, .. } => left + increment,
            TimeControl::ByoYomi { period, periods, .. } => {
                let begun = self.periods_left(left).unwrap_or(periods).max(1);
                left.max(period.saturating_mul(begun))
            }
        }
    }

    /// Periods of byo-yomi in `left`, the one that runs included; `None` without byo-yomi.
    #[must_use]
    pub fn periods_left(self, left: Duration) -> Option<u32> {
        let TimeControl::ByoYomi { period, periods, .. } = self else { return None };
        let begun = left.as_nanos().div_ceil(period.as_nanos().max(1));
        Some(u32::try_from(begun).unwrap_or(u32::MAX).min(periods))
    }

    /// Main time in `left`: all of it without byo-yomi.
    #[must_use]
    pub fn main_left(self, left: Duration) -> Duration {
        match self {
            TimeControl::ByoYomi { period, periods, .. } => left.saturating_sub(period.saturating_mul(periods)),
            _ => left,
        }
    }

    /// What a clock shows of `left`: the main time, or what is left of the period that runs.
    #[must_use]
    pub fn shown(self, left: Duration) -> Duration {
        match (self, self.periods_left(left)) {
            (TimeControl::ByoYomi { period, .. }, Some(begun)) => {
                let main = self.main_left(left);
                if main.is_zero() { left.saturating_sub(period.saturating_mul(begun.saturating_sub(1))) } else { main }
            }
            _ => left,
        }
    }
}

/// `none`, `10s/move`, `5m+3s`, `10m+3x30s`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = humantime::format_duration;
        match *self {
            TimeControl::Unlimited => f.write_str("none"),
            TimeControl::PerMove(per_move) => write!(f, "{}/move", time(per_move)),
            TimeControl::Increment { base, increment } => write!(f, "{}+{}", time(base), time(increment)),
            TimeControl::ByoYomi { main, period, periods } => {
                write!(f, "{}+{periods}x{}", time(main), time(period))
            }
        }
    }
}

/// The text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no time control; write none, 10s/move, 5m+3s, or 10m+3x30s for three periods of 30 seconds")]
pub struct ParseTimeControlError(String);

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        let wrong = || ParseTimeControlError(text.to_owned());
        let time = |part: &str| humantime::parse_duration(part.trim()).map_err(|_| wrong());
        if text == "none" {
            return Ok(TimeControl::Unlimited);
        }
        if let Some(per_move) = text.strip_suffix("/move") {
            return time(per_move).map(TimeControl::PerMove);
        }
        let (base, more) = text.split_once('+').unwrap_or((text, "0s"));
        let base = time(base)?;
        match more.split_once('x') {
            None => Ok(TimeControl::Increment { base, increment: time(more)? }),
            Some((periods, period)) => {
                let (periods, period) = (periods.trim().parse().map_err(|_| wrong())?, time(period)?);
                if periods == 0 || period.is_zero() {
                    return Err(wrong());
                }
                Ok(TimeControl::ByoYomi { main: base, period, periods })
            }
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

    /// Whether a side's flag falls soon: under 20 seconds, or a third of all its time where that is less.
    #[must_use]
    pub fn is_low(&self, side: Side, now: Duration) -> bool {
        let Some(start) = self.control(side).start() else { return false };
        self.left(side, now).is_some_and(|left| left < (start / 3).min(Duration::from_secs(20)))
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

    /// Players change sides and take their time along.
    pub fn swap(&mut self) {
        self.controls.swap(0, 1);
        self.left.swap(0, 1);
        self.running = self.running.map(|(side, since)| (side.other(), since));
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

    /// Ten seconds, then three periods of five.
    fn byo_yomi() -> Clock {
        let control = TimeControl::ByoYomi { main: S(10), period: S(5), periods: 3 };
        Clock::new([control; 2], Duration::from_millis(50))
    }

    fn moved_after(clock: &mut Clock, seconds: u64) -> (Duration, Option<u32>) {
        assert!(clock.finish_move(Side::First, Some(S(seconds)), S(0)));
        let (control, left) = (clock.control(Side::First), clock.remaining()[0]);
        (control.shown(left), control.periods_left(left))
    }

    #[test]
    fn byo_yomi_begins_when_the_main_time_is_gone() {
        let mut clock = byo_yomi();
        assert_eq!(moved_after(&mut clock, 4), (S(6), Some(3)));
        assert_eq!(moved_after(&mut clock, 8), (S(5), Some(3)), "two seconds into the first period: it is full again");
        assert_eq!(moved_after(&mut clock, 4), (S(5), Some(3)));
        assert_eq!(moved_after(&mut clock, 6), (S(5), Some(2)), "one period was used up");
        assert_eq!(moved_after(&mut clock, 9), (S(5), Some(1)));
        assert_eq!(moved_after(&mut clock, 5), (S(5), Some(1)), "a move at the last moment is in time");
        assert!(!clock.finish_move(Side::First, Some(S(6)), S(0)));
    }

    #[test]
    fn a_running_period_counts_down() {
        let mut clock = byo_yomi();
        clock.start(Side::First, S(100));
        let left = clock.left(Side::First, S(117)).unwrap();
        assert_eq!(
            (clock.control(Side::First).shown(left), clock.control(Side::First).periods_left(left)),
            (S(3), Some(2))
        );
        assert_eq!(clock.flag_fallen(S(125)), None);
        assert_eq!(clock.flag_fallen(S(126)), Some(Side::First));
    }

    #[test]
    fn time_controls_are_written_and_read() {
        for text in ["none", "10s/move", "5m+3s", "10m+3x30s", "0s+1x5s"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("1m".parse(), Ok(TimeControl::Increment { base: S(60), increment: S(0) }));
        for wrong in ["", "five", "10m+0x30s", "10m+3x0s", "5m+"] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
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
