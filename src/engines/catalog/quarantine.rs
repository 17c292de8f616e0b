//! Libraries that crashed or hung while they were looked at. They are left alone until the file changes or the user
//! clears them, also over restarts.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::places::Stamp;

/// The libraries that failed, and the file that keeps them.
#[derive(Clone, Debug, Default)]
pub struct Quarantine {
    file: Option<PathBuf>,
    kept: Kept,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Kept {
    #[serde(default)]
    library: Vec<Case>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Case {
    file: PathBuf,
    stamp: Stamp,
    why: String,
}

impl Quarantine {
    /// Reads what is kept in a file. One that is not there or can't be read keeps nothing: the libraries are tried anew.
    #[must_use]
    pub fn open(file: Option<PathBuf>) -> Quarantine {
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        let kept = text.and_then(|text| toml::from_str(&text).ok()).unwrap_or_default();
        Quarantine { file, kept }
    }

    /// Why a library is in quarantine, `None` when it is not, or has changed since.
    #[must_use]
    pub fn why(&self, library: &Path) -> Option<&str> {
        let stamp = Stamp::of(library)?;
        let case = self.kept.library.iter().find(|case| case.file == library && case.stamp == stamp)?;
        Some(&case.why)
    }

    /// Puts a library into quarantine.
    pub fn add(&mut self, library: &Path, why: &str) {
        let Some(stamp) = Stamp::of(library) else { return };
        self.kept.library.retain(|case| case.file != library && case.file.exists());
        self.kept.library.push(Case { file: library.to_owned(), stamp, why: why.to_owned() });
        if let Err(error) = self.save() {
            tracing::warn!("the quarantine of engine libraries can't be kept: {error}");
        }
    }

    /// Takes a library out of quarantine, and says whether it was in it.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn remove(&mut self, library: &Path) -> io::Result<bool> {
        let before = self.kept.library.len();
        self.kept.library.retain(|case| case.file != library);
        let was_in = self.kept.library.len() < before;
        if was_in {
            self.save()?;
        }
        Ok(was_in)
    }

    fn save(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let text = toml::to_string_pretty(&self.kept).map_err(io::Error::other)?;
        crate::files::write_whole(file, text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_stays_until_it_changes_or_is_cleared() {
        let folder = tempfile::tempdir().unwrap();
        let (library, kept) = (folder.path().join("libqiju_a.so"), folder.path().join("quarantine.toml"));
        fs::write(&library, "one").unwrap();
        Quarantine::open(Some(kept.clone())).add(&library, "it crashed");
        let mut again = Quarantine::open(Some(kept.clone()));
        assert_eq!(again.why(&library), Some("it crashed"));
        fs::write(&library, "another").unwrap();
        assert_eq!(again.why(&library), None);
        again.add(&library, "it hung");
        assert!(again.remove(&library).unwrap());
        assert_eq!(Quarantine::open(Some(kept)).why(&library), None);
        assert!(!again.remove(&library).unwrap());
    }
}
