//! 11.1: minefields. The enemy sees that a marker is there, but not what it is until it is revealed.

use super::laid::{Laid, Work};
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Side, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::odds::Distribution;
use crate::rules::matg::assault::overrun;
use crate::rules::matg::command::cohesion::{States, in_states};
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::fire::attack::Attack;
use crate::rules::matg::fire::charts::{self, CombatResult, Concentration};
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::battle::{Arm, Battle};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;

/// One mine marker.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mine {
    /// Its square.
    pub cell: Cell,
    /// The side that owns it.
    pub owner: Side,
    /// Its number on the owner's record sheet (11.1.2).
    pub number: u8,
    /// Its concentration; `None` for a dummy (11.1.3).
    pub kind: Option<Concentration>,
    /// Whether the enemy knows its concentration.
    pub revealed: bool,
    /// Hidden, not on the table (scenario).
    pub hidden: bool,
}

/// "hasty", "standard" or "concentrated".
pub const fn concentration_word(concentration: Concentration) -> &'static str {
    match concentration {
        Concentration::Hasty => "hasty",
        Concentration::Standard => "standard",
        Concentration::Concentrated => "concentrated",
    }
}

impl Mine {
    /// The markers at the start of a battle, numbered for each side in the order of the board.
    #[apply(rule, "11.1.2")]
    pub(super) fn laid(battle: &Battle) -> Vec<Self> {
        let mut mines: Vec<Self> = battle
            .markers
            .iter()
            .filter_map(|marker| match marker.what {
                Laid::Mines(kind) => Some(Self {
                    cell: marker.cell,
                    owner: marker.owner,
                    number: 0,
                    kind,
                    revealed: false,
                    hidden: false,
                }),
                _ => None,
            })
            .collect();
        // Sorted by square, since the order must not tell real mines from dummies.
        mines.sort_by_key(|mine| mine.cell);
        let mut last = [0u8; 2];
        for mine in &mut mines {
            let number = &mut last[mine.owner.index()];
            *number = number.saturating_add(1);
            mine.number = *number;
        }
        mines
    }

    /// Its map character and name, as a side sees it.
    pub fn look(&self, side: Side) -> (char, String) {
        let number = self.number;
        match self.kind {
            _ if !self.revealed && self.owner != side => ('?', format!("mines? {number}")),
            Some(kind) => ('!', format!("minefield {number} ({})", concentration_word(kind))),
            None => ('\'', format!("dummy minefield {number}")),
        }
    }
}

impl Field {
    /// The mine marker on a square.
    pub fn mine_at(&self, cell: Cell) -> Option<&Mine> {
        self.works.mines.iter().find(|mine| mine.cell == cell)
    }

    /// The owner reveals a marker. A dummy is removed: then `None` (11.1.6).
    pub(super) fn reveal_mines(
        &mut self,
        cell: Cell,
        rule: &'static str,
        log: &mut Log,
    ) -> Option<Concentration> {
        let mine = self.works.mines.iter_mut().find(|mine| mine.cell == cell)?;
        let news = !std::mem::replace(&mut mine.revealed, true);
        let Mine { owner, kind, number, .. } = *mine;
        if kind.is_none() {
            self.take_up_mines(cell);
        }
        if news {
            log.add(|| {
                let what = match kind {
                    Some(kind) => format!("is real: {}", concentration_word(kind)),
                    None => "is a dummy and is removed".to_owned(),
                };
                let text = format!("minefield {number} at {cell} {what}");
                Event::new(Tone::Plain, owner, text, rule).at([cell]).revealing()
            });
        }
        kind
    }

    fn take_up_mines(&mut self, cell: Cell) {
        self.works.mines.retain(|mine| mine.cell != cell);
        self.remove_ground(cell, Terrain::Minefield);
        self.forget_progress(Work::Mines, cell);
    }

    /// A breached minefield: its marker is removed (11.5.3, 11.5.4).
    #[apply(rule, "11.5.4")]
    pub(super) fn remove_mines(&mut self, cell: Cell, rule: &'static str, log: &mut Log) {
        self.take_up_mines(cell);
        log.add(|| {
            Event::new(Tone::Success, None, format!("the minefield at {cell} is cleared"), rule).at([cell])
        });
    }

    /// Shuffles the enemy's unrevealed mines among their markers: a side knows how many of each there may be,
    /// but not where.
    #[apply(rule, "11.1.2")]
    pub(in crate::rules::matg) fn redraw_mines(&mut self, side: Side, dice: &mut Dice) {
        let mut hidden: Vec<&mut Mine> =
            self.works.mines.iter_mut().filter(|mine| mine.owner != side && !mine.revealed).collect();
        let mut kinds: Vec<Option<Concentration>> = hidden.iter().map(|mine| mine.kind).collect();
        kinds.sort_unstable(); // the result must not depend on where they really lie
        for last in (1..kinds.len()).rev() {
            kinds.swap(last, dice.below(last + 1));
        }
        for (mine, kind) in hidden.iter_mut().zip(kinds) {
            mine.kind = kind;
        }
    }
}

/// After a passed roll to leave: the owner reveals the marker, real mines attack, and a stand that is
/// hurt must pass another roll. Returns whether the stand moves on (11.1.6).
pub(super) fn survives_mines(
    game: &mut Position,
    id: Id,
    cell: Cell,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<bool, Ask> {
    match mines_strike(game, id, cell, "11.1.6", dice, log)? {
        CombatResult::None => Ok(true),
        _ if game.forces.cell(id).is_none() => Ok(false),
        _ => {
            let profile = on_through_mines_profile(&game.forces, &game.now, &game.command, id);
            Ok(cohesion::roll_cohesion(&game.forces, id, &profile, dice, log)?.passed)
        }
    }
}

/// Reveals the marker and makes its attack on the column of the combat results table (11.1.4, 11.1.6). A
/// destroyed vehicle leaves a wreck, armoured or not.
#[apply(rule, "11.1.4")]
pub(super) fn mines_strike(
    game: &mut Position,
    id: Id,
    cell: Cell,
    rule: &'static str,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<CombatResult, Ask> {
    let owner = game.field.mine_at(cell).map(|mine| mine.owner);
    let Some(kind) = game.field.reveal_mines(cell, rule, log) else { return Ok(CombatResult::None) };
    let attack = mines_attack(kind);
    let (a, b) = dice.two_d6(|| {
        format!("{} mines attack {}: {}", concentration_word(kind), game.battle.tag(id), attack.in_words())
    })?;
    let result = attack.result(a + b);
    log.add(|| {
        let tone = if result == CombatResult::None { Tone::Failure } else { Tone::Success };
        let text = format!(
            "{} mines attack {}: {}. 2D6 {a}+{b} on column {:+}",
            concentration_word(kind),
            game.battle.who(id),
            result.symbol(),
            attack.differential()
        );
        Event::new(tone, owner, text, "11.1.4").at([cell])
    });
    cohesion::suffer(game, id, result, log);
    if game.forces.states(id).eliminated && game.battle.unit(id).arm == Arm::Soft {
        game.field.leave_wreck(cell);
    }
    Ok(result)
}

/// The roll to move off: +3 on enemy mines, no modifier on friendly ones (11.1.6, 11.1.7).
#[apply(rule, "11.1.7")]
pub(in crate::rules::matg) fn leave_mines_profile(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    mine: &Mine,
) -> Test {
    if mine.owner == forces.side(id) {
        return determination::movement_roll(
            forces,
            now,
            command,
            id,
            "to cross its own minefield",
            "11.1.7",
            [],
        );
    }
    let mines = Modifier { value: 3, label: "on a minefield", rule: "11.1.6" };
    determination::movement_roll(forces, now, command, id, "to leave the minefield", "11.1.6", [mines])
}

/// The possible states of a stand that tries to leave a known minefield, and whether it moves on; `None`
/// for an unknown one (11.1.6, 11.1.7).
#[apply(rule, "11.1.7")]
pub fn mine_odds(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    cell: Cell,
) -> Option<Distribution<(States, bool)>> {
    let mine = field.mine_at(cell)?;
    let leave = leave_mines_profile(forces, now, command, id, mine).chance();
    let before = forces.states(id);
    let stays = Distribution::certain((before, false));
    if mine.owner == forces.side(id) {
        return Some(Distribution::certain((before, true)).or(leave, &stays));
    }
    let attack = mines_attack(mine.kind.filter(|_| mine.revealed)?);
    let on = on_through_mines_profile(forces, now, command, id);
    let struck = attack.odds().then(|&result| {
        let after = before.after(result);
        match result {
            CombatResult::None => Distribution::certain((after, true)),
            _ if after.eliminated => Distribution::certain((after, false)),
            _ => Distribution::certain((after, true))
                .or(in_states(&on, after).chance(), &Distribution::certain((after, false))),
        }
    });
    Some(struck.or(leave, &stays))
}

/// The attack of mines: on the column of their concentration, without modifiers (11.1.4).
#[apply(rule, "11.1.4")]
pub fn mines_attack(kind: Concentration) -> Attack {
    overrun::column(charts::mine_column(kind))
}

/// The roll of a stand to move on after the mines have hurt it (11.1.6).
fn on_through_mines_profile(forces: &Forces, now: &Turn, command: &Command, id: Id) -> Test {
    determination::movement_roll(forces, now, command, id, "to go on through the mines", "11.1.6", [])
}
