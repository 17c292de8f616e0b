//! Qiju.
