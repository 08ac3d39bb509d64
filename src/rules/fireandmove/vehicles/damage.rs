//! Damage to vehicles (67, 69): AP hits, stun, buttoning up, abandonment, and crew recovery.

use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::applies;
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::armour::Damage;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position, Standing};
use crate::rules::fireandmove::turn::sequence::Table;

impl Position {
    /// Applies an AP result against one side of a vehicle (67.2 to 67.9, 68.1).
    pub(in crate::rules::fireandmove) fn pierced(
        &mut self,
        group: Gid,
        sum: i16,
        flank: bool,
        hull_down: bool,
        only_destroyed: bool,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let Some(machine) = self.machine_of(group) else { return Ok(()) };
        if self.vehicle(machine).soft {
            return if only_destroyed && sum < 6 {
                Ok(())
            } else {
                self.soft_struck(group, sum, false, table)
            };
        }
        let damage = self.vehicle(machine).armour[usize::from(flank)].damage(sum, hull_down);
        match damage {
            Damage::Destroyed => self.destroy(group, table),
            _ if only_destroyed => {}
            Damage::None => {}
            Damage::Stunned => self.stun(group, table),
            Damage::Immobilised => self.immobilise(group, true, table)?,
            Damage::StunnedOrImmobilised => {
                // 67.6: stunned on 1 to 3.
                if table.dice.roll(6, || "stunned on 1 to 3, immobilised on 4 to 6".into())? <= 3 {
                    self.stun(group, table);
                } else {
                    self.immobilise(group, true, table)?;
                }
            }
        }
        Ok(())
    }

    /// Destroys a vehicle with everyone in it (67.2).
    pub(in crate::rules::fireandmove) fn destroy(&mut self, group: Gid, table: &mut Table) {
        let (tag, side) = (self.tag(group), self.group(group).side);
        table.tell(Tone::Loss, side, "67.2", || format!("{tag} is destroyed"));
        for figure in self.group(group).members.clone() {
            self.fell(figure, Standing::Killed, table);
        }
    }

    /// A stun marker of 3, then 6; a third stun destroys the vehicle (67.7).
    fn stun(&mut self, group: Gid, table: &mut Table) {
        applies("67.3");
        let Some(crew) = self.group(group).machine else { return };
        let (tag, side) = (self.tag(group), self.group(group).side);
        let machine = self.machine_mut(crew);
        machine.rallied = 0;
        if machine.stun == 6 {
            self.destroy(group, table);
            return;
        }
        machine.stun += 3;
        let marker = machine.stun;
        applies("85.5");
        // 85.5: passengers inside the vehicle are pinned, riders on it are not.
        let inside = self.machine_of(group).is_some_and(|machine| !self.vehicle(machine).rides_on);
        for figure in self.passengers(group).filter(|_| inside).collect::<Vec<_>>() {
            self.fell(figure, Standing::Pinned, table);
        }
        table.tell(Tone::Loss, side, "67.7", || format!("{tag} is stunned, marker {marker}"));
    }

    /// A vehicle cannot move again; after a hit its crew may leave it (67.5, 67.8).
    pub(in crate::rules::fireandmove) fn immobilise(
        &mut self,
        group: Gid,
        test: bool,
        table: &mut Table,
    ) -> Result<(), Ask> {
        applies("67.4");
        let Some(crew) = self.group(group).machine else { return Ok(()) };
        self.machine_mut(crew).immobilised = true;
        let (tag, side) = (self.tag(group), self.group(group).side);
        table.tell(Tone::Loss, side, "67.4", || format!("{tag} is immobilised"));
        if test { self.crew_test(group, table) } else { Ok(()) }
    }

    /// The crew's morale test; if it fails, they abandon the vehicle (64.4, 67.4).
    pub(in crate::rules::fireandmove) fn crew_test(
        &mut self,
        group: Gid,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let Some(crew) = self.group(group).machine else { return Ok(()) };
        let morale = self.nerve(crew).morale;
        let (tag, side) = (self.tag(group), self.group(group).side);
        let result = table.check(|| format!("the crew of {tag} tests to stay: within {morale}"))?;
        let stays = checks::passes_morale(result, morale);
        let (tone, end) = if stays { (Tone::Success, "stays") } else { (Tone::Loss, "abandons the vehicle") };
        table.tell(tone, side, "67.4", || format!("the crew of {tag} {end}: {result:+}, within {morale}"));
        if !stays {
            self.abandon(crew, table);
        }
        Ok(())
    }

    /// The crew leaves for good; the empty vehicle has no further effect.
    fn abandon(&mut self, crew: Fig, table: &mut Table) {
        let group = self.figure(crew).group;
        self.fell(crew, Standing::Routed, table);
        self.group_mut(group).machine = None;
    }

    /// The effect of such a check on a crew: whether it is buttoned up or pinned, and whether the commander
    /// is killed (69.2). A crew behind closed hatches is safe.
    pub(in crate::rules::fireandmove) fn crew_fate(&self, crew: Fig, sum: i16) -> [bool; 2] {
        let Some(machine) = self.machine(crew) else { return [false; 2] };
        let nerve = self.nerve(crew);
        let shut = machine.buttoned && !self.vehicle(machine).open || sum < nerve.morale;
        [!shut, !shut && sum >= nerve.kia]
    }

    /// HE, small arms and similar attacks on the crew (69): it is buttoned up or pinned, and the commander
    /// may be killed.
    pub(in crate::rules::fireandmove) fn crew_struck(&mut self, crew: Fig, sum: i16, table: &mut Table) {
        applies("69.1");
        applies("69.4");
        let Some(machine) = self.machine(crew) else { return };
        let open = self.vehicle(machine).open;
        let group = self.figure(crew).group;
        let (tag, side) = (self.tag(group), self.group(group).side);
        let [shaken, killed] = self.crew_fate(crew, sum);
        if !shaken {
            return;
        }
        if killed {
            let machine = self.machine_mut(crew);
            machine.commanders += 1;
            let second = machine.commanders > 1;
            table.tell(Tone::Loss, side, "69.2", || format!("the commander of {tag} is killed"));
            if second {
                self.abandon(crew, table);
                return;
            }
        }
        if open {
            if self.figure(crew).standing == Standing::Fit {
                self.fell(crew, Standing::Pinned, table);
                table.tell(Tone::Loss, side, "69.2", || format!("the crew of {tag} is pinned"));
            }
        } else {
            self.machine_mut(crew).buttoned = true;
            table.tell(Tone::Plain, side, "69.2", || format!("{tag} is buttoned up"));
        }
    }

    /// A rally card on a vehicle: set aside until it covers its markers (67.7, 69.2).
    pub(in crate::rules::fireandmove) fn rally_crew(&mut self, group: Gid, value: u8, table: &mut Table) {
        let Some(crew) = self.group(group).machine else { return };
        let machine = self.machine_mut(crew);
        machine.rallied += value;
        while machine.stun > 0 && machine.rallied >= 3 {
            machine.stun -= 3;
            machine.rallied -= 3;
        }
        let (stun, points) = (machine.stun, machine.rallied);
        let pinned = self.figure(crew).standing == Standing::Pinned;
        if stun == 0 && pinned && points >= 3 {
            self.figure_mut(crew).standing = Standing::Fit;
        }
        let ready = stun == 0 && self.figure(crew).standing == Standing::Fit;
        if ready {
            self.machine_mut(crew).rallied = 0;
            applies("85.6");
            // 85.6: passengers inside rally with the crew.
            let inside = self.machine_of(group).is_some_and(|machine| !self.vehicle(machine).rides_on);
            for figure in self.passengers(group).filter(|_| inside).collect::<Vec<_>>() {
                self.figure_mut(figure).standing = Standing::Fit;
            }
        }
        let (tag, side) = (self.tag(group), self.group(group).side);
        table.tell(Tone::Plain, side, "67.7", || match ready {
            true => format!("{tag} has recovered"),
            false => format!("{tag} is rallying: {points} points set aside"),
        });
    }
}
