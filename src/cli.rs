//! The command line: one file per subcommand, and what they share.
//!
//! Results go to stdout, progress and messages to stderr. A command ends with one of the exit codes of [`Failure`].

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::session::seat::Seat;

pub mod analyze;
pub mod bench;
pub mod engine;
pub mod engines;
pub mod host_plugin;
pub mod limits;
pub mod perft;
pub mod play;
pub mod plugins;
pub mod position;
pub mod position_args;

/// Play Gomoku and Xiangqi against engines, and measure engines against each other.
#[derive(Debug, Parser)]
#[command(name = "qiju", version = crate::version::LONG.as_str(), args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do; without a command the window opens
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How the window starts.
    #[command(flatten)]
    pub window: WindowArgs,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the engines found
    Engines(engines::EnginesArgs),
    /// Judge a position: legal moves, forbidden points, verdict
    Position(position::PositionCommand),
    /// Count legal move paths
    Perft(perft::PerftArgs),
    /// Let an engine think about a position
    Analyze(analyze::AnalyzeArgs),
    /// Let two engines play
    Play(play::PlayArgs),
    /// Be an engine for an outside program, on stdin and stdout
    Engine(engine::EngineArgs),
    /// Search fixed positions; print node counts and speed
    Bench(bench::BenchArgs),
    /// Begin, check and manage engines of your own
    #[command(subcommand)]
    Plugins(plugins::PluginsCommand),
    /// Be the child process that one plugin runs in
    #[command(hide = true)]
    HostPlugin(host_plugin::HostArgs),
}

/// How the window starts; with none of these as it was left.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct WindowArgs {
    /// Start a new game of this variant
    #[arg(long, value_name = "VARIANT")]
    pub new: Option<String>,
    /// Who moves first: an engine or `human`
    #[arg(long, value_name = "ENGINE", value_parser = parse_seat)]
    pub first: Option<Seat>,
    /// Who moves second: an engine or `human`
    #[arg(long, value_name = "ENGINE", value_parser = parse_seat)]
    pub second: Option<Seat>,
    /// Points a side of a Gomoku board
    #[arg(long, value_name = "N")]
    pub size: Option<u8>,
    /// Start a game of this variant between two engines
    #[arg(long, value_name = "VARIANT", conflicts_with = "new")]
    pub demo: Option<String>,
    /// Use no engines but those that came with the program
    #[arg(long)]
    pub safe_mode: bool,
}

/// Reads `human` or an engine with its options.
///
/// # Errors
/// The text names no engine.
pub fn parse_seat(text: &str) -> Result<Seat, String> {
    text.parse().map_err(|error: crate::session::seat::ParseSpecError| error.to_string())
}

/// Why a command did not end well.
#[derive(Debug)]
pub enum Failure {
    /// The answer is "no" (exit code 1).
    No,
    /// Something given can't be used (exit code 2).
    BadInput(anyhow::Error),
    /// An engine failed (exit code 3).
    Engine(anyhow::Error),
}

impl Failure {
    /// Something given can't be used.
    pub fn bad_input(error: impl Into<anyhow::Error>) -> Failure {
        Failure::BadInput(error.into())
    }

    /// An engine failed.
    pub fn engine(error: impl Into<anyhow::Error>) -> Failure {
        Failure::Engine(error.into())
    }

    /// Prints the error with its causes to stderr and gives the exit code.
    #[must_use]
    pub fn report(self) -> ExitCode {
        let (code, error) = match self {
            Failure::No => return ExitCode::from(1),
            Failure::BadInput(error) => (2, error),
            Failure::Engine(error) => (3, error),
        };
        eprintln!("qiju: {error:#}");
        ExitCode::from(code)
    }
}

/// Carries out a command.
///
/// # Errors
/// As [`Failure`] says.
pub fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Engines(args) => engines::run(&args),
        Command::Position(args) => position::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Plugins(command) => plugins::run(&command),
        Command::HostPlugin(args) => host_plugin::run(&args),
    }
}
