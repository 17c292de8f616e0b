//! The interface between Qiju and its engines.

mod control;
mod descriptor;
mod engine;
mod limits;
mod options;
mod report;

pub use control::{Control, Level, SearchHost};
pub use descriptor::{Capabilities, Descriptor, VariantSupport};
pub use engine::{Engine, Fault, Opening, OpeningChoice, OpeningChoices};
pub use limits::{Limits, SideClock};
pub use options::{Choice, OptionError, OptionInfo, OptionKind, OptionValue, option_id};
pub use report::{Bound, Info, Score, SearchResult};
pub use rules;
