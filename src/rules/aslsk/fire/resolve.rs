//! Resolving an IFT attack: result, markers, malfunction, Residual FP (3.2.2, 3.2.3, 3.3.1).

use super::aim::{Aim, Mode};
use super::attack::{Attack, Worked, bit};
use super::effects::Blast;
use crate::dice::{Ask, Dice, Die};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::fate::{Checked, morale_check, rolls};
use crate::rules::aslsk::calculator::{Cowering, Firepower};
use crate::rules::aslsk::fire::cover;
use crate::rules::aslsk::ordnance::{breakdown, hidden};
use crate::rules::aslsk::state::{Forces, Ground, Item, Marker, Position, names};
use crate::rules::aslsk::tables::fire::{Column, Effect};

impl Attack {
    /// The attack worked out for each target, targets with the same attack together; hidden Guns in the hex
    /// too (6.4).
    fn groups(&self, position: &Position) -> Vec<(Worked, Vec<u8>)> {
        let mut targets = self.targets.clone();
        if self.mode != Mode::First {
            targets.extend(position.forces.hidden_at(self.target, self.side.other()));
        }
        let mut groups: Vec<(Worked, Vec<u8>)> = Vec::new();
        for id in targets {
            let worked = self.work_out_on(position, Some(id));
            match groups.iter_mut().find(|(other, _)| other.fire == worked.fire) {
                Some((_, units)) => units.push(id),
                None => groups.push((worked, vec![id])),
            }
        }
        groups
    }

    /// Rolls the attack and applies it.
    pub fn shoot(self, position: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let aims = self.aims(position);
        let worked = self.work_out(position);
        let groups = self.groups(position);
        let place = position.ground.name(self.target).to_owned();
        let ask = || format!("IFT attack on {place}, {} FP", worked.firepower);
        let coloured = dice.roll_die(Die::named("coloured", 6), ask)?;
        let white = dice.roll_die(Die::named("white", 6), ask)?;
        let original = coloured + white;
        let column = worked.fire.column_for(coloured, white);
        let effect = worked.fire.effect(coloured, white);
        let cowered = coloured == white && worked.fire.cowering != Cowering::None;
        log.add(|| {
            let on =
                column.map_or("no IFT column".to_owned(), |column| format!("IFT {}", column.firepower()));
            let cowers = if cowered { ", cowers" } else { "" };
            let text = format!(
                "{} at {place}, {} FP: {}; {on}, DRM {:+}, DR {original} ({coloured}, {white}){cowers}",
                names::called_together(&position.ground, &position.forces, &self.items, &self.leaders),
                worked.firepower,
                effect.in_words(),
                worked.fire.modifier
            );
            let cells = aims.first().map(|(_, aim)| aim.from).into_iter().chain([self.target]);
            let hurts = |&(coloured, white): &(u8, u8)| worked.fire.effect(coloured, white) != Effect::None;
            let likely = rolls().filter(hurts).count() as f64 / 36.0;
            let tone = if effect == Effect::None { Tone::Failure } else { Tone::Success };
            let what = format!("{} FP {:+} at {place}", worked.firepower, worked.fire.modifier);
            let firers =
                names::called_together(&position.ground, &position.forces, &self.items, &self.leaders);
            let fires = if self.items.len() + self.leaders.len() > 1 { "fire" } else { "fires" };
            let what = format!("{fires} {what}");
            Event::new(tone, self.side, text, "3.2.3")
                .deed(firers, what, format!("{}, DR {original}{cowers}", effect.in_words()))
                .likely(likely)
                .with(&worked.modifiers)
                .at(cells.map(|at| position.ground.cell(at)))
        });
        let staying = self.mark(position, &aims, (coloured, original), cowered, log);
        for (item, aim) in &aims {
            if !position.forces.alone(*item) && !position.turn.shots.contains(&(aim.from, self.target)) {
                position.turn.shots.push((aim.from, self.target));
            }
        }
        position.turn.closed_to_smoke = true;
        let mut blasts: Vec<Blast> = Vec::new();
        for (worked, mut units) in groups {
            mark_dm(&mut position.forces, &worked, &units);
            let Some(column) = worked.fire.column_for(coloured, white) else { continue };
            let effect = worked.fire.effect(coloured, white);
            if effect != Effect::None {
                units.iter().for_each(|&id| hidden::reveal(&position.ground, &mut position.forces, id, log));
            }
            // A KIA without the Gunshield still affects the Gun (6.7, K-43).
            for id in units.clone() {
                let Some((gun, bare)) = self.shielded(&position.ground, &position.forces, &aims, id) else {
                    continue;
                };
                let plain = column.effect(i16::from(original) + worked.fire.modifier - bare);
                let only_gun = matches!(plain, Effect::Kill(_)) && !matches!(effect, Effect::Kill(_));
                if only_gun && position.effects().strike_gun(id, gun, column, self.side, dice, log)? {
                    units.retain(|&other| other != id);
                }
            }
            blasts.push(Blast { effect, column, units });
        }
        position.effects().affect(&blasts, dice, log)?;
        if self.mode == Mode::First {
            let shift = if coloured == white { worked.fire.cowering.columns() } else { 0 };
            position.ground.leave_residual(
                self.target,
                Column::of(staying).and_then(|c| c.left(shift)),
                worked.outside,
            );
        }
        self.pay_for_protection(position, &aims, i16::from(original), dice, log)
    }

    /// The Gun whose Gunshield protects a unit against this attack, and its DRM.
    fn shielded(&self, ground: &Ground, forces: &Forces, aims: &[(Item, Aim)], id: u8) -> Option<(u8, i16)> {
        let gun = forces.mans(id)?;
        let from: Vec<Place> = aims.iter().map(|(_, aim)| aim.from).collect();
        let manner = self.manner(forces);
        let shield = cover::gunshield(ground, forces, id, &from, manner)?;
        let cover = cover::cover(ground, forces, self.target, Some(id), &from, self.moving, manner);
        (cover.line == Some(shield)).then_some((gun, shield.value))
    }

    /// Marks the firers, checks malfunction and ROF; returns the FP that leaves Residual FP (3.3.1h).
    fn mark(
        &self,
        position: &mut Position,
        aims: &[(Item, Aim)],
        roll: (u8, u8),
        cowered: bool,
        log: &mut Log,
    ) -> Firepower {
        let Position { ground, forces, .. } = position;
        let mut staying = Firepower::default();
        let unbroken = self.foremost(forces).is_some_and(|id| !forces.unit(id).broken);
        for (item, aim) in aims {
            let id = forces.firer(*item).unwrap_or_default();
            let finally = self.fires_finally(forces, aims, id);
            // A hidden crew is placed on board to fire, with or without its Gun (6.4, K-54).
            hidden::reveal(ground, forces, id, log);
            // 3.2.5
            applies("3.4");
            let marker = match self.mode {
                Mode::Prep => Marker::Prep,
                Mode::First if !aim.again && !cowered => Marker::First,
                _ => Marker::Final,
            };
            let stays = match *item {
                Item::Unit(unit) => {
                    let unit = forces.unit_mut(unit);
                    unit.fired = true;
                    unit.marker = marker;
                    forces.forget_targets_of(id);
                    true
                }
                Item::Weapon(weapon) | Item::Equivalent(weapon) => {
                    if let Some(facing) = aim.facing {
                        forces.turn_gun(weapon, facing);
                    }
                    if matches!(item, Item::Equivalent(_)) {
                        forces.weapon_mut(weapon).carriage.equivalent = true;
                        forces.forget_target(weapon);
                    }
                    let slowed = cowered || finally || aim.again || forces.unit(id).pinned;
                    self.use_weapon(ground, forces, weapon, (marker, slowed, aim.again), roll, log)
                }
            };
            if stays {
                staying = staying.plus(aim.against(unbroken));
            }
            // A cowering unit is marked even if only its Weapon fired (3.2.2e).
            if cowered && forces.mmc(id) {
                forces.unit_mut(id).marker = marker;
            }
            // Final Fire ends the ROF of all its Weapons (1.2.4.1).
            if forces.unit(id).marker == Marker::Final {
                let used: Vec<u8> =
                    forces.weapons_of(id).filter(|&weapon| forces.weapon(weapon).fired).collect();
                used.into_iter().for_each(|weapon| forces.weapon_mut(weapon).marker = Marker::Final);
            }
        }
        self.mark_subsequent(forces, aims);
        self.mark_leaders(forces, aims);
        staying
    }

    /// Whether a unit is, or becomes by this attack, marked Final Fire, so that its Weapons keep no ROF (1.2.4.1).
    fn fires_finally(&self, forces: &Forces, aims: &[(Item, Aim)], id: u8) -> bool {
        let fires =
            |(item, aim): &(Item, Aim)| *item == Item::Unit(id) && (self.mode == Mode::Final || aim.again);
        forces.unit(id).marker == Marker::Final || aims.iter().any(fires)
    }

    /// Malfunction and ROF of a Weapon that fires. Returns whether its FP counts for Residual FP: it has neither
    /// malfunctioned nor kept ROF.
    #[apply(rule, "1.2.4.1", "1.4")]
    fn use_weapon(
        &self,
        ground: &Ground,
        forces: &mut Forces,
        weapon: u8,
        (marker, slowed, again): (Marker, bool, bool),
        (coloured, original): (u8, u8),
        log: &mut Log,
    ) -> bool {
        let keeps = coloured <= forces.rate(weapon) && !slowed && self.mode != Mode::Advancing;
        let breaks = original >= forces.breakdown(weapon, again);
        forces.weapon_mut(weapon).fired = true;
        if breaks {
            breakdown::break_weapon(ground, forces, weapon, original, again, self.side, log);
        }
        if breaks || !keeps {
            forces.weapon_mut(weapon).marker = marker;
        }
        !breaks && !keeps
    }

    /// Subsequent First Fire marks the unit and all its Weapons Final Fire, those firing for the first time too
    /// (3.3.1d).
    fn mark_subsequent(&self, forces: &mut Forces, aims: &[(Item, Aim)]) {
        for (item, _) in aims.iter().filter(|(_, aim)| aim.again && self.mode == Mode::First) {
            applies("3.3.1d");
            let Some(id) = forces.firer(*item) else { continue };
            forces.unit_mut(id).marker = Marker::Final;
            let all: Vec<u8> = forces.weapons_of(id).collect();
            all.into_iter().for_each(|weapon| forces.weapon_mut(weapon).marker = Marker::Final);
        }
    }

    /// Marks the leaders that direct, with the firers they have directed, and those that help with a MG (3.2.2h, 4.1).
    fn mark_leaders(&self, forces: &mut Forces, aims: &[(Item, Aim)]) {
        let mask = self.items.iter().fold(0, |mask, &item| mask | bit(item));
        let marker = if self.mode == Mode::Prep { Marker::Prep } else { Marker::First };
        for &leader in &self.leaders {
            let leader = forces.unit_mut(leader);
            leader.directed |= mask;
            leader.marker = leader.marker.max(marker);
        }
        for &helper in &self.helpers {
            let here = forces.unit(helper).at;
            let helped = aims.iter().find_map(|(item, _)| match (*item, forces.firer(*item)) {
                (Item::Weapon(weapon), Some(id)) if forces.unit(id).leader() => {
                    (forces.unit(id).at == here).then_some(weapon)
                }
                _ => None,
            });
            let helper = forces.unit_mut(helper);
            helper.helps = helped;
            helper.marker = helper.marker.max(marker);
        }
    }

    /// The FPF DR is a NMC for the firing units and their directing leader (3.3.1e).
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
            payers.extend(position.forces.firer(*item).filter(|id| !payers.contains(id)));
        }
        if payers.is_empty() {
            return Ok(());
        }
        applies("3.3.1e");
        payers.extend(self.leaders.iter().copied());
        for id in payers {
            let others = self.leaders.iter().filter(|&&leader| leader != id);
            let led = others.map(|&leader| position.forces.unit(leader).leadership()).max();
            let checked = morale_check(original, led.unwrap_or(0), position.forces.morale(id));
            if !matches!(checked, Checked::Passed) {
                position.effects().suffer(id, checked, dice, log)?;
            }
        }
        Ok(())
    }
}

/// Broken units under fire that could cause a NMC become DM (3.2.3k).
#[apply(rule, "3.2.3k")]
fn mark_dm(forces: &mut Forces, worked: &Worked, units: &[u8]) {
    let calm = |&&id: &&u8| forces.unit(id).broken && !forces.unit(id).dm;
    if units.iter().find(calm).is_none() {
        return;
    }
    let might = rolls().any(|(coloured, white)| worked.fire.effect(coloured, white).checks_morale());
    for &id in units.iter().filter(|_| might) {
        let unit = forces.unit_mut(id);
        unit.dm |= unit.broken;
    }
}

impl Ground {
    /// Places Residual FP: half the IFT column, less one column for each point of positive DRM from outside
    /// the hex (3.3.1h, K-55).
    #[apply(rule, "3.3.1h")]
    pub fn leave_residual(&mut self, target: Place, column: Option<Column>, outside: i16) {
        let left = column.map_or(0, |column| (column.firepower() / 2).min(12));
        // The total is a few points at most.
        let thinned = match outside {
            0 => left,
            more => Column::of(Firepower::whole(left.into()))
                .and_then(|column| column.left(more as u8))
                .map_or(0, Column::firepower),
        };
        if thinned == 0 {
            return;
        }
        match self.residual.iter_mut().find(|(place, _)| *place == target) {
            Some((_, there)) => *there = thinned.max(*there),
            None => self.residual.push((target, thinned)),
        }
    }
}
