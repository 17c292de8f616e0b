//! Endings that are drawn because nobody can mate: every position of the smaller ones is tried.

mod xiangqi_support;

use rules::xiangqi::Xiangqi;
use rules::{EndReason, Outcome, Position, Rules};
use xiangqi_support::position;

const GENERAL: &[usize] = &[3, 4, 5, 12, 13, 14, 21, 22, 23];
const ADVISOR: &[usize] = &[3, 5, 13, 21, 23];
const ELEPHANT: &[usize] = &[2, 6, 18, 22, 26, 38, 42];

/// Where a man of a FEN letter can stand.
fn places(letter: char) -> Vec<usize> {
    let red: Vec<usize> = match letter.to_ascii_uppercase() {
        'K' => GENERAL.to_vec(),
        'A' => ADVISOR.to_vec(),
        'B' => ELEPHANT.to_vec(),
        _ => (0..90).collect(),
    };
    if letter.is_ascii_uppercase() { red } else { red.into_iter().map(|at| 89 - at).collect() }
}

/// Hands over every arrangement of the men.
fn arrange(men: &str, board: &mut [u8; 90], visit: &mut impl FnMut(&[u8; 90])) {
    let Some(letter) = men.chars().next() else { return visit(board) };
    for at in places(letter) {
        if board[at] == b'1' {
            board[at] = letter as u8;
            arrange(&men[1..], board, visit);
            board[at] = b'1';
        }
    }
}

/// How many positions of an ending leave the side to move without a move.
fn lost_positions(men: &str) -> usize {
    let mut lost = 0;
    arrange(&format!("Kk{men}"), &mut [b'1'; 90], &mut |board| {
        let rows: Vec<&str> = board.chunks(9).rev().map(|row| std::str::from_utf8(row).expect("ASCII")).collect();
        for side in ["w", "b"] {
            let fen = format!("{} {side}", rows.join("/"));
            let Ok(position) = Xiangqi::from_fen(&fen, Rules::default()) else { continue };
            let board = position.board();
            let (own, other) = (position.side_to_move(), position.side_to_move().other());
            let facing = board.checkers(own).contains(board.general(other));
            lost += usize::from(!facing && board.count_moves(&board.danger()) == 0);
        }
    });
    lost
}

#[test]
fn the_drawn_endings_hold_no_mate_and_no_stalemate() {
    // The larger ones (AAaa, BBbb, CBbb, CBBb, Cabb, Cc) were tried once in the same way: no position of theirs is
    // lost.
    for men in ["", "AAB", "C", "CB", "Cb", "Ca"] {
        assert_eq!(lost_positions(men), 0, "{men}");
    }
}

#[test]
fn other_endings_with_few_men_hold_mates() {
    for men in ["Caa", "CA"] {
        assert!(lost_positions(men) > 0, "{men}");
    }
}

#[test]
fn drawn_endings_are_drawn_at_once_and_others_played_on() {
    let draw = Some(Outcome::Draw { reason: EndReason::InsufficientMaterial });
    for fen in [
        "3k5/9/9/9/9/9/9/9/4A4/2B1K4 w",
        "3k5/9/9/9/4C4/9/9/9/9/2B1K1B2 w",
        "3k5/9/9/9/4C4/9/9/9/9/4K4 w",
        "2bk1a3/9/9/9/4C4/9/9/9/9/4K4 w",
        "3k5/9/9/9/4C4/9/4c4/9/9/4K4 w",
    ] {
        assert_eq!(position(fen).outcome(), draw, "{fen}");
    }
    for fen in [
        "3k5/9/9/9/9/9/4P4/9/9/4K4 w",
        "3k5/9/9/9/4N4/9/9/9/9/4K4 w",
        "3k5/9/9/9/4C4/9/9/9/4A4/4K4 w",
        "3k1a3/9/9/9/4C4/9/9/9/9/2B1K4 w",
        "3k5/9/9/9/4C4/9/4C4/9/9/4K4 w",
    ] {
        assert_eq!(position(fen).outcome(), None, "{fen}");
    }
}
