//! The pipes to the program that uses an engine, and the search under way.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use crate::engines::{StopFlag, Stopper};

/// The output, shared by the thread that answers and those that report a search.
#[derive(Clone)]
pub struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    /// Writes to `output`, line by line.
    pub fn new(output: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(output)))
    }

    /// Writes a line.
    ///
    /// # Errors
    /// Nobody reads any more.
    pub fn say(&self, line: &str) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{line}")?;
        output.flush()
    }
}

/// The search under way, for the reader thread.
pub struct Running {
    search: Mutex<Option<StopFlag>>,
    stopper: Arc<dyn Stopper>,
}

impl Running {
    /// No search yet of the engine that `stopper` wakes.
    #[must_use]
    pub fn new(stopper: Arc<dyn Stopper>) -> Running {
        Running { search: Mutex::new(None), stopper }
    }

    /// Ends the search, if any.
    pub fn stop(&self) {
        if let Some(flag) = &*self.lock() {
            flag.set();
            self.stopper.stop();
        }
    }

    /// Tells the engine that the move it ponders on was played.
    pub fn ponder_hit(&self) {
        if let Some(flag) = &*self.lock() {
            flag.hit();
        }
        self.stopper.ponder_hit();
    }

    /// Whether a search is under way or about to begin.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.lock().is_some()
    }

    /// A search is about to begin; its flag.
    fn begin(&self) {
        *self.lock() = Some(StopFlag::default());
    }

    /// The flag of the search that was announced.
    #[must_use]
    pub fn flag(&self) -> StopFlag {
        self.lock().get_or_insert_with(StopFlag::default).clone()
    }

    /// The search has ended.
    pub fn end(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<StopFlag>> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the thread that reads commands. It carries out `stop`, `ponderhit` and, during a search, `isready` at once, and
/// hands all other lines on. At `quit` or the end of the input it stops the search and ends.
///
/// # Errors
/// The system gives no thread.
pub fn listen(
    input: impl BufRead + Send + 'static,
    output: Output,
    running: Arc<Running>,
) -> io::Result<mpsc::Receiver<String>> {
    let (lines, inbox) = mpsc::channel();
    // Ends with the input; the process does not wait for it.
    thread::Builder::new().name("protocol input".to_owned()).spawn(move || {
        for line in input.lines().map_while(Result::ok) {
            let word = line.split_whitespace().next().unwrap_or_default();
            match word {
                "stop" => running.stop(),
                "ponderhit" => running.ponder_hit(),
                "isready" if running.is_searching() => {
                    // A closed output is noticed by the thread that answers.
                    let _ = output.say("readyok");
                    continue;
                }
                "go" => running.begin(),
                "quit" => break,
                _ => {}
            }
            if lines.send(line).is_err() {
                return;
            }
        }
        running.stop();
    })?;
    Ok(inbox)
}
