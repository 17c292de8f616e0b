//! UCCI 3.0, the protocol of Chinese Xiangqi programs: ranks from 0, times in seconds unless told otherwise, banned moves
//! and draw offers.

use std::io::{BufRead, Write};
use std::time::Duration;

use rules::{Move, Position};
use sdk::{Info, Limits, OptionInfo, Score, SearchResult, SideClock, option_id};

use super::desk::{Desk, Ranks, number_after, option_kind};
use super::face::{Face, serve};
use super::link::Output;
use super::{About, ProtocolError};
use crate::engines::EngineInstance;

/// What a mate is worth in a protocol that knows only numbers; each ply takes one off.
const MATE: i32 = 30_000;

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
    let server = serve(engine, input, output, |desk, output| Server {
        desk,
        output,
        about,
        millisec: false,
        banned: Vec::new(),
    })?;
    Ok(server.output.say("bye")?)
}

struct Server<'a> {
    desk: Desk<'a>,
    output: Output,
    about: &'a About,
    /// Whether times are in milliseconds.
    millisec: bool,
    /// Moves not to play in the next search.
    banned: Vec<Move>,
}

impl<'a> Face<'a> for Server<'a> {
    fn desk(&mut self) -> &mut Desk<'a> {
        &mut self.desk
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn remark(&self, text: &str) -> Result<(), ProtocolError> {
        Ok(self.output.say(&format!("info message {text}"))?)
    }

    fn own_command(&mut self, command: &str, words: &[&str]) -> Result<bool, ProtocolError> {
        match command {
            "ucci" => self.introduce()?,
            "banmoves" => self.banned = words.iter().filter_map(|word| Ranks::FromZero.parse_move(word)).collect(),
            // A ban holds for one position only.
            "position" => {
                self.banned.clear();
                return Ok(false);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `setoption N [V]`.
    fn set_option(&mut self, words: &[&str]) -> Result<(), ProtocolError> {
        let Some((&name, value)) = words.split_first() else { return Ok(()) };
        let value = value.join(" ");
        match name {
            "usemillisec" => self.millisec = value == "true",
            "newgame" => self.desk.new_game(),
            "repetition" => {
                if let Err(error) = self.desk.set_repetition(&value) {
                    self.remark(&error.to_string())?;
                }
            }
            _ => {
                let known = self.desk.engine.options().iter().find(|option| option_name(option) == name);
                // Programs set options of other engines too; the protocol says that they are passed over.
                let Some(id) = known.map(|option| option.id.clone()) else { return Ok(()) };
                match self.desk.set_option(&id, &value) {
                    Err(error) if error.is_refusal() => self.remark(&error.to_string())?,
                    other => other?,
                }
            }
        }
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), ProtocolError> {
        let limits = self.limits(words);
        let output = self.output.clone();
        let result = self.desk.search(&limits, move |info| {
            for line in info_lines(&info) {
                // A closed output is noticed at the answer.
                let _ = output.say(&line);
            }
        })?;
        self.banned.clear();
        Ok(self.output.say(&answer_text(result))?)
    }
}

impl Server<'_> {
    fn introduce(&self) -> Result<(), ProtocolError> {
        self.output.say(&format!("id name {} {}", self.about.name, self.about.version))?;
        self.output.say(&format!("id author {}", self.about.author))?;
        self.output.say("option usemillisec type check default false")?;
        self.output.say("option newgame type button")?;
        for option in self.desk.engine.options() {
            let name = option_name(option);
            self.output.say(&format!("option {name} {}", option_kind(&option.kind)))?;
        }
        self.output.say("option repetition type combo default asian var asian var computer var chinese")?;
        Ok(self.output.say("ucciok")?)
    }

    fn limits(&self, words: &[&str]) -> Limits {
        let unit = if self.millisec { 1 } else { 1000 };
        let time = |name| number_after::<i64>(words, name).map(|n| Duration::from_millis(n.max(0) as u64 * unit));
        let clock = |left, added, to_go| SideClock {
            remaining: time(left),
            increment: time(added).unwrap_or_default(),
            byo_yomi: Duration::ZERO,
            moves_to_go: number_after(words, to_go),
        };
        let (own, other) = (clock("time", "increment", "movestogo"), clock("opptime", "oppincrement", "oppmovestogo"));
        let mut clocks = [other; 2];
        clocks[self.desk.position().side_to_move().index()] = own;
        // All the time for one move: use it.
        let single = own.moves_to_go == Some(1) && own.increment.is_zero();
        Limits {
            clocks: if single { [SideClock::default(); 2] } else { clocks },
            move_time: own.remaining.filter(|_| single),
            depth: number_after(words, "depth"),
            nodes: number_after(words, "nodes"),
            infinite: words.contains(&"infinite"),
            multi_pv: self.desk.multi_pv,
            allowed: self.desk.allowed_without(&self.banned),
            draw_offered: words.contains(&"draw"),
            ponder: words.contains(&"ponder"),
            ..Limits::default()
        }
    }
}

/// The name under which UCCI programs know an option: one word.
fn option_name(option: &OptionInfo) -> &str {
    match option.id.as_str() {
        option_id::HASH => "hashsize",
        option_id::BOOK => "usebook",
        id => id,
    }
}

/// The answer with what goes with the move.
fn answer_text(result: Option<SearchResult>) -> String {
    let Some(result) = result else { return "nobestmove".to_owned() };
    let Some(best) = result.best_move else { return "nobestmove".to_owned() };
    let mut text = format!("bestmove {}", Ranks::FromZero.move_text(best));
    if let Some(mv) = result.ponder {
        text += &format!(" ponder {}", Ranks::FromZero.move_text(mv));
    }
    if result.resign {
        text += " resign";
    } else if result.offer_draw || result.accept_draw {
        text += " draw";
    }
    text
}

/// A report as lines.
fn info_lines(info: &Info) -> Vec<String> {
    let mut lines = vec![format!("info time {} nodes {}", info.time.unwrap_or_default().as_millis(), info.nodes)];
    let score = match info.score {
        Score::Cp(cp) => Some(cp),
        Score::Mate(plies) if plies > 0 => Some(MATE - plies),
        Score::Mate(plies) => Some(-MATE - plies),
        Score::None => None,
    };
    let mut line = format!("info depth {}", info.depth);
    if let Some(score) = score {
        line += &format!(" score {score}");
    }
    if !info.pv.is_empty() {
        let moves: Vec<_> = info.pv.iter().map(|mv| Ranks::FromZero.move_text(*mv)).collect();
        line += &format!(" pv {}", moves.join(" "));
    }
    lines.push(line);
    if !info.text.is_empty() {
        lines.push(format!("info message {}", info.text.replace('\n', " ")));
    }
    lines
}
