//! `standto list`: scenarios and saved games.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::{CommandResult, json};
use crate::game::Side;
use crate::library::{About, Headed, Library, SaveEntry, date_and_time};
use crate::registry::Ruleset;
use crate::tool::Table;

/// List the scenarios of every game, and your saved games.
#[derive(Args)]
pub struct List {
    /// Print JSON: "scenarios" and "saves"
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Lists {
    scenarios: Vec<ScenarioLine>,
    saves: Vec<SaveLine>,
}

#[derive(Serialize, Default)]
struct ScenarioLine {
    name: String,
    ruleset: String,
    title: String,
    turns: u32,
    sides: Vec<SideLine>,
    file: Option<String>,
    error: Option<String>,
}

#[derive(Serialize)]
struct SideLine {
    key: String,
    name: String,
}

#[derive(Serialize, Default)]
struct SaveLine {
    name: String,
    file: String,
    written: String,
    ruleset: String,
    scenario: String,
    title: String,
    turn: u32,
    plays: usize,
    started: Option<String>,
    outcome: Option<String>,
    error: Option<String>,
}

impl List {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        let lists = Lists { scenarios: scenarios(front), saves: saves(front)? };
        if self.json {
            return json(out, &lists);
        }
        writeln!(out, "Scenarios")?;
        let mut table = Table::new(["name", "ruleset", "title", "turns", "from"]);
        for line in &lists.scenarios {
            let title = line.error.as_deref().and_then(|error| error.lines().next()).unwrap_or(&line.title);
            let turns = if line.turns == 0 { String::new() } else { line.turns.to_string() };
            let from = if line.file.is_some() { "yours" } else { "built in" };
            table.row([cut(&line.name, 22), line.ruleset.clone(), cut(title, 26), turns, from.to_owned()]);
        }
        table.write(out)?;
        writeln!(out, "\nSaved games")?;
        if lists.saves.is_empty() {
            writeln!(out, "none yet; start one with \"standto play {}\"", first(&lists.scenarios))?;
            return battles(front, out);
        }
        let mut table = Table::new(["name", "title", "turn", "play", "last played", "state"]);
        for line in lists.saves {
            let state = line.error.map(|_| "cannot be read".to_owned()).or(line.outcome);
            let state = state.unwrap_or_else(|| "in progress".into());
            let state = state.split(':').next().unwrap_or_default().to_owned();
            // The year and the time zone are in --json only.
            let written = line.written.trim_end_matches(" UTC").chars().skip(5).collect();
            let number = |n: u64| if line.title.is_empty() { String::new() } else { n.to_string() };
            let (turn, plays) = (number(line.turn.into()), number(line.plays as u64));
            table.row([cut(&line.name, 21), cut(&line.title, 16), turn, plays, written, cut(&state, 14)]);
        }
        table.write(out)?;
        battles(front, out)
    }
}

/// The battles with other players, if there are any.
fn battles(front: &Library, out: &mut dyn Write) -> CommandResult {
    let (player, found) = (front.player(), front.battles());
    if found.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nBattles of two players")?;
    let mut table = Table::new(["name", "title", "turn", "players", "state"]);
    for battle in found {
        let state = match (battle.decides, battle.open_side()) {
            (None, _) => "over",
            _ if battle.is_turn_of(&player) => "your turn",
            (_, Some(_)) => "open seat",
            _ => "in progress",
        };
        let seat =
            |side: Side| battle.sharing.players[side.index()].clone().unwrap_or_else(|| "?".to_owned());
        let players = format!("{}, {}", seat(Side::A), seat(Side::B));
        let turn = battle.summary.turn.to_string();
        table.row([battle.name(), cut(&battle.summary.title, 20), turn, cut(&players, 20), state.to_owned()]);
    }
    table.write(out)?;
    Ok(())
}

/// Cuts a text to the width of a column; `--json` has it whole.
fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    text.chars().take(room - 1).chain(['~']).collect()
}

fn first(scenarios: &[ScenarioLine]) -> &str {
    scenarios.first().map_or("SCENARIO", |line| &line.name)
}

fn scenarios(front: &Library) -> Vec<ScenarioLine> {
    let line = |Headed { ruleset, name, about }| match about {
        About::BuiltIn(contents) => ScenarioLine {
            name,
            ruleset: ruleset.id().to_owned(),
            title: contents.title.to_owned(),
            turns: contents.turns,
            sides: contents.sides.map(|(key, name)| SideLine { key: key.into(), name: name.into() }).into(),
            ..ScenarioLine::default()
        },
        About::Own(_) => own(front, ruleset, name),
    };
    front.headings().into_iter().map(line).collect()
}

/// The line of a scenario of the user's own.
fn own(front: &Library, ruleset: Ruleset, name: String) -> ScenarioLine {
    let line = ScenarioLine { ruleset: ruleset.id().to_owned(), ..ScenarioLine::default() };
    let Some(scenario) = front.scenario_of(ruleset, &name) else { return ScenarioLine { name, ..line } };
    let file = scenario.as_ref().ok().and_then(|scenario| scenario.path.as_ref());
    let file = file.map(|path| path.to_string_lossy().into_owned());
    match scenario.and_then(|scenario| scenario.open()) {
        Ok((opening, _)) => {
            let view = opening.view();
            let sides = view.sides.map(|side| SideLine { key: side.key, name: side.name }).into();
            ScenarioLine { name, title: view.title, turns: view.turns, sides, file, ..line }
        }
        Err(error) => ScenarioLine { name, file, error: Some(error.to_string()), ..line },
    }
}

fn saves(front: &Library) -> Result<Vec<SaveLine>, crate::store::StoreError> {
    let line = |save: SaveEntry| {
        let line = SaveLine {
            name: save.name(),
            file: save.path.to_string_lossy().into_owned(),
            written: date_and_time(save.modified),
            ..SaveLine::default()
        };
        match save.summary {
            Ok(summary) => SaveLine {
                ruleset: summary.ruleset,
                scenario: summary.scenario,
                title: summary.title,
                turn: summary.turn,
                plays: summary.plays,
                started: summary.started,
                outcome: summary.outcome,
                ..line
            },
            Err(error) => SaveLine { error: Some(error), ..line },
        }
    };
    Ok(front.saves()?.into_iter().map(line).collect())
}
