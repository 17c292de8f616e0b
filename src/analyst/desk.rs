//! What to ask the analysing engine, and when: one question at a time, the newest that anybody wants answered.

use std::time::Duration;

use rules::{Move, Rules, Variant};

use crate::session::Session;
use crate::session::seat::EngineSpec;

/// The game that a position belongs to: an engine is told of it once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The variant.
    pub variant: Variant,
    /// Board size in points a side.
    pub size: u8,
    /// Choices about its rules.
    pub rules: Rules,
    /// Start text, `None` for the variant's own start.
    pub start: Option<String>,
}

impl Game {
    /// The game of a session.
    #[must_use]
    pub fn of(session: &Session) -> Game {
        let setup = session.setup();
        Game { variant: setup.variant, size: setup.size, rules: setup.rules, start: setup.start.clone() }
    }
}

/// What an engine is asked: everything that its answer depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Who is asked.
    pub engine: EngineSpec,
    /// The game.
    pub game: Game,
    /// Every move since the start.
    pub moves: Vec<Move>,
    /// How many lines are wanted, at least 1.
    pub lines: u32,
    /// How long to think, `None` until something else is asked.
    pub time: Option<Duration>,
}

/// What is to be done now, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Load an engine in place of the one before, whose search is dropped.
    Seat(EngineSpec),
    /// Tell it of a game.
    NewGame(Game),
    /// Have it search; the number names the search.
    Think(u64, Question),
    /// Have it end the search under way.
    Stop,
}

/// The state machine. Every change returns the steps that follow from it.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    wanted: Option<Question>,
    seated: Option<EngineSpec>,
    game: Option<Game>,
    search: Option<Search>,
    last_id: u64,
}

#[derive(Clone, Debug)]
struct Search {
    id: u64,
    question: Question,
    stopping: bool,
}

impl Desk {
    /// A desk with nobody at it, whose searches have other numbers than those before.
    #[must_use]
    pub fn after(old: &Desk) -> Desk {
        Desk { last_id: old.last_id, ..Desk::default() }
    }

    /// What is asked now.
    #[must_use]
    pub const fn wanted(&self) -> Option<&Question> {
        self.wanted.as_ref()
    }

    /// Whether a search is under way.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.search.is_some()
    }

    /// Whether an answer with this number is still of interest.
    #[must_use]
    pub fn is_current(&self, id: u64) -> bool {
        self.search.as_ref().is_some_and(|search| search.id == id && !search.stopping)
    }

    /// Something else is asked, or nothing. What is being asked already, or has been answered, is not asked again.
    pub fn want(&mut self, question: Option<Question>) -> Vec<Step> {
        if self.wanted == question {
            return Vec::new();
        }
        self.wanted = question;
        self.go_on()
    }

    /// A search ended. One that was stopped makes room for what is wanted now.
    pub fn ended(&mut self, id: u64) -> Vec<Step> {
        match self.search.take_if(|search| search.id == id) {
            Some(search) if search.stopping => self.go_on(),
            _ => Vec::new(),
        }
    }

    /// The engine is gone. It is loaded anew when something else is asked.
    pub fn failed(&mut self) {
        (self.seated, self.game, self.search) = (None, None, None);
    }

    /// Nothing is wanted any more, so that the same can be asked again.
    pub fn forget(&mut self) {
        self.wanted = None;
    }

    fn go_on(&mut self) -> Vec<Step> {
        let mut steps = Vec::new();
        let new_engine =
            self.wanted.as_ref().map(|wanted| &wanted.engine).filter(|engine| self.seated.as_ref() != Some(engine));
        if let Some(engine) = new_engine.cloned() {
            self.failed();
            self.seated = Some(engine.clone());
            steps.push(Step::Seat(engine));
        }
        if let Some(search) = &mut self.search {
            let same = !search.stopping && Some(&search.question) == self.wanted.as_ref();
            if !same && !std::mem::replace(&mut search.stopping, true) {
                steps.push(Step::Stop);
            }
            return steps;
        }
        let Some(wanted) = self.wanted.clone() else { return steps };
        if self.game.as_ref() != Some(&wanted.game) {
            self.game = Some(wanted.game.clone());
            steps.push(Step::NewGame(wanted.game.clone()));
        }
        self.last_id += 1;
        self.search = Some(Search { id: self.last_id, question: wanted.clone(), stopping: false });
        steps.push(Step::Think(self.last_id, wanted));
        steps
    }
}

#[cfg(test)]
mod tests {
    use rules::{Point, Side};

    use super::*;

    fn question(plies: u8) -> Question {
        let game = Game { variant: Variant::Gomoku, size: 15, rules: Rules::default(), start: None };
        let moves = (0..plies).map(|file| Move::Put { to: Point::new(file, 7) }).collect();
        Question { engine: EngineSpec::new("alphabeta"), game, moves, lines: 3, time: None }
    }

    fn asked(plies: u8) -> (Desk, Question) {
        let (mut desk, wanted) = (Desk::default(), question(plies));
        desk.want(Some(wanted.clone()));
        (desk, wanted)
    }

    #[test]
    fn the_first_question_seats_the_engine_and_begins_a_game() {
        let wanted = question(1);
        let steps = Desk::default().want(Some(wanted.clone()));
        let expected = [Step::Seat(wanted.engine.clone()), Step::NewGame(wanted.game.clone()), Step::Think(1, wanted)];
        assert_eq!(steps, expected);
    }

    #[test]
    fn what_is_asked_already_is_not_asked_again() {
        let (mut desk, wanted) = asked(1);
        assert_eq!(desk.want(Some(wanted.clone())), []);
        assert!(desk.is_current(1));
        assert_eq!(desk.ended(1), [], "an engine that answers by itself has said all");
        assert_eq!(desk.want(Some(wanted)), []);
        assert!(!desk.is_busy());
    }

    #[test]
    fn another_position_stops_the_search_and_follows_when_it_has_ended() {
        let (mut desk, _) = asked(1);
        let (second, third) = (question(2), question(3));
        assert_eq!(desk.want(Some(second)), [Step::Stop]);
        assert!(!desk.is_current(1), "answers about the position before are stale");
        // Pages are turned faster than engines stop: only the last position is asked about.
        assert_eq!(desk.want(Some(third.clone())), []);
        assert_eq!(desk.ended(1), [Step::Think(2, third)]);
        assert!(desk.is_current(2));
    }

    #[test]
    fn back_at_the_position_that_was_stopped_it_is_searched_anew() {
        let (mut desk, first) = asked(1);
        desk.want(Some(question(2)));
        assert_eq!(desk.want(Some(first.clone())), []);
        assert_eq!(desk.ended(1), [Step::Think(2, first)]);
    }

    #[test]
    fn nothing_is_asked_after_the_switch_is_off() {
        let (mut desk, wanted) = asked(1);
        assert_eq!(desk.want(None), [Step::Stop]);
        assert_eq!(desk.ended(1), []);
        assert!(!desk.is_busy());
        assert_eq!(desk.want(Some(wanted.clone())), [Step::Think(2, wanted)], "the engine still sits there");
    }

    #[test]
    fn another_engine_takes_the_seat_at_once() {
        let (mut desk, _) = asked(1);
        let other = Question { engine: EngineSpec::new("greedy"), ..question(1) };
        let steps = desk.want(Some(other.clone()));
        assert_eq!(steps[0], Step::Seat(other.engine.clone()));
        assert_eq!(steps[2], Step::Think(2, other));
        assert!(!desk.is_current(1));
        assert_eq!(desk.ended(1), [], "the old engine's answer is nobody's");
        assert!(desk.is_current(2));
    }

    #[test]
    fn another_game_is_told_before_its_first_position() {
        let (mut desk, _) = asked(1);
        let mut other = question(0);
        other.game.size = 19;
        desk.want(Some(other.clone()));
        assert_eq!(desk.ended(1), [Step::NewGame(other.game.clone()), Step::Think(2, other)]);
    }

    #[test]
    fn a_failed_engine_is_loaded_anew_for_another_position_only() {
        let (mut desk, wanted) = asked(1);
        desk.failed();
        assert_eq!(desk.want(Some(wanted.clone())), [], "the same question would fail again");
        let next = question(2);
        let steps = desk.want(Some(next.clone()));
        assert_eq!(steps[0], Step::Seat(next.engine.clone()));
        assert!(!desk.is_current(1) && desk.is_current(2));
    }

    #[test]
    fn numbers_are_never_used_twice() {
        let (desk, wanted) = asked(1);
        let mut next = Desk::after(&desk);
        assert!(matches!(next.want(Some(wanted)).last(), Some(Step::Think(2, _))));
    }

    #[test]
    fn a_question_knows_its_game() {
        use crate::session::{Setup, seat::Seat};
        let session = Session::new(Setup::new(Variant::Renju, 15), [Seat::Human, Seat::Human]).unwrap();
        assert_eq!(session.start_side(), Side::First);
        assert_eq!(Game::of(&session).variant, Variant::Renju);
    }
}
