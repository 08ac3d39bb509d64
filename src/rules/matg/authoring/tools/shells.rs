//! `standto odds matg artillery` (7.4 to 7.6, 10.8).

use std::io::Write;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::field::{self, Camp, MIDDLE, Named};
use super::notation;
use super::told::{self, Ends, Roll, percent};
use crate::board::Cell;
use crate::game::{Side, Test};
use crate::odds::Distribution;
use crate::rules::matg::artillery::missions::Kind;
use crate::rules::matg::artillery::{batteries, close_support, indirect, plan, shells};
use crate::rules::matg::command::cohesion::States;
use crate::rules::matg::command::determination;
use crate::rules::matg::fire::attack::{Attack, outcome_of_shells};
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::battle::GunUse;
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::position::{Id, Position};
use crate::tool::{CommandError, CommandResult, PlayerFiles, Run, json, names};

/// Artillery fires at a square with a stand in it (7.4 to 7.6, 10.8).
///
/// One roll to arrive, or to fire directly; one not to deviate, if the fire can deviate; then a roll on the
/// Combat Results Table for each shell that lands in the square. Fire that deviates counts as a miss.
#[derive(Args)]
pub struct Artillery {
    /// Force cohesion level of the firing side, 1 to 20
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i16).range(1..=20))]
    cohesion: i16,
    /// A battery, by its name in the weapons data; several form a group with one sheaf: "120mm Mortar
    /// [2],state=S"
    #[arg(long = "battery", value_name = "NAME,...", required = true, add = names(notation::stand_names))]
    batteries: Vec<Named>,
    /// The stand in the square: "T-34c,posture=move"
    #[arg(long, value_name = "NAME,...", add = names(notation::stand_names))]
    target: Named,
    /// Type of fire
    #[arg(long, value_enum, default_value_t)]
    fire: Manner,
    /// Shells that land in the square [default: all for a closed sheaf, one for rockets, which fire an open
    /// sheaf]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=24))]
    shells: Option<u8>,
    /// Range in inches
    #[arg(long, value_name = "N", default_value = "12", value_parser = notation::range)]
    range: u16,
    /// Terrain of the target
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = notation::terrain,
        add = names(notation::terrain_keys))]
    terrain: Vec<Terrain>,
    /// A natural 1 to fire or to arrive shifts the attacks two columns in the firer's favour (12.2.1)
    #[arg(long)]
    hot_shot: bool,
    /// The firing side is broken: cohesion -5; direct fire to 5 inches at most, indirect fire only as plotted
    /// before it broke (12.1.5)
    #[arg(long)]
    broken: bool,
    /// Print JSON: fires, on_target, shells, hit, hit_end and target
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Manner {
    /// Plotted by an observer (7.6.2.1)
    #[default]
    Indirect,
    /// At a pre-registered place (7.6.2.2)
    PreRegistered,
    /// Registered in play by fire that landed on its target (12.12)
    Registered,
    /// A barrage (7.6.2.4)
    Barrage,
    /// Direct fire (7.5)
    Direct,
}

#[derive(Serialize)]
struct Answer {
    fires: Roll,
    on_target: Option<Roll>,
    shells: Vec<Shell>,
    hit: f64,
    hit_end: Ends,
    target: Ends,
}

#[derive(Serialize)]
struct Shell {
    column: i16,
    modifier: i16,
}

/// The results of the calculation.
struct Fall {
    fires: Test,
    on_target: Option<Test>,
    shells: Vec<Attack>,
    struck: Distribution<States>,
    target: Distribution<States>,
}

impl Fall {
    fn hit(&self) -> f64 {
        self.fires.chance() * self.on_target.as_ref().map_or(1.0, Test::chance)
    }
}

impl Run for Artillery {
    fn run(self, _: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        if self.range > 80 || self.batteries.len() > 5 {
            return Err(CommandError::Usage(
                "the table is 80 inches long, and a group has 5 batteries at most".into(),
            ));
        }
        if self.broken && matches!(self.fire, Manner::Direct) && self.range > determination::REACH {
            return Err(CommandError::Usage("a broken stand fires no farther than 5 inches (12.1.5)".into()));
        }
        // The batteries stand side by side, all at the same range.
        let rows = [0, 1, -1, 2, -2].into_iter();
        let place = |row: i16| Cell::new(MIDDLE.x + self.range as i16, MIDDLE.y + row);
        let camps = [
            Camp {
                cohesion: if self.broken {
                    (self.cohesion - determination::SHAKEN).max(1)
                } else {
                    self.cohesion
                },
                stands: self.batteries.iter().zip(rows.map(place)).collect(),
                posture: Posture::Fire,
            },
            Camp { cohesion: 13, stands: vec![(&self.target, MIDDLE)], posture: Posture::Fire },
        ];
        let game = field::position(&camps, &self.terrain)?;
        let target = field::ids(&game, Side::B, &camps[1])[0];
        let mut guns = Vec::new();
        for (id, battery) in field::ids(&game, Side::A, &camps[0]).into_iter().zip(&self.batteries) {
            guns.push((id, shell_gun(&game, id, battery)?));
        }
        let fall = self.fall(&game, &guns, target)?;
        if self.json { json(out, &answer(&fall)) } else { self.print(&fall, out) }
    }
}

/// The gun a stand fires in the artillery phase.
fn shell_gun(game: &Position, id: Id, named: &Named) -> Result<u8, CommandError> {
    let shells = |usage: &GunUse| matches!(usage, GunUse::Artillery | GunUse::Rocket | GunUse::CloseSupport);
    let found = game.battle.unit(id).guns.iter().position(|(_, usage)| shells(usage));
    let none = || CommandError::Usage(format!("{} is not artillery", named.name()));
    found.map(|gun| gun as u8).ok_or_else(none)
}

impl Artillery {
    fn fall(&self, game: &Position, guns: &[(Id, u8)], target: Id) -> Result<Fall, CommandError> {
        let close =
            |&(id, gun): &(Id, u8)| game.battle.unit(id).guns[usize::from(gun)].1 == GunUse::CloseSupport;
        let kind = match self.fire {
            Manner::Indirect => Kind::Support,
            Manner::PreRegistered => Kind::PreRegistered,
            Manner::Registered => Kind::Registered,
            Manner::Barrage => Kind::Barrage,
            Manner::Direct => Kind::Direct,
        };
        if guns.iter().any(close) {
            if kind != Kind::Direct || guns.len() > 1 {
                return Err(CommandError::Usage(
                    "close support fires direct and alone: --fire direct (10.8)".into(),
                ));
            }
            let (battery, gun) = guns[0];
            let shell = shells::shell_attack(&game.field, &game.forces, battery, gun, target, false);
            return Ok(self.landed(
                game,
                target,
                close_support::support_profile(
                    &game.field,
                    &game.forces,
                    &game.now,
                    &game.command,
                    battery,
                    target,
                ),
                None,
                vec![shell],
            ));
        }
        let strays =
            kind != Kind::Direct || guns.iter().any(|&(id, gun)| batteries::deviates(&game.battle, id, gun));
        let on_target =
            strays.then(|| indirect::deviation_profile(&game.forces, &game.now, &game.command, guns, kind).1);
        let all: Vec<(Id, u8)> = guns
            .iter()
            .flat_map(|&(id, gun)| {
                std::iter::repeat_n((id, gun), usize::from(game.battle.unit(id).sections()))
            })
            .collect();
        let count = match self.shells {
            Some(shells) if usize::from(shells) > all.len() => {
                return Err(CommandError::Usage(format!("these batteries have {} sections", all.len())));
            }
            Some(shells) => usize::from(shells),
            None if plan::has_rockets(&game.battle, guns) => 1,
            None => all.len(),
        };
        let barrage = kind == Kind::Barrage;
        let shells = all
            .iter()
            .take(count)
            .map(|&(id, gun)| shells::shell_attack(&game.field, &game.forces, id, gun, target, barrage));
        Ok(self.landed(
            game,
            target,
            indirect::arrival_of(&game.forces, &game.now, &game.command, kind, guns).1,
            on_target,
            shells.collect(),
        ))
    }

    fn landed(
        &self,
        game: &Position,
        target: Id,
        fires: Test,
        on_target: Option<Test>,
        shells: Vec<Attack>,
    ) -> Fall {
        let before = game.forces.states(target);
        let shells: Vec<Attack> =
            shells.into_iter().map(|shell| Attack { hot: self.hot_shot, ..shell }).collect();
        let struck = outcome_of_shells(fires.chance(), &shells, before);
        let mut fall = Fall { fires, on_target, target: struck.clone(), struck, shells };
        fall.target = fall.struck.or(fall.hit(), &Distribution::certain(before));
        fall
    }

    fn print(&self, fall: &Fall, out: &mut dyn Write) -> CommandResult {
        let names: Vec<&str> = self.batteries.iter().map(Named::name).collect();
        let whom = self.target.name();
        writeln!(out, "{}", names.join(", "))?;
        told::roll(out, &fall.fires)?;
        if let Some(test) = &fall.on_target {
            told::roll(out, test)?;
        }
        for (shell, number) in fall.shells.iter().zip(1..) {
            told::attack(out, &format!("shell {number}"), shell)?;
        }
        writeln!(out, "\nThe fire falls on the square: {}", percent(fall.hit()))?;
        writeln!(out, "  then {whom}: {}", told::ends_in_words(&fall.struck))?;
        told::ends(out, &format!("{whom} after this fire (7.4.3)"), &fall.target)?;
        Ok(())
    }
}

fn answer(fall: &Fall) -> Answer {
    let shell = |attack: &Attack| Shell { column: attack.differential().min(9), modifier: attack.modifier() };
    Answer {
        fires: Roll::of(&fall.fires),
        on_target: fall.on_target.as_ref().map(Roll::of),
        shells: fall.shells.iter().map(shell).collect(),
        hit: fall.hit(),
        hit_end: Ends::of(&fall.struck),
        target: Ends::of(&fall.target),
    }
}
