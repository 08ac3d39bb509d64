//! Where a force made to order begins: attackers company by company along their edge, defenders around what they
//! hold, men and guns forward in cover, what carries them behind.

use super::goods::{Force, Item};
use super::ground::{At, Field, Sketch, apart};
use crate::dice::Dice;
use crate::rules::matg::catalog::{Class, Mode};
use crate::rules::matg::ground::terrain::{Ground, Terrain};
use crate::rules::matg::state::battle::{Role, ScenarioKind};

/// A force on the board.
pub(super) struct Drawn {
    /// The square of each stand, company by company; none for those aboard or beyond the map.
    pub(super) at: Vec<Vec<Option<At>>>,
    /// Light, medium and heavy positions.
    pub(super) positions: [Vec<At>; 3],
    /// Hasty, standard and concentrated minefields.
    pub(super) mines: [Vec<At>; 3],
    pub(super) dummies: Vec<At>,
    pub(super) wire: Vec<At>,
    pub(super) ditches: Vec<At>,
}

/// How deep a side's zone is, from its edge (design: 1).
pub(super) fn depth(sketch: &Sketch, attacks: bool, stands: usize) -> usize {
    let (width, height) = (sketch.width, sketch.height);
    // Those who enter by their edge form up along it, three inches deep or as deep as they need.
    let entering = 3.max((stands * 3).div_ceil(width * 2)).min(height / 4);
    match (sketch.kind, attacks) {
        (ScenarioKind::MeetingEngagement, _) | (ScenarioKind::DelayingAction, true) => entering,
        (ScenarioKind::DelayingAction, false) => height - height.div_ceil(4),
        (ScenarioKind::ReconnaissanceInForce, true) => height / 2 - 5,
        (_, false) => height / 2,
        // Fifteen inches before the foremost place a defender may take (S-152).
        (_, true) => (height / 2).saturating_sub(15),
    }
}

/// Draws up a force in its zone; `None` if it has no room.
pub(super) fn draw_up(
    field: &Field,
    sketch: &Sketch,
    force: &Force,
    (attacks, southern, depth): (bool, bool, usize),
    cohesion: u8,
    dice: &mut Dice,
) -> Option<Drawn> {
    let deploying = Deploying { field, southern, depth, taken: vec![false; field.width * field.height] };
    if attacks || sketch.kind == ScenarioKind::MeetingEngagement {
        deploying.along_the_edge(force)
    } else {
        deploying.around(force, sketch, cohesion, dice)
    }
}

struct Deploying<'a> {
    field: &'a Field,
    southern: bool,
    depth: usize,
    taken: Vec<bool>,
}

impl Deploying<'_> {
    /// Rows from the side's own edge.
    fn rank(&self, at: At) -> usize {
        if self.southern { at.1 } else { self.field.height - 1 - at.1 }
    }

    fn row(&self, rank: usize) -> usize {
        if self.southern { rank } else { self.field.height - 1 - rank }
    }

    /// Whether a stand may begin on a square.
    fn may(&self, item: &Item, at: At) -> bool {
        let index = self.field.index(at);
        if self.taken[index]
            || self.rank(at) >= self.depth
            || matches!(self.field.marks[index], '~' | '#' | 'f')
        {
            return false;
        }
        let mode =
            item.kind.movement.land.filter(|(points, _)| *points > 0).map_or(Mode::Foot, |(_, mode)| mode);
        let ground = ground(self.field.marks[index]);
        let mounted = item.kind.class == Class::Personnel && item.kind.load.is_none();
        if mounted && ground.is_built_up() {
            return false;
        }
        ground.cost(mode).is_some() || self.field.roads[index] != '.'
    }

    /// Takes the best square for a stand: near a place, with cover where it is wanted.
    fn take(&mut self, item: &Item, near: (usize, usize), cover: i64) -> Option<At> {
        let worth = |at: At| {
            let (dx, dy) = (at.0.abs_diff(near.0) as i64, at.1.abs_diff(near.1) as i64);
            let hides = match self.field.marks[self.field.index(at)] {
                '&' | 'o' | '$' | '|' | 'b' | 'B' | '%' | '"' | '^' => 1,
                _ => 0,
            };
            2 * (dx * dx + dy * dy) - hides * cover
        };
        let best = self.field.squares().filter(|&at| self.may(item, at)).min_by_key(|&at| (worth(at), at))?;
        let index = self.field.index(best);
        self.taken[index] = true;
        Some(best)
    }

    fn empty(force: &Force) -> Drawn {
        let rows = force.companies.iter().map(|company| vec![None; company.items.len()]);
        Drawn {
            at: rows.collect(),
            positions: Default::default(),
            mines: Default::default(),
            dummies: Vec::new(),
            wire: Vec::new(),
            ditches: Vec::new(),
        }
    }

    /// Companies beside each other, passengers aboard.
    fn along_the_edge(mut self, force: &Force) -> Option<Drawn> {
        let mut drawn = Self::empty(force);
        let line: Vec<usize> =
            (0..force.companies.len()).filter(|&company| force.companies[company].sort != "staff").collect();
        let (width, front) = (self.field.width, self.depth.min(self.field.height / 3));
        for (company, bought) in force.companies.iter().enumerate() {
            let place = line.iter().position(|&other| other == company);
            // The middle first, then either wing.
            let order = place.map_or(width / 2, |place| {
                let lanes = line.len().max(1);
                let lane = if place % 2 == 0 { lanes / 2 + place / 2 } else { lanes / 2 - place.div_ceil(2) };
                (2 * lane.min(lanes - 1) + 1) * width / (2 * lanes)
            });
            let rank = match bought.sort {
                "staff" | "mortars" | "flak" | "weapons" => 0,
                "tank" | "heavy" | "assault" | "scouts" => front.saturating_sub(1),
                _ => front / 2,
            };
            for (place, item) in bought.items.iter().enumerate() {
                if item.rides.is_none() && !item.off_map {
                    drawn.at[company][place] = Some(self.take(item, (order, self.row(rank)), 0)?);
                }
            }
        }
        Some(drawn)
    }

    /// Around what is held: companies before it and beside it, tanks and staff behind, all dismounted.
    fn around(mut self, force: &Force, sketch: &Sketch, cohesion: u8, dice: &mut Dice) -> Option<Drawn> {
        let mut drawn = Self::empty(force);
        let cells = &self.field.goal.cells;
        let mut goal = cells[cells.len() / 2];
        if sketch.kind == ScenarioKind::DelayingAction {
            goal = (self.field.width / 2, self.row(self.depth * 2 / 3));
        }
        let rank = self.rank(goal).min(self.depth.saturating_sub(4));
        let width = self.field.width;
        let lines = force.companies.iter().filter(|company| forward(company.sort)).count().max(1);
        let mut line = 0;
        for (company, bought) in force.companies.iter().enumerate() {
            let (x, back) = if forward(bought.sort) {
                let x = (2 * line + 1) * width / (2 * lines);
                line += 1;
                // Nearer to what is held than to the wings.
                ((x + goal.0) / 2, rank + 2 + dice.below(2))
            } else {
                let x = (goal.0 as i64 + dice.below(7) as i64 - 3).clamp(0, width as i64 - 1);
                (x as usize, rank.saturating_sub(if bought.sort == "staff" { 3 } else { 2 }))
            };
            for (place, item) in bought.items.iter().enumerate() {
                if item.off_map {
                    continue;
                }
                let fights = item.digs() || !item.kind.guns.is_empty() && item.kind.cargo.is_none();
                let home = matches!(item.role, Role::None);
                let near = match (fights, home) {
                    (true, true) => (x, self.row(back.min(self.depth.saturating_sub(4)))),
                    (true, false) => (goal.0, self.row(rank.saturating_sub(2))),
                    (false, _) => (x, self.row(rank.saturating_sub(6))),
                };
                drawn.at[company][place] = Some(self.take(item, near, if item.digs() { 6 } else { 0 })?);
            }
        }
        self.dig_in(force, &mut drawn);
        self.lay(force, &mut drawn, cohesion, dice);
        Some(drawn)
    }

    /// Positions for the foremost of those who dig, the strongest first.
    fn dig_in(&self, force: &Force, drawn: &mut Drawn) {
        let mut diggers: Vec<At> = Vec::new();
        for (company, bought) in force.companies.iter().enumerate() {
            for (place, item) in bought.items.iter().enumerate() {
                diggers.extend(drawn.at[company][place].filter(|_| item.digs()));
            }
        }
        diggers.sort_by_key(|&at| (std::cmp::Reverse(self.rank(at)), at.0));
        let mut diggers = diggers.into_iter();
        for strength in [2, 1, 0] {
            drawn.positions[strength] = diggers.by_ref().take(force.works.positions[strength]).collect();
        }
    }

    /// Mines and obstacles before the foremost stands, the real ones mixed with the dummies (11.1.3, 11.3.1).
    fn lay(&mut self, force: &Force, drawn: &mut Drawn, cohesion: u8, dice: &mut Dice) {
        let works = &force.works;
        let front: Vec<At> = drawn.at.iter().flatten().flatten().copied().collect();
        let foremost = |x: usize| {
            let near = front.iter().filter(|at| at.0.abs_diff(x) <= 3).map(|&at| self.rank(at)).max();
            near.or(front.iter().map(|&at| self.rank(at)).max()).unwrap_or(0)
        };
        let mut open: Vec<(usize, usize, At)> = Vec::new();
        for at in self.field.squares() {
            let index = self.field.index(at);
            let before = self.rank(at) as i64 - foremost(at.0) as i64;
            let dry = !matches!(self.field.marks[index], '~' | '#' | 'f');
            if self.rank(at) < self.depth && (1..=3).contains(&before) && dry && !self.taken[index] {
                let near = front.iter().map(|&other| apart(at, other)).min().unwrap_or(99);
                open.push((before.abs_diff(2) as usize * 2 + near, dice.below(1000), at));
            }
        }
        open.sort_unstable();
        let mut open: Vec<At> = open.into_iter().map(|(_, _, at)| at).collect();
        let real: usize = works.mines.iter().sum();
        let dummies = match cohesion {
            ..=11 => real / 4,
            12..=14 => real / 2,
            _ => real,
        };
        for (strength, &count) in works.mines.iter().enumerate().rev() {
            drawn.mines[strength] = cut(&mut open, count);
        }
        // A ditch only in ground that can be dug.
        let soft = |at: &At| {
            let index = self.field.index(*at);
            matches!(self.field.marks[index], '.' | ',' | '"') && self.field.roads[index] == '.'
        };
        let ditches: Vec<At> = open.iter().copied().filter(soft).take(works.ditches).collect();
        open.retain(|at| !ditches.contains(at));
        drawn.ditches = ditches;
        drawn.wire = cut(&mut open, works.wire);
        drawn.dummies = cut(&mut open, dummies);
    }
}

/// The first so many.
fn cut(open: &mut Vec<At>, count: usize) -> Vec<At> {
    let count = count.min(open.len());
    open.drain(..count).collect()
}

/// Companies that hold the line.
fn forward(sort: &str) -> bool {
    matches!(sort, "foot" | "motor" | "weapons" | "guns" | "engineers")
}

/// The ground of a mark.
fn ground(mark: char) -> Ground {
    let rows: &[Terrain] =
        super::ground::LEGEND.iter().find(|(known, _)| *known == mark).map_or(&[], |(_, rows)| rows);
    rows.iter().copied().collect()
}
