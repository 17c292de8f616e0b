//! What men attack, and which men attack a point.
//!
//! "Attacks" means: could capture there by the way it moves, whoever stands there. So a man attacks what it guards,
//! and pins don't matter. Facing generals attack each other like chariots only where it says so. A cannon's attacks
//! list the men it could capture; the empty points behind its screen, where it could capture a man that came, are left
//! out of them, but [`Board::attackers`] of such a point names the cannon.

use super::board::Board;
use super::man::{Man, Role};
use super::point_set::PointSet;
use super::tables::{
    ADVISOR, BETWEEN, ELEPHANT, FILE_OF, GENERAL, HORSE_FROM, HORSE_TO, LINES, Line, ROW_OF, SOLDIER, SOLDIER_TO,
    SPREAD, diagonal_index, leg_index,
};
use crate::Side;

/// A word of a rank as points.
#[inline]
fn rank_points(word: u16, row: usize) -> PointSet {
    PointSet::from_bits(u128::from(word & 0x1ff) << (row * 9))
}

/// A word of a file as points.
#[inline]
fn file_points(word: u16, file: usize) -> PointSet {
    PointSet::from_bits(SPREAD[usize::from(word)] << file)
}

/// The words of a point's rank and file as points.
#[inline]
pub(super) fn line_points(at: usize, rank: u16, file: u16) -> PointSet {
    rank_points(rank, usize::from(ROW_OF[at])) | file_points(file, usize::from(FILE_OF[at]))
}

/// The points strictly between two points on one rank or file; none when they share neither.
#[inline]
#[must_use]
pub fn between(a: usize, b: usize) -> PointSet {
    let ((file_a, row_a), (file_b, row_b)) = (coordinates(a), coordinates(b));
    if row_a == row_b {
        rank_points(BETWEEN[file_a][file_b], row_a)
    } else if file_a == file_b {
        file_points(BETWEEN[row_a][row_b], file_a)
    } else {
        PointSet::EMPTY
    }
}

#[inline]
pub(super) fn coordinates(at: usize) -> (usize, usize) {
    (usize::from(FILE_OF[at]), usize::from(ROW_OF[at]))
}

/// The leg of a horse that leaps from one point to another.
#[inline]
#[must_use]
pub const fn horse_leg(from: usize, to: usize) -> usize {
    let (from, to) = (from as i32, to as i32);
    // Along a file the numbers differ by 18 ± 1, along a rank by 2 ± 9.
    let leg = match to - from {
        17 | 19 => from + 9,
        -17 | -19 => from - 9,
        -7 | 11 => from + 1,
        _ => from - 1,
    };
    leg as usize
}

/// An occupancy, cut into the lines around a point: for questions about boards that differ from the real one.
#[derive(Clone, Copy)]
struct Sight {
    at: usize,
    occupied: PointSet,
}

impl Sight {
    /// Rank word (walled) and file word.
    fn words(self) -> (usize, usize) {
        let (file, row) = coordinates(self.at);
        let rank = (self.occupied.bits() >> (row * 9)) as usize & 0x1ff;
        // A file's five bits of one half, nine apart, gathered by a multiplication.
        let gather = |half: u64| (((half >> file) & 0x10_0804_0201).wrapping_mul(0x10_1010_1010) >> 36) as usize & 31;
        let bits = self.occupied.bits();
        let half = (1 << 45) - 1;
        (rank | 1 << 9, gather(bits as u64 & half) | gather((bits >> 45) as u64 & half) << 5)
    }

    fn lines(self) -> (Line, Line) {
        let (file, row) = coordinates(self.at);
        let (rank_word, file_word) = self.words();
        (LINES[file][rank_word], LINES[row][file_word])
    }

    fn chariot(self) -> PointSet {
        let (rank, file) = self.lines();
        line_points(self.at, rank.reach | rank.first, file.reach | file.first)
    }

    fn cannon(self) -> PointSet {
        let (rank, file) = self.lines();
        line_points(self.at, rank.second, file.second)
    }

    fn legs(self) -> usize {
        let (file, row) = coordinates(self.at);
        let (rank_word, file_word) = self.words();
        let rank = (rank_word as u32 & 0x1ff) << 1 >> file;
        leg_index(rank, (file_word as u32) << 1 >> row)
    }

    fn diagonals(self) -> usize {
        let (file, row) = coordinates(self.at);
        let bits = self.occupied.bits();
        let rank = |word: u128| ((word as u32 & 0x1ff) << 1) >> file;
        diagonal_index(rank(bits >> (row * 9 + 9)), rank((bits << 9) >> (row * 9)))
    }
}

/// What a man on a point attacks on a board with the given occupancy (the bit of the point itself does not matter).
#[must_use]
pub fn attacks_within(man: Man, at: usize, occupied: PointSet) -> PointSet {
    let sight = Sight { at, occupied };
    match man.role {
        Role::General => GENERAL[at],
        Role::Advisor => ADVISOR[at],
        Role::Elephant => ELEPHANT[at][sight.diagonals()],
        Role::Horse => HORSE_FROM[at][sight.legs()],
        Role::Chariot => sight.chariot(),
        Role::Cannon => sight.cannon(),
        Role::Soldier => SOLDIER[man.side.index()][at],
    }
}

impl Board {
    /// What the man on a point attacks; nothing for an empty point.
    #[must_use]
    pub fn attacks(&self, at: usize) -> PointSet {
        let Some(man) = self.man(at) else { return PointSet::EMPTY };
        match man.role {
            Role::Chariot => {
                let (rank, file) = self.lines(at);
                line_points(at, rank.reach | rank.first, file.reach | file.first)
            }
            Role::Cannon => {
                let (rank, file) = self.lines(at);
                line_points(at, rank.second, file.second)
            }
            _ => self.steps(man, at),
        }
    }

    /// The targets of a man that is neither chariot nor cannon, own men included.
    #[inline]
    pub(super) fn steps(&self, man: Man, at: usize) -> PointSet {
        match man.role {
            Role::General => GENERAL[at],
            Role::Advisor => ADVISOR[at],
            Role::Soldier => SOLDIER[man.side.index()][at],
            Role::Horse => {
                let (rank, file) = self.around(at);
                HORSE_FROM[at][leg_index(rank, file)]
            }
            Role::Elephant => {
                let (above, below) = self.above_and_below(at);
                ELEPHANT[at][diagonal_index(above, below)]
            }
            Role::Chariot | Role::Cannon => PointSet::EMPTY,
        }
    }

    /// The men of a side that attack a point, were the board occupied as given. Men whose own point is not occupied
    /// take no part.
    #[must_use]
    pub fn attackers_within(&self, at: usize, by: Side, occupied: PointSet) -> PointSet {
        let sight = Sight { at, occupied };
        let (rank, file) = sight.lines();
        let men = |role| self.men(by, role);
        let attackers = (GENERAL[at] & men(Role::General))
            | (ADVISOR[at] & men(Role::Advisor))
            | (ELEPHANT[at][sight.diagonals()] & men(Role::Elephant))
            | (HORSE_TO[at][sight.diagonals()] & men(Role::Horse))
            | (line_points(at, rank.first, file.first) & men(Role::Chariot))
            | (line_points(at, rank.second, file.second) & men(Role::Cannon))
            | (SOLDIER_TO[by.index()][at] & men(Role::Soldier));
        attackers & occupied
    }

    /// The men of a side that attack a point.
    #[must_use]
    pub fn attackers(&self, at: usize, by: Side) -> PointSet {
        self.attackers_within(at, by, self.occupied())
    }

    /// Everything that a side's men attack.
    #[must_use]
    pub fn attacked_by(&self, side: Side) -> PointSet {
        self.side(side).fold(PointSet::EMPTY, |all, at| all | self.attacks(at))
    }
}
