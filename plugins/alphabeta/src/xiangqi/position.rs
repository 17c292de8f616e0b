//! The position as the search keeps it: the rules' position with the history of keys, what the evaluation keeps
//! and what the repetition and no-capture rules say in mid-search.

use sdk::rules::Side;
use sdk::rules::xiangqi::{Board, Man, PackedMove, Role, Xiangqi};

use super::accumulator::{Accumulator, Kept};
use super::weights::Weights;

/// Counters in the filter that tells at once that a key was not seen before; a power of two.
const FILTER: usize = 4096;
/// Verdicts on cycles that are remembered; a power of two.
const VERDICTS: usize = 8192;
/// Quiet plies from which the count matters to the table key.
const QUIET_START: u16 = 28;
/// Mixed into the key of a position that stood on the board before in the same line.
const REPEATED: u64 = 0x6a09_e667_f3bc_c909;

/// How a line ends by the rules beyond mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nobody wins.
    Draw,
    /// The side wins by the repetition rules: the position stood on the board twice before, or cannot be avoided.
    Win(Side),
    /// The side would win by the repetition rules if the line went on like this, but the other may still deviate.
    MayWin(Side),
}

/// A move made.
#[derive(Clone, Copy)]
struct Frame {
    /// The board's key before the move.
    key: u64,
    /// What the evaluation kept before the move.
    kept: Kept,
    /// Plies since the last capture or null move, before the move.
    reversible: u16,
}

/// A position with its history.
#[derive(Clone)]
pub struct Position {
    game: Xiangqi,
    weights: &'static Weights,
    kept: Kept,
    reversible: u16,
    frames: Vec<Frame>,
    filter: Box<[u16; FILTER]>,
    /// The winner by the repetition rules of cycles judged before, by a hash of their positions: the search meets the same
    /// cycles again and again, and judging one takes as long as hundreds of nodes.
    verdicts: Vec<(u64, Option<Side>)>,
}

impl Position {
    /// A position that stands at the root of a search. Its whole history counts for repetitions.
    pub fn new(root: &Xiangqi, weights: &'static Weights) -> Position {
        let mut start = root.clone();
        let mut moves = Vec::new();
        while let Some(mv) = start.unmake() {
            moves.push(mv);
        }
        let mut position = Position {
            kept: Kept::of(start.board(), weights),
            game: start,
            weights,
            reversible: 0,
            frames: Vec::with_capacity(moves.len() + 256),
            filter: Box::new([0; FILTER]),
            verdicts: vec![(0, None); VERDICTS],
        };
        for mv in moves.into_iter().rev() {
            position.make(mv);
        }
        position
    }

    /// The men on their points.
    #[inline]
    pub const fn board(&self) -> &Board {
        self.game.board()
    }

    /// What the evaluation keeps from move to move.
    #[inline]
    pub const fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.game.in_check()
    }

    /// The key for the transposition table: the board's, unless history changes what the position is worth.
    #[inline]
    pub fn table_key(&self) -> u64 {
        let key = self.board().key();
        let quiet = self.game.quiet_plies();
        if quiet < QUIET_START {
            return key;
        }
        key ^ u64::from((quiet - QUIET_START) / 8 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The table key where the position repeats an earlier one of the line.
    #[inline]
    pub fn repeated_key(&self) -> u64 {
        self.table_key() ^ REPEATED
    }

    /// Makes a legal move; returns the man captured.
    #[inline]
    pub fn make(&mut self, mv: PackedMove) -> Option<Man> {
        self.push();
        let board = self.game.board();
        let captured = board.man(mv.to());
        if let Some(man) = board.man(mv.from()) {
            self.kept.take(man, mv.from(), self.weights);
            self.kept.put(man, mv.to(), self.weights);
        }
        if let Some(man) = captured {
            self.kept.take(man, mv.to(), self.weights);
            self.reversible = 0;
        } else {
            self.reversible += 1;
        }
        self.game.make(mv);
        captured
    }

    /// Passes.
    #[inline]
    pub fn make_null(&mut self) {
        self.push();
        self.reversible = 0;
        self.game.make_null();
    }

    /// Takes back the last move or pass.
    #[inline]
    pub fn unmake(&mut self) {
        self.game.unmake();
        if let Some(frame) = self.frames.pop() {
            self.kept = frame.kept;
            self.reversible = frame.reversible;
            let count = &mut self.filter[frame.key as usize % FILTER];
            *count = count.wrapping_sub(1);
        }
    }

    #[inline]
    fn push(&mut self) {
        let key = self.board().key();
        self.frames.push(Frame { key, kept: self.kept, reversible: self.reversible });
        self.filter[key as usize % FILTER] = self.filter[key as usize % FILTER].wrapping_add(1);
    }

    /// Plies back to the last time the position stood on the board, if it did.
    #[inline]
    pub fn repeats(&self) -> Option<usize> {
        let key = self.board().key();
        if self.reversible < 4 || self.filter[key as usize % FILTER] == 0 {
            return None;
        }
        let end = self.frames.len();
        let reach = usize::from(self.reversible).min(end);
        (4..=reach).step_by(2).find(|back| self.frames[end - back].key == key)
    }

    fn occurred_twice(&self, back: usize) -> bool {
        let key = self.board().key();
        let end = self.frames.len();
        let reach = usize::from(self.reversible).min(end);
        (back + 4..=reach).step_by(2).any(|back| self.frames[end - back].key == key)
    }

    /// Whether the line ends here, mate aside; `back` is what [`Position::repeats`] says.
    #[inline]
    pub fn ending(&mut self, back: Option<usize>) -> Option<Ending> {
        if let Some(back) = back {
            return Some(self.judge(back));
        }
        let limit = u32::from(self.game.rules().no_capture) * 2;
        let over = limit > 0 && u32::from(self.game.quiet_plies()) >= limit;
        (over || self.lacks_attackers()).then_some(Ending::Draw)
    }

    fn judge(&mut self, back: usize) -> Ending {
        match self.cycle_winner(back) {
            None => Ending::Draw,
            Some(side) if self.occurred_twice(back) => Ending::Win(side),
            Some(side) => Ending::MayWin(side),
        }
    }

    /// The side that wins when the last `back` plies are repeated for ever, `None` for a draw.
    fn cycle_winner(&mut self, back: usize) -> Option<Side> {
        let cycle = &self.frames[self.frames.len() - back..];
        let mixed = cycle
            .iter()
            .fold(back as u64, |hash, frame| (hash ^ frame.key).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
        let slot = mixed as usize % VERDICTS;
        let (known, winner) = self.verdicts[slot];
        if known == mixed {
            return winner;
        }
        let winner = self.game.judge_cycle(back).outcome.winner();
        self.verdicts[slot] = (mixed, winner);
        winner
    }

    fn lacks_attackers(&self) -> bool {
        let board = self.board();
        Side::ALL.into_iter().all(|side| {
            [Role::Chariot, Role::Soldier, Role::Horse, Role::Cannon]
                .into_iter()
                .all(|role| board.men(side, role).is_empty())
        })
    }

    /// Whether a side has a man that can give up a tempo without harm: chariot, horse or cannon.
    #[inline]
    pub fn has_fighters(&self, side: Side) -> bool {
        let board = self.board();
        !(board.men(side, Role::Chariot) | board.men(side, Role::Horse) | board.men(side, Role::Cannon)).is_empty()
    }

    /// Plies since the last capture that count for the no-capture limit.
    #[inline]
    pub const fn quiet_plies(&self) -> u16 {
        self.game.quiet_plies()
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Side {
        self.board().side_to_move()
    }
}
