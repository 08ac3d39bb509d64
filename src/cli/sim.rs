//! `standto sim`: plays many games of the computer against itself.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::names;
use super::{CommandError, CommandResult, fail, json, values};
use crate::game::Level;
use crate::game::journal::{fingerprint, level_word};
use crate::library::Library;
use crate::simulate::{MergeError, Plan, Report, Shard, merged};
use crate::store;
use crate::tool::Table;

/// Let the computer play a scenario against itself, many times.
///
/// Every game has its own seed, printed with its result. A run of one game with that seed repeats it exactly.
/// The number of games run at once does not change the results. A run can be split over several machines with
/// --shard and put together again with "standto sim merge".
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Examples:\n  standto sim introductory --games 200 --random\n  \
    standto sim introductory --games 20 --levels easy,normal --json\n  \
    standto sim introductory --games 800 --shard 3/8 --json > part-3.json\n  \
    standto sim merge part-*.json")]
pub struct Sim {
    #[command(subcommand)]
    merge: Option<Parts>,
    /// Scenario: a name from "standto list", or the path of a .toml file
    #[arg(add = names::scenarios(), required = true)]
    scenario: Option<String>,
    /// Number of games
    #[arg(long, value_name = "N", required = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,
    /// Seed of the first game; the other seeds follow from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games to run at once; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = jobs)]
    jobs: usize,
    /// Play only this part of the games: 3/8 is every eighth game, beginning with the third
    #[arg(long, value_name = "PART/PARTS", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Use the custom data in this file in place of the built-in tables
    #[arg(long, alias = "own-tables", value_name = "FILE")]
    custom_data: Option<PathBuf>,
    /// Give this side the help that the scenario has for it
    #[arg(long, value_name = "SIDE")]
    favour: Option<String>,
    /// Print JSON: run, games, wins, decisions, decisions_per_second, seconds, play, results
    #[arg(long)]
    json: bool,
    /// Both sides play random legal choices; the same as --level random
    #[arg(long, conflicts_with_all = ["level", "levels"])]
    random: bool,
    /// Strength of both sides; a statue fires and never moves
    #[arg(long, value_name = "LEVEL", value_parser = values::measured_level(), conflicts_with = "levels")]
    level: Option<Level>,
    /// Strength of each side, in scenario order: "easy,normal"
    #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1, value_parser = values::measured_level())]
    levels: Vec<Level>,
}

#[derive(Subcommand)]
enum Parts {
    Merge(Merge),
}

/// Put the parts of a run together.
///
/// The parts are files written by --shard with --json, in any order. The result is that of the whole run.
#[derive(Args)]
pub(super) struct Merge {
    /// Files with the JSON of all parts
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Print JSON, as the whole run would
    #[arg(long)]
    pub(super) json: bool,
}

/// The run that a report belongs to.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Run {
    scenario: String,
    fingerprint: String,
    sides: [String; 2],
    levels: [String; 2],
    games: u32,
    seed: u64,
    shard: Shard,
}

/// A run, or a part of it, as it is printed.
#[derive(Serialize, Deserialize)]
struct SimResult {
    run: Run,
    #[serde(flatten)]
    report: Report,
}

/// The largest file of results that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// Reads JSON written by an earlier command.
pub(super) fn read_results<T: DeserializeOwned>(file: &Path) -> Result<T, CommandError> {
    let bytes = store::read_bytes(file, LARGEST)?;
    let name = crate::plain::path(file);
    serde_json::from_slice(&bytes)
        .or_else(|error| fail(format!("{name}: expected results printed with --json: {error}")))
}

/// A number of games to run at once.
pub(super) fn jobs(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number: &usize| number <= 1024);
    number.ok_or_else(|| "expected a number from 0 to 1024".to_owned())
}

impl Sim {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        if let Some(Parts::Merge(merge)) = self.merge {
            return merge.run(out);
        }
        let (Some(name), Some(games)) = (self.scenario.as_deref(), self.games) else {
            return Err(CommandError::Usage("sim needs a scenario and --games".to_owned()));
        };
        let levels = match (&self.levels[..], self.level) {
            _ if self.random => [Level::Random; 2],
            ([], level) => [level.unwrap_or_default(); 2],
            (&[a, b], _) => [a, b],
            (more, _) => {
                let given = more.len();
                return Err(CommandError::Usage(format!(
                    "--levels needs two levels, one for each side, not {given}"
                )));
            }
        };
        let mut scenario = front.scenario_with(name, self.custom_data.as_deref())?;
        self.favour.iter().try_for_each(|side| scenario.favour(side))?;
        let (opening, _) = scenario.open()?;
        let Self { seed, jobs, shard, .. } = self;
        let plan = Plan { games, seed, jobs, levels, shard, ..Plan::default() };
        let bar = super::progress::bar(shard.games(0..games).count() as u64, "games");
        let report = opening.simulate(&plan, &|_| bar.inc(1));
        bar.finish_and_clear();
        let run = Run {
            scenario: name.to_owned(),
            fingerprint: fingerprint(&scenario.text),
            sides: opening.sides().map(|(key, _)| key),
            levels: levels.map(|level| level_word(level).to_owned()),
            games,
            seed,
            shard,
        };
        SimResult { run, report: report? }.write(self.json, out)
    }
}

impl Merge {
    fn run(self, out: &mut dyn Write) -> CommandResult {
        let parts: Vec<SimResult> =
            self.files.iter().map(|file| read_results(file)).collect::<Result<_, _>>()?;
        merge(parts)?.write(self.json, out)
    }
}

/// The result of a whole run from those of its parts.
fn merge(parts: Vec<SimResult>) -> Result<SimResult, MergeError> {
    let run = parts.first().ok_or(MergeError::Nothing)?.run.clone();
    for part in &parts {
        let same = Run { shard: run.shard, ..part.run.clone() } == run;
        if !same || part.run.shard.of() != run.shard.of() {
            return Err(MergeError::Other(
                run.shard,
                part.run.shard,
                "the scenario, the levels, the games or the seed",
            ));
        }
    }
    let seconds = parts.iter().map(|part| part.report.seconds).sum();
    let rows = parts.into_iter().map(|part| (part.run.shard, part.report.results)).collect();
    let results = merged(rows, run.games)?;
    let report = Report::of(&run.sides, run.seed, results, seconds);
    Ok(SimResult { run: Run { shard: Shard::WHOLE, ..run }, report })
}

impl SimResult {
    fn write(&self, as_json: bool, out: &mut dyn Write) -> CommandResult {
        if as_json { json(out, self) } else { print(&self.run, &self.report, out) }
    }
}

fn print(run: &Run, report: &Report, out: &mut dyn Write) -> CommandResult {
    let keys = &run.sides;
    let games = f64::from(report.games.max(1));
    let mut table = Table::new(["side", "level", "wins", "share", "mean losses"]);
    for (key, level) in keys.iter().zip(&run.levels) {
        let lost: u32 = report.results.iter().filter_map(|game| game.losses.get(key)).sum();
        let wins = report.wins.get(key).copied().unwrap_or(0);
        let share = format!("{:.1}%", 100.0 * f64::from(wins) / games);
        let mean = format!("{:.1}", f64::from(lost) / games);
        table.row([key.clone(), level.clone(), wins.to_string(), share, mean]);
    }
    let draws = report.wins.get("draw").copied().unwrap_or(0);
    let share = format!("{:.1}%", 100.0 * f64::from(draws) / games);
    table.row(["draw".into(), String::new(), draws.to_string(), share]);
    table.write(out)?;
    writeln!(
        out,
        "\n{} games, {} decisions in {:.1} s, {:.0} a second; the play is {}\n",
        report.games, report.decisions, report.seconds, report.decisions_per_second, report.play
    )?;
    let lost = keys.iter().map(|key| format!("{key} lost"));
    let headings = ["seed", "winner", "turns", "decisions"].map(str::to_owned);
    let mut table = Table::new(headings.into_iter().chain(lost));
    for game in &report.results {
        let lost = keys.iter().map(|key| game.losses.get(key).copied().unwrap_or(0).to_string());
        let cells =
            [game.seed.to_string(), game.winner.clone(), game.turns.to_string(), game.decisions.to_string()];
        table.row(cells.into_iter().chain(lost));
    }
    table.write(out)?;
    Ok(())
}
