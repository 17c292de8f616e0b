//! Who sits at a side.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Who plays a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seat {
    /// A person at this machine.
    #[default]
    Human,
    /// An engine.
    Engine(EngineSpec),
}

impl Seat {
    /// The engine that sits here.
    #[must_use]
    pub const fn engine(&self) -> Option<&EngineSpec> {
        match self {
            Seat::Human => None,
            Seat::Engine(spec) => Some(spec),
        }
    }

    /// Whether a person sits here.
    #[must_use]
    pub const fn is_human(&self) -> bool {
        matches!(self, Seat::Human)
    }
}

impl FromStr for Seat {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Seat, ParseSpecError> {
        if text.eq_ignore_ascii_case("human") { Ok(Seat::Human) } else { text.parse().map(Seat::Engine) }
    }
}

/// An engine as a person names it: `alphabeta:level=hard,threads=2`.
///
/// The name is a full id, its unique last part or a file; the options stand behind the last `:` that stands before a
/// `key=`, so that a Windows path keeps its drive letter. A comma inside a value is written `\,`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Id, last part of an id, or file.
    pub engine: String,
    /// Option ids with their values, in the order given.
    pub options: Vec<(String, String)>,
}

impl EngineSpec {
    /// An engine with no option set.
    #[must_use]
    pub fn new(engine: impl Into<String>) -> EngineSpec {
        EngineSpec { engine: engine.into(), options: Vec::new() }
    }

    /// The same engine with one option set anew.
    #[must_use]
    pub fn with_option(mut self, id: &str, value: &str) -> EngineSpec {
        self.options.retain(|(known, _)| known != id);
        self.options.push((id.to_owned(), value.to_owned()));
        self
    }

    /// The value that an option is set to here.
    #[must_use]
    pub fn option(&self, id: &str) -> Option<&str> {
        self.options.iter().rev().find(|(known, _)| known == id).map(|(_, value)| value.as_str())
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.engine)?;
        for (place, (id, value)) in self.options.iter().enumerate() {
            let sign = if place == 0 { ':' } else { ',' };
            write!(f, "{sign}{id}={}", value.replace(',', "\\,"))?;
        }
        Ok(())
    }
}

impl FromStr for EngineSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<EngineSpec, ParseSpecError> {
        let (engine, options) = split_options(text);
        if engine.is_empty() {
            return Err(ParseSpecError::NoEngine(text.to_owned()));
        }
        let mut spec = EngineSpec::new(engine);
        for pair in split_commas(options) {
            let (id, value) = pair.split_once('=').ok_or_else(|| ParseSpecError::NotAPair(pair.clone()))?;
            spec = spec.with_option(id.trim(), value);
        }
        Ok(spec)
    }
}

/// Splits at the last `:` that stands before a `key=`.
fn split_options(text: &str) -> (&str, &str) {
    let Some(equals) = text.find('=') else { return (text, "") };
    match text[..equals].rfind(':') {
        Some(colon) => (&text[..colon], &text[colon + 1..]),
        None => (text, ""),
    }
}

/// Splits at commas that no backslash precedes; `\,` becomes a comma.
fn split_commas(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.peek() == Some(&',') => part.extend(letters.next()),
            ',' => parts.push(std::mem::take(&mut part)),
            _ => part.push(letter),
        }
    }
    parts.push(part);
    parts.retain(|part| !part.is_empty());
    parts
}

/// A text that names no engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseSpecError {
    /// Nothing stands before the options.
    #[error("{0:?} names no engine; write for example alphabeta:level=hard")]
    NoEngine(String),
    /// An option has no value.
    #[error("engine option {0:?} has no value; write key=value, and \\, for a comma inside a value")]
    NotAPair(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_name_and_options() {
        let spec: EngineSpec = "alphabeta:level=hard,threads=2".parse().unwrap();
        assert_eq!(spec.engine, "alphabeta");
        assert_eq!(spec.option("level"), Some("hard"));
        assert_eq!(spec.option("threads"), Some("2"));
    }

    #[test]
    fn keeps_drive_letters_and_escaped_commas() {
        let spec: EngineSpec = r"C:\my\bot.dll:book=a\,b,hash=64".parse().unwrap();
        assert_eq!(spec.engine, r"C:\my\bot.dll");
        assert_eq!(spec.option("book"), Some("a,b"));
        assert_eq!(spec.to_string(), r"C:\my\bot.dll:book=a\,b,hash=64");
        assert_eq!(r"C:\my\bot.dll".parse::<EngineSpec>().unwrap().engine, r"C:\my\bot.dll");
    }

    #[test]
    fn last_value_of_an_option_counts() {
        let spec: EngineSpec = "greedy:level=easy,level=normal".parse().unwrap();
        assert_eq!(spec.options, [("level".to_owned(), "normal".to_owned())]);
    }

    #[test]
    fn refuses_what_names_nothing() {
        assert!(matches!(":level=easy".parse::<EngineSpec>(), Err(ParseSpecError::NoEngine(_))));
        assert!(matches!("greedy:level=easy,fast".parse::<EngineSpec>(), Err(ParseSpecError::NotAPair(_))));
        assert_eq!("human".parse::<Seat>(), Ok(Seat::Human));
    }
}
