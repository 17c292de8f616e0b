//! Xiangqi, Chinese chess.
//!
//! [`Xiangqi`] is a position with the moves that led to it. It is set up from the start or from a FEN of any dialect,
//! plays moves written in any notation, and says how the game stands:
//!
//! ```
//! use rules::xiangqi::{Xiangqi, chinese, parse_move, wxf};
//! use rules::{Position, Rules};
//!
//! let mut position = Xiangqi::start(Rules::default());
//! assert_eq!(position.legal_moves().len(), 44);
//!
//! // Moves are read from any notation and written in each.
//! let mv = parse_move(&position, "炮二平五")?;
//! assert_eq!((wxf(&position, mv), chinese(&position, mv)), ("C2=5".to_owned(), "炮二平五".to_owned()));
//! position.play(mv)?;
//!
//! // What is forbidden is refused with the rule that forbids it.
//! let horse = parse_move(&position, "h9f8")?;
//! let error = position.play(horse).expect_err("the elephant stands in the way");
//! assert_eq!(error.to_string(), "move h9f8: the horse's leg is blocked on g9");
//!
//! // The verdict says who lost, why, and by which rules.
//! let mut game = Xiangqi::from_fen("3k5/R8/9/9/9/9/9/9/9/4K4 w", Rules::default())?;
//! for text in ["a8a9", "d9d8", "a9a8", "d8d9", "a8a9", "d9d8", "a9a8", "d8d9"] {
//!     let mv = parse_move(&game, text)?;
//!     game.play(mv)?;
//! }
//! let verdict = game.verdict().expect("the position stands there for the third time");
//! assert_eq!(verdict.to_string(), "red loses: perpetual check, Asian rules");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rules, and where they are written
//!
//! Movement, check, mate and the loss by stalemate are those of every rule book (Asian Xiangqi Federation, chapter 1;
//! Chinese Xiangqi Association 1999, articles 2 and 3). The generals may not face each other on an open file. Movement
//! alone decides [`Position::legal_moves`]; a record can be replayed past the end of its game.
//!
//! A game ends, in this order of precedence, by
//!
//! 1. checkmate or stalemate: the side without a move loses;
//! 2. the third occurrence of a position, judged under one of three rule sets ([`Repetition`](crate::Repetition)): the
//!    table, the sources and what was chosen where they dispute stand with [`Xiangqi::judge_repetition`];
//! 3. the no-capture limit: 60 moves a side by default ([`Rules::no_capture`]; Pikafish and UCCI, and article 4.2.4 of
//!    1999). A side's checks beyond the tenth since the last capture, and their answers, are not counted;
//! 4. men that cannot mate: the endings of which no position is mate or stalemate (article 4.2.1 of 1999).
//!
//! [`Xiangqi::losing_moves`] lists the legal moves that rule 2 would punish at once, so that a player can be warned.
//!
//! # The fast interface
//!
//! Engines search on [`Xiangqi::board`]: points are numbers ([`number`]), moves two bytes ([`PackedMove`]). At each
//! node [`Board::danger`] is computed once; with it [`Board::generate`] gives captures, quiets or all *legal* moves (in
//! check the evasions), [`Board::is_legal`] accepts exactly these from any source, and [`Board::gives_check`] foresees
//! checks. [`Xiangqi::make`] and [`Xiangqi::unmake`] keep the history, [`Xiangqi::occurrences`] finds repetitions in it
//! and [`Xiangqi::judge_cycle`] judges them. Attacks, keys and sets are on [`Board`], which also says why it is built
//! as it is.
//!
//! ```
//! use rules::xiangqi::{Kind, MoveList, Xiangqi};
//!
//! let mut position = Xiangqi::start(rules::Rules::default());
//! let danger = position.board().danger();
//! let mut captures = MoveList::new();
//! position.board().generate(Kind::Captures, &danger, &mut captures);
//! assert_eq!(captures.len(), 2, "each cannon captures the horse opposite");
//! position.make(captures[0]);
//! assert!(!position.in_check());
//! position.unmake();
//! ```

mod attack;
mod board;
mod chase;
mod check;
mod fen;
mod man;
mod material;
mod movegen;
mod notation;
mod packed;
mod point_set;
mod refusal;
mod repetition;
mod setup;
mod tables;

use crate::{EndReason, Move, Outcome, Point, Position, Refusal, Rules, Side, Variant, Verdict};

pub use attack::{attacks_within, between, horse_leg};
pub use board::Board;
pub use check::Danger;
pub use fen::START;
pub use man::{Man, Role};
pub use movegen::Kind;
pub use notation::{NotationError, ParseMovesError, chinese, iccs, parse_move, parse_moves, wxf};
pub use packed::{MoveList, PackedMove};
pub use point_set::{POINTS, PointSet, number, point};
pub use setup::{SetupError, SetupFault};

/// Red, who moves first.
pub const RED: Side = Side::First;
/// Black, who moves second.
pub const BLACK: Side = Side::Second;

/// Checks of one side that count for the no-capture limit; further ones don't.
const COUNTED_CHECKS: u16 = 10;

/// A Xiangqi position: a [`Board`] with the rules in force and the moves that led to it.
///
/// Two positions are equal when they have the same men, side to move, rules, start and moves played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xiangqi {
    /// Boxed, so that a position is small to move about.
    board: Box<Board>,
    rules: Rules,
    status: Status,
    records: Vec<Record>,
    /// Number of the move pair with which the game or the set-up began.
    first_number: u32,
}

/// What the moves so far add to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Status {
    /// Plies since the last capture that count for the no-capture limit.
    quiet: u16,
    /// Checks given by each side since the last capture.
    checks: [u16; 2],
    /// Plies since the last capture, null move or the set-up: how far back the position can have occurred before.
    reversible: u16,
    /// Whether the side to move is in check.
    in_check: bool,
}

/// A move played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Record {
    mv: PackedMove,
    captured: Option<Man>,
    /// The board's key before the move.
    key: u64,
    /// The status before the move.
    status: Status,
}

impl Xiangqi {
    /// The start position.
    #[must_use]
    pub fn start(rules: Rules) -> Xiangqi {
        // The start position is a constant that every test reads, so it can't be refused.
        Xiangqi::from_fen(START, rules).unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// Reads a FEN of any common dialect, and plays the moves that trail it.
    ///
    /// # Errors
    /// What can't be read, every fault of the set-up, or the first trailing move that is refused.
    pub fn from_fen(text: &str, rules: Rules) -> Result<Xiangqi, SetupError> {
        let fen = fen::read(text)?;
        let faults = setup::faults(&fen.board);
        if !faults.is_empty() {
            return Err(SetupError::Impossible(faults));
        }
        let in_check = fen.board.is_checked(fen.board.side_to_move());
        let status = Status { quiet: fen.quiet, checks: [0; 2], reversible: 0, in_check };
        let mut position =
            Xiangqi { board: Box::new(fen.board), rules, status, records: Vec::new(), first_number: fen.number };
        for mv in parse_moves(&position, fen.moves).map_err(SetupError::Moves)? {
            position.play_unchecked(mv);
        }
        Ok(position)
    }

    /// The rules in force.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The man on a point, `None` where it is empty or off the board.
    #[must_use]
    pub fn man(&self, point: Point) -> Option<Man> {
        number(point).and_then(|at| self.board.man(at))
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub const fn in_check(&self) -> bool {
        self.status.in_check
    }

    /// Where a side's general stands.
    #[must_use]
    pub fn general(&self, side: Side) -> Point {
        point(self.board.general(side))
    }

    /// The legal moves that would lose at once by the repetition rules.
    #[must_use]
    pub fn losing_moves(&self) -> Vec<Move> {
        let mut after = self.clone();
        let loses = |mv: &Move| {
            after.play_unchecked(*mv);
            let judged = after.judge_repetition();
            after.undo();
            judged.and_then(|verdict| verdict.outcome.winner()) == Some(self.side_to_move().other())
        };
        self.legal_moves().into_iter().filter(loses).collect()
    }

    /// The men captured so far since the start or set-up, in order.
    #[must_use]
    pub fn captured(&self) -> Vec<Man> {
        self.records.iter().filter_map(|record| record.captured).collect()
    }

    /// The moves played so far, in order.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.records.iter().map(|record| unpack(record.mv)).collect()
    }

    /// Plies that count for the no-capture limit.
    #[must_use]
    pub const fn quiet_plies(&self) -> u16 {
        self.status.quiet
    }

    /// The men on their points: the fast interface for engines.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Plays a legal move, see [`Position::play_unchecked`].
    #[inline]
    pub fn make(&mut self, mv: PackedMove) {
        let key = self.board.key();
        let before = self.status;
        let mover = self.board.side_to_move();
        let captured = self.board.make(mv);
        let in_check = self.board.is_checked(mover.other());
        self.status = before.after(mover, captured.is_some(), in_check);
        self.records.push(Record { mv, captured, key, status: before });
    }

    /// Gives the turn to the other side without a move, as a search may; no repetition reaches across it.
    #[inline]
    pub fn make_null(&mut self) {
        let record = Record { mv: PackedMove::NONE, captured: None, key: self.board.key(), status: self.status };
        self.board.pass();
        self.status.reversible = 0;
        self.status.in_check = self.board.is_checked(self.board.side_to_move());
        self.records.push(record);
    }

    /// Takes the last move or null move back, and returns it.
    #[inline]
    pub fn unmake(&mut self) -> Option<PackedMove> {
        let record = self.records.pop()?;
        if record.mv == PackedMove::NONE {
            self.board.pass();
        } else {
            self.board.unmake(record.mv, record.captured);
        }
        self.status = record.status;
        Some(record.mv)
    }

    fn has_moves(&self) -> bool {
        self.board.count_moves(&self.board.danger()) > 0
    }
}

/// A move of the records; a null move is a pass.
fn unpack(mv: PackedMove) -> Move {
    if mv == PackedMove::NONE { Move::Pass } else { mv.unpack() }
}

impl Status {
    /// The status after a move of `mover`.
    #[inline]
    fn after(self, mover: Side, captures: bool, gives_check: bool) -> Status {
        if captures {
            return Status { quiet: 0, checks: [0; 2], reversible: 0, in_check: gives_check };
        }
        let mut checks = self.checks;
        checks[mover.index()] = checks[mover.index()].saturating_add(u16::from(gives_check));
        let beyond = |side: Side| checks[side.index()] > COUNTED_CHECKS;
        let uncounted = (gives_check && beyond(mover)) || (self.in_check && beyond(mover.other()));
        Status {
            quiet: self.quiet.saturating_add(u16::from(!uncounted)),
            checks,
            reversible: self.reversible.saturating_add(1),
            in_check: gives_check,
        }
    }
}

impl Position for Xiangqi {
    fn variant(&self) -> Variant {
        Variant::Xiangqi
    }

    fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    fn ply(&self) -> usize {
        self.records.len()
    }

    fn key(&self) -> u64 {
        self.board.key()
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut list = MoveList::new();
        self.board.generate(Kind::All, &self.board.danger(), &mut list);
        let mut moves: Vec<Move> = list.iter().map(|mv| mv.unpack()).collect();
        moves.sort_unstable();
        moves
    }

    fn refusal(&self, mv: Move) -> Option<Refusal> {
        self.board.refusal(mv)
    }

    fn play_unchecked(&mut self, mv: Move) {
        if let Some(mv) = PackedMove::pack(mv) {
            self.make(mv);
        }
    }

    fn undo(&mut self) -> Option<Move> {
        self.unmake().map(unpack)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.verdict().map(|verdict| verdict.outcome)
    }

    fn verdict(&self) -> Option<Verdict> {
        let plain = |outcome| Some(Verdict::plain(Variant::Xiangqi, outcome));
        if !self.has_moves() {
            let reason = if self.in_check() { EndReason::Checkmate } else { EndReason::Stalemate };
            return plain(Outcome::Win { side: self.side_to_move().other(), reason });
        }
        if let Some(verdict) = self.judge_repetition() {
            return Some(verdict);
        }
        let limit = u32::from(self.rules.no_capture) * 2;
        if limit > 0 && u32::from(self.status.quiet) >= limit {
            return plain(Outcome::Draw { reason: EndReason::NoCaptureLimit });
        }
        let dead = material::nobody_can_mate(&self.board);
        dead.then(|| Verdict::plain(Variant::Xiangqi, Outcome::Draw { reason: EndReason::InsufficientMaterial }))
    }

    fn fen(&self) -> String {
        let black_first = (self.side_to_move() == BLACK) != (self.ply() % 2 == 1);
        let plies = self.ply() as u32 + u32::from(black_first);
        fen::write(&self.board, self.status.quiet, self.first_number.saturating_add(plies / 2))
    }
}
