//! From the window's callbacks to the program. Callbacks hold the program weakly: the program owns the window.

use std::rc::Rc;
use std::time::Duration;

use rules::Point;
use slint::{ComponentHandle, Model, ModelRc, SharedString, VecModel};

use super::generated::{BannerRow, GameAdapter, MainWindow};
use crate::app::App;
use crate::app::dialogs::Wanted;
use crate::picture::Format;
use crate::session::Input;
use crate::session::seat::Seat;
use crate::view::board;

mod analysis;
pub mod engines;
mod new_game;
mod playing;
mod record;
pub mod settings;

/// Wires every callback.
pub fn connect(app: &Rc<App>) {
    game(app);
    tools(app);
    banner(app);
    new_game::connect(app);
    playing::connect(app);
    record::connect(app);
    settings::connect(app);
    engines::connect(app);
    analysis::connect(app);
}

/// A callback without arguments that does something to the program.
fn on(app: &Rc<App>, act: impl Fn(&Rc<App>) + 'static) -> impl Fn() + 'static {
    let app = Rc::downgrade(app);
    move || {
        if let Some(app) = app.upgrade() {
            act(&app);
        }
    }
}

/// A callback with one argument that does something to the program.
fn on_value<T>(app: &Rc<App>, act: impl Fn(&Rc<App>, T) + 'static) -> impl Fn(T) + 'static {
    let app = Rc::downgrade(app);
    move |value| {
        if let Some(app) = app.upgrade() {
            act(&app, value);
        }
    }
}

fn game(app: &Rc<App>) {
    let game = app.window().global::<GameAdapter>();
    game.on_point_pressed(on_value(app, |app, place| {
        if let Some(point) = point(app, place) {
            app.apply(Input::Click(point));
        }
    }));
    let weak = Rc::downgrade(app);
    game.on_point_dropped(move |from, to| {
        let Some(app) = weak.upgrade() else { return };
        if let (Some(from), Some(to)) = (point(&app, from), point(&app, to)) {
            app.drop_man(from, to);
        }
    });
    game.on_escaped(on(app, App::let_go));
    game.on_go_to(on_value(app, App::go_to_ply));
    game.on_undo(on(app, |app| app.apply(Input::Undo)));
    game.on_redo(on(app, |app| app.apply(Input::Redo)));
    game.on_copy_picture(on(app, App::copy_picture));
    game.on_save_picture(on_value(app, |app, format| {
        let format = match format {
            0 => Format::Png,
            1 => Format::Svg,
            _ => Format::Gif,
        };
        app.pick_file(Wanted::Picture(format));
    }));
    game.on_rematch(on(app, |app| app.apply(Input::Restart)));
    app.window().on_quit(|| {
        // An event loop that has ended already needs no quitting.
        let _ = slint::quit_event_loop();
    });
}

fn tools(app: &Rc<App>) {
    let game = app.window().global::<GameAdapter>();
    game.on_hint(on(app, App::ask_hint));
    game.on_move_now(on(app, |app| app.apply(Input::MoveNow)));
    game.on_resign(on(app, |app| app.apply(Input::Resign)));
    game.on_offer_draw(on(app, |app| app.apply(Input::OfferDraw)));
    game.on_swap_sides(on(app, |app| {
        let [first, second] = app.table().borrow().session().seats().clone();
        app.apply(Input::SetSeats([second, first]));
    }));
    game.on_pause(on_value(app, |app, paused| app.apply(if paused { Input::Pause } else { Input::Resume })));
    game.on_step(on(app, |app| app.apply(Input::Step)));
    game.on_speed_picked(on_value(app, |app, step| app.set_pace(index(step))));
    game.on_level_picked(on_value(app, |app, level| app.set_level(index(level))));
}

fn banner(app: &Rc<App>) {
    let game = app.window().global::<GameAdapter>();
    game.on_restart_engine(on(app, |app| app.apply(Input::Retry)));
    game.on_take_over(on(app, |app| {
        let (mut seats, failed) = {
            let table = app.table().borrow();
            let session = table.session();
            (session.seats().clone(), session.failure().map(|(side, _)| side))
        };
        if let Some(side) = failed {
            seats[side.index()] = Seat::Human;
            app.apply(Input::SetSeats(seats));
        }
    }));
    game.on_banner_closed(on(app, |app| app.window().global::<GameAdapter>().set_banner(BannerRow::default())));
}

/// The point that a row of the board's model stands for.
fn point(app: &App, place: i32) -> Option<Point> {
    let table = app.table().borrow();
    let (files, rows) = board::dimensions(table.session());
    let place = u16::try_from(place).ok()?;
    let (file, row) = (place % u16::from(files), place / u16::from(files));
    Some(Point::new(u8::try_from(file).ok()?, u8::try_from(row).ok().filter(|row| *row < rows)?))
}

/// Slint's numbers as places in a list; a negative one stands for none and becomes a place that no list has.
fn index(value: i32) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

/// A list for the window.
fn model<T: Clone + 'static>(rows: impl IntoIterator<Item = T>) -> ModelRc<T> {
    ModelRc::from(Rc::new(VecModel::from_iter(rows)))
}

/// Shows the levels of the engine that the selector means, and which is chosen.
pub fn set_levels(game: &GameAdapter<'_>, levels: &[String], chosen: usize) {
    let levels: Vec<SharedString> = levels.iter().map(|level| level.as_str().into()).collect();
    if !game.get_levels().iter().eq(levels.iter().cloned()) {
        game.set_levels(model(levels));
    }
    game.set_level(i32::try_from(chosen).unwrap_or(0));
}

/// Shows the speed of a demo.
pub fn set_speed(game: &GameAdapter<'_>, step: usize, pace: Duration) {
    game.set_speed_steps(i32::try_from(crate::app::PACES.len() - 1).unwrap_or(0));
    game.set_speed(i32::try_from(step).unwrap_or(0));
    game.set_speed_text(format!("{:.1} s", pace.as_secs_f64()).into());
}

/// Puts the window in its remembered size before it shows.
pub fn set_size(window: &MainWindow, size: crate::settings::WindowSize) {
    window.window().set_size(slint::LogicalSize::new(size.width, size.height));
}
