//! Checks of what bounds a search.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rules::{Move, Position};
use sdk::{Info, Limits, SideClock};

use super::{Bench, Fault, Finding, Game, Outcome, answer};
use crate::engines::isolated::{Isolated, mirror};
use crate::engines::{EngineInstance, StopFlag};

/// How long an engine may take to answer a stop: half of what the program waits before it ends the process.
const STOP: Duration = Duration::from_millis(250);
/// How much longer than its time a move may take, the way of its answer included.
const MARGIN: Duration = Duration::from_millis(100);

pub fn stop(bench: &Bench) -> Finding {
    let mut engine = bench.start()?;
    let mut longest = Duration::ZERO;
    for game in bench.games() {
        for wait in [0, 50, 300].map(Duration::from_millis) {
            longest = longest.max(stopped(&mut engine, &game, wait)?);
        }
    }
    if longest > STOP {
        return Err(Fault(format!("it took {longest:.0?} to answer a stop, {STOP:?} are allowed")));
    }
    Ok(Outcome::Passed(format!("{longest:.1?} at most")))
}

/// How long the answer to a stop takes that comes after a while.
fn stopped(engine: &mut Isolated, game: &Game, wait: Duration) -> Result<Duration, Fault> {
    let limits = match game.support.capabilities.analysis {
        true => Limits::infinite(),
        false => Limits::move_time(Duration::from_secs(30)),
    };
    game.begin(engine)?;
    engine.set_position(None, &[])?;
    let (flag, stopper) = (StopFlag::default(), engine.stopper());
    let other = flag.clone();
    let told = thread::spawn(move || {
        thread::sleep(wait);
        let told = Instant::now();
        other.set();
        stopper.stop();
        told
    });
    let result = engine.search(&limits, &flag, Arc::new(|_: Info| {}));
    let answered = Instant::now();
    let told = told.join().map_err(|_| Fault("the program failed while it stopped a search".to_owned()))?;
    result?;
    Ok(answered.saturating_duration_since(told))
}

pub fn time(bench: &Bench) -> Finding {
    let mut engine = bench.start()?;
    let mut rng = fastrand::Rng::with_seed(bench.seed);
    let mut longest = Duration::ZERO;
    for game in bench.games() {
        game.begin(&mut engine)?;
        for plies in [0, 7, 20] {
            let (position, moves) = game.random(plies, &mut rng)?;
            for time in [Duration::from_millis(50), Duration::from_millis(250)] {
                let begun = Instant::now();
                answer(&mut engine, &position, None, &moves, &Limits::move_time(time))?;
                let over = begun.elapsed().saturating_sub(time);
                longest = longest.max(over);
                if over > MARGIN {
                    return Err(Fault(format!("a move took {over:.0?} longer than the {time:?} that it had")));
                }
            }
            let clock = SideClock { remaining: Some(Duration::from_millis(400)), ..SideClock::default() };
            let limits = Limits { clocks: [clock; 2], ..Limits::default() };
            let begun = Instant::now();
            answer(&mut engine, &position, None, &moves, &limits)?;
            if begun.elapsed() > Duration::from_millis(400) + MARGIN {
                return Err(Fault(format!("with 400ms left for the game a move took {:.0?}", begun.elapsed())));
            }
        }
    }
    Ok(Outcome::Passed(format!("{longest:.1?} over the time at most")))
}

pub fn ponder(bench: &Bench) -> Finding {
    let mut engine = bench.start()?;
    let mut tried = 0;
    for game in bench.games().filter(|game| game.support.capabilities.ponder) {
        game.begin(&mut engine)?;
        let (position, moves) = game.random(3, &mut fastrand::Rng::with_seed(bench.seed))?;
        for (is_hit, wait) in [(true, 0), (true, 100), (false, 100)] {
            engine.set_position(None, &moves)?;
            let limits = Limits { ponder: true, ..Limits::move_time(Duration::from_millis(100)) };
            let (flag, stopper) = (StopFlag::default(), engine.stopper());
            let other = flag.clone();
            let told = thread::spawn(move || {
                thread::sleep(Duration::from_millis(wait));
                if is_hit {
                    other.hit();
                    stopper.ponder_hit();
                } else {
                    other.set();
                    stopper.stop();
                }
                Instant::now()
            });
            let result = engine.search(&limits, &flag, Arc::new(|_: Info| {}));
            let answered = Instant::now();
            let told = told.join().map_err(|_| Fault("the program failed while it told of a hit".to_owned()))?;
            let best = result?.best_move;
            if answered.saturating_duration_since(told) > Duration::from_millis(100) + STOP {
                let what = if is_hit { "a ponder hit" } else { "a ponder miss" };
                return Err(Fault(format!("{}: it took too long to answer after {what}", game.variant())));
            }
            if answered < told || best.is_some_and(|mv| !position.is_legal(mv)) {
                return Err(Fault(format!("{}: it answered before the hit, or with no open move", game.variant())));
            }
        }
        tried += 1;
    }
    Ok(match tried {
        0 => Outcome::Skipped("it does not declare to ponder".to_owned()),
        _ => Outcome::Passed(format!("{tried} games")),
    })
}

pub fn infos(bench: &Bench) -> Finding {
    let mut engine = bench.start()?;
    let mut count = 0;
    for game in bench.games().filter(|game| game.support.capabilities.analysis) {
        game.begin(&mut engine)?;
        let lines = if game.support.capabilities.multi_pv { 3 } else { 1 };
        let (position, moves) = game.random(5, &mut fastrand::Rng::with_seed(bench.seed))?;
        engine.set_position(None, &moves)?;
        let limits = Limits { multi_pv: lines, ..Limits::move_time(Duration::from_millis(200)) };
        let heard = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&heard);
        let on_info = move |info: Info| sink.lock().unwrap_or_else(PoisonError::into_inner).push(info);
        engine.search(&limits, &StopFlag::default(), Arc::new(on_info))?;
        let heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        for info in heard.iter() {
            let mut board = position.clone();
            for &mv in &info.pv {
                if !board.is_legal(mv) {
                    let line = mirror::moves_text(game.variant(), &info.pv);
                    return Err(Fault(format!("the line {line:?} can't be played in {}", position.fen())));
                }
                board.play_unchecked(mv);
            }
            if info.multi_pv > lines {
                return Err(Fault(format!("line {} was reported where {lines} were asked for", info.multi_pv)));
            }
        }
        if heard.is_empty() {
            return Err(Fault(format!("{}: it declares to analyse and reported nothing", game.variant())));
        }
        count += heard.len();
    }
    Ok(match count {
        0 => Outcome::Skipped("it does not declare to analyse".to_owned()),
        _ => Outcome::Passed(format!("{count} reports")),
    })
}

pub fn seed(bench: &Bench) -> Finding {
    let mut tried = 0;
    for game in bench.games().filter(|game| game.support.capabilities.seed) {
        let first = seeded(bench, &game)?;
        if seeded(bench, &game)? != first {
            return Err(Fault(format!("{}: the same seed gave another game", game.variant())));
        }
        tried += 1;
    }
    Ok(match tried {
        0 => Outcome::Skipped("it does not declare to keep to a seed".to_owned()),
        _ => Outcome::Passed(format!("{tried} games twice")),
    })
}

/// A game of an engine against itself, with one seed and limits that don't depend on the machine.
fn seeded(bench: &Bench, game: &Game) -> Result<Vec<Move>, Fault> {
    let can = &game.support.capabilities;
    let limits = match (can.node_limit, can.depth_limit) {
        (true, _) => Limits::nodes(2_000),
        (false, true) => Limits::depth(2),
        (false, false) => Limits::default(),
    };
    let limits = Limits { seed: Some(bench.seed), ..limits };
    let mut engine = bench.start()?;
    game.begin(&mut engine)?;
    let (mut position, mut moves) = (game.start()?, Vec::new());
    while moves.len() < 12 && position.outcome().is_none() {
        let Some(mv) = answer(&mut engine, &position, None, &moves, &limits)?.best_move else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    Ok(moves)
}
