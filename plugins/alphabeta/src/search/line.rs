//! Best lines by ply, in a triangle: the line of a ply is its move and the line of the next ply.

use crate::score::MAX_PLY;

/// The best lines of a search.
pub struct Lines<M> {
    moves: Box<[[M; MAX_PLY]]>,
    lengths: [usize; MAX_PLY + 1],
}

impl<M: Copy> Lines<M> {
    /// No lines; `filler` is any move.
    pub fn new(filler: M) -> Lines<M> {
        Lines { moves: vec![[filler; MAX_PLY]; MAX_PLY + 1].into_boxed_slice(), lengths: [0; MAX_PLY + 1] }
    }

    /// Empties the line of a ply: call it when a node of the main line is entered.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// Makes the line of a ply a move and the line of the next ply.
    pub fn set(&mut self, ply: usize, mv: M) {
        let (head, tail) = self.moves.split_at_mut(ply + 1);
        let length = self.lengths[ply + 1].min(MAX_PLY - 1);
        head[ply][0] = mv;
        head[ply][1..=length].copy_from_slice(&tail[0][..length]);
        self.lengths[ply] = length + 1;
    }

    /// The line of a ply.
    pub fn get(&self, ply: usize) -> &[M] {
        &self.moves[ply][..self.lengths[ply]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_its_move_and_the_next_line() {
        let mut lines = Lines::new(0);
        lines.set(3, 30);
        lines.set(2, 20);
        lines.clear(3);
        lines.set(1, 10);
        assert_eq!(lines.get(1), [10, 20, 30]);
        assert!(lines.get(3).is_empty());
    }
}
