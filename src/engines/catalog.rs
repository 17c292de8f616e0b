//! The catalog: which engines there are, and where.
//!
//! Libraries that came with the program are loaded into it. All others are looked at in a child process each, so that
//! none can take the program along; one that crashes or hangs there is quarantined.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rules::Variant;

use super::EngineInstance;
use super::isolated::{self, Probed, Program};
use super::library::Library;
use crate::session::seat::EngineSpec;

pub mod choices;
mod entry;
mod error;
pub mod manifest;
pub mod places;
mod quarantine;

use choices::Choices;
pub use entry::{Entry, ISOLATION, MEMORY, is_hosts, last_part, looks_like_file};
pub use error::CatalogError;
use manifest::Manifest;
pub use places::{PATH_VARIABLE, Places};
use places::{Stamp, is_plugin};
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

/// Every engine found, in the order of the search path.
#[derive(Clone, Debug)]
pub struct Catalog {
    places: Places,
    choices: Choices,
    quarantine: Arc<Mutex<Quarantine>>,
    entries: Vec<Entry>,
    unusable: Vec<Unusable>,
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
    pub fn find_in(mut places: Places) -> Catalog {
        let choices = places.choices.as_deref().map_or_else(|| Ok(Choices::default()), Choices::read);
        let mut unusable = Vec::new();
        let choices = choices.unwrap_or_else(|why| {
            let file = places.choices.clone().unwrap_or_default();
            unusable.push(Unusable { file, id: None, why, quarantined: false });
            Choices::default()
        });
        apply(&choices, &mut places.program);
        let quarantine = Arc::new(Mutex::new(Quarantine::open(places.quarantine.clone())));
        let folders = std::mem::take(&mut places.folders);
        let named = Arc::default();
        let mut catalog = Catalog { places, choices, quarantine, entries: Vec::new(), unusable, named };
        for folder in folders {
            catalog.add_folder(&folder);
        }
        catalog
    }

    /// Looks again in the same places.
    #[must_use]
    pub fn found_anew(&self) -> Catalog {
        Catalog::find_in(self.places.clone())
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

    /// The engines that play a variant.
    pub fn playing(&self, variant: Variant) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.descriptor.support(variant).is_some())
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
        let profile = self.choices.profiles.get(&spec.engine).filter(|_| !entry.is_called(&spec.engine));
        let base = profile.map_or_else(|| EngineSpec::new(&*spec.engine), choices::Profile::spec);
        let whole = spec.options.iter().fold(base, |whole, (id, value)| whole.with_option(id, value));
        Ok(entry.create_with(&whole.options)?)
    }

    /// The build of the library behind a name, to compare with a later one; `None` where nothing is known of it.
    #[must_use]
    pub fn build(&self, name: &str) -> Option<Stamp> {
        if looks_like_file(name) {
            return Stamp::of(Path::new(name));
        }
        let named = self.choices.profiles.get(name).map_or(name, |profile| profile.engine.as_str());
        let file = self.entries.iter().find(|entry| entry.is_called(named)).map(|entry| &entry.file);
        Stamp::of(file.map_or(Path::new(named), PathBuf::as_path))
    }

    /// Adds every plugin library of a folder. One that is not there has none; one that can't be read is told of.
    pub fn add_folder(&mut self, folder: &Path) {
        self.places.folders.push(folder.to_owned());
        let files = match folder.read_dir() {
            Ok(files) => files,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(error) => {
                let why = format!("the folder can't be read: {error}");
                return self.unusable.push(Unusable { file: folder.to_owned(), id: None, why, quarantined: false });
            }
        };
        let mut files: Vec<_> = files.flatten().map(|file| file.path()).filter(|file| is_plugin(file)).collect();
        files.sort();
        let looked_at: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = files.iter().map(|file| scope.spawn(|| self.look_at(file))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(CatalogError::Lost))).collect()
        });
        for (file, found) in files.iter().zip(looked_at) {
            self.add(file, found);
        }
    }

    fn add(&mut self, file: &Path, found: Result<Vec<Entry>, CatalogError>) {
        let entries = match found {
            Ok(entries) => entries,
            Err(error) => {
                let quarantined = error.is_quarantine();
                let why = error.reason();
                return self.unusable.push(Unusable { file: file.to_owned(), id: None, why, quarantined });
            }
        };
        for entry in entries {
            match self.entries.iter().find(|known| known.descriptor.id == entry.descriptor.id) {
                Some(first) => {
                    let (id, version) = (&entry.descriptor.id, &entry.descriptor.version);
                    let (other, at) = (&first.descriptor.version, first.file.display());
                    let why = format!(
                        "engine {id}, version {version}, was found before in {at}, version {other}; name the file to use it"
                    );
                    let id = Some(id.clone());
                    self.unusable.push(Unusable { file: file.to_owned(), id, why, quarantined: false });
                }
                None => self.entries.push(entry),
            }
        }
    }

    /// The engines of a library: shipped ones are loaded, all others looked at in a child process.
    fn look_at(&self, file: &Path) -> Result<Vec<Entry>, CatalogError> {
        let entry = |descriptor: &sdk::Descriptor| Entry {
            descriptor: descriptor.clone(),
            file: file.to_owned(),
            isolated: self.choices.engines.get(&descriptor.id).and_then(|engine| engine.isolation).unwrap_or(true),
            options: None,
            library: None,
            program: Arc::new(self.program_for(&descriptor.id)),
            stamp: Stamp::of(file),
        };
        if self.places.is_shipped(file) {
            let library = Arc::new(Library::open(file)?);
            let shipped = |descriptor: &sdk::Descriptor| {
                let choice = self.choices.engines.get(&descriptor.id).and_then(|engine| engine.isolation);
                let library = Some(Arc::clone(&library));
                Entry { isolated: choice.unwrap_or(false), library, ..entry(descriptor) }
            };
            return Ok(library.descriptors().iter().map(shipped).collect());
        }
        let probed = self.probe(file)?;
        let with_options = |(descriptor, options): (_, _)| Entry { options: Some(options), ..entry(&descriptor) };
        Ok(probed.engines.into_iter().map(with_options).collect())
    }

    fn probe(&self, file: &Path) -> Result<Probed, CatalogError> {
        let manifest = Manifest::read(file).and_then(|manifest| {
            manifest.as_ref().map_or(Ok(()), Manifest::check)?;
            Ok(manifest.unwrap_or_default())
        });
        let refused = |why| CatalogError::Manifest { file: file.to_owned(), why };
        let manifest = manifest.map_err(refused)?;
        if let Some(why) = lock(&self.quarantine).why(file) {
            return Err(CatalogError::Quarantined { file: file.to_owned(), why: why.to_owned() });
        }
        match isolated::probe(&self.places.program, file) {
            Ok(probed) => manifest.compare(&probed).map_err(refused).map(|()| probed),
            Err(error) if error.is_lost_process() => {
                let why = error.to_string();
                lock(&self.quarantine).add(file, &why);
                Err(CatalogError::Quarantined { file: file.to_owned(), why })
            }
            Err(error) => Err(error.into()),
        }
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
        self.look_at(file)
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
