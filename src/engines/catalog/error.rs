//! Why an engine can't be had: sentences for the user.

use std::path::PathBuf;

use thiserror::Error;

use crate::engines::EngineError;

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
    /// The library's manifest says that it can't be used.
    #[error("{} is not used: {why}", file.display())]
    Manifest {
        /// The library.
        file: PathBuf,
        /// What the manifest says.
        why: String,
    },
    /// The library crashed or hung when it was looked at.
    #[error(
        "{} is quarantined: {why}; it is tried again when the file changes, or after qiju plugins reload {}",
        file.display(), file.display()
    )]
    Quarantined {
        /// The library.
        file: PathBuf,
        /// What happened.
        why: String,
    },
    /// The program itself failed while it looked at a library.
    #[error("the program failed while it looked at the library")]
    Lost,
    /// The engine or its library failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl CatalogError {
    /// The sentence for where the library is named anyway.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            CatalogError::Manifest { why, .. } | CatalogError::Quarantined { why, .. } => why.clone(),
            _ => self.to_string(),
        }
    }

    /// Whether a library is left alone because it crashed or hung.
    #[must_use]
    pub const fn is_quarantine(&self) -> bool {
        matches!(self, CatalogError::Quarantined { .. })
    }

    /// Whether the engine's process is gone and another one may do better.
    #[must_use]
    pub const fn is_lost_process(&self) -> bool {
        matches!(self, CatalogError::Engine(error) if error.is_lost_process())
    }
}
