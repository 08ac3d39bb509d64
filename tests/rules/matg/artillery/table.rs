//! A small table for the artillery cards: scenarios in a few lines, choices with their dice.

use std::sync::Arc;

use standto::dice::Dice;
use standto::game::{Event, Log, Rules, Side};
use standto::rules::matg::artillery::missions::Mission;
use standto::rules::matg::state::position::Id;
use standto::rules::matg::{Choice, Position, scenario};

/// A card's scenario; the rest is an empty field of 30 by 40 inches.
pub struct Setup<'a> {
    pub kind: &'a str,
    pub date: &'a str,
    pub turns: u8,
    pub nation: &'a str,
    pub cohesion: u8,
    /// Lines of the first side: extra keys, then missions.
    pub side: &'a str,
    /// Its formations and stands besides the GHQ A1.
    pub stands: &'a str,
    /// The German stands in the north besides their GHQ B1.
    pub enemy: &'a str,
    /// Optional rules in play, as a scenario lists them.
    pub options: &'a str,
    /// Map rows of woods, counted from the top.
    pub woods: &'a [u8],
}

impl Default for Setup<'_> {
    fn default() -> Self {
        Self {
            kind: "prepared-position",
            date: "1944-08",
            turns: 20,
            nation: "united-states",
            cohesion: 15,
            side: "",
            stands: "",
            enemy: "",
            options: "",
            woods: &[],
        }
    }
}

impl Setup<'_> {
    pub fn text(&self) -> String {
        crate::cited::watch();
        let row = |n: u8| if self.woods.contains(&n) { "w" } else { "." }.repeat(30);
        let map: Vec<String> = (1..=40).rev().map(row).collect();
        // Cards that do not test the limit have plenty of observers.
        let bought = if self.side.contains("bought-observers") { "" } else { "bought-observers = 9\n" };
        format!(
            "format = 1\nruleset = \"matg\"\ntitle = \"Card\"\nturns = {}\ndate = \"{}\"\nkind = \"{}\"\n\
             options = [{}]\nsighting = 60\n[victory]\ndestroy-percent = 100\n[map]\nwidth = 30\nheight = 40\n\
             terrain = '''\n{}\n'''\n[map.legend]\nw = \"woods\"\n\
             [[side]]\nkey = \"us\"\nname = \"We\"\nletter = \"A\"\nnation = \"{}\"\ncohesion = {}\n\
             edge = \"S\"\ndepth = 40\n{bought}{}\n[[side.formation]]\nname = \"Command\"\n\
             [[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"GHQ\"\nat = \"0101\"\n{}\n\
             [[side]]\nkey = \"them\"\nname = \"They\"\nletter = \"B\"\nnation = \"germany\"\ncohesion = 14\n\
             edge = \"N\"\ndepth = 40\n[[side.formation]]\nname = \"Command\"\n\
             [[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"GHQ\"\nat = \"3040\"\n{}\n",
            self.turns,
            self.date,
            self.kind,
            self.options,
            map.join("\n"),
            self.nation,
            self.cohesion,
            self.side,
            self.stands,
            self.enemy
        )
    }

    /// The faults that the reader reports.
    pub fn faults(&self) -> String {
        scenario::read("card.toml", &self.text()).err().map(|error| error.to_string()).unwrap_or_default()
    }

    /// The table before any decision.
    pub fn start(&self) -> Table {
        let (battle, _) = scenario::read("card.toml", &self.text()).unwrap_or_else(|error| panic!("{error}"));
        Table { p: Position::new(Arc::new(battle)), dice: Dice::seeded(7, 0) }
    }

    pub fn table(&self) -> Table {
        let mut table = self.start();
        table.skip("ready");
        table.skip("ready");
        table
    }
}

/// A formation of stands, each with type and keys.
pub fn formation(name: &str, stands: &[(&str, &str)]) -> String {
    let mut text = format!("[[side.formation]]\nname = \"{name}\"\n");
    for (kind, keys) in stands {
        text += &format!("[[side.formation.stand]]\ntype = {kind:?}\n{keys}\n");
    }
    text
}

pub struct Table {
    pub p: Position,
    dice: Dice,
}

impl Table {
    pub fn id(&self, tag: &str) -> Id {
        self.p.battle.find(tag.parse().unwrap()).unwrap_or_else(|| panic!("no stand {tag}"))
    }

    fn skip(&mut self, choice: &str) {
        let choice: Choice = choice.parse().unwrap();
        self.p.check(&choice).unwrap_or_else(|why| panic!("{choice}: {why}"));
        self.p.apply(&choice, &mut self.dice, &mut Log::off()).unwrap();
        self.dice.forget();
    }

    /// Skips decisions until one of this kind, side and turn.
    pub fn to(&mut self, turn: u32, kind: &str, side: Side) {
        for _ in 0..10_000 {
            let decision = self.p.decision().unwrap_or_else(|| panic!("over before {kind} in turn {turn}"));
            if (decision.kind, decision.side) == (kind, side) && self.p.turn() == turn {
                return;
            }
            assert!(self.p.turn() <= turn, "turn {turn} passed without {kind}");
            self.quiet();
        }
        panic!("{kind} in turn {turn} never came");
    }

    /// Makes the most passive choice.
    pub fn quiet(&mut self) {
        let choices = self.p.choices();
        let quiet = ["pass", "done", "hold", "let-pass", "halt"];
        let quiet = quiet.iter().find_map(|verb| choices.iter().find(|choice| choice.verb() == *verb));
        let choice = quiet.unwrap_or(&choices[0]).to_string();
        self.skip(&choice);
    }

    /// Makes choices, the last one with these dice; returns the log events of the last.
    pub fn play(&mut self, choices: &[&str], faces: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        for (n, text) in choices.iter().enumerate() {
            let choice: Choice = text.parse().unwrap_or_else(|why| panic!("{why}"));
            self.p.check(&choice).unwrap_or_else(|why| panic!("{text}: {why}; {}", self.verbs()));
            let mut log = Log::on();
            let mut dice = Dice::taped(if n + 1 == choices.len() { faces } else { &[] });
            let before = self.p.clone();
            if let Some(asked) = before.decision() {
                crate::cited::heard(asked.rule);
            }
            self.p
                .apply(&choice, &mut dice, &mut log)
                .unwrap_or_else(|asks| panic!("{text} with {faces:?}: {asks}"));
            assert_eq!(dice.unread(), 0, "{text} leaves dice of {faces:?}: {:?}", before.decision());
            events = log.events();
        }
        events
    }

    pub fn offers(&self, choice: &str) -> bool {
        let choice: Choice = choice.parse().unwrap();
        assert_eq!(self.p.check(&choice).is_ok(), self.p.choices().contains(&choice));
        self.p.check(&choice).is_ok()
    }

    /// The first choices, for messages.
    fn verbs(&self) -> String {
        let choices = self.p.choices();
        choices.iter().take(12).map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    /// The refusal as "sentence (rule)".
    pub fn refusal(&self, choice: &str) -> String {
        self.p.check(&choice.parse().unwrap()).expect_err("refused").to_string()
    }

    /// The number needed for each roll of a preview.
    pub fn needs(&self, choice: &str) -> Vec<(String, i16)> {
        let preview = self.p.preview(&choice.parse().unwrap()).expect("a preview");
        preview.rolls.iter().map(|roll| (roll.test.purpose.to_string(), roll.test.need())).collect()
    }

    /// The squares of impact and smoke markers, in the order they were placed.
    pub fn impacts(&self) -> Vec<String> {
        self.p.record.impacts.iter().map(|impact| impact.cell.to_string()).collect()
    }

    pub fn missions(&self, side: Side) -> Vec<Mission> {
        self.p.record.missions_of(side).cloned().collect()
    }
}

/// The texts of events.
pub fn texts(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.text.as_str()).collect()
}
