//! Pictures of the board: drawn from rows and the art of the window, without a window.
//!
//! A picture is written as SVG with the project's own art in it and drawn by resvg, the library behind the window's SVG
//! images. A picture on the clipboard or in a file so looks like the board, at any size.

use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, ImageHrefResolver, ImageKind, Options, Tree};
use thiserror::Error;

pub mod animation;
mod art;
mod gomoku;
mod svg;
mod xiangqi;

pub use svg::{Scene, Style};

/// Device pixels a cell in pictures that are saved or copied.
pub const CELL: u32 = 48;

/// What pictures are saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Pixels.
    Png,
    /// A drawing.
    Svg,
    /// The whole game, move by move.
    Gif,
}

impl Format {
    /// The ending of its files.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Format::Png => "png",
            Format::Svg => "svg",
            Format::Gif => "gif",
        }
    }
}

/// Why there is no picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The drawing can't be read back.
    #[error("the board can't be drawn: {0}")]
    Drawing(#[from] usvg::Error),
    /// There is no memory for so many pixels.
    #[error("a picture of {width} x {height} pixels is too large")]
    Size {
        /// Width.
        width: u32,
        /// Height.
        height: u32,
    },
    /// The pixels can't be written as PNG.
    #[error("the picture can't be encoded: {0}")]
    Png(#[from] png::EncodingError),
    /// The frames can't be written as GIF.
    #[error("the animation can't be encoded: {0}")]
    Gif(#[from] gif::EncodingError),
    /// The file can't be written.
    #[error("{0}")]
    Write(#[from] io::Error),
}

/// Pixels of a picture: RGBA, a byte each, row by row from the top left. Every pixel is opaque.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Four bytes a pixel.
    pub bytes: Vec<u8>,
}

/// Draws a board.
///
/// # Errors
/// It is too large.
pub fn pixels(scene: &Scene, style: &Style) -> Result<Pixels, PictureError> {
    let tree = tree(scene, style)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let mut pixmap = Pixmap::new(width, height).ok_or(PictureError::Size { width, height })?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(Pixels { width, height, bytes: pixmap.take_demultiplied() })
}

/// A board as the bytes of a PNG file.
///
/// # Errors
/// It can't be drawn.
pub fn png(scene: &Scene, style: &Style) -> Result<Vec<u8>, PictureError> {
    let pixels = pixels(scene, style)?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&pixels.bytes)?;
    Ok(bytes)
}

/// A board as the text of an SVG file that needs no font and no other file.
///
/// # Errors
/// It can't be drawn.
pub fn drawing(scene: &Scene, style: &Style) -> Result<String, PictureError> {
    let written = usvg::WriteOptions { preserve_text: false, ..usvg::WriteOptions::default() };
    Ok(tree(scene, style)?.to_string(&written))
}

/// Writes a picture of a board, or of a game as the boards after each of its moves.
///
/// # Errors
/// It can't be drawn or written; a file that was there is then untouched.
pub fn save(file: &Path, format: Format, scenes: &[Scene], style: &Style) -> Result<(), PictureError> {
    let Some(last) = scenes.last() else { return Ok(()) };
    let bytes = match format {
        Format::Png => png(last, style)?,
        Format::Svg => drawing(last, style)?.into_bytes(),
        Format::Gif => animation::gif(scenes, style)?,
    };
    Ok(crate::files::write_whole(file, &bytes)?)
}

fn tree(scene: &Scene, style: &Style) -> Result<Tree, PictureError> {
    Ok(Tree::from_str(&svg::write(scene, style), options())?)
}

/// How drawings are read: with the program's own fonts and art, and nothing of the system's.
fn options() -> &'static Options<'static> {
    static OPTIONS: OnceLock<Options<'static>> = OnceLock::new();
    OPTIONS.get_or_init(|| {
        let mut options = Options {
            font_family: "Qiju Sans".to_owned(),
            image_href_resolver: ImageHrefResolver {
                resolve_data: ImageHrefResolver::default_data_resolver(),
                resolve_string: Box::new(|name, _| resolve(name)),
            },
            ..Options::default()
        };
        for font in art::FONTS {
            options.fontdb_mut().load_font_data(font.to_vec());
        }
        options
    })
}

/// The art of this name.
fn resolve(name: &str) -> Option<ImageKind> {
    match art::find(name)? {
        art::Art::Png(bytes) => Some(ImageKind::PNG(Arc::new(bytes.to_vec()))),
        art::Art::Svg(text) => Tree::from_str(text, &Options::default()).ok().map(ImageKind::SVG),
    }
}
