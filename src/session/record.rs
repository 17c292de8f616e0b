//! The record of a game: a tree of moves with one node that is current.

use std::time::Duration;

use rules::{Move, Verdict};

/// A node of the tree, named by its place in it. The root is [`NodeId::ROOT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(usize);

impl NodeId {
    /// The start position or set-up.
    pub const ROOT: NodeId = NodeId(0);

    /// The number that names the node across the window's boundary.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }
}

/// What the record keeps of one move.
#[derive(Clone, Debug)]
pub struct Node {
    mv: Option<Move>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    /// Which child was visited last: the line that redo follows.
    followed: usize,
    depth: usize,
    /// Time that both sides had left after the move, where clocks run.
    pub clocks: Option<[Duration; 2]>,
    /// How the game ended here, where no rule of the game but its referee ended it.
    pub ending: Option<Verdict>,
}

/// Every move played, variations included. Undone moves stay, so that redo and browsing find them.
#[derive(Clone, Debug)]
pub struct Record {
    nodes: Vec<Node>,
    current: NodeId,
}

impl Record {
    /// A record without moves.
    #[must_use]
    pub fn new() -> Record {
        let root =
            Node { mv: None, parent: None, children: Vec::new(), followed: 0, depth: 0, clocks: None, ending: None };
        Record { nodes: vec![root], current: NodeId::ROOT }
    }

    /// The node that is shown and played on from.
    #[must_use]
    pub const fn current(&self) -> NodeId {
        self.current
    }

    /// The node with this number, `None` where there is none.
    #[must_use]
    pub fn node_id(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then_some(NodeId(index))
    }

    /// A node's contents.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// The current node's contents, to write into.
    pub fn current_mut(&mut self) -> &mut Node {
        &mut self.nodes[self.current.0]
    }

    /// Moves from the root to the current node.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.path(self.current).into_iter().filter_map(|id| self.node(id).mv).collect()
    }

    /// Nodes from the root (left out) to `id`, in order of play.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(id), |id| self.node(*id).parent).collect();
        path.pop();
        path.reverse();
        path
    }

    /// The line that leads through the current node and on along the moves last visited, root left out.
    #[must_use]
    pub fn line(&self) -> Vec<NodeId> {
        let mut line = self.path(self.current);
        let mut last = self.current;
        while let Some(next) = self.next(last) {
            line.push(next);
            last = next;
        }
        line
    }

    /// The node that redo goes to from `id`, `None` at the end of a line.
    #[must_use]
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        let node = self.node(id);
        node.children.get(node.followed).copied()
    }

    /// Adds a move after the current node, or finds it there, and makes it current.
    pub fn play(&mut self, mv: Move) {
        let existing = self.node(self.current).children.iter().position(|child| self.node(*child).mv == Some(mv));
        let place = existing.unwrap_or_else(|| self.add_child(mv));
        let parent = &mut self.nodes[self.current.0];
        parent.followed = place;
        self.current = parent.children[place];
    }

    /// Makes any node current and remembers the way to it, so that redo comes back along it.
    pub fn go_to(&mut self, id: NodeId) {
        for child in self.path(id) {
            if let Some(parent) = self.node(child).parent {
                let place = self.node(parent).children.iter().position(|other| *other == child);
                self.nodes[parent.0].followed = place.unwrap_or(0);
            }
        }
        self.current = id;
    }

    fn add_child(&mut self, mv: Move) -> usize {
        let id = NodeId(self.nodes.len());
        let depth = self.node(self.current).depth + 1;
        self.nodes.push(Node {
            mv: Some(mv),
            parent: Some(self.current),
            children: Vec::new(),
            followed: 0,
            depth,
            clocks: None,
            ending: None,
        });
        let children = &mut self.nodes[self.current.0].children;
        children.push(id);
        children.len() - 1
    }
}

impl Default for Record {
    fn default() -> Record {
        Record::new()
    }
}

impl Node {
    /// The move that led here, `None` at the root.
    #[must_use]
    pub const fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The node before, `None` at the root.
    #[must_use]
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The nodes that follow; the first is the main line.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Moves from the root: 0 at the root.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }
}
