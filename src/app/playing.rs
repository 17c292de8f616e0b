//! Who plays: seats changed in the middle of a game, rematches, and engines that move in a person's place.

use std::rc::Rc;

use crossbeam_channel::Receiver;
use rules::Side;
use sdk::option_id;
use slint::SharedString;

use super::{App, engine_name, with_default_level};
use crate::engines::catalog::Entry;
use crate::player::PlayerEvent;
use crate::session::seat::{EngineSpec, Seat};
use crate::session::{Input, Setup};
use crate::table::{Notice, Table};
use crate::ui::generated::StatusKind;

impl App {
    /// Keeps what the new-game sheet was told for the next time.
    pub fn remember_set_up(&self, setup: &Setup, seats: &[Seat; 2], random: bool) {
        let game = &mut self.store.borrow_mut().settings.game;
        game.set_setup(setup);
        game.set_seats(seats);
        game.random = random;
    }

    /// The same game again, with the players in each other's place.
    pub fn rematch_swapped(self: &Rc<Self>) {
        let (mut setup, seats) = {
            let table = self.table.borrow();
            (table.session().setup().clone(), table.session().seats().clone())
        };
        let [first, second] = seats;
        setup.time.swap(0, 1);
        self.start(setup, [second, first]);
    }

    /// Seats a person (0) or an engine (from 1, as the menu lists them) at a side; the game goes on.
    pub fn seat_player(self: &Rc<Self>, side: Side, player: usize) {
        let seat = match player.checked_sub(1) {
            None => Seat::Human,
            Some(place) => match self.listed_engine(place) {
                Some(spec) => Seat::Engine(spec),
                None => return,
            },
        };
        let mut seats = self.table.borrow().session().seats().clone();
        seats[side.index()] = seat;
        self.apply(Input::SetSeats(seats));
        // Whoever seats an engine at the side to move wants to see it move, also from the middle of the record.
        let to_move = self.table.borrow().session().mover() == side;
        if to_move && player > 0 && !self.table.borrow().session().is_demo() {
            self.apply(Input::Resume);
        }
    }

    /// An engine, as the menu lists them, makes the move of the person to move.
    pub fn move_for_me(self: &Rc<Self>, place: usize) {
        let Some(spec) = self.listed_engine(place) else { return };
        let table = self.table.borrow();
        let name = engine_name(table.catalog(), &Seat::Engine(spec.clone()));
        let asked = self.proxy.borrow_mut().ask(table.catalog(), spec, table.session());
        match asked {
            Ok(()) => self.presenter.announce(StatusKind::MovesForYou, &name, ""),
            Err(error) => self.show_error(&format!("no thread could be started for {name}: {error}")),
        }
    }

    /// Where answers of an engine arrive that moves in a person's place; each must be handed to [`App::hear_proxy`].
    #[must_use]
    pub fn proxy_events(&self) -> Receiver<PlayerEvent> {
        self.proxy.borrow().events()
    }

    /// Plays what an engine answers in a person's place.
    pub fn hear_proxy(self: &Rc<Self>, events: Vec<PlayerEvent>) {
        for event in events {
            let answer = self.proxy.borrow_mut().handle(event, self.table.borrow().session());
            match answer {
                None => {}
                Some(Err(why)) => self.presenter.say(&why),
                Some(Ok(advice)) => self.apply(Input::Play(advice.mv)),
            }
        }
    }

    /// The engine at a place of the menu: as it sits at the table where it does, else at its default level.
    fn listed_engine(&self, place: usize) -> Option<EngineSpec> {
        let table = self.table.borrow();
        let entry = listed(&table).nth(place)?;
        let seated = table.session().seats().iter().filter_map(Seat::engine).find(|spec| entry.is_called(&spec.engine));
        Some(seated.cloned().unwrap_or_else(|| {
            let spec = entry.spec();
            if spec.option(option_id::LEVEL).is_some() { spec } else { with_default_level(spec, &entry.levels()) }
        }))
    }

    pub(super) fn show_seats(&self, table: &Table) {
        let engines: Vec<&Entry> = listed(table).collect();
        let names: Vec<SharedString> = engines.iter().map(|entry| entry.descriptor.name.as_str().into()).collect();
        let seats = [Side::First, Side::Second].map(|side| {
            let spec = table.session().seat(side).engine();
            spec.and_then(|spec| engines.iter().position(|entry| entry.is_called(&spec.engine)))
                .map_or(usize::from(spec.is_some()) * usize::MAX, |place| place + 1)
        });
        self.presenter.show_seats(&names, seats);
    }

    /// Says what the players agreed on.
    pub(super) fn announce(&self, notice: &Notice) {
        let table = self.table.borrow();
        let name = |side| engine_name(table.catalog(), table.session().seat(side));
        match notice {
            Notice::DrawDeclined => {
                let engine = Side::ALL.into_iter().map(name).find(|name| !name.is_empty()).unwrap_or_default();
                self.presenter.announce(StatusKind::DrawDeclined, &engine, "");
            }
            Notice::OpeningOver(_) => {
                self.presenter.announce(StatusKind::SidesChosen, &name(Side::First), &name(Side::Second));
            }
            _ => {}
        }
    }
}

fn listed(table: &Table) -> impl Iterator<Item = &Entry> {
    table.catalog().playing(table.session().setup().variant)
}
