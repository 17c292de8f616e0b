//! What the user decided about engines: `engines.toml` in the configuration folder. Profiles are engines with options
//! under a name of the user's own.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::session::seat::EngineSpec;

/// Everything in the file. Keys that this version does not know are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Choices {
    /// How engines are hosted.
    pub host: Host,
    /// By engine id.
    pub engines: BTreeMap<String, Engine>,
    /// By the profile's name.
    pub profiles: BTreeMap<String, Profile>,
    #[serde(flatten)]
    rest: toml::Table,
}

/// How all engines are hosted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Host {
    /// Patience with loading, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load_ms: Option<u64>,
    /// Patience with a new game, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_game_ms: Option<u64>,
    /// Patience with an answer after a stop, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_ms: Option<u64>,
    /// Patience with a process that shows no life, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alive_ms: Option<u64>,
    /// How often in a game a crashed engine is started anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restarts: Option<u32>,
    /// Most memory for an isolated engine, in MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<u64>,
    #[serde(flatten)]
    rest: toml::Table,
}

/// How one engine is hosted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Engine {
    /// Whether it runs in a process of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isolation: Option<bool>,
    /// Most memory, in MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<u64>,
    #[serde(flatten)]
    rest: toml::Table,
}

/// An engine with options, under a name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Profile {
    /// The engine's id or file.
    pub engine: String,
    /// Option ids with their values.
    pub options: BTreeMap<String, String>,
    #[serde(flatten)]
    rest: toml::Table,
}

impl Profile {
    /// A profile of an engine as it is set up.
    #[must_use]
    pub fn of(spec: &EngineSpec) -> Profile {
        let options = spec.options.iter().cloned().collect();
        Profile { engine: spec.engine.clone(), options, rest: toml::Table::new() }
    }

    /// The engine as a seat asks for it.
    #[must_use]
    pub fn spec(&self) -> EngineSpec {
        let spec = EngineSpec::new(self.engine.clone());
        self.options.iter().fold(spec, |spec, (id, value)| spec.with_option(id, value))
    }
}

impl Choices {
    /// Reads the file; one that is not there decides nothing.
    ///
    /// # Errors
    /// It can't be read, in a sentence that names it.
    pub fn read(file: &Path) -> Result<Choices, String> {
        let broken = |why: String| format!("{} can't be read: {why}; mend or remove it", file.display());
        match fs::read_to_string(file) {
            Ok(text) => toml::from_str(&text).map_err(|error| broken(error.message().to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Choices::default()),
            Err(error) => Err(broken(error.to_string())),
        }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// It can't be written.
    pub fn write(&self, file: &Path) -> io::Result<()> {
        let text = toml::to_string_pretty(self).map_err(io::Error::other)?;
        crate::files::write_whole(file, text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_come_back_and_unknown_keys_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("engines.toml");
        fs::write(&file, "future = 1\n[engines.\"org.example.a\"]\nisolation = false\ncolour = \"red\"\n").unwrap();
        let mut choices = Choices::read(&file).unwrap();
        assert_eq!(choices.engines["org.example.a"].isolation, Some(false));
        let spec: EngineSpec = "alphabeta:level=hard,threads=2".parse().unwrap();
        choices.profiles.insert("My bot".to_owned(), Profile::of(&spec));
        choices.write(&file).unwrap();
        let again = Choices::read(&file).unwrap();
        assert_eq!(again, choices);
        assert_eq!(again.profiles["My bot"].spec(), spec);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("future = 1") && text.contains("colour = \"red\""), "{text}");
        fs::write(&file, "profiles = 3").unwrap();
        assert!(Choices::read(&file).unwrap_err().contains("engines.toml can't be read"));
    }
}
