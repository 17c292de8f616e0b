//! What an engine has said about one position so far, merged from its infos.

use rules::Move;
use sdk::{Bound, Info, Score, SearchResult};

/// Lines that are kept.
pub const MAX_LINES: usize = 5;

/// One line of play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Its worth for the side to move.
    pub score: Score,
    /// Depth in plies at which it was found.
    pub depth: u32,
    /// Its moves; empty where the engine gives none.
    pub moves: Vec<Move>,
    /// The engine's remark: how the score comes about, where it says so.
    pub text: String,
}

/// What is known about a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    lines: [Option<Line>; MAX_LINES],
    /// Depth in plies that is complete, 0 for unknown.
    pub depth: u32,
    /// Largest depth reached, 0 for unknown.
    pub seldepth: u32,
    /// Nodes searched, 0 for unknown.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// Time since the search began.
    pub time: Option<std::time::Duration>,
    /// A value for each point in hundredths for the side to move; NaN for none.
    pub heat: Option<Vec<f32>>,
}

impl Findings {
    /// The lines known, best first.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().flatten()
    }

    /// The best line.
    #[must_use]
    pub fn best(&self) -> Option<&Line> {
        self.lines().next()
    }

    /// The worth of the position for the side to move.
    #[must_use]
    pub fn score(&self) -> Score {
        self.best().map_or(Score::None, |line| line.score)
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Findings::default()
    }

    /// Takes an info in; says whether it told anything new.
    pub fn add(&mut self, info: Info) -> bool {
        let before = (self.depth, self.nodes, self.time);
        self.depth = self.depth.max(info.depth);
        self.seldepth = self.seldepth.max(info.seldepth);
        self.nodes = self.nodes.max(info.nodes);
        self.nps = info.nps.or(self.nps);
        self.time = info.time.max(self.time);
        let with_heat = info.heat.is_some();
        self.heat = info.heat.or(self.heat.take());
        let place = info.multi_pv.max(1) as usize - 1;
        let says = info.score != Score::None || !info.pv.is_empty() || !info.text.is_empty();
        let line = Line { score: info.score, depth: info.depth, moves: info.pv, text: info.text };
        let took_line = says && self.take_line(place, line, info.bound);
        took_line || with_heat || before != (self.depth, self.nodes, self.time)
    }

    /// What the engine answered in the end, where its infos told less.
    pub fn conclude(&mut self, result: &SearchResult) {
        if self.lines[0].is_none() && (result.best_move.is_some() || result.score != Score::None) {
            let moves = result.best_move.into_iter().chain(result.ponder).collect();
            self.lines[0] = Some(Line { score: result.score, moves, ..Line::default() });
        }
    }

    /// A score that is only a bound is not shown where a true one is known: it would flicker.
    fn take_line(&mut self, place: usize, line: Line, bound: Bound) -> bool {
        let Some(old) = self.lines.get(place) else { return false };
        if bound != Bound::Exact && old.is_some() {
            return false;
        }
        if let Some(first) = line.moves.first() {
            let doubled = |other: &Option<Line>| other.as_ref().is_some_and(|other| other.moves.first() == Some(first));
            let twin = self.lines.iter().position(doubled).filter(|twin| *twin != place);
            // The same move cannot stand in two lines: the older line has lost it to this one.
            if let Some(twin) = twin {
                self.lines[twin] = self.lines[place].take();
            }
        }
        self.lines[place] = Some(line);
        true
    }
}

#[cfg(test)]
mod tests {
    use rules::Point;

    use super::*;

    fn put(file: u8) -> Move {
        Move::Put { to: Point::new(file, 0) }
    }

    fn info(place: u32, depth: u32, cp: i32, file: u8) -> Info {
        Info { multi_pv: place, depth, score: Score::Cp(cp), pv: vec![put(file)], ..Info::default() }
    }

    fn firsts(findings: &Findings) -> Vec<Move> {
        findings.lines().map(|line| line.moves[0]).collect()
    }

    #[test]
    fn lines_are_kept_by_their_number_and_the_newest_counts() {
        let mut findings = Findings::default();
        assert!(findings.add(info(1, 1, 10, 0)));
        assert!(findings.add(info(2, 1, 5, 1)));
        assert!(findings.add(info(1, 2, 30, 2)));
        assert_eq!(firsts(&findings), [put(2), put(1)]);
        assert_eq!(findings.score(), Score::Cp(30));
        assert_eq!(findings.depth, 2);
    }

    #[test]
    fn a_move_stands_in_one_line_only() {
        let mut findings = Findings::default();
        findings.add(info(1, 1, 10, 0));
        findings.add(info(2, 1, 5, 1));
        findings.add(info(1, 2, 30, 1));
        assert_eq!(firsts(&findings), [put(1), put(0)], "the second line's move took the first place");
        findings.add(info(2, 2, 20, 0));
        assert_eq!(firsts(&findings), [put(1), put(0)]);
    }

    #[test]
    fn bounds_do_not_replace_true_scores() {
        let mut findings = Findings::default();
        assert!(findings.add(Info { bound: Bound::Lower, ..info(1, 1, 90, 0) }), "better than nothing");
        findings.add(info(1, 1, 10, 0));
        findings.add(Info { bound: Bound::Upper, ..info(1, 2, -300, 3) });
        assert_eq!(findings.score(), Score::Cp(10));
    }

    #[test]
    fn counts_alone_are_news_and_leave_the_lines() {
        let mut findings = Findings::default();
        findings.add(info(1, 3, 10, 0));
        assert!(findings.add(Info { nodes: 500, ..Info::default() }));
        assert!(!findings.add(Info { nodes: 500, ..Info::default() }));
        assert_eq!((findings.nodes, findings.depth, findings.score()), (500, 3, Score::Cp(10)));
    }

    #[test]
    fn lines_that_nobody_asked_for_are_dropped() {
        let mut findings = Findings::default();
        assert!(!findings.add(Info { depth: 0, ..info(6, 0, 10, 0) }));
        assert_eq!(findings.lines().count(), 0);
    }

    #[test]
    fn an_engine_without_infos_is_known_by_its_answer() {
        let mut findings = Findings::default();
        findings.conclude(&SearchResult::play(put(4)).score(Score::Mate(3)));
        assert_eq!((firsts(&findings), findings.score()), (vec![put(4)], Score::Mate(3)));
        findings.conclude(&SearchResult::play(put(5)));
        assert_eq!(firsts(&findings), [put(4)], "what it said while it thought says more");
    }
}
