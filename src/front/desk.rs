//! The front desk as the screen sees it.

use std::path::Path;

use anyhow::anyhow;

use super::{Front, NewGame, date_and_time, weapons};
use crate::game::Session;
use crate::game::journal::DiceKind;
use crate::ledger::{Rule, State, ledger};
use crate::store::SaveEntry;
use crate::tui::{Frontdesk, SaveCard, ScenarioCard, Setup};

/// Serves the screen, and keeps what the player should hear once the screen is left.
#[derive(Debug)]
pub struct Desk {
    front: Front,
    remarks: Vec<String>,
}

impl Desk {
    /// A desk over the scenarios and saves of a front desk.
    pub fn new(front: Front) -> Self {
        Self { front, remarks: Vec::new() }
    }

    /// What there was to say about the games taken up.
    pub fn into_remarks(self) -> Vec<String> {
        self.remarks
    }
}

impl Frontdesk for Desk {
    fn scenarios(&self) -> Vec<ScenarioCard> {
        let card = |(name, scenario): (String, Result<super::Scenario, super::FrontError>)| {
            let failed = |why: String| ScenarioCard {
                ruleset: super::RULESETS[0].into(),
                book: super::book(super::RULESETS[0]).into(),
                title: name.clone(),
                name: name.clone(),
                summary: vec![format!("This scenario cannot be played: {why}")],
                ..ScenarioCard::default()
            };
            let scenario = match scenario {
                Ok(scenario) => scenario,
                Err(error) => return failed(error.to_string()),
            };
            let view = match scenario.open() {
                Ok((opening, _)) => opening.view(),
                Err(error) => return failed(error.to_string()),
            };
            ScenarioCard {
                ruleset: scenario.ruleset.into(),
                book: super::book(scenario.ruleset).into(),
                name: scenario.name,
                title: view.title,
                summary: paragraphs(&view.briefing),
                sides: view.sides.into_iter().map(|side| (side.key, side.name)).collect(),
                turns: view.turns,
            }
        };
        self.front.scenarios().into_iter().map(card).collect()
    }

    fn saves(&self) -> Vec<SaveCard> {
        let saves = self.front.home().ok().and_then(|home| home.list_saves().ok());
        saves.unwrap_or_default().into_iter().map(card).collect()
    }

    fn start(&mut self, setup: &Setup) -> anyhow::Result<Box<dyn Session>> {
        let scenario = self.front.scenario(&setup.name)?;
        let dice = if setup.typed { DiceKind::Typed } else { DiceKind::Seeded };
        let game = NewGame { seats: setup.seats, seed: setup.seed, dice };
        Ok(self.front.start(&scenario, &game)?)
    }

    fn resume(&mut self, save: &SaveCard) -> anyhow::Result<Box<dyn Session>> {
        let path = Path::new(&save.id);
        let (session, remarks) = self.front.resume(path).map_err(|error| anyhow!(error))?;
        self.remarks.extend(remarks.into_iter().map(|remark| format!("{}: {remark}", path.display())));
        Ok(session)
    }

    fn keys(&self, ruleset: &str) -> Vec<(String, String)> {
        let own = match ruleset {
            "matg" => include_str!("../../config/matg/keys.toml"),
            _ => return Vec::new(),
        };
        vec![(format!("the program's own {ruleset}/keys.toml"), own.to_owned())]
    }

    fn rule(&self, ruleset: &str, number: &str) -> Option<(String, String)> {
        let ledger = ledger(ruleset);
        let rule = ledger.rule(number)?;
        let rulings = ledger.rulings().iter().filter(|ruling| rule.rulings.contains(&ruling.id));
        let mut text = rule.summary.clone();
        for ruling in rulings {
            text += &format!("\n\n{} ({}): {}", ruling.title, ruling.id, ruling.text);
        }
        text += &standing(rule);
        Some((format!("{} {}", rule.number, rule.title), text))
    }

    fn catalog_search(&self, text: &str) -> Vec<Vec<String>> {
        let headings = weapons::HEADINGS.map(str::to_owned).to_vec();
        let rows = std::iter::once(headings).chain(weapons::search(text).flat_map(weapons::rows));
        rows.map(|row| CATALOG.iter().map(|&column| row[column].clone()).collect()).collect()
    }
}

/// The columns of the weapons data that the screen shows, the telling ones first, so that a narrow screen
/// loses the others.
const CATALOG: [usize; 14] = [1, 4, 5, 6, 7, 8, 9, 10, 0, 3, 13, 11, 12, 14];

/// A word about rules that are not built.
fn standing(rule: &Rule) -> String {
    match rule.state {
        State::Done => String::new(),
        State::Option | State::Out => format!("\n\nNot part of this game: {}", rule.reason),
    }
}

/// The lines of a briefing, joined where no empty line divides them.
fn paragraphs(lines: &[String]) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut open = false;
    for line in lines {
        match (line.trim(), paragraphs.last_mut().filter(|_| open)) {
            ("", _) => open = false,
            (words, Some(paragraph)) => *paragraph += &format!(" {words}"),
            (words, None) => {
                paragraphs.push(words.to_owned());
                open = true;
            }
        }
    }
    paragraphs
}

fn card(save: SaveEntry) -> SaveCard {
    let id = save.path.to_string_lossy().into_owned();
    let written = date_and_time(save.modified);
    match save.summary {
        Ok(summary) => {
            let end = summary.outcome.map_or_else(String::new, |outcome| format!(", {outcome}"));
            let summary_line = format!("turn {}, play {}, {written}{end}", summary.turn, summary.plays);
            SaveCard { id, title: summary.title, summary: summary_line }
        }
        Err(error) => {
            let title = save.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            SaveCard { id, title, summary: format!("cannot be read: {error}") }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Home;

    #[test]
    fn the_screen_finds_what_it_needs() {
        let folder = tempfile::tempdir().unwrap();
        let mut desk = Desk::new(Front::at(Home::at(folder.path())));
        let cards = desk.scenarios();
        let card = cards.iter().find(|card| card.name == "introductory").unwrap();
        assert_eq!((card.turns, card.sides[1].0.as_str()), (10, "soviets"));
        assert!(card.summary.len() > 2 && desk.saves().is_empty());
        let setup = Setup {
            ruleset: "matg".into(),
            name: card.name.clone(),
            seats: [crate::game::Seat::Human; 2],
            seed: 4,
            typed: false,
        };
        let game = desk.start(&setup).unwrap();
        let saves = desk.saves();
        assert_eq!(Path::new(&saves[0].id), game.save_path().unwrap());
        assert!(saves[0].summary.starts_with("turn 1, play 0, 20"), "{}", saves[0].summary);
        assert!(desk.resume(&saves[0]).err().unwrap().to_string().contains("being played elsewhere"));
        drop(game);
        assert_eq!(desk.resume(&saves[0]).unwrap().plays(), 0);
        assert!(desk.rule("matg", "7.1.6").unwrap().0.starts_with("7.1.6 "));
        assert!(desk.rule("matg", "99").is_none());
        assert!(desk.catalog_search("tiger").len() > 2);
    }
}
