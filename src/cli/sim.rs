//! `standto sim`: plays many games of the computer against itself.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::names;
use super::{CommandError, CommandResult, json, values};
use crate::game::Level;
use crate::game::journal::level_word;
use crate::library::Library;
use crate::simulate::{Plan, Report};
use crate::tool::Table;

/// Let the computer play a scenario against itself, many times.
///
/// Every game has its own seed, printed with its result. A run of one game with that seed repeats it exactly.
/// The number of games run at once does not change the results.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto sim introductory --games 200 --random\n  \
    standto sim introductory --games 20 --levels easy,normal --json")]
pub struct Sim {
    /// Scenario: a name from "standto list", or the path of a .toml file
    #[arg(add = names::scenarios())]
    scenario: String,
    /// Number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Seed of the first game; the other seeds follow from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games to run at once; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = jobs)]
    jobs: usize,
    /// Use the custom data in this file in place of the built-in tables
    #[arg(long, alias = "own-tables", value_name = "FILE")]
    custom_data: Option<PathBuf>,
    /// Print JSON: games, wins, decisions, decisions_per_second, seconds, play, results
    #[arg(long)]
    json: bool,
    /// Both sides play random legal choices; the same as --level random
    #[arg(long, conflicts_with_all = ["level", "levels"])]
    random: bool,
    /// Strength of both sides
    #[arg(long, value_name = "LEVEL", value_parser = values::level(), conflicts_with = "levels")]
    level: Option<Level>,
    /// Strength of each side, in scenario order: "easy,normal"
    #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1, value_parser = values::level())]
    levels: Vec<Level>,
}

fn jobs(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number: &usize| number <= 1024);
    number.ok_or_else(|| "expected a number from 0 to 1024".to_owned())
}

impl Sim {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
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
        let (opening, _) = front.scenario_with(&self.scenario, self.custom_data.as_deref())?.open()?;
        let plan = Plan { games: self.games, seed: self.seed, jobs: self.jobs, levels, ..Plan::default() };
        let bar = super::progress::bar(self.games.into(), "games");
        let report = opening.simulate(&plan, &|_| bar.inc(1));
        bar.finish_and_clear();
        let report = report?;
        if self.json {
            return json(out, &report);
        }
        let keys = opening.sides().map(|(key, _)| key);
        print(&report, &keys, levels, out)
    }
}

fn print(report: &Report, keys: &[String; 2], levels: [Level; 2], out: &mut dyn Write) -> CommandResult {
    let games = f64::from(report.games);
    let mut table = Table::new(["side", "level", "wins", "share", "mean losses"]);
    for (key, level) in keys.iter().zip(levels) {
        let lost: u32 = report.results.iter().filter_map(|game| game.losses.get(key)).sum();
        let wins = report.wins.get(key).copied().unwrap_or(0);
        let share = format!("{:.1}%", 100.0 * f64::from(wins) / games);
        let mean = format!("{:.1}", f64::from(lost) / games);
        table.row([key.clone(), level_word(level).into(), wins.to_string(), share, mean]);
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
