//! The table on which a card of any ruleset is played: choices in notation, dice that must all be used, and
//! claims. Each ruleset adds its own - pieces, states, set-up - in its own folder.

use standto::dice::Dice;
use standto::game::{Event, Log, Rules};

use crate::cited;

/// A position that is played on with given dice.
#[derive(Clone)]
pub struct Table<R: Rules> {
    pub position: R,
    /// The log lines of the last choice.
    pub told: Vec<Event>,
    /// The log lines of all choices.
    pub log: Vec<Event>,
}

impl<R: Rules> Table<R> {
    /// A table with this position on it.
    pub fn of(position: R) -> Self {
        cited::watch();
        Self { position, told: Vec::new(), log: Vec::new() }
    }

    /// A choice from its notation.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(text: &str) -> Result<R::Choice, String> {
        text.parse().map_err(|error| format!("{error}"))
    }

    /// The choices as text.
    pub fn offers(&self) -> Vec<String> {
        self.position.choices().iter().map(ToString::to_string).collect()
    }

    /// Whether a choice is offered.
    pub fn offered(&self, choice: &str) -> bool {
        self.offers().iter().any(|offer| offer == choice)
    }

    /// The first choice that begins with a verb.
    #[track_caller]
    pub fn first(&self, verb: &str) -> String {
        let offers = self.offers();
        let found = offers.iter().find(|offer| offer.starts_with(verb));
        found.unwrap_or_else(|| panic!("no \"{verb}\" in {offers:?}")).clone()
    }

    /// The kind of the open decision; "over" after the last.
    pub fn asks(&self) -> &'static str {
        self.position.decision().map_or("over", |decision| decision.kind)
    }

    /// Makes a choice; dice may be left over.
    ///
    /// # Errors
    /// The refusal, or the roll that is missing.
    pub fn make(&mut self, text: &str, dice: &mut Dice) -> Result<(), String> {
        let choice = Self::read(text)?;
        let asked = self.position.decision();
        if let Err(why) = self.position.check(&choice) {
            let some: Vec<String> = self.offers().into_iter().take(40).collect();
            return Err(format!("\"{text}\" is refused: {why}; offered are {}", some.join(", ")));
        }
        if let Some(asked) = asked {
            cited::heard(asked.rule);
        }
        drop(self.position.preview(&choice));
        let mut log = Log::on();
        let made = self.position.apply(&choice, dice, &mut log);
        self.told = log.events();
        self.log.extend(self.told.iter().cloned());
        made.map_err(|ask| {
            let told: Vec<&str> = self.told.iter().map(|event| event.text.as_str()).collect();
            format!("after \"{text}\" the game asks for {ask}; so far: {}", told.join(" / "))
        })
    }

    /// Makes a choice with exactly these faces.
    #[track_caller]
    pub fn play(&mut self, choice: &str, faces: &[u8]) {
        let mut dice = Dice::taped(faces);
        self.make(choice, &mut dice).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(dice.unread(), 0, "\"{choice}\" leaves dice unread: {:?}", self.texts());
    }

    /// Makes choices separated by semicolons that roll no dice.
    #[track_caller]
    pub fn go(&mut self, choices: &str) {
        for choice in choices.split(';') {
            self.play(choice.trim(), &[]);
        }
    }

    /// Makes a choice as often as it is offered, and returns how often that was.
    #[track_caller]
    pub fn as_far_as_it_goes(&mut self, choice: &str) -> usize {
        let mut times = 0;
        while self.offered(choice) {
            self.play(choice, &[]);
            times += 1;
        }
        times
    }

    /// Why a choice is refused: "sentence (rule)".
    #[track_caller]
    pub fn refused(&self, choice: &str) -> String {
        let read = Self::read(choice).unwrap_or_else(|why| panic!("{why}"));
        match self.position.check(&read) {
            Ok(()) => panic!("\"{choice}\" is not refused"),
            Err(illegal) => illegal.to_string(),
        }
    }

    /// The log lines of the last choice.
    pub fn texts(&self) -> Vec<&str> {
        self.told.iter().map(|event| event.text.as_str()).collect()
    }
}
