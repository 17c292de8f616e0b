//! An engine that was found, and how its instances are made.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sdk::{Descriptor, OptionInfo};

use super::places::Stamp;
use crate::engines::isolated::{Isolated, Program};
use crate::engines::library::Library;
use crate::engines::{self, EngineError, EngineInstance, Origin};
use crate::session::seat::EngineSpec;

/// The option of a spec that the program itself takes: whether the engine runs in a process of its own, `on` or `off`.
pub const ISOLATION: &str = "isolation";
/// The option of a spec that the program itself takes: the most memory for an isolated engine, in MiB.
pub const MEMORY: &str = "memory-mib";

/// An engine that can be played, or a profile of one.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Who it is and what it plays.
    pub descriptor: Descriptor,
    /// The library that holds it.
    pub file: PathBuf,
    /// Whether its instances get processes of their own, where nothing else is asked.
    pub isolated: bool,
    /// The options that it declares, where they are known without asking.
    pub(super) options: Option<Vec<OptionInfo>>,
    /// The library, where it is in this process already.
    pub(super) library: Option<Arc<Library>>,
    pub(super) program: Arc<Program>,
    pub(super) stamp: Option<Stamp>,
    /// The profile that this is, `None` for the engine itself.
    pub(super) profile: Option<Alias>,
}

/// The profile that stands for an engine.
#[derive(Clone, Debug)]
pub(super) struct Alias {
    pub(super) name: String,
    pub(super) sets_level: bool,
}

impl Entry {
    /// Creates an instance.
    ///
    /// # Errors
    /// The engine failed.
    pub fn create(&self) -> Result<Box<dyn EngineInstance>, EngineError> {
        self.create_in(self.isolated, self.program.memory)
    }

    /// Creates an instance in a process of its own or in this one, and sets the options of a spec that are not the
    /// program's own.
    ///
    /// # Errors
    /// An option is unknown or refused, or the engine failed.
    pub fn create_with(&self, options: &[(String, String)]) -> Result<Box<dyn EngineInstance>, EngineError> {
        let own = |id: &str| options.iter().rev().find(|(known, _)| known == id).map(|(_, value)| value.as_str());
        let isolated = match own(ISOLATION) {
            None => self.isolated,
            Some("on") => true,
            Some("off") => false,
            Some(other) => return Err(self.refuses(ISOLATION, other, "it must be on or off")),
        };
        let memory = match own(MEMORY).map(|text| (text, text.parse::<u64>())) {
            None => self.program.memory,
            Some((_, Ok(0))) => None,
            Some((_, Ok(mebibytes))) => Some(mebibytes.saturating_mul(1 << 20)),
            Some((text, Err(_))) => {
                return Err(self.refuses(MEMORY, text, "it must be a number of MiB, 0 for no limit"));
            }
        };
        let mut instance = self.create_in(isolated, memory)?;
        for (id, value) in options.iter().filter(|(id, _)| !is_hosts(id)) {
            self.check_option(instance.options(), id, value)?;
            instance.set_option(id, value)?;
        }
        Ok(instance)
    }

    fn create_in(&self, isolated: bool, memory: Option<u64>) -> Result<Box<dyn EngineInstance>, EngineError> {
        let id = &self.descriptor.id;
        match (isolated, &self.library) {
            (true, _) => {
                let program = Program { memory, ..Program::clone(&self.program) };
                Ok(Box::new(Isolated::create(&program, &self.file, id)?))
            }
            (false, Some(library)) => library.create(id),
            (false, None) => Library::open(&self.file)?.create(id),
        }
    }

    /// Whether an engine knows an option and its value, in a sentence that says what is possible.
    fn check_option(&self, options: &[OptionInfo], id: &str, value: &str) -> Result<(), EngineError> {
        let Some(option) = options.iter().find(|option| option.id == id) else {
            let known: Vec<_> = options.iter().map(|option| option.id.as_str()).chain([ISOLATION, MEMORY]).collect();
            return Err(self.refuses(id, value, &format!("it has no such option; known are {}", known.join(", "))));
        };
        option.parse(value).map(drop).map_err(|error| self.refuses(id, value, &format!("it must be {}", error.allowed)))
    }

    fn refuses(&self, id: &str, value: &str, cause: &str) -> EngineError {
        let origin = Origin { engine: self.descriptor.name.clone(), file: self.file.clone() };
        let short: String = value.chars().take(60).collect();
        EngineError::Refused { origin, request: format!("option {id}={short}"), cause: cause.to_owned() }
    }

    /// Whether a name means this engine: its id or the last part of it; a profile has one name only.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        match &self.profile {
            Some(profile) => profile.name == name,
            None => self.descriptor.id == name || last_part(&self.descriptor.id) == name,
        }
    }

    /// The name by which a seat asks for this engine: its id, or that of the profile.
    #[must_use]
    pub fn spec(&self) -> EngineSpec {
        EngineSpec::new(self.profile.as_ref().map_or(&self.descriptor.id, |profile| &profile.name).clone())
    }

    /// The same engine as a profile of it sits down.
    pub(super) fn under_profile(&self, name: &str, sets_level: bool) -> Entry {
        let mut entry = Entry { profile: Some(Alias { name: name.to_owned(), sets_level }), ..self.clone() };
        name.clone_into(&mut entry.descriptor.name);
        entry
    }

    /// The levels that it declares, weakest first, where its options are known without asking.
    #[must_use]
    pub fn known_levels(&self) -> Vec<String> {
        self.options.as_deref().map(engines::levels).unwrap_or_default()
    }

    /// The options that the engine declares; none where it can't be asked.
    #[must_use]
    pub fn options(&self) -> Vec<OptionInfo> {
        match (&self.options, &self.library) {
            (Some(options), _) => options.clone(),
            // What is in this process already answers at once, also where its instances get processes of their own.
            (None, Some(library)) => {
                library.create(&self.descriptor.id).map(|instance| instance.options().to_vec()).unwrap_or_default()
            }
            (None, None) => self.create().map(|instance| instance.options().to_vec()).unwrap_or_default(),
        }
    }

    /// The levels that the engine offers, weakest first; empty where it has none or can't be asked, or where its
    /// profile has chosen one.
    #[must_use]
    pub fn levels(&self) -> Vec<String> {
        let is_chosen = self.profile.as_ref().is_some_and(|profile| profile.sets_level);
        if is_chosen { Vec::new() } else { engines::levels(&self.options()) }
    }

    /// Where its instances run, in words.
    #[must_use]
    pub const fn state(&self) -> &'static str {
        if self.isolated { "isolated" } else { "in process" }
    }

    /// Whether the library has changed since it was looked at.
    #[must_use]
    pub fn is_outdated(&self) -> bool {
        Stamp::of(&self.file) != self.stamp
    }
}

/// Whether an option of a spec is for the program and not for the engine.
#[must_use]
pub fn is_hosts(id: &str) -> bool {
    id == ISOLATION || id == MEMORY
}

/// The last part of a reverse DNS name.
#[must_use]
pub fn last_part(id: &str) -> &str {
    id.rsplit('.').next().unwrap_or(id)
}

/// Whether a name means a file rather than an engine.
#[must_use]
pub fn looks_like_file(name: &str) -> bool {
    name.contains(['/', '\\']) || Path::new(name).extension().is_some_and(|end| end == std::env::consts::DLL_EXTENSION)
}
