//! The roles that a theme gives styles to.

use crate::game::view::Family;

macro_rules! roles {
    ($($(#[doc = $doc:literal])* $name:ident = $word:literal),* $(,)?) => {
        /// The meaning of a screen element; a theme gives each role a style.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub enum Role { $($(#[doc = $doc])* $name),* }
        pub(super) const ROLES: &[(&str, Role)] = &[$(($word, Role::$name)),*];
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

impl Role {
    /// The role for a terrain family.
    pub const fn ground(family: Family) -> Self {
        match family {
            Family::Woods | Family::Scrub => Self::Woods,
            Family::Water | Family::Marsh => Self::Water,
            Family::Road => Self::Road,
            Family::Building | Family::Stone => Self::Building,
            Family::Rough | Family::Grain => Self::Rough,
            Family::Slope | Family::Steep | Family::Crest => Self::Slope,
            Family::Works => Self::Works,
            Family::Clear | Family::Smoke | Family::Marker => Self::Clear,
        }
    }

    /// The tint of a terrain family at a level.
    pub fn tint(family: Family, level: i8) -> Self {
        let open = [Self::Ground, Self::Ground1, Self::Ground2, Self::Ground3];
        let at_least = |least: usize| open[usize::try_from(level).unwrap_or(0).max(least).min(3)];
        match family {
            Family::Woods => Self::GroundWoods,
            Family::Scrub => Self::GroundScrub,
            Family::Grain => Self::GroundGrain,
            Family::Water => Self::GroundWater,
            Family::Marsh => Self::GroundMarsh,
            Family::Building => Self::GroundBuilding,
            Family::Stone => Self::GroundStone,
            Family::Rough => Self::GroundRough,
            Family::Works => Self::GroundWorks,
            Family::Road => Self::GroundRoad,
            Family::Slope => at_least(1),
            Family::Steep => at_least(2),
            Family::Crest => at_least(3),
            Family::Clear | Family::Smoke | Family::Marker => at_least(0),
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
    pub(super) const fn is_map_role(self) -> bool {
        self as usize >= Self::Ground as usize
    }
}
