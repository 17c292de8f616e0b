//! Qiju: reads the command line and calls one function per mode.

use std::process::ExitCode;

use clap::Parser;
use qiju::cli::{self, Cli};

fn main() -> ExitCode {
    if let Some(fault) = qiju::processor::missing_features() {
        eprintln!("qiju: {fault}");
        return ExitCode::from(2);
    }
    let cli = Cli::parse();
    qiju::log::start();
    let result = match cli.command {
        Some(command) => cli::run(command),
        None => qiju::open_window(&cli.window),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
