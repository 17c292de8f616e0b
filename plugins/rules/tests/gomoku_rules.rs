//! Fives in every direction and place, endings, and what set-ups say.

use rules::gomoku::Gomoku;
use rules::{EndReason, Move, Outcome, Point, Position, Rules, Side, Variant};

const FIVE: EndReason = EndReason::Five;

/// Every row of `length` points on a board of `size`.
fn rows(size: i32, length: i32) -> Vec<Vec<Point>> {
    let mut rows = Vec::new();
    for (df, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for (file, row) in (0..size).flat_map(|row| (0..size).map(move |file| (file, row))) {
            let points: Vec<_> = (0..length).map(|i| (file + i * df, row + i * dr)).collect();
            if points.iter().all(|(f, r)| (0..size).contains(f) && (0..size).contains(r)) {
                rows.push(points.iter().map(|(f, r)| Point::new(*f as u8, *r as u8)).collect());
            }
        }
    }
    rows
}

fn winner(variant: Variant, size: u8, side: Side, stones: &[Point]) -> Option<Side> {
    let (black, white): (&[Point], &[Point]) = if side == Side::First { (stones, &[]) } else { (&[], stones) };
    let position = Gomoku::from_stones(variant, size, Rules::default(), black, white, side.other()).unwrap();
    let line = position.winning_line();
    match position.outcome() {
        None => assert!(line.is_empty()),
        Some(outcome) => {
            assert_eq!(outcome.reason(), FIVE);
            assert_eq!(line, stones, "the winning line is the row, in order");
        }
    }
    position.outcome().and_then(Outcome::winner)
}

#[test]
fn five_wins_in_every_direction_and_at_every_edge() {
    for size in [5, 6, 15, 19, 22] {
        for row in rows(size.into(), 5) {
            for side in Side::ALL {
                for variant in [Variant::Gomoku, Variant::GomokuStandard, Variant::Renju] {
                    assert_eq!(winner(variant, size, side, &row), Some(side), "{variant} {size} {row:?}");
                    assert_eq!(winner(variant, size, side, &row[1..]), None, "four: {variant} {size} {row:?}");
                }
            }
        }
    }
}

#[test]
fn six_wins_where_the_rules_say_so() {
    for size in [6, 15, 22] {
        for row in rows(size.into(), 6) {
            for side in Side::ALL {
                assert_eq!(winner(Variant::Gomoku, size, side, &row), Some(side));
                assert_eq!(winner(Variant::GomokuStandard, size, side, &row), None);
            }
            assert_eq!(winner(Variant::Renju, size, Side::First, &row), None);
            assert_eq!(winner(Variant::Renju, size, Side::Second, &row), Some(Side::Second));
        }
    }
}

#[test]
fn a_played_five_wins_and_play_may_go_on() {
    let mut position = Gomoku::start(Variant::Gomoku, 15, Rules::default()).unwrap();
    for text in ["a1", "a15", "b1", "b15", "c1", "c15", "d1", "d15", "e1"] {
        assert_eq!(position.outcome(), None);
        position.play(Variant::Gomoku.parse_move(text).unwrap()).unwrap();
    }
    let won = Some(Outcome::Win { side: Side::First, reason: FIVE });
    assert_eq!(position.outcome(), won);
    let last = Move::Put { to: Point::new(4, 14) };
    position.play(last).unwrap();
    assert_eq!(position.outcome(), won, "the first of two fives counts");
    assert_eq!(position.undo(), Some(last));
    assert_eq!(position.outcome(), won);
    position.undo();
    assert_eq!(position.outcome(), None);
}
