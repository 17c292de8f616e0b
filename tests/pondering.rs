//! Engines that think in a person's time.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use qiju::engines::catalog::{Catalog, Places};
use qiju::engines::console;
use qiju::engines::isolated::Program;
use qiju::session::seat::Seat;
use qiju::session::{Input, Session, Setup};
use qiju::table::Table;
use rules::{Move, Position, Variant};

fn table(seat: &str) -> Table {
    let status = Command::new(env!("CARGO")).args(["build", "--quiet", "--package", "alphabeta"]).status().unwrap();
    assert!(status.success(), "the engine is built");
    let folder = Path::new(common::program()).parent().unwrap().to_owned();
    let program = Program::new(PathBuf::from(common::program()));
    let shipped = vec![folder];
    let places = Places { folders: shipped.clone(), shipped, program, choices: None, quarantine: None };
    let seats = [Seat::Human, seat.parse().unwrap()];
    let session = Session::new(Setup::new(Variant::Gomoku, 15), seats).unwrap();
    let mut table = Table::new(session, Arc::new(Catalog::find_in(places)), Duration::ZERO);
    table.set_seed(1);
    table.begin();
    table
}

/// Hears the engine until so many moves are played.
fn until(table: &mut Table, plies: usize) {
    let events = table.events();
    while table.session().record().moves().len() < plies {
        let event = events.recv_timeout(Duration::from_secs(30)).expect("the engine answers");
        table.handle(event);
        assert_eq!(table.session().failure(), None);
    }
}

fn play(table: &mut Table, mv: Move) {
    table.apply(Input::Play(mv));
}

/// What the engine was told and answered, of the searches that the log shows.
fn log(from: u64) -> Vec<String> {
    console::lines_from(from).0.into_iter().map(|line| line.text).filter(|text| !text.contains("info")).collect()
}

#[test]
fn the_expected_move_is_answered_by_the_search_that_pondered() {
    let (_, begun) = console::lines_from(u64::MAX);
    let mut table = table("alphabeta:ponder=true,level=normal,isolation=on");
    play(&mut table, Variant::Gomoku.parse_move("h8").unwrap());
    until(&mut table, 2);
    let deadline = Instant::now() + Duration::from_secs(10);
    let said = |word: &str| log(begun).iter().any(|line| line.starts_with("> search") && line.contains(word));
    while !said("ponder") {
        assert!(Instant::now() < deadline, "it ponders: {:#?}", log(begun));
        std::thread::sleep(Duration::from_millis(10));
    }
    let answer = log(begun).into_iter().rfind(|line| line.starts_with("< best move")).unwrap();
    let expected = answer.split_whitespace().skip_while(|word| *word != "ponder").nth(1).unwrap().to_owned();
    play(&mut table, Variant::Gomoku.parse_move(&expected).unwrap());
    until(&mut table, 4);
    let log = log(begun);
    assert!(log.iter().any(|line| line.starts_with("> ponder hit")), "{log:#?}");
    // Two searches asked for two answers; a third ponders on the next move.
    assert!(log.iter().filter(|line| line.starts_with("> search")).count() <= 3, "{log:#?}");

    // Another move than the expected one: the search is thrown away, and the position played is answered.
    let unexpected = table.session().position().legal_moves().into_iter().next_back().unwrap();
    play(&mut table, unexpected);
    until(&mut table, 6);
    // A move taken back ends the pondering too: the engine is free at once for what comes next.
    table.apply(Input::Undo);
    assert_eq!(table.session().record().moves().len(), 4);
    let mv = table.session().position().legal_moves().into_iter().next().unwrap();
    play(&mut table, mv);
    until(&mut table, 6);
}
