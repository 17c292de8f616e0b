//! The view model: pure functions from a session to plain rows that a window can show. No Slint here.

pub mod analysis;
pub mod board;
pub mod cues;
pub mod engines;
pub mod moves;
pub mod notation;
pub mod overlay;
pub mod panel;
pub mod prompt;
pub mod threats;
