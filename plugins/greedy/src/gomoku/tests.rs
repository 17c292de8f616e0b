//! The tables against tables made from scratch, and what no method may overlook.

use proptest::prelude::*;
use sdk::rules::gomoku::Direction;
use sdk::rules::{Outcome, Rules};

use super::*;
use crate::candidate::rank;

const KINDS: [Kind; 3] = [Kind::Shapes, Kind::Lines, Kind::Codes];
const VARIANTS: [Variant; 3] = [Variant::Gomoku, Variant::GomokuStandard, Variant::Renju];

fn start(variant: Variant, size: u8) -> Gomoku {
    Gomoku::start(variant, size, Rules::default()).unwrap()
}

fn position(variant: Variant, fen: &str) -> Gomoku {
    Gomoku::from_fen(variant, fen, Rules::default()).unwrap()
}

fn judged(kind: Kind, position: &Gomoku) -> Judge {
    let mut judge = Judge::new(kind, position);
    judge.follow(position);
    judge
}

/// What each side makes on each empty point.
fn all_parts(judge: &mut Judge) -> Vec<[Vec<Part>; 2]> {
    let empty: Vec<Cell> = judge.board.board().empty_cells().collect();
    empty.into_iter().map(|cell| Side::ALL.map(|side| judge.parts(cell, side))).collect()
}

fn best(kind: Kind, position: &Gomoku, level: Level, seed: u64) -> Candidate {
    let mut judge = judged(kind, position);
    let mut candidates = judge.candidates(&position.legal_moves(), position.side_to_move(), level);
    rank(&mut candidates, &mut fastrand::Rng::with_seed(seed));
    candidates.remove(0)
}

/// The moves with which a side, were it to move, makes a five by the rules.
fn fives(position: &Gomoku, side: Side) -> Vec<Move> {
    let [black, white] = Side::ALL.map(|side| position.board().stone_cells(side).map(Cell::point).collect::<Vec<_>>());
    let position =
        Gomoku::from_stones(position.variant(), position.size(), position.rules(), &black, &white, side).unwrap();
    let wins = |mv: &Move| {
        let mut after = position.clone();
        after.play_unchecked(*mv);
        after.outcome().and_then(Outcome::winner) == Some(side)
    };
    position.legal_moves().into_iter().filter(wins).collect()
}

/// The side's stones on each line of five through a cell that it can still fill.
fn live_lines(position: &Gomoku, cell: Cell, side: Side) -> impl Iterator<Item = usize> {
    let exact = match position.variant() {
        Variant::Renju => side == Side::First,
        variant => variant == Variant::GomokuStandard,
    };
    let starts = Direction::ALL.into_iter().flat_map(|direction| (0..5).map(move |back| (direction, back)));
    starts.filter_map(move |(direction, back)| {
        let point = |steps: i16| cell.step(direction, steps - back).point();
        let stones = |range: std::ops::Range<i16>, side| {
            range.filter(|steps| position.stone(point(*steps)) == Some(side)).count()
        };
        let on_board = (0..5).all(|steps| position.board().contains(point(steps)));
        let own = stones(0..5, side);
        let overline = exact && stones(-1..6, side) > own;
        (on_board && !overline && stones(0..5, side.other()) == 0).then_some(own)
    })
}

fn kinds() -> impl Strategy<Value = Kind> {
    proptest::sample::select(&KINDS[..])
}

/// Boards of every size and fill without a five. The stones keep together, so that there are fours among them.
fn positions() -> impl Strategy<Value = Gomoku> {
    let stones = |size: u8| proptest::collection::vec((0..size.min(9), 0..size.min(9), prop::bool::ANY), 0..60);
    (proptest::sample::select(&VARIANTS[..]), 5u8..=22, prop::bool::ANY)
        .prop_flat_map(move |(variant, size, black)| (Just(variant), Just(size), Just(black), stones(size)))
        .prop_map(|(variant, size, black_moves, stones)| {
            let side = |black: bool| if black { Side::First } else { Side::Second };
            let mut position = start(variant, size);
            let mut sides = [Vec::new(), Vec::new()];
            for (file, row, black) in stones {
                let point = Point::new(file, row);
                if position.stone(point).is_some() {
                    continue;
                }
                sides[side(black).index()].push(point);
                let [first, second] = &sides;
                let rules = Rules::default();
                let next = Gomoku::from_stones(variant, size, rules, first, second, side(black_moves)).unwrap();
                if next.outcome().is_none() {
                    position = next;
                } else {
                    sides[side(black).index()].pop();
                }
            }
            position
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn tables_followed_from_position_to_position_equal_new_ones(
        kind in kinds(),
        size in 5u8..=22,
        variant in proptest::sample::select(&VARIANTS[..]),
        steps in proptest::collection::vec((0usize..1000, 0usize..8), 1..60),
    ) {
        let mut position = start(variant, size);
        let mut judge = Judge::new(kind, &position);
        for (choice, undone) in steps {
            // Moves are played on after a five: an analysis may go there.
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[choice % moves.len()]);
            if undone < 3 {
                for _ in 0..undone {
                    position.undo();
                }
                judge.follow(&position);
                prop_assert!(all_parts(&mut judge) == all_parts(&mut judged(kind, &position)));
            }
        }
    }

    #[test]
    fn lines_are_those_that_a_walk_over_the_board_finds(position in positions()) {
        let judge = judged(Kind::Lines, &position);
        for (cell, side) in position.board().empty_cells().flat_map(|cell| Side::ALL.map(|side| (cell, side))) {
            let mut walked = [0; 5];
            live_lines(&position, cell, side).for_each(|stones| walked[stones] += 1);
            let parts = judge.method.parts(&judge.board, cell, side);
            let kept = lines::WEIGHTS.map(|(name, _)| {
                parts.iter().filter(|part| part.what == name).map(|part| part.count).sum::<u32>()
            });
            prop_assert_eq!(&kept[..], &walked[..4], "{:?} {:?}", cell.point(), side);
        }
    }

    #[test]
    fn own_five_is_taken_and_a_four_is_stopped(kind in kinds(), position in positions(), seed: u64) {
        let side = position.side_to_move();
        let (own, theirs) = (fives(&position, side), fives(&position, side.other()));
        let stops: Vec<Move> = theirs.iter().copied().filter(|mv| position.is_legal(*mv)).collect();
        prop_assume!(!position.legal_moves().is_empty());
        for level in [Level::Easy, Level::Normal] {
            let best = best(kind, &position, level, seed);
            if !own.is_empty() {
                prop_assert!(own.contains(&best.mv), "{own:?} wins, not {best:?}");
            } else if !stops.is_empty() {
                prop_assert!(stops.contains(&best.mv), "{stops:?} saves, not {best:?}");
            }
            let score = judged(kind, &position).score(best.mv, side);
            prop_assert_eq!(score == Score::Mate(1), !own.is_empty());
            let lost = own.is_empty() && theirs.iter().any(|mv| *mv != best.mv);
            prop_assert_eq!(score == Score::Mate(-2), lost);
        }
    }

    #[test]
    fn a_five_outweighs_all_else_on_a_point(kind in kinds(), position in positions()) {
        for [black, white] in all_parts(&mut judged(kind, &position)) {
            let sum = |parts: &[Part], weight: fn(Weight) -> i32| {
                parts.iter().map(|part| weight(part.weight) * part.count as i32).sum::<i32>()
            };
            for (own, other) in [(&black, &white), (&white, &black)] {
                if !own.iter().chain(other).any(|part| part.weight == FIVE) {
                    let value = sum(own, |weight| weight.attack) + sum(other, |weight| weight.defence);
                    prop_assert!(value + i32::from(u8::MAX) < FIVE.defence, "{own:?} {other:?}");
                }
            }
        }
    }
}

#[test]
fn fifteen_points_a_side_have_572_lines() {
    for (size, expected) in [(5, 12), (15, 572), (19, 1020), (20, 1152), (22, 1440)] {
        let count = lines::Lines::new(Variant::Gomoku, size).count_lines();
        assert_eq!(count, expected, "{size}");
        let (n, starts) = (usize::from(size), usize::from(size) - 4);
        assert_eq!(count, 2 * n * starts + 2 * starts * starts);
    }
}

#[test]
fn documented_weights_are_those_used() {
    let codes = codes::WEIGHTS.as_flattened();
    let methods: [(&str, &[(&str, Weight)]); 3] = [
        (include_str!("shapes.rs"), &shapes::WEIGHTS),
        (include_str!("lines.rs"), &lines::WEIGHTS),
        (include_str!("codes.rs"), codes),
    ];
    for (source, weights) in methods {
        for (name, Weight { attack, defence }) in weights {
            let row = format!("//! | {name} | {attack} | {defence} |\n");
            assert!(source.contains(&row), "{row}");
        }
    }
}

#[test]
fn lines_die_by_the_opponent_and_where_five_must_be_exact_by_a_sixth_stone() {
    let counts = |variant, fen: &str, point| {
        let position = position(variant, fen);
        let mut judge = judged(Kind::Lines, &position);
        let at = Cell::new(variant.parse_point(point).unwrap());
        judge.parts(at, Side::First).iter().map(|part| (part.what, part.count)).collect::<Vec<_>>()
    };
    // Lines on the top row through c7 of a board of seven: a-e, b-f, c-g; the other ways two and one and one.
    let free = counts(Variant::Gomoku, "7/7/7/7/7/7/7 b", "c7");
    assert_eq!(free, [("empty line", 3 + 1 + 1)]);
    let fen = "1xx3x/7/7/7/7/7/7 b";
    assert_eq!(counts(Variant::Gomoku, fen, "d7")[0], ("line with two", 3));
    assert_eq!(counts(Variant::GomokuStandard, fen, "d7")[0], ("line with two", 1));
    assert_eq!(counts(Variant::Gomoku, "1xxo2x/7/7/7/7/7/7 b", "e7"), [("empty line", 1 + 1)]);
}

#[test]
fn codes_see_runs_open_and_closed_and_no_gap() {
    let terms = |fen: &str, point| {
        let position = position(Variant::Gomoku, fen);
        let mut judge = judged(Kind::Codes, &position);
        let at = Cell::new(Variant::Gomoku.parse_point(point).unwrap());
        judge.parts(at, Side::First).iter().map(|part| (part.what, part.count)).collect::<Vec<_>>()
    };
    let fen = "2xxx3/8/8/8/8/8/8/xxo1x3 b";
    assert_eq!(terms(fen, "b8"), [("run of three", 1)]);
    assert_eq!(terms(fen, "a8"), []);
    assert_eq!(terms(fen, "d1"), [("one", 1)]);
    assert_eq!(terms("xxx5/8/8/8/8/8/8/1xoxx3 b", "d8"), [("closed run of three", 1)]);
    assert_eq!(terms("xxx5/8/8/8/8/8/8/1xoxx3 b", "f1"), [("closed run of two", 1)]);
    assert_eq!(terms("8/8/2xx1x2/8/8/8/8/8 b", "e6"), [("run of two", 1), ("one", 1)]);
}

#[test]
fn shapes_see_forks() {
    // Black has an open two in the row and another in the file, which cross on d4.
    let fork = position(Variant::Gomoku, "9/9/9/9/9/4xx3/3x5/3x5/9 b");
    let best = best(Kind::Shapes, &fork, Level::Normal, 0);
    assert!(best.terms.iter().any(|term| term.topic == "attack" && term.what == "double three"), "{best:?}");
}

#[test]
fn overlines_are_no_fives_where_exactly_five_are_needed() {
    let fen = "9/9/9/9/xx1xxx3/9/9/9/9 b";
    for kind in KINDS {
        let makes = |variant| {
            let mut judge = judged(kind, &position(variant, fen));
            judge.parts(Cell::at(2, 4), Side::First)
        };
        assert_eq!(makes(Variant::Gomoku).iter().map(|part| part.what).collect::<Vec<_>>(), ["five"]);
        for variant in [Variant::GomokuStandard, Variant::Renju] {
            let parts = makes(variant);
            assert!(parts.iter().all(|part| part.what != "five"), "{kind:?} {parts:?}");
        }
    }
}

#[test]
fn points_forbidden_to_black_need_no_defence() {
    // Black's open twos cross on e5, where a stone would make two open threes.
    let fen = "9/9/9/4x4/4x4/2xx5/9/9/9 w";
    for kind in KINDS {
        let defends = |variant| {
            let position = position(variant, fen);
            let mut judge = judged(kind, &position);
            !judge.parts(Cell::at(4, 3), Side::First).is_empty()
        };
        assert!(defends(Variant::Gomoku), "{kind:?}");
        assert!(!defends(Variant::Renju), "{kind:?}");
    }
}
