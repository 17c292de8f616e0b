//! The lines of a journal.

use std::time::Duration;

use rules::gomoku::opening::{Choice, Protocol};
use rules::{EndReason, Outcome, Rules, Side, Variant, Verdict};
use serde::{Deserialize, Serialize};

use super::Snapshot;
use crate::session::record::{Annotation, Evaluation, Judgement, Mark, MarkShape, Node, NodeId, Record, Score};
use crate::session::seat::Seat;
use crate::session::{ForbiddenPolicy, Referee, Setup, Standing};

/// The format that this program writes.
pub(super) const FORMAT: u32 = 1;

/// One line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "kebab-case")]
pub(super) enum Line {
    Game(Box<GameLine>),
    Standing(StandingLine),
    Node(Box<NodeLine>),
}

/// What was settled before the first move.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct GameLine {
    pub format: u32,
    variant: String,
    size: u8,
    rules: String,
    start: Option<String>,
    forbidden_loses: bool,
    opening: String,
    margin_ms: u64,
    depth: Option<u32>,
    nodes: Option<u64>,
    strict: bool,
}

/// Where the game stands.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StandingLine {
    pub current: usize,
    /// The last node of the line that is followed.
    pub leaf: usize,
    pub seats: [String; 2],
    pub time: [String; 2],
    paused: bool,
    choices: Vec<String>,
    opening_plies: Option<usize>,
}

/// A node of the record.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct NodeLine {
    pub id: usize,
    #[serde(skip_serializing_if = "is_default")]
    pub deleted: bool,
    #[serde(skip_serializing_if = "is_default")]
    pub parent: Option<usize>,
    /// Which child of its parent it is.
    #[serde(skip_serializing_if = "is_default")]
    pub place: usize,
    #[serde(skip_serializing_if = "is_default")]
    pub mv: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    clocks_ms: Option<[u64; 2]>,
    /// The reason's id, and the winner's number.
    #[serde(skip_serializing_if = "is_default")]
    ending: Option<(String, u8)>,
    #[serde(skip_serializing_if = "is_default")]
    comment: String,
    /// Point, shape and label.
    #[serde(skip_serializing_if = "is_default")]
    marks: Vec<(String, String, String)>,
    #[serde(skip_serializing_if = "is_default")]
    judgement: Option<String>,
    /// Hundredths, or plies to the first side's win (`+`) or the second's; depth.
    #[serde(skip_serializing_if = "is_default")]
    evaluation: Option<(i32, Option<u8>, u32)>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Every line of a game: set-up, standing, nodes by their number.
pub(super) fn lines(of: &Snapshot) -> Vec<String> {
    let nodes = (0..of.record.capacity()).map(|id| Line::Node(Box::new(node_line(of, id))));
    [Line::Game(Box::new(game_line(&of.setup))), Line::Standing(standing_line(of))]
        .into_iter()
        .chain(nodes)
        // Plain data of strings and numbers always becomes JSON.
        .filter_map(|line| serde_json::to_string(&line).ok())
        .collect()
}

fn game_line(setup: &Setup) -> GameLine {
    GameLine {
        format: FORMAT,
        variant: setup.variant.id().to_owned(),
        size: setup.size,
        rules: setup.rules.text(setup.variant),
        start: setup.start.clone(),
        forbidden_loses: setup.forbidden == ForbiddenPolicy::Lose,
        opening: setup.opening.id().to_owned(),
        margin_ms: millis(setup.margin),
        depth: setup.depth,
        nodes: setup.nodes,
        strict: setup.referee == Referee::Strict,
    }
}

fn standing_line(of: &Snapshot) -> StandingLine {
    let seat = |seat: &Seat| seat.engine().map_or("human".to_owned(), ToString::to_string);
    let current = of.record.current();
    StandingLine {
        current: current.index(),
        leaf: of.record.line().last().map_or(0, |id| id.index()),
        seats: [seat(&of.seats[0]), seat(&of.seats[1])],
        time: of.setup.time.map(|control| control.to_string()),
        paused: of.standing.paused,
        choices: of.standing.choices.iter().map(|choice| choice_id(*choice).to_owned()).collect(),
        opening_plies: of.standing.opening_plies,
    }
}

fn node_line(of: &Snapshot, index: usize) -> NodeLine {
    let Some(id) = of.record.node_id(index) else {
        return NodeLine { id: index, deleted: true, ..NodeLine::default() };
    };
    let node = of.record.node(id);
    let variant = of.setup.variant;
    NodeLine {
        id: index,
        parent: node.parent().map(NodeId::index),
        place: node.parent().map_or(0, |parent| place(&of.record, parent, id)),
        mv: node.mv().map(|mv| variant.move_text(mv)),
        clocks_ms: node.clocks.map(|clocks| clocks.map(millis)),
        ending: node.ending.as_ref().map(ending_text),
        comment: node.notes.comment.clone(),
        marks: node.notes.marks.iter().map(|mark| mark_text(variant, mark)).collect(),
        judgement: node.notes.judgement.map(|judgement| judgement.symbol().to_owned()),
        evaluation: node.notes.evaluation.map(evaluation_numbers),
        ..NodeLine::default()
    }
}

fn place(record: &Record, parent: NodeId, id: NodeId) -> usize {
    record.node(parent).children().iter().position(|child| *child == id).unwrap_or(0)
}

const fn choice_id(choice: Choice) -> &'static str {
    match choice {
        Choice::Black => "black",
        Choice::White => "white",
        _ => "put-two",
    }
}

fn ending_text(verdict: &Verdict) -> (String, u8) {
    let winner = verdict.outcome.winner().map_or(0, |side| if side == Side::First { 1 } else { 2 });
    (verdict.outcome.reason().id().to_owned(), winner)
}

fn mark_text(variant: Variant, mark: &Mark) -> (String, String, String) {
    let (shape, label) = match &mark.shape {
        MarkShape::Circle => ("circle", ""),
        MarkShape::Square => ("square", ""),
        MarkShape::Triangle => ("triangle", ""),
        MarkShape::Cross => ("cross", ""),
        MarkShape::Label(label) => ("label", label.as_str()),
    };
    (variant.point_text(mark.point), shape.to_owned(), label.to_owned())
}

const fn evaluation_numbers(evaluation: Evaluation) -> (i32, Option<u8>, u32) {
    match evaluation.score {
        Score::Cp(cp) => (cp, None, evaluation.depth),
        Score::Mate(Side::First, plies) => (plies.cast_signed(), Some(1), evaluation.depth),
        Score::Mate(Side::Second, plies) => (plies.cast_signed(), Some(2), evaluation.depth),
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl GameLine {
    /// The set-up, with the times that the standing tells; `None` where a word is unknown.
    pub(super) fn setup(&self, standing: &StandingLine) -> Option<Setup> {
        let variant: Variant = self.variant.parse().ok()?;
        let [first, second] = [&standing.time[0], &standing.time[1]].map(|text| text.parse().ok());
        Some(Setup {
            rules: Rules::parse(variant, &self.rules).ok()?,
            start: self.start.clone(),
            forbidden: if self.forbidden_loses { ForbiddenPolicy::Lose } else { ForbiddenPolicy::Refuse },
            opening: Protocol::from_id(&self.opening)?,
            time: [first?, second?],
            margin: Duration::from_millis(self.margin_ms),
            depth: self.depth,
            nodes: self.nodes,
            referee: if self.strict { Referee::Strict } else { Referee::Friendly },
            ..Setup::new(variant, self.size)
        })
    }
}

impl StandingLine {
    pub(super) fn standing(&self) -> Standing {
        let choice = |id: &String| match id.as_str() {
            "black" => Choice::Black,
            "white" => Choice::White,
            _ => Choice::PutTwo,
        };
        Standing {
            paused: self.paused,
            choices: self.choices.iter().map(choice).collect(),
            opening_plies: self.opening_plies,
        }
    }
}

impl NodeLine {
    /// Writes what the line says, beside its place, into a node.
    pub(super) fn write_into(&self, node: &mut Node, variant: Variant) {
        node.clocks = self.clocks_ms.map(|clocks| clocks.map(Duration::from_millis));
        node.ending = self.ending.as_ref().and_then(|(reason, winner)| verdict(variant, reason, *winner));
        node.notes = Annotation {
            comment: self.comment.clone(),
            marks: self.marks.iter().filter_map(|text| mark(variant, text)).collect(),
            judgement: Judgement::ALL.into_iter().find(|known| Some(known.symbol()) == self.judgement.as_deref()),
            evaluation: self.evaluation.map(evaluation),
        };
    }
}

fn verdict(variant: Variant, reason: &str, winner: u8) -> Option<Verdict> {
    let reason = EndReason::ALL.into_iter().find(|known| known.id() == reason)?;
    let outcome = match winner {
        1 => Outcome::Win { side: Side::First, reason },
        2 => Outcome::Win { side: Side::Second, reason },
        _ => Outcome::Draw { reason },
    };
    Some(Verdict::plain(variant, outcome))
}

fn mark(variant: Variant, (point, shape, label): &(String, String, String)) -> Option<Mark> {
    let shape = match shape.as_str() {
        "circle" => MarkShape::Circle,
        "square" => MarkShape::Square,
        "triangle" => MarkShape::Triangle,
        "cross" => MarkShape::Cross,
        _ => MarkShape::Label(label.clone()),
    };
    Some(Mark { point: variant.parse_point(point).ok()?, shape })
}

const fn evaluation((number, winner, depth): (i32, Option<u8>, u32)) -> Evaluation {
    let score = match winner {
        None => Score::Cp(number),
        Some(1) => Score::Mate(Side::First, number.unsigned_abs()),
        Some(_) => Score::Mate(Side::Second, number.unsigned_abs()),
    };
    Evaluation { score, depth }
}
