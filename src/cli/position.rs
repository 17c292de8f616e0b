//! `qiju position`: judges a position.

use clap::Args;
use rules::{Position, VariantPosition, xiangqi};
use serde::Serialize;

use super::Failure;
use super::position_args::{GivenPosition, PositionArgs};

/// Arguments of `qiju position`.
#[derive(Debug, Args)]
pub struct PositionCommand {
    #[command(flatten)]
    position: PositionArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Add every move in ICCS, WXF and Chinese notation (xiangqi)
    #[arg(long)]
    notate: bool,
}

#[derive(Serialize)]
struct Judgement {
    variant: &'static str,
    size: Option<u8>,
    rules: Option<&'static str>,
    side_to_move: &'static str,
    ply: usize,
    ended: bool,
    ended_at: Option<usize>,
    winner: Option<&'static str>,
    reason: Option<&'static str>,
    verdict: Option<String>,
    legal: Vec<String>,
    losing_moves: Vec<String>,
    forbidden: Vec<ForbiddenPoint>,
    check: bool,
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<Vec<Notation>>,
}

#[derive(Serialize)]
struct ForbiddenPoint {
    point: String,
    reason: &'static str,
}

#[derive(Serialize)]
struct Notation {
    iccs: String,
    wxf: String,
    chinese: String,
}

/// Prints the judgement.
///
/// # Errors
/// Bad input.
pub fn run(args: &PositionCommand) -> Result<(), Failure> {
    let given = args.position.position()?;
    if args.notate && given.setup.variant.is_gomoku() {
        return Err(Failure::bad_input(anyhow::anyhow!("--notate is for xiangqi; Gomoku moves have one notation")));
    }
    let judgement = judge(&given, args.notate);
    if args.json {
        println!("{}", serde_json::to_string(&judgement).map_err(Failure::bad_input)?);
    } else {
        print(&judgement);
    }
    Ok(())
}

fn judge(given: &GivenPosition, notate: bool) -> Judgement {
    let (variant, position) = (given.setup.variant, &given.position);
    let verdict = position.verdict();
    let texts = |moves: Vec<_>| moves.into_iter().map(|mv| variant.move_text(mv)).collect();
    let (forbidden, losing, check) = match position {
        VariantPosition::Gomoku(position) => (position.forbidden_points(), Vec::new(), false),
        VariantPosition::Xiangqi(position) => (Vec::new(), position.losing_moves(), position.in_check()),
    };
    let forbidden = forbidden
        .into_iter()
        .map(|(point, kind)| ForbiddenPoint { point: variant.point_text(point), reason: kind.id() })
        .collect();
    Judgement {
        variant: variant.id(),
        size: position.size(),
        rules: (!variant.is_gomoku()).then(|| given.setup.rules.repetition.id()),
        side_to_move: variant.side_name(position.side_to_move()),
        ply: given.moves.len(),
        ended: verdict.is_some(),
        ended_at: given.ended_at,
        winner: verdict.as_ref().and_then(|verdict| verdict.outcome.winner()).map(|side| variant.side_name(side)),
        reason: verdict.as_ref().map(|verdict| verdict.outcome.reason().id()),
        verdict: verdict.map(|verdict| verdict.to_string()),
        legal: texts(position.legal_moves()),
        losing_moves: texts(losing),
        forbidden,
        check,
        fen: position.fen(),
        notation: notate.then(|| notations(given)),
    }
}

fn notations(given: &GivenPosition) -> Vec<Notation> {
    let VariantPosition::Xiangqi(mut position) = given.start.clone() else { return Vec::new() };
    let mut notations = Vec::new();
    for mv in &given.moves {
        notations.push(Notation {
            iccs: xiangqi::iccs(*mv),
            wxf: xiangqi::wxf(&position, *mv),
            chinese: xiangqi::chinese(&position, *mv),
        });
        position.play_unchecked(*mv);
    }
    notations
}

fn print(judgement: &Judgement) {
    let line = |name: &str, value: &str| println!("{name:<14}{value}");
    line("variant", judgement.variant);
    if let Some(size) = judgement.size {
        line("size", &size.to_string());
    }
    if let Some(rules) = judgement.rules {
        line("rules", rules);
    }
    line("fen", &judgement.fen);
    line("ply", &judgement.ply.to_string());
    line("side to move", &format!("{}{}", judgement.side_to_move, if judgement.check { ", in check" } else { "" }));
    match &judgement.verdict {
        Some(verdict) => line("verdict", verdict),
        None => line("verdict", "the game goes on"),
    }
    if let Some(ply) = judgement.ended_at {
        line("ended at ply", &ply.to_string());
    }
    line(&format!("legal ({})", judgement.legal.len()), &judgement.legal.join(" "));
    if !judgement.losing_moves.is_empty() {
        line("losing moves", &judgement.losing_moves.join(" "));
    }
    for point in &judgement.forbidden {
        line("forbidden", &format!("{} {}", point.point, point.reason));
    }
    for (ply, notation) in judgement.notation.iter().flatten().enumerate() {
        line(&format!("move {}", ply + 1), &format!("{}  {}  {}", notation.iccs, notation.wxf, notation.chinese));
    }
}
