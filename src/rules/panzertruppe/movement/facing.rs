//! Chapter 2: pivoting the hull and the turret after a move, or drawing back from the edge of a hill (8).

use crate::dice::{Ask, Dice};
use crate::game::gesture::THEN;
use crate::game::{ChoiceView, Log};
use crate::rules::panzertruppe::sequence::{DecisionHead, Frame, Open};
use crate::rules::panzertruppe::shown::Shown;
use crate::rules::panzertruppe::state::{Choice, Flag, Id, Position};

/// The decision how a unit faces after its move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Facing {
    /// The unit.
    pub unit: Id,
    /// Whether the hull or Gun is to pivot, else the turret.
    pub hull: bool,
}

impl Open for Facing {
    fn asks(&self, position: &Position) -> DecisionHead {
        let side = position.forces.side(self.unit);
        if self.hull && position.battle.unit(self.unit).has_turret() {
            let prompt = "Pivot, turn the turret, or keep both.";
            DecisionHead { side, kind: "hull", prompt, rule: "2" }
        } else if self.hull {
            DecisionHead { side, kind: "hull", prompt: "Pivot, or keep the facing.", rule: "2" }
        } else {
            DecisionHead { side, kind: "turret", prompt: "Turn the turret, or keep its facing.", rule: "2" }
        }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        to.push(Choice::Faced);
        let state = position.forces.state(self.unit);
        let at = if self.hull { state.hull } else { state.turret };
        for turn in (0..24).filter(|&turn| turn != at) {
            to.push(if self.hull { Choice::Hull(turn) } else { Choice::Turret(turn) });
        }
        if self.hull
            && let Some(cell) = position.forces.spot(self.unit)
            && position.battle.is_hill_edge(cell)
        {
            to.push(if state.is(Flag::Back) { Choice::Edge } else { Choice::Back });
        }
    }

    fn offers(&self, position: &Position, choice: &Choice) -> bool {
        let state = position.forces.state(self.unit);
        match *choice {
            Choice::Faced => true,
            Choice::Hull(turn) => self.hull && turn < 24 && turn != state.hull,
            Choice::Turret(turn) => !self.hull && turn < 24 && turn != state.turret,
            _ => self.lists(position, choice),
        }
    }

    fn apply(self, position: &mut Position, choice: &Choice, _: &mut Dice, _: &mut Log) -> Result<(), Ask> {
        let turret = self.hull && position.battle.unit(self.unit).has_turret();
        let state = position.forces.state_mut(self.unit);
        let mut again = false;
        match *choice {
            Choice::Hull(turn) => {
                // The turret turns with the hull.
                state.turret = (state.turret + 24 + turn - state.hull) % 24;
                state.hull = turn;
            }
            Choice::Turret(turn) => state.turret = turn,
            Choice::Back | Choice::Edge => {
                state.set(Flag::Back, *choice == Choice::Back);
                again = true;
            }
            _ => {}
        }
        if again {
            position.turn.stack.push(Frame::Facing(self));
        } else if turret {
            position.turn.stack.push(Frame::Facing(Self { hull: false, ..self }));
        }
        Ok(())
    }
}

impl Shown<'_> {
    /// Hull and turret as one choice (2): keep both, turn the turret alone, or pivot, after which the turret may be
    /// turned back.
    pub(crate) fn facing_series(&self) -> Vec<ChoiceView> {
        let Some(Frame::Facing(facing)) = self.turn.stack.last() else { return Vec::new() };
        if !facing.hull || !self.battle.unit(facing.unit).has_turret() {
            return Vec::new();
        }
        let turret = self.forces.state(facing.unit).turret;
        let both = |then: Choice, view: ChoiceView| {
            let notation = format!("{}{THEN}{then}", Choice::Faced);
            ChoiceView { notation, ..view }
        };
        let mut choices: Vec<ChoiceView> =
            self.open_choices().iter().map(|c| self.describe_choice(c)).collect();
        if let Some(kept) = choices.first_mut() {
            *kept = both(Choice::Faced, kept.clone());
        }
        let turns = (0..24).filter(|&turn| turn != turret).map(Choice::Turret);
        choices.extend(turns.map(|turn| both(turn, self.describe_choice(&turn))));
        choices
    }
}
