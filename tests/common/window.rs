//! A window of the program that tests drive through the testing backend.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use i_slint_backend_testing::{ElementHandle, ElementQuery, init_no_event_loop};
use qiju::app::App;
use qiju::engines::catalog::{Catalog, Places};
use qiju::engines::isolated::Program;
use qiju::session::seat::Seat;
use qiju::session::{Session, Setup};
use qiju::settings::Store;
use qiju::ui::generated::{GameAdapter, SettingsAdapter, Texts};
use rules::Variant;
use slint::platform::{Key, PointerEventButton, WindowEvent};
use slint::{ComponentHandle, LogicalPosition, LogicalSize, SharedString};

/// A window with a game, and the folder of its settings.
pub struct Window {
    /// The program.
    pub app: Rc<App>,
    _folder: tempfile::TempDir,
}

/// The engines that come with the program, in process, and nothing that a user decided.
pub fn places() -> Places {
    let folders = vec![super::program_folder().to_owned()];
    let program = Program::new(PathBuf::from(super::program()));
    Places { shipped: folders.clone(), folders, program, choices: None, quarantine: None }
}

impl Window {
    /// A new game on a board of 15 points a side.
    pub fn open(variant: Variant, first: &str, second: &str) -> Window {
        Window::open_setup(Setup::new(variant, 15), first, second)
    }

    /// A game with its own set-up.
    pub fn open_setup(setup: Setup, first: &str, second: &str) -> Window {
        init_no_event_loop();
        let folder = tempfile::tempdir().unwrap();
        let (mut store, _) = Store::open_file(&folder.path().join("settings.toml"));
        store.settings.language = "en".to_owned();
        let catalog = Catalog::find_in(places());
        let seats: [Seat; 2] = [first, second].map(|seat| seat.parse().unwrap());
        let session = Session::new(setup, seats).unwrap();
        let app = App::new(session, Arc::new(catalog), store).unwrap();
        app.window().show().unwrap();
        app.window().window().set_size(LogicalSize::new(1280.0, 800.0));
        app.window().window().dispatch_event(WindowEvent::WindowActiveChanged(true));
        app.begin();
        Window { app, _folder: folder }
    }

    /// Any number of elements whose label begins so.
    pub fn count(&self, label: &str) -> usize {
        let wanted = label.to_owned();
        ElementQuery::from_root(self.app.window())
            .match_predicate(move |element| {
                element.accessible_label().is_some_and(|label| label.starts_with(wanted.as_str()))
            })
            .find_all()
            .len()
    }

    /// Presses what has exactly this label, as a screen reader would.
    pub fn activate(&self, label: &str) {
        let wanted = label.to_owned();
        ElementQuery::from_root(self.app.window())
            .match_predicate(move |element| element.accessible_label().is_some_and(|label| label == wanted.as_str()))
            .find_first()
            .unwrap_or_else(|| panic!("an element is labelled {label:?}"))
            .invoke_accessible_default_action();
    }

    /// Speaks another language: `zh_CN`, or nothing for English.
    pub fn speak(&self, language: &str) {
        self.app.window().global::<SettingsAdapter>().invoke_language_picked(language.into());
    }

    /// Where an element's middle is.
    pub fn middle(&self, label: &str) -> LogicalPosition {
        let element = self.element(label);
        let (at, size) = (element.absolute_position(), element.size());
        LogicalPosition::new(at.x + size.width / 2.0, at.y + size.height / 2.0)
    }

    /// Presses and lets go a button of the mouse.
    pub fn click(&self, position: LogicalPosition, button: PointerEventButton) {
        let window = self.app.window().window();
        window.dispatch_event(WindowEvent::PointerMoved { position });
        window.dispatch_event(WindowEvent::PointerPressed { position, button });
        window.dispatch_event(WindowEvent::PointerReleased { position, button });
    }

    /// Presses a key while others are held.
    pub fn chord(&self, held: &[Key], text: impl Into<SharedString>) {
        let window = self.app.window().window();
        held.iter().for_each(|key| window.dispatch_event(WindowEvent::KeyPressed { text: (*key).into() }));
        self.key(text);
        held.iter().for_each(|key| window.dispatch_event(WindowEvent::KeyReleased { text: (*key).into() }));
    }

    pub fn game(&self) -> GameAdapter<'_> {
        self.app.window().global::<GameAdapter>()
    }

    /// The only element whose label begins so.
    pub fn element(&self, label: &str) -> ElementHandle {
        let wanted = label.to_owned();
        ElementQuery::from_root(self.app.window())
            .match_predicate(move |element| {
                element.accessible_label().is_some_and(|label| label.starts_with(wanted.as_str()))
            })
            .find_first()
            .unwrap_or_else(|| panic!("an element is labelled {label:?}"))
    }

    pub fn label(&self, start: &str) -> String {
        self.element(start).accessible_label().unwrap().to_string()
    }

    /// Presses a point as a screen reader would.
    pub fn choose(&self, point: &str) {
        self.element(&format!("{point}, ")).invoke_accessible_default_action();
    }

    /// Presses a point with the mouse, where it is drawn.
    pub fn press(&self, point: &str) {
        let element = self.element(&format!("{point}, "));
        let (at, size) = (element.absolute_position(), element.size());
        let position = LogicalPosition::new(at.x + size.width / 2.0, at.y + size.height / 2.0);
        let button = PointerEventButton::Left;
        let window = self.app.window().window();
        window.dispatch_event(WindowEvent::PointerMoved { position });
        window.dispatch_event(WindowEvent::PointerPressed { position, button });
        window.dispatch_event(WindowEvent::PointerReleased { position, button });
    }

    pub fn key(&self, text: impl Into<SharedString>) {
        let text = text.into();
        let window = self.app.window().window();
        window.dispatch_event(WindowEvent::KeyPressed { text: text.clone() });
        window.dispatch_event(WindowEvent::KeyReleased { text });
    }

    /// Hands events of the engines to the program until a condition holds.
    pub fn until(&self, what: &str, condition: impl Fn(&Window) -> bool) {
        let events = self.app.table().borrow().events();
        while !condition(self) {
            match events.recv_timeout(Duration::from_secs(20)) {
                Ok(event) => self.app.handle(vec![event]),
                Err(_) => panic!("{what} never comes"),
            }
        }
    }

    pub fn plies(&self) -> i32 {
        self.game().get_current_ply()
    }

    pub fn status(&self) -> String {
        let texts = self.app.window().global::<Texts>();
        let (kind, status) = (self.game().get_kind(), self.game().get_status());
        format!("{} {}", texts.invoke_status_strong(kind, status.clone()), texts.invoke_status_rest(kind, status))
    }
}
