//! A vehicle's actions, alone or with the infantry paired with it (63 to 67, 87.1).

use crate::board::Compass;
use crate::dice::Ask;
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::cards::{Card, Move};
use crate::rules::fireandmove::fire::volley::{self, Manner};
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::ordnance::arms;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Forces, Gid, Hands, Position, Standing, Terrain};
use crate::rules::fireandmove::turn::sequence::Table;
use crate::rules::fireandmove::vehicles::transport;

/// The actions available to a vehicle (63 to 67).
#[apply(rule, "65.1")]
pub(in crate::rules::fireandmove) fn vehicle_orders(
    terrain: &Terrain,
    forces: &Forces,
    hands: &Hands,
    id: Gid,
    list: &mut Vec<Choice>,
) {
    let group = forces.group(id);
    let Some((crew, machine)) = group.machine.zip(forces.machine_of(id)) else { return };
    let pinned = forces.figure(crew).standing != Standing::Fit;
    let still = pinned || machine.stun > 0;
    let moves = !still && !machine.immobilised && !machine.mired && !group.still;
    let shoots = !still && !group.fear && arms::can_shoot(terrain, forces, id, false);
    let aboard = forces.passengers(id).next().is_some();
    for card in different(&hands.seat(group.side).hand) {
        match card {
            Card::Move(_) if group.fear && !pinned => list.push(Choice::Calm(card)),
            Card::Move(movement) if moves => {
                list.push(Choice::Move(card));
                if movement.cover > 0 && !group.mined {
                    list.push(Choice::Cover(card));
                }
                if group.mined {
                    list.push(Choice::Aside(card));
                }
            }
            Card::Fire(kind) => {
                if shoots {
                    list.push(Choice::Shoot(card));
                }
                // 85.5: passengers can fire too.
                if aboard && !group.fear && volley::has_target(terrain, forces, id, kind, Manner::default()) {
                    list.push(Choice::Fire(card));
                }
            }
            Card::Rally { .. } => {
                if still || aboard && forces.pinned(id).next().is_some() {
                    list.push(Choice::Rally(card));
                }
                if transport::pairs_with(forces, id).next().is_some() {
                    list.push(Choice::Reorganise(card));
                }
            }
            _ => {}
        }
        if let Card::Move(_) = card
            && aboard
            && !group.fear
            && forces.passengers(id).all(|figure| forces.figure(figure).standing == Standing::Fit)
        {
            list.push(Choice::Debus(card));
        }
    }
    if transport::goes_along(forces, id).is_some() {
        together(forces, hands, id, list);
    }
    if still {
        return;
    }
    if forces.vehicle(machine).turret && !group.still {
        list.extend(Compass::ALL.into_iter().filter(|way| *way != machine.turret).map(Choice::Traverse));
    }
    if forces.figure(crew).failed && !forces.figure(crew).busy {
        list.push(Choice::Repair(crew));
    }
}

/// Cards that move a vehicle together with its paired infantry (87.1).
pub(in crate::rules::fireandmove) fn together(
    forces: &Forces,
    hands: &Hands,
    id: Gid,
    list: &mut Vec<Choice>,
) {
    let hand = &hands.seat(forces.group(id).side).hand;
    let moves = different(hand).filter(|card| matches!(card, Card::Move(_)));
    list.extend(moves.map(Choice::Together));
}

impl Forces {
    /// Whether the crew of a group's vehicle needs to rally (67.7, 69.2).
    pub(in crate::rules::fireandmove) fn is_crew_down(&self, group: Gid) -> bool {
        let Some((crew, machine)) = self.group(group).machine.zip(self.machine_of(group)) else {
            return false;
        };
        machine.stun > 0 || self.figure(crew).standing != Standing::Fit
    }
}

impl Position {
    /// Moves a vehicle and infantry as one group (87.1).
    pub(in crate::rules::fireandmove) fn march_together(
        &mut self,
        id: Gid,
        card: Move,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let Some([vehicle, infantry]) = self
            .forces
            .partner(id)
            .map(|other| if self.forces.group(id).machine.is_some() { [id, other] } else { [other, id] })
        else {
            return Ok(());
        };
        for group in [vehicle, infantry] {
            self.forces.group_mut(group).acted = true;
            self.forces.group_mut(group).grounded = false;
        }
        let march = Marching { with: Some(infantry), ..Marching::new(vehicle, card, false) };
        self.begin_march(march, table)
    }
}
