//! Live analysis: which position is asked about, and when news is shown.

use std::rc::Rc;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;
use rules::Variant;
use sdk::option_id;
use slint::TimerMode;

use super::{App, strongest};
use crate::analyst::{Game, Heard, Question, no_thread};
use crate::engines::catalog::{Catalog, Entry};
use crate::player::PlayerEvent;
use crate::session::clock::TimeControl;
use crate::session::seat::EngineSpec;
use crate::session::{Edit, Input, Session};
use crate::settings::Analysis;
use crate::table::Table;
use crate::ui::present::analysis as present;
use crate::view::overlay::{self, HeatMap, Overlay};
use crate::view::threats;

/// News of the analysis is shown at most five times a second.
const PAUSE: Duration = Duration::from_millis(200);

/// Moves of an engine's line that are added to the record.
const LINE_MOVES: usize = 10;

impl App {
    /// Where the analysing engine's events arrive; each must be handed to [`App::hear_analysis`].
    pub fn analysis_events(&self) -> Receiver<PlayerEvent> {
        self.study.analyst.borrow().events()
    }

    /// Where the reviewing engine's events arrive; each must be handed to [`App::hear_review`].
    pub fn review_events(&self) -> Receiver<PlayerEvent> {
        self.study.reviewer.borrow().events()
    }

    /// Asks the analyst about the position shown now, or nobody where none is wanted.
    pub(super) fn follow(self: &Rc<Self>) {
        let table = self.table.borrow();
        let wanted = self.question(&table);
        let mut analyst = self.study.analyst.borrow_mut();
        if analyst.question() != wanted.as_ref() {
            self.study.failure.take();
            self.study.pointed.set(None);
        }
        let asked = match wanted {
            None if !self.store.borrow().settings.analysis.on => {
                analyst.leave();
                Ok(())
            }
            wanted => analyst.ask(table.catalog(), wanted),
        };
        drop((analyst, table));
        if let Err(error) = asked {
            *self.study.failure.borrow_mut() = Some(no_thread(&error));
        }
        self.watch_analyst();
    }

    /// What the analyst is to be asked.
    fn question(&self, table: &Table) -> Option<Question> {
        let settings = &self.store.borrow().settings.analysis;
        let session = table.session();
        let held_back = is_played(session) && !settings.while_playing;
        if !settings.on || held_back || self.study.reviewing.get() || session.is_over() {
            return None;
        }
        let (engine, lines) = asked_engine(table.catalog(), session.setup().variant, settings)?;
        Some(Question { engine, game: Game::of(session), moves: session.record().moves(), lines, time: None })
    }

    /// Takes in what the analyst says.
    pub fn hear_analysis(self: &Rc<Self>, events: Vec<PlayerEvent>) {
        for event in events {
            let catalog = std::sync::Arc::clone(self.table.borrow().catalog());
            let heard = self.study.analyst.borrow_mut().handle(&catalog, event);
            match heard {
                None => continue,
                Some(Heard::Failed(why)) => *self.study.failure.borrow_mut() = Some(why),
                Some(Heard::Found | Heard::Answered) => self.study.keep(self.table.borrow().session()),
            }
            self.study.news.set(true);
        }
        if self.study.news.get() && !self.study.pause.running() {
            self.show_news();
        }
        self.watch_analyst();
    }

    /// There is news of an engine that plays.
    pub(super) fn tell_news(self: &Rc<Self>) {
        if self.store.borrow().settings.analysis.on {
            self.study.news.set(true);
            if !self.study.pause.running() {
                self.show_news();
            }
        }
    }

    /// Shows what is new, and then not again for a while.
    pub(super) fn show_news(self: &Rc<Self>) {
        self.study.news.set(false);
        self.refresh_analysis();
        let app = Rc::downgrade(self);
        self.study.pause.start(TimerMode::SingleShot, PAUSE, move || {
            let Some(app) = app.upgrade() else { return };
            // What an engine said last before it fell silent may still be held back.
            app.study.analyst.borrow().flush();
            if app.study.news.get() {
                app.show_news();
            }
        });
    }

    /// Shows the analysis and what it lays over the board.
    pub fn refresh_analysis(&self) {
        let table = self.table.borrow();
        self.with_surroundings(&table, |around| self.presenter.show_points(table.session(), around));
        self.show_analysis(&table);
    }

    /// Wakes up when an engine that was told to stop has kept silent for too long.
    fn watch_analyst(self: &Rc<Self>) {
        let deadline = self.study.analyst.borrow().deadline();
        let Some(deadline) = deadline else { return self.study.alarm.stop() };
        let app = Rc::downgrade(self);
        let wait = deadline.saturating_duration_since(Instant::now()) + Duration::from_millis(1);
        self.study.alarm.start(TimerMode::SingleShot, wait, move || {
            let Some(app) = app.upgrade() else { return };
            let catalog = std::sync::Arc::clone(app.table.borrow().catalog());
            let asked = app.study.analyst.borrow_mut().tick(&catalog);
            if let Err(error) = asked {
                *app.study.failure.borrow_mut() = Some(no_thread(&error));
            }
            app.watch_analyst();
        });
    }

    /// Shows everything of the analysis but the board.
    pub(super) fn show_analysis(&self, table: &Table) {
        let settings = &self.store.borrow().settings.analysis;
        let session = table.session();
        let engines = engines(table.catalog(), session.setup().variant);
        let chosen = chosen(table.catalog(), session.setup().variant, settings).map(|entry| entry.spec().engine);
        let (review, failure) = (self.study.review.borrow(), self.study.failure.borrow());
        let view = present::View {
            session,
            ledger: &self.study.ledger.borrow(),
            review: review.as_ref(),
            reviewing: self.study.reviewing.get(),
            settings,
            notation: self.notation.get(),
            held_back: settings.on && is_played(session) && !settings.while_playing,
            failure: failure.as_deref(),
            pointed: self.study.pointed.get(),
            threats: &self.study.threats.borrow(),
            engine: engines.iter().position(|(id, _)| Some(id) == chosen.as_ref()),
            engines: engines.into_iter().map(|(_, name)| name).collect(),
        };
        self.study.with_findings(session, settings.source, |findings| present::show(&self.window, &view, findings));
    }

    /// What lies over the board now.
    pub(super) fn overlay(&self, session: &Session) -> Overlay {
        let settings = &self.store.borrow().settings.analysis;
        let mut laid = self.study.hint.borrow().overlay(session);
        laid.threats = threats::marks(session, &self.study.threats.borrow());
        if settings.on && !self.study.reviewing.get() {
            self.study.with_findings(session, settings.source, |findings| {
                laid.heat = overlay::heat(session, findings, settings.heat);
                let pointed = self.study.pointed.get().and_then(|place| findings.lines().nth(place));
                let best =
                    findings.best().filter(|_| settings.best_move && laid.arrow.is_none() && laid.hints.is_empty());
                if let Some(line) = pointed {
                    laid.ghosts = overlay::ghosts(session, &line.moves);
                    laid.arrow = line.moves.first().and_then(|mv| overlay::arrow(session, *mv));
                } else if let Some(mv) = best.and_then(|line| line.moves.first()) {
                    laid.arrow = overlay::arrow(session, *mv);
                    // A heat map shows the best point by itself; a man's move has its arrow.
                    if laid.arrow.is_none() && settings.heat == HeatMap::Off {
                        laid.ghosts = overlay::ghosts(session, &[*mv]);
                        laid.ghosts.iter_mut().for_each(|ghost| ghost.number = 0);
                    }
                }
            });
        }
        laid
    }

    /// The pointer or the keyboard is on a line of the analysis, or on none any more.
    pub fn point_at_line(self: &Rc<Self>, line: Option<usize>) {
        if self.study.pointed.replace(line) != line {
            self.refresh_analysis();
        }
    }

    /// Adds a line of the analysis to the record, as a variation where the game went on otherwise.
    pub fn keep_line(self: &Rc<Self>, place: usize) {
        let (node, moves) = {
            let table = self.table.borrow();
            let source = self.store.borrow().settings.analysis.source;
            let session = table.session();
            let moves = self.study.with_findings(session, source, |findings| {
                findings.lines().nth(place).map(|line| line.moves.iter().copied().take(LINE_MOVES).collect::<Vec<_>>())
            });
            (session.record().current(), moves.unwrap_or_default())
        };
        if !moves.is_empty() {
            self.apply(Input::Edit(node, Edit::AddLine(moves)));
        }
    }

    /// Asks another engine from now on, by its place among those that play this variant.
    pub fn pick_analyst(self: &Rc<Self>, place: usize) {
        let picked = {
            let table = self.table.borrow();
            engines(table.catalog(), table.session().setup().variant).into_iter().nth(place)
        };
        if let Some((id, _)) = picked {
            self.store.borrow_mut().settings.analysis.engine = id;
            self.analysis_set();
        }
    }

    /// The user changed a setting of the analysis.
    pub fn analysis_set(self: &Rc<Self>) {
        self.follow();
        self.show();
        self.save_settings();
    }
}

/// Whether a game is being played here, and not a record looked through: an engine or a clock takes part, and nothing
/// follows the position shown.
fn is_played(session: &Session) -> bool {
    let record = session.record();
    let contest = session.seats().iter().any(|seat| !seat.is_human())
        || session.setup().time.iter().any(|time| *time != TimeControl::Unlimited);
    contest && !session.is_over() && record.next(record.current()).is_none()
}

/// Ids and names of the engines that can be asked about a variant.
fn engines(catalog: &Catalog, variant: Variant) -> Vec<(String, String)> {
    catalog.playing(variant).map(|entry| (entry.spec().engine, entry.descriptor.name.clone())).collect()
}

/// The engine that is to be asked: the chosen one where it plays the variant, else the strongest.
fn chosen<'a>(catalog: &'a Catalog, variant: Variant, settings: &Analysis) -> Option<&'a Entry> {
    let spec: Option<EngineSpec> = settings.engine.parse().ok();
    let named = spec.and_then(|spec| catalog.playing(variant).find(|entry| entry.is_called(&spec.engine)));
    named.or_else(|| strongest(catalog, variant))
}

/// How the engine is asked, and for how many lines: one, where it knows no more.
pub(super) fn asked_engine(catalog: &Catalog, variant: Variant, settings: &Analysis) -> Option<(EngineSpec, u32)> {
    let entry = chosen(catalog, variant, settings)?;
    let named: Option<EngineSpec> = settings.engine.parse().ok();
    let mut spec = named.filter(|spec| entry.is_called(&spec.engine)).unwrap_or_else(|| entry.spec());
    // Whoever analyses is as strong as it can be, unless the user says otherwise.
    let strongest_level = entry.known_levels().last().cloned();
    if let Some(level) = strongest_level.filter(|_| spec.option(option_id::LEVEL).is_none()) {
        spec = spec.with_option(option_id::LEVEL, &level);
    }
    let many = entry.descriptor.support(variant).is_some_and(|support| support.capabilities.multi_pv);
    Some((spec, if many { u32::try_from(settings.lines).unwrap_or(1) } else { 1 }))
}
