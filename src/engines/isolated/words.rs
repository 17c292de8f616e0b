//! What program and child say to each other, as the engine log writes it for authors.

use std::fmt;

use super::wire::{Answer, Request};

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Open(file) => write!(f, "load {}", file.display()),
            Request::Close => f.write_str("unload"),
            Request::Create(id) => write!(f, "create {id}"),
            Request::Destroy => f.write_str("destroy"),
            Request::SetOption { id, value } => write!(f, "option {id}={value}"),
            Request::NewGame { variant, size, rules } => write!(f, "new game {variant} {size} {rules}"),
            Request::SetPosition { start, moves } => {
                write!(f, "position {} moves {moves}", start.as_deref().unwrap_or("start"))
            }
            Request::Search { search, limits } => write!(f, "search {search}{limits}"),
            Request::Propose { search, limits, count } => write!(f, "propose {search} stones {count}{limits}"),
            Request::Choose { search, limits, stones, place_two } => {
                write!(f, "choose {search} stones {stones} place two {place_two}{limits}")
            }
            Request::Census => f.write_str("census"),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Done => f.write_str("done"),
            Answer::Engines(engines) => write!(f, "{} engines", engines.len()),
            Answer::Options(options) => write!(f, "done, {} options", options.len()),
            Answer::Result(result) => write!(f, "best move {result}"),
            Answer::Moves(moves) => write!(f, "stones {moves}"),
            Answer::Choice(choice) => write!(f, "choice {choice:?}"),
            Answer::Census(census) => write!(f, "{census:?}"),
        }
    }
}
