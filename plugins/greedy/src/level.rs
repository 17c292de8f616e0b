//! How well the engine plays.

/// The levels, weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Cares little about what the opponent is up to.
    Easy,
    /// Weighs both sides.
    #[default]
    Normal,
}

impl Level {
    /// The level with this name.
    pub fn from_name(name: &str) -> Option<Level> {
        match name {
            "easy" => Some(Level::Easy),
            "normal" => Some(Level::Normal),
            _ => None,
        }
    }
}
