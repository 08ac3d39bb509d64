//! Themes: a style for every role on the screen, read from TOML. Nothing is shown by colour alone.
//!
//! A theme styles panes and text. The map has two looks, paper and night, whose roles a theme can override
//! one by one; a theme without tints draws the map in characters only.

mod colour;
#[cfg(test)]
mod tests;
mod themes;

use std::collections::BTreeMap;

use crate::reading::Spanned;
use ratatui::style::{Color, Modifier, Style};

use crate::reading::{Faulty, Report, parsed, suggestion};

pub use colour::{Depth, faint, readable, rgb, washed};
pub use themes::Themes;

macro_rules! roles {
    ($($(#[doc = $doc:literal])* $name:ident = $word:literal),* $(,)?) => {
        /// The meaning of a screen element; a theme gives each role a style.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub enum Role { $($(#[doc = $doc])* $name),* }
        const ROLES: &[(&str, Role)] = &[$(($word, Role::$name)),*];
    };
}

roles! {
    /// Normal text.
    Text = "text",
    /// Less important text.
    Dim = "dim",
    /// Headings of panes.
    Title = "title",
    /// The strip at the top.
    Strip = "strip",
    /// The current phase.
    Phase = "phase",
    /// The side named first.
    SideA = "side-a",
    /// The side named second.
    SideB = "side-b",
    /// The map cursor and the selected line of a list.
    Cursor = "cursor",
    /// Something that can be chosen now.
    Option = "option",
    /// A stand marked by the player.
    Marked = "marked",
    /// The piece that is acting.
    Active = "active",
    /// A line of sight.
    Path = "path",
    /// Where a line of sight ends.
    Blocked = "blocked",
    /// Terrain that can't be seen.
    Unseen = "unseen",
    /// The prompt.
    Prompt = "prompt",
    /// A key.
    Key = "key",
    /// A refusal or a warning.
    Warning = "warning",
    /// A roll that succeeded.
    Good = "good",
    /// A roll that failed.
    Bad = "bad",
    /// A loss.
    Loss = "loss",
    /// A rule number.
    Rule = "rule",
    /// Open terrain.
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

    // The map: each terrain role has the tint as its background and the texture as its foreground.
    /// Open terrain at level 0.
    Ground = "ground",
    /// Open terrain at level 1, and gentle slopes.
    Ground1 = "ground-1",
    /// Open terrain at level 2, and steep slopes.
    Ground2 = "ground-2",
    /// Open terrain at level 3 and above, and crests.
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
    /// Wooden buildings, or buildings of unspecified type.
    GroundBuilding = "ground-building",
    /// Stone buildings.
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
    /// A drop to a lower level.
    Contour = "contour",
    /// Walls along the side of a cell.
    EdgeWall = "edge-wall",
    /// Hedges and rows of trees.
    EdgeHedge = "edge-hedge",
    /// Cliffs and crests.
    EdgeCliff = "edge-cliff",
    /// Rivers along the side of a cell.
    EdgeWater = "edge-water",
    /// Boundaries of named places.
    EdgePlain = "edge-plain",
    /// A counter of the first side.
    CounterA = "counter-a",
    /// A counter of the second side.
    CounterB = "counter-b",
    /// The lower row of a small counter of the first side.
    FootA = "foot-a",
    /// The lower row of a small counter of the second side.
    FootB = "foot-b",
    /// A counter of the first side that can do no more.
    SpentA = "spent-a",
    /// A counter of the second side that can do no more.
    SpentB = "spent-b",
    /// The acting counter of the first side.
    ActingA = "acting-a",
    /// The acting counter of the second side.
    ActingB = "acting-b",
    /// A counter of the first side that is out of action: flipped over.
    GraveA = "grave-a",
    /// A counter of the second side that is out of action: flipped over.
    GraveB = "grave-b",
    /// The text of a counter with a harmful state.
    Harm = "harm",
    /// The picked counter of the first side, which Enter acts on.
    PickedA = "picked-a",
    /// The picked counter of the second side, which Enter acts on.
    PickedB = "picked-b",
    /// A bar across a counter that names its state.
    Bar = "bar",
    /// The cell under the cursor.
    Lit = "lit",
    /// The wash over terrain within reach.
    Reach = "reach",
    /// The wash over terrain that can be chosen.
    Choice = "choice",
    /// The wash over terrain that the enemy can fire at.
    Threat = "threat",
    /// The wash over terrain that can't be seen.
    Shadow = "shadow",
    /// A march, or a line of sight.
    Way = "way",
    /// The point where a line of sight is blocked.
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
    /// Smoke in the corner of a cell.
    MarkSmoke = "mark-smoke",
    /// Fires and impact zones.
    MarkFire = "mark-fire",
    /// Residual firepower.
    MarkResidual = "mark-residual",
    /// An acquired target.
    MarkAcquired = "mark-acquired",
    /// The brackets around a target that can be chosen.
    Ring = "ring",
    /// A German counter, where counters have national colours.
    German = "german",
    /// An American counter.
    American = "american",
    /// A British counter.
    British = "british",
    /// A Soviet counter.
    Soviet = "soviet",
    /// An Italian counter.
    Italian = "italian",
}

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

impl Role {
    /// The role for a terrain family.
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

    /// Whether it is a tint of the ground.
    pub const fn is_ground(self) -> bool {
        Self::Ground as usize <= self as usize && self as usize <= Self::GroundRoad as usize
    }

    /// Whether it is the tint of open terrain, which tells the level.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Ground | Self::Ground1 | Self::Ground2 | Self::Ground3)
    }

    /// Whether a role belongs to the map and so depends on the look.
    const fn is_map_role(self) -> bool {
        self as usize >= Self::Ground as usize
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
