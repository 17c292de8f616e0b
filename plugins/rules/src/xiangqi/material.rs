//! Endings in which neither side can mate.

use super::board::Board;
use super::man::Role;
use crate::Side;

/// Whether no position with these men, nor with those left after captures, is mate or stalemate.
///
/// That is so without chariots, horses, cannons and soldiers, as the others stay on their half; for a single cannon
/// without advisors on the board, or without own advisors and elephants against at most one advisor; and for one cannon
/// each with nothing else. The tests try every position of these endings. Pikafish draws the same ones; the Chinese
/// rules of 1999 (4.2.1) draw whatever neither side can win.
pub(super) fn nobody_can_mate(board: &Board) -> bool {
    let count = |side, role| board.men(side, role).len();
    let both = |role| count(Side::First, role) + count(Side::Second, role);
    if [Role::Chariot, Role::Horse, Role::Soldier].into_iter().any(|role| both(role) > 0) {
        return false;
    }
    let guards = |side| count(side, Role::Advisor) + count(side, Role::Elephant);
    match [count(Side::First, Role::Cannon), count(Side::Second, Role::Cannon)] {
        [0, 0] => true,
        [1, 0] => both(Role::Advisor) == 0 || (guards(Side::First) == 0 && count(Side::Second, Role::Advisor) == 1),
        [0, 1] => both(Role::Advisor) == 0 || (guards(Side::Second) == 0 && count(Side::First, Role::Advisor) == 1),
        [1, 1] => guards(Side::First) + guards(Side::Second) == 0,
        _ => false,
    }
}
