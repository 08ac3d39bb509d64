//! Shots resolved with the faces of real dice: the result of each, and the purpose of the next die.

use super::effect::hit;
use super::to_hit::to_hit;
use super::volley::Shot;
use super::{Condition, Harm, Hit, Target};
use crate::rules::panzertruppe::sequence::morale::Morale;
use crate::rules::panzertruppe::tables::Tables;

/// The results of some faces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RollResults {
    /// The result of each face, in order.
    pub told: Vec<String>,
    /// The condition of the target.
    pub state: Condition,
    /// Whether its platoon fails morale; `None` if that was not rolled.
    pub breaks: Option<bool>,
    /// The purpose of the next die, if any.
    pub next: Option<String>,
    /// The number of faces not needed.
    pub unread: usize,
}

/// Resolves shots in order with the faces of a player's dice, then the morale of the target's platoon if
/// asked.
pub fn throw(
    tables: &Tables,
    shots: &[Shot],
    target: &Target,
    morale: Option<Morale>,
    faces: &[u8],
) -> RollResults {
    let mut thrown =
        RollResults { told: Vec::new(), state: target.condition, breaks: None, next: None, unread: 0 };
    let mut dice = faces.iter().copied();
    for (shot, number) in shots.iter().zip(1..) {
        let stopped = shoot(tables, shot, number, target, &mut dice, &mut thrown);
        if stopped.is_none() {
            return thrown;
        }
    }
    if let Some(morale) = morale {
        let fails = morale.fails_to();
        match dice.next() {
            None => {
                thrown.next = Some(format!("morale: fails on {fails} or less"));
                return thrown;
            }
            Some(face) => {
                let breaks = face <= fails;
                let what = if breaks { "fails" } else { "holds" };
                thrown.told.push(format!("morale {what}: {face}, fails on {fails} or less"));
                thrown.breaks = Some(breaks);
            }
        }
    }
    thrown.unread = dice.count();
    thrown
}

/// Resolves one shot; `None` if a face is missing.
fn shoot(
    tables: &Tables,
    shot: &Shot,
    number: usize,
    target: &Target,
    dice: &mut impl Iterator<Item = u8>,
    thrown: &mut RollResults,
) -> Option<()> {
    if thrown.state.destroyed {
        thrown.told.push(format!("shot {number}: the target is already out of action, no die"));
        return Some(());
    }
    let now = Target { condition: thrown.state, ..*target };
    let roll = to_hit(tables, &shot.firer, &now, shot.range);
    let Some(need) = roll.need else {
        thrown.told.push(format!("shot {number}: out of range or not possible, no die"));
        return Some(());
    };
    let Some(face) = dice.next() else {
        thrown.next = Some(format!("shot {number}, to hit: {need} or more"));
        return None;
    };
    let struck = face >= roll.lowest();
    let what = if struck { "hits" } else { "misses" };
    thrown.told.push(format!("shot {number} {what}: {face}, needs {need}"));
    if !struck {
        return Some(());
    }
    let hit = hit(tables, shot.firer.bore, &now, shot.range);
    let face = match hit.sum() {
        None => 0,
        Some(sum) => {
            let Some(face) = dice.next() else {
                thrown.next = Some(format!("shot {number}, hit effect: D10 {sum:+}"));
                return None;
            };
            face
        }
    };
    let harm = hit.harm(tables, face);
    thrown.state = thrown.state.struck(harm);
    let word = match (harm, thrown.state.destroyed) {
        (_, true) => "out of action",
        (Harm::None, _) => "no effect",
        (Harm::Stun, _) => "stunned",
        (Harm::Immobilise, _) => "immobilised",
        (Harm::Destroy, _) => "destroyed",
    };
    thrown.told.push(match &hit {
        Hit::Rolls(lines) | Hit::RollsForGun(lines) => {
            let sum = lines.sum();
            format!("shot {number}, {word}: hit effect {face} {sum:+} = {}", i16::from(face) + sum)
        }
        _ => format!("shot {number}, {word}: no hit effect die"),
    });
    Some(())
}

#[cfg(test)]
mod tests {
    use super::super::volley::volley;
    use super::super::{Bore, Class, Firer, GunType, Motion};
    use super::*;

    /// All possible rolls together give the odds.
    #[test]
    fn all_rolls_are_described_and_add_up_to_the_odds() {
        let tables = Tables::standard();
        let firer =
            |motion| Firer { bore: Bore { calibre: 75, kind: GunType::L }, motion, ..Firer::default() };
        let shots = [
            Shot { firer: firer(Motion::Overwatch), range: 140 },
            Shot { firer: firer(Motion::Moving), range: 90 },
        ];
        for class in [Class::Vehicle, Class::Unarmoured, Class::Gun, Class::Infantry] {
            let target = Target { class, motion: Motion::Moving, armour: 1, ..Target::default() };
            let mut left = std::collections::BTreeMap::<&str, f64>::new();
            let mut open: Vec<(Vec<u8>, f64)> = vec![(Vec::new(), 1.0)];
            while let Some((faces, chance)) = open.pop() {
                let thrown = throw(tables, &shots, &target, None, &faces);
                if thrown.next.is_some() {
                    open.extend((1..=10).map(|face| ([&faces[..], &[face]].concat(), chance / 10.0)));
                } else {
                    assert_eq!(thrown.unread, 0);
                    *left.entry(thrown.state.word()).or_default() += chance;
                }
            }
            let odds = volley(tables, &shots, &target);
            for word in ["none", "stunned", "immobilised", "stunned-immobilised", "destroyed"] {
                let exact: f64 = odds.iter().filter(|(c, _)| c.word() == word).map(|(_, p)| p).sum();
                let found = left.get(word).copied().unwrap_or(0.0);
                assert!((exact - found).abs() < 1e-9, "{class:?} {word}: {exact} {found}");
            }
        }
    }
}
