//! The Gomocup protocol: an engine of ours for any Gomocup manager (<https://plastovicka.github.io/protocl2en.htm>), with
//! three commands of the Yixin extension (YXSHOWFORBID, YXBOARD, YXSTOP).
//!
//! Commands are lines; points are `x,y` from the top left, from 0. A reader thread hears YXSTOP, STOP and END during a
//! search and hands every line on; this thread carries them out one after the other, so no command is ever lost.

mod game;
mod settings;

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use rules::{Position, Variant, VariantPosition};
use sdk::{Info, OpeningChoice, OpeningChoices, Score};

use crate::engines::{EngineError, EngineInstance, StopFlag, Stopper};
use game::{Game, Refusal};
use settings::Settings;

/// What a manager is told about the engine.
#[derive(Clone, Debug)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Who wrote it.
    pub author: String,
}

/// Serves a manager until END or the end of its input.
///
/// # Errors
/// The engine failed, or the output is closed.
pub fn run(
    engine: &mut dyn EngineInstance,
    about: &About,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<(), ProtocolError> {
    let running = Arc::new(Running { stop: Mutex::default(), stopper: engine.stopper() });
    let (lines, inbox) = mpsc::channel();
    let reader = Arc::clone(&running);
    // Ends with the input; the process does not wait for it.
    thread::Builder::new().name("gomocup input".to_owned()).spawn(move || {
        for line in input.lines().map_while(Result::ok) {
            let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
            if matches!(word.as_str(), "YXSTOP" | "STOP" | "END") {
                reader.stop();
            }
            if lines.send(line).is_err() {
                return;
            }
        }
        reader.stop();
    })?;
    Server { engine, about, inbox, output, running, settings: Settings::default(), game: None }.serve()
}

/// Why a session with a manager ended early.
#[derive(Debug, thiserror::Error)]
pub enum ProtocolError {
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Input or output failed.
    #[error("the manager can't be reached: {0}")]
    Io(#[from] io::Error),
}

/// The search under way, for the reader thread.
struct Running {
    stop: Mutex<StopFlag>,
    stopper: Arc<dyn Stopper>,
}

impl Running {
    fn stop(&self) {
        self.stop.lock().unwrap_or_else(PoisonError::into_inner).set();
        self.stopper.stop();
    }

    /// A new flag for the next search.
    fn renew(&self) -> StopFlag {
        let flag = StopFlag::default();
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = flag.clone();
        flag
    }
}

struct Server<'a, W: Write> {
    engine: &'a mut dyn EngineInstance,
    about: &'a About,
    inbox: mpsc::Receiver<String>,
    output: W,
    running: Arc<Running>,
    settings: Settings,
    game: Option<Game>,
}

impl<W: Write> Server<'_, W> {
    fn serve(&mut self) -> Result<(), ProtocolError> {
        while let Ok(line) = self.inbox.recv() {
            let (command, rest) = split_word(&line);
            let command = command.to_ascii_uppercase();
            if command == "END" {
                break;
            }
            match self.carry_out(&command, rest) {
                Ok(()) => {}
                Err(Answer::Refused(refusal)) => self.say(&format!("ERROR {refusal}"))?,
                Err(Answer::Failed(error)) => return Err(error),
            }
        }
        Ok(())
    }

    fn carry_out(&mut self, command: &str, rest: &str) -> Result<(), Answer> {
        match command {
            "" => Ok(()),
            "START" => self.start(rest),
            "RECTSTART" => self.rect_start(rest),
            "RESTART" => self.restart(),
            "BEGIN" => self.begin(),
            "TURN" => self.turn(rest),
            "PLAY" => self.play(rest),
            "BOARD" => self.board(true),
            "YXBOARD" => self.board(false),
            "TAKEBACK" => self.take_back(rest),
            "SWAP2BOARD" => self.swap2(),
            "INFO" => self.info(rest),
            "ABOUT" => {
                let About { name, version, author } = self.about;
                let text = format!("name=\"{name}\", version=\"{version}\", author=\"{author}\"");
                Ok(self.say(&text)?)
            }
            "YXSHOWFORBID" => self.show_forbidden(),
            // The reader thread has stopped the search already.
            "YXSTOP" | "STOP" => Ok(()),
            other => Ok(self.say(&format!("UNKNOWN command {other}"))?),
        }
    }

    fn start(&mut self, rest: &str) -> Result<(), Answer> {
        let size =
            rest.trim().parse().map_err(|_| Refusal::Text(format!("board size {:?} is no number", cut(rest))))?;
        self.new_game(size)?;
        Ok(self.say("OK")?)
    }

    fn rect_start(&mut self, rest: &str) -> Result<(), Answer> {
        let sides: Vec<u8> = rest.split(',').filter_map(|part| part.trim().parse::<u8>().ok()).collect();
        match sides[..] {
            [width, height] if width == height => self.start(&width.to_string()),
            [_, _] => Err(Refusal::text("only square boards are supported").into()),
            _ => Err(Refusal::Text(format!("board size {:?} is not width,height", cut(rest))).into()),
        }
    }

    fn restart(&mut self) -> Result<(), Answer> {
        let size = self.game()?.size();
        self.new_game(size)?;
        Ok(self.say("OK")?)
    }

    fn new_game(&mut self, size: u8) -> Result<(), Answer> {
        let game = Game::new(self.settings.variant, size)?;
        self.engine.new_game(game.variant(), size, game.rules()).map_err(refused_or_failed)?;
        self.game = Some(game);
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Answer> {
        if self.game()?.position().ply() > 0 {
            return Err(Refusal::text("BEGIN on a board that is not empty; send RESTART before").into());
        }
        self.think()
    }

    fn turn(&mut self, rest: &str) -> Result<(), Answer> {
        self.game_mut()?.put(rest)?;
        self.think()
    }

    /// Plays a move for the engine that the manager has chosen.
    fn play(&mut self, rest: &str) -> Result<(), Answer> {
        self.game_mut()?.put(rest)?;
        Ok(self.say(rest.trim())?)
    }

    fn board(&mut self, think: bool) -> Result<(), Answer> {
        let lines = self.lines_until_done();
        self.game_mut()?.set_board(&lines)?;
        if think { self.think() } else { Ok(()) }
    }

    fn take_back(&mut self, rest: &str) -> Result<(), Answer> {
        self.game_mut()?.take_back(rest)?;
        Ok(self.say("OK")?)
    }

    fn info(&mut self, rest: &str) -> Result<(), Answer> {
        let variant = self.settings.variant;
        self.settings.set(rest)?;
        if let Some(megabytes) = self.settings.take_hash() {
            let has_hash = self.engine.options().iter().any(|option| option.id == sdk::option_id::HASH);
            if has_hash && let Err(error) = self.engine.set_option(sdk::option_id::HASH, &megabytes.to_string()) {
                self.say(&format!("MESSAGE {error}"))?;
            }
        }
        if variant != self.settings.variant
            && let Some(game) = &self.game
        {
            let (size, moves) = (game.size(), game.moves().to_vec());
            self.new_game(size)?;
            self.game_mut()?.replay(&moves)?;
        }
        Ok(())
    }

    /// Lets the engine think, plays its move and tells it.
    fn think(&mut self) -> Result<(), Answer> {
        let game = self.game.as_ref().ok_or_else(Refusal::no_game)?;
        if let Some(outcome) = game.position().verdict() {
            return Err(Refusal::Text(format!("the game is over: {outcome}")).into());
        }
        let limits = self.settings.limits(game.position().side_to_move());
        self.engine.set_position(game.start_text(), game.moves()).map_err(refused_or_failed)?;
        let stop = self.running.renew();
        let last = Arc::new(Mutex::new(None));
        let sink = Arc::clone(&last);
        let keep = move |info: Info| *sink.lock().unwrap_or_else(PoisonError::into_inner) = Some(info);
        let result = self.engine.search(&limits, &stop, Arc::new(keep)).map_err(ProtocolError::from)?;
        let info = last.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mv = result.best_move.ok_or_else(|| Refusal::text("the engine has no move"))?;
        let game = self.game.as_mut().ok_or_else(Refusal::no_game)?;
        let size = game.size();
        game.play(mv)?;
        if let Some(info) = info {
            self.say(&message(&info, game::texts(&info.pv, size)))?;
        }
        Ok(self.say(&game::texts(&[mv], size))?)
    }

    fn swap2(&mut self) -> Result<(), Answer> {
        let lines = self.lines_until_done();
        let game = self.game.as_mut().ok_or_else(Refusal::no_game)?;
        game.set_opening(&lines)?;
        let (size, moves) = (game.size(), game.moves().to_vec());
        let limits = self.settings.limits(game.position().side_to_move());
        let stop = self.running.renew();
        let quiet: Arc<dyn Fn(Info) + Send + Sync> = Arc::new(|_| ());
        if moves.is_empty() {
            let stones = self.engine.propose(3, &limits, &stop, quiet).map_err(ProtocolError::from)?;
            return Ok(self.say(&game::texts(&stones, size))?);
        }
        let allowed = OpeningChoices { place_two: moves.len() == 3 };
        let choice = self.engine.choose(&moves, allowed, &limits, &stop, quiet).map_err(ProtocolError::from)?;
        match choice {
            OpeningChoice::PlaceTwo(stones) => Ok(self.say(&game::texts(&stones, size))?),
            // After three or five stones White is to move: who answers keeps White by playing, or swaps.
            OpeningChoice::White => self.think(),
            OpeningChoice::Black => Ok(self.say("SWAP")?),
        }
    }

    fn show_forbidden(&mut self) -> Result<(), Answer> {
        let game = self.game()?;
        let mut text = "FORBID ".to_owned();
        if let VariantPosition::Gomoku(position) = game.position() {
            for (point, _) in position.forbidden_points() {
                text.push_str(&format!("{:02}{:02}", point.file, game.size() - 1 - point.row));
            }
        }
        text.push('.');
        Ok(self.say(&text)?)
    }

    /// The lines of a list up to DONE.
    fn lines_until_done(&self) -> Vec<String> {
        self.inbox.iter().take_while(|line| !line.trim().eq_ignore_ascii_case("DONE")).collect()
    }

    fn game(&self) -> Result<&Game, Refusal> {
        self.game.as_ref().ok_or_else(Refusal::no_game)
    }

    fn game_mut(&mut self) -> Result<&mut Game, Refusal> {
        self.game.as_mut().ok_or_else(Refusal::no_game)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }
}

/// What a command comes to if not to its end.
enum Answer {
    /// The manager is told why; the session goes on.
    Refused(Refusal),
    /// The session ends.
    Failed(ProtocolError),
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Answer {
        Answer::Refused(refusal)
    }
}

impl From<ProtocolError> for Answer {
    fn from(error: ProtocolError) -> Answer {
        Answer::Failed(error)
    }
}

impl From<io::Error> for Answer {
    fn from(error: io::Error) -> Answer {
        Answer::Failed(error.into())
    }
}

fn refused_or_failed(error: EngineError) -> Answer {
    if error.is_refusal() { Refusal::Text(error.to_string()).into() } else { Answer::Failed(error.into()) }
}

/// The last report of a search as one line.
fn message(info: &Info, pv: String) -> String {
    let score = match info.score {
        Score::Cp(cp) => format!("{cp} cp"),
        Score::Mate(plies) => format!("mate in {plies}"),
        Score::None => "unknown".to_owned(),
    };
    let nps = info.nps.unwrap_or_default() / 1000;
    format!(
        "MESSAGE depth {}-{} score {score} nodes {} speed {nps} k/s line {pv}",
        info.depth, info.seldepth, info.nodes
    )
}

fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).unwrap_or((line, ""))
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The variant of a Gomocup rule number, `None` where we do not play it.
fn variant_of_rule(number: u32) -> Option<Variant> {
    match number {
        0 => Some(Variant::Gomoku),
        1 => Some(Variant::GomokuStandard),
        4 => Some(Variant::Renju),
        _ => None,
    }
}
