//! Set-ups and their text form: what is read, and how each fault is named.

use rules::gomoku::{Gomoku, SetupError};
use rules::{Point, Position, Rules, Side, Variant};

fn read(text: &str) -> Result<Gomoku, SetupError> {
    Gomoku::from_fen(Variant::Renju, text, Rules::default())
}

#[test]
fn the_text_of_the_documentation_is_written_and_read() {
    let text = "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 w";
    let mut position = Gomoku::start(Variant::Renju, 15, Rules::default()).unwrap();
    position.play(Variant::Renju.parse_move("h8").unwrap()).unwrap();
    assert_eq!(position.fen(), text);
    assert_eq!(read(text).unwrap().key(), position.key());
}

#[test]
fn rows_are_read_from_the_top() {
    let position = read("x4/5/5/5/4o b").unwrap();
    assert_eq!(position.stone(Point::new(0, 4)), Some(Side::First), "a5");
    assert_eq!(position.stone(Point::new(4, 0)), Some(Side::Second), "e1");
}

#[test]
fn case_and_spaces_do_not_matter() {
    let plain = read("5/1xo2/5/5/5 b").unwrap();
    for text in ["  5/1XO2/5/5/5   B ", "5 /1xo2/5/ 5/5\tb", "5/1x o2/5/5/5 b", "05/1xo2/5/5/5 b"] {
        let found = read(text);
        match text.contains("x o") {
            true => assert!(found.is_err(), "a space within a row"),
            false => assert_eq!(found.as_ref(), Ok(&plain), "{text:?}"),
        }
    }
}

#[test]
fn trailing_moves_are_played_forbidden_ones_too() {
    let position = read("6/6/6/6/6/xxx1xx b moves d1 A6").unwrap();
    assert_eq!(position.ply(), 2);
    assert_eq!(position.side_to_move(), Side::First);
    assert_eq!(read("6/6/6/6/6/6 b moves").unwrap().ply(), 0);
}

#[test]
fn each_fault_of_a_text_is_named() {
    let cases = [
        ("", "position text: the side to move is missing; end with b or w"),
        ("5/5/5/5/5", "position text: the side to move is missing; end with b or w"),
        ("5/5/5/5/5 x", "position text: side to move \"x\"; write b or w"),
        ("5/5/5/5/5 b 3", "position text: \"3\" after the side to move; only `moves` and points may follow"),
        ("5/5/5/5 b", "board size 4: 5 to 22 points a side are possible"),
        ("5/5/5/5/4 b", "position text, row 1: 4 points where the board has 5 rows; they must be equal"),
        ("6/5/5/5/5 b", "position text, row 5: 6 points where the board has 5 rows; they must be equal"),
        ("5//5/5/5 b", "position text, row 4: 0 points where the board has 5 rows; they must be equal"),
        ("5/2k2/5/5/5 b", "position text, row 4: 'k' is neither x, o nor a number of empty points"),
        ("5/5/5/5/5 b moves a1 z9", "position text: move number 2, \"z9\", is no point; write for example h8"),
        ("5/5/5/5/5 b moves a1 a1", "move number 2 of the set-up, move a1: the point is occupied"),
        ("5/5/5/5/5 b moves f1", "move number 1 of the set-up, move f1: off the board"),
        ("5/5/5/5/5 b moves pass", "move number 1 of the set-up, move pass: Renju has no such move"),
    ];
    for (text, message) in cases {
        assert_eq!(read(text).unwrap_err().to_string(), message, "{text:?}");
    }
    let many = "5/".repeat(300) + "5 b";
    assert_eq!(read(&many).unwrap_err(), SetupError::Size(301));
    assert!(read(&format!("{}/5/5/5/5 b", "9".repeat(1000))).is_err());
}

#[test]
fn stones_off_the_board_or_on_top_of_each_other_are_named() {
    let from = |black: &[Point], white: &[Point]| {
        Gomoku::from_stones(Variant::Gomoku, 9, Rules::default(), black, white, Side::First)
    };
    let (a, b, far) = (Point::new(0, 0), Point::new(1, 0), Point::new(9, 3));
    assert_eq!(from(&[a], &[far]), Err(SetupError::OffBoard { points: vec![far], size: 9 }));
    assert_eq!(from(&[a, b, b], &[a, b]), Err(SetupError::Repeated { points: vec![b, a] }));
    let message = from(&[far], &[]).unwrap_err().to_string();
    assert_eq!(message, "stones off the board of 9 by 9 points: j4");
    let message = from(&[a, b], &[b, a]).unwrap_err().to_string();
    assert_eq!(message, "more than one stone on the same point: b1, a1");
    let row: Vec<_> = (0..20).map(|file| Point::new(file, 30)).collect();
    assert!(from(&row, &[]).unwrap_err().to_string().ends_with("l31 and 8 more"));
}

#[test]
fn counts_need_not_balance() {
    let stones = [Point::new(0, 0), Point::new(2, 2)];
    for to_move in Side::ALL {
        let position = Gomoku::from_stones(Variant::Renju, 15, Rules::default(), &[], &stones, to_move).unwrap();
        assert_eq!(position.side_to_move(), to_move);
        assert_eq!(position.ply(), 0);
        assert_eq!(position.outcome(), None);
    }
}

#[test]
fn sizes_and_variants_are_checked() {
    for size in 0..=255 {
        let position = Gomoku::start(Variant::Gomoku, size, Rules::default());
        assert_eq!(position.is_ok(), (5..=22).contains(&size), "{size}");
    }
    let error = Gomoku::start(Variant::Xiangqi, 15, Rules::default()).unwrap_err();
    assert_eq!(error.to_string(), "variant xiangqi has no stones; choose a Gomoku variant");
}
