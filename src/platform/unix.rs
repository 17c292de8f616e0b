//! Unix: a child leads a process group of its own, which gets its descendants too.
//!
//! The end of its input tells a child that the program is gone, however that ended, and it then kills its group. A
//! death signal of the parent (Linux) is not used: it would kill the child before it can take its descendants along,
//! and comes already when the *thread* that started the child ends.

use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::io::Errno;
use rustix::process::{self, Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions};
use rustix::stdio;

use super::Pipes;

/// A child process with its descendants.
#[derive(Debug)]
pub struct Group {
    leader: Pid,
    /// Until it is reaped, so that nobody kills what has its number later.
    child: Mutex<Option<Child>>,
}

impl Group {
    /// Starts a command as the leader of a group.
    ///
    /// # Errors
    /// The system starts no process.
    pub fn spawn(mut command: Command) -> io::Result<(Group, Pipes)> {
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let leader = Pid::from_child(&child);
        match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
            (Some(input), Some(output), Some(errors)) => {
                Ok((Group { leader, child: Mutex::new(Some(child)) }, Pipes { input, output, errors }))
            }
            _ => Err(io::Error::other("the child has no pipes")),
        }
    }

    /// The number of the leading process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.leader.as_raw_pid().unsigned_abs()
    }

    /// Kills the child and its descendants, unless the child was reaped.
    pub fn kill(&self) {
        let child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        if child.is_some() {
            kill_group(self.leader);
        }
    }

    /// Waits until the child ends, kills the descendants that it left behind, and says in words how it ended. To be
    /// called once.
    pub fn wait(&self) -> String {
        // The child stays unreaped, so that its number is not given away while its group is killed.
        let ended = || process::waitid(WaitId::Pid(self.leader), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
        while ended().is_err_and(|error| error == Errno::INTR) {}
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        kill_group(self.leader);
        match child.take().map(|mut child| child.wait()) {
            Some(Ok(status)) => words(status),
            Some(Err(error)) => format!("ended, nobody knows how ({error})"),
            None => "ended".to_owned(),
        }
    }
}

fn kill_group(leader: Pid) {
    // An error says that nobody is left in the group, which is all that is wanted.
    let _ = process::kill_process_group(leader, Signal::KILL);
}

/// How a process ended, as words that follow its name.
fn words(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(0), _) => "ended of its own accord (exit code 0)".to_owned(),
        (Some(101), _) => "ended with exit code 101 (a Rust panic)".to_owned(),
        (Some(code), _) => format!("ended with exit code {code}"),
        (None, Some(signal)) => match signal_words(signal) {
            Some(words) => format!("was ended by signal {signal} ({words})"),
            None => format!("was ended by signal {signal}"),
        },
        (None, None) => "ended, nobody knows how".to_owned(),
    }
}

fn signal_words(signal: i32) -> Option<&'static str> {
    let known = [
        (Signal::SEGV, "segmentation fault"),
        (Signal::BUS, "bus error"),
        (Signal::ABORT, "abort"),
        (Signal::ILL, "illegal instruction"),
        (Signal::FPE, "arithmetic fault, such as a division by zero"),
        (Signal::TRAP, "trap"),
        (Signal::SYS, "forbidden system call"),
        (Signal::PIPE, "broken pipe"),
        (Signal::XCPU, "too much processor time"),
        (Signal::XFSZ, "file too large"),
        (Signal::TERM, "asked to end"),
        (Signal::INT, "interrupted"),
        (Signal::HUP, "hung up"),
        (Signal::KILL, "killed: by the system when memory ran out, by somebody, or by itself when its pipes broke"),
    ];
    known.into_iter().find(|(known, _)| known.as_raw() == signal).map(|(_, words)| words)
}

/// Takes the standard input and output of this process for a channel to the program, and gives all others the null
/// device and the standard error instead: what a plugin prints can't garble the channel.
///
/// # Errors
/// The system gives no descriptors.
pub fn take_channel() -> io::Result<(File, File)> {
    let input = rustix::io::fcntl_dupfd_cloexec(stdio::stdin(), 3)?;
    let output = rustix::io::fcntl_dupfd_cloexec(stdio::stdout(), 3)?;
    stdio::dup2_stdin(File::open("/dev/null")?)?;
    stdio::dup2_stdout(stdio::stderr())?;
    Ok((input.into(), output.into()))
}

/// Lets everything that this process prints go to a file.
///
/// # Errors
/// The system gives no descriptor.
pub fn redirect_stdout(file: &File) -> io::Result<()> {
    Ok(stdio::dup2_stdout(file)?)
}

/// Puts this process and its coming descendants into one group; on Unix whoever started it has done so.
///
/// # Errors
/// None on Unix.
pub fn lead_group() -> io::Result<()> {
    Ok(())
}

/// Limits the memory of this process, in bytes.
///
/// # Errors
/// The system refuses the limit.
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    // On Linux private memory alone counts, elsewhere only all addresses can be limited.
    let resource = if cfg!(target_os = "linux") { Resource::Data } else { Resource::As };
    Ok(process::setrlimit(resource, Rlimit { current: Some(bytes), maximum: Some(bytes) })?)
}

/// Ends this process and its descendants at once, without asking any of them.
pub fn end_with_descendants() -> ! {
    let own = process::getpid();
    if process::getpgrp() == own {
        kill_group(own);
    }
    std::process::abort()
}
