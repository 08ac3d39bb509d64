//! `standto odds matg orders`, `mines` and `recovery` (8.2, 11.1, 5.3).

use std::io::Write;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::field::{self, Camp, MIDDLE, Named};
use super::notation;
use super::told::{self, Ends, Roll, percent};
use crate::board::Cell;
use crate::game::{Side, Test};
use crate::odds::{Distribution, two_d6};
use crate::rules::matg::command::{determination, groups, removal};
use crate::rules::matg::fire::charts::{self, Concentration};
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::works::mines;
use crate::rules::matg::works::mines::Mine;
use crate::tool::{CommandResult, PlayerFiles, Run, Table, json, names};

/// Movement orders of a GHQ, and the single die roll for a group to move (8.2).
///
/// Each stand of the group has its own number to roll; a headquarters in the group benefits all of them.
#[derive(Args)]
pub struct Orders {
    /// Quality of the GHQ, -2 to +3
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = clap::value_parser!(i16).range(-2..=3))]
    quality: i16,
    /// Force cohesion level, 1 to 20; required for a group
    #[arg(long, value_name = "N", requires = "group", value_parser = clap::value_parser!(i16).range(1..=20))]
    cohesion: Option<i16>,
    /// A stand of the group; repeat for each stand: "T-34c,state=S", "T-34c,role=HQ", "BA-64,recon=yes"
    #[arg(long = "stand", id = "group", value_name = "NAME,...", requires = "cohesion", add = names(notation::stand_names))]
    stands: Vec<Named>,
    /// The group moves without an order (8.2.7)
    #[arg(long)]
    alone: bool,
    /// The group's force is broken: cohesion +2 to move (12.1.5)
    #[arg(long)]
    broken: bool,
    /// Print JSON: orders (chance of each number), mean, group, all and none
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct OrdersAnswer {
    orders: Vec<f64>,
    mean: f64,
    group: Vec<Roll>,
    all: Option<f64>,
    none: Option<f64>,
}

impl Run for Orders {
    fn run(self, _: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let numbers = Distribution::of_cases(
            two_d6().map(|dice| charts::movement_orders(i16::from(dice) + self.quality)),
        );
        let tests = self.tests()?;
        // One die roll decides for all stands.
        let share = |moves: &dyn Fn(u8) -> bool| {
            (!tests.is_empty()).then(|| f64::from((1..=20).filter(|&face| moves(face)).count() as u8) / 20.0)
        };
        let all = share(&|face| tests.iter().all(|test| test.passes(face)));
        let none = share(&|face| !tests.iter().any(|test| test.passes(face)));
        let mean = numbers.mean(|&orders| f64::from(orders));
        if self.json {
            let orders = (0..=5).map(|orders| numbers.chance(&orders)).collect();
            return json(
                out,
                &OrdersAnswer { orders, mean, group: tests.iter().map(Roll::of).collect(), all, none },
            );
        }
        writeln!(
            out,
            "Movement orders of a GHQ of quality {:+} (8.2.1): {mean:.2} on average",
            self.quality
        )?;
        let mut table = Table::new(["  orders", "chance", "as many or more"]);
        for orders in 0..=5u8 {
            let more: f64 = (orders..=5).map(|orders| numbers.chance(&orders)).sum();
            table.row([format!("  {orders}"), percent(numbers.chance(&orders)), percent(more)]);
        }
        table.write(out)?;
        for (stand, test) in self.stands.iter().zip(&tests) {
            writeln!(out, "\n{}", stand.name())?;
            told::roll(out, test)?;
        }
        if let (Some(all), Some(none)) = (all, none) {
            writeln!(out, "\nOne die for the group: all move {}, none {}", percent(all), percent(none))?;
        }
        Ok(())
    }
}

impl Orders {
    /// The cohesion rolls of the group's stands.
    fn tests(&self) -> Result<Vec<Test>, crate::tool::CommandError> {
        let Some(cohesion) = self.cohesion else { return Ok(Vec::new()) };
        let row = |n: usize| Cell::new(MIDDLE.x + n as i16, MIDDLE.y);
        let stands: Vec<_> = self.stands.iter().enumerate().map(|(n, one)| (one, row(n))).collect();
        let cohesion = if self.broken { (cohesion + determination::IN_RETREAT).min(20) } else { cohesion };
        let camps = [Camp { cohesion, stands, posture: Posture::Move }, nobody()];
        let game = field::position(&camps, &[])?;
        let ids = field::ids(&game, Side::A, &camps[0]);
        Ok(ids
            .iter()
            .map(|&id| groups::movement_profile(&game.forces, &game.now, &game.command, id, &ids, self.alone))
            .collect())
    }
}

fn nobody<'a>() -> Camp<'a> {
    Camp { cohesion: 13, stands: Vec::new(), posture: Posture::Fire }
}

/// A stand tries to leave a minefield (11.1).
///
/// It rolls at +3 to leave; then the mines attack on their column; if hurt, the stand rolls again to go on.
#[derive(Args)]
pub struct Mines {
    /// Force cohesion level of the stand's side, 1 to 20
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i16).range(1..=20))]
    cohesion: i16,
    /// The stand in the minefield: "T-34c,state=S"
    #[arg(long, value_name = "NAME,...", add = names(notation::stand_names))]
    stand: Named,
    /// Density of the minefield
    #[arg(long, value_enum, default_value_t)]
    field: Field,
    /// The minefield is friendly: a roll to cross, and no attack (11.1.7)
    #[arg(long)]
    own: bool,
    /// Print JSON: leave, column, off and target
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Field {
    Hasty,
    #[default]
    Standard,
    Concentrated,
}

#[derive(Serialize)]
struct MinesAnswer {
    leave: Roll,
    column: Option<i16>,
    off: f64,
    target: Ends,
}

impl Run for Mines {
    fn run(self, _: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let camps = [
            Camp { cohesion: self.cohesion, stands: vec![(&self.stand, MIDDLE)], posture: Posture::Move },
            nobody(),
        ];
        let mut game = field::position(&camps, &[Terrain::Minefield])?;
        let id = field::ids(&game, Side::A, &camps[0])[0];
        let kind = match self.field {
            Field::Hasty => Concentration::Hasty,
            Field::Standard => Concentration::Standard,
            Field::Concentrated => Concentration::Concentrated,
        };
        let owner = if self.own { Side::A } else { Side::B };
        let mine = Mine { cell: MIDDLE, owner, number: 1, kind: Some(kind), revealed: true, hidden: false };
        let leave = mines::leave_mines_profile(&game.forces, &game.now, &game.command, id, &mine);
        game.field.works.mines.push(mine);
        let odds = mines::mine_odds(&game.field, &game.forces, &game.now, &game.command, id, MIDDLE)
            .unwrap_or_else(|| Distribution::certain((game.forces.states(id), false)));
        let off = odds.iter().filter(|((_, on), _)| *on).fold(0.0, |sum, (_, chance)| sum + chance);
        let end = odds.map(|&(states, _)| states);
        let attack = (!self.own).then(|| mines::mines_attack(kind));
        if self.json {
            let column = attack.map(|attack| attack.differential());
            return json(out, &MinesAnswer { leave: Roll::of(&leave), column, off, target: Ends::of(&end) });
        }
        let who = self.stand.name();
        writeln!(out, "{who}")?;
        told::roll(out, &leave)?;
        if let Some(attack) = &attack {
            writeln!(
                out,
                "then the mines attack (11.1.4), and a stand that is hurt rolls again to go on \
                 (11.1.6)"
            )?;
            told::throw(out, attack)?;
        }
        writeln!(out, "\nGets off the minefield: {}", percent(off))?;
        told::ends(out, &format!("{who} after the attempt"), &end)?;
        Ok(())
    }
}

/// The Marker Removal Phase of a stand with a marker (5.3).
///
/// A successful roll removes S, and a natural 1 removes D; on a natural 20 the stand panics.
#[derive(Args)]
pub struct Recovery {
    /// Force cohesion level of the stand's side, 1 to 20
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i16).range(1..=20))]
    cohesion: i16,
    /// The stand: "T-34c,state=SD"
    #[arg(long, value_name = "NAME,...", add = names(notation::stand_names))]
    stand: Named,
    /// A headquarters without a marker is adjacent (10.1.3)
    #[arg(long)]
    beside_hq: bool,
    /// The stand's force is broken: cohesion -5 (12.1.5)
    #[arg(long)]
    broken: bool,
    /// Print JSON: roll and target
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct RecoveryAnswer {
    roll: Roll,
    target: Ends,
}

impl Run for Recovery {
    fn run(self, _: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let mut stands = vec![(&self.stand, MIDDLE)];
        let headquarters: Option<Named> = self.beside_hq.then(|| self.stand.headquarters()).transpose()?;
        stands.extend(headquarters.as_ref().map(|one| (one, Cell::new(MIDDLE.x + 1, MIDDLE.y))));
        let cohesion =
            if self.broken { (self.cohesion - determination::SHAKEN).max(1) } else { self.cohesion };
        let camps = [Camp { cohesion, stands, posture: Posture::Fire }, nobody()];
        let game = field::position(&camps, &[])?;
        let id = field::ids(&game, Side::A, &camps[0])[0];
        let before = game.forces.states(id);
        if !before.suppressed && !before.disorganized {
            let why = format!("{} has no marker to remove: state=S, D or SD", self.stand.name());
            return Err(crate::tool::CommandError::Usage(why));
        }
        let (test, end) = (
            removal::recovery_profile(&game.forces, &game.now, &game.command, id),
            removal::recovery_odds(&game.forces, &game.now, &game.command, id),
        );
        if self.json {
            return json(out, &RecoveryAnswer { roll: Roll::of(&test), target: Ends::of(&end) });
        }
        writeln!(out, "{}, {}", self.stand.name(), before.symbol())?;
        told::roll(out, &test)?;
        told::ends(out, "After the Marker Removal Phase (5.3)", &end)?;
        Ok(())
    }
}
