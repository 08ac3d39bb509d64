//! 7.4: artillery fires in its own phase; here batteries, sheafs and what shells do where they fall.

use super::missions::Stage;
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Side, Test, Tone};
use crate::rules::matg::fire::charts::CombatResult;
use crate::rules::matg::fire::combat::{self, Attack};
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::GunUse;
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::position::{Id, Impact, Position};

impl Position {
    /// Ways in which a stand may fire in the artillery phase: gun numbers.
    pub(super) fn artillery_guns(&self, id: Id) -> impl Iterator<Item = (u8, GunUse)> + '_ {
        let stand = self.stand(id);
        let ready = self.cell(id).is_some_and(|cell| !self.ground_at(cell).has(Terrain::ImpactZone))
            && !stand.fired
            && !self.is_working(id)
            && stand.posture != Posture::Move;
        let guns = self.unit(id).guns.iter().enumerate();
        guns.filter(move |(_, (gun, usage))| {
            ready
                && match usage {
                    GunUse::CloseSupport => true,
                    GunUse::Artillery | GunUse::Rocket => stand.posture == Posture::Fire, // 7.4.10
                    GunUse::Standard | GunUse::DualPurpose => false,
                }
                && self.is_loaded(id, gun)
        })
        .map(|(number, (_, usage))| (number as u8, *usage))
    }

    /// Whether a battery may lay direct fire on a square: seen, within range and field of fire, and no
    /// enemy on it whom standard fire could not see (7.5.1).
    pub fn may_aim(&self, id: Id, gun: u8, cell: Cell) -> bool {
        let hidden = |target: Id| self.side(target) != self.side(id) && self.spots(id, target).is_err();
        self.may_lay(id, gun, cell) && !self.holder_of(cell).is_some_and(hidden)
    }

    /// Whether a battery sees a square within its range and field of fire: enough for fire plotted ahead,
    /// which may find what hides there (7.5.2).
    pub fn may_lay(&self, id: Id, gun: u8, cell: Cell) -> bool {
        let Some(from) = self.cell(id) else { return false };
        let weapon = self.gun(id, gun);
        let range = spotting::range(from, cell);
        cell != from
            && range <= weapon.he_range.max(weapon.ap_range)
            && weapon.notes.minimum.is_none_or(|minimum| range > u16::from(minimum))
            && self.is_in_traverse(id, weapon, cell)
            && (range <= 1 || !self.is_engaged(id)) // 7.3.4
            && self.sees_cell(id, cell)
    }

    pub(super) fn gun_use(&self, id: Id, gun: u8) -> Option<GunUse> {
        self.unit(id).guns.get(usize::from(gun)).map(|(_, usage)| *usage)
    }

    /// Mortars and rockets deviate in direct fire too (7.5.4).
    pub fn deviates(&self, id: Id, gun: u8) -> bool {
        self.gun_use(id, gun) == Some(GunUse::Rocket) || self.unit(id).is_mortar()
    }

    /// Impact markers a stand lays in a turn (7.4.2.1).
    pub fn sections(&self, id: Id) -> u8 {
        self.unit(id).kind.sections.max(1)
    }

    /// The roll not to deviate and, if it fails, 1D8 for the wind and 1D8/2 (rockets 1D6) inches (7.6.1.2).
    pub(super) fn roll_deviation(
        &self,
        (battery, profile): (Id, &Test),
        rocket: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<Option<(Compass, u8)>, Ask> {
        if self.roll_cohesion(battery, profile, dice, log)?.passed {
            return Ok(None);
        }
        let wind = Compass::from_d8(dice.roll(8, || "direction of the deviation".into())?);
        let inches = if rocket {
            dice.roll(6, || "inches of the deviation".into())?
        } else {
            dice.roll(8, || "inches of the deviation, halved and rounded up".into())?.div_ceil(2)
        };
        log.add(|| {
            let text = format!("fire of {} deviates {inches} inches {wind}", self.who(battery));
            Event::new(Tone::Failure, self.side(battery), text, "7.6.1.2").at(self.cell(battery))
        });
        Ok(Some((wind, inches)))
    }

    /// Lays markers and attacks who stands there, friend and foe (7.4.3). Those off the board are lost.
    pub(super) fn lay_impacts(
        &mut self,
        markers: &[Impact],
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        for &impact in
            markers.iter().filter(|impact| self.battle.grid.contains(impact.cell)).collect::<Vec<_>>()
        {
            self.impacts.push(impact);
            self.add_ground(impact.cell, impact.terrain());
            log.add(|| {
                let what = if impact.smoke { "smoke" } else { "shells" };
                let text = format!("{what} of {} at {}", self.tag(impact.battery), impact.cell);
                Event::new(Tone::Plain, self.side(impact.battery), text, "7.4.2").at([impact.cell])
            });
            self.strike_holder(impact, dice, log)?;
            self.strike_ground(impact, dice, log)?;
        }
        Ok(())
    }

    /// A marker attacks whoever stands under it.
    pub(super) fn strike_holder(
        &mut self,
        impact: Impact,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match self.holder_of(impact.cell) {
            Some(target) => self.strike(impact, target, dice, log),
            None => Ok(()),
        }
    }

    /// One marker attacks one stand (7.4.4); smoke suppresses (7.4.7.1).
    fn strike(&mut self, impact: Impact, target: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(cell) = self.cell(target) else { return Ok(()) };
        if impact.smoke {
            self.suffer(target, CombatResult::S, log);
            return Ok(());
        }
        let attack = self.shell_attack(impact.battery, impact.gun, target, impact.barrage);
        let (roll, result) = self.throw_attack(impact.battery, target, &attack, "7.4.3.1", dice, log)?;
        self.suffer(target, result, log);
        self.strike_position(impact, cell, roll, log);
        Ok(())
    }

    /// Markers a stand moves into attack it (7.4.3.4).
    pub(in crate::rules::matg) fn strike_entering(
        &mut self,
        id: Id,
        cell: Cell,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        if self.impacts.is_empty() {
            return Ok(());
        }
        let here: Vec<Impact> = self.impacts.iter().filter(|impact| impact.cell == cell).copied().collect();
        for impact in here {
            self.strike(impact, id, dice, log)?;
        }
        Ok(())
    }

    /// What a shell does to a stand: AP against armour, which keeps a half, open-topped a quarter; terrain
    /// counts, range does not; no effect is S (7.4.4, 7.4.6, 7.5.5, 7.6.1.3).
    pub fn shell_attack(&self, battery: Id, gun: u8, target: Id, barrage: bool) -> Attack {
        let (unit, weapon) = (self.unit(target), self.gun(battery, gun));
        let armoured = unit.kind.armoured;
        let printed = self.printed_defence(target);
        let defence = if armoured {
            combat::share_of(printed, if unit.kind.notes().open_topped { 4 } else { 2 })
        } else if let Some(defence) = self.boat_defence(target) {
            defence
        } else if unit.is_personnel() && self.stand(target).posture != Posture::Fire {
            printed / 2
        } else {
            printed
        };
        let from = self.cell(battery).or(self.cell(target)).unwrap_or(Cell::new(0, 0));
        let mut modifiers = self.terrain_modifiers(from, target, false);
        // The zone's own row is for those who fire into it from elsewhere.
        modifiers.retain(|m| m.label != Terrain::ImpactZone.row().label);
        if barrage {
            modifiers.push(Modifier { value: 2, label: "barrage", rule: "7.6.2.4" });
        }
        Attack {
            firepower: i16::from(if armoured { weapon.ap } else { weapon.he }.unwrap_or(0)),
            defence,
            modifiers,
            suppressing: true,
            artillery: true,
            armour_piercing: armoured,
            depletion: None,
        }
    }

    /// The markers of a mission that lie on the board.
    pub fn impacts_of(&self, side: Side, number: u8) -> impl Iterator<Item = &Impact> {
        self.impacts
            .iter()
            .filter(move |i| i.mission == number && number != 0 && self.side(i.battery) == side)
    }

    /// Takes up the markers for which `stays` does not hold.
    pub(super) fn lift_unless(&mut self, stays: impl Fn(&Impact) -> bool) {
        let (kept, lifted): (Vec<Impact>, Vec<Impact>) =
            self.impacts.iter().partition(|impact| stays(impact));
        self.impacts = kept;
        for impact in lifted {
            let shared = |other: &Impact| other.cell == impact.cell && other.smoke == impact.smoke;
            if !self.impacts.iter().any(shared) {
                self.remove_ground(impact.cell, impact.terrain());
            }
        }
        self.keep_fires();
    }

    /// Removes the markers of fire that ends with the turn; those of missions that go on stay (4.0 phase
    /// 7, 7.4.2.2, 7.6.5.4).
    pub(in crate::rules::matg) fn lift_impacts(&mut self) {
        let going: Vec<(Side, u8)> = self
            .missions
            .iter()
            .filter(|mission| mission.stage == Stage::Falling)
            .map(|mission| (mission.side, mission.number))
            .collect();
        let sides: Vec<Side> = self.battle.units.iter().map(|unit| unit.side).collect();
        self.lift_unless(|impact| going.contains(&(sides[usize::from(impact.battery)], impact.mission)));
    }
}
