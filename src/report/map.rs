//! The map as SVG: terrain, height, roads and streams, walls and hedges, objectives.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::OnceLock;

use super::story::Story;
use crate::board::{Cell, Edge};
use crate::game::Side;
use crate::game::view::{BoardView, Crossing, Family, LineKind};
use crate::picture::escaped;
use crate::tui::{Depth, Role, Theme, rgb};

/// The side of a square, in units of the image.
const SQUARE: i32 = 20;
/// From one hexrow to the next, and the height of a hex.
const HEXES: [i32; 2] = [21, 24];

/// Where the cells of a map are in its image.
#[derive(Copy, Clone, Debug)]
pub(super) struct Plan {
    hex: bool,
    low: Cell,
    high: Cell,
}

impl Plan {
    pub fn of(board: &BoardView) -> Self {
        let (low, high) = board.span();
        Self { hex: board.grid.is_hex(), low, high }
    }

    /// Width and height of the image.
    pub fn size(&self) -> [i32; 2] {
        let across = i32::from(self.high.x - self.low.x) + 1;
        let up = i32::from(self.high.y - self.low.y) + 1;
        if self.hex { [across * HEXES[0] + 8, up * HEXES[1] + 13] } else { [across * SQUARE, up * SQUARE] }
    }

    /// The middle of a cell, on or off the map.
    pub fn middle(&self, cell: Cell) -> [i32; 2] {
        let x = i32::from(cell.x - self.low.x);
        if self.hex {
            let lower = i32::from(cell.x.rem_euclid(2)) * HEXES[1] / 2;
            return [x * HEXES[0] + 14, i32::from(self.high.y - cell.y) * HEXES[1] + lower + HEXES[1] / 2];
        }
        [x * SQUARE + SQUARE / 2, i32::from(self.high.y - cell.y) * SQUARE + SQUARE / 2]
    }

    /// For the script of the page: hexes or squares, the lowest column, the highest row.
    pub fn figures(&self) -> [i32; 3] {
        [i32::from(self.hex), self.low.x.into(), self.high.y.into()]
    }

    /// The outline of a cell, as a path.
    fn outline(&self, cell: Cell) -> String {
        let [x, y] = self.middle(cell);
        if self.hex {
            format!("M{} {}h14l7 12l-7 12h-14l-7-12z", x - 7, y - 12)
        } else {
            format!("M{} {}h20v20h-20z", x - 10, y - 10)
        }
    }

    /// Whether a cell is in play.
    fn shows(&self, cell: Cell) -> bool {
        (self.low.x..=self.high.x).contains(&cell.x) && (self.low.y..=self.high.y).contains(&cell.y)
    }

    /// The two ends of an edge.
    fn edge(&self, board: &BoardView, edge: Edge) -> [[f64; 2]; 2] {
        let [ax, ay] = self.middle(edge.cell).map(f64::from);
        let [bx, by] = self.middle(board.grid.across(edge)).map(f64::from);
        let (mx, my) = (f64::midpoint(ax, bx), f64::midpoint(ay, by));
        let (dx, dy) = (bx - ax, by - ay);
        let half = if self.hex { 7.0 } else { 10.0 } / dx.hypot(dy).max(1.0);
        [[mx - dy * half, my + dx * half], [mx + dy * half, my - dx * half]]
    }
}

/// The theme whose map colours the images have.
fn theme() -> &'static Theme {
    static THEME: OnceLock<Theme> = OnceLock::new();
    // A theme that changes nothing has the colours of the built-in map.
    THEME.get_or_init(|| Theme::parse("plain", "", Depth::Indexed).expect("an empty theme is well formed"))
}

/// A colour of the map, as the program shows it.
pub(super) fn colour(role: Role, ground: bool) -> String {
    let style = theme().of(role);
    let colour = if ground { style.bg } else { style.fg };
    let [r, g, b] = colour.and_then(rgb).unwrap_or([128; 3]);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The style of the map.
pub(super) fn style() -> String {
    format!(
        "text{{font-family:system-ui,sans-serif}}.grid{{fill:none;stroke:#000;stroke-opacity:.12}}\
         .contour{{fill:none;stroke:#7a5230;stroke-width:1.5;stroke-opacity:.7}}\
         .road{{fill:none;stroke:{};stroke-width:4;stroke-linecap:round}}\
         .track{{fill:none;stroke:{};stroke-width:2;stroke-dasharray:4 2}}\
         .stream{{fill:none;stroke:{};stroke-width:5;stroke-linecap:round}}\
         .edge{{fill:none;stroke-width:3;stroke-linecap:round}}\
         .goal{{fill:none;stroke:#b00020;stroke-width:2;stroke-dasharray:3 2}}\
         .goal.a{{stroke:{}}}.goal.b{{stroke:{}}}\
         .name{{font-size:9px;fill:#222;text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-width:2px}}",
        colour(Role::GroundRoad, true),
        colour(Role::LineTrack, false),
        colour(Role::GroundWater, true),
        colour(Role::CounterA, true),
        colour(Role::CounterB, true),
    )
}

/// The map without units, as the elements of an image.
pub(super) fn drawn(story: &Story, plan: &Plan) -> String {
    let board = &story.board;
    let mut out = String::new();
    ground(board, plan, &mut out);
    contours(board, plan, &mut out);
    lines(board, plan, &mut out);
    edges(board, plan, &mut out);
    names(story, plan, &mut out);
    out
}

fn cells<'a>(board: &'a BoardView, plan: &'a Plan) -> impl Iterator<Item = Cell> + 'a {
    board.grid.cells().filter(|cell| plan.shows(*cell))
}

/// The tints of the terrain, one path for each, cells of a row in one piece; then the grid.
fn ground(board: &BoardView, plan: &Plan, out: &mut String) {
    let mut tints: BTreeMap<String, String> = BTreeMap::new();
    let mut last: Option<(String, Cell, i32)> = None;
    let row = |tints: &mut BTreeMap<String, String>, tint: String, from: Cell, count: i32| {
        let [x, y] = plan.middle(from);
        let path = tints.entry(tint).or_default();
        let wide = count * SQUARE;
        let _ = write!(path, "M{} {}h{wide}v20h-{wide}z", x - 10, y - 10);
    };
    for cell in cells(board, plan) {
        let family = board.ground(cell).map_or(Family::Clear, |kind| kind.ground_family());
        let tint = colour(Role::tint(family, board.level(cell)), true);
        if plan.hex {
            tints.entry(tint).or_default().push_str(&plan.outline(cell));
            continue;
        }
        match &mut last {
            Some((same, from, count)) if *same == tint && from.y == cell.y => *count += 1,
            _ => {
                if let Some((tint, from, count)) = last.replace((tint, cell, 1)) {
                    row(&mut tints, tint, from, count);
                }
            }
        }
    }
    if let Some((tint, from, count)) = last {
        row(&mut tints, tint, from, count);
    }
    for (tint, path) in tints {
        let grid = if plan.hex { " stroke=\"#000\" stroke-opacity=\".12\"" } else { "" };
        let _ = writeln!(out, "<path fill=\"{tint}\"{grid} d=\"{path}\"/>");
    }
    if !plan.hex {
        let [width, height] = plan.size();
        let across: String = (1..height / SQUARE).map(|n| format!("M0 {}h{width}", n * SQUARE)).collect();
        let up: String = (1..width / SQUARE).map(|n| format!("M{} 0v{height}", n * SQUARE)).collect();
        let _ = writeln!(out, "<path class=\"grid\" d=\"{across}{up}\"/>");
    }
}

/// Lines between cells of different levels.
fn contours(board: &BoardView, plan: &Plan, out: &mut String) {
    let mut path = String::new();
    for cell in cells(board, plan) {
        for (toward, next) in board.grid.neighbours(cell) {
            let Some(edge) = board.grid.edge(cell, toward).filter(|edge| edge.cell == cell) else { continue };
            if plan.shows(next) && board.level(cell) != board.level(next) {
                line(&mut path, plan.edge(board, edge));
            }
        }
    }
    if !path.is_empty() {
        let _ = writeln!(out, "<path class=\"contour\" d=\"{path}\"/>");
    }
}

fn line(path: &mut String, [[ax, ay], [bx, by]]: [[f64; 2]; 2]) {
    let _ = write!(path, "M{} {}L{} {}", short(ax), short(ay), short(bx), short(by));
}

/// A coordinate with at most one decimal.
fn short(value: f64) -> f64 {
    // No negative zero.
    (value * 10.0).round() / 10.0 + 0.0
}

/// Roads, tracks and streams, streams below the others; bridges across them.
fn lines(board: &BoardView, plan: &Plan, out: &mut String) {
    let mut bridges = String::new();
    for (kind, class) in [(LineKind::Stream, "stream"), (LineKind::Track, "track"), (LineKind::Road, "road")]
    {
        let mut path = String::new();
        for found in board.lines.iter().filter(|found| found.kind == kind && plan.shows(found.cell)) {
            let [x, y] = plan.middle(found.cell);
            for exit in &found.exits {
                let Some(next) = board.grid.beyond(found.cell, *exit) else { continue };
                let [a, b] = plan.middle(next);
                let _ = write!(path, "M{x} {y}L{} {}", f64::from(x + a) / 2.0, f64::from(y + b) / 2.0);
            }
            if found.exits.is_empty() {
                let _ = write!(path, "M{} {y}h6", x - 3);
            }
            if found.crossing == Crossing::Bridge {
                let _ = write!(bridges, "M{} {}h12v12h-12z", x - 6, y - 6);
            }
        }
        if !path.is_empty() {
            let _ = writeln!(out, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }
    if !bridges.is_empty() {
        let _ =
            writeln!(out, "<path fill=\"none\" stroke=\"#5a4632\" stroke-width=\"1.5\" d=\"{bridges}\"/>");
    }
}

/// Walls, hedges, cliffs, rivers along the sides of cells.
fn edges(board: &BoardView, plan: &Plan, out: &mut String) {
    let mut paths: BTreeMap<String, String> = BTreeMap::new();
    for edge in &board.edges {
        let kind = board.kind(edge.kind);
        let role = match kind.map_or(Family::Clear, |kind| kind.ground_family()) {
            Family::Woods | Family::Scrub => Role::EdgeHedge,
            Family::Water | Family::Marsh => Role::EdgeWater,
            Family::Slope | Family::Steep | Family::Crest => Role::EdgeCliff,
            Family::Stone | Family::Building | Family::Works => Role::EdgeWall,
            _ => Role::EdgePlain,
        };
        if plan.shows(edge.edge.cell) || plan.shows(board.grid.across(edge.edge)) {
            line(paths.entry(colour(role, false)).or_default(), plan.edge(board, edge.edge));
        }
    }
    for (stroke, path) in paths {
        let _ = writeln!(out, "<path class=\"edge\" stroke=\"{stroke}\" d=\"{path}\"/>");
    }
}

/// Names of places, and the objectives with their holders at the end.
fn names(story: &Story, plan: &Plan, out: &mut String) {
    let board = &story.board;
    for region in board.regions.iter().filter(|region| plan.shows(region.at)) {
        let [x, y] = plan.middle(region.at);
        let _ =
            writeln!(out, "<text class=\"name\" x=\"{x}\" y=\"{}\">{}</text>", y + 14, escaped(&region.name));
    }
    let holders = story.frames.last().map_or(&[][..], |frame| &frame.holders);
    for (n, goal) in board.goals.iter().enumerate() {
        let class = match holders.get(n).copied().flatten() {
            Some(Side::A) => "goal a",
            Some(Side::B) => "goal b",
            None => "goal",
        };
        let mut border = String::new();
        for (cell, toward) in goal.cells.iter().flat_map(|cell| board.grid.headings().map(|to| (*cell, to))) {
            let inside = board.grid.step(cell, toward).is_some_and(|next| goal.cells.contains(&next));
            if let Some(edge) = board.grid.edge(cell, toward).filter(|_| !inside) {
                line(&mut border, plan.edge(board, edge));
            }
        }
        let _ = writeln!(
            out,
            "<path class=\"{class}\" data-goal=\"{n}\" d=\"{border}\"><title>{}</title></path>",
            escaped(&goal.name)
        );
    }
}
