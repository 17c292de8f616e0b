//! Thinking in the opponent's time: a search on the move that the opponent is expected to play. If that move comes, the
//! search goes on as the answer to it; if another comes, its result is thrown away.

use std::time::{Duration, Instant};

use rules::{Move, Position, Side};
use sdk::{Limits, option_id};

use super::Table;
use super::limits::limits;
use super::seated::Pending;
use crate::engines::StopFlag;
use crate::player::{Command, Event, Think};
use crate::session::{Input, Request, Task};

/// Where the numbers of these searches begin, apart from those of the session.
const FIRST: u64 = 1 << 63;

/// A search on a move that the opponent is expected to play.
#[derive(Debug)]
pub(super) struct Pondering {
    side: Side,
    search: u64,
    /// Every move since the start, the expected one last.
    moves: Vec<Move>,
    /// The request that it answers since the move was played, and when that was.
    hit: Option<(u64, Instant)>,
}

impl Table {
    /// Lets the engine at a side think on the move that it expects, where it is set up to and a person is to move.
    pub(super) fn ponder(&mut self, side: Side, expected: Option<Move>) {
        let Some(expected) = expected.filter(|mv| self.session.position().is_legal(*mv)) else { return };
        let waits = self.session.seat(side.other()).is_human() && self.session.position().side_to_move() != side;
        if self.session.is_over() || self.session.is_paused() || !waits || !self.may_ponder(side) {
            return;
        }
        let mut moves = self.session.record().moves();
        moves.push(expected);
        let clock = self.session.clock();
        let time = Side::ALL.map(|side| (clock.control(side), clock.left(side, self.now()).unwrap_or_default()));
        let asked = self.asked.as_ref().map(|(request, _)| (request.depth, request.nodes)).unwrap_or_default();
        self.pondered += 1;
        let request = Request {
            id: FIRST | self.pondered,
            side,
            task: Task::Move,
            moves: moves.clone(),
            time,
            depth: asked.0,
            nodes: asked.1,
            draw_offered: false,
        };
        let think = Think {
            id: request.id,
            start: self.session.setup().start.clone(),
            limits: Limits { ponder: true, ..limits(&request, Duration::ZERO, self.seed) },
            moves: moves.clone(),
            task: Task::Move,
            stop: StopFlag::default(),
        };
        self.pondering = Some(Pondering { side, search: request.id, moves, hit: None });
        self.tell(side, Pending::Search { id: request.id, unlimited: true }, Command::Think(Box::new(think)));
    }

    /// Whether the engine at a side can ponder, and its user wants it to.
    fn may_ponder(&self, side: Side) -> bool {
        let Some(spec) = self.session.seat(side).engine() else { return false };
        let is_wanted = self.catalog.option_of(spec, option_id::PONDER).is_some_and(|value| value == "true");
        let variant = self.session.setup().variant;
        let can = || {
            let entry = self.catalog.engine(&spec.engine).ok()?;
            Some(entry.descriptor.support(variant)?.capabilities.ponder)
        };
        is_wanted && can() == Some(true)
    }

    /// Lets the search that ponders answer a request, where it is on the move that was played; otherwise ends it.
    pub(super) fn meets(&mut self, request: &Request) -> bool {
        let Some(pondering) = &mut self.pondering else { return false };
        let is_met = pondering.side == request.side
            && pondering.hit.is_none()
            && pondering.moves == request.moves
            && !request.draw_offered;
        let search = pondering.search;
        let seated = self.seated[request.side.index()].as_mut().filter(|_| is_met);
        let Some(seated) = seated.filter(|seated| seated.pending.back().is_some_and(|last| last.is_search(search)))
        else {
            self.stop_pondering();
            return false;
        };
        pondering.hit = Some((request.id, Instant::now()));
        if let Some(last) = seated.pending.back_mut() {
            *last = Pending::Search { id: request.id, unlimited: false };
        }
        seated.player.ponder_hit();
        self.asked = Some((request.clone(), Duration::ZERO));
        let effects = self.session.apply(Input::EngineStarted(request.id), self.epoch.elapsed());
        let notices = self.carry_out(effects);
        self.notices.extend(notices);
        true
    }

    /// Ends the search that ponders, unless it has become the answer to a request.
    pub(super) fn stop_pondering(&mut self) {
        if let Some(pondering) = self.pondering.take_if(|pondering| pondering.hit.is_none()) {
            self.stop(pondering.search);
        }
    }

    /// Ends the search that ponders where the game went another way.
    pub(super) fn mind_pondering(&mut self) {
        let Some(pondering) = self.pondering.as_ref().filter(|pondering| pondering.hit.is_none()) else { return };
        let moves = self.session.record().moves();
        let before = &pondering.moves[..pondering.moves.len() - 1];
        if self.session.is_over() || (moves != before && moves != pondering.moves) {
            self.stop_pondering();
        }
    }

    /// An event of a search that pondered as one of the request that it answers. What it says before it answers any
    /// concerns nobody.
    pub(super) fn as_answer(&mut self, event: Event) -> Option<Event> {
        let (Event::Started(id) | Event::Info(id, _) | Event::Moved(id, ..)) = &event else { return Some(event) };
        let pondering = self.pondering.as_ref().filter(|pondering| pondering.search == *id);
        let hit = pondering.and_then(|pondering| pondering.hit);
        match (event, hit) {
            (Event::Info(id, _) | Event::Started(id), None) if id & FIRST != 0 => None,
            (Event::Started(_), Some(_)) => None,
            (Event::Info(_, info), Some((request, _))) => Some(Event::Info(request, info)),
            (Event::Moved(_, result, _), Some((request, at))) => {
                self.pondering = None;
                Some(Event::Moved(request, result, at.elapsed()))
            }
            (event, _) => Some(event),
        }
    }
}
