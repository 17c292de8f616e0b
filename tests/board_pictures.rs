//! Pictures of the board, read back and compared with what they must show.

use std::path::Path;
use std::time::Duration;

use qiju::picture::{Format, Pixels, Scene, Style, drawing, pixels, png, save};
use qiju::session::seat::Seat;
use qiju::session::{Input, Session, Setup};
use qiju::settings::{Board, Glyphs, LastMark};
use rules::Variant;

const CELL: u32 = 40;
/// From the edge to the first line: 0.95 cells.
const MARGIN: u32 = 38;

fn session(variant: Variant, size: u8, moves: &str) -> Session {
    let mut session = Session::new(Setup::new(variant, size), [Seat::Human, Seat::Human]).unwrap();
    session.begin(Duration::ZERO);
    for text in moves.split_whitespace() {
        session.apply(Input::Play(variant.parse_move(text).unwrap()), Duration::ZERO);
    }
    session
}

fn scene(variant: Variant, size: u8, moves: &str) -> Scene {
    Scene::of(&session(variant, size, moves))
}

const STYLE: Style = Style {
    board: Board::Kaya,
    flat: true,
    glyphs: Glyphs::Traditional,
    coordinates: true,
    last_mark: LastMark::None,
    move_numbers: false,
    flipped: false,
    cell: CELL,
};

/// Brightness from 0 to 255 at a place in cells from the top left crossing.
fn brightness(picture: &Pixels, across: f32, down: f32) -> u32 {
    let at = |place: f32| MARGIN + (place * CELL as f32) as u32;
    let start = ((at(down) * picture.width + at(across)) * 4) as usize;
    picture.bytes[start..start + 3].iter().map(|channel| u32::from(*channel)).sum::<u32>() / 3
}

#[test]
fn stones_lie_where_they_were_put() {
    let picture = pixels(&scene(Variant::Gomoku, 15, "a15 o1"), &STYLE).unwrap();
    assert_eq!((picture.width, picture.height), (14 * CELL + 2 * MARGIN, 14 * CELL + 2 * MARGIN));
    assert!(brightness(&picture, 0.2, 0.2) < 60, "black on a15, top left");
    assert!(brightness(&picture, 14.2, 14.2) > 230, "white on o1, bottom right");
    let wood = brightness(&picture, 0.5, 14.5);
    assert!((150..230).contains(&wood), "wood elsewhere: {wood}");
    assert!(brightness(&picture, 3.0, 7.5) < 110, "a line between two points");
    assert!(picture.bytes.chunks(4).all(|pixel| pixel[3] == 255), "every pixel is opaque");
}

#[test]
fn men_stand_as_the_board_is_turned() {
    let start = scene(Variant::Xiangqi, 15, "");
    let is_red = |picture: &Pixels, across: f32, down: f32| {
        let at = |place: f32| MARGIN + (place * CELL as f32) as u32;
        let pixel = ((at(down) * picture.width + at(across)) * 4) as usize;
        let [red, green, _] = [0, 1, 2].map(|channel| i32::from(picture.bytes[pixel + channel]));
        red - green > 60
    };
    let picture = pixels(&start, &STYLE).unwrap();
    assert_eq!((picture.width, picture.height), (8 * CELL + 2 * MARGIN, 9 * CELL + 2 * MARGIN));
    // Beside the glyph of a flat disc: its own colour.
    assert!(is_red(&picture, 4.32, 9.0) && !is_red(&picture, 4.32, 0.0));
    let turned = pixels(&start, &Style { flipped: true, ..STYLE }).unwrap();
    assert!(is_red(&turned, 4.32, 0.0) && !is_red(&turned, 4.32, 9.0));
}

#[test]
fn styles_numbers_and_marks_are_seen() {
    let one = scene(Variant::Renju, 15, "h8 i9");
    let plain = pixels(&one, &STYLE).unwrap();
    let differs = |style: Style| pixels(&one, &style).unwrap().bytes != plain.bytes;
    assert!(differs(Style { board: Board::Walnut, ..STYLE }));
    assert!(differs(Style { flat: false, ..STYLE }));
    assert!(differs(Style { move_numbers: true, ..STYLE }));
    assert!(differs(Style { last_mark: LastMark::Dot, ..STYLE }));
    assert_eq!(pixels(&one, &STYLE).unwrap(), plain, "the same picture every time");
    let men = scene(Variant::Xiangqi, 15, "h2e2");
    let of = |glyphs| pixels(&men, &Style { glyphs, ..STYLE }).unwrap();
    let sets = [Glyphs::Traditional, Glyphs::Simplified, Glyphs::Western, Glyphs::Emblems].map(of);
    for (place, set) in sets.iter().enumerate() {
        assert!(sets[..place].iter().all(|other| other != set));
    }
}

#[test]
fn files_hold_what_was_drawn() {
    let one = scene(Variant::Gomoku, 9, "e5");
    let drawn = pixels(&one, &STYLE).unwrap();
    let bytes = png(&one, &STYLE).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut read = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut read).unwrap();
    assert_eq!(read, drawn.bytes);

    let text = drawing(&scene(Variant::Xiangqi, 15, ""), &STYLE).unwrap();
    assert!(text.starts_with("<svg") && text.contains("data:image/png;base64,"));
    assert!(!text.contains("<text"), "a reader needs no font");
}

#[test]
fn a_game_becomes_an_animation_with_a_frame_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.gif");
    let moves = ["", "e5", "e5 c3", "e5 c3 e6"];
    let scenes: Vec<_> = moves.iter().map(|moves| scene(Variant::Gomoku, 9, moves)).collect();
    save(&file, Format::Gif, &scenes, &STYLE).unwrap();
    let frames = frames(&file);
    assert_eq!(frames.len(), 4);
    for (frame, scene) in frames.iter().zip(&scenes) {
        let drawn = pixels(scene, &STYLE).unwrap();
        let off = frame.bytes.iter().zip(&drawn.bytes).filter(|(a, b)| a.abs_diff(**b) > 40).count();
        assert!(off * 100 < drawn.bytes.len(), "{off} of {} bytes are off", drawn.bytes.len());
    }
    let size = std::fs::metadata(&file).unwrap().len();
    assert!(size < 200_000, "{size} bytes");
}

/// The pictures that a reader of the file sees, one after the other.
fn frames(file: &Path) -> Vec<Pixels> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(std::fs::File::open(file).unwrap()).unwrap();
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let mut shown = Pixels { width, height, bytes: vec![0; (width * height * 4) as usize] };
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for row in 0..usize::from(frame.height) {
            let length = usize::from(frame.width) * 4;
            let start = ((usize::from(frame.top) + row) * width as usize + usize::from(frame.left)) * 4;
            shown.bytes[start..start + length].copy_from_slice(&frame.buffer[row * length..(row + 1) * length]);
        }
        frames.push(shown.clone());
    }
    frames
}

#[test]
#[ignore = "writes pictures to look at into the folder that QIJU_PICTURES names"]
fn pictures_to_look_at() {
    let folder = std::path::PathBuf::from(std::env::var_os("QIJU_PICTURES").expect("a folder is named"));
    let gomoku = scene(Variant::Renju, 15, "h8 i9 h10 h9 g9 j10 f8 g8 i11 i10");
    let xiangqi = scene(Variant::Xiangqi, 15, "h2e2 h9g7 h0g2 i9h9 c3c4 h7i7 b0c2 c6c5");
    let shaded = Style { flat: false, last_mark: LastMark::Frame, cell: 48, ..STYLE };
    let write = |name: &str, scene: &Scene, style: Style| {
        std::fs::write(folder.join(format!("{name}.png")), png(scene, &style).unwrap()).unwrap();
    };
    write("gomoku", &gomoku, shaded);
    write("gomoku_walnut", &gomoku, Style { board: Board::Walnut, move_numbers: true, ..shaded });
    write("xiangqi", &xiangqi, shaded);
    write("xiangqi_flat", &xiangqi, Style { board: Board::RicePaper, flat: true, glyphs: Glyphs::Emblems, ..shaded });
    std::fs::write(folder.join("xiangqi.svg"), drawing(&xiangqi, &shaded).unwrap()).unwrap();
}
