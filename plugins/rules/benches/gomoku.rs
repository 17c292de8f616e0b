//! Speed of the Gomoku boards: `cargo bench -p rules --bench gomoku`.
//!
//! Items are counted, so that the figure to read is items a second: stones put and taken away, boards judged.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rules::gomoku::{Cell, Gomoku, ShapeBoard};
use rules::{Position, Rules, Side, Variant};

const VARIANTS: [Variant; 3] = [Variant::Gomoku, Variant::GomokuStandard, Variant::Renju];

fn main() {
    divan::main();
}

/// Middle games of renju: random replies near the stones that are there, Black avoiding forbidden points.
fn middle_games(variant: Variant) -> Vec<Gomoku> {
    let mut random = fastrand::Rng::with_seed(7);
    (0..20)
        .map(|_| {
            loop {
                let mut position = Gomoku::start(variant, 15, Rules::default()).unwrap();
                for _ in 0..random.usize(20..60) {
                    let near = near_moves(&position);
                    position.play_unchecked(near[random.usize(0..near.len())]);
                }
                if position.outcome().is_none() {
                    break position;
                }
            }
        })
        .collect()
}

/// Legal moves at most two points from a stone.
fn near_moves(position: &Gomoku) -> Vec<rules::Move> {
    let stones: Vec<_> =
        Side::ALL.iter().flat_map(|side| position.board().stone_cells(*side)).map(Cell::point).collect();
    let mut moves = position.legal_moves();
    moves.retain(|mv| {
        let to = mv.to().unwrap();
        let is_near = |stone: &rules::Point| to.file.abs_diff(stone.file) <= 2 && to.row.abs_diff(stone.row) <= 2;
        stones.is_empty() && to.file == 7 && to.row == 7 || stones.iter().any(is_near)
    });
    moves
}

/// The empty cells of each position near its stones.
fn places(positions: &[Gomoku]) -> Vec<Vec<Cell>> {
    let cells = |position| near_moves(position).into_iter().filter_map(|mv| Some(Cell::new(mv.to()?))).collect();
    positions.iter().map(cells).collect()
}

#[divan::bench]
fn put_and_remove_plain(bencher: Bencher) {
    let positions = middle_games(Variant::Renju);
    let places = places(&positions);
    let mut boards: Vec<_> = positions.iter().map(|position| position.board().clone()).collect();
    bencher.counter(ItemsCount::new(places.iter().map(Vec::len).sum::<usize>())).bench_local(|| {
        for (board, places) in boards.iter_mut().zip(&places) {
            for cell in places {
                board.put(*cell, Side::First);
                black_box(&board);
                board.remove(*cell, Side::First);
            }
        }
    });
}

#[divan::bench(args = VARIANTS)]
fn put_and_remove_with_shapes(bencher: Bencher, variant: Variant) {
    let positions = middle_games(variant);
    let places = places(&positions);
    let mut boards: Vec<_> = positions.iter().map(|position| ShapeBoard::new(position.board(), variant)).collect();
    bencher.counter(ItemsCount::new(places.iter().map(Vec::len).sum::<usize>())).bench_local(|| {
        for (board, places) in boards.iter_mut().zip(&places) {
            for cell in places {
                board.put(*cell, Side::First);
                black_box(&board);
                board.remove(*cell, Side::First);
            }
        }
    });
}

#[divan::bench(args = VARIANTS)]
fn put_and_remove_listing_changes(bencher: Bencher, variant: Variant) {
    let positions = middle_games(variant);
    let places = places(&positions);
    let mut boards: Vec<_> = positions.iter().map(|position| ShapeBoard::new(position.board(), variant)).collect();
    bencher.counter(ItemsCount::new(places.iter().map(Vec::len).sum::<usize>())).bench_local(|| {
        let mut sum = 0u64;
        for (board, places) in boards.iter_mut().zip(&places) {
            for cell in places {
                for change in board.put_listing(*cell, Side::First) {
                    sum += u64::from(change.old.code(Side::First)) + u64::from(change.new.code(Side::Second));
                }
                for change in board.remove_listing(*cell, Side::First) {
                    sum += u64::from(change.old.code(Side::First)) + u64::from(change.new.code(Side::Second));
                }
            }
        }
        sum
    });
}

#[divan::bench]
fn play_and_undo(bencher: Bencher) {
    let mut positions = middle_games(Variant::Renju);
    let moves: Vec<_> = positions.iter().map(near_moves).collect();
    bencher.counter(ItemsCount::new(moves.iter().map(Vec::len).sum::<usize>())).bench_local(|| {
        for (position, moves) in positions.iter_mut().zip(&moves) {
            for mv in moves {
                position.play_unchecked(*mv);
                black_box(position.undo());
            }
        }
    });
}

#[divan::bench(args = VARIANTS)]
fn outcome(bencher: Bencher, variant: Variant) {
    let positions = middle_games(variant);
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| positions.iter().filter(|position| black_box(position).outcome().is_some()).count());
}

#[divan::bench]
fn forbidden_points(bencher: Bencher) {
    let mut positions = middle_games(Variant::Renju);
    positions.retain(|position| position.side_to_move() == Side::First);
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| positions.iter().map(|position| black_box(position).forbidden_points().len()).sum::<usize>());
}

#[divan::bench]
fn forbidden_points_by_shapes(bencher: Bencher) {
    let positions = middle_games(Variant::Renju);
    let places = places(&positions);
    let mut boards: Vec<_> =
        positions.iter().map(|position| ShapeBoard::new(position.board(), Variant::Renju)).collect();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        let mut count = 0;
        for (board, places) in boards.iter_mut().zip(&places) {
            count += places.iter().filter(|cell| board.forbidden(**cell).is_some()).count();
        }
        count
    });
}

#[divan::bench(args = VARIANTS)]
fn shapes_from_scratch(bencher: Bencher, variant: Variant) {
    let positions = middle_games(variant);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            black_box(ShapeBoard::new(position.board(), variant));
        }
    });
}
