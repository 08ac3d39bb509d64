//! 9.4: artillery sets buildings on fire and destroys them; and 11.5.8: fire at engineers' bridges.

use super::terrain::Terrain;
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Side, Test, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::fire::charts::CombatResult;
use crate::rules::matg::fire::combat::{Attack, Occasion, range_modifier};
use crate::rules::matg::fire::{bearing, combat};
use crate::rules::matg::ground::weather;
use crate::rules::matg::movement::riders;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::{self, Optional};
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Impact, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::works::{obstacles, positions};

/// Buildings that have been attacked by artillery.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ShelledBuildings {
    /// Their square.
    pub cell: Cell,
    /// Attacks so far.
    pub attacks: u8,
    /// E results so far.
    pub hits: u8,
    /// They burn: smoke for the rest of the game.
    pub burning: bool,
}

/// How a type of building is destroyed (9.4.1 to 9.4.3).
struct Fabric {
    row: Terrain,
    defence: i16,
    /// The attack that sets it on fire.
    smokes_at: u8,
    /// The E result that destroys it.
    falls_at: u8,
    becomes: Terrain,
    rule: &'static str,
}

#[rustfmt::skip]
const FABRICS: [Fabric; 3] = [
    Fabric { row: Terrain::LightBuildings, defence: 4, smokes_at: 1, falls_at: 2, becomes: Terrain::Rough1, rule: "9.4.1" },
    Fabric { row: Terrain::MediumBuildings, defence: 5, smokes_at: 2, falls_at: 3, becomes: Terrain::Rubble, rule: "9.4.2" },
    Fabric { row: Terrain::HeavyBuildings, defence: 6, smokes_at: 2, falls_at: 5, becomes: Terrain::Rubble, rule: "9.4.3" },
];

/// The defence of an engineers' bridge (11.5.8).
const BRIDGE_DEFENCE: i16 = 2;

impl ShelledBuildings {
    /// Counts an attack, and a hit if it eliminates.
    #[apply(rule, "9.4.4")]
    fn count(&mut self, result: CombatResult) {
        self.attacks = self.attacks.saturating_add(1);
        self.hits += u8::from(result == CombatResult::E);
    }
}

impl Field {
    /// One attack on the buildings of a square, with this firepower and these modifiers (9.4).
    pub(super) fn shell_buildings(
        &mut self,
        side: Side,
        cell: Cell,
        shell: &Attack,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let ground = self.ground_at(cell);
        let Some(fabric) = FABRICS.iter().find(|fabric| ground.has(fabric.row)) else { return Ok(()) };
        let attack = Attack { defence: fabric.defence, ..shell.clone() };
        let result = throw_at(side, &fabric.row.to_string(), cell, &attack, fabric.rule, dice, log)?;
        let known = self.works.battered.iter().position(|b| b.cell == cell);
        let at = known.unwrap_or_else(|| {
            self.works.battered.push(ShelledBuildings { cell, attacks: 0, hits: 0, burning: false });
            self.works.battered.len() - 1
        });
        let battered = &mut self.works.battered[at];
        battered.count(result);
        let ShelledBuildings { attacks, hits, burning, .. } = *battered;
        if attacks >= fabric.smokes_at && !burning {
            battered.burning = true;
            self.add_ground(cell, Terrain::Smoke);
            log.add(|| {
                let text = format!("{} at {cell} catch fire", fabric.row);
                Event::new(Tone::Plain, None, text, fabric.rule).at([cell])
            });
        }
        if hits >= fabric.falls_at {
            self.remove_ground(cell, fabric.row);
            self.add_ground(cell, fabric.becomes);
            log.add(|| {
                let text = format!("{} at {cell} are destroyed: {}", fabric.row, fabric.becomes);
                Event::new(Tone::Loss, None, text, fabric.rule).at([cell])
            });
        }
        Ok(())
    }

    /// Keeps the smoke of burning buildings when other markers are removed (9.4.1 to 9.4.3).
    pub(in crate::rules::matg) fn keep_fires(&mut self) {
        let fires: Vec<Cell> = self.works.battered.iter().filter(|b| b.burning).map(|b| b.cell).collect();
        for cell in fires {
            self.add_ground(cell, Terrain::Smoke);
        }
    }

    fn is_bridged(&self, cell: Cell) -> bool {
        self.works.bridges.iter().any(|bridge| bridge.cell == cell)
    }
}

/// The effect of a shell on the square itself: buildings, or an unoccupied bridge (9.4, 11.5.8).
pub(in crate::rules::matg) fn strike_ground(
    game: &mut Position,
    impact: Impact,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    if impact.smoke {
        return Ok(());
    }
    let shell = positions::shell_against(&game.battle, impact, 0);
    strike_place(game, game.battle.side(impact.battery), impact.cell, &shell, dice, log)
}

/// The effect of a shell or bomb on the square itself.
pub(in crate::rules::matg) fn strike_place(
    game: &mut Position,
    side: Side,
    cell: Cell,
    shell: &Attack,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    if game.field.is_bridged(cell) && game.forces.holder_of(cell).is_none() {
        let attack = Attack { defence: BRIDGE_DEFENCE, ..shell.clone() };
        attack_bridge(game, side, cell, &attack, dice, log)?;
    }
    game.field.shell_buildings(side, cell, shell, dice, log)
}

fn attack_bridge(
    game: &mut Position,
    side: Side,
    cell: Cell,
    attack: &Attack,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let result = throw_at(side, "the bridge", cell, attack, "11.5.8", dice, log)?;
    if matches!(result, CombatResult::D | CombatResult::E) {
        obstacles::destroy_bridge(game, cell, log);
    }
    Ok(())
}

/// The guns of a stand that bear on a bridge with HE in standard fire.
fn guns_on_bridge(game: &Position, id: Id, cell: Cell) -> Vec<u8> {
    let Some(from) = game.forces.cell(id) else { return Vec::new() };
    let range = spotting::range(from, cell);
    // A stand that may only return fire does not fire at objects, and a bridge never earns a second shot
    // (12.1.5, 12.2.2, 12.8).
    let stand = game.forces.stand(id);
    let free =
        !stand.fired && !stand.lately.low && !determination::is_shaken(&game.battle, &game.command, id);
    if !free
        || !combat::may_fire(&game.field, &game.forces, &game.now, &game.command, id, Occasion::Standard)
        || (range > 1 && game.forces.is_engaged(id))
        || from == cell
    {
        return Vec::new();
    }
    let guns = game.battle.unit(id).guns.iter().enumerate();
    let bearing = guns.filter(|(_, (gun, usage))| {
        matches!(usage, battle::GunUse::Standard | battle::GunUse::DualPurpose)
            && bearing::is_loaded(&game.forces, &game.now, id, gun)
            && bearing::gun_reaches(&game.forces, id, gun, false, range)
            && bearing::is_in_traverse(&game.forces, id, gun, cell)
    });
    let numbers: Vec<u8> = bearing.map(|(number, _)| number as u8).collect();
    if numbers.is_empty()
        || !spotting::sees_cell(&game.field, &game.forces, &game.now, &game.arrivals, id, cell)
    {
        Vec::new()
    } else {
        numbers
    }
}

/// Attacks on bridges open to a side (11.5.8).
pub(in crate::rules::matg) fn demolitions(game: &Position, side: Side) -> Vec<Choice> {
    let mut choices = Vec::new();
    for bridge in &game.field.works.bridges {
        applies("11.5.8");
        for id in game.battle.ids(side) {
            let guns = guns_on_bridge(game, id, bridge.cell);
            choices
                .extend(guns.into_iter().map(|gun| Choice::Demolish(game.battle.tag(id), gun, bridge.cell)));
        }
    }
    choices
}

/// Fire of one stand at a bridge.
pub(in crate::rules::matg) fn demolish(
    game: &mut Position,
    id: Id,
    gun: u8,
    cell: Cell,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let (profile, attack) = demolition(&game.field, &game.forces, &game.now, &game.command, id, gun, cell);
    let (turn, side) = (game.now.number, game.battle.side(id));
    let stand = game.forces.stand_mut(id);
    stand.fired = true;
    stand.last_fired = turn;
    riders::note_carrier_fired(&game.forces, &mut game.now, id);
    let roll = cohesion::roll_cohesion(&game.forces, id, &profile, dice, log)?;
    game.forces.run_low(id, roll.face, log);
    if roll.passed {
        attack_bridge(game, side, cell, &attack.after(roll.face), dice, log)?;
    }
    Ok(())
}

/// The roll to fire at a bridge, and the attack, without terrain modifiers (11.5.7, 11.5.8).
pub fn demolition(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    gun: u8,
    cell: Cell,
) -> (Test, Attack) {
    let from = forces.cell(id).unwrap_or(cell);
    let smoky = field.ground_at(from).has(Terrain::Smoke) || field.ground_at(cell).has(Terrain::Smoke);
    let smoke = smoky.then_some(Modifier { value: 3, label: "smoke", rule: "7.4.7.1" });
    let zone = field.ground_at(cell).has(Terrain::ImpactZone).then_some(Modifier {
        value: 3,
        label: "into an impact zone",
        rule: "7.4.5.2",
    });
    let posture = (forces.stand(id).posture == Posture::FireMove).then_some(Modifier {
        value: 3,
        label: "fire/move posture",
        rule: "7.1.6",
    });
    let to_fire = posture.into_iter().chain(smoke).chain(zone);
    let profile = cohesion::cohesion_profile(
        forces,
        now,
        command,
        id,
        "to fire",
        "7.1.6",
        to_fire.chain(weather::weather_to_fire(&forces.battle)),
    );
    let dual =
        forces.unit(id).guns.get(usize::from(gun)).is_some_and(|(_, u)| *u == battle::GunUse::DualPurpose);
    let range = range_modifier(spotting::range(from, cell), dual);
    let attack = Attack {
        firepower: i16::from(forces.battle.gun(id, gun).he.unwrap_or(0)),
        defence: BRIDGE_DEFENCE,
        modifiers: smoke.into_iter().chain(zone).chain(range).collect(),
        suppressing: false,
        artillery: false,
        armour_piercing: false,
        depletion: None,
        hot: forces.battle.plays(Optional::HotShot),
    };
    (profile, attack)
}

/// Rolls an attack on an object and logs it.
fn throw_at(
    side: Side,
    what: &str,
    cell: Cell,
    attack: &Attack,
    rule: &'static str,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<CombatResult, Ask> {
    let (a, b) = dice.two_d6(|| format!("attack on {what} at {cell}: {}", attack.in_words()))?;
    let result = attack.result(a + b);
    log.add(|| {
        let (result, how) = (result.symbol(), attack.in_words());
        let text = format!("attack on {what} at {cell}: {result}. 2D6 {a}+{b}, {how}");
        Event::new(Tone::Plain, side, text, rule).with(&attack.modifiers).at([cell])
    });
    Ok(result)
}
