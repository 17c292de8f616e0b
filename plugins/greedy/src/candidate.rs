//! What both games say about a move: its value, and the terms that add up to it.

use fastrand::Rng;
use sdk::rules::{Move, Point, Position, VariantPosition};
use sdk::{Info, Score};

/// One of the things that make a move good or bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What the term is about; neighbours about the same are shown as one sum.
    pub topic: &'static str,
    /// The thing counted; may be empty.
    pub what: &'static str,
    /// How many of them.
    pub count: u32,
    /// What they are worth together.
    pub value: i32,
}

/// A move that may be played.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// What makes up its value.
    pub terms: Vec<Term>,
    /// What the engine chooses by: the sum of the terms.
    pub value: i32,
    /// How the game stands after the move.
    pub score: Score,
}

impl Candidate {
    /// A move whose value is the sum of the terms.
    pub fn new(mv: Move, mut terms: Vec<Term>) -> Candidate {
        terms.retain(|term| term.value != 0);
        let value = terms.iter().map(|term| term.value).sum();
        Candidate { mv, terms, value, score: Score::None }
    }

    /// The terms in words: `H8: attack open three 300 + 2 × two 24, defence four 100`.
    pub fn explain(&self, position: &VariantPosition) -> String {
        let mut text = position.variant().move_text(self.mv).to_uppercase() + ":";
        if self.terms.is_empty() {
            text += " nothing";
        }
        let mut topic = "";
        for term in &self.terms {
            if term.topic == topic {
                text += " +";
            } else {
                text = text + if topic.is_empty() { " " } else { ", " } + term.topic;
                topic = term.topic;
            }
            if term.count > 1 {
                text += &format!(" {} ×", term.count);
            }
            if !term.what.is_empty() {
                text += &format!(" {}", term.what);
            }
            text += &format!(" {}", term.value);
        }
        text
    }
}

/// Puts the best candidate first. Among equals the order is by chance.
pub fn rank(candidates: &mut [Candidate], rng: &mut Rng) {
    rng.shuffle(candidates);
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.value));
}

/// The report on the best candidates, of which the first carries the values of all as a heat map.
pub fn report(candidates: &[Candidate], lines: usize, position: &VariantPosition) -> Vec<Info> {
    let info = |(index, candidate): (usize, &Candidate)| Info {
        depth: 1,
        score: candidate.score,
        nodes: candidates.len() as u64,
        multi_pv: index as u32 + 1,
        pv: vec![candidate.mv],
        heat: (index == 0).then(|| heat(candidates, position)),
        text: candidate.explain(position),
        ..Info::default()
    };
    candidates.iter().take(lines).enumerate().map(info).collect()
}

/// The best value of a move that ends on each point, row by row; NaN where none does.
fn heat(candidates: &[Candidate], position: &VariantPosition) -> Vec<f32> {
    let (variant, size) = (position.variant(), position.size().unwrap_or_default());
    let (files, rows) = (usize::from(variant.files(size)), usize::from(variant.rows(size)));
    let mut heat = vec![f32::NAN; files * rows];
    for candidate in candidates {
        if let Some(Point { file, row }) = candidate.mv.to() {
            let value = &mut heat[usize::from(row) * files + usize::from(file)];
            *value = value.max(candidate.value as f32);
        }
    }
    heat
}
