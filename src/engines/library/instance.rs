//! An instance of an engine in a library: what the program asks, in the terms of the C interface, and the answers.

use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rules::{Move, Rules, Variant};
use sdk::abi::{self, Buffer, Str, limit, status};
use sdk::{Limits, OpeningChoice, OpeningChoices, OptionInfo, SearchResult};

use super::host::{HostState, InfoSink};
use super::{Loaded, decode, entry_lock};
use crate::engines::error::Origin;
use crate::engines::{EngineError, EngineInstance, StopFlag, Stopper};

/// More options than any engine has.
const MAX_OPTIONS: u32 = 1 << 10;
/// Room for an engine's error sentence, in bytes.
const ERROR_ROOM: usize = 2 << 10;
/// Room for a move, in bytes.
const MOVE_ROOM: usize = 64;
/// Room for the moves of an opening, in bytes.
const OPENING_ROOM: usize = 4 << 10;

/// An instance of an engine. Dropping it destroys it.
pub(super) struct Instance {
    raw: Raw,
    live: Arc<Live>,
    state: &'static HostState,
    origin: Origin,
    options: Vec<OptionInfo>,
    game: Option<(Variant, u8)>,
    /// Keeps the library initialised; goes last.
    library: Arc<Loaded>,
}

/// The engine's struct and the functions in it.
#[derive(Clone, Copy)]
struct Raw {
    pointer: *mut abi::Instance,
    functions: Functions,
}

// SAFETY: the contract: control functions may be called from any thread, one at a time, which `&mut Instance` sees to;
// `stop` and `ponder_hit` from any thread at any time.
unsafe impl Send for Raw {}

/// The functions of an instance that must be there.
#[derive(Clone, Copy)]
struct Functions {
    option_count: unsafe extern "C" fn(*mut abi::Instance) -> u32,
    option: unsafe extern "C" fn(*mut abi::Instance, u32) -> *const abi::OptionData,
    set_option: unsafe extern "C" fn(*mut abi::Instance, Str, Str, *mut Buffer) -> i32,
    new_game: unsafe extern "C" fn(*mut abi::Instance, Str, u32, u32, Str, *mut Buffer) -> i32,
    set_position: unsafe extern "C" fn(*mut abi::Instance, Str, Str, *mut Buffer) -> i32,
    search: unsafe extern "C" fn(*mut abi::Instance, *const abi::Limits, *mut abi::SearchResult, *mut Buffer) -> i32,
    destroy: unsafe extern "C" fn(*mut abi::Instance),
    stop: Option<unsafe extern "C" fn(*mut abi::Instance, u64)>,
    ponder_hit: Option<unsafe extern "C" fn(*mut abi::Instance, u64)>,
}

impl Functions {
    fn new(table: &abi::Instance) -> Option<Functions> {
        Some(Functions {
            option_count: table.option_count?,
            option: table.option?,
            set_option: table.set_option?,
            new_game: table.new_game?,
            set_position: table.set_position?,
            search: table.search?,
            destroy: table.destroy?,
            stop: table.stop,
            ponder_hit: table.ponder_hit,
        })
    }
}

/// The functions of the extension for swap and swap2.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpeningFunctions {
    propose: unsafe extern "C" fn(*mut abi::Instance, u32, *const abi::Limits, *mut Buffer, *mut Buffer) -> i32,
    choose: unsafe extern "C" fn(
        *mut abi::Instance,
        Str,
        u32,
        *const abi::Limits,
        *mut u32,
        *mut Buffer,
        *mut Buffer,
    ) -> i32,
}

impl OpeningFunctions {
    pub fn new(table: &abi::Opening) -> Option<OpeningFunctions> {
        Some(OpeningFunctions { propose: table.propose?, choose: table.choose? })
    }
}

impl Instance {
    /// Makes an instance.
    pub fn create(library: &Arc<Loaded>, id: &str) -> Result<Instance, EngineError> {
        let file = || library.file.clone();
        let descriptor = library.descriptors.iter().find(|descriptor| descriptor.id == id);
        let descriptor = descriptor.ok_or_else(|| EngineError::UnknownEngine { file: file(), id: id.to_owned() })?;
        let origin = Origin { engine: descriptor.name.clone(), file: file() };
        let state = HostState::leak(origin.clone());
        let malformed = |what: String| EngineError::Malformed { file: file(), what };
        let create = library.entry.create.ok_or_else(|| malformed("its entry lacks create".to_owned()))?;
        let mut pointer: *mut abi::Instance = ptr::null_mut();
        let mut answer = Answer::new();
        let status = {
            let _guard = entry_lock();
            // SAFETY: initialised, and no other entry function runs; the host table lives for good; what is lent
            // outlives the call.
            unsafe { create(state.table(), Str::lend(id), &raw mut pointer, answer.buffer()) }
        };
        answer.check(status, &origin, || "its creation".to_owned())?;
        // SAFETY: the engine promises an instance where it answers OK.
        let table = unsafe { abi::read_struct(pointer.cast_const()) };
        let table = table.ok_or_else(|| malformed(format!("the instance of {id} is null or too short")))?;
        let functions = Functions::new(&table)
            .ok_or_else(|| malformed(format!("the instance of {id} lacks one of the functions that must be there")))?;
        let raw = Raw { pointer, functions };
        let live = Arc::new(Live { state, raw: Mutex::new(Some(raw)) });
        let library = Arc::clone(library);
        let mut instance = Instance { raw, live, state, origin, options: Vec::new(), game: None, library };
        instance.read_options()?;
        Ok(instance)
    }

    /// Reads the options anew; they may change when one of them is set or a game begins.
    fn read_options(&mut self) -> Result<(), EngineError> {
        let malformed = |what: String| EngineError::Malformed { file: self.origin.file.clone(), what };
        let Raw { pointer, functions } = self.raw;
        // SAFETY: a living instance, on its control thread.
        let count = unsafe { (functions.option_count)(pointer) };
        if count > MAX_OPTIONS {
            return Err(malformed(format!("it declares {count} options, at most {MAX_OPTIONS} are read")));
        }
        let mut options: Vec<OptionInfo> = Vec::with_capacity(count as usize);
        for index in 0..count {
            // SAFETY: as above; an option stays valid until the next call that may change it.
            let option = unsafe { decode::option((functions.option)(pointer, index)) }.map_err(malformed)?;
            if options.iter().any(|other| other.id == option.id) {
                return Err(malformed(format!("it declares option {} twice", option.id)));
            }
            options.push(option);
        }
        self.options = options;
        Ok(())
    }

    fn game(&self, request: &str) -> Result<(Variant, u8), EngineError> {
        self.game.ok_or_else(|| EngineError::Refused {
            origin: self.origin.clone(),
            request: request.to_owned(),
            cause: "no game was begun".to_owned(),
        })
    }

    fn bad_answer(&self, what: String) -> EngineError {
        EngineError::BadAnswer { origin: self.origin.clone(), what }
    }

    /// Reads the moves that the engine wrote into a buffer of ours.
    fn read_moves(&self, variant: Variant, length: u64, room: &[u8]) -> Result<Vec<Move>, EngineError> {
        let bytes = usize::try_from(length).ok().and_then(|length| room.get(..length));
        let bytes = bytes.ok_or_else(|| self.bad_answer("it wrote more than its buffer holds".to_owned()))?;
        let text = decode::one_line(&String::from_utf8_lossy(bytes));
        let unreadable = |token: &str| self.bad_answer(format!("{token:?} is no {} move", variant.name()));
        text.split_ascii_whitespace().map(|token| variant.parse_move(token).map_err(|_| unreadable(token))).collect()
    }

    /// Reads the one move, or none, that the engine wrote into a buffer of ours.
    fn read_move(&self, variant: Variant, length: u64, room: &[u8]) -> Result<Option<Move>, EngineError> {
        match *self.read_moves(variant, length, room)? {
            [] => Ok(None),
            [mv] => Ok(Some(mv)),
            ref several => Err(self.bad_answer(format!("{} moves where one was asked for", several.len()))),
        }
    }

    /// The functions of the opening extension.
    fn opening(&self) -> Result<OpeningFunctions, EngineError> {
        self.library.opening.ok_or_else(|| EngineError::Refused {
            origin: self.origin.clone(),
            request: "the opening".to_owned(),
            cause: "it does not know the opening protocols".to_owned(),
        })
    }
}

impl EngineInstance for Instance {
    fn options(&self) -> &[OptionInfo] {
        &self.options
    }

    fn set_option(&mut self, id: &str, value: &str) -> Result<(), EngineError> {
        let mut answer = Answer::new();
        let Raw { pointer, functions } = self.raw;
        // SAFETY: a living instance, on its control thread; what is lent outlives the call.
        let status = unsafe { (functions.set_option)(pointer, Str::lend(id), Str::lend(value), answer.buffer()) };
        answer.check(status, &self.origin, || format!("option {id}={}", shown(value)))?;
        self.read_options()
    }

    fn new_game(&mut self, variant: Variant, size: u8, rules: Rules) -> Result<(), EngineError> {
        self.game = None;
        let (width, height) = (u32::from(variant.files(size)), u32::from(variant.rows(size)));
        let rules = rules.text(variant);
        let mut answer = Answer::new();
        let Raw { pointer, functions } = self.raw;
        let (name, rules) = (Str::lend(variant.id()), Str::lend(&rules));
        // SAFETY: a living instance, on its control thread; what is lent outlives the call.
        let status = unsafe { (functions.new_game)(pointer, name, width, height, rules, answer.buffer()) };
        answer.check(status, &self.origin, || format!("a game of {} on {width} by {height} points", variant.name()))?;
        self.game = Some((variant, size));
        self.read_options()
    }

    fn set_position(&mut self, start: Option<&str>, moves: &[Move]) -> Result<(), EngineError> {
        let (variant, _) = self.game("the position")?;
        let moves = moves_text(variant, moves);
        let mut answer = Answer::new();
        let Raw { pointer, functions } = self.raw;
        let (start, moves) = (start.map_or(Str::NULL, Str::lend), Str::lend(&moves));
        // SAFETY: a living instance, on its control thread; what is lent outlives the call.
        let status = unsafe { (functions.set_position)(pointer, start, moves, answer.buffer()) };
        answer.check(status, &self.origin, || "the position".to_owned())
    }

    fn search(&mut self, limits: &Limits, stop: &StopFlag, on_info: InfoSink) -> Result<SearchResult, EngineError> {
        let (variant, size) = self.game("the search")?;
        let allowed = moves_text(variant, &limits.allowed);
        let (mut best, mut reply) = ([0; MOVE_ROOM], [0; MOVE_ROOM]);
        let mut result = abi::SearchResult {
            struct_size: size_of::<abi::SearchResult>() as u32,
            flags: 0,
            score_kind: abi::score::NONE,
            score: 0,
            best_move: Buffer::lend(&mut best),
            ponder_move: Buffer::lend(&mut reply),
        };
        let mut answer = Answer::new();
        let Raw { pointer, functions } = self.raw;
        let (id, guard) = self.state.begin(variant, points(variant, size), stop.clone(), on_info);
        let raw_limits = raw_limits(limits, id, &allowed);
        self.live.forward_early_hit(stop);
        // SAFETY: a living instance, on its control thread; what is lent outlives the call.
        let status = unsafe { (functions.search)(pointer, &raw const raw_limits, &raw mut result, answer.buffer()) };
        drop(guard);
        answer.check(status, &self.origin, || "the search".to_owned())?;
        Ok(SearchResult {
            best_move: self.read_move(variant, result.best_move.length, &best)?,
            ponder: self.read_move(variant, result.ponder_move.length, &reply)?,
            score: decode::score(result.score_kind, result.score),
            resign: result.flags & abi::result::RESIGN != 0,
            offer_draw: result.flags & abi::result::OFFER_DRAW != 0,
            accept_draw: result.flags & abi::result::ACCEPT_DRAW != 0,
        })
    }

    fn propose(
        &mut self,
        count: u32,
        limits: &Limits,
        stop: &StopFlag,
        on_info: InfoSink,
    ) -> Result<Vec<Move>, EngineError> {
        let (variant, size) = self.game("the opening")?;
        let functions = self.opening()?;
        let mut room = [0; OPENING_ROOM];
        let mut moves = Buffer::lend(&mut room);
        let mut answer = Answer::new();
        let (id, guard) = self.state.begin(variant, points(variant, size), stop.clone(), on_info);
        let limits = raw_limits(limits, id, "");
        // SAFETY: a living instance, on its control thread; what is lent outlives the call.
        let status =
            unsafe { (functions.propose)(self.raw.pointer, count, &raw const limits, &raw mut moves, answer.buffer()) };
        drop(guard);
        answer.check(status, &self.origin, || "the opening".to_owned())?;
        self.read_moves(variant, moves.length, &room)
    }

    fn choose(
        &mut self,
        stones: &[Move],
        allowed: OpeningChoices,
        limits: &Limits,
        stop: &StopFlag,
        on_info: InfoSink,
    ) -> Result<OpeningChoice, EngineError> {
        let (variant, size) = self.game("the opening")?;
        let functions = self.opening()?;
        let stones = moves_text(variant, stones);
        let place_two = if allowed.place_two { abi::choose::PLACE_TWO } else { 0 };
        let allowed = abi::choose::BLACK | abi::choose::WHITE | place_two;
        let mut room = [0; OPENING_ROOM];
        let mut two_moves = Buffer::lend(&mut room);
        let mut choice = 0;
        let mut answer = Answer::new();
        let (id, guard) = self.state.begin(variant, points(variant, size), stop.clone(), on_info);
        let limits = raw_limits(limits, id, "");
        let (limits, choice_at, two_at) = (&raw const limits, &raw mut choice, &raw mut two_moves);
        let (pointer, stones) = (self.raw.pointer, Str::lend(&stones));
        // SAFETY: a living instance, on its control thread; what is lent outlives the call.
        let status =
            unsafe { (functions.choose)(pointer, stones, allowed, limits, choice_at, two_at, answer.buffer()) };
        drop(guard);
        answer.check(status, &self.origin, || "the opening".to_owned())?;
        match (choice & allowed, self.read_moves(variant, two_moves.length, &room)?.as_slice()) {
            (abi::choose::BLACK, _) => Ok(OpeningChoice::Black),
            (abi::choose::WHITE, _) => Ok(OpeningChoice::White),
            (abi::choose::PLACE_TWO, &[first, second]) => Ok(OpeningChoice::PlaceTwo([first, second])),
            (abi::choose::PLACE_TWO, moves) => Err(self.bad_answer(format!("{} moves for two stones", moves.len()))),
            _ => Err(self.bad_answer(format!("{choice} is no choice that is open in this opening"))),
        }
    }

    fn stopper(&self) -> Arc<dyn Stopper> {
        Arc::clone(&self.live) as Arc<dyn Stopper>
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        *self.live.raw.lock().unwrap_or_else(PoisonError::into_inner) = None;
        // SAFETY: a living instance, on its control thread; no stopper can reach it any more.
        unsafe { (self.raw.functions.destroy)(self.raw.pointer) };
    }
}

/// The instance as other threads may reach it, until it is destroyed.
struct Live {
    state: &'static HostState,
    raw: Mutex<Option<Raw>>,
}

impl Live {
    fn call(&self, function: impl FnOnce(&Functions) -> Option<unsafe extern "C" fn(*mut abi::Instance, u64)>) {
        let raw = self.raw.lock().unwrap_or_else(PoisonError::into_inner);
        let search_id = self.state.current();
        if let Some(raw) = *raw
            && let Some(function) = function(&raw.functions)
            && search_id != 0
        {
            // SAFETY: the instance lives, as its destruction waits for the lock; any thread may call these two.
            unsafe { function(raw.pointer, search_id) };
        }
    }
}

impl Live {
    /// Tells the engine of a ponder hit that came before its search could be reached. One that comes from now on finds
    /// the search by [`Stopper::ponder_hit`]; an engine may hear of the same hit twice.
    fn forward_early_hit(&self, signals: &StopFlag) {
        if signals.is_hit() {
            self.ponder_hit();
        }
    }
}

impl Stopper for Live {
    fn stop(&self) {
        self.call(|functions| functions.stop);
    }

    fn ponder_hit(&self) {
        self.call(|functions| functions.ponder_hit);
    }
}

/// Room for the sentence with which an engine explains a failure.
struct Answer {
    room: [u8; ERROR_ROOM],
    buffer: Buffer,
}

impl Answer {
    fn new() -> Answer {
        Answer { room: [0; ERROR_ROOM], buffer: Buffer { data: ptr::null_mut(), capacity: 0, length: 0 } }
    }

    /// The buffer to hand to one call; the answer must not move until that returns.
    fn buffer(&mut self) -> *mut Buffer {
        self.buffer = Buffer::lend(&mut self.room);
        &raw mut self.buffer
    }

    /// Makes an error of a status that is not OK.
    fn check(&self, status: i32, origin: &Origin, request: impl FnOnce() -> String) -> Result<(), EngineError> {
        if status == status::OK {
            return Ok(());
        }
        let length = usize::try_from(self.buffer.length).unwrap_or(usize::MAX).min(ERROR_ROOM);
        let text = decode::one_line(&String::from_utf8_lossy(&self.room[..length]));
        let cause = if text.trim().is_empty() { status_words(status) } else { text };
        let (origin, request) = (origin.clone(), request());
        Err(match status {
            status::PANIC => EngineError::Crashed { origin, request, cause },
            status::UNKNOWN | status::OPTION | status::GAME | status::POSITION | status::UNSUPPORTED => {
                EngineError::Refused { origin, request, cause }
            }
            _ => EngineError::Failed { origin, request, cause },
        })
    }
}

/// A status in words, where the engine gives none.
fn status_words(status: i32) -> String {
    let words = match status {
        status::ARGUMENT => "it says that the request breaks the plugin interface",
        status::STATE => "it says that this is not the time for it",
        status::UNKNOWN => "it does not know it",
        status::OPTION => "the option can't have this value",
        status::GAME => "it does not play this variant, size or rule",
        status::POSITION => "it can't read the position, or finds it against the rules",
        status::UNSUPPORTED => "it can't do that",
        status::FAILED => "it gives no reason",
        status::PANIC => "it is broken",
        _ => return format!("it returned status {status}, which means nothing"),
    };
    words.to_owned()
}

/// A value as error messages show it: one line, not too long.
fn shown(value: &str) -> String {
    let short: String = value.chars().take(60).collect();
    decode::one_line(&if short.len() < value.len() { short + "…" } else { short })
}

/// Limits as the engine reads them; they lend `allowed`.
fn raw_limits(limits: &Limits, search_id: u64, allowed: &str) -> abi::Limits {
    let flags = [
        (limits.infinite, limit::INFINITE),
        (limits.ponder, limit::PONDER),
        (limits.draw_offered, limit::DRAW_OFFERED),
        (limits.seed.is_some(), limit::SEED),
    ];
    let clocks = &limits.clocks;
    abi::Limits {
        struct_size: size_of::<abi::Limits>() as u32,
        flags: flags.into_iter().filter_map(|(set, bit)| set.then_some(bit)).sum(),
        search_id,
        remaining: clocks.map(|clock| nanos(clock.remaining)),
        increment: clocks.map(|clock| nanos(Some(clock.increment).filter(|time| !time.is_zero()))),
        byo_yomi: clocks.map(|clock| nanos(Some(clock.byo_yomi).filter(|time| !time.is_zero()))),
        moves_to_go: clocks.map(|clock| clock.moves_to_go.map_or(-1, |moves| i32::try_from(moves).unwrap_or(i32::MAX))),
        move_time: nanos(limits.move_time),
        nodes: limits.nodes.unwrap_or(0),
        depth: limits.depth.unwrap_or(0),
        multi_pv: limits.multi_pv,
        seed: limits.seed.unwrap_or(0),
        allowed_moves: Str::lend(allowed),
    }
}

/// Points of a board.
fn points(variant: Variant, size: u8) -> usize {
    usize::from(variant.files(size)) * usize::from(variant.rows(size))
}

/// A time in nanoseconds, -1 for none.
fn nanos(time: Option<Duration>) -> i64 {
    time.map_or(-1, |time| i64::try_from(time.as_nanos()).unwrap_or(i64::MAX))
}

/// Moves as the engine reads them.
fn moves_text(variant: Variant, moves: &[Move]) -> String {
    let mut text = String::with_capacity(moves.len() * 5);
    for &mv in moves {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&variant.move_text(mv));
    }
    text
}
