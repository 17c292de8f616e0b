//! Forbidden points against a slow referee that is written from the text of the rules and shares nothing with the library.
//!
//! The text: RIF, The International Rules of Renju (1996), 3 and 9. Fours and threes are found here as *sets of
//! stones*, as the rules define them, not by looking along a line.

use std::collections::{BTreeMap, BTreeSet};

use rules::gomoku::{ForbiddenKind, Gomoku};
use rules::{EndReason, Outcome, Point, Position, Rules, Side, Variant};

type Place = (i32, i32);
const LINES: [Place; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A board in the plainest form.
#[derive(Clone)]
struct Referee {
    size: i32,
    stones: BTreeMap<Place, Side>,
}

impl Referee {
    fn on_board(&self, (file, row): Place) -> bool {
        (0..self.size).contains(&file) && (0..self.size).contains(&row)
    }

    fn is_black(&self, place: Place) -> bool {
        self.stones.get(&place) == Some(&Side::First)
    }

    fn is_empty(&self, place: Place) -> bool {
        self.on_board(place) && !self.stones.contains_key(&place)
    }

    fn with(&self, place: Place) -> Referee {
        let mut after = self.clone();
        after.stones.insert(place, Side::First);
        after
    }

    /// The unbroken row through a black stone.
    fn row(&self, place: Place, line: Place) -> BTreeSet<Place> {
        let mut row = BTreeSet::from([place]);
        for sign in [-1, 1] {
            let along = (1..).map(|i| (place.0 + sign * i * line.0, place.1 + sign * i * line.1));
            row.extend(along.take_while(|next| self.is_black(*next)));
        }
        row
    }

    fn longest_rows(&self, place: Place) -> Vec<usize> {
        LINES.iter().map(|line| self.row(place, *line).len()).collect()
    }

    /// Every run of `length` points of a line that holds `place`.
    fn windows(&self, place: Place, line: Place, length: i32) -> Vec<Vec<Place>> {
        (0..length)
            .map(|back| (0..length).map(|i| (place.0 + (i - back) * line.0, place.1 + (i - back) * line.1)).collect())
            .filter(|window: &Vec<Place>| window.iter().all(|point| self.on_board(*point)))
            .collect()
    }

    /// The stones of a window and its only empty point, if it has one and otherwise only black stones.
    fn all_but_one(&self, window: &[Place]) -> Option<(BTreeSet<Place>, Place)> {
        let black: BTreeSet<_> = window.iter().copied().filter(|point| self.is_black(*point)).collect();
        let empty: Vec<_> = window.iter().copied().filter(|point| self.is_empty(*point)).collect();
        (empty.len() == 1 && black.len() + 1 == window.len()).then(|| (black, empty[0]))
    }

    /// Fours of the black stone on `place`: sets of four stones that one more makes a five (of exactly five).
    fn fours(&self, place: Place) -> BTreeSet<BTreeSet<Place>> {
        let mut fours = BTreeSet::new();
        for line in LINES {
            for window in self.windows(place, line, 5) {
                if let Some((stones, empty)) = self.all_but_one(&window)
                    && self.with(empty).row(place, line).len() == 5
                {
                    fours.insert(stones);
                }
            }
        }
        fours
    }

    /// Whether the unbroken row through a stone is a straight four.
    fn is_straight_four(&self, place: Place, line: Place) -> bool {
        let row = self.row(place, line);
        let (first, last) = (row.iter().min_by_key(|p| along(**p, line)), row.iter().max_by_key(|p| along(**p, line)));
        let (first, last) = (first.unwrap(), last.unwrap());
        let ends = [(first.0 - line.0, first.1 - line.1), (last.0 + line.0, last.1 + line.1)];
        row.len() == 4 && ends.iter().all(|end| self.is_empty(*end) && self.with(*end).row(*end, line).len() == 5)
    }

    /// Threes of the black stone on `place`: sets of three stones that one more, itself allowed and making no five,
    /// makes a straight four.
    fn threes(&self, place: Place) -> BTreeSet<BTreeSet<Place>> {
        let mut threes = BTreeSet::new();
        for line in LINES {
            for window in self.windows(place, line, 4) {
                let Some((stones, empty)) = self.all_but_one(&window) else { continue };
                let after = self.with(empty);
                let straight = after.is_straight_four(empty, line) && after.row(empty, line).contains(&place);
                if straight && !after.longest_rows(empty).contains(&5) && self.forbidden(empty).is_none() {
                    threes.insert(stones);
                }
            }
        }
        threes
    }

    fn forbidden(&self, place: Place) -> Option<ForbiddenKind> {
        let after = self.with(place);
        let rows = after.longest_rows(place);
        if rows.contains(&5) {
            None
        } else if rows.iter().any(|length| *length > 5) {
            Some(ForbiddenKind::Overline)
        } else if after.fours(place).len() > 1 {
            Some(ForbiddenKind::DoubleFour)
        } else if after.threes(place).len() > 1 {
            Some(ForbiddenKind::DoubleThree)
        } else {
            None
        }
    }
}

fn along(place: Place, line: Place) -> i32 {
    place.0 * line.0 + place.1 * line.1
}

fn places(size: i32) -> impl Iterator<Item = Place> {
    (0..size).flat_map(move |row| (0..size).map(move |file| (file, row)))
}

fn point((file, row): Place) -> Point {
    Point::new(file as u8, row as u8)
}

/// Random stones: `shares` of black and white in hundredths, outside a margin that stays empty.
fn random_referee(random: &mut fastrand::Rng, size: i32, margin: i32, shares: (u32, u32)) -> Referee {
    let mut stones = BTreeMap::new();
    for place in places(size).filter(|(f, r)| [f, r].iter().all(|c| (margin..size - margin).contains(c))) {
        let number = random.u32(0..100);
        if number < shares.0 {
            stones.insert(place, Side::First);
        } else if number < shares.0 + shares.1 {
            stones.insert(place, Side::Second);
        }
    }
    Referee { size, stones }
}

/// A random tile of stones over and over, each row of tiles shifted, with a few points changed: threes that hang on
/// threes that hang on threes.
fn tiled_referee(random: &mut fastrand::Rng, size: i32) -> Referee {
    let (width, height, shift) = (random.i32(2..=6), random.i32(2..=6), random.i32(0..=2));
    let tile = random_referee(random, 6, 0, (30, 4)).stones;
    let source = |(file, row): Place| ((file + shift * (row / height)) % width, row % height);
    let mut stones: BTreeMap<_, _> =
        places(size).filter_map(|place| Some((place, *tile.get(&source(place))?))).collect();
    for _ in 0..random.usize(0..8) {
        stones.remove(&(random.i32(0..size), random.i32(0..size)));
    }
    Referee { size, stones }
}

fn position(referee: &Referee, variant: Variant) -> Gomoku {
    let of = |side| -> Vec<Point> {
        referee.stones.iter().filter(|(_, s)| **s == side).map(|(place, _)| point(*place)).collect()
    };
    let size = referee.size as u8;
    Gomoku::from_stones(variant, size, Rules::default(), &of(Side::First), &of(Side::Second), Side::First).unwrap()
}

fn compare(referee: &Referee) -> usize {
    let position = position(referee, Variant::Renju);
    let expected: Vec<_> = places(referee.size)
        .filter(|place| referee.is_empty(*place))
        .filter_map(|place| Some((point(place), referee.forbidden(place)?)))
        .collect();
    assert_eq!(position.forbidden_points(), expected, "{}", position.fen());
    expected.len()
}

#[test]
fn forbidden_points_are_those_of_the_rules_text() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut found = 0;
    for _ in 0..count(2000) {
        let size = random.i32(5..=15);
        let margin = random.i32(0..=(size - 5) / 2);
        let shares = (random.u32(5..60), random.u32(0..40));
        found += compare(&random_referee(&mut random, size, margin, shares));
    }
    for _ in 0..count(400) {
        let size = random.i32(6..=12);
        found += compare(&tiled_referee(&mut random, size));
    }
    for size in 16..=22 {
        found += compare(&random_referee(&mut random, size, 0, (30, 5)));
    }
    assert!(found > 1000, "random boards hold forbidden points: {found}");
}

/// How many random boards are tried: more on demand, as in `QIJU_ORACLE=100 cargo test`.
fn count(boards: usize) -> usize {
    let factor = std::env::var("QIJU_ORACLE").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    boards * factor
}

#[test]
fn fives_are_those_of_the_rules_text() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..count(1500) {
        let size = random.i32(5..=22);
        let shares = (random.u32(10..60), random.u32(10..40));
        let referee = random_referee(&mut random, size, 0, shares);
        for variant in [Variant::Gomoku, Variant::GomokuStandard, Variant::Renju] {
            let wins = |side| has_winning_row(&referee, variant, side);
            let expected = match Side::ALL.map(wins) {
                [false, false] => None,
                [_, true] if !wins(Side::First) => Some(Side::Second),
                _ => Some(Side::First),
            };
            let outcome = position(&referee, variant).outcome().filter(|outcome| outcome.reason() == EndReason::Five);
            assert_eq!(outcome.and_then(Outcome::winner), expected, "{variant} {}", position(&referee, variant).fen());
        }
    }
}

fn has_winning_row(referee: &Referee, variant: Variant, side: Side) -> bool {
    let stones = referee.stones.iter().filter(|(_, s)| **s == side).map(|(place, _)| (*place, Side::First)).collect();
    let own = Referee { size: referee.size, stones };
    let lengths = || own.stones.keys().flat_map(|place| own.longest_rows(*place));
    let exact = variant == Variant::GomokuStandard || (variant == Variant::Renju && side == Side::First);
    if exact { lengths().any(|length| length == 5) } else { lengths().any(|length| length >= 5) }
}
