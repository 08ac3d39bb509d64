//! MC, PTC and the checks that follow a lost leader (3.2.3).

use std::borrow::Cow;
use std::fmt;

use super::effects::{Effects, LeaderLoss};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Grade, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::calculator::fate::{Checked, chance_of, morale_check, pin_check};
use crate::rules::aslsk::shown::sum_in_words;
use crate::rules::aslsk::state::{Forces, Ground, names};

/// Two dice, the coloured one first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DiceRoll(u8, u8);

impl DiceRoll {
    /// The faces, the coloured die first.
    pub const fn faces(self) -> [u8; 2] {
        [self.0, self.1]
    }

    /// Their sum.
    pub fn sum(self) -> i16 {
        i16::from(self.0 + self.1)
    }
}

impl fmt::Display for DiceRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

/// A check that a unit must take.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Check {
    /// A PTC with this DRM.
    Pin(i16),
    /// A MC with this DRM: a NMC, 1MC and so on.
    Morale(i16),
    /// The NMC of a WP hit with this DRM (6.2e).
    Phosphorus(i16),
    /// A LLMC with the DRM of the eliminated leader (3.2.3g).
    LeaderLoss(i16),
    /// A LLTC with the DRM of the broken leader (3.2.3g).
    LeaderBreak(i16),
}

impl Check {
    const fn drm(self) -> i16 {
        match self {
            Check::Pin(drm)
            | Check::Morale(drm)
            | Check::Phosphorus(drm)
            | Check::LeaderLoss(drm)
            | Check::LeaderBreak(drm) => drm,
        }
    }

    fn name(self) -> Cow<'static, str> {
        match self {
            Check::Pin(_) => "PTC".into(),
            Check::Morale(1..) => format!("{}MC", self.drm()).into(),
            Check::Morale(_) | Check::Phosphorus(_) => "NMC".into(),
            Check::LeaderLoss(_) => "LLMC".into(),
            Check::LeaderBreak(_) => "LLTC".into(),
        }
    }
}

/// A DR for a unit.
pub fn throw(ground: &Ground, forces: &Forces, id: u8, what: &str, dice: &mut Dice) -> Result<DiceRoll, Ask> {
    let ask = || format!("{}: {what}", names::called(ground, forces, id));
    Ok(DiceRoll(dice.roll(6, ask)?, dice.roll(6, ask)?))
}

impl Effects<'_> {
    /// Makes all checks, the best leader first; a leader that passes unharmed helps the rest (3.2.3e).
    /// `under`: units under the same attack.
    pub fn check_all(
        &mut self,
        checks: &[(u8, Check)],
        under: &[u8],
        dice: &mut Dice,
        log: &mut Log,
        losses: &mut Vec<LeaderLoss>,
    ) -> Result<(), Ask> {
        let mut checks = checks.to_vec();
        let under: Vec<u8> = under.iter().copied().chain(checks.iter().map(|&(id, _)| id)).collect();
        checks.sort_by_key(|&(id, _)| {
            let unit = self.forces.unit(id);
            (!unit.leader(), if unit.leader() { (unit.leadership(), -unit.morale()) } else { (0, 0) }, id)
        });
        let mut led: Option<u8> = None;
        for (id, check) in checks {
            let unit = self.forces.unit(id);
            if unit.place().is_none() {
                continue;
            }
            let help = led.map_or(0, |leader| self.forces.unit(leader).leadership());
            let drm = check.drm();
            match check {
                Check::Pin(_) | Check::LeaderBreak(_) if unit.broken || unit.pinned => continue,
                Check::Pin(_) | Check::LeaderBreak(_) => {
                    // 3.2.3j
                    let original = throw(self.ground, self.forces, id, &check.name(), dice)?;
                    if !pin_check(original.sum(), drm + help, self.forces.morale(id)) {
                        self.pin(id, log);
                    }
                }
                Check::Morale(_) | Check::Phosphorus(_) | Check::LeaderLoss(_) => {
                    applies("3.2.3e");
                    // 3.2.3f
                    // 1.2.1a
                    let beside = bystander(self.forces, id, &under);
                    let spared = beside.map(|leader| self.forces.unit(leader).leadership());
                    let help =
                        spared.map_or(help, |spared| if led.is_some() { help.min(spared) } else { spared });
                    let checked =
                        check_morale(self.ground, self.forces, id, &check.name(), drm + help, dice, log)?;
                    self.suffer_with(id, checked, dice, log, losses)?;
                }
            }
            let unit = self.forces.unit(id);
            if led.is_none() && unit.leader() && unit.good_order() && !unit.pinned {
                led = Some(id);
            }
        }
        Ok(())
    }
}

/// A leader in the hex that helps a unit's MC without being under the same attack (1.2.1a, 3.2.3e, K-42).
fn bystander(forces: &Forces, id: u8, under: &[u8]) -> Option<u8> {
    let unit = forces.unit(id);
    let may = |&other: &u8| {
        let leader = forces.unit(other);
        let fit = leader.leader() && leader.good_order() && !leader.pinned && !under.contains(&other);
        fit && other != id && (!unit.leader() || forces.morale(id) < forces.morale(other))
    };
    forces.units_at(unit.place()?, unit.side).filter(may).min_by_key(|&other| forces.unit(other).leadership())
}

fn check_morale(
    ground: &Ground,
    forces: &Forces,
    id: u8,
    name: &str,
    drm: i16,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<Checked, Ask> {
    let original = throw(ground, forces, id, name, dice)?;
    let morale = forces.morale(id);
    let checked = morale_check(original.sum(), drm, morale);
    log.add(|| {
        let broken = forces.unit(id).broken;
        let (tone, result) = match checked {
            Checked::Pinned if !broken => (Tone::Plain, "is pinned"),
            Checked::Passed | Checked::Pinned => (Tone::Success, "passes"),
            Checked::Failed(_) if broken => (Tone::Failure, "suffers Casualty Reduction"),
            Checked::Twelve(_) if broken => (Tone::Failure, "is eliminated"),
            Checked::Failed(_) => (Tone::Failure, "breaks"),
            Checked::Twelve(_) => (Tone::Failure, "breaks, Casualty Reduction"),
        };
        let sum = sum_in_words(original.sum(), drm);
        let text = format!("{} {result}: {name} {sum} vs {morale}", names::called(ground, forces, id));
        let side = forces.unit(id).side;
        let event = Event::new(tone, side, text, "3.2.3f")
            .at(forces.unit(id).place().map(|at| ground.cell(at)))
            .likely(chance_of(morale - drm));
        match checked {
            Checked::Passed => event.fate(side, names::called(ground, forces, id), "passes", Grade::Unhurt),
            Checked::Pinned if broken => {
                event.fate(side, names::called(ground, forces, id), "passes", Grade::Unhurt)
            }
            // The result follows.
            _ => event.detail(),
        }
    });
    Ok(checked)
}
