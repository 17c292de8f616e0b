//! What holds in every position.

mod xiangqi_support;

use proptest::prelude::*;
use rules::xiangqi::{
    Board, Kind, MoveList, POINTS, PackedMove, PointSet, Xiangqi, attacks_within, chinese, iccs, number, parse_move,
    point, wxf,
};
use rules::{Move, Position, Rules, Side};
use xiangqi_support::{Random, random_game, random_position, text};

/// Visits the positions of a random game from the start or from a random set-up.
fn visit_game(seed: u64, plies: usize, visit: impl FnMut(&Xiangqi)) {
    let mut random = Random(seed);
    let start = if random.below(2) == 0 {
        Xiangqi::start(Rules::default())
    } else {
        random_position(&mut random, Rules::default())
    };
    random_game(&mut random, &start, plies, visit);
}

fn generated(board: &Board, kind: Kind) -> Vec<PackedMove> {
    let mut list = MoveList::new();
    board.generate(kind, &board.danger(), &mut list);
    let mut moves = list.to_vec();
    moves.sort_unstable();
    moves
}

/// Legal by playing it: the man may step there and its general is not attacked, nor facing the other, afterwards.
fn is_legal_by_playing(board: &Board, mv: PackedMove) -> bool {
    let side = board.side_to_move();
    let mut after = board.clone();
    after.make(mv);
    board.man(mv.from()).is_some_and(|man| man.side == side)
        && board.targets(mv.from()).contains(mv.to())
        && after.checkers(side).is_empty()
}

fn all_moves() -> impl Iterator<Item = PackedMove> {
    (0..POINTS)
        .flat_map(|from| (0..POINTS).map(move |to| (from, to)))
        .filter(|(from, to)| from != to)
        .map(|(from, to)| PackedMove::new(from, to))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_move_is_generated_exactly_when_it_is_legal(seed: u64) {
        visit_game(seed, 24, |position| {
            let board = position.board();
            let danger = board.danger();
            let moves = generated(board, Kind::All);
            for mv in all_moves() {
                let legal = moves.binary_search(&mv).is_ok();
                assert_eq!(position.refusal(mv.unpack()).is_none(), legal, "{} {}", position.fen(), text(mv.unpack()));
                assert_eq!(board.is_legal(&danger, mv), legal, "{} {}", position.fen(), text(mv.unpack()));
                assert_eq!(is_legal_by_playing(board, mv), legal, "{} {}", position.fen(), text(mv.unpack()));
            }
            let mut parts = [generated(board, Kind::Captures), generated(board, Kind::Quiets)].concat();
            parts.sort_unstable();
            assert_eq!(&parts, &moves, "captures and quiets make up all moves");
            assert_eq!(board.count_moves(&danger) as usize, moves.len());
            assert_eq!(danger.in_check(), !board.checkers(board.side_to_move()).is_empty());
            let public: Vec<Move> = position.legal_moves();
            assert!(public.is_sorted() && public.len() == moves.len());
        });
    }

    #[test]
    fn raw_values_are_moves_or_nothing(raw: u16) {
        if let Some(mv) = PackedMove::from_raw(raw) {
            prop_assert_eq!(mv.raw(), raw);
            prop_assert_eq!(PackedMove::pack(mv.unpack()), Some(mv));
            let start = Xiangqi::start(Rules::default());
            prop_assert_eq!(start.board().is_legal(&start.board().danger(), mv), start.is_legal(mv.unpack()));
        }
    }

    #[test]
    fn undo_restores_everything(seed: u64) {
        let mut random = Random(seed);
        let start = random_position(&mut random, Rules::default());
        let mut position = start.clone();
        let mut before = Vec::new();
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            before.push(position.clone());
            if random.below(10) == 0 && !position.in_check() {
                position.make_null();
            } else {
                position.play_unchecked(random.pick(&moves));
            }
        }
        while let Some(earlier) = before.pop() {
            prop_assert!(position.undo().is_some() || position.ply() == earlier.ply());
            prop_assert_eq!(&position, &earlier);
        }
        prop_assert_eq!(position, start);
    }

    #[test]
    fn what_is_kept_equals_what_is_computed_anew(seed: u64) {
        visit_game(seed, 60, |position| {
            let again = Xiangqi::from_fen(&position.fen(), position.rules()).expect("what is written is possible");
            assert_eq!(position.board(), again.board());
            assert_eq!(position.in_check(), again.in_check());
            assert_eq!(position.in_check(), position.board().is_checked(position.side_to_move()));
        });
    }

    #[test]
    fn checks_are_foreseen(seed: u64) {
        visit_game(seed, 40, |position| {
            let board = position.board();
            for mv in generated(board, Kind::All) {
                let mut after = board.clone();
                after.make(mv);
                assert_eq!(board.gives_check(mv), after.danger().in_check(), "{} {}", position.fen(), text(mv.unpack()));
            }
        });
    }

    #[test]
    fn attackers_are_those_whose_attacks_reach(seed: u64) {
        visit_game(seed, 40, |position| {
            let board = position.board();
            for side in Side::ALL {
                for at in board.occupied() {
                    let reaching = board.side(side).filter(|by| board.attacks(*by).contains(at)).collect::<PointSet>();
                    assert_eq!(board.attackers(at, side), reaching, "{} {:?}", position.fen(), point(at));
                }
                for at in board.side(side) {
                    let man = board.man(at).expect("the side has a man there");
                    assert_eq!(attacks_within(man, at, board.occupied()), board.attacks(at), "{}", position.fen());
                }
            }
        });
    }

    #[test]
    fn every_notation_names_one_move(seed: u64) {
        visit_game(seed, 40, |position| {
            let moves = position.legal_moves();
            for write in [|_: &Xiangqi, mv| iccs(mv), wxf, chinese] {
                let mut texts: Vec<String> = moves.iter().map(|mv| write(position, *mv)).collect();
                for (text, mv) in texts.iter().zip(&moves) {
                    assert_eq!(parse_move(position, text), Ok(*mv), "{} {text}", position.fen());
                }
                texts.sort_unstable();
                texts.dedup();
                assert_eq!(texts.len(), moves.len(), "{}", position.fen());
            }
        });
    }
}

#[test]
fn soldiers_in_crowds_are_named_apart() {
    // Random positions rarely hold the crowds that notations find hard.
    let mut random = Random(5);
    for _ in 0..400 {
        let mut men = [' '; 90];
        (men[4], men[85]) = ('K', 'k');
        let files: Vec<usize> = (0..2).map(|_| random.below(9)).collect();
        let (soldier, low) = if random.below(2) == 0 { ('P', 45) } else { ('p', 0) };
        for _ in 0..5 {
            let at = low + random.below(5) * 9 + random.pick(&files);
            if men[at] == ' ' {
                men[at] = soldier;
            }
        }
        let rows: Vec<String> =
            (0..10).rev().map(|row| men[row * 9..row * 9 + 9].iter().collect::<String>().replace(' ', "1")).collect();
        let side = if soldier == 'P' { 'w' } else { 'b' };
        let Ok(position) = Xiangqi::from_fen(&format!("{} {side}", rows.join("/")), Rules::default()) else { continue };
        for mv in position.legal_moves() {
            assert_eq!(parse_move(&position, &wxf(&position, mv)), Ok(mv), "{}", position.fen());
            assert_eq!(parse_move(&position, &chinese(&position, mv)), Ok(mv), "{}", position.fen());
        }
    }
}

#[test]
fn equal_arrangements_share_a_key_and_others_do_not() {
    let mut seen = std::collections::HashMap::new();
    for seed in 0..60 {
        visit_game(seed, 60, |position| {
            let arrangement = position.fen().split(' ').take(2).collect::<Vec<_>>().join(" ");
            let before = seen.insert(position.key(), arrangement.clone());
            assert!(before.is_none_or(|other| other == arrangement));
        });
    }
    assert!(seen.len() > 1500);
}

#[test]
fn numbers_name_points() {
    assert_eq!(point(0), rules::Point::new(0, 0));
    assert_eq!(number(rules::Point::new(8, 9)), Some(89));
}
