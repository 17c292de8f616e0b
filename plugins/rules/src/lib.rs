//! The games Qiju plays: Gomoku (freestyle, standard, renju) and Xiangqi.
#![forbid(unsafe_code)]

mod moves;
mod options;
mod outcome;
mod perft;
mod point;
mod position;
mod side;
mod variant;
mod variant_position;

pub mod gomoku;
pub mod xiangqi;

pub use moves::{IllegalMove, Move, ParseMoveError, Refusal};
pub use options::{ParseRulesError, Repetition, Rules};
pub use outcome::{Attack, EndReason, Outcome, Verdict};
pub use perft::{divide, perft, perft_by_trait, perft_xiangqi};
pub use point::Point;
pub use position::Position;
pub use side::Side;
pub use variant::{UnknownVariant, Variant};
pub use variant_position::{PositionError, VariantPosition};
