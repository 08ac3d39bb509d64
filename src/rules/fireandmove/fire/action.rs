//! Fire actions (15 to 26): the target, the check for each figure, casualties, and a second attack.

use crate::board::{Cell, Compass};
use crate::dice::Ask;
use crate::game::{Decision, Event, Grade, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::fireandmove::ordnance::shot;

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::fire::effect::Fate;
use crate::rules::fireandmove::fire::strength::FireCard;
use crate::rules::fireandmove::fire::volley::{Manner, Moving, Volley};
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::optional::team_play::COMPANY;
use crate::rules::fireandmove::ordnance::Barrel;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position, Standing};
use crate::rules::fireandmove::turn::sequence::{Step, Table};

/// The target of a fire card.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Aim {
    /// The firing group.
    pub group: Gid,
    /// The card played.
    pub card: FireCard,
    /// How the group fires.
    pub manner: Manner,
    /// Figures committed to the first card of two (26.1).
    pub first: Option<u8>,
}

/// Whether a led group fires a second card (26).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Second {
    /// The group.
    pub group: Gid,
    /// The most figures for the first card.
    pub first: u8,
    /// How the group fires its second card, without the bonuses that the first used up.
    pub manner: Manner,
}

impl Aim {
    /// A plain fire action.
    pub fn new(group: Gid, card: FireCard) -> Self {
        Self { group, card, manner: Manner::default(), first: None }
    }
}

impl Step for Aim {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(position.group(self.group).side, "target", "Choose the group to fire at.", "15.1")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.group(self.group).members.is_empty()
            || !position.has_target(self.group, self.card, self.manner)
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(position.targets(self.group, self.card, self.manner).map(Choice::Target));
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Choice::Target(target) = choice else { return Ok(()) };
        let to = position.group(target).at;
        let volley = position.aimed(self.group, self.card, self.manner, target, to, position.at_rest(target));
        let Some(volley) = volley else { return Ok(()) };
        let used = Manner {
            on_move: false,
            bonus_spent: self.manner.bonus_spent || !volley.weapons.is_empty(),
            leader_spent: self.manner.leader_spent || volley.strength.leader != 0,
            ..Manner::default()
        };
        position.shows_itself(self.group);
        position.face(self.group, &volley.men, to);
        position.resolve(self.group, &volley, target, table)?;
        // A second attack needs a leader, and no more figures than the maximum of both cards (26.1).
        if self.first.is_none()
            && position.may_fire_twice(self.group)
            && !self.manner.on_move
            && position.leader(self.group).is_some()
        {
            position.push(Second { group: self.group, first: self.card.most(), manner: used });
        }
        Ok(())
    }
}

impl Second {
    fn cards<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = FireCard> + 'a {
        let fit = position.fit(self.group).count();
        let side = position.group(self.group).side;
        let enough = move |card: &FireCard| fit >= usize::from(self.first + card.most());
        position
            .fire_cards(side)
            .filter(enough)
            .filter(|&card| position.has_target(self.group, card, self.manner))
    }
}

impl Step for Second {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        Decision::new(side, "second-fire", "Fire a second card, or finish.", "26.1")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.group(self.group).members.is_empty()
            || position.leader(self.group).is_none()
            // Asking must not reveal the hand: the player is asked if any second card could be fired at all.
            || position.fit(self.group).count() <= usize::from(self.first)
                && !position.has_ordnance(self.group)
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(self.cards(position).map(|card| Choice::Fire(Card::Fire(card))));
        // 74.4: a led group's second attack may be with its anti-tank weapon.
        if position.can_shoot(self.group, false) {
            let cards = position.fire_cards(position.group(self.group).side);
            list.extend(cards.map(|card| Choice::Shoot(Card::Fire(card))));
        }
        position.heroes(position.group(self.group).side, list);
        list.push(Choice::Done);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        if let Choice::Hero(figure) = choice {
            position.push(self);
            position.hero(figure, table);
            return Ok(());
        }
        if let Choice::Shoot(card) = choice {
            position.shoot_card(self.group, card, table);
            let many = position.fires_all(self.group, card);
            position.push(Barrel { group: self.group, on_move: false, to: None, again: false, many });
        }
        if let Choice::Fire(Card::Fire(card)) = choice {
            let (side, tag) = (position.group(self.group).side, position.tag(self.group));
            position.spend(side, Card::Fire(card));
            table.tell(Tone::Plain, side, "26.1", || format!("{tag} plays a second fire {card}"));
            position.push(Aim { group: self.group, card, manner: self.manner, first: Some(self.first) });
        }
        Ok(())
    }
}

impl Position {
    /// Partisans, and most Nationalist Chinese squads, cannot fire a second card (91.14, 91.16).
    fn may_fire_twice(&self, group: Gid) -> bool {
        applies("7.2");
        applies("12.6");
        let side = self.group(group).side;
        let weak = self.has_trait(side, Trait::WeakSergeants)
            && !self.battle().sides[side.index()].elite
            && self.platoon_leader(group).is_none();
        !weak && !self.has_trait(side, Trait::Partisans)
    }

    /// A group's fire at another that stands or passes at a square.
    pub fn aimed(
        &self,
        group: Gid,
        card: FireCard,
        manner: Manner,
        target: Gid,
        to: Cell,
        moving: Moving,
    ) -> Option<Volley> {
        let from = self.group(group).at;
        let manner = self.manner_at(group, target, to, manner)?;
        let volley = self.volley(group, card, from, to, manner)?;
        Some(self.against(volley, card, from, target, to, moving))
    }

    /// One check for each figure of the target, in turn (21.2). A weapon failure weakens the checks that
    /// follow (20.2).
    pub(in crate::rules::fireandmove) fn resolve(
        &mut self,
        group: Gid,
        volley: &Volley,
        target: Gid,
        table: &mut Table,
    ) -> Result<(), Ask> {
        applies("21.1");
        applies("23.2");
        let side = self.group(group).side;
        let (us, them) = (self.tag(group), self.tag(target));
        self.flashes(group);
        if volley.men.iter().any(|&figure| self.soldier(figure).machine.is_none()) {
            self.spend_top_gun(group);
        }
        let lines = volley.strength.modifiers();
        let mut strength = volley.strength;
        let total = strength.total();
        let cells = [self.group(group).at, self.group(target).at];
        table.log.add(|| {
            Event::new(Tone::Plain, side, format!("{us} fires at {them}, strength {total}"), "21.2")
                .deed(&us, format!("fires at {them}, strength {total:+}"), "")
                .with(&lines)
                .at(cells)
        });
        for figure in self.under_fire(target) {
            let name = self.soldier(figure).name.clone();
            let total = strength.total();
            let result = table.check(|| format!("{us} at the {name} of {them}, strength {total}"))?;
            // 20.2: every active weapon with that failure number, whether its bonus counts or not.
            for &gunner in &volley.men {
                let weapon = self.weapon(gunner);
                let fails = self.fails_at(side, weapon) == Some(result) && !weapon.indirect;
                if !fails || self.figure(gunner).failed {
                    continue;
                }
                applies("20.1");
                let (name, flames) = (weapon.name.clone(), weapon.flame.is_some());
                self.figure_mut(gunner).failed = true;
                let counted = volley.weapons.iter().position(|&(weapon, _)| weapon == gunner);
                if flames && counted.is_some() {
                    strength.flamethrower = None;
                } else if let Some(place) = counted {
                    let others = volley.weapons.iter().enumerate();
                    let alone = others
                        .filter(|&(other, &(figure, _))| other != place && !self.figure(figure).failed)
                        .all(|(_, &(figure, _))| self.weapon(figure).flame.is_some());
                    let left = strength.bonus.map(|bonus| bonus - volley.weapons[place].1);
                    strength.bonus = left.filter(|&bonus| !alone || bonus > 0);
                }
                table.tell(Tone::Failure, side, "20.2", || format!("the {name} of {us} fails on {result:+}"));
            }
            self.strike(figure, result, strength.total(), "21.2", table)?;
        }
        self.fire_at_soft(target, strength.total(), true, table)?;
        // 17.4: a heavy machine gun also makes an AP attack on the vehicle, without a To Hit check.
        let from = self.group(group).at;
        for &(gunner, _) in &volley.weapons {
            let weapon = self.weapon(gunner);
            let ap = weapon.ap.filter(|_| weapon.flame.is_none() && !self.figure(gunner).failed);
            if let (Some(ap), Some(_)) = (ap, self.machine_of(target)) {
                applies("17.4");
                let at = self.group(target).at;
                // 84.4: +3 against an unarmoured vehicle.
                if self.soft_vehicle(target) {
                    applies("84.4");
                }
                let strength = ap + self.hurt(target) + 3 * i16::from(self.soft_vehicle(target));
                let result = table.check(|| format!("AP check of {us} at {them}, strength {strength}"))?;
                let flank = shot::is_flank(self.group(target).front, at, from);
                let hull_down = self.field().hull_down(from, at);
                self.pierced(target, result + strength, flank, hull_down, false, table)?;
            }
        }
        // 18.3: survivors of a flamethrower attack get a fear marker.
        if volley.strength.flamethrower.is_some() && !self.group(target).members.is_empty() {
            applies("18.3");
            self.frighten(target);
        }
        // 91.16: an ambush works only once.
        if volley.strength.ambush {
            self.group_mut(group).ambush = false;
        }
        if let Some(hero) = volley.hero {
            self.figure_mut(hero).hero_fired = true;
        }
        Ok(())
    }

    /// One check of fire, HE, a mine or an overrun against a figure or a vehicle's crew.
    pub(in crate::rules::fireandmove) fn strike(
        &mut self,
        figure: Fig,
        result: i16,
        strength: i16,
        rule: &'static str,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let sum = result + strength - self.behind_plates(figure);
        let (them, side) = (self.tag(self.figure(figure).group), self.soldier(figure).side.other());
        let name = self.soldier(figure).name.clone();
        let home = self.figure(figure).group;
        let driver = self.group(home).machine == Some(figure) && self.soft_vehicle(home);
        if self.soldier(figure).machine.is_some() && !driver {
            table.tell(Tone::Plain, side, rule, || {
                format!("the crew of {them}: {sum} ({result:+} and strength {strength})")
            });
            self.crew_struck(figure, sum, table);
            return Ok(());
        }
        let pinned = self.figure(figure).standing == Standing::Pinned;
        let fate = self.nerve(figure).fate(sum, pinned);
        applies("21.3");
        applies("18.4");
        applies("21.4");
        applies("21.5");
        applies("21.6");
        let (tone, word, grade) = match fate {
            Fate::Unhurt => (Tone::Failure, "unhurt", Grade::Unhurt),
            Fate::Pinned => (Tone::Success, "pinned", Grade::Shaken),
            Fate::Routed => (Tone::Loss, "routed", Grade::Lost),
            Fate::Killed => (Tone::Loss, "killed", Grade::Lost),
        };
        table.log.add(|| {
            let text = format!("the {name} of {them}: {word} on {sum} ({result:+} and strength {strength})");
            Event::new(tone, side, text, rule).fate(side.other(), &them, word, grade)
        });
        self.suffer(figure, fate, table)?;
        // 84.1: the vehicle has lost its driver.
        if driver && fate >= Fate::Routed {
            self.group_mut(home).machine = None;
        }
        Ok(())
    }

    /// Applies a fire result to a figure.
    pub(in crate::rules::fireandmove) fn suffer(
        &mut self,
        figure: Fig,
        fate: Fate,
        table: &mut Table,
    ) -> Result<(), Ask> {
        match fate {
            Fate::Unhurt => {}
            Fate::Pinned => self.pin(figure, table),
            Fate::Routed if self.is_steadfast(figure) => self.wound(figure, table),
            Fate::Routed if self.goes_berserk(figure, table)? => {}
            Fate::Routed => self.fell(figure, Standing::Routed, table),
            Fate::Killed => self.fell(figure, Standing::Killed, table),
        }
        Ok(())
    }

    /// Pins or removes a figure, and deals with its weapon (21.7, 21.8, 27.2, 38.1).
    pub(in crate::rules::fireandmove) fn fell(&mut self, figure: Fig, standing: Standing, table: &mut Table) {
        applies("6.4");
        applies("21.7");
        applies("21.8");
        let group = self.figure(figure).group;
        self.figure_mut(figure).standing = standing;
        self.aim_after_loss(group);
        if standing == Standing::Pinned {
            return;
        }
        let at = self.group(group).at;
        let side = self.soldier(figure).side;
        if self.rank(figure) == Rank::Platoon {
            let player = self.group(group).more.platoon;
            if let Some(seat) = self.player_mut(side, player) {
                seat.leader_lost = true;
            }
        }
        self.group_mut(group).members.retain(|&member| member != figure);
        let weapon = self.figure(figure).weapon;
        let special = self.weapon(figure).fails.is_some() && self.soldier(figure).machine.is_none();
        let heavy = self.weapon(figure).carried || self.takes_two(figure);
        let heir = self.fit(group).find(|&other| self.figure(other).assists == Some(figure));
        if special && (standing == Standing::Killed || heavy) {
            match heir {
                Some(heir) => {
                    let failed = self.figure(figure).failed;
                    let state = self.figure_mut(heir);
                    state.weapon = weapon;
                    state.failed = failed;
                    state.assists = None;
                    let (tag, name) = (self.tag(group), self.weapon(heir).name.clone());
                    table.tell(Tone::Plain, side, "27.2", || {
                        format!("the assistant of {tag} takes over the {name}")
                    });
                }
                None => self.dropped.push((at, weapon)),
            }
        }
        for other in &mut self.figures {
            if other.assists == Some(figure) {
                other.assists = None;
            }
        }
        self.settle_front(group);
    }

    /// Splits figures off into a group of their own at a square (6.3).
    pub(in crate::rules::fireandmove) fn split(&mut self, group: Gid, leaving: &[Fig], at: Cell) -> Gid {
        applies("6.3");
        let mut new = self.group(group).clone();
        new.members = leaving.to_vec();
        new.at = at;
        new.reacted = false;
        new.sniped = None;
        new.home = None;
        new.gun = None;
        new.banzai = false;
        new.twin = None;
        new.root = Some(new.root.unwrap_or(group));
        new.machine = None;
        new.more.partner = None;
        if matches!(leaving, [only] if self.leads_company(*only)) {
            applies("77.2");
            new.more.platoon = COMPANY;
        }
        self.group_mut(group).members.retain(|figure| !leaving.contains(figure));
        // Slots of eliminated groups are reused only when the numbers run out.
        let full = self.groups.len() >= 200;
        let free = self.groups.iter().position(|old| old.members.is_empty()).filter(|_| full);
        let id = free.unwrap_or(self.groups.len()) as Gid;
        if usize::from(id) == self.groups.len() {
            self.groups.push(new);
        } else {
            *self.group_mut(id) = new;
        }
        for &figure in leaving {
            self.figure_mut(figure).group = id;
            let parted = self.figure(figure).assists.is_some_and(|gunner| self.figure(gunner).group != id);
            if parted {
                self.figure_mut(figure).assists = None;
            }
        }
        for &figure in &self.group(group).members.clone() {
            if self.figure(figure).assists.is_some_and(|gunner| self.figure(gunner).group != group) {
                self.figure_mut(figure).assists = None;
            }
        }
        self.settle_front(id);
        self.settle_front(group);
        id
    }

    /// All members of one group join another.
    pub(in crate::rules::fireandmove) fn merge(&mut self, from: Gid, into: Gid) {
        applies("6.5");
        let facings = [self.facings(into), self.facings(from)].concat();
        let members = std::mem::take(&mut self.group_mut(from).members);
        for &figure in &members {
            self.figure_mut(figure).group = into;
        }
        let platoon = self.group(from).more.platoon;
        let group = self.group_mut(into);
        if group.more.platoon == COMPANY {
            group.more.platoon = platoon;
        }
        group.members.extend(members);
        group.members.sort_unstable();
        self.set_facings(into, &facings);
    }

    /// Whether two groups may merge: two to eight figures, not counting a platoon leader, and one machine gun
    /// (6.1, 6.2).
    pub(in crate::rules::fireandmove) fn may_merge(&self, a: Gid, b: Gid) -> bool {
        applies("6.1");
        applies("6.2");
        let all = || self.group(a).members.iter().chain(&self.group(b).members).copied();
        let men = all().filter(|&figure| self.rank(figure) != Rank::Platoon).count();
        let guns = all().filter(|&figure| self.is_machine_gun(figure)).count();
        let fear = self.group(a).fear == self.group(b).fear && !self.group(a).mined && !self.group(b).mined;
        let heavy = [a, b].iter().any(|&id| {
            self.group(id).machine.is_some() || self.group(id).gun.is_some() || self.is_horsed(id)
        });
        let wild = self.is_wild(a) || self.is_wild(b) || self.group(a).deep != self.group(b).deep;
        men <= 8 && guns <= 1 && fear && !heavy && !wild && self.is_led_enough(a, b) && self.serve_one(a, b)
    }

    /// Whether a figure has a machine gun, of which a group may have only one.
    pub(in crate::rules::fireandmove) fn is_machine_gun(&self, figure: Fig) -> bool {
        let weapon = self.weapon(figure);
        weapon.crew > 1 && weapon.bonus[0].is_some()
    }
}

/// The nearest of the eight directions from one square to another.
pub(in crate::rules::fireandmove) fn toward(from: Cell, to: Cell) -> Compass {
    let (dx, dy) = (i32::from(to.x - from.x), i32::from(to.y - from.y));
    let along = |way: &Compass| {
        let (x, y) = way.delta();
        let dot = i32::from(x) * dx + i32::from(y) * dy;
        // Compared by the square of the cosine, diagonals twice as long.
        let length = if way.is_diagonal() { 2 } else { 1 };
        (dot.signum() * dot * dot * 2) / length
    };
    Compass::ALL.into_iter().max_by_key(along).unwrap_or(Compass::N)
}

/// The enemy side of a group.
pub(in crate::rules::fireandmove) fn enemy_of(position: &Position, group: Gid) -> Side {
    position.group(group).side.other()
}
