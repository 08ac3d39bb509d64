//! Move actions (11 to 14, 24, 31): step by step within a feature, borders only at the start, and what the
//! enemy may do on the way.

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::{Decision, Side, Tone};
use crate::ledger::cited::applies;

use super::cards::{Card, Move};
use super::choice::Choice;
use super::close_combat::{Nominate, begin_stand};
use super::field::terrain::Border;
use super::fire::strength::FireCard;
use super::fire::volley::{Manner, Moving};
use super::firing::{Aim, enemy_of, toward};
use super::position::{Fig, Gid, Position, Smoke, Standing};
use super::sequence::{Step, Table};

/// A group on the move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Marching {
    /// The group.
    pub group: Gid,
    /// The card that moves it.
    pub card: Move,
    /// The card is used for its concealment.
    pub cover: bool,
    /// Move actions left, the one under way included.
    pub left: u8,
    /// Squares of this move action, the first the one it began in.
    pub path: Vec<Cell>,
    /// It has fired on the move (12.6).
    pub fired: bool,
    /// It has halted for good and may go to ground (13.2).
    pub halted: bool,
    /// Smoke was laid for this move action and goes with the group (30.4).
    pub smoked: bool,
}

/// The enemy may interrupt a move action (24, 31).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reaction {
    /// The group that moves.
    pub mover: Gid,
    /// Where it goes, the first square the one it began in.
    pub path: Vec<Cell>,
    /// Concealment of its card, as a size.
    pub card: u8,
    /// A minefield may be played (31.1).
    pub mines: bool,
    /// The group charges this one (49.1).
    pub charges: Option<Gid>,
    /// The group retires, pinned as it is (52.1).
    pub retiring: bool,
}

/// With which card a group reacts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReactionCard {
    /// The firing group.
    pub group: Gid,
    /// What it reacts to.
    pub to: Reaction,
}

/// Where on the path it strikes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReactionPoint {
    /// The firing group and its card; none for a minefield.
    pub fire: Option<(Gid, FireCard)>,
    /// What it reacts to.
    pub to: Reaction,
}

/// After fire the mover goes on or stops (11.9).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Onward {
    /// What was interrupted, with the rest of the path.
    pub from: Reaction,
}

impl Marching {
    /// A movement card played on a group.
    pub fn new(group: Gid, card: Move, cover: bool) -> Self {
        let left = if cover { 1 } else { card.actions };
        Self { group, card, cover, left, path: Vec::new(), fired: false, halted: false, smoked: false }
    }

    fn hidden(&self) -> u8 {
        if self.cover { self.card.cover } else { 0 }
    }

    /// Groups that can be charged from here: in the same feature, or across the border at the start (45 to 47).
    fn charges<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = Gid> + 'a {
        let at = position.group(self.group).at;
        let field = position.field();
        let near = move |target: &Gid| {
            let to = position.group(*target).at;
            let steps = (at.x - to.x).abs().max((at.y - to.y).abs());
            let same = field.place(at) == field.place(to);
            let across = self.path.len() < 2 && steps == 1 && (at.x == to.x || at.y == to.y);
            let plain = !matches!(field.border(at, to), Some(Border::River | Border::Wire(_)));
            let works = field.feature(to).ground == super::field::terrain::Ground::Pillbox;
            (same && steps <= 4 && field.fire(at, to).clear() || across && plain) && !works
        };
        position.groups_of(enemy_of(position, self.group)).filter(near)
    }
}

impl Step for Marching {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        match self.halted {
            false => Decision::new(side, "march", "Move the group a square, or end the move action.", "11.3"),
            true => Decision::new(side, "after-move", "Go to ground, or be done.", "13.2"),
        }
    }

    fn is_void(&self, position: &Position) -> bool {
        position.fit(self.group).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let group = position.group(self.group);
        let seat = position.seat(group.side);
        if self.halted {
            let ones = super::turn::different(&seat.hand)
                .filter(|card| matches!(card, Card::Move(one) if one.is_one()));
            list.extend(ones.map(Choice::Ground));
            list.push(Choice::Done);
            return;
        }
        for way in crate::board::Compass::ALL {
            if position.may_step(self, way) {
                list.push(Choice::Step(way));
            }
        }
        list.extend(self.charges(position).map(Choice::Charge));
        if self.path.len() < 2 && position.leader(self.group).is_some() && !self.cover_of_smoke(position) {
            list.extend(
                super::turn::different(&seat.hand)
                    .filter(|&card| position.is_smoke(group.side, card))
                    .map(Choice::Smoke),
            );
        }
        if !self.fired && !self.cover {
            let manner = Manner { on_move: true, ..Manner::default() };
            let cards =
                position.fire_cards(group.side).filter(|&card| position.has_target(self.group, card, manner));
            list.extend(cards.map(|card| Choice::Fire(Card::Fire(card))));
        }
        list.push(if self.path.len() > 1 { Choice::Halt } else { Choice::Done });
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let id = self.group;
        let side = position.group(id).side;
        match choice {
            Choice::Step(way) => {
                let from = position.group(id).at;
                if !position.crosses(&mut self, from, from.step(way), table)? {
                    position.march_on(self);
                    return Ok(());
                }
                if self.path.is_empty() {
                    self.path.push(from);
                }
                let to = from.step(way);
                let group = position.group_mut(id);
                group.at = to;
                group.front = way;
                group.called = false;
                self.path.push(to);
                position.drag_smoke(id, self.smoked);
                position.push(self);
            }
            Choice::Halt => {
                let path = std::mem::take(&mut self.path);
                let hidden = self.hidden();
                self.left -= 1;
                position.march_on(self);
                position.react(id, path, hidden, true);
            }
            Choice::Charge(target) => position.push(Nominate { march: self, target, chosen: Vec::new() }),
            Choice::Smoke(card) => {
                position.spend(side, card);
                self.smoked = true;
                position.push(self);
                position.lay_smoke(id, card, table)?;
            }
            Choice::Fire(Card::Fire(card)) => {
                let tag = position.tag(id);
                position.spend(side, Card::Fire(card));
                table.tell(Tone::Plain, side, "12.1", || format!("{tag} fires on the move: fire {card}"));
                self.fired = true;
                position.push(self);
                let manner = Manner { on_move: true, ..Manner::default() };
                position.push(Aim { group: id, card, manner, first: None });
            }
            Choice::Ground(card) => {
                position.spend(side, card);
                position.group_mut(id).grounded = true;
            }
            // 91.15: some cards put a group to ground by themselves.
            _ if self.card.grounds => position.group_mut(id).grounded = true,
            _ => {}
        }
        Ok(())
    }
}

impl Marching {
    /// Whether smoke of this turn already lies over the group.
    fn cover_of_smoke(&self, position: &Position) -> bool {
        let at = position.group(self.group).at;
        position.smokes.iter().any(|smoke| smoke.at == at && smoke.fresh)
    }
}

impl Step for Reaction {
    fn decision(&self, position: &Position) -> Decision {
        let side = enemy_of(position, self.mover);
        Decision::new(side, "react", "An enemy group moves: react, or let it go.", "24.1")
    }

    fn is_void(&self, position: &Position) -> bool {
        let gone = match self.retiring {
            true => position.group(self.mover).members.is_empty(),
            false => position.fit(self.mover).next().is_none(),
        };
        gone || self.charges.is_none() && position.seat(enemy_of(position, self.mover)).holds
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let side = enemy_of(position, self.mover);
        list.push(Choice::Pass);
        list.push(Choice::Hold);
        for group in position.groups_of(side) {
            let state = position.group(group);
            if !state.reacted && !state.fear && self.cards(position, group).next().is_some() {
                list.push(Choice::With(group));
            }
        }
        if self.mines && self.path.len() > 1 && !position.group(self.mover).mined {
            let mines =
                |card: &Card| matches!(card, Card::Minefield | Card::MinefieldOrGanSiDui | Card::BoobyTrap);
            list.extend(super::turn::different(&position.seat(side).hand).filter(mines).map(Choice::Mines));
        }
        position.heroes(side, list);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let side = enemy_of(position, self.mover);
        match choice {
            Choice::With(group) => position.push(ReactionCard { group, to: self }),
            Choice::Mines(card) => {
                position.spend(side, card);
                position.push(ReactionPoint { fire: None, to: self });
            }
            Choice::Hero(figure) => {
                position.push(self);
                position.hero(figure, table);
            }
            _ => {
                position.seat_mut(side).holds = choice == Choice::Hold;
                self.end(position);
            }
        }
        Ok(())
    }
}

impl Reaction {
    /// Fire cards in hand that a group can use at some point of the path.
    fn cards<'a>(&'a self, position: &'a Position, group: Gid) -> impl Iterator<Item = FireCard> + 'a {
        let side = position.group(group).side;
        position.fire_cards(side).filter(move |&card| self.points(position, group, card).next().is_some())
    }

    /// Points of the path that a group can fire at.
    fn points<'a>(
        &'a self,
        position: &'a Position,
        group: Gid,
        card: FireCard,
    ) -> impl Iterator<Item = u8> + 'a {
        let from = position.group(group).at;
        let seen =
            move |(cell, _): &(&Cell, u8)| position.reaches(group, card, from, **cell, Manner::default());
        self.path.iter().zip(0..).filter(seen).map(|(_, point)| point)
    }

    /// The enemy lets it go: the mover is where it went, and a charge goes home.
    fn end(self, position: &mut Position) {
        if let Some(target) = self.charges {
            begin_stand(position, self.mover, target);
        }
    }
}

impl Step for ReactionCard {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        Decision::new(side, "react-card", "Choose the fire card to react with.", "24.1")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(self.to.cards(position, self.group).map(|card| Choice::Fire(Card::Fire(card))));
        list.push(Choice::Leave);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Choice::Fire(Card::Fire(card)) = choice else {
            position.push(self.to);
            return Ok(());
        };
        let side = position.group(self.group).side;
        let tag = position.tag(self.group);
        position.spend(side, Card::Fire(card));
        position.group_mut(self.group).reacted = true;
        table.tell(Tone::Plain, side, "24.1", || format!("{tag} reacts: fire {card}"));
        position.push(ReactionPoint { fire: Some((self.group, card)), to: self.to });
        Ok(())
    }
}

impl Step for ReactionPoint {
    fn decision(&self, position: &Position) -> Decision {
        let side = enemy_of(position, self.to.mover);
        Decision::new(side, "react-point", "Choose the point of the path it strikes at.", "24.1")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        match self.fire {
            Some((group, card)) => list.extend(self.to.points(position, group, card).map(Choice::Point)),
            None => list.extend((1..self.to.path.len() as u8).map(Choice::Point)),
        }
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Choice::Point(point) = choice else { return Ok(()) };
        let mover = self.to.mover;
        let at = self.to.path[usize::from(point)];
        position.group_mut(mover).at = at;
        position.drag_smoke(mover, true);
        let Some((group, card)) = self.fire else {
            return position.minefield(self.to, table);
        };
        let before = position.group(mover).grounded;
        position.group_mut(mover).grounded = false;
        let moving = Moving { moving: true, card: self.to.card };
        if let Some(volley) = position.aimed(group, card, Manner::default(), mover, at, moving) {
            position.group_mut(group).grounded = false;
            position.face(group, at);
            position.resolve(group, &volley, mover, table)?;
        }
        position.group_mut(mover).grounded = before;
        self.to.path.drain(..usize::from(point));
        if self.to.retiring {
            let end = self.to.path.last().copied().unwrap_or(at);
            position.group_mut(mover).at = end;
            position.push(self.to);
        } else {
            position.push(Onward { from: self.to });
        }
        Ok(())
    }
}

impl Step for Onward {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.from.mover).side;
        Decision::new(side, "onward", "Go on with the move, or stop here.", "11.9")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.fit(self.from.mover).next().is_none()
    }

    fn choices(&self, _: &Position, list: &mut Vec<Choice>) {
        list.extend([Choice::GoOn, Choice::Stop]);
    }

    fn apply(mut self, position: &mut Position, choice: Choice, _: &mut Table) -> Result<(), Ask> {
        let mover = self.from.mover;
        if choice == Choice::Stop {
            // The rest of the path is not walked, and a charge is off. Others may still fire at it here.
            self.from.charges = None;
            self.from.path.truncate(1);
            self.from.mines = false;
            position.push(self.from);
            return Ok(());
        }
        // 22.1: pinned figures stay behind, and so the group is split.
        let left: Vec<Fig> = position.pinned(mover).collect();
        if !left.is_empty() {
            let at = position.group(mover).at;
            position.split(mover, &left, at);
        }
        let end = self.from.path.last().copied();
        if let Some(end) = end {
            position.group_mut(mover).at = end;
            position.drag_smoke(mover, true);
        }
        position.push(self.from);
        Ok(())
    }
}

impl Position {
    /// Begins what a movement card does: on a minefield it first gets the group out (31.3).
    pub(super) fn begin_march(&mut self, mut march: Marching, table: &mut Table) -> Result<(), Ask> {
        applies("31.3");
        let id = march.group;
        let side = self.group(id).side;
        let aside = std::mem::take(&mut self.group_mut(id).aside);
        if aside > 0 {
            march.left += aside;
            let seat = self.seat_mut(side);
            let cards: Vec<Card> = seat.aside.drain(..).collect();
            seat.played.extend(cards);
        }
        if self.group(id).mined {
            if march.left < 2 {
                self.explode(id, 4, table)?;
            } else {
                march.left -= 1;
            }
            self.group_mut(id).mined = false;
        }
        // 39.2: a weapon that must be broken down takes a move action for it.
        let heavy = self.fit(id).any(|figure| self.weapon(figure).carried);
        if heavy && !self.group(id).down {
            self.group_mut(id).down = true;
            march.left = march.left.saturating_sub(1);
        }
        // Smoke stays where it was when the group leaves it (30.3).
        if self.fit(id).next().is_some() && march.left > 0 {
            self.push(march);
        }
        Ok(())
    }

    /// Goes on with a march, if move actions are left; else it may go to ground.
    fn march_on(&mut self, mut march: Marching) {
        march.path.clear();
        march.smoked = false;
        march.halted = march.left == 0;
        self.push(march);
    }

    /// Whether a group on the march may take a step (11.3, 11.4, 46.12).
    fn may_step(&self, march: &Marching, way: crate::board::Compass) -> bool {
        applies("11.4");
        applies("46.12");
        let from = self.group(march.group).at;
        let Some((to, border)) = self.field().step(from, way) else { return false };
        // A border is crossed only at the start of a move action.
        let first = march.path.len() < 2;
        let legal = border.is_none() || first;
        legal && march.path.len() < 12 && !march.path.contains(&to) && self.may_enter(march.group, to)
    }

    /// Nobody enters a square the enemy stands in except by a charge (46.12).
    fn may_enter(&self, group: Gid, to: Cell) -> bool {
        applies("46.12");
        let enemy = self.group(group).side.other();
        self.groups_of(enemy).all(|other| self.group(other).at != to)
    }

    /// Crosses what lies between two squares: a river needs a ford card or a check, wire a check (14, 92.57).
    fn crosses(
        &mut self,
        march: &mut Marching,
        from: Cell,
        to: Cell,
        table: &mut Table,
    ) -> Result<bool, Ask> {
        let id = march.group;
        let (tag, side) = (self.tag(id), self.group(id).side);
        let Some(border) = self.field().border(from, to) else { return Ok(true) };
        let (need, rule, what) = match border {
            Border::River if march.card.ford => return Ok(true),
            Border::River => (1, "14.1", "fords the river"),
            Border::Wire(level) => {
                let gap = self.gaps.iter().any(|&(a, b)| (a, b) == (from, to) || (b, a) == (from, to));
                let level = if gap { -3 } else { i16::from(level) };
                let leader = self.platoon_leader(id).map_or(0, |figure| self.soldier(figure).leader);
                let cover = if march.cover { i16::from(march.card.cover) } else { 0 };
                (level - cover - leader, "92.57", "crosses the wire")
            }
            _ => return Ok(true),
        };
        if need <= -7 {
            return Ok(true);
        }
        let result = table.check(|| format!("{tag} {what}: {need} or more"))?;
        let crossed = result >= need;
        let (tone, end) = if crossed { (Tone::Success, "across") } else { (Tone::Failure, "turned back") };
        table.tell(tone, side, rule, || format!("{tag} {what}: {result:+}, needs {need:+}: {end}"));
        if crossed && matches!(border, Border::Wire(_)) && !self.gaps.contains(&(from, to)) {
            self.gaps.push((from, to));
        }
        if !crossed {
            march.left -= 1;
        }
        Ok(crossed)
    }

    /// The enemy is asked whether he reacts, whatever he holds.
    pub(super) fn react(&mut self, mover: Gid, path: Vec<Cell>, card: u8, mines: bool) {
        self.arrive(mover);
        self.push(Reaction { mover, path, card, mines, charges: None, retiring: false });
    }

    /// A group that comes into reach of its own joins nobody by itself, but takes what it stands on.
    pub(super) fn arrive(&mut self, group: Gid) {
        let at = self.group(group).at;
        let side = self.group(group).side;
        let place = self.field().place(at);
        for number in 0..self.holders.len() {
            if self.battle().objectives[number].feature == place {
                let enemy = self
                    .groups_of(side.other())
                    .any(|other| self.field().place(self.group(other).at) == place);
                if !enemy {
                    self.holders[number] = Some(side);
                }
            }
        }
    }

    /// A minefield where a group has been halted (31.1).
    fn minefield(&mut self, reaction: Reaction, table: &mut Table) -> Result<(), Ask> {
        let mover = reaction.mover;
        let side = self.group(mover).side;
        let tag = self.tag(mover);
        let trap = self.seat(side.other()).played.last() == Some(&Card::BoobyTrap);
        table.tell(Tone::Loss, side.other(), "31.1", || format!("{tag} is on a minefield"));
        self.explode(mover, if trap { 5 } else { 4 }, table)?;
        if trap {
            // 91.15: a booby trap strikes once, and the move goes on.
            self.push(Onward { from: reaction });
            return Ok(());
        }
        self.group_mut(mover).mined = true;
        // The move is over, and with it whatever was left of the card.
        if let Some(super::sequence::Frame::Marching(march)) = self.frames.last_mut() {
            march.left = 0;
            march.halted = true;
        }
        Ok(())
    }

    /// A mine goes off under one figure (31.1): no concealment counts.
    fn explode(&mut self, group: Gid, strength: i16, table: &mut Table) -> Result<(), Ask> {
        let members = self.group(group).members.clone();
        if members.is_empty() {
            return Ok(());
        }
        let tag = self.tag(group);
        let at = table.among(members.len(), || format!("which figure of {tag} the mine strikes"))?;
        let figure = members[at];
        let name = self.soldier(figure).name.clone();
        let result = table.check(|| format!("the mine at the {name} of {tag}, strength {strength}"))?;
        let pinned = self.figure(figure).standing == Standing::Pinned;
        let fate = self.nerve(figure).fate(result + strength, pinned);
        let sum = result + strength;
        table.tell(Tone::Plain, self.group(group).side, "31.1", || {
            format!("the {name} of {tag}: {result:+}, with strength {sum}: {fate:?}")
        });
        self.suffer(figure, fate, table);
        Ok(())
    }

    /// Smoke over a group (30.1, 30.2).
    pub(super) fn lay_smoke(&mut self, group: Gid, card: Card, table: &mut Table) -> Result<(), Ask> {
        applies("30.1");
        let (tag, side, at) = (self.tag(group), self.group(group).side, self.group(group).at);
        if card == Card::SmokeOrCower {
            let result = table.check(|| "the smoke: 1 or more".into())?;
            if result < 1 {
                table.tell(Tone::Failure, side, "91.9", || format!("{tag}: {result:+}: no smoke"));
                return Ok(());
            }
        }
        let thick = table.dice.roll(6, || "how thick the smoke is".into())?;
        self.smokes.retain(|smoke| smoke.group != group);
        self.smokes.push(Smoke { group, at, thick, side, fresh: true });
        table.tell(Tone::Plain, side, "30.2", || format!("smoke of -{thick} over {tag}"));
        Ok(())
    }

    /// Smoke goes with a group that moves under it, and is gone when the group moves out (30.3, 30.4).
    pub(super) fn drag_smoke(&mut self, group: Gid, along: bool) {
        applies("30.3");
        applies("30.4");
        if self.smokes.is_empty() {
            return;
        }
        let at = self.group(group).at;
        self.smokes.retain(|smoke| along || smoke.group != group);
        for smoke in self.smokes.iter_mut().filter(|smoke| smoke.group == group) {
            smoke.at = at;
        }
    }

    /// At the end of its owner's turn smoke thins by a D3 (30.6).
    pub(super) fn thin_smoke(&mut self, side: Side, table: &mut Table) -> Result<(), Ask> {
        for number in 0..self.smokes.len() {
            let smoke = self.smokes[number];
            if smoke.side != side {
                continue;
            }
            if smoke.fresh {
                self.smokes[number].fresh = false;
                continue;
            }
            let less = table.dice.roll(3, || "how much the smoke thins".into())?;
            self.smokes[number].thick = smoke.thick.saturating_sub(less);
            let left = self.smokes[number].thick;
            table.tell(Tone::Plain, side, "30.6", || format!("smoke thins by {less} to {left}"));
        }
        self.smokes.retain(|smoke| smoke.thick > 0);
        Ok(())
    }

    /// Where defeated or unwilling figures go: two move actions away from the enemy, straight (52.1).
    pub(super) fn retire_to(&self, group: Gid, from: Cell) -> Cell {
        let mut at = self.group(group).at;
        let away = if at == from { self.group(group).front.opposite() } else { toward(from, at) };
        let mut borders = 0;
        for _ in 0..10 {
            let ways = [away, away.turned(1), away.turned(-1), away.turned(2), away.turned(-2)];
            let next = ways.into_iter().find_map(|way| {
                let (to, border) = self.field().step(at, way)?;
                let farther = (to.x - from.x).pow(2) + (to.y - from.y).pow(2)
                    > (at.x - from.x).pow(2) + (at.y - from.y).pow(2);
                let free = !matches!(border, Some(Border::River | Border::Wire(_)));
                (farther && free && self.may_enter(group, to)).then_some((to, border))
            });
            let Some((to, border)) = next else { break };
            borders += u8::from(border.is_some());
            if borders > 2 {
                break;
            }
            at = to;
        }
        at
    }
}
