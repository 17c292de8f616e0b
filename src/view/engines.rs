//! The engine page as rows: the engines, the options of one, its checks, and the log.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rules::Variant;
use sdk::{OptionInfo, OptionKind};

use crate::engines::catalog::{Catalog, Entry, Unusable, last_part};
use crate::engines::console::{Level, Line};

/// Where an engine stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Runs in the program.
    InProcess,
    /// Runs in a process of its own.
    Isolated,
    /// Left alone because it crashed or hung.
    Quarantined,
    /// Can't be used.
    Unusable,
    /// A library that is being looked at.
    Unseen,
}

/// An engine, or a library or folder that holds none to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineRow {
    /// The engine's id; empty where it is not known.
    pub id: String,
    /// Its name, or its file's.
    pub name: String,
    /// Its version; empty where it is not known.
    pub version: String,
    /// Who made it.
    pub author: String,
    /// Its licence.
    pub licence: String,
    /// Where to read more.
    pub url: String,
    /// About it.
    pub description: String,
    /// The games it plays.
    pub variants: Vec<Variant>,
    /// Its library.
    pub file: PathBuf,
    /// Where it stands.
    pub state: State,
    /// Why it is not used; empty where it is.
    pub fault: String,
    /// Whether it came with the program.
    pub shipped: bool,
    /// Whether it is one of the user's own, which can be removed.
    pub own: bool,
}

/// What the engine page lists: usable engines, then everything else.
#[must_use]
pub fn engines(catalog: &Catalog) -> Vec<EngineRow> {
    let usable = catalog.entries().iter().map(|entry| usable(catalog, entry));
    let unusable = catalog.unusable().iter().map(|unusable| faulty(catalog, unusable));
    let is_listed = |file: &PathBuf| catalog.entries().iter().any(|entry| entry.file == *file);
    let unseen = catalog
        .unseen()
        .iter()
        .filter(|file| !is_listed(file))
        .map(|file| EngineRow { state: State::Unseen, ..plain(catalog, file) });
    usable.chain(unusable).chain(unseen).collect()
}

fn usable(catalog: &Catalog, entry: &Entry) -> EngineRow {
    let about = &entry.descriptor;
    EngineRow {
        id: about.id.clone(),
        name: about.name.clone(),
        version: about.version.clone(),
        author: about.author.clone(),
        licence: about.licence.clone(),
        url: about.url.clone(),
        description: about.description.clone(),
        variants: about.variants.iter().map(|support| support.variant).collect(),
        state: if entry.isolated { State::Isolated } else { State::InProcess },
        ..plain(catalog, &entry.file)
    }
}

fn faulty(catalog: &Catalog, unusable: &Unusable) -> EngineRow {
    let row = plain(catalog, &unusable.file);
    EngineRow {
        id: unusable.id.clone().unwrap_or_default(),
        name: unusable.id.as_deref().map_or(row.name, |id| last_part(id).to_owned()),
        state: if unusable.quarantined { State::Quarantined } else { State::Unusable },
        fault: without_path(&unusable.why, &unusable.file),
        ..row
    }
}

/// A sentence about a library as it reads where the library stands beside it.
fn without_path(why: &str, file: &Path) -> String {
    let rest = why.strip_prefix(&*file.display().to_string()).and_then(|rest| rest.strip_prefix(' '));
    rest.map_or_else(|| why.to_owned(), |rest| format!("It {rest}."))
}

/// What is known of a library by its file alone.
fn plain(catalog: &Catalog, file: &Path) -> EngineRow {
    EngineRow {
        id: String::new(),
        name: file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        version: String::new(),
        author: String::new(),
        licence: String::new(),
        url: String::new(),
        description: String::new(),
        variants: Vec::new(),
        file: file.to_owned(),
        state: State::Unusable,
        fault: String::new(),
        shipped: catalog.places().is_shipped(file),
        own: catalog.places().is_own(file) && file.is_file(),
    }
}

/// How an option is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// On or off.
    Switch,
    /// A whole number by a slider of so many steps.
    Slider,
    /// A number by writing it.
    Number,
    /// One of a few words.
    Choice,
    /// A line of text.
    Text,
    /// A file or folder.
    Path,
    /// Something to do at once.
    Button,
}

/// An option with the value that it has on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionRow {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// A sentence about it.
    pub note: String,
    /// How it is set.
    pub control: Control,
    /// The text of its value.
    pub value: String,
    /// What can be chosen: values, and their names for people.
    pub choices: Vec<(String, String)>,
    /// The least number, as text.
    pub least: String,
    /// The greatest number, as text.
    pub most: String,
    /// Whether the number must be whole.
    pub whole: bool,
    /// Whether the option refuses the value.
    pub wrong: bool,
    /// Whether a new value counts only from the next game on.
    pub at_new_game: bool,
}

/// The longest range of whole numbers that a slider spans.
const SLIDER: i64 = 4096;

/// Options with the values that are set, and defaults where none is.
#[must_use]
pub fn options(options: &[OptionInfo], values: &BTreeMap<String, String>) -> Vec<OptionRow> {
    let row = |option: &OptionInfo| {
        let value = values.get(&option.id).cloned().unwrap_or_else(|| option.default_value().to_string());
        let (least, most) = bounds(&option.kind);
        OptionRow {
            id: option.id.clone(),
            label: option.label.clone(),
            note: option.description.clone(),
            control: control(&option.kind),
            choices: choices(&option.kind),
            least,
            most,
            whole: matches!(option.kind, OptionKind::Int { .. }),
            wrong: option.parse(&value).is_err(),
            at_new_game: option.at_new_game,
            value,
        }
    };
    let (advanced, usual): (Vec<_>, Vec<_>) = options.iter().partition(|option| option.advanced);
    usual.into_iter().chain(advanced).map(row).collect()
}

fn control(kind: &OptionKind) -> Control {
    match kind {
        OptionKind::Bool { .. } => Control::Switch,
        OptionKind::Int { range, .. } if range.end().saturating_sub(*range.start()) <= SLIDER => Control::Slider,
        OptionKind::Int { .. } | OptionKind::Float { .. } => Control::Number,
        OptionKind::Enum { .. } => Control::Choice,
        OptionKind::String { .. } => Control::Text,
        OptionKind::Path { .. } => Control::Path,
        OptionKind::Button => Control::Button,
    }
}

fn choices(kind: &OptionKind) -> Vec<(String, String)> {
    match kind {
        OptionKind::Enum { choices, .. } => {
            choices.iter().map(|choice| (choice.value.clone(), choice.label.clone())).collect()
        }
        _ => Vec::new(),
    }
}

fn bounds(kind: &OptionKind) -> (String, String) {
    match kind {
        OptionKind::Int { range, .. } => (range.start().to_string(), range.end().to_string()),
        OptionKind::Float { range, .. } => (range.start().to_string(), range.end().to_string()),
        _ => (String::new(), String::new()),
    }
}

/// What is wrong with a profile's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// Nothing is written.
    Empty,
    /// An engine or another profile is called so.
    Taken,
    /// It holds a sign that means something in the name of a seat.
    Sign,
}

/// Whether a profile can be called so; `old` is its name until now.
///
/// # Errors
/// It can't.
pub fn check_name(catalog: &Catalog, name: &str, old: Option<&str>) -> Result<(), NameFault> {
    if name.is_empty() {
        return Err(NameFault::Empty);
    }
    let is_library = name.ends_with(std::env::consts::DLL_SUFFIX);
    if name.contains([':', '=', '/', '\\']) || name.chars().any(char::is_control) || is_library {
        return Err(NameFault::Sign);
    }
    let is_engine = catalog.entries().iter().any(|entry| entry.is_called(name));
    let is_profile = Some(name) != old && catalog.choices().profiles.contains_key(name);
    if is_engine || is_profile || name.eq_ignore_ascii_case("human") { Err(NameFault::Taken) } else { Ok(()) }
}

/// Which lines of the log are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFilter {
    /// Only those of this engine; of all for `None`.
    pub engine: Option<String>,
    /// Only those that matter so much or more.
    pub level: Level,
    /// Only those that hold this text, whatever its case.
    pub text: String,
}

impl Default for LogFilter {
    fn default() -> LogFilter {
        LogFilter { engine: None, level: Level::Debug, text: String::new() }
    }
}

impl LogFilter {
    /// Whether a line is shown.
    #[must_use]
    pub fn lets_through(&self, line: &Line) -> bool {
        line.level <= self.level
            && self.engine.as_ref().is_none_or(|engine| *engine == line.engine)
            && (self.text.is_empty() || line.text.to_lowercase().contains(&self.text.to_lowercase()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn options_become_controls_with_their_bounds() {
        let declared = [
            OptionInfo::int("threads", "Threads", 1, 1..=8),
            OptionInfo::int("seed", "Seed", 0, i64::MIN..=i64::MAX),
            OptionInfo::float("contempt", "Contempt", 0.5, -1.0..=1.0).advanced(),
            OptionInfo::bool("book", "Book", true),
            OptionInfo::button("clear", "Clear"),
        ];
        let values = BTreeMap::from([("threads".to_owned(), "9".to_owned())]);
        let rows = options(&declared, &values);
        let ids: Vec<_> = rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids, ["threads", "seed", "book", "clear", "contempt"]);
        assert_eq!((rows[0].control, rows[0].wrong), (Control::Slider, true));
        assert_eq!((rows[0].least.as_str(), rows[0].most.as_str()), ("1", "8"));
        assert_eq!(rows[1].control, Control::Number);
        assert_eq!((rows[2].value.as_str(), rows[2].wrong), ("true", false));
        assert_eq!((rows[4].value.as_str(), rows[4].most.as_str()), ("0.5", "1"));
    }

    #[test]
    fn a_profiles_name_names_nothing_else() {
        let mut catalog = Catalog::default();
        catalog = catalog.decided(|choices| drop(choices.profiles.insert("Fast".into(), Default::default()))).unwrap();
        assert_eq!(check_name(&catalog, "Hard, 2 threads", None), Ok(()));
        assert_eq!(check_name(&catalog, "", None), Err(NameFault::Empty));
        assert_eq!(check_name(&catalog, "Fast", None), Err(NameFault::Taken));
        assert_eq!(check_name(&catalog, "Fast", Some("Fast")), Ok(()));
        assert_eq!(check_name(&catalog, "human", None), Err(NameFault::Taken));
        assert_eq!(check_name(&catalog, "a:b=c", None), Err(NameFault::Sign));
    }

    #[test]
    fn lines_are_filtered_by_engine_level_and_text() {
        let line = |engine: &str, level, text: &str| Line {
            at: Duration::ZERO,
            engine: engine.to_owned(),
            level,
            text: text.to_owned(),
        };
        let filter = LogFilter { engine: Some("A".to_owned()), level: Level::Warning, text: "Late".to_owned() };
        assert!(filter.lets_through(&line("A", Level::Error, "too late")));
        assert!(!filter.lets_through(&line("B", Level::Error, "too late")));
        assert!(!filter.lets_through(&line("A", Level::Info, "too late")));
        assert!(!filter.lets_through(&line("A", Level::Error, "early")));
        assert!(LogFilter::default().lets_through(&line("B", Level::Debug, "")));
    }
}
