//! The status line: what happened, as plain values that the window says in its language.

use rules::gomoku::ForbiddenKind;
use rules::xiangqi::Role;
use rules::{EndReason, IllegalMove, Point, Refusal, Side, Variant};
use slint::SharedString;

use super::{EngineNames, int};
use crate::session::{Refused, Session};
use crate::ui::generated::{EndReason as UiReason, RefusalReason, Status, StatusKind};
use crate::view::board;
use crate::view::panel::{self, State};
use crate::view::prompt::{Prompt, prompt};

/// How the game stands.
pub(super) fn status(session: &Session, names: EngineNames<'_>) -> Status {
    let number = |side: Side| int(side.index()) + 1;
    let record = session.record();
    let name = |side| names(session.seat(side)).into();
    match panel::state(session) {
        State::Over(verdict) => Status {
            kind: StatusKind::Over,
            side: verdict.outcome.winner().map_or(0, number),
            reason: ui_reason(verdict.outcome.reason()),
            ..Status::default()
        },
        State::Failed(side, why) => {
            Status { kind: StatusKind::EngineStopped, name: name(side), text: why.into(), ..Status::default() }
        }
        State::Thinking(side) if session.opening().is_some() => {
            Status { kind: StatusKind::OpeningWait, name: name(side), ..Status::default() }
        }
        State::Thinking(side) => {
            Status { kind: StatusKind::Thinking, side: number(side), name: name(side), ..Status::default() }
        }
        State::YourMove(_) if session.opening().is_some() => opening_status(session),
        State::YourMove(side) if session.draw_offer() == Some(side) => {
            Status { kind: StatusKind::DrawOffered, side: number(side), name: name(side.other()), ..Status::default() }
        }
        State::YourMove(side) => match session.selected() {
            Some(point) => selected_status(session, side, point),
            None => Status { kind: StatusKind::YourMove, side: number(side), ..Status::default() },
        },
        State::Waiting(side) if session.is_paused() => {
            Status { kind: StatusKind::Paused, side: number(side), ..Status::default() }
        }
        State::Waiting(_) => {
            Status { kind: StatusKind::Browsing, ply: int(record.node(record.current()).depth()), ..Status::default() }
        }
    }
}

/// A person's part in the opening.
fn opening_status(session: &Session) -> Status {
    match prompt(session) {
        Some(Prompt::Put { stone, left, .. }) => {
            Status { kind: StatusKind::OpeningPut, side: int(stone.index()) + 1, ply: int(left), ..Status::default() }
        }
        _ => Status { kind: StatusKind::OpeningChoose, ..Status::default() },
    }
}

/// A man is picked up; some of its targets may lose the game.
fn selected_status(session: &Session, side: Side, point: Point) -> Status {
    let losing = board::targets(session.position(), point).into_iter().find_map(|(_, losing)| losing);
    Status {
        kind: StatusKind::Selected,
        side: int(side.index()) + 1,
        text: session.setup().variant.point_text(point).into(),
        losing: losing.is_some(),
        reason: losing.map_or(UiReason::Repetition, ui_reason),
        ..Status::default()
    }
}

/// Why an input did nothing.
pub(super) fn refusal_status(session: &Session, refused: &Refused) -> Status {
    let refused_status = |refusal| Status { kind: StatusKind::Refused, refusal, ..Status::default() };
    match refused {
        Refused::Illegal(illegal) => illegal_status(session.setup().variant, illegal),
        Refused::GameOver => refused_status(RefusalReason::GameOver),
        Refused::ChoiceFirst | Refused::NoChoice => refused_status(RefusalReason::ChoiceFirst),
        Refused::EngineToMove | Refused::NobodyToAsk => refused_status(RefusalReason::NotYourTurn),
        Refused::NothingToUndo => refused_status(RefusalReason::NothingToUndo),
        Refused::NothingToRedo => refused_status(RefusalReason::NothingToRedo),
    }
}

fn illegal_status(variant: Variant, illegal: &IllegalMove) -> Status {
    let name = |point| {
        SharedString::from(if variant.is_gomoku() {
            variant.point_text(point).to_uppercase()
        } else {
            variant.point_text(point)
        })
    };
    let (refusal, other) = match illegal.refusal {
        Refusal::Occupied => (RefusalReason::Occupied, None),
        Refusal::Forbidden(ForbiddenKind::Overline) => (RefusalReason::ForbiddenOverline, None),
        Refusal::Forbidden(ForbiddenKind::DoubleFour) => (RefusalReason::ForbiddenDoubleFour, None),
        Refusal::Forbidden(ForbiddenKind::DoubleThree) => (RefusalReason::ForbiddenDoubleThree, None),
        Refusal::NoMan => (RefusalReason::NoMan, None),
        Refusal::OpponentsMan => (RefusalReason::OpponentsMan, None),
        Refusal::OwnManOnTarget => (RefusalReason::OwnManOnTarget, None),
        Refusal::WrongStep(_) => (RefusalReason::WrongStep, None),
        Refusal::LeavesPalace(_) => (RefusalReason::LeavesPalace, None),
        Refusal::CrossesRiver => (RefusalReason::CrossesRiver, None),
        Refusal::BlockedLeg(at) => (RefusalReason::BlockedLeg, Some(at)),
        Refusal::BlockedEye(at) => (RefusalReason::BlockedEye, Some(at)),
        Refusal::BlockedPath(at) => (RefusalReason::BlockedPath, Some(at)),
        Refusal::NoScreen => (RefusalReason::NoScreen, None),
        Refusal::FacingGenerals => (RefusalReason::FacingGenerals, None),
        Refusal::ExposesGeneral(at) => (RefusalReason::ExposesGeneral, Some(at)),
        _ => (RefusalReason::Other, None),
    };
    let about_origin = matches!(illegal.refusal, Refusal::NoMan | Refusal::OpponentsMan);
    let point = if about_origin { illegal.mv.from() } else { illegal.mv.to() };
    Status {
        kind: StatusKind::Refused,
        refusal,
        point: point.map(name).unwrap_or_default(),
        other_point: other.map(name).unwrap_or_default(),
        man: match illegal.refusal {
            Refusal::WrongStep(role) => {
                Role::ALL.iter().position(|known| *known == role).map_or(0, |place| int(place) + 1)
            }
            _ => 0,
        },
        ..Status::default()
    }
}

/// Why a game ended, in the window's words.
pub(super) fn ui_reason(reason: EndReason) -> UiReason {
    match reason {
        EndReason::Five => UiReason::Five,
        EndReason::ForbiddenMove => UiReason::ForbiddenMove,
        EndReason::NoLegalPoint => UiReason::NoLegalPoint,
        EndReason::BoardFull => UiReason::BoardFull,
        EndReason::NoFivePossible => UiReason::NoFivePossible,
        EndReason::Checkmate => UiReason::Checkmate,
        EndReason::Stalemate => UiReason::Stalemate,
        EndReason::PerpetualCheck => UiReason::PerpetualCheck,
        EndReason::PerpetualChase => UiReason::PerpetualChase,
        EndReason::Repetition => UiReason::Repetition,
        EndReason::NoCaptureLimit => UiReason::NoCaptureLimit,
        EndReason::InsufficientMaterial => UiReason::InsufficientMaterial,
        EndReason::Resignation => UiReason::Resignation,
        EndReason::Agreement => UiReason::Agreement,
        EndReason::Timeout => UiReason::Timeout,
        EndReason::IllegalMove => UiReason::IllegalMove,
        _ => UiReason::EngineFailure,
    }
}
