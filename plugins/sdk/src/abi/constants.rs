//! The numbers of the C interface, in modules that stand for the prefixes of `qiju.h`.

/// What functions that can fail return.
pub mod status {
    /// Done.
    pub const OK: i32 = 0;
    /// The caller breaks the contract: a null pointer, a bad size, no UTF-8.
    pub const ARGUMENT: i32 = -1;
    /// Not now: no game or position was set, or another call is still running.
    pub const STATE: i32 = -2;
    /// No such engine, option or extension.
    pub const UNKNOWN: i32 = -3;
    /// The option can't have this value.
    pub const OPTION: i32 = -4;
    /// This variant, board size or rule is not played.
    pub const GAME: i32 = -5;
    /// The start text or a move can't be read, or the rules forbid it.
    pub const POSITION: i32 = -6;
    /// The engine can't do that.
    pub const UNSUPPORTED: i32 = -7;
    /// The engine tried and failed.
    pub const FAILED: i32 = -8;
    /// The engine is broken for good.
    pub const PANIC: i32 = -9;
}

/// Bits of [`VariantSupport::capabilities`](crate::abi::VariantSupport::capabilities).
pub mod capability {
    /// Thinks in the opponent's time.
    pub const PONDER: u32 = 1 << 0;
    /// Reports several lines.
    pub const MULTI_PV: u32 = 1 << 1;
    /// Gives infos worth showing and thinks until stopped.
    pub const ANALYSE: u32 = 1 << 2;
    /// Keeps a node limit.
    pub const LIMIT_NODES: u32 = 1 << 3;
    /// Keeps a depth limit.
    pub const LIMIT_DEPTH: u32 = 1 << 4;
    /// Same seed, same game.
    pub const SEED: u32 = 1 << 5;
    /// Searches on several threads.
    pub const THREADS: u32 = 1 << 6;
    /// Takes part in swap and swap2.
    pub const OPENING: u32 = 1 << 7;
}

/// Values of [`OptionData::kind`](crate::abi::OptionData::kind), and bits of [`OptionData::flags`](crate::abi::OptionData::flags).
pub mod option {
    /// `true` or `false`.
    pub const BOOL: i32 = 0;
    /// A whole number.
    pub const INT: i32 = 1;
    /// A number.
    pub const FLOAT: i32 = 2;
    /// One of the choices.
    pub const ENUM: i32 = 3;
    /// Any text.
    pub const STRING: i32 = 4;
    /// A file or folder.
    pub const PATH: i32 = 5;
    /// Empty text: do it now.
    pub const BUTTON: i32 = 6;

    /// Flag: few users need it.
    pub const ADVANCED: u32 = 1 << 0;
    /// Flag: a new value counts from the next new game on.
    pub const AT_NEW_GAME: u32 = 1 << 1;
}

/// Bits of [`Limits::flags`](crate::abi::Limits::flags).
pub mod limit {
    /// Think until stopped.
    pub const INFINITE: u32 = 1 << 0;
    /// The last move is a predicted one.
    pub const PONDER: u32 = 1 << 1;
    /// The opponent offers a draw.
    pub const DRAW_OFFERED: u32 = 1 << 2;
    /// The seed counts.
    pub const SEED: u32 = 1 << 3;
}

/// Values of `score_kind`.
pub mod score {
    /// Not known.
    pub const NONE: i32 = 0;
    /// Hundredths.
    pub const CP: i32 = 1;
    /// Plies to the forced end.
    pub const MATE: i32 = 2;
}

/// Values of [`Info::bound`](crate::abi::Info::bound).
pub mod bound {
    /// The true score.
    pub const EXACT: i32 = 0;
    /// At least this.
    pub const LOWER: i32 = 1;
    /// At most this.
    pub const UPPER: i32 = 2;
}

/// Bits of [`SearchResult::flags`](crate::abi::SearchResult::flags).
pub mod result {
    /// Gives up instead of moving.
    pub const RESIGN: u32 = 1 << 0;
    /// Offers a draw together with the move.
    pub const OFFER_DRAW: u32 = 1 << 1;
    /// Takes the offered draw instead of moving.
    pub const ACCEPT_DRAW: u32 = 1 << 2;
}

/// Levels of [`Host::log`](crate::abi::Host::log).
pub mod log {
    /// Something failed.
    pub const ERROR: i32 = 0;
    /// Something is wrong but the engine goes on.
    pub const WARNING: i32 = 1;
    /// Worth knowing.
    pub const INFO: i32 = 2;
    /// For the engine's author.
    pub const DEBUG: i32 = 3;
}

/// Bits of what [`Opening::choose`](crate::abi::Opening::choose) allows and chooses.
pub mod choose {
    /// Play black.
    pub const BLACK: u32 = 1 << 0;
    /// Play white.
    pub const WHITE: u32 = 1 << 1;
    /// Place two more stones.
    pub const PLACE_TWO: u32 = 1 << 2;
}
