//! The MPh (3.3).

use std::cell::OnceCell;
use std::ops::ControlFlow;

use super::first_fire::React;
use crate::board::hex::Side;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Target, Test, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::board::{Place, Terrain};
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::ordnance::smoke::Thickness;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::battle::Victory;
use crate::rules::aslsk::state::{Choice, Item, Marker, Whereabouts, Zone};
use crate::rules::aslsk::tables::modifiers::{self, List};
use crate::rules::aslsk::turn::rally::ONE_DIE;
use crate::rules::aslsk::turn::{ChoiceSink, Frame};

/// A moving stack. MF are counted in halves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mover {
    /// The units moving together.
    pub units: Vec<u8>,
    /// Has spent MF.
    pub started: bool,
    /// Assault Movement.
    pub assault: bool,
    /// Double Time.
    pub double: bool,
    /// Half MF spent so far.
    pub spent: u8,
    /// Half MF spent in this hex.
    pub here: u8,
    /// Has spent MF only on crossing road hexsides (1.1.1c).
    pub road: bool,
    /// How it entered its hex.
    pub motion: Motion,
    /// Has entered a hex.
    pub went: bool,
    /// The units that Residual FP attacked in this hex, with the DRM (3.3.1h).
    pub residual_drm: Vec<(u8, i16)>,
    /// The firers against it in this hex (3.3.1f).
    pub fired: Vec<Item>,
    /// Weapons it has carried to another hex; it can carry no others on (4a).
    pub carried: Vec<u8>,
    /// Manhandles a Gun (6.5).
    pub pushes: bool,
    /// Cannot move on.
    pub stopped: bool,
}

impl Mover {
    /// Enters another hex, where MF, Residual FP and firers count from zero.
    pub fn enter(&mut self) {
        (self.here, self.went) = (0, true);
        self.residual_drm.clear();
        self.fired.clear();
    }
}

/// One step of a move.
#[derive(Copy, Clone, Debug)]
pub struct Way {
    /// Its cost in half MF.
    pub cost: u8,
    /// Along the road at the road rate.
    pub road: bool,
    /// The hexside of a Crest Line crossed uphill, as a bit of the hex entered.
    pub crest: u8,
}

impl Position {
    pub(super) fn list_moves(&self, sink: ChoiceSink) -> ControlFlow<()> {
        sink(Choice::Done)?;
        self.ids().filter(|&id| self.may_move(id)).map(Choice::Move).try_for_each(sink)
    }

    pub(in crate::rules::aslsk) fn may_move(&self, id: u8) -> bool {
        applies("3.3a");
        applies("3.2");
        applies("3.2.3h");
        let unit = self.unit(id);
        let fresh = !unit.moved && unit.marker != Marker::Prep && !unit.pinned && unit.destroyed == 0;
        unit.side == self.attacker
            && fresh
            && (unit.good_order() || self.may_enter(id))
            // A unit that fired in the PFPh cannot move, even if its Weapon kept ROF (3.3a).
            && !self.weapons_of(id).any(|weapon| self.weapon(weapon).fired)
    }

    pub(super) fn begin_move(&mut self, choice: Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Move(id) = choice else { return self.next_phase(dice, log) };
        self.frames.push(Frame::Move);
        self.reveal(id, log);
        self.unit_mut(id).moved = true;
        let mover = self.mover_of(vec![id]);
        self.frames.push(Frame::Mover(mover));
        Ok(())
    }

    /// Units at the start of their move.
    pub(super) fn mover_of(&self, units: Vec<u8>) -> Mover {
        let off = units.first().map(|&id| self.unit(id)).filter(|unit| unit.at == Whereabouts::Off);
        let zone = off.map(|unit| &self.battle.groups[usize::from(unit.group)].zone);
        let spent = if let Some(Zone::Enter { spent, .. }) = zone { *spent } else { 0 };
        Mover {
            units,
            started: false,
            assault: false,
            double: false,
            spent,
            here: 0,
            road: true,
            motion: Motion::default(),
            went: false,
            residual_drm: Vec::new(),
            fired: Vec::new(),
            carried: Vec::new(),
            pushes: false,
            stopped: false,
        }
    }

    /// The step from a hex, or from off-board, into another (1.1.1, 1.2.5c).
    pub(in crate::rules::aslsk) fn way(&self, from: Option<Place>, to: Place, beside: bool) -> Way {
        let map = self.map();
        let uphill = from.is_some_and(|from| map.level(to) > map.level(from));
        let road = map.road(to);
        // The hexside entered, where it matters.
        let side = from.filter(|_| road != 0 || uphill).and_then(|from| map.side_between(to, from));
        let along = side.is_some_and(|side| road & (1 << side as u8) != 0);
        let by_road = if from.is_some() { along } else { road != 0 } && !beside;
        let mut cost = if by_road { Terrain::Open.row().mf } else { map.terrain(to).row().mf };
        if uphill {
            cost *= 2;
            applies("1.1.1j");
        }
        if self.smoky(to) {
            cost += 2;
            applies("1.2.5c");
        }
        // Rain makes slopes slippery, except on paved roads (S16).
        let paved = by_road && map.paved(to);
        if self.battle.special.rain && !paved && from.is_some_and(|from| map.level(from) != map.level(to)) {
            cost += 2;
        }
        let crest = match side {
            Some(side) if uphill => 1 << side as u8,
            _ => 0,
        };
        Way { cost, road: by_road, crest }
    }

    /// The half MF to enter a hex from an adjacent one or from off-board.
    pub fn way_cost(&self, from: impl Into<Option<Place>>, to: Place) -> u8 {
        self.way(from.into(), to, false).cost
    }

    pub(super) fn list_steps(&self, mover: &Mover, sink: ChoiceSink) -> ControlFlow<()> {
        sink(Choice::Done)?;
        let able = self.able(mover);
        let narrowed;
        let mover = if able.len() == mover.units.len() {
            mover
        } else {
            narrowed = Mover { units: able, ..mover.clone() };
            &narrowed
        };
        let allowance = self.stack_allowance(mover);
        let Some(&first) = mover.units.first() else { return ControlFlow::Continue(()) };
        let from = self.unit(first).place();
        if !mover.started {
            let beside = |id: &u8| {
                !mover.units.contains(id) && self.may_move(*id) && self.unit(*id).at == self.unit(first).at
            };
            let same = |id: &u8| from.is_some() || self.unit(*id).group == self.unit(first).group;
            self.ids().filter(beside).filter(same).map(Choice::With).try_for_each(&mut *sink)?;
            let fit = |&id: &u8| !self.unit(id).cx && !self.unit(id).tired && !self.unit(id).wounded;
            if !mover.double && mover.units.iter().all(fit) {
                applies("3.3f");
                applies("3.3g");
                sink(Choice::Double)?;
            }
            if !mover.assault && from.is_some() {
                applies("3.3e");
                sink(Choice::Assault)?;
            }
        }
        let mut choices = Vec::new();
        if mover.pushes {
            self.add_pushes(mover, from, &mut choices);
            return choices.into_iter().try_for_each(sink);
        }
        // No Weapon is moved twice, and Assault Movement is one hex (4a, 3.3e).
        let foreign = |id: u8| {
            self.weapons_of(id).any(|weapon| self.weapon(weapon).moved && !mover.carried.contains(&weapon))
        };
        applies("4a");
        let stays = mover.units.iter().any(|&id| foreign(id)) || (mover.assault && mover.went);
        let crowd = OnceCell::new();
        let (size, leaders) = self.company(&mover.units);
        let mut go = |to: Place| {
            let way = self.way(from, to, false);
            let beside = (way.road && self.map().terrain(to) == Terrain::Woods)
                .then(|| self.way(from, to, true))
                .filter(|beside| mover.pays(allowance, beside));
            let direct = mover.pays(allowance, &way);
            if !(direct || beside.is_some()) {
                return ControlFlow::Continue(());
            }
            applies("3.3c");
            let crowd = crowd.get_or_init(|| self.crowd());
            if crowd.known(to, self.attacker.other()) || !crowd.room(to, self.attacker, size, leaders) {
                return ControlFlow::Continue(());
            }
            if direct {
                sink(Choice::Go(self.hex(to)))?;
            }
            if beside.is_some() {
                applies("1.1.1e");
                sink(Choice::Beside(self.hex(to)))?;
            }
            ControlFlow::Continue(())
        };
        match from {
            _ if stays => {}
            Some(from) => self.map().around(from).try_for_each(|(_, to)| go(to))?,
            None => self.entry_hexes(first).iter().try_for_each(|&to| go(to))?,
        }
        self.add_pushes(mover, from, &mut choices);
        if let Some(from) = from {
            self.add_charges(mover, from, &mut choices);
            self.add_deeds(mover, allowance, (from, stays), &mut choices);
        }
        self.add_partings(mover, &mut choices);
        choices.into_iter().try_for_each(sink)
    }

    /// Smoke grenades, recovery and exit.
    fn add_deeds(
        &self,
        mover: &Mover,
        allowance: u8,
        (from, stays): (Place, bool),
        choices: &mut Vec<Choice>,
    ) {
        let pays = |cost: u8| mover.pays(allowance, &Way { cost, road: false, crest: 0 });
        for &id in &mover.units {
            if self.unit(id).data().smoke > 0 && !self.unit(id).acted && !self.battle.special.rain {
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
            applies("3.3i");
            let lying = (0..self.weapons.len() as u8)
                .filter(|&w| self.weapon(w).lies == Some(from) && !self.weapon(w).recovered);
            for weapon in lying {
                choices.extend(mover.units.iter().map(|&id| Choice::Recover(id, weapon)));
            }
        }
        for &id in &mover.units {
            applies("4a");
            choices.extend(self.weapons_of(id).map(Choice::Drop));
        }
        if let Victory::Exit { side, by, .. } = &self.battle.victory
            && *side == self.attacker
            && by.contains(&from)
            && !stays
            && mover.pays(allowance, &self.exit_way(from))
        {
            choices.push(Choice::Exit);
        }
    }

    /// The way off the map: Open Ground, or the cheapest off-board hex where the terrain there exists (S11, K-56).
    /// Roads extend off-board (3.3j).
    pub fn exit_way(&self, from: Place) -> Way {
        applies("3.3j");
        let leaves = |side: Side| self.map().step(from, side).is_none_or(|to| !self.map().playable(to));
        let road =
            Side::ALL.into_iter().any(|side| self.map().road(from) & (1 << side as u8) != 0 && leaves(side));
        let beyond = Side::ALL.into_iter().filter_map(|side| self.map().step(from, side));
        let beyond = beyond.filter(|&to| !self.map().playable(to)).map(|to| self.way(Some(from), to, false));
        let cheapest = beyond.min_by_key(|way| way.cost).filter(|_| self.battle.special.off_board_terrain);
        cheapest.unwrap_or(Way { cost: Terrain::Open.row().mf, road, crest: 0 })
    }

    /// The hexes by which a unit enters the map.
    pub fn entry_hexes(&self, id: u8) -> &[Place] {
        applies("3.3j");
        match &self.battle.groups[usize::from(self.unit(id).group)].zone {
            Zone::Enter { by, .. } => by,
            Zone::SetUp(_) => &[],
        }
    }

    /// Whether any unit of a stack can move on.
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
        mover.units = self.able(&mover);
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
            Choice::Part(id) => self.part(mover, id),
            Choice::Go(hex) => self.go(mover, hex, false, dice, log)?,
            Choice::Beside(hex) => self.go(mover, hex, true, dice, log)?,
            Choice::Smoke(id, hex) => self.grenades(mover, id, hex, dice, log)?,
            Choice::Recover(id, weapon) => {
                self.start(&mut mover);
                mover.road = false;
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

    /// On the first MF spent, Double Time makes the units CX (3.3f, 3.3g).
    pub(in crate::rules::aslsk) fn start(&mut self, mover: &mut Mover) {
        if mover.started {
            return;
        }
        mover.started = true;
        for &id in &mover.units {
            self.unit_mut(id).cx |= mover.double;
            applies("3.3f");
            applies("3.3g");
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
        if self.runs_into_hidden_gun(to, self.attacker, log) {
            return Ok(());
        }
        let from = mover.units.first().and_then(|&id| self.unit(id).place());
        let way = self.way(from, to, beside);
        mover.units.iter().for_each(|&id| self.leave_guns(id));
        mover.road &= way.road;
        mover.enter();
        mover.motion = Motion { moves: true, assault: mover.assault, road: way.road, crest: way.crest };
        for id in mover.units.clone() {
            let unit = self.unit_mut(id);
            unit.at = Whereabouts::On(to);
            unit.on_road = way.road;
            let carried: Vec<u8> = self.weapons_of(id).collect();
            for weapon in carried {
                self.weapon_mut(weapon).moved = true;
                self.forget_target(weapon);
                mover.carried.push(weapon);
            }
            self.track(id);
        }
        log.add(|| {
            let units = mover.units.iter().map(|&id| self.factors_of(id)).collect::<Vec<_>>().join(", ");
            let from = from.map_or("off-board", |from| self.name(from));
            let text = format!("{units}: {from} to {}", self.name(to));
            let moves = if mover.units.len() == 1 { "moves" } else { "move" };
            let what = format!("{moves} to {}", self.name(to));
            Event::new(Tone::Plain, self.attacker, text, "3.3").at([self.cell(to)]).moves(units, what)
        });
        self.place_dm();
        self.spend(mover, way.cost, dice, log)
    }

    /// Spends MF, resolves Residual FP and gives the DEFENDER an opportunity to fire.
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
        applies("3.3.1a");
        self.attack_by_residual(&mut mover, place, dice, log)?;
        let react = React {
            side: self.attacker.other(),
            units: mover.units.clone(),
            place,
            chances: (mover.here / 2).max(1),
            fired: mover.fired.clone(),
            motion: mover.motion,
        };
        self.frames.push(Frame::Mover(mover));
        self.frames.push(Frame::React(react));
        Ok(())
    }

    /// The dr for placing Smoke grenades (3.3h).
    pub fn grenade_test(&self, id: u8, cx: bool) -> Test {
        let line = cx.then(|| modifiers::fixed(List::Die, "cx-smoke"));
        let number = i16::from(self.unit(id).data().smoke);
        Test::new(&ONE_DIE, Target::AtMost(number), "Smoke grenades", "3.3h").modified(line)
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
        mover.road = false;
        let own = self.unit(id).is_at(place);
        self.unit_mut(id).acted = true;
        let need = self.unit(id).data().smoke;
        let die = dice.roll(6, || format!("{}: Smoke grenades, {need} or less", self.called(id)))?;
        let good = self.grenade_test(id, self.unit(id).cx).passes(die);
        if good {
            self.lay_smoke(place, Thickness::Grenades, self.attacker);
        }
        log.add(|| {
            let tone = if good { Tone::Success } else { Tone::Failure };
            let text = format!(
                "{}: Smoke in {}: dr {die} vs {need}, {}",
                self.called(id),
                self.name(place),
                if good { "placed" } else { "none" }
            );
            Event::new(tone, self.attacker, text, "3.3h").at([self.cell(place)])
        });
        self.spend(mover, if own { 2 } else { 4 }, dice, log)?;
        if die == 6
            && let Some(Frame::Mover(mover)) =
                self.frames.iter_mut().rev().find(|frame| matches!(frame, Frame::Mover(_)))
        {
            // A 6 ends the unit's MPh in its hex; the rest of the stack may move on.
            mover.units.retain(|&other| other != id);
        }
        Ok(())
    }

    fn leave_map(&mut self, mover: &Mover, log: &mut Log) {
        for &id in &mover.units {
            let worth = self.worth(self.unit(id));
            self.points[self.attacker.index()] += worth;
            self.unit_mut(id).at = Whereabouts::Exited;
            self.lose_track(id);
            log.add(|| {
                Event::new(Tone::Success, self.attacker, format!("{} exits", self.called(id)), "3.3a")
            });
        }
        self.decide();
    }
}
