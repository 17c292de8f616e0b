//! The program with its window: owns the table and what shows it, and is the only part that knows everyone.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use crossbeam_channel::Sender;
use rules::gomoku::opening::Protocol;
use rules::{Side, Variant};
use sdk::option_id;
use slint::{ComponentHandle, Timer, TimerMode};

pub mod checks;
pub mod dialogs;
pub mod drops;
pub mod engine_log;
pub mod engines;
pub mod pictures;
pub mod profiles;
mod sounds;

use engines::{EngineDesk, catalog_at_start};
use sounds::Heard;

use crate::adviser::Adviser;
use crate::cli::{Failure, WindowArgs};
use crate::engines::catalog::{Catalog, Entry};
use crate::picture::Pixels;
use crate::player::PlayerEvent;
use crate::session::record::NodeId;
use crate::session::seat::{EngineSpec, Seat};
use crate::session::{Input, Session, Setup};
use crate::settings::{Renderer, Store};
use crate::sound::Sounds;
use crate::table::{Notice, Table};
use crate::ui::generated::{BannerKind, BannerRow, GameAdapter, MainWindow};
use crate::ui::present::{Presenter, Surroundings};
use crate::ui::{bridge, connect};
use crate::view::panel::Notation;

mod analysis;
mod hints;
mod playing;
mod record;
mod review;
mod study;

use study::Study;

/// Infos of an engine that reach the window: 25 a second.
const INFO_INTERVAL: Duration = Duration::from_millis(40);

/// Least time between the moves of a demo, by the steps of the speed slider.
pub const PACES: [Duration; 9] = [
    Duration::from_millis(3000),
    Duration::from_millis(2000),
    Duration::from_millis(1500),
    Duration::from_millis(1000),
    Duration::from_millis(700),
    Duration::from_millis(500),
    Duration::from_millis(300),
    Duration::from_millis(100),
    Duration::ZERO,
];

/// The running program.
pub struct App {
    window: MainWindow,
    table: RefCell<Table>,
    presenter: Presenter,
    store: RefCell<Store>,
    alarm: Timer,
    notation: Cell<Notation>,
    levels: RefCell<[Vec<String>; 2]>,
    adviser: RefCell<Adviser>,
    desk: RefCell<EngineDesk>,
    heard: RefCell<Heard>,
    clipboard: RefCell<Option<Sender<Pixels>>>,
    /// The engine that moves in a person's place.
    proxy: RefCell<Adviser>,
    study: Study,
}

thread_local! {
    /// The program, for what comes from other threads through the event loop.
    static APP: RefCell<Option<Rc<App>>> = const { RefCell::new(None) };
}

/// Opens the window and runs until it closes.
///
/// # Errors
/// Bad arguments, or a system without a display.
pub fn run(args: &WindowArgs) -> Result<(), Failure> {
    let (store, message) = Store::open();
    let catalog = catalog_at_start(args);
    let session = first_session(args, &store, &catalog)?;
    choose_renderer(store.settings.renderer)?;
    let app = App::new(session, catalog, store).map_err(Failure::bad_input)?;
    APP.set(Some(Rc::clone(&app)));
    let events = app.table.borrow().events();
    bridge::forward(events, |batch| with_app(|app| app.handle(batch))).map_err(Failure::bad_input)?;
    let advice = app.adviser_events();
    bridge::forward(advice, |batch| with_app(|app| app.hear_advice(batch))).map_err(Failure::bad_input)?;
    let desk = app.desk_events();
    bridge::forward(desk, |batch| with_app(|app| app.hear_desk(batch))).map_err(Failure::bad_input)?;
    app.set_sounds(Sounds::start());
    app.listen_for_drops();
    let proxy = app.proxy_events();
    bridge::forward(proxy, |batch| with_app(|app| app.hear_proxy(batch))).map_err(Failure::bad_input)?;
    let analysis = app.analysis_events();
    bridge::forward(analysis, |batch| with_app(|app| app.hear_analysis(batch))).map_err(Failure::bad_input)?;
    let review = app.review_events();
    bridge::forward(review, |batch| with_app(|app| app.hear_review(batch))).map_err(Failure::bad_input)?;
    app.begin();
    app.look_at_unseen();
    if let Some(message) = message {
        app.show_error(&message);
    }
    let result = app.window.run().context("the window can't be shown").map_err(Failure::BadInput);
    app.remember();
    APP.set(None);
    result
}

fn with_app(act: impl FnOnce(&Rc<App>)) {
    let app = APP.with_borrow(Clone::clone);
    if let Some(app) = app {
        act(&app);
    }
}

/// Selects what draws the window, unless the environment has chosen already.
fn choose_renderer(renderer: Renderer) -> Result<(), Failure> {
    if std::env::var_os("SLINT_BACKEND").is_some() {
        return Ok(());
    }
    let select = |name: &str| {
        slint::BackendSelector::new().backend_name("winit".to_owned()).renderer_name(name.to_owned()).select()
    };
    let result = match renderer {
        Renderer::Software => select("software"),
        Renderer::Opengl => select("femtovg").or_else(|_| select("software")),
    };
    result.context("no window can be opened; is a display there?").map_err(Failure::BadInput)
}

/// The game that the window starts with.
fn first_session(args: &WindowArgs, store: &Store, catalog: &Catalog) -> Result<Session, Failure> {
    let last = &store.settings.game;
    let variant = match args.new.as_deref().or(args.demo.as_deref()) {
        Some(name) => name.parse::<Variant>().map_err(Failure::bad_input)?,
        None => last.variant(),
    };
    let fallback = default_seat(catalog, variant);
    let remembered = || last.seats(fallback.engine());
    let mut seats = if args.demo.is_some() { [fallback.clone(), fallback.clone()] } else { remembered() };
    for (seat, given) in seats.iter_mut().zip([&args.first, &args.second]) {
        match given {
            Some(given) => *seat = given.clone(),
            None => mend_seat(seat, catalog, variant),
        }
    }
    if args.demo.is_some() && seats.iter().any(Seat::is_human) {
        return Err(Failure::bad_input(anyhow!("--demo {variant} needs engines on both sides; none was found")));
    }
    for seat in seats.iter().filter_map(Seat::engine) {
        catalog.engine(&seat.engine).map_err(Failure::bad_input)?;
    }
    if args.size.is_some() && !variant.is_gomoku() {
        return Err(Failure::bad_input(anyhow!("--size is for Gomoku boards; the board of xiangqi is fixed")));
    }
    let mut setup = last.setup(variant);
    setup.size = args.size.unwrap_or(setup.size);
    if !variant.is_gomoku() || args.demo.is_some() {
        setup.opening = Protocol::Free;
    }
    if args.demo.is_some() {
        setup.time = Default::default();
    }
    Session::new(setup, seats).map_err(Failure::bad_input)
}

/// The engine that people play where they chose none, at a level that most enjoy; a person where there is none.
fn default_seat(catalog: &Catalog, variant: Variant) -> Seat {
    strongest(catalog, variant)
        .map_or(Seat::Human, |entry| Seat::Engine(with_default_level(entry.spec(), &entry.levels())))
}

/// The strongest of the engines that come with the program, else any that plays the variant.
fn strongest(catalog: &Catalog, variant: Variant) -> Option<&Entry> {
    catalog.playing(variant).min_by_key(|entry| entry.descriptor.id != "org.qiju.alphabeta")
}

/// An engine as it sits down where nobody said how strong: normal, where it knows that level.
fn with_default_level(spec: EngineSpec, levels: &[String]) -> EngineSpec {
    let normal = levels.iter().any(|level| level == "normal");
    if normal { spec.with_option(option_id::LEVEL, "normal") } else { spec }
}

/// A remembered engine that is gone, or does not play the variant, gives its seat to the default one.
fn mend_seat(seat: &mut Seat, catalog: &Catalog, variant: Variant) {
    let plays =
        |spec: &EngineSpec| catalog.engine(&spec.engine).is_ok_and(|entry| entry.descriptor.support(variant).is_some());
    if seat.engine().is_some_and(|spec| !plays(spec)) {
        *seat = default_seat(catalog, variant);
    }
}

impl App {
    /// A window for a session, wired but not shown.
    ///
    /// # Errors
    /// The system gives no window.
    pub fn new(session: Session, catalog: Arc<Catalog>, store: Store) -> anyhow::Result<Rc<App>> {
        let window = MainWindow::new().context("no window can be made")?;
        crate::ui::fonts::prefer_embedded();
        let mut table = Table::new(session, catalog, INFO_INTERVAL);
        table.set_pace(Duration::from_millis(store.settings.game.pace_ms));
        table.set_seed(fastrand::u64(..));
        let app = Rc::new(App {
            presenter: Presenter::new(&window),
            window,
            table: RefCell::new(table),
            store: RefCell::new(store),
            alarm: Timer::default(),
            notation: Cell::default(),
            levels: RefCell::default(),
            adviser: RefCell::default(),
            desk: RefCell::default(),
            heard: RefCell::new(Heard::new(Sounds::silent())),
            clipboard: RefCell::default(),
            proxy: RefCell::default(),
            study: Study::default(),
        });
        connect::connect(&app);
        app.show();
        Ok(app)
    }

    /// Sets the first game going.
    pub fn begin(self: &Rc<Self>) {
        let notices = self.table.borrow_mut().begin();
        self.take(notices);
    }

    /// The window.
    #[must_use]
    pub const fn window(&self) -> &MainWindow {
        &self.window
    }

    /// The table.
    #[must_use]
    pub const fn table(&self) -> &RefCell<Table> {
        &self.table
    }

    /// The settings.
    #[must_use]
    pub const fn store(&self) -> &RefCell<Store> {
        &self.store
    }

    /// Plays a man that a person dragged to its target.
    pub fn drop_man(self: &Rc<Self>, from: rules::Point, to: rules::Point) {
        self.presenter.moved_by_hand();
        self.apply(Input::Play(rules::Move::Shift { from, to }));
    }

    /// Writes moves in another way from the next time they are shown.
    pub fn set_notation(&self, notation: Notation) {
        self.notation.set(notation);
    }

    /// Hands an input to the table and shows what came of it.
    pub fn apply(self: &Rc<Self>, input: Input) {
        self.about_to_hear(&input);
        if matches!(input, Input::GoTo(_) | Input::Undo | Input::Redo) {
            self.presenter.follow();
        }
        let notices = self.table.borrow_mut().apply(input);
        self.take(notices);
    }

    /// Sets a game going in place of the present one.
    pub fn start(self: &Rc<Self>, setup: Setup, seats: [Seat; 2]) {
        match Session::new(setup, seats) {
            Ok(session) => {
                self.table.borrow_mut().set_seed(fastrand::u64(..));
                let notices = self.table.borrow_mut().new_game(session);
                self.take(notices);
            }
            Err(error) => self.show_error(&error.to_string()),
        }
    }

    /// Hands events of the players to the table and shows what came of them.
    pub fn handle(self: &Rc<Self>, events: Vec<PlayerEvent>) {
        for event in events {
            // One at a time: a line of moves is written from the position that it belongs to.
            let notices = self.table.borrow_mut().handle(event);
            self.take(notices);
        }
    }

    /// Shows the position after a ply of the line shown.
    pub fn go_to_ply(self: &Rc<Self>, ply: i32) {
        let node = {
            let table = self.table.borrow();
            let line = table.session().record().line();
            usize::try_from(ply)
                .ok()
                .and_then(|ply| ply.checked_sub(1))
                .map_or(Some(NodeId::ROOT), |place| line.get(place).copied())
        };
        node.into_iter().for_each(|node| self.apply(Input::GoTo(node)));
    }

    /// Sets the level of the engine that the level selector means.
    pub fn set_level(self: &Rc<Self>, choice: usize) {
        let Some(side) = self.level_side() else { return };
        let level = self.levels.borrow()[side.index()].get(choice).cloned();
        let mut seats = self.table.borrow().session().seats().clone();
        if let (Seat::Engine(spec), Some(level)) = (&mut seats[side.index()], level) {
            *spec = spec.clone().with_option(option_id::LEVEL, &level);
            self.apply(Input::SetSeats(seats));
        }
    }

    /// The engine that the level selector means: the one that plays a person, else the first side's.
    fn level_side(&self) -> Option<Side> {
        let table = self.table.borrow();
        Side::ALL.into_iter().find(|side| !table.session().seat(*side).is_human())
    }

    /// Sets the speed of a demo by a step of the slider.
    pub fn set_pace(self: &Rc<Self>, step: usize) {
        let pace = PACES[step.min(PACES.len() - 1)];
        self.table.borrow_mut().set_pace(pace);
        self.store.borrow_mut().settings.game.pace_ms = u64::try_from(pace.as_millis()).unwrap_or(0);
        self.show();
        self.set_alarm();
    }

    /// Shows everything anew.
    pub fn show(&self) {
        let table = self.table.borrow();
        self.study.look_for_threats(table.session(), self.store.borrow().settings.analysis.threats);
        self.with_surroundings(&table, |around| self.presenter.show(table.session(), around));
        self.show_analysis(&table);
        self.show_level(&table);
        self.show_seats(&table);
        self.show_pace();
    }

    fn with_surroundings(&self, table: &Table, show: impl FnOnce(&Surroundings<'_>)) {
        let store = self.store.borrow();
        let names = |seat: &Seat| engine_name(table.catalog(), seat);
        show(&Surroundings {
            look: &store.settings.look,
            notation: self.notation.get(),
            names: &names,
            overlay: &self.overlay(table.session()),
            forbidden: store.settings.analysis.forbidden,
            now: table.now(),
        });
    }

    fn show_level(&self, table: &Table) {
        let game = self.window.global::<GameAdapter>();
        let Some(side) = self.level_side() else { return connect::set_levels(&game, &[], 0) };
        let levels = &self.levels.borrow()[side.index()];
        let spec = table.session().seat(side).engine();
        let level = spec.and_then(|spec| table.catalog().option_of(spec, option_id::LEVEL));
        let place = levels.iter().position(|known| Some(known) == level.as_ref());
        connect::set_levels(&game, levels, place.unwrap_or(levels.len().saturating_sub(1)));
    }

    fn show_pace(&self) {
        let pace = Duration::from_millis(self.store.borrow().settings.game.pace_ms);
        let step = PACES.iter().position(|known| *known <= pace).unwrap_or(PACES.len() - 1);
        connect::set_speed(&self.window.global::<GameAdapter>(), step, pace);
    }

    /// Shows a sentence that something went wrong, above the game.
    pub fn show_error(&self, text: &str) {
        let banner = BannerRow { kind: BannerKind::Error, name: text.into(), text: Default::default() };
        self.window.global::<GameAdapter>().set_banner(banner);
    }

    /// Writes the settings, and says so where that fails.
    pub fn save_settings(&self) {
        if let Err(error) = self.store.borrow().save() {
            self.show_error(&format!("the settings can't be saved: {error}"));
        }
    }

    fn take(self: &Rc<Self>, notices: Vec<Notice>) {
        let changed = notices.iter().any(|notice| !matches!(notice, Notice::Info(..)));
        if notices.iter().any(|notice| matches!(notice, Notice::Changed | Notice::NewGame)) {
            self.drop_hint();
            self.proxy.borrow_mut().forget();
            self.hide_engine_banner();
        }
        for notice in &notices {
            if let Notice::Loaded(side, options) = notice {
                self.levels.borrow_mut()[side.index()] = crate::engines::levels(options);
            }
        }
        if notices.iter().any(|notice| matches!(notice, Notice::NewGame)) {
            self.study.reset();
        }
        if changed {
            self.follow();
            self.show();
        }
        self.hear(&notices);
        notices.into_iter().for_each(|notice| self.tell(notice));
        self.set_alarm();
    }

    /// Shows what a notice adds to the state of the game.
    fn tell(self: &Rc<Self>, notice: Notice) {
        let table = self.table.borrow();
        match notice {
            Notice::Refused(refused) => self.presenter.refuse(table.session(), &refused),
            Notice::Failed(side, why) => {
                let name = engine_name(table.catalog(), table.session().seat(side)).into();
                let banner = BannerRow { kind: BannerKind::EngineStopped, name, text: why.into() };
                self.window.global::<GameAdapter>().set_banner(banner);
            }
            Notice::OptionRefused(_, why) => self.presenter.say(&why),
            Notice::Info(side, info) => {
                let name = engine_name(table.catalog(), table.session().seat(side));
                self.presenter.show_info(table.session(), &name, side, &info, self.notation.get());
                self.study.hear_player(table.session(), &info);
                drop(table);
                self.tell_news();
            }
            Notice::Restarted(side, why) => {
                let name = engine_name(table.catalog(), table.session().seat(side)).into();
                let banner = BannerRow { kind: BannerKind::EngineRestarted, name, text: why.into() };
                self.window.global::<GameAdapter>().set_banner(banner);
            }
            Notice::NewGame => {
                self.presenter.hide_info();
                drop(table);
                self.look_at_unseen();
            }
            Notice::DrawDeclined | Notice::OpeningOver(_) => {
                drop(table);
                self.announce(&notice);
            }
            Notice::Changed | Notice::Ended(_) | Notice::DrawOffered(_) | Notice::Loaded(..) => {}
        }
    }

    fn hide_engine_banner(&self) {
        let game = self.window.global::<GameAdapter>();
        if game.get_banner().kind == BannerKind::EngineStopped && self.table.borrow().session().failure().is_none() {
            game.set_banner(BannerRow::default());
        }
    }

    /// Wakes up when the table has something to do, or a clock shows another second. Nothing runs otherwise.
    fn set_alarm(self: &Rc<Self>) {
        let now = Instant::now();
        let table = self.table.borrow();
        let deadline = table.next_deadline().map(|deadline| deadline.saturating_duration_since(now));
        let clock = running_clock(&table);
        let Some(wait) = deadline.into_iter().chain(clock).min() else { return self.alarm.stop() };
        let app = Rc::downgrade(self);
        self.alarm.start(TimerMode::SingleShot, wait + Duration::from_millis(1), move || {
            if let Some(app) = app.upgrade() {
                app.wake();
            }
        });
    }

    fn wake(self: &Rc<Self>) {
        let notices = self.table.borrow_mut().tick();
        {
            let table = self.table.borrow();
            self.with_surroundings(&table, |around| self.presenter.show_players(table.session(), around));
        }
        self.hear_clock();
        self.take(notices);
    }

    /// Stores what the next start needs.
    fn remember(&self) {
        let mut store = self.store.borrow_mut();
        let size = self.window.window().size().to_logical(self.window.window().scale_factor());
        store.settings.window = crate::settings::WindowSize { width: size.width, height: size.height };
        let table = self.table.borrow();
        let session = table.session();
        store.settings.game.variant = session.setup().variant.id().to_owned();
        store.settings.game.set_seats(session.seats());
        if let Err(error) = store.save() {
            tracing::warn!("settings can't be saved: {error}");
        }
    }
}

/// Time until the running clock shows another value.
fn running_clock(table: &Table) -> Option<Duration> {
    let clock = table.session().clock();
    let side = clock.running()?;
    let left = clock.control(side).shown(clock.left(side, table.now())?);
    let step: u32 = if left < Duration::from_secs(10) { 100_000_000 } else { 1_000_000_000 };
    Some(Duration::from_nanos(u64::from(left.subsec_nanos() % step)))
}

fn engine_name(catalog: &Catalog, seat: &Seat) -> String {
    let Some(spec) = seat.engine() else { return String::new() };
    if catalog.choices().profiles.contains_key(&spec.engine) {
        return spec.engine.clone();
    }
    catalog.engine(&spec.engine).map_or_else(|_| spec.engine.clone(), |entry| entry.descriptor.name)
}
