//! `qiju analyze`: an engine thinks about a position and says what it sees.

use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use rules::{Position, Side, Variant};
use sdk::{Bound, Info, Limits, Score, SideClock};
use serde_json::{Value, json};

use super::Failure;
use super::limits::LimitArgs;
use super::position_args::{GivenPosition, PositionArgs};
use crate::engines::StopFlag;
use crate::engines::catalog::Catalog;
use crate::session::clock::TimeControl;
use crate::session::seat::EngineSpec;

/// Arguments of `qiju analyze`.
#[derive(Debug, Args)]
pub struct AnalyzeArgs {
    /// The engine: alphabeta:threads=2
    #[arg(long, value_name = "ENGINE")]
    engine: EngineSpec,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Think until Ctrl-C, as without any limit
    #[arg(long, conflicts_with_all = ["movetime", "depth", "nodes", "tc"])]
    infinite: bool,
    /// Lines to show
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=128))]
    multipv: u32,
    /// Repeatable choice between equals
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// Analyzes and prints.
///
/// # Errors
/// Bad input, or the engine failed.
pub fn run(args: &AnalyzeArgs) -> Result<(), Failure> {
    let given = args.position.position()?;
    let limits = limits(args, &given)?;
    if given.position.legal_moves().is_empty() {
        return Err(Failure::BadInput(anyhow!("the position has no legal move, so there is nothing to think about")));
    }
    let mut instance = Catalog::find_all(false).create(&args.engine).map_err(Failure::bad_input)?;
    let setup = &given.setup;
    instance.new_game(setup.variant, setup.size, setup.rules).map_err(Failure::bad_input)?;
    instance.set_position(setup.start.as_deref(), &given.moves).map_err(Failure::engine)?;
    let (stop, stopper) = (StopFlag::default(), instance.stopper());
    let flag = stop.clone();
    let on_interrupt = move || {
        flag.set();
        stopper.stop();
    };
    ctrlc::set_handler(on_interrupt).map_err(Failure::bad_input)?;
    let (json, variant) = (args.json, setup.variant);
    let print = move |info: Info| {
        println!("{}", if json { info_json(&info, variant).to_string() } else { info_text(&info, variant) });
    };
    let result = instance.search(&limits, &stop, Arc::new(print)).map_err(Failure::engine)?;
    let text = |mv: Option<rules::Move>| mv.map(|mv| variant.move_text(mv));
    if args.json {
        println!("{}", json!({"bestmove": text(result.best_move), "ponder": text(result.ponder)}));
    } else {
        println!("best move {}", text(result.best_move).unwrap_or_else(|| "none".to_owned()));
    }
    Ok(())
}

fn limits(args: &AnalyzeArgs, given: &GivenPosition) -> Result<Limits, Failure> {
    let mut setup = given.setup.clone();
    args.limits.apply(&mut setup)?;
    let clock = |side: Side| match setup.time[side.index()] {
        TimeControl::Increment { base, increment } => {
            SideClock { remaining: Some(base), increment, ..SideClock::default() }
        }
        _ => SideClock::default(),
    };
    let limits = Limits {
        clocks: Side::ALL.map(clock),
        move_time: args.limits.movetime,
        depth: setup.depth,
        nodes: setup.nodes,
        multi_pv: args.multipv,
        seed: args.seed,
        ..Limits::default()
    };
    let infinite = args.infinite || limits.is_unbounded(given.position.side_to_move());
    Ok(Limits { infinite, ..limits })
}

/// A report as a line for people.
fn info_text(info: &Info, variant: Variant) -> String {
    let moves: Vec<_> = info.pv.iter().map(|mv| variant.move_text(*mv)).collect();
    let score = match info.score {
        Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::Mate(plies) if plies > 0 => format!("wins in {plies} plies"),
        Score::Mate(plies) => format!("loses in {} plies", -plies),
        Score::None => "-".to_owned(),
    };
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " or more",
        Bound::Upper => " or less",
    };
    let time = info.time.unwrap_or_default();
    let time = Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    let (depth, line) = (info.depth, info.multi_pv.max(1));
    let time = humantime::format_duration(time);
    let remark = if info.text.is_empty() { String::new() } else { format!("  ({})", info.text) };
    format!("depth {depth}, line {line}: {score}{bound}, {} nodes in {time}: {}{remark}", info.nodes, moves.join(" "))
}

/// A report as a JSON object.
fn info_json(info: &Info, variant: Variant) -> Value {
    let moves: Vec<_> = info.pv.iter().map(|mv| variant.move_text(*mv)).collect();
    let mut object = json!({
        "depth": info.depth,
        "seldepth": info.seldepth,
        "nodes": info.nodes,
        "nps": info.nps.unwrap_or(0),
        "time_ms": info.time.unwrap_or_default().as_millis() as u64,
        "multipv": info.multi_pv.max(1),
        "pv": moves,
    });
    match info.score {
        Score::Cp(cp) => object["score"] = json!({"cp": cp}),
        Score::Mate(plies) => object["score"] = json!({"mate": plies}),
        Score::None => {}
    }
    match info.bound {
        Bound::Exact => {}
        Bound::Lower => object["bound"] = json!("lower"),
        Bound::Upper => object["bound"] = json!("upper"),
    }
    if let Some(fill) = info.hashfull {
        object["hashfull"] = json!(fill);
    }
    if !info.text.is_empty() {
        object["text"] = json!(info.text);
    }
    if let Some(heat) = &info.heat {
        // NaN, no value, becomes null.
        object["heat"] = json!(heat);
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_the_keys_that_scripts_read() {
        let info = Info { depth: 9, score: Score::Mate(7), bound: Bound::Lower, ..Info::default() };
        let object = info_json(&info, Variant::Gomoku);
        assert_eq!(object["score"], json!({"mate": 7}));
        assert_eq!(object["bound"], json!("lower"));
        for key in ["depth", "seldepth", "nodes", "nps", "time_ms", "multipv", "pv"] {
            assert!(object.get(key).is_some(), "{key}");
        }
        assert!(object.get("text").is_none() && object.get("heat").is_none());
    }
}
