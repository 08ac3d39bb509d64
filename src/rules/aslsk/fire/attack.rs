//! Building an IFT attack and working it out (3.2.2).

use std::ops::ControlFlow;

use super::aim::{Aim, Mode};
use super::cover::Manner;
use crate::game::Modifier;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::{Cowering, Fire, Firepower};
use crate::rules::aslsk::fire::{aim, cover};
use crate::rules::aslsk::ordnance::shot;
use crate::rules::aslsk::state::{Arm, Choice, Forces, Item, Marker, Position};
use crate::rules::aslsk::tables::counters::{Class, Kind};
use crate::rules::aslsk::tables::modifiers::{self, Drm, List};
use crate::side::Side;

/// An IFT attack being built.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// The kind of fire.
    pub mode: Mode,
    /// The firing side.
    pub side: Side,
    /// The target hex.
    pub target: Place,
    /// The units attacked.
    pub targets: Vec<u8>,
    /// The firers.
    pub items: Vec<Item>,
    /// The directing leaders.
    pub leaders: Vec<u8>,
    /// Leaders that help another in their hex to fire a MG (4.1).
    pub helpers: Vec<u8>,
    /// How the target moves, in the MPh.
    pub moving: Motion,
}

/// How a target moves, for FFMO, FFNAM and TEM.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Motion {
    /// It moves at all.
    pub moves: bool,
    /// By Assault Movement.
    pub assault: bool,
    /// It entered its hex along the road at the road rate.
    pub road: bool,
    /// The hexsides of its hex through which it crossed a Crest Line uphill.
    pub crest: u8,
}

/// An IFT attack worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worked {
    /// The total FP.
    pub firepower: Firepower,
    /// Its column, DRM and cowering.
    pub fire: Fire,
    /// The DRM, line by line.
    pub modifiers: Vec<Modifier>,
    /// Positive DRM from outside the target hex, which reduce Residual FP (3.3.1h).
    pub outside: i16,
}

/// The bit of a firer in a leader's record of directed firers.
pub fn bit(item: Item) -> u128 {
    match item {
        Item::Unit(unit) => 1 << (unit % 64),
        Item::Weapon(weapon) | Item::Equivalent(weapon) => 1 << (64 + weapon % 64),
    }
}

/// The leaders in a hex that may direct these firers (3.2.2h, 3.4): those that have directed no others.
#[apply(rule, "3.2.2h", "1.2.1b")]
pub fn directors(forces: &Forces, side: Side, items: &[Item], place: Place) -> Vec<u8> {
    let mask = items.iter().fold(0, |mask, &item| mask | bit(item));
    let may = |&id: &u8| {
        let leader = forces.unit(id);
        // A Weapon that the leader destroyed or placed counts as fired (4c, 4.3).
        let smoking = leader.destroyed > 0
            || forces.weapons_of(id).any(|w| forces.weapon(w).fired || items.contains(&Item::Weapon(w)));
        let free =
            if leader.directed == 0 { leader.marker == Marker::None } else { mask & !leader.directed == 0 };
        leader.leader() && leader.good_order() && !leader.pinned && !smoking && free && leader.helps.is_none()
    };
    forces.units_at(place, side).filter(may).collect()
}

impl Attack {
    /// An attack without firers yet.
    pub fn new(mode: Mode, side: Side, target: Place, targets: Vec<u8>, moving: Motion) -> Attack {
        let (items, leaders, helpers) = (Vec::new(), Vec::new(), Vec::new());
        Attack { mode, side, target, targets, items, leaders, helpers, moving }
    }

    /// The part of each firer.
    pub fn aims(&self, position: &Position) -> Vec<(Item, Aim)> {
        let Position { ground, forces, turn, .. } = position;
        let aim = |&item: &Item| {
            let helped = self.helped(forces, item);
            let stance = aim::stance(forces, item, self.mode, &self.items)?;
            let reach = aim::reach(ground, forces, turn, &stance, self.target, self.mode)?;
            Some((item, aim::aimed(ground, forces, &stance, reach, self.target, self.mode, helped)))
        };
        self.items.iter().filter_map(aim).collect()
    }

    /// The hex from which a leader fires a MG.
    fn led_gun(forces: &Forces, item: Item) -> Option<Place> {
        let Item::Weapon(weapon) = item else { return None };
        let leader = forces.weapon(weapon).holder.filter(|&id| forces.unit(id).leader())?;
        forces.weapon(weapon).machine_gun().and_then(|_| forces.unit(leader).place())
    }

    /// Whether this leader has help; helpers are assigned in order (4.1).
    fn helped(&self, forces: &Forces, item: Item) -> bool {
        if self.helpers.is_empty() {
            return false;
        }
        let Some(place) = Attack::led_gun(forces, item) else { return false };
        let earlier = self.items.iter().take_while(|&&other| other != item);
        let before = earlier.filter(|&&other| Attack::led_gun(forces, other) == Some(place)).count();
        self.helpers.iter().filter(|&&id| forces.unit(id).is_at(place)).count() > before
    }

    /// Offers leaders that may help: one for each MG fired by a leader in their hex.
    #[apply(rule, "4.1")]
    fn add_helpers(&self, forces: &Forces, choices: &mut Vec<Choice>) {
        for &item in &self.items {
            let Some(id) = Attack::led_gun(forces, item).and_then(|_| forces.firer(item)) else {
                continue;
            };
            if self.helped(forces, item) {
                continue;
            }
            let Item::Weapon(weapon) = item else { continue };
            let idle = |id: &u8| {
                let fires = self.items.iter().any(|&other| forces.firer(other) == Some(*id));
                !fires && !self.leaders.contains(id) && !self.helpers.contains(id)
            };
            for other in shot::mates(forces, id, weapon).into_iter().filter(idle) {
                if !choices.contains(&Choice::Help(other)) {
                    choices.push(Choice::Help(other));
                }
            }
        }
    }

    fn hexes(&self, forces: &Forces) -> Vec<Place> {
        let mut hexes: Vec<Place> = Vec::new();
        for place in self.items.iter().filter_map(|&item| forces.unit(forces.firer(item)?).place()) {
            if !hexes.contains(&place) {
                hexes.push(place);
            }
        }
        hexes
    }

    fn directors(&self, forces: &Forces, place: Place) -> Vec<u8> {
        // A FT gets no leader direction (4.2).
        if self.manner(forces) == Manner::Flame {
            return Vec::new();
        }
        let mut found = directors(forces, self.side, &self.items, place);
        found.retain(|id| !self.helpers.contains(id));
        found
    }

    /// Whether each hex has, or could have, a directing leader.
    fn coverable(&self, forces: &Forces) -> bool {
        self.hexes(forces).into_iter().all(|place| {
            self.leaders.iter().any(|&id| forces.unit(id).is_at(place))
                || !self.directors(forces, place).is_empty()
        })
    }

    /// Whether a firer beyond 16 hexes lacks the leader direction it needs (4.1).
    pub fn undirected(&self, position: &Position) -> bool {
        self.far(position) && !self.coverable(&position.forces)
    }

    fn far(&self, position: &Position) -> bool {
        self.items.iter().any(|&item| {
            !matches!(item, Item::Unit(_))
                && aim::aim(
                    &position.ground,
                    &position.forces,
                    &position.turn,
                    item,
                    self.target,
                    self.mode,
                    &self.items,
                )
                .is_some_and(|aim| aim.far)
        })
    }

    /// The items that may be added, and whether the attack can be resolved.
    pub fn choices(&self, position: &Position) -> Vec<Choice> {
        let mut choices = Vec::new();
        let _ = self.list_choices(position, &mut |choice| {
            choices.push(choice);
            ControlFlow::Continue(())
        });
        choices
    }

    /// The same choices one by one, until `sink` breaks.
    pub fn list_choices(
        &self,
        position: &Position,
        sink: &mut dyn FnMut(Choice) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let forces = &position.forces;
        let hexes = self.hexes(forces);
        let led = |place: Place| self.leaders.iter().any(|&id| forces.unit(id).is_at(place));
        let far = self.far(position);
        if hexes.iter().all(|&place| (self.leaders.is_empty() && !far) || led(place)) {
            sink(Choice::Shoot)?;
        }
        if self.takes_more(forces) {
            for item in forces.arms(self.side).filter(|&item| self.takes(position, item, &hexes, far)) {
                sink(Choice::Join(item))?;
            }
        }
        let mut choices = Vec::new();
        self.add_helpers(forces, &mut choices);
        // A leader needed for direction cannot help to fire: by far targets, or because others already direct.
        choices.retain(|choice| match choice {
            Choice::Help(id) => {
                let mut more = self.clone();
                more.helpers.push(*id);
                more.coverable(forces) || self.leaders.is_empty() && !more.far(position)
            }
            _ => true,
        });
        if self.coverable(forces) {
            for &place in hexes.iter().filter(|&&place| !led(place)) {
                choices.extend(self.directors(forces, place).into_iter().map(Choice::Direct));
            }
        }
        choices.into_iter().try_for_each(sink)
    }

    /// Whether an item may be added.
    pub fn may_join(&self, position: &Position, item: Item) -> bool {
        let forces = &position.forces;
        self.takes_more(forces) && self.takes(position, item, &self.hexes(forces), self.far(position))
    }

    /// Whether items may still be added: FT and IFE fire alone (4.2, 6.8), and leaders direct last.
    fn takes_more(&self, forces: &Forces) -> bool {
        self.leaders.is_empty() && !self.items.iter().any(|&item| forces.alone(item))
    }

    /// Whether an attack from these hexes that takes more items takes this one. `far`: an item of it fires beyond 16
    /// hexes.
    fn takes(&self, position: &Position, item: Item, hexes: &[Place], far: bool) -> bool {
        let Position { ground, forces, turn, .. } = position;
        if self.items.contains(&item) || forces.alone(item) {
            return false;
        }
        let near = forces
            .firer(item)
            .and_then(|id| forces.unit(id).place())
            .is_some_and(|there| hexes.iter().any(|&place| ground.map().range(place, there) <= 1));
        applies("3.2.2f");
        let busy =
            forces.firer(item).is_some_and(|id| self.helpers.contains(&id)) || turn.is_out_of_attacks(item);
        let Some(reach) = (near && !busy)
            .then(|| aim::stance(forces, item, self.mode, &self.items))
            .flatten()
            .and_then(|stance| aim::reach(ground, forces, turn, &stance, self.target, self.mode))
        else {
            return false;
        };
        // Only fire beyond 16 hexes has to be directed.
        !(far || reach.far) || {
            let mut more = self.clone();
            more.join(position, item);
            !more.undirected(position)
        }
    }

    /// Adds a firer; a unit using FPF adds all its FP and MG (3.3.1e).
    pub fn join(&mut self, position: &Position, item: Item) {
        let Position { ground, forces, turn, .. } = position;
        self.items.push(item);
        if forces.alone(item) {
            return;
        }
        let Some(id) = forces.firer(item) else { return };
        let protective = |items: &[Item]| {
            aim::aim(ground, forces, turn, item, self.target, self.mode, items)
                .is_some_and(|aim| aim.protective)
        };
        if !protective(&self.items) {
            return;
        }
        applies("3.3.1e");
        let others: Vec<Item> =
            std::iter::once(Item::Unit(id)).chain(forces.weapons_of(id).map(Item::Weapon)).collect();
        for other in others {
            if !self.items.contains(&other)
                && !turn.is_out_of_attacks(other)
                && aim::aim(ground, forces, turn, other, self.target, self.mode, &self.items).is_some()
            {
                self.items.push(other);
            }
        }
    }

    /// The attack against its first target that is not pinned.
    pub fn work_out(&self, position: &Position) -> Worked {
        self.work_out_on(position, self.foremost(&position.forces))
    }

    /// The first target that is not pinned, else the first.
    pub(super) fn foremost(&self, forces: &Forces) -> Option<u8> {
        let free = self.targets.iter().copied().find(|&id| !forces.unit(id).pinned);
        free.or(self.targets.first().copied())
    }

    /// The attack against one unit, or an empty hex: TEM and movement DRM differ by unit.
    #[apply(rule, "3.2.2h", "3.2.2c", "3.2.3a")]
    pub fn work_out_on(&self, position: &Position, target: Option<u8>) -> Worked {
        let Position { ground, forces, .. } = position;
        let aims = self.aims(position);
        let unbroken = target.is_some_and(|id| !forces.unit(id).broken);
        let mut firepower =
            aims.iter().fold(Firepower::default(), |sum, (_, aim)| sum.plus(aim.against(unbroken)));
        let from: Vec<Place> = aims.iter().map(|(_, aim)| aim.from).collect();
        let hindrance = aims.iter().map(|(_, aim)| aim.hindrance).max().unwrap_or(0);
        let manner = self.manner(forces);
        let mut lines: Vec<Modifier> = Vec::new();
        let nation =
            aims.first().and_then(|(item, _)| forces.firer(*item)).map(|id| forces.unit(id).data().nation);
        let led = self.leaders.iter().filter_map(|&id| Some(forces.directing_drm(id, nation?))).max();
        lines.extend(modifiers::of(List::Fire, Drm::Leadership, led.unwrap_or(0)));
        let cx = |id: u8| forces.unit(id).cx;
        let exhausted = aims.iter().filter_map(|(item, _)| forces.firer(*item)).any(cx)
            || self.leaders.iter().any(|&id| cx(id));
        lines.extend(exhausted.then(|| modifiers::fixed(List::Fire, Drm::Cx)));
        lines.extend(modifiers::of(List::Fire, Drm::Hindrance, hindrance));
        let turned = aims.iter().map(|(_, aim)| aim.turning).sum();
        lines.extend(modifiers::of(List::Fire, Drm::Turning, turned));
        let within = if hindrance > 0 { ground.smoke_in(self.target).min(hindrance) } else { 0 };
        let outside = lines.iter().map(|line| line.value.max(0)).sum::<i16>() - within;
        let cover = cover::cover(ground, forces, self.target, target, &from, self.moving, manner);
        lines.extend(cover.line);
        let mut moving =
            cover::moving(ground, forces, self.target, target, self.moving, cover.tem(), hindrance);
        // FFMO is the TEM of Open Ground (1.1.1), and a FT takes no TEM (4.2, K-51).
        moving.open &= manner != Manner::Flame;
        lines.extend(moving.lines(List::Fire));
        if let Some(id) = target {
            lines.extend(forces.flamethrowers_carried(id));
            if forces.unit(id).hidden {
                firepower = firepower.halved();
            }
        }
        let modifier = lines.iter().map(|line| line.value).sum();
        // Every firer here has LOS.
        let fire = Fire::new(firepower, 0, modifier, self.cowering(forces));
        Worked { firepower, fire, modifiers: lines, outside }
    }

    /// The modifiers of the attack: a FT ignores TEM (4.2).
    pub(super) fn manner(&self, forces: &Forces) -> Manner {
        let flame =
            |item: &Item| matches!(item, Item::Weapon(w) if forces.weapon(*w).arm == Arm::Flamethrower);
        if self.items.iter().any(flame) { Manner::Flame } else { Manner::SmallArms }
    }

    #[apply(rule, "3.2.2e", "5.2")]
    fn cowering(&self, forces: &Forces) -> Cowering {
        // IFE does not cower (6.8).
        if self.items.iter().any(|item| matches!(item, Item::Equivalent(_))) {
            return Cowering::None;
        }
        let firers = self.items.iter().filter_map(|&item| forces.firer(item));
        let steady = |id: u8| {
            let data = forces.unit(id).data();
            data.kind == Kind::Leader
                || (forces.order.steady_first_line == Some(data.nation)
                    && (data.class == Class::First || data.kind == Kind::Crew))
        };
        let mut cowering = if self.leaders.is_empty() { Cowering::None } else { return Cowering::None };
        for id in firers.filter(|&id| !steady(id)) {
            if forces.inexperienced(id) {
                // 5.4
                return Cowering::Inexperienced;
            }
            cowering = Cowering::Normal;
        }
        cowering
    }
}
