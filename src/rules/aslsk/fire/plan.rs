//! The attacks open to a side, each with no more firers than it needs (3.2.2, 3.3.1): what the screen offers
//! as fire plans and what standing orders use. They are worked out by the same rules as when fired.

use super::aim::Mode;
use super::attack::{Attack as Combat, Motion};
use crate::game::gesture::{Attack, Wanted};
use crate::game::view::PieceId;
use crate::odds::Distribution;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::fate::{Fate, Target, fates};
use crate::rules::aslsk::ordnance::shot::Shot;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Choice, Item};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::tables::fire::Effect;
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

/// The target classes of standing orders.
pub const KINDS: [&str; 2] = ["infantry", "guns"];

/// A firer that adds less to the chance of harm than this is saved for another target.
const LEAST: f64 = 0.01;

/// An opportunity to fire: kind of fire, side, and target hexes with their units and movement.
struct Opening {
    mode: Mode,
    side: Side,
    hexes: Vec<(Place, Vec<u8>, Motion)>,
}

/// The chances of any harm and of elimination.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(super) struct Harm {
    pub(super) harm: f64,
    pub(super) kill: f64,
}

impl Position {
    /// The effect of an attack on one unit; `check` is added to its checks.
    pub fn fate_of(&self, id: u8, effects: &Distribution<Effect>, check: i16) -> Distribution<Fate> {
        let kind = match self.unit(id).data().kind {
            Kind::Squad => Target::Squad,
            Kind::HalfSquad => Target::HalfSquad,
            Kind::Crew => Target::Crew,
            Kind::Leader => Target::Leader,
        };
        let morale = self.morale(id);
        effects.then(|&effect| fates(effect, kind, morale, check))
    }

    pub(super) fn harm_to(&self, id: u8, effects: &Distribution<Effect>) -> Harm {
        let fate = self.fate_of(id, effects, 0);
        let of = |which: &dyn Fn(&Fate) -> bool| fate.mean(|fate| f64::from(u8::from(which(fate))));
        Harm { harm: of(&|fate| *fate != Fate::Unharmed), kill: of(&|fate| *fate == Fate::Eliminated) }
    }

    /// The attacks open to the deciding side: in a fire phase, as First Fire, or to complete one already
    /// begun.
    pub fn attacks_open(&self, wanted: &Wanted) -> Vec<Attack> {
        let opening = match self.frames.last() {
            Some(Frame::Fire(mode, side)) => {
                let hexes = self.target_hexes(*side).into_iter().filter(|&at| !self.occupied(at, *side));
                let hexes = hexes.map(|at| (at, self.under_fire(at, *side), Motion::default())).collect();
                Opening { mode: *mode, side: *side, hexes }
            }
            Some(Frame::React(react)) => {
                let there = |&id: &u8| self.unit(id).is_at(react.place);
                let units: Vec<u8> = react.units.iter().copied().filter(there).collect();
                let hexes =
                    if units.is_empty() { Vec::new() } else { vec![(react.place, units, react.motion)] };
                Opening { mode: Mode::First, side: react.side, hexes }
            }
            Some(Frame::Attack(begun)) => {
                return self.completed(begun.clone(), begun.items.len(), wanted).into_iter().collect();
            }
            _ => return Vec::new(),
        };
        let offered = self.options();
        let mut attacks: Vec<Attack> = Vec::new();
        for (place, units, motion) in &opening.hexes {
            if units.is_empty() {
                continue;
            }
            let hex = self.hex(*place);
            let bearing = offered.iter().filter_map(|choice| match choice {
                Choice::Fire(item, at) if *at == hex && self.asked(*item, wanted) => Some(*item),
                _ => None,
            });
            let best = bearing.filter_map(|item| {
                let mut plays = vec![Choice::Fire(item, hex).to_string()];
                let mut attack = match self.ordnance_of(item) {
                    Some(weapon) => {
                        let (mode, side) = (opening.mode, opening.side);
                        let shot = Shot::new(self, mode, side, weapon, *place, units.clone(), *motion);
                        self.single(&shot)?
                    }
                    None => {
                        let (mode, side) = (opening.mode, opening.side);
                        let mut combat = Combat::new(mode, side, *place, units.clone(), *motion);
                        combat.join(self, item);
                        self.completed(combat, 0, wanted)?
                    }
                };
                plays.append(&mut attack.plays);
                Some(Attack { plays, ..attack })
            });
            attacks.extend(best.max_by(|a, b| a.worth.total_cmp(&b.worth)));
        }
        attacks.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.target.cmp(&b.target)));
        attacks
    }

    /// Whether a firer was asked for.
    fn asked(&self, item: Item, wanted: &Wanted) -> bool {
        let firer = self.firer(item).map(|id| PieceId(id.into()));
        wanted.firers.is_empty() || firer.is_some_and(|id| wanted.firers.contains(&id))
    }

    /// Adds as many firers as the request needs, and the leader that helps most; the first `begun` firers
    /// already take part.
    pub(super) fn completed(&self, mut combat: Combat, begun: usize, wanted: &Wanted) -> Option<Attack> {
        let target = combat.targets.first().copied()?;
        let of = |combat: &Combat| self.harm_to(target, &combat.work_out(self).fire.effects());
        let (mut now, mut plays, mut kept) = (of(&combat), Vec::new(), 0);
        loop {
            let joins = combat.choices(self).into_iter().filter_map(|choice| match choice {
                Choice::Join(item) if self.asked(item, wanted) => Some(item),
                _ => None,
            });
            let mut better: Vec<(Item, Combat, Harm)> = joins
                .map(|item| {
                    let mut more = combat.clone();
                    more.join(self, item);
                    let harm = of(&more);
                    (item, more, harm)
                })
                .collect();
            kept = if better.is_empty() { kept } else { better.len() };
            better.retain(|(.., harm)| harm.harm - now.harm >= LEAST);
            let best = better.into_iter().max_by(|a, b| a.2.harm.total_cmp(&b.2.harm));
            let Some((item, more, harm)) = best.filter(|_| now.harm < wanted.harm) else { break };
            plays.push(Choice::Join(item).to_string());
            (combat, now, kept) = (more, harm, 0);
        }
        while let Some((leader, more, harm)) = self.directed(&combat, &of, now) {
            plays.push(Choice::Direct(leader).to_string());
            (combat, now) = (more, harm);
        }
        if !combat.choices(self).contains(&Choice::Shoot) {
            return None;
        }
        plays.push(Choice::Shoot.to_string());
        let mut firers: Vec<PieceId> = Vec::new();
        for id in combat.items.iter().filter_map(|&item| self.firer(item)) {
            if !firers.contains(&PieceId(id.into())) {
                firers.push(PieceId(id.into()));
            }
        }
        let from = combat.items.iter().filter_map(|&item| self.unit(self.firer(item)?).place());
        let range = from.map(|from| self.map().range(from, combat.target)).min().unwrap_or(0);
        let worth = now.harm + now.kill - 0.005 * (combat.items.len() - begun) as f64;
        Some(self.describe_attack(target, firers, kept, plays, now, range, worth))
    }

    /// The leader that improves an attack most, or without which it is not possible.
    fn directed(
        &self,
        combat: &Combat,
        of: &dyn Fn(&Combat) -> Harm,
        now: Harm,
    ) -> Option<(u8, Combat, Harm)> {
        let choices = combat.choices(self);
        let must = !choices.contains(&Choice::Shoot);
        let leaders = choices.into_iter().filter_map(|choice| match choice {
            Choice::Direct(leader) => Some(leader),
            _ => None,
        });
        let with = leaders.map(|leader| {
            let mut more = combat.clone();
            more.leaders.push(leader);
            let harm = of(&more);
            (leader, more, harm)
        });
        let best = with.max_by(|a, b| a.2.harm.total_cmp(&b.2.harm))?;
        (must || best.2.harm > now.harm).then_some(best)
    }

    /// A shot of ordnance with its usual ammo and target type.
    pub(super) fn single(&self, shot: &Shot) -> Option<Attack> {
        let target = shot.targets.first().copied()?;
        let now = self.shot_harm_to(shot, target);
        let range = self.map().range(shot.from, shot.target);
        let holder = self.weapon(shot.weapon).holder?;
        let plays = vec![Choice::Shoot.to_string()];
        let worth = now.harm + now.kill - if shot.intensive { 0.3 } else { 0.0 };
        Some(self.describe_attack(target, vec![PieceId(holder.into())], 0, plays, now, range, worth))
    }

    fn shot_harm_to(&self, shot: &Shot, target: u8) -> Harm {
        let mut sum = Harm::default();
        for (effects, chance) in shot.effects_on(self, target) {
            let harm = self.harm_to(target, &effects);
            sum.harm += chance * harm.harm;
            sum.kill += chance * harm.kill;
        }
        sum
    }

    #[allow(clippy::too_many_arguments)] // plain fields of the result
    fn describe_attack(
        &self,
        target: u8,
        firers: Vec<PieceId>,
        kept: usize,
        plays: Vec<String>,
        now: Harm,
        range: u16,
        worth: f64,
    ) -> Attack {
        let kind = KINDS[usize::from(self.mans(target).is_some())];
        let (harm, kill) = (now.harm, now.kill);
        let (target, words) = (PieceId(target.into()), ["harmed", "lost"]);
        Attack { target, firers, kept, plays, harm, kill, words, range, kind, worth, waits: String::new() }
    }
}
