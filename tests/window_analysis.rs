//! Analysis, review and learning aids in the window, with engines that really think.

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
use qiju::session::{Input, Session, Setup};
use qiju::settings::Store;
use qiju::ui::generated::{AnalysisAdapter, GameAdapter, SettingsAdapter, StatusKind, ThreatKind};
use rules::Variant;
use slint::{ComponentHandle, LogicalSize, Model};

struct Window {
    app: Rc<App>,
    _folder: tempfile::TempDir,
}

impl Window {
    fn open(variant: Variant, moves: &str) -> Window {
        init_no_event_loop();
        let folder = tempfile::tempdir().unwrap();
        let (mut store, _) = Store::open_file(&folder.path().join("settings.toml"));
        store.settings.language = "en".to_owned();
        let folders = vec![common::program_folder().to_owned()];
        let program = Program::new(PathBuf::from(common::program()));
        let places = Places { shipped: folders.clone(), folders, program, choices: None, quarantine: None };
        let session = Session::new(Setup::new(variant, 15), [Seat::Human, Seat::Human]).unwrap();
        let app = App::new(session, Arc::new(Catalog::find_in(places)), store).unwrap();
        app.window().show().unwrap();
        app.window().window().set_size(LogicalSize::new(1280.0, 800.0));
        app.begin();
        for text in moves.split_whitespace() {
            app.apply(Input::Play(variant.parse_move(text).unwrap()));
        }
        Window { app, _folder: folder }
    }

    fn pane(&self) -> AnalysisAdapter<'_> {
        self.app.window().global::<AnalysisAdapter>()
    }

    fn game(&self) -> GameAdapter<'_> {
        self.app.window().global::<GameAdapter>()
    }

    fn find(&self, label: &str) -> Option<ElementHandle> {
        let wanted = label.to_owned();
        ElementQuery::from_root(self.app.window())
            .match_predicate(move |element| {
                element.accessible_label().is_some_and(|label| label.starts_with(wanted.as_str()))
            })
            .find_first()
    }

    /// Hands the analyst's news to the program until a condition holds.
    fn until(&self, what: &str, condition: impl Fn(&Window) -> bool) {
        let (analysis, review) = (self.app.analysis_events(), self.app.review_events());
        for _ in 0..2000 {
            if condition(self) {
                return;
            }
            if let Ok(event) = analysis.recv_timeout(Duration::from_millis(10)) {
                self.app.hear_analysis(vec![event]);
            }
            let news: Vec<_> = review.try_iter().collect();
            if !news.is_empty() {
                self.app.hear_review(news);
            }
            self.app.refresh_analysis();
        }
        panic!("{what} never comes");
    }

    fn switch(&self) {
        self.pane().invoke_toggle();
    }
}

/// Black has an open three: whoever looks sees that Black wins.
const OPEN_THREE: &str = "h8 a1 i8 c1 j8 e1";

#[test]
fn the_best_line_is_shown_with_its_score_and_taken_away_with_the_switch() {
    let window = Window::open(Variant::Gomoku, OPEN_THREE);
    window.switch();
    window.until("a won line", |window| {
        window.pane().get_lines().iter().next().is_some_and(|line| line.score.starts_with("+M"))
    });
    let best = window.pane().get_lines().row_data(0).unwrap();
    assert!(["G8", "K8"].contains(&best.first.as_str()), "an open four wins: {}", best.first);
    assert_eq!(best.leader, 1);
    assert_eq!(window.pane().get_chance(), 100);
    assert!(window.find("+M").is_some(), "the line can be read by a screen reader");
    window.switch();
    assert_eq!(window.pane().get_lines().row_count(), 0);
}

#[test]
fn the_analysis_follows_the_position_shown() {
    let window = Window::open(Variant::Gomoku, OPEN_THREE);
    window.switch();
    window.until("lines", |window| window.pane().get_lines().row_count() > 0);
    window.game().invoke_go_to(0);
    assert_eq!(window.pane().get_lines().row_count(), 0, "what was said of another position is gone");
    window.until("lines about the start", |window| window.pane().get_lines().row_count() > 0);
    let first = window.pane().get_lines().row_data(0).unwrap();
    assert!(!first.score.starts_with("+M"), "nothing is won at the start: {}", first.score);
}

#[test]
fn a_line_lies_on_the_board_while_it_is_pointed_at_and_can_be_kept() {
    let window = Window::open(Variant::Gomoku, OPEN_THREE);
    window.switch();
    window.until("a line", |window| window.pane().get_lines().row_count() > 0);
    window.pane().invoke_line_pointed(0);
    let ghosts = |window: &Window| window.game().get_points().iter().filter(|row| row.ghost_number == "1").count();
    assert_eq!(ghosts(&window), 1);
    window.pane().invoke_line_pointed(-1);
    assert_eq!(ghosts(&window), 0);
    let plies = window.game().get_ply_count();
    window.pane().invoke_line_chosen(0);
    assert!(window.game().get_ply_count() > plies, "the line follows in the record");
    assert_eq!(window.game().get_current_ply(), plies, "the position shown is the same");
}

#[test]
fn several_lines_are_ordered_and_an_arrow_shows_a_mans_best_move() {
    let window = Window::open(Variant::Xiangqi, "");
    window.switch();
    window.until("three lines", |window| window.pane().get_lines().row_count() == 3);
    window.until("the arrow", |window| window.pane().get_arrow().from >= 0);
    let firsts: Vec<_> = window.pane().get_lines().iter().map(|line| line.first).collect();
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2], "{firsts:?}");
}

#[test]
fn a_review_judges_the_game_and_finds_the_blunder() {
    // White leaves Black's open three alone.
    let window = Window::open(Variant::Gomoku, "h8 a1 i8 c1 j8 e1 k8 g1 l8");
    assert!(window.game().get_over());
    window.pane().invoke_review();
    assert!(window.pane().get_reviewing());
    window.until("the review's end", |window| window.pane().get_reviewed());
    let white = window.pane().get_second_summary();
    assert!(white.mistakes + white.blunders + white.dubious + white.missed_wins > 0, "{white:?}");
    assert_eq!(window.pane().get_graph().row_count(), 9);
    assert!(window.pane().get_graph().iter().any(|bar| bar.known && bar.value > 0.9));
    window.pane().invoke_close_review();
    assert!(!window.pane().get_reviewed());
}

#[test]
fn a_review_that_is_cancelled_ends() {
    let window = Window::open(Variant::Gomoku, OPEN_THREE);
    window.pane().invoke_review();
    window.pane().invoke_cancel_review();
    assert!(!window.pane().get_reviewing());
}

#[test]
fn threats_are_listed_and_marked_in_both_languages() {
    let window = Window::open(Variant::Gomoku, OPEN_THREE);
    window.pane().invoke_toggle_threats();
    let rows: Vec<_> = window.pane().get_threat_rows().iter().collect();
    assert!(rows.iter().any(|row| row.kind == ThreatKind::OpenFour && row.point == "K8"), "{rows:?}");
    assert!(window.find("K8, empty, open four threatened").is_some());
    window.app.window().global::<SettingsAdapter>().invoke_pick_language("zh_CN".into());
    assert!(window.find("K8, 空, 活四点").is_some());
}

#[test]
fn a_hint_comes_in_two_steps() {
    let window = Window::open(Variant::Gomoku, OPEN_THREE);
    let advice = window.app.adviser_events();
    window.game().invoke_hint();
    let event = loop {
        let event = advice.recv_timeout(Duration::from_secs(20)).unwrap();
        window.app.hear_advice(vec![event]);
        if window.game().get_status().kind == StatusKind::HintRegion {
            break window.game().get_points();
        }
    };
    assert!(event.iter().any(|row| row.region) && event.iter().all(|row| !row.hint));
    window.game().invoke_hint();
    assert_eq!(window.game().get_status().kind, StatusKind::HintMove);
    assert!(window.game().get_points().iter().any(|row| row.hint));
}
