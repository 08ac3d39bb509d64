//! The value of fire attacks.

use super::Mind;
use super::danger::cost;
use super::score::{Part, Score};
use crate::rules::aslsk::fire::aim::{self, Mode};
use crate::rules::aslsk::fire::attack::{Attack, Motion, Worked};
use crate::rules::aslsk::state::{Choice, Item, Position};
use crate::rules::aslsk::tables::fire::Effect;
use crate::rules::aslsk::turn::{Frame, firing};

impl Mind<'_> {
    /// The expected effect of an attack, in hundredths of a squad.
    fn harm(&self, attack: &Attack, worked: &Worked) -> i32 {
        (100.0 * worked.fire.effects().mean(|effect| self.loss(&attack.targets, effect))) as i32
    }

    /// The cost of a result to some units, in squads.
    pub(super) fn loss(&self, targets: &[u8], effect: &Effect) -> f64 {
        // A unit manning a Gun is worth another squad.
        let worth = |&id: &u8| {
            self.position.forces.size(id).max(1) + 2 * u8::from(self.position.forces.mans(id).is_some())
        };
        let squads = targets.iter().map(|id| f64::from(worth(id))).sum::<f64>() / 2.0;
        cost(effect, targets.len() as f64, squads)
    }

    pub(super) fn with_all(&self, mut attack: Attack, item: Item) -> i32 {
        let Position { ground, forces, turn, .. } = self.position;
        attack.join(self.position, item);
        let place = |item| forces.firer(item).and_then(|id| forces.unit(id).place());
        let beside = forces.arms(attack.side).filter(|&other| place(other) == place(item));
        let able: Vec<Item> = beside.filter(|&other| attack.may_join(self.position, other)).collect();
        for other in able {
            if aim::aim(ground, forces, turn, other, attack.target, attack.mode, &attack.items).is_some() {
                attack.items.push(other);
            }
        }
        let worked = attack.work_out(self.position);
        self.harm(&attack, &worked)
    }

    /// Fire in a fire phase. Units that must press on use Prep Fire only where it is worth more than moving.
    pub(super) fn fire(&self, choice: &Choice) -> Score {
        let Position { ground, forces, turn, .. } = self.position;
        let Choice::Fire(item, hex) = *choice else {
            return match choice {
                Choice::Explode(_) => Score::of(Part::Harm, 500),
                Choice::Blind(_) | Choice::Destroy(_) => Score::NEVER,
                _ => Score::default(),
            };
        };
        let (Some(Frame::Fire(mode, _)), Some(target)) = (turn.frames.last(), ground.map().place(hex)) else {
            return Score::NEVER;
        };
        if forces.occupied(target, self.side) {
            // Never at own units.
            return Score::NEVER;
        }
        if let Some(weapon) = forces.ordnance_of(item) {
            return self.shell(*mode, weapon, target);
        }
        let targets = firing::under_fire(forces, target, self.side);
        let attack = Attack::new(*mode, self.side, target, targets, Motion::default());
        let harm = self.with_all(attack, item);
        let gives_up = match mode {
            Mode::Prep => self.stays_for(forces.firer(item)),
            _ => self.weights.last_fire,
        };
        let score = Score::of(Part::Harm, harm).and(Part::Cost, -gives_up);
        match mode {
            Mode::Prep if self.presses() => {
                score.and(Part::Covers, self.covers(target, harm, forces.firer(item)))
            }
            _ => score,
        }
    }

    /// What a unit gives up by Prep Fire: one that stays where it is little, since it would later fire at half
    /// FP; one that would rather move more.
    fn stays_for(&self, id: Option<u8>) -> i32 {
        let weights = &self.weights;
        match id.filter(|_| self.presses()).map(|id| self.gain(id)) {
            Some(gain) if gain > 0 => weights.prep_press + gain.min(100) * weights.prep_gain / 100,
            _ => weights.prep_rest,
        }
    }

    /// Adds firers that improve the attack, then the best leader, then fires.
    pub(super) fn strengthen(&self, attack: &Attack, choice: &Choice) -> Score {
        let forces = &self.position.forces;
        let now = self.harm(attack, &attack.work_out(self.position));
        let harm = match *choice {
            Choice::Shoot => now,
            Choice::Join(item) => {
                let mut more = attack.clone();
                more.join(self.position, item);
                let same = forces.firer(item).and_then(|id| forces.unit(id).place())
                    == attack
                        .items
                        .first()
                        .and_then(|&i| forces.firer(i))
                        .and_then(|id| forces.unit(id).place());
                // A unit of this hex left out now may not fire at this target later.
                let worth = self.harm(&more, &more.work_out(self.position));
                if worth > now { worth } else { now + i32::from(same && worth == now) - 1 }
            }
            Choice::Help(leader) => {
                let mut more = attack.clone();
                more.helpers.push(leader);
                self.harm(&more, &more.work_out(self.position)).max(now + 1)
            }
            Choice::Direct(leader) => {
                let mut more = attack.clone();
                more.leaders.push(leader);
                let worth = self.harm(&more, &more.work_out(self.position));
                if forces.unit(leader).leadership() < 0 { worth.max(now + 1) } else { worth - 1 }
            }
            _ => -1,
        };
        Score::of(Part::Harm, harm)
    }
}
