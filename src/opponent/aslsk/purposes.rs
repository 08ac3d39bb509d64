//! What a choice is for where no unit's task says it.

use std::borrow::Cow;

use super::Mind;
use crate::rules::aslsk::state::Choice;
use crate::rules::aslsk::turn::Frame;
use crate::rules::aslsk::turn::rally::Step;

impl Mind<'_> {
    /// What a choice is for, in a sentence: the task of its unit, or else what such a choice is for in general. Empty if
    /// there is nothing to say.
    pub(super) fn purpose_or_use(&self, choice: &Choice) -> Cow<'static, str> {
        let purpose = self.purpose(choice);
        if purpose.is_empty() { Cow::Borrowed(self.general_use(choice)) } else { purpose }
    }

    fn general_use(&self, choice: &Choice) -> &'static str {
        let Some(frame) = self.position.turn.frames.last() else { return "" };
        match (frame, choice) {
            (Frame::SetUp(_), Choice::Place(..)) => "Set up in cover, spread out, and near the objective.",
            (Frame::SetUp(_), _) => "The set-up is complete.",
            (Frame::Rally(..), Choice::Rally(..)) => "A leader rallies the unit that rallies most easily.",
            (Frame::Rally(..), Choice::SelfRally(_)) => "Any unit that can tries to rally by itself.",
            (Frame::Rally(..), Choice::Repair(_)) => "Get the weapon back into action.",
            (Frame::Rally(..), Choice::Recover(..)) => "Let no weapon lie unused.",
            (Frame::Rally(Step::Transfer, _), _) => "Every weapon stays with the unit that has it.",
            (Frame::Rally(Step::Keeping, _), _) => "Without DM, broken units rally more easily.",
            (Frame::Rally(..), _) => "Nothing else in this step helps.",
            (Frame::Fire(..), Choice::Done) => "No other attack does enough.",
            (Frame::Fire(..), _) => "Attack where it does most.",
            (Frame::Attack(_), Choice::Shoot) => "Nothing else improves the attack.",
            (Frame::Attack(_), _) => "Make the attack stronger first.",
            (Frame::Shot(_), Choice::Shoot) => "Nothing else improves the shot.",
            (Frame::Shot(_), _) => "Make the shot better first.",
            (Frame::Facing { .. }, _) => "Cover as many enemies as the CA allows.",
            (Frame::Turning(_), Choice::Face(..)) => "Turn the Gun to an enemy: none is in its CA.",
            (Frame::Turning(_), _) => "No Gun needs to turn.",
            (Frame::React(_), _) => "Fire at the unit that moves.",
            (Frame::Move, _) => "No unit gains enough by moving.",
            (Frame::Rout(_), Choice::Done) => "No other unit needs to rout.",
            (Frame::Rout(_), _) => "Get the broken unit away from the enemy.",
            (Frame::Advance, _) => "No unit gains enough by advancing.",
            (Frame::Combat(_), _) => "The close combats may go in any order.",
            (Frame::Ranks(_), _) => "The leaders stay with the units they are stacked with.",
            (Frame::Melee(_), _) => "The strongest units attack the weakest enemies.",
            (Frame::Blind { .. }, _) => "Fire at a hex where an enemy may be.",
            (Frame::Mover(_) | Frame::Routing(_) | Frame::Placing(_), _) => "",
        }
    }
}
