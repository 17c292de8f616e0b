//! Xiangqi boards in pictures.

use rules::Side;
use rules::xiangqi::Role;

use super::art;
use super::svg::Sheet;
use crate::settings::{Glyphs, LastMark};
use crate::view::board::Occupant;

/// Draws everything that lies on the wood.
pub(super) fn draw(sheet: &mut Sheet<'_>) {
    lines(sheet);
    ticks(sheet);
    river(sheet);
    if sheet.style.coordinates {
        numbers(sheet);
    }
    let scene = sheet.scene;
    let (came, left) = match sheet.style.last_mark {
        LastMark::Frame => (Some("marks/move_to"), Some("marks/move_from")),
        LastMark::Dot => (Some("marks/move_to_ring"), Some("marks/move_from_dot")),
        LastMark::Wedge => (Some("marks/move_to_wedge"), Some("marks/move_from_dot")),
        LastMark::None => (None, None),
    };
    for (place, point) in scene.points.iter().enumerate() {
        let middle = sheet.middle(place);
        if let Some(name) = left.filter(|_| point.from) {
            sheet.art(name, middle, 1.0);
        }
        if let Occupant::Man(side, role) = point.occupant {
            man(sheet, middle, side, role);
        }
        if let Some(name) = came.filter(|_| point.last) {
            sheet.art(name, middle, 1.0);
        }
        if point.check {
            sheet.art("marks/check", middle, 1.0);
        }
    }
}

/// Grid, frame and palaces.
fn lines(sheet: &mut Sheet<'_>) {
    let (cell, ink) = (sheet.cell, sheet.style.ink());
    let line = (0.02 * cell).round().max(1.0);
    let before = (line / 2.0).floor();
    let (gap, frame) = ((0.09 * cell).round(), (2.0 * line + 0.5).round());
    let outer = sheet.margin - before - gap - frame / 2.0;
    let (width, height) = (8.0 * cell + line + 2.0 * gap + frame, 9.0 * cell + line + 2.0 * gap + frame);
    sheet.add(format_args!(
        r#"<rect x="{outer}" y="{outer}" width="{width}" height="{height}" fill="none" stroke="{ink}" stroke-width="{frame}"/>"#
    ));
    for index in 0..10 {
        sheet.rectangle(sheet.margin - before, sheet.at(f64::from(index)) - before, 8.0 * cell + line, line, ink);
    }
    for index in 0..9 {
        let x = sheet.at(f64::from(index)) - before;
        // The inner files stop at the river's banks.
        let parts: &[(f64, f64)] = if index == 0 || index == 8 { &[(0.0, 9.0)] } else { &[(0.0, 4.0), (5.0, 4.0)] };
        for (from, length) in parts {
            sheet.rectangle(x, sheet.at(*from) - before, line, length * cell + line, ink);
        }
    }
    for top in [0.0, 7.0] {
        let (left, right) = (sheet.at(3.0) + 0.5, sheet.at(5.0) + 0.5);
        let (up, down) = (sheet.at(top) + 0.5, sheet.at(top + 2.0) + 0.5);
        sheet.add(format_args!(
            r#"<path d="M{left} {up}L{right} {down}M{right} {up}L{left} {down}" stroke="{ink}" stroke-width="{line}"/>"#
        ));
    }
}

/// The places of cannons and soldiers.
fn ticks(sheet: &mut Sheet<'_>) {
    let cannons = [(1, 2), (7, 2), (1, 7), (7, 7)];
    let soldiers = [3, 6].into_iter().flat_map(|down| [0, 2, 4, 6, 8].map(|across| (across, down)));
    let (near, far) = ((0.075 * sheet.cell).round().max(2.0), (0.22 * sheet.cell).round());
    let (line, ink) = ((0.02 * sheet.cell).round().max(1.0), sheet.style.ink());
    for (across, down) in cannons.into_iter().chain(soldiers) {
        let (x, y) = (sheet.at(f64::from(across)) + 0.5, sheet.at(f64::from(down)) + 0.5);
        let sides = [-1.0, 1.0].into_iter().filter(|side| !(across == 0 && *side < 0.0 || across == 8 && *side > 0.0));
        for (side, up) in sides.flat_map(|side| [(side, -1.0), (side, 1.0)]) {
            let (near_x, near_y) = (x + side * near, y + up * near);
            let (far_x, far_y) = (x + side * far, y + up * far);
            sheet.add(format_args!(
                r#"<path d="M{far_x} {near_y}H{near_x}V{far_y}" fill="none" stroke="{ink}" stroke-width="{line}"/>"#
            ));
        }
    }
}

fn river(sheet: &mut Sheet<'_>) {
    let ink = sheet.style.ink();
    for (word, place) in ["楚", "河", "漢", "界"].into_iter().zip([1.5, 2.5, 5.5, 6.5]) {
        sheet.text(word, (sheet.at(place), sheet.at(4.5)), 0.43, 700, ink);
    }
}

/// File numbers as players count them: Chinese numerals on Red's side, figures on Black's, each from its own right.
fn numbers(sheet: &mut Sheet<'_>) {
    const NUMERALS: [&str; 9] = ["九", "八", "七", "六", "五", "四", "三", "二", "一"];
    let (ink, flipped) = (sheet.style.ink(), sheet.style.flipped);
    let (top, bottom) = (0.26 * sheet.margin, sheet.height() - 0.26 * sheet.margin);
    let (red, black) = if flipped { (top, bottom) } else { (bottom, top) };
    for index in 0..9 {
        let x = sheet.at(f64::from(u8::try_from(index).unwrap_or(0))) + 0.5;
        let turned = if flipped { 8 - index } else { index };
        sheet.text(NUMERALS[turned], (x, red), 0.21, 600, ink);
        sheet.text(&(turned + 1).to_string(), (x, black), 0.21, 600, ink);
    }
}

fn man(sheet: &mut Sheet<'_>, (x, y): (f64, f64), side: Side, role: Role) {
    let is_red = side == Side::First;
    let middle = (x + 0.5, y + 0.5);
    let disc = match (is_red, sheet.style.flat) {
        (true, false) => "pieces/traditional_red",
        (false, false) => "pieces/traditional_black",
        (true, true) => "pieces/flat_red",
        (false, true) => "pieces/flat_black",
    };
    sheet.art(disc, middle, 1.02);
    let ink = match (is_red, sheet.style.flat) {
        (_, true) => "#f9efda",
        (true, false) => "#a81e16",
        (false, false) => "#1e1c19",
    };
    let weight = if sheet.style.glyphs == Glyphs::Western { 600 } else { 700 };
    match glyph(sheet.style.glyphs, is_red, role) {
        Some(glyph) => sheet.text(glyph, (middle.0, middle.1 - 0.012 * sheet.cell), 0.5, weight, ink),
        None => emblem(sheet, middle, role, ink),
    }
}

/// What a man bears, `None` for a picture.
fn glyph(glyphs: Glyphs, is_red: bool, role: Role) -> Option<&'static str> {
    const ORDER: [[&str; 7]; 5] = [
        ["帥", "仕", "相", "傌", "俥", "炮", "兵"],
        ["將", "士", "象", "馬", "車", "砲", "卒"],
        ["帅", "仕", "相", "马", "车", "炮", "兵"],
        ["将", "士", "象", "马", "车", "炮", "卒"],
        ["K", "A", "E", "H", "R", "C", "P"],
    ];
    let set = match (glyphs, is_red) {
        (Glyphs::Traditional, true) => 0,
        (Glyphs::Traditional, false) => 1,
        (Glyphs::Simplified, true) => 2,
        (Glyphs::Simplified, false) => 3,
        (Glyphs::Western, _) => 4,
        (Glyphs::Emblems, _) => return None,
    };
    Some(ORDER[set][number(role)])
}

const fn number(role: Role) -> usize {
    match role {
        Role::General => 0,
        Role::Advisor => 1,
        Role::Elephant => 2,
        Role::Horse => 3,
        Role::Chariot => 4,
        Role::Cannon => 5,
        Role::Soldier => 6,
    }
}

/// An emblem's drawing, put in its place in the colour of the side.
fn emblem(sheet: &mut Sheet<'_>, (x, y): (f64, f64), role: Role, ink: &str) {
    let drawing = art::EMBLEMS[number(role)];
    // What lies between the outer element's tags: paths without a colour of their own.
    let inner = drawing.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</svg>")).map_or("", |(inner, _)| inner);
    let scale = 1.02 * sheet.cell / 108.0;
    let (left, top) = (x - 54.0 * scale, y - 54.0 * scale);
    sheet.add(format_args!(r#"<g fill="{ink}" transform="translate({left} {top}) scale({scale})">{inner}</g>"#));
}
