//! The catalog: which engines there are, and where.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rules::Variant;
use sdk::Descriptor;
use thiserror::Error;

use super::library::Library;
use super::{EngineError, EngineInstance};
use crate::session::seat::EngineSpec;

/// Folders to look in before all others, separated as in `PATH`.
pub const PATH_VARIABLE: &str = "QIJU_PLUGIN_PATH";

/// Names of plugin libraries: `libqiju_greedy.so`, `qiju_greedy.dll`, `libqiju_greedy.dylib`.
const PREFIX: &str = "qiju_";

/// An engine that can be played.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Who it is and what it plays.
    pub descriptor: Descriptor,
    /// The library that holds it.
    pub file: PathBuf,
    library: Arc<Library>,
}

impl Entry {
    /// Creates an instance.
    ///
    /// # Errors
    /// The engine failed.
    pub fn create(&self) -> Result<Box<dyn EngineInstance>, EngineError> {
        self.library.create(&self.descriptor.id)
    }

    /// Whether a name means this engine: its id or the last part of it.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.descriptor.id == name || last_part(&self.descriptor.id) == name
    }

    /// The name by which a seat asks for this engine: its id.
    #[must_use]
    pub fn spec(&self) -> EngineSpec {
        EngineSpec::new(self.descriptor.id.clone())
    }

    /// The levels that the engine offers, weakest first; empty where it has none or can't be asked.
    #[must_use]
    pub fn levels(&self) -> Vec<String> {
        self.create().map(|instance| super::levels(instance.options())).unwrap_or_default()
    }
}

/// A library that holds no engine to play, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    /// The library.
    pub file: PathBuf,
    /// The id of the engine in it, where it is known.
    pub id: Option<String>,
    /// Why it is not used.
    pub why: String,
}

/// Every engine found, in the order of the search path.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    folders: Vec<PathBuf>,
    safe_mode: bool,
    entries: Vec<Entry>,
    unusable: Vec<Unusable>,
}

impl Catalog {
    /// Looks for engines in the usual places; with `safe_mode` only beside the program.
    #[must_use]
    pub fn find_all(safe_mode: bool) -> Catalog {
        let mut catalog = Catalog { safe_mode, ..Catalog::default() };
        for folder in search_path(safe_mode) {
            catalog.add_folder(&folder);
        }
        catalog
    }

    /// Looks again in the usual places.
    #[must_use]
    pub fn found_anew(&self) -> Catalog {
        Catalog::find_all(self.safe_mode)
    }

    /// The folders searched, in order.
    #[must_use]
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The engines that can be played.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The libraries that can't be used.
    #[must_use]
    pub fn unusable(&self) -> &[Unusable] {
        &self.unusable
    }

    /// The engines that play a variant.
    pub fn playing(&self, variant: Variant) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.descriptor.support(variant).is_some())
    }

    /// Finds an engine by its id, the last part of its id, or its file. A file that is no part of the search path is
    /// opened.
    ///
    /// # Errors
    /// Nothing or more than one engine is meant, or the file can't be opened.
    pub fn engine(&self, name: &str) -> Result<Entry, CatalogError> {
        if looks_like_file(name) {
            return open_file(Path::new(name));
        }
        let by_id: Vec<_> = self.entries.iter().filter(|entry| entry.descriptor.id == name).collect();
        let by_last: Vec<_> = self.entries.iter().filter(|entry| last_part(&entry.descriptor.id) == name).collect();
        match (by_id.as_slice(), by_last.as_slice()) {
            ([entry, ..], _) | ([], [entry]) => Ok((*entry).clone()),
            ([], []) => Err(CatalogError::Unknown { name: name.to_owned(), known: self.known() }),
            ([], several) => Err(CatalogError::Ambiguous {
                name: name.to_owned(),
                ids: several.iter().map(|entry| entry.descriptor.id.clone()).collect::<Vec<_>>().join(", "),
            }),
        }
    }

    /// Creates an instance of an engine with its options set.
    ///
    /// # Errors
    /// The engine is not found, an option is refused, or the engine failed.
    pub fn create(&self, spec: &EngineSpec) -> Result<Box<dyn EngineInstance>, CatalogError> {
        let mut instance = self.engine(&spec.engine)?.create()?;
        for (id, value) in &spec.options {
            instance.set_option(id, value)?;
        }
        Ok(instance)
    }

    /// Adds every plugin library of a folder; one that is not there or can't be read is passed over.
    pub fn add_folder(&mut self, folder: &Path) {
        self.folders.push(folder.to_owned());
        let Ok(files) = folder.read_dir() else { return };
        let mut files: Vec<_> = files.flatten().map(|file| file.path()).filter(|file| is_plugin(file)).collect();
        files.sort();
        for file in files {
            self.add_file(&file);
        }
    }

    fn add_file(&mut self, file: &Path) {
        let library = match Library::open(file) {
            Ok(library) => Arc::new(library),
            Err(error) => {
                let why = error.to_string();
                self.unusable.push(Unusable { file: file.to_owned(), id: None, why });
                return;
            }
        };
        for descriptor in library.descriptors() {
            match self.entries.iter().find(|entry| entry.descriptor.id == descriptor.id) {
                Some(first) => {
                    let why = format!("engine {} was found before in {}", descriptor.id, first.file.display());
                    let id = Some(descriptor.id.clone());
                    self.unusable.push(Unusable { file: file.to_owned(), id, why });
                }
                None => self.entries.push(Entry {
                    descriptor: descriptor.clone(),
                    file: file.to_owned(),
                    library: Arc::clone(&library),
                }),
            }
        }
    }

    fn known(&self) -> String {
        let names: Vec<_> = self.entries.iter().map(|entry| last_part(&entry.descriptor.id)).collect();
        if names.is_empty() { "none (no engine library was found)".to_owned() } else { names.join(", ") }
    }
}

/// The last part of a reverse DNS name.
#[must_use]
pub fn last_part(id: &str) -> &str {
    id.rsplit('.').next().unwrap_or(id)
}

fn looks_like_file(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(env::consts::DLL_SUFFIX)
}

fn open_file(file: &Path) -> Result<Entry, CatalogError> {
    let library = Arc::new(Library::open(file)?);
    match library.descriptors() {
        [descriptor] => Ok(Entry { descriptor: descriptor.clone(), file: file.to_owned(), library }),
        several => Err(CatalogError::SeveralInFile {
            file: file.to_owned(),
            ids: several.iter().map(|descriptor| descriptor.id.clone()).collect::<Vec<_>>().join(", "),
        }),
    }
}

fn is_plugin(file: &Path) -> bool {
    let name = file.file_name().and_then(OsStr::to_str).unwrap_or_default();
    name.strip_prefix(env::consts::DLL_PREFIX).is_some_and(|rest| rest.starts_with(PREFIX))
        && name.ends_with(env::consts::DLL_SUFFIX)
}

/// Folders in the order in which they are searched.
fn search_path(safe_mode: bool) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    if !safe_mode && let Some(path) = env::var_os(PATH_VARIABLE) {
        folders.extend(env::split_paths(&path));
    }
    if let Some(folder) = env::current_exe().ok().as_deref().and_then(Path::parent) {
        folders.extend([folder.to_owned(), folder.join("plugins")]);
    }
    if !safe_mode && let Some(dirs) = crate::dirs::project() {
        folders.push(dirs.data_dir().join("plugins"));
    }
    folders
}

/// Why an engine that was named can't be had.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// No engine has this name.
    #[error("no engine is called {name:?}; known are {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// Short names of all engines.
        known: String,
    },
    /// Several engines share the last part of their ids.
    #[error("{name:?} may be any of {ids}; write the full id")]
    Ambiguous {
        /// What was asked for.
        name: String,
        /// The ids that end so.
        ids: String,
    },
    /// A file holds none or several engines.
    #[error("{} holds not one engine but these: {ids}; put it on the search path and name one by its id", file.display())]
    SeveralInFile {
        /// The library.
        file: PathBuf,
        /// The ids of its engines.
        ids: String,
    },
    /// The engine or its library failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}
