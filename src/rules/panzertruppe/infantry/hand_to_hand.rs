//! Chapter 19: hand-to-hand combat at the end of a movement phase, with what cavalry adds (18).

use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::rules::panzertruppe::firing::{Lines, Motion};
use crate::rules::panzertruppe::sequence::{Asks, Frame, Open};
use crate::rules::panzertruppe::state::{Choice, Edge, Flag, Id, Kind, Position};

/// The winner of a fight may take the place of the loser (19).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Occupation {
    /// Who has won.
    pub winner: Id,
    /// The place.
    pub cell: u16,
    /// Who has fought in this phase, as often as he has.
    pub engaged: Vec<Id>,
}

impl Open for Occupation {
    fn asks(&self, position: &Position) -> Asks {
        let side = position.side(self.winner);
        Asks { side, kind: "occupy", prompt: "Take the place of the loser, or stay.", rule: "19" }
    }

    fn choices(&self, _: &Position, to: &mut Vec<Choice>) {
        to.extend([Choice::Occupy, Choice::Hold]);
    }

    fn apply(
        self,
        position: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        if *choice == Choice::Occupy {
            position.occupy(self.winner, self.cell, log);
        }
        let side = position.side(self.winner);
        position.settle_fights(side, self.engaged, dice, log)
    }
}

impl Position {
    /// Cavalry leaves buildings alone, and is caught in motion only in woods or grain (18).
    pub(crate) fn may_fight(&self, id: Id, other: Id) -> bool {
        let Some(cell) = self.spot(other) else { return false };
        let ground = self.battle.ground_at(cell);
        let state = self.state(other);
        let riding = state.is(Flag::Mounted) && state.motion == Motion::Moving;
        let caught = ground.kind == Kind::Woods || ground.grain;
        !(self.state(id).is(Flag::Mounted) && ground.kind == Kind::Building) && (!riding || caught)
    }

    /// Settles the hand-to-hand fights of a movement phase, one at a time, then closes the phase (19).
    pub fn settle_fights(
        &mut self,
        side: crate::game::Side,
        mut engaged: Vec<Id>,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        while !self.fights.is_empty() {
            let (attacker, defender) = self.fights.remove(0);
            if !self.is_in(attacker) || !self.is_in(defender) || !self.touch(attacker, defender) {
                continue;
            }
            let Some(cell) = self.spot(defender) else { continue };
            if self.state(defender).condition.stunned {
                self.lose(defender, log);
                if self.may_occupy(attacker, cell) {
                    self.stack.push(Frame::Occupation(Occupation { winner: attacker, cell, engaged }));
                    return Ok(());
                }
                continue;
            }
            let (mine, its) = self.fight_lines(attacker, defender, &engaged);
            engaged.extend([attacker, defender]);
            let a = dice.roll(10, || format!("{} hand to hand", self.who(attacker)))?;
            let b = dice.roll(10, || format!("{} hand to hand", self.who(defender)))?;
            let (sum, other) = (i16::from(a) + mine.sum(), i16::from(b) + its.sum());
            log.add(|| {
                let text = format!(
                    "{} fights {} hand to hand: {a} {:+} = {sum} against {b} {:+} = {other}",
                    self.who(attacker),
                    self.who(defender),
                    mine.sum(),
                    its.sum()
                );
                Event::new(Tone::Plain, self.side(attacker), text, "19")
                    .at(self.cell_of(attacker).into_iter().chain(self.cell_of(defender)))
                    .with(mine.as_slice())
                    .with(its.as_slice())
            });
            if sum <= other {
                self.lose(attacker, log);
            }
            if other <= sum {
                self.lose(defender, log);
            }
            if !self.is_in(defender) && self.may_occupy(attacker, cell) {
                self.stack.push(Frame::Occupation(Occupation { winner: attacker, cell, engaged }));
                return Ok(());
            }
        }
        self.close_movement(side, dice, log)
    }

    /// What is added for attacker and defender (18, 19).
    pub fn fight_lines(&self, attacker: Id, defender: Id, engaged: &[Id]) -> (Lines, Lines) {
        let (mut mine, mut its) = (Lines::default(), Lines::default());
        let times = |id: Id| engaged.iter().filter(|&&other| other == id).count() as i16;
        mine.add(-times(attacker), "engaged before", "19");
        its.add(-times(defender), "engaged before", "19");
        if let Some((a, b)) = self.spot(attacker).zip(self.spot(defender)) {
            let wind = Compass::between(self.battle.cell(a), self.battle.cell(b));
            let over = wind.is_some_and(|wind| {
                matches!(self.barrier(a, wind), Edge::Wall | Edge::Hedge | Edge::Hedgerow)
            });
            let ground = self.battle.ground_at(b).kind;
            let covered =
                matches!(ground, Kind::Woods | Kind::Building) || self.state(defender).is(Flag::DugIn);
            if over || covered {
                mine.add(-1, "into cover", "19");
            }
            let charges = self.state(attacker).is(Flag::Mounted)
                && !matches!(ground, Kind::Woods | Kind::Rough)
                && !self.state(defender).is(Flag::DugIn);
            if charges {
                mine.add(5, "cavalry", "18");
            }
        }
        if self.unit(defender).infantry_gun {
            its.add(2, "machine gun", "19");
        }
        (mine, its)
    }

    /// Whether the winner can stand where the loser stood: he is there, and nobody else is.
    fn may_occupy(&self, winner: Id, cell: u16) -> bool {
        self.spot(winner).is_some() && self.holder_of(cell).is_none()
    }

    /// The winner stands where the loser stood, and has what cover there is at once, his hole too (19).
    fn occupy(&mut self, winner: Id, cell: u16, log: &mut Log) {
        self.lift(winner);
        self.put(winner, cell);
        let hole = self.ground(cell).hole && self.on_foot(winner);
        let state = self.state_mut(winner);
        state.set(Flag::DugIn, hole);
        state.set(Flag::Crouching, false);
        log.add(|| {
            let text = format!("{} takes the place", self.who(winner));
            Event::new(Tone::Plain, self.side(winner), text, "19").at([self.battle.cell(cell)])
        });
        self.crush_stunned(winner, log);
    }
}
