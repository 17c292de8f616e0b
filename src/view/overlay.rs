//! What is laid over the board beside the game itself: hints, lines of an analysis, heat, threats. Places are indices of
//! the board's rows.

use rules::{Move, Position, VariantPosition, xiangqi::Man};
use sdk::Score;

use super::board::{self, Occupant};
use crate::analyst::Findings;
use crate::analyst::evaluation::Evaluation;
use crate::session::Session;

/// Stones or men of a line that are shown.
const GHOSTS: usize = 5;
/// Points that a heat map shows at most: more would hide the board.
const HOT_POINTS: usize = 24;
/// A loss of win chance beside which a candidate is cold.
const COLD: f64 = 0.25;

/// Everything laid over the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// The points of a hinted move.
    pub hints: Vec<usize>,
    /// Where to look for it.
    pub region: Vec<usize>,
    /// Stones or men of a line.
    pub ghosts: Vec<Ghost>,
    /// The worth of moves that end on a point.
    pub heat: Vec<Heat>,
    /// Points and stones that threaten or are threatened.
    pub threats: Vec<(usize, ThreatMark)>,
    /// A man's move shown as an arrow.
    pub arrow: Option<(usize, usize)>,
}

/// A stone or man of a line that is not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// Where.
    pub place: usize,
    /// What.
    pub occupant: Occupant,
    /// Its number in the line, from 1; 0 for none.
    pub number: usize,
}

/// How good the moves that end on a point are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    /// Where.
    pub place: usize,
    /// From 1, cold, to 100, as good as can be.
    pub warmth: u8,
    /// The worth in words; empty on points of little interest.
    pub text: String,
}

/// What a threat mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreatMark {
    /// A stone here makes an open four.
    Three,
    /// A stone here makes five.
    Four,
    /// Part of what threatens.
    Stone,
    /// A man that is attacked.
    Attacked,
    /// A man that can be taken at a profit.
    Hanging,
}

/// How candidates are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeatMap {
    /// Not at all.
    #[default]
    Off,
    /// By their chance to win.
    Absolute,
    /// By what they lose beside the best one.
    Relative,
}

/// The first moves of a line, numbered.
#[must_use]
pub fn ghosts(session: &Session, moves: &[Move]) -> Vec<Ghost> {
    let mut position = session.position().clone();
    let mut ghosts: Vec<Ghost> = Vec::new();
    for (number, mv) in (1..=GHOSTS).zip(moves) {
        if !position.is_legal(*mv) {
            break;
        }
        let occupant = moved(&position, *mv);
        position.play_unchecked(*mv);
        if let (Some(occupant), Some(place)) = (occupant, mv.to().and_then(|to| board::place(session, to))) {
            ghosts.retain(|ghost| ghost.place != place);
            ghosts.push(Ghost { place, occupant, number });
        }
    }
    ghosts
}

/// What a move puts on its target.
fn moved(position: &VariantPosition, mv: Move) -> Option<Occupant> {
    match position {
        VariantPosition::Gomoku(position) => Some(Occupant::Stone(position.side_to_move())),
        VariantPosition::Xiangqi(position) => {
            let Man { side, role } = position.man(mv.from()?)?;
            Some(Occupant::Man(side, role))
        }
    }
}

/// The ends of a man's move, for an arrow.
#[must_use]
pub fn arrow(session: &Session, mv: Move) -> Option<(usize, usize)> {
    Some((board::place(session, mv.from()?)?, board::place(session, mv.to()?)?))
}

/// The candidates of an analysis, coloured: from the engine's own map where it sends one, else from its lines.
#[must_use]
pub fn heat(session: &Session, findings: &Findings, map: HeatMap) -> Vec<Heat> {
    if map == HeatMap::Off {
        return Vec::new();
    }
    let mut scores = match &findings.heat {
        Some(values) => from_values(session, values),
        None => from_lines(session, findings),
    };
    scores.sort_by(|a, b| chance(b.1).total_cmp(&chance(a.1)).then(a.0.cmp(&b.0)));
    scores.truncate(HOT_POINTS);
    let best = scores.first().map_or(0.5, |(_, score)| chance(*score));
    let side = session.position().side_to_move();
    let hot = |(rank, (place, score)): (usize, (usize, Score))| {
        let lost = best - chance(score);
        let share = if map == HeatMap::Absolute { chance(score) } else { 1.0 - (lost / COLD).min(1.0) };
        let text = match map {
            _ if rank >= GHOSTS.max(findings.lines().count()) => String::new(),
            HeatMap::Relative if rank == 0 => "0".to_owned(),
            HeatMap::Relative => format!("−{:.0}", (lost * 100.0).ceil()),
            _ => Evaluation::new(score, side, 0)
                .map(|evaluation| super::analysis::score_text(evaluation.score))
                .unwrap_or_default(),
        };
        Heat { place, warmth: 1 + (share * 99.0) as u8, text }
    };
    scores.into_iter().enumerate().map(hot).collect()
}

fn chance(score: Score) -> f64 {
    score.win_chance().unwrap_or(0.0)
}

fn from_values(session: &Session, values: &[f32]) -> Vec<(usize, Score)> {
    let (files, rows) = board::dimensions(session);
    let known = |(place, value): (usize, &f32)| (!value.is_nan()).then_some((place, Score::Cp(*value as i32)));
    let fits = values.len() == usize::from(files) * usize::from(rows);
    values.iter().enumerate().filter(|_| fits).filter_map(known).collect()
}

fn from_lines(session: &Session, findings: &Findings) -> Vec<(usize, Score)> {
    let mut scores: Vec<(usize, Score)> = Vec::new();
    for line in findings.lines().filter(|line| line.score != Score::None) {
        let place = line.moves.first().and_then(|mv| mv.to()).and_then(|to| board::place(session, to));
        // Of several men that may go to a point the best counts, and it comes first.
        if let Some(place) = place.filter(|place| scores.iter().all(|(known, _)| known != place)) {
            scores.push((place, line.score));
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use rules::{Point, Side, Variant};
    use sdk::Info;

    use super::*;
    use crate::session::Setup;
    use crate::session::seat::Seat;

    fn session(variant: Variant) -> Session {
        Session::new(Setup::new(variant, 15), [Seat::Human, Seat::Human]).unwrap()
    }

    fn put(file: u8, row: u8) -> Move {
        Move::Put { to: Point::new(file, row) }
    }

    fn found(lines: &[(Move, i32)]) -> Findings {
        let mut findings = Findings::default();
        for (place, (mv, cp)) in (1..).zip(lines) {
            findings.add(Info { multi_pv: place, score: Score::Cp(*cp), pv: vec![*mv], ..Info::default() });
        }
        findings
    }

    #[test]
    fn ghosts_take_turns_and_stop_where_a_line_is_not_legal() {
        let session = session(Variant::Gomoku);
        let shown = ghosts(&session, &[put(7, 7), put(8, 8), put(7, 7), put(0, 0)]);
        let expected = [
            Ghost { place: 112, occupant: Occupant::Stone(Side::First), number: 1 },
            Ghost { place: 128, occupant: Occupant::Stone(Side::Second), number: 2 },
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_man_that_moves_on_is_shown_where_it_stands_each_time() {
        let session = session(Variant::Xiangqi);
        let mv =
            |from: (u8, u8), to: (u8, u8)| Move::Shift { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1) };
        let line = [mv((7, 2), (4, 2)), mv((7, 9), (6, 7)), mv((4, 2), (4, 6))];
        let shown = ghosts(&session, &line);
        assert_eq!(
            shown.iter().map(|ghost| (ghost.place, ghost.number)).collect::<Vec<_>>(),
            [(22, 1), (69, 2), (58, 3)]
        );
        assert_eq!(arrow(&session, line[0]), Some((25, 22)));
    }

    #[test]
    fn relative_heat_counts_from_the_best_candidate() {
        let session = session(Variant::Gomoku);
        let findings = found(&[(put(7, 7), -200), (put(8, 8), -200), (put(0, 0), -2000)]);
        let relative = heat(&session, &findings, HeatMap::Relative);
        assert_eq!(relative[0], Heat { place: 112, warmth: 100, text: "0".to_owned() });
        assert_eq!(relative[1].warmth, 100, "as good as the best");
        assert_eq!(relative[2].warmth, 4, "{relative:?}");
        let absolute = heat(&session, &findings, HeatMap::Absolute);
        assert_eq!((absolute[0].warmth, absolute[0].text.as_str()), (24, "−2.0"));
        assert!(heat(&session, &findings, HeatMap::Off).is_empty());
    }

    #[test]
    fn the_engines_own_map_goes_before_its_lines() {
        let session = session(Variant::Gomoku);
        let mut findings = found(&[(put(7, 7), 0)]);
        let mut values = vec![f32::NAN; 225];
        (values[3], values[4]) = (100.0, 50.0);
        findings.add(Info { heat: Some(values), ..Info::default() });
        let places: Vec<_> = heat(&session, &findings, HeatMap::Absolute).iter().map(|heat| heat.place).collect();
        assert_eq!(places, [3, 4]);
        findings.heat = Some(vec![1.0; 7]);
        assert!(heat(&session, &findings, HeatMap::Absolute).is_empty(), "a map of another board says nothing");
    }
}
