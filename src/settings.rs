//! What the program remembers between two starts: `settings.toml` in the user's configuration folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rules::gomoku::opening::Protocol;
use rules::{Repetition, Rules, Variant};
use serde::{Deserialize, Serialize};

use crate::files::write_whole;
use crate::session::clock::TimeControl;
use crate::session::seat::{EngineSpec, Seat};
use crate::session::{ForbiddenPolicy, Setup};

pub mod analysis;

pub use analysis::Analysis;

/// Colours of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Paper or Ink, as the system is light or dark.
    #[default]
    System,
    /// Light, warm.
    Paper,
    /// Dark, warm.
    Ink,
    /// Light, cool.
    Mist,
    /// Dark, cool.
    Night,
}

/// The board's material.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Board {
    /// The one that goes with the theme.
    #[default]
    Auto,
    /// Light wood.
    Kaya,
    /// Dark wood.
    Walnut,
    /// Paper.
    RicePaper,
}

/// Characters on Xiangqi men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Glyphs {
    /// 帥 俥 傌
    #[default]
    Traditional,
    /// 帅 车 马
    Simplified,
    /// Letters.
    Western,
    /// Pictures.
    Emblems,
}

/// How the last move is marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastMark {
    /// A ring on a stone, corners around a man.
    #[default]
    Frame,
    /// A dot on a stone; a ring around a man, and a dot where it came from.
    Dot,
    /// A triangle.
    Wedge,
    /// Not at all.
    None,
}

/// How moves of Xiangqi are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotationChoice {
    /// As readers of the window's language expect.
    #[default]
    Auto,
    /// `h2e2`
    Coordinates,
    /// `H2-E2`
    Iccs,
    /// `C2=5`
    Wxf,
    /// 炮二平五
    Chinese,
}

/// What draws the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Renderer {
    /// The processor: starts fastest, needs the least memory, runs everywhere.
    #[default]
    Software,
    /// OpenGL.
    Opengl,
}

/// Everything remembered. Missing keys take their defaults, unknown keys are ignored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Language of the window: `en` or `zh_CN`; empty for the system's.
    pub language: String,
    /// What draws the window; counts from the next start.
    pub renderer: Renderer,
    /// How moves of Xiangqi are written.
    pub notation: NotationChoice,
    /// How the window looks.
    pub look: Look,
    /// What is heard.
    pub sound: Sound,
    /// Analysis and learning aids.
    pub analysis: Analysis,
    /// Its size in logical pixels.
    pub window: WindowSize,
    /// What the last new game was.
    pub game: LastGame,
}

/// How the window looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Look {
    /// Colours.
    pub theme: Theme,
    /// Board.
    pub board: Board,
    /// Flat stones and men.
    pub flat_pieces: bool,
    /// Characters on Xiangqi men.
    pub glyphs: Glyphs,
    /// Coordinates at the board's edge.
    pub coordinates: bool,
    /// They stand beside the board and not on its margin.
    pub coordinates_beside: bool,
    /// The mark of the last move.
    pub last_mark: LastMark,
    /// Numbers on stones.
    pub move_numbers: bool,
    /// Marks on the points that a man may go to.
    pub legal_targets: bool,
    /// No animation.
    pub reduce_motion: bool,
    /// Text size, 1 for normal.
    pub text_scale: f32,
}

/// What is heard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sound {
    /// Whether anything is.
    pub on: bool,
    /// How loud, from 0 to 10.
    pub volume: u8,
}

impl Default for Sound {
    fn default() -> Sound {
        Sound { on: true, volume: 7 }
    }
}

impl Sound {
    /// How loud, from 0 to 1; 0 where nothing is heard.
    #[must_use]
    pub fn level(&self) -> f32 {
        if self.on { f32::from(self.volume) / 10.0 } else { 0.0 }
    }
}

/// A size in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowSize {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// A game as the new-game sheet left it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LastGame {
    /// The variant's id.
    pub variant: String,
    /// Points a side of Gomoku boards.
    pub size: u8,
    /// Who sits where: `human`, or an engine with its options.
    pub first: String,
    /// Who sits where: `human`, or an engine with its options.
    pub second: String,
    /// Least time between the moves of a demo, in milliseconds.
    pub pace_ms: u64,
    /// Lots decide who begins.
    pub random: bool,
    /// How the first stones are put: `free`, `swap` or `swap2`.
    pub opening: String,
    /// Renju: a stone on a forbidden point loses.
    pub forbidden_loses: bool,
    /// Xiangqi: `asian`, `computer` or `chinese`.
    pub repetition: String,
    /// Xiangqi: moves a side without a capture until a draw, 0 for no limit.
    pub no_capture: u16,
    /// Time of either side, as `none`, `10s/move`, `5m+3s` or `10m+3x30s`.
    pub first_time: String,
    /// Time of either side, as `none`, `10s/move`, `5m+3s` or `10m+3x30s`.
    pub second_time: String,
    /// Depth limit of engines in plies, 0 for none.
    pub depth: u32,
    /// Node limit of engines for a move, 0 for none.
    pub nodes: u64,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            theme: Theme::default(),
            board: Board::default(),
            flat_pieces: false,
            glyphs: Glyphs::default(),
            coordinates: true,
            coordinates_beside: false,
            last_mark: LastMark::default(),
            move_numbers: false,
            legal_targets: true,
            reduce_motion: false,
            text_scale: 1.0,
        }
    }
}

impl Default for WindowSize {
    fn default() -> WindowSize {
        WindowSize { width: 1280.0, height: 800.0 }
    }
}

impl Default for LastGame {
    fn default() -> LastGame {
        LastGame {
            variant: Variant::Gomoku.id().to_owned(),
            size: 15,
            first: "human".to_owned(),
            second: String::new(),
            pace_ms: 600,
            random: false,
            opening: Protocol::Free.id().to_owned(),
            forbidden_loses: false,
            repetition: Repetition::default().id().to_owned(),
            no_capture: Rules::DEFAULT_NO_CAPTURE,
            first_time: TimeControl::Unlimited.to_string(),
            second_time: TimeControl::Unlimited.to_string(),
            depth: 0,
            nodes: 0,
        }
    }
}

impl LastGame {
    /// The variant, the default where the file names none that is known.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant.parse().unwrap_or(Variant::Gomoku)
    }

    /// The set-up of a game of this variant. What the file says wrongly takes its default.
    #[must_use]
    pub fn setup(&self, variant: Variant) -> Setup {
        let repetition = Repetition::ALL.into_iter().find(|known| known.id() == self.repetition);
        Setup {
            opening: Protocol::from_id(&self.opening).unwrap_or_default(),
            forbidden: if self.forbidden_loses { ForbiddenPolicy::Lose } else { ForbiddenPolicy::Refuse },
            rules: Rules {
                repetition: repetition.unwrap_or_default(),
                no_capture: self.no_capture,
                ..Rules::default()
            },
            time: [&self.first_time, &self.second_time].map(|text| text.parse().unwrap_or_default()),
            depth: Some(self.depth).filter(|depth| *depth > 0),
            nodes: Some(self.nodes).filter(|nodes| *nodes > 0),
            ..Setup::new(variant, self.size)
        }
    }

    /// Keeps a set-up for the next start; a position is not kept.
    pub fn set_setup(&mut self, setup: &Setup) {
        self.variant = setup.variant.id().to_owned();
        if setup.variant.is_gomoku() {
            self.size = setup.size;
            self.opening = setup.opening.id().to_owned();
            self.forbidden_loses = setup.forbidden == ForbiddenPolicy::Lose;
        } else {
            self.repetition = setup.rules.repetition.id().to_owned();
            self.no_capture = setup.rules.no_capture;
        }
        [self.first_time, self.second_time] = setup.time.map(|control| control.to_string());
        self.depth = setup.depth.unwrap_or(0);
        self.nodes = setup.nodes.unwrap_or(0);
    }

    /// Who sits at both sides. An empty text stands for the engine that people play by default.
    #[must_use]
    pub fn seats(&self, default_engine: Option<&EngineSpec>) -> [Seat; 2] {
        [&self.first, &self.second].map(|text| match text.parse() {
            Ok(seat) => seat,
            Err(_) => default_engine.cloned().map_or(Seat::Human, Seat::Engine),
        })
    }

    /// Keeps who sits where.
    pub fn set_seats(&mut self, seats: &[Seat; 2]) {
        let text = |seat: &Seat| seat.engine().map_or("human".to_owned(), ToString::to_string);
        (self.first, self.second) = (text(&seats[0]), text(&seats[1]));
    }
}

/// The settings with the file they came from.
#[derive(Debug)]
pub struct Store {
    /// The settings.
    pub settings: Settings,
    file: Option<PathBuf>,
}

impl Store {
    /// Reads the user's settings. A file that can't be read is kept aside, and the second value says so.
    #[must_use]
    pub fn open() -> (Store, Option<String>) {
        match crate::dirs::project() {
            Some(dirs) => Store::open_file(&dirs.config_dir().join("settings.toml")),
            None => (Store { settings: Settings::default(), file: None }, None),
        }
    }

    /// Reads settings from a file; one that is not there gives the defaults.
    #[must_use]
    pub fn open_file(file: &Path) -> (Store, Option<String>) {
        let store = |settings| Store { settings, file: Some(file.to_owned()) };
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return (store(Settings::default()), None),
            Err(error) => return (store(Settings::default()), Some(keep_aside(file, &error.to_string()))),
        };
        match toml::from_str::<Settings>(&text) {
            Ok(settings) => (store(settings.within_bounds()), None),
            Err(error) => (store(Settings::default()), Some(keep_aside(file, error.message()))),
        }
    }

    /// Writes the settings; the old file stays until the new one is whole.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn save(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let text = toml::to_string_pretty(&self.settings).map_err(io::Error::other)?;
        write_whole(file, text.as_bytes())
    }
}

impl Settings {
    /// The same with every number in the range that the window can use.
    fn within_bounds(mut self) -> Settings {
        let size = self.window;
        let sane = |value: f32, least: f32, default: f32| {
            if value.is_finite() { value.clamp(least, 10_000.0) } else { default }
        };
        let default = WindowSize::default();
        self.window = WindowSize {
            width: sane(size.width, 720.0, default.width),
            height: sane(size.height, 560.0, default.height),
        };
        self.look.text_scale =
            if self.look.text_scale.is_finite() { self.look.text_scale.clamp(1.0, 1.3) } else { 1.0 };
        self.sound.volume = self.sound.volume.min(10);
        self.analysis = self.analysis.within_bounds();
        self.game.size = self.game.size.clamp(5, 22);
        self.game.pace_ms = self.game.pace_ms.min(60_000);
        self
    }
}

fn keep_aside(file: &Path, why: &str) -> String {
    let aside = file.with_extension("toml.broken");
    let kept = match fs::rename(file, &aside) {
        Ok(()) => format!("it was kept as {}", aside.display()),
        Err(error) => format!("it could not be kept aside ({error})"),
    };
    format!("settings in {} can't be read: {why}; defaults are used, {kept}", file.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn what_is_saved_comes_back() {
        let folder = folder();
        let file = folder.path().join("deep/settings.toml");
        let (mut store, message) = Store::open_file(&file);
        assert_eq!(message, None);
        store.settings.look.theme = Theme::Night;
        store.settings.game.set_seats(&[Seat::Human, "greedy:level=easy".parse().unwrap()]);
        store.save().unwrap();
        let (again, message) = Store::open_file(&file);
        assert_eq!((again.settings, message), (store.settings, None));
    }

    #[test]
    fn the_last_set_up_comes_back() {
        let folder = folder();
        let file = folder.path().join("settings.toml");
        let (mut store, _) = Store::open_file(&file);
        let mut setup = Setup::new(Variant::Gomoku, 13);
        setup.opening = Protocol::Swap2;
        setup.time = ["5m+3s", "10m+3x30s"].map(|text| text.parse().unwrap());
        setup.nodes = Some(20_000);
        store.settings.game.set_setup(&setup);
        store.save().unwrap();
        assert_eq!(Store::open_file(&file).0.settings.game.setup(Variant::Gomoku), setup);
    }

    #[test]
    fn a_broken_file_is_kept_aside_and_said() {
        let folder = folder();
        let file = folder.path().join("settings.toml");
        fs::write(&file, "language = [").unwrap();
        let (store, message) = Store::open_file(&file);
        assert_eq!(store.settings, Settings::default());
        assert!(message.unwrap().contains("settings.toml.broken"));
        assert_eq!(fs::read_to_string(folder.path().join("settings.toml.broken")).unwrap(), "language = [");
    }

    #[test]
    fn a_file_of_another_version_is_read_as_far_as_it_goes() {
        let folder = folder();
        let file = folder.path().join("settings.toml");
        fs::write(&file, "language = \"zh_CN\"\nfuture = 1\n[window]\nwidth = 3.0\n[look]\ntext_scale = nan\n")
            .unwrap();
        let (store, message) = Store::open_file(&file);
        assert_eq!(message, None);
        assert_eq!(store.settings.language, "zh_CN");
        assert_eq!(store.settings.window.width, 720.0);
        assert_eq!(store.settings.look.text_scale, 1.0);
    }
}
