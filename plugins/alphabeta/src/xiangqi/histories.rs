//! What earlier parts of the search say about moves: for ordering, reductions and corrections of the evaluation.

use sdk::rules::Side;
use sdk::rules::xiangqi::{Board, Man, PackedMove, Role};

use crate::score::Score;
use crate::search::history::Statistic;

/// Limit of move statistics.
pub const MOVE_LIMIT: i32 = 8192;
/// Limit of correction statistics.
const CORRECTION_LIMIT: i32 = 1024;
/// Entries of a correction table.
const CORRECTION_SIZE: usize = 16_384;
/// A man and the point it went to: side and role by point.
pub const MAN_POINTS: usize = 14 * 90;
const MOVES: usize = 1 << 14;

type MoveStatistic = Statistic<MOVE_LIMIT>;
type Correction = Statistic<CORRECTION_LIMIT>;

/// Index of a man arriving on a point, below [`MAN_POINTS`].
#[inline]
pub const fn man_point(man: Man, to: usize) -> usize {
    (man.side.index() * 7 + man.role.index()) * 90 + to
}

/// Statistics of one thread.
pub struct Histories {
    /// Quiet moves, by side and move.
    quiet: Vec<MoveStatistic>,
    /// Captures, by man and point and the role captured.
    captures: Vec<MoveStatistic>,
    /// Moves that follow a move: by man and point of the earlier one, then of the later one.
    continuation: Vec<MoveStatistic>,
    /// Quiet moves by the arrangement of soldiers.
    soldiers: Vec<MoveStatistic>,
    /// The reply that last refuted a move, by man and point.
    replies: Vec<PackedMove>,
    corrections: [Vec<Correction>; 4],
}

const SOLDIER_ARRANGEMENTS: usize = 512;

impl Default for Histories {
    fn default() -> Histories {
        Histories {
            quiet: vec![MoveStatistic::default(); 2 * MOVES],
            captures: vec![MoveStatistic::default(); MAN_POINTS * 7],
            continuation: vec![MoveStatistic::default(); MAN_POINTS * MAN_POINTS],
            soldiers: vec![MoveStatistic::default(); SOLDIER_ARRANGEMENTS * MAN_POINTS],
            replies: vec![PackedMove::NONE; MAN_POINTS],
            corrections: std::array::from_fn(|_| vec![Correction::default(); 2 * CORRECTION_SIZE]),
        }
    }
}

/// The moves before a node that its own moves are judged by: man and point of the last move, the one before, and so on;
/// `None` for a pass.
pub type Trail = [Option<u16>; 4];
/// How many plies back the moves of a [`Trail`] lie.
pub const TRAIL_PLIES: [usize; 4] = [1, 2, 4, 6];

impl Histories {
    /// The statistic of a quiet move for ordering: from about −5 to 5 times [`MOVE_LIMIT`].
    #[inline]
    pub fn quiet(&self, board: &Board, mv: PackedMove, man: Man, trail: &Trail) -> i32 {
        let to = man_point(man, mv.to());
        let own = 2 * self.quiet[man.side.index() * MOVES + usize::from(mv.raw())].get();
        own + self.soldiers[soldier_index(board) * MAN_POINTS + to].get()
            + self.continuation_at(trail[0], to)
            + self.continuation_at(trail[1], to)
            + self.continuation_at(trail[2], to) / 2
            + self.continuation_at(trail[3], to) / 4
    }

    /// What the last two moves say about a quiet move.
    #[inline]
    pub fn continuation(&self, mv: PackedMove, man: Man, trail: &Trail) -> i32 {
        let to = man_point(man, mv.to());
        self.continuation_at(trail[0], to) + self.continuation_at(trail[1], to)
    }

    #[inline]
    fn continuation_at(&self, earlier: Option<u16>, to: usize) -> i32 {
        earlier.map_or(0, |earlier| self.continuation[usize::from(earlier) * MAN_POINTS + to].get())
    }

    /// Feeds the statistics of a quiet move.
    pub fn update_quiet(&mut self, board: &Board, mv: PackedMove, man: Man, trail: &Trail, bonus: i32) {
        let to = man_point(man, mv.to());
        self.quiet[man.side.index() * MOVES + usize::from(mv.raw())].update(bonus);
        self.soldiers[soldier_index(board) * MAN_POINTS + to].update(bonus);
        self.update_continuation(mv, man, trail, bonus);
    }

    /// Feeds what earlier moves say about a quiet move.
    pub fn update_continuation(&mut self, mv: PackedMove, man: Man, trail: &Trail, bonus: i32) {
        let to = man_point(man, mv.to());
        for earlier in trail.iter().flatten() {
            self.continuation[usize::from(*earlier) * MAN_POINTS + to].update(bonus);
        }
    }

    /// The statistic of a capture.
    #[inline]
    pub fn capture(&self, mv: PackedMove, man: Man, captured: Role) -> i32 {
        self.captures[man_point(man, mv.to()) * 7 + captured.index()].get()
    }

    /// Feeds the statistic of a capture.
    pub fn update_capture(&mut self, mv: PackedMove, man: Man, captured: Role, bonus: i32) {
        self.captures[man_point(man, mv.to()) * 7 + captured.index()].update(bonus);
    }

    /// The reply that last refuted the move before.
    pub fn reply(&self, trail: &Trail) -> PackedMove {
        trail[0].map_or(PackedMove::NONE, |earlier| self.replies[usize::from(earlier)])
    }

    /// Remembers what refuted the move before.
    pub fn set_reply(&mut self, trail: &Trail, mv: PackedMove) {
        if let Some(earlier) = trail[0] {
            self.replies[usize::from(earlier)] = mv;
        }
    }

    /// By how much evaluations of positions with such features were wrong.
    #[inline]
    pub fn correction(&self, board: &Board) -> Score {
        let indices = correction_indices(board);
        let sum: i32 = self.corrections.iter().zip(indices).map(|(table, index)| table[index].get()).sum();
        sum / 12
    }

    /// Learns that an evaluation was wrong by `error` as a search of this depth showed.
    pub fn update_correction(&mut self, board: &Board, error: Score, depth: i32) {
        let bonus = (error * depth / 8).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        for (table, index) in self.corrections.iter_mut().zip(correction_indices(board)) {
            table[index].update(bonus);
        }
    }
}

#[inline]
fn soldier_index(board: &Board) -> usize {
    let key = board.role_key(Side::First, Role::Soldier) ^ board.role_key(Side::Second, Role::Soldier);
    key as usize % SOLDIER_ARRANGEMENTS
}

#[inline]
fn correction_indices(board: &Board) -> [usize; 4] {
    let key = |side, role| board.role_key(side, role);
    let [red, black] = Side::ALL;
    let soldiers = key(red, Role::Soldier) ^ key(black, Role::Soldier);
    let minors = [Role::Horse, Role::Cannon].map(|role| key(red, role) ^ key(black, role));
    let rest = |side| {
        [Role::General, Role::Advisor, Role::Elephant, Role::Horse, Role::Chariot, Role::Cannon]
            .into_iter()
            .fold(0, |all, role| all ^ key(side, role))
    };
    let offset = board.side_to_move().index() * CORRECTION_SIZE;
    [soldiers, minors[0] ^ minors[1], rest(red), rest(black)].map(|key| offset + key as usize % CORRECTION_SIZE)
}
