//! Engines in dynamic libraries: opens a library, checks what it says of itself, and makes instances of its engines.
//!
//! This module and the files in its folder hold all the program's `unsafe`. What they offer is safe to use: it protects the program from its
//! own mistakes, and from a library that declares nonsense. It can't protect it from a library that writes where it
//! should not, which is why libraries of unknown origin run in a child process.
//!
//! A library is never unloaded: its threads and thread-local destructors may run until the process ends.
#![allow(unsafe_code, reason = "the C boundary")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{self, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sdk::Descriptor;
use sdk::abi::{self, Str, status};

use super::{EngineError, EngineInstance};

mod decode;
mod host;
mod instance;
mod load;

use instance::{Instance, OpeningFunctions};

/// More engines than any library holds.
const MAX_ENGINES: u32 = 256;

/// An engine library that is loaded and was understood.
#[derive(Debug)]
pub struct Library {
    loaded: Arc<Loaded>,
}

/// What instances keep of their library.
#[derive(Debug)]
struct Loaded {
    file: PathBuf,
    entry: abi::Entry,
    descriptors: Vec<Descriptor>,
    /// The extension for swap and swap2, where the library has it.
    opening: Option<OpeningFunctions>,
    _in_use: InUse,
}

impl Library {
    /// Loads a library, checks its version, initialises it and reads its descriptors.
    ///
    /// # Errors
    /// The file can't be loaded, is no engine library, is one of another version, or declares nonsense.
    pub fn open(file: &Path) -> Result<Library, EngineError> {
        let load_error = |cause: String| EngineError::Load { file: file.to_owned(), cause };
        let absolute = path::absolute(file).map_err(|error| load_error(error.to_string()))?;
        // The system's own messages on a missing file are about everything but that.
        fs::metadata(&absolute).map_err(|error| load_error(error.to_string()))?;
        let library = load::load(&absolute).map_err(|error| load_error(system_message(&error, &absolute)))?;
        // SAFETY: the symbol is only used as an address.
        let symbol = unsafe { library.get::<*const abi::Entry>(abi::ENTRY_SYMBOL) };
        let entry = symbol.map(|symbol| *symbol).map_err(|_| EngineError::NoEntry { file: file.to_owned() });
        std::mem::forget(library);
        // SAFETY: a library that exports this symbol promises that it is an `Entry`, and it stays loaded for good.
        unsafe { Library::from_entry(entry?, &absolute) }
    }

    /// A library whose entry is in memory already, as if it had been loaded from `file`.
    ///
    /// # Errors
    /// It is of another version, or declares nonsense.
    ///
    /// # Safety
    /// `entry` points to a struct that keeps the contract of `qiju.h`, for as long as the process runs.
    pub unsafe fn from_entry(entry: *const abi::Entry, file: &Path) -> Result<Library, EngineError> {
        let malformed = |what: &str| EngineError::Malformed { file: file.to_owned(), what: what.to_owned() };
        let address = entry.addr();
        // SAFETY: the caller vouches for the entry; size and version are its first fields in every version.
        let entry = unsafe { checked_entry(entry, file) }?;
        let (Some(_), Some(_), Some(_)) = (entry.plugin_count, entry.descriptor, entry.create) else {
            return Err(malformed("its entry lacks plugin_count, descriptor or create"));
        };
        // SAFETY: the caller vouches for the entry.
        let in_use = unsafe { InUse::init(address, &entry, file) }?;
        let (descriptors, opening) = {
            let _guard = entry_lock();
            // SAFETY: the library is initialised, and no other entry function runs.
            unsafe { (read_descriptors(&entry), read_opening(&entry)) }
        };
        let descriptors = descriptors.map_err(|what| malformed(&what))?;
        let loaded = Loaded { file: file.to_owned(), entry, descriptors, opening, _in_use: in_use };
        Ok(Library { loaded: Arc::new(loaded) })
    }

    /// The library's file, as an absolute path.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.loaded.file
    }

    /// The engines that it holds.
    #[must_use]
    pub fn descriptors(&self) -> &[Descriptor] {
        &self.loaded.descriptors
    }

    /// Makes an instance of the engine with this id.
    ///
    /// # Errors
    /// The library holds no such engine, or it failed.
    pub fn create(&self, id: &str) -> Result<Box<dyn EngineInstance>, EngineError> {
        Ok(Box::new(Instance::create(&self.loaded, id)?))
    }
}

/// A library that is initialised, until the last of these for its entry is gone: one file may have been opened several
/// times, and `deinit` comes when no instance is left.
#[derive(Debug)]
struct InUse {
    address: usize,
    deinit: Option<unsafe extern "C" fn()>,
}

impl InUse {
    /// Initialises a library.
    ///
    /// # Safety
    /// The entry, at this address, keeps the contract.
    unsafe fn init(address: usize, entry: &abi::Entry, file: &Path) -> Result<InUse, EngineError> {
        let mut users = entry_lock();
        if let Some(init) = entry.init {
            // SAFETY: no other entry function runs (the lock); the text outlives the call.
            let status = unsafe { init(Str::lend(file.to_str().unwrap_or_default())) };
            if status != status::OK {
                return Err(EngineError::Init { file: file.to_owned(), status });
            }
        }
        *users.entry(address).or_default() += 1;
        Ok(InUse { address, deinit: entry.deinit })
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        let mut users = entry_lock();
        let others = users.get(&self.address).map_or(0, |count| count - 1);
        if others > 0 {
            users.insert(self.address, others);
        } else {
            users.remove(&self.address);
            if let Some(deinit) = self.deinit {
                // SAFETY: initialised, no instance is left, no other entry function runs.
                unsafe { deinit() };
            }
        }
    }
}

/// Held while a function of an entry runs: they are called one at a time. One lock serves all libraries; it guards the
/// number of users of each entry, by its address.
fn entry_lock() -> MutexGuard<'static, BTreeMap<usize, usize>> {
    static USERS: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());
    USERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks version and size of an entry, in this order, before anything else of it is touched.
///
/// # Safety
/// `entry` is null, or points to an entry of any version.
unsafe fn checked_entry(entry: *const abi::Entry, file: &Path) -> Result<abi::Entry, EngineError> {
    let malformed = |what: String| EngineError::Malformed { file: file.to_owned(), what };
    if entry.is_null() || !entry.is_aligned() {
        return Err(malformed("its entry is null or misaligned".to_owned()));
    }
    // SAFETY: the caller vouches for the entry, whose first eight bytes are the same in every version.
    let (size, major, minor) = unsafe { ((*entry).struct_size, (*entry).abi_major, (*entry).abi_minor) };
    if major != abi::ABI_MAJOR {
        return Err(EngineError::Version { file: file.to_owned(), major, minor });
    }
    // SAFETY: an entry of our major version is as long as it says.
    unsafe { abi::read_struct(entry) }
        .ok_or_else(|| malformed(format!("its entry is {size} bytes long, {} are needed", size_of::<abi::Entry>())))
}

/// Reads the descriptors of a library.
///
/// # Safety
/// The entry is complete and initialised, and none of its functions is running.
unsafe fn read_descriptors(entry: &abi::Entry) -> Result<Vec<Descriptor>, String> {
    let (Some(plugin_count), Some(descriptor)) = (entry.plugin_count, entry.descriptor) else {
        return Err("its entry is not complete".to_owned());
    };
    // SAFETY: as the caller says.
    let count = unsafe { plugin_count() };
    if count == 0 || count > MAX_ENGINES {
        return Err(format!("it declares {count} engines, 1 to {MAX_ENGINES} are possible"));
    }
    let mut descriptors: Vec<Descriptor> = Vec::new();
    for index in 0..count {
        // SAFETY: as the caller says; a descriptor is valid until `deinit`.
        let descriptor = unsafe { decode::descriptor(descriptor(index)) };
        let descriptor = descriptor.map_err(|what| format!("engine {} of {count}: {what}", index + 1))?;
        if descriptors.iter().any(|other| other.id == descriptor.id) {
            return Err(format!("it holds two engines with the id {}", descriptor.id));
        }
        descriptors.push(descriptor);
    }
    Ok(descriptors)
}

/// Asks a library for the opening extension.
///
/// # Safety
/// As for [`read_descriptors`].
unsafe fn read_opening(entry: &abi::Entry) -> Option<OpeningFunctions> {
    // SAFETY: as the caller says; an extension is valid until `deinit`.
    let table = unsafe { abi::read_struct((entry.get_extension?)(Str::lend(abi::EXT_OPENING)).cast::<abi::Opening>()) };
    OpeningFunctions::new(&table?)
}

/// What the system says about a library that can't be loaded, without the file's name in front.
fn system_message(error: &libloading::Error, file: &Path) -> String {
    let message = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    let prefix = format!("{}: ", file.display());
    message.strip_prefix(&prefix).unwrap_or(&message).to_owned()
}

#[cfg(test)]
mod tests;
