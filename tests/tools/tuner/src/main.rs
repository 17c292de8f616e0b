//! Fits the evaluation weights of Xiangqi, and judges its opening book.
//!
//! `tuner play` lets the engine play against itself and writes down quiet positions with what the search thought of them
//! and how the game ended. `tuner fit` changes the weights so that the evaluation foretells both better. `tuner book`
//! writes behind each move of the book by how much a search finds it worse than the best one. All are repeatable: same seed
//! and arguments, same result.
//!
//! ```text
//! cargo run --release -p tuner -- play --positions 500000 --seed 1 positions.txt
//! cargo run --release -p tuner -- fit positions.txt plugins/alphabeta/data/xiangqi/weights.txt
//! cargo run --release -p tuner -- book plugins/alphabeta/data/xiangqi/book.txt
//! ```

mod book;
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
    /// Judge the moves of the opening book
    Book(book::BookArgs),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Play(args) => play::run(&args),
        Command::Fit(args) => fit::run(&args),
        Command::Book(args) => book::run(&args),
    }
}
