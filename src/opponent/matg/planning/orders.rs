//! Orders: the next group to move, and the next of its stands.

use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::Frame;

use super::posture::Ways;
use crate::opponent::matg::movement;
use crate::opponent::matg::value::case::Case;
use crate::opponent::matg::value::danger::Judge;
use crate::rules::matg::command::groups;

/// A stand's gain from moving: the value of its goal above that of its square.
fn gain(judge: &Judge<'_>, id: Id, ways: &Ways<'_>) -> f64 {
    let p = judge.field.p;
    let Some(here) = p.forces.cell(id) else { return 0.0 };
    let way = ways.of(p, id);
    let case = Case::new(judge, id, &way);
    let stays = case.value(here, Some(p.forces.stand(id).facing));
    let moves = movement::prospect(&case, p.forces.stand(id).posture);
    moves.map_or(0.0, |(value, _)| value - stays)
}

/// What stands gain by moving, as it was last weighed in a turn.
#[derive(Default)]
pub struct Gains {
    /// The turn of the last weighing.
    turn: Option<u8>,
    /// By stand; `None` if not weighed yet.
    of: Vec<Option<f64>>,
}

impl Gains {
    /// Forgets those of another turn, and returns the stands of those that are left.
    fn in_turn(&mut self, p: &Position) -> Vec<Id> {
        if self.turn != Some(p.now.number) {
            *self = Self { turn: Some(p.now.number), of: vec![None; p.forces.stands.len()] };
        }
        let known = |&id: &Id| self.of[usize::from(id)].is_some();
        (0..p.forces.stands.len() as Id).filter(known).collect()
    }

    fn forget(&mut self, stands: &[Id]) {
        stands.iter().for_each(|&id| self.of[usize::from(id)] = None);
    }
}

/// The group to order or to move without orders; else a pass. Gains that a playout has kept change little when others have
/// moved, so only the groups that seem best are weighed again.
pub fn choose(judge: &Judge<'_>, choices: &[Choice], gains: &mut Gains) -> Choice {
    let mut known = gains.in_turn(judge.field.p);
    loop {
        let mut best: Option<(f64, Choice, Vec<Id>)> = None;
        for (choice, stands) in promises(judge, choices, gains) {
            let promise: f64 = stands.iter().map(|&(_, gain)| gain).sum();
            if promise > WORTHWHILE && best.as_ref().is_none_or(|(most, ..)| promise > *most) {
                best = Some((promise, choice, stands.into_iter().map(|(id, _)| id).collect()));
            }
        }
        let Some((_, choice, stands)) = best else {
            return stand_fast(judge, choices).unwrap_or(Choice::Pass);
        };
        let again: Vec<Id> = known.extract_if(.., |id| stands.contains(id)).collect();
        if again.is_empty() {
            return choice;
        }
        gains.forget(&again);
    }
}

/// The least gain for which a group is moved.
pub const WORTHWHILE: f64 = 0.05;

/// The groups that could move, each with the expected gain of its stands. Gains that are not known yet are weighed.
fn promises(judge: &Judge<'_>, choices: &[Choice], gains: &mut Gains) -> Vec<(Choice, Vec<(Id, f64)>)> {
    let p = judge.field.p;
    let ways = Ways::new(judge.field);
    let mut promises = Vec::new();
    for choice in choices {
        let (tag, independent) = match choice {
            Choice::Order(tag) => (*tag, false),
            Choice::Independent(tag) => (*tag, true),
            _ => continue,
        };
        let Some(lead) = p.battle.find(tag) else { continue };
        let group = groups::contact_group(&p.forces, &p.command, lead);
        let expected = group
            .iter()
            .map(|&id| {
                let chance = f64::from(
                    groups::movement_profile(&p.forces, &p.now, &p.command, id, &group, independent)
                        .passing_faces(),
                ) / 20.0;
                // An order is best spent where it most improves the chance to move.
                let alone = f64::from(
                    groups::movement_profile(&p.forces, &p.now, &p.command, id, &group, true).passing_faces(),
                ) / 20.0;
                let weight = if independent { chance } else { chance - 0.6 * alone };
                let gain = *gains.of[usize::from(id)].get_or_insert_with(|| gain(judge, id, &ways));
                (id, gain.max(0.0) * weight)
            })
            .collect();
        promises.push((*choice, expected));
    }
    promises
}

/// The same, with every stand weighed.
pub fn weighed(judge: &Judge<'_>, choices: &[Choice]) -> Vec<(Choice, Vec<(Id, f64)>)> {
    let mut gains = Gains::default();
    gains.in_turn(judge.field.p);
    promises(judge, choices, &mut gains)
}

/// If nothing needs to move now, spending an order on standing fast saves the others for the enemy's next
/// move (12.6).
fn stand_fast(judge: &Judge<'_>, choices: &[Choice]) -> Option<Choice> {
    let p = judge.field.p;
    let enemy = judge.field.side.other();
    let Some(Frame::Movement(phase)) = p.now.stack.last() else { return None };
    let waits = !phase.turns.passed[enemy.index()] && p.command.orders_left(enemy) > 0;
    choices.iter().copied().find(|choice| waits && matches!(choice, Choice::StandFast(_)))
}

/// The least gain for which a stand of a group is moved.
pub const LEAST: f64 = 0.2;

/// What each stand of the group would gain by moving.
pub fn members(judge: &Judge<'_>, choices: &[Choice]) -> Vec<(Choice, Id, f64)> {
    let ways = Ways::new(judge.field);
    let member = |choice: &Choice| {
        let Choice::Move(tag) = *choice else { return None };
        let id = judge.field.p.battle.find(tag)?;
        Some((*choice, id, gain(judge, id, &ways)))
    };
    choices.iter().filter_map(member).collect()
}

/// The stand of the group to move next: the foremost, to clear the way.
pub fn member(judge: &Judge<'_>, choices: &[Choice]) -> Choice {
    let p = judge.field.p;
    let ways = Ways::new(judge.field);
    let mut best: Option<(i32, Choice)> = None;
    for choice in choices {
        let Choice::Move(tag) = choice else { continue };
        let Some(id) = p.battle.find(*tag) else { continue };
        let Some(cell) = p.forces.cell(id) else { continue };
        let to_go = ways.of(p, id).from(cell);
        if best.is_none_or(|(least, _)| to_go < least) && gain(judge, id, &ways) > LEAST {
            best = Some((to_go, *choice));
        }
    }
    best.map_or(Choice::Done, |(_, choice)| choice)
}
