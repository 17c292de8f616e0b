//! How a position stands: fives, forbidden moves, full boards.

use super::board::{Board, cell_on};
use super::cell::{Cell, Direction};
use super::{Gomoku, forbidden, line};
use crate::{EndReason, Outcome, Point, Side, Variant};

/// Whether a side needs exactly five in a row; otherwise more win as well.
///
/// Freestyle and standard are rules 0 and 1 of the Gomocup protocol; renju is RIF 9.1: exactly five for Black, also more
/// for White.
pub(crate) const fn needs_exact_five(variant: Variant, side: Side) -> bool {
    match variant {
        Variant::GomokuStandard => true,
        Variant::Renju => matches!(side, Side::First),
        _ => false,
    }
}

/// Whether a side has a winning row.
pub(crate) fn has_five(board: &Board, variant: Variant, side: Side) -> bool {
    let exact = needs_exact_five(variant, side);
    Direction::ALL
        .into_iter()
        .flat_map(|direction| board.lines(direction))
        .any(|(_, line)| line::fives(line::stones(line, side), exact) != 0)
}

/// The stones of a side's winning row in order, the first one found; empty where it has none.
fn row_of_five(board: &Board, variant: Variant, side: Side) -> Vec<Point> {
    let exact = needs_exact_five(variant, side);
    for direction in Direction::ALL {
        for (index, line) in board.lines(direction) {
            let fives = line::fives(line::stones(line, side), exact);
            if fives != 0 {
                let first = cell_on(direction, index, line::first_slot(fives));
                return row_from(board, first, direction, side);
            }
        }
    }
    Vec::new()
}

/// The unbroken row of a side's stones from `first` on.
fn row_from(board: &Board, first: Cell, direction: Direction, side: Side) -> Vec<Point> {
    (0..)
        .map(|steps| first.step(direction, steps))
        .take_while(|cell| board.stone(*cell) == Some(side))
        .map(Cell::point)
        .collect()
}

impl Gomoku {
    /// The side whose five decides the game, `None` while nobody has one.
    pub(crate) fn five_winner(&self) -> Option<Side> {
        let has = |board: &Board, side| has_five(board, self.variant, side);
        match Side::ALL.map(|side| has(&self.board, side)) {
            [false, false] => None,
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            [true, true] => Some(self.first_of_two_fives()),
        }
    }

    /// Takes moves back until one side's five is gone: the other's stood first. If none is gone before the set-up is reached, that of
    /// the side that is to move there stood before the last stone.
    fn first_of_two_fives(&self) -> Side {
        let mut board = self.board.clone();
        let mut to_move = self.to_move;
        for played in self.played.iter().rev() {
            to_move = to_move.other();
            board.remove(played.cell, to_move);
            if !has_five(&board, self.variant, to_move) {
                return to_move.other();
            }
        }
        to_move
    }

    pub(crate) fn five_row(&self) -> Vec<Point> {
        self.five_winner().map_or_else(Vec::new, |side| row_of_five(&self.board, self.variant, side))
    }

    /// The outcome; the documentation of [`gomoku`](crate::gomoku) gives the order and the reasons.
    pub(crate) fn judge(&self) -> Option<Outcome> {
        let black_loses = |reason| Some(Outcome::Win { side: Side::Second, reason });
        if let Some(side) = self.five_winner() {
            Some(Outcome::Win { side, reason: EndReason::Five })
        } else if self.played.last().is_some_and(|last| last.forbidden) {
            black_loses(EndReason::ForbiddenMove)
        } else if self.board.empty_count() == 0 {
            Some(Outcome::Draw { reason: EndReason::BoardFull })
        } else if self.forbids() && !forbidden::has_allowed_point(&self.board) {
            black_loses(EndReason::NoLegalPoint)
        } else if self.rules.no_five_draw && !self.five_is_possible() {
            Some(Outcome::Draw { reason: EndReason::NoFivePossible })
        } else {
            None
        }
    }

    /// Whether a side can still make a winning row with the stones that are left to it.
    fn five_is_possible(&self) -> bool {
        let empty = self.board.empty_count() as u32;
        Side::ALL.into_iter().any(|side| {
            let left = if side == self.to_move { empty.div_ceil(2) } else { empty / 2 };
            let exact = needs_exact_five(self.variant, side);
            Direction::ALL
                .into_iter()
                .flat_map(|direction| self.board.lines(direction))
                .any(|(_, line)| line::five_fits(line, side, exact, left))
        })
    }
}
