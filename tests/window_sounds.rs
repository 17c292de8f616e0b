//! What is heard while a game is played, and when nothing is.

mod common;

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use crossbeam_channel::{Receiver, unbounded};
use i_slint_backend_testing::init_no_event_loop;
use qiju::app::App;
use qiju::engines::catalog::{Catalog, Places};
use qiju::engines::isolated::Program;
use qiju::session::record::NodeId;
use qiju::session::seat::Seat;
use qiju::session::{Input, Session, Setup};
use qiju::settings::Store;
use qiju::sound::Sounds;
use qiju::view::cues::Cue;
use rules::{Side, Variant};

struct Window {
    app: Rc<App>,
    variant: Variant,
    heard: Receiver<(Cue, f32)>,
    _folder: tempfile::TempDir,
}

impl Window {
    fn open(variant: Variant, first: &str, second: &str) -> Window {
        init_no_event_loop();
        let folder = tempfile::tempdir().unwrap();
        let (store, _) = Store::open_file(&folder.path().join("settings.toml"));
        let folders = vec![common::program_folder().to_owned()];
        let program = Program::new(PathBuf::from(common::program()));
        let places = Places { shipped: folders.clone(), folders, program, choices: None, quarantine: None };
        let seats: [Seat; 2] = [first, second].map(|seat| seat.parse().unwrap());
        let session = Session::new(Setup::new(variant, 15), seats).unwrap();
        let app = App::new(session, Arc::new(Catalog::find_in(places)), store).unwrap();
        let (sender, heard) = unbounded();
        app.set_sounds(Sounds::to(sender));
        app.begin();
        Window { app, variant, heard, _folder: folder }
    }

    /// What is heard of a press on a point.
    fn press(&self, point: &str) -> Vec<Cue> {
        let point = self.variant.parse_point(point).unwrap();
        self.heard_of(|app| app.apply(Input::Click(point)))
    }

    fn heard_of(&self, act: impl FnOnce(&Rc<App>)) -> Vec<Cue> {
        // Nothing sounds twice within 40 ms.
        sleep(Duration::from_millis(45));
        act(&self.app);
        self.heard.try_iter().map(|(cue, _)| cue).collect()
    }
}

#[test]
fn a_game_is_heard_and_browsing_is_not() {
    let window = Window::open(Variant::Gomoku, "human", "human");
    assert_eq!(window.press("h8"), [Cue::Place(Side::First)]);
    assert_eq!(window.press("h8"), [Cue::Refusal]);
    assert_eq!(window.press("a1"), [Cue::Place(Side::Second)]);
    assert_eq!(window.heard_of(|app| app.apply(Input::Undo)), []);
    assert_eq!(window.heard_of(|app| app.apply(Input::Redo)), []);
    assert_eq!(window.heard_of(|app| app.apply(Input::GoTo(NodeId::ROOT))), []);
    assert_eq!(window.heard_of(|app| app.go_to_ply(2)), []);
    for point in ["i8", "a2", "j8", "a3", "k8", "a4"] {
        assert_eq!(window.press(point).len(), 1);
    }
    assert_eq!(window.press("l8"), [Cue::Place(Side::First), Cue::Win]);
}

#[test]
fn men_are_heard_as_they_are_picked_up_and_captured() {
    let window = Window::open(Variant::Xiangqi, "human", "human");
    assert_eq!(window.press("h2"), [Cue::PickUp]);
    assert_eq!(window.press("h9"), [Cue::Capture]);
}

#[test]
fn sound_that_is_off_is_silent() {
    let window = Window::open(Variant::Gomoku, "human", "human");
    window.app.store().borrow_mut().settings.sound.on = false;
    assert_eq!(window.press("h8"), []);
}

#[test]
fn a_fast_demo_is_silent() {
    let window = Window::open(Variant::Gomoku, "greedy", "greedy");
    window.app.set_pace(usize::MAX);
    let events = window.app.table().borrow().events();
    while window.app.table().borrow().session().record().moves().len() < 6 {
        let event = events.recv_timeout(Duration::from_secs(20)).expect("the engines play");
        window.app.handle(vec![event]);
    }
    assert_eq!(window.heard_of(|_| {}), []);
}
