//! `standto odds matg strike`: an air strike (12.3).

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::field::{self, Camp, MIDDLE, Named};
use super::notation;
use super::told::{self, Ends, Roll, percent};
use crate::board::Cell;
use crate::game::Side;
use crate::rules::matg::air::strike::Strike as Run12;
use crate::rules::matg::air::{Plane, strike};
use crate::rules::matg::catalog::{Aircraft, aircraft};
use crate::rules::matg::fire::attack::outcome_of;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::choice::Posture;
use crate::tool::{CommandError, CommandResult, PlayerFiles, Run, json, names};

/// An aircraft strafes or bombs a stand (12.3).
///
/// One roll to press the attack and one to find the target, both modified by anti-aircraft fire; then a roll
/// on the Combat Results Table for each load. A strike that strays counts as a miss.
#[derive(Args)]
pub struct Strike {
    /// Force cohesion level of the aircraft's side, 1 to 20
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i16).range(1..=20))]
    cohesion: i16,
    /// The aircraft by its name in the aircraft data: "Junkers Ju87 D-1 (1)"
    #[arg(long, value_name = "NAME", value_parser = plane,
        add = names(|| aircraft().iter().map(|plane| plane.name.as_str())))]
    aircraft: &'static Aircraft,
    /// The stand in the square: "T-34c,posture=move"
    #[arg(long, value_name = "NAME,...", add = names(notation::stand_names))]
    target: Named,
    /// Number of loads dropped [default: none, the aircraft strafes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    loads: Option<u8>,
    /// Modifier for anti-aircraft fire: 2 for each gun up to 40 mm that succeeded, 1 for each larger one
    /// (12.3.4)
    #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(i16).range(0..=20))]
    flak: i16,
    /// The target is a further stand in a strafing line: +3, and no roll for straying (12.3.6)
    #[arg(long, conflicts_with = "loads")]
    next_in_line: bool,
    /// Terrain of the target
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = notation::terrain,
        add = names(notation::terrain_keys))]
    terrain: Vec<Terrain>,
    /// Print JSON: press, find, column, modifier, hit and target
    #[arg(long)]
    json: bool,
}

fn plane(name: &str) -> Result<&'static Aircraft, String> {
    let found = aircraft().iter().find(|kind| kind.name.eq_ignore_ascii_case(name.trim()));
    found.ok_or_else(|| {
        let known: Vec<&str> = aircraft().iter().map(|kind| kind.name.as_str()).collect();
        format!("no aircraft is called \"{name}\"{}", crate::reading::suggestion(name, &known))
    })
}

#[derive(Serialize)]
struct Answer {
    press: Roll,
    find: Option<Roll>,
    column: i16,
    modifier: i16,
    hit: f64,
    target: Ends,
}

impl Run for Strike {
    fn run(self, _: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let camps = [
            Camp { cohesion: self.cohesion, stands: Vec::new(), posture: Posture::Fire },
            Camp { cohesion: 13, stands: vec![(&self.target, MIDDLE)], posture: Posture::Fire },
        ];
        let mut game = field::position(&camps, &self.terrain)?;
        let kind = self.aircraft;
        let plane = Plane { side: Side::A, kind, turn: None };
        if self.loads.is_some_and(|loads| usize::from(loads) > plane.loads().count()) {
            let carries = plane.loads().count();
            return Err(CommandError::Usage(format!("{} carries {carries} loads", kind.name)));
        }
        game.change_battle(|battle| battle.aircraft = vec![plane]);
        let target = field::ids(&game, Side::B, &camps[1])[0];
        let strike = Run12 {
            side: Side::A,
            plane: 0,
            loads: (0..self.loads.unwrap_or(0)).collect(),
            at: game.forces.cell(target).unwrap_or(Cell::new(0, 0)),
            flak: self.flak,
            again: self.next_in_line,
        };
        let press = strike::strike_profile(&game.field, &game.forces, &game.now, &game.command, &strike);
        let find = (!self.next_in_line).then(|| press.clone());
        let hit = press.chance() * find.as_ref().map_or(1.0, |test| test.chance());
        let attack = |load: Option<u8>| strike::air_attack(&game.field, &game.forces, 0, load, target);
        let attacks: Vec<_> = match self.loads {
            None => vec![attack(None)],
            Some(loads) => (0..loads).map(|load| attack(Some(load))).collect(),
        };
        let start = game.forces.states(target);
        let all: Vec<_> = attacks.iter().map(|attack| (1.0, attack)).collect();
        let struck = outcome_of(&all, start);
        let end = struck.or(hit, &crate::odds::Distribution::certain(start));
        if self.json {
            let (column, modifier) = (attacks[0].differential().min(9), attacks[0].modifier());
            let answer = Answer {
                press: Roll::of(&press),
                find: find.as_ref().map(Roll::of),
                column,
                modifier,
                hit,
                target: Ends::of(&end),
            };
            return json(out, &answer);
        }
        let what = if self.loads.is_some() { "bombs" } else { "strafes" };
        writeln!(out, "{} {what} {}", kind.name, self.target.name())?;
        told::roll(out, &press)?;
        if let Some(find) = &find {
            told::roll(out, &crate::game::Test { purpose: "to find its target".into(), ..find.clone() })?;
        }
        for attack in &attacks {
            told::attack(out, what, attack)?;
        }
        writeln!(out, "  strikes the square: {}", percent(hit))?;
        told::ends(out, "The target after this strike (7.2)", &end)?;
        Ok(())
    }
}
