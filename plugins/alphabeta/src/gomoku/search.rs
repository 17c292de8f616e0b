//! The search of Gomoku: principal variation search whose moves the threats on the board choose.

mod quiescence;
mod selectivity;
mod tuning;

use std::sync::Arc;

use sdk::rules::Move;
use sdk::rules::gomoku::Cell;

use super::board::SearchBoard;
use super::cell_set::{CellSet, cell_at};
use super::class::Class;
use super::history::{Context, Histories};
use super::picker::{Candidate, First, Picker};
use super::prover::fours::FoursProver;
use super::prover::threats::ThreatsProver;
use super::prover::{Budget, Win};
use super::threat::{Situation, situation};
use crate::score::{self, Bounds, MAX_PLY, Score};
use crate::search::line::Lines;
use crate::search::{Ask, Game, Solution, Worker};
use crate::table::{Bound, Entry, Table};
use selectivity::Singular;

/// What is known about the path to a node.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Static evaluation of the position.
    evaluation: Score,
    /// Moves that cut off here before.
    killers: [Option<Cell>; 2],
}

/// One thread's search of a position.
pub struct Search {
    pub(super) board: SearchBoard,
    table: Arc<Table>,
    lines: Lines<Cell>,
    pub(super) histories: Box<Histories>,
    frames: Vec<Frame>,
    pickers: Vec<Picker>,
    /// Nodes that each prover may spend at the root.
    prover_nodes: u64,
    threats: ThreatsProver,
}

/// The nodes of a prover, counted with those of the search.
struct ProverBudget<'a, 'w> {
    worker: &'a mut Worker<'w>,
    left: u64,
}

impl Budget for ProverBudget<'_, '_> {
    fn spend(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.worker.enter(0) && self.left > 0
    }

    fn refill(&mut self, nodes: u64) {
        self.left += nodes;
    }
}

/// A node as it is asked for.
#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    depth: i32,
    ply: usize,
    /// Whether the node is expected to cut off.
    cut: bool,
    /// A move that is left out, to see how good the others are.
    excluded: Option<Cell>,
}

impl Search {
    /// A search of a position with the table that all threads share. Each prover may spend `prover_nodes` at the root.
    pub fn new(board: SearchBoard, table: Arc<Table>, histories: Box<Histories>, prover_nodes: u64) -> Search {
        let frame = Frame { evaluation: score::NONE, killers: [None; 2] };
        Search {
            board,
            table,
            lines: Lines::new(Cell::default()),
            histories,
            frames: vec![frame; MAX_PLY + 2],
            pickers: (0..MAX_PLY + 2).map(|_| Picker::default()).collect(),
            prover_nodes,
            threats: ThreatsProver::default(),
        }
    }

    /// Searches a node.
    fn search<const PV: bool>(&mut self, mut node: Node, worker: &mut Worker<'_>) -> Score {
        let ply = node.ply;
        self.lines.clear(ply);
        if !worker.enter(ply) {
            return score::DRAW;
        }
        // Ends of the game, of the line, and of what could still matter.
        if self.board.empty().is_empty() {
            return score::DRAW;
        }
        if ply >= MAX_PLY - 2 {
            return score::clamp_evaluation(self.board.evaluate());
        }
        node.bounds.alpha = node.bounds.alpha.max(score::loss_in(ply));
        node.bounds.beta = node.bounds.beta.min(score::win_in(ply + 1));
        if node.bounds.alpha >= node.bounds.beta {
            return node.bounds.alpha;
        }
        let cells = match situation(&mut self.board, ply) {
            Situation::Decided(score, mv) => {
                self.end_line(ply, mv);
                return score;
            }
            Situation::StopFive(cell) => return self.forced::<PV>(node, cell, worker),
            Situation::StopOpenFour(stops) => Some(stops.or(&self.fours())),
            Situation::Free => None,
        };
        if node.depth <= 0 {
            return self.quiesce(node.bounds, 0, ply, worker);
        }
        let known = self.table.probe(self.board.key(), ply);
        if let Some(entry) = known
            && !PV
            && node.excluded.is_none()
            && entry.depth >= node.depth
            && entry.bound.settles(entry.score, node.bounds.beta)
        {
            return entry.score;
        }
        let evaluation = self.evaluation(known.as_ref());
        self.frames[ply].evaluation = evaluation;
        if let Some(score) = self.quick_win(&node, worker) {
            return score;
        }
        self.frames[ply + 2].killers = [None; 2];
        if !PV
            && cells.is_none()
            && node.excluded.is_none()
            && let Some(score) = self.prune_node(&node, known.as_ref(), worker)
        {
            return score;
        }
        // Internal iterative reduction: without a move from the table the order is poor.
        let mut node = node;
        if known.is_none_or(|entry| entry.mv == 0) && node.depth >= tuning::IIR_DEPTH {
            node.depth -= 1;
        }
        self.search_moves::<PV>(node, cells, known, worker)
    }

    /// Searches the moves of a node: `cells`, or all candidates.
    fn search_moves<const PV: bool>(
        &mut self,
        node: Node,
        cells: Option<CellSet>,
        known: Option<Entry>,
        worker: &mut Worker<'_>,
    ) -> Score {
        let ply = node.ply;
        let side = self.board.to_move();
        let context = self.context();
        let first = First {
            table: known.map(|entry| entry.mv).filter(|mv| *mv != 0).map(|mv| cell_at(mv.into())),
            killers: self.frames[ply].killers,
            counter: self.histories.counter(&context),
        };
        let set = self.moves_or_all(cells);
        let mut picker = std::mem::take(&mut self.pickers[ply]);
        picker.fill(&self.board, set, &first, &context, &self.histories);
        let mut open = node.bounds;
        let mut best = -score::INFINITE;
        let mut best_move = None;
        let mut count = 0;
        let mut tried: [Option<Candidate>; 32] = [None; 32];
        while let Some(candidate) = picker.best() {
            if node.excluded == Some(candidate.cell) || self.board.is_forbidden(side, candidate.cell) {
                continue;
            }
            if best > -score::DECISIVE && self.prune_move::<PV>(&node, &candidate, count, cells.is_some(), open.alpha) {
                continue;
            }
            count += 1;
            let mut extension = 0;
            if first.table == Some(candidate.cell) {
                match self.singular(&node, known.as_ref(), candidate.cell, worker) {
                    Singular::CutOff(score) if !PV => {
                        self.pickers[ply] = picker;
                        return score;
                    }
                    Singular::Only => extension = 1,
                    _ => {}
                }
            }
            self.board.make(candidate.cell);
            let child_node = Node { depth: node.depth + extension, ..node };
            let score = self.search_child::<PV>(&child_node, open, &candidate, count, cells.is_some(), worker);
            self.board.unmake();
            if worker.stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > open.alpha {
                    best_move = Some(candidate);
                    open.alpha = score;
                    if PV {
                        self.lines.set(ply, candidate.cell);
                    }
                }
                if score >= open.beta {
                    break;
                }
            }
            if count <= tried.len() {
                tried[count - 1] = Some(candidate);
            }
        }
        self.pickers[ply] = picker;
        if worker.stopped() {
            return score::DRAW;
        }
        if count == 0 && node.excluded.is_some() {
            return node.bounds.alpha;
        }
        if count == 0 {
            // Black has forbidden points only: no move at all, or none that stops the open four.
            best = if cells.is_some() { score::loss_in(ply + 4) } else { score::loss_in(ply) };
        }
        if best >= node.bounds.beta
            && let Some(candidate) = best_move
        {
            self.reward(&node, &candidate, &tried, &context);
        }
        if node.excluded.is_some() {
            return best;
        }
        let bound = Bound::of(best, node.bounds.alpha, node.bounds.beta);
        let mv = best_move.map_or(0, |candidate| candidate.cell.index() as u16);
        let evaluation = self.frames[ply].evaluation;
        let entry = Entry { mv, score: best, evaluation, depth: node.depth, bound, pv: PV };
        self.table.store(self.board.key(), ply, entry);
        best
    }

    /// Searches the position after a move that was made, the `count`th of its node.
    fn search_child<const PV: bool>(
        &mut self,
        node: &Node,
        open: Bounds,
        candidate: &Candidate,
        count: usize,
        defending: bool,
        worker: &mut Worker<'_>,
    ) -> Score {
        let depth = node.depth - 1;
        let child = |bounds: Bounds, depth, cut| Node {
            bounds: bounds.flipped(),
            depth,
            ply: node.ply + 1,
            cut,
            excluded: None,
        };
        if count == 1 {
            return if PV {
                -self.search::<true>(child(open, depth, false), worker)
            } else {
                -self.search::<false>(child(open, depth, !node.cut), worker)
            };
        }
        let zero = Bounds::zero(open.alpha);
        let reduction = self.reduction::<PV>(node, candidate, count, defending);
        let mut score = -self.search::<false>(child(zero, depth - reduction, true), worker);
        if score > open.alpha && reduction > 0 && !worker.stopped() {
            score = -self.search::<false>(child(zero, depth, !node.cut), worker);
        }
        if PV && score > open.alpha && score < open.beta && !worker.stopped() {
            score = -self.search::<true>(child(open, depth, false), worker);
        }
        score
    }

    /// The only move against a five is made at no cost of depth.
    fn forced<const PV: bool>(&mut self, node: Node, cell: Cell, worker: &mut Worker<'_>) -> Score {
        self.board.make(cell);
        let child = Node { bounds: node.bounds.flipped(), ply: node.ply + 1, cut: !node.cut, excluded: None, ..node };
        let score = -self.search::<PV>(child, worker);
        self.board.unmake();
        if PV && !worker.stopped() && score > node.bounds.alpha {
            self.lines.set(node.ply, cell);
        }
        score
    }

    /// Looks for a win by force at the root: by fours, then by threes and fours.
    fn proven_win(&mut self, worker: &mut Worker<'_>) -> Option<(Win, &'static str)> {
        let left = self.prover_nodes;
        let by_fours = FoursProver::default().prove(&mut self.board, &mut ProverBudget { worker, left });
        if let Some(win) = by_fours {
            return Some((win, "win by fours"));
        }
        let by_threats = self.threats.prove(&mut self.board, &mut ProverBudget { worker, left });
        by_threats.map(|win| (win, "win by threes and fours"))
    }

    /// Learns from a cut-off.
    fn reward(&mut self, node: &Node, best: &Candidate, tried: &[Option<Candidate>; 32], context: &Context) {
        let killers = &mut self.frames[node.ply].killers;
        if killers[0] != Some(best.cell) {
            *killers = [Some(best.cell), killers[0]];
        }
        self.histories.set_counter(context, best.cell);
        let bonus = (node.depth * node.depth * 16 + node.depth * 40).min(1600);
        self.histories.update(context, best.cell, best.class, bonus);
        for other in tried.iter().map_while(|other| *other) {
            if other.cell != best.cell {
                self.histories.update(context, other.cell, other.class, -bonus);
            }
        }
    }

    fn evaluation(&self, known: Option<&Entry>) -> Score {
        match known {
            Some(entry) if entry.evaluation != score::NONE => entry.evaluation,
            _ => score::clamp_evaluation(self.board.evaluate()),
        }
    }

    fn improving(&self, ply: usize) -> bool {
        ply >= 2
            && self.frames[ply - 2].evaluation != score::NONE
            && self.frames[ply].evaluation > self.frames[ply - 2].evaluation
    }

    /// The cells given, or the candidates, or where none is open every empty cell.
    fn moves_or_all(&mut self, cells: Option<CellSet>) -> CellSet {
        let side = self.board.to_move();
        if let Some(cells) = cells {
            return cells;
        }
        let near = self.board.candidates();
        let open = if self.board.has_forbidden_points(side) {
            near.iter().any(|cell| !self.board.is_forbidden(side, cell))
        } else {
            !near.is_empty()
        };
        if open { near } else { *self.board.empty() }
    }

    /// The cells where the side to move makes a plain four.
    fn fours(&self) -> CellSet {
        let side = self.board.to_move();
        [Class::FourPlus, Class::FourThree]
            .into_iter()
            .fold(*self.board.cells(side, Class::Four), |all, class| all.or(self.board.cells(side, class)))
    }

    fn context(&self) -> Context {
        let played = self.board.played();
        let from_end = |steps| played.len().checked_sub(steps).map(|index| played[index]);
        Context { side: self.board.to_move(), last: from_end(1), own_last: from_end(2) }
    }

    /// Ends the best line of a ply with a move that decides.
    fn end_line(&mut self, ply: usize, mv: Option<Cell>) {
        if let Some(mv) = mv {
            self.lines.clear(ply + 1);
            self.lines.set(ply, mv);
        }
    }
}

impl Game for Search {
    type Move = Cell;

    fn external(cell: Cell) -> Move {
        Move::Put { to: cell.point() }
    }

    fn root_moves(&mut self) -> Vec<Cell> {
        let side = self.board.to_move();
        let context = self.context();
        let mut picker = Picker::default();
        let near = self.moves_or_all(None);
        picker.fill(&self.board, near, &First::default(), &context, &self.histories);
        let mut moves: Vec<Cell> = std::iter::from_fn(|| picker.best()).map(|candidate| candidate.cell).collect();
        moves.extend(self.board.empty().iter().filter(|cell| !near.contains(*cell)));
        moves.retain(|cell| !self.board.is_forbidden(side, *cell));
        moves
    }

    fn solve(&mut self, moves: &mut Vec<Cell>, worker: &mut Worker<'_>) -> Option<Solution<Cell>> {
        let (win, text) = self.proven_win(worker)?;
        let first = win.line.first()?;
        moves.contains(first).then(|| Solution {
            score: score::win_in(win.plies),
            line: win.line,
            text: text.to_owned(),
        })
    }

    fn search_move(&mut self, cell: Cell, ask: &Ask, worker: &mut Worker<'_>) -> Score {
        self.frames[0].evaluation = score::clamp_evaluation(self.board.evaluate());
        self.board.make(cell);
        let node = Node {
            bounds: ask.bounds.flipped(),
            depth: ask.depth - 1 - ask.reduction,
            ply: 1,
            cut: !ask.pv,
            excluded: None,
        };
        let score = if ask.pv { -self.search::<true>(node, worker) } else { -self.search::<false>(node, worker) };
        self.board.unmake();
        score
    }

    fn line(&self) -> &[Cell] {
        self.lines.get(1)
    }

    fn root_reduction(&self, cell: Cell, index: usize, depth: i32) -> i32 {
        let side = self.board.to_move();
        let quiet = !self.board.class(side, cell).is_attack() && !self.board.class(side.other(), cell).is_attack();
        if depth < 3 || !quiet { 0 } else { (tuning::base_reduction(depth, index + 1) - 1024).max(0) / 1024 }
    }

    fn centipawns(&self, score: Score) -> i32 {
        tuning::centipawns(score)
    }

    fn aspiration(&self) -> Score {
        tuning::ASPIRATION
    }
}
