//! What the solvers and the search claim holds: positions with known wins, and every claim played out against all defences by
//! the rules alone.

use std::collections::HashMap;
use std::sync::Arc;

use fastrand::Rng;
use sdk::rules::gomoku::{Cell, Gomoku};
use sdk::rules::{Move, Outcome, Point, Position, Rules, Side, Variant};
use sdk::{Control, Limits, Score};
use serde::Deserialize;

use super::board::SearchBoard;
use super::class::Class;
use super::prover::Nodes;
use super::prover::fours::FoursProver;
use super::prover::threats::ThreatsProver;
use super::threat::{Situation, situation};
use crate::level::Level;
use crate::score;
use crate::table::Table;
use crate::{Settings, Task};

const VARIANTS: [Variant; 3] = [Variant::Gomoku, Variant::GomokuStandard, Variant::Renju];

#[derive(Deserialize)]
struct Case {
    id: String,
    rule: String,
    black: Vec<String>,
    white: Vec<String>,
    to_move: String,
    /// How many fours the win by fours with the fewest has.
    vcf_min_fours: Option<usize>,
    /// Whether an exhaustive search found no win by at most 16 fours.
    #[serde(default)]
    no_vcf_within_16_fours: bool,
}

/// Its first move threatens no open four but a win by fours, which is neither a three nor a four.
const FOURS_THREATENED: &str = "quintet-test_vct_fukumi_move";

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../../tests/data/gomoku_wins.json")).unwrap()
}

fn position(case: &Case) -> Gomoku {
    let variant: Variant = case.rule.parse().unwrap();
    let points = |names: &[String]| names.iter().map(|name| point(variant, name)).collect::<Vec<Point>>();
    let to_move = if case.to_move == "black" { Side::First } else { Side::Second };
    Gomoku::from_stones(variant, 15, Rules::default(), &points(&case.black), &points(&case.white), to_move).unwrap()
}

fn point(variant: Variant, name: &str) -> Point {
    variant.parse_move(name).unwrap().to().unwrap()
}

/// A game of random moves near the stones, not over yet.
fn random_position(variant: Variant, size: u8, stones: usize, rng: &mut Rng) -> Option<Gomoku> {
    let mut position = Gomoku::start(variant, size, Rules::default()).unwrap();
    for _ in 0..stones {
        let mut near: Vec<Cell> = SearchBoard::new(&position).candidates().iter().collect();
        if near.is_empty() {
            near = position.board().empty_cells().collect();
        }
        let mv = Move::Put { to: near[rng.usize(..near.len())].point() };
        position.play(mv).ok()?;
    }
    position.outcome().is_none().then_some(position)
}

#[test]
fn wins_by_fours_are_found_with_the_fewest() {
    for case in cases() {
        let position = position(&case);
        let mut board = SearchBoard::new(&position);
        let win = FoursProver::default().prove(&mut board, &mut Nodes(2_000_000));
        match case.vcf_min_fours {
            Some(fours) => {
                let win = win.unwrap_or_else(|| panic!("{}: no win found", case.id));
                assert_eq!(win.plies, 2 * fours + 1, "{}", case.id);
                Player::default().assert_wins(&position, win.plies, &case.id);
            }
            None if case.no_vcf_within_16_fours => assert_eq!(win, None, "{}: has no win by fours", case.id),
            None => {}
        }
    }
}

#[test]
fn wins_by_threes_and_fours_are_found_and_hold() {
    for case in cases().iter().filter(|case| case.id != FOURS_THREATENED) {
        let position = position(case);
        let mut board = SearchBoard::new(&position);
        let win = ThreatsProver::default().prove(&mut board, &mut Nodes(2_000_000));
        let win = win.unwrap_or_else(|| panic!("{}: no win found", case.id));
        Player::default().assert_wins(&position, win.plies, &case.id);
    }
}

#[test]
fn the_search_claims_every_known_win() {
    for case in cases().iter().filter(|case| case.id != FOURS_THREATENED) {
        let position = position(case);
        let mut settings = settings(16);
        let (score, best) = think(&position, &mut settings, 400_000);
        assert!(matches!(score, Score::Mate(plies) if plies > 0), "{}: {score:?} by {best:?}", case.id);
    }
}

#[test]
fn what_is_decided_holds() {
    let mut rng = Rng::with_seed(3);
    let mut seen = 0;
    while seen < 300 {
        let variant = VARIANTS[rng.usize(..3)];
        let size = rng.u8(7..=10);
        let Some(position) = random_position(variant, size, rng.usize(8..24), &mut rng) else { continue };
        let mut board = SearchBoard::new(&position);
        let Situation::Decided(score, _) = situation(&mut board, 0) else { continue };
        seen += 1;
        let plies = usize::try_from(score::plies_to_end(score).abs()).unwrap();
        let name = position.fen();
        if score > 0 {
            Referee::default().assert_wins(&position, plies, &name);
        } else {
            Referee::default().assert_loses(&position, plies, &name);
        }
    }
}

#[test]
fn wins_proven_on_random_boards_hold() {
    let mut rng = Rng::with_seed(5);
    let mut seen = 0;
    while seen < 8 {
        let variant = VARIANTS[rng.usize(..3)];
        let Some(position) = random_position(variant, rng.u8(8..=12), rng.usize(10..30), &mut rng) else { continue };
        let mut board = SearchBoard::new(&position);
        let by_fours = FoursProver::default().prove(&mut board, &mut Nodes(4_000));
        let by_threats = ThreatsProver::default().prove(&mut board, &mut Nodes(4_000));
        for win in by_fours.into_iter().chain(by_threats).filter(|win| win.plies > 5 && win.plies < 16) {
            seen += 1;
            Player::default().assert_wins(&position, win.plies, &position.fen());
        }
    }
}

#[test]
fn the_board_is_the_same_after_any_moves_and_when_made_anew() {
    let mut rng = Rng::with_seed(9);
    for _ in 0..60 {
        let variant = VARIANTS[rng.usize(..3)];
        let Some(mut position) = random_position(variant, rng.u8(5..=22), rng.usize(2..20), &mut rng) else { continue };
        let mut board = SearchBoard::new(&position);
        let before = fingerprint(&mut board);
        let mut made = 0;
        for _ in 0..rng.usize(1..30) {
            let empty: Vec<Cell> = board.empty().iter().collect();
            let Some(cell) = empty.get(rng.usize(..empty.len().max(1))) else { break };
            board.make(*cell);
            position.play_unchecked(Move::Put { to: cell.point() });
            made += 1;
        }
        assert_eq!(fingerprint(&mut board), fingerprint(&mut SearchBoard::new(&position)));
        (0..made).for_each(|_| board.unmake());
        assert_eq!(fingerprint(&mut board), before);
    }
}

fn fingerprint(board: &mut SearchBoard) -> (u64, i32, usize, Vec<u16>, Vec<Cell>) {
    let classes = [Class::Three, Class::ThreePlus, Class::DoubleThree, Class::Four, Class::OpenFour, Class::Five];
    let counts = Side::ALL.into_iter().flat_map(|side| classes.map(|class| board.count(side, class))).collect();
    let cells = Side::ALL.into_iter().flat_map(|side| board.cells_from(side, Class::Three).iter().collect::<Vec<_>>());
    (board.key(), board.evaluate(), board.threat_mask(), counts, cells.chain(board.candidates().iter()).collect())
}

#[test]
fn a_board_that_is_full_or_nearly_so_gets_a_legal_move() {
    let mut rng = Rng::with_seed(12);
    let mut settings = settings(1);
    for variant in VARIANTS {
        for left in 1..4 {
            let Some(position) = (0..200_000).find_map(|_| random_position(variant, 5, 25 - left, &mut rng)) else {
                continue;
            };
            let (_, best) = think(&position, &mut settings, 2_000);
            assert!(position.is_legal(best.unwrap()), "{}", position.fen());
        }
    }
}

#[test]
fn claims_with_a_warm_table_hold() {
    let mut settings = settings(4);
    let mut rng = Rng::with_seed(21);
    for variant in VARIANTS {
        let mut position = (0..100).find_map(|_| random_position(variant, 12, 4, &mut rng)).unwrap();
        while position.outcome().is_none() && position.ply() < 60 {
            let (score, best) = think(&position, &mut settings, 3_000);
            match score {
                Score::Mate(plies) if plies > 0 && plies < 6 => {
                    Referee::default().assert_wins(&position, plies as usize, &position.fen());
                }
                Score::Mate(plies) if plies < 0 && plies > -6 => {
                    Referee::default().assert_loses(&position, -plies as usize, &position.fen());
                }
                _ => {}
            }
            position.play(best.unwrap()).unwrap();
        }
    }
}

fn settings(hash: usize) -> Settings {
    Settings { level: Level::Expert, threads: 1, book: false, hash, table: None }
}

fn think(position: &Gomoku, settings: &mut Settings, nodes: u64) -> (Score, Option<Move>) {
    let limits = Limits::nodes(nodes);
    let control = Control::detached(&limits);
    let table: Arc<Table> = settings.table();
    let task = Task { settings, limits: &limits, control: &control, table: &table };
    let result = super::State::default().think(position, &task).unwrap();
    (result.score, result.best_move)
}

/// Plays the winner's moves as the provers say against every legal reply, and asks the rules whether the five comes in time.
#[derive(Default)]
struct Player {
    fours: FoursProver,
    threats: ThreatsProver,
    held: HashMap<u64, usize>,
}

impl Player {
    fn assert_wins(&mut self, position: &Gomoku, plies: usize, name: &str) {
        self.win(&mut position.clone(), plies, name);
    }

    fn win(&mut self, position: &mut Gomoku, plies: usize, name: &str) {
        if self.held.get(&position.key()).is_some_and(|held| *held <= plies) {
            return;
        }
        let side = position.side_to_move();
        if let Some(five) = five_points(position, side).first() {
            assert!(plies >= 1 && ended_by(position, *five, side), "{name}: no five in {}", position.fen());
            return;
        }
        let mv = self.choose(position, plies, name);
        assert!(position.is_legal(mv), "{name}: {mv:?} in {}", position.fen());
        position.play_unchecked(mv);
        let threat = five_points(position, side);
        for reply in position.legal_moves() {
            // Whatever leaves a five open loses to it.
            if threat.iter().any(|five| *five != reply) && five_points(position, side.other()).is_empty() {
                continue;
            }
            position.play_unchecked(reply);
            assert_eq!(position.outcome(), None, "{name}: {reply:?} ends {}", position.fen());
            self.win(position, plies - 2, name);
            position.undo();
        }
        position.undo();
        self.held.insert(position.key(), plies);
    }

    fn choose(&mut self, position: &Gomoku, plies: usize, name: &str) -> Move {
        let mut board = SearchBoard::new(position);
        let by_fours = self.fours.prove(&mut board, &mut Nodes(100_000)).filter(|win| win.plies <= plies);
        let win = by_fours.or_else(|| self.threats.prove(&mut board, &mut Nodes(200_000)));
        let win = win.unwrap_or_else(|| panic!("{name}: the win is lost in {}", position.fen()));
        assert!(win.plies <= plies, "{name}: {} plies and not {plies} in {}", win.plies, position.fen());
        Move::Put { to: win.line[0].point() }
    }
}

/// Plays claims out with nothing but the rules: the winner's moves are those that threaten, the loser's are all.
#[derive(Default)]
struct Referee {
    known: HashMap<(u64, usize), bool>,
}

impl Referee {
    fn assert_wins(&mut self, position: &Gomoku, plies: usize, name: &str) {
        assert!(self.wins(&mut position.clone(), plies), "{name}: no win in {plies} plies");
    }

    fn assert_loses(&mut self, position: &Gomoku, plies: usize, name: &str) {
        assert!(self.loses(&mut position.clone(), plies), "{name}: not lost in {plies} plies");
    }

    /// Whether the side to move has won at the latest with the stone `plies` plies from now.
    fn wins(&mut self, position: &mut Gomoku, plies: usize) -> bool {
        if plies == 0 {
            return false;
        }
        if let Some(known) = self.known.get(&(position.key(), plies)) {
            return *known;
        }
        let side = position.side_to_move();
        let fives = five_points(position, side);
        let won = if let Some(five) = fives.first() {
            ended_by(position, *five, side)
        } else {
            plies >= 3 && self.attacks(position).into_iter().any(|mv| self.holds_after(position, mv, plies))
        };
        self.known.insert((position.key(), plies), won);
        won
    }

    fn holds_after(&mut self, position: &mut Gomoku, mv: Move, plies: usize) -> bool {
        if position.refusal(mv).is_some() {
            return false;
        }
        position.play_unchecked(mv);
        let holds = self.loses(position, plies - 1);
        position.undo();
        holds
    }

    /// Whether the side to move has lost at the latest with the stone `plies` plies from now, whatever it plays.
    fn loses(&mut self, position: &mut Gomoku, plies: usize) -> bool {
        let (side, other) = (position.side_to_move(), position.side_to_move().other());
        if !five_points(position, side).is_empty() {
            return false;
        }
        let threats = five_points(position, other);
        let replies: Vec<Move> = match threats[..] {
            [] => position.legal_moves(),
            [one] if plies >= 2 => vec![one].into_iter().filter(|mv| position.is_legal(*mv)).collect(),
            [_, _, ..] if plies >= 2 => return true,
            _ => return false,
        };
        if replies.is_empty() {
            return true;
        }
        plies >= 2
            && replies.into_iter().all(|reply| {
                position.play_unchecked(reply);
                let lost = self.wins(position, plies - 1);
                position.undo();
                lost
            })
    }

    /// Moves that could threaten: those that make a five point, or that leave the side only one stone short of that.
    fn attacks(&self, position: &mut Gomoku) -> Vec<Move> {
        let side = position.side_to_move();
        let threats = five_points(position, side.other());
        if !threats.is_empty() {
            return threats;
        }
        let mut moves: Vec<(usize, Move)> = Vec::new();
        for mv in position.legal_moves() {
            let Move::Put { to } = mv else { continue };
            if line_strength(position, to, side) >= 3 {
                moves.push((line_strength(position, to, side), mv));
            }
        }
        moves.sort_by_key(|(strength, _)| std::cmp::Reverse(*strength));
        moves.into_iter().map(|(_, mv)| mv).collect()
    }
}

/// The points on which a stone of a side ends the game for it.
fn five_points(position: &mut Gomoku, side: Side) -> Vec<Move> {
    let size = position.size();
    let points = (0..size).flat_map(|row| (0..size).map(move |file| Point::new(file, row)));
    points
        .filter(|point| position.stone(*point).is_none() && line_strength(position, *point, side) >= 5)
        .filter(|point| makes_five(position, *point, side))
        .map(|to| Move::Put { to })
        .collect()
}

const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The most stones of a side in five points in a row through a point, the point counted, with no stone of the other side among them.
fn line_strength(position: &Gomoku, point: Point, side: Side) -> usize {
    let stone = |steps: i8, (x, y): (i8, i8)| {
        let file = u8::try_from(point.file as i8 + steps * x).ok()?;
        let row = u8::try_from(point.row as i8 + steps * y).ok()?;
        (file < position.size() && row < position.size()).then(|| position.stone(Point::new(file, row)))
    };
    let count = |first: i8, step: (i8, i8)| -> Option<usize> {
        let mut own = 0;
        for steps in first..first + 5 {
            match stone(steps, step)? {
                Some(found) if found != side => return None,
                found => own += usize::from(found.is_some() || steps == 0),
            }
        }
        Some(own)
    };
    STEPS.iter().flat_map(|step| (-4..=0).filter_map(|first| count(first, *step))).max().unwrap_or(0)
}

fn makes_five(position: &Gomoku, point: Point, side: Side) -> bool {
    let exact = match position.variant() {
        Variant::GomokuStandard => true,
        Variant::Renju => side == Side::First,
        _ => false,
    };
    STEPS.iter().any(|(x, y)| {
        let run = |sign: i8| {
            (1..)
                .take_while(|steps| {
                    let file = u8::try_from(point.file as i8 + sign * steps * x);
                    let row = u8::try_from(point.row as i8 + sign * steps * y);
                    matches!((file, row), (Ok(file), Ok(row)) if position.stone(Point::new(file, row)) == Some(side))
                })
                .count()
        };
        let length = run(1) + run(-1) + 1;
        length == 5 || length > 5 && !exact
    })
}

fn ended_by(position: &mut Gomoku, mv: Move, side: Side) -> bool {
    position.play_unchecked(mv);
    let won = position.outcome().and_then(Outcome::winner) == Some(side);
    position.undo();
    won
}
