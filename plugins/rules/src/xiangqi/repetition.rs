//! Positions that come back.

use super::chase::{Attackers, Threat, threats};
use super::{PackedMove, PointSet, Role, Xiangqi};
use crate::{EndReason, Outcome, Position, Repetition, Side, Variant, Verdict};

impl Xiangqi {
    /// The verdict when the position stands on the board for the third time.
    pub(super) fn judge_repetition(&self) -> Option<Verdict> {
        let plies = self.plies_to_third_occurrence()?;
        Some(self.judge_cycle(plies))
    }

    /// How many plies ago the position stood on the board for the first of three times, the present one included.
    fn plies_to_third_occurrence(&self) -> Option<usize> {
        self.occurrences().nth(1)
    }

    /// How many plies ago the position stood on the board before, nearest first.
    fn occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let end = self.records.len();
        let reversible = usize::from(self.status.reversible).min(end);
        let key = self.board.key();
        (4..=reversible).step_by(2).filter(move |plies| self.records[end - plies].key == key)
    }

    /// The verdict on the last `plies` plies (at most as many as were played), were they repeated for ever. A search asks
    /// it at the first repetition.
    #[must_use]
    pub fn judge_cycle(&self, plies: usize) -> Verdict {
        let checking = Side::ALL.map(|side| self.checks_throughout(side, plies));
        let (outcome, victims) = match checking {
            [true, true] => (draw(), Vec::new()),
            [true, false] => (loss(Side::First, EndReason::PerpetualCheck), Vec::new()),
            [false, true] => (loss(Side::Second, EndReason::PerpetualCheck), Vec::new()),
            [false, false] => self.judge_chases(plies),
        };
        let repetition = Some(self.rules.repetition);
        Verdict { repetition, victims, ..Verdict::plain(Variant::Xiangqi, outcome) }
    }

    fn checks_throughout(&self, side: Side, plies: usize) -> bool {
        let end = self.records.len();
        (end - plies..end).filter(|&ply| self.mover(ply) == side).all(|ply| self.gave_check(ply))
    }

    /// The side that made the move of a record.
    fn mover(&self, ply: usize) -> Side {
        let same = (self.records.len() - ply).is_multiple_of(2);
        if same { self.side_to_move() } else { self.side_to_move().other() }
    }

    /// Whether the move of a record gave check.
    fn gave_check(&self, ply: usize) -> bool {
        self.records.get(ply + 1).map_or(self.status, |next| next.status).in_check
    }

    fn judge_chases(&self, plies: usize) -> (Outcome, Vec<Role>) {
        let chased = self.chased_throughout(plies);
        let guilty = |side: Side| !chased[side.index()].is_empty();
        match (guilty(Side::First), guilty(Side::Second)) {
            (true, false) => (loss(Side::First, EndReason::PerpetualChase), self.roles(chased[0])),
            (false, true) => (loss(Side::Second, EndReason::PerpetualChase), self.roles(chased[1])),
            _ => (draw(), Vec::new()),
        }
    }

    fn roles(&self, at: PointSet) -> Vec<Role> {
        at.filter_map(|at| self.board.man(at)).map(|man| man.role).collect()
    }

    /// By side, the men that each of its moves of the last `plies` plies chased anew, where they stand now.
    fn chased_throughout(&self, plies: usize) -> [PointSet; 2] {
        let end = self.records.len();
        let mut chased = [!PointSet::EMPTY; 2];
        let mut board = self.board.clone();
        // Points at present, of the men that stood on each point at the time looked at.
        let mut now: [usize; super::POINTS] = std::array::from_fn(|at| at);
        for record in self.records[end - plies..].iter().rev() {
            let side = board.side_to_move().other();
            let after = threats(&board, side, Attackers::Men);
            board.unmake(record.mv, record.captured);
            let before = threats(&board, side, Attackers::Men);
            let victims = match self.rules.repetition {
                Repetition::Computer => newly_threatened(&after, &before),
                _ => new_threats(&after, &before, record.mv),
            };
            chased[side.index()] &= victims.map(|at| now[at]).collect();
            now[record.mv.from()] = now[record.mv.to()];
        }
        chased
    }
}

/// The victims of threats that a move made.
fn new_threats(after: &[Threat], before: &[Threat], mv: PackedMove) -> PointSet {
    let earlier = |threat: &Threat| {
        let by = if threat.by == mv.to() { mv.from() } else { threat.by };
        before.contains(&Threat { by, ..*threat })
    };
    after.iter().filter(|threat| !earlier(threat)).map(|threat| threat.victim).collect()
}

/// The men that are threatened after a move and were not before.
fn newly_threatened(after: &[Threat], before: &[Threat]) -> PointSet {
    let victims = |threats: &[Threat]| threats.iter().map(|threat| threat.victim).collect::<PointSet>();
    victims(after).without(victims(before))
}

const fn draw() -> Outcome {
    Outcome::Draw { reason: EndReason::Repetition }
}

const fn loss(side: Side, reason: EndReason) -> Outcome {
    Outcome::Win { side: side.other(), reason }
}
