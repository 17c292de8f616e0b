//! What program and child say to each other: one enum for each direction, in frames of length and body.
//!
//! The types mirror those of `sdk` and `rules`, which know nothing of any encoding. Moves cross as text and are read
//! and checked anew, as across the plugin boundary itself: what a broken child says is not to be trusted.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::mirror::{WireChoice, WireDescriptor, WireInfo, WireLimits, WireOption, WireResult};
use crate::engines::EngineError;

/// The longest frame, in bytes: above any that is meant.
const MAX_FRAME: usize = 16 << 20;

/// From the program to its child.
#[derive(Debug, Serialize, Deserialize)]
pub enum ToChild {
    /// Work for the engine; each is answered by [`FromChild::Answer`], one after the other.
    Ask(Box<Request>),
    /// The search of this number must end.
    Stop(u64),
    /// The move that the search of this number ponders on was played.
    PonderHit(u64),
    /// Is the child alive? Answered by [`FromChild::Alive`] whatever the engine is doing.
    Ping,
}

/// From the child to the program.
#[derive(Debug, Serialize, Deserialize)]
pub enum FromChild {
    /// What a request came to.
    Answer(Result<Answer, EngineError>),
    /// A report of the search of this number.
    Info(u64, WireInfo),
    /// A line that the engine writes to the log, with one of the levels of the plugin interface.
    Log(i32, String),
    /// The answer to a ping.
    Alive,
}

/// Work for the engine in the child.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    /// Load the library and read what it declares.
    Open(PathBuf),
    /// Let the library go, as far as libraries can be.
    Close,
    /// Make the instance of this engine; another one before is destroyed first.
    Create(String),
    /// Destroy the instance.
    Destroy,
    /// Set an option.
    SetOption {
        /// The option.
        id: String,
        /// The text of its value.
        value: String,
    },
    /// Begin a game.
    NewGame {
        /// The variant's id.
        variant: String,
        /// Points a side.
        size: u8,
        /// Rules as the plugin interface writes them.
        rules: String,
    },
    /// Set the position.
    SetPosition {
        /// Start text, `None` for the variant's own start.
        start: Option<String>,
        /// Moves since, parted by spaces.
        moves: String,
    },
    /// Search.
    Search {
        /// Names the search.
        search: u64,
        /// What bounds it.
        limits: WireLimits,
    },
    /// Propose the first stones of an opening.
    Propose {
        /// Names the search.
        search: u64,
        /// What bounds it.
        limits: WireLimits,
        /// How many stones.
        count: u32,
    },
    /// Answer the stones of an opening.
    Choose {
        /// Names the search.
        search: u64,
        /// What bounds it.
        limits: WireLimits,
        /// The stones, parted by spaces.
        stones: String,
        /// Whether two more may be placed.
        place_two: bool,
    },
    /// Count what the process holds.
    Census,
}

/// What a request came to.
#[derive(Debug, Serialize, Deserialize)]
pub enum Answer {
    /// It is done.
    Done,
    /// The engines of a library.
    Engines(Vec<WireDescriptor>),
    /// It is done, and these are the options of the instance now.
    Options(Vec<WireOption>),
    /// The answer of a search.
    Result(WireResult),
    /// The stones of an opening, parted by spaces.
    Moves(String),
    /// The choice in an opening.
    Choice(WireChoice),
    /// What the process holds.
    Census(Census),
}

/// What a process holds. Figures that a system does not give are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Census {
    /// Threads.
    pub threads: Option<u32>,
    /// Memory in use, in bytes.
    pub memory: Option<u64>,
    /// Bytes written to the standard output, where the child was told to watch it.
    pub printed: Option<u64>,
}

/// Writes a message as one frame.
///
/// # Errors
/// The other end is gone, or the message can't be encoded.
pub fn write(out: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut frame = postcard::to_extend(message, vec![0; 4]).map_err(io::Error::other)?;
    let length = u32::try_from(frame.len() - 4).map_err(io::Error::other)?;
    frame[..4].copy_from_slice(&length.to_le_bytes());
    out.write_all(&frame)?;
    out.flush()
}

/// Reads the message of one frame; `None` at the end of input.
///
/// # Errors
/// The input breaks off, or is no frame of this kind.
pub fn read<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<Option<T>> {
    let mut length = [0; 4];
    match input.read_exact(&mut length) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_FRAME {
        return Err(io::Error::new(io::ErrorKind::InvalidData, format!("a frame of {length} bytes")));
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    postcard::from_bytes(&body).map(Some).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
