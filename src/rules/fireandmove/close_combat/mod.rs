//! Close combat (45 to 53): charging, standing, pairing off and the result.

pub(super) mod victory;

use crate::rules::fireandmove::cards::hand;
use std::cmp::Ordering;

use crate::dice::Ask;
use crate::game::{Decision, Modifier, Tone};
use crate::ledger::cited::applies;

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::action::toward;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Fig, Figure, Gid, Position, Standing};
use crate::rules::fireandmove::turn::sequence::{Frame, Step, Table};

/// Which figures of a group charge (47).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nominate {
    /// The march the charge is part of.
    pub march: Marching,
    /// The group charged.
    pub target: Gid,
    /// Figures nominated so far; empty means all.
    pub chosen: Vec<Fig>,
}

/// Whether defenders stand (49).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stand {
    /// The charging group.
    pub attackers: Gid,
    /// The group charged.
    pub defenders: Gid,
    /// The value of the rally card discarded.
    pub steady: u8,
}

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

/// A player's next choice as figures move into contact.
pub(in crate::rules::fireandmove) enum Meeting {
    /// Which figure moves.
    Mover(Vec<Fig>),
    /// The figure it meets.
    Met(Fig, Vec<Fig>),
}

impl Step for Nominate {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.march.group).side;
        Decision::new(
            side,
            "nominate",
            "Choose the figures that charge; with none chosen, all charge.",
            "47.1",
        )
    }

    fn is_void(&self, position: &Position) -> bool {
        position.fit(self.march.group).next().is_none() || position.group(self.target).members.is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let free = position.fit(self.march.group).filter(|figure| !self.chosen.contains(figure));
        list.extend(free.map(Choice::Figure));
        list.push(Choice::Done);
        if self.chosen.is_empty() {
            list.push(Choice::Leave);
        }
        position.heroes(position.group(self.march.group).side, list);
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        match choice {
            Choice::Figure(figure) => {
                self.chosen.push(figure);
                position.push(self);
                Ok(())
            }
            Choice::Leave => {
                position.push(self.march);
                Ok(())
            }
            Choice::Hero(figure) => {
                position.push(self);
                position.hero(figure, table);
                Ok(())
            }
            _ => {
                if self.chosen.is_empty() {
                    self.chosen = position.fit(self.march.group).collect();
                }
                position.charge(&self, table)
            }
        }
    }
}

/// After reactive fire, the defenders check whether they stand.
pub(super) fn begin_stand(position: &mut Position, attackers: Gid, defenders: Gid) {
    // Horses take no part; their holders leave them where they are (ruling FM-90).
    let men: Vec<Fig> = position
        .group(defenders)
        .members
        .iter()
        .copied()
        .filter(|&figure| !position.is_horse(figure))
        .collect();
    if men.is_empty() {
        return;
    }
    let defenders = if men.len() < position.group(defenders).members.len() {
        let at = position.group(defenders).at;
        position.split(defenders, &men, at)
    } else {
        defenders
    };
    if position.fit(attackers).next().is_some() && !position.group(defenders).members.is_empty() {
        position.push(Stand { attackers, defenders, steady: 0 });
    }
}

impl Position {
    /// The modifiers of a charging figure's morale test, before the platoon leader's example (48.4 to 48.7).
    pub fn charge_lines(&self, figure: Fig, nominated: usize, target: Gid, cover: u8) -> Vec<Modifier> {
        applies("48.4");
        applies("48.5");
        applies("48.6");
        applies("48.7");
        let defenders = self.fit(target).count();
        let side = &self.battle().sides[self.soldier(figure).side.index()];
        let aera = i16::from(side.traits.has(Trait::Aera));
        let lines = [
            // A force has a few dozen figures at most.
            (nominated as i16 - defenders as i16, "numbers", "48.5"),
            (i16::from(self.figure(figure).hero), "hero", "48.6"),
            (i16::from(cover), "movement card", "48.7"),
            (self.soldier(figure).charge + aera, "charge bonus", "91.1"),
        ];
        lines
            .into_iter()
            .filter(|line| line.0 != 0)
            .map(|(value, label, rule)| Modifier { value, label, rule })
            .collect()
    }

    /// Tests the nominated figures and moves those that pass (48, 49.1).
    fn charge(&mut self, charge: &Nominate, table: &mut Table) -> Result<(), Ask> {
        applies("48.2");
        applies("48.3");
        applies("48.8");
        applies("47.2");
        let id = charge.march.group;
        let (tag, side) = (self.tag(id), self.group(id).side);
        let cover = if charge.march.cover { charge.march.card.cover } else { 0 };
        let mut order = charge.chosen.clone();
        // The platoon leader tests first and sets the example (48.8).
        order.sort_by_key(|&figure| self.rank(figure) != Rank::Platoon);
        let mut example = 0;
        let mut passed: Vec<Fig> = Vec::new();
        for figure in order.iter().copied() {
            let lines = self.charge_lines(figure, order.len(), charge.target, cover);
            let morale =
                self.nerve(figure).morale + lines.iter().map(|line| line.value).sum::<i16>() + example;
            let name = self.soldier(figure).name.clone();
            let result = table.check(|| format!("the {name} of {tag} tests to charge: within {morale}"))?;
            let passes = checks::passes_morale(result, morale);
            let (tone, end) = if passes { (Tone::Success, "charges") } else { (Tone::Failure, "is pinned") };
            table.tell(tone, side, "48.1", || {
                format!("the {name} of {tag} {end}: {result:+}, within {morale}")
            });
            if self.rank(figure) == Rank::Platoon {
                let leader = self.soldier(figure).leader;
                example = if passes { leader } else { -leader };
            }
            if passes {
                passed.push(figure);
            } else {
                self.pin(figure, table);
            }
        }
        if passed.is_empty() {
            return Ok(());
        }
        let from = self.group(id).at;
        let to = self.group(charge.target).at;
        let mut path = charge.march.trodden();
        if path.is_empty() {
            path.push(from);
        }
        // Straight ahead until adjacent to the enemy (48.1).
        path = self.approach(from, to, path);
        let at = path.last().copied().unwrap_or(from);
        let everybody = passed.len() == self.group(id).members.len();
        let mover = if everybody { id } else { self.split(id, &passed, from) };
        let group = self.group_mut(mover);
        group.home = (!everybody).then_some(id);
        group.at = at;
        group.more.river = false;
        group.front = if at == to { group.front } else { toward(at, to) };
        group.grounded = false;
        self.align(mover);
        self.drag_smoke(mover, charge.march.smoked);
        self.lose_aim(mover);
        let sly = self.is_sly(&charge.march);
        let (card, charges) = (charge.march.hidden(), Some(charge.target));
        self.push(Reaction { card, charges, sly, ..Reaction::of(mover, path) });
        Ok(())
    }

    /// The result defenders need to stand: 0, or 2 for the Red Army outside buildings and works (91.15).
    pub(super) fn stand_need(&self, defenders: Gid) -> i16 {
        use crate::rules::fireandmove::battlefield::terrain::Ground;
        let group = self.group(defenders);
        let ground = self.field().feature(group.at).ground;
        let dug_in = ground.stand() > 0 || matches!(ground, Ground::Foxholes | Ground::Trench);
        if self.has_trait(group.side, Trait::RedArmy) && !dug_in { 2 } else { 0 }
    }

    /// The modifiers of the defenders' stand check (49.3 to 49.6).
    pub fn stand_lines(&self, stand: &Stand) -> Vec<Modifier> {
        applies("49.5");
        applies("49.3");
        applies("49.6");
        let ours = self.fit(stand.defenders).count() as i16;
        let theirs = self.fit(stand.attackers).count() as i16;
        let ground = self.field().feature(self.group(stand.defenders).at).ground.stand();
        let lines = [
            (ours - theirs, "numbers", "49.3"),
            (i16::from(stand.steady), "rally card", "49.4"),
            (ground, "building or works", if ground == 1 { "49.5" } else { "49.6" }),
        ];
        lines
            .into_iter()
            .filter(|line| line.0 != 0)
            .map(|(value, label, rule)| Modifier { value, label, rule })
            .collect()
    }
}

impl Step for Stand {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.defenders).side;
        Decision::new(side, "stand", "The enemy charges: test to stand, or retire.", "49.1")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.group(self.defenders).members.is_empty() || position.fit(self.attackers).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend([Choice::Stand, Choice::Retire]);
        let needs = position.stand_need(self.defenders);
        if self.steady == 0 && needs == 0 && !position.is_wild(self.defenders) {
            let hand = &position.seat(position.group(self.defenders).side).hand;
            let rallies = hand::different(hand).filter(|card| matches!(card, Card::Rally { .. }));
            list.extend(rallies.map(Choice::Steady));
        }
        position.heroes(position.group(self.defenders).side, list);
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let (tag, side) = (position.tag(self.defenders), position.group(self.defenders).side);
        let from = position.group(self.attackers).at;
        match choice {
            Choice::Steady(card @ Card::Rally { value, .. }) => {
                position.spend(side, card);
                table.tell(Tone::Plain, side, "49.4", || format!("{tag} adds a {card} to its check"));
                self.steady = value;
                position.push(self);
            }
            Choice::Hero(figure) => {
                position.push(self);
                position.hero(figure, table);
            }
            Choice::Retire => {
                let all = position.group(self.defenders).members.clone();
                // 91.6: the enemy has been driven out.
                position.group_mut(self.attackers).banzai = false;
                position.retire(self.defenders, &all, from, false, table)?;
            }
            _ => {
                let lines = position.stand_lines(&self);
                let more: i16 = lines.iter().map(|line| line.value).sum();
                let result = table.check(|| format!("{tag} tests to stand: 0 or more with {more:+}"))?;
                let sum = result + more;
                table.tell(if sum < 0 { Tone::Failure } else { Tone::Success }, side, "49.7", || {
                    format!("{tag} tests to stand: {sum} ({result:+} and {more:+})")
                });
                // 91.15: the Red Army needs 2 outside works and buildings.
                let going = usize::from((position.stand_need(self.defenders) - sum).max(0).unsigned_abs());
                applies("49.8");
                // Pinned figures retire first.
                let mut order: Vec<Fig> = position.pinned(self.defenders).collect();
                order.extend(position.fit(self.defenders));
                order.truncate(going);
                let rest: Vec<Fig> = position.group(self.defenders).members.clone();
                let rest: Vec<Fig> = rest.into_iter().filter(|figure| !order.contains(figure)).collect();
                if rest.is_empty() {
                    position.group_mut(self.attackers).banzai = false;
                } else if position.is_daring(self.attackers) {
                    position.dared(self.attackers, self.defenders, &rest, table)?;
                } else if !position.surrenders(&self, &rest, table) {
                    position.push(Contact::of(self.attackers, self.defenders));
                }
                position.retire(self.defenders, &order, from, false, table)?;
                position.settle_contact(table)?;
            }
        }
        Ok(())
    }
}

impl Contact {
    const fn of(attackers: Gid, defenders: Gid) -> Self {
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

    /// The next choice; `None` if every figure that moves has an opponent. A figure meets one of those with
    /// the fewest opponents so far, as all are equally near (50.3 to 50.6).
    pub(in crate::rules::fireandmove) fn next(&self, position: &Position) -> Option<Meeting> {
        let free = |group: Gid| -> Vec<Fig> {
            position.fit(group).filter(|&figure| self.met(figure) == 0).collect()
        };
        let ours = free(self.attackers);
        let theirs = if self.closed { Vec::new() } else { free(self.defenders) };
        let defends = ours.is_empty() || self.theirs && !theirs.is_empty();
        let movers = if defends { theirs } else { ours };
        // Figures that are alike in everything need no choice.
        let mut kinds: Vec<Fig> = Vec::new();
        for figure in movers {
            if !kinds.iter().any(|&known| position.is_like(known, figure)) {
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
            true => position.fit(self.attackers).collect(),
            false => position.group(self.defenders).members.clone(),
        };
        let least = among.iter().map(|&figure| self.met(figure)).min()?;
        Some(Meeting::Met(mover, among.into_iter().filter(|&figure| self.met(figure) == least).collect()))
    }

    /// The group whose figure moves next.
    fn moving(&self, position: &Position) -> Gid {
        match self.next(position) {
            Some(Meeting::Mover(movers)) => position.figure(movers[0]).group,
            Some(Meeting::Met(mover, _)) => position.figure(mover).group,
            None => self.attackers,
        }
    }
}

impl Step for Contact {
    fn decision(&self, position: &Position) -> Decision {
        let group = self.moving(position);
        let (prompt, rule) = match self.next(position) {
            Some(Meeting::Mover(_)) if group == self.defenders => {
                ("Choose the next figure to move into contact, or leave the rest out.", "50.7")
            }
            Some(Meeting::Mover(_)) => ("Choose the next figure to move into contact.", "50.2"),
            _ if group == self.defenders => {
                ("Choose the figure that the next one fights, or leave it out.", "50.7")
            }
            _ => ("Choose the figure that the next one fights.", "50.2"),
        };
        Decision::new(position.group(group).side, "contact", prompt, rule)
    }

    fn is_void(&self, position: &Position) -> bool {
        position.fit(self.attackers).next().is_none() || position.group(self.defenders).members.is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Some(Meeting::Mover(figures) | Meeting::Met(_, figures)) = self.next(position) else { return };
        list.extend(figures.into_iter().map(Choice::Figure));
        // 50.7: defenders without an opponent may stay out.
        if self.mover.is_none() && self.moving(position) == self.defenders {
            list.push(Choice::Done);
        }
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        match (self.next(position), choice) {
            (Some(Meeting::Mover(_)), Choice::Figure(figure)) => self.mover = Some(figure),
            (Some(Meeting::Met(mover, _)), Choice::Figure(met)) => self.meet(position, mover, met),
            _ => self.closed = true,
        }
        position.push(self);
        position.settle_contact(table)
    }
}

impl Contact {
    fn meet(&mut self, position: &Position, mover: Fig, met: Fig) {
        applies("50.1");
        applies("50.5");
        applies("50.6");
        applies("50.7");
        let attacks = position.figure(mover).group == self.attackers;
        self.pairs.push(if attacks { (mover, met) } else { (met, mover) });
        self.mover = None;
        self.theirs = self.again && attacks;
    }

    /// A figure's close combat value with all modifiers (50.11 to 50.15, 43.1).
    pub(super) fn value(&self, position: &Position, figure: Fig, example: [i16; 2]) -> i16 {
        applies("50.13");
        applies("50.15");
        applies("50.10");
        let group = position.figure(figure).group;
        let attacks = group == self.attackers;
        let side = position.soldier(figure).side;
        let traits = position.battle().sides[side.index()].traits;
        let enemy = if attacks { self.defenders } else { self.attackers };
        if position.figure(figure).kit.dadao {
            applies("91.14");
        }
        position.soldier(figure).ccv + i16::from(position.figure(figure).kit.dadao)
            - i16::from(position.figure(figure).failed)
            + i16::from(position.figure(figure).hero)
            - i16::from(position.group(group).fear)
            + i16::from(attacks && position.group(enemy).fear)
            + i16::from(attacks && traits.has(Trait::Aera))
            + if position.rank(figure) == Rank::Platoon { 0 } else { example[side.index()] }
    }

    /// Resolves every individual combat, those with a platoon leader first (50.8, 50.9, 50.12, 50.14).
    /// Returns the dead of each side.
    fn fight(&self, position: &mut Position, table: &mut Table) -> Result<[u8; 2], Ask> {
        applies("50.14");
        applies("50.12");
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
            a.iter().chain(d).any(|&figure| position.rank(figure) == Rank::Platoon)
        };
        clusters.sort_by_key(|cluster| !led(cluster));
        let mut dead = [0; 2];
        let mut example = [0; 2];
        for (mut ours, mut theirs) in clusters {
            // 50.14: the platoon leader fights first, and the others follow that example.
            for figures in [&mut ours, &mut theirs] {
                figures.sort_by_key(|&figure| position.rank(figure) != Rank::Platoon);
            }
            while let (Some(&a), Some(&d)) = (ours.first(), theirs.first()) {
                let names = [a, d].map(|figure| position.soldier(figure).name.clone());
                let extra = [ours.len(), theirs.len()].map(|count| 2 * (count as i16 - 1));
                let rolled = |position: &Position, table: &mut Table, figure: Fig, place: usize| {
                    let value = self.value(position, figure, example) + extra[place];
                    let result =
                        table.check(|| format!("the {} in close combat, CCV {value}", names[place]))?;
                    Ok::<i16, Ask>(value + result)
                };
                let sums = [rolled(position, table, a, 0)?, rolled(position, table, d, 1)?];
                let side = position.soldier(a).side;
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
                dead[position.soldier(loser).side.index()] += 1;
                position.fell(loser, Standing::Killed, table);
                ours.retain(|&figure| figure != loser);
                theirs.retain(|&figure| figure != loser);
                for figure in [a, d].into_iter().filter(|&figure| position.rank(figure) == Rank::Platoon) {
                    let leader = position.soldier(figure).leader;
                    example[position.soldier(figure).side.index()] =
                        if figure == loser { -leader } else { leader };
                }
            }
        }
        Ok(dead)
    }
}

impl Position {
    /// Whether two figures are alike in everything that counts in close combat.
    fn is_like(&self, a: Fig, b: Fig) -> bool {
        let [one, other] = [a, b].map(|figure| self.soldier(figure));
        let alike = one.name == other.name && one.ccv == other.ccv && one.nerve == other.nerve;
        let states = [a, b].map(|figure| Figure { turned: None, ..*self.figure(figure) });
        alike && one.rank == other.rank && states[0] == states[1]
    }

    /// Makes forced contacts, fights when every figure has an opponent, and determines the winner (50, 51).
    fn settle_contact(&mut self, table: &mut Table) -> Result<(), Ask> {
        loop {
            let Some(Frame::Contact(contact)) = self.frames.last() else { return Ok(()) };
            if contact.is_void(self) {
                return Ok(());
            }
            let mut contact = contact.clone();
            match contact.next(self) {
                Some(Meeting::Met(mover, met))
                    if met.len() == 1
                        && (contact.mover.is_some() || self.figure(mover).group == contact.attackers) =>
                {
                    contact.meet(self, mover, met[0]);
                    self.frames.pop();
                    self.push(contact);
                }
                Some(_) => return Ok(()),
                None => {
                    self.frames.pop();
                    let dead = contact.fight(self, table)?;
                    if !self.decide(&contact, dead, table)? {
                        // 51.1: no winner, so another round is fought.
                        self.push(Contact {
                            again: true,
                            ..Contact::of(contact.attackers, contact.defenders)
                        });
                    }
                }
            }
        }
    }
}
