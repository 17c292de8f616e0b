//! `qiju plugins add`, `remove` and `reload`: the folder of the user's own engines, and the quarantine.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;

use crate::cli::Failure;
use crate::engines::catalog::places::{plugin_name, user_folder};
use crate::engines::catalog::{Catalog, OwnError, Places, looks_like_file};

/// Arguments of `qiju plugins add`.
#[derive(Debug, Args)]
pub struct AddArgs {
    /// The library
    library: PathBuf,
    /// Take the place of one with the same file name
    #[arg(long)]
    replace: bool,
}

/// Arguments of `qiju plugins remove`.
#[derive(Debug, Args)]
pub struct RemoveArgs {
    /// The engine or its library
    engine: String,
}

/// Arguments of `qiju plugins reload`.
#[derive(Debug, Args)]
pub struct ReloadArgs {
    /// The library; all of them without one
    library: Option<PathBuf>,
}

/// Looks at a library and copies it to the user's own engines.
///
/// # Errors
/// The library can't be used, or the folder can't be written.
pub fn add(args: &AddArgs) -> Result<(), Failure> {
    let added = Catalog::bare(Places::usual(false)).add_own(&args.library, args.replace);
    let (probed, target) = added.map_err(|error| match error {
        OwnError::Exists(target) => {
            Failure::BadInput(anyhow!("{} is there already; --replace puts the new one in its place", target.display()))
        }
        error => Failure::bad_input(error),
    })?;
    for (descriptor, _) in &probed.engines {
        println!("{}  {} {}", descriptor.id, descriptor.name, descriptor.version);
    }
    println!("    {}", target.display());
    Ok(())
}

/// Removes a library from the user's own engines.
///
/// # Errors
/// No such library is among them, or it can't be removed.
pub fn remove(args: &RemoveArgs) -> Result<(), Failure> {
    let folder = own_folder()?;
    let file = match looks_like_file(&args.engine) {
        true => folder.join(Path::new(&args.engine).file_name().unwrap_or_default()),
        false => file_of(&args.engine, &folder)?,
    };
    if !file.is_file() {
        let error = anyhow!("{} holds no {}; qiju plugins list shows what there is", folder.display(), args.engine);
        return Err(Failure::BadInput(error));
    }
    Catalog::bare(Places::usual(false)).remove_own(&file).map_err(Failure::bad_input)?;
    println!("removed {}", file.display());
    Ok(())
}

/// The library in the user's folder that an engine is in, or that is called like it.
fn file_of(engine: &str, folder: &Path) -> Result<PathBuf, Failure> {
    let catalog = Catalog::find_all(false);
    let entry = catalog.entries().iter().find(|entry| entry.is_called(engine));
    match entry {
        Some(entry) if entry.file.parent() == Some(folder) => Ok(entry.file.clone()),
        Some(entry) => {
            let (file, own) = (entry.file.display(), folder.display());
            Err(Failure::BadInput(anyhow!("{engine} is in {file}, and only libraries in {own} are removed")))
        }
        None => Ok(folder.join(plugin_name(engine))),
    }
}

/// Takes libraries out of quarantine and looks at them anew.
///
/// # Errors
/// A library fails again, or the quarantine can't be written.
pub fn reload(args: &ReloadArgs) -> Result<(), Failure> {
    let catalog = Catalog::find_all(false);
    let given = args.library.iter().map(|file| std::path::absolute(file).unwrap_or_else(|_| file.clone()));
    let kept = catalog.unusable().iter().filter(|unusable| unusable.quarantined).map(|unusable| unusable.file.clone());
    let files: Vec<_> = if args.library.is_some() { given.collect() } else { kept.collect() };
    let mut failed = false;
    for file in &files {
        catalog.release(file).map_err(Failure::bad_input)?;
        match catalog.look_again(file) {
            Ok(entries) => entries.iter().for_each(|entry| {
                println!("{}  {}, {}", entry.descriptor.id, entry.descriptor.version, entry.state());
            }),
            Err(error) => {
                failed = true;
                println!("{error}");
            }
        }
    }
    if files.is_empty() {
        println!("no library is quarantined");
    }
    if failed { Err(Failure::No) } else { Ok(()) }
}

fn own_folder() -> Result<PathBuf, Failure> {
    user_folder().ok_or_else(|| Failure::BadInput(anyhow!("this system names no home folder to keep engines in")))
}
