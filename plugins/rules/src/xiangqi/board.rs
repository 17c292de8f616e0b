//! The men on their points, and whose turn it is.

use super::man::{Man, Role};
use super::packed::PackedMove;
use super::point_set::{POINTS, PointSet};
use super::tables::{BLACK_TO_MOVE_KEY, FILE_OF, KEYS, LINES, Line, ROW_OF};
use crate::Side;

/// The tenth bit of a rank word: ranks have nine points, so it closes the line.
const WALL: u16 = 1 << 9;

/// An arrangement of men with the side to move, without history: what a search makes and unmakes moves on.
///
/// The same men are kept in three forms, all updated by a few XORs a move. An array by point answers what stands where;
/// a set by side and role gives steppers, captures and evaluation their masks; a word for each rank and file holds the
/// occupancy of that line, so that one look-up in a table of 60 KB tells what a chariot or a cannon sees. Cutting the
/// line out of a set at each look-up costs more than keeping the words, and tables that map a whole set to attacks
/// (multiplication or bit extraction) need megabytes and a slow start.
///
/// A board always has one general a side, and never more men of a role than the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    men: [Option<Man>; POINTS],
    roles: [[PointSet; 7]; 2],
    sides: [PointSet; 2],
    /// Occupancy of each rank by side, at row + 1: the rows outside are empty.
    ranks: [[u16; 12]; 2],
    /// Occupancy of each file by side.
    files: [[u16; 9]; 2],
    role_keys: [[u64; 7]; 2],
    key: u64,
    side_to_move: Side,
}

impl Board {
    /// A board without men. Not yet a valid one: its generals are missing.
    pub(super) const fn empty(side_to_move: Side) -> Board {
        Board {
            men: [None; POINTS],
            roles: [[PointSet::EMPTY; 7]; 2],
            sides: [PointSet::EMPTY; 2],
            ranks: [[0; 12]; 2],
            files: [[0; 9]; 2],
            role_keys: [[0; 7]; 2],
            key: if matches!(side_to_move, Side::Second) { BLACK_TO_MOVE_KEY } else { 0 },
            side_to_move,
        }
    }

    /// Puts a man on an empty point.
    #[inline]
    pub(super) fn put(&mut self, man: Man, at: usize) {
        self.men[at] = Some(man);
        self.toggle(man, at);
    }

    #[inline]
    fn lift(&mut self, man: Man, at: usize) {
        self.men[at] = None;
        self.toggle(man, at);
    }

    #[inline]
    fn toggle(&mut self, man: Man, at: usize) {
        let (side, role) = (man.side.index(), man.role.index());
        let (file, row) = (FILE_OF[at], ROW_OF[at]);
        self.roles[side][role] ^= PointSet::of(at);
        self.sides[side] ^= PointSet::of(at);
        self.ranks[side][usize::from(row) + 1] ^= 1 << file;
        self.files[side][usize::from(file)] ^= 1 << row;
        self.role_keys[side][role] ^= KEYS[side][role][at];
        self.key ^= KEYS[side][role][at];
    }

    /// Makes a move that is legal, or at least moves a man of the side to move to a point that holds none of its own
    /// and not the enemy general; returns the man captured. A move from an empty point changes nothing but the turn.
    #[inline]
    pub fn make(&mut self, mv: PackedMove) -> Option<Man> {
        let captured = self.men[mv.to()];
        if let Some(man) = self.men[mv.from()] {
            if let Some(victim) = captured {
                self.toggle(victim, mv.to());
            }
            self.lift(man, mv.from());
            self.put(man, mv.to());
        }
        self.pass();
        captured
    }

    /// Takes back the last move made, given what it captured.
    #[inline]
    pub fn unmake(&mut self, mv: PackedMove, captured: Option<Man>) {
        self.pass();
        if let Some(man) = self.men[mv.to()] {
            self.lift(man, mv.to());
            self.put(man, mv.from());
        }
        if let Some(victim) = captured {
            self.put(victim, mv.to());
        }
    }

    /// Gives the turn to the other side, as a null move does.
    #[inline]
    pub const fn pass(&mut self) {
        self.side_to_move = self.side_to_move.other();
        self.key ^= BLACK_TO_MOVE_KEY;
    }

    /// Who moves next.
    #[must_use]
    #[inline]
    pub const fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// The man on the point with this number, `None` where it is empty.
    ///
    /// # Panics
    /// The number is not below 90.
    #[must_use]
    #[inline]
    pub const fn man(&self, at: usize) -> Option<Man> {
        self.men[at]
    }

    /// Where a side's men of a role stand.
    #[must_use]
    #[inline]
    pub const fn men(&self, side: Side, role: Role) -> PointSet {
        self.roles[side.index()][role.index()]
    }

    /// Where a side's men stand.
    #[must_use]
    #[inline]
    pub const fn side(&self, side: Side) -> PointSet {
        self.sides[side.index()]
    }

    /// Where any man stands.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> PointSet {
        self.sides[0] | self.sides[1]
    }

    /// The number of the point where a side's general stands.
    #[must_use]
    #[inline]
    pub fn general(&self, side: Side) -> usize {
        // A board always has both generals; 0 keeps a wrongly used one from panicking.
        self.men(side, Role::General).first().unwrap_or(0)
    }

    /// A number that equal arrangements with the same side to move share (Zobrist).
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The part of the key that a side's men of one role make up.
    #[must_use]
    #[inline]
    pub const fn role_key(&self, side: Side, role: Role) -> u64 {
        self.role_keys[side.index()][role.index()]
    }

    /// The occupancy of a rank as a word, bit 9 set as a wall.
    #[inline]
    pub(super) const fn rank_word(&self, row: usize) -> u16 {
        self.ranks[0][row + 1] | self.ranks[1][row + 1] | WALL
    }

    /// The occupancy of a file as a word.
    #[inline]
    pub(super) const fn file_word(&self, file: usize) -> u16 {
        self.files[0][file] | self.files[1][file]
    }

    /// A side's men on a rank.
    #[inline]
    pub(super) const fn side_rank(&self, side: Side, row: usize) -> u16 {
        self.ranks[side.index()][row + 1]
    }

    /// A side's men on a file.
    #[inline]
    pub(super) const fn side_file(&self, side: Side, file: usize) -> u16 {
        self.files[side.index()][file]
    }

    /// What a man on a point sees along its rank and along its file.
    #[inline]
    pub(super) fn lines(&self, at: usize) -> (Line, Line) {
        let (file, row) = (usize::from(FILE_OF[at]), usize::from(ROW_OF[at]));
        (LINES[file][usize::from(self.rank_word(row))], LINES[row][usize::from(self.file_word(file))])
    }

    /// The rank and file words of a point, shifted so that the point itself is bit 1.
    #[inline]
    pub(super) fn around(&self, at: usize) -> (u32, u32) {
        let (file, row) = (FILE_OF[at], ROW_OF[at]);
        let rank = self.ranks[0][usize::from(row) + 1] | self.ranks[1][usize::from(row) + 1];
        let file_word = self.file_word(usize::from(file));
        ((u32::from(rank) << 1) >> file, (u32::from(file_word) << 1) >> row)
    }

    /// The rank words above and below a point, shifted so that its file is bit 1.
    #[inline]
    pub(super) fn above_and_below(&self, at: usize) -> (u32, u32) {
        let (file, row) = (FILE_OF[at], usize::from(ROW_OF[at]));
        let above = self.ranks[0][row + 2] | self.ranks[1][row + 2];
        let below = self.ranks[0][row] | self.ranks[1][row];
        ((u32::from(above) << 1) >> file, (u32::from(below) << 1) >> file)
    }
}
