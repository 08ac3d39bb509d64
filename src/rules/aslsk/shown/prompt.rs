//! The prompt of the deciding side, naming its unit.

use crate::rules::aslsk::state::{Forces, Ground, Item, Position, names};
use crate::rules::aslsk::turn::movement::Mover;
use crate::rules::aslsk::turn::rout::{self, Routing};
use crate::rules::aslsk::turn::{Frame, stack};
use crate::side::Side;

/// The prompt, empty where the decision's own says it all.
pub fn prompt(position: &Position, side: Side) -> String {
    let Position { ground, forces, turn, .. } = position;
    if position.asks().is_none_or(|decision| decision.side != side) {
        return String::new();
    }
    match turn.frames.last() {
        Some(Frame::Attack(attack)) => {
            /// More firers are counted.
            const NAMED: usize = 3;
            let firers = match attack.items.len() + attack.leaders.len() {
                count if count > NAMED => format!("{count} firers"),
                _ => names::called_together(ground, forces, &attack.items, &attack.leaders),
            };
            format!("{firers} at {}: add firers or a leader, then fire.", ground.name(attack.target))
        }
        Some(Frame::Shot(shot)) => {
            let gun = names::called_weapon(ground, forces, shot.weapon);
            match shot.backblast_in_words(position) {
                Some(_) => {
                    format!("{gun} at {}: avoid Backblast (+2 TH), or fire.", ground.name(shot.target))
                }
                None => format!("{gun} at {}: choose ammo and CA, then fire.", ground.name(shot.target)),
            }
        }
        Some(Frame::Blind { item, .. }) => {
            format!("Choose a hex with no Known Enemy for {}.", names::called_item(ground, forces, *item))
        }
        Some(Frame::Facing { weapon, .. }) => {
            format!("Set the CA of {}.", names::called_weapon(ground, forces, *weapon))
        }
        Some(Frame::Mover(mover)) => moving(forces, mover),
        Some(Frame::React(react)) => {
            let movers: Vec<Item> = react.units.iter().map(|&id| Item::Unit(id)).collect();
            format!("First Fire at {}, or hold fire.", names::called_together(ground, forces, &movers, &[]))
        }
        Some(Frame::Routing(routing)) => routs(ground, forces, routing),
        Some(Frame::Ranks(ranks)) => {
            format!("CC in {}: stack leaders, or go on.", ground.name(ranks.place))
        }
        Some(Frame::Melee(melee)) => {
            format!("CC in {}: designate your attacks.", ground.name(melee.place))
        }
        _ => String::new(),
    }
}

/// "Move 4-6-7 with HMG (MF 4 left), or end its move."
fn moving(forces: &Forces, mover: &Mover) -> String {
    let units = stack::able(forces, mover);
    let names: Vec<String> = units.iter().map(|&id| names::factors_of(forces, id)).collect();
    let weapons: Vec<String> = units
        .iter()
        .flat_map(|&id| forces.weapons_of(id))
        .map(|id| forces.weapon(id).short_name().into_owned())
        .collect();
    let with = if weapons.is_empty() { String::new() } else { format!(" with {}", weapons.join(", ")) };
    let narrowed = Mover { units, ..mover.clone() };
    let left = stack::stack_allowance(forces, &narrowed).saturating_sub(mover.spent);
    let left = f32::from(left) / 2.0;
    format!("Move {}{with} (MF {left} left), or end its move.", names.join(", "))
}

/// "Rout 4-6-7 in wQ1 (MF 6 left)."
fn routs(ground: &Ground, forces: &Forces, routing: &Routing) -> String {
    if let Some(id) = rout::must_drop(forces, routing) {
        return format!("{} exceeds its IPC: choose a SW to drop.", names::called(ground, forces, id));
    }
    let left = f32::from(routing.left) / 2.0;
    format!("Rout {} (MF {left} left).", names::called(ground, forces, routing.unit))
}
