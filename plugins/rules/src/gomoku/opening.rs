//! Opening protocols: who puts which stones before it is settled who plays Black.
//!
//! [`Opening`] is a small state machine without a board: it says what has to be done next and by whom, checks the answer, and in the
//! end knows who plays which side. The stones that it gathered are the first moves of the game, Black's first.
//!
//! ```
//! use rules::Point;
//! use rules::gomoku::opening::{Choice, Opening, Protocol, Seat, Task};
//!
//! let mut opening = Opening::new(Protocol::Swap2, 15);
//! assert!(matches!(opening.task(), Task::Put { seat: Seat::Opener, stones } if stones.len() == 3));
//! opening.put_all(&[Point::new(7, 7), Point::new(8, 7), Point::new(9, 9)])?;
//! assert!(matches!(opening.task(), Task::Choose { seat: Seat::Responder, .. }));
//! opening.choose(Choice::Black)?;
//! assert_eq!(opening.task(), Task::Play { black: Seat::Responder });
//! # Ok::<(), rules::gomoku::opening::OpeningError>(())
//! ```

use std::error::Error;
use std::fmt;

use crate::{Point, Side, Variant};

/// How a game is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Protocol {
    /// The opener plays Black from the first stone.
    #[default]
    Free,
    /// The opener puts three stones, the responder chooses a side.
    Swap,
    /// The opener puts three stones; the responder chooses a side or puts two more, and then the opener chooses
    /// (Gomocup, "Experimental Tournament", 2020: the `SWAP2BOARD` command).
    Swap2,
}

impl Protocol {
    /// Every protocol.
    pub const ALL: [Protocol; 3] = [Protocol::Free, Protocol::Swap, Protocol::Swap2];

    /// The word that files and the plugin boundary use.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Protocol::Free => "free",
            Protocol::Swap => "swap",
            Protocol::Swap2 => "swap2",
        }
    }

    /// The protocol with an [`id`](Protocol::id).
    #[must_use]
    pub fn from_id(id: &str) -> Option<Protocol> {
        Protocol::ALL.into_iter().find(|protocol| protocol.id() == id)
    }
}

/// A player, before it is settled who plays which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Puts the first stones.
    Opener,
    /// Answers them.
    Responder,
}

impl Seat {
    /// The other player.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::Opener => Seat::Responder,
            Seat::Responder => Seat::Opener,
        }
    }
}

/// An answer to the stones on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Choice {
    /// Play Black from here.
    Black,
    /// Play White from here.
    White,
    /// Put a white and a black stone and let the other player choose.
    PutTwo,
}

impl Choice {
    /// The choice in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Choice::Black => "black",
            Choice::White => "white",
            Choice::PutTwo => "two more stones",
        }
    }
}

/// What has to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Task {
    /// A player puts stones of these sides, in this order.
    Put {
        /// Who.
        seat: Seat,
        /// The stones still to be put.
        stones: &'static [Side],
    },
    /// A player chooses.
    Choose {
        /// Who.
        seat: Seat,
        /// What is open to the player.
        allowed: &'static [Choice],
    },
    /// The opening is over; the game goes on with the side whose turn it is after the stones put.
    Play {
        /// Who plays Black.
        black: Seat,
    },
}

const BLACK_WHITE_BLACK: &[Side] = &[Side::First, Side::Second, Side::First];
const WHITE_BLACK: &[Side] = &[Side::Second, Side::First];
const SIDES: &[Choice] = &[Choice::Black, Choice::White];
const SIDES_OR_TWO: &[Choice] = &[Choice::Black, Choice::White, Choice::PutTwo];

/// An opening in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    protocol: Protocol,
    size: u8,
    stones: Vec<Point>,
    task: Task,
}

impl Opening {
    /// The beginning of an opening on the empty board of `size` points a side.
    #[must_use]
    pub fn new(protocol: Protocol, size: u8) -> Opening {
        let task = match protocol {
            Protocol::Free => Task::Play { black: Seat::Opener },
            Protocol::Swap | Protocol::Swap2 => Task::Put { seat: Seat::Opener, stones: BLACK_WHITE_BLACK },
        };
        Opening { protocol, size, stones: Vec::new(), task }
    }

    /// The protocol followed.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Points a side of the board.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// What has to be done next.
    #[must_use]
    pub fn task(&self) -> Task {
        self.task
    }

    /// The stones put so far, black and white in turn: the first moves of the game.
    #[must_use]
    pub fn stones(&self) -> &[Point] {
        &self.stones
    }

    /// Who plays Black, `None` while that is open.
    #[must_use]
    pub fn black(&self) -> Option<Seat> {
        match self.task {
            Task::Play { black } => Some(black),
            _ => None,
        }
    }

    /// Puts the next stone.
    ///
    /// # Errors
    /// No stone is to be put now, or not on this point. Nothing changes then.
    pub fn put(&mut self, point: Point) -> Result<(), OpeningError> {
        let Task::Put { seat, stones } = self.task else {
            return Err(OpeningError::NoStoneNow);
        };
        if point.file >= self.size || point.row >= self.size {
            return Err(OpeningError::OffBoard { point, size: self.size });
        }
        if self.stones.contains(&point) {
            return Err(OpeningError::Occupied(point));
        }
        self.stones.push(point);
        self.task = match &stones[1..] {
            [] => Task::Choose { seat: seat.other(), allowed: self.choices() },
            rest => Task::Put { seat, stones: rest },
        };
        Ok(())
    }

    /// Puts all stones that the task asks for.
    ///
    /// # Errors
    /// The number is another one, or one of the stones can't be put. Nothing changes then.
    pub fn put_all(&mut self, points: &[Point]) -> Result<(), OpeningError> {
        let Task::Put { stones, .. } = self.task else {
            return Err(OpeningError::NoStoneNow);
        };
        if points.len() != stones.len() {
            return Err(OpeningError::Count { found: points.len(), needed: stones.len() });
        }
        let mut after = self.clone();
        points.iter().try_for_each(|point| after.put(*point))?;
        *self = after;
        Ok(())
    }

    /// Makes a choice.
    ///
    /// # Errors
    /// Nothing is to be chosen now, or not this. Nothing changes then.
    pub fn choose(&mut self, choice: Choice) -> Result<(), OpeningError> {
        let Task::Choose { seat, allowed } = self.task else {
            return Err(OpeningError::NoChoiceNow);
        };
        if !allowed.contains(&choice) {
            return Err(OpeningError::NotAllowed(choice));
        }
        self.task = match choice {
            Choice::Black => Task::Play { black: seat },
            Choice::White => Task::Play { black: seat.other() },
            Choice::PutTwo => Task::Put { seat, stones: WHITE_BLACK },
        };
        Ok(())
    }

    /// What is open to the player who sees the stones put so far.
    fn choices(&self) -> &'static [Choice] {
        let first_answer = self.stones.len() == BLACK_WHITE_BLACK.len();
        if self.protocol == Protocol::Swap2 && first_answer { SIDES_OR_TWO } else { SIDES }
    }
}

/// Why a step of an opening is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpeningError {
    /// No stone is to be put now.
    NoStoneNow,
    /// Nothing is to be chosen now.
    NoChoiceNow,
    /// The choice is not open now.
    NotAllowed(Choice),
    /// Another number of stones is asked for.
    Count {
        /// How many were given.
        found: usize,
        /// How many have to be put.
        needed: usize,
    },
    /// The point is not on the board.
    OffBoard {
        /// The point.
        point: Point,
        /// Points a side.
        size: u8,
    },
    /// A stone stands on the point.
    Occupied(Point),
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |point| Variant::Gomoku.point_text(point);
        match *self {
            OpeningError::NoStoneNow => write!(f, "opening: no stone is to be put now"),
            OpeningError::NoChoiceNow => write!(f, "opening: nothing is to be chosen now"),
            OpeningError::NotAllowed(choice) => write!(f, "opening: {} can't be chosen now", choice.name()),
            OpeningError::Count { found, needed } => {
                write!(f, "opening: {needed} stones have to be put, not {found}")
            }
            OpeningError::OffBoard { point, size } => {
                write!(f, "opening: {} is off the board of {size} by {size} points", text(point))
            }
            OpeningError::Occupied(point) => write!(f, "opening: a stone stands on {}", text(point)),
        }
    }
}

impl Error for OpeningError {}
