//! The functions of an instance.

use std::ptr;
use std::sync::{Mutex, MutexGuard, TryLockError};

use rules::Variant;

use super::convert::{borrow, read_limits, report, write_moves, write_result};
use super::fence::fence;
use super::link::{HostLink, PonderHit, SearchLink};
use crate::abi::{self, Buffer, Str, status};
use crate::request::Refused;
use crate::tables::OptionTables;
use crate::worker::Worker;
use crate::{Level, OpeningChoice, OpeningChoices};

/// An instance as the host holds it: a pointer to it is a pointer to its first field.
#[repr(C)]
pub(super) struct Exported {
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
    pub fn new(host: *const abi::Host, table: abi::Host, worker: Worker) -> Exported {
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
            ponder: PonderHit::new(),
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

pub(super) unsafe extern "C" fn propose(
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

pub(super) unsafe extern "C" fn choose(
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
