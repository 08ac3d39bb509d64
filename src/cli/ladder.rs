//! `standto ladder`: plays the levels of the computer against each other.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};

use super::sim::{Merge, jobs, read_results};
use super::{CommandError, CommandResult, json, names, values};
use crate::game::Level;
use crate::game::journal::{fingerprint, level_word};
use crate::library::{Library, Scenario};
use crate::odds::percent_in_tenths;
use crate::reading::balance::{MEASURED, provisions};
use crate::registry::{Opening, Ruleset};
use crate::simulate::ladder::{LadderMatch, LadderPlan, play_pairs};
use crate::simulate::strength::{Elo, Sprt, Tally, Verdict, wilson};
use crate::simulate::{MergeError, Shard};
use crate::tool::Table;

/// Play the levels of the computer against each other and measure their strength.
///
/// Every two levels play each other. Each seed is played twice, with the sides swapped, so that neither level
/// gains from a battle that favours a side. In a battle that one side nearly always wins two levels hardly differ:
/// --balanced plays it with its handicap. The number of games run at once does not change the results.
///
/// The Elo difference comes with its 95% interval. With --sprt a match ends as soon as it is clear which of two
/// Elo differences is nearer. A ladder can be split over several machines with --shard and put together again
/// with "standto ladder merge".
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Examples:\n  standto ladder introductory --games 200\n  \
    standto ladder crossroads --levels normal,statue --games 400 --sprt 0,100\n  \
    standto ladder --games 800 --shard 3/8 --json > part-3.json\n  \
    standto ladder merge part-*.json")]
pub struct Ladder {
    #[command(subcommand)]
    merge: Option<Parts>,
    /// Scenarios: names from "standto list", or paths of .toml files; without any, the first of each ruleset
    #[arg(value_name = "SCENARIO", add = names::scenarios())]
    scenarios: Vec<String>,
    /// Number of games of each match, half of them with the sides swapped
    #[arg(long, value_name = "N", required = true, value_parser = even)]
    games: Option<u32>,
    /// Levels that play each other; all of them unless you name some
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', num_args = 1, value_parser = values::measured_level())]
    levels: Vec<Level>,
    /// Seed of the first pair of games; the other seeds follow from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games to run at once; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = jobs)]
    jobs: usize,
    /// End a match once it is clear which of these Elo differences is nearer, as 0,50
    #[arg(long, value_name = "LOWER,HIGHER", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Play only this part of every match: 3/8 is every eighth pair of games, beginning with the third
    #[arg(long, value_name = "PART/PARTS", default_value_t = Shard::WHOLE, conflicts_with = "sprt")]
    shard: Shard,
    /// Use the custom data in this file in place of the built-in tables
    #[arg(long, value_name = "FILE")]
    custom_data: Option<PathBuf>,
    /// Play each battle with its measured handicap, where it has one
    #[arg(long)]
    balanced: bool,
    /// Print JSON: games, seed, shard, sprt, matches with pairs and strength
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Parts {
    Merge(Merge),
}

fn even(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (2..=1_000_000).contains(number) && number % 2 == 0);
    number.ok_or_else(|| "expected an even number from 2 to 1000000".to_owned())
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let figures: Vec<f64> = text.split(',').filter_map(|figure| figure.trim().parse().ok()).collect();
    match figures[..] {
        [lower, higher] if lower < higher && lower >= -800.0 && higher <= 800.0 => {
            Ok(Sprt { elos: [lower, higher] })
        }
        _ => Err("expected two Elo differences from -800 to 800, the lower first, such as 0,50".to_owned()),
    }
}

/// A ladder, or a part of it, as it is printed.
#[derive(Serialize, Deserialize)]
struct LadderResult {
    /// The most games of a match.
    games: u32,
    seed: u64,
    shard: Shard,
    sprt: Option<Sprt>,
    matches: Vec<Measured>,
}

/// A match and the strength it shows.
#[derive(Serialize, Deserialize)]
struct Measured {
    #[serde(flatten)]
    fought: LadderMatch,
    strength: Strength,
}

/// The strength of the first level of a match over the second.
#[derive(Serialize, Deserialize)]
struct Strength {
    won: u32,
    drawn: u32,
    lost: u32,
    score: f64,
    score_interval: [f64; 2],
    elo: Elo,
    /// Games won by the first side of the battle and by the second, with either level.
    by_side: [u32; 2],
    /// The answer of the sequential test.
    sprt: Option<Verdict>,
}

impl Measured {
    fn of(fought: LadderMatch, sprt: Option<Sprt>) -> Self {
        let tally = fought.tally();
        let [first, second, _] = fought.by_side();
        let strength = Strength {
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            score: tally.score(),
            score_interval: tally.score_interval(),
            elo: tally.elo(),
            by_side: [first, second],
            sprt: sprt.map(|sprt| sprt.verdict(&tally)),
        };
        Self { fought, strength }
    }
}

impl Ladder {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        if let Some(Parts::Merge(Merge { files, json })) = self.merge {
            let parts = files.iter().map(|file| read_results(file)).collect::<Result<_, _>>()?;
            return merge(parts)?.write(json, out);
        }
        let all: Vec<Level> = Level::ALL.into_iter().rev().collect();
        let matches = matches_of(if self.levels.is_empty() { &all } else { &self.levels })?;
        let games = self.games.unwrap_or(2);
        let scenarios = self
            .scenarios
            .iter()
            .map(|name| (name.clone(), front.scenario_with(name, self.custom_data.as_deref())));
        let mut scenarios: Vec<(String, Scenario)> = if self.scenarios.is_empty() {
            let firsts = Ruleset::ALL.into_iter().filter_map(|ruleset| {
                let name = format!("{ruleset}/{}", ruleset.scenarios().first()?.0);
                Some(front.scenario_with(&name, self.custom_data.as_deref()).map(|scenario| (name, scenario)))
            });
            firsts.collect::<Result<_, _>>()?
        } else {
            scenarios.map(|(name, found)| Ok((name, found?))).collect::<Result<_, CommandError>>()?
        };
        for (_, scenario) in scenarios.iter_mut().filter(|_| self.balanced) {
            if let Some(side) = handicapped(&scenario.text) {
                scenario.favour(&side)?;
            }
        }
        let opened = scenarios
            .iter()
            .map(|(name, scenario)| Ok((name.as_str(), scenario, scenario.open()?.0)))
            .collect::<Result<Vec<(&str, &Scenario, Box<dyn Opening>)>, CommandError>>()?;
        let Self { seed, jobs, shard, sprt, .. } = self;
        let plan = LadderPlan { pairs: games / 2, seed, jobs, shard, sprt };
        let pairs = shard.games(0..plan.pairs).count() * matches.len() * opened.len();
        let bar = super::progress::bar(2 * pairs as u64, "games");
        let mut measured = Vec::new();
        for (name, scenario, opening) in &opened {
            let sides = opening.sides().map(|(key, _)| key);
            for &levels in &matches {
                let pairs = play_pairs(&plan, levels, &sides, |plan| opening.simulate(plan, &|_| bar.inc(1)));
                let fought = LadderMatch {
                    scenario: (*name).to_owned(),
                    fingerprint: fingerprint(&scenario.text),
                    sides: sides.clone(),
                    levels: levels.map(|level| level_word(level).to_owned()),
                    pairs: pairs.inspect_err(|_| bar.finish_and_clear())?,
                };
                measured.push(Measured::of(fought, sprt));
            }
        }
        bar.finish_and_clear();
        LadderResult { games, seed, shard, sprt, matches: measured }.write(self.json, out)
    }
}

/// The balance provision that makes a scenario even: the measured one, or its only one.
fn handicapped(text: &str) -> Option<String> {
    let keys: Vec<String> = provisions(text).into_iter().map(|provision| provision.key).collect();
    match &keys[..] {
        [only] => Some(only.clone()),
        _ => keys.into_iter().find(|key| key == MEASURED),
    }
}

/// Every two of these levels, the first named first.
fn matches_of(levels: &[Level]) -> Result<Vec<[Level; 2]>, CommandError> {
    let twice = (1..levels.len()).any(|at| levels[..at].contains(&levels[at]));
    if levels.len() < 2 || twice {
        return Err(CommandError::Usage(
            "--levels needs two or more different levels, such as normal,easy".to_owned(),
        ));
    }
    let above = |at: usize| levels[at + 1..].iter().map(move |&other| [levels[at], other]);
    Ok((0..levels.len()).flat_map(above).collect())
}

/// A whole ladder from its parts.
fn merge(parts: Vec<LadderResult>) -> Result<LadderResult, MergeError> {
    let first = parts.first().ok_or(MergeError::Nothing)?;
    let (games, seed, shard, count) = (first.games, first.seed, first.shard, first.matches.len());
    for part in &parts {
        let other = |what| Err(MergeError::Other(shard, part.shard, what));
        if part.shard.of() != shard.of() {
            return other("the number of parts");
        }
        if (part.games, part.seed) != (games, seed) {
            return other("the games or the seed");
        }
        if part.matches.len() != count {
            return other("their matches");
        }
    }
    let mut rows: Vec<Vec<(Shard, LadderMatch)>> = (0..count).map(|_| Vec::new()).collect();
    for part in parts {
        for (row, one) in rows.iter_mut().zip(part.matches) {
            row.push((part.shard, one.fought));
        }
    }
    let matches = rows
        .into_iter()
        .map(|row| Ok(Measured::of(LadderMatch::merge(row, games / 2)?, None)))
        .collect::<Result<_, MergeError>>()?;
    Ok(LadderResult { games, seed, shard: Shard::WHOLE, sprt: None, matches })
}

impl LadderResult {
    fn write(&self, as_json: bool, out: &mut dyn Write) -> CommandResult {
        if as_json {
            return json(out, self);
        }
        let mut table = Table::new([
            "scenario", "level", "against", "games", "won", "drawn", "lost", "score", "95%", "Elo", "95%",
        ]);
        for Measured { fought, .. } in &self.matches {
            let [level, against] = &fought.levels;
            row(&mut table, [&fought.scenario, level, against], &fought.tally());
        }
        for (level, against, tally) in self.totals() {
            row(&mut table, ["all", level, against], &tally);
        }
        table.write(out)?;
        writeln!(out, "\nBy side, with either level:\n")?;
        let mut table = Table::new(["scenario", "level", "against", "side", "won", "share", "95%"]);
        for Measured { fought, .. } in &self.matches {
            let wins = fought.by_side();
            let games = f64::from(wins.iter().sum::<u32>().max(1));
            let [level, against] = &fought.levels;
            for (side, won) in fought.sides.iter().map(String::as_str).chain(["draw"]).zip(wins) {
                let share = f64::from(won) / games;
                let cells = [
                    &*fought.scenario,
                    level,
                    against,
                    side,
                    &won.to_string(),
                    &percent_in_tenths(share),
                    &interval(wilson(share, games)),
                ];
                table.row(cells);
            }
        }
        table.write(out)?;
        if let Some(sprt) = self.sprt {
            self.write_answers(sprt, out)?;
        }
        Ok(())
    }

    /// The scores of two levels over all battles, if there are several.
    fn totals(&self) -> Vec<(&str, &str, Tally)> {
        let mut totals: Vec<(&str, &str, Tally)> = Vec::new();
        for Measured { fought, .. } in &self.matches {
            let [level, against] = &fought.levels;
            let tally = fought.tally();
            match totals
                .iter_mut()
                .find(|(known, other, _)| (known, other) == (&level.as_str(), &against.as_str()))
            {
                Some((.., total)) => total.join(&tally),
                None => totals.push((level, against, tally)),
            }
        }
        if totals.len() == self.matches.len() { Vec::new() } else { totals }
    }

    fn write_answers(&self, sprt: Sprt, out: &mut dyn Write) -> CommandResult {
        let [lower, higher] = sprt.elos;
        writeln!(
            out,
            "\nSequential test, Elo {lower:+} or {higher:+}, stopping at a log likelihood ratio of ±{:.2}:\n",
            Sprt::bound()
        )?;
        let mut table = Table::new(["scenario", "level", "against", "games", "ratio", "answer"]);
        for Measured { fought, .. } in &self.matches {
            let tally = fought.tally();
            let answer = match sprt.verdict(&tally) {
                Verdict::Lower => format!("{lower:+}"),
                Verdict::Higher => format!("{higher:+}"),
                Verdict::Open => "not known yet".to_owned(),
            };
            let [level, against] = &fought.levels;
            let ratio = format!("{:+.2}", tally.likelihood(sprt.elos));
            table.row([&*fought.scenario, level, against, &tally.games().to_string(), &ratio, &answer]);
        }
        table.write(out)?;
        Ok(())
    }
}

fn row(table: &mut Table, [scenario, level, against]: [&str; 3], tally: &Tally) {
    let elo = tally.elo();
    let figure =
        |elo: Option<f64>, beyond: &str| elo.map_or_else(|| beyond.to_owned(), |elo| format!("{elo:+.0}"));
    let beyond = if tally.score() > 0.5 { "all won" } else { "all lost" };
    let range = format!("{} to {}", figure(elo.interval[0], "-∞"), figure(elo.interval[1], "+∞"));
    let counts = [tally.games(), tally.won, tally.drawn, tally.lost].map(|count| count.to_string());
    let names = [scenario, level, against].map(str::to_owned);
    let figures = [
        percent_in_tenths(tally.score()),
        interval(tally.score_interval()),
        figure(elo.difference, beyond),
        range,
    ];
    table.row(names.into_iter().chain(counts).chain(figures));
}

fn interval([low, high]: [f64; 2]) -> String {
    format!("{} to {}", percent_in_tenths(low), percent_in_tenths(high))
}
