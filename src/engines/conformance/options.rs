//! Checks of options.

use sdk::{Limits, OptionInfo, OptionKind};

use super::{Bench, Fault, Finding, Outcome, SHORT, answer};
use crate::engines::EngineInstance;
use crate::engines::isolated::Isolated;

pub fn options(bench: &Bench) -> Finding {
    let mut engine = bench.start()?;
    let declared = engine.options().to_vec();
    if takes(&mut engine, "no-such-option", "1")? {
        return Err(Fault("an option that it does not declare was taken".to_owned()));
    }
    for option in &declared {
        for value in good_values(option) {
            engine.set_option(&option.id, &value)?;
        }
        for value in bad_values(option) {
            if takes(&mut engine, &option.id, &value)? {
                let allowed = option.kind.allowed();
                return Err(Fault(format!("option {} took {value:?}, it must be {allowed}", option.id)));
            }
        }
        // Back to what it was, as far as anybody knows.
        engine.set_option(&option.id, &option.default_value().to_string())?;
        play(bench, &mut engine)?;
    }
    Ok(Outcome::Passed(format!("{} options", declared.len())))
}

/// Whether an option took a value; `Err` where the engine broke over it.
fn takes(engine: &mut Isolated, id: &str, value: &str) -> Result<bool, Fault> {
    match engine.set_option(id, value) {
        Ok(()) => Ok(true),
        Err(error) if error.is_refusal() => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn play(bench: &Bench, engine: &mut Isolated) -> Result<(), Fault> {
    for game in bench.games() {
        game.begin(engine)?;
        answer(engine, &game.start()?, None, &[], &Limits::move_time(SHORT))?;
    }
    Ok(())
}

fn good_values(option: &OptionInfo) -> Vec<String> {
    match &option.kind {
        OptionKind::Bool { .. } => ["true", "false"].map(str::to_owned).to_vec(),
        // Both ends of a range may ask for all of the memory or all processors.
        OptionKind::Int { range, .. } => vec![range.start().to_string()],
        OptionKind::Float { range, .. } => vec![range.start().to_string(), range.end().to_string()],
        OptionKind::Enum { choices, .. } => choices.iter().map(|choice| choice.value.clone()).collect(),
        OptionKind::String { .. } => vec![String::new(), "a, b = \u{68cb}".to_owned()],
        OptionKind::Path { default } => vec![default.clone()],
        OptionKind::Button => Vec::new(),
    }
}

fn bad_values(option: &OptionInfo) -> Vec<String> {
    let nonsense = ["", "nonsense", "1e999", "-", "\u{68cb}"].map(str::to_owned).to_vec();
    let beyond = match &option.kind {
        OptionKind::Int { range, .. } => vec![range.start().checked_sub(1), range.end().checked_add(1)]
            .into_iter()
            .flatten()
            .map(|n| n.to_string())
            .collect(),
        OptionKind::Float { range, .. } => vec!["NaN".to_owned(), format!("{:e}", range.end() * 2.0 + 1.0)],
        OptionKind::String { .. } | OptionKind::Path { .. } | OptionKind::Button => return Vec::new(),
        OptionKind::Bool { .. } | OptionKind::Enum { .. } => vec!["TRUE ".to_owned()],
    };
    nonsense.into_iter().chain(beyond).filter(|value| option.parse(value).is_err()).collect()
}
