use proptest::prelude::*;
use rules::{Move, Point};

use super::*;

fn mv(file: u8) -> Move {
    Move::Put { to: Point::new(file, 0) }
}

/// Plays files from the root and names the nodes passed.
fn play(record: &mut Record, files: &[u8]) -> Vec<NodeId> {
    record.go_to(NodeId::ROOT);
    files.iter().for_each(|file| record.play(mv(*file)));
    record.path(record.current())
}

/// The main line as files.
fn main_line(record: &Record) -> Vec<u8> {
    let first = |id: NodeId| record.node(id).children().first().copied();
    let nodes = std::iter::successors(first(NodeId::ROOT), |id| first(*id));
    nodes.filter_map(|id| record.node(id).mv().and_then(Move::to)).map(|point| point.file).collect()
}

#[test]
fn a_variation_rises_one_place_at_a_time() {
    let mut record = Record::new();
    play(&mut record, &[1, 2, 3]);
    play(&mut record, &[1, 4]);
    let last = play(&mut record, &[1, 5, 6])[2];
    assert!(!record.is_main(last));
    record.promote(last);
    assert_eq!(main_line(&record), [1, 2, 3]);
    record.promote(last);
    assert_eq!(main_line(&record), [1, 5, 6]);
    assert!(record.is_main(last));
    assert_eq!(record.current(), last, "nobody is sent elsewhere");
    record.promote(last);
    assert_eq!(main_line(&record), [1, 5, 6]);
}

#[test]
fn any_line_becomes_the_main_one_and_redo_keeps_its_way() {
    let mut record = Record::new();
    play(&mut record, &[1, 2]);
    let deep = play(&mut record, &[3, 4])[1];
    play(&mut record, &[3, 5, 6]);
    record.go_to(NodeId::ROOT);
    record.make_main(deep);
    assert_eq!(main_line(&record), [3, 4]);
    let line: Vec<_> = record.line().into_iter().filter_map(|id| record.node(id).mv()).collect();
    assert_eq!(line, [mv(3), mv(5), mv(6)], "redo goes where one was last");
}

#[test]
fn a_deleted_line_is_gone_and_others_keep_their_names() {
    let mut record = Record::new();
    let doomed = play(&mut record, &[1, 2, 3]);
    let kept = play(&mut record, &[1, 4]);
    record.delete(doomed[1]);
    assert!(record.contains(doomed[0]));
    assert!(!record.contains(doomed[1]) && !record.contains(doomed[2]));
    assert!(record.node_mut(doomed[2]).is_none());
    assert_eq!(record.node(kept[1]).mv(), Some(mv(4)));
    assert_eq!(main_line(&record), [1, 4]);
    record.delete(kept[0]);
    record.delete(NodeId::ROOT);
    assert_eq!(main_line(&record), [1, 4], "neither the start nor the way to the current move is deleted");
    record.play(mv(9));
    assert_eq!(record.current().index(), record.capacity() - 1, "a name is never given twice");
}

#[derive(Clone, Debug)]
enum Edit {
    Play(u8),
    GoTo(usize),
    Promote(usize),
    MakeMain(usize),
    Delete(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        6 => (0u8..4).prop_map(Edit::Play),
        3 => any::<usize>().prop_map(Edit::GoTo),
        1 => any::<usize>().prop_map(Edit::Promote),
        1 => any::<usize>().prop_map(Edit::MakeMain),
        1 => any::<usize>().prop_map(Edit::Delete),
    ]
}

fn apply(record: &mut Record, edit: &Edit) {
    let any = |index: usize, record: &Record| record.node_id(index % record.capacity());
    match edit {
        Edit::Play(file) => record.play(mv(*file)),
        Edit::GoTo(index) => any(*index, record).into_iter().for_each(|id| record.go_to(id)),
        Edit::Promote(index) => any(*index, record).into_iter().for_each(|id| record.promote(id)),
        Edit::MakeMain(index) => {
            if let Some(id) = any(*index, record) {
                record.make_main(id);
                assert!(record.is_main(id));
            }
        }
        Edit::Delete(index) => any(*index, record).into_iter().for_each(|id| record.delete(id)),
    }
}

/// What holds of every record: parents and children agree, redo leads to a child, nothing deleted can be reached.
fn check(record: &Record) {
    let mut reached = vec![NodeId::ROOT];
    let mut next = 0;
    while let Some(id) = reached.get(next).copied() {
        next += 1;
        let node = record.node(id);
        assert!(record.contains(id));
        assert_eq!(record.next(id).is_some(), !node.children().is_empty());
        for child in node.children() {
            assert_eq!(record.node(*child).parent(), Some(id));
            assert_eq!(record.node(*child).depth(), node.depth() + 1);
        }
        reached.extend(node.children());
    }
    let alive = (0..record.capacity()).filter(|index| record.node_id(*index).is_some()).count();
    assert_eq!(reached.len(), alive, "what was not deleted can be reached");
    let path = record.path(record.current());
    assert_eq!(path.len(), record.node(record.current()).depth());
    assert_eq!(record.line()[..path.len()], path);
    assert_eq!(record.moves().len(), path.len());
    let main = path.iter().all(|id| record.is_main(*id));
    assert_eq!(record.is_main(record.current()), main);
}

proptest! {
    #[test]
    fn the_tree_holds_together_whatever_is_done_to_it(edits in prop::collection::vec(edit(), 1..120)) {
        let mut record = Record::new();
        for edit in &edits {
            apply(&mut record, edit);
            check(&record);
        }
    }
}
