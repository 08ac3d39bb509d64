//! The claims of a card about stands and ground.

use standto::game::{Rules, Test};
use standto::rules::matg::ground::terrain::{POINT, Terrain};
use standto::rules::matg::state::battle::Role;
use standto::rules::matg::state::choice::Posture;
use standto::rules::matg::state::position::{Place, Position};
use standto::rules::matg::turn::sequence::Frame;

use super::table::{cell, find};
use crate::claims::{equal, lines};
use crate::table::Table;
use standto::rules::matg::artillery::shells;
use standto::rules::matg::command::removal;
use standto::rules::matg::fire::combat;
use standto::rules::matg::movement::inch;

/// The claims that cards of this ruleset may make besides the common ones; `None` if the words are not a
/// claim.
pub fn check(table: &Table<Position>, claim: &str) -> Option<Result<(), String>> {
    let words: Vec<&str> = claim.split_whitespace().collect();
    let position = &table.position;
    let held = match words[..] {
        ["decides:", letter] => {
            let side = position.decision().map(|decision| position.battle.army(decision.side).letter);
            equal(claim, &side.map_or("nobody".to_owned(), |l| char::from(l).to_string()), letter)
        }
        ["orders", letter, count] => orders(claim, position, letter, count),
        ["ground", at, ..] if at.ends_with(':') => {
            let wanted = claim.split_once(": ").map_or("", |(_, wanted)| wanted);
            cell(at.trim_end_matches(':'))
                .and_then(|at| equal(claim, &position.field.ground_at(at).to_string(), wanted))
        }
        ["costs", at, direction, points] => costs(claim, position, at, direction, points),
        [tag, ref rest @ ..] if find(position, tag).is_ok() => stand(claim, position, tag, rest),
        _ => return None,
    };
    Some(held)
}

fn orders(claim: &str, position: &Position, letter: &str, count: &str) -> Result<(), String> {
    let army = position.battle.armies.iter().position(|army| char::from(army.letter).to_string() == letter);
    let index = army.ok_or_else(|| format!("{claim}: no side {letter}"))?;
    equal(claim, &position.command.orders[index].iter().sum::<u8>().to_string(), count)
}

fn costs(claim: &str, position: &Position, at: &str, direction: &str, points: &str) -> Result<(), String> {
    let (tag, at) = at.split_once('/').ok_or_else(|| format!("{claim}: stand/square"))?;
    let direction = direction.parse().map_err(|bad| format!("{bad}"))?;
    let inch = inch::inch(
        &position.field,
        &position.forces,
        &position.now,
        find(position, tag)?,
        cell(at)?,
        direction,
        false,
    );
    equal(claim, &inch.map_or("no".to_owned(), |inch| in_points(inch.cost)), points)
}

fn in_points(quarters: i16) -> String {
    format!("{}", f64::from(quarters) / f64::from(POINT))
}

fn profile(claim: &str, profile: &Test, need: &str) -> Result<(), String> {
    let found = format!("{} ({})", profile.need(), lines(&profile.modifiers));
    if profile.need().to_string() == need { Ok(()) } else { Err(format!("{claim}: {found}")) }
}

fn stand(claim: &str, position: &Position, tag: &str, rest: &[&str]) -> Result<(), String> {
    let id = find(position, tag)?;
    let stand = position.forces.stand(id);
    let (wanted, words) = match rest {
        ["not", rest @ ..] => (false, rest),
        rest => (true, rest),
    };
    let place = match stand.place {
        Place::Board(at) => at.to_string(),
        Place::Aboard(carrier) => format!("aboard {}", position.battle.tag(carrier)),
        Place::OffMap | Place::Silenced | Place::Reserve | Place::Due | Place::Hidden | Place::Gone(_) => {
            "off the map".to_owned()
        }
        Place::Aloft => "aloft".to_owned(),
        Place::Lost => "lost".to_owned(),
    };
    let (lost, on_road) = (stand.place == Place::Lost, stand.on_road);
    let is = match words {
        ["suppressed"] => stand.suppressed && !lost,
        ["disorganized"] => stand.disorganized && !lost,
        ["unhurt"] => !stand.suppressed && !stand.disorganized && !lost,
        ["lost"] => lost,
        ["fired"] => stand.fired,
        ["has", "heat"] => !stand.lately.heat_spent,
        ["attacked"] => stand.attacked,
        ["moved"] => stand.moved,
        ["pinned"] => stand.pinned,
        ["depleted"] => stand.depleted,
        ["on", "road"] => on_road,
        ["HQ"] => stand.role == Role::Hq,
        ["GHQ", quality] => {
            let role = match stand.role {
                Role::Ghq(quality) => format!("{quality:+}"),
                other => format!("{other:?}"),
            };
            return equal(claim, &role, quality);
        }
        ["at", at] => return equal(claim, &place, at),
        ["aboard", carrier] => return equal(claim, &place, &format!("aboard {carrier}")),
        ["facing", facing] => return equal(claim, stand.facing.letters(), facing),
        ["posture", posture] => {
            let found = match stand.posture {
                Posture::Fire => "fire",
                Posture::FireMove => "fire-move",
                Posture::Move => "move",
            };
            return equal(claim, found, posture);
        }
        ["recovers", "at", need] => {
            return profile(
                claim,
                &removal::recovery_profile(&position.forces, &position.now, &position.command, id),
                need,
            );
        }
        ["defends", "with", value, "against", at] => {
            let occasion = standto::rules::matg::fire::combat::Occasion::Standard;
            let found = combat::defence_against(
                &position.field,
                &position.forces,
                &position.now,
                id,
                cell(at)?,
                occasion,
            );
            return equal(claim, &found.to_string(), value);
        }
        ["shelled", "by", battery, "defends", "with", value] => {
            let attack = shells::shell_attack(
                &position.field,
                &position.forces,
                find(position, battery)?,
                0,
                id,
                false,
            );
            return equal(claim, &attack.defence.to_string(), value);
        }
        ["has", points, "left"] => {
            let left = position.now.stack.iter().rev().find_map(|frame| match frame {
                Frame::Moving(mover) if mover.stand == id => Some(in_points(mover.left)),
                _ => None,
            });
            return equal(claim, left.as_deref().unwrap_or("not under way"), points);
        }
        ["has", rounds, "smoke"] => return equal(claim, &stand.smoke.to_string(), rounds),
        ["in", terrain] => {
            let terrain = Terrain::named(terrain).ok_or_else(|| format!("{claim}: no such terrain"))?;
            position.forces.cell(id).is_some_and(|at| position.field.ground_at(at).has(terrain))
        }
        _ => return Err(format!("\"{claim}\" is not a claim that a card can make")),
    };
    if is == wanted {
        return Ok(());
    }
    Err(format!(
        "{claim}: {tag} is {place}, {}{}{}{}",
        if stand.suppressed { "S" } else { "" },
        if stand.disorganized { "D" } else { "" },
        if stand.fired { " fired" } else { "" },
        if stand.moved { " moved" } else { "" },
    ))
}
