//! Who may fire what at whom, and what the roll would be: chapters 3, 4, 13, 15 to 18, 22 to 24 and 28 as pure
//! functions of a position. The game rolls them, the odds and the opponent read them.

use super::firing::effect::{Hit, hit};
use super::firing::to_hit::{ToHit, to_hit, with_reach};
use super::firing::volley::after_hit;
use super::firing::{Bore, Class, Condition, Cover, Firer, Harm, Lines, Motion, Target};
use super::geometry::{Arc, Aspect, Tenths, aspect, is_right, tenths, way};
use super::sight::Line;
use super::state::{Arm, Flag, Id, Kind, Place, Position, Slot, Switch};
use crate::odds::Distribution;

/// A roll on the table of machine guns and small arms: hit and effect in one (15).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Small {
    /// What is added to the die.
    pub lines: Lines,
    /// The face that stuns with nothing added.
    pub base: i16,
    /// By so much more it destroys.
    pub destroys_over: i16,
}

impl Small {
    /// What a face does.
    pub fn harm(&self, face: u8) -> Harm {
        let over = i16::from(face) + self.lines.sum() - self.base;
        if over >= self.destroys_over {
            Harm::Destroy
        } else if over >= 0 {
            Harm::Stun
        } else {
            Harm::None
        }
    }

    /// The lowest unmodified face that does anything.
    pub fn need(&self) -> i16 {
        self.base - self.lines.sum()
    }
}

/// A shot, worked out.
#[expect(
    clippy::large_enum_variant,
    reason = "a shot is looked at and dropped; it should not go to the heap"
)]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shot {
    /// To hit, then effect with so many dice.
    Aimed(ToHit, Hit, u8),
    /// One roll.
    Small(Small),
}

impl Shot {
    /// Whether any face of the die hits.
    pub fn can_hit(&self) -> bool {
        match self {
            Self::Aimed(to_hit, ..) => to_hit.lowest() <= 10,
            Self::Small(small) => small.need() <= 10,
        }
    }

    /// What it may leave of a target in a condition.
    pub fn odds(&self, tables: &super::tables::Tables, condition: Condition) -> Distribution<Condition> {
        let unhurt = Distribution::certain(condition);
        match self {
            Self::Aimed(to_hit, hit, dice) => {
                let after = (0..*dice).fold(unhurt.clone(), |odds, _| {
                    odds.then(|&condition| {
                        if condition.destroyed {
                            Distribution::certain(condition)
                        } else {
                            after_hit(tables, hit, condition)
                        }
                    })
                });
                after.or(to_hit.chance(), &unhurt)
            }
            Self::Small(small) => {
                Distribution::of_cases((1..=10).map(|face| condition.struck(small.harm(face))))
            }
        }
    }
}

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
        if !state.is_able() || barred || state.is(Flag::OnCliff) || self.is_clearing(id) {
            return false;
        }
        let fired = |flag: Flag| phase && state.is(flag);
        let quad_fired = |flag: Flag| unit.quad && fired(flag);
        let rides = self.carrier(id);
        if let Some(carrier) = rides {
            let carried = self.state(carrier);
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
        let limit = |double: bool| if double && !state.is(Flag::Packed) { 2 } else { 1 };
        match slot {
            Slot::Main => unit.main.is_some_and(|gun| {
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
        state.is(Flag::Clearing) && !state.is(Flag::FlailGone)
    }

    /// Nothing of the turret has fired since the last load: for machine guns in it (16).
    fn turret_is_silent(&self, id: Id) -> bool {
        let (unit, state) = (self.unit(id), self.state(id));
        if unit.second.is_some_and(|gun| gun.turret) { state.second_shots == 0 } else { state.shots == 0 }
    }

    /// Whether a weapon bears on a cell (3, 13, 15, 16).
    pub fn bears(&self, id: Id, slot: Slot, on: u16) -> bool {
        let (unit, state) = (self.unit(id), self.state(id));
        let Some(from) = self.place_of(id) else { return false };
        let toward = way(self.battle.cell(from), self.battle.cell(on));
        // A hitched Gun points to the rear of what tows it (P-61).
        let hull = self.carrier(id).map_or(state.hull, |carrier| (self.state(carrier).hull + 12) % 24);
        let gun = |gun: Option<super::state::unit::Gun>| {
            gun.is_some_and(|gun| gun.arc.covers(if gun.turret { state.turret } else { hull }, toward))
        };
        match slot {
            Slot::Main => gun(unit.main),
            Slot::Second => gun(unit.second),
            // A small turret of its own bears to the front and the sides (36, note 7).
            Slot::Bow if unit.small_turret => Arc::Ahead.covers(state.hull, toward),
            Slot::Bow => Arc::Forty.covers(state.hull, toward),
            Slot::Coax => Arc::Sixty.covers(state.turret, toward),
            Slot::Open | Slot::Arms | Slot::Hand | Slot::Mortar => true,
        }
    }

    /// Whether enemy units may be aimed at: on the board, or riding where they are seen (18).
    pub fn is_target(&self, id: Id) -> bool {
        let state = self.state(id);
        match state.place {
            Place::Board(_) => !state.is(Flag::Hidden),
            Place::Aboard(carrier) => {
                self.unit(id).is_infantry()
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
        self.may_shoot_at(id, slot, target, self.place_of(target)?)
    }

    /// The same with the enemy in another cell, where it was on its way (12).
    pub fn may_shoot_at(&self, id: Id, slot: Slot, target: Id, to: u16) -> Option<Line> {
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
        if range > ADJACENT && (crouched(id) || slot.is_small() && crouched(target)) {
            return None;
        }
        // Half an inch back from the edge only turrets fire downhill, and not all of them (8).
        if line.any(Line::DOWN) && state.is(Flag::Back) && self.unit(id).is_vehicle() {
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
        let fires = reaches && self.shot(id, slot, target, line, false)?.can_hit();
        fires.then_some(line)
    }

    /// What a machine gun or small arms need.
    fn small_base(&self, id: Id, slot: Slot, range: Tenths) -> Option<i16> {
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
    pub fn weapon(&self, id: Id) -> Option<&super::tables::InfantryWeapon> {
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

    /// How a unit moves when it fires: riders as what carries them, infantry on foot never counts.
    fn aiming(&self, id: Id) -> Motion {
        match self.carrier(id) {
            Some(carrier) => self.state(carrier).motion,
            None if self.unit(id).is_infantry() && !self.state(id).is(Flag::Mounted) => Motion::Stopped,
            None => self.state(id).motion,
        }
    }

    /// A unit as somebody who fires.
    pub fn firer(&self, id: Id, slot: Slot, ambush: bool) -> Firer {
        Firer {
            bore: self.bore(id, slot).unwrap_or_default(),
            motion: self.aiming(id),
            ambush,
            russian: self.unit(id).russian,
        }
    }

    /// A unit as a target, seen along a line from a cell.
    pub fn target(&self, from: u16, id: Id, line: Line) -> Target {
        let (unit, state) = (self.unit(id), self.state(id));
        let at = self.place_of(id).unwrap_or(from);
        let toward = way(self.battle.cell(at), self.battle.cell(from));
        let aspect = aspect(state.hull, toward);
        let vehicle = unit.is_vehicle();
        let level = !line.any(Line::UP | Line::DOWN);
        let ground = self.battle.ground_at(at);
        let mut cover = Cover::default()
            .and_if(line.any(Line::WALL_TO) && vehicle, Cover::HULL_DOWN)
            .and_if(line.any(Line::WALL_TO) || level && line.any(Line::WALL_MID), Cover::WALL)
            .and_if(line.any(Line::HEDGE_TO) || level && line.any(Line::HEDGE_MID), Cover::HEDGE)
            .and_if(line.any(Line::HEDGEROW_TO), Cover::HEDGEROW)
            .and_if(line.any(Line::WOODS), Cover::WOODS)
            .and_if(ground.kind == Kind::Rough, Cover::ROUGH)
            .and_if(ground.kind == Kind::Building, Cover::BUILDING)
            .and_if(line.any(Line::BESIDE) && self.battle.plays(Switch::Buildings), Cover::BESIDE_BUILDING)
            .and_if(state.is(Flag::Crouching), Cover::CROUCHING);
        if state.is(Flag::Back) && line.any(Line::UP) {
            cover = cover.and_if(vehicle, Cover::HULL_DOWN).and_if(unit.is_gun(), Cover::HILL_EDGE);
        }
        if unit.rollers && aspect == Aspect::Front {
            cover = cover.with(Cover::HULL_DOWN);
        }
        // The earthworks stay where they were made, whichever way the unit turns in them; infantry has them all
        // round (28).
        let made = self.battle.starts[usize::from(id)].facing;
        let side = dug_side(super::geometry::aspect(made, toward), is_right(made, toward));
        if state.is(Flag::DugIn) && (unit.is_infantry() || unit.dug_in & side != 0) {
            cover = cover.with(Cover::DUG_IN);
        }
        Target {
            class: match unit.arm {
                Arm::Armoured => Class::Vehicle,
                Arm::Soft => Class::Unarmoured,
                Arm::Gun => Class::Gun,
                Arm::Infantry => Class::Infantry,
            },
            motion: if unit.is_infantry() && !state.is(Flag::Mounted) {
                Motion::Stopped
            } else {
                state.motion
            },
            size: unit.size,
            armour: unit.armour_at(aspect, is_right(state.hull, toward)),
            aspect,
            condition: state.condition,
            cover,
            mounted: state.is(Flag::Mounted),
        }
    }

    /// A shot along a line, worked out; `None` where none is allowed.
    pub fn shot(&self, id: Id, slot: Slot, target: Id, line: Line, ambush: bool) -> Option<Shot> {
        let (from, to) = (self.place_of(id)?, self.place_of(target)?);
        let tables = &self.battle.tables;
        let range = self.range(from, to);
        let aimed = self.target(from, target, line);
        let firer = self.firer(id, slot, ambush);
        if slot.is_small() {
            return self.small(id, slot, target, &aimed, range).map(Shot::Small);
        }
        match slot {
            Slot::Hand => {
                let weapon = self.weapon(id)?;
                let reach = weapon.range(contact(range));
                let roll = with_reach(tables, reach, &firer, &aimed, u16::MAX);
                let hit = match aimed.class {
                    Class::Vehicle => {
                        let mut lines = Lines::default();
                        lines.add(weapon.effect, "anti-tank weapon", "17");
                        lines.add(aimed.armour, "armour", "4");
                        Hit::Rolls(lines)
                    }
                    Class::Unarmoured => Hit::Destroys,
                    Class::Gun if aimed.aspect != Aspect::Front => Hit::Destroys,
                    Class::Gun => {
                        let mut lines = Lines::default();
                        lines.add(weapon.effect, "anti-tank weapon", "17");
                        lines.add(tables.gun_front, "gun shield", "13");
                        Hit::RollsForGun(lines)
                    }
                    Class::Infantry if self.unit(target).mortar.is_some() => Hit::Destroys,
                    Class::Infantry => Hit::Stuns,
                };
                Some(Shot::Aimed(roll, hit, 1))
            }
            Slot::Mortar => {
                let (roll, hit) = self.indirect(firer.bore.calibre, target, &aimed, false);
                Some(Shot::Aimed(roll, hit, 1))
            }
            _ => {
                let roll = to_hit(tables, &firer, &aimed, range);
                if self.unit(id).quad_twenty {
                    let hit = match aimed.class {
                        Class::Vehicle => hit(tables, firer.bore, &aimed, range),
                        _ => Hit::Destroys,
                    };
                    return Some(Shot::Aimed(roll, hit, 4));
                }
                Some(Shot::Aimed(roll, hit(tables, firer.bore, &aimed, range), 1))
            }
        }
    }

    /// Machine guns and small arms (15, 16).
    fn small(&self, id: Id, slot: Slot, target: Id, aimed: &Target, range: Tenths) -> Option<Small> {
        let base = self.small_base(id, slot, range)?;
        let adds = &self.battle.tables.machine_gun;
        let mut lines = Lines::default();
        match self.aiming(id) {
            Motion::Moving => lines.add(adds.firer_moving, "firer moving", "15"),
            Motion::Overwatch => lines.add(adds.firer_overwatch, "firer on overwatch", "15"),
            Motion::Stopped => {}
        }
        let carried = self.carrier(target).map_or(aimed.motion, |carrier| self.state(carrier).motion);
        if carried == Motion::Moving && !aimed.condition.is_halted() {
            lines.add(adds.target_moving, "target moving", "15");
        }
        let cover = aimed.cover;
        if cover.has(Cover::BUILDING) {
            lines.add(adds.building, "in a building", "24");
        } else if cover.has(Cover::DUG_IN) {
            lines.add(adds.dug_in, "dug in", "28");
        } else if cover.has(Cover::WOODS) {
            lines.add(adds.woods, "woods", "15");
        } else if cover.has(Cover::HEDGEROW) {
            lines.add(adds.hedgerow, "hedgerow", "15");
        } else if cover.has(Cover::ROUGH) {
            lines.add(adds.rough, "rough ground", "15");
        } else if !aimed.mounted && cover.has(Cover::WALL) {
            lines.add(adds.wall, "wall", "15");
        } else if !aimed.mounted && cover.has(Cover::HEDGE) {
            lines.add(adds.hedge, "hedge", "15");
        }
        if self.unit(id).quad {
            lines.add(adds.quad, "four heavy machine guns", "32");
        }
        if aimed.class == Class::Unarmoured {
            lines.add(adds.unarmoured, "unarmoured", "15");
        }
        Some(Small { lines, base, destroys_over: adds.destroys_over })
    }

    /// Indirect fire of a calibre at one unit (21, 22).
    pub fn indirect(&self, calibre: u16, target: Id, aimed: &Target, same_aim: bool) -> (ToHit, Hit) {
        let tables = &self.battle.tables;
        let adds = &tables.indirect;
        let mut lines = Lines::default();
        let step = match calibre {
            0..80 => 0,
            80..140 => 1,
            _ => 2,
        };
        lines.add(adds.calibre[step], "size of the weapon", "21");
        if aimed.cover.has(Cover::BUILDING) {
            lines.add(adds.building, "in a building", "21");
        } else if aimed.cover.has(Cover::DUG_IN) {
            lines.add(adds.dug_in, "dug in", "21");
        } else if aimed.cover.has(Cover::WOODS) {
            lines.add(adds.woods, "woods", "21");
        }
        if super::firing::cover::crouches(aimed) {
            lines.add(adds.crouching, "crouching", "21");
        }
        let vehicle = matches!(aimed.class, Class::Vehicle | Class::Unarmoured);
        if vehicle && aimed.motion() == Motion::Moving {
            lines.add(adds.moving, "moving vehicle", "21");
        }
        if aimed.class == Class::Vehicle {
            lines.add(adds.armoured, "armoured vehicle", "21");
        }
        if same_aim {
            lines.add(adds.same_aim, "same aim as before", "21");
        }
        // Shells of 70 mm and less do nothing to heads that are down (24).
        let reaches = calibre > 70 || !super::firing::cover::crouches(aimed);
        let roll = ToHit { lines, need: reaches.then(|| tables.to_hit.base - lines.sum()) };
        let hit = if aimed.class == Class::Vehicle {
            let unit = self.unit(target);
            let mut lines = Lines::default();
            lines.add(tables.effect_size(calibre), "size of the weapon", "4");
            let (armour, label) = if unit.open {
                (unit.armour[1], "side armour, open on top")
            } else {
                (unit.armour[0], "front armour")
            };
            lines.add(armour, label, "21");
            Hit::Rolls(lines)
        } else {
            Hit::Destroys
        };
        (roll, hit)
    }
}

/// No unit, under a name that reads well beside ids.
const NOBODY_ID: Id = super::state::NOBODY;

/// Neighbouring cells, corners included, count as within an inch (P-29).
pub const ADJACENT: Tenths = 14;

/// Who touches is within an inch, across corners too (P-29).
fn contact(range: Tenths) -> Tenths {
    if range <= ADJACENT { range.min(10) } else { range }
}

/// The bit of the side dug in that a facing needs: front 1, right 2, left 4, rear 8.
const fn dug_side(aspect: Aspect, right: bool) -> u8 {
    match aspect {
        Aspect::Front => 1,
        Aspect::Side if right => 2,
        Aspect::Side => 4,
        Aspect::Rear => 8,
    }
}
