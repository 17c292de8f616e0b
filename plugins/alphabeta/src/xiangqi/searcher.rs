//! One thread's search state, and how the driver asks it.

use std::sync::Arc;

use fastrand::Rng;
use sdk::rules::Move;
use sdk::rules::xiangqi::{Kind, MoveList, PackedMove, Xiangqi};

use super::accumulator::Accumulator as _;
use super::book;
use super::exchange;
use super::histories::{Histories, TRAIL_PLIES, Trail, man_point};
use super::position::{Ending, Position};
use super::weights::Weights;
use crate::score::{self, Bounds, MAX_PLY, Score};
use crate::search::line::Lines;
use crate::search::{Ask, Game, Solution, Worker};
use crate::table::{Bound, Entry, Table};

/// Frames below the root, so that looking back needs no test.
const BELOW_ROOT: usize = 8;

/// What is kept for each ply of the present line.
#[derive(Clone, Copy)]
pub struct Frame {
    /// Corrected static evaluation for the side to move, [`score::NONE`] in check.
    pub evaluation: Score,
    /// The move made from here; [`PackedMove::NONE`] for a pass.
    pub mv: PackedMove,
    /// The man moved and where to, `None` for a pass or before the root.
    pub moved: Option<u16>,
    /// Whether the move captured.
    pub captured: bool,
    /// The move left out in a singular extension test.
    pub excluded: PackedMove,
    /// Quiet moves that refuted siblings.
    pub killers: [PackedMove; 2],
    /// How often children of this ply failed high.
    pub cutoffs: u32,
    /// Plies by which the line was extended beyond its depth.
    pub extensions: i32,
    /// By how many plies the move made from here was reduced.
    pub reduction: i32,
}

impl Frame {
    const EMPTY: Frame = Frame {
        evaluation: score::NONE,
        mv: PackedMove::NONE,
        moved: None,
        captured: false,
        excluded: PackedMove::NONE,
        killers: [PackedMove::NONE; 2],
        cutoffs: 0,
        extensions: 0,
        reduction: 0,
    };
}

/// One thread's search.
pub struct Searcher {
    /// The position, at the root between calls.
    pub position: Position,
    /// Evaluation weights.
    pub weights: &'static Weights,
    /// Shared by all threads.
    pub table: Arc<Table>,
    /// Kept from move to move.
    pub histories: Histories,
    /// Best lines by ply.
    pub lines: Lines<PackedMove>,
    /// Depth asked for at the root.
    pub root_depth: i32,
    /// The ply from which on the null move may be tried by each side.
    pub null_from: usize,
    /// The seed of the choice among book moves, where the book is to be used.
    pub book: Option<u64>,
    frames: Vec<Frame>,
}

impl Searcher {
    /// A search of `root` that begins with what `histories` know.
    pub fn new(root: &Xiangqi, weights: &'static Weights, table: Arc<Table>, histories: Histories) -> Searcher {
        let mut frames = vec![Frame::EMPTY; BELOW_ROOT + MAX_PLY + 4];
        // The moves that led to the root are a trail for the first plies.
        let mut back = root.clone();
        for ply in 1..BELOW_ROOT {
            let Some(mv) = back.unmake() else { break };
            let man = back.board().man(mv.from());
            frames[BELOW_ROOT - ply].moved = man.map(|man| man_point(man, mv.to()) as u16);
            frames[BELOW_ROOT - ply].mv = mv;
        }
        Searcher {
            position: Position::new(root, weights),
            weights,
            table,
            histories,
            lines: Lines::new(PackedMove::NONE),
            root_depth: 0,
            null_from: 0,
            book: None,
            frames,
        }
    }

    /// The frame of a ply.
    #[inline]
    pub fn frame(&self, ply: usize) -> &Frame {
        &self.frames[BELOW_ROOT + ply]
    }

    /// The frame of a ply.
    #[inline]
    pub fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[BELOW_ROOT + ply]
    }

    /// The frame `back` plies before a ply, which may lie before the root; at most 7.
    #[inline]
    pub fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[BELOW_ROOT + ply - back]
    }

    /// The moves that led to a ply.
    #[inline]
    pub fn trail(&self, ply: usize) -> Trail {
        TRAIL_PLIES.map(|back| self.frame_before(ply, back).moved)
    }

    /// Makes a move from `ply`, and writes it down in the frame.
    #[inline]
    pub fn make(&mut self, ply: usize, mv: PackedMove) {
        let moved = self.position.board().man(mv.from()).map(|man| man_point(man, mv.to()) as u16);
        let captured = self.position.make(mv).is_some();
        let frame = self.frame_mut(ply);
        (frame.mv, frame.moved, frame.captured) = (mv, moved, captured);
    }

    /// The static evaluation as the weights give it.
    #[inline]
    pub fn raw_evaluation(&self) -> Score {
        self.position.kept().evaluate(self.position.board(), self.weights)
    }

    /// The static evaluation as searches of similar positions corrected it; it fades as the no-capture limit comes near.
    #[inline]
    pub fn corrected(&self, raw: Score) -> Score {
        let value = raw + self.histories.correction(self.position.board());
        score::clamp_evaluation(value - value * i32::from(self.position.quiet_plies()) / 280)
    }

    /// Takes out the moves that lose the game at once by the repetition rules, unless all do: being mated later is better,
    /// as the opponent has to find it.
    fn drop_losses_by_rule(&mut self, moves: &mut Vec<PackedMove>) {
        let us = self.position.side();
        let mut loses = |mv: PackedMove| {
            self.position.make(mv);
            let back = self.position.repeats();
            let ending = back.and_then(|_| self.position.ending(back));
            self.position.unmake();
            ending == Some(Ending::Win(us.other()))
        };
        let others: Vec<_> = moves.iter().copied().filter(|&mv| !loses(mv)).collect();
        if !others.is_empty() {
            *moves = others;
        }
    }

    /// The score of a draw: beside 0 by chance, so that the search does not take all draws for one.
    #[inline]
    pub fn draw_score(&self, worker: &Worker<'_>) -> Score {
        score::DRAW - 1 + (worker.nodes() & 2) as Score
    }
}

impl Game for Searcher {
    type Move = PackedMove;

    fn external(mv: PackedMove) -> Move {
        mv.unpack()
    }

    fn root_moves(&mut self) -> Vec<PackedMove> {
        let board = self.position.board();
        let danger = board.danger();
        let mut list = MoveList::new();
        board.generate(Kind::All, &danger, &mut list);
        let known = self.table.probe(self.position.table_key(), 0).map_or(0, |entry| entry.mv);
        let trail = self.trail(0);
        let worth = |mv: PackedMove| {
            let Some(man) = board.man(mv.from()) else { return 0 };
            let quiet = || self.histories.quiet(board, mv, man, &trail) / 64;
            board.man(mv.to()).map_or_else(quiet, |_| {
                let sign = if exchange::wins_at_least(board, mv, 0) { 1 } else { -1 };
                sign * (2000 + exchange::value_on(board, mv.to()))
            })
        };
        let mut moves = list.to_vec();
        moves.sort_by_key(|&mv| if mv.raw() == known { i32::MIN } else { -worth(mv) });
        self.drop_losses_by_rule(&mut moves);
        moves
    }

    fn solve(&mut self, moves: &mut Vec<PackedMove>, _worker: &mut Worker<'_>) -> Option<Solution<PackedMove>> {
        let mut rng = Rng::with_seed(self.book?);
        let mv = book::choose(self.position.board().key(), &mut rng, |mv| moves.contains(&mv))?;
        Some(Solution { line: vec![mv], score: self.raw_evaluation(), text: "from the opening book".to_owned() })
    }

    fn search_move(&mut self, mv: PackedMove, ask: &Ask, worker: &mut Worker<'_>) -> Score {
        self.root_depth = ask.depth;
        self.null_from = 0;
        let evaluation = if self.position.in_check() { score::NONE } else { self.corrected(self.raw_evaluation()) };
        self.frame_mut(0).evaluation = evaluation;
        self.frame_mut(0).extensions = 0;
        self.frame_mut(1).cutoffs = 0;
        self.make(0, mv);
        self.frame_mut(0).reduction = ask.reduction;
        let bounds = ask.bounds.flipped();
        let depth = ask.depth - 1 - ask.reduction;
        let score = if ask.pv {
            -self.search::<true>(1, bounds, depth, false, worker)
        } else {
            -self.search::<false>(1, Bounds::zero(bounds.alpha), depth, true, worker)
        };
        self.frame_mut(0).reduction = 0;
        self.position.unmake();
        score
    }

    fn line(&self) -> &[PackedMove] {
        self.lines.get(1)
    }

    fn root_reduction(&self, mv: PackedMove, index: usize, depth: i32) -> i32 {
        let board = self.position.board();
        if depth < 3 || index < 2 || board.man(mv.to()).is_some() || board.gives_check(mv) {
            return 0;
        }
        (super::search::reduction(depth, index + 1) / 1024 - 1).max(0)
    }

    fn finish_depth(&mut self, best: PackedMove, score: Score, depth: i32) {
        let entry = Entry { mv: best.raw(), score, evaluation: score::NONE, depth, bound: Bound::Lower, pv: true };
        self.table.store(self.position.table_key(), 0, entry);
    }

    fn centipawns(&self, score: Score) -> i32 {
        score
    }

    fn aspiration(&self) -> Score {
        12
    }

    /// Late moves are reduced by up to this much, and a shorter mate may begin with one.
    fn proof_margin(&self) -> i32 {
        16
    }
}
