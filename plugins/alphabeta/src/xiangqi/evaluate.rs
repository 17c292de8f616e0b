//! The static evaluation: a weighted sum of features, between middle game and endgame by what stands on the board.
//!
//! [`collect`] goes over a board and hands each feature to a [`Sink`]: the search sums weights, the tuner writes features
//! down. The placement of the men is left out there, as the search keeps its sum from move to move.

use sdk::rules::Side;
use sdk::rules::xiangqi::{Board, PointSet, Role};

use super::attacks::{Attacks, lines_between};
use super::features as f;
use super::weights::{Pair, Weights};
use crate::score::{self, Score};

/// Takes features.
pub trait Sink {
    /// A feature is there `times` times for Red (negative: for Black).
    fn add(&mut self, feature: usize, times: i32);
}

/// Sums the weights of features.
struct Sum<'a> {
    weights: &'a [Pair; f::COUNT],
    total: Pair,
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, feature: usize, times: i32) {
        self.total.add(self.weights[feature], times);
    }
}

/// The phase of the start position; 0 is reached when only soldiers and guards are left.
pub const MAX_PHASE: i32 = 48;
/// A scale of 1: see [`scale`].
pub const FULL_SCALE: i32 = 64;

/// The evaluation for the side to move; `placement` is the sum of the placement weights from Red's point of view.
pub fn evaluate(board: &Board, placement: Pair, weights: &Weights) -> Score {
    let mut sum = Sum { weights: &weights.features, total: placement };
    collect(board, &mut sum);
    let phase = phase(board);
    let value = (sum.total.middle() * phase + sum.total.end() * (MAX_PHASE - phase)) / MAX_PHASE;
    let stronger = if value > 0 { Side::First } else { Side::Second };
    let value = value * scale(board, stronger) / FULL_SCALE;
    score::clamp_evaluation(if board.side_to_move() == Side::First { value } else { -value })
}

/// How much of the middle game is left, 0 to [`MAX_PHASE`].
pub fn phase(board: &Board) -> i32 {
    let count = |role| men(board, role).len() as i32;
    (count(Role::Chariot) * 6 + (count(Role::Horse) + count(Role::Cannon)) * 3).min(MAX_PHASE)
}

fn men(board: &Board, role: Role) -> PointSet {
    board.men(Side::First, role) | board.men(Side::Second, role)
}

/// The part of an advantage that the stronger side can hope to turn into a win, of [`FULL_SCALE`].
pub fn scale(board: &Board, stronger: Side) -> i32 {
    let count = |side, role| board.men(side, role).len() as i32;
    let chariots = count(stronger, Role::Chariot);
    let (horses, cannons) = (count(stronger, Role::Horse), count(stronger, Role::Cannon));
    let soldiers = count(stronger, Role::Soldier);
    let strength = chariots * 4 + horses * 2 + cannons * 2 + soldiers;
    if strength == 0 {
        return 0;
    }
    if strength > 4 {
        return FULL_SCALE;
    }
    let weaker = stronger.other();
    let guards = count(weaker, Role::Advisor) + count(weaker, Role::Elephant);
    let helpers = count(stronger, Role::Advisor) + count(stronger, Role::Elephant);
    // A cannon needs screens; alone on its side of the board it can't mate.
    if cannons > 0 && chariots + horses + soldiers == 0 {
        return if count(stronger, Role::Advisor) == 0 { 2 } else { 8 + 2 * helpers };
    }
    let fighters = count(weaker, Role::Chariot) * 4
        + (count(weaker, Role::Horse) + count(weaker, Role::Cannon)) * 2
        + count(weaker, Role::Soldier);
    let defence = guards + fighters.min(4);
    let missing = 5 - strength;
    (FULL_SCALE - missing * 4 - defence * missing * 3).max(8)
}

/// Hands every feature but the placement to `sink`.
pub fn collect<S: Sink>(board: &Board, sink: &mut S) {
    let attacks = Side::ALL.map(|side| Attacks::of(board, side));
    for side in Side::ALL {
        let view = View { board, side, own: &attacks[side.index()], enemy: &attacks[side.other().index()] };
        view.chariots(sink);
        view.cannons(sink);
        view.horses(sink);
        view.soldiers(sink);
        view.guards(sink);
        view.threats(sink);
        view.assault(sink);
        view.invasion(sink);
        view.balance(sink);
    }
    generals(board, sink);
    sink.add(f::TEMPO.start, if board.side_to_move() == Side::First { 1 } else { -1 });
}

/// The men that stand between the generals on one file.
fn generals<S: Sink>(board: &Board, sink: &mut S) {
    let (red, black) = (board.general(Side::First), board.general(Side::Second));
    if red % 9 != black % 9 {
        return;
    }
    let between = lines_between(board, red, black);
    if between.len() > 2 {
        return;
    }
    for side in Side::ALL {
        let times = (between & board.side(side)).len() as i32 * sign(side);
        sink.add(f::GENERALS_FACING.at(between.len() as usize - 1), times);
    }
}

#[inline]
const fn sign(side: Side) -> i32 {
    if side.index() == 0 { 1 } else { -1 }
}

/// A line that two points share.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    File,
    Rank,
}

impl Line {
    #[inline]
    const fn to(a: usize, b: usize) -> Option<Line> {
        if a % 9 == b % 9 {
            Some(Line::File)
        } else if a / 9 == b / 9 {
            Some(Line::Rank)
        } else {
            None
        }
    }
}

/// One side's view of the board.
struct View<'a> {
    board: &'a Board,
    side: Side,
    own: &'a Attacks,
    enemy: &'a Attacks,
}

impl View<'_> {
    #[inline]
    fn add<S: Sink>(&self, sink: &mut S, feature: usize) {
        sink.add(feature, sign(self.side));
    }

    #[inline]
    fn mine(&self, role: Role) -> PointSet {
        self.board.men(self.side, role)
    }

    #[inline]
    fn theirs(&self, role: Role) -> PointSet {
        self.board.men(self.side.other(), role)
    }

    fn target(&self) -> usize {
        self.board.general(self.side.other())
    }

    fn chariots<S: Sink>(&self, sink: &mut S) {
        let target = self.target();
        let lesser = self.enemy.lesser() | self.enemy.by(Role::Horse) | self.enemy.by(Role::Cannon);
        let unsafe_points = self.board.side(self.side) | lesser;
        for (at, attacked) in self.own.chariots() {
            self.add(sink, f::CHARIOT_MOBILITY.at(attacked.without(unsafe_points).len() as usize));
            if let Some(line) = Line::to(target, at) {
                let between = lines_between(self.board, at, target);
                let group = if line == Line::File { f::CHARIOT_ON_FILE } else { f::CHARIOT_ON_RANK };
                self.add(sink, group.at(between.len() as usize));
                if between.len() == 1 {
                    self.pins(sink, between, f::PINNED_BY_CHARIOT);
                }
            }
            if (super::attacks::file(at % 9) & self.mine(Role::Soldier)).is_empty() {
                self.add(sink, f::CHARIOT_ON_OPEN_FILE.start);
            }
        }
    }

    fn cannons<S: Sink>(&self, sink: &mut S) {
        let target = self.target();
        for (at, reach) in self.own.cannon_reaches() {
            self.add(sink, f::CANNON_MOBILITY.at(reach.len() as usize));
            if let Some(line) = Line::to(target, at) {
                let between = lines_between(self.board, at, target);
                let group = if line == Line::File { f::CANNON_ON_FILE } else { f::CANNON_ON_RANK };
                self.add(sink, group.at(between.len() as usize));
                if between.len() == 2 {
                    self.pins(sink, between, f::PINNED_BY_CANNON);
                }
            }
        }
    }

    /// The enemy men among those between an attacker and their general.
    fn pins<S: Sink>(&self, sink: &mut S, between: PointSet, group: f::Group) {
        for at in between & self.board.side(self.side.other()) {
            if let Some(man) = self.board.man(at) {
                self.add(sink, group.at(man.role.index()));
            }
        }
    }

    fn horses<S: Sink>(&self, sink: &mut S) {
        let blocked = self.board.side(self.side) | self.enemy.lesser();
        let mut connected = false;
        for (_, attacked) in self.own.horses() {
            self.add(sink, f::HORSE_MOBILITY.at(attacked.without(blocked).len() as usize));
            connected |= !(attacked & self.mine(Role::Horse)).is_empty();
        }
        if connected {
            self.add(sink, f::HORSES_CONNECTED.start);
        }
    }

    fn soldiers<S: Sink>(&self, sink: &mut S) {
        let crossed = self.mine(Role::Soldier) & super::attacks::half(self.side.other());
        // Soldiers attack sideways once across, so neighbours guard each other.
        let pairs = (crossed & self.own.by(Role::Soldier)).len() as i32 / 2;
        sink.add(f::SOLDIER_PAIR.start, pairs * sign(self.side));
    }

    fn guards<S: Sink>(&self, sink: &mut S) {
        let table = |guards: Role, against: Role| {
            let missing = 2 - self.mine(guards).len().min(2) as usize;
            missing * 3 + self.theirs(against).len().min(2) as usize
        };
        self.add(sink, f::ADVISORS_AGAINST_CHARIOTS.at(table(Role::Advisor, Role::Chariot)));
        self.add(sink, f::ELEPHANTS_AGAINST_CANNONS.at(table(Role::Elephant, Role::Cannon)));
    }

    /// Enemy men that could be taken.
    fn threats<S: Sink>(&self, sink: &mut S) {
        let loose = self.own.all().without(self.enemy.all());
        let in_turn = self.board.side_to_move() == self.side;
        let group = if in_turn { f::HANGING } else { f::HANGING_OUT_OF_TURN };
        for role in [Role::Advisor, Role::Elephant, Role::Horse, Role::Chariot, Role::Cannon, Role::Soldier] {
            let hanging = (self.theirs(role) & loose).len() as i32;
            if hanging > 0 {
                sink.add(group.at(role.index()), hanging * sign(self.side));
            }
        }
        let guarded = self.enemy.all();
        let lesser = self.own.by(Role::Horse) | self.own.by(Role::Cannon) | self.own.by(Role::Soldier);
        let chariots = (self.theirs(Role::Chariot) & guarded & lesser).len() as i32;
        let minors = (self.theirs(Role::Horse) | self.theirs(Role::Cannon)) & guarded & self.own.by(Role::Soldier);
        sink.add(f::CHARIOT_HIT.start, chariots * sign(self.side));
        sink.add(f::MINOR_HIT.start, minors.len() as i32 * sign(self.side));
    }

    /// The attack on the enemy general in units: a unit for each attack on a point next to the general, more for each point
    /// from which a man could check next and not be taken.
    fn assault<S: Sink>(&self, sink: &mut S) {
        let target = self.target();
        let zone = self.board.general_ring(self.side.other()) | PointSet::of(target);
        let mut units = 0;
        for role in [Role::Chariot, Role::Cannon, Role::Horse, Role::Soldier] {
            units += (self.own.by(role) & zone).len();
        }
        let checks = self.own.check_points(self.board, self.side, target, self.enemy.all());
        self.add(sink, f::SAFE_CHECKS.at(checks as usize));
        let units = ((units + checks) as usize).min(f::ASSAULT_UNITS - 1);
        let guards = (self.theirs(Role::Advisor) | self.theirs(Role::Elephant)).len();
        let exposure = (4 - guards.min(4)).div_ceil(2) as usize;
        self.add(sink, f::ASSAULT.at(exposure * f::ASSAULT_UNITS + units));
        if self.board.side_to_move() == self.side {
            self.add(sink, f::ASSAULT_IN_TURN.at(units));
        }
    }

    /// What stands in the enemy half, and how free the own general is.
    fn invasion<S: Sink>(&self, sink: &mut S) {
        let across = super::attacks::half(self.side.other());
        let count = |role| (self.mine(role) & across).len();
        let force = 2 * (count(Role::Chariot) + count(Role::Horse)) + count(Role::Cannon) + count(Role::Soldier);
        let guards = (self.theirs(Role::Advisor) | self.theirs(Role::Elephant)).len().min(4);
        self.add(sink, f::INVASION.at((force.min(7) * 5 + 4 - guards) as usize));
        let ring = self.board.general_ring(self.side);
        let free = ring.without(self.board.side(self.side) | self.enemy.all());
        self.add(sink, f::GENERAL_MOBILITY.at(free.len() as usize));
    }

    fn balance<S: Sink>(&self, sink: &mut S) {
        let count = |role| self.mine(role).len() as usize;
        let (horses, cannons) = (count(Role::Horse), count(Role::Cannon));
        self.add(sink, f::MINORS.at(horses + cannons));
        self.add(sink, f::SOLDIERS.at(count(Role::Soldier)));
        if horses == 1 && cannons == 1 {
            self.add(sink, f::MIXED_MINORS.start);
        }
        if count(Role::Chariot) == 0 && !self.theirs(Role::Chariot).is_empty() {
            self.add(sink, f::CHARIOTLESS.start);
        }
    }
}
