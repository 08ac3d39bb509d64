//! Infantry assaults on a vehicle (72).

use crate::dice::Ask;
use crate::game::{Modifier, Tone};
use crate::ledger::cited::applies;
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::terrain::Ground;
use crate::rules::fireandmove::dice::checks::modifiers;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position, Standing};
use crate::rules::fireandmove::turn::sequence::Table;

impl Position {
    /// The modifiers to a figure's assault on a vehicle; `before` is the number of figures that have already
    /// tried (72.2).
    pub fn assault_lines(&self, figure: Fig, target: Gid, before: i16) -> Vec<Modifier> {
        applies("72.2");
        let Some(machine) = self.machine_of(target) else { return Vec::new() };
        let (state, group) = (self.figure(figure), self.group(target));
        let soldier = self.soldier(figure);
        let traits = self.battle().sides[soldier.side.index()].traits;
        let hunts = traits.has(Trait::Aera) || traits.has(Trait::ArmourHunters);
        let bold = state.hero || state.dare || hunts;
        // 91.14: a Gan Si Dui figure carries a charge of its own.
        let bomb = if state.kit.mine || state.kit.charge { 4 } else { 2 * i16::from(state.dare) };
        let ground = match self.field().feature(group.at).ground {
            Ground::WoodenBuilding | Ground::StoneBuilding | Ground::Hut => 3,
            Ground::Orchard | Ground::Palms | Ground::Crops | Ground::ForwardCrops => 1,
            Ground::Kunai | Ground::Rubble => 1,
            Ground::Woods => 2,
            Ground::DenseWoods | Ground::Jungle => 3,
            _ => 0,
        };
        let from = self.group(state.group).at;
        let guarded = self.groups_of(group.side).any(|other| {
            self.group(other).machine.is_none() && Field::range(self.group(other).at, group.at) <= 8
        });
        let open = self.vehicle(machine).open;
        modifiers([
            (before, "earlier attackers", "72.2"),
            (-3 * i16::from(state.berserk), "Berserk", "72.2"),
            (i16::from(bold), "hero, Greek or Finn", "72.2"),
            (bomb, "magnetic mine or charge", "72.2"),
            (ground, "terrain", "72.2"),
            (i16::from(self.smoke(from, group.at)), "smoke", "72.2"),
            (i16::from(machine.buttoned), "buttoned up", "72.2"),
            (2 * i16::from(machine.commanders > 0), "commander killed", "72.2"),
            (
                2 * i16::from(machine.immobilised || machine.bogged.is_some() || machine.mired),
                "immobilised or bogged",
                "72.2",
            ),
            (3 * i16::from(open), "open-topped", "72.2"),
            (-i16::from(!machine.buttoned && machine.commanders == 0), "crew exposed", "72.2"),
            (-2 * i16::from(guarded), "infantry close by", "72.2"),
        ])
    }

    /// One figure's assault; returns whether the vehicle survives (72.3).
    pub(in crate::rules::fireandmove) fn assault(
        &mut self,
        figure: Fig,
        target: Gid,
        before: i16,
        table: &mut Table,
    ) -> Result<bool, Ask> {
        let more: i16 = self.assault_lines(figure, target, before).iter().map(|line| line.value).sum();
        let (them, side) = (self.tag(target), self.soldier(figure).side);
        let name = self.soldier(figure).name.clone();
        let result =
            table.check(|| format!("the {name} attacks {them}: 6 immobilises, 7 destroys, with {more:+}"))?;
        let sum = result + more;
        let end = assault_end(sum);
        let end = if end.is_empty() { "no effect" } else { end };
        table.tell(Tone::Plain, side, "72.3", || {
            format!("the {name} attacks {them}: {end}, {result:+} with {more:+}")
        });
        let kit = &mut self.figure_mut(figure).kit;
        if kit.mine {
            kit.mine = false;
        } else {
            kit.charge = false;
        }
        match sum {
            7.. => self.destroy(target, table),
            6 => self.immobilise(target, false, table)?,
            1..=5 => {}
            _ => self.fell(figure, Standing::Killed, table),
        }
        Ok(!self.group(target).members.is_empty())
    }

    /// Resolves the assault of every figure that reached the vehicle, one after another (72.2).
    pub(in crate::rules::fireandmove) fn storm(
        &mut self,
        attackers: Gid,
        target: Gid,
        table: &mut Table,
    ) -> Result<(), Ask> {
        applies("72.1");
        for (figure, before) in self.fit(attackers).collect::<Vec<_>>().into_iter().zip(0..) {
            if !self.assault(figure, target, before, table)? {
                break;
            }
        }
        // 91.14: Gan Si Dui figures are removed; 91.4, 91.6: the others recover.
        for figure in self.group(attackers).members.clone() {
            if self.figure(figure).dare {
                self.fell(figure, Standing::Killed, table);
            }
        }
        self.come_to_senses(attackers);
        Ok(())
    }
}

/// The result of one figure's assault on a vehicle: 6 immobilises it, 7 destroys it, and on 0 or less the
/// figure is killed (72.3).
pub(in crate::rules::fireandmove) const fn assault_end(sum: i16) -> &'static str {
    match sum {
        7.. => "destroyed",
        6 => "immobilised",
        1..=5 => "",
        _ => "attacker killed",
    }
}
