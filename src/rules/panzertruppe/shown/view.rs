//! A side's view of a battle.

use super::refusal::points;
use super::short_names::short_name;
use crate::board::Heading;
use crate::game::Side;
use crate::game::view::{
    FacingView, Marchers, Nation, PieceId, PieceView, ProgressView, SideView, SignView, StandingView,
    StateView, Symbol, View, Weight, Words,
};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::firing::phase::Aim;
use crate::rules::panzertruppe::firing::plans::KINDS;
use crate::rules::panzertruppe::movement::mover::Mover;
use crate::rules::panzertruppe::sequence::{Frame, Open, PHASES};
use crate::rules::panzertruppe::shown::{Portraits, Shown};
use crate::rules::panzertruppe::sight::geometry::inches;
use crate::rules::panzertruppe::state::unit::Gun;
use crate::rules::panzertruppe::state::{Arm, Drive, Flag, Id, Place, Unit};
use crate::rules::panzertruppe::tables;

const COLUMNS: [&str; 6] = ["Armament", "MG", "Armour", "Size", "Move", "Platoon"];

/// The phases by their numbers in the rulebook, for where there is little room.
const PHASE_SHORTS: [&str; PHASES.len()] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

impl Shown<'_> {
    pub(in crate::rules::panzertruppe) fn view_for(&self, side: Side) -> View {
        View {
            title: self.battle.title.clone(),
            turn: u32::from(self.turn.number),
            turns: u32::from(self.battle.turns),
            prompt: self.prompt(side),
            phases: PHASES.to_vec(),
            phase_shorts: PHASE_SHORTS.to_vec(),
            standing: self
                .turn
                .outcome
                .is_none()
                .then(|| StandingView { winner: self.forces.ahead(), degree: "" }),
            phase: usize::from(self.turn.phase.number() - 1),
            sides: Side::BOTH.map(|s| self.side_view(s)),
            words: Words { piece: ["unit", "units"], cell: ["square", "squares"], range: ["inch", "inches"] },
            board: self.board_view(),
            pieces: self
                .forces
                .all()
                .filter(|&id| self.forces.side(id) == side || !self.forces.state(id).is(Flag::Hidden))
                .map(|id| Portraits(&self.forces).piece_view(id))
                .collect(),
            markers: self.marker_views(),
            legend: legend(),
            columns: COLUMNS.to_vec(),
            notes: self.notes(),
            objective: self.objective(side),
            briefing: self.battle.briefing.clone(),
            marchers: Marchers::Platoon,
            teaches: self.battle.teaches,
            lesson: self.battle.lesson.clone(),
            active: match self.turn.stack.last() {
                Some(Frame::Mover(mover)) => Some(mover.unit),
                Some(Frame::Facing(facing)) => Some(facing.unit),
                Some(Frame::Ambush(ambush)) => ambush.firers.last().copied(),
                Some(Frame::Defence(defence)) => Some(defence.defender),
                _ => None,
            }
            .map(|id| PieceId(u16::from(id))),
            kinds: KINDS.to_vec(),
            ..View::default()
        }
    }

    /// The prompt of the deciding side, naming the unit; empty for the other side.
    fn prompt(&self, side: Side) -> String {
        let Some(frame) = self.turn.stack.last() else { return String::new() };
        if frame.asks(self).side != side {
            return String::new();
        }
        let name = |id: Id| self.battle.brief_name(id);
        match frame {
            Frame::Fire(phase) => match phase.declared.len() + phase.missions.len() {
                0 => "Declare a shot, or end the phase without firing.".into(),
                1 => "Declare another shot, or roll the one declared.".into(),
                shots => format!("Declare another shot, or roll the {shots} declared."),
            },
            Frame::Movement(_) => match self.going().first_to_move(side) {
                None => "Choose a unit to move, or end the movement phase.".into(),
                Some(first) if self.forces.retreats(first) => {
                    format!("Choose a unit to move. {} retreats and must move.", name(first))
                }
                Some(first) => {
                    format!("Choose a unit to move. {} must leave the burning building.", name(first))
                }
            },
            Frame::Mover(mover) => self.move_prompt(mover),
            Frame::Facing(facing) if facing.hull && self.battle.unit(facing.unit).has_turret() => {
                format!("Pivot {}, turn its turret, or keep both.", name(facing.unit))
            }
            Frame::Facing(facing) if facing.hull => {
                format!("Face {} another way, or keep its facing.", name(facing.unit))
            }
            Frame::Facing(facing) => {
                format!("Turn the turret of {}, or keep its facing.", name(facing.unit))
            }
            Frame::Ambush(ambush) => match (ambush.firers.last(), self.turn.mover()) {
                (Some(&firer), Some(mover)) => {
                    format!("{}: fire at {} from ambush, or hold fire.", name(firer), name(mover.unit))
                }
                _ => String::new(),
            },
            Frame::Defence(defence) => match self.turn.mover() {
                Some(mover) => {
                    let (defender, vehicle) = (name(defence.defender), name(mover.unit));
                    format!("{defender}: fire at {vehicle} before the close assault, or hold fire.")
                }
                None => String::new(),
            },
            Frame::Occupation(occupation) => {
                let cell = self.battle.cell(occupation.cell);
                format!("{}: move into {cell}, or stay.", name(occupation.winner))
            }
            Frame::Abandon(abandon) => {
                let vehicle = name(abandon.vehicle);
                format!("{vehicle} is on fire: abandon it now, or roll an errant turn first.")
            }
            Frame::AirTarget(target) if target.second => "Choose the aircraft's second target.".into(),
            Frame::AirTarget(_) => "Choose the aircraft's target.".into(),
            Frame::AirApproach(approach) => {
                format!("Choose the heading on which the aircraft approaches {}.", name(approach.target))
            }
        }
    }

    fn move_prompt(&self, mover: &Mover) -> String {
        let (id, unit) = (mover.unit, self.battle.unit(mover.unit));
        let name = self.battle.brief_name(id);
        if self.forces.spot(id).is_none() {
            format!("{name}: crouch or stop crouching.")
        } else if self.forces.retreats(id) {
            format!("{name} retreats: move it off its own board edge.")
        } else if unit.is_vehicle() || self.forces.state(id).is(Flag::Mounted) {
            format!("Move {name}, then stop or stay in motion.")
        } else {
            format!("Move {name}, or stop.")
        }
    }

    /// How a side wins, in one line (35).
    fn objective(&self, side: Side) -> String {
        let (enemy, turns) = (side.other(), self.battle.turns);
        let army = &self.battle.armies[enemy.index()];
        let breaks = (army.value * u32::from(army.breaks)).div_ceil(100);
        format!(
            "Destroy {breaks} of the {} points of the {}, or lead the score by a tenth after turn {turns}.",
            army.value, army.name
        )
    }

    fn side_view(&self, side: Side) -> SideView {
        let army = &self.battle.armies[side.index()];
        let lost = self.forces.lost_value(side);
        SideView {
            name: army.name.clone(),
            key: army.key.clone(),
            nation: match army.nation {
                tables::Nation::Germany => Nation::German,
                tables::Nation::UnitedStates => Nation::American,
                tables::Nation::Britain => Nation::British,
                tables::Nation::Russia => Nation::Soviet,
                tables::Nation::France | tables::Nation::Japan => Nation::Other,
            },
            lost: self.battle.ids(side).filter(|&id| !self.forces.is_in(id)).count() as u32,
            strength: u32::from(army.count),
            score: Some([lost, (army.value * u32::from(army.breaks)).div_ceil(100)]),
            progress: vec![ProgressView { what: "points", have: self.forces.score(side), need: None }],
            ..SideView::default()
        }
    }

    fn notes(&self) -> Vec<String> {
        match self.turn.stack.last() {
            Some(Frame::Mover(mover)) => {
                let plural = if mover.left == 12 { "" } else { "s" };
                vec![format!(
                    "{} has {} point{plural} left",
                    self.battle.full_name(mover.unit),
                    points(mover.left)
                )]
            }
            Some(Frame::Fire(phase)) => phase
                .declared
                .iter()
                .map(|shot| {
                    let target = match shot.aim {
                        Aim::Unit(id) => self.battle.full_name(id),
                        Aim::Section(cell) => self.battle.cell(cell).to_string(),
                        Aim::Plane => "the aircraft".into(),
                    };
                    let range = match shot.aim {
                        Aim::Unit(id) => self
                            .forces
                            .place_of(shot.firer)
                            .zip(self.forces.place_of(id))
                            .map(|(a, b)| format!(", {}\"", inches(self.battle.range(a, b))))
                            .unwrap_or_default(),
                        _ => String::new(),
                    };
                    format!(
                        "declared: {} {} at {target}{range}",
                        self.battle.unit(shot.firer).tag,
                        shot.slot.name()
                    )
                })
                .collect(),
            Some(Frame::Ambush(ambush)) => ambush
                .firers
                .last()
                .map(|&id| format!("ambush fire by {}", self.battle.full_name(id)))
                .into_iter()
                .collect(),
            _ => Vec::new(),
        }
    }
}

impl Portraits<'_> {
    fn piece_view(&self, id: Id) -> PieceView {
        let (unit, state) = (self.battle.unit(id), self.state(id));
        let mut facings = Vec::new();
        if unit.is_vehicle() || unit.is_gun() {
            let part = if unit.is_gun() { "gun" } else { "hull" };
            facings.push(FacingView { part, to: Heading::new(state.hull) });
            if unit.has_turret() {
                facings.push(FacingView { part: "turret", to: Heading::new(state.turret) });
            }
        }
        PieceView {
            short: short_name(&unit.name),
            id: PieceId(u16::from(id)),
            side: self.side(id),
            name: self.battle.full_name(id),
            tag: unit.tag.to_string(),
            glyph: glyph(unit),
            symbol: symbol(unit),
            hidden: state.is(Flag::Hidden),
            range: self.farthest(unit),
            cell: self.spot(id).map(|cell| self.battle.cell(cell)),
            stack: 0,
            facings,
            states: self.state_views(id),
            values: self.values(id),
            details: self.details(id),
            formation: self.battle.groups[usize::from(unit.group)].name.clone(),
            lost: matches!(state.place(), Place::Lost(_) | Place::Gone),
            carried_by: self.carrier(id).map(|carrier| PieceId(u16::from(carrier))),
            ..PieceView::default()
        }
    }

    /// How far a unit can fire: guns and mortars across the table, other weapons as far as their table goes.
    fn farthest(&self, unit: &Unit) -> u16 {
        if unit.main.is_some() || unit.second.is_some() || unit.mortar.is_some() {
            return u16::MAX;
        }
        let figures = &self.battle.tables;
        let small_arms = !unit.infantry_gun && !unit.machine_guns.any();
        let armed = !small_arms || unit.is_infantry();
        let fires = |inches: &u16| figures.machine_gun_need(inches * 10, small_arms).is_some();
        let far = (1..=48).filter(fires).max().filter(|_| armed).unwrap_or(0);
        let hand =
            unit.hand.map_or(0, |weapon| figures.infantry_weapons[usize::from(weapon)].bands[2].0 / 10);
        far.max(hand)
    }

    fn state_views(&self, id: Id) -> Vec<StateView> {
        let (unit, state) = (self.battle.unit(id), self.state(id));
        let mut states = Vec::new();
        let mut add = |is: bool, letter: char, word: &'static str, weight: Weight| {
            if is {
                states.push(StateView::new(letter, word, weight));
            }
        };
        let rolls = unit.is_vehicle() || state.is(Flag::Mounted);
        add(state.condition.stunned, 'S', "stunned", Weight::Harm);
        add(state.condition.immobilised, 'I', "immobilised", Weight::Harm);
        add(self.retreats(id), 'R', "retreating", Weight::Grave);
        add(rolls && state.motion == Motion::Moving, 'm', "moving", Weight::Busy);
        add(state.motion == Motion::Overwatch, 'o', "overwatch", Weight::Note);
        add(state.shots > 0, 'f', "shot marker", Weight::Spent);
        add(state.shots > 1 || state.second_shots > 0, '2', "two shot markers", Weight::Spent);
        add(state.is(Flag::DugIn), 'd', "dug in", Weight::Note);
        add(state.is(Flag::Crouching), 'c', "crouching", Weight::Note);
        add(state.is(Flag::Back), 'b', "back from the hill edge", Weight::Note);
        add(state.is(Flag::Hidden), 'h', "hidden", Weight::Note);
        add(state.is(Flag::Packed), 'p', "limbered", Weight::Busy);
        add(state.is(Flag::Depleted), 'e', "anti-tank weapon depleted", Weight::Note);
        add(state.is(Flag::Ambushed), 'a', "fired from ambush", Weight::Spent);
        add(state.is(Flag::Burning), 'B', "on fire", Weight::Grave);
        states
    }

    fn armament(&self, unit: &Unit) -> String {
        let gun = |gun: &Gun| {
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
        let unit = self.battle.unit(id);
        let mounts = unit.machine_guns;
        let mounts = [(mounts.bow, 'b'), (mounts.coax, 'c'), (mounts.open, 'o')];
        let guns: String = mounts.into_iter().filter(|(has, _)| *has).map(|(_, letter)| letter).collect();
        let armour = match unit.arm {
            Arm::Armoured => {
                format!("{:+}/{:+}/{:+}", unit.armour.front, unit.armour.right, unit.armour.rear)
            }
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
            self.battle.groups[usize::from(unit.group)].name.clone(),
        ]
    }

    fn details(&self, id: Id) -> Vec<String> {
        let (unit, state) = (self.battle.unit(id), self.state(id));
        let mut lines = vec![format!("value {}", unit.value)];
        if unit.armour.right != unit.armour.left {
            lines.push(format!("armour right {:+}, left {:+}", unit.armour.right, unit.armour.left));
        }
        let aboard: Vec<String> = self.cargo(id).map(|rider| self.battle.full_name(rider)).collect();
        if !aboard.is_empty() {
            lines.push(format!("carries {}", aboard.join(", ")));
        }
        let group = &self.battle.groups[usize::from(unit.group)];
        if group.independent {
            lines.push("independent: no morale rolls".into());
        } else {
            let lost = self.groups[usize::from(unit.group)].lost;
            let elite = if group.elite { ", elite" } else { "" };
            lines.push(format!("{}: {lost} lost{elite}", group.name));
        }
        if unit.recon {
            lines.push("reconnaissance unit".into());
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
        if self.battle.starts[usize::from(id)].turn > 1 && state.place() == Place::Reserve {
            lines.push(format!("arrives on turn {}", self.battle.starts[usize::from(id)].turn));
        }
        lines
    }
}

/// The map symbol of a unit.
const fn symbol(unit: &Unit) -> Symbol {
    match (unit.arm, unit.drive) {
        (Arm::Armoured | Arm::Gun, _) if unit.anti_air => Symbol::AntiAircraft,
        (Arm::Armoured, Drive::Tank) => Symbol::Armour,
        (Arm::Armoured, Drive::SpGun) => Symbol::AssaultGun,
        (Arm::Armoured, Drive::Halftrack) => Symbol::Mechanized,
        (Arm::Armoured, _) => Symbol::Recon,
        (Arm::Soft, _) => Symbol::Transport,
        (Arm::Gun, _) => Symbol::AntiTank,
        (Arm::Infantry, Drive::Cavalry) => Symbol::Cavalry,
        (Arm::Infantry, _) if unit.mortar.is_some() => Symbol::Mortar,
        (Arm::Infantry, _) if unit.infantry_gun => Symbol::MachineGun,
        (Arm::Infantry, _) => Symbol::Infantry,
    }
}

/// The letter of a unit on the map.
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
        ("G A M", "Gun, anti-aircraft gun, mortar"),
        ("I P V L", "infantry, infantry with an anti-tank weapon, cavalry, truck or other softskin"),
    ]
    .map(|(sign, meaning)| SignView { sign: sign.into(), meaning: meaning.into() })
    .into()
}
