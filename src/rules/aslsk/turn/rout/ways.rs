//! Rout paths: to the nearest shelter, away from Known Enemy Units (3.6c, 3.6d).

use super::Routing;
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::{Place, Terrain};
use crate::rules::aslsk::state::{Crowd, Forces, Ground};
use crate::side::Side;

/// The next hexes of a routing unit, each with whether it is entered at the woods rate, and whether it must
/// go on.
#[derive(Default)]
pub(super) struct Ways {
    pub(super) steps: Vec<(Place, bool)>,
    pub(super) bound: bool,
}

/// Records the enemies in LOS.
pub(super) fn note_enemies_in_los(ground: &Ground, forces: &Forces, routing: &mut Routing) {
    let unit = forces.unit(routing.unit);
    let Some(here) = unit.place() else { return };
    for enemy in forces.enemies(unit.side) {
        let sees = forces.unit(enemy).place().is_some_and(|there| ground.sees(there, here));
        if sees && !routing.seen.contains(&enemy) {
            routing.seen.push(enemy);
        }
    }
}

/// Whether a routing unit may ignore a shelter: no farther from a Known Enemy Unit than its hex, or the
/// building it is in or started in (3.6d).
#[apply(rule, "3.6d")]
fn may_ignore(ground: &Ground, forces: &Forces, routing: &Routing, here: Place, shelter: Place) -> bool {
    let map = ground.map();
    let known = routing.seen.iter().filter_map(|&enemy| forces.unit(enemy).place());
    let mut known = known.filter(|&there| ground.sees(there, here));
    known.any(|there| map.range(there, shelter) <= map.range(there, here))
        || shelter == routing.start
        || [here, routing.start].into_iter().any(|own| map.one_building(own, shelter))
}

/// The next hexes of a routing unit: on a cheapest path to the nearest shelter it cannot ignore, or to a
/// nearer one it may (3.6c, 3.6d); any hex if none is in reach.
pub(super) fn rout_ways(ground: &Ground, forces: &Forces, crowd: &Crowd, routing: &Routing) -> Ways {
    let Some(here) = forces.unit(routing.unit).place() else { return Ways::default() };
    let map = ground.map();
    let land = Land::about(ground, forces, crowd, routing);
    let mut first: Vec<(Place, bool, u8)> = Vec::new();
    for (_, to) in map.around(here).filter(|&(_, to)| land.may_step(here, to)) {
        for beside in [false, true] {
            let cost = ground.way(Some(here), to, beside).cost;
            // The woods rate differs only on a woods-road (1.1.1e).
            let road = || map.road_between(here, to) && map.terrain(to) == Terrain::Woods;
            if cost <= routing.left && (!beside || road()) {
                first.push((to, beside, cost));
            }
        }
    }
    let shelter = |place: Place| map.terrain(place).shelter();
    let all = |which: &dyn Fn(Place) -> bool| {
        first.iter().filter(|(to, ..)| which(*to)).map(|&(to, beside, _)| (to, beside)).collect()
    };
    if routing.sheltered {
        return Ways { steps: all(&shelter), bound: false };
    }
    let must = |place: Place| !may_ignore(ground, forces, routing, here, place);
    let (shelters, bound) = land.shelters(here, &first, must);
    if !bound {
        return Ways { steps: all(&|_| true), bound: false };
    }
    let leading = shelters.iter().fold(0, |bits, reached| bits | reached.first);
    let steps = first.iter().enumerate().filter(|&(at, &(to, beside, _))| {
        leading & (1 << at) != 0 || (beside && shelters.iter().any(|reached| reached.place == to))
    });
    Ways { steps: steps.map(|(_, &(to, beside, _))| (to, beside)).collect(), bound: true }
}

/// The map as a routing unit sees it.
struct Land<'a> {
    ground: &'a Ground,
    crowd: &'a Crowd,
    side: Side,
    /// HS and leaders routing together.
    coming: (u8, u8),
    left: u8,
    /// The hexes of enemies it cannot move closer to.
    seen: Vec<Place>,
}

/// A hex in reach.
struct Reached {
    place: Place,
    /// The first steps of the paths that reach it, as bits.
    first: u16,
}

impl<'a> Land<'a> {
    fn about(ground: &'a Ground, forces: &Forces, crowd: &'a Crowd, routing: &Routing) -> Land<'a> {
        let coming: Vec<u8> = [routing.unit].into_iter().chain(routing.leader).collect();
        Land {
            ground,
            crowd,
            side: forces.unit(routing.unit).side,
            coming: forces.company(&coming),
            left: routing.left,
            seen: routing.seen.iter().filter_map(|&enemy| forces.unit(enemy).place()).collect(),
        }
    }

    /// Whether it may move from a hex to the next (3.6c).
    #[apply(rule, "3.6c")]
    fn may_step(&self, from: Place, to: Place) -> bool {
        let (size, leaders) = self.coming;
        let map = self.ground.map();
        !self.crowd.known(to, self.side.other())
            && self.crowd.room(to, self.side, size, leaders)
            && self.seen.iter().all(|&there| {
                let (before, after) = (map.range(there, from), map.range(there, to));
                after >= before && !(before == 1 && after == 1)
            })
    }

    /// The shelters in reach by some first steps, up to the nearest that is mandatory (`must`), and whether
    /// there is one.
    fn shelters(
        &self,
        here: Place,
        first: &[(Place, bool, u8)],
        must: impl Fn(Place) -> bool,
    ) -> (Vec<Reached>, bool) {
        let map = self.ground.map();
        // A step costs at least one half MF, so all paths to a hex are known before it is left.
        let mut waiting: Vec<Vec<Place>> = vec![Vec::new(); usize::from(self.left) + 1];
        let mut best: Vec<(u8, u16)> = vec![(u8::MAX, 0); map.size()];
        let come =
            |waiting: &mut Vec<Vec<Place>>, best: &mut Vec<(u8, u16)>, to: Place, cost: u8, bits: u16| {
                let known = &mut best[to.index()];
                if cost < known.0 {
                    *known = (cost, bits);
                    waiting[usize::from(cost)].push(to);
                } else if cost == known.0 {
                    known.1 |= bits;
                }
            };
        for (at, &(to, _, cost)) in first.iter().enumerate() {
            come(&mut waiting, &mut best, to, cost, 1 << at);
        }
        let (mut found, mut bound): (Vec<Reached>, bool) = (Vec::new(), false);
        for cost in 0..=self.left {
            for place in std::mem::take(&mut waiting[usize::from(cost)]) {
                let (cheapest, bits) = best[place.index()];
                if cheapest != cost {
                    continue;
                }
                if place != here && map.terrain(place).shelter() {
                    found.push(Reached { place, first: bits });
                    bound |= must(place);
                }
                for (_, to) in map.around(place).filter(|&(_, to)| to != here) {
                    let total = cost + self.ground.way(Some(place), to, false).cost;
                    if total <= self.left && total <= best[to.index()].0 && self.may_step(place, to) {
                        come(&mut waiting, &mut best, to, total, bits);
                    }
                }
            }
            // Hexes farther away do not matter.
            if bound {
                break;
            }
        }
        (found, bound)
    }
}
