//! From the view model's rows to the window's, and only those that changed.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use rules::gomoku::ForbiddenKind;
use rules::xiangqi::{Man, Role};
use rules::{Side, Variant, VariantPosition};
use sdk::Info;
use slint::winit_030::WinitWindowAccessor;
use slint::{ComponentHandle, Model, ModelRc, SharedString, VecModel};

use super::generated::{
    EngineInfo, GameAdapter, GameKind, MainWindow, MarkShape as UiMark, PlayerRow, PointRow, SeatState, Slide, Status,
    StatusKind, Variant as UiVariant,
};
use crate::analyst::evaluation::Evaluation;
use crate::session::record::{MarkShape, NodeId};
use crate::session::seat::Seat;
use crate::session::{Refused, Session};
use crate::settings::Look;
use crate::view::analysis::{line_words, score_text};
use crate::view::board::{self, Occupant};
use crate::view::overlay::Overlay;
use crate::view::panel::{self, Notation, State};
use crate::view::prompt::{Prompt, prompt};

pub mod analysis;
mod moves;
mod playing;
mod status;

use status::{refusal_status, status, ui_reason};

/// The window's models, kept so that only changed rows are sent.
pub struct Presenter {
    window: slint::Weak<MainWindow>,
    points: Rc<VecModel<PointRow>>,
    moves: moves::MovesPresenter,
    /// The node shown last: whether a man is seen moving depends on where it came from.
    shown: Cell<NodeId>,
    by_hand: Cell<bool>,
}

/// Names of engines for people, by the name that a seat gives.
pub type EngineNames<'a> = &'a dyn Fn(&Seat) -> String;

/// What the window shows beside what the session holds.
pub struct Surroundings<'a> {
    /// How the window looks.
    pub look: &'a Look,
    /// How moves are written.
    pub notation: Notation,
    /// Names of engines.
    pub names: EngineNames<'a>,
    /// What lies over the board.
    pub overlay: &'a Overlay,
    /// Whether renju's forbidden points are marked.
    pub forbidden: bool,
    /// Time of the session.
    pub now: Duration,
}

impl Presenter {
    /// Gives the window empty models.
    #[must_use]
    pub fn new(window: &MainWindow) -> Presenter {
        let (points, moves) = (Rc::new(VecModel::default()), moves::MovesPresenter::new(window));
        let game = window.global::<GameAdapter>();
        game.set_points(ModelRc::from(Rc::clone(&points)));
        Presenter { window: window.as_weak(), points, moves, shown: Cell::new(NodeId::ROOT), by_hand: Cell::new(false) }
    }

    /// Shows everything of a session.
    pub fn show(&self, session: &Session, around: &Surroundings<'_>) {
        let Some(window) = self.window.upgrade() else { return };
        let game = window.global::<GameAdapter>();
        self.show_board(session, &game, around);
        self.moves.show(session, &window, around.notation);
        self.show_players(session, around);
        show_tools(session, &game);
        self.show_playing(session, around.names);
        show_end(session, &game);
        game.set_status(status(session, around.names));
        redraw_now(&window);
    }

    fn show_board(&self, session: &Session, game: &GameAdapter<'_>, around: &Surroundings<'_>) {
        let variant = session.setup().variant;
        let rows = point_rows(session, around);
        // A board of another kind must not see the rows of the one before.
        if rows.len() != self.points.row_count() {
            self.points.set_vec(Vec::new());
        }
        game.set_size(i32::from(session.position().size().unwrap_or_default()));
        game.set_variant(ui_variant(variant));
        game.set_kind(if variant.is_gomoku() { GameKind::Gomoku } else { GameKind::Xiangqi });
        game.set_pointer_side(pointer_side(session));
        update(&self.points, rows);
        if let Some(window) = self.window.upgrade() {
            analysis::show_arrow(&window, around.overlay.arrow);
        }
        self.show_slide(session, game);
    }

    /// Shows the points alone: what changes while an engine analyses.
    pub fn show_points(&self, session: &Session, around: &Surroundings<'_>) {
        update(&self.points, point_rows(session, around));
        if let Some(window) = self.window.upgrade() {
            analysis::show_arrow(&window, around.overlay.arrow);
        }
    }

    /// The next move was dragged to its place: nobody needs to see it move again.
    pub fn moved_by_hand(&self) {
        self.by_hand.set(true);
    }

    /// Lets a man be seen moving, for one move played or taken back.
    fn show_slide(&self, session: &Session, game: &GameAdapter<'_>) {
        let record = session.record();
        let (old, new) = (self.shown.replace(record.current()), record.current());
        let by_hand = self.by_hand.replace(false);
        let Some(old) = record.node_id(old.index()).filter(|old| *old != new && !by_hand) else { return };
        let place = |point| board::place(session, point).map_or(-1, int);
        let ends = |id: NodeId| {
            let mv = record.node(id).mv()?;
            Some((place(mv.from()?), place(mv.to()?)))
        };
        let slide = if record.node(new).parent() == Some(old) {
            ends(new)
        } else if record.node(old).parent() == Some(new) {
            ends(old).map(|(from, to)| (to, from))
        } else {
            None
        };
        if let Some((from, to)) = slide {
            game.set_slide(Slide { from, to, serial: game.get_slide().serial.wrapping_add(1) });
        }
    }

    /// The list of moves shows the current one from now on, wherever the user has scrolled.
    pub fn follow(&self) {
        self.moves.follow();
    }

    /// Opens a variation that is folded, or folds it, the next time that the record is shown.
    pub fn toggle_fold(&self, branch: NodeId) {
        self.moves.toggle_fold(branch);
    }

    /// Shows the cards alone: what changes while a clock runs.
    pub fn show_players(&self, session: &Session, around: &Surroundings<'_>) {
        let Some(window) = self.window.upgrade() else { return };
        let game = window.global::<GameAdapter>();
        let [first, second] = panel::players(session, around.now).map(|row| player_row(session, &row, around.names));
        if game.get_first_player() != first {
            game.set_first_player(first);
        }
        if game.get_second_player() != second {
            game.set_second_player(second);
        }
    }

    /// Shows why an input did nothing.
    pub fn refuse(&self, session: &Session, refused: &Refused) {
        let Some(window) = self.window.upgrade() else { return };
        window.global::<GameAdapter>().set_status(refusal_status(session, refused));
    }

    /// Shows a sentence in the status line.
    pub fn say(&self, text: &str) {
        let Some(window) = self.window.upgrade() else { return };
        let status = Status { kind: StatusKind::Message, text: text.into(), ..Status::default() };
        window.global::<GameAdapter>().set_status(status);
    }

    /// Tells that a picture is on the clipboard.
    pub fn say_copied(&self) {
        let Some(window) = self.window.upgrade() else { return };
        window.global::<GameAdapter>().set_status(Status { kind: StatusKind::PictureCopied, ..Status::default() });
    }

    /// Tells where a picture was saved.
    pub fn say_saved(&self, file: &str) {
        let Some(window) = self.window.upgrade() else { return };
        let status = Status { kind: StatusKind::PictureSaved, text: file.into(), ..Status::default() };
        window.global::<GameAdapter>().set_status(status);
    }

    /// Says what a hint shows: where to look, or the move with its score.
    pub fn say_hint(&self, hint: Option<(&str, &str)>) {
        let Some(window) = self.window.upgrade() else { return };
        let kind = if hint.is_some() { StatusKind::HintMove } else { StatusKind::HintRegion };
        let (text, name) = hint.map(|(mv, score)| (mv.into(), score.into())).unwrap_or_default();
        window.global::<GameAdapter>().set_status(Status { kind, text, name, ..Status::default() });
    }

    /// Shows what an engine found so far.
    pub fn show_info(&self, session: &Session, name: &str, side: Side, info: &Info, notation: Notation) {
        let Some(window) = self.window.upgrade() else { return };
        if info.multi_pv <= 1 {
            window.global::<GameAdapter>().set_info(engine_info(session, name, side, info, notation));
        }
    }

    /// Takes away what an engine found.
    pub fn hide_info(&self) {
        let Some(window) = self.window.upgrade() else { return };
        window.global::<GameAdapter>().set_info(EngineInfo::default());
    }
}

/// Paints what changed without the frame's wait of up to 17 ms that Slint's timer has on X11: a stone should lie on the
/// board when it is put there.
fn redraw_now(window: &MainWindow) {
    window.window().with_winit_window(|window| window.request_redraw());
}

/// Sends the rows that differ, and adds or removes at the end.
fn update<Row: Clone + PartialEq + 'static>(model: &VecModel<Row>, rows: Vec<Row>) {
    while model.row_count() > rows.len() {
        model.remove(model.row_count() - 1);
    }
    let known = model.row_count();
    let mut rows = rows.into_iter();
    for (place, row) in rows.by_ref().take(known).enumerate() {
        if model.row_data(place).as_ref() != Some(&row) {
            model.set_row_data(place, row);
        }
    }
    model.extend(rows);
}

/// The rows of a board that nobody plays on, such as the new-game sheet's.
pub(super) fn preview_rows(session: &Session) -> Vec<PointRow> {
    let plain = Look { move_numbers: false, legal_targets: false, ..Look::default() };
    board::points(session).iter().map(|row| point_row(row, &plain, false)).collect()
}

/// The points of the board with everything that lies over them.
fn point_rows(session: &Session, around: &Surroundings<'_>) -> Vec<PointRow> {
    let points = board::points(session);
    let mut rows: Vec<_> = points.iter().map(|row| point_row(row, around.look, around.forbidden)).collect();
    analysis::lay_over(&mut rows, around.overlay);
    rows
}

fn point_row(row: &board::PointRow, look: &Look, forbidden: bool) -> PointRow {
    let numbered = look.move_numbers && row.number > 0;
    PointRow {
        piece: piece(row.occupant),
        name: row.name.as_str().into(),
        number: if numbered { row.number.to_string().into() } else { SharedString::default() },
        last: row.last,
        left: row.from,
        selected: row.selected,
        target: row.target && look.legal_targets,
        losing: row.losing.is_some(),
        mark: row.mark.as_ref().map_or(UiMark::None, ui_mark),
        label: match &row.mark {
            Some(MarkShape::Label(text)) => text.as_str().into(),
            _ => SharedString::default(),
        },
        winning: row.winning,
        check: row.check,
        forbidden: forbidden && row.forbidden.is_some(),
        forbidden_kind: if forbidden { forbidden_kind(row.forbidden) } else { 0 },
        ..PointRow::default()
    }
}

fn ui_mark(shape: &MarkShape) -> UiMark {
    match shape {
        MarkShape::Circle => UiMark::Circle,
        MarkShape::Square => UiMark::Square,
        MarkShape::Triangle => UiMark::Triangle,
        MarkShape::Cross => UiMark::Cross,
        MarkShape::Label(_) => UiMark::Label,
    }
}

fn forbidden_kind(kind: Option<ForbiddenKind>) -> i32 {
    match kind {
        None => 0,
        Some(ForbiddenKind::Overline) => 1,
        Some(ForbiddenKind::DoubleFour) => 2,
        Some(ForbiddenKind::DoubleThree) => 3,
    }
}

fn piece(occupant: Occupant) -> i32 {
    match occupant {
        Occupant::Empty => 0,
        Occupant::Stone(side) => int(side.index()) + 1,
        Occupant::Man(side, role) => man_code(Man { side, role }),
    }
}

/// 1 to 7 for the first side's men, 8 to 14 for the second's.
fn man_code(man: Man) -> i32 {
    let place = Role::ALL.iter().position(|role| *role == man.role).unwrap_or_default();
    int(place) + 1 + if man.side == Side::First { 0 } else { 7 }
}

fn pointer_side(session: &Session) -> i32 {
    match (panel::state(session), prompt(session)) {
        (State::YourMove(_), Some(Prompt::Put { stone, .. })) => int(stone.index()) + 1,
        (State::YourMove(_), Some(Prompt::Choose { .. } | Prompt::Wait(_))) => 0,
        (State::YourMove(side), _) => int(side.index()) + 1,
        _ => 0,
    }
}

fn player_row(session: &Session, row: &panel::PlayerRow, names: EngineNames<'_>) -> PlayerRow {
    let human = row.seat.is_human();
    let captured: Vec<_> = row.captured.iter().map(|man| man_code(*man)).collect();
    let level = row.seat.engine().and_then(|spec| spec.option("level")).unwrap_or_default();
    PlayerRow {
        name: if human { SharedString::default() } else { names(&row.seat).into() },
        human,
        level: level.into(),
        clock: row.left.map(clock_text).unwrap_or_default().into(),
        clock_low: row.low,
        periods: row.periods.map_or(0, |periods| i32::try_from(periods).unwrap_or(i32::MAX)),
        state: seat_state(session, row),
        captured: ModelRc::from(Rc::new(VecModel::from(captured))),
        ..PlayerRow::default()
    }
}

fn seat_state(session: &Session, row: &panel::PlayerRow) -> SeatState {
    let stopped = session.failure().is_some_and(|(side, _)| side == row.side);
    if row.won {
        SeatState::Won
    } else if stopped {
        SeatState::Stopped
    } else if row.thinking {
        SeatState::Thinking
    } else if row.to_move && row.seat.is_human() {
        SeatState::YourMove
    } else if row.to_move {
        SeatState::ToMove
    } else {
        SeatState::Waiting
    }
}

/// `4:31`, and tenths under ten seconds.
fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    if seconds >= 3600 {
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    } else if seconds >= 10 {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    } else {
        format!("0:{:02}.{}", seconds, left.subsec_millis() / 100)
    }
}

fn show_tools(session: &Session, game: &GameAdapter<'_>) {
    let record = session.record();
    let over = session.is_over();
    let somebody = session.seats().iter().any(Seat::is_human);
    game.set_can_undo(record.node(record.current()).parent().is_some());
    game.set_can_redo(record.next(record.current()).is_some());
    game.set_can_move_now(session.thinking().is_some());
    game.set_can_resign(!over && somebody);
    game.set_can_offer_draw(somebody);
    game.set_can_hint(!over && session.opening().is_none() && matches!(panel::state(session), State::YourMove(_)));
    game.set_demo(session.is_demo());
    game.set_paused(session.is_paused());
}

fn show_end(session: &Session, game: &GameAdapter<'_>) {
    let verdict = session.verdict();
    game.set_over(verdict.is_some());
    if let Some(verdict) = &verdict {
        game.set_winner(verdict.outcome.winner().map_or(0, |side| int(side.index()) + 1));
        game.set_end_reason(ui_reason(verdict.outcome.reason()));
        game.set_end_place(winning_place(session).into());
    }
}

/// `G5–K5`, where a line won.
fn winning_place(session: &Session) -> String {
    let VariantPosition::Gomoku(position) = session.position() else { return String::new() };
    let line = position.winning_line();
    let name = |point| session.setup().variant.point_text(point).to_uppercase();
    match (line.first(), line.last()) {
        (Some(first), Some(last)) => format!("{}–{}", name(*first), name(*last)),
        _ => String::new(),
    }
}

fn engine_info(session: &Session, name: &str, side: Side, info: &Info, notation: Notation) -> EngineInfo {
    let depth = match (info.depth, info.seldepth) {
        (0, _) => String::new(),
        (depth, seldepth) if seldepth > depth => format!("{depth}/{seldepth}"),
        (depth, _) => depth.to_string(),
    };
    EngineInfo {
        shown: true,
        name: name.into(),
        score: Evaluation::new(info.score, side, 0).map(|seen| score_text(seen.score)).unwrap_or_default().into(),
        depth: depth.into(),
        nodes: if info.nodes > 0 { count_text(info.nodes) } else { String::new() }.into(),
        speed: info.nps.filter(|nps| *nps > 0).map(count_text).unwrap_or_default().into(),
        time: info.time.map(|time| format!("{:.1} s", time.as_secs_f64())).unwrap_or_default().into(),
        line: line_text(session.position(), info, notation).into(),
    }
}

fn count_text(count: u64) -> String {
    match count {
        0..1_000 => count.to_string(),
        1_000..1_000_000 => format!("{:.0} k", count as f64 / 1e3),
        _ => format!("{:.2} M", count as f64 / 1e6),
    }
}

/// The engine's line in the game's notation, as far as it is legal; its remark where it gives no line.
fn line_text(position: &VariantPosition, info: &Info, notation: Notation) -> String {
    let words = line_words(position, &info.pv, notation);
    if words.is_empty() { info.text.clone() } else { words.join(" ") }
}

/// The variant in the window's words.
pub(super) fn ui_variant(variant: Variant) -> UiVariant {
    match variant {
        Variant::Gomoku => UiVariant::Gomoku,
        Variant::GomokuStandard => UiVariant::GomokuStandard,
        Variant::Renju => UiVariant::Renju,
        Variant::Xiangqi => UiVariant::Xiangqi,
    }
}

/// Slint counts in `i32`; no board, record or list here comes near its end.
fn int(value: usize) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}
