//! An attack being put together, worked out and rolled (3.2.2).

use super::aim::{Aim, Mode};
use crate::dice::{Ask, Dice, Die};
use crate::game::{Event, Log, Modifier, Tone};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::fate::{Checked, morale_check};
use crate::rules::aslsk::calculator::fire::Moving;
use crate::rules::aslsk::calculator::{Cowering, Fire, Firepower};
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Choice, Item, Marker};
use crate::rules::aslsk::tables::counters::{Class, Kind};
use crate::rules::aslsk::tables::fire::Column;
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
fn bit(item: Item) -> u128 {
    match item {
        Item::Unit(unit) => 1 << (unit % 64),
        Item::Weapon(weapon) => 1 << (64 + weapon % 64),
    }
}

impl Attack {
    fn aims(&self, position: &Position) -> Vec<(Item, Aim)> {
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

    /// Whether a leader may direct this (3.2.2h, 3.4).
    fn may_direct(&self, position: &Position, id: u8) -> bool {
        let leader = position.unit(id);
        let mask = self.items.iter().fold(0, |mask, &item| mask | bit(item));
        let smoking = position
            .weapons_of(id)
            .any(|w| position.weapon(w).fired || self.items.contains(&Item::Weapon(w)));
        let free =
            if leader.directed == 0 { leader.marker == Marker::None } else { mask & !leader.directed == 0 };
        leader.leader()
            && leader.side == self.side
            && leader.good_order()
            && !leader.pinned
            && !smoking
            && free
    }

    fn directors(&self, position: &Position, place: Place) -> Vec<u8> {
        position.units_at(place, self.side).filter(|&id| self.may_direct(position, id)).collect()
    }

    /// What may be added, and whether it can be made.
    pub fn choices(&self, position: &Position) -> Vec<Choice> {
        let mut choices = Vec::new();
        let hexes = self.hexes(position);
        let led = |place: Place| self.leaders.iter().any(|&id| position.unit(id).is_at(place));
        if hexes.iter().all(|&place| self.leaders.is_empty() || led(place)) {
            choices.push(Choice::Shoot);
        }
        if self.leaders.is_empty() {
            for item in position.arms(self.side).filter(|item| !self.items.contains(item)) {
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

    /// The TEM of the target's hex against this fire (1.1.1), before height.
    fn tem(&self, position: &Position, from: &[Place]) -> i16 {
        let tem = position.map().terrain(self.target).row().tem;
        let on_road =
            self.moving.road && !from.iter().any(|&f| position.map().sight(f, self.target).in_cover);
        if on_road && tem == 1 { 0 } else { tem }
    }

    /// Whether the target stands higher than a firer and may profit from it (1.1.1k).
    fn higher(&self, position: &Position, from: &[Place]) -> bool {
        let map = position.map();
        from.iter().any(|&firer| {
            let climbed = map.sight(firer, self.target).entry & self.moving.crest != 0;
            map.level(firer) < map.level(self.target) && !climbed
        })
    }

    /// The attack as it will be rolled.
    pub fn work_out(&self, position: &Position) -> Worked {
        let aims = self.aims(position);
        let firepower = aims.iter().fold(Firepower::default(), |sum, (_, aim)| sum.plus(aim.firepower));
        let from: Vec<Place> = aims.iter().map(|(_, aim)| aim.from).collect();
        let hindrance = aims.iter().map(|(_, aim)| aim.hindrance).max().unwrap_or(0);
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
        let outside = lines.iter().map(|line| line.value.max(0)).sum();
        let tem = self.tem(position, &from);
        let height = tem == 0 && self.higher(position, &from);
        lines.extend(modifiers::of(List::Fire, "tem", tem));
        lines.extend(height.then(|| modifiers::fixed(List::Fire, "height-advantage")));
        lines.extend(self.caught(position, tem + i16::from(height), hindrance));
        let modifier = lines.iter().map(|line| line.value).sum();
        let fire = Fire::new(firepower, hindrance, modifier, self.cowering(position));
        Worked { firepower, fire, modifiers: lines, outside }
    }

    /// FFMO and FFNAM, against units that are not pinned (3.3.1b, 3.3.1c, 3.3.1g).
    fn caught(&self, position: &Position, tem: i16, hindrance: i16) -> Vec<Modifier> {
        let unpinned = self.targets.iter().any(|&id| !position.unit(id).pinned);
        if !self.moving.moves || !unpinned {
            return Vec::new();
        }
        let broken = self.targets.iter().any(|&id| position.unit(id).broken);
        let orchard_road = self.moving.road
            && position.map().terrain(self.target) == crate::rules::aslsk::board::Terrain::Orchard;
        let woods_road = self.moving.road && tem == 0;
        let open = position.open_ground(self.target) || orchard_road || woods_road;
        let smoked = position.smoke.contains(&self.target);
        let moving =
            Moving { open: open && !smoked, not_assault: !self.moving.assault || broken, hazardous: false };
        let moving = moving.counted(tem, hindrance);
        let lines = [("ffmo", moving.open), ("ffnam", moving.not_assault)];
        lines
            .into_iter()
            .filter(|&(_, counts)| counts)
            .map(|(key, _)| modifiers::fixed(List::Fire, key))
            .collect()
    }

    fn cowering(&self, position: &Position) -> Cowering {
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

    /// A weapon's breakdown number in this attack (4.1, 5.4, 5.5).
    fn breakdown(&self, position: &Position, weapon: u8, aim: &Aim) -> u8 {
        let data = position.weapon(weapon);
        let id = data.holder.unwrap_or_default();
        let captured = data.nation != position.unit(id).data().nation;
        let again = aim.again;
        data.data().b - 2 * u8::from(again) - u8::from(position.inexperienced(id)) - 2 * u8::from(captured)
    }

    /// Rolls the attack and does what it does.
    pub fn shoot(self, position: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let aims = self.aims(position);
        let worked = self.work_out(position);
        let place = position.name(self.target).to_owned();
        let ask = || format!("fire of {} firepower on {place}", worked.firepower);
        let coloured = dice.roll_die(Die::named("coloured", 6), ask)?;
        let white = dice.roll_die(Die::named("white", 6), ask)?;
        let original = coloured + white;
        let column = worked.fire.column_for(coloured, white);
        let effect = worked.fire.effect(coloured, white);
        let cowered = coloured == white && worked.fire.cowering != Cowering::None;
        log.add(|| {
            let on = column.map_or("no column".to_owned(), |column| format!("column {}", column.firepower()));
            let cowers = if cowered { ", cowers" } else { "" };
            let text = format!(
                "{} firepower on {place}: coloured {coloured}, white {white}, {:+}{cowers}: {on}, {effect}",
                worked.firepower, worked.fire.modifier
            );
            let cells = aims.first().map(|(_, aim)| aim.from).into_iter().chain([self.target]);
            Event::new(Tone::Plain, self.side, text, "3.2.3")
                .with(&worked.modifiers)
                .at(cells.map(|at| position.cell(at)))
        });
        let staying = self.mark(position, &aims, (coloured, original), cowered, log);
        for (_, aim) in &aims {
            if !position.shots.contains(&(aim.from, self.target)) {
                position.shots.push((aim.from, self.target));
            }
        }
        self.alarm(position, &worked);
        if let Some(column) = column {
            position.affect(effect, column, &self.targets, dice, log)?;
        }
        if self.mode == Mode::First {
            let shift = if coloured == white { worked.fire.cowering.columns() } else { 0 };
            self.leave_residual(position, staying, shift, worked.outside);
        }
        self.pay_for_protection(position, &aims, i16::from(original), dice, log)
    }

    /// Broken units under fire that could force a morale check fall under desperation (3.2.3k).
    fn alarm(&self, position: &mut Position, worked: &Worked) {
        let might = crate::rules::aslsk::calculator::fate::rolls()
            .any(|(c, w)| worked.fire.effect(c, w).checks_morale());
        for &id in self.targets.iter().filter(|_| might) {
            let unit = position.unit_mut(id);
            unit.desperate |= unit.broken;
        }
    }

    /// Marks who has fired, breaks weapons, keeps rates; answers the firepower that stays behind (3.3.1h).
    fn mark(
        &self,
        position: &mut Position,
        aims: &[(Item, Aim)],
        (coloured, original): (u8, u8),
        cowered: bool,
        log: &mut Log,
    ) -> Firepower {
        let mut staying = Firepower::default();
        for (item, aim) in aims {
            let id = position.firer(*item).unwrap_or_default();
            let pinned = position.unit(id).pinned;
            let marker = match self.mode {
                Mode::Prep => Marker::Prep,
                Mode::First if !aim.again && !cowered => Marker::First,
                _ => Marker::Final,
            };
            match *item {
                Item::Unit(unit) => {
                    let unit = position.unit_mut(unit);
                    unit.fired = true;
                    unit.marker = marker;
                    staying = staying.plus(aim.firepower);
                }
                Item::Weapon(weapon) => {
                    let breaks = original >= self.breakdown(position, weapon, aim);
                    let captured = position.weapon(weapon).nation != position.unit(id).data().nation;
                    let rof = position.weapon(weapon).data().rof - u8::from(captured);
                    let keeps = coloured <= rof
                        && !aim.again
                        && !pinned
                        && !cowered
                        && self.mode != Mode::Advancing
                        && !position.unit(id).leader();
                    let name = crate::rules::aslsk::tables::weapons::name(position.weapon(weapon).weight);
                    let data = position.weapon_mut(weapon);
                    data.fired = true;
                    if breaks {
                        data.broken = true;
                        data.marker = marker;
                        log.add(|| {
                            Event::new(Tone::Loss, self.side, format!("{name} m{weapon} malfunctions"), "4.1")
                        });
                    } else if !keeps {
                        data.marker = marker;
                        staying = staying.plus(aim.firepower);
                    }
                }
            }
            // Second fires use up the unit and all its weapons.
            if aim.again && self.mode == Mode::First {
                position.unit_mut(id).marker = Marker::Final;
                let all: Vec<u8> = position.weapons_of(id).collect();
                all.into_iter().for_each(|weapon| position.weapon_mut(weapon).marker = Marker::Final);
            }
        }
        let mask = self.items.iter().fold(0, |mask, &item| mask | bit(item));
        for &leader in &self.leaders {
            let leader = position.unit_mut(leader);
            leader.directed |= mask;
            leader.marker =
                leader.marker.max(if self.mode == Mode::Prep { Marker::Prep } else { Marker::First });
        }
        staying
    }

    /// Half the column stays in the hex, thinned out by what stood outside it (3.3.1h).
    fn leave_residual(&self, position: &mut Position, staying: Firepower, shift: u8, outside: i16) {
        let half = |column: Column| (column.firepower() / 2).min(12);
        let left = Column::of(staying).and_then(|column| column.left(shift)).map_or(0, half);
        // Outside lines add a few columns at most.
        let thinned = match outside {
            0 => left,
            more => Column::of(Firepower::whole(left.into()))
                .and_then(|column| column.left(more as u8))
                .map_or(0, Column::firepower),
        };
        if thinned == 0 {
            return;
        }
        match position.residual.iter_mut().find(|(place, _)| *place == self.target) {
            Some((_, there)) => *there = thinned.max(*there),
            None => position.residual.push((self.target, thinned)),
        }
    }

    /// The roll of protective fire is a morale check of who fired so, his leader included (3.3.1e).
    fn pay_for_protection(
        &self,
        position: &mut Position,
        aims: &[(Item, Aim)],
        original: i16,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let mut payers: Vec<u8> = Vec::new();
        for (item, _) in aims.iter().filter(|(_, aim)| aim.protective) {
            payers.extend(position.firer(*item).filter(|id| !payers.contains(id)));
        }
        if payers.is_empty() {
            return Ok(());
        }
        payers.extend(self.leaders.iter().copied());
        for id in payers {
            let nation = position.unit(id).data().nation;
            let led =
                self.leaders.iter().filter(|&&l| l != id).map(|&l| position.leadership_for(l, nation)).max();
            let checked = morale_check(original, led.unwrap_or(0), position.morale(id));
            if !matches!(checked, Checked::Passed) {
                position.suffer(id, checked, dice, log)?;
            }
        }
        Ok(())
    }
}
