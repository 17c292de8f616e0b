//! The new-game sheet.

use std::rc::Rc;

use rules::Variant;
use sdk::option_id;
use slint::{ComponentHandle, Model, SharedString};

use super::{index, model, on, on_value};
use crate::app::App;
use crate::engines::catalog::Entry;
use crate::session::Session;
use crate::session::seat::{EngineSpec, Seat};
use crate::ui::generated::{Levels, NewGameAdapter, SeatChoice, SetUp, Start, Variant as UiVariant};
use crate::ui::present::preview_rows;

mod fields;

pub(super) fn connect(app: &Rc<App>) {
    let sheet = app.window().global::<NewGameAdapter>();
    sheet.on_opened(on(app, open));
    sheet.on_variant_picked(on_value(app, |app, variant| {
        let sheet = app.window().global::<NewGameAdapter>();
        let old: Vec<_> = sheet.get_player_names().iter().collect();
        fill(app, variant_of(variant));
        mend_seats(&sheet, &old);
        mend_start(&sheet);
        show_position(app);
    }));
    sheet.on_position_changed(on(app, show_position));
    sheet.on_start(on(app, start));
}

/// Shows the game that is on the table.
fn open(app: &Rc<App>) {
    let sheet = app.window().global::<NewGameAdapter>();
    let table = app.table().borrow();
    let session = table.session();
    let (mut setup, seats) = (session.setup().clone(), session.seats().clone());
    let store = app.store().borrow();
    if !setup.variant.is_gomoku() {
        setup.size = store.settings.game.size;
    }
    let random = store.settings.game.random;
    drop(store);
    let engines: Vec<_> = table.catalog().playing(setup.variant).cloned().collect();
    drop(table);
    fill(app, setup.variant);
    let seats = seats.map(|seat| choice(&seat, &engines));
    sheet.set_set_up(fields::shown(&setup, seats, random));
    show_position(app);
}

/// Lists who can play a variant.
fn fill(app: &Rc<App>, variant: Variant) {
    let sheet = app.window().global::<NewGameAdapter>();
    let table = app.table().borrow();
    let engines: Vec<_> = table.catalog().playing(variant).collect();
    let names = engines.iter().map(|entry| entry.descriptor.name.as_str().into());
    sheet.set_player_names(model(std::iter::once(SharedString::default()).chain(names)));
    let levels = engines.iter().map(|entry| Levels { ids: model(entry.levels().into_iter().map(Into::into)) });
    sheet.set_player_levels(model(std::iter::once(Levels::default()).chain(levels)));
}

/// Keeps the players that play the variant picked, by name; the others' seats go to the first engine.
fn mend_seats(sheet: &NewGameAdapter<'_>, old: &[SharedString]) {
    let names: Vec<_> = sheet.get_player_names().iter().collect();
    let mend = |seat: SeatChoice| {
        let name = old.get(index(seat.player));
        let place = names.iter().position(|known| Some(known) == name).unwrap_or(usize::from(names.len() > 1));
        SeatChoice { player: i32::try_from(place).unwrap_or(0), level: seat.level }
    };
    let set_up = sheet.get_set_up();
    sheet.set_set_up(SetUp { first: mend(set_up.first), second: mend(set_up.second), ..set_up });
}

/// Xiangqi knows no swap.
fn mend_start(sheet: &NewGameAdapter<'_>) {
    let set_up = sheet.get_set_up();
    if set_up.variant == UiVariant::Xiangqi && matches!(set_up.start, Start::Swap | Start::Swap2) {
        sheet.set_set_up(SetUp { start: Start::Free, ..set_up });
    }
}

/// Shows the position that the game starts from, or what is wrong with its text.
fn show_position(app: &Rc<App>) {
    let sheet = app.window().global::<NewGameAdapter>();
    let set_up = sheet.get_set_up();
    let session = Session::new(fields::setup(&set_up), [Seat::Human, Seat::Human]);
    match session {
        Ok(session) if session.is_over() => sheet.set_position_fault("the game is over in it".into()),
        Ok(session) => {
            if let Some(size) = session.position().size().map(i32::from).filter(|size| *size != set_up.size) {
                sheet.set_set_up(SetUp { size, ..set_up });
            }
            sheet.set_position_fault(SharedString::default());
            sheet.set_preview(model(preview_rows(&session)));
        }
        Err(error) => sheet.set_position_fault(error.to_string().into()),
    }
}

fn start(app: &Rc<App>) {
    let set_up = app.window().global::<NewGameAdapter>().get_set_up();
    let setup = fields::setup(&set_up);
    let engines: Vec<_> = app.table().borrow().catalog().playing(setup.variant).cloned().collect();
    let mut seats = [&set_up.first, &set_up.second].map(|choice| seat(choice, &engines));
    app.remember_set_up(&setup, &seats, set_up.random);
    let mut setup = setup;
    if set_up.random && fastrand::bool() {
        seats.swap(0, 1);
        setup.time.swap(0, 1);
    }
    app.start(setup, seats);
}

/// A seat as the sheet shows it.
fn choice(seat: &Seat, engines: &[Entry]) -> SeatChoice {
    let Some(spec) = seat.engine() else { return SeatChoice::default() };
    let place = engines.iter().position(|entry| entry.is_called(&spec.engine));
    let levels = place.map(|place| engines[place].levels()).unwrap_or_default();
    let level = levels.iter().position(|level| Some(level.as_str()) == spec.option(option_id::LEVEL));
    let player = place.map_or(0, |place| place + 1);
    SeatChoice {
        player: i32::try_from(player).unwrap_or(0),
        level: i32::try_from(level.unwrap_or(levels.len().saturating_sub(1))).unwrap_or(0),
    }
}

/// The seat that the sheet shows.
fn seat(choice: &SeatChoice, engines: &[Entry]) -> Seat {
    let Some(entry) = index(choice.player).checked_sub(1).and_then(|place| engines.get(place)) else {
        return Seat::Human;
    };
    let level = entry.levels().into_iter().nth(index(choice.level));
    let spec: EngineSpec = entry.spec();
    Seat::Engine(match level {
        Some(level) => spec.with_option(option_id::LEVEL, &level),
        None => spec,
    })
}

fn variant_of(variant: UiVariant) -> Variant {
    match variant {
        UiVariant::Gomoku => Variant::Gomoku,
        UiVariant::GomokuStandard => Variant::GomokuStandard,
        UiVariant::Renju => Variant::Renju,
        UiVariant::Xiangqi => Variant::Xiangqi,
    }
}
