//! Deployment (scenario): before the first turn each side sets up its stands, works and observers.

use crate::board;
use crate::dice::{Ask, Dice};
use crate::game::{Illegal, Log, Side};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::registering::Registering;
use crate::rules::matg::artillery::{observers, registering};
use crate::rules::matg::movement::set_up;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::arrivals;
use crate::rules::matg::turn::sequence::{Open, Phase, Question, ask, unreachable_choice};
use crate::rules::matg::works::{hidden, laying, positions};

/// Deployment before the first turn: stands may be moved within their zone (S-12).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deployment {
    /// The side that deploys.
    pub side: Side,
    /// The stand that has been picked up.
    pub picked: Option<Id>,
    /// Stands that are not deployed now.
    pub kept: Vec<Id>,
    /// Stands that have already been moved.
    pub placed: Vec<Id>,
    /// The square of the work that has been picked up.
    pub lifted: Option<board::Cell>,
    /// Squares on which works have been laid.
    pub laid: Vec<board::Cell>,
    /// The stand whose forward observer is being reassigned.
    pub lent: Option<Id>,
    /// Stands to which observers have been assigned.
    pub sent: Vec<Id>,
}

impl Deployment {
    /// Ends a deployment before play: the other side deploys after the first, and the defender records its
    /// registered missions at once (7.6.2.2).
    fn finish_first(&self, game: &mut Position) {
        let (side, next) = (self.side, self.side.other());
        if side == game.battle.deploys_first {
            hidden::hide_set_up(&mut game.field, &mut game.forces, &game.arrivals);
            let vanguard = set_up::vanguard_of(&game.battle, &game.arrivals, next).collect();
            game.now.open(Self::of(next, vanguard));
        }
        if registering::registers(&game.forces, &game.now, &game.command, &game.record, side) {
            game.now.open(Registering::of(side));
        }
    }

    /// Deployment of a side without the stands that it places at another time.
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

    /// Hosts of observers that may still be reassigned (scenario).
    fn observers<'a>(&'a self, game: &'a Position) -> impl Iterator<Item = Id> + 'a {
        let open = game.battle.observers_at_will[self.side.index()] && !game.arrivals.begun;
        let teams = game.record.observers.iter().filter(move |team| open && team.side == self.side);
        teams.map(|team| team.host).filter(|host| !self.sent.contains(host))
    }

    /// The stands whose columns are counted together, each with its square one column aside; none if they
    /// can't all move there.
    fn aside(&self, game: &Position, wind: board::Compass) -> Vec<(Id, board::Cell)> {
        let counted = |&(id, _): &(Id, board::Cell)| {
            let zone = set_up::zone_of(&game.battle, &game.arrivals, id)
                .map(|zone| &game.battle.zones[usize::from(zone)]);
            !game.arrivals.begun && !self.kept.contains(&id) && zone.is_some_and(|zone| zone.span.is_some())
        };
        let stands: Vec<(Id, board::Cell)> =
            game.forces.on_board(self.side).filter(counted).map(|(id, at)| (id, at.step(wind))).collect();
        let room = |&(id, cell): &(Id, board::Cell)| {
            let other = game.forces.holder_of(cell);
            arrivals::is_in_zone(&game.battle, &game.arrivals, id, cell)
                && set_up::may_stand_on(&game.field, &game.forces, id, cell)
                && other.is_none_or(|other| stands.iter().any(|&(one, _)| one == other))
        };
        if stands.iter().all(room) { stands } else { Vec::new() }
    }

    /// The stand on a square that would join the first half in place of the one picked up: the owner chooses
    /// the halves (8.10.1.2).
    pub(super) fn exchanges(&self, game: &Position, id: Id, cell: board::Cell) -> Option<Id> {
        let (here, other) = (game.forces.cell(id)?, game.forces.holder_of(cell)?);
        let zone = game.battle.first_half_zone(self.side).or(game.battle.unit(other).zone);
        (game.arrivals.vanguard.contains(&id)
            && self.kept.contains(&other)
            && set_up::follows(&game.forces, &game.arrivals, id, other)
            && game.battle.in_zone(id, cell)
            && game.battle.is_of_zone(self.side, zone, here)
            && set_up::may_stand_on(&game.field, &game.forces, id, cell)
            && set_up::may_stand_on(&game.field, &game.forces, other, here))
        .then_some(other)
    }

    /// The squares open to any stand that is not set up yet, while none is picked up.
    pub(super) fn zone(&self, game: &Position) -> Vec<board::Cell> {
        if self.picked.is_some() || self.lifted.is_some() || self.lent.is_some() {
            return Vec::new();
        }
        let grid = game.battle.grid;
        // A square open to one stand need not be tested for the others.
        let mut found = vec![false; grid.area()];
        let open = |id: &Id| !self.kept.contains(id) && !self.placed.contains(id);
        let stands = game
            .forces
            .on_board(self.side)
            .map(|(id, _)| id)
            .chain(set_up::mounted_at_will(&game.forces, self.side));
        for id in stands.filter(open) {
            let free = self.free(game, id);
            for cell in game.battle.zone_span(id, game.forces.cell(id)) {
                let found = &mut found[grid.index(cell)];
                *found = *found || free(cell);
            }
        }
        let mut cells: Vec<board::Cell> = grid.cells().filter(|&cell| found[grid.index(cell)]).collect();
        cells.sort_unstable();
        cells
    }

    /// Why a stand may not be set up on a square.
    fn why_not(&self, game: &Position, id: Id, cell: board::Cell) -> Option<Illegal> {
        let who = game.battle.who(id);
        let no = |rule, text: String| Some(Illegal::new(rule, text));
        if !arrivals::is_in_zone(&game.battle, &game.arrivals, id, cell) {
            return no("S-12", format!("{cell} is outside the zone of {who}"));
        }
        if let Some(other) = game.forces.holder_of(cell) {
            return no("S-12", format!("{} is already at {cell}", game.battle.who(other)));
        }
        if !set_up::may_stand_on(&game.field, &game.forces, id, cell) {
            return no("8.3.2", format!("{who} can't be set up in {}", game.field.ground_at(cell)));
        }
        if set_up::span_left(&game.forces, &game.arrivals, id)
            .is_some_and(|columns| !columns.contains(&cell.x))
        {
            return no(
                "battles: zones",
                format!("{who} would be too far from the rest of its zone at {cell}"),
            );
        }
        if !set_up::keeps_together(&game.forces, id, cell) {
            return no("battles: zones", format!("{who} would not touch a stand of its formation at {cell}"));
        }
        (!set_up::keeps_beside(&game.forces, id, cell)).then(|| {
            Illegal::new("battles: zones", format!("{who} would be too far from other units at {cell}"))
        })
    }

    /// Whether a stand may be set up on a square.
    fn free<'a>(&'a self, game: &'a Position, id: Id) -> impl Fn(board::Cell) -> bool + use<'a> {
        let span = set_up::span_left(&game.forces, &game.arrivals, id);
        move |cell| {
            // A stand that the scenario sets up outside its zone may stay there.
            game.forces.cell(id) == Some(cell)
                || set_up::may_mount(&game.forces, id, cell)
                || self.exchanges(game, id, cell).is_some()
                || (arrivals::is_in_zone(&game.battle, &game.arrivals, id, cell)
                    && span.as_ref().is_none_or(|columns| columns.contains(&cell.x))
                    && set_up::keeps_together(&game.forces, id, cell)
                    && set_up::keeps_beside(&game.forces, id, cell)
                    && game.forces.holder_of(cell).is_none()
                    && set_up::may_stand_on(&game.field, &game.forces, id, cell))
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
                ask("host", "Choose the new host of the forward observer.", "7.6.4.1")
            }
            None if self.lifted.is_some() => {
                ask("lay", "Choose a square for this work.", "battles: laying works")
            }
            None => ask("deploy", "Move a stand within your zone, or finish deployment.", "S-12"),
            Some(_) => ask("place", "Choose a square for it.", "S-12"),
        }
    }

    fn is_secret(&self) -> bool {
        self.lent.is_some()
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        if let Some(host) = self.lent {
            let others = observers::hosts(&game.forces, &game.record, self.side).chain([host]);
            return others.map(|id| Choice::Host(game.battle.tag(id))).collect();
        }
        if let Some(from) = self.lifted {
            let open = |&cell: &board::Cell| game.field.may_lay_work(self.side, from, cell);
            return game.battle.grid.cells().filter(open).map(Choice::At).collect();
        }
        let Some(id) = self.picked else {
            let in_order = set_up::is_in_order(&game.forces, &game.arrivals, self.side);
            // A stand that has been moved stays there, unless the side could not finish otherwise.
            let open = |id: &Id| !self.kept.contains(id) && (!in_order || !self.placed.contains(id));
            let stands = game.forces.on_board(self.side).filter(|(id, _)| open(id));
            let ready = in_order.then_some(Choice::Ready);
            let aboard = set_up::mounted_at_will(&game.forces, self.side).filter(open);
            let works = laying::own_works(&game.field, &game.now, &game.arrivals, self.side)
                .filter(|cell| !self.laid.contains(cell))
                .map(Choice::Lift);
            let picks = stands.map(|(id, _)| id).chain(aboard).map(|id| Choice::Pick(game.battle.tag(id)));
            let observers = self.observers(game).map(|id| Choice::Transfer(game.battle.tag(id)));
            let aside = [board::Compass::W, board::Compass::E].into_iter();
            let aside = aside.filter(|&wind| !self.aside(game, wind).is_empty()).map(Choice::Shift);
            return picks.chain(works).chain(observers).chain(aside).chain(ready).collect();
        };
        let free = self.free(game, id);
        let within = game.battle.zone_span(id, game.forces.cell(id));
        within.filter(|&cell| free(cell)).map(Choice::At).collect()
    }

    fn offers_square(&self, game: &Position, cell: board::Cell) -> Option<bool> {
        if let Some(from) = self.lifted {
            return Some(game.battle.grid.contains(cell) && game.field.may_lay_work(self.side, from, cell));
        }
        self.picked.map(|id| game.battle.grid.contains(cell) && self.free(game, id)(cell))
    }

    #[apply(rule, "8.10.1.2")]
    #[apply(rule, "battles: zones" if matches!((*choice, self.picked), (Choice::Shift(_), None)))]
    #[apply(rule, "battles: observers" if matches!(choice, Choice::Host(_)))]
    fn apply(mut self, game: &mut Position, choice: &Choice, _: &mut Dice, _: &mut Log) -> Result<(), Ask> {
        // Half of a side may deploy first (8.10.1.2), and reinforcements later.
        let first = game.now.stack.is_empty() && !game.arrivals.begun;
        match (*choice, self.picked) {
            (Choice::Transfer(tag), None) => self.lent = Some(game.battle.named(tag)),
            (Choice::Host(tag), None) => {
                let Some(from) = self.lent.take() else { unreachable_choice(choice) };
                let to = game.battle.named(tag);
                for team in game.record.observers.iter_mut().filter(|team| team.host == from) {
                    team.host = to;
                }
                self.sent.push(to);
            }
            (Choice::Lift(cell), None) => self.lifted = Some(cell),
            (Choice::At(cell), None) => {
                let Some(from) = self.lifted.take() else { unreachable_choice(choice) };
                game.field.lay_work(self.side, from, cell);
                self.laid.push(cell);
            }
            (Choice::Shift(wind), None) => {
                let stands = self.aside(game, wind);
                for &(id, _) in &stands {
                    game.forces.lift(id);
                }
                for (id, cell) in stands {
                    game.forces.put(id, cell);
                    positions::face_position(&game.field, &mut game.forces, id, cell);
                }
            }
            (Choice::Pick(tag), None) => self.picked = Some(game.battle.named(tag)),
            (Choice::At(cell), Some(id)) if set_up::may_mount(&game.forces, id, cell) => {
                self.picked = None;
                self.placed.push(id);
                game.forces.mount_at_will(id, cell);
            }
            (Choice::At(cell), Some(id)) if self.exchanges(game, id, cell).is_some() => {
                let Some(other) = self.exchanges(game, id, cell) else { unreachable_choice(choice) };
                self.picked = None;
                self.placed.push(id);
                self.kept.iter_mut().filter(|kept| **kept == other).for_each(|kept| *kept = id);
                set_up::exchange_halves(
                    &game.field,
                    &mut game.forces,
                    &mut game.now,
                    &mut game.arrivals,
                    id,
                    other,
                );
            }
            (Choice::At(cell), Some(id)) => {
                self.picked = None;
                self.placed.push(id);
                game.forces.put(id, cell);
                positions::face_position(&game.field, &mut game.forces, id, cell);
            }
            (Choice::Ready, None) => {
                if first {
                    self.finish_first(game);
                }
                return Ok(());
            }
            _ => unreachable_choice(choice),
        }
        hidden::hide_set_up(&mut game.field, &mut game.forces, &game.arrivals);
        game.now.open(self);
        Ok(())
    }

    fn phase(&self) -> Phase {
        Phase::Deploy
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        match (*choice, self.picked) {
            (Choice::At(cell), Some(id)) if game.battle.grid.contains(cell) => self.why_not(game, id, cell),
            (Choice::Ready, None) => set_up::why_not_ready(&game.forces, &game.arrivals, self.side),
            _ => None,
        }
    }

    fn about(&self, _: &Position) -> Option<Id> {
        self.picked
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        let Some(id) = self.picked else {
            // The stands that set up now, if not all of the side do.
            let (kept, open): (Vec<Id>, Vec<Id>) =
                game.forces.on_board(self.side).map(|(id, _)| id).partition(|id| self.kept.contains(id));
            let now: Vec<String> = open.into_iter().map(|id| game.battle.tag(id).to_string()).collect();
            let now = (!kept.is_empty()).then(|| format!("sets up now: {}", now.join(" ")));
            let wrong = set_up::why_not_ready(&game.forces, &game.arrivals, self.side)
                .map(|why| format!("not ready: {}", why.why));
            return wrong.into_iter().chain(now).collect();
        };
        let chooses = game.arrivals.vanguard.contains(&id)
            && self.kept.iter().any(|&other| set_up::follows(&game.forces, &game.arrivals, id, other));
        let text = "choose the square of a stand of the other half to swap the two";
        chooses.then(|| text.to_owned()).into_iter().collect()
    }
}
