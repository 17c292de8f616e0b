//! Numbers for what the four directions of a point hold: the order of the directions does not matter.

use std::sync::LazyLock;

use sdk::rules::gomoku::Shape;

const SHAPES: usize = Shape::COUNT;

/// How many codes there are: multisets of four shapes.
pub const COUNT: usize = SHAPES * (SHAPES + 1) * (SHAPES + 2) * (SHAPES + 3) / 24;

/// The shapes of every code, weak ones first, in order of the codes.
pub static SHAPES_OF: LazyLock<Vec<[Shape; 4]>> = LazyLock::new(|| {
    let mut all = Vec::with_capacity(COUNT);
    for a in 0..SHAPES {
        for b in a..SHAPES {
            for c in b..SHAPES {
                for d in c..SHAPES {
                    all.push([a, b, c, d].map(|number| Shape::ALL[number]));
                }
            }
        }
    }
    all
});

/// The code for each number that [`CellShapes::code`](sdk::rules::gomoku::CellShapes::code) gives.
pub static CODES: LazyLock<Box<[u16; 1 << 16]>> = LazyLock::new(|| {
    let mut by_digits = vec![0; 1 << 16];
    for (code, shapes) in SHAPES_OF.iter().enumerate() {
        by_digits[digits(*shapes)] = code as u16;
    }
    let table: Vec<u16> = (0..1 << 16)
        .map(|bits: usize| {
            let mut sorted = [0, 4, 8, 12].map(|shift| bits >> shift & 15);
            if sorted.iter().any(|&number| number >= SHAPES) {
                return 0;
            }
            sorted.sort_unstable();
            by_digits[digits(sorted.map(|number| Shape::ALL[number]))]
        })
        .collect();
    table.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("the table has a code for every 16 bits"))
});

fn digits(shapes: [Shape; 4]) -> usize {
    shapes.iter().fold(0, |number, shape| number << 4 | *shape as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_directions_does_not_matter() {
        assert_eq!(SHAPES_OF.len(), COUNT);
        let code = |shapes: [Shape; 4]| CODES[digits(shapes)];
        use Shape::{Dead, Five, Four, OpenThree};
        assert_eq!(code([Four, Dead, OpenThree, Five]), code([Dead, Five, Four, OpenThree]));
        assert_ne!(code([Four, Dead, OpenThree, Five]), code([Dead, Dead, Four, OpenThree]));
        for (number, shapes) in SHAPES_OF.iter().enumerate() {
            assert_eq!(usize::from(code(*shapes)), number);
        }
    }
}
