//! What crosses the boundary in a call: limits in, answers and error sentences out.

use std::time::Duration;

use rules::{Move, Variant};

use crate::abi::{self, Buffer, Str, limit, status};
use crate::request::{Refused, moves_text, parse_moves};
use crate::{Limits, Score, SearchResult, SideClock};

/// The longest text taken from a host, in bytes: far more than the longest game.
pub(super) const TEXT_LIMIT: usize = 1 << 20;

/// Borrows a text for the time of a call.
///
/// # Safety
/// `text` is null or points to readable bytes that do not change for `'a`.
pub(super) unsafe fn borrow<'a>(text: Str, what: &str) -> Result<&'a str, Refused> {
    // SAFETY: the caller vouches for the text.
    unsafe { text.text(TEXT_LIMIT) }.map_err(|error| Refused::argument(format!("{what} {error}")))
}

/// Reads the limits of a search, and its id.
///
/// # Safety
/// `limits` is null or points to a struct that the caller lends.
pub(super) unsafe fn read_limits(limits: *const abi::Limits, variant: Variant) -> Result<(u64, Limits), Refused> {
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
pub(super) unsafe fn write_result(
    result: *mut abi::SearchResult,
    answer: &SearchResult,
    variant: Variant,
) -> Result<(), Refused> {
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
pub(super) unsafe fn write_moves(buffer: *mut Buffer, variant: Variant, moves: &[Move]) -> Result<(), Refused> {
    // SAFETY: the caller vouches for the buffer.
    let fits = unsafe { Buffer::fill(buffer, &moves_text(variant, moves)) };
    if fits { Ok(()) } else { Err(Refused::argument("the buffer for moves is null or too small")) }
}

pub(super) fn score_numbers(score: Score) -> (i32, i32) {
    match score {
        Score::None => (abi::score::NONE, 0),
        Score::Cp(cp) => (abi::score::CP, cp),
        Score::Mate(plies) => (abi::score::MATE, plies),
    }
}

pub(super) fn nanos(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)
}

/// Puts an error's text into the caller's buffer and gives the status.
///
/// # Safety
/// `error` is null or a buffer of the caller's.
pub(super) unsafe fn report(done: Result<(), Refused>, error: *mut Buffer) -> i32 {
    match done {
        Ok(()) => status::OK,
        Err(refused) => {
            // SAFETY: the caller vouches for the buffer.
            unsafe { Buffer::fill(error, &refused.text) };
            refused.status
        }
    }
}
