//! From a journal's lines back to a game.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::line::{FORMAT, GameLine, Line, NodeLine, StandingLine};
use crate::session::Session;
use crate::session::record::{NodeId, Record};
use crate::session::seat::Seat;

/// What a journal held.
#[derive(Debug, Default)]
pub struct Found {
    /// The game, where one was found.
    pub session: Option<Session>,
    /// What was wrong, in a sentence for people.
    pub message: Option<String>,
}

/// Reads the game that a journal keeps. A line that was torn at the end, as when the program was killed in it, is
/// passed over. A file that is broken otherwise is kept aside, and the game is what stands before the broken line.
#[must_use]
pub fn find(file: &Path) -> Found {
    let text = match fs::read(file) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Found::default(),
        Err(error) => return broken(file, None, &error.to_string()),
    };
    let (lines, fault) = lines(&text);
    match (game(&lines), fault) {
        (Ok(session), None) => Found { session, message: None },
        (Ok(session), Some(fault)) => broken(file, session, &fault),
        (Err(why), _) => broken(file, None, &why),
    }
}

fn broken(file: &Path, session: Option<Session>, why: &str) -> Found {
    let aside = file.with_extension("broken");
    let kept = match fs::copy(file, &aside) {
        Ok(_) => format!("the file was kept as {}", aside.display()),
        Err(error) => format!("the file could not be kept aside ({error})"),
    };
    let game = if session.is_some() { "it goes on from what could be read" } else { "a new game begins" };
    let message = format!("the last game in {} can't be read: {why}; {game}, and {kept}", file.display());
    Found { session, message: Some(message) }
}

/// The lines up to the first one that can't be read, and what is wrong with that one. The last one may be torn.
fn lines(text: &str) -> (Vec<Line>, Option<String>) {
    let all: Vec<&str> = text.lines().collect();
    let mut read = Vec::new();
    for (place, line) in all.iter().enumerate() {
        match serde_json::from_str(line) {
            Ok(line) => read.push(line),
            Err(_) if place + 1 == all.len() && !text.ends_with('\n') => break,
            Err(error) => return (read, Some(format!("line {}: {error}", place + 1))),
        }
    }
    (read, None)
}

fn game(lines: &[Line]) -> Result<Option<Session>, String> {
    let mut setup: Option<&GameLine> = None;
    let mut standing: Option<&StandingLine> = None;
    let mut nodes: BTreeMap<usize, &NodeLine> = BTreeMap::new();
    for line in lines {
        match line {
            Line::Game(line) => setup = Some(line),
            Line::Standing(line) => standing = Some(line),
            Line::Node(line) => {
                nodes.insert(line.id, line);
            }
        }
    }
    let (Some(setup), Some(standing)) = (setup, standing) else { return Ok(None) };
    if setup.format > FORMAT {
        return Err(format!("it was written by a newer version (format {})", setup.format));
    }
    let setup = setup.setup(standing).ok_or("its set-up is not known")?;
    let seats: Vec<Seat> = standing.seats.iter().filter_map(|text| text.parse().ok()).collect();
    let seats = <[Seat; 2]>::try_from(seats).map_err(|_| "its players are not known")?;
    let record = record(&nodes, standing, setup.variant)?;
    Session::taken_up(setup, seats, record, &standing.standing()).map(Some).map_err(|error| error.to_string())
}

/// The tree, with new numbers for its nodes.
fn record(
    nodes: &BTreeMap<usize, &NodeLine>,
    standing: &StandingLine,
    variant: rules::Variant,
) -> Result<Record, String> {
    let mut children: BTreeMap<usize, Vec<&NodeLine>> = BTreeMap::new();
    for node in nodes.values().filter(|node| !node.deleted) {
        node.parent.into_iter().for_each(|parent| children.entry(parent).or_default().push(node));
    }
    let mut record = Record::new();
    if let (Some(line), Some(root)) = (nodes.get(&0), record.node_mut(NodeId::ROOT)) {
        line.write_into(root, variant);
    }
    let mut new_ids = BTreeMap::from([(0, NodeId::ROOT)]);
    let mut waiting = vec![0];
    while let Some(parent) = waiting.pop() {
        let mut born = children.remove(&parent).unwrap_or_default();
        born.sort_by_key(|node| node.place);
        for line in born {
            let text = line.mv.as_deref().unwrap_or_default();
            let mv = variant.parse_move(text).map_err(|error| error.to_string())?;
            let id = record.add(new_ids[&parent], mv);
            record.node_mut(id).into_iter().for_each(|node| line.write_into(node, variant));
            new_ids.insert(line.id, id);
            waiting.push(line.id);
        }
    }
    for wanted in [standing.leaf, standing.current] {
        // A node whose line was torn is one that nobody can be sent to.
        let last = nodes.keys().rev().find_map(|id| new_ids.get(id));
        let id = new_ids.get(&wanted).or(last).copied().unwrap_or(NodeId::ROOT);
        record.go_to(id);
    }
    Ok(record)
}

#[cfg(test)]
mod tests;
