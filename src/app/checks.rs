//! The conformance check of a library, run beside the window.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::App;
use super::engines::DeskEvent;
use crate::engines::conformance::{Bench, CHECKS, Outcome};
use crate::engines::isolated::Program;
use crate::ui::connect::engines as page;

/// A run of the checks.
pub(super) struct CheckRun {
    number: u64,
    /// The engine's id.
    engine: String,
    outcomes: Vec<Option<Outcome>>,
    running: bool,
    fault: Option<String>,
    cancel: Arc<AtomicBool>,
}

impl App {
    /// Checks the engine shown. Its checks come in one by one.
    pub fn check_engine(self: &Rc<Self>) {
        self.cancel_check();
        let Some(row) = self.engine_shown() else { return };
        let number = self.desk.borrow().check.as_ref().map_or(1, |run| run.number + 1);
        let cancel = Arc::new(AtomicBool::new(false));
        self.desk.borrow_mut().check = Some(CheckRun {
            number,
            engine: row.id.clone(),
            outcomes: vec![None; CHECKS.len()],
            running: true,
            fault: None,
            cancel: Arc::clone(&cancel),
        });
        self.show_check();
        let program = Program { memory: None, ..self.table.borrow().catalog().places().program.clone() };
        self.start_beside(move |sender| {
            // Nobody hears when the program has ended.
            let tell = |event| drop(sender.send(event));
            let benches = match Bench::of(&program, &row.file, fastrand::u64(..)) {
                Ok(benches) => benches,
                Err(error) => return tell(DeskEvent::CheckEnded(number, Some(error.to_string()))),
            };
            let bench = benches.iter().find(|bench| row.id.is_empty() || bench.descriptor().id == row.id);
            for (place, check) in CHECKS.iter().enumerate() {
                if cancel.load(Ordering::Relaxed) {
                    break;
                }
                if let Some(bench) = bench {
                    tell(DeskEvent::Checked(number, place, bench.run(check).0));
                }
            }
            tell(DeskEvent::CheckEnded(number, None));
        });
    }

    /// Ends a run after the check that is under way.
    pub fn cancel_check(&self) {
        if let Some(run) = &self.desk.borrow().check {
            run.cancel.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn hear_check(&self, number: u64, place: usize, outcome: Outcome) {
        if let Some(run) = self.desk.borrow_mut().check.as_mut().filter(|run| run.number == number)
            && let Some(known) = run.outcomes.get_mut(place)
        {
            *known = Some(outcome);
        }
        self.show_check();
    }

    pub(super) fn hear_check_end(&self, number: u64, fault: Option<String>) {
        if let Some(run) = self.desk.borrow_mut().check.as_mut().filter(|run| run.number == number) {
            (run.running, run.fault) = (false, fault);
        }
        self.show_check();
    }

    fn show_check(&self) {
        let desk = self.desk.borrow();
        let Some(run) = &desk.check else { return };
        page::set_check(self, &run.engine, &run.outcomes, run.running, run.fault.as_deref());
    }
}
