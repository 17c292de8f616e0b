//! The program's end of a child process: requests out, answers and reports in, and the child's end in any case.
//!
//! Three threads belong to a child: one reads what it says, one reads its standard error into the engine log, one waits
//! for its end. All of them end with it.

use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use rules::Variant;
use sdk::Info;

use super::mirror::WireInfo;
use super::wire::{self, Answer, FromChild, Request, ToChild};
use super::{Patience, Program};
use crate::engines::console::{self, Level};
use crate::engines::{EngineError, Origin, StopFlag};
use crate::platform::Group;

/// How often a search looks at its signals. Whoever sets them also wakes the engine, so this is for those who forget.
const GLANCE: Duration = Duration::from_millis(5);
/// How long the last words of a child that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// The longest line of the standard error that is kept, in bytes.
const MAX_LINE: u64 = 2 << 10;

/// Least time between two reports of a child that go into the log.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Takes the infos of a search.
pub type InfoSink = Arc<dyn Fn(Info) + Send + Sync>;

/// A child process that serves one library.
pub struct Process {
    shared: Arc<Shared>,
    heard: Receiver<Heard>,
    patience: Patience,
    /// How the child ended, once it has.
    ended: Option<String>,
}

/// What the child's threads pass on.
enum Heard {
    Answer(Result<Answer, EngineError>),
    Ended(String),
}

/// What all threads may reach of a child.
pub(super) struct Shared {
    group: Group,
    input: Mutex<ChildStdin>,
    /// Who is in the child, as errors and the log name it.
    origin: Mutex<Origin>,
    search: Mutex<Option<ActiveSearch>>,
    /// When the child said something last.
    heard_at: Mutex<Instant>,
    /// The most memory that it may use, in bytes.
    memory: Option<u64>,
    /// What it said last on its standard error.
    last_words: Mutex<String>,
    /// Why the program ended the child, where it was the program.
    nonsense: Mutex<Option<String>>,
}

/// The search that runs in a child.
pub(super) struct ActiveSearch {
    pub id: u64,
    pub variant: Variant,
    pub points: usize,
    pub on_info: InfoSink,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Process {
    /// Starts a child for a library; nothing is loaded yet.
    ///
    /// # Errors
    /// The system starts no process or thread.
    pub fn start(program: &Program, file: PathBuf) -> Result<Process, EngineError> {
        let failed = |error: io::Error| EngineError::NoProcess { file: file.clone(), cause: error.to_string() };
        let (group, pipes) = Group::spawn(command(program, &file)).map_err(failed)?;
        let shared = Arc::new(Shared {
            group,
            input: Mutex::new(pipes.input),
            origin: Mutex::new(Origin { engine: String::new(), file: file.clone() }),
            search: Mutex::new(None),
            heard_at: Mutex::new(Instant::now()),
            memory: program.memory,
            last_words: Mutex::new(String::new()),
            nonsense: Mutex::new(None),
        });
        let (sender, heard) = unbounded();
        let (open, closed) = unbounded::<()>();
        let process = Process { shared: Arc::clone(&shared), heard, patience: program.patience, ended: None };
        let (ears, answers, still_open) = (Arc::clone(&shared), sender.clone(), open.clone());
        let (eyes, output, errors) = (Arc::clone(&shared), pipes.output, pipes.errors);
        let spawn = |name: &str, body: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.to_owned()).spawn(body).map(drop).map_err(failed)
        };
        spawn(
            "host answers",
            Box::new(move || {
                ears.listen(output, &answers);
                drop(still_open);
            }),
        )?;
        spawn(
            "host errors",
            Box::new(move || {
                eyes.read_errors(errors);
                drop(open);
            }),
        )?;
        spawn("host end", Box::new(move || shared.wait(&closed, &sender)))?;
        Ok(process)
    }

    /// The number of the child's process.
    pub fn id(&self) -> u32 {
        self.shared.group.id()
    }

    /// Who is in the child.
    pub fn origin(&self) -> Origin {
        lock(&self.shared.origin).clone()
    }

    /// Names the engine in the child.
    pub fn set_engine(&self, name: &str) {
        name.clone_into(&mut lock(&self.shared.origin).engine);
    }

    pub(super) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    pub(super) const fn patience(&self) -> &Patience {
        &self.patience
    }

    /// Asks for work and waits for the answer. `words` say what is asked.
    ///
    /// # Errors
    /// The engine refused or failed, the child ended, or kept silent for `limit` and was ended.
    pub fn ask(&mut self, request: Request, limit: Duration, words: &str) -> Result<Answer, EngineError> {
        self.send(request, words)?;
        match self.hear(limit) {
            Some(answer) => self.read(answer, words),
            None => Err(self.give_up(limit, words)),
        }
    }

    /// Asks for a search and waits for its answer, however long that takes, as long as the child shows that it lives
    /// and answers a stop in time.
    ///
    /// # Errors
    /// As [`Process::ask`].
    pub(super) fn search(
        &mut self,
        request: Request,
        search: ActiveSearch,
        signals: &StopFlag,
    ) -> Result<Answer, EngineError> {
        let (words, id) = ("the search", search.id);
        *lock(&self.shared.search) = Some(search);
        let answer = self.send(request, words).and_then(|()| self.attend(id, signals, words));
        // An info that is being handed on right now comes before the result.
        *lock(&self.shared.search) = None;
        answer
    }

    fn attend(&mut self, id: u64, signals: &StopFlag, words: &str) -> Result<Answer, EngineError> {
        let (mut stopped, mut hit) = (None, false);
        let mut asked = Instant::now();
        loop {
            if let Some(answer) = self.hear(GLANCE) {
                return self.read(answer, words);
            }
            if signals.is_hit() && !hit {
                hit = true;
                console::record(&self.shared.name(), Level::Debug, &format!("> ponder hit {id}"));
                self.shared.send(&ToChild::PonderHit(id));
            }
            match stopped {
                None if signals.is_set() => {
                    stopped = Some(Instant::now());
                    console::record(&self.shared.name(), Level::Debug, &format!("> stop {id}"));
                    self.shared.send(&ToChild::Stop(id));
                }
                Some(since) if since.elapsed() > self.patience.stop => {
                    return Err(self.give_up(self.patience.stop, "the search after it was told to stop"));
                }
                _ => {}
            }
            let silence = lock(&self.shared.heard_at).elapsed();
            if silence > self.patience.alive && asked.elapsed() < silence {
                return Err(self.give_up(self.patience.alive, words));
            }
            if silence > self.patience.alive / 4 && asked.elapsed() > self.patience.alive / 4 {
                asked = Instant::now();
                self.shared.send(&ToChild::Ping);
            }
        }
    }

    fn send(&mut self, request: Request, words: &str) -> Result<(), EngineError> {
        match &self.ended {
            Some(how) => Err(EngineError::Died { origin: self.origin(), request: words.to_owned(), how: how.clone() }),
            None => {
                console::record(&self.shared.name(), Level::Debug, &format!("> {request}"));
                // A child that does not read has ended or will be ended: that is what is heard next.
                self.shared.send(&ToChild::Ask(Box::new(request)));
                Ok(())
            }
        }
    }

    fn hear(&mut self, limit: Duration) -> Option<Heard> {
        match self.heard.recv_timeout(limit) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Heard::Ended("ended".to_owned())),
        }
    }

    fn read(&mut self, heard: Heard, words: &str) -> Result<Answer, EngineError> {
        match heard {
            Heard::Answer(answer) => {
                let text = match &answer {
                    Ok(answer) => format!("< {answer}"),
                    Err(error) => format!("< refused or failed: {error}"),
                };
                console::record(&self.shared.name(), Level::Debug, &text);
                answer
            }
            Heard::Ended(how) => {
                console::record(&self.shared.name(), Level::Error, &format!("its process {how}"));
                self.ended = Some(how.clone());
                Err(EngineError::Died { origin: self.origin(), request: words.to_owned(), how })
            }
        }
    }

    /// Ends a child that keeps silent.
    fn give_up(&mut self, limit: Duration, words: &str) -> EngineError {
        let text = format!("no answer in {words} within {limit:?}: its process is ended");
        console::record(&self.shared.name(), Level::Error, &text);
        self.shared.group.kill();
        self.ended = Some("was ended because it did not answer".to_owned());
        EngineError::Hung { origin: self.origin(), request: words.to_owned(), limit }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended.is_none() {
            let (limit, words) = (self.patience.stop, "its destruction");
            if let Err(error) = self.ask(Request::Close, limit, words) {
                console::record(&self.origin().engine, Level::Error, &error.to_string());
            }
        }
        self.shared.group.kill();
    }
}

impl Shared {
    /// Says something to the child.
    fn send(&self, message: &ToChild) {
        // An error means that the child has ended, which its threads tell.
        let _ = wire::write(&mut *lock(&self.input), message);
    }

    /// Sends the search that runs now a message made of its number.
    pub fn signal(&self, message: impl FnOnce(u64) -> ToChild) {
        let id = lock(&self.search).as_ref().map(|search| search.id);
        if let Some(id) = id {
            self.send(&message(id));
        }
    }

    /// Reads what the child says until it says no more.
    fn listen(&self, output: ChildStdout, answers: &Sender<Heard>) {
        let mut output = BufReader::new(output);
        let mut reports = Reports::default();
        loop {
            let message = match wire::read::<FromChild>(&mut output) {
                Ok(Some(message)) => message,
                Ok(None) => return,
                Err(error) => {
                    if error.kind() == io::ErrorKind::InvalidData {
                        *lock(&self.nonsense) = Some(format!("said what makes no sense ({error}) and was ended"));
                        self.group.kill();
                    }
                    return;
                }
            };
            *lock(&self.heard_at) = Instant::now();
            match message {
                FromChild::Answer(answer) => {
                    // Nobody waits any more where the process was given up.
                    let _ = answers.send(Heard::Answer(answer));
                }
                FromChild::Info(id, info) => {
                    reports.log(&self.name(), &info);
                    let search = lock(&self.search);
                    if let Some(search) = search.as_ref().filter(|search| search.id == id)
                        && let Some(info) = info.read(search.variant, search.points)
                    {
                        (search.on_info)(info);
                    }
                }
                FromChild::Log(level, text) => console::record(&self.name(), Level::from_abi(level), &text),
                FromChild::Alive => {}
            }
        }
    }

    /// Reads the child's standard error into the log, line by line; long lines are cut into several.
    fn read_errors(&self, errors: ChildStderr) {
        let mut errors = BufReader::new(errors);
        let mut line = Vec::new();
        while errors.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            let text = String::from_utf8_lossy(&line);
            let text: String = text.trim_end().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            if !text.trim().is_empty() {
                console::record(&self.name(), Level::Debug, &text);
                *lock(&self.last_words) = text;
            }
            line.clear();
        }
    }

    /// Waits for the child's end and tells it, after all that the child has said.
    fn wait(&self, closed: &Receiver<()>, answers: &Sender<Heard>) {
        let how = self.group.wait();
        // A descendant that left the group may hold the pipes open for ever.
        let _ = closed.recv_timeout(LAST_WORDS);
        let how = lock(&self.nonsense).take().unwrap_or(how);
        let words = lock(&self.last_words).clone();
        let how = match self.memory {
            Some(memory) => format!("{how}; its memory was limited to {} MiB", memory >> 20),
            None => how,
        };
        let how = if words.is_empty() { how } else { format!("{how}; its last words: {}", shorten(&words)) };
        // Nobody waits any more where the process was given up.
        let _ = answers.send(Heard::Ended(how));
    }

    /// The engine's name for the log, or its file's.
    fn name(&self) -> String {
        let origin = lock(&self.origin);
        if origin.engine.is_empty() {
            origin.file.file_name().unwrap_or_default().to_string_lossy().into_owned()
        } else {
            origin.engine.clone()
        }
    }
}

/// Reports of a child on their way into the log: not every one of a flood.
#[derive(Default)]
struct Reports {
    logged: Option<Instant>,
    left_out: u64,
}

impl Reports {
    fn log(&mut self, engine: &str, info: &WireInfo) {
        if self.logged.is_some_and(|at| at.elapsed() < REPORT_INTERVAL) {
            self.left_out += 1;
            return;
        }
        let more = if self.left_out > 0 { format!(" ({} more before it)", self.left_out) } else { String::new() };
        console::record(engine, Level::Debug, &format!("< info {info}{more}"));
        *self = Reports { logged: Some(Instant::now()), left_out: 0 };
    }
}

fn shorten(words: &str) -> String {
    const LONGEST: usize = 200;
    if words.chars().count() <= LONGEST {
        return words.to_owned();
    }
    words.chars().take(LONGEST).chain(['…']).collect()
}

fn command(program: &Program, file: &PathBuf) -> Command {
    let mut command = Command::new(&program.file);
    command.arg("host-plugin").arg(file);
    if let Some(memory) = program.memory {
        command.arg("--memory").arg(memory.to_string());
    }
    if program.watch_stdout {
        command.arg("--watch-stdout");
    }
    command
}
