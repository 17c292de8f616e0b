//! Tests of the whole: evaluation symmetries, bookkeeping, and what the search finds.

mod mates;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use fastrand::Rng;
use proptest::prelude::*;
use sdk::rules::xiangqi::{Kind, MoveList, PackedMove, Xiangqi};
use sdk::rules::{Move, Position as _, Rules, Variant};
use sdk::{Control, Info, Limits, Score, SearchHost, SearchResult};

use super::State;
use super::accumulator::{Accumulator as _, Kept};
use super::histories::Histories;
use super::picker::Picker;
use super::position::Position;
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
    Kept::of(position.board(), &WEIGHTS).evaluate(position.board(), &WEIGHTS)
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

fn settings(level: Level, threads: usize) -> Settings {
    Settings { level, threads, book: false, hash: 8, table: None }
}

fn search(position: &Xiangqi, limits: &Limits, level: Level) -> SearchResult {
    search_with(position, limits, &settings(level, 1), |_| ())
}

/// A host that watches one search; the engine's own clock starts at `hit`.
struct Watcher<F: Fn(&Info) + Sync> {
    hit: std::sync::OnceLock<std::time::Instant>,
    stop: std::sync::atomic::AtomicBool,
    on_info: F,
}

impl<F: Fn(&Info) + Sync> Watcher<F> {
    fn new(on_info: F) -> Watcher<F> {
        Watcher { hit: std::sync::OnceLock::new(), stop: false.into(), on_info }
    }
}

impl<F: Fn(&Info) + Sync> SearchHost for Watcher<F> {
    fn should_stop(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn ponder_hit(&self) -> Option<std::time::Instant> {
        self.hit.get().copied()
    }

    fn info(&self, info: &Info) {
        (self.on_info)(info);
    }

    fn log(&self, _level: sdk::Level, _text: &str) {}
}

fn search_with(
    position: &Xiangqi,
    limits: &Limits,
    settings: &Settings,
    on_info: impl Fn(&Info) + Sync,
) -> SearchResult {
    think(position, limits, settings, &Watcher::new(on_info))
}

fn think<F: Fn(&Info) + Sync>(
    position: &Xiangqi,
    limits: &Limits,
    settings: &Settings,
    host: &Watcher<F>,
) -> SearchResult {
    let table = Arc::new(Table::new(8));
    let control = Control::new(host, limits);
    let task = Task { settings, limits, control: &control, table: &table };
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
    fn what_is_kept_follows_moves_and_comes_back(seed: u64) {
        let root = Xiangqi::start(Rules::default());
        let mut position = Position::new(&root, &WEIGHTS);
        let (mut rng, mut played) = (Rng::with_seed(seed), 0);
        for _ in 0..80 {
            let mut list = MoveList::new();
            position.board().generate(Kind::All, &position.board().danger(), &mut list);
            let Some(&mv) = rng.choice(list.iter()) else { break };
            position.make(mv);
            played += 1;
            prop_assert_eq!(*position.kept(), Kept::of(position.board(), &WEIGHTS));
        }
        (0..played).for_each(|_| position.unmake());
        prop_assert_eq!(position.board(), root.board());
        prop_assert_eq!(*position.kept(), Kept::of(root.board(), &WEIGHTS));
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

#[test]
fn several_lines_begin_with_different_moves_the_best_first() {
    let lines: std::sync::Mutex<Vec<(u32, u32, Score, Move)>> = std::sync::Mutex::default();
    let position = random_position(11, 12);
    let limits = Limits { multi_pv: 4, ..Limits::depth(8) };
    let result = search_with(&position, &limits, &settings(Level::Expert, 1), |info| {
        lines.lock().unwrap().push((info.depth, info.multi_pv, info.score, info.pv[0]));
    });
    let lines = lines.into_inner().unwrap();
    let last: Vec<_> = lines.iter().filter(|line| line.0 == 8).collect();
    assert_eq!(last.iter().map(|line| line.1).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let moves: std::collections::HashSet<_> = last.iter().map(|line| line.3).collect();
    assert_eq!(moves.len(), 4);
    assert_eq!(result.best_move, Some(last[0].3));
    let worth = |score: Score| if let Score::Cp(value) = score { value } else { panic!("{score:?}") };
    assert!(last.windows(2).all(|pair| worth(pair[0].2) >= worth(pair[1].2)), "{last:?}");
}

#[test]
fn threads_search_together() {
    // 适情雅趣 237, mate in 4: any number of threads finds it.
    let position = from_fen("2b1k1b2/3Ra4/2r2a2r/6R2/4P4/7C1/9/9/4p4/5K3 w");
    for threads in [1, 2, 4] {
        let result = search_with(&position, &Limits::nodes(400_000), &settings(Level::Expert, threads), |_| ());
        assert!(matches!(result.score, Score::Mate(plies) if plies >= 7), "{threads}: {:?}", result.score);
    }
}

/// Even the lowest level takes what hangs and mates where it can: it only looks less far.
#[test]
fn the_lowest_level_is_not_blind() {
    for (fen, best) in [
        ("3k1abC1/4a4/2n5r/p3p1pRp/4c4/3r5/PR4P1P/2C1B4/4A4/2B1KA3 b", None),
        // The black chariot on e4 stands before the red one and is not guarded.
        ("3akab2/9/4b4/p3p3p/9/4r4/P3R3P/4B4/4A4/2BAK4 w", Some("e3e4")),
    ] {
        for seed in 0..5 {
            let result = search(&from_fen(fen), &Limits { seed: Some(seed), ..Limits::default() }, Level::Easy);
            match best {
                None => assert_eq!(result.score, Score::Mate(1)),
                Some(text) => assert_eq!(result.best_move, Variant::Xiangqi.parse_move(text).ok()),
            }
        }
    }
}

#[test]
fn a_draw_is_taken_by_the_weaker_side_only() {
    let fen = "3akab2/9/4b4/p3p3p/9/9/P3R3P/4B4/4A4/2BAK4 ";
    for (side, takes) in [("w", false), ("b", true)] {
        let limits = Limits { draw_offered: true, ..Limits::nodes(5_000) };
        let result = search(&from_fen(&format!("{fen}{side}")), &limits, Level::Expert);
        assert_eq!(result.accept_draw, takes, "{side}");
    }
}

/// Black, who is mated in six moves otherwise, does not check for ever: that loses at once.
#[test]
fn rather_is_mated_than_loses_by_repetition() {
    let mut position = from_fen("3k5/4a4/4R4/N8/9/9/9/9/9/2BrK1B2 w");
    for text in ["e0e1", "d0d1", "e1e0", "d1d0", "e0e1", "d0d1", "e1e0"] {
        position.play_unchecked(Variant::Xiangqi.parse_move(text).unwrap());
    }
    let losing = position.losing_moves();
    assert_eq!(losing, [Variant::Xiangqi.parse_move("d1d0").unwrap()]);
    for nodes in [2_000, 300_000] {
        let result = search(&position, &Limits::nodes(nodes), Level::Expert);
        assert!(!losing.contains(&result.best_move.unwrap()), "{result:?}");
    }
}

/// A pondering search that is done early waits for the move; then it answers. `stop` ends it as well.
#[test]
fn pondering_waits_for_the_move_or_for_the_stop() {
    let position = from_fen("3k1abC1/4a4/2n5r/p3p1pRp/4c4/3r5/PR4P1P/2C1B4/4A4/2B1KA3 b");
    let limits = Limits { ponder: true, depth: Some(3), ..Limits::default() };
    for by_stop in [false, true] {
        let reported = std::sync::atomic::AtomicU32::new(0);
        let host = Watcher::new(|info: &Info| reported.store(info.depth, Relaxed));
        std::thread::scope(|scope| {
            let answer = scope.spawn(|| think(&position, &limits, &settings(Level::Expert, 1), &host));
            while reported.load(Relaxed) < 3 {
                std::thread::yield_now();
            }
            assert!(!answer.is_finished());
            if by_stop {
                host.stop.store(true, Relaxed);
            } else {
                host.hit.set(std::time::Instant::now()).unwrap();
            }
            assert_eq!(answer.join().unwrap().score, Score::Mate(1));
        });
    }
}
