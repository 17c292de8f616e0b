//! Golden pictures: the window must look as it did when a person last looked at it and found it right.
//!
//! They are painted by the software renderer with the embedded fonts, so that they are the same everywhere.
//! After a change that is meant, `QIJU_BLESS=1 cargo test --test pictures` keeps the new ones: look at each.

#[path = "../common/mod.rs"]
mod common;
mod screen;

use std::rc::Rc;
use std::sync::Arc;

use image::RgbImage;
use qiju::app::App;
use qiju::engines::catalog::{Catalog, Places};
use qiju::engines::isolated::Program;
use qiju::session::seat::Seat;
use qiju::session::{Input, Session, Setup};
use qiju::settings::{Look, Settings, Store, Theme};
use rules::Variant;
use screen::{Screen, difference};
use slint::ComponentHandle;

/// A window with a game between two people, painted in memory.
struct Picture {
    _app: Rc<App>,
    screen: Screen,
    _folder: tempfile::TempDir,
}

impl Picture {
    fn open(variant: Variant, moves: &str, size: (u32, u32), scale: f32, language: &str, look: Look) -> Picture {
        let screen = Screen::new(size.0, size.1, scale);
        let folder = tempfile::tempdir().unwrap();
        let (mut store, _) = Store::open_file(&folder.path().join("settings.toml"));
        let look = Look { reduce_motion: true, ..look };
        store.settings = Settings { language: language.to_owned(), look, ..Settings::default() };
        let session = Session::new(Setup::new(variant, 15), [Seat::Human, Seat::Human]).unwrap();
        let app = App::new(session, Arc::new(engines()), store).unwrap();
        app.window().show().unwrap();
        app.begin();
        for text in moves.split_whitespace() {
            let mv = variant.parse_move(text).unwrap();
            app.apply(Input::Play(mv));
        }
        Picture { _app: app, screen, _folder: folder }
    }

    fn paint(&self) -> RgbImage {
        self.screen.paint()
    }
}

/// The engines that come with the program, and nothing that this machine's user added.
fn engines() -> Catalog {
    let folders = vec![common::program_folder().to_owned()];
    let program = Program::new(common::program().into());
    Catalog::find_in(Places { shipped: folders.clone(), folders, program, choices: None, quarantine: None })
}

fn look(theme: Theme, flat_pieces: bool) -> Look {
    Look { theme, flat_pieces, ..Look::default() }
}

#[test]
fn a_stone_that_moved_is_noticed() {
    let size = (720, 560);
    let one = Picture::open(Variant::Gomoku, "h8 i9 g9 i7", size, 1.0, "en", look(Theme::Paper, false)).paint();
    let other = std::thread::spawn(move || {
        Picture::open(Variant::Gomoku, "h8 i9 g10 i7", size, 1.0, "en", look(Theme::Paper, false)).paint()
    });
    let other = other.join().unwrap();
    assert!(difference(&one, &other).is_some());
    assert_eq!(difference(&one, &one), None);
}
