//! How positions end that are set up or played on beyond the end.

use rules::gomoku::{ForbiddenKind, Gomoku};
use rules::{EndReason, Move, Outcome, Position, Refusal, Rules, Side, Variant};

fn set_up(variant: Variant, fen: &str) -> Gomoku {
    Gomoku::from_fen(variant, fen, Rules::default()).unwrap()
}

fn win(side: Side, reason: EndReason) -> Option<Outcome> {
    Some(Outcome::Win { side, reason })
}

fn play(position: &mut Gomoku, moves: &str) {
    for word in moves.split_whitespace() {
        let mv = position.variant().parse_move(word).unwrap();
        assert!(matches!(position.refusal(mv), None | Some(Refusal::Forbidden(_))), "{word}");
        position.play_unchecked(mv);
    }
}

#[test]
fn a_five_in_a_set_up_wins_whoever_is_to_move() {
    for variant in [Variant::Gomoku, Variant::GomokuStandard, Variant::Renju] {
        for to_move in ["b", "w"] {
            let black = set_up(variant, &format!("6/6/6/6/6/xxxxx1 {to_move}"));
            assert_eq!(black.outcome(), win(Side::First, EndReason::Five));
            let white = set_up(variant, &format!("6/6/6/6/6/1ooooo {to_move}"));
            assert_eq!(white.outcome(), win(Side::Second, EndReason::Five));
        }
    }
}

#[test]
fn of_two_fives_in_a_set_up_that_of_the_side_to_move_stood_first() {
    for (to_move, side) in [("b", Side::First), ("w", Side::Second)] {
        let position = set_up(Variant::Gomoku, &format!("6/6/6/6/ooooo1/xxxxx1 {to_move}"));
        assert_eq!(position.outcome(), win(side, EndReason::Five));
        let winner_row = if side == Side::First { 0 } else { 1 };
        assert!(position.winning_line().iter().all(|point| point.row == winner_row));
    }
}

#[test]
fn of_two_fives_played_the_earlier_one_counts_however_long_play_goes_on() {
    let mut position = set_up(Variant::Gomoku, "7/7/7/7/7/oooo3/xxxx3 w");
    play(&mut position, "e2 e1");
    assert_eq!(position.outcome(), win(Side::Second, EndReason::Five), "white was first");
    play(&mut position, "a7");
    assert_eq!(position.outcome(), win(Side::Second, EndReason::Five));
    play(&mut position, "b7");
    assert_eq!(position.outcome(), win(Side::Second, EndReason::Five));
    assert!(position.winning_line().iter().all(|point| point.row == 1));
}

#[test]
fn a_five_that_grows_to_six_no_longer_stands_where_six_do_not_win() {
    for (variant, stands) in [(Variant::Gomoku, true), (Variant::GomokuStandard, false), (Variant::Renju, false)] {
        let mut position = set_up(variant, "7/7/7/7/7/oo5/xxxxx2 b");
        assert_eq!(position.outcome(), win(Side::First, EndReason::Five));
        play(&mut position, "f1");
        assert_eq!(position.outcome().is_some_and(|o| o.reason() == EndReason::Five), stands, "{variant}");
        assert_eq!(position.winning_line().len(), if stands { 6 } else { 0 });
    }
}

#[test]
fn an_overline_loses_only_when_it_is_played() {
    let set_up_before = set_up(Variant::Renju, "7/7/7/7/7/oo5/xxx1xx1 b");
    let mv = Variant::Renju.parse_move("d1").unwrap();
    assert_eq!(set_up_before.refusal(mv), Some(Refusal::Forbidden(ForbiddenKind::Overline)));
    let mut played = set_up_before.clone();
    played.play_unchecked(mv);
    assert_eq!(played.outcome(), win(Side::Second, EndReason::ForbiddenMove));
    assert_eq!(played.verdict().unwrap().to_string(), "black loses: move on a forbidden point");
    assert_eq!(set_up(Variant::Renju, &played.fen()).outcome(), None, "the same stones, set up");
    play(&mut played, "a7");
    assert_eq!(played.outcome(), None, "the verdict is that of the last position");
    played.undo();
    assert_eq!(played.outcome(), win(Side::Second, EndReason::ForbiddenMove));
}

#[test]
fn a_five_that_stands_outranks_a_forbidden_move() {
    let mut position = set_up(Variant::Renju, "8/8/8/8/8/ooooo3/8/xxx1xx2 b");
    play(&mut position, "d1");
    assert_eq!(position.outcome(), win(Side::Second, EndReason::Five));
}

#[test]
fn white_is_free_to_make_what_black_may_not() {
    let mut position = set_up(Variant::Renju, "9/9/9/9/4o4/4o4/9/2oo5/9 w");
    assert!(position.forbidden_points().is_empty());
    assert_eq!(position.legal_moves().len(), position.board().empty_count());
    play(&mut position, "e2");
    assert_eq!(position.outcome(), None);
}

#[test]
fn a_full_board_is_a_draw() {
    let mut position = set_up(Variant::Gomoku, "xxoox/ooxxo/xxoox/ooxxo/xxoo1 b");
    assert_eq!(position.outcome(), None);
    play(&mut position, "e1");
    assert_eq!(position.outcome(), Some(Outcome::Draw { reason: EndReason::BoardFull }));
    assert!(position.legal_moves().is_empty());
    assert_eq!(position.verdict().unwrap().to_string(), "draw: the board is full");
}

#[test]
fn black_without_a_legal_point_loses_at_once() {
    let text = "ooxoox/xxoxxo/ooxoox/xxoxxo/ooxoox/xxx1xx";
    let black = set_up(Variant::Renju, &format!("{text} b"));
    assert!(black.legal_moves().is_empty());
    assert_eq!(black.forbidden_points().len(), 1);
    assert_eq!(black.outcome(), win(Side::Second, EndReason::NoLegalPoint));
    assert_eq!(black.verdict().unwrap().to_string(), "black loses: every empty point is forbidden");
    assert_eq!(set_up(Variant::Renju, &format!("{text} w")).outcome(), None, "white may move there");
    assert_eq!(set_up(Variant::GomokuStandard, &format!("{text} b")).outcome(), None, "not forbidden there");
    let mut forced = black;
    play(&mut forced, "d1");
    assert_eq!(forced.outcome(), win(Side::Second, EndReason::ForbiddenMove));
}

#[test]
fn no_five_possible_is_a_draw_only_where_the_rules_ask_for_it() {
    let draw = Some(Outcome::Draw { reason: EndReason::NoFivePossible });
    let asked = Rules { no_five_draw: true, ..Rules::default() };
    let dead = "xo1ox/oxoxo/x2o1/xoxoo/ox1ox b";
    assert_eq!(Gomoku::from_fen(Variant::Gomoku, dead, asked).unwrap().outcome(), draw);
    assert_eq!(Gomoku::from_fen(Variant::Gomoku, dead, Rules::default()).unwrap().outcome(), None);
    let alive = "xo1ox/ox1xo/5/xo1xo/ox1ox b";
    assert_eq!(Gomoku::from_fen(Variant::Gomoku, alive, asked).unwrap().outcome(), None);
    let two_stones_short = "x1xoo/oxoxo/oxxxo/oxxoo/x1oxx w";
    assert_eq!(Gomoku::from_fen(Variant::Gomoku, two_stones_short, asked).unwrap().outcome(), draw);
    let only_six = "ooxoox/xxoxxo/ooxoox/xxoxxo/ooxoox/xxx1xx b";
    assert_eq!(Gomoku::from_fen(Variant::GomokuStandard, only_six, asked).unwrap().outcome(), draw);
    assert_eq!(Gomoku::from_fen(Variant::Gomoku, only_six, asked).unwrap().outcome(), None);
}

#[test]
fn moves_of_another_kind_are_refused() {
    let position = Gomoku::start(Variant::Gomoku, 15, Rules::default()).unwrap();
    let point = |text| Variant::Gomoku.parse_point(text).unwrap();
    assert_eq!(position.refusal(Move::Pass), Some(Refusal::WrongKind));
    let shift = Move::Shift { from: point("a1"), to: point("a2") };
    assert_eq!(position.refusal(shift), Some(Refusal::WrongKind));
    assert_eq!(position.refusal(Move::Put { to: point("p1") }), Some(Refusal::OffBoard));
    let far = rules::Point::new(255, 255);
    assert_eq!(position.refusal(Move::Put { to: far }), Some(Refusal::OffBoard));
    assert_eq!(position.stone(far), None);
}
