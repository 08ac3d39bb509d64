//! Chapter 9 and the Terrain Effects Chart: the movement cost, cover and sight of terrain.
//!
//! The chart itself is data, `config/matg/terrain.toml`. This module reads it and answers for one square
//! inch, whose ground is a [`Ground`]: a set of chart rows.

use std::fmt;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::game::view::Family;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::catalog::Mode;

/// Movement points in quarters: the chart has halves, and a diagonal inch costs half as much again.
pub type Quarters = i16;

/// Quarters in one movement point.
pub const POINT: Quarters = 4;

macro_rules! terrains {
    ($($name:ident = $key:literal),* $(,)?) => {
        /// A row of the Terrain Effects Chart, in chart order, then water and bridges.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[allow(missing_docs)] // named as in the chart
        pub enum Terrain { $($name),* }

        impl Terrain {
            /// Every row, in chart order.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The name in data files and on the command line: `light-buildings`.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$name => $key),* }
            }
        }
    };
}

terrains! {
    Clear = "clear", Jungle = "jungle", Woods = "woods", Grove = "grove", Marsh = "marsh", Ford = "ford",
    SoftSand = "soft-sand", Mud = "mud", GravelPlain = "gravel-plain", BrokenRock = "broken-rock",
    Depression = "depression", GentleSlope = "gentle-slope", SteepSlope = "steep-slope", Crest = "crest",
    Bocage = "bocage", Rough1 = "rough-1", Rough2 = "rough-2", Rough3 = "rough-3",
    LightBuildings = "light-buildings", MediumBuildings = "medium-buildings",
    HeavyBuildings = "heavy-buildings", Rubble = "rubble", GoodRoad = "good-road", PoorRoad = "poor-road",
    Track = "track", Smoke = "smoke", ImpactZone = "impact-zone",
    LightPosition = "light-improved-position", MediumPosition = "medium-improved-position",
    HeavyPosition = "heavy-improved-position", BarbedWire = "barbed-wire", Minefield = "minefield",
    Ditch = "anti-tank-ditch", Wreck = "wreck", Water = "water", River = "river", Stream = "stream",
    Bridge = "bridge", EngineerBridge = "engineer-bridge", Wrecks = "wrecks", Brush = "brush", Sodden = "sodden",
    SoddenRough = "sodden-rough", SoddenSlope = "sodden-slope", SoddenRoad = "sodden-road",
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().label)
    }
}

impl Terrain {
    /// Rows that are works, of which a square may have one (11.1.2).
    pub const WORKS: [Self; 6] = [
        Self::Minefield,
        Self::BarbedWire,
        Self::Ditch,
        Self::LightPosition,
        Self::MediumPosition,
        Self::HeavyPosition,
    ];

    /// The row with this name in data files; hilltops and hedgerows have other names too.
    pub fn named(key: &str) -> Option<Self> {
        let key = match key {
            "hilltop" | "ridgecrest" | "ridge-crest" | "hilltop-or-ridgecrest" => "crest",
            "hedgerows" | "hedgerow" | "bocage-hedgerows" => "bocage",
            "dense-forest" | "dense-woods" => "jungle",
            "orchard" => "grove",
            "rough-terrain-1" => "rough-1",
            "rough-terrain-2" => "rough-2",
            "rough-terrain-3" => "rough-3",
            "artillery-impact-zone" => "impact-zone",
            "ditch" => "anti-tank-ditch",
            other => other,
        };
        Self::ALL.iter().copied().find(|t| t.key() == key)
    }

    /// The figures of the row.
    #[inline]
    pub fn row(self) -> &'static Row {
        &chart()[self as usize]
    }

    /// Whether it is a good road, poor road or track.
    pub const fn is_road(self) -> bool {
        matches!(self, Self::GoodRoad | Self::PoorRoad | Self::Track | Self::SoddenRoad)
    }
}

/// The cost of an inch for a movement class.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Movement points for the inch.
    Each(Quarters),
    /// Added to the cost of the ground beneath.
    Added(Quarters),
    /// Impassable.
    No,
}

/// When the modifiers of a row apply.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// Always.
    Always,
    /// If the target is in the movement posture.
    Moving,
    /// Fire through the ridge crest or from below the hilltop (chart note **).
    Crest,
    /// Fire into or out of smoke (7.4.7.1).
    Smoke,
    /// Fire into an impact zone (7.4.5.2).
    Into,
}

/// How a row blocks a line of sight that passes through it (6.3.1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blocks {
    /// Not at all.
    Open,
    /// Any line through it that is less than a level above the ground.
    Through,
    /// Only lines to or from personnel.
    Personnel,
    /// By the height of the ground.
    Ground,
}

/// One row of the chart.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name that players see.
    pub label: &'static str,
    /// One ASCII character for the map.
    pub glyph: char,
    /// The colour family.
    pub family: Family,
    /// Costs for tracked, wheeled and foot stands.
    pub cost: [Cost; 3],
    /// Whether the cost is paid on leaving (chart note *).
    pub leaving: bool,
    /// Modifier of both dice against personnel.
    pub personnel: i16,
    /// Modifier of both dice against other targets.
    pub others: i16,
    /// When the modifiers apply.
    pub when: When,
    /// How it blocks sight.
    pub blocks: Blocks,
    /// No cohesion modifier once the target has fired this turn (chart note ++).
    pub concealing: bool,
}

impl Row {
    /// The cost for a movement class.
    pub const fn cost_for(&self, mode: Mode) -> Cost {
        match mode {
            Mode::Tracked => self.cost[0],
            Mode::Wheeled => self.cost[1],
            Mode::Foot => self.cost[2],
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRow {
    name: String,
    label: Option<String>,
    glyph: Option<char>,
    family: Option<Family>,
    track: String,
    wheel: String,
    foot: String,
    #[serde(default)]
    leaving: bool,
    #[serde(default)]
    personnel: i16,
    #[serde(default)]
    others: i16,
    when: Option<When>,
    sight: Option<Blocks>,
    #[serde(default)]
    concealing: bool,
}

fn chart() -> &'static [Row] {
    static CHART: OnceLock<Vec<Row>> = OnceLock::new();
    CHART.get_or_init(|| {
        #[derive(Deserialize)]
        struct File {
            terrain: Vec<RawRow>,
        }
        let file: File = crate::reading::from_toml(include_str!("../../../../config/matg/terrain.toml"))
            .expect("the embedded terrain chart is well-formed");
        assert!(
            file.terrain.iter().map(|row| row.name.as_str()).eq(Terrain::ALL.iter().map(|t| t.key())),
            "the embedded terrain chart has every row in chart order"
        );
        file.terrain.into_iter().map(row).collect()
    })
}

fn row(raw: RawRow) -> Row {
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    Row {
        cost: [cost(&raw.track), cost(&raw.wheel), cost(&raw.foot)],
        label: leak(raw.label.unwrap_or(raw.name)),
        glyph: raw.glyph.unwrap_or('.'),
        family: raw.family.unwrap_or_default(),
        leaving: raw.leaving,
        personnel: raw.personnel,
        others: raw.others,
        when: raw.when.unwrap_or(When::Always),
        blocks: raw.sight.unwrap_or(Blocks::Open),
        concealing: raw.concealing,
    }
}

/// "1.5", "+1" or "no" in quarters of a point.
fn cost(text: &str) -> Cost {
    let quarters = |number: &str| {
        let (whole, half) = number.split_once('.').unwrap_or((number, "0"));
        let whole: Quarters = whole.parse().expect("a cost is a number");
        whole * POINT + if half == "5" { POINT / 2 } else { 0 }
    };
    match text.strip_prefix('+') {
        _ if text == "no" => Cost::No,
        Some(added) => Cost::Added(quarters(added)),
        None => Cost::Each(quarters(text)),
    }
}

/// The ground of one square inch: a set of chart rows. The empty set is clear.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Ground(u64);

impl Ground {
    /// Clear ground.
    pub const CLEAR: Self = Self(0);

    /// Ground with these rows.
    pub const fn of(rows: &[Terrain]) -> Self {
        let (mut ground, mut next) = (Self::CLEAR, 0);
        while next < rows.len() {
            ground = ground.with(rows[next]);
            next += 1;
        }
        ground
    }

    /// Rows that block any line passing through them.
    pub fn walls() -> Self {
        static WALLS: OnceLock<Ground> = OnceLock::new();
        *WALLS.get_or_init(|| Self::of_rows(|row| row.blocks == Blocks::Through))
    }

    /// Rows that block only lines to or from personnel.
    pub fn screens() -> Self {
        static SCREENS: OnceLock<Ground> = OnceLock::new();
        *SCREENS.get_or_init(|| Self::of_rows(|row| row.blocks == Blocks::Personnel))
    }

    fn of_rows(which: impl Fn(&Row) -> bool) -> Self {
        Terrain::ALL.iter().filter(|t| which(t.row())).copied().collect()
    }

    /// Whether the square has this row.
    pub const fn has(self, terrain: Terrain) -> bool {
        self.0 & (1 << terrain as u64) != 0
    }

    /// Whether the two share a row.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The same ground with one row more.
    #[must_use]
    pub const fn with(self, terrain: Terrain) -> Self {
        if matches!(terrain, Terrain::Clear) { self } else { Self(self.0 | 1 << terrain as u64) }
    }

    /// The same ground without a row.
    #[must_use]
    pub const fn without(self, terrain: Terrain) -> Self {
        Self(self.0 & !(1 << terrain as u64))
    }

    /// The same ground without the rows of another.
    #[must_use]
    pub const fn less(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The rows of the square, in chart order.
    pub fn rows(self) -> impl Iterator<Item = Terrain> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            Terrain::ALL.get(next).copied()
        })
    }

    /// The best road in the square, if one runs through it.
    #[inline]
    pub fn road(self) -> Option<Terrain> {
        self.rows().find(|t| t.is_road())
    }

    /// Any kind of building (9.4).
    pub const fn is_built_up(self) -> bool {
        self.has(Terrain::LightBuildings)
            || self.has(Terrain::MediumBuildings)
            || self.has(Terrain::HeavyBuildings)
    }

    /// Water, river or stream without a bridge or ford (9.5).
    pub const fn is_water(self) -> bool {
        (self.has(Terrain::Water) || self.has(Terrain::River) || self.has(Terrain::Stream))
            && !self.has(Terrain::Bridge)
            && !self.has(Terrain::EngineerBridge)
            && !self.has(Terrain::Ford)
    }

    /// Movement points, in quarters, for an inch into this ground off the road; `None` if it is impassable.
    /// Rows add up: each costs the excess over clear ground (9.1.3, chart).
    #[apply(rule, "9.1.2", "9.1.3", "chart: terrain")]
    #[apply(rule, "chart: hedgerow" if self.has(Terrain::Bocage))]
    #[apply(rule, "battles: muddy ground" if self.has(Terrain::Sodden) || self.has(Terrain::SoddenRough))]
    pub fn cost(self, mode: Mode) -> Option<Quarters> {
        if self.has(Terrain::EngineerBridge) {
            let Cost::Each(points) = Terrain::EngineerBridge.row().cost_for(mode) else { return None };
            return Some(points);
        }
        if self.has(Terrain::Bridge) {
            return Some(POINT);
        }
        let Cost::Each(clear) = Terrain::Clear.row().cost_for(mode) else { return None };
        let crossing = self.has(Terrain::Ford);
        let mut sum = clear;
        for terrain in self.rows().filter(|t| !t.is_road() && !t.row().leaving) {
            // A ford crosses its stream or river (9.5.3).
            if crossing && matches!(terrain, Terrain::Stream | Terrain::River) {
                applies("9.5.3");
                continue;
            }
            match terrain.row().cost_for(mode) {
                Cost::Each(points) => sum += points - clear,
                Cost::Added(points) => sum += points,
                Cost::No => return None,
            }
        }
        // Gravel is easier on wheels than clear ground; half a point is the least that an inch costs.
        Some(sum.max(POINT / 2))
    }

    /// Movement points, in quarters, for an inch along the road in this square: the cost of the road and of
    /// obstacles on it.
    #[apply(rule, "9.1.4")]
    #[apply(rule, "9.3.1" if self.has(Terrain::Bocage))]
    #[apply(rule, "9.2.2" if self.has(Terrain::Wreck))]
    pub fn road_cost(self, mode: Mode) -> Option<Quarters> {
        if self.has(Terrain::Wreck) {
            return None; // 9.2.2
        }
        let Cost::Each(mut sum) = self.road()?.row().cost_for(mode) else { return None };
        for terrain in self.rows().filter(|t| !t.row().leaving) {
            if let Cost::Added(points) = terrain.row().cost_for(mode)
                && !matches!(terrain, Terrain::Crest)
            {
                sum += points;
            } else if matches!(terrain, Terrain::BarbedWire | Terrain::Ditch)
                && terrain.row().cost_for(mode) == Cost::No
            {
                return None;
            }
        }
        Some(sum)
    }

    /// Movement points, in quarters, for leaving the square (chart note *).
    #[apply(rule, "chart: terrain")]
    pub fn leaving_cost(self, mode: Mode) -> Quarters {
        self.rows()
            .filter(|&t| t.row().leaving && !(t == Terrain::Wreck && self.road().is_some())) // 9.2.2
            .map(|t| match t.row().cost_for(mode) {
                Cost::Added(points) => points,
                Cost::Each(_) | Cost::No => 0,
            })
            .sum()
    }
}

impl FromIterator<Terrain> for Ground {
    fn from_iter<I: IntoIterator<Item = Terrain>>(rows: I) -> Self {
        rows.into_iter().fold(Self::CLEAR, Self::with)
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::CLEAR {
            return f.write_str("clear");
        }
        for (n, terrain) in self.rows().enumerate() {
            write!(f, "{}{terrain}", if n == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
