//! Windows: a child puts itself into a job before it loads any plugin. The child alone holds the job, which kills
//! everybody in it when the child's last handle goes: the descendants end with the child, however that ends.
#![allow(unsafe_code, reason = "no kept crate re-points the standard handles or forbids the system's dialogs")]

use std::fs::File;
use std::io;
use std::os::windows::io::{AsHandle, IntoRawHandle};
use std::os::windows::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use win32job::{ExtendedLimitInfo, Job};
use windows_sys::Win32::System::Console::{STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, SetStdHandle};
use windows_sys::Win32::System::Diagnostics::Debug::{SEM_FAILCRITICALERRORS, SEM_NOGPFAULTERRORBOX, SetErrorMode};

use super::Pipes;

/// No console window flashes up.
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// A child process with its descendants.
#[derive(Debug)]
pub struct Group {
    id: u32,
    child: Mutex<Child>,
}

impl Group {
    /// Starts a command.
    ///
    /// # Errors
    /// The system starts no process.
    pub fn spawn(mut command: Command) -> io::Result<(Group, Pipes)> {
        command.creation_flags(CREATE_NO_WINDOW);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
            (Some(input), Some(output), Some(errors)) => {
                Ok((Group { id: child.id(), child: Mutex::new(child) }, Pipes { input, output, errors }))
            }
            _ => Err(io::Error::other("the child has no pipes")),
        }
    }

    /// The number of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Kills the child and its descendants.
    pub fn kill(&self) {
        // An error says that it has ended already.
        let _ = self.child.lock().unwrap_or_else(PoisonError::into_inner).kill();
    }

    /// Waits until the child ends and says in words how. To be called once.
    pub fn wait(&self) -> String {
        loop {
            let ended = self.child.lock().unwrap_or_else(PoisonError::into_inner).try_wait();
            match ended {
                Ok(Some(status)) => return words(status),
                Ok(None) => std::thread::sleep(Duration::from_millis(5)),
                Err(error) => return format!("ended, nobody knows how ({error})"),
            }
        }
    }
}

/// How a process ended, as words that follow its name.
fn words(status: ExitStatus) -> String {
    let code = status.code().unwrap_or_default();
    let known = match code.cast_unsigned() {
        0 => return "ended of its own accord (exit code 0)".to_owned(),
        101 => "a Rust panic",
        0xC000_0005 => "access violation",
        0xC000_0006 => "error while memory was read from disk",
        0xC000_0017 => "no memory left",
        0xC000_001D => "illegal instruction",
        0xC000_0094 => "integer division by zero",
        0xC000_00FD => "stack overflow",
        0xC000_0135 => "a library that it needs is missing",
        0xC000_0139 => "a function that it needs is missing",
        0xC000_013A => "interrupted",
        0xC000_0374 => "damaged heap",
        0xC000_0409 => "stack overrun or abort",
        0xE06D_7363 => "C++ exception",
        3 => "abort",
        _ => return format!("ended with exit code {code:#x}"),
    };
    format!("ended with exit code {code:#x} ({known})")
}

/// Takes the standard input and output of this process for a channel to the program, and gives all others the null
/// device and the standard error instead: what a plugin prints can't garble the channel.
///
/// # Errors
/// The system gives no handles.
pub fn take_channel() -> io::Result<(File, File)> {
    let input = io::stdin().as_handle().try_clone_to_owned()?;
    let output = io::stdout().as_handle().try_clone_to_owned()?;
    set_descriptor(2)?;
    set_handle(STD_INPUT_HANDLE, File::open("NUL")?)?;
    set_handle(STD_OUTPUT_HANDLE, io::stderr().as_handle().try_clone_to_owned()?)?;
    Ok((input.into(), output.into()))
}

/// Lets everything that this process prints go to a file.
///
/// # Errors
/// The system refuses the handle.
pub fn redirect_stdout(file: &File) -> io::Result<()> {
    let copy = file.try_clone()?.into_raw_handle();
    // SAFETY: an open handle, which from here on belongs to the descriptor.
    let descriptor = unsafe { libc::open_osfhandle(copy as libc::intptr_t, 0) };
    set_descriptor(descriptor)?;
    set_handle(STD_OUTPUT_HANDLE, file.try_clone()?)
}

/// Makes the standard output of the C library that this program shares with some plugins another descriptor's.
fn set_descriptor(from: libc::c_int) -> io::Result<()> {
    // SAFETY: two numbers; a wrong one is an error.
    if unsafe { libc::dup2(from, 1) } < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Sets a standard handle, which a C library that comes with a plugin asks for when it is loaded. It stays open.
fn set_handle(which: u32, handle: impl IntoRawHandle) -> io::Result<()> {
    // SAFETY: an open handle that nobody closes.
    let done = unsafe { SetStdHandle(which, handle.into_raw_handle().cast()) };
    if done == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// The job that this process is in, for as long as it lives.
static JOB: OnceLock<Job> = OnceLock::new();

/// Puts this process and its coming descendants into one job. A crash in it ends it at once, without a dialog.
///
/// # Errors
/// The system gives no job.
pub fn lead_group() -> io::Result<()> {
    // SAFETY: flags of this process.
    unsafe { SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX) };
    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    let job = Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
    job.assign_current_process().map_err(io::Error::other)?;
    // Set once, at the start of the process.
    let _ = JOB.set(job);
    Ok(())
}

/// Limits the memory of this process, in bytes.
///
/// # Errors
/// The system refuses the limit.
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    let job = JOB.get().ok_or_else(|| io::Error::other("the process is in no job"))?;
    let mut limits = job.query_extended_limit_info().map_err(io::Error::other)?;
    limits.limit_working_memory(0x1000, usize::try_from(bytes).unwrap_or(usize::MAX));
    job.set_extended_limit_info(&limits).map_err(io::Error::other)
}

/// Ends this process and its descendants at once, without asking any of them.
pub fn end_with_descendants() -> ! {
    std::process::exit(0)
}
