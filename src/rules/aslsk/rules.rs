//! [`Rules`] for the position of ASL Starter Kit.

use super::shown;
use super::state::Choice;
use super::state::Position;
use super::turn::Frame;
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::aids::{self, Aids};
use crate::game::gesture::{Attack, Reserve, Wanted};
use crate::game::{
    CardId, ChoiceView, Decision, Digest, Illegal, Log, Outcome, PieceId, Preview, Risk, Routes, Rules,
    SideName, Sight, View,
};
use crate::rules::aslsk::fire::{plan, risk};
use crate::rules::aslsk::ordnance::hidden;
use crate::rules::aslsk::state::names;
use crate::rules::aslsk::turn::{march, rout, sequence, untried};
use crate::side::Side;

impl Rules for Position {
    type Choice = Choice;
    const VERSION: u32 = 8;

    fn sides(&self) -> [SideName; 2] {
        self.battle.sides.clone().map(|(key, name)| SideName { key, name })
    }

    fn decision(&self) -> Option<Decision> {
        self.asks()
    }

    fn choices(&self) -> Vec<Choice> {
        self.options()
    }

    fn check(&self, choice: &Choice) -> Result<(), Illegal> {
        self.allows(choice)
    }

    fn apply(&mut self, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        self.play(*choice, dice, log)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.score.over.clone().map(|(winner, why)| Outcome { winner: Some(winner), why })
    }

    /// Without the enemy's CC designations that are not revealed yet (3.8a) and the hexes of its hidden Guns
    /// (6.4).
    fn seen_by(&self, side: Side, _dice: &mut Dice) -> Self {
        let mut seen = self.clone();
        seen.forces.without_hidden(side.other());
        for frame in &mut seen.turn.frames {
            if let Frame::Melee(melee) = frame {
                melee.strikes[side.other().index()].clear();
                if melee.side != side {
                    melee.open = Default::default();
                }
            }
        }
        seen
    }

    fn view(&self, side: Side) -> View {
        shown::view(self, side)
    }

    fn describe(&self, choice: &Choice) -> ChoiceView {
        shown::describe(self, choice)
    }

    fn preview(&self, choice: &Choice) -> Option<Preview> {
        shown::preview(self, choice)
    }

    fn sight(&self, from: Cell, to: Cell) -> Sight {
        shown::sight(self, from, to)
    }

    /// Units and Weapons that would be eliminated, hidden placement and good shots that would be given up.
    fn caution(&self, choice: &Choice) -> Option<String> {
        let Position { ground, forces, turn, .. } = self;
        match (turn.frames.last()?, choice) {
            (Frame::Rout(side), Choice::Done) => {
                let lost: Vec<String> = rout::stranded(ground, forces, *side)
                    .map(|id| names::called(ground, forces, id))
                    .collect();
                (!lost.is_empty()).then(|| format!("Lost to Failure to Rout: {}.", lost.join(", ")))
            }
            (Frame::Facing { weapon, setting_up: true }, Choice::Face(..))
                if hidden::may_hide(forces, *weapon) =>
            {
                let hides = self.options().iter().any(|other| matches!(other, Choice::Hide(..)));
                hides.then(|| {
                    format!("The {} gives up hidden placement (6.4).", forces.weapon(*weapon).name())
                })
            }
            (Frame::Fire(..), Choice::Destroy(weapon)) => {
                Some(format!("The {} is eliminated (4c).", names::called_weapon(ground, forces, *weapon)))
            }
            (Frame::Rally(..), Choice::Done) => untried::warn_of_end(self),
            (Frame::Move | Frame::Advance, Choice::Done) => sequence::warn_of_entry(ground, forces, turn),
            (Frame::Shot(shot), Choice::Shoot) => shot.backblast_in_words(self),
            _ => plan::warn_of_fire(self, choice),
        }
    }

    fn aids(&self) -> Aids<'_> {
        Aids {
            marches: Some(self),
            fire: Some(self),
            series: None,
            advice: Some(self),
            groups: None,
            aiming: None,
            hands: None,
            verdicts: None,
            tables: None,
            writing: None,
            muster: Some(self),
            shorthand: None,
        }
    }

    fn losses(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.forces.lost(side))
    }

    fn turn(&self) -> u32 {
        self.turn.number.into()
    }

    fn digest(&self, digest: &mut Digest) {
        shown::digest(self, digest);
    }
}

impl aids::Marches for Position {
    fn routes(&self, pieces: &[PieceId]) -> Option<Box<dyn Routes>> {
        match rout::march::routs(self, pieces) {
            Some(routs) => Some(Box::new(routs)),
            None => Some(Box::new(march::marching(self, pieces)?)),
        }
    }
}

impl aids::FirePlanning for Position {
    fn attacks(&self, wanted: &Wanted) -> Vec<Attack> {
        plan::attacks_open(self, wanted)
    }

    fn reserves(&self, busy: &[PieceId], _: &[CardId]) -> Vec<Reserve> {
        plan::reserves_open(self, busy)
    }
}

impl aids::Advice for Position {
    fn risk(&self, piece: PieceId, cell: Cell) -> Option<Risk> {
        let id = piece.number(self.forces.units.len())?;
        risk::risk_in(self, id, self.ground.place_of(cell)?)
    }

    fn situation(&self, piece: PieceId) -> Vec<String> {
        let id = piece.number(self.forces.units.len());
        id.map_or_else(Vec::new, |id| shown::situation(self, id))
    }
}
