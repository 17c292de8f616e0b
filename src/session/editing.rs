//! Changes to the record that are not moves of the game: variations, comments, marks.

use std::time::Duration;

use rules::{Move, Position};

use super::record::{Evaluation, Judgement, Mark, NodeId};
use super::{Effect, Session};

/// A change to one node of the record, or to the variation that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Its variation moves one place up among those of its branching point.
    Promote,
    /// The moves to it become the main line.
    MakeMain,
    /// It goes, with everything after it. Whoever looks at it is sent to the position before.
    Delete,
    /// Says something about it, or nothing with an empty text.
    SetComment(String),
    /// Puts a mark on the board, or takes the same one away.
    ToggleMark(Mark),
    /// Judges the move that led to it.
    SetJudgement(Option<Judgement>),
    /// Adds a line of play after it, as a variation where another move follows already. Nobody goes there. A line that
    /// is not legal is added as far as it is.
    AddLine(Vec<Move>),
    /// Notes what the position is worth.
    SetEvaluation(Option<Evaluation>),
}

impl Session {
    /// Changes the record at one node. A node that is gone stays gone: somebody else deleted it first.
    pub(super) fn edit(&mut self, id: NodeId, edit: Edit, now: Duration, effects: &mut Vec<Effect>) {
        let Some(node) = self.record.node_mut(id) else { return };
        match edit {
            Edit::Promote => self.record.promote(id),
            Edit::MakeMain => self.record.make_main(id),
            Edit::Delete => return self.delete(id, now, effects),
            Edit::AddLine(moves) => self.add_line(id, &moves),
            Edit::SetComment(comment) => node.notes.comment = comment,
            Edit::ToggleMark(mark) => node.notes.toggle(mark),
            Edit::SetJudgement(judgement) => node.notes.judgement = judgement,
            Edit::SetEvaluation(evaluation) => node.notes.evaluation = evaluation,
        }
        effects.push(Effect::Changed);
    }

    fn add_line(&mut self, id: NodeId, moves: &[Move]) {
        let Ok(mut position) = self.setup.position() else { return };
        let way = self.record.path(id);
        way.iter().filter_map(|node| self.record.node(*node).mv()).for_each(|mv| position.play_unchecked(mv));
        let mut last = id;
        for mv in moves {
            if !position.is_legal(*mv) {
                break;
            }
            position.play_unchecked(*mv);
            last = self.record.add(last, *mv);
        }
    }

    fn delete(&mut self, id: NodeId, now: Duration, effects: &mut Vec<Effect>) {
        let Some(before) = self.record.node(id).parent() else { return };
        let leaves = self.record.path(self.record.current()).contains(&id);
        if leaves {
            self.leave_for(before, now, effects);
        }
        self.record.delete(id);
        // Where nothing follows any more nobody browses, and an engine may be asked.
        self.changed(now, false, effects);
    }
}
