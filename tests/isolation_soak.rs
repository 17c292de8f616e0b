//! Many fast games between isolated engines, a crashing one among them: every record is whole, and nothing is left of
//! any. `QIJU_SOAK_GAMES` sets their number. With `--ignored` the cost of isolation is measured and printed.
#![cfg(unix)]

mod common;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use common::c_library;
use qiju::engines::catalog::{Catalog, Places};
use qiju::engines::isolated::{Isolated, Program};
use qiju::engines::library::Library;
use qiju::engines::{EngineInstance, StopFlag};
use qiju::session::seat::{EngineSpec, Seat};
use qiju::session::{Referee, Session, Setup};
use qiju::table::{Notice, Table};
use rules::{EndReason, Rules, Variant, Verdict};
use sdk::Limits;

fn animal(name: &str) -> PathBuf {
    let source = c_library::root().join("tests/plugins/zoo").join(name).with_extension("c");
    c_library::compile(&source, name, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("soak"), &[])
}

fn program() -> Program {
    Program::new(PathBuf::from(common::program()))
}

fn session(setup: &Setup, files: [&Path; 2]) -> Session {
    let seats = files.map(|file| Seat::Engine(EngineSpec::new(file.display().to_string())));
    Session::new(setup.clone(), seats).expect("the set-up is that of a game")
}

fn run(table: &mut Table, first: Vec<Notice>) -> Verdict {
    let (events, mut notices) = (table.events(), first);
    loop {
        let ended = notices
            .into_iter()
            .find_map(|notice| if let Notice::Ended(verdict) = notice { Some(verdict) } else { None });
        if let Some(verdict) = ended {
            return verdict;
        }
        notices = match events.recv_timeout(Duration::from_millis(100)) {
            Ok(event) => table.handle(event),
            Err(_) => table.tick(),
        };
    }
}

/// Threads, descriptors and children of this process, and its memory in MiB.
fn holdings() -> [usize; 4] {
    let count = |folder: &str| fs::read_dir(folder).map_or(0, Iterator::count);
    let children = fs::read_to_string(format!("/proc/self/task/{}/children", std::process::id())).unwrap_or_default();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    let kibibytes: usize = resident.split_whitespace().next().and_then(|text| text.parse().ok()).unwrap_or_default();
    [count("/proc/self/task"), count("/proc/self/fd"), children.split_whitespace().count(), kibibytes >> 10]
}

#[test]
fn many_games_with_a_crashing_engine_leave_nothing_behind() {
    let games: usize = env::var("QIJU_SOAK_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let (sound, other, crashing) = (animal("sound"), animal("late_infos"), animal("crash_in_search"));
    let mut setup = Setup::new(Variant::Gomoku, 5);
    setup.referee = Referee::Strict;
    let places =
        Places { folders: Vec::new(), shipped: Vec::new(), program: program(), choices: None, quarantine: None };
    let catalog = Arc::new(Catalog::find_in(places));
    let before = holdings();
    let mut table = Table::new(session(&setup, [&sound, &other]), catalog, Duration::from_millis(40));
    let (mut crashes, mut sound_games, mut plies) = (0, 0, 0);
    for game in 0..games {
        let files: [&Path; 2] = match game % 5 {
            0 => [&crashing, &sound],
            1 => [&sound, &crashing],
            _ => [&sound, &other],
        };
        let notices = table.new_game(session(&setup, files));
        let reason = run(&mut table, notices).outcome.reason();
        let moves = table.session().record().moves();
        plies += moves.len();
        match reason {
            EndReason::EngineFailure => crashes += 1,
            _ => sound_games += 1,
        }
        assert_eq!(reason == EndReason::EngineFailure, game % 5 < 2, "game {game}: {:?}", table.session().failure());
        assert!(moves.len() >= 4, "game {game}");
    }
    println!("{games} games: {crashes} lost by a crash, {sound_games} played to the end, {plies} plies");
    assert_eq!(crashes + sound_games, games);
    println!("threads, descriptors, children, MiB: {before:?} before, {:?} in the last game", holdings());
    drop(table);
    let begun = Instant::now();
    while holdings()[..3].iter().zip(&before).any(|(after, before)| after > before) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?} are left, {before:?} were there before", holdings());
        thread::sleep(Duration::from_millis(20));
    }
    println!("{:?} after", holdings());
    assert!(holdings()[3] < before[3] + 64, "{:?} MiB after {before:?}", holdings());
}

/// Times of a think request, sorted.
fn round_trips(engine: &mut dyn EngineInstance, rounds: usize) -> Vec<Duration> {
    engine.new_game(Variant::Gomoku, 15, Rules::default()).expect("it plays Gomoku");
    let moves = ["h8", "h9", "i9"].map(|text| Variant::Gomoku.parse_move(text).expect("a move"));
    let mut times: Vec<_> = (0..rounds)
        .map(|_| {
            let begun = Instant::now();
            engine.set_position(None, &moves).expect("a legal position");
            engine.search(&Limits::default(), &StopFlag::default(), Arc::new(|_| {})).expect("it answers");
            begun.elapsed()
        })
        .collect();
    times.sort();
    times
}

#[test]
#[ignore = "prints figures, which need a quiet machine"]
fn cost_of_isolation() {
    let file = animal("sound");
    let id = "org.example.sound";
    let mut inside = Library::open(&file).and_then(|library| library.create(id)).expect("it is sound");
    let mut starts: Vec<_> = (0..50)
        .map(|_| {
            let begun = Instant::now();
            drop(Isolated::create(&program(), &file, id).expect("it is sound"));
            begun.elapsed()
        })
        .collect();
    starts.sort();
    let mut child = Isolated::create(&program(), &file, id).expect("it is sound");
    for (name, times) in
        [("in process", round_trips(inside.as_mut(), 20_000)), ("isolated", round_trips(&mut child, 20_000))]
    {
        println!("think request {name}: p50 {:?}, p99 {:?}", times[times.len() / 2], times[times.len() * 99 / 100]);
    }
    println!("child from start to end: p50 {:?}, p99 {:?}", starts[25], starts[49]);
    println!("memory of a child: {:?}", child.child().census().expect("it lives"));
}
