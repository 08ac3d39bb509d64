//! Choices in words.

use super::{item_id, unit_id, weapon_id};
use crate::board::hex::Hex;
use crate::game::ChoiceView;
use crate::game::view::Act;
use crate::rules::aslsk::ordnance::arc;
use crate::rules::aslsk::state::{Choice, Item, Position, names};
use crate::rules::aslsk::turn::{Frame, rout, stack};

/// A choice as the player reads it.
pub fn describe(position: &Position, choice: &Choice) -> ChoiceView {
    let called = |id: u8| names::called(&position.ground, &position.forces, id);
    let weapon = |id: u8| names::called_weapon(&position.ground, &position.forces, id);
    let item = |item: Item| names::called_item(&position.ground, &position.forces, item);
    let name = |hex: crate::board::hex::Hex| {
        position
            .ground
            .map()
            .place(hex)
            .map_or_else(|| hex.to_string(), |place| position.ground.name(place).to_owned())
    };
    let (label, verb, act) = match *choice {
        Choice::Done => done(position),
        Choice::Place(id, hex) => {
            let held: Vec<_> =
                position.forces.weapons_of(id).map(|w| position.forces.weapon(w).short_name()).collect();
            let with = if held.is_empty() { String::new() } else { format!(" with {}", held.join(", ")) };
            (format!("set up {}{with} in {}", called(id), name(hex)), "place", Act::Other)
        }
        Choice::Recover(id, w) => (format!("{} recovers {}", called(id), weapon(w)), "recover", Act::Other),
        Choice::Repair(w) => (format!("repair {}", weapon(w)), "repair", Act::Other),
        Choice::Give(w, id) => (format!("transfer {} to {}", weapon(w), called(id)), "give", Act::Other),
        Choice::SelfRally(id) => (format!("{} self-rallies", called(id)), "self-rally", Act::Other),
        Choice::Rally(leader, id) => {
            (format!("{} rallies {}", called(leader), called(id)), "rally", Act::Other)
        }
        Choice::Keep(id) => (format!("{} keeps DM", called(id)), "keep", Act::Other),
        Choice::Fire(i, hex) => (format!("fire {} at {}", item(i), name(hex)), "fire", Act::Begin),
        Choice::Join(i) => (format!("add {}", item(i)), "join", Act::Join),
        Choice::Direct(id) => (format!("{} directs", called(id)), "direct", Act::Join),
        Choice::Help(id) => (format!("{} helps to fire", called(id)), "help", Act::Join),
        Choice::Destroy(w) => (format!("destroy {}", weapon(w)), "destroy", Act::Other),
        Choice::Shoot => ("fire".into(), "shoot", Act::Commit),
        Choice::Move(id) => (format!("move {}", called(id)), "move", Act::Begin),
        Choice::With(id) => (format!("add {}", called(id)), "with", Act::Join),
        Choice::Part(id) => (format!("{} leaves the stack", called(id)), "part", Act::Other),
        Choice::Double => ("Double Time".into(), "double", Act::Other),
        Choice::Assault => ("Assault Movement".into(), "assault", Act::Other),
        Choice::Go(hex) => {
            let cost = cost_of(position, hex, false);
            (format!("to {}{cost}{}", name(hex), leaving(position)), "step", Act::Step)
        }
        Choice::Beside(hex) => {
            let cost = cost_of(position, hex, true);
            (format!("to {} at the woods rate{cost}", name(hex)), "beside", Act::Other)
        }
        Choice::Smoke(id, hex) => {
            (format!("{} places Smoke in {}", called(id), name(hex)), "smoke", Act::Other)
        }
        Choice::Exit => ("exit the map".into(), "exit", Act::Other),
        Choice::Rout(id) => (format!("{} routs", called(id)), "rout", Act::Begin),
        Choice::Crawl(id, hex) => {
            (format!("{} Low Crawls to {}", called(id), name(hex)), "crawl", Act::Other)
        }
        Choice::Advance(id, hex) => {
            (format!("{} advances to {}", called(id), name(hex)), "advance", Act::Other)
        }
        Choice::Escort(id, leader, hex) => {
            let text = format!("{} advances to {} with {}", called(id), name(hex), called(leader));
            (text, "escort", Act::Other)
        }
        Choice::Bind(leader, id) => {
            (format!("{} attacks and defends with {}", called(leader), called(id)), "bind", Act::Other)
        }
        Choice::Alone(id) => (format!("{} attacks and defends alone", called(id)), "alone", Act::Other),
        Choice::Combat(hex) => (format!("CC in {}", name(hex)), "combat", Act::Other),
        Choice::Use(id) => (format!("{} attacks", called(id)), "use", Act::Begin),
        Choice::At(id) => (format!("{} is attacked", called(id)), "at", Act::Join),
        Choice::Next => ("end this attack".into(), "next", Act::Commit),
        Choice::Face(w, spine) => {
            (format!("CA of {} {}", weapon(w), arc::word(spine).to_uppercase()), "face", Act::Turn)
        }
        Choice::Hide(w, spine) => {
            (format!("HIP {}, CA {}", weapon(w), arc::word(spine).to_uppercase()), "hide", Act::Other)
        }
        Choice::Blind(i) => (format!("fire {} at a hex with no Known Enemy", item(i)), "blind", Act::Begin),
        Choice::Area => ("use the Area Target Type".into(), "area", Act::Other),
        Choice::Load(ammo) => (format!("fire {}", ammo.name()), "load", Act::Other),
        Choice::Toward(spine) => (format!("CA {}", arc::word(spine).to_uppercase()), "toward", Act::Other),
        Choice::Shield => ("avoid Backblast (+2 TH)".into(), "shield", Act::Other),
        Choice::Push(w, hex) => (format!("manhandle {} to {}", weapon(w), name(hex)), "push", Act::Other),
        Choice::Drop(w) => (format!("drop {}", weapon(w)), "drop", Act::Other),
        Choice::Charge(w, hex) => (format!("place {} on {}", weapon(w), name(hex)), "charge", Act::Other),
        Choice::Explode(hex) => (format!("resolve the DC in {}", name(hex)), "explode", Act::Commit),
    };
    let mut shown = ChoiceView::new(choice.to_string(), label, verb, act);
    shown.pieces = match *choice {
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
    };
    shown.cell = match *choice {
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
    .map(|hex| position.ground.grid().cell_of(hex));
    if let Choice::Face(_, spine) | Choice::Hide(_, spine) | Choice::Toward(spine) = *choice {
        shown.heading = Some(spine.into());
    }
    if let Choice::Go(hex) = *choice
        && let (Some(from), Some(to)) = (stops_in(position), position.ground.map().place(hex))
    {
        let from = position.ground.map().place(from);
        let side = from.and_then(|from| position.ground.map().side_between(from, to));
        shown.heading = side.map(Into::into);
    }
    // Low Crawl is never the default: a rout reaches the same hex and goes on.
    shown.quiet = matches!(choice, Choice::Crawl(..));
    shown
}

/// The hex in which the moving unit would stop.
fn stops_in(position: &Position) -> Option<crate::board::hex::Hex> {
    let Some(Frame::Mover(mover)) = position.turn.frames.last() else { return None };
    let place = mover.units.first().and_then(|&id| position.forces.unit(id).place())?;
    Some(position.ground.hex(place))
}

/// ", 2 MF, 1.5 left": the cost of a step of the moving stack, and what it leaves.
fn cost_of(position: &Position, hex: Hex, beside: bool) -> String {
    let Some(to) = position.ground.map().place(hex) else { return String::new() };
    let (first, left) = match position.turn.frames.last() {
        Some(Frame::Mover(mover)) => (
            mover.units.first().copied(),
            stack::stack_allowance(&position.forces, mover).saturating_sub(mover.spent),
        ),
        Some(Frame::Routing(routing)) => (Some(routing.unit), routing.left),
        _ => return String::new(),
    };
    let from = first.and_then(|id| position.forces.unit(id).place());
    let cost = position.ground.way(from, to, beside).cost;
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

fn done(position: &Position) -> (String, &'static str, Act) {
    match position.turn.frames.last() {
        Some(Frame::React(_)) => ("hold fire".into(), "hold", Act::Hold),
        Some(Frame::Mover(_)) => ("end the move".into(), "stop", Act::Done),
        Some(Frame::Routing(_)) => ("end the rout".into(), "stop", Act::Done),
        Some(Frame::Turning(_)) => ("no CA change".into(), "pass", Act::Pass),
        Some(Frame::Melee(_)) => ("end designation".into(), "done", Act::Done),
        Some(Frame::Rout(side)) => {
            let lost: Vec<String> = rout::stranded(&position.ground, &position.forces, *side)
                .map(|id| names::called(&position.ground, &position.forces, id))
                .collect();
            let text = if lost.is_empty() {
                "end RtPh".to_owned()
            } else {
                format!("end RtPh: {} eliminated for failure to rout", lost.join(", "))
            };
            (text, "pass", Act::Pass)
        }
        Some(Frame::Rally(step, _)) => (step.end().into(), "pass", Act::Pass),
        Some(Frame::SetUp(_)) => ("end set-up".into(), "pass", Act::Pass),
        Some(Frame::Ranks(_)) => ("keep the leaders where they are".into(), "pass", Act::Pass),
        Some(Frame::Placing(_)) => ("place the DC".into(), "pass", Act::Pass),
        _ => (format!("end {}", position.turn.phase.name()), "pass", Act::Pass),
    }
}
