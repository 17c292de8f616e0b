//! The engine's line to its host during a search.

use std::time::{Duration, Instant};

use crate::{Info, Limits};

/// How much a log line matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Something failed.
    Error,
    /// Something is wrong but the engine goes on.
    Warning,
    /// Worth knowing.
    Info,
    /// For the engine's author.
    Debug,
}

/// What a [`Control`] stands for: the host's side of one search. The export layer implements it over the C
/// interface; a test may implement it to watch an engine.
pub trait SearchHost: Sync {
    /// Whether the search must end.
    fn should_stop(&self) -> bool;
    /// When the pondered move was played; `None` while it was not.
    fn ponder_hit(&self) -> Option<Instant>;
    /// Takes a report.
    fn info(&self, info: &Info);
    /// Takes a log line.
    fn log(&self, level: Level, text: &str);
}

/// The engine's line to its host during one search. It may be shared with threads that the search starts and joins.
pub struct Control<'a> {
    host: &'a dyn SearchHost,
    started: Instant,
    move_time: Option<Duration>,
    ponder: bool,
}

impl<'a> Control<'a> {
    /// The line to `host` of a search that begins now with these limits.
    #[must_use]
    pub fn new(host: &'a dyn SearchHost, limits: &Limits) -> Control<'a> {
        Control { host, started: Instant::now(), move_time: limits.move_time, ponder: limits.ponder }
    }

    /// A search that nobody watches and only its limits end, for tests and benches of an engine.
    #[must_use]
    pub fn detached(limits: &Limits) -> Control<'static> {
        Control::new(&Nobody, limits)
    }

    /// Whether the search must end now: the host says so, or the time for this move is used up. Clocks
    /// ([`Limits::clocks`]), depth and nodes are the engine's to keep.
    ///
    /// Costs some tens of nanoseconds; poll at least every 10 ms.
    #[must_use]
    pub fn should_stop(&self) -> bool {
        self.host.should_stop()
            || self.move_time.is_some_and(|time| self.clock_start().is_some_and(|start| start.elapsed() >= time))
    }

    /// Whether the search runs in the opponent's time still ([`Limits::ponder`]).
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.ponder && self.host.ponder_hit().is_none()
    }

    /// Time since the search began, pondering included.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time on the engine's own clock: since the search began, or since the pondered move was played; zero before.
    #[must_use]
    pub fn time_used(&self) -> Duration {
        self.clock_start().map_or(Duration::ZERO, |start| start.elapsed())
    }

    /// When the engine's clock started; `None` while the search ponders.
    fn clock_start(&self) -> Option<Instant> {
        if self.ponder { self.host.ponder_hit() } else { Some(self.started) }
    }

    /// Reports to the host. `time` and `nps` are filled in where the engine leaves them out.
    pub fn info(&self, info: &Info) {
        if info.time.is_some() && info.nps.is_some() {
            self.host.info(info);
        } else {
            let time = info.time.unwrap_or_else(|| self.elapsed());
            let nps = info.nps.unwrap_or_else(|| nodes_per_second(info.nodes, time));
            self.host.info(&Info { time: Some(time), nps: Some(nps), ..info.clone() });
        }
    }

    /// Writes a line to the host's log.
    pub fn log(&self, level: Level, text: &str) {
        self.host.log(level, text);
    }
}

/// Rate of a count over a time; 0 for no time.
fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let rate = (u128::from(nodes) * 1_000_000_000).checked_div(time.as_nanos()).unwrap_or(0);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// The host of a detached search.
struct Nobody;

impl SearchHost for Nobody {
    fn should_stop(&self) -> bool {
        false
    }

    fn ponder_hit(&self) -> Option<Instant> {
        None
    }

    fn info(&self, _info: &Info) {}

    fn log(&self, _level: Level, _text: &str) {}
}
