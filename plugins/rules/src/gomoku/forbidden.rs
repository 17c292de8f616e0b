//! The points that renju forbids to Black.

/// Why a point is forbidden for Black in renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ForbiddenKind {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two open threes at once.
    DoubleThree,
}

impl ForbiddenKind {
    /// The word that the command line uses.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            ForbiddenKind::Overline => "overline",
            ForbiddenKind::DoubleFour => "double-four",
            ForbiddenKind::DoubleThree => "double-three",
        }
    }

    /// The name as it stands in a sentence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ForbiddenKind::Overline => "overline",
            ForbiddenKind::DoubleFour => "double four",
            ForbiddenKind::DoubleThree => "double three",
        }
    }
}
