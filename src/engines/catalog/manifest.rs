//! A manifest beside a library: `libqiju_mine.so.toml`. It says without any code being loaded what the library is for,
//! so that one for another system or interface is refused with a sentence.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::engines::isolated::Probed;
use crate::platform;

/// What a manifest may say. All of it may be missing, unknown keys are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Manifest {
    /// Version of the plugin interface, `1.0`.
    pub abi: Option<String>,
    /// Processor and system, `x86_64-linux`.
    pub platform: Option<String>,
    /// Ids of the engines in the library.
    pub engines: Option<Vec<String>>,
}

/// The manifest's file for a library.
#[must_use]
pub fn file_of(library: &Path) -> PathBuf {
    let mut name = library.as_os_str().to_owned();
    name.push(".toml");
    PathBuf::from(name)
}

impl Manifest {
    /// Reads the manifest of a library; `None` where there is none.
    ///
    /// # Errors
    /// It can't be read, in a sentence.
    pub fn read(library: &Path) -> Result<Option<Manifest>, String> {
        let file = file_of(library);
        let broken = |why: String| format!("its manifest {} can't be read: {why}", file.display());
        match fs::read_to_string(&file) {
            Ok(text) => toml::from_str(&text).map(Some).map_err(|error| broken(error.message().to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(broken(error.to_string())),
        }
    }

    /// Whether this program can load the library.
    ///
    /// # Errors
    /// Why it can't, in a sentence.
    pub fn check(&self) -> Result<(), String> {
        if let Some(abi) = &self.abi {
            let major = abi.split('.').next().and_then(|major| major.parse::<u16>().ok());
            if major != Some(sdk::abi::ABI_MAJOR) {
                let own = sdk::abi::ABI_MAJOR;
                return Err(format!("its manifest names plugin interface {abi}, this program speaks {own}"));
            }
        }
        match &self.platform {
            Some(platform) if *platform != platform::target() => {
                Err(format!("its manifest says that it is for {platform}, this is {}", platform::target()))
            }
            _ => Ok(()),
        }
    }

    /// Whether the library declares what its manifest says.
    ///
    /// # Errors
    /// What differs, in a sentence.
    pub fn compare(&self, probed: &Probed) -> Result<(), String> {
        let Some(mut named) = self.engines.clone() else { return Ok(()) };
        let mut declared: Vec<_> = probed.engines.iter().map(|(descriptor, _)| descriptor.id.clone()).collect();
        named.sort();
        declared.sort();
        if named == declared {
            return Ok(());
        }
        Err(format!("its manifest names the engines {}, it declares {}", named.join(", "), declared.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("libqiju_a.so");
        fs::write(file_of(&library), text).unwrap();
        Manifest::read(&library)?.expect("it is there").check()
    }

    #[test]
    fn what_can_not_be_loaded_is_refused() {
        assert_eq!(checked("abi = \"1.7\"\nfuture = true"), Ok(()));
        assert!(checked("abi = \"2.0\"").unwrap_err().contains("plugin interface 2.0"));
        assert!(checked("platform = \"z80-cpm\"").unwrap_err().contains("for z80-cpm"));
        assert!(checked("abi = 3").unwrap_err().contains("libqiju_a.so.toml can't be read"));
        assert_eq!(Manifest::read(Path::new("/no/such/lib.so")), Ok(None));
    }
}
