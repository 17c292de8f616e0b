//! A request is met the same whether the position is built anew or from the last one.

use proptest::prelude::*;
use rules::{Position, Variant, VariantPosition};

use super::{Game, moves_text};
use crate::VariantSupport;
use crate::abi::status;

fn game(variant: Variant, size: u32, rules: &str) -> Game {
    let (width, height) = if variant.is_gomoku() { (size, size) } else { (9, 10) };
    Game::new(&VariantSupport::new(variant), width, height, rules).unwrap_or_else(|refused| panic!("{}", refused.text))
}

/// The text of a game of random moves: each number picks one of the legal moves.
fn random_moves(start: &VariantPosition, picks: &[usize]) -> String {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for pick in picks {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[pick % legal.len()];
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves_text(start.variant(), &moves)
}

/// The position after moves from a start.
fn played(start: &VariantPosition, moves: &str) -> VariantPosition {
    let mut position = start.clone();
    for token in moves.split_ascii_whitespace() {
        position.play_unchecked(start.variant().parse_move(token).expect("written by us"));
    }
    position
}

fn variants() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL.to_vec())
}

/// Keeps so many moves of a list.
fn cut(moves: &str, count: usize) -> String {
    moves.split(' ').take(count).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever was asked before (longer, shorter, another branch, another start, nonsense), the position is the one
    /// that is asked for now.
    #[test]
    fn a_position_does_not_depend_on_the_last_one(
        variant in variants(),
        picks in prop::collection::vec(0..1000usize, 0..30),
        (fork, other) in (0..30usize, prop::collection::vec(0..1000usize, 0..20)),
        requests in prop::collection::vec((0..8usize, 0..40usize), 1..20),
    ) {
        let mut kept = game(variant, 15, "");
        let start = kept.start().clone();
        let line = random_moves(&start, &picks);
        let forked = played(&start, &cut(&line, fork));
        let branch = format!("{} {}", cut(&line, fork), random_moves(&forked, &other));
        let fen = forked.fen();
        for (kind, length) in requests {
            let (start, moves) = match kind {
                0 => (Some(fen.as_str()), String::new()),
                1 => (None, format!("{} z9", cut(&line, length))),
                2..=4 => (None, cut(&line, length)),
                _ => (None, cut(branch.trim(), length)),
            };
            let mut anew = game(variant, 15, "");
            let (expected, done) = (anew.set_position(start, &moves), kept.set_position(start, &moves));
            prop_assert_eq!(expected.is_ok(), kind != 1);
            prop_assert_eq!(done.map_err(|refused| refused.text), expected.map_err(|refused| refused.text));
            prop_assert_eq!(kept.position().ok(), anew.position().ok());
        }
    }

    /// No text from a host panics.
    #[test]
    fn any_text_is_met_or_refused(variant in variants(), rules in ".{0,20}", start in ".{0,40}", moves in "[a-z0-9 ]{0,40}") {
        if let Ok(mut game) = Game::new(&VariantSupport::new(variant), 15, 15, &rules) {
            let _ = game.set_position(Some(&start), &moves);
        }
        let _ = game(variant, 15, "").set_position(None, &moves);
    }
}

#[track_caller]
fn assert_refused<T>(done: Result<T, super::Refused>, status: i32, text: &str) {
    let refused = done.err().expect("the request is faulty");
    assert_eq!((refused.status, refused.text.as_str()), (status, text));
}

#[test]
fn games_that_are_not_declared_are_refused_by_name() {
    let renju = VariantSupport::new(Variant::Renju).sizes(15..=15);
    let refused = |width, height, rules| Game::new(&renju, width, height, rules);
    let text = "Renju is played on square boards of 15 points, not on 19 by 19";
    assert_refused(refused(19, 19, ""), status::GAME, text);
    let text = "Renju is played on square boards of 15 points, not on 15 by 16";
    assert_refused(refused(15, 16, ""), status::GAME, text);
    let text = "rules \"komi=7\" are not known; allowed: no_five";
    assert_refused(refused(15, 15, "komi=7"), status::GAME, text);
    let text = "Gomoku is played on square boards of 5 to 22 points, not on 23 by 23";
    assert_refused(Game::new(&VariantSupport::new(Variant::Gomoku), 23, 23, ""), status::GAME, text);
    let xiangqi = VariantSupport::new(Variant::Xiangqi).repetitions(&[rules::Repetition::Chinese]);
    let refused = |width, height, rules| Game::new(&xiangqi, width, height, rules);
    assert_refused(refused(9, 9, ""), status::GAME, "Xiangqi is not played on 9 by 9 points");
    assert_refused(refused(9, 10, "repetition=asian"), status::GAME, "the Asian repetition rules are not played");
    assert!(refused(9, 10, "repetition=chinese no_capture=0").is_ok());
}

#[test]
fn a_faulty_move_is_named_with_its_ply() {
    let mut game = game(Variant::Gomoku, 15, "");
    let text = "ply 3: move h8: the point is occupied";
    assert_refused(game.set_position(None, "h8 h9 h8"), status::POSITION, text);
    assert_refused(game.position(), status::STATE, "no position was set");
    assert!(game.set_position(None, "h8 h9 i9").is_ok());
    assert_eq!(game.position().ok().map(Position::ply), Some(3));
}

#[test]
fn a_set_up_must_fit_the_board_of_the_game() {
    let mut game = game(Variant::Gomoku, 19, "");
    let start = "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 w";
    let text = "the start position has 15 points a side, the game's board has 19";
    assert_refused(game.set_position(Some(start), ""), status::POSITION, text);
}

#[test]
fn a_forbidden_point_may_have_been_played_in_renju() {
    let mut game = game(Variant::Renju, 15, "");
    // Black makes six in a row at g8, which is forbidden; White is asked for a move all the same.
    let moves = "d8 a1 e8 a2 f8 a3 h8 a4 i8 b1 g8";
    assert!(game.set_position(None, moves).is_ok());
    assert_eq!(game.position().ok().map(Position::ply), Some(11));
}
