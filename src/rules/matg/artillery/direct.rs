//! 7.5 and 10.8: direct artillery fire and the attacks of the artillery phase.

use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Preview, Side, Test, Tone};
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::GunUse;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Impact, NOBODY, Position};
use crate::rules::matg::turn::sequence::{Open, Phase, Question, ask, never_offered};

/// An attack of the artillery phase being put together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Barrage {
    /// The batteries and their guns, the first named first; several fire as a group (7.4.9).
    pub batteries: Vec<(Id, u8)>,
    /// The group is complete.
    pub grouped: bool,
    /// The first square of the sheaf.
    pub aim: Option<Cell>,
    /// Smoke instead of shell, once chosen.
    pub smoke: Option<bool>,
    /// The plotted mission that these batteries join, 0 for direct fire (7.8.3).
    pub joins: u8,
}

impl Barrage {
    pub(super) const fn of(batteries: Vec<(Id, u8)>) -> Self {
        Self { batteries, grouped: false, aim: None, smoke: None, joins: 0 }
    }

    /// Kind, prompt and rule of the decision.
    const fn asks(&self) -> Question {
        match (self.aim, self.smoke) {
            _ if self.joins != 0 => ask("join", "Add free batteries to the mission, then fire.", "7.8.3"),
            _ if !self.grouped => ask("fire-group", "Add batteries to the group, then done.", "7.4.9"),
            (None, _) => ask("aim", "Choose where the fire falls.", "7.5.1"),
            (_, None) => ask("ammunition", "Shell or smoke?", "7.4.7.1"),
            _ => ask("sheaf", "Closed sheaf, or open in which direction?", "7.4.2.3"),
        }
    }

    fn lead(&self) -> (Id, u8) {
        self.batteries.first().copied().unwrap_or((NOBODY, 0))
    }
}

/// Phase 3: artillery fire (7.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArtilleryPhase {
    /// Who fires next.
    pub side: Side,
    /// Who fires no more.
    pub passed: [bool; 2],
    /// The fire being laid.
    pub draft: Option<Barrage>,
    /// Nobody has attacked or passed: the side with the initiative may let the enemy begin.
    pub opening: bool,
}

impl ArtilleryPhase {
    /// The phase as it begins.
    pub const fn begun_by(side: Side) -> Self {
        Self { side, passed: [false; 2], draft: None, opening: true }
    }

    /// The attack is made; the enemy fires next, unless he has passed.
    fn end_attack(&mut self) {
        (self.draft, self.opening) = (None, false);
        if !self.passed[self.side.other().index()] {
            self.side = self.side.other();
        }
    }

    /// Fills in what leaves no choice, and fires when nothing is open: one marker alone needs no sheaf.
    fn go_on(&mut self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(draft) = self.draft.as_mut().filter(|draft| draft.joins == 0) else { return Ok(()) };
        let close = game.is_close_support(draft);
        draft.grouped |= close || game.group_joiners(draft).next().is_none();
        let smoke = draft.batteries.iter().all(|&(id, gun)| game.smoke_left(id, gun) > 0);
        if draft.aim.is_some() && draft.smoke.is_none() && !smoke {
            draft.smoke = Some(false);
        }
        let single = draft.batteries.iter().map(|&(id, _)| game.sections(id)).sum::<u8>() == 1;
        if single && draft.smoke.is_some() { self.fire(None, game, dice, log) } else { Ok(()) }
    }

    /// Lays the sheaf on the square aimed at (7.5).
    fn fire(
        &mut self,
        toward: Option<Compass>,
        game: &mut Position,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(Barrage { batteries, aim: Some(aim), smoke, .. }) = self.draft.take() else {
            unreachable!("no fire is laid before its square is chosen")
        };
        self.end_attack();
        game.shoot_direct(&batteries, aim, toward, smoke == Some(true), 0, dice, log)
    }
}

impl Open for ArtilleryPhase {
    fn side(&self, _: &Position) -> Side {
        self.side
    }

    fn asks(&self) -> Question {
        match &self.draft {
            None => ask("artillery", "Choose a battery to fire, or pass.", "7.4.1"),
            Some(draft) => draft.asks(),
        }
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        match &self.draft {
            None => {
                let mut choices = game.attack_openings(self.side);
                choices.extend(game.may_yield(self.opening, self.side));
                choices
            }
            Some(draft) => game.barrage_choices(self.side, draft),
        }
    }

    fn offers_square(&self, game: &Position, cell: Cell) -> Option<bool> {
        let draft = self.draft.as_ref()?;
        let asked = draft.joins == 0 && draft.grouped && draft.aim.is_none();
        let free = asked && !game.is_close_support(draft);
        Some(free && game.battle.grid.contains(cell) && game.may_aim_all(draft, cell))
    }

    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let firing = self.side;
        match (*choice, &mut self.draft) {
            (Choice::Pass, None) => {
                self.passed[firing.index()] = true;
                self.end_attack();
            }
            (Choice::Yield, None) => self.end_attack(),
            (Choice::Battery(tag, gun), draft @ None) => {
                *draft = Some(Barrage::of(vec![(game.named(tag), gun)]));
            }
            (Choice::Mission(number), None) => {
                let draft = Barrage { joins: number, ..Barrage::of(Vec::new()) };
                // The batteries that may still join it are asked first (7.8.3).
                if game.late_joiners(firing, &draft).next().is_some() {
                    self.draft = Some(draft);
                } else {
                    self.end_attack();
                    game.resolve_mission(firing, number, dice, log)?;
                }
            }
            (Choice::Protect(tag, gun), None) => {
                let id = game.named(tag);
                if game.protect(id, dice, log)? {
                    self.draft = Some(Barrage::of(vec![(id, gun)]));
                } else {
                    self.end_attack();
                }
            }
            (Choice::Cancel, draft @ Some(_)) => *draft = None,
            (Choice::Fire, Some(draft)) => {
                game.fire_joined(firing, draft, dice, log)?;
                self.end_attack();
            }
            (Choice::Target(tag), Some(draft)) => {
                game.fire_close_support(draft, game.named(tag), dice, log)?;
                self.end_attack();
            }
            (Choice::Add(tag), Some(draft)) => {
                draft.batteries.push(game.joiner(firing, draft, game.named(tag)))
            }
            (Choice::Done, Some(draft)) => draft.grouped = true,
            (Choice::At(cell), Some(draft)) => draft.aim = Some(cell),
            (Choice::Explosive, Some(draft)) => draft.smoke = Some(false),
            (Choice::Smoke, Some(draft)) => draft.smoke = Some(true),
            (Choice::Closed, Some(_)) => self.fire(None, game, dice, log)?,
            (Choice::Open(direction), Some(_)) => self.fire(Some(direction), game, dice, log)?,
            _ => never_offered(choice),
        }
        self.go_on(game, dice, log)?;
        game.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        match self.draft {
            Some(_) => Some(self.side),
            None => game.first_able(self.side, self.passed, Position::has_artillery),
        }
    }

    /// A side whose turn it is and that has nothing to attack with has passed (7.1.1, 7.4.1, S-84).
    fn hand_to(&mut self, side: Side) {
        self.passed[self.side.index()] |= side != self.side && !self.opening;
        self.opening &= side == self.side;
        self.side = side;
    }

    fn close(self, game: &mut Position, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        game.begin_fire(log);
        Ok(())
    }

    fn phase(&self) -> Phase {
        Phase::Artillery
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        match *choice {
            Choice::Pass => Some(Illegal::new("7.6.1.1", "plotted fire is due: resolve it first")),
            Choice::Target(tag) => Some(game.why_no_target(tag, self.side)),
            _ => None,
        }
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        match (*choice, &self.draft) {
            (Choice::Mission(number), _) => {
                game.preview_missions(&[game.mission(self.side, number)?.clone()])
            }
            (Choice::Protect(tag, _), _) => {
                let id = game.battle.find(tag)?;
                Some(game.preview_roll(id, game.protective_profile(id)))
            }
            (Choice::Fire, Some(draft)) => {
                game.preview_missions(&[game.mission(self.side, draft.joins)?.clone()])
            }
            (Choice::Target(tag), Some(draft)) => game.preview_shell(draft, Some(game.battle.find(tag)?)),
            (Choice::At(cell), Some(draft)) => game.preview_shell(draft, game.holder_of(cell)),
            _ => None,
        }
    }

    fn about(&self, _: &Position) -> Option<Id> {
        self.draft.as_ref()?.batteries.first().map(|&(id, _)| id)
    }

    fn here(&self, _: &Position) -> Option<Cell> {
        self.draft.as_ref()?.aim
    }

    fn covers(&self, game: &Position, choice: &Choice) -> Vec<Cell> {
        let sheaf = |toward: Option<Compass>| -> Option<Vec<(Id, u8, Cell)>> {
            let draft = self.draft.as_ref()?;
            Some(game.group_sheaf(&draft.batteries, draft.aim?, toward))
        };
        let markers = match *choice {
            Choice::Open(direction) => sheaf(Some(direction)),
            Choice::Closed => sheaf(None),
            Choice::Mission(number) => game.mission(self.side, number).map(|m| game.plotted_cells(m)),
            _ => None,
        };
        markers.into_iter().flatten().map(|(_, _, cell)| cell).collect()
    }
}

impl Position {
    pub(in crate::rules::matg) fn begin_artillery(&mut self, log: &mut Log) {
        log.add(|| Event::new(Tone::Phase, None, "Artillery fire", "4.0"));
        self.muster_missions(log);
        self.open(ArtilleryPhase::begun_by(self.initiative));
        self.ask_successors();
    }

    fn is_close_support(&self, draft: &Barrage) -> bool {
        let close = |&(id, gun): &(Id, u8)| self.gun_use(id, gun) == Some(GunUse::CloseSupport);
        draft.batteries.iter().any(close)
    }

    fn has_artillery_target(&self, id: Id, gun: u8, usage: GunUse) -> bool {
        if usage == GunUse::CloseSupport {
            self.close_support_targets(id, gun).next().is_some()
        } else {
            self.battle.grid.cells().any(|cell| self.may_aim(id, gun, cell))
        }
    }

    /// Guns that may fire direct: their battery has no plotted mission this turn.
    fn direct_guns(&self, id: Id) -> impl Iterator<Item = (u8, GunUse)> + '_ {
        let free = !self.has_duty(id, self.turn);
        self.artillery_guns(id).filter(move |_| free)
    }

    fn has_artillery(&self, side: Side) -> bool {
        self.has_due(side)
            || self
                .ids(side)
                .any(|id| self.direct_guns(id).any(|(gun, usage)| self.has_artillery_target(id, gun, usage)))
    }

    fn close_support_targets(&self, id: Id, gun: u8) -> impl Iterator<Item = Id> + '_ {
        let weapon = self.gun(id, gun);
        self.on_board(self.side(id).other()).filter_map(move |(target, to)| {
            let from = self.cell(id)?;
            let armoured = self.unit(target).kind.armoured;
            let reach = if armoured { weapon.ap_range } else { weapon.he_range };
            let range = spotting::range(from, to);
            let bears = range <= reach
                && weapon.notes.minimum.is_none_or(|minimum| range > u16::from(minimum))
                && (range <= 1 || !self.is_engaged(id))
                && self.is_in_traverse(id, weapon, to)
                && self.spots(id, target).is_ok()
                && self.shell_attack(id, gun, target, false).differential() >= -3; // 10.8
            bears.then_some(target)
        })
    }

    fn barrage_choices(&self, side: Side, draft: &Barrage) -> Vec<Choice> {
        let mut choices = Vec::new();
        let (id, gun) = draft.lead();
        if draft.joins != 0 {
            choices.push(Choice::Fire);
            choices.extend(self.late_joiners(side, draft).map(|(id, _)| Choice::Add(self.tag(id))));
        } else if self.gun_use(id, gun) == Some(GunUse::CloseSupport) {
            choices.extend(self.close_support_targets(id, gun).map(|t| Choice::Target(self.tag(t))));
        } else if !draft.grouped {
            choices.push(Choice::Done);
            choices.extend(self.group_joiners(draft).map(|(id, _)| Choice::Add(self.tag(id))));
        } else if draft.aim.is_none() {
            let cells = self.battle.grid.cells().filter(|&cell| self.may_aim_all(draft, cell));
            choices.extend(cells.map(Choice::At));
        } else if draft.smoke.is_none() {
            choices.extend([Choice::Explosive, Choice::Smoke]);
        } else {
            if !self.has_rockets(&draft.batteries) {
                choices.push(Choice::Closed);
            }
            choices.extend(
                Compass::ALL.into_iter().filter(|&d| self.may_open_direct(draft, d)).map(Choice::Open),
            );
        }
        choices.push(Choice::Cancel);
        choices
    }

    /// Missions due, batteries that may fire direct instead, and batteries without a mission. Nobody
    /// passes while his plotted fire is due.
    fn attack_openings(&self, side: Side) -> Vec<Choice> {
        let turn = self.turn;
        let due = self.missions_of(side).filter(|mission| mission.is_due(turn));
        let mut choices: Vec<Choice> = due.map(|mission| Choice::Mission(mission.number)).collect();
        let bound = !choices.is_empty();
        for id in self.ids(side) {
            for (gun, usage) in self.direct_guns(id) {
                if self.has_artillery_target(id, gun, usage) {
                    choices.push(Choice::Battery(self.tag(id), gun));
                }
            }
            choices.extend(self.protectors(id).map(|gun| Choice::Protect(self.tag(id), gun)));
        }
        if !bound {
            choices.push(Choice::Pass);
        }
        choices
    }

    pub(super) fn may_aim_all(&self, draft: &Barrage, cell: Cell) -> bool {
        draft.batteries.iter().all(|&(id, gun)| self.may_aim(id, gun, cell))
    }

    /// Whether all batteries of a group may lay fire on every square of a sheaf (7.5.1, 7.4.9.1).
    pub(super) fn may_lay_sheaf(&self, batteries: &[(Id, u8)], sheaf: &[(Id, u8, Cell)]) -> bool {
        let grouped = batteries.len() > 1;
        let cells: Vec<Cell> = sheaf.iter().map(|&(_, _, cell)| cell).collect();
        batteries.iter().all(|&(id, gun)| {
            cells.iter().all(|&cell| self.may_lay(id, gun, cell)) && self.sees_sheaf(id, &cells, grouped)
        })
    }

    fn may_open_direct(&self, draft: &Barrage, wind: Compass) -> bool {
        let Some(aim) = draft.aim else { return false };
        let sheaf = self.group_sheaf(&draft.batteries, aim, Some(wind));
        sheaf.iter().all(|&(_, _, cell)| self.battle.grid.contains(cell) && self.may_aim_all(draft, cell))
            && self.may_lay_sheaf(&draft.batteries, &sheaf)
    }

    /// Batteries of the same formation, in contact, that may fire with a group (7.4.9).
    fn group_joiners<'a>(&'a self, draft: &'a Barrage) -> impl Iterator<Item = (Id, u8)> + 'a {
        let (lead, _) = draft.lead();
        let rockets = self.has_rockets(&draft.batteries);
        let taken = move |id: Id| draft.batteries.iter().any(|&(member, _)| member == id);
        let joins = move |id: Id| draft.batteries.iter().any(|&(member, _)| self.may_group(member, id));
        let others = self.ids(self.side(lead)).filter(move |&id| !taken(id) && joins(id));
        others.filter_map(move |id| {
            let mut guns = self.direct_guns(id);
            let (gun, _) = guns.find(|&(gun, usage)| {
                usage != GunUse::CloseSupport && self.has_rockets(&[(id, gun)]) == rockets
            })?;
            self.has_artillery_target(id, gun, GunUse::Artillery).then_some((id, gun))
        })
    }

    /// The stand that joins the fire, with the gun that does (7.4.9, 7.8.3).
    fn joiner(&self, side: Side, draft: &Barrage, id: Id) -> (Id, u8) {
        let joiner = if draft.joins == 0 {
            self.group_joiners(draft).find(|&(joiner, _)| joiner == id)
        } else {
            self.late_joiners(side, draft).find(|&(joiner, _)| joiner == id)
        };
        joiner.unwrap_or_else(|| unreachable!("{} may not join this fire", self.tag(id)))
    }

    /// The roll of a battery, or of a group as one, to fire direct: its own state only (7.5.5).
    pub fn battery_profile(&self, batteries: &[(Id, u8)]) -> (Id, Test) {
        self.group_profile(batteries, "to fire", "7.5.3", &[])
    }

    /// One roll to fire, one for deviation where mortars or rockets fire, then the markers.
    #[allow(clippy::too_many_arguments)] // the dice and the log make two of them
    pub(super) fn shoot_direct(
        &mut self,
        batteries: &[(Id, u8)],
        aim: Cell,
        toward: Option<Compass>,
        smoke: bool,
        mission: u8,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let (roller, profile) = self.battery_profile(batteries);
        self.mark_fired(batteries, smoke);
        if !self.roll_cohesion(roller, &profile, dice, log)?.passed {
            return Ok(());
        }
        let rockets = self.has_rockets(batteries);
        let shift = if batteries.iter().any(|&(id, gun)| self.deviates(id, gun)) {
            let (id, profile) = self.deviation_profile(batteries, false);
            self.roll_deviation((id, &profile), rockets, dice, log)?
        } else {
            None
        };
        let markers = self.markers(batteries, aim, toward, shift);
        let impacts: Vec<Impact> = markers
            .into_iter()
            .map(|(battery, gun, cell)| Impact { cell, battery, gun, smoke, barrage: false, mission })
            .collect();
        self.lay_impacts(&impacts, dice, log)
    }

    /// The squares of a sheaf after a deviation, which moves it as a whole (7.6.1.2).
    pub fn markers(
        &self,
        batteries: &[(Id, u8)],
        aim: Cell,
        toward: Option<Compass>,
        shift: Option<(Compass, u8)>,
    ) -> Vec<(Id, u8, Cell)> {
        let start = shift.map_or(aim, |(wind, inches)| aim.shifted(wind, i16::from(inches)));
        self.group_sheaf(batteries, start, toward)
    }

    /// Marks batteries as fired, with what it cost them (7.1.5, 7.4.7.2, 7.9).
    pub(super) fn mark_fired(&mut self, batteries: &[(Id, u8)], smoke: bool) {
        let turn = self.turn;
        for &(id, _) in batteries {
            let stand = self.stand_mut(id);
            stand.fired = true;
            stand.last_fired = turn;
            stand.smoke = stand.smoke.saturating_sub(u8::from(smoke));
            stand.rounds = stand.rounds.map(|rounds| rounds.saturating_sub(1));
        }
    }

    fn fire_close_support(
        &mut self,
        draft: &Barrage,
        target: Id,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let (battery, gun) = draft.lead();
        let (_, profile) = self.battery_profile(&draft.batteries);
        let attack = self.shell_attack(battery, gun, target, false);
        self.mark_fired(&draft.batteries, false);
        if self.roll_cohesion(battery, &profile, dice, log)?.passed {
            let result = self.roll_attack(battery, target, &attack, "10.8", dice, log)?;
            self.suffer(target, result, log);
        }
        Ok(())
    }
}
