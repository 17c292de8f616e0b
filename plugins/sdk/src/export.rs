//! The C functions over an [`Engine`], and the macro that exports them.
//!
//! Every function checks what comes from the host, runs the engine behind a panic fence, and answers with a status and
//! a sentence. After a panic the instance is broken: it answers nothing but that, until it is destroyed. What the
//! engine is asked to do is decided in `worker.rs`; here stand the conversions between C and Rust, and all `unsafe`.
#![expect(unsafe_code, reason = "this module is the C boundary")]

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use rules::{Move, Variant};

use crate::abi::{self, Buffer, Str, limit, status};
use crate::control::SearchHost;
use crate::request::{Refused, moves_text, parse_moves};
use crate::tables::{DescriptorTable, OptionTables};
use crate::worker::Worker;
use crate::{
    Bound, Descriptor, Engine, Info, Level, Limits, OpeningChoice, OpeningChoices, Score, SearchResult, SideClock,
};

/// The longest text taken from a host, in bytes: far more than the longest game.
const TEXT_LIMIT: usize = 1 << 20;

/// Exports engines from a `cdylib`: the one line beside the implementations of [`Engine`], each of which also needs
/// [`Default`].
///
/// ```
/// # use sdk::{Control, Descriptor, Engine, Fault, Limits, SearchResult, rules::VariantPosition};
/// #[derive(Default)]
/// struct Silent;
///
/// impl Engine for Silent {
///     fn descriptor() -> Descriptor {
///         Descriptor::new("org.example.silent", "Silent", "1.0")
///     }
///     fn think(&mut self, _: &VariantPosition, _: &Limits, _: &Control) -> Result<SearchResult, Fault> {
///         Ok(SearchResult::resign())
///     }
/// }
///
/// sdk::export_engine!(Silent);
/// ```
#[macro_export]
macro_rules! export_engine {
    ($($engine:ty),+ $(,)?) => {
        const _: () = {
            $crate::engine_list!($($engine),+);

            /// The one symbol of the plugin interface.
            #[allow(unsafe_code, non_upper_case_globals)]
            // SAFETY: the name belongs to the plugin interface, and a library defines it once.
            #[unsafe(no_mangle)]
            pub static qiju_plugin_entry_v1: $crate::abi::Entry = $crate::export::entry::<Engines>();
        };
    };
}

/// The entry of a library that would export these engines, without exporting it: for tests that stay in one process.
///
/// ```
/// # use sdk::{Control, Descriptor, Engine, Fault, Limits, SearchResult, rules::VariantPosition};
/// # #[derive(Default)]
/// # struct Silent;
/// # impl Engine for Silent {
/// #     fn descriptor() -> Descriptor { Descriptor::new("org.example.silent", "Silent", "1.0") }
/// #     fn think(&mut self, _: &VariantPosition, _: &Limits, _: &Control) -> Result<SearchResult, Fault> {
/// #         Ok(SearchResult::resign())
/// #     }
/// # }
/// let entry: &'static sdk::abi::Entry = sdk::entry_of!(Silent);
/// assert_eq!(entry.abi_major, sdk::abi::ABI_MAJOR);
/// ```
#[macro_export]
macro_rules! entry_of {
    ($($engine:ty),+ $(,)?) => {{
        $crate::engine_list!($($engine),+);
        static ENTRY: $crate::abi::Entry = $crate::export::entry::<Engines>();
        &ENTRY
    }};
}

/// Defines the type `Engines` that stands for a library's engines.
#[doc(hidden)]
#[macro_export]
macro_rules! engine_list {
    ($($engine:ty),+) => {
        struct Engines;

        impl $crate::export::Exports for Engines {
            fn library() -> &'static $crate::export::ExportedLibrary {
                static LIBRARY: $crate::export::ExportedLibrary =
                    $crate::export::ExportedLibrary::new(&[$($crate::export::EngineClass::of::<$engine>()),+]);
                &LIBRARY
            }
        }
    };
}

/// The path of the library that this code is in, as the user knows it, so that an engine finds the files beside it.
/// `None` before the host has told, and where the path is not UTF-8.
#[must_use]
pub fn library_path() -> Option<PathBuf> {
    LIBRARY_PATH.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

static LIBRARY_PATH: Mutex<Option<PathBuf>> = Mutex::new(None);

// ---- the library ----------------------------------------------------------------------------------------------------

/// Names the engines of a library; the macros implement it.
#[doc(hidden)]
pub trait Exports {
    /// The library's engines and what was learned from them.
    fn library() -> &'static ExportedLibrary;
}

/// A type that implements [`Engine`].
#[doc(hidden)]
pub struct EngineClass {
    descriptor: fn() -> Descriptor,
    create: fn() -> Box<dyn Engine>,
}

impl EngineClass {
    /// The class of `E`.
    #[must_use]
    pub const fn of<E: Engine + Default + 'static>() -> EngineClass {
        EngineClass { descriptor: E::descriptor, create: || Box::new(E::default()) }
    }
}

/// The engines of a library.
#[doc(hidden)]
pub struct ExportedLibrary {
    classes: &'static [EngineClass],
    descriptors: OnceLock<Option<Vec<DescriptorTable>>>,
}

// SAFETY: the pointers in the tables lead to memory that the tables own and that does not change.
unsafe impl Send for DescriptorTable {}
// SAFETY: as above.
unsafe impl Sync for DescriptorTable {}

impl ExportedLibrary {
    /// A library of these engines.
    #[must_use]
    pub const fn new(classes: &'static [EngineClass]) -> ExportedLibrary {
        ExportedLibrary { classes, descriptors: OnceLock::new() }
    }

    /// The descriptors; none where an engine panicked when it was asked for its own.
    fn descriptors(&self) -> &[DescriptorTable] {
        let describe = || self.classes.iter().map(|class| DescriptorTable::new((class.descriptor)())).collect();
        self.descriptors.get_or_init(|| catch_unwind(describe).ok()).as_deref().unwrap_or_default()
    }

    /// Makes an instance.
    fn create(&'static self, host: *const abi::Host, id: &str) -> Result<Box<Exported>, Refused> {
        // SAFETY: the contract of `create`: a host table that lives until the instance is destroyed.
        let table = unsafe { abi::read_struct(host) };
        let table = table.ok_or_else(|| Refused::argument("the host's table is null or too short"))?;
        let engines = self.descriptors().iter().zip(self.classes);
        let (description, class) = engines
            .into_iter()
            .find(|(table, _)| table.descriptor.id == id)
            .ok_or_else(|| Refused::new(status::UNKNOWN, format!("there is no engine {id:?} in this library")))?;
        let worker = Worker::new((class.create)(), &description.descriptor);
        Ok(Box::new(Exported::new(host, table, worker)))
    }
}

/// The entry of a library of `E`'s engines.
#[doc(hidden)]
#[must_use]
pub const fn entry<E: Exports>() -> abi::Entry {
    abi::Entry {
        struct_size: size_of::<abi::Entry>() as u32,
        abi_major: abi::ABI_MAJOR,
        abi_minor: abi::ABI_MINOR,
        init: Some(init::<E>),
        deinit: Some(deinit),
        plugin_count: Some(plugin_count::<E>),
        descriptor: Some(descriptor::<E>),
        create: Some(create::<E>),
        get_extension: Some(get_extension),
    }
}

unsafe extern "C" fn init<E: Exports>(library_path: Str) -> i32 {
    let done = fence(|| {
        // SAFETY: the contract: a text borrowed for the call.
        let path = unsafe { library_path.text(TEXT_LIMIT) }.map_err(Refused::argument)?;
        let path = (!path.is_empty()).then(|| Path::new(path).to_owned());
        *LIBRARY_PATH.lock().unwrap_or_else(PoisonError::into_inner) = path;
        if E::library().descriptors().is_empty() { Err(Refused::new(status::PANIC, "")) } else { Ok(()) }
    });
    done.err().map_or(status::OK, |refused| refused.status)
}

/// Nothing to give back: what a library keeps beside its instances is a few texts.
extern "C" fn deinit() {}

extern "C" fn plugin_count<E: Exports>() -> u32 {
    E::library().descriptors().len() as u32
}

extern "C" fn descriptor<E: Exports>(index: u32) -> *const abi::Descriptor {
    E::library().descriptors().get(index as usize).map_or(ptr::null(), |table| &raw const table.table)
}

unsafe extern "C" fn create<E: Exports>(
    host: *const abi::Host,
    id: Str,
    instance: *mut *mut abi::Instance,
    error: *mut Buffer,
) -> i32 {
    let created = fence(|| {
        // SAFETY: the contract: a text borrowed for the call.
        let id = unsafe { id.text(TEXT_LIMIT) }.map_err(|error| Refused::argument(format!("the id {error}")))?;
        if instance.is_null() {
            return Err(Refused::argument("there is no room for the instance"));
        }
        E::library().create(host, id)
    });
    let created = created.map(|exported| {
        // SAFETY: the contract: unless null, which was refused, a place for a pointer.
        unsafe { instance.write(Box::into_raw(exported).cast()) };
    });
    // SAFETY: the contract: null or a buffer of the caller's.
    unsafe { report(created, error) }
}

unsafe extern "C" fn get_extension(id: Str) -> *const c_void {
    static OPENING: abi::Opening = abi::Opening {
        struct_size: size_of::<abi::Opening>() as u32,
        reserved: 0,
        propose: Some(propose),
        choose: Some(choose),
    };
    // SAFETY: the contract: a text borrowed for the call.
    match unsafe { id.text(TEXT_LIMIT) } {
        Ok(abi::EXT_OPENING) => (&raw const OPENING).cast(),
        _ => ptr::null(),
    }
}

// ---- an instance ----------------------------------------------------------------------------------------------------

/// An instance as the host holds it: a pointer to it is a pointer to its first field.
#[repr(C)]
struct Exported {
    table: abi::Instance,
    host: HostLink,
    ponder: PonderHit,
    state: Mutex<State>,
}

/// What only the control thread touches.
struct State {
    worker: Worker,
    options: OptionTables,
    /// The text of the panic after which nothing works any more.
    broken: Option<String>,
}

impl Exported {
    fn new(host: *const abi::Host, table: abi::Host, worker: Worker) -> Exported {
        let options = OptionTables::new(worker.options());
        Exported {
            table: abi::Instance {
                struct_size: size_of::<abi::Instance>() as u32,
                reserved: 0,
                data: ptr::null_mut(),
                option_count: Some(option_count),
                option: Some(option),
                set_option: Some(set_option),
                new_game: Some(new_game),
                set_position: Some(set_position),
                search: Some(search),
                // Engines poll `should_stop`, so nobody needs waking.
                stop: None,
                ponder_hit: Some(ponder_hit),
                destroy: Some(destroy),
            },
            host: HostLink { host, table },
            ponder: PonderHit { origin: Instant::now(), search_id: AtomicU64::new(0), nanos: AtomicU64::new(0) },
            state: Mutex::new(State { worker, options, broken: None }),
        }
    }

    /// The state, unless another call is using it: the host promises one call at a time, and is not believed.
    fn state(&self) -> Result<MutexGuard<'_, State>, Refused> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(Refused::new(status::STATE, "another call is still running")),
        }
    }

    /// Runs a request behind the fence. A panic breaks the instance and goes to the host's log.
    fn run<T>(&self, request: impl FnOnce(&mut State) -> Result<T, Refused>) -> Result<T, Refused> {
        let mut state = self.state()?;
        if let Some(text) = &state.broken {
            return Err(Refused::new(status::PANIC, format!("it panicked before: {text}")));
        }
        fence(|| request(&mut state)).inspect_err(|refused| {
            if refused.status == status::PANIC {
                state.broken = Some(refused.text.clone());
                refused.text.lines().for_each(|line| self.host.log(Level::Error, &format!("panic: {line}")));
            }
        })
    }

    /// The host's side of a search.
    fn link(&self, search_id: u64, variant: Variant) -> SearchLink<'_> {
        SearchLink { host: &self.host, ponder: &self.ponder, search_id, variant }
    }
}

impl State {
    /// Makes new tables where the engine now declares other options. The host knows that it has to ask again.
    fn refresh_options(&mut self) {
        let options = self.worker.options();
        if options != self.options.infos {
            self.options = OptionTables::new(options);
        }
    }
}

/// Runs a request on an instance and reports how it went.
///
/// # Safety
/// `instance` is null or came from `create` and was not destroyed; `error` is null or a buffer of the caller's.
unsafe fn call(
    instance: *mut abi::Instance,
    error: *mut Buffer,
    request: impl FnOnce(&Exported, &mut State) -> Result<(), Refused>,
) -> i32 {
    // SAFETY: the caller vouches for the instance, whose table is the first field of an `Exported`.
    let exported = unsafe { instance.cast::<Exported>().as_ref() };
    let done = match exported {
        Some(exported) => exported.run(|state| request(exported, state)),
        None => Err(Refused::argument("the instance is null")),
    };
    // SAFETY: the caller vouches for the buffer.
    unsafe { report(done, error) }
}

unsafe extern "C" fn option_count(instance: *mut abi::Instance) -> u32 {
    // SAFETY: the contract: null or a living instance.
    let exported = unsafe { instance.cast::<Exported>().as_ref() };
    exported.and_then(|exported| exported.state().ok()).map_or(0, |state| state.options.tables.len() as u32)
}

unsafe extern "C" fn option(instance: *mut abi::Instance, index: u32) -> *const abi::OptionData {
    // SAFETY: the contract: null or a living instance.
    let exported = unsafe { instance.cast::<Exported>().as_ref() };
    exported
        .and_then(|exported| exported.state().ok())
        .and_then(|state| state.options.tables.get(index as usize).map(ptr::from_ref))
        .unwrap_or_else(ptr::null)
}

unsafe extern "C" fn set_option(instance: *mut abi::Instance, id: Str, value: Str, error: *mut Buffer) -> i32 {
    // SAFETY: the contract: null or a living instance, texts borrowed for the call, null or a buffer.
    unsafe {
        call(instance, error, |_, state| {
            let id = borrow(id, "the option's id")?;
            let value = borrow(value, "the option's value")?;
            state.worker.set_option(&state.options.infos, id, value)?;
            state.refresh_options();
            Ok(())
        })
    }
}

unsafe extern "C" fn new_game(
    instance: *mut abi::Instance,
    variant: Str,
    width: u32,
    height: u32,
    rules: Str,
    error: *mut Buffer,
) -> i32 {
    // SAFETY: the contract: null or a living instance, texts borrowed for the call, null or a buffer.
    unsafe {
        call(instance, error, |_, state| {
            let variant = borrow(variant, "the variant")?;
            let rules = borrow(rules, "the rules text")?;
            state.worker.new_game(variant, width, height, rules)?;
            state.refresh_options();
            Ok(())
        })
    }
}

unsafe extern "C" fn set_position(instance: *mut abi::Instance, start: Str, moves: Str, error: *mut Buffer) -> i32 {
    // SAFETY: the contract: null or a living instance, texts borrowed for the call, null or a buffer.
    unsafe {
        call(instance, error, |_, state| {
            let is_set_up = !start.is_null();
            let start = borrow(start, "the start text")?;
            let moves = borrow(moves, "the list of moves")?;
            state.worker.set_position(is_set_up.then_some(start), moves)
        })
    }
}

unsafe extern "C" fn search(
    instance: *mut abi::Instance,
    limits: *const abi::Limits,
    result: *mut abi::SearchResult,
    error: *mut Buffer,
) -> i32 {
    // SAFETY: the contract: null or a living instance, null or structs of the caller's, null or a buffer.
    unsafe {
        call(instance, error, |exported, state| {
            let variant = state.worker.game()?.variant();
            let (search_id, limits) = read_limits(limits, variant)?;
            if abi::read_struct(result).is_none() {
                return Err(Refused::argument("the result struct is null or too short"));
            }
            let answer = state.worker.search(&limits, &exported.link(search_id, variant))?;
            write_result(result, &answer, variant)
        })
    }
}

unsafe extern "C" fn ponder_hit(instance: *mut abi::Instance, search_id: u64) {
    // SAFETY: the contract: null or a living instance; any thread, and the field is made for that.
    if let Some(exported) = unsafe { instance.cast::<Exported>().as_ref() } {
        exported.ponder.set(search_id);
    }
}

unsafe extern "C" fn destroy(instance: *mut abi::Instance) {
    if !instance.is_null() {
        // SAFETY: the contract: it came from `create` as a `Box<Exported>`, nobody uses it any more.
        let exported = unsafe { Box::from_raw(instance.cast::<Exported>()) };
        // A panic on the way out has nobody left to tell.
        let _ = fence(|| {
            drop(exported);
            Ok(())
        });
    }
}

unsafe extern "C" fn propose(
    instance: *mut abi::Instance,
    count: u32,
    limits: *const abi::Limits,
    moves: *mut Buffer,
    error: *mut Buffer,
) -> i32 {
    // SAFETY: the contract: null or a living instance, null or a struct and buffers of the caller's.
    unsafe {
        call(instance, error, |exported, state| {
            let variant = state.worker.game()?.variant();
            let (search_id, limits) = read_limits(limits, variant)?;
            let stones = state.worker.propose(count as usize, &limits, &exported.link(search_id, variant))?;
            write_moves(moves, variant, &stones)
        })
    }
}

unsafe extern "C" fn choose(
    instance: *mut abi::Instance,
    moves: Str,
    allowed: u32,
    limits: *const abi::Limits,
    choice: *mut u32,
    two_moves: *mut Buffer,
    error: *mut Buffer,
) -> i32 {
    // SAFETY: the contract: null or a living instance, null or structs, places and buffers of the caller's.
    unsafe {
        call(instance, error, |exported, state| {
            let variant = state.worker.game()?.variant();
            let (search_id, limits) = read_limits(limits, variant)?;
            let stones = borrow(moves, "the list of moves")?;
            let allowed = OpeningChoices { place_two: allowed & abi::choose::PLACE_TWO != 0 };
            if choice.is_null() {
                return Err(Refused::argument("there is no room for the choice"));
            }
            let answer = state.worker.choose(stones, allowed, &limits, &exported.link(search_id, variant))?;
            let (bit, two) = match answer {
                OpeningChoice::Black => (abi::choose::BLACK, None),
                OpeningChoice::White => (abi::choose::WHITE, None),
                OpeningChoice::PlaceTwo(two) => (abi::choose::PLACE_TWO, Some(two)),
            };
            choice.write(bit);
            two.map_or(Ok(()), |two| write_moves(two_moves, variant, &two))
        })
    }
}

// ---- what crosses ---------------------------------------------------------------------------------------------------

/// Borrows a text for the time of a call.
///
/// # Safety
/// `text` is null or points to readable bytes that do not change for `'a`.
unsafe fn borrow<'a>(text: Str, what: &str) -> Result<&'a str, Refused> {
    // SAFETY: the caller vouches for the text.
    unsafe { text.text(TEXT_LIMIT) }.map_err(|error| Refused::argument(format!("{what} {error}")))
}

/// Reads the limits of a search, and its id.
///
/// # Safety
/// `limits` is null or points to a struct that the caller lends.
unsafe fn read_limits(limits: *const abi::Limits, variant: Variant) -> Result<(u64, Limits), Refused> {
    // SAFETY: the caller vouches for the pointer.
    let raw = unsafe { abi::read_struct(limits) };
    let raw = raw.ok_or_else(|| Refused::argument("the limits are null or too short"))?;
    // SAFETY: the caller lends the struct with what it points to.
    let allowed = unsafe { borrow(raw.allowed_moves, "the list of allowed moves") }?;
    let clock = |side: usize| SideClock {
        remaining: time(raw.remaining[side]),
        increment: time(raw.increment[side]).unwrap_or_default(),
        byo_yomi: time(raw.byo_yomi[side]).unwrap_or_default(),
        moves_to_go: u32::try_from(raw.moves_to_go[side]).ok().filter(|&moves| moves > 0),
    };
    let limits = Limits {
        clocks: [clock(0), clock(1)],
        move_time: time(raw.move_time),
        depth: (raw.depth > 0).then_some(raw.depth),
        nodes: (raw.nodes > 0).then_some(raw.nodes),
        infinite: raw.flags & limit::INFINITE != 0,
        multi_pv: raw.multi_pv.max(1),
        allowed: parse_moves(variant, allowed)?,
        seed: (raw.flags & limit::SEED != 0).then_some(raw.seed),
        draw_offered: raw.flags & limit::DRAW_OFFERED != 0,
        ponder: raw.flags & limit::PONDER != 0,
    };
    Ok((raw.search_id, limits))
}

/// A time from its nanoseconds, none where they are negative.
fn time(nanos: i64) -> Option<Duration> {
    u64::try_from(nanos).ok().map(Duration::from_nanos)
}

/// Writes the answer of a search.
///
/// # Safety
/// `result` points to a struct of the caller's with its two buffers.
unsafe fn write_result(result: *mut abi::SearchResult, answer: &SearchResult, variant: Variant) -> Result<(), Refused> {
    let flags = [
        (answer.resign, abi::result::RESIGN),
        (answer.offer_draw, abi::result::OFFER_DRAW),
        (answer.accept_draw, abi::result::ACCEPT_DRAW),
    ];
    let (score_kind, score) = score_numbers(answer.score);
    // SAFETY: the caller vouches for the struct.
    unsafe {
        (*result).flags = flags.into_iter().filter_map(|(set, bit)| set.then_some(bit)).sum();
        (*result).score_kind = score_kind;
        (*result).score = score;
        write_moves(&raw mut (*result).best_move, variant, answer.best_move.as_slice())?;
        write_moves(&raw mut (*result).ponder_move, variant, answer.ponder.as_slice())
    }
}

/// Writes moves into a buffer of the caller's, all or an error.
///
/// # Safety
/// `buffer` is null or a buffer of the caller's.
unsafe fn write_moves(buffer: *mut Buffer, variant: Variant, moves: &[Move]) -> Result<(), Refused> {
    // SAFETY: the caller vouches for the buffer.
    let fits = unsafe { Buffer::fill(buffer, &moves_text(variant, moves)) };
    if fits { Ok(()) } else { Err(Refused::argument("the buffer for moves is null or too small")) }
}

fn score_numbers(score: Score) -> (i32, i32) {
    match score {
        Score::None => (abi::score::NONE, 0),
        Score::Cp(cp) => (abi::score::CP, cp),
        Score::Mate(plies) => (abi::score::MATE, plies),
    }
}

fn nanos(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)
}

/// Puts an error's text into the caller's buffer and gives the status.
///
/// # Safety
/// `error` is null or a buffer of the caller's.
unsafe fn report(done: Result<(), Refused>, error: *mut Buffer) -> i32 {
    match done {
        Ok(()) => status::OK,
        Err(refused) => {
            // SAFETY: the caller vouches for the buffer.
            unsafe { Buffer::fill(error, &refused.text) };
            refused.status
        }
    }
}

/// Runs `body` and turns a panic into an error.
fn fence<T>(body: impl FnOnce() -> Result<T, Refused>) -> Result<T, Refused> {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| Err(Refused::new(status::PANIC, panic_text(payload))))
}

/// The text of a panic.
fn panic_text(payload: Box<dyn Any + Send>) -> String {
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => match payload.downcast::<&str>() {
            Ok(text) => (*text).to_owned(),
            Err(payload) => {
                // Its drop might panic again, outside the fence.
                std::mem::forget(payload);
                "panicked without a text".to_owned()
            }
        },
    }
}

// ---- the host's functions -------------------------------------------------------------------------------------------

/// The host as an instance sees it.
struct HostLink {
    host: *const abi::Host,
    table: abi::Host,
}

// SAFETY: the contract: the host's functions may be called from any thread, and its table does not change.
unsafe impl Send for HostLink {}
// SAFETY: as above.
unsafe impl Sync for HostLink {}

impl HostLink {
    fn log(&self, level: Level, text: &str) {
        let level = match level {
            Level::Error => abi::log::ERROR,
            Level::Warning => abi::log::WARNING,
            Level::Info => abi::log::INFO,
            Level::Debug => abi::log::DEBUG,
        };
        if let Some(log) = self.table.log {
            // SAFETY: the contract: any thread, while the instance lives; the text is borrowed for the call.
            unsafe { log(self.host, level, Str::lend(text)) };
        }
    }
}

/// When the move that a search ponders on was played. Set from any thread, possibly before the search begins.
struct PonderHit {
    origin: Instant,
    search_id: AtomicU64,
    nanos: AtomicU64,
}

impl PonderHit {
    fn set(&self, search_id: u64) {
        let nanos = u64::try_from(self.origin.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.nanos.store(nanos, Ordering::Relaxed);
        self.search_id.store(search_id, Ordering::Release);
    }

    fn get(&self, search_id: u64) -> Option<Instant> {
        (self.search_id.load(Ordering::Acquire) == search_id)
            .then(|| self.origin + Duration::from_nanos(self.nanos.load(Ordering::Relaxed)))
    }
}

/// The host's side of one search.
struct SearchLink<'a> {
    host: &'a HostLink,
    ponder: &'a PonderHit,
    search_id: u64,
    variant: Variant,
}

impl SearchHost for SearchLink<'_> {
    fn should_stop(&self) -> bool {
        // SAFETY: the contract: any thread, while the instance lives.
        self.host.table.should_stop.is_some_and(|ask| unsafe { ask(self.host.host, self.search_id) } != 0)
    }

    fn ponder_hit(&self) -> Option<Instant> {
        self.ponder.get(self.search_id)
    }

    fn info(&self, info: &Info) {
        let Some(on_info) = self.host.table.on_info else { return };
        let pv = moves_text(self.variant, &info.pv);
        let (score_kind, score) = score_numbers(info.score);
        let heat = info.heat.as_deref().unwrap_or_default();
        let table = abi::Info {
            struct_size: size_of::<abi::Info>() as u32,
            depth: info.depth,
            seldepth: info.seldepth,
            score_kind,
            score,
            bound: match info.bound {
                Bound::Exact => abi::bound::EXACT,
                Bound::Lower => abi::bound::LOWER,
                Bound::Upper => abi::bound::UPPER,
            },
            nodes: info.nodes,
            nps: info.nps.map_or(-1, |nps| i64::try_from(nps).unwrap_or(i64::MAX)),
            time: info.time.map_or(-1, nanos),
            hashfull: info.hashfull.map_or(-1, i32::from),
            multi_pv: info.multi_pv,
            pv: Str::lend(&pv),
            heat: if heat.is_empty() { ptr::null() } else { heat.as_ptr() },
            heat_length: heat.len() as u64,
            text: Str::lend(&info.text),
        };
        // SAFETY: the contract: any thread, while the instance lives; all that is pointed to outlives the call.
        unsafe { on_info(self.host.host, self.search_id, &raw const table) };
    }

    fn log(&self, level: Level, text: &str) {
        self.host.log(level, text);
    }
}

#[cfg(test)]
mod tests;
