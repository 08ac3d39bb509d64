//! The prompt of the deciding side, naming its unit.

use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::Item;
use crate::rules::aslsk::turn::Frame;
use crate::rules::aslsk::turn::movement::Mover;
use crate::rules::aslsk::turn::rout::Routing;
use crate::side::Side;

/// The prompt, empty where the decision's own says it all.
pub fn prompt(position: &Position, side: Side) -> String {
    if position.asks().is_none_or(|decision| decision.side != side) {
        return String::new();
    }
    match position.frames.last() {
        Some(Frame::Attack(attack)) => {
            let firers = position.called_together(&attack.items, &attack.leaders);
            format!("{firers} at {}: add firers or a leader, then fire.", position.name(attack.target))
        }
        Some(Frame::Shot(shot)) => {
            let gun = position.called_weapon(shot.weapon);
            format!("{gun} at {}: choose ammo and CA, then fire.", position.name(shot.target))
        }
        Some(Frame::Blind { item, .. }) => {
            format!("Choose a hex with no Known Enemy for {}.", position.called_item(*item))
        }
        Some(Frame::Facing { weapon, .. }) => format!("Set the CA of {}.", position.called_weapon(*weapon)),
        Some(Frame::Mover(mover)) => moving(position, mover),
        Some(Frame::React(react)) => {
            let movers: Vec<Item> = react.units.iter().map(|&id| Item::Unit(id)).collect();
            format!("First Fire at {}, or hold fire.", position.called_together(&movers, &[]))
        }
        Some(Frame::Routing(routing)) => routs(position, routing),
        Some(Frame::Ranks(ranks)) => {
            format!("CC in {}: stack leaders, or go on.", position.name(ranks.place))
        }
        Some(Frame::Melee(melee)) => {
            format!("CC in {}: designate your attacks.", position.name(melee.place))
        }
        _ => String::new(),
    }
}

/// "Move 4-6-7 with HMG (MF 4 left), or end its move."
fn moving(position: &Position, mover: &Mover) -> String {
    let units = position.able(mover);
    let names: Vec<String> = units.iter().map(|&id| position.factors_of(id)).collect();
    let weapons: Vec<String> = units
        .iter()
        .flat_map(|&id| position.weapons_of(id))
        .map(|id| position.weapon(id).short_name().into_owned())
        .collect();
    let with = if weapons.is_empty() { String::new() } else { format!(" with {}", weapons.join(", ")) };
    let narrowed = Mover { units, ..mover.clone() };
    let left = position.stack_allowance(&narrowed).saturating_sub(mover.spent);
    let left = f32::from(left) / 2.0;
    format!("Move {}{with} (MF {left} left), or end its move.", names.join(", "))
}

/// "Rout 4-6-7 in wQ1 (MF 6 left)."
fn routs(position: &Position, routing: &Routing) -> String {
    if let Some(id) = position.must_drop(routing) {
        return format!("{} exceeds its IPC: choose a SW to drop.", position.called(id));
    }
    let left = f32::from(routing.left) / 2.0;
    format!("Rout {} (MF {left} left).", position.called(routing.unit))
}
