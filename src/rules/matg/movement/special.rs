//! Special stands of chapter 10: cavalry, bicycles, ski and mountain troops.

use std::sync::OnceLock;

use super::mover::Mover;
use crate::board::{self, Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::catalog::{Class, Gun, Mode, Movement, Nation, StandType};
use crate::rules::matg::command::orders::GroupMove;
use crate::rules::matg::fire::{reaction, special};
use crate::rules::matg::ground::terrain::{Ground, POINT, Quarters, Terrain};
use crate::rules::matg::movement::{mover, riders, transport};
use crate::rules::matg::state::battle::{Arm, Battle, Unit};
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position, Stand};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::Frame;
use crate::rules::matg::works::obstacles;

/// Training and equipment that are not in the weapons data (10.13).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Skill {
    /// Equipped with skis.
    pub ski: bool,
    /// Mountain troops.
    pub mountain: bool,
}

/// Horses without riders: personnel, defence 5, 3 movement points, no firepower (10.10.5).
#[apply(rule, "10.10.5")]
pub fn horses() -> &'static StandType {
    static HORSES: OnceLock<StandType> = OnceLock::new();
    HORSES.get_or_init(|| StandType {
        nation: Nation::AllNations,
        name: "Horses".to_owned(),
        class: Class::Personnel,
        points: 0,
        guns: Vec::new(),
        defence: 5,
        armoured: false,
        movement: Movement { land: Some((3, Mode::Foot)), bonus: 0, water: 0 },
        cargo: None,
        load: None,
        sections: 0,
        year: 0,
        note: None,
        traits: Vec::new(),
        counts_as: None,
        also: None,
        own_notes: crate::rules::matg::catalog::Notes { personnel: true, ..Default::default() },
    })
}

/// Defence and movement points of dismounted cavalry (10.10.3).
const ON_FOOT: (u8, u8) = (6, 3);

impl Unit {
    /// Mountain troops have five points on steep ground (10.13).
    fn climbing_points(&self) -> i16 {
        let unit = self;
        if unit.skill.mountain { 5 - i16::from(unit.pace().0).min(5) } else { 0 }
    }
}

impl Stand {
    /// Bonus points in quarters; the fire/move posture halves them (S-82).
    fn bonus_in_posture(&self, points: i16) -> Quarters {
        POINT * if self.posture == Posture::FireMove { points / 2 } else { points }
    }
}

impl Forces {
    /// Whether a stand is mounted cavalry.
    pub fn is_mounted(&self, id: Id) -> bool {
        self.unit(id).arm == Arm::Cavalry && !self.stand(id).dismounted
    }

    /// The arm of a stand now: dismounted cavalry is infantry (10.10.3).
    #[inline]
    #[apply(rule, "10.10.3")]
    pub fn arm(&self, id: Id) -> Arm {
        if self.stand(id).dismounted { Arm::Infantry } else { self.unit(id).arm }
    }

    /// Movement points and movement class now.
    #[inline]
    pub fn pace(&self, id: Id) -> (u8, Mode) {
        if self.stand(id).dismounted { (ON_FOOT.1, Mode::Foot) } else { self.unit(id).pace() }
    }
}

/// Dismounts cavalry for exactly half of its points. The horse stand is placed beside it (10.10.4, S-81).
pub(super) fn dismount(
    game: &mut Position,
    id: Id,
    direction: Compass,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(cell) = game.forces.cell(id) else { return Ok(()) };
    let idle = |&other: &Id| {
        game.battle.unit(other).arm == Arm::Horses && game.forces.stand(other).place == Place::Reserve
    };
    let Some(horses) = game.battle.ids(game.battle.side(id)).find(idle) else { return Ok(()) };
    let (group, facing, tried) =
        (game.forces.stand(id).group, game.forces.stand(id).facing, game.forces.stand(id).tried);
    game.forces.put(horses, cell.step(direction));
    let stand = game.forces.stand_mut(horses);
    (stand.group, stand.facing, stand.posture) = (group, facing, Posture::Move);
    (stand.moved, stand.spent, stand.tried) = (false, 3 * POINT / 2, tried);
    game.forces.stand_mut(id).dismounted = true;
    join_moving_group(&game.battle, &mut game.now, horses);
    let on_foot = Quarters::from(ON_FOOT.1) * POINT;
    if let Some(mover) = game.now.mover_mut() {
        mover.left = (mover.left - mover.allowance / 2).min(on_foot);
        mover.allowance = on_foot;
        mover.handled = true;
    }
    log.add(|| {
        Event::new(Tone::Plain, game.battle.side(id), format!("{} dismounts", game.battle.who(id)), "10.10.4")
            .at([cell])
    });
    transport::bring_to(game, horses, cell.step(direction), dice, log)?;
    reaction::offer_opportunity(game, id);
    Ok(())
}

/// Lets a stand move with the group that is on the move, without a roll of its own (10.10.4).
#[apply(rule, "10.10.4")]
fn join_moving_group(battle: &Battle, now: &mut Turn, id: Id) {
    let side = battle.side(id);
    let group = now.stack.iter_mut().rev().find_map(|frame| match frame {
        Frame::Group(group) => Some(group),
        _ => None,
    });
    match group {
        Some(group) => group.members.push(id),
        None => {
            let below = now.stack.len().saturating_sub(1);
            now.stack.insert(below, GroupMove { side, members: vec![id] }.into());
        }
    }
}

/// Mounts the adjacent horses; half of the allowance is left (10.10.6).
#[apply(rule, "10.10.6")]
pub(super) fn mount(game: &mut Position, id: Id, horses: Id, log: &mut Log) {
    game.forces.take_off(horses, Place::Reserve);
    game.forces.stand_mut(id).dismounted = false;
    let ridden = mover::allowance(&game.field, &game.forces, id);
    if let Some(mover) = game.now.mover_mut() {
        mover.allowance = ridden;
        mover.left = ridden / 2;
        mover.handled = true;
    }
    log.add(|| {
        Event::new(Tone::Plain, game.battle.side(id), format!("{} mounts", game.battle.who(id)), "10.10.6")
            .at(game.forces.cell(id))
    });
    reaction::offer_opportunity(game, id);
}

/// Printed defence, mounted or dismounted.
pub fn printed_defence(forces: &Forces, id: Id) -> i16 {
    i16::from(if forces.stand(id).dismounted { ON_FOOT.0 } else { forces.unit(id).kind.defence })
}

/// Firepower of a gun against a type of target. Dismounted cavalry loses 1 HE for its horse holders
/// (10.10.3).
#[apply(rule, "10.10.3")]
pub fn firepower(forces: &Forces, id: Id, gun: &Gun, armoured: bool) -> i16 {
    let printed = i16::from(if armoured { gun.ap } else { gun.he }.unwrap_or(0));
    let printed = if armoured { special::with_shells(forces, id, printed) } else { printed };
    if forces.stand(id).dismounted && !armoured { (printed - 1).max(0) } else { printed }
}

/// The most bonus movement points, in quarters, that a stand can have on any ground (10.11.1, 10.13).
#[apply(rule, "10.11.1", "10.13")]
pub fn bonus(forces: &Forces, id: Id) -> Quarters {
    let unit = forces.unit(id);
    let points = forces.unit(id).climbing_points().max(skiing_points(&forces.battle, id));
    forces.stand(id).bonus_in_posture(points.max(i16::from(unit.kind.movement.bonus)))
}

/// Ski troops have one point more in snow (10.13).
fn skiing_points(battle: &Battle, id: Id) -> i16 {
    i16::from(battle.unit(id).skill.ski && battle.climate.is_snowy())
}

/// The bonus points, in quarters, that count on a square. Snow makes clear ground rough for bicycles (9.6.2).
pub fn bonus_on(field: &Field, forces: &Forces, id: Id, cell: Cell, by_road: bool) -> Quarters {
    const STEEP: Ground = Ground::of(&[
        Terrain::SteepSlope,
        Terrain::BrokenRock,
        Terrain::Rough2,
        Terrain::Rough3,
        Terrain::Wrecks,
    ]);
    let ground = field.ground_at(cell);
    let clear = forces.battle.ground[forces.battle.grid.index(cell)].rows().all(Terrain::is_road);
    let mut points = 0;
    if ground.meets(STEEP) {
        points = forces.unit(id).climbing_points();
    }
    if clear && (ground.road().is_none_or(|road| road == Terrain::Track) || !by_road) {
        points = points.max(skiing_points(&forces.battle, id));
    }
    if by_road || ground.is_built_up() || (clear && !forces.battle.climate.is_snowy()) {
        points = points.max(i16::from(forces.unit(id).kind.movement.bonus));
    }
    forces.stand(id).bonus_in_posture(points)
}

/// The choices of a mover to mount or dismount (10.10.4, 10.10.6).
#[apply(rule, "10.10.6")]
pub(super) fn rider_choices(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    mover: &Mover,
    choices: &mut Vec<Choice>,
) {
    let id = mover.stand;
    let Some(cell) = forces.cell(id) else { return };
    if forces.unit(id).arm != Arm::Cavalry
        || forces.stand(id).posture != Posture::Move
        || mover.handled
        || obstacles::is_entangled(field, forces, now, command, id)
    {
        return;
    }
    if mover.left < mover.allowance / 2 {
        return;
    }
    if forces.is_mounted(id) {
        for (direction, next) in forces.battle.grid.neighbours(cell) {
            if riders::is_room_for(field, forces, now, id, next) {
                choices.push(Choice::Dismount(direction));
            }
        }
    } else if mover.trail.is_empty()
        && !forces.stand(id).displaced
        && !field.ground_at(cell).is_built_up()
        && !field.is_fortified(cell)
    {
        // Both are in the movement posture and adjacent at the start of the phase.
        for (horses, at) in forces.on_board(forces.side(id)) {
            let stand = forces.stand(horses);
            if forces.unit(horses).arm == Arm::Horses
                && board::adjacent(cell, at)
                && stand.posture == Posture::Move
                && !stand.moved
                && !stand.displaced
                && !stand.lately.in_doubt
                && !stand.pinned
            {
                choices.push(Choice::Mount(forces.tag(horses)));
            }
        }
    }
}
