//! The MPh (3.3).

use std::cell::OnceCell;
use std::ops::ControlFlow;

use super::way::Way;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::aslsk::board::{Place, Terrain};
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::ordnance::manhandling;
use crate::rules::aslsk::state::battle::Victory;
use crate::rules::aslsk::state::{Choice, Forces, Item, Marker, Position, Turn, Whereabouts, Zone};
use crate::rules::aslsk::turn::{ChoiceSink, sequence, stack};
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

pub(super) fn list_moves(forces: &Forces, turn: &Turn, sink: ChoiceSink) -> ControlFlow<()> {
    sink(Choice::Done)?;
    forces.ids().filter(|&id| may_move(forces, turn, id)).map(Choice::Move).try_for_each(sink)
}

#[apply(rule, "3.3a", "3.2", "3.2.3h")]
pub(in crate::rules::aslsk) fn may_move(forces: &Forces, turn: &Turn, id: u8) -> bool {
    let unit = forces.unit(id);
    let fresh = !unit.moved && unit.marker != Marker::Prep && !unit.pinned && unit.destroyed == 0;
    unit.side == turn.attacker
        && fresh
        && (unit.good_order() || sequence::may_enter(forces, turn, id))
        // A unit that fired in the PFPh cannot move, even if its Weapon kept ROF (3.3a).
        && !forces.weapons_of(id).any(|weapon| forces.weapon(weapon).fired)
}

/// Before a stack spends MF: more units, Double Time and Assault Movement.
fn list_beginnings(forces: &Forces, turn: &Turn, mover: &Mover, sink: ChoiceSink) -> ControlFlow<()> {
    let Some(first) = mover.units.first().map(|&id| forces.unit(id)) else {
        return ControlFlow::Continue(());
    };
    let joins = |&id: &u8| {
        let unit = forces.unit(id);
        !mover.units.contains(&id)
            && may_move(forces, turn, id)
            && unit.at == first.at
            && (first.place().is_some() || unit.group == first.group)
    };
    forces.ids().filter(joins).map(Choice::With).try_for_each(&mut *sink)?;
    let fit = |&id: &u8| {
        let unit = forces.unit(id);
        !unit.cx && !unit.tired && !unit.wounded
    };
    if !mover.double && mover.units.iter().all(fit) {
        applies("3.3f");
        applies("3.3g");
        sink(Choice::Double)?;
    }
    if !mover.assault && first.place().is_some() {
        // 3.3e
        sink(Choice::Assault)?;
    }
    ControlFlow::Continue(())
}

impl Position {
    pub(super) fn list_steps(&self, mover: &Mover, sink: ChoiceSink) -> ControlFlow<()> {
        let Position { ground, forces, turn, .. } = self;
        sink(Choice::Done)?;
        let able = stack::able(forces, mover);
        let narrowed;
        let mover = if able.len() == mover.units.len() {
            mover
        } else {
            narrowed = Mover { units: able, ..mover.clone() };
            &narrowed
        };
        let allowance = stack::stack_allowance(forces, mover);
        let Some(&first) = mover.units.first() else { return ControlFlow::Continue(()) };
        let from = forces.unit(first).place();
        if !mover.started {
            list_beginnings(forces, turn, mover, sink)?;
        }
        let mut choices = Vec::new();
        if mover.pushes {
            manhandling::add_pushes(ground, forces, turn.attacker, mover, from, &mut choices);
            return choices.into_iter().try_for_each(sink);
        }
        // No Weapon is moved twice, and Assault Movement is one hex (4a, 3.3e).
        let foreign = |id: u8| {
            forces
                .weapons_of(id)
                .any(|weapon| forces.weapon(weapon).moved && !mover.carried.contains(&weapon))
        };
        let stays = mover.units.iter().any(|&id| foreign(id)) || (mover.assault && mover.went);
        let crowd = OnceCell::new();
        let (size, leaders) = forces.company(&mover.units);
        let mut go = |to: Place| {
            let way = ground.way(from, to, false);
            let beside = (way.road && ground.map().terrain(to) == Terrain::Woods)
                .then(|| ground.way(from, to, true))
                .filter(|beside| mover.pays(allowance, beside));
            let direct = mover.pays(allowance, &way);
            if !(direct || beside.is_some()) {
                return ControlFlow::Continue(());
            }
            // 3.3c
            let crowd = crowd.get_or_init(|| forces.crowd(ground));
            if crowd.known(to, turn.attacker.other()) || !crowd.room(to, turn.attacker, size, leaders) {
                return ControlFlow::Continue(());
            }
            if direct {
                sink(Choice::Go(ground.hex(to)))?;
            }
            if beside.is_some() {
                applies("1.1.1e");
                sink(Choice::Beside(ground.hex(to)))?;
            }
            ControlFlow::Continue(())
        };
        match from {
            _ if stays => {}
            Some(from) => ground.map().around(from).try_for_each(|(_, to)| go(to))?,
            None => entry_hexes(forces, first).iter().try_for_each(|&to| go(to))?,
        }
        manhandling::add_pushes(ground, forces, turn.attacker, mover, from, &mut choices);
        if let Some(from) = from {
            charges::add_charges(ground, forces, turn.attacker, mover, from, &mut choices);
            self.add_deeds(mover, allowance, (from, stays), &mut choices);
        }
        stack::add_partings(forces, mover, &mut choices);
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
        let Position { ground, forces, turn, battle, .. } = self;
        let pays = |cost: u8| mover.pays(allowance, &Way { cost, road: false, crest: 0 });
        for &id in &mover.units {
            if forces.unit(id).data().smoke > 0 && !forces.unit(id).acted && !ground.rules.rain {
                if pays(2) {
                    choices.push(Choice::Smoke(id, ground.hex(from)));
                }
                if pays(4) {
                    let around = ground.map().around(from).map(|(_, to)| Choice::Smoke(id, ground.hex(to)));
                    choices.extend(around);
                }
            }
        }
        if pays(2) {
            // 3.3i
            let lying = self
                .forces
                .weapon_ids()
                .filter(|&w| forces.weapon(w).lies == Some(from) && !forces.weapon(w).recovered);
            for weapon in lying {
                choices.extend(mover.units.iter().map(|&id| Choice::Recover(id, weapon)));
            }
        }
        for &id in &mover.units {
            // 4a
            choices.extend(forces.weapons_of(id).map(Choice::Drop));
        }
        if let Victory::Exit { side, by, .. } = &battle.victory
            && *side == turn.attacker
            && by.contains(&from)
            && !stays
            && mover.pays(allowance, &ground.exit_way(from))
        {
            choices.push(Choice::Exit);
        }
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

/// The hexes by which a unit enters the map.
#[apply(rule, "3.3j")]
pub fn entry_hexes(forces: &Forces, id: u8) -> &[Place] {
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
