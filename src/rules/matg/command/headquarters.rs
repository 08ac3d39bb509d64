//! 10.1.7: who takes command when headquarters are lost.

use crate::dice::{Dice, NeedsRoll};
use crate::game::{Event, Log, Modifier, Tone};
use crate::rules::matg::state::battle::Role;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position;
use crate::rules::matg::state::position::{Id, NOBODY, Place, Position};
use crate::rules::matg::turn::sequence::Frame;

impl Position {
    /// A vacancy whose heir must be named before the phase goes on; asked at the start of phases, so
    /// never inside an attack or a move.
    pub(in crate::rules::matg) fn vacancy_to_fill(&self) -> Option<Frame> {
        if self.stack.len() != 1 || self.vacancies.is_empty() {
            return None;
        }
        let open = match self.stack.last() {
            Some(Frame::Posture { draft, .. }) => draft.is_none(),
            Some(Frame::Artillery { draft, .. }) => draft.is_none(),
            Some(Frame::Fire { draft, .. }) => draft.is_none(),
            Some(Frame::Plot { draft, .. }) => draft.is_none(),
            Some(Frame::Movement { .. }) => true,
            _ => false,
        };
        let vacant = |v: &position::Vacancy| v.heir == NOBODY;
        let index = self.vacancies.iter().position(|v| vacant(v) && open && self.has_heir(v.side, v.ghq))?;
        Some(Frame::Command { side: self.vacancies[index].side, vacancy: index as u8 })
    }

    /// Who may follow: an HQ for the GHQ at cohesion 13 or 14, anyone above, nobody at 12 or less.
    fn heirs(&self, side: crate::game::Side, ghq: bool) -> impl Iterator<Item = Id> + '_ {
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

    fn has_heir(&self, side: crate::game::Side, ghq: bool) -> bool {
        self.heirs(side, ghq).next().is_some()
    }

    pub(in crate::rules::matg) fn vacancy_can_be_filled(&self, vacancy: u8) -> bool {
        self.vacancies
            .get(usize::from(vacancy))
            .is_some_and(|v| v.heir == NOBODY && self.has_heir(v.side, v.ghq))
    }

    pub(in crate::rules::matg) fn command_choices(&self, vacancy: u8) -> Vec<Choice> {
        let Some(vacancy) = self.vacancies.get(usize::from(vacancy)) else { return Vec::new() };
        self.heirs(vacancy.side, vacancy.ghq).map(|id| Choice::Command(self.tag(id))).collect()
    }

    pub(in crate::rules::matg) fn command_apply(&mut self, choice: &Choice, log: &mut Log) {
        let Some(Frame::Command { vacancy, side }) = self.stack.pop() else { return };
        let Choice::Command(tag) = choice else { return };
        let Some(id) = self.battle.find(*tag) else { return };
        self.vacancies[usize::from(vacancy)].heir = id;
        log.add(|| {
            let text = format!("{} is named to take command", self.who(id));
            Event::new(Tone::Plain, side, text, "10.1.7").at(self.cell(id))
        });
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
