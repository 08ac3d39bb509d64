//! Designing scenarios: a battle of one of the five types made to order, by the sums of the book.
//!
//! | subject | file |
//! |---|---|
//! | what each side may spend, break points, density | [`arithmetic`] |
//! | how many losses a force bears (12.1.9) | [`determination`] |
//! | peoples and their companies | [`history`] |
//! | the battlefield, and what is to be taken | `ground`, `ways`, `goal` |
//! | aircraft | [`air`] |
//! | what there is to buy, what is bought, and where it begins | `goods`, `shop`, `drawing_up` |
//! | what a defender lays and digs | `works` |
//! | the scenario's text | `text` |
//!
//! Invariant: what [`generate`] gives is a scenario that has been read; the same order makes the same text.

pub mod air;
pub mod arithmetic;
pub mod determination;
mod drawing_up;
mod goal;
pub(in crate::rules::matg) mod goods;
mod ground;
pub mod history;
mod shop;
mod text;
mod ways;
mod works;

use crate::dice::Dice;
use crate::game::Side;
use crate::ledger::cited::applies;
use crate::rules::matg::catalog::Nation;
use crate::rules::matg::scenario;
use crate::rules::matg::state::battle::ScenarioKind;
use air::AirStrikes;
use arithmetic::Density;
use determination::Situation;
use drawing_up::Drawn;

use goods::Force;
use ground::{Field, Sketch};
use history::{People, Theatre, When};

/// How the losses that the sides bear count.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Resolve {
    /// Not at all: they fight to the end.
    Off,
    /// By the list of the book (12.1.9).
    Book,
    /// So many per cent for attacker and defender.
    Said([u8; 2]),
}

/// What to make. The first of two is the attacker, or player A of a meeting engagement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The type of battle.
    pub kind: ScenarioKind,
    /// Who fights.
    pub nations: [Nation; 2],
    /// 1939 to 1945.
    pub year: u16,
    /// Where; if not said, where both fought.
    pub theatre: Option<Theatre>,
    /// Cohesion levels, if said.
    pub cohesion: [Option<u8>; 2],
    /// Inches across and up.
    pub board: (u8, u8),
    /// How much of the ground is something.
    pub density: Density,
    /// The attacker's base points; those that suit the board, if not said.
    pub points: Option<u32>,
    /// What attacker and defender bid for the choice of edge (design: 5).
    pub bids: [u32; 2],
    /// Whether what the sides bear counts.
    pub resolve: Resolve,
    /// Whether aircraft are bought.
    pub air: AirStrikes,
    /// The seed.
    pub seed: u64,
}

/// Base points there may be.
pub const POINTS: std::ops::RangeInclusive<u32> = 300..=4000;
/// Inches across the board.
pub const WIDTH: std::ops::RangeInclusive<u8> = 18..=72;
/// Inches up the board.
pub const HEIGHT: std::ops::RangeInclusive<u8> = 36..=72;
/// The most stands of a side on the map.
const MOST: usize = 125;

/// Why a battle cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotMake {
    /// Too few points or too many.
    #[error("a battle has {least} to {most} base points, not {0}", least = POINTS.start(), most = POINTS.end())]
    Points(u32),
    /// A board too small or too large.
    #[error(
        "a board of {0} by {1} inches, expected {w0} to {w1} across and {h0} to {h1} up",
        w0 = WIDTH.start(), w1 = WIDTH.end(), h0 = HEIGHT.start(), h1 = HEIGHT.end()
    )]
    Board(u8, u8),
    /// The same nation twice.
    #[error("{0} does not fight itself, expected two nations")]
    Same(Nation),
    /// Not in the lists.
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
    /// Nations that fought in different places.
    #[error("{0} and {1} did not fight in the same theatre in {2}{3}")]
    Apart(Nation, Nation, u16, String),
    /// Bids that leave nothing to fight with.
    #[error("the bids of {} and {} leave a side with too few of {points} points", .bids[0], .bids[1])]
    Bids {
        /// The bids.
        bids: [u32; 2],
        /// The base.
        points: u32,
    },
    /// Levels that the dice cannot miss or meet.
    #[error("a cohesion level is 5 to 19, not {0}")]
    Cohesion(u8),
    /// Aircraft asked for where there are none.
    #[error("{0}")]
    NoAircraft(String),
    /// Too many points for the board and what there is to buy.
    #[error(
        "the {people} find no force for {points} points in {year} on a board {width} inches across, expected other points or another board"
    )]
    NoForce {
        /// Who.
        people: String,
        /// Their points.
        points: u32,
        /// The year.
        year: u16,
        /// Inches.
        width: u8,
    },
    /// No field that serves both sides.
    #[error(
        "no field of {0} inches by {1} with {2} per cent of terrain serves both sides, expected another density, board or seed"
    )]
    NoField(u8, u8, u32),
    /// The scenario has a fault: one in the program.
    #[error("the battle that was made has a fault: {0}")]
    Fault(String),
}

/// All that a battle is written from.
struct Plan<'a> {
    order: &'a Order,
    when: When,
    month: u8,
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

/// A battle as a scenario's text. Where nothing is said of the points and those that suit the board buy no force, for want
/// of room or of what there was to buy, they are a tenth fewer, and so on down to a half (S-251).
///
/// # Errors
/// When the order cannot be filled.
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

/// Base points that suit a board, as far as there may be so many.
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
    let mut level = |side: usize| {
        let (low, high) = peoples[side].cohesion(order.year);
        order.cohesion[side].unwrap_or_else(|| low + dice.below(usize::from(high - low) + 1) as u8)
    };
    let cohesion = [level(0), level(1)];
    let month = month(when, dice);

    let (first, second) = (dice.below(6) as u8 + 1, dice.below(6) as u8 + 1);
    let percent = order.density.percent(first + second);
    let sketch = Sketch {
        width: usize::from(width),
        height: usize::from(height),
        kind: order.kind,
        theatre: when.theatre,
        year: order.year,
        // Who chooses takes the southern edge; the field is drawn before (design: 5).
        northward: chooses.unwrap_or(dice.below(2) == 0),
        covered: ground::covered(order.density, first + second, usize::from(width) * usize::from(height)),
    };
    let field = Field::draw(&sketch, dice).ok_or(CannotMake::NoField(width, height, percent))?;

    let determination = match order.resolve {
        Resolve::Off => [determination::BASE; 2],
        Resolve::Said(levels) => levels,
        Resolve::Book => [0, 1].map(|side| {
            determination::level(&Situation {
                kind: order.kind,
                attacks: side == 0,
                nation: peoples[side].nation,
                date: (order.year, month),
                africa: when.theatre == Theatre::Desert,
                island: when.theatre == Theatre::Pacific,
                marines: when.theatre == Theatre::Pacific,
                green: false,
                worn: false,
                faces_tanks: !peoples[1 - side].arm("tank", when).is_empty(),
            })
        }),
    };
    let bears = (order.resolve != Resolve::Off).then_some(determination);
    let [balanced, defender] = arithmetic::budgets(bases[1], cohesion, bears, order.kind);
    let points = [bears.map_or(bases[0], |_| balanced), defender];
    let mut aircraft = Vec::new();
    for side in [0, 1] {
        let part = (order.kind, side == 0);
        let bought = air::bought(order.air, peoples[side], when, part, points[side], dice);
        aircraft.push(bought.map_err(|why| {
            CannotMake::NoAircraft(match why {
                air::NoAircraft::Type => "there are no air strikes in a meeting engagement".to_owned(),
                air::NoAircraft::Lists => {
                    format!(
                        "no aircraft that {} points can pay for flew for the {} in {}",
                        points[side], peoples[side].name, order.year
                    )
                }
            })
        })?);
    }
    let belt = drawing_up::belt(&field, &sketch);
    let mut forces = Vec::new();
    let mut drawn = Vec::new();
    let mut depths = Vec::new();
    for side in [0, 1] {
        let attacks = side == 0;
        let southern = sketch.northward == attacks;
        let most = drawing_up::depth(&sketch, attacks, MOST);
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
            room: (most * sketch.width * 6 / 10).min(MOST),
        };
        let no_force = || CannotMake::NoForce {
            people: peoples[side].name.clone(),
            points: points[side],
            year: order.year,
            width,
        };
        let force = bought.buy(dice).ok_or_else(no_force)?;
        let depth = drawing_up::depth(&sketch, attacks, force.stands());
        let zone = (attacks, southern, depth);
        drawn.push(
            drawing_up::draw_up(&field, &sketch, &force, zone, cohesion[side], dice).ok_or_else(no_force)?,
        );
        depths.push(depth);
        forces.push(force);
    }
    let pair = |both: Vec<Force>| <[Force; 2]>::try_from(both).ok();
    let (Some(forces), Ok(drawn)) = (pair(forces), <[Drawn; 2]>::try_from(drawn)) else {
        return Err(CannotMake::Fault("a side is missing".to_owned()));
    };
    let mut plan = Plan {
        order,
        when,
        month,
        peoples,
        cohesion,
        points,
        determination,
        percent,
        sketch,
        field,
        forces,
        drawn,
        depths: [depths[0], depths[1]],
    };
    finish(&mut plan)
}

/// Names the observers and air support teams, tells the break points, and reads the whole again.
fn finish(plan: &mut Plan) -> Result<String, CannotMake> {
    let fault = |faults: &dyn std::fmt::Display| CannotMake::Fault(faults.to_string());
    let (battle, _) = scenario::read("forged", &plan.text(None)).map_err(|faults| fault(&faults))?;
    for side in [0, 1] {
        let given = scenario::observers_given(&battle, plan.seat(side));
        plan.name_observers(side, given);
        plan.name_air_teams(side);
    }
    let told = text::Told {
        break_points: Side::BOTH.map(|seat| {
            let own = battle.units.iter().filter(|unit| unit.side == seat);
            let side = usize::from(plan.seat(1) == seat);
            arithmetic::break_point(own.map(arithmetic::combat_points).sum(), plan.determination[side])
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
            return Err(CannotMake::Fault(format!("the {people} spend {spent} of {}", plan.points[side])));
        }
    }
    applies("design: 6");
    Ok(text)
}

/// Where and between whom: both must have fought there in that year.
fn context(order: &Order, dice: &mut Dice) -> Result<(When, [&'static People; 2]), CannotMake> {
    applies("design: 2");
    let [a, b] = order.nations;
    if a == b {
        return Err(CannotMake::Same(a));
    }
    let find = |nation| history::people(nation).ok_or(CannotMake::NoFormations(nation));
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
    let common: Vec<Theatre> = peoples[0]
        .theatres(order.year)
        .filter(|&theatre| peoples[1].fought(When { year: order.year, theatre }))
        .filter(|&theatre| order.theatre.is_none_or(|asked| asked == theatre))
        .collect();
    if common.is_empty() {
        let asked = order.theatre.map(|theatre| format!(", not in {}", theatre.title())).unwrap_or_default();
        return Err(CannotMake::Apart(a, b, order.year, asked));
    }
    let theatre = common[dice.below(common.len())];
    Ok((When { year: order.year, theatre }, peoples))
}

/// The month: the campaigns that were short keep theirs.
fn month(when: When, dice: &mut Dice) -> u8 {
    let (first, last) = match (when.theatre, when.year) {
        (Theatre::Winter, 1939) => (12, 12),
        (Theatre::Winter, _) => (1, 3),
        (_, 1939) => (9, 9),
        (Theatre::West, 1940) => (5, 6),
        (Theatre::West, 1942) => (8, 8),
        (Theatre::West, 1944) => (6, 12),
        (Theatre::Desert, 1940) => (9, 12),
        (Theatre::Desert, 1943) => (1, 5),
        (Theatre::South, 1943) => (7, 12),
        (Theatre::East, 1941) => (6, 12),
        (Theatre::Pacific, 1941) => (12, 12),
        (_, 1945) => (1, 4),
        _ => (1, 12),
    };
    first + dice.below(usize::from(last - first) + 1) as u8
}
