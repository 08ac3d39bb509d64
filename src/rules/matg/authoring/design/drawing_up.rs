//! Deployment of a generated force: attackers company by company along their edge, defenders around the
//! objective with infantry and guns forward in cover and their transports behind.

use super::goods::{Company, Force, Item};
use super::ground::{At, Field, Sketch, ground};
use super::history::CompanyKind;
use super::works::Belt;
use crate::dice::Dice;
use crate::rules::matg::catalog::{Class, Mode};
use crate::rules::matg::state::battle::ScenarioKind;

/// A deployed force.
pub(super) struct Drawn {
    /// The square of each stand, company by company; `None` for stands aboard or off-board.
    pub(super) at: Vec<Vec<Option<At>>>,
    /// Light, medium and heavy positions.
    pub(super) positions: [Vec<At>; 3],
    /// Hasty, standard and concentrated minefields.
    pub(super) mines: [Vec<At>; 3],
    pub(super) dummies: Vec<At>,
    pub(super) wire: Vec<At>,
    pub(super) ditches: Vec<At>,
}

/// The depth of a side's zone from its edge, in inches (design: 1).
pub(super) fn depth(sketch: &Sketch, attacks: bool, stands: usize) -> usize {
    let (width, height) = (sketch.width, sketch.height);
    // A side that enters over its edge forms up along it, three inches deep or as deep as needed.
    let entering = 3.max((stands * 3).div_ceil(width * 2)).min(height / 4);
    match (sketch.kind, attacks) {
        (ScenarioKind::MeetingEngagement, _) | (ScenarioKind::DelayingAction, true) => entering,
        (ScenarioKind::DelayingAction, false) => height - height.div_ceil(4),
        (ScenarioKind::ReconnaissanceInForce, true) => height / 2 - 5,
        (_, false) => height / 2,
        // Fifteen inches from the furthest forward square a defender may occupy (S-152).
        (_, true) => (height / 2).saturating_sub(15),
    }
}

/// The obstacle belt of a delaying defender (S-211).
pub(super) fn belt(field: &Field, sketch: &Sketch) -> Option<Belt> {
    let delays = sketch.kind == ScenarioKind::DelayingAction;
    delays.then(|| Belt::across(field, !sketch.northward, depth(sketch, false, 0)))
}

/// Deploys a force in its zone; `None` if there is no room.
pub(super) fn draw_up(
    field: &Field,
    sketch: &Sketch,
    force: &Force,
    (attacks, southern, depth): (bool, bool, usize),
    cohesion: u8,
    dice: &mut Dice,
) -> Option<Drawn> {
    let ways = [Mode::Tracked, Mode::Wheeled, Mode::Foot].map(|mode| (mode, field.ways(sketch, mode)));
    let taken = vec![false; field.width * field.height];
    let deploying = Deploying { field, southern, depth, taken, ways };
    if !deploying.is_usable() {
        return None;
    }
    if attacks || sketch.kind == ScenarioKind::MeetingEngagement {
        deploying.along_the_edge(force)
    } else {
        deploying.hold(force, sketch, cohesion, dice)
    }
}

/// The place of a defending company: its centre column, its row from its own edge, and the inches between its
/// stands.
struct Post {
    x: usize,
    rank: usize,
    gap: usize,
    /// Column and row of the road square that its first stand blocks.
    road: Option<At>,
}

impl Post {
    /// Column and row of one of its stands: in line abreast, every second one a row back.
    fn of(&self, number: usize, stands: usize) -> At {
        if let Some(road) = self.road.filter(|_| number == 0) {
            return road;
        }
        let across = 2 * number as i64 + 1 - stands as i64;
        let x = (2 * self.x as i64 + across * self.gap as i64).max(0) / 2;
        (x as usize, self.rank.saturating_sub(number % 2))
    }
}

/// A side being deployed.
pub(super) struct Deploying<'a> {
    pub(super) field: &'a Field,
    southern: bool,
    pub(super) depth: usize,
    pub(super) taken: Vec<bool>,
    /// The squares from which each movement class can reach the objective.
    ways: [(Mode, Vec<bool>); 3],
}

impl Deploying<'_> {
    /// Whether, for each movement class, 90% of the squares it may enter in the zone lead to the objective.
    fn is_usable(&self) -> bool {
        self.ways.iter().all(|(mode, reached)| {
            let zone = self.field.squares().filter(|&at| self.rank(at) < self.depth);
            let may: Vec<At> = zone.filter(|&at| self.field.lets_in(at, *mode)).collect();
            let leads = may.iter().filter(|&&at| reached[self.field.index(at)]).count();
            may.len() >= self.field.width && leads * 10 >= may.len() * 9
        })
    }

    /// Rows from the side's own edge.
    pub(super) fn rank(&self, at: At) -> usize {
        if self.southern { at.1 } else { self.field.height - 1 - at.1 }
    }

    pub(super) fn row(&self, rank: usize) -> usize {
        if self.southern { rank } else { self.field.height - 1 - rank }
    }

    /// Whether a stand may start in a square.
    fn may(&self, item: &Item, at: At) -> bool {
        let index = self.field.index(at);
        if self.taken[index]
            || self.rank(at) >= self.depth
            || matches!(self.field.marks[index], '~' | '#' | 'f')
        {
            return false;
        }
        let (points, mode) =
            item.kind.movement.land.filter(|(points, _)| *points > 0).unwrap_or((0, Mode::Foot));
        // A stand that moves must be able to reach the objective.
        let leads = self.ways.iter().any(|(known, reached)| *known == mode && reached[index]);
        if points > 1 && !leads {
            return false;
        }
        let ground = ground(self.field.marks[index]);
        let mounted = item.kind.class == Class::Personnel && item.kind.load.is_none();
        if mounted && ground.is_built_up() {
            return false;
        }
        ground.cost(mode).is_some() || self.field.roads[index] != '.'
    }

    /// Takes the best square for a stand near a location, with cover if wanted.
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

    /// Companies side by side, passengers aboard.
    fn along_the_edge(mut self, force: &Force) -> Option<Drawn> {
        let mut drawn = Self::empty(force);
        let line: Vec<usize> = (0..force.companies.len())
            .filter(|&company| force.companies[company].kind != CompanyKind::Staff)
            .collect();
        let (width, front) = (self.field.width, self.depth.min(self.field.height / 3));
        for (company, bought) in force.companies.iter().enumerate() {
            let place = line.iter().position(|&other| other == company);
            // The centre first, then the wings.
            let order = place.map_or(width / 2, |place| {
                let lanes = line.len().max(1);
                let lane = if place % 2 == 0 { lanes / 2 + place / 2 } else { lanes / 2 - place.div_ceil(2) };
                (2 * lane.min(lanes - 1) + 1) * width / (2 * lanes)
            });
            let rank = match bought.kind {
                CompanyKind::Staff | CompanyKind::Mortars | CompanyKind::Flak | CompanyKind::Weapons => 0,
                CompanyKind::Tank
                | CompanyKind::LightTank
                | CompanyKind::Heavy
                | CompanyKind::Assault
                | CompanyKind::Scouts => front.saturating_sub(1),
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

    /// Deploys around the objective, or in depth across the whole width; tanks and HQs behind, all
    /// dismounted.
    fn hold(mut self, force: &Force, sketch: &Sketch, cohesion: u8, dice: &mut Dice) -> Option<Drawn> {
        let mut drawn = Self::empty(force);
        let belt = belt(self.field, sketch);
        if let Some(belt) = &belt {
            self.close(belt, force, &mut drawn);
        }
        let posts = match &belt {
            Some(belt) => self.in_depth(force, belt),
            None => self.around(force, dice.below(2) == 0),
        };
        // Infantry and guns choose their squares before their transports.
        for follow in [false, true] {
            for (company, (bought, post)) in force.companies.iter().zip(&posts).enumerate() {
                let mut placed = 0;
                let fights =
                    |item: &Item| item.digs() || !item.kind.guns.is_empty() && item.kind.cargo.is_none();
                let fighters = bought.items.iter().filter(|item| fights(item)).count();
                for (place, item) in bought.items.iter().enumerate() {
                    if item.off_map || fights(item) == follow {
                        continue;
                    }
                    let near = if follow {
                        (post.x, post.rank.saturating_sub(5))
                    } else {
                        placed += 1;
                        post.of(placed - 1, fighters)
                    };
                    let x = near.0.min(self.field.width - 1);
                    // No stand is placed in front of the belt.
                    let foremost =
                        belt.as_ref().and_then(|belt| belt.rank(self.field, x)).unwrap_or(self.depth);
                    let near = (x, self.row(near.1.min(foremost - 1)));
                    let closes = !follow && placed == 1 && post.road.is_some();
                    let cover = if item.digs() && !closes { 6 } else { 0 };
                    drawn.at[company][place] = Some(self.take(item, near, cover)?);
                }
            }
        }
        self.dig_in(force, &mut drawn);
        self.lay(force, &mut drawn, cohesion, dice);
        Some(drawn)
    }

    /// Each company's place around the objective: the first on it, the next ones forward on both sides, guns
    /// beside it, mobile companies behind it.
    fn around(&self, force: &Force, left: bool) -> Vec<Post> {
        let goal = self.field.marker();
        let rank = self.rank(goal).min(self.depth - 1) as i64;
        let hand = if left { -1 } else { 1 };
        let third = self.field.width as i64 / 5;
        let line =
            [(0, 0, 1), (hand * third, 3, 2), (-hand * third, 3, 2), (0, 4, 2), (2 * hand * third, 1, 2)];
        let line = [&line[..], &[(-2 * hand * third, 1, 2), (0, -3, 2)]].concat();
        let guns = [(hand * 3, 1, 3), (-hand * 4, 1, 3)];
        let back = [(-hand * 3, -2, 2), (hand * 3, -2, 2), (0, -4, 2)];
        let mut used = [0; 3];
        let post = |bought: &Company| {
            let (which, places) = match bought.kind {
                CompanyKind::Guns => (1, &guns[..]),
                kind if forward(kind) => (0, &line[..]),
                _ => (2, &back[..]),
            };
            let (across, up, gap) = match bought.kind {
                CompanyKind::Staff => (0, -3, 1),
                CompanyKind::Mortars | CompanyKind::Flak | CompanyKind::Artillery => (0, -5, 2),
                _ => {
                    used[which] += 1;
                    places[(used[which] - 1) % places.len()]
                }
            };
            let x = (goal.0 as i64 + across).clamp(1, self.field.width as i64 - 2);
            Post {
                x: x as usize,
                rank: (rank + up).clamp(0, self.depth as i64 - 1) as usize,
                gap,
                road: None,
            }
        };
        force.companies.iter().map(post).collect()
    }

    /// Posts for the companies of a delaying defender: abreast across the whole width in two lines, two
    /// thirds of them in the first.
    fn in_depth(&self, force: &Force, belt: &Belt) -> Vec<Post> {
        let crossings = belt.crossings(self.field);
        let lines = force.companies.iter().filter(|company| forward(company.kind)).count();
        let first = lines - lines / 3;
        let (width, mut at, mut backs) = (self.field.width, 0, 0);
        let post = |bought: &Company| {
            let spread = |number: usize, of: usize, tenths: usize| {
                let of = of.max(1);
                let gap = (width / of / bought.fighters().max(1)).max(1);
                let x = (2 * number + 1) * width / (2 * of);
                // The first line is just behind the belt, with one company where a road crosses it.
                let line = belt.rank(self.field, x).filter(|_| tenths == 6);
                let near = |&(road, _): &At| road.abs_diff(x) * 2 * of <= width;
                let road = line.and_then(|_| crossings.iter().copied().find(near));
                let rank = line.map_or(self.depth * tenths / 10, |line| line.saturating_sub(2));
                Post { x, rank, gap, road: road.map(|(x, line)| (x, line.saturating_sub(1))) }
            };
            if forward(bought.kind) {
                at += 1;
                return match at - 1 {
                    number if number < first => spread(number, first, 6),
                    number => spread(number - first, lines - first, 3),
                };
            }
            match bought.kind {
                CompanyKind::Staff => Post { x: width / 2, rank: self.depth / 10, gap: 1, road: None },
                CompanyKind::Mortars | CompanyKind::Flak | CompanyKind::Artillery => {
                    Post { x: width / 2, rank: self.depth * 2 / 10, gap: 2, road: None }
                }
                _ => {
                    backs += 1;
                    spread((backs - 1) % 2, 2, 4)
                }
            }
        };
        force.companies.iter().map(post).collect()
    }
}

/// Whether this kind of company holds the line.
const fn forward(kind: CompanyKind) -> bool {
    matches!(
        kind,
        CompanyKind::Foot
            | CompanyKind::Motor
            | CompanyKind::Weapons
            | CompanyKind::Guns
            | CompanyKind::Engineers
    )
}
