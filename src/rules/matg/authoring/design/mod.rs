//! Scenario design: generated battles of the five types, with the rulebook's points system.
//!
//! | subject | file |
//! |---|---|
//! | budgets, density | [`arithmetic`] |
//! | theatres and months; nations, campaigns and companies | `dates`, [`history`] |
//! | the battlefield and the objective | `ground`, `ways`, `goal` |
//! | aircraft | [`air`] |
//! | prices, buying a force, deployment | `goods`, `shop` and `spending`, `drawing_up` |
//! | the defender's works | `works` |
//! | the scenario's text | `text` |
//!
//! Invariant: the scenario that [`generate`] returns has been read back without faults; the same order always
//! gives the same text.

pub mod air;
pub mod arithmetic;
mod dates;
mod drawing_up;
mod formations;
mod goal;
pub(in crate::rules::matg) mod goods;
mod ground;
pub mod history;
mod shop;
mod spending;
mod support;
mod text;
mod ways;
mod works;

use crate::dice::Dice;
use crate::game::Side;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::catalog::Nation;
use crate::rules::matg::command::break_point::{self, Situation, break_point, combat_points};
use crate::rules::matg::scenario;
use crate::rules::matg::state::battle::ScenarioKind;
use air::AirStrikes;
use arithmetic::Density;
use drawing_up::Drawn;

use goods::Force;
use ground::{Field, Sketch};
use history::{Arm, People, Theatre, When};

/// Whether unit determination (12.1) is used.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Resolve {
    /// Off: both sides fight to the end.
    Off,
    /// Levels from the list in 12.1.9.
    Book,
    /// Levels of attacker and defender, as percentages.
    Said([u8; 2]),
}

/// An order for a generated battle. The first of each pair is the attacker, or player A in a Meeting
/// Engagement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The type of battle.
    pub kind: ScenarioKind,
    /// The two nations.
    pub nations: [Nation; 2],
    /// 1939 to 1945.
    pub year: u16,
    /// The theatre; by default any in which both nations fought.
    pub theatre: Option<Theatre>,
    /// Cohesion levels; historical by default.
    pub cohesion: [Option<u8>; 2],
    /// Width and height in inches.
    pub board: (u8, u8),
    /// Terrain density.
    pub density: Density,
    /// The attacker's base points; by default those that suit the board's width.
    pub points: Option<u32>,
    /// Bids of attacker and defender for the choice of edge (design: 5).
    pub bids: [u32; 2],
    /// Unit determination.
    pub resolve: Resolve,
    /// Air strikes.
    pub air: AirStrikes,
    /// The seed.
    pub seed: u64,
}

/// The range of base points.
pub const POINTS: std::ops::RangeInclusive<u32> = 300..=4000;
/// The range of board widths in inches.
pub const WIDTH: std::ops::RangeInclusive<u8> = 18..=72;
/// The range of board heights in inches.
pub const HEIGHT: std::ops::RangeInclusive<u8> = 36..=72;
/// The most stands a side may have on the map.
const MOST: usize = 125;

/// Why a battle cannot be generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotMake {
    /// Too few points or too many.
    #[error("{0} base points are out of range, expected {least} to {most}", least = POINTS.start(), most = POINTS.end())]
    Points(u32),
    /// A board too small or too large.
    #[error(
        "a board of {0} by {1} inches is out of range, expected a width of {w0} to {w1} and a height of {h0} to {h1}",
        w0 = WIDTH.start(), w1 = WIDTH.end(), h0 = HEIGHT.start(), h1 = HEIGHT.end()
    )]
    Board(u8, u8),
    /// The same nation twice.
    #[error("{0} cannot fight itself, expected two nations")]
    Same(Nation),
    /// A nation without formations.
    #[error("{0} has no formations")]
    NoFormations(Nation),
    /// A nation that did not fight then.
    #[error("{nation} did not fight in {year}, only in {years}")]
    Year {
        /// The nation.
        nation: Nation,
        /// The year asked for.
        year: u16,
        /// Its years.
        years: String,
    },
    /// Nations that fought in different theatres.
    #[error("{0} and {1} did not fight in the same theatre in {2}{3}")]
    Apart(Nation, Nation, u16, String),
    /// Bids that leave too little to fight with.
    #[error("the bids of {} and {} leave a side with too few of {points} points", .bids[0], .bids[1])]
    Bids {
        /// The bids.
        bids: [u32; 2],
        /// The base points.
        points: u32,
    },
    /// A cohesion level that every roll, or no roll, would pass.
    #[error("cohesion level {0} is out of range, expected 5 to 19")]
    Cohesion(u8),
    /// Aircraft requested but not available.
    #[error("{0}")]
    NoAircraft(String),
    /// More points than the nation can spend on a board of this size.
    #[error(
        "the {people} cannot spend {points} points in {year} on a board {width} inches wide: try other points or a wider board"
    )]
    NoForce {
        /// The troops.
        people: String,
        /// Their points.
        points: u32,
        /// The year.
        year: u16,
        /// Width of the board in inches.
        width: u8,
    },
    /// No battlefield found that is fair to both sides.
    #[error(
        "no battlefield of {0} by {1} inches with {2}% terrain is fair to both sides: try another density, board or seed"
    )]
    NoField(u8, u8, u32),
    /// A fault in the generated scenario: a bug.
    #[error("the generated battle has a fault: {0}")]
    Fault(String),
}

/// Everything needed to write a scenario.
struct Plan<'a> {
    order: &'a Order,
    when: When,
    /// Attacker and defender.
    peoples: [&'static People; 2],
    cohesion: [u8; 2],
    points: [u32; 2],
    determination: [u8; 2],
    percent: u32,
    sketch: Sketch,
    field: Field,
    forces: [Force; 2],
    drawn: [Drawn; 2],
    depths: [usize; 2],
}

/// Generates a battle as the text of a scenario. If no points are given and those that suit the board can't
/// be spent, both sides get a tenth less, and so on down to a half (S-251).
///
/// # Errors
/// If the order cannot be fulfilled.
pub fn generate(order: &Order) -> Result<String, CannotMake> {
    let first = tried(order);
    if order.points.is_some() || !matches!(first, Err(CannotMake::NoForce { .. })) {
        return first;
    }
    let suits = suiting(order.board.0);
    let fewer = (5..10).rev().map(|tenths| suits * tenths / 10).filter(|points| POINTS.contains(points));
    let mut made = fewer.map(|points| tried(&Order { points: Some(points), ..order.clone() }));
    made.find(Result::is_ok).unwrap_or(first)
}

/// Base points that suit a board, within the range.
fn suiting(width: u8) -> u32 {
    arithmetic::point_base(width).min(*POINTS.end())
}

fn tried(order: &Order) -> Result<String, CannotMake> {
    let mut dice = Dice::seeded(order.seed, 0);
    let mut last = CannotMake::NoField(order.board.0, order.board.1, 0);
    for _ in 0..12 {
        match attempt(order, &mut dice) {
            Ok(text) => return Ok(text),
            Err(why @ (CannotMake::NoForce { .. } | CannotMake::NoField(..) | CannotMake::Fault(_))) => {
                last = why
            }
            Err(why) => return Err(why),
        }
    }
    Err(last)
}

fn attempt(order: &Order, dice: &mut Dice) -> Result<String, CannotMake> {
    let (when, peoples) = context(order, dice)?;
    let (width, height) = order.board;
    let (bases, chooses) = checked(order)?;
    let mut level = |side: usize| {
        let (low, high) = peoples[side].cohesion(order.year);
        order.cohesion[side].unwrap_or_else(|| low + dice.below(usize::from(high - low) + 1) as u8)
    };
    let cohesion = [level(0), level(1)];

    let (first, second) = (dice.below(6) as u8 + 1, dice.below(6) as u8 + 1);
    let percent = order.density.percent(first + second);
    let sketch = Sketch {
        width: usize::from(width),
        height: usize::from(height),
        kind: order.kind,
        theatre: when.theatre,
        year: order.year,
        // The side that chooses takes the southern edge (S-155).
        northward: chooses.unwrap_or(dice.below(2) == 0),
        covered: ground::covered(order.density, first + second, usize::from(width) * usize::from(height)),
    };
    let field = Field::draw(&sketch, dice).ok_or(CannotMake::NoField(width, height, percent))?;

    let determination = determination(order, when, peoples);
    let bears = (order.resolve != Resolve::Off).then_some(determination);
    let [balanced, defender] = arithmetic::budgets(bases[1], cohesion, bears, order.kind);
    let points = [bears.map_or(bases[0], |_| balanced), defender];
    let mut aircraft = Vec::new();
    for side in [0, 1] {
        let part = (order.kind, side == 0);
        let bought = air::bought(order.air, peoples[side], when, part, points[side], dice);
        aircraft.push(bought.map_err(|why| no_aircraft(why, points[side], peoples[side], order.year))?);
    }
    let belt = drawing_up::belt(&field, &sketch);
    let mut raise = |side: usize| -> Result<(Force, Drawn, usize), CannotMake> {
        let attacks = side == 0;
        let no_force = || CannotMake::NoForce {
            people: peoples[side].name.clone(),
            points: points[side],
            year: order.year,
            width,
        };
        let bought = shop::Order {
            people: peoples[side],
            when,
            points: points[side],
            kind: order.kind,
            attacks: attacks || order.kind == ScenarioKind::MeetingEngagement,
            threatened: !aircraft[1 - side].is_empty(),
            aircraft: aircraft[side].clone(),
            belt: belt
                .as_ref()
                .filter(|_| !attacks)
                .map_or((0, 0), |belt| (belt.ditches.len(), belt.mines.len())),
            room: (drawing_up::depth(&sketch, attacks, MOST) * sketch.width * 6 / 10).min(MOST),
        };
        let force = bought.buy(dice).ok_or_else(no_force)?;
        let depth = drawing_up::depth(&sketch, attacks, force.stands());
        let zone = (attacks, sketch.northward == attacks, depth);
        let drawn = drawing_up::draw_up(&field, &sketch, &force, zone, cohesion[side], dice);
        Ok((force, drawn.ok_or_else(no_force)?, depth))
    };
    let (attacker, defender) = (raise(0)?, raise(1)?);
    let mut plan = Plan {
        order,
        when,
        peoples,
        cohesion,
        points,
        determination,
        percent,
        sketch,
        field,
        forces: [attacker.0, defender.0],
        drawn: [attacker.1, defender.1],
        depths: [attacker.2, defender.2],
    };
    finish(&mut plan)
}

/// Checks an order; each side's points after the bids, and whether the attacker chooses its edge.
fn checked(order: &Order) -> Result<([u32; 2], Option<bool>), CannotMake> {
    let (width, height) = order.board;
    if !WIDTH.contains(&width) || !HEIGHT.contains(&height) {
        return Err(CannotMake::Board(width, height));
    }
    let base = order.points.unwrap_or_else(|| suiting(width));
    if !POINTS.contains(&base) {
        return Err(CannotMake::Points(base));
    }
    if let Some(level) = order.cohesion.iter().flatten().find(|level| !(5..=19).contains(*level)) {
        return Err(CannotMake::Cohesion(*level));
    }
    let (bases, chooses) = arithmetic::bids(base, order.bids);
    if bases.iter().any(|&left| left < POINTS.start() / 2) {
        return Err(CannotMake::Bids { bids: order.bids, points: base });
    }
    Ok((bases, chooses))
}

/// Both sides' determination levels, as percentages.
fn determination(order: &Order, when: When, peoples: [&People; 2]) -> [u8; 2] {
    match order.resolve {
        Resolve::Off => [break_point::BASE; 2],
        Resolve::Said(levels) => levels,
        Resolve::Book => [0, 1].map(|side| {
            break_point::level(&Situation {
                kind: order.kind,
                attacks: side == 0,
                nation: peoples[side].nation,
                date: (order.year, when.month.number),
                africa: when.theatre == Theatre::Desert,
                island: when.theatre == Theatre::Pacific,
                marines: when.theatre == Theatre::Pacific,
                green: false,
                worn: false,
                faces_tanks: !peoples[1 - side].arm(Arm::Tank, when).is_empty(),
            })
        }),
    }
}

fn no_aircraft(why: air::NoAircraft, points: u32, people: &People, year: u16) -> CannotMake {
    CannotMake::NoAircraft(match why {
        air::NoAircraft::Type => "a meeting engagement has no air strikes".to_owned(),
        air::NoAircraft::Lists => {
            format!("the {} had no aircraft in {year} that {points} points can pay for", people.name)
        }
    })
}

/// Designates observers and air support teams, adds the break points to the briefing, and reads the scenario
/// back.
fn finish(plan: &mut Plan) -> Result<String, CannotMake> {
    let fault = |faults: &dyn std::fmt::Display| CannotMake::Fault(faults.to_string());
    let (battle, _) = scenario::read("forged", &plan.text(None)).map_err(|faults| fault(&faults))?;
    for side in [0, 1] {
        let given = scenario::observers_given(&battle, plan.seat(side));
        plan.name_observers(side, given);
        plan.name_air_teams(side);
    }
    let told = text::Figures {
        break_points: Side::BOTH.map(|seat| {
            let own = battle.units.iter().filter(|unit| unit.side == seat);
            let side = usize::from(plan.seat(1) == seat);
            break_point(own.map(combat_points).sum(), plan.determination[side])
        }),
        smoke: Side::BOTH.map(|seat| {
            let lays = |unit: &&crate::rules::matg::state::battle::Unit| {
                unit.side == seat && unit.is_artillery() && unit.kind.notes().smoke
            };
            battle.units.iter().filter(lays).count()
        }),
    };
    let text = plan.text(Some(&told));
    let (battle, warnings) = scenario::read("forged", &text).map_err(|faults| fault(&faults))?;
    if let Some(warning) = warnings.first() {
        return Err(fault(warning));
    }
    for side in [0, 1] {
        let spent = battle.costs[plan.seat(side).index()].points();
        if spent > plan.points[side] || spent + shop::tolerance(plan.points[side]) < plan.points[side] {
            let people = &plan.peoples[side].name;
            return Err(CannotMake::Fault(format!(
                "the {people} spend {spent} of {} points",
                plan.points[side]
            )));
        }
    }
    // design: 6
    Ok(text)
}

/// The month, the theatre and the two armies, which must have met there in that year.
#[apply(rule, "design: 2")]
fn context(order: &Order, dice: &mut Dice) -> Result<(When, [&'static People; 2]), CannotMake> {
    let [a, b] = order.nations;
    if a == b {
        return Err(CannotMake::Same(a));
    }
    let find = |nation| history::people_of(nation, order.year).ok_or(CannotMake::NoFormations(nation));
    let peoples = [find(a)?, find(b)?];
    for people in peoples {
        let years = people.years();
        if !years.contains(&order.year) {
            let years: Vec<String> = years.iter().map(ToString::to_string).collect();
            return Err(CannotMake::Year {
                nation: people.nation,
                year: order.year,
                years: years.join(", "),
            });
        }
    }
    let mut met = history::meetings(peoples[0], peoples[1], order.year);
    met.retain(|when| order.theatre.is_none_or(|asked| asked == when.theatre));
    // The theatre first, then a month: a short campaign is as likely as a long one.
    let mut theatres: Vec<Theatre> = met.iter().map(|when| when.theatre).collect();
    theatres.dedup();
    if theatres.is_empty() {
        let asked = order.theatre.map(|theatre| format!(", not in {}", theatre.title())).unwrap_or_default();
        return Err(CannotMake::Apart(a, b, order.year, asked));
    }
    let theatre = theatres[dice.below(theatres.len())];
    met.retain(|when| when.theatre == theatre);
    Ok((met[dice.below(met.len())], peoples))
}
