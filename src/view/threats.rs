//! What threatens on the board: fives and open fours of Gomoku, men of Xiangqi that can be taken, renju's forbidden points.

use rules::gomoku::{Cell, Direction, ForbiddenKind, Gomoku, Shape, ShapeBoard};
use rules::xiangqi::{self, Man, PackedMove, Role, Xiangqi};
use rules::{Point, Position, Side, Variant, VariantPosition};

use super::board;
use super::overlay::ThreatMark;
use crate::session::Session;

/// One threat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Where it is carried out, or the man that is in danger.
    pub point: Point,
    /// The side that threatens; for a forbidden point Black.
    pub side: Side,
    /// What threatens.
    pub kind: Kind,
    /// The stones that make it.
    pub stones: Vec<Point>,
}

/// What threatens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Black may not play here.
    Forbidden(ForbiddenKind),
    /// A stone here makes five.
    Five,
    /// A stone here makes an open four.
    OpenFour,
    /// The man can be taken, and is protected.
    Attacked(Man),
    /// The man can be taken at a profit: nobody protects it, or the taker is worth less.
    Hanging(Man),
}

impl Kind {
    /// The mark on its point; a forbidden point has one of its own.
    #[must_use]
    pub const fn mark(self) -> Option<ThreatMark> {
        match self {
            Kind::Forbidden(_) => None,
            Kind::Five => Some(ThreatMark::Four),
            Kind::OpenFour => Some(ThreatMark::Three),
            Kind::Attacked(_) => Some(ThreatMark::Attacked),
            Kind::Hanging(_) => Some(ThreatMark::Hanging),
        }
    }
}

/// Every threat of the current position, forbidden points first, then the gravest; nothing where the game is over.
#[must_use]
pub fn threats(session: &Session) -> Vec<Threat> {
    if session.is_over() {
        return Vec::new();
    }
    match session.position() {
        VariantPosition::Gomoku(position) => gomoku(position),
        VariantPosition::Xiangqi(position) => in_danger(position),
    }
}

/// The marks of threats on the board.
#[must_use]
pub fn marks(session: &Session, threats: &[Threat]) -> Vec<(usize, ThreatMark)> {
    let mut marks = Vec::new();
    let mut mark = |point, mark| {
        if let Some(place) = board::place(session, point)
            && marks.iter().all(|(known, _)| *known != place)
        {
            marks.push((place, mark));
        }
    };
    for threat in threats {
        threat.kind.mark().into_iter().for_each(|kind| mark(threat.point, kind));
        threat.stones.iter().for_each(|stone| mark(*stone, ThreatMark::Stone));
    }
    marks
}

fn gomoku(position: &Gomoku) -> Vec<Threat> {
    let forbidden = position.forbidden_points();
    let mut threats: Vec<_> = forbidden
        .iter()
        .map(|(point, kind)| Threat {
            point: *point,
            side: Side::First,
            kind: Kind::Forbidden(*kind),
            stones: Vec::new(),
        })
        .collect();
    let mut shapes = ShapeBoard::new(position.board(), position.variant());
    let cells: Vec<_> = position.board().empty_cells().collect();
    for (shape, kind) in [(Shape::Five, Kind::Five), (Shape::OpenFour, Kind::OpenFour)] {
        for side in [position.side_to_move(), position.side_to_move().other()] {
            for cell in &cells {
                let direction = Direction::ALL.into_iter().find(|way| shapes.shapes(*cell).of(side, *way) == shape);
                let Some(direction) = direction else { continue };
                // A five wins where it is made; what is forbidden besides does not count.
                let barred = position.variant() == Variant::Renju
                    && side == Side::First
                    && shape != Shape::Five
                    && shapes.forbidden(*cell).is_some();
                if !barred {
                    let stones = row(position, *cell, direction, side);
                    threats.push(Threat { point: cell.point(), side, kind, stones });
                }
            }
        }
    }
    threats
}

/// The stones of a side that would stand in a row with a new one.
fn row(position: &Gomoku, cell: Cell, direction: Direction, side: Side) -> Vec<Point> {
    let one_way = |sign: i16| {
        (1..5)
            .map(move |steps| cell.step(direction, sign * steps))
            .take_while(|cell| position.board().stone(*cell) == Some(side))
            .map(Cell::point)
    };
    one_way(-1).chain(one_way(1)).collect()
}

/// What men are worth in exchanges, in soldiers; the general is none to exchange.
const fn worth(role: Role) -> u32 {
    match role {
        Role::General => u32::MAX,
        Role::Chariot => 9,
        Role::Cannon | Role::Horse => 4,
        Role::Advisor | Role::Elephant => 2,
        Role::Soldier => 1,
    }
}

fn in_danger(position: &Xiangqi) -> Vec<Threat> {
    let mut threats = Vec::new();
    for side in Side::ALL {
        // Whether a taker is tied to its general can be asked of the side to move.
        let mut asked = position.clone();
        if position.side_to_move() == side {
            asked.make_null();
        }
        let (board, taker) = (asked.board(), side.other());
        for at in board.side(side) {
            let Some(man) = board.man(at).filter(|man| man.role != Role::General) else { continue };
            let mut takers = board
                .attackers(at, taker)
                .filter(|from| !board.exposes_general(PackedMove::new(*from, at)))
                .filter_map(|from| board.man(from));
            let Some(cheapest) = takers.by_ref().map(|man| worth(man.role)).min() else { continue };
            let protected = !board.attackers(at, side).is_empty();
            let profit = !protected || cheapest < worth(man.role);
            let kind = if profit { Kind::Hanging(man) } else { Kind::Attacked(man) };
            threats.push(Threat { point: xiangqi::point(at), side: taker, kind, stones: Vec::new() });
        }
    }
    // The dearest man in danger first.
    threats.sort_by_key(|threat| match threat.kind {
        Kind::Hanging(man) => (0, u32::MAX - worth(man.role)),
        Kind::Attacked(man) => (1, u32::MAX - worth(man.role)),
        _ => (2, 0),
    });
    threats
}

#[cfg(test)]
mod tests {
    use rules::{Move, Rules};

    use super::*;
    use crate::session::Setup;
    use crate::session::seat::Seat;

    fn session(variant: Variant, start: &str) -> Session {
        let setup = Setup { start: Some(start.to_owned()), ..Setup::new(variant, 15) };
        Session::new(setup, [Seat::Human, Seat::Human]).unwrap()
    }

    fn played(variant: Variant, moves: &str) -> Session {
        let moves: Vec<Move> = moves.split(' ').map(|text| variant.parse_move(text).unwrap()).collect();
        let session = Session::new(Setup::new(variant, 15), [Seat::Human, Seat::Human]).unwrap();
        session.with_moves(&moves).unwrap()
    }

    fn told(session: &Session) -> Vec<(String, Side, Kind)> {
        let variant = session.setup().variant;
        threats(session)
            .into_iter()
            .map(|threat| (variant.point_text(threat.point), threat.side, threat.kind))
            .collect()
    }

    #[test]
    fn an_open_three_threatens_open_fours_and_its_stones_are_known() {
        // Black c3 d3 e3 stand open; White far away.
        let session = played(Variant::Gomoku, "c3 o15 d3 a15 e3");
        let open = |point: &str| (point.to_owned(), Side::First, Kind::OpenFour);
        assert_eq!(told(&session), [open("b3"), open("f3")]);
        assert_eq!(threats(&session)[0].stones, [Point::new(2, 2), Point::new(3, 2), Point::new(4, 2)]);
        let marks = marks(&session, &threats(&session));
        assert_eq!(marks.iter().filter(|(_, mark)| *mark == ThreatMark::Stone).count(), 3);
        assert_eq!(marks.len(), 5);
    }

    #[test]
    fn a_five_comes_before_an_open_four_and_the_own_one_first() {
        let session = played(Variant::Gomoku, "a1 c9 b1 d9 c1 e9 d1 f9 o15");
        let told = told(&session);
        assert_eq!(told[0], ("b9".to_owned(), Side::Second, Kind::Five), "White is to move: {told:?}");
        assert!(told.contains(&("e1".to_owned(), Side::First, Kind::Five)));
        assert!(told.iter().all(|(_, _, kind)| *kind == Kind::Five));
    }

    #[test]
    fn forbidden_points_are_told_with_their_reason_and_threaten_nothing() {
        // Two open threes of Black meet in h8.
        let session = played(Variant::Renju, "f8 a1 g8 a15 h6 o1 h7 o15");
        assert_eq!(told(&session), [("h8".to_owned(), Side::First, Kind::Forbidden(ForbiddenKind::DoubleThree))]);
    }

    #[test]
    fn a_man_that_nobody_protects_hangs() {
        // Red's chariot a0 attacks a bare soldier on a6 and, along the rank, nothing else.
        let session = session(Variant::Xiangqi, "4k4/9/9/p8/9/9/9/9/9/R2K5 w - - 0 1");
        let man = Man::new(Side::Second, Role::Soldier);
        assert_eq!(told(&session), [("a6".to_owned(), Side::First, Kind::Hanging(man))]);
    }

    #[test]
    fn a_protected_man_is_attacked_and_hangs_only_for_a_cheaper_taker() {
        // A red chariot attacks a black horse that a chariot protects; the black soldier on e4 attacks a red cannon.
        let session = session(Variant::Xiangqi, "3k1r3/9/5n3/9/9/4p4/4C4/9/5R3/4K4 w - - 0 1");
        let horse = ("f7".to_owned(), Side::First, Kind::Attacked(Man::new(Side::Second, Role::Horse)));
        let cannon = ("e3".to_owned(), Side::Second, Kind::Hanging(Man::new(Side::First, Role::Cannon)));
        let told = told(&session);
        assert!(told.contains(&horse) && told.contains(&cannon), "{told:?}");
    }

    #[test]
    fn a_man_tied_to_its_general_takes_nothing() {
        // Black's chariot e5 may not leave the file on which Red's chariot faces the general.
        let session = session(Variant::Xiangqi, "4k4/9/9/9/P3r4/9/9/9/4R4/3K5 w - - 0 1");
        let told = told(&session);
        assert!(told.iter().all(|(point, ..)| point != "a5"), "{told:?}");
        assert!(told.iter().any(|(point, ..)| point == "e5"), "{told:?}");
        assert_eq!(session.setup().rules, Rules::default());
    }
}
