//! Figures, vehicles and guns: the catalog, what they cost, and where groups begin.

use toml::{Table, Value};

use super::field::Field;
use crate::board::{Cell, Compass, Square};
use crate::editor::field::{number_at, set, text_at};
use crate::editor::parts::{FormationParts, Parts};
use crate::editor::{CatalogItem, Flip, Place, Remark, Subject};
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::catalog::fielded::{Fielded, barred};
use crate::rules::fireandmove::catalog::tables::{Rank, Troop, Vehicle, Weapon, tables};
use crate::rules::fireandmove::nations::{Nation, Quality, Trait, nation};
use crate::side::Side;

/// The nation of a side.
pub(super) fn nation_of(parts: &Parts<Field>, side: Side) -> Option<&'static Nation> {
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

/// The cost of a group besides its figures: its vehicle and its gun.
pub(super) fn group_cost(parts: &Parts<Field>, side: Side, f: usize) -> u32 {
    let Some(group) = parts.formation(side, f) else { return 0 };
    let vehicle = text_at(&group.about, "vehicle").and_then(vehicle).map_or(0, |vehicle| vehicle.points);
    let gun = text_at(&group.about, "gun").and_then(gun).map_or(0, |gun| gun.points);
    u32::from(vehicle) + u32::from(gun)
}

/// A figure by its key or its name.
fn troop(word: &str) -> Option<&'static Troop> {
    tables().troops.iter().find(|troop| troop.key == word || troop.name == word)
}

/// A vehicle by its key or its name.
fn vehicle(word: &str) -> Option<&'static Vehicle> {
    tables().vehicles.iter().find(|vehicle| vehicle.key == word || vehicle.name == word)
}

/// A gun by its key or its name.
fn gun(word: &str) -> Option<&'static Weapon> {
    tables().weapons.iter().find(|gun| gun.gun && (gun.key == word || gun.name == word))
}

/// The name of a figure.
pub(super) fn figure_name(key: &str) -> String {
    troop(key).map_or(key, |troop| &troop.name).to_owned()
}

/// Why a side can't have something of these nations, in the year of the battle.
fn unfit(parts: &Parts<Field>, side: Side, by: &[Fielded]) -> Option<String> {
    barred(by, nation_of(parts, side)?, number_at(&parts.head, "year"))
}

/// Why a side can't have a figure: no other nation's machine gun or SMG, and nothing it did not have by then.
fn unfit_troop(parts: &Parts<Field>, side: Side, troop: &Troop) -> Option<String> {
    let nation = nation_of(parts, side)?;
    let foreign = troop.rank == Rank::None && !nation.uses(&troop.weapon);
    foreign.then(|| format!("Not used by the {}", nation.name)).or_else(|| unfit(parts, side, &troop.nations))
}

/// What a figure can carry besides its weapon, with the nations that have it.
const KITS: [(&str, &str, &[&str]); 5] = [
    ("faust", "Panzerfaust", &["german 1943", "finnish 1944", "hungarian 1944", "romanian 1944"]),
    ("mine", "magnetic mine", &["german 1942", "japanese", "finnish"]),
    ("charge", "demolition charge", &[]),
    ("dadao", "dadao", &["nationalist-chinese", "red-army-chinese", "y-force"]),
    ("phosphorus", "phosphorus grenade", &[]),
];

/// Why a side can't have a kit.
fn unfit_kit(parts: &Parts<Field>, side: Side, kit: &str) -> Option<String> {
    let (.., by) = KITS.iter().find(|(key, ..)| *key == kit)?;
    let by: Vec<Fielded> =
        by.iter().filter_map(|words| Fielded::try_from((*words).to_owned()).ok()).collect();
    let nation = nation_of(parts, side)?;
    if kit == "phosphorus" && !nation.has(Trait::Phosphorus) {
        return Some(format!("Not used by the {}", nation.name));
    }
    unfit(parts, side, &by)
}

/// Values to choose from by key and name: those a side can have, and the present one.
fn choice<'a>(
    all: impl Iterator<Item = (&'a str, &'a str, bool)>,
    now: Option<&'a str>,
) -> Vec<(String, String)> {
    let open = all.filter(|(key, _, open)| *open || now == Some(*key));
    open.map(|(key, name, _)| (key.to_owned(), name.to_owned())).collect()
}

/// The figures of a side to choose from.
pub(super) fn figures(parts: &Parts<Field>, side: Side, now: Option<&str>) -> Vec<(String, String)> {
    let all = tables().troops.iter();
    choice(all.map(|t| (t.key.as_str(), t.name.as_str(), unfit_troop(parts, side, t).is_none())), now)
}

/// What a side's figures can carry besides their weapon, or nothing.
pub(super) fn kits(parts: &Parts<Field>, side: Side, now: Option<&str>) -> Vec<(String, String)> {
    let all = KITS.iter().map(|(key, name, _)| (*key, *name, unfit_kit(parts, side, key).is_none()));
    choice(std::iter::once(("", "-", true)).chain(all), now)
}

/// A side's vehicles, or none.
pub(super) fn vehicles(parts: &Parts<Field>, side: Side, now: Option<&str>) -> Vec<(String, String)> {
    let all = tables().vehicles.iter();
    let all = all.map(|v| (v.key.as_str(), v.name.as_str(), unfit(parts, side, &v.nations).is_none()));
    choice(std::iter::once(("", "-", true)).chain(all), now)
}

/// A side's guns, or none.
pub(super) fn guns(parts: &Parts<Field>, side: Side, now: Option<&str>) -> Vec<(String, String)> {
    let all = tables().weapons.iter().filter(|weapon| weapon.gun);
    let all =
        all.map(|gun| (gun.key.as_str(), gun.name.as_str(), unfit(parts, side, &gun.nations).is_none()));
    choice(std::iter::once(("", "-", true)).chain(all), now)
}

/// What a side has that its nation had not in that year.
pub(super) fn remarks(parts: &Parts<Field>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let mut put = |of: Subject, name: &str, why: Option<String>| {
        if let Some(why) = why {
            let sentence = format!("{name}: {why}.");
            remarks.push(Remark { fault: false, sentence, place: Place::Of(of) });
        }
    };
    for (of, group) in parts.formations() {
        let Some(side) = of.side() else { continue };
        if let Some(vehicle) = text_at(&group.about, "vehicle").and_then(vehicle) {
            put(of, &vehicle.name, unfit(parts, side, &vehicle.nations));
        }
        if let Some(gun) = text_at(&group.about, "gun").and_then(gun) {
            put(of, &gun.name, unfit(parts, side, &gun.nations));
        }
    }
    for (of, piece) in parts.pieces() {
        let Some(side) = of.side() else { continue };
        if let Some(troop) = troop(piece.kind()) {
            put(of, &troop.name, unfit_troop(parts, side, troop));
        }
        for kit in text_at(&piece.about, "kit").unwrap_or("").split('+') {
            let name = KITS.iter().find(|(key, ..)| *key == kit).map_or(kit, |(_, name, _)| name);
            put(of, name, unfit_kit(parts, side, kit));
        }
    }
    remarks
}

/// A side that changes its nation takes that nation's SMG and machine gun for those of the old one.
pub(super) fn rearm(parts: &mut Parts<Field>, side: Side) {
    let Some(nation) = nation_of(parts, side) else { return };
    for piece in parts.side_mut(side).pieces_mut() {
        let Some(troop) = troop(piece.kind()).filter(|troop| troop.rank == Rank::None) else { continue };
        if !nation.uses(&troop.weapon) {
            let light = ["smg", "mp"].contains(&troop.weapon.as_str());
            let own = if light { &nation.smg } else { &nation.squad_gun };
            piece.about.insert("type".to_owned(), Value::String(own.clone()));
        }
    }
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
        sums.extend(cards(nation, text_at(&force.about, "quality")));
    }
    sums
}

/// The hand and the deck that a nation and a quality give a side.
fn cards(nation: &Nation, quality: Option<&str>) -> [String; 2] {
    let quality = Quality::ALL.into_iter().find(|known| Some(known.key()) == quality);
    let hand = nation.hand(quality.unwrap_or(Quality::Line));
    let discards = match [0, 1, 2].map(|actions| hand.allowed(actions)) {
        [idle, one, always] if idle == one && one == always => format!("{always} always"),
        [idle, 0, 0] => format!("{idle} if idle"),
        [idle, one, always] => format!("{idle}, {one} or {always} after 0, 1 or 2 actions"),
    };
    let count = |is: fn(&Card) -> bool| nation.cards.iter().filter(|card| is(card)).count();
    let moves = count(|card| matches!(card, Card::Move(_)));
    let fires = count(|card| matches!(card, Card::Fire(_)));
    let rallies = count(|card| matches!(card, Card::Rally { .. }));
    [
        format!("hand {}, discards {discards} ({})", hand.hand, nation.rule),
        format!("deck: {moves} Move, {fires} Fire, {rallies} Rally"),
    ]
}

pub(super) fn catalog_items(parts: &Parts<Field>, side: Side) -> Vec<CatalogItem> {
    let shift = shift(parts, side);
    let own = nation_of(parts, side).map_or("all", |nation| nation.key.as_str());
    let item =
        |(key, name): (&str, &str), class: &str, cost: u16, figures: String, by: &[Fielded], barred| {
            let year = by.iter().find(|fielded| fielded.nation == own).map_or(0, |fielded| fielded.from);
            CatalogItem {
                nation: own.to_owned(),
                key: key.to_owned(),
                name: name.to_owned(),
                class: class.to_owned(),
                cost: u32::from(cost),
                year: year.max(1939),
                figures,
                barred,
            }
        };
    let all = tables();
    let figures = all.troops.iter().map(|troop| {
        let class = if troop.rank == Rank::None { "figure" } else { "leader" };
        let values = format!("morale {}, panic {}, close combat {}", troop.morale, troop.panic, troop.ccv);
        let barred = unfit_troop(parts, side, troop);
        let cost = troop.points.saturating_add_signed(shift);
        item((troop.key.as_str(), troop.name.as_str()), class, cost, values, &troop.nations, barred)
    });
    let vehicles = all.vehicles.iter().map(|vehicle| {
        let values = match vehicle.seats {
            0 => "a group of its own".to_owned(),
            seats => format!("a group of its own, {seats} seats"),
        };
        let barred = unfit(parts, side, &vehicle.nations);
        item(
            (vehicle.key.as_str(), vehicle.name.as_str()),
            "vehicle",
            vehicle.points,
            values,
            &vehicle.nations,
            barred,
        )
    });
    let guns = all.weapons.iter().filter(|weapon| weapon.gun).map(|gun| {
        let values = "for a group of three or more, its crew (61.2)".to_owned();
        item(
            (gun.key.as_str(), gun.name.as_str()),
            "gun",
            gun.points,
            values,
            &gun.nations,
            unfit(parts, side, &gun.nations),
        )
    });
    figures.chain(vehicles).chain(guns).collect()
}

/// Checks that a group has room for a figure: it has up to eight, plus any platoon leader (6.1). A vehicle's seats are
/// left to the check.
pub(super) fn fits(parts: &Parts<Field>, side: Side, f: usize, name: &str) -> Result<(), String> {
    let platoon = |name: &str| troop(name).is_some_and(|troop| troop.rank == Rank::Platoon);
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
    match troop(name) {
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
    if let Some(vehicle) = vehicle(name) {
        if parts.side(side).formations.len() >= 40 {
            return Some(Err("A side may have at most 40 groups.".to_owned()));
        }
        let mut about = group(parts, side);
        about.insert("vehicle".to_owned(), Value::String(vehicle.key.clone()));
        parts.side_mut(side).formations.push(FormationParts { about, pieces: Vec::new() });
        return Some(Ok(()));
    }
    let gun = gun(name)?;
    let formations = &mut parts.side_mut(side).formations;
    let last = formations.len().saturating_sub(1);
    Some(match formations.get_mut(f.min(last)) {
        Some(group) => {
            group.about.insert("gun".to_owned(), Value::String(gun.key.clone()));
            Ok(())
        }
        None => Err("A gun needs a group with its crew: add figures first.".to_owned()),
    })
}

/// A group in words: its vehicle or gun, else its size, and where it begins.
pub(super) fn group_name(formation: &FormationParts) -> String {
    let own = |key: &str| text_at(&formation.about, key);
    let count = formation.pieces.len();
    let driven = own("vehicle").map(|key| vehicle(key).map_or(key, |vehicle| &vehicle.name));
    let crewed = own("gun").map(|key| gun(key).map_or(key, |gun| &gun.name));
    let what = match (driven, crewed) {
        (Some(vehicle), _) if count == 0 => vehicle.to_owned(),
        (Some(vehicle), _) => format!("{vehicle} with {count}"),
        (None, Some(gun)) => format!("{gun}, crew of {count}"),
        (None, None) => format!("group of {count}"),
    };
    own("at").map_or_else(|| what.clone(), |cell| format!("{what} at {cell}"))
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
    flip.provisions(before, &mut parts.head, &["at", "front"]);
}
