//! The prompt of the open decision, with the units it is about by name.

use crate::game::Side;
use crate::rules::matg::command::groups;
use crate::rules::matg::fire::attack::Occasion;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::Frame;

impl Battle {
    /// Tag and short name of a stand: "G6 PzIV F2".
    fn short_who(&self, id: Id) -> String {
        format!("{} {}", self.tag(id), crate::rules::matg::catalog::short_name(self.unit(id).kind))
    }
}

/// The prompt for the side that decides, naming its unit; empty where the question alone says it all, and for the
/// other side.
pub(super) fn prompt_for(game: &Position, viewer: Side) -> String {
    let Some(frame) = game.now.stack.last().filter(|frame| frame.side(game) == viewer) else {
        return String::new();
    };
    match frame {
        Frame::Moving(mover) => {
            let who = game.battle.short_who(mover.stand);
            match mover.over {
                Some(enemy) => format!("Drive {who} on over {}.", game.battle.short_who(enemy)),
                None if mover.trail.is_empty() => format!("Move {who}, or halt."),
                None => format!("Move {who} on, or halt."),
            }
        }
        Frame::Group(group) => {
            let mut waiting = group
                .members
                .iter()
                .copied()
                .filter(|&id| groups::may_be_moved(&game.forces, &game.command, id));
            match (waiting.next(), waiting.next()) {
                (Some(only), None) => {
                    format!("Move {}, or end the group's move.", game.battle.short_who(only))
                }
                _ => String::new(),
            }
        }
        Frame::Posture(phase) => phase.draft.as_ref().map_or_else(String::new, |draft| {
            let lead = draft.members.first().map_or_else(String::new, |&id| game.battle.short_who(id));
            let posture = if draft.posture == Posture::Move { "movement" } else { "fire/move" };
            format!("Group of {lead}, {posture} posture: add adjacent stands, or finish it.")
        }),
        Frame::Deploy(deployment) => match deployment.picked {
            Some(id) => format!("Choose a square for {}.", game.battle.short_who(id)),
            None => String::new(),
        },
        Frame::Facing(facing) => format!("Choose a facing for {}.", game.battle.short_who(facing.stand)),
        Frame::Fire(phase) => phase.draft.as_ref().map_or_else(String::new, |draft| {
            fire_prompt(&game.battle, "Fire", draft.target, draft.firers.is_empty())
        }),
        Frame::Reaction(reaction) => reaction_prompt(
            &game.battle,
            reaction.occasion,
            reaction.draft.as_ref().map(|draft| (draft.target, draft.firers.is_empty())),
        ),
        Frame::Declare(declarations) => match declarations.picked {
            Some(id) => format!("Choose the stand that {} close assaults.", game.battle.short_who(id)),
            None => String::new(),
        },
        Frame::Answer(answer) => {
            format!("Choose the assaulter that {} fires at.", game.battle.short_who(answer.defender))
        }
        Frame::Retreat(retreat) => {
            let from = game.battle.short_who(retreat.from);
            format!("Retreat {} one inch from {from}.", game.battle.short_who(retreat.stand))
        }
        Frame::Flight(flight) => {
            format!("Move {} away from the flames.", game.battle.short_who(flight.stand))
        }
        Frame::Riders(riders) => {
            let who = game.battle.short_who(riders.carrier);
            format!("{who} has fired: its riders get off, or try to hold on.")
        }
        _ => String::new(),
    }
}

fn reaction_prompt(battle: &Battle, occasion: Occasion, draft: Option<(Id, bool)>) -> String {
    match (occasion, draft) {
        (Occasion::Covering, Some((target, none))) => fire_prompt(battle, "Covering fire", target, none),
        (Occasion::Overrun, Some((target, true))) => {
            format!("{} drives over you: fire at it, or hold.", battle.short_who(target))
        }
        (Occasion::Overrun, Some((target, false))) => fire_prompt(battle, "Fire", target, false),
        (_, Some((target, none))) => fire_prompt(battle, "Opportunity fire", target, none),
        (_, None) => String::new(),
    }
}

/// "Opportunity fire at S2 T-34c: add a firing stand, or hold."
fn fire_prompt(battle: &Battle, kind: &str, target: Id, none_yet: bool) -> String {
    let target = battle.short_who(target);
    let rest = match (none_yet, kind) {
        (false, _) => "fire, or add more stands",
        (true, "Fire") => "add a firing stand",
        (true, _) => "add a firing stand, or hold",
    };
    format!("{kind} at {target}: {rest}.")
}
