//! Chapters 14, 18, 22 and 28: mounting and dismounting, towing, setting up, crouching.

use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::mines::cross_mines;
use crate::rules::panzertruppe::movement::facing::Facing;
use crate::rules::panzertruppe::movement::mover::{Mover, POINT, mover_at};
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::sight::geometry::way;
use crate::rules::panzertruppe::sight::hidden::spot_hidden;
use crate::rules::panzertruppe::state::{
    Battle, Choice, Drive, DugIn, Edge, Fight, Flag, Forces, Going, Ground, Id, Kind, Place, Position, Spot,
    Switch, Tabletop,
};
use crate::rules::panzertruppe::tables::Nation;

impl<'a> Going<'a> {
    /// Adds what infantry may do in its cell besides moving.
    pub fn foot_choices(self, mover: &Mover, to: &mut Vec<Choice>) {
        let id = mover.unit;
        let (unit, state) = (self.battle.unit(id), self.forces.state(id));
        // A heavy mortar is dismantled before transport (22).
        let packed = !unit.is_heavy_mortar() || state.is(Flag::Packed);
        let fresh = !state.is(Flag::Unpacked);
        if self.battle.plays(Switch::Transport) && !state.is(Flag::Mounted) && packed && fresh {
            for vehicle in self.carriers_beside(id) {
                if self.has_room(vehicle, id) {
                    to.push(Choice::Board(self.battle.unit(vehicle).tag));
                }
            }
        }
        if unit.drive == Drive::Cavalry && self.battle.plays(Switch::Cavalry) {
            if state.is(Flag::Mounted) && mover.left >= 4 * POINT {
                to.push(Choice::Unmount);
            } else if !state.is(Flag::Mounted) && !mover.stepped {
                to.push(Choice::Mount);
            }
        }
        let shelter = self.forces.spot(id).is_some_and(|cell| self.forces.is_shelter(id, cell));
        if !state.is(Flag::Mounted) && shelter && !self.forces.must_leave(id) {
            to.push(if state.is(Flag::Crouching) { Choice::Rise } else { Choice::Crouch });
        }
        if unit.is_heavy_mortar() && !mover.stepped && fresh {
            to.push(if state.is(Flag::Packed) { Choice::Unlimber } else { Choice::Limber });
        }
        self.close_combat().close_choices(id, to);
    }

    /// Adds what the crew of a Gun may do: hitch it, limber it, set it up (14).
    pub fn gun_choices(self, mover: &Mover, to: &mut Vec<Choice>) {
        let id = mover.unit;
        let (unit, state) = (self.battle.unit(id), self.forces.state(id));
        if !unit.is_gun() {
            return;
        }
        // A Gun dug in on all four sides may not be moved (28).
        if state.is(Flag::DugIn) && unit.dug_in == DugIn::ALL {
            return;
        }
        if unit.is_large_gun() && !mover.stepped && !state.is(Flag::Unpacked) {
            to.push(if state.is(Flag::Packed) { Choice::Unlimber } else { Choice::Limber });
        }
        let ready = !unit.is_large_gun() || state.is(Flag::Packed);
        if ready && self.battle.plays(Switch::Transport) && !state.is(Flag::Unpacked) {
            for vehicle in self.carriers_beside(id) {
                if self.forces.side(vehicle) == self.forces.side(id) && self.may_tow(vehicle, id) {
                    to.push(Choice::Hitch(self.battle.unit(vehicle).tag));
                }
            }
        }
    }

    /// Friendly or abandoned vehicles in contact that are not moving.
    fn carriers_beside(self, id: Id) -> impl Iterator<Item = Id> + 'a {
        let at = self.forces.spot(id);
        Compass::ALL
            .into_iter()
            .filter_map(move |way| self.forces.holder_of(self.battle.next(at?, way)?))
            .filter(move |&other| {
                let own = self.forces.side(other) == self.forces.side(id) && !self.forces.retreats(other);
                (own || self.forces.is_left(other))
                    && self.battle.unit(other).is_vehicle()
                    && self.forces.state(other).motion != Motion::Moving
            })
    }

    /// Whether a vehicle has room for infantry (18).
    #[apply(rule, "18.8")]
    fn has_room(self, vehicle: Id, id: Id) -> bool {
        let unit = self.battle.unit(vehicle);
        // A towing vehicle carries no infantry, except a jeep its driver (P-70).
        if self.forces.towed(vehicle).is_some() && !unit.jeep {
            return false;
        }
        let russian = self.battle.armies[self.forces.side(id).index()].nation == Nation::Russia;
        let riders =
            self.forces.cargo(vehicle).filter(|&rider| self.battle.unit(rider).is_infantry()).count();
        riders < unit.room(self.battle.year, russian)
    }

    /// Whether a vehicle may tow a Gun (14).
    #[apply(rule, "14.6", "18.8")]
    fn may_tow(self, vehicle: Id, gun: Id) -> bool {
        let carries = self
            .forces
            .cargo(vehicle)
            .any(|id| self.battle.unit(id).is_infantry() && !self.battle.unit(vehicle).jeep);
        self.battle.unit(vehicle).tows(self.battle.unit(gun))
            && self.forces.towed(vehicle).is_none()
            && !carries
            && !self.forces.state(vehicle).is(Flag::Stepped)
    }

    /// Whether a unit may dismount or be unhitched.
    pub fn may_unload(self, id: Id) -> bool {
        let Some(carrier) = self.forces.carrier(id) else { return false };
        let state = self.forces.state(id);
        applies(if self.battle.unit(id).is_gun() { "14.3" } else { "18.7" });
        !state.condition.stunned
            && !state.is(Flag::Moved)
            && self.forces.state(carrier).motion != Motion::Moving
            && !self.forces.retreats(carrier)
            && self.forces.spot(carrier).is_some_and(|at| self.free_beside(at, id).next().is_some())
            && (self.battle.unit(id).is_infantry() || !self.forces.state(carrier).is(Flag::Stepped))
    }

    /// The directions in which a unit may be placed beside a cell: no unit it knows of is there, and no Gun
    /// goes into a building (13).
    fn free_beside(self, at: Spot, id: Id) -> impl Iterator<Item = Compass> + 'a {
        let gun = self.battle.unit(id).is_gun();
        applies(if gun { "13.1" } else { "18.7" });
        let free = move |next: Spot| {
            let unknown = |holder: Id| {
                self.forces.side(holder) != self.forces.side(id) && self.forces.state(holder).is(Flag::Hidden)
            };
            self.forces.holder_of(next).is_none_or(unknown)
        };
        Compass::ALL.into_iter().filter(move |&way| {
            self.battle.next(at, way).is_some_and(|next| {
                free(next)
                    && (self.battle.terrain_at(next).kind != Kind::Building
                        || self.battle.plays(Switch::Buildings))
                    && !(gun && self.battle.terrain_at(next).kind == Kind::Building)
                    && self.battle.level(next).abs_diff(self.battle.level(at)) <= 1
                    && self.battle.barrier(at, way) < Edge::Hedgerow
            })
        })
    }

    /// Adds the directions in which a unit may dismount or be unhitched.
    pub fn unloading_choices(self, id: Id, to: &mut Vec<Choice>) {
        if !self.may_unload(id) {
            return;
        }
        let Some(at) = self.forces.place_of(id) else { return };
        let (tag, gun) = (self.battle.unit(id).tag, self.battle.unit(id).is_gun());
        to.extend(
            self.free_beside(at, id)
                .map(|way| if gun { Choice::Unhitch(tag, way) } else { Choice::Dismount(tag, way) }),
        );
    }
}

impl Forces {
    /// Whether infantry of either side may take a vehicle: a jeep without its driver (18).
    #[apply(rule, "18.4")]
    fn is_left(&self, vehicle: Id) -> bool {
        self.battle.unit(vehicle).jeep
            && !self.state(vehicle).is(Flag::Hidden)
            && self.cargo(vehicle).next().is_none()
    }

    /// Puts infantry into a vehicle. In a jeep it is the driver, and an enemy's jeep changes sides (18).
    fn mount(&mut self, id: Id, vehicle: Id, log: &mut Log) {
        if self.side(vehicle) != self.side(id) {
            self.change_sides(vehicle);
        }
        self.take_off(id, Place::Aboard(vehicle));
        self.hide_with(id, vehicle, log);
        self.may_restart(vehicle);
        let kangaroo = self.battle.unit(vehicle).kangaroo;
        let state = self.state_mut(id);
        state.set(Flag::Crouching, kangaroo);
        state.set(Flag::DugIn, false);
    }

    /// A vehicle that stopped this phase may move on with its remaining points after infantry mounted or
    /// dismounted (18).
    fn may_restart(&mut self, vehicle: Id) {
        let state = self.state_mut(vehicle);
        let left = state.is(Flag::Moved) && state.left > 0 && !state.is(Flag::Hitching);
        state.set(Flag::Restarts, left && state.motion != Motion::Moving);
    }
}

/// Carries out such a choice; returns whether the unit may go on moving.
#[apply(rule, "28.4" if matches!(*choice, Choice::Crouch | Choice::Rise))]
pub fn act_on_foot(forces: &mut Forces, mover: &mut Mover, choice: &Choice, log: &mut Log) -> bool {
    let id = mover.unit;
    let tell = |forces: &Forces, log: &mut Log, what: String, rule: &'static str| {
        log.add(|| {
            let text = format!("{} {what}", forces.battle.full_name(id));
            let event = Event::new(Tone::Plain, forces.side(id), text, rule).at(forces.cell_of(id));
            forces.for_those_who_see(id, event)
        });
    };
    match *choice {
        Choice::Board(vehicle) => {
            let vehicle = forces.battle.id(vehicle);
            tell(forces, log, format!("mounts {}", forces.battle.full_name(vehicle)), "18");
            forces.mount(id, vehicle, log);
            false
        }
        Choice::Hitch(vehicle) => {
            let vehicle = forces.battle.id(vehicle);
            tell(forces, log, format!("is hitched to {}", forces.battle.full_name(vehicle)), "14");
            forces.take_off(id, Place::Aboard(vehicle));
            forces.state_mut(id).set(Flag::DugIn, false);
            forces.hide_with(id, vehicle, log);
            // The vehicle may not move this phase, but it may start or stop.
            forces.state_mut(vehicle).set(Flag::Hitching, true);
            false
        }
        Choice::Limber | Choice::Unlimber => {
            let packs = *choice == Choice::Limber;
            tell(forces, log, if packs { "is limbered".into() } else { "is set up".into() }, "14");
            let state = forces.state_mut(id);
            state.set(Flag::Packed, packs);
            state.set(Flag::Unpacked, true);
            state.motion = Motion::Stopped;
            false
        }
        Choice::Crouch | Choice::Rise => {
            applies(if forces.spot(id).is_none() { "18.2" } else { "24.3" });
            forces.state_mut(id).set(Flag::Crouching, *choice == Choice::Crouch);
            false
        }
        Choice::Mount => {
            // Mounting costs 4 of the 12 points (18).
            forces.state_mut(id).set(Flag::Mounted, true);
            mover.left = 8 * POINT;
            mover.bonus = 0;
            true
        }
        Choice::Unmount => {
            let state = forces.state_mut(id);
            state.set(Flag::Mounted, false);
            state.motion = Motion::Stopped;
            false
        }
        Choice::Fight(target) => {
            let target = forces.battle.id(target);
            tell(forces, log, format!("moves to contact with {}", forces.battle.full_name(target)), "19");
            forces.fights.push(Fight { attacker: id, defender: target });
            false
        }
        Choice::Assault(vehicle) => {
            let vehicle = forces.battle.id(vehicle);
            tell(forces, log, format!("will close-assault {}", forces.battle.full_name(vehicle)), "20");
            forces.state_mut(id).assault = vehicle;
            false
        }
        _ => false,
    }
}

/// Dismounts infantry or unhitches a Gun. Infantry from a vehicle that did not move may move on (18); a
/// small Gun is set up at once and may be hand-towed, a large one needs another phase (14).
pub fn unload(
    position: &mut Position,
    id: Id,
    way: Compass,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(carrier) = position.forces.carrier(id) else { return Ok(()) };
    let Some(from) = position.forces.spot(carrier) else { return Ok(()) };
    let Some(at) = position.battle.next(from, way) else { return Ok(()) };
    // A hidden unit there is revealed, and nothing dismounts (29).
    if let Some(found) = position.forces.holder_of(at) {
        position.forces.reveal(found, log);
        return Ok(());
    }
    let began_moving = position.forces.state(carrier).is(Flag::BeganMoving);
    // Enemies that saw the vehicle before it moved have seen its riders (12).
    let seen_first = match position.forces.state(carrier).is(Flag::Stepped) {
        true => position.forces.state(carrier).seen_first,
        false => position.sighting().watchers(carrier),
    };
    let hull = position.forces.state(carrier).hull;
    let (gun, mortar) = (position.battle.unit(id).is_gun(), position.battle.unit(id).is_heavy_mortar());
    position.forces.put(id, at);
    let large = position.battle.unit(id).is_large_gun();
    let hole = position.ground.terrain(at).hole;
    {
        let state = position.forces.state_mut(id);
        state.hull = if gun { (hull + 12) % 24 } else { hull };
        state.motion = Motion::Stopped;
        state.seen_first = seen_first;
        state.set(Flag::Moved, true);
        state.set(Flag::Stepped, true);
        state.set(Flag::Crouching, false);
        state.set(Flag::DugIn, hole && !gun);
        state.set(Flag::Packed, large || mortar);
        state.set(Flag::Unpacked, gun || mortar);
    }
    log.add(|| {
        let word = if gun { "is unhitched from" } else { "dismounts from" };
        let text = format!("{} {word} {}", position.battle.full_name(id), position.battle.full_name(carrier));
        Event::new(Tone::Plain, position.forces.side(id), text, if gun { "14" } else { "18" })
            .at([position.battle.cell(at)])
    });
    if gun {
        position.forces.state_mut(carrier).set(Flag::Hitching, true);
    } else {
        position.forces.may_restart(carrier);
    }
    position.forces.crush_stunned(id, log);
    spot_hidden(&position.ground, &mut position.forces, Some(id), log);
    // Dismounting into a minefield is moving into it (33).
    let mut mover = mover_at(&position.ground, &mut position.forces, id, at);
    cross_mines(position, &mut mover, at, way, dice, log)?;
    if !position.forces.is_in(id) {
        return Ok(());
    }
    if gun && (large || position.battle.unit(id).pace == 0) {
        position.turn.stack.push(Frame::Facing(Facing { unit: id, hull: true }));
    } else if gun || !began_moving {
        if !gun {
            // The inch off the vehicle counts against the three inches, or four on a road.
            mover.left = position.battle.unit(id).pace.saturating_sub(POINT);
            mover.bonus = if position.ground.on_road(from, at) { mover.bonus } else { 0 };
        }
        mover.stepped = !gun;
        position.turn.stack.push(Frame::Mover(mover));
    }
    Ok(())
}

impl Battle {
    /// How well a vehicle shields the neighbouring cell in one direction from an enemy cell: the cosine of
    /// the angle between the line of fire and that direction, squared, with its sign, in whole numbers.
    fn shield(&self, enemy: Spot, vehicle: Spot, ahead: Compass) -> i64 {
        let ((x, y), (u, v)) = (way(self.cell(enemy), self.cell(vehicle)), ahead.delta());
        let dot = x * i64::from(u) + y * i64::from(v);
        dot * dot.abs() * if ahead.is_diagonal() { 1 } else { 2 }
    }
}

/// Dismounts a rider so that its vehicle is between it and an enemy: `foe`, which fired at it or was
/// fired at by its vehicle, else the nearest known enemy (18). Without a free cell the rider is lost.
#[apply(rule, "18.1")]
pub fn set_down(ground: &Ground, forces: &mut Forces, id: Id, carrier: Id, foe: Option<Id>, log: &mut Log) {
    let Some(at) = forces.spot(carrier) else { return };
    let seen = |&enemy: &Id| !forces.state(enemy).is(Flag::Hidden);
    let foe = foe.filter(seen).and_then(|foe| forces.place_of(foe));
    let enemy = foe.or_else(|| {
        let enemies = forces.ids(forces.side(id).other()).filter(seen);
        let cells = enemies.filter_map(|enemy| forces.spot(enemy));
        cells.min_by_key(|&enemy| (forces.battle.range(at, enemy), enemy))
    });
    let shield = |ahead: Compass| enemy.map_or(0, |enemy| forces.battle.shield(enemy, at, ahead));
    let place = Tabletop::new(ground, forces)
        .going()
        .free_beside(at, id)
        .filter_map(|ahead| Some((shield(ahead), forces.battle.next(at, ahead)?)))
        .filter(|&(_, next)| forces.holder_of(next).is_none())
        .max_by_key(|&(shield, next)| (shield, std::cmp::Reverse(next)))
        .map(|(_, next)| next);
    match place {
        Some(next) => {
            forces.put(id, next);
            let hole = ground.terrain(next).hole;
            let state = forces.state_mut(id);
            state.set(Flag::Crouching, false);
            state.set(Flag::DugIn, hole);
            state.motion = Motion::Stopped;
            log.add(|| {
                let text = format!(
                    "{} dismounts from {}",
                    forces.battle.full_name(id),
                    forces.battle.full_name(carrier)
                );
                Event::new(Tone::Plain, forces.side(id), text, "18").at([forces.battle.cell(next)])
            });
            forces.crush_stunned(id, log);
        }
        None => forces.lose(id, log),
    }
}

/// After fire: riders dismount from tanks that were hit or fired a gun, stunned riders of carriers
/// crouch. `shots` are the shots just fired, as firer and target.
pub fn settle_riders(ground: &Ground, forces: &mut Forces, shots: &[(Id, Id)], log: &mut Log) {
    for id in forces.all() {
        let unseated = forces.state(id).is(Flag::Unseated);
        forces.state_mut(id).set(Flag::Unseated, false);
        let Some(carrier) = forces.carrier(id).filter(|_| forces.is_in(id)) else { continue };
        if !forces.battle.unit(id).is_infantry() {
            continue;
        }
        applies(if forces.battle.unit(carrier).carrier { "18.2" } else { "18.1" });
        if unseated && !forces.battle.unit(carrier).carrier {
            let foe = shots.iter().find_map(|&(firer, target)| match () {
                () if target == carrier || target == id => Some(firer),
                () if firer == carrier => Some(target),
                () => None,
            });
            set_down(ground, forces, id, carrier, foe, log);
        } else if forces.battle.unit(carrier).carrier && forces.state(id).condition.stunned {
            forces.state_mut(id).set(Flag::Crouching, true);
        }
    }
}
