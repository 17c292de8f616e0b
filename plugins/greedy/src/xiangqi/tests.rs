//! What no level and what level normal may not overlook.

use proptest::prelude::*;
use sdk::rules::{Rules, Variant};

use super::*;
use crate::candidate::rank;

fn position(fen: &str) -> Xiangqi {
    Xiangqi::from_fen(fen, Rules::default()).unwrap()
}

fn mv(text: &str) -> Move {
    Variant::Xiangqi.parse_move(text).unwrap()
}

fn best(position: &Xiangqi, level: Level) -> Candidate {
    let mut candidates = candidates(position, &position.legal_moves(), level);
    rank(&mut candidates, &mut fastrand::Rng::with_seed(0));
    candidates.remove(0)
}

/// The game after a move.
fn after(position: &Xiangqi, mv: Move) -> Xiangqi {
    let mut position = position.clone();
    position.play(mv).unwrap();
    position
}

/// The moves after which a side has none left.
fn mates(position: &Xiangqi) -> Vec<Move> {
    position.legal_moves().into_iter().filter(|mv| after(position, *mv).legal_moves().is_empty()).collect()
}

/// Positions that moves by chance lead to.
fn positions() -> impl Strategy<Value = Xiangqi> {
    (any::<u64>(), 0..200).prop_map(|(seed, plies)| {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut position = Xiangqi::start(Rules::default());
        for _ in 0..plies {
            let moves = position.legal_moves();
            let quiet = moves.iter().filter(|mv| after(&position, **mv).outcome().is_none()).copied();
            match rng.choice(quiet.collect::<Vec<_>>()) {
                Some(mv) => position.play_unchecked(mv),
                None => break,
            }
        }
        position
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn mate_is_given_and_avoided(position in positions()) {
        let mates_now = mates(&position);
        for level in [Level::Easy, Level::Normal] {
            let best = best(&position, level);
            if !mates_now.is_empty() {
                prop_assert!(mates_now.contains(&best.mv), "{best:?}");
                prop_assert_eq!(best.score, Score::Mate(1));
            }
        }
        let best = best(&position, Level::Normal);
        let safe = |mv: &Move| mates(&after(&position, *mv)).is_empty();
        if mates_now.is_empty() && position.legal_moves().iter().any(safe) {
            prop_assert!(safe(&best.mv), "{best:?}");
        }
    }

    #[test]
    fn judging_leaves_the_position_as_it_was(position in positions()) {
        let mut judged = position.clone();
        for mv in position.legal_moves() {
            judge(&mut judged, mv, 0, &[], Level::Normal);
            prop_assert!(judged == position);
        }
    }
}

#[test]
fn two_chariots_mate() {
    let mating = position("4k4/R8/1R7/9/9/9/9/9/9/3K5 w");
    assert!(mates(&mating).contains(&mv("b7b9")));
    assert_eq!(best(&mating, Level::Easy).score, Score::Mate(1));
}

#[test]
fn mate_by_two_chariots_is_seen_coming() {
    let threatened = position("3k5/9/9/9/9/9/4R4/1r7/r8/4K4 w");
    assert_eq!(mates(&after(&threatened, mv("e3i3"))), [mv("b2b0")]);
    let best = best(&threatened, Level::Normal);
    assert!(mates(&after(&threatened, best.mv)).is_empty(), "{best:?}");
}

#[test]
fn exchanges_go_on_as_long_as_they_pay() {
    let wins = |fen: &str, capture: &str| exchange(&mut position(fen), mv(capture));
    // A soldier alone; guarded by a chariot; guarded, and the taker backed up in turn.
    assert_eq!(wins("3k5/9/9/9/9/4p4/4R4/9/9/4K4 w", "e3e4"), 100);
    assert_eq!(wins("3k5/4r4/9/9/9/4p4/4R4/9/9/4K4 w", "e3e4"), 100 - 900);
    assert_eq!(wins("3k5/4r4/9/9/9/4p4/4R4/4R4/9/4K4 w", "e3e4"), 100);
    // The guard does not take back when that would lose it for a horse.
    assert_eq!(wins("3k5/4r4/9/9/9/4p4/9/3N5/4R4/4K4 w", "d2e4"), 100);
}

#[test]
fn normal_leaves_nothing_en_prise_where_easy_does() {
    let guarded = position("3k5/4r4/9/9/9/4p4/4R4/9/9/4K4 w");
    assert_eq!(best(&guarded, Level::Easy).mv, mv("e3e4"));
    let best = best(&guarded, Level::Normal);
    assert!(best.mv != mv("e3e4") && best.terms.iter().all(|term| term.topic != "loses"), "{best:?}");
}

#[test]
fn a_check_that_would_lose_by_repetition_is_not_given() {
    let checks = "e1d1 d9e9 d1e1 e9d9 ".repeat(2);
    let position = position(&format!("3k5/9/9/9/9/9/9/9/4R4/5K3 w moves {}", checks.trim()));
    let losing = position.losing_moves();
    assert_eq!(losing, [mv("e1d1")]);
    for level in [Level::Easy, Level::Normal] {
        assert!(!losing.contains(&best(&position, level).mv));
    }
}

#[test]
fn the_side_ahead_does_not_repeat_and_the_side_behind_draws() {
    let judged = |moves: &str, candidate: &str| {
        let position = position(&format!("3k5/9/9/9/9/9/9/9/4R4/5K3 w moves {moves}"));
        candidates(&position, &[mv(candidate)], Level::Normal).remove(0)
    };
    let repeats = |candidate: &Candidate| candidate.terms.iter().any(|term| term.topic == "repeats");
    assert!(repeats(&judged("e1e2 d9d8 e2e1 d8d9", "e1e2")));
    assert!(!repeats(&judged("e1e2 d9d8 e2e1", "d8d9")));
    let draw = judged("e1e2 d9d8 e2e1 d8d9 e1e2 d9d8 e2e1", "d8d9");
    assert_eq!((draw.value, draw.score), (900, Score::Cp(0)));
}
