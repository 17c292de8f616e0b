//! The program's own log.

use tracing_subscriber::EnvFilter;

/// Starts logging to stderr: warnings and errors, or what `QIJU_LOG` asks for (`QIJU_LOG=debug`).
pub fn start() {
    let filter = EnvFilter::try_from_env("QIJU_LOG").unwrap_or_else(|_| EnvFilter::new("warn,winit=error"));
    // A second call, as in tests, finds a subscriber set already; the first one then goes on.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).without_time().try_init();
}
