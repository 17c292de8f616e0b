//! What there is to hear about a game.

use rules::{Position, Side, VariantPosition, Verdict};

use crate::session::Session;

/// Something to hear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cue {
    /// A stone or man of this side is put down.
    Place(Side),
    /// A man is picked up.
    PickUp,
    /// A man is captured.
    Capture,
    /// Check.
    Check,
    /// A move is refused.
    Refusal,
    /// Time runs out.
    Tick,
    /// The game is won.
    Win,
    /// The game is lost.
    Loss,
    /// The game is drawn.
    Draw,
}

/// What the last move sounds like.
#[must_use]
pub fn of_last_move(session: &Session) -> Option<Cue> {
    let record = session.record();
    let mv = record.node(record.current()).mv()?;
    let mover = session.position().side_to_move().other();
    match session.position() {
        VariantPosition::Gomoku(_) => Some(Cue::Place(mover)),
        VariantPosition::Xiangqi(position) if position.in_check() => Some(Cue::Check),
        VariantPosition::Xiangqi(position) => {
            let mut before = position.clone();
            before.undo();
            let captures = mv.to().is_some_and(|to| before.man(to).is_some());
            Some(if captures { Cue::Capture } else { Cue::Place(mover) })
        }
    }
}

/// What the end of a game sounds like to the people who played it; games between engines or people are won.
#[must_use]
pub fn of_end(session: &Session, verdict: &Verdict) -> Cue {
    let Some(winner) = verdict.outcome.winner() else { return Cue::Draw };
    let lost = session.seat(winner.other()).is_human() && !session.seat(winner).is_human();
    if lost { Cue::Loss } else { Cue::Win }
}

/// Whether a clock with so many whole seconds left ticks: once at ten, and each second from five.
#[must_use]
pub const fn ticks(seconds: u64) -> bool {
    matches!(seconds, 10 | 1..=5)
}

/// The side of a person whose clock runs.
#[must_use]
pub fn person_on_clock(session: &Session) -> Option<Side> {
    session.clock().running().filter(|side| session.seat(*side).is_human())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rules::Variant;

    use super::*;
    use crate::session::seat::Seat;
    use crate::session::{Input, Setup};

    fn session(variant: Variant, moves: &[&str], seats: [Seat; 2]) -> Session {
        let mut session = Session::new(Setup::new(variant, 15), [Seat::Human, Seat::Human]).unwrap();
        session.begin(Duration::ZERO);
        for text in moves {
            session.apply(Input::Play(variant.parse_move(text).unwrap()), Duration::ZERO);
        }
        session.apply(Input::SetSeats(seats), Duration::ZERO);
        session
    }

    const PEOPLE: [Seat; 2] = [Seat::Human, Seat::Human];

    #[test]
    fn moves_captures_and_checks_sound_different() {
        let heard = |variant, moves: &[&str]| of_last_move(&session(variant, moves, PEOPLE));
        assert_eq!(heard(Variant::Gomoku, &[]), None);
        assert_eq!(heard(Variant::Gomoku, &["h8"]), Some(Cue::Place(Side::First)));
        assert_eq!(heard(Variant::Gomoku, &["h8", "h9"]), Some(Cue::Place(Side::Second)));
        assert_eq!(heard(Variant::Xiangqi, &["h2e2"]), Some(Cue::Place(Side::First)));
        assert_eq!(heard(Variant::Xiangqi, &["h2h9"]), Some(Cue::Capture));
        assert_eq!(heard(Variant::Xiangqi, &["h2e2", "c9e7", "e2e6"]), Some(Cue::Check));
    }

    #[test]
    fn the_end_is_heard_as_the_person_feels_it() {
        let five = ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"];
        let engine: Seat = "greedy".parse().unwrap();
        let heard = |seats: [Seat; 2]| {
            let session = session(Variant::Gomoku, &five, seats);
            of_end(&session, &session.verdict().unwrap())
        };
        assert_eq!(heard([Seat::Human, engine.clone()]), Cue::Win);
        assert_eq!(heard([engine.clone(), Seat::Human]), Cue::Loss);
        assert_eq!(heard([engine.clone(), engine]), Cue::Win);
    }

    #[test]
    fn time_ticks_at_ten_and_from_five() {
        let ticking: Vec<_> = (0..12).filter(|seconds| ticks(*seconds)).collect();
        assert_eq!(ticking, [1, 2, 3, 4, 5, 10]);
    }
}
