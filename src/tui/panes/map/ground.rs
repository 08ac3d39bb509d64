//! The terrain of a cell: its tint, the washes over it, and its sparse texture.

use ratatui::style::{Color, Modifier, Style};

use super::canvas::Canvas;
use super::scene::{Scene, Spot};
use crate::board::Cell;
use crate::game::view::Family;
use crate::tui::theme::{Role, faint, washed};

/// The strength of a wash over a tint, in hundredths.
const WASH: u16 = 45;
/// The strength of a wash for something further off or uncertain.
const FAINT: u16 = 35;
/// How much darker terrain is when it can't be seen.
const SHADOW: u16 = 45;
/// The strength of the wash where the enemy can fire, by how bad that is.
const THREAT: [u16; 4] = [20, 35, 50, 65];
/// How much the tint of woods and other terrain changes with each level.
const HEIGHT: u16 = 14;

/// How dense the texture of a terrain is.
#[derive(Copy, Clone, PartialEq)]
enum Density {
    /// A tint of its own shows the terrain: every second mark is enough, and a step of the cursor changes less.
    Sparse,
    /// The palette has the same colour for several kinds of terrain, or hexes are told apart by their marks.
    Even,
    /// Without a tint, the texture alone shows the terrain.
    Dense,
}

impl Density {
    fn of(scene: &Scene, tint: Color) -> Self {
        match tint {
            Color::Reset | Color::Black => Self::Dense,
            Color::Indexed(_) | Color::Rgb(..) if scene.size.step == 0 => Self::Sparse,
            _ => Self::Even,
        }
    }
}

/// The texture character of a terrain family at a position in a cell, if there is one.
fn texture(
    family: Family,
    spot: Spot,
    (column, row): (u16, u16),
    density: Density,
    scene: &Scene,
) -> Option<char> {
    let (cell, size) = (spot.cell, scene.size);
    let dense = density == Density::Dense;
    let even = (column + row).is_multiple_of(2);
    // The places of a whole field, so that the marks stand in quincunx over the borders of its cells.
    let (across, down) =
        (cell.x * size.wide as i16 / 2 + column as i16 / 2, row as i16 - cell.y * size.tall as i16);
    let sparse = match density {
        Density::Sparse => column % 2 == 0 && (across + down) % 2 == 0,
        Density::Even | Density::Dense => even,
    };
    // Dots at every second column and row: enough for counting, few enough for a slow line.
    let dotted = column == 0 && row == 0 && cell.x % 2 == 0 && cell.y % 2 == 0;
    // The marks vary from cell to cell, so that a wood does not look like a table.
    let other = (cell.x.wrapping_mul(7).wrapping_add(cell.y.wrapping_mul(5)) + column as i16 / 2) % 3 == 0;
    let (shown, [sign, plain]) = match family {
        Family::Woods => (even, [if other { '♠' } else { '♣' }, '%']),
        Family::Scrub => (sparse, ['°', 'o']),
        Family::Grain => (sparse, ['"', '"']),
        Family::Water => (even || dense, ['≈', '~']),
        Family::Marsh => (even, [if other { '≈' } else { '"' }, if other { '~' } else { ';' }]),
        Family::Building => (true, [if column.is_multiple_of(2) { '▗' } else { '▖' }, '#']),
        Family::Stone => (true, [if column.is_multiple_of(2) { '▟' } else { '▙' }, '#']),
        Family::Rough => (sparse, ['∴', ':']),
        Family::Steep => (even, ['╱', '/']),
        Family::Works => (even, ['∩', '=']),
        Family::Road => (dense && even, ['=', '=']),
        Family::Slope => (dense && even, [',', ',']),
        Family::Crest => (dense && even, ['^', '^']),
        Family::Clear | Family::Smoke | Family::Marker => (dotted, ['·', '.']),
    };
    shown.then_some(if scene.look.ascii { plain } else { sign })
}

/// Whether marches go over a kind of terrain rather than into it.
const fn is_open(family: Family) -> bool {
    !matches!(
        family,
        Family::Woods | Family::Building | Family::Stone | Family::Works | Family::Water | Family::Marsh
    )
}

/// The tint of a cell, with all its washes.
pub fn tint(scene: &Scene, cell: Cell) -> Color {
    let theme = scene.look.theme;
    let mut tint = theme.tint(scene.ground(cell));
    let mut wash = |role: Role, hundredths| {
        if let Some(mixed) = washed(tint, theme.tint(role), hundredths) {
            tint = mixed;
        }
    };
    // Open terrain has a tint for each level; other terrain leans towards the highest.
    let level = scene.level(cell).clamp(0, 3) as u16;
    if level > 0 && !scene.ground(cell).is_open() {
        wash(Role::Ground3, HEIGHT * level);
    }
    if scene.is_unseen(cell) {
        wash(Role::Shadow, SHADOW);
    }
    // Hills keep their tint, so that their level shows; a border tells that they are within reach.
    let hill = scene.ground(cell).is_open() && scene.ground(cell) != Role::Ground;
    let is_pale = theme.takes_pale_wash(scene.ground(cell));
    // Staggered hexes change colour so often that only this turn's reach is shown on them.
    match scene.reach(cell).filter(|_| !hill && is_pale) {
        Some(0) => wash(Role::Reach, WASH),
        Some(1) if !scene.game.shown.grid().is_hex() => wash(Role::Reach, FAINT),
        _ => {}
    }
    // Hexes that can be chosen are underlined instead, and a zone has its border.
    if scene.game.shown.grid().is_hex() {
    } else if scene.is_option(cell) && is_pale {
        wash(Role::Choice, WASH);
    } else if scene.in_zone(cell) && is_pale {
        wash(Role::Choice, FAINT);
    }
    // Last, so that nothing whitens a threat.
    if let Some(threat) = scene.threat(cell) {
        wash(Role::Threat, THREAT[threat.step()]);
    }
    tint
}

/// Fills a cell with its tint and texture.
pub fn draw(canvas: &mut Canvas, scene: &Scene, spot: Spot) {
    let theme = scene.look.theme;
    let tint = tint(scene, spot.cell);
    let ink = theme.of(scene.ground(spot.cell)).fg.unwrap_or(Color::Reset);
    canvas.fill(spot.at, scene.size.wide, scene.size.tall, Style::new().bg(tint));
    if scene.is_unseen(spot.cell) && matches!(tint, Color::Reset | Color::Black) {
        return;
    }
    let density = Density::of(scene, tint);
    let family = match scene.family(spot.cell) {
        Family::Clear if density == Density::Dense && scene.level(spot.cell) > 0 => Family::Crest,
        family => family,
    };
    if scene.game.layers.heights {
        let level = scene.level(spot.cell);
        if level != 0 {
            canvas.text(spot.at, &level.to_string(), Style { bg: None, ..theme.of(Role::Label) });
        }
        return;
    }
    let named = scene.size.has_names();
    // The marks would break the line of a march, and the tint shows the terrain.
    let bare = density == Density::Sparse && scene.is_on_way(spot.cell) && is_open(family);
    let rows = if bare { 0..0 } else { u16::from(named)..scene.size.tall };
    for row in rows {
        for column in 0..scene.size.wide {
            if let Some(sign) = texture(family, spot, (column, row), density, scene) {
                canvas.sign(spot.place(column, row), sign, Style::new().fg(ink));
            }
        }
    }
    number(canvas, scene, spot, tint);
    // A palette of sixteen colours can't mix tints, so options are underlined.
    let zone = scene.in_zone(spot.cell) && !scene.game.shown.grid().is_hex();
    let washed = scene.is_option(spot.cell) || zone;
    if washed && tint == theme.tint(scene.ground(spot.cell)) {
        let style = Style::new().add_modifier(Modifier::UNDERLINED);
        // A gap between hexes tells them apart, and leaves the corner to the cursor.
        let wide = scene.size.wide - u16::from(scene.size.step > 0);
        canvas.restyle(spot.place(0, scene.size.tall - 1), wide, 1, style);
    }
}

/// Writes the chance of harm where the enemy can fire, or what terrain within reach costs, or the turn of arrival
/// where that is the next one.
fn number(canvas: &mut Canvas, scene: &Scene, spot: Spot, tint: Color) {
    let size = scene.size;
    let of = |role| Style { bg: None, ..scene.look.theme.of(role) };
    let quiet = || faint(tint).map_or(of(Role::Reach), |ink| Style::new().fg(ink));
    // The turn is the same for many cells: a few are enough, between the dots of open ground.
    let is_sparse = spot.cell.x % 4 == 1 && spot.cell.y % 2 == 1;
    let (number, style) = match (scene.threat(spot.cell), scene.reach(spot.cell), scene.cost(spot.cell)) {
        // In a small cell, numbers everywhere would hide the texture.
        (Some(_), ..) | (None, Some(0), Some(_)) if size.tall == 1 => return,
        (Some(threat), ..) if size.wide < 4 => (threat.digit(), of(Role::Threat)),
        (Some(threat), ..) => (threat.number(), of(Role::Threat)),
        (None, Some(0), Some(cost)) => (cost, quiet()),
        (None, Some(turns @ 1), _) if is_sparse => {
            let turn = (scene.game.shown.view.turn + u32::from(turns)) % 10;
            (turn as u8, quiet())
        }
        _ => return,
    };
    if number == 0 {
        return;
    }
    let text = number.to_string();
    let first = size.wide.saturating_sub(text.len() as u16);
    for (column, digit) in (first..).zip(text.chars()) {
        canvas.sign_if_free(spot.place(column, size.tall - 1), digit, style);
    }
}

/// Writes the name and the level of a large hex into its first row, over any road.
pub fn name(canvas: &mut Canvas, scene: &Scene, spot: Spot) {
    if !scene.size.has_names() || scene.game.layers.heights {
        return;
    }
    let theme = scene.look.theme;
    let name = scene.game.shown.name(spot.cell);
    let ink = faint(tint(scene, spot.cell)).or(theme.of(Role::EdgePlain).fg);
    let style = Style::new().fg(ink.unwrap_or(Color::Reset));
    canvas.text(spot.place(1, 0), &name, style);
    let level = scene.level(spot.cell);
    if level != 0 {
        canvas.text(spot.at, &level.to_string(), style);
    }
}
