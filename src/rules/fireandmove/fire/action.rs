//! Fire actions (15 to 26): the target, the check for each figure, casualties, and a second attack.

use crate::board::{Cell, Compass};
use crate::dice::Ask;
use crate::game::{Decision, Digest, Event, Grade, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::{Card, heroes};
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::fire::effect::Fate;
use crate::rules::fireandmove::fire::facing;
use crate::rules::fireandmove::fire::strength::{FireCard, Strength};
use crate::rules::fireandmove::fire::volley::{self, Manner, Mark, Volley};
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::nations::special::{self, wild};
use crate::rules::fireandmove::optional::night;
use crate::rules::fireandmove::optional::team_play::COMPANY;
use crate::rules::fireandmove::ordnance::{Barrel, arms, shooting, shot};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Clock, Fig, Forces, Gid, Hands, Position, Standing, Terrain};
use crate::rules::fireandmove::turn::sequence::{Step, Table};
use crate::rules::fireandmove::vehicles::{damage, transport};

/// The target of a fire card.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Aim {
    /// The firing group.
    pub group: Gid,
    /// The card played.
    pub card: FireCard,
    /// How the group fires.
    pub manner: Manner,
    /// Figures committed to the first card of two (26.1).
    pub first: Option<u8>,
}

/// Whether a led group fires a second card (26).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Second {
    /// The group.
    pub group: Gid,
    /// The most figures for the first card.
    pub first: u8,
    /// How the group fires its second card, without the bonuses that the first used up.
    pub manner: Manner,
}

impl Aim {
    /// A plain fire action.
    pub fn new(group: Gid, card: FireCard) -> Self {
        Self { group, card, manner: Manner::default(), first: None }
    }
}

impl Step for Aim {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(
            position.forces.group(self.group).side,
            "target",
            "Choose the group to fire at.",
            "15.1",
        )
    }

    fn is_void(&self, position: &Position) -> bool {
        let Position { terrain, forces, .. } = position;
        forces.group(self.group).members.is_empty()
            || !volley::has_target(terrain, forces, self.group, self.card, self.manner)
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(
            volley::targets(&position.terrain, &position.forces, self.group, self.card, self.manner)
                .map(Choice::Target),
        );
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { terrain, forces, clock, open, .. } = position;
        let Choice::Target(target) = choice else { return Ok(()) };
        let to = forces.group(target).at;
        let volley =
            aimed(terrain, forces, self.group, self.card, self.manner, Mark::at_rest(forces, target));
        let Some(volley) = volley else { return Ok(()) };
        let used = Manner {
            on_move: false,
            bonus_spent: self.manner.bonus_spent || !volley.weapons.is_empty(),
            leader_spent: self.manner.leader_spent || volley.strength.leader != 0,
            ..Manner::default()
        };
        forces.shows_itself(self.group);
        facing::face(forces, self.group, &volley.men, to);
        resolve(terrain.field(), forces, clock, self.group, &volley, target, table)?;
        // A second attack needs a leader, and no more figures than the maximum of both cards (26.1).
        if self.first.is_none()
            && may_fire_twice(forces, self.group)
            && !self.manner.on_move
            && forces.leader(self.group).is_some()
        {
            open.push(Second { group: self.group, first: self.card.most(), manner: used });
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.group);
        digest.shown(&self.card);
        self.manner.digest(digest);
        digest.maybe(self.first, |digest, first| digest.int(first));
    }
}

impl Second {
    fn cards<'a>(
        &'a self,
        terrain: &'a Terrain,
        forces: &'a Forces,
        hands: &'a Hands,
    ) -> impl Iterator<Item = FireCard> + 'a {
        let fit = forces.fit(self.group).count();
        let side = forces.group(self.group).side;
        let enough = move |card: &FireCard| fit >= usize::from(self.first + card.most());
        hands
            .fire_cards(side)
            .filter(enough)
            .filter(|&card| volley::has_target(terrain, forces, self.group, card, self.manner))
    }
}

impl Step for Second {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        Decision::new(side, "second-fire", "Fire a second card, or finish.", "26.1")
    }

    fn is_void(&self, position: &Position) -> bool {
        let forces = &position.forces;
        forces.group(self.group).members.is_empty()
            || forces.leader(self.group).is_none()
            // Asking must not reveal the hand: the player is asked if any second card could be fired at all.
            || forces.fit(self.group).count() <= usize::from(self.first)
                && !arms::has_ordnance(forces, self.group)
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { terrain, forces, hands, .. } = position;
        list.extend(self.cards(terrain, forces, hands).map(|card| Choice::Fire(Card::Fire(card))));
        // 74.4: a led group's second attack may be with its anti-tank weapon.
        if arms::can_shoot(terrain, forces, self.group, false) {
            let cards = hands.fire_cards(forces.group(self.group).side);
            list.extend(cards.map(|card| Choice::Shoot(Card::Fire(card))));
        }
        heroes::heroes(forces, hands, forces.group(self.group).side, list);
        list.push(Choice::Done);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { forces, hands, open, .. } = position;
        if let Choice::Hero(figure) = choice {
            open.push(self);
            heroes::hero(forces, hands, figure, table);
            return Ok(());
        }
        if let Choice::Shoot(card) = choice {
            shooting::shoot_card(forces, hands, self.group, card, table);
            let many = shooting::fires_all(forces, self.group, card);
            open.push(Barrel { group: self.group, on_move: false, to: None, again: false, many });
        }
        if let Choice::Fire(Card::Fire(card)) = choice {
            let (side, tag) = (forces.group(self.group).side, forces.tag(self.group));
            hands.spend(side, Card::Fire(card));
            table.tell(Tone::Plain, side, "26.1", || format!("{tag} plays a second fire {card}"));
            open.push(Aim { group: self.group, card, manner: self.manner, first: Some(self.first) });
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.group);
        digest.int(self.first);
        self.manner.digest(digest);
    }
}

/// Partisans, and most Nationalist Chinese squads, cannot fire a second card (91.14, 91.16).
#[apply(rule, "7.2", "12.6")]
fn may_fire_twice(forces: &Forces, group: Gid) -> bool {
    let side = forces.group(group).side;
    let weak = forces.battle().has_trait(side, Trait::WeakSergeants)
        && !forces.battle().sides[side.index()].elite
        && forces.platoon_leader(group).is_none();
    !weak && !forces.battle().has_trait(side, Trait::Partisans)
}

/// A group's fire at another that stands or passes at a square.
pub fn aimed(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    card: FireCard,
    manner: Manner,
    mark: Mark,
) -> Option<Volley> {
    let from = forces.group(group).at;
    let manner = volley::manner_at(terrain, forces, group, mark.group, mark.at, manner)?;
    let volley = volley::volley(terrain.field(), forces, group, card, from, mark.at, manner)?;
    Some(volley::against(terrain, forces, volley, card, from, mark))
}

/// One check for each figure of the target, in turn (21.2). A weapon failure weakens the checks that
/// follow (20.2).
#[apply(rule, "21.1", "23.2")]
pub(in crate::rules::fireandmove) fn resolve(
    field: &Field,
    forces: &mut Forces,
    clock: &Clock,
    group: Gid,
    volley: &Volley,
    target: Gid,
    table: &mut Table,
) -> Result<(), Ask> {
    let side = forces.group(group).side;
    let (us, them) = (forces.tag(group), forces.tag(target));
    night::flashes(forces, group);
    if volley.men.iter().any(|&figure| forces.soldier(figure).machine.is_none()) {
        transport::spend_top_gun(forces, group);
    }
    let lines = volley.strength.modifiers();
    let mut strength = volley.strength;
    let total = strength.total();
    let cells = [forces.group(group).at, forces.group(target).at];
    table.log.add(|| {
        Event::new(Tone::Plain, side, format!("{us} fires at {them}, strength {total}"), "21.2")
            .deed(&us, format!("fires at {them}, strength {total:+}"), "")
            .with(&lines)
            .at(cells)
    });
    for figure in forces.under_fire(target) {
        let name = forces.soldier(figure).name.clone();
        let total = strength.total();
        let result = table.check(|| format!("{us} at the {name} of {them}, strength {total}"))?;
        // 20.2: every active weapon with that failure number, whether its bonus counts or not.
        for &gunner in &volley.men {
            let weapon = forces.weapon(gunner);
            let fails = forces.battle().fails_at(side, weapon) == Some(result) && !weapon.indirect;
            if fails && !forces.figure(gunner).failed {
                let name = weapon.name.clone();
                fail(forces, gunner, volley, &mut strength);
                table.tell(Tone::Failure, side, "20.2", || format!("the {name} of {us} fails on {result:+}"));
            }
        }
        strike(forces, clock, figure, result, strength.total(), "21.2", table)?;
    }
    transport::fire_at_soft(forces, target, strength.total(), true, table)?;
    // 17.4: a heavy machine gun also makes an AP attack on the vehicle, without a To Hit check.
    for &(gunner, _) in &volley.weapons {
        let weapon = forces.weapon(gunner);
        let ap = weapon.ap.filter(|_| weapon.flame.is_none() && !forces.figure(gunner).failed);
        if let (Some(ap), Some(_)) = (ap, forces.machine_of(target)) {
            pierce(field, forces, group, ap, target, table)?;
        }
    }
    if volley.strength.flamethrower.is_some() && !forces.group(target).members.is_empty() {
        scorch(forces, target);
    }
    // 91.16: an ambush works only once.
    if volley.strength.ambush {
        forces.group_mut(group).ambush = false;
    }
    if let Some(hero) = volley.hero {
        forces.figure_mut(hero).hero_fired = true;
    }
    Ok(())
}

/// A weapon fails, and its bonus no longer counts.
#[apply(rule, "20.1")]
fn fail(forces: &mut Forces, gunner: Fig, volley: &Volley, strength: &mut Strength) {
    let flames = forces.weapon(gunner).flame.is_some();
    forces.figure_mut(gunner).failed = true;
    let Some(place) = volley.weapons.iter().position(|&(weapon, _)| weapon == gunner) else { return };
    if flames {
        strength.flamethrower = None;
        return;
    }
    let others = volley.weapons.iter().enumerate();
    let alone = others
        .filter(|&(other, &(figure, _))| other != place && !forces.figure(figure).failed)
        .all(|(_, &(figure, _))| forces.weapon(figure).flame.is_some());
    let left = strength.bonus.map(|bonus| bonus - volley.weapons[place].1);
    strength.bonus = left.filter(|&bonus| !alone || bonus > 0);
}

/// A heavy machine gun's AP attack on a vehicle, at +3 if it is unarmoured (84.4).
#[apply(rule, "17.4", "84.4" if forces.soft_vehicle(target))]
fn pierce(
    field: &Field,
    forces: &mut Forces,
    group: Gid,
    ap: i16,
    target: Gid,
    table: &mut Table,
) -> Result<(), Ask> {
    let (from, at) = (forces.group(group).at, forces.group(target).at);
    let (us, them) = (forces.tag(group), forces.tag(target));
    let strength = ap + forces.hurt(target) + 3 * i16::from(forces.soft_vehicle(target));
    let result = table.check(|| format!("AP check of {us} at {them}, strength {strength}"))?;
    let flank = shot::is_flank(forces.group(target).front, at, from);
    damage::pierced(forces, target, result + strength, flank, field.hull_down(from, at), false, table)
}

/// Survivors of a flamethrower attack get a fear marker.
#[apply(rule, "18.3")]
fn scorch(forces: &mut Forces, target: Gid) {
    forces.frighten(target);
}

/// One check of fire, HE, a mine or an overrun against a figure or a vehicle's crew.
pub(in crate::rules::fireandmove) fn strike(
    forces: &mut Forces,
    clock: &Clock,
    figure: Fig,
    result: i16,
    strength: i16,
    rule: &'static str,
    table: &mut Table,
) -> Result<(), Ask> {
    let sum = result + strength - transport::behind_plates(forces, figure);
    let (them, side) = (forces.tag(forces.figure(figure).group), forces.soldier(figure).side.other());
    let name = forces.soldier(figure).name.clone();
    let home = forces.figure(figure).group;
    let driver = forces.group(home).machine == Some(figure) && forces.soft_vehicle(home);
    if forces.soldier(figure).machine.is_some() && !driver {
        table.tell(Tone::Plain, side, rule, || {
            format!("the crew of {them}: {sum} ({result:+} and strength {strength})")
        });
        damage::crew_struck(forces, figure, sum, table);
        return Ok(());
    }
    let fate = fate(forces, figure, sum);
    let (tone, word, grade) = match fate {
        Fate::Unhurt => (Tone::Failure, "unhurt", Grade::Unhurt),
        Fate::Pinned => (Tone::Success, "pinned", Grade::Shaken),
        Fate::Routed => (Tone::Loss, "routed", Grade::Lost),
        Fate::Killed => (Tone::Loss, "killed", Grade::Lost),
    };
    table.log.add(|| {
        let text = format!("the {name} of {them}: {word} on {sum} ({result:+} and strength {strength})");
        Event::new(tone, side, text, rule).fate(side.other(), &them, word, grade)
    });
    suffer(forces, clock, figure, fate, table)?;
    // 84.1: the vehicle has lost its driver.
    if driver && fate >= Fate::Routed {
        forces.group_mut(home).machine = None;
    }
    Ok(())
}

/// The fate of a figure under fire with this sum.
#[apply(rule, "21.3", "18.4", "21.4", "21.5", "21.6")]
fn fate(forces: &Forces, figure: Fig, sum: i16) -> Fate {
    forces.nerve(figure).fate(sum, forces.figure(figure).standing == Standing::Pinned)
}

/// Applies a fire result to a figure.
pub(in crate::rules::fireandmove) fn suffer(
    forces: &mut Forces,
    clock: &Clock,
    figure: Fig,
    fate: Fate,
    table: &mut Table,
) -> Result<(), Ask> {
    match fate {
        Fate::Unhurt => {}
        Fate::Pinned => special::pin(forces, clock, figure, table),
        Fate::Routed if special::is_steadfast(forces, figure) => special::wound(forces, figure, table),
        Fate::Routed if wild::goes_berserk(forces, figure, table)? => {}
        Fate::Routed => fell(forces, figure, Standing::Routed, table),
        Fate::Killed => fell(forces, figure, Standing::Killed, table),
    }
    Ok(())
}

/// Pins or removes a figure, and deals with its weapon (21.7, 21.8, 27.2, 38.1).
#[apply(rule, "6.4", "21.7", "21.8")]
pub(in crate::rules::fireandmove) fn fell(
    forces: &mut Forces,
    figure: Fig,
    standing: Standing,
    table: &mut Table,
) {
    let group = forces.figure(figure).group;
    forces.figure_mut(figure).standing = standing;
    forces.aim_after_loss(group);
    if standing == Standing::Pinned {
        return;
    }
    let at = forces.group(group).at;
    let side = forces.soldier(figure).side;
    if forces.rank(figure) == Rank::Platoon {
        let player = (side, forces.group(group).more.platoon);
        if player.1 != COMPANY && !forces.leaders_lost.contains(&player) {
            forces.leaders_lost.push(player);
        }
    }
    forces.group_mut(group).members.retain(|&member| member != figure);
    let weapon = forces.figure(figure).weapon;
    let special = forces.weapon(figure).fails.is_some() && forces.soldier(figure).machine.is_none();
    let heavy = forces.weapon(figure).carried || special::takes_two(forces, figure);
    let heir = forces.fit(group).find(|&other| forces.figure(other).assists == Some(figure));
    if special && (standing == Standing::Killed || heavy) {
        match heir {
            Some(heir) => {
                let failed = forces.figure(figure).failed;
                let state = forces.figure_mut(heir);
                state.weapon = weapon;
                state.failed = failed;
                state.assists = None;
                let (tag, name) = (forces.tag(group), forces.weapon(heir).name.clone());
                table.tell(Tone::Plain, side, "27.2", || {
                    format!("the assistant of {tag} takes over the {name}")
                });
            }
            None => forces.dropped.push((at, weapon)),
        }
    }
    for other in &mut forces.figures {
        if other.assists == Some(figure) {
            other.assists = None;
        }
    }
    forces.settle_front(group);
}

/// Whether a figure has a machine gun, of which a group may have only one.
pub(in crate::rules::fireandmove) fn is_machine_gun(forces: &Forces, figure: Fig) -> bool {
    let weapon = forces.weapon(figure);
    weapon.crew > 1 && weapon.bonus[0].is_some()
}

/// The nearest of the eight directions from one square to another.
pub(in crate::rules::fireandmove) fn toward(from: Cell, to: Cell) -> Compass {
    let (dx, dy) = (i32::from(to.x - from.x), i32::from(to.y - from.y));
    let along = |way: &Compass| {
        let (x, y) = way.delta();
        let dot = i32::from(x) * dx + i32::from(y) * dy;
        // Compared by the square of the cosine, diagonals twice as long.
        let length = if way.is_diagonal() { 2 } else { 1 };
        (dot.signum() * dot * dot * 2) / length
    };
    Compass::ALL.into_iter().max_by_key(along).unwrap_or(Compass::N)
}

/// The enemy side of a group.
pub(in crate::rules::fireandmove) fn enemy_of(forces: &Forces, group: Gid) -> Side {
    forces.group(group).side.other()
}
