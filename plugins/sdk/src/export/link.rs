//! The host as an instance and its searches see it.

use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rules::Variant;

use super::convert::{nanos, score_numbers};
use crate::abi::{self, Str};
use crate::control::SearchHost;
use crate::request::moves_text;
use crate::{Bound, Info, Level};

/// The host as an instance sees it.
pub(super) struct HostLink {
    pub host: *const abi::Host,
    pub table: abi::Host,
}

// SAFETY: the contract: the host's functions may be called from any thread, and its table does not change.
unsafe impl Send for HostLink {}
// SAFETY: as above.
unsafe impl Sync for HostLink {}

impl HostLink {
    pub fn log(&self, level: Level, text: &str) {
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
pub(super) struct PonderHit {
    origin: Instant,
    search_id: AtomicU64,
    nanos: AtomicU64,
}

impl PonderHit {
    /// Nothing was played yet.
    pub fn new() -> PonderHit {
        PonderHit { origin: Instant::now(), search_id: AtomicU64::new(0), nanos: AtomicU64::new(0) }
    }

    pub fn set(&self, search_id: u64) {
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
pub(super) struct SearchLink<'a> {
    pub host: &'a HostLink,
    pub ponder: &'a PonderHit,
    pub search_id: u64,
    pub variant: Variant,
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
