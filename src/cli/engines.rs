//! `qiju engines`: lists the engines found.

use clap::Args;
use serde::Serialize;

use super::Failure;
use crate::engines::catalog::{Catalog, Entry};

/// Arguments of `qiju engines`.
#[derive(Debug, Args)]
pub struct EnginesArgs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Only engines that came with the program
    #[arg(long)]
    safe_mode: bool,
}

#[derive(Serialize)]
struct Found {
    engines: Vec<Engine>,
    unusable: Vec<Unusable>,
}

#[derive(Serialize)]
struct Engine {
    id: String,
    name: String,
    version: String,
    author: String,
    file: String,
    variants: Vec<&'static str>,
    state: &'static str,
}

#[derive(Serialize)]
struct Unusable {
    file: String,
    id: Option<String>,
    state: &'static str,
    why: String,
}

/// Prints the list.
///
/// # Errors
/// None of its own; an empty list is an answer too.
pub fn run(args: &EnginesArgs) -> Result<(), Failure> {
    let found = found(&Catalog::find_all(args.safe_mode));
    if args.json {
        println!("{}", serde_json::to_string(&found).map_err(Failure::bad_input)?);
    } else {
        print(&found);
    }
    Ok(())
}

fn found(catalog: &Catalog) -> Found {
    let engines = catalog.entries().iter().map(engine);
    let unusable = catalog.unusable().iter().map(|unusable| Unusable {
        file: unusable.file.display().to_string(),
        id: unusable.id.clone(),
        state: if unusable.quarantined { "quarantined" } else { "not used" },
        why: if unusable.quarantined {
            format!("{}; it is tried again when the file changes, or after qiju plugins reload", unusable.why)
        } else {
            unusable.why.clone()
        },
    });
    Found { engines: engines.collect(), unusable: unusable.collect() }
}

fn engine(entry: &Entry) -> Engine {
    let descriptor = &entry.descriptor;
    Engine {
        id: descriptor.id.clone(),
        name: descriptor.name.clone(),
        version: descriptor.version.clone(),
        author: descriptor.author.clone(),
        file: entry.file.display().to_string(),
        variants: descriptor.variants.iter().map(|support| support.variant.id()).collect(),
        state: entry.state(),
    }
}

fn print(found: &Found) {
    for engine in &found.engines {
        println!("{}  {} {}, {}", engine.id, engine.name, engine.version, engine.state);
        println!("    plays {}", engine.variants.join(", "));
        println!("    {}", engine.file);
    }
    for unusable in &found.unusable {
        println!("{}  {}: {}", unusable.file, unusable.state, unusable.why);
    }
    if found.engines.is_empty() {
        println!(
            "no engine was found; put a library beside the program or into a folder named in {}",
            crate::engines::catalog::PATH_VARIABLE
        );
    }
}
