//! The engine log in the window.

use std::path::Path;
use std::rc::Rc;
use std::thread;
use std::time::Duration;

use super::App;
use super::engines::{DeskEvent, Note};
use crate::engines::console::{self, Level, Line};
use crate::ui::connect::engines as page;
use crate::view::engines::LogFilter;

/// Least time between two looks at new lines.
const INTERVAL: Duration = Duration::from_millis(100);
/// Lines that the window keeps.
const MAX_LINES: usize = 10_000;

/// What the log view remembers.
#[derive(Default)]
pub(super) struct LogDesk {
    /// Every line known, whether shown or not.
    lines: Vec<Line>,
    next: u64,
    filter: LogFilter,
    /// The engines that said something, in order of their names.
    engines: Vec<String>,
    watched: bool,
}

impl App {
    /// Shows what was said so far, and from now on what is said.
    pub(super) fn open_log(self: &Rc<Self>) {
        if !std::mem::replace(&mut self.desk.borrow_mut().log.watched, true) {
            let (words, sender) = (console::watch(), self.desk_sender());
            let watching = move || {
                while words.recv().is_ok() && sender.send(DeskEvent::Lines).is_ok() {
                    thread::sleep(INTERVAL);
                }
            };
            if let Err(error) = thread::Builder::new().name("engine log".to_owned()).spawn(watching) {
                self.note(&Note::Failed(format!("no thread could be started: {error}")));
            }
        }
        self.show_log_lines();
    }

    /// Takes in new lines and shows those that the filter lets through.
    pub(super) fn show_log_lines(&self) {
        let mut desk = self.desk.borrow_mut();
        let log = &mut desk.log;
        let (new, next) = console::lines_from(log.next);
        log.next = next;
        let mut is_new_engine = false;
        for line in &new {
            if let Err(place) = log.engines.binary_search(&line.engine) {
                log.engines.insert(place, line.engine.clone());
                is_new_engine = true;
            }
        }
        let shown: Vec<_> = new.iter().filter(|line| log.filter.lets_through(line)).cloned().collect();
        log.lines.extend(new);
        let too_many = log.lines.len().saturating_sub(MAX_LINES);
        log.lines.drain(..too_many);
        page::add_log_lines(self, &shown, MAX_LINES);
        if is_new_engine {
            page::set_log_engines(self, &log.engines, log.filter.engine.as_deref());
        }
    }

    /// Shows only what one engine said; the place is that in the list of engines, which begins with all.
    pub fn filter_log_engine(&self, place: usize) {
        let name = place.checked_sub(1).and_then(|place| self.desk.borrow().log.engines.get(place).cloned());
        self.filter_log(|filter| filter.engine = name);
    }

    /// Shows only lines that matter so much.
    pub fn filter_log_level(&self, level: Level) {
        self.filter_log(|filter| filter.level = level);
    }

    /// Shows only lines that hold a text.
    pub fn filter_log_text(&self, text: &str) {
        self.filter_log(|filter| text.clone_into(&mut filter.text));
    }

    fn filter_log(&self, change: impl FnOnce(&mut LogFilter)) {
        let mut desk = self.desk.borrow_mut();
        let log = &mut desk.log;
        change(&mut log.filter);
        let shown: Vec<_> = log.lines.iter().filter(|line| log.filter.lets_through(line)).cloned().collect();
        page::set_log_lines(self, &shown);
        page::set_log_engines(self, &log.engines, log.filter.engine.as_deref());
    }

    /// Shows what the engine shown said.
    pub fn show_log_of_engine(&self) {
        let name = self.engine_shown().map(|row| row.name);
        let known = name.filter(|name| self.desk.borrow().log.engines.contains(name));
        self.filter_log(|filter| filter.engine = known);
    }

    /// Writes the lines shown into a file.
    pub(super) fn save_log(&self, file: &Path) {
        let desk = self.desk.borrow();
        let shown = desk.log.lines.iter().filter(|line| desk.log.filter.lets_through(line));
        let text: String = shown.map(|line| format!("{line}\n")).collect();
        let written = crate::files::write_whole(file, text.as_bytes());
        if let Err(error) = written {
            self.note(&Note::Failed(format!("{} can't be written: {error}", file.display())));
        }
    }
}
