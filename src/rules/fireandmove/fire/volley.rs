//! One fire card against one group: the figures that fire and their strength, computed before the dice are
//! rolled.

use crate::board::{Cell, Compass, line};
use crate::game::{Digest, Modifier, Side};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::fireandmove::battlefield::fighting_positions::{self, Only};
use crate::rules::fireandmove::battlefield::{Field, Shelter};
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::firers::{is_alike, is_automatic, is_effective, weapon_bonus};
use crate::rules::fireandmove::fire::strength::{Band, FireCard, OnTheMove, Strength};
use crate::rules::fireandmove::optional::night;
use crate::rules::fireandmove::state::{Fig, Forces, Gid, Terrain};
use crate::rules::fireandmove::vehicles::transport;

/// How the firing group fires.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Manner {
    /// During a move (12).
    pub on_move: bool,
    /// The weapons' bonus has been used by another card this turn (26.2).
    pub bonus_spent: bool,
    /// The leader's modifier has been used by another card this turn (26.1).
    pub leader_spent: bool,
    /// Which figures of the group may fire at this target (54).
    pub only: Only,
}

impl Manner {
    /// Writes it to the digest.
    pub(in crate::rules::fireandmove) fn digest(self, digest: &mut Digest) {
        for flag in [self.on_move, self.bonus_spent, self.leader_spent] {
            digest.flag(flag);
        }
    }
}

/// The state of the target.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Moving {
    /// It is moving.
    pub moving: bool,
    /// Concealment of its movement card, as a magnitude.
    pub card: u8,
    /// It cannot be enfiladed (91.15, 91.16).
    pub guarded: bool,
    /// Its facing there, if different from its group's facing now (ruling FM-93).
    pub front: Option<Compass>,
    /// It is in a river (92.47, ruling FM-103).
    pub river: bool,
    /// It is climbing over a wall, which gives it nothing (92.44, ruling FM-103).
    pub climbs: bool,
}

/// What is fired at: a group, the square where it stands or passes, and how it counts there.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The group.
    pub group: Gid,
    /// Its square.
    pub at: Cell,
    /// Its state.
    pub moving: Moving,
}

impl Mark {
    /// A group where it stands.
    pub fn at_rest(forces: &Forces, group: Gid) -> Self {
        Self { group, at: forces.group(group).at, moving: forces.at_rest(group) }
    }
}

/// One card's fire at one group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Volley {
    /// The firing figures.
    pub men: Vec<Fig>,
    /// Those whose bonus counts, and the bonus.
    pub weapons: Vec<(Fig, i16)>,
    /// The firer with a Hero card.
    pub hero: Option<Fig>,
    /// The inputs to its strength.
    pub strength: Strength,
    /// The range band.
    pub band: Band,
    /// Concealment from other features along the line, going to ground, smoke and cards.
    pub concealment: Vec<Modifier>,
}

/// Whether a group can fire a card from one square at another: like [`volley`], without
/// computing the strength.
#[apply(rule, "15.5", "15.4", "16.2", "15.2", "23.1", "23.3")]
pub fn reaches(
    field: &Field,
    forces: &Forces,
    group: Gid,
    card: FireCard,
    from: Cell,
    to: Cell,
    manner: Manner,
) -> bool {
    let band = Field::band(from, to);
    if manner.on_move && band != Band::Close || !sees(field, forces, forces.group(group).side, from, to) {
        return false;
    }
    let members = &forces.group(group).members;
    if members.len() < usize::from(card.fewest()) {
        return false;
    }
    let count =
        members.iter().filter(|&&figure| is_effective(forces, figure, group, from, to, manner)).count();
    // 85.5, 86.2: only some passengers can fire, plus the gunner of the vehicle's pintle gun.
    let top = transport::top_gun(forces, group).filter(|_| count > 0 && !manner.on_move);
    let count = transport::firing_aboard(forces, group, count)
        + usize::from(top.is_some_and(|(_, man)| man.is_some()));
    if count < usize::from(card.fewest()) {
        return false;
    }
    let men = count.min(usize::from(card.most())) as u8;
    let side = forces.group(group).side;
    forces.battle().sides[side.index()].fire.base(men, band).is_some()
        || volley(field, forces, group, card, from, to, manner).is_some()
}

/// A group's fire with a card from one square at another; `None` if it cannot fire (15.1).
#[apply(rule, "15.2", "15.1")]
#[apply(rule, "26.2" if sees(field, forces, forces.group(group).side, from, to))]
pub fn volley(
    field: &Field,
    forces: &Forces,
    group: Gid,
    card: FireCard,
    from: Cell,
    to: Cell,
    manner: Manner,
) -> Option<Volley> {
    if !sees(field, forces, forces.group(group).side, from, to) {
        return None;
    }
    let band = Field::band(from, to);
    let Manner { on_move, bonus_spent, leader_spent, .. } = manner;
    // 12.2: on the move, only at close range.
    if on_move && band != Band::Close {
        return None;
    }
    let side = forces.group(group).side;
    let worth = |figure: Fig| {
        let gunner = forces.figure(figure).assists.unwrap_or(figure);
        let bonus = weapon_bonus(field, forces, gunner, from, band, on_move).unwrap_or(-9)
            + forces.weapon(figure).flame.unwrap_or(0);
        // A platoon leader fires only if needed; otherwise their modifier counts (7.4).
        (forces.rank(figure) != Rank::Platoon, bonus, gunner == figure, std::cmp::Reverse(figure))
    };
    let members = &forces.group(group).members;
    let mut men: Vec<Fig> = members
        .iter()
        .copied()
        .filter(|&figure| is_effective(forces, figure, group, from, to, manner))
        .collect();
    men.sort_unstable_by_key(|&figure| std::cmp::Reverse(worth(figure)));
    men.truncate(transport::firing_aboard(forces, group, men.len()));
    let top = transport::top_gun(forces, group).filter(|_| !men.is_empty() && !on_move);
    let gunner = top.and_then(|(_, gunner)| gunner);
    if men.len() + usize::from(gunner.is_some()) < usize::from(card.fewest()) {
        return None;
    }
    men.truncate(usize::from(card.most()) - usize::from(gunner.is_some()));
    // The bonuses count only once a turn.
    let weapons = if bonus_spent { Vec::new() } else { counted(field, forces, &men, from, band, on_move) };
    let flames = |&(figure, _): &(Fig, i16)| forces.weapon(figure).flame.is_some();
    let flamethrower = weapons.iter().rfind(|weapon| flames(weapon)).map(|&(_, value)| value);
    let others = weapons.iter().filter(|weapon| !flames(weapon)).map(|&(_, value)| value);
    let mut bonus = others.reduce(|sum, value| sum + value);
    // 86.2: the vehicle's pintle gun, and the crew figure that fires it.
    if let Some((strength, gunner)) = top {
        bonus = Some(bonus.unwrap_or(0) + strength);
        men.extend(gunner);
    }
    let only_flame = flamethrower.is_some() && men.len() == 1;
    let base = base(forces, side, men.len(), band);
    let base = if only_flame { 0 } else { base.or(bonus.map(|_| 0))? };
    let automatic = is_automatic(forces, group);
    let moving = if automatic { OnTheMove::AllAutomatic } else { OnTheMove::Mixed };
    let leader = forces.platoon_leader(group).filter(|figure| !leader_spent && !men.contains(figure));
    let hero = men.iter().copied().find(|&figure| forces.figure(figure).fires_boldly());
    let ground = field.feature(from).ground;
    // 91.16: the first fire from good concealment.
    let ambush = forces.group(group).ambush && ground.cover().stationary >= 2;
    let strength = Strength {
        base,
        bonus,
        flamethrower,
        on_the_move: on_move.then_some(moving),
        enfilade: 0,
        leader: leader.map_or(0, |figure| forces.soldier(figure).leader),
        hero: hero.is_some(),
        fear: false,
        concealment: 0,
        veil: 0,
        water: fires_from_water(field, forces, group, from),
        target: 0,
        ambush,
        banzai: false,
        horses: false,
    };
    Some(Volley { men, weapons, hero, strength, band, concealment: Vec::new() })
}

/// The weapons that count, with their bonuses: one of a kind.
fn counted(
    field: &Field,
    forces: &Forces,
    men: &[Fig],
    from: Cell,
    band: Band,
    on_move: bool,
) -> Vec<(Fig, i16)> {
    let mut weapons: Vec<(Fig, i16)> = Vec::new();
    for &figure in men {
        if weapons.iter().any(|&(other, _)| is_alike(forces, other, figure)) {
            continue;
        }
        let flame = forces.weapon(figure).flame;
        let value = flame.or_else(|| weapon_bonus(field, forces, figure, from, band, on_move));
        weapons.extend(value.map(|value| (figure, value)));
    }
    weapons
}

/// The strength of so many figures by their side's fire table, without the leader's modifier (7.4).
#[apply(rule, "17.5", "7.4")]
fn base(forces: &Forces, side: Side, men: usize, band: Band) -> Option<i16> {
    forces.battle().sides[side.index()].fire.base(men as u8, band)
}

/// A volley's fire against a group where it stands or passes (23.5, 25.2, 43.1).
pub fn against(
    terrain: &Terrain,
    forces: &Forces,
    mut volley: Volley,
    card: FireCard,
    from: Cell,
    mark: Mark,
) -> Volley {
    let Mark { group: target, at: to, moving } = mark;
    let group = forces.group(target);
    volley.strength.banzai = group.banzai;
    // 91.15, 91.16: some moving or withdrawing groups cannot be enfiladed.
    // 25.3: so can a group that stands facing three ways, from anywhere.
    let behind = is_behind(moving.front.unwrap_or(group.front), to, from);
    let open = moving.front.is_none() && forces.has_no_front(target);
    if (behind || open) && !moving.guarded {
        volley.strength.enfilade = card.enfilade(volley.band);
    }
    volley.strength.fear = group.fear;
    let [ground, veil] = concealment(terrain, forces, from, mark, terrain.smoke(from, to));
    volley.strength.target = forces.hurt(target);
    volley.strength.horses = forces.is_horsed(target);
    // 18.3: flamethrowers ignore concealment from ground, but not from cards, smoke and night.
    volley.strength.concealment = ground.iter().map(|line| line.value).sum();
    volley.strength.veil = veil.iter().map(|line| line.value).sum();
    volley.concealment = [ground, veil].concat();
    volley
}

/// The modifiers of a target's concealment, with printed signs: by the ground, which flamethrowers ignore, and by
/// all else, with smoke of this thickness (23.5, 13.1, 11.1, 30.2, 79.2).
#[apply(rule, "23.4", "13.1", "11.1", "79.2")]
pub fn concealment(
    terrain: &Terrain,
    forces: &Forces,
    from: Cell,
    mark: Mark,
    smoke: u8,
) -> [Vec<Modifier>; 2] {
    let Mark { group: target, at: to, moving } = mark;
    applies(terrain.field().feature(to).ground.rule());
    if let Some(border) = terrain.field().last_border(from, to) {
        applies(border.rule());
    }
    // 54.3: there is no concealment on top of a pillbox.
    let shelter = if fighting_positions::is_atop(terrain.field(), forces, target) || moving.river {
        Shelter::Nothing
    } else if moving.climbs {
        Shelter::Ground
    } else if forces.group(target).grounded {
        Shelter::Grounded
    } else {
        Shelter::Terrain
    };
    let line = terrain.field().fire(from, to).screen(moving.moving, Field::band(from, to), shelter);
    let night = night::night_cover(terrain, forces, target, to);
    let ground = checks::modifiers([
        (-line.best, "ground and borders", "23.5"),
        (-line.grounded, "gone to ground", "13.1"),
        (-line.more, "features on the way", "23.5"),
    ]);
    let veil = checks::modifiers([
        (i16::from(moving.river), "in a river", "92.47"),
        (-i16::from(moving.card), "movement card", "11.1"),
        (-i16::from(smoke), "smoke", "30.2"),
        (-night, "night", "79.2"),
        (-gun_shield(forces, from, mark), "gun shield", "61.4"),
    ]);
    [ground, veil]
}

/// The strength that a gun's shield takes from fire at its front (61.4).
pub fn gun_shield(forces: &Forces, from: Cell, mark: Mark) -> i16 {
    let group = forces.group(mark.group);
    i16::from(group.gun.is_some_and(|gun| {
        forces.battle().weapons[usize::from(gun.weapon)].shield
            && !is_behind(mark.moving.front.unwrap_or(group.front), mark.at, from)
    }))
}

/// The square of another group of a side that stands on the line between two squares (23.1).
pub fn own_group_between(forces: &Forces, side: Side, from: Cell, to: Cell) -> Option<Cell> {
    let inside = |at: i16, a: i16, b: i16| (a.min(b)..=a.max(b)).contains(&at);
    let near = |cell: &Cell| {
        *cell != from && *cell != to && inside(cell.x, from.x, to.x) && inside(cell.y, from.y, to.y)
    };
    let others = forces.groups_of(side).filter(|&other| !forces.group(other).deep);
    let others: Vec<Cell> = others.map(|other| forces.group(other).at).filter(near).collect();
    if others.is_empty() {
        return None;
    }
    let passed = line(from, to).filter(|crossing| !crossing.corner).map(|crossing| crossing.cell);
    passed.into_iter().find(|cell| others.contains(cell))
}

/// Whether a group of a side can see from one square to another: neither the ground nor another of its own
/// groups is in the way (23.1, 23.3).
pub fn sees(field: &Field, forces: &Forces, side: Side, from: Cell, to: Cell) -> bool {
    field.fire(from, to).clear() && own_group_between(forces, side, from, to).is_none()
}

/// The paragraph that takes one off fire from the water a group is in (92.29, 92.47, 92.49).
pub(in crate::rules::fireandmove) fn fires_from_water(
    field: &Field,
    forces: &Forces,
    group: Gid,
    from: Cell,
) -> Option<&'static str> {
    let ground = field.feature(from).ground;
    match forces.group(group).more.river {
        true => Some("92.47"),
        false => ground.is_wet().then(|| ground.rule()),
    }
}

/// How a group may fire at another that stands or passes at a square, if night and pillboxes allow it.
#[apply(rule, "79.1")]
pub fn manner_at(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    target: Gid,
    to: Cell,
    manner: Manner,
) -> Option<Manner> {
    let from = forces.group(group).at;
    if night::is_too_dark(terrain, forces, target, to, Field::band(from, to)) {
        return None;
    }
    match manner.only {
        Only::All => match fighting_positions::through_slits(terrain.field(), forces, group, target, to) {
            Only::Nobody => None,
            only => Some(Manner { only, ..manner }),
        },
        _ => Some(manner),
    }
}

/// Whether a group has a target for a fire card.
pub fn has_target(terrain: &Terrain, forces: &Forces, group: Gid, card: FireCard, manner: Manner) -> bool {
    targets(terrain, forces, group, card, manner).next().is_some()
}

/// The enemy groups a group can fire at with a card.
pub fn targets(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    card: FireCard,
    manner: Manner,
) -> impl Iterator<Item = Gid> {
    let Some(from) = (!forces.group(group).members.is_empty()).then(|| forces.group(group).at) else {
        unreachable!("a group that acts has members")
    };
    let enemies = forces.foes(forces.group(group).side);
    enemies.filter(move |&enemy| {
        let to = forces.group(enemy).at;
        manner_at(terrain, forces, group, enemy, to, manner)
            .is_some_and(|manner| reaches(terrain.field(), forces, group, card, from, to, manner))
    })
}

impl Forces {
    /// How a stationary group counts as a target, in either side's turn: as moving, if cards are set aside on
    /// it (9.5).
    #[apply(rule, "9.5")]
    pub fn at_rest(&self, target: Gid) -> Moving {
        let group = self.group(target);
        Moving { moving: group.aside > 0, river: group.more.river, ..Moving::default() }
    }
}

/// Whether a square lies behind the line through a group's front (25.1, 25.4).
#[apply(rule, "25.1", "25.4")]
pub fn is_behind(front: Compass, group: Cell, other: Cell) -> bool {
    let (fx, fy) = front.delta();
    let (dx, dy) = (other.x - group.x, other.y - group.y);
    i32::from(fx) * i32::from(dx) + i32::from(fy) * i32::from(dy) < 0
}

/// Whether a square lies in the arc of 60 degrees in front of a group, both edges included (17.3).
#[apply(rule, "17.3")]
pub(in crate::rules::fireandmove) fn in_arc(front: Compass, group: Cell, other: Cell) -> bool {
    let (fx, fy) = front.delta();
    let (dx, dy) = (i64::from(other.x - group.x), i64::from(other.y - group.y));
    let ahead = i64::from(fx) * dx + i64::from(fy) * dy;
    let front_squared = if front.is_diagonal() { 2 } else { 1 };
    // cos 30 degrees is half the root of 3: 4 times the square of the dot product against 3 times the lengths.
    ahead > 0 && 4 * ahead * ahead >= 3 * front_squared * (dx * dx + dy * dy)
}
