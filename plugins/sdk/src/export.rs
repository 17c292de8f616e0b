//! The C functions over an [`Engine`], and the macro that exports them.
//!
//! Every function checks what comes from the host, runs the engine behind a panic fence, and answers with a status and
//! a sentence. After a panic the instance is broken: it answers nothing but that, until it is destroyed. What the
//! engine is asked to do is decided in `worker.rs`; here stand the conversions between C and Rust, and all `unsafe`.
#![expect(unsafe_code, reason = "this module is the C boundary")]

use std::ffi::c_void;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::abi::{self, Buffer, Str, status};
use crate::request::Refused;
use crate::tables::DescriptorTable;
use crate::worker::Worker;
use crate::{Descriptor, Engine};

mod convert;
mod fence;
mod instance;
mod link;
#[cfg(test)]
mod tests;

use convert::{TEXT_LIMIT, report};
use fence::fence;
use instance::{Exported, choose, propose};

/// Exports engines from a `cdylib`: the one line beside the implementations of [`Engine`], each of which also needs
/// [`Default`].
///
/// ```standalone_crate
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
