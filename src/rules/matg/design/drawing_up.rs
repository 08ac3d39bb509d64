//! Where a force made to order begins: attackers company by company along their edge, defenders around what they
//! hold, men and guns forward in cover, what carries them behind.

use super::goods::{Company, Force, Item};
use super::ground::{At, Field, Sketch, apart};
use crate::dice::Dice;
use crate::rules::matg::catalog::{Class, Mode};
use crate::rules::matg::ground::terrain::{Ground, Terrain};
use crate::rules::matg::state::battle::ScenarioKind;

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
        deploying.hold(force, sketch, cohesion, dice)
    }
}

/// Where a company of the defenders goes: its middle, its rank from the own edge, and the inches between its stands.
struct Post {
    x: usize,
    rank: usize,
    gap: usize,
    /// Column and rank of a road that its first stand closes.
    road: Option<At>,
}

impl Post {
    /// Column and rank of one of so many stands: abreast, every second a step back.
    fn of(&self, number: usize, stands: usize) -> At {
        if let Some(road) = self.road.filter(|_| number == 0) {
            return road;
        }
        let across = 2 * number as i64 + 1 - stands as i64;
        let x = (2 * self.x as i64 + across * self.gap as i64).max(0) / 2;
        (x as usize, self.rank.saturating_sub(number % 2))
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

    /// Around what is held, or in depth over the whole breadth; tanks and staff behind, all dismounted.
    fn hold(mut self, force: &Force, sketch: &Sketch, cohesion: u8, dice: &mut Dice) -> Option<Drawn> {
        let mut drawn = Self::empty(force);
        let posts = match sketch.kind {
            ScenarioKind::DelayingAction => self.in_depth(force),
            _ => self.around(force, dice.below(2) == 0),
        };
        // Men and guns choose their squares before those who only follow them.
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
                    let near = (near.0.min(self.field.width - 1), self.row(near.1.min(self.depth - 1)));
                    let closes = !follow && placed == 1 && post.road.is_some();
                    let cover = if item.digs() && !closes { 6 } else { 0 };
                    drawn.at[company][place] = Some(self.take(item, near, cover)?);
                }
            }
        }
        self.dig_in(force, &mut drawn);
        if sketch.kind == ScenarioKind::DelayingAction {
            self.belt(force, &mut drawn);
        }
        self.lay(force, &mut drawn, cohesion, dice);
        Some(drawn)
    }

    /// Each company's place about what is held: the first in it, the next before it to either side, guns that look past
    /// it, what moves behind it.
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
            let (which, places) = match bought.sort {
                "guns" => (1, &guns[..]),
                sort if forward(sort) => (0, &line[..]),
                _ => (2, &back[..]),
            };
            let (across, up, gap) = match bought.sort {
                "staff" => (0, -3, 1),
                "mortars" | "flak" | "artillery" => (0, -5, 2),
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

    /// Companies abreast over the whole breadth in two lines, for those who delay: two of three in the first.
    fn in_depth(&self, force: &Force) -> Vec<Post> {
        let lines = force.companies.iter().filter(|company| forward(company.sort)).count();
        let first = lines - lines / 3;
        let (width, mut at, mut backs) = (self.field.width, 0, 0);
        let post = |bought: &Company| {
            let spread = |number: usize, of: usize, tenths: usize| {
                let of = of.max(1);
                let gap = (width / of / bought.fighters().max(1)).max(1);
                let (x, rank) = ((2 * number + 1) * width / (2 * of), self.depth * tenths / 10);
                let near = |&road: &usize| road.abs_diff(x) * 2 * of <= width;
                // Those in the first line close it in the belt before them.
                let line = if tenths == 6 { self.belt_rank() } else { rank };
                let road = self.crossings(line).into_iter().find(near).map(|road| (road, line));
                Post { x, rank, gap, road }
            };
            if forward(bought.sort) {
                at += 1;
                return match at - 1 {
                    number if number < first => spread(number, first, 6),
                    number => spread(number - first, lines - first, 3),
                };
            }
            match bought.sort {
                "staff" => Post { x: width / 2, rank: self.depth / 10, gap: 1, road: None },
                "mortars" | "flak" | "artillery" => {
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

    /// Where the ditches of those who delay lie: a little before their first line.
    fn belt_rank(&self) -> usize {
        (self.depth * 6 / 10 + 2).min(self.depth - 1)
    }

    /// The columns in which roads cross a rank.
    fn crossings(&self, rank: usize) -> Vec<usize> {
        let road = |x: &usize| self.field.roads[self.field.index((*x, self.row(rank)))] != '.';
        let mut columns: Vec<usize> = (0..self.field.width).filter(road).collect();
        columns.dedup_by(|next, before| *next - *before <= 2);
        columns
    }

    /// A belt of ditches over the whole breadth before the first line of those who delay, from the roads outward, and
    /// mines on the roads through it.
    fn belt(&mut self, force: &Force, drawn: &mut Drawn) {
        let rank = self.belt_rank();
        let roads = self.crossings(rank);
        let middle = self.field.width / 2;
        let from_road =
            |x: usize| roads.iter().map(|road| road.abs_diff(x)).min().unwrap_or(x.abs_diff(middle));
        let mut columns: Vec<usize> = (0..self.field.width).collect();
        columns.sort_by_key(|&x| (from_road(x), x));
        let free = |at: At| !self.taken[self.field.index(at)];
        let row = self.row(rank);
        let ditches = columns.iter().map(|&x| (x, row)).filter(|&at| self.is_soft(at) && free(at));
        drawn.ditches = ditches.take(force.works.ditches).collect();
        let on_road = |at: &At| self.field.roads[self.field.index(*at)] != '.' && free(*at);
        let dry = |at: &At| !matches!(self.field.marks[self.field.index(*at)], '~' | '#' | 'f');
        let near = |at: &At| (rank..rank + 3).contains(&self.rank(*at)) && self.rank(*at) < self.depth;
        let mut mined: Vec<At> =
            self.field.squares().filter(|at| near(at) && on_road(at) && dry(at)).collect();
        mined.sort_by_key(|&at| (self.rank(at).abs_diff(rank), at));
        for strength in [2, 1, 0] {
            drawn.mines[strength] = cut(&mut mined, force.works.mines[strength]);
        }
        for at in drawn.ditches.iter().chain(drawn.mines.iter().flatten()) {
            let index = self.field.index(*at);
            self.taken[index] = true;
        }
    }

    /// Whether a ditch can be dug in a square (11.3.1).
    fn is_soft(&self, at: At) -> bool {
        let index = self.field.index(at);
        matches!(self.field.marks[index], '.' | ',' | '"') && self.field.roads[index] == '.'
    }

    /// Positions for the foremost of those who dig, the strongest first.
    fn dig_in(&self, force: &Force, drawn: &mut Drawn) {
        let mut diggers: Vec<At> = Vec::new();
        for (company, bought) in force.companies.iter().enumerate() {
            for (place, item) in bought.items.iter().enumerate() {
                diggers.extend(drawn.at[company][place].filter(|_| item.digs()));
            }
        }
        // Houses shelter well enough.
        let housed = |at: At| ground(self.field.marks[self.field.index(at)]).is_built_up();
        diggers.sort_by_key(|&at| (housed(at), std::cmp::Reverse(self.rank(at)), at.0));
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
                // Across the roads first.
                let road = if self.field.roads[index] == '.' { 6 } else { 0 };
                open.push((before.abs_diff(2) as usize * 2 + near + road, dice.below(1000), at));
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
            let more = count - drawn.mines[strength].len();
            drawn.mines[strength].extend(cut(&mut open, more));
        }
        let more = works.ditches - drawn.ditches.len();
        let ditches: Vec<At> = open.iter().copied().filter(|&at| self.is_soft(at)).take(more).collect();
        open.retain(|at| !ditches.contains(at));
        drawn.ditches.extend(ditches);
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
