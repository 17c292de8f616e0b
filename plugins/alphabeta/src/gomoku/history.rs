//! What moves did well before: statistics that order moves.
//!
//! Beside the usual table by point there are two *continuation* tables by the way from an earlier stone (the
//! opponent's last, one's own last) to the move: what follows locally on what is the same anywhere on the board.

use sdk::rules::Side;
use sdk::rules::gomoku::Cell;

use super::class::Class;
use crate::search::history::Statistic;

const MAX: i32 = 8192;
type Entry = Statistic<MAX>;

/// Offsets up to this many columns and rows are told apart; all further ones are one.
const REACH: i32 = 4;
const WIDTH: usize = 2 * REACH as usize + 1;
const OFFSETS: usize = WIDTH * WIDTH + 1;

/// The place of a move in the continuation tables.
type Ways = [[Entry; OFFSETS]; Class::COUNT];

/// The statistics of a search.
pub struct Histories {
    /// By side, whether the move makes an open three or more, and point.
    points: [[[Entry; Cell::COUNT]; 2]; 2],
    /// By side and class of the move: the way from the opponent's last stone, and from one's own.
    replies: [Ways; 2],
    follow_ups: [Ways; 2],
    /// By side and the opponent's last stone: the reply that refuted it.
    counters: [[Option<Cell>; Cell::COUNT]; 2],
}

/// What a move is, as far as its statistics go.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Who moves.
    pub side: Side,
    /// The opponent's last stone.
    pub last: Option<Cell>,
    /// One's own last stone.
    pub own_last: Option<Cell>,
}

impl Default for Histories {
    fn default() -> Histories {
        Histories {
            points: [[[Entry::default(); Cell::COUNT]; 2]; 2],
            replies: [[[Entry::default(); OFFSETS]; Class::COUNT]; 2],
            follow_ups: [[[Entry::default(); OFFSETS]; Class::COUNT]; 2],
            counters: [[None; Cell::COUNT]; 2],
        }
    }
}

impl Histories {
    /// The sum of what is known about a move.
    #[inline]
    pub fn get(&self, context: &Context, cell: Cell, class: Class) -> i32 {
        let side = context.side.index();
        self.points[side][usize::from(class.is_attack())][cell.index()].get()
            + self.replies[side][class as usize][way(context.last, cell)].get()
            + self.follow_ups[side][class as usize][way(context.own_last, cell)].get()
    }

    /// Rewards a move (punishes it with a bonus below 0).
    pub fn update(&mut self, context: &Context, cell: Cell, class: Class, bonus: i32) {
        let side = context.side.index();
        self.points[side][usize::from(class.is_attack())][cell.index()].update(bonus);
        self.replies[side][class as usize][way(context.last, cell)].update(bonus);
        self.follow_ups[side][class as usize][way(context.own_last, cell)].update(bonus);
    }

    /// The reply that refuted the opponent's last stone before.
    #[inline]
    pub fn counter(&self, context: &Context) -> Option<Cell> {
        self.counters[context.side.index()][context.last?.index()]
    }

    /// Remembers what refuted the opponent's last stone.
    pub fn set_counter(&mut self, context: &Context, cell: Cell) {
        if let Some(last) = context.last {
            self.counters[context.side.index()][last.index()] = Some(cell);
        }
    }
}

/// The number of the way from one cell to another.
#[inline]
fn way(from: Option<Cell>, to: Cell) -> usize {
    let Some(from) = from else { return OFFSETS - 1 };
    let files = i32::from(to.file()) - i32::from(from.file()) + REACH;
    let rows = i32::from(to.row()) - i32::from(from.row()) + REACH;
    let near = 0..WIDTH as i32;
    if near.contains(&files) && near.contains(&rows) { rows as usize * WIDTH + files as usize } else { OFFSETS - 1 }
}
