//! The embedded fonts serve everything that names no font.

use slint::fontique_011::fontique::GenericFamily;
use slint::fontique_011::shared_collection;

/// The family that `ui/fonts/subset.py` makes.
const FAMILY: &str = "Qiju Sans";

/// Puts the embedded family before the system's where no family is named. Slint 1.18's pop-up menus do not inherit the
/// window's font; without this they would show the system's, and boxes for Chinese where the system has none.
/// Call it once the window is made, since that registers the fonts.
pub fn prefer_embedded() {
    let mut fonts = shared_collection();
    let Some(embedded) = fonts.family_id(FAMILY) else { return };
    for generic in [GenericFamily::SansSerif, GenericFamily::SystemUi] {
        let families: Vec<_> = std::iter::once(embedded).chain(fonts.generic_families(generic)).collect();
        fonts.set_generic_families(generic, families.into_iter());
    }
}
