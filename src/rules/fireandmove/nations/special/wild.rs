//! Berserks and commissars (91.4), Banzai attacks (91.6), and Italian surrender (91.7).

use crate::board::{Cell, Compass};
use crate::dice::Ask;
use crate::game::{Side, Tone};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::cards::smoke_and_mines::mine_strength;
use crate::rules::fireandmove::cards::{Card, Move};
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::close_combat::Stand;
use crate::rules::fireandmove::close_combat::victory::off;
use crate::rules::fireandmove::fire::action::toward;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position, Standing};
use crate::rules::fireandmove::turn::sequence::Table;

impl Position {
    /// Whether a group is a berserk (91.4).
    pub fn is_wild(&self, group: Gid) -> bool {
        self.battle().traits.has(Trait::Berserk)
            && self.group(group).members.iter().any(|&figure| self.figure(figure).berserk)
    }

    /// A pinned Russian figure that would rout within close range of an enemy may go berserk instead (91.4).
    /// Returns whether it did.
    pub(in crate::rules::fireandmove) fn goes_berserk(
        &mut self,
        figure: Fig,
        table: &mut Table,
    ) -> Result<bool, Ask> {
        let side = self.soldier(figure).side;
        let group = self.figure(figure).group;
        let at = self.group(group).at;
        let near = self.groups_of(side.other()).any(|enemy| Field::range(self.group(enemy).at, at) <= 8);
        if !near || !self.has_trait(side, Trait::Berserk) || self.soldier(figure).machine.is_some() {
            return Ok(false);
        }
        let panic = self.nerve(figure).panic;
        let name = self.soldier(figure).name.clone();
        let result = table.check(|| format!("{name} to go Berserk: 1 to {panic}"))?;
        let wild = (1..=panic).contains(&result);
        let end = if wild { "goes Berserk" } else { "routs" };
        table.tell(Tone::Plain, side, "91.4", || {
            format!("the {name} {end}: {result:+}, Berserk on 1 to {panic}")
        });
        if wild {
            let alone = self.group(group).members.len() == 1;
            let own = if alone { group } else { self.split(group, &[figure], at) };
            self.group_mut(own).acted = true;
            self.group_mut(own).grounded = false;
            self.group_mut(own).fear = false;
            let state = self.figure_mut(figure);
            state.standing = Standing::Fit;
            state.berserk = true;
            state.assists = None;
        }
        Ok(wild)
    }

    /// Berserk groups of the active side, which must act before any other (91.4).
    pub(in crate::rules::fireandmove) fn wild_groups(&self) -> impl Iterator<Item = Gid> + '_ {
        self.groups_of(self.active).filter(|&group| !self.group(group).acted && self.is_wild(group))
    }

    /// A berserk runs one move action at the nearest visible enemy, pinned or not (91.4, ruling FM-56).
    pub(in crate::rules::fireandmove) fn run_wild(
        &mut self,
        group: Gid,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let (side, from) = (self.group(group).side, self.group(group).at);
        self.group_mut(group).acted = true;
        for figure in self.group(group).members.clone() {
            self.figure_mut(figure).standing = Standing::Fit;
        }
        let tag = self.tag(group);
        // 31.3: leaves a minefield with a single move action.
        if std::mem::take(&mut self.group_mut(group).mined) {
            self.explode(group, mine_strength(false), table)?;
            if self.group(group).members.is_empty() {
                return Ok(());
            }
        }
        let seen = self.foes(side).filter(|&enemy| self.sees(side, from, self.group(enemy).at));
        let Some(target) = seen.min_by_key(|&enemy| off(from, self.group(enemy).at)) else {
            table.tell(Tone::Plain, side, "91.4", || format!("{tag}, Berserk, sees no enemy"));
            return Ok(());
        };
        let to = self.group(target).at;
        let mut path = vec![from];
        let mut at = from;
        let next_to = |at: Cell| (at.x - to.x).abs().max((at.y - to.y).abs()) <= 1;
        while !next_to(at) && path.len() < 12 {
            let ways = Compass::ALL.into_iter().filter_map(|way| self.field().step(at, way));
            let open = ways.filter(|(next, border)| {
                (border.is_none() || path.len() == 1)
                    && (path.len() > 1 || self.field().cost(at, *next) == 1)
                    && self.may_enter(group, *next)
                    && off(*next, to) < off(at, to)
            });
            let Some((next, _)) = open.min_by_key(|(next, _)| off(*next, to)) else { break };
            // 14.1, 92.57: rivers and wire need the same checks as with a card.
            let mut march = Marching::reach(group);
            if path.len() == 1 && !self.crosses(&mut march, at, next, table)? {
                return Ok(());
            }
            at = next;
            path.push(at);
        }
        let crosses = self.field().place(at) != self.field().place(to);
        let reached = next_to(at) && !(crosses && path.len() > 1);
        table.tell(Tone::Loss, side, "91.4", || format!("{tag}, Berserk, charges"));
        self.charge_home(Reaction { charges: reached.then_some(target), ..Reaction::of(group, path) }, to);
        Ok(())
    }

    /// A group runs along a path, and charges the enemy if it reaches them; the enemy may fire first.
    pub(super) fn charge_home(&mut self, reaction: Reaction, to: Cell) {
        let group = reaction.mover;
        if let Some(target) = reaction.charges {
            self.unite(target);
        }
        let end = reaction.path.last().copied().unwrap_or(to);
        let state = self.group_mut(group);
        state.at = end;
        state.more.river = false;
        state.grounded = false;
        if end != to {
            state.front = toward(end, to);
        }
        self.align(group);
        self.lose_aim(group);
        self.drag_smoke(group, false);
        self.react(reaction);
    }

    /// Figures that survive close combat recover (91.4, 91.6, ruling FM-57).
    pub(in crate::rules::fireandmove) fn come_to_senses(&mut self, group: Gid) {
        self.group_mut(group).banzai = false;
        for figure in self.group(group).members.clone() {
            self.figure_mut(figure).berserk = false;
        }
    }

    /// Whether a group may declare a Banzai attack: it needs a leader, pinned or not (91.6).
    pub(in crate::rules::fireandmove) fn may_banzai(&self, group: Gid) -> bool {
        let state = self.group(group);
        let led = || state.members.iter().any(|&figure| self.rank(figure) != Rank::None);
        !state.fear && self.has_trait(state.side, Trait::Banzai) && led()
    }

    /// A group in a Banzai attack can only play movement cards (91.6). Figures pinned since rise if a leader
    /// declares the attack again; without a leader they stay behind (ruling FM-57).
    pub(in crate::rules::fireandmove) fn banzai_orders(&self, group: Gid, list: &mut Vec<Choice>) {
        let state = self.group(group);
        let pinned = self.pinned(group).next().is_some();
        let moves = different(&self.seat(state.side).hand).filter(|card| matches!(card, Card::Move(_)));
        for card in moves {
            if state.fear {
                list.push(Choice::Calm(card));
            } else if pinned && self.may_banzai(group) {
                list.push(Choice::Banzai(card));
            } else if self.fit(group).next().is_some() {
                list.push(Choice::Move(card));
            }
        }
    }

    /// Starts a Banzai attack: every figure rises, and the group goes straight at the enemy (91.6).
    pub(in crate::rules::fireandmove) fn banzai(
        &mut self,
        group: Gid,
        card: Move,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let (tag, side) = (self.tag(group), self.group(group).side);
        for figure in self.pinned(group).collect::<Vec<_>>() {
            self.figure_mut(figure).standing = Standing::Fit;
        }
        self.group_mut(group).banzai = true;
        self.group_mut(group).grounded = false;
        table.tell(Tone::Loss, side, "91.6", || format!("{tag}: Banzai!"));
        let card = self.as_played(side, card);
        self.begin_march(Marching::new(group, card, false), table)
    }

    /// Pinned figures stay behind when a Banzai group without a leader moves on (ruling FM-57).
    pub(in crate::rules::fireandmove) fn leave_pinned(&mut self, group: Gid) {
        let pinned: Vec<Fig> = self.pinned(group).collect();
        if !pinned.is_empty() && pinned.len() < self.group(group).members.len() {
            let at = self.group(group).at;
            let left = self.split(group, &pinned, at);
            self.group_mut(left).acted = true;
        }
    }

    /// The enemy groups nearest to a group.
    fn nearest_foes(&self, group: Gid) -> Vec<Gid> {
        let (side, at) = (self.group(group).side, self.group(group).at);
        let far = |enemy: &Gid| off(at, self.group(*enemy).at);
        let least = self.foes(side).map(|enemy| far(&enemy)).min();
        self.foes(side).filter(|enemy| Some(far(enemy)) == least).collect()
    }

    /// Where a Banzai group goes: into the nearest enemy, or straight towards it (91.6).
    pub(in crate::rules::fireandmove) fn banzai_steps(&self, march: &Marching, list: &mut Vec<Choice>) {
        let at = self.group(march.group).at;
        let nearest = self.nearest_foes(march.group);
        let first = list.len();
        list.extend(march.charges(self).filter(|enemy| nearest.contains(enemy)).map(Choice::Charge));
        if list.len() > first {
            return;
        }
        for way in Compass::ALL {
            let to = at.step(way);
            let onward =
                nearest.iter().any(|&enemy| off(to, self.group(enemy).at) < off(at, self.group(enemy).at));
            if onward && self.may_step(march, way) {
                list.push(Choice::Step(way));
            }
        }
        if list.len() == first {
            list.push(if march.path.len() > 1 { Choice::Halt } else { Choice::Done });
        }
    }

    /// A Banzai group or a Gan Si Dui figure charges without a test (91.6, 91.14).
    pub(in crate::rules::fireandmove) fn run_in(&mut self, march: Marching, target: Gid) {
        let (from, to) = (self.group(march.group).at, self.group(target).at);
        let card = march.hidden();
        let mut path = march.path;
        if path.is_empty() {
            path.push(from);
        }
        let path = self.approach(from, to, path);
        self.charge_home(Reaction { card, charges: Some(target), ..Reaction::of(march.group, path) }, to);
    }

    /// Italians whose figures are all pinned surrender to attackers that reach them (91.7). Returns whether
    /// they did.
    pub(in crate::rules::fireandmove) fn surrenders(
        &mut self,
        stand: &Stand,
        rest: &[Fig],
        table: &mut Table,
    ) -> bool {
        let side = self.group(stand.defenders).side;
        if self.fit(stand.defenders).next().is_some() || !self.has_trait(side, Trait::Surrender) {
            return false;
        }
        let (tag, ground) = (self.tag(stand.defenders), self.group(stand.defenders).at);
        table.tell(Tone::Loss, side, "91.7", || format!("{tag} surrenders"));
        for &figure in rest {
            self.fell(figure, Standing::Routed, table);
        }
        self.victory(stand.attackers);
        if self.group(stand.defenders).members.is_empty() {
            self.take_ground(stand.attackers, ground);
        }
        true
    }

    /// Commissars enforce discipline at the end of their turn (91.4, ruling FM-55).
    pub(in crate::rules::fireandmove) fn commissars(&mut self, table: &mut Table) -> Result<(), Ask> {
        let side: Side = self.active;
        for group in self.groups_of(side).collect::<Vec<_>>() {
            let members = self.group(group).members.clone();
            let there = members.iter().any(|&figure| self.soldier(figure).commissar);
            if !there || self.pinned(group).next().is_none() {
                continue;
            }
            let tag = self.tag(group);
            let at = table.among(members.len(), || format!("random check by the commissar of {tag}"))?;
            let figure = members[at];
            let name = self.soldier(figure).name.clone();
            let shot = self.figure(figure).standing == Standing::Pinned && !self.soldier(figure).commissar;
            let end = if shot { "is shot" } else { "is spared" };
            table.tell(Tone::Loss, side, "91.4", || format!("the {name} of {tag} {end} by the commissar"));
            if shot {
                self.fell(figure, Standing::Killed, table);
            }
        }
        Ok(())
    }
}
