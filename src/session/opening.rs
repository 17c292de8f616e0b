//! The opening by swap or swap2: stones are put and sides chosen before the game proper.
//!
//! The player who sits at the first side opens. The stones are the first moves of the record; once it is settled who
//! plays Black, the players change sides where they must, and the game goes on like any other.

use std::time::Duration;

use rules::gomoku::opening::{Choice, Opening, OpeningError, Protocol, Seat as Part, Task as Step};
use rules::{EndReason, Move, Point, Position, Side};

use super::{Effect, OpeningReply, Refused, Session, Setup, Task};

/// An opening that is not settled yet, with the way that led here.
#[derive(Clone, Debug)]
pub(super) struct OpeningPlay {
    machine: Opening,
    done: Vec<Done>,
}

#[derive(Clone, Copy, Debug)]
enum Done {
    Stone(Part, Point),
    Choice(Part, Choice),
}

impl Done {
    const fn part(self) -> Part {
        match self {
            Done::Stone(part, _) | Done::Choice(part, _) => part,
        }
    }
}

impl OpeningPlay {
    /// The opening that a game begins with, `None` where the sides are settled from the start.
    pub(super) fn of(setup: &Setup) -> Option<OpeningPlay> {
        let open = setup.opening != Protocol::Free && setup.variant.is_gomoku() && setup.start.is_none();
        open.then(|| OpeningPlay { machine: Opening::new(setup.opening, setup.size), done: Vec::new() })
    }

    /// The opening after these stones and choices, `None` where they do not fit or settle it.
    pub(super) fn after(setup: &Setup, stones: &[Move], choices: &[Choice]) -> Option<OpeningPlay> {
        let mut opening = OpeningPlay::of(setup)?;
        let (mut stones, mut choices) = (stones.iter(), choices.iter());
        loop {
            match opening.machine.task() {
                Step::Put { .. } => match stones.next().and_then(|mv| mv.to()) {
                    Some(point) => opening.put(point).ok()?,
                    None => return Some(opening),
                },
                Step::Choose { .. } => match choices.next() {
                    Some(choice) => opening.choose(*choice).ok()?,
                    None => return Some(opening),
                },
                _ => return None,
            }
        }
    }

    fn actor(&self) -> Option<Part> {
        match self.machine.task() {
            Step::Put { seat, .. } | Step::Choose { seat, .. } => Some(seat),
            _ => None,
        }
    }

    fn put(&mut self, point: Point) -> Result<(), OpeningError> {
        let actor = self.actor();
        self.machine.put(point)?;
        self.done.extend(actor.map(|part| Done::Stone(part, point)));
        Ok(())
    }

    fn choose(&mut self, choice: Choice) -> Result<(), OpeningError> {
        let actor = self.actor();
        self.machine.choose(choice)?;
        self.done.extend(actor.map(|part| Done::Choice(part, choice)));
        Ok(())
    }

    /// The same opening without what was done last, back to where a player of `parts` acted.
    fn without_last(&self, parts: &[Part]) -> Option<OpeningPlay> {
        let kept = self.done.iter().rposition(|done| parts.contains(&done.part()))?;
        let mut before = OpeningPlay { machine: Opening::new(self.machine.protocol(), self.size()), done: Vec::new() };
        for done in &self.done[..kept] {
            match *done {
                Done::Stone(_, point) => before.put(point).ok()?,
                Done::Choice(_, choice) => before.choose(choice).ok()?,
            }
        }
        Some(before)
    }

    const fn size(&self) -> u8 {
        self.machine.size()
    }
}

const fn side(part: Part) -> Side {
    match part {
        Part::Opener => Side::First,
        Part::Responder => Side::Second,
    }
}

impl Session {
    /// The opening, until it is settled who plays which side. The opener sits at the first side, the responder at the
    /// second.
    #[must_use]
    pub fn opening(&self) -> Option<&Opening> {
        self.opening.as_ref().map(|opening| &opening.machine)
    }

    /// Choices made in the opening so far.
    #[must_use]
    pub fn opening_choices(&self) -> Vec<Choice> {
        let done = self.opening.iter().flat_map(|opening| &opening.done);
        done.filter_map(|done| if let Done::Choice(_, choice) = done { Some(*choice) } else { None }).collect()
    }

    /// The side whose player acts now: the one to move, or the one that has a part in the opening.
    #[must_use]
    pub fn mover(&self) -> Side {
        let actor = self.opening.as_ref().and_then(OpeningPlay::actor);
        actor.map_or_else(|| self.position.side_to_move(), side)
    }

    /// What an engine that acts now is asked for.
    pub(super) fn engine_task(&self) -> Task {
        match self.opening().map(Opening::task) {
            Some(Step::Put { stones, .. }) if self.record.moves().is_empty() => {
                Task::Propose(u32::try_from(stones.len()).unwrap_or(0))
            }
            Some(Step::Choose { allowed, .. }) => Task::Choose { place_two: allowed.contains(&Choice::PutTwo) },
            // Stones that somebody else began to put.
            _ => Task::Move,
        }
    }

    /// A person puts a stone of the opening.
    pub(super) fn put_stone(&mut self, mv: Move, now: Duration, effects: &mut Vec<Effect>) -> Result<(), Refused> {
        if self.position.refusal(mv).is_some() {
            return Err(self.illegal(mv));
        }
        let (mover, Move::Put { to }) = (self.mover(), mv) else { return Err(self.illegal(mv)) };
        let Some(opening) = &mut self.opening else { return Ok(()) };
        opening.put(to).map_err(|_| Refused::ChoiceFirst)?;
        if self.mover() != mover {
            self.clock.finish_move(mover, None, now);
        }
        self.lay(mv);
        self.changed(now, false, effects);
        Ok(())
    }

    /// A person answers the stones.
    pub(super) fn choose(&mut self, choice: Choice, now: Duration, effects: &mut Vec<Effect>) -> Result<(), Refused> {
        self.person_to_move()?;
        if self.judge_flag(now, effects) {
            return Ok(());
        }
        let mover = self.mover();
        self.opening.as_mut().ok_or(Refused::NoChoice)?.choose(choice).map_err(|_| Refused::NoChoice)?;
        if choice != Choice::PutTwo {
            self.clock.finish_move(mover, None, now);
        }
        self.settle(effects);
        self.changed(now, false, effects);
        Ok(())
    }

    /// An engine did its part.
    pub(super) fn engine_opened(
        &mut self,
        id: u64,
        reply: OpeningReply,
        spent: Duration,
        now: Duration,
        effects: &mut Vec<Effect>,
    ) {
        if self.request != Some(id) {
            return;
        }
        self.request = None;
        let mover = self.mover();
        if !self.clock.finish_move(mover, Some(spent), now) {
            return self.end_by(mover.other(), EndReason::Timeout, now, effects);
        }
        match reply {
            OpeningReply::Stones(stones) => self.engine_put(mover, &stones, now, effects),
            OpeningReply::Choice(choice, stones) => {
                let chosen = self.opening.as_mut().map(|opening| opening.choose(choice));
                if let Some(Err(error)) = chosen {
                    return self.judge_opening(mover, &error, now, effects);
                }
                if choice == Choice::PutTwo {
                    return self.engine_put(mover, &stones, now, effects);
                }
                self.settle(effects);
                self.changed(now, false, effects);
            }
        }
    }

    /// Puts an engine's stones of the opening.
    pub(super) fn engine_put(&mut self, mover: Side, stones: &[Move], now: Duration, effects: &mut Vec<Effect>) {
        for mv in stones {
            let Some(opening) = &mut self.opening else { break };
            let put = mv.to().ok_or(OpeningError::NoStoneNow).and_then(|point| opening.put(point));
            if let Err(error) = put {
                return self.judge_opening(mover, &error, now, effects);
            }
            self.lay(*mv);
        }
        self.changed(now, false, effects);
    }

    fn judge_opening(&mut self, mover: Side, error: &OpeningError, now: Duration, effects: &mut Vec<Effect>) {
        self.engine_failed(mover, format!("its answer can't be used ({error})"), now, effects);
    }

    /// Takes back to where a person acted last.
    pub(super) fn undo_opening(&mut self, now: Duration, effects: &mut Vec<Effect>) -> Result<(), Refused> {
        let parts: Vec<_> =
            [Part::Opener, Part::Responder].into_iter().filter(|part| self.seat(side(*part)).is_human()).collect();
        let before = self.opening.as_ref().and_then(|opening| opening.without_last(&parts));
        let before = before.ok_or(Refused::NothingToUndo)?;
        let node = self.record.path(self.record.current());
        let kept = before.machine.stones().len();
        let target = kept.checked_sub(1).and_then(|place| node.get(place).copied());
        self.opening = Some(before);
        self.took_back = true;
        self.go_to(target.unwrap_or(super::record::NodeId::ROOT), now, effects);
        Ok(())
    }

    /// Puts a stone of the opening into position and record.
    fn lay(&mut self, mv: Move) {
        self.position.play_unchecked(mv);
        self.record.play(mv);
        if std::mem::take(&mut self.took_back) {
            self.record.lead(self.record.current());
        }
        self.record.current_mut().clocks = Some(self.clock.remaining());
        self.selected = None;
    }

    /// Ends the opening where it is settled who plays Black.
    fn settle(&mut self, effects: &mut Vec<Effect>) {
        let Some(black) = self.opening.as_ref().and_then(|opening| opening.machine.black()) else { return };
        self.opening = None;
        self.opening_plies = self.record.moves().len();
        if black == Part::Responder {
            self.seats.swap(0, 1);
            self.setup.time.swap(0, 1);
            self.clock.swap();
            for id in self.record.path(self.record.current()) {
                // The times that the record kept are those of the players, who sit elsewhere now.
                if let Some(clocks) = self.record.node_mut(id).and_then(|node| node.clocks.as_mut()) {
                    clocks.swap(0, 1);
                }
            }
            effects.push(Effect::SidesChanged);
        }
        self.record.current_mut().clocks = Some(self.clock.remaining());
        effects.push(Effect::OpeningOver(self.mover()));
    }
}
