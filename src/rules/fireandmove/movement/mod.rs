//! Move actions (11 to 14): step by step within a feature, crossing borders only at the start.

mod marching;
mod plan;
pub(crate) mod steps;

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::{Decision, Digest};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::fireandmove::battlefield::terrain::{self, Border, Ground};
use crate::rules::fireandmove::battlefield::{Field, fighting_positions, jungle};
use crate::rules::fireandmove::cards::smoke_and_mines::{self, mine_strength};
use crate::rules::fireandmove::cards::{Card, Move, hand, heroes};
use crate::rules::fireandmove::close_combat::Nominate;
use crate::rules::fireandmove::fire::volley::{self, Manner};
use crate::rules::fireandmove::movement::steps::CrewShare;
use crate::rules::fireandmove::nations::special::{daring, wild};
use crate::rules::fireandmove::optional::cavalry;
use crate::rules::fireandmove::ordnance::{arms, charges};
use crate::rules::fireandmove::rally::reorganise;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Decisions, Forces, Gid, Hands, Position, Terrain};
use crate::rules::fireandmove::turn::sequence::{Step, Table};
use crate::rules::fireandmove::vehicles::{driving, overrun, transport};

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

    /// One more move action on horseback.
    #[apply(rule, "82.1", "82.2")]
    fn ride(&mut self) {
        self.left += 1;
    }

    /// Groups that a group could charge if it started moving now.
    pub fn reach(group: Gid) -> Self {
        Self::new(group, Move { actions: 1, cover: 0, ford: false, grounds: false }, false)
    }

    /// Groups that can be charged from here: in the same feature, or across the border at the start (45 to 47).
    pub(super) fn charges<'a>(
        &'a self,
        field: &'a Field,
        forces: &'a Forces,
    ) -> impl Iterator<Item = Gid> + 'a {
        let at = forces.group(self.group).at;
        let near = move |target: &Gid| {
            let to = forces.group(*target).at;
            let steps = (at.x - to.x).abs().max((at.y - to.y).abs());
            let same = field.place(at) == field.place(to);
            let across = self.path.len() < 2 && steps == 1 && (at.x == to.x || at.y == to.y);
            let plain = !matches!(field.border(at, to), Some(Border::River | Border::Wire(_)));
            // 54.3: a pillbox can be entered only from on top of it.
            let works = field.feature(to).ground == terrain::Ground::Pillbox;
            let men = forces.has_men(*target);
            let breaks_in = same
                && fighting_positions::is_atop(field, forces, self.group) != forces.group(*target).more.atop;
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
        forces.foes(forces.group(self.group).side).filter(near)
    }
}

impl Marching {
    /// The smoke cards of a group that has hardly moved, and its fire on the move.
    fn smoke_and_fire(&self, terrain: &Terrain, forces: &Forces, hands: &Hands, list: &mut Vec<Choice>) {
        let side = forces.group(self.group).side;
        // 79.4: at night smoke conceals nothing.
        let night = forces.battle().lights_flares();
        if self.path.len() < 2
            && !night
            && forces.leader(self.group).is_some()
            && !self.cover_of_smoke(terrain, forces)
        {
            let cards = hand::different(&hands.seat(side).hand);
            list.extend(cards.filter(|&card| forces.battle().is_smoke(side, card)).map(Choice::Smoke));
        }
        if !self.fired && !self.cover {
            let manner = Manner { on_move: true, ..Manner::default() };
            let cards = hands
                .fire_cards(side)
                .filter(|&card| volley::has_target(terrain, forces, self.group, card, manner));
            list.extend(cards.map(|card| Choice::Fire(Card::Fire(card))));
            if arms::can_shoot(terrain, forces, self.group, true) {
                list.extend(hands.fire_cards(side).map(|card| Choice::Shoot(Card::Fire(card))));
            }
        }
    }
}

impl Step for Marching {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        match self.halted {
            false => Decision::new(side, "march", "Move the group a square, or end the move action.", "11.3"),
            true => Decision::new(side, "after-move", "Go to ground, or finish.", "13.2"),
        }
    }

    fn is_void(&self, position: &Position) -> bool {
        let forces = &position.forces;
        forces.fit(self.group).next().is_none()
            || forces.group(self.group).machine.is_some() && !self.halted && !forces.can_drive(self.group)
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { terrain, forces, hands, .. } = position;
        let group = forces.group(self.group);
        let seat = hands.seat(group.side);
        let crewed = group.machine.is_some();
        if self.halted {
            if !(crewed || group.banzai || self.dare.is_some()) {
                let ones = hand::different(&seat.hand)
                    .filter(|card| matches!(card, Card::Move(one) if one.is_one()));
                list.extend(ones.map(Choice::Ground));
                list.extend(reorganise::meets(forces, self.group).map(Choice::Join));
            }
            list.push(Choice::Done);
            return;
        }
        if group.banzai {
            wild::banzai_steps(terrain, forces, self, list);
            return;
        }
        if self.dare.is_some() {
            daring::daring_steps(terrain, forces, hands, self, list);
            return;
        }
        // 39.2: the last move action may be used to set up the weapon again.
        let bamboo = group.gun.is_some() && terrain.field().feature(group.at).ground == Ground::Bamboo;
        if self.path.is_empty() && group.down && !self.cover && !bamboo && forces.is_heavy(self.group) {
            list.push(Choice::SetUp);
        }
        let before = list.len();
        for way in crate::board::Compass::ALL {
            if steps::may_step(terrain, forces, self, way) {
                list.push(Choice::Step(way));
            }
        }
        // 94.7: a group cannot choose to stop in swamp water.
        if jungle::wades(terrain.field(), forces, self) && list.len() > before {
            return;
        }
        list.extend(jungle::jungle_parts(terrain.field(), forces, self).into_iter().map(Choice::Into));
        if !crewed {
            let still = |other: &Gid| !forces.group(*other).acted && forces.pinned(*other).next().is_none();
            list.extend(reorganise::meets(forces, self.group).filter(still).map(Choice::Join));
        }
        // A vehicle overruns groups on foot; groups on foot may charge any target (73.1).
        list.extend(fighting_positions::roofs(terrain.field(), forces, self).map(Choice::Onto));
        list.extend(transport::transports(forces, self).map(Choice::Board));
        if group.more.mounted && self.path.is_empty() && !self.cover {
            list.extend([Choice::Dismount, Choice::Tether]);
        }
        list.extend(cavalry::mounts(forces, self).map(Choice::Mount));
        if crewed && self.path.is_empty() && forces.passengers(self.group).next().is_some() {
            list.push(Choice::Drop);
        }
        let met = self
            .charges(terrain.field(), forces)
            .filter(|&enemy| self.with.is_none() && (!crewed || forces.group(enemy).machine.is_none()));
        list.extend(met.map(Choice::Charge));
        if self.path.is_empty() && charges::carrier(forces, self.group).is_some() {
            let near =
                self.charges(terrain.field(), forces).filter(|&enemy| forces.group(enemy).machine.is_none());
            list.extend(near.map(Choice::Place));
        }
        self.smoke_and_fire(terrain, forces, hands, list);
        heroes::heroes(forces, hands, group.side, list);
        list.push(if self.path.len() > 1 { Choice::Halt } else { Choice::Done });
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let id = self.group;
        if let Choice::Place(target) = choice {
            return position.place_charge(&self, target, table);
        }
        let Position { terrain, forces, hands, open, .. } = position;
        match choice {
            Choice::Step(way) => return self.steps(terrain, forces, open, way, table),
            Choice::Join(other) => self.joins(terrain.field(), forces, open, other, table),
            Choice::Halt => self.halts(terrain.field(), forces, open),
            Choice::Hero(figure) => {
                open.push(self);
                heroes::hero(forces, hands, figure, table);
            }
            Choice::Into(place) => jungle::goes_in(terrain, forces, open, &self, place, table),
            Choice::SetUp => {
                forces.group_mut(id).down = false;
                self.left = 0;
                march_on(open, self);
            }
            Choice::Charge(target) if forces.group(id).banzai || self.dare.is_some() => {
                wild::run_in(terrain, forces, open, self, target);
            }
            Choice::Charge(target) if forces.group(id).machine.is_some() => {
                overrun::begin_overrun(terrain, forces, open, self, target, table)?;
            }
            Choice::Charge(target) => open.push(Nominate { march: self, target, chosen: Vec::new() }),
            Choice::Onto(target) => fighting_positions::climb(terrain, forces, open, self, target),
            Choice::Board(vehicle) => transport::board(terrain.field(), forces, open, id, vehicle, table),
            Choice::Dismount => cavalry::dismount(forces, open, self, false, table),
            Choice::Tether => cavalry::dismount(forces, open, self, true, table),
            Choice::Mount(herd) => cavalry::mount(terrain.field(), forces, open, self, herd, table)?,
            Choice::Drop => {
                transport::drop_off(forces, id, table);
                open.push(self);
            }
            Choice::Smoke(card) => {
                let side = forces.group(id).side;
                hands.spend(side, card);
                hands.acts_besides(side);
                self.smoked = true;
                open.push(self);
                smoke_and_mines::lay_smoke(terrain, forces, id, card, table)?;
            }
            _ => self.plays(forces, hands, open, choice, table),
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.group);
        digest.shown(&Card::Move(self.card));
        digest.int(self.left);
        digest.each(&self.path, |digest, cell| digest.shown(cell));
        for flag in [self.cover, self.fired, self.halted, self.smoked, self.skis] {
            digest.flag(flag);
        }
        digest.maybe(self.dare, |digest, dare| digest.int(dare as u8));
        if let Some(with) = self.with {
            digest.int(with);
        }
        if self.joined {
            digest.text("joined");
        }
        if self.wheels {
            digest.text("wheels");
        }
    }
}

impl Marching {
    /// Whether smoke laid this turn already covers the group.
    fn cover_of_smoke(&self, terrain: &Terrain, forces: &Forces) -> bool {
        let at = forces.group(self.group).at;
        terrain.smokes.iter().any(|smoke| smoke.at == at && smoke.fresh)
    }
}

impl Position {
    /// Starts a movement card: on a minefield it first gets the group out (31.3).
    #[apply(rule, "11.1", "9.4", "31.5", "31.3")]
    pub(super) fn begin_march(&mut self, mut march: Marching, table: &mut Table) -> Result<(), Ask> {
        let Self { terrain, forces, hands, clock, open } = self;
        let id = march.group;
        let side = forces.group(id).side;
        let aside = std::mem::take(&mut forces.group_mut(id).aside);
        if aside > 0 {
            march.left += aside;
            hands.clear_aside(side, |group| group == id);
        }
        if forces.machine_of(id).is_some_and(|machine| machine.bogged.is_some()) {
            if !driving::frees_itself(forces, &march, table)? {
                return Ok(());
            }
            // 64.4: a single move action.
            march.left = 1;
        }
        forces.group_mut(id).hidden = false;
        if forces.group(id).mined {
            if march.left < 2 {
                smoke_and_mines::explode(forces, clock, id, mine_strength(false), table)?;
                forces.group_mut(id).banzai = false;
            } else {
                march.left -= 1;
            }
            forces.group_mut(id).mined = false;
        }
        // 39.2: breaking down a weapon takes a move action.
        if forces.is_heavy(id) && !forces.group(id).down {
            forces.group_mut(id).down = true;
            march.left = march.left.saturating_sub(1);
        }
        // 27.7: a large crew with fewer than two thirds left moves its weapon at double cost.
        if forces.crew_share(id) == CrewShare::Weak {
            march.left /= 2;
        }
        // 82.2: +1 move action when mounted; 88: and for wheels on a road.
        if forces.group(id).more.mounted && march.left > 0 {
            march.ride();
        }
        if march.left > 0 && !march.cover && transport::rolls(terrain.field(), forces, id) {
            march.left += 1;
            march.wheels = true;
        }
        // Smoke stays where it was when the group leaves it (30.3).
        if forces.fit(id).next().is_some() && march.left > 0 {
            open.push(march);
        }
        Ok(())
    }
}

/// Continues a march if move actions are left; otherwise it may go to ground.
pub(super) fn march_on(open: &mut Decisions, mut march: Marching) {
    march.path.clear();
    march.joined = false;
    march.smoked = false;
    march.halted = march.left == 0;
    open.push(march);
}

/// A group that comes near friendly groups does not join them automatically, but takes any objective it
/// stands on.
pub(super) fn arrive(field: &Field, forces: &mut Forces, group: Gid) {
    let at = forces.group(group).at;
    let side = forces.group(group).side;
    let place = field.place(at);
    for number in 0..forces.holders.len() {
        if forces.battle().objectives[number].feature == place {
            let enemy =
                forces.groups_of(side.other()).any(|other| field.place(forces.group(other).at) == place);
            if !enemy {
                forces.holders[number] = Some(side);
            }
        }
    }
}
