//! An attack being put together and worked out (3.2.2).

use super::aim::{Aim, Mode};
use super::cover::Manner;
use crate::game::Modifier;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::{Cowering, Fire, Firepower};
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Arm, Choice, Item, Marker};
use crate::rules::aslsk::tables::counters::{Class, Kind};
use crate::rules::aslsk::tables::modifiers::{self, List};
use crate::side::Side;

/// An attack being put together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// Its manner.
    pub mode: Mode,
    /// Who fires.
    pub side: Side,
    /// The hex.
    pub target: Place,
    /// The units under fire.
    pub targets: Vec<u8>,
    /// Who takes part.
    pub items: Vec<Item>,
    /// Leaders who direct.
    pub leaders: Vec<u8>,
    /// How the target moves, in the movement phase.
    pub moving: Motion,
}

/// How a target moves: what FFMO, FFNAM and cover depend on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Motion {
    /// It moves at all.
    pub moves: bool,
    /// By assault movement.
    pub assault: bool,
    /// It came by the road of its hex at the road rate.
    pub road: bool,
    /// It crossed a crest line uphill by these hexsides of its hex.
    pub crest: u8,
}

/// An attack worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worked {
    /// The firepower.
    pub firepower: Firepower,
    /// The attack on the table.
    pub fire: Fire,
    /// Line by line.
    pub modifiers: Vec<Modifier>,
    /// Lines from outside the target's hex that add: they thin out what stays behind (3.3.1h).
    pub outside: i16,
}

/// The bit of a firer in a leader's memory.
pub fn bit(item: Item) -> u128 {
    match item {
        Item::Unit(unit) => 1 << (unit % 64),
        Item::Weapon(weapon) | Item::Equivalent(weapon) => 1 << (64 + weapon % 64),
    }
}

/// Who may direct these firers from a hex (3.2.2h, 3.4): leaders who have directed nothing else.
pub fn directors(position: &Position, side: Side, items: &[Item], place: Place) -> Vec<u8> {
    let mask = items.iter().fold(0, |mask, &item| mask | bit(item));
    let may = |&id: &u8| {
        let leader = position.unit(id);
        let smoking =
            position.weapons_of(id).any(|w| position.weapon(w).fired || items.contains(&Item::Weapon(w)));
        let free =
            if leader.directed == 0 { leader.marker == Marker::None } else { mask & !leader.directed == 0 };
        leader.leader() && leader.good_order() && !leader.pinned && !smoking && free
    };
    position.units_at(place, side).filter(may).collect()
}

impl Attack {
    pub(super) fn aims(&self, position: &Position) -> Vec<(Item, Aim)> {
        let aim = |&item: &Item| Some((item, position.aim(item, self.target, self.mode, &self.items)?));
        self.items.iter().filter_map(aim).collect()
    }

    fn hexes(&self, position: &Position) -> Vec<Place> {
        let mut hexes: Vec<Place> = Vec::new();
        for place in self.items.iter().filter_map(|&item| position.unit(position.firer(item)?).place()) {
            if !hexes.contains(&place) {
                hexes.push(place);
            }
        }
        hexes
    }

    fn directors(&self, position: &Position, place: Place) -> Vec<u8> {
        // Nobody directs a flamethrower (4.2).
        if self.manner(position) == Manner::Flame {
            return Vec::new();
        }
        directors(position, self.side, &self.items, place)
    }

    /// What may be added, and whether it can be made.
    pub fn choices(&self, position: &Position) -> Vec<Choice> {
        let mut choices = Vec::new();
        let hexes = self.hexes(position);
        let led = |place: Place| self.leaders.iter().any(|&id| position.unit(id).is_at(place));
        if hexes.iter().all(|&place| self.leaders.is_empty() || led(place)) {
            choices.push(Choice::Shoot);
        }
        // Flamethrowers and firepower equivalents fire alone (4.2, 6.8).
        let alone = |item: &Item| position.alone(*item);
        if self.leaders.is_empty() && !self.items.iter().any(alone) {
            for item in position.arms(self.side).filter(|item| !self.items.contains(item) && !alone(item)) {
                let near = position
                    .firer(item)
                    .and_then(|id| position.unit(id).place())
                    .is_some_and(|there| hexes.iter().any(|&place| position.map().range(place, there) <= 1));
                if near && position.aim(item, self.target, self.mode, &self.items).is_some() {
                    choices.push(Choice::Join(item));
                }
            }
        }
        let coverable = |&place: &Place| led(place) || !self.directors(position, place).is_empty();
        if hexes.iter().all(coverable) {
            for &place in hexes.iter().filter(|&&place| !led(place)) {
                choices.extend(self.directors(position, place).into_iter().map(Choice::Direct));
            }
        }
        choices
    }

    /// Adds a firer; who fires protectively does so with all he has (3.3.1e).
    pub fn join(&mut self, position: &Position, item: Item) {
        self.items.push(item);
        if position.alone(item) {
            return;
        }
        let Some(id) = position.firer(item) else { return };
        let protective = |items: &[Item]| {
            position.aim(item, self.target, self.mode, items).is_some_and(|aim| aim.protective)
        };
        if !protective(&self.items) {
            return;
        }
        let others: Vec<Item> =
            std::iter::once(Item::Unit(id)).chain(position.weapons_of(id).map(Item::Weapon)).collect();
        for other in others {
            if !self.items.contains(&other)
                && position.aim(other, self.target, self.mode, &self.items).is_some()
            {
                self.items.push(other);
            }
        }
    }

    /// The attack as it will be rolled on the first of its targets that is not pinned.
    pub fn work_out(&self, position: &Position) -> Worked {
        let free = self.targets.iter().copied().find(|&id| !position.unit(id).pinned);
        self.work_out_on(position, free.or(self.targets.first().copied()))
    }

    /// The attack as it will be rolled on one unit, or on an empty hex: cover and movement are each unit's own.
    pub fn work_out_on(&self, position: &Position, target: Option<u8>) -> Worked {
        let aims = self.aims(position);
        let mut firepower = aims.iter().fold(Firepower::default(), |sum, (_, aim)| sum.plus(aim.firepower));
        let from: Vec<Place> = aims.iter().map(|(_, aim)| aim.from).collect();
        let hindrance = aims.iter().map(|(_, aim)| aim.hindrance).max().unwrap_or(0);
        let manner = self.manner(position);
        let mut lines: Vec<Modifier> = Vec::new();
        let nation = aims
            .first()
            .and_then(|(item, _)| position.firer(*item))
            .map(|id| position.unit(id).data().nation);
        let led = self.leaders.iter().filter_map(|&id| Some(position.leadership_for(id, nation?))).max();
        lines.extend(modifiers::of(List::Fire, "leadership", led.unwrap_or(0)));
        let cx = |id: u8| position.unit(id).cx;
        let exhausted = aims.iter().filter_map(|(item, _)| position.firer(*item)).any(cx)
            || self.leaders.iter().any(|&id| cx(id));
        lines.extend(exhausted.then(|| modifiers::fixed(List::Fire, "cx")));
        lines.extend(modifiers::of(List::Fire, "hindrance", hindrance));
        let turned = aims.iter().map(|(_, aim)| aim.turning).sum();
        lines.extend(modifiers::of(List::Fire, "turning", turned));
        let outside = lines.iter().map(|line| line.value.max(0)).sum();
        let cover = position.cover(self.target, target, &from, self.moving, manner);
        lines.extend(cover.line);
        lines.extend(position.caught(self.target, target, self.moving, cover.tem(), hindrance, List::Fire));
        if let Some(id) = target {
            lines.extend(position.flamethrowers_carried(id));
            if position.unit(id).hidden {
                firepower = firepower.halved();
            }
        }
        let modifier = lines.iter().map(|line| line.value).sum();
        let fire = Fire::new(firepower, hindrance, modifier, self.cowering(position));
        Worked { firepower, fire, modifiers: lines, outside }
    }

    /// Flame takes no notice of cover (4.2).
    fn manner(&self, position: &Position) -> Manner {
        let flame =
            |item: &Item| matches!(item, Item::Weapon(w) if position.weapon(*w).arm == Arm::Flamethrower);
        if self.items.iter().any(flame) { Manner::Flame } else { Manner::SmallArms }
    }

    fn cowering(&self, position: &Position) -> Cowering {
        // A Gun's firepower equivalent does not cower (6.8).
        if self.items.iter().any(|item| matches!(item, Item::Equivalent(_))) {
            return Cowering::None;
        }
        let firers = self.items.iter().filter_map(|&item| position.firer(item));
        let steady = |id: u8| {
            let data = position.unit(id).data();
            data.kind == Kind::Leader
                || (position.battle.special.steady_first_line == Some(data.nation)
                    && data.class == Class::First)
        };
        let mut cowering = if self.leaders.is_empty() { Cowering::None } else { return Cowering::None };
        for id in firers.filter(|&id| !steady(id)) {
            if position.inexperienced(id) {
                return Cowering::Inexperienced;
            }
            cowering = Cowering::Normal;
        }
        cowering
    }
}
