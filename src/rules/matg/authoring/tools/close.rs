//! `standto odds matg overrun` and `assault` (8.7, 8.8).

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::field::{self, Camp, MIDDLE, Named};
use super::notation;
use super::told::{self, Ends, Roll, percent};
use crate::board::Cell;
use crate::game::{Side, Test};
use crate::rules::matg::assault::forecast::{AssaultOdds, OverrunOdds};
use crate::rules::matg::assault::{close_assault, forecast, overrun};
use crate::rules::matg::fire::attack::Attack;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::choice::Posture;
use crate::tool::{CommandError, CommandResult, PlayerFiles, Run, json, names};

/// The most stands that fit around one square.
const AROUND: usize = 8;

fn beside(stands: &[Named]) -> Result<Vec<(&Named, Cell)>, CommandError> {
    if stands.len() > AROUND {
        return Err(CommandError::Usage(format!("there is room for {AROUND} stands around one (8.7.3)")));
    }
    Ok(stands.iter().zip(field::around()).collect())
}

/// Vehicles overrun a stand (8.7).
///
/// The defender rolls against each vehicle; each roll it fails is a 2D6 attack on it on column +5. Each
/// vehicle then rolls in turn; one that fails is attacked with 2D6 on column +2 or +3.
#[derive(Args)]
pub struct Overrun {
    /// Force cohesion level of the vehicles' side, 1 to 20
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i16).range(1..=20))]
    cohesion: i16,
    /// Force cohesion level of the defender's side, 1 to 20
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i16).range(1..=20))]
    against: i16,
    /// An overrunning vehicle, by its name in the weapons data; repeat for each vehicle: "T-34c,state=S"
    #[arg(long = "vehicle", value_name = "NAME,...", required = true, add = names(notation::stand_names))]
    vehicles: Vec<Named>,
    /// The defending stand: "Infantry '43,state=S,posture=move"
    #[arg(long, value_name = "NAME,...", add = names(notation::stand_names))]
    defender: Named,
    /// Terrain of the defender; some terrain prohibits overruns
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = notation::terrain,
        add = names(notation::terrain_keys))]
    terrain: Vec<Terrain>,
    /// Print JSON: defender (its rolls and its final state) and vehicles
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct OverrunAnswer {
    defender: Rolls,
    vehicles: Vec<Vehicle>,
    target: Ends,
}

#[derive(Serialize)]
struct Rolls {
    rolls: Vec<Roll>,
    column: i16,
}

#[derive(Serialize)]
struct Vehicle {
    #[serde(flatten)]
    roll: Roll,
    column: i16,
    end: Ends,
}

impl Run for Overrun {
    fn run(self, _: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let vehicles = beside(&self.vehicles)?;
        let camps = [
            Camp { cohesion: self.cohesion, stands: vehicles, posture: Posture::Move },
            Camp { cohesion: self.against, stands: vec![(&self.defender, MIDDLE)], posture: Posture::Fire },
        ];
        let game = field::position(&camps, &self.terrain)?;
        let vehicles = field::ids(&game, Side::A, &camps[0]);
        let defender = field::ids(&game, Side::B, &camps[1])[0];
        if let Some((_, vehicle)) = vehicles
            .iter()
            .zip(&self.vehicles)
            .find(|(id, _)| !overrun::may_overrun(&game.field, &game.forces, &game.now, **id, defender))
        {
            let (who, whom) = (vehicle.name(), self.defender.name());
            return Err(CommandError::Usage(format!("{who} may not overrun {whom} there (8.7, 8.7.2)")));
        }
        let odds = forecast::overrun_odds(&game.forces, &game.now, &game.command, &vehicles, defender);
        if self.json { json(out, &overrun_answer(&odds)) } else { self.print(&odds, out) }
    }
}

fn overrun_answer(odds: &OverrunOdds) -> OverrunAnswer {
    let vehicle = |(test, end)| Vehicle {
        roll: Roll::of(test),
        column: odds.answer.differential(),
        end: Ends::of(end),
    };
    OverrunAnswer {
        defender: Rolls {
            rolls: odds.stands.iter().map(Roll::of).collect(),
            column: odds.crush.differential(),
        },
        vehicles: odds.keeps.iter().zip(&odds.vehicles).map(vehicle).collect(),
        target: Ends::of(&odds.defender),
    }
}

impl Overrun {
    fn print(&self, odds: &OverrunOdds, out: &mut dyn Write) -> CommandResult {
        let whom = self.defender.name();
        for ((vehicle, test), number) in self.vehicles.iter().zip(&odds.stands).zip(1..) {
            writeln!(out, "{whom} against vehicle {number}, {}", vehicle.name())?;
            told::roll(out, test)?;
        }
        writeln!(out, "  for each roll it fails (8.7.8)")?;
        told::throw(out, &odds.crush)?;
        for (((vehicle, test), end), number) in
            self.vehicles.iter().zip(&odds.keeps).zip(&odds.vehicles).zip(1..)
        {
            writeln!(out, "\nVehicle {number}, {}", vehicle.name())?;
            told::roll(out, test)?;
            writeln!(out, "  if it fails (8.7.8)")?;
            told::throw(out, &odds.answer)?;
            writeln!(out, "  then {}", told::ends_in_words(end))?;
        }
        told::ends(out, &format!("{whom} after the overrun (8.7.8)"), &odds.defender)?;
        Ok(())
    }
}

/// Infantry or cavalry close assault a stand (8.8).
///
/// Unless it is in the movement posture, the defender answers one assaulter first. Then each assaulter rolls,
/// in the order given, and attacks. A disorganized defender gives way one inch; the calculator assumes that
/// there is room.
#[derive(Args)]
pub struct Assault {
    /// Force cohesion level of the assaulters' side, 1 to 20
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i16).range(1..=20))]
    cohesion: i16,
    /// Force cohesion level of the defender's side, 1 to 20
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i16).range(1..=20))]
    against: i16,
    /// An assaulting stand, by its name in the weapons data; repeat for each stand: "Infantry SMG,state=S"
    #[arg(long = "assaulter", value_name = "NAME,...", required = true, add = names(notation::stand_names))]
    assaulters: Vec<Named>,
    /// The defending stand: "Infantry '43,posture=fire-move"
    #[arg(long, value_name = "NAME,...", add = names(notation::stand_names))]
    defender: Named,
    /// The number of the assaulter that the defender answers
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=8))]
    answers: u8,
    /// Terrain of the defender: no modifiers (8.8.10), but cavalry can't enter some terrain
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = notation::terrain,
        add = names(notation::terrain_keys))]
    terrain: Vec<Terrain>,
    /// Print JSON: answer, assaulters, target (with gives_way)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct AssaultAnswer {
    answer: Option<Reply>,
    assaulters: Vec<Strike>,
    target: Ends,
    gives_way: f64,
}

#[derive(Serialize)]
struct Strike {
    #[serde(flatten)]
    roll: Roll,
    column: i16,
    modifier: i16,
}

#[derive(Serialize)]
struct Reply {
    #[serde(flatten)]
    strike: Strike,
    end: Ends,
}

impl Run for Assault {
    fn run(self, _: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let camps = [
            Camp { cohesion: self.cohesion, stands: beside(&self.assaulters)?, posture: Posture::Move },
            Camp { cohesion: self.against, stands: vec![(&self.defender, MIDDLE)], posture: Posture::Fire },
        ];
        let game = field::position(&camps, &self.terrain)?;
        let assaulters = field::ids(&game, Side::A, &camps[0]);
        let defender = field::ids(&game, Side::B, &camps[1])[0];
        let barred = assaulters.iter().zip(&self.assaulters).find(|(id, _)| {
            !close_assault::may_assault(&game.field, &game.forces, &game.now, &game.command, **id, defender)
        });
        if let Some((_, assaulter)) = barred {
            let (who, whom) = (assaulter.name(), self.defender.name());
            return Err(CommandError::Usage(format!(
                "{who} may not close assault {whom} there (8.8.1, 8.8.2, 8.8.9)"
            )));
        }
        let Some(&answered) = assaulters.get(usize::from(self.answers) - 1) else {
            return Err(CommandError::Usage(format!("there is no assaulter {}", self.answers)));
        };
        let odds = forecast::assault_odds(&game, &assaulters, defender, Some(answered));
        if self.json { json(out, &assault_answer(&odds)) } else { self.print(&odds, out) }
    }
}

fn assault_answer(odds: &AssaultOdds) -> AssaultAnswer {
    let strike = |(test, attack): &(Test, Attack)| Strike {
        roll: Roll::of(test),
        column: attack.differential().min(9),
        modifier: attack.modifier(),
    };
    let reply = odds.answer.as_ref().zip(odds.answered.as_ref());
    AssaultAnswer {
        answer: reply.map(|(answer, end)| Reply { strike: strike(answer), end: Ends::of(end) }),
        assaulters: odds.assaulters.iter().map(strike).collect(),
        target: Ends::of(&odds.defender_states()),
        gives_way: odds.gives_way(),
    }
}

impl Assault {
    fn print(&self, odds: &AssaultOdds, out: &mut dyn Write) -> CommandResult {
        let whom = self.defender.name();
        match (&odds.answer, &odds.answered) {
            (Some((test, attack)), Some(end)) => {
                writeln!(out, "{whom} answers assaulter {} first (8.8.4)", self.answers)?;
                told::roll(out, test)?;
                told::attack(out, "attack", attack)?;
                writeln!(out, "  then assaulter {}: {}", self.answers, told::ends_in_words(end))?;
            }
            _ => writeln!(out, "{whom} cannot answer (8.8.4)")?,
        }
        for ((assaulter, (test, attack)), number) in self.assaulters.iter().zip(&odds.assaulters).zip(1..) {
            writeln!(out, "\nAssaulter {number}, {}", assaulter.name())?;
            told::roll(out, test)?;
            told::attack(out, "attack", attack)?;
        }
        told::ends(out, &format!("{whom} after the assault (8.8.3)"), &odds.defender_states())?;
        writeln!(out, "\nGives way an inch (8.8.5): {}", percent(odds.gives_way()))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Ask, Dice, Thing};
    use crate::game::Log;
    use crate::odds::Distribution;
    use crate::rules::matg::assault::forecast::{assault_odds, overrun_odds};
    use crate::rules::matg::command::cohesion::States;
    use crate::rules::matg::state::position::{Id, Position};

    /// Every outcome that the rules produce from every throw of the dice, with its chance.
    fn courses(
        start: &Position,
        run: &dyn Fn(&mut Position, &mut Dice) -> Result<(), Ask>,
    ) -> Vec<(Position, f64)> {
        let mut ends = Vec::new();
        let mut open: Vec<(Vec<u8>, f64)> = vec![(Vec::new(), 1.0)];
        while let Some((tape, chance)) = open.pop() {
            let mut game = start.clone();
            let Err(ask) = run(&mut game, &mut Dice::taped(&tape)) else {
                ends.push((game, chance));
                continue;
            };
            let Thing::Die(die) = ask.thing else { panic!("a card?") };
            let more = |faces: &[u8], share: f64| ([&tape[..], faces].concat(), chance * share);
            if die.sides == 6 {
                // 2D6 are rolled and added.
                open.extend((2..=12u8).map(|sum| {
                    let first = sum.saturating_sub(6).max(1);
                    more(&[first, sum - first], f64::from(6 - (7 - i16::from(sum)).abs()) / 36.0)
                }));
            } else {
                open.extend((1..=die.sides).map(|face| more(&[face], 1.0 / f64::from(die.sides))));
            }
        }
        ends
    }

    fn table(attackers: &[&str], defender: &str, ground: &[Terrain]) -> Position {
        let attackers: Vec<Named> = attackers.iter().map(|text| text.parse().unwrap()).collect();
        let defender: Named = defender.parse().unwrap();
        let stands: Vec<(&Named, Cell)> = attackers.iter().zip(field::around()).collect();
        let camps = [
            Camp { cohesion: 13, stands, posture: Posture::Move },
            Camp { cohesion: 15, stands: vec![(&defender, MIDDLE)], posture: Posture::Fire },
        ];
        field::position(&camps, ground).map_err(|_| "no table").unwrap()
    }

    fn chance_of(ends: &[(Position, f64)], id: Id, states: States) -> f64 {
        let same = |game: &Position| {
            let now = game.forces.states(id);
            (now.eliminated && states.eliminated) || now == states
        };
        ends.iter().filter(|(game, _)| same(game)).map(|(_, chance)| chance).sum()
    }

    fn same(ends: &[(Position, f64)], id: Id, odds: &Distribution<States>) {
        for suppressed in [false, true] {
            for disorganized in [false, true] {
                let states = States { suppressed, disorganized, eliminated: false };
                let (found, wanted) = (odds.chance(&states), chance_of(ends, id, states));
                assert!((found - wanted).abs() < 1e-9, "{}: {found} is not {wanted}", states.symbol());
            }
        }
    }

    /// The odds shown before a close assault agree with its rolls.
    #[test]
    fn close_assault_odds_match_the_rolls() {
        for (assaulter, defender) in [
            ("Infantry SMG", "germany/Infantry '43"),
            ("Infantry SMG,state=S", "germany/Infantry '43,posture=fire-move,state=D"),
            ("Infantry SMG", "germany/Infantry '43,posture=move"),
            ("Infantry MMG '39", "Panzer IV F2-H (7.5cm)"),
        ] {
            let mut game = table(&[assaulter], defender, &[]);
            let (id, target) = (game.battle.ids(Side::A).start, game.battle.ids(Side::B).start);
            game.now.assaults.push((id, target));
            game.now.stack.clear(); // only a decision to give way is then open
            let odds = assault_odds(&game, &[id], target, Some(id));
            let ends = courses(&game, &|game, dice| {
                close_assault::resolve_close_assault(game, target, Some(id), dice, &mut Log::off())
            });
            same(&ends, target, &odds.defender_states());
            if let Some(answered) = &odds.answered {
                same(&ends, id, answered);
            }
            let gives: f64 = ends.iter().filter(|(game, _)| !game.now.stack.is_empty()).map(|(_, p)| p).sum();
            assert!((gives - odds.gives_way()).abs() < 1e-9, "{gives} is not {}", odds.gives_way());
        }
    }

    /// The odds shown before an overrun agree with its rolls.
    #[test]
    fn overrun_odds_match_the_rolls() {
        for (vehicle, defender) in [
            ("T-34c", "germany/Infantry '43"),
            ("T-34c,state=SD", "germany/75mm ATG PaK 40,state=S"),
            ("BA-64,state=D", "germany/Infantry HQ"),
        ] {
            let mut game = table(&[vehicle], defender, &[]);
            let (id, target) = (game.battle.ids(Side::A).start, game.battle.ids(Side::B).start);
            game.now.overruns.push((id, target));
            let odds = overrun_odds(&game.forces, &game.now, &game.command, &[id], target);
            let ends = courses(&game, &|game, dice| overrun::resolve_overruns(game, dice, &mut Log::off()));
            same(&ends, target, &odds.defender);
            same(&ends, id, &odds.vehicles[0]);
        }
    }
}
