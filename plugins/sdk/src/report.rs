//! What an engine tells while it thinks, and what it answers.

use std::time::Duration;

use rules::Move;

/// The worth of a position for the side to move at the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a unit: a win chance of 1/(1+10^(−cp/400)) in any variant.
    Cp(i32),
    /// The end of the game by force, in plies including the last: positive when the side to move wins, negative when
    /// it loses, 0 when it has already lost.
    Mate(i32),
    /// Not known.
    #[default]
    None,
}

impl Score {
    /// The chance that the side to move wins, from 0 to 1, draws counted half.
    #[must_use]
    pub fn win_chance(self) -> Option<f64> {
        match self {
            Score::Cp(cp) => Some(1.0 / (1.0 + 10f64.powf(-f64::from(cp) / 400.0))),
            Score::Mate(plies) => Some(if plies > 0 { 1.0 } else { 0.0 }),
            Score::None => None,
        }
    }
}

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is the true one, as far as the search goes.
    #[default]
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// A report in mid-search. All parts are optional; `..Info::default()` leaves them out.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Depth in plies that is complete; 0 for unknown.
    pub depth: u32,
    /// Largest depth reached in plies; 0 for unknown.
    pub seldepth: u32,
    /// The score of this line.
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Nodes searched so far; 0 for unknown.
    pub nodes: u64,
    /// Nodes a second; computed from nodes and time where the engine leaves it out.
    pub nps: Option<u64>,
    /// Time since the search began; measured where the engine leaves it out.
    pub time: Option<Duration>,
    /// Fill of the transposition table in thousandths.
    pub hashfull: Option<u16>,
    /// Which line this is, from 1.
    pub multi_pv: u32,
    /// The line.
    pub pv: Vec<Move>,
    /// A value for each point in hundredths for the side to move, index `row × width + file` counted from a1 (a0 in
    /// Xiangqi); NaN for none.
    pub heat: Option<Vec<f32>>,
    /// A remark for people; may be empty.
    pub text: String,
}

impl Default for Info {
    fn default() -> Info {
        Info {
            depth: 0,
            seldepth: 0,
            score: Score::None,
            bound: Bound::Exact,
            nodes: 0,
            nps: None,
            time: None,
            hashfull: None,
            multi_pv: 1,
            pv: Vec::new(),
            heat: None,
            text: String::new(),
        }
    }
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` only where there is none, or the engine resigns.
    pub best_move: Option<Move>,
    /// The reply that the engine expects, and would ponder on.
    pub ponder: Option<Move>,
    /// The score of the move.
    pub score: Score,
    /// Gives the game up instead of moving.
    pub resign: bool,
    /// Offers a draw together with the move.
    pub offer_draw: bool,
    /// Takes the draw that [`Limits::draw_offered`](crate::Limits::draw_offered) told of instead of moving.
    pub accept_draw: bool,
}

impl SearchResult {
    /// Plays a move.
    #[must_use]
    pub fn play(mv: Move) -> SearchResult {
        SearchResult { best_move: Some(mv), ..SearchResult::default() }
    }

    /// Gives the game up.
    #[must_use]
    pub fn resign() -> SearchResult {
        SearchResult { resign: true, ..SearchResult::default() }
    }

    /// Adds the score.
    #[must_use]
    pub fn score(mut self, score: Score) -> SearchResult {
        self.score = score;
        self
    }

    /// Adds the expected reply.
    #[must_use]
    pub fn ponder(mut self, reply: Move) -> SearchResult {
        self.ponder = Some(reply);
        self
    }
}
