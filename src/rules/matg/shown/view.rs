//! The view of a battle.

use crate::board::Grid;
use crate::game::Side;
use crate::game::view::{
    BoardView, Crossing, Family, GoalView, LineKind, LineView, Marchers, MarkerKind, MarkerView, Nation,
    PieceId, SideView, SignView, StandingView, TerrainView, View, Words,
};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::air;
use crate::rules::matg::artillery::record;
use crate::rules::matg::command::cohesion;
use crate::rules::matg::fire::plan::KINDS;
use crate::rules::matg::ground::terrain::{Cost, Ground, POINT, Quarters, Terrain};
use crate::rules::matg::landings::zones;
use crate::rules::matg::movement::set_up;
use crate::rules::matg::shown::words::{capital, squares_in_words};
use crate::rules::matg::shown::{pieces, prompt};
use crate::rules::matg::state::aims::{Degree, Objective};
use crate::rules::matg::state::air::Air;
use crate::rules::matg::state::battle::{Battle, Hint};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::{Frame, PHASES};
use crate::rules::matg::turn::victory;
use crate::rules::matg::turn::victory::OutcomeKind;

/// The rulebook's words for a piece, a cell and a distance.
const WORDS: Words =
    Words { piece: ["stand", "stands"], cell: ["square", "squares"], range: ["inch", "inches"] };

/// The legend of letters and styles on the map.
const LEGEND: [(&str, &str); 4] = [
    ("S, D", "suppressed, disorganized"),
    ("m", "moving; underlined on a plain map"),
    ("dimmed", "has fired (f)"),
    ("0", "gun in tow"),
];

/// Headings of the roster.
const COLUMNS: [&str; 8] = ["AP", "HE", "Range", "Def", "Move", "Posture", "State", "Notes"];

/// The phases where there is little room, in the order of [`PHASES`].
const PHASE_SHORTS: [&str; 8] = ["Depl", "Init", "Post", "Arty", "Fire", "Plot", "Move", "Recov"];

/// Terrain rows shown as markers rather than as ground.
const MARKERS: [Terrain; 10] = [
    Terrain::Smoke,
    Terrain::ImpactZone,
    Terrain::Wreck,
    Terrain::Wrecks,
    Terrain::BarbedWire,
    Terrain::Ditch,
    Terrain::LightPosition,
    Terrain::MediumPosition,
    Terrain::HeavyPosition,
    Terrain::EngineerBridge,
];

/// All of them.
const MARKED: Ground = Ground::of(&MARKERS);

/// Quarters of a movement point in words: "1.5".
pub fn points(quarters: Quarters) -> String {
    let whole = quarters / POINT;
    match quarters % POINT {
        0 => whole.to_string(),
        1 => format!("{whole}.25"),
        2 => format!("{whole}.5"),
        _ => format!("{whole}.75"),
    }
}

pub(super) const fn piece(id: Id) -> PieceId {
    PieceId(id as u16)
}

impl Position {
    pub(in crate::rules::matg) fn view_for(&self, side: Side) -> View {
        self.known_to(side, table_for)
    }

    pub(in crate::rules::matg) fn sketch_for(&self, side: Side) -> View {
        self.known_to(side, sketched)
    }

    /// Shows a side the position as it knows it.
    fn known_to(&self, side: Side, shown: fn(&Self, Side) -> View) -> View {
        let early = self.before_deployment(side);
        let seen = early.as_ref().unwrap_or(self);
        match seen.as_hidden_from(side) {
            Some(known) => shown(&known, side),
            None => shown(seen, side),
        }
    }
}

/// The table without words.
fn sketched(game: &Position, side: Side) -> View {
    View {
        title: game.battle.title.clone(),
        words: WORDS,
        turn: u32::from(game.now.number),
        phase: game.now.phase(),
        sides: Side::BOTH.map(|s| {
            let (lost, strength) = game.forces.losses_and_strength(s);
            SideView { lost, strength, ..SideView::default() }
        }),
        board: board_sketch(&game.field, &game.forces, &game.command),
        pieces: (0..game.forces.stands.len()).map(|id| pieces::piece_sketch(game, id as Id, side)).collect(),
        markers: all_markers(game, side),
        ..View::default()
    }
}

fn table_for(game: &Position, side: Side) -> View {
    View {
        prompt: prompt::prompt_for(game, side),
        title: game.battle.title.clone(),
        turn: u32::from(game.now.number),
        turns: u32::from(game.battle.turns),
        phases: PHASES.to_vec(),
        phase_shorts: PHASE_SHORTS.to_vec(),
        phase: game.now.phase(),
        sides: Side::BOTH.map(|s| side_view(&game.forces, &game.now, &game.command, &game.air, s, side)),
        turn_of: None,
        standing: game.now.outcome.is_none().then(|| standing_view(&game.forces, &game.now, &game.command)),
        words: WORDS,
        board: board_view(&game.field, &game.forces, &game.command),
        pieces: (0..game.forces.stands.len()).map(|id| pieces::piece_view(game, id as Id, side)).collect(),
        markers: all_markers(game, side),
        legend: LEGEND
            .map(|(sign, meaning)| SignView { sign: sign.to_owned(), meaning: meaning.to_owned() })
            .to_vec(),
        hand: None,
        columns: COLUMNS.to_vec(),
        notes: self::notes(game, side),
        objective: victory::objective_of(&game.forces, side),
        kinds: KINDS.to_vec(),
        zone: set_up::zone_to_set_up(game, side),
        hint: self::hint(&game.battle, &game.now, game.now.phase()).unwrap_or_default(),
        hints: (0..PHASES.len())
            .filter_map(|phase| Some((phase, self::hint(&game.battle, &game.now, phase)?)))
            .collect(),
        teaches: game.battle.teaches,
        lesson: game.battle.lesson.clone(),
        briefing: self::briefing(&game.battle),
        active: game.now.stack.last().and_then(|frame| frame.about(game)).map(piece),
        records: record::records(&game.battle, &game.record, side),
        marchers: Marchers::All,
    }
}

/// Notes for the deciding side; what it writes down in secret is shown to that side alone (7.6.3).
#[apply(rule, "7.6.3")]
fn notes(game: &Position, side: Side) -> Vec<String> {
    let secret = |frame: &Frame| {
        matches!(
            frame,
            Frame::Plot(_)
                | Frame::Selection(_)
                | Frame::Registering(_)
                | Frame::Cease(_)
                | Frame::Air(_)
                | Frame::Zone(_)
        )
    };
    let told = game.now.stack.last().filter(|frame| !secret(frame) || frame.side(game) == side);
    told.map_or_else(Vec::new, |frame| frame.notes(game))
}

/// A tutorial's hint for a phase: the latest one up to this turn, so that players who reach a phase late
/// still get it.
fn hint(battle: &Battle, now: &Turn, phase: usize) -> Option<String> {
    let told = |hint: &&Hint| hint.phase == phase && hint.turn <= now.number;
    let hint = battle.hints.iter().filter(told).max_by_key(|hint| hint.turn)?;
    Some(hint.text.clone())
}

fn side_view(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    air: &Air,
    side: Side,
    viewer: Side,
) -> SideView {
    let army = forces.battle.army(side);
    let (lost, strength) = forces.losses_and_strength(side);
    let mut facts = match now.phase() {
        6 => vec![format!("orders {}", command.orders_left(side))],
        _ => vec![format!("cohesion {}", cohesion::level(&forces.battle, now, command, side))],
    };
    if now.phase() > 0 && now.initiative == side {
        facts.push("initiative".to_owned());
    }
    facts.extend(command.cards_in_words(side, viewer));
    facts.extend(air::air_in_words(&forces.battle, now, air, side));
    facts.splice(0..0, victory::holding(forces, command, side));
    SideView {
        name: army.name.clone(),
        key: army.key.clone(),
        nation: Nation::named(army.nation.key()),
        lost,
        strength,
        breaking: victory::breaking(forces, side),
        progress: victory::exit_progress(forces, side).into_iter().collect(),
        facts,
        ..SideView::default()
    }
}

/// The result if the battle ended now.
fn standing_view(forces: &Forces, now: &Turn, command: &Command) -> StandingView {
    let OutcomeKind { winner, degree } = victory::result(forces, now, command);
    let degree = match degree {
        Degree::Marginal => "marginal",
        Degree::Plain => "",
        Degree::Tactical => "tactical",
        Degree::Decisive => "decisive",
    };
    StandingView { winner, degree }
}

fn board_view(field: &Field, forces: &Forces, command: &Command) -> BoardView {
    let (cells, palette) = kinds_of_ground(field, forces);
    let named = |(ground, place): (Ground, Option<usize>)| {
        let mut view = terrain_view(ground);
        if let Some(place) = place {
            view.name = format!("{}, {}", view.name, place_in_words(forces, command, place));
        }
        view
    };
    BoardView {
        grid: Grid::Square(forces.battle.grid),
        cells,
        levels: forces.battle.levels.clone(),
        palette: palette.into_iter().map(named).collect(),
        lines: LineView::joined(Grid::Square(forces.battle.grid), |cell| {
            line_through(field.ground[forces.battle.grid.index(cell)])
        }),
        goals: goal_views(forces, command),
        ..BoardView::default()
    }
}

/// The board without words.
fn board_sketch(field: &Field, forces: &Forces, command: &Command) -> BoardView {
    let (cells, palette) = kinds_of_ground(field, forces);
    BoardView {
        grid: Grid::Square(forces.battle.grid),
        cells,
        palette: palette.into_iter().map(|(ground, _)| terrain_sketch(ground)).collect(),
        goals: goal_views(forces, command),
        ..BoardView::default()
    }
}

/// The kind of every cell, and the different kinds of ground, each with its objective.
fn kinds_of_ground(field: &Field, forces: &Forces) -> (Vec<u16>, Vec<(Ground, Option<usize>)>) {
    let mut palette: Vec<(Ground, Option<usize>)> = Vec::new();
    let mut cells = Vec::with_capacity(field.ground.len());
    let mut places = vec![None; field.ground.len()];
    for (index, place) in forces.battle.victory.places.iter().enumerate().rev() {
        place.cells.iter().for_each(|&cell| places[forces.battle.grid.index(cell)] = Some(index));
    }
    for (&ground, place) in field.ground.iter().zip(places) {
        let ground = (ground.less(MARKED).without(Terrain::Minefield), place);
        let index = palette.iter().position(|&known| known == ground).unwrap_or_else(|| {
            palette.push(ground);
            palette.len() - 1
        });
        cells.push(index as u16);
    }
    (cells, palette)
}

/// The briefing, and the squares of the objectives.
fn briefing(battle: &Battle) -> Vec<String> {
    let mut lines = battle.briefing.clone();
    for place in &battle.victory.places {
        lines.push(format!("{}: {}.", capital(&place.name), squares_in_words(&place.cells)));
    }
    lines
}

fn goal_views(forces: &Forces, command: &Command) -> Vec<GoalView> {
    let places = forces.battle.victory.places.iter().enumerate();
    let goal = |(place, objective): (usize, &Objective)| GoalView {
        name: objective.name.clone(),
        cells: objective.cells.clone(),
        holder: victory::holder_of_place(forces, command, place),
        worth: 0,
    };
    places.map(goal).collect()
}

/// An objective and its holder: "Stonne (held by the Germans)".
fn place_in_words(forces: &Forces, command: &Command, place: usize) -> String {
    let name = &forces.battle.victory.places[place].name;
    match victory::holder_of_place(forces, command, place) {
        Some(side) => format!("{name} (held by the {})", forces.battle.army(side).name),
        None => format!("{name} (not held)"),
    }
}

fn all_markers(game: &Position, side: Side) -> Vec<MarkerView> {
    let mut markers = marker_views(&game.field, &game.forces, side);
    markers.extend(record::planned_markers(&game.battle, &game.record, side));
    markers.extend(zones::zone_markers(&game.battle, &game.arrivals, side));
    markers.extend(air::bomb_markers(&game.battle, &game.air, side));
    markers
}

fn marker_views(field: &Field, forces: &Forces, side: Side) -> Vec<MarkerView> {
    let mut markers: Vec<MarkerView> = Vec::new();
    for mine in &field.works.mines {
        let (glyph, name) = mine.look(side);
        markers.push(MarkerView {
            cell: mine.cell,
            glyph,
            kind: MarkerKind::Mines,
            name,
            ..MarkerView::default()
        });
    }
    for (index, ground) in field.ground.iter().enumerate().filter(|(_, ground)| ground.meets(MARKED)) {
        for terrain in MARKERS.into_iter().filter(|&t| ground.has(t)) {
            let cell = forces.battle.grid.cell(index);
            let name = field.marker_name(cell, terrain);
            let burns = terrain == Terrain::Smoke && field.burns(cell);
            let kind = if burns { MarkerKind::Fire } else { marker_kind(terrain) };
            let glyph = terrain.row().glyph;
            markers.push(MarkerView { cell, glyph, kind, name, ..MarkerView::default() });
        }
    }
    // A gun in tow is shown behind its carrier and takes no square (8.4.4, S-94).
    let carriers = Side::BOTH.into_iter().flat_map(|side| forces.on_board(side));
    markers.extend(carriers.filter_map(|(id, _)| {
        let (cell, gun) = (forces.tow(id)?, forces.in_tow(id)?);
        let name = format!("{} in tow of {}", forces.battle.who(gun), forces.tag(id));
        Some(MarkerView { cell, glyph: '0', kind: MarkerKind::Weapon, name, ..MarkerView::default() })
    }));
    markers
}

/// The road, track or crossing on a kind of ground.
fn line_through(ground: Ground) -> Option<(LineKind, Crossing)> {
    let road = [Terrain::GoodRoad, Terrain::PoorRoad, Terrain::SoddenRoad].into_iter().any(|t| ground.has(t));
    match () {
        () if ground.has(Terrain::Bridge) => Some((LineKind::Road, Crossing::Bridge)),
        () if ground.has(Terrain::Ford) => Some((LineKind::Track, Crossing::Ford)),
        () if road => Some((LineKind::Road, Crossing::None)),
        () if ground.has(Terrain::Track) => Some((LineKind::Track, Crossing::None)),
        () => None,
    }
}

const fn marker_kind(terrain: Terrain) -> MarkerKind {
    match terrain {
        Terrain::Smoke => MarkerKind::Smoke,
        Terrain::ImpactZone => MarkerKind::Impact,
        Terrain::Wreck | Terrain::Wrecks => MarkerKind::Wreck,
        Terrain::BarbedWire => MarkerKind::Wire,
        Terrain::Ditch | Terrain::LightPosition | Terrain::MediumPosition | Terrain::HeavyPosition => {
            MarkerKind::Works
        }
        _ => MarkerKind::Other,
    }
}

/// The view of a square's terrain.
pub(in crate::rules::matg) fn terrain_view(ground: Ground) -> TerrainView {
    let effects = ground.rows().map(row_in_words).collect();
    TerrainView { name: ground.to_string(), effects, ..terrain_sketch(ground) }
}

/// The same without words: the most striking row gives glyph and family.
fn terrain_sketch(ground: Ground) -> TerrainView {
    const EYE: [Terrain; 5] =
        [Terrain::Bridge, Terrain::Ford, Terrain::GoodRoad, Terrain::PoorRoad, Terrain::Track];
    let eye = EYE.into_iter().find(|&t| ground.has(t));
    let main = eye.or_else(|| ground.rows().last()).unwrap_or(Terrain::Clear);
    // Under a bridge or a ford is water, under a road whatever else the cell has.
    let crossed = ground.has(Terrain::Bridge) || ground.has(Terrain::Ford);
    let beneath =
        ground.rows().filter(|row| !EYE.contains(row)).last().map_or(Family::Clear, |row| row.row().family);
    let bare = Some(if crossed { Family::Water } else { beneath });
    TerrainView { glyph: main.row().glyph, family: main.row().family, bare, ..TerrainView::default() }
}

/// A terrain row in words: movement costs and fire modifiers.
pub(in crate::rules::matg) fn row_in_words(terrain: Terrain) -> String {
    let row = terrain.row();
    let [track, wheel, foot] = row.cost.map(cost_in_words);
    let modifiers = match (row.personnel, row.others) {
        (0, 0) => String::new(),
        (p, o) if p == o => format!(", fire {p:+}"),
        (p, o) => format!(", fire {p:+} at personnel, {o:+} at others"),
    };
    format!("{}: tracks {track}, wheels {wheel}, foot {foot}{modifiers}", row.label)
}

fn cost_in_words(cost: Cost) -> String {
    match cost {
        Cost::Each(quarters) => points(quarters),
        Cost::Added(quarters) => format!("+{}", points(quarters)),
        Cost::No => "no".to_owned(),
    }
}
