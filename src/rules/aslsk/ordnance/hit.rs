//! Resolves a shot: hit, CH, effect on Infantry and Guns, Backblast (3.2.4k, 4.4.2, 6.1, 6.7).

use super::aiming::Aimed;
use super::ammunition::column;
use super::shot::Shot;
use super::smoke::Thickness;
use super::target::GunHit;
use crate::dice::{Ask, Dice, Die};
use crate::game::{Event, Grade, Log, Modifier, Tone};
use crate::ledger::cited::applies;
use crate::odds::Distribution;
use crate::rules::aslsk::calculator::fate::rolls;
use crate::rules::aslsk::calculator::to_hit::ToHitResult;
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::attack::bit;
use crate::rules::aslsk::fire::cover;
use crate::rules::aslsk::fire::effects::{self, Blast, Check};
use crate::rules::aslsk::ordnance::{breakdown, hidden, shot};
use crate::rules::aslsk::state::{Forces, Ground, Item, Marker, Position, names};
use crate::rules::aslsk::tables::fire::{Column, Effect};
use crate::rules::aslsk::tables::guns::{Ammo, Ordnance, TargetType};
use crate::rules::aslsk::tables::modifiers::{self, List};

/// A DR with its two dice.
#[derive(Copy, Clone)]
struct Roll {
    coloured: u8,
    white: u8,
}

impl Roll {
    fn thrown(dice: &mut Dice, ask: impl Fn() -> String) -> Result<Roll, Ask> {
        let coloured = dice.roll_die(Die::named("coloured", 6), &ask)?;
        Ok(Roll { coloured, white: dice.roll_die(Die::named("white", 6), &ask)? })
    }

    const fn sum(self) -> i16 {
        (self.coloured + self.white) as i16
    }
}

impl Shot {
    /// Rolls TH and applies the result.
    pub fn shoot(mut self, position: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let weapon = position.forces.weapon(self.weapon);
        let (Some(ordnance), Some(holder)) = (weapon.ordnance(), weapon.holder) else { return Ok(()) };
        hidden::reveal(&position.ground, &mut position.forces, holder, log);
        let (ammo, kind) = (self.ammo(position), self.kind(position));
        let special = self.special(position);
        // The shot keeps its choices, whatever happens to the Weapon.
        (self.ammo, self.kind, self.facing) =
            (Some(ammo), Some(kind), Some(self.facing(&position.ground, &position.forces)));
        let aimed = self.work_out(position);
        let name = position.ground.name(self.target).to_owned();
        let gun = names::called_weapon(&position.ground, &position.forces, self.weapon);
        let roll = Roll::thrown(dice, || format!("{gun} at {name}: TH"))?;
        self.log_roll(position, &aimed, roll, log);
        let breaks = roll.sum() >= i16::from(position.forces.breakdown(self.weapon, self.intensive));
        if let Some((at, depletion)) = special
            && !self.draw(&position.ground, &mut position.forces, at, depletion, roll.sum(), breaks, log)
        {
            return Ok(());
        }
        // The whole roll is read before anything changes.
        let struck = self.struck(position, roll.sum());
        let on_hex = self.hex_hit(position, roll.sum());
        let keeps = self.mark(position, holder, ordnance, roll, breaks, log);
        // WP is Smoke except for its effect on units (6.2e, K-44).
        if matches!(ammo, Ammo::Smoke | Ammo::WP) {
            position.forces.forget_target(self.weapon);
            if on_hex {
                position.ground.lay_smoke(self.target, self.thickness(ammo), self.side);
            }
        } else {
            position.turn.closed_to_smoke = true;
            if !breaks {
                position.forces.acquire(self.weapon, self.target, &self.targets, kind == TargetType::Area);
            }
        }
        let critical = match ammo {
            Ammo::Smoke => false,
            Ammo::WP => {
                self.burn(position, &struck, dice, log)?;
                false
            }
            _ => self.burst(position, ordnance, &struck, dice, log)?,
        };
        let hit = struck.iter().any(|(_, struck)| *struck != ToHitResult::Miss);
        if hit && self.mode == Mode::First && !keeps && !breaks && matches!(ammo, Ammo::HE | Ammo::HEAT) {
            position.ground.leave_residual(
                self.target,
                column(ordnance, ammo, kind, critical),
                aimed.outside,
            );
        }
        self.backblast(position, holder, ordnance, roll.coloured, dice, log)
    }

    fn log_roll(&self, position: &Position, aimed: &Aimed, roll: Roll, log: &mut Log) {
        log.add(|| {
            let need =
                aimed.shot.to_hit.map_or("out of range".to_owned(), |to_hit| format!("TH {}", to_hit.number));
            let Roll { coloured, white } = roll;
            let result = match aimed.shot.struck(roll.sum()) {
                ToHitResult::Miss => "miss",
                ToHitResult::Hit => "hit",
                ToHitResult::Critical => "CH",
            };
            let text = format!(
                "{} at {}, {}: {need}, DRM {:+}, DR {} ({coloured}, {white}): {result}",
                names::called_weapon(&position.ground, &position.forces, self.weapon),
                position.ground.name(self.target),
                self.ammo(position).name(),
                aimed.shot.modifier,
                roll.sum()
            );
            let cells = [self.from, self.target];
            let hits = |&(coloured, white): &(u8, u8)| {
                aimed.shot.struck(i16::from(coloured + white)) != ToHitResult::Miss
            };
            let likely = rolls().filter(hits).count() as f64 / 36.0;
            let tone = if result == "miss" { Tone::Failure } else { Tone::Success };
            let what =
                format!("fires {} at {}", self.ammo(position).name(), position.ground.name(self.target));
            Event::new(tone, self.side, text, "3.2.4")
                .deed(
                    names::called_weapon(&position.ground, &position.forces, self.weapon),
                    what,
                    format!("{result}, DR {}", roll.sum()),
                )
                .likely(likely)
                .with(&aimed.modifiers)
                .at(cells.map(|at| position.ground.cell(at)))
        });
    }

    /// Checks Special Ammo against the roll; returns whether the Weapon fires (6.2a).
    fn draw(
        &self,
        ground: &Ground,
        forces: &mut Forces,
        at: usize,
        depletion: u8,
        original: i16,
        breaks: bool,
        log: &mut Log,
    ) -> bool {
        let left = i16::from(depletion) - original;
        if left <= 0 {
            applies("6.2a");
            forces.weapon_mut(self.weapon).carriage.depleted |= 1 << at;
        }
        if left > 0 {
            return true;
        }
        log.add(|| {
            let word = if left == 0 { "depleted after this shot" } else { "depleted, no shot" };
            let ammo = self.ammo.map_or("Special Ammo", Ammo::name);
            let text = format!("{}: {ammo} {word}", names::called_weapon(ground, forces, self.weapon));
            Event::new(Tone::Plain, self.side, text, "6.2a")
        });
        left == 0 || breaks
    }

    /// The result for each unit, hidden ones included; at most one CH is picked later.
    fn struck(&self, position: &Position, original: i16) -> Vec<(u8, ToHitResult)> {
        applies("3.2.4a");
        applies("3.2.4k");
        let mut targets = self.aimed_at(position);
        if self.mode != Mode::First {
            targets.extend(position.forces.hidden_at(self.target, self.side.other()));
        }
        targets
            .into_iter()
            .map(|id| (id, self.work_out_on(position, Some(id)).shot.struck(original)))
            .collect()
    }

    /// Whether the hex is hit, for Smoke.
    fn hex_hit(&self, position: &Position, original: i16) -> bool {
        self.work_out(position).shot.struck(original) != ToHitResult::Miss
    }

    /// Applies CA change, markers and malfunction; returns whether ROF is kept (1.2.4.1, 3.2.4c, 3.2.4f,
    /// 3.2.4i).
    fn mark(
        &self,
        position: &mut Position,
        holder: u8,
        ordnance: &Ordnance,
        roll: Roll,
        breaks: bool,
        log: &mut Log,
    ) -> bool {
        if ordnance.gun() {
            position.forces.turn_gun(self.weapon, self.facing(&position.ground, &position.forces));
        }
        let unit = position.forces.unit(holder);
        applies("3.2.4c");
        applies("3.2.4i");
        let area = self.kind(position) == TargetType::Area && !ordnance.mortar();
        applies("1.4");
        let keeps = roll.coloured <= position.forces.rate(self.weapon)
            && !unit.pinned
            && unit.marker != Marker::Final
            && (!unit.leader() || self.helper.is_some())
            && !self.intensive
            && !area
            && self.mode != Mode::Advancing;
        let marker = match self.mode {
            Mode::Prep => Marker::Prep,
            Mode::First if !self.intensive => Marker::First,
            _ => Marker::Final,
        };
        // A Gun without ROF that changed CA cannot fire again (3.2.4i).
        let turned =
            ordnance.gun() && ordnance.rof == 0 && position.forces.weapon(self.weapon).carriage.turned;
        let crew_of_two = position.forces.unit(holder).leader() && ordnance.latw();
        let second = if crew_of_two {
            shot::mates(&position.forces, holder, self.weapon).first().copied()
        } else {
            self.helper
        };
        let weapon = position.forces.weapon_mut(self.weapon);
        weapon.fired = true;
        weapon.carriage.spent |= area || self.intensive || turned;
        if !keeps || breaks {
            weapon.marker = marker;
        }
        if self.intensive && self.mode == Mode::First {
            position.forces.unit_mut(holder).marker = Marker::Final;
            let all: Vec<u8> = position.forces.weapons_of(holder).collect();
            all.into_iter().for_each(|weapon| position.forces.weapon_mut(weapon).marker = Marker::Final);
        }
        let marker = if self.mode == Mode::Prep { Marker::Prep } else { Marker::First };
        for id in self.leader.into_iter().chain(second) {
            let leader = position.forces.unit_mut(id);
            leader.marker = leader.marker.max(marker);
            if Some(id) == second {
                leader.helps = Some(self.weapon);
            } else {
                leader.directed |= bit(Item::Weapon(self.weapon));
            }
        }
        if breaks {
            // A DR for the IFT.
            breakdown::break_weapon(
                &position.ground,
                &mut position.forces,
                self.weapon,
                roll.sum() as u8,
                self.intensive,
                self.side,
                log,
            );
        }
        keeps && !breaks
    }

    fn thickness(&self, ammo: Ammo) -> Thickness {
        applies("6.2d");
        applies("1.2.5a");
        match (ammo, self.mode == Mode::Prep) {
            (Ammo::Smoke, true) => Thickness::Full,
            (Ammo::Smoke, false) => Thickness::Dispersed,
            (_, true) => Thickness::Phosphorus,
            (_, false) => Thickness::ThinPhosphorus,
        }
    }

    /// The one unit that suffers the CH; the others take a normal hit (6.1).
    fn one_critical(struck: &[(u8, ToHitResult)], dice: &mut Dice) -> Result<Option<u8>, Ask> {
        applies("6.1");
        let critical: Vec<u8> =
            struck.iter().filter(|(_, struck)| *struck == ToHitResult::Critical).map(|(id, _)| *id).collect();
        if critical.is_empty() {
            return Ok(None);
        }
        Ok(Some(critical[effects::pick(&critical, dice, "suffers the CH")?]))
    }

    /// WP: a NMC with TEM subtracted, or added for a CH (6.2e).
    fn burn(
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
            applies("6.2e");
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
    pub fn effect_lines(&self, position: &Position, id: u8, critical: bool) -> Vec<Modifier> {
        let cover = self.cover(&position.ground, &position.forces, Some(id));
        let mut lines: Vec<Modifier> = Vec::new();
        if critical {
            applies("6.1");
            // TEM is reversed; Air Bursts stay negative.
            lines.extend(modifiers::of(List::Fire, "tem", -cover.tem().abs()));
            let hindrance = self.hindrance(&position.ground);
            let caught = cover::moving(
                &position.ground,
                &position.forces,
                self.target,
                Some(id),
                self.moving,
                cover.tem(),
                hindrance,
            )
            .lines(List::Fire);
            lines.extend(caught);
        } else if self.kind(position) == TargetType::Area {
            applies("3.2.4c");
            lines.extend(cover.line);
        }
        lines.extend(position.forces.flamethrowers_carried(id));
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
    fn burst(
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
                    "{} {how}: IFT {}, DRM {drm:+}, DR {} ({}, {}): {}",
                    names::called(&position.ground, &position.forces, id),
                    column.firepower(),
                    roll.sum(),
                    roll.coloured,
                    roll.white,
                    effect.in_words()
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
        let shield = cover::gunshield(
            &position.ground,
            &position.forces,
            id,
            &[self.from],
            self.manner(&position.forces),
        )
        .map_or(0, |line| line.value);
        let added = match self.kind(position) {
            TargetType::Area => self.cover(&position.ground, &position.forces, Some(id)).tem(),
            TargetType::Infantry => 0,
        };
        column.effect(roll + if shield > 0 { (shield - added).max(0) } else { 0 })
    }

    /// Backblast of a LATW fired in a building, against all units in the hex, by the coloured die of the TH
    /// DR (4.4.2).
    fn backblast(
        &self,
        position: &mut Position,
        holder: u8,
        ordnance: &Ordnance,
        coloured: u8,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(place) = position.forces.unit(holder).place() else { return Ok(()) };
        applies("4.4");
        applies("4.4.2");
        if !ordnance.latw() || self.shielded || !position.ground.map().terrain(place).building() {
            return Ok(());
        }
        let Some(column) = Column::of(crate::rules::aslsk::calculator::Firepower::whole(1)) else {
            return Ok(());
        };
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
