//! What stands beside the board: players, moves, state of the game.

use std::time::Duration;

use rules::xiangqi::Man;
use rules::{Move, Position, Side, VariantPosition, Verdict, xiangqi};

use crate::session::Session;
use crate::session::seat::Seat;

/// The card of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The side.
    pub side: Side,
    /// Who sits there.
    pub seat: Seat,
    /// Whether it is this side's turn in a game that goes on.
    pub to_move: bool,
    /// Whether an engine thinks here.
    pub thinking: bool,
    /// Whether this side won.
    pub won: bool,
    /// Time left on the clock's face (of the period that runs, in byo-yomi), `None` without a clock.
    pub left: Option<Duration>,
    /// Periods of byo-yomi left, `None` without them.
    pub periods: Option<u32>,
    /// Whether the flag falls soon.
    pub low: bool,
    /// Men of the opponent that this side captured.
    pub captured: Vec<Man>,
}

/// The cards, the first side first.
#[must_use]
pub fn players(session: &Session, now: Duration) -> [PlayerRow; 2] {
    let over = session.is_over();
    let winner = session.verdict().and_then(|verdict| verdict.outcome.winner());
    let to_move = session.mover();
    let clock = session.clock();
    let captured = match session.position() {
        VariantPosition::Xiangqi(position) => position.captured(),
        VariantPosition::Gomoku(_) => Vec::new(),
    };
    Side::ALL.map(|side| PlayerRow {
        side,
        seat: session.seat(side).clone(),
        to_move: !over && side == to_move,
        thinking: side == to_move && session.thinking().is_some(),
        won: winner == Some(side),
        left: clock.left(side, now).map(|left| clock.control(side).shown(left)),
        periods: clock.left(side, now).and_then(|left| clock.control(side).periods_left(left)),
        low: clock.is_low(side, now),
        captured: captured.iter().copied().filter(|man| man.side != side).collect(),
    })
}

/// One line of the move list: a move of either side, or only one where the game begins or ends so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveRow {
    /// The number of the pair, from 1.
    pub number: usize,
    /// The first side's move.
    pub first: Option<MoveCell>,
    /// The second side's move.
    pub second: Option<MoveCell>,
}

/// A move in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCell {
    /// How many moves lead to it, itself included.
    pub ply: usize,
    /// Its text.
    pub text: String,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// `H8`, `h2e2`.
    #[default]
    Coordinates,
    /// 炮二平五 (Xiangqi; Gomoku has coordinates only).
    Chinese,
    /// `C2=5` (Xiangqi).
    Wxf,
    /// `H2-E2` (Xiangqi).
    Iccs,
}

/// The line through the current node, in pairs.
#[must_use]
pub fn moves(session: &Session, notation: Notation) -> Vec<MoveRow> {
    let first_side = session.start_side();
    let mut rows: Vec<MoveRow> = Vec::new();
    for (place, text) in texts(session, notation).into_iter().enumerate() {
        let offset = place + usize::from(first_side == Side::Second);
        if rows.len() <= offset / 2 {
            rows.push(MoveRow { number: offset / 2 + 1, ..MoveRow::default() });
        }
        let cell = MoveCell { ply: place + 1, text };
        let row = &mut rows[offset / 2];
        *(if offset.is_multiple_of(2) { &mut row.first } else { &mut row.second }) = Some(cell);
    }
    rows
}

/// The moves of the current line as text.
fn texts(session: &Session, notation: Notation) -> Vec<String> {
    let record = session.record();
    let line: Vec<_> = record.line().into_iter().filter_map(|id| record.node(id).mv()).collect();
    let Ok(mut position) = session.setup().position() else { return Vec::new() };
    line.into_iter()
        .map(|mv| {
            let text = move_text(&position, mv, notation);
            position.play_unchecked(mv);
            text
        })
        .collect()
}

/// A move of a position as text.
#[must_use]
pub fn move_text(position: &VariantPosition, mv: Move, notation: Notation) -> String {
    match position {
        VariantPosition::Gomoku(position) => position.variant().move_text(mv).to_uppercase(),
        VariantPosition::Xiangqi(position) => match notation {
            Notation::Coordinates => position.variant().move_text(mv),
            Notation::Chinese => xiangqi::chinese(position, mv),
            Notation::Wxf => xiangqi::wxf(position, mv),
            Notation::Iccs => xiangqi::iccs(mv),
        },
    }
}

/// How the game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// A person is to move.
    YourMove(Side),
    /// An engine thinks.
    Thinking(Side),
    /// An engine is to move but waits: the game is paused, or somebody browses.
    Waiting(Side),
    /// An engine failed; the text says how.
    Failed(Side, String),
    /// The game is over.
    Over(Verdict),
}

/// How the game stands.
#[must_use]
pub fn state(session: &Session) -> State {
    let side = session.mover();
    match (session.verdict(), session.failure()) {
        (Some(verdict), _) => State::Over(verdict),
        (None, Some((failed, why))) => State::Failed(failed, why.to_owned()),
        (None, None) if session.seat(side).is_human() => State::YourMove(side),
        (None, None) if session.thinking().is_some() => State::Thinking(side),
        (None, None) => State::Waiting(side),
    }
}
