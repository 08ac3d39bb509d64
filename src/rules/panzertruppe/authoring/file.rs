//! A scenario read in parts and written again.

use toml::{Table as Keys, Value};

use super::table::Table;
use super::{OBJECTIVES, units};
use crate::board::{Cell, Compass, Grid, Square};
use crate::editor::Subject;
use crate::editor::authoring::Authoring;
use crate::editor::field::{list_of, strings};
use crate::editor::parts::{
    FormationParts, Id, Parts, Piece, SideParts, refusal, take_tables, with_two_sides,
};
use crate::editor::writing::Written;
use crate::reading::{Faulty, Report};
use crate::rules::panzertruppe::scenario;
use crate::rules::panzertruppe::state::{Bridge, Edge, Kind, Switch, Terrain};
use crate::side::Side;

/// Reads a scenario in parts, provided it has a table and two sides.
pub(super) fn read(file: &str, text: &str) -> Result<Parts<Table>, Faulty> {
    let mut report = Report::new(file, text);
    let map = scenario::board(&mut report, text);
    let map = match report.end(map) {
        Ok((map, _)) => map,
        Err(faulty) if faulty.faults.is_empty() => return Err(refusal(file, text, "it has no readable map")),
        Err(faulty) => return Err(faulty),
    };
    let (mut head, sides) = with_two_sides(file, text)?;
    let objectives = match head.remove("map") {
        Some(Value::Table(mut map)) => take_tables(&mut map, "objective"),
        _ => Vec::new(),
    };
    let mut rules = strings(head.get("rules"));
    if rules.iter().any(|word| word == "all") {
        rules = Switch::ALL.iter().map(|(_, word, _)| (*word).to_owned()).collect();
    }
    if rules.is_empty() {
        head.remove("rules");
    } else {
        head.insert("rules".to_owned(), list_of(rules));
    }
    let table = Table {
        grid: Square { width: map.width, height: map.height },
        ground: map.ground,
        levels: map.levels,
        edges: map.edges,
    };
    let mut next = 0;
    let sides = sides.map(|about| side(about, &mut next));
    let mut parts = Parts::new(head, table, sides);
    parts.plans.insert((None, OBJECTIVES), objectives);
    Ok(parts)
}

/// A side with its groups; each of its units becomes an entry of its own.
fn side(mut about: Keys, next: &mut Id) -> SideParts {
    let mut formations = Vec::new();
    let mut aboard: Vec<(Id, String)> = Vec::new();
    for mut group in take_tables(&mut about, "group") {
        let mut pieces = Vec::new();
        for mut unit in take_tables(&mut group, "unit") {
            let (at, carriers) = (strings(unit.get("at")), strings(unit.get("aboard")));
            if !at.is_empty() {
                unit.remove("at");
            }
            // With cells as well, the reader ignores the carriers.
            unit.remove("aboard");
            let count = at.len().max(if at.is_empty() { carriers.len() } else { 0 }).clamp(1, 200);
            for n in 0..count {
                let mut about = unit.clone();
                if let Some(cell) = at.get(n) {
                    about.insert("at".to_owned(), Value::String(cell.clone()));
                }
                *next += 1;
                if let Some(carrier) = carriers.get(n).filter(|_| at.is_empty()) {
                    aboard.push((*next, carrier.clone()));
                }
                pieces.push(Piece { id: *next, about, carrier: None });
            }
        }
        formations.push(FormationParts { about: group, pieces });
    }
    let mut side = SideParts { about, formations };
    let ids: Vec<Id> = side.pieces().map(|piece| piece.id).collect();
    for (id, tag) in aboard {
        let number = tag.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().ok();
        let carrier = number.and_then(|number| ids.get(number.checked_sub(1)?)).copied();
        if let Some(piece) = side.pieces_mut().find(|piece| piece.id == id) {
            piece.carrier = carrier.filter(|carrier| *carrier != id);
            if piece.carrier.is_none() {
                piece.about.insert("aboard".to_owned(), Value::String(tag));
            }
        }
    }
    side
}

/// The keys that come first.
const HEAD: [&str; 8] = ["format", "ruleset", "title", "turns", "year", "rules", "teaches", "briefing"];
const SIDE: [&str; 6] = ["key", "name", "letter", "nation", "edge", "breaks"];

/// Writes the parts as a scenario.
pub(super) fn write(parts: &Parts<Table>, out: &mut Written) {
    out.begin(Subject::Battle);
    out.table("", &parts.head, &HEAD);
    map(&parts.map, out);
    out.plans("map.objective", parts.list(None, OBJECTIVES), &["name", "at", "value"], |n| {
        Subject::Plan(None, OBJECTIVES, n)
    });
    for side in Side::BOTH {
        let force = parts.side(side);
        out.begin(Subject::Side(side));
        out.push("\n[[side]]\n");
        out.table("side", &force.about, &SIDE);
        for (f, group) in force.formations.iter().enumerate() {
            out.begin(Subject::Formation(side, f));
            out.push("\n[[side.group]]\n");
            if group.pieces.is_empty() {
                out.push("unit = []\n");
            }
            out.table("side.group", &group.about, &["name"]);
            for (n, unit) in group.pieces.iter().enumerate() {
                out.begin(Subject::Piece(side, f, n));
                let tag = |id| format!("{}{}", units::letter(parts, side), force.number(id).unwrap_or(0));
                out.push(&format!("\n[[side.group.unit]] # {}\n", tag(unit.id).replace('\n', " ")));
                out.table("side.group.unit", &unit.about, &["type", "at", "facing"]);
                if let Some(carrier) = unit.carrier {
                    out.value("aboard", &Value::String(tag(carrier)));
                }
            }
        }
    }
}

/// The characters of the terrain drawing.
const SIGNS: [(Kind, char); 6] = [
    (Kind::Clear, '.'),
    (Kind::Rough, 'r'),
    (Kind::Woods, 'w'),
    (Kind::Swamp, 's'),
    (Kind::Stream, '~'),
    (Kind::Building, 'b'),
];

fn map(table: &Table, out: &mut Written) {
    let grid = table.grid();
    let at = |cell: Cell| table.ground[grid.index(cell)];
    let cells = |is: &dyn Fn(Terrain) -> bool| grid.cells().filter(|&cell| is(at(cell))).collect::<Vec<_>>();
    out.push(&format!("\n[map]\nwidth = {}\nheight = {}\n", table.grid.width, table.grid.height));
    out.drawing("terrain", grid, |cell| {
        SIGNS.iter().find(|(kind, _)| *kind == at(cell).kind).map_or('.', |(_, sign)| *sign)
    });
    if table.levels.iter().any(|level| *level != 0) {
        out.drawing("levels", grid, |cell| match table.levels[grid.index(cell)] {
            0 => '.',
            level => char::from(b'0' + level.unsigned_abs().min(9)),
        });
    }
    if table.ground.iter().any(|ground| ground.road) {
        out.drawing("roads", grid, |cell| if at(cell).road { '=' } else { '.' });
    }
    out.cells("grain", grid, &cells(&|ground| ground.grain));
    out.cells("mines", grid, &cells(&|ground| ground.mines));
    let used = |kind: Kind| table.ground.iter().any(|ground| ground.kind == kind);
    let legend: Vec<&(Kind, char)> = SIGNS.iter().skip(1).filter(|(kind, _)| used(*kind)).collect();
    if !legend.is_empty() {
        out.push("\n[map.legend]\n");
        for (kind, sign) in legend {
            out.value(&sign.to_string(), &Value::String(kind.name().to_owned()));
        }
    }
    for cell in grid.cells() {
        let letter =
            at(cell).bridge.and_then(|kind| Bridge::ALL.into_iter().find(|(known, _)| *known == kind));
        if let Some((_, letter)) = letter {
            out.push(&format!("\n[[map.bridge]]\nat = \"{cell}\"\ntype = \"{letter}\"\n"));
        }
    }
    edges(table, grid, out);
}

/// The edges, one list for each kind and side.
fn edges(table: &Table, grid: Grid, out: &mut Written) {
    for kind in [Edge::Hedge, Edge::Wall, Edge::Hedgerow, Edge::Cliff] {
        for side in [Compass::N, Compass::E] {
            let cells: Vec<Cell> = grid.cells().filter(|&cell| table.edge(cell, side) == kind).collect();
            if !cells.is_empty() {
                out.push(&format!("\n[[map.edge]]\nkind = \"{}\"\nside = \"{side}\"\n", kind.name()));
                out.cells("cells", grid, &cells);
            }
        }
    }
}
