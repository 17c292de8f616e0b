//! Where engines are looked for, and what is remembered about them between two starts.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use crate::engines::isolated::Program;

/// Folders to look in before all others, separated as in `PATH`.
pub const PATH_VARIABLE: &str = "QIJU_PLUGIN_PATH";

/// Names of plugin libraries: `libqiju_greedy.so`, `qiju_greedy.dll`, `libqiju_greedy.dylib`.
const PREFIX: &str = "qiju_";

/// Where a catalog looks, and what it works with.
#[derive(Clone, Debug)]
pub struct Places {
    /// The folders to search, in order.
    pub folders: Vec<PathBuf>,
    /// The folders of engines that came with the program: these run in process.
    pub shipped: Vec<PathBuf>,
    /// What child processes are made of.
    pub program: Program,
    /// The file of what the user decided about engines.
    pub choices: Option<PathBuf>,
    /// The file of the libraries that failed.
    pub quarantine: Option<PathBuf>,
}

impl Places {
    /// The usual places; with `safe_mode` only those beside the program.
    #[must_use]
    pub fn usual(safe_mode: bool) -> Places {
        let beside = env::current_exe().ok().as_deref().and_then(Path::parent).map(Path::to_owned);
        let shipped: Vec<_> = beside.iter().flat_map(|folder| [folder.clone(), folder.join("plugins")]).collect();
        let named = env::var_os(PATH_VARIABLE).filter(|_| !safe_mode);
        let mut folders: Vec<_> = named.iter().flat_map(env::split_paths).collect();
        folders.extend(shipped.iter().cloned());
        folders.extend(user_folder().filter(|_| !safe_mode));
        let dirs = crate::dirs::project();
        Places {
            folders,
            shipped,
            program: Program::current(),
            choices: dirs.as_ref().map(|dirs| dirs.config_dir().join("engines.toml")),
            quarantine: dirs.as_ref().map(|dirs| dirs.data_dir().join("quarantine.toml")),
        }
    }

    /// The folder of the user's own engines: the one that is searched last, unless nothing but what came with the
    /// program is searched.
    #[must_use]
    pub fn own_folder(&self) -> Option<&Path> {
        let last = self.folders.last()?;
        (!self.shipped.contains(last)).then_some(last)
    }

    /// Whether a library lies in the folder of the user's own engines.
    #[must_use]
    pub fn is_own(&self, file: &Path) -> bool {
        self.own_folder().is_some_and(|folder| file.parent() == Some(folder))
    }

    /// The file of what libraries declared when they were looked at.
    #[must_use]
    pub fn probes(&self) -> Option<PathBuf> {
        self.quarantine.as_deref().map(|file| file.with_file_name("libraries.json"))
    }

    /// Whether a library came with the program.
    #[must_use]
    pub fn is_shipped(&self, file: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        let folder = file.parent().and_then(real);
        folder.is_some_and(|folder| self.shipped.iter().any(|shipped| real(shipped).as_ref() == Some(&folder)))
    }
}

/// The folder that the user's own engines are put into.
#[must_use]
pub fn user_folder() -> Option<PathBuf> {
    crate::dirs::project().map(|dirs| dirs.data_dir().join("plugins"))
}

/// Whether a file is named as plugin libraries are.
#[must_use]
pub fn is_plugin(file: &Path) -> bool {
    let name = file.file_name().and_then(OsStr::to_str).unwrap_or_default();
    name.strip_prefix(env::consts::DLL_PREFIX).is_some_and(|rest| rest.starts_with(PREFIX))
        && name.ends_with(env::consts::DLL_SUFFIX)
}

/// The file name that a library must have to be found.
#[must_use]
pub fn plugin_name(stem: &str) -> String {
    format!("{}{PREFIX}{stem}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX)
}

/// The part of a library's file name that is its own.
#[must_use]
pub fn own_name(file: &Path) -> String {
    let name = file.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let name = name.strip_suffix(env::consts::DLL_SUFFIX).unwrap_or(name);
    let name = name.strip_prefix(env::consts::DLL_PREFIX).unwrap_or(name);
    name.strip_prefix(PREFIX).unwrap_or(name).to_owned()
}

/// Tells one build of a file from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Bytes.
    length: u64,
    /// When it was written, in microseconds since 1970.
    modified: u64,
}

impl Stamp {
    /// The stamp of a file, `None` where it is not there.
    #[must_use]
    pub fn of(file: &Path) -> Option<Stamp> {
        let about = fs::metadata(file).ok()?;
        let age = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Stamp { length: about.len(), modified: u64::try_from(age.as_micros()).ok()? })
    }
}
