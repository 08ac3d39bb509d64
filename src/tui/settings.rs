//! The player's settings: read from `settings.toml`, changed in a window, written back with a comment on each.
//!
//! Options of the command line apply to one run and leave the settings as they are.

use std::fmt::Write as _;

use serde::Deserialize;

use super::app::{App, Screen};
use super::overlay::{Kind, List, Overlay, Row};
use super::panes::map::size::{COUNTERS, NORMAL, OVERVIEW};
use super::theme::{MapLook, Role};
use crate::game::journal::{Undo, quoted};
use crate::reading::{Faulty, Report, Spanned, parsed, suggestion};

/// The file in the player's `config` folder.
pub const SETTINGS_FILE: &str = "settings.toml";

/// The value of a setting in words.
struct Words {
    /// As it is written in the file.
    written: String,
    /// As it is shown to the player.
    told: String,
}

impl Words {
    fn of_switch(on: bool) -> Self {
        Self { written: on.to_string(), told: if on { "on" } else { "off" }.to_owned() }
    }

    fn of_theme(name: &str) -> Self {
        let told = if name.is_empty() { "the one that suits the terminal" } else { name };
        Self { written: quoted(name), told: told.to_owned() }
    }
}

/// A setting with a fixed list of values.
trait Value: Copy + PartialEq + 'static {
    /// Each value, its word in the file, and the same for the player.
    const ALL: &'static [(Self, &'static str, &'static str)];

    fn words(self) -> Words {
        let found = Self::ALL.iter().find(|(value, ..)| *value == self);
        let (_, word, told) = found.unwrap_or(&Self::ALL[0]);
        Words { written: quoted(word), told: (*told).to_owned() }
    }

    fn turned(self, forward: bool) -> Self {
        let at = Self::ALL.iter().position(|(value, ..)| *value == self).unwrap_or(0);
        Self::ALL[turned(at, Self::ALL.len(), forward)].0
    }
}

/// The next index of a list that has no end.
const fn turned(at: usize, count: usize, forward: bool) -> usize {
    (at + if forward { 1 } else { count - 1 }) % count
}

/// How long an action of the computer that shows something new stays on screen.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Pace {
    /// Long enough to notice it.
    #[default]
    Short,
    /// Long enough to read it.
    Long,
    /// Not at all.
    None,
}

impl Pace {
    /// In milliseconds.
    pub const fn millis(self) -> u64 {
        match self {
            Self::Short => 150,
            Self::Long => 700,
            Self::None => 0,
        }
    }

    /// The next pace.
    pub fn next(self) -> Self {
        self.turned(true)
    }

    /// For the player.
    pub fn in_words(self) -> String {
        self.words().told
    }
}

impl Value for Pace {
    const ALL: &'static [(Self, &'static str, &'static str)] =
        &[(Self::Short, "short", "short"), (Self::Long, "long", "long"), (Self::None, "none", "none")];
}

/// The zoom at which a battle opens.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum StartZoom {
    /// The largest at which the whole map fits.
    #[default]
    Fit,
    /// The overview.
    Overview,
    /// A letter for each unit.
    Normal,
    /// A counter with a name for each unit.
    Counters,
}

impl StartZoom {
    /// The zoom of [`super::game::Game`]; 0 fits the screen.
    pub const fn level(self) -> u16 {
        match self {
            Self::Fit => 0,
            Self::Overview => OVERVIEW,
            Self::Normal => NORMAL,
            Self::Counters => COUNTERS,
        }
    }
}

impl Value for StartZoom {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Fit, "fit", "the largest that shows the whole map"),
        (Self::Overview, "overview", "overview"),
        (Self::Normal, "normal", "normal: a letter for each unit"),
        (Self::Counters, "counters", "counters: a name for each unit"),
    ];
}

impl Value for MapLook {
    const ALL: &'static [(Self, &'static str, &'static str)] =
        &[(Self::Paper, "paper", "paper: a light map"), (Self::Night, "night", "night: a dark map")];
}

impl Value for Option<Undo> {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (None, "by-players", "free against the computer, strict between two players"),
        (Some(Undo::Free), "free", "free: undoing a roll is recorded"),
        (Some(Undo::Strict), "strict", "strict: never past a roll or a revealed secret"),
    ];
}

/// The settings of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The name of a theme; empty for the one that suits the terminal.
    pub theme: String,
    /// Whether the map is light or dark.
    pub map: MapLook,
    /// Whether only ASCII is drawn, even where the terminal could do more.
    pub ascii: bool,
    /// The zoom at which a battle opens.
    pub zoom: StartZoom,
    /// How long an action of the computer stays on screen.
    pub pace: Pace,
    /// Whether an action that gives something up, and leaving a battle, asks once.
    pub confirm: bool,
    /// Whether rule numbers are shown.
    pub rule_numbers: bool,
    /// Whether the seal of a game is shown in its briefing and its final report.
    pub seal: bool,
    /// The undo rule of a new battle.
    pub undo: Option<Undo>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: String::new(),
            map: MapLook::default(),
            ascii: false,
            zoom: StartZoom::default(),
            pace: Pace::default(),
            confirm: true,
            rule_numbers: true,
            seal: true,
            undo: None,
        }
    }
}

/// The file as it is written.
#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Raw {
    theme: Option<Spanned<String>>,
    map: Option<Spanned<String>>,
    ascii: Option<bool>,
    zoom: Option<Spanned<String>>,
    pace: Option<Spanned<String>>,
    confirm: Option<bool>,
    rule_numbers: Option<bool>,
    seal: Option<bool>,
    undo: Option<Spanned<String>>,
}

/// The settings in the order of the window.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Setting {
    Theme,
    Map,
    Ascii,
    Zoom,
    Pace,
    Confirm,
    RuleNumbers,
    Seal,
    Undo,
}

impl Setting {
    const ALL: [Self; 9] = [
        Self::Theme,
        Self::Map,
        Self::Ascii,
        Self::Zoom,
        Self::Pace,
        Self::Confirm,
        Self::RuleNumbers,
        Self::Seal,
        Self::Undo,
    ];

    /// The key in the file, the name in the window, and what it does.
    const fn about(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Theme => {
                ("theme", "Theme", "The colours of panes and text; empty for the terminal's usual theme.")
            }
            Self::Map => ("map", "Map", "\"paper\" draws a light map, \"night\" a dark one."),
            Self::Ascii => ("ascii", "ASCII only", "Draws without lines, blocks and arrows."),
            Self::Zoom => {
                ("zoom", "Zoom", "The first zoom: \"fit\", \"overview\", \"normal\" or \"counters\".")
            }
            Self::Pace => {
                ("pace", "Pace", "How long the computer's actions stay: \"short\", \"long\" or \"none\".")
            }
            Self::Confirm => (
                "confirm",
                "Confirmations",
                "Asks before an action that gives something up, and before leaving.",
            ),
            Self::RuleNumbers => {
                ("rule-numbers", "Rule numbers", "Shows rule numbers beside prompts, log lines and odds.")
            }
            Self::Seal => {
                ("seal", "Game seal", "Shows the seal of the game in the briefing and the final report.")
            }
            Self::Undo => ("undo", "Undo", "In new battles: \"by-players\", \"free\" or \"strict\"."),
        }
    }
}

/// Reads a word of the file as a value; an unknown word is a fault and leaves the default.
fn word<T: Value>(report: &mut Report, word: Option<&Spanned<String>>, usual: T) -> T {
    let Some(word) = word else { return usual };
    let known: Vec<&str> = T::ALL.iter().map(|(_, word, _)| *word).collect();
    match T::ALL.iter().find(|(_, known, _)| known == word.get_ref()) {
        Some((value, ..)) => *value,
        None => {
            let near = suggestion(word.get_ref(), &known);
            report.fault(word.span(), format!("\"{}\" is not a value of this setting{near}", word.get_ref()));
            usual
        }
    }
}

impl Settings {
    /// Reads a settings file.
    ///
    /// # Errors
    /// Every fault with its place.
    pub fn read(origin: &str, text: &str) -> Result<Self, Faulty> {
        let mut report = Report::new(origin, text);
        let raw: Raw = parsed(&mut report, text).unwrap_or_default();
        let usual = Self::default();
        let settings = Self {
            theme: raw.theme.map_or(usual.theme, Spanned::into_inner),
            map: word(&mut report, raw.map.as_ref(), usual.map),
            ascii: raw.ascii.unwrap_or(usual.ascii),
            zoom: word(&mut report, raw.zoom.as_ref(), usual.zoom),
            pace: word(&mut report, raw.pace.as_ref(), usual.pace),
            confirm: raw.confirm.unwrap_or(usual.confirm),
            rule_numbers: raw.rule_numbers.unwrap_or(usual.rule_numbers),
            seal: raw.seal.unwrap_or(usual.seal),
            undo: word(&mut report, raw.undo.as_ref(), usual.undo),
        };
        report.end(Some(settings)).map(|(settings, _)| settings)
    }

    /// The settings as a file, each with a comment.
    pub fn written(&self) -> String {
        let mut text = String::from("# Settings of Stand To. The settings screen rewrites this file.\n");
        for setting in Setting::ALL {
            let (key, _, about) = setting.about();
            let _ = write!(text, "\n# {about}\n{key} = {}\n", self.words(setting).written);
        }
        text
    }

    /// The value of a setting.
    fn words(&self, setting: Setting) -> Words {
        match setting {
            Setting::Theme => Words::of_theme(&self.theme),
            Setting::Map => self.map.words(),
            Setting::Ascii => Words::of_switch(self.ascii),
            Setting::Zoom => self.zoom.words(),
            Setting::Pace => self.pace.words(),
            Setting::Confirm => Words::of_switch(self.confirm),
            Setting::RuleNumbers => Words::of_switch(self.rule_numbers),
            Setting::Seal => Words::of_switch(self.seal),
            Setting::Undo => self.undo.words(),
        }
    }

    /// Takes the next or the previous value of a setting; `themes` are the names of all themes.
    fn change(&mut self, setting: Setting, forward: bool, themes: &[String]) {
        match setting {
            Setting::Theme => {
                let at = themes.iter().position(|name| *name == self.theme).map_or(0, |at| at + 1);
                let at = turned(at, themes.len() + 1, forward);
                self.theme = at.checked_sub(1).map_or_else(String::new, |at| themes[at].clone());
            }
            Setting::Map => self.map = self.map.turned(forward),
            Setting::Ascii => self.ascii = !self.ascii,
            Setting::Zoom => self.zoom = self.zoom.turned(forward),
            Setting::Pace => self.pace = self.pace.turned(forward),
            Setting::Confirm => self.confirm = !self.confirm,
            Setting::RuleNumbers => self.rule_numbers = !self.rule_numbers,
            Setting::Seal => self.seal = !self.seal,
            Setting::Undo => self.undo = self.undo.turned(forward),
        }
    }
}

impl App<'_> {
    /// Opens the settings window.
    pub(super) fn list_settings(&mut self) {
        let list = self.settings_list(0);
        self.overlays.push(Overlay::List(list));
    }

    fn settings_list(&self, selected: usize) -> List {
        let row = |(id, setting): (usize, Setting)| {
            let (_, name, about) = setting.about();
            Row {
                text: format!("{name:<14} {}", self.settings.words(setting).told),
                tail: String::new(),
                role: Role::Text,
                id,
                more: vec![about.to_owned()],
            }
        };
        let own = self
            .own_keys
            .as_ref()
            .map_or("the built-in keys; your own go into config/keys.toml", |(origin, _)| origin);
        let keys = Row {
            text: format!("{:<14} {own}", "Keys"),
            tail: String::new(),
            role: Role::Text,
            id: Setting::ALL.len(),
            more: vec!["Enter lists every key.".to_owned()],
        };
        let rows = Setting::ALL.into_iter().enumerate().map(row).chain([keys]).collect();
        let mut list = List::new(Kind::Settings, "Settings", rows);
        list.heading = "Left and Right change a value; it is saved at once.".to_owned();
        list.selected = selected;
        list
    }

    /// Changes the setting in this row, applies it and saves it.
    pub(super) fn change_setting(&mut self, row: usize, forward: bool) {
        let Some(setting) = Setting::ALL.get(row).copied() else {
            self.overlays.pop();
            let help = super::help::help(self);
            return self.overlays.push(help);
        };
        let names: Vec<String> = self.themes.names().map(str::to_owned).collect();
        self.settings.change(setting, forward, &names);
        self.apply(setting);
        let kept = self.services.keep_settings(&self.settings.written());
        let mut list = self.settings_list(row);
        if let Err(error) = kept {
            list.heading = format!("Not saved, so it lasts until you quit: {error:#}");
        }
        if let Some(Overlay::List(open)) = self.overlays.last_mut() {
            *open = list;
        }
    }

    fn apply(&mut self, setting: Setting) {
        match setting {
            Setting::Theme => {
                let wanted =
                    if self.settings.theme.is_empty() { self.usual_theme } else { &self.settings.theme };
                self.themes.choose(wanted);
            }
            Setting::Map => self.themes.set_look(self.settings.map),
            Setting::Ascii => self.ascii = self.settings.ascii,
            Setting::Zoom => {
                if let Screen::Game(game) = &mut self.screen {
                    game.frame.zoom = self.settings.zoom.level();
                }
            }
            Setting::Pace => self.pace = self.settings.pace,
            Setting::Confirm | Setting::RuleNumbers | Setting::Seal | Setting::Undo => {}
        }
        if let Screen::Game(game) = &mut self.screen {
            game.settings = self.settings.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip() {
        let mut settings = Settings::default();
        assert_eq!(Settings::read("settings.toml", &settings.written()).unwrap(), settings);
        let themes = ["dark".to_owned(), "light".to_owned()];
        for setting in Setting::ALL {
            let before = settings.clone();
            settings.change(setting, true, &themes);
            assert_ne!(settings, before, "{setting:?}");
            assert_eq!(Settings::read("settings.toml", &settings.written()).unwrap(), settings);
        }
        for setting in Setting::ALL {
            settings.change(setting, false, &themes);
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn settings_faults_name_the_line_and_nearest_value() {
        let error =
            Settings::read("settings.toml", "map = \"paper\"\npace = \"shrt\"\n").unwrap_err().to_string();
        assert_eq!(
            error,
            "settings.toml:2:8: \"shrt\" is not a value of this setting; did you mean \"short\"?"
        );
        let error = Settings::read("settings.toml", "rulenumbers = true\n").unwrap_err().to_string();
        assert!(error.starts_with("settings.toml:1:1: "), "{error}");
        assert!(error.contains("rule-numbers"), "{error}");
    }
}
