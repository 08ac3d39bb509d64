//! The names of units and weapons: the factors of their counters, told apart only where two look alike.

use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::{Forces, Ground, Item, Whereabouts};

/// A name with a letter for its rank among those alike in one place: "4-6-7b".
fn lettered(name: &str, rank: usize, alike: usize) -> String {
    match u8::try_from(rank) {
        Ok(rank) if alike > 1 && rank < 26 => format!("{name}{}", char::from(b'a' + rank)),
        _ => name.to_owned(),
    }
}

/// A roll with its DRM: "9", or "9-1=8".
pub fn sum_in_words(original: i16, drm: i16) -> String {
    if drm == 0 { original.to_string() } else { format!("{original}{drm:+}={}", original + drm) }
}

/// A unit by its factors, and by its hex where its side has another like it: "4-6-7", "4-6-7 in wQ1". In
/// the same hex letters tell them apart: "4-6-7b in wQ1".
pub fn called(ground: &Ground, forces: &Forces, id: u8) -> String {
    let unit = forces.unit(id);
    let alike = |other: u8| {
        let other = forces.unit(other);
        other.side == unit.side
            && !matches!(other.at, Whereabouts::Gone | Whereabouts::Exited)
            && (other.counter == unit.counter || other.data().name == unit.data().name)
    };
    let twin = forces.ids().any(|other| other != id && alike(other));
    match unit.place() {
        Some(place) if twin => format!("{} in {}", factors_of(forces, id), ground.name(place)),
        _ => factors_of(forces, id),
    }
}

/// A unit by its factors, with a letter where its hex holds others like it. Hidden units are lettered
/// apart, so that a letter never gives one away.
pub fn factors_of(forces: &Forces, id: u8) -> String {
    let unit = forces.unit(id);
    let name = &unit.data().name;
    if matches!(unit.at, Whereabouts::Gone | Whereabouts::Exited) {
        return name.clone();
    }
    let alike = |&other: &u8| {
        let other = forces.unit(other);
        (other.side, other.at, other.hidden) == (unit.side, unit.at, unit.hidden)
            && other.data().name == *name
    };
    let rank = forces.ids().take_while(|&other| other != id).filter(alike).count();
    lettered(name, rank, forces.ids().filter(alike).count())
}

/// A weapon, by its hex where there is another like it: "LMG", "LMG in wQ1".
pub fn called_weapon(ground: &Ground, forces: &Forces, id: u8) -> String {
    let name = forces.weapon(id).short_name();
    let twin = (0u8..)
        .zip(&forces.weapons)
        .any(|(other, weapon)| other != id && weapon.there() && weapon.short_name() == name);
    match weapon_place(forces, id) {
        Some(place) if twin => format!("{} in {}", weapon_letter(forces, id), ground.name(place)),
        _ => weapon_letter(forces, id),
    }
}

/// A weapon, with a letter where its hex holds others like it.
fn weapon_letter(forces: &Forces, id: u8) -> String {
    let name = forces.weapon(id).short_name();
    let place = weapon_place(forces, id);
    let hidden = |id: u8| forces.weapon(id).holder.is_some_and(|holder| forces.unit(holder).hidden);
    let alike = |&other: &u8| {
        forces.weapon(other).there()
            && forces.weapon(other).short_name() == name
            && (weapon_place(forces, other), hidden(other)) == (place, hidden(id))
    };
    let all = || (0u8..).zip(&forces.weapons).map(|(other, _)| other);
    let rank = all().take_while(|&other| other != id).filter(alike).count();
    lettered(&name, rank, all().filter(alike).count())
}

/// The hex in which a weapon lies or is carried.
fn weapon_place(forces: &Forces, id: u8) -> Option<Place> {
    let weapon = forces.weapon(id);
    weapon.lies.or_else(|| forces.unit(weapon.holder?).place())
}

/// A unit or weapon that fires.
pub fn called_item(ground: &Ground, forces: &Forces, item: Item) -> String {
    match item {
        Item::Unit(id) => called(ground, forces, id),
        Item::Weapon(id) => called_weapon(ground, forces, id),
        Item::Equivalent(id) => format!("{} (IFE)", called_weapon(ground, forces, id)),
    }
}

/// Firers and the leaders who direct them, hex by hex: "4-6-7, HMG, 9-1 in wC3; 4-4-7 in wC4".
pub fn called_together(ground: &Ground, forces: &Forces, items: &[Item], leaders: &[u8]) -> String {
    let mut hexes: Vec<(Option<Place>, Vec<String>)> = Vec::new();
    let firers = items.iter().map(|&item| {
        let name = match item {
            Item::Unit(id) => factors_of(forces, id),
            Item::Weapon(id) => weapon_letter(forces, id),
            Item::Equivalent(id) => format!("{} (IFE)", weapon_letter(forces, id)),
        };
        (forces.firer(item), name)
    });
    for (id, name) in firers.chain(leaders.iter().map(|&id| (Some(id), factors_of(forces, id)))) {
        let place = id.and_then(|id| forces.unit(id).place());
        match hexes.iter_mut().find(|(there, _)| *there == place) {
            Some((_, names)) => names.push(name),
            None => hexes.push((place, vec![name])),
        }
    }
    let hexes = hexes.into_iter().map(|(place, names)| match place {
        Some(place) => format!("{} in {}", names.join(", "), ground.name(place)),
        None => names.join(", "),
    });
    hexes.collect::<Vec<_>>().join("; ")
}
