//! What may be chosen about a game's rules beside its variant.

use std::error::Error;
use std::fmt;

use crate::Variant;

/// How a position that comes back in Xiangqi is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// Asian Xiangqi Federation.
    #[default]
    Asian,
    /// The computer rule of engine matches.
    Computer,
    /// Chinese Xiangqi Association.
    Chinese,
}

impl Repetition {
    /// Every rule set.
    pub const ALL: [Repetition; 3] = [Repetition::Asian, Repetition::Computer, Repetition::Chinese];

    /// The word that the command line, files and the plugin boundary use.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Repetition::Asian => "asian",
            Repetition::Computer => "computer",
            Repetition::Chinese => "chinese",
        }
    }

    /// The name as it stands in a sentence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Repetition::Asian => "Asian",
            Repetition::Computer => "computer",
            Repetition::Chinese => "Chinese",
        }
    }
}

/// Choices about the rules of one game. Those that its variant does not know are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Xiangqi: how repetition is judged.
    pub repetition: Repetition,
    /// Xiangqi: moves a side without a capture before the game is drawn; 0 for no limit.
    pub no_capture: u16,
    /// Gomoku: whether the game is drawn once neither side can make a five any more.
    pub no_five_draw: bool,
}

impl Rules {
    /// The no-capture limit where none is chosen, in moves a side (Pikafish and UCCI use).
    pub const DEFAULT_NO_CAPTURE: u16 = 60;

    /// Reads the text that crosses the plugin boundary: `key=value` pairs separated by spaces. For Xiangqi
    /// `repetition=asian|computer|chinese` and `no_capture=N`, for Gomoku `no_five=draw|play`.
    ///
    /// # Errors
    /// Names the key or value that `variant` does not know.
    pub fn parse(variant: Variant, text: &str) -> Result<Rules, ParseRulesError> {
        let mut rules = Rules::default();
        for pair in text.split_ascii_whitespace() {
            rules.set(variant, pair)?;
        }
        Ok(rules)
    }

    fn set(&mut self, variant: Variant, pair: &str) -> Result<(), ParseRulesError> {
        let bad = |allowed| ParseRulesError { pair: pair.chars().take(60).collect(), allowed };
        let (key, value) = pair.split_once('=').ok_or_else(|| bad("key=value"))?;
        match (variant == Variant::Xiangqi, key) {
            (true, "repetition") => {
                self.repetition = Repetition::ALL
                    .into_iter()
                    .find(|rules| rules.id() == value)
                    .ok_or_else(|| bad("repetition=asian, computer or chinese"))?;
            }
            (true, "no_capture") => {
                self.no_capture = value.parse().map_err(|_| bad("no_capture=0 to 65535 moves a side"))?;
            }
            (false, "no_five") => {
                self.no_five_draw = match value {
                    "draw" => true,
                    "play" => false,
                    _ => return Err(bad("no_five=draw or play")),
                };
            }
            (true, _) => return Err(bad("repetition and no_capture")),
            (false, _) => return Err(bad("no_five")),
        }
        Ok(())
    }

    /// The text that [`Rules::parse`] reads, with every key of `variant`.
    #[must_use]
    pub fn text(&self, variant: Variant) -> String {
        if variant == Variant::Xiangqi {
            format!("repetition={} no_capture={}", self.repetition.id(), self.no_capture)
        } else {
            format!("no_five={}", if self.no_five_draw { "draw" } else { "play" })
        }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { repetition: Repetition::Asian, no_capture: Rules::DEFAULT_NO_CAPTURE, no_five_draw: false }
    }
}

/// A rules text with a key or value that is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRulesError {
    /// The pair that was refused.
    pub pair: String,
    /// What is allowed instead.
    pub allowed: &'static str,
}

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rules {:?} are not known; allowed: {}", self.pair, self.allowed)
    }
}

impl Error for ParseRulesError {}
