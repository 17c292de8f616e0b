//! `qiju play`: games between two engines.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Args;
use crossbeam_channel::RecvTimeoutError;
use indicatif::{ProgressBar, ProgressStyle};
use rules::{EndReason, Side, Verdict};
use serde::Serialize;

use super::Failure;
use super::limits::{LimitArgs, parse_time};
use super::position_args::{GivenPosition, PositionArgs};
use crate::engines::catalog::Catalog;
use crate::player::{Event, PlayerEvent};
use crate::session::seat::{EngineSpec, Seat};
use crate::session::{Referee, Session};
use crate::table::{Notice, Patience, Table};

/// Arguments of `qiju play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The engine that moves first: alphabeta:level=hard,threads=2
    #[arg(long, value_name = "ENGINE")]
    first: EngineSpec,
    /// The engine that moves second
    #[arg(long, value_name = "ENGINE")]
    second: EngineSpec,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// How many games
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seed of the first game; each further game counts it up by one [default: a new one each time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// How late a move may come before it loses on time
    #[arg(long, default_value = "50ms", value_name = "TIME", value_parser = parse_time)]
    margin: Duration,
    /// Print one JSON object per game, and one at the end
    #[arg(long)]
    json: bool,
}

/// How long an engine may think where nothing limits it, before it counts as hung.
const UNLIMITED_PATIENCE: Duration = Duration::from_secs(60);

#[derive(Serialize)]
struct GameLine<'a> {
    game: u32,
    first: &'a str,
    second: &'a str,
    moves: Vec<String>,
    winner: Option<&'static str>,
    reason: &'static str,
    failed: Option<String>,
    time_ms: Times,
}

#[derive(Serialize)]
struct Times {
    first: Time,
    second: Time,
}

#[derive(Default, Serialize)]
struct Time {
    mean: f64,
    max: f64,
}

#[derive(Default, Serialize)]
struct Total {
    games: u32,
    first_wins: u32,
    draws: u32,
    second_wins: u32,
}

/// Plays the games and prints their results.
///
/// # Errors
/// Bad input before the first game; at the end, if an engine failed in any game.
pub fn run(args: &PlayArgs) -> Result<(), Failure> {
    let given = args.position.position()?;
    if given.ended_at.is_some() {
        return Err(Failure::bad_input(anyhow!(
            "the position given is already the end of a game; give one to play on from"
        )));
    }
    let catalog = Arc::new(Catalog::find_all(false));
    for (name, spec) in [("--first", &args.first), ("--second", &args.second)] {
        check_engine(&catalog, spec, &given).with_context(|| format!("{name} {spec}")).map_err(Failure::BadInput)?;
    }
    Match::new(args, given, catalog)?.play()
}

/// Whether the engine exists, takes its options and plays the game.
fn check_engine(catalog: &Catalog, spec: &EngineSpec, given: &GivenPosition) -> anyhow::Result<()> {
    let descriptor = catalog.engine(&spec.engine)?.descriptor;
    let variant = given.setup.variant;
    let support = descriptor.support(variant).ok_or_else(|| {
        let plays: Vec<_> = descriptor.variants.iter().map(|support| support.variant.id()).collect();
        anyhow!("{} does not play {variant}; it plays {}", descriptor.name, plays.join(", "))
    })?;
    if !support.plays_size(given.setup.size) {
        return Err(anyhow!("{} does not play on boards of {} points a side", descriptor.name, given.setup.size));
    }
    catalog.create(spec)?;
    Ok(())
}

struct Match<'a> {
    args: &'a PlayArgs,
    names: [String; 2],
    given: GivenPosition,
    table: Table,
    stop: Arc<AtomicBool>,
    total: Total,
    failed: Option<String>,
}

impl<'a> Match<'a> {
    fn new(args: &'a PlayArgs, mut given: GivenPosition, catalog: Arc<Catalog>) -> Result<Match<'a>, Failure> {
        args.limits.apply(&mut given.setup)?;
        given.setup.referee = Referee::Strict;
        given.setup.margin = args.margin;
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed)).map_err(Failure::bad_input)?;
        let mut table = Table::new(session(args, &given)?, catalog, Duration::from_millis(40));
        table.set_patience(Patience { unlimited: Some(UNLIMITED_PATIENCE), ..table.patience() });
        let names = [args.first.to_string(), args.second.to_string()];
        Ok(Match { args, names, given, table, stop, total: Total::default(), failed: None })
    }

    fn play(mut self) -> Result<(), Failure> {
        let seed = self.args.seed.unwrap_or_else(|| fastrand::u64(..u64::from(u32::MAX)));
        let bar = ProgressBar::new(u64::from(self.args.games));
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} games, {msg}, {eta} left") {
            bar.set_style(style);
        }
        for game in 1..=self.args.games {
            self.table.set_seed(seed.wrapping_add(u64::from(game - 1)));
            let next = session(self.args, &self.given)?;
            let notices = if game == 1 { self.table.begin() } else { self.table.new_game(next) };
            let Some((verdict, spent)) = self.play_game(notices) else { break };
            self.count(&verdict);
            bar.suspend(|| self.print_game(game, &verdict, &spent));
            bar.set_message(format!("{}-{}-{}", self.total.first_wins, self.total.draws, self.total.second_wins));
            bar.inc(1);
        }
        bar.finish_and_clear();
        self.print_total()
    }

    /// Runs the table until the game ends; `None` where Ctrl-C ended it.
    fn play_game(&mut self, first: Vec<Notice>) -> Option<(Verdict, [Vec<Duration>; 2])> {
        let events = self.table.events();
        let mut spent = [Vec::new(), Vec::new()];
        let mut notices = first;
        loop {
            if let Some(verdict) = notices.into_iter().find_map(ended) {
                return Some((verdict, spent));
            }
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            // Short enough to see Ctrl-C soon.
            let patience = Instant::now() + Duration::from_millis(100);
            let deadline = self.table.next_deadline().map_or(patience, |deadline| deadline.min(patience));
            notices = match events.recv_deadline(deadline) {
                Ok(event) => {
                    self.note_time(&event, &mut spent);
                    self.table.handle(event)
                }
                Err(RecvTimeoutError::Timeout) => self.table.tick(),
                // The table itself holds a sender.
                Err(RecvTimeoutError::Disconnected) => return None,
            };
        }
    }

    fn note_time(&self, event: &PlayerEvent, spent: &mut [Vec<Duration>; 2]) {
        if let Event::Moved(id, _, time) = &event.event
            && self.table.session().thinking() == Some(*id)
        {
            let side = rules::Position::side_to_move(self.table.session().position());
            spent[self.order(side)].push(*time);
        }
    }

    /// 0 for the engine that moves first from the position given, 1 for the other.
    fn order(&self, side: Side) -> usize {
        usize::from(side != first_to_move(&self.given))
    }

    fn count(&mut self, verdict: &Verdict) {
        self.total.games += 1;
        match verdict.outcome.winner().map(|side| self.order(side)) {
            None => self.total.draws += 1,
            Some(0) => self.total.first_wins += 1,
            Some(_) => self.total.second_wins += 1,
        }
        let faults = [EndReason::IllegalMove, EndReason::EngineFailure];
        if faults.contains(&verdict.outcome.reason()) {
            self.failed = self.fault();
        }
    }

    fn fault(&self) -> Option<String> {
        let (side, why) = self.table.session().failure()?;
        Some(format!("{}: {why}", self.names[self.order(side)]))
    }

    fn print_game(&self, game: u32, verdict: &Verdict, spent: &[Vec<Duration>; 2]) {
        let variant = self.given.setup.variant;
        let moves: Vec<_> = self.table.session().record().moves().iter().map(|mv| variant.move_text(*mv)).collect();
        let winner = verdict.outcome.winner().map(|side| ["first", "second"][self.order(side)]);
        if !self.args.json {
            let by = winner.map_or("nobody", |winner| if winner == "first" { &self.names[0] } else { &self.names[1] });
            println!("game {game}: {by} wins in {} plies ({verdict})", moves.len());
            return;
        }
        let line = GameLine {
            game,
            first: &self.names[0],
            second: &self.names[1],
            moves,
            winner,
            reason: verdict.outcome.reason().id(),
            failed: self.fault(),
            time_ms: Times { first: time(&spent[0]), second: time(&spent[1]) },
        };
        print_json(&line);
    }

    fn print_total(self) -> Result<(), Failure> {
        if self.args.json {
            print_json(&self.total);
        } else {
            let Total { games, first_wins, draws, second_wins } = self.total;
            println!(
                "{games} games: {first_wins} won by {}, {draws} drawn, {second_wins} won by {}",
                self.names[0], self.names[1]
            );
        }
        match self.failed {
            Some(why) => Err(Failure::engine(anyhow!("an engine failed: {why}"))),
            None => Ok(()),
        }
    }
}

/// A game for the two engines; `--first` sits at the side to move.
fn session(args: &PlayArgs, given: &GivenPosition) -> Result<Session, Failure> {
    let mut seats = [Seat::Engine(args.first.clone()), Seat::Engine(args.second.clone())];
    if first_to_move(given) == Side::Second {
        seats.swap(0, 1);
    }
    Session::new(given.setup.clone(), seats)
        .map_err(Failure::bad_input)?
        .with_moves(&given.moves)
        .map_err(Failure::bad_input)
}

fn first_to_move(given: &GivenPosition) -> Side {
    rules::Position::side_to_move(&given.position)
}

fn ended(notice: Notice) -> Option<Verdict> {
    if let Notice::Ended(verdict) = notice { Some(verdict) } else { None }
}

fn time(spent: &[Duration]) -> Time {
    let ms = |time: &Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
    let max = spent.iter().max().map_or(0.0, ms);
    let mean = spent.iter().sum::<Duration>().checked_div(u32::try_from(spent.len()).unwrap_or(u32::MAX));
    Time { mean: mean.as_ref().map_or(0.0, ms), max }
}

fn print_json(line: &impl Serialize) {
    // Plain structs of numbers and text: there is nothing in them that JSON can't say.
    let text = serde_json::to_string(line).expect("numbers and text are JSON");
    println!("{text}");
}
