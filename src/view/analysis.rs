//! The analysis pane as plain rows.

use rules::{Position, Side, VariantPosition};
use sdk::Score;

use super::panel::{self, Notation};
use crate::analyst::evaluation::{Evaluation, Ledger, Source};
use crate::analyst::review::{Fault, Review};
use crate::analyst::{Findings, Line};
use crate::session::Session;
use crate::session::record::{self, Judgement, NodeId};

/// A line of play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineRow {
    /// `+1.8`, seen from the first side.
    pub score: String,
    /// The side that it favours, `None` where neither.
    pub leader: Option<Side>,
    /// Its first move.
    pub first: String,
    /// The moves that follow.
    pub rest: String,
    /// How the engine explains the score.
    pub text: String,
}

/// One ply of the evaluation graph.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bar {
    /// From −1, the second side wins, to 1, the first does; `None` where nothing is known.
    pub value: Option<f64>,
    /// What the review or an annotator says about the move.
    pub fault: Option<Fault>,
}

/// The lines of an analysis, best first for the side to move.
#[must_use]
pub fn lines(session: &Session, findings: &Findings, wanted: usize, notation: Notation) -> Vec<LineRow> {
    findings.lines().take(wanted).map(|line| line_row(session.position(), line, notation)).collect()
}

fn line_row(position: &VariantPosition, line: &Line, notation: Notation) -> LineRow {
    let evaluation = Evaluation::new(line.score, position.side_to_move(), line.depth);
    let words = line_words(position, &line.moves, notation);
    let (first, rest) =
        words.split_first().map_or((String::new(), String::new()), |(first, rest)| (first.clone(), rest.join(" ")));
    LineRow {
        score: evaluation.map(|evaluation| score_text(evaluation.score)).unwrap_or_default(),
        leader: evaluation.and_then(leader),
        first,
        rest,
        text: line.text.clone(),
    }
}

/// The side that a position favours.
fn leader(evaluation: Evaluation) -> Option<Side> {
    match evaluation.score {
        Score::Cp(0) | Score::None => None,
        Score::Cp(cp) => Some(if cp > 0 { Side::First } else { Side::Second }),
        Score::Mate(plies) => Some(if plies > 0 { Side::First } else { Side::Second }),
    }
}

/// A line in the game's notation, as far as it is legal.
#[must_use]
pub fn line_words(position: &VariantPosition, moves: &[rules::Move], notation: Notation) -> Vec<String> {
    let mut position = position.clone();
    let mut words = Vec::new();
    for mv in moves {
        if !position.is_legal(*mv) {
            break;
        }
        words.push(panel::move_text(&position, *mv, notation));
        position.play_unchecked(*mv);
    }
    words
}

/// A score that is seen from the first side: `+1.8`, `−M6`.
#[must_use]
pub fn score_text(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("{:+.1}", f64::from(cp) / 100.0).replace('-', "−"),
        Score::Mate(plies) => format!("{}M{}", if plies > 0 { "+" } else { "−" }, plies.unsigned_abs()),
        Score::None => String::new(),
    }
}

/// What is known about a node: how the game ended there, what the source says, else what the record keeps.
#[must_use]
pub fn known(session: &Session, ledger: &Ledger, source: Source, node: NodeId) -> Option<Evaluation> {
    let contents = session.record().node(node);
    let ended = || contents.ending.as_ref().map(|verdict| Evaluation::of_outcome(verdict.outcome));
    let over = (node == session.record().current()).then(|| session.position().outcome()).flatten();
    over.map(Evaluation::of_outcome)
        .or_else(ended)
        .or_else(|| ledger.get(source, node))
        .or_else(|| contents.notes.evaluation.map(from_record))
}

fn from_record(evaluation: record::Evaluation) -> Evaluation {
    let score = match evaluation.score {
        record::Score::Cp(cp) => Score::Cp(cp),
        record::Score::Mate(side, plies) => {
            let plies = i32::try_from(plies).unwrap_or(i32::MAX).max(1);
            Score::Mate(if side == Side::First { plies } else { -plies })
        }
    };
    Evaluation { score, depth: evaluation.depth }
}

/// The same as the record keeps it; `None` where it says nothing.
#[must_use]
pub fn to_record(evaluation: Evaluation) -> Option<record::Evaluation> {
    crate::table::evaluation(evaluation.score, Side::First, evaluation.depth)
}

/// The chance of the first side at the current node, from 0 to 1: what was said last on the way to it.
#[must_use]
pub fn chance(session: &Session, ledger: &Ledger, source: Source) -> Option<f64> {
    let record = session.record();
    let way = std::iter::successors(Some(record.current()), |node| record.node(*node).parent());
    // An evaluation of three moves ago says nothing about now.
    way.take(3).find_map(|node| known(session, ledger, source, node)).map(|known| known.chance(Side::First))
}

/// The graph: a bar for each ply of the line through the current node.
#[must_use]
pub fn graph(session: &Session, ledger: &Ledger, source: Source, review: Option<&Review>) -> Vec<Bar> {
    let bar = |(ply, node): (usize, NodeId)| {
        let reviewed = review.filter(|review| review.nodes().get(ply) == Some(&node));
        let fault = reviewed.and_then(|review| review.judge(ply)).and_then(|judged| judged.fault);
        let judged = session.record().node(node).notes.judgement.and_then(fault_of);
        Bar {
            value: known(session, ledger, source, node).map(|known| 2.0 * known.chance(Side::First) - 1.0),
            fault: fault.or(judged),
        }
    };
    (1..).zip(session.record().line()).map(bar).collect()
}

/// A judgement of the record as a fault, `None` for praise.
fn fault_of(judgement: Judgement) -> Option<Fault> {
    match judgement {
        Judgement::Dubious => Some(Fault::Dubious),
        Judgement::Mistake => Some(Fault::Mistake),
        Judgement::Blunder => Some(Fault::Blunder),
        _ => None,
    }
}

/// How the record judges a move with a fault.
#[must_use]
pub const fn judgement_of(fault: Fault) -> Judgement {
    match fault {
        Fault::Dubious => Judgement::Dubious,
        Fault::Mistake => Judgement::Mistake,
        Fault::Blunder | Fault::MissedWin => Judgement::Blunder,
    }
}

#[cfg(test)]
mod tests {
    use rules::{Move, Point, Variant};
    use sdk::Info;

    use super::*;
    use crate::session::Setup;
    use crate::session::seat::Seat;

    fn put(file: u8, row: u8) -> Move {
        Move::Put { to: Point::new(file, row) }
    }

    fn session(moves: &[Move]) -> Session {
        let session = Session::new(Setup::new(Variant::Gomoku, 15), [Seat::Human, Seat::Human]).unwrap();
        session.with_moves(moves).unwrap()
    }

    #[test]
    fn lines_are_seen_from_the_first_side_and_end_where_they_are_not_legal() {
        let mut findings = Findings::default();
        let pv = vec![put(7, 8), put(0, 0), put(7, 8)];
        findings.add(Info { score: Score::Cp(150), pv, text: "why".to_owned(), ..Info::default() });
        let rows = lines(&session(&[put(7, 7)]), &findings, 3, Notation::Coordinates);
        let expected = LineRow {
            score: "−1.5".to_owned(),
            leader: Some(Side::Second),
            first: "H9".to_owned(),
            rest: "A1".to_owned(),
            text: "why".to_owned(),
        };
        assert_eq!(rows, [expected]);
    }

    #[test]
    fn mates_are_counted_in_plies_with_their_side() {
        assert_eq!((score_text(Score::Mate(6)), score_text(Score::Mate(-3))), ("+M6".to_owned(), "−M3".to_owned()));
        assert_eq!(score_text(Score::Cp(-4)), "−0.0");
    }

    #[test]
    fn the_graph_has_a_bar_for_each_ply_and_knows_the_end() {
        let mut moves = Vec::new();
        for file in 0..5 {
            moves.extend([put(file, 0), put(file, 10)]);
        }
        moves.pop();
        let (session, mut ledger) = (session(&moves), Ledger::default());
        let second = session.record().line()[1];
        ledger.note(Source::Analysis, second, Evaluation { score: Score::Cp(0), depth: 5 });
        let bars = graph(&session, &ledger, Source::Analysis, None);
        assert_eq!(bars.len(), 9);
        assert_eq!((bars[0].value, bars[1].value, bars[8].value), (None, Some(0.0), Some(1.0)));
    }

    #[test]
    fn the_bar_remembers_the_last_two_positions_only() {
        let (session, mut ledger) = (session(&[put(0, 0), put(1, 1), put(2, 2)]), Ledger::default());
        let line = session.record().line();
        assert_eq!(chance(&session, &ledger, Source::Players), None);
        ledger.note(Source::Players, NodeId::ROOT, Evaluation { score: Score::Mate(3), depth: 5 });
        assert_eq!(chance(&session, &ledger, Source::Players), None);
        ledger.note(Source::Players, line[1], Evaluation { score: Score::Mate(3), depth: 5 });
        assert_eq!(chance(&session, &ledger, Source::Players), Some(1.0));
        assert_eq!(chance(&session, &ledger, Source::Analysis), None, "sources are kept apart");
    }
}
