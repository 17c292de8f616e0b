//! What libraries declared when they were last looked at, kept over restarts: a library that has not changed needs no
//! process to be listed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::places::Stamp;
use crate::engines::isolated::Probed;
use crate::engines::isolated::mirror::{WireDescriptor, WireOption};

/// The libraries that were found fit, and the file that keeps them.
#[derive(Clone, Debug, Default)]
pub struct Probes {
    file: Option<PathBuf>,
    kept: BTreeMap<PathBuf, Case>,
    changed: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Case {
    stamp: Stamp,
    engines: Vec<(WireDescriptor, Vec<WireOption>)>,
}

impl Probes {
    /// Reads what is kept in a file. One that is not there or can't be read keeps nothing: the libraries are looked at.
    #[must_use]
    pub fn open(file: Option<PathBuf>) -> Probes {
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        let kept = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Probes { file, kept, changed: false }
    }

    /// What a library declared, and the build that declared it.
    #[must_use]
    pub fn get(&self, library: &Path) -> Option<(Stamp, Probed)> {
        let case = self.kept.get(library)?;
        let read = |(descriptor, options): &(WireDescriptor, Vec<WireOption>)| {
            Some((descriptor.clone().read()?, options.iter().cloned().map(Into::into).collect()))
        };
        Some((case.stamp, Probed { engines: case.engines.iter().map(read).collect::<Option<_>>()? }))
    }

    /// Keeps what a build of a library declared.
    pub fn put(&mut self, library: &Path, stamp: Stamp, probed: &Probed) {
        let engines = probed.engines.iter();
        let engines =
            engines.map(|(descriptor, options)| (descriptor.into(), options.iter().map(Into::into).collect()));
        self.kept.insert(library.to_owned(), Case { stamp, engines: engines.collect() });
        self.changed = true;
    }

    /// Forgets a library.
    pub fn forget(&mut self, library: &Path) {
        self.changed |= self.kept.remove(library).is_some();
    }

    /// Writes what changed. Libraries that are gone are left out.
    pub fn save(&mut self) {
        if !std::mem::take(&mut self.changed) {
            return;
        }
        let Some(file) = &self.file else { return };
        self.kept.retain(|library, _| library.exists());
        let text = serde_json::to_vec(&self.kept).map_err(std::io::Error::other);
        if let Err(error) = text.and_then(|text| crate::files::write_whole(file, &text)) {
            tracing::warn!("what engine libraries declare can't be kept: {error}");
        }
    }
}
