//! The squares where stands are likely to be some turns from now, enemy and friendly.

use crate::board::{self, Cell, Compass};
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::position::{Id, Position};

use crate::opponent::matg::movement::way::{FAR, Way};
use crate::opponent::matg::planning::plan;
use crate::opponent::matg::planning::posture::Ways;
use crate::opponent::matg::value::field::Field;

/// The chance that a moving enemy takes the predicted route.
const FORESEEN: f64 = 0.5;

/// The maximum number of turns predicted for a stand.
const HORIZON: u8 = 3;

/// The field some turns ahead.
pub struct Outlook {
    /// Enemies with the squares they may be on, each with its chance.
    pub places: Vec<(Id, Cell, f64)>,
    /// Squares that friendly stands are on or pass.
    own: Vec<Cell>,
}

impl Outlook {
    /// Predicts the field this many turns ahead.
    pub fn new(field: &Field<'_>, turns: u8) -> Self {
        let p = field.p;
        let turns = turns.clamp(1, HORIZON);
        let targets: Vec<Cell> = field.friends.iter().map(|&(_, cell)| cell).collect();
        let theirs = Ways::to(field, &targets);
        let ours = Ways::new(field);
        let mut places = Vec::new();
        for &(enemy, at) in &field.enemies {
            let stays = stays(field, enemy, turns);
            places.push((enemy, at, stays));
            if p.forces.stand(enemy).posture != Posture::Fire {
                let trail = trail(p, enemy, at, &theirs.of(p, enemy), turns);
                places.extend(
                    halts(field, enemy, &trail)
                        .map(|(cell, share)| (enemy, cell, share * (1.0 - stays) * FORESEEN)),
                );
            }
        }
        let mut own = Vec::new();
        for &(id, at) in &field.friends {
            own.push(at);
            // A stand that fires this turn may move next turn.
            let moves = if p.forces.stand(id).posture == Posture::Fire { turns - 1 } else { turns };
            if field.is_fighter(id) && moves > 0 {
                let way = ours.of(p, id);
                let halt = plan::standoff(field, id, &way) / 2;
                own.extend(trail(p, id, at, &way, moves).into_iter().filter(|&cell| way.from(cell) > halt));
            }
        }
        own.sort_unstable();
        own.dedup();
        Self { places, own }
    }

    /// Whether no friendly stand will be within this many inches of these squares or pass over them.
    pub fn is_clear(&self, field: &Field<'_>, cells: &[Cell], inches: u16) -> bool {
        let near = |at: Cell, inches| cells.iter().any(|&cell| board::within(cell, at, inches));
        !field.friends.iter().any(|&(_, at)| near(at, inches)) && !self.own.iter().any(|&at| near(at, 1))
    }

    /// The likeliest squares for fire at a moving enemy.
    pub fn likeliest(&self, field: &Field<'_>, most: usize) -> Vec<Cell> {
        let mut rated: Vec<(f64, Cell)> =
            self.places.iter().map(|&(id, cell, chance)| (chance * field.worth(id), cell)).collect();
        rated.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut cells: Vec<Cell> = Vec::new();
        for (_, cell) in rated {
            if cells.len() < most && !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    }
}

/// The chance that an enemy is still in its square after some turns.
fn stays(field: &Field<'_>, target: Id, turns: u8) -> f64 {
    let p = field.p;
    let a_turn = match p.forces.stand(target).posture {
        Posture::Fire if p.battle.unit(target).pace().0 <= 1 => 0.95,
        Posture::Fire if p.battle.unit(target).is_personnel() => 0.8,
        Posture::Fire => field.weights.stays,
        Posture::FireMove | Posture::Move => 0.15,
    };
    f64::powi(a_turn, i32::from(turns))
}

/// The squares of a stand's route over some turns.
fn trail(p: &Position, id: Id, start: Cell, way: &Way, turns: u8) -> Vec<Cell> {
    let mut cells = Vec::new();
    let from = way.from(start);
    if from >= FAR {
        return cells;
    }
    let reach = i32::from(p.battle.unit(id).pace().0) * 4 * i32::from(turns);
    let mut cell = start;
    loop {
        let next = Compass::ALL
            .map(|direction| cell.step(direction))
            .into_iter()
            .filter(|&next| p.battle.grid.contains(next))
            .min_by_key(|&next| way.from(next));
        let Some(next) = next.filter(|&next| way.from(next) < way.from(cell)) else { break };
        if from - way.from(next) > reach || way.from(next) == 0 {
            break;
        }
        cells.push(next);
        cell = next;
    }
    cells
}

/// The squares where a stand is likely to halt, each with its chance: at the end of its movement, in cover,
/// and at defiles.
fn halts<'a>(field: &Field<'_>, id: Id, trail: &'a [Cell]) -> impl Iterator<Item = (Cell, f64)> + 'a {
    let p = field.p;
    let length = trail.len();
    let weigh = |(number, &cell): (usize, &Cell)| {
        let ground = p.field.ground_at(cell);
        let narrow = [Terrain::Ford, Terrain::Bridge, Terrain::EngineerBridge].iter().any(|&t| ground.has(t));
        // It is already past the first third of its route.
        let early = 3 * number < length && length > 3;
        let mut weight = if early { 0.3 } else { 1.0 };
        weight += if narrow { 5.0 } else { 0.0 };
        weight += if field.shelter(id, cell) > 0 && !early { 3.0 } else { 0.0 };
        weight += if ground.road().is_some() { 0.5 } else { 0.0 };
        weight + if number + 1 == length { 4.0 } else { 0.0 }
    };
    let weights: Vec<f64> = trail.iter().enumerate().map(weigh).collect();
    let total = weights.iter().sum::<f64>().max(1.0);
    trail.iter().zip(weights).map(move |(&cell, weight)| (cell, weight / total))
}
