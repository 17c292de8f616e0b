//! What differs from system to system about child processes, and nothing else does: starting one with its
//! descendants under control, ending them all, saying how one ended, and what a child does about itself.

#[cfg(unix)]
#[path = "platform/unix.rs"]
mod system;
#[cfg(windows)]
#[path = "platform/windows.rs"]
mod system;

mod census;

use std::process::{ChildStderr, ChildStdin, ChildStdout};

pub use census::{memory_in_use, thread_count};
pub use system::{Group, end_with_descendants, lead_group, limit_memory, redirect_stdout, take_channel};

/// The ends of a child's standard streams.
#[derive(Debug)]
pub struct Pipes {
    /// What the child reads.
    pub input: ChildStdin,
    /// What it writes.
    pub output: ChildStdout,
    /// What it complains.
    pub errors: ChildStderr,
}

/// The processor and system that libraries must be built for, as manifests write it: `x86_64-linux`.
#[must_use]
pub fn target() -> String {
    format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)
}
