//! 4.0 phase 2 and 8.1: movement groups and their postures.

use crate::board;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Preview, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::landings::airborne::Moment;
use crate::rules::matg::state::battle::GunUse;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::turn::alternation::Alternation;
use crate::rules::matg::turn::sequence::{Open, Phase, Question, ask, unreachable_choice};

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
        let Some(draft) = &self.draft else { return game.group_openings(self.turns.side) };
        let joiners = (!self.singles[self.turns.side.index()]).then(|| game.joiners(draft));
        let joiners = joiners.into_iter().flatten().map(|id| Choice::Add(game.tag(id)));
        std::iter::once(Choice::Done).chain(joiners).collect()
    }

    fn apply(mut self, game: &mut Position, choice: &Choice, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let marking = self.turns.side;
        match (*choice, &mut self.draft) {
            (Choice::Group(posture, tag), draft @ None) => {
                *draft = Some(Grouping { posture, members: vec![game.named(tag)] });
            }
            (Choice::Add(tag), Some(draft)) => draft.members.push(game.named(tag)),
            (Choice::Done, Some(draft)) => {
                game.mark(draft, log);
                self.singles[marking.index()] |= draft.members.len() == 1;
                self.draft = None;
                self.turns.turn_over();
            }
            (Choice::Work(..) | Choice::Bridge(..), None) => game.declare_work(choice, log),
            (Choice::Pass, None) => {
                self.turns.pass();
                log.add(|| {
                    let text = format!("{} pass: no more movement groups", game.battle.army(marking).name);
                    Event::new(Tone::Plain, marking, text, "8.1")
                });
            }
            _ => unreachable_choice(choice),
        }
        game.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        self.turns.next_unless_begun(self.draft.is_some(), game, Position::can_mark)
    }

    fn hand_to(&mut self, side: Side) {
        self.turns.hand_to(side);
    }

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if game.now.number == 1 && game.battle.begins_with_movement {
            applies("battles: begins with movement");
            return game.land_groups(Moment::BeforeMovement, dice, log);
        }
        game.begin_artillery(log);
        Ok(())
    }

    fn phase(&self) -> Phase {
        Phase::Posture
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        match *choice {
            Choice::Group(posture, tag) => game.why_no_group(posture, tag, self.turns.side),
            Choice::Work(tag, _) | Choice::Bridge(tag, _) => {
                game.own(tag, self.turns.side).map_or_else(Some, |id| game.why_no_work(id, choice))
            }
            _ => None,
        }
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        game.preview_work(choice)
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        let names = |draft: &Grouping| -> Vec<String> {
            draft.members.iter().map(|&id| game.tag(id).to_string()).collect()
        };
        self.draft.iter().map(|draft| format!("group: {}", names(draft).join(" "))).collect()
    }
}

impl Position {
    /// Postures a stand may be marked with (7.4.10, 8.3.7, 8.3.8).
    pub fn may_take(&self, id: Id, posture: Posture) -> bool {
        applies("4.0.2");
        applies("7.4.10");
        applies("8.3.7");
        applies("8.3.8");
        let unit = self.unit(id);
        let stand = self.stand(id);
        if stand.group != 0 || !matches!(stand.place, Place::Board(_)) {
            return false;
        }
        let fixed = self.pace(id).0 == 0 && unit.kind.movement.water == 0;
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

    fn group_openings(&self, side: Side) -> Vec<Choice> {
        let mut choices = Vec::new();
        for posture in [Posture::Move, Posture::FireMove] {
            let leads = self.on_board(side).filter(|&(id, _)| self.may_take(id, posture));
            choices.extend(leads.map(|(id, _)| Choice::Group(posture, self.tag(id))));
        }
        choices.extend(self.work_choices(side));
        choices.push(Choice::Pass);
        choices
    }

    /// Adjacent stands that may join the group (8.1.1).
    fn joiners<'a>(&'a self, draft: &'a Grouping) -> impl Iterator<Item = Id> + 'a {
        self.on_board(self.side(draft.members[0])).filter_map(move |(id, cell)| {
            let touches = || {
                draft
                    .members
                    .iter()
                    .any(|&member| self.cell(member).is_some_and(|at| board::adjacent(at, cell)))
            };
            (!draft.members.contains(&id) && self.may_take(id, draft.posture) && touches()).then_some(id)
        })
    }

    /// Marks a group and its cargo (8.1.2).
    fn mark(&mut self, group: &Grouping, log: &mut Log) {
        self.now.groups += 1;
        let number = self.now.groups;
        for &id in &group.members {
            let cargo: Vec<Id> = self.cargo(id).collect();
            applies("8.1.2");
            for member in std::iter::once(id).chain(cargo) {
                let stand = self.stand_mut(member);
                stand.posture = group.posture;
                stand.group = number;
            }
        }
        log.add(|| {
            let names: Vec<String> = group.members.iter().map(|&id| self.tag(id).to_string()).collect();
            let posture = if group.posture == Posture::Move { "movement" } else { "fire/move" };
            let text = format!("{} in the {posture} posture", names.join(" "));
            Event::new(Tone::Plain, self.side(group.members[0]), text, "8.1.2")
                .at(group.members.iter().filter_map(|&id| self.cell(id)))
        });
    }

    /// Whether a side has a stand left to mark.
    fn can_mark(&self, side: Side) -> bool {
        self.on_board(side).any(|(id, _)| self.may_take(id, Posture::Move))
    }
}
