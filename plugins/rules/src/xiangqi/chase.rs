//! Threats to capture, and which of them a move makes: what chasing rules are about.
//!
//! A *threat* is a pair of men: one could take the other, and would gain by it. The conditions are those that the Asian
//! and the computer rules share (sources with [`Xiangqi::judge_repetition`](super::Xiangqi::judge_repetition)):
//!
//! - generals and soldiers may attack for ever, so their attacks are no threats; generals and soldiers that have not
//!   crossed the river are no victims;
//! - the capture must be possible: a man tied to its general threatens nothing it can't take;
//! - a horse or cannon threatens a chariot, an advisor or elephant a chariot, horse or cannon, protected or not;
//! - any other victim must be unprotected: no man of its side could take back. A man that would expose its own general
//!   by taking back protects nothing, and a capture that uncovers a check leaves only what answers that check;
//! - men of one kind that attack each other offer an exchange, unless the victim can't take because it is tied to its
//!   general. (A horse may be hobbled, so that it is attacked by one that it doesn't attack.)
//!
//! A check that already stands on the board is left out of account: what matters is whether a capture or a recapture
//! brings a *further* attack on its own general.

use super::board::Board;
use super::man::Role;
use super::movegen::Kind;
use super::packed::{MoveList, PackedMove};
use super::point_set::PointSet;
use super::tables::RED_HALF;
use crate::Side;

/// How threats are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weighing {
    /// Whether the attacks of soldiers count as well.
    pub soldiers: bool,
    /// Whether a capture that lets the opponent mate at once is none.
    pub suicide_is_idle: bool,
}

impl Weighing {
    /// The Asian and the computer rules.
    pub const PLAIN: Weighing = Weighing { soldiers: false, suicide_is_idle: false };
}

/// A man that threatens to capture another, by point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Threat {
    pub by: usize,
    pub victim: usize,
}

/// The threats of a side against men on the given points, whoever is to move.
pub(super) fn threats(board: &Board, side: Side, against: PointSet, weighing: Weighing) -> Vec<Threat> {
    let victims = victims(board, side.other()) & against;
    let mut threats = Vec::new();
    for by in attacking_men(board, side, weighing) {
        for victim in board.attacks(by) & victims {
            let threat = Threat { by, victim };
            if is_threat(board, side, threat, weighing) {
                threats.push(threat);
            }
        }
    }
    threats
}

fn attacking_men(board: &Board, side: Side, weighing: Weighing) -> PointSet {
    let men = board.side(side).without(board.men(side, Role::General));
    if weighing.soldiers { men } else { men.without(board.men(side, Role::Soldier)) }
}

/// The men of a side that can be chased.
fn victims(board: &Board, side: Side) -> PointSet {
    let home = if side == Side::First { RED_HALF } else { !RED_HALF };
    board.side(side).without(board.men(side, Role::General)).without(board.men(side, Role::Soldier) & home)
}

/// Whether a man of `side` attacks another and would gain by taking it.
pub(super) fn is_threat(board: &Board, side: Side, threat: Threat, weighing: Weighing) -> bool {
    let (Some(attacker), Some(victim)) = (board.man(threat.by), board.man(threat.victim)) else { return false };
    if !board.attacks(threat.by).contains(threat.victim) {
        return false;
    }
    let taken = after(board, threat.by, threat.victim);
    if exposes(board, &taken, side) || (weighing.suicide_is_idle && is_mated_next(&taken, side)) {
        return false;
    }
    match (attacker.role, victim.role) {
        (Role::Horse | Role::Cannon, Role::Chariot) => true,
        (Role::Advisor | Role::Elephant, Role::Chariot | Role::Horse | Role::Cannon) => true,
        (attacker, victim) => {
            !is_retaken(board, &taken, side.other(), threat.victim)
                && (attacker != victim || !can_take(board, side.other(), threat.victim, threat.by))
        }
    }
}

fn is_mated_next(taken: &Board, side: Side) -> bool {
    let mut taken = taken.clone();
    if taken.side_to_move() == side {
        taken.pass();
    }
    mates_by_checks(&taken, 1)
}

/// Whether the side to move can mate within a number of moves, each of which gives check.
pub(super) fn mates_by_checks(board: &Board, moves: u32) -> bool {
    legal_moves(board).iter().filter(|mv| board.gives_check(**mv)).any(|&mv| {
        let mut checked = board.clone();
        checked.make(mv);
        let evasions = legal_moves(&checked);
        evasions.is_empty()
            || (moves > 1
                && evasions.iter().all(|&evasion| {
                    let mut next = checked.clone();
                    next.make(evasion);
                    mates_by_checks(&next, moves - 1)
                }))
    })
}

fn legal_moves(board: &Board) -> MoveList {
    let mut list = MoveList::new();
    board.generate(Kind::All, &board.danger(), &mut list);
    list
}

/// Whether a man of a side can take back on a point once `taken` stands on the board.
fn is_retaken(board: &Board, taken: &Board, side: Side, at: usize) -> bool {
    taken.attackers(at, side).into_iter().any(|by| {
        let retaken = after(taken, by, at);
        if retaken.general(side) == at { retaken.checkers(side).is_empty() } else { !exposes(board, &retaken, side) }
    })
}

fn can_take(board: &Board, side: Side, by: usize, victim: usize) -> bool {
    board.attacks(by).contains(victim) && !exposes(board, &after(board, by, victim), side)
}

/// Whether a side's general is attacked by men that did not attack it before.
fn exposes(before: &Board, after: &Board, side: Side) -> bool {
    !after.checkers(side).without(before.checkers(side)).is_empty()
}

fn after(board: &Board, from: usize, to: usize) -> Board {
    let mut after = board.clone();
    after.make(PackedMove::new(from, to));
    after
}
