//! `standto statistics`: the battles that were played to their end, and the results against each level of the
//! computer.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::{CommandResult, fail, json, tell};
use crate::library::{Entry, Library, PlayerKind, Records};
use crate::registry::Ruleset;
use crate::tool::{Table, names};

/// List your finished battles, and your results against each level of the computer.
///
/// They are kept in record.jsonl in your folder, even if a save is deleted.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto statistics\n  standto statistics --json")]
pub struct Record {
    /// Only battles of this ruleset
    #[arg(value_name = "RULESET", add = names(|| Ruleset::ALL.map(Ruleset::id)))]
    ruleset: Option<String>,
    /// Print JSON: "battles" and "ladder"
    #[arg(long)]
    json: bool,
}

/// The player's results against one level of the computer.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
struct Rung {
    ruleset: String,
    level: PlayerKind,
    played: u32,
    won: u32,
    drawn: u32,
    lost: u32,
}

#[derive(Serialize)]
struct Statistics {
    battles: Vec<Entry>,
    ladder: Vec<Rung>,
}

impl Record {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        if let Some(id) = &self.ruleset
            && let Err(unknown) = id.parse::<Ruleset>()
        {
            return fail(unknown.to_string());
        }
        let Records { mut entries, faults } = front.statistics()?.all()?;
        faults.iter().for_each(|fault| tell(&format!("warning: {fault}")));
        entries.retain(|entry| self.ruleset.as_ref().is_none_or(|id| *id == entry.ruleset));
        let ladder = ladder(&entries);
        if self.json {
            return json(out, &Statistics { battles: entries, ladder });
        }
        if entries.is_empty() {
            writeln!(out, "No battle has been played to its end yet. Start one with \"standto play\".")?;
            return Ok(());
        }
        let mut table = Table::new(["began", "ruleset", "battle", "sides", "result"]);
        for entry in entries.iter().rev() {
            let sides: Vec<String> =
                entry.sides.iter().map(|(key, who)| format!("{key} ({})", word(*who))).collect();
            table.row([
                entry.began.trim_end_matches(" UTC").to_owned(),
                entry.ruleset.clone(),
                entry.title.clone(),
                sides.join(", "),
                result(entry),
            ]);
        }
        table.write(out)?;
        if ladder.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nYou against the computer")?;
        let mut table = Table::new(["ruleset", "level", "played", "won", "drawn", "lost"]);
        for rung in ladder {
            let count = |number: u32| number.to_string();
            table.row([
                rung.ruleset,
                word(rung.level).to_owned(),
                count(rung.played),
                count(rung.won),
                count(rung.drawn),
                count(rung.lost),
            ]);
        }
        table.write(out)?;
        Ok(())
    }
}

fn word(who: PlayerKind) -> &'static str {
    match who {
        PlayerKind::Human => "you",
        PlayerKind::Random => "random",
        PlayerKind::Easy => "easy",
        PlayerKind::Normal => "normal",
        PlayerKind::Hard => "hard",
        PlayerKind::Expert => "expert",
        PlayerKind::Several => "several",
    }
}

fn result(entry: &Entry) -> String {
    let end = match &entry.winner {
        Some(winner) => format!("won by {winner}"),
        None => "draw".to_owned(),
    };
    format!("{end}, turn {}", entry.turn)
}

/// Results of a player against one level of the computer, by ruleset and level; other battles do not count.
fn ladder(entries: &[Entry]) -> Vec<Rung> {
    let mut ladder: Vec<Rung> = Vec::new();
    for entry in entries {
        let [a, b] = &entry.sides;
        let (own, level) = match (a, b) {
            ((own, PlayerKind::Human), (_, level)) | ((_, level), (own, PlayerKind::Human)) => (own, *level),
            _ => continue,
        };
        if matches!(level, PlayerKind::Human | PlayerKind::Several) {
            continue;
        }
        let known = ladder.iter().position(|rung| rung.ruleset == entry.ruleset && rung.level == level);
        let at = known.unwrap_or_else(|| {
            let ruleset = entry.ruleset.clone();
            ladder.push(Rung { ruleset, level, played: 0, won: 0, drawn: 0, lost: 0 });
            ladder.len() - 1
        });
        let rung = &mut ladder[at];
        rung.played += 1;
        match &entry.winner {
            None => rung.drawn += 1,
            Some(winner) if winner == own => rung.won += 1,
            Some(_) => rung.lost += 1,
        }
    }
    ladder.sort_by(|a, b| (&a.ruleset, a.level).cmp(&(&b.ruleset, b.level)));
    ladder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_counts_games_per_player_and_level() {
        let battle = |sides: [PlayerKind; 2], winner: Option<&str>| Entry {
            save: "s".into(),
            began: String::new(),
            ruleset: "r".into(),
            title: "t".into(),
            sides: [("a".into(), sides[0]), ("b".into(), sides[1])],
            winner: winner.map(str::to_owned),
            turn: 1,
            why: String::new(),
        };
        let entries = [
            battle([PlayerKind::Human, PlayerKind::Normal], Some("a")),
            battle([PlayerKind::Normal, PlayerKind::Human], Some("a")),
            battle([PlayerKind::Human, PlayerKind::Normal], None),
            battle([PlayerKind::Human, PlayerKind::Easy], Some("b")),
            battle([PlayerKind::Human, PlayerKind::Human], Some("a")),
            battle([PlayerKind::Normal, PlayerKind::Easy], Some("a")),
            battle([PlayerKind::Human, PlayerKind::Several], Some("a")),
        ];
        let rung =
            |level, played, won, drawn, lost| Rung { ruleset: "r".into(), level, played, won, drawn, lost };
        assert_eq!(
            ladder(&entries),
            [rung(PlayerKind::Easy, 1, 0, 0, 1), rung(PlayerKind::Normal, 3, 1, 1, 1)]
        );
    }
}
