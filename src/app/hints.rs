//! Hints in two steps: first where to look, then the move.

use std::rc::Rc;

use crossbeam_channel::Receiver;
use rules::{Move, Point, Position};
use sdk::Score;

use super::{App, strongest};
use crate::adviser::Advice;
use crate::analyst::evaluation::Evaluation;
use crate::player::PlayerEvent;
use crate::session::{Input, Session};
use crate::view::overlay::Overlay;
use crate::view::{analysis, board, overlay, panel};

/// How far a hint has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Hint {
    /// None is wanted.
    #[default]
    None,
    /// An engine is asked; the move is wanted at once where the user pressed twice.
    Asked {
        /// Whether the move is wanted and not the region alone.
        at_once: bool,
    },
    /// The region of the move is shown.
    Region(Move, Score),
    /// The move is shown.
    Shown(Move, Score),
}

impl Hint {
    /// What it lays over the board.
    pub(super) fn overlay(self, session: &Session) -> Overlay {
        let place = |point| board::place(session, point);
        match self {
            Hint::None | Hint::Asked { .. } => Overlay::default(),
            Hint::Region(mv, _) => Overlay { region: region(session, mv), ..Overlay::default() },
            Hint::Shown(mv, _) => Overlay {
                hints: mv.from().into_iter().chain(mv.to()).filter_map(place).collect(),
                arrow: overlay::arrow(session, mv),
                ..Overlay::default()
            },
        }
    }
}

/// The part of the board that a move lies in, or that the man to move stands in: the board is cut into squares, so that
/// the move is not given away as the middle of its region.
fn region(session: &Session, mv: Move) -> Vec<usize> {
    let (files, rows) = board::dimensions(session);
    let Some(point) = mv.from().or(mv.to()) else { return Vec::new() };
    let side = if session.setup().variant.is_gomoku() { 5 } else { 3 };
    let span = |at: u8, length: u8| {
        // A rest too small to be a region of its own belongs to the last one.
        let last = (length / side).max(1) - 1;
        let part = (at / side).min(last);
        part * side..if part == last { length } else { (part + 1) * side }
    };
    let (across, up) = (span(point.file, files), span(point.row, rows));
    let points = up.flat_map(|row| across.clone().map(move |file| Point::new(file, row)));
    points.filter_map(|point| board::place(session, point)).collect()
}

impl App {
    /// Where the adviser's events arrive; each must be handed to [`App::hear_advice`].
    pub fn adviser_events(&self) -> Receiver<PlayerEvent> {
        self.adviser.borrow().events()
    }

    /// One step further with the hint: asks an engine, shows the region, shows the move.
    pub fn ask_hint(self: &Rc<Self>) {
        let hint = *self.study.hint.borrow();
        match hint {
            Hint::None => self.ask_adviser(),
            Hint::Asked { .. } => *self.study.hint.borrow_mut() = Hint::Asked { at_once: true },
            Hint::Region(mv, score) | Hint::Shown(mv, score) => self.show_hint(Hint::Shown(mv, score)),
        }
    }

    fn ask_adviser(self: &Rc<Self>) {
        let table = self.table.borrow();
        let variant = table.session().setup().variant;
        let Some(engine) = strongest(table.catalog(), variant) else {
            return self.presenter.say("no engine plays this game, so nobody can be asked");
        };
        let asked = self.adviser.borrow_mut().ask(table.catalog(), engine.spec(), table.session());
        match asked {
            Ok(()) => *self.study.hint.borrow_mut() = Hint::Asked { at_once: false },
            Err(error) => self.show_error(&format!("no thread could be started for a hint: {error}")),
        }
    }

    /// Takes in what the engine advises that was asked for a hint.
    pub fn hear_advice(self: &Rc<Self>, events: Vec<PlayerEvent>) {
        for event in events {
            let advice = self.adviser.borrow_mut().handle(event, self.table.borrow().session());
            match advice {
                None => {}
                Some(Err(why)) => {
                    *self.study.hint.borrow_mut() = Hint::None;
                    self.presenter.say(&why);
                }
                Some(Ok(Advice { mv, score })) => {
                    let at_once = *self.study.hint.borrow() == Hint::Asked { at_once: true };
                    self.show_hint(if at_once { Hint::Shown(mv, score) } else { Hint::Region(mv, score) });
                }
            }
        }
    }

    fn show_hint(self: &Rc<Self>, hint: Hint) {
        *self.study.hint.borrow_mut() = hint;
        self.show();
        let table = self.table.borrow();
        let position = table.session().position();
        match hint {
            Hint::Region(..) => self.presenter.say_hint(None),
            Hint::Shown(mv, score) => {
                let score = Evaluation::new(score, position.side_to_move(), 0);
                let score = score.map(|score| analysis::score_text(score.score)).unwrap_or_default();
                self.presenter.say_hint(Some((&panel::move_text(position, mv, self.notation.get()), &score)));
            }
            Hint::None | Hint::Asked { .. } => {}
        }
    }

    /// Takes the hint away, and whoever was asked for it.
    pub(super) fn drop_hint(&self) {
        *self.study.hint.borrow_mut() = Hint::None;
        self.adviser.borrow_mut().forget();
    }

    /// Puts down the man that is picked up, and takes hints away.
    pub fn let_go(self: &Rc<Self>) {
        self.drop_hint();
        self.study.pointed.set(None);
        let selected = self.table.borrow().session().selected();
        match selected {
            Some(point) => self.apply(Input::Click(point)),
            None => self.show(),
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Variant;

    use super::*;
    use crate::session::Setup;
    use crate::session::seat::Seat;

    fn session(variant: Variant, size: u8) -> Session {
        Session::new(Setup::new(variant, size), [Seat::Human, Seat::Human]).unwrap()
    }

    #[test]
    fn a_region_holds_the_move_and_covers_the_board_with_others() {
        let session = session(Variant::Gomoku, 17);
        for row in 0..17 {
            for file in 0..17 {
                let mv = Move::Put { to: Point::new(file, row) };
                let region = region(&session, mv);
                assert!(region.contains(&board::place(&session, Point::new(file, row)).unwrap()));
                assert!(region.len() >= 25 && region.len() <= 49, "{}", region.len());
            }
        }
    }

    #[test]
    fn a_region_of_xiangqi_is_where_the_man_stands() {
        let session = session(Variant::Xiangqi, 15);
        let mv = Move::Shift { from: Point::new(7, 2), to: Point::new(4, 2) };
        assert_eq!(region(&session, mv), [6, 7, 8, 15, 16, 17, 24, 25, 26]);
    }
}
