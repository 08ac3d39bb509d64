//! Counters: squads, half-squads, crews, leaders, SW and Guns.

use toml::{Table, Value};

use super::boards::Boards;
use super::text;
use crate::editor::CatalogItem;
use crate::editor::field::{number_at, text_at};
use crate::editor::parts::Parts;
use crate::rules::aslsk::tables::counters::{self, Class, Counter, Kind, Nation};
use crate::rules::aslsk::tables::guns;
use crate::side::Side;

/// The nationalities with their words in files.
pub(super) const NATIONS: [(Nation, &str, &str); 5] = [
    (Nation::German, "german", "German"),
    (Nation::American, "american", "American"),
    (Nation::British, "british", "British"),
    (Nation::Italian, "italian", "Italian"),
    (Nation::AlliedMinor, "allied-minor", "Allied Minor"),
];

/// SW other than ordnance.
const WEAPONS: [(&str, &str); 5] = [
    ("LMG", "light machine gun"),
    ("MMG", "medium machine gun"),
    ("HMG", "heavy machine gun"),
    ("FT", "flamethrower"),
    ("DC", "demolition charge"),
];

/// The nationality of a group.
pub(super) fn nation(about: &Table) -> Option<Nation> {
    let word = text_at(about, "nation")?;
    NATIONS.iter().find(|(_, known, _)| *known == word).map(|(nation, ..)| *nation)
}

/// The word of a nationality in files.
fn word(nation: Nation) -> &'static str {
    NATIONS.iter().find(|(known, ..)| *known == nation).map_or("german", |(_, word, _)| *word)
}

/// The counter of a piece, if it is a unit.
fn counter(parts: &Parts<Boards>, side: Side, f: usize, n: usize) -> Option<&'static Counter> {
    let group = parts.formation(side, f)?;
    let piece = group.pieces.get(n)?;
    let unit = text_at(&piece.about, "list") == Some("units");
    let id = counters::find(nation(&group.about)?, piece.kind()).filter(|_| unit)?;
    Some(id.get())
}

/// A squad counts two, a half-squad or a crew one.
pub(super) fn half_squads(parts: &Parts<Boards>, side: Side, f: usize, n: usize) -> u32 {
    match counter(parts, side, f, n).map(|counter| counter.kind) {
        Some(Kind::Squad) => 2,
        Some(Kind::HalfSquad | Kind::Crew) => 1,
        Some(Kind::Leader) | None => 0,
    }
}

pub(super) fn sums(parts: &Parts<Boards>, side: Side) -> Vec<String> {
    let groups = &parts.side(side).formations;
    let all =
        || groups.iter().enumerate().flat_map(|(f, group)| (0..group.pieces.len()).map(move |n| (f, n)));
    let of = |kind: Kind| {
        all().filter(|&(f, n)| counter(parts, side, f, n).is_some_and(|counter| counter.kind == kind)).count()
    };
    let weapons =
        parts.side(side).pieces().filter(|piece| text_at(&piece.about, "list") != Some("units")).count();
    let firepower: u32 = all()
        .filter_map(|(f, n)| counter(parts, side, f, n))
        .map(|counter| u32::from(counter.firepower))
        .sum();
    let mut sums = vec![format!(
        "{} squads, {} half-squads, {} crews",
        of(Kind::Squad),
        of(Kind::HalfSquad),
        of(Kind::Crew)
    )];
    let leaders = of(Kind::Leader);
    let many = if leaders == 1 { "" } else { "s" };
    sums.push(format!("{leaders} leader{many}, {weapons} SW and Guns"));
    sums.push(format!("{firepower} FP without SW"));
    let elr: Vec<String> =
        groups.iter().filter_map(|group| number_at(&group.about, "elr")).map(|elr| elr.to_string()).collect();
    sums.push(format!("ELR {}", elr.join(", ")));
    sums
}

const fn class(class: Class) -> &'static str {
    match class {
        Class::Elite => "elite",
        Class::First => "1st line",
        Class::Second => "2nd line",
        Class::Green => "green",
        Class::Conscript => "conscript",
    }
}

pub(super) fn catalog_items(parts: &Parts<Boards>, side: Side) -> Vec<CatalogItem> {
    let own: Vec<Nation> =
        parts.side(side).formations.iter().filter_map(|group| nation(&group.about)).collect();
    let item =
        |nation: &str, name: &str, class: String, cost: u32, figures: String, barred: Option<String>| {
            CatalogItem {
                nation: nation.to_owned(),
                key: name.to_owned(),
                name: name.to_owned(),
                class,
                cost,
                year: 1939,
                figures,
                barred,
            }
        };
    let mut units: Vec<(bool, CatalogItem)> = Vec::new();
    for counter in counters::all() {
        let ours = own.is_empty() || own.contains(&counter.nation);
        let barred = (!ours).then(|| format!("The side has no {} group", word(counter.nation)));
        let (kind, cost, values) = match counter.kind {
            Kind::Squad => (format!("squad, {}", class(counter.class)), 2, String::new()),
            Kind::HalfSquad => (format!("half-squad, {}", class(counter.class)), 1, String::new()),
            Kind::Crew => ("crew".to_owned(), 1, String::new()),
            Kind::Leader => ("leader".to_owned(), 0, format!("leadership {:+}", counter.leadership)),
        };
        let values = if values.is_empty() { format!("broken morale {}", counter.broken) } else { values };
        units.push((ours, item(word(counter.nation), &counter.name, kind, cost, values, barred)));
    }
    let (ours, others): (Vec<_>, Vec<_>) = units.into_iter().partition(|(ours, _)| *ours);
    let mut items: Vec<CatalogItem> = ours.into_iter().map(|(_, item)| item).collect();
    items.extend(WEAPONS.map(|(name, about)| item("", name, "SW".to_owned(), 0, about.to_owned(), None)));
    for gun in guns::ordnance() {
        let class = if gun.gun() { "Gun" } else { "SW" };
        items.push(item("", gun.id, class.to_owned(), 0, gun.name.to_owned(), None));
    }
    items.extend(others.into_iter().map(|(_, item)| item));
    items
}

/// A new counter of a group. Units must be of the nationality of the group, SW need not be.
pub(super) fn bought(
    parts: &Parts<Boards>,
    side: Side,
    f: usize,
    of: &str,
    name: &str,
) -> Result<Table, String> {
    let group = parts.formation(side, f).ok_or("There is no such group.")?;
    let list = if of.is_empty() { "weapons" } else { "units" };
    let own = nation(&group.about).map_or("", word);
    if !of.is_empty() && of != own {
        return Err(format!("The group is {own}: change its nationality, or start another group with n."));
    }
    Ok(Table::from_iter([("type".to_owned(), text(name)), ("list".to_owned(), text(list))]))
}

/// A new group of the side's nationality that sets up on the whole map.
pub(super) fn group(parts: &Parts<Boards>, side: Side, name: &str) -> Table {
    let known = parts.side(side).formations.iter().rev().find_map(|group| nation(&group.about));
    let usual = if side == Side::A { Nation::German } else { Nation::American };
    Table::from_iter([
        ("name".to_owned(), text(name)),
        ("nation".to_owned(), text(word(known.unwrap_or(usual)))),
        ("elr".to_owned(), Value::Integer(3)),
        ("zone".to_owned(), text("area")),
        ("area".to_owned(), Value::Table(Table::new())),
    ])
}

/// The units of a nationality, for the field of a unit's type.
pub(super) fn units_of(nation: Nation) -> Vec<String> {
    let mut names: Vec<String> = counters::all()
        .iter()
        .filter(|counter| counter.nation == nation)
        .map(|counter| counter.name.clone())
        .collect();
    names.dedup();
    names
}

/// Every SW and Gun by its name in files.
pub(super) fn weapons() -> Vec<String> {
    let guns = guns::ordnance().iter().map(|gun| gun.id.to_owned());
    WEAPONS.iter().map(|(name, _)| (*name).to_owned()).chain(guns).collect()
}
