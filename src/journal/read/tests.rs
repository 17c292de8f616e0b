use std::time::Duration;

use rules::Variant;
use rules::gomoku::opening::Protocol;

use super::super::Journal;
use super::*;
use crate::session::record::{Evaluation, Judgement, Mark, MarkShape, Score};
use crate::session::{Edit, Input, Setup};

const NOW: Duration = Duration::from_secs(5);

struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path().join("data/game.journal")
    }

    /// Keeps every state of a game that is driven by `inputs`.
    fn keep(&self, setup: Setup, inputs: &[&str]) -> Session {
        let variant = setup.variant;
        let journal = Journal::open(&self.file()).unwrap().unwrap();
        let mut session = Session::new(setup, [Seat::Human, Seat::Human]).unwrap();
        session.begin(NOW);
        for (place, input) in inputs.iter().enumerate() {
            let input = match *input {
                "undo" => Input::Undo,
                "resign" => Input::Resign,
                mv => Input::Play(variant.parse_move(mv).unwrap()),
            };
            session.apply(input, NOW + Duration::from_secs(place as u64));
            journal.keep(&session);
        }
        journal.keep(&session);
        session
    }
}

fn timed() -> Setup {
    let mut setup = Setup::new(Variant::Gomoku, 15);
    setup.time = ["10m+5s", "10m+3x30s"].map(|text| text.parse().unwrap());
    setup.nodes = Some(7);
    setup
}

/// The tree in one text: every node's way with what it holds.
fn tree(session: &Session) -> Vec<String> {
    let record = session.record();
    let mut nodes: Vec<_> = (0..record.capacity())
        .filter_map(|index| record.node_id(index))
        .map(|id| {
            let way: Vec<_> = record.path(id).iter().map(|id| format!("{:?}", record.node(*id).mv())).collect();
            let node = record.node(id);
            format!("{way:?} {:?} {:?} {:?}", node.clocks, node.ending, node.notes)
        })
        .collect();
    nodes.sort();
    nodes
}

#[test]
fn a_game_comes_back_with_tree_clocks_and_place() {
    let desk = Desk::new();
    let before = desk.keep(timed(), &["h8", "i9", "j10", "undo", "undo", "a1", "b2", "undo"]);
    let found = find(&desk.file());
    let session = found.session.unwrap();
    assert_eq!(found.message, None);
    assert_eq!(tree(&session), tree(&before));
    assert_eq!((session.setup(), session.seats()), (before.setup(), before.seats()));
    assert_eq!(session.record().moves(), before.record().moves());
    assert_eq!(session.record().line().len(), before.record().line().len(), "redo finds the same line");
    assert_eq!(session.clock().remaining(), before.record().node(before.record().current()).clocks.unwrap());
}

#[test]
fn notes_and_order_of_variations_come_back() {
    let desk = Desk::new();
    let mut session = Session::new(Setup::new(Variant::Xiangqi, 15), [Seat::Human, Seat::Human]).unwrap();
    let journal = Journal::open(&desk.file()).unwrap().unwrap();
    let play = |text: &str| Input::Play(Variant::Xiangqi.parse_move(text).unwrap());
    for input in [play("h2e2"), Input::Undo, play("b2e2"), Input::Undo, play("g3g4")] {
        session.apply(input, NOW);
        journal.keep(&session);
    }
    let id = session.record().current();
    let point = Variant::Xiangqi.parse_point("e4").unwrap();
    for edit in [
        Edit::MakeMain,
        Edit::SetComment("line one\nline two \"quoted\"".to_owned()),
        Edit::ToggleMark(Mark { point, shape: MarkShape::Label("A".to_owned()) }),
        Edit::SetJudgement(Some(Judgement::Interesting)),
        Edit::SetEvaluation(Some(Evaluation { score: Score::Mate(rules::Side::Second, 5), depth: 12 })),
    ] {
        session.apply(Input::Edit(id, edit), NOW);
        journal.keep(&session);
    }
    let doomed = session.record().node(NodeId::ROOT).children()[2];
    session.apply(Input::Edit(doomed, Edit::Delete), NOW);
    journal.keep(&session);
    drop(journal);
    let again = find(&desk.file()).session.unwrap();
    assert_eq!(tree(&again), tree(&session));
    let moves = |session: &Session| {
        let record = session.record();
        record.node(NodeId::ROOT).children().iter().map(|id| record.node(*id).mv()).collect::<Vec<_>>()
    };
    assert_eq!(moves(&again), moves(&session));
}

#[test]
fn a_torn_last_line_costs_nothing_but_itself() {
    let desk = Desk::new();
    desk.keep(timed(), &["h8", "i9", "j10"]);
    let whole = fs::read(desk.file()).unwrap();
    let last_line = whole[..whole.len() - 1].iter().rev().take_while(|byte| **byte != b'\n').count();
    for cut in 1..=last_line {
        fs::write(desk.file(), &whole[..whole.len() - cut]).unwrap();
        let found = find(&desk.file());
        assert_eq!(found.message, None, "cut by {cut}");
        assert!(found.session.unwrap().record().moves().len() >= 2, "cut by {cut}");
    }
}

#[test]
fn a_file_broken_in_the_middle_is_kept_aside_and_told_of() {
    let desk = Desk::new();
    desk.keep(timed(), &["h8", "i9"]);
    let text = fs::read_to_string(desk.file()).unwrap();
    fs::write(desk.file(), format!("{text}rubbish\n{text}")).unwrap();
    let found = find(&desk.file());
    assert_eq!(found.session.unwrap().record().moves().len(), 2);
    let message = found.message.unwrap();
    assert!(message.contains("game.broken") && message.contains("can't be read"), "{message}");
    fs::write(desk.file(), "{}\n{}\n").unwrap();
    assert!(find(&desk.file()).session.is_none());
}

#[test]
fn an_ending_and_an_unsettled_opening_come_back() {
    let desk = Desk::new();
    let before = desk.keep(timed(), &["h8", "resign"]);
    assert_eq!(find(&desk.file()).session.unwrap().verdict(), before.verdict());
    let desk = Desk::new();
    let mut setup = Setup::new(Variant::Gomoku, 15);
    setup.opening = Protocol::Swap2;
    let before = desk.keep(setup, &["h8", "i9"]);
    let again = find(&desk.file()).session.unwrap();
    assert_eq!(again.opening(), before.opening());
}

#[test]
fn only_one_program_keeps_a_game() {
    let desk = Desk::new();
    let first = Journal::open(&desk.file()).unwrap();
    assert!(first.is_some());
    assert!(Journal::open(&desk.file()).unwrap().is_none());
    drop(first);
    assert!(Journal::open(&desk.file()).unwrap().is_some());
}

#[test]
fn a_new_game_begins_the_file_anew() {
    let desk = Desk::new();
    let mut journal = Journal::open(&desk.file()).unwrap().unwrap();
    let mut session = Session::new(timed(), [Seat::Human, Seat::Human]).unwrap();
    session.apply(Input::Play(Variant::Gomoku.parse_move("h8").unwrap()), NOW);
    journal.keep(&session);
    journal.begin_game();
    journal.keep(&Session::new(timed(), [Seat::Human, Seat::Human]).unwrap());
    drop(journal);
    assert!(find(&desk.file()).session.unwrap().record().moves().is_empty());
}
