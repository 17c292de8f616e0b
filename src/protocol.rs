//! An engine of ours for programs that speak a text protocol on pipes: `qiju engine`.
//!
//! [`gomocup`] serves Gomoku managers, [`uci`] and [`ucci`] Xiangqi programs by the loop of [`face`]. In each a reader
//! thread hears the commands that concern a search under way and hands every line on; the calling thread carries them out
//! one after the other, so that no command is lost and the engine is driven from one thread.

pub mod desk;
pub mod face;
pub mod gomocup;
pub mod link;
pub mod ucci;
pub mod uci;

pub use gomocup::{About, ProtocolError};
