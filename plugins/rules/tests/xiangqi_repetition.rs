//! Verdicts on positions that come back.

mod xiangqi_support;

use rules::xiangqi::Xiangqi;
use rules::{EndReason, Outcome, Position, Repetition, Rules};
use serde::Deserialize;
use xiangqi_support::{Random, mv, random_cycle, random_position, text};

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    fen: String,
    moves: Vec<String>,
    judged: Judged,
}

#[derive(Deserialize)]
struct Judged {
    pyffish_0_0_90_axf: String,
    pikafish_2026_07: String,
    pikafish_2023_12_chinese_partial: String,
}

fn rules(repetition: Repetition) -> Rules {
    Rules { repetition, ..Rules::default() }
}

fn played(fen: &str, moves: &[&str], repetition: Repetition) -> Xiangqi {
    let mut position = Xiangqi::from_fen(fen, rules(repetition)).expect("the position is possible");
    for text in moves {
        position.play(mv(text)).expect("the move is legal");
    }
    position
}

fn verdict(fen: &str, moves: &[&str], repetition: Repetition) -> String {
    played(fen, moves, repetition).verdict().map_or_else(|| "none".to_owned(), |verdict| verdict.to_string())
}

/// The words of the case file.
fn words(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "no verdict yet",
        Some(Outcome::Draw { .. }) => "draw",
        Some(Outcome::Win { side: rules::xiangqi::RED, .. }) => "red wins",
        Some(Outcome::Win { .. }) => "black wins",
    }
}

#[test]
fn published_cases_are_judged_as_other_programs_judge_them() {
    let cases: Cases =
        serde_json::from_str(include_str!("data/xiangqi_repetition.json")).expect("the file is in order");
    for case in cases.cases {
        let moves: Vec<&str> = case.moves.iter().map(String::as_str).collect();
        for (repetition, expected) in [
            (Repetition::Asian, &case.judged.pyffish_0_0_90_axf),
            (Repetition::Computer, &case.judged.pikafish_2026_07),
            (Repetition::Chinese, &case.judged.pikafish_2023_12_chinese_partial),
        ] {
            let outcome = played(&case.fen, &moves, repetition).outcome();
            assert_eq!(words(outcome), expected, "{} under {} rules", case.id, repetition.name());
        }
    }
}

/// Chapter 7 of the Chinese rules of 1999, detail 2: a chariot checks and chases a horse in turn.
#[test]
fn check_and_chase_in_turn_loses_under_chinese_rules_only() {
    let fen = "R8/3k5/8c/9/9/9/9/9/9/5K3 w";
    let cycle = ["a9a7", "i7i6", "a7a8", "d8d9", "a8a6", "i6i7", "a6a9", "d9d8"];
    let moves = [cycle, cycle].concat();
    assert_eq!(
        verdict(fen, &moves, Repetition::Chinese),
        "red loses: perpetual check and chase of the cannon, Chinese rules"
    );
    assert_eq!(verdict(fen, &moves, Repetition::Asian), "draw: the position came back three times, Asian rules");
}

/// A chariot that threatens mate on the back rank with each move, while the general runs between two points.
#[test]
fn threats_of_mate_lose_under_chinese_rules_only() {
    let fen = "4k4/9/9/9/9/9/9/8R/R8/3K5 w";
    let cycle = ["a1a8", "e9f9", "a8a1", "f9e9"];
    let moves = [cycle, cycle].concat();
    assert_eq!(verdict(fen, &moves, Repetition::Chinese), "red loses: perpetual threat of mate, Chinese rules");
    assert_eq!(verdict(fen, &moves, Repetition::Asian), "draw: the position came back three times, Asian rules");
    assert_eq!(verdict(fen, &moves, Repetition::Computer), "draw: the position came back three times, computer rules");
}

/// Article 32 of the Asian rules: two victims in turn are allowed; article 28.12 of the Chinese ones: they are not.
#[test]
fn chasing_two_men_in_turn_depends_on_the_rules() {
    let fen = "4k4/9/9/9/c7n/9/9/9/3K5/8R w";
    let cycle = ["i0a0", "e9f9", "a0i0", "f9e9"];
    let moves = [cycle, cycle].concat();
    assert_eq!(verdict(fen, &moves, Repetition::Asian), "draw: the position came back three times, Asian rules");
    assert_eq!(
        verdict(fen, &moves, Repetition::Chinese),
        "red loses: perpetual chase of the cannon and horse, Chinese rules"
    );
}

/// A perpetual block keeps a man from a line; none of the rule sets forbids it.
#[test]
fn a_perpetual_block_is_a_draw_under_every_rule_set() {
    let fen = "3k5/9/9/9/9/9/r8/9/9/R4K3 w";
    let cycle = ["a0b0", "a3b3", "b0a0", "b3a3"];
    let moves = [cycle, cycle].concat();
    for repetition in Repetition::ALL {
        assert!(verdict(fen, &moves, repetition).starts_with("draw: the position came back"), "{repetition:?}");
    }
}

/// Diagram 39 of the Asian rules (position by Fairy-Stockfish's tests): the chariot that a horse confines may not be
/// chased, whatever its side attacks meanwhile.
#[test]
fn a_chariot_confined_by_a_horse_may_not_be_chased_under_asian_rules() {
    let fen = "2baka1r1/C4rN2/9/1Rp1p4/9/9/4P4/9/4A4/4KA3 w";
    let cycle = ["f9e8", "b8b9", "e8f9", "b9b8"];
    let moves = [&["b6b8"][..], &cycle, &cycle].concat();
    assert_eq!(verdict(fen, &moves, Repetition::Asian), "red loses: perpetual chase of the chariot, Asian rules");
}

#[test]
fn the_third_occurrence_ends_the_game_and_captures_begin_anew() {
    let fen = "3k5/R8/9/9/9/9/9/9/9/4K4 w";
    let cycle = ["a8a9", "d9d8", "a9a8", "d8d9"];
    let once = played(fen, &cycle, Repetition::Asian);
    assert_eq!(once.outcome(), None);
    let twice = played(fen, &[cycle, cycle].concat(), Repetition::Asian);
    assert_eq!(twice.outcome().map(Outcome::reason), Some(EndReason::PerpetualCheck));
    let short = played(fen, &[&cycle[..], &cycle[..3]].concat(), Repetition::Asian);
    assert_eq!(short.outcome(), None);
}

/// Movement allows the check that completes a perpetual check; it is listed, so that a player can be warned.
#[test]
fn moves_that_lose_by_repetition_are_listed() {
    // The checking side is to move, one ply before the third occurrence.
    let start = "3k5/9/R8/9/9/9/9/9/9/4K4 w";
    let line = ["a7a9", "d9d8", "a9a8", "d8d9", "a8a9", "d9d8", "a9a8", "d8d9"];
    let position = played(start, &line, Repetition::Asian);
    assert_eq!(position.losing_moves().into_iter().map(text).collect::<Vec<_>>(), ["a8a9"]);
    assert!(position.is_legal(mv("a8a9")), "movement allows it");
    assert!(Xiangqi::start(Rules::default()).losing_moves().is_empty());
}

/// Searches may ask about a cycle at its first return.
#[test]
fn a_cycle_can_be_judged_before_the_third_occurrence() {
    let position = played("3k5/R8/9/9/9/9/9/9/9/4K4 w", &["a8a9", "d9d8", "a9a8", "d8d9"], Repetition::Asian);
    assert_eq!(position.occurrences().collect::<Vec<_>>(), [4]);
    assert_eq!(position.judge_cycle(4).outcome.reason(), EndReason::PerpetualCheck);
}

/// A move of the board reflected left to right.
fn mirrored(position: &Xiangqi) -> Xiangqi {
    let fen = position.fen();
    let (rows, rest) = fen.split_once(' ').expect("a FEN has fields");
    let rows: Vec<String> = rows.split('/').map(|row| row.chars().rev().collect()).collect();
    Xiangqi::from_fen(&format!("{} {rest}", rows.join("/")), position.rules()).expect("the reflection is possible")
}

#[test]
fn verdicts_are_the_same_left_to_right_reflected() {
    let mut random = Random(7);
    let mut judged = 0;
    while judged < 1500 {
        let repetition = random.pick(&Repetition::ALL);
        let start = random_position(&mut random, rules(repetition));
        let Some(cycle) = random_cycle(&mut random, &start) else { continue };
        let (mut position, mut reflection) = (start.clone(), mirrored(&start));
        for played in cycle.iter().chain(&cycle) {
            let mirror = |text: String| -> String {
                text.chars().map(|c| if c.is_ascii_lowercase() { (b'a' + b'i' - c as u8) as char } else { c }).collect()
            };
            reflection.play(mv(&mirror(text(*played)))).expect("the reflection is legal");
            position.play(*played).expect("the move is legal");
        }
        let (left, right) = (position.verdict(), reflection.verdict());
        assert_eq!(left.as_ref().map(|v| v.outcome), right.as_ref().map(|v| v.outcome), "{}", start.fen());
        judged += 1;
    }
}

#[test]
fn the_no_capture_limit_draws_and_spares_checks_beyond_ten() {
    let shuffle = |position: &mut Xiangqi, plies: usize| {
        // Four men wander so that no position comes back three times early.
        let mut random = Random(3);
        for _ in 0..plies {
            let moves: Vec<_> = position.legal_moves();
            let quiet: Vec<_> =
                moves.into_iter().filter(|mv| mv.to().is_some_and(|to| position.man(to).is_none())).collect();
            position.play_unchecked(random.pick(&quiet));
        }
    };
    let rules = Rules { no_capture: 3, ..Rules::default() };
    let mut position = Xiangqi::from_fen("3k1a3/4a4/9/9/9/9/9/r8/4A4/3AK4 w", rules).expect("the position is possible");
    shuffle(&mut position, 5);
    assert_eq!((position.quiet_plies(), position.outcome()), (5, None));
    shuffle(&mut position, 1);
    assert_eq!(position.outcome(), Some(Outcome::Draw { reason: EndReason::NoCaptureLimit }));
    let none = Rules { no_capture: 0, ..Rules::default() };
    let mut position = Xiangqi::from_fen("3k1a3/4a4/9/9/9/9/9/r8/4A4/3AK4 w - - 500 1", none).expect("possible");
    assert_eq!(position.outcome(), None);
    shuffle(&mut position, 1);
    assert_eq!(position.quiet_plies(), 501);
    // Eleven checks and their answers: the eleventh check and its answer are not counted.
    let cycle = ["a8a9", "d9d8", "a9a8", "d8d9"];
    let position = played("3k5/R8/9/9/9/9/9/9/9/4K4 w", &[cycle; 6].concat()[..22], Repetition::Asian);
    assert_eq!(position.quiet_plies(), 20);
}

#[test]
fn a_capture_restarts_the_count_of_quiet_plies() {
    let position = played("3k5/R8/9/9/9/9/9/9/r8/4K4 w - - 7 9", &["a8a1"], Repetition::Asian);
    assert_eq!(position.quiet_plies(), 0);
    assert_eq!(position.fen(), "3k5/9/9/9/9/9/9/9/R8/4K4 b - - 0 9");
}

/// Mate ends a game before anything else is looked at, and repetition before the count of quiet plies.
#[test]
fn verdicts_come_in_order() {
    let rules = Rules { no_capture: 4, ..Rules::default() };
    let mut position = Xiangqi::from_fen("3k5/R8/9/9/9/9/9/9/9/4K4 w", rules).expect("the position is possible");
    for text in ["a8a9", "d9d8", "a9a8", "d8d9", "a8a9", "d9d8", "a9a8", "d8d9"] {
        position.play(mv(text)).expect("the move is legal");
    }
    assert_eq!(position.quiet_plies(), 8);
    assert_eq!(position.outcome().map(Outcome::reason), Some(EndReason::PerpetualCheck));
    let mate = Xiangqi::from_fen("3k5/4P4/9/9/9/9/9/9/3R5/4K4 b - - 400 1", rules).expect("the position is possible");
    assert_eq!(mate.outcome().map(Outcome::reason), Some(EndReason::Checkmate));
}
