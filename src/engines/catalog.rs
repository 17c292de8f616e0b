//! The catalog: which engines there are, and where.
//!
//! Libraries that came with the program are loaded into it. All others are looked at in a child process each, so that
//! none can take the program along; one that crashes or hangs there is quarantined.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rules::Variant;

use super::EngineInstance;
use super::isolated::Program;
use crate::session::seat::EngineSpec;

pub mod choices;
mod entry;
mod error;
mod look;
pub mod manifest;
mod own;
pub mod places;
mod probes;
mod quarantine;

use choices::Choices;
pub use entry::{Entry, ISOLATION, MEMORY, is_hosts, last_part, looks_like_file};
pub use error::CatalogError;
use look::Haste;
pub use own::OwnError;
use places::Stamp;
pub use places::{PATH_VARIABLE, Places};
use probes::Probes;
use quarantine::Quarantine;

/// A library that holds no engine to play, or a folder that can't be read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    /// The library or folder.
    pub file: PathBuf,
    /// The id of the engine in it, where it is known.
    pub id: Option<String>,
    /// Why it is not used.
    pub why: String,
    /// Whether it is left alone because it crashed or hung.
    pub quarantined: bool,
}

/// What instances of an engine are made of: the build of its library, what the user chose, where they run.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    build: Option<Stamp>,
    profile: Option<choices::Profile>,
    isolated: Option<bool>,
}

/// Every engine found, in the order of the search path.
#[derive(Clone, Debug)]
pub struct Catalog {
    places: Places,
    choices: Choices,
    quarantine: Arc<Mutex<Quarantine>>,
    probes: Arc<Mutex<Probes>>,
    entries: Vec<Entry>,
    /// Profiles of these, each as the engine that it is of.
    profiles: Vec<Entry>,
    unusable: Vec<Unusable>,
    /// Libraries that were left for later, because nothing is known of them or they have changed.
    unseen: Vec<PathBuf>,
    /// Engines of files that were named and are no part of the search path.
    named: Arc<Mutex<BTreeMap<PathBuf, Entry>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Default for Catalog {
    /// A catalog of nothing.
    fn default() -> Catalog {
        let places = Places { folders: Vec::new(), ..Places::usual(true) };
        Catalog::find_in(Places { choices: None, quarantine: None, ..places })
    }
}

impl Catalog {
    /// Looks for engines in the usual places; with `safe_mode` only beside the program.
    #[must_use]
    pub fn find_all(safe_mode: bool) -> Catalog {
        Catalog::find_in(Places::usual(safe_mode))
    }

    /// Looks for engines in these places.
    #[must_use]
    pub fn find_in(places: Places) -> Catalog {
        Catalog::find(places, Haste::LookAtAll)
    }

    /// Looks for engines in these places without waiting for any library that did not come with the program: those
    /// that are known are listed as they were, all others are left [unseen](Catalog::unseen).
    #[must_use]
    pub fn find_quickly(places: Places) -> Catalog {
        Catalog::find(places, Haste::LeaveUnknown)
    }

    fn find(places: Places, haste: Haste) -> Catalog {
        let mut catalog = Catalog::bare(places);
        for folder in std::mem::take(&mut catalog.places.folders) {
            catalog.search(&folder, haste);
        }
        lock(&catalog.probes).save();
        catalog.list_profiles();
        catalog
    }

    fn list_profiles(&mut self) {
        let of_entry = |entry: &Entry| {
            let profile = |(name, profile): (&str, &choices::Profile)| {
                entry.under_profile(name, profile.options.contains_key(sdk::option_id::LEVEL))
            };
            self.profiles_of(entry).map(profile).collect::<Vec<_>>()
        };
        self.profiles = self.entries.iter().flat_map(of_entry).collect();
    }

    /// A catalog that has not looked for anything yet.
    #[must_use]
    pub fn bare(mut places: Places) -> Catalog {
        let choices = places.choices.as_deref().map_or_else(|| Ok(Choices::default()), Choices::read);
        let probes = Arc::new(Mutex::new(Probes::open(places.probes())));
        let mut unusable = Vec::new();
        let choices = choices.unwrap_or_else(|why| {
            let file = places.choices.clone().unwrap_or_default();
            unusable.push(Unusable { file, id: None, why, quarantined: false });
            Choices::default()
        });
        apply(&choices, &mut places.program);
        let quarantine = Arc::new(Mutex::new(Quarantine::open(places.quarantine.clone())));
        let (entries, unseen, named) = (Vec::new(), Vec::new(), Arc::default());
        Catalog { places, choices, quarantine, probes, entries, profiles: Vec::new(), unusable, unseen, named }
    }

    /// Libraries that were left for later, because nothing is known of them or they have changed.
    #[must_use]
    pub fn unseen(&self) -> &[PathBuf] {
        &self.unseen
    }

    /// Looks again in the same places.
    #[must_use]
    pub fn found_anew(&self) -> Catalog {
        Catalog::find_in(self.places.clone())
    }

    /// Looks again in the same places, without waiting for any library.
    #[must_use]
    pub fn found_quickly_anew(&self) -> Catalog {
        Catalog::find_quickly(self.places.clone())
    }

    /// The same catalog after a decision of the user about engines, which is written down.
    ///
    /// # Errors
    /// The file of decisions can't be read (it is left as it is) or written, in a sentence.
    pub fn decided(&self, decide: impl FnOnce(&mut Choices)) -> Result<Catalog, String> {
        let mut catalog = self.clone();
        if let Some(file) = &self.places.choices {
            // Another window may have decided something meanwhile.
            catalog.choices = Choices::read(file)?;
        }
        decide(&mut catalog.choices);
        if let Some(file) = &self.places.choices {
            let written = catalog.choices.write(file);
            written.map_err(|error| format!("{} can't be written: {error}", file.display()))?;
        }
        let choices = catalog.choices.clone();
        Ok(catalog.with_choices(choices))
    }

    /// The same catalog under other decisions of the user.
    #[must_use]
    pub fn with_choices(mut self, choices: Choices) -> Catalog {
        self.choices = choices;
        let hosting = |entry: &Entry| {
            let chosen = self.choices.engines.get(&entry.descriptor.id).and_then(|engine| engine.isolation);
            (chosen.unwrap_or(entry.library.is_none()), Arc::new(self.program_for(&entry.descriptor.id)))
        };
        let hosted: Vec<_> = self.entries.iter().map(hosting).collect();
        for (entry, (isolated, program)) in self.entries.iter_mut().zip(hosted) {
            (entry.isolated, entry.program) = (isolated, program);
        }
        self.named = Arc::default();
        self.list_profiles();
        self
    }

    /// The profiles of an engine, by name.
    pub fn profiles_of<'a>(&'a self, entry: &'a Entry) -> impl Iterator<Item = (&'a str, &'a choices::Profile)> {
        let profiles = self
            .choices
            .profiles
            .iter()
            .filter(|(_, profile)| entry.is_called(&profile.engine) || entry.file == Path::new(&profile.engine));
        profiles.map(|(name, profile)| (name.as_str(), profile))
    }

    /// The folders searched, in order.
    #[must_use]
    pub fn folders(&self) -> &[PathBuf] {
        &self.places.folders
    }

    /// Where the catalog looks, and what it works with.
    #[must_use]
    pub const fn places(&self) -> &Places {
        &self.places
    }

    /// What the user decided about engines.
    #[must_use]
    pub const fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The engines that can be played.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The libraries that can't be used, and folders that can't be read.
    #[must_use]
    pub fn unusable(&self) -> &[Unusable] {
        &self.unusable
    }

    /// The engines that play a variant, and after them their profiles.
    pub fn playing(&self, variant: Variant) -> impl Iterator<Item = &Entry> {
        self.entries.iter().chain(&self.profiles).filter(move |entry| entry.descriptor.support(variant).is_some())
    }

    /// Whether a name is that of an engine listed, or of a profile of one. Looks at no file.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        let named = self.choices.profiles.get(name).map_or(name, |profile| profile.engine.as_str());
        [name, named].into_iter().any(|name| self.entries.iter().any(|entry| entry.is_called(name)))
    }

    /// Finds an engine by its id, the last part of its id, a profile, or its file. A file that is no part of the search
    /// path is looked at in a child process.
    ///
    /// # Errors
    /// Nothing or more than one engine is meant, or the file can't be used.
    pub fn engine(&self, name: &str) -> Result<Entry, CatalogError> {
        if looks_like_file(name) {
            return self.named_file(Path::new(name));
        }
        let by_id: Vec<_> = self.entries.iter().filter(|entry| entry.descriptor.id == name).collect();
        let by_last: Vec<_> = self.entries.iter().filter(|entry| last_part(&entry.descriptor.id) == name).collect();
        match (by_id.as_slice(), by_last.as_slice()) {
            ([entry, ..], _) | ([], [entry]) => Ok((*entry).clone()),
            ([], []) => match self.choices.profiles.get(name) {
                // A profile of a profile is none.
                Some(profile) if !self.choices.profiles.contains_key(&profile.engine) => self.engine(&profile.engine),
                _ => Err(CatalogError::Unknown { name: name.to_owned(), known: self.known() }),
            },
            ([], several) => Err(CatalogError::Ambiguous {
                name: name.to_owned(),
                ids: several.iter().map(|entry| entry.descriptor.id.clone()).collect::<Vec<_>>().join(", "),
            }),
        }
    }

    /// Creates an instance of an engine with its options set: those of its profile, where it is one, and then its own.
    ///
    /// # Errors
    /// The engine is not found, an option is refused, or the engine failed.
    pub fn create(&self, spec: &EngineSpec) -> Result<Box<dyn EngineInstance>, CatalogError> {
        let entry = self.engine(&spec.engine)?;
        Ok(entry.create_with(&self.whole(spec).options)?)
    }

    /// The value that a spec, or the profile that it names, sets an option to.
    #[must_use]
    pub fn option_of(&self, spec: &EngineSpec, id: &str) -> Option<String> {
        self.whole(spec).option(id).map(str::to_owned)
    }

    /// A spec with the options of the profile that it names.
    fn whole(&self, spec: &EngineSpec) -> EngineSpec {
        let is_engine = self.entries.iter().any(|entry| entry.is_called(&spec.engine));
        let profile = self.choices.profiles.get(&spec.engine).filter(|_| !is_engine);
        let base = profile.map_or_else(|| EngineSpec::new(&*spec.engine), choices::Profile::spec);
        spec.options.iter().fold(base, |whole, (id, value)| whole.with_option(id, value))
    }

    /// What an instance of the engine behind a name would be made of, to compare with a later time.
    #[must_use]
    pub fn standing(&self, name: &str) -> Standing {
        let profile = self.choices.profiles.get(name).cloned();
        let named = profile.as_ref().map_or(name, |profile| profile.engine.as_str());
        let entry = self.entries.iter().find(|entry| entry.is_called(named));
        let file = entry.map_or(Path::new(named), |entry| entry.file.as_path());
        Standing { build: Stamp::of(file), profile, isolated: entry.map(|entry| entry.isolated) }
    }

    /// Adds every plugin library of a folder. One that is not there has none; one that can't be read is told of.
    pub fn add_folder(&mut self, folder: &Path) {
        self.search(folder, Haste::LookAtAll);
    }

    /// Takes a library out of quarantine, and says whether it was in it.
    ///
    /// # Errors
    /// The quarantine can't be written.
    pub fn release(&self, file: &Path) -> io::Result<bool> {
        lock(&self.quarantine).remove(file)
    }

    /// Looks at a library now.
    ///
    /// # Errors
    /// It can't be used.
    pub fn look_again(&self, file: &Path) -> Result<Vec<Entry>, CatalogError> {
        let looked = self.look_at(file);
        lock(&self.probes).save();
        looked
    }

    /// The engine of a file that was named.
    fn named_file(&self, file: &Path) -> Result<Entry, CatalogError> {
        let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        if let Some(entry) = lock(&self.named).get(&file).filter(|entry| !entry.is_outdated()) {
            return Ok(entry.clone());
        }
        match self.look_at(&file)?.as_slice() {
            [entry] => {
                lock(&self.named).insert(file, entry.clone());
                Ok(entry.clone())
            }
            several => Err(CatalogError::SeveralInFile {
                file,
                ids: several.iter().map(|entry| entry.descriptor.id.clone()).collect::<Vec<_>>().join(", "),
            }),
        }
    }

    fn program_for(&self, id: &str) -> Program {
        let memory = self.choices.engines.get(id).and_then(|engine| engine.memory_mib);
        let memory = memory.map(|mebibytes| mebibytes.saturating_mul(1 << 20));
        Program { memory: memory.or(self.places.program.memory), ..self.places.program.clone() }
    }

    fn known(&self) -> String {
        let engines = self.entries.iter().map(|entry| last_part(&entry.descriptor.id));
        let names: Vec<_> = engines.chain(self.choices.profiles.keys().map(String::as_str)).collect();
        if names.is_empty() { "none (no engine library was found)".to_owned() } else { names.join(", ") }
    }
}

/// Lets the user's choices govern how children are started.
fn apply(choices: &Choices, program: &mut Program) {
    let set = |place: &mut Duration, chosen: Option<u64>| *place = chosen.map_or(*place, Duration::from_millis);
    set(&mut program.patience.load, choices.host.load_ms);
    set(&mut program.patience.new_game, choices.host.new_game_ms);
    set(&mut program.patience.stop, choices.host.stop_ms);
    set(&mut program.patience.alive, choices.host.alive_ms);
    if let Some(mebibytes) = choices.host.memory_mib {
        program.memory = Some(mebibytes.saturating_mul(1 << 20));
    }
}
