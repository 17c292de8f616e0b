//! How long to think.

use std::time::Duration;

use sdk::{Limits, SideClock};

/// Time kept back of every move for what happens outside of the search.
const OVERHEAD: Duration = Duration::from_millis(5);
/// Time kept back of a clock.
const CLOCK_OVERHEAD: Duration = Duration::from_millis(30);
/// Moves for which the rest of a clock has to do where no number is given.
const HORIZON: u32 = 38;

/// The time plan of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePlan {
    /// Own time after which no new depth begins, before it is scaled; `None` to use all there is.
    optimum: Option<Duration>,
    /// Own time after which the search ends in any case.
    pub maximum: Option<Duration>,
}

/// How the search goes, as far as it matters for time.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Depths in a row with the same best move.
    pub stable_depths: u32,
    /// By how many hundredths the score fell since the last move and the last depths; negative where it rose.
    pub fallen: i32,
    /// Share of all nodes spent on the best move, 0 to 1.
    pub best_share: f64,
}

impl TimePlan {
    /// The plan for limits with the clock of the side to move; `unbounded` is the time for a move where the limits leave
    /// it to the engine.
    pub fn new(limits: &Limits, clock: &SideClock, unbounded: Option<Duration>) -> TimePlan {
        if limits.infinite {
            return TimePlan { optimum: None, maximum: None };
        }
        let fixed = limits.move_time.or(unbounded).map(|time| time.saturating_sub(OVERHEAD.min(time / 20)));
        let (optimum, maximum) = match clock_plan(clock) {
            Some((optimum, maximum)) => (Some(optimum), Some(maximum)),
            None => (None, None),
        };
        let least = |a: Option<Duration>, b: Option<Duration>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        TimePlan { optimum, maximum: least(fixed, maximum) }
    }

    /// Whether the engine decides itself how long it thinks, within bounds.
    pub const fn is_flexible(&self) -> bool {
        self.optimum.is_some()
    }

    /// Whether to begin no further depth after `used` of own time.
    pub fn is_enough(&self, used: Duration, progress: Progress) -> bool {
        self.optimum.is_some_and(|optimum| {
            let stability = 1.35 - 0.08 * f64::from(progress.stable_depths.min(9));
            let falling = (1.0 + f64::from(progress.fallen) / 120.0).clamp(0.75, 1.8);
            let share = 1.5 - 0.8 * progress.best_share;
            used >= optimum.mul_f64(stability * falling * share)
        })
    }
}

/// Optimum and maximum for a clock, `None` where it does not run.
fn clock_plan(clock: &SideClock) -> Option<(Duration, Duration)> {
    if clock.remaining.is_none() && clock.byo_yomi.is_zero() {
        return None;
    }
    let remaining = clock.remaining.unwrap_or_default();
    let usable = remaining.saturating_sub(CLOCK_OVERHEAD.min(remaining / 10));
    let moves = clock.moves_to_go.map_or(HORIZON, |moves| moves.clamp(1, HORIZON));
    let period = clock.byo_yomi.saturating_sub(CLOCK_OVERHEAD.min(clock.byo_yomi / 5));
    let share = usable / moves;
    let ceiling = usable.mul_f64(if moves == 1 { 1.0 } else { 0.6 }) + period;
    let optimum = (share + clock.increment.mul_f64(0.7) + period.mul_f64(0.8)).min(ceiling);
    let maximum = if moves == 1 { ceiling } else { (share * 5 + clock.increment + period).min(ceiling) };
    Some((optimum, maximum.max(Duration::from_millis(1))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn clock(remaining: Duration, increment: Duration, moves_to_go: Option<u32>) -> SideClock {
        SideClock { remaining: Some(remaining), increment, moves_to_go, ..SideClock::default() }
    }

    #[test]
    fn a_move_time_is_used_but_not_passed() {
        let plan = TimePlan::new(&Limits::move_time(SECOND), &SideClock::default(), None);
        assert!(!plan.is_flexible());
        assert!(plan.maximum.is_some_and(|time| time < SECOND && time > SECOND * 9 / 10));
    }

    #[test]
    fn a_clock_is_never_used_up() {
        for remaining in [1u64, 50, 1000, 60_000].map(Duration::from_millis) {
            for moves in [None, Some(1), Some(2), Some(40)] {
                let plan = TimePlan::new(&Limits::default(), &clock(remaining, SECOND / 10, moves), None);
                assert!(plan.maximum.is_some_and(|time| time <= remaining), "{remaining:?} for {moves:?}");
            }
        }
    }

    #[test]
    fn byo_yomi_is_used_when_the_main_time_is_gone() {
        let clock = SideClock { remaining: Some(Duration::ZERO), byo_yomi: SECOND, ..SideClock::default() };
        let plan = TimePlan::new(&Limits::default(), &clock, None);
        assert!(plan.maximum.is_some_and(|time| time > SECOND / 2 && time < SECOND));
    }

    #[test]
    fn an_infinite_search_has_no_plan() {
        let plan = TimePlan::new(&Limits::infinite(), &clock(SECOND, SECOND, None), Some(SECOND));
        assert_eq!(plan.maximum, None);
    }
}
