//! Move generation against node counts that four other programs agree on.

use std::collections::BTreeMap;

use rules::{Rules, Variant, VariantPosition, divide, perft, perft_by_trait};
use serde::Deserialize;

/// Node counts up to this size are computed in an ordinary run.
const BUDGET: u64 = 6_000_000;

#[derive(Deserialize)]
struct Cases {
    positions: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    fen: String,
    nodes: BTreeMap<String, u64>,
}

fn cases() -> Vec<Case> {
    let cases: Cases = serde_json::from_str(include_str!("data/xiangqi_perft.json")).expect("the file is in order");
    cases.positions
}

fn position(fen: &str) -> VariantPosition {
    VariantPosition::from_fen(Variant::Xiangqi, fen, Rules::default()).expect("the position is possible")
}

/// `QIJU_PERFT_BUDGET` raises the size of the counts that are checked.
#[test]
fn counts_agree_with_other_programs() {
    let budget = std::env::var("QIJU_PERFT_BUDGET").ok().and_then(|text| text.parse().ok()).unwrap_or(BUDGET);
    for case in cases() {
        for (depth, nodes) in case.nodes.iter().filter(|(_, nodes)| **nodes <= budget) {
            let depth = depth.parse().expect("depths are numbers");
            assert_eq!(perft(&position(&case.fen), depth), *nodes, "{} at depth {depth}", case.name);
        }
    }
}

#[test]
fn the_general_count_agrees_with_the_fast_one() {
    for case in cases() {
        assert_eq!(perft_by_trait(&mut position(&case.fen), 2), case.nodes["2"], "{}", case.name);
    }
}

#[test]
fn divided_counts_add_up() {
    let start = position(rules::xiangqi::START);
    let parts = divide(&start, 3);
    assert_eq!(parts.len(), 44);
    assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 79_666);
    assert!(divide(&start, 0).is_empty());
}
