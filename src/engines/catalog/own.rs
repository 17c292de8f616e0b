//! The folder of the user's own engines: libraries put into it and taken out again.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Catalog;
use super::error::CatalogError;
use super::manifest;
use super::places::{is_plugin, own_name, plugin_name};
use crate::engines::isolated::{self, Probed};

/// Why a library can't be put among the user's own engines, or taken from them.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OwnError {
    /// There is no such folder.
    #[error(
        "there is no folder for engines of your own: the program was started with --safe-mode, or no home folder is known"
    )]
    NoFolder,
    /// The file can't be used.
    #[error(transparent)]
    Unfit(#[from] CatalogError),
    /// A library of this name is there.
    #[error("{} is there already; remove it first, or give the new one another name", .0.display())]
    Exists(PathBuf),
    /// The library lies elsewhere.
    #[error("{} is not in the folder of your own engines, {}", file.display(), folder.display())]
    Elsewhere {
        /// The library.
        file: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// The system refuses to write or remove a file.
    #[error("{what} {}: {cause}", file.display())]
    System {
        /// What can't be done.
        what: &'static str,
        /// To which file.
        file: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
}

fn system(what: &'static str, file: &Path) -> impl FnOnce(std::io::Error) -> OwnError {
    let file = file.to_owned();
    move |cause| OwnError::System { what, file, cause }
}

impl Catalog {
    /// Looks at a library in a child process and copies it, with its manifest, to the user's own engines. Gives what it
    /// declares and where it lies now. Takes as long as the library does to show what it is: up to the patience with
    /// loading.
    ///
    /// # Errors
    /// The library can't be used, one of its name is there already (unless `replace`), or the folder can't be written.
    pub fn add_own(&self, library: &Path, replace: bool) -> Result<(Probed, PathBuf), OwnError> {
        let folder = self.places.own_folder().ok_or(OwnError::NoFolder)?;
        let probed = isolated::probe(&self.places.program, library).map_err(CatalogError::from)?;
        let name = match is_plugin(library) {
            true => library.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            false => plugin_name(&own_name(library)),
        };
        let target = folder.join(name);
        if target.exists() && !replace {
            return Err(OwnError::Exists(target));
        }
        let bytes = fs::read(library).map_err(system("can't read", library))?;
        // The old file is put aside first, as it may be in use.
        crate::files::write_whole(&target, &bytes).map_err(system("can't write", &target))?;
        let about = manifest::file_of(library);
        if about.is_file() {
            fs::copy(&about, manifest::file_of(&target)).map_err(system("can't copy", &about))?;
        }
        Ok((probed, target))
    }

    /// Removes a library, with its manifest, from the user's own engines.
    ///
    /// # Errors
    /// It lies elsewhere, or the system refuses.
    pub fn remove_own(&self, file: &Path) -> Result<(), OwnError> {
        let folder = self.places.own_folder().ok_or(OwnError::NoFolder)?;
        if !self.places.is_own(file) {
            return Err(OwnError::Elsewhere { file: file.to_owned(), folder: folder.to_owned() });
        }
        fs::remove_file(file).map_err(system("can't remove", file))?;
        // Most libraries have no manifest.
        let _ = fs::remove_file(manifest::file_of(file));
        Ok(())
    }
}
