//! A player: a worker thread that owns one engine.
//!
//! The program sends [`Command`]s and receives [`Event`]s over channels; it never waits for an engine. An engine that
//! hangs is abandoned: its thread is left behind, its later events carry the number of a player nobody knows any more.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use rules::{Move, Rules, Variant};
use sdk::{Info, Limits, OptionInfo, SearchResult};

use crate::engines::catalog::CatalogError;
use crate::engines::{EngineError, EngineInstance, StopFlag, Stopper};
use crate::session::{OpeningReply, Task};

mod opening;

/// Names a player; numbers are never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerId(pub u64);

/// What a player is told.
#[derive(Debug)]
pub enum Command {
    /// Another game begins.
    NewGame {
        /// The game.
        variant: Variant,
        /// Board size in points a side.
        size: u8,
        /// Choices about its rules.
        rules: Rules,
    },
    /// An option takes another value.
    SetOption {
        /// The option's id.
        id: String,
        /// The text of its value.
        value: String,
    },
    /// Search.
    Think(Box<Think>),
}

/// A search that a player is told to do.
#[derive(Debug)]
pub struct Think {
    /// Names the search.
    pub id: u64,
    /// Start text, `None` for the variant's own start.
    pub start: Option<String>,
    /// Every move since the start.
    pub moves: Vec<Move>,
    /// What is asked about them.
    pub task: Task,
    /// When to stop.
    pub limits: Limits,
    /// Set to stop it.
    pub stop: StopFlag,
}

/// What a player tells.
#[derive(Debug)]
pub enum Event {
    /// The engine is loaded.
    Ready(Vec<OptionInfo>),
    /// The game, option or position that came before a search is done.
    Idle,
    /// A search begins now.
    Started(u64),
    /// What a search found so far.
    Info(u64, Box<Info>),
    /// A search ended with this answer after this time.
    Moved(u64, Box<SearchResult>, Duration),
    /// The engine did its part in an opening after this time.
    Opened(u64, OpeningReply, Duration),
    /// An option was refused; the engine goes on.
    OptionRefused(EngineError),
    /// The engine failed; the player is gone.
    Failed(CatalogError),
}

/// An event with the player it comes from.
#[derive(Debug)]
pub struct PlayerEvent {
    /// The player.
    pub player: PlayerId,
    /// What happened.
    pub event: Event,
}

/// Loads an engine, on the player's own thread.
pub type Loader = Box<dyn FnOnce() -> Result<Box<dyn EngineInstance>, CatalogError> + Send>;

/// The program's end of a player. Dropping it lets the engine go, after the search that it is in.
#[derive(Debug)]
pub struct Player {
    id: PlayerId,
    commands: Sender<Command>,
    stopper: Arc<OnceLock<Arc<dyn Stopper>>>,
    valve: Valve,
    search: Option<StopFlag>,
}

/// The valve of the search under way, for both ends.
type Valve = Arc<Mutex<Option<Arc<InfoValve>>>>;

impl Player {
    /// Starts a thread that loads an engine and serves it. Of the infos of one search and line at most one comes per
    /// `info_interval`, the newest; the last one always comes.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn spawn(
        id: PlayerId,
        loader: Loader,
        info_interval: Duration,
        events: Sender<PlayerEvent>,
    ) -> std::io::Result<Player> {
        let (commands, inbox) = unbounded();
        let (stopper, valve) = (Arc::new(OnceLock::new()), Valve::default());
        let out = Outlet { player: id, events };
        let worker = Worker { inbox, out, stopper: Arc::clone(&stopper), valve: Arc::clone(&valve), info_interval };
        thread::Builder::new().name(format!("player {}", id.0)).spawn(move || worker.run(loader))?;
        Ok(Player { id, commands, stopper, valve, search: None })
    }

    /// The player's number.
    #[must_use]
    pub const fn id(&self) -> PlayerId {
        self.id
    }

    /// Tells the player something. A player that is gone has said so in an event, and hears nothing.
    pub fn send(&mut self, command: Command) {
        if let Command::Think(think) = &command {
            self.search = Some(think.stop.clone());
        }
        // A closed channel means that the worker ended after `Event::Failed`, which is all there is to know.
        let _ = self.commands.send(command);
    }

    /// Asks the search under way, if any, to answer now.
    pub fn stop(&self) {
        if let Some(search) = &self.search {
            search.set();
        }
        if let Some(stopper) = self.stopper.get() {
            stopper.stop();
        }
    }

    /// Sends the infos that are held back at once: the newest of an engine that has fallen silent in mid-search.
    pub fn flush_infos(&self) {
        let valve = self.valve.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(valve) = valve {
            valve.flush();
        }
    }
}

impl Player {
    /// Tells that the move on which the search under way ponders was played.
    pub fn ponder_hit(&self) {
        if let Some(search) = &self.search {
            search.hit();
        }
        if let Some(stopper) = self.stopper.get() {
            stopper.ponder_hit();
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.stop();
    }
}

impl std::fmt::Debug for dyn Stopper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Stopper")
    }
}

#[derive(Clone, Debug)]
struct Outlet {
    player: PlayerId,
    events: Sender<PlayerEvent>,
}

impl Outlet {
    fn send(&self, event: Event) {
        // Nobody listens any more once the table is gone.
        let _ = self.events.send(PlayerEvent { player: self.player, event });
    }
}

struct Worker {
    inbox: Receiver<Command>,
    out: Outlet,
    stopper: Arc<OnceLock<Arc<dyn Stopper>>>,
    valve: Valve,
    info_interval: Duration,
}

impl Worker {
    fn run(self, loader: Loader) {
        if let Err(error) = self.serve(loader) {
            self.out.send(Event::Failed(error));
        }
    }

    fn serve(&self, loader: Loader) -> Result<(), CatalogError> {
        let mut engine = loader()?;
        // The cell was made for this thread alone and is set here once.
        let _ = self.stopper.set(engine.stopper());
        self.out.send(Event::Ready(engine.options().to_vec()));
        let mut game = (Variant::Gomoku, 0, Rules::default());
        for command in &self.inbox {
            match command {
                Command::NewGame { variant, size, rules } => {
                    engine.new_game(variant, size, rules)?;
                    game = (variant, size, rules);
                    self.out.send(Event::Idle);
                }
                Command::SetOption { id, value } => match engine.set_option(&id, &value) {
                    Ok(()) => self.out.send(Event::Idle),
                    Err(error) if error.is_refusal() => self.out.send(Event::OptionRefused(error)),
                    Err(error) => return Err(error.into()),
                },
                Command::Think(think) if think.task == Task::Move => self.think(engine.as_mut(), *think)?,
                Command::Think(think) => self.open(engine.as_mut(), *think, game)?,
            }
        }
        Ok(())
    }

    fn think(&self, engine: &mut dyn EngineInstance, think: Think) -> Result<(), EngineError> {
        engine.set_position(think.start.as_deref(), &think.moves)?;
        let infos = Arc::new(InfoValve::new(think.id, self.out.clone(), self.info_interval));
        let sink = Arc::clone(&infos);
        *self.valve.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&infos));
        self.out.send(Event::Started(think.id));
        let start = Instant::now();
        let result = engine.search(&think.limits, &think.stop, Arc::new(move |info| sink.push(info)))?;
        let spent = start.elapsed();
        infos.flush();
        self.out.send(Event::Moved(think.id, Box::new(result), spent));
        Ok(())
    }
}

impl Worker {
    /// The engine's part in an opening, or what is made of its judgement where it knows no openings.
    fn open(
        &self,
        engine: &mut dyn EngineInstance,
        think: Think,
        game: (Variant, u8, Rules),
    ) -> Result<(), EngineError> {
        self.out.send(Event::Started(think.id));
        let start = Instant::now();
        let reply = opening::answer(engine, &think, game)?;
        self.out.send(Event::Opened(think.id, reply, start.elapsed()));
        Ok(())
    }
}

/// Lets the newest info of each line through once per interval.
#[derive(Debug)]
struct InfoValve {
    search: u64,
    out: Outlet,
    interval: Duration,
    lines: Mutex<Vec<Line>>,
}

#[derive(Debug, Default)]
struct Line {
    sent: Option<Instant>,
    waiting: Option<Info>,
}

impl InfoValve {
    fn new(search: u64, out: Outlet, interval: Duration) -> InfoValve {
        InfoValve { search, out, interval, lines: Mutex::new(Vec::new()) }
    }

    /// Lines beyond this many are counted as the last one: a limit on what an engine can make us keep.
    const MAX_LINES: usize = 64;

    fn push(&self, info: Info) {
        let place = (info.multi_pv.max(1) as usize - 1).min(Self::MAX_LINES);
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() <= place {
            lines.resize_with(place + 1, Line::default);
        }
        let line = &mut lines[place];
        if line.sent.is_some_and(|sent| sent.elapsed() < self.interval) {
            line.waiting = Some(info);
        } else {
            *line = Line { sent: Some(Instant::now()), waiting: None };
            self.out.send(Event::Info(self.search, Box::new(info)));
        }
    }

    fn flush(&self) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        for line in lines.iter_mut() {
            if let Some(info) = line.waiting.take() {
                line.sent = Some(Instant::now());
                self.out.send(Event::Info(self.search, Box::new(info)));
            }
        }
    }
}
