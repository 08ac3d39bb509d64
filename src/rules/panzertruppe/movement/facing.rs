//! Chapter 2: pivoting the hull and the turret after a move, or drawing back from the edge of a hill (8).

use crate::dice::{Ask, Dice};
use crate::game::gesture::THEN;
use crate::game::{ChoiceView, Log};
use crate::rules::panzertruppe::sequence::{DecisionHead, Frame, Open};
use crate::rules::panzertruppe::shown::Shown;
use crate::rules::panzertruppe::sight::geometry::{toward, way as between};
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
    /// Hull and turret as one choice (2): keep both, turn the turret alone, or pivot with the turret on its target. A
    /// last set of pivots asks for the turret.
    pub(crate) fn facing_series(&self) -> Vec<ChoiceView> {
        let Some(Frame::Facing(facing)) = self.turn.stack.last() else { return Vec::new() };
        let id = facing.unit;
        if !facing.hull || !self.battle.unit(id).has_turret() {
            return Vec::new();
        }
        let (turret, seen) = (self.forces.state(id).turret, self.enemy_in_sight(id));
        let both = |first: Choice, then: Choice, view: ChoiceView| {
            let notation = format!("{first}{THEN}{then}");
            ChoiceView { notation, ..view }
        };
        let mut choices: Vec<ChoiceView> = Vec::new();
        let mut pivots: Vec<ChoiceView> = Vec::new();
        for choice in self.open_choices() {
            let view = self.describe_choice(&choice);
            match choice {
                Choice::Faced => choices.push(both(Choice::Faced, Choice::Faced, view)),
                Choice::Hull(hull) => {
                    let (then, words) = self.turret_after(id, hull, seen);
                    let label = format!("{}, {words}", view.label);
                    choices.push(both(choice, then, ChoiceView { label, ..view.clone() }));
                    let label = format!("{}, then turn the turret", view.label);
                    pivots.push(ChoiceView { label, verb: "pivot", quiet: true, ..view });
                }
                _ => choices.push(view),
            }
        }
        let turns = (0..24).filter(|&turn| turn != turret).map(Choice::Turret);
        choices.extend(turns.map(|turn| both(Choice::Faced, turn, self.describe_choice(&turn))));
        choices.extend(pivots);
        choices
    }

    /// The turret after the hull has pivoted, and in words: on the nearest enemy in sight; where none is, it stays as
    /// it was turned, or ahead.
    fn turret_after(&self, id: Id, hull: u8, seen: Option<(Id, u8)>) -> (Choice, String) {
        let state = self.forces.state(id);
        let carried = (state.turret + 24 + hull - state.hull) % 24;
        let to = |turn: u8| if turn == carried { Choice::Faced } else { Choice::Turret(turn) };
        if let Some((enemy, turn)) = seen {
            return (to(turn), format!("turret on {}", self.battle.unit(enemy).tag));
        }
        match state.turret == state.hull {
            true => (Choice::Faced, "turret ahead".to_owned()),
            false => (to(state.turret), "turret as it is".to_owned()),
        }
    }

    /// The nearest known enemy that a unit sees, and the heading to it in 24ths.
    fn enemy_in_sight(&self, id: Id) -> Option<(Id, u8)> {
        let at = self.forces.spot(id)?;
        let enemies = self.forces.ids(self.forces.side(id).other());
        let known = enemies.filter(|&enemy| !self.forces.state(enemy).is(Flag::Hidden));
        let seen = known.filter_map(|enemy| Some((enemy, self.forces.spot(enemy)?)));
        let seen = seen.filter(|&(enemy, to)| self.sighting().sees_at(id, at, enemy, to).is_some());
        let (enemy, to) = seen.min_by_key(|&(_, to)| self.battle.range(at, to))?;
        Some((enemy, toward(between(self.battle.cell(at), self.battle.cell(to)))))
    }
}
