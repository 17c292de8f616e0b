//! The command line as a script sees it: output, exit code, and a sentence for every wrong input.

mod common;

use std::process::Output;

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    common::qiju(arguments).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program prints UTF-8")
}

/// What a command that succeeds prints, as JSON lines.
fn json(arguments: &[&str]) -> Vec<Value> {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// What a command that is given bad input says.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}: nothing but the sentence");
    text(&output.stderr)
}

#[test]
fn version_names_program_and_interface() {
    let output = text(&run(&["--version"]).stdout);
    assert!(output.starts_with("qiju 0."), "{output}");
    assert!(output.contains("plugin ABI 1."), "{output}");
}

#[test]
fn engines_lists_the_shipped_ones() {
    let found = &json(&["engines", "--json"])[0];
    let greedy = found["engines"].as_array().unwrap().iter().find(|engine| engine["id"] == "org.qiju.greedy").unwrap();
    let variants: Vec<_> = greedy["variants"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert_eq!(variants, ["gomoku", "gomoku-standard", "renju", "xiangqi"]);
    assert!(text(&run(&["engines"]).stdout).contains("org.qiju.greedy"));
}

#[test]
fn position_has_every_key_of_its_contract() {
    let keys = [
        "variant",
        "size",
        "rules",
        "side_to_move",
        "ply",
        "ended",
        "ended_at",
        "winner",
        "reason",
        "verdict",
        "legal",
        "losing_moves",
        "forbidden",
        "check",
        "fen",
    ];
    for variant in ["gomoku", "gomoku-standard", "renju", "xiangqi"] {
        let answer = &json(&["position", "--variant", variant, "--json"])[0];
        let answer = answer.as_object().unwrap();
        assert_eq!(answer.len(), keys.len(), "{variant}");
        assert!(keys.iter().all(|key| answer.contains_key(*key)), "{variant}");
    }
}

#[test]
fn position_judges_a_five_and_goes_on_behind_it() {
    let moves = "h8 a1 i8 a2 j8 a3 k8 a4 l8 a5";
    let answer = &json(&["position", "--moves", moves, "--json"])[0];
    assert_eq!(answer["ended_at"], 9);
    assert_eq!(answer["ply"], 10);
    assert_eq!(answer["ended"], true);
}

#[test]
fn position_writes_xiangqi_moves_in_three_notations() {
    let answer = &json(&["position", "--variant", "xiangqi", "--moves", "炮二平五 H9-G7", "--notate", "--json"])[0];
    let first = &answer["notation"][0];
    assert_eq!((first["iccs"].as_str(), first["wxf"].as_str()), (Some("H2-E2"), Some("C2=5")));
    assert_eq!(first["chinese"], "炮二平五");
    assert_eq!(answer["ply"], 2);
}

#[test]
fn perft_counts_the_start_position() {
    let answer = &json(&["perft", "--variant", "xiangqi", "--depth", "3", "--json"])[0];
    // Source: plugins/rules/tests/data, agreed on by four move generators.
    assert_eq!(answer["nodes"], 79_666);
    let divided = &json(&["perft", "--variant", "xiangqi", "--depth", "2", "--divide", "--json"])[0];
    let sum: u64 = divided["divide"].as_array().unwrap().iter().map(|branch| branch["nodes"].as_u64().unwrap()).sum();
    assert_eq!(sum, 1920);
}

#[test]
fn play_ends_every_game_and_adds_up() {
    for variant in ["gomoku", "renju", "xiangqi"] {
        let lines =
            json(&["play", "--variant", variant, "--first", "greedy", "--second", "random", "--games", "3", "--json"]);
        assert_eq!(lines.len(), 4, "{variant}");
        for line in &lines[..3] {
            assert_eq!(line["failed"], Value::Null, "{variant}: {line}");
            assert!(line["moves"].as_array().unwrap().len() > 1);
            assert!(line["reason"].is_string());
        }
        let total = &lines[3];
        let sum: u64 = ["first_wins", "draws", "second_wins"].iter().map(|key| total[key].as_u64().unwrap()).sum();
        assert_eq!((total["games"].as_u64(), sum), (Some(3), 3));
    }
}

#[test]
fn play_repeats_with_a_seed_and_varies_without() {
    let game = |seed: &str| {
        let arguments = ["play", "--first", "greedy", "--second", "greedy", "--seed", seed, "--json"];
        json(&arguments)[0]["moves"].clone()
    };
    assert_eq!(game("7"), game("7"));
    let others = ["8", "9", "10", "11", "12"].map(game);
    assert!(others.iter().any(|other| *other != others[0]), "five seeds, and always the same game");
}

#[test]
fn play_goes_on_from_a_position() {
    let arguments = ["play", "--first", "greedy", "--second", "greedy", "--moves", "h8 h9 i9", "--json"];
    let moves = json(&arguments)[0]["moves"].clone();
    assert_eq!(moves.as_array().unwrap()[..3], ["h8", "h9", "i9"]);
}

#[test]
fn wrong_input_is_a_sentence_that_names_it() {
    let cases: &[(&[&str], &str)] = &[
        (&["position", "--variant", "chess"], "variant \"chess\" is not known; known are gomoku"),
        (&["position", "--size", "4"], "5 to 22"),
        (&["position", "--variant", "xiangqi", "--size", "15"], "--size is for Gomoku boards"),
        (&["position", "--moves", "h8 h8"], "occupied"),
        (&["position", "--moves", "z99"], "z99"),
        (&["position", "--black", "h8"], "--to-move"),
        (&["position", "--to-move", "black"], "--black or --white"),
        (&["position", "--rules", "asian"], "for xiangqi"),
        (&["position", "--variant", "xiangqi", "--rules", "roman"], "known are asian, computer, chinese"),
        (&["position", "--variant", "xiangqi", "--moves", "b0d1"], "leg is blocked on c0"),
        (&["position", "--variant", "xiangqi", "--fen", "nonsense"], "nonsense"),
        (&["position", "--notate"], "--notate is for xiangqi"),
        (&["perft", "--depth", "99"], "--depth 99 is too deep"),
        (&["play", "--first", "nobody", "--second", "greedy"], "no engine is called \"nobody\"; known are"),
        (&["play", "--first", "greedy:level=godlike", "--second", "greedy"], "godlike"),
        (&["play", "--first", "greedy:speed=1", "--second", "greedy"], "speed"),
        (&["play", "--first", "./missing.so", "--second", "greedy"], "missing.so"),
        (&["play", "--first", "greedy", "--second", "greedy", "--movetime", "fast"], "500ms"),
        (&["play", "--first", "greedy", "--second", "greedy", "--depth", "0"], "--depth must be above zero"),
        (&["play", "--first", "greedy", "--second", "greedy", "--games", "0"], "0"),
        (&["frobnicate"], "frobnicate"),
    ];
    let window: &[(&[&str], &str)] =
        &[(&["--new", "chess"], "variant \"chess\" is not known"), (&["--demo", "gomoku", "--size", "99"], "99")];
    // Without the window its arguments are refused for another reason.
    let window = if cfg!(feature = "gui") { window } else { &[] };
    for (arguments, part) in cases.iter().chain(window) {
        let said = refused(arguments);
        assert!(said.contains(part), "{arguments:?} says {said:?}, not {part:?}");
    }
}
