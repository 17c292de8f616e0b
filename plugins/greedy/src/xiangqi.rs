//! Xiangqi: what a move takes, threatens and leaves to be taken.
//!
//! The value of a move is the sum of what can be seen at once, in hundredths of a soldier:
//!
//! | term | worth |
//! | --- | --- |
//! | takes | the man's value |
//! | check | 15 |
//! | approach | 4 for each step nearer to the enemy general, 100 for a soldier that crosses the river |
//! | leaves | −2 for each reply that the opponent has, so that his general runs out of points |
//! | loses | what the opponent's best capture wins, once both sides have taken on that point as long as it pays |
//! | mated, mates, draw, repeats | what ends the game outweighs men; a draw is worth what the lead is not |
//!
//! Advisors and elephants do not approach. Level easy looks at its own move alone: the opponent's captures and mates
//! are not seen.

use sdk::Score;
use sdk::rules::xiangqi::{Role, Xiangqi};
use sdk::rules::{Move, Outcome, Point, Position, Side};

use crate::candidate::{Candidate, Term};
use crate::level::Level;

/// Worth of a win at once, and of a loss; of being mated by the next move.
const END: i32 = 100_000;
const MATED: i32 = 50_000;
const CHECK: i32 = 15;
const STEP: i32 = 4;
const REPLY: i32 = 2;
/// Worth of coming back to a position while not behind, and the share of the lead that is risked with it.
const REPEAT: i32 = 20;
const REPEAT_LEAD: i32 = 4;
/// The greatest score without a forced end.
const MAX_CP: i32 = 2000;

/// Judges the moves that are open to the side to move.
pub fn candidates(position: &Xiangqi, moves: &[Move], level: Level) -> Vec<Candidate> {
    let known = earlier_keys(position);
    let lead = lead(position);
    let mut board = position.clone();
    moves.iter().map(|mv| judge(&mut board, *mv, lead, &known, level)).collect()
}

/// Judges one move. `position` is played on and restored.
fn judge(position: &mut Xiangqi, mv: Move, lead: i32, known: &[u64], level: Level) -> Candidate {
    let side = position.side_to_move();
    let taken = man_on(position, mv.to());
    let mut terms = vec![];
    if let Some(role) = taken {
        terms.push(term("takes", role.name(), 1, value(role)));
    }
    let before = approach(position, mv.from(), side);
    position.play_unchecked(mv);
    terms.push(term("approach", "", 1, approach(position, mv.to(), side) - before));
    let after = lead + taken.map_or(0, value);
    let (more, score) = match position.outcome() {
        Some(Outcome::Win { side: winner, .. }) if winner == side => (vec![term("mates", "", 1, END)], Score::Mate(1)),
        Some(Outcome::Win { .. }) => (vec![term("lost by the rules", "", 1, -END)], Score::Mate(-1)),
        Some(Outcome::Draw { .. }) => (vec![term("draw", "", 1, -after)], Score::Cp(0)),
        None => prospects(position, after, known, level),
    };
    position.undo();
    terms.extend(more);
    Candidate { score, ..Candidate::new(mv, terms) }
}

/// What the opponent, to move, is left with; `lead` is ours.
fn prospects(position: &mut Xiangqi, lead: i32, known: &[u64], level: Level) -> (Vec<Term>, Score) {
    let replies = position.legal_moves();
    let count = replies.len() as u32;
    let mut terms = vec![term("leaves", "reply", count, -REPLY * replies.len() as i32)];
    if position.in_check() {
        terms.push(term("check", "", 1, CHECK));
    }
    if lead >= 0 && known.contains(&position.key()) {
        terms.push(term("repeats", "", 1, -REPEAT - lead / REPEAT_LEAD));
    }
    if level == Level::Easy {
        return (terms, cp(lead));
    }
    if replies.iter().any(|reply| ends_game(position, *reply)) {
        terms.push(term("mated", "", 1, -MATED));
        return (terms, Score::Mate(-2));
    }
    let captures = replies.iter().filter_map(|reply| Some((man_on(position, reply.to())?, *reply)));
    let captures: Vec<(Role, Move)> = captures.collect();
    let best = captures.into_iter().map(|(role, reply)| (exchange(position, reply), role)).max();
    let (loss, role) = best.filter(|(loss, _)| *loss > 0).unwrap_or((0, Role::General));
    terms.push(term("loses", role.name(), 1, -loss));
    (terms, cp(lead - loss))
}

/// Whether a reply leaves the other side without a move.
fn ends_game(position: &mut Xiangqi, reply: Move) -> bool {
    position.play_unchecked(reply);
    let ends = position.board().count_moves(&position.board().danger()) == 0;
    position.undo();
    ends
}

/// What a capture wins when both sides go on taking on its point, each with the least man it can and no longer
/// than it pays. Negative where the man that takes is worth more and lost.
fn exchange(position: &mut Xiangqi, capture: Move) -> i32 {
    let won = man_on(position, capture.to()).map_or(0, value);
    position.play_unchecked(capture);
    let retakes = position.legal_moves().into_iter().filter(|mv| mv.to() == capture.to());
    let least = retakes.min_by_key(|mv| man_on(position, mv.from()).map_or(0, value));
    let lost = least.map_or(0, |retake| exchange(position, retake).max(0));
    position.undo();
    won - lost
}

/// How far a man has come: towards the enemy general, and over the river.
fn approach(position: &Xiangqi, at: Option<Point>, side: Side) -> i32 {
    let (Some(at), Some(role)) = (at, man_on(position, at)) else { return 0 };
    let goal = position.general(side.other());
    let steps = i32::from(at.file.abs_diff(goal.file)) + i32::from(at.row.abs_diff(goal.row));
    let crossed = (side == Side::First) == (at.row > 4);
    match role {
        Role::Chariot | Role::Cannon | Role::Horse => -STEP * steps,
        Role::Soldier if crossed => 100 - STEP * steps,
        _ => 0,
    }
}

/// How many hundredths the side to move is ahead.
fn lead(position: &Xiangqi) -> i32 {
    let sum =
        |side| Role::ALL.map(|role| value(role) * position.board().men(side, role).len() as i32).iter().sum::<i32>();
    let side = position.side_to_move();
    sum(side) - sum(side.other())
}

/// The usual values of the men; the general is never taken.
const fn value(role: Role) -> i32 {
    match role {
        Role::General => 0,
        Role::Soldier => 100,
        Role::Advisor | Role::Elephant => 200,
        Role::Horse => 400,
        Role::Cannon => 450,
        Role::Chariot => 900,
    }
}

fn man_on(position: &Xiangqi, at: impl Into<Option<Point>>) -> Option<Role> {
    at.into().and_then(|at| position.man(at)).map(|man| man.role)
}

/// The keys of all positions of the game before this one, and its own.
fn earlier_keys(position: &Xiangqi) -> Vec<u64> {
    let mut past = position.clone();
    let mut keys = vec![past.key()];
    while past.undo().is_some() {
        keys.push(past.key());
    }
    keys
}

const fn term(topic: &'static str, what: &'static str, count: u32, value: i32) -> Term {
    Term { topic, what, count, value }
}

fn cp(lead: i32) -> Score {
    Score::Cp(lead.clamp(-MAX_CP, MAX_CP))
}

#[cfg(test)]
mod tests;
