//! A group's actions in a turn: a card, or an action that needs none (9, 35 to 40, 42.2).

use crate::board::Compass;
use crate::dice::Ask;
use crate::game::{Decision, Digest, Tone};
use crate::ledger::cited::{applies, apply, rule};

use crate::rules::fireandmove::battlefield::{Field, fighting_positions, jungle};
use crate::rules::fireandmove::cards::hand::{self, different};
use crate::rules::fireandmove::cards::{self, Card, Move, discards, heroes, smoke_and_mines};
use crate::rules::fireandmove::fire::action::Aim;
use crate::rules::fireandmove::fire::reactive::{self, Reaction};
use crate::rules::fireandmove::fire::volley::{self, Manner};
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::movement::steps::CrewShare;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::nations::special::{
    self, Runner, columns, daring, irregulars, parts, runners, wild,
};
use crate::rules::fireandmove::optional::{cavalry, night};
use crate::rules::fireandmove::ordnance::off_table::{self, Call, Strike};
use crate::rules::fireandmove::ordnance::{Barrel, arms, shooting};
use crate::rules::fireandmove::rally::reorganise::{self, Alone, Joining};
use crate::rules::fireandmove::rally::{self, RallyMore};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Forces, Gid, Hands, Position};
use crate::rules::fireandmove::turn::announcements::{self, announcements};
use crate::rules::fireandmove::turn::sequence::{Step, Table};
use crate::rules::fireandmove::vehicles::orders::{together, vehicle_orders};
use crate::rules::fireandmove::vehicles::{damage, transport};

/// Choosing a group's action.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Orders {
    /// The group.
    pub group: Gid,
}

impl Step for Orders {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(
            position.clock.active,
            "orders",
            "Play a card on the group, or announce an action.",
            "9.2",
        )
    }

    fn is_void(&self, position: &Position) -> bool {
        position.forces.group(self.group).members.is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { terrain, forces, hands, .. } = position;
        let id = self.group;
        let group = forces.group(id);
        if group.machine.is_some() {
            vehicle_orders(terrain, forces, hands, id, list);
            heroes::heroes(forces, hands, group.side, list);
            list.push(Choice::Leave);
            return;
        }
        if group.deep {
            deep_orders(forces, hands, id, list);
            heroes::heroes(forces, hands, group.side, list);
            list.push(Choice::Leave);
            return;
        }
        if group.banzai {
            wild::banzai_orders(forces, hands, id, list);
            list.push(Choice::Leave);
            return;
        }
        let able = Able::of(forces, id);
        let shoots = !group.fear && arms::can_shoot(terrain, forces, id, false);
        let darers = daring::darers(forces, id);
        for card in different(&hands.seat(group.side).hand) {
            match card {
                Card::MinefieldOrGanSiDui => list.extend(darers.iter().copied().map(Choice::Dare)),
                Card::Move(movement) => self.movement(terrain.field(), forces, able, movement, list),
                Card::Fire(kind) => {
                    if !group.fear && volley::has_target(terrain, forces, id, kind, Manner::default()) {
                        list.push(Choice::Fire(card));
                    }
                    if shoots {
                        list.push(Choice::Shoot(card));
                    }
                    let atop = fighting_positions::is_atop(terrain.field(), forces, id);
                    if atop && !group.more.thrown && !group.fear {
                        list.push(Choice::Grenade(card));
                    }
                }
                Card::Rally { call, .. } => self.rallies(position, able, card, call, list),
                _ if forces.battle().is_smoke(group.side, card) && forces.leader(id).is_some() => {
                    // 79.4, 80.3: at night it is a flare.
                    let night = forces.battle().lights_flares();
                    list.push(if night { Choice::Flare(card) } else { Choice::Smoke(card) });
                }
                _ => {}
            }
        }
        if transport::goes_along(forces, id).is_some() {
            together(forces, hands, id, list);
        }
        announcements(terrain.field(), forces, id, list);
        heroes::heroes(forces, hands, group.side, list);
        list.push(Choice::Leave);
        // The least used choices come last.
        list.extend(reorganise::may_go_alone(forces, hands, id).map(Choice::Detach));
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let id = self.group;
        let side = position.forces.group(id).side;
        match choice {
            Choice::Leave => return Ok(()),
            Choice::Hero(figure) => {
                position.open.push(self);
                heroes::hero(&mut position.forces, &mut position.hands, figure, table);
                return Ok(());
            }
            Choice::Detach(figure) => {
                position.open.push(Alone { group: id, figure });
                return Ok(());
            }
            _ => {}
        }
        if let Some(card) = choice.card() {
            let tag = position.forces.tag(id);
            position.hands.spend(side, card);
            table.tell_deed(side, "9.2", &tag, || card.to_string());
        }
        // After crewing, repairing or acquiring, the group may take another action, but not move (36.1, 37.1,
        // 38.1).
        let again = matches!(choice, Choice::Repair(_) | Choice::Acquire(_) | Choice::Crew(_));
        let keeps = again || matches!(choice, Choice::Call(_) | Choice::Strike(_));
        self.count(&mut position.forces, &mut position.hands, choice, keeps);
        if is_movement(choice) {
            self.moves(position, choice, table)?;
        } else if choice.card().is_some() {
            self.plays(position, choice, table)?;
        } else {
            let Position { forces, hands, .. } = position;
            self.announces(forces, hands, choice, table)?;
        }
        if again {
            position.open.push(self);
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.group);
    }
}

/// Whether a choice plays a movement card.
const fn is_movement(choice: Choice) -> bool {
    matches!(
        choice,
        Choice::Move(_)
            | Choice::Cover(_)
            | Choice::Aside(_)
            | Choice::Calm(_)
            | Choice::Ground(_)
            | Choice::Banzai(_)
            | Choice::Hide(_)
            | Choice::Part(_)
            | Choice::Debus(_)
            | Choice::Together(_)
    )
}

/// What a group on foot is able to do.
#[derive(Copy, Clone)]
struct Able {
    pinned: bool,
    moves: bool,
    /// It has a weapon to be broken down before it moves.
    heavy: bool,
    horses: bool,
    banzai: bool,
    parts: bool,
}

impl Able {
    fn of(forces: &Forces, id: Gid) -> Self {
        let group = forces.group(id);
        let pinned = forces.pinned(id).next().is_some();
        // 22.1: a group with a pinned figure can only use movement cards to go to ground.
        let moves = !pinned
            && !group.still
            && forces.crew_share(id) != CrewShare::Helpless
            && cavalry::leads_on(forces, id);
        let heavy = forces.is_heavy(id);
        Self {
            pinned,
            moves,
            heavy,
            horses: forces.is_horsed(id),
            banzai: wild::may_banzai(forces, id) && !group.still,
            parts: moves && !heavy && columns::may_part(forces, id),
        }
    }
}

impl Orders {
    /// The uses of a movement card.
    fn movement(&self, field: &Field, forces: &Forces, able: Able, movement: Move, list: &mut Vec<Choice>) {
        let (id, card) = (self.group, Card::Move(movement));
        let group = forces.group(id);
        let light = !able.heavy || group.down;
        if able.banzai && (light || movement.actions > 1) {
            list.push(Choice::Banzai(card));
        }
        if irregulars::may_hide(field, forces, id, movement) {
            list.push(Choice::Hide(card));
        }
        if able.parts {
            list.push(Choice::Part(card));
        }
        // 43.2: removing a fear marker is not a move, so even a group that may not move can do it.
        if group.fear {
            if !able.pinned {
                list.push(Choice::Calm(card));
            }
        } else if able.moves && (light || movement.actions > 1) {
            list.push(Choice::Move(card));
            if movement.cover > 0 && light && !group.mined && !group.more.mounted {
                list.push(Choice::Cover(card));
            }
            if group.mined || saves_up(field, forces, id) {
                list.push(Choice::Aside(card));
            }
        }
        // 82.2, 83.4: a group with horses cannot go to ground.
        if movement.is_one() && !group.grounded && !able.horses {
            list.push(Choice::Ground(card));
        }
    }

    /// The uses of a rally card.
    fn rallies(
        &self,
        position: &Position,
        able: Able,
        card: Card,
        call: cards::Call,
        list: &mut Vec<Choice>,
    ) {
        let Position { terrain, forces, hands, .. } = position;
        let id = self.group;
        let group = forces.group(id);
        let calling =
            group.members.iter().any(|&figure| forces.soldier(figure).radio && forces.figure(figure).busy);
        // 56.3: a group that has called in artillery cannot also rally.
        if able.pinned && !calling {
            list.push(Choice::Rally(card));
            if special::may_sankari(forces, id, card) {
                list.push(Choice::Sankari(card));
            }
        }
        if reorganise::reorganises(forces, id) || transport::pairs_with(forces, id).next().is_some() {
            list.push(Choice::Reorganise(card));
        }
        if runners::calls(terrain, forces, id, call) {
            if forces.battle().sides[group.side.index()].artillery.is_some() {
                list.push(Choice::Call(card));
            }
            if off_table::may_strike(terrain, forces, hands, id) {
                list.push(Choice::Strike(card));
            }
        }
    }

    /// Records the action, which counts against discards (41.1), and that the group has acted.
    fn count(&self, forces: &mut Forces, hands: &mut Hands, choice: Choice, keeps: bool) {
        let id = self.group;
        let side = forces.group(id).side;
        if matches!(choice, Choice::Move(_) | Choice::Cover(_)) {
            forces.part(id);
        }
        // 91.12: Finns can also rally single figures and make sniper checks.
        let sankari = matches!(choice, Choice::Sankari(_));
        let hunts = choice == Choice::SniperCheck && forces.battle().has_trait(side, Trait::FreeSniperCheck);
        let free =
            sankari || hunts || is_movement(choice) && forces.battle().sides[side.index()].hand.moves_free;
        hands.seat_mut(side).actions += u8::from(!free);
        let group = forces.group_mut(id);
        group.acted = !keeps && !sankari && !hunts;
        group.still |= keeps;
        parts::together(forces, id, choice);
    }

    /// Carries out a movement card.
    #[apply(rule, "13.3" if matches!(choice, Choice::Ground(_)))]
    #[apply(rule, "31.4" if matches!(choice, Choice::Ground(_)))]
    fn moves(&self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let id = self.group;
        let Position { terrain, forces, hands, open, .. } = position;
        let (side, tag) = (forces.group(id).side, forces.tag(id));
        match choice {
            Choice::Move(Card::Move(card)) | Choice::Cover(Card::Move(card)) if !forces.group(id).deep => {
                forces.group_mut(id).grounded = false;
                let cover = matches!(choice, Choice::Cover(_));
                let march = Marching::new(id, forces.battle().as_played(side, card), cover);
                let march = special::on_skis(forces.battle(), side, march);
                position.begin_march(march, table)?;
            }
            Choice::Move(Card::Move(card)) if forces.group(id).deep => {
                jungle::moves_deep(forces, open, id, card.actions)
            }
            Choice::Aside(card) => {
                let Card::Move(movement) = card else { return Ok(()) };
                forces.group_mut(id).aside += movement.actions;
                forces.group_mut(id).grounded = false;
                hand::set_aside(forces, hands, id, card);
                let at = forces.group(id).at;
                reactive::react(
                    terrain.field(),
                    forces,
                    open,
                    Reaction { mines: false, ..Reaction::of(id, vec![at]) },
                );
            }
            Choice::Calm(_) => {
                forces.group_mut(id).fear = false;
                forces.with_twin(id, |group| group.fear = false);
                table.tell(Tone::Success, side, "43.2", || format!("{tag} loses its Fear marker"));
            }
            Choice::Ground(_) => {
                forces.group_mut(id).grounded = true;
                forces.with_twin(id, |group| group.grounded = true);
            }
            Choice::Hide(_) => irregulars::hide(forces, id, table),
            Choice::Part(Card::Move(card)) => columns::begin_part(open, id, card),
            Choice::Banzai(Card::Move(card)) => position.banzai(id, card, table)?,
            Choice::Debus(Card::Move(card)) => position.debus(id, card, table)?,
            Choice::Together(Card::Move(card)) => position.march_together(id, card, table)?,
            _ => {}
        }
        Ok(())
    }

    /// Carries out any other card.
    fn plays(&self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let id = self.group;
        let Position { terrain, forces, clock, open, .. } = position;
        let side = forces.group(id).side;
        match choice {
            Choice::Dare(figure) => daring::dare(forces, open, id, figure, table),
            Choice::Fire(Card::Fire(card)) => open.push(Aim::new(id, card)),
            Choice::Shoot(card) => {
                let many = shooting::fires_all(forces, id, card);
                open.push(Barrel { group: id, on_move: false, to: None, again: false, many });
            }
            Choice::Rally(Card::Rally { value, .. }) if forces.is_crew_down(id) => {
                damage::rally_crew(forces, id, value, table);
            }
            Choice::Rally(Card::Rally { value, .. }) => {
                rally::begin_rally(forces, open, RallyMore { group: id, value, cards: 1, spent: false })
            }
            // 91.12: one figure, no leader's modifier, no second card.
            Choice::Sankari(_) => {
                rally::begin_rally(forces, open, RallyMore { group: id, value: 1, cards: 2, spent: true })
            }
            Choice::Reorganise(_) => open.push(Joining { group: id, chosen: Vec::new() }),
            Choice::Call(Card::Rally { call, .. }) if forces.battle().has_trait(side, Trait::Runners) => {
                open.push(Runner { group: id, card: call });
            }
            Choice::Call(Card::Rally { call, .. }) => {
                open.push(Call { group: id, card: call, runner: None, strike: Strike::No });
            }
            Choice::Strike(Card::Rally { call, .. }) => {
                open.push(Call { group: id, card: call, runner: None, strike: Strike::Half });
            }
            Choice::Smoke(card) => smoke_and_mines::lay_smoke(terrain, forces, id, card, table)?,
            Choice::Flare(card) => night::leader_flare(forces, open, id, card, table)?,
            Choice::Grenade(card) => {
                fighting_positions::grenades(terrain.field(), forces, clock, id, card, table)?
            }
            _ => {}
        }
        Ok(())
    }

    /// Carries out an action without a card.
    fn announces(
        &self,
        forces: &mut Forces,
        hands: &mut Hands,
        choice: Choice,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let id = self.group;
        let (side, tag) = (forces.group(id).side, forces.tag(id));
        match choice {
            Choice::Traverse(way) => {
                if let Some(crew) = forces.group(id).machine {
                    forces.machine_mut(crew).turret = way;
                }
            }
            Choice::Repair(figure) => announcements::repair(forces, figure, table)?,
            Choice::Acquire(figure) => announcements::acquire(forces, figure, table),
            Choice::Crew(figure) => announcements::crew(forces, figure, table),
            Choice::SetUp => {
                let down = !forces.group(id).down;
                forces.group_mut(id).down = down;
                table.tell(Tone::Plain, side, "39.1", || {
                    format!("{tag} {} its weapon", if down { "breaks down" } else { "sets up" })
                });
            }
            Choice::Turn(way) => {
                forces.group_mut(id).front = way;
                forces.align(id);
            }
            Choice::SniperCheck => discards::hunt(forces, hands, id, table)?,
            _ => {}
        }
        Ok(())
    }
}

impl Forces {
    /// Whether a group has figures other than horses.
    pub(in crate::rules::fireandmove) fn has_men(&self, group: Gid) -> bool {
        !self.battle().cavalry || self.group(group).members.iter().any(|&figure| !self.is_horse(figure))
    }
}

/// In the jungle a group can only move on or rally (94.3).
fn deep_orders(forces: &Forces, hands: &Hands, id: Gid, list: &mut Vec<Choice>) {
    let group = forces.group(id);
    let pinned = forces.pinned(id).next().is_some();
    for card in different(&hands.seat(group.side).hand) {
        match card {
            Card::Move(_) if group.fear && !pinned => list.push(Choice::Calm(card)),
            Card::Move(_) if !pinned && !group.fear && !group.still => list.push(Choice::Move(card)),
            Card::Rally { .. } if pinned => list.push(Choice::Rally(card)),
            _ => {}
        }
    }
}

/// Whether a group may save up movement cards for a costly step in front of it (11.5).
fn saves_up(field: &Field, forces: &Forces, id: Gid) -> bool {
    let at = forces.group(id).at;
    let ways = Compass::ALL.into_iter().filter(|way| !way.is_diagonal());
    let costly = ways.filter_map(|way| field.step(at, way)).any(|(to, _)| field.cost(at, to) > 1);
    if costly {
        applies("11.5");
    }
    costly
}
