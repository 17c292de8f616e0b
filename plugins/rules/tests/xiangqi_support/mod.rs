//! Random positions and moves for the Xiangqi tests, the same in every run.

#![allow(dead_code, reason = "each test file uses its own part")]

use rules::xiangqi::{Xiangqi, number};
use rules::{Move, Point, Position, Rules, Side, Variant};

/// Splitmix64: small, and the same on every platform.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

pub fn position(fen: &str) -> Xiangqi {
    Xiangqi::from_fen(fen, Rules::default()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub fn mv(text: &str) -> Move {
    Variant::Xiangqi.parse_move(text).unwrap_or_else(|error| panic!("{error}"))
}

pub fn text(mv: Move) -> String {
    Variant::Xiangqi.move_text(mv)
}

/// A random possible position with 3 to 20 men beside the generals.
pub fn random_position(random: &mut Random, rules: Rules) -> Xiangqi {
    loop {
        if let Ok(position) = Xiangqi::from_fen(&random_fen(random), rules) {
            return position;
        }
    }
}

fn random_fen(random: &mut Random) -> String {
    const PALACE: [usize; 9] = [3, 4, 5, 12, 13, 14, 21, 22, 23];
    let mut men = [' '; 90];
    men[random.pick(&PALACE)] = 'K';
    men[89 - random.pick(&PALACE)] = 'k';
    for _ in 0..random.pick(&[3, 4, 6, 9, 14, 20]) {
        let letter = random.pick(&['R', 'N', 'C', 'R', 'N', 'C', 'P', 'A', 'B', 'R', 'N', 'C', 'P']);
        let black = random.below(2) == 0;
        let man = if black { letter.to_ascii_lowercase() } else { letter };
        let at = match letter {
            'A' => random.pick(&[3, 5, 13, 21, 23]),
            'B' => random.pick(&[2, 6, 18, 22, 26, 38, 42]),
            'P' => 45 + random.below(45),
            _ => random.below(90),
        };
        let at = if black { 89 - at } else { at };
        let limit = if letter == 'P' { 5 } else { 2 };
        if men[at] == ' ' && men.iter().filter(|other| **other == man).count() < limit {
            men[at] = man;
        }
    }
    let rows: Vec<String> = (0..10).rev().map(|row| men[row * 9..row * 9 + 9].iter().collect()).collect();
    let rows: Vec<String> = rows.iter().map(|row| count_gaps(row)).collect();
    format!("{} {} - - 0 1", rows.join("/"), random.pick(&['w', 'b']))
}

fn count_gaps(row: &str) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for man in row.chars().chain(['|']) {
        if man == ' ' {
            gap += 1;
            continue;
        }
        if gap > 0 {
            text += &gap.to_string();
        }
        gap = 0;
        if man != '|' {
            text.push(man);
        }
    }
    text
}

/// Plays up to `plies` random moves and hands over each position before its move.
pub fn random_game(random: &mut Random, start: &Xiangqi, plies: usize, mut visit: impl FnMut(&Xiangqi)) {
    let mut position = start.clone();
    for _ in 0..plies {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play_unchecked(random.pick(&moves));
    }
}

/// A random cycle of two to four moves a side, by one man a side, without captures. Most of the time one side prefers
/// moves that attack something.
pub fn random_cycle(random: &mut Random, start: &Xiangqi) -> Option<Vec<Move>> {
    let length = random.pick(&[2, 2, 2, 3, 4]);
    let hunter = random.pick(&Side::ALL);
    let mut position = start.clone();
    let mut cycle = Vec::new();
    // Where the man of each side stood first, and where it stands.
    let mut men: [Option<(Point, Point)>; 2] = [None; 2];
    for ply in 0..2 * length {
        let side = position.side_to_move();
        let man = &mut men[side.index()];
        let mut moves = position.legal_moves();
        moves.retain(|mv| mv.to().is_some_and(|to| position.man(to).is_none()));
        if let Some((home, at)) = *man {
            let last = ply >= 2 * length - 2;
            moves.retain(|mv| mv.from() == Some(at) && (!last || mv.to() == Some(home)));
        }
        let attacking: Vec<Move> = moves.iter().copied().filter(|mv| attacks(&position, *mv)).collect();
        if side == hunter && !attacking.is_empty() && random.below(8) > 0 {
            moves = attacking;
        }
        if moves.is_empty() {
            return None;
        }
        let mv = random.pick(&moves);
        let (from, to) = (mv.from()?, mv.to()?);
        *man = Some((man.map_or(from, |(home, _)| home), to));
        position.play_unchecked(mv);
        cycle.push(mv);
    }
    (position.key() == start.key()).then_some(cycle)
}

fn attacks(position: &Xiangqi, mv: Move) -> bool {
    let side = position.side_to_move();
    let mut after = position.clone();
    after.play_unchecked(mv);
    let board = after.board();
    let at = mv.to().and_then(number).expect("the move is legal");
    after.in_check() || !(board.attacks(at) & board.side(side.other())).is_empty()
}
