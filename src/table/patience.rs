//! How long the table waits for engines.

use std::time::Duration;

use crate::engines::catalog::Catalog;

/// How long engines may take beside their clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// To load, and to take an option.
    pub load: Duration,
    /// To prepare for a new game.
    pub new_game: Duration,
    /// To answer after being told to stop.
    pub stop: Duration,
    /// To answer a search that nothing limits; `None` to wait for ever.
    pub unlimited: Option<Duration>,
    /// How often in a game an engine whose process crashed is started anew, before that costs the game.
    pub restarts: u32,
}

/// What is waited beyond all patience: an engine in a process of its own is ended by whoever keeps the process, and
/// that sentence says more than one from here.
pub(super) const SLACK: Duration = Duration::from_millis(300);

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            load: Duration::from_secs(5),
            new_game: Duration::from_secs(5),
            stop: Duration::from_millis(500),
            unlimited: None,
            restarts: 3,
        }
    }
}

impl Patience {
    /// The patience that the user wants.
    pub(super) fn with(catalog: &Catalog) -> Patience {
        let default = Patience::default();
        let chosen = &catalog.places().program.patience;
        let (load, new_game, stop) = (chosen.load, chosen.new_game, chosen.stop);
        let restarts = catalog.choices().host.restarts.unwrap_or(default.restarts);
        Patience { load, new_game, stop, restarts, ..default }
    }
}
