//! Overrun attacks (73), and the defenders' response.

use crate::dice::Ask;
use crate::game::{Decision, Tone};
use crate::ledger::cited::applies;
use crate::rules::fireandmove::battlefield::terrain::Ground;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::ordnance::arms::Round;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position};
use crate::rules::fireandmove::turn::sequence::{Step, Table};

use crate::rules::fireandmove::vehicles::Drive;

/// Survivors of an overrun may attack the vehicle (73.7, 73.8).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Riposte {
    /// The overrun group.
    pub group: Gid,
    /// The vehicle.
    pub vehicle: Gid,
}

impl Riposte {
    fn bearers<'a>(&'a self, position: &'a Position, mine: bool) -> impl Iterator<Item = Fig> + 'a {
        position.fit(self.group).filter(move |&figure| {
            let kit = position.figure(figure).kit;
            if mine { kit.mine } else { kit.faust }
        })
    }
}

impl Step for Riposte {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        Decision::new(
            side,
            "riposte",
            "Use a magnetic mine or a Panzerfaust on the vehicle, or finish.",
            "73.7",
        )
    }

    fn is_void(&self, position: &Position) -> bool {
        position.group(self.vehicle).machine.is_none()
            || position.group(self.vehicle).members.is_empty()
            || self.bearers(position, true).chain(self.bearers(position, false)).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(self.bearers(position, true).map(Choice::Figure));
        if position.fire_cards(position.group(self.group).side).next().is_some() {
            list.extend(self.bearers(position, false).map(|figure| Choice::Load(figure, Round::Faust)));
        }
        list.push(Choice::Done);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let (Choice::Figure(figure) | Choice::Load(figure, _)) = choice else { return Ok(()) };
        let side = position.group(self.group).side;
        let morale = position.nerve(figure).morale;
        let name = position.soldier(figure).name.clone();
        let faust = matches!(choice, Choice::Load(..));
        let card = position.fire_cards(side).next();
        if faust && let Some(card) = card {
            position.spend(side, Card::Fire(card));
        }
        let result = table.check(|| format!("the {name} tests to attack the vehicle: within {morale}"))?;
        let dares = checks::passes_morale(result, morale);
        let kit = &mut position.figure_mut(figure).kit;
        if faust {
            kit.faust = false;
        }
        let (tone, end) = if dares {
            (Tone::Success, "attacks the vehicle")
        } else {
            (Tone::Failure, "does not dare to attack")
        };
        table.tell(tone, side, "73.7", || format!("the {name} {end}: {result:+}, within {morale}"));
        if !dares {
            position.figure_mut(figure).kit.mine = false;
        } else if faust {
            position.faust_riposte(figure, self.vehicle, table)?;
        } else {
            position.assault(figure, self.vehicle, 0, table)?;
        }
        position.push(self);
        Ok(())
    }
}

impl Position {
    /// Starts an overrun of a group (73.1, 73.2).
    pub(in crate::rules::fireandmove) fn begin_overrun(
        &mut self,
        mut march: Marching,
        target: Gid,
        table: &mut Table,
    ) -> Result<(), Ask> {
        applies("73.1");
        let id = march.group;
        let (from, to) = (self.group(id).at, self.group(target).at);
        if self.drives(&march, from, to, table)? != Drive::Through {
            return Ok(());
        }
        let mut path = std::mem::take(&mut march.path);
        if path.is_empty() {
            path.push(from);
        }
        let path = self.approach(from, to, path);
        let group = self.group_mut(id);
        group.at = path.last().copied().unwrap_or(from);
        if from != to {
            group.front = action::toward(from, to);
        }
        self.lose_aim(id);
        let card = if march.cover { march.card.cover } else { 0 };
        self.push(Reaction { card, charges: Some(target), ..Reaction::of(id, path) });
        Ok(())
    }

    /// The strength of an overrun: the vehicle's overrun value, halved without its gun, less the target's
    /// concealment (73.3 to 73.5); `None` if the vehicle cannot overrun.
    pub(in crate::rules::fireandmove) fn overrun_strength(&self, vehicle: Gid, target: Gid) -> Option<i16> {
        let (crew, machine) = self.group(vehicle).machine.zip(self.machine_of(vehicle))?;
        let card = self.vehicle(machine);
        let failed = self.figure(crew).failed;
        if card.overrun <= 0 || failed && card.mg <= 0 {
            return None;
        }
        let value = if failed { card.overrun / 2 } else { card.overrun };
        let from = self.group(vehicle).at;
        Some(value - self.shelter(target, from))
    }

    /// Whether a vehicle risks damage when it overruns a group where it is: not on open ground (73.4).
    pub(in crate::rules::fireandmove) fn is_rough(&self, target: Gid) -> bool {
        let ground = self.field().feature(self.group(target).at).ground;
        !matches!(ground, Ground::Exposed | Ground::Open | Ground::Road)
    }

    /// Resolves the overrun: every figure, then the gun (73.3 to 73.7).
    pub(in crate::rules::fireandmove) fn overrun(
        &mut self,
        vehicle: Gid,
        target: Gid,
        table: &mut Table,
    ) -> Result<(), Ask> {
        applies("73.2");
        applies("73.4");
        applies("73.5");
        let Some(strength) = self.overrun_strength(vehicle, target) else { return Ok(()) };
        let open = self.machine_of(vehicle).is_some_and(|machine| self.vehicle(machine).open);
        let (us, them, side) = (self.tag(vehicle), self.tag(target), self.group(vehicle).side);
        table.tell(Tone::Phase, side, "73.3", || format!("{us} overruns {them}, strength {strength}"));
        let rough = self.is_rough(target);
        for figure in self.group(target).members.clone() {
            let name = self.soldier(figure).name.clone();
            let result =
                table.check(|| format!("{us} overruns the {name} of {them}, strength {strength}"))?;
            self.strike(figure, result, strength, "73.3", table)?;
            match (rough, result, open) {
                (true, -6, true) => {
                    self.destroy(vehicle, table);
                    return Ok(());
                }
                (true, -7, _) => {
                    self.immobilise(vehicle, false, table)?;
                    return Ok(());
                }
                _ => {}
            }
        }
        if self.group(target).gun.is_some() {
            let result = table.check(|| format!("{us} overruns the gun of {them}, strength {strength}"))?;
            self.gun_struck(target, result + strength, table);
        }
        if !self.group(target).members.is_empty() {
            self.push(Riposte { group: target, vehicle });
        }
        Ok(())
    }

    /// A Panzerfaust at point-blank range, against the flank (73.8, 75.1).
    fn faust_riposte(&mut self, figure: Fig, vehicle: Gid, table: &mut Table) -> Result<(), Ask> {
        let all = &self.battle().weapons;
        let Some(weapon) = all.iter().find(|weapon| weapon.key == "panzerfaust") else { return Ok(()) };
        let (Some(number), Some(ap)) = (weapon.point_blank, weapon.ap) else { return Ok(()) };
        let side = self.soldier(figure).side;
        let result = table.check(|| format!("Panzerfaust: To Hit {number}"))?;
        let hit = number.hits(result);
        table.tell(Tone::Plain, side, "73.8", || {
            format!("Panzerfaust: {}, {result:+} (To Hit {number})", if hit { "hit" } else { "missed" })
        });
        if hit {
            let strength = ap + result.abs() + self.hurt(vehicle);
            let pierced = table.check(|| format!("AP check of the Panzerfaust, strength {strength}"))?;
            self.pierced(vehicle, pierced + strength, true, false, false, table)?;
        }
        Ok(())
    }
}
