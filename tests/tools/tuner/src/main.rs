//! Fits the evaluation weights of Xiangqi.
//!
//! `tuner play` lets the engine play against itself and writes down quiet positions with what the search thought of them
//! and how the game ended. `tuner fit` changes the weights so that the evaluation foretells both better. Both are
//! repeatable: same seed and arguments, same result.
//!
//! ```text
//! cargo run --release -p tuner -- play --positions 500000 --seed 1 positions.txt
//! cargo run --release -p tuner -- fit positions.txt plugins/alphabeta/data/xiangqi/weights.txt
//! ```

mod fit;
mod play;
mod sample;

use clap::{Parser, Subcommand};

/// Fits the evaluation of Xiangqi to games that the engine plays against itself.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games and write down positions
    Play(play::PlayArgs),
    /// Fit the weights to positions
    Fit(fit::FitArgs),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Play(args) => play::run(&args),
        Command::Fit(args) => fit::run(&args),
    }
}
