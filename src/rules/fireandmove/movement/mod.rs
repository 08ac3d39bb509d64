//! Move actions (11 to 14): step by step within a feature, crossing borders only at the start.

mod plan;
pub(super) mod steps;

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::{Decision, Tone};
use crate::ledger::cited::applies;
use crate::rules::fireandmove::battlefield::terrain;
use crate::rules::fireandmove::cards::hand;
use crate::rules::fireandmove::vehicles;

use crate::rules::fireandmove::battlefield::terrain::{Border, Ground};
use crate::rules::fireandmove::cards::smoke_and_mines::mine_strength;
use crate::rules::fireandmove::cards::{Card, Move};
use crate::rules::fireandmove::close_combat::Nominate;
use crate::rules::fireandmove::fire::action::Aim;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::fire::volley::Manner;
use crate::rules::fireandmove::movement::steps::CrewShare;
use crate::rules::fireandmove::ordnance::Barrel;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Gid, Position};
use crate::rules::fireandmove::turn::sequence::{Step, Table};
use crate::rules::fireandmove::vehicles::Drive;

/// A group on the move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Marching {
    /// The group.
    pub group: Gid,
    /// The card that moves it.
    pub card: Move,
    /// The card is played for its concealment.
    pub cover: bool,
    /// Move actions left, including the current one.
    pub left: u8,
    /// Squares of this move action, starting with the one it began in.
    pub path: Vec<Cell>,
    /// It has fired on the move (12.6).
    pub fired: bool,
    /// It has ended its move and may go to ground (13.2).
    pub halted: bool,
    /// Smoke was laid for this move action and moves with the group (30.4).
    pub smoked: bool,
    /// Both move actions of a small card on skis are concealed, unless the group fires (91.12).
    pub skis: bool,
    /// A single Gan Si Dui figure (91.14).
    pub dare: Option<Dare>,
    /// Infantry that moves with the vehicle (87.1).
    pub with: Option<Gid>,
    /// One extra move action for wheels on a road (88).
    pub wheels: bool,
    /// Part of its group has joined it in this move action (34.2); the first square of the path was passed before.
    pub joined: bool,
}

/// How far a Gan Si Dui figure moves (91.14).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Dare {
    /// A single move action.
    Alone,
    /// Two, the first with the concealment of a movement 1 card.
    First,
    /// Two, the second with the concealment.
    Second,
}

impl Marching {
    /// Plays a movement card on a group.
    pub fn new(group: Gid, card: Move, cover: bool) -> Self {
        let left = if cover { 1 } else { card.actions };
        Self {
            group,
            card,
            cover,
            left,
            path: Vec::new(),
            fired: false,
            halted: false,
            smoked: false,
            skis: false,
            dare: None,
            with: None,
            wheels: false,
            joined: false,
        }
    }

    /// The squares of this move action to which the enemy has not reacted yet.
    pub(super) fn trodden(&self) -> Vec<Cell> {
        self.path[usize::from(self.joined && !self.path.is_empty())..].to_vec()
    }

    /// Concealment of this move action, as a magnitude.
    pub(super) fn hidden(&self) -> u8 {
        let conceals = match self.dare {
            Some(Dare::Alone) => false,
            Some(Dare::First) => self.left == 2,
            Some(Dare::Second) => self.left == 1,
            None => self.cover || self.skis && !self.fired,
        };
        if conceals { self.card.cover } else { 0 }
    }

    /// The concealment of its card, if the card is played for it.
    pub(super) fn card_cover(&self) -> i16 {
        if self.cover { i16::from(self.card.cover) } else { 0 }
    }

    /// Groups that a group could charge if it started moving now.
    pub fn reach(group: Gid) -> Self {
        Self::new(group, Move { actions: 1, cover: 0, ford: false, grounds: false }, false)
    }

    /// Groups that can be charged from here: in the same feature, or across the border at the start (45 to 47).
    pub(super) fn charges<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = Gid> + 'a {
        let at = position.group(self.group).at;
        let field = position.field();
        let near = move |target: &Gid| {
            let to = position.group(*target).at;
            let steps = (at.x - to.x).abs().max((at.y - to.y).abs());
            let same = field.place(at) == field.place(to);
            let across = self.path.len() < 2 && steps == 1 && (at.x == to.x || at.y == to.y);
            let plain = !matches!(field.border(at, to), Some(Border::River | Border::Wire(_)));
            // 54.3: a pillbox can be entered only from on top of it.
            let works = field.feature(to).ground == terrain::Ground::Pillbox;
            let men = position.has_men(*target);
            let breaks_in = same && position.is_atop(self.group) != position.group(*target).more.atop;
            men && if works {
                if breaks_in {
                    applies("54.3");
                }
                breaks_in
            } else {
                // 92.49, 92.51: a charge along a stream or trench is a move action at double cost.
                let paid = steps <= 1 || self.path.len() > 1 || field.cost(at, to) <= self.left;
                same && paid && steps <= 4 && field.fire(at, to).clear() || across && plain
            }
        };
        position.foes(position.group(self.group).side).filter(near)
    }
}

impl Step for Marching {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        match self.halted {
            false => Decision::new(side, "march", "Move the group a square, or end the move action.", "11.3"),
            true => Decision::new(side, "after-move", "Go to ground, or finish.", "13.2"),
        }
    }

    fn is_void(&self, position: &Position) -> bool {
        position.fit(self.group).next().is_none()
            || position.group(self.group).machine.is_some() && !self.halted && !position.can_drive(self.group)
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let group = position.group(self.group);
        let seat = position.seat(group.side);
        let crewed = group.machine.is_some();
        if self.halted {
            if crewed || group.banzai || self.dare.is_some() {
                list.push(Choice::Done);
                return;
            }
            let ones =
                hand::different(&seat.hand).filter(|card| matches!(card, Card::Move(one) if one.is_one()));
            list.extend(ones.map(Choice::Ground));
            list.extend(position.meets(self.group).map(Choice::Join));
            list.push(Choice::Done);
            return;
        }
        if group.banzai {
            position.banzai_steps(self, list);
            return;
        }
        if self.dare.is_some() {
            position.daring_steps(self, list);
            return;
        }
        // 39.2: the last move action may be used to set up the weapon again.
        let bamboo = group.gun.is_some() && position.field().feature(group.at).ground == Ground::Bamboo;
        if self.path.is_empty() && group.down && !self.cover && !bamboo && position.is_heavy(self.group) {
            list.push(Choice::SetUp);
        }
        let before = list.len();
        for way in crate::board::Compass::ALL {
            if position.may_step(self, way) {
                list.push(Choice::Step(way));
            }
        }
        // 94.7: a group cannot choose to stop in swamp water.
        if position.wades(self) && list.len() > before {
            return;
        }
        list.extend(position.jungle_parts(self).into_iter().map(Choice::Into));
        if !crewed {
            let still =
                |other: &Gid| !position.group(*other).acted && position.pinned(*other).next().is_none();
            list.extend(position.meets(self.group).filter(still).map(Choice::Join));
        }
        // A vehicle overruns groups on foot; groups on foot may charge any target (73.1).
        list.extend(position.roofs(self).map(Choice::Onto));
        list.extend(position.transports(self).map(Choice::Board));
        if group.more.mounted && self.path.is_empty() && !self.cover {
            list.extend([Choice::Dismount, Choice::Tether]);
        }
        list.extend(position.mounts(self).map(Choice::Mount));
        if crewed && self.path.is_empty() && position.passengers(self.group).next().is_some() {
            list.push(Choice::Drop);
        }
        let met = self
            .charges(position)
            .filter(|&enemy| self.with.is_none() && (!crewed || position.group(enemy).machine.is_none()));
        list.extend(met.map(Choice::Charge));
        if self.path.is_empty() && position.carrier(self.group).is_some() {
            let near = self.charges(position).filter(|&enemy| position.group(enemy).machine.is_none());
            list.extend(near.map(Choice::Place));
        }
        // 79.4: at night smoke conceals nothing.
        let night = position.lights_flares();
        if self.path.len() < 2
            && !night
            && position.leader(self.group).is_some()
            && !self.cover_of_smoke(position)
        {
            list.extend(
                hand::different(&seat.hand)
                    .filter(|&card| position.is_smoke(group.side, card))
                    .map(Choice::Smoke),
            );
        }
        if !self.fired && !self.cover {
            let manner = Manner { on_move: true, ..Manner::default() };
            let cards =
                position.fire_cards(group.side).filter(|&card| position.has_target(self.group, card, manner));
            list.extend(cards.map(|card| Choice::Fire(Card::Fire(card))));
            if position.can_shoot(self.group, true) {
                list.extend(position.fire_cards(group.side).map(|card| Choice::Shoot(Card::Fire(card))));
            }
        }
        position.heroes(group.side, list);
        list.push(if self.path.len() > 1 { Choice::Halt } else { Choice::Done });
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let id = self.group;
        let side = position.group(id).side;
        match choice {
            Choice::Step(way) => {
                let from = position.group(id).at;
                let mut stuck = false;
                if position.group(id).machine.is_some() {
                    match position.drives(&self, from, from.step(way), table)? {
                        Drive::Through => {}
                        Drive::Stuck => stuck = true,
                        Drive::Stays => return Ok(()),
                    }
                } else if !position.crosses(&mut self, from, from.step(way), table)? {
                    position.march_on(self);
                    return Ok(());
                }
                let to = from.step(way);
                self.left -= position.extra_cost(&self, from, to);
                if self.path.is_empty() {
                    self.path.push(from);
                }
                let group = position.group_mut(id);
                group.at = to;
                group.more.river = false;
                let turned = vehicles::eighths(group.front, way);
                group.front = way;
                group.more.atop = false;
                let crew = group.machine;
                self.path.push(to);
                position.align(id);
                position.drag_smoke(id, self.smoked);
                position.lose_aim(id);
                if let Some(with) = self.with {
                    let infantry = position.group_mut(with);
                    infantry.at = to;
                    infantry.front = way;
                    position.align(with);
                    position.drag_smoke(with, false);
                    position.lose_aim(with);
                }
                if let Some(crew) = crew {
                    let machine = position.machine_mut(crew);
                    machine.turret = machine.turret.turned(turned);
                }
                if stuck {
                    let path = std::mem::take(&mut self.path);
                    position.react(Reaction { card: self.hidden(), ..Reaction::of(id, path) });
                    return Ok(());
                }
                position.push(self);
            }
            Choice::Hero(figure) => {
                position.push(self);
                position.hero(figure, table);
            }
            Choice::Into(place) => position.goes_in(&self, place, table),
            Choice::Join(other) if self.halted => {
                let (tag, own) = (position.tag(id), position.tag(other));
                table.tell(Tone::Plain, side, "34.2", || format!("{tag} joins {own}"));
                position.group_mut(other).acted = true;
                position.merge(id, other);
            }
            // 34.2: parts that meet on the way go on together, once the enemy has reacted to the way so far.
            Choice::Join(other) if self.path.len() > 1 => {
                let (path, card, sly) = (self.trodden(), self.hidden(), position.is_sly(&self));
                self.path.drain(..self.path.len() - 2);
                self.joined = true;
                position.push(self);
                position.react(Reaction { card, sly, picks: Some(other), ..Reaction::of(id, path) });
            }
            // Groups that meet at the start move on together.
            Choice::Join(other) => {
                let (tag, own) = (position.tag(other), position.tag(id));
                table.tell(Tone::Plain, side, "34.2", || format!("{tag} joins {own}"));
                position.merge(other, id);
                position.push(self);
            }
            Choice::SetUp => {
                position.group_mut(id).down = false;
                self.left = 0;
                position.march_on(self);
            }
            Choice::Halt => {
                let path = self.trodden();
                let hidden = self.hidden();
                self.left -= 1;
                let sly = position.is_sly(&self);
                let with = self.with;
                position.march_on(self);
                // 87.1: the enemy may fire at either of a pair.
                if let Some(with) = with {
                    position.react(Reaction {
                        card: hidden,
                        mines: false,
                        ..Reaction::of(with, path.clone())
                    });
                }
                position.react(Reaction { card: hidden, sly, ..Reaction::of(id, path) });
            }
            Choice::Charge(target) if position.group(id).banzai || self.dare.is_some() => {
                position.run_in(self, target);
            }
            Choice::Move(Card::Move(card)) | Choice::Cover(Card::Move(card)) => {
                position.spend(side, Card::Move(card));
                self.dare = Some(if matches!(choice, Choice::Cover(_)) { Dare::First } else { Dare::Second });
                self.card = position.as_played(side, card);
                self.left = 2;
                position.push(self);
            }
            Choice::Charge(target) if position.group(id).machine.is_some() => {
                position.begin_overrun(self, target, table)?;
            }
            Choice::Onto(target) => position.climb(self, target),
            Choice::Board(vehicle) => position.board(id, vehicle, table),
            Choice::Dismount => position.dismount(self, false, table),
            Choice::Tether => position.dismount(self, true, table),
            Choice::Mount(herd) => position.mount(self, herd, table)?,
            Choice::Drop => {
                position.drop_off(id, table);
                position.push(self);
            }
            Choice::Place(target) => position.place_charge(&self, target, table)?,
            Choice::Shoot(card) => {
                position.shoot_card(id, card, table);
                position.acts_besides(side);
                self.fired = true;
                position.push(self);
                let many = position.fires_all(id, card);
                position.push(Barrel { group: id, on_move: true, to: None, again: false, many });
            }
            Choice::Charge(target) => position.push(Nominate { march: self, target, chosen: Vec::new() }),
            Choice::Smoke(card) => {
                position.spend(side, card);
                position.acts_besides(side);
                self.smoked = true;
                position.push(self);
                position.lay_smoke(id, card, table)?;
            }
            Choice::Fire(Card::Fire(card)) => {
                let tag = position.tag(id);
                position.spend(side, Card::Fire(card));
                position.acts_besides(side);
                table.tell(Tone::Plain, side, "12.1", || format!("{tag} fires on the move: fire {card}"));
                self.fired = true;
                position.push(self);
                let manner = Manner { on_move: true, ..Manner::default() };
                position.push(Aim { group: id, card, manner, first: None });
            }
            Choice::Ground(card) => {
                applies("13.3");
                position.spend(side, card);
                position.group_mut(id).grounded = true;
            }
            // 91.15: some cards put a group to ground automatically.
            _ if self.card.grounds => position.group_mut(id).grounded = true,
            _ => {}
        }
        Ok(())
    }
}

impl Marching {
    /// Whether smoke laid this turn already covers the group.
    fn cover_of_smoke(&self, position: &Position) -> bool {
        let at = position.group(self.group).at;
        position.smokes.iter().any(|smoke| smoke.at == at && smoke.fresh)
    }
}

impl Position {
    /// Starts a movement card: on a minefield it first gets the group out (31.3).
    pub(super) fn begin_march(&mut self, mut march: Marching, table: &mut Table) -> Result<(), Ask> {
        applies("11.1");
        applies("9.4");
        applies("31.5");
        applies("31.3");
        let id = march.group;
        let side = self.group(id).side;
        let aside = std::mem::take(&mut self.group_mut(id).aside);
        if aside > 0 {
            march.left += aside;
            self.clear_aside(side, |_, group| group == id);
        }
        if self.machine_of(id).is_some_and(|machine| machine.bogged.is_some()) {
            if !self.frees_itself(&march, table)? {
                return Ok(());
            }
            // 64.4: a single move action.
            march.left = 1;
        }
        self.group_mut(id).hidden = false;
        if self.group(id).mined {
            if march.left < 2 {
                self.explode(id, mine_strength(false), table)?;
                self.group_mut(id).banzai = false;
            } else {
                march.left -= 1;
            }
            self.group_mut(id).mined = false;
        }
        // 39.2: breaking down a weapon takes a move action.
        if self.is_heavy(id) && !self.group(id).down {
            self.group_mut(id).down = true;
            march.left = march.left.saturating_sub(1);
        }
        // 27.7: a large crew with fewer than two thirds left moves its weapon at double cost.
        if self.crew_share(id) == CrewShare::Weak {
            march.left /= 2;
        }
        // 82.2: +1 move action when mounted; 88: and for wheels on a road.
        if self.group(id).more.mounted && march.left > 0 {
            applies("82.1");
            applies("82.2");
            march.left += 1;
        }
        if march.left > 0 && !march.cover && self.rolls(id) {
            march.left += 1;
            march.wheels = true;
        }
        // Smoke stays where it was when the group leaves it (30.3).
        if self.fit(id).next().is_some() && march.left > 0 {
            self.push(march);
        }
        Ok(())
    }

    /// Continues a march if move actions are left; otherwise it may go to ground.
    pub(super) fn march_on(&mut self, mut march: Marching) {
        march.path.clear();
        march.joined = false;
        march.smoked = false;
        march.halted = march.left == 0;
        self.push(march);
    }

    /// A group that comes near friendly groups does not join them automatically, but takes any objective it
    /// stands on.
    pub(super) fn arrive(&mut self, group: Gid) {
        let at = self.group(group).at;
        let side = self.group(group).side;
        let place = self.field().place(at);
        for number in 0..self.holders.len() {
            if self.battle().objectives[number].feature == place {
                let enemy = self
                    .groups_of(side.other())
                    .any(|other| self.field().place(self.group(other).at) == place);
                if !enemy {
                    self.holders[number] = Some(side);
                }
            }
        }
    }
}
