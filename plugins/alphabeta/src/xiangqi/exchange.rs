//! Static exchange evaluation: what a series of captures on one point wins.

use sdk::rules::Side;
use sdk::rules::xiangqi::{Board, PackedMove, PointSet, Role, between};

use crate::score::Score;

/// Men by role in exchanges and for futility margins, on the evaluation's scale.
pub const VALUES: [Score; 7] = [3000, 100, 100, 410, 870, 420, 110];

/// The order in which men take: the least valuable first.
const ORDER: [Role; 7] =
    [Role::Soldier, Role::Elephant, Role::Advisor, Role::Cannon, Role::Horse, Role::Chariot, Role::General];

/// What the man on a point is worth, 0 for an empty point.
#[inline]
pub fn value_on(board: &Board, at: usize) -> Score {
    board.man(at).map_or(0, |man| VALUES[man.role.index()])
}

/// Whether the exchange that a move begins wins at least `threshold` when both sides take with their least valuable man
/// and stop when it pays. After every capture the attackers are looked up anew, as a cannon's screens come and go.
pub fn wins_at_least(board: &Board, mv: PackedMove, threshold: Score) -> bool {
    let mut balance = value_on(board, mv.to()) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= value_on(board, mv.from());
    if balance >= 0 {
        return true;
    }
    let mut occupied = board.occupied().without(PointSet::of(mv.from())) | PointSet::of(mv.to());
    let mover = board.side_to_move();
    let mut side = mover.other();
    loop {
        let attackers = attackers(board, mv.to(), side, occupied);
        let Some((role, by)) = least_valuable(board, side, attackers) else { break };
        if role == Role::General && !general_may_take(board, mv.to(), side, occupied.without(PointSet::of(by))) {
            break;
        }
        occupied = occupied.without(PointSet::of(by));
        side = side.other();
        balance = -balance - 1 - VALUES[role.index()];
        if balance >= 0 {
            break;
        }
    }
    side != mover
}

/// The men of a side that take on a point of a board of which some men are gone. The man on the point itself is
/// someone else's by now and takes no part.
fn attackers(board: &Board, at: usize, side: Side, occupied: PointSet) -> PointSet {
    board.attackers_within(at, side, occupied).without(PointSet::of(at))
}

/// Whether a side's general may stand on a point with this occupancy: no enemy man attacks it there, the enemy general
/// along an open file included.
fn general_may_take(board: &Board, at: usize, side: Side, occupied: PointSet) -> bool {
    let enemy = side.other();
    let facing = board.general(enemy);
    let faces = facing % 9 == at % 9 && (between(facing, at) & occupied).is_empty();
    !faces && attackers(board, at, enemy, occupied).is_empty()
}

fn least_valuable(board: &Board, side: Side, attackers: PointSet) -> Option<(Role, usize)> {
    if attackers.is_empty() {
        return None;
    }
    ORDER.into_iter().find_map(|role| (attackers & board.men(side, role)).first().map(|at| (role, at)))
}

#[cfg(test)]
mod tests {
    use sdk::rules::Rules;
    use sdk::rules::xiangqi::{Kind, MoveList, Xiangqi};

    use super::*;

    /// What the exchange wins, by trying every number of captures.
    fn exchange(board: &Board, mv: PackedMove) -> Score {
        let occupied = board.occupied().without(PointSet::of(mv.from())) | PointSet::of(mv.to());
        let first = value_on(board, mv.to());
        first - best_reply(board, mv.to(), board.side_to_move().other(), occupied, value_on(board, mv.from()))
    }

    fn best_reply(board: &Board, at: usize, side: Side, occupied: PointSet, standing: Score) -> Score {
        let Some((role, by)) = least_valuable(board, side, attackers(board, at, side, occupied)) else { return 0 };
        let left = occupied.without(PointSet::of(by));
        if role == Role::General && !general_may_take(board, at, side, left) {
            return 0;
        }
        (standing - best_reply(board, at, side.other(), left, VALUES[role.index()])).max(0)
    }

    #[test]
    fn thresholds_agree_with_the_whole_exchange() {
        let fens = [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
            "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w",
            "2bak4/4a4/2n1b1c2/p1R1p1p1p/2r3n2/2P3P2/P3P3P/2C1C1N2/4A4/1RBAK1B2 b",
            "3akab2/9/2n1b1n2/p1p1p3p/5r1c1/2PC2P2/P3P3P/N3C1N2/9/R1BAKAB2 w",
        ];
        let mut compared = 0;
        for fen in fens {
            let position = Xiangqi::from_fen(fen, Rules::default()).unwrap();
            let board = position.board();
            let mut list = MoveList::new();
            board.generate(Kind::All, &board.danger(), &mut list);
            for &mv in list.iter() {
                let exact = exchange(board, mv);
                for threshold in [exact - 1, exact, exact + 1] {
                    assert_eq!(wins_at_least(board, mv, threshold), threshold <= exact, "{fen} {mv:?} {threshold}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 300);
    }
}
