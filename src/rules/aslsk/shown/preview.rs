//! What a choice would roll, and lines of sight in words.

use crate::board::Cell;
use crate::board::hex::hex_line;
use crate::dice::Die;
use crate::game::view::PreviewRoll;
use crate::game::{Modifier, Preview, Sight, Target, Test};
use crate::rules::aslsk::board::{Place, Reason};
use crate::rules::aslsk::calculator::CloseCombat;
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::attack::Attack;
use crate::rules::aslsk::ordnance::shot::Shot;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::Choice;
use crate::rules::aslsk::tables::guns::TargetType;
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

const TWO_DICE: [Die; 2] = [Die::named("coloured", 6), Die::named("white", 6)];

/// The very tests that a choice would roll.
pub fn preview(position: &Position, choice: &Choice) -> Option<Preview> {
    match (*choice, position.frames.last()?) {
        (Choice::Shoot, Frame::Attack(attack)) => Some(attack_preview(position, attack)),
        (Choice::Join(item), Frame::Attack(attack)) => {
            let mut attack = attack.clone();
            attack.join(position, item);
            Some(attack_preview(position, &attack))
        }
        (Choice::Direct(leader), Frame::Attack(attack)) => {
            let mut attack = attack.clone();
            attack.leaders.push(leader);
            Some(attack_preview(position, &attack))
        }
        (Choice::Fire(item, hex), frame) => {
            let target = position.map().place(hex)?;
            let known = |side: Side| position.known_at(target, side.other()).collect();
            let (mode, side, moving, targets): (_, _, _, Vec<u8>) = match frame {
                Frame::Fire(mode, side) | Frame::Blind { mode, side, .. } => {
                    (*mode, *side, Default::default(), known(*side))
                }
                Frame::React(react) => (Mode::First, react.side, react.motion, react.units.clone()),
                _ => return None,
            };
            if let Some(weapon) = position.ordnance_of(item) {
                let shot = Shot::new(position, mode, side, weapon, target, targets, moving);
                return Some(shot_preview(position, &shot));
            }
            let mut attack =
                Attack { mode, side, target, targets, items: Vec::new(), leaders: Vec::new(), moving };
            attack.join(position, item);
            Some(attack_preview(position, &attack))
        }
        (choice, Frame::Shot(shot)) => {
            let mut shot = shot.clone();
            match choice {
                Choice::Area => shot.kind = Some(TargetType::Area),
                Choice::Load(ammo) => shot.ammo = Some(ammo),
                Choice::Toward(facing) => shot.facing = Some(facing),
                Choice::Direct(leader) => shot.leader = Some(leader),
                Choice::Shield => shot.shielded = true,
                _ => {}
            }
            Some(shot_preview(position, &shot))
        }
        (Choice::Push(gun, hex), Frame::Mover(mover)) => {
            let to = position.map().place(hex)?;
            let number = position.weapon(gun).gun().map_or(0, |gun| i16::from(gun.manhandling));
            let test = Test::new(&TWO_DICE, Target::AtMost(number), "to push the Gun", "6.5")
                .modified(position.push_modifiers(mover, gun, to));
            let remarks = vec![format!("{number} moves it and ends the move")];
            Some(Preview { rolls: vec![PreviewRoll::new("", test)], remarks, ..Preview::default() })
        }
        (Choice::SelfRally(id), _) => Some(rally_preview(position, id, None)),
        (Choice::Rally(leader, id), _) => Some(rally_preview(position, id, Some(leader))),
        (Choice::Next, Frame::Melee(melee)) => {
            let worked = position.work_out_strike(melee, melee.side, &melee.open);
            let drm: i16 = worked.modifiers.iter().map(|line| line.value).sum();
            let combat = CloseCombat::new(worked.attack, worked.defence, drm);
            let kill = combat.odds.kill();
            let test = Test::new(&TWO_DICE, Target::AtMost(kill - 1), "close combat", "3.8e")
                .modified(worked.modifiers);
            let remarks = vec![format!(
                "{} to {}: odds {}, {kill} reduces",
                worked.attack,
                worked.defence,
                combat.odds.name()
            )];
            Some(Preview { rolls: vec![PreviewRoll::new("", test)], remarks, ..Preview::default() })
        }
        _ => None,
    }
}

fn rally_preview(position: &Position, id: u8, leader: Option<u8>) -> Preview {
    let lines: Vec<Modifier> = position.rally_modifiers(id, leader);
    let test = Test::new(&TWO_DICE, Target::AtMost(position.morale(id)), "to rally", "3.1f").modified(lines);
    Preview { rolls: vec![PreviewRoll::new(position.called(id), test)], ..Preview::default() }
}

/// The attack, its column, and what becomes of each unit under fire by itself.
fn attack_preview(position: &Position, attack: &Attack) -> Preview {
    let worked = attack.work_out(position);
    let mut result: Vec<(String, f64)> =
        worked.fire.effects().iter().map(|(effect, chance)| (effect.to_string(), chance)).collect();
    result.sort_by(|a, b| b.1.total_cmp(&a.1));
    let column =
        worked.fire.column.map_or("no column".into(), |column| format!("column {}", column.firepower()));
    let mut remarks = vec![format!("{} firepower: {column}", worked.firepower)];
    if worked.fire.cowering.columns() > 0 {
        remarks.push(format!("doubles cower {} to the left (1 in 6)", worked.fire.cowering.columns()));
    }
    let test = Test::new(&TWO_DICE, Target::Difference(0), "on the Infantry Fire Table", "3.2.3")
        .modified(worked.modifiers);
    Preview { rolls: vec![PreviewRoll::new("", test)], result, remarks, ..Preview::default() }
}

/// The To Hit roll, and what becomes of the first target: exact.
fn shot_preview(position: &Position, shot: &Shot) -> Preview {
    let aimed = shot.work_out(position);
    let need = aimed.shot.to_hit.map_or(1, |to_hit| to_hit.number);
    let test =
        Test::new(&TWO_DICE, Target::AtMost(need), "to hit", "3.2.4").modified(aimed.modifiers.clone());
    let (hit, critical) = aimed.shot.chances();
    let mut remarks = vec![format!("hit {:.1}%, critical {:.1}%", 100.0 * hit, 100.0 * critical)];
    if shot.intensive {
        remarks.push("intensive fire: the last shot of this turn".into());
    }
    if let Some((_, depletion)) = shot.special(position) {
        remarks.push(format!("{} on an original roll of {depletion} or less", shot.ammo(position).word()));
    }
    Preview {
        rolls: vec![PreviewRoll::new("", test)],
        result: shot.results(position),
        remarks,
        ..Preview::default()
    }
}

/// A line of sight, explained.
pub fn sight(position: &Position, from: Cell, to: Cell) -> Sight {
    let (Some(a), Some(b)) = (position.place_of(from), position.place_of(to)) else {
        return Sight { visible: false, range: 0, blocked_at: None, rule: None, why: None, path: Vec::new() };
    };
    let sighting = position.map().sight(a, b);
    let path = hex_line(position.hex(a), position.hex(b)).map(|c| position.grid().cell_of(c.hex)).collect();
    let name = |place: Place| position.name(place).to_owned();
    let (why, rule) = match sighting.block {
        Some(block) => {
            let rule = match block.reason {
                Reason::Hill | Reason::Crest => "3.2.1e",
                Reason::Hindrances => "3.2.1d",
                Reason::Obstacle(_) => "3.2.1a",
            };
            (Some(format!("{} in {} blocks it", block.reason, name(block.hex))), Some(rule))
        }
        None if position.hindrance(a, b).is_none() => {
            (Some("smoke and hindrances of six or more block it".into()), Some("3.2.1d"))
        }
        None => match position.hindrance(a, b).unwrap_or(0) {
            0 => (None, None),
            n => {
                let hexes =
                    sighting.hindrances.iter().map(|&place| name(place)).collect::<Vec<_>>().join(", ");
                (Some(format!("hindered by {n}: {hexes}")), Some("3.2.1"))
            }
        },
    };
    Sight {
        visible: position.sees(a, b),
        range: position.map().range(a, b),
        blocked_at: sighting.block.map(|block| position.cell(block.hex)),
        rule,
        why,
        path,
    }
}
