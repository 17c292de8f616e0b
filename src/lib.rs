//! Qiju: Gomoku and Xiangqi against engines that are dynamic libraries.
//!
//! ```text
//! click -> ui::connect -> Input::Click(point) -> session -> rules (legal?) -> Effect::Changed -> view rows -> ui::present
//!                                                  |-> Effect::Think(request) -> table -> Command::Think -> player -> engine (C ABI)
//! session <- Input::EngineMoved(id, reply) <- table <- (ui::bridge, event loop) <- Event::{Info, Moved, Failed} <- player
//! ```
//!
//! * [`session`] is a game in progress as a pure state machine: no threads, no clock reads, no window.
//! * [`engines`] finds and loads engines; [`player`] gives each a worker thread; [`table`] seats two at a session.
//! * [`cli`] is the command line; [`view`] and `ui` are the window, on the cargo feature `gui`.

pub mod adviser;
pub mod analyst;
#[cfg(feature = "gui")]
pub mod app;
pub mod cli;
pub mod dirs;
pub mod engines;
pub mod files;
pub mod journal;
pub mod log;
#[cfg(feature = "gui")]
pub mod picture;
pub mod platform;
pub mod player;
pub mod processor;
pub mod protocol;
pub mod session;
pub mod settings;
#[cfg(feature = "gui")]
pub mod sound;
pub mod table;
#[cfg(feature = "gui")]
pub mod ui;
pub mod version;
pub mod view;

#[cfg(feature = "gui")]
pub use app::run as open_window;

/// Opens the window.
///
/// # Errors
/// Bad arguments, or a system without a display.
#[cfg(not(feature = "gui"))]
pub fn open_window(_args: &cli::WindowArgs) -> Result<(), cli::Failure> {
    Err(cli::Failure::bad_input(anyhow::anyhow!(
        "this build has no window; see qiju --help for the commands, or build with the feature gui"
    )))
}
