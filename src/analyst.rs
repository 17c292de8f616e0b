//! An engine beside the game that says what it thinks of positions: live analysis, and the review of a whole game.
//!
//! What to ask and when is [`Desk`]'s matter, a pure state machine; what came in is merged by [`Findings`]. This file
//! carries the desk's steps out on a player thread of its own.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use sdk::Limits;

use crate::engines::StopFlag;
use crate::engines::catalog::Catalog;
use crate::player::{Command, Event, Player, PlayerEvent, PlayerId, Think};
use crate::session::Task;

mod desk;
pub mod evaluation;
mod findings;
pub mod review;

pub use desk::{Desk, Game, Question, Step};
pub use findings::{Findings, Line, MAX_LINES};

/// Infos that one line of a search sends at most: ten a second.
const INFO_INTERVAL: Duration = Duration::from_millis(100);

/// How long an engine may go on after it was told to stop.
const PATIENCE: Duration = Duration::from_secs(3);

/// What an event changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// There is more in [`Analyst::findings`].
    Found,
    /// The search came to its end by itself: [`Analyst::findings`] are final.
    Answered,
    /// The engine failed; it is asked again only about another position.
    Failed(String),
}

/// Asks one engine at a time about one position at a time.
#[derive(Debug)]
pub struct Analyst {
    desk: Desk,
    findings: Findings,
    player: Option<Player>,
    stopped: Option<Instant>,
    next_player: u64,
    sender: Sender<PlayerEvent>,
    events: Receiver<PlayerEvent>,
}

impl Analyst {
    /// Nothing is asked yet.
    #[must_use]
    pub fn new() -> Analyst {
        let (sender, events) = unbounded();
        Analyst {
            desk: Desk::default(),
            findings: Findings::default(),
            player: None,
            stopped: None,
            next_player: 0,
            sender,
            events,
        }
    }

    /// Where the engine's events arrive; each must be handed to [`Analyst::handle`].
    #[must_use]
    pub fn events(&self) -> Receiver<PlayerEvent> {
        self.events.clone()
    }

    /// What is asked now, `None` where nothing is.
    #[must_use]
    pub const fn question(&self) -> Option<&Question> {
        self.desk.wanted()
    }

    /// Whether the engine thinks, or loads in order to.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.desk.is_busy()
    }

    /// What the engine found about the position that is asked about.
    #[must_use]
    pub const fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Asks about a position, or about none. What was found about another one is forgotten.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn ask(&mut self, catalog: &Arc<Catalog>, question: Option<Question>) -> std::io::Result<()> {
        if self.desk.wanted() != question.as_ref() {
            self.findings = Findings::default();
        }
        let steps = self.desk.want(question);
        self.carry_out(catalog, steps)
    }

    /// Lets the engine go, with its memory.
    pub fn leave(&mut self) {
        self.desk = Desk::after(&self.desk);
        self.findings = Findings::default();
        self.player = None;
        self.stopped = None;
    }

    /// Takes an event of the player in; says what it changed. Events of players and searches that nobody waits for any
    /// more change nothing.
    pub fn handle(&mut self, catalog: &Arc<Catalog>, event: PlayerEvent) -> Option<Heard> {
        self.player.as_ref().filter(|player| player.id() == event.player)?;
        match event.event {
            Event::Info(id, info) if self.desk.is_current(id) => self.findings.add(*info).then_some(Heard::Found),
            Event::Moved(id, result, _) => {
                let asked = self.desk.is_current(id);
                if asked {
                    self.findings.conclude(&result);
                }
                self.stopped = None;
                let steps = self.desk.ended(id);
                match self.carry_out(catalog, steps) {
                    Ok(()) => asked.then_some(Heard::Answered),
                    Err(error) => Some(Heard::Failed(no_thread(&error))),
                }
            }
            Event::Failed(error) => {
                self.give_up();
                Some(Heard::Failed(error.to_string()))
            }
            _ => None,
        }
    }

    /// Has infos that are held back sent, so that the newest is known soon after an engine falls silent.
    pub fn flush(&self) {
        self.player.iter().for_each(Player::flush_infos);
    }

    /// When an engine that was told to stop has kept silent for too long: [`Analyst::tick`] is due then.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.stopped.map(|since| since + PATIENCE)
    }

    /// Leaves an engine behind that does not stop, and asks another instance of it.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn tick(&mut self, catalog: &Arc<Catalog>) -> std::io::Result<()> {
        if self.deadline().is_none_or(|deadline| Instant::now() < deadline) {
            return Ok(());
        }
        let wanted = self.desk.wanted().cloned();
        self.give_up();
        self.desk.forget();
        self.ask(catalog, wanted)
    }

    fn give_up(&mut self) {
        self.player = None;
        self.stopped = None;
        self.desk.failed();
    }

    fn carry_out(&mut self, catalog: &Arc<Catalog>, steps: Vec<Step>) -> std::io::Result<()> {
        for step in steps {
            match step {
                Step::Seat(engine) => {
                    self.next_player += 1;
                    let (id, catalog) = (PlayerId(self.next_player), Arc::clone(catalog));
                    let loader = Box::new(move || catalog.create(&engine));
                    self.stopped = None;
                    self.player = None;
                    self.player = Some(Player::spawn(id, loader, INFO_INTERVAL, self.sender.clone())?);
                }
                Step::NewGame(game) => {
                    self.tell(Command::NewGame { variant: game.variant, size: game.size, rules: game.rules })
                }
                Step::Think(id, question) => self.tell(Command::Think(Box::new(Think {
                    id,
                    limits: limits(&question),
                    start: question.game.start,
                    moves: question.moves,
                    task: Task::Move,
                    stop: StopFlag::default(),
                }))),
                Step::Stop => {
                    self.stopped = Some(Instant::now());
                    self.player.iter().for_each(Player::stop);
                }
            }
        }
        Ok(())
    }

    fn tell(&mut self, command: Command) {
        if let Some(player) = &mut self.player {
            player.send(command);
        }
    }
}

impl Default for Analyst {
    fn default() -> Analyst {
        Analyst::new()
    }
}

/// Why an engine can't be asked.
#[must_use]
pub fn no_thread(error: &std::io::Error) -> String {
    format!("no thread could be started for the analysis: {error}")
}

fn limits(question: &Question) -> Limits {
    let limits = question.time.map_or_else(Limits::infinite, Limits::move_time);
    Limits { multi_pv: question.lines, ..limits }
}
