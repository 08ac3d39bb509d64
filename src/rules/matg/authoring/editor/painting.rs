//! Painting the board: brushes for each row of the terrain chart, for works and for the objective.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::areas::Area;
use super::lists::List;
use super::project::{Project, Start, Work};
use crate::board::{Cell, Compass};
use crate::editor::{Brush, Look, Subject, free_key};
use crate::game::view::Family;
use crate::rules::matg::ground::terrain::{Blocks, Ground, Terrain};
use crate::rules::matg::shown::view as shown;
use crate::rules::matg::works::laid::{Laid, MINEFIELDS, Marker, POSITIONS};
use crate::side::Side;

/// The target of a brush.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Paint {
    Clear,
    Ground(Terrain),
    Road(Terrain),
    NoRoad,
    Work(Laid),
    NoWork,
    Objective,
}

/// The brushes, each with what it paints.
fn brushes() -> &'static [(Brush, Paint)] {
    static BRUSHES: OnceLock<Vec<(Brush, Paint)>> = OnceLock::new();
    BRUSHES.get_or_init(|| {
        let mut all: Vec<(Brush, Paint)> = Vec::new();
        let mut put = |name: &str, (glyph, family): (char, Family), group, rules, paint| {
            let key = free_key(name, |c| all.iter().any(|(brush, _)| brush.key == c));
            all.push((Brush { key, name: name.to_owned(), glyph, family, group, rules }, paint));
        };
        put("clear", ('.', Family::Clear), "Ground", rules(Ground::CLEAR), Paint::Clear);
        for &terrain in Terrain::ALL.iter().filter(|&&terrain| is_ground(terrain)) {
            let row = terrain.row();
            let rules = rules(Ground::CLEAR.with(terrain));
            put(row.label, (row.glyph, row.family), group(terrain), rules, Paint::Ground(terrain));
        }
        for terrain in [Terrain::GoodRoad, Terrain::PoorRoad, Terrain::Track] {
            let (row, rules) = (terrain.row(), rules(Ground::CLEAR.with(terrain)));
            put(row.label, (row.glyph, Family::Road), "Ways", rules, Paint::Road(terrain));
        }
        put("no road", (' ', Family::Road), "Ways", vec!["Removes the road.".to_owned()], Paint::NoRoad);
        for (what, name) in works() {
            let marker = Marker { cell: Cell::new(0, 0), owner: Side::A, what };
            let (row, price) = (marker.row(), marker.price());
            let paid = format!("Placed by the side shown: {price} points an inch (design: 6.2).");
            let rules: Vec<String> = std::iter::once(paid).chain(rules(Ground::CLEAR.with(row))).collect();
            put(&name, (row.row().glyph, Family::Works), "Works", rules, Paint::Work(what));
        }
        let none = vec!["Removes the works of either side.".to_owned()];
        put("no works", (' ', Family::Works), "Works", none, Paint::NoWork);
        let goal = "Marks the objective; painting a square again removes it (design: 1).";
        put("objective", ('*', Family::Marker), "Works", vec![goal.to_owned()], Paint::Objective);
        all
    })
}

/// Mines, obstacles and positions with their names.
fn works() -> Vec<(Laid, String)> {
    let mines = MINEFIELDS.iter().map(|(key, kind)| (Laid::Mines(Some(*kind)), format!("{key} mines")));
    let rest = [
        (Laid::Mines(None), "dummy mines".to_owned()),
        (Laid::Wire, "barbed wire".to_owned()),
        (Laid::Ditch, "anti-tank ditch".to_owned()),
    ];
    let dug =
        POSITIONS.iter().map(|(key, row)| (Laid::Position(*row, Compass::N), format!("{key} position")));
    mines.chain(rest).chain(dug).collect()
}

/// The rows of the Terrain Effects Chart that can be painted.
pub(super) fn rows() -> impl Iterator<Item = Terrain> {
    let all = Terrain::ALL.iter().copied();
    all.filter(|&terrain| terrain == Terrain::Clear || terrain.is_road() || is_ground(terrain))
}

/// Rows that a scenario may draw as terrain: not the results of fire, works laid by a side, or roads.
fn is_ground(terrain: Terrain) -> bool {
    use Terrain::{Clear, EngineerBridge, ImpactZone, Smoke, Wrecks};
    let comes_later = matches!(terrain, Clear | Smoke | ImpactZone | EngineerBridge | Wrecks);
    !comes_later && !terrain.is_road() && !Terrain::WORKS.contains(&terrain)
}

fn group(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Water
        | Terrain::River
        | Terrain::Stream
        | Terrain::Bridge
        | Terrain::Ford
        | Terrain::Marsh => "Water",
        _ => "Ground",
    }
}

/// The effects of terrain from the chart, one per line.
fn rules(ground: Ground) -> Vec<String> {
    let mut lines = shown::terrain_view(ground).effects;
    if lines.is_empty() {
        lines.push(shown::row_in_words(Terrain::Clear));
    }
    lines.extend(ground.rows().filter_map(|terrain| {
        let row = terrain.row();
        let sight = match row.blocks {
            Blocks::Open => return None,
            Blocks::Through => "blocks sight through it (6.3.1)",
            Blocks::Personnel => "hides personnel behind it (6.3.1)",
            Blocks::Ground => "blocks sight by its height (6.3.1)",
        };
        Some(format!("{}: {sight}", row.label))
    }));
    lines
}

/// The brush for the objective.
pub(super) fn objective() -> Option<usize> {
    brushes().iter().position(|(_, paint)| *paint == Paint::Objective)
}

/// The terrain brushes for the screen.
pub(super) fn all() -> &'static [Brush] {
    static SHOWN: OnceLock<Vec<Brush>> = OnceLock::new();
    SHOWN.get_or_init(|| brushes().iter().map(|(brush, _)| brush.clone()).collect())
}

impl Project {
    /// Paints cells, all of which must be on the board.
    pub(super) fn paint(
        &mut self,
        cells: &[Cell],
        brush: usize,
        over: bool,
        side: Side,
    ) -> Result<String, String> {
        let Some((_, paint)) = brushes().get(brush) else {
            let area = Area::all(self).get(brush - brushes().len()).copied();
            return area
                .map_or(Err("That brush does not exist.".to_owned()), |area| area.mark(self, cells, true));
        };
        let grid = self.map.grid;
        for &cell in cells.iter().filter(|&&cell| grid.contains(cell)) {
            match *paint {
                Paint::Work(what) => self.lay(cell, what, side),
                Paint::NoWork => self.unlay(cell),
                Paint::Objective => self.objective(cell, cells.len() > 1),
                paint => self.map.change(cell, |ground| painted(ground, paint, over)),
            }
        }
        Ok(String::new())
    }

    /// Clears cells to open ground.
    pub(super) fn bare(&mut self, cells: &[Cell]) {
        for &cell in cells {
            self.map.change(cell, |_| Ground::CLEAR);
            self.unlay(cell);
        }
    }

    fn lay(&mut self, cell: Cell, what: Laid, side: Side) {
        self.unlay(cell);
        self.force_mut(side).works.push(Work { cell, what, facing: None });
    }

    fn unlay(&mut self, cell: Cell) {
        for force in &mut self.forces {
            force.works.retain(|work| work.cell != cell);
        }
    }

    /// The squares of the objective, which is the first place.
    pub(super) fn goal(&self) -> Vec<Cell> {
        Area::Place(0).cells(self)
    }

    /// Adds a square to the objective, or removes it.
    fn objective(&mut self, cell: Cell, mark: bool) {
        let mut goal = self.goal();
        match goal.iter().position(|&known| known == cell) {
            Some(_) if mark => {}
            Some(place) => {
                goal.remove(place);
            }
            None => goal.push(cell),
        }
        self.frame.set_goal(&goal);
    }

    /// The appearance of a cell.
    pub(super) fn look(&self, cell: Cell) -> Look {
        if !self.map.grid.contains(cell) {
            return Look::default();
        }
        self.cache.looks.get_or_init(|| looks(self))[self.map.grid.index(cell)].clone()
    }
}

/// The appearance of every cell, computed together: a battle has many cells but few kinds of terrain.
fn looks(project: &Project) -> Vec<Look> {
    let mut known: BTreeMap<Vec<Terrain>, (char, Family)> = BTreeMap::new();
    let mut looks: Vec<Look> = project.map.grid.cells().map(|_| Look::default()).collect();
    for (index, look) in looks.iter_mut().enumerate() {
        let ground = project.map.ground[index];
        let road = ground.road();
        let bare = road.map_or(ground, |road| ground.without(road));
        let drawn = known.entry(bare.rows().collect()).or_insert_with(|| {
            let view = shown::terrain_view(bare);
            (view.glyph, view.family)
        });
        (look.glyph, look.family) = *drawn;
        look.way = road.map(|road| road.row().glyph);
        look.level = project.map.levels[index];
    }
    let mut at = |cell: Cell, put: &dyn Fn(&mut Look)| {
        if project.map.grid.contains(cell) {
            put(&mut looks[project.map.grid.index(cell)]);
        }
    };
    for place in 0..project.count_of(None, List::Places) {
        Area::Place(place)
            .cells(project)
            .into_iter()
            .for_each(|cell| at(cell, &|look| look.work = Some(('*', None))));
    }
    // If both sides have something here, the first side's is shown.
    for side in Side::BOTH.into_iter().rev() {
        let force = project.force(side);
        for work in force.works.iter().rev() {
            let row = Marker { cell: work.cell, owner: side, what: work.what }.row();
            at(work.cell, &|look| look.work = Some((row.row().glyph, Some(side))));
        }
        for (f, formation) in force.formations.iter().enumerate().rev() {
            for (n, stand) in formation.stands.iter().enumerate().rev() {
                if let Start::At(cell) = stand.start {
                    at(cell, &|look| look.piece = Some(Subject::Piece(side, f, n)));
                }
            }
        }
    }
    looks
}

/// Describes a cell, with the rules for its terrain.
pub(super) fn about(project: &Project, cell: Cell) -> Vec<String> {
    if !project.map.grid.contains(cell) {
        return Vec::new();
    }
    let (ground, level) = (project.map.ground(cell), project.map.level(cell));
    let mut lines = vec![format!("{cell}: {ground}, level {level}")];
    lines.extend(rules(ground));
    for side in Side::BOTH {
        let force = project.force(side);
        for work in force.works.iter().filter(|work| work.cell == cell) {
            let name = works().into_iter().find(|(what, _)| same(*what, work.what));
            let name = name.map_or_else(String::new, |(_, name)| name);
            lines.push(format!("{name} of the {}", force.name()));
        }
    }
    let place = |n| Area::Place(n);
    for area in (0..project.count_of(None, List::Places))
        .map(place)
        .chain(Area::all(project).into_iter().filter(|a| !matches!(a, Area::Place(_))))
    {
        if area.cells(project).contains(&cell) {
            lines.push(area.name(project));
        }
    }
    if let Some((side, f, n)) = project.stand_at(cell)
        && let Some(stand) = project.stand(side, f, n)
    {
        let force = project.force(side);
        let tag = force.tag(stand.id).unwrap_or_default();
        lines.push(format!("{tag} {} of the {}", stand.name(), force.name()));
    }
    lines
}

/// The brush for what is on a cell: works first, then terrain, then road.
pub(super) fn brush_of(project: &Project, cell: Cell) -> usize {
    if !project.map.grid.contains(cell) {
        return 0;
    }
    let ground = project.map.ground(cell);
    let work = project.forces.iter().flat_map(|force| &force.works).find(|work| work.cell == cell);
    let top = ground.rows().filter(|row| !row.is_road()).last();
    let is = |paint: &Paint| match (work, top, ground.road(), *paint) {
        (Some(work), _, _, Paint::Work(what)) => same(what, work.what),
        (None, Some(top), _, Paint::Ground(terrain)) => top == terrain,
        (None, None, Some(road), Paint::Road(terrain)) => road == terrain,
        _ => false,
    };
    brushes().iter().position(|(_, paint)| is(paint)).unwrap_or(0)
}

/// Whether two works are the same, whatever their facing.
fn same(a: Laid, b: Laid) -> bool {
    match (a, b) {
        (Laid::Position(a, _), Laid::Position(b, _)) => a == b,
        _ => a == b,
    }
}

/// The terrain after a brush stroke. A road over water gets a bridge, as does water painted under a road;
/// bridges and fords are added to the water they cross.
fn painted(ground: Ground, paint: Paint, over: bool) -> Ground {
    let wet = |terrain: Terrain| matches!(terrain, Terrain::Water | Terrain::River | Terrain::Stream);
    let road = ground.road();
    let unroaded = ground.rows().filter(|row| row.is_road()).fold(ground, Ground::without);
    match paint {
        Paint::Clear => ground.rows().filter(|row| row.is_road()).collect(),
        Paint::Ground(terrain @ (Terrain::Bridge | Terrain::Ford)) if unroaded.rows().any(wet) => {
            let other = if terrain == Terrain::Bridge { Terrain::Ford } else { Terrain::Bridge };
            ground.without(other).with(terrain)
        }
        Paint::Ground(terrain) if over => ground.with(terrain),
        Paint::Ground(terrain) => {
            let bare = Ground::CLEAR.with(terrain);
            match road {
                Some(road) if wet(terrain) => bare.with(Terrain::Bridge).with(road),
                Some(road) => bare.with(road),
                None => bare,
            }
        }
        Paint::Road(row) => {
            let crossed = ground.is_water();
            let laid = unroaded.with(row);
            if crossed { laid.with(Terrain::Bridge) } else { laid }
        }
        Paint::NoRoad if road.is_some() && unroaded.has(Terrain::Bridge) => unroaded.without(Terrain::Bridge),
        Paint::NoRoad => unroaded,
        Paint::Work(_) | Paint::NoWork | Paint::Objective => ground,
    }
}
