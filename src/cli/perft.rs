//! `qiju perft`: counts legal move paths, the test of a move generator.

use std::time::Instant;

use anyhow::anyhow;
use clap::Args;
use rules::{Variant, VariantPosition, divide, perft};
use serde::Serialize;

use super::Failure;
use super::position_args::PositionArgs;

/// Arguments of `qiju perft`.
#[derive(Debug, Args)]
pub struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Length of the paths in plies
    #[arg(long, value_name = "N")]
    depth: u32,
    /// Also count the paths that begin with each move
    #[arg(long)]
    divide: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Deeper counts than this would not end in anybody's lifetime, and the recursion is bounded by it.
const MAX_DEPTH: u32 = 30;

#[derive(Serialize)]
struct Count {
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<Branch>,
}

#[derive(Serialize)]
struct Branch {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

/// Counts and prints. Moves that movement allows are followed, whatever would end a game.
///
/// # Errors
/// Bad input.
pub fn run(args: &PerftArgs) -> Result<(), Failure> {
    if args.depth > MAX_DEPTH {
        return Err(Failure::bad_input(anyhow!("--depth {} is too deep; 0 to {MAX_DEPTH} are possible", args.depth)));
    }
    let given = args.position.position()?;
    let count = count(&given.position, given.setup.variant, args);
    if args.json {
        println!("{}", serde_json::to_string(&count).map_err(Failure::bad_input)?);
    } else {
        count.divide.iter().for_each(|branch| println!("{}: {}", branch.mv, branch.nodes));
        println!("nodes {}", count.nodes);
        println!("seconds {:.3}", count.seconds);
        println!("nodes/s {}", count.nodes_per_second);
    }
    Ok(())
}

fn count(position: &VariantPosition, variant: Variant, args: &PerftArgs) -> Count {
    let start = Instant::now();
    let (nodes, branches) = if args.divide && args.depth > 0 {
        let branches = divide(position, args.depth);
        (branches.iter().map(|(_, nodes)| nodes).sum(), branches)
    } else {
        (perft(position, args.depth), Vec::new())
    };
    let seconds = start.elapsed().as_secs_f64();
    let branch = |(mv, nodes)| Branch { mv: variant.move_text(mv), nodes };
    Count {
        depth: args.depth,
        nodes,
        seconds,
        nodes_per_second: (nodes as f64 / seconds.max(1e-9)) as u64,
        divide: branches.into_iter().map(branch).collect(),
    }
}
