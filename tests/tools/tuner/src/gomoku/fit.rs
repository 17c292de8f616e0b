//! Logistic regression of results on what the points of a board hold.

use std::collections::BTreeMap;
use std::error::Error;

use fastrand::Rng;
use sdk::rules::gomoku::Gomoku;
use sdk::rules::{Position, Rules, Side, Variant};

use alphabeta::gomoku::board::SearchBoard;
use alphabeta::gomoku::codes;
use alphabeta::gomoku::threat::{Situation, situation};
use alphabeta::gomoku::weights::{MASKS, SCALE, Weights};

/// Share of the result in what is fitted; the rest is the score of the search.
const RESULT_SHARE: f64 = 0.7;
const EPOCHS: usize = 14;
const BATCH: usize = 4096;
const RATE: f64 = 1.5;
/// Pull towards the first values, for codes that are seldom seen.
const PRIOR: f64 = 2e-7;
/// One position in this many is kept out, to see how well the weights do on what they have not seen.
const HELD_OUT: usize = 20;

/// A position as numbers of weights with their multiples.
struct Sample {
    features: Vec<(u16, f32)>,
    target: f32,
}

/// Weights of one variant in a row: mover and waiter by code and threats by mask, for Black and then for White.
const SIDE: usize = 2 * codes::COUNT + MASKS;

/// Fits the weights of a variant to games of [`play`](super::play).
pub fn fit(variant: Variant, games: &str, weights: &mut Weights) -> Result<(), Box<dyn Error>> {
    let samples = read(variant, games)?;
    eprintln!("{} positions", samples.len());
    let start: Vec<f64> = Side::ALL.iter().flat_map(|side| flat(weights, variant, *side)).collect();
    let values = regress(&samples, &start);
    // But for renju both sides share what is fitted as Black's.
    for side in Side::ALL.into_iter().take(if variant == Variant::Renju { 2 } else { 1 }) {
        let part = &values[side.index() * SIDE..][..SIDE];
        let round = |value: &f64| value.round().clamp(-30_000.0, 30_000.0) as i16;
        let numbers: Vec<i16> = part.iter().map(round).collect();
        let set = weights.of_mut(variant, side);
        set.mover = numbers[..codes::COUNT].to_vec();
        set.waiter = numbers[codes::COUNT..2 * codes::COUNT].to_vec();
        set.threats = numbers[2 * codes::COUNT..].to_vec();
    }
    Ok(())
}

fn flat(weights: &Weights, variant: Variant, side: Side) -> Vec<f64> {
    let set = weights.of(variant, side);
    set.mover.iter().chain(&set.waiter).chain(&set.threats).map(|number| f64::from(*number)).collect()
}

/// Reads games and takes the quiet positions of each.
fn read(variant: Variant, games: &str) -> Result<Vec<Sample>, Box<dyn Error>> {
    let mut samples = Vec::new();
    for line in games.lines() {
        let (head, moves) = line.split_once('|').ok_or("a line without a game")?;
        let mut head = head.split_whitespace();
        let result: f64 = head.next().ok_or("a game without a result")?.parse()?;
        let size: u8 = head.next().ok_or("a game without a size")?.parse()?;
        let mut position = Gomoku::start(variant, size, Rules::default())?;
        for stone in head {
            position.play_unchecked(variant.parse_move(stone)?);
        }
        for word in moves.split_whitespace() {
            let (mv, score) = word.split_once(':').ok_or("a move without a score")?;
            if let Ok(cp) = score.parse::<f64>()
                && let Some(features) = features(&position, variant)
            {
                let own = if position.side_to_move() == Side::First { result } else { 1.0 - result };
                let seen = 1.0 / (1.0 + 10f64.powf(-cp / 400.0));
                let target = (RESULT_SHARE * own + (1.0 - RESULT_SHARE) * seen) as f32;
                samples.push(Sample { features, target });
            }
            position.play_unchecked(variant.parse_move(mv)?);
        }
    }
    Ok(samples)
}

/// What a quiet position holds, `None` for one in which something is forced.
fn features(position: &Gomoku, variant: Variant) -> Option<Vec<(u16, f32)>> {
    let mut board = SearchBoard::new(position);
    if !matches!(situation(&mut board, 0), Situation::Free | Situation::StopOpenFour(_)) {
        return None;
    }
    let own = board.to_move();
    let mut counts: BTreeMap<u16, f32> = BTreeMap::new();
    let shared = variant != Variant::Renju;
    let base = |side: Side| if shared { 0 } else { side.index() * SIDE };
    for cell in board.empty().iter() {
        let code = |side| usize::from(codes::CODES[usize::from(board.shapes(cell).code(side))]);
        *counts.entry((base(own) + code(own)) as u16).or_default() += 1.0;
        let waiting = base(own.other()) + codes::COUNT + code(own.other());
        *counts.entry(waiting as u16).or_default() -= 1.0;
    }
    *counts.entry((base(own) + 2 * codes::COUNT + board.threat_mask()) as u16).or_default() += 1.0;
    Some(counts.into_iter().filter(|(_, count)| *count != 0.0).collect())
}

/// Fits by Adam (Kingma and Ba, 2015) with a small pull towards the start.
fn regress(samples: &[Sample], start: &[f64]) -> Vec<f64> {
    let (mut values, mut first, mut second) = (start.to_vec(), vec![0.0; start.len()], vec![0.0; start.len()]);
    let mut order: Vec<usize> = (0..samples.len()).filter(|index| index % HELD_OUT != 0).collect();
    let mut rng = Rng::with_seed(1);
    let mut step = 0;
    report(0, samples, &values);
    for epoch in 1..=EPOCHS {
        rng.shuffle(&mut order);
        let rate = RATE * (1.0 - (epoch - 1) as f64 / EPOCHS as f64);
        for batch in order.chunks(BATCH) {
            let mut gradient = vec![0.0; values.len()];
            for sample in batch.iter().map(|index| &samples[*index]) {
                let error = chance(sample, &values) - f64::from(sample.target);
                for (index, count) in &sample.features {
                    gradient[usize::from(*index)] += error * f64::from(*count);
                }
            }
            step += 1;
            for index in 0..values.len() {
                let slope = gradient[index] / batch.len() as f64 + PRIOR * (values[index] - start[index]);
                first[index] = 0.9 * first[index] + 0.1 * slope;
                second[index] = 0.999 * second[index] + 0.001 * slope * slope;
                let corrected = first[index] / (1.0 - 0.9f64.powi(step));
                let spread = (second[index] / (1.0 - 0.999f64.powi(step))).sqrt();
                values[index] -= rate * corrected / (spread + 1e-6);
            }
        }
        report(epoch, samples, &values);
    }
    values
}

fn chance(sample: &Sample, values: &[f64]) -> f64 {
    let sum: f64 = sample.features.iter().map(|(index, count)| values[usize::from(*index)] * f64::from(*count)).sum();
    1.0 / (1.0 + (-sum / SCALE).exp())
}

fn report(epoch: usize, samples: &[Sample], values: &[f64]) {
    let loss = |sample: &Sample| {
        let (chance, target) = (chance(sample, values).clamp(1e-9, 1.0 - 1e-9), f64::from(sample.target));
        -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
    };
    let mean = |held_out: bool| {
        let chosen = samples.iter().enumerate().filter(|(index, _)| (index % HELD_OUT == 0) == held_out);
        let (sum, count) = chosen.fold((0.0, 0.0), |(sum, count), (_, sample)| (sum + loss(sample), count + 1.0));
        sum / f64::max(count, 1.0)
    };
    eprintln!("epoch {epoch}: loss {:.4}, held out {:.4}", mean(false), mean(true));
}
