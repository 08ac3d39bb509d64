//! Guns as targets (6.7).

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::tables::fire::{Column, Effect};
use crate::side::Side;

/// What falls on a Gun and its crew, before the shield counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Blow {
    /// A critical hit.
    pub critical: bool,
    /// The result without the shield.
    pub effect: Effect,
    /// Of armour-piercing shot.
    pub shot: bool,
    /// Who struck it.
    pub by: Side,
}

impl Position {
    /// A direct hit on a Gun: a critical hit or KIA destroys it with its crew; K makes it malfunction (destroys it,
    /// of armour-piercing shot) and costs the crew casualty reduction. Answers whether it was one; anything else is
    /// a near miss, for the crew alone.
    pub fn hit_gun(
        &mut self,
        id: u8,
        gun: u8,
        blow: Blow,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<bool, Ask> {
        let kills = blow.critical || matches!(blow.effect, Effect::Kill(_));
        if !kills && !matches!(blow.effect, Effect::Casualty(_)) {
            return Ok(false);
        }
        let destroyed = kills || blow.shot;
        applies("6.7");
        log.add(|| {
            let word = if destroyed { "is destroyed" } else { "malfunctions" };
            let text = format!("{} {word}", self.called_weapon(gun));
            Event::new(Tone::Loss, blow.by, text, "6.7")
        });
        if destroyed {
            self.drop_weapon(gun, None);
        } else {
            self.forget_target(gun);
            self.weapon_mut(gun).broken = true;
        }
        let mut losses = Vec::new();
        if kills {
            self.eliminate(id, None, dice, log, &mut losses)?;
        } else {
            self.reduce(id, dice, log, &mut losses)?;
        }
        self.after_losses(losses, dice, log)?;
        Ok(true)
    }

    /// Small arms that would be a KIA without the shield of a Gun, and are none with it: a die on the same column is
    /// rolled for the Gun, on which KIA takes both it and who mans it, and K makes it malfunction. Answers whether
    /// they are gone.
    pub fn strike_gun(
        &mut self,
        id: u8,
        gun: u8,
        column: Column,
        by: Side,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<bool, Ask> {
        applies("6.7");
        let die = dice.roll(6, || format!("is {} destroyed?", self.called_weapon(gun)))?;
        match column.effect(die.into()) {
            effect @ Effect::Kill(_) => {
                let blow = Blow { critical: false, effect, shot: false, by };
                self.hit_gun(id, gun, blow, dice, log)
            }
            Effect::Casualty(_) => {
                log.add(|| {
                    let text = format!("{} malfunctions", self.called_weapon(gun));
                    Event::new(Tone::Loss, by, text, "6.7")
                });
                self.forget_target(gun);
                self.weapon_mut(gun).broken = true;
                Ok(false)
            }
            _ => Ok(false),
        }
    }
}
