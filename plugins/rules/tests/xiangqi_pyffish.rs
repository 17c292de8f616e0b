//! Movement, check, mate and repetition compared with pyffish 0.0.90 (Fairy-Stockfish's Python module).
//!
//! The answers in `data/xiangqi_pyffish.jsonl` were recorded from it; where it can be imported (`QIJU_PYTHON`, else
//! `python3`), fresh positions are compared as well. `QIJU_RECORD=1` writes the file anew.

mod xiangqi_support;

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use rules::xiangqi::{RED, Xiangqi};
use rules::{Move, Outcome, Position, Rules};
use serde::{Deserialize, Serialize};
use xiangqi_support::{Random, mv, random_cycle, random_game, random_position, text};

/// A position and what pyffish says about it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    fen: String,
    moves: String,
    #[serde(flatten)]
    answer: Answer,
    /// Our verdict on the repetition where it differs, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    differs: Option<Difference>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Answer {
    legal: String,
    check: bool,
    over: Option<String>,
    end: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Difference {
    ours: Option<String>,
    why: String,
}

/// Rules without the no-capture limit: pyffish's own one differs.
fn rules() -> Rules {
    Rules { no_capture: 0, ..Rules::default() }
}

fn data_file() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", "xiangqi_pyffish.jsonl"].iter().collect()
}

fn replay(fen: &str, moves: &str) -> Xiangqi {
    let mut position = Xiangqi::from_fen(fen, rules()).expect("the position is possible");
    for text in moves.split_whitespace() {
        position.play(mv(text)).unwrap_or_else(|error| panic!("{fen} {moves}: {error}"));
    }
    position
}

/// What this crate says in the words of the oracle.
fn our_answer(position: &Xiangqi) -> Answer {
    let mut legal: Vec<String> = position.legal_moves().into_iter().map(text).collect();
    legal.sort_unstable();
    let end = position.judge_repetition().map(|verdict| match verdict.outcome {
        Outcome::Draw { .. } => "draw",
        Outcome::Win { side: RED, .. } => "red",
        Outcome::Win { .. } => "black",
    });
    Answer {
        over: legal.is_empty().then(|| "mate".to_owned()),
        legal: legal.join(" "),
        check: position.in_check(),
        end: end.map(str::to_owned),
    }
}

/// Compares what movement decides.
fn assert_same_movement(position: &Xiangqi, theirs: &Answer) {
    let ours = our_answer(position);
    assert_eq!(ours.legal, theirs.legal, "{}", position.fen());
    assert_eq!(ours.check, theirs.check, "{}", position.fen());
    assert_eq!(ours.over, theirs.over, "{}", position.fen());
}

#[test]
fn recorded_answers_agree() {
    let file = std::fs::read_to_string(data_file()).expect("the data file is part of the crate");
    let mut endings: HashMap<Option<String>, usize> = HashMap::new();
    for line in file.lines() {
        let record: Record = serde_json::from_str(line).expect("each line is a record");
        let position = replay(&record.fen, &record.moves);
        assert_same_movement(&position, &record.answer);
        let expected = record.differs.as_ref().map_or(&record.answer.end, |difference| &difference.ours);
        assert_eq!(&our_answer(&position).end, expected, "{line}");
        *endings.entry(record.answer.end).or_default() += 1;
    }
    for ending in ["red", "black", "draw"] {
        assert!(endings[&Some(ending.to_owned())] >= 100, "the file holds repetitions of every ending");
    }
    assert!(endings[&None] >= 300, "the file holds positions without repetition");
}

/// pyffish in a process of its own.
struct Oracle {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Oracle {
    /// `None` where pyffish can't be imported.
    fn start() -> Option<Oracle> {
        let python = std::env::var("QIJU_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let import = Command::new(&python).args(["-c", "import pyffish"]).stderr(Stdio::null()).status().ok()?;
        if !import.success() {
            return None;
        }
        let script: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "pyffish_oracle.py"].iter().collect();
        let pipes = Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = pipes.ok()?;
        let questions = process.stdin.take()?;
        let answers = BufReader::new(process.stdout.take()?);
        Some(Oracle { process, questions, answers })
    }

    fn ask(&mut self, fen: &str, moves: &str) -> Answer {
        let question = serde_json::json!({ "fen": fen, "moves": moves });
        writeln!(self.questions, "{question}").expect("the oracle listens");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the oracle answers");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{question}: {error}: {line:?}"))
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        // The process may have ended by itself; either way nobody waits for it any more.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The generals face each other, which pyffish calls no check though it has to be ended like one.
fn generals_face(position: &Xiangqi) -> bool {
    let board = position.board();
    let side = position.side_to_move();
    board.checkers(side).contains(board.general(side.other()))
}

/// Positions of random games.
fn positions(seed: u64, count: usize) -> Vec<Xiangqi> {
    let mut random = Random(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let start = if random.below(4) == 0 { Xiangqi::start(rules()) } else { random_position(&mut random, rules()) };
        let plies = random.below(60);
        let mut last = start.clone();
        random_game(&mut random, &start, plies + 1, |position| last = position.clone());
        if !generals_face(&last) {
            positions.push(last);
        }
    }
    positions
}

/// Random cycles with the positions they start from.
fn cycles(seed: u64, count: usize) -> Vec<(Xiangqi, Vec<Move>)> {
    let mut random = Random(seed);
    let mut cycles = Vec::new();
    while cycles.len() < count {
        let start = random_position(&mut random, rules());
        if generals_face(&start) {
            continue;
        }
        for _ in 0..30 {
            if let Some(cycle) = random_cycle(&mut random, &start) {
                cycles.push((start.clone(), cycle));
                break;
            }
        }
    }
    cycles
}

fn twice(cycle: &[Move]) -> String {
    cycle.iter().chain(cycle).map(|mv| text(*mv)).collect::<Vec<_>>().join(" ")
}

#[test]
fn fresh_positions_agree_where_pyffish_is_at_hand() {
    let Some(mut oracle) = Oracle::start() else {
        eprintln!("pyffish can't be imported: only its recorded answers are compared");
        return;
    };
    let count = std::env::var("QIJU_PYFFISH_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(400);
    for position in positions(101, count) {
        assert_same_movement(&position, &oracle.ask(&position.fen(), ""));
    }
    let mut differing = Vec::new();
    for (start, cycle) in cycles(102, count) {
        let answer = oracle.ask(&start.fen(), &twice(&cycle));
        let position = replay(&start.fen(), &twice(&cycle));
        assert_same_movement(&position, &answer);
        let ours = our_answer(&position).end;
        if ours != answer.end {
            differing.push(format!("{} {}: {:?} here, {:?} there", start.fen(), twice(&cycle), ours, answer.end));
        }
    }
    // The differences have the reasons that the data file lists.
    assert!(differing.len() * 100 <= count, "{} differ:\n{}", differing.len(), differing.join("\n"));
}

#[test]
fn answers_are_recorded_on_demand() {
    if std::env::var_os("QIJU_RECORD").is_none() {
        return;
    }
    let mut oracle = Oracle::start().expect("recording needs pyffish");
    let mut lines = Vec::new();
    let mut write = |record: Record| lines.push(serde_json::to_string(&record).expect("a record is plain data"));
    for position in positions(1, 400) {
        let answer = oracle.ask(&position.fen(), "");
        write(Record { fen: position.fen(), moves: String::new(), answer, differs: None });
    }
    let mut draws = 0;
    for (start, cycle) in cycles(2, 6000) {
        let moves = twice(&cycle);
        let answer = oracle.ask(&start.fen(), &moves);
        let ours = our_answer(&replay(&start.fen(), &moves)).end;
        let differs = (ours != answer.end).then(|| Difference { ours, why: String::new() });
        draws += usize::from(answer.end.as_deref() == Some("draw"));
        if differs.is_some() || answer.end.as_deref() != Some("draw") || draws % 12 == 0 {
            write(Record { fen: start.fen(), moves, answer, differs });
        }
    }
    std::fs::write(data_file(), lines.join("\n") + "\n").expect("the data file can be written");
}
