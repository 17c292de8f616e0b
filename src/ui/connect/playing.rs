//! Openings, draw offers, and who sits down in the middle of a game.

use std::rc::Rc;

use rules::Side;
use rules::gomoku::opening::Choice;
use slint::ComponentHandle;

use super::{index, on, on_value};
use crate::app::App;
use crate::session::Input;
use crate::ui::generated::PlayingAdapter;

pub(super) fn connect(app: &Rc<App>) {
    let adapter = app.window().global::<PlayingAdapter>();
    adapter.on_choose(on_value(app, |app, choice: i32| {
        let choice = [Choice::Black, Choice::White, Choice::PutTwo].get(index(choice)).copied();
        choice.into_iter().for_each(|choice| app.apply(Input::Choose(choice)));
    }));
    adapter.on_answer_draw(on_value(app, |app, taken| app.apply(Input::AnswerDraw(taken))));
    let weak = Rc::downgrade(app);
    adapter.on_seat_picked(move |side, player| {
        let side = if side == 1 { Side::First } else { Side::Second };
        if let Some(app) = weak.upgrade() {
            app.seat_player(side, index(player));
        }
    });
    adapter.on_move_for_me(on_value(app, |app, engine| app.move_for_me(index(engine))));
    adapter.on_go_on(on(app, |app| app.apply(Input::Resume)));
    adapter.on_rematch_swapped(on(app, App::rematch_swapped));
}
