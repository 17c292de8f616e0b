//! The board as rows, one per point.

use rules::gomoku::ForbiddenKind;
use rules::{EndReason, Outcome, Point, Position, Side, VariantPosition, xiangqi::Role};

use crate::session::Session;
use crate::session::record::MarkShape;

/// What stands on a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Occupant {
    /// Nothing.
    #[default]
    Empty,
    /// A stone.
    Stone(Side),
    /// A Xiangqi man.
    Man(Side, Role),
}

/// A point of the board as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointRow {
    /// The point's name: `H8`, `e4`.
    pub name: String,
    /// What stands on it.
    pub occupant: Occupant,
    /// The last move ended here.
    pub last: bool,
    /// The last move began here.
    pub from: bool,
    /// The man here is picked up.
    pub selected: bool,
    /// The man picked up may go here.
    pub target: bool,
    /// ... and would lose the game by it, for this reason: the same position again.
    pub losing: Option<EndReason>,
    /// What a person marked the point with.
    pub mark: Option<MarkShape>,
    /// Part of the line that won.
    pub winning: bool,
    /// The general here is in check.
    pub check: bool,
    /// Why Black, who is to move, may not play here.
    pub forbidden: Option<ForbiddenKind>,
    /// The number of the move that put the stone here, 0 for none.
    pub number: u16,
}

/// How many files and rows the board has.
#[must_use]
pub fn dimensions(session: &Session) -> (u8, u8) {
    let variant = session.setup().variant;
    let size = session.position().size().unwrap_or_default();
    (variant.files(size), variant.rows(size))
}

/// The row of a point, `None` off the board.
#[must_use]
pub fn place(session: &Session, point: Point) -> Option<usize> {
    let (files, rows) = dimensions(session);
    let on_board = point.file < files && point.row < rows;
    on_board.then_some(usize::from(point.row) * usize::from(files) + usize::from(point.file))
}

/// The points from bottom left, row by row: index `row * files + file`.
#[must_use]
pub fn points(session: &Session) -> Vec<PointRow> {
    let (files, rows) = dimensions(session);
    let mut points: Vec<_> = (0..rows)
        .flat_map(|row| (0..files).map(move |file| Point::new(file, row)))
        .map(|point| PointRow {
            name: session.setup().variant.point_text(point).to_uppercase(),
            occupant: occupant(session.position(), point),
            ..PointRow::default()
        })
        .collect();
    let mut mark = |point: Point, set: &dyn Fn(&mut PointRow)| {
        if let Some(row) = place(session, point).and_then(|place| points.get_mut(place)) {
            set(row);
        }
    };
    mark_last_move(session, &mut mark);
    mark_numbers(session, &mut mark);
    mark_notes(session, &mut mark);
    match session.position() {
        VariantPosition::Gomoku(position) => {
            position.winning_line().into_iter().for_each(|point| mark(point, &|row| row.winning = true));
            if !session.is_over() {
                let forbidden = position.forbidden_points().into_iter();
                forbidden.for_each(|(point, kind)| mark(point, &|row| row.forbidden = Some(kind)));
            }
        }
        VariantPosition::Xiangqi(position) => {
            if position.in_check() {
                mark(position.general(position.side_to_move()), &|row| row.check = true);
            }
            mark_targets(session, &mut mark);
        }
    }
    points
}

type Mark<'a> = dyn FnMut(Point, &dyn Fn(&mut PointRow)) + 'a;

fn occupant(position: &VariantPosition, point: Point) -> Occupant {
    match position {
        VariantPosition::Gomoku(position) => position.stone(point).map_or(Occupant::Empty, Occupant::Stone),
        VariantPosition::Xiangqi(position) => {
            position.man(point).map_or(Occupant::Empty, |man| Occupant::Man(man.side, man.role))
        }
    }
}

fn mark_last_move(session: &Session, mark: &mut Mark<'_>) {
    let record = session.record();
    if let Some(mv) = record.node(record.current()).mv() {
        mv.to().into_iter().for_each(|point| mark(point, &|row| row.last = true));
        mv.from().into_iter().for_each(|point| mark(point, &|row| row.from = true));
    }
}

fn mark_numbers(session: &Session, mark: &mut Mark<'_>) {
    if session.setup().variant.is_gomoku() {
        for (number, mv) in (1..).zip(session.record().moves()) {
            mv.to().into_iter().for_each(|point| mark(point, &|row| row.number = number));
        }
    }
}

fn mark_notes(session: &Session, mark: &mut Mark<'_>) {
    let record = session.record();
    for note in &record.node(record.current()).notes.marks {
        mark(note.point, &|row| row.mark = Some(note.shape.clone()));
    }
}

fn mark_targets(session: &Session, mark: &mut Mark<'_>) {
    let Some(selected) = session.selected() else { return };
    mark(selected, &|row| row.selected = true);
    for (to, losing) in targets(session.position(), selected) {
        mark(to, &|row| {
            row.target = true;
            row.losing = losing;
        });
    }
}

/// Where a man may go, and why it would lose the game there at once.
#[must_use]
pub fn targets(position: &VariantPosition, from: Point) -> Vec<(Point, Option<EndReason>)> {
    let side = position.side_to_move();
    let mut after = position.clone();
    let moves = position.legal_moves().into_iter().filter(|mv| mv.from() == Some(from));
    moves
        .filter_map(|mv| {
            after.play_unchecked(mv);
            let losing = match after.outcome() {
                Some(Outcome::Win { side: winner, reason }) if winner != side => Some(reason),
                _ => None,
            };
            after.undo();
            mv.to().map(|to| (to, losing))
        })
        .collect()
}
