//! Checks of what a library does over its life: beginnings, ends, and what it leaves behind.

use sdk::Limits;

use super::{Bench, Fault, Finding, Outcome, SHORT, answer};
use crate::engines::isolated::{Isolated, Program};

/// How much memory many games may take beyond the first ones, in bytes.
const MAX_GROWTH: u64 = 16 << 20;

pub fn init(bench: &Bench) -> Finding {
    let mut child = bench.child()?;
    for _ in 0..3 {
        // Once more without a deinit between, then with one.
        child.load()?;
        child.load()?;
        child.close()?;
        child.load()?;
        child.create(&bench.descriptor.id)?;
        child.destroy()?;
    }
    Ok(Outcome::Passed(String::new()))
}

pub fn create(bench: &Bench) -> Finding {
    let mut child = bench.child()?;
    for _ in 0..100 {
        child.create(&bench.descriptor.id)?;
        child.destroy()?;
    }
    Ok(Outcome::Passed(String::new()))
}

/// Plays a short game against itself in every variant.
fn play(bench: &Bench, engine: &mut Isolated, seed: u64) -> Result<(), Fault> {
    let mut rng = fastrand::Rng::with_seed(seed);
    for game in bench.games() {
        game.begin(engine)?;
        for plies in 0..4 {
            let (position, moves) = game.random(plies, &mut rng)?;
            answer(engine, &position, None, &moves, &Limits::move_time(SHORT / 4))?;
        }
    }
    Ok(())
}

pub fn threads(bench: &Bench) -> Finding {
    let mut child = bench.child()?;
    let Some(before) = child.census()?.threads else {
        return Ok(Outcome::Skipped("this system does not tell how many threads there are".to_owned()));
    };
    let mut engine = Isolated::in_child(child, &bench.descriptor.id)?;
    play(bench, &mut engine, bench.seed)?;
    let child = engine.child();
    child.destroy()?;
    let after = child.census()?.threads.unwrap_or(before);
    if after > before {
        return Err(Fault(format!("{} threads were left when the instance was destroyed", after - before)));
    }
    Ok(Outcome::Passed(String::new()))
}

pub fn memory(bench: &Bench) -> Finding {
    let mut engine = bench.start()?;
    let in_use = |engine: &mut Isolated, games: u64| -> Result<Option<u64>, Fault> {
        for game in 0..games {
            play(bench, engine, bench.seed + game)?;
        }
        Ok(engine.child().census()?.memory)
    };
    let (Some(few), Some(many)) = (in_use(&mut engine, 10)?, in_use(&mut engine, 60)?) else {
        return Ok(Outcome::Skipped("this system does not tell how much memory is in use".to_owned()));
    };
    let growth = many.saturating_sub(few);
    if growth > MAX_GROWTH {
        return Err(Fault(format!("60 games took {} MiB more memory than the 10 before", growth >> 20)));
    }
    Ok(Outcome::Passed(format!("{} MiB in use", many >> 20)))
}

pub fn stdout(bench: &Bench) -> Finding {
    let program = Program { watch_stdout: true, ..bench.program.clone() };
    let mut engine = Isolated::create(&program, &bench.file, &bench.descriptor.id)?;
    play(bench, &mut engine, bench.seed)?;
    let child = engine.child();
    child.destroy()?;
    match child.census()?.printed {
        Some(0) => Ok(Outcome::Passed(String::new())),
        Some(bytes) => {
            Err(Fault(format!("{bytes} bytes were printed on the standard output; write to the host's log")))
        }
        None => Ok(Outcome::Skipped("what is printed can't be counted on this system".to_owned())),
    }
}
