//! Off-table artillery, called in by radio (56).

use crate::dice::Ask;
use crate::game::{Decision, Digest, Modifier, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::{self, Card, hand};
use crate::rules::fireandmove::dice::checks::modifiers;
use crate::rules::fireandmove::fire::action::{self, enemy_of};
use crate::rules::fireandmove::fire::volley;
use crate::rules::fireandmove::nations::special::runners;
use crate::rules::fireandmove::optional::night::{self, Lighting, Lit};
use crate::rules::fireandmove::ordnance::arms::Round;
use crate::rules::fireandmove::ordnance::{CallSmoke, smoke};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Clock, Decisions, Fig, Forces, Gid, Hands, Position, Terrain};
use crate::rules::fireandmove::turn::actions::Orders;
use crate::rules::fireandmove::turn::sequence::{Step, Table};
use crate::rules::fireandmove::vehicles::{damage, transport};

/// The target group of an artillery call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// The group with the radio.
    pub group: Gid,
    /// The kind of call on the card.
    pub card: cards::Call,
    /// The figure that carries the message, for nations with runners (91.13).
    pub runner: Option<Fig>,
    /// An air or naval strike (96.4).
    pub strike: Strike,
}

/// Progress of a strike, which takes two radio cards (96.4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Strike {
    /// Ordinary artillery.
    No,
    /// The second card must still be played.
    Half,
    /// Both cards have been played.
    Whole,
}

/// Whether a group can call in artillery: it needs an unpinned radio operator, and an unpinned leader who
/// can see the enemy (56.2, 56.3).
#[apply(rule, "56.1", "56.2")]
pub(in crate::rules::fireandmove) fn can_call(terrain: &Terrain, forces: &Forces, group: Gid) -> bool {
    let side = forces.group(group).side;
    let card = &forces.battle().sides[side.index()];
    (card.artillery.is_some() || card.strikes.is_some())
        && !forces.group(group).deep
        && forces.fit(group).any(|figure| forces.soldier(figure).radio && !forces.figure(figure).busy)
        && forces.leader(group).is_some()
        && (seen(terrain, forces, group).next().is_some()
            || !smoke::rounds_of_artillery(forces.battle(), side).is_empty())
}

/// Distinct cards in hand that call in artillery for a group.
pub(in crate::rules::fireandmove) fn radio_cards(
    terrain: &Terrain,
    forces: &Forces,
    hands: &Hands,
    group: Gid,
) -> impl Iterator<Item = Card> {
    let hand = &hands.seat(forces.group(group).side).hand;
    hand::different(hand).filter(
        move |card| matches!(card, Card::Rally { call, .. } if runners::calls(terrain, forces, group, *call)),
    )
}

/// Whether two radio cards may be played for a strike: one is left, and the hand has two such cards
/// (96.4).
pub(in crate::rules::fireandmove) fn may_strike(
    terrain: &Terrain,
    forces: &Forces,
    hands: &Hands,
    group: Gid,
) -> bool {
    let side = forces.group(group).side;
    let left = forces.battle().sides[side.index()]
        .strikes
        .is_some_and(|strikes| hands.hands_of(side).map(|seat| seat.strikes).sum::<u8>() < strikes.number);
    let radio = |card: &&Card| matches!(card, Card::Rally { call, .. } if runners::calls(terrain, forces, group, *call));
    left && hands.seat(side).hand.iter().filter(radio).count() >= 2
}

/// Enemy groups that a group can see.
pub(in crate::rules::fireandmove) fn seen(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
) -> impl Iterator<Item = Gid> {
    let from = forces.group(group).at;
    forces.foes(enemy_of(forces, group).other()).filter(move |&enemy| {
        let to = forces.group(enemy).at;
        volley::sees(terrain.field(), forces, forces.group(group).side, from, to)
            && !night::is_too_dark(terrain, forces, enemy, to, Field::band(from, to))
    })
}

/// Concealment from artillery, with printed signs: by the ground, but not in woods, jungle and orchards, or
/// by a border on any side (56.4, ruling FM-38).
pub fn indirect_concealment(terrain: &Terrain, forces: &Forces, target: Gid) -> Vec<Modifier> {
    let (group, state) = (forces.group(target), forces.at_rest(target));
    let place = usize::from(state.moving);
    let ground = terrain.field().feature(group.at).ground.cover().indirect[place];
    let borders = terrain.field().borders_around(group.at).map(|border| border.cover().indirect[place]);
    let size = if state.river { 0 } else { i16::from(borders.fold(ground, i8::max)) };
    let grounded = if group.grounded { size } else { 0 };
    let night = night::night_cover(terrain, forces, target, group.at);
    modifiers([
        (-size, "ground and borders", "56.4"),
        (-grounded, "gone to ground", "13.1"),
        (i16::from(state.river), "in a river", "92.47"),
        (-night, "night", "79.2"),
    ])
}

impl Call {
    /// The result a call for fire needs, and the modifier for smoke: from the second call on, 0 is enough
    /// (56.5, 56.6).
    pub(in crate::rules::fireandmove) fn needs(
        &self,
        terrain: &Terrain,
        forces: &Forces,
        target: Gid,
    ) -> [i16; 2] {
        let need = if forces.group(target).called.is_some() { 0 } else { 1 };
        let smoke = terrain.smoke(forces.group(self.group).at, forces.group(target).at);
        [need, i16::from(smoke)]
    }

    /// The strength of the bombardment against a group (56.4, 96.4).
    pub(in crate::rules::fireandmove) fn strength(
        &self,
        terrain: &Terrain,
        forces: &Forces,
        target: Gid,
    ) -> Vec<Modifier> {
        let card = &forces.battle().sides[forces.group(self.group).side.index()];
        let force = match self.strike {
            Strike::No => card.artillery.unwrap_or(0),
            _ => card.strikes.map_or(0, |strikes| strikes.strength),
        };
        let mut lines = modifiers([
            (force, "shells", "56.4"),
            (i16::from(forces.group(target).fear), "fear", "43.1"),
            (forces.hurt(target), "stunned or immobilised", "67.8"),
            (2 * i16::from(forces.is_horsed(target)), "horses", "82.3"),
        ]);
        lines.extend(indirect_concealment(terrain, forces, target));
        lines
    }
}

impl Call {
    /// Calls artillery in on a group.
    #[apply(rule, "56.6", "56.5")]
    fn shell(self, position: &mut Position, target: Gid, table: &mut Table) -> Result<(), Ask> {
        let (us, them) = (position.forces.tag(self.group), position.forces.tag(target));
        let side = position.forces.group(self.group).side;
        let [need, smoke] = self.needs(&position.terrain, &position.forces, target);
        let result = table.check(|| format!("{us} calls in artillery: {need} or more with {:+}", -smoke))?;
        if let Some(runner) = self.runner {
            runners::send_off(&mut position.forces, runner, table);
        }
        let comes = result - smoke >= need;
        position.forces.group_mut(target).called = Some(self.group);
        let (tone, end) = if comes { (Tone::Success, "on the way") } else { (Tone::Failure, "call fails") };
        table.tell(tone, side, "56.4", || {
            format!("{us} calls in artillery on {them}: {end}, {result:+} (needs {:+})", need + smoke)
        });
        if comes {
            let strength: i16 = self
                .strength(&position.terrain, &position.forces, target)
                .iter()
                .map(|line| line.value)
                .sum();
            for figure in position.forces.under_fire(target) {
                burst(&mut position.forces, &position.clock, target, figure, strength, table)?;
            }
            transport::fire_at_soft(&mut position.forces, target, strength, false, table)?;
        }
        end_call(&mut position.forces, &mut position.open, self.group, table);
        Ok(())
    }
}

/// A shell at a figure; two results have extra effects on a vehicle (70.1).
#[apply(rule, "70.1")]
fn burst(
    forces: &mut Forces,
    clock: &Clock,
    target: Gid,
    figure: Fig,
    strength: i16,
    table: &mut Table,
) -> Result<(), Ask> {
    let (name, them) = (forces.soldier(figure).name.clone(), forces.tag(target));
    let result = table.check(|| format!("artillery at the {name} of {them}, strength {strength}"))?;
    let open = forces.machine(figure).map(|machine| forces.vehicle(machine).open);
    match (result, open) {
        (7, Some(_)) => damage::immobilise(forces, target, false, table),
        (6, Some(true)) => {
            damage::destroy(forces, target, table);
            Ok(())
        }
        _ => action::strike(forces, clock, figure, result, strength, "56.4", table),
    }
}

impl Step for Call {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        match self.strike {
            Strike::Half => Decision::new(side, "second-radio", "Choose a second radio card.", "96.4"),
            _ => Decision::new(side, "call", "Choose a target for the artillery.", "56.4"),
        }
    }

    fn is_void(&self, position: &Position) -> bool {
        let Position { terrain, forces, .. } = position;
        let side = forces.group(self.group).side;
        seen(terrain, forces, self.group).next().is_none()
            && smoke::rounds_of_artillery(forces.battle(), side).is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { terrain, forces, hands, .. } = position;
        let side = forces.group(self.group).side;
        if self.strike == Strike::Half {
            list.extend(radio_cards(terrain, forces, hands, self.group).map(Choice::Call));
            return;
        }
        list.extend(seen(terrain, forces, self.group).map(Choice::Target));
        if self.strike == Strike::No {
            list.extend(smoke::rounds_of_artillery(forces.battle(), side).into_iter().map(Choice::Round));
        }
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        if let Choice::Call(card) = choice {
            let side = position.forces.group(self.group).side;
            position.hands.spend(side, card);
            position.hands.seat_mut(side).strikes += 1;
            table.tell(Tone::Plain, side, "96.4", || format!("a second card, {card}: calls in a strike"));
            position.open.push(Self { strike: Strike::Whole, ..self });
            return Ok(());
        }
        let target = match choice {
            Choice::Target(target) => target,
            Choice::Round(round) => {
                if let Some(runner) = self.runner {
                    runners::send_off(&mut position.forces, runner, table);
                }
                if round == Round::Flare {
                    return call_flare(&mut position.forces, &mut position.open, self.group, table);
                }
                position.open.push(CallSmoke { group: self.group, round });
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.shell(position, target, table)
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.group);
        digest.shown(&Card::Rally { value: 1, call: self.card });
        digest.maybe(self.runner, |digest, runner| digest.int(runner));
        digest.int(self.strike as u8);
    }
}

/// The leader and operator are busy with the call (56.2); the group may take another action, but not move
/// or rally (56.3).
#[apply(rule, "56.3", "28.6")]
pub(in crate::rules::fireandmove) fn end_call(
    forces: &mut Forces,
    open: &mut Decisions,
    group: Gid,
    _: &mut Table,
) {
    let operators: Vec<_> = forces.fit(group).filter(|&figure| forces.soldier(figure).radio).collect();
    for figure in operators.into_iter().chain(forces.leader(group)) {
        forces.figure_mut(figure).busy = true;
    }
    open.push(Orders { group });
}

/// An illumination round is called in (80.1).
fn call_flare(forces: &mut Forces, open: &mut Decisions, group: Gid, table: &mut Table) -> Result<(), Ask> {
    let (us, side) = (forces.tag(group), forces.group(group).side);
    let result = table.check(|| format!("{us} calls in a flare: 1 or more"))?;
    let end = if result >= 1 { "on the way" } else { "call fails" };
    table.tell(Tone::Plain, side, "80.1", || format!("{us} calls in a flare: {end}, {result:+} (needs +1)"));
    end_call(forces, open, group, table);
    if result >= 1 {
        open.push(Lighting { group, by: Lit::Artillery });
    }
    Ok(())
}
