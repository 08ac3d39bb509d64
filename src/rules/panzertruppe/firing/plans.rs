//! Lists every chance to fire at a moving unit from ambush, best first (12).

use crate::game::view::PieceId;
use crate::game::{Attack, Wanted};
use crate::odds::Distribution;
use crate::rules::panzertruppe::firing::Condition;
use crate::rules::panzertruppe::firing::ambush::Ambush;
use crate::rules::panzertruppe::movement::mover::Mover;
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::state::{Arm, Choice, Id, Position, Slot};

/// Target kinds that standing orders may name.
pub const KINDS: [&str; 3] = ["armour", "vehicle", "infantry"];

/// The chance of any harm, and of destruction.
pub(super) fn harms(odds: &Distribution<Condition>, before: Condition) -> (f64, f64) {
    let sum = |wanted: &dyn Fn(&Condition) -> bool| {
        odds.iter().filter(|(after, _)| wanted(after)).map(|(_, chance)| chance).sum::<f64>()
    };
    (sum(&|after| *after != before), sum(&|after| after.destroyed))
}

/// A shot with this chance of harm or better is worth a question before it is given up.
const GOOD: f64 = 0.4;

impl Position {
    /// A warning before a fire phase ends with good shots left: who could still fire at what.
    pub fn warning(&self, choice: &Choice) -> Option<String> {
        const MOST: usize = 3;
        if !matches!(choice, Choice::Pass | Choice::Resolve)
            || !matches!(self.stack.last(), Some(Frame::Fire(_)))
        {
            return None;
        }
        let mut shots: Vec<(f64, Id, Id)> = Vec::new();
        for offered in self.open_choices() {
            let Choice::Fire(who, slot, target) = offered else { continue };
            let (Some(firer), Some(target)) = (self.battle.find(who), self.battle.find(target)) else {
                continue;
            };
            let Some(line) = self.may_shoot(firer, slot, target) else { continue };
            let Some(shot) = self.shot(firer, slot, target, line, false) else { continue };
            let condition = self.state(target).condition;
            let (harm, _) = harms(&shot.odds(&self.battle.tables, condition), condition);
            match shots.iter_mut().find(|(_, known, _)| *known == firer) {
                Some(known) if known.0 < harm => *known = (harm, firer, target),
                Some(_) => {}
                None => shots.push((harm, firer, target)),
            }
        }
        shots.retain(|(harm, ..)| *harm >= GOOD);
        shots.sort_by(|a, b| b.0.total_cmp(&a.0));
        let told = shots.iter().take(MOST).map(|&(harm, firer, target)| {
            format!("{} at {} {:.0}%", self.unit(firer).tag, self.unit(target).tag, harm * 100.0)
        });
        let told = told.collect::<Vec<_>>().join(", ");
        (!shots.is_empty()).then(|| format!("Shots given up: {told}."))
    }

    /// The shots of every unit that is asked in turn about one moving unit, best first. The attack of a later
    /// unit begins with the others holding fire.
    pub fn attacks_open(&self, wanted: &Wanted) -> Vec<Attack> {
        let (Some(Frame::Ambush(ambush)), Some(mover)) = (self.stack.last(), self.mover()) else {
            return Vec::new();
        };
        let asked = |id: Id| {
            let piece = PieceId(u16::from(id));
            wanted.firers.is_empty() || wanted.firers.contains(&piece)
        };
        let firers = ambush.firers.iter().rev().copied().enumerate().filter(|&(_, id)| asked(id));
        let mut attacks: Vec<Attack> = firers
            .filter_map(|(before, firer)| self.attack_from_ambush(ambush, mover, before, firer))
            .collect();
        attacks.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        attacks
    }

    /// The best shot of a unit that is asked after `before` others.
    fn attack_from_ambush(&self, ambush: &Ambush, mover: &Mover, before: usize, firer: Id) -> Option<Attack> {
        let mut ways: Vec<(Slot, u16)> = Vec::new();
        self.ambush_shots(firer, mover, &mut |slot, at| {
            ways.push((slot, at));
            false
        });
        let odds = |&(slot, at): &(Slot, u16)| {
            let (shot, target) = self.shot_from_ambush(firer, slot, at, None)?;
            let condition = self.state(target).condition;
            Some(harms(&shot.odds(&self.battle.tables, condition), condition))
        };
        let worth = |(harm, kill): (f64, f64)| harm + 2.0 * kill;
        let all = ways.iter().filter_map(|way| Some((*way, odds(way)?)));
        let ((slot, at), (harm, kill)) = all.max_by(|a, b| worth(a.1).total_cmp(&worth(b.1)))?;
        debug_assert!(before < ambush.firers.len());
        let holds = std::iter::repeat_n(Choice::Hold, before);
        let fires = Choice::Ambush(slot, self.battle.cell(at));
        let unit = self.unit(mover.unit);
        let kind = match unit.arm {
            _ if unit.is_infantry() => KINDS[2],
            Arm::Armoured => KINDS[0],
            _ => KINDS[1],
        };
        // Ranges are in tenths of an inch.
        let range = self.place_of(firer).map_or(0, |from| self.range(from, at) / 10);
        Some(Attack {
            target: PieceId(u16::from(mover.unit)),
            firers: vec![PieceId(u16::from(firer))],
            kept: 0,
            plays: holds.chain([fires]).map(|choice| choice.to_string()).collect(),
            harm,
            kill,
            words: ["hurt", "kill"],
            range,
            kind,
            worth: worth((harm, kill)),
            waits: self.waiting_in_words(firer, slot, mover.unit),
        })
    }

    /// The chances in the unit's next fire phase if the mover stopped where it is now.
    fn waiting_in_words(&self, firer: Id, slot: Slot, target: Id) -> String {
        let at =
            self.place_of(target).filter(|&to| self.may_shoot_at(firer, slot, target, to, true).is_some());
        let later = at.and_then(|to| {
            let line = self.battle.line(self.place_of(firer)?, to);
            let shot = self.shot(firer, slot, target, line, false)?;
            let condition = self.state(target).condition;
            Some(harms(&shot.odds(&self.battle.tables, condition), condition).0)
        });
        later.map_or_else(
            || "out of its sight if it stops now".to_owned(),
            |harm| format!("hurt {:.0}% in your fire phase if it stops now", harm * 100.0),
        )
    }
}
