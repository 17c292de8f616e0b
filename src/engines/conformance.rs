//! Conformance: what a library must do to be an engine, tried out check by check. Each check has a child process of its
//! own, so that a crash is one check's failure and no check sees what another left behind.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rules::{Move, Position, Rules, Variant, VariantPosition};
use sdk::{Descriptor, Info, Limits, SearchResult, VariantSupport};

use super::isolated::{self, Child, Isolated, Program};
use super::{EngineError, EngineInstance, StopFlag};

mod life;
mod limits;
mod options;
mod positions;

/// How a check came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As it should be; a figure or remark, which may be empty.
    Passed(String),
    /// Not as it should be, in a sentence.
    Failed(String),
    /// Not tried, in a sentence why.
    Skipped(String),
}

/// What a check is called and what it tries.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Its word.
    pub name: &'static str,
    /// What it tries, in words.
    pub tries: &'static str,
    body: fn(&Bench) -> Finding,
}

/// What the body of a check finds: `Err` for an engine that failed, in whatever way.
type Finding = Result<Outcome, Fault>;

/// Why a check failed.
#[derive(Debug)]
struct Fault(String);

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Fault {
        Fault(error.to_string())
    }
}

impl From<String> for Fault {
    fn from(why: String) -> Fault {
        Fault(why)
    }
}

/// Every check, in the order in which they are run.
pub const CHECKS: [Check; 18] = [
    Check { name: "init", tries: "init and deinit, again and again", body: life::init },
    Check { name: "create", tries: "100 instances, one after the other", body: life::create },
    Check { name: "variants", tries: "every declared variant, size and rule", body: positions::variants },
    Check { name: "refuses", tries: "sizes that are not declared are refused", body: positions::refuses },
    Check { name: "random", tries: "random positions are answered with legal moves", body: positions::random },
    Check { name: "illegal", tries: "illegal and unreadable moves are refused", body: positions::illegal },
    Check { name: "setups", tries: "unbalanced set-ups are played on", body: positions::setups },
    Check { name: "allowed", tries: "the moves to choose from are kept to", body: positions::allowed },
    Check { name: "stop", tries: "a search ends soon after it is told to", body: limits::stop },
    Check { name: "time", tries: "the time for a move and a clock are kept", body: limits::time },
    Check { name: "seed", tries: "the same seed gives the same game", body: limits::seed },
    Check { name: "ponder", tries: "thinking on a predicted move, played or not", body: limits::ponder },
    Check { name: "infos", tries: "reports during a search begin with open moves", body: limits::infos },
    Check { name: "opening", tries: "openings are proposed and answered", body: positions::opening },
    Check { name: "options", tries: "options take what they declare and refuse the rest", body: options::options },
    Check { name: "threads", tries: "no thread is left after destroy", body: life::threads },
    Check { name: "memory", tries: "many games take no more memory than a few", body: life::memory },
    Check { name: "stdout", tries: "nothing is printed on the standard output", body: life::stdout },
];

/// An engine of a library under check.
#[derive(Clone, Debug)]
pub struct Bench {
    program: Program,
    file: PathBuf,
    descriptor: Descriptor,
    seed: u64,
}

impl Bench {
    /// The engines of a library, each with a bench of its own. `seed` decides on the random positions.
    ///
    /// # Errors
    /// The library can't be loaded.
    pub fn of(program: &Program, file: &Path, seed: u64) -> Result<Vec<Bench>, EngineError> {
        let bench = |(descriptor, _)| Bench { program: program.clone(), file: file.to_owned(), descriptor, seed };
        Ok(isolated::probe(program, file)?.engines.into_iter().map(bench).collect())
    }

    /// The engine.
    #[must_use]
    pub const fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    /// Runs a check and tells how long it took.
    #[must_use]
    pub fn run(&self, check: &Check) -> (Outcome, Duration) {
        let begun = Instant::now();
        let outcome = (check.body)(self).unwrap_or_else(|fault| Outcome::Failed(fault.0));
        (outcome, begun.elapsed())
    }

    fn child(&self) -> Result<Child, EngineError> {
        Child::open(&self.program, &self.file)
    }

    fn start(&self) -> Result<Isolated, EngineError> {
        Isolated::create(&self.program, &self.file, &self.descriptor.id)
    }

    /// The variants with a board of the usual size, or the nearest one that is declared.
    fn games(&self) -> impl Iterator<Item = Game> {
        self.descriptor.variants.iter().map(|support| {
            let size = support.sizes.as_ref().map_or(15, |sizes| 15.clamp(*sizes.start(), *sizes.end()));
            Game { support: support.clone(), size, rules: rules_of(support) }
        })
    }
}

/// A game that an engine declares.
struct Game {
    support: VariantSupport,
    size: u8,
    rules: Rules,
}

impl Game {
    const fn variant(&self) -> Variant {
        self.support.variant
    }

    fn start(&self) -> Result<VariantPosition, Fault> {
        VariantPosition::start(self.variant(), self.size, self.rules).map_err(|error| Fault(error.to_string()))
    }

    fn begin(&self, engine: &mut dyn EngineInstance) -> Result<(), EngineError> {
        engine.new_game(self.variant(), self.size, self.rules)
    }

    /// Plays random moves from the start, for as long as the game goes on.
    fn random(&self, plies: usize, rng: &mut fastrand::Rng) -> Result<(VariantPosition, Vec<Move>), Fault> {
        let (mut position, mut moves) = (self.start()?, Vec::new());
        while moves.len() < plies && position.outcome().is_none() {
            let Some(mv) = rng.choice(position.legal_moves()) else { break };
            position.play_unchecked(mv);
            if position.outcome().is_some() {
                position.undo();
                break;
            }
            moves.push(mv);
        }
        Ok((position, moves))
    }
}

/// The first rules that an engine declares in a variant.
fn rules_of(support: &VariantSupport) -> Rules {
    let repetition = support.repetitions.first().copied().unwrap_or_default();
    Rules { repetition, ..Rules::default() }
}

/// A search, from its start to its answer.
fn think(engine: &mut dyn EngineInstance, limits: &Limits) -> Result<SearchResult, EngineError> {
    engine.search(limits, &StopFlag::default(), Arc::new(|_: Info| {}))
}

/// Sets a position, searches, and sees that the answer is a legal move.
fn answer(
    engine: &mut dyn EngineInstance,
    position: &VariantPosition,
    start: Option<&str>,
    moves: &[Move],
    limits: &Limits,
) -> Result<SearchResult, Fault> {
    engine.set_position(start, moves)?;
    let result = think(engine, limits)?;
    match result.best_move {
        Some(mv) if position.is_legal(mv) && limits.allows(mv) => Ok(result),
        None if result.resign => Ok(result),
        Some(mv) => {
            let (mv, played) =
                (position.variant().move_text(mv), isolated::mirror::moves_text(position.variant(), moves));
            Err(Fault(format!(
                "it answered with {mv} in {}, after {played:?}, which is not open there",
                position.fen()
            )))
        }
        None => Err(Fault(format!("it answered with no move in {}", position.fen()))),
    }
}

/// A short time, for checks that ask for many moves.
const SHORT: Duration = Duration::from_millis(20);
