//! What a session hears and what it asks for.

use std::time::Duration;

use rules::gomoku::opening::Choice;
use rules::{IllegalMove, Move, Point, Side, Verdict};

use super::clock::TimeControl;
use super::editing::Edit;
use super::record::{Evaluation, NodeId};
use super::seat::Seat;

/// A search that an engine is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Names the search; an answer with another number is dropped.
    pub id: u64,
    /// The side whose engine is asked: the one to move, or the one that has a part in the opening.
    pub side: Side,
    /// What is asked.
    pub task: Task,
    /// Every move since the start or set-up.
    pub moves: Vec<Move>,
    /// Time controls and what both sides have left.
    pub time: [(TimeControl, Duration); 2],
    /// Depth limit in plies.
    pub depth: Option<u32>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Whether the opponent offers a draw.
    pub draw_offered: bool,
}

/// What an engine is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Task {
    /// A move.
    #[default]
    Move,
    /// The first stones of an opening, as many as given.
    Propose(u32),
    /// An answer to the stones of an opening.
    Choose {
        /// Whether two more stones may be put.
        place_two: bool,
    },
}

/// An engine's part in an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningReply {
    /// The first stones.
    Stones(Vec<Move>),
    /// A choice, with the two stones where it puts two more.
    Choice(Choice, Vec<Move>),
}

/// An engine's answer to a [`Request`] for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub mv: Option<Move>,
    /// The engine gives up.
    pub resign: bool,
    /// The engine offers a draw along with its move.
    pub offer_draw: bool,
    /// The engine takes the draw that was offered.
    pub accept_draw: bool,
    /// What the engine thinks that the position after its move is worth.
    pub evaluation: Option<Evaluation>,
    /// Time from the start of the search to the answer.
    pub spent: Duration,
}

/// What can happen to a session.
#[derive(Clone, Debug)]
pub enum Input {
    /// A point was pressed: a stone is put, a man is picked up, put down or moved.
    Click(Point),
    /// A person makes a move.
    Play(Move),
    /// A person answers the stones of an opening.
    Choose(Choice),
    /// An engine begins to search; its clock starts.
    EngineStarted(u64),
    /// An engine answered.
    EngineMoved(u64, Reply),
    /// An engine did its part in the opening, in so much time.
    EngineOpened(u64, OpeningReply, Duration),
    /// The engine at a side crashed, hung or could not be loaded; the text says what happened.
    EngineFailed(Side, String),
    /// Tries again after a failure.
    Retry,
    /// Takes back to where a person was last to move; one ply where no person or no engine plays.
    Undo,
    /// The other way round.
    Redo,
    /// Shows and plays on from any node.
    GoTo(NodeId),
    /// Changes the record at a node.
    Edit(NodeId, Edit),
    /// The person to move, or the side that is not an engine, gives up.
    Resign,
    /// The person to move offers a draw.
    OfferDraw,
    /// The draw offered is taken or not.
    AnswerDraw(bool),
    /// The engine that thinks answers at once.
    MoveNow,
    /// Engines wait.
    Pause,
    /// Engines go on, from wherever the record stands.
    Resume,
    /// The engine to move plays one move, however the game is paused.
    Step,
    /// Other players sit down; the game goes on.
    SetSeats([Seat; 2]),
    /// The same game from its start.
    Restart,
    /// Time has passed; a flag may have fallen.
    Tick,
}

/// Why an input did nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The rules forbid the move.
    Illegal(IllegalMove),
    /// The game is over.
    GameOver,
    /// An engine is to move.
    EngineToMove,
    /// There is no move to take back.
    NothingToUndo,
    /// There is no move to bring back.
    NothingToRedo,
    /// No person can resign or offer here: engines play both sides.
    NobodyToAsk,
    /// The stones of the opening wait for a choice.
    ChoiceFirst,
    /// Nothing of this kind is to be chosen now.
    NoChoice,
}

/// What the session asks others to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Board, record or state changed: show them anew.
    Changed,
    /// A game begins: engines forget the one before.
    NewGame,
    /// An engine is asked for a move.
    Think(Request),
    /// A search is pointless now: stop it and drop its answer.
    Stop(u64),
    /// A search should answer with what it has.
    MoveNow(u64),
    /// The input did nothing.
    Refused(Refused),
    /// A draw was offered by this side, and a person must answer.
    DrawOffered(Side),
    /// The engine did not take the draw that was offered.
    DrawDeclined,
    /// The engine at this side failed; the game waits (with a friendly referee).
    Failed(Side, String),
    /// Players changed sides by the opening: what belongs to either goes along.
    SidesChanged,
    /// The opening is over; this side plays on.
    OpeningOver(Side),
    /// The game is over.
    Ended(Verdict),
}
