//! Looking at libraries: what is in a folder, and which engines a library holds.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use super::manifest::Manifest;
use super::places::{Stamp, is_plugin};
use super::{Catalog, CatalogError, Entry, Unusable, lock};
use crate::engines::isolated::{self, Probed};
use crate::engines::library::Library;

/// What is done about libraries of which nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Haste {
    LookAtAll,
    LeaveUnknown,
}

/// Whether engines are listed as their library declares them now, or as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Now,
    Before,
}

impl Catalog {
    pub(super) fn search(&mut self, folder: &Path, haste: Haste) {
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
            let threads: Vec<_> = files.iter().map(|file| scope.spawn(|| self.recall_or_look(file, haste))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(CatalogError::Lost))).collect()
        });
        for (file, found) in files.iter().zip(looked_at) {
            match found {
                Ok((entries, Seen::Now)) => self.add(file, Ok(entries)),
                Ok((entries, Seen::Before)) => {
                    self.unseen.push(file.clone());
                    self.add(file, Ok(entries));
                }
                Err(error) => self.add(file, Err(error)),
            }
        }
    }

    /// The engines of a library: as they are, or in haste as they were when it was last looked at.
    fn recall_or_look(&self, file: &Path, haste: Haste) -> Result<(Vec<Entry>, Seen), CatalogError> {
        if self.places.is_shipped(file) {
            return self.look_at(file).map(|entries| (entries, Seen::Now));
        }
        let known = lock(&self.probes).get(file);
        let fresh = known.as_ref().is_some_and(|(stamp, _)| Stamp::of(file) == Some(*stamp));
        match (known, haste) {
            (Some((_, probed)), _) if fresh => {
                self.may_look(file)?;
                Ok((self.entries_of(file, probed), Seen::Now))
            }
            (_, Haste::LookAtAll) => self.look_at(file).map(|entries| (entries, Seen::Now)),
            (known, Haste::LeaveUnknown) => {
                self.may_look(file)?;
                let before = known.map(|(_, probed)| self.entries_of(file, probed));
                Ok((before.unwrap_or_default(), Seen::Before))
            }
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
    pub(super) fn look_at(&self, file: &Path) -> Result<Vec<Entry>, CatalogError> {
        if !self.places.is_shipped(file) {
            return Ok(self.entries_of(file, self.probe(file)?));
        }
        let library = Arc::new(Library::open(file)?);
        let shipped = |descriptor: &sdk::Descriptor| {
            let choice = self.choices.engines.get(&descriptor.id).and_then(|engine| engine.isolation);
            let library = Some(Arc::clone(&library));
            Entry { isolated: choice.unwrap_or(false), library, ..self.entry(file, descriptor) }
        };
        Ok(library.descriptors().iter().map(shipped).collect())
    }

    fn entry(&self, file: &Path, descriptor: &sdk::Descriptor) -> Entry {
        Entry {
            descriptor: descriptor.clone(),
            file: file.to_owned(),
            isolated: self.choices.engines.get(&descriptor.id).and_then(|engine| engine.isolation).unwrap_or(true),
            options: None,
            library: None,
            program: Arc::new(self.program_for(&descriptor.id)),
            stamp: Stamp::of(file),
            profile: None,
        }
    }

    fn entries_of(&self, file: &Path, probed: Probed) -> Vec<Entry> {
        let engines = probed.engines.into_iter();
        engines.map(|(descriptor, options)| Entry { options: Some(options), ..self.entry(file, &descriptor) }).collect()
    }

    /// The manifest of a library that may be looked at: it is for this program, and not in quarantine.
    fn may_look(&self, file: &Path) -> Result<Manifest, CatalogError> {
        let manifest = Manifest::read(file).and_then(|manifest| {
            manifest.as_ref().map_or(Ok(()), Manifest::check)?;
            Ok(manifest.unwrap_or_default())
        });
        let manifest = manifest.map_err(|why| CatalogError::Manifest { file: file.to_owned(), why })?;
        match lock(&self.quarantine).why(file) {
            Some(why) => Err(CatalogError::Quarantined { file: file.to_owned(), why: why.to_owned() }),
            None => Ok(manifest),
        }
    }

    fn probe(&self, file: &Path) -> Result<Probed, CatalogError> {
        let manifest = self.may_look(file)?;
        let stamp = Stamp::of(file);
        let refused = |why| CatalogError::Manifest { file: file.to_owned(), why };
        match isolated::probe(&self.places.program, file) {
            Ok(probed) => {
                manifest.compare(&probed).map_err(refused)?;
                if let Some(stamp) = stamp {
                    lock(&self.probes).put(file, stamp, &probed);
                }
                Ok(probed)
            }
            Err(error) => {
                lock(&self.probes).forget(file);
                if !error.is_lost_process() {
                    return Err(error.into());
                }
                let why = error.to_string();
                lock(&self.quarantine).add(file, &why);
                Err(CatalogError::Quarantined { file: file.to_owned(), why })
            }
        }
    }
}
