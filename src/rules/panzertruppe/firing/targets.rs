//! Who may fire what at whom: chapters 3, 13, 15 to 18, 22 to 24 and 32 as pure functions of a position.

use crate::board::Cell;
use crate::ledger::cited::applies;
use crate::rules::panzertruppe::firing::{Bore, Motion};
use crate::rules::panzertruppe::sight::geometry::{Arc, Tenths, Turn, tenths, way};
use crate::rules::panzertruppe::sight::line::Line;
use crate::rules::panzertruppe::state::{Arm, Flag, Id, Kind, Place, Position, Slot, Switch};

impl Position {
    /// Whether this is one of the two phases of a side in which machine guns fire (1, 16).
    pub const fn is_gun_phase(&self) -> bool {
        matches!(self.phase, 4 | 5 | 9 | 10)
    }

    /// Whether a weapon could fire at all now: loaded, manned, set up. In a fire phase it fires once; in the enemy's
    /// movement, from ambush (12) or at what closes (20), as long as it is loaded, small arms once (P-60).
    pub fn is_ready(&self, id: Id, slot: Slot) -> bool {
        let (unit, state) = (self.unit(id), self.state(id));
        let phase = !matches!(self.phase, 3 | 8);
        let barred = state.is(Flag::Ambushed) && (phase || slot.is_small());
        if state.is(Flag::OnCliff) {
            applies("27");
        }
        if !state.is_able() || barred || state.is(Flag::OnCliff) || self.is_clearing(id) {
            applies(if barred { "12.3" } else { "6.3" });
            return false;
        }
        let fired = |flag: Flag| phase && state.is(flag);
        let quad_fired = |flag: Flag| unit.quad && fired(flag);
        let rides = self.carrier(id);
        if let Some(carrier) = rides {
            let carried = self.state(carrier);
            applies(if slot == Slot::Hand { "17.6" } else { "18.6" });
            if unit.is_gun() && !unit.fires_limbered || unit.mortar.is_some() && slot == Slot::Mortar {
                return false;
            }
            // From a vehicle in motion only small arms are fired, and none with heads down (18).
            if carried.motion == Motion::Moving && slot != Slot::Arms || state.is(Flag::Crouching) {
                return false;
            }
        }
        if slot.is_small() && !((self.is_gun_phase() || !phase) && self.has_small(id, slot)) {
            return false;
        }
        applies("3.2");
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
            // Four heavy machine guns are one weapon, whatever they fire at (32).
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
                    && self.spot(id).is_some_and(|cell| self.battle.ground_at(cell).kind != Kind::Building)
            }
        }
    }

    fn has_small(&self, id: Id, slot: Slot) -> bool {
        let unit = self.unit(id);
        match slot {
            Slot::Arms => unit.is_infantry() && self.battle.plays(Switch::Infantry),
            _ if !self.battle.plays(Switch::MachineGuns) => false,
            Slot::Bow => unit.machine_guns[0],
            Slot::Coax => unit.machine_guns[1],
            Slot::Open => unit.machine_guns[2] || unit.quad,
            _ => false,
        }
    }

    /// A flail tank that has cleared mines in its last movement fires nothing, nor do rollers that are pushed and
    /// what pushes them (34).
    fn is_clearing(&self, id: Id) -> bool {
        let state = self.state(id);
        let clears = state.is(Flag::Clearing) && !state.is(Flag::FlailGone);
        if clears {
            applies("34.1");
        }
        clears
    }

    /// Nothing of the turret has fired since the last load: for machine guns in it (16).
    fn turret_is_silent(&self, id: Id) -> bool {
        applies("16.2");
        let (unit, state) = (self.unit(id), self.state(id));
        if unit.second.is_some_and(|gun| gun.turret) { state.second_shots == 0 } else { state.shots == 0 }
    }

    /// Whether a weapon bears on a cell (3, 13, 15, 16).
    pub fn bears(&self, id: Id, slot: Slot, on: u16) -> bool {
        self.field(id, slot).is_some_and(|field| field.covers(self.battle.cell(on)))
    }

    /// What a weapon bears on from where it is.
    pub(crate) fn field(&self, id: Id, slot: Slot) -> Option<Field> {
        let (unit, state) = (self.unit(id), self.state(id));
        let from = self.battle.cell(self.place_of(id)?);
        applies(match slot {
            Slot::Main if unit.is_gun() => "13.3",
            Slot::Main | Slot::Second => "3.5",
            Slot::Bow if unit.small_turret => "16.3",
            Slot::Hand => "17.1",
            Slot::Mortar => "22",
            Slot::Arms => "15.4",
            _ => "16.1",
        });
        // A hitched Gun points to the rear of what tows it (P-61).
        let hull = self.carrier(id).map_or(state.hull, |carrier| (self.state(carrier).hull + 12) % 24);
        let gun = |gun: Option<crate::rules::panzertruppe::state::unit::Gun>| {
            gun.map(|gun| (gun.arc, if gun.turret { state.turret } else { hull }))
        };
        let (arc, heading) = match slot {
            Slot::Main => gun(unit.main)?,
            Slot::Second => gun(unit.second)?,
            // A small turret of its own bears to the front and the sides (36, note 7).
            Slot::Bow if unit.small_turret => (Arc::Ahead, state.hull),
            Slot::Bow => (Arc::Forty, state.hull),
            Slot::Coax => (Arc::Sixty, state.turret),
            Slot::Open | Slot::Arms | Slot::Hand | Slot::Mortar => (Arc::All, 0),
        };
        Some(Field { from, arc, heading })
    }

    /// Whether enemy units may be aimed at: on the board, or riding where they are seen (18).
    pub fn is_target(&self, id: Id) -> bool {
        let state = self.state(id);
        if state.is(Flag::Hidden) {
            applies("29.1");
        }
        match state.place {
            Place::Board(_) => !state.is(Flag::Hidden),
            Place::Aboard(carrier) => {
                let carried = self.unit(carrier);
                applies(match () {
                    () if self.unit(id).is_gun() => "14.1",
                    () if carried.carrier => "18.2",
                    () if carried.arm == Arm::Soft => "18.3",
                    () => "18.1",
                });
                self.unit(id).is_infantry()
                    && !state.is(Flag::Hidden)
                    && self.unit(carrier).arm == Arm::Armoured
                    && !(self.unit(carrier).carrier && state.is(Flag::Crouching))
                    && !self.unit(carrier).kangaroo
                    && self.spot(carrier).is_some()
            }
            _ => false,
        }
    }

    /// Whom fire at a vehicle on its way strikes: small arms a rider where armour carries one, all else the
    /// vehicle (12, 18, 20).
    pub fn struck_by(&self, slot: Slot, vehicle: Id) -> Id {
        let armoured = slot.is_small() && self.unit(vehicle).arm == Arm::Armoured;
        let rider = self.cargo(vehicle).find(|&id| armoured && self.is_target(id));
        rider.unwrap_or(vehicle)
    }

    /// The line of fire of a weapon that is ready at an enemy, if it may fire there.
    pub fn may_shoot(&self, id: Id, slot: Slot, target: Id) -> Option<Line> {
        self.may_shoot_at(id, slot, target, self.place_of(target)?, false)
    }

    /// The same with the enemy in another cell; from ambush, where it was on its way (12).
    pub fn may_shoot_at(&self, id: Id, slot: Slot, target: Id, to: u16, ambush: bool) -> Option<Line> {
        if !self.is_target(target) {
            return None;
        }
        let (unit, state) = (self.unit(id), self.state(id));
        let enemy = self.unit(target);
        let rides = self.carrier(target).is_some();
        if slot.is_small() {
            if enemy.arm == Arm::Armoured {
                return None;
            }
        } else if rides {
            // Whoever rides on tanks is fired at with small arms only; else the vehicle is the target (18).
            return None;
        }
        if state.assault != NOBODY_ID
            && state.assault != target
            && self.carrier(target) != Some(state.assault)
        {
            return None;
        }
        let from = self.place_of(id)?;
        if !self.bears(id, slot, to) {
            return None;
        }
        let line = self.sees_at(id, from, target, to)?;
        let range = self.range(from, to);
        let crouched = |id: Id| {
            self.state(id).is(Flag::Crouching)
                && self.place_of(id).is_some_and(|cell| self.is_shelter(id, cell))
        };
        // Heads down, neither fires nor is fired at by small arms over more than an inch (24).
        if state.is(Flag::Crouching) || self.state(target).is(Flag::Crouching) {
            applies("24.3");
            applies("28.4");
        }
        if range > ADJACENT && (crouched(id) || slot.is_small() && crouched(target)) {
            return None;
        }
        // Half an inch back from the edge only turrets fire downhill, and not all of them (8).
        if line.any(Line::DOWN) && state.is(Flag::Back) && self.unit(id).is_vehicle() {
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
        // Hull down behind a wall or beside a building, neither the bow machine gun nor a gun in the bow fires (10,
        // 24; 36, note 3).
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
        // Four heavy machine guns are a gun of 20 mm to vehicles, a machine gun to the rest (32).
        if unit.quad && (slot == Slot::Main) != enemy.is_vehicle() {
            return None;
        }
        let reaches = match slot {
            Slot::Main | Slot::Second => {
                let bore = self.bore(id, slot)?;
                self.battle.tables.range(range, bore.kind).is_some()
                    && !(bore.calibre <= 70 && crouched(target))
            }
            Slot::Hand => {
                let weapon = self.weapon(id)?;
                let useless = weapon.tank_only && enemy.is_infantry() && enemy.mortar.is_none();
                weapon.range(contact(range)).is_some() && !useless && !(crouched(target) && range > ADJACENT)
            }
            Slot::Mortar => range >= 10,
            _ => self.small_base(id, slot, range).is_some(),
        };
        // What no face of the die can do is not fired (P-82).
        (reaches && self.can_hit(id, slot, (target, to), line, ambush)).then_some(line)
    }

    /// What a machine gun or small arms need.
    pub(crate) fn small_base(&self, id: Id, slot: Slot, range: Tenths) -> Option<i16> {
        let arms = slot == Slot::Arms && !self.unit(id).infantry_gun;
        self.battle.tables.machine_gun_need(range, arms)
    }

    /// The gun of a slot.
    pub fn bore(&self, id: Id, slot: Slot) -> Option<Bore> {
        let unit = self.unit(id);
        match slot {
            Slot::Main => unit.main.map(|gun| gun.bore),
            Slot::Second => unit.second.map(|gun| gun.bore),
            Slot::Mortar => unit.mortar.map(|calibre| Bore { calibre, ..Bore::default() }),
            _ => None,
        }
    }

    /// The infantry anti-tank weapon of a unit.
    pub fn weapon(&self, id: Id) -> Option<&crate::rules::panzertruppe::tables::InfantryWeapon> {
        self.unit(id).hand.map(|weapon| &self.battle.tables.infantry_weapons[usize::from(weapon)])
    }

    /// Tenths of an inch between two cells.
    pub fn range(&self, from: u16, to: u16) -> Tenths {
        tenths(self.battle.cell(from), self.battle.cell(to))
    }

    /// Infantry in a building or in the hole it was dug for may crouch.
    pub fn is_shelter(&self, id: Id, cell: u16) -> bool {
        self.battle.ground_at(cell).kind == Kind::Building || self.state(id).is(Flag::DugIn)
    }
}

/// What a weapon bears on.
pub(crate) struct Field {
    from: Cell,
    arc: Arc,
    heading: Turn,
}

impl Field {
    /// Whether a cell lies in it.
    pub(crate) fn covers(&self, cell: Cell) -> bool {
        self.arc.covers(self.heading, way(self.from, cell))
    }
}

/// No unit, under a name that reads well beside ids.
const NOBODY_ID: Id = crate::rules::panzertruppe::state::NOBODY;

/// Neighbouring cells, corners included, count as within an inch (P-29).
pub const ADJACENT: Tenths = 14;

/// Who touches is within an inch, across corners too (P-29).
pub(crate) fn contact(range: Tenths) -> Tenths {
    if range <= ADJACENT { range.min(10) } else { range }
}
