//! `qiju host-plugin`, hidden: the child process that an isolated engine runs in.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use crate::engines::host::{self, Service};

/// Arguments of `qiju host-plugin`.
#[derive(Debug, Args)]
pub struct HostArgs {
    /// The library, for those who look at the list of processes; which one is loaded is said on the standard input
    file: PathBuf,
    /// The most memory that the process may use, in bytes
    #[arg(long, value_name = "BYTES")]
    memory: Option<u64>,
    /// Count what the plugin prints
    #[arg(long)]
    watch_stdout: bool,
}

/// Serves until the program is gone.
///
/// # Errors
/// The system gives no descriptors, threads or limits.
pub fn run(args: &HostArgs) -> Result<(), Failure> {
    tracing::debug!("hosts {}", args.file.display());
    host::serve(&Service { memory: args.memory, watch_stdout: args.watch_stdout }).map_err(Failure::engine)
}
