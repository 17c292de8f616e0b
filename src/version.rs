//! What this build calls itself.

use std::sync::LazyLock;

/// The version with that of the plugin boundary and the build, for `--version`.
pub static LONG: LazyLock<String> = LazyLock::new(|| {
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let window = if cfg!(feature = "gui") { "with window" } else { "command line only" };
    format!(
        "{} (plugin ABI {}.{}, {build} build, {window}, {} {})",
        env!("CARGO_PKG_VERSION"),
        sdk::ABI_MAJOR,
        sdk::ABI_MINOR,
        std::env::consts::ARCH,
        std::env::consts::OS,
    )
});
