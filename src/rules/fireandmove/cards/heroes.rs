//! Hero cards (32).

use crate::game::{Side, Tone};
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::optional::team_play;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Fig, Forces, Hands, Standing};
use crate::rules::fireandmove::turn::sequence::Table;

/// Hero cards that may be played now (32.1), on figures that benefit.
#[apply(rule, "32.1")]
pub(in crate::rules::fireandmove) fn heroes(
    forces: &Forces,
    hands: &Hands,
    side: Side,
    list: &mut Vec<Choice>,
) {
    if hands.seat(side).hand.binary_search(&Card::Hero).is_err() {
        return;
    }
    for group in forces.groups_of(side).filter(|&group| team_play::obeys(forces, hands, group)) {
        list.extend(
            forces
                .group(group)
                .members
                .iter()
                .filter(|&&figure| !forces.figure(figure).hero && !forces.figure(figure).berserk)
                .map(|&f| Choice::Hero(f)),
        );
    }
}

/// A Hero card on a figure (32.2).
#[apply(rule, "32.3", "28.5")]
pub(in crate::rules::fireandmove) fn hero(
    forces: &mut Forces,
    hands: &mut Hands,
    figure: Fig,
    table: &mut Table,
) {
    let side = forces.soldier(figure).side;
    hands.spend(side, Card::Hero);
    let state = forces.figure_mut(figure);
    state.standing = Standing::Fit;
    state.hero = true;
    // 32.3: a surviving commander opens the hatch again.
    if forces.machine(figure).is_some_and(|machine| machine.commanders == 0) {
        forces.machine_mut(figure).buttoned = false;
    }
    let (name, tag) = (forces.soldier(figure).name.clone(), forces.tag(forces.figure(figure).group));
    table.tell(Tone::Success, side, "32.2", || format!("the {name} of {tag} becomes a hero"));
    let ranks = |rank: Rank| {
        let mut all = forces.figures.iter().zip(0..).filter(|(f, _)| f.standing <= Standing::Pinned);
        all.any(|(_, id)| forces.soldier(id).side == side && forces.rank(id) == rank)
    };
    let rank = forces.rank(figure);
    // A small force without a platoon leader has none to replace.
    let had = forces.battle().soldiers.iter().any(|man| man.side == side && man.rank == Rank::Platoon);
    let raised = rank == Rank::Squad && had && !ranks(Rank::Platoon)
        || rank == Rank::None && !ranks(Rank::Platoon) && !ranks(Rank::Squad);
    if raised {
        forces.figure_mut(figure).raised = true;
        table.tell(Tone::Success, side, "32.2", || format!("the {name} of {tag} takes command"));
    }
}
