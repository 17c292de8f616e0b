//! Makes the weights of the Gomoku evaluation from games that the engine plays against itself.
//!
//! ```text
//! cargo run --release -p tuner --bin gomoku_tuner -- play gomoku 10000 1500 1 games.txt
//! cargo run --release -p tuner --bin gomoku_tuner -- fit gomoku games.txt plugins/alphabeta/data/gomoku.weights
//! ```
//!
//! `play VARIANT GAMES NODES SEED FILE` appends games, each move thought over for that many nodes; the same seed gives
//! the same games. `fit VARIANT GAMES-FILE WEIGHTS-FILE` fits the weights of that variant to the results by logistic regression and
//! writes the file with those of the other variants unchanged. `match VARIANT PAIRS NODES SEED WEIGHTS WEIGHTS` measures
//! one file against another. `init WEIGHTS-FILE` writes the first guesses.
mod fit;
mod play;

use std::error::Error;
use std::fs;
use std::process::ExitCode;

use alphabeta::gomoku::weights::Weights;
use sdk::rules::Variant;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gomoku_tuner: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<(), Box<dyn Error>> {
    match words {
        ["play", variant, games, nodes, seed, file] => {
            let variant: Variant = variant.parse()?;
            play::play(variant, games.parse()?, nodes.parse()?, seed.parse()?, file.as_ref())
        }
        ["fit", variant, games, weights] => {
            let variant: Variant = variant.parse()?;
            let mut all = fs::read(weights).ok().and_then(|bytes| Weights::from_bytes(&bytes));
            let mut all = all.take().unwrap_or_else(Weights::by_hand);
            fit::fit(variant, &fs::read_to_string(games)?, &mut all)?;
            Ok(fs::write(weights, all.to_bytes())?)
        }
        ["match", variant, pairs, nodes, seed, first, second] => {
            let read = |file: &str| fs::read(file).ok().and_then(|bytes| Weights::from_bytes(&bytes));
            let (first, second) = (read(first).ok_or("no weights")?, read(second).ok_or("no weights")?);
            play::compete(variant.parse()?, pairs.parse()?, nodes.parse()?, seed.parse()?, [&first, &second]);
            Ok(())
        }
        ["init", weights] => Ok(fs::write(weights, Weights::by_hand().to_bytes())?),
        _ => {
            Err("use play VARIANT GAMES NODES SEED FILE, fit VARIANT GAMES-FILE WEIGHTS-FILE or init WEIGHTS-FILE"
                .into())
        }
    }
}
