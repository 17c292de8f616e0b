//! Loading a library, so that its author can build it anew meanwhile: from a copy wherever the system would hold on to
//! the file, or give back what it has loaded already.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The beginning of the names of folders that hold copies.
const FOLDER: &str = "qiju-copy-";
/// The age at which a copy that can be removed has been left behind, and is not just being loaded.
const OLD: Duration = Duration::from_secs(600);

/// Loads a library with all its symbols resolved now and shown to nobody else.
///
/// A file that was loaded before and has changed since is loaded from a copy: the system would give the old one back,
/// which it knows by its name.
#[cfg(unix)]
pub(super) fn load(file: &Path) -> Result<libloading::Library, libloading::Error> {
    use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
    // SAFETY: the library's initialisers run. That they do no harm is what loading a library trusts in.
    let open = |file: &Path| unsafe { Library::open(Some(file), RTLD_NOW | RTLD_LOCAL) }.map(Into::into);
    let Some(copy) = Some(file).filter(|file| has_changed(file)).and_then(|file| shadow_copy(file).ok()) else {
        return open(file);
    };
    let library = open(&copy);
    // What is loaded stays without its name.
    let _ = copy.parent().map(fs::remove_dir_all);
    library
}

/// Loads a library from a copy, with its dependencies looked for beside it.
#[cfg(windows)]
pub(super) fn load(file: &Path) -> Result<libloading::Library, libloading::Error> {
    use libloading::os::windows::{LOAD_LIBRARY_SEARCH_DEFAULT_DIRS, LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR, Library};
    const FLAGS: u32 = LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS;
    // SAFETY: the library's initialisers run. That they do no harm is what loading a library trusts in.
    let open = |file: &Path| unsafe { Library::load_with_flags(file, FLAGS) }.map(Into::into);
    // A library with its own dependencies beside it loads from its own place only.
    shadow_copy(file).ok().and_then(|copy| open(&copy).ok()).map_or_else(|| open(file), Ok)
}

/// Whether a file was loaded before in another state. A file that is seen first is remembered.
#[cfg(unix)]
fn has_changed(file: &Path) -> bool {
    use std::collections::BTreeMap;
    use std::fs::Metadata;
    use std::sync::{Mutex, PoisonError};
    use std::time::SystemTime;
    static FIRST: Mutex<BTreeMap<PathBuf, (u64, Option<SystemTime>)>> = Mutex::new(BTreeMap::new());
    let state = |about: Metadata| (about.len(), about.modified().ok());
    let Ok(now) = fs::metadata(file).map(state) else { return false };
    let mut first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
    *first.entry(file.to_owned()).or_insert(now) != now
}

/// Copies a library into a folder of its own under the system's temporary folder.
fn shadow_copy(file: &Path) -> io::Result<PathBuf> {
    static COPIES: AtomicU32 = AtomicU32::new(0);
    static SWEPT: Once = Once::new();
    SWEPT.call_once(|| sweep(&std::env::temp_dir()));
    let number = COPIES.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("{FOLDER}{}-{number}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let copy = folder.join(file.file_name().unwrap_or_default());
    fs::copy(file, &copy)?;
    Ok(copy)
}

/// Removes the copies that processes before this one left behind. Those in use can't be removed where that matters.
fn sweep(folder: &Path) {
    let Ok(entries) = folder.read_dir() else { return };
    for entry in entries.flatten() {
        let is_copy = entry.file_name().to_str().is_some_and(|name| name.starts_with(FOLDER));
        let age = entry.metadata().and_then(|about| about.modified()).map(|time| time.elapsed().unwrap_or_default());
        if is_copy && age.is_ok_and(|age| age > OLD) {
            // An error means that the copy is in use, and another start will remove it.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn copies_left_behind_are_swept_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str, age: Duration| {
            let path = folder.path().join(name);
            fs::create_dir(&path).unwrap();
            let times = fs::FileTimes::new().set_modified(SystemTime::now() - age);
            // A folder's time can be set where it can be opened.
            fs::File::open(&path).and_then(|file| file.set_times(times)).map(|()| path)
        };
        let made = [("qiju-copy-1-0", OLD * 2), ("qiju-copy-2-0", Duration::ZERO), ("other-1-0", OLD * 2)]
            .map(|(name, age)| make(name, age));
        if let [Ok(old), Ok(new), Ok(other)] = made {
            sweep(folder.path());
            assert!(!old.exists() && new.exists() && other.exists());
        }
    }
}
