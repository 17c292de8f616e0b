//! The record: from the list of moves, the comment and the marks to the program.

use std::rc::Rc;

use slint::{ComponentHandle, SharedString};

use super::{on, on_value, point};
use crate::app::App;
use crate::session::{Edit, Input};
use crate::ui::generated::RecordAdapter;

pub(super) fn connect(app: &Rc<App>) {
    let record = app.window().global::<RecordAdapter>();
    record.on_go_to(on_value(app, |app, node| {
        if let Some(node) = app.node(node) {
            app.apply(Input::GoTo(node));
        }
    }));
    record.on_promote(on(app, |app| app.edit(Edit::Promote)));
    record.on_make_main(on(app, |app| app.edit(Edit::MakeMain)));
    record.on_delete(on(app, |app| app.edit(Edit::Delete)));
    record.on_previous_variation(on(app, |app| app.step_variation(-1)));
    record.on_next_variation(on(app, |app| app.step_variation(1)));
    record.on_comment_edited(on_value(app, |app, text: SharedString| app.edit(Edit::SetComment(text.into()))));
    record.on_judgement_picked(on_value(app, App::judge));
    record.on_mark_pressed(on_value(app, |app, place| {
        if let Some(point) = point(app, place) {
            app.mark(point);
        }
    }));
    record.on_fold_toggled(on_value(app, App::toggle_fold));
    record.on_relaid(on(app, |app| app.show()));
}
