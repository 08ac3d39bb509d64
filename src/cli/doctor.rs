//! `standto doctor`: checks the terminal, the folder, the saves and the configuration.

use std::env;
use std::io::{self, IsTerminal, Write};

use clap::Args;
use serde::Serialize;

use super::look::{depth, speaks_utf8, variable};
use super::{CommandError, CommandResult, json};
use crate::game::view::Words;
use crate::library::Library;
use crate::registry::Ruleset;
use crate::store::{HOME_VARIABLE, may_write};
use crate::tool::Table;
use crate::tui::{self, Depth, Keymap, SETTINGS_FILE, Settings, Theme};

/// Check the terminal, your folder, your saved games and your configuration.
///
/// Every fault is told with its place. The exit code is 1 if something keeps games from being played or saved.
#[derive(Args)]
pub struct Doctor {
    /// Print JSON: a list of findings
    #[arg(long)]
    json: bool,
}

/// How good a finding is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// As it should be.
    Ok,
    /// Worth knowing.
    Note,
    /// It keeps something from working.
    Fault,
}

#[derive(Serialize)]
struct Finding {
    about: &'static str,
    state: State,
    text: String,
}

/// The findings while they are gathered.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, about: &'static str, state: State, text: impl Into<String>) {
        self.0.push(Finding { about, state, text: text.into() });
    }
}

impl Doctor {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        let mut found = Findings::default();
        found.add("version", State::Ok, super::version::line());
        terminal(&mut found);
        folder(front, &mut found);
        saves(front, &mut found);
        configuration(front, &mut found);
        scenarios(front, &mut found);
        let faulty = found.0.iter().any(|finding| finding.state == State::Fault);
        if self.json {
            json(out, &found.0)?;
        } else {
            let mut table = Table::new(["about", "state", "finding"]);
            for finding in &found.0 {
                let state = match finding.state {
                    State::Ok => "ok",
                    State::Note => "note",
                    State::Fault => "FAULT",
                };
                table.row([finding.about, state, &finding.text]);
            }
            table.write(out)?;
        }
        if faulty { Err(CommandError::Reported) } else { Ok(()) }
    }
}

/// The terminal, as far as the screen depends on it.
fn terminal(found: &mut Findings) {
    if !(io::stdin().is_terminal() && super::look::shows_on_terminal()) {
        found.add("terminal", State::Note, "not a terminal: only --plain and the other commands work here");
        return;
    }
    let term = variable("TERM");
    match term.as_str() {
        "" | "dumb" | "unknown" => {
            found.add(
                "terminal",
                State::Fault,
                "TERM is \"dumb\" or not set: the screen can't be drawn; --plain works",
            );
        }
        _ => found.add("terminal", State::Ok, format!("TERM is {term}")),
    }
    match tui::size() {
        None => found.add("size", State::Fault, "unknown; set it with \"stty rows 24 cols 80\""),
        Some((width, height)) => match tui::too_small(width, height) {
            Some(why) => found.add("size", State::Fault, why),
            None => found.add("size", State::Ok, format!("{width} columns, {height} rows")),
        },
    }
    let colours = match depth(&variable) {
        Depth::Mono => "none",
        Depth::Sixteen => "16; if the terminal has more, set TERM to a name such as xterm-256color",
        Depth::Indexed => "256",
        Depth::Full => "24 bits",
    };
    found.add("colours", State::Ok, colours);
    let letters =
        if speaks_utf8(&variable) { "UTF-8" } else { "ASCII only: no UTF-8 in LC_ALL, LC_CTYPE or LANG" };
    found.add("letters", State::Ok, letters);
}

fn folder(front: &Library, found: &mut Findings) {
    let home = match front.home() {
        Ok(home) => home,
        Err(error) => return found.add("folder", State::Fault, error.to_string()),
    };
    let from =
        if env::var_os(HOME_VARIABLE).is_some() { format!(" (from {HOME_VARIABLE})") } else { String::new() };
    let path = crate::plain::path(home.folder());
    if may_write(home.folder()) {
        found.add("folder", State::Ok, format!("{path}{from}"));
    } else {
        found.add("folder", State::Fault, format!("{path}{from} can't be written: games can't be saved"));
    }
}

fn saves(front: &Library, found: &mut Findings) {
    let saves = match front.saves() {
        Ok(saves) => saves,
        Err(error) => return found.add("saves", State::Fault, error.to_string()),
    };
    let bad: Vec<_> =
        saves.iter().filter_map(|save| Some((save.name(), save.summary.as_ref().err()?))).collect();
    found.add("saves", State::Ok, format!("{} saved games, {} can't be read", saves.len(), bad.len()));
    for (name, error) in bad {
        let first = error.lines().next().unwrap_or_default();
        found.add("saves", State::Note, format!("{name}: {first}"));
    }
}

/// The settings, the keys and the theme of the player.
fn configuration(front: &Library, found: &mut Findings) {
    let Ok(home) = front.home() else { return };
    let read = |name: &str| match home.user_config(name) {
        Ok(file) => Ok(file.map(|(path, text)| (crate::plain::path(&path), text))),
        Err(error) => Err(error.to_string()),
    };
    let mut check = |name: &str,
                     read: Result<Option<(String, String)>, String>,
                     ok: &dyn Fn(&str, &str) -> Result<(), String>| {
        let state = match read {
            Ok(None) => return,
            Ok(Some((origin, text))) => ok(&origin, &text),
            Err(error) => Err(error),
        };
        match state {
            Ok(()) => found.add("configuration", State::Ok, name),
            Err(error) => error.lines().for_each(|line| found.add("configuration", State::Fault, line)),
        }
    };
    let mut theme = String::new();
    if let Ok(Some((origin, text))) = read(SETTINGS_FILE) {
        theme = Settings::read(&origin, &text).map(|settings| settings.theme).unwrap_or_default();
    }
    check(SETTINGS_FILE, read(SETTINGS_FILE), &|origin, text| {
        Settings::read(origin, text).map(drop).map_err(|error| error.to_string())
    });
    check("keys.toml", read("keys.toml"), &|origin, text| {
        let keys = Some((origin.to_owned(), text.to_owned()));
        Keymap::new(&keys, Words::default()).map(drop).map_err(|error| error.to_string())
    });
    if !theme.is_empty() {
        let file = format!("themes/{theme}.toml");
        check(&file, read(&file), &|origin, text| {
            Theme::parse(origin, text, Depth::Indexed).map(drop).map_err(|error| error.to_string())
        });
    }
}

/// The player's own scenarios.
fn scenarios(front: &Library, found: &mut Findings) {
    let mut own = 0;
    for listed in front.scenarios() {
        let opened = match listed.scenario {
            Ok(scenario) if scenario.path.is_none() => continue,
            Ok(scenario) => scenario.open().map(drop).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        own += 1;
        if let Err(error) = opened {
            let first = error.lines().next().unwrap_or_default().to_owned();
            found.add("scenarios", State::Note, first);
        }
    }
    let all = Ruleset::ALL.map(|ruleset| ruleset.scenarios().len()).iter().sum::<usize>();
    found.add("scenarios", State::Ok, format!("{all} built in, {own} of yours"));
}
