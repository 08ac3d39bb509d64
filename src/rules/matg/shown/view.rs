//! What a player sees of a battle.

use super::preview::in_words;
use crate::board::Grid;
use crate::game::Side;
use crate::game::view::{
    BoardView, FacingView, MarkerView, PieceId, PieceView, SideView, SignView, StateView, TerrainView, View,
    Weight, Words,
};
use crate::ledger::cited::applies;
use crate::rules::matg::catalog::{Class, Mode};
use crate::rules::matg::fire::plan::KINDS;
use crate::rules::matg::ground::terrain::{Cost, Ground, POINT, Quarters, Terrain};
use crate::rules::matg::state::battle::{Arm, Role};
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::turn::sequence::{Frame, PHASES};

/// What MATG calls things.
const WORDS: Words =
    Words { piece: ["stand", "stands"], cell: ["square", "squares"], range: ["inch", "inches"] };

/// What the letters and styles of stands mean.
const LEGEND: [(&str, &str); 3] = [
    ("S, D", "suppressed, disorganized: the letter takes the arrow's place"),
    ("underlined", "moving (m)"),
    ("faint", "has fired (f)"),
];

/// Headings of the roster.
const COLUMNS: [&str; 8] = ["AP", "HE", "Range", "Def", "Move", "Posture", "State", "Notes"];

/// Rows that lie on the map as markers rather than as ground.
const MARKERS: [Terrain; 9] = [
    Terrain::Smoke,
    Terrain::ImpactZone,
    Terrain::Wreck,
    Terrain::BarbedWire,
    Terrain::Ditch,
    Terrain::LightPosition,
    Terrain::MediumPosition,
    Terrain::HeavyPosition,
    Terrain::EngineerBridge,
];

/// Quarters of a movement point for players: "1½" as "1.5".
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
        match self.before_deployment(side) {
            Some(seen) => seen.table_for(side),
            None => self.table_for(side),
        }
    }

    fn table_for(&self, side: Side) -> View {
        View {
            title: self.battle.title.clone(),
            turn: u32::from(self.turn),
            turns: u32::from(self.battle.turns),
            phases: PHASES.to_vec(),
            phase: self.phase(),
            sides: Side::BOTH.map(|s| self.side_view(s)),
            words: WORDS,
            board: self.board_view(),
            pieces: (0..self.stands.len()).map(|id| self.piece_view(id as Id, side)).collect(),
            markers: self
                .marker_views(side)
                .into_iter()
                .chain(self.planned_markers(side))
                .chain(self.zone_markers(side))
                .collect(),
            legend: LEGEND
                .map(|(sign, meaning)| SignView { sign: sign.to_owned(), meaning: meaning.to_owned() })
                .to_vec(),
            hand: None,
            columns: COLUMNS.to_vec(),
            notes: self.notes(side),
            objective: self.objective_of(side),
            kinds: KINDS.to_vec(),
            hint: self.hint(),
            teaches: self.battle.teaches,
            briefing: self.battle.briefing.clone(),
            active: self.stack.last().and_then(|frame| frame.about(self)).map(piece),
            records: self.records(side),
        }
    }

    /// What the battle says of the phase, if it teaches.
    fn hint(&self) -> String {
        let now = (self.turn, self.phase());
        let hint = self.battle.hints.iter().find(|hint| (hint.turn, hint.phase) == now);
        hint.map_or_else(String::new, |hint| hint.text.clone())
    }

    fn side_view(&self, side: Side) -> SideView {
        let army = self.battle.army(side);
        let (lost, strength) = self.toll(side);
        let mut facts = match self.phase() {
            6 => vec![format!("orders {}", self.orders_left(side))],
            _ => vec![format!("cohesion {}", self.cohesion(side))],
        };
        if self.phase() > 0 && self.initiative == side {
            facts.push("initiative".to_owned());
        }
        facts.splice(0..0, self.standing(side));
        SideView {
            name: army.name.clone(),
            key: army.key.clone(),
            lost,
            strength,
            breaking: self.breaking(side),
            facts,
        }
    }

    fn board_view(&self) -> BoardView {
        let mut palette: Vec<(Ground, Option<usize>)> = Vec::new();
        let mut cells = Vec::with_capacity(self.ground.len());
        for (index, &ground) in self.ground.iter().enumerate() {
            let ground = MARKERS.into_iter().fold(ground, Ground::without).without(Terrain::Minefield);
            let ground = (ground, self.battle.victory.place_of(self.battle.grid.cell(index)));
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
            ..BoardView::default()
        }
    }

    /// "Stonne (held by the Germans)".
    fn place_in_words(&self, place: usize) -> String {
        let name = &self.battle.victory.places[place].name;
        match self.holder_of_place(place) {
            Some(side) => format!("{name} (held by the {})", self.battle.army(side).name),
            None => format!("{name} (held by nobody)"),
        }
    }

    fn marker_views(&self, side: Side) -> Vec<MarkerView> {
        let mut markers: Vec<MarkerView> = Vec::new();
        for mine in &self.works.mines {
            let (glyph, name) = mine.look(side);
            markers.push(MarkerView { cell: mine.cell, glyph, name });
        }
        for (index, ground) in self.ground.iter().enumerate() {
            for terrain in MARKERS.into_iter().filter(|&t| ground.has(t)) {
                let cell = self.battle.grid.cell(index);
                let name = self.marker_name(cell, terrain);
                markers.push(MarkerView { cell, glyph: terrain.row().glyph, name });
            }
        }
        // A gun in tow lies behind its carrier and takes no square (8.4.4, S-94).
        let carriers = Side::BOTH.into_iter().flat_map(|side| self.on_board(side));
        markers.extend(carriers.filter_map(|(id, _)| {
            let (cell, gun) = (self.tow(id)?, self.in_tow(id)?);
            let name = format!("{} in tow of {}", self.who(gun), self.tag(id));
            Some(MarkerView { cell, glyph: '@', name })
        }));
        markers
    }

    fn piece_view(&self, id: Id, viewer: Side) -> PieceView {
        let (unit, stand) = (self.unit(id), self.stand(id));
        PieceView {
            id: piece(id),
            side: unit.side,
            name: unit.kind.name.clone(),
            tag: unit.tag.to_string(),
            glyph: self.glyph(id),
            cell: self.cell(id),
            stack: 0,
            facings: vec![FacingView::whole(stand.facing)],
            states: self.state_views(id, viewer),
            values: self.values(id, viewer),
            details: self.details(id, viewer),
            formation: unit.formation.clone(),
            lost: stand.place == Place::Lost,
            carried_by: match stand.place {
                Place::Aboard(carrier) => Some(piece(carrier)),
                _ => None,
            },
        }
    }

    /// One character for a stand on the map.
    fn glyph(&self, id: Id) -> char {
        let unit = self.unit(id);
        if self.stand(id).role != Role::None {
            return 'Q';
        }
        match unit.kind.class {
            Class::Tank => 'T',
            Class::AntiTank if unit.arm == Arm::Armoured => 'J',
            Class::AntiTank => 'G',
            Class::Artillery | Class::RocketArtillery => 'M',
            Class::CloseSupport => 'C',
            Class::AntiAircraft => 'A',
            Class::ArmouredCar => 'R',
            Class::Carrier => 'H',
            Class::Personnel if unit.support => 'S',
            Class::Personnel if self.is_mounted(id) => 'V',
            Class::Personnel if unit.arm == Arm::Horses => 'L',
            Class::Personnel => 'I',
            Class::Transport | Class::NonMotorized => 'L',
            Class::Boat => 'B',
        }
    }

    fn state_views(&self, id: Id, viewer: Side) -> Vec<StateView> {
        let stand = self.stand(id);
        // Nobody sees whether the enemy's batteries beyond the map have fired (7.6.3).
        let fired = stand.fired && (self.side(id) == viewer || stand.place != Place::OffMap);
        let mut states = Vec::new();
        let mut state = |is: bool, letter, word, weight| {
            if is {
                states.push(StateView::new(letter, word, weight));
            }
        };
        state(stand.suppressed, 'S', "suppressed", Weight::Harm);
        state(stand.disorganized, 'D', "disorganized", Weight::Grave);
        state(stand.posture == Posture::Move, 'm', "moving", Weight::Busy);
        state(stand.posture == Posture::FireMove, 'f', "fire/move", Weight::Note);
        state(fired, 'f', "fired", Weight::Spent);
        state(self.is_working(id), 'w', "working", Weight::Note);
        state(stand.moved && !self.is_working(id), 'm', "moved", Weight::Note);
        state(stand.pinned, 'p', "pinned", Weight::Note);
        state(stand.place == Place::Aloft, 'a', "aloft", Weight::Note);
        state(stand.place == Place::Due, 'd', "due", Weight::Note);
        state(matches!(stand.place, Place::Gone(_)), 'g', "gone", Weight::Spent);
        state(stand.water.aboard.is_some(), 'b', "boats", Weight::Note);
        states
    }

    fn values(&self, id: Id, viewer: Side) -> Vec<String> {
        let (unit, stand) = (self.unit(id), self.stand(id));
        let dash = || "-".to_owned();
        let number = |n: Option<u8>| n.map_or_else(dash, |n| n.to_string());
        let gun = unit.guns.first().map(|(gun, _)| gun);
        let range = gun.map_or_else(dash, |g| {
            if g.ap_range == g.he_range {
                g.he_range.to_string()
            } else {
                format!("{}/{}", g.ap_range, g.he_range)
            }
        });
        let defence = if unit.kind.armoured {
            format!("[{}]", unit.kind.defence)
        } else {
            self.printed_defence(id).to_string()
        };
        let (pace, mode) = self.pace(id);
        let state = match (stand.suppressed, stand.disorganized) {
            _ if stand.place == Place::Lost => "lost",
            _ if matches!(stand.place, Place::Gone(_)) => "gone",
            _ if stand.place == Place::Due => "due",
            (true, true) => "SD",
            (true, _) => "S",
            (_, true) => "D",
            _ => "-",
        };
        let posture = match stand.posture {
            Posture::Fire => "fire",
            Posture::FireMove => "f/m",
            Posture::Move => "move",
        };
        vec![
            number(gun.and_then(|g| g.ap)),
            number(gun.and_then(|g| g.he)),
            range,
            defence,
            format!("{pace}{}", mode_letter(mode)),
            posture.to_owned(),
            state.to_owned(),
            self.note_letters(id, viewer),
        ]
    }

    fn note_letters(&self, id: Id, viewer: Side) -> String {
        let unit = self.unit(id);
        let notes = unit.kind.notes();
        let mut letters = Vec::new();
        match self.stand(id).role {
            Role::Ghq(quality) => letters.push(format!("GHQ{quality:+}")),
            Role::Hq => letters.push("HQ".to_owned()),
            Role::None => {}
        }
        let mut letter = |is: bool, text: &str| {
            if is {
                letters.push(text.to_owned());
            }
        };
        letter(unit.recon, "[R]");
        // Who hosts an observer is written down in secret (7.6.4.1).
        let hosts = self.observers.iter().any(|team| team.host == id);
        letter((hosts || self.is_scout(id)) && unit.side == viewer, "FO");
        letter(notes.restricted.is_some(), "R");
        letter(notes.indirect, "I");
        letter(notes.smoke, "S");
        letter(notes.open_topped, "U");
        letter(notes.personnel, "P");
        if let Some(minimum) = notes.minimum {
            letters.push(format!("M{minimum}"));
        }
        if let Some(reload) = notes.reload {
            letters.push(format!("SR{reload}"));
        }
        if let Some(depletion) = notes.depletion {
            letters.push(format!("D{depletion}"));
        }
        letters.join(" ")
    }

    fn details(&self, id: Id, viewer: Side) -> Vec<String> {
        let (unit, stand) = (self.unit(id), self.stand(id));
        let mut lines = Vec::new();
        for (gun, _) in &unit.guns {
            let value = |n: Option<u8>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
            let label = if gun.label.is_empty() { "gun".to_owned() } else { gun.label.clone() };
            lines.push(format!(
                "{label}: AP {} to {}\", HE {} to {}\"",
                value(gun.ap),
                gun.ap_range,
                value(gun.he),
                gun.he_range
            ));
        }
        if unit.kind.sections > 0 {
            lines.push(format!("{} sections", unit.kind.sections));
            if unit.side == viewer {
                lines.push(format!("{} smoke missions left", stand.smoke));
                lines.extend(stand.rounds.map(|rounds| format!("{rounds} turns of fire left")));
            }
        }
        if let Some(capacity) = unit.kind.cargo {
            let aboard: Vec<String> = self.cargo(id).map(|c| self.who(c)).collect();
            let what = if aboard.is_empty() { "empty".to_owned() } else { aboard.join(", ") };
            lines.push(format!("carries up to {capacity}: {what}"));
        }
        if let Some(load) = unit.kind.load {
            lines.push(format!("transport requirement {load}"));
        }
        if stand.suppressed || stand.disorganized {
            lines.push(self.recovery_in_words(id));
        }
        if stand.place == Place::Due {
            lines.push(format!("comes onto the map in turn {}", self.arrival_of_stand(id)));
        }
        lines.extend(self.landing_lines(id, viewer));
        self.work_details(id, &mut lines);
        lines.extend(symbols(unit.kind.notes()));
        if stand.depleted {
            lines.push("out of anti-tank ammunition".to_owned());
        }
        lines
    }

    /// What the Marker Removal Phase will do for it: "recovers on 9 or less: unhurt 45%, S 50%, SD 5%".
    fn recovery_in_words(&self, id: Id) -> String {
        let need = self.recovery_profile(id).passing_faces();
        let odds = in_words(&self.recovery_odds(id));
        if self.stand(id).suppressed {
            format!("at the turn's end recovers on {need} or less: {odds}")
        } else {
            format!("at the turn's end rallies on a natural 1: {odds}")
        }
    }

    /// What the side that decides is told meanwhile; nobody else sees what it writes down (7.6.3).
    fn notes(&self, side: Side) -> Vec<String> {
        applies("7.6.3");
        let secret = |frame: &Frame| matches!(frame, Frame::Plot(_) | Frame::Selection(_) | Frame::Cease(_));
        let told = self.stack.last().filter(|frame| !secret(frame) || frame.side(self) == side);
        told.map_or_else(Vec::new, |frame| frame.notes(self))
    }
}

/// The symbols of the weapons data in words.
fn symbols(notes: crate::rules::matg::catalog::Notes) -> Option<String> {
    use crate::rules::matg::catalog::Traverse;
    let mut words: Vec<String> = Vec::new();
    let mut word = |is: bool, text: &str| {
        if is {
            words.push(text.to_owned());
        }
    };
    word(notes.restricted == Some(Traverse::Front), "fires to its front only");
    word(notes.restricted == Some(Traverse::Rear), "fires to its rear only");
    word(notes.restricted == Some(Traverse::SideOrRear), "fires to side and rear only");
    word(notes.indirect, "may fire indirectly");
    word(notes.smoke, "may fire smoke");
    word(notes.open_topped, "open-topped");
    words.extend(notes.minimum.map(|inches| format!("no target within {inches}\"")));
    words.extend(notes.reload.map(|turns| format!("fires once in {turns} turns")));
    words.extend(notes.depletion.map(|die| format!("out of AP for good on a combat die of {die} or less")));
    (!words.is_empty()).then(|| words.join(", "))
}

const fn mode_letter(mode: Mode) -> char {
    match mode {
        Mode::Wheeled => 'W',
        Mode::Tracked => 'T',
        Mode::Foot => 'F',
    }
}

/// The look of a kind of ground: the row that strikes the eye first gives glyph and family.
fn terrain_view(ground: Ground) -> TerrainView {
    const EYE: [Terrain; 5] =
        [Terrain::Bridge, Terrain::Ford, Terrain::GoodRoad, Terrain::PoorRoad, Terrain::Track];
    let eye = EYE.into_iter().find(|&t| ground.has(t));
    let main = eye.or_else(|| ground.rows().last()).unwrap_or(Terrain::Clear);
    let effects = ground
        .rows()
        .map(|terrain| {
            let row = terrain.row();
            let [track, wheel, foot] = row.cost.map(cost_in_words);
            let modifiers = match (row.personnel, row.others) {
                (0, 0) => String::new(),
                (p, o) if p == o => format!(", fire at it {p:+}"),
                (p, o) => format!(", fire at personnel in it {p:+}, at others {o:+}"),
            };
            format!("{}: tracks {track}, wheels {wheel}, foot {foot}{modifiers}", row.label)
        })
        .collect();
    TerrainView { glyph: main.row().glyph, name: ground.to_string(), family: main.row().family, effects }
}

fn cost_in_words(cost: Cost) -> String {
    match cost {
        Cost::Each(quarters) => points(quarters),
        Cost::Added(quarters) => format!("+{}", points(quarters)),
        Cost::No => "no".to_owned(),
    }
}
