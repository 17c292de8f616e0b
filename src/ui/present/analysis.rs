//! The analysis pane, the graph, the review and the threats, from plain rows to the window's.

use std::rc::Rc;

use rules::gomoku::ForbiddenKind;
use rules::{Position, Side};
use slint::{ComponentHandle, Model, ModelRc, SharedString, VecModel};

use super::{count_text, int, man_code, piece, update};
use crate::analyst::Findings;
use crate::analyst::evaluation::Ledger;
use crate::analyst::review::{Fault, Review, Summary};
use crate::session::Session;
use crate::settings::Analysis;
use crate::ui::generated::{
    AnalysisAdapter, FaultKind, GraphBar, LineRow, MainWindow, PointRow, SideSummary, Slide, Threat as UiThreat,
    ThreatKind, ThreatRow, TurningPoint,
};
use crate::view::analysis::{self, Bar};
use crate::view::board;
use crate::view::overlay::{Overlay, ThreatMark};
use crate::view::panel::{self, Notation};
use crate::view::threats::{Kind, Threat};

/// What the pane shows beside what an engine found.
pub struct View<'a> {
    /// The game.
    pub session: &'a Session,
    /// What positions are worth.
    pub ledger: &'a Ledger,
    /// The review.
    pub review: Option<&'a Review>,
    /// Whether it is under way.
    pub reviewing: bool,
    /// What the user wants.
    pub settings: &'a Analysis,
    /// How moves are written.
    pub notation: Notation,
    /// Not asked because a game is played.
    pub held_back: bool,
    /// Why there is no analysis.
    pub failure: Option<&'a str>,
    /// The line that lies on the board.
    pub pointed: Option<usize>,
    /// Threats of the position.
    pub threats: &'a [Threat],
    /// Names of engines that can be asked.
    pub engines: Vec<String>,
    /// Which of them is.
    pub engine: Option<usize>,
}

/// Shows everything of an analysis but the board.
pub fn show(window: &MainWindow, view: &View<'_>, findings: &Findings) {
    let adapter = window.global::<AnalysisAdapter>();
    let (session, settings) = (view.session, view.settings);
    let engines: Vec<SharedString> = view.engines.iter().map(|name| name.as_str().into()).collect();
    if !adapter.get_engines().iter().eq(engines.iter().cloned()) {
        adapter.set_engines(ModelRc::from(Rc::new(VecModel::from(engines))));
    }
    adapter.set_engine(view.engine.map_or(-1, int));
    adapter.set_held_back(view.held_back);
    adapter.set_error(view.failure.unwrap_or_default().into());
    let chance = analysis::chance(session, view.ledger, settings.source);
    adapter.set_chance(chance.map_or(-1, |chance| (chance * 100.0).round() as i32));
    show_lines(&adapter, view, findings);
    show_graph(&adapter, view);
    show_review(&adapter, view);
    let threats: Vec<_> = view.threats.iter().filter_map(|threat| threat_row(session, threat)).collect();
    update_model(&adapter.get_threat_rows(), threats, |rows| adapter.set_threat_rows(rows));
}

fn show_lines(adapter: &AnalysisAdapter<'_>, view: &View<'_>, findings: &Findings) {
    let rows = analysis::lines(view.session, findings, view.settings.lines, view.notation);
    let rows: Vec<_> = rows
        .into_iter()
        .map(|row| LineRow {
            score: row.score.into(),
            leader: row.leader.map_or(0, |side| int(side.index()) + 1),
            first: row.first.into(),
            rest: row.rest.into(),
            text: row.text.into(),
        })
        .collect();
    adapter.set_shown_line(view.pointed.filter(|place| *place < rows.len()).map_or(-1, int));
    update_model(&adapter.get_lines(), rows, |rows| adapter.set_lines(rows));
    let depth = match (findings.depth, findings.seldepth) {
        (0, _) => String::new(),
        (depth, seldepth) if seldepth > depth => format!("{depth}/{seldepth}"),
        (depth, _) => depth.to_string(),
    };
    adapter.set_depth(depth.into());
    adapter.set_nodes(if findings.nodes > 0 { count_text(findings.nodes) } else { String::new() }.into());
    adapter.set_speed(findings.nps.filter(|nps| *nps > 0).map(count_text).unwrap_or_default().into());
    adapter.set_time(findings.time.map(|time| format!("{:.1} s", time.as_secs_f64())).unwrap_or_default().into());
}

fn show_graph(adapter: &AnalysisAdapter<'_>, view: &View<'_>) {
    let mut bars = analysis::graph(view.session, view.ledger, view.settings.source, view.review);
    // A graph of nothing is not shown.
    if bars.iter().all(|bar| bar.value.is_none()) {
        bars.clear();
    }
    let start = view.session.start_side();
    let rows = (0..).zip(&bars).map(|(place, bar)| graph_bar(*bar, if place % 2 == 0 { start } else { start.other() }));
    update_model(&adapter.get_graph(), rows.collect(), |rows| adapter.set_graph(rows));
}

fn graph_bar(bar: Bar, side: Side) -> GraphBar {
    GraphBar {
        // Finer steps could not be seen, and would only have bars drawn anew.
        value: bar.value.map_or(0.0, |value| (value * 50.0).round() as f32 / 50.0),
        known: bar.value.is_some(),
        fault: match bar.fault {
            None => FaultKind::None,
            Some(Fault::Dubious) => FaultKind::Dubious,
            Some(Fault::Mistake) => FaultKind::Mistake,
            Some(Fault::Blunder) => FaultKind::Blunder,
            Some(Fault::MissedWin) => FaultKind::MissedWin,
        },
        side: int(side.index()) + 1,
    }
}

fn show_review(adapter: &AnalysisAdapter<'_>, view: &View<'_>) {
    let (done, all) = view.review.map_or((0, 0), Review::progress);
    adapter.set_can_review(!view.reviewing && !view.engines.is_empty() && !view.session.record().line().is_empty());
    adapter.set_reviewing(view.reviewing);
    adapter.set_review_done(int(done));
    adapter.set_review_all(int(all));
    let judged = view.review.filter(|_| !view.reviewing);
    adapter.set_reviewed(judged.is_some());
    if let Some(review) = judged {
        let [first, second] = review.summaries().map(|summary| side_summary(&summary));
        adapter.set_first_summary(first);
        adapter.set_second_summary(second);
        adapter.set_turning_point(turning_point(view, review).unwrap_or_default());
    }
}

fn side_summary(summary: &Summary) -> SideSummary {
    let [dubious, mistakes, blunders, missed_wins] = summary.faults.map(int);
    let text = |value: String| if summary.moves == 0 { "–".into() } else { value.into() };
    SideSummary {
        moves: int(summary.moves),
        accuracy: text(format!("{:.0} %", summary.accuracy)),
        loss: text(format!("{:.1} %", summary.loss)),
        dubious,
        mistakes,
        blunders,
        missed_wins,
    }
}

fn turning_point(view: &View<'_>, review: &Review) -> Option<TurningPoint> {
    let judged = review.turning_point()?;
    let (played, before) = review.moves_to(judged.ply)?;
    let mut position = view.session.setup().position().ok()?;
    before.iter().for_each(|mv| position.play_unchecked(*mv));
    let text = |mv| panel::move_text(&position, mv, view.notation);
    let offset = judged.ply - 1 + usize::from(view.session.start_side() == Side::Second);
    Some(TurningPoint {
        ply: int(judged.ply),
        side: int(judged.side.index()) + 1,
        number: (offset / 2 + 1).to_string().into(),
        r#move: text(played).into(),
        better: judged.better.map(|mv| text(mv).into()).unwrap_or_default(),
    })
}

fn threat_row(session: &Session, threat: &Threat) -> Option<ThreatRow> {
    let (kind, man) = match threat.kind {
        Kind::Forbidden(ForbiddenKind::Overline) => (ThreatKind::Overline, 0),
        Kind::Forbidden(ForbiddenKind::DoubleFour) => (ThreatKind::DoubleFour, 0),
        Kind::Forbidden(ForbiddenKind::DoubleThree) => (ThreatKind::DoubleThree, 0),
        Kind::Five => (ThreatKind::Five, 0),
        Kind::OpenFour => (ThreatKind::OpenFour, 0),
        Kind::Attacked(man) => (ThreatKind::Attacked, man_code(man)),
        Kind::Hanging(man) => (ThreatKind::Hanging, man_code(man)),
    };
    let variant = session.setup().variant;
    let point = variant.point_text(threat.point);
    Some(ThreatRow {
        place: int(board::place(session, threat.point)?),
        point: if variant.is_gomoku() { point.to_uppercase() } else { point }.into(),
        kind,
        side: int(threat.side.index()) + 1,
        piece: man,
    })
}

/// Lays everything over the points' rows.
pub(super) fn lay_over(rows: &mut [PointRow], overlay: &Overlay) {
    let mut at = |place: usize, set: &dyn Fn(&mut PointRow)| {
        if let Some(row) = rows.get_mut(place) {
            set(row);
        }
    };
    overlay.hints.iter().for_each(|place| at(*place, &|row| row.hint = true));
    overlay.region.iter().for_each(|place| at(*place, &|row| row.region = true));
    for (place, mark) in &overlay.threats {
        at(*place, &|row| row.threat = ui_threat(*mark));
    }
    for heat in &overlay.heat {
        at(heat.place, &|row| {
            row.heat = i32::from(heat.warmth);
            row.heat_text = heat.text.as_str().into();
        });
    }
    for ghost in &overlay.ghosts {
        at(ghost.place, &|row| {
            row.ghost = piece(ghost.occupant);
            row.ghost_number = if ghost.number > 0 { ghost.number.to_string().into() } else { SharedString::default() };
        });
    }
}

/// Shows a man's move as an arrow, or none.
pub(super) fn show_arrow(window: &MainWindow, arrow: Option<(usize, usize)>) {
    let (from, to) = arrow.map_or((-1, -1), |(from, to)| (int(from), int(to)));
    window.global::<AnalysisAdapter>().set_arrow(Slide { from, to, serial: 0 });
}

fn ui_threat(mark: ThreatMark) -> UiThreat {
    match mark {
        ThreatMark::Three => UiThreat::Three,
        ThreatMark::Four => UiThreat::Four,
        ThreatMark::Stone => UiThreat::Stone,
        ThreatMark::Attacked => UiThreat::Attacked,
        ThreatMark::Hanging => UiThreat::Hanging,
    }
}

/// Sends the rows of a model that differ; gives the window a model of ours the first time.
fn update_model<Row: Clone + PartialEq + 'static>(
    model: &ModelRc<Row>,
    rows: Vec<Row>,
    set: impl FnOnce(ModelRc<Row>),
) {
    match model.as_any().downcast_ref::<VecModel<Row>>() {
        Some(model) => update(model, rows),
        None => set(ModelRc::from(Rc::new(VecModel::from(rows)))),
    }
}
