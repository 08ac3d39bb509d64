//! Ground and borders (92.2 to 92.60, 93.1, 94): concealment, sight, bogging and burning, as in the tables.

use crate::game::view::Family;

/// A kind of ground a terrain feature is made of.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ground {
    /// Airstrips, squares, wide streets (92.2).
    Exposed,
    /// Fields (92.4).
    Open,
    /// Standing crops and brush (92.6).
    Crops,
    /// The same on the forward slope of a hill (92.8).
    ForwardCrops,
    /// The crest of a hill, held from behind (92.10).
    Hill,
    /// Orchards (92.12).
    Orchard,
    /// Rubble and broken ground (92.14).
    Rubble,
    /// Wooden buildings (92.18).
    WoodenBuilding,
    /// Stone and brick buildings (92.20).
    StoneBuilding,
    /// Woods (92.24).
    Woods,
    /// Dense woods and the edge of the jungle (92.25).
    DenseWoods,
    /// Marsh (92.29).
    Marsh,
    /// Pillboxes (92.31).
    Pillbox,
    /// Field works (92.33).
    FieldWorks,
    /// Foxholes (92.35).
    Foxholes,
    /// Roads as features (92.53).
    Road,
    /// Small streams and creeks (92.49).
    Stream,
    /// Trenches as features (92.51).
    Trench,
    /// Kunai grass (94.8).
    Kunai,
    /// Bamboo (94.9).
    Bamboo,
    /// Palm trees (94.10).
    Palms,
    /// Paddy fields (94.11).
    Paddy,
    /// Grass huts (94.12).
    Hut,
    /// A section of dense jungle (94.2).
    Jungle,
    /// Swamp water (94.7).
    Swamp,
    /// Dry ground in a swamp (94.7).
    SwampIsland,
}

/// The border between two terrain features.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Border {
    /// No border terrain (2.4).
    #[default]
    Plain,
    /// Hedges (92.38).
    Hedge,
    /// Bocage: a hedge too high to see over (92.38, ruling FM-102).
    Bocage,
    /// Fences (92.40).
    Fence,
    /// Banks (92.42).
    Bank,
    /// Stone walls (92.44).
    Wall,
    /// High walls, which block sight (23.3).
    HighWall,
    /// Ditches (92.45).
    Ditch,
    /// Rivers and large streams (92.47).
    River,
    /// Rows of trees (92.55).
    Trees,
    /// Wire of one of three levels (92.57).
    Wire(u8),
    /// The crest line of a hill (93.1).
    Crest,
}

/// The effects of a kind of ground or border.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cover {
    /// Concealment of stationary troops, as a size.
    pub stationary: i8,
    /// Concealment of moving troops, as a size.
    pub moving: i8,
    /// Concealment from indirect fire of stationary and moving troops.
    pub indirect: [i8; 2],
    /// It blocks sight through it, but can be seen into.
    pub blocks: bool,
    /// Height gives no advantage against it.
    pub overhead: bool,
    /// Its bog number as printed; `None` if no test is needed.
    pub bog: Option<i8>,
    /// The number at which phosphorus sets it on fire.
    pub burn: Option<u8>,
}

const fn cover(stationary: i8, moving: i8) -> Cover {
    let indirect = [stationary, moving];
    Cover { stationary, moving, indirect, blocks: false, overhead: false, bog: None, burn: None }
}

impl Cover {
    const fn indirect(mut self, stationary: i8, moving: i8) -> Self {
        self.indirect = [stationary, moving];
        self
    }
    const fn blocking(mut self) -> Self {
        self.blocks = true;
        self
    }
    const fn overhead(mut self) -> Self {
        self.overhead = true;
        self
    }
    const fn bog(mut self, bog: i8) -> Self {
        self.bog = Some(bog);
        self
    }
    const fn burn(mut self, burn: u8) -> Self {
        self.burn = Some(burn);
        self
    }
}

/// Key, name, sign on the map, colour family and values of each kind of ground.
const GROUNDS: [(Ground, &str, &str, char, Family, Cover); 26] = [
    (Ground::Exposed, "exposed", "exposed ground", ' ', Family::Clear, cover(0, 0)),
    (Ground::Open, "open", "open field", '.', Family::Clear, cover(1, 0).burn(6)),
    (Ground::Crops, "crops", "crops or brush", ',', Family::Grain, cover(2, 1).burn(5)),
    (
        Ground::ForwardCrops,
        "forward-crops",
        "crops on a forward slope",
        ';',
        Family::Grain,
        cover(1, 0).burn(5),
    ),
    (Ground::Hill, "hill", "hill", '^', Family::Slope, cover(2, 1).blocking()),
    (
        Ground::Orchard,
        "orchard",
        "orchard",
        '%',
        Family::Scrub,
        cover(2, 1).indirect(0, 0).overhead().bog(0).burn(7),
    ),
    (Ground::Rubble, "rubble", "rubble", ':', Family::Rough, cover(2, 1).bog(-2)),
    (
        Ground::WoodenBuilding,
        "wooden-building",
        "wooden building",
        '#',
        Family::Building,
        cover(3, 3).blocking().overhead().bog(-3).burn(6),
    ),
    (
        Ground::StoneBuilding,
        "stone-building",
        "stone building",
        '@',
        Family::Stone,
        cover(4, 4).blocking().overhead().bog(-4).burn(7),
    ),
    (
        Ground::Woods,
        "woods",
        "woods",
        '*',
        Family::Woods,
        cover(3, 2).indirect(0, 0).blocking().overhead().bog(-3).burn(7),
    ),
    (
        Ground::DenseWoods,
        "dense-woods",
        "dense woods",
        '&',
        Family::Woods,
        cover(4, 3).indirect(0, 0).blocking().overhead().bog(-4).burn(7),
    ),
    (Ground::Marsh, "marsh", "marsh", '~', Family::Marsh, cover(1, 0).indirect(2, 1)),
    (Ground::Pillbox, "pillbox", "pillbox", '$', Family::Works, cover(5, 5).overhead().burn(7)),
    (Ground::FieldWorks, "field-works", "field works", '=', Family::Works, cover(5, 5).bog(-3)),
    (Ground::Foxholes, "foxholes", "foxholes", 'o', Family::Works, cover(3, 0)),
    (Ground::Road, "road", "road", '-', Family::Road, cover(0, 0)),
    (Ground::Stream, "stream", "stream", '~', Family::Water, cover(2, 1)),
    (Ground::Trench, "trench", "trench", '_', Family::Works, cover(3, 3)),
    (Ground::Kunai, "kunai", "kunai grass", '"', Family::Scrub, cover(2, 1).bog(1).burn(5)),
    (Ground::Bamboo, "bamboo", "bamboo", '|', Family::Woods, cover(2, 1).blocking().burn(4)),
    (
        Ground::Palms,
        "palms",
        "palm trees",
        '%',
        Family::Scrub,
        cover(2, 1).indirect(0, 0).overhead().bog(0).burn(7),
    ),
    (Ground::Paddy, "paddy", "paddy field", '.', Family::Marsh, cover(1, 0).bog(5)),
    (Ground::Hut, "hut", "grass hut", '#', Family::Building, cover(1, 0).bog(1).burn(3)),
    (
        Ground::Jungle,
        "jungle",
        "dense jungle",
        '&',
        Family::Woods,
        cover(4, 3).indirect(0, 0).blocking().overhead(),
    ),
    (Ground::Swamp, "swamp", "swamp", '~', Family::Marsh, cover(0, 0).blocking()),
    (
        Ground::SwampIsland,
        "swamp-island",
        "dry ground in a swamp",
        '*',
        Family::Woods,
        cover(3, 2).indirect(0, 0).blocking().overhead(),
    ),
];

const BORDERS: [(Border, &str, &str, Cover); 14] = [
    (Border::Plain, "plain", "border", cover(0, 0)),
    (Border::Hedge, "hedge", "hedge", cover(2, 1).indirect(1, 1).bog(-1)),
    (Border::Bocage, "bocage", "bocage", cover(2, 1).indirect(1, 1).blocking().bog(-2)),
    (Border::Fence, "fence", "fence", cover(1, 0).indirect(0, 0)),
    (Border::Bank, "bank", "bank", cover(1, 0).indirect(0, 0)),
    (Border::Wall, "wall", "stone wall", cover(2, 1).indirect(1, 1).bog(-1)),
    (Border::HighWall, "high-wall", "high wall", cover(2, 1).indirect(1, 1).blocking().bog(-1)),
    (Border::Ditch, "ditch", "ditch", cover(2, 2)),
    (Border::River, "river", "river", cover(0, 0).bog(-4)),
    (Border::Trees, "trees", "row of trees", cover(2, 1).indirect(1, 1).overhead()),
    (Border::Wire(1), "wire-1", "wire +1", cover(0, 0).bog(2)),
    (Border::Wire(2), "wire-2", "wire +2", cover(0, 0).bog(1)),
    (Border::Wire(3), "wire-3", "wire +3", cover(0, 0).bog(0)),
    (Border::Crest, "crest", "crest line", cover(2, 1).blocking()),
];

impl Ground {
    /// Every kind, in rulebook order.
    pub fn all() -> impl Iterator<Item = Self> {
        GROUNDS.iter().map(|row| row.0)
    }

    fn row(self) -> &'static (Self, &'static str, &'static str, char, Family, Cover) {
        &GROUNDS[self as usize]
    }

    /// Its key in scenarios.
    pub fn key(self) -> &'static str {
        self.row().1
    }

    /// Its display name.
    pub fn name(self) -> &'static str {
        self.row().2
    }

    /// The paragraph that describes it.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Exposed => "92.2",
            Self::Open => "92.4",
            Self::Crops => "92.6",
            Self::ForwardCrops => "92.8",
            Self::Hill => "92.10",
            Self::Orchard => "92.12",
            Self::Rubble => "92.14",
            Self::WoodenBuilding => "92.18",
            Self::StoneBuilding => "92.20",
            Self::Woods => "92.24",
            Self::DenseWoods | Self::Jungle => "92.25",
            Self::Marsh => "92.29",
            Self::Pillbox => "92.31",
            Self::FieldWorks => "92.33",
            Self::Foxholes => "92.35",
            Self::Stream => "92.49",
            Self::Trench => "92.51",
            Self::Road => "92.53",
            Self::Kunai => "94.8",
            Self::Bamboo => "94.9",
            Self::Palms => "94.10",
            Self::Paddy => "94.11",
            Self::Hut => "94.12",
            Self::Swamp | Self::SwampIsland => "94.7",
        }
    }

    /// Its sign on the map.
    pub fn glyph(self) -> char {
        self.row().3
    }

    /// Its family, for colour.
    pub fn family(self) -> Family {
        self.row().4
    }

    /// Its effects.
    pub fn cover(self) -> &'static Cover {
        &self.row().5
    }

    /// The ground of a key.
    pub fn named(key: &str) -> Option<Self> {
        GROUNDS.iter().find(|row| row.1 == key).map(|row| row.0)
    }

    /// Whether fire that passes through it meets one more feature (23.5): any feature but exposed ground and
    /// the borders that are drawn as squares (ruling FM-31).
    pub const fn hinders(self) -> bool {
        !matches!(self, Self::Exposed | Self::Road | Self::Stream | Self::Trench)
    }

    /// Whether a move action into it or along it costs double (92.49, 92.51).
    pub const fn is_slow(self) -> bool {
        matches!(self, Self::Stream | Self::Trench)
    }

    /// Whether it has a roof and floors (30.9, 92.16).
    pub const fn is_building(self) -> bool {
        matches!(self, Self::WoodenBuilding | Self::StoneBuilding | Self::Hut)
    }

    /// Whether fire from inside it passes through it (92.23).
    pub const fn is_wood(self) -> bool {
        matches!(self, Self::Woods | Self::DenseWoods | Self::Bamboo | Self::Jungle | Self::SwampIsland)
    }

    /// Whether troops in it fire at -1, and crewed weapons as uncrewed (92.29, 92.49).
    pub const fn is_wet(self) -> bool {
        matches!(self, Self::Marsh | Self::Stream)
    }

    /// The bonus to its defenders' stand check: 1 in a building, 3 in works (49.3).
    pub const fn stand(self) -> i16 {
        match self {
            Self::WoodenBuilding | Self::StoneBuilding | Self::Hut => 1,
            Self::Pillbox | Self::FieldWorks => 3,
            _ => 0,
        }
    }
}

impl Border {
    /// Its family, for colour.
    pub const fn family(self) -> Family {
        match self {
            Self::Plain => Family::Clear,
            Self::Hedge | Self::Bocage | Self::Trees => Family::Woods,
            Self::Fence | Self::Wall | Self::HighWall => Family::Building,
            Self::Bank | Self::Ditch | Self::Crest => Family::Slope,
            Self::River => Family::Water,
            Self::Wire(_) => Family::Works,
        }
    }

    /// Its place in the table, below 16.
    pub(super) fn index(self) -> u32 {
        BORDERS.iter().zip(0..).find(|(row, _)| row.0 == self).map_or(0, |(_, place)| place)
    }

    /// The border at a place in the table.
    pub(super) fn at_index(place: u32) -> Self {
        BORDERS.get(place as usize).map_or(Self::Plain, |row| row.0)
    }

    fn row(self) -> &'static (Self, &'static str, &'static str, Cover) {
        BORDERS.iter().find(|row| row.0 == self).unwrap_or(&BORDERS[0])
    }

    /// The paragraph that describes it.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Plain => "2",
            Self::Hedge | Self::Bocage => "92.38",
            Self::Fence => "92.40",
            Self::Bank => "92.42",
            Self::Wall | Self::HighWall => "92.44",
            Self::Ditch => "92.45",
            Self::River => "92.47",
            Self::Trees => "92.55",
            Self::Wire(_) => "92.57",
            Self::Crest => "92.10",
        }
    }

    /// Its key in scenarios.
    pub fn key(self) -> &'static str {
        self.row().1
    }

    /// Its display name.
    pub fn name(self) -> &'static str {
        self.row().2
    }

    /// Its effects for groups behind it.
    pub fn cover(self) -> &'static Cover {
        &self.row().3
    }

    /// The border of a key.
    pub fn named(key: &str) -> Option<Self> {
        BORDERS.iter().find(|row| row.1 == key).map(|row| row.0)
    }

    /// Every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        BORDERS.iter().map(|row| row.0)
    }
}
