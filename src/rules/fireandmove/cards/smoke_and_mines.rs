//! Smoke and minefields (30, 31).

use crate::dice::Ask;
use crate::game::{Side, Tone};
use crate::ledger::cited::applies;

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::fire::reactive::{Onward, Reaction};
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::position::{Gid, Position, Smoke};
use crate::rules::fireandmove::turn::sequence::{Frame, Table};
use crate::rules::fireandmove::vehicles::Machine;

/// The strength of a mine, or of a booby trap (31.1, 91.15).
pub(in crate::rules::fireandmove) const fn mine_strength(trap: bool) -> i16 {
    if trap { 5 } else { 4 }
}

impl Position {
    /// A minefield played on a halted group (31.1).
    pub(in crate::rules::fireandmove) fn minefield(
        &mut self,
        reaction: Reaction,
        trap: bool,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let mover = reaction.mover;
        let side = self.group(mover).side;
        let tag = self.tag(mover);
        let (rule, what) = match trap {
            true => (
                if self.has_trait(side.other(), Trait::Partisans) { "91.16" } else { "91.15" },
                "sets off a booby trap",
            ),
            false => ("31.1", "runs into a minefield"),
        };
        table.tell(Tone::Loss, side.other(), rule, || format!("{tag} {what}"));
        self.explode(mover, mine_strength(trap), table)?;
        // 91.6: the Banzai attack is broken.
        self.group_mut(mover).banzai = false;
        if trap {
            // 91.15: a booby trap attacks once, and the move continues.
            self.push(Onward { from: reaction });
            return Ok(());
        }
        self.group_mut(mover).mined = true;
        // The move is over, and the rest of the card is lost.
        if let Some(Frame::Marching(march)) = self.frames.last_mut() {
            march.left = 0;
            march.halted = true;
        }
        Ok(())
    }

    /// A mine attacks one figure (31.1): concealment does not count.
    pub(in crate::rules::fireandmove) fn explode(
        &mut self,
        group: Gid,
        strength: i16,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let members = self.group(group).members.clone();
        if members.is_empty() {
            return Ok(());
        }
        let tag = self.tag(group);
        // 31.2: strength 1 against the I value of a vehicle's flank.
        if let Some(machine) = self.machine_of(group) {
            applies("31.2");
            let flank = self.vehicle(machine).armour[1].immobilised;
            let result = table.check(|| format!("mine at {tag}, strength 1 against {flank}"))?;
            let (need, more, rule) = self.mine_at_vehicle(group, machine, strength);
            applies(rule);
            return if result + more >= need { self.immobilise(group, false, table) } else { Ok(()) };
        }
        let at = table.among(members.len(), || format!("the mine's target in {tag}"))?;
        let figure = members[at];
        let name = self.soldier(figure).name.clone();
        let result = table.check(|| format!("mine at the {name} of {tag}, strength {strength}"))?;
        self.strike(figure, result, strength, "31.1", table)
    }

    /// The result a mine needs to immobilise a vehicle, the modifiers, and the rule: strength 1 against the
    /// flank's I value (31.2). Against a soft vehicle the mine's own strength counts, and passengers are
    /// unhurt (84.3).
    pub(in crate::rules::fireandmove) fn mine_at_vehicle(
        &self,
        group: Gid,
        machine: &Machine,
        strength: i16,
    ) -> (i16, i16, &'static str) {
        if self.soft_vehicle(group) {
            (3, strength, "84.3")
        } else {
            (self.vehicle(machine).armour[1].immobilised, 1, "31.2")
        }
    }

    /// Whether a smoke card works: Hungarians need a check (91.9).
    pub(in crate::rules::fireandmove) fn smoke_works(
        &mut self,
        group: Gid,
        card: Card,
        table: &mut Table,
    ) -> Result<bool, Ask> {
        if card != Card::SmokeOrCower {
            return Ok(true);
        }
        let (tag, side) = (self.tag(group), self.group(group).side);
        let result = table.check(|| "smoke card: 1 or more".into())?;
        if result < 1 {
            table.tell(Tone::Failure, side, "91.9", || format!("{tag} lays no smoke: {result:+}, needs +1"));
        }
        Ok(result >= 1)
    }

    /// Smoke over a group (30.1, 30.2).
    pub(in crate::rules::fireandmove) fn lay_smoke(
        &mut self,
        group: Gid,
        card: Card,
        table: &mut Table,
    ) -> Result<(), Ask> {
        applies("30.5");
        applies("30.1");
        let (tag, side, at) = (self.tag(group), self.group(group).side, self.group(group).at);
        if !self.smoke_works(group, card, table)? {
            return Ok(());
        }
        let thick = table.dice.roll(6, || "density of the smoke".into())?;
        self.smokes.retain(|smoke| smoke.group != group);
        self.smokes.push(Smoke { group, at, thick, side, fresh: true, burns: false });
        table.tell(Tone::Plain, side, "30.2", || format!("smoke of -{thick} over {tag}"));
        Ok(())
    }

    /// Smoke moves with a group that moves under it, and is removed when the group moves out (30.3, 30.4).
    pub(in crate::rules::fireandmove) fn drag_smoke(&mut self, group: Gid, along: bool) {
        applies("30.3");
        applies("30.4");
        if self.smokes.is_empty() {
            return;
        }
        let at = self.group(group).at;
        self.smokes.retain(|smoke| along || smoke.group != group || smoke.burns);
        for smoke in self.smokes.iter_mut().filter(|smoke| smoke.group == group && !smoke.burns) {
            smoke.at = at;
        }
    }

    /// At the end of its owner's turn smoke thins by a D3 (30.6).
    pub(in crate::rules::fireandmove) fn thin_smoke(
        &mut self,
        side: Side,
        table: &mut Table,
    ) -> Result<(), Ask> {
        for number in 0..self.smokes.len() {
            let smoke = self.smokes[number];
            if smoke.side != side {
                continue;
            }
            if smoke.fresh {
                self.smokes[number].fresh = false;
                continue;
            }
            let less = table.dice.roll(3, || "dissipation of the smoke".into())?;
            self.smokes[number].thick = smoke.thick.saturating_sub(less);
            let left = self.smokes[number].thick;
            table.tell(Tone::Plain, side, "30.6", || format!("smoke dissipates by {less} to {left}"));
        }
        self.smokes.retain(|smoke| smoke.thick > 0);
        Ok(())
    }
}
