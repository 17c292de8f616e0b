//! Moves in the order in which they are worth trying.

use sdk::rules::gomoku::Cell;

use super::board::SearchBoard;
use super::cell_set::CellSet;
use super::class::Class;
use super::history::{Context, Histories};

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The move.
    pub cell: Cell,
    /// What it makes for the side to move.
    pub class: Class,
    /// What the opponent would make there.
    pub stops: Class,
    /// The larger, the sooner.
    pub score: i32,
    /// What the statistics say.
    pub history: i32,
}

/// Moves that go before others, whatever their score.
#[derive(Clone, Copy, Debug, Default)]
pub struct First {
    /// The move of the transposition table.
    pub table: Option<Cell>,
    /// Moves that cut off at this ply before.
    pub killers: [Option<Cell>; 2],
    /// The move that refuted the opponent's last one before.
    pub counter: Option<Cell>,
}

/// A list of moves that is sorted only as far as it is read. Equal moves keep the order of their cells.
#[derive(Default)]
pub struct Picker {
    moves: Vec<Candidate>,
    next: usize,
}

impl Picker {
    /// Takes the cells of a set as moves of the side to move.
    pub fn fill(
        &mut self,
        board: &SearchBoard,
        cells: CellSet,
        first: &First,
        context: &Context,
        histories: &Histories,
    ) {
        self.moves.clear();
        self.next = 0;
        let (own, other) = (board.to_move(), board.to_move().other());
        for cell in cells.iter() {
            let (attack, defence) = (board.point(own, cell), board.point(other, cell));
            let history = histories.get(context, cell, attack.class);
            let base = i32::from(attack.attack) * 4 + i32::from(defence.attack) * 3;
            let score = base + history / 16 + first.bonus(cell);
            self.moves.push(Candidate { cell, class: attack.class, stops: defence.class, score, history });
        }
    }

    /// The next best move.
    pub fn best(&mut self) -> Option<Candidate> {
        let rest = self.moves.get_mut(self.next..)?;
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].score > rest[best].score {
                best = index;
            }
        }
        if best < rest.len() {
            rest[..=best].rotate_right(1);
        }
        let candidate = *rest.first()?;
        self.next += 1;
        Some(candidate)
    }
}

impl First {
    #[inline]
    fn bonus(&self, cell: Cell) -> i32 {
        if self.table == Some(cell) {
            1 << 24
        } else if self.killers.contains(&Some(cell)) {
            700
        } else if self.counter == Some(cell) {
            400
        } else {
            0
        }
    }
}
