//! Check, and which moves leave the general safe.

use super::attack::{between, coordinates, horse_leg};
use super::board::Board;
use super::man::Role;
use super::packed::PackedMove;
use super::point_set::PointSet;
use super::tables::{BETWEEN, CROSS, GENERAL, HORSE_TO, SOLDIER_TO};
use crate::Side;

/// What the side to move must look out for: computed once a position, it makes the legality of a move a mask test.
#[derive(Clone, Copy, Debug)]
pub struct Danger {
    /// The men that give check.
    pub checkers: PointSet,
    /// Own men that stand between the general and a chariot, cannon, horse or the other general in such a way that
    /// leaving may expose it. Each of their moves is tested by itself.
    pub tied: PointSet,
    /// Where the men that are neither tied nor the general may go: everywhere, unless there is a check to parry or an
    /// enemy cannon looks at the general along an empty line, on which no man may become its screen.
    pub allowed: PointSet,
}

impl Danger {
    /// Whether the side to move is in check.
    #[must_use]
    #[inline]
    pub const fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }
}

impl Board {
    /// The dangers to the side to move.
    #[must_use]
    #[inline]
    pub fn danger(&self) -> Danger {
        let side = self.side_to_move();
        let general = self.general(side);
        let mut danger = Danger { checkers: PointSet::EMPTY, tied: PointSet::EMPTY, allowed: PointSet::ALL };
        self.danger_from_lines(side, general, &mut danger);
        self.danger_from_horses(side, general, &mut danger);
        for soldier in SOLDIER_TO[side.other().index()][general] & self.men(side.other(), Role::Soldier) {
            danger.checkers |= PointSet::of(soldier);
            danger.allowed &= PointSet::of(soldier);
        }
        danger
    }

    #[inline]
    fn danger_from_lines(&self, side: Side, general: usize, danger: &mut Danger) {
        let enemy = side.other();
        let cannons = self.men(enemy, Role::Cannon);
        let straight = self.men(enemy, Role::Chariot) | self.men(enemy, Role::General);
        for attacker in CROSS[general] & (cannons | straight) {
            let screens = self.count_between(general, attacker);
            if screens > 2 {
                continue;
            }
            let line = between(general, attacker);
            match (cannons.contains(attacker), screens) {
                (false, 0) => {
                    danger.checkers |= PointSet::of(attacker);
                    danger.allowed &= line | PointSet::of(attacker);
                }
                (true, 0) => danger.allowed &= !line,
                (true, 1) => {
                    danger.checkers |= PointSet::of(attacker);
                    danger.allowed &= line.without(self.occupied()) | PointSet::of(attacker);
                    danger.tied |= line & self.side(side);
                }
                (false, 1) | (true, 2) => danger.tied |= line & self.side(side),
                _ => {}
            }
        }
    }

    #[inline]
    fn danger_from_horses(&self, side: Side, general: usize, danger: &mut Danger) {
        for horse in HORSE_TO[general][0] & self.men(side.other(), Role::Horse) {
            let leg = horse_leg(horse, general);
            match self.man(leg) {
                None => {
                    danger.checkers |= PointSet::of(horse);
                    danger.allowed &= PointSet::of(horse) | PointSet::of(leg);
                }
                Some(man) if man.side == side => danger.tied |= PointSet::of(leg),
                Some(_) => {}
            }
        }
    }

    /// How many men stand strictly between two points of one rank or file.
    #[inline]
    fn count_between(&self, a: usize, b: usize) -> u32 {
        let ((file_a, row_a), (file_b, row_b)) = (coordinates(a), coordinates(b));
        let men = if row_a == row_b {
            self.rank_word(row_a) & BETWEEN[file_a][file_b]
        } else {
            self.file_word(file_a) & BETWEEN[row_a][row_b]
        };
        men.count_ones()
    }

    /// Whether a side is in check.
    #[must_use]
    pub fn is_checked(&self, side: Side) -> bool {
        self.is_checked_after(side, PackedMove::NONE)
    }

    /// The men that check a side, the other general among them when the generals face each other.
    #[must_use]
    pub fn checkers(&self, side: Side) -> PointSet {
        let general = self.general(side);
        let facing = PointSet::of(self.general(side.other()));
        let open = CROSS[general].contains(self.general(side.other()))
            && self.count_between(general, self.general(side.other())) == 0;
        self.attackers(general, side.other()) | if open { facing } else { PointSet::EMPTY }
    }

    /// Whether a move of the side to move checks the other side.
    #[must_use]
    #[inline]
    pub fn gives_check(&self, mv: PackedMove) -> bool {
        self.is_checked_after(self.side_to_move().other(), mv)
    }

    /// Whether a move of the side to move leaves its own general in check, facing generals included.
    #[must_use]
    #[inline]
    pub fn exposes_general(&self, mv: PackedMove) -> bool {
        self.is_checked_after(self.side_to_move(), mv)
    }

    /// Whether `side` is in check once a move is made ([`PackedMove::NONE`]: as it stands), facing generals included.
    #[inline]
    fn is_checked_after(&self, side: Side, mv: PackedMove) -> bool {
        let enemy = side.other();
        let (from, to) = (PointSet::of(mv.from()), PointSet::of(mv.to()));
        let moved = if mv == PackedMove::NONE { None } else { self.man(mv.from()) };
        let change = Change { from, to: if moved.is_some() { to } else { PointSet::EMPTY } };
        let men = |role| match moved {
            None => self.men(enemy, role),
            Some(man) if man.side == side => self.men(enemy, role).without(to),
            Some(man) if man.role == role => self.men(enemy, role).without(from) | to,
            Some(_) => self.men(enemy, role),
        };
        let general = match moved {
            Some(man) if man.side == side && man.role == Role::General => mv.to(),
            _ => self.general(side),
        };
        let occupied = change.apply(self.occupied());
        let straight = men(Role::Chariot) | men(Role::General);
        let cannons = men(Role::Cannon);
        for attacker in CROSS[general] & (straight | cannons) {
            let wanted = u32::from(cannons.contains(attacker));
            if (between(general, attacker) & occupied).len() == wanted {
                return true;
            }
        }
        let horses = HORSE_TO[general][0] & men(Role::Horse);
        !(SOLDIER_TO[enemy.index()][general] & men(Role::Soldier)).is_empty()
            || horses.into_iter().any(|horse| !occupied.contains(horse_leg(horse, general)))
    }

    /// Whether a pseudo-legal move leaves the own general safe.
    #[must_use]
    #[inline]
    pub fn is_safe(&self, danger: &Danger, mv: PackedMove) -> bool {
        let general = self.general(self.side_to_move());
        if mv.from() == general || danger.tied.contains(mv.from()) {
            !self.exposes_general(mv)
        } else {
            danger.allowed.contains(mv.to())
        }
    }

    /// A side's chariots that can't move without exposing their general to a horse: each stands on the horse's leg.
    #[must_use]
    pub(super) fn confined_chariots(&self, side: Side) -> PointSet {
        let general = self.general(side);
        let horses = HORSE_TO[general][0] & self.men(side.other(), Role::Horse);
        horses.map(|horse| horse_leg(horse, general)).collect::<PointSet>() & self.men(side, Role::Chariot)
    }

    /// The points next to a side's general in its palace.
    #[must_use]
    pub fn general_ring(&self, side: Side) -> PointSet {
        GENERAL[self.general(side)]
    }
}

/// A move's effect on the occupancy.
#[derive(Clone, Copy)]
struct Change {
    from: PointSet,
    to: PointSet,
}

impl Change {
    #[inline]
    fn apply(self, occupied: PointSet) -> PointSet {
        if self.to.is_empty() { occupied } else { occupied.without(self.from) | self.to }
    }
}
