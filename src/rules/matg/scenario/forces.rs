//! `[[side]]`: the two armies, their formations and stands.
//!
//! The stands of a side are numbered from 1 in file order. The side's letter and the number make the stand's
//! tag: G1, G2 and so on.

use crate::reading::{Report, Spanned, Words, suggestion};
use serde::Deserialize;

use super::fielding::Fielding;
use super::missions::Line;
use super::stand::Stand;
use super::{landings, works, zones};
use crate::board::{Compass, Square};
use crate::game::Side as Seat;
use crate::rules::matg::catalog::nations;
use crate::rules::matg::catalog::{self, Nation};
use crate::rules::matg::movement::special::{self, Skill};
use crate::rules::matg::state::battle::{Arm, Army, MOST_FORCES, Role, Unit};
use crate::rules::matg::state::choice::Tag;

/// The most stands for one side, and for both together.
pub(super) const MOST: usize = 200;
pub(super) const MOST_TOGETHER: usize = 255;

/// `[[side]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Side {
    pub(super) key: Spanned<String>,
    name: Spanned<String>,
    letter: Spanned<String>,
    nation: Spanned<String>,
    pub(super) cohesion: Spanned<i64>,
    edge: Spanned<Compass>,
    depth: Spanned<i64>,
    // Fortifications, read by `works`.
    #[serde(default)]
    pub(super) minefield: Vec<works::Minefield>,
    pub(super) dummies: Option<Spanned<Words>>,
    pub(super) wire: Option<Spanned<Words>>,
    pub(super) ditch: Option<Spanned<Words>>,
    #[serde(default)]
    pub(super) position: Vec<works::Improved>,
    /// Whether it is the defender (7.6.2.2).
    pub(super) defends: Option<Spanned<bool>>,
    /// Forward observers bought in addition to those the nation gets (7.8.2).
    #[serde(rename = "bought-observers")]
    pub(super) bought_observers: Option<Spanned<i64>>,
    /// Fire plotted before the game.
    #[serde(default)]
    pub(super) mission: Vec<Line>,
    /// Weapons defined by the scenario, in the format of the weapons data.
    #[serde(default)]
    weapon: Vec<Spanned<catalog::Line>>,
    #[serde(default)]
    pub(super) formation: Vec<Formation>,
    /// Airborne groups (8.10).
    #[serde(default)]
    pub(super) landing: Vec<landings::Landing>,
    /// Zones for formations that do not start along the edge, or that arrive later.
    #[serde(default)]
    pub(super) zone: Vec<zones::Zone>,
    // Special rules, read by `specials`.
    pub(super) preparation: Option<Spanned<i64>>,
    #[serde(rename = "preparation-turns")]
    pub(super) preparation_turns: Option<Spanned<i64>>,
    #[serde(rename = "preparation-area")]
    pub(super) preparation_area: Option<Spanned<Words>>,
    #[serde(rename = "holds-fire-until")]
    pub(super) holds_fire_until: Option<Spanned<i64>>,
    #[serde(rename = "cohesion-rises-from")]
    pub(super) rises_from: Option<Spanned<i64>>,
    #[serde(rename = "off-map-window")]
    pub(super) off_map_window: Option<Spanned<i64>>,
    /// The player decides which stands start aboard transports.
    #[serde(default, rename = "mounts-at-will")]
    pub(super) mounts_at_will: bool,
    /// The player decides where its works are laid.
    #[serde(default, rename = "works-at-will")]
    pub(super) works_at_will: bool,
    /// Where its minefields may be laid.
    #[serde(rename = "mine-area")]
    pub(super) mine_area: Option<Spanned<Words>>,
    /// The most minefields along one road.
    #[serde(rename = "mines-per-road")]
    pub(super) mines_per_road: Option<Spanned<i64>>,
    /// Its pre-registered missions are recorded after it has deployed (7.6.2.2).
    #[serde(rename = "targets-at-will")]
    pub(super) targets_at_will: Option<Spanned<bool>>,
    /// The player assigns its forward observers to stands.
    #[serde(default, rename = "observers-at-will")]
    pub(super) observers_at_will: bool,
    /// It deploys before the other side.
    #[serde(default, rename = "deploys-first")]
    pub(super) deploys_first: bool,
    /// Its aircraft (12.3.1).
    #[serde(default)]
    pub(super) aircraft: Vec<super::aircraft::Line>,
    /// It rolls for its air support teams (12.3.3.3).
    #[serde(default, rename = "air-support-roll")]
    pub(super) air_roll: bool,
    /// Determination level as a percentage; calculated from 12.1.9 by default.
    pub(super) determination: Option<Spanned<i64>>,
    /// The break point of each of its forces; calculated by default (12.1.2).
    #[serde(default, rename = "break-points")]
    pub(super) break_points: Vec<Spanned<i64>>,
    /// Surprised by a night landing (8.10.1.5).
    #[serde(default)]
    pub(super) surprised: Option<Spanned<bool>>,
    /// How far surprise still lowers its cohesion (8.10.1.5).
    #[serde(rename = "cohesion-lowered")]
    pub(super) cohesion_lowered: Option<Spanned<i64>>,
    /// The cards each of its forces has drawn (12.1).
    #[serde(default)]
    pub(super) cards: Vec<Spanned<String>>,
}

impl Side {
    /// Whether its pre-registered missions are recorded after it has deployed.
    pub(super) fn records_targets(&self) -> bool {
        self.targets_at_will.as_ref().is_some_and(|said| *said.get_ref())
    }
}

/// `[[side.formation]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Formation {
    pub(super) name: String,
    /// A reconnaissance or armoured car unit (7.8.2).
    #[serde(default)]
    pub(super) reconnaissance: bool,
    /// The zone where it starts, or through which it enters.
    pub(super) zone: Option<Spanned<String>>,
    /// The formation it is attached to (8.10.1.1, 8.10.2.1).
    pub(super) attached: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) stand: Vec<Stand>,
}

/// Both armies, first side A's stands, then side B's.
pub(super) struct Forces {
    pub(super) armies: [Army; 2],
    pub(super) stands: Vec<Fielded>,
    pub(super) landings: Vec<landings::Read>,
}

/// A stand and its location in the file.
pub(super) struct Fielded {
    pub(super) unit: Unit,
    /// File location of its starting square.
    pub(super) place: usize,
    /// The airborne group it lands with (8.10).
    pub(super) landing: Option<Spanned<String>>,
    /// The zone of its formation.
    pub(super) zone: Option<Spanned<String>>,
    /// File location of its fording boats.
    pub(super) boats: Option<usize>,
}

impl Fielded {
    /// "G4 (Panzer IV)".
    pub(super) fn label(&self) -> String {
        format!("{} ({})", self.unit.tag, self.unit.kind.name)
    }
}

pub(super) fn read(
    report: &mut Report,
    sides: &Spanned<Vec<Side>>,
    grid: Square,
    date: (u16, u8),
) -> Option<Forces> {
    let [a, b] = sides.get_ref().as_slice() else {
        let found = sides.get_ref().len();
        report.fault(sides.span(), format!("the file has {found} sides, expected 2"));
        return None;
    };
    differ(report, "key", &a.key, &b.key);
    differ(report, "letter", &a.letter, &b.letter);
    differ(report, "edge", &a.edge, &b.edge);
    let mut aboard = Vec::new();
    let mut stands = Vec::new();
    let before = report.faults();
    let armies = [(Seat::A, a), (Seat::B, b)]
        .map(|(seat, side)| army(report, seat, side, grid, date, &mut stands, &mut aboard));
    let [a, b] = armies;
    let armies = [a?, b?];
    // A stand that could not be read has no number, so the tags after it may be wrong.
    if report.faults() > before {
        return None;
    }
    embark(report, &mut stands, &aboard);
    let landings = landings::read(report, sides.get_ref(), &mut stands, grid);
    Some(Forces { armies, stands, landings })
}

fn differ<T: PartialEq + std::fmt::Display>(report: &mut Report, what: &str, a: &Spanned<T>, b: &Spanned<T>) {
    if a.get_ref() == b.get_ref() {
        report.fault(b.span(), format!("both sides have the {what} {}, expected another", b.get_ref()));
    }
}

/// A stand that starts aboard: its index, its carrier's tag and the file location.
pub(super) type Passenger = (usize, Tag, usize);

fn army(
    report: &mut Report,
    seat: Seat,
    side: &Side,
    grid: Square,
    date: (u16, u8),
    stands: &mut Vec<Fielded>,
    aboard: &mut Vec<Passenger>,
) -> Option<Army> {
    let key = side.key.get_ref();
    if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') {
        report.fault(
            side.key.span(),
            format!("\"{key}\" is not a key, expected lower-case letters such as \"germans\""),
        );
    }
    let letter = match side.letter.get_ref().as_bytes() {
        &[letter] if letter.is_ascii_uppercase() => Some(letter),
        _ => {
            let text = side.letter.get_ref();
            report.fault(side.letter.span(), format!("\"{text}\" is not a letter, expected A to Z"));
            None
        }
    };
    let nation: Option<Nation> = side.nation.get_ref().parse().ok();
    let nation = nation.and_then(|nation| Some((nation, nations::facts(nation, date)?)));
    if nation.is_none() {
        let instead = suggestion(side.nation.get_ref(), &nations::keys());
        report.fault(side.nation.span(), format!("unknown nation \"{}\"{instead}", side.nation.get_ref()));
    }
    let cohesion = report.within("cohesion", &side.cohesion, 1..=20);
    let edge = *side.edge.get_ref();
    if edge.is_diagonal() {
        report.fault(side.edge.span(), format!("the board has no {edge} edge, expected N, E, S or W"));
    }
    let across = if matches!(edge, Compass::E | Compass::W) { grid.width } else { grid.height };
    let depth = report.within("depth", &side.depth, 1..=i64::from(across));
    let (letter, (nation, facts)) = (letter?, nation?);

    let (first, before) = (stands.len(), report.faults());
    let own = own_weapons(report, nation, &side.weapon);
    let army = Fielding { seat, letter, nation, facts, edge, grid, date, own };
    for formation in &side.formation {
        check_attached(report, side, formation);
        for line in &formation.stand {
            if report.is_full() || !army.field(report, formation, line, first, stands, aboard) {
                return None;
            }
        }
    }
    bring_horses(seat, letter, edge, first, stands);
    let own = &stands[first..];
    check_commanders(report, side, own, before);
    let headquarters = catalog::find(nation, &facts.small_arms);
    let small_arms = headquarters.and_then(|hq| Some((hq.guns.first()?.clone(), hq.defence)));
    if small_arms.is_none() {
        report.fault(
            side.nation.span(),
            format!("the weapons data has no {} {}", facts.adjective, facts.small_arms),
        );
    }
    let (small_arms, small_arms_defence) = small_arms?;
    Some(Army {
        key: key.clone(),
        name: side.name.get_ref().clone(),
        letter,
        nation,
        cohesion: cohesion?,
        edge,
        depth: depth?,
        small_arms,
        small_arms_defence,
        succession: facts.succession,
        first: u8::try_from(first).ok()?,
        count: u8::try_from(own.len()).ok()?,
    })
}

/// Checks the formation that another lands with in support (8.10.1.1).
fn check_attached(report: &mut Report, side: &Side, formation: &Formation) {
    let supported = formation.attached.as_ref();
    let names = || side.formation.iter().map(|other| other.name.as_str());
    if let Some(other) =
        supported.filter(|s| s.get_ref() == &formation.name || !names().any(|n| n == s.get_ref()))
    {
        let known: Vec<&str> = names().filter(|name| *name != formation.name).collect();
        let instead = suggestion(other.get_ref(), &known);
        let text = format!("this side has no other formation \"{}\"{instead}", other.get_ref());
        report.fault(other.span(), text);
    }
}

/// Checks the GHQs of an army; that there is one only if no stand has a fault (10.1.4).
fn check_commanders(report: &mut Report, side: &Side, own: &[Fielded], before: usize) {
    if report.faults() == before && !own.iter().any(|fielded| matches!(fielded.unit.role, Role::Ghq(_))) {
        let name = side.name.get_ref();
        report.fault(side.key.span(), format!("the {name} have no GHQ, expected at least one (10.1.4)"));
    }
    let ghqs = own.iter().filter(|fielded| matches!(fielded.unit.role, Role::Ghq(_))).count();
    if ghqs > MOST_FORCES {
        let name = side.name.get_ref();
        report.fault(side.key.span(), format!("the {name} have {ghqs} GHQs, expected at most {MOST_FORCES}"));
    }
}

/// Adds a stand of horses for each cavalry stand, off the board while they are ridden (10.10.4).
fn bring_horses(seat: Seat, letter: u8, edge: Compass, first: usize, stands: &mut Vec<Fielded>) {
    let riders: Vec<(String, usize)> = stands[first..]
        .iter()
        .filter(|fielded| fielded.unit.arm == Arm::Cavalry)
        .map(|fielded| (fielded.unit.formation.clone(), fielded.place))
        .collect();
    for (formation, place) in riders {
        if stands.len() - first >= MOST || stands.len() >= MOST_TOGETHER {
            return;
        }
        // At most 200, so the number fits.
        let number = (stands.len() - first + 1) as u8;
        let unit = Unit {
            side: seat,
            tag: Tag { letter, number },
            kind: special::horses(),
            guns: Vec::new(),
            arm: Arm::Horses,
            role: Role::None,
            recon: false,
            reconnaissance: false,
            supports: None,
            observer: false,
            support: false,
            formation,
            start: None,
            facing: edge.opposite(),
            aboard: None,
            off_map: false,
            rounds: None,
            engineer: false,
            gear: Vec::new(),
            bridging: false,
            skill: Skill::default(),
            landing: None,
            zone: None,
            water: Default::default(),
            air_support: false,
            better_shells: false,
            heat: false,
            carries_its_own: false,
            begins: Default::default(),
        };
        stands.push(Fielded { unit, place, landing: None, zone: None, boats: None });
    }
}

/// The weapons defined by the scenario.
fn own_weapons(
    report: &mut Report,
    nation: Nation,
    lines: &[Spanned<catalog::Line>],
) -> Vec<&'static catalog::StandType> {
    let mut own: Vec<&'static catalog::StandType> = Vec::new();
    for line in lines {
        let name = &line.get_ref().name;
        if own.iter().any(|kind| kind.name.eq_ignore_ascii_case(name)) {
            report.fault(line.span(), format!("two weapons are called \"{name}\", expected another name"));
        }
        match catalog::own(nation, line.get_ref()) {
            Ok(kind) => own.push(kind),
            Err(bad) => report.fault(line.span(), bad.to_string()),
        }
    }
    own
}

/// Loads passengers once every stand has its tag.
fn embark(report: &mut Report, stands: &mut [Fielded], aboard: &[Passenger]) {
    for &(passenger, tag, at) in aboard {
        let carrier = stands.iter().position(|fielded| fielded.unit.tag == tag);
        match carrier {
            Some(carrier) if stands[carrier].unit.side == stands[passenger].unit.side => {
                stands[passenger].unit.aboard = u8::try_from(carrier).ok();
            }
            Some(_) => {
                report.fault(at..at, format!("{tag} is an enemy stand, expected one of the same side"))
            }
            None => report.fault(at..at, format!("no stand {tag}, expected the tag of a carrier")),
        }
    }
}
