//! An attack being put together and worked out (3.2.2).

use std::ops::ControlFlow;

use super::aim::{Aim, Mode};
use super::cover::Manner;
use crate::game::Modifier;
use crate::ledger::cited::applies;
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
    /// Leaders who help others of their hex to fire a machine gun (4.1).
    pub helpers: Vec<u8>,
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
    applies("3.2.2h");
    applies("1.2.1b");
    let may = |&id: &u8| {
        let leader = position.unit(id);
        // A weapon that he has destroyed or placed counts as fired (4c, 4.3).
        let smoking = leader.destroyed > 0
            || position.weapons_of(id).any(|w| position.weapon(w).fired || items.contains(&Item::Weapon(w)));
        let free =
            if leader.directed == 0 { leader.marker == Marker::None } else { mask & !leader.directed == 0 };
        leader.leader() && leader.good_order() && !leader.pinned && !smoking && free && leader.helps.is_none()
    };
    position.units_at(place, side).filter(may).collect()
}

impl Attack {
    /// An attack in which nobody takes part yet.
    pub fn new(mode: Mode, side: Side, target: Place, targets: Vec<u8>, moving: Motion) -> Attack {
        let (items, leaders, helpers) = (Vec::new(), Vec::new(), Vec::new());
        Attack { mode, side, target, targets, items, leaders, helpers, moving }
    }

    /// The part of each who takes part.
    pub fn aims(&self, position: &Position) -> Vec<(Item, Aim)> {
        let aim = |&item: &Item| {
            let helped = self.helped(position, item);
            Some((item, position.aim_helped(item, self.target, self.mode, &self.items, helped)?))
        };
        self.items.iter().filter_map(aim).collect()
    }

    /// The hex from which a leader fires a machine gun.
    fn led_gun(position: &Position, item: Item) -> Option<Place> {
        let Item::Weapon(weapon) = item else { return None };
        let leader = position.weapon(weapon).holder.filter(|&id| position.unit(id).leader())?;
        position.weapon(weapon).machine_gun().and_then(|_| position.unit(leader).place())
    }

    /// Whether a leader has help with this: those who help are shared out in order (4.1).
    fn helped(&self, position: &Position, item: Item) -> bool {
        if self.helpers.is_empty() {
            return false;
        }
        let Some(place) = Attack::led_gun(position, item) else { return false };
        let earlier = self.items.iter().take_while(|&&other| other != item);
        let before = earlier.filter(|&&other| Attack::led_gun(position, other) == Some(place)).count();
        self.helpers.iter().filter(|&&id| position.unit(id).is_at(place)).count() > before
    }

    /// Leaders who may still help: one for each machine gun that a leader of their hex fires.
    fn add_helpers(&self, position: &Position, choices: &mut Vec<Choice>) {
        applies("4.1");
        for &item in &self.items {
            let Some(id) = Attack::led_gun(position, item).and_then(|_| position.firer(item)) else {
                continue;
            };
            if self.helped(position, item) {
                continue;
            }
            let Item::Weapon(weapon) = item else { continue };
            let idle = |id: &u8| {
                let fires = self.items.iter().any(|&other| position.firer(other) == Some(*id));
                !fires && !self.leaders.contains(id) && !self.helpers.contains(id)
            };
            for other in position.mates(id, weapon).into_iter().filter(idle) {
                if !choices.contains(&Choice::Help(other)) {
                    choices.push(Choice::Help(other));
                }
            }
        }
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
        let mut found = directors(position, self.side, &self.items, place);
        found.retain(|id| !self.helpers.contains(id));
        found
    }

    /// Whether each hex has a leader who directs or could.
    fn coverable(&self, position: &Position) -> bool {
        self.hexes(position).into_iter().all(|place| {
            self.leaders.iter().any(|&id| position.unit(id).is_at(place))
                || !self.directors(position, place).is_empty()
        })
    }

    /// Whether somebody fires so far that he must be directed, and could not be (4.1).
    pub fn undirected(&self, position: &Position) -> bool {
        self.far(position) && !self.coverable(position)
    }

    fn far(&self, position: &Position) -> bool {
        self.items.iter().any(|&item| {
            !matches!(item, Item::Unit(_))
                && position.aim(item, self.target, self.mode, &self.items).is_some_and(|aim| aim.far)
        })
    }

    /// What may be added, and whether it can be made.
    pub fn choices(&self, position: &Position) -> Vec<Choice> {
        let mut choices = Vec::new();
        let _ = self.tell(position, &mut |choice| {
            choices.push(choice);
            ControlFlow::Continue(())
        });
        choices
    }

    /// Tells the same one by one, until enough was heard.
    pub fn tell(
        &self,
        position: &Position,
        told: &mut dyn FnMut(Choice) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let hexes = self.hexes(position);
        let led = |place: Place| self.leaders.iter().any(|&id| position.unit(id).is_at(place));
        let far = self.far(position);
        if hexes.iter().all(|&place| (self.leaders.is_empty() && !far) || led(place)) {
            told(Choice::Shoot)?;
        }
        // Flamethrowers and firepower equivalents fire alone (4.2, 6.8).
        let alone = |item: &Item| position.alone(*item);
        if self.leaders.is_empty() && !self.items.iter().any(alone) {
            for item in position.arms(self.side).filter(|item| !self.items.contains(item) && !alone(item)) {
                let near = position
                    .firer(item)
                    .and_then(|id| position.unit(id).place())
                    .is_some_and(|there| hexes.iter().any(|&place| position.map().range(place, there) <= 1));
                applies("3.2.2f");
                let busy = position.firer(item).is_some_and(|id| self.helpers.contains(&id));
                let Some(reach) = (near && !busy)
                    .then(|| position.stance(item, self.mode, &self.items))
                    .flatten()
                    .and_then(|stance| position.reach(&stance, self.target, self.mode))
                else {
                    continue;
                };
                // Where nobody fires far nobody has to be directed.
                let may = !(far || reach.far) || {
                    let mut more = self.clone();
                    more.join(position, item);
                    !more.undirected(position)
                };
                if may {
                    told(Choice::Join(item))?;
                }
            }
        }
        let mut choices = Vec::new();
        self.add_helpers(position, &mut choices);
        // Who helps may not be the only one to direct what must be directed.
        choices.retain(|choice| match choice {
            Choice::Help(id) if far => {
                let mut more = self.clone();
                more.helpers.push(*id);
                !more.undirected(position)
            }
            _ => true,
        });
        if self.coverable(position) {
            for &place in hexes.iter().filter(|&&place| !led(place)) {
                choices.extend(self.directors(position, place).into_iter().map(Choice::Direct));
            }
        }
        choices.into_iter().try_for_each(told)
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
        applies("3.3.1e");
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
        let unbroken = target.is_some_and(|id| !position.unit(id).broken);
        let part = |aim: &Aim| if aim.far && unbroken { aim.firepower.halved() } else { aim.firepower };
        let mut firepower = aims.iter().fold(Firepower::default(), |sum, (_, aim)| sum.plus(part(aim)));
        let from: Vec<Place> = aims.iter().map(|(_, aim)| aim.from).collect();
        let hindrance = aims.iter().map(|(_, aim)| aim.hindrance).max().unwrap_or(0);
        let manner = self.manner(position);
        let mut lines: Vec<Modifier> = Vec::new();
        let nation = aims
            .first()
            .and_then(|(item, _)| position.firer(*item))
            .map(|id| position.unit(id).data().nation);
        applies("3.2.2h");
        let led = self.leaders.iter().filter_map(|&id| Some(position.leadership_for(id, nation?))).max();
        lines.extend(modifiers::of(List::Fire, "leadership", led.unwrap_or(0)));
        let cx = |id: u8| position.unit(id).cx;
        let exhausted = aims.iter().filter_map(|(item, _)| position.firer(*item)).any(cx)
            || self.leaders.iter().any(|&id| cx(id));
        lines.extend(exhausted.then(|| modifiers::fixed(List::Fire, "cx")));
        lines.extend(modifiers::of(List::Fire, "hindrance", hindrance));
        let turned = aims.iter().map(|(_, aim)| aim.turning).sum();
        lines.extend(modifiers::of(List::Fire, "turning", turned));
        let within = if hindrance > 0 { position.smoke_in(self.target).min(hindrance) } else { 0 };
        let outside = lines.iter().map(|line| line.value.max(0)).sum::<i16>() - within;
        let cover = position.cover(self.target, target, &from, self.moving, manner);
        applies("3.2.2c");
        applies("3.2.3a");
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
    pub(super) fn manner(&self, position: &Position) -> Manner {
        let flame =
            |item: &Item| matches!(item, Item::Weapon(w) if position.weapon(*w).arm == Arm::Flamethrower);
        if self.items.iter().any(flame) { Manner::Flame } else { Manner::SmallArms }
    }

    fn cowering(&self, position: &Position) -> Cowering {
        applies("3.2.2e");
        applies("5.2");
        // A Gun's firepower equivalent does not cower (6.8).
        if self.items.iter().any(|item| matches!(item, Item::Equivalent(_))) {
            return Cowering::None;
        }
        let firers = self.items.iter().filter_map(|&item| position.firer(item));
        let steady = |id: u8| {
            let data = position.unit(id).data();
            data.kind == Kind::Leader
                || (position.battle.special.steady_first_line == Some(data.nation)
                    && (data.class == Class::First || data.kind == Kind::Crew))
        };
        let mut cowering = if self.leaders.is_empty() { Cowering::None } else { return Cowering::None };
        for id in firers.filter(|&id| !steady(id)) {
            if position.inexperienced(id) {
                applies("5.4");
                return Cowering::Inexperienced;
            }
            cowering = Cowering::Normal;
        }
        cowering
    }
}
