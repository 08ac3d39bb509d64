//! Ground drawn over the boards, hex by hex and hexside by hexside.

use std::sync::OnceLock;

use toml::{Table, Value};

use super::boards::{Boards, lay};
use crate::board::hex::Side;
use crate::board::{Cell, Grid};
use crate::dice::Dice;
use crate::editor::growing::{patches, way};
use crate::editor::parts::Parts;
use crate::editor::{Brush, free_key};
use crate::game::view::Family;
use crate::rules::aslsk::board::ground::BoardHex;
use crate::rules::aslsk::board::reading::SIDES;
use crate::rules::aslsk::board::redraw::{bit, written};
use crate::rules::aslsk::board::{Place, Terrain};
use crate::rules::aslsk::shown::ground_kind;

/// The key of the drawn ground in a scenario.
const KEY: &str = "ground";
/// The highest level.
const TOP: u8 = 4;

/// What a brush paints.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Paint {
    Terrain(Terrain),
    /// A road through the painted hexes, paved or not.
    Road(bool),
    NoRoad,
    /// A road across one hexside, or none if there is one.
    Hexside(Side),
    AsPrinted,
}

/// The brushes, each with what it paints.
fn known() -> &'static [(Brush, Paint)] {
    static BRUSHES: OnceLock<Vec<(Brush, Paint)>> = OnceLock::new();
    BRUSHES.get_or_init(|| {
        let mut all: Vec<(Brush, Paint)> = Vec::new();
        let mut put = |name: String, glyph: char, family: Family, group, rules: Vec<String>, paint| {
            let key = free_key(&name, |c| all.iter().any(|(brush, _)| brush.key == c));
            all.push((Brush { key, name, glyph, family, group, rules }, paint));
        };
        for terrain in Terrain::ALL {
            let kind = ground_kind(terrain, false, false, true);
            let (glyph, family) = (kind.glyph, kind.family);
            put(kind.name.to_lowercase(), glyph, family, "Ground", kind.effects, Paint::Terrain(terrain));
        }
        for (name, glyph, paved) in [("road, dirt", '-', false), ("paved road", '=', true)] {
            let about = "Joins the painted hexes; a single hex joins the roads beside it.";
            put(name.to_owned(), glyph, Family::Road, "Roads", vec![about.to_owned()], Paint::Road(paved));
        }
        let none = vec!["Removes the road.".to_owned()];
        put("no road".to_owned(), ' ', Family::Road, "Roads", none, Paint::NoRoad);
        for side in Side::ALL {
            let name = format!("road across {}", SIDES[side as usize].to_uppercase());
            let about = "Opens that hexside to a road, or closes it.".to_owned();
            put(name, '-', Family::Road, "Hexsides", vec![about], Paint::Hexside(side));
        }
        let printed = vec!["The ground of the board (x does the same).".to_owned()];
        put("as printed".to_owned(), ' ', Family::Clear, "Ground", printed, Paint::AsPrinted);
        all
    })
}

/// The brushes for the screen.
pub(super) fn brushes() -> &'static [Brush] {
    static SHOWN: OnceLock<Vec<Brush>> = OnceLock::new();
    SHOWN.get_or_init(|| known().iter().map(|(brush, _)| brush.clone()).collect())
}

/// The brush for what is on a hex: its terrain, or the road of open ground.
pub(super) fn brush_of(boards: &Boards, cell: Cell) -> usize {
    let Some(place) = boards.place(cell) else { return 0 };
    let ground = &boards.map.at(place).ground;
    let paint = match ground.terrain {
        Terrain::Open if ground.road != 0 => Paint::Road(ground.paved),
        terrain => Paint::Terrain(terrain),
    };
    known().iter().position(|(_, known)| *known == paint).unwrap_or(0)
}

/// Hexes as they are to be drawn; they are written when all are known.
struct Drawing<'a> {
    parts: &'a mut Parts<Boards>,
    hexes: Vec<(Place, BoardHex)>,
}

impl<'a> Drawing<'a> {
    fn of(parts: &'a mut Parts<Boards>) -> Self {
        Self { parts, hexes: Vec::new() }
    }

    /// The ground of a hex, to be changed. It is drawn as the map shows it now, without the outlines that only a
    /// printed board has.
    fn hex(&mut self, place: Place) -> &mut BoardHex {
        let at = match self.hexes.iter().position(|(known, _)| *known == place) {
            Some(at) => at,
            None => {
                let shown = self.parts.map.map.at(place).ground.clone();
                self.hexes.push((place, BoardHex { drawn: Vec::new(), ..shown }));
                self.hexes.len() - 1
            }
        };
        &mut self.hexes[at].1
    }

    fn road(&self, place: Place) -> bool {
        let drawn = self.hexes.iter().find(|(known, _)| *known == place);
        let shown = || &self.parts.map.map.at(place).ground;
        drawn.map_or_else(shown, |(_, ground)| ground).road != 0
    }

    /// Opens a hexside to a road, or closes it, on both sides.
    fn open(&mut self, place: Place, side: Side, open: bool, paved: bool) {
        let next = self.parts.map.map.step(place, side);
        for (place, side) in
            [Some((place, side)), next.map(|next| (next, side.opposite()))].into_iter().flatten()
        {
            let ground = self.hex(place);
            if open {
                ground.paved |= paved;
                ground.road |= bit(side);
            } else {
                ground.road &= !bit(side);
                ground.paved &= ground.road != 0;
            }
        }
    }

    /// Writes the drawn hexes and lays the boards again.
    fn write(self) {
        let map = std::sync::Arc::clone(&self.parts.map.map);
        let table = self.parts.head.entry(KEY).or_insert_with(|| Value::Table(Table::new()));
        if !table.is_table() {
            *table = Value::Table(Table::new());
        }
        if let Some(table) = table.as_table_mut() {
            for (place, ground) in &self.hexes {
                table.insert(map.at(*place).name.clone(), Value::String(written(ground)));
            }
        }
        lay(self.parts);
    }
}

/// Paints hexes.
pub(super) fn paint(parts: &mut Parts<Boards>, cells: &[Cell], brush: usize) -> Result<String, String> {
    let Some((_, paint)) = known().get(brush) else { return Err("That brush does not exist.".to_owned()) };
    if *paint == Paint::AsPrinted {
        return clear(parts, cells);
    }
    let places: Vec<Place> = cells.iter().filter_map(|&cell| parts.map.place(cell)).collect();
    if places.is_empty() {
        return Err("That is not on a board.".to_owned());
    }
    let mut drawing = Drawing::of(parts);
    for &place in &places {
        match *paint {
            Paint::Terrain(terrain) => drawing.hex(place).terrain = terrain,
            Paint::NoRoad => {
                for side in Side::ALL {
                    drawing.open(place, side, false, false);
                }
            }
            Paint::Hexside(side) => {
                let (open, paved) = (drawing.hex(place).road & bit(side) == 0, drawing.hex(place).paved);
                drawing.open(place, side, open, paved);
            }
            Paint::Road(_) | Paint::AsPrinted => {}
        }
    }
    if let Paint::Road(paved) = *paint {
        lay_road(&mut drawing, &places, paved);
    }
    drawing.write();
    Ok(String::new())
}

/// A road from hex to hex; a single hex is joined to the roads beside it.
fn lay_road(drawing: &mut Drawing, places: &[Place], paved: bool) {
    for pair in places.windows(2) {
        if let Some(side) = drawing.parts.map.map.side_between(pair[0], pair[1]) {
            drawing.open(pair[0], side, true, paved);
        }
    }
    let &[place] = places else { return };
    let beside: Vec<Side> = Side::ALL
        .into_iter()
        .filter(|&side| drawing.parts.map.map.step(place, side).is_some_and(|next| drawing.road(next)))
        .collect();
    // Alone, it runs north and south, to be joined to the next.
    let sides = if beside.is_empty() { vec![Side::ALL[0], Side::ALL[3]] } else { beside };
    for side in sides {
        drawing.open(place, side, true, paved);
    }
}

/// Gives hexes back the ground of their board.
pub(super) fn clear(parts: &mut Parts<Boards>, cells: &[Cell]) -> Result<String, String> {
    let names: Vec<String> = cells.iter().map(|&cell| parts.map.name_of(cell)).collect();
    if let Some(table) = parts.head.get_mut(KEY).and_then(Value::as_table_mut) {
        table.retain(|name, _| !names.iter().any(|known| known.eq_ignore_ascii_case(name)));
        if table.is_empty() {
            parts.head.remove(KEY);
        }
    }
    lay(parts);
    Ok(String::new())
}

/// Raises or lowers hexes.
pub(super) fn raise(parts: &mut Parts<Boards>, cells: &[Cell], by: i8) -> Result<String, String> {
    let places: Vec<Place> = cells.iter().filter_map(|&cell| parts.map.place(cell)).collect();
    let mut drawing = Drawing::of(parts);
    let mut level = None;
    for place in places {
        let ground = drawing.hex(place);
        ground.level = ground.level.saturating_add_signed(by).min(TOP);
        level = Some(ground.level);
    }
    let Some(level) = level else { return Err("That is not on a board.".to_owned()) };
    drawing.write();
    Ok(format!("Level {level}."))
}

/// Draws random ground over every hex in play: a road with a village on it, woods, orchards, grain and hills.
pub(super) fn generate(parts: &mut Parts<Boards>, percent: usize, dice: &mut Dice) {
    let grid = Grid::Hex(parts.map.map.shape);
    let places: Vec<Place> =
        parts.map.map.places().filter(|&place| parts.map.map.at(place).playable).collect();
    let mut drawing = Drawing::of(parts);
    for &place in &places {
        *drawing.hex(place) = BoardHex::default();
    }
    let kinds = [Terrain::Woods, Terrain::Woods, Terrain::Grain, Terrain::Grain, Terrain::Orchard];
    let on_board =
        |drawing: &Drawing, cell: Cell| drawing.parts.map.place(cell).filter(|place| places.contains(place));
    for patch in patches(dice, grid, percent, 2, 9) {
        let terrain = kinds[dice.below(kinds.len())];
        for cell in patch {
            if let Some(place) = on_board(&drawing, cell) {
                drawing.hex(place).terrain = terrain;
            }
        }
    }
    for patch in patches(dice, grid, percent / 4, 8, 20) {
        for cell in patch {
            if let Some(place) = on_board(&drawing, cell) {
                drawing.hex(place).level = 1;
            }
        }
    }
    let across = dice.below(2) == 0;
    let road: Vec<Place> =
        way(dice, grid, across).into_iter().filter_map(|cell| on_board(&drawing, cell)).collect();
    for &place in &road {
        drawing.hex(place).terrain = Terrain::Open;
    }
    lay_road(&mut drawing, &road, false);
    // About one building for every thirty hexes, most of them beside the road.
    for _ in 0..(places.len() * percent / 1000).max(2) {
        let near = road.get(dice.below(road.len().max(1))).copied();
        let beside = near.and_then(|near| drawing.parts.map.map.step(near, Side::ALL[dice.below(6)]));
        let Some(place) = beside.filter(|place| places.contains(place) && !road.contains(place)) else {
            continue;
        };
        let stone = dice.below(3) == 0;
        drawing.hex(place).terrain = if stone { Terrain::StoneBuilding } else { Terrain::WoodenBuilding };
    }
    drawing.write();
}
