//! Between a game's set-up and the fields of the sheet that show it.

use std::time::Duration;

use rules::gomoku::opening::Protocol;
use rules::{Repetition, Rules};
use slint::SharedString;

use crate::session::clock::TimeControl;
use crate::session::{ForbiddenPolicy, Setup};
use crate::ui::connect::index;
use crate::ui::generated::{SeatChoice, SetUp, Start, TimeChoice, TimeKind};
use crate::ui::present::ui_variant;

/// The fields that show a set-up.
pub(super) fn shown(setup: &Setup, [first, second]: [SeatChoice; 2], random: bool) -> SetUp {
    let repetition = Repetition::ALL.iter().position(|known| *known == setup.rules.repetition);
    SetUp {
        variant: ui_variant(setup.variant),
        size: i32::from(setup.size),
        forbidden_loses: setup.forbidden == ForbiddenPolicy::Lose,
        repetition: repetition.and_then(|place| i32::try_from(place).ok()).unwrap_or(0),
        no_capture: number_text(u64::from(setup.rules.no_capture)),
        start: match setup.opening {
            Protocol::Swap => Start::Swap,
            Protocol::Swap2 => Start::Swap2,
            _ if setup.start.is_some() => Start::Position,
            _ => Start::Free,
        },
        position: setup.start.as_deref().unwrap_or_default().into(),
        first,
        second,
        random,
        time_kind: time_kind(setup.time[0]),
        first_time: time_choice(setup.time[0]),
        second_time: time_choice(setup.time[1]),
        same_time: setup.time[0] == setup.time[1],
        depth: number_text(setup.depth.unwrap_or(0).into()),
        nodes: number_text(setup.nodes.unwrap_or(0)),
    }
}

/// The set-up that the fields show. Fields that can't be read count as empty: the sheet starts nothing with them.
pub(super) fn setup(shown: &SetUp) -> Setup {
    let variant = super::variant_of(shown.variant);
    let size = u8::try_from(shown.size).unwrap_or(crate::cli::position_args::DEFAULT_SIZE);
    let second = if shown.same_time { &shown.first_time } else { &shown.second_time };
    let position = Some(shown.position.trim().to_owned()).filter(|_| shown.start == Start::Position);
    let no_capture = number(&shown.no_capture).and_then(|limit| u16::try_from(limit).ok()).unwrap_or(0);
    let repetition = Repetition::ALL.get(index(shown.repetition)).copied().unwrap_or_default();
    Setup {
        rules: Rules { repetition, no_capture, ..Rules::default() },
        start: position,
        forbidden: if shown.forbidden_loses { ForbiddenPolicy::Lose } else { ForbiddenPolicy::Refuse },
        opening: match shown.start {
            Start::Swap => Protocol::Swap,
            Start::Swap2 => Protocol::Swap2,
            Start::Free | Start::Position => Protocol::Free,
        },
        time: [&shown.first_time, second].map(|time| control(shown.time_kind, time)),
        depth: number(&shown.depth).and_then(|depth| u32::try_from(depth).ok()),
        nodes: number(&shown.nodes),
        ..Setup::new(variant, size)
    }
}

fn time_kind(control: TimeControl) -> TimeKind {
    match control {
        TimeControl::Unlimited => TimeKind::None,
        TimeControl::PerMove(_) => TimeKind::PerMove,
        TimeControl::Increment { .. } => TimeKind::Increment,
        TimeControl::ByoYomi { .. } => TimeKind::ByoYomi,
    }
}

/// The numbers of a time control, and sensible ones for the kinds that it is not.
fn time_choice(control: TimeControl) -> TimeChoice {
    let mut choice = TimeChoice {
        per_move: "30".into(),
        base: "10".into(),
        increment: "5".into(),
        main: "10".into(),
        periods: "3".into(),
        period: "30".into(),
    };
    match control {
        TimeControl::Unlimited => {}
        TimeControl::PerMove(time) => choice.per_move = decimal(time.as_secs_f64()),
        TimeControl::Increment { base, increment } => {
            choice.base = decimal(base.as_secs_f64() / 60.0);
            choice.increment = decimal(increment.as_secs_f64());
        }
        TimeControl::ByoYomi { main, period, periods } => {
            choice.main = decimal(main.as_secs_f64() / 60.0);
            choice.period = decimal(period.as_secs_f64());
            choice.periods = periods.to_string().into();
        }
    }
    choice
}

fn control(kind: TimeKind, time: &TimeChoice) -> TimeControl {
    match kind {
        TimeKind::None => TimeControl::Unlimited,
        TimeKind::PerMove => TimeControl::PerMove(seconds(&time.per_move, 1.0)),
        TimeKind::Increment => {
            TimeControl::Increment { base: seconds(&time.base, 60.0), increment: seconds(&time.increment, 1.0) }
        }
        TimeKind::ByoYomi => TimeControl::ByoYomi {
            main: seconds(&time.main, 60.0),
            period: seconds(&time.period, 1.0),
            periods: number(&time.periods).and_then(|periods| u32::try_from(periods).ok()).unwrap_or(1),
        },
    }
}

/// A number of units of `unit` seconds, to the millisecond.
fn seconds(text: &SharedString, unit: f64) -> Duration {
    let value = text.trim().parse::<f64>().ok().filter(|value| value.is_finite() && *value >= 0.0).unwrap_or(0.0);
    Duration::from_millis((value * unit * 1000.0).round() as u64)
}

/// A whole number above zero.
fn number(text: &SharedString) -> Option<u64> {
    text.trim().parse::<f64>().ok().filter(|value| *value >= 1.0).map(|value| value as u64)
}

/// Empty for zero, which stands for no limit.
fn number_text(value: u64) -> SharedString {
    if value == 0 { SharedString::default() } else { value.to_string().into() }
}

/// At most two digits after the point, and none that say nothing.
fn decimal(value: f64) -> SharedString {
    format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').into()
}

#[cfg(test)]
mod tests {
    use rules::Variant;

    use super::*;

    #[test]
    fn what_is_shown_is_what_was_set() {
        let mut setup_before = Setup::new(Variant::Renju, 15);
        setup_before.forbidden = ForbiddenPolicy::Lose;
        setup_before.opening = Protocol::Swap2;
        setup_before.depth = Some(8);
        setup_before.nodes = Some(250_000);
        let second = Duration::from_secs(1);
        setup_before.time = [
            TimeControl::ByoYomi { main: 90 * second, period: 30 * second, periods: 5 },
            TimeControl::ByoYomi { main: 600 * second, period: 20 * second, periods: 1 },
        ];
        let seats = [SeatChoice::default(), SeatChoice::default()];
        let fields = shown(&setup_before, seats, false);
        assert_eq!((fields.first_time.main.as_str(), fields.same_time), ("1.5", false));
        assert_eq!(setup(&fields), setup_before);
    }

    #[test]
    fn xiangqi_keeps_its_rules() {
        let mut before = Setup::new(Variant::Xiangqi, 15);
        before.rules = Rules { repetition: Repetition::Chinese, no_capture: 0, ..Rules::default() };
        let fields = shown(&before, [SeatChoice::default(), SeatChoice::default()], true);
        assert_eq!(fields.no_capture, "");
        assert_eq!(setup(&fields), before);
    }
}
