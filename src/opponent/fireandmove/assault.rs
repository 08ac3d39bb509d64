//! How the computer weighs close combat: what a charge may gain, and whether to stand against one.

use super::Mind;
use crate::rules::fireandmove::Position;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::state::{Fig, Gid};
use crate::rules::fireandmove::turn::sequence;
use crate::rules::fireandmove::{Choice, close_combat};

impl Mind<'_> {
    /// The worth of a charge, roughly in enemy figures: some pass their morale test, reactive fire stops
    /// some, the defenders stand or retire, and the pairs fight.
    pub(super) fn assault(&self, group: Gid, target: Gid) -> f64 {
        let Position { terrain, forces, .. } = self.position;
        let nominated = forces.fit(group).count();
        let ours = nominated as f64;
        let all = forces.group(target).members.len() as f64;
        let fit = forces.fit(target).count() as f64;
        let dares = |figure: Fig| {
            let lines = close_combat::charge_lines(forces, figure, nominated, target, 0);
            checks::within(forces.nerve(figure).morale + lines.iter().map(|line| line.value).sum::<i16>())
        };
        let dare: f64 = forces.fit(group).map(dares).sum();
        let fire = self.danger(forces.group(target).at, group, true);
        let go = (dare - 1.2 * fire).max(0.0);
        let works = f64::from(terrain.field().feature(forces.group(target).at).ground.stand());
        let steady = self.enemy_holds(|card| matches!(card, Card::Rally { .. }));
        let gone = leaving(fit - go + works + 1.5 * steady, all);
        let left = (all - gone).max(0.0);
        if left < 0.5 {
            return 0.5 * gone + 0.3 - 0.4 * (ours - go);
        }
        let mean = |group: Gid| {
            let members = &forces.group(group).members;
            let sum: i16 = members.iter().map(|&figure| forces.soldier(figure).ccv).sum();
            f64::from(sum) / members.len().max(1) as f64
        };
        // 50.12: +2 for each extra figure; 43.1, 50.15: fear counts twice.
        let more = if go >= left {
            2.0 * (go / left - 1.0).min(2.0)
        } else {
            -2.0 * (left / go.max(0.5) - 1.0).min(2.0)
        };
        let afraid = if forces.group(target).fear { 2.0 } else { 0.0 };
        let edge = mean(group) - mean(target) + more + afraid;
        let wins = 1.0 / (1.0 + (-0.37 * edge).exp());
        let pairs = go.min(left);
        let (killed, lost) = (pairs * wins, pairs * (1.0 - wins));
        let (we, they) = (go - lost, left - killed);
        let victory = 1.0 / (1.0 + (they - we).exp());
        let rest = 0.4 + 0.6 * they.max(0.0);
        killed + 0.45 * gone + victory * rest
            - lost
            - (1.0 - victory) * (0.3 + 0.6 * we.max(0.0))
            - 0.3 * (ours - go)
    }

    /// Whether defenders stand. A rally card is worth discarding if it keeps more figures in place than it
    /// would rally later.
    pub(super) fn stand(&self, choice: Choice) -> f64 {
        let Position { terrain, forces, open, .. } = self.position;
        let Some(sum) = sequence::standing_margin(terrain.field(), forces, open) else {
            return 0.0;
        };
        let sum = f64::from(sum);
        match choice {
            Choice::Stand => 1.0 + sum * 0.2,
            Choice::Steady(card @ Card::Rally { value, .. }) => {
                let kept = leaving(sum, 8.0) - leaving(sum + f64::from(value), 8.0);
                1.0 + sum * 0.2 + 0.9 * kept - 0.6 * self.kept(card)
            }
            Choice::Retire if sum < -5.0 => 1.0,
            _ => -1.0,
        }
    }
}

/// The expected number of defenders that retire with this modifier to their check (49.7).
fn leaving(margin: f64, all: f64) -> f64 {
    let going = |result: i16| (-(f64::from(result) + margin)).clamp(0.0, all);
    checks::RESULTS.map(|result| checks::exactly(result) * going(result)).sum()
}
