//! The opening book: the moves of well-known openings by position, with what our own search thinks of each.

use std::collections::HashMap;
use std::sync::LazyLock;

use fastrand::Rng;
use sdk::rules::xiangqi::{PackedMove, Xiangqi};
use sdk::rules::{Position as _, Rules, Variant};

/// A move that loses more than this against the best one, in hundredths, is never chosen.
const WORST: u32 = 60;
/// Each loss of so many hundredths makes a move half as likely.
const HALVING: u32 = 20;

/// A book move in a position.
#[derive(Clone, Copy)]
struct Choice {
    mv: PackedMove,
    /// What it loses against the best move, in hundredths.
    loss: u32,
}

/// Book moves by the key of the position; a move stands once for each line that plays it.
static BOOK: LazyLock<HashMap<u64, Vec<Choice>>> = LazyLock::new(|| {
    let mut book: HashMap<u64, Vec<Choice>> = HashMap::new();
    for line in lines() {
        for mirrored in [false, true] {
            add(&mut book, line, mirrored);
        }
    }
    book
});

fn lines() -> impl Iterator<Item = &'static str> {
    let text = include_str!("../../data/xiangqi/book.txt");
    text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).filter(|line| !line.is_empty())
}

/// Reads `h2e2/12`: a move and what it loses.
fn read(word: &str) -> Option<Choice> {
    let (text, loss) = word.split_once('/')?;
    Some(Choice { mv: PackedMove::pack(Variant::Xiangqi.parse_move(text).ok()?)?, loss: loss.parse().ok()? })
}

/// Adds the moves of a line, up to the first that is not legal (a test makes sure that there is none).
fn add(book: &mut HashMap<u64, Vec<Choice>>, line: &str, mirrored: bool) {
    let mut position = Xiangqi::start(Rules::default());
    for choice in line.split_whitespace().map_while(read) {
        let mv = choice.mv;
        let mv = if mirrored { PackedMove::new(mirror(mv.from()), mirror(mv.to())) } else { mv };
        if !position.is_legal(mv.unpack()) {
            return;
        }
        book.entry(position.key()).or_default().push(Choice { mv, ..choice });
        position.make(mv);
    }
}

const fn mirror(at: usize) -> usize {
    at / 9 * 9 + 8 - at % 9
}

/// A book move in the position with this key, chosen by `rng` among those that `allows` lets pass; better ones are likelier.
pub fn choose(key: u64, rng: &mut Rng, allows: impl Fn(PackedMove) -> bool) -> Option<PackedMove> {
    let open: Vec<_> = BOOK.get(&key)?.iter().filter(|choice| choice.loss <= WORST && allows(choice.mv)).collect();
    let weight = |choice: &Choice| 0.5f64.powf(f64::from(choice.loss) / f64::from(HALVING));
    let mut point = rng.f64() * open.iter().map(|choice| weight(choice)).sum::<f64>();
    let chosen = open.iter().find(|choice| {
        point -= weight(choice);
        point < 0.0
    });
    chosen.or(open.last()).map(|choice| choice.mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_legal_to_its_end() {
        for line in lines() {
            let mut position = Xiangqi::start(Rules::default());
            for word in line.split_whitespace() {
                let choice = read(word).unwrap_or_else(|| panic!("{word:?} is no move with its loss"));
                position.play(choice.mv.unpack()).unwrap_or_else(|error| panic!("{line}: {error}"));
            }
        }
    }

    #[test]
    fn the_book_knows_several_first_moves_and_answers() {
        let mut position = Xiangqi::start(Rules::default());
        let first: std::collections::HashSet<_> =
            (0..200).filter_map(|seed| choose(position.key(), &mut Rng::with_seed(seed), |_| true)).collect();
        assert!(first.len() >= 8);
        for mv in first {
            position.make(mv);
            assert!(choose(position.key(), &mut Rng::with_seed(1), |_| true).is_some());
            position.unmake();
        }
    }

    #[test]
    fn no_move_is_chosen_that_our_search_dislikes() {
        for (key, choices) in &*BOOK {
            for mv in (0..20).filter_map(|seed| choose(*key, &mut Rng::with_seed(seed), |_| true)) {
                assert!(choices.iter().any(|choice| choice.mv == mv && choice.loss <= WORST));
            }
        }
    }

    #[test]
    fn a_seed_always_chooses_the_same() {
        let key = Xiangqi::start(Rules::default()).key();
        let choice = || choose(key, &mut Rng::with_seed(7), |_| true);
        assert_eq!(choice(), choice());
    }
}
