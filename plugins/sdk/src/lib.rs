#![doc = include_str!("../README.md")]

pub mod abi;
mod control;
mod descriptor;
mod engine;
pub mod export;
mod limits;
mod options;
mod report;
mod request;
mod tables;
mod worker;

pub use abi::{ABI_MAJOR, ABI_MINOR};
pub use control::{Control, Level, SearchHost};
pub use descriptor::{Capabilities, Descriptor, VariantSupport};
pub use engine::{Engine, Fault, Opening, OpeningChoice, OpeningChoices};
pub use export::library_path;
pub use limits::{Limits, SideClock};
pub use options::{Choice, OptionError, OptionInfo, OptionKind, OptionValue, option_id};
pub use report::{Bound, Info, Score, SearchResult};
pub use rules;
