//! Proposed movement groups for the turn (8.1.1): the formations of a side by contact, for the player to
//! confirm or change. They are only proposals: every marking is an ordinary choice.

use crate::board;
use crate::game::gesture::{Marking, Wanted};
use crate::game::view::PieceId;
use crate::rules::matg::fire::combat::Occasion;
use crate::rules::matg::state::battle::Arm;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::Frame;

/// An enemy within this many inches has arrived, for stands that wait for it.
const NEAR: u16 = 12;

impl Position {
    /// The groups that the side to mark could form from its formations.
    pub(in crate::rules::matg) fn marking_proposals(&self) -> Vec<Marking> {
        let Some(Frame::Posture(phase)) = self.now.stack.last() else { return Vec::new() };
        if phase.draft.is_some() {
            return Vec::new();
        }
        let able: Vec<Id> = self
            .on_board(phase.turns.side)
            .map(|(id, _)| id)
            .filter(|&id| self.may_take(id, Posture::Move) && self.joins_groups_by_default(id))
            .collect();
        let mut left = able.clone();
        let mut groups: Vec<Vec<Id>> = Vec::new();
        while !left.is_empty() {
            let mut group = vec![left.remove(0)];
            let mut next = 0;
            while next < group.len() {
                let one = group[next];
                let joins = |other: &Id| self.touch(one, *other) && self.same_formation(one, *other);
                let (with, without): (Vec<Id>, Vec<Id>) = left.iter().copied().partition(joins);
                group.extend(with);
                left = without;
                next += 1;
            }
            groups.push(group);
        }
        // Groups of several stands come first: after a single stand only single stands may be marked (8.1.1).
        groups.sort_by_key(|group| group.len() == 1);
        let alone = phase.singles[phase.turns.side.index()];
        let parts = groups.into_iter().flat_map(|group| {
            if alone { group.into_iter().map(|id| vec![id]).collect() } else { vec![group] }
        });
        parts.map(|group| self.marking_of(&group)).collect()
    }

    /// The marking of these stands as one group: all able to move, in contact, and alone once the side has
    /// marked a single stand (8.1.1).
    pub(in crate::rules::matg) fn marking_of_group(&self, pieces: &[PieceId]) -> Option<Marking> {
        let Some(Frame::Posture(phase)) = self.now.stack.last() else { return None };
        let stand = |piece: &PieceId| {
            Id::try_from(piece.0).ok().filter(|&id| usize::from(id) < self.forces.stands.len())
        };
        let group: Vec<Id> = pieces.iter().filter_map(stand).collect();
        let able = |&id: &Id| self.side(id) == phase.turns.side && self.may_take(id, Posture::Move);
        let alone = phase.singles[phase.turns.side.index()] && group.len() > 1;
        let whole = !group.is_empty() && group.len() == pieces.len() && group.iter().all(able);
        (whole && !alone && self.joined_by_contact(&group).len() == group.len())
            .then(|| self.marking_of(&group))
    }

    /// Those of some stands that are in contact with the first, directly or through others.
    fn joined_by_contact(&self, members: &[Id]) -> Vec<Id> {
        let Some(&first) = members.first() else { return Vec::new() };
        let mut reached = vec![first];
        let mut next = 0;
        while next < reached.len() {
            let one = reached[next];
            let more = members.iter().filter(|&&id| !reached.contains(&id) && self.touch(one, id));
            let more: Vec<Id> = more.copied().collect();
            reached.extend(more);
            next += 1;
        }
        reached
    }

    /// Guns, and stands that can only be pushed, stay out of a group unless the player adds them.
    fn joins_groups_by_default(&self, id: Id) -> bool {
        let (points, _) = self.pace(id);
        points > 1 && self.arm(id) != Arm::Weapon && !self.is_working(id)
    }

    fn touch(&self, one: Id, other: Id) -> bool {
        matches!((self.cell(one), self.cell(other)), (Some(a), Some(b)) if board::adjacent(a, b))
    }

    fn same_formation(&self, one: Id, other: Id) -> bool {
        self.unit(one).formation == self.unit(other).formation
    }

    fn marking_of(&self, group: &[Id]) -> Marking {
        let lead = group[0];
        let joined = |posture: Posture| -> Vec<String> {
            let members: Vec<Id> = group.iter().copied().filter(|&id| self.may_take(id, posture)).collect();
            // Stands that can't take the posture may lie between those that can: keep only those still in
            // contact.
            let reached = self.joined_by_contact(&members);
            let Some(&first) = reached.first() else { return Vec::new() };
            let begin = Choice::Group(posture, self.tag(first));
            let add = reached[1..].iter().map(|&id| Choice::Add(self.tag(id)));
            let all = std::iter::once(begin).chain(add).chain([Choice::Done]);
            all.map(|choice| choice.to_string()).collect()
        };
        let shoots = group.iter().any(|&id| self.has_shot(id));
        let stays = self.reason_to_stay(group);
        let why = match &stays {
            _ if shoots => "has a target",
            Some(why) => why.as_str(),
            None => "no target",
        };
        let mut ways = vec![("stays and fires", Vec::new()), ("moves", joined(Posture::Move))];
        let both = joined(Posture::FireMove);
        if !both.is_empty() {
            ways.push(("fires and moves", both));
        }
        let formation = &self.unit(lead).formation;
        let name = if formation.is_empty() { self.who(lead) } else { formation.clone() };
        let pieces = group.iter().map(|&id| PieceId(u16::from(id))).collect();
        // A stand that must leave the map does not stand and fire while the turns go by.
        let leaves = self.battle.victory.of(self.side(lead)).any(|aim| aim.exit.is_some());
        let way = match &stays {
            None if shoots && leaves => ways.len() - 1,
            None if !shoots => 1,
            _ => 0,
        };
        Marking { name, pieces, ways, way, why: why.to_owned(), urgent: shoots }
    }

    /// The reason for a group without a target to stay put: it is dug in, it is artillery, it holds an
    /// objective, or its side has nothing to gain and the enemy is far off.
    fn reason_to_stay(&self, group: &[Id]) -> Option<String> {
        let side = self.side(group[0]);
        let cells = || group.iter().filter_map(|&id| self.cell(id));
        if cells().any(|cell| self.is_fortified(cell)) {
            return Some("dug in, no target".to_owned());
        }
        if group.iter().all(|&id| self.unit(id).is_artillery()) {
            return Some("artillery in position".to_owned());
        }
        let aims = || self.battle.victory.of(side);
        let places = || aims().flat_map(|aim| aim.hold.iter().copied());
        let place = |index: usize| &self.battle.victory.places[index];
        if let Some(here) = places().find(|&index| cells().any(|cell| place(index).cells.contains(&cell))) {
            return Some(format!("holds {}", place(here).name));
        }
        let ours = places().all(|index| self.holder_of_place(index) == Some(side));
        let waits = ours && aims().all(|aim| aim.destroy.is_none() && aim.exit.is_none());
        let near = |cell: board::Cell| self.known_enemies(side).any(|(_, at)| board::within(at, cell, NEAR));
        (waits && aims().next().is_some() && !cells().any(near))
            .then(|| "the enemy must come to it".to_owned())
    }

    /// A caution: after a single stand only single stands may be marked (8.1.1). It is given while groups
    /// could still be formed.
    fn warn_of_lone_stand(&self, choice: &Choice) -> Option<String> {
        let Some(Frame::Posture(phase)) = self.now.stack.last() else { return None };
        let draft = phase.draft.as_ref().filter(|draft| draft.members.len() == 1)?;
        if *choice != Choice::Done || phase.singles[phase.turns.side.index()] {
            return None;
        }
        let able = |id: &Id| !draft.members.contains(id) && self.may_take(*id, Posture::Move);
        let left: Vec<Id> = self.on_board(phase.turns.side).map(|(id, _)| id).filter(able).collect();
        let pair = left.iter().any(|&one| left.iter().any(|&other| one != other && self.touch(one, other)));
        pair.then(|| {
            "After a single stand you can mark only single stands (8.1.1), and you could still form groups."
                .to_owned()
        })
    }

    /// A caution to give before a choice.
    pub(in crate::rules::matg) fn warning(&self, choice: &Choice) -> Option<String> {
        self.warn_of_lone_stand(choice)
            .or_else(|| self.warn_of_unmoved(choice))
            .or_else(|| self.warn_of_stray_fire(choice))
            .or_else(|| self.warn_of_shots_left(choice))
            .or_else(|| self.warn_of_revealing(choice))
    }

    /// Before a hidden stand fires, which reveals it.
    fn warn_of_revealing(&self, choice: &Choice) -> Option<String> {
        let Choice::Firer(tag, _) = choice else { return None };
        let id = self.battle.find(*tag).filter(|&id| self.is_hidden(id))?;
        Some(format!("{} is hidden; firing reveals it.", self.who(id)))
    }

    /// Before a side passes in the fire phase: its good shots.
    fn warn_of_shots_left(&self, choice: &Choice) -> Option<String> {
        const GOOD: f64 = 0.4;
        const MOST: usize = 3;
        let fires = self.open_decision().is_some_and(|decision| decision.kind == "fire-target");
        if *choice != Choice::Pass || !fires {
            return None;
        }
        let shots = self.attacks_open(&Wanted::of(GOOD));
        let good: Vec<String> = shots
            .iter()
            .filter(|shot| shot.harm >= GOOD)
            .take(MOST)
            .filter_map(|shot| {
                let firers: Vec<String> =
                    shot.firers.iter().map(|firer| self.tag(firer.0 as Id).to_string()).collect();
                let target = self.tag(shot.target.0 as Id);
                (!firers.is_empty())
                    .then(|| format!("{} at {target} D+ {:.0}%", firers.join(" "), shot.harm * 100.0))
            })
            .collect();
        (!good.is_empty()).then(|| format!("Shots given up: {}.", good.join(", ")))
    }

    /// Whether a stand has a target from its square.
    pub(in crate::rules::matg) fn has_shot(&self, id: Id) -> bool {
        self.may_fire(id, Occasion::Standard)
            && self
                .on_board(self.side(id).other())
                .any(|(target, _)| self.has_useful_shot(id, target, Occasion::Standard))
    }
}
