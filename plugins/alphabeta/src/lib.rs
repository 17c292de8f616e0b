//! Alpha-Beta: one engine for Gomoku and Xiangqi.
//!
//! What both games share is here and in [`search`], [`table`], [`score`] and [`level`]; what a game knows is in [`gomoku`]
//! and [`xiangqi`]. Each of these has a state that lasts from move to move, made by `new` and asked by `think`.
#![deny(unsafe_code)]

pub mod gomoku;
pub mod level;
pub mod score;
pub mod search;
pub mod table;
pub mod xiangqi;

use std::sync::Arc;

use sdk::rules::{Move, Position, Variant, VariantPosition};
use sdk::{
    Capabilities, Control, Descriptor, Engine, Fault, Limits, Opening, OpeningChoice, OpeningChoices, OptionInfo,
    OptionValue, SearchResult, VariantSupport, option_id,
};

use level::Level;
use table::Table;

/// Size of the table before any is set, in MiB.
const DEFAULT_HASH: i64 = 64;
/// Largest table, in MiB.
const MAX_HASH: i64 = 32_768;
/// Most threads.
const MAX_THREADS: i64 = 256;

/// The engine: its options, and what it remembers from move to move.
struct AlphaBeta {
    settings: Settings,
    gomoku: gomoku::State,
    xiangqi: xiangqi::State,
}

/// What the options say, and the table that one of them sizes.
pub struct Settings {
    /// How strongly to play.
    pub level: Level,
    /// Threads to search on.
    pub threads: usize,
    /// Whether to play from the opening book.
    pub book: bool,
    /// Size of the table in MiB.
    hash: usize,
    /// Made when it is first needed, so that an engine that is only asked for its options costs nothing.
    table: Option<Arc<Table>>,
}

impl Settings {
    /// The transposition table.
    fn table(&mut self) -> Arc<Table> {
        Arc::clone(self.table.get_or_insert_with(|| Arc::new(Table::new(self.hash))))
    }
}

impl Default for AlphaBeta {
    fn default() -> AlphaBeta {
        let settings =
            Settings { level: Level::default(), threads: 1, book: true, hash: DEFAULT_HASH as usize, table: None };
        AlphaBeta { settings, gomoku: gomoku::State::default(), xiangqi: xiangqi::State::default() }
    }
}

impl Engine for AlphaBeta {
    fn descriptor() -> Descriptor {
        let capabilities = Capabilities {
            ponder: true,
            multi_pv: true,
            analysis: true,
            node_limit: true,
            depth_limit: true,
            seed: true,
            threads: true,
            opening: true,
        };
        let descriptor = Descriptor::new("org.qiju.alphabeta", "Alpha-Beta", env!("CARGO_PKG_VERSION"))
            .author("The Qiju authors")
            .licence("MIT OR Apache-2.0")
            .description("The strong engine: searches moves and replies as deep as time allows.");
        Variant::ALL
            .into_iter()
            .fold(descriptor, |descriptor, variant| descriptor.plays(VariantSupport::new(variant).can(capabilities)))
    }

    fn options(&self) -> Vec<OptionInfo> {
        vec![
            OptionInfo::level().describe("How far the engine looks: easy a few moves, expert as far as time allows."),
            OptionInfo::hash(DEFAULT_HASH, 1..=MAX_HASH),
            OptionInfo::threads(MAX_THREADS),
            OptionInfo::bool(option_id::PONDER, "Ponder", false).describe("Think in the opponent's time."),
            OptionInfo::bool(option_id::BOOK, "Opening book", true)
                .describe("Play the first moves from the engine's own opening book."),
        ]
    }

    fn set_option(&mut self, id: &str, value: &OptionValue) -> Result<(), Fault> {
        let settings = &mut self.settings;
        match id {
            option_id::LEVEL => {
                settings.level = value.as_text().unwrap_or_default().parse().map_err(|()| "no such level")?;
            }
            option_id::HASH => {
                settings.hash = value.as_int().unwrap_or(DEFAULT_HASH) as usize;
                // One that is in use is replaced now: its memory is not got on the clock of a search.
                if settings.table.take().is_some() {
                    settings.table();
                }
            }
            option_id::THREADS => settings.threads = value.as_int().unwrap_or(1) as usize,
            option_id::BOOK => settings.book = value.as_bool().unwrap_or(true),
            // Pondering is asked for with each search; the option only tells the host that it may.
            _ => {}
        }
        Ok(())
    }

    fn new_game(&mut self, start: &VariantPosition) -> Result<(), Fault> {
        // Memory is got here and not in the first search, whose clock runs.
        let fresh = self.settings.table.is_none();
        let table = self.settings.table();
        if !fresh {
            table.clear();
        }
        self.gomoku = gomoku::State::default();
        if let VariantPosition::Gomoku(start) = start {
            gomoku::prepare(start);
        }
        self.xiangqi.new_game(self.settings.threads);
        Ok(())
    }

    fn opening(&mut self) -> Option<&mut dyn Opening> {
        Some(self)
    }

    fn think(&mut self, position: &VariantPosition, limits: &Limits, control: &Control) -> Result<SearchResult, Fault> {
        let table = self.settings.table();
        table.next_age();
        let task = Task { settings: &self.settings, limits, control, table: &table };
        debug_assert!(!position.legal_moves().is_empty());
        match position {
            VariantPosition::Gomoku(position) => self.gomoku.think(position, &task),
            VariantPosition::Xiangqi(position) => self.xiangqi.think(position, &task),
        }
    }
}

impl Opening for AlphaBeta {
    fn propose(
        &mut self,
        start: &VariantPosition,
        count: usize,
        limits: &Limits,
        control: &Control,
    ) -> Result<Vec<Move>, Fault> {
        let table = self.settings.table();
        let task = Task { settings: &self.settings, limits, control, table: &table };
        match start {
            VariantPosition::Gomoku(start) => Ok(self.gomoku.propose(start, count, &task)),
            VariantPosition::Xiangqi(_) => Err("xiangqi is not opened by swap".into()),
        }
    }

    fn choose(
        &mut self,
        position: &VariantPosition,
        allowed: OpeningChoices,
        limits: &Limits,
        control: &Control,
    ) -> Result<OpeningChoice, Fault> {
        let table = self.settings.table();
        let task = Task { settings: &self.settings, limits, control, table: &table };
        match position {
            VariantPosition::Gomoku(position) => Ok(self.gomoku.choose(position, allowed, &task)),
            VariantPosition::Xiangqi(_) => Err("xiangqi is not opened by swap".into()),
        }
    }
}

/// One search, as a game gets it.
pub struct Task<'a> {
    /// The options.
    pub settings: &'a Settings,
    /// The limits.
    pub limits: &'a Limits,
    /// The line to the host.
    pub control: &'a Control<'a>,
    /// The transposition table.
    pub table: &'a Arc<Table>,
}

sdk::export_engine!(AlphaBeta);
