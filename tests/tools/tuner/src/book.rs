//! Judges the opening book: each of its moves by a search of the position before it.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use alphabeta::level::Strength;
use alphabeta::search::driver::{self, Request};
use alphabeta::table::Table;
use alphabeta::xiangqi::histories::Histories;
use alphabeta::xiangqi::searcher::Searcher;
use alphabeta::xiangqi::weights::WEIGHTS;
use anyhow::{Context, anyhow};
use clap::Args;
use sdk::rules::xiangqi::Xiangqi;
use sdk::rules::{Move, Position, Rules, Variant};
use sdk::{Control, Limits, Score};

#[derive(Args)]
pub struct BookArgs {
    /// Nodes for each judgement
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// The book, read and written
    book: PathBuf,
}

/// Scores by position and by what was allowed there: one move, or any.
type Scores = HashMap<(u64, Option<Move>), i32>;

pub fn run(args: &BookArgs) -> anyhow::Result<()> {
    let text = fs::read_to_string(&args.book).with_context(|| format!("can't read {}", args.book.display()))?;
    let mut scores = Scores::new();
    let mut judged = String::new();
    for line in text.lines() {
        judged += &judge_line(line, args.nodes, &mut scores).with_context(|| format!("in the line {line:?}"))?;
        judged.push('\n');
    }
    eprintln!("{} searches", scores.len());
    fs::write(&args.book, judged).with_context(|| format!("can't write {}", args.book.display()))
}

/// A line of the book with what each move loses after it; comments stay as they are.
fn judge_line(line: &str, nodes: u64, scores: &mut Scores) -> anyhow::Result<String> {
    if line.trim_start().starts_with('#') {
        return Ok(line.to_owned());
    }
    let mut position = Xiangqi::start(Rules::default());
    let mut words = Vec::new();
    for word in line.split_whitespace() {
        let text = word.split('/').next().unwrap_or_default();
        let mv = Variant::Xiangqi.parse_move(text).map_err(|error| anyhow!("{text:?}: {error}"))?;
        let best = score(&position, None, nodes, scores)?;
        let own = score(&position, Some(mv), nodes, scores)?;
        words.push(format!("{text}/{}", (best - own).max(0)));
        position.play(mv).map_err(|error| anyhow!("{text:?}: {error}"))?;
    }
    Ok(words.join(" "))
}

/// The score for the side to move, with one move alone where one is given.
fn score(position: &Xiangqi, only: Option<Move>, nodes: u64, scores: &mut Scores) -> anyhow::Result<i32> {
    if let Some(known) = scores.get(&(position.key(), only)) {
        return Ok(*known);
    }
    let table = Arc::new(Table::new(32));
    let mut thread = [Searcher::new(position, &WEIGHTS, Arc::clone(&table), Histories::default())];
    let limits = Limits { allowed: only.into_iter().collect(), ..Limits::nodes(nodes) };
    let control = Control::detached(&limits);
    let request = Request {
        limits: &limits,
        control: &control,
        strength: Strength::FULL,
        side: position.side_to_move(),
        key: position.key(),
        table_fill: &|| 0,
    };
    let result = driver::think(&mut thread, &request).map_err(|error| anyhow!("{error}"))?;
    let Score::Cp(value) = result.score else { anyhow::bail!("an opening is no mate: {:?}", result.score) };
    scores.insert((position.key(), only), value);
    Ok(value)
}
