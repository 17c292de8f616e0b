//! Compiles the window.

fn main() {
    #[cfg(feature = "gui")]
    compile_window();
}

/// Compiles the root markup file, with its translations in the program.
#[cfg(feature = "gui")]
fn compile_window() {
    let tests_look_at_elements = std::env::var("PROFILE").is_ok_and(|profile| profile == "debug");
    let config = slint_build::CompilerConfiguration::new()
        .with_style("fluent".to_owned())
        .with_bundled_translations("ui/lang")
        .with_debug_info(tests_look_at_elements);
    if let Err(error) = slint_build::compile_with_config("ui/main_window.slint", config) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
