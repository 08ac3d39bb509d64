//! Guns as targets (6.7).

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::aslsk::fire::effects::Effects;
use crate::rules::aslsk::state::names;
use crate::rules::aslsk::tables::fire::{Column, Effect};
use crate::side::Side;

/// A hit on a Gun and its crew, ignoring the Gunshield.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct GunHit {
    /// A CH.
    pub critical: bool,
    /// The IFT result without the Gunshield.
    pub effect: Effect,
    /// By AP.
    pub shot: bool,
    /// The firing side.
    pub by: Side,
}

impl Effects<'_> {
    /// A Direct Hit: CH or KIA destroys the Gun and its crew; K malfunctions the Gun (AP destroys it) and
    /// causes Casualty Reduction of the crew. Returns false for a Near Miss, which affects the crew alone.
    pub fn hit_gun(
        &mut self,
        id: u8,
        gun: u8,
        blow: GunHit,
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
            let text = format!("{} {word}", names::called_weapon(self.ground, self.forces, gun));
            Event::new(Tone::Loss, blow.by, text, "6.7")
        });
        if destroyed {
            self.forces.drop_weapon(gun, None);
        } else {
            self.forces.forget_target(gun);
            self.forces.weapon_mut(gun).broken = true;
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

    /// For small arms that would be a KIA without the Gunshield and are none with it (K-43): on a dr on the
    /// same column KIA destroys the Gun and its manning unit, K malfunctions it. Returns whether they are
    /// eliminated.
    #[apply(rule, "6.7")]
    pub fn strike_gun(
        &mut self,
        id: u8,
        gun: u8,
        column: Column,
        by: Side,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<bool, Ask> {
        let die = dice
            .roll(6, || format!("is {} destroyed?", names::called_weapon(self.ground, self.forces, gun)))?;
        match column.effect(die.into()) {
            effect @ Effect::Kill(_) => {
                let blow = GunHit { critical: false, effect, shot: false, by };
                self.hit_gun(id, gun, blow, dice, log)
            }
            Effect::Casualty(_) => {
                log.add(|| {
                    let text =
                        format!("{} malfunctions", names::called_weapon(self.ground, self.forces, gun));
                    Event::new(Tone::Loss, by, text, "6.7")
                });
                self.forces.forget_target(gun);
                self.forces.weapon_mut(gun).broken = true;
                Ok(false)
            }
            _ => Ok(false),
        }
    }
}
