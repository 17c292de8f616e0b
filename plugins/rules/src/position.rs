//! What every game's position can do.

use crate::{IllegalMove, Move, Outcome, Refusal, Side, Variant, Verdict};

/// A position that the rules accept, with the moves that led to it.
///
/// The verbs follow the rules of *movement* only: they go on working after the game is over, so that records can be
/// replayed whatever ended them. Whoever referees a game asks [`outcome`](Position::outcome) after each move.
///
/// There are two ways to move: [`play`](Position::play) checks, [`play_unchecked`](Position::play_unchecked) trusts
/// its caller and is meant for engines, which take their moves from a generator.
pub trait Position: Clone + Eq {
    /// The game and its rules.
    fn variant(&self) -> Variant;

    /// Who moves next.
    fn side_to_move(&self) -> Side;

    /// How many moves were played since the start or the set-up.
    fn ply(&self) -> usize;

    /// A number that equal arrangements with the same side to move share (Zobrist); kept up incrementally.
    fn key(&self) -> u64;

    /// Every move that the rules of movement allow, in a fixed order. In renju forbidden points are left out.
    fn legal_moves(&self) -> Vec<Move>;

    /// The rule that forbids a move, `None` for a legal one. Never panics, whatever the move.
    fn refusal(&self, mv: Move) -> Option<Refusal>;

    /// Plays a move without checking it.
    ///
    /// `mv` must be legal, or a renju point that is merely forbidden (which then loses). Anything else leaves the
    /// position wrong or panics, though never unsafely.
    fn play_unchecked(&mut self, mv: Move);

    /// Takes the last move back and returns it; `None` at the start or the set-up.
    fn undo(&mut self) -> Option<Move>;

    /// How the game stands by the rules: `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The outcome with its particulars, for people.
    fn verdict(&self) -> Option<Verdict> {
        self.outcome().map(|outcome| Verdict::plain(self.variant(), outcome))
    }

    /// The position as text: the dialect that the command line and the plugin boundary share.
    fn fen(&self) -> String;

    /// Whether a move is one of [`legal_moves`](Position::legal_moves).
    fn is_legal(&self, mv: Move) -> bool {
        self.refusal(mv).is_none()
    }

    /// Plays a move that may come from anywhere.
    ///
    /// # Errors
    /// The rule that forbids it; the position is then unchanged.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        match self.refusal(mv) {
            Some(refusal) => Err(IllegalMove { variant: self.variant(), mv, refusal }),
            None => {
                self.play_unchecked(mv);
                Ok(())
            }
        }
    }
}
