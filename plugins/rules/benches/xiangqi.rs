//! Speed of the Xiangqi board: node counts, what a search asks at each node, and the judge of repetitions.
//!
//! `cargo bench -p rules --bench xiangqi`

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use rules::xiangqi::{Board, Kind, MoveList, PackedMove, START, Xiangqi, chinese, parse_move};
use rules::{Position, Rules, perft_xiangqi};

fn main() {
    divan::main();
}

/// Name, FEN and a depth of a few million nodes.
const POSITIONS: [(&str, &str, u32); 3] = [
    ("start", START, 4),
    ("middle game", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w", 4),
    ("endgame", "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w", 5),
];

fn position(fen: &str) -> Xiangqi {
    Xiangqi::from_fen(fen, Rules::default()).expect("the position is possible")
}

fn boards() -> impl Iterator<Item = Board> {
    POSITIONS.iter().map(|(_, fen, _)| position(fen).board().clone())
}

#[divan::bench(args = [0, 1, 2], sample_count = 10)]
fn perft(bencher: Bencher, index: usize) {
    let (_, fen, depth) = POSITIONS[index];
    let position = position(fen);
    let nodes = perft_xiangqi(&position, depth);
    bencher.counter(ItemsCount::new(nodes)).bench(|| perft_xiangqi(black_box(&position), depth));
}

/// A capture and a quiet generation with the dangers, as a node of a search has them.
#[divan::bench]
fn generate(bencher: Bencher) {
    let boards: Vec<Board> = boards().collect();
    bencher.counter(ItemsCount::new(boards.len())).bench(|| {
        for board in &boards {
            let danger = black_box(board).danger();
            let mut list = MoveList::new();
            board.generate(Kind::Captures, &danger, &mut list);
            board.generate(Kind::Quiets, &danger, &mut list);
            black_box(&list);
        }
    });
}

#[divan::bench]
fn danger(bencher: Bencher) {
    let boards: Vec<Board> = boards().collect();
    bencher.counter(ItemsCount::new(boards.len())).bench(|| {
        for board in &boards {
            black_box(black_box(board).danger());
        }
    });
}

fn moves(board: &Board) -> Vec<PackedMove> {
    let mut list = MoveList::new();
    board.generate(Kind::All, &board.danger(), &mut list);
    list.to_vec()
}

#[divan::bench]
fn gives_check(bencher: Bencher) {
    let board = position(POSITIONS[1].1).board().clone();
    let moves = moves(&board);
    bencher
        .counter(ItemsCount::new(moves.len()))
        .bench(|| moves.iter().filter(|mv| black_box(&board).gives_check(**mv)).count());
}

#[divan::bench]
fn is_legal(bencher: Bencher) {
    let board = position(POSITIONS[1].1).board().clone();
    let (moves, danger) = (moves(&board), board.danger());
    bencher
        .counter(ItemsCount::new(moves.len()))
        .bench(|| moves.iter().filter(|mv| black_box(&board).is_legal(&danger, **mv)).count());
}

/// With history, as a search that judges repetitions plays.
#[divan::bench]
fn make_and_unmake(bencher: Bencher) {
    let mut position = position(POSITIONS[1].1);
    let moves = moves(position.board());
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        for &mv in &moves {
            position.make(black_box(mv));
            position.unmake();
        }
    });
}

#[divan::bench]
fn judge_chase(bencher: Bencher) {
    let mut position = position("4k4/9/2n6/9/9/9/9/9/R8/5K3 w");
    for text in ["a1c1", "c7d5", "c1d1", "d5c7", "d1c1", "c7d5", "c1d1", "d5c7", "d1c1"] {
        let mv = parse_move(&position, text).expect("the text is a move");
        position.play(mv).expect("the move is legal");
    }
    bencher.bench(|| black_box(&position).judge_repetition());
}

#[divan::bench]
fn clone(bencher: Bencher) {
    let position = Xiangqi::start(Rules::default());
    bencher.bench(|| black_box(&position).clone());
}

#[divan::bench]
fn notation(bencher: Bencher) {
    let position = Xiangqi::start(Rules::default());
    let mv = parse_move(&position, "炮二平五").expect("the text is a move");
    bencher.bench(|| parse_move(&position, &chinese(black_box(&position), mv)));
}
