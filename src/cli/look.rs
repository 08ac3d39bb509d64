//! Opening the screen, and options for its appearance.

use std::env;
use std::io::{self, IsTerminal, Write};

use clap::{Args, ValueEnum};

use super::{CommandResult, LibraryServices, fail, tell};
use crate::game::Session;
use crate::library::Library;
use crate::spoken::{self, Talk};
use crate::tui::{self, Depth, EditorBattle, MapLook, Options, SETTINGS_FILE, Settings, StartingPoint};

/// Whether the mouse is used.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Mouse {
    On,
    Off,
}

/// Options for the appearance of the screen.
#[derive(Args, Default)]
#[command(next_help_heading = "Screen")]
pub struct Look {
    /// Colours: dark, light, mono, high-contrast, colour-blind-safe, or a theme of your own in
    /// config/themes
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// The map: paper (light) or night (dark)
    #[arg(long, value_name = "LOOK", value_parser = ["paper", "night"])]
    map: Option<String>,
    /// Colours of the terminal: mono, 16, 256 or true; the default is what the terminal reports
    #[arg(long, value_name = "DEPTH", value_parser = ["mono", "16", "256", "true"])]
    colors: Option<String>,
    /// The mouse: click selects, double click plays, the wheel scrolls. The default is off over SSH, on
    /// elsewhere. While it is on, the terminal selects text only with Shift
    #[arg(long, value_name = "WHEN", value_enum)]
    mouse: Option<Mouse>,
    /// Draw with ASCII only
    #[arg(long)]
    ascii: bool,
}

/// The screen needs a terminal for input and output, large enough at the start; it may be resized later.
pub fn want_terminal() -> CommandResult {
    if !io::stdin().is_terminal() {
        return fail("Stand To needs a terminal, but standard input is not one.");
    }
    if !io::stdout().is_terminal() {
        return fail("Stand To needs a terminal, but standard output is not one.");
    }
    if let "" | "dumb" | "unknown" = variable("TERM").as_str() {
        return fail("This terminal can't move its cursor (TERM is \"dumb\" or not set).");
    }
    match tui::size() {
        None => fail("This terminal does not report its size; set it with \"stty rows 24 cols 80\"."),
        Some((width, height)) => tui::too_small(width, height).map_or(Ok(()), fail),
    }
}

/// Whether standard output is a terminal.
pub(super) fn shows_on_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Plays a game in lines of text, over a terminal or a pipe.
pub fn in_lines(library: &Library, session: Box<dyn Session>, out: &mut dyn Write) -> CommandResult {
    let save = session.save_path().map(std::path::Path::to_path_buf);
    let sign = if io::stdin().is_terminal() { "> " } else { "" };
    let over = spoken::hold(session, Talk { input: &mut io::stdin().lock(), out, sign })?;
    // A finished battle counts in the statistics.
    if let Some(save) = save.filter(|_| over) {
        library.statistics()?.record(&save)?;
    }
    Ok(())
}

impl Look {
    /// Opens the screen, in a game or at the title.
    pub fn screen(self, library: Library, start: Option<Box<dyn Session>>) -> CommandResult {
        want_terminal()?;
        let options = self.options(&library, start)?;
        Self::open(library, options)
    }

    /// Opens the screen on a game that is only to be watched, at its beginning.
    pub fn watch(self, library: Library, game: Box<dyn Session>) -> CommandResult {
        want_terminal()?;
        let options = Options { watch: true, ..self.options(&library, Some(game))? };
        Self::open(library, options)
    }

    /// Opens the scenario editor.
    pub fn make(self, library: Library, made: StartingPoint) -> CommandResult {
        want_terminal()?;
        let options = Options { made: Some(made), ..self.options(&library, None)? };
        Self::open(library, options)
    }

    /// Opens the scenario editor with a battle that has been read.
    pub fn work(self, library: Library, open_battle: EditorBattle) -> CommandResult {
        let options = Options { open_battle: Some(Box::new(open_battle)), ..self.options(&library, None)? };
        Self::open(library, options)
    }

    /// The options of a picture: 256 colours and no settings, so that it looks the same everywhere.
    pub fn still(self, library: &Library, game: Box<dyn Session>) -> Result<Options, super::CommandError> {
        let theme = self.theme.unwrap_or_default();
        Ok(Options {
            ascii: self.ascii,
            depth: self.colors.as_deref().and_then(Depth::named).unwrap_or(Depth::Indexed),
            map: self.map.as_deref().and_then(MapLook::named).unwrap_or_default(),
            themes: own_theme(library, &theme)?.into_iter().collect(),
            theme,
            start: Some(game),
            clock: tui::patient_clock(),
            ..Options::default()
        })
    }

    fn open(library: Library, options: Options) -> CommandResult {
        let mut services = LibraryServices::new(library);
        let done = tui::run(&mut services, options);
        for remark in services.into_remarks() {
            tell(&remark);
        }
        Ok(done?)
    }

    fn options(
        self,
        library: &Library,
        start: Option<Box<dyn Session>>,
    ) -> Result<Options, super::CommandError> {
        let named = |file: Option<(std::path::PathBuf, String)>| {
            file.map(|(path, text)| (crate::plain::path(&path), text))
        };
        let kept = library.home().ok().map(|home| home.user_config(SETTINGS_FILE)).transpose()?;
        let settings = match named(kept.flatten()) {
            Some((origin, text)) => Settings::read(&origin, &text)?,
            None => Settings::default(),
        };
        let theme = self.theme.unwrap_or_else(|| settings.theme.clone());
        let mut options = Options {
            ascii: self.ascii || settings.ascii || !speaks_utf8(&variable),
            depth: self.colors.as_deref().and_then(Depth::named).unwrap_or_else(|| depth(&variable)),
            map: self.map.as_deref().and_then(MapLook::named).unwrap_or(settings.map),
            mouse: self.mouse.map_or_else(|| !is_remote(&variable), |mouse| mouse == Mouse::On),
            settings,
            start,
            seed: super::values::fresh_seed(),
            ..Options::default()
        };
        if let Ok(home) = library.home() {
            options.keys = named(home.user_config("keys.toml")?);
        }
        options.themes.extend(own_theme(library, &theme)?);
        options.theme = theme;
        Ok(options)
    }
}

/// The player's own theme of this name: its origin and its text.
fn own_theme(library: &Library, theme: &str) -> Result<Option<(String, String)>, crate::store::StoreError> {
    // A name is not a path: it must stay inside the folder.
    let is_name = !theme.is_empty() && theme.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    let Some(home) = library.home().ok().filter(|_| is_name) else { return Ok(None) };
    let file = home.user_config(&format!("themes/{theme}.toml"))?;
    Ok(file.map(|(path, text)| (crate::plain::path(&path), text)))
}

pub(super) fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// Types of terminals that show 256 colours though their names do not say so. Multiplexers show them in any
/// terminal.
const COLOURFUL: [&str; 8] =
    ["tmux", "screen", "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"];

/// How many colours the terminal has, by TERM, COLORTERM and NO_COLOR.
pub(super) fn depth(variable: &dyn Fn(&str) -> String) -> Depth {
    let term = variable("TERM");
    let plain = ["vt100", "vt102", "vt220", "linux-m", "xterm-mono", "cons25-m"];
    if !variable("NO_COLOR").is_empty() || plain.contains(&term.as_str()) {
        Depth::Mono
    } else if ["truecolor", "24bit"].contains(&variable("COLORTERM").as_str()) || term.ends_with("-direct") {
        Depth::Full
    } else if term.contains("256color") || COLOURFUL.iter().any(|name| term.starts_with(name)) {
        Depth::Indexed
    } else {
        Depth::Sixteen
    }
}

/// Whether the terminal is at the other end of a network, where clicks and the wheel may be slow.
fn is_remote(variable: &dyn Fn(&str) -> String) -> bool {
    ["SSH_CONNECTION", "SSH_TTY", "MOSH_SERVER_PID"].iter().any(|name| !variable(name).is_empty())
}

/// Whether lines and arrows beyond ASCII can be shown: the first locale variable that is set counts.
pub(super) fn speaks_utf8(variable: &dyn Fn(&str) -> String) -> bool {
    let locales = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
    let locale = locales.into_iter().find(|locale| !locale.is_empty()).unwrap_or_default().to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(set: &'static [(&str, &str)]) -> impl Fn(&str) -> String {
        |name| set.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value).to_owned()
    }

    #[test]
    fn colour_depth_follows_the_terminal() {
        assert_eq!(depth(&with(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")])), Depth::Full);
        assert_eq!(depth(&with(&[("TERM", "xterm-256color")])), Depth::Indexed, "over SSH");
        assert_eq!(depth(&with(&[("TERM", "screen")])), Depth::Indexed);
        assert_eq!(depth(&with(&[("TERM", "xterm-kitty")])), Depth::Indexed, "over SSH");
        assert_eq!(depth(&with(&[("TERM", "tmux-256color"), ("NO_COLOR", "1")])), Depth::Mono);
        assert_eq!(depth(&with(&[("TERM", "xterm")])), Depth::Sixteen);
        assert_eq!(depth(&with(&[("TERM", "vt100")])), Depth::Mono);
        assert_eq!(depth(&with(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")])), Depth::Mono);
    }

    #[test]
    fn the_mouse_is_off_over_a_network() {
        assert!(is_remote(&with(&[("SSH_CONNECTION", "10.0.0.2 50000 10.0.0.1 22")])));
        assert!(!is_remote(&with(&[("TERM", "xterm-256color")])));
    }

    #[test]
    fn the_locale_decides_on_ascii() {
        assert!(speaks_utf8(&with(&[("LANG", "de_DE.UTF-8")])));
        assert!(!speaks_utf8(&with(&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")])));
        assert!(!speaks_utf8(&with(&[])));
    }
}
