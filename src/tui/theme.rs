//! Themes: a style for every role on the screen, read from TOML. Colour is never the only sign.
//!
//! A theme styles panes and text. The map has two looks of its own, paper and night, which a theme may change role
//! by role; a theme without tints draws the map in signs alone.

mod colour;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::reading::Spanned;
use ratatui::style::{Color, Modifier, Style};

use crate::reading::{Faulty, Report, parsed, suggestion};

pub use colour::{Depth, washed};

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

    // The map: each ground role has the tint as background and the ink of its texture as foreground.
    /// Open ground at level 0.
    Ground = "ground",
    /// Open ground at level 1, and gentle slopes.
    Ground1 = "ground-1",
    /// Open ground at level 2, and steep slopes.
    Ground2 = "ground-2",
    /// Open ground at level 3 and above, and crests.
    Ground3 = "ground-3",
    /// Woods.
    GroundWoods = "ground-woods",
    /// Scrub, orchards, groves.
    GroundScrub = "ground-scrub",
    /// Crops.
    GroundGrain = "ground-grain",
    /// Rivers, streams, lakes.
    GroundWater = "ground-water",
    /// Marsh and swamp.
    GroundMarsh = "ground-marsh",
    /// Buildings of wood, or of no kind in particular.
    GroundBuilding = "ground-building",
    /// Buildings of stone.
    GroundStone = "ground-stone",
    /// Rough and broken ground, rubble.
    GroundRough = "ground-rough",
    /// Field works that fill a cell.
    GroundWorks = "ground-works",
    /// A road as wide as a cell.
    GroundRoad = "ground-road",
    /// A road drawn as a line, and its bridges.
    LineRoad = "line-road",
    /// A track.
    LineTrack = "line-track",
    /// A stream drawn as a line.
    LineStream = "line-stream",
    /// Where the ground falls to a lower level.
    Contour = "contour",
    /// Walls along the side of a cell.
    EdgeWall = "edge-wall",
    /// Hedges and rows of trees.
    EdgeHedge = "edge-hedge",
    /// Cliffs and crests.
    EdgeCliff = "edge-cliff",
    /// Rivers along the side of a cell.
    EdgeWater = "edge-water",
    /// Limits of named places.
    EdgePlain = "edge-plain",
    /// A counter of the first side.
    CounterA = "counter-a",
    /// A counter of the second side.
    CounterB = "counter-b",
    /// A counter of the first side that has done what it could.
    SpentA = "spent-a",
    /// The same of the second side.
    SpentB = "spent-b",
    /// The acting counter, if it is of the first side.
    ActingA = "acting-a",
    /// The same of the second side.
    ActingB = "acting-b",
    /// A counter of the first side that is out of action: turned over.
    GraveA = "grave-a",
    /// The same of the second side.
    GraveB = "grave-b",
    /// The text of a counter that is hampered.
    Harm = "harm",
    /// A counter of the first side that has been picked: what Enter acts on.
    PickedA = "picked-a",
    /// The same of the second side.
    PickedB = "picked-b",
    /// A bar across a counter that names its state.
    Bar = "bar",
    /// The cell under the cursor.
    Lit = "lit",
    /// The wash over ground within reach.
    Reach = "reach",
    /// The wash over ground that can be chosen.
    Choice = "choice",
    /// The wash over ground that the enemy can fire at.
    Threat = "threat",
    /// The wash over ground that cannot be seen.
    Shadow = "shadow",
    /// A march, or a line of sight.
    Way = "way",
    /// What ends a line of sight.
    Stop = "stop",
    /// The flag and the border of an objective.
    Objective = "objective",
    /// The border of a set-up zone.
    Zone = "zone",
    /// Names and markers on the map.
    Label = "label",
    /// Wrecks.
    Wreck = "wreck",
    /// Around the map.
    Table = "table",
}

/// The two ways in which the map may be tinted.
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

    /// What themes and the command line call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Night => "night",
        }
    }

    /// The look of a name.
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

    const fn text(self) -> &'static str {
        match self {
            Self::Paper => include_str!("../../config/looks/paper.toml"),
            Self::Night => include_str!("../../config/looks/night.toml"),
        }
    }
}

impl Role {
    /// The role of a terrain family.
    pub fn ground(family: &str) -> Self {
        match family {
            "woods" | "scrub" => Self::Woods,
            "water" | "marsh" => Self::Water,
            "road" => Self::Road,
            "building" | "stone" => Self::Building,
            "rough" | "grain" => Self::Rough,
            "slope" | "steep" | "crest" => Self::Slope,
            "works" => Self::Works,
            _ => Self::Clear,
        }
    }

    /// The tint of a terrain family at a level.
    pub fn tint(family: &str, level: i8) -> Self {
        let open = [Self::Ground, Self::Ground1, Self::Ground2, Self::Ground3];
        let at_least = |least: usize| open[usize::try_from(level).unwrap_or(0).max(least).min(3)];
        match family {
            "woods" => Self::GroundWoods,
            "scrub" => Self::GroundScrub,
            "grain" => Self::GroundGrain,
            "water" => Self::GroundWater,
            "marsh" => Self::GroundMarsh,
            "building" => Self::GroundBuilding,
            "stone" => Self::GroundStone,
            "rough" => Self::GroundRough,
            "works" => Self::GroundWorks,
            "road" => Self::GroundRoad,
            "slope" => at_least(1),
            "steep" => at_least(2),
            "crest" => at_least(3),
            _ => at_least(0),
        }
    }

    /// Whether a role belongs to the map and so to its two looks.
    const fn is_of_the_map(self) -> bool {
        self as usize >= Self::Ground as usize
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
    /// Of `[map]` alone: whether the map is tinted at all.
    tints: Option<bool>,
}

/// The section of a theme that says how it draws the map.
const MAP: &str = "map";

/// A style for every role.
#[derive(Clone, Debug)]
pub struct Theme {
    /// Its name.
    pub name: String,
    /// How its map is tinted.
    pub look: MapLook,
    tinted: bool,
    styles: [Vec<Style>; 2],
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
        let name = origin.rsplit('/').next().unwrap_or(origin).trim_end_matches(".toml").to_owned();
        let styles = [vec![Style::default(); ROLES.len()], vec![Style::default(); ROLES.len()]];
        let mut theme = Self { name, look: MapLook::default(), tinted: depth != Depth::Mono, styles };
        for look in MapLook::ALL {
            theme.lay(look.name(), look.text(), depth, &[look])?;
        }
        theme.lay(origin, text, depth, &MapLook::ALL)?;
        Ok(theme)
    }

    /// Lays the styles of a file over those there are, in some of the looks of the map. A role of the map with
    /// `paper-` or `night-` before it counts in that look alone.
    fn lay(&mut self, origin: &str, text: &str, depth: Depth, looks: &[MapLook]) -> Result<(), Faulty> {
        let mut report = Report::new(origin, text);
        let raw: BTreeMap<Spanned<String>, RawStyle> = parsed(&mut report, text).unwrap_or_default();
        let find = |word: &str| ROLES.iter().find(|(known, _)| *known == word).map(|(_, role)| *role);
        for (word, raw) in &raw {
            let style = raw.read(&mut report, depth);
            if word.get_ref() == MAP {
                self.tinted &= raw.tints.unwrap_or(true);
                continue;
            }
            let alone = MapLook::ALL.into_iter().find_map(|look| {
                let role = find(word.get_ref().strip_prefix(look.name())?.strip_prefix('-')?)?;
                role.is_of_the_map().then_some((look, role))
            });
            if let Some(role) = find(word.get_ref()) {
                looks.iter().for_each(|look| self.styles[*look as usize][role as usize] = style);
            } else if let Some((look, role)) = alone {
                self.styles[look as usize][role as usize] = style;
            } else {
                let known: Vec<&str> = ROLES.iter().map(|(known, _)| *known).collect();
                let near = suggestion(word.get_ref(), &known);
                report.fault(word.span(), format!("[{}] is no role{near}", word.get_ref()));
            }
        }
        report.end(Some(())).map(|_| ())
    }

    /// The style of a role.
    pub fn of(&self, role: Role) -> Style {
        self.styles[self.look as usize][role as usize]
    }

    /// Whether the map is tinted: else signs and attributes must say everything.
    pub fn is_tinted(&self) -> bool {
        self.tinted
    }

    /// The background of a role.
    pub fn tint(&self, role: Role) -> Color {
        self.of(role).bg.unwrap_or(Color::Reset)
    }
}

impl RawStyle {
    fn read(&self, report: &mut Report, depth: Depth) -> Style {
        let mut style = Style::default();
        let mut pick = |full: &Option<Spanned<String>>, few: &Option<Spanned<String>>| {
            // Every colour is read, so that a mistake is told on every terminal.
            let mut read = |word: &Option<Spanned<String>>| {
                let word = word.as_ref()?;
                let colour = colour::read(word.get_ref());
                if let Err(why) = &colour {
                    report.fault(word.span(), why);
                }
                colour.ok()
            };
            let (full, few) = (read(full), read(few));
            match depth {
                Depth::Sixteen => few.or_else(|| colour::fitted(full?, depth)),
                _ => full.or(few).and_then(|colour| colour::fitted(colour, depth)),
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
