//! The joint fire plan: attacks that can all be made, no piece and no card in two of them.
//!
//! A ruleset says which attacks are open ([`super::Rules::attacks`]); this chooses among them. Every attack of the
//! plan is still an ordinary series of choices.

use super::gesture::{Again, Attack, Wanted};
use super::view::{CardId, PieceId};

/// How many of the best attacks are tried as the first of a plan.
const STARTS: usize = 4;

/// An attack that adds less than this to the chance of harm is not made.
const LEAST: f64 = 0.005;

/// More attacks than any side makes in a phase.
const MOST: usize = 60;

/// The attacks chosen together, and the rest.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FirePlan {
    /// The attacks to make, the most valuable first.
    pub attacks: Vec<Attack>,
    /// Other attacks that could be made instead, the most valuable first.
    pub others: Vec<Attack>,
}

impl FirePlan {
    /// The pieces that take part.
    pub fn busy(&self) -> Vec<PieceId> {
        self.attacks.iter().flat_map(|attack| attack.firers.iter().chain(&attack.helpers)).copied().collect()
    }

    /// The cards that are played.
    pub fn spent(&self) -> Vec<CardId> {
        self.attacks.iter().flat_map(|attack| attack.cards.iter().copied()).collect()
    }
}

/// Chooses attacks together so that their worth is greatest: each target gets no more firers than it needs for this
/// chance of harm, and the rest fire at others.
pub fn joint(open: &dyn Fn(&Wanted) -> Vec<Attack>, harm: f64) -> FirePlan {
    let mut all = open(&Wanted::of(harm));
    if all.iter().any(|attack| attack.harm >= LEAST) {
        all.retain(|attack| attack.harm >= LEAST);
    } else {
        return FirePlan { attacks: Vec::new(), others: all };
    }
    let mut best = grow(open, harm, &all, None);
    // The most valuable attack may take the firer that another target needs.
    for first in 0..all.len().min(STARTS) {
        if clashes(&all, first) {
            let plan = grow(open, harm, &all, Some(first));
            if worth_of(&plan) > worth_of(&best) + 1e-9 {
                best = plan;
            }
        }
    }
    best.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    let others = all.into_iter().filter(|attack| !best.iter().any(|chosen| chosen.plays == attack.plays));
    FirePlan { others: others.collect(), attacks: best }
}

/// Whether an attack needs a piece or a card of another.
fn clashes(all: &[Attack], place: usize) -> bool {
    all.iter().enumerate().any(|(other, attack)| other != place && shares(attack, &all[place]))
}

/// Whether two attacks need the same piece or the same card.
fn shares(one: &Attack, other: &Attack) -> bool {
    let pieces = |attack: &Attack| [&attack.firers[..], &attack.helpers[..]].concat();
    let theirs = pieces(other);
    pieces(one).iter().any(|piece| theirs.contains(piece))
        || one.cards.iter().any(|card| other.cards.contains(card))
}

/// The worth of attacks made one after another: a target that is probably hit already is worth less.
fn worth_of(plan: &[Attack]) -> f64 {
    plan.iter().enumerate().map(|(place, attack)| attack.worth * left_of(&plan[..place], attack.target)).sum()
}

/// The share of a target that is left after these attacks: half of one that is harmed.
fn left_of(before: &[Attack], target: PieceId) -> f64 {
    let at = before.iter().filter(|attack| attack.target == target);
    at.map(|attack| 1.0 - attack.kill - (attack.harm - attack.kill) / 2.0).product::<f64>().max(0.0)
}

/// The chance that none of these attacks harms a target.
fn spared(before: &[Attack], target: PieceId) -> f64 {
    before.iter().filter(|attack| attack.target == target).map(|attack| 1.0 - attack.harm).product()
}

/// Takes the most valuable attack that is left, again and again; `first` is taken before all others.
fn grow(
    open: &dyn Fn(&Wanted) -> Vec<Attack>,
    harm: f64,
    all: &[Attack],
    first: Option<usize>,
) -> Vec<Attack> {
    let (mut pool, mut plan) = (all.to_vec(), Vec::<Attack>::new());
    let (mut busy, mut spent, mut next) = (Vec::new(), Vec::new(), first);
    while plan.len() < MOST {
        let useful = |attack: &Attack| {
            let spared = spared(&plan, attack.target);
            (spared >= 1.0 || 1.0 - spared < harm) && spared * attack.harm >= LEAST
        };
        let worth = |attack: &Attack| attack.worth * left_of(&plan, attack.target);
        let best = (0..pool.len())
            .filter(|&n| useful(&pool[n]))
            .max_by(|&a, &b| worth(&pool[a]).total_cmp(&worth(&pool[b])).then(b.cmp(&a)));
        let Some(place) = next.take().or(best) else { break };
        let taken = pool.swap_remove(place);
        busy.extend(taken.firers.iter().chain(&taken.helpers));
        spent.extend(&taken.cards);
        let mut stale: Vec<PieceId> = Vec::new();
        for attack in pool.iter().filter(|attack| shares(attack, &taken)) {
            if attack.target != taken.target && !stale.contains(&attack.target) {
                stale.push(attack.target);
            }
        }
        pool.retain(|attack| attack.target != taken.target && !stale.contains(&attack.target));
        let ask = |busy: Vec<PieceId>, targets: Vec<PieceId>| {
            let wanted = Wanted { harm, busy, spent: spent.clone(), targets, ..Wanted::default() };
            open(&wanted)
        };
        if !stale.is_empty() {
            pool.extend(ask(busy.clone(), stale));
        }
        let barred = match &taken.again {
            Again::Anyone => Some(Vec::new()),
            Again::Except(pieces) => Some(pieces.clone()),
            Again::Never => None,
        };
        let target = taken.target;
        plan.push(taken);
        if let Some(barred) = barred
            && 1.0 - spared(&plan, target) < harm
        {
            pool.extend(ask([&busy[..], &barred[..]].concat(), vec![target]));
        }
        pool.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attacks of one firer each, with the chance of each firer on each target.
    fn open(chances: &'static [[f64; 2]]) -> impl Fn(&Wanted) -> Vec<Attack> {
        move |wanted| {
            let mut all: Vec<Attack> = Vec::new();
            for (firer, row) in (0..).zip(chances) {
                for (target, &harm) in (100..).zip(row) {
                    let (firer, target) = (PieceId(firer), PieceId(target));
                    if harm > 0.0 && wanted.takes(firer) && wanted.aims_at(target) {
                        let plays = vec![format!("{} at {}", firer.0, target.0)];
                        let (firers, kill) = (vec![firer], harm / 2.0);
                        all.push(Attack {
                            target,
                            firers,
                            plays,
                            harm,
                            kill,
                            worth: harm,
                            ..Attack::default()
                        });
                    }
                }
            }
            all.sort_by(|a, b| b.worth.total_cmp(&a.worth));
            all
        }
    }

    fn plays(plan: &FirePlan) -> Vec<&str> {
        plan.attacks.iter().map(|attack| attack.plays[0].as_str()).collect()
    }

    #[test]
    fn two_firers_do_not_fire_at_one_target_when_one_is_enough() {
        let plan = joint(&open(&[[0.8, 0.3], [0.7, 0.4]]), 0.5);
        assert_eq!(plays(&plan), ["0 at 100", "1 at 101"]);
        assert_eq!(plan.others.len(), 2, "the other two shots are listed too");
        assert_eq!(plan.busy(), [PieceId(0), PieceId(1)]);
    }

    #[test]
    fn the_firer_that_alone_can_reach_a_target_is_kept_for_it() {
        // Firer 0 has the best shot at target 100, but only it can hit target 101.
        let plan = joint(&open(&[[0.7, 0.6], [0.65, 0.0]]), 0.5);
        assert_eq!(plays(&plan), ["1 at 100", "0 at 101"]);
    }

    #[test]
    fn more_firers_join_in_until_the_chance_is_enough() {
        let shots: &[[f64; 2]] = &[[0.3, 0.0], [0.3, 0.0], [0.3, 0.0]];
        assert_eq!(joint(&open(shots), 0.25).attacks.len(), 1);
        assert_eq!(joint(&open(shots), 0.5).attacks.len(), 2);
        assert_eq!(joint(&open(shots), 0.9).attacks.len(), 3);
    }

    #[test]
    fn an_attack_without_a_chance_is_listed_and_not_planned() {
        let plan = joint(&open(&[[0.001, 0.002]]), 0.5);
        assert_eq!((plan.attacks.len(), plan.others.len()), (0, 2));
    }
}
