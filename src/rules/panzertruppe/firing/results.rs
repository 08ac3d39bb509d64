//! Chapters 4, 6, 17 and 24: the results of hits: stuns, losses, depletion.

use crate::dice::{Ask, Dice};
use crate::game::{Event, Grade, Log, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::panzertruppe::firing::{Condition, Harm, Hit, Motion};
use crate::rules::panzertruppe::infantry::back_blast::BackBlast;
use crate::rules::panzertruppe::sight::geometry::{self, Aspect};
use crate::rules::panzertruppe::state::{Flag, Forces, Id, Kind, NOBODY, Phase, Place, Slot, Spot, Switch};

/// A weapon fired at a unit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fired {
    /// The firer.
    pub firer: Id,
    /// The weapon.
    pub slot: Slot,
    /// The unit it is fired at.
    pub target: Id,
}

/// Resolves a hit, with a roll where one is needed.
pub fn effect(
    forces: &mut Forces,
    phase: Phase,
    fired: Fired,
    hit: &Hit,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Fired { firer, slot, target } = fired;
    let face = match hit.sum() {
        None => 0,
        Some(sum) => {
            dice.roll(10, || format!("hit effect on {}, {sum:+}", forces.battle.full_name(target)))?
        }
    };
    let mut harm = hit.harm(&forces.battle.tables, face);
    // The first immobilisation from the front destroys the flails instead (34).
    let front = forces.place_of(firer).zip(forces.place_of(target)).is_some_and(|(from, to)| {
        let toward = geometry::way(forces.battle.cell(to), forces.battle.cell(from));
        geometry::aspect(forces.state(target).hull, toward) == Aspect::Front
    });
    if harm == Harm::Immobilise
        && front
        && forces.battle.unit(target).flail
        && !forces.state(target).is(Flag::FlailGone)
    {
        harm = Harm::None;
        forces.state_mut(target).set(Flag::FlailGone, true);
    }
    if let Some(sum) = hit.sum() {
        log.add(|| {
            let word = match harm {
                Harm::None => "no effect",
                Harm::Stun => "stunned",
                Harm::Immobilise => "immobilised",
                Harm::Destroy => "destroyed",
            };
            let (owner, target, total) =
                (forces.side(target), forces.battle.full_name(target), i16::from(face) + sum);
            let text = format!("{target}, {word}: hit effect {face} {sum:+} = {total}");
            let lines = match hit {
                Hit::Rolls(lines) | Hit::RollsForGun(lines) => lines.as_slice(),
                _ => &[],
            };
            let event = Event::new(Tone::Plain, forces.side(firer), text, "4").with(lines);
            match harm {
                Harm::None => event.fate(owner, target, "unhurt", Grade::Unhurt),
                _ => event.detail(),
            }
        });
    }
    let section = forces.place_of(target);
    let calibre = forces.battle.unit(firer).bore(slot).map_or(0, |bore| bore.calibre);
    forces.harm(target, harm, phase, log);
    if let Some(section) = section {
        forces.bring_down(target, section, calibre, log);
    }
    Ok(())
}

impl Forces {
    /// A weapon of 88 mm or more that destroys a unit in a building also destroys the infantry in its section
    /// (24).
    pub fn bring_down(&mut self, target: Id, section: Spot, calibre: u16, log: &mut Log) {
        let house = self.battle.terrain_at(section).kind == Kind::Building;
        if calibre < 88 || self.is_in(target) || !house || !self.battle.plays(Switch::Buildings) {
            return;
        }
        let others: Vec<Id> =
            self.on_cell(section).filter(|&other| self.battle.unit(other).is_infantry()).collect();
        applies("24.5");
        for other in others {
            self.lose(other, log);
        }
    }

    /// Applies a result in a phase to a unit and the units it carries (4 to 6, 13 to 15, 18).
    pub fn harm(&mut self, id: Id, harm: Harm, phase: Phase, log: &mut Log) {
        if harm == Harm::None || !self.is_in(id) {
            return;
        }
        // Only vehicles are immobilised.
        if harm == Harm::Immobilise && !self.battle.unit(id).is_vehicle() {
            return;
        }
        let before = self.state(id).condition;
        let after = before.struck(harm);
        if after.destroyed {
            self.lose(id, log);
            return;
        }
        applies(if harm == Harm::Stun { "6.1" } else { "5.1" });
        let own_move = phase.moving_side() == Some(self.side(id));
        let state = self.state_mut(id);
        state.condition = after;
        if harm == Harm::Stun {
            state.set(Flag::StunStays, own_move);
            state.assault = NOBODY;
            if state.is(Flag::OnCliff) {
                applies("27");
                self.lose(id, log);
                return;
            }
            let riders: Vec<Id> = self.cargo(id).collect();
            for rider in riders {
                applies(if self.battle.unit(rider).is_gun() { "14.1" } else { "18.5" });
                self.harm(rider, Harm::Stun, phase, log);
            }
        }
        log.add(|| {
            let word = if harm == Harm::Stun { "is stunned" } else { "is immobilised" };
            let grade = if harm == Harm::Stun { Grade::Shaken } else { Grade::Crippled };
            let (side, name) = (self.side(id), self.battle.full_name(id));
            Event::new(Tone::Loss, side, format!("{name} {word}"), "6").at(self.cell_of(id)).fate(
                side,
                name,
                word.trim_start_matches("is "),
                grade,
            )
        });
    }

    /// The depletion roll of an infantry weapon, which may also start a fire by back blast (17).
    pub fn deplete(&mut self, firer: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(weapon) = self.battle.weapon(firer) else { return Ok(()) };
        // 17.3
        let depletes = weapon.depletes;
        if depletes == 0 {
            return Ok(());
        }
        let face = dice.roll(10, || format!("depletion of {}: {depletes} or less", self.named(firer)))?;
        if face <= depletes {
            self.state_mut(firer).set(Flag::Depleted, true);
            log.add(|| {
                let text =
                    format!("{} has depleted its anti-tank weapon: {face}", self.battle.full_name(firer));
                let event = Event::new(Tone::Loss, self.side(firer), text, "17").at(self.cell_of(firer));
                self.for_those_who_see(firer, event)
            });
        }
        // 17.4
        if let Some(blast) = BackBlast::of(self, firer).filter(|_| face % 2 == 1) {
            blast.sets_fire(self, log);
        }
        Ok(())
    }

    /// Removes a unit from action, with everything it carries.
    pub fn lose(&mut self, id: Id, log: &mut Log) {
        let Some(cell) = self.place_of(id) else { return };
        let riders: Vec<Id> = self.cargo(id).collect();
        for rider in riders {
            applies(if self.battle.unit(rider).is_gun() { "14.1" } else { "18.5" });
            self.lose(rider, log);
        }
        self.take_off(id, Place::Lost(cell));
        let state = self.state_mut(id);
        state.set(Flag::Hidden, false);
        state.condition = Condition { destroyed: true, ..state.condition };
        state.motion = Motion::Stopped;
        // A burning vehicle was counted when it caught fire (17).
        let counted = state.is(Flag::Burning) && self.battle.unit(id).is_vehicle();
        if !counted {
            self.count_lost(id);
        }
        log.add(|| {
            let (side, name) = (self.side(id), self.battle.full_name(id));
            Event::new(Tone::Loss, side, format!("{name} is out of action"), "4")
                .at([self.battle.cell(cell)])
                .fate(side, name, "destroyed", Grade::Lost)
        });
    }

    /// Counts a loss of a group for morale; artillery spotters act independently (11, 21).
    #[apply(rule, "21.2" if self.battle.unit(id).spotter || self.is_taken_over(id))]
    #[apply(rule, "11.2" if !self.battle.unit(id).spotter && !self.is_taken_over(id))]
    pub fn count_lost(&mut self, id: Id) {
        if self.battle.unit(id).spotter || self.is_taken_over(id) {
            return;
        }
        let group = &mut self.groups[usize::from(self.battle.unit(id).group)];
        group.lost = group.lost.saturating_add(1);
        group.puffs = true;
    }

    /// The cell of a unit that both sides may see: `None` while it is hidden (29).
    pub fn known_cell(&self, id: Id) -> Option<crate::board::Cell> {
        self.cell_of(id).filter(|_| !self.state(id).is(Flag::Hidden))
    }
}
