//! Real libraries with faults, written in C from the header alone: whatever is wrong is a sentence that names the file
//! and the engine, and costs nothing else.

mod common;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use common::c_library;
use qiju::engines::library::Library;
use qiju::engines::{EngineError, EngineInstance, StopFlag};
use rules::{Point, Rules, Variant};
use sdk::{Info, Limits, Score, SearchResult};

/// The faults of a library, by their names in `faulty.c`.
#[derive(Clone, Copy)]
enum Fault {
    None = 0,
    NoEntry = 1,
    NextMajor = 2,
    OldMajor = 3,
    ShortEntry = 4,
    NoCreate = 5,
    InitFails = 6,
    NoEngines = 7,
    NullDescriptor = 8,
    BadUtf8 = 9,
    BadId = 10,
    SameId = 11,
    BadSizes = 12,
    NextMinor = 13,
    NullInstance = 14,
    NoSearch = 15,
    BadDefault = 16,
    NullVariants = 17,
    NullOption = 18,
}

/// Compiles a library with a fault and gives its file.
fn compile(fault: Fault) -> PathBuf {
    let source = c_library::root().join("tests/plugins/faulty/faulty.c");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faulty");
    let number = fault as u32;
    c_library::compile(&source, &format!("faulty{number}"), &folder, &[&format!("-DFAULT={number}")])
}

/// The library without a fault, compiled once.
fn sound() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| compile(Fault::None))
}

/// An error's sentence, with the library's file as `FILE`.
fn sentence<T>(done: Result<T, EngineError>, file: &Path) -> String {
    let error = done.err().expect("a fault is an error");
    error.to_string().replace(&file.display().to_string(), "FILE")
}

/// Opens a library with a fault and gives the error.
fn open(fault: Fault) -> String {
    let file = compile(fault);
    sentence(Library::open(&file), &file)
}

/// Opens a library with a fault and makes an instance, and gives the error.
fn create(fault: Fault) -> String {
    let file = compile(fault);
    let library = Library::open(&file).expect("the library itself is sound");
    sentence(library.create("org.example.faulty"), &file)
}

/// An engine in a game that will do this.
fn playing(deed: &str) -> Box<dyn EngineInstance> {
    let library = Library::open(sound()).expect("the library is sound");
    let mut engine = library.create("org.example.faulty").expect("so is its engine");
    engine.set_option("do", deed).expect("any deed can be chosen");
    engine.new_game(Variant::Gomoku, 15, Rules::default()).expect("it plays Gomoku");
    engine.set_position(None, &[]).expect("it takes any position");
    engine
}

/// Searches and gives the infos with the result.
fn search(engine: &mut dyn EngineInstance) -> (Arc<Mutex<Vec<Info>>>, Result<SearchResult, EngineError>) {
    let infos = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&infos);
    let on_info = Arc::new(move |info| sink.lock().expect("not poisoned").push(info));
    let result = engine.search(&Limits::default(), &StopFlag::default(), on_info);
    (infos, result)
}

/// Searches with this deed and gives the error.
fn search_error(deed: &str) -> String {
    sentence(search(playing(deed).as_mut()).1, sound())
}

#[test]
fn what_is_no_library_is_said_so() {
    let missing = Path::new("/no/such/folder/libqiju_none.so");
    assert!(sentence(Library::open(missing), missing).starts_with("FILE can't be loaded: "));
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    assert!(sentence(Library::open(&text), &text).starts_with("FILE can't be loaded: "));
    assert_eq!(open(Fault::NoEntry), "FILE is no engine library: it does not export qiju_plugin_entry_v1");
}

#[test]
fn other_versions_are_refused_before_anything_else_is_read() {
    assert_eq!(
        open(Fault::NextMajor),
        "FILE speaks version 2.0 of the plugin interface, this program speaks 1; \
         a newer version of this program is needed"
    );
    assert_eq!(
        open(Fault::OldMajor),
        "FILE speaks version 0.0 of the plugin interface, this program speaks 1; \
         the engine must be built anew for this program"
    );
    assert!(Library::open(&compile(Fault::NextMinor)).is_ok());
}

#[test]
fn libraries_that_declare_nonsense_are_refused() {
    let breaks = |what: &str| format!("FILE breaks the plugin interface: {what}");
    assert_eq!(open(Fault::ShortEntry), breaks("its entry is 24 bytes long, 56 are needed"));
    assert_eq!(open(Fault::NoCreate), breaks("its entry lacks plugin_count, descriptor or create"));
    assert_eq!(open(Fault::InitFails), "FILE can't be initialised: it returned status -8");
    assert_eq!(open(Fault::NoEngines), breaks("it declares 0 engines, 1 to 256 are possible"));
    let first = |what: &str| breaks(&format!("engine 1 of 2: {what}"));
    assert_eq!(open(Fault::NullDescriptor), first("its descriptor is null or too short"));
    assert_eq!(open(Fault::BadUtf8), first("its id is not UTF-8"));
    let text = "its id is \"org.example.faulty engine\"; only letters, digits, '.', '_' and '-' may stand there";
    assert_eq!(open(Fault::BadId), first(text));
    assert_eq!(open(Fault::SameId), breaks("it holds two engines with the id org.example.faulty"));
    assert_eq!(open(Fault::BadSizes), first("it declares gomoku on boards of 3 to 22, 5 to 22 are possible"));
    assert_eq!(open(Fault::NullVariants), first("its list of variants is null or misaligned"));
}

#[test]
fn instances_that_are_not_whole_are_refused() {
    let breaks = |what: &str| format!("FILE breaks the plugin interface: {what}");
    assert_eq!(create(Fault::NullInstance), breaks("the instance of org.example.faulty is null or too short"));
    let text = "the instance of org.example.faulty lacks one of the functions that must be there";
    assert_eq!(create(Fault::NoSearch), breaks(text));
    assert_eq!(create(Fault::BadDefault), breaks("option do: its default \"\" is not of its type"));
    assert_eq!(create(Fault::NullOption), breaks("an option is null or too short"));
    let library = Library::open(sound()).expect("the library is sound");
    assert_eq!(
        sentence(library.create("org.example.second"), sound()),
        "engine Second (FILE) failed in its creation: only the first engine can be had"
    );
}

#[test]
fn options_that_become_nonsense_are_refused() {
    let library = Library::open(sound()).expect("the library is sound");
    let mut engine = library.create("org.example.faulty").expect("so is its engine");
    let mut deed = |deed| sentence(engine.set_option("do", deed), sound());
    assert_eq!(
        deed("too many options"),
        "FILE breaks the plugin interface: it declares 1000000 options, at most 1024 are read"
    );
    assert_eq!(deed("twice"), "FILE breaks the plugin interface: it declares option do twice");
    let long = "x".repeat(100);
    let text = format!("engine Faulty (FILE) refuses option do={}…: the option can't have this value", &long[..60]);
    assert_eq!(deed(&long), text);
}

#[test]
fn what_a_sound_library_declares_is_read() {
    let library = Library::open(sound()).expect("the library is sound");
    let [first, second] = library.descriptors() else { panic!("it declares two engines") };
    assert_eq!((first.name.as_str(), second.name.as_str()), ("Faulty", "Second"));
    // A line break would let an engine forge lines of a list or log.
    assert_eq!(first.description, "Two lines");
    // A variant that this program does not know is left out.
    assert_eq!(first.variants.len(), 1);
    let gomoku = first.support(Variant::Gomoku).expect("it is declared");
    assert_eq!(gomoku.sizes, Some(5..=22));
    assert!(gomoku.capabilities.analysis && gomoku.capabilities.ponder && !gomoku.capabilities.threads);
}

#[test]
fn answers_that_are_none_are_errors() {
    let useless = |what: &str| format!("engine Faulty (FILE) gave an answer that can't be used: {what}");
    assert_eq!(search_error("unreadable"), useless("\"z99\" is no Gomoku move"));
    assert_eq!(search_error("two moves"), useless("2 moves where one was asked for"));
    assert_eq!(search_error("no text"), useless("\"\u{fffd}(\" is no Gomoku move"));
    assert_eq!(search_error("overflow"), useless("it wrote more than its buffer holds"));
    let failed = |why: &str| format!("engine Faulty (FILE) failed in the search: {why}");
    assert_eq!(search_error("fail silently"), failed("it gives no reason"));
    assert_eq!(search_error("fail loudly"), failed("line one line two"));
    assert_eq!(search_error("fail endlessly"), failed("it gives no reason"));
    assert_eq!(search_error("fail oddly"), failed("it returned status 42, which means nothing"));
}

#[test]
fn answers_are_read() {
    let h8 = rules::Move::Put { to: Point::new(7, 7) };
    let answer = |deed| search(playing(deed).as_mut()).1.expect("it answers");
    assert_eq!(answer(""), SearchResult::play(h8).score(Score::Cp(12)));
    assert_eq!(answer("odd score"), SearchResult::play(h8));
    assert_eq!(answer("no move"), SearchResult::default().score(Score::Cp(12)));
}

#[test]
fn of_infos_what_can_be_read_is_kept() {
    let (infos, result) = search(playing("nonsense").as_mut());
    assert!(result.is_ok());
    let infos = infos.lock().expect("not poisoned");
    let texts: Vec<_> = infos.iter().map(|info| info.text.as_str()).collect();
    assert_eq!(texts, ["null line", "\u{fffd}(", "line of nonsense", "", "short heat"]);
    let lengths: Vec<_> = infos.iter().map(|info| info.pv.len()).collect();
    assert_eq!(lengths, [0, 0, 1, 0, 0]);
    assert_eq!((&infos[4].heat, infos[4].score, infos[4].hashfull), (&None, Score::None, Some(1000)));
}

/// A thread of the engine's goes on telling infos when the search has answered, and when the instance is destroyed.
#[test]
#[cfg(unix)]
fn threads_that_stay_behind_are_ignored() {
    let mut engine = playing("linger");
    let (infos, result) = search(engine.as_mut());
    assert!(result.is_ok());
    let heard = infos.lock().expect("not poisoned").len();
    thread::sleep(Duration::from_millis(30));
    drop(engine);
    let (others, _) = search(playing("").as_mut());
    thread::sleep(Duration::from_millis(400));
    assert_eq!(infos.lock().expect("not poisoned").len(), heard);
    assert!(others.lock().expect("not poisoned").is_empty());
}

#[test]
#[cfg(unix)]
fn an_engine_that_sleeps_is_woken() {
    let mut engine = playing("sleep");
    let stopper = engine.stopper();
    let (asleep, told) = std::sync::mpsc::channel();
    let stop = StopFlag::default();
    thread::scope(|scope| {
        let search = scope.spawn(|| {
            let asleep = Mutex::new(asleep);
            let on_info = Arc::new(move |_| {
                // The test has heard enough once it listens no more.
                let _ = asleep.lock().expect("not poisoned").send(());
            });
            engine.search(&Limits::infinite(), &stop, on_info)
        });
        told.recv().expect("it tells that it falls asleep");
        stop.set();
        stopper.stop();
        assert!(search.join().expect("no panic").is_ok());
    });
    drop(engine);
    stopper.stop();
}
