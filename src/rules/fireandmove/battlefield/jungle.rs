//! Dense jungle and swamps (94): sections crossed out of sight, groups that lose their way, and fords between
//! dry patches.

use crate::board::{Cell, Compass};
use crate::dice::Ask;
use crate::game::{Decision, Digest, Tone};
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::terrain::Ground;
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::cards::{Card, smoke_and_mines};
use crate::rules::fireandmove::fire::action::enemy_of;
use crate::rules::fireandmove::fire::reactive::{self, Reaction};
use crate::rules::fireandmove::movement::{self, Marching};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Decisions, Forces, Gid, Position, Terrain};
use crate::rules::fireandmove::turn::sequence::{Step, Table};

/// A group in the jungle with enough move actions goes on, comes out or waits (94.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thicket {
    /// The group.
    pub group: Gid,
}

/// The enemy may make a group in the jungle lose its way (94.5). The enemy is asked whatever cards they hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Astray {
    /// The group.
    pub group: Gid,
    /// Which enemy player is asked (77).
    pub asked: u8,
}

impl Field {
    /// Whether a square is on the edge of the jungle: next to ground that is not jungle (94.3).
    pub fn is_fringe(&self, cell: Cell) -> bool {
        let ways = Compass::ALL.into_iter().filter(|way| !way.is_diagonal());
        ways.map(|way| cell.step(way))
            .any(|next| self.square.contains(next) && self.feature(next).ground != Ground::Jungle)
    }

    /// Jungle sections that a square belongs to or adjoins.
    fn jungle_at(&self, cell: Cell) -> Vec<u8> {
        let beside = Compass::ALL.into_iter().filter(|way| !way.is_diagonal()).map(|way| cell.step(way));
        let mut places: Vec<u8> = std::iter::once(cell)
            .chain(beside)
            .filter(|&cell| self.square.contains(cell) && self.feature(cell).ground == Ground::Jungle)
            .map(|cell| self.place(cell))
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Other jungle sections adjacent to one.
    fn next_parts(&self, place: u8) -> Vec<u8> {
        let cells = &self.features[usize::from(place)].cells;
        let mut parts: Vec<u8> = cells.iter().flat_map(|&cell| self.jungle_at(cell)).collect();
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|&part| part != place);
        parts
    }

    /// The square of a feature nearest to another square.
    fn nearest_in(&self, place: u8, from: Cell) -> Cell {
        let off = |cell: &&Cell| {
            let (dx, dy) = (i32::from(cell.x - from.x), i32::from(cell.y - from.y));
            dx * dx + dy * dy
        };
        self.features[usize::from(place)].cells.iter().min_by_key(off).copied().unwrap_or(from)
    }
}

impl Thicket {
    #[apply(rule, "94.2")]
    fn is_through(&self, field: &Field, forces: &Forces) -> bool {
        let group = forces.group(self.group);
        group.mar >= field.feature(group.at).value
    }

    /// Squares on the edge of its section where the group may come out.
    pub fn ways_out<'a>(&'a self, field: &'a Field, forces: &'a Forces) -> impl Iterator<Item = Cell> + 'a {
        let group = forces.group(self.group);
        let cells = field.feature(group.at).cells.iter().copied();
        let free = |cell: &Cell| {
            let side = forces.group(self.group).side.other();
            forces.groups_of(side).all(|enemy| forces.group(enemy).at != *cell)
        };
        // Choices are numbered below 256.
        cells.filter(move |&cell| field.is_fringe(cell)).filter(move |cell| free(cell)).take(250)
    }
}

impl Step for Thicket {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        let prompt = "Come out at the edge, go on into another subarea, or wait.";
        Decision::new(side, "thicket", prompt, "94.4")
    }

    fn is_void(&self, position: &Position) -> bool {
        let Position { terrain, forces, .. } = position;
        forces.fit(self.group).next().is_none() || !self.is_through(terrain.field(), forces)
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { terrain, forces, .. } = position;
        let field = terrain.field();
        let at = forces.group(self.group).at;
        list.extend(field.next_parts(field.place(at)).into_iter().map(Choice::Into));
        list.extend(self.ways_out(terrain.field(), forces).zip(0..).map(|(_, number)| Choice::Point(number)));
        list.push(Choice::Done);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { terrain, forces, open, .. } = position;
        let (tag, side) = (forces.tag(self.group), forces.group(self.group).side);
        match choice {
            Choice::Into(place) => {
                let from = forces.group(self.group).at;
                let spent = terrain.field().feature(from).value;
                let to = terrain.field().nearest_in(place, from);
                let group = forces.group_mut(self.group);
                group.at = to;
                group.mar -= spent;
                let name = terrain.field().feature(to).name.clone();
                table.tell(Tone::Plain, side, "94.4", || format!("{tag} moves on into {name}"));
                open.push(self);
            }
            Choice::Point(number) => {
                let Some(to) = self.ways_out(terrain.field(), forces).nth(usize::from(number)) else {
                    return Ok(());
                };
                let group = forces.group_mut(self.group);
                group.at = to;
                group.deep = false;
                group.mar = 1;
                table
                    .tell(Tone::Plain, side, "94.4", || format!("{tag} comes out at the edge of the jungle"));
                reactive::react(
                    terrain.field(),
                    forces,
                    open,
                    Reaction { mines: false, ..Reaction::of(self.group, vec![to]) },
                );
            }
            _ => {}
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.group);
    }
}

impl Step for Astray {
    fn decision(&self, position: &Position) -> Decision {
        let side = enemy_of(&position.forces, self.group);
        let prompt = "A group moves in the jungle: play a minefield to get it lost, or pass.";
        Decision::new(side, "astray", prompt, "94.5")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.hands.seat(enemy_of(&position.forces, self.group)).holds
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { forces, hands, .. } = position;
        let side = enemy_of(forces, self.group);
        list.extend([Choice::Pass, Choice::Hold]);
        let mines = |card: &Card| {
            matches!(card, Card::Minefield | Card::MinefieldOrGanSiDui | Card::BoobyTrap)
                && forces.battle().knows(side, *card)
        };
        list.extend(different(&hands.seat(side).hand).filter(mines).map(Choice::Mines));
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { forces, hands, open, .. } = position;
        let side = enemy_of(forces, self.group);
        match choice {
            Choice::Mines(card) => {
                hands.spend(side, card);
                // The group stays where it is; its intended move is cancelled.
                open.frames.pop();
                let group = forces.group_mut(self.group);
                group.mar /= 2;
                let (left, tag) = (group.mar, forces.tag(self.group));
                table.tell(Tone::Failure, side, "94.5", || {
                    format!("{tag} is lost: {left} move actions on record")
                });
            }
            _ => {
                hands.seat_mut(side).holds = choice == Choice::Hold;
                if self.asked + 1 < hands.players(side) {
                    open.push(Self { asked: self.asked + 1, ..self });
                }
            }
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.group);
        if self.asked > 0 {
            digest.int(self.asked);
        }
    }
}

/// Jungle sections that a march may enter at the start of a move action (94.3).
pub(in crate::rules::fireandmove) fn jungle_parts(
    field: &Field,
    forces: &Forces,
    march: &Marching,
) -> Vec<u8> {
    let group = forces.group(march.group);
    if !march.path.is_empty() || group.machine.is_some() || group.gun.is_some() || march.dare.is_some() {
        return Vec::new();
    }
    field.jungle_at(group.at)
}

/// A group enters the jungle, out of sight. The remaining move actions of its card are recorded (94.3,
/// ruling FM-67).
pub(in crate::rules::fireandmove) fn goes_in(
    terrain: &mut Terrain,
    forces: &mut Forces,
    open: &mut Decisions,
    march: &Marching,
    place: u8,
    table: &mut Table,
) {
    let id = march.group;
    let at = terrain.field().nearest_in(place, forces.group(id).at);
    let (tag, side) = (forces.tag(id), forces.group(id).side);
    let group = forces.group_mut(id);
    group.at = at;
    group.deep = true;
    group.mar += march.left;
    let record = group.mar;
    forces.lose_aim(id);
    smoke_and_mines::drag_smoke(terrain, forces, id, false);
    let name = terrain.field().feature(at).name.clone();
    table.tell(Tone::Plain, side, "94.3", || format!("{tag} enters {name}: {record} move actions on record"));
    movement::arrive(terrain.field(), forces, id);
    open.push(Thicket { group: id });
}

/// A movement card played on a group in the jungle: its actions are recorded, the enemy may play a card,
/// and the group moves on if it can (94.4, 94.5).
pub(in crate::rules::fireandmove) fn moves_deep(
    forces: &mut Forces,
    open: &mut Decisions,
    group: Gid,
    actions: u8,
) {
    let state = forces.group_mut(group);
    state.mar = state.mar.saturating_add(actions);
    open.push(Thicket { group });
    open.push(Astray { group, asked: 0 });
}

/// Whether a step is legal in a swamp: in water, straight ahead only (94.7).
pub(in crate::rules::fireandmove) fn keeps_straight(
    field: &Field,
    forces: &Forces,
    march: &Marching,
    way: Compass,
) -> bool {
    let at = forces.group(march.group).at;
    if field.feature(at).ground != Ground::Swamp || march.path.len() < 2 {
        return true;
    }
    let before = march.path[march.path.len() - 2];
    before.step(way) == at
}

/// Whether a march is in swamp water and must go on (94.7).
pub(in crate::rules::fireandmove) fn wades(field: &Field, forces: &Forces, march: &Marching) -> bool {
    march.path.len() > 1 && field.feature(forces.group(march.group).at).ground == Ground::Swamp
}
