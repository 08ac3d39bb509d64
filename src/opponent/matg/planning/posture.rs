//! Postures: the stands that move this turn, those that fire, and their groups.

use std::cell::RefCell;
use std::rc::Rc;

use crate::board;
use crate::dice::Dice;
use crate::game::{Rules, Side};
use crate::rules::matg::catalog::Mode;
use crate::rules::matg::movement::posture::{Grouping, PosturePhase};
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Position};

use super::tasks::Task;
use crate::opponent::matg::artillery::plots;
use crate::opponent::matg::movement;
use crate::opponent::matg::movement::way::Way;
use crate::opponent::matg::movement::works;
use crate::opponent::matg::value::case::Case;
use crate::opponent::matg::value::danger::Judge;
use crate::opponent::matg::value::field::Field;
use crate::opponent::matg::weights::Weights;
use crate::rules::matg::movement::posture;

/// The posture planned for a stand, and its gain over staying.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Intention {
    /// The posture.
    pub posture: Posture,
    /// The gain.
    pub gain: f64,
}

/// The share of the battle after which artillery leaves by the edge with the others.
const LEAVES: f64 = 0.4;

const STAY: Intention = Intention { posture: Posture::Fire, gain: 0.0 };

/// The next group, or the next stand for the group being put together.
pub fn choose(
    p: &Position,
    side: Side,
    weights: &Weights,
    draft: Option<&Grouping>,
    choices: &[Choice],
) -> Choice {
    if draft.is_none()
        && choices.iter().any(|choice| matches!(choice, Choice::Work(..) | Choice::Bridge(..)))
        && let Some(labour) = works::labour(&Judge::new(&Field::new(p, side, weights)), choices)
    {
        return labour;
    }
    let intentions = intentions(p, side, weights);
    let intention = |id: Id| intentions[usize::from(id)];
    if let Some(draft) = draft {
        let joins = choices.iter().filter_map(|choice| match choice {
            Choice::Add(tag) => p.battle.find(*tag).map(|id| (id, *choice)),
            _ => None,
        });
        let mut wanted = joins.filter(|&(id, _)| intention(id).posture == draft.posture);
        return wanted.next().map_or(Choice::Done, |(_, choice)| choice);
    }
    let mut best: Option<((bool, f64), Choice)> = None;
    for Band { choice, stands } in bands(p, &intentions, choices) {
        let gain: f64 = stands.iter().map(|&(_, gain)| gain).sum();
        let key = (stands.len() > 1, gain);
        if best.is_none_or(|(most, _)| (key.0 && !most.0) || (key.0 == most.0 && key.1 > most.1)) {
            best = Some((key, choice));
        }
    }
    best.map_or(Choice::Pass, |(_, choice)| choice)
}

/// A group that could be formed now.
pub struct Band {
    /// The choice that begins it.
    pub choice: Choice,
    /// Its stands, each with its gain over staying.
    pub stands: Vec<(Id, f64)>,
}

/// The groups that the planned postures ask for.
pub fn planned(p: &Position, side: Side, weights: &Weights, choices: &[Choice]) -> Vec<Band> {
    bands(p, &intentions(p, side, weights), choices)
}

fn bands(p: &Position, intentions: &[Intention], choices: &[Choice]) -> Vec<Band> {
    let intention = |id: Id| intentions[usize::from(id)];
    let band = |choice: &Choice| {
        let Choice::Group(posture, tag) = *choice else { return None };
        let id = p.battle.find(tag).filter(|&id| intention(id).posture == posture)?;
        let joins = |other| intention(other).posture == posture && p.forces.stand(other).group == 0;
        let gain = |member| (member, intention(member).gain);
        Some(Band { choice: *choice, stands: touching(p, id, joins).into_iter().map(gain).collect() })
    };
    choices.iter().filter_map(band).collect()
}

/// The stands of a kind in contact with a stand, directly or through others, itself included.
fn touching(p: &Position, lead: Id, of_kind: impl Fn(Id) -> bool) -> Vec<Id> {
    let pool: Vec<(Id, board::Cell)> =
        p.forces.on_board(p.battle.side(lead)).filter(|&(id, _)| of_kind(id)).collect();
    let mut group = vec![lead];
    let mut next = 0;
    while next < group.len() {
        if let Some(cell) = p.forces.cell(group[next]) {
            for &(id, at) in &pool {
                if board::adjacent(cell, at) && !group.contains(&id) {
                    group.push(id);
                }
            }
        }
        next += 1;
    }
    group
}

/// The posture planned for every stand of a side, by id.
fn intentions(p: &Position, side: Side, weights: &Weights) -> Vec<Intention> {
    // Markers placed in this phase do not change the plan: they are removed first. Nor do guesses at the enemy's secrets,
    // which differ from decision to decision: the plan has guesses of its own, always the same.
    let mut bare = p.seen_by(side, &mut Dice::seeded(0, 0));
    for stand in &mut bare.forces.stands {
        (stand.posture, stand.group) = (Posture::Fire, 0);
    }
    bare.now.groups = 0;
    bare.now.stack = vec![PosturePhase::begun_by(side).into()];
    let field = Field::new(&bare, side, weights);
    if let Some((its, its_weights, intentions)) = &*field.memory().intentions.borrow()
        && *its == bare
        && its_weights == weights
    {
        return intentions.clone();
    }
    let judge = Judge::new(&field);
    let ways = Ways::new(&field);
    let mut intentions = vec![STAY; bare.forces.stands.len()];
    for &(id, _) in &field.friends {
        intentions[usize::from(id)] = intention(&judge, id, &ways);
    }
    field.memory().intentions.replace(Some((bare.clone(), *weights, intentions.clone())));
    intentions
}

/// A way, with its movement class and task.
type Known = ((Mode, Task), Rc<Way>);

/// Ways for all movement classes and tasks, each worked out on first use.
pub struct Ways<'a> {
    field: &'a Field<'a>,
    seeds: Option<&'a [board::Cell]>,
    ways: RefCell<Vec<Known>>,
}

impl<'a> Ways<'a> {
    /// The ways to the stands' objectives.
    pub fn new(field: &'a Field<'a>) -> Self {
        Self { field, seeds: None, ways: RefCell::default() }
    }

    /// The ways to the nearest of some squares.
    pub fn to(field: &'a Field<'a>, cells: &'a [board::Cell]) -> Self {
        Self { seeds: Some(cells), ..Self::new(field) }
    }

    /// The way of a stand.
    pub fn of(&self, p: &Position, id: Id) -> Rc<Way> {
        let mode = p.battle.unit(id).pace().1;
        let key = (mode, self.field.tasks.task(id));
        if let Some((_, way)) = self.ways.borrow().iter().find(|(its, _)| *its == key) {
            return Rc::clone(way);
        }
        let way = match self.seeds {
            None => Way::on_task(self.field, id),
            Some(cells) => self.field.memory().way(p, mode, cells),
        };
        self.ways.borrow_mut().push((key, Rc::clone(&way)));
        way
    }
}

/// The expected effect of a stand's fire on enemies that come into view this turn, as a share of a full shot.
fn overwatch(field: &Field<'_>, id: Id, here: board::Cell) -> f64 {
    if !field.is_fighter(id) {
        return 0.0;
    }
    let reach = field.reach(id);
    let coming = field.enemies.iter().filter(|&&(enemy, at)| {
        let stride = u16::from(field.p.battle.unit(enemy).pace().0).min(10);
        !field.p.battle.unit(enemy).is_unarmed() && board::within(here, at, reach.min(10) + stride)
    });
    let gains = coming.map(|&(enemy, _)| field.strike_at(id, enemy, (reach / 2).min(6)) * field.worth(enemy));
    gains.fold(0.0, f64::max)
}

fn intention(judge: &Judge<'_>, id: Id, ways: &Ways<'_>) -> Intention {
    let field = judge.field;
    let p = field.p;
    let Some(here) = p.forces.cell(id) else { return STAY };
    let unit = p.battle.unit(id);
    let waits = field.is_battery(id) && unit.guns.iter().any(|(gun, _)| gun.notes.indirect);
    // Rockets without a mission look for a target.
    let seeks = field.is_rockets(id) && plots::is_idle(field, id);
    // Late in the battle, guns leave by the edge with the others.
    let leaves = field.tasks.task(id) == Task::Out && field.over() > LEAVES;
    if unit.pace().0 == 0 || (waits && !seeks && !leaves) {
        return STAY;
    }
    let facing = Some(p.forces.stand(id).facing);
    let way = ways.of(p, id);
    let case = Case::new(judge, id, &way);
    let now = judge.square(id, here, facing);
    let goes = matches!(field.tasks.task(id), Task::Hold(_) | Task::Out);
    if p.now.number == p.battle.turns && now.attack > 0.5 && !goes {
        return STAY; // a move gains nothing more
    }
    let zeal = judge.mood.zeal;
    let stay = case.value_in_fire(here, facing)
        + zeal * (field.weights.stay * now.attack + 0.3 * overwatch(field, id, here));
    // A moved stand has not fired, and a stand marked to move may get no order.
    let ordered = 0.75;
    let consider = |posture: Posture, fires: f64| -> Option<Intention> {
        if !posture::may_take(&p.forces, id, posture) {
            return None;
        }
        let (value, goal) = movement::prospect(&case, posture)?;
        let failed = case.value(here, facing);
        let exposed = field.weights.exposed * judge.mood.caution * judge.square(id, goal, None).danger;
        let naked = if unit.is_personnel() { 0.5 * now.danger } else { 0.15 * now.danger };
        let moved =
            ordered * (value - exposed) + (1.0 - ordered) * failed - naked + fires * zeal * now.attack;
        Some(Intention { posture, gain: moved - stay })
    };
    let moved = consider(Posture::Move, 0.0);
    let both = if now.attack > 1.0 { consider(Posture::FireMove, 0.6) } else { None };
    let best = [moved, both].into_iter().flatten().max_by(|a, b| a.gain.total_cmp(&b.gain));
    best.filter(|intention| intention.gain > field.weights.stir).unwrap_or(STAY)
}
