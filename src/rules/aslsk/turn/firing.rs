//! The fire phases (3.2.5, 3.4, 3.5).

use std::ops::ControlFlow;

use crate::board::hex::Hex;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::aim::{self, Mode, Stance};
use crate::rules::aslsk::fire::attack::{Attack, Motion, directors};
use crate::rules::aslsk::fire::desperation;
use crate::rules::aslsk::ordnance::hidden;
use crate::rules::aslsk::ordnance::shot::{self, Shot};
use crate::rules::aslsk::state::{Choice, Crowd, Forces, Ground, Item, Marker, Position, Turn, names};
use crate::rules::aslsk::tables::guns::Ammo;
use crate::rules::aslsk::turn::{ChoiceSink, Frame};
use crate::rules::aslsk::weapons::charges;
use crate::side::Side;

/// The hexes that a side may fire at, Melees included (3.8g).
pub(in crate::rules::aslsk) fn target_hexes(ground: &Ground, forces: &Forces, side: Side) -> Vec<Place> {
    targets_among(forces, &forces.crowd(ground), side)
}

fn targets_among(forces: &Forces, crowd: &Crowd, side: Side) -> Vec<Place> {
    let mut hexes: Vec<Place> = Vec::new();
    for place in forces.enemies(side).filter_map(|id| forces.unit(id).place()) {
        if !hexes.contains(&place) && may_be_target(crowd, place, side) {
            hexes.push(place);
        }
    }
    hexes
}

/// Whether a side may fire at a hex: it has a Known Enemy Unit, and no own unit unless in Melee.
#[apply(rule, "3.8g")]
fn may_be_target(crowd: &Crowd, place: Place, side: Side) -> bool {
    crowd.known(place, side.other()) && (!crowd.stands(place, side) || crowd.in_melee(place, side))
}

impl Ground {
    /// Whether a hex in play has no Known Enemy Unit and no own unit.
    pub(in crate::rules::aslsk) fn is_vacant(&self, crowd: &Crowd, place: Place, side: Side) -> bool {
        self.map().playable(place) && !crowd.known(place, side.other()) && !crowd.stands(place, side)
    }
}

/// The units attacked in a hex: known enemies, and own units in a Melee (3.8g).
#[apply(rule, "3.2")]
pub fn under_fire(forces: &Forces, place: Place, side: Side) -> Vec<u8> {
    forces.known_at(place, side.other()).chain(forces.units_at(place, side)).collect()
}

/// Weapons that may be destroyed, which counts as firing them (4c).
#[apply(rule, "4c")]
fn list_destructions(forces: &Forces, side: Side, sink: ChoiceSink) -> ControlFlow<()> {
    for weapon in forces.weapon_ids() {
        let Some(holder) = forces.weapon(weapon).holder else { continue };
        let unit = forces.unit(holder);
        let fresh = forces.weapon(weapon).marker == Marker::None && !forces.weapon(weapon).fired;
        if unit.side == side && unit.good_order() && fresh && aim::hands(forces, Item::Weapon(weapon), &[]) {
            sink(Choice::Destroy(weapon))?;
        }
    }
    ControlFlow::Continue(())
}

fn destroy(ground: &Ground, forces: &mut Forces, weapon: u8, log: &mut Log) {
    let Some(holder) = forces.weapon(weapon).holder else { return };
    hidden::reveal(ground, forces, holder, log);
    log.add(|| {
        let text = format!(
            "{} destroys {}",
            names::called(ground, forces, holder),
            names::called_weapon(ground, forces, weapon)
        );
        Event::new(Tone::Loss, forces.unit(holder).side, text, "4c")
    });
    forces.unit_mut(holder).destroyed += 1;
    forces.drop_weapon(weapon, None);
}

/// What a side may fire at in a phase, as the position is now.
#[derive(Copy, Clone)]
pub(super) struct Firing<'a> {
    ground: &'a Ground,
    forces: &'a Forces,
    turn: &'a Turn,
    mode: Mode,
    side: Side,
}

impl Position {
    /// The fire of a side in a phase.
    pub(super) fn firing(&self, mode: Mode, side: Side) -> Firing<'_> {
        let Self { ground, forces, turn, .. } = self;
        Firing { ground, forces, turn, mode, side }
    }
}

impl Firing<'_> {
    /// Lists every choice of a fire phase.
    pub fn list(self, sink: ChoiceSink) -> ControlFlow<()> {
        let Self { ground, forces, turn, mode, side } = self;
        sink(Choice::Done)?;
        let crowd = forces.crowd(ground);
        let hexes = targets_among(forces, &crowd, side);
        // For each firing hex the targets not blocked by terrain.
        let mut views: Vec<(Place, Vec<Place>)> = Vec::new();
        for item in forces.arms(side) {
            let Some(from) = forces.firer(item).and_then(|id| forces.unit(id).place()) else { continue };
            let ordnance = forces.ordnance_of(item);
            let stance = if ordnance.is_none() { aim::stance(forces, item, mode, &[]) } else { None };
            if ordnance.is_none() && stance.is_none() {
                continue;
            }
            let at = views.iter().position(|(place, _)| *place == from).unwrap_or_else(|| {
                let free = |&to: &Place| to != from && ground.map().hindrance(from, to).is_some();
                views.push((from, hexes.iter().copied().filter(free).collect()));
                views.len() - 1
            });
            let fires = |&place: &Place| match (ordnance, &stance) {
                (Some(weapon), _) => shot::ready(ground, forces, turn, weapon, place, mode).is_some(),
                (None, Some(stance)) => commands(ground, forces, turn, stance, place, mode),
                (None, None) => false,
            };
            for place in views[at].1.iter().copied().filter(fires) {
                sink(Choice::Fire(item, ground.hex(place)))?;
            }
        }
        self.list_blind(&crowd, sink)?;
        if mode != Mode::Advancing {
            return list_destructions(forces, side, sink);
        }
        let mut last = None;
        for target in ground.charges.iter().map(|charge| charge.target) {
            if last.replace(target) != Some(target) {
                sink(Choice::Explode(ground.hex(target)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Lists fire at hexes with no Known Enemy Unit: Smoke, and suspected HIP.
    fn list_blind(self, crowd: &Crowd, sink: ChoiceSink) -> ControlFlow<()> {
        let Self { forces, turn, mode, side, .. } = self;
        let hidden = forces.hides(side.other());
        for item in forces.arms(side) {
            let smokes = || {
                forces.ordnance_of(item).is_some_and(|weapon| {
                    let stocked =
                        [Ammo::Smoke, Ammo::WP].into_iter().any(|ammo| forces.stocked(weapon, ammo));
                    stocked && !turn.closed_to_smoke && mode != Mode::Advancing
                })
            };
            if (hidden || smokes()) && self.places_without_enemies(item, crowd).next().is_some() {
                sink(Choice::Blind(item))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The hexes with no Known Enemy Unit and no own unit at which something may be fired (6.2d, 6.4).
    fn places_without_enemies(self, item: Item, crowd: &Crowd) -> impl Iterator<Item = Place> {
        let Self { ground, forces, turn, mode, side } = self;
        let ordnance = forces.ordnance_of(item);
        let by_hand = ordnance.is_none() && forces.hides(side.other());
        let stance = if by_hand { aim::stance(forces, item, mode, &[]) } else { None };
        let bears = move |&place: &Place| match (ordnance, stance) {
            (Some(weapon), _) => shot::ready(ground, forces, turn, weapon, place, mode).is_some(),
            (None, Some(stance)) => aim::reach(ground, forces, turn, &stance, place, mode).is_some(),
            (None, None) => false,
        };
        let places = ground.map().places().take_while(move |_| ordnance.is_some() || stance.is_some());
        places.filter(move |&place| ground.is_vacant(crowd, place, side)).filter(bears)
    }

    /// The same hexes.
    pub fn blind_targets(self, item: Item) -> Vec<Place> {
        self.places_without_enemies(item, &self.forces.crowd(self.ground)).collect()
    }

    /// Whether something may be fired at a hex with no Known Enemy Unit.
    #[apply(rule, "3.8g")]
    pub fn may_fire_blind(self, item: Item, place: Place) -> bool {
        let Self { ground, forces, turn, mode, side } = self;
        if !ground.is_vacant(&forces.crowd(ground), place, side) {
            return false;
        }
        match forces.ordnance_of(item) {
            Some(weapon) => shot::ready(ground, forces, turn, weapon, place, mode).is_some(),
            None => {
                forces.hides(side.other()) && aim::aim(ground, forces, turn, item, place, mode, &[]).is_some()
            }
        }
    }

    /// Whether an item may start an attack on a hex.
    pub fn may_fire(self, item: Item, hex: Hex) -> bool {
        let Self { ground, forces, turn, mode, side } = self;
        let place = ground.map().place(hex).filter(|&at| may_be_target(&forces.crowd(ground), at, side));
        place.is_some_and(|place| {
            forces.arms(side).any(|arm| arm == item) && bears(ground, forces, turn, item, place, mode)
        })
    }
}

impl Forces {
    /// The piece of ordnance that an item fires as, if any.
    pub fn ordnance_of(&self, item: Item) -> Option<u8> {
        match item {
            Item::Weapon(weapon) if self.weapon(weapon).ordnance().is_some() => Some(weapon),
            _ => None,
        }
    }
}

/// Whether an item may fire at a hex.
pub fn bears(ground: &Ground, forces: &Forces, turn: &Turn, item: Item, place: Place, mode: Mode) -> bool {
    // A blocked LOS is the quickest refusal.
    let from = forces.firer(item).and_then(|id| forces.unit(id).place());
    if from.is_none_or(|from| from == place || ground.map().hindrance(from, place).is_none()) {
        return false;
    }
    match forces.ordnance_of(item) {
        Some(weapon) => shot::ready(ground, forces, turn, weapon, place, mode).is_some(),
        None => aim::stance(forces, item, mode, &[])
            .is_some_and(|stance| commands(ground, forces, turn, &stance, place, mode)),
    }
}

/// Whether a firer may fire at a hex; beyond 16 hexes it needs leader direction (4.1).
fn commands(
    ground: &Ground,
    forces: &Forces,
    turn: &Turn,
    stance: &Stance,
    place: Place,
    mode: Mode,
) -> bool {
    aim::reach(ground, forces, turn, stance, place, mode).is_some_and(|reach| {
        let side = forces.unit(stance.id).side;
        !reach.far || !directors(forces, side, &[stance.item], stance.from).is_empty()
    })
}

impl Position {
    pub(super) fn begin_fire(
        &mut self,
        mode: Mode,
        side: Side,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match choice {
            Choice::Fire(item, hex) => {
                self.turn.frames.push(Frame::Fire(mode, side));
                if let Some(target) = self.ground.map().place(hex) {
                    self.open_fire(mode, side, item, target);
                }
            }
            Choice::Blind(item) => {
                self.turn.frames.push(Frame::Fire(mode, side));
                self.turn.frames.push(Frame::Blind { mode, side, item });
            }
            Choice::Destroy(weapon) => {
                self.turn.frames.push(Frame::Fire(mode, side));
                destroy(&self.ground, &mut self.forces, weapon, log);
            }
            Choice::Explode(hex) => {
                self.turn.frames.push(Frame::Fire(mode, side));
                if let Some(target) = self.ground.map().place(hex) {
                    charges::explode(self, target, dice, log)?;
                }
            }
            _ => {
                while let Some(charge) = self.ground.charges.first().filter(|_| mode == Mode::Advancing) {
                    let target = charge.target;
                    charges::explode(self, target, dice, log)?;
                }
                self.turn.frames.push(Frame::Turning(side));
            }
        }
        Ok(())
    }

    /// Starts an attack or a shot.
    pub(super) fn open_fire(&mut self, mode: Mode, side: Side, item: Item, target: Place) {
        let (targets, moving) = (under_fire(&self.forces, target, side), Motion::default());
        if let Some(weapon) = self.forces.ordnance_of(item) {
            let shot = Shot::new(self, mode, side, weapon, target, targets, moving);
            self.turn.frames.push(Frame::Shot(shot));
            return;
        }
        let attack = Attack::new(mode, side, target, targets, moving);
        self.put_together(attack, item);
    }

    /// Opens an attack with its first firer.
    pub(super) fn put_together(&mut self, mut attack: Attack, item: Item) {
        attack.join(self, item);
        self.turn.frames.push(Frame::Attack(attack));
    }

    pub(super) fn attack(
        &mut self,
        mut attack: Attack,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match choice {
            Choice::Join(item) => {
                attack.join(self, item);
                self.turn.frames.push(Frame::Attack(attack));
                Ok(())
            }
            Choice::Direct(leader) => {
                attack.leaders.push(leader);
                self.turn.frames.push(Frame::Attack(attack));
                Ok(())
            }
            Choice::Help(leader) => {
                attack.helpers.push(leader);
                self.turn.frames.push(Frame::Attack(attack));
                Ok(())
            }
            _ => {
                self.turn.count_fire(&attack.items);
                attack.shoot(self, dice, log)?;
                desperation::place_dm(&self.ground, &mut self.forces);
                Ok(())
            }
        }
    }
}
