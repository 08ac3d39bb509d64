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
use crate::rules::aslsk::fire::desperation;
use crate::rules::aslsk::ordnance::smoke::Thickness;
use crate::rules::aslsk::ordnance::{acquisition, hidden, manhandling};
use crate::rules::aslsk::state::battle::Victory;
use crate::rules::aslsk::state::{
    Choice, Forces, Ground, Item, Marker, Position, Turn, Whereabouts, Zone, names,
};
use crate::rules::aslsk::tables::modifiers::{self, List};
use crate::rules::aslsk::turn::rally::{self, ONE_DIE};
use crate::rules::aslsk::turn::{self, ChoiceSink, Frame, ending, stack};
use crate::rules::aslsk::weapons::charges;

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

pub(super) fn list_moves(forces: &Forces, turn: &Turn, sink: ChoiceSink) -> ControlFlow<()> {
    sink(Choice::Done)?;
    forces.ids().filter(|&id| may_move(forces, turn, id)).map(Choice::Move).try_for_each(sink)
}

pub(in crate::rules::aslsk) fn may_move(forces: &Forces, turn: &Turn, id: u8) -> bool {
    applies("3.3a");
    applies("3.2");
    applies("3.2.3h");
    let unit = forces.unit(id);
    let fresh = !unit.moved && unit.marker != Marker::Prep && !unit.pinned && unit.destroyed == 0;
    unit.side == turn.attacker
        && fresh
        && (unit.good_order() || turn::may_enter(forces, turn, id))
        // A unit that fired in the PFPh cannot move, even if its Weapon kept ROF (3.3a).
        && !forces.weapons_of(id).any(|weapon| forces.weapon(weapon).fired)
}

impl Position {
    pub(super) fn begin_move(&mut self, choice: Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Move(id) = choice else { return self.next_phase(dice, log) };
        self.turn.frames.push(Frame::Move);
        hidden::reveal(&self.ground, &mut self.forces, id, log);
        self.forces.unit_mut(id).moved = true;
        let mover = mover_of(&self.forces, vec![id]);
        self.turn.frames.push(Frame::Mover(mover));
        Ok(())
    }

    pub(super) fn list_steps(&self, mover: &Mover, sink: ChoiceSink) -> ControlFlow<()> {
        sink(Choice::Done)?;
        let able = stack::able(&self.forces, mover);
        let narrowed;
        let mover = if able.len() == mover.units.len() {
            mover
        } else {
            narrowed = Mover { units: able, ..mover.clone() };
            &narrowed
        };
        let allowance = stack::stack_allowance(&self.forces, mover);
        let Some(&first) = mover.units.first() else { return ControlFlow::Continue(()) };
        let from = self.forces.unit(first).place();
        if !mover.started {
            let beside = |id: &u8| {
                !mover.units.contains(id)
                    && may_move(&self.forces, &self.turn, *id)
                    && self.forces.unit(*id).at == self.forces.unit(first).at
            };
            let same =
                |id: &u8| from.is_some() || self.forces.unit(*id).group == self.forces.unit(first).group;
            self.forces.ids().filter(beside).filter(same).map(Choice::With).try_for_each(&mut *sink)?;
            let fit = |&id: &u8| {
                !self.forces.unit(id).cx && !self.forces.unit(id).tired && !self.forces.unit(id).wounded
            };
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
            manhandling::add_pushes(
                &self.ground,
                &self.forces,
                self.turn.attacker,
                mover,
                from,
                &mut choices,
            );
            return choices.into_iter().try_for_each(sink);
        }
        // No Weapon is moved twice, and Assault Movement is one hex (4a, 3.3e).
        let foreign = |id: u8| {
            self.forces
                .weapons_of(id)
                .any(|weapon| self.forces.weapon(weapon).moved && !mover.carried.contains(&weapon))
        };
        applies("4a");
        let stays = mover.units.iter().any(|&id| foreign(id)) || (mover.assault && mover.went);
        let crowd = OnceCell::new();
        let (size, leaders) = self.forces.company(&mover.units);
        let mut go = |to: Place| {
            let way = self.ground.way(from, to, false);
            let beside = (way.road && self.ground.map().terrain(to) == Terrain::Woods)
                .then(|| self.ground.way(from, to, true))
                .filter(|beside| mover.pays(allowance, beside));
            let direct = mover.pays(allowance, &way);
            if !(direct || beside.is_some()) {
                return ControlFlow::Continue(());
            }
            applies("3.3c");
            let crowd = crowd.get_or_init(|| self.forces.crowd(&self.ground));
            if crowd.known(to, self.turn.attacker.other())
                || !crowd.room(to, self.turn.attacker, size, leaders)
            {
                return ControlFlow::Continue(());
            }
            if direct {
                sink(Choice::Go(self.ground.hex(to)))?;
            }
            if beside.is_some() {
                applies("1.1.1e");
                sink(Choice::Beside(self.ground.hex(to)))?;
            }
            ControlFlow::Continue(())
        };
        match from {
            _ if stays => {}
            Some(from) => self.ground.map().around(from).try_for_each(|(_, to)| go(to))?,
            None => entry_hexes(&self.forces, first).iter().try_for_each(|&to| go(to))?,
        }
        manhandling::add_pushes(&self.ground, &self.forces, self.turn.attacker, mover, from, &mut choices);
        if let Some(from) = from {
            charges::add_charges(&self.ground, &self.forces, self.turn.attacker, mover, from, &mut choices);
            self.add_deeds(mover, allowance, (from, stays), &mut choices);
        }
        stack::add_partings(&self.forces, mover, &mut choices);
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
            if self.forces.unit(id).data().smoke > 0 && !self.forces.unit(id).acted && !self.ground.rules.rain
            {
                if pays(2) {
                    choices.push(Choice::Smoke(id, self.ground.hex(from)));
                }
                if pays(4) {
                    let around =
                        self.ground.map().around(from).map(|(_, to)| Choice::Smoke(id, self.ground.hex(to)));
                    choices.extend(around);
                }
            }
        }
        if pays(2) {
            applies("3.3i");
            let lying = self
                .forces
                .weapon_ids()
                .filter(|&w| self.forces.weapon(w).lies == Some(from) && !self.forces.weapon(w).recovered);
            for weapon in lying {
                choices.extend(mover.units.iter().map(|&id| Choice::Recover(id, weapon)));
            }
        }
        for &id in &mover.units {
            applies("4a");
            choices.extend(self.forces.weapons_of(id).map(Choice::Drop));
        }
        if let Victory::Exit { side, by, .. } = &self.battle.victory
            && *side == self.turn.attacker
            && by.contains(&from)
            && !stays
            && mover.pays(allowance, &self.ground.exit_way(from))
        {
            choices.push(Choice::Exit);
        }
    }

    pub(super) fn move_on(
        &mut self,
        mut mover: Mover,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        mover.units = stack::able(&self.forces, &mover);
        match choice {
            Choice::With(id) => {
                self.forces.unit_mut(id).moved = true;
                mover.units.push(id);
                self.turn.frames.push(Frame::Mover(mover));
            }
            Choice::Double => {
                mover.double = true;
                self.turn.frames.push(Frame::Mover(mover));
            }
            Choice::Assault => {
                mover.assault = true;
                self.turn.frames.push(Frame::Mover(mover));
            }
            Choice::Part(id) => self.part(mover, id),
            Choice::Go(hex) => self.go(mover, hex, false, dice, log)?,
            Choice::Beside(hex) => self.go(mover, hex, true, dice, log)?,
            Choice::Smoke(id, hex) => self.grenades(mover, id, hex, dice, log)?,
            Choice::Recover(id, weapon) => {
                start(&mut self.forces, &mut mover);
                mover.road = false;
                rally::recover(&self.ground, &mut self.forces, id, weapon, dice, log)?;
                self.spend(mover, 2, dice, log)?;
            }
            Choice::Push(gun, hex) => self.push_gun(mover, gun, hex, dice, log)?,
            Choice::Charge(weapon, hex) => self.place_charge(mover, weapon, hex, dice, log)?,
            Choice::Drop(weapon) => {
                let place = mover.units.first().and_then(|&id| self.forces.unit(id).place());
                self.forces.drop_weapon(weapon, place);
                self.turn.frames.push(Frame::Mover(mover));
            }
            Choice::Exit => self.leave_map(&mover, log),
            _ => {}
        }
        Ok(())
    }

    fn go(
        &mut self,
        mut mover: Mover,
        hex: crate::board::hex::Hex,
        beside: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(to) = self.ground.map().place(hex) else { return Ok(()) };
        start(&mut self.forces, &mut mover);
        if manhandling::runs_into_hidden_gun(&self.ground, &mut self.forces, to, self.turn.attacker, log) {
            return Ok(());
        }
        let from = mover.units.first().and_then(|&id| self.forces.unit(id).place());
        let way = self.ground.way(from, to, beside);
        mover.units.iter().for_each(|&id| self.forces.leave_guns(id));
        mover.road &= way.road;
        mover.enter();
        mover.motion = Motion { moves: true, assault: mover.assault, road: way.road, crest: way.crest };
        for id in mover.units.clone() {
            let unit = self.forces.unit_mut(id);
            unit.at = Whereabouts::On(to);
            unit.on_road = way.road;
            let carried: Vec<u8> = self.forces.weapons_of(id).collect();
            for weapon in carried {
                self.forces.weapon_mut(weapon).moved = true;
                self.forces.forget_target(weapon);
                mover.carried.push(weapon);
            }
            acquisition::track(&self.ground, &mut self.forces, id);
        }
        log.add(|| {
            let units = mover
                .units
                .iter()
                .map(|&id| names::factors_of(&self.forces, id))
                .collect::<Vec<_>>()
                .join(", ");
            let from = from.map_or("off-board", |from| self.ground.name(from));
            let text = format!("{units}: {from} to {}", self.ground.name(to));
            let moves = if mover.units.len() == 1 { "moves" } else { "move" };
            let what = format!("{moves} to {}", self.ground.name(to));
            Event::new(Tone::Plain, self.turn.attacker, text, "3.3")
                .at([self.ground.cell(to)])
                .moves(units, what)
        });
        desperation::place_dm(&self.ground, &mut self.forces);
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
        let Some(place) = mover.units.first().and_then(|&id| self.forces.unit(id).place()) else {
            return Ok(());
        };
        if !mover.motion.moves {
            mover.motion = Motion { moves: true, assault: mover.assault, road: false, crest: 0 };
        }
        self.turn.shots.clear();
        applies("3.3.1a");
        self.attack_by_residual(&mut mover, place, dice, log)?;
        let react = React {
            side: self.turn.attacker.other(),
            units: mover.units.clone(),
            place,
            chances: (mover.here / 2).max(1),
            fired: mover.fired.clone(),
            motion: mover.motion,
        };
        self.turn.frames.push(Frame::Mover(mover));
        self.turn.frames.push(Frame::React(react));
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
        let Some(place) = self.ground.map().place(hex) else { return Ok(()) };
        start(&mut self.forces, &mut mover);
        mover.road = false;
        let own = self.forces.unit(id).is_at(place);
        self.forces.unit_mut(id).acted = true;
        let need = self.forces.unit(id).data().smoke;
        let die = dice.roll(6, || {
            format!("{}: Smoke grenades, {need} or less", names::called(&self.ground, &self.forces, id))
        })?;
        let good = grenade_test(&self.forces, id, self.forces.unit(id).cx).passes(die);
        if good {
            self.ground.lay_smoke(place, Thickness::Grenades, self.turn.attacker);
        }
        log.add(|| {
            let tone = if good { Tone::Success } else { Tone::Failure };
            let text = format!(
                "{}: Smoke in {}: dr {die} vs {need}, {}",
                names::called(&self.ground, &self.forces, id),
                self.ground.name(place),
                if good { "placed" } else { "none" }
            );
            Event::new(tone, self.turn.attacker, text, "3.3h").at([self.ground.cell(place)])
        });
        self.spend(mover, if own { 2 } else { 4 }, dice, log)?;
        if die == 6
            && let Some(Frame::Mover(mover)) =
                self.turn.frames.iter_mut().rev().find(|frame| matches!(frame, Frame::Mover(_)))
        {
            // A 6 ends the unit's MPh in its hex; the rest of the stack may move on.
            mover.units.retain(|&other| other != id);
        }
        Ok(())
    }

    fn leave_map(&mut self, mover: &Mover, log: &mut Log) {
        for &id in &mover.units {
            let worth = ending::worth(&self.battle.victory, self.forces.unit(id));
            self.score.points[self.turn.attacker.index()] += worth;
            self.forces.unit_mut(id).at = Whereabouts::Exited;
            self.forces.lose_track(id);
            log.add(|| {
                Event::new(
                    Tone::Success,
                    self.turn.attacker,
                    format!("{} exits", names::called(&self.ground, &self.forces, id)),
                    "3.3a",
                )
            });
        }
        self.decide();
    }
}

/// Units at the start of their move.
pub(super) fn mover_of(forces: &Forces, units: Vec<u8>) -> Mover {
    let off = units.first().map(|&id| forces.unit(id)).filter(|unit| unit.at == Whereabouts::Off);
    let zone = off.map(|unit| &forces.group_of(unit).zone);
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

impl Ground {
    /// The step from a hex, or from off-board, into another (1.1.1, 1.2.5c).
    pub fn way(&self, from: Option<Place>, to: Place, beside: bool) -> Way {
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
        if self.rules.rain && !paved && from.is_some_and(|from| map.level(from) != map.level(to)) {
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

    /// The way off the map: Open Ground, or the cheapest off-board hex where the terrain there exists (S11, K-56).
    /// Roads extend off-board (3.3j).
    pub fn exit_way(&self, from: Place) -> Way {
        applies("3.3j");
        let leaves = |side: Side| self.map().step(from, side).is_none_or(|to| !self.map().playable(to));
        let road =
            Side::ALL.into_iter().any(|side| self.map().road(from) & (1 << side as u8) != 0 && leaves(side));
        let beyond = Side::ALL.into_iter().filter_map(|side| self.map().step(from, side));
        let beyond = beyond.filter(|&to| !self.map().playable(to)).map(|to| self.way(Some(from), to, false));
        let cheapest = beyond.min_by_key(|way| way.cost).filter(|_| self.rules.off_board_terrain);
        cheapest.unwrap_or(Way { cost: Terrain::Open.row().mf, road, crest: 0 })
    }
}

/// The hexes by which a unit enters the map.
pub fn entry_hexes(forces: &Forces, id: u8) -> &[Place] {
    applies("3.3j");
    match &forces.group_of(forces.unit(id)).zone {
        Zone::Enter { by, .. } => by,
        Zone::SetUp(_) => &[],
    }
}

/// Whether any unit of a stack can move on.
pub(super) fn can_go_on(forces: &Forces, mover: &Mover) -> bool {
    let able = |&id: &u8| forces.unit(id).good_order() && !forces.unit(id).pinned;
    !mover.stopped && mover.units.iter().any(able)
}

/// On the first MF spent, Double Time makes the units CX (3.3f, 3.3g).
pub(in crate::rules::aslsk) fn start(forces: &mut Forces, mover: &mut Mover) {
    if mover.started {
        return;
    }
    mover.started = true;
    for &id in &mover.units {
        forces.unit_mut(id).cx |= mover.double;
        applies("3.3f");
        applies("3.3g");
    }
}

/// The dr for placing Smoke grenades (3.3h).
pub fn grenade_test(forces: &Forces, id: u8, cx: bool) -> Test {
    let line = cx.then(|| modifiers::fixed(List::Die, "cx-smoke"));
    let number = i16::from(forces.unit(id).data().smoke);
    Test::new(&ONE_DIE, Target::AtMost(number), "Smoke grenades", "3.3h").modified(line)
}
