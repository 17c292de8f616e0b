//! The window, driven through the testing backend: what a person sees and does, without a screen.

mod common;

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use i_slint_backend_testing::{ElementHandle, ElementQuery, init_no_event_loop};
use qiju::app::App;
use qiju::engines::catalog::{Catalog, Places};
use qiju::engines::isolated::Program;
use qiju::session::seat::Seat;
use qiju::session::{Session, Setup};
use qiju::settings::Store;
use qiju::ui::generated::{GameAdapter, NewGameAdapter, OpenSheet, SettingsAdapter, StatusKind, Texts};
use rules::Variant;
use slint::platform::{Key, PointerEventButton, WindowEvent};
use slint::{ComponentHandle, LogicalPosition, LogicalSize, Model, SharedString};

/// A window with a game, and the folder of its settings.
struct Window {
    app: Rc<App>,
    _folder: tempfile::TempDir,
}

/// The engines that come with the program, in process, and nothing that a user decided.
fn places() -> Places {
    let folders = vec![common::program_folder().to_owned()];
    let program = Program::new(PathBuf::from(common::program()));
    Places { shipped: folders.clone(), folders, program, choices: None, quarantine: None }
}

impl Window {
    fn open(variant: Variant, first: &str, second: &str) -> Window {
        init_no_event_loop();
        let folder = tempfile::tempdir().unwrap();
        let (mut store, _) = Store::open_file(&folder.path().join("settings.toml"));
        store.settings.language = "en".to_owned();
        let catalog = Catalog::find_in(places());
        let seats: [Seat; 2] = [first, second].map(|seat| seat.parse().unwrap());
        let session = Session::new(Setup::new(variant, 15), seats).unwrap();
        let app = App::new(session, Arc::new(catalog), store).unwrap();
        app.window().show().unwrap();
        app.window().window().set_size(LogicalSize::new(1280.0, 800.0));
        app.window().window().dispatch_event(WindowEvent::WindowActiveChanged(true));
        app.begin();
        Window { app, _folder: folder }
    }

    fn game(&self) -> GameAdapter<'_> {
        self.app.window().global::<GameAdapter>()
    }

    /// The only element whose label begins so.
    fn element(&self, label: &str) -> ElementHandle {
        let wanted = label.to_owned();
        ElementQuery::from_root(self.app.window())
            .match_predicate(move |element| {
                element.accessible_label().is_some_and(|label| label.starts_with(wanted.as_str()))
            })
            .find_first()
            .unwrap_or_else(|| panic!("an element is labelled {label:?}"))
    }

    fn label(&self, start: &str) -> String {
        self.element(start).accessible_label().unwrap().to_string()
    }

    /// Presses a point as a screen reader would.
    fn choose(&self, point: &str) {
        self.element(&format!("{point}, ")).invoke_accessible_default_action();
    }

    /// Presses a point with the mouse, where it is drawn.
    fn press(&self, point: &str) {
        let element = self.element(&format!("{point}, "));
        let (at, size) = (element.absolute_position(), element.size());
        let position = LogicalPosition::new(at.x + size.width / 2.0, at.y + size.height / 2.0);
        let button = PointerEventButton::Left;
        let window = self.app.window().window();
        window.dispatch_event(WindowEvent::PointerMoved { position });
        window.dispatch_event(WindowEvent::PointerPressed { position, button });
        window.dispatch_event(WindowEvent::PointerReleased { position, button });
    }

    fn key(&self, text: impl Into<SharedString>) {
        let text = text.into();
        let window = self.app.window().window();
        window.dispatch_event(WindowEvent::KeyPressed { text: text.clone() });
        window.dispatch_event(WindowEvent::KeyReleased { text });
    }

    /// Hands events of the engines to the program until a condition holds.
    fn until(&self, what: &str, condition: impl Fn(&Window) -> bool) {
        let events = self.app.table().borrow().events();
        while !condition(self) {
            match events.recv_timeout(Duration::from_secs(20)) {
                Ok(event) => self.app.handle(vec![event]),
                Err(_) => panic!("{what} never comes"),
            }
        }
    }

    fn plies(&self) -> i32 {
        self.game().get_current_ply()
    }

    fn status(&self) -> String {
        let texts = self.app.window().global::<Texts>();
        let (kind, status) = (self.game().get_kind(), self.game().get_status());
        format!("{} {}", texts.invoke_status_strong(kind, status.clone()), texts.invoke_status_rest(kind, status))
    }
}

#[test]
fn a_stone_is_put_by_mouse_and_by_screen_reader() {
    let window = Window::open(Variant::Gomoku, "human", "human");
    assert!(window.status().starts_with("Black to move."));
    window.press("H8");
    assert_eq!(window.label("H8, "), "H8, black stone, last move");
    window.choose("I9");
    assert_eq!(window.label("I9, "), "I9, white stone, last move");
    assert_eq!(window.label("H8, "), "H8, black stone");
    assert_eq!(window.plies(), 2);
}

#[test]
fn an_occupied_point_is_refused_in_words() {
    let window = Window::open(Variant::Gomoku, "human", "human");
    window.press("H8");
    window.press("H8");
    assert_eq!(window.status(), "H8 is taken. Choose another point.");
    assert_eq!(window.plies(), 1);
    window.press("A1");
    assert!(window.status().starts_with("Black to move."), "{}", window.status());
}

#[test]
fn undo_against_the_engine_takes_both_plies() {
    let window = Window::open(Variant::Gomoku, "human", "greedy");
    window.press("H8");
    window.until("the reply", |window| window.plies() == 2);
    window.element("Undo").invoke_accessible_default_action();
    assert_eq!(window.plies(), 0);
    assert_eq!(window.label("H8, "), "H8, empty");
    window.element("Redo").invoke_accessible_default_action();
    assert_eq!(window.plies(), 2);
}

#[test]
fn undo_while_the_engine_thinks_drops_its_answer() {
    let window = Window::open(Variant::Gomoku, "human", "greedy");
    window.press("H8");
    window.game().invoke_undo();
    assert_eq!(window.plies(), 0);
    let events = window.app.table().borrow().events();
    while let Ok(event) = events.recv_timeout(Duration::from_millis(500)) {
        window.app.handle(vec![event]);
    }
    assert_eq!(window.plies(), 0, "the late answer is dropped");
    window.press("C3");
    window.until("the reply", |window| window.plies() == 2);
}

#[test]
fn a_five_ends_the_game_with_a_banner_and_its_line() {
    let window = Window::open(Variant::Gomoku, "human", "human");
    for point in ["H8", "A1", "I8", "A2", "J8", "A3", "K8", "A4", "L8"] {
        window.press(point);
    }
    assert!(window.game().get_over());
    assert_eq!(window.status(), "Black wins Five in a row.");
    assert_eq!(window.game().get_end_place(), "H8–L8");
    assert_eq!(window.label("J8, "), "J8, black stone, winning line");
    window.press("M8");
    assert!(window.status().starts_with("The game is over."));
    window.element("Rematch").invoke_accessible_default_action();
    assert!(!window.game().get_over());
    assert_eq!(window.plies(), 0);
}

#[test]
fn the_board_is_played_by_keyboard_alone() {
    let window = Window::open(Variant::Gomoku, "human", "human");
    // The first key shows the cursor in the middle of the board, which has the focus from the start.
    window.key(Key::RightArrow);
    window.key(Key::RightArrow);
    window.key(Key::Return);
    assert_eq!(window.label("I8, "), "I8, black stone, last move");
    window.key(Key::UpArrow);
    window.key(" ");
    assert_eq!(window.label("I9, "), "I9, white stone, last move");
}

#[test]
fn a_man_shows_its_targets_and_moves() {
    let window = Window::open(Variant::Xiangqi, "human", "human");
    window.press("H2");
    assert!(window.status().contains("h2 is selected"), "{}", window.status());
    let targets = window.game().get_points().iter().filter(|point| point.target).count();
    assert_eq!(targets, 12, "the cannon on h2: eleven quiet moves and the horse on h9");
    window.press("E2");
    assert_eq!(window.plies(), 1);
    assert!(window.status().starts_with("Black to move."));
    window.press("A0");
    assert_eq!(window.status(), "The man on a0 is your opponent's. Choose another move.");
}

#[test]
fn a_blocked_horse_is_refused_with_its_rule() {
    let window = Window::open(Variant::Xiangqi, "human", "human");
    window.press("B0");
    window.press("D1");
    assert_eq!(window.status(), "The horse's leg is blocked on c0. Choose another move.");
}

#[test]
fn the_language_changes_while_the_game_goes_on() {
    let window = Window::open(Variant::Gomoku, "human", "human");
    window.press("H8");
    window.app.window().global::<SettingsAdapter>().invoke_language_picked("zh_CN".into());
    assert!(window.status().contains("白方"), "{}", window.status());
    assert_eq!(window.plies(), 1);
    window.app.window().global::<SettingsAdapter>().invoke_language_picked("".into());
    assert!(window.status().starts_with("White to move."), "{}", window.status());
}

#[test]
fn a_new_game_is_set_up_in_the_sheet() {
    let window = Window::open(Variant::Gomoku, "human", "human");
    window.press("H8");
    window.element("New game").invoke_accessible_default_action();
    assert_eq!(window.app.window().get_open_sheet(), OpenSheet::NewGame);
    let sheet = window.app.window().global::<NewGameAdapter>();
    let mut set_up = sheet.get_set_up();
    set_up.variant = qiju::ui::generated::Variant::Xiangqi;
    sheet.set_set_up(set_up.clone());
    sheet.invoke_variant_picked(set_up.variant);
    window.element("Start game").invoke_accessible_default_action();
    assert_eq!(window.app.window().get_open_sheet(), OpenSheet::None);
    assert_eq!(window.game().get_points().row_count(), 90);
    assert!(window.status().starts_with("Red to move."), "{}", window.status());
}

#[test]
fn a_demo_is_paused_and_goes_on_by_single_steps() {
    let window = Window::open(Variant::Gomoku, "greedy", "greedy");
    window.app.set_pace(usize::MAX);
    window.until("the second move", |window| window.plies() >= 2);
    window.game().invoke_pause(true);
    let paused = window.plies();
    assert_eq!(window.game().get_status().kind, StatusKind::Paused);
    window.game().invoke_step();
    window.until("the step", |window| window.plies() == paused + 1);
    assert_eq!(window.game().get_status().kind, StatusKind::Paused);
    window.game().invoke_pause(false);
    window.until("the end", |window| window.game().get_over());
}

#[test]
fn the_level_is_changed_while_the_game_goes_on() {
    let window = Window::open(Variant::Gomoku, "human", "greedy:level=normal");
    window.until("the engine", |window| window.game().get_levels().row_count() > 0);
    let levels: Vec<_> = window.game().get_levels().iter().collect();
    assert_eq!(levels, ["easy", "normal"]);
    assert_eq!(window.game().get_level(), 1);
    window.game().invoke_level_picked(0);
    assert_eq!(window.game().get_second_player().level, "easy");
    window.press("H8");
    window.until("the reply", |window| window.plies() == 2);
}

#[test]
fn a_missing_engine_is_a_sentence_and_the_game_is_kept() {
    let window = Window::open(Variant::Gomoku, "human", "nobody");
    window.until("the failure", |window| window.game().get_status().kind == StatusKind::EngineStopped);
    let banner = window.game().get_banner();
    assert!(banner.text.contains("no engine is called \"nobody\""), "{}", banner.text);
    window.game().invoke_take_over();
    window.press("H8");
    window.press("I9");
    assert_eq!(window.plies(), 2);
}
