//! Gives the stands of a card their states, and lays its markers.

use super::table::{Line, Setting, cell, find};
use standto::game::Side;
use standto::rules::matg::fire::charts::Concentration;
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::state::battle::Role;
use standto::rules::matg::state::choice::Posture;
use standto::rules::matg::state::position::{Id, Impact, Place, Position};
use standto::rules::matg::works::mines::Mine;
use std::collections::BTreeMap;

/// Gives a stand the states that its line names.
pub(super) fn dress(position: &mut Position, line: &Line) -> Result<(), String> {
    let id = position
        .battle
        .find(line.tag)
        .ok_or_else(|| format!("{}: the stands of a side are numbered from 1 without a gap", line.tag))?;
    let aboard = matches!(position.forces.stand(id).place, Place::Aboard(_));
    let turn = position.now.number;
    for (n, word) in line.words.iter().enumerate().skip(1) {
        let stand = position.forces.stand_mut(id);
        match word.as_str() {
            "suppressed" => stand.suppressed = true,
            "disorganized" => stand.disorganized = true,
            "fired" => (stand.fired, stand.last_fired) = (true, turn),
            "attacked" => stand.attacked = true,
            "depleted" => stand.depleted = true,
            "opportunity" => stand.opportunity = true,
            "moved" => stand.moved = true,
            "tried" => stand.tried = true,
            "pinned" => stand.pinned = true,
            "dismounted" => {
                stand.dismounted = true;
                horses_beside(position, id)?;
            }
            "lost" => {
                position.forces.take_off(id, Place::Lost);
            }
            "HQ" => stand.role = Role::Hq,
            "low" => stand.lately.low = true,
            "in-doubt" => stand.lately.in_doubt = true,
            "fired-upon" => stand.lately.fired_upon = true,
            "recon" | "ski" | "mountain" | "dozer" | "culin" | "better-shells" | "heat" => {}
            "move" => stand.posture = Posture::Move,
            "fire-move" => stand.posture = Posture::FireMove,
            word if word.starts_with("GHQ") => {
                stand.role = Role::Ghq(word[3..].parse().map_err(|_| format!("{}: {word}?", line.tag))?);
            }
            word if word.starts_with("group:") => {
                stand.group = word[6..].parse().map_err(|_| format!("{}: {word}?", line.tag))?;
            }
            word if word.starts_with("smoke:") => {
                stand.smoke = word[6..].parse().map_err(|_| format!("{}: {word}?", line.tag))?;
            }
            word if word.starts_with("fired:") => {
                stand.last_fired = word[6..].parse().map_err(|_| format!("{}: {word}?", line.tag))?;
            }
            word if word.starts_with("also:") => {}
            word if word.starts_with("scored:") => {
                let target = find(position, &word[7..])?;
                let stand = position.forces.stand_mut(id);
                (stand.fired, stand.lately.scored) = (true, Some(target));
            }
            word if word.starts_with("overran:") => {
                let target = find(position, &word[8..])?;
                position.now.overruns.push((id, target));
            }
            word if n == 1 && (aboard || word.parse::<standto::board::Compass>().is_ok()) => {}
            other => return Err(format!("{}: what is \"{other}\"?", line.tag)),
        }
    }
    // A stand marked to move is in a group: its own if the card names none.
    let alone = 100 + id;
    let stand = position.forces.stand_mut(id);
    if stand.posture != Posture::Fire && stand.group == 0 {
        stand.group = alone;
    }
    Ok(())
}

/// The horses of dismounted cavalry stand on the square to the east, about to move.
fn horses_beside(position: &mut Position, rider: Id) -> Result<(), String> {
    let idle = |&id: &Id| position.forces.stand(id).place == Place::Reserve;
    let horses = position.battle.ids(position.battle.side(rider)).find(idle).ok_or("there are no horses")?;
    let cell = position.forces.cell(rider).ok_or("riders are on the board")?;
    position.forces.put(horses, cell.step(standto::board::Compass::E));
    let stand = position.forces.stand_mut(horses);
    (stand.posture, stand.group) = (Posture::Move, 99);
    Ok(())
}

/// The markers of a card.
pub(super) fn lay_markers(card: &Setting, position: &mut Position) -> Result<(), String> {
    for marker in &card.impacts {
        let words: Vec<&str> = marker.split_whitespace().collect();
        let (at, smoke, battery) = match words[..] {
            [at, "by", battery] => (at, false, battery),
            [at, "smoke", "by", battery] => (at, true, battery),
            _ => return Err(format!("\"{marker}\" is not a marker such as \"0505 by S1\"")),
        };
        let (at, battery) = (cell(at)?, find(position, battery)?);
        position.record.impacts.push(Impact {
            cell: at,
            battery,
            gun: 0,
            smoke,
            barrage: false,
            mission: 0,
            hot: false,
        });
        position.field.add_ground(at, if smoke { Terrain::Smoke } else { Terrain::ImpactZone });
    }
    for field in &card.mines {
        let words: Vec<&str> = field.split_whitespace().collect();
        let [at, "of", letter] = words[..] else {
            return Err(format!("\"{field}\" is not a minefield such as \"0505 of S\""));
        };
        let at = cell(at)?;
        let letters = position.battle.armies.each_ref().map(|army| char::from(army.letter).to_string());
        let owner = if letters[0] == letter { Side::A } else { Side::B };
        let kind = Some(Concentration::Standard);
        position.field.works.mines.push(Mine {
            cell: at,
            owner,
            number: 1,
            kind,
            revealed: false,
            hidden: false,
        });
        position.field.add_ground(at, Terrain::Minefield);
    }
    Ok(())
}

/// The distant headquarters: two enemies about to move and to assault, which keep the movement phase and the
/// close assaults open; or none at all.
pub(super) fn keepers(
    card: &Setting,
    position: &mut Position,
    lines: &[Line],
    letters: &[char],
) -> Result<(), String> {
    let mut count: BTreeMap<char, u8> = letters.iter().map(|&letter| (letter, 1)).collect();
    for line in lines {
        *count.entry(char::from(line.tag.letter)).or_default() += 1;
    }
    let mut ids = Vec::new();
    for (letter, number) in count {
        ids.push(find(position, &format!("{letter}{number}"))?);
    }
    let open = card.keep_open && !matches!(card.start.as_str(), "removal" | "turn");
    for &id in &ids {
        let stand = position.forces.stand_mut(id);
        stand.role = Role::None;
        if open {
            (stand.posture, stand.group, stand.attacked) = (Posture::Move, 255, true);
        } else {
            position.forces.take_off(id, Place::Lost);
        }
    }
    if open {
        // Only the side with the initiative assaults there; the other has no point left for it.
        let (first, other) =
            if position.now.initiative == Side::A { (ids[0], ids[1]) } else { (ids[1], ids[0]) };
        position.now.assaults = vec![(first, other)];
        position.forces.stand_mut(other).spent = 99;
    }
    Ok(())
}
