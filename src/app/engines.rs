//! The engine page: the list of engines, and what is done about one. Whatever takes time runs on a thread of its own
//! and comes back as a [`DeskEvent`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use sdk::OptionInfo;

use super::App;
use super::checks::CheckRun;
use super::dialogs::Picked;
use super::engine_log::LogDesk;
use super::pictures::Pictured;
use crate::cli::WindowArgs;
use crate::engines::catalog::{Catalog, OwnError, Places, looks_like_file};
use crate::engines::conformance::Outcome;
use crate::session::seat::Seat;
use crate::ui::connect::engines as page;
use crate::view::engines::{self, EngineRow, State};

/// What the engine page remembers between two inputs.
pub struct EngineDesk {
    sender: Sender<DeskEvent>,
    events: Receiver<DeskEvent>,
    /// Counts what the user decided: a list that was made before a decision does not know of it.
    pub(super) decisions: u64,
    /// Jobs that run.
    jobs: usize,
    /// Engines are being searched for.
    searching: bool,
    /// The row that is shown, by id and file.
    chosen: Option<(String, PathBuf)>,
    /// The profile that is shown, `None` for the engine as it comes.
    pub(super) profile: Option<String>,
    /// Options of the engine shown that differ from its defaults.
    pub(super) draft: BTreeMap<String, String>,
    /// What the engine shown declares.
    pub(super) declared: Vec<OptionInfo>,
    pub(super) check: Option<CheckRun>,
    pub(super) log: LogDesk,
}

impl Default for EngineDesk {
    fn default() -> EngineDesk {
        let (sender, events) = unbounded();
        EngineDesk {
            sender,
            events,
            decisions: 0,
            jobs: 0,
            searching: false,
            chosen: None,
            profile: None,
            draft: BTreeMap::new(),
            declared: Vec::new(),
            check: None,
            log: LogDesk::default(),
        }
    }
}

/// What comes back from the page's threads.
pub enum DeskEvent {
    /// Engines were searched for; the number is that of decisions before.
    Found(u64, Box<Catalog>),
    /// A library was looked at and put among the user's own engines, or not.
    Added(PathBuf, Result<PathBuf, OwnError>),
    /// A check of a run came out.
    Checked(u64, usize, Outcome),
    /// A run of checks is over; the text says what kept it from running.
    CheckEnded(u64, Option<String>),
    /// The user chose a file.
    Picked(Picked),
    /// A picture was made, or not.
    Pictured(Pictured),
    /// The engine log has new lines.
    Lines,
}

/// What the page tells about the last thing that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Nothing.
    None,
    /// This library was added.
    Added(String),
    /// This library was removed.
    Removed(String),
    /// A library of this path is there already and may be replaced.
    Exists(String),
    /// The system has no dialog for choosing files.
    NoDialog,
    /// Something went wrong, in a sentence.
    Failed(String),
}

/// The engines known without waiting for any; all of them where one is asked for that is not known.
pub(super) fn catalog_at_start(args: &WindowArgs) -> Arc<Catalog> {
    let quick = Catalog::find_quickly(Places::usual(args.safe_mode));
    let mut asked = [&args.first, &args.second].into_iter().flatten().filter_map(Seat::engine);
    let is_known = asked.all(|spec| looks_like_file(&spec.engine) || quick.knows(&spec.engine));
    Arc::new(if is_known { quick } else { quick.found_anew() })
}

impl App {
    /// Where the engine page's threads report; each report must be handed to [`App::hear_desk`].
    #[must_use]
    pub fn desk_events(&self) -> Receiver<DeskEvent> {
        self.desk.borrow().events.clone()
    }

    pub(super) fn desk_sender(&self) -> Sender<DeskEvent> {
        self.desk.borrow().sender.clone()
    }

    /// Shows what the engine page's threads found.
    pub fn hear_desk(self: &Rc<Self>, events: Vec<DeskEvent>) {
        for event in events {
            match event {
                DeskEvent::Found(decisions, catalog) => self.take_catalog(decisions, *catalog),
                DeskEvent::Added(library, added) => self.hear_added(&library, added),
                DeskEvent::Checked(run, check, outcome) => self.hear_check(run, check, outcome),
                DeskEvent::CheckEnded(run, fault) => self.hear_check_end(run, fault),
                DeskEvent::Picked(picked) => self.hear_picked(picked),
                DeskEvent::Pictured(pictured) => self.hear_picture(pictured),
                DeskEvent::Lines => self.show_log_lines(),
            }
        }
    }

    /// Runs a job of the engine page on a thread of its own.
    pub(super) fn start_job(self: &Rc<Self>, job: impl FnOnce(&Sender<DeskEvent>) + Send + 'static) {
        if self.start_beside(job) {
            self.desk.borrow_mut().jobs += 1;
            page::set_busy(self, true);
        }
    }

    /// Runs what the page need not wait for on a thread of its own, and says whether it could be started.
    pub(super) fn start_beside(&self, job: impl FnOnce(&Sender<DeskEvent>) + Send + 'static) -> bool {
        let sender = self.desk_sender();
        let spawned = thread::Builder::new().name("engine page".to_owned()).spawn(move || job(&sender));
        if let Err(error) = &spawned {
            self.note(&Note::Failed(format!("no thread could be started: {error}")));
        }
        spawned.is_ok()
    }

    pub(super) fn job_done(&self) {
        let mut desk = self.desk.borrow_mut();
        desk.jobs = desk.jobs.saturating_sub(1);
        let busy = desk.jobs > 0;
        drop(desk);
        page::set_busy(self, busy);
    }

    /// Looks at the libraries that nothing is known of, where there are any.
    pub fn look_at_unseen(self: &Rc<Self>) {
        let is_any_unseen = !self.table.borrow().catalog().unseen().is_empty();
        if is_any_unseen && !self.desk.borrow().searching {
            self.search_engines();
        }
    }

    /// Searches for engines again.
    pub fn search_engines(self: &Rc<Self>) {
        let (catalog, decisions) = (Arc::clone(self.table.borrow().catalog()), self.desk.borrow().decisions);
        self.desk.borrow_mut().searching = true;
        self.start_job(move |sender| {
            // Nobody hears when the program has ended.
            let _ = sender.send(DeskEvent::Found(decisions, Box::new(catalog.found_anew())));
        });
    }

    fn take_catalog(self: &Rc<Self>, decisions: u64, catalog: Catalog) {
        self.job_done();
        self.desk.borrow_mut().searching = false;
        let outdated = self.desk.borrow().decisions != decisions;
        let catalog = match outdated {
            true => catalog.with_choices(self.table.borrow().catalog().choices().clone()),
            false => catalog,
        };
        self.table.borrow_mut().set_catalog(Arc::new(catalog));
        self.show_engines();
        self.show();
    }

    /// Looks at a library and puts it among the user's own engines.
    pub fn add_engine(self: &Rc<Self>, library: &Path, replace: bool) {
        let library = library.to_owned();
        let catalog = Arc::clone(self.table.borrow().catalog());
        self.note(&Note::None);
        self.start_job(move |sender| {
            let added = catalog.add_own(&library, replace).map(|(_, target)| target);
            // Nobody hears when the program has ended.
            let _ = sender.send(DeskEvent::Added(library, added));
        });
    }

    fn hear_added(self: &Rc<Self>, library: &Path, added: Result<PathBuf, OwnError>) {
        self.job_done();
        match added {
            Ok(target) => {
                self.note(&Note::Added(file_name(library)));
                self.desk.borrow_mut().chosen = Some((String::new(), target));
                self.search_engines();
            }
            Err(OwnError::Exists(_)) => self.note(&Note::Exists(library.display().to_string())),
            Err(error) => self.note(&Note::Failed(error.to_string())),
        }
    }

    /// Removes the engine shown from the user's own.
    pub fn remove_engine(self: &Rc<Self>) {
        let Some(row) = self.engine_shown() else { return };
        let removed = self.table.borrow().catalog().remove_own(&row.file);
        match removed {
            Ok(()) => {
                self.note(&Note::Removed(row.name));
                self.search_engines();
            }
            Err(error) => self.note(&Note::Failed(error.to_string())),
        }
    }

    /// Takes the library shown out of quarantine, and looks at it anew.
    pub fn reload_engine(self: &Rc<Self>) {
        let Some(row) = self.engine_shown() else { return };
        let (catalog, decisions) = (Arc::clone(self.table.borrow().catalog()), self.desk.borrow().decisions);
        self.note(&Note::None);
        self.start_job(move |sender| {
            if let Err(error) = catalog.release(&row.file) {
                tracing::warn!("the quarantine can't be written: {error}");
            }
            // What is wrong with it stands in the list that is made next.
            let _ = catalog.look_again(&row.file);
            let _ = sender.send(DeskEvent::Found(decisions, Box::new(catalog.found_anew())));
        });
    }

    /// Gives the engine shown processes of its own, or none, from the next game on.
    pub fn isolate_engine(self: &Rc<Self>, isolated: bool) {
        let Some(row) = self.engine_shown() else { return };
        self.decide(|choices| {
            choices.engines.entry(row.id).or_default().isolation = Some(isolated);
        });
    }

    /// Writes down a decision about engines, and shows what came of it. Says whether it could be written.
    pub(super) fn decide(self: &Rc<Self>, decide: impl FnOnce(&mut crate::engines::catalog::choices::Choices)) -> bool {
        let decided = self.table.borrow().catalog().decided(decide);
        match decided {
            Ok(catalog) => {
                self.desk.borrow_mut().decisions += 1;
                self.table.borrow_mut().set_catalog(Arc::new(catalog));
                self.show_engines();
                true
            }
            Err(why) => {
                self.note(&Note::Failed(why));
                false
            }
        }
    }

    /// Shows an engine of the list.
    pub fn choose_engine(self: &Rc<Self>, place: usize) {
        let row = engines::engines(self.table.borrow().catalog()).into_iter().nth(place);
        if let Some(row) = row {
            self.desk.borrow_mut().chosen = Some((row.id, row.file));
            self.note(&Note::None);
            self.open_profile(None);
        }
    }

    /// Shows the page as it was left, or with the engine that plays.
    pub fn open_engines(self: &Rc<Self>) {
        self.note(&Note::None);
        if self.desk.borrow().chosen.is_none() {
            let table = self.table.borrow();
            let playing = table.session().seats().iter().filter_map(|seat| seat.engine()).next();
            let catalog = table.catalog();
            let place = playing.and_then(|spec| {
                let named =
                    catalog.choices().profiles.get(&spec.engine).map_or(&spec.engine, |profile| &profile.engine);
                catalog.entries().iter().position(|entry| entry.is_called(named))
            });
            drop(table);
            self.choose_engine(place.unwrap_or(0));
        }
        self.show_engines();
        self.open_log();
        self.look_at_unseen();
    }

    /// The row that the page shows.
    pub(super) fn engine_shown(&self) -> Option<EngineRow> {
        let rows = engines::engines(self.table.borrow().catalog());
        self.place_shown(&rows).and_then(|place| rows.into_iter().nth(place))
    }

    fn place_shown(&self, rows: &[EngineRow]) -> Option<usize> {
        let desk = self.desk.borrow();
        let (id, file) = desk.chosen.as_ref()?;
        let same = rows.iter().position(|row| row.id == *id && row.file == *file);
        same.or_else(|| rows.iter().position(|row| row.file == *file))
    }

    /// Shows the list and the engine chosen of it.
    pub fn show_engines(self: &Rc<Self>) {
        let rows = engines::engines(self.table.borrow().catalog());
        let is_any_chosen = self.desk.borrow().chosen.is_some();
        let place = self.place_shown(&rows).or(if rows.is_empty() || !is_any_chosen { None } else { Some(0) });
        page::set_list(self, &rows, place);
        let Some(row) = place.and_then(|place| rows.get(place)) else { return };
        let was_shown = self.desk.borrow_mut().chosen.replace((row.id.clone(), row.file.clone()));
        let is_usable = matches!(row.state, State::InProcess | State::Isolated);
        self.desk.borrow_mut().declared = if is_usable { self.options_of(&row.id) } else { Vec::new() };
        if was_shown.is_none_or(|(id, _)| id != row.id) {
            return self.open_profile(None);
        }
        self.show_options();
    }

    fn options_of(&self, id: &str) -> Vec<OptionInfo> {
        let table = self.table.borrow();
        let entry = table.catalog().entries().iter().find(|entry| entry.descriptor.id == id);
        entry.map(|entry| entry.options()).unwrap_or_default()
    }

    /// Tells about the last thing that was done.
    pub(super) fn note(&self, note: &Note) {
        page::set_note(self, note);
    }
}

pub(super) fn file_name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
