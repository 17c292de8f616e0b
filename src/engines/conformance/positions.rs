//! Checks of games and positions.

use std::sync::Arc;
use std::time::Duration;

use rules::{Move, Position, Rules, Variant, VariantPosition};
use sdk::{Limits, OpeningChoice, OpeningChoices};

use super::{Bench, Fault, Finding, Outcome, SHORT, answer, think};
use crate::engines::isolated::{Isolated, mirror};
use crate::engines::{EngineInstance, StopFlag};

/// Set-ups with unequal numbers of men, or almost none.
const SETUPS: [(Variant, &str); 6] = [
    (Variant::Gomoku, "15/15/15/15/15/15/7x7/6xxx6/7x7/15/15/15/15/15/15 b"),
    (Variant::GomokuStandard, "15/15/15/15/15/7o7/6ooo6/15/7x7/15/15/15/15/15/15 w"),
    (Variant::Renju, "15/15/15/15/15/15/15/6xxx6/15/15/15/15/15/15/15 b"),
    (Variant::Renju, "15/15/15/15/15/15/15/15/15/15/15/15/15/15/o13o w"),
    (Variant::Xiangqi, "4k4/9/9/9/9/9/9/9/9/R3K3R w - - 0 1"),
    (Variant::Xiangqi, "3ak4/9/9/4p4/9/9/9/9/9/3K5 b - - 0 1"),
];

/// Sets a position in a game that has begun, and sees that the answer is legal.
fn try_start(engine: &mut Isolated, variant: Variant, size: u8, rules: Rules) -> Result<(), Fault> {
    engine.new_game(variant, size, rules)?;
    let position = VariantPosition::start(variant, size, rules).map_err(|error| Fault(error.to_string()))?;
    answer(engine, &position, None, &[], &Limits::move_time(SHORT)).map(drop)
}

pub fn variants(bench: &Bench) -> Finding {
    let mut engine = bench.start()?;
    let mut tried = 0;
    for game in bench.games() {
        let sizes = game.support.sizes.clone().unwrap_or(game.size..=game.size);
        for size in sizes {
            try_start(&mut engine, game.variant(), size, game.rules)?;
            tried += 1;
        }
        for &repetition in game.support.repetitions.iter() {
            for no_capture in [0, 10, 60] {
                try_start(&mut engine, game.variant(), game.size, Rules { repetition, no_capture, ..game.rules })?;
                tried += 1;
            }
        }
        if game.variant().is_gomoku() {
            try_start(&mut engine, game.variant(), game.size, Rules { no_five_draw: true, ..game.rules })?;
            tried += 1;
        }
    }
    match tried {
        0 => Err(Fault("it declares no variant that this program knows".to_owned())),
        _ => Ok(Outcome::Passed(format!("{tried} games begun"))),
    }
}

pub fn refuses(bench: &Bench) -> Finding {
    let mut engine = bench.start()?;
    let mut tried = 0;
    for game in bench.games() {
        let possible = game.variant().sizes().into_iter().flatten();
        for size in possible.filter(|size| !game.support.plays_size(*size)) {
            tried += 1;
            match engine.new_game(game.variant(), size, game.rules) {
                Err(error) if error.is_refusal() => {}
                Err(error) => return Err(error.into()),
                Ok(()) => return Err(Fault(format!("{} on {size} points a side was taken", game.variant()))),
            }
        }
    }
    for variant in Variant::ALL.into_iter().filter(|variant| bench.descriptor.support(*variant).is_none()) {
        tried += 1;
        match engine.new_game(variant, 15, Rules::default()) {
            Err(error) if error.is_refusal() => {}
            Err(error) => return Err(error.into()),
            Ok(()) => return Err(Fault(format!("{variant} is not declared, and was taken"))),
        }
    }
    match tried {
        0 => Ok(Outcome::Skipped("it plays everything there is".to_owned())),
        _ => Ok(Outcome::Passed(format!("{tried} games refused"))),
    }
}

pub fn random(bench: &Bench) -> Finding {
    let mut engine = bench.start()?;
    let mut rng = fastrand::Rng::with_seed(bench.seed);
    let mut tried = 0;
    for game in bench.games() {
        game.begin(&mut engine)?;
        for plies in (0..120).step_by(6) {
            let (position, moves) = game.random(plies, &mut rng)?;
            answer(&mut engine, &position, None, &moves, &Limits::move_time(SHORT))?;
            tried += 1;
        }
    }
    Ok(Outcome::Passed(format!("{tried} positions, seed {}", bench.seed)))
}

pub fn illegal(bench: &Bench) -> Finding {
    let mut engine = bench.start()?;
    let mut rng = fastrand::Rng::with_seed(bench.seed);
    for game in bench.games() {
        game.begin(&mut engine)?;
        let (position, moves) = game.random(8, &mut rng)?;
        for wrong in wrong_moves(game.variant(), &moves) {
            // Renju's forbidden points may be played; what is left here no rule allows anywhere.
            if position.is_legal(wrong) {
                continue;
            }
            let with_wrong: Vec<_> = moves.iter().copied().chain([wrong]).collect();
            match engine.set_position(None, &with_wrong) {
                Err(error) if error.is_refusal() => {}
                Err(error) => return Err(error.into()),
                Ok(()) => {
                    let wrong = game.variant().move_text(wrong);
                    return Err(Fault(format!("{}: the illegal move {wrong} was taken", game.variant())));
                }
            }
            // A refused position must not spoil the next one.
            answer(&mut engine, &position, None, &moves, &Limits::move_time(SHORT))?;
        }
        match engine.set_position(Some("nonsense/\u{7}"), &[]) {
            Err(error) if error.is_refusal() => {}
            Err(error) => return Err(error.into()),
            Ok(()) => return Err(Fault(format!("{}: a start text that is none was taken", game.variant()))),
        }
    }
    Ok(Outcome::Passed(String::new()))
}

/// Moves that the rules forbid after these.
fn wrong_moves(variant: Variant, moves: &[Move]) -> Vec<Move> {
    let parse = |text: &str| variant.parse_move(text).ok();
    let texts: &[&str] = if variant.is_gomoku() { &[] } else { &["e0e9", "a0i9", "b0b1"] };
    let occupied = moves.last().copied().filter(|_| variant.is_gomoku());
    texts.iter().copied().filter_map(parse).chain(occupied).chain([Move::Pass]).collect()
}

pub fn setups(bench: &Bench) -> Finding {
    let mut engine = bench.start()?;
    let mut tried = 0;
    for (variant, text) in SETUPS {
        let Some(game) = bench.games().find(|game| game.variant() == variant && game.size == 15) else { continue };
        let position =
            VariantPosition::from_fen(variant, text, game.rules).map_err(|error| Fault(error.to_string()))?;
        game.begin(&mut engine)?;
        answer(&mut engine, &position, Some(text), &[], &Limits::move_time(SHORT))?;
        tried += 1;
    }
    Ok(match tried {
        0 => Outcome::Skipped("no set-up fits its boards".to_owned()),
        _ => Outcome::Passed(format!("{tried} set-ups")),
    })
}

pub fn opening(bench: &Bench) -> Finding {
    let mut engine = bench.start()?;
    let limits = Limits::move_time(Duration::from_millis(200));
    let mut tried = 0;
    for game in bench.games().filter(|game| game.support.capabilities.opening) {
        let signals = StopFlag::default();
        game.begin(&mut engine)?;
        let stones = engine.propose(3, &limits, &signals, Arc::new(|_| {}))?;
        let mut board = game.start()?;
        if stones.len() != 3 || stones.iter().any(|mv| board.play(*mv).is_err()) {
            let stones = mirror::moves_text(game.variant(), &stones);
            return Err(Fault(format!("{}: it proposed {stones:?}, three stones were asked for", game.variant())));
        }
        for place_two in [true, false] {
            game.begin(&mut engine)?;
            let choice = engine.choose(&stones, OpeningChoices { place_two }, &limits, &signals, Arc::new(|_| {}))?;
            if let OpeningChoice::PlaceTwo(two) = choice
                && two.iter().any(|mv| board.play(*mv).is_err())
            {
                return Err(Fault(format!("{}: two more stones were placed where none can be", game.variant())));
            }
        }
        tried += 1;
    }
    Ok(match tried {
        0 => Outcome::Skipped("it does not declare to know openings".to_owned()),
        _ => Outcome::Passed(format!("{tried} games")),
    })
}

pub fn allowed(bench: &Bench) -> Finding {
    let mut engine = bench.start()?;
    let mut rng = fastrand::Rng::with_seed(bench.seed);
    for game in bench.games() {
        game.begin(&mut engine)?;
        let (position, moves) = game.random(6, &mut rng)?;
        for _ in 0..4 {
            let open = position.legal_moves();
            let one = rng.choice(open).ok_or_else(|| Fault("no move is legal".to_owned()))?;
            let limits = Limits { allowed: vec![one], ..Limits::move_time(SHORT) };
            engine.set_position(None, &moves)?;
            let best = think(&mut engine, &limits)?.best_move;
            if best != Some(one) {
                let text = |mv: Move| game.variant().move_text(mv);
                let best = best.map_or_else(|| "no move".to_owned(), text);
                return Err(Fault(format!("{} was the only move to choose from, it answered {best}", text(one))));
            }
        }
    }
    Ok(Outcome::Passed(String::new()))
}
