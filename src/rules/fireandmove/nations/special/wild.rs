//! Berserks and commissars (91.4), Banzai attacks (91.6), and Italian surrender (91.7).

use crate::board::{Cell, Compass};
use crate::dice::Ask;
use crate::game::{Side, Tone};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::cards::smoke_and_mines::{self, mine_strength};
use crate::rules::fireandmove::cards::{Card, Move};
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::close_combat::Stand;
use crate::rules::fireandmove::close_combat::victory::{self, off};
use crate::rules::fireandmove::fire::action::{self, toward};
use crate::rules::fireandmove::fire::reactive::{self, Reaction};
use crate::rules::fireandmove::fire::volley;
use crate::rules::fireandmove::movement::{Marching, steps};
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{
    Clock, Decisions, Fig, Forces, Gid, Hands, Position, Standing, Terrain,
};
use crate::rules::fireandmove::turn::sequence::Table;

impl Forces {
    /// Whether a group is a berserk (91.4).
    pub fn is_wild(&self, group: Gid) -> bool {
        self.battle().traits.has(Trait::Berserk)
            && self.group(group).members.iter().any(|&figure| self.figure(figure).berserk)
    }
}

/// A pinned Russian figure that would rout within close range of an enemy may go berserk instead (91.4).
/// Returns whether it did.
pub(in crate::rules::fireandmove) fn goes_berserk(
    forces: &mut Forces,
    figure: Fig,
    table: &mut Table,
) -> Result<bool, Ask> {
    let side = forces.soldier(figure).side;
    let group = forces.figure(figure).group;
    let at = forces.group(group).at;
    let near = forces.groups_of(side.other()).any(|enemy| Field::range(forces.group(enemy).at, at) <= 8);
    if !near || !forces.battle().has_trait(side, Trait::Berserk) || forces.soldier(figure).machine.is_some() {
        return Ok(false);
    }
    let panic = forces.nerve(figure).panic;
    let name = forces.soldier(figure).name.clone();
    let result = table.check(|| format!("{name} to go Berserk: 1 to {panic}"))?;
    let wild = (1..=panic).contains(&result);
    let end = if wild { "goes Berserk" } else { "routs" };
    table
        .tell(Tone::Plain, side, "91.4", || format!("the {name} {end}: {result:+}, Berserk on 1 to {panic}"));
    if wild {
        let alone = forces.group(group).members.len() == 1;
        let own = if alone { group } else { forces.split(group, &[figure], at) };
        forces.group_mut(own).acted = true;
        forces.group_mut(own).grounded = false;
        forces.group_mut(own).fear = false;
        let state = forces.figure_mut(figure);
        state.standing = Standing::Fit;
        state.berserk = true;
        state.assists = None;
    }
    Ok(wild)
}

/// Berserk groups of the active side, which must act before any other (91.4).
pub(in crate::rules::fireandmove) fn wild_groups(
    forces: &Forces,
    clock: &Clock,
) -> impl Iterator<Item = Gid> {
    forces.groups_of(clock.active).filter(|&group| !forces.group(group).acted && forces.is_wild(group))
}

/// A group runs along a path, and charges the enemy if it reaches them; the enemy may fire first.
pub(super) fn charge_home(
    terrain: &mut Terrain,
    forces: &mut Forces,
    open: &mut Decisions,
    reaction: Reaction,
    to: Cell,
) {
    let group = reaction.mover;
    if let Some(target) = reaction.charges {
        forces.unite(target);
    }
    let end = reaction.path.last().copied().unwrap_or(to);
    let state = forces.group_mut(group);
    state.at = end;
    state.more.river = false;
    state.grounded = false;
    if end != to {
        state.front = toward(end, to);
    }
    forces.align(group);
    forces.lose_aim(group);
    smoke_and_mines::drag_smoke(terrain, forces, group, false);
    reactive::react(terrain.field(), forces, open, reaction);
}

/// Figures that survive close combat recover (91.4, 91.6, ruling FM-57).
pub(in crate::rules::fireandmove) fn come_to_senses(forces: &mut Forces, group: Gid) {
    forces.group_mut(group).banzai = false;
    for figure in forces.group(group).members.clone() {
        forces.figure_mut(figure).berserk = false;
    }
}

/// Whether a group may declare a Banzai attack: it needs a leader, pinned or not (91.6).
pub(in crate::rules::fireandmove) fn may_banzai(forces: &Forces, group: Gid) -> bool {
    let state = forces.group(group);
    let led = || state.members.iter().any(|&figure| forces.rank(figure) != Rank::None);
    !state.fear && forces.battle().has_trait(state.side, Trait::Banzai) && led()
}

/// A group in a Banzai attack can only play movement cards (91.6). Figures pinned since rise if a leader
/// declares the attack again; without a leader they stay behind (ruling FM-57).
pub(in crate::rules::fireandmove) fn banzai_orders(
    forces: &Forces,
    hands: &Hands,
    group: Gid,
    list: &mut Vec<Choice>,
) {
    let state = forces.group(group);
    let pinned = forces.pinned(group).next().is_some();
    let moves = different(&hands.seat(state.side).hand).filter(|card| matches!(card, Card::Move(_)));
    for card in moves {
        if state.fear {
            list.push(Choice::Calm(card));
        } else if pinned && may_banzai(forces, group) {
            list.push(Choice::Banzai(card));
        } else if forces.fit(group).next().is_some() {
            list.push(Choice::Move(card));
        }
    }
}

/// Pinned figures stay behind when a Banzai group without a leader moves on (ruling FM-57).
pub(in crate::rules::fireandmove) fn leave_pinned(forces: &mut Forces, group: Gid) {
    let pinned: Vec<Fig> = forces.pinned(group).collect();
    if !pinned.is_empty() && pinned.len() < forces.group(group).members.len() {
        let at = forces.group(group).at;
        let left = forces.split(group, &pinned, at);
        forces.group_mut(left).acted = true;
    }
}

/// The enemy groups nearest to a group.
fn nearest_foes(forces: &Forces, group: Gid) -> Vec<Gid> {
    let (side, at) = (forces.group(group).side, forces.group(group).at);
    let far = |enemy: &Gid| off(at, forces.group(*enemy).at);
    let least = forces.foes(side).map(|enemy| far(&enemy)).min();
    forces.foes(side).filter(|enemy| Some(far(enemy)) == least).collect()
}

/// Where a Banzai group goes: into the nearest enemy, or straight towards it (91.6).
pub(in crate::rules::fireandmove) fn banzai_steps(
    terrain: &Terrain,
    forces: &Forces,
    march: &Marching,
    list: &mut Vec<Choice>,
) {
    let at = forces.group(march.group).at;
    let nearest = nearest_foes(forces, march.group);
    let first = list.len();
    list.extend(
        march.charges(terrain.field(), forces).filter(|enemy| nearest.contains(enemy)).map(Choice::Charge),
    );
    if list.len() > first {
        return;
    }
    for way in Compass::ALL {
        let to = at.step(way);
        let onward =
            nearest.iter().any(|&enemy| off(to, forces.group(enemy).at) < off(at, forces.group(enemy).at));
        if onward && steps::may_step(terrain, forces, march, way) {
            list.push(Choice::Step(way));
        }
    }
    if list.len() == first {
        list.push(if march.path.len() > 1 { Choice::Halt } else { Choice::Done });
    }
}

/// A Banzai group or a Gan Si Dui figure charges without a test (91.6, 91.14).
pub(in crate::rules::fireandmove) fn run_in(
    terrain: &mut Terrain,
    forces: &mut Forces,
    open: &mut Decisions,
    march: Marching,
    target: Gid,
) {
    let (from, to) = (forces.group(march.group).at, forces.group(target).at);
    let card = march.hidden();
    let mut path = march.path;
    if path.is_empty() {
        path.push(from);
    }
    let path = steps::approach(terrain.field(), from, to, path);
    charge_home(
        terrain,
        forces,
        open,
        Reaction { card, charges: Some(target), ..Reaction::of(march.group, path) },
        to,
    );
}

/// Italians whose figures are all pinned surrender to attackers that reach them (91.7). Returns whether
/// they did.
pub(in crate::rules::fireandmove) fn surrenders(
    field: &Field,
    forces: &mut Forces,
    open: &mut Decisions,
    stand: &Stand,
    rest: &[Fig],
    table: &mut Table,
) -> bool {
    let side = forces.group(stand.defenders).side;
    if forces.fit(stand.defenders).next().is_some() || !forces.battle().has_trait(side, Trait::Surrender) {
        return false;
    }
    let (tag, ground) = (forces.tag(stand.defenders), forces.group(stand.defenders).at);
    table.tell(Tone::Loss, side, "91.7", || format!("{tag} surrenders"));
    for &figure in rest {
        action::fell(forces, figure, Standing::Routed, table);
    }
    victory::victory(forces, open, stand.attackers);
    if forces.group(stand.defenders).members.is_empty() {
        victory::take_ground(field, forces, stand.attackers, ground);
    }
    true
}

/// Commissars enforce discipline at the end of their turn (91.4, ruling FM-55).
pub(in crate::rules::fireandmove) fn commissars(
    forces: &mut Forces,
    clock: &Clock,
    table: &mut Table,
) -> Result<(), Ask> {
    let side: Side = clock.active;
    for group in forces.groups_of(side).collect::<Vec<_>>() {
        let members = forces.group(group).members.clone();
        let there = members.iter().any(|&figure| forces.soldier(figure).commissar);
        if !there || forces.pinned(group).next().is_none() {
            continue;
        }
        let tag = forces.tag(group);
        let at = table.among(members.len(), || format!("random check by the commissar of {tag}"))?;
        let figure = members[at];
        let name = forces.soldier(figure).name.clone();
        let shot = forces.figure(figure).standing == Standing::Pinned && !forces.soldier(figure).commissar;
        let end = if shot { "is shot" } else { "is spared" };
        table.tell(Tone::Loss, side, "91.4", || format!("the {name} of {tag} {end} by the commissar"));
        if shot {
            action::fell(forces, figure, Standing::Killed, table);
        }
    }
    Ok(())
}

impl Position {
    /// A berserk runs one move action at the nearest visible enemy, pinned or not (91.4, ruling FM-56).
    pub(in crate::rules::fireandmove) fn run_wild(
        &mut self,
        group: Gid,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let (side, from) = (self.forces.group(group).side, self.forces.group(group).at);
        self.forces.group_mut(group).acted = true;
        for figure in self.forces.group(group).members.clone() {
            self.forces.figure_mut(figure).standing = Standing::Fit;
        }
        let tag = self.forces.tag(group);
        // 31.3: leaves a minefield with a single move action.
        if std::mem::take(&mut self.forces.group_mut(group).mined) {
            smoke_and_mines::explode(&mut self.forces, &self.clock, group, mine_strength(false), table)?;
            if self.forces.group(group).members.is_empty() {
                return Ok(());
            }
        }
        let seen = self.forces.foes(side).filter(|&enemy| {
            volley::sees(self.terrain.field(), &self.forces, side, from, self.forces.group(enemy).at)
        });
        let Some(target) = seen.min_by_key(|&enemy| off(from, self.forces.group(enemy).at)) else {
            table.tell(Tone::Plain, side, "91.4", || format!("{tag}, Berserk, sees no enemy"));
            return Ok(());
        };
        let to = self.forces.group(target).at;
        let mut path = vec![from];
        let mut at = from;
        let next_to = |at: Cell| (at.x - to.x).abs().max((at.y - to.y).abs()) <= 1;
        while !next_to(at) && path.len() < 12 {
            let ways = Compass::ALL.into_iter().filter_map(|way| self.terrain.field().step(at, way));
            let open = ways.filter(|(next, border)| {
                (border.is_none() || path.len() == 1)
                    && (path.len() > 1 || self.terrain.field().cost(at, *next) == 1)
                    && steps::may_enter(self.terrain.field(), &self.forces, group, *next)
                    && off(*next, to) < off(at, to)
            });
            let Some((next, _)) = open.min_by_key(|(next, _)| off(*next, to)) else { break };
            // 14.1, 92.57: rivers and wire need the same checks as with a card.
            let mut march = Marching::reach(group);
            if path.len() == 1
                && !steps::crosses(&mut self.terrain, &self.forces, &mut march, at, next, table)?
            {
                return Ok(());
            }
            at = next;
            path.push(at);
        }
        let crosses = self.terrain.field().place(at) != self.terrain.field().place(to);
        let reached = next_to(at) && !(crosses && path.len() > 1);
        table.tell(Tone::Plain, side, "91.4", || format!("{tag}, Berserk, charges"));
        charge_home(
            &mut self.terrain,
            &mut self.forces,
            &mut self.open,
            Reaction { charges: reached.then_some(target), ..Reaction::of(group, path) },
            to,
        );
        Ok(())
    }

    /// Starts a Banzai attack: every figure rises, and the group goes straight at the enemy (91.6).
    pub(in crate::rules::fireandmove) fn banzai(
        &mut self,
        group: Gid,
        card: Move,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let (tag, side) = (self.forces.tag(group), self.forces.group(group).side);
        for figure in self.forces.pinned(group).collect::<Vec<_>>() {
            self.forces.figure_mut(figure).standing = Standing::Fit;
        }
        self.forces.group_mut(group).banzai = true;
        self.forces.group_mut(group).grounded = false;
        table.tell(Tone::Plain, side, "91.6", || format!("{tag}: Banzai!"));
        let card = self.battle().as_played(side, card);
        self.begin_march(Marching::new(group, card, false), table)
    }
}
