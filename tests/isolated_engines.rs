//! An isolated engine is the same as one in process: every request of the trait gives the same answer, and signals
//! reach it in time.

mod common;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use qiju::engines::isolated::{Isolated, Program};
use qiju::engines::library::Library;
use qiju::engines::{EngineInstance, StopFlag};
use rules::{Move, Rules, Variant};
use sdk::{Info, Limits, SearchResult};

const GREEDY: &str = "org.qiju.greedy";

fn library(id: &str) -> PathBuf {
    let short = id.rsplit('.').next().unwrap_or(id);
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    common::program_folder().join(format!("{prefix}qiju_{short}{suffix}"))
}

fn isolated(id: &str) -> Isolated {
    let program = Program::new(PathBuf::from(common::program()));
    Isolated::create(&program, &library(id), id).expect("it came with the program")
}

fn moves(variant: Variant, text: &str) -> Vec<Move> {
    text.split(' ').map(|text| variant.parse_move(text).expect("a move")).collect()
}

/// Searches and gives the answer with the infos, without what the clock decides.
fn think(engine: &mut dyn EngineInstance, limits: &Limits) -> (SearchResult, Vec<Info>) {
    let infos = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&infos);
    let on_info = Arc::new(move |info: Info| {
        let untimed = Info { time: None, nps: None, ..info };
        sink.lock().expect("not poisoned").push(untimed);
    });
    let result = engine.search(limits, &StopFlag::default(), on_info).expect("it answers");
    let infos = infos.lock().expect("not poisoned").clone();
    (result, infos)
}

#[test]
fn the_same_searches_give_the_same_answers_and_infos() {
    let mut inside = Library::open(&library(GREEDY)).and_then(|library| library.create(GREEDY)).expect("it loads");
    let mut child = isolated(GREEDY);
    assert_eq!(inside.options(), child.options());
    for (variant, played) in [(Variant::Gomoku, "h8 h9 i9"), (Variant::Xiangqi, "h2e2 h9g7")] {
        let limits = Limits { seed: Some(3), multi_pv: 2, ..Limits::default() };
        let [one, other] = [inside.as_mut(), &mut child as &mut dyn EngineInstance].map(|engine| {
            engine.new_game(variant, 15, Rules::default()).expect("it plays everything");
            engine.set_position(None, &moves(variant, played)).expect("a legal position");
            think(engine, &limits)
        });
        assert!(!one.1.is_empty());
        // As text, in which a value that is none equals another.
        assert_eq!(format!("{one:?}"), format!("{other:?}"), "{variant}");
    }
    let refusal =
        |engine: &mut dyn EngineInstance| engine.set_option("level", "godlike").expect_err("none").to_string();
    assert_eq!(refusal(inside.as_mut()), refusal(&mut child));
    let wrong = moves(Variant::Xiangqi, "e0e9");
    let refusal = |engine: &mut dyn EngineInstance| engine.set_position(None, &wrong).expect_err("illegal").to_string();
    assert_eq!(refusal(inside.as_mut()), refusal(&mut child));
}

#[test]
fn a_stop_reaches_a_search_before_and_after_its_beginning() {
    let mut engine = isolated(GREEDY);
    engine.new_game(Variant::Gomoku, 15, Rules::default()).expect("it plays Gomoku");
    engine.set_position(None, &[]).expect("a legal position");
    for wait in [0, 30, 200] {
        let (signals, stopper) = (StopFlag::default(), engine.stopper());
        let flag = signals.clone();
        if wait == 0 {
            flag.set();
        }
        let other = thread::spawn(move || {
            thread::sleep(Duration::from_millis(wait));
            flag.set();
            stopper.stop();
        });
        let result = engine.search(&Limits::infinite(), &signals, Arc::new(|_| {})).expect("it answers");
        assert!(result.best_move.is_some());
        other.join().expect("no panic");
    }
    // A flag alone is enough; the stopper only wakes.
    let signals = StopFlag::default();
    let flag = signals.clone();
    let other = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        flag.set();
    });
    assert!(engine.search(&Limits::infinite(), &signals, Arc::new(|_| {})).is_ok());
    other.join().expect("no panic");
}

#[test]
fn an_engine_that_the_library_does_not_hold_is_refused() {
    let program = Program::new(PathBuf::from(common::program()));
    let error = Isolated::create(&program, &library(GREEDY), "org.example.none").err().expect("there is none");
    assert!(error.to_string().contains("holds no engine org.example.none"), "{error}");
    let nowhere = Program::new(PathBuf::from("/no/such/program"));
    let error = Isolated::create(&nowhere, &library(GREEDY), GREEDY).err().expect("there is no program");
    assert!(error.to_string().contains("can't be given a process of its own"), "{error}");
}

/// What is no program of ours is not served, and not waited for.
#[test]
fn a_host_ends_with_its_input() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    for input in [&b""[..], &[0xFF; 64], b"\x02\0\0\0\x09\x09"] {
        let mut child = Command::new(common::program())
            .args(["host-plugin", "none"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut pipe = child.stdin.take().expect("it was asked for");
        // The child may have ended before all is written.
        let _ = pipe.write_all(input);
        drop(pipe);
        let output = child.wait_with_output().expect("it ends");
        assert!(output.stdout.is_empty());
    }
}
