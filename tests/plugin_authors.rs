//! What the author of an engine does: begin one, build it, check it, add it, play it, build it anew.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::c_library;
use serde_json::Value;

/// A folder of this test's own, empty.
fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("authors").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

/// Runs the program in a folder, with a home of its own there.
fn qiju(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = common::qiju(arguments);
    for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA"] {
        command.env(variable, folder.join("home"));
    }
    command.current_dir(folder).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program prints UTF-8")
}

fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Every check but those that a busy machine may spoil.
const UNTIMED: &str =
    "init,create,variants,refuses,random,illegal,setups,allowed,seed,infos,opening,options,threads,memory,stdout";

/// The checks among these that a library fails, with what they say.
fn failures(library: &Path, checks: &str) -> Vec<(String, String)> {
    let folder = empty_folder(&format!("check {}", library.file_stem().expect("it has a name").display()));
    let output = qiju(&folder, &["plugins", "check", &library.display().to_string(), "--only", checks, "--json"]);
    let lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let failed = lines.iter().filter(|line| line["outcome"] == "failed");
    let word = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
    let failed: Vec<_> = failed.map(|line| (word(line, "check"), word(line, "text"))).collect();
    assert_eq!(output.status.code(), Some(i32::from(!failed.is_empty())), "{failed:?}");
    failed
}

/// Plays a game of each game that an engine plays, against the example.
fn plays(folder: &Path, engine: &str) {
    for variant in ["gomoku", "xiangqi"] {
        let arguments = ["play", "--first", engine, "--second", "greedy", "--variant", variant, "--json"];
        let line = done(&qiju(folder, &arguments));
        let game: Value = serde_json::from_str(line.lines().next().unwrap_or_default()).expect("a line of JSON");
        assert_eq!(game["failed"], Value::Null, "{game}");
    }
}

fn example() -> PathBuf {
    let source = c_library::root().join("plugins/sdk/examples/c/engine.c");
    c_library::compile(&source, "c_example", &empty_folder("example"), &[])
}

fn animal(name: &str) -> PathBuf {
    let zoo = c_library::root().join("tests/plugins/zoo");
    c_library::compile(&zoo.join(name).with_extension("c"), name, &empty_folder(name), &[])
}

#[test]
fn the_example_in_c_is_all_that_an_engine_must_be() {
    let library = example();
    assert_eq!(failures(&library, UNTIMED), []);
    plays(&empty_folder("example plays"), &library.display().to_string());
}

/// The listing in C of the guide is a whole engine.
#[test]
fn the_guide_is_an_engine() {
    let guide = fs::read_to_string(c_library::root().join("plugins/sdk/README.md")).expect("it is there");
    let listings: Vec<_> = guide.split("\n```c\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    assert_eq!(listings.len(), 1, "every listing is tried");
    let folder = empty_folder("guide");
    let source = folder.join("first_point.c");
    fs::write(&source, listings[0]).expect("the target folder can be written");
    let library = c_library::compile(&source, "first_point", &folder, &[]);
    assert_eq!(failures(&library, "init,create,variants,refuses,random,illegal,options,threads,memory,stdout"), []);
    let engine = library.display().to_string();
    let line = done(&qiju(&folder, &["play", "--first", &engine, "--second", &engine, "--size", "9", "--json"]));
    assert!(line.contains("\"failed\":null"), "{line}");
}

#[test]
fn the_engines_of_the_program_are_all_that_they_must_be() {
    let name = format!("{}qiju_greedy{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    assert_eq!(failures(&common::program_folder().join(name), UNTIMED), []);
}

#[test]
fn what_an_engine_does_wrong_is_found() {
    for (name, check) in [("prints", "stdout"), ("illegal_move", "random"), ("crash_in_search", "random")] {
        assert_eq!(failures(&animal(name), check).len(), 1, "{name} fails {check}");
    }
    if cfg!(target_os = "linux") {
        assert_eq!(failures(&animal("thread_left"), "threads").len(), 1);
    }
    assert_eq!(failures(&animal("crash_at_load"), "init")[0].0, "load");
    let missing = failures(Path::new("/no/such/library.so"), "init");
    assert!(missing[0].1.contains("/no/such/library.so can't be loaded"), "{missing:?}");
}

#[test]
fn a_new_engine_in_rust_builds_and_passes() {
    let folder = empty_folder("rust");
    let said = done(&qiju(&folder, &["plugins", "new", "my-bot"]));
    assert!(said.contains("qiju plugins check"), "{said}");
    let target = folder.join("../rust target");
    let build = Command::new(env!("CARGO"))
        .args(["build", "--offline", "--quiet"])
        .current_dir(folder.join("my-bot"))
        .env("CARGO_TARGET_DIR", &target)
        .output()
        .expect("cargo runs these tests, so it can be started");
    assert!(build.status.success(), "{}", text(&build.stderr));
    let library = format!("{}qiju_my_bot{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let library = target.join("debug").join(library);
    assert_eq!(failures(&library, UNTIMED), []);
    plays(&folder, &library.display().to_string());
}

#[test]
#[cfg(unix)]
fn a_new_engine_in_c_builds_and_passes() {
    let folder = empty_folder("c");
    done(&qiju(&folder, &["plugins", "new", "Straw_Bot", "--language", "c"]));
    let make = Command::new("make").current_dir(folder.join("Straw_Bot")).output().expect("there is make");
    assert!(make.status.success(), "{}", text(&make.stderr));
    let library = format!("{}qiju_straw_bot{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    assert_eq!(failures(&folder.join("Straw_Bot").join(&library), UNTIMED), []);
    done(&qiju(&folder, &["plugins", "add", &format!("Straw_Bot/{library}")]));
    plays(&folder, "straw-bot");
}

#[test]
fn names_that_are_none_are_refused() {
    let folder = empty_folder("names");
    for name in ["", "7up", "my bot", "../escape", "bot\u{e9}"] {
        let output = qiju(&folder, &["plugins", "new", name]);
        assert_eq!(output.status.code(), Some(2), "{name:?}");
    }
    fs::create_dir(folder.join("taken")).expect("the folder can be written");
    let output = qiju(&folder, &["plugins", "new", "taken"]);
    assert!(text(&output.stderr).contains("taken is there already"));
    let output = qiju(&folder, &["plugins", "new", "other", "--sdk", "nowhere"]);
    assert!(text(&output.stderr).contains("nowhere is no crate"));
}

#[test]
fn an_engine_is_added_listed_played_and_removed() {
    let folder = empty_folder("added");
    let library = example().display().to_string();
    done(&qiju(&folder, &["plugins", "add", &library]));
    let again = qiju(&folder, &["plugins", "add", &library]);
    assert!(text(&again.stderr).contains("--replace"), "{}", text(&again.stderr));
    done(&qiju(&folder, &["plugins", "add", &library, "--replace"]));
    let listed: Value = serde_json::from_str(&done(&qiju(&folder, &["plugins", "list", "--json"]))).expect("JSON");
    let engines = listed["engines"].as_array().expect("a list");
    let own = engines.iter().find(|engine| engine["id"] == "org.example.c-example").expect("it was added");
    assert_eq!(own["state"], "isolated");
    let shipped = engines.iter().find(|engine| engine["id"] == "org.qiju.greedy").expect("it came with the program");
    assert_eq!(shipped["state"], "in process");
    let safe = done(&qiju(&folder, &["plugins", "list", "--safe-mode"]));
    assert!(!safe.contains("c-example") && safe.contains("org.qiju.greedy"), "{safe}");
    for engine in ["c-example", "c-example:isolation=off", "c-example:calm=true,memory-mib=512"] {
        plays(&folder, engine);
    }
    done(&qiju(&folder, &["plugins", "remove", "c-example"]));
    assert!(!done(&qiju(&folder, &["plugins", "list"])).contains("c-example"));
}

/// Profiles and choices lie where Linux has configuration files.
#[test]
#[cfg(target_os = "linux")]
fn profiles_and_choices_of_the_user_count() {
    let folder = empty_folder("profiles");
    let library = example();
    done(&qiju(&folder, &["plugins", "add", &library.display().to_string()]));
    let choices = folder.join("home/qiju/engines.toml");
    let text = "[profiles.calmer]\nengine = \"c-example\"\noptions = { calm = \"true\" }\n\
                [engines.\"org.example.c-example\"]\nisolation = false\n";
    fs::write(&choices, text).expect("the folder can be written");
    let listed = done(&qiju(&folder, &["plugins", "list"]));
    assert!(listed.contains("C example 1.0, in process"), "{listed}");
    plays(&folder, "calmer");
    plays(&folder, "calmer:calm=false,isolation=on");
    let unknown = qiju(&folder, &["play", "--first", "nobody", "--second", "calmer"]);
    assert!(text_of_errors(&unknown).contains("known are") && text_of_errors(&unknown).contains("calmer"));
    fs::write(&choices, "profiles = 3").expect("the folder can be written");
    let listed = done(&qiju(&folder, &["plugins", "list"]));
    assert!(listed.contains("engines.toml can't be read") && listed.contains("org.qiju.greedy"), "{listed}");
}

fn text_of_errors(output: &Output) -> String {
    text(&output.stderr)
}

#[test]
fn wrong_options_are_refused_with_what_is_possible() {
    let folder = empty_folder("options");
    let library = example().display().to_string();
    for (options, part) in [
        ("calm=maybe", "refuses option calm=maybe: it must be true or false"),
        ("clam=true", "it has no such option; known are calm, isolation, memory-mib"),
        ("isolation=maybe", "it must be on or off"),
        ("memory-mib=much", "it must be a number of MiB"),
    ] {
        let engine = format!("{library}:{options}");
        let output = qiju(&folder, &["play", "--first", &engine, "--second", "greedy"]);
        assert_eq!(output.status.code(), Some(2), "{options}");
        assert!(text(&output.stderr).contains(part), "{}", text(&output.stderr));
    }
}

/// Everything that can be wrong with what lies in a folder of engines is told, and costs the other engines nothing.
#[test]
fn what_is_wrong_with_a_folder_of_engines_is_told() {
    let folder = empty_folder("folder");
    let plugins = folder.join("plugins");
    let source = c_library::root().join("plugins/sdk/examples/c/engine.c");
    let first = c_library::compile(&source, "a_first", &plugins, &[]);
    let twice = plugins.join(first.file_name().expect("a file").to_string_lossy().replace("a_first", "b_twice"));
    fs::copy(&first, &twice).expect("the folder can be written");
    let foreign = c_library::compile(&source, "c_foreign", &plugins, &[]);
    fs::write(format!("{}.toml", foreign.display()), "abi = \"1.0\"\nplatform = \"z80-cpm\"\n").expect("as above");
    let renamed = c_library::compile(&source, "d_renamed", &plugins, &[]);
    fs::write(format!("{}.toml", renamed.display()), "engines = [\"org.example.other\"]\n").expect("as above");
    let path = std::env::join_paths([plugins.as_path(), Path::new(file!())]).expect("no separators in it");
    let output = common::qiju(&["engines", "--json"]).env("QIJU_PLUGIN_PATH", path).output().expect("it starts");
    let found: Value = serde_json::from_str(&done(&output)).expect("JSON");
    let own =
        found["engines"].as_array().expect("a list").iter().filter(|engine| engine["id"] == "org.example.c-example");
    assert_eq!(own.count(), 1);
    let unusable = found["unusable"].as_array().expect("a list");
    let why = |part: &str| {
        let one = unusable.iter().find(|one| one["file"].as_str().is_some_and(|file| file.contains(part)));
        one.and_then(|one| one["why"].as_str()).unwrap_or_else(|| panic!("{part} is told of: {found}")).to_owned()
    };
    assert!(why("b_twice").contains("was found before in") && why("b_twice").contains("version 1.0"));
    assert!(why("c_foreign").contains("it is for z80-cpm"));
    assert!(why("d_renamed").contains("names the engines org.example.other, it declares org.example.c-example"));
}
