//! `qiju plugins check`: runs the conformance checks and prints a line for each.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use serde::Serialize;

use crate::cli::Failure;
use crate::engines::conformance::{Bench, CHECKS, Check, Outcome};
use crate::engines::isolated::Program;

/// Arguments of `qiju plugins check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The library
    library: PathBuf,
    /// Only these checks, parted by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Seed of the random positions
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    engine: &'a str,
    check: &'a str,
    tries: &'a str,
    outcome: &'static str,
    text: &'a str,
    seconds: f64,
}

#[derive(Default, Serialize)]
struct Total {
    passed: u32,
    failed: u32,
    skipped: u32,
}

/// Runs the checks.
///
/// # Errors
/// A check that does not exist is named, or a check failed.
pub fn run(args: &CheckArgs) -> Result<(), Failure> {
    let checks = chosen(&args.only)?;
    let benches = Bench::of(&Program::current(), &args.library, args.seed);
    let benches = benches.map_err(|error| {
        let load = ("load", "the library loads, and its engines can be made");
        report(args, "", load, &Outcome::Failed(error.to_string()), Duration::ZERO);
        Failure::No
    })?;
    let mut total = Total::default();
    for bench in &benches {
        let descriptor = bench.descriptor();
        if !args.json {
            println!("{} {} ({})", descriptor.name, descriptor.version, descriptor.id);
        }
        for check in &checks {
            let (outcome, spent) = bench.run(check);
            match outcome {
                Outcome::Passed(_) => total.passed += 1,
                Outcome::Failed(_) => total.failed += 1,
                Outcome::Skipped(_) => total.skipped += 1,
            }
            report(args, &descriptor.id, (check.name, check.tries), &outcome, spent);
        }
    }
    if args.json {
        println!("{}", serde_json::to_string(&total).map_err(Failure::bad_input)?);
    } else {
        println!("{} passed, {} failed, {} skipped", total.passed, total.failed, total.skipped);
    }
    if total.failed > 0 { Err(Failure::No) } else { Ok(()) }
}

fn chosen(names: &[String]) -> Result<Vec<Check>, Failure> {
    let known: Vec<_> = CHECKS.iter().map(|check| check.name).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(Failure::bad_input(anyhow!("no check is called {unknown:?}; known are {}", known.join(", "))));
    }
    Ok(CHECKS.into_iter().filter(|check| names.is_empty() || names.iter().any(|name| name == check.name)).collect())
}

fn report(args: &CheckArgs, engine: &str, (check, tries): (&str, &str), outcome: &Outcome, spent: Duration) {
    let (word, sign, text) = match outcome {
        Outcome::Passed(text) => ("passed", "ok  ", text),
        Outcome::Failed(text) => ("failed", "FAIL", text),
        Outcome::Skipped(text) => ("skipped", "-   ", text),
    };
    if args.json {
        let seconds = (spent.as_secs_f64() * 1e3).round() / 1e3;
        let line = Line { engine, check, tries, outcome: word, text, seconds };
        // Plain texts and a number: there is nothing in them that JSON can't say.
        println!("{}", serde_json::to_string(&line).expect("texts and numbers are JSON"));
    } else {
        let text = if text.is_empty() { String::new() } else { format!(": {text}") };
        println!("{sign} {check:<9} {tries}{text}");
    }
}
