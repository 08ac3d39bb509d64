//! Chapters 21 and 22: batteries, spotters and indirect fire; also the end of a fire phase.

pub mod smoke;

use std::ops::RangeInclusive;

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::panzertruppe::air::attacks::seek_second;
use crate::rules::panzertruppe::firing::phase::{Aim, FirePhase};
use crate::rules::panzertruppe::firing::{Class, Cover, Motion};
use crate::rules::panzertruppe::infantry::close_assault::settle_assaults;
use crate::rules::panzertruppe::infantry::transport::settle_riders;
use crate::rules::panzertruppe::sight::geometry::Arc;
use crate::rules::panzertruppe::sight::hidden::{betray, spot_hidden};
use crate::rules::panzertruppe::state::{
    Aimed, Batteries, Choice, Flag, Gunnery, Id, Position, Sighting, Slot, Spot, Switch,
};

/// Indirect fire or smoke that was called successfully.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mission {
    /// The number of the battery; 0 for smoke laid by a platoon of vehicles.
    pub battery: u8,
    /// The target cell.
    pub aim: Spot,
    /// Smoke instead of shells.
    pub smoke: bool,
}

/// A weapon of a battery that is ready to fire.
pub(super) struct Piece {
    id: Id,
    from: Spot,
    slot: Slot,
    /// Minimum and maximum range, in tenths of an inch.
    range: RangeInclusive<u16>,
}

impl Piece {
    #[apply(rule, "21.3", "21.1")]
    pub(super) fn reaches(&self, gunnery: Gunnery, aim: Spot) -> bool {
        self.range.contains(&gunnery.battle.range(self.from, aim)) && gunnery.bears(self.id, self.slot, aim)
    }
}

impl<'a> Batteries<'a> {
    /// The units of a battery.
    pub fn battery(self, side: Side, number: u8) -> impl Iterator<Item = Id> + 'a {
        self.forces
            .ids(side)
            .filter(move |&id| self.battle.unit(id).battery == number && self.forces.is_in(id))
    }

    /// The calibre of a battery's weapons.
    fn battery_calibre(self, side: Side, number: u8) -> Option<u16> {
        let first = self.battery(side, number).next()?;
        let unit = self.battle.unit(first);
        unit.mortar.or(unit.main.map(|gun| gun.bore.calibre))
    }

    /// Whether a battery may fire at a cell: four or more units, all on overwatch, loaded and set up, with
    /// the cell in arc and in range (21).
    pub fn battery_reaches(self, side: Side, number: u8, aim: Spot) -> bool {
        self.battery_laid(side, number)
            .is_some_and(|pieces| pieces.iter().all(|piece| piece.reaches(self.0, aim)))
    }

    /// The weapons of a battery; `None` unless all of them are ready.
    #[apply(rule, "21.1")]
    pub(super) fn battery_laid(self, side: Side, number: u8) -> Option<Vec<Piece>> {
        let mut pieces = Vec::with_capacity(4);
        for id in self.battery(side, number) {
            let (unit, state) = (self.battle.unit(id), self.forces.state(id));
            let from = self.forces.spot(id)?;
            let calibre = unit.mortar.or(unit.main.map(|gun| gun.bore.calibre)).unwrap_or(0);
            let ready = unit.may_fire_indirect()
                && state.motion == Motion::Overwatch
                && state.is_able()
                && state.shots == 0
                && !state.is(Flag::Fired)
                && !state.is(Flag::FiredArms)
                && !state.is(Flag::Packed)
                && !state.is(Flag::Ambushed);
            if !ready {
                return None;
            }
            pieces.push(Piece {
                id,
                from,
                slot: if unit.mortar.is_some() { Slot::Mortar } else { Slot::Main },
                range: if unit.rocket { 240 } else { 160 }..=if calibre < 80 { 720 } else { 960 },
            });
        }
        (pieces.len() >= 4).then_some(pieces)
    }

    pub(super) fn batteries(self, side: Side) -> u8 {
        self.forces.ids(side).map(|id| self.battle.unit(id).battery).max().unwrap_or(0)
    }

    #[apply(rule, "21.2")]
    pub(super) fn may_call(self, id: Id) -> bool {
        let state = self.forces.state(id);
        self.battle.unit(id).spotter
            && state.is_able()
            && self.forces.spot(id).is_some()
            && !state.is(Flag::Called)
            && self.battle.plays(Switch::IndirectFire)
    }

    /// Whether any spotter may call any battery now.
    pub fn any_call(self, phase: &FirePhase) -> bool {
        self.each_call(phase, &mut |_| true)
    }

    /// Adds every call that spotters may make.
    pub fn call_choices(self, phase: &FirePhase, to: &mut Vec<Choice>) {
        self.each_call(phase, &mut |choice| {
            to.push(choice);
            false
        });
    }

    /// Whether a call is offered, without listing all others.
    pub(super) fn offers_call(self, phase: &FirePhase, choice: &Choice) -> bool {
        let own =
            |who| self.battle.find(who).filter(|&id| self.forces.side(id) == phase.side && self.may_call(id));
        let free =
            |battery: u8| battery > 0 && !phase.missions.iter().any(|mission| mission.battery == battery);
        match *choice {
            Choice::Call(who, battery, target) => {
                let target = self.battle.find(target).filter(|&id| self.forces.side(id) != phase.side);
                own(who).zip(target).is_some_and(|(spotter, target)| {
                    let aim = self.forces.spot(target).filter(|_| self.forces.is_target(target));
                    free(battery)
                        && aim.is_some_and(|aim| self.battery_reaches(phase.side, battery, aim))
                        && self.sighting().sees(spotter, target).is_some()
                })
            }
            Choice::Shell(who, battery, cell) => own(who)
                .zip(self.battle.index(cell))
                .is_some_and(|(spotter, aim)| free(battery) && self.may_shell(spotter, battery, aim)),
            Choice::Smoke(who, battery, cell) => own(who)
                .zip(self.battle.index(cell))
                .is_some_and(|(spotter, aim)| free(battery) && self.may_lay(spotter, battery, aim)),
            Choice::Screen(group, cell) => {
                let aim = self.battle.index(cell);
                aim.is_some_and(|aim| self.screens(phase.side, group) && self.screen(group, aim).is_some())
            }
            _ => false,
        }
    }

    /// Goes through all calls in a fixed order until `found` returns true; returns whether it did.
    fn each_call(self, phase: &FirePhase, found: &mut dyn FnMut(Choice) -> bool) -> bool {
        let side = phase.side;
        let batteries = self.batteries(side);
        for id in self.forces.ids(side).filter(|_| batteries > 0) {
            if !self.may_call(id) {
                continue;
            }
            let tag = self.battle.unit(id).tag;
            for number in 1..=batteries {
                if phase.missions.iter().any(|mission| mission.battery == number) {
                    continue;
                }
                for target in self.forces.ids(side.other()) {
                    let Some(aim) = self.forces.spot(target).filter(|_| self.forces.is_target(target)) else {
                        continue;
                    };
                    let call =
                        self.battery_reaches(side, number, aim) && self.sighting().sees(id, target).is_some();
                    if call && found(Choice::Call(tag, number, self.battle.unit(target).tag)) {
                        return true;
                    }
                }
            }
        }
        self.each_shell(phase, found)
    }

    /// The same for every cell in a spotter's LOS and in a battery's range, those with a visible target
    /// excepted (21, P-68).
    fn each_shell(self, phase: &FirePhase, found: &mut dyn FnMut(Choice) -> bool) -> bool {
        self.each_aim(phase, &mut |spotter, number, aim| {
            let shell = || Choice::Shell(self.battle.unit(spotter).tag, number, self.battle.cell(aim));
            !self.sighting().has_target(spotter, aim) && found(shell())
        })
    }

    /// Goes through the cells in LOS of a spotter and within reach of a battery that is not called yet, until
    /// `found` returns true; returns whether it did.
    pub(super) fn each_aim(self, phase: &FirePhase, found: &mut dyn FnMut(Id, u8, Spot) -> bool) -> bool {
        let side = phase.side;
        for number in 1..=self.batteries(side) {
            if phase.missions.iter().any(|mission| mission.battery == number) {
                continue;
            }
            let Some(pieces) = self.battery_laid(side, number) else { continue };
            for spotter in self.forces.ids(side).filter(|&id| self.may_call(id)) {
                let Some(from) = self.forces.spot(spotter) else { continue };
                for &aim in self.battle.open_from(from) {
                    if !self.ground.is_in_smoke(from, aim)
                        && pieces.iter().all(|piece| piece.reaches(self.0, aim))
                        && found(spotter, number, aim)
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether a spotter may call a battery on a cell without a visible target (21, P-68).
    fn may_shell(self, spotter: Id, number: u8, aim: Spot) -> bool {
        self.forces.spot(spotter).is_some_and(|from| self.ground.open_line(from, aim).is_some())
            && self.battery_reaches(self.forces.side(spotter), number, aim)
            && !self.sighting().has_target(spotter, aim)
    }

    /// The radius of a battery's fire in tenths of an inch: 1 inch, 1.5 inches from 140 mm (21).
    fn burst(self, side: Side, number: u8) -> u16 {
        if self.battery_calibre(side, number).unwrap_or(0) >= 140 { 15 } else { 10 }
    }

    /// The D10 roll a spotter needs for radio contact (21).
    #[apply(rule, "21.2")]
    pub fn radio_need(self, spotter: Id) -> i16 {
        let radio = &self.battle.tables.radio;
        let army = &self.battle.armies[self.forces.side(spotter).index()];
        let base = radio.need(army.nation);
        let early = if self.battle.year <= 42 { radio.early } else { 0 };
        let moving = if self.forces.state(spotter).motion == Motion::Moving { radio.moving } else { 0 };
        base - early - moving
    }
}

impl Sighting<'_> {
    /// Whether a spotter sees a target in a cell; it is then called on the target by its tag.
    fn has_target(self, spotter: Id, aim: Spot) -> bool {
        self.forces.on_cell(aim).any(|id| {
            self.forces.side(id) != self.forces.side(spotter)
                && self.forces.is_target(id)
                && self.sees(spotter, id).is_some()
        })
    }
}

/// A spotter calls its battery, or a platoon lays smoke.
pub fn call(
    position: &mut Position,
    choice: &Choice,
    phase: &mut FirePhase,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let side = phase.side;
    let (who, battery, aim, smoke) = match *choice {
        Choice::Call(who, battery, target) => {
            let target = position.battle.id(target);
            (who, battery, position.forces.spot(target).unwrap_or_default(), false)
        }
        Choice::Shell(who, battery, cell) => {
            (who, battery, position.battle.index(cell).unwrap_or_default(), false)
        }
        Choice::Smoke(who, battery, cell) => {
            (who, battery, position.battle.index(cell).unwrap_or_default(), true)
        }
        Choice::Screen(group, cell) => {
            let aim = position.battle.index(cell).unwrap_or_default();
            for id in position.batteries().screen(group, aim).into_iter().flatten() {
                position.forces.spend(id, Slot::Main);
            }
            phase.missions.push(Mission { battery: 0, aim, smoke: true });
            return Ok(());
        }
        _ => return Ok(()),
    };
    let spotter = position.battle.id(who);
    position.forces.state_mut(spotter).set(Flag::Called, true);
    let need = position.batteries().radio_need(spotter);
    let face =
        dice.roll(10, || format!("radio contact of {}: {need} or more", position.battle.full_name(spotter)))?;
    let through = i16::from(face) >= need;
    log.add(|| {
        let what = if through { "reaches" } else { "does not reach" };
        let text = format!(
            "{} {what} battery {battery} by radio: {face}, needs {need}",
            position.battle.full_name(spotter)
        );
        let tone = if through { Tone::Success } else { Tone::Failure };
        Event::new(tone, side, text, "21").at([position.battle.cell(aim)])
    });
    if through {
        let units: Vec<Id> = position.batteries().battery(side, battery).collect();
        for id in units {
            let mortar = position.battle.unit(id).mortar.is_some();
            position.forces.spend(id, if mortar { Slot::Mortar } else { Slot::Main });
            // Indirect fire has a single rate of fire.
            position.forces.state_mut(id).shots = 2;
        }
        phase.missions.push(Mission { battery, aim, smoke });
    }
    Ok(())
}

/// A battery fires at a cell: one to-hit roll for each unit within its radius (21).
pub fn bombard(
    position: &mut Position,
    side: Side,
    mission: &Mission,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    if mission.smoke {
        return Ok(());
    }
    let Some(calibre) = position.batteries().battery_calibre(side, mission.battery) else { return Ok(()) };
    let same = position.support.registers(Aimed { side, battery: mission.battery, cell: mission.aim });
    let reach = position.batteries().burst(side, mission.battery);
    let struck: Vec<Id> = position
        .forces
        .all()
        .filter(|&id| {
            position.forces.spot(id).is_some_and(|at| position.battle.range(at, mission.aim) <= reach)
        })
        .collect();
    log.add(|| {
        let text = format!("battery {} fires at {}", mission.battery, position.battle.cell(mission.aim));
        Event::new(Tone::Plain, side, text, "21").at([position.battle.cell(mission.aim)])
    });
    for target in struck {
        if !position.forces.is_in(target) {
            continue;
        }
        let Some(at) = position.forces.spot(target) else { continue };
        let line = position.battle.line(at, at);
        let mut aimed = position.gunnery().target(at, target, line);
        // Shells fall from above: a unit dug in on any side counts as dug in (P-35).
        if position.forces.state(target).is(Flag::DugIn) {
            aimed.cover = aimed.cover.with(Cover::DUG_IN);
        }
        let (roll, hit) = position.gunnery().indirect(calibre, target, &aimed, same);
        let Some(need) = roll.need else { continue };
        let face =
            dice.roll(10, || format!("indirect fire at {}: {need} or more", position.forces.named(target)))?;
        let hits = face >= roll.lowest();
        log.add(|| {
            let what = if hits { "hit" } else { "missed" };
            let text =
                format!("{}: {what} by indirect fire: {face}, needs {need}", position.forces.named(target));
            let event = Event::new(Tone::Plain, side, text, "21")
                .at([position.battle.cell(at)])
                .with(roll.lines.as_slice());
            position.forces.for_those_who_see(target, event)
        });
        if hits {
            position.forces.reveal(target, log);
            position.forces.unseat(target);
            let face = match hit.sum() {
                Some(sum) => {
                    dice.roll(10, || format!("effect on {}, {sum:+}", position.battle.full_name(target)))?
                }
                None => 0,
            };
            let harm = hit.harm(&position.battle.tables, face);
            position.forces.harm(target, harm, position.turn.phase, log);
            position.forces.bring_down(target, at, calibre, log);
            if aimed.class == Class::Vehicle || aimed.class == Class::Unarmoured {
                position.begin_errant_turn(target, dice, log)?;
            }
        }
    }
    Ok(())
}

/// Ends a fire phase: riders, smoke, close assaults, markers, the second attack of aircraft (1, 18, 20,
/// 30).
pub fn finish_fire(
    position: &mut Position,
    phase: &FirePhase,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let side = phase.side;
    let shots = phase.declared.iter().filter_map(|shot| match shot.aim {
        Aim::Unit(target) => Some((shot.firer, target)),
        Aim::Section(_) | Aim::Plane => None,
    });
    let shots: Vec<(Id, Id)> = shots.collect();
    settle_riders(&position.ground, &mut position.forces, &shots, log);
    position.ground.thin_smoke(side);
    for mission in phase.missions.iter().filter(|mission| mission.smoke) {
        position.ground.lay_smoke(side, mission.aim, log);
    }
    if position.turn.phase.ends_with_assaults() {
        settle_assaults(position, side, dice, log)?;
    }
    for id in position.forces.ids(side) {
        // Units that fired from ambush have now missed a fire phase (12).
        position.forces.state_mut(id).set(Flag::Ambushed, false);
    }
    // A hidden unit that fired is revealed if an enemy unit is able to see it (29).
    for id in position.forces.ids(side) {
        if position.forces.state(id).is(Flag::FiredHidden) {
            betray(&position.ground, &mut position.forces, id, log);
        }
    }
    spot_hidden(&position.ground, &mut position.forces, None, log);
    seek_second(position, side.other());
    Ok(())
}

/// The fire arc of a Gun: 60 degrees, 40 degrees from 80 mm, all round for AA guns (13, 32).
pub const fn gun_arc(calibre: u16, anti_air: bool) -> Arc {
    match calibre {
        _ if anti_air => Arc::All,
        0..80 => Arc::Sixty,
        _ => Arc::Forty,
    }
}
