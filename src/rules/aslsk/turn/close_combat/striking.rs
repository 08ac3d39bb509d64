//! Resolution of CC attacks (3.8d, 3.8e, 3.8f).

use super::{Melee, Strike};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Target, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::close_combat::CloseCombatResult;
use crate::rules::aslsk::calculator::{CloseCombat, Firepower};
use crate::rules::aslsk::fire::effects::{self, Effects};
use crate::rules::aslsk::shown::sum_in_words;
use crate::rules::aslsk::state::{Forces, Ground, names};
use crate::rules::aslsk::tables::modifiers::{self, Drm, List};
use crate::rules::aslsk::turn::rally::{self, TWO_DICE};
use crate::side::Side;

/// A CC attack worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worked {
    /// Attacking FP.
    pub attack: Firepower,
    /// Defending FP.
    pub defence: Firepower,
    /// The DRM, line by line.
    pub modifiers: Vec<Modifier>,
}

impl Worked {
    /// The total DRM.
    pub fn drm(&self) -> i16 {
        self.modifiers.iter().map(|line| line.value).sum()
    }

    /// Its DR: below the kill number eliminates, and equal to it is Casualty Reduction (3.8e).
    pub fn test(&self) -> Test {
        let kill = Target::AtMost(self.combat().odds.kill() - 1);
        Test::new(&TWO_DICE, kill, "CC kill", "3.8e").modified(self.modifiers.iter().copied())
    }

    /// Its odds column.
    pub fn combat(&self) -> CloseCombat {
        CloseCombat::new(self.attack, self.defence, self.drm())
    }
}

/// The attack as it will be rolled (3.8e, 3.8f).
#[apply(rule, "3.8e", "3.8f", "3.8b")]
pub fn work_out_strike(forces: &Forces, melee: &Melee, side: Side, strike: &Strike) -> Worked {
    let strength = |id: u8| match forces.unit(id).leader() {
        true => Firepower::whole(1),
        false => Firepower::whole(forces.unit(id).data().firepower.into()),
    };
    let attack = strike.by.iter().fold(Firepower::default(), |sum, &id| {
        sum.plus(if forces.unit(id).pinned { strength(id).halved() } else { strength(id) })
    });
    let defence = strike.at.iter().fold(Firepower::default(), |sum, &id| sum.plus(strength(id)));
    let squads = strike.by.iter().find(|&&id| forces.mmc(id));
    let lead = squads.map_or(0, |&squad| {
        let nation = forces.unit(squad).data().nation;
        let leads = strike.by.iter().filter(|&&id| forces.unit(id).leader() && !forces.unit(id).pinned);
        leads.map(|&id| forces.directing_drm(id, nation)).min().unwrap_or(0)
    });
    let fixed = |given: bool, key| given.then(|| modifiers::fixed(List::CloseCombat, key));
    let lines = [
        modifiers::of(List::CloseCombat, Drm::Leadership, lead),
        fixed(strike.by.iter().any(|&id| forces.unit(id).cx), Drm::Cx),
        fixed(strike.at.iter().any(|&id| forces.unit(id).cx), Drm::CxTarget),
        fixed(strike.at.iter().all(|&id| forces.unit(id).broken), Drm::BrokenTarget),
        fixed(melee.ambusher == Some(side), Drm::Ambushing),
        fixed(melee.ambusher == Some(side.other()), Drm::Ambushed),
    ];
    Worked { attack, defence, modifiers: lines.into_iter().flatten().collect() }
}

impl Effects<'_> {
    /// Simultaneous CC: all DR are rolled, leaders are created, and then each attack is resolved at the
    /// strength it was designated with, those of eliminated units too (3.8a, K-36).
    #[apply(rule, "3.8a")]
    pub(super) fn strike_together(
        &mut self,
        attacker: Side,
        melee: &Melee,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let mut thrown: Vec<(Side, Strike, Worked, i16)> = Vec::new();
        for side in [attacker, attacker.other()] {
            for strike in &melee.strikes[side.index()] {
                let worked = work_out_strike(self.forces, melee, side, strike);
                thrown.push((side, strike.clone(), worked, 0));
            }
        }
        for at in 0..thrown.len() {
            let original = throw_strike(self.ground, melee.place, &thrown[at].2, dice)?;
            thrown[at].3 = original;
            let strike = thrown[at].1.clone();
            let Some((best, risen)) = self.roll_promotion(&strike, &thrown[at].2, original, dice, log)?
            else {
                continue;
            };
            thrown[at].2.attack = thrown[at].2.attack.plus(Firepower::whole(1));
            // The new leader also defends with its unit.
            for (_, strike, worked, _) in
                thrown.iter_mut().filter(|(_, strike, ..)| strike.at.contains(&best))
            {
                strike.at.push(risen);
                worked.defence = worked.defence.plus(Firepower::whole(1));
            }
        }
        for (side, strike, worked, original) in thrown {
            self.land(side, melee.place, &strike, (&worked, original), dice, log)?;
        }
        Ok(())
    }

    /// An original 2 may create a leader for the best MMC of an attack (5.3). Returns both.
    fn roll_promotion(
        &mut self,
        strike: &Strike,
        worked: &Worked,
        original: i16,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<Option<(u8, u8)>, Ask> {
        let squads = strike.by.iter().copied().filter(|&id| self.forces.mmc(id));
        let Some(best) = squads.max_by_key(|&id| self.forces.morale(id)).filter(|_| original == 2) else {
            return Ok(None);
        };
        let below = worked.combat().odds.below_even();
        let morale = self.forces.morale(best);
        let risen = rally::promote(self.ground, self.forces, best, (morale, false), below, dice, log)?;
        Ok(risen.map(|risen| (best, risen)))
    }

    pub(super) fn strike(
        &mut self,
        melee: &Melee,
        side: Side,
        strike: &Strike,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let alive = |ids: &[u8]| -> Vec<u8> {
            ids.iter().copied().filter(|&id| self.forces.unit(id).is_at(melee.place)).collect()
        };
        let strike = Strike { by: alive(&strike.by), at: alive(&strike.at) };
        if strike.by.is_empty() || strike.at.is_empty() {
            return Ok(());
        }
        let mut worked = work_out_strike(self.forces, melee, side, &strike);
        let original = throw_strike(self.ground, melee.place, &worked, dice)?;
        if self.roll_promotion(&strike, &worked, original, dice, log)?.is_some() {
            worked.attack = worked.attack.plus(Firepower::whole(1));
        }
        self.land(side, melee.place, &strike, (&worked, original), dice, log)
    }

    /// Applies the result of an attack.
    fn land(
        &mut self,
        side: Side,
        place: Place,
        strike: &Strike,
        (worked, original): (&Worked, i16),
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let (combat, drm) = (worked.combat(), worked.drm());
        let blow = combat.blow(original);
        log.add(|| {
            let names = |ids: &[u8]| {
                ids.iter()
                    .map(|&id| names::called(self.ground, self.forces, id))
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            let word = match blow {
                CloseCombatResult::None => "no effect",
                CloseCombatResult::Reduction => "Casualty Reduction",
                CloseCombatResult::Kill => "eliminated",
            };
            let text = format!(
                "CC, {} vs {}: {word}; {}, kill {}, DR {}",
                names(&strike.by),
                names(&strike.at),
                combat.odds.name(),
                combat.odds.kill(),
                sum_in_words(original, drm)
            );
            Event::new(Tone::Plain, side, text, "3.8e")
                .with(&worked.modifiers)
                .at([self.ground.cell(place)])
                .revealing()
        });
        let there: Vec<u8> =
            strike.at.iter().copied().filter(|&id| self.forces.unit(id).is_at(place)).collect();
        // No LLMC in CC (3.2.3g).
        let mut losses = Vec::new();
        match blow {
            CloseCombatResult::None => {}
            CloseCombatResult::Reduction if there.is_empty() => {}
            CloseCombatResult::Reduction => {
                let hit = there[effects::pick(&there, dice, "suffers Casualty Reduction")?];
                self.reduce(hit, dice, log, &mut losses)?;
            }
            CloseCombatResult::Kill => {
                for id in there {
                    self.eliminate(id, None, dice, log, &mut losses)?;
                }
            }
        }
        Ok(())
    }
}

fn throw_strike(ground: &Ground, place: Place, worked: &Worked, dice: &mut Dice) -> Result<i16, Ask> {
    let combat = worked.combat();
    let ask = || format!("CC in {}: {}, DRM {:+}", ground.name(place), combat.odds.name(), worked.drm());
    Ok(i16::from(dice.roll(6, ask)? + dice.roll(6, ask)?))
}
