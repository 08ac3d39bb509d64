//! Manhandling Guns (6.5).

use crate::board::hex::Hex;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Target, Test, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::shown::sum_in_words;
use crate::rules::aslsk::state::{Choice, Whereabouts};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::tables::guns::{self, Ordnance, Size};
use crate::rules::aslsk::tables::modifiers::{self, List};
use crate::rules::aslsk::turn::Frame;
use crate::rules::aslsk::turn::movement::{Mover, Way};
use crate::rules::aslsk::turn::rally::TWO_DICE;
use crate::side::Side;

/// Whether a Gun may be in a building: small Guns, and AT Guns that are not large (1.2.6).
pub fn fits_indoors(gun: &Ordnance) -> bool {
    gun.size == Size::Small || (gun.kind == guns::Kind::AT && gun.size != Size::Large)
}

impl Position {
    /// Whether a Gun may be in a hex.
    pub fn gun_may_stand(&self, weapon: u8, place: Place) -> bool {
        applies("1.2.6");
        self.weapon(weapon).gun().is_none_or(|gun| fits_indoors(gun) || !self.map().terrain(place).building())
    }

    /// Manhandling costs double MF, without road bonus.
    fn push_way(&self, from: Option<Place>, to: Place) -> Way {
        applies("6.5");
        let way = self.way(from, to, false);
        Way { cost: 2 * way.cost, road: false, ..way }
    }

    /// Offers the hexes to which a stack may manhandle the Gun that one of its units mans; off-board, its
    /// entry hexes.
    pub(in crate::rules::aslsk) fn add_pushes(
        &self,
        mover: &Mover,
        from: Option<Place>,
        choices: &mut Vec<Choice>,
    ) {
        if mover.assault || (mover.started && !mover.pushes) {
            return;
        }
        let laden = |&id: &u8| self.weapons_of(id).any(|weapon| self.weapon(weapon).portage() > 0);
        let gun = mover
            .units
            .iter()
            .find_map(|&id| self.mans(id))
            .filter(|&gun| self.weapon(gun).gun().is_some_and(|gun| !gun.limbered));
        let Some(gun) = gun.filter(|_| !mover.units.iter().any(laden)) else { return };
        let mut add = |to: Place| {
            let free =
                !self.occupied(to, self.attacker.other()) && self.room(to, self.attacker, &mover.units);
            if free && self.gun_may_stand(gun, to) && self.can_pay(mover, &self.push_way(from, to)) {
                choices.push(Choice::Push(gun, self.hex(to)));
            }
        };
        match from {
            Some(from) => self.map().around(from).for_each(|(_, to)| add(to)),
            None => mover.units.first().into_iter().for_each(|&first| {
                self.entry_hexes(first).iter().for_each(|&to| add(to));
            }),
        }
    }

    /// The manhandling DR (6.5).
    pub fn push_test(&self, mover: &Mover, gun: u8, to: Place) -> Test {
        let number = self.weapon(gun).gun().map_or(0, |gun| i16::from(gun.manhandling));
        Test::new(&TWO_DICE, Target::AtMost(number), "manhandling", "6.5")
            .modified(self.push_modifiers(mover, gun, to))
    }

    /// The DRM of the manhandling DR.
    pub fn push_modifiers(&self, mover: &Mover, gun: u8, to: Place) -> Vec<Modifier> {
        let from = self.gun_place(gun);
        let way = self.push_way(from, to);
        let holder = self.weapon(gun).holder;
        let help = |id: &u8| {
            let extra = i16::from(Some(*id) != holder);
            match self.unit(*id).data().kind {
                Kind::Leader => 0,
                // The manning crew does not help itself; a squad in its place counts 1.
                Kind::Squad => -1 - extra,
                Kind::HalfSquad | Kind::Crew => -extra,
            }
        };
        let most = modifiers::fixed(List::Manhandling, "most-help").value;
        let helped: i16 = mover.units.iter().map(help).sum::<i16>().max(most);
        let leaders = mover.units.iter().filter(|&&id| self.unit(id).leader());
        let led = leaders.map(|&id| self.unit(id).leadership()).min();
        // Roads extend off-board (3.3j).
        let by_road =
            from.map_or_else(|| self.way(None, to, false).road, |from| self.map().road_between(from, to));
        // Half MF are rounded up.
        let spent = i16::from(way.cost.div_ceil(2));
        let lines = [
            modifiers::of(List::Manhandling, "tem", self.map().terrain(to).row().tem),
            modifiers::of(List::Manhandling, "movement", spent),
            modifiers::of(List::Manhandling, "half-squad", helped),
            by_road.then(|| modifiers::fixed(List::Manhandling, "road")),
            modifiers::of(List::Manhandling, "leadership", led.unwrap_or(0)),
        ];
        lines.into_iter().flatten().collect()
    }

    /// Manhandles a Gun: below its M# it may move on, equal to it it stops, above it nothing moves.
    pub(in crate::rules::aslsk) fn push_gun(
        &mut self,
        mut mover: Mover,
        gun: u8,
        hex: Hex,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(to) = self.map().place(hex) else { return Ok(()) };
        let from = self.gun_place(gun);
        let number = self.weapon(gun).gun().map_or(0, |gun| i16::from(gun.manhandling));
        self.start(&mut mover);
        mover.pushes = true;
        mover.units.iter().for_each(|&id| self.reveal(id, log));
        self.forget_target(gun);
        let test = self.push_test(&mover, gun, to);
        let drm = test.modifier();
        let ask = || format!("manhandle {} (M{number})", self.called_weapon(gun));
        let original = i16::from(dice.roll(6, ask)? + dice.roll(6, ask)?);
        let result = original + drm;
        log.add(|| {
            let word = match result.cmp(&number) {
                std::cmp::Ordering::Less => "moves",
                std::cmp::Ordering::Equal => "moves and stops",
                std::cmp::Ordering::Greater => "does not move",
            };
            let sum = sum_in_words(original, drm);
            let text = format!("{} manhandled: {sum} vs M{number}, {word}", self.weapon(gun).short_name());
            Event::new(Tone::Plain, self.attacker, text, "6.5").with(&test.modifiers)
        });
        mover.units.iter().for_each(|&id| self.unit_mut(id).pushing = true);
        if result > number || self.runs_into_hidden_gun(to, self.attacker, log) {
            return Ok(());
        }
        let way = self.push_way(from, to);
        mover.stopped = result == number;
        mover.road = false;
        mover.enter();
        mover.motion = Motion { moves: true, assault: false, road: false, crest: way.crest };
        for &id in &mover.units {
            self.unit_mut(id).at = Whereabouts::On(to);
            self.unit_mut(id).on_road = false;
            self.track(id);
        }
        let weapon = self.weapon_mut(gun);
        weapon.moved = true;
        weapon.carriage.emplaced = false;
        self.place_dm();
        self.spend(mover, way.cost, dice, log)?;
        // Its CA may change before the DEFENDER fires.
        self.frames.push(Frame::Facing { weapon: gun, setting_up: false });
        Ok(())
    }

    /// A unit that tries to enter the hex of a hidden Gun stays in its own and ends its move; the Gun loses
    /// HIP (6.4).
    pub fn runs_into_hidden_gun(&mut self, to: Place, side: Side, log: &mut Log) -> bool {
        let there = self.hidden_at(to, side.other());
        there.iter().for_each(|&id| self.reveal(id, log));
        !there.is_empty()
    }

    /// A unit that moves without manhandling leaves its Gun behind (4a, 6.5).
    pub fn leave_guns(&mut self, id: u8) {
        applies("4a");
        applies("6.5");
        let place = self.unit(id).place();
        let guns: Vec<u8> =
            self.weapons_of(id).filter(|&weapon| self.weapon(weapon).gun().is_some()).collect();
        guns.into_iter().for_each(|gun| self.drop_weapon(gun, place));
    }
}
