//! The record as rows of a list: the main line in pairs, comments under their pair, variations folded below it.

use std::collections::HashSet;
use std::rc::Rc;

use rules::Side;

use super::notation::NotationCache;
use crate::session::Session;
use crate::session::record::{Annotation, Evaluation, NodeId, Record, Score};

/// Lines of a variation that show while it is folded.
const FOLDED_LINES: usize = 2;

/// Room that the note about hidden moves needs, in ems.
const NOTE_WIDTH: f32 = 8.0;

/// Space around the words of a variation, in ems.
const GAP: f32 = 0.9;

/// One row of the list.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// Both moves of a move number.
    Pair {
        /// The move number, from 1.
        number: usize,
        /// The moves of either side; `None` where the game begins or ends without.
        cells: [Option<Cell>; 2],
        /// What the position after the pair is worth.
        evaluation: Option<Evaluation>,
        /// The second side's move is still to come.
        pending: bool,
    },
    /// What somebody said about a move of the main line, or about the start.
    Comment {
        /// The node.
        node: NodeId,
        /// The text.
        text: String,
    },
    /// A line of a variation's text.
    Variation {
        /// Where the variation branches off: its name.
        branch: NodeId,
        /// Words from left to right.
        words: Vec<Word>,
        /// What its last line says about lines that are hidden.
        fold: Fold,
    },
}

/// A move in a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The move's node.
    pub node: NodeId,
    /// Its text.
    pub text: Rc<str>,
    /// What annotators think of it: `?!`, empty for nothing.
    pub sign: &'static str,
}

/// A word of a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The node that the word leads to, `None` for a comment's word.
    pub node: Option<NodeId>,
    /// The text, with the move number and parentheses that belong to it.
    pub text: String,
}

/// What a line of a variation says about hidden ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fold {
    /// Nothing.
    #[default]
    None,
    /// So many moves are hidden behind it.
    Hidden(usize),
    /// The lines before it can be folded.
    Open,
}

/// What the list needs to know about its looks.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Room for a variation's words in a line, in ems of their font.
    pub width: f32,
    /// Variations that are open, by the node where they branch off.
    pub open: HashSet<NodeId>,
}

/// The rows of a session's record.
#[must_use]
pub fn rows(session: &Session, texts: &NotationCache, layout: &Layout) -> Vec<Row> {
    let mut list = List { session, record: session.record(), texts, layout, rows: Vec::new(), below: Vec::new() };
    list.comment(NodeId::ROOT);
    list.flush();
    let mut at = NodeId::ROOT;
    while let Some((main, others)) = list.record.node(at).children().split_first() {
        list.main_move(*main);
        list.comment(*main);
        others.iter().for_each(|branch| list.variation(*branch));
        at = *main;
    }
    list.mark_pending();
    list.flush();
    list.rows
}

/// The row that shows a node, `None` for the start.
#[must_use]
pub fn row_of(rows: &[Row], node: NodeId) -> Option<usize> {
    rows.iter().position(|row| match row {
        Row::Pair { cells, .. } => cells.iter().flatten().any(|cell| cell.node == node),
        Row::Variation { words, .. } => words.iter().any(|word| word.node == Some(node)),
        Row::Comment { .. } => false,
    })
}

/// A score as people write it, seen from the first side: `+0.4`, `−M5`.
#[must_use]
pub fn score_text(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("{:+.1}", f64::from(cp) / 100.0).replace('-', "−"),
        Score::Mate(Side::First, plies) => format!("+M{plies}"),
        Score::Mate(Side::Second, plies) => format!("−M{plies}"),
    }
}

/// A list in the making. What stands below a pair waits until the pair is whole.
struct List<'a> {
    session: &'a Session,
    record: &'a Record,
    texts: &'a NotationCache,
    layout: &'a Layout,
    rows: Vec<Row>,
    below: Vec<Row>,
}

impl List<'_> {
    fn flush(&mut self) {
        self.rows.append(&mut self.below);
    }

    /// The number of a node's move, and the side that made it.
    fn number(&self, id: NodeId) -> (usize, Side) {
        let late = usize::from(self.session.start_side() == Side::Second);
        let place = (self.record.node(id).depth() + late).saturating_sub(1);
        (place / 2 + 1, if place.is_multiple_of(2) { Side::First } else { Side::Second })
    }

    fn main_move(&mut self, id: NodeId) {
        let (number, side) = self.number(id);
        let notes = &self.record.node(id).notes;
        let cell = Cell { node: id, text: self.texts.text(id), sign: sign(notes) };
        let begun = matches!(self.rows.last(), Some(Row::Pair { number: last, .. }) if *last == number);
        if !begun {
            self.flush();
            self.rows.push(Row::Pair { number, cells: [None, None], evaluation: None, pending: false });
        }
        if let Some(Row::Pair { cells, evaluation, .. }) = self.rows.last_mut() {
            cells[side.index()] = Some(cell);
            *evaluation = notes.evaluation.or(*evaluation);
        }
        if side == Side::Second {
            self.flush();
        }
    }

    /// The game waits for the second side's move.
    fn mark_pending(&mut self) {
        let (current, over) = (self.record.current(), self.session.is_over());
        if let Some(Row::Pair { cells: [Some(first), None], pending, .. }) = self.rows.last_mut() {
            *pending = first.node == current && !over;
        }
    }

    fn comment(&mut self, id: NodeId) {
        let text = &self.record.node(id).notes.comment;
        if !text.trim().is_empty() {
            let row = Row::Comment { node: id, text: text.clone() };
            self.put_below(id, row);
        }
    }

    /// Under the pair: at once where it is whole, else once it is.
    fn put_below(&mut self, id: NodeId, row: Row) {
        let whole = id == NodeId::ROOT || self.number(id).1 == Side::Second;
        if whole { self.rows.push(row) } else { self.below.push(row) }
    }

    fn variation(&mut self, branch: NodeId) {
        let mut words = Vec::new();
        self.words(branch, &mut words);
        let mut lines = wrap(words, self.layout.width);
        let current = self.record.current();
        let hides_current = lines.iter().skip(FOLDED_LINES).flatten().any(|word| word.node == Some(current));
        let long = lines.len() > FOLDED_LINES;
        let open = long && (hides_current || self.layout.open.contains(&branch));
        let hidden = if long && !open { fold(&mut lines, self.layout.width) } else { 0 };
        let last = lines.len().saturating_sub(1);
        for (place, words) in lines.into_iter().enumerate() {
            let fold = match (place == last, hidden) {
                (true, 1..) => Fold::Hidden(hidden),
                (true, 0) if open && !hides_current => Fold::Open,
                _ => Fold::None,
            };
            self.put_below(branch, Row::Variation { branch, words, fold });
        }
    }

    /// The words of the line from a node on, with the lines that branch off it in parentheses.
    fn words(&self, from: NodeId, words: &mut Vec<Word>) {
        let (mut at, mut replaced): (NodeId, &[NodeId]) = (from, &[]);
        let mut numbered = true;
        loop {
            words.push(Word { node: Some(at), text: self.word(at, numbered) });
            let comment = &self.record.node(at).notes.comment;
            words.extend(comment.split_whitespace().flat_map(pieces).map(|text| Word { node: None, text }));
            replaced.iter().for_each(|other| self.parenthesised(*other, words));
            numbered = !comment.trim().is_empty() || !replaced.is_empty();
            let Some((next, others)) = self.record.node(at).children().split_first() else { break };
            (at, replaced) = (*next, others);
        }
        if let Some(evaluation) = self.record.node(at).notes.evaluation {
            words.push(Word { node: None, text: score_text(evaluation.score) });
        }
    }

    fn parenthesised(&self, branch: NodeId, words: &mut Vec<Word>) {
        let start = words.len();
        self.words(branch, words);
        if let Some(first) = words.get_mut(start) {
            first.text.insert(0, '(');
        }
        if let Some(last) = words.last_mut() {
            last.text.push(')');
        }
    }

    /// `12. G9`, `12… G9` where the line begins with the second side, else the move alone.
    fn word(&self, id: NodeId, numbered: bool) -> String {
        let (number, side) = self.number(id);
        let (text, sign) = (self.texts.text(id), sign(&self.record.node(id).notes));
        match side {
            Side::First => format!("{number}. {text}{sign}"),
            Side::Second if numbered => format!("{number}… {text}{sign}"),
            Side::Second => format!("{text}{sign}"),
        }
    }
}

fn sign(notes: &Annotation) -> &'static str {
    notes.judgement.map_or("", |judgement| judgement.symbol())
}

/// A comment's word in parts that a line can take: Chinese has no spaces to break at.
fn pieces(word: &str) -> Vec<String> {
    const LONGEST: usize = 12;
    let letters: Vec<char> = word.chars().collect();
    letters.chunks(LONGEST).map(|part| part.iter().collect()).collect()
}

/// About how wide a text is, in ems of its font: wide enough for the digits and capitals that moves are made of.
#[must_use]
pub fn width(text: &str) -> f32 {
    text.chars()
        .map(|letter| match letter {
            ' ' | '.' | ',' | '(' | ')' | '!' | '-' | '…' => 0.36,
            'M' | 'W' | 'm' | 'w' => 0.9,
            '\u{2e80}'.. => 1.0,
            _ => 0.68,
        })
        .sum()
}

/// Breaks words into lines.
fn wrap(words: Vec<Word>, room: f32) -> Vec<Vec<Word>> {
    let mut lines: Vec<Vec<Word>> = Vec::new();
    let mut used = f32::INFINITY;
    for word in words {
        let width = width(&word.text) + GAP;
        if used + width > room {
            lines.push(Vec::new());
            used = 0.0;
        }
        used += width;
        if let Some(line) = lines.last_mut() {
            line.push(word);
        }
    }
    lines
}

/// Leaves the lines of a folded variation, with room for the note behind the last, and says how many moves went.
fn fold(lines: &mut Vec<Vec<Word>>, room: f32) -> usize {
    let moves = |words: &[Word]| words.iter().filter(|word| word.node.is_some()).count();
    let mut hidden: usize = lines[FOLDED_LINES..].iter().map(|line| moves(line)).sum();
    lines.truncate(FOLDED_LINES);
    let Some(last) = lines.last_mut() else { return hidden };
    let used = |line: &[Word]| line.iter().map(|word| width(&word.text) + GAP).sum::<f32>();
    while last.len() > 1 && used(last) + NOTE_WIDTH > room {
        hidden += last.pop().map_or(0, |word| moves(&[word]));
    }
    hidden
}

#[cfg(test)]
mod tests;
