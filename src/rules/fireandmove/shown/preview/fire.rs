//! Previews of attacks on figures: small arms, mines, artillery, snipers.

use crate::board::Cell;
use crate::game::view::PreviewRoll;
use crate::game::{Modifier, Preview, Reading, Test};
use crate::rules::fireandmove::cards::discards::sniper_strikes;
use crate::rules::fireandmove::cards::smoke_and_mines;
use crate::rules::fireandmove::dice::{checks, odds};
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::fire::strength::FireCard;
use crate::rules::fireandmove::fire::volley::{self, Manner, Mark, Volley};
use crate::rules::fireandmove::ordnance::off_table::Call;
use crate::rules::fireandmove::ordnance::shot::is_flank;
use crate::rules::fireandmove::shown::preview::{
    alike, best_of, built, fates, line, readings, scaled, simple,
};
use crate::rules::fireandmove::state::{Fig, Forces, Gid, Standing, Terrain};
use crate::rules::fireandmove::vehicles::{damage, transport};

/// The best effect of a card from where a group stands.
pub(super) fn best_fire(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    card: FireCard,
    manner: Manner,
) -> Option<Preview> {
    let at = |target| Mark::at_rest(forces, target);
    best_of(
        volley::targets(terrain, forces, group, card, manner)
            .filter_map(|target| fire_at(terrain, forces, group, card, manner, at(target))),
        "targets",
    )
}

pub(super) fn best_fire_at_mover(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    card: FireCard,
    to: &Reaction,
) -> Option<Preview> {
    best_of(
        to.path.iter().filter_map(|&at| fire_at_mover(terrain, forces, group, card, to, at)),
        "points of its path",
    )
}

pub(super) fn fire_at_mover(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    card: FireCard,
    reaction: &Reaction,
    to: Cell,
) -> Option<Preview> {
    let manner = reaction.manner(terrain.field(), forces, group);
    fire_at(terrain, forces, group, card, manner, reaction.mark(terrain.field(), forces, to))
}

pub(super) fn fire_at(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    card: FireCard,
    manner: Manner,
    mark: Mark,
) -> Option<Preview> {
    let (target, to) = (mark.group, mark.at);
    let volley = action::aimed(terrain, forces, group, card, manner, mark)?;
    let Volley { strength, men, weapons, concealment, band, .. } = &volley;
    let mut told = harm(forces, target, &strength.modifiers(), "21.2", Share::ALL);
    told.remarks.insert(0, format!("at {}, {band} range, strength {}", forces.tag(target), strength.total()));
    let names: Vec<&str> = men.iter().map(|&figure| forces.weapon(figure).name.as_str()).collect();
    told.remarks.push(format!("{} fire: {}", men.len(), names.join(", ")));
    told.remarks.extend(concealment.iter().map(|line| format!("concealment: {line}")));
    let side = forces.group(group).side;
    // 20.2: every active weapon may fail, whether its bonus counts or not.
    for &gunner in men {
        let weapon = forces.weapon(gunner);
        if let Some(fails) = forces.battle().fails_at(side, weapon).filter(|_| !weapon.indirect) {
            let chance = 100.0 * checks::exactly(fails);
            told.remarks.push(format!("the {} fails on {fails}: {chance:.0}% per check (20.1)", weapon.name));
        }
    }
    for &(gunner, _) in weapons {
        let weapon = forces.weapon(gunner);
        // 17.4: a heavy machine gun also makes an AP attack.
        if let (Some(ap), Some(machine)) =
            (weapon.ap.filter(|_| weapon.flame.is_none()), forces.machine_of(target))
        {
            let from = forces.group(group).at;
            let flank = is_flank(forces.group(target).front, to, from);
            let armour = forces.vehicle(machine).armour[usize::from(flank)];
            let hull_down = terrain.field().hull_down(from, to);
            let attack = odds::ArmourAttack { strength: ap, armour, hull_down, adds: odds::Adds::Nothing };
            let lines = [line(ap, "AP", "17.4"), line(forces.hurt(target), "stunned or immobilised", "67.8")];
            let lines = lines.into_iter().filter(|line| line.value != 0).collect();
            told.rolls.push(PreviewRoll::new("AP check", attack.test("pierces", lines)));
        }
    }
    Some(told)
}

/// The chance that a figure is checked at all, by its index in the group.
#[derive(Copy, Clone)]
pub(super) struct Share {
    /// The chance that the first check is made.
    pub first: f64,
    /// The chance that a check does not end the series.
    pub goes_on: f64,
    /// Only the first check can end the series.
    pub once: bool,
}

impl Share {
    /// Every figure is checked.
    pub const ALL: Self = Self::after(1.0);

    /// Every figure is checked, if the attack happens.
    pub const fn after(first: f64) -> Self {
        Self { first, goes_on: 1.0, once: true }
    }

    fn of(self, place: usize) -> f64 {
        let times = if self.once { place.min(1) } else { place };
        self.first * self.goes_on.powi(times as i32)
    }
}

/// One check for each figure of a group, similar figures combined; the result is the average for one of them.
pub(super) fn harm(
    forces: &Forces,
    target: Gid,
    lines: &[Modifier],
    rule: &'static str,
    share: Share,
) -> Preview {
    let members = forces.under_fire(target);
    let mut rolls: Vec<(Test, String)> = Vec::new();
    let mut sums = [0.0; 4];
    let mut crew: Vec<(String, f64)> = Vec::new();
    let count = members.len().max(1) as f64;
    for (place, figure) in members.into_iter().enumerate() {
        let pinned = forces.figure(figure).standing == Standing::Pinned;
        let mut own = lines.to_vec();
        let plates = transport::behind_plates(forces, figure);
        if plates != 0 {
            own.push(line(-plates, "inside armour", "85.3"));
        }
        let soft = forces.soft_vehicle(target);
        let test = if forces.soldier(figure).machine.is_some() && !soft {
            let test = crew_test(forces, figure, own, rule);
            crew = readings(&test, "no effect");
            test
        } else {
            let nerve = forces.nerve(figure);
            let total = own.iter().map(|line| line.value).sum();
            for (fate, chance) in odds::figure(total, nerve, pinned).iter() {
                sums[*fate as usize] += share.of(place) * chance / count;
            }
            let breaks = if pinned {
                format!("pinned, panic {}", nerve.panic)
            } else {
                format!("morale {}", nerve.morale)
            };
            odds::fire_test(breaks, rule, own, nerve, pinned)
        };
        let name = forces.soldier(figure).name.clone();
        rolls.push((test, name));
    }
    let rolls = alike(rolls);
    let mut result = fates(sums);
    if crew.is_empty() || forces.passengers(target).next().is_some() {
        result[0].1 = 1.0 - result[1..].iter().map(|(_, chance)| chance).sum::<f64>();
    } else {
        result = crew;
    }
    built(result, rolls, Vec::new())
}

/// The effects on a vehicle crew in words: shaken, and without its commander.
fn crew_words(forces: &Forces, crew: Fig) -> [&'static str; 2] {
    let open = forces.machine(crew).is_some_and(|machine| forces.vehicle(machine).open);
    [if open { "pinned" } else { "buttoned up" }, "commander killed"]
}

/// HE, small arms and similar attacks on a vehicle crew (69).
pub(super) fn crew_test(forces: &Forces, crew: Fig, lines: Vec<Modifier>, rule: &'static str) -> Test {
    let [shaken, dead] = crew_words(forces, crew);
    odds::check("the crew", rule, lines, |sum| match damage::crew_fate(forces, crew, sum) {
        [_, true] => dead,
        [true, false] => shaken,
        [false, false] => "",
    })
}

/// A mine or booby trap under one figure of a group, or under a vehicle (31).
pub(super) fn mines(forces: &Forces, group: Gid, strength: i16) -> Preview {
    let tag = forces.tag(group);
    if let Some(machine) = forces.machine_of(group) {
        let (need, more, rule) = smoke_and_mines::mine_at_vehicle(forces, group, machine, strength);
        let lines = vec![line(more, "mine", rule)];
        let test =
            odds::check(
                format!("{need} or more"),
                rule,
                lines,
                |sum| if sum >= need { "immobilised" } else { "" },
            );
        return simple(tag, test, "no effect");
    }
    let mut told = harm(forces, group, &[line(strength, "mine", "31.1")], "31.1", Share::ALL);
    told.remarks.push("attacks one random figure of the group (31.1)".into());
    told
}

/// Artillery called in on a group: the call, then a check for each figure (56).
pub(super) fn artillery(terrain: &Terrain, forces: &Forces, call: &Call, target: Gid) -> Preview {
    let [need, smoke] = call.needs(terrain, forces, target);
    let lines = if smoke == 0 { Vec::new() } else { vec![line(-smoke, "smoke", "56.5")] };
    let test = odds::check(format!("call-in: {need} or more"), "56.4", lines, |sum| {
        if sum >= need { "called in" } else { "" }
    });
    let heard = test.distribution().chance(&Reading::Row("called in"));
    let strength = call.strength(terrain, forces, target);
    let mut told = harm(forces, target, &strength, "56.4", Share::after(heard));
    let total: i16 = strength.iter().map(|line| line.value).sum();
    if let Some((crew, machine)) = forces.group(target).machine.zip(forces.machine_of(target)) {
        // 70.1: two results have extra effects on a vehicle.
        let open = forces.vehicle(machine).open;
        let [shaken, dead] = crew_words(forces, crew);
        let test = odds::check("the crew", "56.4", strength.clone(), |sum| match (sum - total, open) {
            (7, _) => "immobilised",
            (6, true) => "destroyed",
            _ => match damage::crew_fate(forces, crew, sum) {
                [_, true] => dead,
                [true, false] => shaken,
                [false, false] => "",
            },
        });
        if !forces.soft_vehicle(target) && forces.passengers(target).next().is_none() {
            told = simple(forces.soldier(crew).name.clone(), test, "no effect");
        }
    }
    let mut first = PreviewRoll::new(forces.tag(call.group), test);
    first.opens = told.rolls.drain(..).map(|roll| (Reading::Row("called in"), roll)).collect();
    told.rolls = vec![first];
    told.remarks.push(format!(
        "at {}, strength {total}, if the call succeeds: {:.0}%",
        forces.tag(target),
        100.0 * heard
    ));
    if forces.machine_of(target).is_some() {
        if forces.passengers(target).next().is_none() {
            told.result = scaled(told.result, heard);
        }
        told.remarks.push("7 immobilises, and 6 destroys an open-topped vehicle (70.1)".into());
    }
    told
}

/// A sniper at a random figure (42.1).
pub(super) fn sniper(forces: &Forces, group: Gid) -> Preview {
    let word = |result: i16| match sniper_strikes(result) {
        Some(Standing::Killed) => "killed",
        Some(_) => "pinned",
        None => "",
    };
    let test = odds::check("6 or 7 kills, 3 to 5 pins", "42.1", Vec::new(), word);
    let mut told = simple(format!("a figure of {}", forces.tag(group)), test, "missed");
    told.remarks.push("attacks one random figure of the group (42.1)".into());
    told
}
