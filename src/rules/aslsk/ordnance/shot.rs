//! Building a shot of ordnance: target type, ammo, CA and leader (3.2.4).

use super::ammunition::{demands, special};
use super::arc;
use crate::board::hex::Spine;
use crate::dice::{Ask, Dice};
use crate::game::Log;
use crate::ledger::cited::applies;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::aim::{self, Mode};
use crate::rules::aslsk::fire::attack::{Motion, directors};
use crate::rules::aslsk::fire::desperation;
use crate::rules::aslsk::ordnance::{ammunition, turning};
use crate::rules::aslsk::state::{Choice, Forces, Ground, Item, Marker, Position, Turn};
use crate::rules::aslsk::tables::guns::{Ammo, TargetType};
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

/// A shot being built. What is not chosen has its default: Infantry Target Type, HE, the smallest CA change,
/// no leader, Backblast accepted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// The kind of fire.
    pub mode: Mode,
    /// The firing side.
    pub side: Side,
    /// The weapon.
    pub weapon: u8,
    /// The firing hex.
    pub from: Place,
    /// The target hex.
    pub target: Place,
    /// The known units attacked.
    pub targets: Vec<u8>,
    /// How the target moves, in the movement phase.
    pub moving: Motion,
    /// Intensive Fire (3.2.4i).
    pub intensive: bool,
    /// The chosen target type, if any.
    pub kind: Option<TargetType>,
    /// The chosen ammo, if any.
    pub ammo: Option<Ammo>,
    /// The chosen facing, if any.
    pub facing: Option<Spine>,
    /// The directing leader.
    pub leader: Option<u8>,
    /// Backblast avoided (4.4.2).
    pub shielded: bool,
    /// The leader that helps another to fire a light mortar (4.5).
    pub helper: Option<u8>,
}

impl Shot {
    /// Sets what a choice decides about the shot; `false` for a choice that fires it or decides nothing.
    pub fn choose(&mut self, choice: Choice) -> bool {
        match choice {
            Choice::Area => self.kind = Some(TargetType::Area),
            Choice::Load(ammo) => self.ammo = Some(ammo),
            Choice::Toward(facing) => self.facing = Some(facing),
            Choice::Direct(leader) => self.leader = Some(leader),
            Choice::Shield => self.shielded = true,
            Choice::Help(leader) => self.helper = Some(leader),
            _ => return false,
        }
        true
    }

    /// A shot with nothing chosen yet.
    pub fn new(
        position: &Position,
        mode: Mode,
        side: Side,
        weapon: u8,
        target: Place,
        targets: Vec<u8>,
        moving: Motion,
    ) -> Shot {
        let Position { ground, forces, turn, .. } = position;
        let intensive =
            ready(ground, forces, turn, weapon, target, mode).is_some_and(|ready| ready.intensive);
        let from =
            position.forces.weapon(weapon).holder.and_then(|id| forces.unit(id).place()).unwrap_or(target);
        Shot {
            mode,
            side,
            weapon,
            from,
            target,
            targets,
            moving,
            intensive,
            kind: None,
            ammo: None,
            facing: None,
            leader: None,
            shielded: false,
            helper: None,
        }
    }

    /// The ammo in use.
    pub fn ammo(&self, position: &Position) -> Ammo {
        let usual = || {
            ammunition::loads(
                &position.ground,
                &position.forces,
                &position.turn,
                self.weapon,
                self.target,
                self.mode,
            )
            .first()
            .copied()
        };
        self.ammo.or_else(usual).unwrap_or(Ammo::HE)
    }

    /// The target type: required by the ammo, or chosen.
    pub fn kind(&self, position: &Position) -> TargetType {
        let demanded = position
            .forces
            .weapon(self.weapon)
            .ordnance()
            .and_then(|ordnance| demands(ordnance, self.ammo(position)));
        demanded.or(self.kind).unwrap_or_default()
    }

    /// The facing in use.
    pub fn facing(&self, ground: &Ground, forces: &Forces) -> Spine {
        let now = forces.weapon(self.weapon).carriage.facing;
        self.facing.or(turning::turning(ground, forces, self.weapon, self.target).0).unwrap_or(now)
    }

    /// The choices left; each can be made once.
    pub fn choices(&self, position: &Position) -> Vec<Choice> {
        let Position { ground, forces, turn, .. } = position;
        let mut choices = vec![Choice::Shoot];
        let weapon = forces.weapon(self.weapon);
        let Some(ordnance) = weapon.ordnance() else { return choices };
        let ammo = self.ammo(position);
        if self.kind.is_none() && demands(ordnance, ammo).is_none() {
            choices.push(Choice::Area);
        }
        if self.ammo.is_none() && self.kind.is_none() {
            let loads = ammunition::loads(ground, forces, turn, self.weapon, self.target, self.mode);
            choices.extend(loads.into_iter().filter(|&load| load != ammo).map(Choice::Load));
        }
        if self.facing.is_none() && ordnance.gun() {
            let now = self.facing(ground, forces);
            let others = arc::facings(ground.hex(self.from), now, ground.hex(self.target));
            choices.extend(others.into_iter().filter(|&facing| facing != now).map(Choice::Toward));
        }
        // Leaders direct mortars and LATW, but not Guns and not their own fire (QRDC, case 6; 4.4.1, 4.5).
        applies("4.4.1");
        applies("4.5");
        let led_by = weapon.holder.filter(|&id| forces.mmc(id) && !ordnance.gun() && self.leader.is_none());
        if led_by.is_some() {
            let leaders = directors(forces, self.side, &[Item::Weapon(self.weapon)], self.from);
            choices.extend(leaders.into_iter().map(Choice::Direct));
        }
        // Two leaders keep a light mortar's ROF, a lone one does not (4.5).
        applies("4.5");
        if let Some(leader) = weapon.holder.filter(|&id| forces.unit(id).leader())
            && ordnance.mortar()
            && self.helper.is_none()
        {
            choices.extend(mates(forces, leader, self.weapon).into_iter().map(Choice::Help));
        }
        if !self.shielded && ordnance.latw() && ground.map().terrain(self.from).building() {
            choices.push(Choice::Shield);
        }
        choices
    }

    /// The Special Ammo in use and its index in the list, if any (6.2a).
    pub fn special(&self, position: &Position) -> Option<(usize, u8)> {
        let ammo = self.ammo(position);
        let ordnance = position.forces.weapon(self.weapon).ordnance()?;
        if super::ammunition::usual(ordnance, ammo) {
            return None;
        }
        special(ordnance, ammo).map(|(at, special)| (at, special.depletion))
    }
}

/// A possible shot.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ready {
    /// As Intensive Fire: it has fired and lost ROF (3.2.4i).
    pub intensive: bool,
}

/// Whether a piece of ordnance may fire at a hex.
pub fn ready(
    ground: &Ground,
    forces: &Forces,
    turn: &Turn,
    id: u8,
    target: Place,
    mode: Mode,
) -> Option<Ready> {
    let weapon = forces.weapon(id);
    let ordnance = weapon.ordnance()?;
    let unit = forces.unit(weapon.holder?);
    let from = unit.place().filter(|&from| from != target)?;
    ground.map().hindrance(from, target)?;
    let fit = unit.good_order() && !weapon.broken && !weapon.carriage.spent;
    if !fit || !aim::hands(forces, Item::Weapon(id), &[]) {
        return None;
    }
    // A lone leader fires a light mortar, two a BAZ, none a Gun (3.2.4d, 4.4.1, 4.5).
    applies("4.4.1");
    applies("4.5");
    if unit.leader() && (ordnance.gun() || (ordnance.latw() && mates(forces, weapon.holder?, id).is_empty()))
    {
        return None;
    }
    // It has ammo for a hex in LOS.
    let loaded = || ground.sees(from, target) && ammunition::has_load(ground, forces, turn, id, target, mode);
    let range = ground.map().range(from, target);
    let again = ordnance.gun() && weapon.fired;
    applies("3.2.4i");
    applies("3.4");
    applies("6.5");
    let intensive = match (mode, weapon.marker) {
        (Mode::Advancing, marker) => {
            let still = !weapon.moved && !unit.pushing;
            let may = marker == Marker::None && !weapon.fired && (still || ordnance.latw());
            return (may && loaded()).then_some(Ready { intensive: false });
        }
        (_, Marker::None) => false,
        (Mode::Prep, Marker::Prep) | (Mode::First, Marker::First) if again => true,
        (Mode::Final, Marker::First) if again && range == 1 => true,
        // A Gun whose unit was marked Final Fire in the MPh fires no more (3.4).
        (Mode::Final, Marker::Final) if again && unit.marker != Marker::Final => true,
        _ => return None,
    };
    loaded().then_some(Ready { intensive })
}

/// Other leaders that may help to fire a Weapon (4.1, 4.4.1, 4.5): idle, or already helping with it.
pub fn mates(forces: &Forces, id: u8, weapon: u8) -> Vec<u8> {
    let unit = forces.unit(id);
    let Some(place) = unit.place() else { return Vec::new() };
    let may = |&other: &u8| {
        let helper = forces.unit(other);
        let free = match helper.helps {
            None => helper.marker == Marker::None,
            Some(before) => before == weapon,
        };
        let idle = forces.weapons_of(other).all(|weapon| !forces.weapon(weapon).fired);
        let fit = helper.leader() && helper.good_order() && !helper.pinned && helper.directed == 0;
        other != id && fit && free && idle
    };
    forces.units_at(place, unit.side).filter(may).collect()
}

/// Plays one choice of a shot.
pub(in crate::rules::aslsk) fn choose(
    position: &mut Position,
    mut shot: Shot,
    choice: Choice,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    if shot.choose(choice) {
        position.turn.frames.push(Frame::Shot(shot));
        return Ok(());
    }
    position.turn.count_fire(&[Item::Weapon(shot.weapon)]);
    shot.shoot(position, dice, log)?;
    desperation::place_dm(&position.ground, &mut position.forces);
    Ok(())
}
