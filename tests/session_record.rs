//! The record of a game as people edit it: variations, comments, marks, and a board that follows.

use std::time::Duration;

use proptest::prelude::*;
use qiju::session::record::{Evaluation, Judgement, Mark, MarkShape, NodeId, Score};
use qiju::session::seat::{EngineSpec, Seat};
use qiju::session::{Edit, Effect, Input, Reply, Session, Setup};
use rules::{Move, Point, Position, Variant};

const NOW: Duration = Duration::from_secs(10);

fn session(seats: [Seat; 2]) -> Session {
    let mut session = Session::new(Setup::new(Variant::Gomoku, 15), seats).unwrap();
    session.begin(NOW);
    session
}

fn people() -> Session {
    session([Seat::Human, Seat::Human])
}

fn mv(text: &str) -> Move {
    Variant::Gomoku.parse_move(text).unwrap()
}

fn play(session: &mut Session, moves: &str) {
    moves.split(' ').for_each(|text| {
        session.apply(Input::Play(mv(text)), NOW);
    });
}

fn line(session: &Session, nodes: &[NodeId]) -> String {
    let moves = nodes.iter().filter_map(|id| session.record().node(*id).mv());
    moves.map(|mv| Variant::Gomoku.move_text(mv)).collect::<Vec<_>>().join(" ")
}

fn main_line(session: &Session) -> String {
    let record = session.record();
    let first = |id: NodeId| record.node(id).children().first().copied();
    line(session, &std::iter::successors(first(NodeId::ROOT), |id| first(*id)).collect::<Vec<_>>())
}

#[test]
fn a_move_after_undo_replaces_the_one_taken_back_and_keeps_it_as_a_variation() {
    let mut session = people();
    play(&mut session, "h8 h9 i9");
    session.apply(Input::Undo, NOW);
    session.apply(Input::Undo, NOW);
    play(&mut session, "g7 g8");
    assert_eq!(main_line(&session), "h8 g7 g8");
    let first = session.record().node(NodeId::ROOT).children()[0];
    assert_eq!(session.record().node(first).children().len(), 2);
}

#[test]
fn a_move_tried_while_browsing_is_a_variation() {
    let mut session = people();
    play(&mut session, "h8 h9 i9");
    session.apply(Input::GoTo(session.record().path(session.record().current())[0]), NOW);
    play(&mut session, "g7");
    assert_eq!(main_line(&session), "h8 h9 i9");
    session.apply(Input::Edit(session.record().current(), Edit::Promote), NOW);
    assert_eq!(main_line(&session), "h8 g7");
}

#[test]
fn what_is_shown_can_be_deleted_and_the_board_goes_back_before_it() {
    let mut session = people();
    play(&mut session, "h8 h9 i9 j10");
    let doomed = session.record().path(session.record().current())[1];
    let effects = session.apply(Input::Edit(doomed, Edit::Delete), NOW);
    assert!(effects.contains(&Effect::Changed));
    assert_eq!(main_line(&session), "h8");
    assert_eq!(session.position().ply(), 1);
    assert!(session.apply(Input::GoTo(doomed), NOW).is_empty(), "a node that is gone is nowhere to go to");
    assert!(session.apply(Input::Edit(doomed, Edit::Promote), NOW).is_empty());
    session.apply(Input::Edit(NodeId::ROOT, Edit::Delete), NOW);
    assert_eq!(main_line(&session), "h8", "the start is not deleted");
}

#[test]
fn an_engine_is_asked_once_nothing_follows_its_position() {
    let engine = Seat::Engine(EngineSpec::new("scripted"));
    let mut session = session([Seat::Human, engine]);
    let mut effects = session.apply(Input::Play(mv("h8")), NOW);
    let asked = |effects: &[Effect]| {
        effects.iter().find_map(|effect| match effect {
            Effect::Think(request) => Some(request.id),
            _ => None,
        })
    };
    let reply = Reply {
        mv: Some(mv("i9")),
        evaluation: Some(Evaluation { score: Score::Cp(-12), depth: 6 }),
        ..Reply::default()
    };
    session.apply(Input::EngineMoved(asked(&effects).unwrap(), reply), NOW);
    let answer = session.record().current();
    assert_eq!(session.record().node(answer).notes.evaluation, reply.evaluation);
    let before = session.record().node(answer).parent().unwrap();
    effects = session.apply(Input::GoTo(before), NOW);
    assert_eq!(asked(&effects), None, "somebody browses");
    effects = session.apply(Input::Edit(answer, Edit::Delete), NOW);
    assert!(asked(&effects).is_some());
}

#[test]
fn notes_are_kept_with_their_position() {
    let mut session = people();
    play(&mut session, "h8 h9");
    let id = session.record().current();
    let mark = Mark { point: Point::new(3, 3), shape: MarkShape::Triangle };
    session.apply(Input::Edit(id, Edit::SetComment("hold the centre".to_owned())), NOW);
    session.apply(Input::Edit(id, Edit::ToggleMark(mark.clone())), NOW);
    session.apply(Input::Edit(id, Edit::SetJudgement(Some(Judgement::Dubious))), NOW);
    session.apply(Input::Undo, NOW);
    session.apply(Input::Redo, NOW);
    let notes = &session.record().node(session.record().current()).notes;
    assert_eq!(notes.comment, "hold the centre");
    assert_eq!(notes.marks, [mark]);
    assert_eq!(notes.judgement.map(Judgement::symbol), Some("?!"));
}

fn input() -> impl Strategy<Value = (u8, usize)> {
    (0u8..12, any::<usize>())
}

fn apply(session: &mut Session, (kind, index): (u8, usize)) {
    let any = session.record().node_id(index % session.record().capacity());
    let edit = |edit| any.map(|id| Input::Edit(id, edit));
    let input = match kind {
        0..=5 => Some(Input::Play(Move::Put { to: Point::new(u8::try_from(index % 5).unwrap(), kind) })),
        6 => Some(Input::Undo),
        7 => Some(Input::Redo),
        8 => any.map(Input::GoTo),
        9 => edit(Edit::Promote),
        10 => edit(Edit::MakeMain),
        _ => edit(Edit::Delete),
    };
    input.into_iter().for_each(|input| {
        session.apply(input, NOW);
    });
}

proptest! {
    #[test]
    fn the_board_is_always_the_one_its_moves_lead_to(inputs in prop::collection::vec(input(), 1..80)) {
        let mut session = people();
        for input in inputs {
            apply(&mut session, input);
            let mut replayed = session.setup().position().unwrap();
            session.record().moves().into_iter().for_each(|mv| replayed.play_unchecked(mv));
            prop_assert_eq!(replayed.fen(), session.position().fen());
        }
    }
}
