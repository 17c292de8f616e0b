//! Iterative deepening: depth after depth, line after line, on one or more threads.

use std::thread;
use std::time::Duration;

use fastrand::Rng;
use sdk::rules::Side;
use sdk::{Bound, Control, Fault, Info, Limits, SearchResult};

use super::root::{self, RootMove};
use super::time::{Progress, TimePlan};
use super::worker::{Shared, Worker};
use super::{Ask, Game, Solution};
use crate::level::Strength;
use crate::score::{self, Bounds, MAX_PLY, Score};

/// Depth beyond which no line can be searched.
const MAX_DEPTH: i32 = MAX_PLY as i32 - 28;
/// Lines from which a move is chosen where a level tolerates weaker ones.
const CHOICES: usize = 12;
/// Depth at which the answer is given when there is only one move.
const FORCED_DEPTH: i32 = 6;
/// Time from which bounds are reported, and not only finished lines.
const TALKATIVE: Duration = Duration::from_secs(2);

/// What a search is asked.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The limits.
    pub limits: &'a Limits,
    /// The line to the host.
    pub control: &'a Control<'a>,
    /// The strength to play at.
    pub strength: Strength,
    /// The side to move.
    pub side: Side,
    /// What the choice between equals depends on, beside the seed: the position's key.
    pub key: u64,
    /// Fill of the transposition table in thousandths.
    pub table_fill: &'a (dyn Fn() -> u16 + Sync),
}

/// Searches with one thread for each of `games`, which all stand on the same position, and answers.
///
/// # Errors
/// There is no move to choose from.
pub fn think<G: Game>(games: &mut [G], request: &Request<'_>) -> Result<SearchResult, Fault> {
    let limits = request.limits;
    let unbounded = limits.is_unbounded(request.side).then_some(request.strength.time);
    let plan = TimePlan::new(limits, limits.clock(request.side), unbounded);
    let nodes = least(limits.nodes, request.strength.nodes);
    let shared = Shared::new(request.control, plan.maximum, nodes, games.len());
    let (first, helpers) = games.split_first_mut().ok_or("no thread to search on")?;
    let mut moves = first.root_moves();
    moves.retain(|&mv| limits.allows(G::external(mv)));
    if moves.is_empty() {
        return Err("no move is open".into());
    }
    let mut worker = Worker::new(&shared, 0);
    if let Some(solution) = first.solve(&mut moves, &mut worker) {
        return Ok(answer_solution(first, &solution, request));
    }
    let mut driver = Driver::new(first, &moves, request, plan, worker);
    thread::scope(|scope| {
        for (index, helper) in helpers.iter_mut().enumerate() {
            let (moves, shared) = (&moves, &shared);
            scope.spawn(move || help(helper, moves, Worker::new(shared, index + 1)));
        }
        driver.run();
        shared.stop();
    });
    Ok(driver.answer())
}

/// A helper thread: fills the table that all threads share. It begins at other depths than the first thread.
fn help<G: Game>(game: &mut G, moves: &[G::Move], worker: Worker<'_>) {
    let offset = worker.index() as i32 % 2;
    let mut line = LineSearch { game, worker, roots: moves.iter().copied().map(RootMove::new).collect() };
    for depth in 1 + offset..=MAX_DEPTH {
        line.next_depth();
        line.search(0, depth, |_, _| ());
        if line.worker.stopped() {
            return;
        }
    }
}

/// The root moves of one thread, and the search of one line after the other through them.
struct LineSearch<'g, 'w, G: Game> {
    game: &'g mut G,
    worker: Worker<'w>,
    roots: Vec<RootMove<G::Move>>,
}

impl<G: Game> LineSearch<'_, '_, G> {
    fn next_depth(&mut self) {
        self.worker.selective_depth = 0;
        self.roots.iter_mut().for_each(RootMove::next_depth);
    }

    /// Finds the best of the root moves from `from` on and moves it there. The window starts around the score of the last
    /// depth and is widened until the score lies within; `on_bound` hears of each score outside.
    fn search(&mut self, from: usize, depth: i32, mut on_bound: impl FnMut(&Self, Bound)) {
        let guess = self.roots[from].previous;
        let mut width = self.game.aspiration();
        let mut bounds = if depth < 4 || score::is_decisive(guess) { Bounds::FULL } else { around(guess, width) };
        let mut shortened = 0;
        loop {
            let best = self.search_roots(from, bounds, (depth - shortened).max(1));
            root::sort(&mut self.roots[from..]);
            if self.worker.stopped() {
                return;
            }
            width += width / 2;
            if best <= bounds.alpha && bounds.alpha > -score::INFINITE {
                bounds = Bounds { alpha: widened(best - width), beta: (bounds.alpha + bounds.beta) / 2 };
                shortened = 0;
                on_bound(self, Bound::Upper);
            } else if best >= bounds.beta && bounds.beta < score::INFINITE {
                bounds.beta = widened(best + width);
                shortened = (shortened + 1).min(3);
                on_bound(self, Bound::Lower);
            } else {
                return;
            }
        }
    }

    /// Principal variation search over the root moves from `from` on: the first with the whole window, the others with the
    /// question whether they are better.
    fn search_roots(&mut self, from: usize, bounds: Bounds, depth: i32) -> Score {
        let mut best = -score::INFINITE;
        let mut open = bounds;
        for index in 0..self.roots.len() - from {
            let mv = self.roots[from + index].mv;
            let before = self.worker.nodes();
            let score = self.search_root(mv, index, open, depth);
            let root = &mut self.roots[from + index];
            root.nodes += self.worker.nodes() - before;
            if self.worker.stopped() {
                return best;
            }
            if index > 0 && score <= open.alpha {
                root.score = -score::INFINITE;
            } else {
                root.score = score;
                root.line = self.game.line().to_vec();
                root.selective_depth = self.worker.selective_depth;
            }
            if score > best {
                best = score;
                if score > open.alpha {
                    open.alpha = score;
                    self.game.finish_depth(mv, score, depth);
                }
            }
            if open.alpha >= open.beta {
                break;
            }
        }
        best
    }

    fn search_root(&mut self, mv: G::Move, index: usize, bounds: Bounds, depth: i32) -> Score {
        let ask = Ask { bounds, depth, reduction: 0, pv: true };
        if index == 0 {
            return self.game.search_move(mv, &ask, &mut self.worker);
        }
        let reduction = self.game.root_reduction(mv, index, depth).clamp(0, depth - 1);
        let zero = Ask { bounds: Bounds::zero(bounds.alpha), depth, reduction, pv: false };
        let mut score = self.game.search_move(mv, &zero, &mut self.worker);
        if score > bounds.alpha && reduction > 0 && !self.worker.stopped() {
            score = self.game.search_move(mv, &Ask { reduction: 0, ..zero }, &mut self.worker);
        }
        if score > bounds.alpha && !self.worker.stopped() {
            score = self.game.search_move(mv, &ask, &mut self.worker);
        }
        score
    }
}

fn around(guess: Score, width: Score) -> Bounds {
    Bounds { alpha: widened(guess - width), beta: widened(guess + width) }
}

/// A bound of a window; one among the forced ends of the game is opened altogether.
fn widened(bound: Score) -> Score {
    if bound >= score::DECISIVE {
        score::INFINITE
    } else if bound <= -score::DECISIVE {
        -score::INFINITE
    } else {
        bound
    }
}

fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The first thread: deepens, reports and decides when it is enough.
struct Driver<'g, 'r, 'w, G: Game> {
    line: LineSearch<'g, 'w, G>,
    request: &'r Request<'r>,
    plan: TimePlan,
    /// Lines to search at each depth.
    lines: usize,
    /// Depth of the last depth whose lines are all complete.
    depth: i32,
    stable_depths: u32,
    /// Running mean of the best scores of the depths so far.
    mean: Option<Score>,
}

impl<'g, 'r, 'w, G: Game> Driver<'g, 'r, 'w, G> {
    fn new(
        game: &'g mut G,
        moves: &[G::Move],
        request: &'r Request<'r>,
        plan: TimePlan,
        worker: Worker<'w>,
    ) -> Driver<'g, 'r, 'w, G> {
        let roots: Vec<_> = moves.iter().copied().map(RootMove::new).collect();
        let asked = request.limits.multi_pv.max(1) as usize;
        let wanted = if request.strength.tolerance > 0 { asked.max(CHOICES) } else { asked };
        let lines = wanted.min(roots.len());
        let line = LineSearch { game, worker, roots };
        Driver { line, request, plan, lines, depth: 0, stable_depths: 0, mean: None }
    }

    fn run(&mut self) {
        let limit = least(self.request.limits.depth, self.request.strength.depth);
        let limit =
            limit.map_or(MAX_DEPTH, |depth| i32::try_from(depth).map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH)));
        for depth in 1..=limit.max(1) {
            let last = self.line.roots[0].mv;
            self.search_depth(depth);
            if self.line.worker.stopped() {
                break;
            }
            self.depth = depth;
            self.stable_depths = if self.line.roots[0].mv == last { self.stable_depths + 1 } else { 0 };
            if self.is_enough() {
                break;
            }
            let best = self.line.roots[0].score;
            self.mean = Some(self.mean.map_or(best, |mean| (mean + best) / 2));
        }
        self.wait();
    }

    fn search_depth(&mut self, depth: i32) {
        self.line.next_depth();
        let (request, asked) = (self.request, self.request.limits.multi_pv.max(1) as usize);
        for place in 0..self.lines {
            self.line.search(place, depth, |line, bound| {
                if place < asked && request.control.elapsed() >= TALKATIVE {
                    report(line, place, depth, bound, request);
                }
            });
            if self.line.worker.stopped() {
                break;
            }
        }
        root::sort(&mut self.line.roots[..self.lines]);
        if !self.line.worker.stopped() {
            for place in 0..self.lines.min(asked) {
                report(&self.line, place, depth, Bound::Exact, request);
            }
        }
    }

    /// Whether no further depth is worth beginning.
    fn is_enough(&self) -> bool {
        let (limits, control) = (self.request.limits, self.request.control);
        if limits.infinite || control.is_pondering() {
            return false;
        }
        let best = self.line.roots[0].score;
        if score::is_decisive(best) && score::plies_to_end(best).abs() + self.line.game.proof_margin() <= self.depth {
            return true;
        }
        let timed = self.plan.maximum.is_some();
        if timed && self.line.roots.len() == 1 && self.depth >= FORCED_DEPTH {
            return true;
        }
        self.plan.is_flexible() && self.plan.is_enough(control.time_used(), self.progress(best))
    }

    fn progress(&self, best: Score) -> Progress {
        let fallen = self.mean.map_or(0, |mean| self.line.game.centipawns(mean - best));
        let best_share = self.line.roots[0].nodes as f64 / self.line.worker.nodes().max(1) as f64;
        Progress { stable_depths: self.stable_depths, fallen, best_share }
    }

    /// An infinite or pondering search that is done early answers only when it is told to.
    fn wait(&self) {
        wait(self.request);
    }

    fn answer(&self) -> SearchResult {
        let root = self.choose();
        let known = if root.score == -score::INFINITE { root.previous } else { root.score };
        let mut result = SearchResult::play(G::external(root.mv));
        if known != -score::INFINITE {
            result.score = score::to_host(known, |score| self.line.game.centipawns(score));
        }
        result.ponder = root.line.first().map(|&mv| G::external(mv));
        result
    }

    /// The best root move, or at a lower level one of those that are nearly as good.
    fn choose(&self) -> &RootMove<G::Move> {
        let roots = &self.line.roots;
        let value = |root: &RootMove<G::Move>| if root.score == -score::INFINITE { root.previous } else { root.score };
        let best = value(&roots[0]);
        if self.request.strength.tolerance == 0 || score::is_decisive(best) {
            return &roots[0];
        }
        let least = best - self.request.strength.tolerance;
        let good = roots.iter().take_while(|root| value(root) >= least).take(self.lines).count().max(1);
        let seed = self.request.limits.seed;
        let mut rng = seed.map_or_else(Rng::new, |seed| Rng::with_seed(seed ^ self.request.key));
        &roots[rng.usize(..good)]
    }
}

fn wait(request: &Request<'_>) {
    let control = request.control;
    while (request.limits.infinite || control.is_pondering()) && !control.should_stop() {
        thread::sleep(Duration::from_millis(1));
    }
}

fn report<G: Game>(line: &LineSearch<'_, '_, G>, place: usize, depth: i32, bound: Bound, request: &Request<'_>) {
    let root = &line.roots[place];
    let moves = std::iter::once(&root.mv).chain(&root.line);
    let known = if root.score == -score::INFINITE { root.previous } else { root.score };
    request.control.info(&Info {
        depth: depth as u32,
        seldepth: root.selective_depth as u32,
        score: score::to_host(known, |score| line.game.centipawns(score)),
        bound,
        nodes: line.worker.shared().nodes().max(line.worker.nodes()),
        hashfull: Some((request.table_fill)()),
        multi_pv: place as u32 + 1,
        pv: moves.map(|&mv| G::external(mv)).collect(),
        ..Info::default()
    });
}

fn answer_solution<G: Game>(game: &G, solution: &Solution<G::Move>, request: &Request<'_>) -> SearchResult {
    let score = score::to_host(solution.score, |score| game.centipawns(score));
    let pv: Vec<_> = solution.line.iter().map(|&mv| G::external(mv)).collect();
    request.control.info(&Info {
        depth: 1,
        seldepth: pv.len() as u32,
        score,
        nodes: 1,
        pv: pv.clone(),
        text: solution.text.clone(),
        ..Info::default()
    });
    wait(request);
    SearchResult { best_move: pv.first().copied(), ponder: pv.get(1).copied(), score, ..SearchResult::default() }
}
