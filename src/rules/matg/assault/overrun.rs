//! 8.7: armour drives through unarmoured stands.

use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Test, Tone};
use crate::rules::matg::catalog::{Class, Mode};
use crate::rules::matg::fire::combat::Attack;
use crate::rules::matg::ground::terrain::{Ground, Quarters, Terrain};
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::state::battle::Arm;
use crate::rules::matg::state::position::{Id, Place, Position};

/// Overrun Prohibited Terrain: rows that keep out wheels, and rows that keep out tracks too.
fn prohibits(ground: Ground, mode: Mode) -> bool {
    use Terrain::{
        Bocage, Crest, Depression, Ditch, HeavyBuildings, HeavyPosition, Jungle, Marsh, MediumBuildings,
        MediumPosition, Minefield, Mud, Rough2, Rubble, SoftSand, SteepSlope,
    };
    const ALL: [Terrain; 7] = [Jungle, Marsh, SoftSand, Mud, HeavyPosition, Ditch, Minefield];
    const WHEELED: [Terrain; 9] = [
        SteepSlope,
        Depression,
        Crest,
        Bocage,
        Rough2,
        MediumBuildings,
        HeavyBuildings,
        Rubble,
        MediumPosition,
    ];
    ALL.iter().any(|&t| ground.has(t)) || (mode != Mode::Tracked && WHEELED.iter().any(|&t| ground.has(t)))
}

impl Position {
    /// Whether a vehicle may overrun a stand at all (8.7, 8.7.2, 8.7.5).
    pub fn may_overrun(&self, vehicle: Id, target: Id) -> bool {
        let (unit, other) = (self.unit(vehicle), self.unit(target));
        let Some(cell) = self.cell(target) else { return false };
        // Armoured vehicles alone cannot be overrun: trucks can (8.7).
        unit.arm == Arm::Armoured
            && other.arm != Arm::Armoured
            && (!self.is_carrier(vehicle) || self.carries_only_personnel(vehicle))
            && !prohibits(self.ground_at(cell), unit.pace().1)
            && self.halts_on(vehicle, cell).is_none()
            && !self.overruns.contains(&(vehicle, target))
            && self.overruns.iter().filter(|(_, defender)| *defender == target).count() < 8 // 8.7.3
    }

    /// An armoured personnel carrier, which overruns only with personnel aboard (8.7).
    fn is_carrier(&self, vehicle: Id) -> bool {
        let unit = self.unit(vehicle);
        unit.kind.class == Class::Carrier || (unit.is_unarmed() && unit.kind.cargo.is_some())
    }

    /// A vehicle lost forces rolls only on the stand that it is driving over at that moment (8.7.4, 8.7.7).
    pub(in crate::rules::matg) fn break_off_overruns(&mut self, vehicle: Id) {
        let over = self.mover().filter(|mover| mover.stand == vehicle).and_then(|mover| mover.over);
        self.overruns.retain(|&(attacker, defender)| attacker != vehicle || over == Some(defender));
    }

    /// Whether a vehicle that pays to enter a square could also pay to leave it for a free one.
    pub(in crate::rules::matg) fn can_leave_overrun(
        &self,
        mover: &Mover,
        square: Cell,
        cost: Quarters,
    ) -> bool {
        let left = mover.left - cost;
        left > 0
            && Compass::ALL.into_iter().any(|direction| {
                [true, false].into_iter().any(|by_road| {
                    self.inch(mover.stand, square, direction, by_road)
                        .is_some_and(|inch| inch.cost <= left && self.holder_of(inch.to).is_none())
                })
            })
    }

    /// The vehicle passes over its target, which is pinned and may fire at it (8.7.1, 8.7.6).
    pub(in crate::rules::matg) fn drive_over(
        &mut self,
        vehicle: Id,
        direction: Compass,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(from) = self.cell(vehicle) else { return Ok(()) };
        let Some(target) = self.holder_of(from.step(direction)) else { return Ok(()) };
        let costs = [true, false].map(|by_road| self.inch(vehicle, from, direction, by_road));
        let Some(inch) = costs.into_iter().flatten().min_by_key(|inch| inch.cost) else { return Ok(()) };
        self.advance(vehicle, from, inch, direction);
        if let Some(mover) = self.mover_mut() {
            mover.over = Some(target);
        }
        self.stand_mut(target).pinned = true;
        self.overruns.push((vehicle, target));
        log.add(|| {
            let text = format!("{} drives over {}", self.who(vehicle), self.who(target));
            Event::new(Tone::Plain, self.side(vehicle), text, "8.7.1").at([from, inch.to])
        });
        self.strike_entering(vehicle, inch.to, dice, log)?;
        self.offer_fire_from_below(vehicle, target);
        Ok(())
    }

    /// The defender's roll against one overrunning stand (8.7.8, chart: overrun).
    pub fn overrun_defence_profile(&self, vehicle: Id, defender: Id) -> Test {
        let tracked = self.unit(vehicle).pace().1 == Mode::Tracked;
        let unit = self.unit(defender);
        let modifier = match (unit.is_personnel(), tracked) {
            (true, true) => {
                Some(Modifier { value: 3, label: "tracks against personnel", rule: "chart: overrun" })
            }
            (true, false) => None,
            (false, true) if unit.arm == Arm::Weapon => {
                Some(Modifier { value: 4, label: "tracks against a weapon", rule: "chart: overrun" })
            }
            (false, false) if unit.arm == Arm::Weapon => {
                Some(Modifier { value: 3, label: "wheels against a weapon", rule: "chart: overrun" })
            }
            _ => None,
        };
        let flame = self.unit(vehicle).guns.iter().any(|(gun, _)| gun.flame).then_some(Modifier {
            value: 3,
            label: "flame-thrower",
            rule: "11.6.2",
        });
        self.cohesion_profile(defender, "to stand the overrun", "8.7.8", modifier.into_iter().chain(flame))
    }

    /// The overrunning stand's own roll (8.7.8, chart: overrun).
    pub fn overrun_attack_profile(&self, vehicle: Id, defender: Id) -> Test {
        let close_weapons = (self.unit(defender).is_personnel() && self.armour_piercing(defender) >= 2)
            .then_some(Modifier { value: 3, label: "personnel with AP 2 or more", rule: "chart: overrun" });
        self.cohesion_profile(vehicle, "to keep formation", "8.7.8", close_weapons)
    }

    fn armour_piercing(&self, id: Id) -> u8 {
        let dry = self.stand(id).depleted; // 10.14
        let guns = self.unit(id).guns.iter().filter(|(gun, _)| !(dry && gun.notes.depletion.is_some()));
        guns.filter_map(|(gun, _)| gun.ap).max().unwrap_or(0)
    }

    /// All overruns of the phase, in the order in which they were made (8.7.1, S-14).
    pub(in crate::rules::matg) fn resolve_overruns(
        &mut self,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let mut defenders: Vec<Id> = Vec::new();
        for &(_, defender) in &self.overruns {
            if !defenders.contains(&defender) {
                defenders.push(defender);
            }
        }
        for defender in defenders {
            let vehicles: Vec<Id> =
                self.overruns.iter().filter(|(_, d)| *d == defender).map(|(vehicle, _)| *vehicle).collect();
            self.resolve_overrun(defender, &vehicles, dice, log)?;
        }
        Ok(())
    }

    /// One overrun event: the defender rolls against each vehicle, then each vehicle rolls (8.7.8). A
    /// vehicle lost while driving over still counts against the defender (8.7.7).
    fn resolve_overrun(
        &mut self,
        defender: Id,
        vehicles: &[Id],
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        if self.cell(defender).is_none() {
            return Ok(());
        }
        let armed = (self.unit(defender).is_personnel(), self.armour_piercing(defender));
        // Worked out before the defender may be gone: its weapons count in the same event.
        let attackers: Vec<(Id, Test)> = vehicles
            .iter()
            .filter(|&&vehicle| self.cell(vehicle).is_some())
            .map(|&vehicle| (vehicle, self.overrun_attack_profile(vehicle, defender)))
            .collect();
        let square = self.cell(defender);
        // All of the defender's rolls come before any throw on the table (chart: overrun).
        let mut failed = Vec::new();
        for &vehicle in vehicles {
            let profile = self.overrun_defence_profile(vehicle, defender);
            if !self.roll_cohesion(defender, &profile, dice, log)?.passed {
                failed.push(vehicle);
            }
        }
        for vehicle in failed {
            if self.cell(defender).is_some() {
                let result = self.roll_attack(vehicle, defender, &column(5), "8.7.8", dice, log)?;
                self.suffer(defender, result, log);
            }
        }
        for (vehicle, profile) in attackers {
            if !self.roll_cohesion(vehicle, &profile, dice, log)?.passed {
                let differential = if armed.0 && armed.1 >= 5 { 3 } else { 2 };
                let result =
                    self.roll_attack(defender, vehicle, &column(differential), "8.7.8", dice, log)?;
                if self.states(vehicle).after(result).eliminated
                    && let Some(square) = square
                {
                    // Its wreck lies where the overrun stand was (example of 8.7).
                    self.lift(vehicle);
                    self.stand_mut(vehicle).place = Place::Board(square);
                }
                self.suffer(vehicle, result, log);
            }
        }
        Ok(())
    }
}

/// A throw straight on a column of the Combat Results Table.
pub(in crate::rules::matg) fn column(differential: i16) -> Attack {
    Attack {
        firepower: differential,
        defence: 0,
        modifiers: Vec::new(),
        suppressing: false,
        artillery: false,
        armour_piercing: false,
        depletion: None,
    }
}
