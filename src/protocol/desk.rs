//! What the Xiangqi protocols have in common: the position asked about, the options, and the search.

use std::sync::Arc;

use rules::{Move, Position, Repetition, Rules, Variant, VariantPosition};
use sdk::{Info, Limits, OptionKind, SearchResult};

use super::link::Running;
use crate::engines::{EngineError, EngineInstance};

/// The first rank as a program writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranks {
    /// `a0` to `i9`: Pikafish, UCCI and our own texts.
    #[default]
    FromZero,
    /// `a1` to `i10`: Fairy-Stockfish.
    FromOne,
}

impl Ranks {
    /// A move as the program writes it.
    #[must_use]
    pub fn move_text(self, mv: Move) -> String {
        match (self, mv) {
            (Ranks::FromOne, Move::Shift { from, to }) => {
                let point =
                    |point: rules::Point| format!("{}{}", char::from(b'a' + point.file), u16::from(point.row) + 1);
                point(from) + &point(to)
            }
            _ => Variant::Xiangqi.move_text(mv),
        }
    }

    /// Reads a move that the program wrote.
    #[must_use]
    pub fn parse_move(self, text: &str) -> Option<Move> {
        match self {
            Ranks::FromZero => Variant::Xiangqi.parse_move(text).ok(),
            Ranks::FromOne => {
                let split = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_alphabetic())?.0;
                let lowered = |point: &str| {
                    let (file, rank) = (point.get(..1)?, point.get(1..)?.parse::<u8>().ok()?);
                    Some(format!("{file}{}", rank.checked_sub(1)?))
                };
                let (from, to) = (lowered(&text[..split])?, lowered(&text[split..])?);
                Variant::Xiangqi.parse_move(&(from + &to)).ok()
            }
        }
    }
}

/// An engine with the position that it is asked about.
pub struct Desk<'a> {
    /// The engine.
    pub engine: &'a mut dyn EngineInstance,
    /// The search under way.
    pub running: Arc<Running>,
    /// How the program writes ranks.
    pub ranks: Ranks,
    /// The rules of the games.
    pub rules: Rules,
    /// Lines to report.
    pub multi_pv: u32,
    start: Option<String>,
    moves: Vec<Move>,
    position: VariantPosition,
    fresh: bool,
}

impl<'a> Desk<'a> {
    /// A desk with the start position.
    ///
    /// # Errors
    /// The start position can't be set up.
    pub fn new(engine: &'a mut dyn EngineInstance, running: Arc<Running>) -> anyhow::Result<Desk<'a>> {
        let rules = Rules::default();
        let position = VariantPosition::start(Variant::Xiangqi, 0, rules)?;
        Ok(Desk {
            engine,
            running,
            ranks: Ranks::default(),
            rules,
            multi_pv: 1,
            start: None,
            moves: Vec::new(),
            position,
            fresh: true,
        })
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &VariantPosition {
        &self.position
    }

    /// Another game begins with the next search.
    pub const fn new_game(&mut self) {
        self.fresh = true;
    }

    /// Makes the engine ready for the next search: what takes long, such as clearing its memory for another game, is done
    /// while no clock runs.
    ///
    /// # Errors
    /// The engine failed.
    pub fn prepare(&mut self) -> Result<(), EngineError> {
        if std::mem::take(&mut self.fresh) {
            self.engine.new_game(Variant::Xiangqi, 0, self.rules)?;
        }
        Ok(())
    }

    /// Takes over the words after `position`: `startpos` or `fen` with a FEN, then `moves` with moves.
    ///
    /// # Errors
    /// What can't be read or is not legal; the position stays as it was.
    pub fn set_position(&mut self, words: &[&str]) -> anyhow::Result<()> {
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let start = match words.first() {
            Some(&"startpos") => None,
            Some(&"fen") => Some(words[1..end].join(" ")),
            _ => anyhow::bail!("a position begins with startpos or fen"),
        };
        let mut position = match &start {
            Some(fen) => VariantPosition::from_fen(Variant::Xiangqi, fen, self.rules)?,
            None => VariantPosition::start(Variant::Xiangqi, 0, self.rules)?,
        };
        let mut moves = Vec::new();
        for word in words.iter().skip(end + 1) {
            let mv = self.ranks.parse_move(word).ok_or_else(|| anyhow::anyhow!("{word:?} is no move"))?;
            position.play(mv)?;
            moves.push(mv);
        }
        (self.start, self.moves, self.position) = (start, moves, position);
        Ok(())
    }

    /// Searches and gives the answer, `None` where there is no legal move. `flag` of [`Running`] ends it.
    ///
    /// # Errors
    /// The engine failed.
    pub fn search(
        &mut self,
        limits: &Limits,
        on_info: impl Fn(Info) + Send + Sync + 'static,
    ) -> Result<Option<SearchResult>, EngineError> {
        let flag = self.running.flag();
        let open = self.position.legal_moves().into_iter().any(|mv| limits.allows(mv));
        let result = if open { self.ask(limits, &flag, on_info).map(Some) } else { Ok(None) };
        self.running.end();
        result
    }

    fn ask(
        &mut self,
        limits: &Limits,
        flag: &crate::engines::StopFlag,
        on_info: impl Fn(Info) + Send + Sync + 'static,
    ) -> Result<SearchResult, EngineError> {
        self.prepare()?;
        self.engine.set_position(self.start.as_deref(), &self.moves)?;
        self.engine.search(limits, flag, Arc::new(on_info))
    }

    /// Sets an option of the engine if it has one with this id. The engine may have to get memory for it, so it begins anew.
    ///
    /// # Errors
    /// The value is refused.
    pub fn set_option(&mut self, id: &str, value: &str) -> Result<(), EngineError> {
        self.fresh = true;
        self.engine.set_option(id, value)
    }

    /// Takes another repetition rule for the games to come.
    ///
    /// # Errors
    /// No rule has this name.
    pub fn set_repetition(&mut self, name: &str) -> anyhow::Result<()> {
        let rule = Repetition::ALL.into_iter().find(|rule| rule.id().eq_ignore_ascii_case(name));
        self.rules.repetition = rule.ok_or_else(|| anyhow::anyhow!("repetition {name:?} is not known"))?;
        self.fresh = true;
        Ok(())
    }

    /// The moves to choose from where some are banned: empty for all.
    #[must_use]
    pub fn allowed_without(&self, banned: &[Move]) -> Vec<Move> {
        if banned.is_empty() {
            return Vec::new();
        }
        self.position.legal_moves().into_iter().filter(|mv| !banned.contains(mv)).collect()
    }
}

/// An option's kind, range and default in the words that UCI and UCCI share.
#[must_use]
pub fn option_kind(kind: &OptionKind) -> String {
    let empty = |text: &str| if text.is_empty() { "<empty>".to_owned() } else { text.to_owned() };
    match kind {
        OptionKind::Bool { default } => format!("type check default {default}"),
        OptionKind::Int { default, range } => {
            format!("type spin default {default} min {} max {}", range.start(), range.end())
        }
        OptionKind::Enum { default, choices } => {
            let choices: Vec<_> = choices.iter().map(|choice| format!("var {}", choice.value)).collect();
            format!("type combo default {default} {}", choices.join(" "))
        }
        OptionKind::Float { default, .. } => format!("type string default {default}"),
        OptionKind::String { default } | OptionKind::Path { default } => {
            format!("type string default {}", empty(default))
        }
        OptionKind::Button => "type button".to_owned(),
    }
}

/// The number after a word.
#[must_use]
pub fn number_after<T: std::str::FromStr>(words: &[&str], name: &str) -> Option<T> {
    let place = words.iter().position(|word| *word == name)?;
    words.get(place + 1)?.parse().ok()
}
