//! The men.

use std::fmt;

use crate::Side;

/// What a man is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// General: king.
    General,
    /// Advisor: guard.
    Advisor,
    /// Elephant: minister.
    Elephant,
    /// Horse.
    Horse,
    /// Chariot: rook.
    Chariot,
    /// Cannon.
    Cannon,
    /// Soldier: pawn.
    Soldier,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 7] =
        [Role::General, Role::Advisor, Role::Elephant, Role::Horse, Role::Chariot, Role::Cannon, Role::Soldier];

    /// The name as it stands in a sentence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::General => "general",
            Role::Advisor => "advisor",
            Role::Elephant => "elephant",
            Role::Horse => "horse",
            Role::Chariot => "chariot",
            Role::Cannon => "cannon",
            Role::Soldier => "soldier",
        }
    }

    /// How many men of the role a side starts with.
    #[must_use]
    pub const fn count(self) -> u32 {
        match self {
            Role::General => 1,
            Role::Soldier => 5,
            Role::Advisor | Role::Elephant | Role::Horse | Role::Chariot | Role::Cannon => 2,
        }
    }

    /// 0 for the general to 6 for the soldier, in the order of [`Role::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter in a FEN, lower case: those of Pikafish and most programs (`n` horse, `b` elephant).
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Role::General => 'k',
            Role::Advisor => 'a',
            Role::Elephant => 'b',
            Role::Horse => 'n',
            Role::Chariot => 'r',
            Role::Cannon => 'c',
            Role::Soldier => 'p',
        }
    }
}

/// A man: whose, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub role: Role,
}

impl Man {
    /// A man of a side.
    #[must_use]
    pub const fn new(side: Side, role: Role) -> Man {
        Man { side, role }
    }

    /// The letter in a FEN: upper case for Red.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.role.letter().to_ascii_uppercase(),
            Side::Second => self.role.letter(),
        }
    }

    /// The man of a FEN letter: [`Man::letter`], or as WinBoard and Sjaak write `h` for a horse, `e` for an elephant.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Man> {
        let role = match letter.to_ascii_lowercase() {
            'k' => Role::General,
            'a' => Role::Advisor,
            'b' | 'e' => Role::Elephant,
            'n' | 'h' => Role::Horse,
            'r' => Role::Chariot,
            'c' => Role::Cannon,
            'p' => Role::Soldier,
            _ => return None,
        };
        Some(Man::new(if letter.is_ascii_uppercase() { Side::First } else { Side::Second }, role))
    }
}

impl fmt::Display for Man {
    /// "red chariot".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", crate::Variant::Xiangqi.side_name(self.side), self.role.name())
    }
}
