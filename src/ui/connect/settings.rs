//! Settings: from the file to the window at the start, and back when the user changes one.

use std::rc::Rc;

use slint::{ComponentHandle, SharedString};

use super::{on, on_value, set_size};
use crate::app::App;
use crate::settings::{Board, Glyphs, LastMark, Look, NotationChoice, Sound, Theme};
use crate::ui::generated::{
    self, AboutAdapter, BoardChoice, GlyphSet, NotationChoice as UiNotation, RecordAdapter, SettingsAdapter,
    ThemeChoice,
};
use crate::view::panel::Notation;

pub(super) fn connect(app: &Rc<App>) {
    let adapter = app.window().global::<SettingsAdapter>();
    {
        let store = app.store().borrow();
        show(&adapter, &store.settings.look);
        adapter.set_sound(store.settings.sound.on);
        adapter.set_volume(i32::from(store.settings.sound.volume));
        set_size(app.window(), store.settings.window);
        let language = language(&store.settings.language);
        select_language(&language);
        let choice = store.settings.notation;
        app.window().global::<RecordAdapter>().set_notation(ui_notation(choice));
        app.set_notation(notation(choice, &language));
        adapter.set_language(language);
    }
    adapter.on_changed_by_user(on(app, |app| {
        let adapter = app.window().global::<SettingsAdapter>();
        app.store().borrow_mut().settings.look = look(&adapter);
        app.show();
        app.save_settings();
    }));
    adapter.on_language_picked(on_value(app, |app, language: SharedString| {
        select_language(&language);
        app.set_notation(notation(app.store().borrow().settings.notation, &language));
        let chosen = if language.is_empty() { "en" } else { language.as_str() };
        chosen.clone_into(&mut app.store().borrow_mut().settings.language);
        app.show();
        app.save_settings();
    }));
    adapter.on_sound_changed(on(app, |app| {
        let adapter = app.window().global::<SettingsAdapter>();
        let volume = u8::try_from(adapter.get_volume()).unwrap_or(0);
        app.store().borrow_mut().settings.sound = Sound { on: adapter.get_sound(), volume };
        app.save_settings();
        app.try_sound();
    }));
    adapter.on_opened(on(app, |app| app.show_sound_fault()));
    app.window().global::<RecordAdapter>().on_notation_picked(on_value(app, |app, picked| {
        let choice = notation_choice(picked);
        let language = app.window().global::<SettingsAdapter>().get_language();
        app.store().borrow_mut().settings.notation = choice;
        app.set_notation(notation(choice, &language));
        app.show();
        app.save_settings();
    }));
    let about = app.window().global::<AboutAdapter>();
    about.set_version(crate::version::LONG.as_str().into());
    if let Some(dirs) = crate::dirs::project() {
        about.set_data_folder(dirs.data_dir().display().to_string().into());
    }
}

/// Shows why nothing can be heard.
pub fn set_sound_fault(app: &App, fault: Option<&str>) {
    app.window().global::<SettingsAdapter>().set_sound_fault(fault.unwrap_or_default().into());
}

/// The language to show: what was chosen, else the system's. Empty for English, as Slint wants it.
fn language(chosen: &str) -> SharedString {
    let system = || sys_locale::get_locale().unwrap_or_default();
    let wanted = if chosen.is_empty() { system() } else { chosen.to_owned() };
    if wanted.to_lowercase().starts_with("zh") { "zh_CN".into() } else { SharedString::default() }
}

/// The notation chosen, or how readers of the language expect Xiangqi moves; both of those forms name files as the
/// board's edge does.
fn notation(choice: NotationChoice, language: &str) -> Notation {
    match choice {
        NotationChoice::Auto if language.starts_with("zh") => Notation::Chinese,
        NotationChoice::Auto | NotationChoice::Wxf => Notation::Wxf,
        NotationChoice::Chinese => Notation::Chinese,
        NotationChoice::Iccs => Notation::Iccs,
        NotationChoice::Coordinates => Notation::Coordinates,
    }
}

fn ui_notation(choice: NotationChoice) -> UiNotation {
    match choice {
        NotationChoice::Auto => UiNotation::Auto,
        NotationChoice::Coordinates => UiNotation::Coordinates,
        NotationChoice::Iccs => UiNotation::Iccs,
        NotationChoice::Wxf => UiNotation::Wxf,
        NotationChoice::Chinese => UiNotation::Chinese,
    }
}

fn notation_choice(picked: UiNotation) -> NotationChoice {
    match picked {
        UiNotation::Auto => NotationChoice::Auto,
        UiNotation::Coordinates => NotationChoice::Coordinates,
        UiNotation::Iccs => NotationChoice::Iccs,
        UiNotation::Wxf => NotationChoice::Wxf,
        UiNotation::Chinese => NotationChoice::Chinese,
    }
}

fn select_language(language: &str) {
    if let Err(error) = slint::select_bundled_translation(language) {
        tracing::warn!("language {language:?} is not built in: {error}");
    }
}

fn show(adapter: &SettingsAdapter<'_>, look: &Look) {
    adapter.set_theme(match look.theme {
        Theme::System => ThemeChoice::System,
        Theme::Paper => ThemeChoice::Paper,
        Theme::Ink => ThemeChoice::Ink,
        Theme::Mist => ThemeChoice::Mist,
        Theme::Night => ThemeChoice::Night,
    });
    adapter.set_board(match look.board {
        Board::Auto => BoardChoice::Auto,
        Board::Kaya => BoardChoice::Kaya,
        Board::Walnut => BoardChoice::Walnut,
        Board::RicePaper => BoardChoice::RicePaper,
    });
    adapter.set_glyphs(match look.glyphs {
        Glyphs::Traditional => GlyphSet::Traditional,
        Glyphs::Simplified => GlyphSet::Simplified,
        Glyphs::Western => GlyphSet::Letters,
        Glyphs::Emblems => GlyphSet::Emblems,
    });
    adapter.set_flat_pieces(look.flat_pieces);
    adapter.set_coordinates(look.coordinates);
    adapter.set_coordinates_beside(look.coordinates_beside);
    adapter.set_last_mark(match look.last_mark {
        LastMark::Frame => generated::LastMark::Frame,
        LastMark::Dot => generated::LastMark::Dot,
        LastMark::Wedge => generated::LastMark::Wedge,
        LastMark::None => generated::LastMark::None,
    });
    adapter.set_move_numbers(look.move_numbers);
    adapter.set_legal_targets(look.legal_targets);
    adapter.set_reduce_motion(look.reduce_motion);
    adapter.set_text_scale(look.text_scale);
}

fn look(adapter: &SettingsAdapter<'_>) -> Look {
    Look {
        theme: match adapter.get_theme() {
            ThemeChoice::System => Theme::System,
            ThemeChoice::Paper => Theme::Paper,
            ThemeChoice::Ink => Theme::Ink,
            ThemeChoice::Mist => Theme::Mist,
            ThemeChoice::Night => Theme::Night,
        },
        board: match adapter.get_board() {
            BoardChoice::Auto => Board::Auto,
            BoardChoice::Kaya => Board::Kaya,
            BoardChoice::Walnut => Board::Walnut,
            BoardChoice::RicePaper => Board::RicePaper,
        },
        flat_pieces: adapter.get_flat_pieces(),
        glyphs: match adapter.get_glyphs() {
            GlyphSet::Traditional => Glyphs::Traditional,
            GlyphSet::Simplified => Glyphs::Simplified,
            GlyphSet::Letters => Glyphs::Western,
            GlyphSet::Emblems => Glyphs::Emblems,
        },
        coordinates: adapter.get_coordinates(),
        coordinates_beside: adapter.get_coordinates_beside(),
        last_mark: match adapter.get_last_mark() {
            generated::LastMark::Frame => LastMark::Frame,
            generated::LastMark::Dot => LastMark::Dot,
            generated::LastMark::Wedge => LastMark::Wedge,
            generated::LastMark::None => LastMark::None,
        },
        move_numbers: adapter.get_move_numbers(),
        legal_targets: adapter.get_legal_targets(),
        reduce_motion: adapter.get_reduce_motion(),
        text_scale: adapter.get_text_scale(),
    }
}
