//! The C interface as Rust types: the structs of `include/qiju.h`, field by field.
//!
//! The header is the contract and says who may call what on which thread, and who owns what until when; the items
//! here carry the same names without the prefix (but `OptionData` and `SearchResult`, whose C names mean other things in Rust). `tests/layout.rs` compiles the header and compares every size, offset and
//! constant. Beside the types stand the few operations that both sides need on them: reading a struct that may be
//! shorter or longer than ours, reading a borrowed text, filling a buffer.
#![expect(unsafe_code, reason = "this module is the C boundary")]

use std::ffi::c_void;
use std::fmt;
use std::mem::{MaybeUninit, size_of};
use std::ptr;

mod constants;

pub use constants::{bound, capability, choose, limit, log, option, result, score, status};

/// Major version: a library of another major version is refused.
pub const ABI_MAJOR: u16 = 1;
/// Minor version: structs have grown at their ends, nothing else has changed.
pub const ABI_MINOR: u16 = 0;
/// The name of the one exported symbol, an [`Entry`].
pub const ENTRY_SYMBOL: &str = "qiju_plugin_entry_v1";
/// The id of the extension [`Opening`].
pub const EXT_OPENING: &str = "qiju.opening/1";

/// `qiju_str`: a borrowed text.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the header documents the fields")]
pub struct Str {
    pub data: *const u8,
    pub length: u64,
}

/// `qiju_buffer`: room for a text.
#[repr(C)]
#[derive(Debug)]
#[expect(missing_docs, reason = "the header documents the fields")]
pub struct Buffer {
    pub data: *mut u8,
    pub capacity: u64,
    pub length: u64,
}

/// `qiju_variant_support`: what an engine can do in one variant.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the header documents the fields")]
pub struct VariantSupport {
    pub struct_size: u32,
    pub capabilities: u32,
    pub variant: Str,
    pub min_size: u32,
    pub max_size: u32,
    pub repetitions: Str,
}

/// `qiju_descriptor`: an engine.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the header documents the fields")]
pub struct Descriptor {
    pub struct_size: u32,
    pub variant_count: u32,
    pub id: Str,
    pub name: Str,
    pub version: Str,
    pub author: Str,
    pub licence: Str,
    pub url: Str,
    pub description: Str,
    pub variants: *const *const VariantSupport,
}

/// `qiju_option`: an option.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the header documents the fields")]
pub struct OptionData {
    pub struct_size: u32,
    pub kind: i32,
    pub flags: u32,
    pub choice_count: u32,
    pub id: Str,
    pub label: Str,
    pub description: Str,
    pub default_value: Str,
    pub int_min: i64,
    pub int_max: i64,
    pub float_min: f64,
    pub float_max: f64,
    pub choices: *const Str,
    pub choice_labels: *const Str,
}

/// `qiju_limits`: what bounds a search.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the header documents the fields")]
pub struct Limits {
    pub struct_size: u32,
    pub flags: u32,
    pub search_id: u64,
    pub remaining: [i64; 2],
    pub increment: [i64; 2],
    pub byo_yomi: [i64; 2],
    pub moves_to_go: [i32; 2],
    pub move_time: i64,
    pub nodes: u64,
    pub depth: u32,
    pub multi_pv: u32,
    pub seed: u64,
    pub allowed_moves: Str,
}

/// `qiju_info`: a report.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the header documents the fields")]
pub struct Info {
    pub struct_size: u32,
    pub depth: u32,
    pub seldepth: u32,
    pub score_kind: i32,
    pub score: i32,
    pub bound: i32,
    pub nodes: u64,
    pub nps: i64,
    pub time: i64,
    pub hashfull: i32,
    pub multi_pv: u32,
    pub pv: Str,
    pub heat: *const f32,
    pub heat_length: u64,
    pub text: Str,
}

/// `qiju_result`: the answer of a search.
#[repr(C)]
#[derive(Debug)]
#[expect(missing_docs, reason = "the header documents the fields")]
pub struct SearchResult {
    pub struct_size: u32,
    pub flags: u32,
    pub score_kind: i32,
    pub score: i32,
    pub best_move: Buffer,
    pub ponder_move: Buffer,
}

/// `qiju_host`: what the host offers to an instance.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the header documents the fields")]
pub struct Host {
    pub struct_size: u32,
    pub abi_major: u16,
    pub abi_minor: u16,
    pub data: *mut c_void,
    pub name: Str,
    pub version: Str,
    pub log: Option<unsafe extern "C" fn(host: *const Host, level: i32, text: Str)>,
    pub should_stop: Option<unsafe extern "C" fn(host: *const Host, search_id: u64) -> i32>,
    pub on_info: Option<unsafe extern "C" fn(host: *const Host, search_id: u64, info: *const Info)>,
    pub now: Option<unsafe extern "C" fn(host: *const Host) -> i64>,
    pub get_extension: Option<unsafe extern "C" fn(host: *const Host, id: Str) -> *const c_void>,
}

/// `qiju_instance`: an engine at work.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the header documents the fields")]
pub struct Instance {
    pub struct_size: u32,
    pub reserved: u32,
    pub data: *mut c_void,
    pub option_count: Option<unsafe extern "C" fn(instance: *mut Instance) -> u32>,
    pub option: Option<unsafe extern "C" fn(instance: *mut Instance, index: u32) -> *const OptionData>,
    pub set_option:
        Option<unsafe extern "C" fn(instance: *mut Instance, id: Str, value: Str, error: *mut Buffer) -> i32>,
    pub new_game: Option<
        unsafe extern "C" fn(
            instance: *mut Instance,
            variant: Str,
            width: u32,
            height: u32,
            rules: Str,
            error: *mut Buffer,
        ) -> i32,
    >,
    pub set_position:
        Option<unsafe extern "C" fn(instance: *mut Instance, start: Str, moves: Str, error: *mut Buffer) -> i32>,
    pub search: Option<
        unsafe extern "C" fn(
            instance: *mut Instance,
            limits: *const Limits,
            result: *mut SearchResult,
            error: *mut Buffer,
        ) -> i32,
    >,
    pub stop: Option<unsafe extern "C" fn(instance: *mut Instance, search_id: u64)>,
    pub ponder_hit: Option<unsafe extern "C" fn(instance: *mut Instance, search_id: u64)>,
    pub destroy: Option<unsafe extern "C" fn(instance: *mut Instance)>,
}

/// `qiju_entry`: the type of the exported symbol.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the header documents the fields")]
pub struct Entry {
    pub struct_size: u32,
    pub abi_major: u16,
    pub abi_minor: u16,
    pub init: Option<unsafe extern "C" fn(library_path: Str) -> i32>,
    pub deinit: Option<unsafe extern "C" fn()>,
    pub plugin_count: Option<unsafe extern "C" fn() -> u32>,
    pub descriptor: Option<unsafe extern "C" fn(index: u32) -> *const Descriptor>,
    pub create: Option<
        unsafe extern "C" fn(host: *const Host, id: Str, instance: *mut *mut Instance, error: *mut Buffer) -> i32,
    >,
    pub get_extension: Option<unsafe extern "C" fn(id: Str) -> *const c_void>,
}

/// `qiju_opening`: the extension for swap and swap2.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the header documents the fields")]
pub struct Opening {
    pub struct_size: u32,
    pub reserved: u32,
    pub propose: Option<
        unsafe extern "C" fn(
            instance: *mut Instance,
            count: u32,
            limits: *const Limits,
            moves: *mut Buffer,
            error: *mut Buffer,
        ) -> i32,
    >,
    pub choose: Option<
        unsafe extern "C" fn(
            instance: *mut Instance,
            moves: Str,
            allowed: u32,
            limits: *const Limits,
            choice: *mut u32,
            two_moves: *mut Buffer,
            error: *mut Buffer,
        ) -> i32,
    >,
}

/// A struct of the interface that starts with its size and may grow at its end.
///
/// # Safety
/// The type is `repr(C)`, its first field is a `u32` that holds the struct's size, it needs no drop, and all its
/// fields may be zero.
pub unsafe trait Sized32 {
    /// The struct's size in version 1.0; shorter ones are no such struct.
    const MIN_SIZE: usize;
}

macro_rules! sized32 {
    ($($name:ident)+) => {$(
        // SAFETY: a `repr(C)` struct above, with `struct_size: u32` first and only integers, floats, raw pointers and
        // optional functions besides.
        unsafe impl Sized32 for $name {
            const MIN_SIZE: usize = size_of::<$name>();
        }
    )+};
}

sized32!(VariantSupport Descriptor OptionData Limits Info SearchResult Host Instance Entry Opening);

/// Copies a struct of which only the first `struct_size` bytes are there; what is missing is zero. `None` for null, a
/// misaligned pointer, or a struct that is too short.
///
/// # Safety
/// Unless null or misaligned, `data` points to a `u32` that is at most the number of readable bytes from there, and
/// those bytes are a valid beginning of `T`.
#[must_use]
pub unsafe fn read_struct<T: Sized32>(data: *const T) -> Option<T> {
    if data.is_null() || !data.is_aligned() {
        return None;
    }
    // SAFETY: the caller says that a `u32` stands there, and the pointer is aligned for all of `T`.
    let size = unsafe { data.cast::<u32>().read() } as usize;
    if size < T::MIN_SIZE {
        return None;
    }
    let mut copy = MaybeUninit::<T>::zeroed();
    // SAFETY: `size` bytes are readable, `size_of::<T>()` writable. All-zero is a valid `T` (`Sized32`), and so is one
    // whose beginning is valid.
    unsafe {
        ptr::copy_nonoverlapping(data.cast::<u8>(), copy.as_mut_ptr().cast::<u8>(), size.min(size_of::<T>()));
        Some(copy.assume_init())
    }
}

impl Str {
    /// The null text.
    pub const NULL: Str = Str { data: ptr::null(), length: 0 };

    /// Lends a text; the result must not be used longer than `text` lives.
    #[must_use]
    pub const fn lend(text: &str) -> Str {
        Str { data: text.as_ptr(), length: text.len() as u64 }
    }

    /// Whether it is the null text, where that is told from an empty one.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.data.is_null()
    }

    /// The bytes.
    ///
    /// # Errors
    /// It is longer than `limit`, or null with a length.
    ///
    /// # Safety
    /// `data` points to `length` readable bytes that do not change for the lifetime `'a`, which the caller chooses.
    pub unsafe fn bytes<'a>(self, limit: usize) -> Result<&'a [u8], TextError> {
        let length = usize::try_from(self.length).unwrap_or(usize::MAX);
        match (self.data.is_null(), length) {
            (_, 0) => Ok(&[]),
            (true, _) => Err(TextError::Null),
            (false, length) if length > limit => Err(TextError::Long { length, limit }),
            // SAFETY: not null, and the caller vouches for the bytes and their lifetime.
            (false, length) => Ok(unsafe { std::slice::from_raw_parts(self.data, length) }),
        }
    }

    /// The text.
    ///
    /// # Errors
    /// It is longer than `limit` bytes, null with a length, or no UTF-8.
    ///
    /// # Safety
    /// As for [`bytes`](Str::bytes).
    pub unsafe fn text<'a>(self, limit: usize) -> Result<&'a str, TextError> {
        // SAFETY: the caller vouches for the same.
        let bytes = unsafe { self.bytes(limit) }?;
        std::str::from_utf8(bytes).map_err(|_| TextError::Utf8)
    }
}

/// Why a borrowed text can't be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextError {
    /// Null, but with a length.
    Null,
    /// Longer than is sane there.
    Long {
        /// Its length in bytes.
        length: usize,
        /// The most that is read.
        limit: usize,
    },
    /// Not UTF-8.
    Utf8,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Null => write!(f, "is null but has a length"),
            TextError::Long { length, limit } => write!(f, "is {length} bytes long, at most {limit} are read"),
            TextError::Utf8 => write!(f, "is not UTF-8"),
        }
    }
}

impl std::error::Error for TextError {}

impl Buffer {
    /// Lends room for a text; the result must not be used longer than `room` lives.
    #[must_use]
    pub fn lend(room: &mut [u8]) -> Buffer {
        Buffer { data: room.as_mut_ptr(), capacity: room.len() as u64, length: 0 }
    }

    /// Writes as much of a text as there is room for, cut at a character, and says whether all of it was written. A
    /// null buffer is left alone.
    ///
    /// # Safety
    /// Unless null, `buffer` points to a buffer that nobody else uses meanwhile, with `capacity` writable bytes at
    /// `data` unless that is null.
    pub unsafe fn fill(buffer: *mut Buffer, text: &str) -> bool {
        // SAFETY: the caller vouches for the pointer.
        let Some(buffer) = (unsafe { buffer.as_mut() }) else { return false };
        let capacity = if buffer.data.is_null() { 0 } else { usize::try_from(buffer.capacity).unwrap_or(usize::MAX) };
        let length = text.floor_char_boundary(capacity);
        if length > 0 {
            // SAFETY: `length` is at most the capacity, for which the caller vouches, and at most the text's length.
            unsafe { ptr::copy_nonoverlapping(text.as_ptr(), buffer.data, length) };
        }
        buffer.length = length as u64;
        length == text.len()
    }
}
