//! Writes a board in Stand To's own file format.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::drawing::Drawn;
use super::metadata::Metadata;
use crate::board::hex::{Hex, Side};
use crate::rules::aslsk::board::BoardHex;
use crate::rules::aslsk::board::reading::{SIDES, sign};
use crate::rules::aslsk::board::shape::Shape;

/// Characters per line of hexes.
const WIDTH: usize = 110;

/// The `[[mapboard]]` table of a board.
pub fn mapboard(letter: &str, metadata: &Metadata, drawn: &Drawn) -> String {
    let mut text = String::new();
    let shape = metadata.shape;
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "[[mapboard]]\nletter = \"{letter}\"\ncolumns = {}\nrows = {}\nhexes = \"\"\"",
        shape.columns, shape.rows
    );
    for col in 0..i16::from(shape.columns) {
        let name = Hex::new(col, 0).to_string();
        let row = drawn.grounds.iter().filter(|(hex, _)| hex.col == col);
        let signs: Vec<String> = row.map(|(_, ground)| format!("{:2}", sign(ground))).collect();
        // A hexrow that starts with a half hex is not indented.
        let gap = if col % 2 == 0 { "   " } else { "" };
        let line = format!("{:2} {gap}{}", name.trim_end_matches('0'), signs.join(" "));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text += "\"\"\"\n";
    for (key, paved) in [("paved", true), ("dirt", false)] {
        let roads = drawn.grounds.iter().filter(|(_, ground)| ground.road != 0 && ground.paved == paved);
        let roads: Vec<String> =
            roads.map(|(hex, ground)| format!("\"{}\"", crossed(*hex, ground))).collect();
        if !roads.is_empty() {
            let _ = writeln!(text, "{key} = [\n{}\n]", wrapped(&roads, ", "));
        }
    }
    depictions(&mut text, drawn);
    text
}

/// A hex with the hexsides at which its road leaves it.
fn crossed(hex: Hex, ground: &BoardHex) -> String {
    let sides = Side::ALL.into_iter().filter(|&side| ground.road & 1 << side as u8 != 0);
    sides.fold(hex.to_string(), |line, side| line + " " + SIDES[side as usize])
}

/// Each outline once, with the hexes that have it.
fn depictions(text: &mut String, drawn: &Drawn) {
    let mut hexes: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
    for (hex, ground) in drawn.grounds.iter().filter(|(_, ground)| !ground.drawn.is_empty()) {
        let corners = ground.drawn.iter().map(corners).collect();
        hexes.entry(corners).or_default().push(hex.to_string());
    }
    if hexes.is_empty() {
        return;
    }
    text.push_str("\n[mapboard.shapes]\n");
    for (at, parts) in hexes.keys().enumerate() {
        let parts: Vec<String> = parts.iter().map(|part| format!("\"{part}\"")).collect();
        let _ = writeln!(text, "s{} = [{}]", at + 1, parts.join(", "));
    }
    text.push_str("\n[mapboard.depictions]\n");
    for (at, hexes) in hexes.values().enumerate() {
        let _ = writeln!(text, "s{} = \"{}\"", at + 1, hexes.join(" "));
    }
}

fn corners(shape: &Shape) -> String {
    let corners: Vec<String> =
        shape.corners().iter().map(|point| format!("{} {}", point.x, point.y)).collect();
    corners.join(", ")
}

/// Words in lines of a given width, indented by two spaces.
fn wrapped(words: &[String], between: &str) -> String {
    let mut lines = vec![String::from("  ")];
    for (at, word) in words.iter().enumerate() {
        let last = lines.len() - 1;
        if lines[last].len() + word.len() > WIDTH {
            lines[last] = lines[last].trim_end().to_owned();
            lines.push(String::from("  "));
        }
        let last = lines.len() - 1;
        lines[last] += word;
        if at + 1 < words.len() {
            lines[last] += between;
        }
    }
    lines.join("\n")
}
