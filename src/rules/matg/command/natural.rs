//! 12.2.4, 12.2.5 and 12.6: natural 1 and 20 on movement rolls, and the stand fast action.

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Test, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::state::battle::Optional;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};

/// The lowest cohesion level at which a natural 1 saves the order (12.2.4).
const INITIATIVE: i16 = 15;

impl Position {
    /// Applies a natural 1 or 20 on a group's movement roll. On a 1 the order is not spent (12.2.4); after a
    /// 20 the group may not move for the rest of the turn (12.2.5).
    pub(super) fn note_natural(&mut self, group: &[Id], order: Option<usize>, face: u8, log: &mut Log) {
        let Some(&lead) = group.first() else { return };
        let side = self.side(lead);
        match (face, order) {
            (1, Some(force))
                if self.battle.plays(Optional::IntuitiveAction)
                    && self.cohesion_to_move(lead) >= INITIATIVE =>
            {
                self.command.orders[side.index()][force] += 1;
                log.add(|| {
                    let text =
                        format!("{} acts on its own initiative: the order is not spent", self.who(lead));
                    Event::new(Tone::Success, side, text, "12.2.4").at(self.cell(lead))
                });
            }
            (20, _) if self.battle.plays(Optional::ConflictingOrders) => {
                for &id in group {
                    self.stand_mut(id).lately.in_doubt = true;
                }
                log.add(|| {
                    let tags: Vec<String> = group.iter().map(|&id| self.tag(id).to_string()).collect();
                    let text = format!("conflicting orders: {} may not move this turn", tags.join(" "));
                    Event::new(Tone::Failure, side, text, "12.2.5")
                        .at(group.iter().filter_map(|&id| self.cell(id)))
                });
            }
            _ => {}
        }
    }

    /// A stand fast action for each GHQ that has an order left and a group to move if the action fails (12.6,
    /// S-141).
    pub(super) fn stand_fast_choices(&self, side: Side) -> impl Iterator<Item = Choice> + '_ {
        let count = if self.battle.plays(Optional::StandFast) { self.battle.forces(side) } else { 0 };
        (0..count).filter_map(move |force| {
            applies("12.6");
            let (ghq, _) = self.ghq(side, force)?;
            self.can_order_in(side, force).then_some(Choice::StandFast(self.tag(ghq)))
        })
    }

    /// The cohesion roll of a GHQ for a stand fast action (12.6).
    pub fn stand_fast_profile(&self, ghq: Id) -> Test {
        self.cohesion_profile(ghq, "to stand fast", "12.6", [])
    }

    /// Rolls for a stand fast action and returns whether the side may pass for now. It costs an order either
    /// way (12.6, S-141).
    pub(super) fn stand_fast(&mut self, ghq: Id, dice: &mut Dice, log: &mut Log) -> Result<bool, Ask> {
        applies("12.6");
        let profile = self.stand_fast_profile(ghq);
        let (side, force) = (self.side(ghq), self.battle.force_of(ghq));
        self.command.orders[side.index()][force] -= 1;
        Ok(self.roll_cohesion(ghq, &profile, dice, log)?.passed)
    }

    /// Whether a force has an order left and a stand to spend it on.
    pub(super) fn can_order_in(&self, side: Side, force: usize) -> bool {
        let able = |id: Id| self.battle.force_of(id) == force && self.may_lead(id, false);
        self.command.orders[side.index()][force] > 0 && self.ids(side).any(able)
    }
}
