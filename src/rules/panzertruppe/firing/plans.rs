//! Lists every chance to fire, best first: the shots of a fire phase (3), and ambush fire at a moving unit (12).

use std::ops::Deref;

use crate::game::view::PieceId;
use crate::game::{Attack, Reserve, Wanted};
use crate::odds::Distribution;
use crate::rules::panzertruppe::firing::Condition;
use crate::rules::panzertruppe::firing::ambush::Ambush;
use crate::rules::panzertruppe::firing::phase::{Aim, FirePhase};
use crate::rules::panzertruppe::infantry::back_blast::BackBlast;
use crate::rules::panzertruppe::movement::mover::Mover;
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::state::{Arm, Choice, Flag, Gunnery, Id, Position, Slot, Spot, Unit};

/// Target kinds that standing orders may name.
pub const KINDS: [&str; 3] = ["armour", "vehicle", "infantry"];

/// The names of the two results of a shot: any harm, and destruction.
const HARMS: [&str; 2] = ["hurt", "kill"];

/// The chance of any harm, and of destruction.
pub(super) fn harms(odds: &Distribution<Condition>, before: Condition) -> (f64, f64) {
    let sum = |wanted: &dyn Fn(&Condition) -> bool| {
        odds.iter().filter(|(after, _)| wanted(after)).map(|(_, chance)| chance).sum::<f64>()
    };
    (sum(&|after| *after != before), sum(&|after| after.destroyed))
}

/// A shot with this chance of harm or better is worth a question before it is given up.
const GOOD: f64 = 0.4;

/// What a side may plan with its fire and its moves: attacks, reserves, risks and warnings.
pub(in crate::rules::panzertruppe) struct Plans<'a>(pub(in crate::rules::panzertruppe) &'a Position);

impl Deref for Plans<'_> {
    type Target = Position;

    fn deref(&self) -> &Position {
        self.0
    }
}

impl Plans<'_> {
    /// A warning before a hidden unit is revealed by firing (29), and before a fire phase ends with good shots left:
    /// the firers and their targets.
    pub fn warning(&self, choice: &Choice) -> Option<String> {
        const MOST: usize = 3;
        let firer = match (choice, self.turn.stack.last()) {
            (Choice::Fire(who, ..), Some(Frame::Fire(_))) => self.battle.find(*who),
            (Choice::Ambush(..), Some(Frame::Ambush(ambush))) => ambush.firers.last().copied(),
            _ => None,
        };
        if let Some(firer) = firer.filter(|&id| self.forces.state(id).is(Flag::Hidden)) {
            return Some(format!("{} is hidden; firing reveals it.", self.battle.brief_name(firer)));
        }
        if let (Some(firer), Choice::Fire(_, Slot::Hand, _) | Choice::Ambush(Slot::Hand, _)) = (firer, choice)
        {
            return BackBlast::of(&self.forces, firer).map(|blast| blast.warning(&self.forces));
        }
        if !matches!(choice, Choice::Pass | Choice::Resolve)
            || !matches!(self.turn.stack.last(), Some(Frame::Fire(_)))
        {
            return None;
        }
        let mut shots: Vec<(f64, Id, Id)> = Vec::new();
        for offered in self.open_choices() {
            let Choice::Fire(who, slot, target) = offered else { continue };
            let Some((firer, target)) = self.battle.find_both(who, target) else { continue };
            let Some(line) = self.gunnery().may_shoot(firer, slot, target) else { continue };
            let Some(shot) = self.gunnery().shot(firer, slot, target, line, false) else { continue };
            let condition = self.forces.state(target).condition;
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
            format!(
                "{} at {} {:.0}%",
                self.battle.unit(firer).tag,
                self.battle.unit(target).tag,
                harm * 100.0
            )
        });
        let told = told.collect::<Vec<_>>().join(", ");
        (!shots.is_empty()).then(|| format!("Shots given up: {told}."))
    }

    /// The shots of a fire phase, or of every unit that is asked in turn about one moving unit, best first. The
    /// attack of a later unit begins with the others holding fire.
    pub fn attacks_open(&self, wanted: &Wanted) -> Vec<Attack> {
        let mut attacks = match (self.turn.stack.last(), self.turn.mover()) {
            (Some(Frame::Fire(phase)), _) => self.shots_open(phase, wanted),
            (Some(Frame::Ambush(ambush)), Some(mover)) => {
                let firers = ambush.firers.iter().rev().copied().enumerate();
                let firers = firers.filter(|&(_, id)| wanted.takes(PieceId(u16::from(id))));
                let shots = firers
                    .filter_map(|(before, firer)| self.attack_from_ambush(ambush, mover, before, firer));
                shots.collect()
            }
            _ => Vec::new(),
        };
        attacks.sort_by(|a: &Attack, b: &Attack| b.worth.total_cmp(&a.worth));
        attacks
    }

    /// The best shot of each unit at each target (3).
    fn shots_open(&self, phase: &FirePhase, wanted: &Wanted) -> Vec<Attack> {
        let mut shots: Vec<(Id, Attack)> = Vec::new();
        for choice in self.open_choices() {
            let Choice::Fire(who, slot, target) = choice else { continue };
            let Some((firer, target)) = self.battle.find_both(who, target) else { continue };
            if !wanted.takes(PieceId(u16::from(firer))) || !wanted.aims_at(PieceId(u16::from(target))) {
                continue;
            }
            let Some(shot) = self.shot_in_plan(phase, firer, slot, target, &choice) else { continue };
            match shots.iter_mut().find(|(known, attack)| *known == firer && attack.target == shot.target) {
                Some((_, known)) if known.worth < shot.worth => *known = shot,
                Some(_) => {}
                None => shots.push((firer, shot)),
            }
        }
        shots.into_iter().map(|(_, shot)| shot).collect()
    }

    /// One shot with its odds. Shots declared already make its target worth less.
    fn shot_in_plan(
        &self,
        phase: &FirePhase,
        firer: Id,
        slot: Slot,
        target: Id,
        choice: &Choice,
    ) -> Option<Attack> {
        let chances = |firer: Id, slot: Slot| {
            let line = self.battle.line(self.forces.place_of(firer)?, self.forces.place_of(target)?);
            let shot = self.gunnery().shot(firer, slot, target, line, false)?;
            let condition = self.forces.state(target).condition;
            Some(harms(&shot.odds(&self.battle.tables, condition), condition))
        };
        let (harm, kill) = chances(firer, slot)?;
        let declared = phase.declared.iter().filter(|shot| shot.aim == Aim::Unit(target));
        let left: f64 = declared
            .filter_map(|shot| chances(shot.firer, shot.slot))
            .map(|(harm, kill)| 1.0 - kill - (harm - kill) / 2.0)
            .product();
        let range = self.battle.range(self.forces.place_of(firer)?, self.forces.place_of(target)?);
        Some(Attack {
            target: PieceId(u16::from(target)),
            firers: vec![PieceId(u16::from(firer))],
            plays: vec![choice.to_string()],
            harm,
            kill,
            words: HARMS,
            // Ranges are in tenths of an inch.
            range: range / 10,
            kind: target_kind(self.battle.unit(target)),
            worth: (harm + 2.0 * kill) * left,
            by: format!("{} {}", self.battle.unit(firer).tag, slot.name()),
            reveals: self.revealed_by(firer),
            caution: self.caution_of(firer, slot),
            ..Attack::default()
        })
    }

    /// The firer itself if it is hidden (29).
    fn revealed_by(&self, firer: Id) -> Vec<PieceId> {
        let hidden = self.forces.state(firer).is(Flag::Hidden);
        if hidden { vec![PieceId(u16::from(firer))] } else { Vec::new() }
    }

    /// The danger of back blast from this weapon (17).
    fn caution_of(&self, firer: Id, slot: Slot) -> String {
        let blast = BackBlast::of(&self.forces, firer).filter(|_| slot == Slot::Hand);
        blast.map_or_else(String::new, |blast| blast.warning(&self.forces))
    }

    /// The units that keep their shot for a later fire phase or ambush fire if these fire now (3, 12).
    pub fn reserves_open(&self, busy: &[PieceId]) -> Vec<Reserve> {
        let Some(Frame::Fire(phase)) = self.turn.stack.last() else { return Vec::new() };
        let declared = |id: Id| phase.declared.iter().any(|shot| shot.firer == id);
        let free = |id: &Id| {
            let armed = self
                .battle
                .unit(*id)
                .slots()
                .any(|slot| !slot.is_small() && self.gunnery().is_ready(*id, slot));
            armed && !declared(*id) && !busy.contains(&PieceId(u16::from(*id))) && self.forces.is_in(*id)
        };
        let pieces: Vec<PieceId> =
            self.battle.ids(phase.side).filter(free).map(|id| PieceId(u16::from(id))).collect();
        let purpose = "a later fire phase or Ambush Fire".to_owned();
        match pieces.is_empty() {
            true => Vec::new(),
            false => vec![Reserve { pieces, cards: Vec::new(), purpose }],
        }
    }

    /// The best shot of a unit that is asked after `before` others.
    fn attack_from_ambush(&self, ambush: &Ambush, mover: &Mover, before: usize, firer: Id) -> Option<Attack> {
        let mut ways: Vec<(Slot, Spot)> = Vec::new();
        self.gunnery().ambush_shots(firer, mover, &mut |slot, at| {
            ways.push((slot, at));
            false
        });
        let odds = |&(slot, at): &(Slot, Spot)| {
            let (shot, target) = self.gunnery().shot_from_ambush(firer, slot, mover, at, None)?;
            let condition = self.forces.state(target).condition;
            Some(harms(&shot.odds(&self.battle.tables, condition), condition))
        };
        let worth = |(harm, kill): (f64, f64)| harm + 2.0 * kill;
        let all = ways.iter().filter_map(|way| Some((*way, odds(way)?)));
        let ((slot, at), (harm, kill)) = all.max_by(|a, b| worth(a.1).total_cmp(&worth(b.1)))?;
        debug_assert!(before < ambush.firers.len());
        let holds = std::iter::repeat_n(Choice::Hold, before);
        let fires = Choice::Ambush(slot, self.battle.cell(at));
        // Ranges are in tenths of an inch.
        let range = self.forces.place_of(firer).map_or(0, |from| self.battle.range(from, at) / 10);
        Some(Attack {
            target: PieceId(u16::from(mover.unit)),
            firers: vec![PieceId(u16::from(firer))],
            plays: holds.chain([fires]).map(|choice| choice.to_string()).collect(),
            harm,
            kill,
            words: HARMS,
            range,
            kind: target_kind(self.battle.unit(mover.unit)),
            worth: worth((harm, kill)),
            waits: self.gunnery().waiting_in_words(firer, slot, mover.unit),
            reveals: self.revealed_by(firer),
            caution: self.caution_of(firer, slot),
            ..Attack::default()
        })
    }
}

impl Gunnery<'_> {
    /// The chances in the unit's next fire phase if the mover stopped where it is now.
    fn waiting_in_words(self, firer: Id, slot: Slot, target: Id) -> String {
        let at = self
            .forces
            .place_of(target)
            .filter(|&to| self.may_shoot_at(firer, slot, target, to, true).is_some());
        let later = at.and_then(|to| {
            let line = self.battle.line(self.forces.place_of(firer)?, to);
            let shot = self.shot(firer, slot, target, line, false)?;
            let condition = self.forces.state(target).condition;
            Some(harms(&shot.odds(&self.battle.tables, condition), condition).0)
        });
        later.map_or_else(
            || "out of its sight if it stops now".to_owned(),
            |harm| format!("hurt {:.0}% in your fire phase if it stops now", harm * 100.0),
        )
    }
}

/// The target kind of a unit for standing orders.
fn target_kind(unit: &Unit) -> &'static str {
    match unit.arm {
        _ if unit.is_infantry() => KINDS[2],
        Arm::Armoured => KINDS[0],
        _ => KINDS[1],
    }
}
