//! A group's actions in a turn: a card, or an action that needs none (9, 35 to 40, 42.2).

use crate::board::Compass;
use crate::dice::Ask;
use crate::game::{Decision, Tone};
use crate::ledger::cited::applies;

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::fighting_positions;
use crate::rules::fireandmove::battlefield::jungle;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::cards::discards;
use crate::rules::fireandmove::cards::hand;
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::cards::heroes;
use crate::rules::fireandmove::cards::smoke_and_mines;
use crate::rules::fireandmove::fire::action::Aim;
use crate::rules::fireandmove::fire::reactive;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::fire::volley;
use crate::rules::fireandmove::fire::volley::Manner;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::movement::steps::CrewShare;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::nations::special;
use crate::rules::fireandmove::nations::special::Runner;
use crate::rules::fireandmove::nations::special::columns;
use crate::rules::fireandmove::nations::special::daring;
use crate::rules::fireandmove::nations::special::irregulars;
use crate::rules::fireandmove::nations::special::parts;
use crate::rules::fireandmove::nations::special::runners;
use crate::rules::fireandmove::nations::special::wild;
use crate::rules::fireandmove::optional::cavalry;
use crate::rules::fireandmove::optional::night;
use crate::rules::fireandmove::ordnance::Barrel;
use crate::rules::fireandmove::ordnance::arms;
use crate::rules::fireandmove::ordnance::off_table;
use crate::rules::fireandmove::ordnance::off_table::{Call, Strike};
use crate::rules::fireandmove::ordnance::shooting;
use crate::rules::fireandmove::rally;
use crate::rules::fireandmove::rally::RallyMore;
use crate::rules::fireandmove::rally::reorganise;
use crate::rules::fireandmove::rally::reorganise::{Alone, Joining};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::forces::Forces;
use crate::rules::fireandmove::state::hands::Hands;
use crate::rules::fireandmove::state::position::{Gid, Position};
use crate::rules::fireandmove::turn;
use crate::rules::fireandmove::turn::announcements::announcements;
use crate::rules::fireandmove::turn::sequence::{Step, Table};
use crate::rules::fireandmove::vehicles::damage;
use crate::rules::fireandmove::vehicles::orders::{together, vehicle_orders};
use crate::rules::fireandmove::vehicles::transport;

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
        let hand = &hands.seat(group.side).hand;
        let pinned = forces.pinned(id).next().is_some();
        // 22.1: a group with a pinned figure can only use movement cards to go to ground.
        let may_move = !pinned && !group.still;
        let down = group.down;
        let heavy = forces.is_heavy(id);
        let may_move =
            may_move && forces.crew_share(id) != CrewShare::Helpless && cavalry::leads_on(forces, id);
        let mounted = group.more.mounted;
        let horses = forces.battle().cavalry && (mounted || forces.horses(id).next().is_some());
        if group.machine.is_some() {
            vehicle_orders(terrain, forces, hands, id, list);
            heroes::heroes(forces, hands, group.side, list);
            list.push(Choice::Leave);
            return;
        }
        let calling =
            group.members.iter().any(|&figure| forces.soldier(figure).radio && forces.figure(figure).busy);
        let shoots = !group.fear && arms::can_shoot(terrain, forces, id, false);
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
        let banzai = wild::may_banzai(forces, id) && !group.still;
        let darers = daring::darers(forces, id);
        for card in different(hand) {
            match card {
                Card::MinefieldOrGanSiDui => list.extend(darers.iter().copied().map(Choice::Dare)),
                Card::Move(movement) => {
                    if banzai && (!heavy || down || movement.actions > 1) {
                        list.push(Choice::Banzai(card));
                    }
                    if irregulars::may_hide(terrain.field(), forces, id, movement) {
                        list.push(Choice::Hide(card));
                    }
                    if may_move && !heavy && columns::may_part(forces, id) {
                        list.push(Choice::Part(card));
                    }
                    // 43.2: removing a fear marker is not a move, so even a group that may not move can do
                    // it.
                    if group.fear {
                        if !pinned {
                            list.push(Choice::Calm(card));
                        }
                    } else if may_move && (!heavy || down || movement.actions > 1) {
                        list.push(Choice::Move(card));
                        if movement.cover > 0 && (!heavy || down) && !group.mined && !mounted {
                            list.push(Choice::Cover(card));
                        }
                        if group.mined || saves_up(terrain.field(), forces, id) {
                            list.push(Choice::Aside(card));
                        }
                    }
                    // 82.2, 83.4: a group with horses cannot go to ground.
                    if movement.is_one() && !group.grounded && !horses {
                        list.push(Choice::Ground(card));
                    }
                }
                Card::Fire(kind) => {
                    if !group.fear && volley::has_target(terrain, forces, id, kind, Manner::default()) {
                        list.push(Choice::Fire(card));
                    }
                    if shoots {
                        list.push(Choice::Shoot(card));
                    }
                    if fighting_positions::is_atop(terrain.field(), forces, id)
                        && !group.more.thrown
                        && !group.fear
                    {
                        list.push(Choice::Grenade(card));
                    }
                }
                Card::Rally { call, .. } => {
                    // 56.3: a group that has called in artillery cannot also rally.
                    if pinned && !calling {
                        list.push(Choice::Rally(card));
                        if special::may_sankari(forces, id, card) {
                            list.push(Choice::Sankari(card));
                        }
                    }
                    if reorganise::reorganises(forces, id)
                        || transport::pairs_with(forces, id).next().is_some()
                    {
                        list.push(Choice::Reorganise(card));
                    }
                    if runners::calls(terrain, forces, id, call) {
                        let guns = forces.battle().sides[group.side.index()].artillery.is_some();
                        if guns {
                            list.push(Choice::Call(card));
                        }
                        if off_table::may_strike(terrain, forces, hands, id) {
                            list.push(Choice::Strike(card));
                        }
                    }
                }
                _ if forces.battle().is_smoke(group.side, card) && forces.leader(id).is_some() => {
                    // 79.4, 80.3: at night it is a flare.
                    list.push(if forces.battle().lights_flares() {
                        Choice::Flare(card)
                    } else {
                        Choice::Smoke(card)
                    });
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
        let tag = position.forces.tag(id);
        if let Choice::Hero(figure) = choice {
            position.open.push(self);
            heroes::hero(&mut position.forces, &mut position.hands, figure, table);
            return Ok(());
        }
        if choice == Choice::Leave {
            return Ok(());
        }
        if let Choice::Detach(figure) = choice {
            position.open.push(Alone { group: id, figure });
            return Ok(());
        }
        if let Some(card) = choice.card() {
            position.hands.spend(side, card);
            table.tell_deed(side, "9.2", &tag, || card.to_string());
        }
        // After crewing, repairing or acquiring, the group may take another action, but not move (36.1, 37.1,
        // 38.1).
        let keeps = matches!(
            choice,
            Choice::Repair(_) | Choice::Acquire(_) | Choice::Crew(_) | Choice::Call(_) | Choice::Strike(_)
        );
        let movement = matches!(
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
        );
        if matches!(choice, Choice::Move(_) | Choice::Cover(_)) {
            position.forces.part(id);
        }
        // 91.12: Finns can also rally single figures and make sniper checks.
        let sankari = matches!(choice, Choice::Sankari(_));
        let hunts =
            choice == Choice::SniperCheck && position.battle().has_trait(side, Trait::FreeSniperCheck);
        let free = sankari || hunts || movement && position.battle().sides[side.index()].hand.moves_free;
        position.hands.seat_mut(side).actions += u8::from(!free);
        position.forces.group_mut(id).acted = !keeps && !sankari && !hunts;
        position.forces.group_mut(id).still |= keeps;
        parts::together(&mut position.forces, id, choice);
        match choice {
            Choice::Move(Card::Move(card)) if position.forces.group(id).deep => {
                jungle::moves_deep(&mut position.forces, &mut position.open, id, card.actions)
            }
            Choice::Move(Card::Move(card)) => {
                position.forces.group_mut(id).grounded = false;
                let march = Marching::new(id, position.battle().as_played(side, card), false);
                let march = special::on_skis(position.battle(), side, march);
                position.begin_march(march, table)?;
            }
            Choice::Cover(Card::Move(card)) => {
                position.forces.group_mut(id).grounded = false;
                let march = Marching::new(id, position.battle().as_played(side, card), true);
                let march = special::on_skis(position.battle(), side, march);
                position.begin_march(march, table)?;
            }
            Choice::Aside(card) => {
                let Card::Move(movement) = card else { return Ok(()) };
                position.forces.group_mut(id).aside += movement.actions;
                position.forces.group_mut(id).grounded = false;
                hand::set_aside(&position.forces, &mut position.hands, id, card);
                let at = position.forces.group(id).at;
                reactive::react(
                    position.terrain.field(),
                    &mut position.forces,
                    &mut position.open,
                    Reaction { mines: false, ..Reaction::of(id, vec![at]) },
                );
            }
            Choice::Calm(_) => {
                position.forces.group_mut(id).fear = false;
                position.forces.with_twin(id, |group| group.fear = false);
                table.tell(Tone::Success, side, "43.2", || format!("{tag} loses its Fear marker"));
            }
            Choice::Ground(_) => {
                applies("13.3");
                applies("31.4");
                position.forces.group_mut(id).grounded = true;
                position.forces.with_twin(id, |group| group.grounded = true);
            }
            Choice::Hide(_) => irregulars::hide(&mut position.forces, id, table),
            Choice::Part(Card::Move(card)) => columns::begin_part(&mut position.open, id, card),
            Choice::Fire(Card::Fire(card)) => position.open.push(Aim::new(id, card)),
            Choice::Shoot(card) => {
                let many = shooting::fires_all(&position.forces, id, card);
                position.open.push(Barrel { group: id, on_move: false, to: None, again: false, many });
            }
            Choice::Banzai(Card::Move(card)) => position.banzai(id, card, table)?,
            Choice::Dare(figure) => daring::dare(&mut position.forces, &mut position.open, id, figure, table),
            Choice::Traverse(way) => {
                if let Some(crew) = position.forces.group(id).machine {
                    position.forces.machine_mut(crew).turret = way;
                }
            }
            Choice::Rally(Card::Rally { value, .. }) if position.forces.is_crew_down(id) => {
                damage::rally_crew(&mut position.forces, id, value, table);
            }
            Choice::Rally(Card::Rally { value, .. }) => rally::begin_rally(
                &position.forces,
                &mut position.open,
                RallyMore { group: id, value, cards: 1, spent: false },
            ),
            // 91.12: one figure, no leader's modifier, no second card.
            Choice::Sankari(_) => rally::begin_rally(
                &position.forces,
                &mut position.open,
                RallyMore { group: id, value: 1, cards: 2, spent: true },
            ),
            Choice::Reorganise(_) => position.open.push(Joining { group: id, chosen: Vec::new() }),
            Choice::Call(Card::Rally { call, .. }) if position.battle().has_trait(side, Trait::Runners) => {
                position.open.push(Runner { group: id, card: call });
            }
            Choice::Call(Card::Rally { call, .. }) => {
                position.open.push(Call { group: id, card: call, runner: None, strike: Strike::No });
            }
            Choice::Strike(Card::Rally { call, .. }) => {
                position.open.push(Call { group: id, card: call, runner: None, strike: Strike::Half });
            }
            Choice::Smoke(card) => {
                smoke_and_mines::lay_smoke(&mut position.terrain, &position.forces, id, card, table)?
            }
            Choice::Flare(card) => {
                night::leader_flare(&position.forces, &mut position.open, id, card, table)?
            }
            Choice::Grenade(card) => fighting_positions::grenades(
                position.terrain.field(),
                &mut position.forces,
                &position.clock,
                id,
                card,
                table,
            )?,
            Choice::Debus(Card::Move(card)) => position.debus(id, card, table)?,
            Choice::Together(Card::Move(card)) => position.march_together(id, card, table)?,
            Choice::Repair(figure) => turn::announcements::repair(&mut position.forces, figure, table)?,
            Choice::Acquire(figure) => turn::announcements::acquire(&mut position.forces, figure, table),
            Choice::Crew(figure) => turn::announcements::crew(&mut position.forces, figure, table),
            Choice::SetUp => {
                let down = !position.forces.group(id).down;
                position.forces.group_mut(id).down = down;
                table.tell(Tone::Plain, side, "39.1", || {
                    format!("{tag} {} its weapon", if down { "breaks down" } else { "sets up" })
                });
            }
            Choice::Turn(way) => {
                position.forces.group_mut(id).front = way;
                position.forces.align(id);
            }
            Choice::SniperCheck => discards::hunt(&mut position.forces, &mut position.hands, id, table)?,
            _ => {}
        }
        if keeps && !matches!(choice, Choice::Call(_) | Choice::Strike(_)) {
            position.open.push(self);
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
