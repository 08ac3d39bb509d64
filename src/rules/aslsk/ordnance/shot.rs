//! A shot being put together: target type, ammunition, covered arc, who directs it (3.2.4).

use super::ammunition::{demands, special};
use super::arc;
use crate::board::hex::Spine;
use crate::dice::{Ask, Dice};
use crate::game::Log;
use crate::ledger::cited::applies;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::attack::{Motion, directors};
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Choice, Item, Marker};
use crate::rules::aslsk::tables::guns::{Ammo, TargetType};
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

/// A shot being put together. What is not chosen is as it usually is: the Infantry Target Type, high explosive, the
/// least turn of the Gun, nobody directing, no shield from the backblast.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// The manner of the fire.
    pub mode: Mode,
    /// Who fires.
    pub side: Side,
    /// The weapon.
    pub weapon: u8,
    /// Where it stands.
    pub from: Place,
    /// The hex.
    pub target: Place,
    /// The units under fire that are known.
    pub targets: Vec<u8>,
    /// How the target moves, in the movement phase.
    pub moving: Motion,
    /// By intensive fire (3.2.4i).
    pub intensive: bool,
    /// The target type, if one was chosen.
    pub kind: Option<TargetType>,
    /// The ammunition, if some was chosen.
    pub ammo: Option<Ammo>,
    /// The facing, if one was chosen.
    pub facing: Option<Spine>,
    /// The leader who directs it.
    pub leader: Option<u8>,
    /// The firer keeps clear of the backblast (4.4.2).
    pub shielded: bool,
    /// The leader who helps another to fire a light mortar (4.5).
    pub helper: Option<u8>,
}

impl Shot {
    /// A shot of which nothing has been chosen yet.
    pub fn new(
        position: &Position,
        mode: Mode,
        side: Side,
        weapon: u8,
        target: Place,
        targets: Vec<u8>,
        moving: Motion,
    ) -> Shot {
        let intensive = position.ready(weapon, target, mode).is_some_and(|ready| ready.intensive);
        let from = position.weapon(weapon).holder.and_then(|id| position.unit(id).place()).unwrap_or(target);
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

    /// The ammunition.
    pub fn ammo(&self, position: &Position) -> Ammo {
        let usual = || position.loads(self.weapon, self.target, self.mode).first().copied();
        self.ammo.or_else(usual).unwrap_or(Ammo::HE)
    }

    /// The target type: what the ammunition demands, or what was chosen.
    pub fn kind(&self, position: &Position) -> TargetType {
        let demanded = position
            .weapon(self.weapon)
            .ordnance()
            .and_then(|ordnance| demands(ordnance, self.ammo(position)));
        demanded.or(self.kind).unwrap_or_default()
    }

    /// The facing from which it is fired.
    pub fn facing(&self, position: &Position) -> Spine {
        let now = position.weapon(self.weapon).carriage.facing;
        self.facing.or(position.turning(self.weapon, self.target).0).unwrap_or(now)
    }

    /// What may be chosen; each thing once.
    pub fn choices(&self, position: &Position) -> Vec<Choice> {
        let mut choices = vec![Choice::Shoot];
        let weapon = position.weapon(self.weapon);
        let Some(ordnance) = weapon.ordnance() else { return choices };
        let ammo = self.ammo(position);
        if self.kind.is_none() && demands(ordnance, ammo).is_none() {
            choices.push(Choice::Area);
        }
        if self.ammo.is_none() && self.kind.is_none() {
            let loads = position.loads(self.weapon, self.target, self.mode);
            choices.extend(loads.into_iter().filter(|&load| load != ammo).map(Choice::Load));
        }
        if self.facing.is_none() && ordnance.gun() {
            let now = self.facing(position);
            let others = arc::facings(position.hex(self.from), now, position.hex(self.target));
            choices.extend(others.into_iter().filter(|&facing| facing != now).map(Choice::Toward));
        }
        // Leaders direct mortars and rockets, not Guns, and not their own fire (the card, case 6; 4.4.1, 4.5).
        applies("4.4.1");
        applies("4.5");
        let led_by = weapon.holder.filter(|&id| position.mmc(id) && !ordnance.gun() && self.leader.is_none());
        if led_by.is_some() {
            let leaders = directors(position, self.side, &[Item::Weapon(self.weapon)], self.from);
            choices.extend(leaders.into_iter().map(Choice::Direct));
        }
        // Two leaders keep the rate of a light mortar, one alone does not (4.5).
        applies("4.5");
        if let Some(leader) = weapon.holder.filter(|&id| position.unit(id).leader())
            && ordnance.mortar()
            && self.helper.is_none()
        {
            choices.extend(position.mates(leader, self.weapon).into_iter().map(Choice::Help));
        }
        if !self.shielded && ordnance.latw() && position.map().terrain(self.from).building() {
            choices.push(Choice::Shield);
        }
        choices
    }

    /// Whether what it would fire is special ammunition, and which row of the list (6.2a).
    pub fn special(&self, position: &Position) -> Option<(usize, u8)> {
        let ammo = self.ammo(position);
        let ordnance = position.weapon(self.weapon).ordnance()?;
        if super::ammunition::usual(ordnance, ammo) {
            return None;
        }
        special(ordnance, ammo).map(|(at, special)| (at, special.depletion))
    }
}

/// That a weapon may shoot, and how.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ready {
    /// By intensive fire: it has fired and lost its rate (3.2.4i).
    pub intensive: bool,
}

impl Position {
    /// Whether a piece of ordnance may shoot at a hex in a manner of fire.
    pub fn ready(&self, id: u8, target: Place, mode: Mode) -> Option<Ready> {
        let weapon = self.weapon(id);
        let ordnance = weapon.ordnance()?;
        let unit = self.unit(weapon.holder?);
        let from = unit.place().filter(|&from| from != target)?;
        self.map().hindrance(from, target)?;
        let fit = unit.good_order() && !weapon.broken && !weapon.carriage.spent;
        if !fit || !self.hands(Item::Weapon(id), &[]) {
            return None;
        }
        // A leader alone fires a light mortar, two of them a bazooka, none a Gun (3.2.4d, 4.4.1, 4.5).
        applies("4.4.1");
        applies("4.5");
        if unit.leader() && (ordnance.gun() || (ordnance.latw() && self.mates(weapon.holder?, id).is_empty()))
        {
            return None;
        }
        let range = self.map().range(from, target);
        let again = ordnance.gun() && weapon.fired;
        applies("3.2.4i");
        applies("6.5");
        let intensive = match (mode, weapon.marker) {
            (Mode::Advancing, marker) => {
                let still = !weapon.moved && !unit.pushing;
                let may = marker == Marker::None && !weapon.fired && (still || ordnance.latw());
                return (may && self.loaded(id, from, target, mode)).then_some(Ready { intensive: false });
            }
            (_, Marker::None) => false,
            (Mode::Prep, Marker::Prep) | (Mode::First, Marker::First) if again => true,
            (Mode::Final, Marker::First) if again && range == 1 => true,
            (Mode::Final, Marker::Final) if again => true,
            _ => return None,
        };
        self.loaded(id, from, target, mode).then_some(Ready { intensive })
    }

    /// Whether it has something to fire at a hex that it sees.
    fn loaded(&self, id: u8, from: Place, target: Place, mode: Mode) -> bool {
        self.sees(from, target) && self.has_load(id, target, mode)
    }

    /// Other leaders who may help one to fire a weapon (4.1, 4.4.1, 4.5): idle, or with this very weapon.
    pub fn mates(&self, id: u8, weapon: u8) -> Vec<u8> {
        let unit = self.unit(id);
        let Some(place) = unit.place() else { return Vec::new() };
        let may = |&other: &u8| {
            let helper = self.unit(other);
            let free = match helper.helps {
                None => helper.marker == Marker::None,
                Some(before) => before == weapon,
            };
            let idle = self.weapons_of(other).all(|weapon| !self.weapon(weapon).fired);
            let fit = helper.leader() && helper.good_order() && !helper.pinned && helper.directed == 0;
            other != id && fit && free && idle
        };
        self.units_at(place, unit.side).filter(may).collect()
    }

    /// Goes on with a shot.
    pub(in crate::rules::aslsk) fn shot(
        &mut self,
        mut shot: Shot,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match choice {
            Choice::Area => shot.kind = Some(TargetType::Area),
            Choice::Load(ammo) => shot.ammo = Some(ammo),
            Choice::Toward(facing) => shot.facing = Some(facing),
            Choice::Direct(leader) => shot.leader = Some(leader),
            Choice::Shield => shot.shielded = true,
            Choice::Help(leader) => shot.helper = Some(leader),
            _ => {
                self.count_fire(&[Item::Weapon(shot.weapon)]);
                shot.shoot(self, dice, log)?;
                self.despair();
                return Ok(());
            }
        }
        self.frames.push(Frame::Shot(shot));
        Ok(())
    }

    /// Hexes without known enemies at which something may be fired (6.2d, 6.4).
    pub(in crate::rules::aslsk) fn blind_hexes(&self, item: Item, mode: Mode) -> Vec<Place> {
        let Some(firer) = self.firer(item) else { return Vec::new() };
        let side = self.unit(firer).side;
        self.blind_places(item, side, mode, &self.crowd()).collect()
    }

    /// Whether something may be fired at a hex without known enemies.
    pub(in crate::rules::aslsk) fn may_fire_blind(
        &self,
        item: Item,
        side: Side,
        place: Place,
        mode: Mode,
    ) -> bool {
        applies("3.8g");
        if !self.is_vacant(&self.crowd(), place, side) {
            return false;
        }
        match item {
            Item::Weapon(weapon) if self.weapon(weapon).ordnance().is_some() => {
                self.ready(weapon, place, mode).is_some()
            }
            _ => self.hides(side.other()) && self.aim(item, place, mode, &[]).is_some(),
        }
    }
}
