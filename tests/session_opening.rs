//! Swap and swap2 through the session: people and engines in both parts.

use std::time::Duration;

use qiju::session::clock::TimeControl;
use qiju::session::seat::{EngineSpec, Seat};
use qiju::session::{Effect, Input, OpeningReply, Refused, Reply, Request, Session, Setup, Task};
use rules::gomoku::opening::{Choice, Protocol};
use rules::{Move, Position, Side, Variant};

const NOW: Duration = Duration::from_secs(1000);
const GOMOKU: Variant = Variant::Gomoku;

fn engine(name: &str) -> Seat {
    Seat::Engine(EngineSpec::new(name))
}

fn begin(protocol: Protocol, seats: [Seat; 2]) -> (Session, Vec<Effect>) {
    let mut setup = Setup::new(GOMOKU, 15);
    setup.opening = protocol;
    setup.time = [TimeControl::PerMove(Duration::from_secs(60)), TimeControl::PerMove(Duration::from_secs(30))];
    let mut session = Session::new(setup, seats).unwrap();
    let effects = session.begin(NOW);
    (session, effects)
}

fn mv(text: &str) -> Move {
    GOMOKU.parse_move(text).unwrap()
}

fn put(session: &mut Session, text: &str) -> Vec<Effect> {
    session.apply(Input::Play(mv(text)), NOW)
}

fn put_all(session: &mut Session, stones: &[&str]) {
    for stone in stones {
        put(session, stone);
    }
}

fn asked(effects: &[Effect]) -> &Request {
    effects
        .iter()
        .find_map(|effect| if let Effect::Think(request) = effect { Some(request) } else { None })
        .expect("an engine is asked")
}

fn moves(session: &Session) -> String {
    let moves: Vec<_> = session.record().moves().iter().map(|mv| GOMOKU.move_text(*mv)).collect();
    moves.join(" ")
}

#[test]
fn the_responder_who_takes_black_changes_sides_with_the_opener() {
    let (mut session, _) = begin(Protocol::Swap2, [Seat::Human, Seat::Human]);
    session.apply(Input::SetSeats([Seat::Human, engine("late")]), NOW);
    session.apply(Input::SetSeats([Seat::Human, Seat::Human]), NOW);
    for stone in ["h8", "i9", "j10"] {
        assert_eq!(session.mover(), Side::First, "the opener puts all three stones");
        put(&mut session, stone);
    }
    assert_eq!(session.mover(), Side::Second);
    assert_eq!(put(&mut session, "a1"), [Effect::Refused(Refused::ChoiceFirst)]);
    let effects = session.apply(Input::Choose(Choice::Black), NOW);
    assert!(effects.contains(&Effect::SidesChanged) && effects.contains(&Effect::OpeningOver(Side::Second)));
    assert!(session.opening().is_none());
    assert_eq!(session.mover(), Side::Second, "white is to move");
    assert_eq!(session.setup().time[0], TimeControl::PerMove(Duration::from_secs(30)), "time goes with its player");
    put(&mut session, "a1");
    assert_eq!(moves(&session), "h8 i9 j10 a1");
}

#[test]
fn two_more_stones_hand_the_choice_back() {
    let (mut session, _) = begin(Protocol::Swap2, [Seat::Human, Seat::Human]);
    put_all(&mut session, &["h8", "i9", "j10"]);
    session.apply(Input::Choose(Choice::PutTwo), NOW);
    put_all(&mut session, &["c3", "d4"]);
    assert_eq!(session.mover(), Side::First);
    assert_eq!(session.apply(Input::Choose(Choice::PutTwo), NOW), [Effect::Refused(Refused::NoChoice)]);
    let effects = session.apply(Input::Choose(Choice::White), NOW);
    assert!(effects.contains(&Effect::SidesChanged), "the responder plays black now");
    assert_eq!(session.position().side_to_move(), Side::Second);
}

#[test]
fn a_step_of_a_person_is_taken_back_but_never_one_that_is_settled() {
    let (mut session, _) = begin(Protocol::Swap, [Seat::Human, Seat::Human]);
    assert_eq!(session.apply(Input::Undo, NOW), [Effect::Refused(Refused::NothingToUndo)]);
    put_all(&mut session, &["h8", "i9"]);
    session.apply(Input::Undo, NOW);
    assert_eq!(moves(&session), "h8");
    put_all(&mut session, &["c3", "d4"]);
    session.apply(Input::Choose(Choice::White), NOW);
    assert_eq!(session.apply(Input::Undo, NOW), [Effect::Refused(Refused::NothingToUndo)]);
    put(&mut session, "e5");
    session.apply(Input::Undo, NOW);
    assert_eq!(moves(&session), "h8 c3 d4");
}

#[test]
fn a_person_opens_against_an_engine() {
    let (mut session, _) = begin(Protocol::Swap2, [Seat::Human, engine("late")]);
    put_all(&mut session, &["h8", "i9"]);
    let effects = put(&mut session, "j10");
    let request = asked(&effects);
    assert_eq!((request.side, request.task), (Side::Second, Task::Choose { place_two: true }));
    let reply = OpeningReply::Choice(Choice::Black, Vec::new());
    let effects = session.apply(Input::EngineOpened(request.id, reply, Duration::ZERO), NOW);
    assert!(effects.contains(&Effect::SidesChanged));
    assert!(session.seat(Side::Second).is_human(), "the person plays white, who is to move");
    let effects = put(&mut session, "a1");
    assert_eq!((asked(&effects).side, asked(&effects).task), (Side::First, Task::Move));
}

#[test]
fn an_engine_opens_and_puts_two_more() {
    let (mut session, effects) = begin(Protocol::Swap2, [engine("a"), engine("b")]);
    let request = asked(&effects);
    assert_eq!((request.side, request.task), (Side::First, Task::Propose(3)));
    let stones = OpeningReply::Stones(["h8", "i9", "j10"].map(mv).to_vec());
    let effects = session.apply(Input::EngineOpened(request.id, stones, Duration::ZERO), NOW);
    let request = asked(&effects);
    let two = OpeningReply::Choice(Choice::PutTwo, ["c3", "d4"].map(mv).to_vec());
    let effects = session.apply(Input::EngineOpened(request.id, two, Duration::ZERO), NOW);
    let request = asked(&effects);
    assert_eq!((request.side, request.task), (Side::First, Task::Choose { place_two: false }));
    let white = OpeningReply::Choice(Choice::White, Vec::new());
    let effects = session.apply(Input::EngineOpened(request.id, white, Duration::ZERO), NOW);
    assert_eq!(asked(&effects).side, Side::Second);
    assert_eq!(session.seat(Side::Second).engine().unwrap().engine, "a", "the opener plays white");
}

#[test]
fn an_engine_that_puts_nonsense_is_told_of() {
    let (mut session, effects) = begin(Protocol::Swap, [engine("a"), Seat::Human]);
    let stones = OpeningReply::Stones(["h8", "h8", "j10"].map(mv).to_vec());
    let effects = session.apply(Input::EngineOpened(asked(&effects).id, stones, Duration::ZERO), NOW);
    assert!(
        effects.iter().any(
            |effect| matches!(effect, Effect::Failed(Side::First, why) if why.contains("H8") || why.contains("h8"))
        )
    );
}

#[test]
fn an_engine_without_openings_finishes_what_a_person_began() {
    let (mut session, _) = begin(Protocol::Swap, [Seat::Human, Seat::Human]);
    put(&mut session, "h8");
    let effects = session.apply(Input::SetSeats([engine("a"), Seat::Human]), NOW);
    let id = asked(&effects).id;
    assert_eq!(asked(&effects).task, Task::Move);
    let effects = session.apply(Input::EngineMoved(id, Reply { mv: Some(mv("i9")), ..Reply::default() }), NOW);
    assert_eq!(asked(&effects).task, Task::Move, "one more stone");
}

#[test]
fn a_rematch_opens_anew() {
    let (mut session, _) = begin(Protocol::Swap, [Seat::Human, Seat::Human]);
    put_all(&mut session, &["h8", "i9", "j10"]);
    session.apply(Input::Choose(Choice::White), NOW);
    session.apply(Input::Resign, NOW);
    session.apply(Input::Restart, NOW);
    assert!(session.opening().is_some());
    assert_eq!(moves(&session), "");
}
