//! The mating problems: the search finds each with its distance, and a search without any pruning proves the short ones.

use std::thread;

use sdk::rules::xiangqi::{Kind, MoveList, PackedMove, Xiangqi};
use sdk::{Limits, Score};

use super::{from_fen, search};
use crate::level::Level;

/// A problem of the data file.
#[derive(Clone, Copy)]
struct Problem {
    plies: i32,
    nodes: u64,
    fen: &'static str,
}

fn problems() -> Vec<Problem> {
    let text = include_str!("../../../tests/data/xiangqi_mates.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let problem = |line: &'static str| {
        let mut words = line.split(" ; ").next().unwrap().splitn(3, ' ');
        let (plies, thousands) =
            (words.next().unwrap().parse().unwrap(), words.next().unwrap().parse::<u64>().unwrap());
        Problem { plies, nodes: thousands * 1000, fen: words.next().unwrap() }
    };
    lines.map(problem).collect()
}

#[test]
fn the_set_has_mates_of_every_length() {
    let problems = problems();
    let count = |from: i32, to: i32| problems.iter().filter(|problem| (from..=to).contains(&problem.plies)).count();
    for (from, to) in [(1, 1), (3, 3), (5, 5), (9, 9), (13, 13), (17, 99)] {
        assert!(count(from, to) >= 5, "{} problems of {from} to {to} plies", count(from, to));
    }
}

#[test]
fn finds_mates_with_their_distance() {
    let problems = problems();
    let threads = thread::available_parallelism().map_or(1, usize::from).min(8);
    thread::scope(|scope| {
        for first in 0..threads {
            let mine = problems.iter().copied().skip(first).step_by(threads);
            scope.spawn(move || mine.for_each(solve));
        }
    });
}

fn solve(problem: Problem) {
    let result = search(&from_fen(problem.fen), &Limits::nodes(problem.nodes), Level::Expert);
    assert_eq!(result.score, Score::Mate(problem.plies), "{}", problem.fen);
}

/// The rules alone, no evaluation and no pruning: a mate within the told plies, and none within less.
#[test]
fn short_mates_are_the_shortest() {
    for problem in problems().into_iter().filter(|problem| problem.plies <= 7) {
        let mut position = from_fen(problem.fen);
        assert!(mates_within(&mut position, problem.plies), "{}", problem.fen);
        assert!(problem.plies == 1 || !mates_within(&mut position, problem.plies - 2), "{}", problem.fen);
    }
}

/// Whether the side to move mates in at most `plies`, an odd number.
fn mates_within(position: &mut Xiangqi, plies: i32) -> bool {
    let mut moves = legal_moves(position);
    let board = position.board();
    moves.sort_by_key(|&mv| !board.gives_check(mv));
    moves.into_iter().any(|mv| {
        position.make(mv);
        let replies = legal_moves(position);
        let lost = replies.is_empty()
            || plies > 1
                && replies.into_iter().all(|reply| {
                    position.make(reply);
                    let lost = mates_within(position, plies - 2);
                    position.unmake();
                    lost
                });
        position.unmake();
        lost
    })
}

fn legal_moves(position: &Xiangqi) -> Vec<PackedMove> {
    let mut list = MoveList::new();
    position.board().generate(Kind::All, &position.board().danger(), &mut list);
    list.to_vec()
}
