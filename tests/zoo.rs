//! The zoo: real libraries that misbehave, in child processes. For each of them the program lives, the other player
//! plays on, the record is whole, and the user reads one sentence with engine, file and cause.
#![cfg(unix)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use common::c_library;
use crossbeam_channel::RecvTimeoutError;
use qiju::engines::catalog::{Catalog, Places};
use qiju::engines::isolated::Program;
use qiju::session::clock::TimeControl;
use qiju::session::seat::{EngineSpec, Seat};
use qiju::session::{Referee, Session, Setup};
use qiju::table::{Notice, Patience, Table};
use rules::{EndReason, Side, Variant, Verdict};

/// How long a test waits for what must come.
const DEADLINE: Duration = Duration::from_secs(60);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("zoo")
}

/// The library of an animal, compiled once.
fn library(animal: &str) -> PathBuf {
    static CAGES: OnceLock<Mutex<BTreeMap<String, PathBuf>>> = OnceLock::new();
    let mut cages = CAGES.get_or_init(Mutex::default).lock().expect("no test panics while it compiles");
    cages.entry(animal.to_owned()).or_insert_with(|| compile(animal, &[])).clone()
}

fn compile(animal: &str, arguments: &[&str]) -> PathBuf {
    let zoo = c_library::root().join("tests/plugins/zoo");
    let source = ["c", "cpp"].map(|end| zoo.join(animal).with_extension(end)).into_iter().find(|file| file.is_file());
    let here = format!("-DZOO_FOLDER=\"{}\"", folder().display());
    let arguments: Vec<_> = arguments.iter().copied().chain([here.as_str()]).collect();
    c_library::compile(&source.expect("the animal is in the zoo"), animal, &folder(), &arguments)
}

/// Children of the program under test, with little patience.
fn program() -> Program {
    let mut program = Program::new(PathBuf::from(common::program()));
    program.patience.load = Duration::from_secs(3);
    program.patience.new_game = Duration::from_secs(3);
    program.patience.alive = Duration::from_secs(2);
    program
}

fn places(program: Program) -> Places {
    Places { folders: Vec::new(), shipped: Vec::new(), program, choices: None, quarantine: None }
}

/// How a game with an animal in it ended.
struct Game {
    verdict: Verdict,
    failure: Option<(Side, String)>,
    plies: usize,
}

struct Hall {
    table: Table,
    setup: Setup,
}

impl Hall {
    fn new(program: Program, time: TimeControl) -> Hall {
        let mut setup = Setup::new(Variant::Gomoku, 9);
        setup.referee = Referee::Strict;
        setup.time = [time; 2];
        let catalog = Arc::new(Catalog::find_in(places(program)));
        let session = session(&setup, ["sound", "sound"]);
        let mut table = Table::new(session, catalog, Duration::from_millis(40));
        table.set_patience(Patience { unlimited: Some(Duration::from_secs(5)), ..table.patience() });
        Hall { table, setup }
    }

    /// Plays a game between two animals.
    fn play(&mut self, animals: [&str; 2]) -> Game {
        let notices = self.table.new_game(session(&self.setup, animals));
        let verdict = self.run(notices);
        let session = self.table.session();
        Game {
            verdict,
            failure: session.failure().map(|(side, why)| (side, why.to_owned())),
            plies: session.record().moves().len(),
        }
    }

    fn run(&mut self, first: Vec<Notice>) -> Verdict {
        let (events, begun, mut notices) = (self.table.events(), Instant::now(), first);
        loop {
            for notice in notices {
                if let Notice::Ended(verdict) = notice {
                    return verdict;
                }
            }
            assert!(begun.elapsed() < DEADLINE, "the game never ends");
            let patience = Instant::now() + Duration::from_millis(100);
            let deadline = self.table.next_deadline().map_or(patience, |deadline| deadline.min(patience));
            notices = match events.recv_deadline(deadline) {
                Ok(event) => self.table.handle(event),
                Err(RecvTimeoutError::Timeout) => self.table.tick(),
                Err(RecvTimeoutError::Disconnected) => panic!("the table holds a sender itself"),
            };
        }
    }
}

fn session(setup: &Setup, animals: [&str; 2]) -> Session {
    let seat = |animal: &str| Seat::Engine(EngineSpec::new(library(animal).display().to_string()));
    Session::new(setup.clone(), animals.map(seat)).expect("the set-up is that of a game")
}

/// Plays an animal against a sound engine, sees that a sound game follows on the same table and that no process is
/// left, and gives the reason of the first game's end, its plies and the sentence, with the library's file as `FILE`.
fn visit(animal: &str, time: TimeControl) -> (EndReason, usize, String) {
    visit_with(animal, time, program())
}

fn visit_with(animal: &str, time: TimeControl, program: Program) -> (EndReason, usize, String) {
    let mut hall = Hall::new(program, time);
    let game = hall.play([animal, "sound"]);
    if game.failure.is_some() {
        assert_eq!(game.verdict.outcome.winner(), Some(Side::Second), "{animal}: the sound engine wins");
    }
    let next = hall.play(["sound", "sound"]);
    assert!(next.failure.is_none() && next.plies > 8, "{animal}: {:?}", next.failure);
    drop(hall);
    assert_nobody_left(&library(animal));
    let sentence = game.failure.map_or_else(String::new, |(_, why)| why);
    assert!(!sentence.contains('\n'), "{animal}: one sentence");
    (game.verdict.outcome.reason(), game.plies, sentence.replace(&library(animal).display().to_string(), "FILE"))
}

/// A library that fails before it plays.
fn refused(file: &Path) -> String {
    let catalog = Catalog::find_in(places(program()));
    let error = catalog.engine(&file.display().to_string()).expect_err("it can't be used");
    assert_nobody_left(file);
    let sentence = error.to_string();
    assert!(!sentence.contains('\n'), "one sentence: {sentence}");
    sentence.replace(&file.display().to_string(), "FILE")
}

/// Waits until no process names this library, and no child of ours is a zombie.
fn assert_nobody_left(file: &Path) {
    let begun = Instant::now();
    let text = file.display().to_string();
    while let Some(left) = processes().into_iter().find(|process| process.is_left(&text)) {
        assert!(begun.elapsed() < Duration::from_secs(10), "{left:?} is left of {text}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[derive(Debug)]
struct Process {
    parent: u32,
    state: String,
    command: String,
}

impl Process {
    fn is_left(&self, library: &str) -> bool {
        let is_zombie = self.parent == std::process::id() && self.state == "Z";
        is_zombie || self.command.contains(library) && self.command.contains("host-plugin")
    }
}

fn processes() -> Vec<Process> {
    let folders = fs::read_dir("/proc").map(|entries| entries.flatten().collect()).unwrap_or_else(|_| Vec::new());
    let read = |folder: PathBuf| {
        let about = fs::read_to_string(folder.join("stat")).ok()?;
        let (_, rest) = about.rsplit_once(") ")?;
        let mut words = rest.split(' ');
        let (state, parent) = (words.next()?.to_owned(), words.next()?.parse().ok()?);
        let command = fs::read(folder.join("cmdline")).ok()?;
        Some(Process { parent, state, command: String::from_utf8_lossy(&command).replace('\0', " ") })
    };
    folders.into_iter().filter_map(|entry| read(entry.path())).collect()
}

const NO_CLOCK: TimeControl = TimeControl::Unlimited;

#[test]
fn a_crash_in_a_search_is_restarted_and_then_costs_the_game() {
    let (reason, plies, sentence) = visit("crash_in_search", NO_CLOCK);
    assert_eq!((reason, plies), (EndReason::EngineFailure, 4));
    let text =
        "engine crash-in-search (FILE) crashed in the search: its process was ended by signal 11 (segmentation fault)";
    assert_eq!(sentence, text);
}

#[test]
fn a_crash_that_a_new_start_mends_costs_nothing() {
    let mark = folder().join("crash_once.mark");
    let _ = fs::remove_file(&mark);
    let (reason, plies, sentence) = visit("crash_once", NO_CLOCK);
    assert!(mark.is_file(), "it has crashed");
    assert!(reason != EndReason::EngineFailure && plies > 8, "{reason:?} {sentence}");
}

#[test]
fn whatever_ends_the_process_is_said_in_words() {
    let (reason, _, sentence) = visit("abort", NO_CLOCK);
    assert_eq!(reason, EndReason::EngineFailure);
    assert!(sentence.contains("signal 6 (abort); its last words: assertion failed: the board is round"), "{sentence}");
    let (_, _, sentence) = visit("exits", NO_CLOCK);
    assert!(sentence.ends_with("its process ended with exit code 7"), "{sentence}");
    let (_, _, sentence) = visit("exception", NO_CLOCK);
    assert!(sentence.contains("signal 6 (abort)") && sentence.contains("foreign exceptions"), "{sentence}");
}

#[test]
fn a_crash_at_a_new_game_costs_that_game() {
    let (reason, plies, sentence) = visit("crash_at_new_game", NO_CLOCK);
    assert_eq!((reason, plies), (EndReason::EngineFailure, 0));
    assert!(sentence.contains("crashed in a game of Gomoku"), "{sentence}");
}

#[test]
fn a_crash_at_the_end_costs_nothing() {
    let mut hall = Hall::new(program(), NO_CLOCK);
    let refused = hall.play(["crash_at_destroy", "sound"]);
    // It is looked at first, where it crashes as it would later.
    let why = refused.failure.expect("it can't be used").1;
    assert!(why.contains("quarantined") && why.contains("crashed in its destruction"), "{why}");
    drop(hall);
    assert_nobody_left(&library("crash_at_destroy"));
}

#[test]
fn libraries_that_crash_or_hang_when_looked_at_are_quarantined() {
    let sentence = refused(&library("crash_at_load"));
    assert!(sentence.starts_with("FILE is quarantined: FILE crashed in loading: "), "{sentence}");
    assert!(refused(&library("crash_at_init")).contains("signal 11 (segmentation fault)"));
    assert!(refused(&library("crash_at_create")).contains("engine crash-at-create (FILE) crashed in its creation"));
    assert!(refused(&library("hang_at_load")).contains("FILE did not answer in loading within 3s"));
    assert!(refused(&library("hang_at_destroy")).contains("did not answer in its destruction within 3s"));
}

#[test]
fn a_quarantined_library_is_left_alone_until_it_changes() {
    let place = folder().join("quarantine");
    let file = c_library::compile(&zoo("hang_at_load.c"), "changing", &place.join("plugins"), &[]);
    let kept = place.join("quarantine.toml");
    let _ = fs::remove_file(&kept);
    let look = || {
        let mut places = places(program());
        places.folders = vec![place.join("plugins")];
        places.quarantine = Some(kept.clone());
        let begun = Instant::now();
        (Catalog::find_in(places), begun.elapsed())
    };
    let (catalog, _) = look();
    assert!(catalog.unusable()[0].quarantined, "{:?}", catalog.unusable());
    let (again, spent) = look();
    assert!(again.unusable()[0].quarantined && spent < Duration::from_secs(3), "it is not looked at again");
    thread::sleep(Duration::from_millis(5));
    fs::remove_file(&file).expect("nobody holds it");
    c_library::compile(&zoo("sound.c"), "changing", &place.join("plugins"), &[]);
    let (mended, _) = look();
    assert_eq!(mended.entries().len(), 1, "{:?}", mended.unusable());
}

fn zoo(file: &str) -> PathBuf {
    c_library::root().join("tests/plugins/zoo").join(file)
}

#[test]
fn engines_that_hang_are_ended() {
    let second = TimeControl::PerMove(Duration::from_millis(300));
    let (reason, _, _) = visit("deaf", second);
    assert_eq!(reason, EndReason::Timeout);
    let (reason, _, sentence) = visit("hang_at_new_game", NO_CLOCK);
    assert_eq!(reason, EndReason::EngineFailure);
    assert!(sentence.contains("(FILE) did not answer in a game of Gomoku within 3s"), "{sentence}");
}

#[test]
fn an_engine_without_a_clock_that_keeps_silent_loses() {
    let (reason, plies, sentence) = visit("deaf", NO_CLOCK);
    assert_eq!((reason, plies), (EndReason::EngineFailure, 0));
    assert!(sentence.contains("kept silent for 5s"), "{sentence}");
}

#[test]
fn a_frozen_process_is_noticed_without_any_clock() {
    let (reason, _, sentence) = visit("frozen", NO_CLOCK);
    assert_eq!(reason, EndReason::EngineFailure);
    assert!(sentence.contains("engine frozen (FILE) did not answer in the search within 2s"), "{sentence}");
}

#[test]
fn a_move_after_the_end_of_its_time_loses_and_spoils_nothing() {
    let (reason, plies, _) = visit("oversleep", TimeControl::PerMove(Duration::from_millis(200)));
    assert_eq!((reason, plies), (EndReason::Timeout, 4));
}

#[test]
fn moves_that_are_none_lose_with_their_own_reason() {
    let (reason, plies, sentence) = visit("illegal_move", NO_CLOCK);
    assert_eq!((reason, plies), (EndReason::IllegalMove, 2), "{sentence}");
    assert!(sentence.contains("c3") && sentence.contains("occupied"), "{sentence}");
    let (reason, plies, sentence) = visit("nonsense_move", NO_CLOCK);
    assert_eq!((reason, plies), (EndReason::EngineFailure, 0));
    assert!(sentence.contains("engine nonsense-move (FILE) gave an answer that can't be used"), "{sentence}");
    let (reason, plies, _) = visit("no_move", NO_CLOCK);
    assert!(matches!(reason, EndReason::EngineFailure | EndReason::IllegalMove) && plies == 0, "{reason:?}");
}

#[test]
fn noise_costs_nothing() {
    for animal in ["late_infos", "garbage_infos", "prints", "thread_left", "grandchild"] {
        let (reason, plies, sentence) = visit(animal, NO_CLOCK);
        assert!(reason != EndReason::EngineFailure && plies > 8, "{animal}: {reason:?} {sentence}");
    }
}

#[test]
fn a_library_that_closes_the_channel_loses() {
    let (reason, plies, sentence) = visit("closes", NO_CLOCK);
    assert_eq!((reason, plies), (EndReason::EngineFailure, 4));
    assert!(sentence.contains("engine closes (FILE) crashed in the search"), "{sentence}");
}

#[test]
#[cfg(target_os = "linux")]
fn memory_can_be_limited() {
    let limited = Program { memory: Some(256 << 20), ..program() };
    let (reason, _, sentence) = visit_with("glutton", NO_CLOCK, limited);
    assert_eq!(reason, EndReason::EngineFailure);
    assert!(sentence.contains("engine glutton (FILE) crashed in the search"), "{sentence}");
    assert!(sentence.contains("256 MiB"), "{sentence}");
}

#[test]
fn libraries_that_break_the_interface_are_refused() {
    assert!(refused(&library("other_version")).contains("speaks version 9.0 of the plugin interface"));
    assert!(refused(&library("short_entry")).contains("its entry is 16 bytes long"));
    assert!(refused(&library("no_entry")).contains("does not export qiju_plugin_entry_v1"));
    assert!(refused(&library("million_options")).contains("it declares 1000000 options"));
}

#[test]
fn files_that_can_not_be_loaded_are_refused() {
    let text = folder().join("libqiju_text.so");
    fs::create_dir_all(folder()).expect("the folder can be written");
    fs::write(&text, "no library at all").expect("the folder can be written");
    assert!(refused(&text).starts_with("FILE can't be loaded: "), "{}", refused(&text));

    // The machine's number in an ELF header, made that of a processor this is not.
    let mut bytes = fs::read(library("sound")).expect("it was compiled");
    bytes[18..20].copy_from_slice(&if cfg!(target_arch = "aarch64") { [62, 0] } else { [183, 0] });
    let foreign = folder().join("libqiju_foreign.so");
    fs::write(&foreign, bytes).expect("the folder can be written");
    assert!(refused(&foreign).starts_with("FILE can't be loaded: "));

    let needed = compile("not_there", &[]);
    let needing = compile("needs_another", &[&needed.display().to_string()]);
    fs::remove_file(needed).expect("it was compiled");
    let sentence = refused(&needing);
    assert!(sentence.contains("libqiju_not_there"), "{sentence}");
}

/// The program is killed while an engine thinks, and has no chance to clean up.
#[test]
fn nobody_outlives_a_program_that_is_killed() {
    let (deaf, grandchild) = (library("deaf"), library("grandchild"));
    let second = deaf.display().to_string();
    for file in [&deaf, &grandchild] {
        let path = file.display().to_string();
        let arguments = ["play", "--first", &path, "--second", &second];
        let mut play = Command::new(common::program()).args(arguments).spawn().expect("the program starts");
        let begun = Instant::now();
        while !processes().iter().any(|process| process.parent == play.id() && process.command.contains(&path)) {
            assert!(begun.elapsed() < DEADLINE, "no child is started for {path}");
            thread::sleep(Duration::from_millis(20));
        }
        thread::sleep(Duration::from_millis(500));
        play.kill().expect("it runs");
        play.wait().expect("it ends");
    }
    assert_nobody_left(&grandchild);
    assert_nobody_left(&deaf);
}

/// A panic of an engine that is written with the sdk is caught in the engine, which is then of no use.
#[test]
fn a_panic_in_rust_is_told_with_its_words() {
    let name = format!("{}qiju_panicking{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let file = common::program_folder().join(name);
    let mut hall = Hall::new(program(), NO_CLOCK);
    for isolation in ["on", "off"] {
        let spec = EngineSpec::new(file.display().to_string()).with_option("isolation", isolation);
        let seats = [Seat::Engine(spec), Seat::Engine(EngineSpec::new(library("sound").display().to_string()))];
        let next = Session::new(hall.setup.clone(), seats).expect("the set-up is that of a game");
        let notices = hall.table.new_game(next);
        assert_eq!(hall.run(notices).outcome.reason(), EndReason::EngineFailure);
        let (_, why) = hall.table.session().failure().expect("it panicked");
        assert!(why.contains("engine Panicking (") && why.contains("the board is upside down"), "{why}");
    }
}

/// An author builds a library anew while it plays: the next game has the new one, isolated or not.
#[test]
fn a_library_that_is_built_anew_plays_the_next_game() {
    let place = folder().join("anew");
    for isolation in ["on", "off"] {
        let build = |animal: &str| c_library::compile(&zoo(animal), "anew", &place, &[]);
        let file = build("sound.c");
        let mut hall = Hall::new(program(), NO_CLOCK);
        let spec = EngineSpec::new(file.display().to_string()).with_option("isolation", isolation);
        let seats = || [Seat::Engine(spec.clone()), Seat::Engine(spec.clone())];
        let play = |hall: &mut Hall| {
            let next = Session::new(hall.setup.clone(), seats()).expect("the set-up is that of a game");
            let notices = hall.table.new_game(next);
            hall.run(notices).outcome.reason()
        };
        assert!(!matches!(play(&mut hall), EndReason::IllegalMove | EndReason::EngineFailure));
        thread::sleep(Duration::from_millis(5));
        fs::remove_file(&file).expect("it was compiled");
        build("illegal_move.c");
        assert_eq!(play(&mut hall), EndReason::IllegalMove, "isolation {isolation}");
    }
}
