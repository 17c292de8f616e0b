//! The transposition table: what earlier visits to a position found, shared by all threads and both games.
//!
//! Entries are two words of 64 bits. The first is the key XORed with the second, so that an entry that two threads wrote
//! at once does not match either key: no locks, and no reader ever uses a mixed entry. Four entries share a cache line.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::score::{self, Score};

/// How the score of an entry relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// There is no score, only an evaluation.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// It is the true one.
    Exact,
}

impl Bound {
    /// The bound of a score that a search with this window returned.
    #[inline]
    pub const fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Whether a score with this bound settles a search that asks whether the score reaches `beta`.
    #[inline]
    pub const fn settles(self, score: Score, beta: Score) -> bool {
        match self {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score < beta,
        }
    }
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move in the game's own 16-bit form, 0 for none. It may belong to another position: test it.
    pub mv: u16,
    /// The score, relative to the root of the reader's search; [`score::NONE`] without a bound.
    pub score: Score,
    /// The static evaluation, [`score::NONE`] where there is none.
    pub evaluation: Score,
    /// The depth of the search behind the score, in plies; quiescence stores 0 or less.
    pub depth: i32,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Whether the position was on the main line of a search.
    pub pv: bool,
}

/// Depths are stored with this added, as quiescence uses small negative ones.
const DEPTH_OFFSET: i32 = 8;
/// Ages count up to this and wrap.
const AGES: u8 = 32;

#[derive(Default)]
#[repr(align(64))]
struct Bucket {
    slots: [Slot; 4],
}

#[derive(Default)]
struct Slot {
    /// Key XOR data.
    check: AtomicU64,
    /// Move, score, evaluation (16 bits each), depth (8), bound (2), main line (1), age (5).
    data: AtomicU64,
}

/// The table.
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl Table {
    /// A table of at most `mebibytes` MiB, and at least one bucket.
    pub fn new(mebibytes: usize) -> Table {
        let count = (mebibytes * 1024 * 1024 / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.resize_with(count, Bucket::default);
        Table { buckets, age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.slots) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// Begins a new search: entries of earlier ones give way sooner.
    pub fn next_age(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// What is known about a position that stands `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let bucket = self.bucket(key);
        bucket.slots.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let matches = slot.check.load(Relaxed) ^ data == key && data != 0;
            matches.then(|| unpack(data, ply))
        })
    }

    /// Stores what a search found about a position that stands `ply` plies from the root. A missing move keeps the one
    /// already there. An entry that knows more about the same position stays.
    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut victim = &self.bucket(key).slots[0];
        let mut least = i32::MAX;
        let mut entry = entry;
        for slot in &self.bucket(key).slots {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                if entry.mv == 0 {
                    entry.mv = data as u16;
                }
                if entry.bound != Bound::Exact && age_of(data) == age && depth_of(data) > entry.depth + 4 {
                    return;
                }
                victim = slot;
                break;
            }
            let worth =
                if data == 0 { i32::MIN } else { depth_of(data) - 8 * i32::from((age + AGES - age_of(data)) % AGES) };
            if worth < least {
                (least, victim) = (worth, slot);
            }
        }
        let data = pack(&entry, ply, age);
        victim.check.store(key ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }

    /// Fill by entries of the present search, in thousandths, from a sample.
    pub fn fill(&self) -> u16 {
        let age = self.age.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && age_of(data) == age
        };
        let count = sample.iter().flat_map(|bucket| &bucket.slots).filter(used).count();
        (count * 1000 / (sample.len() * 4)) as u16
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

#[inline]
const fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xff) as i32 - DEPTH_OFFSET
}

#[inline]
const fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

fn pack(entry: &Entry, ply: usize, age: u8) -> u64 {
    let number = |score: Score| u64::from(if score == score::NONE { i16::MIN } else { score as i16 } as u16);
    let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
    let kept = if entry.bound == Bound::None { score::NONE } else { score::to_table(entry.score, ply) };
    u64::from(entry.mv)
        | number(kept) << 16
        | number(entry.evaluation) << 32
        | depth << 48
        | (entry.bound as u64) << 56
        | u64::from(entry.pv) << 58
        | u64::from(age) << 59
}

#[inline]
fn unpack(data: u64, ply: usize) -> Entry {
    let number = |bits: u64| if bits as i16 == i16::MIN { score::NONE } else { Score::from(bits as i16) };
    let bound = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(data >> 56 & 3) as usize];
    let score = number(data >> 16);
    Entry {
        mv: data as u16,
        score: if bound == Bound::None { score::NONE } else { score::from_table(score, ply) },
        evaluation: number(data >> 32),
        depth: depth_of(data),
        bound,
        pv: data >> 58 & 1 == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry { mv: 77, score: -35, evaluation: 12, depth: 9, bound: Bound::Lower, pv: true };

    #[test]
    fn an_entry_comes_back_as_it_was() {
        let table = Table::new(1);
        for (key, depth, bound) in [(3, 9, Bound::Lower), (u64::MAX, -2, Bound::Exact), (1 << 63, 200, Bound::Upper)] {
            let entry = Entry { depth, bound, ..ENTRY };
            table.store(key, 4, entry);
            assert_eq!(table.probe(key, 4), Some(entry));
        }
        assert_eq!(table.probe(4, 4), None);
    }

    #[test]
    fn a_win_is_counted_from_where_it_is_met() {
        let table = Table::new(1);
        table.store(9, 4, Entry { score: score::win_in(7), ..ENTRY });
        assert_eq!(table.probe(9, 2).map(|entry| entry.score), Some(score::win_in(5)));
    }

    #[test]
    fn old_and_shallow_entries_give_way() {
        let table = Table::new(0);
        for key in 1..=4 {
            table.store(key, 0, Entry { depth: 10, ..ENTRY });
        }
        table.next_age();
        table.store(1, 0, Entry { depth: 3, bound: Bound::Exact, ..ENTRY });
        table.store(5, 0, ENTRY);
        assert!(table.probe(1, 0).is_some() && table.probe(5, 0).is_some());
        assert_eq!((1..=5).filter(|&key| table.probe(key, 0).is_some()).count(), 4);
    }

    #[test]
    fn a_missing_move_keeps_the_known_one() {
        let table = Table::new(1);
        table.store(9, 0, ENTRY);
        table.store(9, 0, Entry { mv: 0, depth: 12, bound: Bound::Upper, ..ENTRY });
        assert_eq!(table.probe(9, 0).map(|entry| entry.mv), Some(77));
    }
}
