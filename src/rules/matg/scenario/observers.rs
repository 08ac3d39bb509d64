//! 7.8.2: how many forward observers a side may have, by nation and order of battle.

use std::collections::BTreeSet;

use super::forces::Side;
use crate::game::Side as Seat;
use crate::ledger::cited::{applies, apply, rule};
use crate::reading::Report;
use crate::rules::matg::catalog::nations::{self, Observers, ReconObservers};
use crate::rules::matg::state::battle::{Arm, Battle, Unit};

/// Forward observers that a side has bought (7.8.2).
pub(super) fn bought(report: &mut Report, side: &Side) -> usize {
    let bought = side.bought_observers.as_ref();
    bought.and_then(|bought| report.within("bought-observers", bought, 0..=200)).unwrap_or(0)
}

/// Checks that a side has no more forward observers than its nation gets and it has bought. HQs, and in some
/// armies the stands of reconnaissance units, observe without being designated (7.8.2).
#[apply(rule, "7.6.4.1")]
pub(super) fn check(report: &mut Report, battle: &Battle, seat: Seat, side: &Side) {
    let army = battle.army(seat);
    let Some(facts) = nations::facts(army.nation, battle.date) else { return };
    let doctrine = facts.doctrine.observers;
    let units: Vec<&Unit> = battle.units.iter().filter(|unit| unit.side == seat).collect();
    let scouts = |unit: &Unit| doctrine.recon == ReconObservers::Each && is_scout(unit);
    let named = |unit: &&&Unit| unit.observer && !unit.is_headquarters() && !scouts(unit);
    let given = units.iter().filter(named).count();
    let most = allowance(doctrine, &units);
    if given > most + bought(report, side) {
        let (name, cost) = (&army.name, doctrine.cost);
        report.excess(
            side.key.span(),
            format!("the {name} have {given} forward observers, their nation allows {most}; others cost {cost} points each (7.8.2)"),
        );
    }
}

/// How many forward observers a side gets without buying any.
pub(in crate::rules::matg) fn given(battle: &Battle, seat: Seat) -> usize {
    let Some(facts) = nations::facts(battle.army(seat).nation, battle.date) else { return 0 };
    let units: Vec<&Unit> = battle.units.iter().filter(|unit| unit.side == seat).collect();
    allowance(facts.doctrine.observers, &units)
}

/// A stand of a reconnaissance unit other than a transport.
fn is_scout(unit: &Unit) -> bool {
    unit.reconnaissance && !unit.is_transport()
}

/// How many forward observers may be designated in addition to the HQs (7.8.2).
#[apply(rule, "7.8.2")]
fn allowance(doctrine: Observers, units: &[&Unit]) -> usize {
    applies(doctrine.rule());
    let indirect = |unit: &&&Unit| unit.is_artillery() && unit.kind.notes().indirect;
    let foot = |unit: &&&Unit| unit.is_personnel() && !unit.is_transport() && unit.arm != Arm::Horses;
    let recon: Vec<&&Unit> = units.iter().filter(|unit| is_scout(unit)).collect();
    let guns = units.iter().filter(indirect).count();
    let artillery = doctrine.artillery.map_or(0, |each| guns.div_ceil(usize::from(each)));
    let men = units.iter().filter(foot).count();
    let personnel = doctrine.personnel.map_or(0, |each| men / usize::from(each));
    let scouts = match doctrine.recon {
        ReconObservers::Each => 0,
        ReconObservers::Stands(each) => recon.len().div_ceil(usize::from(each)),
        ReconObservers::Units(each) => {
            let formations: BTreeSet<&str> = recon.iter().map(|unit| unit.formation.as_str()).collect();
            formations.len().div_ceil(usize::from(each))
        }
    };
    artillery + personnel + scouts
}
