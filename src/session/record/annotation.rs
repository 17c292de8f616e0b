//! What people and engines say about a position of the record: comment, marks, judgement, evaluation.

use rules::{Point, Side};

/// Everything said about one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// Free text, empty for none.
    pub comment: String,
    /// Marks on the board, at most one a point.
    pub marks: Vec<Mark>,
    /// How good the move that led here is.
    pub judgement: Option<Judgement>,
    /// What the position is worth.
    pub evaluation: Option<Evaluation>,
}

impl Annotation {
    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Annotation::default()
    }

    /// Puts a mark on its point in place of another one there; takes it away where the same one is there already.
    pub fn toggle(&mut self, mark: Mark) {
        let known = self.marks.iter().position(|other| other.point == mark.point);
        match known {
            Some(place) if self.marks[place].shape == mark.shape => {
                self.marks.remove(place);
            }
            Some(place) => self.marks[place] = mark,
            None => self.marks.push(mark),
        }
    }

    /// The mark on a point.
    #[must_use]
    pub fn mark_at(&self, point: Point) -> Option<&MarkShape> {
        self.marks.iter().find(|mark| mark.point == point).map(|mark| &mark.shape)
    }
}

/// A mark that a person put on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub point: Point,
    /// What it looks like.
    pub shape: MarkShape,
}

/// What a mark looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkShape {
    /// A ring.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// Two crossing strokes.
    Cross,
    /// A short text: a letter or a number.
    Label(String),
}

/// How good a move is, as annotators write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Judgement {
    /// `!!`
    Brilliant,
    /// `!`
    Good,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// Every judgement, best first.
    pub const ALL: [Judgement; 6] = [
        Judgement::Brilliant,
        Judgement::Good,
        Judgement::Interesting,
        Judgement::Dubious,
        Judgement::Mistake,
        Judgement::Blunder,
    ];

    /// The sign that stands behind the move.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Judgement::Brilliant => "!!",
            Judgement::Good => "!",
            Judgement::Interesting => "!?",
            Judgement::Dubious => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }
}

/// What a position is worth, seen from the first side, and how deep somebody looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The worth.
    pub score: Score,
    /// Depth in plies, 0 for unknown.
    pub depth: u32,
}

/// The worth of a position, seen from the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a unit, positive when the first side is better.
    Cp(i32),
    /// Plies to the end of the game by force; this side wins.
    Mate(Side, u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(file: u8, shape: MarkShape) -> Mark {
        Mark { point: Point::new(file, 0), shape }
    }

    #[test]
    fn a_mark_is_put_replaced_and_taken_away() {
        let mut notes = Annotation::default();
        notes.toggle(mark(0, MarkShape::Circle));
        notes.toggle(mark(1, MarkShape::Label("A".to_owned())));
        assert_eq!(notes.mark_at(Point::new(0, 0)), Some(&MarkShape::Circle));
        notes.toggle(mark(0, MarkShape::Cross));
        assert_eq!(notes.mark_at(Point::new(0, 0)), Some(&MarkShape::Cross));
        assert_eq!(notes.marks.len(), 2);
        notes.toggle(mark(0, MarkShape::Cross));
        notes.toggle(mark(1, MarkShape::Label("A".to_owned())));
        assert!(notes.is_empty());
    }
}
