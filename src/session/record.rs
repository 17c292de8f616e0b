//! The record of a game: a tree of moves with one node that is current.

use std::time::Duration;

use rules::{Move, Verdict};

mod annotation;

pub use annotation::{Annotation, Evaluation, Judgement, Mark, MarkShape, Score};

/// A node of the tree. The root is [`NodeId::ROOT`]. It names the same node as long as the record lives: a node that
/// was deleted leaves its name to nobody.
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
    deleted: bool,
    /// What is said about the position.
    pub notes: Annotation,
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
        Record { nodes: vec![Node::after(None, None, 0)], current: NodeId::ROOT }
    }

    /// The node that is shown and played on from.
    #[must_use]
    pub const fn current(&self) -> NodeId {
        self.current
    }

    /// The node with this number, `None` where there is none, or none any more.
    #[must_use]
    pub fn node_id(&self, index: usize) -> Option<NodeId> {
        self.nodes.get(index).is_some_and(|node| !node.deleted).then_some(NodeId(index))
    }

    /// Whether the node is one of this record's and was not deleted.
    #[must_use]
    pub fn contains(&self, id: NodeId) -> bool {
        self.node_id(id.0).is_some()
    }

    /// One more than the largest number that a node has or had: the length of a table by [`NodeId::index`].
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.nodes.len()
    }

    /// A node's contents. A deleted one has neither parent nor children.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// The current node's contents, to write into.
    pub fn current_mut(&mut self) -> &mut Node {
        &mut self.nodes[self.current.0]
    }

    /// A node's contents to write into, `None` where it was deleted.
    pub fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.0).filter(|node| !node.deleted)
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
        let child = self.add(self.current, mv);
        self.follow(child);
        self.current = child;
    }

    /// Adds a move after any node, or finds it there, without going to it.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let known = self.node(parent).children.iter().copied().find(|child| self.node(*child).mv == Some(mv));
        known.unwrap_or_else(|| {
            let child = NodeId(self.nodes.len());
            self.nodes.push(Node::after(Some(mv), Some(parent), self.node(parent).depth + 1));
            self.nodes[parent.0].children.push(child);
            child
        })
    }

    /// Makes any node current and remembers the way to it, so that redo comes back along it.
    pub fn go_to(&mut self, id: NodeId) {
        for child in self.path(id) {
            self.follow(child);
        }
        self.current = id;
    }

    /// Redo from the node's parent comes here.
    fn follow(&mut self, child: NodeId) {
        if let Some((parent, place)) = self.place(child) {
            self.nodes[parent.0].followed = place;
        }
    }

    /// The node's parent, and the node's place among its children; `None` at the root.
    fn place(&self, id: NodeId) -> Option<(NodeId, usize)> {
        let parent = self.node(id).parent?;
        let place = self.node(parent).children.iter().position(|child| *child == id)?;
        Some((parent, place))
    }

    /// Whether the node lies on the main line: every move on the way to it is the first of its place.
    #[must_use]
    pub fn is_main(&self, id: NodeId) -> bool {
        self.branch(id).is_none()
    }

    /// The nearest node on the way back from `id`, itself included, that is not the first of its place: where the
    /// variation branches off that `id` belongs to. `None` on the main line.
    #[must_use]
    pub fn branch(&self, id: NodeId) -> Option<NodeId> {
        let way = std::iter::successors(Some(id), |id| self.node(*id).parent);
        way.into_iter().find(|id| self.place(*id).is_some_and(|(_, place)| place > 0))
    }

    /// Moves the variation that a node belongs to one place up among those of its branching point.
    pub fn promote(&mut self, id: NodeId) {
        if let Some((parent, place)) = self.branch(id).and_then(|branch| self.place(branch)) {
            self.move_child(parent, place, place - 1);
        }
    }

    /// Makes the moves to a node the main line.
    pub fn make_main(&mut self, id: NodeId) {
        while let Some((parent, place)) = self.branch(id).and_then(|branch| self.place(branch)) {
            self.move_child(parent, place, 0);
        }
    }

    /// Makes a node the first of its place.
    pub fn lead(&mut self, id: NodeId) {
        if let Some((parent, place)) = self.place(id) {
            self.move_child(parent, place, 0);
        }
    }

    /// Moves a child to an earlier place; redo goes on along the same line as before.
    fn move_child(&mut self, parent: NodeId, from: usize, to: usize) {
        let followed = self.next(parent);
        let child = self.nodes[parent.0].children.remove(from);
        self.nodes[parent.0].children.insert(to, child);
        followed.into_iter().for_each(|followed| self.follow(followed));
    }

    /// Deletes a node and everything after it. The root stays, as does a node on the way to the current one: whoever
    /// wants to delete that must leave it first.
    pub fn delete(&mut self, id: NodeId) {
        let Some((parent, place)) = self.place(id) else { return };
        if self.path(self.current).contains(&id) {
            return;
        }
        let followed = self.next(parent).filter(|followed| *followed != id);
        self.nodes[parent.0].children.remove(place);
        self.nodes[parent.0].followed = 0;
        followed.into_iter().for_each(|followed| self.follow(followed));
        let mut doomed = vec![id];
        while let Some(id) = doomed.pop() {
            let node = &mut self.nodes[id.0];
            doomed.append(&mut node.children);
            *node = Node { deleted: true, ..Node::after(None, None, 0) };
        }
    }
}

impl Default for Record {
    fn default() -> Record {
        Record::new()
    }
}

impl Node {
    fn after(mv: Option<Move>, parent: Option<NodeId>, depth: usize) -> Node {
        Node {
            mv,
            parent,
            children: Vec::new(),
            followed: 0,
            depth,
            deleted: false,
            notes: Annotation::default(),
            clocks: None,
            ending: None,
        }
    }

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

#[cfg(test)]
mod tests;
