//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file beside the old one and puts it in its place once it is whole. Missing folders are made.
///
/// # Errors
/// The system refuses; the old file is then untouched.
pub fn write_whole(file: &Path, contents: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut aside = file.as_os_str().to_owned();
    aside.push(".new");
    let mut new = File::create(&aside)?;
    new.write_all(contents)?;
    new.sync_all()?;
    fs::rename(&aside, file)
}
