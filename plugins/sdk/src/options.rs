//! The options of an engine: what the host builds a panel from, and the values that come back.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

/// Option ids that mean the same in every engine that has them; protocol bridges map their own names to these.
pub mod option_id {
    /// Playing strength: `easy`, `normal`, `hard`, `expert`; see [`OptionInfo::level`](super::OptionInfo::level).
    pub const LEVEL: &str = "level";
    /// Size of the transposition table in MiB.
    pub const HASH: &str = "hash";
    /// Number of search threads.
    pub const THREADS: &str = "threads";
    /// Whether the engine wants to think in the opponent's time.
    pub const PONDER: &str = "ponder";
    /// Whether the engine plays from its opening book (bool), or which one (path).
    pub const BOOK: &str = "book";
}

/// An option as the host sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionInfo {
    /// Name for programs: the host keeps the value by it. One of [`option_id`] where that fits.
    pub id: String,
    /// Name for people.
    pub label: String,
    /// A sentence for people; may be empty.
    pub description: String,
    /// Kind, default and range.
    pub kind: OptionKind,
    /// Whether only few users need it; the host may hide it at first.
    pub advanced: bool,
    /// Whether a new value counts only from the next new game on.
    pub at_new_game: bool,
}

/// Kind of an option, with its default and what it allows.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionKind {
    /// Yes or no.
    Bool {
        /// The value before any is set.
        default: bool,
    },
    /// A whole number.
    Int {
        /// The value before any is set.
        default: i64,
        /// The numbers that are possible.
        range: RangeInclusive<i64>,
    },
    /// A number.
    Float {
        /// The value before any is set.
        default: f64,
        /// The numbers that are possible; both ends are finite.
        range: RangeInclusive<f64>,
    },
    /// One of several words.
    Enum {
        /// The value before any is set: the value of one of the choices.
        default: String,
        /// What can be chosen, in order.
        choices: Vec<Choice>,
    },
    /// A line of text.
    String {
        /// The value before any is set.
        default: String,
    },
    /// A file or folder.
    Path {
        /// The value before any is set; may be empty.
        default: String,
    },
    /// Something to do at once.
    Button,
}

/// One of the words that an option of kind [`OptionKind::Enum`] allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The word.
    pub value: String,
    /// Its name for people.
    pub label: String,
}

impl OptionInfo {
    /// An option of any kind.
    #[must_use]
    pub fn new(id: &str, label: &str, kind: OptionKind) -> OptionInfo {
        OptionInfo {
            id: id.to_owned(),
            label: label.to_owned(),
            description: String::new(),
            kind,
            advanced: false,
            at_new_game: false,
        }
    }

    /// A yes or no.
    #[must_use]
    pub fn bool(id: &str, label: &str, default: bool) -> OptionInfo {
        OptionInfo::new(id, label, OptionKind::Bool { default })
    }

    /// A whole number.
    #[must_use]
    pub fn int(id: &str, label: &str, default: i64, range: RangeInclusive<i64>) -> OptionInfo {
        OptionInfo::new(id, label, OptionKind::Int { default, range })
    }

    /// A number.
    #[must_use]
    pub fn float(id: &str, label: &str, default: f64, range: RangeInclusive<f64>) -> OptionInfo {
        OptionInfo::new(id, label, OptionKind::Float { default, range })
    }

    /// One of several words, each given as value and label.
    #[must_use]
    pub fn choice(id: &str, label: &str, default: &str, choices: &[(&str, &str)]) -> OptionInfo {
        let choice = |&(value, label): &(&str, &str)| Choice { value: value.to_owned(), label: label.to_owned() };
        let choices = choices.iter().map(choice).collect();
        OptionInfo::new(id, label, OptionKind::Enum { default: default.to_owned(), choices })
    }

    /// A line of text.
    #[must_use]
    pub fn string(id: &str, label: &str, default: &str) -> OptionInfo {
        OptionInfo::new(id, label, OptionKind::String { default: default.to_owned() })
    }

    /// A file or folder.
    #[must_use]
    pub fn path(id: &str, label: &str, default: &str) -> OptionInfo {
        OptionInfo::new(id, label, OptionKind::Path { default: default.to_owned() })
    }

    /// Something to do at once.
    #[must_use]
    pub fn button(id: &str, label: &str) -> OptionInfo {
        OptionInfo::new(id, label, OptionKind::Button)
    }

    /// The conventional option [`option_id::LEVEL`]. Its default is full strength; the window sets another for
    /// people to play against.
    #[must_use]
    pub fn level() -> OptionInfo {
        let levels = [("easy", "Easy"), ("normal", "Normal"), ("hard", "Hard"), ("expert", "Expert")];
        OptionInfo::choice(option_id::LEVEL, "Level", "expert", &levels).describe("How strong the engine plays.")
    }

    /// The conventional option [`option_id::HASH`], in MiB.
    #[must_use]
    pub fn hash(default: i64, range: RangeInclusive<i64>) -> OptionInfo {
        OptionInfo::int(option_id::HASH, "Hash", default, range)
            .describe("Memory for positions already searched, in MiB.")
    }

    /// The conventional option [`option_id::THREADS`], from 1 to `max`, default 1.
    #[must_use]
    pub fn threads(max: i64) -> OptionInfo {
        OptionInfo::int(option_id::THREADS, "Threads", 1, 1..=max).describe("Threads to search on.")
    }

    /// Adds a sentence for people.
    #[must_use]
    pub fn describe(mut self, description: &str) -> OptionInfo {
        description.clone_into(&mut self.description);
        self
    }

    /// Marks the option as one that few users need.
    #[must_use]
    pub fn advanced(mut self) -> OptionInfo {
        self.advanced = true;
        self
    }

    /// Marks the option as one that counts from the next new game on.
    #[must_use]
    pub fn at_new_game(mut self) -> OptionInfo {
        self.at_new_game = true;
        self
    }

    /// The default value; [`OptionValue::Pressed`] for a button.
    #[must_use]
    pub fn default_value(&self) -> OptionValue {
        match &self.kind {
            OptionKind::Bool { default } => OptionValue::Bool(*default),
            OptionKind::Int { default, .. } => OptionValue::Int(*default),
            OptionKind::Float { default, .. } => OptionValue::Float(*default),
            OptionKind::Enum { default, .. } | OptionKind::String { default } | OptionKind::Path { default } => {
                OptionValue::Text(default.clone())
            }
            OptionKind::Button => OptionValue::Pressed,
        }
    }

    /// Reads a value from its text form (that of [`OptionValue`]'s `Display`) and checks it against kind, range and
    /// choices.
    ///
    /// # Errors
    /// The text is no value that this option allows.
    pub fn parse(&self, text: &str) -> Result<OptionValue, OptionError> {
        let value = match &self.kind {
            OptionKind::Bool { .. } => text.parse().ok().map(OptionValue::Bool),
            OptionKind::Int { range, .. } => {
                text.parse().ok().filter(|number| range.contains(number)).map(OptionValue::Int)
            }
            OptionKind::Float { range, .. } => {
                text.parse().ok().filter(|number| range.contains(number)).map(OptionValue::Float)
            }
            OptionKind::Enum { choices, .. } => {
                choices.iter().find(|choice| choice.value == text).map(|choice| OptionValue::Text(choice.value.clone()))
            }
            OptionKind::String { .. } | OptionKind::Path { .. } => Some(OptionValue::Text(text.to_owned())),
            OptionKind::Button => text.is_empty().then_some(OptionValue::Pressed),
        };
        value.ok_or_else(|| OptionError {
            id: self.id.clone(),
            value: text.chars().take(60).collect(),
            allowed: self.kind.allowed(),
        })
    }
}

impl OptionKind {
    /// What a value may be, in words that follow "it must be".
    #[must_use]
    pub fn allowed(&self) -> String {
        match self {
            OptionKind::Bool { .. } => "true or false".to_owned(),
            OptionKind::Int { range, .. } => format!("a whole number from {} to {}", range.start(), range.end()),
            OptionKind::Float { range, .. } => format!("a number from {} to {}", range.start(), range.end()),
            OptionKind::Enum { choices, .. } => {
                let values: Vec<_> = choices.iter().map(|choice| choice.value.as_str()).collect();
                format!("one of {}", values.join(", "))
            }
            OptionKind::String { .. } => "any text".to_owned(),
            OptionKind::Path { .. } => "a path".to_owned(),
            OptionKind::Button => "empty, as for any button".to_owned(),
        }
    }
}

/// The value of an option. Its `Display` is the text form that crosses the plugin boundary and stands in files.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    /// Of [`OptionKind::Bool`].
    Bool(bool),
    /// Of [`OptionKind::Int`].
    Int(i64),
    /// Of [`OptionKind::Float`].
    Float(f64),
    /// Of [`OptionKind::Enum`], [`OptionKind::String`] and [`OptionKind::Path`].
    Text(String),
    /// Of [`OptionKind::Button`]: do it now.
    Pressed,
}

impl OptionValue {
    /// The value of a [`OptionKind::Bool`].
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let OptionValue::Bool(value) = self { Some(*value) } else { None }
    }

    /// The value of a [`OptionKind::Int`].
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        if let OptionValue::Int(value) = self { Some(*value) } else { None }
    }

    /// The value of a [`OptionKind::Float`].
    #[must_use]
    pub fn as_float(&self) -> Option<f64> {
        if let OptionValue::Float(value) = self { Some(*value) } else { None }
    }

    /// The value of a [`OptionKind::Enum`], [`OptionKind::String`] or [`OptionKind::Path`].
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        if let OptionValue::Text(value) = self { Some(value) } else { None }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Bool(value) => write!(f, "{value}"),
            OptionValue::Int(value) => write!(f, "{value}"),
            OptionValue::Float(value) => write!(f, "{value}"),
            OptionValue::Text(value) => f.write_str(value),
            OptionValue::Pressed => Ok(()),
        }
    }
}

/// A text that is no value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// The option.
    pub id: String,
    /// What was given (cut to 60 characters).
    pub value: String,
    /// What it must be instead ([`OptionKind::allowed`]).
    pub allowed: String,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option {} can't be {:?}: it must be {}", self.id, self.value, self.allowed)
    }
}

impl Error for OptionError {}
