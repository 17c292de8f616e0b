//! The arguments that describe a position, shared by `position`, `perft`, `analyze` and `play`.

use anyhow::{Context, anyhow, bail};
use clap::Args;
use rules::gomoku::Gomoku;
use rules::{Move, Point, Position, Refusal, Repetition, Rules, Side, Variant, VariantPosition, xiangqi};

use super::Failure;
use crate::session::Setup;

/// A position on the command line: the start of a variant or a set-up, and moves played from there.
#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// gomoku, gomoku-standard, renju or xiangqi
    #[arg(long, default_value = "gomoku")]
    pub variant: String,
    /// Points a side of a Gomoku board, 5 to 22 [default: 15]
    #[arg(long, value_name = "N")]
    pub size: Option<u8>,
    /// Moves from the start or set-up, separated by spaces: h8 h9, h2e2; Xiangqi also in ICCS, WXF or Chinese
    #[arg(long, default_value = "", hide_default_value = true)]
    pub moves: String,
    /// Gomoku set-up: points of the black stones
    #[arg(long, value_name = "POINTS")]
    pub black: Option<String>,
    /// Gomoku set-up: points of the white stones
    #[arg(long, value_name = "POINTS")]
    pub white: Option<String>,
    /// Gomoku set-up: black or white
    #[arg(long, value_name = "SIDE")]
    pub to_move: Option<String>,
    /// A position as text: any common Xiangqi FEN, or Gomoku rows from the top, `x` black, `o` white, then b or w
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["black", "white", "to_move"])]
    pub fen: Option<String>,
    /// Xiangqi repetition rules: asian, computer or chinese [default: asian]
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// Xiangqi: moves a side without a capture until a draw, 0 for none [default: 60]
    #[arg(long, value_name = "N")]
    pub no_capture_limit: Option<u16>,
}

/// A position with the way to it.
#[derive(Clone, Debug)]
pub struct GivenPosition {
    /// Variant, board, rules and start text.
    pub setup: Setup,
    /// The moves given.
    pub moves: Vec<Move>,
    /// The position before the first move.
    pub start: VariantPosition,
    /// The position after the last move.
    pub position: VariantPosition,
    /// The ply at which play would have stopped.
    pub ended_at: Option<usize>,
}

/// Points a side of a Gomoku board where none are chosen.
pub const DEFAULT_SIZE: u8 = 15;

impl PositionArgs {
    /// Builds the position.
    ///
    /// # Errors
    /// Bad input: what can't be read, an occupied point, a move that movement forbids, an impossible set-up.
    pub fn position(&self) -> Result<GivenPosition, Failure> {
        self.read().map_err(Failure::BadInput)
    }

    fn read(&self) -> anyhow::Result<GivenPosition> {
        let variant: Variant = self.variant.parse()?;
        let mut setup = Setup::new(variant, self.size.unwrap_or(DEFAULT_SIZE));
        setup.rules = self.rules(variant)?;
        setup.start = self.start_text(&setup)?;
        let start = setup.position().context("the position can't be set up")?;
        if let Some(size) = start.size() {
            if self.size.is_some_and(|given| given != size) {
                bail!("--size {} and the board of --fen, {size} points a side, disagree; leave --size out", setup.size);
            }
            setup.size = size;
        }
        let mut given = GivenPosition { setup, moves: Vec::new(), position: start.clone(), start, ended_at: None };
        given.note_end();
        for text in self.moves.split_whitespace() {
            given.play(text)?;
        }
        Ok(given)
    }

    fn rules(&self, variant: Variant) -> anyhow::Result<Rules> {
        let mut rules = Rules::default();
        if variant.is_gomoku() && (self.rules.is_some() || self.no_capture_limit.is_some()) {
            bail!("--rules and --no-capture-limit are for xiangqi, not for {variant}");
        }
        if let Some(name) = &self.rules {
            rules.repetition = Repetition::ALL
                .into_iter()
                .find(|rules| rules.id() == name)
                .ok_or_else(|| anyhow!("--rules {name:?} is not known; known are asian, computer, chinese"))?;
        }
        rules.no_capture = self.no_capture_limit.unwrap_or(rules.no_capture);
        Ok(rules)
    }

    fn start_text(&self, setup: &Setup) -> anyhow::Result<Option<String>> {
        let variant = setup.variant;
        if !variant.is_gomoku() && self.size.is_some() {
            bail!("--size is for Gomoku boards; the board of xiangqi is fixed");
        }
        if self.black.is_none() && self.white.is_none() {
            if self.to_move.is_some() {
                bail!("--to-move needs a set-up: give --black or --white with it");
            }
            return Ok(self.fen.clone());
        }
        if !variant.is_gomoku() {
            bail!("--black and --white set up Gomoku boards; set up xiangqi with --fen");
        }
        let to_move = self.to_move.as_deref().ok_or_else(|| anyhow!("a set-up needs --to-move black or white"))?;
        let to_move = Side::ALL
            .into_iter()
            .find(|side| variant.side_name(*side) == to_move)
            .ok_or_else(|| anyhow!("--to-move {to_move:?} is not known; write black or white"))?;
        let black = points(variant, "--black", self.black.as_deref())?;
        let white = points(variant, "--white", self.white.as_deref())?;
        let position = Gomoku::from_stones(variant, setup.size, setup.rules, &black, &white, to_move)
            .context("the position can't be set up")?;
        Ok(Some(position.fen()))
    }
}

fn points(variant: Variant, name: &str, text: Option<&str>) -> anyhow::Result<Vec<Point>> {
    text.unwrap_or_default()
        .split_whitespace()
        .map(|word| variant.parse_point(word).with_context(|| format!("{name} holds a point that can't be read")))
        .collect()
}

impl GivenPosition {
    fn play(&mut self, text: &str) -> anyhow::Result<()> {
        let number = self.moves.len() + 1;
        let mv = match &self.position {
            VariantPosition::Xiangqi(position) => xiangqi::parse_move(position, text)?,
            VariantPosition::Gomoku(_) => self.setup.variant.parse_move(text)?,
        };
        match self.position.refusal(mv) {
            None | Some(Refusal::Forbidden(_)) => self.position.play_unchecked(mv),
            Some(_) => self.position.play(mv).with_context(|| format!("move number {number} of --moves"))?,
        }
        self.moves.push(mv);
        self.note_end();
        Ok(())
    }

    fn note_end(&mut self) {
        if self.ended_at.is_none() && self.position.outcome().is_some() {
            self.ended_at = Some(self.moves.len());
        }
    }
}
