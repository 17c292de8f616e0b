//! How games end.

use std::fmt;

use crate::xiangqi::Role;
use crate::{Repetition, Side, Variant};

/// Why a game ended.
///
/// The rules give the reasons up to [`InsufficientMaterial`](EndReason::InsufficientMaterial), the referee of a game
/// (session, match runner) gives the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndReason {
    /// Five in a row (more where the rules let an overline win).
    Five,
    /// Renju: Black played on a forbidden point.
    ForbiddenMove,
    /// Renju: every empty point is forbidden for Black, who is to move.
    NoLegalPoint,
    /// The board is full.
    BoardFull,
    /// Neither side can make a five any more (only where the rules ask for it).
    NoFivePossible,
    /// The general is in check and no move saves it.
    Checkmate,
    /// The side to move has no legal move and loses.
    Stalemate,
    /// A side checked for ever.
    PerpetualCheck,
    /// A side chased for ever.
    PerpetualChase,
    /// The position came back three times with neither or both at fault.
    Repetition,
    /// Too many moves without a capture.
    NoCaptureLimit,
    /// Neither side has men that can mate.
    InsufficientMaterial,
    /// A side resigned.
    Resignation,
    /// The sides agreed on a draw.
    Agreement,
    /// A side's time ran out.
    Timeout,
    /// An engine answered with a move that the rules forbid.
    IllegalMove,
    /// An engine crashed, hung or could not answer.
    EngineFailure,
}

impl EndReason {
    /// Every reason, in the order of their declaration.
    pub const ALL: [EndReason; 17] = [
        EndReason::Five,
        EndReason::ForbiddenMove,
        EndReason::NoLegalPoint,
        EndReason::BoardFull,
        EndReason::NoFivePossible,
        EndReason::Checkmate,
        EndReason::Stalemate,
        EndReason::PerpetualCheck,
        EndReason::PerpetualChase,
        EndReason::Repetition,
        EndReason::NoCaptureLimit,
        EndReason::InsufficientMaterial,
        EndReason::Resignation,
        EndReason::Agreement,
        EndReason::Timeout,
        EndReason::IllegalMove,
        EndReason::EngineFailure,
    ];

    /// The word that the command line and files use.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            EndReason::Five => "five",
            EndReason::ForbiddenMove => "forbidden-move",
            EndReason::NoLegalPoint => "no-legal-point",
            EndReason::BoardFull => "board-full",
            EndReason::NoFivePossible => "no-five-possible",
            EndReason::Checkmate => "checkmate",
            EndReason::Stalemate => "stalemate",
            EndReason::PerpetualCheck => "perpetual-check",
            EndReason::PerpetualChase => "perpetual-chase",
            EndReason::Repetition => "repetition",
            EndReason::NoCaptureLimit => "no-capture-limit",
            EndReason::InsufficientMaterial => "insufficient-material",
            EndReason::Resignation => "resignation",
            EndReason::Agreement => "agreement",
            EndReason::Timeout => "timeout",
            EndReason::IllegalMove => "illegal-move",
            EndReason::EngineFailure => "engine-failure",
        }
    }
}

/// The result of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Win {
        /// The winner.
        side: Side,
        /// How.
        reason: EndReason,
    },
    /// Nobody won.
    Draw {
        /// How.
        reason: EndReason,
    },
}

impl Outcome {
    /// The winner, `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win { side, .. } => Some(side),
            Outcome::Draw { .. } => None,
        }
    }

    /// How the game ended.
    #[must_use]
    pub const fn reason(self) -> EndReason {
        match self {
            Outcome::Win { reason, .. } | Outcome::Draw { reason } => reason,
        }
    }
}

/// A kind of attack that may not go on for ever, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Attack {
    /// On the general.
    Check,
    /// Mate would follow if the opponent passed.
    MateThreat,
    /// On another man.
    Chase,
}

impl Attack {
    /// The name as it stands in a sentence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Attack::Check => "check",
            Attack::MateThreat => "threat of mate",
            Attack::Chase => "chase",
        }
    }
}

/// An outcome with what a person needs to accept it; its text is one sentence such as
/// "red loses: perpetual chase of the horse, Asian rules".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The variant played.
    pub variant: Variant,
    /// Who won, and why.
    pub outcome: Outcome,
    /// The repetition rules applied, where the verdict rests on them.
    pub repetition: Option<Repetition>,
    /// The men chased, where a chase decided.
    pub victims: Vec<Role>,
    /// Xiangqi, Chinese rules: the kinds of attack that the loser went on with, where they were not all of the kind that
    /// the reason names.
    pub attacks: Vec<Attack>,
}

impl Verdict {
    /// A verdict that needs no more than the outcome.
    #[must_use]
    pub const fn plain(variant: Variant, outcome: Outcome) -> Verdict {
        Verdict { variant, outcome, repetition: None, victims: Vec::new(), attacks: Vec::new() }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = self.outcome.reason();
        match self.outcome {
            Outcome::Draw { .. } => write!(f, "draw")?,
            Outcome::Win { side, .. } if blames_loser(reason) => {
                write!(f, "{} loses", self.variant.side_name(side.other()))?;
            }
            Outcome::Win { side, .. } => write!(f, "{} wins", self.variant.side_name(side))?,
        }
        if self.attacks.is_empty() {
            write!(f, ": {}", reason_text(reason))?;
        } else {
            let names: Vec<_> = self.attacks.iter().map(|attack| attack.name()).collect();
            write!(f, ": perpetual {}", names.join(" and "))?;
        }
        if !self.victims.is_empty() {
            let names: Vec<_> = self.victims.iter().map(|role| role.name()).collect();
            write!(f, " of the {}", names.join(" and "))?;
        }
        match self.repetition {
            Some(rules) => write!(f, ", {} rules", rules.name()),
            None => Ok(()),
        }
    }
}

/// Whether the sentence names the side that did something against the rules, rather than the winner.
const fn blames_loser(reason: EndReason) -> bool {
    matches!(
        reason,
        EndReason::ForbiddenMove
            | EndReason::NoLegalPoint
            | EndReason::Stalemate
            | EndReason::PerpetualCheck
            | EndReason::PerpetualChase
            | EndReason::Resignation
            | EndReason::Timeout
            | EndReason::IllegalMove
            | EndReason::EngineFailure
    )
}

const fn reason_text(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Five => "five in a row",
        EndReason::ForbiddenMove => "move on a forbidden point",
        EndReason::NoLegalPoint => "every empty point is forbidden",
        EndReason::BoardFull => "the board is full",
        EndReason::NoFivePossible => "no five is possible any more",
        EndReason::Checkmate => "checkmate",
        EndReason::Stalemate => "no legal move",
        EndReason::PerpetualCheck => "perpetual check",
        EndReason::PerpetualChase => "perpetual chase",
        EndReason::Repetition => "the position came back three times",
        EndReason::NoCaptureLimit => "too many moves without a capture",
        EndReason::InsufficientMaterial => "neither side can mate",
        EndReason::Resignation => "resignation",
        EndReason::Agreement => "agreed",
        EndReason::Timeout => "time ran out",
        EndReason::IllegalMove => "illegal move",
        EndReason::EngineFailure => "the engine failed",
    }
}
