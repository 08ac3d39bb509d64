//! The names of units and weapons: the factors of their counters, told apart only where two look alike.

use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Item, Whereabouts};

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

impl Position {
    /// A unit by its factors, and by its hex where its side has another like it: "4-6-7", "4-6-7 in wQ1". In
    /// the same hex letters tell them apart: "4-6-7b in wQ1".
    pub fn called(&self, id: u8) -> String {
        let unit = self.unit(id);
        let alike = |other: u8| {
            let other = self.unit(other);
            other.side == unit.side
                && !matches!(other.at, Whereabouts::Gone | Whereabouts::Exited)
                && (other.counter == unit.counter || other.data().name == unit.data().name)
        };
        let twin = self.ids().any(|other| other != id && alike(other));
        match unit.place() {
            Some(place) if twin => format!("{} in {}", self.factors_of(id), self.name(place)),
            _ => self.factors_of(id),
        }
    }

    /// A unit by its factors, with a letter where its hex holds others like it. Hidden units are lettered
    /// apart, so that a letter never gives one away.
    pub fn factors_of(&self, id: u8) -> String {
        let unit = self.unit(id);
        let name = &unit.data().name;
        if matches!(unit.at, Whereabouts::Gone | Whereabouts::Exited) {
            return name.clone();
        }
        let alike = |&other: &u8| {
            let other = self.unit(other);
            (other.side, other.at, other.hidden) == (unit.side, unit.at, unit.hidden)
                && other.data().name == *name
        };
        let rank = self.ids().take_while(|&other| other != id).filter(alike).count();
        lettered(name, rank, self.ids().filter(alike).count())
    }

    /// A weapon, by its hex where there is another like it: "LMG", "LMG in wQ1".
    pub fn called_weapon(&self, id: u8) -> String {
        let name = self.weapon(id).short_name();
        let twin = (0u8..)
            .zip(&self.weapons)
            .any(|(other, weapon)| other != id && weapon.there() && weapon.short_name() == name);
        match self.weapon_place(id) {
            Some(place) if twin => format!("{} in {}", self.weapon_letter(id), self.name(place)),
            _ => self.weapon_letter(id),
        }
    }

    /// A weapon, with a letter where its hex holds others like it.
    fn weapon_letter(&self, id: u8) -> String {
        let name = self.weapon(id).short_name();
        let place = self.weapon_place(id);
        let hidden = |id: u8| self.weapon(id).holder.is_some_and(|holder| self.unit(holder).hidden);
        let alike = |&other: &u8| {
            self.weapon(other).there()
                && self.weapon(other).short_name() == name
                && (self.weapon_place(other), hidden(other)) == (place, hidden(id))
        };
        let all = || (0u8..).zip(&self.weapons).map(|(other, _)| other);
        let rank = all().take_while(|&other| other != id).filter(alike).count();
        lettered(&name, rank, all().filter(alike).count())
    }

    /// The hex in which a weapon lies or is carried.
    fn weapon_place(&self, id: u8) -> Option<Place> {
        let weapon = self.weapon(id);
        weapon.lies.or_else(|| self.unit(weapon.holder?).place())
    }

    /// A unit or weapon that fires.
    pub fn called_item(&self, item: Item) -> String {
        match item {
            Item::Unit(id) => self.called(id),
            Item::Weapon(id) => self.called_weapon(id),
            Item::Equivalent(id) => format!("{} (IFE)", self.called_weapon(id)),
        }
    }

    /// Firers and the leaders who direct them, hex by hex: "4-6-7, HMG, 9-1 in wC3; 4-4-7 in wC4".
    pub fn called_together(&self, items: &[Item], leaders: &[u8]) -> String {
        let mut hexes: Vec<(Option<Place>, Vec<String>)> = Vec::new();
        let firers = items.iter().map(|&item| {
            let name = match item {
                Item::Unit(id) => self.factors_of(id),
                Item::Weapon(id) => self.weapon_letter(id),
                Item::Equivalent(id) => format!("{} (IFE)", self.weapon_letter(id)),
            };
            (self.firer(item), name)
        });
        for (id, name) in firers.chain(leaders.iter().map(|&id| (Some(id), self.factors_of(id)))) {
            let place = id.and_then(|id| self.unit(id).place());
            match hexes.iter_mut().find(|(there, _)| *there == place) {
                Some((_, names)) => names.push(name),
                None => hexes.push((place, vec![name])),
            }
        }
        let hexes = hexes.into_iter().map(|(place, names)| match place {
            Some(place) => format!("{} in {}", names.join(", "), self.name(place)),
            None => names.join(", "),
        });
        hexes.collect::<Vec<_>>().join("; ")
    }
}
