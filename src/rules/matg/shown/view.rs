//! The view of a battle.

use crate::board::Grid;
use crate::game::Side;
use crate::game::view::{
    BoardView, Crossing, GoalView, LineKind, LineView, Marchers, MarkerKind, MarkerView, Nation, PieceId,
    SideView, SignView, StandingView, TerrainView, View, Words,
};
use crate::ledger::cited::applies;
use crate::rules::matg::fire::plan::KINDS;
use crate::rules::matg::ground::terrain::{Cost, Ground, POINT, Quarters, Terrain};
use crate::rules::matg::shown::words::{capital, squares_in_words};
use crate::rules::matg::state::aims::{Degree, Objective};
use crate::rules::matg::state::battle::Hint;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::{Frame, PHASES};
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
        let early = self.before_deployment(side);
        let seen = early.as_ref().unwrap_or(self);
        match seen.as_hidden_from(side) {
            Some(known) => known.table_for(side),
            None => seen.table_for(side),
        }
    }

    fn table_for(&self, side: Side) -> View {
        View {
            prompt: self.prompt_for(side),
            title: self.battle.title.clone(),
            turn: u32::from(self.now.number),
            turns: u32::from(self.battle.turns),
            phases: PHASES.to_vec(),
            phase_shorts: PHASE_SHORTS.to_vec(),
            phase: self.phase(),
            sides: Side::BOTH.map(|s| self.side_view(s, side)),
            turn_of: None,
            standing: self.now.outcome.is_none().then(|| self.standing_view()),
            words: WORDS,
            board: self.board_view(),
            pieces: (0..self.forces.stands.len()).map(|id| self.piece_view(id as Id, side)).collect(),
            markers: self
                .marker_views(side)
                .into_iter()
                .chain(self.planned_markers(side))
                .chain(self.zone_markers(side))
                .chain(self.bomb_markers(side))
                .collect(),
            legend: LEGEND
                .map(|(sign, meaning)| SignView { sign: sign.to_owned(), meaning: meaning.to_owned() })
                .to_vec(),
            hand: None,
            columns: COLUMNS.to_vec(),
            notes: self.notes(side),
            objective: self.objective_of(side),
            kinds: KINDS.to_vec(),
            zone: self.zone_to_set_up(side),
            hint: self.hint(self.phase()).unwrap_or_default(),
            hints: (0..PHASES.len()).filter_map(|phase| Some((phase, self.hint(phase)?))).collect(),
            teaches: self.battle.teaches,
            lesson: self.battle.lesson.clone(),
            briefing: self.briefing(),
            active: self.now.stack.last().and_then(|frame| frame.about(self)).map(piece),
            records: self.records(side),
            marchers: Marchers::All,
        }
    }

    /// A tutorial's hint for a phase: the latest one up to this turn, so that players who reach a phase late
    /// still get it.
    fn hint(&self, phase: usize) -> Option<String> {
        let told = |hint: &&Hint| hint.phase == phase && hint.turn <= self.now.number;
        let hint = self.battle.hints.iter().filter(told).max_by_key(|hint| hint.turn)?;
        Some(hint.text.clone())
    }

    fn side_view(&self, side: Side, viewer: Side) -> SideView {
        let army = self.battle.army(side);
        let (lost, strength) = self.losses_and_strength(side);
        let mut facts = match self.phase() {
            6 => vec![format!("orders {}", self.orders_left(side))],
            _ => vec![format!("cohesion {}", self.cohesion(side))],
        };
        if self.phase() > 0 && self.now.initiative == side {
            facts.push("initiative".to_owned());
        }
        facts.extend(self.cards_in_words(side, viewer));
        facts.extend(self.air_in_words(side));
        facts.splice(0..0, self.holding(side));
        SideView {
            name: army.name.clone(),
            key: army.key.clone(),
            nation: Nation::named(army.nation.key()),
            lost,
            strength,
            breaking: self.breaking(side),
            progress: self.exit_progress(side).into_iter().collect(),
            facts,
            ..SideView::default()
        }
    }

    /// The result if the battle ended now.
    fn standing_view(&self) -> StandingView {
        let OutcomeKind { winner, degree } = self.result();
        let degree = match degree {
            Degree::Marginal => "marginal",
            Degree::Plain => "",
            Degree::Tactical => "tactical",
            Degree::Decisive => "decisive",
        };
        StandingView { winner, degree }
    }

    fn board_view(&self) -> BoardView {
        let mut palette: Vec<(Ground, Option<usize>)> = Vec::new();
        let mut cells = Vec::with_capacity(self.field.ground.len());
        let mut places = vec![None; self.field.ground.len()];
        for (index, place) in self.battle.victory.places.iter().enumerate().rev() {
            place.cells.iter().for_each(|&cell| places[self.battle.grid.index(cell)] = Some(index));
        }
        for (&ground, place) in self.field.ground.iter().zip(places) {
            let ground = (ground.less(MARKED).without(Terrain::Minefield), place);
            let index = palette.iter().position(|&known| known == ground).unwrap_or_else(|| {
                palette.push(ground);
                palette.len() - 1
            });
            cells.push(index as u16);
        }
        let named = |(ground, place): (Ground, Option<usize>)| {
            let mut view = terrain_view(ground);
            if let Some(place) = place {
                view.name = format!("{}, {}", view.name, self.place_in_words(place));
            }
            view
        };
        BoardView {
            grid: Grid::Square(self.battle.grid),
            cells,
            levels: self.battle.levels.clone(),
            palette: palette.into_iter().map(named).collect(),
            lines: LineView::joined(Grid::Square(self.battle.grid), |cell| {
                line_through(self.field.ground[self.battle.grid.index(cell)])
            }),
            goals: self.goal_views(),
            ..BoardView::default()
        }
    }

    /// The briefing, and the squares of the objectives.
    fn briefing(&self) -> Vec<String> {
        let mut lines = self.battle.briefing.clone();
        for place in &self.battle.victory.places {
            lines.push(format!("{}: {}.", capital(&place.name), squares_in_words(&place.cells)));
        }
        lines
    }

    fn goal_views(&self) -> Vec<GoalView> {
        let places = self.battle.victory.places.iter().enumerate();
        let goal = |(place, objective): (usize, &Objective)| GoalView {
            name: objective.name.clone(),
            cells: objective.cells.clone(),
            holder: self.holder_of_place(place),
            worth: 0,
        };
        places.map(goal).collect()
    }

    /// An objective and its holder: "Stonne (held by the Germans)".
    fn place_in_words(&self, place: usize) -> String {
        let name = &self.battle.victory.places[place].name;
        match self.holder_of_place(place) {
            Some(side) => format!("{name} (held by the {})", self.battle.army(side).name),
            None => format!("{name} (not held)"),
        }
    }

    fn marker_views(&self, side: Side) -> Vec<MarkerView> {
        let mut markers: Vec<MarkerView> = Vec::new();
        for mine in &self.field.works.mines {
            let (glyph, name) = mine.look(side);
            markers.push(MarkerView {
                cell: mine.cell,
                glyph,
                kind: MarkerKind::Mines,
                name,
                ..MarkerView::default()
            });
        }
        for (index, ground) in self.field.ground.iter().enumerate().filter(|(_, ground)| ground.meets(MARKED))
        {
            for terrain in MARKERS.into_iter().filter(|&t| ground.has(t)) {
                let cell = self.battle.grid.cell(index);
                let name = self.marker_name(cell, terrain);
                let burns = terrain == Terrain::Smoke && self.burns(cell);
                let kind = if burns { MarkerKind::Fire } else { marker_kind(terrain) };
                let glyph = terrain.row().glyph;
                markers.push(MarkerView { cell, glyph, kind, name, ..MarkerView::default() });
            }
        }
        // A gun in tow is shown behind its carrier and takes no square (8.4.4, S-94).
        let carriers = Side::BOTH.into_iter().flat_map(|side| self.on_board(side));
        markers.extend(carriers.filter_map(|(id, _)| {
            let (cell, gun) = (self.tow(id)?, self.in_tow(id)?);
            let name = format!("{} in tow of {}", self.who(gun), self.tag(id));
            Some(MarkerView { cell, glyph: '0', kind: MarkerKind::Weapon, name, ..MarkerView::default() })
        }));
        markers
    }

    /// Notes for the deciding side; what it writes down in secret is shown to that side alone (7.6.3).
    fn notes(&self, side: Side) -> Vec<String> {
        applies("7.6.3");
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
        let told = self.now.stack.last().filter(|frame| !secret(frame) || frame.side(self) == side);
        told.map_or_else(Vec::new, |frame| frame.notes(self))
    }
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

/// The view of a square's terrain: the most striking row gives glyph and family.
pub(in crate::rules::matg) fn terrain_view(ground: Ground) -> TerrainView {
    const EYE: [Terrain; 5] =
        [Terrain::Bridge, Terrain::Ford, Terrain::GoodRoad, Terrain::PoorRoad, Terrain::Track];
    let eye = EYE.into_iter().find(|&t| ground.has(t));
    let main = eye.or_else(|| ground.rows().last()).unwrap_or(Terrain::Clear);
    let effects = ground.rows().map(row_in_words).collect();
    // Under a bridge or a ford is water, under a road whatever else the cell has.
    let crossed = ground.has(Terrain::Bridge) || ground.has(Terrain::Ford);
    let beneath =
        ground.rows().filter(|row| !EYE.contains(row)).last().map_or("clear", |row| row.row().family);
    let bare = if crossed { "water" } else { beneath };
    TerrainView {
        glyph: main.row().glyph,
        name: ground.to_string(),
        family: main.row().family,
        bare,
        effects,
    }
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
