//! The engine log: what engines say beside their answers, by the log function of the plugin interface or on the
//! standard error of their process. The newest lines are kept for the user to look at and to save.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Lines that are kept.
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
    /// Number of the oldest line that is kept.
    first: u64,
    lines: VecDeque<Line>,
}

fn ring() -> MutexGuard<'static, Ring> {
    static RING: OnceLock<Mutex<Ring>> = OnceLock::new();
    let begin = || Mutex::new(Ring { begun: Instant::now(), first: 0, lines: VecDeque::new() });
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
    if ring.lines.len() == MAX_LINES {
        ring.lines.pop_front();
        ring.first += 1;
    }
    let at = ring.begun.elapsed();
    ring.lines.push_back(Line { at, engine: engine.to_owned(), level, text: text.to_owned() });
}

/// The lines from this number on that are kept, and the number that the next line will have.
#[must_use]
pub fn lines_from(number: u64) -> (Vec<Line>, u64) {
    let ring = ring();
    let skip = usize::try_from(number.saturating_sub(ring.first)).unwrap_or(usize::MAX);
    (ring.lines.iter().skip(skip).cloned().collect(), ring.first + ring.lines.len() as u64)
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
        assert_eq!(lines.len(), MAX_LINES);
        assert!(next >= start + MAX_LINES as u64 + 11);
        let own: Vec<_> = lines.iter().filter(|line| line.engine == "console test").collect();
        assert!(own.last().is_some_and(|line| line.text.len() <= MAX_LENGTH && line.text.starts_with('é')));
        assert!(!own.iter().any(|line| line.text == "line 0"));
    }
}
