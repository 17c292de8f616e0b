//! What people do with the record of the game, beside playing.

use std::rc::Rc;

use slint::ComponentHandle;

use super::App;
use crate::session::record::{Judgement, Mark, MarkShape, NodeId};
use crate::session::{Edit, Input};
use crate::ui::generated::{MarkShape as UiMark, RecordAdapter};

impl App {
    /// The node that the window names by its number.
    #[must_use]
    pub fn node(&self, index: i32) -> Option<NodeId> {
        self.table.borrow().session().record().node_id(usize::try_from(index).ok()?)
    }

    /// The node shown.
    #[must_use]
    pub fn current_node(&self) -> NodeId {
        self.table.borrow().session().record().current()
    }

    /// Changes the record at the node shown.
    pub fn edit(self: &Rc<Self>, edit: Edit) {
        self.apply(Input::Edit(self.current_node(), edit));
    }

    /// Goes to the variation that stands so many places beside the move shown.
    pub fn step_variation(self: &Rc<Self>, by: isize) {
        let sibling = {
            let table = self.table.borrow();
            let record = table.session().record();
            let current = record.current();
            let siblings = record.node(current).parent().map_or(&[][..], |parent| record.node(parent).children());
            let place = siblings.iter().position(|id| *id == current);
            place.and_then(|place| place.checked_add_signed(by)).and_then(|place| siblings.get(place).copied())
        };
        sibling.into_iter().for_each(|sibling| self.apply(Input::GoTo(sibling)));
    }

    /// Judges the move shown; 0 takes the judgement away.
    pub fn judge(self: &Rc<Self>, choice: i32) {
        let place = usize::try_from(choice).ok().and_then(|choice| choice.checked_sub(1));
        self.edit(Edit::SetJudgement(place.and_then(|place| Judgement::ALL.get(place).copied())));
    }

    /// Puts the mark that is chosen on a point, or takes it away. A label is the first letter that is free.
    pub fn mark(self: &Rc<Self>, point: rules::Point) {
        let shape = match self.window.global::<RecordAdapter>().get_mark_shape() {
            UiMark::None | UiMark::Circle => MarkShape::Circle,
            UiMark::Square => MarkShape::Square,
            UiMark::Triangle => MarkShape::Triangle,
            UiMark::Cross => MarkShape::Cross,
            UiMark::Label => self.label(point),
        };
        self.edit(Edit::ToggleMark(Mark { point, shape }));
    }

    /// The label that a point has, or the first that no point has.
    fn label(&self, point: rules::Point) -> MarkShape {
        let table = self.table.borrow();
        let record = table.session().record();
        let notes = &record.node(record.current()).notes;
        if let Some(known @ MarkShape::Label(_)) = notes.mark_at(point) {
            return known.clone();
        }
        let taken = |label: &MarkShape| notes.marks.iter().any(|mark| mark.shape == *label);
        let letters = ('A'..='Z').map(|letter| MarkShape::Label(letter.to_string()));
        letters.into_iter().find(|label| !taken(label)).unwrap_or_else(|| MarkShape::Label("*".to_owned()))
    }

    /// Opens a variation that is folded, or folds it.
    pub fn toggle_fold(self: &Rc<Self>, branch: i32) {
        if let Some(branch) = self.node(branch) {
            self.presenter.toggle_fold(branch);
            self.show();
        }
    }
}
