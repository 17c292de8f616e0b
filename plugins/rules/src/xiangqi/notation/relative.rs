//! What the Chinese and the WXF notation have in common: a man, an action and a number, all seen from its side.
//!
//! Files count 1 to 9 from a side's right. A man that moves along a line is followed by the number of points it
//! advances or retreats; a man that moves obliquely, or sideways, by the file on which it arrives. Men of one role on
//! one file are told apart by their order from the front; advisors and elephants by the direction of the move alone.

use super::super::{Man, Role, Xiangqi, point, point_set::number};
use crate::{Move, Point, Position, Side};

/// How a man moves, seen from its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Advance,
    Traverse,
    Retreat,
}

/// Which of several men of one role on one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The one nearest the opponent.
    Front,
    Middle,
    /// The one nearest its own side.
    Rear,
    /// Counted from the front, from 1.
    Nth(u8),
    /// `+`: the front one; of four or five the second, whose front one is `++` in the WXF notation of 1982.
    Plus,
    /// `-`: the rear one; of four or five the last but one.
    Minus,
}

/// A move as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub role: Role,
    /// The file on which the man stands, 1 to 9 from its side's right.
    pub file: Option<u8>,
    pub order: Option<Order>,
    pub action: Action,
    /// Points or file, 1 to 9.
    pub number: u8,
}

/// A move seen from its side, with all that is needed to name its man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Description {
    pub man: Man,
    pub file: u8,
    /// Place from the front, from 1, among the men of its role on its file, and how many they are.
    pub place: (u8, u8),
    /// Whether the side has two or more soldiers on more than one file.
    pub crowded: bool,
    pub action: Action,
    pub number: u8,
}

/// The file number of a point, 1 to 9 from a side's right.
fn side_file(side: Side, at: Point) -> u8 {
    if side == Side::First { 9 - at.file } else { at.file + 1 }
}

/// The row of a point counted from a side's own edge.
fn side_row(side: Side, at: Point) -> u8 {
    if side == Side::First { at.row } else { 9 - at.row }
}

/// The point at a side's file and row, `None` off the board.
fn side_point(side: Side, file: u8, row: i8) -> Option<Point> {
    let row = u8::try_from(row).ok().filter(|row| *row < 10)?;
    if !(1..=9).contains(&file) {
        return None;
    }
    Some(if side == Side::First { Point::new(9 - file, row) } else { Point::new(file - 1, 9 - row) })
}

/// A side's men of a role on one of its files, from the front.
fn on_file(position: &Xiangqi, man: Man, file: u8) -> Vec<Point> {
    let men = position.board().men(man.side, man.role);
    let mut on_file: Vec<Point> = men.map(point).filter(|at| side_file(man.side, *at) == file).collect();
    on_file.sort_by_key(|at| std::cmp::Reverse(side_row(man.side, *at)));
    on_file
}

/// The files, from the right, on which a side has two or more men of a role.
fn crowded_files(position: &Xiangqi, man: Man) -> Vec<u8> {
    (1..=9).filter(|file| on_file(position, man, *file).len() >= 2).collect()
}

/// Describes a move; `None` when it moves no man of the board as that man moves.
pub(super) fn describe(position: &Xiangqi, mv: Move) -> Option<Description> {
    let Move::Shift { from, to } = mv else { return None };
    number(to)?;
    let man = position.man(from)?;
    let (action, count) = action(man, from, to)?;
    let file = side_file(man.side, from);
    let group = on_file(position, man, file);
    let place = group.iter().position(|at| *at == from)? as u8 + 1;
    let crowded = man.role == Role::Soldier && crowded_files(position, man).len() > 1;
    Some(Description { man, file, place: (place, group.len() as u8), crowded, action, number: count })
}

/// The action and number of a move, `None` when the man does not move like that.
fn action(man: Man, from: Point, to: Point) -> Option<(Action, u8)> {
    let reading = |action, number| Reading { role: man.role, file: None, order: None, action, number };
    let (from_row, to_row) = (side_row(man.side, from), side_row(man.side, to));
    let steps = from_row.abs_diff(to_row);
    let action = match to_row.cmp(&from_row) {
        std::cmp::Ordering::Greater => Action::Advance,
        std::cmp::Ordering::Less => Action::Retreat,
        std::cmp::Ordering::Equal => Action::Traverse,
    };
    let straight = from.file == to.file;
    let number = if straight { steps } else { side_file(man.side, to) };
    (reading(action, number).target(man.side, from) == Some(to)).then_some((action, number))
}

impl Reading {
    /// Where a man on a point arrives; `None` when its role does not move like that.
    fn target(self, side: Side, from: Point) -> Option<Point> {
        let (file, row) = (side_file(side, from), side_row(side, from) as i8);
        let forward = if self.action == Action::Retreat { -1 } else { 1 };
        let rows = match (self.role, self.action) {
            (Role::Horse, Action::Traverse) | (Role::Elephant, Action::Traverse) => return None,
            (Role::Advisor, Action::Traverse) => return None,
            (_, Action::Traverse) => return side_point(side, self.number, row).filter(|to| *to != from),
            (Role::Horse, _) => match file.abs_diff(self.number) {
                1 => 2,
                2 => 1,
                _ => return None,
            },
            (Role::Elephant, _) if file.abs_diff(self.number) == 2 => 2,
            (Role::Advisor, _) if file.abs_diff(self.number) == 1 => 1,
            (Role::Elephant | Role::Advisor, _) => return None,
            (_, _) => return side_point(side, file, row + forward * self.number as i8),
        };
        side_point(side, self.number, row + forward * rows)
    }

    /// The moves of the side to move that fit, legal or not.
    pub fn candidates(self, position: &Xiangqi) -> Vec<Move> {
        let side = position.side_to_move();
        let men = self.men(position, Man::new(side, self.role));
        men.into_iter().filter_map(|from| Some(Move::Shift { from, to: self.target(side, from)? })).collect()
    }

    /// The men that the reading may mean.
    fn men(self, position: &Xiangqi, man: Man) -> Vec<Point> {
        let crowded = crowded_files(position, man);
        match (self.file, self.order) {
            (Some(file), None) => {
                let group = on_file(position, man, file);
                // Of three or five soldiers, the middle one has the plain name in the WXF notation of 1982.
                let middle = man.role == Role::Soldier && matches!(group.len(), 3 | 5);
                if middle { vec![group[group.len() / 2]] } else { group }
            }
            (Some(file), Some(order)) => order.pick(&on_file(position, man, file)).into_iter().collect(),
            (None, Some(Order::Nth(nth))) if crowded.len() > 1 => {
                // Soldiers on several files are counted through, from the right, front first.
                let all = crowded.iter().flat_map(|file| on_file(position, man, *file));
                all.skip(usize::from(nth).saturating_sub(1)).take(1).collect()
            }
            (None, Some(order)) => {
                crowded.iter().filter_map(|file| order.pick(&on_file(position, man, *file))).collect()
            }
            (None, None) => (1..=9).flat_map(|file| on_file(position, man, file)).collect(),
        }
    }
}

impl Order {
    /// The man of a group, sorted from the front.
    fn pick(self, group: &[Point]) -> Option<Point> {
        let inner = usize::from(group.len() >= 4);
        let index = match self {
            Order::Front => 0,
            Order::Plus => inner,
            Order::Rear => group.len().checked_sub(1)?,
            Order::Minus => group.len().checked_sub(1 + inner)?,
            Order::Middle if group.len() % 2 == 1 => group.len() / 2,
            Order::Middle => return None,
            Order::Nth(nth) => usize::from(nth).checked_sub(1)?,
        };
        group.get(index).copied()
    }
}

/// A character of the notations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Role(Role),
    Digit(u8),
    Order(Order),
}

/// Reads a WXF or Chinese move. There may be several ways to understand it, the likeliest first.
pub(super) fn read(text: &str) -> Option<Vec<Reading>> {
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    if !(3..=6).contains(&letters.len()) {
        return None;
    }
    let (last, rest) = letters.split_last()?;
    let Some(Token::Digit(number)) = number_token(*last) else { return None };
    let (before, man) = rest.split_last()?;
    let mut readings = Vec::new();
    if let Some(action) = action_token(*before) {
        readings.extend(read_men(man).into_iter().map(|(role, file, order)| Reading {
            role,
            file,
            order,
            action,
            number,
        }));
    }
    // The sign of a sideways move may be missing: `C25`, `R+5`.
    readings.extend(read_men(rest).into_iter().map(|(role, file, order)| Reading {
        role,
        file,
        order,
        action: Action::Traverse,
        number,
    }));
    (!readings.is_empty()).then_some(readings)
}

type Men = (Role, Option<u8>, Option<Order>);

/// The ways to understand what stands before the action.
fn read_men(letters: &[char]) -> Vec<Men> {
    let Some(tokens) = letters.iter().map(|letter| man_token(*letter)).collect::<Option<Vec<_>>>() else {
        return Vec::new();
    };
    let soldier = Role::Soldier;
    match tokens[..] {
        [Token::Role(role)] => vec![(role, None, None)],
        [Token::Role(role), Token::Digit(file)] => vec![(role, Some(file), None)],
        [Token::Role(role), Token::Order(order)] | [Token::Order(order), Token::Role(role)] => {
            vec![(role, None, Some(order))]
        }
        [Token::Digit(nth), Token::Role(role)] => vec![(role, None, Some(Order::Nth(nth)))],
        [Token::Digit(first), Token::Digit(second)] if first == second => {
            vec![(soldier, Some(second), Some(Order::Nth(first))), (soldier, Some(first), Some(Order::Middle))]
        }
        [Token::Digit(nth), Token::Digit(file)] => vec![(soldier, Some(file), Some(Order::Nth(nth)))],
        [Token::Digit(file), Token::Order(order)] | [Token::Order(order), Token::Digit(file)] => {
            vec![(soldier, Some(file), Some(order))]
        }
        [Token::Order(Order::Plus), Token::Order(Order::Plus)] => vec![(soldier, None, Some(Order::Front))],
        [Token::Order(Order::Minus), Token::Order(Order::Minus)] => vec![(soldier, None, Some(Order::Rear))],
        [Token::Order(order), Token::Role(role), Token::Digit(file)]
        | [Token::Order(order), Token::Digit(file), Token::Role(role)]
        | [Token::Role(role), Token::Order(order), Token::Digit(file)] => vec![(role, Some(file), Some(order))],
        [Token::Digit(nth), Token::Role(role), Token::Digit(file)] => vec![(role, Some(file), Some(Order::Nth(nth)))],
        _ => Vec::new(),
    }
}

fn man_token(letter: char) -> Option<Token> {
    role(letter).map(Token::Role).or_else(|| order(letter).map(Token::Order)).or_else(|| number_token(letter))
}

fn number_token(letter: char) -> Option<Token> {
    let digit = match letter {
        '1'..='9' => letter as u32 - '0' as u32,
        '１'..='９' => letter as u32 - '０' as u32,
        _ => "一二三四五六七八九".chars().position(|digit| digit == letter)? as u32 + 1,
    };
    Some(Token::Digit(digit as u8))
}

fn role(letter: char) -> Option<Role> {
    Some(match letter.to_ascii_uppercase() {
        'K' | '帅' | '帥' | '将' | '將' => Role::General,
        'A' | 'G' | '仕' | '士' => Role::Advisor,
        'E' | 'B' | 'M' | '相' | '象' => Role::Elephant,
        'H' | 'N' | '马' | '馬' | '傌' => Role::Horse,
        'R' | '车' | '車' | '俥' => Role::Chariot,
        'C' | '炮' | '砲' | '包' | '礮' => Role::Cannon,
        'P' | 'S' | '兵' | '卒' => Role::Soldier,
        _ => return None,
    })
}

fn order(letter: char) -> Option<Order> {
    Some(match letter {
        '前' => Order::Front,
        '后' | '後' => Order::Rear,
        '+' | '＋' => Order::Plus,
        '-' | '－' | '–' | '—' | '−' => Order::Minus,
        '中' => Order::Middle,
        _ => return None,
    })
}

fn action_token(letter: char) -> Option<Action> {
    Some(match letter {
        '+' | '＋' | '进' | '進' | '上' => Action::Advance,
        '-' | '－' | '–' | '—' | '−' | '退' | '下' => Action::Retreat,
        '=' | '＝' | '.' | '．' | '·' | '平' => Action::Traverse,
        _ => return None,
    })
}
