//! Engines in child processes: the same trait as in process, but a crash, a hang or a leak costs the engine its process
//! and nothing else. It is isolation against faults, not against malice: a plugin can do what the user can.
//!
//! ```text
//! player thread -> Isolated -> Process -> frames on pipes -> host::serve -> Library -> the plugin
//! ```

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rules::{Move, Rules, Variant};
use sdk::{Descriptor, Info, Limits, OpeningChoice, OpeningChoices, OptionInfo, SearchResult};

use super::{EngineError, EngineInstance, Origin, StopFlag, Stopper};

pub mod mirror;
mod process;
pub mod wire;
mod words;

use mirror::{WireDescriptor, WireLimits};
pub use process::Process;
use process::{ActiveSearch, InfoSink, Shared};
use wire::{Answer, Census, Request, ToChild};

/// How long a child may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// To load a library, create an instance, take an option.
    pub load: Duration,
    /// To prepare for a new game or a position.
    pub new_game: Duration,
    /// To answer after being told to stop, and to be destroyed.
    pub stop: Duration,
    /// To show that it is alive, whatever its engine thinks about.
    pub alive: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            load: Duration::from_secs(5),
            new_game: Duration::from_secs(5),
            stop: Duration::from_millis(500),
            alive: Duration::from_secs(10),
        }
    }
}

/// How children are started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The executable that serves `host-plugin`.
    pub file: PathBuf,
    /// How long its children may take.
    pub patience: Patience,
    /// The most memory that each may use, in bytes.
    pub memory: Option<u64>,
    /// Whether to count what the plugin prints.
    pub watch_stdout: bool,
}

impl Program {
    /// An executable with the usual patience.
    #[must_use]
    pub fn new(file: PathBuf) -> Program {
        Program { file, patience: Patience::default(), memory: None, watch_stdout: false }
    }

    /// The executable of this process.
    #[must_use]
    pub fn current() -> Program {
        // Where the system does not tell, starting a child fails with a sentence.
        Program::new(std::env::current_exe().unwrap_or_default())
    }
}

/// What a library declares, as a child found it.
#[derive(Clone, Debug, PartialEq)]
pub struct Probed {
    /// Its engines with their options.
    pub engines: Vec<(Descriptor, Vec<OptionInfo>)>,
}

/// Loads a library in a child, makes each of its engines once, and tells what they declare.
///
/// # Errors
/// The library or one of its engines fails, crashes or hangs.
pub fn probe(program: &Program, file: &Path) -> Result<Probed, EngineError> {
    let mut child = Child::open(program, file)?;
    let descriptors = child.descriptors.clone();
    let with_options = |descriptor: Descriptor| Ok((child.create(&descriptor.id)?, descriptor));
    let engines: Vec<_> = descriptors.into_iter().map(with_options).collect::<Result<_, EngineError>>()?;
    child.close()?;
    Ok(Probed { engines: engines.into_iter().map(|(options, descriptor)| (descriptor, options)).collect() })
}

/// A child with a library open in it: what the probe, the conformance checks and isolated engines begin with.
pub struct Child {
    process: Process,
    descriptors: Vec<Descriptor>,
    file: PathBuf,
}

impl Child {
    /// Starts a child and loads a library in it.
    ///
    /// # Errors
    /// No child can be started, or the library can't be used.
    pub fn open(program: &Program, file: &Path) -> Result<Child, EngineError> {
        let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let process = Process::start(program, absolute.clone())?;
        let mut child = Child { process, descriptors: Vec::new(), file: absolute };
        child.load()?;
        Ok(child)
    }

    /// Loads the library, also once more.
    ///
    /// # Errors
    /// The library can't be used.
    pub fn load(&mut self) -> Result<(), EngineError> {
        let load = self.process.patience().load;
        let engines = match self.process.ask(Request::Open(self.file.clone()), load, "loading")? {
            Answer::Engines(engines) => engines.into_iter().map(WireDescriptor::read).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        self.descriptors = engines.ok_or_else(|| self.garbled("its description"))?;
        Ok(())
    }

    /// The engines of the library.
    #[must_use]
    pub fn descriptors(&self) -> &[Descriptor] {
        &self.descriptors
    }

    /// Makes an instance, after the one before is destroyed, and gives its options.
    ///
    /// # Errors
    /// The engine failed.
    pub fn create(&mut self, id: &str) -> Result<Vec<OptionInfo>, EngineError> {
        if let Some(descriptor) = self.descriptors.iter().find(|descriptor| descriptor.id == id) {
            self.process.set_engine(&descriptor.name);
        }
        let load = self.process.patience().load;
        let answer = self.process.ask(Request::Create(id.to_owned()), load, "its creation")?;
        self.options(answer)
    }

    /// Destroys the instance.
    ///
    /// # Errors
    /// The engine failed.
    pub fn destroy(&mut self) -> Result<(), EngineError> {
        let load = self.process.patience().load;
        self.process.ask(Request::Destroy, load, "its destruction").map(drop)
    }

    /// Destroys the instance and lets the library go.
    ///
    /// # Errors
    /// The engine failed.
    pub fn close(&mut self) -> Result<(), EngineError> {
        let load = self.process.patience().load;
        self.process.ask(Request::Close, load, "its destruction").map(drop)
    }

    /// Counts what the process holds.
    ///
    /// # Errors
    /// The child has ended.
    pub fn census(&mut self) -> Result<Census, EngineError> {
        let load = self.process.patience().load;
        match self.process.ask(Request::Census, load, "counting")? {
            Answer::Census(census) => Ok(census),
            _ => Err(self.garbled("its census")),
        }
    }

    /// The number of the child's process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    fn options(&self, answer: Answer) -> Result<Vec<OptionInfo>, EngineError> {
        match answer {
            Answer::Options(options) => Ok(options.into_iter().map(OptionInfo::from).collect()),
            _ => Err(self.garbled("its options")),
        }
    }

    fn garbled(&self, what: &str) -> EngineError {
        EngineError::BadAnswer { origin: self.process.origin(), what: format!("{what} can't be read") }
    }
}

/// An instance of an engine in a child of its own. Dropping it ends the child.
pub struct Isolated {
    child: Child,
    live: Arc<Live>,
    options: Vec<OptionInfo>,
    game: Option<(Variant, u8)>,
}

impl Isolated {
    /// Starts a child, loads the library and makes an instance of the engine with this id.
    ///
    /// # Errors
    /// No child can be started, or the library or engine can't be used.
    pub fn create(program: &Program, file: &Path, id: &str) -> Result<Isolated, EngineError> {
        Isolated::in_child(Child::open(program, file)?, id)
    }

    /// Makes an instance in a child.
    ///
    /// # Errors
    /// The engine can't be used.
    pub fn in_child(mut child: Child, id: &str) -> Result<Isolated, EngineError> {
        if !child.descriptors.iter().any(|descriptor| descriptor.id == id) {
            return Err(EngineError::UnknownEngine { file: child.file, id: id.to_owned() });
        }
        let options = child.create(id)?;
        let live = Arc::new(Live(Arc::clone(child.process.shared())));
        Ok(Isolated { child, live, options, game: None })
    }

    /// The child, for counting what it holds.
    pub const fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    fn game(&self, request: &str) -> Result<(Variant, u8), EngineError> {
        self.game.ok_or_else(|| EngineError::Refused {
            origin: self.origin(),
            request: request.to_owned(),
            cause: "no game was begun".to_owned(),
        })
    }

    fn origin(&self) -> Origin {
        self.child.process.origin()
    }

    fn think(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        on_info: InfoSink,
        request: impl FnOnce(Variant, u64, WireLimits) -> Request,
    ) -> Result<(Variant, Answer), EngineError> {
        static IDS: AtomicU64 = AtomicU64::new(1);
        let (variant, size) = self.game("the search")?;
        let id = IDS.fetch_add(1, Ordering::Relaxed);
        let points = usize::from(variant.files(size)) * usize::from(variant.rows(size));
        let request = request(variant, id, WireLimits::new(variant, limits));
        let search = ActiveSearch { id, variant, points, on_info };
        Ok((variant, self.child.process.search(request, search, stop)?))
    }
}

impl EngineInstance for Isolated {
    fn options(&self) -> &[OptionInfo] {
        &self.options
    }

    fn set_option(&mut self, id: &str, value: &str) -> Result<(), EngineError> {
        let request = Request::SetOption { id: id.to_owned(), value: value.to_owned() };
        let load = self.child.process.patience().load;
        let answer = self.child.process.ask(request, load, &format!("option {id}"))?;
        self.options = self.child.options(answer)?;
        Ok(())
    }

    fn new_game(&mut self, variant: Variant, size: u8, rules: Rules) -> Result<(), EngineError> {
        self.game = None;
        let request = Request::NewGame { variant: variant.id().to_owned(), size, rules: rules.text(variant) };
        let limit = self.child.process.patience().new_game;
        let answer = self.child.process.ask(request, limit, &format!("a game of {}", variant.name()))?;
        self.options = self.child.options(answer)?;
        self.game = Some((variant, size));
        Ok(())
    }

    fn set_position(&mut self, start: Option<&str>, moves: &[Move]) -> Result<(), EngineError> {
        let (variant, _) = self.game("the position")?;
        let start = start.map(str::to_owned);
        let request = Request::SetPosition { start, moves: mirror::moves_text(variant, moves) };
        let limit = self.child.process.patience().new_game;
        self.child.process.ask(request, limit, "the position").map(drop)
    }

    fn search(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        on_info: Arc<dyn Fn(Info) + Send + Sync>,
    ) -> Result<SearchResult, EngineError> {
        let request = |_, search, limits| Request::Search { search, limits };
        match self.think(limits, stop, on_info, request)? {
            (variant, Answer::Result(result)) => result.read(variant).ok_or_else(|| self.child.garbled("its answer")),
            _ => Err(self.child.garbled("its answer")),
        }
    }

    fn propose(
        &mut self,
        count: u32,
        limits: &Limits,
        stop: &StopFlag,
        on_info: Arc<dyn Fn(Info) + Send + Sync>,
    ) -> Result<Vec<Move>, EngineError> {
        let request = |_, search, limits| Request::Propose { search, limits, count };
        match self.think(limits, stop, on_info, request)? {
            (variant, Answer::Moves(stones)) => {
                mirror::read_moves(variant, &stones).ok_or_else(|| self.child.garbled("its opening"))
            }
            _ => Err(self.child.garbled("its opening")),
        }
    }

    fn choose(
        &mut self,
        stones: &[Move],
        allowed: OpeningChoices,
        limits: &Limits,
        stop: &StopFlag,
        on_info: Arc<dyn Fn(Info) + Send + Sync>,
    ) -> Result<OpeningChoice, EngineError> {
        let place_two = allowed.place_two;
        let request = |variant, search, limits| {
            let stones = mirror::moves_text(variant, stones);
            Request::Choose { search, limits, stones, place_two }
        };
        match self.think(limits, stop, on_info, request)? {
            (variant, Answer::Choice(choice)) => {
                choice.read(variant, allowed).ok_or_else(|| self.child.garbled("its choice"))
            }
            _ => Err(self.child.garbled("its choice")),
        }
    }

    fn stopper(&self) -> Arc<dyn Stopper> {
        Arc::clone(&self.live) as Arc<dyn Stopper>
    }
}

/// The child as other threads may reach it.
struct Live(Arc<Shared>);

impl Stopper for Live {
    fn stop(&self) {
        self.0.signal(ToChild::Stop);
    }

    fn ponder_hit(&self) {
        self.0.signal(ToChild::PonderHit);
    }
}
