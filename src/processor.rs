//! Whether this processor runs this build.

/// What the processor lacks, as a sentence; `None` where it has all.
#[must_use]
pub fn missing_features() -> Option<String> {
    let missing: Vec<_> = built_for().iter().filter(|(_, has)| !has).map(|(name, _)| *name).collect();
    (!missing.is_empty()).then(|| {
        format!(
            "this build needs a newer processor ({} missing); use the baseline build (README, \"Older processors\")",
            missing.join(", ")
        )
    })
}

/// The instruction sets that the build uses beyond the baseline, and whether this processor has them.
#[cfg(target_arch = "x86_64")]
fn built_for() -> Vec<(&'static str, bool)> {
    macro_rules! features {
        ($($name:tt),*) => {
            vec![$(($name, !cfg!(target_feature = $name) || std::arch::is_x86_feature_detected!($name))),*]
        };
    }
    features!("popcnt", "bmi1", "bmi2", "lzcnt", "avx2", "fma")
}

#[cfg(not(target_arch = "x86_64"))]
fn built_for() -> Vec<(&'static str, bool)> {
    Vec::new()
}
