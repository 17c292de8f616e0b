//! Tests of the whole: evaluation symmetries, bookkeeping, and what the search finds.

use std::sync::Arc;

use fastrand::Rng;
use proptest::prelude::*;
use sdk::rules::xiangqi::{Kind, MoveList, PackedMove, Xiangqi};
use sdk::rules::{Move, Position as _, Rules, Variant};
use sdk::{Control, Limits, Score, SearchResult};

use super::State;
use super::evaluate::evaluate;
use super::histories::Histories;
use super::picker::Picker;
use super::position::{Position, full_placement};
use super::weights::WEIGHTS;
use crate::level::Level;
use crate::table::Table;
use crate::{Settings, Task};

/// A position after random moves; stops early where the game ends.
fn random_position(seed: u64, plies: usize) -> Xiangqi {
    let mut rng = Rng::with_seed(seed);
    let mut position = Xiangqi::start(Rules::default());
    for _ in 0..plies {
        let moves = position.legal_moves();
        let Some(&mv) = rng.choice(&moves) else { break };
        position.play_unchecked(mv);
    }
    position
}

fn value(position: &Xiangqi) -> i32 {
    evaluate(position.board(), full_placement(position.board(), &WEIGHTS), &WEIGHTS)
}

fn from_fen(fen: &str) -> Xiangqi {
    Xiangqi::from_fen(fen, Rules::default()).unwrap()
}

/// The board part of a FEN with each row reversed, or with the colours swapped.
fn mirrored(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').unwrap();
    let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
    format!("{} {rest}", rows.join("/"))
}

fn swapped(fen: &str) -> String {
    let mut words = fen.split(' ');
    let (board, side) = (words.next().unwrap(), words.next().unwrap());
    let swap = |letter: char| {
        if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
    };
    let rows: Vec<String> = board.split('/').rev().map(|row| row.chars().map(swap).collect()).collect();
    format!("{} {}", rows.join("/"), if side == "w" { "b" } else { "w" })
}

fn search(position: &Xiangqi, limits: &Limits, level: Level) -> SearchResult {
    let settings = Settings { level, threads: 1, book: false, hash: 8, table: None };
    let table = Arc::new(Table::new(8));
    let control = Control::detached(limits);
    let task = Task { settings: &settings, limits, control: &control, table: &table };
    State::default().think(position, &task).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn evaluation_is_fair_to_both_sides_and_both_wings(seed: u64, plies in 0..120usize) {
        let position = random_position(seed, plies);
        let fen = position.fen();
        prop_assert_eq!(value(&position), value(&from_fen(&mirrored(&fen))), "mirrored {}", fen);
        prop_assert_eq!(value(&position), value(&from_fen(&swapped(&fen))), "swapped {}", fen);
    }

    #[test]
    fn placement_follows_moves_and_comes_back(seed: u64) {
        let root = Xiangqi::start(Rules::default());
        let mut position = Position::new(&root, &WEIGHTS);
        let (mut rng, mut played) = (Rng::with_seed(seed), 0);
        for _ in 0..80 {
            let mut list = MoveList::new();
            position.board().generate(Kind::All, &position.board().danger(), &mut list);
            let Some(&mv) = rng.choice(list.iter()) else { break };
            position.make(mv);
            played += 1;
            prop_assert_eq!(position.placement(), full_placement(position.board(), &WEIGHTS));
        }
        (0..played).for_each(|_| position.unmake());
        prop_assert_eq!(position.board(), root.board());
        prop_assert_eq!(position.placement(), full_placement(root.board(), &WEIGHTS));
    }

    #[test]
    fn the_picker_gives_each_legal_move_once(seed: u64, plies in 0..100usize, raw: u16, killer: u16) {
        let position = random_position(seed, plies);
        let (board, histories) = (position.board(), Histories::default());
        let any = |raw: u16| PackedMove::from_raw(raw & 0x3fff).unwrap_or(PackedMove::NONE);
        let danger = board.danger();
        let mut list = MoveList::new();
        board.generate(Kind::All, &danger, &mut list);
        let some_legal = list.get(usize::from(raw) % list.len().max(1)).copied().unwrap_or(PackedMove::NONE);
        for table_move in [any(raw), some_legal] {
            let favourites = [any(killer), some_legal, any(killer)];
            let mut picker = Picker::new(board, &danger, table_move, favourites);
            let mut given = Vec::new();
            while let Some(mv) = picker.next(board, &danger, &histories, &[None; 4]) {
                given.push(mv);
            }
            let mut expected = list.to_vec();
            given.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(&given, &expected);
        }
    }
}

#[test]
fn one_thread_and_a_node_limit_always_give_the_same() {
    let position = random_position(5, 20);
    let limits = Limits { seed: Some(3), ..Limits::nodes(20_000) };
    for level in [Level::Expert, Level::Easy] {
        assert_eq!(search(&position, &limits, level), search(&position, &limits, level));
    }
}

#[test]
fn only_allowed_moves_are_played() {
    let position = Xiangqi::start(Rules::default());
    let allowed: Vec<Move> = ["a0a1", "i3i4"].map(|text| Variant::Xiangqi.parse_move(text).unwrap()).to_vec();
    let result = search(&position, &Limits { allowed: allowed.clone(), ..Limits::nodes(3_000) }, Level::Expert);
    assert!(result.best_move.is_some_and(|mv| allowed.contains(&mv)));
}

#[test]
fn finds_mates_with_their_distance() {
    let text = include_str!("../../tests/data/xiangqi_mates.txt");
    let mut solved = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (plies, fen) = line.split_once(' ').unwrap();
        let plies: i32 = plies.parse().unwrap();
        let result = search(&from_fen(fen), &Limits { nodes: Some(4_000_000), ..Limits::default() }, Level::Expert);
        assert_eq!(result.score, Score::Mate(plies), "{fen}");
        solved += 1;
    }
    assert!(solved >= 28, "{solved}");
}

/// Every position of the rules' repetition cases in which some legal move loses at once by repetition, and not all do:
/// the engine plays another one.
#[test]
fn never_plays_a_move_that_loses_by_repetition() {
    let text = include_str!("../../../rules/tests/data/xiangqi_repetition.json");
    let cases: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut asked = 0;
    for case in cases["cases"].as_array().unwrap() {
        let mut position = from_fen(case["fen"].as_str().unwrap());
        for mv in case["moves"].as_array().unwrap() {
            let losing = position.losing_moves();
            if !losing.is_empty() && losing.len() < position.legal_moves().len() {
                let best = search(&position, &Limits::nodes(4_000), Level::Expert).best_move.unwrap();
                assert!(!losing.contains(&best), "{}", case["id"]);
                asked += 1;
            }
            position.play_unchecked(Variant::Xiangqi.parse_move(mv.as_str().unwrap()).unwrap());
        }
    }
    assert!(asked >= 3, "{asked}");
}
