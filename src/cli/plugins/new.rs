//! `qiju plugins new`: writes the beginning of an engine into a new folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use include_dir::{Dir, File, include_dir};

use crate::cli::Failure;

/// Sources that a new engine is built with before they can be had elsewhere.
static SDK: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/plugins/sdk/src");
static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/plugins/rules/src");
const SDK_README: &str = include_str!("../../../plugins/sdk/README.md");
const HEADER: &str = include_str!("../../../plugins/sdk/include/qiju.h");
const C_ENGINE: &str = include_str!("../../../plugins/sdk/examples/c/engine.c");
const C_MAKEFILE: &str = include_str!("../../../plugins/sdk/examples/c/Makefile");
/// The beginnings, with `NAME` and the like for what differs.
const RUST_ENGINE: &str = include_str!("templates/lib.rs.txt");
const RUST_MANIFEST: &str = include_str!("templates/Cargo.toml.txt");
const README: &str = include_str!("templates/README.md.txt");

/// Arguments of `qiju plugins new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// The engine's name: letters, digits, - and _; the folder is called so too
    name: String,
    /// The language to write it in
    #[arg(long, value_enum, default_value_t = Language::Rust)]
    language: Language,
    /// Build with the sdk in this folder instead of a copy of its sources
    #[arg(long, value_name = "FOLDER")]
    sdk: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    /// A crate.
    Rust,
    /// One file and a Makefile.
    C,
}

/// Writes the folder.
///
/// # Errors
/// The name is none, the folder is there already, or can't be written.
pub fn run(args: &NewArgs) -> Result<(), Failure> {
    let names = Names::of(&args.name).map_err(Failure::BadInput)?;
    let folder = Path::new(&args.name);
    if folder.exists() {
        let error = anyhow!("{} is there already; choose another name, or remove it", folder.display());
        return Err(Failure::BadInput(error));
    }
    let written = match args.language {
        Language::Rust => write_rust(folder, &names, args.sdk.as_deref()),
        Language::C => write_c(folder, &names, args.sdk.as_deref()),
    };
    written.map_err(Failure::BadInput)?;
    println!("{} is ready; build it, check it and play it:", folder.display());
    for line in commands(args.language, &names) {
        println!("    {line}");
    }
    Ok(())
}

/// What an engine is called in the places where it has a name.
struct Names {
    /// As given: `my-engine`.
    given: String,
    /// With `_` only: `my_engine`.
    snake: String,
    /// For people: `My engine`.
    title: String,
    /// Of a type: `MyEngine`.
    kind: String,
}

impl Names {
    fn of(given: &str) -> anyhow::Result<Names> {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        let begins = given.chars().next().is_some_and(|letter| letter.is_ascii_alphabetic());
        if !begins || !given.chars().all(is_plain) {
            return Err(anyhow!("{given:?} can't be an engine's name; write letters, digits, - and _, a letter first"));
        }
        let words: Vec<_> = given.split(['-', '_']).filter(|word| !word.is_empty()).collect();
        let kind = words.iter().map(|word| capital(word)).collect();
        let (snake, title) = (given.to_ascii_lowercase().replace('-', "_"), capital(&words.join(" ")));
        Ok(Names { given: given.to_owned(), snake, title, kind })
    }

    fn fill(&self, template: &str) -> String {
        template
            .replace("{given}", &self.given)
            .replace("{snake}", &self.snake)
            .replace("{title}", &self.title)
            .replace("{kind}", &self.kind)
            .replace("{id}", &self.given.to_ascii_lowercase().replace('_', "-"))
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// The library's file name.
fn library(names: &Names) -> String {
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    format!("{DLL_PREFIX}qiju_{}{DLL_SUFFIX}", names.snake)
}

/// What to type next.
fn commands(language: Language, names: &Names) -> Vec<String> {
    let (build, folder) = match language {
        Language::Rust => ("cargo build --release", "target/release/"),
        Language::C => ("make", "./"),
    };
    let library = library(names);
    vec![
        format!("cd {}", names.given),
        build.to_owned(),
        format!("qiju plugins check {folder}{library}"),
        format!("qiju play --first {folder}{library} --second greedy"),
        format!("qiju plugins add {folder}{library}"),
        format!("qiju --new gomoku --second {}", names.given.to_ascii_lowercase().replace('_', "-")),
    ]
}

fn write_rust(folder: &Path, names: &Names, sdk: Option<&Path>) -> anyhow::Result<()> {
    let sdk_path = match sdk {
        None => "vendor/sdk".to_owned(),
        Some(sdk) if sdk.join("Cargo.toml").is_file() => {
            // A path in TOML is written with slashes on every system.
            std::path::absolute(sdk)?.display().to_string().replace('\\', "/")
        }
        Some(sdk) => return Err(anyhow!("{} is no crate; name the folder plugins/sdk of a checkout", sdk.display())),
    };
    write(&folder.join("Cargo.toml"), &names.fill(RUST_MANIFEST).replace("{sdk}", &sdk_path))?;
    write(&folder.join("src/lib.rs"), &names.fill(RUST_ENGINE))?;
    write(&folder.join(".gitignore"), "/target\n")?;
    write_readme(folder, Language::Rust, names)?;
    if sdk.is_none() {
        let vendor = folder.join("vendor");
        write(&vendor.join("rules/Cargo.toml"), &vendored("rules", ""))?;
        write_sources(&RULES, &vendor.join("rules/src"))?;
        write(&vendor.join("sdk/Cargo.toml"), &vendored("sdk", "\n[dependencies]\nrules = { path = \"../rules\" }\n"))?;
        write_sources(&SDK, &vendor.join("sdk/src"))?;
        write(&vendor.join("sdk/README.md"), SDK_README)?;
        write(&vendor.join("sdk/include/qiju.h"), HEADER)?;
    }
    Ok(())
}

fn write_c(folder: &Path, names: &Names, sdk: Option<&Path>) -> anyhow::Result<()> {
    let engine = C_ENGINE
        .replace("libqiju_c_example.so", &library(names))
        .replace("org.example.c-example", &names.fill("org.example.{id}"))
        .replace("\"C example\"", &format!("\"{}\"", names.title))
        .replace("TEXT(\"C example\")", &format!("TEXT(\"{}\")", names.title));
    let header = match sdk {
        None => ".".to_owned(),
        Some(sdk) => std::path::absolute(sdk)?.join("include").display().to_string(),
    };
    let makefile = C_MAKEFILE
        .replace("NAME = c_example", &format!("NAME = {}", names.snake))
        .replace("HEADER = ../../include", &format!("HEADER = {header}"));
    write(&folder.join("engine.c"), &engine)?;
    write(&folder.join("Makefile"), &makefile)?;
    if sdk.is_none() {
        write(&folder.join("qiju.h"), HEADER)?;
    }
    write_readme(folder, Language::C, names)
}

fn write_readme(folder: &Path, language: Language, names: &Names) -> anyhow::Result<()> {
    let commands: String = commands(language, names).iter().skip(1).map(|line| format!("{line}\n")).collect();
    let source = if language == Language::Rust { "src/lib.rs" } else { "engine.c" };
    write(
        &folder.join("README.md"),
        &names.fill(README).replace("{commands}", commands.trim_end()).replace("{source}", source),
    )
}

/// The manifest of a crate whose sources are copied.
fn vendored(name: &str, rest: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let licence = env!("CARGO_PKG_LICENSE");
    format!(
        "# A copy out of Qiju {version}.\n[package]\nname = \"{name}\"\nversion = \"{version}\"\nedition = \"2024\"\n\
         rust-version = \"1.92\"\nlicense = \"{licence}\"\npublish = false\n{rest}"
    )
}

/// Writes a folder of sources.
fn write_sources(sources: &Dir<'_>, folder: &Path) -> anyhow::Result<()> {
    for file in sources.files() {
        write_source(file, folder)?;
    }
    // Paths of inner files begin at the outermost folder.
    sources.dirs().try_for_each(|inner| write_sources(inner, folder))
}

fn write_source(file: &File<'_>, folder: &Path) -> anyhow::Result<()> {
    let text = file.contents_utf8().ok_or_else(|| anyhow!("{} is no text", file.path().display()))?;
    write(&folder.join(file.path()), text)
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder).with_context(|| format!("folder {} can't be made", folder.display()))?;
    fs::write(file, text).with_context(|| format!("{} can't be written", file.display()))
}
