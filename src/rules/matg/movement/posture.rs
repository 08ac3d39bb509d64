//! 4.0 phase 2 and 8.1: movement groups and their postures.

use crate::board;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Preview, Side, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::artillery::direct;
use crate::rules::matg::landings::airborne;
use crate::rules::matg::landings::airborne::Moment;
use crate::rules::matg::shown::{refusal, works_view};
use crate::rules::matg::state::battle::GunUse;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::alternation::Alternation;
use crate::rules::matg::turn::sequence::{Open, Phase, Question, ask, unreachable_choice};
use crate::rules::matg::works::laid;

/// A movement group that is being formed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grouping {
    /// Its posture.
    pub posture: Posture,
    /// Its stands, in order of joining.
    pub members: Vec<Id>,
}

/// Phase 2: movement groups are formed and marked (8.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PosturePhase {
    /// The alternation of the sides, and which of them has passed.
    pub turns: Alternation,
    /// The sides that have begun to mark single stands (8.1.1).
    pub singles: [bool; 2],
    /// The group that is being formed.
    pub draft: Option<Grouping>,
}

impl PosturePhase {
    /// The phase, opened by a side.
    pub const fn begun_by(side: Side) -> Self {
        Self { turns: Alternation::begun_by(side), singles: [false; 2], draft: None }
    }
}

impl Open for PosturePhase {
    fn side(&self, _: &Position) -> Side {
        self.turns.side
    }

    fn asks(&self) -> Question {
        match self.draft {
            None => ask("posture", "Form a movement group, or pass.", "8.1.1"),
            Some(_) => ask("group", "Add adjacent stands, then finish the group.", "8.1.1"),
        }
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let Some(draft) = &self.draft else {
            return group_openings(&game.field, &game.forces, self.turns.side);
        };
        let joiners = (!self.singles[self.turns.side.index()]).then(|| self::joiners(&game.forces, draft));
        let joiners = joiners.into_iter().flatten().map(|id| Choice::Add(game.battle.tag(id)));
        std::iter::once(Choice::Done).chain(joiners).collect()
    }

    fn apply(mut self, game: &mut Position, choice: &Choice, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let marking = self.turns.side;
        match (*choice, &mut self.draft) {
            (Choice::Group(posture, tag), draft @ None) => {
                *draft = Some(Grouping { posture, members: vec![game.battle.named(tag)] });
            }
            (Choice::Add(tag), Some(draft)) => draft.members.push(game.battle.named(tag)),
            (Choice::Done, Some(draft)) => {
                mark(&mut game.forces, &mut game.now, draft, log);
                self.singles[marking.index()] |= draft.members.len() == 1;
                self.draft = None;
                self.turns.turn_over();
            }
            (Choice::Work(..) | Choice::Bridge(..), None) => {
                laid::declare_work(&mut game.field, &mut game.forces, &mut game.now, choice, log)
            }
            (Choice::Pass, None) => {
                self.turns.pass();
                log.add(|| {
                    let text = format!("{} pass: no more movement groups", game.battle.army(marking).name);
                    Event::new(Tone::Plain, marking, text, "8.1")
                });
            }
            _ => unreachable_choice(choice),
        }
        game.now.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        self.turns.next_unless_begun(self.draft.is_some(), game, |game, side| can_mark(&game.forces, side))
    }

    fn hand_to(&mut self, side: Side) {
        self.turns.hand_to(side);
    }

    #[apply(rule, "battles: begins with movement" if game.now.number == 1 && game.battle.begins_with_movement)]
    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if game.now.number == 1 && game.battle.begins_with_movement {
            return airborne::land_groups(game, Moment::BeforeMovement, dice, log);
        }
        direct::begin_artillery(game, log);
        Ok(())
    }

    fn phase(&self) -> Phase {
        Phase::Posture
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        match *choice {
            Choice::Group(posture, tag) => {
                refusal::why_no_group(&game.forces, &game.arrivals, posture, tag, self.turns.side)
            }
            Choice::Work(tag, _) | Choice::Bridge(tag, _) => {
                refusal::own(&game.forces, &game.arrivals, tag, self.turns.side)
                    .map_or_else(Some, |id| works_view::why_no_work(&game.field, &game.forces, id, choice))
            }
            _ => None,
        }
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        works_view::preview_work(&game.field, &game.forces, &game.now, &game.command, choice)
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        let names = |draft: &Grouping| -> Vec<String> {
            draft.members.iter().map(|&id| game.battle.tag(id).to_string()).collect()
        };
        self.draft.iter().map(|draft| format!("group: {}", names(draft).join(" "))).collect()
    }
}

/// Marks a group and its cargo (8.1.2).
fn mark(forces: &mut Forces, now: &mut Turn, group: &Grouping, log: &mut Log) {
    now.groups += 1;
    let number = now.groups;
    for &id in &group.members {
        let cargo: Vec<Id> = forces.cargo(id).collect();
        for member in std::iter::once(id).chain(cargo) {
            let stand = forces.stand_mut(member);
            stand.posture = group.posture;
            stand.group = number;
        }
    }
    log.add(|| {
        let names: Vec<String> = group.members.iter().map(|&id| forces.battle.tag(id).to_string()).collect();
        let posture = if group.posture == Posture::Move { "movement" } else { "fire/move" };
        let text = format!("{} in the {posture} posture", names.join(" "));
        Event::new(Tone::Plain, forces.battle.side(group.members[0]), text, "8.1.2")
            .at(group.members.iter().filter_map(|&id| forces.cell(id)))
    });
}

/// Postures a stand may be marked with (7.4.10, 8.3.7, 8.3.8).
#[apply(rule, "4.0.2", "7.4.10", "8.3.7", "8.3.8")]
pub fn may_take(forces: &Forces, id: Id, posture: Posture) -> bool {
    let unit = forces.unit(id);
    let stand = forces.stand(id);
    if stand.group != 0 || !matches!(stand.place, Place::Board(_)) {
        return false;
    }
    let fixed = forces.pace(id).0 == 0 && unit.kind.movement.water == 0;
    match posture {
        Posture::Fire => false,
        Posture::Move => true,
        Posture::FireMove => {
            let artillery =
                unit.guns.iter().any(|(_, usage)| matches!(usage, GunUse::Artillery | GunUse::Rocket));
            if unit.guns.iter().any(|(_, usage)| *usage == GunUse::CloseSupport) {
                applies("10.8.4");
            }
            !fixed && !artillery && !unit.guns.is_empty()
        }
    }
}

fn group_openings(field: &Field, forces: &Forces, side: Side) -> Vec<Choice> {
    let mut choices = Vec::new();
    for posture in [Posture::Move, Posture::FireMove] {
        let leads = forces.on_board(side).filter(|&(id, _)| may_take(forces, id, posture));
        choices.extend(leads.map(|(id, _)| Choice::Group(posture, forces.tag(id))));
    }
    choices.extend(laid::work_choices(field, forces, side));
    choices.push(Choice::Pass);
    choices
}

/// Adjacent stands that may join the group (8.1.1).
fn joiners<'a>(forces: &'a Forces, draft: &'a Grouping) -> impl Iterator<Item = Id> + 'a {
    forces.on_board(forces.side(draft.members[0])).filter_map(move |(id, cell)| {
        let touches = || {
            draft
                .members
                .iter()
                .any(|&member| forces.cell(member).is_some_and(|at| board::adjacent(at, cell)))
        };
        (!draft.members.contains(&id) && may_take(forces, id, draft.posture) && touches()).then_some(id)
    })
}

/// Whether a side has a stand left to mark.
fn can_mark(forces: &Forces, side: Side) -> bool {
    forces.on_board(side).any(|(id, _)| may_take(forces, id, Posture::Move))
}
