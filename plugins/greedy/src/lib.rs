//! The example engine.
