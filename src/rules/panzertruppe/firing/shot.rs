//! A shot worked out from a position: chapters 3, 4, 13, 15 to 18, 22 to 24 and 28. The game rolls it; the
//! odds and the computer read it.

use crate::ledger::cited::{applies, apply, rule};
use crate::odds::Distribution;
use crate::rules::panzertruppe::firing::effect::{Hit, hit};
use crate::rules::panzertruppe::firing::targets::contact;
use crate::rules::panzertruppe::firing::to_hit::{ToHit, add_up, to_hit, with_reach};
use crate::rules::panzertruppe::firing::volley::after_hit;
use crate::rules::panzertruppe::firing::{
    Adds, Class, Condition, Cover, Firer, Harm, Lines, Motion, Sum, Target,
};
use crate::rules::panzertruppe::sight::geometry::{Aspect, Tenths, aspect, is_right, way};
use crate::rules::panzertruppe::sight::line::Line;
use crate::rules::panzertruppe::state::{Arm, DugIn, Flag, Gunnery, Id, Kind, Slot, Spot, Switch};
use crate::rules::panzertruppe::tables::Tables;

/// A roll on the Machine Guns & Small Arms Table: to hit and effect in one (15).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Small {
    /// Modifiers.
    pub lines: Lines,
    /// The unmodified roll that stuns.
    pub base: i16,
    /// How far a roll must exceed that to destroy.
    pub destroys_over: i16,
}

impl Small {
    /// The result of a roll.
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

    /// The lowest die face with any effect.
    pub fn need(&self) -> i16 {
        self.base - self.lines.sum()
    }
}

/// A shot, worked out.
#[expect(clippy::large_enum_variant, reason = "short-lived; it stays on the stack")]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shot {
    /// A to-hit roll, the consequence of a hit, and the number of hit effect dice.
    Aimed(ToHit, Hit, u8),
    /// MG or small arms fire.
    Small(Small),
}

impl Shot {
    /// Whether any face hits.
    pub fn can_hit(&self) -> bool {
        match self {
            Self::Aimed(to_hit, ..) => to_hit.lowest() <= 10,
            Self::Small(small) => small.need() <= 10,
        }
    }

    /// The conditions the shot may leave a target in.
    pub fn odds(&self, tables: &Tables, condition: Condition) -> Distribution<Condition> {
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

impl Gunnery<'_> {
    /// The motion that counts for a firer: for riders that of the vehicle, infantry on foot is never moving.
    fn aiming(self, id: Id) -> Motion {
        match self.forces.carrier(id) {
            Some(carrier) => self.forces.state(carrier).motion,
            None if self.battle.unit(id).is_infantry() && !self.forces.state(id).is(Flag::Mounted) => {
                Motion::Stopped
            }
            None => self.forces.state(id).motion,
        }
    }

    /// A unit as a firer.
    pub fn firer(self, id: Id, slot: Slot, ambush: bool) -> Firer {
        Firer {
            bore: self.battle.unit(id).bore(slot).unwrap_or_default(),
            motion: self.aiming(id),
            ambush,
            russian: self.battle.unit(id).russian,
        }
    }

    /// A unit as a target, along a line from a cell.
    pub fn target(self, from: Spot, id: Id, line: Line) -> Target {
        self.target_at(from, id, self.forces.place_of(id).unwrap_or(from), line)
    }

    /// The same as if it were in another cell.
    fn target_at(self, from: Spot, id: Id, at: Spot, line: Line) -> Target {
        let (unit, state) = (self.battle.unit(id), self.forces.state(id));
        let toward = way(self.battle.cell(at), self.battle.cell(from));
        let aspect = aspect(state.hull, toward);
        let vehicle = unit.is_vehicle();
        let level = !line.any(Line::UP | Line::DOWN);
        let ground = self.battle.terrain_at(at);
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
            applies(if vehicle { "8.3" } else { "8.5" });
            cover = cover.and_if(vehicle, Cover::HULL_DOWN).and_if(unit.is_gun(), Cover::HILL_EDGE);
        }
        if unit.rollers && aspect == Aspect::Front {
            cover = cover.with(Cover::HULL_DOWN);
        }
        // Earthworks stay where they were dug, whichever way the unit turns; infantry is dug in on all sides
        // (28).
        let made = self.battle.starts[usize::from(id)].facing;
        let side = DugIn::facing(
            crate::rules::panzertruppe::sight::geometry::aspect(made, toward),
            is_right(made, toward),
        );
        if state.is(Flag::DugIn) && (unit.is_infantry() || unit.dug_in.has(side)) {
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

    /// Whether any face hits a unit in a cell: the sums of [`Self::shot`] without their labels.
    pub(crate) fn can_hit(self, id: Id, slot: Slot, at: (Id, Spot), line: Line, ambush: bool) -> bool {
        let Some(from) = self.forces.place_of(id) else { return false };
        let ((target, to), tables) = (at, &self.battle.tables);
        let range = self.battle.range(from, to);
        let aimed = self.target_at(from, target, to, line);
        let mut sum = Sum::default();
        let need = if slot.is_small() {
            let base = self.small_base(id, slot, range);
            base.map(|base| {
                self.add_small(&mut sum, id, target, &aimed);
                base - sum.sum()
            })
        } else if slot == Slot::Mortar {
            let calibre = self.battle.unit(id).bore(slot).map_or(0, |bore| bore.calibre);
            let need = self.add_indirect(&mut sum, calibre, &aimed, false);
            need.map(|need| if ambush { need - tables.to_hit.ambush } else { need })
        } else {
            let firer = self.firer(id, slot, ambush);
            let (reach, calibre) = match slot {
                Slot::Hand => {
                    (self.battle.weapon(id).and_then(|weapon| weapon.range(contact(range))), u16::MAX)
                }
                _ => (tables.range(range, firer.bore.kind), firer.bore.calibre),
            };
            add_up(&mut sum, tables, reach, &firer, &aimed, calibre)
        };
        need.is_some_and(|need| need <= 10)
    }

    /// Works out a shot along a line; `None` where it is not allowed.
    pub fn shot(self, id: Id, slot: Slot, target: Id, line: Line, ambush: bool) -> Option<Shot> {
        let (from, to) = (self.forces.place_of(id)?, self.forces.place_of(target)?);
        let tables = &self.battle.tables;
        let range = self.battle.range(from, to);
        let aimed = self.target(from, target, line);
        let firer = self.firer(id, slot, ambush);
        if slot.is_small() {
            return self.small(id, slot, target, &aimed, range).map(Shot::Small);
        }
        match slot {
            Slot::Hand => {
                let weapon = self.battle.weapon(id)?;
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
                    Class::Infantry if self.battle.unit(target).mortar.is_some() => Hit::Destroys,
                    Class::Infantry => Hit::Stuns,
                };
                Some(Shot::Aimed(roll, hit, 1))
            }
            Slot::Mortar => {
                let (mut roll, hit) = self.indirect(firer.bore.calibre, target, &aimed, false);
                if ambush {
                    roll.lines.add(tables.to_hit.ambush, "ambush fire", "12");
                    roll.need = roll.need.map(|need| need - tables.to_hit.ambush);
                }
                Some(Shot::Aimed(roll, hit, 1))
            }
            _ => {
                let roll = to_hit(tables, &firer, &aimed, range);
                if self.battle.unit(id).quad_twenty {
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

    /// MG and small arms fire (15, 16).
    fn small(self, id: Id, slot: Slot, target: Id, aimed: &Target, range: Tenths) -> Option<Small> {
        let base = self.small_base(id, slot, range)?;
        let mut lines = Lines::default();
        self.add_small(&mut lines, id, target, aimed);
        Some(Small { lines, base, destroys_over: self.battle.tables.machine_gun.destroys_over })
    }

    fn add_small(self, lines: &mut impl Adds, id: Id, target: Id, aimed: &Target) {
        applies(if self.battle.unit(id).is_infantry() { "15.4" } else { "16.1" });
        let adds = &self.battle.tables.machine_gun;
        match self.aiming(id) {
            Motion::Moving => lines.add(adds.firer_moving, "firer moving", "15"),
            Motion::Overwatch => lines.add(adds.firer_overwatch, "firer on overwatch", "15"),
            Motion::Stopped => {}
        }
        let carried =
            self.forces.carrier(target).map_or(aimed.motion, |carrier| self.forces.state(carrier).motion);
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
        if self.battle.unit(id).quad {
            lines.add(adds.quad, "quad .50", "32");
        }
        if aimed.class == Class::Unarmoured {
            lines.add(adds.unarmoured, "unarmoured", "15");
        }
    }

    /// Indirect fire of a calibre at a unit (21, 22).
    pub fn indirect(self, calibre: u16, target: Id, aimed: &Target, same_aim: bool) -> (ToHit, Hit) {
        let tables = &self.battle.tables;
        let mut lines = Lines::default();
        let need = self.add_indirect(&mut lines, calibre, aimed, same_aim);
        let roll = ToHit { lines, need };
        let hit = if aimed.class == Class::Vehicle {
            let unit = self.battle.unit(target);
            let mut lines = Lines::default();
            lines.add(tables.effect_size(calibre), "weapon size", "4");
            let (armour, label) = if unit.open {
                (unit.armour.right, "side armour, open-topped")
            } else {
                (unit.armour.front, "front armour")
            };
            lines.add(armour, label, "21");
            Hit::Rolls(lines)
        } else {
            Hit::Destroys
        };
        (roll, hit)
    }

    #[apply(rule, "22")]
    fn add_indirect(
        self,
        lines: &mut impl Adds,
        calibre: u16,
        aimed: &Target,
        same_aim: bool,
    ) -> Option<i16> {
        let tables = &self.battle.tables;
        let adds = &tables.indirect;
        let step = match calibre {
            0..80 => 0,
            80..140 => 1,
            _ => 2,
        };
        lines.add(adds.calibre[step], "weapon size", "21");
        if aimed.cover.has(Cover::BUILDING) {
            lines.add(adds.building, "in a building", "21");
        } else if aimed.cover.has(Cover::DUG_IN) {
            lines.add(adds.dug_in, "dug in", "21");
        } else if aimed.cover.has(Cover::WOODS) {
            lines.add(adds.woods, "woods", "21");
        }
        if crate::rules::panzertruppe::firing::cover::crouches(aimed) {
            applies("24.3");
            applies("28.4");
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
            lines.add(adds.same_aim, "same target as before", "21");
        }
        // Weapons of 70 mm and less do nothing to crouching infantry (24).
        let reaches = calibre > 70 || !crate::rules::panzertruppe::firing::cover::crouches(aimed);
        reaches.then(|| tables.to_hit.base - lines.sum())
    }
}
