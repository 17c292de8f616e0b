//! Compiles the window.

fn main() {}
