//! Defensive First Fire (3.3.1).

use std::ops::ControlFlow;

use super::movement::Mover;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::Firepower;
use crate::rules::aslsk::calculator::fire::{Cowering, Fire};
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::attack::{Attack, Motion};
use crate::rules::aslsk::fire::cover::{self, Manner};
use crate::rules::aslsk::fire::effects::Blast;
use crate::rules::aslsk::ordnance::shot::Shot;
use crate::rules::aslsk::state::{Choice, Forces, Ground, Item, Position, Turn};
use crate::rules::aslsk::tables::modifiers::List;
use crate::rules::aslsk::turn::{ChoiceSink, Frame, firing};
use crate::side::Side;

/// The DEFENDER's opportunity to fire at moving units.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct React {
    /// The DEFENDER.
    pub side: Side,
    /// The moving units.
    pub units: Vec<u8>,
    /// Their hex.
    pub place: Place,
    /// Whole MF spent there, the limit of attacks by each firer (3.3.1f).
    pub chances: u8,
    /// The firers so far.
    pub fired: Vec<Item>,
    /// How they move.
    pub motion: Motion,
}

/// An attack of Residual FP on units with the same DRM.
pub struct ResidualFire {
    /// The attack.
    pub fire: Fire,
    /// Its DRM, line by line.
    pub modifiers: Vec<Modifier>,
    /// The units.
    pub units: Vec<u8>,
}

impl React {
    /// Records firers.
    pub fn count(&mut self, items: &[Item]) {
        self.fired.extend_from_slice(items);
    }
}

impl Position {
    /// Resolves Residual FP before any other attack (3.3.1h): once per unit and hex, again only with worse
    /// DRM for the unit.
    pub(super) fn attack_by_residual(
        &mut self,
        mover: &mut Mover,
        place: Place,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(&(_, left)) = self.ground.residual.iter().find(|(there, _)| *there == place) else {
            return Ok(());
        };
        let groups = residual_attacks(&self.ground, &self.forces, mover, place, left);
        if groups.is_empty() {
            return Ok(());
        }
        let ask = || format!("residual FP {left} in {}", self.ground.name(place));
        let (coloured, white) = (dice.roll(6, ask)?, dice.roll(6, ask)?);
        let mut blasts = Vec::new();
        for ResidualFire { fire, units, .. } in groups {
            let effect = fire.effect(coloured, white);
            log.add(|| {
                let text = format!(
                    "Residual FP {left} in {}: {}; DRM {:+}, DR {} ({coloured}, {white})",
                    self.ground.name(place),
                    effect.in_words(),
                    fire.modifier,
                    coloured + white
                );
                Event::new(Tone::Plain, self.turn.attacker.other(), text, "3.3.1h")
                    .at([self.ground.cell(place)])
            });
            blasts.extend(fire.column.map(|column| Blast { effect, column, units }));
        }
        self.effects().affect(&blasts, dice, log)
    }

    pub(super) fn react(&mut self, react: React, choice: Choice) {
        let Choice::Fire(item, _) = choice else { return };
        let targets: Vec<u8> =
            react.units.iter().copied().filter(|&id| self.forces.unit(id).is_at(react.place)).collect();
        if let Some(weapon) = self.forces.ordnance_of(item) {
            let shot = Shot::new(self, Mode::First, react.side, weapon, react.place, targets, react.motion);
            self.turn.frames.push(Frame::React(react));
            self.turn.frames.push(Frame::Shot(shot));
            return;
        }
        let attack = Attack::new(Mode::First, react.side, react.place, targets, react.motion);
        self.turn.frames.push(Frame::React(react));
        self.put_together(attack, item);
    }
}

/// The attacks of this Residual FP on the units of a stack in a hex, those with the same DRM together. A unit is
/// attacked again only at a lower DRM (3.3.1h).
pub(in crate::rules::aslsk) fn residual_attacks(
    ground: &Ground,
    forces: &Forces,
    mover: &mut Mover,
    place: Place,
    left: u8,
) -> Vec<ResidualFire> {
    let mut groups: Vec<ResidualFire> = Vec::new();
    for &id in &mover.units {
        // It has no firer: no Height Advantage, no Gunshield, no Hindrance.
        let cover = cover::cover(ground, forces, place, Some(id), &[place], mover.motion, Manner::SmallArms);
        let caught =
            cover::moving(ground, forces, place, Some(id), mover.motion, cover.tem(), 0).lines(List::Fire);
        let lines = cover.line.into_iter().chain(caught).chain(forces.flamethrowers_carried(id));
        let modifiers: Vec<Modifier> = lines.collect();
        let modifier = modifiers.iter().map(|line| line.value).sum();
        match mover.residual_drm.iter_mut().find(|(other, _)| *other == id) {
            Some((_, before)) if *before <= modifier => continue,
            Some((_, before)) => *before = modifier,
            None => mover.residual_drm.push((id, modifier)),
        }
        let fire = Fire::new(Firepower::whole(left.into()), 0, modifier, Cowering::None);
        match groups.iter_mut().find(|group| group.fire == fire) {
            Some(group) => group.units.push(id),
            None => groups.push(ResidualFire { fire, modifiers, units: vec![id] }),
        }
    }
    groups
}

impl Turn {
    /// Whether a firer has attacked the moving units in their hex as often as they spent MF there (3.3.1f).
    #[apply(rule, "3.3.1f")]
    pub fn is_out_of_attacks(&self, item: Item) -> bool {
        let reacts = self.frames.iter().rev();
        let mut reacts =
            reacts.filter_map(|frame| if let Frame::React(react) = frame { Some(react) } else { None });
        reacts.next().is_some_and(|react| {
            react.fired.iter().filter(|&&other| other == item).count() >= usize::from(react.chances)
        })
    }

    /// Records the firers against moving units while they stay in their hex (3.3.1f).
    pub fn count_fire(&mut self, items: &[Item]) {
        let Some(Frame::React(react)) = self.frames.last_mut() else { return };
        react.count(items);
        let movers = self.frames.iter_mut().rev();
        let mover =
            movers.filter_map(|frame| if let Frame::Mover(mover) = frame { Some(mover) } else { None });
        mover.take(1).for_each(|mover| mover.fired.extend_from_slice(items));
    }
}

#[apply(rule, "3.3.1a")]
pub(super) fn list_reactions(
    ground: &Ground,
    forces: &Forces,
    turn: &Turn,
    react: &React,
    sink: ChoiceSink,
) -> ControlFlow<()> {
    sink(Choice::Done)?;
    if !react.units.iter().any(|&id| forces.unit(id).is_at(react.place)) {
        return ControlFlow::Continue(());
    }
    for item in forces.arms(react.side) {
        if !turn.is_out_of_attacks(item)
            && firing::bears(ground, forces, turn, item, react.place, Mode::First)
        {
            sink(Choice::Fire(item, ground.hex(react.place)))?;
        }
    }
    ControlFlow::Continue(())
}
