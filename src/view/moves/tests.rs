use std::time::Duration;

use rules::Variant;

use super::*;
use crate::session::record::Judgement;
use crate::session::seat::Seat;
use crate::session::{Edit, Input, Setup};
use crate::view::notation::Notation;

const NOW: Duration = Duration::ZERO;

fn game(moves: &str) -> Session {
    let mut session = Session::new(Setup::new(Variant::Gomoku, 15), [Seat::Human, Seat::Human]).unwrap();
    play(&mut session, moves);
    session
}

fn play(session: &mut Session, moves: &str) {
    for text in moves.split_whitespace() {
        session.apply(Input::Play(Variant::Gomoku.parse_move(text).unwrap()), NOW);
    }
}

/// Goes to a ply of the main line.
fn go_to(session: &mut Session, ply: usize) {
    let record = session.record();
    let first = |id: NodeId| record.node(id).children().first().copied();
    let node = std::iter::successors(Some(NodeId::ROOT), |id| first(*id)).nth(ply).unwrap();
    session.apply(Input::GoTo(node), NOW);
}

fn list(session: &Session, width: f32, open: &[NodeId]) -> Vec<String> {
    let mut texts = NotationCache::default();
    texts.update(session, Notation::default());
    let layout = Layout { width, open: open.iter().copied().collect() };
    rows(session, &texts, &layout).iter().map(text).collect()
}

fn text(row: &Row) -> String {
    match row {
        Row::Pair { number, cells, evaluation, .. } => {
            let cell = |cell: &Option<Cell>| {
                cell.as_ref().map_or("-".to_owned(), |cell| format!("{}{}", cell.text, cell.sign))
            };
            let value = evaluation.map(|evaluation| format!(" {}", score_text(evaluation.score))).unwrap_or_default();
            format!("{number} {} {}{value}", cell(&cells[0]), cell(&cells[1]))
        }
        Row::Comment { text, .. } => format!("# {text}"),
        Row::Variation { words, fold, .. } => {
            let words: Vec<_> = words.iter().map(|word| word.text.as_str()).collect();
            format!("| {} {fold:?}", words.join(" ")).replace(" None", "")
        }
    }
}

#[test]
fn the_main_line_stands_in_pairs() {
    assert_eq!(list(&game("h8 h9 i9"), 50.0, &[]), ["1 H8 H9", "2 I9 -"]);
    assert!(list(&game(""), 50.0, &[]).is_empty());
}

#[test]
fn comments_and_variations_stand_below_their_pair() {
    let mut session = game("h8 h9 i9 i10");
    let note = |session: &mut Session, text: &str| {
        session.apply(Input::Edit(session.record().current(), Edit::SetComment(text.to_owned())), NOW);
    };
    go_to(&mut session, 1);
    note(&mut session, "the centre");
    play(&mut session, "g7 g8 f6");
    go_to(&mut session, 0);
    note(&mut session, "Game 1");
    play(&mut session, "c3");
    go_to(&mut session, 2);
    note(&mut session, "direct");
    let expected = ["# Game 1", "1 H8 H9", "# the centre", "| 1. C3", "# direct", "| 1… G7 2. G8 F6", "2 I9 I10"];
    assert_eq!(list(&session, 50.0, &[]), expected);
}

#[test]
fn variations_of_a_variation_stand_in_parentheses() {
    let mut session = game("h8 h9");
    go_to(&mut session, 1);
    play(&mut session, "g7 g8 f6 f5");
    let branch = session.record().node(session.record().path(session.record().current())[0]).children()[1];
    session.apply(Input::GoTo(branch), NOW);
    play(&mut session, "a1 a2");
    assert_eq!(list(&session, 50.0, &[]), ["1 H8 H9", "| 1… G7 2. G8 (2. A1 A2) 2… F6 3. F5"]);
}

#[test]
fn judgements_and_evaluations_stand_with_their_moves() {
    let mut session = game("h8 h9");
    let id = session.record().current();
    session.apply(Input::Edit(id, Edit::SetJudgement(Some(Judgement::Dubious))), NOW);
    let evaluation = Evaluation { score: Score::Cp(-25), depth: 3 };
    session.apply(Input::Edit(id, Edit::SetEvaluation(Some(evaluation))), NOW);
    assert_eq!(list(&session, 50.0, &[]), ["1 H8 H9?! −0.2"]);
    assert_eq!(score_text(Score::Mate(Side::Second, 5)), "−M5");
}

#[test]
fn a_long_variation_is_folded_to_two_lines_unless_it_is_open_or_shown() {
    let mut session = game("h8 h9");
    go_to(&mut session, 0);
    play(&mut session, "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1");
    let branch = session.record().node(NodeId::ROOT).children()[1];
    let shown = list(&session, 16.0, &[]);
    assert!(shown.len() > 3, "the move on the board is never hidden: {shown:?}");
    session.apply(Input::GoTo(NodeId::ROOT), NOW);
    let folded = list(&session, 16.0, &[]);
    assert_eq!(folded, ["1 H8 H9", "| 1. A1 B1 2. C1 D1 3. E1", "| F1 4. G1 Hidden(5)"]);
    let open = list(&session, 16.0, &[branch]);
    assert!(open.len() > 3 && open.last().unwrap().ends_with("Open"), "{open:?}");
}
