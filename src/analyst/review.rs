//! The review of a whole game: what each position is worth, which moves gave something away, and who played how well.

use rules::{Move, Position, Side};

use super::evaluation::Evaluation;
use crate::session::Session;
use crate::session::record::NodeId;

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It cost 5 % of the chance to win or more.
    Dubious,
    /// 10 % or more.
    Mistake,
    /// 15 % or more.
    Blunder,
    /// It let a forced win go.
    MissedWin,
}

/// Least losses of win chance: the bounds that lichess.org draws at 0.1, 0.2 and 0.3 of the range from −1 to 1.
const DUBIOUS: f64 = 0.05;
const MISTAKE: f64 = 0.10;
const BLUNDER: f64 = 0.15;

/// What an engine said about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The worth.
    pub evaluation: Evaluation,
    /// What it would play.
    pub best: Option<Move>,
}

/// A move of the game with what it cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The node that the move led to.
    pub node: NodeId,
    /// The number of the move, from 1.
    pub ply: usize,
    /// Who played it.
    pub side: Side,
    /// The chance to win that it gave away, from 0 to 1.
    pub loss: f64,
    /// How bad that is, `None` for a good move.
    pub fault: Option<Fault>,
    /// What the engine would have played.
    pub better: Option<Move>,
}

/// How well a side played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Moves judged.
    pub moves: usize,
    /// Mean accuracy of the moves in per cent.
    pub accuracy: f64,
    /// Mean loss of win chance in per cent.
    pub loss: f64,
    /// How many moves were dubious, mistakes, blunders and missed wins.
    pub faults: [usize; 4],
}

/// A review under way or done.
#[derive(Clone, Debug)]
pub struct Review {
    start_side: Side,
    /// The root and every node of the line.
    nodes: Vec<NodeId>,
    moves: Vec<Move>,
    worth: Vec<Option<Worth>>,
    /// How many positions were asked about, from the last one back: what the engine remembers of later ones helps it
    /// with the earlier.
    asked: usize,
    open: usize,
}

impl Review {
    /// The line through the session's current node, nothing of it judged yet.
    #[must_use]
    pub fn new(session: &Session) -> Review {
        let record = session.record();
        let nodes: Vec<_> = std::iter::once(NodeId::ROOT).chain(record.line()).collect();
        let moves: Vec<_> = nodes.iter().filter_map(|id| record.node(*id).mv()).collect();
        let mut worth = vec![None; nodes.len()];
        // The end of the game is known without an engine.
        let end = end_of(session, &nodes, &moves);
        let open = nodes.len() - usize::from(end.is_some());
        if let Some(last) = worth.last_mut() {
            *last = end.map(|evaluation| Worth { evaluation, best: None });
        }
        Review { start_side: session.start_side(), nodes, moves, worth, asked: 0, open }
    }

    /// The moves to the position that is to be asked about next, `None` where all were.
    #[must_use]
    pub fn next(&self) -> Option<&[Move]> {
        (self.asked < self.open).then(|| &self.moves[..self.open - 1 - self.asked])
    }

    /// The node of the position that is to be asked about next.
    #[must_use]
    pub fn next_node(&self) -> Option<NodeId> {
        (self.asked < self.open).then(|| self.nodes[self.open - 1 - self.asked])
    }

    /// The side to move after a number of moves.
    #[must_use]
    pub const fn side_after(&self, plies: usize) -> Side {
        if plies.is_multiple_of(2) { self.start_side } else { self.start_side.other() }
    }

    /// Takes in what was said about the position that [`Review::next`] gave.
    pub fn answer(&mut self, worth: Option<Worth>) {
        if self.asked < self.open {
            self.worth[self.open - 1 - self.asked] = worth;
            self.asked += 1;
        }
    }

    /// Positions done, and all of them.
    #[must_use]
    pub const fn progress(&self) -> (usize, usize) {
        (self.asked, self.open)
    }

    /// The game that is reviewed, as nodes of its record, the root first.
    #[must_use]
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// What is known about the positions, each with its node.
    pub fn worths(&self) -> impl Iterator<Item = (NodeId, Evaluation)> {
        let known = |(node, worth): (&NodeId, &Option<Worth>)| worth.map(|worth| (*node, worth.evaluation));
        self.nodes.iter().zip(&self.worth).filter_map(known)
    }

    /// Every move whose positions before and after are known.
    #[must_use]
    pub fn judged(&self) -> Vec<Judged> {
        (1..self.nodes.len()).filter_map(|ply| self.judge(ply)).collect()
    }

    /// The move that leads to the node `ply` moves into the game.
    #[must_use]
    pub fn judge(&self, ply: usize) -> Option<Judged> {
        let (before, after) = ((*self.worth.get(ply.checked_sub(1)?)?)?, (*self.worth.get(ply)?)?);
        let side = self.side_after(ply - 1);
        // What the engine would have played itself costs nothing, whatever a deeper look at it says.
        let as_the_engine = before.best == Some(self.moves[ply - 1]);
        let lost = before.evaluation.chance(side) - after.evaluation.chance(side);
        let loss = if as_the_engine { 0.0 } else { lost.max(0.0) };
        let wins = |worth: Worth| worth.evaluation.score.mate_for(side);
        let fault = match loss {
            _ if loss >= DUBIOUS && wins(before) && !wins(after) => Some(Fault::MissedWin),
            _ if loss >= BLUNDER => Some(Fault::Blunder),
            _ if loss >= MISTAKE => Some(Fault::Mistake),
            _ if loss >= DUBIOUS => Some(Fault::Dubious),
            _ => None,
        };
        Some(Judged { node: self.nodes[ply], ply, side, loss, fault, better: before.best.filter(|_| fault.is_some()) })
    }

    /// A move of the game by its number from 1, and those before it.
    #[must_use]
    pub fn moves_to(&self, ply: usize) -> Option<(Move, &[Move])> {
        let (last, before) = self.moves.get(..ply)?.split_last()?;
        Some((*last, before))
    }

    /// How well both sides played, as far as their moves are judged.
    #[must_use]
    pub fn summaries(&self) -> [Summary; 2] {
        let judged = self.judged();
        Side::ALL.map(|side| summary(judged.iter().filter(|judged| judged.side == side)))
    }

    /// The move that cost most, where one cost as much as a mistake.
    #[must_use]
    pub fn turning_point(&self) -> Option<Judged> {
        let judged = self.judged().into_iter().filter(|judged| judged.loss >= MISTAKE);
        judged.max_by(|a, b| a.loss.total_cmp(&b.loss))
    }
}

/// Whether a score says that a side wins by force.
trait MateFor {
    fn mate_for(self, side: Side) -> bool;
}

impl MateFor for sdk::Score {
    fn mate_for(self, side: Side) -> bool {
        matches!(self, sdk::Score::Mate(plies) if (plies > 0) == (side == Side::First))
    }
}

/// How the game ended at the last of its nodes.
fn end_of(session: &Session, nodes: &[NodeId], moves: &[Move]) -> Option<Evaluation> {
    let ending = nodes.last().and_then(|last| session.record().node(*last).ending.clone());
    let by_rule = || {
        let mut position = session.setup().position().ok()?;
        moves.iter().for_each(|mv| position.play_unchecked(*mv));
        position.outcome()
    };
    by_rule().or(ending.map(|verdict| verdict.outcome)).map(Evaluation::of_outcome)
}

fn summary<'a>(judged: impl Iterator<Item = &'a Judged>) -> Summary {
    let mut sum = Summary::default();
    for judged in judged {
        sum.moves += 1;
        sum.loss += judged.loss * 100.0;
        sum.accuracy += accuracy(judged.loss * 100.0);
        if let Some(fault) = judged.fault {
            sum.faults[fault as usize] += 1;
        }
    }
    let moves = sum.moves.max(1) as f64;
    Summary { loss: sum.loss / moves, accuracy: sum.accuracy / moves, ..sum }
}

/// Accuracy of one move in per cent from its loss in per cent of win chance: the curve of lichess.org/page/accuracy.
fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.04354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use rules::{Point, Variant};
    use sdk::Score;

    use super::*;
    use crate::session::Setup;
    use crate::session::seat::Seat;

    fn put(file: u8, row: u8) -> Move {
        Move::Put { to: Point::new(file, row) }
    }

    fn game(moves: &[Move]) -> Session {
        let session = Session::new(Setup::new(Variant::Gomoku, 15), [Seat::Human, Seat::Human]).unwrap();
        session.with_moves(moves).unwrap()
    }

    fn worth(score: Score, best: Option<Move>) -> Option<Worth> {
        Some(Worth { evaluation: Evaluation { score, depth: 9 }, best })
    }

    /// Four moves, with the worths of the five positions from the last one back.
    fn reviewed(scores: [Score; 5]) -> Review {
        let mut review = Review::new(&game(&[put(7, 7), put(7, 8), put(8, 8), put(6, 6)]));
        scores.into_iter().rev().for_each(|score| review.answer(worth(score, None)));
        review
    }

    #[test]
    fn positions_are_asked_about_from_the_last_one_back() {
        let moves = [put(7, 7), put(7, 8)];
        let mut review = Review::new(&game(&moves));
        assert_eq!(review.next(), Some(&moves[..]));
        review.answer(None);
        assert_eq!(review.next(), Some(&moves[..1]));
        assert_eq!(review.progress(), (1, 3));
        review.answer(None);
        review.answer(None);
        assert_eq!((review.next(), review.progress()), (None, (3, 3)));
    }

    #[test]
    fn the_end_of_the_game_needs_no_engine() {
        let mut moves = Vec::new();
        for file in 0..5 {
            moves.extend([put(file, 0), put(file, 10)]);
        }
        moves.pop();
        let review = Review::new(&game(&moves));
        assert_eq!(review.progress(), (0, 9));
        assert_eq!(review.next(), Some(&moves[..8]));
    }

    #[test]
    fn moves_are_judged_by_the_chance_they_give_away() {
        let cp = Score::Cp;
        // +0 → White errs to +1.00 (14 % of its chance), Black gives all back and more.
        let review = reviewed([cp(0), cp(0), cp(100), cp(-150), cp(-150)]);
        let faults: Vec<_> = review.judged().iter().map(|judged| judged.fault).collect();
        assert_eq!(faults, [None, Some(Fault::Mistake), Some(Fault::Blunder), None]);
        assert_eq!(review.turning_point().unwrap().ply, 3);
        let [black, white] = review.summaries();
        assert_eq!((black.moves, black.faults), (2, [0, 0, 1, 0]));
        assert_eq!((white.moves, white.faults), (2, [0, 1, 0, 0]));
        assert!(black.accuracy < white.accuracy && black.loss > white.loss);
    }

    #[test]
    fn a_forced_win_that_is_let_go_is_a_missed_win() {
        let review = reviewed([Score::Cp(0), Score::Mate(-6), Score::Cp(-200), Score::Mate(-4), Score::Mate(-3)]);
        let faults: Vec<_> = review.judged().iter().map(|judged| judged.fault).collect();
        assert_eq!(faults, [Some(Fault::Blunder), Some(Fault::MissedWin), Some(Fault::Blunder), None]);
    }

    #[test]
    fn what_the_engine_would_play_itself_costs_nothing() {
        let mut review = Review::new(&game(&[put(7, 7)]));
        review.answer(worth(Score::Cp(-300), None));
        review.answer(worth(Score::Cp(0), Some(put(7, 7))));
        assert_eq!(review.judged()[0].loss, 0.0);
        assert_eq!(review.summaries()[0].accuracy.round(), 100.0);
    }

    #[test]
    fn a_review_that_was_cut_short_judges_what_it_has() {
        let mut review = Review::new(&game(&[put(7, 7), put(7, 8), put(8, 8)]));
        review.answer(worth(Score::Cp(0), None));
        assert!(review.judged().is_empty());
        review.answer(worth(Score::Cp(500), Some(put(3, 3))));
        let judged = review.judged();
        assert_eq!(judged.len(), 1);
        assert_eq!((judged[0].ply, judged[0].side, judged[0].better), (3, Side::First, Some(put(3, 3))));
    }
}
