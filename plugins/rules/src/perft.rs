//! Counting move paths: the test of move generation that every program of the field shares.

use crate::xiangqi::{Board, Kind, MoveList, Xiangqi};
use crate::{Move, Position, VariantPosition};

/// How many paths of `depth` legal moves start from a position; what ends games is ignored. One thread, no table of
/// positions; the last ply is counted, not played.
#[must_use]
pub fn perft(position: &VariantPosition, depth: u32) -> u64 {
    match position {
        VariantPosition::Gomoku(gomoku) => perft_by_trait(&mut gomoku.clone(), depth),
        VariantPosition::Xiangqi(xiangqi) => perft_xiangqi(xiangqi, depth),
    }
}

/// [`perft`] of `depth` split by the first move, in the order of the legal moves; nothing for depth 0.
#[must_use]
pub fn divide(position: &VariantPosition, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let mut after = position.clone();
    let mut count = |mv| {
        after.play_unchecked(mv);
        let paths = perft(&after, rest);
        after.undo();
        (mv, paths)
    };
    position.legal_moves().into_iter().map(&mut count).collect()
}

/// [`perft`] through [`Position`]: works for every game.
pub fn perft_by_trait<P: Position>(position: &mut P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut paths = 0;
    for mv in moves {
        position.play_unchecked(mv);
        paths += perft_by_trait(position, depth - 1);
        position.undo();
    }
    paths
}

/// [`perft`] through Xiangqi's fast interface.
#[must_use]
pub fn perft_xiangqi(position: &Xiangqi, depth: u32) -> u64 {
    perft_board(&mut position.board().clone(), depth)
}

fn perft_board(board: &mut Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let danger = board.danger();
    if depth == 1 {
        return u64::from(board.count_moves(&danger));
    }
    let mut moves = MoveList::new();
    board.generate(Kind::All, &danger, &mut moves);
    let mut paths = 0;
    for &mv in moves.iter() {
        let captured = board.make(mv);
        paths += perft_board(board, depth - 1);
        board.unmake(mv, captured);
    }
    paths
}
