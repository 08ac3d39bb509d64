//! The setup form of a battle.

use crate::game::journal::{ClockRule, Undo, WatchRule, player_name};
use crate::game::{Level, Manner, Seat, Temper};

use super::services::{HostSetup, ParameterCard, ScenarioCard, Setup, StartingPoint};

/// The levels that the form offers.
pub const LEVELS: [(Level, &str); 5] = [
    (Level::Random, "random: any legal choice"),
    (Level::Easy, "easy: judges roughly, sometimes errs"),
    (Level::Normal, "normal: weighs every choice"),
    (Level::Hard, "hard: also plays out what matters"),
    (Level::Expert, "expert: plays out more, and takes longer"),
];

/// The level that the form begins with, an index into [`LEVELS`].
const NORMAL: usize = 2;

/// The tempers that the form offers.
pub const TEMPERS: [(Temper, &str); 4] = [
    (Temper::Steady, "steady"),
    (Temper::Cautious, "cautious: saves its units"),
    (Temper::Bold, "bold: presses on and accepts losses"),
    (Temper::Surprise, "surprise me"),
];

/// The rules for spectators that the form offers.
const WATCH_RULES: [WatchRule; 5] =
    [WatchRule::Open, WatchRule::Delay(1), WatchRule::Delay(2), WatchRule::Delay(3), WatchRule::Closed];

/// The clocks that the form offers.
const CLOCKS: [Option<ClockRule>; 7] = [
    None,
    Some(ClockRule::Turn(300)),
    Some(ClockRule::Turn(900)),
    Some(ClockRule::Turn(3 * 86_400)),
    Some(ClockRule::Battle(1800)),
    Some(ClockRule::Battle(3600)),
    Some(ClockRule::Battle(2 * 3600)),
];

/// A line of the setup form.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// A setting: an index into the card's settings.
    Pick(usize),
    /// The player's side.
    Play,
    /// The level of the computer.
    Level,
    /// The temper of the computer.
    Temper,
    /// The roller of the dice: the program or the player.
    Dice,
    /// The undo rule.
    Undo,
    /// The only player who may join, which is typed.
    Guest,
    /// The password of the invitation, which is typed.
    Word,
    /// What spectators see.
    Watch,
    /// The clock.
    Clock,
    /// The seed, which is typed.
    Seed,
    /// The side that a balance provision helps.
    Balance,
    /// The optional rules, hidden or shown.
    Rules,
    /// Begins the game.
    Start,
}

/// The setup form.
#[derive(Clone, PartialEq, Debug)]
pub struct Form {
    /// The scenario.
    pub card: ScenarioCard,
    /// Index of the selected line.
    pub line: usize,
    /// The value chosen for each setting of the card.
    pub picks: Vec<usize>,
    /// The balance provision, an index into those of the card; none leaves the battle as written.
    pub balance: Option<usize>,
    /// Whether the optional rules are shown one by one.
    pub open: bool,
    /// 0 and 1: the player's side; 2: both; 3: neither; 4 and 5: the player's side against a player at
    /// another terminal.
    pub play: usize,
    /// The options of a battle with another terminal.
    pub host: HostSetup,
    /// Index into [`LEVELS`].
    pub level: usize,
    /// Index into [`TEMPERS`].
    pub temper: usize,
    /// Whether the player types the results of real dice.
    pub typed: bool,
    /// The undo rule, if the player has chosen one.
    pub undo: Option<Undo>,
    /// The seed, in digits.
    pub seed: String,
    /// Why the game did not start.
    pub error: Option<String>,
    /// The scenario in the editor that it came from, to which Esc returns.
    pub made: Option<StartingPoint>,
}

impl Form {
    /// The form for a scenario.
    pub fn new(card: ScenarioCard, seed: u64) -> Self {
        let picks: Vec<usize> = card.picks.iter().map(|pick| pick.first).collect();
        let seed = seed.to_string();
        Self {
            card,
            line: 0,
            picks,
            balance: None,
            open: false,
            play: 0,
            host: HostSetup::default(),
            level: NORMAL,
            temper: 0,
            typed: false,
            undo: None,
            seed,
            error: None,
            made: None,
        }
    }

    /// Gives the sides to these players.
    pub fn seat(&mut self, seats: [Seat; 2]) {
        self.play = match seats {
            [Seat::Human, Seat::Human] => 2,
            [Seat::Human, _] => 0,
            [_, Seat::Human] => 1,
            _ => 3,
        };
        let manner = seats.into_iter().find_map(|seat| match seat {
            Seat::Program(manner) => Some(manner),
            Seat::Human | Seat::Elsewhere => None,
        });
        let Some(Manner { level, temper, .. }) = manner else { return };
        self.level = LEVELS.iter().position(|(known, _)| *known == level).unwrap_or(self.level);
        self.temper = TEMPERS.iter().position(|(known, _)| *known == temper).unwrap_or(self.temper);
    }

    /// The same form with the player's own undo rule.
    #[must_use]
    pub fn with_undo(self, undo: Option<Undo>) -> Self {
        Self { undo, ..self }
    }

    /// The undo rule: the player's choice, or the default of these seats.
    fn undo(&self) -> Undo {
        self.undo.unwrap_or_else(|| Undo::usual(self.seats()))
    }

    fn side(&self, index: usize) -> &str {
        self.card.sides.get(index).map_or("?", |(_, name)| name)
    }

    /// The lines in order. A custom battle begins with its settings; the optional rules of a scenario come
    /// last, hidden at first.
    pub fn fields(&self) -> Vec<Field> {
        let usual: &[Field] = if self.is_shared() {
            &[
                Field::Play,
                Field::Guest,
                Field::Word,
                Field::Watch,
                Field::Clock,
                Field::Dice,
                Field::Undo,
                Field::Seed,
            ]
        } else {
            &[Field::Play, Field::Level, Field::Temper, Field::Dice, Field::Undo, Field::Seed]
        };
        let usual = usual.iter().copied().filter(|field| *field != Field::Temper || self.play != 2);
        let picks = (0..self.picks.len()).map(Field::Pick);
        if self.card.is_custom() {
            return picks.chain(usual).chain([Field::Start]).collect();
        }
        let rules = (!self.picks.is_empty()).then_some(Field::Rules);
        let picks = picks.filter(|_| self.open);
        let balance = (!self.card.balance.is_empty()).then_some(Field::Balance);
        usual.chain(balance).chain(rules).chain(picks).chain([Field::Start]).collect()
    }

    /// The selected line.
    pub fn field(&self) -> Field {
        self.fields().get(self.line).copied().unwrap_or(Field::Start)
    }

    /// Name and value of a line.
    pub fn written(&self, field: Field) -> (&str, String) {
        match field {
            Field::Pick(at) => {
                let ParameterCard { name, values, .. } = &self.card.picks[at];
                (name, values.get(self.picks[at]).cloned().unwrap_or_default())
            }
            Field::Play => {
                let play = match self.play {
                    0 | 1 => format!("{} against the computer", self.side(self.play)),
                    2 => "both sides, one keyboard".to_owned(),
                    4 | 5 => format!("{} against a player at another terminal", self.side(self.play - 4)),
                    _ => "neither: watch the computer play itself".to_owned(),
                };
                ("You play", play)
            }
            Field::Level if self.play == 2 => ("Opponent", "-".to_owned()),
            Field::Level => ("Opponent", LEVELS[self.level].1.to_owned()),
            Field::Temper => ("Temper", TEMPERS[self.temper].1.to_owned()),
            Field::Dice => (
                "Dice",
                if self.typed { "real dice: you type each result" } else { "rolled for you" }.to_owned(),
            ),
            Field::Undo => {
                let undo = match self.undo() {
                    Undo::Free => "allowed (undoing a roll is recorded)",
                    Undo::Strict => "strict: never past a roll or a revealed secret",
                };
                ("Undo", undo.to_owned())
            }
            Field::Guest if self.host.guest.is_empty() => ("Invite", "anyone".to_owned()),
            Field::Guest => ("Invite", self.host.guest.clone()),
            Field::Word if self.host.word.is_empty() => ("Password", "none".to_owned()),
            Field::Word => ("Password", self.host.word.clone()),
            Field::Watch => ("Spectators", self.host.watch.in_words()),
            Field::Clock => {
                ("Clock", self.host.clock.map_or_else(|| "none".to_owned(), |clock| clock.in_words()))
            }
            Field::Seed => ("Seed", self.seed.clone()),
            Field::Balance => {
                let name =
                    |key: &str| self.card.sides.iter().find(|(known, _)| known == key).map(|(_, name)| name);
                let told = self.favoured().map_or_else(
                    || "as in the scenario".to_owned(),
                    |(key, _)| {
                        name(key).map_or_else(|| key.clone(), |name| format!("in favour of the {name}"))
                    },
                );
                ("Balance", told)
            }
            Field::Rules => {
                let changed = self.card.picks.iter().zip(&self.picks).filter(|(pick, at)| pick.first != **at);
                let told = match changed.count() {
                    0 => format!("as in the scenario ({})", self.picks.len()),
                    changed => format!("{changed} of {} changed", self.picks.len()),
                };
                ("Optional rules", told)
            }
            Field::Start => ("", "Start the battle".to_owned()),
        }
    }

    /// Moves to another line.
    pub fn shift(&mut self, by: isize) {
        self.line = self.line.saturating_add_signed(by).min(self.fields().len() - 1);
    }

    /// Changes the value of the selected line.
    pub fn change(&mut self, forward: bool) {
        let turn = |value: usize, count: usize| (value + if forward { 1 } else { count - 1 }) % count;
        match self.field() {
            Field::Pick(at) => {
                let count = self.card.picks[at].values.len().max(1);
                self.picks[at] = turn(self.picks[at], count);
            }
            Field::Play => self.play = turn(self.play, 6),
            Field::Balance => {
                let at = turn(self.balance.map_or(0, |at| at + 1), self.card.balance.len() + 1);
                self.balance = at.checked_sub(1);
            }
            Field::Watch => {
                let at = WATCH_RULES.iter().position(|rule| *rule == self.host.watch).unwrap_or(0);
                self.host.watch = WATCH_RULES[turn(at, WATCH_RULES.len())];
            }
            Field::Clock => {
                let at = CLOCKS.iter().position(|clock| *clock == self.host.clock).unwrap_or(0);
                self.host.clock = CLOCKS[turn(at, CLOCKS.len())];
            }
            Field::Level => self.level = turn(self.level, LEVELS.len()),
            Field::Temper => self.temper = turn(self.temper, TEMPERS.len()),
            Field::Dice => self.typed = !self.typed,
            Field::Undo => {
                self.undo = Some(if self.undo() == Undo::Free { Undo::Strict } else { Undo::Free });
            }
            Field::Rules => self.open = !self.open,
            Field::Guest | Field::Word | Field::Seed | Field::Start => {}
        }
    }

    /// Adds a digit to the seed, or removes one (`None`).
    pub fn digit(&mut self, digit: Option<char>) {
        self.line = self.fields().iter().position(|&field| field == Field::Seed).unwrap_or(self.line);
        match digit {
            Some(c) if self.seed.len() < 18 => self.seed.push(c),
            Some(_) => {}
            None => {
                self.seed.pop();
            }
        }
    }

    /// Whether the battle is against a player at another terminal.
    pub fn is_shared(&self) -> bool {
        self.play >= 4
    }

    /// Types a letter into a line that is typed, or removes one (`None`); returns whether it went there.
    pub fn letter(&mut self, letter: Option<char>) -> bool {
        let text = match self.field() {
            Field::Guest => &mut self.host.guest,
            Field::Word => &mut self.host.word,
            _ => return false,
        };
        match letter {
            Some(c) if player_name(&format!("{text}{c}x")).is_some() => text.push(c),
            Some(_) => {}
            None => {
                text.pop();
            }
        }
        true
    }

    /// The options of a battle with another terminal.
    pub fn host_setup(&self) -> HostSetup {
        HostSetup { side: self.play.saturating_sub(4), ..self.host.clone() }
    }

    /// The seats.
    fn seats(&self) -> [Seat; 2] {
        let program =
            Seat::Program(Manner { temper: TEMPERS[self.temper].0, ..LEVELS[self.level].0.steady() });
        match self.play {
            0 => [Seat::Human, program],
            1 => [program, Seat::Human],
            2 | 4 | 5 => [Seat::Human, Seat::Human],
            _ => [program, program],
        }
    }

    /// The balance provision chosen: its key, and what it does.
    pub fn favoured(&self) -> Option<&(String, String)> {
        self.card.balance.get(self.balance?)
    }

    /// The game the form describes.
    pub fn setup(&self) -> Setup {
        Setup {
            ruleset: self.card.ruleset.clone(),
            name: self.card.name.clone(),
            picks: self.picks.clone(),
            favour: self.favoured().map(|(key, _)| key.clone()),
            seats: self.seats(),
            seed: self.seed.parse().unwrap_or(0),
            typed: self.typed,
            undo: self.undo,
        }
    }
}
