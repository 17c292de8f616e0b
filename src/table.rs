//! A table: a session with its two players, and no window.
//!
//! The table carries out the session's effects: it seats engines on worker threads, asks them, stops them, watches
//! that they answer, and hands what they say back to the session. The window and `qiju play` both sit on it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use rules::{Side, Verdict};
use sdk::{Info, OptionInfo};

use crate::engines::StopFlag;
use crate::engines::catalog::{Catalog, CatalogError, looks_like_file};
use crate::engines::console::{self, Level};
use crate::player::{Command, Event, Player, PlayerEvent, PlayerId, Think};
use crate::session::seat::{EngineSpec, Seat};
use crate::session::{Effect, Input, Refused, Reply, Request, Session};

mod limits;
mod patience;
mod ponder;
mod report;
mod seated;

pub use patience::Patience;
use ponder::Pondering;
pub use report::evaluation;
use seated::{Pending, Seated};

/// What whoever runs the table should know.
#[derive(Debug)]
pub enum Notice {
    /// Board, record or state changed.
    Changed,
    /// A game begins.
    NewGame,
    /// The input did nothing.
    Refused(Refused),
    /// The game is over.
    Ended(Verdict),
    /// The engine at this side failed; the game waits.
    Failed(Side, String),
    /// This side offers a draw to a person.
    DrawOffered(Side),
    /// An engine did not take the draw offered.
    DrawDeclined,
    /// The opening is over; this side plays on.
    OpeningOver(Side),
    /// What the engine at this side found so far.
    Info(Side, Box<Info>),
    /// The engine at this side is loaded and declares these options.
    Loaded(Side, Vec<OptionInfo>),
    /// The engine at this side refuses an option; it goes on without.
    OptionRefused(Side, String),
    /// The engine at this side crashed, was started anew and is asked again; the text says how it crashed.
    Restarted(Side, String),
}

/// A session and who plays it.
#[derive(Debug)]
pub struct Table {
    session: Session,
    catalog: Arc<Catalog>,
    seated: [Option<Seated>; 2],
    sender: Sender<PlayerEvent>,
    events: Receiver<PlayerEvent>,
    next_player: u64,
    epoch: Instant,
    patience: Patience,
    info_interval: Duration,
    seed: Option<u64>,
    pace: Duration,
    last_move: Instant,
    deferred: Option<(Instant, Request)>,
    /// The search that was asked for last, with the time that crashed engines spent on it.
    asked: Option<(Request, Duration)>,
    /// The largest depth that the search under way has reported.
    depth: u32,
    /// How often the engine at each side was started anew in this game.
    restarts: [u32; 2],
    notices: Vec<Notice>,
    pondering: Option<Pondering>,
    /// How often an engine pondered.
    pondered: u64,
}

impl Table {
    /// A table with a game that has not begun. Infos of engines come at most once per `info_interval` and line.
    #[must_use]
    pub fn new(session: Session, catalog: Arc<Catalog>, info_interval: Duration) -> Table {
        let (sender, events) = unbounded();
        Table {
            session,
            patience: Patience::with(&catalog),
            catalog,
            seated: [None, None],
            sender,
            events,
            next_player: 0,
            epoch: Instant::now(),
            info_interval,
            seed: None,
            pace: Duration::ZERO,
            last_move: Instant::now(),
            deferred: None,
            asked: None,
            depth: 0,
            restarts: [0; 2],
            notices: Vec::new(),
            pondering: None,
            pondered: 0,
        }
    }

    /// The game.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// The engines that may sit here.
    #[must_use]
    pub const fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// Takes another list of engines. Those that sit at the table stay as they are.
    pub fn set_catalog(&mut self, catalog: Arc<Catalog>) {
        self.patience = Patience::with(&catalog);
        self.catalog = catalog;
    }

    /// Where events of the players arrive; each must be handed to [`Table::handle`].
    #[must_use]
    pub fn events(&self) -> Receiver<PlayerEvent> {
        self.events.clone()
    }

    /// Time since the table was made: the time that its session counts in.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.epoch.elapsed()
    }

    /// How long engines may take beside their clocks.
    #[must_use]
    pub const fn patience(&self) -> Patience {
        self.patience
    }

    /// Sets how long engines may take beside their clocks.
    pub fn set_patience(&mut self, patience: Patience) {
        self.patience = patience;
    }

    /// Sets the seed that engines choose by from now on.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = Some(seed);
    }

    /// Sets the least time between two moves of a game between engines.
    pub fn set_pace(&mut self, pace: Duration) {
        self.pace = pace;
        if let Some((due, _)) = &mut self.deferred {
            *due = self.last_move + pace;
        }
    }

    /// Sets the game going.
    pub fn begin(&mut self) -> Vec<Notice> {
        self.seat_players();
        let effects = self.session.begin(self.now());
        self.carry_out(effects)
    }

    /// Puts another game on the table and sets it going. Players that stay keep their engines.
    pub fn new_game(&mut self, next: Session) -> Vec<Notice> {
        if let Some(id) = self.session.thinking() {
            self.stop(id);
        }
        self.stop_pondering();
        self.session = self.session.followed_by(next);
        self.restarts = [0; 2];
        self.unseat_outdated();
        self.begin()
    }

    /// Presses a button option of an engine at every side where it sits, and says whether it sits anywhere.
    pub fn press(&mut self, engine: &str, option: &str) -> bool {
        let catalog = Arc::clone(&self.catalog);
        let id = |name: &str| catalog.engine(name).map(|entry| entry.descriptor.id).ok();
        let is_here = |seated: &Seated| id(&seated.spec.engine).as_deref() == Some(engine);
        let mut pressed = false;
        for seated in self.seated.iter_mut().flatten().filter(|seated| is_here(seated)) {
            let command = Command::SetOption { id: option.to_owned(), value: String::new() };
            seated.tell(Pending::Option, command);
            pressed = true;
        }
        pressed
    }

    /// Lets engines go whose libraries were built anew or whose profiles changed, so that the next game has the new
    /// ones.
    fn unseat_outdated(&mut self) {
        let catalog = &self.catalog;
        let is_old = |seated: &Seated| catalog.standing(&seated.spec.engine) != seated.standing;
        let old = Side::ALL.map(|side| self.seated[side.index()].as_ref().is_some_and(is_old));
        if old.contains(&true) {
            let quick = self.catalog.found_quickly_anew();
            let mut names = self.session.seats().iter().filter_map(Seat::engine).map(|spec| spec.engine.as_str());
            let is_complete = names.all(|name| looks_like_file(name) || quick.knows(name));
            self.catalog = Arc::new(if is_complete { quick } else { self.catalog.found_anew() });
            for side in Side::ALL.into_iter().filter(|side| old[side.index()]) {
                self.seated[side.index()] = None;
            }
        }
    }

    /// Hands an input to the session.
    pub fn apply(&mut self, input: Input) -> Vec<Notice> {
        if let Input::SetSeats(seats) = &input
            && seats != self.session.seats()
        {
            return self.change_seats(seats.clone());
        }
        if matches!(input, Input::Retry) {
            self.seat_players();
        }
        let effects = self.session.apply(input, self.now());
        self.carry_out(effects)
    }

    fn change_seats(&mut self, seats: [Seat; 2]) -> Vec<Notice> {
        let old = self.session.seats().clone();
        self.stop_pondering();
        let effects = self.session.apply(Input::SetSeats(seats.clone()), self.now());
        // Two engines that change places keep what they know.
        if old[0] == seats[1] && old[1] == seats[0] {
            self.seated.swap(0, 1);
        }
        // A search must be stopped before its engine gets up.
        for effect in &effects {
            if let Effect::Stop(id) = effect {
                self.stop(*id);
            }
        }
        self.seat_players();
        self.carry_out(effects)
    }

    /// Hands an event of a player to the session.
    pub fn handle(&mut self, event: PlayerEvent) -> Vec<Notice> {
        let Some(side) = self.side_of(event.player) else { return Vec::new() };
        let Some(event) = self.as_answer(event.event) else { return Vec::new() };
        match event {
            Event::Ready(options) => {
                self.answered(side);
                self.notices.push(Notice::Loaded(side, options));
                self.take_notices()
            }
            Event::Idle => {
                self.answered(side);
                Vec::new()
            }
            Event::OptionRefused(error) => {
                self.answered(side);
                self.notices.push(Notice::OptionRefused(side, error.to_string()));
                self.take_notices()
            }
            Event::Started(id) => self.apply(Input::EngineStarted(id)),
            Event::Info(id, info) => {
                if self.session.thinking() != Some(id) {
                    return Vec::new();
                }
                self.depth = info.depth.max(self.depth);
                vec![Notice::Info(side, info)]
            }
            Event::Moved(id, result, spent) => {
                self.answered(side);
                let lost = self.asked.as_ref().filter(|(request, _)| request.id == id).map(|(_, lost)| *lost);
                let spent = spent + lost.unwrap_or_default();
                let reply = Reply {
                    mv: result.best_move,
                    resign: result.resign,
                    offer_draw: result.offer_draw,
                    accept_draw: result.accept_draw,
                    evaluation: evaluation(result.score, side, self.depth),
                    spent,
                };
                let notices = self.apply(Input::EngineMoved(id, reply));
                self.ponder(side, result.ponder);
                notices
            }
            Event::Opened(id, reply, spent) => {
                self.answered(side);
                self.apply(Input::EngineOpened(id, reply, spent))
            }
            Event::Failed(error) if self.restart(side, &error) => self.take_notices(),
            Event::Failed(error) => self.lose_player(side, error.to_string()),
        }
    }

    /// When [`Table::tick`] has something to do next.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Instant> {
        let flag = self.session.clock().deadline().map(|(_, at)| self.epoch + at);
        let deferred = self.deferred.as_ref().map(|(due, _)| *due);
        let players = self.seated.iter().flatten().filter_map(|seated| seated.deadline(&self.patience));
        players.chain(flag).chain(deferred).min()
    }

    /// Judges what time has passed over: flags, engines that keep silent, moves of a demo that are due.
    pub fn tick(&mut self) -> Vec<Notice> {
        let now = Instant::now();
        let mut notices = self.apply(Input::Tick);
        for side in Side::ALL {
            let Some(seated) = &self.seated[side.index()] else { continue };
            if seated.deadline(&self.patience).is_some_and(|deadline| now >= deadline) {
                let why = seated.silence(&self.patience);
                notices.extend(self.lose_player(side, why));
            }
        }
        if self.deferred.as_ref().is_some_and(|(due, _)| now >= *due)
            && let Some((_, request)) = self.deferred.take()
        {
            self.think(request);
            notices.extend(self.take_notices());
        }
        notices
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> Vec<Notice> {
        for effect in effects {
            match effect {
                Effect::Changed => self.notices.push(Notice::Changed),
                Effect::NewGame => self.tell_new_game(),
                Effect::Think(request) => self.think_in_time(request),
                Effect::Stop(id) | Effect::MoveNow(id) => self.stop(id),
                Effect::Refused(refused) => self.notices.push(Notice::Refused(refused)),
                Effect::DrawOffered(side) => self.notices.push(Notice::DrawOffered(side)),
                Effect::SidesChanged => {
                    self.seated.swap(0, 1);
                    self.restarts.swap(0, 1);
                }
                Effect::OpeningOver(side) => self.notices.push(Notice::OpeningOver(side)),
                Effect::DrawDeclined => self.notices.push(Notice::DrawDeclined),
                Effect::Failed(side, why) => self.notices.push(Notice::Failed(side, why)),
                Effect::Ended(verdict) => self.notices.push(Notice::Ended(verdict)),
            }
        }
        self.mind_pondering();
        self.take_notices()
    }

    fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    fn side_of(&self, player: PlayerId) -> Option<Side> {
        Side::ALL
            .into_iter()
            .find(|side| self.seated[side.index()].as_ref().is_some_and(|seated| seated.player.id() == player))
    }

    fn answered(&mut self, side: Side) {
        if let Some(seated) = &mut self.seated[side.index()] {
            seated.answered();
        }
    }

    /// Seats an engine where the session has one, and tells one that stays what changed about its options.
    fn seat_players(&mut self) {
        for side in Side::ALL {
            let seat = self.session.seat(side).engine().cloned();
            let place = &mut self.seated[side.index()];
            match (seat, place) {
                (None, place) => *place = None,
                (Some(spec), Some(seated)) if seated.can_become(&spec) => seated.become_spec(spec),
                (Some(spec), _) => self.seat(side, spec),
            }
        }
    }

    fn seat(&mut self, side: Side, spec: EngineSpec) {
        self.next_player += 1;
        let id = PlayerId(self.next_player);
        let (catalog, named) = (Arc::clone(&self.catalog), spec.clone());
        let standing = catalog.standing(&spec.engine);
        let loader = Box::new(move || catalog.create(&named));
        let place = &mut self.seated[side.index()];
        match Player::spawn(id, loader, self.info_interval, self.sender.clone()) {
            Ok(player) => {
                *place = Some(Seated {
                    spec,
                    standing,
                    player,
                    pending: VecDeque::from([Pending::Load]),
                    since: Instant::now(),
                    stopping: None,
                });
                self.tell(side, Pending::NewGame, self.new_game_command());
            }
            Err(error) => {
                *place = None;
                let why = format!("no thread could be started for it: {error}");
                let effects = self.session.apply(Input::EngineFailed(side, why), self.epoch.elapsed());
                let notices = self.carry_out(effects);
                self.notices.extend(notices);
            }
        }
    }

    fn new_game_command(&self) -> Command {
        let setup = self.session.setup();
        Command::NewGame { variant: setup.variant, size: setup.size, rules: setup.rules }
    }

    fn tell_new_game(&mut self) {
        self.notices.push(Notice::NewGame);
        self.deferred = None;
        for side in Side::ALL {
            let fresh = |seated: &Seated| seated.pending.back() == Some(&Pending::NewGame);
            // An engine that was seated for this very game has been told already.
            if !self.seated[side.index()].as_ref().is_some_and(fresh) {
                self.tell(side, Pending::NewGame, self.new_game_command());
            }
        }
    }

    fn tell(&mut self, side: Side, pending: Pending, command: Command) {
        if let Some(seated) = &mut self.seated[side.index()] {
            seated.tell(pending, command);
        }
    }

    fn think_in_time(&mut self, request: Request) {
        let due = self.last_move + self.pace;
        self.last_move = Instant::now();
        if self.session.is_demo() && due > self.last_move && !request.moves.is_empty() {
            self.last_move = due;
            self.deferred = Some((due, request));
        } else {
            self.think(request);
        }
    }

    fn think(&mut self, request: Request) {
        if self.meets(&request) {
            return;
        }
        self.depth = 0;
        self.asked = Some((request.clone(), Duration::ZERO));
        self.ask(request, Duration::ZERO);
    }

    /// Asks for a search on which an engine that crashed has spent some time already.
    fn ask(&mut self, request: Request, lost: Duration) {
        if self.seated[request.side.index()].is_none() {
            self.seat_players();
        }
        let think = Think {
            id: request.id,
            start: self.session.setup().start.clone(),
            limits: limits::limits(&request, lost, self.seed),
            moves: request.moves,
            task: request.task,
            stop: StopFlag::default(),
        };
        let pending = Pending::Search { id: request.id, unlimited: think.limits.is_unbounded(request.side) };
        self.tell(request.side, pending, Command::Think(Box::new(think)));
    }

    fn stop(&mut self, id: u64) {
        if self.deferred.as_ref().is_some_and(|(_, request)| request.id == id) {
            self.deferred = None;
        }
        for seated in self.seated.iter_mut().flatten() {
            if seated.pending.iter().any(|pending| pending.is_search(id)) {
                seated.player.stop();
                seated.stopping.get_or_insert_with(Instant::now);
            }
        }
    }

    /// Starts an engine anew whose process crashed, and asks it again what it was asked; `false` where that was done
    /// often enough, or the engine did not crash at work.
    fn restart(&mut self, side: Side, error: &CatalogError) -> bool {
        let Some(lost) = &self.seated[side.index()] else { return false };
        let is_asked = |request: &Request| {
            self.session.thinking() == Some(request.id)
                && lost.pending.iter().any(|pending| pending.is_search(request.id))
        };
        let at_work = matches!(lost.pending.front(), Some(Pending::Search { .. })) && lost.stopping.is_none();
        let Some((request, spent)) = self.asked.clone().filter(|(request, _)| is_asked(request)) else { return false };
        if !error.is_lost_process() || !at_work || self.restarts[side.index()] >= self.patience.restarts {
            return false;
        }
        self.restarts[side.index()] += 1;
        let (spec, spent) = (lost.spec.clone(), spent + lost.since.elapsed());
        let name =
            self.catalog.engine(&spec.engine).map_or_else(|_| spec.engine.clone(), |entry| entry.descriptor.name);
        console::record(&name, Level::Warning, &format!("{error}; it is started anew"));
        self.notices.push(Notice::Restarted(side, error.to_string()));
        self.asked = Some((request.clone(), spent));
        self.seated[side.index()] = None;
        self.seat(side, spec);
        self.ask(request, spent);
        true
    }

    /// Leaves a player behind; the session decides whether that costs the game.
    fn lose_player(&mut self, side: Side, why: String) -> Vec<Notice> {
        let Some(lost) = self.seated[side.index()].take() else { return Vec::new() };
        let thinking = self.session.thinking();
        let waited_for = lost.pending.iter().any(|pending| thinking.is_some_and(|id| pending.is_search(id)));
        let at_start = lost.pending.iter().any(|pending| matches!(pending, Pending::Load | Pending::NewGame));
        if waited_for || at_start {
            self.apply(Input::EngineFailed(side, why))
        } else {
            tracing::warn!(engine = %lost.spec, "left behind: {why}");
            Vec::new()
        }
    }
}
