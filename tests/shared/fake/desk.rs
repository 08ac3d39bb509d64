//! Services with a few battles and one saved game, all of which open the fake game.

use standto::game::Session;
use standto::game::replay::ReplayMode;
use standto::tui::{CannotResume, ParameterCard, SaveCard, ScenarioCard, Services, Setup};

use super::{Fake, Stage};

#[derive(Default)]
pub struct Desk {
    pub started: Vec<Setup>,
    pub fails: bool,
    /// Whether two of the rulesets have custom battles.
    pub makes: bool,
    /// The ways to resume the saved game, if it does not replay.
    pub ways: Vec<ReplayMode>,
    /// The ways in which it was resumed, one after another.
    pub resumed: Vec<ReplayMode>,
}

impl Services for Desk {
    fn scenarios(&self) -> Vec<ScenarioCard> {
        let values = ["as the battle says", "on", "off"].map(String::from).to_vec();
        let rule = |name: &str| ParameterCard {
            name: name.into(),
            values: values.clone(),
            first: 0,
            about: String::new(),
        };
        let card = |ruleset: &str, name: &str, title: &str, summary: &str| ScenarioCard {
            teaches: false,
            ruleset: ruleset.into(),
            book: match ruleset {
                "matg" => "Micro Armour: The Game",
                "aslsk" => "ASL Starter Kit #2",
                _ => "Panzertruppe",
            }
            .into(),
            name: name.into(),
            title: title.into(),
            summary: vec![summary.into()],
            sides: vec![("germans".into(), "Germans".into()), ("soviets".into(), "Soviets".into())],
            balance: if name == "prokhorovka" {
                vec![("soviets".into(), "the Germans break at ten losses.".into())]
            } else {
                Vec::new()
            },
            turns: 12,
            picks: if name == "prokhorovka" { vec![rule("Wind"), rule("Mud")] } else { Vec::new() },
            fresh: false,
            size: 0,
            read: true,
        };
        let made = ["matg", "panzertruppe"].map(|ruleset| ScenarioCard {
            fresh: true,
            ..card(ruleset, "quick", "A custom battle", "Each seed gives a different battle.")
        });
        let made = made.into_iter().filter(|_| self.makes);
        let cards = vec![
            card(
                "matg",
                "first-contact",
                "First contact",
                "Two reinforced companies meet at a crossroads in open country. The best battle to learn with: no artillery, no buildings, twelve stands a side.",
            ),
            card(
                "matg",
                "prokhorovka",
                "Prokhorovka: the railway line",
                "12 July 1943. A German company holds the railway line against a brigade of T-34s. Long ranges, few woods, and too many targets.",
            ),
            card(
                "aslsk",
                "retaking-vierville",
                "Retaking Vierville",
                "Paratroopers hold a village in Normandy against a German counter-attack at dawn.",
            ),
            card(
                "panzertruppe",
                "hill-112",
                "Hill 112",
                "A troop of Churchills against dug-in anti-tank guns.",
            ),
        ];
        cards.into_iter().chain(made).collect()
    }
    fn read(&self, card: &ScenarioCard) -> ScenarioCard {
        card.clone()
    }

    fn saves(&self) -> Vec<SaveCard> {
        vec![SaveCard {
            id: "p".into(),
            title: "Prokhorovka: the railway line".into(),
            summary: "Turn 3 of 12, play 42, saved 20 November 21:40".into(),
            finished: false,
        }]
    }
    fn start(&mut self, setup: &Setup) -> anyhow::Result<Box<dyn Session>> {
        self.started.push(setup.clone());
        if self.fails {
            anyhow::bail!("scenarios/matg/first-contact.toml, line 12: expected a number of turns");
        }
        Ok(Box::new(Fake { plays: 0, ..Fake::new(Stage::Posture) }))
    }
    fn resume(&mut self, _: &SaveCard, mode: ReplayMode) -> Result<Box<dyn Session>, CannotResume> {
        self.resumed.push(mode);
        if mode == ReplayMode::Checked && !self.ways.is_empty() {
            let why = "saves/p.toml: play 30: the seal does not match".to_owned();
            return Err(CannotResume { why, ways: self.ways.clone(), elsewhere: false });
        }
        Ok(Box::new(Fake::new(Stage::Targets)))
    }
    fn keys(&self, _: &str) -> (String, String) {
        let text = include_str!("../../../config/matg/keys.toml");
        ("keys".into(), text.into())
    }
    fn own_keys(&self, _: &str) -> anyhow::Result<Option<(String, String)>> {
        Ok(None)
    }
    fn rule(&self, _: &str, number: &str) -> Option<(String, String)> {
        Some((
            format!("{number} Results of fire"),
            "A stand that is hit is suppressed, disrupted or destroyed.\nThe chart says which.".into(),
        ))
    }
    fn catalog_search(&self, _ruleset: &str, text: &str) -> Vec<Vec<String>> {
        let rows = [
            ["Name", "Nation", "AP"],
            ["T-34/76 Model 1942", "Soviet Union", "+5"],
            ["PzKpfw IV Ausf. F2", "Germany", "+6"],
        ];
        rows.iter()
            .enumerate()
            .filter(|(n, r)| *n == 0 || r[0].to_lowercase().contains(&text.to_lowercase()))
            .map(|(_, r)| r.map(String::from).to_vec())
            .collect()
    }
}
