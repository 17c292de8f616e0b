//! The art that pictures are made of: the same files that the window shows.

/// A file of art.
#[derive(Clone, Copy)]
pub(super) enum Art {
    Png(&'static [u8]),
    Svg(&'static str),
}

/// The fonts that the window uses.
pub(super) const FONTS: [&[u8]; 3] = [
    include_bytes!("../../ui/fonts/qiju_sans_500.ttf"),
    include_bytes!("../../ui/fonts/qiju_sans_600.ttf"),
    include_bytes!("../../ui/fonts/qiju_serif_700.ttf"),
];

macro_rules! svgs {
    ($($name:literal),* $(,)?) => {
        &[$(($name, Art::Svg(include_str!(concat!("../../ui/art/", $name, ".svg"))))),*]
    };
}

macro_rules! pngs {
    ($($name:literal),* $(,)?) => {
        &[$(($name, Art::Png(include_bytes!(concat!("../../ui/art/", $name, ".png"))))),*]
    };
}

const TEXTURES: &[(&str, Art)] = pngs!["textures/kaya", "textures/walnut", "textures/rice_paper"];

const DRAWINGS: &[(&str, Art)] = svgs![
    "stones/black_slate",
    "stones/black_flat",
    "stones/white_shell",
    "stones/white_flat",
    "pieces/traditional_red",
    "pieces/traditional_black",
    "pieces/flat_red",
    "pieces/flat_black",
    "marks/last_on_black",
    "marks/last_on_white",
    "marks/last_dot_on_black",
    "marks/last_dot_on_white",
    "marks/last_triangle_on_black",
    "marks/last_triangle_on_white",
    "marks/move_to",
    "marks/move_from",
    "marks/move_to_ring",
    "marks/move_to_wedge",
    "marks/move_from_dot",
    "marks/winning",
    "marks/check",
    "marks/forbidden",
];

/// The art of a name: its path in the folder of art, without ending.
pub(super) fn find(name: &str) -> Option<Art> {
    TEXTURES.iter().chain(DRAWINGS).find(|(known, _)| *known == name).map(|(_, art)| *art)
}

/// The emblem of a role by its number in the order of the men, as a path to be filled.
pub(super) const EMBLEMS: [&str; 7] = [
    include_str!("../../ui/art/pieces/emblem_general.svg"),
    include_str!("../../ui/art/pieces/emblem_advisor.svg"),
    include_str!("../../ui/art/pieces/emblem_elephant.svg"),
    include_str!("../../ui/art/pieces/emblem_horse.svg"),
    include_str!("../../ui/art/pieces/emblem_chariot.svg"),
    include_str!("../../ui/art/pieces/emblem_cannon.svg"),
    include_str!("../../ui/art/pieces/emblem_soldier.svg"),
];
