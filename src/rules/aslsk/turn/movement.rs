//! The movement phase (3.3).

use super::first_fire::React;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::rules::aslsk::board::{Place, Terrain};
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::ordnance::smoke::Thickness;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::battle::Victory;
use crate::rules::aslsk::state::{Choice, Marker, Whereabouts, Zone};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::tables::modifiers::{self, List};
use crate::rules::aslsk::turn::Frame;

/// A stack on the move. Movement factors are counted in halves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mover {
    /// Who moves together.
    pub units: Vec<u8>,
    /// Has spent something.
    pub started: bool,
    /// By assault movement.
    pub assault: bool,
    /// At the double.
    pub double: bool,
    /// Spent so far.
    pub spent: u8,
    /// Spent in this hex.
    pub here: u8,
    /// Only road hexsides were crossed so far.
    pub road: bool,
    /// How it came into its hex.
    pub motion: Motion,
    /// Residual firepower has attacked it in this hex.
    pub swept: bool,
    /// Pushes a Gun (6.5).
    pub pushes: bool,
    /// May go no further.
    pub stopped: bool,
}

/// A step of a move.
#[derive(Copy, Clone, Debug)]
pub struct Way {
    /// Its cost in half MF.
    pub cost: u8,
    /// By a road hexside at the road rate.
    pub road: bool,
    /// The hexside by which it crosses a crest line uphill, as a bit of the hex entered.
    pub crest: u8,
}

impl Position {
    pub(super) fn move_choices(&self) -> Vec<Choice> {
        let mut choices = vec![Choice::Done];
        choices.extend(self.ids().filter(|&id| self.may_move(id)).map(Choice::Move));
        choices
    }

    fn may_move(&self, id: u8) -> bool {
        let unit = self.unit(id);
        let fresh = !unit.moved && unit.marker != Marker::Prep && !unit.pinned;
        // Who fired in the prep fire phase stays, though his weapon has kept its rate (3.3a).
        let armed = self.weapons_of(id).any(|weapon| self.weapon(weapon).fired);
        unit.side == self.attacker && fresh && !armed && (unit.good_order() || self.may_enter(id))
    }

    pub(super) fn begin_move(&mut self, choice: Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Move(id) = choice else { return self.next_phase(dice, log) };
        self.frames.push(Frame::Move);
        self.reveal(id, log);
        self.unit_mut(id).moved = true;
        let spent = match &self.battle.groups[usize::from(self.unit(id).group)].zone {
            Zone::Enter { spent, .. } if self.unit(id).at == Whereabouts::Off => *spent,
            _ => 0,
        };
        self.frames.push(Frame::Mover(Mover {
            units: vec![id],
            started: false,
            assault: false,
            double: false,
            spent,
            here: 0,
            road: true,
            motion: Motion::default(),
            swept: false,
            pushes: false,
            stopped: false,
        }));
        Ok(())
    }

    /// What a unit may spend, in half MF, under load (3.3b, 3.3f, 3.2.3d, 4b). `led`: a leader moves with it,
    /// who also carries for it.
    pub fn allowance(&self, id: u8, led: bool, carried: bool, double: bool) -> u8 {
        let unit = self.unit(id);
        let leader = unit.leader();
        let whole: i16 = match unit.data().kind {
            Kind::Leader if unit.wounded => 3,
            Kind::Leader => 6,
            _ if unit.inexperienced(led || self.led(id)) => 3,
            _ => 4,
        };
        let helped = if led && !leader { 2 } else { 0 };
        let capacity: i16 = match (leader, unit.wounded) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) => 3,
        };
        let capacity = capacity - i16::from(double) + i16::from(carried);
        let load: i16 = self.weapons_of(id).map(|w| i16::from(self.weapon(w).portage())).sum();
        let factors = whole + helped + if double { 2 } else { 0 } - (load - capacity.max(0)).max(0);
        // Between 0 and 10 whole factors.
        2 * factors.max(0) as u8
    }

    /// What a stack may spend: the least of its members.
    fn stack_allowance(&self, mover: &Mover) -> u8 {
        let leader = mover.units.iter().copied().find(|&id| self.unit(id).leader());
        let load = |id: u8| self.weapons_of(id).map(|w| self.weapon(w).portage()).sum::<u8>();
        let heaviest =
            mover.units.iter().copied().filter(|&id| !self.unit(id).leader()).max_by_key(|&id| load(id));
        // At the double the leader carries nothing for others: his capacity is one less (3.3g).
        let able = !mover.double && leader.is_some_and(|id| !self.unit(id).wounded && load(id) == 0);
        let each = mover
            .units
            .iter()
            .map(|&id| self.allowance(id, leader.is_some(), able && heaviest == Some(id), mover.double));
        each.min().unwrap_or(0)
    }

    /// The way from a hex (or from off the map) into another (1.1.1, 1.2.5c).
    pub(in crate::rules::aslsk) fn way(&self, from: Option<Place>, to: Place, beside: bool) -> Way {
        let map = self.map();
        let by_road = from.map_or(map.at(to).ground.road != 0, |from| map.road_between(from, to)) && !beside;
        let mut cost = if by_road { Terrain::Open.row().mf } else { map.terrain(to).row().mf };
        let uphill = from.is_some_and(|from| map.level(to) > map.level(from));
        if uphill {
            cost *= 2;
        }
        if self.smoky(to) {
            cost += 2;
        }
        let crest = match from.and_then(|from| map.side_between(to, from)) {
            Some(side) if uphill => 1 << side as u8,
            _ => 0,
        };
        Way { cost, road: by_road, crest }
    }

    /// Whether the stack can pay for a way: a move by road alone has one MF more (1.1.1c).
    pub(in crate::rules::aslsk) fn can_pay(&self, mover: &Mover, way: &Way) -> bool {
        let allowance = self.stack_allowance(mover);
        let bonus = if mover.road && way.road { 2 } else { 0 };
        let spent = mover.spent + way.cost;
        if mover.assault { !mover.started && spent < allowance } else { spent <= allowance + bonus }
    }

    pub(super) fn mover_choices(&self, mover: &Mover) -> Vec<Choice> {
        let Some(&first) = mover.units.first() else { return vec![Choice::Done] };
        let from = self.unit(first).place();
        let mut choices = vec![Choice::Done];
        if !mover.started {
            let beside = |id: &u8| {
                !mover.units.contains(id) && self.may_move(*id) && self.unit(*id).at == self.unit(first).at
            };
            let same = |id: &u8| from.is_some() || self.unit(*id).group == self.unit(first).group;
            choices.extend(self.ids().filter(beside).filter(same).map(Choice::With));
            let fit = |&id: &u8| !self.unit(id).cx && !self.unit(id).wounded;
            if !mover.double && !mover.assault {
                if mover.units.iter().all(fit) {
                    choices.push(Choice::Double);
                }
                if from.is_some() {
                    choices.push(Choice::Assault);
                }
            }
        }
        if mover.pushes {
            if let Some(from) = from {
                self.add_pushes(mover, from, &mut choices);
            }
            return choices;
        }
        let ways: Vec<Place> = match from {
            Some(from) => self.map().around(from).map(|(_, to)| to).collect(),
            None => self.entry_hexes(first),
        };
        for to in ways {
            if self.occupied(to, self.attacker.other()) || !self.room(to, self.attacker, &mover.units) {
                continue;
            }
            let way = self.way(from, to, false);
            if self.can_pay(mover, &way) {
                choices.push(Choice::Go(self.hex(to)));
            }
            if way.road
                && self.map().terrain(to) == Terrain::Woods
                && self.can_pay(mover, &self.way(from, to, true))
            {
                choices.push(Choice::Beside(self.hex(to)));
            }
        }
        if let Some(from) = from {
            self.add_pushes(mover, from, &mut choices);
            self.add_charges(mover, from, &mut choices);
            self.add_deeds(mover, from, &mut choices);
        }
        choices
    }

    /// Smoke, recovery and leaving the map.
    fn add_deeds(&self, mover: &Mover, from: Place, choices: &mut Vec<Choice>) {
        let pays = |cost: u8| self.can_pay(mover, &Way { cost, road: false, crest: 0 });
        for &id in &mover.units {
            if self.unit(id).data().smoke > 0 && !self.unit(id).acted {
                if pays(2) {
                    choices.push(Choice::Smoke(id, self.hex(from)));
                }
                if pays(4) {
                    let around = self.map().around(from).map(|(_, to)| Choice::Smoke(id, self.hex(to)));
                    choices.extend(around);
                }
            }
        }
        if pays(2) {
            let lying = (0..self.weapons.len() as u8)
                .filter(|&w| self.weapon(w).lies == Some(from) && !self.weapon(w).recovered);
            for weapon in lying {
                choices.extend(mover.units.iter().map(|&id| Choice::Recover(id, weapon)));
            }
        }
        for &id in &mover.units {
            choices.extend(self.weapons_of(id).filter(|&w| !self.weapon(w).moved).map(Choice::Drop));
        }
        if let Victory::Exit { side, by, .. } = &self.battle.victory
            && *side == self.attacker
            && by.contains(&from)
            && pays(2)
        {
            choices.push(Choice::Exit);
        }
    }

    fn entry_hexes(&self, id: u8) -> Vec<Place> {
        match &self.battle.groups[usize::from(self.unit(id).group)].zone {
            Zone::Enter { by, .. } => by.clone(),
            Zone::SetUp(_) => Vec::new(),
        }
    }

    /// Whether anybody of a stack can still go on.
    pub(super) fn can_go_on(&self, mover: &Mover) -> bool {
        let able = |&id: &u8| self.unit(id).good_order() && !self.unit(id).pinned;
        !mover.stopped && mover.units.iter().any(able)
    }

    pub(super) fn move_on(
        &mut self,
        mut mover: Mover,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match choice {
            Choice::With(id) => {
                self.unit_mut(id).moved = true;
                mover.units.push(id);
                self.frames.push(Frame::Mover(mover));
            }
            Choice::Double => {
                mover.double = true;
                self.frames.push(Frame::Mover(mover));
            }
            Choice::Assault => {
                mover.assault = true;
                self.frames.push(Frame::Mover(mover));
            }
            Choice::Go(hex) => self.go(mover, hex, false, dice, log)?,
            Choice::Beside(hex) => self.go(mover, hex, true, dice, log)?,
            Choice::Smoke(id, hex) => self.grenades(mover, id, hex, dice, log)?,
            Choice::Recover(id, weapon) => {
                self.start(&mut mover);
                self.recover(id, weapon, dice, log)?;
                self.spend(mover, 2, dice, log)?;
            }
            Choice::Push(gun, hex) => self.push_gun(mover, gun, hex, dice, log)?,
            Choice::Charge(weapon, hex) => self.place_charge(mover, weapon, hex, dice, log)?,
            Choice::Drop(weapon) => {
                let place = mover.units.first().and_then(|&id| self.unit(id).place());
                self.drop_weapon(weapon, place);
                self.frames.push(Frame::Mover(mover));
            }
            Choice::Exit => self.leave_map(&mover, log),
            _ => {}
        }
        Ok(())
    }

    /// The first expense: CX of the turn before goes, CX of doubling comes (3.3f, 3.3g).
    pub(in crate::rules::aslsk) fn start(&mut self, mover: &mut Mover) {
        if mover.started {
            mover.units.retain(|&id| self.unit(id).good_order() && !self.unit(id).pinned);
            return;
        }
        mover.started = true;
        for &id in &mover.units {
            self.unit_mut(id).cx = mover.double;
        }
    }

    fn go(
        &mut self,
        mut mover: Mover,
        hex: crate::board::hex::Hex,
        beside: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(to) = self.map().place(hex) else { return Ok(()) };
        self.start(&mut mover);
        if self.stumbles(to, self.attacker, log) {
            return Ok(());
        }
        let from = mover.units.first().and_then(|&id| self.unit(id).place());
        let way = self.way(from, to, beside);
        mover.units.iter().for_each(|&id| self.leave_guns(id));
        mover.road &= way.road;
        mover.here = 0;
        mover.swept = false;
        mover.motion = Motion { moves: true, assault: mover.assault, road: way.road, crest: way.crest };
        for &id in &mover.units {
            let unit = self.unit_mut(id);
            unit.at = Whereabouts::On(to);
            unit.on_road = way.road;
            let carried: Vec<u8> = self.weapons_of(id).collect();
            for weapon in carried {
                self.weapon_mut(weapon).moved = true;
                self.forget_target(weapon);
            }
            self.track(id);
        }
        log.add(|| {
            let who = mover.units.iter().map(|&id| self.called(id)).collect::<Vec<_>>().join(", ");
            Event::new(Tone::Plain, self.attacker, format!("{who} to {}", self.name(to)), "3.3")
                .at([self.cell(to)])
        });
        self.despair();
        self.spend(mover, way.cost, dice, log)
    }

    /// Pays, lets residual firepower attack, and gives the defender his chance.
    pub(in crate::rules::aslsk) fn spend(
        &mut self,
        mut mover: Mover,
        cost: u8,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        mover.spent += cost;
        mover.here += cost;
        let Some(place) = mover.units.first().and_then(|&id| self.unit(id).place()) else { return Ok(()) };
        if !mover.motion.moves {
            mover.motion = Motion { moves: true, assault: mover.assault, road: false, crest: 0 };
        }
        self.shots.clear();
        if !mover.swept {
            mover.swept = true;
            self.sweep(&mover, place, dice, log)?;
        }
        let react = React {
            side: self.attacker.other(),
            units: mover.units.clone(),
            place,
            chances: (mover.here / 2).max(1),
            fired: Vec::new(),
            motion: mover.motion,
        };
        self.frames.push(Frame::Mover(mover));
        self.frames.push(Frame::React(react));
        Ok(())
    }

    fn grenades(
        &mut self,
        mut mover: Mover,
        id: u8,
        hex: crate::board::hex::Hex,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(place) = self.map().place(hex) else { return Ok(()) };
        self.start(&mut mover);
        let own = self.unit(id).is_at(place);
        self.unit_mut(id).acted = true;
        let need = i16::from(self.unit(id).data().smoke);
        let cx = if self.unit(id).cx { modifiers::fixed(List::Die, "cx-smoke").value } else { 0 };
        let die = i16::from(dice.roll(6, || format!("{}: smoke grenades, {need} or less", self.called(id)))?);
        let good = die + cx <= need;
        if good {
            self.lay_smoke(place, Thickness::Grenades, self.attacker);
        }
        log.add(|| {
            let tone = if good { Tone::Success } else { Tone::Failure };
            let text = format!("{} throws smoke into {} ({die})", self.called(id), self.name(place));
            Event::new(tone, self.attacker, text, "3.3h").at([self.cell(place)])
        });
        self.spend(mover, if own { 2 } else { 4 }, dice, log)?;
        if die == 6
            && let Some(Frame::Mover(mover)) =
                self.frames.iter_mut().rev().find(|frame| matches!(frame, Frame::Mover(_)))
        {
            // A 6 ends its movement where it is; the others go on without it.
            mover.units.retain(|&other| other != id);
        }
        Ok(())
    }

    fn leave_map(&mut self, mover: &Mover, log: &mut Log) {
        for &id in &mover.units {
            let worth = if self.unit(id).data().kind == Kind::Squad { 2 } else { 1 };
            self.points[self.attacker.index()] += worth;
            self.unit_mut(id).at = Whereabouts::Exited;
            self.lose_track(id);
            log.add(|| {
                Event::new(
                    Tone::Success,
                    self.attacker,
                    format!("{} leaves the map", self.called(id)),
                    "3.3a",
                )
            });
        }
        self.count_exits();
    }
}
