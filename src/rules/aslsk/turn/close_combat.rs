//! The close combat phase (3.8).

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Tone};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::close_combat::Blow;
use crate::rules::aslsk::calculator::{CloseCombat, Firepower};
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::Choice;
use crate::rules::aslsk::tables::modifiers::{self, List};
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

/// An attack designated: who strikes whom, each by its number, leaders with the unit they are bound to.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Strike {
    /// Who attacks.
    pub by: Vec<u8>,
    /// Who is attacked.
    pub at: Vec<u8>,
}

/// A close combat in which attacks are being designated.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Melee {
    /// Its hex.
    pub place: Place,
    /// Who designates now.
    pub side: Side,
    /// Who has ambushed the other.
    pub ambusher: Option<Side>,
    /// What each side has designated so far; the enemy's is secret until both are done (3.8a).
    pub strikes: [Vec<Strike>; 2],
    /// The attack being put together.
    pub open: Strike,
    /// Hexes fought before.
    pub fought: Vec<Place>,
}

impl Position {
    /// Hexes with units of both sides, in order.
    fn contested(&self) -> Vec<Place> {
        let mut hexes: Vec<Place> = Vec::new();
        for place in
            self.units.iter().filter(|unit| unit.side == self.attacker).filter_map(|unit| unit.place())
        {
            if !hexes.contains(&place) && self.occupied(place, self.attacker.other()) {
                hexes.push(place);
            }
        }
        hexes.sort();
        hexes
    }

    pub(super) fn combat_choices(&self, fought: &[Place]) -> Vec<Choice> {
        let left: Vec<Place> = self.contested().into_iter().filter(|place| !fought.contains(place)).collect();
        if left.is_empty() {
            vec![Choice::Done]
        } else {
            left.into_iter().map(|place| Choice::Combat(self.hex(place))).collect()
        }
    }

    /// A side's units in a hex as they fight: each MMC with the leaders bound to it; leaders alone where
    /// there is no unbroken MMC (3.8b).
    pub fn bands(&self, place: Place, side: Side) -> Vec<Vec<u8>> {
        let all: Vec<u8> = self.units_at(place, side).collect();
        let (squads, leaders): (Vec<u8>, Vec<u8>) = all.into_iter().partition(|&id| self.mmc(id));
        let mut bands: Vec<Vec<u8>> = squads.iter().map(|&id| vec![id]).collect();
        let able: Vec<usize> = (0..bands.len()).filter(|&at| !self.unit(bands[at][0]).broken).collect();
        for (at, &leader) in leaders.iter().enumerate() {
            if able.is_empty() || self.unit(leader).broken {
                bands.push(vec![leader]);
            } else {
                bands[able[at % able.len()]].push(leader);
            }
        }
        bands
    }

    pub(super) fn begin_combat(
        &mut self,
        fought: Vec<Place>,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Choice::Combat(hex) = choice else { return self.next_phase(dice, log) };
        let Some(place) = self.map().place(hex) else { return Ok(()) };
        let sheltered = self.map().terrain(place).shelter();
        let melee = self.ids().any(|id| self.unit(id).is_at(place) && self.unit(id).melee);
        let ambusher = if sheltered && !melee { self.ambush(place, dice, log)? } else { None };
        let side = ambusher.unwrap_or(self.attacker);
        let melee =
            Melee { place, side, ambusher, strikes: Default::default(), open: Strike::default(), fought };
        self.frames.push(Frame::Melee(melee));
        Ok(())
    }

    /// What a side adds to its ambush die (3.8c).
    pub fn ambush_modifiers(&self, place: Place, side: Side) -> Vec<Modifier> {
        let mine: Vec<u8> = self.units_at(place, side).filter(|&id| !self.unit(id).broken).collect();
        let any = |is: &dyn Fn(u8) -> bool, key| {
            mine.iter().any(|&id| is(id)).then(|| modifiers::fixed(List::Ambush, key))
        };
        let alone = mine.len() == 1;
        let leads = mine.iter().filter(|&&id| self.unit(id).leader() && !self.unit(id).pinned && !alone);
        let best = leads.map(|&id| self.unit(id).leadership()).min().unwrap_or(0);
        let lines = [
            any(&|id| self.mmc(id) && self.inexperienced(id), "inexperienced"),
            any(&|id| self.unit(id).pinned, "pinned"),
            any(&|id| self.unit(id).cx, "cx"),
            modifiers::of(List::Ambush, "leadership", best),
        ];
        lines.into_iter().flatten().collect()
    }

    fn ambush(&mut self, place: Place, dice: &mut Dice, log: &mut Log) -> Result<Option<Side>, Ask> {
        let mut dies = [0i16; 2];
        for side in [self.attacker, self.attacker.other()] {
            let drm: i16 = self.ambush_modifiers(place, side).iter().map(|line| line.value).sum();
            let name = &self.battle.sides[side.index()].1;
            let die = dice.roll(6, || format!("ambush in {}: {name}, {drm:+}", self.name(place)))?;
            dies[side.index()] = i16::from(die) + drm;
        }
        let ambusher = match dies[0] - dies[1] {
            ..=-3 => Some(Side::A),
            3.. => Some(Side::B),
            _ => None,
        };
        log.add(|| {
            let who = ambusher
                .map_or("no ambush".into(), |side| format!("{} ambush", self.battle.sides[side.index()].1));
            Event::new(
                Tone::Plain,
                ambusher,
                format!("{}: {} to {}, {who}", self.name(place), dies[0], dies[1]),
                "3.8c",
            )
        });
        Ok(ambusher)
    }

    pub(super) fn melee_choices(&self, melee: &Melee) -> Vec<Choice> {
        let mut choices = Vec::new();
        let Melee { side, open, .. } = melee;
        let done = &melee.strikes[side.index()];
        let used = |id: u8| open.by.contains(&id) || done.iter().any(|strike| strike.by.contains(&id));
        let struck = |id: u8| open.at.contains(&id) || done.iter().any(|strike| strike.at.contains(&id));
        let free: Vec<u8> = self
            .bands(melee.place, *side)
            .into_iter()
            .map(|band| band[0])
            .filter(|&id| !self.unit(id).broken && !used(id))
            .collect();
        let targets: Vec<u8> = self
            .bands(melee.place, side.other())
            .into_iter()
            .map(|band| band[0])
            .filter(|&id| !struck(id))
            .collect();
        if open.by.is_empty() {
            choices.push(Choice::Done);
            if targets.is_empty() {
                return choices;
            }
        }
        if !open.by.is_empty() && !open.at.is_empty() {
            choices.push(Choice::Next);
        }
        if open.at.is_empty() {
            choices.extend(free.into_iter().map(Choice::Use));
        }
        if !open.by.is_empty() {
            choices.extend(targets.into_iter().map(Choice::At));
        }
        choices
    }

    pub(super) fn designate(
        &mut self,
        mut melee: Melee,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let band = |position: &Position, side: Side, id: u8| {
            position.bands(melee.place, side).into_iter().find(|band| band[0] == id).unwrap_or_default()
        };
        match choice {
            Choice::Use(id) => {
                let band = band(self, melee.side, id);
                melee.open.by.extend(band);
            }
            Choice::At(id) => {
                let band = band(self, melee.side.other(), id);
                melee.open.at.extend(band);
            }
            Choice::Next => {
                let strike = std::mem::take(&mut melee.open);
                melee.strikes[melee.side.index()].push(strike);
            }
            _ => return self.designated(melee, dice, log),
        }
        self.frames.push(Frame::Melee(melee));
        Ok(())
    }

    /// A side is done: the other designates, or all is resolved (3.8a, 3.8d).
    fn designated(&mut self, mut melee: Melee, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let first = melee.ambusher.unwrap_or(self.attacker);
        if melee.ambusher.is_some() {
            let strikes = std::mem::take(&mut melee.strikes[melee.side.index()]);
            for strike in &strikes {
                self.strike(&melee, melee.side, strike, dice, log)?;
            }
        }
        if melee.side == first {
            melee.side = first.other();
            self.frames.push(Frame::Melee(melee));
            return Ok(());
        }
        if melee.ambusher.is_none() {
            // All attacks are made with the strength they were designated with, also by those who fall.
            let worked: Vec<(Side, Strike, Worked)> = [first, first.other()]
                .into_iter()
                .flat_map(|side| melee.strikes[side.index()].iter().map(move |strike| (side, strike.clone())))
                .map(|(side, strike)| {
                    let worked = self.work_out_strike(&melee, side, &strike);
                    (side, strike, worked)
                })
                .collect();
            for (side, strike, worked) in worked {
                self.land(side, melee.place, &strike, worked, dice, log)?;
            }
        }
        self.end_combat(melee, log);
        Ok(())
    }

    /// Who is left on both sides is held in melee (3.8g).
    fn end_combat(&mut self, melee: Melee, log: &mut Log) {
        let Melee { place, mut fought, .. } = melee;
        let here: Vec<u8> = self.ids().filter(|&id| self.unit(id).is_at(place)).collect();
        let both = Side::BOTH.into_iter().all(|side| self.occupied(place, side));
        let held = both && here.iter().any(|&id| !self.unit(id).broken);
        for &id in &here {
            self.unit_mut(id).melee = held;
            if held {
                self.forget_targets_of(id);
            }
        }
        if held {
            log.add(|| {
                Event::new(Tone::Plain, None, format!("melee in {}", self.name(place)), "3.8g")
                    .at([self.cell(place)])
            });
        }
        fought.push(place);
        self.frames.push(Frame::Combat(fought));
    }

    /// A strike as it will be rolled (3.8e, 3.8f).
    pub fn work_out_strike(&self, melee: &Melee, side: Side, strike: &Strike) -> Worked {
        let strength = |id: u8| match self.unit(id).leader() {
            true => Firepower::whole(1),
            false => Firepower::whole(self.unit(id).data().firepower.into()),
        };
        let attack = strike.by.iter().fold(Firepower::default(), |sum, &id| {
            sum.plus(if self.unit(id).pinned { strength(id).halved() } else { strength(id) })
        });
        let defence = strike.at.iter().fold(Firepower::default(), |sum, &id| sum.plus(strength(id)));
        let squads = strike.by.iter().find(|&&id| self.mmc(id));
        let lead = squads.map_or(0, |&squad| {
            let nation = self.unit(squad).data().nation;
            let leads = strike.by.iter().filter(|&&id| self.unit(id).leader() && !self.unit(id).pinned);
            leads.map(|&id| self.leadership_for(id, nation)).min().unwrap_or(0)
        });
        let fixed = |given: bool, key| given.then(|| modifiers::fixed(List::CloseCombat, key));
        let lines = [
            modifiers::of(List::CloseCombat, "leadership", lead),
            fixed(strike.by.iter().any(|&id| self.unit(id).cx), "cx"),
            fixed(strike.at.iter().any(|&id| self.unit(id).cx), "cx-target"),
            fixed(strike.at.iter().all(|&id| self.unit(id).broken), "broken-target"),
            fixed(melee.ambusher == Some(side), "ambushing"),
            fixed(melee.ambusher == Some(side.other()), "ambushed"),
        ];
        Worked { attack, defence, modifiers: lines.into_iter().flatten().collect() }
    }

    fn strike(
        &mut self,
        melee: &Melee,
        side: Side,
        strike: &Strike,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let alive = |ids: &[u8], position: &Position| -> Vec<u8> {
            ids.iter().copied().filter(|&id| position.unit(id).is_at(melee.place)).collect()
        };
        let strike = Strike { by: alive(&strike.by, self), at: alive(&strike.at, self) };
        if strike.by.is_empty() || strike.at.is_empty() {
            return Ok(());
        }
        let worked = self.work_out_strike(melee, side, &strike);
        self.land(side, melee.place, &strike, worked, dice, log)
    }

    /// Rolls a strike.
    fn land(
        &mut self,
        side: Side,
        place: Place,
        strike: &Strike,
        worked: Worked,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let drm = worked.modifiers.iter().map(|line| line.value).sum();
        let mut combat = CloseCombat::new(worked.attack, worked.defence, drm);
        let ask = || format!("close combat in {}, {} {drm:+}", self.name(place), combat.odds.name());
        let original = i16::from(dice.roll(6, ask)? + dice.roll(6, ask)?);
        // A field promotion adds a leader to the attack before it is read (5.3).
        let best = strike.by.iter().copied().filter(|&id| self.mmc(id)).max_by_key(|&id| self.morale(id));
        if let Some(best) = best.filter(|&id| original == 2 && self.unit(id).is_at(place))
            && self.promote(best, false, combat.odds.below_even(), dice, log)?
        {
            combat = CloseCombat::new(worked.attack.plus(Firepower::whole(1)), worked.defence, drm);
        }
        let blow = combat.blow(original);
        log.add(|| {
            let names = |ids: &[u8]| ids.iter().map(|&id| self.called(id)).collect::<Vec<_>>().join(", ");
            let word = match blow {
                Blow::None => "no effect",
                Blow::Reduction => "one is reduced",
                Blow::Kill => "all are eliminated",
            };
            let text = format!(
                "{} attack {}: {}, {original}{drm:+} against {}: {word}",
                names(&strike.by),
                names(&strike.at),
                combat.odds.name(),
                combat.odds.kill()
            );
            Event::new(Tone::Plain, side, text, "3.8e")
                .with(&worked.modifiers)
                .at([self.cell(place)])
                .revealing()
        });
        let there: Vec<u8> = strike.at.iter().copied().filter(|&id| self.unit(id).is_at(place)).collect();
        // No leader loss checks in close combat (3.2.3g).
        let mut losses = Vec::new();
        match blow {
            Blow::None => {}
            Blow::Reduction if there.is_empty() => {}
            Blow::Reduction => {
                let hit = there[self.pick(&there, dice, "suffers casualty reduction")?];
                self.reduce(hit, None, dice, log, &mut losses)?;
            }
            Blow::Kill => {
                for id in there {
                    self.eliminate(id, None, dice, log, &mut losses)?;
                }
            }
        }
        Ok(())
    }
}

/// A strike worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worked {
    /// Attacking firepower.
    pub attack: Firepower,
    /// Defending firepower.
    pub defence: Firepower,
    /// Line by line.
    pub modifiers: Vec<Modifier>,
}
