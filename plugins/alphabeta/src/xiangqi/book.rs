//! The opening book: the moves of well-known openings by position.

use std::collections::HashMap;
use std::sync::LazyLock;

use fastrand::Rng;
use sdk::rules::xiangqi::{PackedMove, Xiangqi};
use sdk::rules::{Position as _, Rules, Variant};

/// Book moves by the key of the position; a move stands once for each line that plays it.
static BOOK: LazyLock<HashMap<u64, Vec<PackedMove>>> = LazyLock::new(|| {
    let mut book: HashMap<u64, Vec<PackedMove>> = HashMap::new();
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

/// Adds the moves of a line, up to the first that is not legal (a test makes sure that there is none).
fn add(book: &mut HashMap<u64, Vec<PackedMove>>, line: &str, mirrored: bool) {
    let mut position = Xiangqi::start(Rules::default());
    for word in line.split_whitespace() {
        let Some(mv) = Variant::Xiangqi.parse_move(word).ok().and_then(PackedMove::pack) else { return };
        let mv = if mirrored { PackedMove::new(mirror(mv.from()), mirror(mv.to())) } else { mv };
        if !position.is_legal(mv.unpack()) {
            return;
        }
        book.entry(position.key()).or_default().push(mv);
        position.make(mv);
    }
}

const fn mirror(at: usize) -> usize {
    at / 9 * 9 + 8 - at % 9
}

/// A book move in the position with this key, chosen by `rng` among those that `allows` lets pass.
pub fn choose(key: u64, rng: &mut Rng, allows: impl Fn(PackedMove) -> bool) -> Option<PackedMove> {
    let open: Vec<_> = BOOK.get(&key)?.iter().copied().filter(|&mv| allows(mv)).collect();
    rng.choice(open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_legal_to_its_end() {
        for line in lines() {
            let mut position = Xiangqi::start(Rules::default());
            for word in line.split_whitespace() {
                let mv = Variant::Xiangqi.parse_move(word).unwrap();
                position.play(mv).unwrap_or_else(|error| panic!("{line}: {error}"));
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
    fn a_seed_always_chooses_the_same() {
        let key = Xiangqi::start(Rules::default()).key();
        let choice = || choose(key, &mut Rng::with_seed(7), |_| true);
        assert_eq!(choice(), choice());
    }
}
