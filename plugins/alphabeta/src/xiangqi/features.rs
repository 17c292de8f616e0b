//! What the evaluation looks at, as a list of numbered features: each has one weight for the middle game and one for the
//! endgame. Evaluation and tuner both know a feature by its index only.

use sdk::rules::Side;
use sdk::rules::xiangqi::Role;

/// Folded points: files a to e (f to i are their mirror images) on ten rows, `row * 5 + file`.
pub const FOLDED: usize = 50;

/// A group of features that follow each other.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Name in the weights file.
    pub name: &'static str,
    /// Index of the first feature.
    pub start: usize,
    /// How many there are.
    pub len: usize,
}

impl Group {
    const fn after(self, name: &'static str, len: usize) -> Group {
        Group { name, start: self.start + self.len, len }
    }

    /// The feature of the group with this number; the last one stands for all beyond.
    #[inline]
    pub const fn at(self, number: usize) -> usize {
        self.start + if number < self.len { number } else { self.len - 1 }
    }
}

/// Placement by role and folded point as its owner sees it, the man's worth included.
pub const PLACEMENT: Group = Group { name: "placement", start: 0, len: 7 * FOLDED };
/// Points a chariot can go to that no lesser enemy man attacks.
pub const CHARIOT_MOBILITY: Group = PLACEMENT.after("chariot-mobility", 18);
/// Points a cannon can go to without a capture.
pub const CANNON_MOBILITY: Group = CHARIOT_MOBILITY.after("cannon-mobility", 18);
/// Points a horse can go to that no enemy soldier, advisor or elephant attacks.
pub const HORSE_MOBILITY: Group = CANNON_MOBILITY.after("horse-mobility", 9);
/// Men between a cannon and the enemy general on one file: none is the hollow cannon.
pub const CANNON_ON_FILE: Group = HORSE_MOBILITY.after("cannon-on-general-file", 5);
/// The same on one rank.
pub const CANNON_ON_RANK: Group = CANNON_ON_FILE.after("cannon-on-general-rank", 5);
/// Men between a chariot and the enemy general on one file.
pub const CHARIOT_ON_FILE: Group = CANNON_ON_RANK.after("chariot-on-general-file", 4);
/// The same on one rank.
pub const CHARIOT_ON_RANK: Group = CHARIOT_ON_FILE.after("chariot-on-general-rank", 4);
/// Kinds of attack on a general by number of units.
pub const ASSAULT_UNITS: usize = 28;
/// Attack on the enemy general in units (see the evaluation), for no guard missing, for one or two, and for more.
pub const ASSAULT: Group = CHARIOT_ON_RANK.after("assault", 3 * ASSAULT_UNITS);
/// Missing own advisors (0 to 2) by enemy chariots (0 to 2).
pub const ADVISORS_AGAINST_CHARIOTS: Group = ASSAULT.after("advisors-against-chariots", 9);
/// Missing own elephants (0 to 2) by enemy cannons (0 to 2).
pub const ELEPHANTS_AGAINST_CANNONS: Group = ADVISORS_AGAINST_CHARIOTS.after("elephants-against-cannons", 9);
/// Two soldiers side by side across the river.
pub const SOLDIER_PAIR: Group = ELEPHANTS_AGAINST_CANNONS.after("soldier-pair", 1);
/// A horse guarded by the other.
pub const HORSES_CONNECTED: Group = SOLDIER_PAIR.after("horses-connected", 1);
/// An enemy man by role that is attacked and not guarded.
pub const HANGING: Group = HORSES_CONNECTED.after("hanging", 7);
/// The same when it is the other side's turn.
pub const HANGING_OUT_OF_TURN: Group = HANGING.after("hanging-out-of-turn", 7);
/// An enemy chariot attacked by a horse, cannon or soldier though it is guarded.
pub const CHARIOT_HIT: Group = HANGING_OUT_OF_TURN.after("chariot-hit", 1);
/// An enemy horse or cannon attacked by a soldier though it is guarded.
pub const MINOR_HIT: Group = CHARIOT_HIT.after("minor-hit", 1);
/// Number of horses and cannons together, and of soldiers.
pub const MINORS: Group = MINOR_HIT.after("minors", 5);
/// Number of soldiers.
pub const SOLDIERS: Group = MINORS.after("soldiers", 6);
/// One horse and one cannon rather than two of a kind.
pub const MIXED_MINORS: Group = SOLDIERS.after("mixed-minors", 1);
/// No chariot against an enemy who has one.
pub const CHARIOTLESS: Group = MIXED_MINORS.after("chariotless", 1);
/// A chariot on a file without own soldiers.
pub const CHARIOT_ON_OPEN_FILE: Group = CHARIOTLESS.after("chariot-on-open-file", 1);
/// Men between the generals when they stand on one file: one, or two and more.
pub const GENERALS_FACING: Group = CHARIOT_ON_OPEN_FILE.after("generals-facing", 2);
/// An enemy man by role that stands alone between a chariot and its general: it can't leave the line.
pub const PINNED_BY_CHARIOT: Group = GENERALS_FACING.after("pinned-by-chariot", 7);
/// An enemy man by role that is one of two between a cannon and its general.
pub const PINNED_BY_CANNON: Group = PINNED_BY_CHARIOT.after("pinned-by-cannon", 7);
/// Points next to the general that it could go to.
pub const GENERAL_MOBILITY: Group = PINNED_BY_CANNON.after("general-mobility", 5);
/// Own force across the river (0 to 7, a chariot or horse counting double) by missing guards of the enemy (0 to 4).
pub const INVASION: Group = GENERAL_MOBILITY.after("invasion", 8 * 5);
/// Attack on the enemy general in units by the side to move.
pub const ASSAULT_IN_TURN: Group = INVASION.after("assault-in-turn", ASSAULT_UNITS);
/// The part of the attack that safe checks make up.
pub const SAFE_CHECKS: Group = ASSAULT_IN_TURN.after("safe-checks", 16);
/// The turn to move.
pub const TEMPO: Group = SAFE_CHECKS.after("tempo", 1);

/// Every group in order.
pub const GROUPS: [Group; 30] = [
    PLACEMENT,
    CHARIOT_MOBILITY,
    CANNON_MOBILITY,
    HORSE_MOBILITY,
    CANNON_ON_FILE,
    CANNON_ON_RANK,
    CHARIOT_ON_FILE,
    CHARIOT_ON_RANK,
    ASSAULT,
    ADVISORS_AGAINST_CHARIOTS,
    ELEPHANTS_AGAINST_CANNONS,
    SOLDIER_PAIR,
    HORSES_CONNECTED,
    HANGING,
    HANGING_OUT_OF_TURN,
    CHARIOT_HIT,
    MINOR_HIT,
    MINORS,
    SOLDIERS,
    MIXED_MINORS,
    CHARIOTLESS,
    CHARIOT_ON_OPEN_FILE,
    GENERALS_FACING,
    PINNED_BY_CHARIOT,
    PINNED_BY_CANNON,
    GENERAL_MOBILITY,
    INVASION,
    ASSAULT_IN_TURN,
    SAFE_CHECKS,
    TEMPO,
];

/// How many features there are.
pub const COUNT: usize = TEMPO.start + TEMPO.len;

/// The placement feature of a man on a point.
#[inline]
pub fn placement(side: Side, role: Role, at: usize) -> usize {
    let (row, file) = (at / 9, at % 9);
    let own_row = if side == Side::First { row } else { 9 - row };
    PLACEMENT.start + role.index() * FOLDED + own_row * 5 + file.min(8 - file)
}
