//! The position in plain values for screen, log and scripts.

use super::board::{Place, Reason, Terrain};
use super::calculator::CloseCombat;
use super::fire::aim::Mode;
use super::fire::attack::Attack;
use super::position::{Phase, Position};
use super::state::{Choice, Item, Marker, Whereabouts};
use super::tables::counters::Kind;
use super::tables::weapons;
use super::turn::Frame;
use crate::board::Cell;
use crate::board::hex::hex_line;
use crate::game::view::{
    Act, BoardView, MarkerView, PieceId, PieceView, PreviewRoll, SideView, SignView, StateView, TerrainView,
    Weight, Words,
};
use crate::game::{ChoiceView, Digest, Modifier, Preview, Sight, Target, Test, View};
use crate::side::Side;

/// Weapons are numbered behind the units.
const WEAPONS: u16 = 300;
const TWO_DICE: [crate::dice::Die; 2] =
    [crate::dice::Die::named("coloured", 6), crate::dice::Die::named("white", 6)];

fn unit_id(id: u8) -> PieceId {
    PieceId(id.into())
}

fn weapon_id(id: u8) -> PieceId {
    PieceId(WEAPONS + u16::from(id))
}

fn item_id(item: Item) -> PieceId {
    match item {
        Item::Unit(unit) => unit_id(unit),
        Item::Weapon(weapon) => weapon_id(weapon),
    }
}

/// Everything one side may see.
pub fn view(position: &Position, side: Side) -> View {
    let battle = &position.battle;
    let sides = Side::BOTH.map(|side| {
        let (key, name) = battle.sides[side.index()].clone();
        let mine = position.units.iter().filter(|unit| unit.side == side);
        let facts = vec![format!("{} off the map", position.points[side.index()])];
        let facts = if position.points[side.index()] > 0 { facts } else { Vec::new() };
        SideView {
            name,
            key,
            lost: position.lost(side),
            strength: mine.count() as u32,
            breaking: None,
            facts,
        }
    });
    let active = match position.frames.last() {
        Some(Frame::Mover(mover)) => mover.units.first().map(|&id| unit_id(id)),
        Some(Frame::Routing(routing)) => Some(unit_id(routing.unit)),
        Some(Frame::Attack(attack)) => attack.items.first().map(|&item| item_id(item)),
        _ => None,
    };
    View {
        title: battle.title.clone(),
        turn: position.turn.into(),
        turns: battle.turns.into(),
        phases: Phase::ALL.map(Phase::name).to_vec(),
        phase: Phase::ALL.iter().position(|&phase| phase == position.phase).unwrap_or(0),
        sides,
        words: Words { piece: ["unit", "units"], cell: ["hex", "hexes"], range: ["hex", "hexes"] },
        board: board(position),
        pieces: pieces(position),
        markers: markers(position),
        legend: legend(),
        columns: vec!["strength", "morale", "weapons"],
        notes: notes(position, side),
        briefing: battle.briefing.clone(),
        active,
        ..View::default()
    }
}

fn legend() -> Vec<SignView> {
    let signs = [
        ("b", "broken"),
        ("d", "broken, desperate"),
        ("p", "pinned"),
        ("x", "CX"),
        ("f", "has fired"),
        ("m", "melee"),
    ];
    signs.map(|(sign, meaning)| SignView { sign: sign.into(), meaning: meaning.into() }).to_vec()
}

/// Terrain, roads and levels, a kind of ground for each combination that the map has.
fn board(position: &Position) -> BoardView {
    let (map, grid) = (position.map(), position.grid());
    let mut palette: Vec<TerrainView> =
        vec![TerrainView { glyph: ' ', name: "off the map".into(), family: "clear", effects: Vec::new() }];
    let (mut cells, mut levels, mut names) =
        (vec![0; grid.area()], vec![0; grid.area()], vec![String::new(); grid.area()]);
    for place in map.places() {
        let square = map.at(place);
        let kind = ground(map.terrain(place), square.ground.road != 0, square.ground.paved, square.playable);
        let at = palette.iter().position(|known| *known == kind).unwrap_or_else(|| {
            palette.push(kind);
            palette.len() - 1
        });
        let index = grid.index(position.cell(place));
        // Few kinds of ground, low hills.
        (cells[index], levels[index]) = (at as u16, square.ground.level as i8);
        names[index] = square.name.clone();
    }
    BoardView { grid, cells, levels, palette, names, ..BoardView::default() }
}

fn ground(terrain: Terrain, road: bool, paved: bool, playable: bool) -> TerrainView {
    let row = terrain.row();
    let (glyph, family) = match (terrain, road) {
        _ if !playable => (' ', "clear"),
        (Terrain::Open, false) => ('.', "clear"),
        (Terrain::Open, true) => (if paved { '=' } else { '-' }, "road"),
        (Terrain::Orchard, _) => ('%', "woods"),
        (Terrain::Grain, _) => ('"', "rough"),
        (Terrain::Woods, _) => ('&', "woods"),
        (Terrain::WoodenBuilding, _) => ('+', "building"),
        (Terrain::StoneBuilding, _) => ('#', "building"),
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
    TerrainView { glyph, name: format!("{}{road_name}", row.label), family, effects }
}

fn pieces(position: &Position) -> Vec<PieceView> {
    let mut pieces: Vec<PieceView> = Vec::new();
    for id in position.ids() {
        let unit = position.unit(id);
        let data = unit.data();
        let glyph = match data.kind {
            Kind::Squad => 'S',
            Kind::HalfSquad => 'H',
            Kind::Crew => 'C',
            Kind::Leader => 'L',
        };
        let held: Vec<String> =
            position.weapons_of(id).map(|w| weapons::name(position.weapon(w).weight).to_owned()).collect();
        let morale = format!("{}{}", position.morale(id), if unit.broken { " broken" } else { "" });
        pieces.push(PieceView {
            id: unit_id(id),
            side: unit.side,
            name: format!("{} u{id}", data.name),
            tag: format!("u{id}"),
            glyph,
            cell: unit.place().map(|place| position.cell(place)),
            // Leaders and whole units lie on top.
            stack: match data.kind {
                Kind::Leader => 2,
                Kind::Squad => 3,
                _ => 1,
            },
            states: states(position, id),
            values: vec![data.name.clone(), morale, held.join(" ")],
            formation: position.battle.groups[usize::from(unit.group)].name.clone(),
            lost: matches!(unit.at, Whereabouts::Gone | Whereabouts::Exited),
            ..PieceView::default()
        });
    }
    for (at, weapon) in position.weapons.iter().enumerate() {
        // Far fewer than 256 weapons.
        let id = at as u8;
        let holder = weapon.holder.map(|holder| position.unit(holder));
        let data = weapon.data();
        let name = weapons::name(weapon.weight);
        let broken = weapon.broken.then_some(StateView::new('b', "malfunctioned", Weight::Harm));
        let fired =
            (weapon.marker != Marker::None).then_some(StateView::new('f', "has fired", Weight::Spent));
        pieces.push(PieceView {
            id: weapon_id(id),
            side: holder.map_or(Side::A, |holder| holder.side),
            name: format!("{name} m{id}"),
            tag: format!("m{id}"),
            glyph: 'M',
            cell: weapon.lies.map(|place| position.cell(place)),
            states: broken.into_iter().chain(fired).collect(),
            values: vec![format!("{}-{}", data.fp, data.range), String::new(), format!("ROF {}", data.rof)],
            lost: weapon.holder.is_none() && weapon.lies.is_none(),
            carried_by: weapon.holder.map(unit_id),
            ..PieceView::default()
        });
    }
    pieces
}

fn states(position: &Position, id: u8) -> Vec<StateView> {
    let unit = position.unit(id);
    let all = [
        (unit.desperate, StateView::new('d', "broken, desperate", Weight::Grave)),
        (unit.broken && !unit.desperate, StateView::new('b', "broken", Weight::Grave)),
        (unit.melee, StateView::new('m', "melee", Weight::Busy)),
        (unit.pinned, StateView::new('p', "pinned", Weight::Harm)),
        (unit.wounded, StateView::new('w', "wounded", Weight::Note)),
        (unit.cx, StateView::new('x', "CX", Weight::Note)),
        (unit.marker != Marker::None, StateView::new('f', "has fired", Weight::Spent)),
    ];
    all.into_iter().filter(|(is, _)| *is).map(|(_, state)| state).collect()
}

fn markers(position: &Position) -> Vec<MarkerView> {
    let smoke = position.smoke.iter().map(|&place| MarkerView {
        cell: position.cell(place),
        glyph: '~',
        name: "smoke".into(),
    });
    let residual = position.residual.iter().map(|&(place, left)| MarkerView {
        cell: position.cell(place),
        glyph: '!',
        name: format!("{left} residual firepower"),
    });
    smoke.chain(residual).collect()
}

fn notes(position: &Position, side: Side) -> Vec<String> {
    match position.frames.last() {
        Some(Frame::Attack(attack)) => {
            let worked = attack.work_out(position);
            let column = worked
                .fire
                .column
                .map_or("no column".into(), |column| format!("column {}", column.firepower()));
            vec![format!(
                "attack on {}: {} firepower, {column}, {:+}",
                position.name(attack.target),
                worked.firepower,
                worked.fire.modifier
            )]
        }
        Some(Frame::Melee(melee)) if melee.side == side => {
            vec![format!(
                "close combat in {}: {} attacks designated",
                position.name(melee.place),
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

/// How a choice looks to a player.
pub fn describe(position: &Position, choice: &Choice) -> ChoiceView {
    let called = |id: u8| position.called(id);
    let weapon = |id: u8| format!("{} m{id}", weapons::name(position.weapon(id).weight));
    let item = |item: Item| match item {
        Item::Unit(unit) => called(unit),
        Item::Weapon(id) => weapon(id),
    };
    let name = |hex: crate::board::hex::Hex| {
        position.map().place(hex).map_or_else(|| hex.to_string(), |place| position.name(place).to_owned())
    };
    let (label, verb, act) = match *choice {
        Choice::Done => done(position),
        Choice::Place(id, hex) => (format!("{} in {}", called(id), name(hex)), "place", Act::Other),
        Choice::Recover(id, w) => (format!("{} recovers {}", called(id), weapon(w)), "recover", Act::Other),
        Choice::Repair(w) => (format!("repair {}", weapon(w)), "repair", Act::Other),
        Choice::Give(w, id) => (format!("{} to {}", weapon(w), called(id)), "give", Act::Other),
        Choice::SelfRally(id) => (format!("{} rallies itself", called(id)), "self-rally", Act::Other),
        Choice::Rally(leader, id) => {
            (format!("{} rallies {}", called(leader), called(id)), "rally", Act::Other)
        }
        Choice::Keep(id) => (format!("{} stays desperate", called(id)), "keep", Act::Other),
        Choice::Fire(i, hex) => (format!("{} at {}", item(i), name(hex)), "fire", Act::Begin),
        Choice::Join(i) => (format!("with {}", item(i)), "join", Act::Join),
        Choice::Direct(id) => (format!("directed by {}", called(id)), "direct", Act::Join),
        Choice::Shoot => ("shoot".into(), "shoot", Act::Commit),
        Choice::Move(id) => (format!("move {}", called(id)), "move", Act::Begin),
        Choice::With(id) => (format!("with {}", called(id)), "with", Act::Join),
        Choice::Double => ("at the double".into(), "double", Act::Other),
        Choice::Assault => ("by assault movement".into(), "assault", Act::Other),
        Choice::Go(hex) => (format!("to {}", name(hex)), "step", Act::Step),
        Choice::Beside(hex) => (format!("to {}, beside the road", name(hex)), "beside", Act::Other),
        Choice::Smoke(id, hex) => {
            (format!("{} throws smoke into {}", called(id), name(hex)), "smoke", Act::Other)
        }
        Choice::Exit => ("leave the map".into(), "exit", Act::Other),
        Choice::Rout(id) => (format!("{} routs", called(id)), "rout", Act::Begin),
        Choice::Crawl(id, hex) => (format!("{} crawls to {}", called(id), name(hex)), "crawl", Act::Other),
        Choice::Advance(id, hex) => {
            (format!("{} advances to {}", called(id), name(hex)), "advance", Act::Other)
        }
        Choice::Combat(hex) => (format!("close combat in {}", name(hex)), "combat", Act::Other),
        Choice::Use(id) => (format!("{} attacks", called(id)), "use", Act::Begin),
        Choice::At(id) => (format!("{} is attacked", called(id)), "at", Act::Join),
        Choice::Next => ("that attack is complete".into(), "next", Act::Commit),
    };
    let mut shown = ChoiceView::new(choice.to_string(), label, verb, act);
    shown.pieces = match *choice {
        Choice::Place(id, _)
        | Choice::SelfRally(id)
        | Choice::Keep(id)
        | Choice::Direct(id)
        | Choice::Move(id) => vec![unit_id(id)],
        Choice::With(id)
        | Choice::Smoke(id, _)
        | Choice::Rout(id)
        | Choice::Crawl(id, _)
        | Choice::Advance(id, _) => vec![unit_id(id)],
        Choice::Use(id) | Choice::At(id) => vec![unit_id(id)],
        Choice::Recover(id, w) => vec![unit_id(id), weapon_id(w)],
        Choice::Repair(w) => vec![weapon_id(w)],
        Choice::Give(w, id) => vec![weapon_id(w), unit_id(id)],
        Choice::Rally(leader, id) => vec![unit_id(id), unit_id(leader)],
        Choice::Fire(i, _) | Choice::Join(i) => vec![item_id(i)],
        _ => Vec::new(),
    };
    shown.cell = match *choice {
        Choice::Place(_, hex)
        | Choice::Fire(_, hex)
        | Choice::Go(hex)
        | Choice::Beside(hex)
        | Choice::Smoke(_, hex) => Some(hex),
        Choice::Crawl(_, hex) | Choice::Advance(_, hex) | Choice::Combat(hex) => Some(hex),
        _ => None,
    }
    .map(|hex| position.grid().cell_of(hex));
    shown
}

fn done(position: &Position) -> (String, &'static str, Act) {
    match position.frames.last() {
        Some(Frame::React(_)) => ("hold fire".into(), "hold", Act::Hold),
        Some(Frame::Mover(_)) => ("stop here".into(), "stop", Act::Done),
        Some(Frame::Routing(_)) => ("rout no further".into(), "stop", Act::Done),
        Some(Frame::Melee(_)) => ("no more attacks".into(), "done", Act::Done),
        Some(Frame::Rally(step, _)) => (format!("done: {}", step.kind()), "pass", Act::Pass),
        _ => (format!("done: {}", position.phase.name()), "pass", Act::Pass),
    }
}

/// The very tests that a choice would roll.
pub fn preview(position: &Position, choice: &Choice) -> Option<Preview> {
    match (*choice, position.frames.last()?) {
        (Choice::Shoot, Frame::Attack(attack)) => Some(attack_preview(position, attack)),
        (Choice::Join(item), Frame::Attack(attack)) => {
            let mut attack = attack.clone();
            attack.join(position, item);
            Some(attack_preview(position, &attack))
        }
        (Choice::Direct(leader), Frame::Attack(attack)) => {
            let mut attack = attack.clone();
            attack.leaders.push(leader);
            Some(attack_preview(position, &attack))
        }
        (Choice::Fire(item, hex), frame) => {
            let target = position.map().place(hex)?;
            let (mode, side, moving, targets) = match frame {
                Frame::Fire(mode, side) => {
                    (*mode, *side, Default::default(), position.units_at(target, side.other()).collect())
                }
                Frame::React(react) => (Mode::First, react.side, react.motion, react.units.clone()),
                _ => return None,
            };
            let mut attack =
                Attack { mode, side, target, targets, items: Vec::new(), leaders: Vec::new(), moving };
            attack.join(position, item);
            Some(attack_preview(position, &attack))
        }
        (Choice::SelfRally(id), _) => Some(rally_preview(position, id, None)),
        (Choice::Rally(leader, id), _) => Some(rally_preview(position, id, Some(leader))),
        (Choice::Next, Frame::Melee(melee)) => {
            let worked = position.work_out_strike(melee, melee.side, &melee.open);
            let drm: i16 = worked.modifiers.iter().map(|line| line.value).sum();
            let combat = CloseCombat::new(worked.attack, worked.defence, drm);
            let kill = combat.odds.kill();
            let test = Test::new(&TWO_DICE, Target::AtMost(kill - 1), "close combat", "3.8e")
                .modified(worked.modifiers);
            let remarks = vec![format!(
                "{} to {}: odds {}, {kill} reduces",
                worked.attack,
                worked.defence,
                combat.odds.name()
            )];
            Some(Preview { rolls: vec![PreviewRoll::new("", test)], remarks, ..Preview::default() })
        }
        _ => None,
    }
}

fn rally_preview(position: &Position, id: u8, leader: Option<u8>) -> Preview {
    let lines: Vec<Modifier> = position.rally_modifiers(id, leader);
    let test = Test::new(&TWO_DICE, Target::AtMost(position.morale(id)), "to rally", "3.1f").modified(lines);
    Preview { rolls: vec![PreviewRoll::new(position.called(id), test)], ..Preview::default() }
}

/// The attack, its column, and what becomes of each unit under fire by itself.
fn attack_preview(position: &Position, attack: &Attack) -> Preview {
    let worked = attack.work_out(position);
    let mut result: Vec<(String, f64)> =
        worked.fire.effects().iter().map(|(effect, chance)| (effect.to_string(), chance)).collect();
    result.sort_by(|a, b| b.1.total_cmp(&a.1));
    let column =
        worked.fire.column.map_or("no column".into(), |column| format!("column {}", column.firepower()));
    let mut remarks = vec![format!("{} firepower: {column}", worked.firepower)];
    if worked.fire.cowering.columns() > 0 {
        remarks.push(format!("doubles cower {} to the left (1 in 6)", worked.fire.cowering.columns()));
    }
    let test = Test::new(&TWO_DICE, Target::Difference(0), "on the Infantry Fire Table", "3.2.3")
        .modified(worked.modifiers);
    Preview { rolls: vec![PreviewRoll::new("", test)], result, remarks, ..Preview::default() }
}

/// A line of sight, explained.
pub fn sight(position: &Position, from: Cell, to: Cell) -> Sight {
    let (Some(a), Some(b)) = (position.place_of(from), position.place_of(to)) else {
        return Sight { visible: false, range: 0, blocked_at: None, rule: None, why: None, path: Vec::new() };
    };
    let sighting = position.map().sight(a, b);
    let path = hex_line(position.hex(a), position.hex(b)).map(|c| position.grid().cell_of(c.hex)).collect();
    let name = |place: Place| position.name(place).to_owned();
    let (why, rule) = match sighting.block {
        Some(block) => {
            let rule = match block.reason {
                Reason::Hill | Reason::Crest => "3.2.1e",
                Reason::Hindrances => "3.2.1d",
                Reason::Obstacle(_) => "3.2.1a",
            };
            (Some(format!("{} in {} blocks it", block.reason, name(block.hex))), Some(rule))
        }
        None if position.hindrance(a, b).is_none() => {
            (Some("smoke and hindrances of six or more block it".into()), Some("3.2.1d"))
        }
        None => match position.hindrance(a, b).unwrap_or(0) {
            0 => (None, None),
            n => {
                let hexes =
                    sighting.hindrances.iter().map(|&place| name(place)).collect::<Vec<_>>().join(", ");
                (Some(format!("hindered by {n}: {hexes}")), Some("3.2.1"))
            }
        },
    };
    Sight {
        visible: position.sees(a, b),
        range: position.map().range(a, b),
        blocked_at: sighting.block.map(|block| position.cell(block.hex)),
        rule,
        why,
        path,
    }
}

/// The position field by field, for recorded games.
pub fn digest(position: &Position, digest: &mut Digest) {
    digest.word(position.battle.digest);
    digest.int(position.turn);
    digest.int(position.attacker.index() as i64);
    digest.text(position.phase.name());
    digest.each(&position.units, |digest, unit| {
        digest.text(&unit.data().name);
        digest.int(match unit.at {
            Whereabouts::Off => -1,
            Whereabouts::Exited => -2,
            Whereabouts::Gone => -3,
            Whereabouts::On(place) => i64::from(place.0),
        });
        for flag in [
            unit.broken,
            unit.desperate,
            unit.pinned,
            unit.cx,
            unit.melee,
            unit.wounded,
            unit.fired,
            unit.tried,
        ] {
            digest.flag(flag);
        }
        for flag in [unit.acted, unit.moved, unit.on_road] {
            digest.flag(flag);
        }
        digest.int(unit.marker as u8);
        digest.word(unit.directed as u64);
        digest.word((unit.directed >> 64) as u64);
    });
    digest.each(&position.weapons, |digest, weapon| {
        digest.maybe(weapon.holder, |digest, holder| digest.int(holder));
        digest.maybe(weapon.lies, |digest, place| digest.int(place.0));
        for flag in [weapon.broken, weapon.fired, weapon.moved, weapon.recovered] {
            digest.flag(flag);
        }
        digest.int(weapon.marker as u8);
    });
    digest.each(&position.smoke, |digest, place| digest.int(place.0));
    digest.each(&position.residual, |digest, (place, left)| {
        digest.int(place.0);
        digest.int(*left);
    });
    digest.each(&position.points, |digest, points| digest.int(*points));
    digest.each(&position.awaited, |digest, awaited| digest.flag(*awaited));
    digest.each(position.options(), |digest, choice| digest.shown(&choice));
}
