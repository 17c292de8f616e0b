//! An engine that sits at the table, and what it owes an answer to.

use std::collections::VecDeque;
use std::time::Instant;

use super::patience::{Patience, SLACK};
use crate::engines::catalog::{Standing, is_hosts};
use crate::player::{Command, Player};
use crate::session::seat::EngineSpec;

/// An engine that sits at a side.
#[derive(Debug)]
pub(super) struct Seated {
    pub(super) spec: EngineSpec,
    /// What it was made of when it was seated.
    pub(super) standing: Standing,
    pub(super) player: Player,
    /// What the player has been told and not answered yet, oldest first; the oldest is under way since `since`.
    pub(super) pending: VecDeque<Pending>,
    pub(super) since: Instant,
    pub(super) stopping: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    Load,
    Option,
    NewGame,
    Search { id: u64, unlimited: bool },
}

impl Pending {
    pub(super) fn is_search(self, search: u64) -> bool {
        matches!(self, Pending::Search { id, .. } if id == search)
    }
}

impl Seated {
    /// Whether this engine can take another spec without being loaded anew: the same engine, with no option taken
    /// away (nobody but the engine knows what its default was).
    pub(super) fn can_become(&self, spec: &EngineSpec) -> bool {
        let keeps = |(id, value): &(String, String)| match spec.option(id) {
            Some(new) => !is_hosts(id) || new == value,
            None => false,
        };
        let asks_host = |(id, _): &(String, String)| is_hosts(id) && self.spec.option(id).is_none();
        self.spec.engine == spec.engine && self.spec.options.iter().all(keeps) && !spec.options.iter().any(asks_host)
    }

    pub(super) fn become_spec(&mut self, spec: EngineSpec) {
        for (id, value) in &spec.options {
            if self.spec.option(id) != Some(value) {
                self.tell(Pending::Option, Command::SetOption { id: id.clone(), value: value.clone() });
            }
        }
        self.spec = spec;
    }

    pub(super) fn tell(&mut self, pending: Pending, command: Command) {
        if self.pending.is_empty() {
            self.since = Instant::now();
        }
        self.pending.push_back(pending);
        self.player.send(command);
    }

    pub(super) fn answered(&mut self) {
        if let Some(Pending::Search { .. }) = self.pending.pop_front() {
            self.stopping = None;
        }
        self.since = Instant::now();
    }

    /// When the player has kept silent for too long.
    pub(super) fn deadline(&self, patience: &Patience) -> Option<Instant> {
        self.patience_ends(patience).map(|end| end + SLACK)
    }

    pub(super) fn patience_ends(&self, patience: &Patience) -> Option<Instant> {
        match self.pending.front()? {
            Pending::Load | Pending::Option => Some(self.since + patience.load),
            Pending::NewGame => Some(self.since + patience.new_game),
            Pending::Search { unlimited, .. } => {
                let stopped = self.stopping.map(|since| since.max(self.since) + patience.stop);
                let over = patience.unlimited.filter(|_| *unlimited).map(|time| self.since + time);
                stopped.into_iter().chain(over).min()
            }
        }
    }

    pub(super) fn silence(&self, patience: &Patience) -> String {
        let engine = &self.spec.engine;
        match self.pending.front() {
            Some(Pending::Load) | None => format!("engine {engine} did not load within {:?}", patience.load),
            Some(Pending::Option) => format!("engine {engine} did not take an option within {:?}", patience.load),
            Some(Pending::NewGame) => {
                format!("engine {engine} was not ready for a new game within {:?}", patience.new_game)
            }
            Some(Pending::Search { .. }) if self.stopping.is_some() => {
                format!("engine {engine} did not answer within {:?} after it was told to stop", patience.stop)
            }
            Some(Pending::Search { .. }) => {
                format!("engine {engine} kept silent for {:?}", patience.unlimited.unwrap_or_default())
            }
        }
    }
}
