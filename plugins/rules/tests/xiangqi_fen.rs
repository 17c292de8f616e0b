//! Positions as text, and set-ups that no game can lead to.

mod xiangqi_support;

use rules::xiangqi::{BLACK, RED, SetupError, SetupFault, Xiangqi};
use rules::{Position, Rules, Variant, VariantPosition};
use xiangqi_support::{Random, position, random_game, random_position};

fn read(text: &str) -> Result<Xiangqi, SetupError> {
    Xiangqi::from_fen(text, Rules::default())
}

fn fault(text: &str) -> String {
    read(text).expect_err("the position is refused").to_string()
}

const ROWS: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

#[test]
fn every_dialect_is_read_and_one_is_written() {
    let written = format!("{ROWS} w - - 0 1");
    for text in [
        written.clone(),
        ROWS.to_owned(),
        format!("{ROWS} w"),
        format!("{ROWS} r"),
        format!("{ROWS} r - - 0 1"),
        format!("{ROWS} w - - 0"),
        format!("{ROWS} w 0 1"),
        format!("{ROWS}[] w - - 0 1"),
        format!("  {ROWS}[-]  w  -  -  0  1  "),
        // The letters of WinBoard.
        ROWS.replace('n', "h").replace('N', "H").replace('b', "e").replace('B', "E"),
        format!("position fen {written}"),
        format!("fen {written} moves"),
        "startpos".to_owned(),
        "position startpos".to_owned(),
    ] {
        assert_eq!(read(&text).map(|position| position.fen()).as_deref(), Ok(&*written), "{text}");
    }
    let black = read(&format!("{ROWS} b - - 3 7")).expect("the position is possible");
    assert_eq!(black.side_to_move(), BLACK);
    assert_eq!(black.fen(), format!("{ROWS} b - - 3 7"));
}

#[test]
fn trailing_moves_are_played() {
    let played = read("startpos moves h2e2 h9g7").expect("the moves are legal");
    assert_eq!(played.ply(), 2);
    assert_eq!(played.fen(), "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2");
    let fairy = read(&format!("{ROWS} w - - 0 1 moves h3e3 h10g8")).expect("ranks may count from 1");
    assert_eq!(fairy, read(&format!("{ROWS} w moves 炮二平五 H8+7")).expect("any notation is read"));
    assert_eq!(fault("startpos moves h2e2 h2e2"), "the moves after the FEN: move h2e2: no man stands there");
    assert_eq!(fault("startpos moves x"), "the moves after the FEN: \"x\" is no Xiangqi move; write for example h2e2");
}

#[test]
fn move_numbers_count_pairs() {
    let mut position = read(&format!("{ROWS} b - - 0 5")).expect("the position is possible");
    let numbers: Vec<String> = (0..4)
        .map(|_| {
            let fen = position.fen();
            let mv = position.legal_moves()[0];
            position.play_unchecked(mv);
            fen.rsplit(' ').next().expect("a FEN has fields").to_owned()
        })
        .collect();
    assert_eq!(numbers, ["5", "6", "6", "7"]);
}

#[test]
fn what_is_no_fen_says_what_should_stand_there() {
    assert_eq!(fault(""), "no Xiangqi FEN: the text is empty");
    assert_eq!(fault("9/9 w"), "no Xiangqi FEN: 2 rows in \"9/9\"; write 10, separated by /");
    assert_eq!(fault(&ROWS.replace("1c5c1", "1c5c")), "no Xiangqi FEN: row 7 has 8 points in \"1c5c\"; write 9");
    assert_eq!(
        fault(&ROWS.replace("1c5c1", "1x5c1")),
        "no Xiangqi FEN: 'x' in row 7; write a man of kabnrcp or a number of empty points"
    );
    assert_eq!(fault(&format!("{ROWS} q")), "no Xiangqi FEN: side to move \"q\"; write w for red or b for black");
    assert_eq!(fault(&format!("{ROWS} w - - 0 x")), "no Xiangqi FEN: move number \"x\"; write a number such as 0");
    assert_eq!(
        fault(&format!("{ROWS} w - - 70000 1")),
        "no Xiangqi FEN: plies since a capture \"70000\"; write a number such as 0"
    );
    assert!(fault(&ROWS.replace('9', "0")).contains("'0' in row"));
}

#[test]
fn every_fault_of_a_set_up_is_named() {
    assert_eq!(fault("9/9/9/9/9/9/9/9/9/4K4"), "impossible position: black has no general");
    assert_eq!(fault("9/9/9/9/9/9/9/9/9/9"), "impossible position: red has no general; black has no general");
    assert_eq!(fault("3k5/9/9/9/9/9/9/9/9/3KK4"), "impossible position: 2 red generals, where a side has at most 1");
    assert_eq!(fault("3k5/9/9/9/9/9/RRR6/9/9/4K4"), "impossible position: 3 red chariots, where a side has at most 2");
    assert_eq!(fault("3k5/9/9/9/4K4/9/9/9/9/9"), "impossible position: a red general can't stand on e5");
    assert_eq!(fault("3k5/9/9/9/9/9/9/9/A8/4K4"), "impossible position: a red advisor can't stand on a1");
    assert_eq!(fault("3k5/9/9/9/9/9/9/9/b8/4K4"), "impossible position: a black elephant can't stand on a1");
    assert_eq!(fault("3k5/9/9/9/9/9/1P7/9/9/4K4"), "impossible position: a red soldier can't stand on b3");
    assert_eq!(fault("3kp4/9/9/9/9/9/9/9/9/4K4"), "impossible position: a black soldier can't stand on e9");
    assert_eq!(fault("3k5/9/9/9/9/3R5/9/9/9/4K4 w"), "impossible position: black is in check from d4 but not to move");
    let several = read("3k5/9/9/9/9/9/1P7/A8/9/9").expect_err("the position is refused");
    let SetupError::Impossible(faults) = several else { panic!("{several}") };
    assert_eq!(faults.len(), 3);
    assert_eq!(faults[0], SetupFault::NoGeneral(RED));
}

/// Books and other programs' test positions have them: the side to move has to part the generals.
#[test]
fn generals_may_face_each_other_in_a_set_up() {
    let facing = position("4k4/3P1P3/3P1P3/9/9/9/9/9/9/3AK4 w");
    let moves: Vec<String> = facing.legal_moves().into_iter().map(xiangqi_support::text).collect();
    // pyffish 0.0.90 has the same six.
    assert_eq!(moves, ["d0e1", "d7e7", "d8e8", "e0f0", "f7e7", "f8e8"]);
}

#[test]
fn positions_survive_being_written_and_read() {
    let mut random = Random(11);
    for _ in 0..400 {
        let start = random_position(&mut random, Rules::default());
        random_game(&mut random, &start, 12, |position| {
            let copy = read(&position.fen()).expect("what is written is possible");
            assert_eq!(copy.fen(), position.fen());
            assert_eq!(copy.key(), position.key());
            assert_eq!(copy.board(), position.board());
        });
    }
}

#[test]
fn the_variant_position_reads_the_same_text() {
    let text = format!("{ROWS} w - - 0 1 moves h2e2");
    let position = VariantPosition::from_fen(Variant::Xiangqi, &text, Rules::default()).expect("the text is a FEN");
    assert_eq!(position.ply(), 1);
}
