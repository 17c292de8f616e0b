//! Playing in the window: set-ups, openings, clocks, draws, and seats changed in the middle of a game.

mod common;

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use i_slint_backend_testing::{ElementHandle, ElementQuery, init_no_event_loop};
use qiju::app::App;
use qiju::engines::catalog::{Catalog, Places};
use qiju::engines::isolated::Program;
use qiju::session::clock::TimeControl;
use qiju::session::seat::Seat;
use qiju::session::{ForbiddenPolicy, Session, Setup};
use qiju::settings::Store;
use qiju::ui::generated::{
    GameAdapter, NewGameAdapter, OpenSheet, PlayingAdapter, PromptKind, SettingsAdapter, Start, StatusKind, Texts,
    TimeKind,
};
use rules::gomoku::opening::Protocol;
use rules::{Repetition, Side, Variant};
use slint::{ComponentHandle, LogicalSize, Model};

/// A window with a game, and the folder of its settings.
struct Window {
    app: Rc<App>,
    _folder: tempfile::TempDir,
}

fn places() -> Places {
    let folders = vec![common::program_folder().to_owned()];
    let program = Program::new(PathBuf::from(common::program()));
    Places { shipped: folders.clone(), folders, program, choices: None, quarantine: None }
}

impl Window {
    fn open(setup: Setup, first: &str, second: &str) -> Window {
        init_no_event_loop();
        let folder = tempfile::tempdir().unwrap();
        let (mut store, _) = Store::open_file(&folder.path().join("settings.toml"));
        store.settings.language = "en".to_owned();
        let catalog = Catalog::find_in(places());
        let seats: [Seat; 2] = [first, second].map(|seat| seat.parse().unwrap());
        let session = Session::new(setup, seats).unwrap();
        let app = App::new(session, Arc::new(catalog), store).unwrap();
        app.window().show().unwrap();
        app.window().window().set_size(LogicalSize::new(1280.0, 800.0));
        app.begin();
        Window { app, _folder: folder }
    }

    fn people(variant: Variant) -> Window {
        Window::open(Setup::new(variant, 15), "human", "human")
    }

    fn opening(protocol: Protocol, first: &str, second: &str) -> Window {
        let mut setup = Setup::new(Variant::Gomoku, 15);
        setup.opening = protocol;
        Window::open(setup, first, second)
    }

    fn game(&self) -> GameAdapter<'_> {
        self.app.window().global::<GameAdapter>()
    }

    fn sheet(&self) -> NewGameAdapter<'_> {
        self.app.window().global::<NewGameAdapter>()
    }

    fn playing(&self) -> PlayingAdapter<'_> {
        self.app.window().global::<PlayingAdapter>()
    }

    fn find(&self, label: &str) -> Option<ElementHandle> {
        let wanted = label.to_owned();
        ElementQuery::from_root(self.app.window())
            .match_predicate(move |element| {
                element.accessible_label().is_some_and(|label| label.starts_with(wanted.as_str()))
            })
            .find_first()
    }

    fn press(&self, label: &str) {
        self.find(label).unwrap_or_else(|| panic!("{label:?} is shown")).invoke_accessible_default_action();
    }

    fn put(&self, points: &[&str]) {
        points.iter().for_each(|point| self.press(&format!("{point}, ")));
    }

    /// Hands events of the engines to the program until a condition holds.
    fn until(&self, what: &str, condition: impl Fn(&Window) -> bool) {
        let events = self.app.table().borrow().events();
        while !condition(self) {
            match events.recv_timeout(Duration::from_secs(30)) {
                Ok(event) => self.app.handle(vec![event]),
                Err(_) => panic!("{what} never comes"),
            }
        }
    }

    fn plies(&self) -> i32 {
        self.game().get_current_ply()
    }

    fn seat(&self, side: Side) -> String {
        self.app.table().borrow().session().seat(side).engine().map(|spec| spec.engine.clone()).unwrap_or_default()
    }

    fn setup(&self) -> Setup {
        self.app.table().borrow().session().setup().clone()
    }

    fn status(&self) -> String {
        let texts = self.app.window().global::<Texts>();
        let (kind, status) = (self.game().get_kind(), self.game().get_status());
        format!("{} {}", texts.invoke_status_strong(kind, status.clone()), texts.invoke_status_rest(kind, status))
    }

    fn speak(&self, language: &str) {
        self.app.window().global::<SettingsAdapter>().invoke_language_picked(language.into());
    }
}

#[test]
fn the_sheet_sets_up_rules_opening_and_time() {
    let window = Window::people(Variant::Gomoku);
    window.press("New game");
    assert_eq!(window.app.window().get_open_sheet(), OpenSheet::NewGame);
    let mut set_up = window.sheet().get_set_up();
    assert!(!window.sheet().invoke_is_ready() || set_up.same_time, "what is shown at first can be used");
    set_up.variant = qiju::ui::generated::Variant::Renju;
    set_up.forbidden_loses = true;
    set_up.start = Start::Swap2;
    set_up.time_kind = TimeKind::ByoYomi;
    set_up.first_time.main = "1.5".into();
    set_up.first_time.periods = "5".into();
    set_up.first_time.period = "20".into();
    set_up.nodes = "5000".into();
    window.sheet().set_set_up(set_up.clone());
    window.sheet().invoke_variant_picked(set_up.variant);
    window.press("Start game");
    assert_eq!(window.app.window().get_open_sheet(), OpenSheet::None);
    let setup = window.setup();
    let second = Duration::from_secs(1);
    let time = TimeControl::ByoYomi { main: 90 * second, period: 20 * second, periods: 5 };
    assert_eq!(
        (setup.variant, setup.forbidden, setup.opening),
        (Variant::Renju, ForbiddenPolicy::Lose, Protocol::Swap2)
    );
    assert_eq!((setup.time, setup.nodes), ([time; 2], Some(5000)));
    let clock = window.game().get_first_player().clock;
    assert!(clock == "1:30" || clock == "1:29", "it runs from a minute and a half: {clock}");
    assert_eq!(window.game().get_first_player().periods, 5);
    let remembered = window.app.store().borrow().settings.game.setup(Variant::Renju);
    assert_eq!(remembered, setup, "the next sheet begins with it");
}

#[test]
fn a_wrong_number_is_told_beside_its_field_and_nothing_starts() {
    let window = Window::people(Variant::Gomoku);
    window.press("H8, ");
    window.press("New game");
    let mut set_up = window.sheet().get_set_up();
    set_up.time_kind = TimeKind::PerMove;
    set_up.first_time.per_move = "soon".into();
    window.sheet().set_set_up(set_up.clone());
    assert!(window.find("A number from 0.1 to 3600.").is_some());
    assert!(!window.sheet().invoke_is_ready());
    window.press("Start game");
    assert_eq!((window.app.window().get_open_sheet(), window.plies()), (OpenSheet::NewGame, 1));
    window.speak("zh_CN");
    assert!(window.find("请填 0.1 到 3600 之间的数。").is_some());
    set_up.first_time.per_move = "15".into();
    window.sheet().set_set_up(set_up);
    assert!(window.find("请填").is_none());
    window.press("开始对局");
    assert_eq!(window.setup().time, [TimeControl::PerMove(Duration::from_secs(15)); 2]);
    window.speak("");
}

#[test]
fn a_game_starts_from_a_position_and_a_broken_one_is_refused_in_words() {
    let window = Window::people(Variant::Xiangqi);
    window.press("New game");
    let mut set_up = window.sheet().get_set_up();
    set_up.start = Start::Position;
    set_up.position = "nonsense".into();
    set_up.repetition = 2;
    set_up.no_capture = "".into();
    window.sheet().set_set_up(set_up.clone());
    window.sheet().invoke_position_changed();
    assert!(window.find("This position can't be used").is_some());
    assert!(!window.sheet().invoke_is_ready());
    set_up.position = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1".into();
    window.sheet().set_set_up(set_up);
    window.sheet().invoke_position_changed();
    assert_eq!(window.sheet().get_preview().iter().filter(|row| row.piece > 0).count(), 3);
    window.press("Start game");
    assert_eq!(window.game().get_points().iter().filter(|row| row.piece > 0).count(), 3);
    assert_eq!((window.setup().rules.repetition, window.setup().rules.no_capture), (Repetition::Chinese, 0));
}

#[test]
fn two_people_open_by_swap2_and_change_sides() {
    let window = Window::opening(Protocol::Swap2, "human", "human");
    assert_eq!(window.playing().get_prompt().kind, PromptKind::Put);
    assert!(window.status().starts_with("Put a black stone."), "{}", window.status());
    window.put(&["H8", "I9"]);
    assert_eq!(window.playing().get_prompt().left, 1);
    window.press("Undo");
    assert_eq!((window.plies(), window.playing().get_prompt().side), (1, 2));
    window.put(&["I9", "J10"]);
    assert!(window.find("Second player, choose a side").is_some());
    window.speak("zh_CN");
    assert!(window.find("后手方请选边").is_some());
    window.speak("");
    window.press("Put two more stones");
    window.put(&["C3", "D4"]);
    assert!(window.find("First player, choose a side").is_some());
    window.press("Play White");
    assert_eq!(window.playing().get_prompt().kind, PromptKind::None);
    assert_eq!(window.status().trim(), "Human plays Black, Human plays White.");
    window.put(&["E5"]);
    assert_eq!(window.plies(), 6);
}

#[test]
fn an_engine_without_openings_answers_and_opens_all_the_same() {
    let window = Window::opening(Protocol::Swap, "human", "greedy");
    window.put(&["H8", "I9", "J10"]);
    window.until("the choice", |window| window.app.table().borrow().session().opening().is_none());
    window.until("a move or a turn", |window| {
        window.plies() > 3 || window.game().get_status().kind != StatusKind::Thinking
    });
}

#[test]
fn an_engine_without_openings_puts_the_first_stones_too() {
    let window = Window::opening(Protocol::Swap2, "greedy", "human");
    assert_eq!(window.playing().get_prompt().kind, PromptKind::Wait);
    window.until("three stones", |window| window.plies() == 3);
    window.press("Play Black");
    assert_eq!((window.seat(Side::First), window.seat(Side::Second)), (String::new(), "greedy".to_owned()));
    window.until("the engine's move", |window| window.plies() == 4);
}

#[test]
fn engines_open_between_themselves() {
    let window = Window::opening(Protocol::Swap2, "greedy", "greedy");
    window.app.set_pace(usize::MAX);
    window.until("moves after the opening", |window| window.plies() > 6);
    assert!(window.app.table().borrow().session().opening().is_none());
}

#[test]
fn a_draw_is_offered_answered_and_declined_by_playing_on() {
    let window = Window::people(Variant::Gomoku);
    window.put(&["H8"]);
    window.press("Draw");
    assert_eq!(window.playing().get_prompt().kind, PromptKind::Draw);
    assert!(window.find("White offers a draw").is_some());
    window.press("Decline");
    assert_eq!(window.playing().get_prompt().kind, PromptKind::None);
    window.press("Draw");
    window.speak("zh_CN");
    assert!(window.find("白方提和").is_some());
    window.press("同意");
    window.speak("");
    assert!(window.game().get_over());
    assert_eq!(window.status(), "Draw Draw agreed.");
}

#[test]
fn an_engine_that_plays_on_declines_the_draw_in_words() {
    let window = Window::open(Setup::new(Variant::Gomoku, 15), "human", "greedy");
    window.press("Draw");
    assert!(window.status().contains("Greedy answers it after your move"), "{}", window.status());
    assert!(!window.playing().get_can_offer_draw(), "one offer at a time");
    window.put(&["H8"]);
    window.until("the reply", |window| window.plies() == 2);
    assert!(window.status().starts_with("Greedy declines the draw."), "{}", window.status());
}

#[test]
fn a_person_hands_one_move_to_an_engine() {
    let window = Window::people(Variant::Gomoku);
    window.put(&["H8"]);
    window.playing().invoke_move_for_me(0);
    assert!(window.status().contains("moves for you"), "{}", window.status());
    let events = window.app.proxy_events();
    while window.plies() == 1 {
        let event = events.recv_timeout(Duration::from_secs(30)).expect("the engine answers");
        window.app.hear_proxy(vec![event]);
    }
    assert_eq!((window.plies(), window.seat(Side::Second)), (2, String::new()), "the seat stays a person's");
}

#[test]
fn an_engine_sits_down_and_goes_on_from_the_middle_of_the_record() {
    let window = Window::people(Variant::Gomoku);
    window.put(&["H8", "A1", "I8", "A2"]);
    window.game().invoke_go_to(1);
    let players: Vec<_> = window.playing().get_players().iter().collect();
    let greedy = players.iter().position(|name| name == "Greedy").expect("greedy is listed");
    window.playing().invoke_seat_picked(2, i32::try_from(greedy).unwrap());
    assert_eq!(window.playing().get_second_seat(), i32::try_from(greedy).unwrap());
    window.until("the engine's move", |window| window.plies() == 2);
    window.playing().invoke_seat_picked(2, 0);
    assert_eq!(window.seat(Side::Second), "");
}

#[test]
fn a_rematch_with_sides_swapped_is_one_press_away() {
    let window = Window::open(Setup::new(Variant::Gomoku, 15), "human", "greedy");
    window.press("Resign");
    assert!(window.game().get_over());
    window.press("Rematch, sides swapped");
    assert_eq!((window.seat(Side::First).as_str(), window.seat(Side::Second).as_str()), ("greedy", ""));
    window.until("the engine's first move", |window| window.plies() == 1);
}

#[test]
fn a_flag_falls_and_is_judged_before_the_move() {
    let mut setup = Setup::new(Variant::Gomoku, 15);
    setup.time = [TimeControl::PerMove(Duration::from_millis(1)); 2];
    setup.margin = Duration::ZERO;
    let window = Window::open(setup, "human", "human");
    std::thread::sleep(Duration::from_millis(20));
    window.put(&["H8"]);
    assert_eq!((window.game().get_over(), window.plies()), (true, 0));
    assert_eq!(window.status(), "White wins Time ran out.");
}
