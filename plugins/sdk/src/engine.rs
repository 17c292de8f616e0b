//! What an engine author writes: one implementation of [`Engine`], and for the opening protocols one of [`Opening`].

use std::error::Error;

use rules::{Move, VariantPosition};

use crate::{Control, Descriptor, Limits, OptionInfo, OptionValue, SearchResult};

/// Why an engine could not do what it was asked. Any error converts into it with `?`, any text with `.into()`.
///
/// The text is shown to users after the engine's name: one sentence, lower case, without a full stop.
pub type Fault = Box<dyn Error + Send + Sync>;

/// An engine: the one thing that an author implements, before one line of [`export_engine!`](crate::export_engine).
///
/// The host creates an engine with [`Default`], may create several at once, and calls each from one thread at a time.
/// A panic in any method is caught: the engine is then never called again, and the host learns the panic's text.
pub trait Engine: Send {
    /// Who the engine is and what it plays.
    fn descriptor() -> Descriptor
    where
        Self: Sized;

    /// The options that the host shows to the user, in order. Asked again after every
    /// [`set_option`](Engine::set_option) and [`new_game`](Engine::new_game), so they may depend on each other.
    fn options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }

    /// Takes over the value of an option. `id` is one of [`options`](Engine::options) and `value` fits it in kind,
    /// range and choices; a button's value is [`OptionValue::Pressed`].
    ///
    /// # Errors
    /// The value can't be used after all: a file that can't be read, memory that isn't there.
    fn set_option(&mut self, id: &str, value: &OptionValue) -> Result<(), Fault> {
        let _ = (id, value);
        Ok(())
    }

    /// A new game begins: what was learned from the last one is forgotten. `start` is the variant's start position
    /// and carries variant, board size and rules, all of them among those that the descriptor declares.
    ///
    /// # Errors
    /// The engine is not ready to play.
    fn new_game(&mut self, start: &VariantPosition) -> Result<(), Fault> {
        let _ = start;
        Ok(())
    }

    /// Thinks and answers with a move for the side to move.
    ///
    /// `position` has at least one legal move that `limits` allow. It may be one at which play would have ended by
    /// the rules (five in a row, a repetition): an analysis may ask about any position. The method returns when the limits are
    /// reached or soon after [`Control::should_stop`] says so (poll it at least every 10 ms); in an infinite or
    /// pondering search only then.
    ///
    /// # Errors
    /// The engine can't answer; it loses the game, so an answer of any kind is better.
    fn think(&mut self, position: &VariantPosition, limits: &Limits, control: &Control) -> Result<SearchResult, Fault>;

    /// The engine's part in the opening protocols, where it knows them and declares
    /// [`Capabilities::opening`](crate::Capabilities::opening).
    fn opening(&mut self) -> Option<&mut dyn Opening> {
        None
    }
}

/// The opening protocols of Gomoku, swap and swap2, in which sides are chosen after the first stones lie.
pub trait Opening {
    /// Proposes the first `count` stones (three in both protocols), black and white in turn, from `start`.
    ///
    /// # Errors
    /// The engine can't answer.
    fn propose(
        &mut self,
        start: &VariantPosition,
        count: usize,
        limits: &Limits,
        control: &Control,
    ) -> Result<Vec<Move>, Fault>;

    /// Answers the stones that lie on the board of `position` with one of the `allowed` choices.
    ///
    /// # Errors
    /// The engine can't answer.
    fn choose(
        &mut self,
        position: &VariantPosition,
        allowed: OpeningChoices,
        limits: &Limits,
        control: &Control,
    ) -> Result<OpeningChoice, Fault>;
}

/// The choices open to the side that answers an opening: black and white always, two more stones only in swap2 and
/// only at its first answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningChoices {
    /// Whether two more stones may be placed and the choice handed back.
    pub place_two: bool,
}

/// An answer to an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningChoice {
    /// Plays black from here.
    Black,
    /// Plays white from here.
    White,
    /// Places these two stones in turn, the side to move first, and lets the opponent choose.
    PlaceTwo([Move; 2]),
}
