//! Themes: a style for every role on the screen, read from TOML. Nothing is shown by colour alone.
//!
//! A theme styles panes and text. The map has two looks, paper and night, whose roles a theme can override
//! one by one; a theme without tints draws the map in characters only.

mod colour;
mod role;
#[cfg(test)]
mod tests;
mod themes;

use std::collections::BTreeMap;

use crate::reading::Spanned;
use ratatui::style::{Color, Modifier, Style};

use crate::reading::{Faulty, Report, parsed, suggestion};

pub use colour::{Depth, faint, readable, rgb, washed};
pub use role::Role;
pub use themes::Themes;

use role::ROLES;

/// The two looks of a tinted map.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum MapLook {
    /// A light map, like a printed one.
    #[default]
    Paper,
    /// A dark map.
    Night,
}

impl MapLook {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Paper, Self::Night];

    /// Its name in themes and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Night => "night",
        }
    }

    /// The look with this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|look| look.name() == word)
    }

    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::Paper => Self::Night,
            Self::Night => Self::Paper,
        }
    }
}

/// A style as a player's theme writes it.
#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct WrittenStyle {
    fg: Option<Spanned<String>>,
    bg: Option<Spanned<String>>,
    /// Used on terminals with only sixteen colours.
    fg16: Option<Spanned<String>>,
    bg16: Option<Spanned<String>>,
    bold: bool,
    dim: bool,
    reverse: bool,
    underline: bool,
    /// Only in `[map]`: whether the map is tinted at all.
    tints: Option<bool>,
}

/// A style as a theme describes it.
#[derive(Copy, Clone)]
struct Raw<'a> {
    fg: Option<&'a str>,
    bg: Option<&'a str>,
    fg16: Option<&'a str>,
    bg16: Option<&'a str>,
    bold: bool,
    dim: bool,
    reverse: bool,
    underline: bool,
    tints: bool,
}

const PLAIN: Raw<'static> = Raw {
    fg: None,
    bg: None,
    fg16: None,
    bg16: None,
    bold: false,
    dim: false,
    reverse: false,
    underline: false,
    tints: true,
};

/// The built-in looks and themes, which `build.rs` reads from `config/looks` and `config/themes`.
const BUILT_IN: &[(&str, &[(&str, Raw<'static>)])] = include!(concat!(env!("OUT_DIR"), "/themes.rs"));

fn built_in(name: &str) -> Option<&'static [(&'static str, Raw<'static>)]> {
    BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, roles)| *roles)
}

/// The theme section for the map.
const MAP: &str = "map";

/// A style for every role.
#[derive(Clone, Debug)]
pub struct Theme {
    /// Its name.
    pub name: String,
    /// The look of its map.
    pub look: MapLook,
    /// Whether counters have the colours of their nations instead of those of the two sides.
    pub nations: bool,
    /// Whether counters have map symbols instead of letters.
    pub symbols: bool,
    tinted: bool,
    styles: [Vec<Style>; 2],
}

/// The names of the built-in themes, in the order in which they are offered.
const NAMES: [&str; 5] = ["dark", "light", "mono", "high-contrast", "colour-blind-safe"];

impl Theme {
    /// A built-in theme; `depth` decides which of its colours are used.
    pub fn built_in(name: &str, depth: Depth) -> Option<Self> {
        let roles = built_in(name)?;
        let mut theme = Self::looks(name, depth);
        roles.iter().for_each(|(word, raw)| {
            theme.lay(word, raw, depth, &MapLook::ALL);
        });
        Some(theme)
    }

    /// Reads a player's theme file; `origin` gives the theme its name.
    ///
    /// # Errors
    /// If the text is not a valid theme: every fault with its location.
    pub fn parse(origin: &str, text: &str, depth: Depth) -> Result<Self, Faulty> {
        let mut theme = Self::looks(name_of(origin), depth);
        let mut report = Report::new(origin, text);
        let roles: BTreeMap<Spanned<String>, WrittenStyle> = parsed(&mut report, text).unwrap_or_default();
        for (word, style) in &roles {
            style.check(&mut report);
            if !theme.lay(word.get_ref(), &style.raw(), depth, &MapLook::ALL) {
                let known: Vec<&str> = ROLES.iter().map(|(known, _)| *known).collect();
                let near = suggestion(word.get_ref(), &known);
                report.fault(word.span(), format!("[{}] is not a role{near}", word.get_ref()));
            }
        }
        report.end(Some(theme)).map(|(theme, _)| theme)
    }

    /// The two looks of the map, before any theme.
    fn looks(name: &str, depth: Depth) -> Self {
        let styles = [vec![Style::default(); ROLES.len()], vec![Style::default(); ROLES.len()]];
        let (look, tinted) = (MapLook::default(), depth != Depth::Mono);
        let mut theme = Self { name: name.to_owned(), look, nations: false, symbols: false, tinted, styles };
        for look in MapLook::ALL {
            for (word, raw) in built_in(look.name()).into_iter().flatten() {
                theme.lay(word, raw, depth, &[look]);
            }
        }
        theme
    }

    /// Applies the style of a role over the existing one, for some looks of the map; returns whether there is
    /// such a role. A map role with the prefix `paper-` or `night-` applies only to that look.
    fn lay(&mut self, word: &str, raw: &Raw<'_>, depth: Depth, looks: &[MapLook]) -> bool {
        if word == MAP {
            self.tinted &= raw.tints;
            return true;
        }
        let find = |word: &str| ROLES.iter().find(|(known, _)| *known == word).map(|(_, role)| *role);
        let style = raw.style(depth);
        if let Some(role) = find(word) {
            looks.iter().for_each(|look| self.styles[*look as usize][role as usize] = style);
            return true;
        }
        let alone = MapLook::ALL.into_iter().find_map(|look| {
            let role = find(word.strip_prefix(look.name())?.strip_prefix('-')?)?;
            role.is_map_role().then_some((look, role))
        });
        let Some((look, role)) = alone else { return false };
        self.styles[look as usize][role as usize] = style;
        true
    }

    /// The style of a role.
    pub fn of(&self, role: Role) -> Style {
        self.styles[self.look as usize][role as usize]
    }

    /// Whether the map is tinted; if not, characters and attributes must show everything.
    pub fn is_tinted(&self) -> bool {
        self.tinted
    }

    /// Whether the wash over cells within reach, or that can be chosen, goes over this terrain. Under it, dark tints
    /// would look alike.
    pub fn takes_pale_wash(&self, ground: Role) -> bool {
        self.look == MapLook::Paper || ground == Role::Ground
    }

    /// The background of a role.
    pub fn tint(&self, role: Role) -> Color {
        self.of(role).bg.unwrap_or(Color::Reset)
    }
}

/// The name of a theme in this file.
fn name_of(origin: &str) -> &str {
    origin.rsplit('/').next().unwrap_or(origin).trim_end_matches(".toml")
}

impl WrittenStyle {
    fn raw(&self) -> Raw<'_> {
        fn word(written: Option<&Spanned<String>>) -> Option<&str> {
            written.map(|word| word.get_ref().as_str())
        }
        Raw {
            fg: word(self.fg.as_ref()),
            bg: word(self.bg.as_ref()),
            fg16: word(self.fg16.as_ref()),
            bg16: word(self.bg16.as_ref()),
            bold: self.bold,
            dim: self.dim,
            reverse: self.reverse,
            underline: self.underline,
            tints: self.tints.unwrap_or(true),
        }
    }

    /// Reports every colour that is none, whatever the terminal can show.
    fn check(&self, report: &mut Report) {
        for word in [&self.fg, &self.bg, &self.fg16, &self.bg16].into_iter().flatten() {
            if let Err(why) = colour::read(word.get_ref()) {
                report.fault(word.span(), why);
            }
        }
    }
}

impl Raw<'_> {
    fn style(&self, depth: Depth) -> Style {
        let pick = |full: Option<&str>, few: Option<&str>| {
            let read = |word: Option<&str>| colour::read(word?).ok();
            match depth {
                Depth::Sixteen => read(few).or_else(|| colour::fitted(read(full)?, depth)),
                _ => read(full).or_else(|| read(few)).and_then(|colour| colour::fitted(colour, depth)),
            }
        };
        let mut style =
            Style { fg: pick(self.fg, self.fg16), bg: pick(self.bg, self.bg16), ..Style::default() };
        for (wanted, modifier) in [
            (self.bold, Modifier::BOLD),
            (self.dim, Modifier::DIM),
            (self.reverse, Modifier::REVERSED),
            (self.underline, Modifier::UNDERLINED),
        ] {
            if wanted {
                style = style.add_modifier(modifier);
            }
        }
        style
    }
}
