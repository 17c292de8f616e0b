//! How long the window is busy with a move late in a long game. Prints figures and asserts nothing; run it with
//! `cargo test --test window_speed -- --ignored --nocapture`.

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use i_slint_backend_testing::init_no_event_loop;
use qiju::app::App;
use qiju::engines::catalog::{Catalog, Places};
use qiju::engines::isolated::Program;
use qiju::session::seat::Seat;
use qiju::session::{Input, Session, Setup};
use qiju::settings::Store;
use rules::{Move, Position, Rules, Variant, VariantPosition};
use slint::ComponentHandle;

const NOW: Duration = Duration::ZERO;

/// Moves that never end the game, chosen by a seed.
fn long_game(variant: Variant, plies: usize) -> Vec<Move> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut position = VariantPosition::start(variant, 19, Rules::default()).unwrap();
    let mut moves = Vec::new();
    while moves.len() < plies {
        moves.push(quiet_move(&mut position, &mut random, moves.len().is_multiple_of(50)));
    }
    moves
}

fn quiet_move(position: &mut VariantPosition, random: &mut fastrand::Rng, capture: bool) -> Move {
    let mut moves = position.legal_moves();
    random.shuffle(&mut moves);
    if let VariantPosition::Xiangqi(board) = position {
        moves.sort_by_key(|mv| mv.to().is_some_and(|to| board.man(to).is_some()) != capture);
    }
    for mv in moves {
        position.play_unchecked(mv);
        if position.outcome().is_none() {
            return mv;
        }
        position.undo();
    }
    panic!("every move ends the game");
}

/// A game of 300 plies; every third has a variation of four.
fn game_with_variations(variant: Variant) -> Session {
    let moves = long_game(variant, 300);
    let seats = [Seat::Human, Seat::Human];
    let mut session = Session::new(Setup::new(variant, 19), seats).unwrap().with_moves(&moves).unwrap();
    let main = session.record().path(session.record().current());
    let mut random = fastrand::Rng::with_seed(8);
    for node in main.iter().step_by(3) {
        session.apply(Input::GoTo(*node), NOW);
        for _ in 0..4 {
            let mv = quiet_move(&mut session.position().clone(), &mut random, false);
            session.apply(Input::Play(mv), NOW);
        }
    }
    session.apply(Input::GoTo(main[main.len() - 1]), NOW);
    session
}

fn measure(name: &str, variant: Variant, session: Session) {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = Store::open_file(&folder.path().join("settings.toml"));
    let program = Program::new(common::program().into());
    let places = Places { shipped: Vec::new(), folders: Vec::new(), program, choices: None, quarantine: None };
    let app = App::new(session, Arc::new(Catalog::find_in(places)), store).unwrap();
    app.window().show().unwrap();
    app.begin();
    let mut random = fastrand::Rng::with_seed(9);
    let mut times: Vec<_> = (0..20)
        .map(|_| {
            let mut position = app.table().borrow().session().position().clone();
            let mv = quiet_move(&mut position, &mut random, false);
            let start = Instant::now();
            app.apply(Input::Play(mv));
            start.elapsed()
        })
        .collect();
    times.sort();
    println!("{variant}, {name}: {:?} in the middle, {:?} at worst", times[10], times[19]);
}

#[test]
#[ignore = "a measurement"]
fn a_move_late_in_a_long_game() {
    init_no_event_loop();
    for variant in [Variant::Gomoku, Variant::Xiangqi] {
        let empty = Session::new(Setup::new(variant, 19), [Seat::Human, Seat::Human]).unwrap();
        measure("from the start", variant, empty);
        measure("from ply 300 with 100 variations", variant, game_with_variations(variant));
    }
}
