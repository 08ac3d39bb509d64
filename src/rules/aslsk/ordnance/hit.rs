//! Resolves a shot: hit, CH, effect on Infantry and Guns, Backblast (3.2.4k, 4.4.2, 6.1, 6.7).

use super::aiming::Aimed;
use super::ammunition::column;
use super::shot::Shot;
use super::smoke::Thickness;
use crate::dice::{Ask, Dice, Die};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::calculator::fate::rolls;
use crate::rules::aslsk::calculator::to_hit::ToHitResult;
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::attack::bit;
use crate::rules::aslsk::ordnance::{breakdown, hidden, shot};
use crate::rules::aslsk::state::{Forces, Ground, Item, Marker, Position, names};
use crate::rules::aslsk::tables::guns::{Ammo, Ordnance, TargetType};

/// A DR with its two dice.
#[derive(Copy, Clone)]
pub(super) struct Roll {
    pub(super) coloured: u8,
    pub(super) white: u8,
}

impl Roll {
    pub(super) fn thrown(dice: &mut Dice, ask: impl Fn() -> String) -> Result<Roll, Ask> {
        let coloured = dice.roll_die(Die::named("coloured", 6), &ask)?;
        Ok(Roll { coloured, white: dice.roll_die(Die::named("white", 6), &ask)? })
    }

    pub(super) const fn sum(self) -> i16 {
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
        if let Some(special) = special
            && !self.draw(&position.ground, &mut position.forces, special, roll.sum(), breaks, log)
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
        let Position { ground, forces, .. } = position;
        log.add(|| {
            let need =
                aimed.shot.to_hit.map_or("out of range".to_owned(), |to_hit| format!("TH {}", to_hit.number));
            let Roll { coloured, white } = roll;
            let (result, tone) = match aimed.shot.struck(roll.sum()) {
                ToHitResult::Miss => ("miss", Tone::Failure),
                ToHitResult::Hit => ("hit", Tone::Success),
                ToHitResult::Critical => ("CH", Tone::Success),
            };
            let text = format!(
                "{} at {}, {}: {result}; {need}, DRM {:+}, DR {} ({coloured}, {white})",
                names::called_weapon(ground, forces, self.weapon),
                ground.name(self.target),
                self.ammo(position).name(),
                aimed.shot.modifier,
                roll.sum()
            );
            let cells = [self.from, self.target];
            let hits = |&(coloured, white): &(u8, u8)| {
                aimed.shot.struck(i16::from(coloured + white)) != ToHitResult::Miss
            };
            let likely = rolls().filter(hits).count() as f64 / 36.0;
            let what = format!("fires {} at {}", self.ammo(position).name(), ground.name(self.target));
            Event::new(tone, self.side, text, "3.2.4")
                .deed(
                    names::called_weapon(ground, forces, self.weapon),
                    what,
                    format!("{result}, DR {}", roll.sum()),
                )
                .likely(likely)
                .with(&aimed.modifiers)
                .at(cells.map(|at| ground.cell(at)))
        });
    }

    /// Checks Special Ammo against the roll; returns whether the Weapon fires (6.2a).
    fn draw(
        &self,
        ground: &Ground,
        forces: &mut Forces,
        (at, depletion): (usize, u8),
        original: i16,
        breaks: bool,
        log: &mut Log,
    ) -> bool {
        let left = i16::from(depletion) - original;
        if left <= 0 {
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
    #[apply(rule, "3.2.4a", "3.2.4k")]
    fn struck(&self, position: &Position, original: i16) -> Vec<(u8, ToHitResult)> {
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
    #[apply(rule, "3.2.4c", "3.2.4i", "1.4")]
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
        let area = self.kind(position) == TargetType::Area && !ordnance.mortar();
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

    #[apply(rule, "6.2d", "1.2.5a")]
    fn thickness(&self, ammo: Ammo) -> Thickness {
        match (ammo, self.mode == Mode::Prep) {
            (Ammo::Smoke, true) => Thickness::Full,
            (Ammo::Smoke, false) => Thickness::Dispersed,
            (_, true) => Thickness::Phosphorus,
            (_, false) => Thickness::ThinPhosphorus,
        }
    }
}
