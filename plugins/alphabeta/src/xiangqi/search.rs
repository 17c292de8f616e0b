//! The search of a node: principal variation search with the field's pruning, reductions and extensions.
//!
//! Depths are whole plies, reductions are computed in 1/1024 ply. Margins are in evaluation units, a horse being worth
//! about 400.
//!
//! What the techniques save, as the geometric mean of nodes to depth 10 over 16 positions of self-play, 13.9 k with all of
//! them: without late move reductions 27.9 k, without pruning of single moves (counts, futility, history, exchanges) 32.6 k,
//! without reverse futility and razoring 19.3 k, without ProbCut and internal reduction 14.6 k, without null move 14.3 k;
//! without singular extensions 12.2 k, which are spent on depth where it matters. The effective branching factor from depth
//! 8 to 16 is 1.55. What they win, in 80 games of 4000 nodes a move with against without (±75 Elo): reverse futility and
//! razoring +93, late move reductions +57, null move +22, singular extensions +17; pruning of single moves wins nothing at so
//! few nodes (−17), and looser margins of it no more (+17, ±47).

mod learn;
mod prune;

use std::sync::LazyLock;

use sdk::rules::xiangqi::{Danger, PackedMove, Role};

use self::learn::Tried;
use super::histories::Trail;
use super::picker::Picker;
use super::position::Ending;
use super::searcher::{Frame, Searcher};
use crate::score::{self, Bounds, MAX_PLY, Score};
use crate::search::Worker;
use crate::table::{Bound, Entry};

/// Scores from here to [`score::DECISIVE`] are wins by the repetition rules. They depend on the way to the position, so
/// they are neither stored nor called mates.
const BY_RULE: Score = 20_000;

static LOGARITHMS: LazyLock<[i32; 256]> =
    LazyLock::new(|| std::array::from_fn(|n| (f64::from(n.max(1) as u32).ln() * 694.0) as i32));

/// The basic reduction of the `count`th move (from 1) at a depth, in 1/1024 ply.
pub fn reduction(depth: i32, count: usize) -> i32 {
    let logarithms = &*LOGARITHMS;
    logarithms[depth.clamp(0, 255) as usize] * logarithms[count.min(255)] / 1024 + 700
}

/// By how many plies a reduced move that turned out better than alpha is searched deeper: more where it is far better, less
/// where it is hardly so.
const fn second_look(above: Score, depth: i32) -> i32 {
    if above > 40 + 4 * depth {
        1
    } else if above < 8 {
        -1
    } else {
        0
    }
}

/// What is known about a node before its moves are tried.
struct Node {
    ply: usize,
    bounds: Bounds,
    depth: i32,
    /// Expected to fail high.
    cut: bool,
    key: u64,
    entry: Option<Entry>,
    table_move: PackedMove,
    excluded: PackedMove,
    danger: Danger,
    /// Corrected static evaluation, bettered by the table; [`score::NONE`] in check.
    evaluation: Score,
    /// Evaluation by the weights alone.
    raw: Score,
    /// Whether the side to move stands better than two plies ago.
    improving: bool,
    trail: Trail,
    /// Whether the position is or was on a main line.
    main_line: bool,
}

/// A move about to be searched.
struct Candidate {
    mv: PackedMove,
    /// Place in the order, from 1.
    count: usize,
    capture: Option<Role>,
    gives_check: bool,
    history: i32,
}

impl Searcher {
    /// The score of the position, at least within `bounds`, searched to `depth` plies.
    pub fn search<const PV: bool>(
        &mut self,
        ply: usize,
        bounds: Bounds,
        depth: i32,
        cut: bool,
        worker: &mut Worker<'_>,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<PV>(ply, bounds, 0, worker);
        }
        if !worker.enter(ply) {
            return score::DRAW;
        }
        if PV {
            self.lines.clear(ply);
        }
        let back = self.position.repeats();
        let open = match self.open_window(ply, bounds, back, worker) {
            Ok(open) => open,
            Err(score) => return score,
        };
        let score = self.search_open::<PV>(ply, open, depth, cut, back.is_some(), worker);
        // What the rules made sure of holds for the score too.
        let least = if open.alpha > bounds.alpha { open.alpha } else { -score::INFINITE };
        let most = if open.beta < bounds.beta { open.beta } else { score::INFINITE };
        score.clamp(least, most)
    }

    /// The score of a position whose line goes on.
    fn search_open<const PV: bool>(
        &mut self,
        ply: usize,
        bounds: Bounds,
        depth: i32,
        cut: bool,
        repeated: bool,
        worker: &mut Worker<'_>,
    ) -> Score {
        let key = if repeated { self.position.repeated_key() } else { self.position.table_key() };
        let excluded = self.frame(ply).excluded;
        let entry = self.table.probe(key, ply);
        if let Some(entry) = entry.filter(|_| !PV && excluded == PackedMove::NONE)
            && self.table_settles(&entry, bounds, depth)
        {
            self.reward_table_move(ply, &entry, bounds, depth);
            return entry.score;
        }
        let table_move = entry.and_then(|entry| PackedMove::from_raw(entry.mv)).unwrap_or(PackedMove::NONE);
        let mut node = Node {
            ply,
            bounds,
            depth,
            cut,
            key,
            entry,
            table_move,
            excluded,
            danger: self.position.board().danger(),
            evaluation: score::NONE,
            raw: score::NONE,
            improving: false,
            trail: self.trail(ply),
            main_line: PV || entry.is_some_and(|entry| entry.pv),
        };
        self.evaluate_node(&mut node);
        if let Some(score) = self.prune_node::<PV>(&mut node, worker) {
            return score;
        }
        self.search_moves::<PV>(&mut node, worker)
    }

    /// The window as far as the rules and the distance to a mate leave it open, or the score that they settle.
    pub fn open_window(
        &mut self,
        ply: usize,
        mut bounds: Bounds,
        back: Option<usize>,
        worker: &Worker<'_>,
    ) -> Result<Bounds, Score> {
        let us = self.position.side();
        match self.position.ending(back) {
            Some(Ending::Draw) if self.is_lost() => return Err(score::loss_in(ply)),
            Some(Ending::Draw) => return Err(self.draw_score(worker)),
            Some(Ending::Win(side)) => {
                return Err(if side == us { BY_RULE + 1000 - ply as Score } else { ply as Score - BY_RULE - 1000 });
            }
            Some(Ending::MayWin(side)) if side == us => bounds.alpha = bounds.alpha.max(score::DRAW),
            Some(Ending::MayWin(_)) => bounds.beta = bounds.beta.min(score::DRAW),
            None => {}
        }
        if ply >= MAX_PLY - 2 {
            return Err(if self.position.in_check() { score::DRAW } else { self.raw_evaluation() });
        }
        bounds.alpha = bounds.alpha.max(score::loss_in(ply));
        bounds.beta = bounds.beta.min(score::win_in(ply + 1));
        if bounds.alpha >= bounds.beta { Err(bounds.alpha) } else { Ok(bounds) }
    }

    /// Whether the side to move has no move: mate and stalemate come before any draw.
    fn is_lost(&self) -> bool {
        let board = self.position.board();
        board.count_moves(&board.danger()) == 0
    }

    /// Whether a table entry answers the node. Near the no-capture limit entries know too little of the way.
    fn table_settles(&self, entry: &Entry, bounds: Bounds, depth: i32) -> bool {
        entry.depth >= depth && entry.bound.settles(entry.score, bounds.beta) && self.position.quiet_plies() < 100
    }

    fn search_moves<const PV: bool>(&mut self, node: &mut Node, worker: &mut Worker<'_>) -> Score {
        let (ply, alpha_before) = (node.ply, node.bounds.alpha);
        let killers = self.frame(ply).killers;
        let favourites = [killers[0], killers[1], self.histories.reply(&node.trail)];
        let mut picker = Picker::new(self.position.board(), &node.danger, node.table_move, favourites);
        let (mut best, mut best_move, mut count) = (-score::INFINITE, PackedMove::NONE, 0);
        let mut tried = Tried::NONE;
        while let Some(mv) = picker.next(self.position.board(), &node.danger, &self.histories, &node.trail) {
            if mv == node.excluded {
                continue;
            }
            count += 1;
            let candidate = self.candidate(node, mv, count);
            if best > -score::DECISIVE && self.prune_move(node, &candidate, &mut picker) {
                continue;
            }
            let extension = if mv == node.table_move { self.extension::<PV>(node, mv, worker) } else { Ok(0) };
            let extension = match extension {
                Ok(extension) => extension,
                Err(score) => return score,
            };
            let score = self.search_candidate::<PV>(node, &candidate, extension, worker);
            if worker.stopped() {
                return score::DRAW;
            }
            if score > best {
                best = score;
                if score > node.bounds.alpha {
                    best_move = mv;
                    node.bounds.alpha = score;
                    if PV {
                        self.lines.set(ply, mv);
                    }
                    if score >= node.bounds.beta {
                        self.frame_mut(ply).cutoffs += 1;
                        break;
                    }
                    // Once a good move is known the others get less.
                    if node.depth > 3 && node.depth < 12 && !score::is_decisive(score) {
                        node.depth -= 1;
                    }
                }
            }
            tried.push(mv, candidate.capture);
        }
        if count == 0 {
            // With a move excluded there is just nothing else; otherwise mate or stalemate, and both lose.
            return if node.excluded != PackedMove::NONE { node.bounds.alpha } else { score::loss_in(ply) };
        }
        self.finish_node(node, alpha_before, best, best_move, &tried)
    }

    fn candidate(&self, node: &Node, mv: PackedMove, count: usize) -> Candidate {
        let board = self.position.board();
        let capture = board.man(mv.to()).map(|man| man.role);
        let history = match (board.man(mv.from()), capture) {
            (Some(man), None) => self.histories.quiet(board, mv, man, &node.trail),
            (Some(man), Some(role)) => self.histories.capture(mv, man, role),
            (None, _) => 0,
        };
        Candidate { mv, count, capture, gives_check: board.gives_check(mv), history }
    }

    /// By how many plies the table move is searched deeper (or less deep), or the score that makes the node fail high
    /// without it.
    fn extension<const PV: bool>(
        &mut self,
        node: &Node,
        mv: PackedMove,
        worker: &mut Worker<'_>,
    ) -> Result<i32, Score> {
        let ply = node.ply;
        let Some(entry) = node.entry else { return Ok(0) };
        let test = node.depth >= 6
            && node.excluded == PackedMove::NONE
            && entry.depth >= node.depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !score::is_decisive(entry.score)
            && entry.score.abs() < BY_RULE
            && ply < 2 * self.root_depth as usize
            && !self.is_shuffling(ply, mv);
        if !test {
            return Ok(0);
        }
        let limit = entry.score - (2 + i32::from(node.main_line && !PV)) * node.depth;
        let depth = (node.depth - 1) / 2;
        self.frame_mut(ply).excluded = mv;
        let frame = *self.frame(ply);
        let score = self.search::<false>(ply, Bounds::zero(limit - 1), depth, node.cut, worker);
        *self.frame_mut(ply) = Frame { excluded: PackedMove::NONE, ..frame };
        if worker.stopped() {
            return Ok(0);
        }
        if score < limit {
            let double = !PV && score < limit - 16 && self.frame(ply).extensions <= 6;
            return Ok(if double { 2 } else { 1 });
        }
        if limit >= node.bounds.beta {
            return Err(limit);
        }
        if entry.score >= node.bounds.beta {
            return Ok(-2);
        }
        Ok(if node.cut { -1 } else { 0 })
    }

    /// Whether a move takes back the last own one, late in a quiet game: such lines are never extended.
    fn is_shuffling(&self, ply: usize, mv: PackedMove) -> bool {
        let last = self.frame_before(ply, 2).mv;
        self.position.quiet_plies() >= 10 && ply >= 12 && last.to() == mv.from() && last.from() == mv.to()
    }

    /// Searches a move: the first one with the window of the node, others reduced and with the question whether they
    /// are better.
    fn search_candidate<const PV: bool>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
        worker: &mut Worker<'_>,
    ) -> Score {
        let ply = node.ply;
        let mut depth = node.depth - 1 + extension;
        let flipped = node.bounds.flipped();
        self.frame_mut(ply + 1).extensions = self.frame(ply).extensions + (extension - 1).max(0);
        let reduced = self.late_reduction::<PV>(node, candidate);
        self.make(ply, candidate.mv);
        let zero = Bounds::zero(-node.bounds.alpha - 1);
        let mut score = -score::INFINITE;
        let mut full = !PV || candidate.count > 1;
        if node.depth >= 2 && candidate.count > 1 + usize::from(PV) {
            let less = (depth - reduced / 1024).clamp(1.min(depth), depth);
            self.frame_mut(ply).reduction = depth - less;
            score = -self.search::<false>(ply + 1, zero, less, true, worker);
            self.frame_mut(ply).reduction = 0;
            full = score > node.bounds.alpha && less < depth;
            if full {
                depth += second_look(score - node.bounds.alpha, depth);
                full = less < depth;
            }
        }
        if full && !worker.stopped() {
            score = -self.search::<false>(ply + 1, zero, depth, !node.cut, worker);
        }
        if PV && (candidate.count == 1 || score > node.bounds.alpha) && !worker.stopped() {
            score = -self.search::<true>(ply + 1, flipped, depth, false, worker);
        }
        self.position.unmake();
        score
    }

    /// By how much a late move is reduced, in 1/1024 ply.
    fn late_reduction<const PV: bool>(&self, node: &Node, candidate: &Candidate) -> i32 {
        let mut reduced = reduction(node.depth, candidate.count);
        if !node.improving {
            reduced += 400;
        }
        if node.main_line {
            reduced -= if PV { 1400 } else { 700 };
        }
        if node.cut {
            reduced += 1400;
        }
        if node.table_move != PackedMove::NONE && self.position.board().man(node.table_move.to()).is_some() {
            reduced += 600;
        }
        if self.frame(node.ply + 1).cutoffs > 3 {
            reduced += 700;
        }
        if candidate.gives_check {
            reduced -= 900;
        }
        if candidate.capture.is_some() {
            reduced -= 700 + candidate.history / 12;
        } else {
            reduced -= candidate.history / 14;
            if self.frame(node.ply).killers.contains(&candidate.mv) {
                reduced -= 900;
            }
        }
        reduced
    }
}
