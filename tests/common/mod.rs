//! What the tests share: real plugin libraries, built once.

// Each test file uses its own part of this.
#![allow(dead_code)]

pub mod c_library;
#[cfg(feature = "gui")]
pub mod window;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The folder of the program, with the plugin libraries in it. `cargo test` does not build them by itself.
pub fn program_folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet"]);
        for package in ["greedy", "alphabeta", "random-mover", "panicking"] {
            cargo.args(["--package", package]);
        }
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        let status = cargo.status().expect("cargo runs these tests, so it can be started");
        assert!(status.success(), "the plugins are built");
        Path::new(program()).parent().expect("a program lies in a folder").to_owned()
    })
}

/// The program under test.
pub fn program() -> &'static str {
    env!("CARGO_BIN_EXE_qiju")
}

/// A command line of the program that finds the plugins, and no settings but its own.
pub fn qiju(arguments: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(arguments).env("QIJU_PLUGIN_PATH", program_folder());
    command
}
