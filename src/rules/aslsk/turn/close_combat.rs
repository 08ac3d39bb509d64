//! The close combat phase (3.8).

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Tone};
use crate::ledger::cited::applies;
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
    /// With whom leaders fight, or alone, where it is not as usual (3.8b).
    pub bonds: Vec<(u8, Option<u8>)>,
    /// Hexes fought before.
    pub fought: Vec<Place>,
}

/// Leaders being told with whom they fight, before a close combat begins (3.8b).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ranks {
    /// Its hex.
    pub place: Place,
    /// Who arranges his leaders now.
    pub side: Side,
    /// What was arranged.
    pub bonds: Vec<(u8, Option<u8>)>,
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

    /// A side's units in a hex as they fight: each MMC with the leaders bound to it, as they were told to or in turn;
    /// leaders alone where there is no unbroken MMC (3.8b).
    pub fn bands(&self, place: Place, side: Side, bonds: &[(u8, Option<u8>)]) -> Vec<Vec<u8>> {
        applies("3.8b");
        let all: Vec<u8> = self.units_at(place, side).collect();
        let (squads, leaders): (Vec<u8>, Vec<u8>) = all.into_iter().partition(|&id| self.mmc(id));
        let mut bands: Vec<Vec<u8>> = squads.iter().map(|&id| vec![id]).collect();
        let able: Vec<usize> = (0..bands.len()).filter(|&at| !self.unit(bands[at][0]).broken).collect();
        for (at, &leader) in leaders.iter().enumerate() {
            let told = bonds.iter().find(|(id, _)| *id == leader).map(|(_, with)| *with);
            let with = |id: u8| able.iter().copied().find(|&at| bands[at][0] == id);
            let place = match told {
                _ if able.is_empty() || self.unit(leader).broken => None,
                Some(None) => None,
                Some(Some(id)) => with(id).or(Some(able[at % able.len()])),
                None => Some(able[at % able.len()]),
            };
            match place {
                None => bands.push(vec![leader]),
                Some(at) => bands[at].push(leader),
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
        let side = self.attacker;
        self.frames.push(Frame::Ranks(Ranks { place, side, bonds: Vec::new(), fought }));
        Ok(())
    }

    /// With whom each leader may fight who was not told yet.
    pub(super) fn ranks_choices(&self, ranks: &Ranks) -> Vec<Choice> {
        let mut choices = vec![Choice::Done];
        let free = |&id: &u8| !self.unit(id).broken;
        let here: Vec<u8> = self.units_at(ranks.place, ranks.side).filter(free).collect();
        let squads: Vec<u8> = here.iter().copied().filter(|&id| self.mmc(id)).collect();
        if squads.is_empty() {
            return choices;
        }
        let told = |id: u8| ranks.bonds.iter().any(|(leader, _)| *leader == id);
        for &leader in here.iter().filter(|&&id| self.unit(id).leader() && !told(id)) {
            if squads.len() > 1 {
                choices.extend(squads.iter().map(|&squad| Choice::Bind(leader, squad)));
            }
            choices.push(Choice::Alone(leader));
        }
        choices
    }

    pub(super) fn rank(
        &mut self,
        mut ranks: Ranks,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match choice {
            Choice::Bind(leader, squad) => ranks.bonds.push((leader, Some(squad))),
            Choice::Alone(leader) => ranks.bonds.push((leader, None)),
            _ if ranks.side == self.attacker => ranks.side = ranks.side.other(),
            _ => return self.join_battle(ranks, dice, log),
        }
        self.frames.push(Frame::Ranks(ranks));
        Ok(())
    }

    /// All is arranged: perhaps one side ambushes the other, then attacks are designated.
    fn join_battle(&mut self, ranks: Ranks, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Ranks { place, bonds, fought, .. } = ranks;
        let sheltered = self.map().terrain(place).shelter();
        let melee = self.ids().any(|id| self.unit(id).is_at(place) && self.unit(id).melee);
        let ambusher = if sheltered && !melee { self.ambush(place, dice, log)? } else { None };
        let side = ambusher.unwrap_or(self.attacker);
        let melee = Melee {
            place,
            side,
            ambusher,
            strikes: Default::default(),
            open: Strike::default(),
            bonds,
            fought,
        };
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
        applies("3.8c");
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
            .bands(melee.place, *side, &melee.bonds)
            .into_iter()
            .map(|band| band[0])
            .filter(|&id| !self.unit(id).broken && !used(id))
            .collect();
        let targets: Vec<u8> = self
            .bands(melee.place, side.other(), &melee.bonds)
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
            // A leader who fights alone does so with others of his kind only (3.8b).
            let alike = |id: &u8| open.by.first().is_none_or(|&first| self.mmc(first) == self.mmc(*id));
            choices.extend(free.into_iter().filter(alike).map(Choice::Use));
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
        let bonds = melee.bonds.clone();
        let band = |position: &Position, side: Side, id: u8| {
            position
                .bands(melee.place, side, &bonds)
                .into_iter()
                .find(|band| band[0] == id)
                .unwrap_or_default()
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
            applies("3.8d");
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
            self.strike_together(&melee, dice, log)?;
        }
        self.end_combat(melee, log);
        Ok(())
    }

    /// Who is left on both sides is held in melee (3.8g).
    fn end_combat(&mut self, melee: Melee, log: &mut Log) {
        let Melee { place, mut fought, .. } = melee;
        let here: Vec<u8> = self.ids().filter(|&id| self.unit(id).is_at(place)).collect();
        let both = Side::BOTH.into_iter().all(|side| self.occupied(place, side));
        applies("3.8g");
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
        applies("3.8e");
        applies("3.8f");
        applies("3.8b");
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

    /// Both sides strike at once: all dice are thrown, leaders rise, and then each attack is read with the strength
    /// that it was designated with, also by those who fall (3.8a).
    fn strike_together(&mut self, melee: &Melee, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        applies("3.8a");
        let first = self.attacker;
        let mut thrown: Vec<(Side, Strike, Worked, i16)> = Vec::new();
        for side in [first, first.other()] {
            for strike in &melee.strikes[side.index()] {
                let worked = self.work_out_strike(melee, side, strike);
                thrown.push((side, strike.clone(), worked, 0));
            }
        }
        for at in 0..thrown.len() {
            let original = self.throw_strike(melee.place, &thrown[at].2, dice)?;
            thrown[at].3 = original;
            let strike = thrown[at].1.clone();
            let Some((best, risen)) = self.rise(&strike, &thrown[at].2, original, dice, log)? else {
                continue;
            };
            thrown[at].2.attack = thrown[at].2.attack.plus(Firepower::whole(1));
            // He defends with who raised him, too.
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

    fn throw_strike(&self, place: Place, worked: &Worked, dice: &mut Dice) -> Result<i16, Ask> {
        let combat = worked.combat();
        let ask =
            || format!("close combat in {}, {} {:+}", self.name(place), combat.odds.name(), worked.drm());
        Ok(i16::from(dice.roll(6, ask)? + dice.roll(6, ask)?))
    }

    /// An original 2 may raise a leader beside the best MMC of an attack (5.3): that one, and he.
    fn rise(
        &mut self,
        strike: &Strike,
        worked: &Worked,
        original: i16,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<Option<(u8, u8)>, Ask> {
        let squads = strike.by.iter().copied().filter(|&id| self.mmc(id));
        let Some(best) = squads.max_by_key(|&id| self.morale(id)).filter(|_| original == 2) else {
            return Ok(None);
        };
        let below = worked.combat().odds.below_even();
        applies("5.3");
        let risen = self.promote(best, (self.morale(best), false), below, dice, log)?;
        Ok(risen.map(|risen| (best, risen)))
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
        let mut worked = self.work_out_strike(melee, side, &strike);
        let original = self.throw_strike(melee.place, &worked, dice)?;
        if self.rise(&strike, &worked, original, dice, log)?.is_some() {
            worked.attack = worked.attack.plus(Firepower::whole(1));
        }
        self.land(side, melee.place, &strike, (&worked, original), dice, log)
    }

    /// What a strike does.
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
                self.reduce(hit, dice, log, &mut losses)?;
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

impl Worked {
    /// Everything added to the dice.
    pub fn drm(&self) -> i16 {
        self.modifiers.iter().map(|line| line.value).sum()
    }

    /// The attack on its table.
    pub fn combat(&self) -> CloseCombat {
        CloseCombat::new(self.attack, self.defence, self.drm())
    }
}
