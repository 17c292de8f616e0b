//! Generation of legal moves.

use super::attack::line_points;
use super::board::Board;
use super::check::Danger;
use super::man::{Man, Role};
use super::packed::{MoveList, PackedMove};
use super::point_set::PointSet;
use super::tables::{FILE_OF, ROW_OF};

/// Which moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All.
    All,
    /// Those that capture.
    Captures,
    /// Those that don't.
    Quiets,
}

impl Board {
    /// Appends the legal moves of a kind. In check these are the evasions.
    pub fn generate(&self, kind: Kind, danger: &Danger, list: &mut MoveList) {
        let side = self.side_to_move();
        let wanted = match kind {
            Kind::All => !self.side(side),
            Kind::Captures => self.side(side.other()),
            Kind::Quiets => !self.occupied(),
        };
        for role in [Role::Chariot, Role::Cannon] {
            for at in self.men(side, role) {
                self.generate_on_lines(kind, role, at, danger, list);
            }
        }
        for role in [Role::Horse, Role::Soldier, Role::Elephant, Role::Advisor, Role::General] {
            for at in self.men(side, role) {
                let targets = self.steps(Man::new(side, role), at) & wanted;
                self.push_targets(at, targets, danger, list);
            }
        }
    }

    fn push_targets(&self, at: usize, targets: PointSet, danger: &Danger, list: &mut MoveList) {
        if at == self.general(self.side_to_move()) || danger.tied.contains(at) {
            for mv in targets.map(|to| PackedMove::new(at, to)) {
                if !self.exposes_general(mv) {
                    list.push(mv);
                }
            }
        } else {
            for to in targets & danger.allowed {
                list.push(PackedMove::new(at, to));
            }
        }
    }

    #[inline]
    fn generate_on_lines(&self, kind: Kind, role: Role, at: usize, danger: &Danger, list: &mut MoveList) {
        let (rank, file) = self.line_targets(kind, role, at);
        if danger.allowed != PointSet::ALL || danger.tied.contains(at) {
            return self.push_targets(at, line_points(at, rank, file), danger, list);
        }
        let row_start = usize::from(ROW_OF[at]) * 9;
        for bit in bits(rank) {
            list.push(PackedMove::new(at, row_start + bit));
        }
        for bit in bits(file) {
            list.push(PackedMove::new(at, usize::from(FILE_OF[at]) + bit * 9));
        }
    }

    /// The targets of a chariot or cannon of the side to move as words of its rank and its file.
    #[inline]
    fn line_targets(&self, kind: Kind, role: Role, at: usize) -> (u16, u16) {
        let enemy = self.side_to_move().other();
        let (rank, file) = self.lines(at);
        let (rank_men, file_men) =
            if role == Role::Chariot { (rank.first, file.first) } else { (rank.second, file.second) };
        let rank_captures = rank_men & self.side_rank(enemy, usize::from(ROW_OF[at]));
        let file_captures = file_men & self.side_file(enemy, usize::from(FILE_OF[at]));
        match kind {
            Kind::All => (rank.reach | rank_captures, file.reach | file_captures),
            Kind::Captures => (rank_captures, file_captures),
            Kind::Quiets => (rank.reach, file.reach),
        }
    }

    /// How many legal moves there are: quicker than generating them.
    #[must_use]
    pub fn count_moves(&self, danger: &Danger) -> u32 {
        let side = self.side_to_move();
        let mut count = 0;
        for role in [Role::Chariot, Role::Cannon] {
            for at in self.men(side, role) {
                let (rank, file) = self.line_targets(Kind::All, role, at);
                count += if danger.allowed != PointSet::ALL || danger.tied.contains(at) {
                    self.count_targets(at, line_points(at, rank, file), danger)
                } else {
                    rank.count_ones() + file.count_ones()
                };
            }
        }
        for role in [Role::Horse, Role::Soldier, Role::Elephant, Role::Advisor, Role::General] {
            for at in self.men(side, role) {
                let targets = self.steps(Man::new(side, role), at).without(self.side(side));
                count += self.count_targets(at, targets, danger);
            }
        }
        count
    }

    #[inline]
    fn count_targets(&self, at: usize, targets: PointSet, danger: &Danger) -> u32 {
        if at == self.general(self.side_to_move()) || danger.tied.contains(at) {
            targets.filter(|&to| !self.exposes_general(PackedMove::new(at, to))).count() as u32
        } else {
            (targets & danger.allowed).len()
        }
    }

    /// The points to which the man on a point moves by its way of moving, the safety of its general aside: empty ones
    /// and those of enemy men. Nothing for an empty point.
    #[must_use]
    pub fn targets(&self, at: usize) -> PointSet {
        let Some(man) = self.man(at) else { return PointSet::EMPTY };
        let own = self.side(man.side);
        match man.role {
            Role::Chariot => self.attacks(at).without(own),
            Role::Cannon => {
                let (rank, file) = self.lines(at);
                let reach = line_points(at, rank.reach, file.reach);
                reach | line_points(at, rank.second, file.second).without(own)
            }
            _ => self.steps(man, at).without(own),
        }
    }

    /// Whether a move, which may come from anywhere, is one that [`Board::generate`] makes.
    #[must_use]
    pub fn is_legal(&self, danger: &Danger, mv: PackedMove) -> bool {
        mv.from() < super::POINTS
            && self.side(self.side_to_move()).contains(mv.from())
            && self.targets(mv.from()).contains(mv.to())
            && self.is_safe(danger, mv)
    }
}

/// The positions of the set bits.
#[inline]
fn bits(mut word: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(bit)
    })
}
