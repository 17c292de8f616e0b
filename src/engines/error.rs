//! Why an engine, or the library that holds it, can't be used: sentences for the user that name engine, file and cause.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An engine and the file it comes from, as error messages name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The engine's name for people; empty where only the library is known.
    pub engine: String,
    /// The library that holds it.
    pub file: PathBuf,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.engine.is_empty() {
            write!(f, "{}", self.file.display())
        } else {
            write!(f, "engine {} ({})", self.engine, self.file.display())
        }
    }
}

/// Why an engine or its library can't be used, or a request to it failed.
#[derive(Clone, Debug, Error, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum EngineError {
    /// The system can't load the file.
    #[error("{} can't be loaded: {cause}", file.display())]
    Load {
        /// The library.
        file: PathBuf,
        /// What the system says.
        cause: String,
    },
    /// The file is a library, but not one of engines.
    #[error("{} is no engine library: it does not export {}", file.display(), sdk::abi::ENTRY_SYMBOL)]
    NoEntry {
        /// The library.
        file: PathBuf,
    },
    /// The library speaks another major version of the plugin interface.
    #[error(
        "{} speaks version {major}.{minor} of the plugin interface, this program speaks {}; {}",
        file.display(), sdk::abi::ABI_MAJOR, version_mend(*major)
    )]
    Version {
        /// The library.
        file: PathBuf,
        /// Its major version.
        major: u16,
        /// Its minor version.
        minor: u16,
    },
    /// The library breaks the plugin interface in what it declares.
    #[error("{} breaks the plugin interface: {what}", file.display())]
    Malformed {
        /// The library.
        file: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The library's initialisation failed.
    #[error("{} can't be initialised: it returned status {status}", file.display())]
    Init {
        /// The library.
        file: PathBuf,
        /// What it returned.
        status: i32,
    },
    /// The library holds no engine of that id.
    #[error("{} holds no engine {id}", file.display())]
    UnknownEngine {
        /// The library.
        file: PathBuf,
        /// What was asked for.
        id: String,
    },
    /// The engine refuses an option, a game or a position. It goes on working.
    #[error("{origin} refuses {request}: {cause}")]
    Refused {
        /// Who.
        origin: Origin,
        /// What was asked, in words.
        request: String,
        /// Why.
        cause: String,
    },
    /// The engine tried and failed.
    #[error("{origin} failed in {request}: {cause}")]
    Failed {
        /// Who.
        origin: Origin,
        /// What was asked, in words.
        request: String,
        /// Why.
        cause: String,
    },
    /// The engine panicked, and can't be used any further.
    #[error("{origin} crashed in {request} and is not used any further: {cause}")]
    Crashed {
        /// Who.
        origin: Origin,
        /// What was asked, in words.
        request: String,
        /// The panic's text.
        cause: String,
    },
    /// The engine's answer can't be read.
    #[error("{origin} gave an answer that can't be used: {what}")]
    BadAnswer {
        /// Who.
        origin: Origin,
        /// What is wrong with it.
        what: String,
    },
    /// The child process that the engine runs in ended before it had answered.
    #[error("{origin} crashed in {request}: its process {how}")]
    Died {
        /// Who.
        origin: Origin,
        /// What was asked, in words.
        request: String,
        /// How the process ended, in words that follow "its process".
        how: String,
    },
    /// The engine did not answer in time, and the child process that it ran in was ended.
    #[error("{origin} did not answer in {request} within {limit:?}, and its process was ended")]
    Hung {
        /// Who.
        origin: Origin,
        /// What was asked, in words.
        request: String,
        /// How long it had.
        limit: Duration,
    },
    /// No child process can be started for the engine.
    #[error("{} can't be given a process of its own: {cause}", file.display())]
    NoProcess {
        /// The library.
        file: PathBuf,
        /// What the system says.
        cause: String,
    },
}

impl EngineError {
    /// Whether the engine merely refused a request, and can go on.
    #[must_use]
    pub const fn is_refusal(&self) -> bool {
        matches!(self, EngineError::Refused { .. })
    }

    /// Whether the engine's process is gone and another one may do better.
    #[must_use]
    pub const fn is_lost_process(&self) -> bool {
        matches!(self, EngineError::Died { .. } | EngineError::Hung { .. })
    }
}

/// What to do about another major version.
const fn version_mend(major: u16) -> &'static str {
    if major > sdk::abi::ABI_MAJOR {
        "a newer version of this program is needed"
    } else {
        "the engine must be built anew for this program"
    }
}
