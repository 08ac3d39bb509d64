//! The prompt of the open decision, with its group by name.

use crate::game::Side;

use crate::rules::fireandmove::cards::{Card, sheets};
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::ordnance::off_table::Strike;
use crate::rules::fireandmove::shown::short_names;
use crate::rules::fireandmove::state::{Forces, Gid, Position};
use crate::rules::fireandmove::turn::sequence::Frame;

impl Position {
    /// The prompt for the side that decides, naming its group; empty where the decision's own prompt says it all, and
    /// for the other side.
    pub(super) fn prompt_for(&self, viewer: Side) -> String {
        let Self { forces, open, .. } = self;
        let Some(frame) = open.frames.last().filter(|frame| frame.decision(self).side == viewer) else {
            return String::new();
        };
        prompt_of(forces, frame)
    }
}

/// The prompt of a decision; empty where its own says it all.
fn prompt_of(forces: &Forces, frame: &Frame) -> String {
    let name = |group: Gid| short_names::brief(forces, group);
    match frame {
        Frame::Orders(frame) => format!("Play a card on {}, or announce an action.", name(frame.group)),
        Frame::Marching(march) => march_prompt(forces, march),
        Frame::Reaction(reaction) => reaction_prompt(forces, reaction),
        Frame::ReactionCard(frame) => {
            format!("Choose the fire card {} reacts with.", name(frame.group))
        }
        Frame::ReactionPoint(frame) => match frame.fire {
            Some((group, card)) => {
                let card = sheets::short(Card::Fire(card));
                format!("{}, {card}: choose the point of the path to fire at.", name(group))
            }
            None => format!("Choose the point where {} meets the mines.", name(frame.to.mover)),
        },
        Frame::ReactionShot(frame) => {
            format!("{}: choose the point of the path to fire at.", name(frame.group))
        }
        Frame::Onward(frame) => format!("Continue the move of {}, or stop.", name(frame.from.mover)),
        Frame::Aim(frame) => {
            let card = sheets::short(Card::Fire(frame.card));
            format!("{}, {card}: choose a target.", name(frame.group))
        }
        Frame::Second(frame) => format!("Fire a second card with {}, or finish.", name(frame.group)),
        Frame::RallyWho(frame) => format!("Choose a figure of {} to rally.", name(frame.group)),
        Frame::RallyMore(frame) => {
            format!("Play a second rally card on {}, or finish.", name(frame.group))
        }
        Frame::Joining(frame) => {
            format!("Reorganise {}: choose a group or figures, or finish.", name(frame.group))
        }
        Frame::Alone(frame) => {
            let leader = &forces.soldier(frame.figure).name;
            format!("Choose a movement card for the {leader} of {}.", forces.tag(frame.group))
        }
        Frame::Nominate(frame) => {
            let (us, them) = (name(frame.march.group), name(frame.target));
            format!("Choose the figures of {us} that charge {them}; with none chosen, all charge.")
        }
        Frame::Stand(frame) => {
            let (us, them) = (name(frame.defenders), name(frame.attackers));
            format!("{them} charges {us}: test to stand, or retire.")
        }
        Frame::Contact(frame) => {
            format!("Choose the figure of {} that the next figure fights.", name(frame.defenders))
        }
        Frame::Regroup(frame) => {
            format!("Bring the rest of the group up to {}, or finish.", name(frame.victors))
        }
        Frame::Call(frame) if frame.strike != Strike::Half => {
            format!("{} calls in artillery: choose a target.", name(frame.group))
        }
        Frame::Barrel(frame) if frame.again => {
            format!("Fire another weapon of {}, or finish.", name(frame.group))
        }
        Frame::Barrel(frame) => format!("{}: choose a weapon and a round.", name(frame.group)),
        Frame::Shelling(frame) => {
            format!("{}, {}: choose a target.", name(frame.group), frame.arm.round.name())
        }
        Frame::Riposte(frame) => {
            format!("Answer the overrun of {} by {}, or finish.", name(frame.group), name(frame.vehicle))
        }
        Frame::Runner(frame) => {
            format!("Choose the figure of {} to send as a runner.", name(frame.group))
        }
        Frame::Parting(frame) => {
            format!("Choose two or more figures of {} for a new group, or finish.", name(frame.group))
        }
        Frame::Lighting(frame) => format!("{}: choose a square for the flare.", name(frame.group)),
        Frame::Screening(frame) => format!("{}: choose where to fire the smoke.", name(frame.group)),
        Frame::CallSmoke(frame) => format!("{}: choose where to call in the smoke.", name(frame.group)),
        Frame::Scorched(frame) => {
            format!("White phosphorus on {}: stay in it, or retire.", name(frame.group))
        }
        Frame::Thicket(frame) => {
            format!("{}: come out, go on to another subarea, or wait.", name(frame.group))
        }
        Frame::Astray(frame) => {
            format!("{} moves in the jungle: play a minefield to get it lost, or pass.", name(frame.group))
        }
        _ => String::new(),
    }
}

fn march_prompt(forces: &Forces, march: &Marching) -> String {
    let name = short_names::brief(forces, march.group);
    match (march.halted, march.left) {
        (true, _) => format!("Send {name} to ground, or finish."),
        (false, 0 | 1) => format!("Move {name} a square, or end its move."),
        (false, left) => format!("Move {name} a square, or end this move action ({left} left)."),
    }
}

fn reaction_prompt(forces: &Forces, reaction: &Reaction) -> String {
    let mover = short_names::brief(forces, reaction.mover);
    match reaction.charges {
        _ if reaction.retiring => format!("{mover} retires: react, or pass."),
        Some(target) => format!("{mover} charges {}: react, or pass.", short_names::brief(forces, target)),
        None => format!("{mover} moves: react, or pass."),
    }
}
