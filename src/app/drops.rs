//! Files dropped on the window.

use std::ffi::OsStr;
use std::path::Path;
use std::rc::Rc;

use slint::ComponentHandle;
use slint::winit_030::winit::event::WindowEvent;
use slint::winit_030::{EventResult, WinitWindowAccessor};

use super::App;
use crate::ui::connect::engines as page;

impl App {
    /// Hears of files that are dropped on the window, where the system tells.
    pub(super) fn listen_for_drops(self: &Rc<Self>) {
        let app = Rc::downgrade(self);
        self.window.window().on_winit_window_event(move |_, event| {
            if let (WindowEvent::DroppedFile(file), Some(app)) = (event, app.upgrade()) {
                app.file_dropped(file);
            }
            EventResult::Propagate
        });
    }

    /// Adds a library that was dropped.
    pub fn file_dropped(self: &Rc<Self>, file: &Path) {
        if file.extension() == Some(OsStr::new(std::env::consts::DLL_EXTENSION)) {
            page::show_path(self, &file.display().to_string());
            self.add_engine(file, false);
        }
    }
}
