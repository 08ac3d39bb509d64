//! 12.3.4 to 12.3.9: anti-aircraft fire, strafing and bombing.

use crate::board::{self, Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Preview, Side, Test, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::assault::overrun::column;
use crate::rules::matg::catalog::Class;
use crate::rules::matg::command::cohesion::cohesion_test;
use crate::rules::matg::fire::attack::Attack;
use crate::rules::matg::fire::special::calibre;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::{Open, Phase, Question, ask, unreachable_choice};

/// Calibre in millimetres up to which anti-aircraft guns spoil an attack the more (12.3.4).
const LIGHT: u16 = 40;

/// An air strike under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Strike {
    /// Whose aircraft.
    pub side: Side,
    /// Which.
    pub plane: u8,
    /// The loads it drops; none where it strafes.
    pub loads: Vec<u8>,
    /// Where.
    pub at: Cell,
    /// What anti-aircraft fire adds to its rolls (12.3.4).
    pub flak: i16,
    /// It has hit whom it strafed, and may go on to who stands beside (12.3.6).
    pub again: bool,
}

impl Open for Strike {
    fn side(&self, _: &Position) -> Side {
        if self.again { self.side } else { self.side.other() }
    }

    fn asks(&self) -> Question {
        if self.again {
            ask("strafe-on", "Strafe the next in the line, or be done.", "12.3.6")
        } else {
            ask("flak", "Fire anti-aircraft guns at it, or be done.", "12.3.4")
        }
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        if self.again {
            let beside = game.beside_in_line(self).into_iter();
            beside.map(|id| Choice::Strafe(self.plane, game.tag(id))).chain([Choice::Done]).collect()
        } else {
            game.flak(self).map(|id| Choice::Flak(game.tag(id))).chain([Choice::Done]).collect()
        }
    }

    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match *choice {
            Choice::Flak(tag) if !self.again => {
                let id = game.named(tag);
                self.flak += game.fire_flak(id, dice, log)?;
                game.open(self);
            }
            Choice::Done if !self.again => game.come_diving(self, dice, log)?,
            Choice::Strafe(_, tag) if self.again => {
                let id = game.named(tag);
                let Some(at) = game.cell(id) else { return Ok(()) };
                self.at = at;
                let test = game.strike_profile(&self);
                if game.roll_strike(&self, &test, dice, log)? {
                    game.strafe_holder(&self, at, dice, log)?;
                }
            }
            Choice::Done => {}
            _ => unreachable_choice(choice),
        }
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        let open =
            if self.again { !game.beside_in_line(self).is_empty() } else { game.flak(self).next().is_some() };
        open.then(|| self.side(game))
    }

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if self.again { Ok(()) } else { game.come_diving(self, dice, log) }
    }

    fn phase(&self) -> Phase {
        Phase::Artillery
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        match *choice {
            Choice::Flak(tag) => {
                let id = game.battle.find(tag)?;
                Some(game.preview_roll(id, game.flak_profile(id)))
            }
            Choice::Strafe(_, tag) => {
                let id = game.battle.find(tag)?;
                let next = Self { at: game.cell(id)?, ..self.clone() };
                Some(game.preview_roll(id, game.strike_profile(&next)))
            }
            _ => None,
        }
    }

    fn here(&self, _: &Position) -> Option<Cell> {
        Some(self.at)
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        let name = game.plane_name(usize::from(self.plane));
        vec![format!("{name} attacks {}, +{} by anti-aircraft fire", self.at, self.flak)]
    }
}

impl Position {
    /// What aircraft of a side may do now (12.3.2, 12.3.6, 12.3.7).
    pub(in crate::rules::matg) fn air_choices(&self, side: Side) -> Vec<Choice> {
        let mut choices = Vec::new();
        for (plane, flight) in self.planes(side).filter(|(_, flight)| flight.is_overhead(self.turn)) {
            if flight.strafed != self.turn && !self.due_loads(plane).is_empty() {
                choices.push(Choice::Bomb(plane as u8));
            }
            if flight.strafed == 0 && flight.bombed != self.turn {
                let hurts = |&(id, _): &(Id, Cell)| self.air_attack(plane, None, id).can_hurt();
                let targets = self.known_enemies(side).filter(hurts);
                choices.extend(targets.map(|(id, _)| Choice::Strafe(plane as u8, self.tag(id))));
            }
        }
        choices
    }

    /// The loads of an aircraft that fall this turn.
    fn due_loads(&self, plane: usize) -> Vec<u8> {
        let flight = &self.flights[plane];
        let due = |&load: &usize| {
            !flight.dropped[load] && flight.bombs[load].is_some_and(|(_, turn)| turn == self.turn)
        };
        (0..flight.bombs.len()).filter(due).map(|load| load as u8).collect()
    }

    /// The strike that a choice of the artillery phase begins; its run is used up whatever comes of it (S-147).
    pub(in crate::rules::matg) fn begin_strike(
        &mut self,
        side: Side,
        choice: &Choice,
        log: &mut Log,
    ) -> Option<Strike> {
        let turn = self.turn;
        let (plane, loads, at) = match *choice {
            Choice::Strafe(plane, tag) => {
                applies("12.3.6");
                (plane, Vec::new(), self.cell(self.named(tag))?)
            }
            Choice::Bomb(plane) => {
                applies("12.3.7");
                let loads = self.due_loads(usize::from(plane));
                let (at, _) = self.flights[usize::from(plane)].bombs[usize::from(*loads.first()?)]?;
                (plane, loads, at)
            }
            _ => return None,
        };
        let flight = &mut self.flights[usize::from(plane)];
        if loads.is_empty() {
            flight.strafed = turn;
        } else {
            flight.bombed = turn;
            loads.iter().for_each(|&load| flight.dropped[usize::from(load)] = true);
        }
        let name = self.plane_name(usize::from(plane));
        log.add(|| {
            let what = if loads.is_empty() { "strafes" } else { "bombs" };
            Event::new(Tone::Plain, side, format!("{name} {what} {at}"), "12.3.5").at([at]).revealing()
        });
        Some(Strike { side, plane, loads, at, flak: 0, again: false })
    }

    /// Guns that may fire at an aircraft: anti-aircraft stands in the firing posture that have not fired, within range of
    /// its target (12.3.4); none that could fire at nothing in the distance (7.3.4, 7.4.5.2, 12.2.2).
    fn flak<'a>(&'a self, strike: &Strike) -> impl Iterator<Item = Id> + use<'a> {
        ["12.3.4", "7.3.4", "7.4.5.2", "12.2.2"].into_iter().for_each(applies);
        let at = strike.at;
        self.on_board(strike.side.other()).map(|(id, _)| id).filter(move |&id| {
            let (unit, stand) = (self.unit(id), self.stand(id));
            let reach = unit.guns.iter().map(|(gun, _)| gun.he_range.max(gun.ap_range)).max().unwrap_or(0);
            unit.kind.class == Class::AntiAircraft
                && stand.posture == Posture::Fire
                && !stand.fired
                && !stand.lately.low
                && !self.is_working(id)
                && !self.is_engaged(id)
                && !self.holds_fire(self.side(id), self.turn)
                && self.cell(id).is_some_and(|from| {
                    spotting::range(from, at) <= reach && !self.ground_at(from).has(Terrain::ImpactZone)
                })
        })
    }

    /// The roll of an anti-aircraft stand (12.3.4).
    pub fn flak_profile(&self, id: Id) -> Test {
        self.cohesion_profile(id, "to fire at the aircraft", "12.3.4", [])
    }

    /// What a stand's anti-aircraft fire adds to the rolls of the aircraft: +2 up to 40 mm, +1 above (12.3.4).
    fn fire_flak(&mut self, id: Id, dice: &mut Dice, log: &mut Log) -> Result<i16, Ask> {
        applies("12.3.4");
        applies("chart: anti-aircraft fire");
        let turn = self.turn;
        let stand = self.stand_mut(id);
        (stand.fired, stand.last_fired) = (true, turn);
        let profile = self.flak_profile(id);
        let roll = self.roll_cohesion(id, &profile, dice, log)?;
        self.run_low(id, roll.face, log);
        self.startle_riders(id);
        let hit = roll.passed;
        let light = calibre(&self.unit(id).kind.name) <= LIGHT;
        Ok(match (hit, light) {
            (false, _) => 0,
            (true, true) => 2,
            (true, false) => 1,
        })
    }

    /// The rolls of a strike: the level of its side, what anti-aircraft fire and the target's ground add, and +3 for the
    /// next in a line (12.3.5, 12.3.6).
    pub fn strike_profile(&self, strike: &Strike) -> Test {
        applies("12.3.5");
        let mut modifiers = Vec::new();
        if strike.flak > 0 {
            modifiers.push(Modifier { value: strike.flak, label: "anti-aircraft fire", rule: "12.3.4" });
        }
        if strike.again {
            modifiers.push(Modifier { value: 3, label: "the next in the line", rule: "12.3.6" });
        }
        // The ground of who is not on the table counts for nothing, or it would tell of him (S-240).
        if let Some(target) = self.holder_of(strike.at).filter(|&id| !self.is_hidden(id)) {
            modifiers.extend(self.terrain_modifiers(strike.at, target, true));
        }
        cohesion_test("to press the attack", self.cohesion(strike.side), modifiers, "12.3.5")
    }

    fn roll_strike(&self, strike: &Strike, test: &Test, dice: &mut Dice, log: &mut Log) -> Result<bool, Ask> {
        applies("chart: air strikes");
        let (name, need) = (self.plane_name(usize::from(strike.plane)), test.passing_faces());
        let face = dice.roll(20, || format!("{name} {}: {need} or less", test.purpose))?;
        let passed = test.passes(face);
        log.add(|| {
            let tone = if passed { Tone::Success } else { Tone::Failure };
            let text = format!(
                "{name} {} D20 {face}, needs {need}: {}",
                test.purpose,
                if passed { "yes" } else { "no" }
            );
            Event::new(tone, strike.side, text, "12.3.5").with(&test.modifiers).at([strike.at])
        });
        Ok(passed)
    }

    /// An aircraft comes down on its target: does it press the attack, does it stray, and what it does there (12.3.5).
    fn come_diving(&mut self, strike: Strike, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let test = self.strike_profile(&strike);
        if !self.roll_strike(&strike, &test, dice, log)? {
            return Ok(());
        }
        let on_target =
            self.roll_strike(&strike, &Test { purpose: "to find its target".into(), ..test }, dice, log)?;
        let mut at = strike.at;
        if !on_target {
            let wind = Compass::from_d8(dice.roll(8, || "direction of the deviation".into())?);
            let face = dice.roll(6, || "inches of the deviation".into())?;
            let inches = if strike.loads.is_empty() { face.div_ceil(2) } else { face };
            at = at.shifted(wind, i16::from(inches));
            log.add(|| {
                let text = format!("it strays {inches} inches {wind}");
                Event::new(Tone::Failure, strike.side, text, "12.3.5").at([strike.at])
            });
        }
        if !self.battle.grid.contains(at) {
            return Ok(());
        }
        if strike.loads.is_empty() {
            self.strafe_holder(&strike, at, dice, log)?;
            if on_target {
                self.open(Strike { again: true, ..strike });
            }
            return Ok(());
        }
        for &load in &strike.loads {
            let bomb = self.bomb(usize::from(strike.plane), load);
            if let Some(target) = self.holder_of(at) {
                let roll = self.attack_from_the_air(&strike, Some(load), target, dice, log)?;
                self.strike_position((strike.side, &bomb), at, roll, log);
            }
            self.strike_place(strike.side, at, &bomb, dice, log)?;
        }
        self.mark_bombs(at);
        Ok(())
    }

    /// A marker lies where bombs fall, until the end of the phase (12.3.8).
    fn mark_bombs(&mut self, cell: Cell) {
        applies("12.3.8");
        if !self.ground_at(cell).has(Terrain::ImpactZone) {
            self.bombed.push(cell);
            self.add_ground(cell, Terrain::ImpactZone);
        }
    }

    /// The markers of bombs are taken up at the end of the Artillery Fire Phase (12.3.8).
    pub(in crate::rules::matg) fn lift_bombs(&mut self) {
        for cell in std::mem::take(&mut self.bombed) {
            applies("12.3.8");
            let shelled = self.impacts.iter().any(|impact| impact.cell == cell && !impact.smoke);
            if !shelled {
                self.remove_ground(cell, Terrain::ImpactZone);
            }
        }
    }

    /// A load against a thing on the ground: its HE, and nothing that counts on the die (9.4, 11.4, 11.5.8).
    fn bomb(&self, plane: usize, load: u8) -> Attack {
        let (_, he) = self.battle.aircraft[plane].loads().nth(usize::from(load)).unwrap_or((0, 0));
        column(i16::from(he))
    }

    fn strafe_holder(
        &mut self,
        strike: &Strike,
        at: Cell,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match self.holder_of(at) {
            Some(target) => self.attack_from_the_air(strike, None, target, dice, log).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Enemy stands beside the one that was strafed (12.3.6).
    fn beside_in_line(&self, strike: &Strike) -> Vec<Id> {
        let enemies = self.known_enemies(strike.side);
        enemies.filter(|&(_, cell)| board::adjacent(cell, strike.at)).map(|(id, _)| id).collect()
    }

    /// What an aircraft does to a stand, strafing or with a load: AP or HE, against half of armour or a quarter of open
    /// armour (12.3.1, 12.3.7, 12.3.9).
    pub fn air_attack(&self, plane: usize, load: Option<u8>, target: Id) -> Attack {
        applies("12.3.1");
        applies("12.3.9");
        let plane = &self.battle.aircraft[plane];
        let strafing = (plane.kind.strafing_ap, plane.kind.strafing_he);
        let load = load.and_then(|load| plane.loads().nth(usize::from(load)));
        let (ap, he) = load.unwrap_or(strafing);
        let armoured = self.unit(target).kind.armoured;
        let at = self.cell(target).unwrap_or(Cell::new(0, 0));
        Attack {
            firepower: i16::from(if armoured { ap } else { he }),
            defence: self.shelled_defence(target),
            modifiers: self.terrain_modifiers(at, target, false),
            suppressing: false,
            artillery: false,
            armour_piercing: false,
            depletion: None,
            hot: false,
        }
    }

    fn attack_from_the_air(
        &mut self,
        strike: &Strike,
        load: Option<u8>,
        target: Id,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<u8, Ask> {
        self.uncover_stand(target, log);
        let attack = self.air_attack(usize::from(strike.plane), load, target);
        let name = self.plane_name(usize::from(strike.plane));
        let (a, b) = dice.two_d6(|| format!("{name} attacks {}: {}", self.tag(target), attack.in_words()))?;
        let result = attack.result(a + b);
        self.note_fired_upon(target);
        log.add(|| {
            let text = format!("{name} attacks {}: 2D6 {a}+{b}, {}", self.who(target), result.symbol());
            Event::new(Tone::Success, strike.side, text, "12.3.5")
                .with(&attack.modifiers)
                .at(self.cell(target))
        });
        self.suffer(target, result, log);
        Ok(a + b)
    }
}
