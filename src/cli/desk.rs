//! The front desk as the screen sees it.

use std::path::Path;

use crate::book::{Forge, Pick};
use crate::front::{FORGED, Front, Listed, NewGame, SaveEntry, date_and_time};
use crate::game::Session;
use crate::game::journal::DiceKind;
use crate::game::replay::Onwards;
use crate::ledger::{Rule, State};
use crate::reading;
use crate::registry::Ruleset;
use crate::tui::{Frontdesk, NoWay, PickCard, SaveCard, ScenarioCard, Setup};

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
        let card = |Listed { ruleset, name, scenario }| {
            let heading =
                scenario.ok().and_then(|scenario| reading::heading(&scenario.text)).unwrap_or_default();
            ScenarioCard {
                ruleset: ruleset.id().into(),
                book: ruleset.title().into(),
                title: heading.title.unwrap_or_else(|| name.clone()),
                name,
                picks: ruleset.switches().iter().map(pick_card).collect(),
                teaches: heading.teaches,
                ..ScenarioCard::default()
            }
        };
        let listed: Vec<ScenarioCard> = self.front.scenarios().into_iter().map(card).collect();
        Ruleset::ALL
            .into_iter()
            .flat_map(|ruleset| {
                let own = listed.iter().filter(move |card| card.ruleset == ruleset.id()).cloned();
                own.chain(ruleset.forge().map(|forge| to_order(ruleset, forge)))
            })
            .collect()
    }

    fn read(&self, card: &ScenarioCard) -> ScenarioCard {
        let card = ScenarioCard { read: true, ..card.clone() };
        let scenario = self.front.scenario(&format!("{}/{}", card.ruleset, card.name));
        match scenario.and_then(|scenario| scenario.open()) {
            Ok((opening, odd)) => {
                let view = opening.view();
                let odd = odd.iter().map(|fault| format!("Odd, in line {}: {}.", fault.line, fault.sentence));
                ScenarioCard {
                    title: view.title,
                    summary: paragraphs(&view.briefing).into_iter().chain(odd).collect(),
                    sides: view.sides.into_iter().map(|side| (side.key, side.name)).collect(),
                    turns: view.turns,
                    teaches: view.teaches,
                    ..card
                }
            }
            Err(error) => {
                ScenarioCard { summary: vec![format!("This scenario cannot be played: {error}")], ..card }
            }
        }
    }

    fn saves(&self) -> Vec<SaveCard> {
        let mut saves = match self.front.saves() {
            Ok(saves) => saves,
            Err(error) => {
                let (title, summary) = ("The saved games".into(), format!("cannot be read: {error}"));
                return vec![SaveCard { id: String::new(), title, summary }];
            }
        };
        // Enter on the title goes on with a game: what cannot be read stands last.
        saves.sort_by_key(|save| save.summary.is_err());
        saves.into_iter().map(card).collect()
    }

    fn start(&mut self, setup: &Setup) -> anyhow::Result<Box<dyn Session>> {
        let scenario = match setup.ruleset.parse::<Ruleset>() {
            Ok(ruleset) if setup.name == FORGED && ruleset.forge().is_some() => {
                self.front.forge(ruleset, &setup.picks, setup.seed)?
            }
            ruleset => {
                let mut scenario = self.front.scenario(&format!("{}/{}", setup.ruleset, setup.name))?;
                if ruleset.is_ok() {
                    scenario.switch(&setup.picks);
                }
                scenario
            }
        };
        let dice = if setup.typed { DiceKind::Typed } else { DiceKind::Seeded };
        let game = NewGame { seats: setup.seats, seed: setup.seed, dice, undo: setup.undo };
        Ok(self.front.start(&scenario, &game)?)
    }

    fn keep_scenario(&mut self, ruleset: &str, stem: &str, text: &str) -> anyhow::Result<String> {
        let ruleset: Ruleset = ruleset.parse()?;
        let path = self.front.keep_scenario(ruleset, stem, text)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(format!("{}/{name}", ruleset.id()))
    }

    fn ended(&mut self, save: &Path) {
        // What cannot be written now is found among the saves the next time.
        if let Err(error) = self.front.put_on_record(save) {
            self.remarks.push(format!("the battle is not on the record yet: {error}"));
        }
    }

    fn resume(&mut self, save: &SaveCard, onwards: Onwards) -> Result<Box<dyn Session>, NoWay> {
        let path = Path::new(&save.id);
        let (session, remarks) = self
            .front
            .resume_with(path, onwards)
            .map_err(|error| NoWay { ways: error.ways_on(), why: error.to_string() })?;
        self.remarks
            .extend(remarks.into_iter().map(|remark| format!("{}: {remark}", crate::plain::path(path))));
        Ok(session)
    }

    fn rule(&self, ruleset: &str, number: &str) -> Option<(String, String)> {
        let ledger = ruleset.parse::<Ruleset>().ok()?.ledger();
        let rule = ledger.rule(number)?;
        let rulings = ledger.rulings().iter().filter(|ruling| rule.rulings.contains(&ruling.id));
        let mut text = rule.summary.clone();
        for ruling in rulings {
            text += &format!("\n\n{} ({}): {}", ruling.title, ruling.id, ruling.text);
        }
        text += &standing(rule);
        Some((format!("{} {}", rule.number, rule.title), text))
    }

    fn catalog_search(&self, ruleset: &str, text: &str) -> Vec<Vec<String>> {
        let Ok(ruleset) = ruleset.parse::<Ruleset>() else { return Vec::new() };
        let own = self.front.own_tables_of(ruleset, None, None).unwrap_or_default();
        ruleset.look_up(&own, text)
    }

    fn keys(&self, ruleset: &str) -> (String, String) {
        let text = ruleset.parse().map_or("", |known: Ruleset| known.keys());
        (format!("the program's own {ruleset}/keys.toml"), text.to_owned())
    }

    fn own_keys(&self, ruleset: &str) -> anyhow::Result<Option<(String, String)>> {
        let Ok(home) = self.front.home() else { return Ok(None) };
        let own = home.user_config(&format!("{ruleset}/keys.toml"))?;
        Ok(own.map(|(path, text)| (crate::plain::path(&path), text)))
    }
}

/// What is picked, as the screen shows it.
fn pick_card(pick: &Pick) -> PickCard {
    let values = pick.values.iter().map(|value| (*value).to_owned()).collect();
    PickCard { name: pick.name.to_owned(), values, first: pick.first }
}

/// The card of battles made to order.
fn to_order(ruleset: Ruleset, forge: Forge) -> ScenarioCard {
    ScenarioCard {
        ruleset: ruleset.id().into(),
        book: ruleset.title().into(),
        name: FORGED.into(),
        title: forge.title.into(),
        summary: vec![forge.summary.into()],
        sides: forge.sides.map(|(key, name)| (key.to_owned(), name.to_owned())).to_vec(),
        turns: forge.turns,
        teaches: false,
        fresh: forge.fresh,
        picks: forge.picks.iter().map(pick_card).collect(),
        read: true,
    }
}

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
    let (written, name) = (date_and_time(save.modified), save.name());
    match save.summary {
        Ok(summary) => {
            let end = summary.outcome.map_or_else(String::new, |outcome| format!(", {outcome}"));
            let summary_line = format!("turn {}, play {}, {written}{end}", summary.turn, summary.plays);
            SaveCard { id, title: summary.title, summary: summary_line }
        }
        Err(error) => SaveCard {
            id,
            title: format!("{name}, which cannot be read"),
            summary: format!("cannot be read: {error}"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::catalogs;
    use crate::store::Home;

    #[test]
    fn the_screen_finds_what_it_needs() {
        for ruleset in Ruleset::ALL {
            let folder = tempfile::tempdir().unwrap();
            let mut desk = Desk::new(Front::at(Home::at(folder.path())));
            let cards = desk.scenarios();
            let listed = cards.iter().find(|card| card.ruleset == ruleset.id()).unwrap();
            let card = desk.read(listed);
            assert_eq!((&listed.title, listed.teaches), (&card.title, card.teaches));
            assert!(card.read && !listed.read && listed.summary.is_empty());
            assert_eq!((card.name.as_str(), card.book.as_str()), (ruleset.scenarios()[0].0, ruleset.title()));
            assert!(card.turns > 0 && card.sides.len() == 2 && !card.sides[1].0.is_empty(), "{card:?}");
            assert!(!card.summary.is_empty() && desk.saves().is_empty());
            let setup = Setup {
                ruleset: card.ruleset.clone(),
                name: card.name.clone(),
                picks: Vec::new(),
                seats: [crate::game::Seat::Human; 2],
                seed: 4,
                typed: false,
                undo: None,
            };
            let game = desk.start(&setup).unwrap();
            assert_eq!(game.ruleset(), ruleset.id());
            let saves = desk.saves();
            assert_eq!(Path::new(&saves[0].id), game.save_path().unwrap());
            assert!(saves[0].summary.starts_with("turn 1, play 0, 20"), "{}", saves[0].summary);
            let in_use = desk.resume(&saves[0], Onwards::Checked).err().unwrap();
            assert!(in_use.why.contains("being played elsewhere") && in_use.ways.is_empty(), "{in_use:?}");
            drop(game);
            assert_eq!(desk.resume(&saves[0], Onwards::Checked).unwrap().plays(), 0);
            let number = &ruleset.ledger().rules()[0].number;
            assert!(desk.rule(ruleset.id(), number).unwrap().0.starts_with(&format!("{number} ")));
            assert!(desk.rule(ruleset.id(), "999").is_none());
            assert_eq!(
                desk.catalog_search(ruleset.id(), "").len() > 2,
                catalogs().iter().any(|(id, _)| *id == ruleset.id())
            );
        }
        let desk = Desk::new(Front::at(Home::at("")));
        assert!(desk.rule("chess", "1").is_none() && desk.catalog_search("chess", "").is_empty());
    }

    /// What is made to order is offered, begins, and is kept with its text: the seed makes all of it.
    #[test]
    fn battles_made_to_order_begin_from_the_title() {
        let folder = tempfile::tempdir().unwrap();
        let mut desk = Desk::new(Front::at(Home::at(folder.path())));
        let cards: Vec<ScenarioCard> =
            desk.scenarios().into_iter().filter(|card| card.name == FORGED).collect();
        assert!(!cards.is_empty());
        let mut refused: Vec<String> = Vec::new();
        for card in cards {
            let setup = Setup {
                ruleset: card.ruleset.clone(),
                name: card.name.clone(),
                picks: card.picks.iter().map(|pick| pick.first).collect(),
                seats: [crate::game::Seat::Human; 2],
                seed: 4,
                typed: false,
                undo: None,
            };
            let titles: Vec<String> = (0..2)
                .map(|_| {
                    let game = desk.start(&setup).unwrap();
                    let text = std::fs::read_to_string(game.save_path().unwrap()).unwrap();
                    text[text.find("[scenario-text]").unwrap()..].to_owned()
                })
                .collect();
            assert_eq!(titles[0], titles[1]);
            let saves = desk.saves();
            assert_eq!(desk.resume(&saves[0], Onwards::Checked).unwrap().plays(), 0);
            let first = Setup { picks: vec![0; card.picks.len()], ..setup };
            refused.extend(desk.start(&first).err().map(|why| why.to_string()));
        }
        assert_eq!(
            refused,
            ["this battle cannot be made: United States has no tanks in the catalog for 1939"]
        );
    }

    #[test]
    fn what_cannot_be_read_stands_last_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let mut desk = Desk::new(Front::at(Home::at(folder.path())));
        let card = desk.scenarios().remove(0);
        let setup = Setup {
            ruleset: card.ruleset,
            name: card.name,
            seats: [crate::game::Seat::Human; 2],
            seed: 4,
            typed: false,
            undo: None,
            picks: Vec::new(),
        };
        let path = desk.start(&setup).unwrap().save_path().unwrap().to_path_buf();
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
        for (name, text) in [("empty", ""), ("other", "title = 1\n")] {
            let broken = path.with_file_name(format!("{name}.toml"));
            std::fs::write(&broken, text).unwrap();
            std::fs::File::options().write(true).open(broken).unwrap().set_modified(later).unwrap();
        }
        let saves = desk.saves();
        assert_eq!((Path::new(&saves[0].id), saves.len()), (&*path, 3));
        assert!(saves[1..].iter().all(|save| save.summary.starts_with("cannot be read: ")), "{saves:?}");
        assert_eq!(saves[1].title, "other, which cannot be read");
    }

    #[test]
    fn a_scenario_of_one_ruleset_does_not_hide_that_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let (first, name) = (Ruleset::ALL[0], Ruleset::ALL[0].scenarios()[0].0);
        // A ruleset's folder that this program does not know, and a file of the same name elsewhere.
        let elsewhere = folder.path().join("scenarios").join("chess");
        std::fs::create_dir_all(&elsewhere).unwrap();
        std::fs::write(elsewhere.join(format!("{name}.toml")), "format = 1\nruleset = \"chess\"\n").unwrap();
        let front = Front::at(Home::at(folder.path()));
        for asked in [name.to_owned(), format!("{first}/{name}")] {
            let scenario = front.scenario(&asked).unwrap();
            assert_eq!((scenario.ruleset, scenario.path.is_none()), (first, true), "{asked}");
        }
        for (at, &other) in Ruleset::ALL.iter().enumerate().skip(1) {
            let own = folder.path().join("scenarios").join(other.id());
            std::fs::create_dir_all(&own).unwrap();
            std::fs::write(own.join(format!("{name}.toml")), other.scenarios()[0].1).unwrap();
            assert_eq!(front.scenario(name).unwrap().ruleset, first, "{at}");
            let theirs = front.scenario(&format!("{other}/{name}")).unwrap();
            assert_eq!((theirs.ruleset, theirs.path.is_some()), (other, true));
        }
    }
}
