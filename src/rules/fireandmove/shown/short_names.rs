//! Short names of groups, as on a counter.

use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::state::{Forces, Gid};

/// The most characters of a short name.
const ROOM: usize = 9;

/// Every weapon and vehicle of the catalog whose name is too long or is usually abbreviated.
const SHORT: [(&str, &str); 28] = [
    ("rifle", "Rifles"),
    ("flamethrower", "FT"),
    ("anti-tank rifle", "ATR"),
    ("bazooka", "Bazooka"),
    ("Panzerschreck", "PzSchreck"),
    ("Panzerfaust", "PzFaust"),
    ("light mortar", "Lt mortar"),
    ("81 mm mortar", "81mm mtr"),
    ("37-45 mm gun", "37/45 gun"),
    ("50-57 mm gun", "50/57 gun"),
    ("infantry gun", "Inf gun"),
    ("75-76 mm gun", "75/76 gun"),
    ("75L70 or 17-pounder gun", "75L70 gun"),
    ("85-88 mm gun", "85/88 gun"),
    ("122-152 mm gun", "Heavy gun"),
    ("armoured car", "Armd car"),
    ("halftrack", "Halftrack"),
    ("light tank", "Lt tank"),
    ("medium tank", "Med tank"),
    ("later medium tank", "Late tank"),
    ("heavy tank", "Hvy tank"),
    ("assault gun", "Aslt gun"),
    ("open self-propelled gun", "Open SPG"),
    ("lorry", "Lorry"),
    ("light car", "Lt car"),
    ("carrier", "Carrier"),
    ("close support tank", "CS tank"),
    ("carbine", "Carbine"),
];

/// The short name of a weapon or a vehicle. A player's own long name keeps the words that fit; a single long word is
/// cut and marked.
pub(super) fn short(name: &str) -> String {
    if let Some((_, short)) = SHORT.iter().find(|(long, _)| *long == name) {
        return (*short).to_owned();
    }
    let mut kept = String::new();
    for word in name.split_whitespace() {
        let space = usize::from(!kept.is_empty());
        if kept.chars().count() + space + word.chars().count() > ROOM {
            break;
        }
        if space == 1 {
            kept.push(' ');
        }
        kept.push_str(word);
    }
    if kept.is_empty() {
        kept = name.chars().take(ROOM - 1).chain(['.']).collect();
    }
    kept
}

/// The kind of a group: its vehicle, or the best weapon in it.
pub(super) fn group_name(forces: &Forces, id: Gid) -> String {
    let group = forces.group(id);
    if let Some(machine) = forces.machine_of(id) {
        return forces.vehicle(machine).name.clone();
    }
    if forces.horses(id).next().is_some() && !group.more.mounted {
        return "horses".into();
    }
    let best = |&&figure: &&u8| {
        let weapon = forces.weapon(figure);
        (weapon.crew, weapon.bonus[0])
    };
    let best = group.members.iter().filter(|&&figure| !forces.is_horse(figure)).max_by_key(best);
    best.map_or_else(String::new, |&figure| forces.weapon(figure).name.clone())
}

/// The short name of a group: "MG34", "Med tank", "Cavalry", "PL" for a platoon leader alone.
pub(super) fn group_short(forces: &Forces, id: Gid) -> String {
    let group = forces.group(id);
    match group.members[..] {
        [] => "gone".into(),
        _ if group.more.mounted => "Cavalry".into(),
        _ if forces.horses(id).next().is_some() && group.machine.is_none() => "Horses".into(),
        [only] if forces.leads_company(only) => "CL".into(),
        [only] if forces.rank(only) == Rank::Platoon => "PL".into(),
        _ => short(&group_name(forces, id)),
    }
}

/// The tag and the short name of a group: "a3 MG34".
pub(super) fn brief(forces: &Forces, id: Gid) -> String {
    format!("{} {}", forces.tag(id), group_short(forces, id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fireandmove::catalog::tables::tables;

    #[test]
    fn every_weapon_and_vehicle_has_a_short_name_of_its_own() {
        let weapons = tables().weapons.iter().map(|weapon| &weapon.name);
        let names: Vec<&String> =
            weapons.chain(tables().vehicles.iter().map(|vehicle| &vehicle.name)).collect();
        let shorts: Vec<String> = names.iter().map(|name| short(name)).collect();
        for (name, text) in names.iter().zip(&shorts) {
            assert!(text.chars().count() <= ROOM && !text.ends_with(['.', '-', ',']), "{name}: {text}");
            assert_eq!(shorts.iter().filter(|other| *other == text).count(), 1, "{name}: {text}");
        }
        for (long, _) in SHORT {
            assert!(names.iter().any(|name| *name == long), "{long} is not in the catalog");
        }
    }

    #[test]
    fn a_players_own_name_is_cut_between_words() {
        assert_eq!(short("heavy tank destroyer"), "heavy");
        assert_eq!(short("Kugelblitz"), "Kugelbli.");
        assert_eq!(short("T-34"), "T-34");
    }
}
