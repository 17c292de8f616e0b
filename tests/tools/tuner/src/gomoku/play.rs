//! Games of the engine against itself.

use std::error::Error;
use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use fastrand::Rng;
use sdk::rules::gomoku::Gomoku;
use sdk::rules::{Move, Position, Rules, Side, Variant};
use sdk::{Control, Limits, Score};

use alphabeta::gomoku::board::SearchBoard;
use alphabeta::gomoku::search::Search;
use alphabeta::gomoku::tables::Tables;
use alphabeta::gomoku::weights::Weights;
use alphabeta::level::Strength;
use alphabeta::search::driver::{self, Request};
use alphabeta::table::Table;

/// An opening is played on when its score lies within this many hundredths.
const BALANCE: i32 = 250;

/// Plays games and appends them to a file, a line each: result for Black (1, 0 or 0.5), stones of the opening, then each
/// move with the score for its side in hundredths, `m` for a forced end.
pub fn play(variant: Variant, games: u64, nodes: u64, seed: u64, file: &Path) -> Result<(), Box<dyn Error>> {
    let mut output = BufWriter::new(OpenOptions::new().create(true).append(true).open(file)?);
    let table = Arc::new(Table::new(4));
    for game in 0..games {
        let mut rng = Rng::with_seed(seed.wrapping_mul(1_000_003) + game);
        table.clear();
        if let Some(line) = game_line(variant, nodes, &mut rng, &table) {
            writeln!(output, "{line}")?;
        }
        if game % 500 == 499 {
            output.flush()?;
            eprintln!("{} games", game + 1);
        }
    }
    Ok(output.flush()?)
}

fn game_line(variant: Variant, nodes: u64, rng: &mut Rng, table: &Arc<Table>) -> Option<String> {
    let size = if rng.u8(..5) == 0 { 20 } else { 15 };
    let mut position = Gomoku::start(variant, size, Rules::default()).ok()?;
    let opening = rng.usize(2..8);
    for _ in 0..opening {
        let mv = random_move(&position, rng)?;
        position.play_unchecked(mv);
    }
    let mut text = String::new();
    for stone in 0.. {
        if position.outcome().is_some() {
            break;
        }
        let (mv, score) = think(&position, nodes, table, Tables::of(variant))?;
        let known = match score {
            Score::Cp(cp) => Some(cp),
            _ => None,
        };
        if stone == 0 && known.is_none_or(|cp| cp.abs() > BALANCE) {
            return None;
        }
        let point = variant.move_text(mv);
        text.push_str(&known.map_or_else(|| format!(" {point}:m"), |cp| format!(" {point}:{cp}")));
        position.play_unchecked(mv);
        // A forced end that is found is played out in effect: the winner is known.
        if let Score::Mate(plies) = score
            && plies.abs() < 30
        {
            let winner = if plies > 0 { position.side_to_move().other() } else { position.side_to_move() };
            return Some(line(&position, opening, &text, if winner == Side::First { "1" } else { "0" }));
        }
    }
    let result = match position.outcome()?.winner() {
        Some(Side::First) => "1",
        Some(Side::Second) => "0",
        None => "0.5",
    };
    Some(line(&position, opening, &text, result))
}

fn line(position: &Gomoku, opening: usize, text: &str, result: &str) -> String {
    let stones: Vec<String> = position.moves().take(opening).map(|mv| position.variant().move_text(mv)).collect();
    format!("{result} {} {} |{text}", position.size(), stones.join(" "))
}

/// A move near the stones that are there, the first in the middle of the board.
fn random_move(position: &Gomoku, rng: &mut Rng) -> Option<Move> {
    let board = SearchBoard::new(position);
    let middle = f32::from(position.size() - 1) / 2.0;
    let near: Vec<Move> = if position.ply() == 0 {
        position
            .legal_moves()
            .into_iter()
            .filter(|mv| {
                mv.to().is_some_and(|to| {
                    (f32::from(to.file) - middle).abs() < 3.0 && (f32::from(to.row) - middle).abs() < 3.0
                })
            })
            .collect()
    } else {
        board
            .candidates()
            .iter()
            .map(|cell| Move::Put { to: cell.point() })
            .filter(|mv| position.is_legal(*mv))
            .collect()
    };
    (!near.is_empty()).then(|| near[rng.usize(..near.len())])
}

fn think(position: &Gomoku, nodes: u64, table: &Arc<Table>, tables: &'static Tables) -> Option<(Move, Score)> {
    let limits = Limits::nodes(nodes);
    let control = Control::detached(&limits);
    table.next_age();
    let request = Request {
        limits: &limits,
        control: &control,
        strength: Strength::FULL,
        side: position.side_to_move(),
        key: position.key(),
        table_fill: &|| 0,
    };
    let mut searches = [Search::new(SearchBoard::with_tables(position, tables), Arc::clone(table), Box::default(), 0)];
    let result = driver::think(&mut searches, &request).ok()?;
    Some((result.best_move?, result.score))
}

/// Lets two sets of weights play each opening twice with colours swapped, and prints the score of the first.
pub fn compete(variant: Variant, pairs: u64, nodes: u64, seed: u64, weights: [&Weights; 2]) {
    let tables: [&'static Tables; 2] = weights.map(|weights| &*Box::leak(Box::new(Tables::new(variant, weights))));
    let memory = [Arc::new(Table::new(4)), Arc::new(Table::new(4))];
    let mut wins = [0; 3];
    for pair in 0..pairs {
        let mut rng = Rng::with_seed(seed.wrapping_mul(1_000_003) + pair);
        let Some(opening) = balanced_opening(variant, nodes, &mut rng, &memory[0]) else { continue };
        for first in 0..2 {
            memory.iter().for_each(|table| table.clear());
            let mut position = opening.clone();
            while position.outcome().is_none() {
                let player = (position.side_to_move().index() + first) % 2;
                let Some((mv, _)) = think(&position, nodes, &memory[player], tables[player]) else { break };
                position.play_unchecked(mv);
            }
            let winner = position.outcome().and_then(|outcome| outcome.winner());
            wins[winner.map_or(2, |side| (side.index() + first) % 2)] += 1;
        }
    }
    let games = f64::from(wins.iter().sum::<i32>()).max(1.0);
    let score = (f64::from(wins[0]) + f64::from(wins[2]) / 2.0) / games;
    let error = (score * (1.0 - score) / games).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    println!(
        "{} won, {} lost, {} drawn: {:+.0} Elo [{:+.0}, {:+.0}]",
        wins[0],
        wins[1],
        wins[2],
        elo(score),
        elo(score - 1.96 * error),
        elo(score + 1.96 * error)
    );
}

fn balanced_opening(variant: Variant, nodes: u64, rng: &mut Rng, table: &Arc<Table>) -> Option<Gomoku> {
    let mut position = Gomoku::start(variant, 15, Rules::default()).ok()?;
    for _ in 0..rng.usize(2..8) {
        let mv = random_move(&position, rng)?;
        position.play_unchecked(mv);
    }
    let (_, score) = think(&position, nodes, table, Tables::of(variant))?;
    matches!(score, Score::Cp(cp) if cp.abs() <= BALANCE).then_some(position)
}
