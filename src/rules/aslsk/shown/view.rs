//! A side's view: map, markers, notes.

use super::{item_id, unit_id, weapon_id};
use crate::board::{Cell, Heading};
use crate::game::View;
use crate::game::view::{
    BoardView, Crossing, Family, GoalView, LineKind, LineView, Marchers, MarkerKind, MarkerView, Nation,
    ProgressView, SideView, SignView, StandingView, TerrainView, Words,
};
use crate::ledger::cited::applies;
use crate::rules::aslsk::board::{Place, Terrain};
use crate::rules::aslsk::state::battle::{Hint, Victory};
use crate::rules::aslsk::state::{Forces, Ground, Position, Weapon};
use crate::rules::aslsk::tables::counters;
use crate::rules::aslsk::tables::guns::TargetType;
use crate::rules::aslsk::turn::Frame;
use crate::rules::aslsk::turn::phase::Phase;
use crate::side::Side;

/// The phases as the rulebook abbreviates them, in the order of [`Phase::ALL`].
const PHASE_SHORTS: [&str; 8] = ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"];

/// Everything one side may see.
pub fn view(position: &Position, side: Side) -> View {
    let Position { ground, forces, score, .. } = position;
    let battle = &position.battle;
    let sets_up = position.turn.setting_up();
    let sides = Side::BOTH.map(|side| {
        let (key, name) = battle.sides[side.index()].clone();
        let mine = forces.units.iter().filter(|unit| unit.side == side);
        let attacks = !sets_up && position.turn.attacker == side;
        SideView {
            nation: nation(forces, side),
            name,
            key,
            lost: forces.lost(side),
            strength: mine.count() as u32,
            progress: progress(position, side).into_iter().collect(),
            role: if attacks { "ATTACKER" } else { "" },
            ..SideView::default()
        }
    });
    let active = match position.turn.frames.last() {
        Some(Frame::Mover(mover)) => mover.units.first().map(|&id| unit_id(id)),
        Some(Frame::Routing(routing)) => Some(unit_id(routing.unit)),
        Some(Frame::Attack(attack)) => attack.items.first().map(|&item| item_id(item)),
        Some(Frame::Shot(shot)) => Some(weapon_id(shot.weapon)),
        Some(Frame::Facing { weapon, setting_up: false }) => Some(weapon_id(*weapon)),
        _ => None,
    };
    View {
        title: battle.title.clone(),
        turn: position.turn.number.into(),
        turns: battle.turns.into(),
        phases: if sets_up { vec!["set-up"] } else { Phase::ALL.map(Phase::name).to_vec() },
        phase_shorts: if sets_up { vec!["set-up"] } else { PHASE_SHORTS.to_vec() },
        phase: if sets_up { 0 } else { position.turn.phase as usize },
        sides,
        turn_of: (!sets_up).then_some(position.turn.attacker),
        standing: (!sets_up && score.over.is_none()).then(|| standing(position, side)),
        words: Words { piece: ["unit", "units"], cell: ["hex", "hexes"], range: ["hex", "hexes"] },
        board: board(position),
        pieces: super::pieces::pieces(position, side),
        markers: markers(ground, forces, side),
        legend: legend(),
        columns: vec!["strength", "morale", "weapons"],
        kinds: crate::rules::aslsk::fire::plan::KINDS.to_vec(),
        notes: notes(position, side),
        briefing: battle.briefing.clone(),
        objective: objective(position, side),
        prompt: super::prompt::prompt(position, side),
        hint: if sets_up { String::new() } else { hint(position, side) },
        teaches: battle.teaches,
        lesson: battle.lesson.clone(),
        active,
        marchers: Marchers::Stack,
        ..View::default()
    }
}

/// The result if the game ended now. What the enemy hides does not count (6.4).
fn standing(position: &Position, side: Side) -> StandingView {
    let hides = position.forces.units.iter().any(|unit| unit.side != side && unit.hidden);
    let winner = if hides {
        let mut known = position.clone();
        known.forces.without_hidden(side.other());
        known.result().0
    } else {
        position.result().0
    };
    StandingView { winner: Some(winner), degree: "" }
}

/// A side's holdings that the Victory Conditions count.
fn progress(position: &Position, side: Side) -> Option<ProgressView> {
    let victory = &position.battle.victory;
    let have = u32::from(position.score.points[side.index()]);
    let (what, have, need) = match victory {
        Victory::Exit { side: to_win, points, .. } if *to_win == side => ("VP", have, *points),
        Victory::Exit { unless: Some(most), .. } => ("VP", have, *most),
        Victory::Control { side: to_win, need, .. } if *to_win == side => {
            let held = position.score.control.iter().filter(|&&by| by == Some(side)).count();
            ("buildings", held as u32, *need)
        }
        _ => return None,
    };
    Some(ProgressView { what, have, need: Some(need.into()) })
}

/// The nation of most of a side's units.
fn nation(forces: &Forces, side: Side) -> Nation {
    let of = |unit: &crate::rules::aslsk::state::Unit| match unit.data().nation {
        counters::Nation::German => Nation::German,
        counters::Nation::American => Nation::American,
        counters::Nation::British => Nation::British,
        counters::Nation::Italian => Nation::Italian,
        counters::Nation::AlliedMinor => Nation::Other,
    };
    let mut counts: Vec<(Nation, usize)> = Vec::new();
    for nation in forces.units.iter().filter(|unit| unit.side == side).map(of) {
        match counts.iter_mut().find(|(known, _)| *known == nation) {
            Some((_, count)) => *count += 1,
            None => counts.push((nation, 1)),
        }
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map_or(Nation::Other, |(nation, _)| nation)
}

fn legend() -> Vec<SignView> {
    let signs = [
        ("b", "broken"),
        ("d", "broken, DM"),
        ("p", "pinned"),
        ("x", "CX"),
        ("f, F", "Prep or First Fire, Final Fire"),
        ("v", "moved"),
        ("m", "Melee"),
        ("h", "HIP"),
        ("g", "manhandling a Gun"),
    ];
    signs.map(|(sign, meaning)| SignView { sign: sign.into(), meaning: meaning.into() }).to_vec()
}

/// Terrain, roads and levels, one palette entry for each combination on the map.
fn board(position: &Position) -> BoardView {
    let ground = &position.ground;
    let (map, grid) = (ground.map(), ground.grid());
    let mut palette: Vec<TerrainView> = vec![TerrainView {
        glyph: ' ',
        name: "off-board".into(),
        family: Family::Clear,
        ..TerrainView::default()
    }];
    let mut lines = Vec::new();
    let (mut cells, mut levels, mut names) =
        (vec![0; grid.area()], vec![0; grid.area()], vec![String::new(); grid.area()]);
    for place in map.places() {
        let square = map.at(place);
        let kind =
            ground_kind(map.terrain(place), square.ground.road != 0, square.ground.paved, square.playable);
        let at = palette.iter().position(|known| *known == kind).unwrap_or_else(|| {
            palette.push(kind);
            palette.len() - 1
        });
        let index = grid.index(ground.cell(place));
        // Few palette entries, low hills.
        (cells[index], levels[index]) = (at as u16, square.ground.level as i8);
        names[index] = square.name.clone();
        if square.ground.road != 0 && square.playable {
            let exits = (0..6).filter(|side| square.ground.road & (1 << side) != 0);
            let exits = exits.map(|side| Heading::new(side * 4)).collect();
            let kind = if square.ground.paved { LineKind::Road } else { LineKind::Track };
            lines.push(LineView { cell: ground.cell(place), kind, exits, crossing: Crossing::None });
        }
    }
    let played = map.places().filter(|&place| map.at(place).playable).map(|place| ground.cell(place));
    let in_play = played.fold(None, |span: Option<(Cell, Cell)>, cell| {
        let (low, high) = span.unwrap_or((cell, cell));
        let low = Cell::new(low.x.min(cell.x), low.y.min(cell.y));
        Some((low, Cell::new(high.x.max(cell.x), high.y.max(cell.y))))
    });
    BoardView {
        grid,
        cells,
        levels,
        palette,
        names,
        in_play,
        lines,
        goals: goals(position),
        ..BoardView::default()
    }
}

/// The buildings to control, or the hexes by which units leave the map.
fn goals(position: &Position) -> Vec<GoalView> {
    let battle = &position.battle;
    let goal = |name: &str, places: &[Place], holder| GoalView {
        name: name.to_owned(),
        cells: places.iter().map(|&place| position.ground.cell(place)).collect(),
        holder,
        worth: 0,
    };
    match &battle.victory {
        Victory::Clear { hex, .. } => vec![goal(position.ground.name(*hex), &[*hex], None)],
        Victory::Exit { by, .. } => vec![goal("exit", by, None)],
        Victory::Guns { .. } => Vec::new(),
        Victory::Control { buildings, .. } => {
            let held = buildings.iter().zip(&position.score.control);
            held.map(|(places, holder)| goal("building", places, *holder)).collect()
        }
    }
}

/// The terrain of a hex as it is shown.
pub(in crate::rules::aslsk) fn ground_kind(
    terrain: Terrain,
    road: bool,
    paved: bool,
    playable: bool,
) -> TerrainView {
    let row = terrain.row();
    let (glyph, family) = match (terrain, road) {
        _ if !playable => (' ', Family::Clear),
        (Terrain::Open, false) => ('.', Family::Clear),
        (Terrain::Open, true) => (if paved { '=' } else { '-' }, Family::Road),
        (Terrain::Orchard, _) => ('%', Family::Scrub),
        (Terrain::Grain, _) => ('"', Family::Grain),
        (Terrain::Woods, _) => ('&', Family::Woods),
        (Terrain::WoodenBuilding, _) => ('+', Family::Building),
        (Terrain::StoneBuilding, _) => ('#', Family::Stone),
    };
    let road_name = match (road, paved) {
        (false, _) => "",
        (true, false) => ", road",
        (true, true) => ", paved road",
    };
    let mf = f32::from(row.mf) / 2.0;
    let mut effects = vec![format!("{mf} MF, TEM {:+} ({})", row.tem, row.rule)];
    if !playable {
        effects.push("not in play".into());
    }
    let bare = (terrain == Terrain::Open).then_some(Family::Clear);
    TerrainView { glyph, name: format!("{}{road_name}", row.label), family, bare, effects }
}

fn markers(ground: &Ground, forces: &Forces, side: Side) -> Vec<MarkerView> {
    let smoke = ground.smoke.iter().map(|cloud| MarkerView {
        cell: ground.cell(cloud.place),
        glyph: '~',
        kind: MarkerKind::Smoke,
        name: format!("{} ({:+})", cloud.thickness.name(), cloud.thickness.hindrance()),
        value: format!("{:+}", cloud.thickness.hindrance()),
        side: None,
    });
    let charges = ground.charges.iter().map(|charge| MarkerView {
        cell: ground.cell(charge.target),
        glyph: '*',
        kind: MarkerKind::Impact,
        name: "DC".into(),
        ..MarkerView::default()
    });
    let residual = ground.residual.iter().map(|&(place, left)| MarkerView {
        cell: ground.cell(place),
        glyph: '!',
        kind: MarkerKind::Residual,
        name: format!("residual FP {left}"),
        value: left.to_string(),
        side: None,
    });
    // The target of a Gun that the enemy has not found is not shown to the enemy (6.4).
    let known = |weapon: &&Weapon| {
        let holder = weapon.holder.map(|holder| forces.unit(holder));
        holder.is_some_and(|holder| holder.side == side || !holder.hidden)
    };
    let acquired = forces.weapons.iter().filter(known).filter_map(|weapon| {
        let acquired = weapon.carriage.acquired.as_ref()?;
        Some(MarkerView {
            cell: ground.cell(acquired.place),
            glyph: '@',
            kind: MarkerKind::Acquired,
            name: format!("acquired by {} (-{})", weapon.short_name(), acquired.level),
            value: acquired.level.to_string(),
            side: None,
        })
    });
    smoke.chain(charges).chain(residual).chain(acquired).collect()
}

fn notes(position: &Position, side: Side) -> Vec<String> {
    let Position { ground, forces, turn, .. } = position;
    // A hidden firer must not be given away before it fires.
    let shown = |maker: Side, firers: &mut dyn Iterator<Item = Option<u8>>| {
        let secret = maker != side && firers.flatten().any(|id| forces.unit(id).hidden);
        if secret {
            applies("6.4");
        }
        !secret
    };
    match turn.frames.last() {
        Some(Frame::Attack(attack))
            if !shown(attack.side, &mut attack.items.iter().map(|&item| forces.firer(item))) =>
        {
            Vec::new()
        }
        Some(Frame::Shot(shot))
            if !shown(shot.side, &mut [forces.weapon(shot.weapon).holder].into_iter()) =>
        {
            Vec::new()
        }
        Some(Frame::Attack(attack)) => {
            let worked = attack.work_out(position);
            let column = worked
                .fire
                .column
                .map_or("no IFT column".into(), |column| format!("IFT {}", column.firepower()));
            vec![format!(
                "{} FP at {}: {column}, DRM {:+}",
                worked.firepower,
                ground.name(attack.target),
                worked.fire.modifier
            )]
        }
        Some(Frame::Shot(shot)) => {
            let aimed = shot.work_out(position);
            let need =
                aimed.shot.to_hit.map_or("out of range".into(), |to_hit| format!("TH {}", to_hit.number));
            let kind = match shot.kind(position) {
                TargetType::Infantry => "ITT",
                TargetType::Area => "ATT",
            };
            vec![format!(
                "{} at {}: {kind}, {need}, DRM {:+}",
                shot.ammo(position).name(),
                ground.name(shot.target),
                aimed.shot.modifier
            )]
        }
        Some(Frame::Melee(melee)) if melee.side == side => {
            vec![format!(
                "CC in {}: {} attacks designated",
                ground.name(melee.place),
                melee.strikes[side.index()].len()
            )]
        }
        Some(Frame::Mover(mover)) => {
            let spent = f32::from(mover.spent) / 2.0;
            vec![format!("{spent} MF spent")]
        }
        _ => Vec::new(),
    }
}

/// The Victory Conditions as one side sees them, and the score.
fn objective(position: &Position, viewer: Side) -> String {
    let battle = &position.battle;
    let enemy = &battle.sides[viewer.other().index()].1;
    let name =
        if battle.victory.side() == viewer { "To win".to_owned() } else { format!("Stop the {enemy}") };
    let points = |side: Side| position.score.points[side.index()];
    match &battle.victory {
        Victory::Clear { hex, within, buildings, .. } => {
            let what = if *buildings { "Good Order enemy MMC in buildings" } else { "unbroken enemy MMC" };
            let hexes = if *within == 1 { "hex" } else { "hexes" };
            format!("{name}: no {what} within {within} {hexes} of {}", position.ground.name(*hex))
        }
        Victory::Exit { side, points: need, unless, .. } => {
            let enemy = unless.map_or(String::new(), |most| {
                format!(", unless the enemy has {most} VP ({} now)", points(side.other()))
            });
            format!("{name}: exit {need} VP ({} now){enemy}", points(*side))
        }
        Victory::Guns { .. } => format!("{name}: capture or destroy every Gun"),
        Victory::Control { side, need, .. } => {
            let held = position.score.control.iter().filter(|&&by| by == Some(*side)).count();
            format!("{name}: control {need} buildings ({held} now)")
        }
    }
}

/// The tutorial's hint for this phase; the DEFENDER has hints of their own.
fn hint(position: &Position, side: Side) -> String {
    let of_phase = |hint: &&Hint| hint.phase == position.turn.phase;
    let defends = side != position.turn.attacker;
    let hints = || position.battle.hints.iter().filter(of_phase);
    let own = hints().find(|hint| hint.defending == defends).or_else(|| hints().next());
    own.map_or(String::new(), |hint| hint.text.clone())
}
