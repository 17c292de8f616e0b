//! The engine page: its rows to the window, its callbacks to the program.

use std::path::Path;
use std::rc::Rc;

use rules::Variant;
use slint::{ComponentHandle, Model, ModelRc, SharedString, VecModel};

use super::{index, model, on, on_value};
use crate::app::App;
use crate::app::dialogs::Wanted;
use crate::app::engines::Note;
use crate::engines::conformance::{CHECKS, Outcome};
use crate::engines::console::{Level, Line};
use crate::ui::generated::{
    CheckRow, CheckState, EngineRow as UiRow, EngineState, EngineTab, EnginesAdapter, LogLevel, LogRow,
    NameFault as UiFault, NoteKind, OptionControl, OptionRow as UiOption,
};
use crate::view::engines::{Control, EngineRow, NameFault, OptionRow, State};

pub(super) fn connect(app: &Rc<App>) {
    let page = app.window().global::<EnginesAdapter>();
    page.set_log(ModelRc::from(Rc::new(VecModel::<LogRow>::default())));
    list(app, &page);
    options(app, &page);
    page.on_check(on(app, App::check_engine));
    page.on_cancel_check(on(app, |app| app.cancel_check()));
    page.on_log_engine_picked(on_value(app, |app, place| app.filter_log_engine(index(place))));
    page.on_log_level_picked(on_value(app, |app, level| app.filter_log_level(Level::from_abi(level))));
    page.on_log_text_edited(on_value(app, |app, text: SharedString| app.filter_log_text(&text)));
    page.on_log_of_engine(on(app, |app| app.show_log_of_engine()));
    page.on_save_log(on(app, |app| app.pick_file(Wanted::Log)));
}

fn list(app: &Rc<App>, page: &EnginesAdapter<'_>) {
    page.on_opened(on(app, App::open_engines));
    page.on_choose(on_value(app, |app, place| app.choose_engine(index(place))));
    page.on_search(on(app, App::search_engines));
    page.on_browse(on(app, |app| app.pick_file(Wanted::Library)));
    page.on_remove(on(app, App::remove_engine));
    page.on_reload(on(app, App::reload_engine));
    page.on_isolate(on_value(app, App::isolate_engine));
    let weak = Rc::downgrade(app);
    page.on_add(move |path, replace| {
        if let Some(app) = weak.upgrade() {
            app.add_engine(Path::new(path.trim()), replace);
        }
    });
}

fn options(app: &Rc<App>, page: &EnginesAdapter<'_>) {
    let weak = Rc::downgrade(app);
    page.on_set_option(move |id, value| {
        if let Some(app) = weak.upgrade() {
            app.set_engine_option(&id, &value);
        }
    });
    let weak = Rc::downgrade(app);
    page.on_set_step(move |id, step| {
        if let Some(app) = weak.upgrade() {
            let options = app.window().global::<EnginesAdapter>().get_options();
            let least =
                options.iter().find(|option| option.id == id).and_then(|option| option.least.parse::<i64>().ok());
            app.set_engine_option(&id, &(least.unwrap_or(0) + i64::from(step)).to_string());
        }
    });
    let weak = Rc::downgrade(app);
    page.on_press_option(move |id| weak.upgrade().is_some_and(|app| app.press_engine_option(&id)));
    page.on_browse_option(on_value(app, |app, id: SharedString| app.pick_file(Wanted::Option(id.into()))));
    page.on_pick_profile(on_value(app, |app, place| app.pick_profile(index(place))));
    page.on_save_profile(on(app, App::save_profile));
    page.on_delete_profile(on(app, App::delete_profile));
    page.on_revert_profile(on(app, App::revert_profile));
    page.on_default_options(on(app, App::default_options));
    let weak = Rc::downgrade(app);
    page.on_new_profile(move |name| weak.upgrade().map_or(UiFault::None, |app| fault(app.new_profile(&name))));
    let weak = Rc::downgrade(app);
    page.on_rename_profile(move |name| weak.upgrade().map_or(UiFault::None, |app| fault(app.rename_profile(&name))));
}

fn fault(result: Result<(), NameFault>) -> UiFault {
    match result {
        Ok(()) => UiFault::None,
        Err(NameFault::Empty) => UiFault::Empty,
        Err(NameFault::Taken) => UiFault::Taken,
        Err(NameFault::Sign) => UiFault::Sign,
    }
}

/// Shows the list of engines and which of it is shown.
pub fn set_list(app: &App, rows: &[EngineRow], chosen: Option<usize>) {
    let page = app.window().global::<EnginesAdapter>();
    let rows: Vec<_> = rows.iter().map(engine_row).collect();
    page.set_engine(chosen.and_then(|place| rows.get(place).cloned()).unwrap_or_default());
    page.set_chosen(chosen.map_or(-1, int));
    if !page.get_engines().iter().eq(rows.iter().cloned()) {
        page.set_engines(model(rows));
    }
    let table = app.table().borrow();
    let folders: Vec<_> = table.catalog().folders().iter().map(|folder| folder.display().to_string()).collect();
    page.set_folders(folders.join("\n").into());
    let own = table.catalog().places().own_folder().map(|folder| folder.display().to_string());
    page.set_own_folder(own.unwrap_or_default().into());
}

fn engine_row(row: &EngineRow) -> UiRow {
    let plays = |variant| row.variants.contains(&variant);
    UiRow {
        id: row.id.as_str().into(),
        name: row.name.as_str().into(),
        version: row.version.as_str().into(),
        author: row.author.as_str().into(),
        licence: row.licence.as_str().into(),
        url: row.url.as_str().into(),
        description: row.description.as_str().into(),
        gomoku: plays(Variant::Gomoku) || plays(Variant::GomokuStandard),
        renju: plays(Variant::Renju),
        xiangqi: plays(Variant::Xiangqi),
        file: row.file.display().to_string().into(),
        state: match row.state {
            State::InProcess => EngineState::InProcess,
            State::Isolated => EngineState::Isolated,
            State::Quarantined => EngineState::Quarantined,
            State::Unusable => EngineState::Unusable,
            State::Unseen => EngineState::Unseen,
        },
        fault: row.fault.as_str().into(),
        shipped: row.shipped,
        own: row.own,
    }
}

/// Shows that something is being looked at.
pub fn set_busy(app: &App, busy: bool) {
    app.window().global::<EnginesAdapter>().set_busy(busy);
}

/// Tells about the last thing that was done.
pub fn set_note(app: &App, note: &Note) {
    let page = app.window().global::<EnginesAdapter>();
    let (kind, text) = match note {
        Note::None => (NoteKind::None, ""),
        Note::Added(name) => (NoteKind::Added, name.as_str()),
        Note::Removed(name) => (NoteKind::Removed, name.as_str()),
        Note::Exists(path) => (NoteKind::Exists, path.as_str()),
        Note::NoDialog => (NoteKind::NoDialog, ""),
        Note::Failed(why) => (NoteKind::Failed, why.as_str()),
    };
    if kind == NoteKind::Added {
        page.set_adding(false);
        page.set_path(SharedString::default());
    }
    page.set_note(kind);
    page.set_note_text(text.into());
}

/// Writes the path of a file that was chosen.
pub fn set_path(app: &App, path: &str) {
    app.window().global::<EnginesAdapter>().set_path(path.into());
}

/// Shows options and whether they differ from what is written down.
pub fn set_options(app: &App, rows: &[OptionRow], dirty: bool) {
    let page = app.window().global::<EnginesAdapter>();
    let old = page.get_options();
    let rows_of_old: Vec<_> = old.iter().map(|option| option.id).collect();
    let new: Vec<_> = rows.iter().map(option_row).collect();
    let same = rows_of_old.iter().eq(new.iter().map(|option| &option.id));
    match old.as_any().downcast_ref::<VecModel<UiOption>>().filter(|_| same) {
        // The rows that stay keep their focus.
        Some(model) => {
            for (place, row) in new.into_iter().enumerate() {
                model.set_row_data(place, row);
            }
        }
        None => page.set_options(model(new)),
    }
    page.set_wrong(rows.iter().any(|row| row.wrong));
    page.set_dirty(dirty);
}

fn option_row(row: &OptionRow) -> UiOption {
    let texts = |texts: Vec<&str>| model(texts.into_iter().map(SharedString::from).collect::<Vec<_>>());
    let number = |text: &str| text.parse::<i64>().unwrap_or(0);
    let (least, most) = (number(&row.least), number(&row.most));
    let is_level = row.id == sdk::option_id::LEVEL;
    let words = row.choices.iter().map(|(value, label)| if is_level { value.as_str() } else { label.as_str() });
    UiOption {
        id: row.id.as_str().into(),
        label: row.label.as_str().into(),
        note: row.note.as_str().into(),
        control: match row.control {
            Control::Switch => OptionControl::Switch,
            Control::Slider => OptionControl::Slider,
            Control::Number => OptionControl::Number,
            Control::Choice => OptionControl::Choice,
            Control::Text => OptionControl::Text,
            Control::Path => OptionControl::Path,
            Control::Button => OptionControl::Button,
        },
        value: row.value.as_str().into(),
        values: texts(row.choices.iter().map(|(value, _)| value.as_str()).collect()),
        words: texts(words.collect()),
        place: row.choices.iter().position(|(value, _)| *value == row.value).map_or(-1, int),
        step: i32::try_from(number(&row.value).clamp(least, most).saturating_sub(least)).unwrap_or(0),
        steps: i32::try_from(most.saturating_sub(least)).unwrap_or(0),
        least: row.least.as_str().into(),
        most: row.most.as_str().into(),
        whole: row.whole,
        wrong: row.wrong,
        at_new_game: row.at_new_game,
    }
}

/// Shows the profiles and which is shown, the engine as it comes at 0.
pub fn set_profiles(app: &App, names: &[String], chosen: usize) {
    let page = app.window().global::<EnginesAdapter>();
    let names: Vec<SharedString> =
        std::iter::once(SharedString::default()).chain(names.iter().map(|name| name.as_str().into())).collect();
    if !page.get_profiles().iter().eq(names.iter().cloned()) {
        page.set_profiles(model(names));
    }
    page.set_profile(int(chosen));
}

/// Shows how far a check has come.
pub fn set_check(app: &App, engine: &str, outcomes: &[Option<Outcome>], running: bool, fault: Option<&str>) {
    let page = app.window().global::<EnginesAdapter>();
    let rows = CHECKS.iter().zip(outcomes).map(|(check, outcome)| {
        let (state, text) = match outcome {
            None => (CheckState::Waiting, ""),
            Some(Outcome::Passed(text)) => (CheckState::Passed, text.as_str()),
            Some(Outcome::Failed(text)) => (CheckState::Failed, text.as_str()),
            Some(Outcome::Skipped(text)) => (CheckState::Skipped, text.as_str()),
        };
        CheckRow { name: check.name.into(), tries: check.tries.into(), state, text: text.into() }
    });
    page.set_checks(model(rows.collect::<Vec<_>>()));
    page.set_checks_done(int(outcomes.iter().flatten().count()));
    page.set_check_engine(engine.into());
    page.set_check_running(running);
    page.set_check_fault(fault.unwrap_or_default().into());
}

/// Adds lines to the log shown, and lets the oldest go where there are too many.
pub fn add_log_lines(app: &App, lines: &[Line], most: usize) {
    let log = app.window().global::<EnginesAdapter>().get_log();
    let Some(model) = log.as_any().downcast_ref::<VecModel<LogRow>>() else { return };
    if model.row_count() + lines.len() > most {
        let kept: Vec<_> = model.iter().chain(lines.iter().map(log_row)).collect();
        return model.set_vec(kept[kept.len() - most..].to_vec());
    }
    model.extend(lines.iter().map(log_row));
}

/// Shows these lines of the log instead of those before.
pub fn set_log_lines(app: &App, lines: &[Line]) {
    let log = app.window().global::<EnginesAdapter>().get_log();
    if let Some(model) = log.as_any().downcast_ref::<VecModel<LogRow>>() {
        model.set_vec(lines.iter().map(log_row).collect::<Vec<_>>());
    }
}

fn log_row(line: &Line) -> LogRow {
    LogRow {
        time: format!("{:.2}", line.at.as_secs_f64()).into(),
        engine: line.engine.as_str().into(),
        level: match line.level {
            Level::Error => LogLevel::Error,
            Level::Warning => LogLevel::Warning,
            Level::Info => LogLevel::Info,
            Level::Debug => LogLevel::Debug,
        },
        text: line.text.as_str().into(),
    }
}

/// Lists the engines that said something, and which is shown.
pub fn set_log_engines(app: &App, engines: &[String], chosen: Option<&str>) {
    let page = app.window().global::<EnginesAdapter>();
    let place = engines.iter().position(|engine| Some(engine.as_str()) == chosen).map_or(0, |place| place + 1);
    let names = std::iter::once(SharedString::default()).chain(engines.iter().map(|engine| engine.as_str().into()));
    page.set_log_engines(model(names.collect::<Vec<_>>()));
    page.set_log_engine(int(place));
}

/// Opens the page with a file to add, as one that was dropped on the window.
pub fn show_path(app: &App, path: &str) {
    let page = app.window().global::<EnginesAdapter>();
    page.set_tab(EngineTab::Options);
    page.set_path(path.into());
    app.window().set_open_sheet(crate::ui::generated::OpenSheet::Engines);
}

fn int(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
