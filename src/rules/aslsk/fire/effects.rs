//! Applies IFT results to units (3.2.3).

use crate::dice::{Ask, Dice};
use crate::game::{Event, Grade, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::calculator::fate::Checked;
use crate::rules::aslsk::fire::checks::Check;
use crate::rules::aslsk::state::battle::Victory;
use crate::rules::aslsk::state::{Forces, Ground, Position, Score, Whereabouts, names};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::tables::fire::{Column, Effect};
use crate::rules::aslsk::tables::wound_eliminates;
use crate::rules::aslsk::turn::ending;

/// A leader that broke or was eliminated, for LLTC and LLMC (3.2.3g).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct LeaderLoss {
    place: crate::rules::aslsk::board::Place,
    side: crate::side::Side,
    morale: i16,
    leadership: i16,
    killed: bool,
}

/// An IFT result and the units that suffer it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blast {
    /// The result.
    pub effect: Effect,
    /// The IFT column, for the Weapons of eliminated units (4c).
    pub column: Column,
    /// The units.
    pub units: Vec<u8>,
}

/// One of several, by random selection.
pub fn pick(of: &[u8], dice: &mut Dice, what: &'static str) -> Result<usize, Ask> {
    if of.len() < 2 {
        return Ok(0);
    }
    // A hex holds far fewer than 256 units.
    Ok(usize::from(dice.roll(of.len() as u8, || format!("which unit {what}?"))?) - 1)
}

/// Applies results: to the forces, and to the score for their losses. The ground stays as it is.
pub struct Effects<'a> {
    /// Units and Weapons.
    pub forces: &'a mut Forces,
    /// VP for losses.
    pub score: &'a mut Score,
    /// The map.
    pub ground: &'a Ground,
    /// The losses that count.
    pub victory: &'a Victory,
}

impl Position {
    /// The parts that a result changes.
    pub fn effects(&mut self) -> Effects<'_> {
        let Position { battle, ground, forces, score, .. } = self;
        Effects { forces, score, ground, victory: &battle.victory }
    }
}

impl Effects<'_> {
    /// Applies an attack: eliminations and Casualty Reduction first, then the checks, best leader first
    /// (3.2.3).
    pub fn affect(&mut self, blasts: &[Blast], dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let mut losses = Vec::new();
        let mut checks: Vec<(u8, Check)> = Vec::new();
        let under: Vec<u8> = blasts.iter().flat_map(|blast| blast.units.iter().copied()).collect();
        for Blast { effect, column, units } in blasts {
            let mut units: Vec<u8> =
                units.iter().copied().filter(|&id| self.forces.unit(id).place().is_some()).collect();
            if units.is_empty() {
                continue;
            }
            match *effect {
                Effect::None => {}
                Effect::PinCheck => checks.extend(units.iter().map(|&id| (id, Check::Pin(0)))),
                Effect::MoraleCheck(more) => {
                    checks.extend(units.iter().map(|&id| (id, Check::Morale(more.into()))));
                }
                Effect::Casualty(more) => {
                    applies("3.2.3c");
                    let hit = units[pick(&units, dice, "suffers Casualty Reduction")?];
                    let squad = self.forces.unit(hit).data().kind == Kind::Squad;
                    // Only a KIA can destroy the Weapons of an eliminated unit (4c).
                    self.reduce(hit, dice, log, &mut losses)?;
                    if !squad {
                        units.retain(|&id| id != hit);
                    }
                    checks.extend(units.iter().map(|&id| (id, Check::Morale(more.into()))));
                }
                Effect::Kill(kills) => {
                    // 3.2.3b
                    for _ in 0..kills {
                        if units.is_empty() {
                            break;
                        }
                        let hit = units.remove(pick(&units, dice, "is eliminated")?);
                        self.eliminate(hit, Some(*column), dice, log, &mut losses)?;
                    }
                    for id in units {
                        if self.forces.unit(id).broken {
                            self.reduce(id, dice, log, &mut losses)?;
                        } else {
                            self.break_unit(id, log, &mut losses);
                        }
                    }
                }
            }
        }
        self.check_all(&checks, &under, dice, log, &mut losses)?;
        self.after_losses(losses, dice, log)
    }

    /// Applies the result of a MC.
    pub fn suffer(&mut self, id: u8, checked: Checked, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let mut losses = Vec::new();
        self.suffer_with(id, checked, dice, log, &mut losses)?;
        self.after_losses(losses, dice, log)
    }

    pub(super) fn suffer_with(
        &mut self,
        id: u8,
        checked: Checked,
        dice: &mut Dice,
        log: &mut Log,
        losses: &mut Vec<LeaderLoss>,
    ) -> Result<(), Ask> {
        let broken = self.forces.unit(id).broken;
        match checked {
            Checked::Passed => {}
            Checked::Pinned if broken => {}
            Checked::Pinned => self.pin(id, log),
            Checked::Failed(_) if broken => self.reduce(id, dice, log, losses)?,
            Checked::Twelve(_) if broken => self.eliminate(id, None, dice, log, losses)?,
            Checked::Failed(by) => {
                self.break_unit(id, log, losses);
                self.replace(id, by, log);
            }
            Checked::Twelve(by) => {
                self.break_unit(id, log, losses);
                self.reduce(id, dice, log, losses)?;
                self.replace(id, by, log);
            }
        }
        Ok(())
    }

    pub(super) fn pin(&mut self, id: u8, log: &mut Log) {
        if !self.forces.unit(id).pinned {
            self.forces.unit_mut(id).pinned = true;
            log.add(|| {
                let (side, name) = (self.forces.unit(id).side, names::called(self.ground, self.forces, id));
                Event::new(Tone::Failure, side, format!("{name} is pinned"), "3.2.3i").fate(
                    side,
                    name,
                    "pinned",
                    Grade::Shaken,
                )
            });
        }
    }

    /// Breaks a unit.
    pub fn break_unit(&mut self, id: u8, log: &mut Log, losses: &mut Vec<LeaderLoss>) {
        losses.extend(loss(self.forces, id, false));
        let unit = self.forces.unit_mut(id);
        unit.broken = true;
        unit.dm = true;
        // Hazardous Movement ended when it was pinned (6.5d).
        unit.pushing &= !unit.pinned;
        unit.pinned = false;
        self.forces.forget_targets_of(id);
        log.add(|| {
            let (side, name) = (self.forces.unit(id).side, names::called(self.ground, self.forces, id));
            Event::new(Tone::Failure, side, format!("{name} breaks: DM"), "3.2.3f")
                .at(self.forces.unit(id).place().map(|at| self.ground.cell(at)))
                .fate(side, name, "broken, DM", Grade::Crippled)
        });
    }

    /// A unit that fails by more than its ELR is replaced by one of lower quality (5.1).
    fn replace(&mut self, id: u8, by: i16, log: &mut Log) {
        let unit = self.forces.unit(id);
        let elr = self.forces.group_of(unit).elr;
        let steady = unit.data().steady;
        let Some(next) = unit.data().next.filter(|_| by > elr && !steady && unit.place().is_some()) else {
            return;
        };
        log.add(|| {
            let text = format!(
                "{} fails by {by} (ELR {elr}): replaced by {}",
                names::called(self.ground, self.forces, id),
                next.get().name
            );
            let result = format!("replaced by {}", next.get().name);
            Event::new(Tone::Loss, self.forces.unit(id).side, text, "5.1").fate(
                self.forces.unit(id).side,
                names::called(self.ground, self.forces, id),
                result,
                Grade::Crippled,
            )
        });
        self.forces.unit_mut(id).counter = next;
        // 1.2.2a
    }

    /// Casualty Reduction (3.2.3c, 3.2.3d).
    pub fn reduce(
        &mut self,
        id: u8,
        dice: &mut Dice,
        log: &mut Log,
        losses: &mut Vec<LeaderLoss>,
    ) -> Result<(), Ask> {
        let unit = self.forces.unit(id);
        if unit.leader() {
            let again = unit.wounded;
            let die = i16::from(dice.roll(6, || {
                format!(
                    "{}: wound severity, eliminated on 5 or 6",
                    names::called(self.ground, self.forces, id)
                )
            })?);
            if wound_eliminates(die + i16::from(again)) {
                return self.eliminate(id, None, dice, log, losses);
            }
            self.forces.unit_mut(id).wounded = true;
            log.add(|| {
                let (side, name) = (self.forces.unit(id).side, names::called(self.ground, self.forces, id));
                Event::new(Tone::Loss, side, format!("{name} is wounded (dr {die})"), "3.2.3d").fate(
                    side,
                    name,
                    "wounded",
                    Grade::Crippled,
                )
            });
            return Ok(());
        }
        match unit.data().half {
            None => self.eliminate(id, None, dice, log, losses),
            Some(half) => {
                log.add(|| {
                    let text = format!(
                        "{} suffers Casualty Reduction: {}",
                        names::called(self.ground, self.forces, id),
                        half.get().name
                    );
                    let result = format!("reduced to {}", half.get().name);
                    let side = self.forces.unit(id).side;
                    Event::new(Tone::Loss, side, text, "3.2.3c").fate(
                        side,
                        names::called(self.ground, self.forces, id),
                        result,
                        Grade::Lost,
                    )
                });
                let side = self.forces.unit(id).side;
                self.count_loss(side, 1);
                self.forces.unit_mut(id).counter = half;
                Ok(())
            }
        }
    }

    /// Eliminates a unit; a KIA may destroy its Weapons (4c).
    pub fn eliminate(
        &mut self,
        id: u8,
        column: Option<Column>,
        dice: &mut Dice,
        log: &mut Log,
        losses: &mut Vec<LeaderLoss>,
    ) -> Result<(), Ask> {
        losses.extend(loss(self.forces, id, true));
        let place = self.forces.unit(id).place();
        log.add(|| {
            let (side, name) = (self.forces.unit(id).side, names::called(self.ground, self.forces, id));
            Event::new(Tone::Loss, side, format!("{name} is eliminated"), "3.2.3b")
                .at(place.map(|at| self.ground.cell(at)))
                .fate(side, name, "eliminated", Grade::Lost)
        });
        let (side, worth) = (self.forces.unit(id).side, ending::worth(self.victory, self.forces.unit(id)));
        self.count_loss(side, worth);
        self.forces.unit_mut(id).at = Whereabouts::Gone;
        self.forces.unit_mut(id).hidden = false;
        self.forces.lose_track(id);
        let weapons: Vec<u8> = self.forces.weapons_of(id).collect();
        for weapon in weapons {
            self.forces.drop_weapon(weapon, place);
            let Some(column) = column else { continue };
            applies("6.7");
            let die = dice.roll(6, || {
                format!("is {} destroyed?", names::called_weapon(self.ground, self.forces, weapon))
            })?;
            match column.effect(die.into()) {
                Effect::Kill(_) => self.forces.weapon_mut(weapon).lies = None,
                Effect::Casualty(_) => self.forces.weapon_mut(weapon).broken = true,
                _ => {}
            }
        }
        Ok(())
    }

    /// LLMC and LLTC for units of lower morale, new losses included (3.2.3g). Units in CC take no LLMC. A
    /// leader among them checks first and may help the others.
    pub fn after_losses(
        &mut self,
        mut losses: Vec<LeaderLoss>,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        while !losses.is_empty() {
            let loss = losses.remove(0);
            applies("3.2.3g");
            let drm = (-loss.leadership).max(0);
            let shaken = |&id: &u8| {
                let unit = self.forces.unit(id);
                self.forces.morale(id) < loss.morale
                    && if loss.killed { !unit.melee } else { unit.good_order() }
            };
            let check = if loss.killed { Check::LeaderLoss(drm) } else { Check::LeaderBreak(drm) };
            let checks: Vec<(u8, Check)> =
                self.forces.units_at(loss.place, loss.side).filter(shaken).map(|id| (id, check)).collect();
            self.check_all(&checks, &[], dice, log, &mut losses)?;
        }
        Ok(())
    }
}

fn loss(forces: &Forces, id: u8, killed: bool) -> Option<LeaderLoss> {
    let unit = forces.unit(id);
    let place = unit.place().filter(|_| unit.leader())?;
    Some(LeaderLoss {
        place,
        side: unit.side,
        morale: forces.morale(id),
        leadership: unit.leadership(),
        killed,
    })
}
