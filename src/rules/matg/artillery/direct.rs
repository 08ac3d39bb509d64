//! 7.4.1: the Artillery Fire Phase and the direct fire being put together in it.

use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Preview, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::air::strike;
use crate::rules::matg::artillery::laying::DirectFire;
use crate::rules::matg::artillery::{changes, close_support, indirect, laying, missions, record};
use crate::rules::matg::command::headquarters;
use crate::rules::matg::fire::standard;
use crate::rules::matg::shown::{preview, refusal};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::alternation::Alternation;
use crate::rules::matg::turn::sequence::{Open, Phase, Question, ask, unreachable_choice};

/// An artillery attack being put together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Barrage {
    /// The firing batteries with their weapons, the lead battery first; several fire as a group (7.4.9).
    pub batteries: Vec<(Id, u8)>,
    /// Whether the group is complete.
    pub grouped: bool,
    /// The first square of the sheaf.
    pub aim: Option<Cell>,
    /// Smoke or HE, once chosen; close support fires HE if nothing is chosen.
    pub smoke: Option<bool>,
    /// The plotted mission that these batteries join; 0 for direct fire (7.8.3).
    pub joins: u8,
}

impl Barrage {
    pub(super) const fn of(batteries: Vec<(Id, u8)>) -> Self {
        Self { batteries, grouped: false, aim: None, smoke: None, joins: 0 }
    }

    const fn asks(&self) -> Question {
        match (self.aim, self.smoke) {
            _ if self.joins != 0 => ask("join", "Add free batteries to the mission, then fire.", "7.8.3"),
            _ if !self.grouped => ask("fire-group", "Add batteries to the group, or choose done.", "7.4.9"),
            (None, _) => ask("aim", "Choose the impact square.", "7.5.1"),
            (_, None) => ask("ammunition", "HE or smoke?", "7.4.7.1"),
            _ => ask("sheaf", "Closed sheaf, or an open one in which direction?", "7.4.2.3"),
        }
    }

    /// The lead battery with its weapon; `None` if the batteries only join a mission.
    pub(super) fn lead(&self) -> Option<(Id, u8)> {
        self.batteries.first().copied()
    }
}

/// Phase 3: the Artillery Fire Phase (7.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArtilleryPhase {
    /// The side to attack next, and which side has passed.
    pub turns: Alternation,
    /// The attack being put together.
    pub draft: Option<Barrage>,
    /// Fire may give an enemy stand its first target, so a side passes only by saying so (12.1.5, 12.2.2).
    pub waits: bool,
}

impl ArtilleryPhase {
    /// The phase at its start.
    pub const fn begun_by(side: Side) -> Self {
        Self { turns: Alternation::opened_by(side), draft: None, waits: false }
    }

    /// Ends an attack: the other side is next, unless it has passed.
    fn end_attack(&mut self) {
        self.draft = None;
        self.turns.turn_over();
    }

    /// Fills in every field with only one option and fires once nothing is open; a single marker needs no
    /// sheaf.
    fn go_on(&mut self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(draft) = self.draft.as_mut().filter(|draft| draft.joins == 0) else { return Ok(()) };
        let close = laying::is_close_support(&game.battle, draft);
        draft.grouped |= close || laying::group_joiners(game, draft).next().is_none();
        let smoke = draft
            .batteries
            .iter()
            .all(|&(id, gun)| missions::smoke_left(&game.forces, &game.record, id, gun) > 0);
        if draft.aim.is_some() && draft.smoke.is_none() && !smoke {
            draft.smoke = Some(false);
        }
        let single =
            !close && draft.batteries.iter().map(|&(id, _)| game.battle.unit(id).sections()).sum::<u8>() == 1;
        if single && draft.smoke.is_some() { self.fire(None, game, dice, log) } else { Ok(()) }
    }

    /// Places the sheaf on the impact square (7.5).
    fn fire(
        &mut self,
        toward: Option<Compass>,
        game: &mut Position,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(Barrage { batteries, aim: Some(aim), smoke, .. }) = self.draft.take() else {
            unreachable!("direct fire needs an impact square")
        };
        self.end_attack();
        let smoke = smoke == Some(true);
        let fire = DirectFire { batteries: &batteries, aim, toward, smoke, mission: 0 };
        laying::shoot_direct(game, &fire, dice, log)
    }
}

impl Open for ArtilleryPhase {
    fn side(&self, _: &Position) -> Side {
        self.turns.side
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
                let mut choices = laying::attack_openings(game, self.turns.side);
                choices.extend(strike::air_choices(
                    &game.field,
                    &game.forces,
                    &game.now,
                    &game.air,
                    self.turns.side,
                ));
                choices.extend(self.turns.may_yield(game));
                choices
            }
            Some(draft) => laying::barrage_choices(game, self.turns.side, draft),
        }
    }

    fn offers_square(&self, game: &Position, cell: Cell) -> Option<bool> {
        let draft = self.draft.as_ref()?;
        let asked = draft.joins == 0 && draft.grouped && draft.aim.is_none();
        let free = asked && !laying::is_close_support(&game.battle, draft);
        Some(free && game.battle.grid.contains(cell) && laying::may_aim_all(game, draft, cell))
    }

    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let firing = self.turns.side;
        let mut strike = None;
        match (*choice, &mut self.draft) {
            (Choice::Pass, None) => self.turns.pass(),
            (Choice::Yield, None) => self.end_attack(),
            (Choice::Battery(tag, gun), draft @ None) => {
                *draft = Some(Barrage::of(vec![(game.battle.named(tag), gun)]));
            }
            (Choice::Mission(number), None) => {
                let draft = Barrage { joins: number, ..Barrage::of(Vec::new()) };
                // Batteries that may still join are offered first (7.8.3).
                if indirect::late_joiners(game, firing, &draft).next().is_some() {
                    self.draft = Some(draft);
                } else {
                    self.end_attack();
                    indirect::resolve_mission(game, firing, number, dice, log)?;
                }
            }
            (Choice::Protect(tag, gun), None) => {
                let id = game.battle.named(tag);
                if indirect::protect(game, id, dice, log)? {
                    self.draft = Some(Barrage::of(vec![(id, gun)]));
                } else {
                    self.end_attack();
                }
            }
            (Choice::Strafe(..) | Choice::Bomb(_), None) => {
                strike = strike::begin_strike(&game.forces, &game.now, &mut game.air, firing, choice, log);
                self.end_attack();
            }
            (Choice::Cancel, draft @ Some(_)) => *draft = None,
            (Choice::Fire, Some(draft)) => {
                indirect::fire_joined(game, firing, draft, dice, log)?;
                self.end_attack();
            }
            (Choice::Target(tag), Some(draft)) => {
                close_support::fire_close_support(game, draft, game.battle.named(tag), dice, log)?;
                self.end_attack();
            }
            (Choice::Add(tag), Some(draft)) => {
                draft.batteries.push(laying::joiner(game, firing, draft, game.battle.named(tag)))
            }
            (Choice::Done, Some(draft)) => draft.grouped = true,
            (Choice::At(cell), Some(draft)) => draft.aim = Some(cell),
            (Choice::Explosive, Some(draft)) => draft.smoke = Some(false),
            (Choice::Smoke, Some(draft)) => draft.smoke = Some(true),
            (Choice::Closed, Some(_)) => self.fire(None, game, dice, log)?,
            (Choice::Open(direction), Some(_)) => self.fire(Some(direction), game, dice, log)?,
            _ => unreachable_choice(choice),
        }
        self.go_on(game, dice, log)?;
        game.now.open(self);
        if let Some(strike) = strike {
            game.now.open(strike);
        }
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        self.turns.next_unless_begun(self.draft.is_some(), game, laying::has_artillery)
    }

    /// Gives a side its turn; without an attack it passes (7.1.1, 7.4.1, S-84).
    #[apply(rule, "7.4.1", "7.1.1")]
    fn hand_to(&mut self, side: Side) {
        if self.waits {
            self.turns.hand_to(side);
        } else {
            self.turns.hand_to_attacker(side);
        }
    }

    fn close(self, game: &mut Position, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        strike::remove_bomb_markers(&mut game.field, &game.record, &mut game.air);
        standard::begin_fire(game, log);
        Ok(())
    }

    fn phase(&self) -> Phase {
        Phase::Artillery
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        match *choice {
            Choice::Pass => Some(Illegal::new(
                "7.6.1.1",
                "you can't pass: resolve your plotted fire for \
             this turn first",
            )),
            Choice::Target(tag) => Some(refusal::why_no_target(&game.forces, tag, self.turns.side)),
            _ => None,
        }
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        match (*choice, &self.draft) {
            (Choice::Mission(number), _) => {
                record::preview_missions(game, &[game.record.mission(self.turns.side, number)?.clone()])
            }
            (Choice::Protect(tag, _), _) => {
                let id = game.battle.find(tag)?;
                Some(preview::preview_roll(
                    &game.battle,
                    id,
                    indirect::protective_profile(&game.forces, &game.now, &game.command, id),
                ))
            }
            (Choice::Fire, Some(draft)) => {
                let mission = game.record.mission(self.turns.side, draft.joins)?.clone();
                let mut preview = record::preview_missions(game, std::slice::from_ref(&mission))?;
                for &(id, gun) in &draft.batteries {
                    let late =
                        indirect::late_profile(&game.forces, &game.now, &game.command, &mission, id, gun);
                    preview.rolls.extend(preview::preview_roll(&game.battle, id, late).rolls);
                }
                Some(preview)
            }
            (Choice::Target(tag), Some(draft)) => preview::preview_shell(
                &game.field,
                &game.forces,
                &game.now,
                &game.command,
                draft,
                Some(game.battle.find(tag)?),
            ),
            (Choice::At(cell), Some(draft)) => preview::preview_shell(
                &game.field,
                &game.forces,
                &game.now,
                &game.command,
                draft,
                game.forces.holder_of(cell),
            ),
            (Choice::Explosive | Choice::Smoke, Some(draft)) => {
                let draft = Barrage { smoke: Some(*choice == Choice::Smoke), ..draft.clone() };
                preview::preview_shell(
                    &game.field,
                    &game.forces,
                    &game.now,
                    &game.command,
                    &draft,
                    draft.aim.and_then(|aim| game.forces.holder_of(aim)),
                )
            }
            (Choice::Closed | Choice::Open(_), Some(draft)) => preview::preview_shell(
                &game.field,
                &game.forces,
                &game.now,
                &game.command,
                draft,
                draft.aim.and_then(|aim| game.forces.holder_of(aim)),
            ),
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
            Some(missions::group_sheaf(&game.battle, &draft.batteries, draft.aim?, toward))
        };
        let markers = match *choice {
            Choice::Open(direction) => sheaf(Some(direction)),
            Choice::Closed => sheaf(None),
            Choice::Mission(number) => {
                game.record.mission(self.turns.side, number).map(|m| missions::plotted_cells(&game.battle, m))
            }
            _ => None,
        };
        markers.into_iter().flatten().map(|(_, _, cell)| cell).collect()
    }
}

#[apply(rule, "4.0.3")]
pub(in crate::rules::matg) fn begin_artillery(game: &mut Position, log: &mut Log) {
    log.add(|| Event::new(Tone::Phase, None, "Artillery fire", "4.0"));
    changes::drop_moved_batteries(game, log);
    game.now.volleys.clear();
    game.now.open(ArtilleryPhase {
        waits: standard::fire_is_answered(&game.battle),
        ..ArtilleryPhase::begun_by(game.now.initiative)
    });
    headquarters::ask_successors(&mut game.now, &game.command);
}
