//! What remains of a force's points: positions and obstacles, single stands, and a better GHQ.

use super::goods::{Company, Force, Item, MINES, OBSTACLE, POSITIONS, allowed};
use super::history::{Arm, CompanyKind};
use super::shop::{Order, Outfit, tolerance};
use crate::dice::Dice;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::catalog::Trait;
use crate::rules::matg::state::battle::Role;

impl Order<'_> {
    /// Buys positions for the stands that dig in, then mines and obstacles.
    #[apply(rule, "design: 6.2")]
    pub(super) fn dig(&self, force: &mut Force, share: u32, left: &mut u32, dice: &mut Dice) {
        let (strength, mined, wired, ditched, _) = allowed(self.kind);
        let mut spend = share.min(*left);
        let diggers = force.companies.iter().flat_map(|company| &company.items);
        let diggers = diggers.filter(|item| item.digs() && !item.off_map).count();
        // A delaying defender first buys the ditches and mines of the belt (S-211).
        let (ditches, mines) = self.belt;
        let works = &mut force.works;
        works.ditches = ditches.min((spend * 6 / 10 / OBSTACLE) as usize);
        works.mines[0] = mines.min((spend / 5 / MINES[0]) as usize);
        // Then every stand digs in, as in the rulebook's example; some get stronger positions if the type of
        // battle allows them.
        let holes = ((spend - force.works.price()) / POSITIONS[0]).min(diggers as u32);
        let better = spend - force.works.price() - holes * POSITIONS[0];
        force.works.positions[0] = holes as usize;
        for which in (1..strength).rev() {
            let more = POSITIONS[which] - POSITIONS[0];
            let count = (better / 2 / strength as u32 / more).min(force.works.positions[0] as u32) as usize;
            force.works.positions[0] -= count;
            force.works.positions[which] += count;
        }
        spend -= force.works.price();
        *left -= force.works.price();
        for _ in 0..200 {
            let works = &mut force.works;
            let price = match dice.below(2) {
                0 if mined > 0 => {
                    let which = dice.below(mined);
                    if MINES[which] > spend {
                        continue;
                    }
                    works.mines[which] += 1;
                    MINES[which]
                }
                1 if wired && spend >= OBSTACLE => {
                    if ditched && dice.below(3) == 0 {
                        works.ditches += 1
                    } else {
                        works.wire += 1
                    }
                    OBSTACLE
                }
                _ => continue,
            };
            spend -= price;
            *left -= price;
        }
    }

    /// Spends the remaining points on single stands and a better GHQ.
    pub(super) fn top_up(&self, force: &mut Force, outfit: &Outfit, mut left: u32, dice: &mut Dice) {
        let kind = |arm: Arm| outfit.iter().find(|(known, _)| *known == arm).map(|(_, kind)| *kind);
        for _ in 0..60 {
            let at = dice.below(force.companies.len());
            let company = &mut force.companies[at];
            let arm = match (company.kind, dice.below(3)) {
                (CompanyKind::Foot, 0) => Arm::Support,
                (CompanyKind::Foot, _) => Arm::Foot,
                (CompanyKind::Weapons, 0) => Arm::Mortar,
                (CompanyKind::Weapons, _) => Arm::Support,
                (CompanyKind::Motor, _) => Arm::Motor,
                _ => continue,
            };
            let Some(kind) = kind(arm) else { continue };
            // In a mounted company the new stand has its own transport.
            let rides = company.items.iter().any(|item| item.rides.is_some());
            let own = company.items.first().and_then(|item| item.rides).map(|at| company.items[at].kind);
            let mut items = company.items.clone();
            items.push(Item::of(kind));
            if rides && kind.load.is_some() && !kind.is(Trait::Cycle) {
                let place = items.len() - 1;
                self.mount(&mut items, place, own, rides);
            }
            let grown = Company { items, ..company.clone() };
            let price = grown.price() - company.price();
            if price <= left && !company.name.ends_with("(+)") && company.fighters() < 8 {
                let full = company.name.strip_suffix(" (-)").map(str::to_owned);
                let name = full.unwrap_or_else(|| format!("{} (+)", company.name));
                *company = Company { name, ..grown };
                left -= price;
            }
        }
        // A better GHQ with the remaining points, or a worse one and a better force.
        let staff = &mut force.companies[0].items[0];
        let asked = |quality: i8, staff: &Item| Item { role: Role::Ghq(quality), ..staff.clone() }.price();
        let now = staff.price();
        if let Some(best) = (1..=2).rev().find(|&quality| asked(quality, staff) - now <= left) {
            let quality = if left > tolerance(self.points) { best } else { (dice.below(2) as i8).min(best) };
            left -= asked(quality, staff) - now;
            staff.role = Role::Ghq(quality);
        }
        let (_, mined, wired, ..) = allowed(self.kind);
        if !self.attacks && wired && mined > 0 {
            while left > 3 {
                if dice.below(2) == 0 {
                    force.works.wire += 1
                } else {
                    force.works.mines[0] += 1
                }
                left -= OBSTACLE;
                if force.works.wire + force.works.mines[0] > 40 {
                    return;
                }
            }
        }
    }
}
