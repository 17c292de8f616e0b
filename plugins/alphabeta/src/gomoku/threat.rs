//! What the threats on the board force: wins at hand, fives and open fours to stop.

use sdk::rules::gomoku::{Cell, Direction, Shape};
use sdk::rules::{Side, Variant};

use super::board::SearchBoard;
use super::cell_set::CellSet;
use super::class::Class;
use crate::score::{self, Score};

/// What the side to move faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// The game is decided: the exact score, and the move that wins or holds out longest where there is one.
    Decided(Score, Option<Cell>),
    /// The opponent would make five on this point: only a stone there helps.
    StopFive(Cell),
    /// The opponent would make an open four: only these points stop it, beside fours of one's own.
    StopOpenFour(CellSet),
    /// Nothing is forced.
    Free,
}

/// Judges a position `ply` plies from the root that nobody has won yet.
///
/// What it decides is certain: every move that it leaves out loses as said.
pub fn situation(board: &mut SearchBoard, ply: usize) -> Situation {
    let own = board.to_move();
    let other = own.other();
    if board.count(own, Class::Five) > 0 {
        return Situation::Decided(score::win_in(ply + 1), board.cells(own, Class::Five).first());
    }
    match board.count(other, Class::Five) {
        0 => {}
        1 => {
            let Some(cell) = board.cells(other, Class::Five).first() else { return Situation::Free };
            if board.is_forbidden(own, cell) {
                return Situation::Decided(score::loss_in(ply + 2), None);
            }
            return Situation::StopFive(cell);
        }
        _ => {
            let fives = *board.cells(other, Class::Five);
            let stop = fives.iter().find(|cell| !board.is_forbidden(own, *cell));
            return Situation::Decided(score::loss_in(ply + 2), stop);
        }
    }
    if board.count(own, Class::OpenFour) > 0 {
        let cells = *board.cells(own, Class::OpenFour);
        if let Some(cell) = cells.iter().find(|cell| !board.is_forbidden(own, *cell)) {
            return Situation::Decided(score::win_in(ply + 3), Some(cell));
        }
    }
    if board.count(other, Class::OpenFour) > 0 {
        return stop_open_fours(board, ply);
    }
    double_threat(board, ply).unwrap_or(Situation::Free)
}

/// A stone that makes two threats at once against an opponent who has no four to answer with.
fn double_threat(board: &SearchBoard, ply: usize) -> Option<Situation> {
    let own = board.to_move();
    if board.has_forbidden_points(own) || board.has_four(own.other()) {
        return None;
    }
    let winner = [Class::FourThree, Class::DoubleThree].into_iter().find(|class| board.count(own, *class) > 0)?;
    Some(Situation::Decided(score::win_in(ply + 5), board.cells(own, winner).first()))
}

/// The points that stop every open four that the opponent could make next.
fn stop_open_fours(board: &mut SearchBoard, ply: usize) -> Situation {
    let own = board.to_move();
    let other = own.other();
    let mut stops: Option<CellSet> = None;
    for cell in board.cells(other, Class::OpenFour).iter() {
        // Where two threes meet, what is forbidden can change with any stone: nothing is certain.
        let info = board.point(other, cell);
        if info.may_be_double_three {
            continue;
        }
        let stop = stops_of(board, other, cell);
        stops = Some(stops.map_or(stop, |all| all.and(&stop)));
    }
    let Some(stops) = stops else { return Situation::Free };
    let stops = if board.has_forbidden_points(own) {
        stops.iter().filter(|cell| !board.is_forbidden(own, *cell)).collect()
    } else {
        stops
    };
    if stops.is_empty() && board.plain_fours(own) == 0 {
        return Situation::Decided(score::loss_in(ply + 4), None);
    }
    Situation::StopOpenFour(stops)
}

/// The points on which a stone leaves `side`, once it has made an open four or two fours at `cell`, at most one way to five.
fn stops_of(board: &SearchBoard, side: Side, cell: Cell) -> CellSet {
    let fives = five_points(board, side, cell);
    let mut stops = CellSet::EMPTY;
    stops.insert(cell);
    if fives.len() <= 2 {
        fives.iter().for_each(|five| stops.insert(five));
    }
    stops
}

/// The points that would make five for `side` after its stone at an empty cell, on the lines through that cell.
pub fn five_points(board: &SearchBoard, side: Side, cell: Cell) -> CellSet {
    let exact = match board.variant() {
        Variant::GomokuStandard => true,
        Variant::Renju => side == Side::First,
        _ => false,
    };
    let shapes = board.shapes(cell);
    let mut fives = CellSet::EMPTY;
    for direction in Direction::ALL {
        if matches!(shapes.of(side, direction), Shape::Four | Shape::OpenFour | Shape::DoubleFour) {
            five_points_on(board, side, cell, direction, exact, &mut fives);
        }
    }
    fives
}

fn five_points_on(board: &SearchBoard, side: Side, cell: Cell, direction: Direction, exact: bool, fives: &mut CellSet) {
    const REACH: i16 = 5;
    let mut own = 1u32 << REACH;
    let mut empty = 0u32;
    for steps in -REACH..=REACH {
        let neighbour = cell.step(direction, steps);
        let bit = 1 << (steps + REACH);
        match board.stones().stone(neighbour) {
            Some(stone) if stone == side => own |= bit,
            None if board.stones().is_empty(neighbour) && steps != 0 => empty |= bit,
            _ => {}
        }
    }
    for steps in -4..=4i16 {
        let bit = 1u32 << (steps + REACH);
        if empty & bit != 0 && makes_five(own | bit, exact, bit) {
            fives.insert(cell.step(direction, steps));
        }
    }
}

/// Whether the run of bits through `bit` is a five that reaches the middle, bit 5.
fn makes_five(row: u32, exact: bool, bit: u32) -> bool {
    let at = bit.trailing_zeros();
    let above = (!(row >> at)).trailing_zeros();
    let below = (row << (31 - at)).leading_ones();
    let length = above + below - 1;
    let (first, last) = (at + 1 - below, at + above - 1);
    first <= 5 && last >= 5 && (length == 5 || length > 5 && !exact)
}
