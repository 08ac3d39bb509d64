//! The field as the deciding side finds it, counted once for a thought: who is where, what each is worth,
//! how far it fires, and what fire between two squares would do.

use crate::board::{self, Cell};
use crate::game::Side;
use crate::rules::matg::catalog::{Class, Traverse};
use crate::rules::matg::fire::{arcs, charts};
use crate::rules::matg::ground::terrain::{Terrain, When};
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::{Arm, GunUse};
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::position::{Id, Position};

use super::worth::{self, Hurt};

/// A gun, with what a quick estimate needs of it.
#[derive(Copy, Clone, Debug)]
struct Barrel {
    ap: Option<i16>,
    he: Option<i16>,
    ap_range: u16,
    he_range: u16,
    minimum: u16,
    arc: Option<Traverse>,
    usage: GunUse,
    /// Throws a turn: sections of a battery, and less than one for slow reloading.
    rate: f64,
}

/// The cover of a square to one kind of target: what counts always, what conceals, the crest.
#[derive(Copy, Clone, Default, Debug)]
struct Cover {
    open: i16,
    concealing: i16,
    crest: i16,
}

/// What the side knows of the field.
pub struct Field<'a> {
    /// The position.
    pub p: &'a Position,
    /// The deciding side.
    pub side: Side,
    /// Worth of every stand with its cargo, by id.
    pub worth: Vec<f64>,
    /// Own stands on the board.
    pub friends: Vec<(Id, Cell)>,
    /// Enemy stands on the board.
    pub enemies: Vec<(Id, Cell)>,
    barrels: Vec<Vec<Barrel>>,
    reach: Vec<u16>,
    cover: [Vec<Cover>; 2],
}

impl<'a> Field<'a> {
    /// Looks the field over for a side.
    pub fn new(p: &'a Position, side: Side) -> Self {
        let ids = 0..p.stands.len() as Id;
        let barrels: Vec<Vec<Barrel>> = ids.clone().map(|id| barrels(p, id)).collect();
        let reach =
            barrels.iter().map(|b| b.iter().map(|g| g.ap_range.max(g.he_range)).max().unwrap_or(0)).collect();
        let cover = [true, false]
            .map(|personnel| p.battle.grid.cells().map(|cell| cover(p, cell, personnel)).collect());
        Self {
            p,
            side,
            worth: ids.map(|id| worth::with_cargo(p, id)).collect(),
            friends: p.on_board(side).collect(),
            enemies: p.on_board(side.other()).collect(),
            barrels,
            reach,
            cover,
        }
    }

    /// The longest range of a stand, artillery that fires direct included.
    pub fn reach(&self, id: Id) -> u16 {
        self.reach[usize::from(id)]
    }

    /// Worth of a stand with its cargo.
    pub fn worth(&self, id: Id) -> f64 {
        self.worth[usize::from(id)]
    }

    /// Whether two stands would see each other from two squares.
    pub fn sees(&self, one: Id, from: Cell, other: Id, to: Cell) -> bool {
        let foot = |id: Id| matches!(self.p.unit(id).arm, Arm::Infantry | Arm::Horses | Arm::Cavalry);
        self.p.line_of_sight(from, to, foot(one) || foot(other)).is_ok()
    }

    /// What always shields a stand on a square, on either die.
    pub fn shelter(&self, id: Id, cell: Cell) -> i16 {
        let cover = self.cover_of(id, cell);
        cover.open + cover.concealing + cover.crest / 2
    }

    fn cover_of(&self, id: Id, cell: Cell) -> Cover {
        let table = &self.cover[usize::from(!self.p.unit(id).is_personnel())];
        table[self.p.battle.grid.index(cell)]
    }

    /// The share of its worth a stand on `to` is expected to lose in a turn to the fire of another on
    /// `from`, given that it is seen. `flank`: through the side or rear of armour.
    pub fn strike(&self, firer: Id, from: Cell, target: Id, to: Cell, flank: bool) -> f64 {
        let p = self.p;
        let range = spotting::range(from, to);
        if range > self.reach(firer) {
            return 0.0;
        }
        let unit = p.unit(target);
        let armoured = unit.kind.armoured;
        let printed = i16::from(unit.kind.defence);
        let cover = self.cover_of(target, to);
        let crest = if cover.crest != 0 && p.level(from) < p.level(to) { cover.crest } else { 0 };
        let hidden = cover.concealing != 0 && !board::adjacent(from, to) && !p.stand(target).fired;
        let shooter = p.stand(firer);
        let base = p.cohesion(p.side(firer))
            - 4 * i16::from(shooter.suppressed)
            - 3 * i16::from(shooter.disorganized)
            - cover.open
            - crest;
        let start = p.states(target);
        let mut best: f64 = 0.0;
        for gun in &self.barrels[usize::from(firer)] {
            let (power, longest) = if armoured { (gun.ap, gun.ap_range) } else { (gun.he, gun.he_range) };
            let Some(power) = power else { continue };
            if range > longest || range <= gun.minimum || (armoured && shooter.depleted) {
                continue;
            }
            let shell = matches!(gun.usage, GunUse::Artillery | GunUse::Rocket | GunUse::CloseSupport);
            let defence = match (armoured, shell || flank) {
                (true, true) => (printed + 1) / 2,
                _ => printed,
            };
            let band = match gun.usage {
                GunUse::Standard => charts::range_modifier(range),
                GunUse::DualPurpose => charts::dual_purpose_range_modifier(range),
                _ => 0,
            };
            let conceals = if hidden && !shell { cover.concealing } else { 0 };
            let need = if shell { base + cover.open + crest } else { base - conceals };
            let chance = f64::from(need.clamp(1, 19)) / 20.0;
            let differential = power - defence;
            let on_chart = differential >= charts::LOWEST_DIFFERENTIAL;
            let suppressing = shell || (p.unit(firer).support && on_chart);
            let modifier = band + cover.open + cover.concealing + crest;
            let odds = worth::odds(differential, modifier, suppressing);
            let share = Hurt::from(start).after(chance, &odds).share() - Hurt::from(start).share();
            best = best.max(share * gun.rate);
        }
        best.min(1.0)
    }

    /// The share a stand would take from another in the open at so many inches.
    pub fn strike_at(&self, firer: Id, target: Id, inches: u16) -> f64 {
        let unit = self.p.unit(target);
        let armoured = unit.kind.armoured;
        let guns = self.barrels[usize::from(firer)].iter().filter_map(|gun| {
            let (power, longest) = if armoured { (gun.ap, gun.ap_range) } else { (gun.he, gun.he_range) };
            let printed = i16::from(unit.kind.defence);
            let defence = if unit.is_personnel() { printed / 2 } else { printed };
            let standard = matches!(gun.usage, GunUse::Standard | GunUse::DualPurpose);
            (standard && inches <= longest).then_some(power).flatten().map(|power| power - defence)
        });
        let Some(differential) = guns.max() else { return 0.0 };
        let odds = worth::odds(differential, charts::range_modifier(inches), false);
        let chance = f64::from(self.p.cohesion(self.p.side(firer)).clamp(1, 19)) / 20.0;
        let start = Hurt::from(self.p.states(target));
        start.after(chance, &odds).share() - start.share()
    }

    /// Whether fire from a square comes through the front of an enemy as it faces now.
    pub fn is_flank_of(&self, target: Id, to: Cell, from: Cell) -> bool {
        self.p.unit(target).kind.armoured && !arcs::in_front(self.p.stand(target).facing, to, from)
    }

    /// Whether a stand has its move still before it this turn.
    pub fn is_yet_to_move(&self, id: Id) -> bool {
        let stand = self.p.stand(id);
        stand.posture != Posture::Fire && !stand.moved && !stand.pinned
    }

    /// How much of a stand's fire bears in a direction as it faces: all round for turrets, little out of
    /// the arc of fixed guns, which must be turned first.
    pub fn bears(&self, firer: Id, from: Cell, to: Cell) -> f64 {
        let facing = self.p.stand(firer).facing;
        let fixed = self.barrels[usize::from(firer)].iter().any(|gun| gun.arc == Some(Traverse::Front));
        if fixed && !arcs::in_arc(facing, from, to) { 0.3 } else { 1.0 }
    }

    /// Whether all guns of a stand fire forward only.
    pub fn is_fixed_forward(&self, id: Id) -> bool {
        let guns = &self.barrels[usize::from(id)];
        !guns.is_empty() && guns.iter().all(|gun| gun.arc == Some(Traverse::Front))
    }

    /// Batteries and rockets: they fire from where they are, and keep out of the way.
    pub fn is_battery(&self, id: Id) -> bool {
        self.p.unit(id).is_artillery()
    }

    /// A stand that fights: armed, not a battery, not carrying the general.
    pub fn is_fighter(&self, id: Id) -> bool {
        let p = self.p;
        let general = |id: Id| matches!(p.stand(id).role, crate::rules::matg::state::battle::Role::Ghq(_));
        let empty = p.unit(id).kind.class == Class::Carrier && p.cargo(id).next().is_none();
        !p.unit(id).is_unarmed()
            && !empty
            && !self.is_battery(id)
            && !general(id)
            && !p.cargo(id).any(general)
    }
}

fn barrels(p: &Position, id: Id) -> Vec<Barrel> {
    let unit = p.unit(id);
    let guns = unit.guns.iter().map(|(gun, usage)| {
        let slow = gun.notes.reload.map_or(1.0, |every| 1.0 / f64::from(every.max(1)));
        let sections = match usage {
            GunUse::Artillery | GunUse::Rocket => f64::from(unit.kind.sections.max(1)),
            _ => 1.0,
        };
        Barrel {
            ap: gun.ap.map(i16::from),
            he: gun.he.map(i16::from),
            ap_range: gun.ap_range,
            he_range: gun.he_range,
            minimum: gun.notes.minimum.map_or(0, u16::from),
            arc: gun.notes.restricted,
            usage: *usage,
            rate: slow * sections,
        }
    });
    guns.collect()
}

fn cover(p: &Position, cell: Cell, personnel: bool) -> Cover {
    let mut cover = Cover::default();
    for terrain in p.ground_at(cell).rows() {
        let row = terrain.row();
        let value = if personnel { row.personnel } else { row.others };
        match row.when {
            When::Always if row.concealing => cover.concealing += value,
            When::Always => cover.open += value,
            When::Crest => cover.crest += value,
            When::Moving => {}
            // Zones and smoke are gone by the next turn.
            When::Smoke | When::Into => {}
        }
    }
    if p.ground_at(cell).has(Terrain::Wreck) && cover.open > 4 {
        cover.open = 4;
    }
    cover
}
