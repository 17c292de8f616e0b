//! Self-play: games of few nodes a move from random openings.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use alphabeta::level::Strength;
use alphabeta::search::driver::{self, Request};
use alphabeta::table::Table;
use alphabeta::xiangqi::histories::Histories;
use alphabeta::xiangqi::searcher::Searcher;
use alphabeta::xiangqi::weights::WEIGHTS;
use anyhow::Context;
use clap::Args;
use fastrand::Rng;
use sdk::rules::xiangqi::Xiangqi;
use sdk::rules::{Move, Outcome, Position, Rules, Side};
use sdk::{Control, Limits, Score};

use crate::sample::Sample;

/// Openings worth more than this for either side are not played on.
const BALANCED: i32 = 350;
/// A game that stands this well for one side for [`DECIDED_PLIES`] is counted as won.
const DECIDED: i32 = 1500;
const DECIDED_PLIES: u32 = 5;
/// Positions worth more than this say little about weights.
const KEPT: i32 = 1200;
const MAX_PLIES: usize = 260;

#[derive(Args)]
pub struct PlayArgs {
    /// Positions to write
    #[arg(long, default_value_t = 100_000)]
    positions: usize,
    /// Nodes for a move
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// What chance begins with
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write
    out: PathBuf,
}

pub fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let file = File::create(&args.out).with_context(|| format!("can't write {}", args.out.display()))?;
    let mut out = BufWriter::new(file);
    let (mut written, mut game) = (0, 0);
    while written < args.positions {
        let mut rng = Rng::with_seed(args.seed.wrapping_mul(1_000_003).wrapping_add(game));
        for sample in play_game(args.nodes, &mut rng).unwrap_or_default() {
            writeln!(out, "{}", sample.line())?;
            written += 1;
        }
        game += 1;
    }
    eprintln!("{written} positions of {game} games");
    Ok(out.flush()?)
}

/// One side's memory for a game.
struct Player {
    table: Arc<Table>,
    histories: Option<Histories>,
    nodes: u64,
}

impl Player {
    fn think(&mut self, position: &Xiangqi) -> anyhow::Result<(Move, Score)> {
        self.table.next_age();
        let histories = self.histories.take().unwrap_or_default();
        let mut thread = [Searcher::new(position, &WEIGHTS, Arc::clone(&self.table), histories)];
        let limits = Limits::nodes(self.nodes);
        let control = Control::detached(&limits);
        let request = Request {
            limits: &limits,
            control: &control,
            strength: Strength::FULL,
            side: position.side_to_move(),
            key: position.key(),
            table_fill: &|| 0,
        };
        let result = driver::think(&mut thread, &request);
        let [searcher] = thread;
        self.histories = Some(searcher.histories);
        let result = result.map_err(|error| anyhow::anyhow!("{error}"))?;
        Ok((result.best_move.context("the search gave no move")?, result.score))
    }
}

/// The samples of one game, `None` for one that did not get going.
fn play_game(nodes: u64, rng: &mut Rng) -> Option<Vec<Sample>> {
    let mut position = random_opening(rng)?;
    // Both sides share one memory: the games are only there to make positions.
    let mut player = Player { table: Arc::new(Table::new(4)), histories: None, nodes };
    let mut samples = Vec::new();
    let mut decided = 0;
    let result = loop {
        if let Some(outcome) = position.outcome() {
            break result_of(outcome);
        }
        if position.ply() >= MAX_PLIES {
            break 0.5;
        }
        let (mv, score) = player.think(&position).ok()?;
        let value = match score {
            Score::Cp(cp) => cp,
            Score::Mate(plies) => {
                if plies > 0 {
                    20_000
                } else {
                    -20_000
                }
            }
            Score::None => 0,
        };
        if samples.is_empty() && value.abs() > BALANCED {
            return None;
        }
        decided = if value.abs() >= DECIDED { decided + 1 } else { 0 };
        let red_value = if position.side_to_move() == Side::First { value } else { -value };
        if decided >= DECIDED_PLIES {
            break if red_value > 0 { 1.0 } else { 0.0 };
        }
        let captures = mv.to().is_some_and(|to| position.man(to).is_some());
        if !position.in_check() && !captures && value.abs() <= KEPT {
            let fen = position.fen().split(' ').take(2).collect::<Vec<_>>().join(" ");
            samples.push(Sample { fen, score: red_value, result: 0.5 });
        }
        position.play_unchecked(mv);
    };
    samples.iter_mut().for_each(|sample| sample.result = result);
    // Neighbours are much alike: every other one is enough.
    Some(samples.into_iter().step_by(2).collect())
}

fn result_of(outcome: Outcome) -> f32 {
    match outcome.winner() {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    }
}

/// Some random moves from the start.
fn random_opening(rng: &mut Rng) -> Option<Xiangqi> {
    let mut position = Xiangqi::start(Rules::default());
    for _ in 0..rng.usize(4..=9) {
        let moves = position.legal_moves();
        position.play_unchecked(*rng.choice(&moves)?);
    }
    position.outcome().is_none().then_some(position)
}
