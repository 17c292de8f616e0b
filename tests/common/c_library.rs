//! Libraries in C and C++ that tests compile.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The project's folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Compiles a plugin library from one source file, with further arguments for the compiler, into a folder.
pub fn compile(source: &Path, name: &str, folder: &Path, arguments: &[&str]) -> PathBuf {
    fs::create_dir_all(folder).expect("the folder can be written");
    let library = folder.join(format!("{}qiju_{name}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX));
    let is_cpp = source.extension().is_some_and(|extension| extension == "cpp");
    let mut build = cc::Build::new();
    build.target(host_triple()).host(host_triple()).opt_level(0).cargo_metadata(false).cpp(is_cpp);
    let compiler = build.get_compiler();
    let mut command = compiler.to_command();
    command.arg(source).arg("-I").arg(root().join("plugins/sdk/include"));
    if compiler.is_like_msvc() {
        command.arg("/LD").args(arguments).arg(format!("/Fe:{}", library.display())).current_dir(folder);
    } else {
        command.arg(if is_cpp { "-std=c++11" } else { "-std=c99" });
        command.args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-D_POSIX_C_SOURCE=200809L", "-fvisibility=hidden"]);
        // Where the library is named before its dependencies, the linker finds those.
        command.args(["-pthread", "-shared", "-o"]).arg(&library).args(arguments);
    }
    let output = command.output().unwrap_or_else(|error| panic!("no C compiler: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    library
}

/// The triple that tests are compiled for, as `rustc` names it.
fn host_triple() -> &'static str {
    static TRIPLE: OnceLock<String> = OnceLock::new();
    TRIPLE.get_or_init(|| {
        let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
        let output = Command::new(rustc).arg("-vV").output().expect("cargo ran rustc before");
        let text = String::from_utf8(output.stdout).expect("rustc prints text");
        text.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host").to_owned()
    })
}
