//! Positions with known forbidden points and fives, from public sources named in the data file.

use std::collections::BTreeMap;

use rules::gomoku::Gomoku;
use rules::{EndReason, Move, Outcome, Point, Position, Refusal, Rules, Side, Variant};
use serde::Deserialize;

#[derive(Deserialize)]
struct Cases {
    forbidden: Vec<ForbiddenCase>,
    forbidden_random: Vec<ForbiddenCase>,
    five_rules: Vec<FiveCase>,
}

#[derive(Deserialize)]
struct ForbiddenCase {
    id: String,
    black: Vec<String>,
    white: Vec<String>,
    forbidden: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct FiveCase {
    id: String,
    rule: String,
    black: Vec<String>,
    white: Vec<String>,
    #[serde(rename = "move")]
    mv: String,
    color: String,
    result: String,
}

fn cases() -> Cases {
    serde_json::from_str(include_str!("data/gomoku.json")).unwrap()
}

fn points(texts: &[String]) -> Vec<Point> {
    texts.iter().map(|text| Variant::Renju.parse_point(text).unwrap()).collect()
}

fn position(variant: Variant, black: &[String], white: &[String], to_move: Side) -> Gomoku {
    Gomoku::from_stones(variant, 15, Rules::default(), &points(black), &points(white), to_move).unwrap()
}

#[test]
fn forbidden_points_are_the_known_ones() {
    let Cases { forbidden, forbidden_random, .. } = cases();
    for case in forbidden.into_iter().chain(forbidden_random) {
        let position = position(Variant::Renju, &case.black, &case.white, Side::First);
        let found: BTreeMap<_, _> = position
            .forbidden_points()
            .into_iter()
            .map(|(point, kind)| (Variant::Renju.point_text(point), kind.id().to_owned()))
            .collect();
        assert_eq!(found, case.forbidden, "{}: {}", case.id, position.fen());
    }
}

#[test]
fn forbidden_points_are_refused_left_out_and_lose_when_played() {
    for case in cases().forbidden {
        let position = position(Variant::Renju, &case.black, &case.white, Side::First);
        let over = position.outcome().is_some();
        let legal = position.legal_moves();
        for (to, kind) in position.forbidden_points() {
            let mv = Move::Put { to };
            assert_eq!(position.refusal(mv), Some(Refusal::Forbidden(kind)));
            assert!(!legal.contains(&mv));
            let mut played = position.clone();
            assert!(played.play(mv).is_err());
            assert_eq!(played, position, "a refused move changes nothing");
            played.play_unchecked(mv);
            let lost = Outcome::Win { side: Side::Second, reason: EndReason::ForbiddenMove };
            assert!(over || played.outcome() == Some(lost), "{}", case.id);
        }
    }
}

#[test]
fn five_and_overline_by_rule() {
    for case in cases().five_rules {
        let variant = match case.rule.as_str() {
            "freestyle" => Variant::Gomoku,
            "standard" => Variant::GomokuStandard,
            "renju" => Variant::Renju,
            other => panic!("rule {other} is not known"),
        };
        let side = if case.color == "black" { Side::First } else { Side::Second };
        let mut position = position(variant, &case.black, &case.white, side);
        position.play_unchecked(variant.parse_move(&case.mv).unwrap());
        let expected = match case.result.split(' ').next() {
            Some("win") => Some(Outcome::Win { side, reason: EndReason::Five }),
            Some("forbidden") => Some(Outcome::Win { side: side.other(), reason: EndReason::ForbiddenMove }),
            _ => None,
        };
        assert_eq!(position.outcome(), expected, "{}", case.id);
    }
}
