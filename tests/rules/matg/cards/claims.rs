//! What a card claims of a position.

use standto::board::Cell;
use standto::game::{Event, PreviewRoll, Reading, Rules, Test};
use standto::rules::matg::ground::terrain::{POINT, Terrain};
use standto::rules::matg::state::battle::Role;
use standto::rules::matg::state::choice::{Choice, Posture};
use standto::rules::matg::state::position::{Place, Position};
use standto::rules::matg::turn::sequence::Frame;

use super::table::{cell, find};

/// Holds a claim to a position and the log; the error is the difference.
pub fn check(claim: &str, position: &Position, told: &[Event]) -> Result<(), String> {
    let words: Vec<&str> = claim.split_whitespace().collect();
    match words[..] {
        ["offered:", ..] => offered(claim, position, true),
        ["not", "offered:", ..] => offered(claim, position, false),
        ["offers", "only:", ..] => offers_only(claim, position),
        ["refused:", ..] => refused(claim, position),
        ["preview", ..] => preview(claim, position),
        ["log:", ..] => {
            let text = claim["log:".len()..].trim();
            let found = told.iter().any(|event| event.text.contains(text));
            found.then_some(()).ok_or_else(|| {
                let lines: Vec<&str> = told.iter().map(|event| event.text.as_str()).collect();
                format!("{claim}: the log says\n      {}", lines.join("\n      "))
            })
        }
        ["decision:", kind] => {
            let asked = position.decision().map_or("none", |decision| decision.kind);
            equal(claim, asked, kind)
        }
        ["decides:", letter] => {
            let side = position.decision().map(|decision| position.battle.army(decision.side).letter);
            equal(claim, &side.map_or("nobody".to_owned(), |l| char::from(l).to_string()), letter)
        }
        ["orders", letter, count] => {
            let army =
                position.battle.armies.iter().position(|army| char::from(army.letter).to_string() == letter);
            let index = army.ok_or_else(|| format!("{claim}: no side {letter}"))?;
            equal(claim, &position.orders[index].iter().sum::<u8>().to_string(), count)
        }
        ["ground", at, ..] if at.ends_with(':') => {
            let at = at.trim_end_matches(':');
            let wanted = claim.split_once(": ").map_or("", |(_, wanted)| wanted);
            equal(claim, &position.ground_at(cell(at)?).to_string(), wanted)
        }
        ["clear", line] => sight(claim, position, line).and_then(|sight| match sight.why {
            None => Ok(()),
            Some(why) => Err(format!("{claim}: it is blocked, {why} ({})", sight.rule.unwrap_or(""))),
        }),
        ["blocked", line, "at", at, "by", rule] => {
            let sight = sight(claim, position, line)?;
            let found = match (sight.blocked_at, sight.rule) {
                (Some(at), Some(rule)) => format!("{at} by {rule}"),
                _ => "clear".to_owned(),
            };
            equal(claim, &found, &format!("{at} by {rule}"))
        }
        ["blocked", line, "by", rule] => {
            let sight = sight(claim, position, line)?;
            equal(claim, sight.rule.unwrap_or("clear"), rule)
        }
        ["range", line, inches] => {
            let sight = sight(claim, position, line)?;
            equal(claim, &sight.range.to_string(), inches)
        }
        ["costs", at, direction, points] => {
            let (tag, at) = at.split_once('/').ok_or_else(|| format!("{claim}: stand/square"))?;
            let direction = direction.parse().map_err(|bad| format!("{bad}"))?;
            let inch = position.inch(find(position, tag)?, cell(at)?, direction, false);
            equal(claim, &inch.map_or("no".to_owned(), |inch| in_points(inch.cost)), points)
        }
        ["outcome:", ..] => {
            let outcome = position.outcome().map(|outcome| outcome.why).unwrap_or_default();
            let wanted = claim["outcome:".len()..].trim();
            outcome.contains(wanted).then_some(()).ok_or_else(|| format!("{claim}: {outcome}"))
        }
        [tag, ref rest @ ..] if find(position, tag).is_ok() => stand(claim, position, tag, rest),
        _ => Err(format!("\"{claim}\" is no claim that a card can make")),
    }
}

fn equal(claim: &str, found: &str, wanted: &str) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{claim}: it is {found}")) }
}

fn in_points(quarters: i16) -> String {
    format!("{}", f64::from(quarters) / f64::from(POINT))
}

fn choice_in(claim: &str) -> Result<Choice, String> {
    let text = claim.split_once(':').map_or(claim, |(_, text)| text).trim();
    text.parse().map_err(|error| format!("{error}"))
}

fn listed(position: &Position) -> String {
    position.choices().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn offered(claim: &str, position: &Position, wanted: bool) -> Result<(), String> {
    let choice = choice_in(claim)?;
    if position.choices().contains(&choice) == wanted {
        return Ok(());
    }
    Err(format!("{claim}: offered are {}", listed(position)))
}

fn offers_only(claim: &str, position: &Position) -> Result<(), String> {
    let wanted = claim.split_once(':').map_or("", |(_, list)| list);
    let mut wanted: Vec<&str> = wanted.split(',').map(str::trim).collect();
    let mut found: Vec<String> = position.choices().iter().map(ToString::to_string).collect();
    wanted.sort_unstable();
    found.sort_unstable();
    if wanted == found { Ok(()) } else { Err(format!("{claim}: offered are {}", found.join(", "))) }
}

fn refused(claim: &str, position: &Position) -> Result<(), String> {
    let (asked, rule) =
        claim.rsplit_once(" because ").ok_or_else(|| format!("{claim}: \"because\" which rule?"))?;
    match position.check(&choice_in(asked)?) {
        Ok(()) => Err(format!("{claim}: it is offered")),
        Err(illegal) => equal(claim, illegal.rule, rule.trim()),
    }
}

fn sight(claim: &str, position: &Position, line: &str) -> Result<standto::game::Sight, String> {
    let (from, to) = line.split_once('-').ok_or_else(|| format!("{claim}: from-to"))?;
    let (from, to): (Cell, Cell) = (cell(from)?, cell(to)?);
    Ok(position.sight(from, to))
}

/// The roll that the claimed one opens.
fn chart(roll: &PreviewRoll) -> Option<&(Reading, PreviewRoll)> {
    roll.opens.first()
}

/// "preview firer G1 0: needs 8; fire +4 suppressed, +3 fire/move posture; 2D6+1 on column +3; die +1 …"
fn preview(claim: &str, position: &Position) -> Result<(), String> {
    let (asked, parts) = claim["preview".len()..].split_once(':').ok_or("preview of what?")?;
    let choice: Choice = asked.trim().parse().map_err(|error| format!("{error}"))?;
    let preview = position.preview(&choice).ok_or_else(|| format!("{claim}: no preview"))?;
    let mut roll = preview.rolls.last().ok_or_else(|| format!("{claim}: no roll"))?;
    for part in parts.split(';').map(str::trim) {
        if let Some(tag) = part.strip_prefix("of ") {
            let named = preview.rolls.iter().find(|roll| roll.who.split(' ').next() == Some(tag));
            roll = named.ok_or_else(|| format!("{claim}: no roll of {tag}"))?;
        } else if let Some(need) = part.strip_prefix("needs ") {
            equal(part, &roll.test.need().to_string(), need)?;
        } else if part == "unmodified" {
            equal(part, &lines(&roll.test.modifiers), "")?;
        } else if let Some(modifiers) = part.strip_prefix("cohesion ") {
            equal(part, &lines(&roll.test.modifiers), modifiers)?;
        } else if part.contains("on column") {
            equal(
                part,
                &chart(roll).map_or("no chart".into(), |(on, next)| next.opened_in_words(*on)),
                part,
            )?;
        } else if part == "die unmodified" {
            equal(part, &lines(chart(roll).map_or(&[], |(_, next)| &next.test.modifiers)), "")?;
        } else if let Some(modifiers) = part.strip_prefix("die ") {
            equal(part, &lines(chart(roll).map_or(&[], |(_, next)| &next.test.modifiers)), modifiers)?;
        } else if let Some(chance) = part.strip_prefix("chance ") {
            equal(part, &format!("{:.0}%", roll.chance() * 100.0), chance)?;
        } else {
            return Err(format!("\"{part}\" is nothing a preview shows"));
        }
    }
    Ok(())
}

fn lines(modifiers: &[standto::game::Modifier]) -> String {
    modifiers.iter().map(|m| format!("{:+} {}", m.value, m.label)).collect::<Vec<_>>().join(", ")
}

fn profile(claim: &str, profile: &Test, need: &str) -> Result<(), String> {
    let found = format!("{} ({})", profile.need(), lines(&profile.modifiers));
    if profile.need().to_string() == need { Ok(()) } else { Err(format!("{claim}: {found}")) }
}

fn stand(claim: &str, position: &Position, tag: &str, rest: &[&str]) -> Result<(), String> {
    let id = find(position, tag)?;
    let stand = position.stand(id);
    let (wanted, words) = match rest {
        ["not", rest @ ..] => (false, rest),
        rest => (true, rest),
    };
    let place = match stand.place {
        Place::Board(at) => at.to_string(),
        Place::Aboard(carrier) => format!("aboard {}", position.tag(carrier)),
        Place::OffMap | Place::Reserve => "off the map".to_owned(),
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
        ["recovers", "at", need] => return profile(claim, &position.recovery_profile(id), need),
        ["defends", "with", value, "against", at] => {
            let occasion = standto::rules::matg::fire::combat::Occasion::Standard;
            let found = position.defence_against(id, cell(at)?, occasion);
            return equal(claim, &found.to_string(), value);
        }
        ["shelled", "by", battery, "defends", "with", value] => {
            let attack = position.shell_attack(find(position, battery)?, 0, id, false);
            return equal(claim, &attack.defence.to_string(), value);
        }
        ["has", points, "left"] => {
            let left = position.stack.iter().rev().find_map(|frame| match frame {
                Frame::Moving(mover) if mover.stand == id => Some(in_points(mover.left)),
                _ => None,
            });
            return equal(claim, left.as_deref().unwrap_or("not under way"), points);
        }
        ["has", rounds, "smoke"] => return equal(claim, &stand.smoke.to_string(), rounds),
        ["in", terrain] => {
            let terrain = Terrain::named(terrain).ok_or_else(|| format!("{claim}: no such terrain"))?;
            position.cell(id).is_some_and(|at| position.ground_at(at).has(terrain))
        }
        _ => return Err(format!("\"{claim}\" is no claim that a card can make")),
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
