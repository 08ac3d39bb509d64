//! 8.8: close assault, after all movement.

use super::decisions::Retreat;
use crate::board::{self, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Side, Test, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::catalog::Class;
use crate::rules::matg::fire::combat::{self, Attack};
use crate::rules::matg::ground::terrain::{Ground, POINT, Terrain};
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::state::battle::{Arm, GunUse};
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::position::{Id, Position};

/// The -3 of the close assault procedure (chart: close assault).
const CLOSE: Modifier = Modifier { value: -3, label: "close assault", rule: "chart: close assault" };
/// Range 0 uses the first band of the range chart (note to 8.8, S-21).
const RANGE_ZERO: Modifier = Modifier { value: -1, label: "range zero", rule: "chart: range" };
/// Engineers get a further -3, attacking or answering (11.5.1, S-270).
const ENGINEERS: Modifier = Modifier { value: -3, label: "engineers", rule: "11.5.1" };

/// Terrain in which cavalry may not close assault (8.8.9).
const NO_CAVALRY: [Terrain; 5] = [
    Terrain::LightBuildings,
    Terrain::MediumBuildings,
    Terrain::HeavyBuildings,
    Terrain::MediumPosition,
    Terrain::HeavyPosition,
];

impl Position {
    /// Whether a stand may close assault: infantry and cavalry (8.8.1).
    pub fn is_assault_arm(&self, id: Id) -> bool {
        applies("8.8.1");
        let unit = self.unit(id);
        unit.kind.class == Class::Personnel
            && !unit.guns.is_empty()
            && matches!(self.arm(id), Arm::Infantry | Arm::Cavalry | Arm::Motorcycle)
    }

    pub(in crate::rules::matg) fn may_assault(&self, id: Id, target: Id) -> bool {
        let Some(cell) = self.cell(target) else { return false };
        let barred = Ground::from_iter(NO_CAVALRY);
        if self.is_mounted(id) {
            applies("8.8.9");
            applies("10.10.1");
        }
        self.is_assault_arm(id)
            && !self.is_shaken(id)
            && self.stand(id).posture == Posture::Move
            && !(self.is_mounted(id) && self.ground_at(cell).meets(barred))
            && !self.now.assaults.iter().any(|&(assaulter, _)| assaulter == id)
    }

    /// The enemies on which a moving stand may declare a close assault: adjacent, with a movement point left
    /// (8.8.2).
    pub(in crate::rules::matg) fn assault_targets(&self, mover: &Mover) -> impl Iterator<Item = Id> {
        applies("8.8.2");
        let id = mover.stand;
        if mover.bonus > 0 {
            applies("10.11.2");
        }
        let ready = mover.left >= POINT
            && self.is_assault_arm(id)
            && self.cell(id).is_some_and(|cell| self.holder_of(cell).is_none());
        let targets: Vec<Id> = if ready { self.enemies_beside(id).collect() } else { Vec::new() };
        targets
            .into_iter()
            .filter(move |&target| self.may_assault(id, target))
            .collect::<Vec<_>>()
            .into_iter()
    }

    pub(super) fn enemies_beside(&self, id: Id) -> impl Iterator<Item = Id> {
        let side = self.side(id);
        let cell = self.cell(id);
        cell.into_iter()
            .flat_map(|cell| self.battle.grid.neighbours(cell))
            .filter_map(|(_, next)| self.holder_of(next))
            .filter(move |&other| self.side(other) != side)
    }

    /// Declares a close assault, which pins its target. A working stand gives up its work for the turn (S-40).
    pub(in crate::rules::matg) fn declare_assault(&mut self, id: Id, target: Id, log: &mut Log) {
        self.now.assaults.push((id, target));
        self.field.works.labours.retain(|labour| labour.stand != id);
        applies("8.8.5");
        self.stand_mut(target).pinned = true;
        log.add(|| {
            let text = format!("{} declares a close assault on {}", self.who(id), self.who(target));
            Event::new(Tone::Plain, self.side(id), text, "8.8.2").at(self.cell(id)).at(self.cell(target))
        });
    }

    /// The stands that may still declare at the end of movement, moved or not, with a movement point left
    /// (8.8.2).
    pub(super) fn late_assaulters(&self, side: Side) -> impl Iterator<Item = Id> + '_ {
        applies("8.8.2");
        self.ids(side).filter(|&id| {
            let stand = self.stand(id);
            self.is_assault_arm(id)
                && stand.posture == Posture::Move
                && self.allowance(id) - stand.spent >= POINT
                && self.enemies_beside(id).any(|target| self.may_assault(id, target))
        })
    }

    pub(super) fn has_assaulter(&self, side: Side) -> bool {
        self.late_assaulters(side).next().is_some()
    }

    /// The enemy stands on which a side has close assaults to resolve.
    pub(super) fn assaulted_by(&self, side: Side) -> Vec<Id> {
        let mut targets = Vec::new();
        for &(assaulter, target) in &self.now.assaults {
            if self.side(assaulter) == side
                && self.is_live_assault(assaulter, target)
                && !targets.contains(&target)
            {
                targets.push(target);
            }
        }
        targets
    }

    /// Whether both stands are still adjacent; a defender that has given way is out of reach.
    fn is_live_assault(&self, assaulter: Id, target: Id) -> bool {
        matches!((self.cell(assaulter), self.cell(target)), (Some(a), Some(b)) if board::adjacent(a, b))
    }

    pub(super) fn has_assault_to_resolve(&self, side: Side) -> bool {
        self.now.assaults.iter().any(|&(a, t)| self.side(a) == side && self.is_live_assault(a, t))
    }

    pub(super) fn assaulters_of(&self, defender: Id) -> Vec<Id> {
        let side = self.side(defender).other();
        let live = self.now.assaults.iter().filter(|&&(a, t)| t == defender && self.side(a) == side);
        live.filter(|&&(a, t)| self.is_live_assault(a, t)).map(|&(a, _)| a).collect()
    }

    /// Whether the defender may answer: in any posture but movement (chart: close assault, G-5).
    pub fn may_answer(&self, defender: Id) -> bool {
        applies("chart: close assault");
        self.stand(defender).posture != Posture::Move && !self.unit(defender).guns.is_empty()
    }

    /// The cohesion roll of the assaulter or the answering defender.
    pub fn assault_profile(&self, id: Id, answering: bool) -> Test {
        let posture = (answering && self.stand(id).posture == Posture::FireMove).then_some(Modifier {
            value: 3,
            label: "fire/move posture",
            rule: "chart: close assault",
        });
        self.cohesion_profile(id, if answering { "to answer" } else { "to assault" }, "8.8.3", posture)
    }

    /// An assaulter's attack on the defender; mounted cavalry doubles its firepower (8.8.9, 10.10.1, G-6).
    pub fn close_attack(&self, attacker: Id, target: Id) -> Attack {
        applies("8.8.9");
        applies("10.10.1");
        let mut attack = self.close_answer(attacker, target);
        applies("8.8.10");
        applies("8.8.11");
        applies("7.4.7.1.2");
        if self.is_mounted(attacker) && !self.unit(target).kind.armoured {
            attack.firepower *= 2;
        }
        attack
    }

    /// A stand's attack in close assault with its printed values.
    pub fn close_answer(&self, attacker: Id, target: Id) -> Attack {
        let (unit, other) = (self.unit(attacker), self.unit(target));
        let armoured = other.kind.armoured;
        let gun = self.close_weapon(attacker, target);
        let firepower = self.firepower(attacker, gun, armoured);
        let mut modifiers = vec![CLOSE, RANGE_ZERO];
        if unit.engineer {
            applies(ENGINEERS.rule);
            modifiers.push(ENGINEERS);
        }
        Attack {
            firepower,
            defence: self.close_defence(target),
            modifiers,
            suppressing: unit.support,
            artillery: false,
            armour_piercing: armoured,
            depletion: gun.notes.depletion.filter(|_| armoured),
            hot: false,
        }
    }

    /// The weapon used in close assault, the strongest of several. Artillery crews use small arms, as do
    /// crews of restricted weapons assaulted from outside their front (7.4.8, 8.8.4).
    fn close_weapon(&self, attacker: Id, target: Id) -> &crate::rules::matg::catalog::Gun {
        applies("7.4.8");
        applies("8.8.4");
        let armoured = self.unit(target).kind.armoured;
        let to = self.cell(target);
        let small_arms = &self.battle.army(self.side(attacker)).small_arms;
        let dry = armoured && self.stand(attacker).depleted;
        if dry {
            applies("10.14");
        }
        let own = self.unit(attacker).guns.iter().filter(|(gun, usage)| {
            let spent = dry && gun.notes.depletion.is_some();
            !matches!(usage, GunUse::Artillery | GunUse::Rocket)
                && !spent
                && to.is_some_and(|to| self.bears_on(attacker, gun, to, 0))
        });
        own.map(|(gun, _)| gun).max_by_key(|gun| if armoured { gun.ap } else { gun.he }).unwrap_or(small_arms)
    }

    fn close_defence(&self, target: Id) -> i16 {
        let unit = self.unit(target);
        if unit.kind.armoured {
            applies("8.8.8");
            return combat::share_of(i16::from(unit.kind.defence), 2);
        }
        if let Some(defence) = self.boat_defence(target) {
            return defence;
        }
        let printed = if unit.is_artillery() {
            i16::from(self.battle.army(unit.side).small_arms_defence)
        } else {
            self.printed_defence(target)
        };
        if unit.is_personnel() && self.stand(target).posture != Posture::Fire { printed / 2 } else { printed }
    }

    /// Resolves all close assaults on one defender (chart: close assault).
    pub(in crate::rules::matg) fn resolve_close_assault(
        &mut self,
        defender: Id,
        answered: Option<Id>,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        applies("chart: close assault");
        applies("8.8.6");
        let assaulters = self.assaulters_of(defender);
        self.now.assaults.retain(|&(a, t)| t != defender || !assaulters.contains(&a));
        if let Some(assaulter) = answered.filter(|_| self.may_answer(defender)) {
            let profile = self.assault_profile(defender, true);
            if self.roll_cohesion(defender, &profile, dice, log)?.passed {
                let attack = self.close_answer(defender, assaulter);
                let result = self.roll_attack(defender, assaulter, &attack, "8.8.4", dice, log)?;
                self.suffer(assaulter, result, log);
            }
        }
        let mut driven_off_by = None;
        for assaulter in assaulters {
            if self.cell(assaulter).is_none() || self.cell(defender).is_none() {
                continue;
            }
            let profile = self.assault_profile(assaulter, false);
            if !self.roll_cohesion(assaulter, &profile, dice, log)?.passed {
                continue;
            }
            let attack = self.close_attack(assaulter, defender);
            let before = self.states(defender);
            let result = self.roll_attack(assaulter, defender, &attack, "8.8.3", dice, log)?;
            self.suffer(defender, result, log);
            if before.is_disorganized_by(result) && driven_off_by.is_none() {
                driven_off_by = Some(assaulter);
            }
        }
        if let Some(from) = driven_off_by.filter(|_| self.cell(defender).is_some()) {
            self.give_way(defender, from, "8.8.5", log);
        }
        Ok(())
    }

    /// Makes a stand give way 1 inch; without a free square it is eliminated (8.8.5, 11.6.1).
    pub(super) fn give_way(&mut self, id: Id, from: Id, rule: &'static str, log: &mut Log) {
        applies("8.8.5");
        let retreat = Retreat { stand: id, from, rule };
        if retreat.is_cornered(self) {
            log.add(|| {
                let text = format!("{} can't give way", self.who(id));
                Event::new(Tone::Loss, self.side(id), text, rule).at(self.cell(id))
            });
            self.eliminate(id, log);
        } else {
            self.open(retreat);
        }
    }

    pub(in crate::rules::matg) fn withdraw(
        &mut self,
        id: Id,
        direction: Compass,
        rule: &'static str,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(here) = self.cell(id) else { return Ok(()) };
        let there = here.step(direction);
        self.abandon_work(id);
        self.lift(id);
        self.put(id, there);
        log.add(|| {
            let text = format!("{} gives way to {there}", self.who(id));
            Event::new(Tone::Plain, self.side(id), text, rule).at([here, there])
        });
        self.bring_to(id, there, dice, log)
    }
}
