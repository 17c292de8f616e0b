//! When something is heard: as a person plays and is played against, never while somebody browses.

use std::rc::Rc;
use std::time::Duration;

use super::App;
use crate::session::{Input, Session};
use crate::sound::Sounds;
use crate::table::Notice;
use crate::ui::connect::settings as page;
use crate::view::cues::{self, Cue};

/// The fastest demo that is heard: two moves a second.
const FASTEST_DEMO: Duration = Duration::from_millis(500);

/// What the program remembers to know what is to be heard.
pub(super) struct Heard {
    sounds: Sounds,
    /// Moves so far at the node shown before.
    depth: usize,
    /// A man was picked up before.
    selected: bool,
    /// What happens now is not play: nothing of it is heard.
    browsing: bool,
    /// Whole seconds left on a person's clock when it was looked at last.
    seconds: Option<u64>,
}

impl Heard {
    pub(super) fn new(sounds: Sounds) -> Heard {
        Heard { sounds, depth: 0, selected: false, browsing: false, seconds: None }
    }
}

impl App {
    /// Plays sounds by these means from now on.
    pub fn set_sounds(&self, sounds: Sounds) {
        self.heard.borrow_mut().sounds = sounds;
    }

    /// Notes what an input is before it is carried out.
    pub(super) fn about_to_hear(&self, input: &Input) {
        let plays = matches!(input, Input::Click(_) | Input::Play(_) | Input::Resign | Input::AnswerDraw(_));
        self.heard.borrow_mut().browsing = !plays;
    }

    /// Plays what notices sound like.
    pub(super) fn hear(&self, notices: &[Notice]) {
        let table = self.table.borrow();
        let session = table.session();
        let pace = Duration::from_millis(self.store.borrow().settings.game.pace_ms);
        let too_fast = session.is_demo() && pace < FASTEST_DEMO;
        let cues = self.cues(session, notices);
        let browsing = std::mem::replace(&mut self.heard.borrow_mut().browsing, false);
        if !browsing && !too_fast {
            cues.into_iter().for_each(|cue| self.play_sound(cue));
        }
    }

    fn cues(&self, session: &Session, notices: &[Notice]) -> Vec<Cue> {
        let mut heard = self.heard.borrow_mut();
        let depth = session.record().moves().len();
        let selected = session.selected().is_some();
        let moved = std::mem::replace(&mut heard.depth, depth) + 1 == depth;
        let picked_up = !std::mem::replace(&mut heard.selected, selected) && selected;
        let refused = notices.iter().any(|notice| matches!(notice, Notice::Refused(_)));
        let ended = notices.iter().find_map(|notice| match notice {
            Notice::Ended(verdict) => Some(cues::of_end(session, verdict)),
            _ => None,
        });
        let of_move = if moved { cues::of_last_move(session) } else { None };
        let of_hand = if refused { Some(Cue::Refusal) } else { picked_up.then_some(Cue::PickUp) };
        of_move.or(of_hand).into_iter().chain(ended).collect()
    }

    /// Ticks when a person's time runs out.
    pub(super) fn hear_clock(&self) {
        let left = {
            let table = self.table.borrow();
            let side = cues::person_on_clock(table.session());
            side.and_then(|side| table.session().clock().left(side, table.now()))
        };
        // A clock that shows 0:05 has between four and five seconds left.
        let seconds = left.map(|left| u64::try_from(left.as_millis().div_ceil(1000)).unwrap_or(u64::MAX));
        let before = std::mem::replace(&mut self.heard.borrow_mut().seconds, seconds);
        if let (Some(before), Some(now)) = (before, seconds)
            && now < before
            && cues::ticks(now)
        {
            self.play_sound(Cue::Tick);
        }
    }

    /// Plays a sound as loud as the settings say, and shows in the settings why nothing can be heard.
    pub(super) fn play_sound(&self, cue: Cue) {
        let level = self.store.borrow().settings.sound.level();
        self.heard.borrow_mut().sounds.play(cue, level);
    }

    /// Plays a sound to judge the volume by.
    pub fn try_sound(self: &Rc<Self>) {
        self.play_sound(Cue::Place(rules::Side::Second));
        let app = Rc::downgrade(self);
        // The device says by then whether it can be opened.
        slint::Timer::single_shot(Duration::from_millis(300), move || {
            if let Some(app) = app.upgrade() {
                app.show_sound_fault();
            }
        });
    }

    /// Shows why nothing can be heard.
    pub fn show_sound_fault(&self) {
        let fault = self.heard.borrow().sounds.fault();
        page::set_sound_fault(self, fault.as_deref());
    }
}
