//! The claims that a card of any ruleset can make about its table.

use standto::game::{Preview, PreviewRoll, Reading, Sight};

use crate::card::Carded;
use crate::table::Table;

/// Checks a claim; the error is the difference.
pub fn check<R: Carded>(claim: &str, table: &Table<R>) -> Result<(), String> {
    let words: Vec<&str> = claim.split_whitespace().collect();
    let position = &table.position;
    match words[..] {
        ["offered:", ..] => offered(claim, table, true),
        ["not", "offered:", ..] => offered(claim, table, false),
        ["offers", "only:", ..] => offers_only(claim, table),
        ["refused:", ..] => refused(claim, table),
        ["preview", ..] => {
            let (asked, parts) = claim["preview".len()..].split_once(':').ok_or("preview of what?")?;
            let shown = position.preview(&Table::<R>::read(asked.trim())?);
            preview(claim, &shown.ok_or_else(|| format!("{claim}: no preview"))?, parts)
        }
        ["log:", ..] => {
            let text = claim["log:".len()..].trim();
            let found = table.log.iter().any(|event| event.text.contains(text));
            found.then_some(()).ok_or_else(|| {
                let lines: Vec<&str> = table.log.iter().map(|event| event.text.as_str()).collect();
                format!("{claim}: the log says\n      {}", lines.join("\n      "))
            })
        }
        ["decision:", kind] => equal(claim, table.asks(), kind),
        ["outcome:", ..] => {
            let outcome = position.outcome().map(|outcome| outcome.why).unwrap_or_default();
            let wanted = claim["outcome:".len()..].trim();
            outcome.contains(wanted).then_some(()).ok_or_else(|| format!("{claim}: {outcome}"))
        }
        ["clear", line] => sight(claim, table, line).and_then(|sight| match sight.why {
            None => Ok(()),
            Some(why) => Err(format!("{claim}: it is blocked, {why} ({})", sight.rule.unwrap_or(""))),
        }),
        ["blocked", line, "at", at, "by", rule] => {
            let sight = sight(claim, table, line)?;
            let found = match (sight.blocked_at, sight.rule) {
                (Some(at), Some(rule)) => format!("{at} by {rule}"),
                _ => "clear".to_owned(),
            };
            equal(claim, &found, &format!("{at} by {rule}"))
        }
        ["blocked", line, "by", rule] => {
            let sight = sight(claim, table, line)?;
            equal(claim, sight.rule.unwrap_or("clear"), rule)
        }
        ["range", line, far] => {
            let sight = sight(claim, table, line)?;
            equal(claim, &sight.range.to_string(), far)
        }
        _ => R::claim(table, claim)
            .unwrap_or_else(|| Err(format!("\"{claim}\" is not a claim that a card can make"))),
    }
}

/// The value found must be the value claimed.
pub fn equal(claim: &str, found: &str, wanted: &str) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{claim}: it is {found}")) }
}

fn after_colon(claim: &str) -> &str {
    claim.split_once(':').map_or(claim, |(_, text)| text).trim()
}

fn offered<R: Carded>(claim: &str, table: &Table<R>, wanted: bool) -> Result<(), String> {
    let choice = Table::<R>::read(after_colon(claim))?;
    // The reason why it is not offered is recorded too.
    drop(table.position.check(&choice));
    if table.position.choices().contains(&choice) == wanted {
        return Ok(());
    }
    Err(format!("{claim}: offered are {}", table.offers().join(", ")))
}

fn offers_only<R: Carded>(claim: &str, table: &Table<R>) -> Result<(), String> {
    let mut wanted: Vec<&str> = after_colon(claim).split(',').map(str::trim).collect();
    let mut found = table.offers();
    wanted.sort_unstable();
    found.sort_unstable();
    if wanted == found { Ok(()) } else { Err(format!("{claim}: offered are {}", found.join(", "))) }
}

fn refused<R: Carded>(claim: &str, table: &Table<R>) -> Result<(), String> {
    let (asked, rule) =
        claim.rsplit_once(" because ").ok_or_else(|| format!("{claim}: \"because\" which rule?"))?;
    match table.position.check(&Table::<R>::read(after_colon(asked))?) {
        Ok(()) => Err(format!("{claim}: it is offered")),
        Err(illegal) => equal(claim, illegal.rule, rule.trim()),
    }
}

fn sight<R: Carded>(claim: &str, table: &Table<R>, line: &str) -> Result<Sight, String> {
    let (from, to) = line.split_once('-').ok_or_else(|| format!("{claim}: from-to"))?;
    let side = table.position.decision().map_or(standto::game::Side::A, |decision| decision.side);
    let board = table.position.view(side).board;
    let cell = |name: &str| board.find(name).map_err(|bad| format!("{claim}: {bad}"));
    let sight = table.position.sight(cell(from)?, cell(to)?);
    if let Some(rule) = sight.rule {
        crate::cited::heard(rule);
    }
    Ok(sight)
}

/// The follow-up roll of the one claimed.
fn chart(roll: &PreviewRoll) -> Option<&(Reading, PreviewRoll)> {
    roll.opens.first()
}

/// "preview firer G1 0: needs 8; cohesion +4 suppressed; 2D6+1 on column +3; die +1 …"
fn preview(claim: &str, preview: &Preview, parts: &str) -> Result<(), String> {
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
            return Err(format!("\"{part}\" is not part of a preview"));
        }
    }
    Ok(())
}

/// Modifiers as a claim writes them.
pub fn lines(modifiers: &[standto::game::Modifier]) -> String {
    modifiers.iter().map(|m| format!("{:+} {}", m.value, m.label)).collect::<Vec<_>>().join(", ")
}
