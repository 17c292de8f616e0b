//! The order in which a node tries its moves, generated stage by stage so that most of the work is never done.

use sdk::rules::xiangqi::{Board, Danger, Kind, MoveList, PackedMove};

use super::exchange;
use super::histories::{Histories, Trail};
use crate::score::Score;

/// What a picker gives out next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Table,
    ScoreCaptures,
    GoodCaptures,
    Killers,
    ScoreQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// A move with its place in the order.
#[derive(Clone, Copy)]
struct Scored {
    mv: PackedMove,
    score: i32,
}

/// Most moves a position has.
const CAPACITY: usize = 128;
/// Moves that the ordering knows by heart: two killers and the reply to the last move.
pub type Favourites = [PackedMove; 3];

/// Gives out the legal moves of one node, the most promising first, each once.
pub struct Picker {
    stage: Stage,
    table_move: PackedMove,
    favourites: Favourites,
    moves: [Scored; CAPACITY],
    next: usize,
    end: usize,
    bad: usize,
    favourite: usize,
    quiets: bool,
    /// What a capture has to win in the exchange to count as good.
    threshold: Score,
}

impl Picker {
    /// All moves. `table_move` may come from anywhere.
    pub fn new(board: &Board, danger: &Danger, table_move: PackedMove, favourites: Favourites) -> Picker {
        Picker::with(board, danger, table_move, favourites, true, 0)
    }

    /// Captures only, those that win at least `threshold` in the exchange first.
    pub fn captures(board: &Board, danger: &Danger, table_move: PackedMove, threshold: Score) -> Picker {
        let is_capture = table_move != PackedMove::NONE && board.man(table_move.to()).is_some();
        let table_move = if is_capture { table_move } else { PackedMove::NONE };
        Picker::with(board, danger, table_move, [PackedMove::NONE; 3], false, threshold)
    }

    fn with(
        board: &Board,
        danger: &Danger,
        table_move: PackedMove,
        favourites: Favourites,
        quiets: bool,
        threshold: Score,
    ) -> Picker {
        let known = table_move != PackedMove::NONE && board.is_legal(danger, table_move);
        Picker {
            stage: if known { Stage::Table } else { Stage::ScoreCaptures },
            table_move: if known { table_move } else { PackedMove::NONE },
            favourites,
            moves: [Scored { mv: PackedMove::NONE, score: 0 }; CAPACITY],
            next: 0,
            end: 0,
            bad: 0,
            favourite: 0,
            quiets,
            threshold,
        }
    }

    /// No quiet moves any more.
    pub const fn skip_quiets(&mut self) {
        self.quiets = false;
    }

    /// Whether the move last given out is a capture that loses in the exchange.
    pub fn is_bad_capture(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// The next move.
    pub fn next(&mut self, board: &Board, danger: &Danger, histories: &Histories, trail: &Trail) -> Option<PackedMove> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::ScoreCaptures;
                    return Some(self.table_move);
                }
                Stage::ScoreCaptures => self.score_captures(board, danger, histories),
                Stage::GoodCaptures => match self.pick_good_capture(board) {
                    Some(mv) => return Some(mv),
                    None => self.stage = if self.quiets { Stage::Killers } else { self.begin_bad_captures() },
                },
                Stage::Killers => match self.pick_favourite(board, danger) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::ScoreQuiets,
                },
                Stage::ScoreQuiets => self.score_quiets(board, danger, histories, trail),
                Stage::Quiets => match self.pick_quiet() {
                    Some(mv) => return Some(mv),
                    None => self.stage = self.begin_bad_captures(),
                },
                Stage::BadCaptures => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(self.moves[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn begin_bad_captures(&mut self) -> Stage {
        self.next = 0;
        Stage::BadCaptures
    }

    fn score_captures(&mut self, board: &Board, danger: &Danger, histories: &Histories) {
        let mut list = MoveList::new();
        board.generate(Kind::Captures, danger, &mut list);
        for &mv in list.iter() {
            let (Some(man), Some(victim)) = (board.man(mv.from()), board.man(mv.to())) else { continue };
            if mv == self.table_move {
                continue;
            }
            let score = exchange::VALUES[victim.role.index()] * 16 + histories.capture(mv, man, victim.role);
            self.push(mv, score);
        }
        self.stage = Stage::GoodCaptures;
    }

    fn pick_good_capture(&mut self, board: &Board) -> Option<PackedMove> {
        while self.next < self.end {
            self.select_best();
            let Scored { mv, score } = self.moves[self.next];
            self.next += 1;
            if exchange::wins_at_least(board, mv, self.threshold - score / 1024) {
                return Some(mv);
            }
            // Bad captures gather at the front, over moves already given out.
            self.moves[self.bad] = Scored { mv, score };
            self.bad += 1;
        }
        None
    }

    fn pick_favourite(&mut self, board: &Board, danger: &Danger) -> Option<PackedMove> {
        while self.favourite < self.favourites.len() {
            let place = self.favourite;
            let mv = self.favourites[place];
            self.favourite += 1;
            let new = mv != PackedMove::NONE && mv != self.table_move && !self.favourites[..place].contains(&mv);
            if new && board.man(mv.to()).is_none() && board.is_legal(danger, mv) {
                return Some(mv);
            }
            self.favourites[place] = PackedMove::NONE;
        }
        None
    }

    fn score_quiets(&mut self, board: &Board, danger: &Danger, histories: &Histories, trail: &Trail) {
        self.next = self.bad;
        self.end = self.bad;
        if self.quiets {
            let mut list = MoveList::new();
            board.generate(Kind::Quiets, danger, &mut list);
            for &mv in list.iter() {
                if mv == self.table_move || self.favourites.contains(&mv) {
                    continue;
                }
                let Some(man) = board.man(mv.from()) else { continue };
                self.push(mv, histories.quiet(board, mv, man, trail));
            }
        }
        self.stage = Stage::Quiets;
    }

    fn pick_quiet(&mut self) -> Option<PackedMove> {
        if !self.quiets || self.next >= self.end {
            return None;
        }
        self.select_best();
        self.next += 1;
        Some(self.moves[self.next - 1].mv)
    }

    #[inline]
    fn push(&mut self, mv: PackedMove, score: i32) {
        self.moves[self.end] = Scored { mv, score };
        self.end += 1;
    }

    /// Brings the best of the moves left to the front.
    #[inline]
    fn select_best(&mut self) {
        let mut best = self.next;
        for place in self.next + 1..self.end {
            if self.moves[place].score > self.moves[best].score {
                best = place;
            }
        }
        self.moves.swap(self.next, best);
    }
}
