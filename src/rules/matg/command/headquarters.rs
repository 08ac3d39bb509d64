//! 10.1.7: change of command when a headquarters is lost.

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Side, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::command::cohesion;
use crate::rules::matg::state::battle::Role;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position, Vacancy};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::{Open, Question, ask, unreachable_choice};

/// A stand must be named to take command (10.1.7).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Succession {
    /// The side with the vacancy.
    pub side: Side,
    /// An index into the vacancies of [`Command`].
    pub vacancy: u8,
}

impl Open for Succession {
    fn side(&self, _: &Position) -> Side {
        self.side
    }

    fn asks(&self) -> Question {
        ask("command", "Name the stand that takes command.", "10.1.7")
    }

    fn is_secret(&self) -> bool {
        true
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let vacancy = &game.command.vacancies[usize::from(self.vacancy)];
        heirs(&game.forces, &game.now, &game.command, vacancy)
            .map(|id| Choice::Command(game.battle.tag(id)))
            .collect()
    }

    fn next(&self, game: &Position) -> Option<Side> {
        let vacancy = &game.command.vacancies[usize::from(self.vacancy)];
        heirs(&game.forces, &game.now, &game.command, vacancy).next().map(|_| self.side)
    }

    fn apply(self, game: &mut Position, choice: &Choice, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Command(tag) = *choice else { unreachable_choice(choice) };
        let id = game.battle.named(tag);
        game.command.vacancies[usize::from(self.vacancy)].heir = Some(id);
        log.add(|| {
            let text = format!("{} will try to take command", game.battle.who(id));
            Event::new(Tone::Plain, self.side, text, "10.1.7").at(game.forces.cell(id)).only(self.side)
        });
        Ok(())
    }
}

impl Command {
    /// Hides the enemy's named successors from a side.
    #[apply(rule, "10.1.7")]
    pub(in crate::rules::matg) fn hide_heirs(&mut self, side: Side) {
        for vacancy in self.vacancies.iter_mut().filter(|vacancy| vacancy.side != side) {
            vacancy.heir = None;
        }
    }
}

/// At the start of a phase each side names a successor in secret for every command lost since the last
/// phase. The enemy learns of it when the successor takes over (10.1.7).
#[apply(rule, "10.1.7")]
pub(in crate::rules::matg) fn ask_successors(now: &mut Turn, command: &Command) {
    for side in [now.initiative.other(), now.initiative] {
        for vacancy in (0..command.vacancies.len()).rev() {
            if command.vacancies[vacancy].side == side && command.vacancies[vacancy].heir.is_none() {
                now.open(Succession { side, vacancy: vacancy as u8 });
            }
        }
    }
}

/// Marker removal: each named stand tries to take command (10.1.7).
#[apply(rule, "10.1.7")]
pub(in crate::rules::matg) fn change_command(
    forces: &mut Forces,
    now: &Turn,
    command: &mut Command,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    for vacancy in command.vacancies.clone() {
        let Some(heir) = vacancy.heir else { continue };
        applies("10.1.1");
        let nation = Modifier {
            value: forces.battle.army(vacancy.side).succession,
            label: "change in command",
            rule: "10.1.7",
        };
        let profile =
            cohesion::cohesion_profile(forces, now, command, heir, "to take command", "10.1.7", [nation]);
        if !cohesion::roll_cohesion(forces, heir, &profile, dice, log)?.passed {
            continue;
        }
        let role = if vacancy.ghq {
            Role::Ghq(new_quality(forces, now, command, heir, dice, log)?)
        } else {
            Role::Hq
        };
        forces.stand_mut(heir).role = role;
        command.vacancies.retain(|other| *other != vacancy);
    }
    Ok(())
}

/// The stands that may succeed: at cohesion 13 or 14 only an HQ for the GHQ, at 15 or more any armed
/// stand, at 12 or less none. A GHQ is succeeded from its own force.
fn heirs(forces: &Forces, now: &Turn, command: &Command, vacancy: &Vacancy) -> impl Iterator<Item = Id> {
    let Vacancy { side, ghq, force, .. } = *vacancy;
    forces.ids(side).filter(move |&id| {
        let stand = forces.stand(id);
        let cohesion = cohesion::level_of(&forces.battle, now, command, id); // lower for a broken force (12.1.5)
        cohesion > 12
            && matches!(stand.place, Place::Board(_) | Place::Aboard(_))
            && !forces.is_to_come(id)
            && !forces.unit(id).is_unarmed()
            && !command.vacancies.iter().any(|other| other.heir == Some(id))
            && (!ghq || forces.battle.force_of(id) == usize::from(force))
            && match stand.role {
                Role::Ghq(_) => false,
                Role::Hq => ghq,
                Role::None => !ghq || cohesion > 14,
            }
    })
}

/// Quality of a new GHQ: rolled on 1D20 at cohesion 15 or more, else 0 (10.1.7).
#[apply(rule, "10.1.7")]
pub(in crate::rules::matg) fn new_quality(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    heir: Id,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<i8, Ask> {
    if cohesion::level_of(&forces.battle, now, command, heir) < 15 {
        return Ok(0);
    }
    let face = dice.roll(20, || format!("quality of {} as GHQ", forces.tag(heir)))?;
    let quality = match face {
        ..=5 => -1,
        6..=16 => 0,
        17..=19 => 1,
        _ => 2,
    };
    log.add(|| {
        let text = format!("{} is the new GHQ, quality {quality:+}. D20 {face}", forces.battle.who(heir));
        Event::new(Tone::Plain, forces.side(heir), text, "10.1.7").at(forces.cell(heir))
    });
    Ok(quality)
}
