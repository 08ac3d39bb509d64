//! Themes: a style for every role on the screen, read from TOML. Colour is never the only sign.

use std::collections::BTreeMap;

use anyhow::{Context, anyhow, bail};
use ratatui::style::{Color, Modifier, Style};

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
    fg: Option<String>,
    bg: Option<String>,
    /// Used where the terminal has only sixteen colours.
    fg16: Option<String>,
    bg16: Option<String>,
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
    /// When a theme cannot be read: its origin, line and column and what was expected.
    pub fn all(own: &[(String, String)], depth: Depth) -> anyhow::Result<Vec<Self>> {
        let mut all: Vec<Self> = Vec::new();
        for (name, text) in EMBEDDED {
            all.push(Self::parse(name, text, depth).with_context(|| format!("theme {name}"))?);
        }
        for (origin, text) in own {
            let stem = origin.rsplit('/').next().unwrap_or(origin).trim_end_matches(".toml");
            let theme = Self::parse(stem, text, depth).with_context(|| origin.clone())?;
            match all.iter_mut().find(|t| t.name == theme.name) {
                Some(same) => *same = theme,
                None => all.push(theme),
            }
        }
        Ok(all)
    }

    /// Reads a theme; `depth` decides which of its colours count.
    ///
    /// # Errors
    /// When the text is no theme, with the place and what was expected.
    pub fn parse(name: &str, text: &str, depth: Depth) -> anyhow::Result<Self> {
        let raw: BTreeMap<String, RawStyle> = toml::from_str(text)?;
        let mut styles = vec![Style::default(); ROLES.len()];
        for (word, style) in &raw {
            let Some((_, role)) = ROLES.iter().find(|(known, _)| known == word) else {
                let known: Vec<&str> = ROLES.iter().map(|(known, _)| *known).collect();
                bail!("[{word}] is no role; there are {}", known.join(", "));
            };
            styles[*role as usize] = style.read(depth).with_context(|| format!("[{word}]"))?;
        }
        Ok(Self { name: name.to_owned(), styles })
    }

    /// The style of a role.
    pub fn of(&self, role: Role) -> Style {
        self.styles[role as usize]
    }
}

impl RawStyle {
    fn read(&self, depth: Depth) -> anyhow::Result<Style> {
        let mut style = Style::default();
        let pick = |full: &Option<String>, few: &Option<String>| -> anyhow::Result<Option<Color>> {
            let word = match depth {
                Depth::Mono => None,
                Depth::Sixteen => few.as_ref().or(full.as_ref()),
                Depth::Full => full.as_ref().or(few.as_ref()),
            };
            word.map(|word| colour(word)).transpose()
        };
        style.fg = pick(&self.fg, &self.fg16)?;
        style.bg = pick(&self.bg, &self.bg16)?;
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
        Ok(style)
    }
}

fn colour(word: &str) -> anyhow::Result<Color> {
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
        .ok_or_else(|| anyhow!("\"{word}\" is no colour: write #rrggbb or a name such as bright-red"))
}
