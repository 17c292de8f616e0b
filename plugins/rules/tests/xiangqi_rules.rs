//! How men move, what is refused and why, and how games end on the board.

mod xiangqi_support;

use rules::xiangqi::{BLACK, Man, RED, Role, Xiangqi};
use rules::{EndReason, Move, Outcome, Point, Position, Refusal, Rules, Variant};
use xiangqi_support::{mv, position, text};

fn at(text: &str) -> Point {
    Variant::Xiangqi.parse_point(text).expect("the text is a point")
}

fn targets(fen: &str, from: &str) -> String {
    let moves = position(fen).legal_moves();
    let texts: Vec<String> = moves.into_iter().filter(|mv| mv.from() == Some(at(from))).map(text).collect();
    texts.iter().map(|text| &text[2..]).collect::<Vec<_>>().join(" ")
}

fn refusal(fen: &str, text: &str) -> Option<Refusal> {
    position(fen).refusal(mv(text))
}

#[test]
fn the_start_position_is_that_of_every_book() {
    let start = Xiangqi::start(Rules::default());
    assert_eq!(start.side_to_move(), RED);
    assert_eq!(start.legal_moves().len(), 44);
    assert_eq!(start.man(at("a0")), Some(Man::new(RED, Role::Chariot)));
    assert_eq!(start.man(at("h7")), Some(Man::new(BLACK, Role::Cannon)));
    assert_eq!(start.man(at("e5")), None);
    assert_eq!(start.man(Point::new(9, 0)), None);
    assert_eq!((start.general(RED), start.general(BLACK)), (at("e0"), at("e9")));
    assert_eq!(start.outcome(), None);
    assert!(!start.in_check());
}

#[test]
fn men_move_as_the_rules_say() {
    // The general: one step in the palace. The advisor: one oblique step in the palace.
    assert_eq!(targets("3k5/9/9/9/9/9/9/9/4K4/9 w", "e1"), "e0 e2 f1");
    assert_eq!(targets("3k5/9/9/9/9/9/9/9/4A4/4K4 w", "e1"), "d0 d2 f0 f2");
    // The elephant: two oblique steps past an empty eye, never across the river.
    assert_eq!(targets("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4"), "a2 e2");
    assert_eq!(targets("3k5/9/9/9/9/9/9/4B4/5n3/4K4 w", "e2"), "c0 c4 g4");
    // The horse: past an empty leg.
    assert_eq!(targets("3k5/9/9/9/9/4N4/4p4/9/9/4K4 w", "e4"), "c3 c5 d6 f6 g3 g5");
    // The chariot: up to and onto the first enemy.
    assert_eq!(targets("4k4/9/9/9/9/p2R2P2/9/3p5/9/3K5 w", "d4"), "a4 b4 c4 d2 d3 d5 d6 d7 d8 d9 e4 f4");
    // The cannon: moves like the chariot, captures over exactly one man.
    assert_eq!(targets("4k4/9/9/9/9/p1nC4p/9/9/9/5K3 w", "d4"), "a4 d0 d1 d2 d3 d5 d6 d7 d8 d9 e4 f4 g4 h4");
    // The soldier: forward, after the river also sideways, never back.
    assert_eq!(targets("3k5/9/9/9/9/9/4P4/9/9/4K4 w", "e3"), "e4");
    assert_eq!(targets("3k5/9/9/9/4P4/9/9/9/9/5K3 w", "e5"), "d5 e6 f5");
    assert_eq!(targets("P2k5/9/9/9/9/9/9/9/9/4K4 w", "a9"), "b9");
    assert_eq!(targets("4k4/9/9/9/9/3p5/9/9/9/5K3 b", "d4"), "c4 d3 e4");
}

#[test]
fn each_refusal_names_its_rule() {
    let start = rules::xiangqi::START;
    for (fen, text, expected) in [
        (start, "e5e6", Refusal::NoMan),
        (start, "h7e7", Refusal::OpponentsMan),
        (start, "a0a3", Refusal::OwnManOnTarget),
        (start, "b2b0", Refusal::OwnManOnTarget),
        (start, "a0b1", Refusal::WrongStep(Role::Chariot)),
        (start, "b0b2", Refusal::WrongStep(Role::Horse)),
        (start, "c0d1", Refusal::WrongStep(Role::Elephant)),
        (start, "d0d1", Refusal::WrongStep(Role::Advisor)),
        (start, "e0e2", Refusal::WrongStep(Role::General)),
        (start, "h2e3", Refusal::WrongStep(Role::Cannon)),
        (start, "a3b3", Refusal::WrongStep(Role::Soldier)),
        (start, "a3a2", Refusal::WrongStep(Role::Soldier)),
        (start, "a3a5", Refusal::WrongStep(Role::Soldier)),
        (start, "a0a0", Refusal::WrongStep(Role::Chariot)),
        (start, "b0d1", Refusal::BlockedLeg(at("c0"))),
        (start, "a0a4", Refusal::BlockedPath(at("a3"))),
        (start, "h2h8", Refusal::BlockedPath(at("h7"))),
        (start, "h2h7", Refusal::NoScreen),
        ("3k5/9/9/9/9/9/9/9/5K3/9 w", "f1g1", Refusal::LeavesPalace(Role::General)),
        ("3k5/9/9/9/9/9/9/5A3/9/4K4 w", "f2g3", Refusal::LeavesPalace(Role::Advisor)),
        ("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6", Refusal::CrossesRiver),
        ("3k5/9/9/9/9/9/9/4B4/5n3/4K4 w", "e2g0", Refusal::BlockedEye(at("f1"))),
        ("4k4/9/9/4r4/4p4/4p4/4C4/9/9/3K5 w", "e3e6", Refusal::NoScreen),
        ("4k4/9/9/9/9/9/4C4/9/9/4K4 w", "e3d3", Refusal::FacingGenerals),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0", Refusal::FacingGenerals),
        ("3k5/4r4/9/9/9/9/9/4N4/9/4K4 w", "e2d4", Refusal::ExposesGeneral(at("e8"))),
        ("3k5/4c4/9/9/9/4P4/9/4N4/9/4K4 w", "e2d4", Refusal::ExposesGeneral(at("e8"))),
        ("3k5/9/9/9/9/9/9/9/9/3AK4 w", "e0d0", Refusal::OwnManOnTarget),
        ("3k5/9/9/9/9/9/9/9/r8/4K4 w", "e0e1", Refusal::ExposesGeneral(at("a1"))),
        ("5k3/9/9/9/9/9/9/9/4p4/3K5 w", "d0e0", Refusal::ExposesGeneral(at("e1"))),
    ] {
        assert_eq!(refusal(fen, text), Some(expected), "{fen} {text}");
    }
    assert_eq!(refusal(start, "h2e2"), None);
    let start = position(start);
    assert_eq!(start.refusal(Move::Pass), Some(Refusal::WrongKind));
    assert_eq!(start.refusal(Move::Put { to: at("e5") }), Some(Refusal::WrongKind));
    let off = Move::Shift { from: at("a0"), to: Point::new(0, 10) };
    assert_eq!(start.refusal(off), Some(Refusal::OffBoard));
    assert_eq!(start.refusal(Move::Shift { from: Point::new(255, 255), to: at("a0") }), Some(Refusal::OffBoard));
}

/// The empty line before an enemy cannon: no man may become its screen, and a cannon on the line is captured at
/// leisure.
#[test]
fn nobody_steps_between_the_general_and_a_cannon_on_an_open_line() {
    let fen = "3k5/9/9/4c4/9/9/9/9/1R6N/4K4 w";
    assert_eq!(refusal(fen, "b1e1"), Some(Refusal::ExposesGeneral(at("e6"))));
    assert_eq!(refusal(fen, "b1d1"), None);
    assert_eq!(refusal(fen, "e0e1"), None);
}

#[test]
fn a_refused_move_leaves_the_position_alone() {
    let mut start = Xiangqi::start(Rules::default());
    let before = start.clone();
    let error = start.play(mv("h2h7")).expect_err("there is no screen");
    assert_eq!(error.to_string(), "move h2h7: the cannon captures over exactly one man");
    assert_eq!(start, before);
}

#[test]
fn checkmate_and_stalemate_lose() {
    let over = |fen: &str| position(fen).outcome();
    let red = |reason| Some(Outcome::Win { side: RED, reason });
    // Two chariots; two cannons on a file; a chariot with two soldiers.
    assert_eq!(over("R3k4/1R7/9/9/9/9/9/9/9/3K5 b"), red(EndReason::Checkmate));
    assert_eq!(over("3aka3/9/9/4C4/9/9/9/4C4/9/4K4 b"), red(EndReason::Checkmate));
    assert_eq!(over("3k5/4PP3/9/9/9/9/9/3R5/9/4K4 b"), red(EndReason::Checkmate));
    assert_eq!(over("3k5/4P4/9/9/9/9/9/9/9/4K4 b"), red(EndReason::Stalemate));
    assert_eq!(over("3k5/9/4P4/9/9/9/9/9/9/4K4 b"), None);
    let stalemate = "5k3/4R4/9/9/9/9/9/9/9/4K4 b";
    assert_eq!(over(stalemate), red(EndReason::Stalemate));
    assert_eq!(
        position(stalemate).verdict().map(|verdict| verdict.to_string()).as_deref(),
        Some("black loses: no legal move")
    );
}

#[test]
fn games_can_be_replayed_past_their_end() {
    let mut position = position("3k5/R8/9/9/9/9/9/9/9/4K4 w");
    for text in ["a8a9", "d9d8", "a9a8", "d8d9"].iter().cycle().take(40) {
        position.play(mv(text)).expect("movement allows it");
    }
    assert_eq!(position.ply(), 40);
}

#[test]
fn captured_men_are_remembered_and_given_back() {
    let mut position = Xiangqi::start(Rules::default());
    for text in ["h2h9", "i9h9", "b2b9"] {
        position.play(mv(text)).expect("the move is legal");
    }
    let names: Vec<String> = position.captured().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["black horse", "red cannon", "black horse"]);
    assert_eq!(position.undo().map(text).as_deref(), Some("b2b9"));
    assert_eq!(position.captured().len(), 2);
    while position.undo().is_some() {}
    assert_eq!(position, Xiangqi::start(Rules::default()));
}
