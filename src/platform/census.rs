//! What this process holds, where the system says so.

/// Number of threads of this process.
#[must_use]
pub fn thread_count() -> Option<u32> {
    status("Threads:")?.parse().ok()
}

/// Memory of this process that is in use, in bytes.
#[must_use]
pub fn memory_in_use() -> Option<u64> {
    let kibibytes: u64 = status("VmRSS:")?.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes << 10)
}

/// A line of Linux's `/proc/self/status`.
#[cfg(target_os = "linux")]
fn status(key: &str) -> Option<String> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    text.lines().find_map(|line| line.strip_prefix(key)).map(|value| value.trim().to_owned())
}

#[cfg(not(target_os = "linux"))]
fn status(_key: &str) -> Option<String> {
    None
}
