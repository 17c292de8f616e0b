//! The host's side of an instance: the table of functions that the engine calls back.
//!
//! An engine's threads may call at any time, even after they should have ended. What they reach therefore lives for
//! good: one small block of memory for each instance is never given back.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::Instant;

use rules::Variant;
use sdk::Info;
use sdk::abi::{self, Str};

use super::decode;
use crate::engines::StopFlag;
use crate::engines::console::{self, Level};
use crate::engines::error::Origin;

/// The longest log text that is kept, in bytes.
const MAX_LOG: usize = 16 << 10;

/// Takes the infos of a search.
pub(super) type InfoSink = Arc<dyn Fn(Info) + Send + Sync>;

/// What an instance's engine can reach of the host.
pub(super) struct HostState {
    table: abi::Host,
    origin: Origin,
    search: RwLock<Option<ActiveSearch>>,
    /// Held while an info is handed on: one at a time, and none once the search has ended.
    delivery: Mutex<()>,
}

// SAFETY: the raw pointers in the table lead to this struct itself, which lives for good, and to constant texts.
unsafe impl Send for HostState {}
// SAFETY: as above; what changes is behind locks.
unsafe impl Sync for HostState {}

/// The search that runs now.
struct ActiveSearch {
    id: u64,
    variant: Variant,
    points: usize,
    stop: StopFlag,
    on_info: InfoSink,
    /// Whether the log has a complaint about this search's infos already.
    complained: Arc<AtomicBool>,
}

/// Ends the search when it is dropped.
pub(super) struct SearchGuard(&'static HostState);

impl HostState {
    /// Makes the host's side of an instance, for good.
    pub fn leak(origin: Origin) -> &'static HostState {
        let state = Box::leak(Box::new(HostState {
            table: abi::Host {
                struct_size: size_of::<abi::Host>() as u32,
                abi_major: abi::ABI_MAJOR,
                abi_minor: abi::ABI_MINOR,
                data: ptr::null_mut(),
                name: Str::lend("Qiju"),
                version: Str::lend(env!("CARGO_PKG_VERSION")),
                log: Some(log),
                should_stop: Some(should_stop),
                on_info: Some(on_info),
                now: Some(now),
                get_extension: Some(get_extension),
            },
            origin,
            search: RwLock::new(None),
            delivery: Mutex::new(()),
        }));
        state.table.data = ptr::from_mut(state).cast();
        state
    }

    /// The table that the engine gets.
    pub fn table(&self) -> *const abi::Host {
        &raw const self.table
    }

    /// Begins a search on a board of so many points, and gives its id.
    pub fn begin(
        &'static self,
        variant: Variant,
        points: usize,
        stop: StopFlag,
        on_info: InfoSink,
    ) -> (u64, SearchGuard) {
        static IDS: AtomicU64 = AtomicU64::new(1);
        let id = IDS.fetch_add(1, Ordering::Relaxed);
        let search = ActiveSearch { id, variant, points, stop, on_info, complained: Arc::default() };
        *self.search.write().unwrap_or_else(PoisonError::into_inner) = Some(search);
        (id, SearchGuard(self))
    }

    /// The id of the search that runs now, 0 for none.
    pub fn current(&self) -> u64 {
        self.with_search(|search| search.id).unwrap_or(0)
    }

    fn with_search<T>(&self, body: impl FnOnce(&ActiveSearch) -> T) -> Option<T> {
        self.search.read().unwrap_or_else(PoisonError::into_inner).as_ref().map(body)
    }

    /// Hands an info on to whoever asked for the search that it belongs to, if that still runs.
    fn deliver(&self, search_id: u64, raw: &abi::Info) {
        let _one_at_a_time = self.delivery.lock().unwrap_or_else(PoisonError::into_inner);
        let search = self.with_search(|search| {
            let own = (search.id == search_id).then(|| (Arc::clone(&search.on_info), Arc::clone(&search.complained)));
            own.map(|(on_info, complained)| (on_info, complained, search.variant, search.points))
        });
        let Some((on_info, complained, variant, points)) = search.flatten() else { return };
        // SAFETY: the engine lends the info for the call that we are in.
        let (info, complaint) = unsafe { decode::info(raw, variant, points) };
        if let Some(complaint) = complaint
            && !complained.swap(true, Ordering::Relaxed)
        {
            tracing::warn!(engine = %self.origin.engine, "an info is not as it should be: {complaint}");
        }
        on_info(info);
    }
}

impl Drop for SearchGuard {
    fn drop(&mut self) {
        *self.0.search.write().unwrap_or_else(PoisonError::into_inner) = None;
        // An info that is being handed on right now comes before the result.
        drop(self.0.delivery.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The state behind a host table.
///
/// # Safety
/// `host` is null, or a table made by [`HostState::leak`] or a copy of one.
unsafe fn state_of(host: *const abi::Host) -> Option<&'static HostState> {
    // SAFETY: the caller vouches for the table; its data points to a state that lives for good.
    unsafe { host.as_ref().and_then(|table| table.data.cast::<HostState>().as_ref()) }
}

/// Runs a callback; a panic of ours must not unwind into the engine.
fn fence<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

unsafe extern "C" fn log(host: *const abi::Host, level: i32, text: Str) {
    fence((), || {
        // SAFETY: the contract: the table that the instance got, a text borrowed for the call.
        let (state, text) = unsafe { (state_of(host), decode::lossy(text, MAX_LOG)) };
        let engine = state.map_or("?", |state| state.origin.engine.as_str());
        console::record(engine, Level::from_abi(level), &text);
    });
}

unsafe extern "C" fn should_stop(host: *const abi::Host, search_id: u64) -> i32 {
    fence(1, || {
        // SAFETY: the contract: the table that the instance got.
        let state = unsafe { state_of(host) };
        let runs = state.and_then(|state| state.with_search(|search| search.id == search_id && !search.stop.is_set()));
        i32::from(!runs.unwrap_or(false))
    })
}

unsafe extern "C" fn on_info(host: *const abi::Host, search_id: u64, info: *const abi::Info) {
    fence((), || {
        // SAFETY: the contract: the table that the instance got, a struct borrowed for the call.
        if let (Some(state), Some(info)) = unsafe { (state_of(host), abi::read_struct(info)) } {
            state.deliver(search_id, &info);
        }
    });
}

unsafe extern "C" fn now(_host: *const abi::Host) -> i64 {
    static ORIGIN: OnceLock<Instant> = OnceLock::new();
    i64::try_from(ORIGIN.get_or_init(Instant::now).elapsed().as_nanos()).unwrap_or(i64::MAX)
}

unsafe extern "C" fn get_extension(_host: *const abi::Host, _id: Str) -> *const c_void {
    ptr::null()
}
