//! `qiju plugins`: engines of the user's own, from the first line to the list.

use clap::Subcommand;

use super::Failure;

pub mod check;
pub mod manage;
pub mod new;

/// What to do with plugins.
#[derive(Debug, Subcommand)]
pub enum PluginsCommand {
    /// Try out whether a library is all that an engine must be
    Check(check::CheckArgs),
    /// Begin an engine of your own: a folder that builds and passes the check
    New(new::NewArgs),
    /// List the engines found, and the libraries that are not used
    List(super::engines::EnginesArgs),
    /// Put a library into the folder of your own engines
    Add(manage::AddArgs),
    /// Remove a library from the folder of your own engines
    Remove(manage::RemoveArgs),
    /// Try a library anew that was quarantined
    Reload(manage::ReloadArgs),
}

/// Carries out the command.
///
/// # Errors
/// As [`Failure`] says.
pub fn run(command: &PluginsCommand) -> Result<(), Failure> {
    match command {
        PluginsCommand::Check(args) => check::run(args),
        PluginsCommand::New(args) => new::run(args),
        PluginsCommand::List(args) => super::engines::run(args),
        PluginsCommand::Add(args) => manage::add(args),
        PluginsCommand::Remove(args) => manage::remove(args),
        PluginsCommand::Reload(args) => manage::reload(args),
    }
}
