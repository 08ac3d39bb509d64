//! Figures, vehicles and guns: the catalog, what they cost, and where groups begin.

use toml::{Table, Value};

use super::field::Field;
use crate::board::{Cell, Compass, Square};
use crate::editor::field::{number_at, set, text_at};
use crate::editor::parts::{FormationParts, Parts};
use crate::editor::{CatalogItem, Flip};
use crate::rules::fireandmove::catalog::tables::{Rank, tables};
use crate::rules::fireandmove::nations::{Nation, nation};
use crate::side::Side;

/// The nation of a side.
fn nation_of(parts: &Parts<Field>, side: Side) -> Option<&'static Nation> {
    text_at(&parts.side(side).about, "nation").and_then(nation)
}

/// What the nation and its kind of troops add to the cost of a figure.
fn shift(parts: &Parts<Field>, side: Side) -> i16 {
    let Some(nation) = nation_of(parts, side) else { return 0 };
    let kind = text_at(&parts.side(side).about, "kind");
    let own = nation.kinds.iter().find(|known| Some(known.key.as_str()) == kind);
    nation.figures.points + own.map_or(0, |kind| kind.shift.points)
}

pub(super) fn cost(parts: &Parts<Field>, side: Side, f: usize, n: usize) -> u32 {
    let troop = parts.piece(side, f, n).and_then(|piece| tables().troop(piece.kind()));
    troop.map_or(0, |troop| u32::from(troop.points.saturating_add_signed(shift(parts, side))))
}

/// The cost of a group besides its figures: its vehicle.
pub(super) fn group_cost(parts: &Parts<Field>, side: Side, f: usize) -> u32 {
    let key = parts.formation(side, f).and_then(|group| text_at(&group.about, "vehicle"));
    let vehicle = key.and_then(|key| tables().vehicles.iter().find(|vehicle| vehicle.key == key));
    vehicle.map_or(0, |vehicle| u32::from(vehicle.points))
}

pub(super) fn sums(parts: &Parts<Field>, side: Side) -> Vec<String> {
    let force = parts.side(side);
    let groups = force.formations.iter().enumerate();
    let total: u32 = groups
        .map(|(f, group)| {
            let figures: u32 = (0..group.pieces.len()).map(|n| cost(parts, side, f, n)).sum();
            figures + group_cost(parts, side, f)
        })
        .sum();
    let vehicles = force.formations.iter().filter(|group| group.about.contains_key("vehicle")).count();
    let men = force.pieces().count() + vehicles;
    let leader = |key: &str| tables().troop(key).is_some_and(|troop| troop.rank != Rank::None);
    let leaders = force.pieces().filter(|piece| leader(piece.kind())).count();
    let breaks = number_at(&force.about, "breaking").unwrap_or(0);
    let mut sums = vec![
        format!("{total} points (5)"),
        format!("groups {}, figures {men}, leaders {leaders}", force.formations.len()),
        format!("breaks at {breaks} lost; half would be {}", men / 2 + 1),
    ];
    if let Some(nation) = nation_of(parts, side) {
        sums.push(format!("{} (rule {})", nation.name, nation.rule));
    }
    sums
}

pub(super) fn catalog_items(parts: &Parts<Field>, side: Side) -> Vec<CatalogItem> {
    let shift = shift(parts, side);
    let item = |name: &str, class: &str, cost: u16, figures: String| CatalogItem {
        nation: "all".to_owned(),
        name: name.to_owned(),
        class: class.to_owned(),
        cost: u32::from(cost),
        year: 1939,
        figures,
        barred: None,
    };
    let all = tables();
    let figures = all.troops.iter().map(|troop| {
        let class = if troop.rank == Rank::None { "figure" } else { "leader" };
        let values = format!("{}: morale {}, panic {}", troop.name, troop.morale, troop.panic);
        item(&troop.key, class, troop.points.saturating_add_signed(shift), values)
    });
    let vehicles = all.vehicles.iter().map(|vehicle| {
        item(&vehicle.key, "vehicle", vehicle.points, format!("{}: a group of its own", vehicle.name))
    });
    let guns = all.weapons.iter().filter(|weapon| weapon.gun);
    let guns =
        guns.map(|gun| item(&gun.key, "gun", 0, format!("{}: for a group of three or more", gun.name)));
    figures.chain(vehicles).chain(guns).collect()
}

/// Checks that a group has room for a figure: it has up to eight, plus any platoon leader (6.1). A vehicle's seats are
/// left to the check.
pub(super) fn fits(parts: &Parts<Field>, side: Side, f: usize, name: &str) -> Result<(), String> {
    let platoon = |name: &str| tables().troop(name).is_some_and(|troop| troop.rank == Rank::Platoon);
    let Some(group) = parts.formation(side, f).filter(|group| !group.about.contains_key("vehicle")) else {
        return Ok(());
    };
    let figures = group.pieces.iter().filter(|piece| !platoon(piece.kind())).count();
    if platoon(name) || figures < LARGEST {
        return Ok(());
    }
    Err(format!("A group has at most {LARGEST} figures, plus any platoon leader (6.1): begin another group."))
}

/// The most figures of a group on foot, besides a platoon leader (6.1).
const LARGEST: usize = 8;

/// A new figure.
pub(super) fn figure(name: &str) -> Result<Table, String> {
    match tables().troop(name) {
        Some(troop) => Ok(Table::from_iter([("type".to_owned(), Value::String(troop.key.clone()))])),
        None => Err(format!("{name} is not in the catalog.")),
    }
}

/// Adds a vehicle as a group of its own, or gives a gun to a group; `None` if it is a figure.
pub(super) fn whole(
    parts: &mut Parts<Field>,
    side: Side,
    f: usize,
    name: &str,
) -> Option<Result<(), String>> {
    let all = tables();
    let key = Value::String(name.to_owned());
    if all.vehicles.iter().any(|vehicle| vehicle.key == name) {
        if parts.side(side).formations.len() >= 40 {
            return Some(Err("A side may have at most 40 groups.".to_owned()));
        }
        let mut about = group(parts, side);
        about.insert("vehicle".to_owned(), key);
        parts.side_mut(side).formations.push(FormationParts { about, pieces: Vec::new() });
        return Some(Ok(()));
    }
    if !all.weapons.iter().any(|weapon| weapon.gun && weapon.key == name) {
        return None;
    }
    let formations = &mut parts.side_mut(side).formations;
    let last = formations.len().saturating_sub(1);
    Some(match formations.get_mut(f.min(last)) {
        Some(group) => {
            group.about.insert("gun".to_owned(), key);
            Ok(())
        }
        None => Err("A gun needs a group with its crew: add figures first.".to_owned()),
    })
}

/// A group in words: its vehicle or gun, else its size.
pub(super) fn group_name(formation: &FormationParts) -> String {
    let own = |key: &str| text_at(&formation.about, key).map(str::to_owned);
    let count = formation.pieces.len();
    match (own("vehicle"), own("gun")) {
        (Some(vehicle), _) if count == 0 => vehicle,
        (Some(vehicle), _) => format!("{vehicle} with {count}"),
        (None, Some(gun)) => format!("{gun} with a crew of {count}"),
        (None, None) => format!("group of {count}"),
    }
}

/// The keys of a new group, on a free square facing the enemy.
pub(super) fn group(parts: &Parts<Field>, side: Side) -> Table {
    let mut about = Table::from_iter([("front".to_owned(), Value::String(front(parts, side).to_owned()))]);
    place(parts, side, &mut about);
    about
}

/// The way most groups of a side face, or toward the far edge.
fn front(parts: &Parts<Field>, side: Side) -> &'static str {
    let south = match side {
        Side::A => true,
        Side::B => false,
    };
    let known = parts.side(side).formations.iter().filter_map(|group| text_at(&group.about, "front"));
    let faces = known.filter_map(|front| front.parse::<Compass>().ok()).next_back();
    match faces {
        Some(Compass::S | Compass::SE | Compass::SW) => "s",
        Some(Compass::N | Compass::NE | Compass::NW) => "n",
        Some(Compass::E) => "e",
        Some(Compass::W) => "w",
        None if south => "n",
        None => "s",
    }
}

/// Places a group on a free square: near the side's other groups, or at the edge behind it.
pub(super) fn place(parts: &Parts<Field>, side: Side, about: &mut Table) {
    let grid = parts.map.grid;
    let cell = |table: &Table| text_at(table, "at").and_then(|name| name.parse::<Cell>().ok());
    let taken: Vec<Cell> = parts.formations().filter_map(|(_, group)| cell(&group.about)).collect();
    let near = cell(about).or_else(|| parts.side(side).formations.iter().rev().find_map(|g| cell(&g.about)));
    let behind = front(parts, side).parse::<Compass>().unwrap_or(Compass::N).opposite();
    // Groups keep a few squares apart, so that each can be seen and moved.
    let crowded =
        |cell: Cell| taken.iter().any(|other| (other.x - cell.x).abs().max((other.y - cell.y).abs()) < 3);
    let away = |cell: Cell| {
        let far = near.map_or(0, |near| (cell.x - near.x).abs() + (cell.y - near.y).abs());
        (crowded(cell), far, grid.from_edge(behind, cell), (2 * cell.x - i16::from(grid.width)).abs())
    };
    let free = grid.cells().filter(|cell| !taken.contains(cell)).min_by_key(|&cell| away(cell));
    set(about, "at", free.map(|cell| Value::String(cell.to_string())));
}

/// Moves where groups start.
fn move_all(parts: &mut Parts<Field>, to: impl Fn(Cell) -> Cell) {
    for group in parts.sides.iter_mut().flat_map(|side| &mut side.formations) {
        if let Some(cell) = text_at(&group.about, "at").and_then(|name| name.parse::<Cell>().ok()) {
            group.about.insert("at".to_owned(), Value::String(to(cell).to_string()));
        }
    }
}

/// Brings groups beyond a smaller map back to its edge.
pub(super) fn keep_on_map(parts: &mut Parts<Field>) {
    let grid = parts.map.grid;
    move_all(parts, |cell| {
        Cell::new(cell.x.min(i16::from(grid.width) - 1), cell.y.min(i16::from(grid.height) - 1))
    });
}

/// Mirrors or turns where groups start and which way they and pillboxes face.
pub(super) fn flip(parts: &mut Parts<Field>, before: Square, flip: Flip) {
    move_all(parts, |cell| if before.contains(cell) { flip.cell(before, cell) } else { cell });
    let turned = |table: &mut Table| {
        if let Some(front) = text_at(table, "front").and_then(|front| front.parse::<Compass>().ok()) {
            table.insert("front".to_owned(), Value::String(flip.wind(front).to_string().to_lowercase()));
        }
    };
    for group in parts.sides.iter_mut().flat_map(|side| &mut side.formations) {
        turned(&mut group.about);
    }
    parts.plans.values_mut().flatten().for_each(turned);
}
