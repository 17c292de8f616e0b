//! Nothing that is typed makes a parser panic: a million seeded inputs, random and half right.

use rules::gomoku::Gomoku;
use rules::{Position, Rules, Variant};

const LETTERS: &[&str] = &[
    "x",
    "o",
    "X",
    "O",
    "/",
    " ",
    "b",
    "w",
    "B",
    "W",
    "1",
    "5",
    "9",
    "15",
    "22",
    "0",
    "99999999999999999999",
    "h8",
    "a1",
    "v22",
    "w23",
    " moves ",
    "moves",
    "pass",
    "\t",
    "\n",
    "-",
    "+",
    "é",
    "炮",
    "棋",
    "\0",
    "\u{200b}",
    "=",
    "no_five=draw",
];

const TEXTS: &[&str] = &[
    "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 w moves h9 i9",
    "5/1xoX1/2O2/5/xxxxx b",
    "6/6/6/6/6/xxx1xx b moves a2 b2",
    "22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/21x w",
];

fn random_text(random: &mut fastrand::Rng) -> String {
    (0..random.usize(0..12)).map(|_| LETTERS[random.usize(0..LETTERS.len())]).collect()
}

/// A right text with some of its characters dropped, doubled or replaced.
fn bent_text(random: &mut fastrand::Rng) -> String {
    let mut letters: Vec<char> = TEXTS[random.usize(0..TEXTS.len())].chars().collect();
    for _ in 0..random.usize(0..4) {
        let at = random.usize(0..letters.len());
        match random.u8(0..3) {
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, letters[at]),
            _ => letters.splice(at..=at, LETTERS[random.usize(0..LETTERS.len())].chars()).for_each(drop),
        }
        if letters.is_empty() {
            break;
        }
    }
    letters.into_iter().collect()
}

#[test]
fn no_text_makes_a_parser_panic() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut read = 0;
    for round in 0..250_000 {
        let text = if round % 4 == 0 { bent_text(&mut random) } else { random_text(&mut random) };
        let variant = Variant::ALL[random.usize(0..3)];
        match Gomoku::from_fen(variant, &text, Rules::default()) {
            Ok(position) => {
                read += 1;
                let again = Gomoku::from_fen(variant, &position.fen(), Rules::default());
                assert_eq!(again.map(|again| again.fen()), Ok(position.fen()));
            }
            Err(error) => assert!(is_sentence(&error.to_string()), "{error}"),
        }
        for variant in Variant::ALL {
            if let Ok(mv) = variant.parse_move(&text) {
                assert_eq!(variant.parse_move(&variant.move_text(mv)), Ok(mv));
            }
            if let Ok(point) = variant.parse_point(&text) {
                assert_eq!(variant.parse_point(&variant.point_text(point)), Ok(point));
            }
        }
        if let Err(error) = Rules::parse(variant, &text) {
            assert!(is_sentence(&error.to_string()), "{error}");
        }
        let _ = text.parse::<Variant>();
    }
    assert!(read > 1000, "some texts are right: {read}");
}

/// Whether a message says something, on one line and of a length that can be shown.
fn is_sentence(message: &str) -> bool {
    message.len() > 10 && message.len() < 400 && !message.contains('\n') && !message.ends_with('.')
}
