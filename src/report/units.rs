//! The units of a position as SVG, in the same shapes as the script of the page draws them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::map::Plan;
use super::story::{Stand, Story};
use crate::game::Side;
use crate::game::view::{PieceView, Weight};
use crate::picture::escaped;

/// The style of units and markers.
pub(super) const STYLE: &str = ".u rect{stroke:#111;stroke-width:1}.u text{font-size:7px;font-weight:700;\
    text-anchor:middle;fill:#fff}.u.a rect{fill:#1f4e9c}.u.b rect{fill:#a3262a}.u path{stroke:#111;stroke-width:2}\
    .u .s{fill:#ffe14d;font-size:8px;paint-order:stroke;stroke:#000;stroke-width:2px}.u.h{opacity:.55}\
    .u.g rect{fill-opacity:.45}.m{font-size:12px;font-weight:700;text-anchor:middle;fill:#222;paint-order:stroke;\
    stroke:#fff;stroke-width:2px}";

/// The letters on a counter: its number, or the figures of its counter.
pub(super) fn label(piece: &PieceView) -> &str {
    let printed = if piece.short.is_empty() { &piece.name } else { &piece.short };
    let text = if piece.called.is_empty() && !piece.tag.is_empty() { &piece.tag } else { printed };
    // A counter has room for seven letters: whole words only.
    text.char_indices().nth(7).map_or(text.as_str(), |_| text.split(' ').next().unwrap_or(text))
}

/// The units and markers of a position.
pub(super) fn drawn(story: &Story, frame: usize, plan: &Plan) -> String {
    let frame = &story.frames[frame];
    let mut out = String::new();
    for marker in &frame.markers {
        let [x, y] = plan.middle(marker.cell);
        let sign = escaped(&marker.glyph.to_string());
        let _ = write!(
            out,
            "<text class=\"m\" x=\"{x}\" y=\"{}\">{sign}<title>{}</title></text>",
            y + 4,
            escaped(&marker.name)
        );
    }
    let mut shown: Vec<(&PieceView, &Stand)> = story
        .roster
        .iter()
        .zip(&frame.stands)
        .filter_map(|(piece, stand)| Some((piece, stand.as_ref().filter(|s| s.cell.is_some() && !s.lost)?)))
        .collect();
    shown.sort_by_key(|(_, stand)| (stand.stack, stand.cell));
    let mut below: BTreeMap<Option<u16>, i32> = BTreeMap::new();
    for (piece, stand) in shown {
        let below = below.entry(stand.cell).or_default();
        unit(piece, stand, *below, story, plan, &mut out);
        *below += 1;
    }
    out
}

/// A unit on as many others in its cell.
fn unit(piece: &PieceView, stand: &Stand, below: i32, story: &Story, plan: &Plan, out: &mut String) {
    let cell = story.board.grid.cell(stand.cell.unwrap_or_default().into());
    let [x, y] = plan.middle(cell);
    let up = 3 * below.min(4);
    let side = if piece.side == Side::A { "a" } else { "b" };
    let grave = if stand.weight == Weight::Grave { " g" } else { "" };
    let hidden = if stand.hidden { " h" } else { "" };
    let _ =
        write!(out, "<g class=\"u {side}{grave}{hidden}\" transform=\"translate({} {})\">", x + up, y - up);
    if let Some(facing) = stand.facings.first() {
        let _ = write!(out, "<path d=\"M0 0V-11\" transform=\"rotate({})\"/>", u16::from(*facing) * 15);
    }
    let _ = write!(out, "<rect x=\"-9\" y=\"-6\" width=\"18\" height=\"12\" rx=\"2\"/>");
    let label = label(piece);
    let fit =
        if label.chars().count() > 4 { " textLength=\"17\" lengthAdjust=\"spacingAndGlyphs\"" } else { "" };
    let _ = write!(out, "<text y=\"2.5\"{fit}>{}</text>", escaped(label));
    if !stand.states.is_empty() {
        let _ = write!(out, "<text class=\"s\" x=\"8\" y=\"-4\">{}</text>", escaped(&stand.states));
    }
    let _ = write!(out, "<title>{}</title></g>", escaped(&piece.with_tag()));
}
