//! `standto check`: reports every fault in scenario files and saved games.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{CommandError, CommandResult, tell};
use crate::campaign::Campaign;
use crate::game::journal::ScenarioMismatch;
use crate::library::{Kept, Library, LibraryError, Scenario};
use crate::reading::Fault;
use crate::store::StoreError;

/// Check scenarios, saved games and custom data, and report every fault with its line and column.
///
/// Good files are named on standard output. Faults and warnings go to standard error, one per line, as
/// "file:line:column: what is wrong". Warnings do not make a file bad.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto check my-battle.toml\n  standto check saves/*.toml")]
pub struct Check {
    /// Scenarios, saves and custom data files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read the scenarios with the custom data in this file
    #[arg(long, alias = "own-tables", value_name = "FILE")]
    custom_data: Option<PathBuf>,
}

impl Check {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        let mut good = true;
        for file in &self.files {
            match check(front, file, self.custom_data.as_deref()) {
                Ok((remarks, facts)) => {
                    remarks.iter().for_each(|remark| tell(remark));
                    writeln!(out, "{}: ok", crate::plain::path(file))?;
                    for fact in facts {
                        writeln!(out, "  {}", crate::plain::plain(&fact))?;
                    }
                }
                Err(faults) => {
                    faults.iter().for_each(|fault| tell(fault));
                    good = false;
                }
            }
        }
        if good { Ok(()) } else { Err(CommandError::Reported) }
    }
}

/// Warnings about a good file, and remarks to print with them.
type Good = (Vec<String>, Vec<String>);

/// Returns the warnings and remarks of a good file, or the faults of a bad one, one per line.
fn check(front: &Library, file: &Path, tables: Option<&Path>) -> Result<Good, Vec<String>> {
    let lines = |error: LibraryError| error.to_string().lines().map(str::to_owned).collect::<Vec<_>>();
    // A name without folder or extension is accepted too.
    if let Ok(text) = crate::store::read_text(file)
        && Campaign::is_one(&text)
    {
        let campaign = front.campaigns().read(&crate::plain::path(file), &text);
        let campaign =
            campaign.map_err(|error| error.to_string().lines().map(str::to_owned).collect::<Vec<_>>())?;
        let battles = campaign.battles.len();
        return Ok((Vec::new(), vec![format!("a campaign of {battles} battles: {}", campaign.title)]));
    }
    let scenario = front.scenario_with(&file.to_string_lossy(), tables).map_err(|error| match error {
        LibraryError::UnknownScenario { .. } => {
            lines(StoreError::NotFound { path: file.to_path_buf() }.into())
        }
        error => lines(error),
    })?;
    if scenario.is_save() {
        return check_save(front, file, &scenario).map(|remarks| (remarks, Vec::new()));
    }
    let warning = |w: &Fault| format!("{}:{}:{}: warning: {}", w.file, w.line, w.column, w.sentence);
    let custom = scenario.ruleset.extras().custom_data;
    let (facts, warnings) = match custom.and_then(|check| check(&scenario.file(), &scenario.text)) {
        Some(read) => read.map_err(|faulty| lines(faulty.into()))?,
        None => {
            let (opening, warnings) = scenario.open().map_err(lines)?;
            (opening.facts(), warnings)
        }
    };
    Ok((warnings.iter().map(warning).collect(), facts))
}

fn check_save(front: &Library, file: &Path, save: &Scenario) -> Result<Vec<String>, Vec<String>> {
    let name = crate::plain::path(file);
    let at_line = |line: usize, what: &str| format!("{name}:{line}:1: {what}");
    let line_of = |start: &str| 1 + save.text.lines().position(|l| l.starts_with(start)).unwrap_or(0);
    let Kept { loaded, opening, remarks, .. } =
        front.kept(file, &save.text).map_err(|error| match error {
            LibraryError::Mismatch { mismatch, .. } => {
                let start = match mismatch {
                    ScenarioMismatch::Tampered { .. } => "scenario-hash",
                    _ => "scenario ",
                };
                vec![at_line(line_of(start), &mismatch.to_string())]
            }
            LibraryError::UnknownRuleset(_) => vec![at_line(line_of("ruleset"), &error.to_string())],
            error => error.to_string().lines().map(str::to_owned).collect(),
        })?;
    let whole = loaded.whole;
    opening.replay(&loaded.journal).map_err(|error| {
        let line = match error.play() {
            Some(n) => line_of_play(&save.text, n),
            None => line_of("[seats]"),
        };
        vec![at_line(line, &error.to_string())]
    })?;
    let torn_line = 1 + save.text[..whole].matches('\n').count();
    let remark = |(at, remark): (usize, &String)| {
        let line = if at == 0 && loaded.torn.is_some() { torn_line } else { line_of("scenario-hash") };
        at_line(line, &format!("warning: {remark}"))
    };
    Ok(remarks.iter().enumerate().map(remark).collect())
}

/// The line on which the table of action `n` begins.
fn line_of_play(text: &str, n: u32) -> usize {
    let mut marks = text.lines().enumerate().filter(|(_, line)| line.trim_end() == "[[play]]");
    marks.nth((n as usize).saturating_sub(1)).map_or(1, |(line, _)| line + 1)
}
