//! The plan: the task of each unit, worked out from the situation and the Victory Conditions. It is a function of
//! what its side sees, so a task lasts until something changes.

use std::borrow::Cow;

use super::Mind;
use super::danger::{Stance, arms_of};
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::state::battle::Victory;
use crate::rules::aslsk::state::{Choice, Position, names};
use crate::rules::aslsk::turn::Frame;

/// Harm that leaves nothing of any hex of enemies.
const ALL: i32 = 100_000;

/// What a unit is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// Get to the objective, or off the map.
    Attack,
    /// Stay and fire while others go.
    Base,
    /// Keep what the Victory Conditions ask for.
    Hold,
    /// Run after enemies that got past it.
    Chase,
    /// Stand in the way of enemies that want to pass.
    Screen,
    /// Bring broken units back into the battle.
    Tend,
    /// Man a Gun.
    Man,
    /// Get out of sight and rally.
    Withdraw,
}

impl Mind<'_> {
    /// The task of a unit of its side.
    pub(super) fn task(&self, id: u8) -> Task {
        let forces = &self.position.forces;
        let place = forces.unit(id).place();
        match place {
            _ if forces.unit(id).broken => Task::Withdraw,
            _ if forces.mans(id).is_some() => Task::Man,
            _ if self.tends(id) => Task::Tend,
            Some(here) if self.presses() => {
                let posted = self.gain(id) == 0
                    && self.threats.opportunity(here, &arms_of(&self.position.forces, id), false) > 0;
                if posted { Task::Base } else { Task::Attack }
            }
            None => {
                if self.presses() {
                    Task::Attack
                } else {
                    Task::Hold
                }
            }
            Some(_) if self.hurries(place) => Task::Chase,
            Some(_) if matches!(self.position.battle.victory, Victory::Exit { .. }) => Task::Screen,
            Some(_) => Task::Hold,
        }
    }

    /// What a choice is for, in a sentence; empty if there is nothing to say.
    pub(super) fn purpose(&self, choice: &Choice) -> Cow<'static, str> {
        let Position { ground, forces, turn, .. } = self.position;
        let called = |id: u8| names::called(ground, forces, id);
        let unit = match (turn.frames.last(), *choice) {
            (Some(Frame::Mover(mover)), _) => mover.units.first().copied(),
            (_, Choice::Move(id) | Choice::Advance(id, _) | Choice::Escort(id, ..)) => Some(id),
            (Some(Frame::Fire(Mode::Prep, _)), Choice::Fire(item, _)) => forces.firer(item),
            (Some(Frame::React(_)), Choice::Fire(item, _)) => {
                return forces.firer(item).map_or(Cow::Borrowed(""), |id| {
                    format!("{} stops the enemy's movement.", called(id)).into()
                });
            }
            (Some(Frame::React(_)), Choice::Done) => {
                return Cow::Borrowed("Fire is held for a better shot.");
            }
            (Some(Frame::Rout(_)), Choice::Rout(id)) => Some(id),
            (Some(Frame::Routing(routing)), _) => Some(routing.unit),
            _ => None,
        };
        let Some(id) = unit else { return Cow::Borrowed("") };
        let called = called(id);
        match (self.task(id), choice) {
            (_, Choice::Advance(_, hex) | Choice::Escort(_, _, hex))
                if ground.map().place(*hex).is_some_and(|to| forces.occupied(to, self.foe())) =>
            {
                format!("{called} closes with the enemy.").into()
            }
            (_, Choice::Fire(_, hex)) => {
                let target = ground.map().place(*hex).filter(|_| self.presses());
                let what = match target {
                    Some(at) if self.covers(at, ALL, Some(id)) > 0 => "covers the units that move",
                    Some(_) => "does more harm by firing than by moving",
                    None => "fires at the attackers",
                };
                format!("{called} {what}.").into()
            }
            (Task::Attack | Task::Base, _) => format!("{called} {}.", self.objective()).into(),
            (Task::Hold | Task::Man, _) => {
                let seen =
                    forces.unit(id).place().is_some_and(|here| self.threats.danger(here, Stance::Stands) > 0);
                let what = if seen { "leaves the enemy's LOS and comes back in the APh" } else { "holds" };
                format!("{called} {what}.").into()
            }
            (Task::Chase, _) => format!("{called} goes after the enemies that got past it.").into(),
            (Task::Screen, _) => format!("{called} bars the enemy's way.").into(),
            (Task::Tend, _) => format!("{called} stays to rally broken units.").into(),
            (Task::Withdraw, _) => format!("{called} withdraws out of sight to rally.").into(),
        }
    }

    /// What an attacking unit does.
    fn objective(&self) -> &'static str {
        match self.position.battle.victory {
            Victory::Exit { .. } => "makes for the exit hexes",
            Victory::Guns { .. } => "goes for the Guns",
            Victory::Control { .. } => "goes for a building that counts",
            Victory::Clear { .. } => "closes in on the defenders",
        }
    }
}
