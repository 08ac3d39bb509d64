//! Chapter 19: hand-to-hand combat at the end of a movement phase, with the modifiers of cavalry (18).

use std::cmp::Ordering;

use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::rules::panzertruppe::firing::{Lines, Motion};
use crate::rules::panzertruppe::sequence::{DecisionHead, Frame, Open};
use crate::rules::panzertruppe::state::{
    Choice, CloseCombat, Edge, Fight, Flag, Forces, Ground, Id, Kind, Position, Spot,
};

/// The decision whether the winner of a fight moves into the loser's cell (19).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Occupation {
    /// The winner.
    pub winner: Id,
    /// The loser's cell.
    pub cell: Spot,
    /// The units that have fought this phase, once for each fight.
    pub engaged: Vec<Id>,
}

impl Open for Occupation {
    fn asks(&self, position: &Position) -> DecisionHead {
        let side = position.forces.side(self.winner);
        DecisionHead { side, kind: "occupy", prompt: "Take the loser's place, or stay.", rule: "19" }
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
            occupy(&position.ground, &mut position.forces, self.winner, self.cell, log);
        }
        let side = position.forces.side(self.winner);
        settle_fights(position, side, self.engaged, dice, log)
    }
}

impl CloseCombat<'_> {
    /// Whether a unit may fight another: cavalry not into a building, and no unit fights moving cavalry
    /// outside woods and grain (18).
    pub(crate) fn may_fight(self, id: Id, other: Id) -> bool {
        let Some(cell) = self.forces.spot(other) else { return false };
        let ground = self.battle.terrain_at(cell);
        let state = self.forces.state(other);
        let riding = state.is(Flag::Mounted) && state.motion == Motion::Moving;
        let caught = ground.kind == Kind::Woods || ground.grain;
        !(self.forces.state(id).is(Flag::Mounted) && ground.kind == Kind::Building) && (!riding || caught)
    }

    /// The modifiers of attacker and defender (18, 19).
    pub fn fight_lines(self, attacker: Id, defender: Id, engaged: &[Id]) -> (Lines, Lines) {
        let (mut mine, mut its) = (Lines::default(), Lines::default());
        let times = |id: Id| engaged.iter().filter(|&&other| other == id).count() as i16;
        mine.add(-times(attacker), "earlier fights", "19");
        its.add(-times(defender), "earlier fights", "19");
        if let Some((a, b)) = self.forces.spot(attacker).zip(self.forces.spot(defender)) {
            let wind = Compass::between(self.battle.cell(a), self.battle.cell(b));
            let over = wind.is_some_and(|wind| {
                matches!(self.battle.barrier(a, wind), Edge::Wall | Edge::Hedge | Edge::Hedgerow)
            });
            let ground = self.battle.terrain_at(b).kind;
            let covered =
                matches!(ground, Kind::Woods | Kind::Building) || self.forces.state(defender).is(Flag::DugIn);
            if over || covered {
                mine.add(-1, "into cover", "19");
            }
            let charges = self.forces.state(attacker).is(Flag::Mounted)
                && !matches!(ground, Kind::Woods | Kind::Rough)
                && !self.forces.state(defender).is(Flag::DugIn);
            if charges {
                mine.add(5, "cavalry", "18");
            }
        }
        if self.battle.unit(defender).infantry_gun {
            its.add(2, "MG", "19");
        }
        (mine, its)
    }

    /// Whether the winner may move into the loser's cell: it is alive, and the cell is empty.
    fn may_occupy(self, winner: Id, cell: Spot) -> bool {
        self.forces.spot(winner).is_some() && self.forces.holder_of(cell).is_none()
    }
}

/// Resolves the fights of a movement phase one at a time, then ends the phase (19).
pub fn settle_fights(
    position: &mut Position,
    side: crate::game::Side,
    mut engaged: Vec<Id>,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    while !position.forces.fights.is_empty() {
        let Fight { attacker, defender } = position.forces.fights.remove(0);
        if !position.forces.is_in(attacker)
            || !position.forces.is_in(defender)
            || !position.forces.touch(attacker, defender)
        {
            continue;
        }
        let Some(cell) = position.forces.spot(defender) else { continue };
        if position.forces.state(defender).condition.stunned {
            position.forces.lose(defender, log);
            if position.close_combat().may_occupy(attacker, cell) {
                position.turn.stack.push(Frame::Occupation(Occupation { winner: attacker, cell, engaged }));
                return Ok(());
            }
            continue;
        }
        let (mine, its) = position.close_combat().fight_lines(attacker, defender, &engaged);
        engaged.extend([attacker, defender]);
        let a = dice.roll(10, || format!("{}, hand to hand", position.battle.full_name(attacker)))?;
        let b = dice.roll(10, || format!("{}, hand to hand", position.battle.full_name(defender)))?;
        let (sum, other) = (i16::from(a) + mine.sum(), i16::from(b) + its.sum());
        log.add(|| {
            let result = match sum.cmp(&other) {
                Ordering::Greater => {
                    format!(
                        "{} wins against {}",
                        position.battle.full_name(attacker),
                        position.battle.full_name(defender)
                    )
                }
                Ordering::Less => {
                    format!(
                        "{} loses to {}",
                        position.battle.full_name(attacker),
                        position.battle.full_name(defender)
                    )
                }
                Ordering::Equal => {
                    format!(
                        "{} and {} are both lost",
                        position.battle.full_name(attacker),
                        position.battle.full_name(defender)
                    )
                }
            };
            let adds = (mine.sum(), its.sum());
            let sums = format!("{a} {:+} = {sum} against {b} {:+} = {other}", adds.0, adds.1);
            let text = format!("{result}, hand to hand: {sums}");
            Event::new(Tone::Plain, position.forces.side(attacker), text, "19")
                .at(position.forces.cell_of(attacker).into_iter().chain(position.forces.cell_of(defender)))
                .with(mine.as_slice())
                .with(its.as_slice())
        });
        if sum <= other {
            position.forces.lose(attacker, log);
        }
        if other <= sum {
            position.forces.lose(defender, log);
        }
        if !position.forces.is_in(defender) && position.close_combat().may_occupy(attacker, cell) {
            position.turn.stack.push(Frame::Occupation(Occupation { winner: attacker, cell, engaged }));
            return Ok(());
        }
    }
    position.close_movement(side, dice, log)
}

/// Moves the winner into the loser's cell; it has the cover there at once, foxholes included (19).
fn occupy(ground: &Ground, forces: &mut Forces, winner: Id, cell: Spot, log: &mut Log) {
    forces.put(winner, cell);
    let hole = ground.terrain(cell).hole && forces.on_foot(winner);
    let state = forces.state_mut(winner);
    state.set(Flag::DugIn, hole);
    state.set(Flag::Crouching, false);
    log.add(|| {
        let text = format!("{} takes the loser's place", forces.battle.full_name(winner));
        Event::new(Tone::Plain, forces.side(winner), text, "19").at([forces.battle.cell(cell)])
    });
    forces.crush_stunned(winner, log);
}
