//! The weights of the evaluation, from the data file that the tuner writes.

use std::fmt::Write as _;
use std::sync::LazyLock;

use sdk::rules::xiangqi::{Man, POINTS};

use super::features::{COUNT, GROUPS, Group, placement};

/// A weight, or a sum of weights: middle game in the lower half, endgame in the upper half of one number, so that both
/// are added at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair(i32);

impl Pair {
    /// A pair of numbers that fit into 16 bits.
    #[inline]
    pub const fn new(middle: i32, end: i32) -> Pair {
        Pair((end << 16).wrapping_add(middle))
    }

    /// The middle game's number.
    #[inline]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame's number.
    #[inline]
    pub const fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    /// Adds a pair `times` times.
    #[inline]
    pub const fn add(&mut self, other: Pair, times: i32) {
        self.0 = self.0.wrapping_add(other.0.wrapping_mul(times));
    }
}

/// All weights.
pub struct Weights {
    /// By feature.
    pub features: [Pair; COUNT],
    /// Placement by side, role and point; from Red's point of view, so Black's are negative.
    pub placement: [[[Pair; POINTS]; 7]; 2],
}

/// The weights the engine plays with.
pub static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let text = include_str!("../../data/xiangqi/weights.txt");
    // The file is part of the program, and a test reads it.
    Weights::new(parse(text).unwrap_or_else(|error| unreachable!("weights.txt: {error}")))
});

impl Weights {
    /// Weights by feature.
    pub fn new(features: [Pair; COUNT]) -> Weights {
        let mut tables = [[[Pair::default(); POINTS]; 7]; 2];
        for man in sides_and_roles() {
            for at in 0..POINTS {
                let sign = if man.side.index() == 0 { 1 } else { -1 };
                let feature = features[placement(man.side, man.role, at)];
                tables[man.side.index()][man.role.index()][at].add(feature, sign);
            }
        }
        Weights { features, placement: tables }
    }
}

fn sides_and_roles() -> impl Iterator<Item = Man> {
    use sdk::rules::{Side, xiangqi::Role};
    Side::ALL.into_iter().flat_map(|side| Role::ALL.into_iter().map(move |role| Man::new(side, role)))
}

/// Reads a weights file: for each group its name and `middle` or `end`, then its numbers.
pub fn parse(text: &str) -> Result<[Pair; COUNT], String> {
    let mut numbers = [[None; COUNT]; 2];
    let mut place: Option<(Group, usize, usize)> = None;
    for line in text.lines().map(|line| line.split('#').next().unwrap_or_default()) {
        let mut words = line.split_whitespace().peekable();
        if let Some(group) = words.peek().and_then(|name| GROUPS.into_iter().find(|group| group.name == *name)) {
            words.next();
            let half = match words.next() {
                Some("middle") => 0,
                Some("end") => 1,
                other => return Err(format!("{} is followed by {other:?}, not by middle or end", group.name)),
            };
            place = Some((group, half, 0));
        }
        for word in words {
            let value: i32 = word.parse().map_err(|_| format!("{word:?} is neither a group nor a number"))?;
            let (group, half, index) = place.as_mut().ok_or("numbers before the first group")?;
            if *index == group.len {
                return Err(format!("{} has more than {} numbers", group.name, group.len));
            }
            numbers[*half][group.start + *index] = Some(value);
            *index += 1;
        }
    }
    let mut weights = [Pair::default(); COUNT];
    for (index, weight) in weights.iter_mut().enumerate() {
        let missing = || format!("no weight for feature {index}");
        *weight = Pair::new(numbers[0][index].ok_or_else(missing)?, numbers[1][index].ok_or_else(missing)?);
    }
    Ok(weights)
}

/// Writes a weights file.
pub fn write(weights: &[Pair; COUNT], heading: &str) -> String {
    let mut text = format!("# {heading}\n");
    for group in GROUPS {
        for (name, number) in [("middle", Pair::middle as fn(Pair) -> i32), ("end", Pair::end)] {
            // Writing to a string can't fail.
            let _ = write!(text, "{} {name}", group.name);
            let columns = if group.len > 50 { 5 } else { group.len };
            for (place, weight) in weights[group.start..group.start + group.len].iter().enumerate() {
                text += if place % columns == 0 { "\n   " } else { "" };
                let _ = write!(text, " {}", number(*weight));
            }
            text += "\n";
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_keeps_both_numbers() {
        let mut sum = Pair::new(-35, 20);
        sum.add(Pair::new(10, -300), -3);
        assert_eq!((sum.middle(), sum.end()), (-65, 920));
        sum.add(Pair::new(-7000, -9000), 2);
        assert_eq!((sum.middle(), sum.end()), (-14_065, -17_080));
    }

    #[test]
    fn the_weights_file_is_complete_and_written_as_it_is_read() {
        let weights = parse(include_str!("../../data/xiangqi/weights.txt")).unwrap();
        assert_eq!(parse(&write(&weights, "again")).unwrap(), weights);
    }

    #[test]
    fn a_broken_file_is_refused() {
        assert!(parse("").is_err());
        assert!(parse("placement middle 1 2 x").unwrap_err().contains("\"x\""));
        assert!(parse("tempo 1").unwrap_err().contains("middle or end"));
        assert!(parse("tempo middle 1 2").unwrap_err().contains("more than 1"));
    }
}
