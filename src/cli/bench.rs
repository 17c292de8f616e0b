//! `qiju bench`: fixed searches, whose node counts are a fingerprint of the engine, and its speed.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use rules::{Rules, Variant};
use sdk::{Info, Limits};
use serde::Serialize;

use super::Failure;
use crate::engines::catalog::{Catalog, Entry};
use crate::engines::{EngineInstance, StopFlag};
use crate::session::seat::EngineSpec;

/// Arguments of `qiju bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// The engine
    #[arg(long, value_name = "ENGINE", default_value = "alphabeta")]
    engine: EngineSpec,
    /// Depth of the searches in plies
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Positions of each kind of game: opening, middle game, ending. For Gomoku the moves, for Xiangqi a FEN.
const POSITIONS: [(Variant, &str); 10] = [
    (Variant::Gomoku, "h8 i9 g9 i7 i8 h9"),
    (Variant::Gomoku, "h8 h9 i9 g7 i8 g8 g9 f10 j8 k8 i10 i11"),
    (Variant::GomokuStandard, "h8 i9 j8 i8 i7 h6 k9"),
    (Variant::Renju, "h8 h9 j6 i8 g7 j9 g9"),
    (Variant::Xiangqi, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"),
    (Variant::Xiangqi, "r1bakabr1/4n4/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w"),
    (Variant::Xiangqi, "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w"),
    (Variant::Xiangqi, "2bak4/4a4/2n1b1c2/p1R1p1p1p/2r3n2/2P3P2/P3P3P/2C1C1N2/4A4/1RBAK1B2 b"),
    (Variant::Xiangqi, "4ka3/4a4/b3b4/p7p/4p1N2/6P2/P2n4P/4B4/4A4/2BAK4 w"),
    (Variant::Xiangqi, "2ba1k3/4a4/4b4/6N2/4C4/9/9/9/4A4/3AKr3 w"),
];
/// Points a side of the Gomoku boards.
const SIZE: u8 = 15;

#[derive(Serialize)]
struct Line {
    variant: &'static str,
    depth: u32,
    nodes: u64,
    ms: f64,
    best: String,
}

#[derive(Default, Serialize)]
struct Report {
    searches: Vec<Line>,
    nodes: u64,
    nps: u64,
    interrupted: bool,
}

/// Searches and prints.
///
/// # Errors
/// The engine is not found or failed.
pub fn run(args: &BenchArgs) -> Result<(), Failure> {
    let catalog = Catalog::find_all(false);
    let entry = catalog.engine(&args.engine.engine).map_err(Failure::bad_input)?;
    let mut instance = catalog.create(&args.engine).map_err(Failure::bad_input)?;
    let (stop, stopper) = (StopFlag::default(), instance.stopper());
    let flag = stop.clone();
    let on_interrupt = move || {
        flag.set();
        stopper.stop();
    };
    ctrlc::set_handler(on_interrupt).map_err(Failure::bad_input)?;
    let report = search_all(instance.as_mut(), &entry, args, &stop)?;
    if args.json {
        println!("{}", serde_json::to_string(&report).map_err(Failure::bad_input)?);
    } else {
        println!("{} nodes, {} nodes/s", report.nodes, report.nps);
    }
    Ok(())
}

fn search_all(
    engine: &mut dyn EngineInstance,
    entry: &Entry,
    args: &BenchArgs,
    stop: &StopFlag,
) -> Result<Report, Failure> {
    let (mut report, mut spent) = (Report::default(), Duration::ZERO);
    for (variant, position) in POSITIONS {
        if entry.descriptor.support(variant).is_none_or(|support| !support.plays_size(SIZE)) {
            continue;
        }
        let (line, time) = search(engine, variant, position, args.depth, stop).map_err(Failure::Engine)?;
        if !args.json {
            println!("{:15} depth {:2}  {:9} nodes  {}", line.variant, line.depth, line.nodes, line.best);
        }
        report.nodes += line.nodes;
        report.searches.push(line);
        spent += time;
        if stop.is_set() {
            report.interrupted = true;
            break;
        }
    }
    report.nps = (report.nodes as f64 / spent.as_secs_f64().max(1e-9)) as u64;
    Ok(report)
}

fn search(
    engine: &mut dyn EngineInstance,
    variant: Variant,
    position: &str,
    depth: u32,
    stop: &StopFlag,
) -> anyhow::Result<(Line, Duration)> {
    engine.new_game(variant, SIZE, Rules::default())?;
    if variant.is_gomoku() {
        let moves: Result<Vec<_>, _> = position.split_whitespace().map(|word| variant.parse_move(word)).collect();
        engine.set_position(None, &moves?)?;
    } else {
        engine.set_position(Some(position), &[])?;
    }
    let last = Arc::new(Mutex::new(Info::default()));
    let sink = Arc::clone(&last);
    let on_info = move |info| *sink.lock().unwrap_or_else(PoisonError::into_inner) = info;
    let limits = Limits { seed: Some(1), ..Limits::depth(depth) };
    let start = Instant::now();
    let result = engine.search(&limits, stop, Arc::new(on_info))?;
    let time = start.elapsed();
    let info = last.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let best = result.best_move.ok_or_else(|| anyhow!("the engine gave no move"))?;
    let ms = (time.as_secs_f64() * 1e6).round() / 1e3;
    let line = Line { variant: variant.id(), depth: info.depth, nodes: info.nodes, ms, best: variant.move_text(best) };
    Ok((line, time))
}
