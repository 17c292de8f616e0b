//! The game on a manager's board.

use std::fmt;

use rules::{Move, Point, Position, Rules, Side, Variant, VariantPosition};

use super::cut;

/// Why a command is not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The reason.
    Text(String),
}

impl Refusal {
    /// A reason that needs no particulars.
    pub fn text(text: &str) -> Refusal {
        Refusal::Text(text.to_owned())
    }

    /// There is no board yet.
    pub fn no_game() -> Refusal {
        Refusal::text("there is no board; send START before")
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refusal::Text(text) = self;
        f.write_str(text)
    }
}

/// A position as start text and moves, and with the rules.
pub struct Game {
    start: Option<String>,
    moves: Vec<Move>,
    position: VariantPosition,
}

impl Game {
    /// The empty board.
    pub fn new(variant: Variant, size: u8) -> Result<Game, Refusal> {
        let position = VariantPosition::start(variant, size, Rules::default()).map_err(refused)?;
        Ok(Game { start: None, moves: Vec::new(), position })
    }

    /// The position.
    pub const fn position(&self) -> &VariantPosition {
        &self.position
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.position.variant()
    }

    /// Points a side.
    pub fn size(&self) -> u8 {
        self.position.size().unwrap_or_default()
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.position.rules()
    }

    /// The text of the set-up, `None` for the empty board.
    pub fn start_text(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The moves since.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Puts a stone given as `x,y` for the side to move. Black may play a forbidden point: the game is then over.
    pub fn put(&mut self, text: &str) -> Result<(), Refusal> {
        let point = self.point(text)?;
        self.play(Move::Put { to: point })
    }

    /// Plays a move.
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        match self.position.refusal(mv) {
            None | Some(rules::Refusal::Forbidden(_)) => {}
            Some(refusal) => {
                let error = rules::IllegalMove { variant: self.variant(), mv, refusal };
                return Err(refused(error));
            }
        }
        self.position.play_unchecked(mv);
        self.moves.push(mv);
        Ok(())
    }

    /// Plays moves from the empty board.
    pub fn replay(&mut self, moves: &[Move]) -> Result<(), Refusal> {
        *self = Game::new(self.variant(), self.size())?;
        moves.iter().try_for_each(|mv| self.play(*mv))
    }

    /// Takes a stone back; it must be the last one unless the position is a set-up.
    pub fn take_back(&mut self, text: &str) -> Result<(), Refusal> {
        let point = self.point(text)?;
        let last = self.moves.last().copied();
        if last != Some(Move::Put { to: point }) {
            return Err(Refusal::Text(format!("{} is not the last stone", cut(text.trim()))));
        }
        self.position.undo();
        self.moves.pop();
        Ok(())
    }

    /// Takes over a board of lines `x,y,who`, 1 for the engine's stones and 2 for its opponent's. The engine is to move.
    pub fn set_board(&mut self, lines: &[String]) -> Result<(), Refusal> {
        let mut stones = Vec::new();
        for line in lines.iter().filter(|line| !line.trim().is_empty()) {
            stones.push(self.stone(line)?);
        }
        let count = |own: bool| stones.iter().filter(|(_, whose)| *whose == own).count();
        let own_side = if count(true) < count(false) { Side::Second } else { Side::First };
        let side_of = |own: bool| if own { own_side } else { own_side.other() };
        let in_turn = stones.iter().zip([Side::First, Side::Second].into_iter().cycle());
        let balanced = count(false) - count(true).min(count(false)) <= 1 && count(true) <= count(false);
        if balanced && in_turn.clone().all(|((_, own), side)| side_of(*own) == side) {
            let moves: Vec<Move> = stones.iter().map(|(point, _)| Move::Put { to: *point }).collect();
            return self.replay(&moves);
        }
        self.set_up(&stones, own_side)
    }

    fn set_up(&mut self, stones: &[(Point, bool)], own_side: Side) -> Result<(), Refusal> {
        let points = |own: bool| stones.iter().filter(|(_, whose)| *whose == own).map(|(point, _)| *point).collect();
        let (own, other): (Vec<Point>, Vec<Point>) = (points(true), points(false));
        let (black, white) = if own_side == Side::First { (own, other) } else { (other, own) };
        let setup =
            rules::gomoku::Gomoku::from_stones(self.variant(), self.size(), self.rules(), &black, &white, own_side);
        let position = setup.map_err(refused)?;
        *self = Game { start: Some(position.fen()), moves: Vec::new(), position: VariantPosition::Gomoku(position) };
        Ok(())
    }

    /// Takes over the stones of an opening, lines `x,y`, black and white in turn.
    pub fn set_opening(&mut self, lines: &[String]) -> Result<(), Refusal> {
        let mut moves = Vec::new();
        for line in lines.iter().filter(|line| !line.trim().is_empty()) {
            moves.push(Move::Put { to: self.point(line)? });
        }
        if !matches!(moves.len(), 0 | 3 | 5) {
            return Err(Refusal::Text(format!("SWAP2BOARD with {} stones; 0, 3 or 5 are possible", moves.len())));
        }
        self.replay(&moves)
    }

    fn stone(&self, line: &str) -> Result<(Point, bool), Refusal> {
        let (point, who) = line.rsplit_once(',').ok_or_else(|| bad_line(line))?;
        match who.trim() {
            "1" => Ok((self.point(point)?, true)),
            "2" => Ok((self.point(point)?, false)),
            "3" => Err(Refusal::text("blocked points are not supported")),
            _ => Err(bad_line(line)),
        }
    }

    fn point(&self, text: &str) -> Result<Point, Refusal> {
        let numbers: Vec<u8> = text.split(',').filter_map(|part| part.trim().parse::<u8>().ok()).collect();
        let size = self.size();
        match numbers[..] {
            [x, y] if text.split(',').count() == 2 && x < size && y < size => Ok(Point::new(x, size - 1 - y)),
            [_, _] => Err(Refusal::Text(format!("{} is off the board of {size} by {size} points", cut(text.trim())))),
            _ => Err(Refusal::Text(format!("{:?} is no point; x,y from 0 is one", cut(text.trim())))),
        }
    }
}

fn bad_line(line: &str) -> Refusal {
    Refusal::Text(format!("{:?} is no line of a board; x,y,1 or x,y,2 is one", cut(line.trim())))
}

fn refused(error: impl fmt::Display) -> Refusal {
    Refusal::Text(error.to_string())
}

/// Moves as a manager writes them.
pub fn texts(moves: &[Move], size: u8) -> String {
    let point = |point: Point| format!("{},{}", point.file, size.saturating_sub(1).saturating_sub(point.row));
    moves.iter().filter_map(|mv| mv.to()).map(point).collect::<Vec<_>>().join(" ")
}
