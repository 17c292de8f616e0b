//! The record in the window: variations, comments, marks, notations.

mod common;

use common::window::Window;
use qiju::session::Setup;
use qiju::ui::generated::{MarkShape, MoveRowKind, NotationChoice, RecordAdapter};
use rules::Variant;
use slint::platform::{Key, PointerEventButton, WindowEvent};
use slint::{ComponentHandle, Model};

fn gomoku(points: &[&str]) -> Window {
    let window = Window::open(Variant::Gomoku, "human", "human");
    points.iter().for_each(|point| window.press(point));
    window
}

fn record(window: &Window) -> RecordAdapter<'_> {
    window.app.window().global::<RecordAdapter>()
}

/// The list as a person reads it, a row a line.
fn list(window: &Window) -> Vec<String> {
    let rows = record(window).get_moves();
    rows.iter()
        .map(|row| match row.kind {
            MoveRowKind::Pair => format!("{} {} {}", row.number, row.first, row.second),
            MoveRowKind::Comment => format!("# {}", row.comment),
            MoveRowKind::Variation => {
                let words: Vec<_> = row.words.iter().map(|word| word.text.to_string()).collect();
                format!("| {}", words.join(" "))
            }
        })
        .collect()
}

#[test]
fn a_click_in_the_list_goes_to_the_move_and_a_new_move_there_is_a_variation() {
    let window = gomoku(&["H8", "H9", "I9", "I10"]);
    assert_eq!(list(&window), ["1 H8 H9", "2 I9 I10"]);
    window.activate("H9");
    assert_eq!(window.plies(), 2);
    assert_eq!(window.label("I9, "), "I9, empty");
    window.press("C3");
    window.press("C4");
    assert_eq!(list(&window), ["1 H8 H9", "2 I9 I10", "| 2. C3 C4"]);
    window.activate("2. C3");
    assert_eq!(window.label("C3, "), "C3, black stone, last move");
    assert_eq!(window.label("C4, "), "C4, empty");
}

#[test]
fn variations_are_promoted_made_main_and_deleted_by_keyboard() {
    let window = gomoku(&["H8", "H9", "I9"]);
    window.activate("H9");
    window.press("C3");
    window.chord(&[Key::Control, Key::Shift], Key::UpArrow);
    assert_eq!(list(&window), ["1 H8 H9", "2 C3 …", "| 2. I9"]);
    window.chord(&[Key::Control], Key::DownArrow);
    assert_eq!(window.label("I9, "), "I9, black stone, last move");
    window.chord(&[Key::Control, Key::Shift], Key::Home);
    assert_eq!(list(&window), ["1 H8 H9", "2 I9 …", "| 2. C3"]);
    window.chord(&[Key::Control], Key::Delete);
    assert_eq!(list(&window), ["1 H8 H9", "2 C3 "]);
    assert_eq!(window.plies(), 2);
}

#[test]
fn a_move_after_undo_takes_the_place_of_the_one_taken_back() {
    let window = gomoku(&["H8", "H9"]);
    window.activate("Undo");
    window.press("G7");
    assert_eq!(list(&window), ["1 H8 G7", "| 1… H9"]);
}

#[test]
fn a_comment_is_typed_under_its_move() {
    let window = gomoku(&["H8", "H9"]);
    window.chord(&[Key::Control], "t");
    for letter in "hold".chars() {
        window.key(letter.to_string());
    }
    assert_eq!(list(&window), ["1 H8 H9", "# hold"]);
    window.key(Key::Escape);
    assert!(!record(&window).get_commenting());
    window.activate("H8");
    assert_eq!(record(&window).get_comment(), "");
    window.activate("H9");
    assert_eq!(record(&window).get_comment(), "hold");
}

#[test]
fn points_are_marked_by_the_right_button_and_by_keyboard() {
    let window = gomoku(&["H8"]);
    window.click(window.middle("D4, "), PointerEventButton::Right);
    assert_eq!(window.label("D4, "), "D4, empty, marked with a circle");
    window.activate("Mark points");
    window.activate("Letter");
    window.press("E5");
    window.press("E6");
    assert_eq!(window.label("E6, "), "E6, empty, marked B");
    assert_eq!(window.plies(), 1, "marking plays nothing");
    window.press("E5");
    assert_eq!(window.label("E5, "), "E5, empty");
    assert_eq!(record(&window).get_mark_shape(), MarkShape::Label);
    window.key(Key::Escape);
    window.press("E5");
    assert_eq!(window.plies(), 2);
    assert_eq!(window.label("D4, "), "D4, empty", "marks stay with their position");
}

#[test]
fn the_wheel_on_the_board_goes_through_the_moves() {
    let window = gomoku(&["H8", "H9"]);
    let position = window.middle("D4, ");
    let turn = |delta_y: f32| {
        let event = WindowEvent::PointerScrolled { position, delta_x: 0.0, delta_y };
        window.app.window().window().dispatch_event(event);
    };
    turn(60.0);
    assert_eq!(window.plies(), 1);
    turn(60.0);
    turn(60.0);
    assert_eq!(window.plies(), 0);
    turn(-60.0);
    assert_eq!(window.plies(), 1);
}

#[test]
fn a_move_is_judged_and_the_sign_stands_behind_it() {
    let window = gomoku(&["H8", "H9"]);
    record(&window).invoke_judgement_picked(4);
    assert_eq!(list(&window), ["1 H8 H9?!"]);
    assert_eq!(record(&window).get_judgement(), 4);
}

#[test]
fn xiangqi_moves_are_written_as_chosen_and_the_choice_is_remembered() {
    let window = Window::open(Variant::Xiangqi, "human", "human");
    for point in ["H2", "E2", "H9", "G7"] {
        window.press(point);
    }
    assert_eq!(list(&window), ["1 C2=5 H8+7"]);
    window.speak("zh_CN");
    assert_eq!(list(&window), ["1 炮二平五 马８进７"]);
    for (choice, text) in [(NotationChoice::Iccs, "1 H2-E2 H9-G7"), (NotationChoice::Coordinates, "1 h2e2 h9g7")] {
        record(&window).invoke_pick_notation(choice);
        assert_eq!(list(&window), [text]);
    }
    let stored = window.app.store().borrow().settings.notation;
    assert_eq!(stored, qiju::settings::NotationChoice::Coordinates);
    record(&window).invoke_pick_notation(NotationChoice::Auto);
    window.speak("");
    assert_eq!(list(&window), ["1 C2=5 H8+7"]);
}

#[test]
fn a_target_that_would_lose_by_perpetual_check_is_told_apart() {
    let setup =
        Setup { start: Some("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1".to_owned()), ..Setup::new(Variant::Xiangqi, 0) };
    let window = Window::open_setup(setup, "human", "human");
    let mut from = "A1".to_owned();
    for (rook, king) in [("E1", "F9"), ("F1", "E9"), ("E1", "F9"), ("F1", "E9"), ("E1", "F9"), ("F1", "E9")] {
        window.press(&from);
        if window.game().get_points().iter().any(|point| point.losing) {
            break;
        }
        window.press(rook);
        window.press(if king == "F9" { "E9" } else { "F9" });
        window.press(king);
        from = rook.to_owned();
    }
    let losing: Vec<_> =
        window.game().get_points().iter().filter(|point| point.losing).map(|point| point.name.to_string()).collect();
    assert_eq!(losing.len(), 1, "one target repeats the checks: {losing:?}");
    assert!(window.label(&format!("{}, ", losing[0])).contains("would lose by repetition"));
    assert!(window.status().contains("would lose: Perpetual check"), "{}", window.status());
    window.speak("zh_CN");
    assert!(window.status().contains("长将"), "{}", window.status());
}

#[test]
fn a_refused_step_says_how_the_man_moves() {
    let window = Window::open(Variant::Xiangqi, "human", "human");
    for (from, to, rule) in [
        ("E0", "E2", "a general moves one point along a line"),
        ("D0", "D1", "an advisor moves one point diagonally"),
        ("C0", "C2", "an elephant moves two points diagonally"),
        ("B0", "B1", "a horse moves one point along a line, then one diagonally"),
        ("A0", "B1", "a chariot moves along a line"),
        ("B2", "D3", "a cannon moves along a line"),
        ("A3", "B3", "a soldier moves one point forward"),
        ("C0", "E2", ""),
    ] {
        window.key(Key::Escape);
        window.press(from);
        window.press(to);
        assert!(window.status().contains(rule), "{from}{to}: {}", window.status());
    }
    assert_eq!(window.plies(), 1);
}

#[test]
fn a_long_variation_is_folded_and_opens_in_both_languages() {
    let window = gomoku(&["H8", "H9"]);
    window.game().invoke_go_to(0);
    for (row, file) in [1, 3, 5].into_iter().flat_map(|row| "ACEGI".chars().map(move |file| (row, file))) {
        window.press(&format!("{file}{row}"));
        window.press(&format!("{file}{}", row + 9));
    }
    window.game().invoke_go_to(0);
    window.activate("H9");
    let folded = list(&window).len();
    assert_eq!(folded, 3);
    let hidden = record(&window).get_moves().row_data(2).unwrap().hidden;
    window.activate(&format!("{hidden} more"));
    assert!(list(&window).len() > folded);
    window.speak("zh_CN");
    window.activate("收起");
    assert_eq!(list(&window).len(), folded);
    window.activate(&format!("还有 {hidden} 着"));
    assert!(list(&window).len() > folded);
}
