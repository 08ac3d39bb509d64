//! Which units may fire which weapons at which targets: chapters 3, 13, 15 to 18, 22 to 24 and 32.

use crate::board::Cell;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::sight::geometry::{Arc, Bearing, Tenths, tenths, way};
use crate::rules::panzertruppe::sight::line::Line;
use crate::rules::panzertruppe::state::unit::Gun;
use crate::rules::panzertruppe::state::{
    Arm, Battle, Flag, Forces, Gunnery, Id, Kind, NOBODY, Place, Slot, Spot, Switch,
};
use crate::rules::panzertruppe::tables::InfantryWeapon;

impl Gunnery<'_> {
    /// Whether a weapon may fire now: loaded, set up, crew not stunned. In a fire phase it fires once; in the
    /// enemy's movement phase, from ambush (12) or before a close assault (20), as long as it is loaded,
    /// small arms once (P-60).
    #[apply(rule, "27" if self.forces.state(id).is(Flag::OnCliff))]
    pub fn is_ready(self, id: Id, slot: Slot) -> bool {
        let (unit, state) = (self.battle.unit(id), self.forces.state(id));
        let phase = !self.phase.is_movement();
        let barred = state.is(Flag::Ambushed) && (phase || slot.is_small());
        if !state.is_able() || barred || state.is(Flag::OnCliff) || self.is_clearing(id) {
            applies(if barred { "12.3" } else { "6.3" });
            return false;
        }
        let fired = |flag: Flag| phase && state.is(flag);
        let quad_fired = |flag: Flag| unit.quad && fired(flag);
        let rides = self.forces.carrier(id);
        if let Some(carrier) = rides {
            let carried = self.forces.state(carrier);
            applies(if slot == Slot::Hand { "17.6" } else { "18.6" });
            if unit.is_gun() && !unit.fires_limbered || unit.mortar.is_some() && slot == Slot::Mortar {
                return false;
            }
            // From a moving vehicle only small arms fire, and crouching infantry does not fire (18).
            if carried.motion == Motion::Moving && slot != Slot::Arms || state.is(Flag::Crouching) {
                return false;
            }
        }
        if slot.is_small() && !((self.phase.is_gun_phase() || !phase) && self.has_small(id, slot)) {
            return false;
        }
        // 3.2
        let limit = |double: bool| if double && !state.is(Flag::Packed) { 2 } else { 1 };
        match slot {
            Slot::Main => unit.main.is_some_and(|gun| {
                applies("14.5");
                let set_up = !state.is(Flag::Packed) && rides.is_none() || unit.fires_limbered;
                let double = gun.double && rides.is_none();
                set_up
                    && !unit.rocket
                    && !fired(Flag::Fired)
                    && !quad_fired(Flag::FiredOpen)
                    && state.shots < limit(double)
            }),
            Slot::Second => unit
                .second
                .is_some_and(|gun| !fired(Flag::FiredSecond) && state.second_shots < limit(gun.double)),
            Slot::Bow => !fired(Flag::FiredBow),
            Slot::Coax => self.turret_is_silent(id),
            Slot::Open if unit.turret_open => self.turret_is_silent(id),
            // The quad .50 is one weapon, against vehicles and others (32).
            Slot::Open => !fired(Flag::FiredOpen) && !quad_fired(Flag::Fired),
            Slot::Arms => {
                !fired(Flag::FiredArms)
                    && state.shots == 0
                    && !(state.is(Flag::Mounted) && state.motion == Motion::Moving)
            }
            Slot::Hand => unit.hand.is_some_and(|weapon| {
                let double = self.battle.tables.infantry_weapons[usize::from(weapon)].double;
                !state.is(Flag::Depleted)
                    && !fired(Flag::Fired)
                    && !fired(Flag::FiredArms)
                    && !state.is(Flag::Mounted)
                    && (!unit.is_vehicle() || state.motion != Motion::Moving)
                    && state.shots < limit(double)
            }),
            Slot::Mortar => {
                unit.mortar.is_some()
                    && self.battle.plays(Switch::Mortars)
                    && state.motion == Motion::Overwatch
                    && !state.is(Flag::Packed)
                    && !fired(Flag::Fired)
                    && !fired(Flag::FiredArms)
                    && state.shots == 0
                    && self
                        .forces
                        .spot(id)
                        .is_some_and(|cell| self.battle.terrain_at(cell).kind != Kind::Building)
            }
        }
    }

    fn has_small(self, id: Id, slot: Slot) -> bool {
        let unit = self.battle.unit(id);
        match slot {
            Slot::Arms => unit.is_infantry() && self.battle.plays(Switch::Infantry),
            _ if !self.battle.plays(Switch::MachineGuns) => false,
            Slot::Bow => unit.machine_guns.bow,
            Slot::Coax => unit.machine_guns.coax,
            Slot::Open => unit.machine_guns.open || unit.quad,
            _ => false,
        }
    }

    /// Whether a flail tank has cleared mines in its last movement phase and so may not fire (34).
    fn is_clearing(self, id: Id) -> bool {
        let state = self.forces.state(id);
        state.is(Flag::Clearing) && !state.is(Flag::FlailGone)
    }

    /// Whether no weapon of the turret has fired since loading; machine guns in the turret need that (16).
    #[apply(rule, "16.2")]
    fn turret_is_silent(self, id: Id) -> bool {
        let (unit, state) = (self.battle.unit(id), self.forces.state(id));
        if unit.second.is_some_and(|gun| gun.turret) { state.second_shots == 0 } else { state.shots == 0 }
    }

    /// Whether a cell is in the arc of a weapon (3, 13, 15, 16).
    pub fn bears(self, id: Id, slot: Slot, on: Spot) -> bool {
        self.field(id, slot).is_some_and(|field| field.covers(self.battle.cell(on)))
    }

    /// The fire arc of a weapon from where its unit is.
    pub(crate) fn field(self, id: Id, slot: Slot) -> Option<Field> {
        let (unit, state) = (self.battle.unit(id), self.forces.state(id));
        let from = self.battle.cell(self.forces.place_of(id)?);
        applies(match slot {
            Slot::Main if unit.is_gun() => "13.3",
            Slot::Main | Slot::Second => "3.5",
            Slot::Bow if unit.small_turret => "16.3",
            Slot::Hand => "17.1",
            Slot::Mortar => "22",
            Slot::Arms => "15.4",
            _ => "16.1",
        });
        // A towed Gun points to the rear of its vehicle (P-61).
        let hull =
            self.forces.carrier(id).map_or(state.hull, |carrier| (self.forces.state(carrier).hull + 12) % 24);
        let gun = |gun: Option<Gun>| gun.map(|gun| (gun.arc, if gun.turret { state.turret } else { hull }));
        let (arc, heading) = match slot {
            Slot::Main => gun(unit.main)?,
            Slot::Second => gun(unit.second)?,
            // A small turret of its own covers front and sides (36, note 7).
            Slot::Bow if unit.small_turret => (Arc::Ahead, state.hull),
            Slot::Bow => (Arc::Forty, state.hull),
            Slot::Coax => (Arc::Sixty, state.turret),
            Slot::Open | Slot::Arms | Slot::Hand | Slot::Mortar => (Arc::All, 0),
        };
        Some(Field { from, arc, heading })
    }

    /// The line of sight of a weapon that is ready, if it may fire at an enemy.
    pub fn may_shoot(self, id: Id, slot: Slot, target: Id) -> Option<Line> {
        self.may_shoot_at(id, slot, target, self.forces.place_of(target)?, false)
    }

    /// The same with the enemy in another cell: ambush fire hits it on its way (12).
    pub fn may_shoot_at(self, id: Id, slot: Slot, target: Id, to: Spot, ambush: bool) -> Option<Line> {
        if !self.forces.is_target(target) {
            return None;
        }
        let (unit, state) = (self.battle.unit(id), self.forces.state(id));
        let enemy = self.battle.unit(target);
        let rides = self.forces.carrier(target).is_some();
        if slot.is_small() {
            if enemy.arm == Arm::Armoured {
                return None;
            }
        } else if rides {
            // Riders are fired at with small arms and MGs only (18).
            return None;
        }
        if state.assault != NOBODY_ID
            && state.assault != target
            && self.forces.carrier(target) != Some(state.assault)
        {
            return None;
        }
        let from = self.forces.place_of(id)?;
        if !self.bears(id, slot, to) {
            return None;
        }
        let line = self.sighting().sees_at(id, from, target, to)?;
        let range = self.battle.range(from, to);
        let crouched = |id: Id| {
            self.forces.state(id).is(Flag::Crouching)
                && self.forces.place_of(id).is_some_and(|cell| self.forces.is_shelter(id, cell))
        };
        // Crouching infantry neither fires nor takes small arms fire over more than 1 inch (24).
        if state.is(Flag::Crouching) || self.forces.state(target).is(Flag::Crouching) {
            applies("24.3");
            applies("28.4");
        }
        if range > ADJACENT && (crouched(id) || slot.is_small() && crouched(target)) {
            return None;
        }
        // Half an inch back from the edge of a hill, only turret weapons fire downhill, and those of some
        // vehicles do not (8).
        if line.any(Line::DOWN) && state.is(Flag::Back) && self.battle.unit(id).is_vehicle() {
            applies("8.4");
            let turret = match slot {
                Slot::Main => unit.main.is_some_and(|gun| gun.turret),
                Slot::Second => unit.second.is_some_and(|gun| gun.turret),
                Slot::Coax => true,
                _ => false,
            };
            if !turret || unit.no_hull_down_fire || unit.russian {
                return None;
            }
        }
        // Hull down behind a wall or beside a building, a bow MG or a gun in the bow may not fire (10, 24;
        // 36, note 3).
        let in_bow = slot == Slot::Bow && !unit.small_turret || slot == Slot::Main && unit.second.is_some();
        let behind = || {
            let beside = self.battle.plays(Switch::Buildings) && self.battle.line(to, from).any(Line::BESIDE);
            unit.is_vehicle() && (line.any(Line::WALL_FROM) || beside)
        };
        if in_bow && behind() {
            applies("10.4");
            applies("24.2");
            return None;
        }
        // The quad .50 is a 20 mm gun against vehicles, and an MG against others (32).
        if unit.quad && (slot == Slot::Main) != enemy.is_vehicle() {
            return None;
        }
        let reaches = self.reaches(id, slot, target, range, crouched(target));
        // A shot that no face of the die can make is not offered (P-82).
        (reaches && self.can_hit(id, slot, (target, to), line, ambush)).then_some(line)
    }

    /// Whether a weapon has any effect on a target at a range.
    fn reaches(self, id: Id, slot: Slot, target: Id, range: Tenths, crouched: bool) -> bool {
        let enemy = self.battle.unit(target);
        match slot {
            Slot::Main | Slot::Second => self.battle.unit(id).bore(slot).is_some_and(|bore| {
                let in_range = self.battle.tables.range(range, bore.kind).is_some();
                in_range && !(bore.calibre <= 70 && crouched)
            }),
            Slot::Hand => self.battle.weapon(id).is_some_and(|weapon| {
                let useless = weapon.tank_only && enemy.is_infantry() && enemy.mortar.is_none();
                weapon.range(contact(range)).is_some() && !useless && !(crouched && range > ADJACENT)
            }),
            Slot::Mortar => range >= 10,
            _ => self.small_base(id, slot, range).is_some(),
        }
    }

    /// The unmodified roll an MG or small arms need at a range.
    pub(crate) fn small_base(self, id: Id, slot: Slot, range: Tenths) -> Option<i16> {
        let arms = slot == Slot::Arms && !self.battle.unit(id).infantry_gun;
        self.battle.tables.machine_gun_need(range, arms)
    }
}

impl Forces {
    /// Whether a unit may be fired at: on the board, or riding where it can be seen (18).
    #[apply(rule, "29.1" if self.state(id).is(Flag::Hidden))]
    pub fn is_target(&self, id: Id) -> bool {
        let state = self.state(id);
        match state.place() {
            Place::Board(_) => !state.is(Flag::Hidden),
            Place::Aboard(carrier) => {
                let carried = self.battle.unit(carrier);
                applies(match () {
                    () if self.battle.unit(id).is_gun() => "14.1",
                    () if carried.carrier => "18.2",
                    () if carried.arm == Arm::Soft => "18.3",
                    () => "18.1",
                });
                self.battle.unit(id).is_infantry()
                    && !state.is(Flag::Hidden)
                    && self.battle.unit(carrier).arm == Arm::Armoured
                    && !(self.battle.unit(carrier).carrier && state.is(Flag::Crouching))
                    && !self.battle.unit(carrier).kangaroo
                    && self.spot(carrier).is_some()
            }
            _ => false,
        }
    }

    /// The target of fire at a moving vehicle: for small arms its first rider if the vehicle is armoured,
    /// else the vehicle (12, 18, 20).
    pub fn struck_by(&self, slot: Slot, vehicle: Id) -> Id {
        let armoured = slot.is_small() && self.battle.unit(vehicle).arm == Arm::Armoured;
        let rider = self.cargo(vehicle).find(|&id| armoured && self.is_target(id));
        rider.unwrap_or(vehicle)
    }

    /// The other riders of a moving vehicle that a weapon may be fired at (18, P-88).
    pub fn other_riders(&self, slot: Slot, vehicle: Id) -> impl Iterator<Item = Id> + '_ {
        let armoured = slot.is_small() && self.battle.unit(vehicle).arm == Arm::Armoured;
        self.cargo(vehicle).filter(move |&id| armoured && self.is_target(id)).skip(1)
    }

    /// Whether infantry in a cell may crouch: in a building or in its foxhole.
    pub fn is_shelter(&self, id: Id, cell: Spot) -> bool {
        self.battle.terrain_at(cell).kind == Kind::Building || self.state(id).is(Flag::DugIn)
    }
}

impl Battle {
    /// A unit's infantry anti-tank weapon.
    pub fn weapon(&self, id: Id) -> Option<&InfantryWeapon> {
        self.unit(id).hand.map(|weapon| &self.tables.infantry_weapons[usize::from(weapon)])
    }

    /// The distance between two cells in tenths of an inch.
    pub fn range(&self, from: Spot, to: Spot) -> Tenths {
        tenths(self.cell(from), self.cell(to))
    }
}

/// The fire arc of a weapon on the board.
pub(crate) struct Field {
    from: Cell,
    arc: Arc,
    heading: Bearing,
}

impl Field {
    /// By how many degrees a cell is outside it, for a message; 0 inside.
    fn misses_by(&self, cell: Cell) -> u32 {
        let half = match self.arc {
            Arc::Forty => 20.0,
            Arc::Sixty => 30.0,
            Arc::Ahead => 135.0,
            Arc::All => 180.0,
        };
        let (x, y) = way(self.from, cell);
        let bearing = (x as f64).atan2(y as f64).to_degrees();
        let off = (bearing - f64::from(self.heading) * 15.0).rem_euclid(360.0);
        let off = off.min(360.0 - off) - half;
        if self.covers(cell) { 0 } else { off.ceil().max(1.0) as u32 }
    }

    /// Whether a cell is in it.
    pub(crate) fn covers(&self, cell: Cell) -> bool {
        self.arc.covers(self.heading, way(self.from, cell))
    }
}

impl Gunnery<'_> {
    /// The loaded weapons of a unit that are aimed: not its machine guns and small arms.
    pub(crate) fn aimed_slots(self, id: Id) -> impl Iterator<Item = Slot> {
        self.battle.unit(id).slots().filter(move |slot| !slot.is_small() && self.is_ready(id, *slot))
    }

    /// The enemies in sight of a unit, and by how many degrees each is outside the arc of a weapon: 0 inside it.
    fn bearings(self, id: Id, slot: Slot) -> impl Iterator<Item = (u32, Id)> {
        let bearing = move |target: Id| {
            let to = self.forces.place_of(target).filter(|_| self.forces.is_target(target))?;
            self.sighting().sees_at(id, self.forces.place_of(id)?, target, to)?;
            Some((self.field(id, slot)?.misses_by(self.battle.cell(to)), target))
        };
        self.forces.ids(self.forces.side(id).other()).filter_map(bearing)
    }

    /// The enemies in sight that are outside the arc of a weapon, by how many degrees each.
    pub(crate) fn missed_by(self, id: Id, slot: Slot) -> Vec<(u32, Id)> {
        self.bearings(id, slot).filter(|&(miss, _)| miss > 0).collect()
    }

    /// Why a side has no shot in a fire phase: "no target in arc; G2 misses A1 by 26°".
    pub fn why_silent(self, side: crate::game::Side) -> String {
        const MOST: usize = 3;
        let mut misses: Vec<(u32, String)> = Vec::new();
        let mut loaded = false;
        for id in self.forces.ids(side).filter(|&id| self.forces.is_in(id)) {
            for slot in self.aimed_slots(id) {
                loaded = true;
                match self.bearings(id, slot).min() {
                    // Out of range, or no face of the die would hit (P-82).
                    Some((0, _)) => return "no shot that could hit".to_owned(),
                    Some((miss, enemy)) => {
                        let (firer, enemy) = (self.battle.unit(id).tag, self.battle.unit(enemy).tag);
                        misses.push((miss, format!("{firer} misses {enemy} by {miss}°")));
                    }
                    None => {}
                }
            }
        }
        misses.sort();
        misses.dedup();
        match (loaded, misses.is_empty()) {
            (false, _) => "no weapon is ready".to_owned(),
            (true, true) => "no target in sight".to_owned(),
            (true, false) => {
                let told: Vec<String> = misses.into_iter().take(MOST).map(|(_, text)| text).collect();
                format!("no target in arc; {}", told.join(", "))
            }
        }
    }
}

/// [`NOBODY`](crate::rules::panzertruppe::state::NOBODY), under a name that reads well beside ids.
const NOBODY_ID: Id = NOBODY;

/// The distance of neighbouring cells, corners included, which count as within 1 inch (P-29).
pub const ADJACENT: Tenths = 14;

/// The range with contact across a corner counted as 1 inch (P-29).
pub(crate) fn contact(range: Tenths) -> Tenths {
    if range <= ADJACENT { range.min(10) } else { range }
}
