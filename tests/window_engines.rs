//! The engine page, driven through its accessible elements and callbacks: foreign libraries, options, profiles, log.

mod common;

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use i_slint_backend_testing::{ElementHandle, ElementQuery, init_no_event_loop};
use qiju::app::App;
use qiju::app::dialogs::{Picked, Wanted};
use qiju::app::engines::DeskEvent;
use qiju::engines::catalog::{Catalog, Places};
use qiju::engines::isolated::{Patience, Program};
use qiju::picture::Format;
use qiju::session::seat::Seat;
use qiju::session::{Session, Setup};
use qiju::settings::Store;
use qiju::ui::generated::{
    CheckState, EngineRow, EngineState, EngineTab, EnginesAdapter, GameAdapter, NameFault, NewGameAdapter, NoteKind,
    OpenSheet, OptionControl, OptionRow, SettingsAdapter, StatusKind,
};
use rules::Variant;
use slint::{ComponentHandle, LogicalSize, Model};

/// A window with a game, and a folder with everything that it keeps.
struct Window {
    app: Rc<App>,
    folder: tempfile::TempDir,
}

fn places(folder: &Path) -> Places {
    let shipped = vec![common::program_folder().to_owned()];
    let own = folder.join("plugins");
    let patience = Patience { load: Duration::from_secs(2), ..Patience::default() };
    let program = Program { patience, ..Program::new(PathBuf::from(common::program())) };
    Places {
        folders: vec![shipped[0].clone(), own],
        shipped,
        program,
        choices: Some(folder.join("engines.toml")),
        quarantine: Some(folder.join("quarantine.toml")),
    }
}

impl Window {
    fn open(first: &str, second: &str) -> Window {
        Window::open_in(tempfile::tempdir().unwrap(), first, second)
    }

    fn open_in(folder: tempfile::TempDir, first: &str, second: &str) -> Window {
        init_no_event_loop();
        let (mut store, _) = Store::open_file(&folder.path().join("settings.toml"));
        store.settings.language = "en".to_owned();
        let catalog = Catalog::find_quickly(places(folder.path()));
        let seats: [Seat; 2] = [first, second].map(|seat| seat.parse().unwrap());
        let session = Session::new(Setup::new(Variant::Gomoku, 15), seats).unwrap();
        let app = App::new(session, Arc::new(catalog), store).unwrap();
        app.window().show().unwrap();
        app.window().window().set_size(LogicalSize::new(1280.0, 800.0));
        app.begin();
        app.window().set_open_sheet(OpenSheet::Engines);
        let window = Window { app, folder };
        window.page().invoke_opened();
        window
    }

    fn page(&self) -> EnginesAdapter<'_> {
        self.app.window().global::<EnginesAdapter>()
    }

    /// Hears the page's threads until a condition holds.
    fn until(&self, what: &str, condition: impl Fn(&Window) -> bool) {
        let events = self.app.desk_events();
        while !condition(self) {
            match events.recv_timeout(Duration::from_secs(30)) {
                Ok(event) => self.app.hear_desk(vec![event]),
                Err(_) => panic!("{what} never comes"),
            }
        }
    }

    /// Hears the players until a condition holds.
    fn until_played(&self, what: &str, condition: impl Fn(&Window) -> bool) {
        let events = self.app.table().borrow().events();
        while !condition(self) {
            match events.recv_timeout(Duration::from_secs(20)) {
                Ok(event) => self.app.handle(vec![event]),
                Err(_) => panic!("{what} never comes"),
            }
        }
    }

    fn engine(&self, name: &str) -> Option<EngineRow> {
        self.page().get_engines().iter().find(|engine| engine.name == name)
    }

    fn choose(&self, name: &str) {
        let place = self.page().get_engines().iter().position(|engine| engine.name == name);
        let place = place.unwrap_or_else(|| panic!("{name} is listed"));
        self.page().invoke_choose(i32::try_from(place).unwrap());
        assert_eq!(self.page().get_engine().name, name);
    }

    fn option(&self, id: &str) -> OptionRow {
        self.page()
            .get_options()
            .iter()
            .find(|option| option.id == id)
            .unwrap_or_else(|| panic!("option {id} is shown"))
    }

    fn element(&self, label: &str) -> Option<ElementHandle> {
        let wanted = label.to_owned();
        ElementQuery::from_root(self.app.window())
            .match_predicate(move |element| element.accessible_label().is_some_and(|label| label == wanted.as_str()))
            .find_first()
    }

    fn press(&self, label: &str) {
        self.element(label)
            .unwrap_or_else(|| panic!("an element is labelled {label:?} among {:?}", self.labels()))
            .invoke_accessible_default_action();
    }

    fn labels(&self) -> Vec<String> {
        let all = ElementQuery::from_root(self.app.window()).find_all();
        all.iter().filter_map(|element| element.accessible_label()).map(|label| label.to_string()).collect()
    }

    fn log(&self) -> Vec<String> {
        self.page().get_log().iter().map(|line| line.text.to_string()).collect()
    }
}

/// A library of the zoo, somewhere else than where engines are looked for.
fn zoo(name: &str, folder: &Path) -> PathBuf {
    let source = common::c_library::root().join(format!("tests/plugins/zoo/{name}.c"));
    common::c_library::compile(&source, name, &folder.join("elsewhere"), &[])
}

fn file_name(file: &Path) -> String {
    file.file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn engines_are_listed_with_what_they_are() {
    let window = Window::open("human", "greedy");
    let greedy = window.engine("Greedy").expect("it comes with the program");
    assert_eq!(greedy.state, EngineState::InProcess);
    assert!(greedy.shipped && !greedy.own && greedy.gomoku && greedy.renju && greedy.xiangqi);
    assert_eq!(window.page().get_engine().name, "Greedy", "the engine that plays is shown first");
    assert!(window.element("Greedy, Ready").is_some());
    window.app.window().global::<SettingsAdapter>().invoke_language_picked("zh_CN".into());
    assert!(window.element("Greedy, 就绪").is_some());
    window.app.window().global::<SettingsAdapter>().invoke_language_picked("".into());
}

#[test]
fn a_file_that_is_no_engine_is_refused_with_a_sentence() {
    let window = Window::open("human", "human");
    let text = window.folder.path().join("notes.txt");
    std::fs::write(&text, "no engine").unwrap();
    window.page().invoke_add(text.display().to_string().as_str().into(), false);
    assert!(window.page().get_busy());
    window.until("the answer", |window| window.page().get_note() == NoteKind::Failed);
    let why = window.page().get_note_text();
    assert!(why.contains("notes.txt can't be loaded"), "{why}");
    assert!(!window.page().get_busy());

    window.page().invoke_add(zoo("crash_at_load", window.folder.path()).display().to_string().as_str().into(), false);
    window.until("the answer", |window| window.page().get_note_text().contains("crash_at_load"));
    let why = window.page().get_note_text();
    assert!(why.contains("crashed in loading"), "{why}");
    assert_eq!(window.page().get_note(), NoteKind::Failed);
}

#[test]
fn a_good_library_is_added_plays_isolated_and_is_removed() {
    let window = Window::open("human", "human");
    let library = zoo("sound", window.folder.path());
    let path = library.display().to_string();
    window.page().invoke_add(path.as_str().into(), false);
    window.until("the engine", |window| window.page().get_engine().own);
    assert_eq!(window.page().get_note(), NoteKind::Added);
    let engine = window.page().get_engine();
    assert_eq!(engine.state, EngineState::Isolated);
    // A second time the file is in the way, and may be replaced.
    window.page().invoke_add(path.as_str().into(), false);
    window.until("the answer", |window| window.page().get_note() == NoteKind::Exists);
    window.page().invoke_add(path.as_str().into(), true);
    window.until("the answer", |window| window.page().get_note() == NoteKind::Added);
    // It may run in the program, if the user wishes so.
    window.page().invoke_isolate(false);
    assert_eq!(window.page().get_engine().state, EngineState::InProcess);
    let kept = std::fs::read_to_string(window.folder.path().join("engines.toml")).unwrap();
    assert!(kept.contains("isolation = false"), "{kept}");
    window.page().invoke_isolate(true);
    window.page().set_tab(EngineTab::About);
    window.press("Remove");
    assert!(window.engine(&engine.name).is_some(), "it is asked once more");
    window.press("Delete the file for good");
    window.until("the list", |window| window.engine(&engine.name).is_none());
    assert!(!Path::new(engine.file.as_str()).exists());
}

#[test]
fn a_hanging_library_neither_delays_the_start_nor_stays_unsaid() {
    let folder = tempfile::tempdir().unwrap();
    let library = zoo("hang_at_load", folder.path());
    let own = folder.path().join("plugins");
    std::fs::create_dir_all(&own).unwrap();
    std::fs::copy(&library, own.join(file_name(&library))).unwrap();
    let name = file_name(&library);
    let window = Window::open_in(folder, "human", "greedy");
    assert_eq!(window.engine(&name).unwrap().state, EngineState::Unseen, "the window shows before it is known");
    window.until("the verdict", |window| window.engine(&name).unwrap().state == EngineState::Quarantined);
    window.choose(&name);
    assert!(
        window.page().get_engine().fault.contains("did not answer in loading"),
        "{}",
        window.page().get_engine().fault
    );
    assert!(window.element("Release and try again").is_some());
    // Mended meanwhile, it is tried again when the user says so.
    std::fs::copy(zoo("sound", window.folder.path()), window.folder.path().join("plugins").join(&name)).unwrap();
    window.press("Release and try again");
    window.until("the engine", |window| window.page().get_engine().state == EngineState::Isolated);
}

#[test]
fn a_folder_that_can_not_be_read_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    // A file where a folder should be can't be read as one, whoever runs the test.
    std::fs::write(folder.path().join("plugins"), "no folder").unwrap();
    let window = Window::open_in(folder, "human", "greedy");
    window.choose("plugins");
    let engine = window.page().get_engine();
    assert_eq!(engine.state, EngineState::Unusable);
    assert!(engine.fault.starts_with("the folder can't be read: "), "{}", engine.fault);
    assert!(window.engine("Greedy").is_some(), "all other engines are there");
}

#[test]
fn a_known_library_is_listed_at_once_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let library = zoo("sound", folder.path());
    let own = folder.path().join("plugins");
    std::fs::create_dir_all(&own).unwrap();
    std::fs::copy(&library, own.join(file_name(&library))).unwrap();
    let first = Catalog::find_in(places(folder.path()));
    let again = Catalog::find_quickly(places(folder.path()));
    assert!(again.unseen().is_empty());
    let ids = |catalog: &Catalog| catalog.entries().iter().map(|entry| entry.descriptor.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&again), ids(&first));
    let options = |catalog: &Catalog| catalog.entries().iter().map(|entry| entry.options()).collect::<Vec<_>>();
    assert_eq!(options(&again), options(&first));
}

#[test]
fn options_are_set_within_what_the_engine_declares() {
    let window = Window::open("human", "greedy");
    window.choose("Random mover");
    let option = |id: &str| window.option(id);
    let ids: Vec<_> = window.page().get_options().iter().map(|option| option.id.to_string()).collect();
    assert!(!window.page().get_dirty(), "{ids:?}");
    window.choose("Greedy");
    assert_eq!(option("level").place, 1);
    window.page().invoke_set_option("level".into(), "easy".into());
    assert_eq!(option("level").place, 0);
    assert!(window.page().get_dirty());
    window.page().invoke_set_option("level".into(), "godlike".into());
    assert!(option("level").wrong && window.page().get_wrong());
    window.page().invoke_revert_profile();
    assert!(!window.page().get_dirty() && !option("level").wrong);
}

#[test]
fn every_kind_of_option_has_its_control() {
    let folder = tempfile::tempdir().unwrap();
    let library = zoo("options", folder.path());
    let own = folder.path().join("plugins");
    std::fs::create_dir_all(&own).unwrap();
    std::fs::copy(&library, own.join(file_name(&library))).unwrap();
    let window = Window::open_in(folder, "human", "human");
    window.until("the engine", |window| window.engine("options").is_some());
    window.choose("options");
    let controls: Vec<_> = window.page().get_options().iter().map(|option| option.control).collect();
    use OptionControl::{Button, Choice, Number, Path, Slider, Switch, Text};
    assert_eq!(controls, [Switch, Slider, Number, Choice, Text, Path, Button]);
    let set = |id: &str, value: &str| window.page().invoke_set_option(id.into(), value.into());
    window.page().invoke_set_step("width".into(), 0);
    assert_eq!(window.option("width").value, "1", "steps count from the least number");
    for (id, wrong, right) in [("width", "100", "99"), ("contempt", "much", "-0.5"), ("style", "odd", "wild")] {
        set(id, wrong);
        assert!(window.option(id).wrong && window.page().get_wrong(), "{id} refuses {wrong}");
        set(id, right);
        assert!(!window.option(id).wrong && !window.page().get_wrong(), "{id} takes {right}");
    }
    set("bold", "true");
    set("name", "Somebody");
    assert!(!window.page().invoke_press_option("forget".into()), "it does not play, so nobody hears the button");
    assert_eq!(window.page().invoke_new_profile("Wild".into()), NameFault::None);
    let seats: [Seat; 2] = ["human", "Wild"].map(|seat| seat.parse().unwrap());
    window.app.start(Setup::new(Variant::Gomoku, 15), seats);
    window.app.apply(qiju::session::Input::Click(rules::Point::new(7, 7)));
    let game = window.app.window().global::<GameAdapter>();
    window.until_played("the reply", |_| game.get_current_ply() == 2);
    assert!(window.page().invoke_press_option("forget".into()), "now it is told");
    let told = |text: &str| window.log().iter().any(|line| line == text);
    window.until("the log", |_| told("> option forget="));
    assert!(told("> option style=wild") && told("> option name=Somebody") && told("> option width=99"));
}

#[test]
fn a_profile_is_made_played_against_renamed_and_deleted() {
    let window = Window::open("human", "human");
    window.choose("Greedy");
    window.page().invoke_set_option("level".into(), "easy".into());
    assert_eq!(window.page().invoke_new_profile("".into()), NameFault::Empty);
    assert_eq!(window.page().invoke_new_profile("greedy".into()), NameFault::Taken);
    assert_eq!(window.page().invoke_new_profile("a:b".into()), NameFault::Sign);
    assert_eq!(window.page().invoke_new_profile("Child's play".into()), NameFault::None);
    assert_eq!(window.page().get_profiles().row_data(1).unwrap(), "Child's play");
    assert_eq!(window.page().get_profile(), 1);
    assert!(!window.page().get_dirty());

    let seats: [Seat; 2] = ["human", "Child's play"].map(|seat| seat.parse().unwrap());
    window.app.start(Setup::new(Variant::Gomoku, 15), seats);
    window.app.apply(qiju::session::Input::Click(rules::Point::new(7, 7)));
    let game = window.app.window().global::<GameAdapter>();
    window.until_played("the reply", |_| game.get_current_ply() == 2);
    assert_eq!(game.get_second_player().name, "Child's play");

    // The new-game sheet lists it like an engine; its level is chosen already.
    let sheet = window.app.window().global::<NewGameAdapter>();
    sheet.invoke_opened();
    let place = sheet.get_player_names().iter().position(|name| name == "Child's play").expect("it can sit down");
    assert_eq!(sheet.get_player_levels().row_data(place).unwrap().ids.row_count(), 0);
    assert_eq!(usize::try_from(sheet.get_set_up().second.player), Ok(place), "it sits there now");

    assert_eq!(window.page().invoke_rename_profile("Beginner".into()), NameFault::None);
    assert_eq!(game.get_second_player().name, "Beginner", "it is called so at the table too");
    window.page().invoke_delete_profile();
    assert_eq!(game.get_second_player().name, "Greedy");
    assert_eq!(
        window.app.table().borrow().session().seats()[1].engine().unwrap().to_string(),
        "org.qiju.greedy:level=easy"
    );
    assert_eq!(window.page().get_profiles().row_count(), 1);
}

#[test]
fn what_an_isolated_engine_is_told_and_answers_is_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let library = zoo("sound", folder.path());
    let own = folder.path().join("plugins");
    std::fs::create_dir_all(&own).unwrap();
    std::fs::copy(&library, own.join(file_name(&library))).unwrap();
    let window = Window::open_in(folder, "human", "human");
    window.until("the engine", |window| {
        window.page().get_engines().iter().any(|engine| engine.own && !engine.id.is_empty())
    });
    let engine = window.page().get_engines().iter().find(|engine| engine.own).unwrap();
    let seats: [Seat; 2] = ["human", engine.id.as_str()].map(|seat| seat.parse().unwrap());
    window.app.start(Setup::new(Variant::Gomoku, 15), seats);
    window.app.apply(qiju::session::Input::Click(rules::Point::new(7, 7)));
    let game = window.app.window().global::<GameAdapter>();
    window.until_played("the reply", |_| game.get_current_ply() == 2);

    window.choose(&engine.name);
    // Engines of other tests write into the same log.
    let own = |window: &Window| {
        let log = window.page().get_log();
        let lines = log.iter().filter(|line| line.engine == engine.name);
        lines.map(|line| line.text.to_string()).collect::<Vec<_>>()
    };
    window.until("the log", |window| own(window).iter().any(|line| line.starts_with("< best move")));
    let log = own(&window);
    for said in ["> create ", "> new game gomoku 15", "> position start moves h8", "> search", "< best move"] {
        assert!(log.iter().any(|line| line.starts_with(said)), "{said} is in {log:#?}");
    }
    window.page().invoke_log_of_engine();
    assert!(window.page().get_log().iter().all(|line| line.engine == engine.name));
    window.page().invoke_log_text_edited("best".into());
    assert!(window.log().iter().all(|line| line.contains("best")) && !window.log().is_empty());
    let file = window.folder.path().join("engines.log");
    let picked = Picked { wanted: Wanted::Log, file: Some(file.clone()), shown: true };
    window.app.hear_desk(vec![DeskEvent::Picked(picked)]);
    let saved = std::fs::read_to_string(&file).unwrap();
    assert_eq!(saved.lines().count(), window.log().len(), "the lines shown are saved");
    assert!(saved.lines().all(|line| line.contains(&format!("{}: ", engine.name)) && line.contains("best")));
    window.page().invoke_log_text_edited("".into());
    window.page().invoke_log_level_picked(0);
    assert!(window.log().is_empty(), "nothing went wrong: {:?}", window.log());
}

#[test]
fn a_picture_is_saved_beside_the_game() {
    let window = Window::open("human", "human");
    window.app.apply(qiju::session::Input::Click(rules::Point::new(7, 7)));
    let game = window.app.window().global::<GameAdapter>();
    let magic: [(Format, &[u8]); 3] = [(Format::Png, b"\x89PNG"), (Format::Svg, b"<svg"), (Format::Gif, b"GIF89a")];
    for (format, magic) in magic {
        let file = window.folder.path().join(format!("board.{}", format.ending()));
        let picked = Picked { wanted: Wanted::Picture(format), file: Some(file.clone()), shown: true };
        window.app.hear_desk(vec![DeskEvent::Picked(picked)]);
        window.until("the picture", |_| game.get_status().text == file.display().to_string().as_str());
        assert_eq!(game.get_status().kind, StatusKind::PictureSaved);
        assert!(std::fs::read(&file).unwrap().starts_with(magic), "{format:?}");
    }
}

#[test]
fn a_check_runs_beside_the_window() {
    let window = Window::open("human", "human");
    window.choose("Greedy");
    window.page().invoke_check();
    assert!(window.page().get_check_running());
    window.until("the first check", |window| window.page().get_checks_done() >= 1);
    assert_eq!(window.page().get_checks().row_data(0).unwrap().state, CheckState::Passed);
    window.page().invoke_cancel_check();
    window.until("the end", |window| !window.page().get_check_running());
    assert!(window.page().get_checks_done() < 18);
}
