//! Gomoku boards in pictures.

use rules::Side;

use super::svg::Sheet;
use crate::settings::LastMark;
use crate::view::board::{Occupant, PointRow};

/// Draws everything that lies on the wood.
pub(super) fn draw(sheet: &mut Sheet<'_>) {
    grid(sheet);
    stars(sheet);
    if sheet.style.coordinates {
        coordinates(sheet);
    }
    let scene = sheet.scene;
    for (place, point) in scene.points.iter().enumerate() {
        if let Occupant::Stone(side) = point.occupant {
            stone(sheet, place, point, side);
        } else if point.forbidden.is_some() {
            sheet.art("marks/forbidden", sheet.middle(place), 1.0);
        }
    }
}

fn grid(sheet: &mut Sheet<'_>) {
    let (size, ink) = (u32::from(sheet.scene.files), sheet.style.ink());
    let line = (0.026 * sheet.cell).round().max(1.0);
    let before = (line / 2.0).floor();
    let length = f64::from(size - 1) * sheet.cell + line;
    for index in 0..size {
        let is_outer = index == 0 || index == size - 1;
        let thickness = if is_outer { 2.0 * line } else { line };
        // What an outer line has more lies outside.
        let at = sheet.at(f64::from(index)) - before - if index == 0 { line } else { 0.0 };
        let (start, whole) = (sheet.margin - before - line, length + 2.0 * line);
        sheet.rectangle(at, start, thickness, whole, ink);
        sheet.rectangle(start, at, whole, thickness, ink);
    }
}

/// Star points: corners from 9 points a side, the centre where there is one, the edges' middles from 19.
fn stars(sheet: &mut Sheet<'_>) {
    let size = sheet.scene.files;
    let (inset, odd) = (if size < 13 { 2 } else { 3 }, size % 2 == 1);
    let places = [inset, size / 2, size - 1 - inset];
    let (radius, ink) = (0.085 * sheet.cell, sheet.style.ink());
    for (across, x) in places.into_iter().enumerate() {
        for (up, y) in places.into_iter().enumerate() {
            let shown = match (across == 1, up == 1) {
                (true, true) => odd,
                (false, false) => size >= 9,
                _ => odd && size >= 19,
            };
            if shown {
                let (x, y) = (sheet.at(f64::from(x)) + 0.5, sheet.at(f64::from(y)) + 0.5);
                sheet.add(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{ink}"/>"#));
            }
        }
    }
}

fn coordinates(sheet: &mut Sheet<'_>) {
    let (size, ink) = (sheet.scene.files, sheet.style.ink());
    for index in 0..size {
        let letter = char::from(b'A' + index).to_string();
        let along = sheet.at(f64::from(index)) + 0.5;
        let bottom = sheet.height() - 0.42 * sheet.margin;
        sheet.text(&letter, (along, bottom), 0.28, 500, ink);
        let up = sheet.at(f64::from(size - 1 - index)) + 0.5;
        sheet.text(&(index + 1).to_string(), (0.34 * sheet.margin, up), 0.28, 500, ink);
    }
}

fn stone(sheet: &mut Sheet<'_>, place: usize, point: &PointRow, side: Side) {
    let (x, y) = sheet.middle(place);
    let middle = (x + 0.5, y + 0.5);
    let name = match (side, sheet.style.flat) {
        (Side::First, false) => "stones/black_slate",
        (Side::First, true) => "stones/black_flat",
        (Side::Second, false) => "stones/white_shell",
        (Side::Second, true) => "stones/white_flat",
    };
    sheet.art(name, middle, 1.08);
    let is_first = side == Side::First;
    if sheet.style.move_numbers && point.number > 0 {
        let ink = match (point.last, is_first) {
            (true, true) => "#ff9a80",
            (true, false) => "#b3261e",
            (false, true) => "#fff",
            (false, false) => "#1c1d20",
        };
        sheet.text(&point.number.to_string(), middle, 0.34, 600, ink);
    } else if point.last {
        let name = match (sheet.style.last_mark, is_first) {
            (LastMark::Frame, true) => "marks/last_on_black",
            (LastMark::Frame, false) => "marks/last_on_white",
            (LastMark::Dot, true) => "marks/last_dot_on_black",
            (LastMark::Dot, false) => "marks/last_dot_on_white",
            (LastMark::Wedge, true) => "marks/last_triangle_on_black",
            (LastMark::Wedge, false) => "marks/last_triangle_on_white",
            (LastMark::None, _) => return winning(sheet, point, middle),
        };
        sheet.art(name, middle, 1.0);
    }
    winning(sheet, point, middle);
}

fn winning(sheet: &mut Sheet<'_>, point: &PointRow, middle: (f64, f64)) {
    if point.winning {
        sheet.art("marks/winning", middle, 1.0);
    }
}
