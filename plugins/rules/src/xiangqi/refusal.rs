//! Why a move is refused: the rule that a player should be told.
//!
//! Movement is that of the Asian Xiangqi Federation's rules (chapter 1) and of every other rule book.

use super::attack::{between, coordinates, horse_leg};
use super::board::Board;
use super::man::{Man, Role};
use super::packed::PackedMove;
use super::point_set::{PointSet, number, point};
use super::tables::{ADVISOR, GENERAL, PALACES, RED_HALF, SOLDIER};
use crate::{Move, Refusal, Side};

impl Board {
    /// The rule that forbids a move, `None` for a legal one.
    #[must_use]
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        let Move::Shift { from, to } = mv else { return Some(Refusal::WrongKind) };
        let (Some(from), Some(to)) = (number(from), number(to)) else { return Some(Refusal::OffBoard) };
        let Some(man) = self.man(from) else { return Some(Refusal::NoMan) };
        if man.side != self.side_to_move() {
            return Some(Refusal::OpponentsMan);
        }
        self.refused_step(man, from, to).or_else(|| self.refused_exposure(PackedMove::new(from, to)))
    }

    /// The rule of its way of moving that keeps a man from a point.
    fn refused_step(&self, man: Man, from: usize, to: usize) -> Option<Refusal> {
        let ((file, row), (to_file, to_row)) = (coordinates(from), coordinates(to));
        let mut step = [file.abs_diff(to_file), row.abs_diff(to_row)];
        step.sort_unstable();
        let shape_fits = match man.role {
            Role::General => step == [0, 1],
            Role::Advisor => step == [1, 1],
            Role::Elephant => step == [2, 2],
            Role::Horse => step == [1, 2],
            Role::Chariot | Role::Cannon => step[0] == 0 && step[1] > 0,
            Role::Soldier => SOLDIER[man.side.index()][from].contains(to),
        };
        if !shape_fits {
            return Some(Refusal::WrongStep(man.role));
        }
        self.refused_region(man, from, to)
            .or_else(|| self.refused_way(man, from, to))
            .or_else(|| self.side(man.side).contains(to).then_some(Refusal::OwnManOnTarget))
    }

    fn refused_region(&self, man: Man, from: usize, to: usize) -> Option<Refusal> {
        match man.role {
            Role::General if !GENERAL[from].contains(to) => Some(Refusal::LeavesPalace(man.role)),
            Role::Advisor if !ADVISOR[from].contains(to) => Some(Refusal::LeavesPalace(man.role)),
            Role::Elephant if RED_HALF.contains(from) != RED_HALF.contains(to) => Some(Refusal::CrossesRiver),
            _ => None,
        }
    }

    fn refused_way(&self, man: Man, from: usize, to: usize) -> Option<Refusal> {
        let occupied = |at| self.man(at).is_some().then(|| point(at));
        match man.role {
            Role::Horse => occupied(horse_leg(from, to)).map(Refusal::BlockedLeg),
            Role::Elephant => occupied(usize::midpoint(from, to)).map(Refusal::BlockedEye),
            Role::Chariot => self.nearest_between(from, to).map(Refusal::BlockedPath),
            Role::Cannon => match self.man(to) {
                None => self.nearest_between(from, to).map(Refusal::BlockedPath),
                Some(target) if target.side == man.side => None,
                Some(_) => ((between(from, to) & self.occupied()).len() != 1).then_some(Refusal::NoScreen),
            },
            _ => None,
        }
    }

    /// The man between two points of a line that is nearest to the first.
    fn nearest_between(&self, from: usize, to: usize) -> Option<crate::Point> {
        (between(from, to) & self.occupied()).min_by_key(|at| at.abs_diff(from)).map(point)
    }

    /// Whether the general would be in check, and from where.
    fn refused_exposure(&self, mv: PackedMove) -> Option<Refusal> {
        if !self.exposes_general(mv) {
            return None;
        }
        let side = self.side_to_move();
        let mut after = self.clone();
        after.make(mv);
        let other_general = after.general(side.other());
        let checker = after.checkers(side).without(PointSet::of(other_general)).first();
        Some(checker.map_or(Refusal::FacingGenerals, |at| Refusal::ExposesGeneral(point(at))))
    }
}

/// Where a side's men of a role can stand.
///
/// Generals stand in their palace, advisors on its five diagonal points, elephants on the seven points they reach from
/// home, soldiers on the far half, and before the river on the two upper points of their starting files.
#[must_use]
pub(super) fn homes(side: Side, role: Role) -> PointSet {
    let own_half = if side == Side::First { RED_HALF } else { !RED_HALF };
    let red: PointSet = match role {
        Role::General => return PALACES & own_half,
        Role::Horse | Role::Chariot | Role::Cannon => return PointSet::ALL,
        Role::Advisor => [3, 5, 13, 21, 23].into_iter().collect(),
        Role::Elephant => [2, 6, 18, 22, 26, 38, 42].into_iter().collect(),
        Role::Soldier => !RED_HALF | [27, 29, 31, 33, 35, 36, 38, 40, 42, 44].into_iter().collect(),
    };
    if side == Side::First { red } else { red.map(|at| 89 - at).collect() }
}
