//! Where the program keeps what it keeps.

use directories::ProjectDirs;

/// The program's folders on this system, `None` where no home folder is known.
#[must_use]
pub fn project() -> Option<ProjectDirs> {
    ProjectDirs::from("org", "qiju", "qiju")
}
