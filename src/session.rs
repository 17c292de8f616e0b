//! A game in progress, as a pure state machine.
//!
//! [`Session::apply`] takes one [`Input`] and the time, changes the session, and returns the [`Effect`]s that somebody
//! else must carry out: ask an engine for a move, stop it, show what changed. It starts no thread, reads no clock and
//! knows neither window nor engines, so that whole games are tested in a few lines.

use std::time::Duration;

use rules::{
    EndReason, IllegalMove, Move, Outcome, Point, Position, PositionError, Refusal, Side, VariantPosition, Verdict,
};

pub mod clock;
mod editing;
mod message;
mod opening;
mod queries;
pub mod record;
mod restore;
pub mod seat;
mod setup;

pub use editing::Edit;
pub use message::{Effect, Input, OpeningReply, Refused, Reply, Request, Task};
pub use restore::{Standing, TakeUpError};
pub use setup::{ForbiddenPolicy, Referee, Setup};

use clock::Clock;
use opening::OpeningPlay;
use record::{NodeId, Record};
use seat::Seat;

/// A game in progress: record, clocks, and who plays.
#[derive(Clone, Debug)]
pub struct Session {
    setup: Setup,
    seats: [Seat; 2],
    start_side: Side,
    position: VariantPosition,
    record: Record,
    clock: Clock,
    request: Option<u64>,
    last_request: u64,
    paused: bool,
    /// Moves were taken back, and the next one replaces them: it becomes the main line at its place.
    took_back: bool,
    selected: Option<Point>,
    draw_offer: Option<Side>,
    failure: Option<(Side, String)>,
    /// The opening, until it is settled who plays which side.
    opening: Option<OpeningPlay>,
    /// Plies of an opening that is settled: nobody takes them back.
    opening_plies: usize,
}

impl Session {
    /// A game before its first move. [`Session::begin`] sets it going.
    ///
    /// # Errors
    /// The size or the set-up text is refused by the rules.
    pub fn new(setup: Setup, seats: [Seat; 2]) -> Result<Session, PositionError> {
        let position = setup.position()?;
        Ok(Session {
            clock: Clock::new(setup.time, setup.margin),
            start_side: position.side_to_move(),
            opening: OpeningPlay::of(&setup),
            opening_plies: 0,
            position,
            setup,
            seats,
            record: Record::new(),
            request: None,
            last_request: 0,
            paused: false,
            took_back: false,
            selected: None,
            draw_offer: None,
            failure: None,
        })
    }

    /// The same game after moves that nobody at the table made: an opening, or a game taken up again.
    ///
    /// # Errors
    /// The rule that forbids one of the moves. A renju point that is merely forbidden may be played.
    pub fn with_moves(mut self, moves: &[Move]) -> Result<Session, IllegalMove> {
        for mv in moves {
            match self.position.refusal(*mv) {
                None | Some(Refusal::Forbidden(_)) => self.position.play_unchecked(*mv),
                Some(refusal) => return Err(IllegalMove { variant: self.setup.variant, mv: *mv, refusal }),
            }
            self.record.play(*mv);
            self.record.current_mut().clocks = Some(self.clock.remaining());
        }
        Ok(self)
    }

    /// Sets the game going; an engine to move is asked at once.
    pub fn begin(&mut self, now: Duration) -> Vec<Effect> {
        let mut effects = vec![Effect::NewGame, Effect::Changed];
        self.go_on(now, false, &mut effects);
        effects
    }

    /// The next game takes over where this one's search numbers end, so that late answers of this one stay strangers.
    #[must_use]
    pub fn followed_by(&self, mut next: Session) -> Session {
        next.last_request = self.last_request;
        next
    }

    /// Changes the session by one input at the time `now` and says what is to be done about it.
    pub fn apply(&mut self, input: Input, now: Duration) -> Vec<Effect> {
        let mut effects = Vec::new();
        let result = match input {
            Input::Click(point) => self.click(point, now, &mut effects),
            Input::Play(mv) => self.play_by_hand(mv, now, &mut effects),
            Input::Choose(choice) => self.choose(choice, now, &mut effects),
            Input::EngineStarted(id) => {
                self.engine_started(id, now);
                Ok(())
            }
            Input::EngineOpened(id, reply, spent) => {
                self.engine_opened(id, reply, spent, now, &mut effects);
                Ok(())
            }
            Input::EngineMoved(id, reply) => {
                self.engine_moved(id, reply, now, &mut effects);
                Ok(())
            }
            Input::EngineFailed(side, why) => {
                self.engine_failed(side, why, now, &mut effects);
                Ok(())
            }
            Input::Retry | Input::Resume => {
                self.failure = None;
                self.paused = false;
                self.changed(now, true, &mut effects);
                Ok(())
            }
            Input::Undo => self.undo(now, &mut effects),
            Input::Redo => self.redo(now, &mut effects),
            // Until sides are chosen the stones lie as they lie.
            Input::GoTo(_) | Input::Edit(_, Edit::Delete) if self.opening.is_some() => Err(Refused::ChoiceFirst),
            Input::GoTo(id) => {
                self.took_back = false;
                if self.record.contains(id) {
                    self.go_to(id, now, &mut effects);
                }
                Ok(())
            }
            Input::Edit(id, edit) => {
                self.edit(id, edit, now, &mut effects);
                Ok(())
            }
            Input::Resign => self.resign(now, &mut effects),
            Input::OfferDraw => self.offer_draw(&mut effects),
            Input::AnswerDraw(taken) => {
                self.answer_draw(taken, now, &mut effects);
                Ok(())
            }
            Input::MoveNow => {
                effects.extend(self.request.map(Effect::MoveNow));
                Ok(())
            }
            Input::Pause => {
                self.paused = true;
                self.drop_request(now, &mut effects);
                effects.push(Effect::Changed);
                Ok(())
            }
            Input::Step => {
                self.paused = true;
                self.ask_engine(now, &mut effects);
                effects.push(Effect::Changed);
                Ok(())
            }
            Input::SetSeats(seats) => {
                self.drop_request(now, &mut effects);
                self.seats = seats;
                self.failure = None;
                self.changed(now, false, &mut effects);
                Ok(())
            }
            Input::Restart => {
                self.restart(now, &mut effects);
                Ok(())
            }
            Input::Tick => {
                self.judge_flag(now, &mut effects);
                Ok(())
            }
        };
        if let Err(refused) = result {
            effects.push(Effect::Refused(refused));
        }
        effects
    }

    fn click(&mut self, point: Point, now: Duration, effects: &mut Vec<Effect>) -> Result<(), Refused> {
        self.person_to_move()?;
        let VariantPosition::Xiangqi(position) = &self.position else {
            return self.play_by_hand(Move::Put { to: point }, now, effects);
        };
        let own = position.man(point).is_some_and(|man| man.side == self.position.side_to_move());
        match self.selected {
            Some(from) if !own => self.play_by_hand(Move::Shift { from, to: point }, now, effects),
            None if !own => Err(self.illegal(Move::Shift { from: point, to: point })),
            selected => {
                self.selected = (selected != Some(point)).then_some(point);
                effects.push(Effect::Changed);
                Ok(())
            }
        }
    }

    fn play_by_hand(&mut self, mv: Move, now: Duration, effects: &mut Vec<Effect>) -> Result<(), Refused> {
        self.person_to_move()?;
        if self.judge_flag(now, effects) {
            return Ok(());
        }
        if self.opening.is_some() {
            return self.put_stone(mv, now, effects);
        }
        match self.position.refusal(mv) {
            None => {}
            Some(Refusal::Forbidden(_)) if self.setup.forbidden == ForbiddenPolicy::Lose => {}
            Some(_) => return Err(self.illegal(mv)),
        }
        self.clock.finish_move(self.mover(), None, now);
        self.play(mv, now, effects);
        Ok(())
    }

    fn person_to_move(&self) -> Result<(), Refused> {
        if self.is_over() {
            Err(Refused::GameOver)
        } else if self.seat_to_move().is_human() {
            Ok(())
        } else {
            Err(Refused::EngineToMove)
        }
    }

    fn illegal(&self, mv: Move) -> Refused {
        let refusal = self.position.refusal(mv).unwrap_or(Refusal::WrongKind);
        Refused::Illegal(IllegalMove { variant: self.setup.variant, mv, refusal })
    }

    /// Puts a move that may be played into record and position, and lets the game go on.
    fn play(&mut self, mv: Move, now: Duration, effects: &mut Vec<Effect>) {
        self.position.play_unchecked(mv);
        self.record.play(mv);
        if std::mem::take(&mut self.took_back) {
            self.record.lead(self.record.current());
        }
        self.record.current_mut().clocks = Some(self.clock.remaining());
        self.selected = None;
        if self.draw_offer == Some(self.position.side_to_move()) {
            self.draw_offer = None;
        }
        self.changed(now, false, effects);
        effects.extend(self.verdict().map(Effect::Ended));
    }

    fn engine_started(&mut self, id: u64, now: Duration) {
        if self.request == Some(id) {
            self.clock.start(self.mover(), now);
        }
    }

    fn engine_moved(&mut self, id: u64, reply: Reply, now: Duration, effects: &mut Vec<Effect>) {
        if self.request != Some(id) {
            return;
        }
        self.request = None;
        let side = self.mover();
        if !self.clock.finish_move(side, Some(reply.spent), now) {
            return self.end_by(side.other(), EndReason::Timeout, now, effects);
        }
        if reply.resign {
            return self.end_by(side.other(), EndReason::Resignation, now, effects);
        }
        if self.draw_offer == Some(side.other()) {
            self.draw_offer = None;
            if reply.accept_draw {
                return self.end(Outcome::Draw { reason: EndReason::Agreement }, now, effects);
            }
            effects.push(Effect::DrawDeclined);
        }
        let refusal = reply.mv.map_or(Some(Refusal::WrongKind), |mv| self.position.refusal(mv));
        match (reply.mv, refusal) {
            (Some(mv), None) if self.opening.is_some() => self.engine_put(side, &[mv], now, effects),
            (Some(mv), None | Some(Refusal::Forbidden(_))) => {
                self.play(mv, now, effects);
                self.record.current_mut().notes.evaluation = reply.evaluation;
                if reply.offer_draw {
                    self.take_engine_offer(side, effects);
                }
            }
            (mv, _) => self.judge_illegal(side, mv, now, effects),
        }
    }

    fn judge_illegal(&mut self, side: Side, mv: Option<Move>, now: Duration, effects: &mut Vec<Effect>) {
        let why = match mv.map(|mv| self.illegal(mv)) {
            Some(Refused::Illegal(illegal)) => format!("it answered with an illegal {illegal}"),
            _ => "it answered without a move".to_owned(),
        };
        match self.setup.referee {
            Referee::Friendly => self.engine_failed(side, why, now, effects),
            Referee::Strict => {
                self.failure = Some((side, why));
                self.end_by(side.other(), EndReason::IllegalMove, now, effects);
            }
        }
    }

    fn engine_failed(&mut self, side: Side, why: String, now: Duration, effects: &mut Vec<Effect>) {
        if self.is_over() || self.seats[side.index()].is_human() {
            return;
        }
        self.drop_request(now, effects);
        self.failure = Some((side, why.clone()));
        match self.setup.referee {
            Referee::Friendly => {
                effects.push(Effect::Failed(side, why));
                effects.push(Effect::Changed);
            }
            Referee::Strict => self.end_by(side.other(), EndReason::EngineFailure, now, effects),
        }
    }

    fn undo(&mut self, now: Duration, effects: &mut Vec<Effect>) -> Result<(), Refused> {
        if self.opening.is_some() {
            return self.undo_opening(now, effects);
        }
        let mut id = self.record.current();
        loop {
            id = self.record.node(id).parent().ok_or(Refused::NothingToUndo)?;
            if self.record.node(id).depth() < self.opening_plies {
                return Err(Refused::NothingToUndo);
            }
            if self.stops_at(id) {
                break;
            }
        }
        self.paused |= self.is_demo();
        self.took_back = true;
        self.go_to(id, now, effects);
        Ok(())
    }

    fn redo(&mut self, now: Duration, effects: &mut Vec<Effect>) -> Result<(), Refused> {
        if self.opening.is_some() {
            return Err(Refused::NothingToRedo);
        }
        let mut id = self.record.next(self.record.current()).ok_or(Refused::NothingToRedo)?;
        while !self.stops_at(id) {
            let Some(next) = self.record.next(id) else { break };
            id = next;
        }
        self.took_back = false;
        self.go_to(id, now, effects);
        Ok(())
    }

    /// Whether undo and redo stop at a node: a person is to move there, or none plays.
    fn stops_at(&self, id: NodeId) -> bool {
        self.is_demo() || self.seats[self.side_at(id).index()].is_human()
    }

    fn side_at(&self, id: NodeId) -> Side {
        if self.record.node(id).depth().is_multiple_of(2) { self.start_side } else { self.start_side.other() }
    }

    fn go_to(&mut self, id: NodeId, now: Duration, effects: &mut Vec<Effect>) {
        self.leave_for(id, now, effects);
        self.changed(now, false, effects);
    }

    /// Takes board, record and clocks to a node; the game does not go on yet.
    fn leave_for(&mut self, id: NodeId, now: Duration, effects: &mut Vec<Effect>) {
        self.drop_request(now, effects);
        let (old, new) = (self.record.path(self.record.current()), self.record.path(id));
        let shared = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        for _ in shared..old.len() {
            self.position.undo();
        }
        for node in &new[shared..] {
            if let Some(mv) = self.record.node(*node).mv() {
                self.position.play_unchecked(mv);
            }
        }
        self.record.go_to(id);
        self.clock.restore(self.record.node(id).clocks);
        self.selected = None;
        self.draw_offer = None;
    }

    fn resign(&mut self, now: Duration, effects: &mut Vec<Effect>) -> Result<(), Refused> {
        let side = self.person_asked()?;
        self.drop_request(now, effects);
        self.end_by(side.other(), EndReason::Resignation, now, effects);
        Ok(())
    }

    /// The person who resigns or offers: the one to move, or the one who waits for an engine.
    fn person_asked(&self) -> Result<Side, Refused> {
        let to_move = self.mover();
        if self.is_over() {
            return Err(Refused::GameOver);
        }
        [to_move, to_move.other()]
            .into_iter()
            .find(|side| self.seats[side.index()].is_human())
            .ok_or(Refused::NobodyToAsk)
    }

    fn offer_draw(&mut self, effects: &mut Vec<Effect>) -> Result<(), Refused> {
        let side = self.person_asked()?;
        self.draw_offer = Some(side);
        if self.seats[side.other().index()].is_human() {
            effects.push(Effect::DrawOffered(side));
        }
        effects.push(Effect::Changed);
        Ok(())
    }

    /// A person answers an engine's offer; an engine takes another engine's only with its own next reply.
    fn take_engine_offer(&mut self, side: Side, effects: &mut Vec<Effect>) {
        if self.is_over() {
            return;
        }
        self.draw_offer = Some(side);
        if self.seats[side.other().index()].is_human() {
            effects.push(Effect::DrawOffered(side));
        }
    }

    fn answer_draw(&mut self, taken: bool, now: Duration, effects: &mut Vec<Effect>) {
        if self.draw_offer.take().is_none() {
            return;
        }
        effects.push(Effect::Changed);
        if taken {
            self.drop_request(now, effects);
            self.end(Outcome::Draw { reason: EndReason::Agreement }, now, effects);
        }
    }

    fn restart(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        self.drop_request(now, effects);
        while self.position.undo().is_some() {}
        self.record = Record::new();
        self.clock = Clock::new(self.setup.time, self.setup.margin);
        self.paused = false;
        self.took_back = false;
        self.selected = None;
        self.draw_offer = None;
        self.failure = None;
        self.opening = OpeningPlay::of(&self.setup);
        self.opening_plies = 0;
        effects.extend(self.begin(now));
    }

    /// Ends the game where a flag has fallen, and says whether one has.
    fn judge_flag(&mut self, now: Duration, effects: &mut Vec<Effect>) -> bool {
        let Some(side) = self.clock.flag_fallen(now) else { return false };
        self.drop_request(now, effects);
        self.end_by(side.other(), EndReason::Timeout, now, effects);
        true
    }

    fn end_by(&mut self, winner: Side, reason: EndReason, now: Duration, effects: &mut Vec<Effect>) {
        self.end(Outcome::Win { side: winner, reason }, now, effects);
    }

    fn end(&mut self, outcome: Outcome, now: Duration, effects: &mut Vec<Effect>) {
        let verdict = Verdict::plain(self.setup.variant, outcome);
        self.record.current_mut().ending = Some(verdict.clone());
        self.selected = None;
        self.changed(now, false, effects);
        effects.push(Effect::Ended(verdict));
    }

    fn changed(&mut self, now: Duration, resumed: bool, effects: &mut Vec<Effect>) {
        effects.push(Effect::Changed);
        self.go_on(now, resumed, effects);
    }

    /// Asks the engine to move, or starts the clock of the person to move. Somebody who browses is left alone until
    /// the game is `resumed` from there.
    fn go_on(&mut self, now: Duration, resumed: bool, effects: &mut Vec<Effect>) {
        let browsing = self.opening.is_none() && self.record.next(self.record.current()).is_some();
        if self.is_over() || self.failure.is_some() {
            self.clock.pause(now);
        } else if self.seat_to_move().is_human() {
            self.clock.start(self.mover(), now);
        } else if !self.paused && (resumed || !browsing) {
            self.ask_engine(now, effects);
        }
    }

    fn ask_engine(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if self.is_over() || self.request.is_some() || self.seat_to_move().is_human() {
            return;
        }
        self.clock.pause(now);
        self.last_request += 1;
        self.request = Some(self.last_request);
        let side = self.mover();
        effects.push(Effect::Think(Request {
            id: self.last_request,
            side,
            task: self.engine_task(),
            moves: self.record.moves(),
            time: Side::ALL.map(|side| (self.clock.control(side), self.clock.remaining()[side.index()])),
            depth: self.setup.depth,
            nodes: self.setup.nodes,
            draw_offered: self.draw_offer == Some(side.other()),
        }));
    }

    fn drop_request(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        effects.extend(self.request.take().map(Effect::Stop));
        self.clock.pause(now);
    }
}
