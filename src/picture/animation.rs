//! A game as an animated picture: a frame a move, of which only what changed is stored.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::{PictureError, Pixels, Scene, Style, pixels};

/// How long a move stands, in hundredths of a second, and how long the end does.
const MOVE: u16 = 80;
const END: u16 = 300;
/// How finely colours are chosen, from 1 (best) to 30 (fastest).
const SPEED: i32 = 10;

/// The bytes of a GIF file that shows one board after the other, and begins again.
///
/// # Errors
/// A board can't be drawn, or is too large for the format.
pub fn gif(scenes: &[Scene], style: &Style) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let Some(first) = scenes.first() else { return Ok(bytes) };
    let mut shown = pixels(first, style)?;
    let (width, height) = (side(shown.width, &shown)?, side(shown.height, &shown)?);
    {
        let mut encoder = Encoder::new(&mut bytes, width, height, &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        let whole = Area { left: 0, top: 0, width: shown.width, height: shown.height };
        let last = scenes.len() - 1;
        write(&mut encoder, &shown, whole, if last == 0 { END } else { MOVE })?;
        for (place, scene) in scenes.iter().enumerate().skip(1) {
            let next = pixels(scene, style)?;
            let changed = changed(&shown, &next).unwrap_or(Area { width: 1, height: 1, ..whole });
            write(&mut encoder, &next, changed, if place == last { END } else { MOVE })?;
            shown = next;
        }
    }
    Ok(bytes)
}

fn side(length: u32, of: &Pixels) -> Result<u16, PictureError> {
    u16::try_from(length).map_err(|_| PictureError::Size { width: of.width, height: of.height })
}

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

/// The smallest area that holds every pixel that differs, `None` where none does.
fn changed(old: &Pixels, new: &Pixels) -> Option<Area> {
    let row_length = new.width as usize * 4;
    let rows = || old.bytes.chunks_exact(row_length).zip(new.bytes.chunks_exact(row_length));
    let differs = |(old, new): (&[u8], &[u8])| old != new;
    let top = rows().position(differs)?;
    let bottom = rows().rposition(differs)?;
    let columns = |row: (&[u8], &[u8])| {
        let pairs = row.0.chunks_exact(4).zip(row.1.chunks_exact(4));
        let places: Vec<_> = pairs.enumerate().filter(|(_, (old, new))| old != new).map(|(place, _)| place).collect();
        Some((*places.first()?, *places.last()?))
    };
    let spans: Vec<_> = rows().filter_map(columns).collect();
    let left = spans.iter().map(|(left, _)| *left).min()?;
    let right = spans.iter().map(|(_, right)| *right).max()?;
    let length = |from: usize, to: usize| u32::try_from(to + 1 - from).ok();
    Some(Area {
        left: u32::try_from(left).ok()?,
        top: u32::try_from(top).ok()?,
        width: length(left, right)?,
        height: length(top, bottom)?,
    })
}

fn write(encoder: &mut Encoder<&mut Vec<u8>>, whole: &Pixels, area: Area, delay: u16) -> Result<(), PictureError> {
    let row_length = whole.width as usize * 4;
    let span = area.left as usize * 4..(area.left + area.width) as usize * 4;
    let rows = whole.bytes.chunks_exact(row_length).skip(area.top as usize).take(area.height as usize);
    let mut part: Vec<u8> = rows.flat_map(|row| row[span.clone()].iter().copied()).collect();
    let size = (side(area.width, whole)?, side(area.height, whole)?);
    let mut frame = Frame::from_rgba_speed(size.0, size.1, &mut part, SPEED);
    (frame.left, frame.top) = (side(area.left, whole)?, side(area.top, whole)?);
    frame.delay = delay;
    frame.dispose = DisposalMethod::Keep;
    // Every pixel is opaque: a transparent colour would let the frame before show through.
    frame.transparent = None;
    frame.buffer = Cow::Owned(frame.buffer.into_owned());
    Ok(encoder.write_frame(&frame)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_stored() {
        let old = Pixels { width: 4, height: 3, bytes: vec![0; 48] };
        let mut new = old.clone();
        assert_eq!(changed(&old, &new), None);
        new.bytes[(4 + 1) * 4] = 9;
        new.bytes[(8 + 2) * 4 + 1] = 9;
        assert_eq!(changed(&old, &new), Some(Area { left: 1, top: 1, width: 2, height: 2 }));
    }
}
