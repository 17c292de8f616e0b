//! An engine beside the game that is asked for a hint.

use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use rules::{Move, Position};
use sdk::{Limits, Score};

use crate::engines::StopFlag;
use crate::engines::catalog::Catalog;
use crate::player::{Command, Event, Player, PlayerEvent, PlayerId, Think};
use crate::session::seat::EngineSpec;
use crate::session::{Session, Task};

/// How long an engine may think about a hint.
const TIME: Duration = Duration::from_secs(1);

/// What an engine advises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// A legal move.
    pub mv: Move,
    /// Its worth for the side to move.
    pub score: Score,
}

/// Asks an engine for a move without giving it a seat. Each question has a new instance, so that nothing of an older
/// one can be mistaken for its answer.
#[derive(Debug)]
pub struct Adviser {
    sender: Sender<PlayerEvent>,
    events: Receiver<PlayerEvent>,
    asked: u64,
    player: Option<Player>,
}

impl Adviser {
    /// Nobody is asked yet.
    #[must_use]
    pub fn new() -> Adviser {
        let (sender, events) = unbounded();
        Adviser { sender, events, asked: 0, player: None }
    }

    /// Where answers arrive; each must be handed to [`Adviser::handle`].
    #[must_use]
    pub fn events(&self) -> Receiver<PlayerEvent> {
        self.events.clone()
    }

    /// Asks an engine what the side to move should play.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn ask(&mut self, catalog: &Arc<Catalog>, engine: EngineSpec, session: &Session) -> std::io::Result<()> {
        self.asked += 1;
        let catalog = Arc::clone(catalog);
        let loader = Box::new(move || catalog.create(&engine));
        let mut player = Player::spawn(PlayerId(self.asked), loader, TIME, self.sender.clone())?;
        let setup = session.setup();
        player.send(Command::NewGame { variant: setup.variant, size: setup.size, rules: setup.rules });
        player.send(Command::Think(Box::new(Think {
            id: self.asked,
            start: setup.start.clone(),
            moves: session.record().moves(),
            task: Task::Move,
            limits: Limits::move_time(TIME),
            stop: StopFlag::default(),
        })));
        self.player = Some(player);
        Ok(())
    }

    /// Drops the question; its answer is thrown away.
    pub fn forget(&mut self) {
        self.player = None;
    }

    /// The advice, once an event brings it, or a sentence why there is none.
    pub fn handle(&mut self, event: PlayerEvent, session: &Session) -> Option<Result<Advice, String>> {
        self.player.as_ref().filter(|player| player.id() == event.player)?;
        let advice = match event.event {
            Event::Moved(_, result, _) => match result.best_move.filter(|mv| session.position().is_legal(*mv)) {
                Some(mv) => Ok(Advice { mv, score: result.score }),
                None => Err("the engine has no move to propose".to_owned()),
            },
            Event::Failed(error) => Err(error.to_string()),
            _ => return None,
        };
        self.player = None;
        Some(advice)
    }
}

impl Default for Adviser {
    fn default() -> Adviser {
        Adviser::new()
    }
}
