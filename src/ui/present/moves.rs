//! The record in the window: its list, and what can be done with the move shown.

use std::cell::RefCell;
use std::rc::Rc;

use slint::{ComponentHandle, Model, ModelRc, SharedString, VecModel};

use super::int;
use crate::session::Session;
use crate::session::record::{Judgement, NodeId};
use crate::ui::generated::{GameAdapter, MainWindow, MoveRow, MoveRowKind, MoveWord, RecordAdapter};
use crate::view::moves::{self, Cell, Fold, Layout, Row, Word};
use crate::view::notation::{Notation, NotationCache};

/// Moves that a folded panel shows.
const LATEST: usize = 3;

/// The list's model, with the rows that it was made from, so that only changed ones are sent.
pub(super) struct MovesPresenter {
    window: slint::Weak<MainWindow>,
    model: Rc<VecModel<MoveRow>>,
    shown: RefCell<Vec<Row>>,
    texts: RefCell<NotationCache>,
    layout: RefCell<Layout>,
}

impl MovesPresenter {
    pub(super) fn new(window: &MainWindow) -> MovesPresenter {
        let model = Rc::new(VecModel::default());
        window.global::<RecordAdapter>().set_moves(ModelRc::from(Rc::clone(&model)));
        MovesPresenter {
            window: window.as_weak(),
            model,
            shown: RefCell::default(),
            texts: RefCell::default(),
            layout: RefCell::default(),
        }
    }

    pub(super) fn follow(&self) {
        let Some(window) = self.window.upgrade() else { return };
        let record = window.global::<RecordAdapter>();
        record.set_follow_request(record.get_follow_request().wrapping_add(1));
    }

    pub(super) fn toggle_fold(&self, branch: NodeId) {
        let open = &mut self.layout.borrow_mut().open;
        if !open.remove(&branch) {
            open.insert(branch);
        }
    }

    pub(super) fn show(&self, session: &Session, window: &MainWindow, notation: Notation) {
        let adapter = window.global::<RecordAdapter>();
        let mut texts = self.texts.borrow_mut();
        texts.update(session, notation);
        self.layout.borrow_mut().width = adapter.get_line_ems();
        let rows = moves::rows(session, &texts, &self.layout.borrow());
        let current = session.record().current();
        let row = moves::row_of(&rows, current);
        self.send(rows);
        adapter.set_current_node(int(current.index()));
        adapter.set_current_row(row.map_or(-1, int));
        show_latest(session, &texts, &adapter);
        show_notes(session, &adapter);
        let game = window.global::<GameAdapter>();
        game.set_ply_count(int(session.record().line().len()));
        game.set_current_ply(int(session.record().node(current).depth()));
    }

    /// Sends what lies between the rows that stayed at the top and those that stayed at the bottom.
    fn send(&self, rows: Vec<Row>) {
        let mut shown = self.shown.borrow_mut();
        let shared = shown.len().min(rows.len());
        let top = shown.iter().zip(&rows).take_while(|(old, new)| old == new).count();
        let bottom = shown.iter().rev().zip(rows.iter().rev()).take(shared - top).take_while(|(old, new)| old == new);
        let bottom = bottom.count();
        let (old, new) = (top..shown.len() - bottom, top..rows.len() - bottom);
        for place in new.clone() {
            if old.contains(&place) {
                if shown[place] != rows[place] {
                    self.model.set_row_data(place, move_row(&rows[place]));
                }
            } else {
                self.model.insert(place, move_row(&rows[place]));
            }
        }
        for place in (new.end.max(old.start)..old.end).rev() {
            self.model.remove(place);
        }
        *shown = rows;
    }
}

/// What a folded panel shows: the last moves of the line, with their numbers.
fn show_latest(session: &Session, texts: &NotationCache, adapter: &RecordAdapter<'_>) {
    let record = session.record();
    let path = record.path(record.current());
    let latest: Vec<SharedString> = path[path.len().saturating_sub(LATEST)..]
        .iter()
        .map(|id| format!("{}. {}", record.node(*id).depth(), texts.text(*id)).into())
        .collect();
    if !adapter.get_latest().iter().eq(latest.iter().cloned()) {
        adapter.set_latest(ModelRc::from(Rc::new(VecModel::from(latest))));
    }
}

fn show_notes(session: &Session, adapter: &RecordAdapter<'_>) {
    let record = session.record();
    let current = record.current();
    let node = record.node(current);
    let place = node.notes.judgement.and_then(|judgement| Judgement::ALL.iter().position(|known| *known == judgement));
    adapter.set_comment(node.notes.comment.as_str().into());
    adapter.set_judgement(place.map_or(0, |place| int(place) + 1));
    adapter.set_can_delete(node.parent().is_some());
    adapter.set_can_promote(!record.is_main(current));
    adapter.set_has_siblings(node.parent().is_some_and(|parent| record.node(parent).children().len() > 1));
}

fn move_row(row: &Row) -> MoveRow {
    match row {
        Row::Pair { number, cells: [first, second], evaluation, pending } => MoveRow {
            kind: MoveRowKind::Pair,
            number: number.to_string().into(),
            first: first.as_ref().map_or("…".into(), cell_text),
            second: second.as_ref().map_or(if *pending { "…".into() } else { SharedString::default() }, cell_text),
            first_node: first.as_ref().map_or(0, |cell| int(cell.node.index())),
            second_node: second.as_ref().map_or(0, |cell| int(cell.node.index())),
            value: evaluation.map(|evaluation| moves::score_text(evaluation.score)).unwrap_or_default().into(),
            ..MoveRow::default()
        },
        Row::Comment { node, text } => MoveRow {
            kind: MoveRowKind::Comment,
            node: int(node.index()),
            comment: text.as_str().into(),
            ..MoveRow::default()
        },
        Row::Variation { branch, words, fold } => MoveRow {
            kind: MoveRowKind::Variation,
            node: int(branch.index()),
            words: ModelRc::from(Rc::new(VecModel::from_iter(words.iter().map(move_word)))),
            hidden: match fold {
                Fold::None => 0,
                Fold::Hidden(moves) => int(*moves),
                Fold::Open => -1,
            },
            ..MoveRow::default()
        },
    }
}

fn cell_text(cell: &Cell) -> SharedString {
    format!("{}{}", cell.text, cell.sign).into()
}

fn move_word(word: &Word) -> MoveWord {
    MoveWord { text: word.text.as_str().into(), node: word.node.map_or(0, |node| int(node.index())) }
}
