//! The header and the Rust types are the same interface: a program made from the header, compiled as C and as C++,
//! prints every size, offset and constant, and they are compared with Rust's.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use sdk::abi::{self, bound, capability, choose, limit, log, option, result, score, status};

/// C expressions and the values that Rust expects of them.
type Expected = BTreeMap<String, i64>;

/// Adds the size of a struct and the offset of each of its fields. A field that is missing from the list does not
/// compile.
macro_rules! layout {
    ($expected:ident: $rust:ident as $c:ident { $($field:ident $(as $c_field:ident)?),+ $(,)? }) => {
        let _complete = |value: abi::$rust| {
            let abi::$rust { $($field: _),+ } = value;
        };
        $expected.insert(format!("sizeof({})", stringify!($c)), size_of::<abi::$rust>() as i64);
        $(
            // The C name where it is another one.
            let c_field = [$(stringify!($c_field),)? stringify!($field)][0];
            let offset = std::mem::offset_of!(abi::$rust, $field) as i64;
            $expected.insert(format!("offsetof({}, {c_field})", stringify!($c)), offset);
        )+
    };
}

fn structs() -> Expected {
    let mut expected = Expected::new();
    layout!(expected: Str as qiju_str { data, length });
    layout!(expected: Buffer as qiju_buffer { data, capacity, length });
    layout!(expected: VariantSupport as qiju_variant_support {
        struct_size, capabilities, variant, min_size, max_size, repetitions
    });
    layout!(expected: Descriptor as qiju_descriptor {
        struct_size, variant_count, id, name, version, author, licence, url, description, variants
    });
    layout!(expected: OptionData as qiju_option {
        struct_size, kind as type, flags, choice_count, id, label, description, default_value, int_min, int_max,
        float_min, float_max, choices, choice_labels
    });
    layout!(expected: Limits as qiju_limits {
        struct_size, flags, search_id, remaining, increment, byo_yomi, moves_to_go, move_time, nodes, depth, multi_pv,
        seed, allowed_moves
    });
    layout!(expected: Info as qiju_info {
        struct_size, depth, seldepth, score_kind, score, bound, nodes, nps, time, hashfull, multi_pv, pv, heat,
        heat_length, text
    });
    layout!(expected: SearchResult as qiju_result { struct_size, flags, score_kind, score, best_move, ponder_move });
    layout!(expected: Host as qiju_host {
        struct_size, abi_major, abi_minor, data, name, version, log, should_stop, on_info, now, get_extension
    });
    layout!(expected: Instance as qiju_instance {
        struct_size, reserved, data, option_count, option, set_option, new_game, set_position, search, stop,
        ponder_hit, destroy
    });
    layout!(expected: Entry as qiju_entry {
        struct_size, abi_major, abi_minor, init, deinit, plugin_count, descriptor, create, get_extension
    });
    layout!(expected: Opening as qiju_opening { struct_size, reserved, propose, choose });
    expected
}

fn constants() -> Expected {
    let statuses = [
        ("OK", status::OK),
        ("ERR_ARGUMENT", status::ARGUMENT),
        ("ERR_STATE", status::STATE),
        ("ERR_UNKNOWN", status::UNKNOWN),
        ("ERR_OPTION", status::OPTION),
        ("ERR_GAME", status::GAME),
        ("ERR_POSITION", status::POSITION),
        ("ERR_UNSUPPORTED", status::UNSUPPORTED),
        ("ERR_FAILED", status::FAILED),
        ("ERR_PANIC", status::PANIC),
        ("OPTION_BOOL", option::BOOL),
        ("OPTION_INT", option::INT),
        ("OPTION_FLOAT", option::FLOAT),
        ("OPTION_ENUM", option::ENUM),
        ("OPTION_STRING", option::STRING),
        ("OPTION_PATH", option::PATH),
        ("OPTION_BUTTON", option::BUTTON),
        ("SCORE_NONE", score::NONE),
        ("SCORE_CP", score::CP),
        ("SCORE_MATE", score::MATE),
        ("BOUND_EXACT", bound::EXACT),
        ("BOUND_LOWER", bound::LOWER),
        ("BOUND_UPPER", bound::UPPER),
        ("LOG_ERROR", log::ERROR),
        ("LOG_WARNING", log::WARNING),
        ("LOG_INFO", log::INFO),
        ("LOG_DEBUG", log::DEBUG),
    ];
    let bits = [
        ("ABI_MAJOR", u32::from(abi::ABI_MAJOR)),
        ("ABI_MINOR", u32::from(abi::ABI_MINOR)),
        ("CAN_PONDER", capability::PONDER),
        ("CAN_MULTI_PV", capability::MULTI_PV),
        ("CAN_ANALYSE", capability::ANALYSE),
        ("CAN_LIMIT_NODES", capability::LIMIT_NODES),
        ("CAN_LIMIT_DEPTH", capability::LIMIT_DEPTH),
        ("CAN_SEED", capability::SEED),
        ("CAN_THREADS", capability::THREADS),
        ("CAN_OPENING", capability::OPENING),
        ("OPTION_ADVANCED", option::ADVANCED),
        ("OPTION_AT_NEW_GAME", option::AT_NEW_GAME),
        ("LIMIT_INFINITE", limit::INFINITE),
        ("LIMIT_PONDER", limit::PONDER),
        ("LIMIT_DRAW_OFFERED", limit::DRAW_OFFERED),
        ("LIMIT_SEED", limit::SEED),
        ("RESULT_RESIGN", result::RESIGN),
        ("RESULT_OFFER_DRAW", result::OFFER_DRAW),
        ("RESULT_ACCEPT_DRAW", result::ACCEPT_DRAW),
        ("CHOOSE_BLACK", choose::BLACK),
        ("CHOOSE_WHITE", choose::WHITE),
        ("CHOOSE_PLACE_TWO", choose::PLACE_TWO),
    ];
    let statuses = statuses.map(|(name, value)| (format!("QIJU_{name}"), i64::from(value)));
    let bits = bits.map(|(name, value)| (format!("QIJU_{name}"), i64::from(value)));
    statuses.into_iter().chain(bits).collect()
}

/// The names of the header that stand for numbers: enumerators, and macros with a number.
fn numbers_of_header() -> Vec<String> {
    let header = fs::read_to_string(include_folder().join("qiju.h")).expect("the header is part of the crate");
    let name_of = |line: &str| -> Option<String> {
        let line = line.trim();
        let (name, value) = match line.strip_prefix("#define ") {
            Some(macro_line) => macro_line.split_once(' ')?,
            None => line.split_once(" = ")?,
        };
        let is_number = value.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-');
        (name.starts_with("QIJU_") && is_number).then(|| name.to_owned())
    };
    header.lines().filter_map(name_of).collect()
}

fn include_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("include")
}

/// Compiles and runs a program that prints each expression with its value.
fn values_by_compiler(expressions: &Expected, cpp: bool) -> Expected {
    let mut source = String::from("#include \"qiju.h\"\n#include <stdio.h>\nint main(void) {\n");
    for expression in expressions.keys() {
        let _ = writeln!(source, "    printf(\"%s=%lld\\n\", \"{expression}\", (long long)({expression}));");
    }
    source += "    return 0;\n}\n";
    let program = compile(&source, if cpp { "layout.cpp" } else { "layout.c" }, cpp);
    let output = Command::new(&program).output().expect("the compiled program runs");
    let output = String::from_utf8(output.stdout).expect("the program prints names and numbers");
    output
        .lines()
        .filter_map(|line| line.rsplit_once('='))
        .map(|(name, value)| (name.to_owned(), value.parse().expect("a number")))
        .collect()
}

/// Compiles a source text with all warnings as errors, and gives the program.
fn compile(source: &str, file_name: &str, cpp: bool) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source_file, program) = (folder.join(file_name), folder.join(format!("{file_name}.exe")));
    fs::write(&source_file, source).expect("the target folder can be written");
    let triple = host_triple();
    let compiler =
        cc::Build::new().target(&triple).host(&triple).opt_level(0).cargo_metadata(false).cpp(cpp).get_compiler();
    let mut command = compiler.to_command();
    command.arg(&source_file).arg(if compiler.is_like_msvc() { "/I" } else { "-I" }).arg(include_folder());
    if compiler.is_like_msvc() {
        command.args(["/W4", "/WX"]).arg(format!("/Fe:{}", program.display())).current_dir(folder);
    } else {
        let standard = if cpp { "-std=c++11" } else { "-std=c99" };
        command.args([standard, "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-o"]).arg(&program);
    }
    let output = command.output().unwrap_or_else(|error| panic!("no C compiler: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

/// The triple that tests are compiled for, as `rustc` names it.
fn host_triple() -> String {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(rustc).arg("-vV").output().expect("cargo ran rustc before");
    let text = String::from_utf8(output.stdout).expect("rustc prints text");
    text.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host").to_owned()
}

/// All that is compared.
fn interface() -> Expected {
    structs().into_iter().chain(constants()).collect()
}

#[test]
fn the_header_in_c_is_the_rust_interface() {
    assert_eq!(values_by_compiler(&interface(), false), interface());
}

#[test]
fn the_header_in_cpp_is_the_rust_interface() {
    assert_eq!(values_by_compiler(&interface(), true), interface());
}

#[test]
fn no_constant_of_the_header_is_missing_in_rust() {
    let numbers = numbers_of_header();
    let expected = constants();
    let missing: Vec<_> = numbers.iter().filter(|name| !expected.contains_key(*name)).collect();
    assert!(missing.is_empty(), "not compared: {missing:?}");
    assert_eq!(numbers.len(), expected.len());
}

#[test]
fn names_of_symbol_and_extension_are_the_headers() {
    let header = fs::read_to_string(include_folder().join("qiju.h")).expect("the header is part of the crate");
    assert!(header.contains(&format!("#define QIJU_ENTRY_SYMBOL \"{}\"", abi::ENTRY_SYMBOL)));
    assert!(header.contains(&format!("const qiju_entry {};", abi::ENTRY_SYMBOL)));
    assert!(header.contains(&format!("#define QIJU_EXT_OPENING \"{}\"", abi::EXT_OPENING)));
}
