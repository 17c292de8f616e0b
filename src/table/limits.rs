//! What an engine is told about the time it has.

use std::time::Duration;

use sdk::{Limits, SideClock};

use crate::session::clock::TimeControl;
use crate::session::{Request, Task};

/// Time for a part in an opening, at most: nobody likes to wait before the game has begun.
const OPENING_TIME: Duration = Duration::from_secs(2);
/// Share of what is left that such a part may take.
const OPENING_SHARE: u32 = 20;

/// The limits of a request on which an engine that crashed has spent the time `lost` already.
pub(super) fn limits(request: &Request, lost: Duration, seed: Option<u64>) -> Limits {
    let own = request.side.index();
    let mut time = request.time;
    time[own].1 = time[own].1.saturating_sub(lost).max(Duration::from_millis(1));
    let (control, left) = time[own];
    let move_time = match (request.task, control) {
        (Task::Move, TimeControl::PerMove(_)) => Some(left),
        (Task::Move, _) => None,
        (_, TimeControl::Unlimited) => Some(OPENING_TIME),
        (_, _) => Some(OPENING_TIME.min(left / OPENING_SHARE)),
    };
    Limits {
        clocks: time.map(|(control, left)| clock(control, left)),
        move_time,
        depth: request.depth,
        nodes: request.nodes,
        seed,
        draw_offered: request.draw_offered,
        ..Limits::default()
    }
}

fn clock(control: TimeControl, left: Duration) -> SideClock {
    let remaining = Some(control.main_left(left));
    match control {
        TimeControl::Unlimited | TimeControl::PerMove(_) => SideClock::default(),
        TimeControl::Increment { increment, .. } => SideClock { remaining, increment, ..SideClock::default() },
        TimeControl::ByoYomi { period, .. } => {
            // The last moments of a period count whole only while it lasts.
            let byo_yomi = period.min(left);
            SideClock { remaining, byo_yomi, ..SideClock::default() }
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Side;

    use super::*;

    fn request(control: TimeControl, left: Duration) -> Request {
        Request {
            id: 1,
            side: Side::Second,
            task: Task::Move,
            moves: Vec::new(),
            time: [(TimeControl::Unlimited, Duration::ZERO), (control, left)],
            depth: None,
            nodes: None,
            draw_offered: false,
        }
    }

    #[test]
    fn byo_yomi_is_told_as_main_time_and_period() {
        let second = Duration::from_secs(1);
        let control = TimeControl::ByoYomi { main: 60 * second, period: 30 * second, periods: 3 };
        let told = |left| {
            let clock = limits(&request(control, left), Duration::ZERO, None).clocks[1];
            (clock.remaining, clock.byo_yomi)
        };
        assert_eq!(told(150 * second), (Some(60 * second), 30 * second));
        assert_eq!(told(60 * second), (Some(Duration::ZERO), 30 * second));
    }

    #[test]
    fn a_part_in_an_opening_takes_little_of_the_clock() {
        let control = TimeControl::Increment { base: Duration::from_secs(10), increment: Duration::ZERO };
        let asked = Request { task: Task::Propose(3), ..request(control, Duration::from_secs(10)) };
        assert_eq!(limits(&asked, Duration::ZERO, None).move_time, Some(Duration::from_millis(500)));
    }
}
