//! Coordinates and ICCS: the two points of a move.

use super::Xiangqi;
use crate::{Move, Point, Position, Variant};

/// A move in ICCS, the notation of the Internet Chinese Chess Server: `H2-E2`, ranks from 0.
#[must_use]
pub fn iccs(mv: Move) -> String {
    let text = |point| Variant::Xiangqi.point_text(point).to_uppercase();
    match mv {
        Move::Shift { from, to } => format!("{}-{}", text(from), text(to)),
        _ => Variant::Xiangqi.move_text(mv),
    }
}

/// Two points as they are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coordinates {
    from: (u8, u8),
    to: (u8, u8),
}

impl Coordinates {
    /// The move when ranks count from `base`, if its points are on the board.
    pub fn in_base(self, base: u8) -> Option<Move> {
        let point = |(file, rank): (u8, u8)| {
            let row = rank.checked_sub(base)?;
            (row < 10).then(|| Point::new(file, row))
        };
        Some(Move::Shift { from: point(self.from)?, to: point(self.to)? })
    }

    /// The move that is legal: ranks from 0 where both readings are, or where neither is.
    pub fn choose(self, position: &Xiangqi) -> Move {
        let readings = [self.in_base(0), self.in_base(1)];
        let legal = readings.into_iter().flatten().find(|mv| position.is_legal(*mv));
        // The ranks are 0 to 10, so one of them may not fit, but both bases never fail together: see `read`.
        legal.or(readings[0]).or(readings[1]).unwrap_or(Move::Pass)
    }
}

/// Reads `h2e2`, `H2-E2`, `h3-e3`, `h10g8`.
pub(super) fn read(text: &str) -> Option<Coordinates> {
    let (from, rest) = read_point(text)?;
    let (to, rest) = read_point(rest.trim_start_matches(['-', '–', '—', '－', ' ', '_']))?;
    let coordinates = Coordinates { from, to };
    let fits = coordinates.in_base(0).is_some() || coordinates.in_base(1).is_some();
    (rest.is_empty() && fits).then_some(coordinates)
}

fn read_point(text: &str) -> Option<((u8, u8), &str)> {
    let letter = text.bytes().next()?.to_ascii_lowercase();
    let file = letter.checked_sub(b'a').filter(|file| *file < 9)?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let rank = text[1..1 + digits].parse().ok().filter(|rank| *rank <= 10)?;
    Some(((file, rank), &text[1 + digits..]))
}
