//! What the men of one side attack, gathered once for the evaluation.

use sdk::rules::Side;
use sdk::rules::xiangqi::{Board, Man, POINTS, PointSet, Role, attacks_within, between};

/// The points of the file with this number, from 0.
#[inline]
pub const fn file(file: usize) -> PointSet {
    const FILE_A: u128 = {
        let mut bits = 0;
        let mut row = 0;
        while row < 10 {
            bits |= 1 << (row * 9);
            row += 1;
        }
        bits
    };
    PointSet::from_bits(FILE_A << file)
}

/// The half of the board on which a side starts.
#[inline]
pub const fn half(side: Side) -> PointSet {
    let red = (1 << 45) - 1;
    PointSet::from_bits(if side.index() == 0 { red } else { red << 45 })
}

/// The men between two points of one rank or file.
#[inline]
pub fn lines_between(board: &Board, a: usize, b: usize) -> PointSet {
    between(a, b) & board.occupied()
}

/// The points from which a horse could leap to a point, with the leg that must be empty: `(from, leg)`, at most eight.
static LEAPS_TO: [[(u8, u8); 8]; POINTS] = leaps_to();
const NOWHERE: (u8, u8) = (127, 127);

const fn leaps_to() -> [[(u8, u8); 8]; POINTS] {
    let leaps: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let mut table = [[NOWHERE; 8]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let mut i = 0;
        while i < 8 {
            let (right, up) = leaps[i];
            let (file, row) = ((at % 9) as i32 + right, (at / 9) as i32 + up);
            if file >= 0 && file < 9 && row >= 0 && row < 10 {
                // The leg stands beside the horse, on the long side of its leap back.
                let (leg_file, leg_row) =
                    if right == 2 || right == -2 { (file - right / 2, row) } else { (file, row - up / 2) };
                table[at][i] = ((row * 9 + file) as u8, (leg_row * 9 + leg_file) as u8);
            }
            i += 1;
        }
        at += 1;
    }
    table
}

/// At most two men of a role with what each attacks.
#[derive(Clone, Copy)]
struct Two {
    men: [(u8, PointSet); 2],
    count: usize,
}

impl Two {
    const NONE: Two = Two { men: [(0, PointSet::EMPTY); 2], count: 0 };

    fn of(men: PointSet, attacks: impl Fn(usize) -> PointSet) -> Two {
        let mut two = Two::NONE;
        for at in men.take(2) {
            two.men[two.count] = (at as u8, attacks(at));
            two.count += 1;
        }
        two
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = (usize, PointSet)> + '_ {
        self.men[..self.count].iter().map(|&(at, attacked)| (usize::from(at), attacked))
    }

    fn union(&self) -> PointSet {
        // The empty slots hold the empty set.
        self.men[0].1 | self.men[1].1
    }
}

/// What the men of one side attack.
pub struct Attacks {
    chariots: Two,
    cannons: Two,
    cannon_reaches: Two,
    horses: Two,
    by: [PointSet; 7],
    all: PointSet,
}

impl Attacks {
    /// The attacks of a side.
    pub fn of(board: &Board, side: Side) -> Attacks {
        let attacks = |at| board.attacks(at);
        let chariots = Two::of(board.men(side, Role::Chariot), attacks);
        let horses = Two::of(board.men(side, Role::Horse), attacks);
        let cannons = Two::of(board.men(side, Role::Cannon), attacks);
        let empty = !board.occupied();
        let cannon_reaches = Two::of(board.men(side, Role::Cannon), |at| board.targets(at) & empty);
        let mut by = [PointSet::EMPTY; 7];
        by[Role::Chariot.index()] = chariots.union();
        by[Role::Horse.index()] = horses.union();
        by[Role::Cannon.index()] = cannons.union();
        for role in [Role::General, Role::Advisor, Role::Elephant, Role::Soldier] {
            by[role.index()] = board.men(side, role).fold(PointSet::EMPTY, |all, at| all | board.attacks(at));
        }
        let all = by.into_iter().fold(PointSet::EMPTY, |all, role| all | role);
        Attacks { chariots, cannons, cannon_reaches, horses, by, all }
    }

    /// What the men of a role attack.
    #[inline]
    pub fn by(&self, role: Role) -> PointSet {
        self.by[role.index()]
    }

    /// What soldiers, advisors and elephants attack.
    #[inline]
    pub fn lesser(&self) -> PointSet {
        self.by(Role::Soldier) | self.by(Role::Advisor) | self.by(Role::Elephant)
    }

    /// What any man attacks.
    #[inline]
    pub const fn all(&self) -> PointSet {
        self.all
    }

    /// The chariots with what each attacks.
    pub fn chariots(&self) -> impl Iterator<Item = (usize, PointSet)> + '_ {
        self.chariots.iter()
    }

    /// The horses with what each attacks.
    pub fn horses(&self) -> impl Iterator<Item = (usize, PointSet)> + '_ {
        self.horses.iter()
    }

    /// The cannons with the empty points that each can go to.
    pub fn cannon_reaches(&self) -> impl Iterator<Item = (usize, PointSet)> + '_ {
        self.cannon_reaches.iter()
    }

    /// How much the points are worth to which a man can go next and check a general on `target` without standing on a point
    /// of `guarded`: 3 for a chariot or horse, 2 for a cannon, at most two points of each counted.
    pub fn check_points(&self, board: &Board, side: Side, target: usize, guarded: PointSet) -> u32 {
        let open = !(board.side(side) | guarded);
        let occupied = board.occupied();
        let chariot = Man::new(side, Role::Chariot);
        let mut worth = 0;
        let straight = if self.chariots.count + self.cannons.count > 0 {
            attacks_within(chariot, target, occupied)
        } else {
            PointSet::EMPTY
        };
        worth += 3 * (straight & self.chariots.union() & open).len().min(2);
        if self.cannons.count > 0 {
            let beyond = attacks_within(chariot, target, occupied.without(straight)).without(straight);
            let reach = (self.cannon_reaches.union() & !occupied) | self.cannons.union() & occupied;
            worth += 2 * (beyond & reach & open).len().min(2);
        }
        if self.horses.count > 0 {
            let leaps = self.horses.union() & open;
            let checks = LEAPS_TO[target]
                .iter()
                .filter(|(from, leg)| leaps.contains(usize::from(*from)) && !occupied.contains(usize::from(*leg)));
            worth += 3 * checks.count().min(2) as u32;
        }
        worth
    }
}

#[cfg(test)]
mod tests {
    use sdk::rules::Rules;
    use sdk::rules::xiangqi::Xiangqi;

    use super::*;

    #[test]
    fn leaps_agree_with_the_rules() {
        let position =
            Xiangqi::from_fen("r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w", Rules::default());
        let board = position.unwrap().board().clone();
        for side in Side::ALL {
            for (target, leaps) in LEAPS_TO.iter().enumerate() {
                let expected = board.attackers(target, side) & board.men(side, Role::Horse);
                let found = leaps.iter().filter(|(from, leg)| {
                    board.men(side, Role::Horse).contains(usize::from(*from))
                        && !board.occupied().contains(usize::from(*leg))
                });
                assert_eq!(found.map(|(from, _)| usize::from(*from)).collect::<PointSet>(), expected);
            }
        }
    }
}
