//! UCI and UCCI as a program sees them that uses the strong engine: what it sends, and which lines come back.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use rules::xiangqi::Xiangqi;
use rules::{Position, Rules, Variant};

/// Black mates in one.
const MATE_IN_ONE: &str = "3k1abC1/4a4/2n5r/p3p1pRp/4c4/3r5/PR4P1P/2C1B4/4A4/2B1KA3 b";
/// Black is mated.
const MATED: &str = "4k3R/R8/9/9/9/9/9/9/9/3K5 b";
/// No engine takes this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// An engine process, as a program drives it.
struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    fn start(engine: &str, protocol: &str) -> Process {
        let mut command = common::qiju(&["engine", "--engine", engine, "--protocol", protocol]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Process { input: child.stdin.take().expect("it is piped"), child, lines }
    }

    fn uci(options: &[&str]) -> Process {
        let mut process = Process::start("alphabeta:book=false", "uci");
        process.say("uci");
        process.until("uciok");
        options.iter().for_each(|option| process.say(&format!("setoption name {option}")));
        process
    }

    fn ucci() -> Process {
        let mut process = Process::start("alphabeta:book=false", "ucci");
        process.say("ucci");
        process.until("ucciok");
        process.say("setoption usemillisec true");
        process
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    /// The lines up to the first that begins with `start`, that one last.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Timeout) => panic!("no {start:?} after {lines:#?}"),
                Err(RecvTimeoutError::Disconnected) => panic!("the engine ended before {start:?}: {lines:#?}"),
            }
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Asks, and gives the answer's line.
    fn answer(&mut self, commands: &[&str]) -> String {
        commands.iter().for_each(|command| self.say(command));
        self.until("bestmove").pop().unwrap_or_default()
    }

    /// Waits for `isready` to be answered; no move was answered before.
    fn is_thinking(&mut self) {
        self.say("isready");
        let lines = self.until("readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:#?}");
    }

    /// Ends the engine in good order; gives its last lines.
    fn quit(mut self) -> Vec<String> {
        self.say("quit");
        assert!(self.child.wait().expect("it was started").success());
        self.lines.iter().collect()
    }
}

/// The move in an answer.
fn best(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

fn is_legal_at_the_start(text: &str) -> bool {
    let mv = Variant::Xiangqi.parse_move(text).expect("the answer is a move");
    Xiangqi::start(Rules::default()).is_legal(mv)
}

/// The values of a field of the lines: `field(lines, "multipv")`.
fn field<'l>(lines: &'l [String], name: &str) -> Vec<&'l str> {
    let value = |line: &'l String| {
        let mut words = line.split(' ').skip_while(|word| *word != name);
        words.next().and_then(|_| words.next())
    };
    lines.iter().filter_map(value).collect()
}

#[test]
fn uci_introduces_itself() {
    let mut process = Process::start("alphabeta", "uci");
    process.say("uci");
    let lines = process.until("uciok");
    assert!(lines.iter().any(|line| line.starts_with("id name Alpha-Beta ")));
    for option in [
        "option name Hash type spin default 64 min 1 ",
        "option name Threads type spin default 1 min 1 ",
        "option name Ponder type check default false",
        "option name MultiPV type spin default 1 min 1 ",
        "option name Ranks type combo default 0-9 var 0-9 var 1-10",
        "option name Repetition type combo default asian ",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(option)), "{option}: {lines:#?}");
    }
    process.say("isready");
    process.until("readyok");
    process.quit();
}

#[test]
fn uci_plays_in_both_rank_dialects() {
    let mut process = Process::uci(&[]);
    let answer = process.answer(&["ucinewgame", "position startpos moves h2e2 h9g7", "go depth 6"]);
    let zero = best(&answer).to_owned();
    assert!(answer.contains(" ponder "), "{answer}");
    let one = process.answer(&[
        "setoption name Ranks value 1-10",
        "ucinewgame",
        "position startpos moves h3e3 h10g8",
        "go depth 6",
    ]);
    // The same move, its ranks one higher.
    let raised: String =
        zero.chars().map(|c| c.to_digit(10).map_or(c.to_string(), |rank| (rank + 1).to_string())).collect();
    assert_eq!(best(&one), raised);
    process.quit();
}

#[test]
fn uci_stops_an_infinite_search_and_keeps_answering_during_it() {
    let mut process = Process::uci(&[]);
    for _ in 0..3 {
        process.say("position startpos");
        process.say("go infinite");
        process.until("info depth");
        process.is_thinking();
        assert!(is_legal_at_the_start(best(&process.answer(&["stop"]))));
    }
    // A late stop has nothing to end, and starts nothing.
    process.say("stop");
    process.is_thinking();
    process.quit();
}

#[test]
fn uci_ponders_until_the_move_is_played_or_it_is_stopped() {
    let mut process = Process::uci(&["Ponder value true"]);
    for end in ["ponderhit", "stop"] {
        process.say("position startpos moves h2e2 h9g7");
        process.say("go ponder depth 4");
        process.until("info depth 4");
        process.is_thinking();
        assert!(best(&process.answer(&[end])).len() == 4, "{end}");
    }
    process.quit();
}

#[test]
fn uci_reports_as_many_lines_as_asked_for() {
    let mut process = Process::uci(&["MultiPV value 3", "Threads value 2"]);
    process.say("position startpos");
    process.say("go depth 6");
    let lines = process.until("bestmove");
    let last: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth 6 ")).cloned().collect();
    assert_eq!(field(&last, "multipv"), ["1", "2", "3"]);
    let moves = field(&last, "pv");
    assert!(moves[0] != moves[1] && moves[1] != moves[2] && moves[0] != moves[2], "{moves:?}");
    process.quit();
}

#[test]
fn uci_searches_only_the_moves_it_is_told_and_counts_mates_in_moves() {
    let mut process = Process::uci(&[]);
    let answer = process.answer(&["position startpos", "go depth 5 searchmoves a0a1 i3i4"]);
    assert!(["a0a1", "i3i4"].contains(&best(&answer)), "{answer}");
    process.say(&format!("position fen {MATE_IN_ONE}"));
    process.say("go mate 1");
    let lines = process.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:#?}");
    assert_eq!(process.answer(&[&format!("position fen {MATED}"), "go depth 3"]), "bestmove (none)");
    process.quit();
}

#[test]
fn uci_answers_wrong_input_with_a_sentence_and_goes_on() {
    let mut process = Process::uci(&[]);
    for (wrong, names) in [
        ("position fen nonsense", "position is not taken"),
        ("position startpos moves h2h8", "position is not taken"),
        ("position startpos moves x9", "\"x9\" is no move"),
        ("setoption name Nonsense value 3", "no option \"nonsense\""),
        ("setoption name Hash value much", "Hash"),
        ("setoption name Threads value 100000", "Threads"),
        ("setoption name Ranks value 2-11", "Ranks can't be"),
        ("setoption name MultiPV value 0", "MultiPV can't be"),
        ("setoption name Repetition value french", "french"),
        ("dance", "\"dance\" is no command"),
    ] {
        process.say(wrong);
        let said = process.until("info string").pop().unwrap_or_default();
        assert!(said.to_lowercase().contains(&names.to_lowercase()), "{wrong}: {said}");
    }
    process.say("");
    assert!(is_legal_at_the_start(best(&process.answer(&["position startpos", "go depth 4"]))));
    process.quit();
}

#[test]
fn ucci_introduces_itself_and_says_goodbye() {
    let mut process = Process::start("alphabeta", "ucci");
    process.say("ucci");
    let lines = process.until("ucciok");
    for option in
        ["option usemillisec type check", "option hashsize type spin", "option usebook type check", "option newgame"]
    {
        assert!(lines.iter().any(|line| line.starts_with(option)), "{option}: {lines:#?}");
    }
    assert_eq!(process.quit(), ["bye"]);
}

#[test]
fn ucci_plays_by_time_and_takes_bans_for_one_search() {
    let mut process = Process::ucci();
    assert!(is_legal_at_the_start(best(&process.answer(&["position startpos", "go time 100 movestogo 1"]))));
    assert!(is_legal_at_the_start(best(&process.answer(&["position startpos", "go time 2000 increment 100"]))));
    let position = format!("position fen {MATE_IN_ONE}");
    let mate = process.answer(&[&position, "go depth 3"]);
    let other = process.answer(&[&position, &format!("banmoves {}", best(&mate)), "go depth 3"]);
    assert_ne!(best(&other), best(&mate));
    assert_eq!(best(&process.answer(&[&position, "go depth 3"])), best(&mate));
    process.quit();
}

#[test]
fn ucci_takes_a_draw_where_it_stands_worse() {
    let mut process = Process::ucci();
    for (side, takes) in [("w", false), ("b", true)] {
        let position = format!("position fen 3akab2/9/4b4/p3p3p/9/9/P3R3P/4B4/4A4/2BAK4 {side}");
        let answer = process.answer(&[&position, "go draw depth 6"]);
        assert_eq!(answer.ends_with(" draw"), takes, "{answer}");
        let answer = process.answer(&[&position, "go depth 6"]);
        assert!(!answer.contains("draw"), "{answer}");
    }
    process.quit();
}

#[test]
fn ucci_answers_the_end_of_the_game_and_wrong_input() {
    let mut process = Process::ucci();
    process.say(&format!("position fen {MATED}"));
    process.say("go depth 3");
    process.until("nobestmove");
    for wrong in ["position fen nonsense", "position startpos moves h2h8", "dance"] {
        process.say(wrong);
        process.until("info message");
    }
    // Options of other engines are passed over, as the protocol says.
    process.say("setoption bookfiles BOOK.DAT");
    assert!(is_legal_at_the_start(best(&process.answer(&["position startpos", "go depth 4"]))));
    process.quit();
}
