//! Which support companies a force has besides its battalions.

use super::goods::{Company, Item};
use super::history::{Arm, CompanyKind};
use super::shop::{Battalion, Order, TANK_BATTALION};
use crate::dice::Dice;
use crate::rules::matg::state::battle::{Role, ScenarioKind};

/// A kind of support company.
struct Support {
    kind: CompanyKind,
    /// Its weight in the attacker's and the defender's choice.
    weights: (usize, usize),
    /// The most in one force.
    most: usize,
}

const fn support(kind: CompanyKind, attacker: usize, defender: usize, most: usize) -> Support {
    Support { kind, weights: (attacker, defender), most }
}

const SUPPORT: [Support; 11] = [
    support(CompanyKind::Tank, 6, 2, 3),
    support(CompanyKind::LightTank, 2, 1, 1),
    support(CompanyKind::Heavy, 2, 1, 1),
    support(CompanyKind::Assault, 4, 3, 1),
    support(CompanyKind::Destroyers, 2, 3, 1),
    support(CompanyKind::Guns, 2, 6, 2),
    support(CompanyKind::Engineers, 3, 1, 1),
    support(CompanyKind::Scouts, 3, 2, 1),
    support(CompanyKind::Mortars, 3, 3, 1),
    support(CompanyKind::Artillery, 3, 3, 2),
    support(CompanyKind::Flak, 1, 1, 1),
];

impl Order<'_> {
    /// The kind of the next support company; `again` is how many more of a kind the force may have than one.
    pub(super) fn thought(
        &self,
        support: &[Company],
        battalions: &[Battalion],
        again: usize,
        dice: &mut Dice,
    ) -> Option<CompanyKind> {
        let weight = |line: &Support| if self.attacks { line.weights.0 } else { line.weights.1 };
        let mut pick = dice.below(SUPPORT.iter().map(weight).sum());
        let line = SUPPORT.iter().find(|line| {
            let here = pick < weight(line);
            pick = pick.saturating_sub(weight(line));
            here
        })?;
        let kind = line.kind;
        let in_battalion = battalions.iter().any(|battalion| battalion.kind == CompanyKind::Tank);
        let tanks = kind == CompanyKind::Tank && in_battalion;
        let has = |kind| support.iter().any(|company: &Company| company.kind == kind);
        // Light tanks go with battle tanks, if the nation has any there, and no battalion is made of light and
        // heavy tanks.
        let lost = match kind {
            CompanyKind::LightTank => {
                !in_battalion && !has(CompanyKind::Tank) && !self.people.arm(Arm::Tank, self.when).is_empty()
                    || has(CompanyKind::Heavy)
            }
            CompanyKind::Heavy => has(CompanyKind::LightTank),
            _ => false,
        };
        // A single company under the GHQ has no tanks attached.
        let small = kind.is_tanks() && battalions.iter().all(|battalion| battalion.companies.len() == 1);
        // A meeting engagement has no off-map artillery (design: 1A).
        let artillery = kind == CompanyKind::Artillery;
        let barred = artillery && self.kind == ScenarioKind::MeetingEngagement;
        let known = support.iter().filter(|company| company.kind == kind).count();
        // A large force has more of each, but additional tanks come as battalions.
        let more = if kind == CompanyKind::Tank { 0 } else { self.points as usize / 1500 };
        let most = (line.most + more).min(1 + again).min(self.people.most(kind));
        (known < most && !tanks && !lost && !small && !barred).then_some(kind)
    }

    /// The HQ of the support tanks, bought with their second company, which makes them a battalion (design:
    /// 6.1).
    pub(super) fn chief_of_tanks(&self, support: &[Company], company: &Company) -> Option<Company> {
        let tanks: Vec<&Company> = support.iter().filter(|known| known.kind.is_tanks()).collect();
        let [other] = tanks[..] else { return None };
        if !company.kind.is_tanks() {
            return None;
        }
        // It rides the battle tanks, not the light or the heavy ones, where it has any.
        let ridden = if other.kind == CompanyKind::Tank { other } else { company };
        let mut chief = Item::of(ridden.items.first()?.kind);
        chief.role = Role::Hq;
        Some(Company { name: TANK_BATTALION.to_owned(), kind: CompanyKind::Staff, items: vec![chief] })
    }
}

/// The arm that companies of a kind share within a force.
pub(super) const fn main_arm(kind: CompanyKind) -> Option<Arm> {
    match kind {
        CompanyKind::Tank => Some(Arm::Tank),
        CompanyKind::LightTank => Some(Arm::LightTank),
        CompanyKind::Heavy => Some(Arm::Heavy),
        CompanyKind::Assault => Some(Arm::Assault),
        _ => None,
    }
}
