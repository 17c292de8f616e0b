//! Wins by threes and fours (VCT), by depth-first proof-number search (Nagai, 2002).
//!
//! The attacker's moves are fours, and open threes that threaten an open four; the defender's are all that the situation leaves open. A node's
//! proof and disproof numbers say how many leaves are still missing; the search goes where the fewest are.

use std::collections::HashMap;

use sdk::rules::Side;
use sdk::rules::gomoku::Cell;

use super::{Budget, Win};
use crate::gomoku::board::SearchBoard;
use crate::gomoku::cell_set::CellSet;
use crate::gomoku::class::Class;
use crate::gomoku::threat::{Situation, situation};
use crate::score;

const INFINITE: u32 = 1 << 30;
const SLOTS: usize = 1 << 16;
/// Nodes to find out how long a proven win takes.
const READING_NODES: u64 = 20_000;
/// Plies after which a line is given up.
const MAX_PLIES: usize = 60;

/// What is known about a node: how many leaves must be proven, and how many disproven, to settle it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
    const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    numbers: Numbers,
}

/// The search for wins by threes and fours, with what it remembers between questions.
pub struct ThreatsProver {
    slots: Vec<Slot>,
    /// Mixed into keys: the same position means something else with the other side attacking.
    salt: u64,
    exhausted: bool,
}

impl Default for ThreatsProver {
    fn default() -> ThreatsProver {
        ThreatsProver { slots: vec![Slot { key: 0, numbers: Numbers::UNKNOWN }; SLOTS], salt: 0, exhausted: false }
    }
}

impl ThreatsProver {
    /// Looks for a win of the side to move by threes and fours.
    pub fn prove(&mut self, board: &mut SearchBoard, budget: &mut dyn Budget) -> Option<Win> {
        self.exhausted = false;
        self.salt = salt(board.to_move());
        let limits = Numbers { proof: INFINITE, disproof: INFINITE };
        let numbers = self.search(board, limits, 0, budget);
        if numbers.proof != 0 {
            return None;
        }
        budget.refill(READING_NODES);
        let mut proof = Proof { prover: self, budget, lengths: HashMap::new() };
        let plies = proof.length(board, 0)?;
        let mut line = Vec::new();
        proof.line(board, plies, &mut line);
        Some(Win { line, plies })
    }

    /// Whether it is known that the side to move does not win by threes and fours, or that a proof is far off.
    pub fn is_hopeless(&self, board: &SearchBoard, far: u32) -> bool {
        self.known(board.key() ^ salt(board.to_move())).proof > far
    }

    /// Searches a node until its numbers reach the limits. Even plies are the attacker's.
    fn search(&mut self, board: &mut SearchBoard, limits: Numbers, ply: usize, budget: &mut dyn Budget) -> Numbers {
        if !budget.spend() {
            self.exhausted = true;
            return Numbers::UNKNOWN;
        }
        let attacking = ply.is_multiple_of(2);
        let moves = match options(board, attacking, ply) {
            Options::Settled(proven) => {
                let numbers = if proven { Numbers::PROVEN } else { Numbers::DISPROVEN };
                return self.store(board, numbers);
            }
            Options::Moves(moves) => moves,
        };
        loop {
            let numbers = self.numbers(board, &moves, attacking);
            if numbers.total.is_settled()
                || numbers.total.proof >= limits.proof
                || numbers.total.disproof >= limits.disproof
                || self.exhausted
            {
                return self.store(board, numbers.total);
            }
            let child_limits = numbers.limits_below(limits, attacking);
            board.make(moves[numbers.best]);
            self.search(board, child_limits, ply + 1, budget);
            board.unmake();
        }
    }

    fn store(&mut self, board: &SearchBoard, numbers: Numbers) -> Numbers {
        let key = board.key() ^ self.salt;
        let first = place(key);
        // What is settled stays as long as it can; the neighbour takes what finds no place.
        let held = &self.slots[first];
        let is_free = held.key == key || numbers.is_settled() || !held.numbers.is_settled();
        self.slots[if is_free { first } else { first ^ 1 }] = Slot { key, numbers };
        numbers
    }

    /// The numbers of a node from those of its children, and the child to search next.
    fn numbers(&self, board: &mut SearchBoard, moves: &[Cell], attacking: bool) -> Combined {
        let mut combined = Combined::new(attacking);
        for (index, cell) in moves.iter().enumerate() {
            let numbers = self.known_after(board, *cell);
            combined.add(index, numbers, attacking);
        }
        combined
    }

    fn known_after(&self, board: &SearchBoard, cell: Cell) -> Numbers {
        self.known(board.key_after(cell) ^ self.salt)
    }

    fn known(&self, key: u64) -> Numbers {
        let first = place(key);
        let found = [first, first ^ 1].into_iter().map(|place| &self.slots[place]).find(|slot| slot.key == key);
        found.map_or(Numbers::UNKNOWN, |slot| slot.numbers)
    }
}

const fn salt(attacker: Side) -> u64 {
    match attacker {
        Side::First => 0,
        Side::Second => 0x9e37_79b9_7f4a_7c15,
    }
}

const fn place(key: u64) -> usize {
    (key >> 20) as usize & (SLOTS - 1)
}

/// Numbers of a node with the two best children.
struct Combined {
    total: Numbers,
    best: usize,
    best_numbers: Numbers,
    /// The deciding number of the second best child.
    second: u32,
}

impl Combined {
    const fn new(attacking: bool) -> Combined {
        let total = if attacking { Numbers::DISPROVEN } else { Numbers::PROVEN };
        Combined { total, best: 0, best_numbers: Numbers::UNKNOWN, second: INFINITE + 1 }
    }

    /// An attacker needs one proven child and the disproof of all; a defender the other way round.
    fn add(&mut self, index: usize, numbers: Numbers, attacking: bool) {
        let deciding = |numbers: Numbers| if attacking { numbers.proof } else { numbers.disproof };
        let least = deciding(self.total);
        if index == 0 || deciding(numbers) < least {
            self.second = if index == 0 { INFINITE + 1 } else { least };
            self.best = index;
            self.best_numbers = numbers;
        } else {
            self.second = self.second.min(deciding(numbers));
        }
        if attacking {
            self.total.proof = self.total.proof.min(numbers.proof);
            self.total.disproof = self.total.disproof.saturating_add(numbers.disproof).min(INFINITE);
        } else {
            self.total.disproof = self.total.disproof.min(numbers.disproof);
            self.total.proof = self.total.proof.saturating_add(numbers.proof).min(INFINITE);
        }
    }

    fn limits_below(&self, limits: Numbers, attacking: bool) -> Numbers {
        let rest = |limit: u32, total: u32, own: u32| limit.saturating_sub(total).saturating_add(own).min(INFINITE);
        // A little more than the second best keeps the search from jumping to and fro.
        let beyond = |second: u32| second.saturating_add(1 + second / 4).min(INFINITE);
        if attacking {
            Numbers {
                proof: limits.proof.min(beyond(self.second)),
                disproof: rest(limits.disproof, self.total.disproof, self.best_numbers.disproof),
            }
        } else {
            Numbers {
                disproof: limits.disproof.min(beyond(self.second)),
                proof: rest(limits.proof, self.total.proof, self.best_numbers.proof),
            }
        }
    }
}

/// What can be played at a node.
enum Options {
    /// The attack has won (`true`) or is over.
    Settled(bool),
    /// The moves to search.
    Moves(Vec<Cell>),
}

fn options(board: &mut SearchBoard, attacking: bool, ply: usize) -> Options {
    let own = board.to_move();
    let moves: CellSet = match situation(board, 0) {
        Situation::Decided(score, _) => return Options::Settled((score > score::DRAW) == attacking),
        _ if ply >= MAX_PLIES => return Options::Settled(false),
        Situation::StopFive(cell) if attacking => {
            let class = board.class(own, cell);
            return if class >= Class::Three { Options::Moves(vec![cell]) } else { Options::Settled(false) };
        }
        Situation::StopFive(cell) => return Options::Moves(vec![cell]),
        Situation::StopOpenFour(stops) if attacking => {
            board.cells_from(own, Class::Four).or(&stops.and(&board.cells_from(own, Class::Three)))
        }
        Situation::StopOpenFour(stops) => stops.or(&board.cells_from(own, Class::Four)),
        Situation::Free if attacking => board.cells_from(own, Class::Three),
        Situation::Free => return Options::Settled(false),
    };
    let mut moves: Vec<Cell> = moves.iter().filter(|cell| !board.is_forbidden(own, *cell)).collect();
    moves
        .sort_by_key(|cell| std::cmp::Reverse(board.point(own, *cell).attack + board.point(own.other(), *cell).attack));
    if moves.is_empty() { Options::Settled(!attacking && !board.empty().is_empty()) } else { Options::Moves(moves) }
}

/// Reads the length of a proof out of the table, and proves again what the table has lost.
struct Proof<'a> {
    prover: &'a mut ThreatsProver,
    budget: &'a mut dyn Budget,
    lengths: HashMap<u64, usize>,
}

impl Proof<'_> {
    /// Plies from a proven node to the five.
    fn length(&mut self, board: &mut SearchBoard, ply: usize) -> Option<usize> {
        if let Some(plies) = self.lengths.get(&board.key()) {
            return Some(*plies);
        }
        if !self.budget.spend() {
            return None;
        }
        let attacking = ply.is_multiple_of(2);
        let plies = match options(board, attacking, ply) {
            Options::Settled(_) => decided_length(board)?,
            Options::Moves(moves) if attacking => self.proven(board, &moves, ply)?,
            Options::Moves(moves) => {
                let mut longest = 0;
                for cell in moves {
                    longest = longest.max(self.after(board, cell, ply)?);
                }
                longest
            }
        };
        self.lengths.insert(board.key(), plies);
        Some(plies)
    }

    fn proven(&mut self, board: &mut SearchBoard, moves: &[Cell], ply: usize) -> Option<usize> {
        for cell in moves {
            if self.prover.known_after(board, *cell) == Numbers::PROVEN
                && let Some(plies) = self.after(board, *cell, ply)
            {
                return Some(plies);
            }
        }
        let limits = Numbers { proof: INFINITE, disproof: INFINITE };
        if self.prover.search(board, limits, ply, self.budget).proof != 0 {
            return None;
        }
        let proven = moves.iter().find(|cell| self.prover.known_after(board, **cell) == Numbers::PROVEN)?;
        self.after(board, *proven, ply)
    }

    fn after(&mut self, board: &mut SearchBoard, cell: Cell, ply: usize) -> Option<usize> {
        board.make(cell);
        let plies = self.length(board, ply + 1);
        board.unmake();
        plies.map(|plies| plies + 1)
    }

    /// The line of a proof, each move the one that the lengths belong to.
    fn line(&self, board: &mut SearchBoard, plies: usize, line: &mut Vec<Cell>) {
        let next = board.empty().iter().find(|cell| self.lengths.get(&board.key_after(*cell)) == Some(&(plies - 1)));
        match next {
            Some(cell) if plies > 1 => {
                line.push(cell);
                board.make(cell);
                self.line(board, plies - 1, line);
                board.unmake();
            }
            _ => {
                if let Situation::Decided(_, Some(cell)) = situation(board, 0) {
                    line.push(cell);
                }
            }
        }
    }
}

/// Plies to the end of a decided position.
fn decided_length(board: &mut SearchBoard) -> Option<usize> {
    match situation(board, 0) {
        Situation::Decided(score, _) => usize::try_from(score::plies_to_end(score).abs()).ok(),
        // Every stop is forbidden: two plies more and the five stands.
        _ => Some(4),
    }
}
