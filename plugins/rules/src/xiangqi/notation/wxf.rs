//! The notation of the World Xiangqi Federation.

use super::Xiangqi;
use super::relative::{Action, Description, describe};
use crate::xiangqi::Role;
use crate::{Move, Variant};

/// A move in WXF notation: `C2=5`, `H8+7`, `C+=5`, for soldiers among several `15=6` (the first on file 5).
///
/// Letters are upper case for both sides, as the World Xiangqi Federation prints them. Where a file holds three or
/// more soldiers, or two files hold two or more, place and file name the soldier (World Xiangqi Rules of 2018, by
/// Fairy-Stockfish issue 395); the notation of 1982 left those cases ambiguous or used other signs, which are read.
/// A move that no man of the position can make is written in coordinates.
#[must_use]
pub fn wxf(position: &Xiangqi, mv: Move) -> String {
    describe(position, mv).map_or_else(|| Variant::Xiangqi.move_text(mv), |description| write(&description))
}

fn write(move_: &Description) -> String {
    let sign = match move_.action {
        Action::Advance => '+',
        Action::Traverse => '=',
        Action::Retreat => '-',
    };
    format!("{}{sign}{}", write_man(move_), move_.number)
}

fn write_man(move_: &Description) -> String {
    let letter = match move_.man.role {
        Role::General => 'K',
        Role::Advisor => 'A',
        Role::Elephant => 'E',
        Role::Horse => 'H',
        Role::Chariot => 'R',
        Role::Cannon => 'C',
        Role::Soldier => 'P',
    };
    match (move_.man.role, move_.place) {
        (Role::Advisor | Role::Elephant, _) | (_, (_, 1)) => format!("{letter}{}", move_.file),
        (_, (1, 2)) if !move_.crowded => format!("{letter}+"),
        (_, (2, 2)) if !move_.crowded => format!("{letter}-"),
        (_, (place, _)) => format!("{place}{}", move_.file),
    }
}
