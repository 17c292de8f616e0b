//! Fits weights to samples: logistic loss on a blend of result and score, by Adam.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use alphabeta::xiangqi::evaluate::{FULL_SCALE, MAX_PHASE, Sink, collect, phase, scale};
use alphabeta::xiangqi::features::{COUNT, placement};
use alphabeta::xiangqi::weights::{Pair, parse, write};
use anyhow::{Context, anyhow};
use clap::Args;
use fastrand::Rng;
use sdk::rules::xiangqi::{Board, Xiangqi};
use sdk::rules::{Rules, Side};

use crate::sample::Sample;

/// Samples between two steps.
const BATCH: usize = 8192;
/// Win chance = 1/(1+10^(−value/400)).
const LOGISTIC: f32 = std::f32::consts::LN_10 / 400.0;

#[derive(Args)]
pub struct FitArgs {
    /// Samples that `play` wrote
    samples: PathBuf,
    /// The weights file, read and written
    weights: PathBuf,
    /// Times to go over all samples
    #[arg(long, default_value_t = 40)]
    epochs: usize,
    /// Share of the game's result in what is fitted, the rest is the search's score
    #[arg(long, default_value_t = 0.5)]
    blend: f32,
    /// How strongly weights are held back to where they were
    #[arg(long, default_value_t = 2e-7)]
    hold: f32,
    /// Size of a step
    #[arg(long, default_value_t = 1.0)]
    rate: f32,
}

/// A sample as the fit sees it.
struct Row {
    features: Box<[(u16, i8)]>,
    phase: f32,
    scale: f32,
    target: f32,
}

pub fn run(args: &FitArgs) -> anyhow::Result<()> {
    let rows = read_rows(&args.samples, args.blend)?;
    let text = fs::read_to_string(&args.weights).with_context(|| format!("can't read {}", args.weights.display()))?;
    let before = parse(&text).map_err(|error| anyhow!("{}: {error}", args.weights.display()))?;
    let (train, test) = rows.split_at(rows.len() * 19 / 20);
    let mut fit = Fit::new(&before, args);
    println!("{} samples; loss before: {:.6} (kept aside: {:.6})", rows.len(), fit.loss(train), fit.loss(test));
    let mut rng = Rng::with_seed(1);
    let mut order: Vec<usize> = (0..train.len()).collect();
    for epoch in 1..=args.epochs {
        rng.shuffle(&mut order);
        fit.rate = args.rate * (1.0 - epoch as f32 / (args.epochs + 1) as f32);
        for batch in order.chunks(BATCH) {
            fit.step(train, batch);
        }
        if epoch % 5 == 0 || epoch == args.epochs {
            println!("epoch {epoch}: loss {:.6} (kept aside: {:.6})", fit.loss(train), fit.loss(test));
        }
    }
    let heading = format!("Weights of the evaluation of Xiangqi, fitted by `tuner fit` to {} positions.", rows.len());
    fs::write(&args.weights, write(&fit.rounded(), &heading))
        .with_context(|| format!("can't write {}", args.weights.display()))
}

fn read_rows(path: &Path, blend: f32) -> anyhow::Result<Vec<Row>> {
    let file = fs::File::open(path).with_context(|| format!("can't read {}", path.display()))?;
    let mut rows = Vec::new();
    for line in BufReader::new(file).lines() {
        let sample = Sample::parse(&line?)?;
        let position = Xiangqi::from_fen(&sample.fen, Rules::default())?;
        rows.push(row(position.board(), &sample, blend));
    }
    anyhow::ensure!(!rows.is_empty(), "{} holds no samples", path.display());
    Ok(rows)
}

/// Counts features.
struct Counts(Vec<i8>);

impl Sink for Counts {
    fn add(&mut self, feature: usize, times: i32) {
        self.0[feature] += times as i8;
    }
}

fn row(board: &Board, sample: &Sample, blend: f32) -> Row {
    let mut counts = Counts(vec![0; COUNT]);
    collect(board, &mut counts);
    for at in board.occupied() {
        if let Some(man) = board.man(at) {
            let sign = if man.side == Side::First { 1 } else { -1 };
            counts.add(placement(man.side, man.role, at), sign);
        }
    }
    let used = counts.0.iter().enumerate().filter(|(_, times)| **times != 0);
    let stronger = if sample.score > 0 { Side::First } else { Side::Second };
    Row {
        features: used.map(|(feature, &times)| (feature as u16, times)).collect(),
        phase: phase(board) as f32 / MAX_PHASE as f32,
        scale: scale(board, stronger) as f32 / FULL_SCALE as f32,
        target: blend * sample.result + (1.0 - blend) * chance(sample.score as f32),
    }
}

fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value * LOGISTIC).exp())
}

/// The weights under way: middle game and endgame of each feature, one after the other.
struct Fit {
    weights: Vec<f32>,
    start: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
    rate: f32,
    hold: f32,
}

impl Fit {
    fn new(before: &[Pair; COUNT], args: &FitArgs) -> Fit {
        let weights: Vec<f32> = before.iter().flat_map(|pair| [pair.middle() as f32, pair.end() as f32]).collect();
        let zero = vec![0.0; weights.len()];
        Fit { start: weights.clone(), weights, first: zero.clone(), second: zero, steps: 0, rate: 0.0, hold: args.hold }
    }

    fn value(&self, row: &Row) -> f32 {
        let (mut middle, mut end) = (0.0, 0.0);
        for &(feature, times) in &row.features {
            middle += self.weights[2 * usize::from(feature)] * f32::from(times);
            end += self.weights[2 * usize::from(feature) + 1] * f32::from(times);
        }
        (middle * row.phase + end * (1.0 - row.phase)) * row.scale
    }

    fn loss(&self, rows: &[Row]) -> f64 {
        let entropy = |row: &Row| {
            let guess = f64::from(chance(self.value(row))).clamp(1e-6, 1.0 - 1e-6);
            let target = f64::from(row.target);
            -(target * guess.ln() + (1.0 - target) * (1.0 - guess).ln())
        };
        rows.iter().map(entropy).sum::<f64>() / rows.len().max(1) as f64
    }

    /// One step of Adam on a batch.
    fn step(&mut self, rows: &[Row], batch: &[usize]) {
        let mut gradient = vec![0.0; self.weights.len()];
        for row in batch.iter().map(|&index| &rows[index]) {
            let slope = (chance(self.value(row)) - row.target) * row.scale / batch.len() as f32;
            for &(feature, times) in &row.features {
                gradient[2 * usize::from(feature)] += slope * row.phase * f32::from(times);
                gradient[2 * usize::from(feature) + 1] += slope * (1.0 - row.phase) * f32::from(times);
            }
        }
        self.steps += 1;
        let (decay1, decay2) = (0.9f32, 0.999f32);
        let (correct1, correct2) = (1.0 - decay1.powi(self.steps), 1.0 - decay2.powi(self.steps));
        for (index, gradient) in gradient.into_iter().enumerate() {
            let gradient = gradient + self.hold * (self.weights[index] - self.start[index]);
            self.first[index] = decay1 * self.first[index] + (1.0 - decay1) * gradient;
            self.second[index] = decay2 * self.second[index] + (1.0 - decay2) * gradient * gradient;
            let step = (self.first[index] / correct1) / ((self.second[index] / correct2).sqrt() + 1e-8);
            self.weights[index] -= self.rate * step;
        }
    }

    fn rounded(&self) -> [Pair; COUNT] {
        let round = |value: f32| value.round().clamp(-4000.0, 4000.0) as i32;
        std::array::from_fn(|feature| Pair::new(round(self.weights[2 * feature]), round(self.weights[2 * feature + 1])))
    }
}
