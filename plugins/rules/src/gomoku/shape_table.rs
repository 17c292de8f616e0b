//! The tables that give the shape of a point in one direction.
//!
//! It follows from the five neighbours on either side, and says what the line is *with* a stone on the point,
//! whatever stands there. A table has an entry for every content of these ten points. It is filled by induction from full
//! lines to empty ones: what a stone makes is known from what each further stone makes of that.

use std::sync::OnceLock;

use super::outcome::needs_exact_five;
use super::shape::{Shape, ShapePair};
use crate::{Side, Variant};

/// Points that a shape depends on to either side.
const REACH: usize = 5;
/// States of the neighbours on one side of a point, seen by one colour: each is a stone of it, empty or blocked.
const HALF_STATES: usize = 3_usize.pow(REACH as u32);
const STATES: usize = HALF_STATES * HALF_STATES;
/// Keys of a window: two bits for each neighbour.
const KEYS: usize = 1 << (4 * REACH);
const HALF_KEYS: usize = 1 << (2 * REACH);

/// The shapes of a variant for every window of eleven points.
pub(crate) struct ShapeTable(Box<[ShapePair; KEYS]>);

impl ShapeTable {
    /// The table of a variant, built when first asked for (about a millisecond) and kept.
    pub(crate) fn of(variant: Variant) -> &'static ShapeTable {
        static TABLES: [OnceLock<ShapeTable>; 3] = [const { OnceLock::new() }; 3];
        let index = match variant {
            Variant::GomokuStandard => 1,
            Variant::Renju => 2,
            _ => 0,
        };
        TABLES[index].get_or_init(|| ShapeTable::build(variant))
    }

    /// The shapes in a slot of a line (see [`line`](super::line)).
    #[inline]
    pub(crate) fn shapes(&self, line: u64, slot: u8) -> ShapePair {
        let window = line.rotate_right((2 * u32::from(slot)).wrapping_sub(2 * REACH as u32));
        let below = window & (HALF_KEYS as u64 - 1);
        let above = (window >> 2) & ((HALF_KEYS as u64 - 1) << (2 * REACH));
        self.0[(below | above) as usize]
    }

    fn build(variant: Variant) -> ShapeTable {
        let exact = Side::ALL.map(|side| needs_exact_five(variant, side));
        let first = side_shapes(exact[0], variant == Variant::Renju);
        let other = (variant == Variant::Renju).then(|| side_shapes(exact[1], false));
        let second = other.as_ref().unwrap_or(&first);
        let states = Side::ALL.map(half_states);
        let mut table: Box<[ShapePair; KEYS]> = vec![ShapePair::default(); KEYS]
            .into_boxed_slice()
            .try_into()
            .unwrap_or_else(|_| unreachable!("the vector has KEYS elements"));
        // Keys of halves that can't occur, with points beyond the edge in their midst, get an entry all the same.
        for above in 0..HALF_KEYS {
            for below in 0..HALF_KEYS {
                let [black, white] = [&states[0], &states[1]].map(|states| states[above] * HALF_STATES + states[below]);
                table[above << (2 * REACH) | below] = ShapePair::new(first[black], second[white]);
            }
        }
        ShapeTable(table)
    }
}

/// For each half key the state as a number in base three: 0 blocked, 1 empty, 2 a stone of `side`.
fn half_states(side: Side) -> [usize; HALF_KEYS] {
    let own = [0b01, 0b10][side.index()];
    std::array::from_fn(|half| {
        (0..REACH).rev().fold(0, |state, place| {
            let digit = match (half >> (2 * place)) & 0b11 {
                0b11 => 1,
                bits if bits == own => 2,
                _ => 0,
            };
            3 * state + digit
        })
    })
}

/// The shape of every state of the neighbours. With `exact` only five win, not six; with `straight` two points that make five
/// of a broken row are two fours.
fn side_shapes(exact: bool, straight: bool) -> Vec<Shape> {
    let halves: Vec<Half> = (0..HALF_STATES).map(Half::new).collect();
    let mut shapes = vec![Shape::Dead; STATES];
    // A further stone makes the number of a state greater, so that what it leads to is known already.
    for state in (0..STATES).rev() {
        let (above, below) = (&halves[state / HALF_STATES], &halves[state % HALF_STATES]);
        let row = below.own_at_end + 1 + above.own_at_start;
        shapes[state] = if row == 5 || (row > 5 && !exact) {
            Shape::Five
        } else if row > 5 {
            Shape::Overline
        } else {
            let mut makes = Makes::default();
            below.empties().for_each(|power| makes.add(shapes[state + power]));
            above.empties().for_each(|power| makes.add(shapes[state + power * HALF_STATES]));
            makes.shape(straight && row != 4)
        };
    }
    shapes
}

/// Five neighbours on one side of a point, as digits in base three from the one that comes first in the line.
struct Half {
    /// Powers of three of the empty points.
    empties: [u16; REACH],
    empty_count: u8,
    /// Own stones without a gap from the first point on.
    own_at_start: u8,
    /// Own stones without a gap up to the last point.
    own_at_end: u8,
}

impl Half {
    fn new(state: usize) -> Half {
        let powers: [u16; REACH] = std::array::from_fn(|place| 3_u16.pow(place as u32));
        let digits = powers.map(|power| state as u16 / power % 3);
        let mut half = Half { empties: [0; REACH], empty_count: 0, own_at_start: 0, own_at_end: 0 };
        for (_, power) in digits.iter().zip(powers).filter(|(digit, _)| **digit == 1) {
            half.empties[usize::from(half.empty_count)] = power;
            half.empty_count += 1;
        }
        half.own_at_start = digits.iter().take_while(|digit| **digit == 2).count() as u8;
        half.own_at_end = digits.iter().rev().take_while(|digit| **digit == 2).count() as u8;
        half
    }

    fn empties(&self) -> impl Iterator<Item = usize> {
        self.empties[..usize::from(self.empty_count)].iter().map(|power| usize::from(*power))
    }
}

/// How many points make each shape of a line: four bits for each.
#[derive(Clone, Copy, Default)]
struct Makes(u64);

impl Makes {
    fn add(&mut self, shape: Shape) {
        self.0 += 1 << (4 * shape as u32);
    }

    fn count(self, shapes: &[Shape]) -> u64 {
        shapes.iter().map(|shape| (self.0 >> (4 * *shape as u32)) & 15).sum()
    }

    /// The shape that follows. With `broken`, two points that make five are two fours.
    fn shape(self, broken: bool) -> Shape {
        match self.count(&[Shape::Five]) {
            0 => {}
            1 => return Shape::Four,
            _ if broken => return Shape::DoubleFour,
            _ => return Shape::OpenFour,
        }
        match self.count(&[Shape::OpenFour]) {
            0 => {}
            1 => return Shape::OpenThree,
            _ => return Shape::OpenThreeWide,
        }
        if self.count(&[Shape::Four]) > 0 {
            return Shape::Three;
        }
        match self.count(&[Shape::OpenThree, Shape::OpenThreeWide]) {
            0 => {}
            1 | 2 => return Shape::OpenTwo,
            3 => return Shape::OpenTwoWide,
            _ => return Shape::OpenTwoWidest,
        }
        if self.count(&[Shape::Three]) > 0 {
            Shape::Two
        } else if self.count(&[Shape::OpenTwo, Shape::OpenTwoWide, Shape::OpenTwoWidest]) > 0 {
            Shape::OpenOne
        } else if self.count(&[Shape::Two]) > 0 {
            Shape::One
        } else {
            Shape::Dead
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::line;
    use super::*;

    const CENTRE: usize = 5;

    /// A window for one colour: `x` a stone of it, `.` empty, `#` blocked. The centre is `x`.
    type Window = [u8; 11];

    /// The shapes as their documentation defines them, by putting one stone after the other.
    struct Definition {
        exact: bool,
        straight: bool,
        known: HashMap<Window, Shape>,
    }

    impl Definition {
        fn shape(&mut self, window: Window) -> Shape {
            if let Some(shape) = self.known.get(&window) {
                return *shape;
            }
            let row = row_through_centre(&window);
            let shape = match row.len() {
                5 => Shape::Five,
                6.. if self.exact => Shape::Overline,
                6.. => Shape::Five,
                length => self.unfinished(window, length),
            };
            self.known.insert(window, shape);
            shape
        }

        fn unfinished(&mut self, window: Window, row: usize) -> Shape {
            let mut after = Vec::new();
            for place in (0..11).filter(|place| window[*place] == b'.') {
                let mut next = window;
                next[place] = b'x';
                after.push(self.shape(next));
            }
            let count = |shapes: &[Shape]| after.iter().filter(|shape| shapes.contains(shape)).count();
            let open_threes = [Shape::OpenThree, Shape::OpenThreeWide];
            let open_twos = [Shape::OpenTwo, Shape::OpenTwoWide, Shape::OpenTwoWidest];
            match () {
                () if count(&[Shape::Five]) >= 2 && self.straight && row < 4 => Shape::DoubleFour,
                () if count(&[Shape::Five]) >= 2 => Shape::OpenFour,
                () if count(&[Shape::Five]) == 1 => Shape::Four,
                () if count(&[Shape::OpenFour]) >= 2 => Shape::OpenThreeWide,
                () if count(&[Shape::OpenFour]) == 1 => Shape::OpenThree,
                () if count(&[Shape::Four]) > 0 => Shape::Three,
                () if count(&open_threes) >= 4 => Shape::OpenTwoWidest,
                () if count(&open_threes) == 3 => Shape::OpenTwoWide,
                () if count(&open_threes) > 0 => Shape::OpenTwo,
                () if count(&[Shape::Three]) > 0 => Shape::Two,
                () if count(&open_twos) > 0 => Shape::OpenOne,
                () if count(&[Shape::Two]) > 0 => Shape::One,
                () => Shape::Dead,
            }
        }
    }

    fn row_through_centre(window: &Window) -> std::ops::Range<usize> {
        let first = (0..CENTRE).rev().find(|place| window[*place] != b'x').map_or(0, |place| place + 1);
        let end = (CENTRE + 1..11).find(|place| window[*place] != b'x').unwrap_or(11);
        first..end
    }

    fn definition(variant: Variant, side: Side) -> Definition {
        let straight = variant == Variant::Renju && side == Side::First;
        Definition { exact: needs_exact_five(variant, side), straight, known: HashMap::new() }
    }

    /// Every way to fill one half, from the point next to the centre outwards: black, white or empty up to the edge.
    fn halves() -> Vec<[u8; 5]> {
        let mut halves = vec![];
        for inside in 0..=5 {
            for number in 0..3usize.pow(inside) {
                let mut half = [b'#'; 5];
                let letters = (0..inside).map(|place| b"xo."[number / 3usize.pow(place) % 3]);
                half.iter_mut().zip(letters).for_each(|(point, letter)| *point = letter);
                halves.push(half);
            }
        }
        halves
    }

    /// The word of a line with eleven points from slot 10 on.
    fn word(points: &Window) -> u64 {
        points.iter().zip(10..).fold(0, |word, (point, slot)| {
            let empty = line::empty_point(slot);
            word | match point {
                b'x' => empty ^ line::stone_bit(slot, Side::First),
                b'o' => empty ^ line::stone_bit(slot, Side::Second),
                b'.' => empty,
                _ => 0,
            }
        })
    }

    fn seen_by(side: Side, points: &Window) -> Window {
        let own = if side == Side::First { b'x' } else { b'o' };
        let mut window = points.map(|point| match point {
            b'.' => b'.',
            point if point == own => b'x',
            _ => b'#',
        });
        window[CENTRE] = b'x';
        window
    }

    #[test]
    fn every_entry_is_what_the_definition_says() {
        for variant in [Variant::Gomoku, Variant::GomokuStandard, Variant::Renju] {
            let table = ShapeTable::of(variant);
            let mut definitions = Side::ALL.map(|side| definition(variant, side));
            for below in halves() {
                for above in halves() {
                    let mut points = [b'.'; 11];
                    below.iter().zip((0..CENTRE).rev()).for_each(|(point, place)| points[place] = *point);
                    points[CENTRE + 1..].copy_from_slice(&above);
                    let pair = table.shapes(word(&points), 15);
                    for side in Side::ALL {
                        let expected = definitions[side.index()].shape(seen_by(side, &points));
                        assert_eq!(pair.of(side), expected, "{variant} {side:?} {}", String::from_utf8_lossy(&points));
                    }
                }
            }
        }
    }

    #[test]
    fn shapes_have_their_names() {
        let cases = [
            (Variant::Gomoku, "...xx.xx...", Shape::Five),
            (Variant::Gomoku, "..xxx.xx...", Shape::Five),
            (Variant::GomokuStandard, "..xxx.xx...", Shape::Overline),
            (Variant::Renju, "..x.x.x.x..", Shape::DoubleFour),
            (Variant::Gomoku, "..x.x.x.x..", Shape::OpenFour),
            (Variant::Gomoku, "..xxx......", Shape::OpenFour),
            (Variant::Gomoku, "..oxx.x....", Shape::Four),
            (Variant::Gomoku, "...xx......", Shape::OpenThreeWide),
            (Variant::Gomoku, "..x.x......", Shape::OpenThree),
            (Variant::Gomoku, "..oxx......", Shape::Three),
            (Variant::Gomoku, "....x......", Shape::OpenTwoWidest),
            (Variant::Gomoku, "...........", Shape::OpenOne),
            (Variant::Gomoku, "..o...o....", Shape::Dead),
            (Variant::Gomoku, "####....###", Shape::Dead),
        ];
        for (variant, text, shape) in cases {
            let points: Window = text.as_bytes().try_into().unwrap();
            assert_eq!(ShapeTable::of(variant).shapes(word(&points), 15).of(Side::First), shape, "{variant} {text}");
        }
    }
}
