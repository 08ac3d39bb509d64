//! Themes: a style for every role on the screen, read from TOML. Colour is never the only sign.

use std::collections::BTreeMap;

use crate::reading::Spanned;
use ratatui::style::{Color, Modifier, Style};

use crate::reading::{Faulty, Report, parsed, suggestion};

/// How many colours the terminal shows.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Depth {
    /// None: bold, reverse and underline only.
    Mono,
    /// The sixteen of the terminal's own palette.
    #[default]
    Sixteen,
    /// Red, green and blue of eight bits each.
    Full,
}

macro_rules! roles {
    ($($(#[doc = $doc:literal])* $name:ident = $word:literal),* $(,)?) => {
        /// What a piece of the screen means; a theme gives each a style.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub enum Role { $($(#[doc = $doc])* $name),* }
        const ROLES: &[(&str, Role)] = &[$(($word, Role::$name)),*];
    };
}

roles! {
    /// Ordinary words.
    Text = "text",
    /// Words in the background.
    Dim = "dim",
    /// Headings of panes.
    Title = "title",
    /// The strip at the top.
    Strip = "strip",
    /// The phase being played.
    Phase = "phase",
    /// The side named first.
    SideA = "side-a",
    /// The side named second.
    SideB = "side-b",
    /// The map cursor and the selected line of a list.
    Cursor = "cursor",
    /// Something that may be chosen now.
    Option = "option",
    /// A stand marked by the player.
    Marked = "marked",
    /// The piece that is acting.
    Active = "active",
    /// A line of sight.
    Path = "path",
    /// Where a line of sight ends.
    Blocked = "blocked",
    /// Ground that cannot be seen.
    Unseen = "unseen",
    /// What to do.
    Prompt = "prompt",
    /// A key.
    Key = "key",
    /// A refusal or a warning.
    Warning = "warning",
    /// A roll that came off.
    Good = "good",
    /// A roll that did not.
    Bad = "bad",
    /// A loss.
    Loss = "loss",
    /// A rule number.
    Rule = "rule",
    /// Open ground.
    Clear = "clear",
    /// Woods.
    Woods = "woods",
    /// Water and marsh.
    Water = "water",
    /// Roads and tracks.
    Road = "road",
    /// Buildings.
    Building = "building",
    /// Rough ground.
    Rough = "rough",
    /// Slopes and crests.
    Slope = "slope",
    /// Field works.
    Works = "works",
    /// Wrecks, smoke, impact zones.
    Marker = "marker",
}

impl Role {
    /// The role of a terrain family.
    pub fn ground(family: &str) -> Self {
        match family {
            "woods" => Self::Woods,
            "water" => Self::Water,
            "road" => Self::Road,
            "building" => Self::Building,
            "rough" => Self::Rough,
            "slope" => Self::Slope,
            "works" => Self::Works,
            _ => Self::Clear,
        }
    }
}

#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct RawStyle {
    fg: Option<Spanned<String>>,
    bg: Option<Spanned<String>>,
    /// Used where the terminal has only sixteen colours.
    fg16: Option<Spanned<String>>,
    bg16: Option<Spanned<String>>,
    bold: bool,
    dim: bool,
    reverse: bool,
    underline: bool,
}

/// A style for every role.
#[derive(Clone, Debug)]
pub struct Theme {
    /// Its name.
    pub name: String,
    styles: Vec<Style>,
}

const EMBEDDED: [(&str, &str); 5] = [
    ("dark", include_str!("../../config/themes/dark.toml")),
    ("light", include_str!("../../config/themes/light.toml")),
    ("mono", include_str!("../../config/themes/mono.toml")),
    ("high-contrast", include_str!("../../config/themes/high-contrast.toml")),
    ("colour-blind-safe", include_str!("../../config/themes/colour-blind-safe.toml")),
];

impl Theme {
    /// Every theme there is: the program's own, then the player's, which may replace one of the same name.
    ///
    /// # Errors
    /// When a theme cannot be read: every fault with its place.
    pub fn all(own: &[(String, String)], depth: Depth) -> Result<Vec<Self>, Faulty> {
        let mut all: Vec<Self> = Vec::new();
        for (name, text) in EMBEDDED {
            all.push(Self::parse(name, text, depth)?);
        }
        for (origin, text) in own {
            let theme = Self::parse(origin, text, depth)?;
            match all.iter_mut().find(|t| t.name == theme.name) {
                Some(same) => *same = theme,
                None => all.push(theme),
            }
        }
        Ok(all)
    }

    /// Reads the theme of a file, which gives it its name; `depth` decides which of its colours count.
    ///
    /// # Errors
    /// When the text is no theme: every fault with its place.
    pub fn parse(origin: &str, text: &str, depth: Depth) -> Result<Self, Faulty> {
        let mut report = Report::new(origin, text);
        let raw: BTreeMap<Spanned<String>, RawStyle> = parsed(&mut report, text).unwrap_or_default();
        let mut styles = vec![Style::default(); ROLES.len()];
        for (word, style) in &raw {
            let style = style.read(&mut report, depth);
            match ROLES.iter().find(|(known, _)| known == word.get_ref()) {
                Some((_, role)) => styles[*role as usize] = style,
                None => {
                    let known: Vec<&str> = ROLES.iter().map(|(known, _)| *known).collect();
                    let near = suggestion(word.get_ref(), &known);
                    report.fault(word.span(), format!("[{}] is no role{near}", word.get_ref()));
                }
            }
        }
        let name = origin.rsplit('/').next().unwrap_or(origin).trim_end_matches(".toml").to_owned();
        report.end(Some(Self { name, styles })).map(|(theme, _)| theme)
    }

    /// The style of a role.
    pub fn of(&self, role: Role) -> Style {
        self.styles[role as usize]
    }
}

impl RawStyle {
    fn read(&self, report: &mut Report, depth: Depth) -> Style {
        let mut style = Style::default();
        let mut pick = |full: &Option<Spanned<String>>, few: &Option<Spanned<String>>| {
            // Every colour is read, so that a mistake is told on every terminal.
            let mut read = |word: &Option<Spanned<String>>| {
                let word = word.as_ref()?;
                let colour = colour(word.get_ref());
                if let Err(why) = &colour {
                    report.fault(word.span(), why);
                }
                colour.ok()
            };
            let (full, few) = (read(full), read(few));
            match depth {
                Depth::Mono => None,
                Depth::Sixteen => few.or(full),
                Depth::Full => full.or(few),
            }
        };
        style.fg = pick(&self.fg, &self.fg16);
        style.bg = pick(&self.bg, &self.bg16);
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

fn colour(word: &str) -> Result<Color, String> {
    const NAMES: [(&str, Color); 16] = [
        ("black", Color::Black),
        ("red", Color::Red),
        ("green", Color::Green),
        ("yellow", Color::Yellow),
        ("blue", Color::Blue),
        ("magenta", Color::Magenta),
        ("cyan", Color::Cyan),
        ("grey", Color::Gray),
        ("dark-grey", Color::DarkGray),
        ("bright-red", Color::LightRed),
        ("bright-green", Color::LightGreen),
        ("bright-yellow", Color::LightYellow),
        ("bright-blue", Color::LightBlue),
        ("bright-magenta", Color::LightMagenta),
        ("bright-cyan", Color::LightCyan),
        ("white", Color::White),
    ];
    if let Some(hex) = word.strip_prefix('#')
        && hex.len() == 6
        && let Ok(rgb) = u32::from_str_radix(hex, 16)
    {
        return Ok(Color::Rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8));
    }
    NAMES
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, colour)| *colour)
        .ok_or_else(|| format!("\"{word}\" is no colour: write #rrggbb or a name such as bright-red"))
}
