//! Overrun attacks (73), and the defenders' response.

use crate::dice::Ask;
use crate::game::{Decision, Digest, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::terrain::Ground;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::movement::{Marching, steps};
use crate::rules::fireandmove::ordnance::arms::Round;
use crate::rules::fireandmove::ordnance::{charges, hits};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Decisions, Fig, Forces, Gid, Position, Terrain};
use crate::rules::fireandmove::turn::sequence::{self, Step, Table};
use crate::rules::fireandmove::vehicles::{Drive, assault, damage, driving};

/// Survivors of an overrun may attack the vehicle (73.7, 73.8).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Riposte {
    /// The overrun group.
    pub group: Gid,
    /// The vehicle.
    pub vehicle: Gid,
}

impl Riposte {
    fn bearers<'a>(&'a self, forces: &'a Forces, mine: bool) -> impl Iterator<Item = Fig> + 'a {
        forces.fit(self.group).filter(move |&figure| {
            let kit = forces.figure(figure).kit;
            if mine { kit.mine } else { kit.faust }
        })
    }
}

impl Step for Riposte {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        Decision::new(
            side,
            "riposte",
            "Use a magnetic mine or a Panzerfaust on the vehicle, or finish.",
            "73.7",
        )
    }

    fn is_void(&self, position: &Position) -> bool {
        let forces = &position.forces;
        forces.group(self.vehicle).machine.is_none()
            || forces.group(self.vehicle).members.is_empty()
            || self.bearers(forces, true).chain(self.bearers(forces, false)).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { forces, hands, .. } = position;
        list.extend(self.bearers(forces, true).map(Choice::Figure));
        if hands.fire_cards(forces.group(self.group).side).next().is_some() {
            list.extend(self.bearers(forces, false).map(|figure| Choice::Load(figure, Round::Faust)));
        }
        list.push(Choice::Done);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { terrain, forces, hands, open, .. } = position;
        let (Choice::Figure(figure) | Choice::Load(figure, _)) = choice else { return Ok(()) };
        let side = forces.group(self.group).side;
        let morale = forces.nerve(figure).morale;
        let name = forces.soldier(figure).name.clone();
        let faust = matches!(choice, Choice::Load(..));
        let card = hands.fire_cards(side).next();
        if faust && let Some(card) = card {
            hands.spend(side, Card::Fire(card));
        }
        let result = table.check(|| format!("the {name} tests to attack the vehicle: within {morale}"))?;
        let dares = checks::passes_morale(result, morale);
        let kit = &mut forces.figure_mut(figure).kit;
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
            forces.figure_mut(figure).kit.mine = false;
        } else if faust {
            faust_riposte(forces, figure, self.vehicle, table)?;
        } else {
            assault::assault(terrain, forces, figure, self.vehicle, 0, table)?;
        }
        open.push(self);
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        sequence::numbers(digest, &[self.group, self.vehicle]);
    }
}

/// Starts an overrun of a group (73.1, 73.2).
#[apply(rule, "73.1")]
pub(in crate::rules::fireandmove) fn begin_overrun(
    terrain: &mut Terrain,
    forces: &mut Forces,
    open: &mut Decisions,
    mut march: Marching,
    target: Gid,
    table: &mut Table,
) -> Result<(), Ask> {
    let id = march.group;
    let (from, to) = (forces.group(id).at, forces.group(target).at);
    if driving::drives(terrain, forces, &march, from, to, table)? != Drive::Through {
        return Ok(());
    }
    let mut path = std::mem::take(&mut march.path);
    if path.is_empty() {
        path.push(from);
    }
    let path = steps::approach(terrain.field(), from, to, path);
    let group = forces.group_mut(id);
    group.at = path.last().copied().unwrap_or(from);
    if from != to {
        group.front = action::toward(from, to);
    }
    forces.lose_aim(id);
    let card = if march.cover { march.card.cover } else { 0 };
    open.push(Reaction { card, charges: Some(target), ..Reaction::of(id, path) });
    Ok(())
}

/// The strength of an overrun: the vehicle's overrun value, halved without its gun, less the target's
/// concealment (73.3 to 73.5); `None` if the vehicle cannot overrun.
pub(in crate::rules::fireandmove) fn overrun_strength(
    field: &Field,
    forces: &Forces,
    vehicle: Gid,
    target: Gid,
) -> Option<i16> {
    let (crew, machine) = forces.group(vehicle).machine.zip(forces.machine_of(vehicle))?;
    let card = forces.vehicle(machine);
    let failed = forces.figure(crew).failed;
    if card.overrun <= 0 || failed && card.mg <= 0 {
        return None;
    }
    let value = if failed { card.overrun / 2 } else { card.overrun };
    let from = forces.group(vehicle).at;
    Some(value - charges::shelter(field, forces, target, from))
}

/// Whether a vehicle risks damage when it overruns a group where it is: not on open ground (73.4).
pub(in crate::rules::fireandmove) fn is_rough(field: &Field, forces: &Forces, target: Gid) -> bool {
    let ground = field.feature(forces.group(target).at).ground;
    !matches!(ground, Ground::Exposed | Ground::Open | Ground::Road)
}

/// A Panzerfaust at point-blank range, against the flank (73.8, 75.1).
fn faust_riposte(forces: &mut Forces, figure: Fig, vehicle: Gid, table: &mut Table) -> Result<(), Ask> {
    let Some(weapon) = forces.battle().panzerfaust() else { return Ok(()) };
    let (Some(number), Some(ap)) = (weapon.point_blank, weapon.ap) else { return Ok(()) };
    let side = forces.soldier(figure).side;
    let result = table.check(|| format!("Panzerfaust: To Hit {number}"))?;
    let hit = number.hits(result);
    table.tell(Tone::Plain, side, "73.8", || {
        format!("Panzerfaust: {}, {result:+} (To Hit {number})", if hit { "hit" } else { "missed" })
    });
    if hit {
        let strength = ap + result.abs() + forces.hurt(vehicle);
        let pierced = table.check(|| format!("AP check of the Panzerfaust, strength {strength}"))?;
        damage::pierced(forces, vehicle, pierced + strength, true, false, false, table)?;
    }
    Ok(())
}

impl Position {
    /// Resolves the overrun: every figure, then the gun (73.3 to 73.7).
    #[apply(rule, "73.2", "73.4", "73.5")]
    pub(in crate::rules::fireandmove) fn overrun(
        &mut self,
        vehicle: Gid,
        target: Gid,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let Some(strength) = overrun_strength(self.terrain.field(), &self.forces, vehicle, target) else {
            return Ok(());
        };
        let open = self.forces.machine_of(vehicle).is_some_and(|machine| self.forces.vehicle(machine).open);
        let (us, them, side) =
            (self.forces.tag(vehicle), self.forces.tag(target), self.forces.group(vehicle).side);
        table.tell(Tone::Phase, side, "73.3", || format!("{us} overruns {them}, strength {strength}"));
        let rough = is_rough(self.terrain.field(), &self.forces, target);
        for figure in self.forces.group(target).members.clone() {
            let name = self.forces.soldier(figure).name.clone();
            let result =
                table.check(|| format!("{us} overruns the {name} of {them}, strength {strength}"))?;
            action::strike(&mut self.forces, &self.clock, figure, result, strength, "73.3", table)?;
            match (rough, result, open) {
                (true, -6, true) => {
                    damage::destroy(&mut self.forces, vehicle, table);
                    return Ok(());
                }
                (true, -7, _) => {
                    damage::immobilise(&mut self.forces, vehicle, false, table)?;
                    return Ok(());
                }
                _ => {}
            }
        }
        if self.forces.group(target).gun.is_some() {
            let result = table.check(|| format!("{us} overruns the gun of {them}, strength {strength}"))?;
            hits::gun_struck(&mut self.forces, target, result + strength, table);
        }
        if !self.forces.group(target).members.is_empty() {
            self.open.push(Riposte { group: target, vehicle });
        }
        Ok(())
    }
}
