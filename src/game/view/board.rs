//! The map as shown to a player.

use serde::Deserialize;

use crate::board::{BadName, Cell, Edge, Grid, Heading};
use crate::side::Side;

/// The map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardView {
    /// Its shape and size.
    pub grid: Grid,
    /// For each cell, in the order of [`Grid::index`], an index into `palette`.
    pub cells: Vec<u16>,
    /// Level of each cell, in the same order; empty if the whole map is level.
    pub levels: Vec<i8>,
    /// The kinds of terrain, edge, region and border on this map.
    pub palette: Vec<TerrainView>,
    /// Walls, hedges, cliffs: features along the sides of cells.
    pub edges: Vec<EdgeView>,
    /// Roads, tracks and streams that run through cells as lines.
    pub lines: Vec<LineView>,
    /// The objectives of the battle.
    pub goals: Vec<GoalView>,
    /// Named sets of cells, if the ruleset uses them.
    pub regions: Vec<RegionView>,
    /// Points between two regions where pieces may be.
    pub borders: Vec<BorderView>,
    /// Names of the cells, in the order of [`Grid::index`], if they differ from the grid's: "wK6".
    pub names: Vec<String>,
    /// The lowest and highest column and row in play, if not the whole grid.
    pub in_play: Option<(Cell, Cell)>,
}

impl BoardView {
    /// The lowest and highest column and row in play.
    pub fn span(&self) -> (Cell, Cell) {
        let (right, top) = (i16::from(self.grid.width()) - 1, i16::from(self.grid.height()) - 1);
        self.in_play.unwrap_or((Cell::new(0, 0), Cell::new(right, top)))
    }

    /// The name of a cell: the ruleset's, otherwise that of its region or border, otherwise the grid's.
    pub fn name(&self, cell: Cell) -> String {
        let own = self.grid.contains(cell).then(|| self.names.get(self.grid.index(cell))).flatten();
        if let Some(name) = own.filter(|name| !name.is_empty()) {
            return name.clone();
        }
        let border = self.borders.iter().find(|border| border.at == cell).map(|border| &border.name);
        let region = || self.regions.iter().find(|region| region.at == cell).map(|region| &region.name);
        border.or_else(region).cloned().unwrap_or_else(|| self.grid.name(cell))
    }

    /// The short name of a cell: for a region its tag, for a border the tags of its regions.
    pub fn short_name(&self, cell: Cell) -> String {
        let tag = |n: u16| self.regions.get(usize::from(n)).map_or("", |region| region.tag.as_str());
        if let Some(border) = self.borders.iter().find(|border| border.at == cell) {
            return format!("{}/{}", tag(border.between[0]), tag(border.between[1]));
        }
        let region = self.regions.iter().find(|region| region.at == cell);
        region.map_or_else(|| self.name(cell), |region| region.tag.clone())
    }

    /// The cell with this name, ignoring case.
    ///
    /// # Errors
    /// If nothing on this map has that name.
    pub fn find(&self, name: &str) -> Result<Cell, BadName> {
        let same = |own: &String| !own.is_empty() && own.eq_ignore_ascii_case(name);
        if let Some(index) = self.names.iter().position(same) {
            return Ok(self.grid.cell(index));
        }
        let border = self.borders.iter().find(|border| same(&border.name)).map(|border| border.at);
        let region = || self.regions.iter().find(|r| same(&r.name) || same(&r.tag)).map(|region| region.at);
        border
            .or_else(region)
            .map_or_else(|| self.grid.parse(name).map_err(|bad| self.explained(name, bad)), Ok)
    }

    /// Explains why a name is not that of a cell, using the names of places on this map.
    fn explained(&self, name: &str, bad: BadName) -> BadName {
        let region = self.regions.first().map(|region| &region.name);
        let like = region.or_else(|| self.names.iter().find(|own| !own.is_empty()));
        like.map_or(bad, |like| BadName::Unknown { name: name.to_owned(), like: like.clone() })
    }

    /// The terrain of a cell.
    pub fn ground(&self, cell: Cell) -> Option<&TerrainView> {
        let index = self.grid.contains(cell).then(|| self.grid.index(cell))?;
        self.kind(*self.cells.get(index)?)
    }

    /// The entry for a kind in the palette.
    pub fn kind(&self, kind: u16) -> Option<&TerrainView> {
        self.palette.get(usize::from(kind))
    }

    /// The level of a cell.
    pub fn level(&self, cell: Cell) -> i8 {
        let index = self.grid.contains(cell).then(|| self.grid.index(cell));
        index.and_then(|index| self.levels.get(index)).copied().unwrap_or(0)
    }
}

/// The families of terrain and edges: those of one family have the same colour and texture on the map.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Open ground.
    #[default]
    Clear,
    /// Trees that hide men.
    Woods,
    /// Orchards, hedges, brush.
    Scrub,
    /// Crops.
    Grain,
    /// Rivers, streams, lakes.
    Water,
    /// Wet ground.
    Marsh,
    /// Roads and tracks.
    Road,
    /// Wooden or light buildings.
    Building,
    /// Stone buildings and walls.
    Stone,
    /// Broken ground.
    Rough,
    /// Gentle slopes.
    Slope,
    /// Steep slopes and cliffs.
    Steep,
    /// Hilltops.
    Crest,
    /// Trenches, wire, mines, bunkers.
    Works,
    /// Smoke.
    Smoke,
    /// A mark of the editor that is no terrain.
    Marker,
}

/// One kind of terrain or edge.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TerrainView {
    /// One ASCII character other than a letter or digit.
    pub glyph: char,
    /// "woods", "good road, woods", "hedge".
    pub name: String,
    /// Its family.
    pub family: Family,
    /// The family of the terrain under a road or stream.
    pub bare: Option<Family>,
    /// Its effects, one line each: movement costs, modifiers, sight.
    pub effects: Vec<String>,
}

impl TerrainView {
    /// The family of the terrain itself, ignoring roads and streams.
    pub fn ground_family(&self) -> Family {
        self.bare.unwrap_or(self.family)
    }
}

/// The kind of a line through cells.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum LineKind {
    /// A road.
    #[default]
    Road,
    /// A track.
    Track,
    /// A stream.
    Stream,
}

/// How a line crosses the water of its cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Crossing {
    /// It crosses no water.
    #[default]
    None,
    /// By a bridge.
    Bridge,
    /// By a ford.
    Ford,
}

/// A road, track or stream through a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineView {
    /// The cell.
    pub cell: Cell,
    /// Its kind.
    pub kind: LineKind,
    /// The directions in which it exits the cell.
    pub exits: Vec<Heading>,
    /// How it crosses the water of its cell.
    pub crossing: Crossing,
}

impl LineView {
    /// The lines through the cells of a grid, each joined to its neighbours; diagonally only if they are not
    /// joined through a side.
    pub fn joined(grid: Grid, at: impl Fn(Cell) -> Option<(LineKind, Crossing)>) -> Vec<Self> {
        let runs = |from: Cell, toward: Heading| {
            grid.step(from, toward).filter(|next| at(*next).is_some()).is_some()
        };
        let mut lines = Vec::new();
        for cell in grid.cells() {
            let Some((kind, crossing)) = at(cell) else { continue };
            let exits = grid.headings().filter(|&toward| {
                let corner = !grid.is_hex() && !toward.parts().is_multiple_of(6);
                let beside = [toward.turned(-3), toward.turned(3)];
                runs(cell, toward) && (!corner || beside.into_iter().all(|side| !runs(cell, side)))
            });
            lines.push(Self { cell, kind, exits: exits.collect(), crossing });
        }
        lines
    }
}

/// An objective of the battle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoalView {
    /// "Stonne".
    pub name: String,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The side that holds it.
    pub holder: Option<Side>,
    /// The points it is worth; 0 if it is not counted in points.
    pub worth: u32,
}

/// A feature along one side of a cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct EdgeView {
    /// Which side, from [`Grid::edge`].
    pub edge: Edge,
    /// Its kind, an index into [`BoardView::palette`].
    pub kind: u16,
}

/// A named set of cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RegionView {
    /// "the orchard".
    pub name: String,
    /// A short name for map and notation: "K".
    pub tag: String,
    /// Its kind, an index into [`BoardView::palette`].
    pub kind: u16,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Its main cell, where its pieces are drawn and the cursor goes.
    pub at: Cell,
}

/// A point between two regions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BorderView {
    /// "the hedge between K and M".
    pub name: String,
    /// The two regions, as indices into [`BoardView::regions`].
    pub between: [u16; 2],
    /// The feature between them, an index into [`BoardView::palette`].
    pub kind: u16,
    /// Its cell.
    pub at: Cell,
}

/// The meaning of a marker, which decides how the map draws it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum MarkerKind {
    /// Anything else: drawn with its own character.
    #[default]
    Other,
    /// The wreck of a vehicle.
    Wreck,
    /// Smoke.
    Smoke,
    /// Mines known to the viewer.
    Mines,
    /// Barbed wire.
    Wire,
    /// A position, a ditch, foxholes.
    Works,
    /// An artillery impact zone.
    Impact,
    /// Something that burns.
    Fire,
    /// Firepower left behind by an attack.
    Residual,
    /// A target that a Gun has acquired.
    Acquired,
    /// A weapon without its crew.
    Weapon,
    /// An aircraft.
    Plane,
    /// An objective, shown through [`BoardView::goals`].
    Goal,
}

/// A marker on the map, not a piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MarkerView {
    /// Its cell.
    pub cell: Cell,
    /// One ASCII character.
    pub glyph: char,
    /// Its meaning.
    pub kind: MarkerKind,
    /// "wreck", "smoke".
    pub name: String,
    /// Its value, in a few characters: "4", "+2"; empty if it has none.
    pub value: String,
    /// The side it comes from, where it is known: that of a wreck's crew.
    pub side: Option<Side>,
}
