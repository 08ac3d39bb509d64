//! Figures moving into contact, and the individual combats (50, 51).

use std::cmp::Ordering;

use crate::dice::Ask;
use crate::game::{Decision, Digest, Tone};
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::close_combat::victory;
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Fig, Figure, Forces, Gid, Position, Standing};
use crate::rules::fireandmove::turn::sequence::{self, Frame, Step, Table};

/// Pairing attackers with defenders (50.1 to 50.7). The attackers all move, and then such defenders as their
/// player likes; in later rounds the players take turns (51.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Contact {
    /// The charging group.
    pub attackers: Gid,
    /// The defending group.
    pub defenders: Gid,
    /// Pairs in contact: attacker and defender.
    pub pairs: Vec<(Fig, Fig)>,
    /// The figure chosen to move next.
    pub mover: Option<Fig>,
    /// It is a later round, in which the players move figures by turns.
    pub again: bool,
    /// In a later round, the defenders move the next figure.
    pub theirs: bool,
    /// The defenders' player moves no more figures.
    pub closed: bool,
}

/// What a player chooses next as figures move into contact.
pub(in crate::rules::fireandmove) enum Meeting {
    /// Which figure moves.
    Mover(Vec<Fig>),
    /// The figure it meets.
    Met(Fig, Vec<Fig>),
}

impl Contact {
    pub(super) const fn of(attackers: Gid, defenders: Gid) -> Self {
        Self {
            attackers,
            defenders,
            pairs: Vec::new(),
            mover: None,
            again: false,
            theirs: false,
            closed: false,
        }
    }

    /// How many opponents a figure has met.
    fn met(&self, figure: Fig) -> usize {
        self.pairs.iter().filter(|(a, d)| *a == figure || *d == figure).count()
    }

    /// What is chosen next; `None` if every figure that moves has an opponent. A figure meets one of those with
    /// the fewest opponents so far, as all are equally near (50.3 to 50.6).
    pub(in crate::rules::fireandmove) fn next(&self, forces: &Forces) -> Option<Meeting> {
        let free =
            |group: Gid| -> Vec<Fig> { forces.fit(group).filter(|&figure| self.met(figure) == 0).collect() };
        let ours = free(self.attackers);
        let theirs = if self.closed { Vec::new() } else { free(self.defenders) };
        let defends = ours.is_empty() || self.theirs && !theirs.is_empty();
        let movers = if defends { theirs } else { ours };
        // Figures that are alike in everything need no choice.
        let mut kinds: Vec<Fig> = Vec::new();
        for figure in movers {
            if !kinds.iter().any(|&known| is_like(forces, known, figure)) {
                kinds.push(figure);
            }
        }
        let mover = match (self.mover, &kinds[..]) {
            (Some(mover), _) => mover,
            (None, []) => return None,
            (None, &[only]) => only,
            (None, _) => return Some(Meeting::Mover(kinds)),
        };
        let among: Vec<Fig> = match defends {
            true => forces.fit(self.attackers).collect(),
            false => forces.group(self.defenders).members.clone(),
        };
        let least = among.iter().map(|&figure| self.met(figure)).min()?;
        Some(Meeting::Met(mover, among.into_iter().filter(|&figure| self.met(figure) == least).collect()))
    }

    /// The group whose figure moves next.
    fn moving(&self, forces: &Forces) -> Gid {
        match self.next(forces) {
            Some(Meeting::Mover(movers)) => forces.figure(movers[0]).group,
            Some(Meeting::Met(mover, _)) => forces.figure(mover).group,
            None => self.attackers,
        }
    }
}

impl Step for Contact {
    fn decision(&self, position: &Position) -> Decision {
        let forces = &position.forces;
        let group = self.moving(forces);
        let (prompt, rule) = match self.next(forces) {
            Some(Meeting::Mover(_)) if group == self.defenders => {
                ("Choose the next figure to move into contact, or leave the rest out.", "50.7")
            }
            Some(Meeting::Mover(_)) => ("Choose the next figure to move into contact.", "50.2"),
            _ if group == self.defenders => {
                ("Choose the figure that the next one fights, or leave it out.", "50.7")
            }
            _ => ("Choose the figure that the next one fights.", "50.2"),
        };
        Decision::new(forces.group(group).side, "contact", prompt, rule)
    }

    fn is_void(&self, position: &Position) -> bool {
        position.forces.fit(self.attackers).next().is_none()
            || position.forces.group(self.defenders).members.is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Some(Meeting::Mover(figures) | Meeting::Met(_, figures)) = self.next(&position.forces) else {
            return;
        };
        list.extend(figures.into_iter().map(Choice::Figure));
        // 50.7: defenders without an opponent may stay out.
        if self.mover.is_none() && self.moving(&position.forces) == self.defenders {
            list.push(Choice::Done);
        }
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        match (self.next(&position.forces), choice) {
            (Some(Meeting::Mover(_)), Choice::Figure(figure)) => self.mover = Some(figure),
            (Some(Meeting::Met(mover, _)), Choice::Figure(met)) => self.meet(&position.forces, mover, met),
            _ => self.closed = true,
        }
        position.open.push(self);
        position.settle_contact(table)
    }

    fn digest(&self, digest: &mut Digest) {
        sequence::numbers(digest, &[self.attackers, self.defenders]);
        digest.each(&self.pairs, |digest, (a, b)| {
            digest.int(*a);
            digest.int(*b);
        });
        digest.maybe(self.mover, |digest, mover| digest.int(mover));
        [self.again, self.theirs, self.closed].into_iter().for_each(|flag| digest.flag(flag));
    }
}

impl Contact {
    #[apply(rule, "50.1", "50.5", "50.6", "50.7")]
    fn meet(&mut self, forces: &Forces, mover: Fig, met: Fig) {
        let attacks = forces.figure(mover).group == self.attackers;
        self.pairs.push(if attacks { (mover, met) } else { (met, mover) });
        self.mover = None;
        self.theirs = self.again && attacks;
    }

    /// A figure's close combat value with all modifiers (50.11 to 50.15, 43.1).
    #[apply(rule, "50.13", "50.15", "50.10")]
    #[apply(rule, "91.14" if forces.figure(figure).kit.dadao)]
    pub(in crate::rules::fireandmove) fn value(
        &self,
        forces: &Forces,
        figure: Fig,
        example: [i16; 2],
    ) -> i16 {
        let group = forces.figure(figure).group;
        let attacks = group == self.attackers;
        let side = forces.soldier(figure).side;
        let traits = forces.battle().sides[side.index()].traits;
        let enemy = if attacks { self.defenders } else { self.attackers };
        forces.soldier(figure).ccv + i16::from(forces.figure(figure).kit.dadao)
            - i16::from(forces.figure(figure).failed)
            + i16::from(forces.figure(figure).hero)
            - i16::from(forces.group(group).fear)
            + i16::from(attacks && forces.group(enemy).fear)
            + i16::from(attacks && traits.has(Trait::Aera))
            + if forces.rank(figure) == Rank::Platoon { 0 } else { example[side.index()] }
    }

    /// Resolves every individual combat, those with a platoon leader first (50.8, 50.9, 50.12, 50.14).
    /// Returns the dead of each side.
    #[apply(rule, "50.14", "50.12")]
    fn fight(&self, position: &mut Position, table: &mut Table) -> Result<[u8; 2], Ask> {
        let mut clusters: Vec<(Vec<Fig>, Vec<Fig>)> = Vec::new();
        for &(a, d) in &self.pairs {
            match clusters
                .iter_mut()
                .find(|(attackers, defenders)| attackers.contains(&a) || defenders.contains(&d))
            {
                Some((attackers, defenders)) => {
                    if !attackers.contains(&a) {
                        attackers.push(a);
                    }
                    if !defenders.contains(&d) {
                        defenders.push(d);
                    }
                }
                None => clusters.push((vec![a], vec![d])),
            }
        }
        let led = |(a, d): &(Vec<Fig>, Vec<Fig>)| {
            a.iter().chain(d).any(|&figure| position.forces.rank(figure) == Rank::Platoon)
        };
        clusters.sort_by_key(|cluster| !led(cluster));
        let mut dead = [0; 2];
        let mut example = [0; 2];
        for (mut ours, mut theirs) in clusters {
            // 50.14: the platoon leader fights first, and the others follow that example.
            for figures in [&mut ours, &mut theirs] {
                figures.sort_by_key(|&figure| position.forces.rank(figure) != Rank::Platoon);
            }
            while let (Some(&a), Some(&d)) = (ours.first(), theirs.first()) {
                let names = [a, d].map(|figure| position.forces.soldier(figure).name.clone());
                let extra = [ours.len(), theirs.len()].map(|count| 2 * (count as i16 - 1));
                let rolled = |position: &Position, table: &mut Table, figure: Fig, place: usize| {
                    let value = self.value(&position.forces, figure, example) + extra[place];
                    let result =
                        table.check(|| format!("the {} in close combat, CCV {value}", names[place]))?;
                    Ok::<i16, Ask>(value + result)
                };
                let sums = [rolled(position, table, a, 0)?, rolled(position, table, d, 1)?];
                let side = position.forces.soldier(a).side;
                let loser = match sums[0].cmp(&sums[1]) {
                    Ordering::Equal => {
                        table.tell(Tone::Plain, side, "50.9", || {
                            format!("the {} and the {} tie at {}", names[0], names[1], sums[0])
                        });
                        continue;
                    }
                    Ordering::Greater => d,
                    Ordering::Less => a,
                };
                let word = if loser == d { "wins" } else { "loses" };
                table.tell(Tone::Loss, side, "50.9", || {
                    format!("the {} {word} against the {}: {} to {}", names[0], names[1], sums[0], sums[1])
                });
                dead[position.forces.soldier(loser).side.index()] += 1;
                action::fell(&mut position.forces, loser, Standing::Killed, table);
                ours.retain(|&figure| figure != loser);
                theirs.retain(|&figure| figure != loser);
                for figure in
                    [a, d].into_iter().filter(|&figure| position.forces.rank(figure) == Rank::Platoon)
                {
                    let leader = position.forces.soldier(figure).leader;
                    example[position.forces.soldier(figure).side.index()] =
                        if figure == loser { -leader } else { leader };
                }
            }
        }
        Ok(dead)
    }
}

/// Whether two figures are alike in everything that counts in close combat.
fn is_like(forces: &Forces, a: Fig, b: Fig) -> bool {
    let [one, other] = [a, b].map(|figure| forces.soldier(figure));
    let alike = one.name == other.name && one.ccv == other.ccv && one.nerve == other.nerve;
    let states = [a, b].map(|figure| Figure { turned: None, ..*forces.figure(figure) });
    alike && one.rank == other.rank && states[0] == states[1]
}

impl Position {
    /// Makes forced contacts, fights when every figure has an opponent, and determines the winner (50, 51).
    pub(super) fn settle_contact(&mut self, table: &mut Table) -> Result<(), Ask> {
        loop {
            let Some(Frame::Contact(contact)) = self.open.frames.last() else { return Ok(()) };
            if contact.is_void(self) {
                return Ok(());
            }
            let mut contact = contact.clone();
            match contact.next(&self.forces) {
                Some(Meeting::Met(mover, met))
                    if met.len() == 1
                        && (contact.mover.is_some()
                            || self.forces.figure(mover).group == contact.attackers) =>
                {
                    contact.meet(&self.forces, mover, met[0]);
                    self.open.frames.pop();
                    self.open.push(contact);
                }
                Some(_) => return Ok(()),
                None => {
                    self.open.frames.pop();
                    let dead = contact.fight(self, table)?;
                    if !victory::decide(
                        &mut self.terrain,
                        &mut self.forces,
                        &mut self.open,
                        &contact,
                        dead,
                        table,
                    )? {
                        // 51.1: no winner, so another round is fought.
                        self.open.push(Contact {
                            again: true,
                            ..Contact::of(contact.attackers, contact.defenders)
                        });
                    }
                }
            }
        }
    }
}
