//! 4.0 phase 2 and 8.1: deployment before the game, then movement groups and their postures.

use crate::board;
use crate::game::{Event, Log, Side, Tone};
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::landings::zones;
use crate::rules::matg::state::battle::GunUse;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::turn::sequence::Frame;

/// A movement group being put together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grouping {
    /// Its posture.
    pub posture: Posture,
    /// Its stands, in order of joining.
    pub members: Vec<Id>,
}

impl Position {
    pub(in crate::rules::matg) fn deploy_choices(
        &self,
        side: Side,
        picked: Option<Id>,
        placed: &[Id],
    ) -> Vec<Choice> {
        match picked {
            None => {
                let stands = self.on_board(side).filter(|(id, _)| !placed.contains(id));
                stands.map(|(id, _)| Choice::Pick(self.tag(id))).chain([Choice::Ready]).collect()
            }
            Some(id) => {
                let free = |&cell: &board::Cell| {
                    // A stand that the scenario puts outside its zone may at least stay there.
                    self.cell(id) == Some(cell)
                        || (self.battle.in_zone(side, cell)
                            && self.holder_of(cell).is_none()
                            && self.may_stand_on(id, cell))
                };
                self.battle.grid.cells().filter(free).map(Choice::At).collect()
            }
        }
    }

    pub(in crate::rules::matg) fn deploy_apply(&mut self, choice: &Choice) {
        let first = self.stack.len() == 1; // half a side may deploy before (8.10.1.2)
        let Some(Frame::Deploy { side, picked, placed }) = self.stack.last_mut() else { return };
        match choice {
            Choice::Pick(tag) => *picked = self.battle.find(*tag),
            Choice::At(cell) => {
                let Some(id) = picked.take() else { return };
                placed.push(id);
                self.lift(id);
                self.put(id, *cell);
                self.face_position(id, *cell);
            }
            Choice::Ready if *side == Side::A && first => {
                (*side, *placed) = (Side::B, zones::deployed_before(&self.battle, Side::B));
            }
            Choice::Ready => {
                self.stack.pop();
            }
            _ => {}
        }
    }

    /// Whether a stand can be on a kind of ground at all: it could be entered, or it is a gun set up there.
    pub fn may_stand_on(&self, id: Id, cell: board::Cell) -> bool {
        let ground = self.ground_at(cell);
        if self.is_mounted(id) && (ground.is_built_up() || self.is_fortified(cell)) {
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
                !fixed && !artillery && !unit.guns.is_empty() && self.pace(id).0 >= 2
            }
        }
    }

    pub(in crate::rules::matg) fn posture_choices(
        &self,
        side: Side,
        singles: bool,
        draft: Option<&Grouping>,
    ) -> Vec<Choice> {
        let Some(draft) = draft else {
            let mut choices = Vec::new();
            for posture in [Posture::Move, Posture::FireMove] {
                let leads = self.on_board(side).filter(|&(id, _)| self.may_take(id, posture));
                choices.extend(leads.map(|(id, _)| Choice::Group(posture, self.tag(id))));
            }
            choices.extend(self.work_choices(side));
            choices.push(Choice::Pass);
            return choices;
        };
        let mut choices = vec![Choice::Done];
        if !singles {
            choices.extend(self.joiners(draft).map(|id| Choice::Add(self.tag(id))));
        }
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

    pub(in crate::rules::matg) fn posture_apply(&mut self, choice: &Choice, log: &mut Log) {
        let Some(Frame::Posture { side, passed, singles, draft }) = self.stack.last_mut() else { return };
        let marking = *side;
        match choice {
            Choice::Group(posture, tag) => {
                if let Some(id) = self.battle.find(*tag) {
                    *draft = Some(Grouping { posture: *posture, members: vec![id] });
                }
            }
            Choice::Add(tag) => {
                if let (Some(draft), Some(id)) = (draft, self.battle.find(*tag)) {
                    draft.members.push(id);
                }
            }
            Choice::Done => {
                let Some(group) = draft.take() else { return };
                singles[marking.index()] |= group.members.len() == 1;
                if !passed[marking.other().index()] {
                    *side = marking.other();
                }
                self.mark(&group, log);
            }
            Choice::Work(..) | Choice::Bridge(..) => self.declare_work(choice, log),
            Choice::Pass => {
                passed[marking.index()] = true;
                *side = marking.other();
                log.add(|| {
                    let text = format!("{} mark no more groups", self.battle.army(marking).name);
                    Event::new(Tone::Plain, marking, text, "8.1")
                });
            }
            _ => {}
        }
    }

    /// Marks a group and all it carries (8.1.2).
    fn mark(&mut self, group: &Grouping, log: &mut Log) {
        self.groups += 1;
        let number = self.groups;
        for &id in &group.members {
            let cargo: Vec<Id> = self.cargo(id).collect();
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
    pub(in crate::rules::matg) fn can_mark(&self, side: Side) -> bool {
        self.on_board(side).any(|(id, _)| self.may_take(id, Posture::Move))
    }
}
