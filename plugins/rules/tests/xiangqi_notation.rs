//! Moves as people write them, both ways.

use rules::xiangqi::{NotationError, Xiangqi, chinese, iccs, parse_move, parse_moves, wxf};
use rules::{Move, Position, Rules, Variant};
use serde::Deserialize;

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    case: String,
    fen: String,
    iccs: String,
    wxf_pyffish: String,
    chinese_cchess: String,
    disputed: bool,
}

fn position(fen: &str) -> Xiangqi {
    Xiangqi::from_fen(fen, Rules::default()).expect("the position is possible")
}

fn coordinates(text: &str) -> Move {
    Variant::Xiangqi.parse_move(text).expect("the text is a move")
}

#[test]
fn cases_are_written_as_other_programs_write_them_and_read_in_every_form() {
    let cases: Cases = serde_json::from_str(include_str!("data/xiangqi_notation.json")).expect("the file is in order");
    for case in cases.cases {
        let (position, mv) = (position(&case.fen), coordinates(&case.iccs));
        let written = [iccs(mv), wxf(&position, mv), chinese(&position, mv)];
        for text in &written {
            assert_eq!(parse_move(&position, text), Ok(mv), "{}: {text}", case.case);
        }
        assert_eq!(written[1], case.wxf_pyffish, "{}", case.case);
        if !case.disputed {
            assert_eq!(written[2], case.chinese_cchess, "{}", case.case);
            assert_eq!(parse_move(&position, &case.chinese_cchess), Ok(mv), "{}", case.case);
        }
    }
}

/// Start position: text and move.
#[test]
fn every_spelling_in_the_wild_is_read() {
    let red = Xiangqi::start(Rules::default());
    let mut black = red.clone();
    black.play(coordinates("h2e2")).expect("the move is legal");
    for (text, mv) in [
        ("h2e2", "h2e2"),
        ("H2-E2", "h2e2"),
        ("H2E2", "h2e2"),
        ("h3e3", "h2e2"),
        ("h1g3", "h0g2"),
        ("C2=5", "h2e2"),
        ("c2.5", "h2e2"),
        ("C25", "h2e2"),
        ("c2=5!", "h2e2"),
        ("N2+3", "h0g2"),
        ("H2+3", "h0g2"),
        ("M7+5", "c0e2"),
        ("E7+5", "c0e2"),
        ("B7+5", "c0e2"),
        ("G6+5", "d0e1"),
        ("A6+5", "d0e1"),
        ("炮二平五", "h2e2"),
        ("砲二平五", "h2e2"),
        ("炮2平5", "h2e2"),
        ("炮２平５", "h2e2"),
        ("馬二進三", "h0g2"),
        ("傌二进三", "h0g2"),
        ("车一进一", "i0i1"),
        ("俥一進一", "i0i1"),
        ("兵三进一", "g3g4"),
        ("帥五進一", "e0e1"),
        ("仕四进五", "f0e1"),
        ("士四上五", "f0e1"),
        (" 相 三 进 五 ", "g0e2"),
    ] {
        assert_eq!(parse_move(&red, text), Ok(coordinates(mv)), "{text}");
    }
    for (text, mv) in [
        ("h10g8", "h9g7"),
        ("h9g7", "h9g7"),
        ("H8+7", "h9g7"),
        ("h8+7", "h9g7"),
        ("马8进7", "h9g7"),
        ("馬８進７", "h9g7"),
        ("马八进七", "h9g7"),
        ("卒7进1", "g6g5"),
        ("将5进1", "e9e8"),
        ("砲8平5", "h7e7"),
    ] {
        assert_eq!(parse_move(&black, text), Ok(coordinates(mv)), "{text}");
    }
}

/// The signs of the notation of 1982 (three, four and five soldiers on a file, and three and two), from the page
/// "Official Xiangqi piece names and notation" of the World Xiangqi Federation.
#[test]
fn the_notation_of_1982_is_read() {
    let three = position("3k5/9/6P2/6P2/6P2/9/9/9/9/4K4 w");
    for (text, mv) in [("P+.4", "g7f7"), ("P3.4", "g6f6"), ("P-.4", "g5f5")] {
        assert_eq!(parse_move(&three, text), Ok(coordinates(mv)), "{text}");
    }
    let five = position("3k5/6P2/6P2/6P2/6P2/6P2/9/9/9/4K4 w");
    for (text, mv) in
        [("++.4", "g8f8"), ("P+.4", "g7f7"), ("P3.4", "g6f6"), ("P-.4", "g5f5"), ("--.4", "g4f4"), ("--.4", "g4f4")]
    {
        assert_eq!(parse_move(&five, text).map(|mv| Variant::Xiangqi.move_text(mv)), Ok(mv.to_owned()), "{text}");
    }
    let both = position("3k5/9/2P3P2/2P3P2/6P2/9/9/9/9/4K4 w");
    for (text, mv) in
        [("3+.4", "g7f7"), ("33.4", "g5f5"), ("3-.4", "g5f5"), ("7+.6", "c7d7"), ("7-.6", "c6d6"), ("23=4", "g6f6")]
    {
        assert_eq!(parse_move(&both, text), Ok(coordinates(mv)), "{text}");
    }
}

#[test]
fn soldiers_on_two_files_are_read_in_every_form() {
    let red = position("4k4/3P1P3/3P1P3/9/9/9/9/9/9/3AK4 w");
    for (text, mv) in [
        ("前四平五", "f8e8"),
        ("前兵四平五", "f8e8"),
        ("前四兵平五", "f8e8"),
        ("一兵平五", "f8e8"),
        ("二兵平五", "f7e7"),
        ("三兵平五", "d8e8"),
        ("前六平五", "d8e8"),
        ("四兵平五", "d7e7"),
        ("后六平五", "d7e7"),
        ("14=5", "f8e8"),
        ("26=5", "d7e7"),
        ("P+4=5", "f8e8"),
    ] {
        assert_eq!(parse_move(&red, text), Ok(coordinates(mv)), "{text}");
    }
    let ambiguous = parse_move(&red, "前兵平五").expect_err("two soldiers fit");
    assert_eq!(ambiguous.to_string(), "\"前兵平五\" names more than one move: f8e8, d8e8; write one of these");
}

#[test]
fn what_names_no_move_says_so() {
    let start = Xiangqi::start(Rules::default());
    for text in ["", "x", "炮", "炮二", "e2e", "z0z1", "炮二平", "马马马马", "a0a99", "平平平平", "炮二平五五五五"]
    {
        let error = parse_move(&start, text).expect_err("the text is no move");
        assert!(matches!(error, NotationError::Unreadable(_)), "{text}: {error}");
    }
    for text in ["炮三平五", "马二平三", "相三进二", "C3=5", "后炮平五", "中兵进一"] {
        let error = parse_move(&start, text).expect_err("no man fits");
        assert!(matches!(error, NotationError::NoSuchMove { .. }), "{text}: {error}");
    }
    assert_eq!(
        parse_move(&start, "C3=5").expect_err("no man fits").to_string(),
        "\"C3=5\": red has no man that moves like that"
    );
}

/// A text may name a move that the rules refuse: it is read, so that the refusal can be told.
#[test]
fn illegal_moves_can_be_named() {
    let pinned = position("4k4/4r4/9/9/9/9/9/4N4/9/4K4 w");
    let mv = parse_move(&pinned, "马五进四").expect("the text names a move");
    assert_eq!(mv, coordinates("e2f4"));
    assert!(pinned.refusal(mv).is_some());
}

#[test]
fn lists_keep_one_way_of_counting_ranks() {
    let start = Xiangqi::start(Rules::default());
    let zero = parse_moves(&start, "h2e2 h9g7 h0g2").expect("the moves are legal");
    let one = parse_moves(&start, "h3e3 h10g8 h1g3").expect("the moves are legal");
    let mixed = parse_moves(&start, "炮二平五 H8+7 H0-G2").expect("the moves are legal");
    assert_eq!(zero, one);
    assert_eq!(zero, mixed);
    // Legal in both ways of counting at first: only the last move tells.
    let one = parse_moves(&start, "b3b4 a10a9 b4b3").expect("the moves are legal");
    assert_eq!(one, ["b2b3", "a9a8", "b3b2"].map(coordinates));
    assert!(parse_moves(&start, "h2e2 h9g7 h2e2").is_err());
}
