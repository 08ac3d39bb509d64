//! Chapters 21 and 22: batteries and their spotters, indirect fire; and the end of a fire phase.

pub mod smoke;

use std::ops::RangeInclusive;

use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::panzertruppe::firing::phase::FirePhase;
use crate::rules::panzertruppe::firing::{Class, Motion};
use crate::rules::panzertruppe::sight::geometry::Arc;
use crate::rules::panzertruppe::state::{Choice, Flag, Id, Position, Slot, Switch};

/// Indirect fire that a spotter has got through for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mission {
    /// The battery that fires; 0 for smoke by a platoon of vehicles.
    pub battery: u8,
    /// Where.
    pub aim: u16,
    /// Smoke instead of shell.
    pub smoke: bool,
}

/// A piece of a battery that is ready.
pub(super) struct Piece {
    id: Id,
    from: u16,
    slot: Slot,
    /// The least and the greatest range, in tenths of an inch.
    range: RangeInclusive<u16>,
}

impl Piece {
    pub(super) fn reaches(&self, position: &Position, aim: u16) -> bool {
        applies("21.3");
        applies("21.1");
        self.range.contains(&position.range(self.from, aim)) && position.bears(self.id, self.slot, aim)
    }
}

impl Position {
    /// The units of a battery.
    pub fn battery(&self, side: Side, number: u8) -> impl Iterator<Item = Id> + '_ {
        self.ids(side).filter(move |&id| self.unit(id).battery == number && self.is_in(id))
    }

    /// The calibre of a battery's weapons.
    fn battery_calibre(&self, side: Side, number: u8) -> Option<u16> {
        let first = self.battery(side, number).next()?;
        let unit = self.unit(first);
        unit.mortar.or(unit.main.map(|gun| gun.bore.calibre))
    }

    /// Whether a battery may fire at a cell: four or more of a kind, all on overwatch, loaded, set up, the target
    /// in their arcs and between the least and the greatest range (21).
    pub fn battery_reaches(&self, side: Side, number: u8, aim: u16) -> bool {
        self.battery_laid(side, number)
            .is_some_and(|pieces| pieces.iter().all(|piece| piece.reaches(self, aim)))
    }

    /// The pieces of a battery that could fire now at a place it reaches; `None` where it is not ready.
    pub(super) fn battery_laid(&self, side: Side, number: u8) -> Option<Vec<Piece>> {
        applies("21.1");
        let mut pieces = Vec::with_capacity(4);
        for id in self.battery(side, number) {
            let (unit, state) = (self.unit(id), self.state(id));
            let from = self.spot(id)?;
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

    pub(super) fn batteries(&self, side: Side) -> u8 {
        self.ids(side).map(|id| self.unit(id).battery).max().unwrap_or(0)
    }

    pub(super) fn may_call(&self, id: Id) -> bool {
        applies("21.2");
        let state = self.state(id);
        self.unit(id).spotter
            && state.is_able()
            && self.spot(id).is_some()
            && !state.is(Flag::Called)
            && self.battle.plays(Switch::IndirectFire)
    }

    /// Whether any spotter may call any battery now.
    pub fn any_call(&self, phase: &FirePhase) -> bool {
        self.each_call(phase, &mut |_| true)
    }

    /// What spotters may call.
    pub fn call_choices(&self, phase: &FirePhase, to: &mut Vec<Choice>) {
        self.each_call(phase, &mut |choice| {
            to.push(choice);
            false
        });
    }

    /// Whether a call is open, looked at by itself.
    pub(super) fn offers_call(&self, phase: &FirePhase, choice: &Choice) -> bool {
        let own = |who| self.battle.find(who).filter(|&id| self.side(id) == phase.side && self.may_call(id));
        let free =
            |battery: u8| battery > 0 && !phase.missions.iter().any(|mission| mission.battery == battery);
        match *choice {
            Choice::Call(who, battery, target) => {
                let target = self.battle.find(target).filter(|&id| self.side(id) != phase.side);
                own(who).zip(target).is_some_and(|(spotter, target)| {
                    let aim = self.spot(target).filter(|_| self.is_target(target));
                    free(battery)
                        && aim.is_some_and(|aim| self.battery_reaches(phase.side, battery, aim))
                        && self.sees(spotter, target).is_some()
                })
            }
            Choice::Shell(who, battery, cell) => {
                own(who).zip(self.battle.index(cell)).is_some_and(|(spotter, aim)| {
                    free(battery) && self.crowded_places(spotter, battery).contains(&aim)
                })
            }
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

    /// Every call in a fixed order, until `found` has enough; answers whether it had.
    fn each_call(&self, phase: &FirePhase, found: &mut dyn FnMut(Choice) -> bool) -> bool {
        let side = phase.side;
        let batteries = self.batteries(side);
        for id in self.ids(side).filter(|_| batteries > 0) {
            if !self.may_call(id) {
                continue;
            }
            let tag = self.unit(id).tag;
            for number in 1..=batteries {
                if phase.missions.iter().any(|mission| mission.battery == number) {
                    continue;
                }
                for target in self.ids(side.other()) {
                    let Some(aim) = self.spot(target).filter(|_| self.is_target(target)) else { continue };
                    let call = self.battery_reaches(side, number, aim) && self.sees(id, target).is_some();
                    if call && found(Choice::Call(tag, number, self.unit(target).tag)) {
                        return true;
                    }
                }
                for aim in self.crowded_places(id, number) {
                    if found(Choice::Shell(tag, number, self.battle.cell(aim))) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Free places in sight of a spotter on which fire would reach two enemies he sees, or more (P-68).
    fn crowded_places(&self, spotter: Id, number: u8) -> Vec<u16> {
        let side = self.side(spotter);
        let seen: Vec<u16> = self
            .ids(side.other())
            .filter(|&enemy| self.is_target(enemy) && self.sees(spotter, enemy).is_some())
            .filter_map(|enemy| self.spot(enemy))
            .collect();
        let reach = self.burst(side, number);
        let mut places: Vec<u16> = Vec::new();
        for &at in &seen {
            for place in Compass::ALL.into_iter().filter_map(|way| self.battle.next(at, way)) {
                let crowd = seen.iter().filter(|&&cell| self.range(cell, place) <= reach).count();
                let open = self.place_of(spotter).is_some_and(|from| self.open_line(from, place).is_some());
                if crowd > 1
                    && open
                    && !seen.contains(&place)
                    && !places.contains(&place)
                    && self.battery_reaches(side, number, place)
                {
                    places.push(place);
                }
            }
        }
        places
    }

    /// Tenths of an inch within which the fire of a battery strikes: an inch, an inch and a half from 140 mm (21).
    fn burst(&self, side: Side, number: u8) -> u16 {
        if self.battery_calibre(side, number).unwrap_or(0) >= 140 { 15 } else { 10 }
    }

    /// What a spotter needs to get through to his battery (21).
    pub fn radio_need(&self, spotter: Id) -> i16 {
        applies("21.2");
        let [us, gb, de, other, early, moving] = self.battle.tables.radio;
        let army = &self.battle.armies[self.side(spotter).index()];
        let base = [us, gb, de, other][usize::from(army.radio.min(3))];
        let early = if self.battle.year <= 42 { early } else { 0 };
        let moving = if self.state(spotter).motion == Motion::Moving { moving } else { 0 };
        base - early - moving
    }

    /// A spotter calls, or a platoon lays smoke.
    pub fn call(
        &mut self,
        choice: &Choice,
        phase: &mut FirePhase,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let side = phase.side;
        let (who, battery, aim, smoke) = match *choice {
            Choice::Call(who, battery, target) => {
                let target = self.id(target);
                (who, battery, self.spot(target).unwrap_or(0), false)
            }
            Choice::Shell(who, battery, cell) => (who, battery, self.battle.index(cell).unwrap_or(0), false),
            Choice::Smoke(who, battery, cell) => (who, battery, self.battle.index(cell).unwrap_or(0), true),
            Choice::Screen(group, cell) => {
                let aim = self.battle.index(cell).unwrap_or(0);
                for id in self.screen(group, aim).into_iter().flatten() {
                    self.spend(id, Slot::Main);
                }
                phase.missions.push(Mission { battery: 0, aim, smoke: true });
                return Ok(());
            }
            _ => return Ok(()),
        };
        let spotter = self.id(who);
        self.state_mut(spotter).set(Flag::Called, true);
        let need = self.radio_need(spotter);
        let face = dice.roll(10, || format!("radio of {}: {need} or more", self.who(spotter)))?;
        let through = i16::from(face) >= need;
        log.add(|| {
            let what = if through { "the battery answers" } else { "no contact" };
            let text = format!("{} calls battery {battery}: {face}, needs {need}: {what}", self.who(spotter));
            let tone = if through { Tone::Success } else { Tone::Failure };
            Event::new(tone, side, text, "21").at([self.battle.cell(aim)])
        });
        if through {
            let units: Vec<Id> = self.battery(side, battery).collect();
            for id in units {
                let mortar = self.unit(id).mortar.is_some();
                self.spend(id, if mortar { Slot::Mortar } else { Slot::Main });
                // All have a single rate when they fire indirect.
                self.state_mut(id).shots = 2;
            }
            phase.missions.push(Mission { battery, aim, smoke });
        }
        Ok(())
    }

    /// A battery fires at a place: every unit within an inch is rolled for once (21).
    pub fn bombard(
        &mut self,
        side: Side,
        mission: &Mission,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        if mission.smoke {
            return Ok(());
        }
        let Some(calibre) = self.battery_calibre(side, mission.battery) else { return Ok(()) };
        let same = self.last_aim.contains(&(side, mission.battery, mission.aim));
        self.last_aim.retain(|(s, battery, _)| (*s, *battery) != (side, mission.battery));
        self.last_aim.push((side, mission.battery, mission.aim));
        let reach = self.burst(side, mission.battery);
        let struck: Vec<Id> = (0..self.states.len() as Id)
            .filter(|&id| self.spot(id).is_some_and(|at| self.range(at, mission.aim) <= reach))
            .collect();
        log.add(|| {
            let text = format!("battery {} fires at {}", mission.battery, self.battle.cell(mission.aim));
            Event::new(Tone::Plain, side, text, "21").at([self.battle.cell(mission.aim)])
        });
        for target in struck {
            if !self.is_in(target) {
                continue;
            }
            let Some(at) = self.spot(target) else { continue };
            let line = self.battle.line(at, at);
            let mut aimed = self.target(at, target, line);
            // It comes from above: what a unit is dug in against does not matter (P-35).
            if self.state(target).is(Flag::DugIn) {
                aimed.cover = aimed.cover.with(crate::rules::panzertruppe::firing::Cover::DUG_IN);
            }
            let (roll, hit) = self.indirect(calibre, target, &aimed, same);
            let Some(need) = roll.need else { continue };
            let face =
                dice.roll(10, || format!("indirect fire at {}: {need} or more", self.named(target)))?;
            let hits = face >= roll.lowest();
            log.add(|| {
                let what = if hits { "hit" } else { "missed" };
                let text = format!("indirect fire at {}: {face}, needs {need}: {what}", self.named(target));
                let event = Event::new(Tone::Plain, side, text, "21")
                    .at([self.battle.cell(at)])
                    .with(roll.lines.as_slice());
                self.for_those_who_see(target, event)
            });
            if hits {
                self.reveal(target, log);
                self.unseat(target);
                let face = match hit.sum() {
                    Some(sum) => dice.roll(10, || format!("effect on {}, {sum:+}", self.who(target)))?,
                    None => 0,
                };
                let harm = hit.harm(&self.battle.tables, face);
                self.harm(target, harm, log);
                self.bring_down(target, at, calibre, log);
                if aimed.class == Class::Vehicle || aimed.class == Class::Unarmoured {
                    self.run_errant(target, dice, log)?;
                }
            }
        }
        Ok(())
    }

    /// The end of a fire phase: riders, smoke, assaults, markers, the second target of aircraft (1, 18, 20, 30).
    pub fn finish_fire(&mut self, phase: &FirePhase, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let side = phase.side;
        self.settle_riders(log);
        for puff in &mut self.smoke {
            if puff.side == side {
                puff.left -= 1;
            }
        }
        self.smoke.retain(|puff| puff.left > 0);
        for mission in phase.missions.iter().filter(|mission| mission.smoke) {
            self.lay_smoke(side, mission.aim, log);
        }
        if matches!((side, self.phase), (Side::A, 5) | (Side::B, 10)) {
            self.settle_assaults(side, dice, log)?;
        }
        for id in self.ids(side) {
            // Whoever fired from ambush has sat this phase out (12).
            self.state_mut(id).set(Flag::Ambushed, false);
        }
        // Whoever fired while he was hidden is seen if any enemy who can look has him in sight (29).
        for id in self.ids(side) {
            if self.state(id).is(Flag::FiredHidden) {
                self.betray(id, log);
            }
        }
        self.spot_hidden(None, log);
        self.seek_second(side.other());
        Ok(())
    }
}

/// The arc of a Gun: 60 degrees, 40 from 80 mm up, all round against aircraft (13, 31, 32).
pub const fn gun_arc(calibre: u16, anti_air: bool) -> Arc {
    match calibre {
        _ if anti_air => Arc::All,
        0..80 => Arc::Sixty,
        _ => Arc::Forty,
    }
}
