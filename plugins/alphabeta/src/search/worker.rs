//! One thread's part in a search: its node count, and the question whether to go on.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use sdk::Control;

/// Nodes between two looks at the clock; a power of two.
const POLL_INTERVAL: u64 = 512;

/// What the threads of one search share.
pub struct Shared<'a> {
    control: &'a Control<'a>,
    /// Own time after which the search ends in any case.
    maximum: Option<Duration>,
    /// Nodes of one thread after which it ends.
    node_limit: u64,
    stop: AtomicBool,
    /// Nodes by thread, brought up to date at each look at the clock.
    nodes: Vec<AtomicU64>,
}

impl<'a> Shared<'a> {
    /// A search of `threads` threads that together search at most `nodes` nodes.
    pub fn new(control: &'a Control<'a>, maximum: Option<Duration>, nodes: Option<u64>, threads: usize) -> Shared<'a> {
        let node_limit = nodes.map_or(u64::MAX, |nodes| (nodes / threads as u64).max(1));
        let counters = (0..threads).map(|_| AtomicU64::new(0)).collect();
        Shared { control, maximum, node_limit, stop: AtomicBool::new(false), nodes: counters }
    }

    /// The line to the host.
    pub const fn control(&self) -> &'a Control<'a> {
        self.control
    }

    /// Ends the search on all threads.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Nodes of all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    fn must_stop(&self) -> bool {
        let late = || self.maximum.is_some_and(|time| self.control.time_used() >= time);
        self.stop.load(Relaxed) || self.control.should_stop() || late()
    }
}

/// One thread's part in a search.
pub struct Worker<'a> {
    shared: &'a Shared<'a>,
    index: usize,
    nodes: u64,
    next_poll: u64,
    stopped: bool,
    /// Largest ply reached in the present depth.
    pub selective_depth: usize,
}

impl<'a> Worker<'a> {
    /// The worker of thread `index`.
    pub fn new(shared: &'a Shared<'a>, index: usize) -> Worker<'a> {
        let next_poll = POLL_INTERVAL.min(shared.node_limit);
        Worker { shared, index, nodes: 0, next_poll, stopped: false, selective_depth: 0 }
    }

    /// What the threads share.
    pub const fn shared(&self) -> &'a Shared<'a> {
        self.shared
    }

    /// Number of the thread; 0 is the one that reports.
    pub const fn index(&self) -> usize {
        self.index
    }

    /// Nodes of this thread.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the search has to unwind.
    #[inline]
    pub const fn stopped(&self) -> bool {
        self.stopped
    }

    /// Counts a node `ply` plies from the root; `false` when the search has to unwind.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        if ply > self.selective_depth {
            self.selective_depth = ply;
        }
        if self.nodes >= self.next_poll {
            self.poll();
        }
        !self.stopped
    }

    /// Looks at the clock and the host now: for work that enters no nodes for more than a few milliseconds.
    #[cold]
    pub fn poll(&mut self) {
        self.shared.nodes[self.index].store(self.nodes, Relaxed);
        self.stopped = self.stopped || self.nodes >= self.shared.node_limit || self.shared.must_stop();
        self.next_poll = (self.nodes + POLL_INTERVAL).min(self.shared.node_limit.max(self.nodes + 1));
    }
}
