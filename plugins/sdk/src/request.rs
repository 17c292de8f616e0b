//! From what the host asks to positions: a game by its variant, size and rules, a position by its moves.

use std::fmt;

use rules::{Move, Position, Refusal, Rules, Variant, VariantPosition};

use crate::abi::status;
use crate::{Fault, VariantSupport};

/// A request that can't be met: the status for the program, and a sentence for people.
#[derive(Debug)]
pub(crate) struct Refused {
    pub status: i32,
    pub text: String,
}

impl Refused {
    pub fn new(status: i32, text: impl fmt::Display) -> Refused {
        Refused { status, text: text.to_string() }
    }

    pub fn argument(text: impl fmt::Display) -> Refused {
        Refused::new(status::ARGUMENT, text)
    }

    pub fn failed(fault: &Fault) -> Refused {
        Refused::new(status::FAILED, fault)
    }
}

/// A game and the position in it that was set last.
pub(crate) struct Game {
    start: VariantPosition,
    position: VariantPosition,
    /// The start text of `position`, `None` for the variant's own start.
    start_text: Option<String>,
    /// The moves that were played on `position` since, each followed by a space.
    moves: String,
    /// Whether `position` is one that the host asked for, not what a faulty request left behind.
    is_set: bool,
}

impl Game {
    /// Begins a game that the engine declares to play.
    pub fn new(support: &VariantSupport, width: u32, height: u32, rules: &str) -> Result<Game, Refused> {
        let variant = support.variant;
        let refused = |text: String| Refused::new(status::GAME, text);
        let size = match &support.sizes {
            Some(sizes) => u8::try_from(width)
                .ok()
                .filter(|size| width == height && sizes.contains(size))
                .ok_or_else(|| refused(not_played(variant, width, height, support)))?,
            None if (width, height) == (u32::from(variant.files(0)), u32::from(variant.rows(0))) => 0,
            None => return Err(refused(not_played(variant, width, height, support))),
        };
        let rules = Rules::parse(variant, rules).map_err(|error| refused(error.to_string()))?;
        if !variant.is_gomoku() && !support.repetitions.contains(&rules.repetition) {
            return Err(refused(format!("the {} repetition rules are not played", rules.repetition.name())));
        }
        let start = VariantPosition::start(variant, size, rules).map_err(|error| refused(error.to_string()))?;
        Ok(Game { position: start.clone(), start, start_text: None, moves: String::new(), is_set: false })
    }

    pub fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// The variant's own start, with the size and rules of this game.
    pub fn start(&self) -> &VariantPosition {
        &self.start
    }

    /// The position that was set last.
    pub fn position(&self) -> Result<&VariantPosition, Refused> {
        if self.is_set { Ok(&self.position) } else { Err(Refused::new(status::STATE, "no position was set")) }
    }

    /// Sets the position. Only what differs from the last one is played, so that a request costs little in a long game.
    pub fn set_position(&mut self, start: Option<&str>, moves: &str) -> Result<(), Refused> {
        self.is_set = false;
        if self.start_text.as_deref() != start {
            self.set_start(start)?;
        }
        let kept = common_moves(&self.moves, moves);
        for _ in self.moves[kept..].split_ascii_whitespace() {
            self.position.undo();
        }
        self.moves.truncate(kept);
        let rest = moves.get(kept..).unwrap_or("");
        for token in rest.split_ascii_whitespace() {
            self.play(token)?;
        }
        self.is_set = true;
        Ok(())
    }

    fn set_start(&mut self, start: Option<&str>) -> Result<(), Refused> {
        let refused = |text: String| Refused::new(status::POSITION, text);
        let position = match start {
            Some(text) => VariantPosition::from_fen(self.variant(), text, self.start.rules())
                .map_err(|error| refused(error.to_string()))?,
            None => self.start.clone(),
        };
        if let (Some(size), Some(wanted)) = (position.size(), self.start.size())
            && size != wanted
        {
            let text = format!("the start position has {size} points a side, the game's board has {wanted}");
            return Err(refused(text));
        }
        self.position = position;
        self.start_text = start.map(str::to_owned);
        self.moves.clear();
        Ok(())
    }

    fn play(&mut self, token: &str) -> Result<(), Refused> {
        let played = self.variant().parse_move(token).map_err(|error| error.to_string()).and_then(|mv| {
            match self.position.refusal(mv) {
                // A forbidden point may be played in renju, and loses; the host may well ask about what follows.
                None | Some(Refusal::Forbidden(_)) => {
                    self.position.play_unchecked(mv);
                    Ok(())
                }
                Some(refusal) => Err(rules::IllegalMove { variant: self.variant(), mv, refusal }.to_string()),
            }
        });
        let number = || self.moves.split_ascii_whitespace().count() + 1;
        played.map_err(|text| Refused::new(status::POSITION, format!("ply {}: {text}", number())))?;
        self.moves.push_str(token);
        self.moves.push(' ');
        Ok(())
    }
}

/// Length of the moves that a played list (each move followed by a space) and a wanted one begin with alike. A last
/// move without a space after it does not count, as it might go on (`h1`, `h10`).
fn common_moves(played: &str, wanted: &str) -> usize {
    let alike = played.bytes().zip(wanted.bytes()).take_while(|(left, right)| left == right).count();
    played[..alike].rfind(' ').map_or(0, |space| space + 1)
}

fn not_played(variant: Variant, width: u32, height: u32, support: &VariantSupport) -> String {
    let name = variant.name();
    match &support.sizes {
        Some(sizes) => {
            let (least, most) = (sizes.start(), sizes.end());
            let played = if least == most { least.to_string() } else { format!("{least} to {most}") };
            format!("{name} is played on square boards of {played} points, not on {width} by {height}")
        }
        None => format!("{name} is not played on {width} by {height} points"),
    }
}

/// Reads a list of moves, separated by spaces.
pub(crate) fn parse_moves(variant: Variant, text: &str) -> Result<Vec<Move>, Refused> {
    text.split_ascii_whitespace()
        .map(|token| variant.parse_move(token).map_err(|error| Refused::new(status::POSITION, error)))
        .collect()
}

/// Writes a list of moves, separated by spaces.
pub(crate) fn moves_text(variant: Variant, moves: &[Move]) -> String {
    let mut text = String::with_capacity(moves.len() * 5);
    for (index, &mv) in moves.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        text.push_str(&variant.move_text(mv));
    }
    text
}

#[cfg(test)]
mod tests;
