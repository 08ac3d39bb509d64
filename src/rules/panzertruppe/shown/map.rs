//! The board as a player sees it: terrain, edges and markers.

use super::refusal::points;
use crate::board::{Compass, Grid, Heading};
use crate::game::view::{
    BoardView, Crossing, EdgeView, Family, GoalView, LineKind, LineView, MarkerKind, MarkerView, TerrainView,
};
use crate::rules::panzertruppe::shown::Shown;
use crate::rules::panzertruppe::state::battle::Objective;
use crate::rules::panzertruppe::state::{BoardEdge, Edge, EdgeSide, Kind, Place, Switch, Terrain};
use crate::rules::panzertruppe::tables::{Cost, Tables, Way};
use crate::side::Side;

/// The kinds of edges, in the order of the palette, after the terrain.
const EDGES: [Edge; 4] = [Edge::Hedge, Edge::Wall, Edge::Hedgerow, Edge::Cliff];

impl Shown<'_> {
    pub(super) fn board_view(&self) -> BoardView {
        let battle = &self.battle;
        let grid = Grid::square(battle.width, battle.height);
        let mut kinds: Vec<Terrain> = Vec::new();
        let mut cells = Vec::with_capacity(battle.area());
        for (spot, ground) in battle.spots().zip(&battle.terrain) {
            let mut ground = *ground;
            ground.mines = false;
            ground.hole = false;
            if self.ground.fallen.contains(&spot) {
                ground.bridge = None;
                ground.road = false;
            }
            let kind = kinds.iter().position(|known| *known == ground).unwrap_or_else(|| {
                kinds.push(ground);
                kinds.len() - 1
            });
            cells.push(kind as u16);
        }
        let mut palette: Vec<TerrainView> = kinds
            .iter()
            .map(|ground| ground_view(&battle.tables, battle.plays(Switch::Buildings), *ground))
            .collect();
        let first_edge = palette.len() as u16;
        palette.extend(EDGES.map(edge_view));
        let mut edges = Vec::new();
        for index in battle.spots() {
            for (side, way) in [(EdgeSide::East, Compass::E), (EdgeSide::North, Compass::N)] {
                let kind = battle.edges[usize::from(index)][side as usize];
                let open = self.ground.breached.contains(&BoardEdge { cell: index, side });
                let place = EDGES.iter().position(|known| *known == kind).filter(|_| !open);
                if let Some(place) = place
                    && let Some(edge) = grid.edge(battle.cell(index), Heading::new(way as u8 * 3))
                {
                    edges.push(EdgeView { edge, kind: first_edge + place as u16 });
                }
            }
        }
        BoardView {
            grid,
            cells,
            levels: if battle.levels.iter().any(|level| *level != 0) {
                battle.levels.clone()
            } else {
                Vec::new()
            },
            palette,
            edges,
            lines: self.line_views(grid),
            goals: self.goal_views(),
            ..BoardView::default()
        }
    }

    fn line_views(&self, grid: Grid) -> Vec<LineView> {
        LineView::joined(grid, |cell| {
            let index = self.battle.index(cell)?;
            let ground = self.battle.terrain[usize::from(index)];
            let stands = !self.ground.fallen.contains(&index);
            match ground.bridge {
                Some(_) => stands.then_some((LineKind::Road, Crossing::Bridge)),
                None => ground.road.then_some((LineKind::Road, Crossing::None)),
            }
        })
    }

    fn goal_views(&self) -> Vec<GoalView> {
        let held = self.battle.objectives.iter().zip(&self.forces.held);
        let goal = |(objective, holder): (&Objective, &Option<Side>)| GoalView {
            name: objective.name.clone(),
            cells: vec![self.battle.cell(objective.cell)],
            holder: *holder,
            worth: u32::from(objective.value),
        };
        held.map(goal).collect()
    }

    pub(super) fn marker_views(&self) -> Vec<MarkerView> {
        let mut markers: Vec<MarkerView> = Vec::new();
        for (spot, ground) in self.battle.spots().zip(&self.battle.terrain) {
            if ground.mines && self.ground.is_mined(spot) {
                let cell = self.battle.cell(spot);
                let (kind, name) = (MarkerKind::Mines, "mines".into());
                markers.push(MarkerView { cell, glyph: '^', kind, name, ..MarkerView::default() });
            }
        }
        for id in self.forces.all() {
            if let Place::Lost(index) = self.forces.state(id).place()
                && self.battle.unit(id).is_vehicle()
            {
                let name = format!("wreck of {}", self.battle.full_name(id));
                markers.push(MarkerView {
                    cell: self.battle.cell(index),
                    glyph: 'x',
                    kind: MarkerKind::Wreck,
                    name,
                    side: Some(self.forces.side(id)),
                    ..MarkerView::default()
                });
            }
        }
        for puff in &self.ground.smoke {
            let name = format!("smoke, {} fire phases left", puff.left);
            markers.push(MarkerView {
                cell: self.battle.cell(puff.cell),
                glyph: '&',
                kind: MarkerKind::Smoke,
                name,
                value: puff.left.to_string(),
                side: None,
            });
        }
        for (objective, held) in self.battle.objectives.iter().zip(&self.forces.held) {
            let holder = held.map_or("neither side", |side| &self.battle.armies[side.index()].name);
            let name = format!("{}, {} points, held by {holder}", objective.name, objective.value);
            markers.push(MarkerView {
                cell: self.battle.cell(objective.cell),
                glyph: '*',
                kind: MarkerKind::Goal,
                name,
                value: objective.value.to_string(),
                side: None,
            });
        }
        for plane in self.support.planes.iter().flatten() {
            if let Some(cell) = plane.cell.filter(|cell| self.battle.index(*cell).is_some()) {
                markers.push(MarkerView {
                    cell,
                    glyph: '!',
                    kind: MarkerKind::Plane,
                    name: "aircraft".into(),
                    ..MarkerView::default()
                });
            }
        }
        markers
    }
}

fn edge_view(edge: Edge) -> TerrainView {
    let (glyph, family, effect) = match edge {
        Edge::Hedge => ('-', Family::Woods, "fire across it -1"),
        Edge::Wall => ('=', Family::Building, "fire across it -1; a vehicle behind it is hull down"),
        Edge::Hedgerow => {
            ('%', Family::Woods, "obstacle of level 1; infantry and overwatch units against it see through")
        }
        _ => ('^', Family::Slope, "infantry only, a full phase per level"),
    };
    TerrainView {
        glyph,
        name: edge.name().into(),
        family,
        effects: vec![effect.into()],
        ..TerrainView::default()
    }
}

/// Terrain as it is shown; `buildings` says whether units may enter them (24).
pub(in crate::rules::panzertruppe) fn ground_view(
    tables: &Tables,
    buildings: bool,
    ground: Terrain,
) -> TerrainView {
    let mut names = Vec::new();
    if let Some(kind) = ground.bridge {
        names.push(format!("bridge type {kind:?}"));
    } else if ground.road {
        names.push("road".to_owned());
    }
    if ground.kind != Kind::Clear && ground.bridge.is_none() || names.is_empty() {
        names.push(ground.kind.name().to_owned());
    }
    if ground.grain {
        names.push("grain".to_owned());
    }
    let (own_glyph, bare) = match ground.kind {
        Kind::Clear if ground.bridge.is_some() => ('~', Family::Water),
        Kind::Clear if ground.grain => (';', Family::Grain),
        Kind::Clear => ('.', Family::Clear),
        Kind::Rough => (':', Family::Rough),
        Kind::Woods => ('%', Family::Woods),
        Kind::Swamp => ('"', Family::Marsh),
        Kind::Stream => ('~', Family::Water),
        Kind::Building => ('+', Family::Building),
    };
    let (glyph, family) = match ground {
        Terrain { bridge: Some(_), .. } => ('#', Family::Road),
        Terrain { road: true, .. } => ('=', Family::Road),
        _ => (own_glyph, bare),
    };
    let row = ground.kind.way();
    let words = [0, 1, 2, 3].map(|column| match tables.cost(row, column) {
        Cost::No => "no".to_owned(),
        Cost::Full => "all".to_owned(),
        Cost::Twelfths(cost) => points(cost),
    });
    let mut effects =
        vec![format!("tracks {}, halftracks {}, wheels {}, Guns {}", words[0], words[1], words[2], words[3])];
    if ground.road {
        let along = |column| match tables.cost(Way::Road, column) {
            Cost::Twelfths(cost) => points(cost),
            _ => "no".to_owned(),
        };
        effects.push(format!("along the road {}, Guns {}", along(0), along(3)));
    }
    let adds = &tables.to_hit;
    match ground.kind {
        Kind::Woods => {
            effects.push(format!("fire at it {:+}, LOS through 1 inch, obstacle of level 2", adds.woods));
        }
        Kind::Building if buildings => {
            effects.push(format!("fire at it {:+}, blocks LOS, obstacle of level 1", adds.building));
        }
        Kind::Building => effects.push("no unit may enter, blocks LOS, obstacle of level 1".into()),
        Kind::Rough => effects.push(format!("fire at it {:+}", adds.rough)),
        _ => {}
    }
    TerrainView { glyph, name: names.join(", "), family, bare: Some(bare), effects }
}
