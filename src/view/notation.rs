//! Moves as text.
//!
//! A move of Xiangqi is written from the position before it. Whoever shows a whole record keeps a [`NotationCache`], so
//! that a new move costs one move to write and not the game.

use std::rc::Rc;

use rules::{Move, Position, VariantPosition, xiangqi};

use crate::session::record::{NodeId, Record};
use crate::session::{Session, Setup};

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// `H8`, `h2e2`.
    #[default]
    Coordinates,
    /// 炮二平五 (Xiangqi; Gomoku has coordinates only).
    Chinese,
    /// `C2=5` (Xiangqi).
    Wxf,
    /// `H2-E2` (Xiangqi).
    Iccs,
}

/// A move of a position as text.
#[must_use]
pub fn move_text(position: &VariantPosition, mv: Move, notation: Notation) -> String {
    match position {
        VariantPosition::Gomoku(position) => position.variant().move_text(mv).to_uppercase(),
        VariantPosition::Xiangqi(position) => match notation {
            Notation::Coordinates => position.variant().move_text(mv),
            Notation::Chinese => xiangqi::chinese(position, mv),
            Notation::Wxf => xiangqi::wxf(position, mv),
            Notation::Iccs => xiangqi::iccs(mv),
        },
    }
}

/// The texts of a record's moves, each written once.
#[derive(Debug, Default)]
pub struct NotationCache {
    game: Option<(Setup, Notation)>,
    texts: Vec<Option<Written>>,
    scratch: Option<Scratch>,
}

#[derive(Debug)]
struct Written {
    mv: Move,
    parent: NodeId,
    text: Rc<str>,
}

/// A board that is taken from move to move.
#[derive(Debug)]
struct Scratch {
    position: VariantPosition,
    moves: Vec<Move>,
}

impl NotationCache {
    /// Writes what a session's record has new, whatever game or notation came before.
    pub fn update(&mut self, session: &Session, notation: Notation) {
        if self.game.as_ref().is_none_or(|(setup, known)| setup != session.setup() || *known != notation) {
            *self = NotationCache { game: Some((session.setup().clone(), notation)), ..NotationCache::default() };
        }
        let record = session.record();
        self.texts.resize_with(record.capacity(), || None);
        // A parent's number is lower than its children's: what stands for it is settled before theirs.
        let mut renewed = vec![false; record.capacity()];
        for id in (1..record.capacity()).filter_map(|index| record.node_id(index)) {
            let node = record.node(id);
            let (Some(mv), Some(parent)) = (node.mv(), node.parent()) else { continue };
            let is_same = |known: &Written| known.mv == mv && known.parent == parent && !renewed[parent.index()];
            if !self.texts[id.index()].as_ref().is_some_and(is_same) {
                renewed[id.index()] = true;
                let text = self.write(session, parent, mv, notation).into();
                self.texts[id.index()] = Some(Written { mv, parent, text });
            }
        }
    }

    /// The text of a node's move, empty at the root.
    #[must_use]
    pub fn text(&self, id: NodeId) -> Rc<str> {
        self.texts.get(id.index()).and_then(Option::as_ref).map_or_else(|| "".into(), |known| Rc::clone(&known.text))
    }

    fn write(&mut self, session: &Session, parent: NodeId, mv: Move, notation: Notation) -> String {
        if session.setup().variant.is_gomoku() {
            return session.setup().variant.move_text(mv).to_uppercase();
        }
        if self.scratch.is_none() {
            self.scratch = session.setup().position().ok().map(|position| Scratch { position, moves: Vec::new() });
        }
        let Some(scratch) = &mut self.scratch else { return String::new() };
        scratch.go_to(session.record(), parent);
        move_text(&scratch.position, mv, notation)
    }
}

impl Scratch {
    fn go_to(&mut self, record: &Record, id: NodeId) {
        let moves: Vec<_> = record.path(id).into_iter().filter_map(|id| record.node(id).mv()).collect();
        let shared = self.moves.iter().zip(&moves).take_while(|(a, b)| a == b).count();
        for _ in shared..self.moves.len() {
            self.position.undo();
        }
        moves[shared..].iter().for_each(|mv| self.position.play_unchecked(*mv));
        self.moves = moves;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rules::Variant;

    use super::*;
    use crate::session::seat::Seat;
    use crate::session::{Edit, Input};

    const NOW: Duration = Duration::ZERO;

    fn play(session: &mut Session, moves: &str) {
        for text in moves.split(' ') {
            session.apply(Input::Play(Variant::Xiangqi.parse_move(text).unwrap()), NOW);
        }
    }

    fn line(cache: &NotationCache, session: &Session) -> String {
        let texts: Vec<_> = session.record().line().into_iter().map(|id| cache.text(id).to_string()).collect();
        texts.join(" ")
    }

    #[test]
    fn a_line_is_written_from_its_own_positions_and_kept_through_edits() {
        let mut session = Session::new(Setup::new(Variant::Xiangqi, 0), [Seat::Human, Seat::Human]).unwrap();
        let mut cache = NotationCache::default();
        play(&mut session, "h2e2 h9g7 h0g2");
        cache.update(&session, Notation::Chinese);
        assert_eq!(line(&cache, &session), "炮二平五 马８进７ 马二进三");
        let first = session.record().path(session.record().current())[0];
        session.apply(Input::GoTo(first), NOW);
        play(&mut session, "b9c7 b0c2");
        cache.update(&session, Notation::Chinese);
        assert_eq!(line(&cache, &session), "炮二平五 马２进３ 马八进七");
        session.apply(Input::Edit(first, Edit::Delete), NOW);
        play(&mut session, "b2e2");
        cache.update(&session, Notation::Chinese);
        assert_eq!(line(&cache, &session), "炮八平五");
        cache.update(&session, Notation::Iccs);
        assert_eq!(line(&cache, &session), "B2-E2");
    }

    #[test]
    fn another_game_with_the_same_numbers_is_written_anew() {
        let mut cache = NotationCache::default();
        for (moves, text) in [("h2e2 h9g7", "炮二平五 马８进７"), ("b2e2 h9g7", "炮八平五 马８进７")] {
            let mut session = Session::new(Setup::new(Variant::Xiangqi, 0), [Seat::Human, Seat::Human]).unwrap();
            play(&mut session, moves);
            cache.update(&session, Notation::Chinese);
            assert_eq!(line(&cache, &session), text);
        }
    }
}
