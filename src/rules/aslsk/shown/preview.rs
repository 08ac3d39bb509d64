//! Previews of fire, and LOS in words; `checks` has those of everything else.

use super::checks;
use crate::board::Cell;
use crate::board::hex::hex_line;
use crate::game::view::PreviewRoll;
use crate::game::{Preview, Row, Sight, Target, Test};
use crate::rules::aslsk::board::{Place, Reason};
use crate::rules::aslsk::calculator::fate::{Fate, rolls};
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::attack::Attack;
use crate::rules::aslsk::fire::stack;
use crate::rules::aslsk::ordnance::shot::Shot;
use crate::rules::aslsk::state::{Choice, Forces, Ground, Item, Position, names};
use crate::rules::aslsk::tables::fire::Column;
use crate::rules::aslsk::turn::rally::TWO_DICE;
use crate::rules::aslsk::turn::{Frame, firing};
use crate::side::Side;

/// The tests that a choice would roll.
pub fn preview(position: &Position, choice: &Choice) -> Option<Preview> {
    let Position { ground, forces, turn, .. } = position;
    match (*choice, turn.frames.last()?) {
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
        (Choice::Help(leader), Frame::Attack(attack)) => {
            let mut attack = attack.clone();
            attack.helpers.push(leader);
            Some(attack_preview(position, &attack))
        }
        (Choice::Fire(item, hex), frame) => {
            let target = ground.map().place(hex)?;
            let known = |side: Side| firing::under_fire(forces, target, side);
            let (mode, side, moving, targets): (_, _, _, Vec<u8>) = match frame {
                Frame::Fire(mode, side) | Frame::Blind { mode, side, .. } => {
                    (*mode, *side, Default::default(), known(*side))
                }
                Frame::React(react) => (Mode::First, react.side, react.motion, react.units.clone()),
                _ => return None,
            };
            if let Some(weapon) = forces.ordnance_of(item) {
                let shot = Shot::new(position, mode, side, weapon, target, targets, moving);
                return Some(shot_preview(position, &shot));
            }
            let mut attack = Attack::new(mode, side, target, targets, moving);
            attack.join(position, item);
            Some(attack_preview(position, &attack))
        }
        (choice, Frame::Shot(shot)) => {
            let mut shot = shot.clone();
            shot.choose(choice);
            Some(shot_preview(position, &shot))
        }
        (choice, frame) => checks::preview(position, frame, choice),
    }
}

/// An IFT attack: FP step by step, column, DRM, ROF, breakdown, cowering, and the fate of each unit.
fn attack_preview(position: &Position, attack: &Attack) -> Preview {
    let Position { ground, forces, .. } = position;
    let worked = attack.work_out(position);
    let result = checks::in_order(&worked.fire.effects());
    let mut remarks: Vec<String> = Vec::new();
    let aims = attack.aims(position);
    for (item, aim) in &aims {
        let far = if aim.far { ", halved again vs unbroken units (4.1)" } else { "" };
        let what = names::called_item(ground, forces, *item);
        remarks.push(format!("{what}: {} = {}{far}", aim.steps.in_words(), aim.firepower));
    }
    let column =
        worked.fire.column.map_or("no IFT column".into(), |column| format!("IFT {}", column.firepower()));
    remarks.push(format!("{} FP: {column}", worked.firepower));
    let cowers = worked.fire.cowering.columns();
    if cowers > 0 {
        remarks.push(format!("Cowering 16.7%: {cowers} to the left (3.2.2e)"));
    }
    for (item, aim) in &aims {
        remarks.extend(rate_in_words(ground, forces, *item, aim.again, cowers > 0));
    }
    for (id, chances) in attack.fates(position) {
        let target = stack::target(forces, id);
        let fates = Fate::ALL.iter().zip(chances).filter(|(_, chance)| *chance > 0.0005);
        let fates: Vec<String> = fates
            .map(|(fate, chance)| format!("{:.1}% {}", 100.0 * chance, fate.effect_on(target)))
            .collect();
        remarks.push(format!("{}: {}", names::called(ground, forces, id), fates.join(", ")));
    }
    let rows = worked.fire.column.map_or_else(|| vec![Row { from: 0, gives: "" }], Column::rows);
    let test =
        Test::new(&TWO_DICE, Target::Chart(rows.into()), column.clone(), "3.2.3").modified(worked.modifiers);
    Preview { rolls: vec![PreviewRoll::new("", test)], result, remarks, ..Preview::default() }
}

/// The chances that a Weapon keeps ROF and malfunctions.
fn rate_in_words(ground: &Ground, forces: &Forces, item: Item, again: bool, cowers: bool) -> Option<String> {
    let (Item::Weapon(id) | Item::Equivalent(id)) = item else { return None };
    let (rate, breakdown) = (forces.rate(id), forces.breakdown(id, again));
    let chance = |which: &dyn Fn(u8, u8) -> bool| {
        100.0 * rolls().filter(|&(coloured, white)| which(coloured, white)).count() as f64 / 36.0
    };
    let pinned = forces.firer(item).is_some_and(|id| forces.unit(id).pinned);
    let kept = chance(&|coloured, white| {
        let breaks = coloured + white >= breakdown;
        let lost = again || pinned || breaks || (cowers && coloured == white);
        coloured <= rate && !lost
    });
    let broken = chance(&|coloured, white| coloured + white >= breakdown);
    let name = names::called_item(ground, forces, item);
    Some(format!("{name}: keeps ROF {kept:.1}% ({rate} or less), breakdown {broken:.1}%"))
}

/// The TH DR and the exact results on the first target.
fn shot_preview(position: &Position, shot: &Shot) -> Preview {
    let aimed = shot.work_out(position);
    let need = aimed.shot.to_hit.map_or(1, |to_hit| to_hit.number);
    let test = Test::new(&TWO_DICE, Target::AtMost(need), "TH", "3.2.4").modified(aimed.modifiers.clone());
    let (hit, critical) = aimed.shot.chances();
    let mut remarks = vec![format!("hit {:.1}%, CH {:.1}%", 100.0 * hit, 100.0 * critical)];
    if shot.intensive {
        remarks.push("Intensive Fire: the last shot this Player Turn".into());
    }
    remarks.extend(rate_in_words(
        &position.ground,
        &position.forces,
        Item::Weapon(shot.weapon),
        shot.intensive,
        false,
    ));
    remarks.extend(shot.backblast_in_words(position));
    if let Some((_, depletion)) = shot.special(position) {
        remarks.push(format!("{} on an original TH DR of {depletion} or less", shot.ammo(position).name()));
    }
    Preview {
        rolls: vec![PreviewRoll::new("", test)],
        result: shot.results(position),
        remarks,
        ..Preview::default()
    }
}

/// A LOS, explained.
pub fn sight(position: &Position, from: Cell, to: Cell) -> Sight {
    let ground = &position.ground;
    let (Some(a), Some(b)) = (ground.place_of(from), ground.place_of(to)) else {
        return Sight { visible: false, range: 0, blocked_at: None, rule: None, why: None, path: Vec::new() };
    };
    let sighting = ground.map().sight(a, b);
    let path = hex_line(ground.hex(a), ground.hex(b)).map(|c| ground.grid().cell_of(c.hex)).collect();
    let name = |place: Place| ground.name(place).to_owned();
    let (why, rule) = match sighting.block {
        Some(block) => {
            let rule = match block.reason {
                Reason::Hill | Reason::Crest => "3.2.1e",
                Reason::Hindrances => "3.2.1d",
                Reason::Obstacle(_) => "3.2.1a",
            };
            (Some(format!("blocked by {} in {}", block.reason, name(block.hex))), Some(rule))
        }
        None if ground.hindrance(a, b).is_none() => {
            (Some("blocked: Hindrance +6 or more".into()), Some("3.2.1d"))
        }
        None => match ground.hindrance(a, b).unwrap_or(0) {
            0 => (None, None),
            n => {
                let hexes =
                    sighting.hindrances.iter().map(|&place| name(place)).collect::<Vec<_>>().join(", ");
                (Some(format!("Hindrance +{n}: {hexes}")), Some("3.2.1"))
            }
        },
    };
    Sight {
        visible: ground.sees(a, b),
        range: ground.map().range(a, b),
        blocked_at: sighting.block.map(|block| ground.cell(block.hex)),
        rule,
        why,
        path,
    }
}
