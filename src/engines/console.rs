//! The engine log: what engines say beside their answers, by the log function of the plugin interface or on the
//! standard error of their process. The newest lines are kept for the user to look at and to save.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

/// Lines that are kept of each kind: of those for the engine's author, and of all others. So a talkative engine does not
/// push out what went wrong.
const MAX_LINES: usize = 5_000;
/// The longest line that is kept, in bytes.
const MAX_LENGTH: usize = 2 << 10;

/// How much a line matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Something failed.
    Error,
    /// Something is not as it should be.
    Warning,
    /// Something happened.
    Info,
    /// For the engine's author.
    Debug,
}

impl Level {
    /// The level that the plugin interface writes as this number.
    #[must_use]
    pub const fn from_abi(level: i32) -> Level {
        match level {
            ..=sdk::abi::log::ERROR => Level::Error,
            sdk::abi::log::WARNING => Level::Warning,
            sdk::abi::log::INFO => Level::Info,
            _ => Level::Debug,
        }
    }

    /// The number by which the plugin interface writes it.
    #[must_use]
    pub const fn to_abi(self) -> i32 {
        self as i32
    }
}

/// A line of the engine log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Time since the first line.
    pub at: Duration,
    /// The engine's name, or its file's where the name is not known.
    pub engine: String,
    /// How much it matters.
    pub level: Level,
    /// What was said.
    pub text: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:10.3} {:<7} {}: {}", self.at.as_secs_f64(), format!("{:?}", self.level), self.engine, self.text)
    }
}

#[derive(Debug)]
struct Ring {
    begun: Instant,
    /// The number that the next line will have.
    next: u64,
    /// For engines' authors, with their numbers.
    debug: VecDeque<(u64, Line)>,
    /// All others.
    loud: VecDeque<(u64, Line)>,
    watchers: Vec<Sender<()>>,
}

fn ring() -> MutexGuard<'static, Ring> {
    static RING: OnceLock<Mutex<Ring>> = OnceLock::new();
    let (debug, loud) = (VecDeque::new(), VecDeque::new());
    let begin = || Mutex::new(Ring { begun: Instant::now(), next: 0, debug, loud, watchers: Vec::new() });
    RING.get_or_init(begin).lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes lines instead of the log of this process.
pub type Sink = Box<dyn Fn(Level, &str) + Send + Sync>;

static SINK: OnceLock<Sink> = OnceLock::new();

/// Sends every line somewhere else from now on, as a child process does. Only the first call counts.
pub fn redirect(sink: Sink) {
    // There is one place to send lines to for a whole process.
    let _ = SINK.set(sink);
}

/// Adds a line, cut where it is too long, and hands it to the program's own log.
pub fn record(engine: &str, level: Level, text: &str) {
    if let Some(sink) = SINK.get() {
        return sink(level, text);
    }
    let text = cut(text);
    match level {
        Level::Error => tracing::error!(engine, "{text}"),
        Level::Warning => tracing::warn!(engine, "{text}"),
        Level::Info => tracing::info!(engine, "{text}"),
        Level::Debug => tracing::debug!(engine, "{text}"),
    }
    let mut ring = ring();
    let (at, number) = (ring.begun.elapsed(), ring.next);
    ring.next += 1;
    let lines = if level == Level::Debug { &mut ring.debug } else { &mut ring.loud };
    if lines.len() == MAX_LINES {
        lines.pop_front();
    }
    lines.push_back((number, Line { at, engine: engine.to_owned(), level, text: text.to_owned() }));
    // Whoever has a word waiting already comes for all lines; whoever is gone is told no more.
    ring.watchers.retain(|watcher| !matches!(watcher.try_send(()), Err(error) if error.is_disconnected()));
}

/// A word for every line from now on, or for several at once where nobody takes it.
#[must_use]
pub fn watch() -> Receiver<()> {
    let (sender, receiver) = bounded(1);
    ring().watchers.push(sender);
    receiver
}

/// The lines from this number on that are kept, and the number that the next line will have.
#[must_use]
pub fn lines_from(number: u64) -> (Vec<Line>, u64) {
    let ring = ring();
    let newer = |lines: &VecDeque<(u64, Line)>| lines.partition_point(|(known, _)| *known < number);
    let (debug, loud) = (ring.debug.range(newer(&ring.debug)..), ring.loud.range(newer(&ring.loud)..));
    let mut lines: Vec<_> = debug.chain(loud).collect();
    lines.sort_unstable_by_key(|(number, _)| *number);
    (lines.into_iter().map(|(_, line)| line.clone()).collect(), ring.next)
}

/// Writes the lines that are kept, of this level and those that matter more, into a file.
///
/// # Errors
/// The file can't be written.
pub fn save(file: &Path, level: Level) -> io::Result<()> {
    let (lines, _) = lines_from(0);
    let text: String = lines.iter().filter(|line| line.level <= level).map(|line| format!("{line}\n")).collect();
    crate::files::write_whole(file, text.as_bytes())
}

fn cut(text: &str) -> &str {
    let mut end = text.len().min(MAX_LENGTH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_lines_are_kept_and_found_by_number() {
        let (_, start) = lines_from(u64::MAX);
        for number in 0..MAX_LINES + 10 {
            record("console test", Level::Debug, &format!("line {number}"));
        }
        record("console test", Level::Error, &"é".repeat(MAX_LENGTH));
        let (lines, next) = lines_from(0);
        assert!(lines.len() <= 2 * MAX_LINES);
        assert!(next >= start + MAX_LINES as u64 + 11);
        let own: Vec<_> = lines.iter().filter(|line| line.engine == "console test").collect();
        assert!(own.iter().any(|line| line.text == format!("line {}", MAX_LINES + 9)));
        assert!(own.last().is_some_and(|line| line.text.len() <= MAX_LENGTH && line.text.starts_with('é')));
        assert!(!own.iter().any(|line| line.text == "line 0"));
    }
}
