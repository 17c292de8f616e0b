//! A position with what the search thought of it and how its game ended: a line of text.

use anyhow::{Context, anyhow};

/// One line: FEN (board and side), score and result, separated by `;`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position, board and side to move.
    pub fen: String,
    /// The score of the search in hundredths, from Red's point of view.
    pub score: i32,
    /// The game's result for Red: 1, ½ or 0.
    pub result: f32,
}

impl Sample {
    /// The line.
    pub fn line(&self) -> String {
        format!("{};{};{}", self.fen, self.score, self.result)
    }

    /// Reads a line.
    ///
    /// # Errors
    /// The line is no sample.
    pub fn parse(line: &str) -> anyhow::Result<Sample> {
        let mut parts = line.split(';');
        let mut next = |what: &str| parts.next().ok_or_else(|| anyhow!("{line:?} has no {what}"));
        let fen = next("position")?.to_owned();
        let score = next("score")?.parse().with_context(|| format!("the score of {line:?} is no number"))?;
        let result = next("result")?.parse().with_context(|| format!("the result of {line:?} is no number"))?;
        Ok(Sample { fen, score, result })
    }
}
