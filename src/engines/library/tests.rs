//! Engines written with the sdk, driven in this process through the C interface: what goes in on one side comes out on
//! the other, and whatever an engine does costs only its own instance.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use rules::{Move, Point, Position, Rules, Side, Variant, VariantPosition};
use sdk::abi;
use sdk::{
    Bound, Capabilities, Control, Descriptor, Engine, Fault, Info, Level, Limits, Opening, OpeningChoice,
    OpeningChoices, OptionInfo, OptionKind, OptionValue, Score, SearchResult, SideClock, VariantSupport,
};

use super::Library;
use crate::engines::{EngineError, EngineInstance, StopFlag};

/// An engine that does as option `mood` says.
#[derive(Default)]
struct Moody {
    mood: String,
    more: bool,
}

impl Moody {
    fn level() -> OptionInfo {
        OptionInfo::level()
    }

    /// One option of every kind.
    fn plain_options() -> Vec<OptionInfo> {
        vec![
            OptionInfo::string("mood", "Mood", "good").describe("What it does."),
            Moody::level(),
            OptionInfo::hash(16, 1..=i64::MAX),
            OptionInfo::float("risk", "Risk", 0.25, -1e-3..=1e9).advanced(),
            OptionInfo::bool("more", "More options", false).at_new_game(),
            OptionInfo::path("book", "Book", "").describe("Eröffnungsbuch; 开局库"),
            OptionInfo::button("clear", "Clear hash"),
        ]
    }
}

impl Engine for Moody {
    fn descriptor() -> Descriptor {
        let can = Capabilities { ponder: true, analysis: true, seed: true, opening: true, ..Capabilities::default() };
        Descriptor::new("org.example.moody", "Moody", "1.0-β")
            .author("An author")
            .licence("MIT")
            .url("https://example.org")
            .description("Does as it is told.")
            .plays(VariantSupport::new(Variant::Gomoku).can(can))
            .plays(VariantSupport::new(Variant::Renju).sizes(15..=15))
            .plays(VariantSupport::new(Variant::Xiangqi).repetitions(&[rules::Repetition::Asian]))
    }

    fn options(&self) -> Vec<OptionInfo> {
        let mut options = Moody::plain_options();
        if self.more {
            options.push(OptionInfo::int("extra", "Extra", 0, -5..=5));
        }
        options
    }

    fn set_option(&mut self, id: &str, value: &OptionValue) -> Result<(), Fault> {
        match (id, value) {
            ("mood", OptionValue::Text(mood)) => mood.clone_into(&mut self.mood),
            ("more", OptionValue::Bool(more)) => self.more = *more,
            ("book", OptionValue::Text(_)) => return Err("the book can't be read".into()),
            _ => {}
        }
        Ok(())
    }

    fn new_game(&mut self, start: &VariantPosition) -> Result<(), Fault> {
        let size = start.size();
        assert!(size != Some(13), "thirteen is bad luck");
        if size == Some(14) { Err("fourteen is no number for a board".into()) } else { Ok(()) }
    }

    fn think(&mut self, position: &VariantPosition, limits: &Limits, control: &Control) -> Result<SearchResult, Fault> {
        let first = position.legal_moves()[0];
        let tell = |text: String| control.info(&Info { text, ..Info::default() });
        match self.mood.as_str() {
            "echo limits" => tell(format!("{limits:?}")),
            "echo position" => tell(format!("{} ply {}", position.fen(), position.ply())),
            "echo infos" => infos_of(limits.seed.unwrap_or(0)).iter().for_each(|info| control.info(info)),
            "fail" => return Err("the network file is gone".into()),
            "panic" => panic!("lost\nmy head"),
            "resign" => return Ok(SearchResult::resign()),
            "draw" => return Ok(SearchResult { accept_draw: true, ..SearchResult::default() }),
            "wait" => {
                control.log(Level::Debug, "waiting");
                tell("waiting".to_owned());
                while !control.should_stop() {
                    thread::sleep(Duration::from_millis(1));
                }
            }
            "ponder" => {
                tell("pondering".to_owned());
                while control.is_pondering() && !control.should_stop() {
                    thread::sleep(Duration::from_millis(1));
                }
            }
            "threads" => thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| (0..50).for_each(|number| tell(format!("{number}"))));
                }
            }),
            _ => {}
        }
        Ok(SearchResult { offer_draw: true, ..SearchResult::play(first).score(Score::Cp(-35)).ponder(first) })
    }

    fn opening(&mut self) -> Option<&mut dyn Opening> {
        Some(self)
    }
}

impl Opening for Moody {
    fn propose(&mut self, start: &VariantPosition, count: usize, _: &Limits, _: &Control) -> Result<Vec<Move>, Fault> {
        Ok(start.legal_moves().into_iter().take(count).collect())
    }

    fn choose(
        &mut self,
        position: &VariantPosition,
        allowed: OpeningChoices,
        _: &Limits,
        _: &Control,
    ) -> Result<OpeningChoice, Fault> {
        let legal = position.legal_moves();
        Ok(if allowed.place_two { OpeningChoice::PlaceTwo([legal[0], legal[1]]) } else { OpeningChoice::White })
    }
}

/// An engine that can't be created.
struct Stillborn;

impl Default for Stillborn {
    fn default() -> Stillborn {
        panic!("no memory for 1 TiB")
    }
}

impl Engine for Stillborn {
    fn descriptor() -> Descriptor {
        Descriptor::new("org.example.stillborn", "Stillborn", "1").plays(VariantSupport::new(Variant::Gomoku))
    }

    fn think(&mut self, _: &VariantPosition, _: &Limits, _: &Control) -> Result<SearchResult, Fault> {
        Ok(SearchResult::resign())
    }
}

const FILE: &str = "/engines/libqiju_moody.so";

fn library() -> Library {
    let entry = sdk::entry_of!(Moody, Stillborn);
    // SAFETY: the sdk's own entry, which is a static.
    unsafe { Library::from_entry(entry, Path::new(FILE)) }.expect("the sdk exports what the program reads")
}

fn engine(mood: &str) -> Box<dyn EngineInstance> {
    let mut engine = library().create("org.example.moody").expect("it can be created");
    engine.set_option("mood", mood).expect("any mood is possible");
    engine
}

fn playing(mood: &str) -> Box<dyn EngineInstance> {
    let mut engine = engine(mood);
    engine.new_game(Variant::Gomoku, 15, Rules::default()).expect("it plays Gomoku");
    engine.set_position(None, &[]).expect("the start position is one");
    engine
}

/// Searches and gives the infos with the result.
fn search(engine: &mut dyn EngineInstance, limits: &Limits) -> (Vec<Info>, Result<SearchResult, EngineError>) {
    let infos = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&infos);
    let result = engine.search(limits, &StopFlag::default(), Arc::new(move |info| lock(&sink).push(info)));
    let infos = lock(&infos).clone();
    (infos, result)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("no test panics while it holds this")
}

fn echo(engine: &mut dyn EngineInstance, limits: &Limits) -> String {
    let (infos, result) = search(engine, limits);
    result.expect("it answers");
    infos.into_iter().map(|info| info.text).collect()
}

/// A few infos that depend on a seed alone.
fn infos_of(seed: u64) -> Vec<Info> {
    let mut random = fastrand::Rng::with_seed(seed);
    let point = |random: &mut fastrand::Rng| Point::new(random.u8(0..15), random.u8(0..15));
    (0..random.usize(1..4))
        .map(|_| Info {
            depth: random.u32(..),
            seldepth: random.u32(..),
            score: [Score::Cp(random.i32(..)), Score::Mate(random.i32(..)), Score::None][random.usize(0..3)],
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][random.usize(0..3)],
            nodes: random.u64(..),
            nps: Some(random.u64(..u64::MAX / 2)),
            time: Some(Duration::from_nanos(random.u64(..u64::MAX / 2))),
            hashfull: random.bool().then(|| random.u16(0..=1000)),
            multi_pv: random.u32(1..9),
            pv: (0..random.usize(0..30)).map(|_| Move::Put { to: point(&mut random) }).collect(),
            heat: random.bool().then(|| (0..225).map(|_| random.f32() * 100.0).collect()),
            text: ["", "thinking hard", "große Zahlen 很大"][random.usize(0..3)].to_owned(),
        })
        .collect()
}

fn duration() -> impl Strategy<Value = Duration> {
    (0..i64::MAX as u64).prop_map(Duration::from_nanos)
}

fn clock() -> impl Strategy<Value = SideClock> {
    (prop::option::of(duration()), duration(), duration(), prop::option::of(1..i32::MAX as u32)).prop_map(
        |(remaining, increment, byo_yomi, moves_to_go)| SideClock { remaining, increment, byo_yomi, moves_to_go },
    )
}

fn limits() -> impl Strategy<Value = Limits> {
    let bounds = (prop::option::of(duration()), prop::option::of(1..u32::MAX), prop::option::of(1..u64::MAX));
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), prop::option::of(any::<u64>()), 1..u32::MAX);
    let points = prop::collection::vec((0..15u8, 0..15u8), 0..5);
    (clock(), clock(), bounds, flags, points).prop_map(|(first, second, bounds, flags, points)| Limits {
        clocks: [first, second],
        move_time: bounds.0,
        depth: bounds.1,
        nodes: bounds.2,
        infinite: flags.0,
        draw_offered: flags.1,
        ponder: flags.2,
        seed: flags.3,
        multi_pv: flags.4,
        allowed: points.into_iter().map(|(file, row)| Move::Put { to: Point::new(file, row) }).collect(),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_engine_sees_the_limits_that_were_set(limits in limits()) {
        let seen = echo(playing("echo limits").as_mut(), &limits);
        prop_assert_eq!(seen, format!("{limits:?}"));
    }

    #[test]
    fn infos_arrive_as_they_were_sent(seed in any::<u64>()) {
        let limits = Limits { seed: Some(seed), ..Limits::default() };
        let (infos, result) = search(playing("echo infos").as_mut(), &limits);
        prop_assert_eq!(infos, infos_of(seed));
        prop_assert!(result.is_ok());
    }
}

#[test]
fn descriptors_arrive_as_they_were_declared() {
    assert_eq!(library().descriptors(), [Moody::descriptor(), Stillborn::descriptor()]);
}

#[test]
fn options_arrive_as_they_were_declared_and_follow_changes() {
    let mut engine = engine("good");
    assert_eq!(engine.options(), Moody::plain_options());
    engine.set_option("more", "true").expect("a bool");
    assert_eq!(
        engine.options().last().map(|option| option.kind.clone()),
        Some(OptionKind::Int { default: 0, range: -5..=5 })
    );
    engine.set_option("extra", "-5").expect("in range");
    engine.set_option("clear", "").expect("a button");
    engine.set_option("more", "false").expect("a bool");
    assert_eq!(engine.options(), Moody::plain_options());
}

#[track_caller]
fn assert_error<T: std::fmt::Debug>(done: Result<T, EngineError>, is_refusal: bool, sentence: &str) {
    let error = done.expect_err("the request can't be met");
    assert_eq!(error.to_string(), sentence);
    assert_eq!(error.is_refusal(), is_refusal);
}

#[test]
fn refusals_name_engine_file_request_and_cause() {
    let mut engine = engine("good");
    let refuses = "engine Moody (/engines/libqiju_moody.so) refuses";
    let cases = [
        ("hash", "0", "option hash=0: it must be a whole number from 1 to 9223372036854775807"),
        ("level", "godlike", "option level=godlike: it must be one of easy, normal, hard, expert"),
        ("more", "yes", "option more=yes: it must be true or false"),
        ("book", "x.bin", "option book=x.bin: the book can't be read"),
        (
            "speed",
            "1",
            "option speed=1: there is no option \"speed\"; there are: mood, level, hash, risk, more, book, clear",
        ),
    ];
    for (id, value, text) in cases {
        assert_error(engine.set_option(id, value), true, &format!("{refuses} {text}"));
    }
    let text = format!(
        "{refuses} a game of Renju on 19 by 19 points: Renju is played on square boards of 15 points, not on 19 by 19"
    );
    assert_error(engine.new_game(Variant::Renju, 19, Rules::default()), true, &text);
    let text = format!("{refuses} the position: no game was begun");
    assert_error(engine.set_position(None, &[]), true, &text);
    engine.new_game(Variant::Gomoku, 15, Rules::default()).expect("it plays Gomoku");
    let h8 = Move::Put { to: Point::new(7, 7) };
    let text = format!("{refuses} the position: ply 2: move h8: the point is occupied");
    assert_error(engine.set_position(None, &[h8, h8]), true, &text);
}

#[test]
fn failures_name_engine_file_request_and_cause() {
    let mut engine = playing("fail");
    let text = "engine Moody (/engines/libqiju_moody.so) failed in the search: the network file is gone";
    assert_error(search(engine.as_mut(), &Limits::default()).1, false, text);
    let done = engine.new_game(Variant::Gomoku, 14, Rules::default());
    let text = "engine Moody (/engines/libqiju_moody.so) failed in a game of Gomoku on 14 by 14 points: \
                fourteen is no number for a board";
    assert_error(done, false, text);
}

#[test]
fn a_panic_is_an_error_and_costs_only_its_instance() {
    let (mut broken, mut whole) = (playing("panic"), playing("good"));
    let crashed = "engine Moody (/engines/libqiju_moody.so) crashed in";
    let text = format!("{crashed} the search and is not used any further: lost my head");
    assert_error(search(broken.as_mut(), &Limits::default()).1, false, &text);
    let text = format!("{crashed} the position and is not used any further: it panicked before: lost my head");
    assert_error(broken.set_position(None, &[]), false, &text);
    let done = whole.new_game(Variant::Gomoku, 13, Rules::default());
    let text =
        format!("{crashed} a game of Gomoku on 13 by 13 points and is not used any further: thirteen is bad luck");
    assert_error(done, false, &text);
    assert!(search(playing("good").as_mut(), &Limits::default()).1.is_ok());
}

#[test]
fn engines_that_do_not_exist_or_can_not_live_are_errors() {
    let library = library();
    let text = "/engines/libqiju_moody.so holds no engine org.example.none";
    assert_error(library.create("org.example.none").map(|_| ()), false, text);
    let text = "engine Stillborn (/engines/libqiju_moody.so) crashed in its creation and is not used any further: \
                no memory for 1 TiB";
    assert_error(library.create("org.example.stillborn").map(|_| ()), false, text);
}

#[test]
fn answers_arrive_as_they_were_given() {
    let first = Move::Put { to: Point::new(0, 0) };
    let good = SearchResult { offer_draw: true, ..SearchResult::play(first).score(Score::Cp(-35)).ponder(first) };
    assert_eq!(search(playing("good").as_mut(), &Limits::default()).1.ok(), Some(good));
    assert_eq!(search(playing("resign").as_mut(), &Limits::default()).1.ok(), Some(SearchResult::resign()));
    let draw = SearchResult { accept_draw: true, ..SearchResult::default() };
    assert_eq!(search(playing("draw").as_mut(), &Limits::default()).1.ok(), Some(draw));
}

#[test]
fn an_engine_sees_the_position_that_was_set() {
    let mut engine = engine("echo position");
    for (variant, moves) in [(Variant::Renju, "h8 h9 i9"), (Variant::Xiangqi, "h2e2 h9g7 h0g2")] {
        engine.new_game(variant, 15, Rules::default()).expect("it plays both");
        let moves: Vec<_> =
            moves.split(' ').map(|text| variant.parse_move(text).expect("a move of the variant")).collect();
        let mut position = VariantPosition::start(variant, 15, Rules::default()).expect("a start position");
        for length in [3, 1, 2, 0] {
            engine.set_position(None, &moves[..length]).expect("legal moves");
            let mut wanted = position.clone();
            moves[..length].iter().for_each(|&mv| wanted.play_unchecked(mv));
            let wanted = format!("{} ply {length}", wanted.fen());
            assert_eq!(echo(engine.as_mut(), &Limits::default()), wanted);
        }
        position.play_unchecked(moves[0]);
        let start = position.fen();
        engine.set_position(Some(&start), &moves[1..]).expect("legal moves");
        moves[1..].iter().for_each(|&mv| position.play_unchecked(mv));
        assert_eq!(echo(engine.as_mut(), &Limits::default()), format!("{} ply 2", position.fen()));
    }
}

/// Runs a search on another thread until it has told something, then `body`, and gives the search's result.
fn meanwhile(mut engine: Box<dyn EngineInstance>, limits: &Limits, body: impl FnOnce(&StopFlag)) -> SearchResult {
    let (told, stop) = (Arc::new(AtomicBool::new(false)), StopFlag::default());
    thread::scope(|scope| {
        let (sink, flag) = (Arc::clone(&told), stop.clone());
        let search =
            scope.spawn(move || engine.search(limits, &flag, Arc::new(move |_| sink.store(true, Ordering::SeqCst))));
        while !told.load(Ordering::SeqCst) {
            thread::yield_now();
        }
        thread::sleep(Duration::from_millis(10));
        assert!(!search.is_finished());
        body(&stop);
        search.join().expect("no panic").expect("it answers")
    })
}

#[test]
fn a_stopped_search_answers() {
    let result = meanwhile(playing("wait"), &Limits::infinite(), StopFlag::set);
    assert!(result.best_move.is_some());
}

#[test]
fn a_search_that_is_stopped_before_it_begins_answers_at_once() {
    let stop = StopFlag::default();
    stop.set();
    let result = playing("wait").search(&Limits::infinite(), &stop, Arc::new(|_| ()));
    assert!(result.is_ok_and(|result| result.best_move.is_some()));
}

#[test]
fn a_ponder_hit_reaches_the_search() {
    let engine = playing("ponder");
    let stopper = engine.stopper();
    let limits = Limits { ponder: true, ..Limits::default() };
    assert!(meanwhile(engine, &limits, |_| stopper.ponder_hit()).best_move.is_some());
    // The instance is gone by now, and the stopper knows.
    stopper.stop();
    stopper.ponder_hit();
}

#[test]
fn a_ponder_hit_before_the_search_belongs_to_it() {
    let signals = StopFlag::default();
    signals.hit();
    let limits = Limits { ponder: true, ..Limits::default() };
    let result = playing("ponder").search(&limits, &signals, Arc::new(|_| ()));
    assert!(result.is_ok_and(|result| result.best_move.is_some()));
}

#[test]
fn infos_from_several_threads_all_arrive_one_at_a_time() {
    let (infos, result) = search(playing("threads").as_mut(), &Limits::default());
    assert_eq!(infos.len(), 200);
    assert!(result.is_ok());
}

#[test]
fn a_panic_of_the_program_does_not_reach_the_engine() {
    let mut engine = playing("threads");
    let result = engine.search(&Limits::default(), &StopFlag::default(), Arc::new(|_| panic!("our own fault")));
    assert!(result.is_ok());
    assert_eq!(search(engine.as_mut(), &Limits::default()).0.len(), 200);
}

#[test]
fn openings_are_proposed_and_answered() {
    let mut engine = playing("good");
    let sink: Arc<dyn Fn(Info) + Send + Sync> = Arc::new(|_| ());
    let (limits, stop) = (Limits::default(), StopFlag::default());
    let stones = engine.propose(3, &limits, &stop, Arc::clone(&sink)).expect("it knows openings");
    let on_first_row =
        |files: std::ops::Range<u8>| -> Vec<Move> { files.map(|file| Move::Put { to: Point::new(file, 0) }).collect() };
    assert_eq!(stones, on_first_row(0..3));
    let both = OpeningChoices { place_two: false };
    let choice = engine.choose(&stones, both, &limits, &stop, Arc::clone(&sink));
    assert_eq!(choice.ok(), Some(OpeningChoice::White));
    let three = OpeningChoices { place_two: true };
    let choice = engine.choose(&stones, three, &limits, &stop, sink);
    assert_eq!(choice.ok().map(|choice| format!("{choice:?}")), Some(format!("PlaceTwo({:?})", on_first_row(3..5))));
}

#[test]
fn libraries_may_be_opened_and_instances_made_many_times() {
    for _ in 0..100 {
        let (first, second) = (library(), library());
        let mut engine = first.create("org.example.moody").expect("it can be created");
        drop((first, second));
        engine.new_game(Variant::Xiangqi, 0, Rules::default()).expect("its library is kept for it");
    }
}

#[test]
fn a_library_is_let_go_when_its_last_instance_is_gone() {
    static GONE: AtomicUsize = AtomicUsize::new(0);
    extern "C" fn deinit() {
        GONE.fetch_add(1, Ordering::SeqCst);
    }
    static ENTRY: OnceLock<abi::Entry> = OnceLock::new();
    let entry = ENTRY.get_or_init(|| abi::Entry { deinit: Some(deinit), ..*sdk::entry_of!(Moody) });
    // SAFETY: the sdk's own entry but for its end, which keeps the contract; it is a static.
    let open = || unsafe { Library::from_entry(entry, Path::new(FILE)) }.expect("the sdk exports what is read");
    let (first, second) = (open(), open());
    let (engine, other) = (first.create("org.example.moody"), second.create("org.example.moody"));
    drop((first, other));
    assert_eq!(GONE.load(Ordering::SeqCst), 0);
    drop(second);
    assert_eq!(GONE.load(Ordering::SeqCst), 0);
    drop(engine);
    assert_eq!(GONE.load(Ordering::SeqCst), 1);
    drop(open());
    assert_eq!(GONE.load(Ordering::SeqCst), 2);
}

#[test]
fn clocks_are_those_of_their_sides() {
    let second = SideClock { remaining: Some(Duration::from_secs(60)), ..SideClock::default() };
    let limits = Limits { clocks: [SideClock::default(), second], ..Limits::default() };
    assert!(limits.is_unbounded(Side::First) && !limits.is_unbounded(Side::Second));
    assert_eq!(echo(playing("echo limits").as_mut(), &limits), format!("{limits:?}"));
}
