//! The system's dialogs for choosing files. Each waits on a thread of its own.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::App;
use super::engines::{DeskEvent, Note};
use super::pictures::usual_file;
use crate::picture::Format;
use crate::ui::connect::engines as page;

/// No user closes a dialog so soon.
const AT_ONCE: Duration = Duration::from_millis(100);

/// What a file was chosen for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// An engine library to add.
    Library,
    /// The value of an option.
    Option(String),
    /// A file for the engine log.
    Log,
    /// A file for a picture.
    Picture(Format),
}

/// A file that was chosen, `None` where the user chose none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picked {
    /// What for.
    pub wanted: Wanted,
    /// The file.
    pub file: Option<PathBuf>,
    /// Whether a dialog was shown: systems without one answer at once.
    pub shown: bool,
}

impl App {
    /// Lets the user choose a file.
    pub fn pick_file(self: &Rc<Self>, wanted: Wanted) {
        let (dialog, begun) = (dialog(&wanted), Instant::now());
        let sender = self.desk_sender();
        let answer: std::pin::Pin<Box<dyn Future<Output = Option<rfd::FileHandle>>>> = match wanted {
            Wanted::Library | Wanted::Option(_) => Box::pin(dialog.pick_file()),
            Wanted::Log | Wanted::Picture(_) => Box::pin(dialog.save_file()),
        };
        let spawned = slint::spawn_local(async move {
            let file = answer.await.map(|file| file.path().to_owned());
            let shown = file.is_some() || begun.elapsed() > AT_ONCE;
            // Nobody hears when the program has ended.
            let _ = sender.send(DeskEvent::Picked(Picked { wanted, file, shown }));
        });
        if let Err(error) = spawned {
            tracing::warn!("no dialog can be shown: {error}");
        }
    }

    /// What is done where the system shows no dialog: pictures go where pictures are kept.
    fn without_dialog(&self, wanted: &Wanted, shown: bool) -> Option<PathBuf> {
        match wanted {
            _ if shown => None,
            Wanted::Picture(format) => usual_file(*format),
            _ => {
                self.note(&Note::NoDialog);
                None
            }
        }
    }

    pub(super) fn hear_picked(self: &Rc<Self>, picked: Picked) {
        let Some(file) = picked.file.or_else(|| self.without_dialog(&picked.wanted, picked.shown)) else { return };
        match picked.wanted {
            Wanted::Library => page::set_path(self, &file.display().to_string()),
            Wanted::Option(id) => self.set_engine_option(&id, &file.display().to_string()),
            Wanted::Log => self.save_log(&file),
            Wanted::Picture(format) => self.save_picture(&with_ending(&file, format.ending()), format),
        }
    }
}

/// The file, with the ending of its kind where it has none.
fn with_ending(file: &Path, ending: &str) -> PathBuf {
    if file.extension().is_some() { file.to_owned() } else { file.with_extension(ending) }
}

fn dialog(wanted: &Wanted) -> rfd::AsyncFileDialog {
    let dialog = rfd::AsyncFileDialog::new();
    match wanted {
        Wanted::Library => dialog.add_filter("Qiju", &[std::env::consts::DLL_EXTENSION]),
        Wanted::Option(_) => dialog,
        Wanted::Log => dialog.set_file_name("qiju-engines.log"),
        Wanted::Picture(format) => {
            let ending = format.ending();
            dialog.set_file_name(format!("qiju.{ending}")).add_filter(ending.to_uppercase(), &[ending])
        }
    }
}
