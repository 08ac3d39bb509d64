//! Close combat (45 to 53): charging and standing; then contact and the result.

pub(in crate::rules::fireandmove) mod contact;
pub(in crate::rules::fireandmove) mod victory;

use crate::dice::Ask;
use crate::game::{Decision, Digest, Modifier, Tone};
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::{Card, hand, heroes, smoke_and_mines};
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::close_combat::contact::Contact;
use crate::rules::fireandmove::close_combat::victory::Retreat;
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::action::toward;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::movement::{Marching, steps};
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::nations::special::{self, daring, irregulars, wild};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Decisions, Fig, Forces, Gid, Position};
use crate::rules::fireandmove::turn::sequence::{self, Step, Table};

/// Which figures of a group charge (47).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nominate {
    /// The march the charge is part of.
    pub march: Marching,
    /// The group charged.
    pub target: Gid,
    /// Figures nominated so far; empty means all.
    pub chosen: Vec<Fig>,
}

/// Whether defenders stand (49).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stand {
    /// The charging group.
    pub attackers: Gid,
    /// The group charged.
    pub defenders: Gid,
    /// The value of the rally card discarded.
    pub steady: u8,
}

impl Step for Nominate {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.march.group).side;
        Decision::new(
            side,
            "nominate",
            "Choose the figures that charge; with none chosen, all charge.",
            "47.1",
        )
    }

    fn is_void(&self, position: &Position) -> bool {
        position.forces.fit(self.march.group).next().is_none()
            || position.forces.group(self.target).members.is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { forces, hands, .. } = position;
        let free = forces.fit(self.march.group).filter(|figure| !self.chosen.contains(figure));
        list.extend(free.map(Choice::Figure));
        list.push(Choice::Done);
        if self.chosen.is_empty() {
            list.push(Choice::Leave);
        }
        heroes::heroes(forces, hands, forces.group(self.march.group).side, list);
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        match choice {
            Choice::Figure(figure) => {
                self.chosen.push(figure);
                position.open.push(self);
                Ok(())
            }
            Choice::Leave => {
                position.open.push(self.march);
                Ok(())
            }
            Choice::Hero(figure) => {
                position.open.push(self);
                heroes::hero(&mut position.forces, &mut position.hands, figure, table);
                Ok(())
            }
            _ => {
                if self.chosen.is_empty() {
                    self.chosen = position.forces.fit(self.march.group).collect();
                }
                position.charge(&self, table)
            }
        }
    }

    fn digest(&self, digest: &mut Digest) {
        self.march.digest(digest);
        digest.int(self.target);
        sequence::numbers(digest, &self.chosen);
    }
}

/// After reactive fire, the defenders check whether they stand.
pub(super) fn begin_stand(forces: &mut Forces, open: &mut Decisions, attackers: Gid, defenders: Gid) {
    // Horses take no part; their holders leave them where they are (ruling FM-90).
    let men: Vec<Fig> =
        forces.group(defenders).members.iter().copied().filter(|&figure| !forces.is_horse(figure)).collect();
    if men.is_empty() {
        return;
    }
    let defenders = if men.len() < forces.group(defenders).members.len() {
        let at = forces.group(defenders).at;
        forces.split(defenders, &men, at)
    } else {
        defenders
    };
    if forces.fit(attackers).next().is_some() && !forces.group(defenders).members.is_empty() {
        open.push(Stand { attackers, defenders, steady: 0 });
    }
}

/// The modifiers of a charging figure's morale test, before the platoon leader's example (48.4 to 48.7).
#[apply(rule, "48.4", "48.5", "48.6", "48.7")]
pub fn charge_lines(forces: &Forces, figure: Fig, nominated: usize, target: Gid, cover: u8) -> Vec<Modifier> {
    let defenders = forces.fit(target).count();
    let side = &forces.battle().sides[forces.soldier(figure).side.index()];
    let aera = i16::from(side.traits.has(Trait::Aera));
    checks::modifiers([
        // A force has a few dozen figures at most.
        (nominated as i16 - defenders as i16, "numbers", "48.5"),
        (i16::from(forces.figure(figure).hero), "hero", "48.6"),
        (i16::from(cover), "movement card", "48.7"),
        (forces.soldier(figure).charge + aera, "charge bonus", "91.1"),
    ])
}

/// The result defenders need to stand: 0, or 2 for the Red Army outside buildings and works (91.15).
pub(super) fn stand_need(field: &Field, forces: &Forces, defenders: Gid) -> i16 {
    use crate::rules::fireandmove::battlefield::terrain::Ground;
    let group = forces.group(defenders);
    let ground = field.feature(group.at).ground;
    let dug_in = ground.stand() > 0 || matches!(ground, Ground::Foxholes | Ground::Trench);
    if forces.battle().has_trait(group.side, Trait::RedArmy) && !dug_in { 2 } else { 0 }
}

/// The modifiers of the defenders' stand check (49.3 to 49.6).
#[apply(rule, "49.5", "49.3", "49.6")]
pub fn stand_lines(field: &Field, forces: &Forces, stand: &Stand) -> Vec<Modifier> {
    let ours = forces.fit(stand.defenders).count() as i16;
    let theirs = forces.fit(stand.attackers).count() as i16;
    let ground = field.feature(forces.group(stand.defenders).at).ground.stand();
    checks::modifiers([
        (ours - theirs, "numbers", "49.3"),
        (i16::from(stand.steady), "rally card", "49.4"),
        (ground, "building or works", if ground == 1 { "49.5" } else { "49.6" }),
    ])
}

impl Position {
    /// Tests the nominated figures and moves those that pass (48, 49.1).
    #[apply(rule, "48.2", "48.3", "48.8", "47.2")]
    fn charge(&mut self, charge: &Nominate, table: &mut Table) -> Result<(), Ask> {
        let Self { terrain, forces, clock, open, .. } = self;
        let id = charge.march.group;
        let (tag, side) = (forces.tag(id), forces.group(id).side);
        let cover = if charge.march.cover { charge.march.card.cover } else { 0 };
        let mut order = charge.chosen.clone();
        // The platoon leader tests first and sets the example (48.8).
        order.sort_by_key(|&figure| forces.rank(figure) != Rank::Platoon);
        let mut example = 0;
        let mut passed: Vec<Fig> = Vec::new();
        for figure in order.iter().copied() {
            let lines = charge_lines(forces, figure, order.len(), charge.target, cover);
            let morale =
                forces.nerve(figure).morale + lines.iter().map(|line| line.value).sum::<i16>() + example;
            let name = forces.soldier(figure).name.clone();
            let result = table.check(|| format!("the {name} of {tag} tests to charge: within {morale}"))?;
            let passes = checks::passes_morale(result, morale);
            let (tone, end) = if passes { (Tone::Success, "charges") } else { (Tone::Failure, "is pinned") };
            table.tell(tone, side, "48.1", || {
                format!("the {name} of {tag} {end}: {result:+}, within {morale}")
            });
            if forces.rank(figure) == Rank::Platoon {
                let leader = forces.soldier(figure).leader;
                example = if passes { leader } else { -leader };
            }
            if passes {
                passed.push(figure);
            } else {
                special::pin(forces, clock, figure, table);
            }
        }
        if passed.is_empty() {
            return Ok(());
        }
        let from = forces.group(id).at;
        let to = forces.group(charge.target).at;
        let mut path = charge.march.trodden();
        if path.is_empty() {
            path.push(from);
        }
        // Straight ahead until adjacent to the enemy (48.1).
        path = steps::approach(terrain.field(), from, to, path);
        let at = path.last().copied().unwrap_or(from);
        let everybody = passed.len() == forces.group(id).members.len();
        let mover = if everybody { id } else { forces.split(id, &passed, from) };
        let group = forces.group_mut(mover);
        group.home = (!everybody).then_some(id);
        group.at = at;
        group.more.river = false;
        group.front = if at == to { group.front } else { toward(at, to) };
        group.grounded = false;
        forces.align(mover);
        smoke_and_mines::drag_smoke(terrain, forces, mover, charge.march.smoked);
        forces.lose_aim(mover);
        let sly = irregulars::is_sly(forces, &charge.march);
        let (card, charges) = (charge.march.hidden(), Some(charge.target));
        open.push(Reaction { card, charges, sly, ..Reaction::of(mover, path) });
        Ok(())
    }
}

impl Step for Stand {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.defenders).side;
        Decision::new(side, "stand", "The enemy charges: test to stand, or retire.", "49.1")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.forces.group(self.defenders).members.is_empty()
            || position.forces.fit(self.attackers).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { terrain, forces, hands, .. } = position;
        list.extend([Choice::Stand, Choice::Retire]);
        let needs = stand_need(terrain.field(), forces, self.defenders);
        if self.steady == 0 && needs == 0 && !forces.is_wild(self.defenders) {
            let hand = &hands.seat(forces.group(self.defenders).side).hand;
            let rallies = hand::different(hand).filter(|card| matches!(card, Card::Rally { .. }));
            list.extend(rallies.map(Choice::Steady));
        }
        heroes::heroes(forces, hands, forces.group(self.defenders).side, list);
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let (tag, side) = (position.forces.tag(self.defenders), position.forces.group(self.defenders).side);
        let from = position.forces.group(self.attackers).at;
        match choice {
            Choice::Steady(card @ Card::Rally { value, .. }) => {
                position.hands.spend(side, card);
                table.tell(Tone::Plain, side, "49.4", || format!("{tag} adds a {card} to its check"));
                self.steady = value;
                position.open.push(self);
            }
            Choice::Hero(figure) => {
                position.open.push(self);
                heroes::hero(&mut position.forces, &mut position.hands, figure, table);
            }
            Choice::Retire => {
                let all = position.forces.group(self.defenders).members.clone();
                // 91.6: the enemy has been driven out.
                position.forces.group_mut(self.attackers).banzai = false;
                victory::retire(
                    &mut position.terrain,
                    &mut position.forces,
                    &mut position.open,
                    Retreat { group: self.defenders, figures: &all, from, beaten: false },
                    table,
                )?;
            }
            _ => {
                let lines = stand_lines(position.terrain.field(), &position.forces, &self);
                let more: i16 = lines.iter().map(|line| line.value).sum();
                let result = table.check(|| format!("{tag} tests to stand: 0 or more with {more:+}"))?;
                let sum = result + more;
                table.tell(if sum < 0 { Tone::Failure } else { Tone::Success }, side, "49.7", || {
                    format!("{tag} tests to stand: {sum} ({result:+} and {more:+})")
                });
                // 91.15: the Red Army needs 2 outside works and buildings.
                let going = usize::from(
                    (stand_need(position.terrain.field(), &position.forces, self.defenders) - sum)
                        .max(0)
                        .unsigned_abs(),
                );
                let order = first_to_retire(&position.forces, self.defenders, going);
                let rest: Vec<Fig> = position.forces.group(self.defenders).members.clone();
                let rest: Vec<Fig> = rest.into_iter().filter(|figure| !order.contains(figure)).collect();
                if rest.is_empty() {
                    position.forces.group_mut(self.attackers).banzai = false;
                } else if daring::is_daring(&position.forces, self.attackers) {
                    daring::dared(
                        &mut position.forces,
                        &position.clock,
                        self.attackers,
                        self.defenders,
                        &rest,
                        table,
                    )?;
                } else if !wild::surrenders(
                    position.terrain.field(),
                    &mut position.forces,
                    &mut position.open,
                    &self,
                    &rest,
                    table,
                ) {
                    position.open.push(Contact::of(self.attackers, self.defenders));
                }
                victory::retire(
                    &mut position.terrain,
                    &mut position.forces,
                    &mut position.open,
                    Retreat { group: self.defenders, figures: &order, from, beaten: false },
                    table,
                )?;
                position.settle_contact(table)?;
            }
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        sequence::numbers(digest, &[self.attackers, self.defenders, self.steady]);
    }
}

/// So many figures of a group, pinned ones first.
#[apply(rule, "49.8")]
fn first_to_retire(forces: &Forces, group: Gid, count: usize) -> Vec<Fig> {
    forces.pinned(group).chain(forces.fit(group)).take(count).collect()
}
