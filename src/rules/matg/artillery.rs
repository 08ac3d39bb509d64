//! 7.4 and 7.5: artillery fires in its own phase; here direct fire and what shells do where they fall.

use super::battle::GunUse;
use super::charts::CombatResult;
use super::choice::{Choice, Posture};
use super::combat::{self, Attack};
use super::position::{Id, Impact, Position};
use super::sequence::Frame;
use super::spotting;
use super::terrain::Terrain;
use crate::board::{self, Cell, Compass};
use crate::dice::{Dice, NeedsRoll};
use crate::game::{Event, Log, Modifier, Profile, Side, Tone};

/// Direct fire being laid.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Barrage {
    /// The battery.
    pub battery: Id,
    /// Its gun.
    pub gun: u8,
    /// The first square of the sheaf.
    pub aim: Option<Cell>,
    /// Smoke instead of shell, once chosen.
    pub smoke: Option<bool>,
}

impl Barrage {
    /// Kind, prompt and rule of the decision.
    pub(super) const fn asks(&self) -> (&'static str, &'static str, &'static str) {
        match (self.aim, self.smoke) {
            (None, _) => ("aim", "Choose where the fire falls.", "7.5.1"),
            (_, None) => ("ammunition", "Shell or smoke?", "7.4.7.1"),
            _ => ("sheaf", "Closed sheaf, or open in which direction?", "7.4.2.3"),
        }
    }
}

impl Position {
    /// Ways in which a stand may fire in the artillery phase: gun numbers.
    fn artillery_guns(&self, id: Id) -> impl Iterator<Item = (u8, GunUse)> + '_ {
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

    pub(super) fn begin_artillery(&mut self, log: &mut Log) {
        log.add(|| Event::new(Tone::Phase, None, "Artillery fire", "4.0"));
        let side = self.initiative;
        self.stack.push(Frame::Artillery { side, passed: [false; 2], draft: None });
    }

    fn has_artillery_target(&self, id: Id, gun: u8, usage: GunUse) -> bool {
        if usage == GunUse::CloseSupport {
            self.close_support_targets(id, gun).next().is_some()
        } else {
            self.battle.grid.cells().any(|cell| self.may_aim(id, gun, cell))
        }
    }

    pub(super) fn has_artillery(&self, side: Side) -> bool {
        self.ids(side)
            .any(|id| self.artillery_guns(id).any(|(gun, usage)| self.has_artillery_target(id, gun, usage)))
    }

    /// Whether a battery may lay direct fire on a square: seen, within range and field of fire (7.5.1).
    pub fn may_aim(&self, id: Id, gun: u8, cell: Cell) -> bool {
        let Some(from) = self.cell(id) else { return false };
        let weapon = self.gun(id, gun);
        let range = spotting::range(from, cell);
        cell != from
            && range <= u16::from(weapon.he_range.max(weapon.ap_range))
            && (range <= 1 || !self.is_engaged(id)) // 7.3.4
            && weapon.notes.minimum.is_none_or(|minimum| range > u16::from(minimum))
            && self.is_in_traverse(id, weapon, cell)
            && self.sees_cell(id, cell)
    }

    fn close_support_targets(&self, id: Id, gun: u8) -> impl Iterator<Item = Id> + '_ {
        let weapon = self.gun(id, gun);
        self.on_board(self.side(id).other()).filter_map(move |(target, to)| {
            let from = self.cell(id)?;
            let armoured = self.unit(target).kind.armoured;
            let reach = if armoured { weapon.ap_range } else { weapon.he_range };
            let range = spotting::range(from, to);
            let bears = range <= u16::from(reach)
                && weapon.notes.minimum.is_none_or(|minimum| range > u16::from(minimum))
                && (range <= 1 || !self.is_engaged(id))
                && self.is_in_traverse(id, weapon, to)
                && self.spots(id, target).is_ok()
                && self.shell_attack(id, gun, target, false).differential() >= -3; // 10.8
            bears.then_some(target)
        })
    }

    pub(super) fn artillery_choices(&self, side: Side, draft: Option<&Barrage>) -> Vec<Choice> {
        let Some(draft) = draft else {
            let mut choices = Vec::new();
            for id in self.ids(side) {
                for (gun, usage) in self.artillery_guns(id) {
                    if self.has_artillery_target(id, gun, usage) {
                        choices.push(Choice::Battery(self.tag(id), gun));
                    }
                }
            }
            choices.push(Choice::Pass);
            return choices;
        };
        let (id, gun) = (draft.battery, draft.gun);
        if self.gun_use(id, gun) == Some(GunUse::CloseSupport) {
            let targets = self.close_support_targets(id, gun).map(|target| Choice::Target(self.tag(target)));
            return targets.chain([Choice::Cancel]).collect();
        }
        let Some(aim) = draft.aim else {
            let cells = self.battle.grid.cells().filter(|&cell| self.may_aim(id, gun, cell));
            return cells.map(Choice::At).chain([Choice::Cancel]).collect();
        };
        if draft.smoke.is_none() {
            return vec![Choice::Explosive, Choice::Smoke, Choice::Cancel];
        }
        let mut choices = Vec::new();
        if self.gun_use(id, gun) != Some(GunUse::Rocket) {
            choices.push(Choice::Closed);
        }
        let sections = self.sections(id);
        for direction in Compass::ALL {
            if board::open_sheaf(aim, direction, sections)
                .all(|cell| self.battle.grid.contains(cell) && self.may_aim(id, gun, cell))
            {
                choices.push(Choice::Open(direction));
            }
        }
        choices.push(Choice::Cancel);
        choices
    }

    fn gun_use(&self, id: Id, gun: u8) -> Option<GunUse> {
        self.unit(id).guns.get(usize::from(gun)).map(|(_, usage)| *usage)
    }

    /// Impact markers a stand lays in a turn (7.4.2.1).
    pub fn sections(&self, id: Id) -> u8 {
        self.unit(id).kind.sections.max(1)
    }

    pub(super) fn artillery_apply(
        &mut self,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), NeedsRoll> {
        let Some(Frame::Artillery { side, passed, draft }) = self.stack.last_mut() else { return Ok(()) };
        let firing = *side;
        match (choice, draft.as_mut()) {
            (Choice::Pass, _) => {
                passed[firing.index()] = true;
                *side = firing.other();
            }
            (Choice::Battery(tag, gun), _) => {
                if let Some(battery) = self.battle.find(*tag) {
                    *draft = Some(Barrage { battery, gun: *gun, aim: None, smoke: None });
                }
            }
            (Choice::Cancel, _) => *draft = None,
            (Choice::At(cell), Some(barrage)) => {
                barrage.aim = Some(*cell);
                let (id, gun) = (barrage.battery, barrage.gun);
                let smoke = self.gun(id, gun).notes.smoke && self.stand(id).smoke > 0;
                let single = self.sections(id) == 1;
                let Some(Frame::Artillery { draft: Some(barrage), .. }) = self.stack.last_mut() else {
                    return Ok(());
                };
                barrage.smoke = (!smoke).then_some(false);
                if single && !smoke {
                    self.fire_direct(None, dice, log)?;
                }
            }
            (Choice::Explosive | Choice::Smoke, Some(barrage)) => {
                barrage.smoke = Some(*choice == Choice::Smoke);
                let id = barrage.battery;
                if self.sections(id) == 1 {
                    self.fire_direct(None, dice, log)?;
                }
            }
            (Choice::Closed, Some(_)) => self.fire_direct(None, dice, log)?,
            (Choice::Open(direction), Some(_)) => self.fire_direct(Some(*direction), dice, log)?,
            (Choice::Target(tag), Some(_)) => {
                if let Some(target) = self.battle.find(*tag) {
                    self.fire_close_support(target, dice, log)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes the laid fire off the phase and hands the next attack to the enemy, unless he has passed.
    fn take_barrage(&mut self) -> Option<Barrage> {
        let Some(Frame::Artillery { side, passed, draft }) = self.stack.last_mut() else { return None };
        if !passed[side.other().index()] {
            *side = side.other();
        }
        draft.take()
    }

    /// The roll of a battery to fire direct: its own state only (7.5.5).
    pub fn battery_profile(&self, id: Id) -> Profile {
        let posture = (self.stand(id).posture == Posture::FireMove).then_some(Modifier {
            value: 3,
            label: "fire/move posture",
            rule: "10.8",
        });
        self.cohesion_profile(id, "to fire", "7.5.3", posture)
    }

    fn fire_direct(
        &mut self,
        toward: Option<Compass>,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), NeedsRoll> {
        let Some(Barrage { battery, gun, aim: Some(aim), smoke }) = self.take_barrage() else {
            return Ok(());
        };
        let smoke = smoke == Some(true);
        let turn = self.turn;
        let stand = self.stand_mut(battery);
        stand.fired = true;
        stand.last_fired = turn;
        if smoke {
            stand.smoke -= 1;
        }
        if !self.roll_cohesion(battery, &self.battery_profile(battery), dice, log)?.passed {
            return Ok(());
        }
        let rocket = self.gun_use(battery, gun) == Some(GunUse::Rocket);
        let mortar = self.unit(battery).is_mortar();
        let shift =
            if rocket || mortar { self.roll_deviation(battery, rocket, &[], dice, log)? } else { None };
        let cells = self.sheaf(battery, aim, toward, shift);
        self.lay_impacts(battery, gun, &cells, smoke, false, dice, log)
    }

    /// The squares of a sheaf, one for each section, moved as a whole by a deviation (7.4.2.3, 7.6.1.2).
    pub fn sheaf(
        &self,
        battery: Id,
        aim: Cell,
        toward: Option<Compass>,
        shift: Option<(Compass, u8)>,
    ) -> Vec<Cell> {
        let sections = self.sections(battery);
        let start = shift.map_or(aim, |(wind, inches)| aim.shifted(wind, i16::from(inches)));
        match toward {
            Some(direction) => board::open_sheaf(start, direction, sections).collect(),
            None => vec![start; usize::from(sections)],
        }
    }

    /// The roll not to deviate and, if it fails, 1D8 for the wind and 1D8/2 (rockets 1D6) inches (7.6.1.2).
    pub(super) fn roll_deviation(
        &self,
        battery: Id,
        rocket: bool,
        more: &[Modifier],
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<Option<(Compass, u8)>, NeedsRoll> {
        let profile = self.cohesion_profile(battery, "to land on target", "7.6.1.2", more.iter().copied());
        if self.roll_cohesion(battery, &profile, dice, log)?.passed {
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

    /// Lays a marker on each square and attacks who stands there, friend and foe (7.4.3).
    #[allow(clippy::too_many_arguments)] // the dice and the log make two of them
    pub(super) fn lay_impacts(
        &mut self,
        battery: Id,
        gun: u8,
        cells: &[Cell],
        smoke: bool,
        barrage: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), NeedsRoll> {
        for &cell in cells {
            if !self.battle.grid.contains(cell) {
                continue;
            }
            let impact = Impact { cell, battery, gun, smoke, barrage };
            self.impacts.push(impact);
            self.add_ground(cell, if smoke { Terrain::Smoke } else { Terrain::ImpactZone });
            log.add(|| {
                let what = if smoke { "smoke" } else { "shells" };
                Event::new(
                    Tone::Plain,
                    self.side(battery),
                    format!("{what} of {} at {cell}", self.tag(battery)),
                    "7.4.2",
                )
                .at([cell])
            });
            if let Some(target) = self.holder_of(cell) {
                self.strike(impact, target, dice, log)?;
            }
            self.strike_ground(impact, dice, log)?;
        }
        Ok(())
    }

    /// One marker attacks one stand (7.4.4); smoke suppresses (7.4.7.1).
    fn strike(
        &mut self,
        impact: Impact,
        target: Id,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), NeedsRoll> {
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
    pub(super) fn strike_entering(
        &mut self,
        id: Id,
        cell: Cell,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), NeedsRoll> {
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
            armour_piercing: armoured,
            depletion: None,
        }
    }

    fn fire_close_support(&mut self, target: Id, dice: &mut Dice, log: &mut Log) -> Result<(), NeedsRoll> {
        let Some(Barrage { battery, gun, .. }) = self.take_barrage() else { return Ok(()) };
        let turn = self.turn;
        let profile = self.battery_profile(battery);
        let attack = self.shell_attack(battery, gun, target, false);
        let stand = self.stand_mut(battery);
        stand.fired = true;
        stand.last_fired = turn;
        if self.roll_cohesion(battery, &profile, dice, log)?.passed {
            let result = self.roll_attack(battery, target, &attack, "10.8", dice, log)?;
            self.suffer(target, result, log);
        }
        Ok(())
    }

    /// Removes the markers of missions that end with the turn (4.0 phase 7).
    pub(super) fn lift_impacts(&mut self) {
        for impact in std::mem::take(&mut self.impacts) {
            self.remove_ground(impact.cell, if impact.smoke { Terrain::Smoke } else { Terrain::ImpactZone });
        }
        self.keep_fires();
    }
}
