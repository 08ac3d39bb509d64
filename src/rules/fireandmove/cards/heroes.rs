//! Hero cards (32).

use crate::game::{Side, Tone};
use crate::ledger::cited::applies;

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Fig, Position, Standing};
use crate::rules::fireandmove::turn::sequence::Table;

impl Position {
    /// Hero cards that may be played now (32.1), on figures that benefit.
    pub(in crate::rules::fireandmove) fn heroes(&self, side: Side, list: &mut Vec<Choice>) {
        applies("32.1");
        if self.seat(side).hand.binary_search(&Card::Hero).is_err() {
            return;
        }
        for group in self.groups_of(side).filter(|&group| self.obeys(group)) {
            list.extend(
                self.group(group)
                    .members
                    .iter()
                    .filter(|&&figure| !self.figure(figure).hero && !self.figure(figure).berserk)
                    .map(|&f| Choice::Hero(f)),
            );
        }
    }

    /// A Hero card on a figure (32.2).
    pub(in crate::rules::fireandmove) fn hero(&mut self, figure: Fig, table: &mut Table) {
        applies("32.3");
        applies("28.5");
        let side = self.soldier(figure).side;
        self.spend(side, Card::Hero);
        let state = self.figure_mut(figure);
        state.standing = Standing::Fit;
        state.hero = true;
        // 32.3: a surviving commander opens the hatch again.
        if self.machine(figure).is_some_and(|machine| machine.commanders == 0) {
            self.machine_mut(figure).buttoned = false;
        }
        let (name, tag) = (self.soldier(figure).name.clone(), self.tag(self.figure(figure).group));
        table.tell(Tone::Success, side, "32.2", || format!("the {name} of {tag} becomes a hero"));
        let ranks = |rank: Rank| {
            let mut all = self.figures.iter().zip(0..).filter(|(f, _)| f.standing <= Standing::Pinned);
            all.any(|(_, id)| self.soldier(id).side == side && self.rank(id) == rank)
        };
        let rank = self.rank(figure);
        // A small force without a platoon leader has none to replace.
        let had = self.battle().soldiers.iter().any(|man| man.side == side && man.rank == Rank::Platoon);
        let raised = rank == Rank::Squad && had && !ranks(Rank::Platoon)
            || rank == Rank::None && !ranks(Rank::Platoon) && !ranks(Rank::Squad);
        if raised {
            self.figure_mut(figure).raised = true;
            table.tell(Tone::Success, side, "32.2", || format!("the {name} of {tag} takes command"));
        }
    }
}
