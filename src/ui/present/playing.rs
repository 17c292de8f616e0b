//! What the game asks beside moves, and who may sit down.

use slint::{ComponentHandle, Model, ModelRc, SharedString, VecModel};

use super::{EngineNames, Presenter, int};
use crate::session::Session;
use crate::session::seat::Seat;
use crate::ui::generated::{PlayingAdapter, Prompt as UiPrompt, PromptKind, Status, StatusKind};
use crate::view::panel::{self, State};
use crate::view::prompt::{Prompt, prompt};

impl Presenter {
    /// Shows what the game asks, and what can be done about its players.
    pub(super) fn show_playing(&self, session: &Session, names: EngineNames<'_>) {
        let Some(window) = self.window.upgrade() else { return };
        let adapter = window.global::<PlayingAdapter>();
        let state = panel::state(session);
        let settled = session.opening().is_none();
        adapter.set_prompt(ui_prompt(session, names));
        adapter.set_can_go_on(matches!(state, State::Waiting(_)));
        adapter.set_can_move_for_me(settled && matches!(state, State::YourMove(_)));
        let open = settled && !session.is_over() && session.draw_offer().is_none();
        adapter.set_can_offer_draw(open && session.seats().iter().any(Seat::is_human));
    }

    /// Lists the engines that may sit down, and says who sits: 0 for a person, from 1 the engines.
    pub fn show_seats(&self, engines: &[SharedString], seats: [usize; 2]) {
        let Some(window) = self.window.upgrade() else { return };
        let adapter = window.global::<PlayingAdapter>();
        if !adapter.get_engines().iter().eq(engines.iter().cloned()) {
            let players: Vec<_> = std::iter::once(SharedString::default()).chain(engines.iter().cloned()).collect();
            adapter.set_engines(ModelRc::new(VecModel::from(engines.to_vec())));
            adapter.set_players(ModelRc::new(VecModel::from(players)));
        }
        adapter.set_first_seat(int(seats[0]));
        adapter.set_second_seat(int(seats[1]));
    }

    /// Says something that no state of the game says, until the next change.
    pub fn announce(&self, kind: StatusKind, first: &str, second: &str) {
        let Some(window) = self.window.upgrade() else { return };
        let status = Status { kind, name: first.into(), text: second.into(), ..Status::default() };
        window.global::<crate::ui::generated::GameAdapter>().set_status(status);
    }
}

fn ui_prompt(session: &Session, names: EngineNames<'_>) -> UiPrompt {
    let number = |side: rules::Side| int(side.index()) + 1;
    let two_people = session.seats().iter().all(Seat::is_human);
    let name = |side| names(session.seat(side)).into();
    match prompt(session) {
        None => UiPrompt::default(),
        Some(Prompt::Put { stone, left, opener }) => UiPrompt {
            kind: PromptKind::Put,
            side: number(stone),
            left: int(left),
            opener,
            two_people,
            ..UiPrompt::default()
        },
        Some(Prompt::Choose { put_two, opener }) => {
            UiPrompt { kind: PromptKind::Choose, put_two, opener, two_people, ..UiPrompt::default() }
        }
        Some(Prompt::Wait(side)) => UiPrompt { kind: PromptKind::Wait, name: name(side), ..UiPrompt::default() },
        Some(Prompt::Draw(side)) => {
            UiPrompt { kind: PromptKind::Draw, side: number(side), name: name(side), two_people, ..UiPrompt::default() }
        }
    }
}
