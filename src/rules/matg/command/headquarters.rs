//! 10.1.7: who takes command when headquarters are lost.

use crate::dice::{Dice, NeedsRoll};
use crate::game::{Event, Log, Modifier, Side, Tone};
use crate::rules::matg::state::battle::Role;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, NOBODY, Place, Position, Vacancy};
use crate::rules::matg::turn::sequence::{Open, Question, ask, never_offered};

/// Somebody must be named to take command (10.1.7).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Succession {
    /// Whose command is vacant.
    pub side: Side,
    /// An index into [`Position::vacancies`].
    pub vacancy: u8,
}

impl Open for Succession {
    fn side(&self, _: &Position) -> Side {
        self.side
    }

    fn asks(&self) -> Question {
        ask("command", "Name the stand that takes command.", "10.1.7")
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let vacancy = game.vacancies[usize::from(self.vacancy)];
        game.heirs(vacancy.side, vacancy.ghq).map(|id| Choice::Command(game.tag(id))).collect()
    }

    fn apply(
        self,
        game: &mut Position,
        choice: &Choice,
        _: &mut Dice,
        log: &mut Log,
    ) -> Result<(), NeedsRoll> {
        let Choice::Command(tag) = *choice else { never_offered(choice) };
        let id = game.named(tag);
        game.vacancies[usize::from(self.vacancy)].heir = id;
        log.add(|| {
            let text = format!("{} is named to take command", game.who(id));
            Event::new(Tone::Plain, self.side, text, "10.1.7").at(game.cell(id))
        });
        Ok(())
    }
}

impl Position {
    /// A vacancy whose heir must be named before the phase goes on; asked at the start of phases, so
    /// never inside an attack or a move.
    pub(in crate::rules::matg) fn vacancy_to_fill(&self) -> Option<Succession> {
        let [phase] = &self.stack[..] else { return None };
        if self.vacancies.is_empty() || !phase.is_between_acts() {
            return None;
        }
        let vacant = |v: &Vacancy| v.heir == NOBODY && self.has_heir(v.side, v.ghq);
        let index = self.vacancies.iter().position(vacant)?;
        Some(Succession { side: self.vacancies[index].side, vacancy: index as u8 })
    }

    /// Who may follow: an HQ for the GHQ at cohesion 13 or 14, anyone above, nobody at 12 or less.
    fn heirs(&self, side: Side, ghq: bool) -> impl Iterator<Item = Id> + '_ {
        let cohesion = self.cohesion(side);
        self.ids(side).filter(move |&id| {
            let stand = self.stand(id);
            cohesion > 12
                && matches!(stand.place, Place::Board(_) | Place::Aboard(_))
                && !self.unit(id).is_unarmed()
                && !self.vacancies.iter().any(|v| v.heir == id)
                && match stand.role {
                    Role::Ghq(_) => false,
                    Role::Hq => ghq,
                    Role::None => !ghq || cohesion > 14,
                }
        })
    }

    fn has_heir(&self, side: Side, ghq: bool) -> bool {
        self.heirs(side, ghq).next().is_some()
    }

    /// Marker removal: each stand that was named tries to take command (10.1.7).
    pub(in crate::rules::matg) fn change_command(
        &mut self,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), NeedsRoll> {
        for vacancy in self.vacancies.clone() {
            if vacancy.heir == NOBODY || self.stand(vacancy.heir).place == Place::Lost {
                continue;
            }
            let heir = vacancy.heir;
            let nation = Modifier {
                value: self.battle.army(vacancy.side).succession,
                label: "change in command",
                rule: "10.1.7",
            };
            let profile = self.cohesion_profile(heir, "to take command", "10.1.7", [nation]);
            if !self.roll_cohesion(heir, &profile, dice, log)?.passed {
                continue;
            }
            let role = if vacancy.ghq { Role::Ghq(self.new_quality(heir, dice, log)?) } else { Role::Hq };
            self.stand_mut(heir).role = role;
            self.vacancies.retain(|other| *other != vacancy);
        }
        Ok(())
    }

    /// Quality of a new GHQ: 1D20 for a force of cohesion 15 or more, else none (10.1.7).
    pub(in crate::rules::matg) fn new_quality(
        &self,
        heir: Id,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<i8, NeedsRoll> {
        if self.cohesion(self.side(heir)) < 15 {
            return Ok(0);
        }
        let face = dice.roll(20, || format!("quality of {} as GHQ", self.tag(heir)))?;
        let quality = match face {
            ..=5 => -1,
            6..=16 => 0,
            17..=19 => 1,
            _ => 2,
        };
        log.add(|| {
            let text = format!("{} is the new GHQ: D20 {face}, quality {quality:+}", self.who(heir));
            Event::new(Tone::Plain, self.side(heir), text, "10.1.7").at(self.cell(heir))
        });
        Ok(quality)
    }
}
