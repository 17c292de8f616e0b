//! The interface between Qiju and its engines.
pub use rules;
