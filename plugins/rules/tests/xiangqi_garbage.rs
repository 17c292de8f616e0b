//! No text, however odd, makes a reader panic; each gets a sentence.

mod xiangqi_support;

use rules::xiangqi::{Xiangqi, parse_move, parse_moves};
use rules::{Move, Point, Position, Rules, Variant};
use xiangqi_support::{Random, random_position};

const INPUTS: usize = 300_000;

const PIECES: &[&str] = &[
    "h2e2",
    "H2-E2",
    "h10g8",
    "a",
    "i",
    "9",
    "0",
    "10",
    "C",
    "c",
    "R",
    "+",
    "-",
    "=",
    ".",
    "5",
    "2",
    "炮",
    "二",
    "平",
    "五",
    "前",
    "后",
    "中",
    "兵",
    "卒",
    "進",
    "退",
    "５",
    " ",
    "/",
    "w",
    "b",
    "- -",
    "[]",
    "moves",
    "startpos",
    "fen",
    "k",
    "K",
    "rnbakabnr",
    "\u{0}",
    "é",
    "😀",
    "\t",
    "\n",
    "18446744073709551616",
    "9/",
    "4k4",
    "x",
    "pass",
    "、",
    "!",
    "?",
];

fn garbage(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.below(9) {
        match random.below(8) {
            0 => text.push(char::from_u32(random.next() as u32 % 0x11_0000).unwrap_or('\u{fffd}')),
            _ => text.push_str(random.pick(PIECES)),
        }
    }
    text
}

/// A FEN with something changed.
fn damaged_fen(random: &mut Random) -> String {
    let mut text: Vec<char> = format!("{} moves h2e2 炮8平5", rules::xiangqi::START).chars().collect();
    for _ in 0..1 + random.below(3) {
        let at = random.below(text.len());
        match random.below(3) {
            0 => {
                text.remove(at);
            }
            1 => text[at] = random.pick(PIECES).chars().next().unwrap_or('x'),
            _ => text.insert(at, char::from(random.below(128) as u8)),
        }
    }
    text.into_iter().collect()
}

#[test]
fn garbage_is_refused_in_words() {
    let mut random = Random(1);
    let start = Xiangqi::start(Rules::default());
    for _ in 0..INPUTS {
        let text = garbage(&mut random);
        match parse_move(&start, &text) {
            Ok(mv) => assert!(mv.from().is_some_and(|from| from.file < 9 && from.row < 10), "{text:?}"),
            Err(error) => assert!(!error.to_string().is_empty(), "{text:?}"),
        }
        let _ = Variant::Xiangqi.parse_move(&text);
        let _ = Rules::parse(Variant::Xiangqi, &text);
    }
}

#[test]
fn garbage_is_no_position() {
    let mut random = Random(2);
    for i in 0..INPUTS {
        let text = if i % 2 == 0 { damaged_fen(&mut random) } else { garbage(&mut random) };
        match Xiangqi::from_fen(&text, Rules::default()) {
            Ok(position) => assert!(Xiangqi::from_fen(&position.fen(), Rules::default()).is_ok(), "{text:?}"),
            Err(error) => assert!(!error.to_string().is_empty(), "{text:?}"),
        }
    }
}

#[test]
fn lists_of_garbage_are_refused() {
    let mut random = Random(3);
    let start = Xiangqi::start(Rules::default());
    for _ in 0..INPUTS / 3 {
        let text = format!("h2e2 {} {}", garbage(&mut random), garbage(&mut random));
        if let Err(error) = parse_moves(&start, &text) {
            assert!(!error.to_string().is_empty(), "{text:?}");
        }
    }
}

#[test]
fn any_move_may_be_asked_about() {
    let mut random = Random(4);
    for _ in 0..INPUTS / 100 {
        let mut position = random_position(&mut random, Rules::default());
        for _ in 0..100 {
            let mut point = || Point::new(random.next() as u8 % 12, random.next() as u8 % 12);
            let (from, to) = (point(), point());
            let mv = match random.below(20) {
                0 => Move::Pass,
                1 => Move::Put { to },
                _ => Move::Shift { from, to },
            };
            let refused = position.refusal(mv).is_some();
            assert_eq!(position.play(mv).is_err(), refused);
        }
    }
}
