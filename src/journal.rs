//! The game in progress on disk, so that a crash or a restart loses no move.
//!
//! One line of JSON for the set-up, one for each node of the record, one for where the game stands; a later line about
//! the same thing replaces an earlier one. A change appends the lines that differ; a new game begins the file anew.
//! Writing is a thread's work; the window only hands over a copy of the record.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::files::write_whole;
use crate::session::record::Record;
use crate::session::seat::Seat;
use crate::session::{Session, Setup, Standing};

mod line;
mod read;

pub use read::{Found, find};

/// A game as it stands at one moment.
#[derive(Clone, Debug)]
struct Snapshot {
    setup: Setup,
    seats: [Seat; 2],
    record: Record,
    standing: Standing,
    /// Which new game since the start this is.
    game: u64,
}

/// Keeps a game in a file. Only one program at a time keeps games in the same file.
#[derive(Debug)]
pub struct Journal {
    snapshots: Option<Sender<Snapshot>>,
    writer: Option<JoinHandle<()>>,
    game: u64,
    /// Held until the journal goes: another window keeps no journal here.
    _lock: File,
}

impl Journal {
    /// Opens the journal in a file; nothing is written until [`Journal::keep`] is called. `None` where another program
    /// keeps its game there.
    ///
    /// # Errors
    /// The folder can't be written to, or the system gives no thread.
    pub fn open(file: &Path) -> io::Result<Option<Journal>> {
        let Some(lock) = lock(file)? else { return Ok(None) };
        let (snapshots, inbox) = unbounded();
        let mut writer = Writer { file: file.to_owned(), open: None, game: None, written: Vec::new(), lines: 0 };
        let writer = thread::Builder::new().name("journal".to_owned()).spawn(move || writer.serve(&inbox))?;
        Ok(Some(Journal { snapshots: Some(snapshots), writer: Some(writer), game: 0, _lock: lock }))
    }

    /// From now on another game is kept; the one before goes.
    pub fn begin_game(&mut self) {
        self.game += 1;
    }

    /// Keeps a game as it stands. Returns at once.
    pub fn keep(&self, session: &Session) {
        let snapshot = Snapshot {
            setup: session.setup().clone(),
            seats: session.seats().clone(),
            record: session.record().clone(),
            standing: session.standing(),
            game: self.game,
        };
        if let Some(snapshots) = &self.snapshots {
            // The writer ends only with the journal; where it could not write, it has said so in the log.
            let _ = snapshots.send(snapshot);
        }
    }
}

impl Drop for Journal {
    /// Waits until everything is written.
    fn drop(&mut self) {
        self.snapshots = None;
        if let Some(writer) = self.writer.take() {
            // A writer that panicked has left the file as it was.
            let _ = writer.join();
        }
    }
}

/// The lock beside the file, `None` where another program has it. The system frees it when its program ends.
fn lock(file: &Path) -> io::Result<Option<File>> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(file.with_extension("lock"))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(std::fs::TryLockError::WouldBlock) => Ok(None),
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    }
}

/// The thread that writes.
struct Writer {
    file: PathBuf,
    open: Option<File>,
    game: Option<u64>,
    /// The line last written for each thing: set-up, standing, then nodes by their number.
    written: Vec<String>,
    /// Lines in the file.
    lines: usize,
}

/// The file is begun anew once it has this many lines more than twice what it needs.
const SPARE_LINES: usize = 2000;

impl Writer {
    fn serve(&mut self, inbox: &Receiver<Snapshot>) {
        while let Ok(first) = inbox.recv() {
            let newest = inbox.try_iter().last().unwrap_or(first);
            if let Err(error) = self.write(&newest) {
                tracing::warn!("the game can't be kept in {}: {error}", self.file.display());
            }
        }
    }

    fn write(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        let lines = line::lines(snapshot);
        let same_game = self.game == Some(snapshot.game) && self.written.first() == lines.first();
        let bloated = self.lines > 2 * lines.len() + SPARE_LINES;
        match &mut self.open {
            Some(file) if same_game && !bloated => {
                let fresh = |(place, line): &(usize, &String)| self.written.get(*place) != Some(line);
                let new: Vec<_> = lines.iter().enumerate().filter(fresh).map(|(_, line)| line.as_str()).collect();
                if !new.is_empty() {
                    // One write, so that a program killed in it leaves at most one torn line.
                    file.write_all(text(&new).as_bytes())?;
                    file.sync_data()?;
                }
                self.lines += new.len();
            }
            _ => {
                let all: Vec<_> = lines.iter().map(String::as_str).collect();
                // A handle to the file that is replaced would write into nothing.
                self.open = None;
                write_whole(&self.file, text(&all).as_bytes())?;
                self.open = Some(OpenOptions::new().append(true).open(&self.file)?);
                self.lines = all.len();
            }
        }
        (self.game, self.written) = (Some(snapshot.game), lines);
        Ok(())
    }
}

fn text(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [*line, "\n"]).collect()
}
