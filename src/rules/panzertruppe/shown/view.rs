//! What a player sees of a battle.

use super::refusal::points;
use crate::board::{Compass, Grid, Heading};
use crate::game::Side;
use crate::game::view::{
    BoardView, EdgeView, FacingView, MarkerView, PieceId, PieceView, SideView, SignView, StateView,
    TerrainView, View, Weight, Words,
};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::geometry::inches;
use crate::rules::panzertruppe::state::{
    Arm, Drive, Edge, Flag, Ground, Id, Kind, Place, Position, Switch, Unit,
};
use crate::rules::panzertruppe::turn::{Frame, PHASES};

const COLUMNS: [&str; 7] = ["Armament", "MG", "Armour", "Size", "Move", "State", "Platoon"];

/// Kinds of edges, in the order in which they stand behind the ground in the palette.
const EDGES: [Edge; 4] = [Edge::Hedge, Edge::Wall, Edge::Hedgerow, Edge::Cliff];

impl Position {
    pub(in crate::rules::panzertruppe) fn view_for(&self, side: Side) -> View {
        View {
            title: self.battle.title.clone(),
            turn: u32::from(self.turn),
            turns: u32::from(self.battle.turns),
            phases: PHASES.to_vec(),
            phase: usize::from(self.phase.saturating_sub(1)),
            sides: Side::BOTH.map(|s| self.side_view(s)),
            words: Words { piece: ["unit", "units"], cell: ["inch", "inches"], range: ["inch", "inches"] },
            board: self.board_view(),
            pieces: (0..self.states.len() as Id)
                .filter(|&id| self.side(id) == side || !self.state(id).is(Flag::Hidden))
                .map(|id| self.piece_view(id))
                .collect(),
            markers: self.marker_views(),
            legend: legend(),
            columns: COLUMNS.to_vec(),
            notes: self.notes(),
            briefing: self.battle.briefing.clone(),
            active: match self.stack.last() {
                Some(Frame::Mover(mover)) => Some(mover.unit),
                Some(Frame::Facing(facing)) => Some(facing.unit),
                Some(Frame::Ambush(ambush)) => ambush.firers.last().copied(),
                Some(Frame::Defence(defence)) => Some(defence.defender),
                _ => None,
            }
            .map(|id| PieceId(u16::from(id))),
            ..View::default()
        }
    }

    fn side_view(&self, side: Side) -> SideView {
        let army = &self.battle.armies[side.index()];
        let lost = self.lost_value(side);
        SideView {
            name: army.name.clone(),
            key: army.key.clone(),
            lost: self.battle.ids(side).filter(|&id| !self.is_in(id)).count() as u32,
            strength: u32::from(army.count),
            breaking: None,
            facts: vec![
                format!("{lost} of {} points", army.value),
                format!("beaten at {}", (army.value * u32::from(army.breaks)).div_ceil(100)),
                format!("score {}", self.score(side)),
            ],
        }
    }

    fn board_view(&self) -> BoardView {
        let battle = &self.battle;
        let grid = Grid::square(battle.width, battle.height);
        let mut kinds: Vec<Ground> = Vec::new();
        let mut cells = Vec::with_capacity(battle.area());
        for (index, ground) in battle.ground.iter().enumerate() {
            let mut ground = *ground;
            ground.mines = false;
            ground.hole = false;
            if self.fallen.contains(&(index as u16)) {
                ground.bridge = None;
                ground.road = false;
            }
            let kind = kinds.iter().position(|known| *known == ground).unwrap_or_else(|| {
                kinds.push(ground);
                kinds.len() - 1
            });
            cells.push(kind as u16);
        }
        let mut palette: Vec<TerrainView> = kinds.iter().map(|ground| self.ground_view(*ground)).collect();
        let first_edge = palette.len() as u16;
        palette.extend(EDGES.map(edge_view));
        let mut edges = Vec::new();
        for index in 0..battle.area() as u16 {
            for (n, side) in [Compass::E, Compass::N].into_iter().enumerate() {
                let kind = battle.edges[usize::from(index)][n];
                let open = self.breached.contains(&(index, n as u8));
                let place = EDGES.iter().position(|known| *known == kind).filter(|_| !open);
                if let Some(place) = place
                    && let Some(edge) = grid.edge(battle.cell(index), Heading::new(side as u8 * 3))
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
            ..BoardView::default()
        }
    }

    fn ground_view(&self, ground: Ground) -> TerrainView {
        let tables = &self.battle.tables;
        let mut names = Vec::new();
        if let Some(kind) = ground.bridge {
            names.push(format!("bridge type {}", char::from(b'A' + kind)));
        } else if ground.road {
            names.push("road".to_owned());
        }
        if ground.kind != Kind::Clear && ground.bridge.is_none() || names.is_empty() {
            names.push(ground.kind.name().to_owned());
        }
        if ground.grain {
            names.push("grain".to_owned());
        }
        let (glyph, family) = match ground {
            Ground { bridge: Some(_), .. } => ('#', "road"),
            Ground { road: true, .. } => ('=', "road"),
            Ground { grain: true, kind: Kind::Clear, .. } => (';', "rough"),
            _ => match ground.kind {
                Kind::Clear => ('.', "clear"),
                Kind::Rough => (':', "rough"),
                Kind::Woods => ('%', "woods"),
                Kind::Swamp => ('"', "water"),
                Kind::Stream => ('~', "water"),
                Kind::Building => ('+', "building"),
            },
        };
        let row = ground.kind.way();
        let words = [0, 1, 2, 3].map(|column| match tables.cost(row, column) {
            crate::rules::panzertruppe::tables::Cost::No => "no".to_owned(),
            crate::rules::panzertruppe::tables::Cost::Full => "all".to_owned(),
            crate::rules::panzertruppe::tables::Cost::Twelfths(cost) => points(cost),
        });
        let mut effects = vec![format!(
            "tracks {}, halftracks {}, wheels {}, Guns {}",
            words[0], words[1], words[2], words[3]
        )];
        if ground.road {
            let along = |column| match tables.cost(crate::rules::panzertruppe::tables::Way::Road, column) {
                crate::rules::panzertruppe::tables::Cost::Twelfths(cost) => points(cost),
                _ => "no".to_owned(),
            };
            effects.push(format!("along the road {}, Guns {}", along(0), along(3)));
        }
        let adds = &self.battle.tables.to_hit;
        match ground.kind {
            Kind::Woods => {
                effects.push(format!("fire {:+}, sight through one inch, two levels high", adds.woods));
            }
            Kind::Building if self.battle.plays(Switch::Buildings) => {
                effects.push(format!("fire {:+}, blocks sight, one level high", adds.building));
            }
            Kind::Building => effects.push("not to be entered, blocks sight, one level high".into()),
            Kind::Rough => effects.push(format!("fire {:+}", adds.rough)),
            _ => {}
        }
        TerrainView { glyph, name: names.join(", "), family, effects }
    }

    fn marker_views(&self) -> Vec<MarkerView> {
        let mut markers: Vec<MarkerView> = Vec::new();
        for (index, ground) in self.battle.ground.iter().enumerate() {
            if ground.mines && self.is_mined(index as u16) {
                let cell = self.battle.cell(index as u16);
                markers.push(MarkerView { cell, glyph: '^', name: "mines".into() });
            }
        }
        for id in 0..self.states.len() as Id {
            if let Place::Lost(index) = self.state(id).place
                && self.unit(id).is_vehicle()
            {
                let name = format!("wreck of {}", self.who(id));
                markers.push(MarkerView { cell: self.battle.cell(index), glyph: 'x', name });
            }
        }
        for puff in &self.smoke {
            let name = format!("smoke, {} fire phases left", puff.left);
            markers.push(MarkerView { cell: self.battle.cell(puff.cell), glyph: '&', name });
        }
        for (objective, held) in self.battle.objectives.iter().zip(&self.held) {
            let holder = held.map_or("nobody", |side| &self.battle.armies[side.index()].name);
            let name = format!("{}, {} points, held by {holder}", objective.name, objective.value);
            markers.push(MarkerView { cell: self.battle.cell(objective.cell), glyph: '*', name });
        }
        for plane in self.planes.iter().flatten() {
            if let Some(cell) = plane.cell.filter(|cell| self.battle.index(*cell).is_some()) {
                markers.push(MarkerView { cell, glyph: '!', name: "aircraft".into() });
            }
        }
        markers
    }

    fn piece_view(&self, id: Id) -> PieceView {
        let (unit, state) = (self.unit(id), self.state(id));
        let mut facings = Vec::new();
        if unit.is_vehicle() || unit.is_gun() {
            let part = if unit.is_gun() { "gun" } else { "hull" };
            facings.push(FacingView { part, to: Heading::new(state.hull) });
            if unit.has_turret() {
                facings.push(FacingView { part: "turret", to: Heading::new(state.turret) });
            }
        }
        PieceView {
            id: PieceId(u16::from(id)),
            side: self.side(id),
            name: self.who(id),
            tag: unit.tag.to_string(),
            glyph: glyph(unit),
            cell: self.spot(id).map(|cell| self.battle.cell(cell)),
            stack: 0,
            facings,
            states: self.state_views(id),
            values: self.values(id),
            details: self.details(id),
            formation: self.battle.groups[usize::from(unit.group)].name.clone(),
            lost: matches!(state.place, Place::Lost(_) | Place::Gone),
            carried_by: self.carrier(id).map(|carrier| PieceId(u16::from(carrier))),
        }
    }

    fn state_views(&self, id: Id) -> Vec<StateView> {
        let (unit, state) = (self.unit(id), self.state(id));
        let mut states = Vec::new();
        let mut add = |is: bool, letter: char, word: &'static str, weight: Weight| {
            if is {
                states.push(StateView::new(letter, word, weight));
            }
        };
        let rolls = unit.is_vehicle() || state.is(Flag::Mounted);
        add(state.condition.stunned, 'S', "stunned", Weight::Harm);
        add(state.condition.immobilised, 'I', "immobilised", Weight::Harm);
        add(self.retreats(id), 'R', "in retreat", Weight::Grave);
        add(rolls && state.motion == Motion::Moving, 'm', "moving", Weight::Busy);
        add(state.motion == Motion::Overwatch, 'o', "overwatch", Weight::Note);
        add(state.shots > 0, 'f', "has fired", Weight::Spent);
        add(state.shots > 1 || state.second_shots > 0, '2', "has fired again", Weight::Spent);
        add(state.is(Flag::DugIn), 'd', "dug in", Weight::Note);
        add(state.is(Flag::Crouching), 'c', "crouching", Weight::Note);
        add(state.is(Flag::Back), 'b', "back from the edge", Weight::Note);
        add(state.is(Flag::Hidden), 'h', "hidden", Weight::Note);
        add(state.is(Flag::Packed), 'p', "packed up", Weight::Busy);
        add(state.is(Flag::Depleted), 'e', "anti-tank weapon used up", Weight::Note);
        add(state.is(Flag::Ambushed), 'a', "fired from ambush", Weight::Spent);
        add(state.is(Flag::Burning), 'B', "on fire", Weight::Grave);
        states
    }

    fn armament(&self, unit: &Unit) -> String {
        let gun = |gun: &crate::rules::panzertruppe::state::unit::Gun| {
            format!("{}{:?}{}", gun.bore.calibre, gun.bore.kind, if gun.double { ",D" } else { "" })
        };
        let mut parts: Vec<String> = unit.main.iter().chain(&unit.second).map(gun).collect();
        parts.extend(unit.mortar.map(|mm| format!("{mm} mortar")));
        parts.extend(
            unit.hand.map(|weapon| self.battle.tables.infantry_weapons[usize::from(weapon)].name.clone()),
        );
        if parts.is_empty() { "-".into() } else { parts.join(" + ") }
    }

    fn values(&self, id: Id) -> Vec<String> {
        let (unit, state) = (self.unit(id), self.state(id));
        let guns: String = unit
            .machine_guns
            .into_iter()
            .zip(['b', 'c', 'o'])
            .filter(|(has, _)| *has)
            .map(|(_, c)| c)
            .collect();
        let armour = match unit.arm {
            Arm::Armoured => format!("{:+}/{:+}/{:+}", unit.armour[0], unit.armour[1], unit.armour[3]),
            Arm::Soft => "U".into(),
            Arm::Gun => "+4 front".into(),
            Arm::Infantry => "-".into(),
        };
        let drive = match unit.drive {
            Drive::Tank | Drive::SpGun => "t",
            Drive::Halftrack => "ht",
            Drive::Wheeled => "w",
            Drive::HandTow => "tow",
            Drive::Foot => "foot",
            Drive::Cavalry => "horse",
        };
        let motion = match state.motion {
            _ if !self.is_in(id) => "lost",
            Motion::Moving => "moving",
            Motion::Overwatch => "overwatch",
            Motion::Stopped if unit.is_infantry() => "-",
            Motion::Stopped => "stopped",
        };
        vec![
            self.armament(unit),
            if unit.infantry_gun {
                "MG".into()
            } else if guns.is_empty() {
                "-".into()
            } else {
                guns
            },
            armour,
            if unit.size == 0 { "0".into() } else { format!("{:+}", unit.size) },
            format!("{} {drive}", points(unit.pace)),
            motion.into(),
            self.battle.groups[usize::from(unit.group)].name.clone(),
        ]
    }

    fn details(&self, id: Id) -> Vec<String> {
        let (unit, state) = (self.unit(id), self.state(id));
        let mut lines = vec![format!("value {}", unit.value)];
        if unit.armour[1] != unit.armour[2] {
            lines.push(format!("armour right {:+}, left {:+}", unit.armour[1], unit.armour[2]));
        }
        let aboard: Vec<String> = self.cargo(id).map(|rider| self.who(rider)).collect();
        if !aboard.is_empty() {
            lines.push(format!("carries {}", aboard.join(", ")));
        }
        let group = &self.battle.groups[usize::from(unit.group)];
        if group.independent {
            lines.push("acts on its own: no morale".into());
        } else {
            let lost = self.groups[usize::from(unit.group)].lost;
            let elite = if group.elite { ", elite" } else { "" };
            lines.push(format!("{} has lost {lost}{elite}", group.name));
        }
        if unit.recon {
            lines.push("reconnaissance".into());
        }
        if unit.spotter {
            lines.push("artillery spotter".into());
        }
        if unit.battery > 0 {
            lines.push(format!("battery {}", unit.battery));
        }
        if state.shots > 0 {
            lines.push(format!("shot markers: {}", state.shots));
        }
        if self.battle.starts[usize::from(id)].turn > 1 && state.place == Place::Reserve {
            lines.push(format!("comes in turn {}", self.battle.starts[usize::from(id)].turn));
        }
        lines
    }

    fn notes(&self) -> Vec<String> {
        match self.stack.last() {
            Some(Frame::Mover(mover)) => {
                let plural = if mover.left == 12 { "" } else { "s" };
                vec![format!("{} has {} point{plural} left", self.who(mover.unit), points(mover.left))]
            }
            Some(Frame::Fire(phase)) => phase
                .declared
                .iter()
                .map(|shot| {
                    let target = match shot.aim {
                        crate::rules::panzertruppe::fire::Aim::Unit(id) => self.who(id),
                        crate::rules::panzertruppe::fire::Aim::Section(cell) => {
                            self.battle.cell(cell).to_string()
                        }
                        crate::rules::panzertruppe::fire::Aim::Plane => "the aircraft".into(),
                    };
                    let range = match shot.aim {
                        crate::rules::panzertruppe::fire::Aim::Unit(id) => self
                            .place_of(shot.firer)
                            .zip(self.place_of(id))
                            .map(|(a, b)| format!(", {}\"", inches(self.range(a, b))))
                            .unwrap_or_default(),
                        _ => String::new(),
                    };
                    format!("declared: {} {} at {target}{range}", self.unit(shot.firer).tag, shot.slot.name())
                })
                .collect(),
            Some(Frame::Ambush(ambush)) => ambush
                .firers
                .last()
                .map(|&id| format!("{} sees it come and go", self.who(id)))
                .into_iter()
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// One letter for a unit on the map.
fn glyph(unit: &Unit) -> char {
    match (unit.arm, unit.drive) {
        (Arm::Armoured, _) if unit.anti_air => 'A',
        (Arm::Armoured, Drive::Tank) => 'T',
        (Arm::Armoured, Drive::SpGun) => 'J',
        (Arm::Armoured, Drive::Halftrack) => 'H',
        (Arm::Armoured, _) => 'R',
        (Arm::Soft, _) => 'L',
        (Arm::Gun, _) if unit.anti_air => 'A',
        (Arm::Gun, _) => 'G',
        (Arm::Infantry, Drive::Cavalry) => 'V',
        (Arm::Infantry, _) if unit.mortar.is_some() => 'M',
        (Arm::Infantry, _) if unit.hand.is_some() => 'P',
        (Arm::Infantry, _) => 'I',
    }
}

fn legend() -> Vec<SignView> {
    [
        ("T J H R", "tank, self-propelled gun, halftrack, armoured car or carrier"),
        ("G A M", "Gun, anti-aircraft, mortar"),
        ("I P V L", "infantry, with an anti-tank weapon, cavalry, truck and the like"),
    ]
    .map(|(sign, meaning)| SignView { sign: sign.into(), meaning: meaning.into() })
    .into()
}

fn edge_view(edge: Edge) -> TerrainView {
    let (glyph, family, effect) = match edge {
        Edge::Hedge => ('-', "woods", "fire across it -1"),
        Edge::Wall => ('=', "building", "fire across it -1; a vehicle behind it is hull down"),
        Edge::Hedgerow => {
            ('%', "woods", "one level high; seen through only by infantry and overwatch against it")
        }
        _ => ('^', "slope", "infantry only, a whole move for a level"),
    };
    TerrainView { glyph, name: edge.name().into(), family, effects: vec![effect.into()] }
}
