//! A side's purchases: a platoon leader's group first, then squads with their machine gun, then extras with the
//! remaining points.

use crate::dice::Dice;
use crate::rules::fireandmove::catalog::tables::{self, Tables};
use crate::rules::fireandmove::generator::Order;
use crate::rules::fireandmove::nations::{Nation, Trait};

/// A group that was bought.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Bought {
    /// Keys of its figures.
    pub figures: Vec<String>,
    /// The key of its vehicle.
    pub vehicle: Option<String>,
}

/// Everything a side has bought.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Force {
    /// Its groups.
    pub groups: Vec<Bought>,
    /// Their cost.
    pub points: u16,
}

impl Force {
    /// The number of figures, a vehicle crew counting as one.
    pub(super) fn men(&self) -> usize {
        self.groups.iter().map(|group| group.figures.len() + usize::from(group.vehicle.is_some())).sum()
    }
}

/// Buys a side's force.
pub(super) struct Shop<'a> {
    pub nation: &'a Nation,
    pub tables: &'a Tables,
    pub order: &'a Order,
}

/// The most groups for a side, and figures for a group besides its leader.
const GROUPS: usize = 9;
const SQUAD: usize = 7;

impl Shop<'_> {
    /// A figure's cost for this nation.
    fn cost(&self, key: &str) -> u16 {
        let price = self.tables.troop(key).map_or(0, |troop| troop.points);
        price.saturating_add_signed(self.nation.figures.points)
    }

    fn buy_squad(&self, force: &mut Force, first: Option<&str>, dice: &mut Dice) -> bool {
        let mut figures: Vec<&str> = first.into_iter().collect();
        let smg = self.nation.smg.as_str();
        // 91.15: the Red Army has few machine guns; only the first squad has one.
        let few = self.nation.has(Trait::FewGuns) && !force.groups.is_empty();
        figures.extend(["sl", if few { "rifleman" } else { self.nation.squad_gun.as_str() }, "rifleman"]);
        let mut left = self.order.points.saturating_sub(force.points);
        let core: u16 = figures.iter().map(|key| self.cost(key)).sum();
        if core > left || force.groups.len() >= GROUPS {
            return false;
        }
        left -= core;
        let wanted = 4 + dice.below(SQUAD - 4) + figures.len() - 3;
        while figures.len() < wanted {
            let key = if dice.below(5) == 0 { smg } else { "rifleman" };
            if self.cost(key) > left {
                break;
            }
            left -= self.cost(key);
            figures.push(key);
        }
        force.points = self.order.points - left;
        force
            .groups
            .push(Bought { figures: figures.into_iter().map(str::to_owned).collect(), vehicle: None });
        true
    }

    /// Buys until nothing more is affordable.
    pub(super) fn buy(&self, dice: &mut Dice) -> Force {
        let mut force = Force::default();
        if self.order.vehicles {
            let budget = self.order.points / 2;
            let able = |vehicle: &&tables::Vehicle| {
                vehicle.weapon.is_some() && vehicle.points <= budget && !vehicle.soft
            };
            let dearest = self.tables.vehicles.iter().filter(able).max_by_key(|vehicle| vehicle.points);
            if let Some(vehicle) = dearest {
                force.points += vehicle.points;
                force.groups.push(Bought { figures: Vec::new(), vehicle: Some(vehicle.key.clone()) });
            }
        }
        let leader = if self.order.points >= 400 { "pl1" } else { "pl" };
        // A side that cannot afford a leader goes without.
        if !self.buy_squad(&mut force, Some(leader), dice) {
            self.buy_squad(&mut force, None, dice);
        }
        while self.buy_squad(&mut force, None, dice) {}
        // The remaining points buy riflemen for groups with room.
        for group in force.groups.iter_mut().filter(|group| group.vehicle.is_none()) {
            while group.figures.len() <= SQUAD && self.cost("rifleman") <= self.order.points - force.points {
                group.figures.push("rifleman".into());
                force.points += self.cost("rifleman");
            }
        }
        force
    }
}
