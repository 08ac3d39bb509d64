//! Choices in words.

use super::{item_id, unit_id, weapon_id};
use crate::board::hex::Hex;
use crate::game::ChoiceView;
use crate::game::view::{Act, PieceId};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::ordnance::arc;
use crate::rules::aslsk::state::{Choice, Forces, Ground, Item, Position, names};
use crate::rules::aslsk::turn::rally::{self, Step};
use crate::rules::aslsk::turn::{Frame, rout, stack, untried};

/// A choice as the player reads it.
pub fn describe(position: &Position, choice: &Choice) -> ChoiceView {
    let ground = &position.ground;
    let (verb, act) = verb(position, choice);
    let mut shown = ChoiceView::new(choice.to_string(), label(position, choice), verb, act);
    shown.pieces = pieces(choice);
    shown.cell = hex_of(position, choice).map(|hex| ground.grid().cell_of(hex));
    if let Choice::Face(_, spine) | Choice::Hide(_, spine) | Choice::Toward(spine) = *choice {
        shown.heading = Some(spine.into());
    }
    if let Choice::Go(hex) = *choice
        && let (Some(from), Some(to)) = (stops_in(position), ground.map().place(hex))
    {
        let from = ground.map().place(from);
        let side = from.and_then(|from| ground.map().side_between(from, to));
        shown.heading = side.map(Into::into);
    }
    // Low Crawl is never the default: a rout reaches the same hex and goes on.
    shown.quiet = matches!(choice, Choice::Crawl(..));
    shown.rank = rank(position, choice);
    shown
}

/// The place of a choice in the list, the least first. In the RPh rallies by their chance, and those without a chance
/// worth trying after the end of the step; transfers by plausibility after it. In the APh advances to better cover,
/// then the end of the phase. Hidden placement and a CA toward the enemy come first.
fn rank(position: &Position, choice: &Choice) -> u8 {
    /// More than any chance in %.
    const CERTAIN: f64 = 101.0;
    let Position { ground, forces, turn, .. } = position;
    let step = match turn.frames.last() {
        Some(Frame::Rally(step, _)) => step,
        Some(Frame::Advance) => return advance_rank(ground, forces, choice),
        Some(Frame::Facing { .. }) => return facing_rank(ground, forces, choice),
        _ => return 0,
    };
    match (step, *choice) {
        (Step::Rally | Step::SelfRally, Choice::Done) => (CERTAIN - 100.0 * untried::WORTH_TRYING) as u8,
        (_, Choice::Rally(..) | Choice::SelfRally(_)) => {
            untried::chance(ground, forces, choice).map_or(0, |chance| (CERTAIN - 100.0 * chance) as u8)
        }
        (Step::Transfer | Step::Keeping, Choice::Done) => 1,
        (_, Choice::Give(weapon, taker)) => 2 + rally::transfer_order(forces, weapon, taker),
        (_, Choice::Keep(_)) => 2,
        _ => 0,
    }
}

/// The place of a CA: hidden placement first, then by the share of the hexes where the enemy is, or will come from, that
/// the CA covers.
fn facing_rank(ground: &Ground, forces: &Forces, choice: &Choice) -> u8 {
    let (weapon, facing, shown) = match *choice {
        Choice::Hide(weapon, facing) => (weapon, facing, 0),
        Choice::Face(weapon, facing) => (weapon, facing, 101),
        _ => return 0,
    };
    let (Some(at), Some(holder)) = (forces.gun_place(weapon), forces.weapon(weapon).holder) else { return 0 };
    let side = forces.unit(holder).side;
    let mut enemies: Vec<Place> =
        forces.enemies(side).filter_map(|enemy| forces.unit(enemy).place()).collect();
    if enemies.is_empty() {
        let theirs = forces.order.groups.iter().filter(|group| group.side != side);
        enemies = theirs.flat_map(|group| group.zone.hexes().iter().copied()).collect();
    }
    let covered =
        enemies.iter().filter(|&&there| arc::covers(ground.hex(at), facing, ground.hex(there))).count();
    let missed = (enemies.len() - covered) * 100 / enemies.len().max(1);
    1 + shown + missed as u8
}

/// The place of a choice of the APh: better TEM first, then the end of the phase; never by default into the open or
/// into close combat.
fn advance_rank(ground: &Ground, forces: &Forces, choice: &Choice) -> u8 {
    const END: u8 = 20;
    let (id, hex) = match *choice {
        Choice::Done => return END,
        Choice::Advance(id, hex) | Choice::Escort(id, _, hex) => (id, hex),
        _ => return END + 2,
    };
    let unit = forces.unit(id);
    let Some(to) = ground.map().place(hex) else { return 0 };
    let tem = |place| ground.map().terrain(place).row().tem;
    // Units that do not enter are eliminated (3.3j).
    let gain = unit.place().map_or(1, |from| tem(to) - tem(from));
    if gain <= 0 || forces.known_at(to, unit.side.other()).next().is_some() {
        return END + 1;
    }
    END.saturating_sub(gain.unsigned_abs() as u8 + 1)
}

/// A choice in words.
fn label(position: &Position, choice: &Choice) -> String {
    let Position { ground, forces, .. } = position;
    let called = |id: u8| names::called(ground, forces, id);
    let weapon = |id: u8| names::called_weapon(ground, forces, id);
    let item = |item: Item| names::called_item(ground, forces, item);
    let name = |hex: Hex| {
        position
            .ground
            .map()
            .place(hex)
            .map_or_else(|| hex.to_string(), |place| ground.name(place).to_owned())
    };
    match *choice {
        Choice::Done => done(position),
        Choice::Place(id, hex) => {
            let held: Vec<_> = forces.weapons_of(id).map(|w| forces.weapon(w).short_name()).collect();
            let with = if held.is_empty() { String::new() } else { format!(" with {}", held.join(", ")) };
            format!("set up {}{with} in {}", called(id), name(hex))
        }
        Choice::Recover(id, w) => format!("{} recovers {}", called(id), weapon(w)),
        Choice::Repair(w) => format!("repair {}", weapon(w)),
        Choice::Give(w, id) => format!("transfer {} to {}", weapon(w), called(id)),
        Choice::SelfRally(id) => format!("{} self-rallies", called(id)),
        Choice::Rally(leader, id) => {
            format!("{} rallies {}", called(leader), called(id))
        }
        Choice::Keep(id) => format!("{} keeps DM", called(id)),
        Choice::Fire(i, hex) => format!("fire {} at {}", item(i), name(hex)),
        Choice::Join(i) => format!("add {}", item(i)),
        Choice::Direct(id) => format!("{} directs", called(id)),
        Choice::Help(id) => format!("{} helps to fire", called(id)),
        Choice::Destroy(w) => format!("destroy {}", weapon(w)),
        Choice::Shoot => "fire".into(),
        Choice::Move(id) => format!("move {}", called(id)),
        Choice::With(id) => format!("add {}", called(id)),
        Choice::Part(id) => format!("{} leaves the stack", called(id)),
        Choice::Double => "Double Time".into(),
        Choice::Assault => "Assault Movement".into(),
        Choice::Go(hex) => {
            let cost = cost_of(position, hex, false);
            format!("to {}{cost}{}", name(hex), leaving(position))
        }
        Choice::Beside(hex) => {
            let cost = cost_of(position, hex, true);
            format!("to {} at the woods rate{cost}", name(hex))
        }
        Choice::Smoke(id, hex) => {
            format!("{} places Smoke in {}", called(id), name(hex))
        }
        Choice::Exit => "exit the map".into(),
        Choice::Rout(id) => format!("{} routs", called(id)),
        Choice::Crawl(id, hex) => {
            format!("{} Low Crawls to {}", called(id), name(hex))
        }
        Choice::Advance(id, hex) => {
            format!("{} advances to {}", called(id), name(hex))
        }
        Choice::Escort(id, leader, hex) => {
            format!("{} advances to {} with {}", called(id), name(hex), called(leader))
        }
        Choice::Bind(leader, id) => {
            format!("{} attacks and defends with {}", called(leader), called(id))
        }
        Choice::Alone(id) => format!("{} attacks and defends alone", called(id)),
        Choice::Combat(hex) => format!("CC in {}", name(hex)),
        Choice::Use(id) => format!("{} attacks", called(id)),
        Choice::At(id) => format!("{} is attacked", called(id)),
        Choice::Next => "end this attack".into(),
        Choice::Face(w, spine) => {
            format!("CA of {} {}", weapon(w), arc::word(spine).to_uppercase())
        }
        Choice::Hide(w, spine) => {
            format!("HIP {}, CA {}", weapon(w), arc::word(spine).to_uppercase())
        }
        Choice::Blind(i) => format!("fire {} at a hex with no Known Enemy", item(i)),
        Choice::Area => "use the Area Target Type".into(),
        Choice::Load(ammo) => format!("fire {}", ammo.name()),
        Choice::Toward(spine) => format!("CA {}", arc::word(spine).to_uppercase()),
        Choice::Shield => "avoid Backblast (+2 TH)".into(),
        Choice::Push(w, hex) => format!("manhandle {} to {}", weapon(w), name(hex)),
        Choice::Drop(w) => format!("drop {}", weapon(w)),
        Choice::Charge(w, hex) => format!("place {} on {}", weapon(w), name(hex)),
        Choice::Explode(hex) => format!("resolve the DC in {}", name(hex)),
    }
}

/// The verb of a choice for keys and the list, and the kind of act.
fn verb(position: &Position, choice: &Choice) -> (&'static str, Act) {
    match choice {
        Choice::Done => done_verb(position),
        Choice::Place(..) => ("place", Act::Other),
        Choice::Recover(..) => ("recover", Act::Other),
        Choice::Repair(..) => ("repair", Act::Other),
        Choice::Give(..) => ("give", Act::Other),
        Choice::SelfRally(..) => ("self-rally", Act::Other),
        Choice::Rally(..) => ("rally", Act::Other),
        Choice::Keep(..) => ("keep", Act::Other),
        Choice::Fire(..) => ("fire", Act::Begin),
        Choice::Join(..) => ("join", Act::Join),
        Choice::Direct(..) => ("direct", Act::Join),
        Choice::Help(..) => ("help", Act::Join),
        Choice::Destroy(..) => ("destroy", Act::Other),
        Choice::Shoot => ("shoot", Act::Commit),
        Choice::Move(..) => ("move", Act::Begin),
        Choice::With(..) => ("with", Act::Join),
        Choice::Part(..) => ("part", Act::Other),
        Choice::Double => ("double", Act::Other),
        Choice::Assault => ("assault", Act::Other),
        Choice::Go(..) => ("step", Act::Step),
        Choice::Beside(..) => ("beside", Act::Other),
        Choice::Smoke(..) => ("smoke", Act::Other),
        Choice::Exit => ("exit", Act::Other),
        Choice::Rout(..) => ("rout", Act::Begin),
        Choice::Crawl(..) => ("crawl", Act::Other),
        Choice::Advance(..) => ("advance", Act::Other),
        Choice::Escort(..) => ("escort", Act::Other),
        Choice::Bind(..) => ("bind", Act::Other),
        Choice::Alone(..) => ("alone", Act::Other),
        Choice::Combat(..) => ("combat", Act::Other),
        Choice::Use(..) => ("use", Act::Begin),
        Choice::At(..) => ("at", Act::Join),
        Choice::Next => ("next", Act::Commit),
        Choice::Face(..) => ("face", Act::Turn),
        Choice::Hide(..) => ("hide", Act::Other),
        Choice::Blind(..) => ("blind", Act::Begin),
        Choice::Area => ("area", Act::Other),
        Choice::Load(..) => ("load", Act::Other),
        Choice::Toward(..) => ("toward", Act::Other),
        Choice::Shield => ("shield", Act::Other),
        Choice::Push(..) => ("push", Act::Other),
        Choice::Drop(..) => ("drop", Act::Other),
        Choice::Charge(..) => ("charge", Act::Other),
        Choice::Explode(..) => ("explode", Act::Commit),
    }
}

/// The pieces that a choice names, the one that acts first.
fn pieces(choice: &Choice) -> Vec<PieceId> {
    match *choice {
        Choice::Place(id, _)
        | Choice::SelfRally(id)
        | Choice::Keep(id)
        | Choice::Direct(id)
        | Choice::Help(id)
        | Choice::Part(id)
        | Choice::Alone(id)
        | Choice::Move(id) => vec![unit_id(id)],
        Choice::With(id)
        | Choice::Smoke(id, _)
        | Choice::Rout(id)
        | Choice::Crawl(id, _)
        | Choice::Advance(id, _) => vec![unit_id(id)],
        Choice::Use(id) | Choice::At(id) => vec![unit_id(id)],
        Choice::Recover(id, w) => vec![unit_id(id), weapon_id(w)],
        Choice::Repair(w)
        | Choice::Face(w, _)
        | Choice::Hide(w, _)
        | Choice::Push(w, _)
        | Choice::Drop(w)
        | Choice::Destroy(w)
        | Choice::Charge(w, _) => vec![weapon_id(w)],
        Choice::Blind(i) => vec![item_id(i)],
        Choice::Give(w, id) => vec![weapon_id(w), unit_id(id)],
        Choice::Rally(leader, id) | Choice::Escort(id, leader, _) => vec![unit_id(id), unit_id(leader)],
        Choice::Bind(leader, id) => vec![unit_id(leader), unit_id(id)],
        Choice::Fire(i, _) | Choice::Join(i) => vec![item_id(i)],
        _ => Vec::new(),
    }
}

/// The hex that a choice is about.
fn hex_of(position: &Position, choice: &Choice) -> Option<Hex> {
    match *choice {
        Choice::Place(_, hex)
        | Choice::Fire(_, hex)
        | Choice::Go(hex)
        | Choice::Beside(hex)
        | Choice::Smoke(_, hex) => Some(hex),
        Choice::Crawl(_, hex) | Choice::Advance(_, hex) | Choice::Combat(hex) => Some(hex),
        Choice::Escort(_, _, hex) => Some(hex),
        Choice::Push(_, hex) | Choice::Charge(_, hex) | Choice::Explode(hex) => Some(hex),
        // Enter on the moving unit's own hex offers to end its move there.
        Choice::Done => stops_in(position),
        _ => None,
    }
}

/// The hex in which the moving unit would stop.
fn stops_in(position: &Position) -> Option<Hex> {
    let Some(Frame::Mover(mover)) = position.turn.frames.last() else { return None };
    let place = mover.units.first().and_then(|&id| position.forces.unit(id).place())?;
    Some(position.ground.hex(place))
}

/// ", 2 MF, 1.5 left": the cost of a step of the moving stack, and what it leaves.
fn cost_of(position: &Position, hex: Hex, beside: bool) -> String {
    let Position { ground, forces, turn, .. } = position;
    let Some(to) = ground.map().place(hex) else { return String::new() };
    let (first, left) = match turn.frames.last() {
        Some(Frame::Mover(mover)) => {
            (mover.units.first().copied(), stack::stack_allowance(forces, mover).saturating_sub(mover.spent))
        }
        Some(Frame::Routing(routing)) => (Some(routing.unit), routing.left),
        _ => return String::new(),
    };
    let from = first.and_then(|id| forces.unit(id).place());
    let cost = ground.way(from, to, beside).cost;
    let half = |number: u8| f32::from(number) / 2.0;
    format!(", {} MF, {} left", half(cost), half(left.saturating_sub(cost)))
}

/// ", leaving the 57mm AT" if the moving unit would leave its Gun behind.
fn leaving(position: &Position) -> String {
    let Some(Frame::Mover(mover)) = position.turn.frames.last() else { return String::new() };
    let gun = mover.units.iter().flat_map(|&id| position.forces.weapons_of(id));
    let gun = gun.map(|weapon| position.forces.weapon(weapon)).find(|weapon| weapon.gun().is_some());
    gun.map_or_else(String::new, |gun| format!(", leaving the {}", gun.short_name()))
}

/// [`Choice::Done`] in words.
fn done(position: &Position) -> String {
    let Position { ground, forces, turn, .. } = position;
    match turn.frames.last() {
        Some(Frame::React(_)) => "hold fire".into(),
        Some(Frame::Mover(_)) => "end the move".into(),
        Some(Frame::Routing(_)) => "end the rout".into(),
        Some(Frame::Turning(_)) => "no CA change".into(),
        Some(Frame::Melee(_)) => "end designation".into(),
        Some(Frame::Rout(side)) => {
            let lost: Vec<String> =
                rout::stranded(ground, forces, *side).map(|id| names::called(ground, forces, id)).collect();
            if lost.is_empty() {
                "end RtPh".to_owned()
            } else {
                format!("end RtPh: {} eliminated for failure to rout", lost.join(", "))
            }
        }
        Some(Frame::Rally(step, _)) => {
            let untried = untried::untried(position);
            let untried: Vec<String> = untried
                .iter()
                .map(|(id, chance)| format!("{} {:.0}%", names::called(ground, forces, *id), 100.0 * chance))
                .collect();
            match untried.is_empty() {
                true => step.end().into(),
                false => format!("{}, not tried: {}", step.end(), untried.join(", ")),
            }
        }
        Some(Frame::SetUp(_)) => "end set-up".into(),
        Some(Frame::Ranks(_)) => "keep the leaders where they are".into(),
        Some(Frame::Placing(_)) => "place the DC".into(),
        _ => format!("end {}", turn.phase.name()),
    }
}

/// The verb of [`Choice::Done`].
fn done_verb(position: &Position) -> (&'static str, Act) {
    match position.turn.frames.last() {
        Some(Frame::React(_)) => ("hold", Act::Hold),
        Some(Frame::Mover(_) | Frame::Routing(_)) => ("stop", Act::Done),
        Some(Frame::Melee(_)) => ("done", Act::Done),
        _ => ("pass", Act::Pass),
    }
}
