//! UCI for Xiangqi, in the dialect of Pikafish: ranks from 0. The option `Ranks`, or a program that sets `UCI_Variant`,
//! switches to the dialect of Fairy-Stockfish: ranks from 1.

use std::io::{BufRead, Write};
use std::time::Duration;

use sdk::{Bound, Info, Limits, OptionInfo, Score, SearchResult, SideClock, option_id};

use super::desk::{Desk, Ranks, number_after, option_kind};
use super::face::{Face, serve};
use super::link::Output;
use super::{About, ProtocolError};
use crate::engines::EngineInstance;

/// Words of `go` that end the list of `searchmoves`.
const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];
/// Most lines that a program may ask for.
const MAX_LINES: u32 = 128;

/// Serves a program until `quit` or the end of its input.
///
/// # Errors
/// The engine failed, or the output is closed.
pub fn run(
    engine: &mut dyn EngineInstance,
    about: &About,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ProtocolError> {
    serve(engine, input, output, |desk, output| Server { desk, output, about }).map(drop)
}

struct Server<'a> {
    desk: Desk<'a>,
    output: Output,
    about: &'a About,
}

impl<'a> Face<'a> for Server<'a> {
    fn desk(&mut self) -> &mut Desk<'a> {
        &mut self.desk
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn remark(&self, text: &str) -> Result<(), ProtocolError> {
        Ok(self.output.say(&format!("info string {text}"))?)
    }

    fn own_command(&mut self, command: &str, _words: &[&str]) -> Result<bool, ProtocolError> {
        match command {
            "uci" => self.introduce()?,
            "ucinewgame" => self.desk.new_game(),
            // Nothing here needs to be told more, or to be bought.
            "debug" | "register" => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `setoption name N [value V]`; both may have several words.
    fn set_option(&mut self, words: &[&str]) -> Result<(), ProtocolError> {
        let split = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let name = words[..split].iter().skip(1).copied().collect::<Vec<_>>().join(" ").to_lowercase();
        let value = words.iter().skip(split + 1).copied().collect::<Vec<_>>().join(" ");
        match (name.as_str(), value.as_str()) {
            ("multipv", number) => match number.parse() {
                Ok(lines) if (1..=MAX_LINES).contains(&lines) => self.desk.multi_pv = lines,
                _ => self.remark(&format!("MultiPV can't be {number:?}; allowed: 1 to {MAX_LINES}"))?,
            },
            ("ranks", "1-10") | ("uci_variant", "xiangqi") => self.desk.ranks = Ranks::FromOne,
            ("ranks", "0-9") => self.desk.ranks = Ranks::FromZero,
            ("ranks", other) => self.remark(&format!("Ranks can't be {other:?}; allowed: 0-9, 1-10"))?,
            ("repetition", rule) => {
                if let Err(error) = self.desk.set_repetition(rule) {
                    self.remark(&error.to_string())?;
                }
            }
            _ => self.set_engine_option(&name, &value)?,
        }
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), ProtocolError> {
        let limits = self.limits(words);
        let (output, ranks) = (self.output.clone(), self.desk.ranks);
        let result = self.desk.search(&limits, move |info| {
            // A closed output is noticed at the answer.
            let _ = output.say(&info_text(&info, ranks));
        })?;
        Ok(self.output.say(&answer_text(result, ranks))?)
    }
}

impl Server<'_> {
    fn introduce(&self) -> Result<(), ProtocolError> {
        self.output.say(&format!("id name {} {}", self.about.name, self.about.version))?;
        self.output.say(&format!("id author {}", self.about.author))?;
        for option in self.desk.engine.options() {
            let name = option_name(option);
            self.output.say(&format!("option name {name} {}", option_kind(&option.kind)))?;
        }
        self.output.say(&format!("option name MultiPV type spin default 1 min 1 max {MAX_LINES}"))?;
        self.output.say("option name Ranks type combo default 0-9 var 0-9 var 1-10")?;
        self.output.say("option name Repetition type combo default asian var asian var computer var chinese")?;
        Ok(self.output.say("uciok")?)
    }

    fn set_engine_option(&mut self, name: &str, value: &str) -> Result<(), ProtocolError> {
        let known = self
            .desk
            .engine
            .options()
            .iter()
            .find(|option| option.id == name || option_name(option).to_lowercase() == name);
        let Some(id) = known.map(|option| option.id.clone()) else {
            return self.remark(&format!("there is no option {name:?}"));
        };
        let value = if value == "<empty>" { "" } else { value };
        match self.desk.set_option(&id, value) {
            Err(error) if error.is_refusal() => self.remark(&error.to_string()),
            other => Ok(other?),
        }
    }

    fn limits(&self, words: &[&str]) -> Limits {
        let time = |name| number_after::<i64>(words, name).map(|ms| Duration::from_millis(ms.max(0) as u64));
        let moves_to_go = number_after(words, "movestogo");
        let clock = |left, added| SideClock {
            remaining: time(left),
            increment: time(added).unwrap_or_default(),
            byo_yomi: Duration::ZERO,
            moves_to_go,
        };
        let listed = words.iter().position(|word| *word == "searchmoves").map_or(&[][..], |place| &words[place + 1..]);
        let allowed = listed.iter().take_while(|word| !GO_WORDS.contains(word));
        Limits {
            clocks: [clock("wtime", "winc"), clock("btime", "binc")],
            move_time: time("movetime"),
            depth: number_after(words, "depth").or_else(|| number_after(words, "mate").map(|moves: u32| moves * 2)),
            nodes: number_after(words, "nodes"),
            infinite: words.contains(&"infinite"),
            multi_pv: self.desk.multi_pv,
            allowed: allowed.filter_map(|word| self.desk.ranks.parse_move(word)).collect(),
            ponder: words.contains(&"ponder"),
            ..Limits::default()
        }
    }
}

/// The name under which UCI programs know an option.
fn option_name(option: &OptionInfo) -> &str {
    match option.id.as_str() {
        option_id::HASH => "Hash",
        option_id::THREADS => "Threads",
        option_id::PONDER => "Ponder",
        _ => &option.label,
    }
}

/// `bestmove` with the move to ponder on.
fn answer_text(result: Option<SearchResult>, ranks: Ranks) -> String {
    let best = result.and_then(|result| result.best_move);
    let ponder = result.and_then(|result| result.ponder).filter(|_| best.is_some());
    let best = best.map_or_else(|| "(none)".to_owned(), |mv| ranks.move_text(mv));
    ponder.map_or_else(|| format!("bestmove {best}"), |mv| format!("bestmove {best} ponder {}", ranks.move_text(mv)))
}

/// A report as a line.
fn info_text(info: &Info, ranks: Ranks) -> String {
    let mut text = "info".to_owned();
    let mut add = |name: &str, value: String| text.extend([" ", name, " ", &value]);
    if info.depth > 0 {
        add("depth", info.depth.to_string());
        add("seldepth", info.seldepth.max(info.depth).to_string());
        add("multipv", info.multi_pv.max(1).to_string());
    }
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    match info.score {
        Score::Cp(cp) => add("score", format!("cp {cp}{bound}")),
        // Plies to moves of the side concerned: 1 and 2 plies are one move.
        Score::Mate(plies) => add("score", format!("mate {}{bound}", (plies + plies.signum()) / 2)),
        Score::None => {}
    }
    add("nodes", info.nodes.to_string());
    add("nps", info.nps.unwrap_or(0).to_string());
    if let Some(fill) = info.hashfull {
        add("hashfull", fill.to_string());
    }
    add("time", info.time.unwrap_or_default().as_millis().to_string());
    if !info.pv.is_empty() {
        add("pv", info.pv.iter().map(|mv| ranks.move_text(*mv)).collect::<Vec<_>>().join(" "));
    }
    if !info.text.is_empty() {
        add("string", info.text.replace('\n', " "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_moves() {
        let text = |plies| info_text(&Info { score: Score::Mate(plies), ..Info::default() }, Ranks::FromZero);
        for (plies, moves) in
            [(1, "mate 1"), (3, "mate 2"), (5, "mate 3"), (-2, "mate -1"), (-4, "mate -2"), (0, "mate 0")]
        {
            assert!(text(plies).contains(&format!("score {moves} ")), "{}", text(plies));
        }
    }

    #[test]
    fn both_dialects_read_what_they_write() {
        for text in ["h2e2", "a9a0", "i0i9"] {
            let mv = Ranks::FromZero.parse_move(text).unwrap();
            assert_eq!(Ranks::FromZero.move_text(mv), text);
            assert_eq!(Ranks::FromOne.parse_move(&Ranks::FromOne.move_text(mv)), Some(mv));
        }
        assert_eq!(Ranks::FromOne.move_text(Ranks::FromZero.parse_move("a9a0").unwrap()), "a10a1");
        assert_eq!(Ranks::FromOne.parse_move("a0a1"), None);
        assert_eq!(Ranks::FromZero.parse_move("a10a1"), None);
    }
}
