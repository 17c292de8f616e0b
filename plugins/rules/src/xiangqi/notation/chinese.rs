//! The Chinese notation.

use super::Xiangqi;
use super::relative::{Action, Description, describe};
use crate::xiangqi::{Man, Role};
use crate::{Move, Side, Variant};

/// A move in Chinese notation, four simplified characters: `炮二平五`, `马８进７`, `前兵平六`.
///
/// Red's digits are Chinese, Black's full-width. Of men on one file the front one is 前 and the rear one 后, of three
/// soldiers the middle one 中, of four or five the second and further ones 二, 三, 四, 五. Where more than one file holds
/// two or more soldiers, the file stands in the place of the man (前六平五), so that the text names one move only (World
/// Xiangqi Rules of 2018). Advisors and elephants always have their file: the direction tells two on one file apart.
/// A move that no man of the position can make is written in coordinates.
#[must_use]
pub fn chinese(position: &Xiangqi, mv: Move) -> String {
    describe(position, mv).map_or_else(|| Variant::Xiangqi.move_text(mv), |description| write(&description))
}

fn write(move_: &Description) -> String {
    let action = match move_.action {
        Action::Advance => '进',
        Action::Traverse => '平',
        Action::Retreat => '退',
    };
    let [first, second] = write_man(move_);
    [first, second, action, digit(move_.man.side, move_.number)].into_iter().collect()
}

fn write_man(move_: &Description) -> [char; 2] {
    let (name, file) = (name(move_.man), digit(move_.man.side, move_.file));
    match (move_.man.role, move_.place) {
        (Role::Advisor | Role::Elephant, _) | (_, (_, 1)) => [name, file],
        (_, place) if move_.crowded => [order(place), file],
        (_, place) => [order(place), name],
    }
}

fn order((place, count): (u8, u8)) -> char {
    match (place, count) {
        (1, _) => '前',
        (2, 2) | (3, 3) => '后',
        (2, 3) => '中',
        (nth, _) => digit(Side::First, nth),
    }
}

fn digit(side: Side, number: u8) -> char {
    let digits = if side == Side::First { "一二三四五六七八九" } else { "１２３４５６７８９" };
    // Files and counts of points are 1 to 9.
    digits.chars().nth(usize::from(number).saturating_sub(1)).unwrap_or('九')
}

const fn name(man: Man) -> char {
    match (man.side, man.role) {
        (Side::First, Role::General) => '帅',
        (Side::Second, Role::General) => '将',
        (Side::First, Role::Advisor) => '仕',
        (Side::Second, Role::Advisor) => '士',
        (Side::First, Role::Elephant) => '相',
        (Side::Second, Role::Elephant) => '象',
        (_, Role::Horse) => '马',
        (_, Role::Chariot) => '车',
        (_, Role::Cannon) => '炮',
        (Side::First, Role::Soldier) => '兵',
        (Side::Second, Role::Soldier) => '卒',
    }
}
