//! The hazards of the C side: hosts that break the contract, engines that panic, calls that cross.

use std::ffi::c_void;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rules::{Move, Position, Variant, VariantPosition};

use crate::abi::{self, Buffer, Str, limit, status};
use crate::{
    Capabilities, Control, Descriptor, Engine, Fault, Info, Level, Limits, Opening, OpeningChoice, OpeningChoices,
    OptionInfo, OptionValue, Score, SearchResult, VariantSupport, entry_of,
};

/// An engine that does as option `mood` says.
#[derive(Default)]
struct Moody {
    mood: String,
}

/// Instances of [`Dropped`] that are alive.
static ALIVE: AtomicUsize = AtomicUsize::new(0);

impl Engine for Moody {
    fn descriptor() -> Descriptor {
        let can = Capabilities { ponder: true, opening: true, ..Capabilities::default() };
        Descriptor::new("org.example.moody", "Moody", "1.0")
            .plays(VariantSupport::new(Variant::Gomoku).can(can))
            .plays(VariantSupport::new(Variant::Xiangqi))
    }

    fn options(&self) -> Vec<OptionInfo> {
        assert!(self.mood != "panic in options", "options are not my thing");
        vec![OptionInfo::string("mood", "Mood", "")]
    }

    fn set_option(&mut self, _: &str, value: &OptionValue) -> Result<(), Fault> {
        self.mood = value.as_text().ok_or("no text")?.to_owned();
        if self.mood == "bad" { Err("this mood is bad".into()) } else { Ok(()) }
    }

    fn new_game(&mut self, _: &VariantPosition) -> Result<(), Fault> {
        assert!(self.mood != "panic in new game", "no games today");
        Ok(())
    }

    fn think(&mut self, position: &VariantPosition, limits: &Limits, control: &Control) -> Result<SearchResult, Fault> {
        let first = position.legal_moves()[0];
        match self.mood.as_str() {
            "panic" => panic!("lost my head over {first:?}"),
            "panic oddly" => std::panic::panic_any(7),
            "fail" => Err("the network file is gone".into()),
            "no move" => Ok(SearchResult::default()),
            "ponder" => {
                while control.is_pondering() {
                    assert_eq!(control.time_used(), Duration::ZERO);
                    thread::sleep(Duration::from_millis(1));
                }
                Ok(SearchResult::play(first))
            }
            "wait" => {
                control.info(&Info { depth: 1, pv: vec![first], ..Info::default() });
                while !control.should_stop() {
                    thread::sleep(Duration::from_millis(1));
                }
                Ok(SearchResult::play(first).score(Score::Mate(-2)).ponder(first))
            }
            _ => Ok(SearchResult::play(limits.allowed.first().copied().unwrap_or(first))),
        }
    }

    fn opening(&mut self) -> Option<&mut dyn Opening> {
        if self.mood == "no openings" { None } else { Some(self) }
    }
}

impl Opening for Moody {
    fn propose(&mut self, start: &VariantPosition, count: usize, _: &Limits, _: &Control) -> Result<Vec<Move>, Fault> {
        Ok(start.legal_moves().into_iter().take(count).collect())
    }

    fn choose(
        &mut self,
        position: &VariantPosition,
        _: OpeningChoices,
        _: &Limits,
        _: &Control,
    ) -> Result<OpeningChoice, Fault> {
        let legal = position.legal_moves();
        Ok(OpeningChoice::PlaceTwo([legal[0], legal[1]]))
    }
}

/// An engine that counts its instances.
struct Dropped;

impl Default for Dropped {
    fn default() -> Dropped {
        ALIVE.fetch_add(1, Ordering::SeqCst);
        Dropped
    }
}

impl Drop for Dropped {
    fn drop(&mut self) {
        ALIVE.fetch_sub(1, Ordering::SeqCst);
        panic!("must not leave destroy");
    }
}

impl Engine for Dropped {
    fn descriptor() -> Descriptor {
        Descriptor::new("org.example.dropped", "Dropped", "1.0")
    }

    fn think(&mut self, _: &VariantPosition, _: &Limits, _: &Control) -> Result<SearchResult, Fault> {
        Ok(SearchResult::resign())
    }
}

/// An engine that can't be described.
#[derive(Default)]
struct Nameless;

impl Engine for Nameless {
    fn descriptor() -> Descriptor {
        panic!("who am I?")
    }

    fn think(&mut self, _: &VariantPosition, _: &Limits, _: &Control) -> Result<SearchResult, Fault> {
        Ok(SearchResult::resign())
    }
}

/// A host that writes down what it hears.
#[derive(Default)]
struct TestHost {
    stop: AtomicBool,
    heard: Mutex<Vec<String>>,
}

impl TestHost {
    fn table(&self) -> abi::Host {
        abi::Host {
            struct_size: size_of::<abi::Host>() as u32,
            abi_major: abi::ABI_MAJOR,
            abi_minor: abi::ABI_MINOR,
            data: ptr::from_ref(self).cast_mut().cast(),
            name: Str::lend("test"),
            version: Str::lend("1"),
            log: Some(hear_log),
            should_stop: Some(hear_should_stop),
            on_info: Some(hear_info),
            now: None,
            get_extension: None,
        }
    }

    fn hear(&self, what: String) {
        self.heard.lock().expect("no test panics while it hears").push(what);
    }

    fn heard(&self) -> Vec<String> {
        self.heard.lock().expect("no test panics while it hears").clone()
    }
}

unsafe fn host<'a>(table: *const abi::Host) -> &'a TestHost {
    // SAFETY: tests hand out tables whose data is a `TestHost` that outlives the instance.
    unsafe { &*(*table).data.cast::<TestHost>() }
}

unsafe extern "C" fn hear_log(table: *const abi::Host, level: i32, text: Str) {
    // SAFETY: the engine lends the text; the table is ours.
    unsafe { host(table).hear(format!("log {level}: {}", text.text(1000).expect("UTF-8"))) }
}

unsafe extern "C" fn hear_should_stop(table: *const abi::Host, _: u64) -> i32 {
    // SAFETY: the table is ours.
    i32::from(unsafe { host(table) }.stop.load(Ordering::SeqCst))
}

unsafe extern "C" fn hear_info(table: *const abi::Host, search_id: u64, info: *const abi::Info) {
    // SAFETY: the engine lends the info; the table is ours.
    unsafe {
        let info = abi::read_struct(info).expect("a whole info");
        let pv = info.pv.text(1000).expect("UTF-8");
        host(table).hear(format!("info {search_id}: depth {} pv {pv} timed {}", info.depth, info.time >= 0));
    }
}

fn entry() -> &'static abi::Entry {
    entry_of!(Moody, Dropped)
}

/// An instance with its host, and calls on it as status and sentence.
struct Client {
    instance: *mut abi::Instance,
    table: abi::Instance,
    _host_table: Box<abi::Host>,
}

// SAFETY: the tests call across threads what the contract allows, and what the export layer must survive.
unsafe impl Sync for Client {}

type Reply = (i32, String);

/// All that a search gives back.
#[derive(Debug, PartialEq)]
struct Answer {
    status: i32,
    error: String,
    best_move: String,
    ponder_move: String,
    score: (i32, i32),
    flags: u32,
}

fn reply(call: impl FnOnce(*mut Buffer) -> i32) -> Reply {
    let mut room = [0; 200];
    let mut buffer = Buffer::lend(&mut room);
    let status = call(&raw mut buffer);
    let length = buffer.length as usize;
    (status, String::from_utf8(room[..length].to_vec()).expect("UTF-8"))
}

fn ok() -> Reply {
    (status::OK, String::new())
}

impl Client {
    fn new(host: &TestHost, mood: &str) -> Client {
        let host_table = Box::new(host.table());
        let mut instance = ptr::null_mut();
        let create = entry().create.expect("exported");
        let id = Str::lend("org.example.moody");
        // SAFETY: the contract is kept: a host that outlives the instance, texts and places for the call.
        let created = reply(|error| unsafe { create(&raw const *host_table, id, &raw mut instance, error) });
        assert_eq!(created, ok());
        // SAFETY: just created.
        let table = unsafe { *instance };
        let client = Client { instance, table, _host_table: host_table };
        assert_eq!(client.set_option("mood", mood), ok());
        client
    }

    /// In a game, with a position set.
    fn playing(host: &TestHost, mood: &str) -> Client {
        let client = Client::new(host, mood);
        assert_eq!(client.new_game("gomoku"), ok());
        assert_eq!(client.set_position("h8"), ok());
        client
    }

    fn set_option(&self, id: &str, value: &str) -> Reply {
        let call = self.table.set_option.expect("exported");
        // SAFETY: a living instance; texts and buffer for the call.
        reply(|error| unsafe { call(self.instance, Str::lend(id), Str::lend(value), error) })
    }

    fn new_game(&self, variant: &str) -> Reply {
        let call = self.table.new_game.expect("exported");
        // SAFETY: as above.
        reply(|error| unsafe { call(self.instance, Str::lend(variant), 15, 15, Str::NULL, error) })
    }

    fn set_position(&self, moves: &str) -> Reply {
        let call = self.table.set_position.expect("exported");
        // SAFETY: as above.
        reply(|error| unsafe { call(self.instance, Str::NULL, Str::lend(moves), error) })
    }

    /// Searches; the sentence is the best move where there is no error.
    fn search(&self, limits: &abi::Limits) -> Reply {
        let answer = self.search_into(limits, &mut [0; 64]);
        (answer.status, if answer.status == status::OK { answer.best_move } else { answer.error })
    }

    /// Searches with so much room for the best move.
    fn search_into(&self, limits: &abi::Limits, room: &mut [u8]) -> Answer {
        let call = self.table.search.expect("exported");
        let mut ponder_room = [0; 64];
        let mut result = abi::SearchResult {
            struct_size: size_of::<abi::SearchResult>() as u32,
            flags: 0,
            score_kind: 0,
            score: 0,
            best_move: Buffer::lend(room),
            ponder_move: Buffer::lend(&mut ponder_room),
        };
        // SAFETY: a living instance; structs and buffers for the call.
        let (status, error) =
            reply(|error| unsafe { call(self.instance, ptr::from_ref(limits), &raw mut result, error) });
        let text = |room: &[u8], length: u64| String::from_utf8_lossy(&room[..length as usize]).into_owned();
        Answer {
            status,
            error,
            best_move: text(room, result.best_move.length),
            ponder_move: text(&ponder_room, result.ponder_move.length),
            score: (result.score_kind, result.score),
            flags: result.flags,
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // SAFETY: created and not destroyed before; no other thread uses it.
        unsafe { self.table.destroy.expect("exported")(self.instance) };
    }
}

fn limits(flags: u32) -> abi::Limits {
    abi::Limits {
        struct_size: size_of::<abi::Limits>() as u32,
        flags,
        search_id: 7,
        remaining: [-1; 2],
        increment: [-1; 2],
        byo_yomi: [-1; 2],
        moves_to_go: [-1; 2],
        move_time: -1,
        nodes: 0,
        depth: 0,
        multi_pv: 0,
        seed: 0,
        allowed_moves: Str::NULL,
    }
}

#[test]
fn init_and_deinit_may_be_repeated() {
    let entry = entry();
    let descriptor = |index| {
        // SAFETY: initialised; any index may be asked for.
        unsafe { entry.descriptor.expect("exported")(index) }
    };
    let mut seen = Vec::new();
    for _ in 0..3 {
        // SAFETY: the text outlives the call; nothing else of this entry runs.
        unsafe {
            let init = entry.init.expect("exported");
            assert_eq!((init(Str::lend("/engines/moody.so")), init(Str::lend("/engines/moody.so"))), (0, 0));
            assert_eq!(entry.plugin_count.expect("exported")(), 2);
            seen.push(descriptor(0));
            entry.deinit.expect("exported")();
            entry.deinit.expect("exported")();
        }
    }
    assert_eq!(crate::library_path().as_deref(), Some("/engines/moody.so".as_ref()));
    assert!(seen.iter().all(|table| *table == seen[0] && !table.is_null()));
    assert!(descriptor(2).is_null());
}

#[test]
fn a_library_whose_engine_panics_when_described_does_not_initialise() {
    let entry = entry_of!(Moody, Nameless);
    // SAFETY: nothing else of this entry runs.
    unsafe {
        assert_eq!(entry.init.expect("exported")(Str::NULL), status::PANIC);
        assert_eq!(entry.plugin_count.expect("exported")(), 0);
    }
}

#[test]
fn a_hundred_instances_come_and_go() {
    let test_host = TestHost::default();
    let table = test_host.table();
    let create = entry().create.expect("exported");
    for _ in 0..100 {
        let mut instance = ptr::null_mut();
        // SAFETY: the host outlives the instance, which is destroyed once.
        unsafe {
            let id = Str::lend("org.example.dropped");
            assert_eq!(create(&raw const table, id, &raw mut instance, ptr::null_mut()), status::OK);
            assert_eq!(ALIVE.load(Ordering::SeqCst), 1);
            (*instance).destroy.expect("exported")(instance);
        }
    }
    assert_eq!(ALIVE.load(Ordering::SeqCst), 0);
}

#[test]
fn null_pointers_are_refused_everywhere() {
    let test_host = TestHost::default();
    let client = Client::playing(&test_host, "");
    let table = client.table;
    let null: *mut abi::Instance = ptr::null_mut();
    let (host_table, limits) = (test_host.table(), limits(0));
    // SAFETY: null is what the layer must survive; everything else is as the contract says.
    unsafe {
        let create = entry().create.expect("exported");
        let id = Str::lend("org.example.moody");
        let mut instance = ptr::null_mut();
        assert_eq!(create(ptr::null(), id, &raw mut instance, null.cast()), status::ARGUMENT);
        assert_eq!(create(&raw const host_table, id, ptr::null_mut(), null.cast()), status::ARGUMENT);
        assert_eq!(table.set_option.expect("exported")(null, id, id, null.cast()), status::ARGUMENT);
        assert_eq!(table.new_game.expect("exported")(null, id, 15, 15, id, null.cast()), status::ARGUMENT);
        assert_eq!(table.set_position.expect("exported")(null, id, id, null.cast()), status::ARGUMENT);
        assert_eq!(table.option_count.expect("exported")(null), 0);
        assert!(table.option.expect("exported")(null, 0).is_null());
        assert!(table.option.expect("exported")(client.instance, 1).is_null());
        table.ponder_hit.expect("exported")(null, 1);
        table.destroy.expect("exported")(null);
        let search = table.search.expect("exported");
        assert_eq!(search(client.instance, ptr::null(), null.cast(), null.cast()), status::ARGUMENT);
        assert_eq!(search(client.instance, &raw const limits, null.cast(), null.cast()), status::ARGUMENT);
        assert!(entry().get_extension.expect("exported")(Str::lend("draft/unknown")).is_null());
    }
}

#[test]
fn texts_that_are_none_are_refused_by_name() {
    let test_host = TestHost::default();
    let client = Client::playing(&test_host, "");
    let set_position = client.table.set_position.expect("exported");
    let bad_bytes = [b'h', 0xff];
    let texts = [
        (Str { data: bad_bytes.as_ptr(), length: 2 }, "the list of moves is not UTF-8"),
        (Str { data: ptr::null(), length: 2 }, "the list of moves is null but has a length"),
        (
            Str { data: bad_bytes.as_ptr(), length: u64::MAX },
            "the list of moves is 18446744073709551615 bytes long, at most 1048576 are read",
        ),
    ];
    for (text, sentence) in texts {
        // SAFETY: the layer must not read what it refuses; the rest is as the contract says.
        let reply = reply(|error| unsafe { set_position(client.instance, Str::NULL, text, error) });
        assert_eq!(reply, (status::ARGUMENT, sentence.to_owned()));
    }
}

#[test]
fn structs_may_be_longer_but_not_shorter() {
    #[repr(C)]
    struct NewerLimits {
        limits: abi::Limits,
        added: [u64; 8],
    }
    let test_host = TestHost::default();
    let client = Client::playing(&test_host, "");
    let mut newer = NewerLimits { limits: limits(0), added: [u64::MAX; 8] };
    newer.limits.struct_size = size_of::<NewerLimits>() as u32;
    assert_eq!(client.search(&newer.limits), (status::OK, "a1".to_owned()));
    assert_eq!(newer.added, [u64::MAX; 8]);
    let short = abi::Limits { struct_size: size_of::<abi::Limits>() as u32 - 1, ..limits(0) };
    assert_eq!(client.search(&short), (status::ARGUMENT, "the limits are null or too short".to_owned()));
}

#[test]
fn a_text_is_cut_at_a_character() {
    let test_host = TestHost::default();
    let client = Client::new(&test_host, "");
    let set_option = client.table.set_option.expect("exported");
    let mut room = [0; 23];
    let mut buffer = Buffer::lend(&mut room);
    let id = Str::lend("ход");
    // SAFETY: a living instance; texts and buffer for the call.
    let status = unsafe { set_option(client.instance, id, Str::NULL, &raw mut buffer) };
    assert_eq!((status, buffer.length), (status::UNKNOWN, 22));
    assert_eq!(str::from_utf8(&room[..22]), Ok("there is no option \"х"));
}

#[test]
fn a_move_that_does_not_fit_is_an_error() {
    let test_host = TestHost::default();
    let client = Client::playing(&test_host, "");
    let answer = client.search_into(&limits(0), &mut [0; 1]);
    let text = "the buffer for moves is null or too small";
    assert_eq!((answer.status, answer.error.as_str()), (status::ARGUMENT, text));
}

#[test]
fn requests_out_of_turn_are_refused() {
    let test_host = TestHost::default();
    let client = Client::new(&test_host, "");
    let state = |text: &str| (status::STATE, text.to_owned());
    assert_eq!(client.set_position(""), state("no game was begun"));
    assert_eq!(client.search(&limits(0)), state("no game was begun"));
    assert_eq!(client.new_game("gomoku"), ok());
    assert_eq!(client.search(&limits(0)), state("no position was set"));
    assert_eq!(client.new_game("chess"), (status::GAME, "\"chess\" is not played".to_owned()));
    assert_eq!(client.search(&limits(0)), state("no game was begun"));
}

#[test]
fn allowed_moves_are_checked_and_passed_on() {
    let test_host = TestHost::default();
    let client = Client::playing(&test_host, "");
    let allowing = |moves| abi::Limits { allowed_moves: Str::lend(moves), ..limits(0) };
    assert_eq!(client.search(&allowing("j10 k11")), (status::OK, "j10".to_owned()));
    let text = "allowed moves: move h8: the point is occupied";
    assert_eq!(client.search(&allowing("j10 h8")), (status::POSITION, text.to_owned()));
}

#[test]
fn where_there_is_no_move_the_engine_is_not_asked() {
    let test_host = TestHost::default();
    let client = Client::new(&test_host, "panic");
    // A full board without a five, and a general mated by two chariots.
    let full = ["xxooxxooxxooxxo", "ooxxooxxooxxoox"].repeat(8)[..15].join("/") + " w";
    let mated = "R3k4/1R7/9/9/9/9/9/9/9/3K5 b";
    let ends =
        [("gomoku", 15, 15, full.as_str(), (abi::score::CP, 0)), ("xiangqi", 9, 10, mated, (abi::score::MATE, 0))];
    for (variant, width, height, start, score) in ends {
        let new_game = client.table.new_game.expect("exported");
        let set_position = client.table.set_position.expect("exported");
        // SAFETY: a living instance; texts and buffer for the call.
        unsafe {
            let variant = Str::lend(variant);
            assert_eq!(reply(|error| new_game(client.instance, variant, width, height, Str::NULL, error)), ok());
            assert_eq!(reply(|error| set_position(client.instance, Str::lend(start), Str::NULL, error)), ok());
        }
        let answer = client.search_into(&limits(0), &mut [0; 64]);
        assert_eq!((answer.status, answer.best_move.as_str(), answer.flags), (status::OK, "", 0));
        assert_eq!(answer.score, score);
    }
}

#[test]
fn a_panic_breaks_the_instance_alone() {
    let test_host = TestHost::default();
    let (broken, whole) = (Client::playing(&test_host, "panic"), Client::playing(&test_host, ""));
    let text = "lost my head over Put { to: Point { file: 0, row: 0 } }";
    let before = (status::PANIC, format!("it panicked before: {text}"));
    assert_eq!(broken.search(&limits(0)), (status::PANIC, text.to_owned()));
    assert_eq!(broken.search(&limits(0)), before);
    assert_eq!(broken.set_option("mood", "good"), before);
    assert_eq!(broken.new_game("gomoku"), before);
    assert_eq!(test_host.heard(), [format!("log 0: panic: {text}")]);
    assert_eq!(whole.search(&limits(0)), (status::OK, "a1".to_owned()));
}

#[test]
fn a_panic_is_caught_in_every_method() {
    let test_host = TestHost::default();
    let client = Client::new(&test_host, "panic in new game");
    assert_eq!(client.new_game("gomoku"), (status::PANIC, "no games today".to_owned()));
    let client = Client::new(&test_host, "");
    let panicked = (status::PANIC, "options are not my thing".to_owned());
    assert_eq!(client.set_option("mood", "panic in options"), panicked);
    let client = Client::playing(&test_host, "panic oddly");
    assert_eq!(client.search(&limits(0)), (status::PANIC, "panicked without a text".to_owned()));
}

#[test]
fn faults_of_the_engine_are_sentences() {
    let test_host = TestHost::default();
    let client = Client::playing(&test_host, "fail");
    assert_eq!(client.search(&limits(0)), (status::FAILED, "the network file is gone".to_owned()));
    assert_eq!(client.set_option("mood", "bad"), (status::OPTION, "this mood is bad".to_owned()));
    let unknown = "there is no option \"hash\"; there are: mood";
    assert_eq!(client.set_option("hash", "1"), (status::UNKNOWN, unknown.to_owned()));
    assert_eq!(client.set_option("mood", "no move"), ok());
    assert_eq!(client.search(&limits(0)), (status::FAILED, "it answered without a move".to_owned()));
}

#[test]
fn a_search_answers_once_when_it_is_stopped_and_calls_that_cross_it_are_refused() {
    let test_host = TestHost::default();
    let client = Client::playing(&test_host, "wait");
    thread::scope(|scope| {
        let search = scope.spawn(|| client.search_into(&limits(limit::INFINITE), &mut [0; 64]));
        while test_host.heard().is_empty() {
            thread::yield_now();
        }
        assert_eq!(client.set_position("a1"), (status::STATE, "another call is still running".to_owned()));
        assert!(!search.is_finished());
        test_host.stop.store(true, Ordering::SeqCst);
        let answer = search.join().expect("no panic");
        assert_eq!((answer.status, answer.best_move.as_str(), answer.ponder_move.as_str()), (status::OK, "a1", "a1"));
        assert_eq!(answer.score, (abi::score::MATE, -2));
    });
    assert_eq!(test_host.heard(), ["info 7: depth 1 pv a1 timed true"]);
}

#[test]
fn a_ponder_hit_counts_even_before_the_search() {
    let test_host = TestHost::default();
    let client = Client::playing(&test_host, "ponder");
    let ponder_hit = client.table.ponder_hit.expect("exported");
    let ponder = |search_id| abi::Limits { search_id, ..limits(limit::PONDER) };
    // SAFETY: a living instance.
    unsafe { ponder_hit(client.instance, 7) };
    assert_eq!(client.search(&ponder(7)).0, status::OK);
    thread::scope(|scope| {
        let search = scope.spawn(|| client.search(&ponder(8)));
        thread::sleep(Duration::from_millis(20));
        assert!(!search.is_finished(), "the hit of another search must not count");
        // SAFETY: a living instance; any thread may call this.
        unsafe { ponder_hit(client.instance, 8) };
        assert_eq!(search.join().expect("no panic").0, status::OK);
    });
}

#[test]
fn move_time_runs_from_the_ponder_hit() {
    struct Pondering(Mutex<Option<Instant>>);
    impl crate::SearchHost for Pondering {
        fn should_stop(&self) -> bool {
            false
        }
        fn ponder_hit(&self) -> Option<Instant> {
            *self.0.lock().expect("not poisoned")
        }
        fn info(&self, _: &Info) {}
        fn log(&self, _: Level, _: &str) {}
    }
    let host = Pondering(Mutex::new(None));
    let limits = Limits { ponder: true, ..Limits::move_time(Duration::ZERO) };
    let control = Control::new(&host, &limits);
    assert!(control.is_pondering() && !control.should_stop());
    *host.0.lock().expect("not poisoned") = Some(Instant::now());
    assert!(!control.is_pondering() && control.should_stop());
}

#[test]
fn openings_are_proposed_and_answered() {
    let test_host = TestHost::default();
    let client = Client::playing(&test_host, "");
    // SAFETY: the id is lent; the extension lives as long as the library.
    let extension: *const c_void = unsafe { entry().get_extension.expect("exported")(Str::lend(abi::EXT_OPENING)) };
    // SAFETY: the id says what it is.
    let opening = unsafe { abi::read_struct(extension.cast::<abi::Opening>()) }.expect("the extension");
    let mut room = [0; 64];
    let mut moves = Buffer::lend(&mut room);
    let limits = limits(0);
    let propose = opening.propose.expect("exported");
    // SAFETY: a living instance; structs and buffers for the call.
    let proposed = reply(|error| unsafe { propose(client.instance, 3, &raw const limits, &raw mut moves, error) });
    assert_eq!((proposed, &room[..8]), (ok(), b"a1 b1 c1".as_slice()));

    let choose = opening.choose.expect("exported");
    let answer = |allowed| {
        let (mut room, mut choice) = ([0; 64], 0);
        let mut two = Buffer::lend(&mut room);
        let stones = Str::lend("a1 b1 c1");
        // SAFETY: a living instance; structs, places and buffers for the call.
        let reply = reply(|error| unsafe {
            choose(client.instance, stones, allowed, &raw const limits, &raw mut choice, &raw mut two, error)
        });
        (reply, choice, String::from_utf8_lossy(&room[..two.length as usize]).into_owned())
    };
    let both = abi::choose::BLACK | abi::choose::WHITE;
    let placed = (ok(), abi::choose::PLACE_TWO, "d1 e1".to_owned());
    assert_eq!(answer(both | abi::choose::PLACE_TWO), placed);
    let text = "it placed two more stones where that is not allowed";
    assert_eq!(answer(both).0, (status::FAILED, text.to_owned()));
    assert_eq!(client.set_option("mood", "no openings"), ok());
    assert_eq!(answer(both).0, (status::UNSUPPORTED, "it does not know the opening protocols".to_owned()));
}
