//! A group's actions in a turn: a card, or an action that needs none (9, 35 to 40, 42.2).

use crate::board::Compass;
use crate::dice::Ask;
use crate::game::{Decision, Tone};
use crate::ledger::cited::applies;

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::fire::action::Aim;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::fire::volley::Manner;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::movement::steps::CrewShare;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::nations::special::Runner;
use crate::rules::fireandmove::ordnance::Barrel;
use crate::rules::fireandmove::ordnance::off_table::{Call, Strike};
use crate::rules::fireandmove::rally::RallyMore;
use crate::rules::fireandmove::rally::reorganise::{Alone, Joining};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Gid, Position};
use crate::rules::fireandmove::turn::announcements::announcements;
use crate::rules::fireandmove::turn::sequence::{Step, Table};
use crate::rules::fireandmove::vehicles::orders::{together, vehicle_orders};

/// Choosing a group's action.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Orders {
    /// The group.
    pub group: Gid,
}

impl Step for Orders {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(position.active, "orders", "Play a card on the group, or announce an action.", "9.2")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.group(self.group).members.is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let id = self.group;
        let group = position.group(id);
        let hand = &position.seat(group.side).hand;
        let pinned = position.pinned(id).next().is_some();
        // 22.1: a group with a pinned figure can only use movement cards to go to ground.
        let may_move = !pinned && !group.still;
        let down = group.down;
        let heavy = position.is_heavy(id);
        let may_move = may_move && position.crew_share(id) != CrewShare::Helpless && position.leads_on(id);
        let mounted = group.more.mounted;
        let horses = position.battle().cavalry && (mounted || position.horses(id).next().is_some());
        if group.machine.is_some() {
            vehicle_orders(position, id, list);
            position.heroes(group.side, list);
            list.push(Choice::Leave);
            return;
        }
        let calling = group
            .members
            .iter()
            .any(|&figure| position.soldier(figure).radio && position.figure(figure).busy);
        let shoots = !group.fear && position.can_shoot(id, false);
        if group.deep {
            position.deep_orders(id, list);
            position.heroes(group.side, list);
            list.push(Choice::Leave);
            return;
        }
        if group.banzai {
            position.banzai_orders(id, list);
            list.push(Choice::Leave);
            return;
        }
        let banzai = position.may_banzai(id) && !group.still;
        let darers = position.darers(id);
        for card in different(hand) {
            match card {
                Card::MinefieldOrGanSiDui => list.extend(darers.iter().copied().map(Choice::Dare)),
                Card::Move(movement) => {
                    if banzai && (!heavy || down || movement.actions > 1) {
                        list.push(Choice::Banzai(card));
                    }
                    if position.may_hide(id, movement) {
                        list.push(Choice::Hide(card));
                    }
                    if may_move && !heavy && position.may_part(id) {
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
                        if group.mined || position.saves_up(id) {
                            list.push(Choice::Aside(card));
                        }
                    }
                    // 82.2, 83.4: a group with horses cannot go to ground.
                    if movement.is_one() && !group.grounded && !horses {
                        list.push(Choice::Ground(card));
                    }
                }
                Card::Fire(kind) => {
                    if !group.fear && position.has_target(id, kind, Manner::default()) {
                        list.push(Choice::Fire(card));
                    }
                    if shoots {
                        list.push(Choice::Shoot(card));
                    }
                    if position.is_atop(id) && !group.more.thrown && !group.fear {
                        list.push(Choice::Grenade(card));
                    }
                }
                Card::Rally { call, .. } => {
                    // 56.3: a group that has called in artillery cannot also rally.
                    if pinned && !calling {
                        list.push(Choice::Rally(card));
                        if position.may_sankari(id, card) {
                            list.push(Choice::Sankari(card));
                        }
                    }
                    if position.reorganises(id) || position.pairs_with(id).next().is_some() {
                        list.push(Choice::Reorganise(card));
                    }
                    if position.calls(id, call) {
                        let guns = position.battle().sides[group.side.index()].artillery.is_some();
                        if guns {
                            list.push(Choice::Call(card));
                        }
                        if position.may_strike(id) {
                            list.push(Choice::Strike(card));
                        }
                    }
                }
                _ if position.is_smoke(group.side, card) && position.leader(id).is_some() => {
                    // 79.4, 80.3: at night it is a flare.
                    list.push(if position.lights_flares() {
                        Choice::Flare(card)
                    } else {
                        Choice::Smoke(card)
                    });
                }
                _ => {}
            }
        }
        if position.goes_along(id).is_some() {
            together(position, id, list);
        }
        announcements(position, id, list);
        position.heroes(group.side, list);
        list.push(Choice::Leave);
        // The least used choices come last.
        list.extend(position.may_go_alone(id).map(Choice::Detach));
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let id = self.group;
        let side = position.group(id).side;
        let tag = position.tag(id);
        if let Choice::Hero(figure) = choice {
            position.push(self);
            position.hero(figure, table);
            return Ok(());
        }
        if choice == Choice::Leave {
            return Ok(());
        }
        if let Choice::Detach(figure) = choice {
            position.push(Alone { group: id, figure });
            return Ok(());
        }
        if let Some(card) = choice.card() {
            position.spend(side, card);
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
            position.part(id);
        }
        // 91.12: Finns can also rally single figures and make sniper checks.
        let sankari = matches!(choice, Choice::Sankari(_));
        let hunts = choice == Choice::SniperCheck && position.has_trait(side, Trait::FreeSniperCheck);
        let free = sankari || hunts || movement && position.battle().sides[side.index()].hand.moves_free;
        position.seat_mut(side).actions += u8::from(!free);
        position.group_mut(id).acted = !keeps && !sankari && !hunts;
        position.group_mut(id).still |= keeps;
        position.together(id, choice);
        match choice {
            Choice::Move(Card::Move(card)) if position.group(id).deep => {
                position.moves_deep(id, card.actions)
            }
            Choice::Move(Card::Move(card)) => {
                position.group_mut(id).grounded = false;
                let march = Marching::new(id, position.as_played(side, card), false);
                let march = position.on_skis(side, march);
                position.begin_march(march, table)?;
            }
            Choice::Cover(Card::Move(card)) => {
                position.group_mut(id).grounded = false;
                let march = Marching::new(id, position.as_played(side, card), true);
                let march = position.on_skis(side, march);
                position.begin_march(march, table)?;
            }
            Choice::Aside(card) => {
                let Card::Move(movement) = card else { return Ok(()) };
                position.group_mut(id).aside += movement.actions;
                position.group_mut(id).grounded = false;
                position.set_aside(id, card);
                let at = position.group(id).at;
                position.react(Reaction { mines: false, ..Reaction::of(id, vec![at]) });
            }
            Choice::Calm(_) => {
                position.group_mut(id).fear = false;
                position.with_twin(id, |group| group.fear = false);
                table.tell(Tone::Success, side, "43.2", || format!("{tag} loses its Fear marker"));
            }
            Choice::Ground(_) => {
                applies("13.3");
                applies("31.4");
                position.group_mut(id).grounded = true;
                position.with_twin(id, |group| group.grounded = true);
            }
            Choice::Hide(_) => position.hide(id, table),
            Choice::Part(Card::Move(card)) => position.begin_part(id, card),
            Choice::Fire(Card::Fire(card)) => position.push(Aim::new(id, card)),
            Choice::Shoot(card) => {
                let many = position.fires_all(id, card);
                position.push(Barrel { group: id, on_move: false, to: None, again: false, many });
            }
            Choice::Banzai(Card::Move(card)) => position.banzai(id, card, table)?,
            Choice::Dare(figure) => position.dare(id, figure, table),
            Choice::Traverse(way) => {
                if let Some(crew) = position.group(id).machine {
                    position.machine_mut(crew).turret = way;
                }
            }
            Choice::Rally(Card::Rally { value, .. }) if position.is_crew_down(id) => {
                position.rally_crew(id, value, table);
            }
            Choice::Rally(Card::Rally { value, .. }) => {
                position.begin_rally(RallyMore { group: id, value, cards: 1, spent: false })
            }
            // 91.12: one figure, no leader's modifier, no second card.
            Choice::Sankari(_) => {
                position.begin_rally(RallyMore { group: id, value: 1, cards: 2, spent: true })
            }
            Choice::Reorganise(_) => position.push(Joining { group: id, chosen: Vec::new() }),
            Choice::Call(Card::Rally { call, .. }) if position.has_trait(side, Trait::Runners) => {
                position.push(Runner { group: id, card: call });
            }
            Choice::Call(Card::Rally { call, .. }) => {
                position.push(Call { group: id, card: call, runner: None, strike: Strike::No });
            }
            Choice::Strike(Card::Rally { call, .. }) => {
                position.push(Call { group: id, card: call, runner: None, strike: Strike::Half });
            }
            Choice::Smoke(card) => position.lay_smoke(id, card, table)?,
            Choice::Flare(card) => position.leader_flare(id, card, table)?,
            Choice::Grenade(card) => position.grenades(id, card, table)?,
            Choice::Debus(Card::Move(card)) => position.debus(id, card, table)?,
            Choice::Together(Card::Move(card)) => position.march_together(id, card, table)?,
            Choice::Repair(figure) => position.repair(figure, table)?,
            Choice::Acquire(figure) => position.acquire(figure, table),
            Choice::Crew(figure) => position.crew(figure, table),
            Choice::SetUp => {
                let down = !position.group(id).down;
                position.group_mut(id).down = down;
                table.tell(Tone::Plain, side, "39.1", || {
                    format!("{tag} {} its weapon", if down { "breaks down" } else { "sets up" })
                });
            }
            Choice::Turn(way) => {
                position.group_mut(id).front = way;
                position.align(id);
            }
            Choice::SniperCheck => position.hunt(id, table)?,
            _ => {}
        }
        if keeps && !matches!(choice, Choice::Call(_) | Choice::Strike(_)) {
            position.push(self);
        }
        Ok(())
    }
}

impl Position {
    /// Whether a group has figures other than horses.
    pub(in crate::rules::fireandmove) fn has_men(&self, group: Gid) -> bool {
        !self.battle().cavalry || self.group(group).members.iter().any(|&figure| !self.is_horse(figure))
    }

    /// In the jungle a group can only move on or rally (94.3).
    fn deep_orders(&self, id: Gid, list: &mut Vec<Choice>) {
        let group = self.group(id);
        let pinned = self.pinned(id).next().is_some();
        for card in different(&self.seat(group.side).hand) {
            match card {
                Card::Move(_) if group.fear && !pinned => list.push(Choice::Calm(card)),
                Card::Move(_) if !pinned && !group.fear && !group.still => list.push(Choice::Move(card)),
                Card::Rally { .. } if pinned => list.push(Choice::Rally(card)),
                _ => {}
            }
        }
    }

    /// Whether a group may save up movement cards for a costly step in front of it (11.5).
    fn saves_up(&self, id: Gid) -> bool {
        let at = self.group(id).at;
        let ways = Compass::ALL.into_iter().filter(|way| !way.is_diagonal());
        let costly =
            ways.filter_map(|way| self.field().step(at, way)).any(|(to, _)| self.field().cost(at, to) > 1);
        if costly {
            applies("11.5");
        }
        costly
    }
}
