//! The types of `sdk` and `rules` as they cross to a child process and back. Moves, variants and rules cross as the
//! texts of the plugin interface; reading them back checks them, and gives `None` for what is none.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use rules::{Move, Repetition, Variant};
use sdk::{
    Bound, Capabilities, Choice, Descriptor, Info, Limits, OpeningChoice, OpeningChoices, OptionInfo, OptionKind,
    Score, SearchResult, SideClock, VariantSupport,
};
use serde::{Deserialize, Serialize};

/// Moves parted by spaces.
#[must_use]
pub fn moves_text(variant: Variant, moves: &[Move]) -> String {
    let texts: Vec<_> = moves.iter().map(|mv| variant.move_text(*mv)).collect();
    texts.join(" ")
}

/// Moves from a text with spaces between.
#[must_use]
pub fn read_moves(variant: Variant, text: &str) -> Option<Vec<Move>> {
    text.split_ascii_whitespace().map(|token| variant.parse_move(token).ok()).collect()
}

/// A [`Descriptor`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WireDescriptor {
    texts: [String; 7],
    variants: Vec<WireSupport>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct WireSupport {
    variant: String,
    sizes: Option<(u8, u8)>,
    repetitions: Vec<String>,
    capabilities: [bool; 8],
}

impl From<&Descriptor> for WireDescriptor {
    fn from(of: &Descriptor) -> WireDescriptor {
        let texts = [&of.id, &of.name, &of.version, &of.author, &of.licence, &of.url, &of.description];
        WireDescriptor { texts: texts.map(Clone::clone), variants: of.variants.iter().map(WireSupport::from).collect() }
    }
}

impl WireDescriptor {
    /// What crossed.
    #[must_use]
    pub fn read(self) -> Option<Descriptor> {
        let [id, name, version, author, licence, url, description] = self.texts;
        let variants = self.variants.into_iter().map(WireSupport::read).collect::<Option<_>>()?;
        Some(Descriptor { id, name, version, author, licence, url, description, variants })
    }
}

impl From<&VariantSupport> for WireSupport {
    fn from(of: &VariantSupport) -> WireSupport {
        let can = &of.capabilities;
        WireSupport {
            variant: of.variant.id().to_owned(),
            sizes: of.sizes.as_ref().map(|sizes| (*sizes.start(), *sizes.end())),
            repetitions: of.repetitions.iter().map(|rules| rules.id().to_owned()).collect(),
            capabilities: [
                can.ponder,
                can.multi_pv,
                can.analysis,
                can.node_limit,
                can.depth_limit,
                can.seed,
                can.threads,
                can.opening,
            ],
        }
    }
}

impl WireSupport {
    fn read(self) -> Option<VariantSupport> {
        let [ponder, multi_pv, analysis, node_limit, depth_limit, seed, threads, opening] = self.capabilities;
        let repetition = |word: &String| Repetition::ALL.into_iter().find(|rules| rules.id() == word);
        Some(VariantSupport {
            variant: self.variant.parse().ok()?,
            sizes: self.sizes.map(|(least, most)| least..=most),
            repetitions: self.repetitions.iter().map(repetition).collect::<Option<_>>()?,
            capabilities: Capabilities { ponder, multi_pv, analysis, node_limit, depth_limit, seed, threads, opening },
        })
    }
}

/// An [`OptionInfo`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WireOption {
    id: String,
    label: String,
    description: String,
    kind: WireKind,
    advanced: bool,
    at_new_game: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum WireKind {
    Bool(bool),
    Int(i64, RangeInclusive<i64>),
    Float(f64, RangeInclusive<f64>),
    Enum(String, Vec<(String, String)>),
    String(String),
    Path(String),
    Button,
}

impl From<&OptionInfo> for WireOption {
    fn from(of: &OptionInfo) -> WireOption {
        let kind = match &of.kind {
            OptionKind::Bool { default } => WireKind::Bool(*default),
            OptionKind::Int { default, range } => WireKind::Int(*default, range.clone()),
            OptionKind::Float { default, range } => WireKind::Float(*default, range.clone()),
            OptionKind::Enum { default, choices } => WireKind::Enum(
                default.clone(),
                choices.iter().map(|choice| (choice.value.clone(), choice.label.clone())).collect(),
            ),
            OptionKind::String { default } => WireKind::String(default.clone()),
            OptionKind::Path { default } => WireKind::Path(default.clone()),
            OptionKind::Button => WireKind::Button,
        };
        WireOption {
            id: of.id.clone(),
            label: of.label.clone(),
            description: of.description.clone(),
            kind,
            advanced: of.advanced,
            at_new_game: of.at_new_game,
        }
    }
}

impl From<WireOption> for OptionInfo {
    fn from(wire: WireOption) -> OptionInfo {
        let choice = |(value, label)| Choice { value, label };
        let kind = match wire.kind {
            WireKind::Bool(default) => OptionKind::Bool { default },
            WireKind::Int(default, range) => OptionKind::Int { default, range },
            WireKind::Float(default, range) => OptionKind::Float { default, range },
            WireKind::Enum(default, choices) => {
                OptionKind::Enum { default, choices: choices.into_iter().map(choice).collect() }
            }
            WireKind::String(default) => OptionKind::String { default },
            WireKind::Path(default) => OptionKind::Path { default },
            WireKind::Button => OptionKind::Button,
        };
        OptionInfo {
            id: wire.id,
            label: wire.label,
            description: wire.description,
            kind,
            advanced: wire.advanced,
            at_new_game: wire.at_new_game,
        }
    }
}

/// [`Limits`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WireLimits {
    clocks: [(Option<Duration>, Duration, Duration, Option<u32>); 2],
    move_time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    infinite: bool,
    multi_pv: u32,
    allowed: String,
    seed: Option<u64>,
    draw_offered: bool,
    ponder: bool,
}

impl WireLimits {
    /// Limits of a search in this variant.
    #[must_use]
    pub fn new(variant: Variant, of: &Limits) -> WireLimits {
        WireLimits {
            clocks: of.clocks.map(|clock| (clock.remaining, clock.increment, clock.byo_yomi, clock.moves_to_go)),
            move_time: of.move_time,
            depth: of.depth,
            nodes: of.nodes,
            infinite: of.infinite,
            multi_pv: of.multi_pv,
            allowed: moves_text(variant, &of.allowed),
            seed: of.seed,
            draw_offered: of.draw_offered,
            ponder: of.ponder,
        }
    }

    /// What crossed.
    #[must_use]
    pub fn read(self, variant: Variant) -> Option<Limits> {
        let clock =
            |(remaining, increment, byo_yomi, moves_to_go)| SideClock { remaining, increment, byo_yomi, moves_to_go };
        Some(Limits {
            clocks: self.clocks.map(clock),
            move_time: self.move_time,
            depth: self.depth,
            nodes: self.nodes,
            infinite: self.infinite,
            multi_pv: self.multi_pv,
            allowed: read_moves(variant, &self.allowed)?,
            seed: self.seed,
            draw_offered: self.draw_offered,
            ponder: self.ponder,
        })
    }
}

impl fmt::Display for WireLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (side, (remaining, increment, ..)) in ["first", "second"].into_iter().zip(&self.clocks) {
            if let Some(remaining) = remaining {
                write!(f, " {side} {remaining:?}+{increment:?}")?;
            }
        }
        let mut say = |word: &str, value: Option<&dyn fmt::Debug>| match value {
            Some(value) => write!(f, " {word} {value:?}"),
            None => Ok(()),
        };
        say("movetime", self.move_time.as_ref().map(|time| time as &dyn fmt::Debug))?;
        say("depth", self.depth.as_ref().map(|depth| depth as &dyn fmt::Debug))?;
        say("nodes", self.nodes.as_ref().map(|nodes| nodes as &dyn fmt::Debug))?;
        say("lines", (self.multi_pv > 1).then_some(&self.multi_pv as &dyn fmt::Debug))?;
        say("of", (!self.allowed.is_empty()).then_some(&self.allowed as &dyn fmt::Debug))?;
        say("seed", self.seed.as_ref().map(|seed| seed as &dyn fmt::Debug))?;
        let words = [(self.infinite, " infinite"), (self.ponder, " ponder"), (self.draw_offered, " draw offered")];
        words.into_iter().filter(|(said, _)| *said).try_for_each(|(_, word)| f.write_str(word))
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum WireScore {
    Cp(i32),
    Mate(i32),
    None,
}

impl fmt::Display for WireScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireScore::Cp(cp) => write!(f, " cp {cp}"),
            WireScore::Mate(plies) => write!(f, " mate {plies}"),
            WireScore::None => Ok(()),
        }
    }
}

impl From<Score> for WireScore {
    fn from(score: Score) -> WireScore {
        match score {
            Score::Cp(cp) => WireScore::Cp(cp),
            Score::Mate(plies) => WireScore::Mate(plies),
            Score::None => WireScore::None,
        }
    }
}

impl From<WireScore> for Score {
    fn from(score: WireScore) -> Score {
        match score {
            WireScore::Cp(cp) => Score::Cp(cp),
            WireScore::Mate(plies) => Score::Mate(plies),
            WireScore::None => Score::None,
        }
    }
}

/// An [`Info`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WireInfo {
    depth: u32,
    seldepth: u32,
    score: WireScore,
    bound: i8,
    nodes: u64,
    nps: Option<u64>,
    time: Option<Duration>,
    hashfull: Option<u16>,
    multi_pv: u32,
    pv: String,
    heat: Option<Vec<f32>>,
    text: String,
}

impl WireInfo {
    /// A report of a search in this variant.
    #[must_use]
    pub fn new(variant: Variant, of: &Info) -> WireInfo {
        WireInfo {
            depth: of.depth,
            seldepth: of.seldepth,
            score: of.score.into(),
            bound: match of.bound {
                Bound::Exact => 0,
                Bound::Lower => 1,
                Bound::Upper => -1,
            },
            nodes: of.nodes,
            nps: of.nps,
            time: of.time,
            hashfull: of.hashfull,
            multi_pv: of.multi_pv,
            pv: moves_text(variant, &of.pv),
            heat: of.heat.clone(),
            text: of.text.clone(),
        }
    }

    /// What crossed, for a board of so many points.
    #[must_use]
    pub fn read(self, variant: Variant, points: usize) -> Option<Info> {
        if self.heat.as_ref().is_some_and(|heat| heat.len() != points) {
            return None;
        }
        Some(Info {
            depth: self.depth,
            seldepth: self.seldepth,
            score: self.score.into(),
            bound: match self.bound {
                0 => Bound::Exact,
                1.. => Bound::Lower,
                ..0 => Bound::Upper,
            },
            nodes: self.nodes,
            nps: self.nps,
            time: self.time,
            hashfull: self.hashfull,
            multi_pv: self.multi_pv.max(1),
            pv: read_moves(variant, &self.pv)?,
            heat: self.heat,
            text: self.text,
        })
    }
}

impl fmt::Display for WireInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth {}/{}{} nodes {}", self.depth, self.seldepth, self.score, self.nodes)?;
        if self.multi_pv > 1 {
            write!(f, " line {}", self.multi_pv)?;
        }
        write!(f, " pv {}", self.pv)?;
        if self.text.is_empty() { Ok(()) } else { write!(f, " text {}", self.text) }
    }
}

/// A [`SearchResult`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WireResult {
    best_move: Option<String>,
    ponder: Option<String>,
    score: WireScore,
    resign: bool,
    offer_draw: bool,
    accept_draw: bool,
}

impl WireResult {
    /// The answer of a search in this variant.
    #[must_use]
    pub fn new(variant: Variant, of: &SearchResult) -> WireResult {
        let text = |mv: Move| variant.move_text(mv);
        WireResult {
            best_move: of.best_move.map(text),
            ponder: of.ponder.map(text),
            score: of.score.into(),
            resign: of.resign,
            offer_draw: of.offer_draw,
            accept_draw: of.accept_draw,
        }
    }

    /// What crossed.
    #[must_use]
    pub fn read(&self, variant: Variant) -> Option<SearchResult> {
        let read = |text: &Option<String>| match text {
            None => Some(None),
            Some(text) => variant.parse_move(text).ok().map(Some),
        };
        Some(SearchResult {
            best_move: read(&self.best_move)?,
            ponder: read(&self.ponder)?,
            score: self.score.into(),
            resign: self.resign,
            offer_draw: self.offer_draw,
            accept_draw: self.accept_draw,
        })
    }
}

impl fmt::Display for WireResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.best_move.as_deref().unwrap_or("none"), self.score)?;
        if let Some(ponder) = &self.ponder {
            write!(f, " ponder {ponder}")?;
        }
        let words =
            [(self.resign, " resign"), (self.offer_draw, " offers a draw"), (self.accept_draw, " accepts the draw")];
        words.into_iter().filter(|(said, _)| *said).try_for_each(|(_, word)| f.write_str(word))
    }
}

/// An [`OpeningChoice`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum WireChoice {
    /// Black.
    Black,
    /// White.
    White,
    /// These two more stones, parted by a space.
    PlaceTwo(String),
}

impl WireChoice {
    /// The choice in an opening of this variant.
    #[must_use]
    pub fn new(variant: Variant, of: &OpeningChoice) -> WireChoice {
        match of {
            OpeningChoice::Black => WireChoice::Black,
            OpeningChoice::White => WireChoice::White,
            OpeningChoice::PlaceTwo(stones) => WireChoice::PlaceTwo(moves_text(variant, stones)),
        }
    }

    /// What crossed, where it is open.
    #[must_use]
    pub fn read(&self, variant: Variant, allowed: OpeningChoices) -> Option<OpeningChoice> {
        match self {
            WireChoice::Black => Some(OpeningChoice::Black),
            WireChoice::White => Some(OpeningChoice::White),
            WireChoice::PlaceTwo(_) if !allowed.place_two => None,
            WireChoice::PlaceTwo(stones) => match *read_moves(variant, stones)? {
                [first, second] => Some(OpeningChoice::PlaceTwo([first, second])),
                _ => None,
            },
        }
    }
}
