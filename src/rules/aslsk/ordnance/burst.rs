//! The effect of a hit on Infantry and Guns, and Backblast (3.2.4k, 4.4.2, 6.1, 6.7).

use super::ammunition::column;
use super::hit::Roll;
use super::shot::Shot;
use super::target::GunHit;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Grade, Log, Modifier, Tone};
use crate::ledger::cited::{apply, rule};
use crate::odds::Distribution;
use crate::rules::aslsk::calculator::fate::rolls;
use crate::rules::aslsk::calculator::to_hit::ToHitResult;
use crate::rules::aslsk::fire::checks::Check;
use crate::rules::aslsk::fire::cover;
use crate::rules::aslsk::fire::effects::{self, Blast};
use crate::rules::aslsk::ordnance::hidden;
use crate::rules::aslsk::state::{Position, names};
use crate::rules::aslsk::tables::fire::{Column, Effect};
use crate::rules::aslsk::tables::guns::{Ammo, Ordnance, TargetType};
use crate::rules::aslsk::tables::modifiers::{self, Drm, List};

impl Shot {
    /// The one unit that suffers the CH; the others take a normal hit (6.1).
    #[apply(rule, "6.1")]
    pub(super) fn one_critical(struck: &[(u8, ToHitResult)], dice: &mut Dice) -> Result<Option<u8>, Ask> {
        let critical: Vec<u8> =
            struck.iter().filter(|(_, struck)| *struck == ToHitResult::Critical).map(|(id, _)| *id).collect();
        if critical.is_empty() {
            return Ok(None);
        }
        Ok(Some(critical[effects::pick(&critical, dice, "suffers the CH")?]))
    }

    /// WP: a NMC with TEM subtracted, or added for a CH (6.2e).
    pub(super) fn burn(
        &self,
        position: &mut Position,
        struck: &[(u8, ToHitResult)],
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let critical = Shot::one_critical(struck, dice)?;
        let mut checks = Vec::new();
        for &(id, _) in struck.iter().filter(|(_, struck)| *struck != ToHitResult::Miss) {
            let tem = self.cover(&position.ground, &position.forces, Some(id)).tem();
            let drm = if critical == Some(id) { tem.abs() } else { -tem };
            position.forces.unit_mut(id).dm |= position.forces.unit(id).broken;
            hidden::reveal(&position.ground, &mut position.forces, id, log);
            checks.push((id, Check::Phosphorus(drm)));
        }
        let mut losses = Vec::new();
        position.effects().check_all(&checks, &[], dice, log, &mut losses)?;
        position.effects().after_losses(losses, dice, log)
    }

    /// DRM to the IFT DR after a hit (3.2.4b, 3.2.4c, 6.1).
    #[apply(rule, "6.1" if critical)]
    pub fn effect_lines(&self, position: &Position, id: u8, critical: bool) -> Vec<Modifier> {
        let Position { ground, forces, .. } = position;
        let cover = self.cover(ground, forces, Some(id));
        let mut lines: Vec<Modifier> = Vec::new();
        if critical {
            // TEM is reversed; Air Bursts stay negative.
            lines.extend(modifiers::of(List::Fire, Drm::Tem, -cover.tem().abs()));
            let hindrance = self.hindrance(ground);
            let caught =
                cover::moving(ground, forces, self.target, Some(id), self.moving, cover.tem(), hindrance)
                    .lines(List::Fire);
            lines.extend(caught);
        } else if self.kind(position) == TargetType::Area {
            lines.extend(cover.line);
        }
        lines.extend(forces.flamethrowers_carried(id));
        lines
    }

    /// The IFT results of a hit and of a CH on a unit, with their chances.
    pub fn effects_on(&self, position: &Position, id: u8) -> Vec<(Distribution<Effect>, f64)> {
        let ammo = self.ammo(position);
        let Some(ordnance) = position.forces.weapon(self.weapon).ordnance() else { return Vec::new() };
        if matches!(ammo, Ammo::Smoke | Ammo::WP) {
            return Vec::new();
        }
        let (hit, critical) = self.work_out_on(position, Some(id)).shot.chances();
        let mut found = Vec::new();
        for (worst, chance) in [(false, hit - critical), (true, critical)] {
            let Some(column) = column(ordnance, ammo, self.kind(position), worst) else { continue };
            let drm: i16 = self.effect_lines(position, id, worst).iter().map(|line| line.value).sum();
            let roll = |(coloured, white): (u8, u8)| column.effect(i16::from(coloured + white) + drm);
            found.push((Distribution::of_cases(rolls().map(roll)), chance));
        }
        found
    }

    /// The chances of a miss and of each result on the first target, if any.
    pub fn results(&self, position: &Position) -> Vec<(String, f64)> {
        let Some(&id) = self.aimed_at(position).first() else { return Vec::new() };
        let effects = self.effects_on(position, id);
        if effects.is_empty() {
            return Vec::new();
        }
        let hit: f64 = effects.iter().map(|(_, chance)| chance).sum();
        let mut results = vec![("miss".to_owned(), 1.0 - hit)];
        for (effects, chance) in &effects {
            for (effect, part) in effects.iter() {
                let effect = effect.to_string();
                match results.iter_mut().find(|(name, _)| *name == effect) {
                    Some((_, sum)) => *sum += chance * part,
                    None => results.push((effect, chance * part)),
                }
            }
        }
        results.retain(|(_, chance)| *chance > 0.0);
        results.sort_by(|a, b| b.1.total_cmp(&a.1));
        results
    }

    /// One IFT DR for all units hit, each with its own column and DRM. Returns whether one suffered a CH.
    pub(super) fn burst(
        &self,
        position: &mut Position,
        ordnance: &Ordnance,
        struck: &[(u8, ToHitResult)],
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<bool, Ask> {
        if struck.iter().all(|(_, struck)| *struck == ToHitResult::Miss) {
            return Ok(false);
        }
        let critical = Shot::one_critical(struck, dice)?;
        let (ammo, kind) = (self.ammo(position), self.kind(position));
        let name = position.ground.name(self.target).to_owned();
        let roll = Roll::thrown(dice, || format!("hit on {name}: IFT"))?;
        let mut blasts: Vec<Blast> = Vec::new();
        for &(id, _) in struck.iter().filter(|(_, struck)| *struck != ToHitResult::Miss) {
            let worst = critical == Some(id);
            let lines = self.effect_lines(position, id, worst);
            let Some(column) = column(ordnance, ammo, kind, worst) else { continue };
            let drm: i16 = lines.iter().map(|line| line.value).sum();
            let effect = column.effect(roll.sum() + drm);
            log.add(|| {
                let how = if worst { "CH" } else { "hit" };
                let text = format!(
                    "{} {how}: {}; IFT {}, DRM {drm:+}, DR {} ({}, {})",
                    names::called(&position.ground, &position.forces, id),
                    effect.in_words(),
                    column.firepower(),
                    roll.sum(),
                    roll.coloured,
                    roll.white
                );
                let event = Event::new(Tone::Plain, self.side, text, "3.2.4k").with(&lines);
                match effect {
                    Effect::None => {
                        let (of, who) = (
                            position.forces.unit(id).side,
                            names::called(&position.ground, &position.forces, id),
                        );
                        event.fate(of, who, "unhurt", Grade::Unhurt)
                    }
                    _ => event.detail(),
                }
            });
            let might = (2..=12).any(|roll| column.effect(roll + drm).checks_morale());
            let unit = position.forces.unit_mut(id);
            unit.dm |= unit.broken && might;
            if effect != Effect::None || worst {
                hidden::reveal(&position.ground, &mut position.forces, id, log);
            }
            let effect = match position.forces.mans(id) {
                Some(gun) => {
                    let blow = GunHit { critical: worst, effect, shot: ammo == Ammo::AP, by: self.side };
                    if position.effects().hit_gun(id, gun, blow, dice, log)? {
                        continue;
                    }
                    self.near_miss(position, id, column, roll.sum() + drm)
                }
                None => effect,
            };
            match blasts.iter_mut().find(|blast| blast.effect == effect && blast.column == column) {
                Some(blast) => blast.units.push(id),
                None => blasts.push(Blast { effect, column, units: vec![id] }),
            }
        }
        position.effects().affect(&blasts, dice, log)?;
        Ok(critical.is_some())
    }

    /// The effect of a Near Miss on the crew: the Gunshield replaces TEM applied to the IFT DR, and adds to
    /// TEM applied to the TH DR (6.6, 6.7).
    fn near_miss(&self, position: &Position, id: u8, column: Column, roll: i16) -> Effect {
        let Position { ground, forces, .. } = position;
        let shield = cover::gunshield(ground, forces, id, &[self.from], self.manner(forces))
            .map_or(0, |line| line.value);
        let added = match self.kind(position) {
            TargetType::Area => self.cover(ground, forces, Some(id)).tem(),
            TargetType::Infantry => 0,
        };
        column.effect(roll + if shield > 0 { (shield - added).max(0) } else { 0 })
    }

    /// Whether it is a LATW fired in a building without avoiding Backblast (4.4.2).
    fn blasts_back(&self, position: &Position, ordnance: &Ordnance) -> bool {
        ordnance.latw() && !self.shielded && position.ground.map().terrain(self.from).building()
    }

    /// The warning of Backblast before it is fired, with the chance of an effect (4.4.2).
    pub fn backblast_in_words(&self, position: &Position) -> Option<String> {
        let ordnance = position.forces.weapon(self.weapon).ordnance()?;
        let column = self.blasts_back(position, ordnance).then(backblast_column)??;
        let hurt = |face: &i16| column.effect(*face) != Effect::None;
        let chance = (1..=6).filter(hurt).count() as f64 / 6.0;
        let hex = position.ground.name(self.from);
        Some(format!("Backblast: IFT 1 on your units in {hex}, {:.0}% with an effect.", 100.0 * chance))
    }

    /// Backblast of a LATW fired in a building, against all units in the hex, by the coloured die of the TH
    /// DR (4.4.2).
    #[apply(rule, "4.4" if position.forces.unit(holder).place().is_some())]
    #[apply(rule, "4.4.2" if position.forces.unit(holder).place().is_some())]
    pub(super) fn backblast(
        &self,
        position: &mut Position,
        holder: u8,
        ordnance: &Ordnance,
        coloured: u8,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(place) = position.forces.unit(holder).place() else { return Ok(()) };
        if !self.blasts_back(position, ordnance) {
            return Ok(());
        }
        let Some(column) = backblast_column() else { return Ok(()) };
        let effect = column.effect(coloured.into());
        log.add(|| {
            let text = format!(
                "Backblast in {}: IFT 1, dr {coloured}: {}",
                position.ground.name(place),
                effect.in_words()
            );
            Event::new(Tone::Plain, self.side, text, "4.4.2").at([position.ground.cell(place)])
        });
        let units: Vec<u8> = position.forces.units_at(place, self.side).collect();
        position.effects().affect(&[Blast { effect, column, units }], dice, log)
    }
}

/// The IFT column of Backblast (4.4.2).
fn backblast_column() -> Option<Column> {
    Column::of(crate::rules::aslsk::calculator::Firepower::whole(1))
}
