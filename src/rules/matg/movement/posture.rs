//! 4.0 phase 2 and 8.1: deployment before the game, then movement groups and their postures.

use crate::board;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Preview, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::artillery::registering::Registering;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::landings::airborne::Moment;
use crate::rules::matg::state::battle::GunUse;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::turn::alternation::Alternation;
use crate::rules::matg::turn::sequence::{Frame, Open, Phase, Question, ask, never_offered};

/// A movement group being put together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grouping {
    /// Its posture.
    pub posture: Posture,
    /// Its stands, in order of joining.
    pub members: Vec<Id>,
}

/// How near to a place its defenders stand, in inches (scenario).
const GUARD: u16 = 2;

/// Before the first turn: stands may be put elsewhere in their zone (S-12).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deployment {
    /// Whose turn it is to deploy.
    pub side: Side,
    /// The stand taken up.
    pub picked: Option<Id>,
    /// Stands that it does not deploy now.
    pub kept: Vec<Id>,
    /// Stands already put elsewhere.
    pub placed: Vec<Id>,
    /// The square of the work taken up to be laid elsewhere.
    pub lifted: Option<board::Cell>,
    /// Squares on which works were laid.
    pub laid: Vec<board::Cell>,
    /// The stand whose forward observer goes to another.
    pub lent: Option<Id>,
    /// Stands to which observers were sent.
    pub sent: Vec<Id>,
}

impl Deployment {
    /// A side deploys, but for stands that it places at another time.
    pub const fn of(side: Side, kept: Vec<Id>) -> Self {
        Self {
            side,
            kept,
            picked: None,
            placed: Vec::new(),
            lifted: None,
            laid: Vec::new(),
            lent: None,
            sent: Vec::new(),
        }
    }

    /// Observers that may still be sent to another stand (scenario).
    fn observers<'a>(&'a self, game: &'a Position) -> impl Iterator<Item = Id> + 'a {
        let open = game.battle.observers_at_will[self.side.index()] && !game.airborne.begun;
        let teams = game.observers.iter().filter(move |team| open && team.side == self.side);
        teams.map(|team| team.host).filter(|host| !self.sent.contains(host))
    }

    /// All whose columns are counted together, each with its square a column aside; none if they cannot all go there.
    fn aside(&self, game: &Position, wind: board::Compass) -> Vec<(Id, board::Cell)> {
        let counted = |&(id, _): &(Id, board::Cell)| {
            let zone = game.zone_of(id).map(|zone| &game.battle.zones[usize::from(zone)]);
            !game.airborne.begun && !self.kept.contains(&id) && zone.is_some_and(|zone| zone.span.is_some())
        };
        let stands: Vec<(Id, board::Cell)> =
            game.on_board(self.side).filter(counted).map(|(id, at)| (id, at.step(wind))).collect();
        let room = |&(id, cell): &(Id, board::Cell)| {
            let other = game.holder_of(cell);
            game.is_in_zone(id, cell)
                && game.may_stand_on(id, cell)
                && other.is_none_or(|other| stands.iter().any(|&(one, _)| one == other))
        };
        if stands.iter().all(room) { stands } else { Vec::new() }
    }

    /// The stand on a square that sets up with the first half instead of the one taken up: which half it is, its
    /// player chooses (8.10.1.2).
    fn exchanges(&self, game: &Position, id: Id, cell: board::Cell) -> Option<Id> {
        let (here, other) = (game.cell(id)?, game.holder_of(cell)?);
        let zone = game.battle.first_half_zone(self.side).or(game.unit(other).zone);
        (game.vanguard.contains(&id)
            && self.kept.contains(&other)
            && game.follows(id, other)
            && game.battle.in_zone(id, cell)
            && game.battle.is_of_zone(self.side, zone, here)
            && game.may_stand_on(id, cell)
            && game.may_stand_on(other, here))
        .then_some(other)
    }

    /// Whether a stand may be put on a square.
    fn free<'a>(&'a self, game: &'a Position, id: Id) -> impl Fn(board::Cell) -> bool + use<'a> {
        let span = game.span_left(id);
        move |cell| {
            // A stand that the scenario puts outside its zone may at least stay there.
            game.cell(id) == Some(cell)
                || game.may_mount(id, cell)
                || self.exchanges(game, id, cell).is_some()
                || (game.is_in_zone(id, cell)
                    && span.as_ref().is_none_or(|columns| columns.contains(&cell.x))
                    && game.keeps_together(id, cell)
                    && game.keeps_beside(id, cell)
                    && game.holder_of(cell).is_none()
                    && game.may_stand_on(id, cell))
        }
    }
}

impl Open for Deployment {
    fn side(&self, _: &Position) -> Side {
        self.side
    }

    fn asks(&self) -> Question {
        match self.picked {
            None if self.lent.is_some() => {
                ask("host", "Choose the stand that the observer is with.", "7.6.4.1")
            }
            None if self.lifted.is_some() => {
                ask("lay", "Choose where this work lies.", "battles: laying works")
            }
            None => ask("deploy", "Move a stand within your zone, or be ready.", "S-12"),
            Some(_) => ask("place", "Choose its square.", "S-12"),
        }
    }

    fn is_secret(&self) -> bool {
        self.lent.is_some()
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        if let Some(host) = self.lent {
            let others = game.hosts(self.side).chain([host]);
            return others.map(|id| Choice::Host(game.tag(id))).collect();
        }
        if let Some(from) = self.lifted {
            let open = |&cell: &board::Cell| game.may_lay_work(self.side, from, cell);
            return game.battle.grid.cells().filter(open).map(Choice::At).collect();
        }
        let Some(id) = self.picked else {
            let in_order = game.is_in_order(self.side);
            // Who has been set down stays there, unless the side could not be ready then.
            let open = |id: &Id| !self.kept.contains(id) && (!in_order || !self.placed.contains(id));
            let stands = game.on_board(self.side).filter(|(id, _)| open(id));
            let ready = in_order.then_some(Choice::Ready);
            let aboard = game.mounted_at_will(self.side).filter(open);
            let works = game.own_works(self.side).filter(|cell| !self.laid.contains(cell)).map(Choice::Lift);
            let picks = stands.map(|(id, _)| id).chain(aboard).map(|id| Choice::Pick(game.tag(id)));
            let observers = self.observers(game).map(|id| Choice::Transfer(game.tag(id)));
            let aside = [board::Compass::W, board::Compass::E].into_iter();
            let aside = aside.filter(|&wind| !self.aside(game, wind).is_empty()).map(Choice::Shift);
            return picks.chain(works).chain(observers).chain(aside).chain(ready).collect();
        };
        let free = self.free(game, id);
        let within = game.battle.zone_span(id, game.cell(id));
        within.filter(|&cell| free(cell)).map(Choice::At).collect()
    }

    fn offers_square(&self, game: &Position, cell: board::Cell) -> Option<bool> {
        if let Some(from) = self.lifted {
            return Some(game.battle.grid.contains(cell) && game.may_lay_work(self.side, from, cell));
        }
        self.picked.map(|id| game.battle.grid.contains(cell) && self.free(game, id)(cell))
    }

    fn apply(mut self, game: &mut Position, choice: &Choice, _: &mut Dice, _: &mut Log) -> Result<(), Ask> {
        applies("8.10.1.2");
        // Half a side may deploy before (8.10.1.2), and reinforcements later.
        let first = game.stack.is_empty() && !game.airborne.begun;
        match (*choice, self.picked) {
            (Choice::Transfer(tag), None) => self.lent = Some(game.named(tag)),
            (Choice::Host(tag), None) => {
                let Some(from) = self.lent.take() else { never_offered(choice) };
                applies("battles: observers");
                let to = game.named(tag);
                for team in game.observers.iter_mut().filter(|team| team.host == from) {
                    team.host = to;
                }
                self.sent.push(to);
            }
            (Choice::Lift(cell), None) => self.lifted = Some(cell),
            (Choice::At(cell), None) => {
                let Some(from) = self.lifted.take() else { never_offered(choice) };
                game.lay_work(self.side, from, cell);
                self.laid.push(cell);
            }
            (Choice::Shift(wind), None) => {
                applies("battles: zones");
                let stands = self.aside(game, wind);
                for &(id, _) in &stands {
                    game.lift(id);
                }
                for (id, cell) in stands {
                    game.put(id, cell);
                    game.face_position(id, cell);
                }
            }
            (Choice::Pick(tag), None) => self.picked = Some(game.named(tag)),
            (Choice::At(cell), Some(id)) if game.may_mount(id, cell) => {
                self.picked = None;
                self.placed.push(id);
                game.mount_at_will(id, cell);
            }
            (Choice::At(cell), Some(id)) if self.exchanges(game, id, cell).is_some() => {
                let Some(other) = self.exchanges(game, id, cell) else { never_offered(choice) };
                self.picked = None;
                self.placed.push(id);
                self.kept.iter_mut().filter(|kept| **kept == other).for_each(|kept| *kept = id);
                game.exchange_halves(id, other);
            }
            (Choice::At(cell), Some(id)) => {
                self.picked = None;
                self.placed.push(id);
                game.lift(id);
                game.put(id, cell);
                game.face_position(id, cell);
            }
            (Choice::Ready, None) if self.side == game.battle.deploys_first && first => {
                let (side, next) = (self.side, self.side.other());
                game.hide_set_up();
                game.open(Self::of(next, game.vanguard_of(next).collect()));
                if game.registers(side) {
                    game.open(Registering::of(side));
                }
                return Ok(());
            }
            (Choice::Ready, None) => {
                if first && game.registers(self.side) {
                    game.open(Registering::of(self.side));
                }
                return Ok(());
            }
            _ => never_offered(choice),
        }
        game.hide_set_up();
        game.open(self);
        Ok(())
    }

    fn phase(&self) -> Phase {
        Phase::Deploy
    }

    fn about(&self, _: &Position) -> Option<Id> {
        self.picked
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        let Some(id) = self.picked else {
            // Who sets up now, where not all of a side do.
            let (kept, open): (Vec<Id>, Vec<Id>) =
                game.on_board(self.side).map(|(id, _)| id).partition(|id| self.kept.contains(id));
            let now: Vec<String> = open.into_iter().map(|id| game.tag(id).to_string()).collect();
            return (!kept.is_empty()).then(|| format!("now {}", now.join(" "))).into_iter().collect();
        };
        let chooses = game.vanguard.contains(&id) && self.kept.iter().any(|&other| game.follows(id, other));
        let text = "the square of a stand that sets up later: that one sets up now instead";
        chooses.then(|| text.to_owned()).into_iter().collect()
    }
}

/// Phase 2: movement groups are marked (8.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PosturePhase {
    /// Who marks next, and who no more.
    pub turns: Alternation,
    /// Who has begun with groups of one (8.1.1).
    pub singles: [bool; 2],
    /// The group being put together.
    pub draft: Option<Grouping>,
}

impl PosturePhase {
    /// The phase as a side opens it.
    pub const fn begun_by(side: Side) -> Self {
        Self { turns: Alternation::begun_by(side), singles: [false; 2], draft: None }
    }
}

impl Open for PosturePhase {
    fn side(&self, _: &Position) -> Side {
        self.turns.side
    }

    fn asks(&self) -> Question {
        match self.draft {
            None => ask("posture", "Mark a movement group, or pass.", "8.1.1"),
            Some(_) => ask("group", "Add touching stands, then done.", "8.1.1"),
        }
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let Some(draft) = &self.draft else { return game.group_openings(self.turns.side) };
        let joiners = (!self.singles[self.turns.side.index()]).then(|| game.joiners(draft));
        let joiners = joiners.into_iter().flatten().map(|id| Choice::Add(game.tag(id)));
        std::iter::once(Choice::Done).chain(joiners).collect()
    }

    fn apply(mut self, game: &mut Position, choice: &Choice, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let marking = self.turns.side;
        match (*choice, &mut self.draft) {
            (Choice::Group(posture, tag), draft @ None) => {
                *draft = Some(Grouping { posture, members: vec![game.named(tag)] });
            }
            (Choice::Add(tag), Some(draft)) => draft.members.push(game.named(tag)),
            (Choice::Done, Some(draft)) => {
                game.mark(draft, log);
                self.singles[marking.index()] |= draft.members.len() == 1;
                self.draft = None;
                self.turns.turn_over();
            }
            (Choice::Work(..) | Choice::Bridge(..), None) => game.declare_work(choice, log),
            (Choice::Pass, None) => {
                self.turns.pass();
                log.add(|| {
                    let text = format!("{} mark no more groups", game.battle.army(marking).name);
                    Event::new(Tone::Plain, marking, text, "8.1")
                });
            }
            _ => never_offered(choice),
        }
        game.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        self.turns.next_unless_begun(self.draft.is_some(), game, Position::can_mark)
    }

    fn hand_to(&mut self, side: Side) {
        self.turns.hand_to(side);
    }

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if game.turn == 1 && game.battle.begins_with_movement {
            applies("battles: begins with movement");
            return game.land_groups(Moment::BeforeMovement, dice, log);
        }
        game.begin_artillery(log);
        Ok(())
    }

    fn phase(&self) -> Phase {
        Phase::Posture
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        match *choice {
            Choice::Group(posture, tag) => game.why_no_group(posture, tag, self.turns.side),
            Choice::Work(tag, _) | Choice::Bridge(tag, _) => {
                game.own(tag, self.turns.side).map_or_else(Some, |id| game.why_no_work(id, choice))
            }
            _ => None,
        }
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        game.preview_work(choice)
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        let names = |draft: &Grouping| -> Vec<String> {
            draft.members.iter().map(|&id| game.tag(id).to_string()).collect()
        };
        self.draft.iter().map(|draft| format!("group: {}", names(draft).join(" "))).collect()
    }
}

impl Position {
    /// The columns among which a stand may be set down whose formations must keep together.
    fn span_left(&self, id: Id) -> Option<std::ops::RangeInclusive<i16>> {
        let zone = self.zone_of(id)?;
        let span = i16::from(self.battle.zones[usize::from(zone)].span?);
        let together = |&(other, _): &(Id, board::Cell)| other != id && self.zone_of(other) == Some(zone);
        let columns = || self.on_board(self.side(id)).filter(together).map(|(_, at)| at.x);
        Some(columns().max()? - span + 1..=columns().min()? + span - 1)
    }

    /// The zone in which a stand is set down: the half that deploys first may have one of its own (8.10.1.2).
    pub fn zone_of(&self, id: Id) -> Option<u8> {
        let first = self.vanguard.contains(&id).then(|| self.battle.first_half_zone(self.side(id)));
        first.flatten().or(self.unit(id).zone)
    }

    /// What comes of setting the stand taken up down on a square, where it is not that square alone: who is there carries
    /// it, or sets up in its stead.
    pub(in crate::rules::matg) fn set_down_in_words(&self, cell: board::Cell) -> Option<String> {
        let Some(Frame::Deploy(phase)) = self.stack.last() else { return None };
        let id = phase.picked?;
        if let Some(carrier) = self.holder_of(cell).filter(|_| self.may_mount(id, cell)) {
            return Some(format!("{cell}: aboard {}", self.who(carrier)));
        }
        phase
            .exchanges(self, id, cell)
            .map(|other| format!("{cell}: {} sets up now instead", self.who(other)))
    }

    /// Those of a side that deploy before the enemy writes a zone down (8.10.1.2).
    pub(in crate::rules::matg) fn vanguard_of(&self, side: Side) -> impl Iterator<Item = Id> + '_ {
        self.vanguard.iter().copied().filter(move |&id| self.side(id) == side)
    }

    /// Whether a stand of the side of another is set down after it, with the second half.
    fn follows(&self, id: Id, other: Id) -> bool {
        let unit = self.unit(other);
        unit.side == self.side(id)
            && !self.vanguard.contains(&other)
            && !self.battle.is_late(unit)
            && self.cell(other).is_some()
    }

    /// A stand of the first half and one of the second change places, and halves.
    fn exchange_halves(&mut self, id: Id, other: Id) {
        applies("battles: halves");
        let (Some(here), Some(there)) = (self.cell(id), self.cell(other)) else { return };
        self.vanguard.iter_mut().filter(|first| **first == id).for_each(|first| *first = other);
        for frame in &mut self.stack {
            if let Frame::Deploy(later) = frame {
                later.kept.iter_mut().filter(|kept| **kept == id).for_each(|kept| *kept = other);
            }
        }
        self.lift(id);
        self.lift(other);
        self.put(id, there);
        self.put(other, here);
        self.face_position(id, there);
        self.face_position(other, here);
    }

    /// Whether a side that deploys stands as its zones ask.
    fn is_in_order(&self, side: Side) -> bool {
        let keeps = |(id, at): (Id, board::Cell)| {
            self.battle.is_late(self.unit(id)) || (self.keeps_together(id, at) && self.keeps_beside(id, at))
        };
        self.is_guarded(side) && (self.airborne.begun || self.on_board(side).all(keeps))
    }

    /// Whether every place that counts has a stand of those that must guard it.
    fn is_guarded(&self, side: Side) -> bool {
        let guards = |&(id, _): &(Id, board::Cell)| {
            self.zone_of(id).is_some_and(|zone| self.battle.zones[usize::from(zone)].guards)
        };
        if !self.battle.zones.iter().any(|zone| zone.side == side && zone.guards) || self.airborne.begun {
            return true;
        }
        self.battle.victory.places.iter().all(|place| {
            let near = |at: board::Cell| place.cells.iter().any(|&cell| board::within(cell, at, GUARD));
            self.on_board(side).filter(guards).any(|(_, at)| near(at))
        })
    }

    /// Stands of a side aboard transports, which their player may put on foot when he deploys them (scenario).
    fn mounted_at_will(&self, side: Side) -> impl Iterator<Item = Id> + '_ {
        let open = self.battle.mounts_at_will[side.index()];
        self.ids(side).filter(move |&id| {
            open && matches!(self.stand(id).place, Place::Aboard(carrier) if self.cell(carrier).is_some())
        })
    }

    /// Whether a stand may begin aboard the transport on a square: of its side and of its zone, with room for it
    /// (scenario, 8.4.1).
    fn may_mount(&self, id: Id, cell: board::Cell) -> bool {
        let side = self.side(id);
        let carrier = self.holder_of(cell).filter(|&carrier| carrier != id && self.side(carrier) == side);
        self.battle.mounts_at_will[side.index()]
            && carrier.is_some_and(|carrier| {
                let there = self.stand(id).place == Place::Aboard(carrier);
                self.unit(carrier).zone == self.unit(id).zone
                    && self.cargo(id).next().is_none()
                    && (there || self.has_room(carrier, id))
            })
    }

    /// Puts a stand aboard before the first turn, or before it comes onto the map (scenario).
    fn mount_at_will(&mut self, id: Id, cell: board::Cell) {
        applies("battles: mounted");
        let Some(carrier) = self.holder_of(cell) else { return };
        self.lift(id);
        self.stand_mut(id).place = Place::Aboard(carrier);
    }

    /// Whether a stand is near enough to another unit where its zone asks for it.
    fn keeps_beside(&self, id: Id, cell: board::Cell) -> bool {
        let unit = self.unit(id);
        let Some(zone) = unit.zone else { return true };
        let Some(inches) = self.battle.zones[usize::from(zone)].beside else { return true };
        let other = |&(other, _): &(Id, board::Cell)| self.unit(other).zone != unit.zone;
        self.on_board(unit.side).filter(other).any(|(_, at)| board::within(at, cell, inches))
    }

    /// Whether a stand touches another of its formation where its zone asks for it.
    fn keeps_together(&self, id: Id, cell: board::Cell) -> bool {
        let unit = self.unit(id);
        if !unit.zone.is_some_and(|zone| self.battle.zones[usize::from(zone)].together) {
            return true;
        }
        self.on_board(unit.side).any(|(other, at)| {
            other != id && self.unit(other).formation == unit.formation && board::adjacent(at, cell)
        })
    }

    /// Whether a stand can be on a kind of ground at all: it could be entered, or it is a gun set up there.
    pub fn may_stand_on(&self, id: Id, cell: board::Cell) -> bool {
        let ground = self.ground_at(cell);
        if self.is_mounted(id) && (ground.is_built_up() || self.is_fortified(cell)) {
            applies("10.10.2");
            return false; // 10.10.2
        }
        if let Some(may) = self.may_float(id, cell) {
            return may;
        }
        let (points, mode) = self.pace(id);
        points == 0 || ground.cost(mode).is_some() || ground.road_cost(mode).is_some()
    }

    /// Improved positions of any kind.
    fn is_fortified(&self, cell: board::Cell) -> bool {
        let ground = self.ground_at(cell);
        [Terrain::LightPosition, Terrain::MediumPosition, Terrain::HeavyPosition]
            .iter()
            .any(|&t| ground.has(t))
    }

    /// Postures a stand may be marked with (7.4.10, 8.3.7, 8.3.8).
    pub fn may_take(&self, id: Id, posture: Posture) -> bool {
        applies("4.0.2");
        applies("7.4.10");
        applies("8.3.7");
        applies("8.3.8");
        let unit = self.unit(id);
        let stand = self.stand(id);
        if stand.group != 0 || !matches!(stand.place, Place::Board(_)) {
            return false;
        }
        let fixed = self.pace(id).0 == 0 && unit.kind.movement.water == 0;
        match posture {
            Posture::Fire => false,
            Posture::Move => true,
            Posture::FireMove => {
                let artillery =
                    unit.guns.iter().any(|(_, usage)| matches!(usage, GunUse::Artillery | GunUse::Rocket));
                if unit.guns.iter().any(|(_, usage)| *usage == GunUse::CloseSupport) {
                    applies("10.8.4");
                }
                !fixed && !artillery && !unit.guns.is_empty()
            }
        }
    }

    fn group_openings(&self, side: Side) -> Vec<Choice> {
        let mut choices = Vec::new();
        for posture in [Posture::Move, Posture::FireMove] {
            let leads = self.on_board(side).filter(|&(id, _)| self.may_take(id, posture));
            choices.extend(leads.map(|(id, _)| Choice::Group(posture, self.tag(id))));
        }
        choices.extend(self.work_choices(side));
        choices.push(Choice::Pass);
        choices
    }

    /// Stands touching the group that may join it (8.1.1).
    fn joiners<'a>(&'a self, draft: &'a Grouping) -> impl Iterator<Item = Id> + 'a {
        self.on_board(self.side(draft.members[0])).filter_map(move |(id, cell)| {
            let touches = || {
                draft
                    .members
                    .iter()
                    .any(|&member| self.cell(member).is_some_and(|at| board::adjacent(at, cell)))
            };
            (!draft.members.contains(&id) && self.may_take(id, draft.posture) && touches()).then_some(id)
        })
    }

    /// Marks a group and all it carries (8.1.2).
    fn mark(&mut self, group: &Grouping, log: &mut Log) {
        self.groups += 1;
        let number = self.groups;
        for &id in &group.members {
            let cargo: Vec<Id> = self.cargo(id).collect();
            applies("8.1.2");
            for member in std::iter::once(id).chain(cargo) {
                let stand = self.stand_mut(member);
                stand.posture = group.posture;
                stand.group = number;
            }
        }
        log.add(|| {
            let names: Vec<String> = group.members.iter().map(|&id| self.tag(id).to_string()).collect();
            let posture = if group.posture == Posture::Move { "movement" } else { "fire/move" };
            let text = format!("{} in {posture} posture", names.join(" "));
            Event::new(Tone::Plain, self.side(group.members[0]), text, "8.1.2")
                .at(group.members.iter().filter_map(|&id| self.cell(id)))
        });
    }

    /// Whether a side has a stand it could still mark.
    fn can_mark(&self, side: Side) -> bool {
        self.on_board(side).any(|(id, _)| self.may_take(id, Posture::Move))
    }
}
