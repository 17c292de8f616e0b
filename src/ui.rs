//! The window: Slint's generated code and what connects it to the program.

pub mod bridge;
pub mod connect;
pub mod fonts;
pub mod present;

/// What Slint generates from `ui/main_window.slint`.
#[allow(missing_docs, unsafe_code, unused_qualifications, clippy::all, clippy::undocumented_unsafe_blocks)]
pub mod generated {
    slint::include_modules!();
}
