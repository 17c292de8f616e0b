//! Positions that come back, under three rule sets: see [`Xiangqi::judge_repetition`].

use super::board::Board;
use super::chase::{Threat, Weighing, is_threat, mates_by_checks, threats};
use super::{PackedMove, PointSet, Role, Xiangqi};
use crate::{Attack, EndReason, Outcome, Position, Repetition, Side, Variant, Verdict};

/// How many checks in a row a threat of mate may take under the Chinese rules, the mating one included.
const MATE_THREAT_CHECKS: u32 = 3;

impl Xiangqi {
    /// The verdict when the position stands on the board for the third time, `None` when it does not.
    ///
    /// A position that stands on the board for the third time, with the same side to move, ends the game. The moves
    /// since its first occurrence are judged as if they went on for ever:
    ///
    /// | | Asian (default) | computer | Chinese |
    /// | --- | --- | --- | --- |
    /// | one side checks with every move | loses | loses | loses |
    /// | both do | draw | draw | draw |
    /// | one side chases with every move | loses | loses | loses |
    /// | … several men in turn | draw | draw | loses |
    /// | check and chase in turn | draw | draw | loses |
    /// | threat of mate with every move, or in turn with the others | draw | draw | loses |
    /// | both chase, or attack otherwise | draw | draw | draw |
    /// | one checks, the other chases | the checker loses | the checker loses | the checker loses |
    /// | perpetual block (长拦), offer, exchange, or following | draw | draw | draw |
    ///
    /// A *chase* is a move that makes a new threat. A threat is a capture that would gain: by any man but a general or
    /// soldier, of any man but a general or a soldier that has not crossed the river, and either of an unprotected man,
    /// or of a chariot by a horse or cannon, or of a chariot, horse or cannon by an advisor or elephant. A man is
    /// protected when one of its side could legally take back. Men of one kind that attack each other offer an
    /// exchange, unless the victim can't legally take the attacker. The rule sets differ in what is new:
    ///
    /// - **Asian**, the rules of the Asian Xiangqi Federation (2003; English drafts with the diagrams on wxf.org and
    ///   clubxiangqi.com): the *pair* of attacker and victim is new, whoever else threatens the victim already. The
    ///   attacker may change from move to move, the victim not (general rule 3, article 32). Taking the protection away
    ///   from a man that is attacked is a chase as well (appendix). An attack that merely goes on is none (diagram 106
    ///   and "example of non-perpetual chase"). A chariot that a horse confines, as it would expose its general, may
    ///   not be chased whatever it or its side attack meanwhile (article 19).
    /// - **Computer**, as Pikafish judges engine matches (`rule_judge` of 2026-07, commit 97133eeb): the *victim* was
    ///   threatened by nobody before; a check by either side anywhere in the cycle excuses both from chasing.
    /// - **Chinese**, the rules of the Chinese Xiangqi Association of 1999, chapters 5 to 7 (the text that
    ///   walker8088/cchess keeps): each move is a check, a threat of mate, a chase or idle (article 28), and a side
    ///   none of whose moves is idle commits a forbidden cycle (25.2, 26). What is new is the victim. Soldiers' chases
    ///   are idle unless the opponent's cycle is forbidden too (27.2); a capture that lets the opponent mate at once is
    ///   no threat (detail 7). A threat of mate takes up to three checks in a row. Left out, as they need a referee's
    ///   judgement: gains through a series of checks or of exchanges (29.1) and key points of defence (27.3).
    ///
    /// Where judges dispute, as about men that are tied to their general and attack another (diagrams 39 to 41 and 63
    /// of the Asian rules), the rules are taken by their word: what can't capture does not threaten, what can't take
    /// back does not protect. Fairy-Stockfish, which the Asian verdicts are tested against, approximates protection by
    /// pins: it overlooks protection that a cannon loses with its screen and generals that can't take back on a guarded
    /// point, counts attacks by tied men, and takes a chariot that retreats along the line of its attack for a new
    /// attacker. The tests keep an example of each.
    #[must_use]
    pub fn judge_repetition(&self) -> Option<Verdict> {
        let first = self.occurrences().nth(1)?;
        Some(self.judge_cycle(first))
    }

    /// How many plies ago the position stood on the board before, nearest first.
    pub fn occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let end = self.records.len();
        let reversible = usize::from(self.status.reversible).min(end);
        let key = self.board.key();
        (4..=reversible).step_by(2).filter(move |plies| self.records[end - plies].key == key)
    }

    /// The verdict on the last `plies` plies, were they repeated for ever: a search may ask at the first return of a
    /// position already.
    ///
    /// # Panics
    /// Fewer plies were played.
    #[must_use]
    pub fn judge_cycle(&self, plies: usize) -> Verdict {
        let checking = Side::ALL.map(|side| self.checks_throughout(side, plies));
        let judgement = match checking {
            [true, true] => Judgement::DRAW,
            [true, false] => Judgement::loss(Side::First, EndReason::PerpetualCheck),
            [false, true] => Judgement::loss(Side::Second, EndReason::PerpetualCheck),
            [false, false] => match self.rules.repetition {
                Repetition::Asian => self.judge_chases(plies),
                Repetition::Computer if self.holds_check(plies) => Judgement::DRAW,
                Repetition::Computer => self.judge_chases(plies),
                Repetition::Chinese => self.judge_attacks(plies),
            },
        };
        let Judgement { outcome, victims, attacks } = judgement;
        Verdict { variant: Variant::Xiangqi, outcome, repetition: Some(self.rules.repetition), victims, attacks }
    }

    fn checks_throughout(&self, side: Side, plies: usize) -> bool {
        let end = self.records.len();
        (end - plies..end).filter(|&ply| self.mover(ply) == side).all(|ply| self.gave_check(ply))
    }

    fn holds_check(&self, plies: usize) -> bool {
        let end = self.records.len();
        (end - plies..end).any(|ply| self.gave_check(ply))
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

    /// Asian and computer rules: a side loses that chases the same man with every move.
    fn judge_chases(&self, plies: usize) -> Judgement {
        let (chased, confined) = self.chased_throughout(plies);
        let asian = self.rules.repetition == Repetition::Asian;
        let decisive = if asian && confined != [PointSet::EMPTY; 2] { confined } else { chased };
        let judgement = |side: Side| {
            let victims = self.roles(decisive[side.index()]);
            Judgement { victims, ..Judgement::loss(side, EndReason::PerpetualChase) }
        };
        match decisive.map(PointSet::is_empty) {
            [false, true] => judgement(Side::First),
            [true, false] => judgement(Side::Second),
            _ => Judgement::DRAW,
        }
    }

    fn roles(&self, at: PointSet) -> Vec<Role> {
        at.filter_map(|at| self.board.man(at)).map(|man| man.role).collect()
    }

    /// By side, the men that each of its moves of the last `plies` plies chased, where they stand now; and those of
    /// them that were chariots confined by a horse all the time.
    fn chased_throughout(&self, plies: usize) -> ([PointSet; 2], [PointSet; 2]) {
        let mut chased = [PointSet::ALL; 2];
        let mut confined = [PointSet::ALL; 2];
        for (side, past) in self.past(plies) {
            let alive = chased[side.index()];
            if !alive.is_empty() {
                let against = PointSet::ALL.filter(|at| alive.contains(past.now[*at])).collect();
                let victims = past.chased(side, against, Weighing::PLAIN, self.rules.repetition);
                chased[side.index()] = past.moved_to_now(victims);
                confined[side.index()] &= past.moved_to_now(victims & past.after.confined_chariots(side.other()));
            }
            if chased == [PointSet::EMPTY; 2] {
                return (chased, chased);
            }
        }
        (chased, [chased[0] & confined[0], chased[1] & confined[1]])
    }

    /// Chinese rules: a side commits a forbidden cycle when none of its moves is idle.
    fn judge_attacks(&self, plies: usize) -> Judgement {
        let mut attacks = self.attacks_throughout(plies, false);
        if attacks[0].is_some() != attacks[1].is_some() {
            // Soldiers' chases count once the opponent's cycle is forbidden.
            attacks = self.attacks_throughout(plies, true);
        }
        let judgement = |side: Side, (kinds, victims): (Vec<Attack>, Vec<Role>)| {
            let attacks = if kinds == [Attack::Chase] { Vec::new() } else { kinds };
            Judgement { victims, attacks, ..Judgement::loss(side, EndReason::PerpetualChase) }
        };
        match attacks {
            [Some(kinds), None] => judgement(Side::First, kinds),
            [None, Some(kinds)] => judgement(Side::Second, kinds),
            _ => Judgement::DRAW,
        }
    }

    /// By side, the kinds of its attacks and the roles of the men chased; `None` for a side with an idle move.
    fn attacks_throughout(&self, plies: usize, soldiers: bool) -> [Option<(Vec<Attack>, Vec<Role>)>; 2] {
        let weighing = Weighing { soldiers, suicide_is_idle: true };
        let mut kinds = [Some(Vec::new()), Some(Vec::new())];
        let mut chased = [PointSet::EMPTY; 2];
        for (side, past) in self.past(plies) {
            let Some(list) = &mut kinds[side.index()] else { continue };
            match past.attack(side, weighing) {
                None => kinds[side.index()] = None,
                Some((kind, victims)) => {
                    list.push(kind);
                    chased[side.index()] |= past.moved_to_now(victims);
                }
            }
        }
        let roles = chased.map(|men| self.roles(men));
        let mut sides = kinds.into_iter().zip(roles).map(|(kinds, victims)| {
            kinds.map(|mut kinds| {
                kinds.sort_unstable();
                kinds.dedup();
                (kinds, victims)
            })
        });
        std::array::from_fn(|_| sides.next().flatten())
    }

    /// The last `plies` moves, latest first, with the side that made each.
    fn past(&self, plies: usize) -> impl Iterator<Item = (Side, Past)> + '_ {
        let end = self.records.len();
        let mut after = Board::clone(&self.board);
        let mut now: [usize; super::POINTS] = std::array::from_fn(|at| at);
        (end - plies..end).rev().map(move |ply| {
            let record = self.records[ply];
            let mut before = after.clone();
            before.unmake(record.mv, record.captured);
            let side = before.side_to_move();
            let past = Past {
                mv: record.mv,
                gave_check: self.gave_check(ply),
                after: after.clone(),
                before: before.clone(),
                now,
            };
            now[record.mv.from()] = now[record.mv.to()];
            after = before;
            (side, past)
        })
    }
}

/// A move of the past.
struct Past {
    mv: PackedMove,
    gave_check: bool,
    before: Board,
    after: Board,
    /// Where the man that stood on each point after the move stands now.
    now: [usize; super::POINTS],
}

impl Past {
    /// Where men that stood on these points after the move stand now.
    fn moved_to_now(&self, men: PointSet) -> PointSet {
        men.map(|at| self.now[at]).collect()
    }

    /// The men, of those on the given points, that the move chased.
    fn chased(&self, side: Side, against: PointSet, weighing: Weighing, rules: Repetition) -> PointSet {
        let threats_after = threats(&self.after, side, against, weighing);
        let victims = threats_after.iter().map(|threat| threat.victim).collect();
        if rules != Repetition::Asian {
            let before = threats(&self.before, side, victims, weighing);
            return victims.without(before.iter().map(|threat| threat.victim).collect());
        }
        let is_new = |threat: &&Threat| {
            let by = if threat.by == self.mv.to() { self.mv.from() } else { threat.by };
            !is_threat(&self.before, side, Threat { by, ..**threat }, weighing)
        };
        threats_after.iter().filter(is_new).map(|threat| threat.victim).collect()
    }

    /// What the move is under the Chinese rules, with the men it chased; `None` when it is idle.
    fn attack(&self, side: Side, weighing: Weighing) -> Option<(Attack, PointSet)> {
        if self.gave_check {
            return Some((Attack::Check, PointSet::EMPTY));
        }
        let mut passed = self.after.clone();
        passed.pass();
        if mates_by_checks(&passed, MATE_THREAT_CHECKS) {
            return Some((Attack::MateThreat, PointSet::EMPTY));
        }
        let victims = self.chased(side, PointSet::ALL, weighing, Repetition::Chinese);
        (!victims.is_empty()).then_some((Attack::Chase, victims))
    }
}

/// An outcome with the particulars of its verdict.
struct Judgement {
    outcome: Outcome,
    victims: Vec<Role>,
    attacks: Vec<Attack>,
}

impl Judgement {
    const DRAW: Judgement = Judgement {
        outcome: Outcome::Draw { reason: EndReason::Repetition },
        victims: Vec::new(),
        attacks: Vec::new(),
    };

    const fn loss(side: Side, reason: EndReason) -> Judgement {
        Judgement { outcome: Outcome::Win { side: side.other(), reason }, victims: Vec::new(), attacks: Vec::new() }
    }
}
