//! An engine with the game it plays: meets the host's requests, in safe terms. The C side is `export.rs`.

use rules::{Move, Outcome, Position};

use crate::abi::status;
use crate::request::{Game, Refused};
use crate::{
    Control, Descriptor, Engine, Limits, Opening, OpeningChoice, OpeningChoices, OptionError, OptionInfo, Score,
    SearchHost, SearchResult,
};

/// An engine at work.
pub(crate) struct Worker {
    engine: Box<dyn Engine>,
    descriptor: &'static Descriptor,
    game: Option<Game>,
}

impl Worker {
    pub fn new(engine: Box<dyn Engine>, descriptor: &'static Descriptor) -> Worker {
        Worker { engine, descriptor, game: None }
    }

    /// The options that the engine declares now.
    pub fn options(&self) -> Vec<OptionInfo> {
        self.engine.options()
    }

    /// The game that is played.
    pub fn game(&self) -> Result<&Game, Refused> {
        self.game.as_ref().ok_or_else(no_game)
    }

    /// Sets one of `options` from the text of a value.
    pub fn set_option(&mut self, options: &[OptionInfo], id: &str, value: &str) -> Result<(), Refused> {
        let option = options.iter().find(|option| option.id == id).ok_or_else(|| unknown_option(options, id))?;
        let refused = |error: OptionError| Refused::new(status::OPTION, format!("it must be {}", error.allowed));
        let value = option.parse(value).map_err(refused)?;
        self.engine.set_option(id, &value).map_err(|fault| Refused::new(status::OPTION, fault))
    }

    /// Begins a game.
    pub fn new_game(&mut self, variant: &str, width: u32, height: u32, rules: &str) -> Result<(), Refused> {
        self.game = None;
        let support = self.descriptor.variants.iter().find(|support| support.variant.id() == variant);
        let support = support.ok_or_else(|| Refused::new(status::GAME, format!("{variant:?} is not played")))?;
        let game = Game::new(support, width, height, rules)?;
        self.engine.new_game(game.start()).map_err(|fault| Refused::failed(&fault))?;
        self.game = Some(game);
        Ok(())
    }

    /// Sets the position in the game.
    pub fn set_position(&mut self, start: Option<&str>, moves: &str) -> Result<(), Refused> {
        self.game.as_mut().ok_or_else(no_game)?.set_position(start, moves)
    }

    /// Searches the position. Where there is no move to choose the engine is not asked.
    pub fn search(&mut self, limits: &Limits, host: &dyn SearchHost) -> Result<SearchResult, Refused> {
        let position = self.game.as_ref().ok_or_else(no_game)?.position()?;
        for &mv in &limits.allowed {
            if let Some(refusal) = position.refusal(mv) {
                let error = rules::IllegalMove { variant: position.variant(), mv, refusal };
                return Err(Refused::new(status::POSITION, format!("allowed moves: {error}")));
            }
        }
        if limits.allowed.is_empty() && position.legal_moves().is_empty() {
            return Ok(SearchResult { score: final_score(position), ..SearchResult::default() });
        }
        let control = Control::new(host, limits);
        let result = self.engine.think(position, limits, &control).map_err(|fault| Refused::failed(&fault))?;
        if result.best_move.is_none() && !result.resign && !result.accept_draw {
            return Err(Refused::new(status::FAILED, "it answered without a move"));
        }
        Ok(result)
    }

    /// Proposes the first stones of an opening.
    pub fn propose(&mut self, count: usize, limits: &Limits, host: &dyn SearchHost) -> Result<Vec<Move>, Refused> {
        let start = self.game.as_ref().ok_or_else(no_game)?.start();
        let control = Control::new(host, limits);
        let opening = opening_of(&mut *self.engine)?;
        let moves = opening.propose(start, count, limits, &control).map_err(|fault| Refused::failed(&fault))?;
        if moves.len() != count {
            let text = format!("it proposed {} stones where {count} were asked for", moves.len());
            return Err(Refused::new(status::FAILED, text));
        }
        Ok(moves)
    }

    /// Answers the stones of an opening.
    pub fn choose(
        &mut self,
        stones: &str,
        allowed: OpeningChoices,
        limits: &Limits,
        host: &dyn SearchHost,
    ) -> Result<OpeningChoice, Refused> {
        let game = self.game.as_mut().ok_or_else(no_game)?;
        game.set_position(None, stones)?;
        let control = Control::new(host, limits);
        let opening = opening_of(&mut *self.engine)?;
        let choice =
            opening.choose(game.position()?, allowed, limits, &control).map_err(|fault| Refused::failed(&fault))?;
        if matches!(choice, OpeningChoice::PlaceTwo(_)) && !allowed.place_two {
            return Err(Refused::new(status::FAILED, "it placed two more stones where that is not allowed"));
        }
        Ok(choice)
    }
}

/// The score of a position without a legal move.
fn final_score(position: &impl Position) -> Score {
    match position.outcome() {
        Some(Outcome::Draw { .. }) => Score::Cp(0),
        Some(Outcome::Win { side, .. }) if side != position.side_to_move() => Score::Mate(0),
        _ => Score::None,
    }
}

fn opening_of(engine: &mut dyn Engine) -> Result<&mut dyn Opening, Refused> {
    engine.opening().ok_or_else(|| Refused::new(status::UNSUPPORTED, "it does not know the opening protocols"))
}

fn no_game() -> Refused {
    Refused::new(status::STATE, "no game was begun")
}

fn unknown_option(options: &[OptionInfo], id: &str) -> Refused {
    let known: Vec<_> = options.iter().map(|option| option.id.as_str()).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    Refused::new(status::UNKNOWN, format!("there is no option {id:?}; there are: {known}"))
}
