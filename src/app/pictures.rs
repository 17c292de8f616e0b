//! Pictures of the board, on the clipboard and in files. They are drawn on threads of their own.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::thread;

use arboard::{Clipboard, ImageData};
use crossbeam_channel::{Receiver, Sender, unbounded};
use slint::ComponentHandle;

use super::App;
use super::engines::DeskEvent;
use crate::picture::{CELL, Format, Pixels, Scene, Style, pixels, save};
use crate::session::record::NodeId;
use crate::session::{Input, Session};
use crate::settings::Board;
use crate::ui::generated::{BoardStyle, GameAdapter, SettingsAdapter};

/// Pixels a cell of animations.
const SMALL_CELL: u32 = 30;

/// What became of a picture.
#[derive(Debug)]
pub enum Pictured {
    /// It is on the clipboard.
    Copied,
    /// It is in this file.
    Saved(PathBuf),
    /// It could not be made; the text says why.
    Failed(String),
}

impl App {
    /// Puts a picture of the board on the clipboard.
    pub fn copy_picture(self: &Rc<Self>) {
        let (scene, style) = (Scene::of(self.table.borrow().session()), self.picture_style(CELL));
        let clipboard = self.clipboard();
        self.start_beside(move |sender| {
            let drawn = pixels(&scene, &style).map_err(|error| error.to_string());
            match drawn {
                Ok(pixels) => drop(clipboard.send(pixels)),
                Err(why) => drop(sender.send(DeskEvent::Pictured(Pictured::Failed(why)))),
            }
        });
    }

    /// The thread that holds the clipboard: on some systems what was copied is there only as long as its giver.
    fn clipboard(&self) -> Sender<Pixels> {
        let mut known = self.clipboard.borrow_mut();
        known
            .get_or_insert_with(|| {
                let (sender, pictures) = unbounded();
                let told = self.desk_sender();
                let spawned = thread::Builder::new().name("clipboard".to_owned()).spawn(move || hold(&pictures, &told));
                if let Err(error) = spawned {
                    tracing::warn!("no thread could be started for the clipboard: {error}");
                }
                sender
            })
            .clone()
    }

    /// Writes a picture of the board, or of the whole game, into a file.
    pub fn save_picture(self: &Rc<Self>, file: &Path, format: Format) {
        let style = self.picture_style(if format == Format::Gif { SMALL_CELL } else { CELL });
        let session = self.table.borrow().session().clone();
        let file = file.to_owned();
        self.start_beside(move |sender| {
            let scenes = if format == Format::Gif { every_board(&session) } else { vec![Scene::of(&session)] };
            let saved = save(&file, format, &scenes, &style);
            let pictured = match saved {
                Ok(()) => Pictured::Saved(file),
                Err(error) => Pictured::Failed(format!("{} can't be written: {error}", file.display())),
            };
            // Nobody hears when the program has ended.
            let _ = sender.send(DeskEvent::Pictured(pictured));
        });
    }

    pub(super) fn hear_picture(&self, pictured: Pictured) {
        match pictured {
            Pictured::Copied => self.presenter.say_copied(),
            Pictured::Saved(file) => self.presenter.say_saved(&file.display().to_string()),
            Pictured::Failed(why) => self.show_error(&why),
        }
    }

    /// As the window shows the board.
    fn picture_style(&self, cell: u32) -> Style {
        let board = match self.window.global::<SettingsAdapter>().invoke_board_shown() {
            BoardStyle::Kaya => Board::Kaya,
            BoardStyle::Walnut => Board::Walnut,
            BoardStyle::RicePaper => Board::RicePaper,
        };
        let flipped = self.window.global::<GameAdapter>().get_flipped();
        Style::of(&self.store.borrow().settings.look, board, flipped, cell)
    }
}

/// Where pictures go on a system that shows no file dialog.
pub(super) fn usual_file(format: Format) -> Option<PathBuf> {
    let dirs = directories::UserDirs::new()?;
    let folder = dirs.picture_dir().unwrap_or(dirs.home_dir()).to_owned();
    let name = |number: u32| folder.join(format!("qiju-{number}.{}", format.ending()));
    (1..).map(name).find(|file| !file.exists())
}

/// The boards of the line shown, from the start.
fn every_board(session: &Session) -> Vec<Scene> {
    let mut session = session.clone();
    let line = session.record().line();
    let mut board_at = |node| {
        // Nobody listens to what a copy of the game would do.
        let _ = session.apply(Input::GoTo(node), std::time::Duration::ZERO);
        Scene::of(&session)
    };
    std::iter::once(NodeId::ROOT).chain(line).map(&mut board_at).collect()
}

/// Gives pictures to whoever asks the clipboard, the newest one.
fn hold(pictures: &Receiver<Pixels>, told: &Sender<DeskEvent>) {
    let mut clipboard: Option<Clipboard> = None;
    for picture in pictures {
        let open = match clipboard.take() {
            Some(open) => Ok(open),
            None => Clipboard::new(),
        };
        let image =
            ImageData { width: picture.width as usize, height: picture.height as usize, bytes: picture.bytes.into() };
        let copied = open.and_then(|mut open| open.set_image(image).map(|()| open));
        let pictured = match copied {
            Ok(open) => {
                clipboard = Some(open);
                Pictured::Copied
            }
            Err(error) => Pictured::Failed(format!("the picture can't be put on the clipboard: {error}")),
        };
        // Nobody hears when the program has ended.
        let _ = told.send(DeskEvent::Pictured(pictured));
    }
}
