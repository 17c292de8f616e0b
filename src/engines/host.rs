//! The child's side of isolation: `qiju host-plugin FILE` loads one library and serves the program that started it.
//!
//! The main thread reads what the program says and never calls the plugin, so that it sees the end of its input
//! whatever the plugin does. A second thread calls the plugin's control functions, a third its wake-up functions.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use rules::{Rules, Variant};
use sdk::{Info, Limits, OpeningChoices};

use super::console;
use super::isolated::mirror::{self, WireChoice, WireDescriptor, WireInfo, WireLimits, WireOption, WireResult};
use super::isolated::wire::{self, Answer, Census, FromChild, Request, ToChild};
use super::library::Library;
use super::{EngineError, EngineInstance, Origin, StopFlag, Stopper};
use crate::platform;

/// The stack of the thread that plugins are called on, in bytes: that of a program's first thread on most systems.
const STACK: usize = 8 << 20;

/// How a child serves.
#[derive(Clone, Debug, Default)]
pub struct Service {
    /// The most memory that the process may use, in bytes.
    pub memory: Option<u64>,
    /// Whether to count what the plugin prints.
    pub watch_stdout: bool,
}

/// Serves the program at the other end of the standard streams, until that is gone.
///
/// # Errors
/// The system gives no descriptors, threads or limits.
pub fn serve(service: &Service) -> io::Result<()> {
    let (input, output) = platform::take_channel()?;
    platform::lead_group()?;
    let printed = if service.watch_stdout { Some(watch_stdout()?) } else { None };
    if let Some(memory) = service.memory {
        platform::limit_memory(memory)?;
    }
    let line = Line { output: Arc::new(Mutex::new(output)) };
    let log = line.clone();
    console::redirect(Box::new(move |level, text| log.send(&FromChild::Log(level.to_abi(), text.to_owned()))));
    let shared = Arc::new(Shared::default());
    let (requests, work) = unbounded();
    let (wakes, calls) = unbounded();
    let engine = Control { line: line.clone(), shared: Arc::clone(&shared), printed, library: None, open: None };
    thread::Builder::new().name("engine".to_owned()).stack_size(STACK).spawn(move || engine.serve(&work))?;
    let waker = Arc::clone(&shared);
    thread::Builder::new().name("wake-up".to_owned()).spawn(move || waker.serve(&calls))?;
    listen(input, &line, &shared, &requests, &wakes);
    platform::end_with_descendants()
}

/// Reads what the program says until the end of input, or until it makes no sense.
fn listen(input: File, line: &Line, shared: &Shared, requests: &Sender<Work>, wakes: &Sender<Wake>) {
    let mut input = BufReader::new(input);
    // What can't be read comes from no program of ours: there is nobody to serve.
    while let Ok(Some(message)) = wire::read::<ToChild>(&mut input) {
        match message {
            ToChild::Ask(request) => {
                let signals = shared.expect(&request);
                // The engine's thread ends with the process only.
                let _ = requests.send(Work { request: *request, signals });
            }
            ToChild::Stop(search) => {
                if let Some(signals) = shared.search(search) {
                    signals.set();
                    let _ = wakes.send(Wake::Stop);
                }
            }
            ToChild::PonderHit(search) => {
                if let Some(signals) = shared.search(search) {
                    signals.hit();
                    let _ = wakes.send(Wake::PonderHit);
                }
            }
            ToChild::Ping => line.send(&FromChild::Alive),
        }
    }
}

/// Makes a file of what the plugin prints, and gives its length when asked.
fn watch_stdout() -> io::Result<File> {
    let path = std::env::temp_dir().join(format!("qiju-printed-{}", std::process::id()));
    let file = File::create(&path)?;
    platform::redirect_stdout(&file)?;
    // Where an open file can't be removed it stays behind, empty as a rule.
    let _ = std::fs::remove_file(path);
    Ok(file)
}

/// The way to the program; one message at a time.
#[derive(Clone)]
struct Line {
    output: Arc<Mutex<File>>,
}

impl Line {
    fn send(&self, message: &FromChild) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        if wire::write(&mut *output, message).is_err() {
            platform::end_with_descendants();
        }
    }
}

struct Work {
    request: Request,
    signals: StopFlag,
}

enum Wake {
    Stop,
    PonderHit,
}

/// What the threads of the child share.
#[derive(Default)]
struct Shared {
    /// The search that was asked for last.
    search: Mutex<Option<(u64, StopFlag)>>,
    stopper: Mutex<Option<Arc<dyn Stopper>>>,
}

impl Shared {
    /// The signals of a request, kept where it is a search: a stop may come before the engine's thread has taken it.
    fn expect(&self, request: &Request) -> StopFlag {
        let signals = StopFlag::default();
        if let Request::Search { search, .. } | Request::Propose { search, .. } | Request::Choose { search, .. } =
            request
        {
            *self.search.lock().unwrap_or_else(PoisonError::into_inner) = Some((*search, signals.clone()));
        }
        signals
    }

    fn search(&self, id: u64) -> Option<StopFlag> {
        let search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        search.as_ref().filter(|(known, _)| *known == id).map(|(_, signals)| signals.clone())
    }

    /// Calls the plugin's wake-up functions.
    fn serve(&self, calls: &Receiver<Wake>) {
        for call in calls {
            let stopper = self.stopper.lock().unwrap_or_else(PoisonError::into_inner).clone();
            match (stopper, call) {
                (Some(stopper), Wake::Stop) => stopper.stop(),
                (Some(stopper), Wake::PonderHit) => stopper.ponder_hit(),
                (None, _) => {}
            }
        }
    }

    fn set_stopper(&self, stopper: Option<Arc<dyn Stopper>>) {
        *self.stopper.lock().unwrap_or_else(PoisonError::into_inner) = stopper;
    }
}

/// The library and its instance, on the engine's thread.
struct Control {
    line: Line,
    shared: Arc<Shared>,
    printed: Option<File>,
    library: Option<Library>,
    open: Option<Open>,
}

struct Open {
    instance: Box<dyn EngineInstance>,
    variant: Variant,
}

impl Control {
    fn serve(mut self, work: &Receiver<Work>) {
        for Work { request, signals } in work {
            let answer = self.answer(request, &signals);
            self.line.send(&FromChild::Answer(answer));
        }
    }

    fn answer(&mut self, request: Request, signals: &StopFlag) -> Result<Answer, EngineError> {
        match request {
            Request::Open(file) => {
                let library = self.library.insert(Library::open(&file)?);
                Ok(Answer::Engines(library.descriptors().iter().map(WireDescriptor::from).collect()))
            }
            Request::Close => {
                self.destroy();
                self.library = None;
                Ok(Answer::Done)
            }
            Request::Create(id) => self.create(&id),
            Request::Destroy => {
                self.destroy();
                Ok(Answer::Done)
            }
            Request::Census => Ok(Answer::Census(self.census())),
            Request::SetOption { id, value } => {
                let open = self.open()?;
                open.instance.set_option(&id, &value)?;
                Ok(options(open.instance.as_ref()))
            }
            Request::NewGame { variant, size, rules } => {
                let parsed = variant.parse().map_err(|_| garbled("a variant"))?;
                let rules = Rules::parse(parsed, &rules).map_err(|_| garbled("rules"))?;
                let open = self.open()?;
                open.variant = parsed;
                open.instance.new_game(parsed, size, rules)?;
                Ok(options(open.instance.as_ref()))
            }
            Request::SetPosition { start, moves } => {
                let open = self.open()?;
                let moves = mirror::read_moves(open.variant, &moves).ok_or_else(|| garbled("moves"))?;
                open.instance.set_position(start.as_deref(), &moves)?;
                Ok(Answer::Done)
            }
            Request::Search { search, limits } => {
                let (open, limits, on_info) = self.think(search, limits)?;
                let result = open.instance.search(&limits, signals, on_info)?;
                Ok(Answer::Result(WireResult::new(open.variant, &result)))
            }
            Request::Propose { search, limits, count } => {
                let (open, limits, on_info) = self.think(search, limits)?;
                let stones = open.instance.propose(count, &limits, signals, on_info)?;
                Ok(Answer::Moves(mirror::moves_text(open.variant, &stones)))
            }
            Request::Choose { search, limits, stones, place_two } => {
                let (open, limits, on_info) = self.think(search, limits)?;
                let stones = mirror::read_moves(open.variant, &stones).ok_or_else(|| garbled("stones"))?;
                let choice = open.instance.choose(&stones, OpeningChoices { place_two }, &limits, signals, on_info)?;
                Ok(Answer::Choice(WireChoice::new(open.variant, &choice)))
            }
        }
    }

    fn create(&mut self, id: &str) -> Result<Answer, EngineError> {
        self.destroy();
        let library = self.library.as_ref().ok_or_else(|| garbled("an engine of no library"))?;
        let instance = library.create(id)?;
        self.shared.set_stopper(Some(instance.stopper()));
        let open = self.open.insert(Open { instance, variant: Variant::Gomoku });
        Ok(options(open.instance.as_ref()))
    }

    fn destroy(&mut self) {
        self.shared.set_stopper(None);
        self.open = None;
    }

    fn open(&mut self) -> Result<&mut Open, EngineError> {
        self.open.as_mut().ok_or_else(|| garbled("a request to no engine"))
    }

    fn think(&mut self, search: u64, limits: WireLimits) -> Result<(&mut Open, Limits, InfoSink), EngineError> {
        let line = self.line.clone();
        let open = self.open()?;
        let variant = open.variant;
        let limits = limits.read(variant).ok_or_else(|| garbled("limits"))?;
        let on_info = move |info: Info| line.send(&FromChild::Info(search, WireInfo::new(variant, &info)));
        Ok((open, limits, Arc::new(on_info)))
    }

    fn census(&self) -> Census {
        let printed = self.printed.as_ref().and_then(|file| file.metadata().ok()).map(|about| about.len());
        Census { threads: platform::thread_count(), memory: platform::memory_in_use(), printed }
    }
}

type InfoSink = Arc<dyn Fn(Info) + Send + Sync>;

fn options(instance: &dyn EngineInstance) -> Answer {
    Answer::Options(instance.options().iter().map(WireOption::from).collect())
}

/// What a program of ours never says.
fn garbled(what: &str) -> EngineError {
    let origin = Origin { engine: String::new(), file: PathBuf::from(program()) };
    EngineError::BadAnswer { origin, what: format!("{what} that can't be read came from the program") }
}

fn program() -> String {
    std::env::current_exe().ok().as_deref().map_or_else(String::new, |file: &Path| file.display().to_string())
}
