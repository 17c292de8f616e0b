//! Gomoku: freestyle, standard and renju, on boards of 5 to 22 points a side.
//!
//! A tour: play, ask what is forbidden, see how it ended.
//!
//! ```
//! use rules::gomoku::{ForbiddenKind, Gomoku};
//! use rules::{EndReason, Position, Refusal, Rules, Side, Variant};
//!
//! let variant = Variant::Renju;
//! let mut position = Gomoku::from_fen(variant, "7/3x3/3x3/1xx4/7/7/7 b", Rules::default())?;
//! let fork = variant.parse_point("d4")?;
//! assert_eq!(position.forbidden_points(), [(fork, ForbiddenKind::DoubleThree)]);
//!
//! let mv = variant.parse_move("d4")?;
//! assert_eq!(position.refusal(mv), Some(Refusal::Forbidden(ForbiddenKind::DoubleThree)));
//! assert!(position.play(mv).is_err());
//!
//! position.play_unchecked(mv); // as someone might who overlooked it
//! let outcome = position.outcome().expect("the game is over");
//! assert_eq!((outcome.winner(), outcome.reason()), (Some(Side::Second), EndReason::ForbiddenMove));
//! assert_eq!(position.undo(), Some(mv));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rules
//!
//! | variant | Black wins with | White wins with | forbidden |
//! | --- | --- | --- | --- |
//! | freestyle | five or more | five or more | nothing |
//! | standard | exactly five | exactly five | nothing: six are merely worthless |
//! | renju | exactly five | five or more | to Black: overline, double four, double three |
//!
//! Freestyle and standard are rules 0 and 1 of the Gomocup protocol (`INFO rule`). Renju is RIF's, The International Rules
//! of Renju, 3 (what a five, a four, a straight four and a three are), 9.1 (who wins), 9.2 (what is forbidden) and 9.3 (which double threes
//! are allowed after all); `forbidden.rs` tells how they are applied. Of the reasons that hold for a point the first in
//! the order overline, double four, double three is given. Exactly five outranks them all.
//!
//! # Endings
//!
//! The rules of movement know one thing only: a stone goes on an empty point. Moves can therefore be replayed beyond the end,
//! and [`outcome`](Position::outcome) judges the position that stands, in this order:
//!
//! 1. **A five stands**, wherever it comes from: its side won. Of two fives, the one that the moves made first; where
//!    none of them did (a set-up), that of the side to move, as it stood before the last stone. A five that was made
//!    longer, where six do not win, stands no more.
//! 2. **The last move was forbidden**: Black lost. A set-up with a forbidden shape is no end, nor is a position further on.
//! 3. **The board is full**: a draw.
//! 4. **Black is to move in renju and every empty point is forbidden**: Black lost. RIF (4) lets a player pass; here nobody passes, so that
//!    any move of Black's would lose by 9.2.
//! 5. **Neither side can make a five any more** with the stones that the empty points leave it: a draw, if
//!    [`Rules::no_five_draw`] asks for it. That Black may not play some of the points in renju is not considered.
//!
//! # For engines
//!
//! [`Board`] holds stones as bit lines; [`Gomoku`] adds the rules and the moves. [`ShapeBoard`] keeps for every point, direction and
//! side the [`Shape`] that a stone there makes, and lists what each move changes. Both work on [`Cell`]s, indices below 1,024
//! that do not depend on the size of the board. [`opening`] settles who plays which side, [`Symmetry`] finds mirrored
//! positions.

mod board;
mod cell;
mod fen;
mod forbidden;
mod line;
pub mod opening;
mod outcome;
mod setup;
mod shape;
mod shape_board;
mod shape_table;
mod symmetry;
mod zobrist;

pub use board::Board;
pub use cell::{Cell, Direction, MAX_SIZE};
pub use fen::FenError;
pub use forbidden::ForbiddenKind;
pub use setup::SetupError;
pub use shape::{Shape, ShapePair};
pub use shape_board::{CellShapes, ShapeBoard, ShapeChange};
pub use symmetry::Symmetry;

use crate::{Move, Outcome, Point, Position, Refusal, Rules, Side, Variant};

/// A Gomoku position: stones, the side to move, and the moves since the start or the set-up.
///
/// Two positions are equal when variant, rules, size, stones, side to move and those moves are. Arrangements
/// reached by different moves differ, yet share their [`key`](Position::key).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gomoku {
    variant: Variant,
    rules: Rules,
    /// Boxed: a word of each line makes it 2 KiB, too much to move about.
    board: Box<Board>,
    to_move: Side,
    played: Vec<Played>,
}

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Played {
    cell: Cell,
    /// Whether renju forbade it.
    forbidden: bool,
}

impl Gomoku {
    /// Board size in points a side.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.board.size()
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The stone on a point, `None` where it is empty or off the board.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Side> {
        self.board.contains(point).then(|| self.board.stone(Cell::new(point))).flatten()
    }

    /// The board with its stones.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves since the start or the set-up, the first one first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.played.iter().map(|played| Move::Put { to: played.cell.point() })
    }

    /// The stones of the line that won (five or more, in order), empty while nobody has.
    #[must_use]
    pub fn winning_line(&self) -> Vec<Point> {
        self.five_row()
    }

    /// The forbidden points and why; empty unless Black is to move in renju.
    #[must_use]
    pub fn forbidden_points(&self) -> Vec<(Point, ForbiddenKind)> {
        if !self.forbids() {
            return Vec::new();
        }
        forbidden::forbidden_cells(&self.board).into_iter().map(|(cell, kind)| (cell.point(), kind)).collect()
    }

    /// Whether there may be forbidden points: Black is to move in renju.
    pub(crate) fn forbids(&self) -> bool {
        self.variant == Variant::Renju && self.to_move == Side::First
    }

    /// [`Position::refusal`] but for renju's forbidden points, which may be played (and lose).
    pub(crate) fn movement_refusal(&self, mv: Move) -> Option<Refusal> {
        match mv {
            Move::Put { to } if !self.board.contains(to) => Some(Refusal::OffBoard),
            Move::Put { to } if !self.board.is_empty(Cell::new(to)) => Some(Refusal::Occupied),
            Move::Put { .. } => None,
            Move::Shift { .. } | Move::Pass => Some(Refusal::WrongKind),
        }
    }
}

impl Position for Gomoku {
    fn variant(&self) -> Variant {
        self.variant
    }

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn ply(&self) -> usize {
        self.played.len()
    }

    fn key(&self) -> u64 {
        self.board.key(self.to_move)
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut cells: Vec<Cell> = self.board.empty_cells().collect();
        if self.forbids() {
            let forbidden = forbidden::forbidden_cells(&self.board);
            cells.retain(|cell| !forbidden.iter().any(|(other, _)| other == cell));
        }
        cells.into_iter().map(|cell| Move::Put { to: cell.point() }).collect()
    }

    fn refusal(&self, mv: Move) -> Option<Refusal> {
        self.movement_refusal(mv).or_else(|| {
            let cell = Cell::new(mv.to().filter(|_| self.forbids())?);
            forbidden::forbidden(&self.board, cell).map(Refusal::Forbidden)
        })
    }

    fn play_unchecked(&mut self, mv: Move) {
        let Move::Put { to } = mv else {
            debug_assert!(false, "{mv:?} is no move of Gomoku");
            return;
        };
        let cell = Cell::new(to);
        let forbidden = self.forbids() && forbidden::forbidden(&self.board, cell).is_some();
        self.board.put(cell, self.to_move);
        self.played.push(Played { cell, forbidden });
        self.to_move = self.to_move.other();
    }

    fn undo(&mut self) -> Option<Move> {
        let played = self.played.pop()?;
        self.to_move = self.to_move.other();
        self.board.remove(played.cell, self.to_move);
        Some(Move::Put { to: played.cell.point() })
    }

    /// How the position stands; the order in which ends are looked for is in the [module's](self) documentation.
    fn outcome(&self) -> Option<Outcome> {
        self.judge()
    }

    fn fen(&self) -> String {
        fen::write(self)
    }
}
