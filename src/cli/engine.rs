//! `qiju engine`: an engine of ours for an outside program, on standard input and output.

use std::io::{self, BufReader};

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use rules::Variant;

use super::Failure;
use crate::engines::catalog::Catalog;
use crate::protocol::{About, ProtocolError, gomocup, ucci, uci};
use crate::session::seat::EngineSpec;

/// Arguments of `qiju engine`.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// The engine: alphabeta:level=hard,threads=2
    #[arg(long, value_name = "ENGINE")]
    engine: EngineSpec,
    /// The protocol of the program that uses it
    #[arg(long, value_enum)]
    protocol: Protocol,
}

/// A text protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Protocol {
    /// Gomoku managers
    Gomocup,
    /// Xiangqi, as Pikafish speaks it
    Uci,
    /// Xiangqi, as Chinese programs speak it
    Ucci,
}

impl Protocol {
    /// Whether the protocol is one for games of this variant.
    const fn serves(self, variant: Variant) -> bool {
        variant.is_gomoku() == matches!(self, Protocol::Gomocup)
    }
}

/// Serves until the program is done.
///
/// # Errors
/// The engine is not found, does not play the protocol's game, or failed.
pub fn run(args: &EngineArgs) -> Result<(), Failure> {
    let catalog = Catalog::find_all(false);
    let entry = catalog.engine(&args.engine.engine).map_err(Failure::bad_input)?;
    let descriptor = &entry.descriptor;
    if !descriptor.variants.iter().any(|support| args.protocol.serves(support.variant)) {
        let plays: Vec<_> = descriptor.variants.iter().map(|support| support.variant.id()).collect();
        let error = anyhow!("{} plays {}, which this protocol is not for", descriptor.name, plays.join(", "));
        return Err(Failure::BadInput(error));
    }
    let about =
        About { name: descriptor.name.clone(), version: descriptor.version.clone(), author: descriptor.author.clone() };
    let mut instance = catalog.create(&args.engine).map_err(Failure::bad_input)?;
    let (input, output) = (BufReader::new(io::stdin()), io::stdout());
    let served = match args.protocol {
        Protocol::Gomocup => gomocup::run(instance.as_mut(), &about, input, output),
        Protocol::Uci => uci::run(instance.as_mut(), &about, input, output),
        Protocol::Ucci => ucci::run(instance.as_mut(), &about, input, output),
    };
    match served {
        // The program closed our output: it is gone, and that is no fault.
        Err(ProtocolError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(Failure::engine),
    }
}
