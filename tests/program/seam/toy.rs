//! A small, transparent ruleset: the sides alternate, roll two dice and take stones from a pile, and the side
//! that takes the last stone wins. Each has a secret number the other must not see.

use std::fmt;
use std::str::FromStr;

use standto::board::Cell;
use standto::dice::{Ask, Dice};
use standto::game::view::{Act, SideView};
use standto::game::{
    Aids, ChoiceView, Decision, Digest, Event, Illegal, Log, Manner, NotationError, Opponent, Outcome,
    Preview, Rules, Seen, Side, SideName, Sight, Tone, View,
};

pub const KEYS: [&str; 2] = ["north", "south"];

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stones {
    pub pile: u8,
    side: Side,
    /// The most that may be taken; `None` before the roll.
    most: Option<u8>,
    pub secret: [u8; 2],
    moves: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    Throw,
    Take(u8),
    /// Passes for ever, only in games set up for it.
    Wait,
}

impl Stones {
    pub fn new(pile: u8) -> Self {
        Self { pile, side: Side::A, most: None, secret: [11, 22], moves: 0 }
    }

    /// A pile that no side can take from: the game never ends.
    pub fn endless() -> Self {
        Self::new(u8::MAX)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Throw => write!(f, "throw"),
            Self::Take(n) => write!(f, "take {n}"),
            Self::Wait => write!(f, "wait"),
        }
    }
}

impl FromStr for Choice {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let take = || text.strip_prefix("take ")?.parse().ok().map(Self::Take);
        match text {
            "throw" => Ok(Self::Throw),
            "wait" => Ok(Self::Wait),
            _ => take().ok_or(NotationError { text: text.into(), expected: "throw, or take and a number" }),
        }
    }
}

impl Rules for Stones {
    type Choice = Choice;

    const VERSION: u32 = 1;

    fn sides(&self) -> [SideName; 2] {
        KEYS.map(|key| SideName { key: key.into(), name: key.to_uppercase() })
    }

    fn decision(&self) -> Option<Decision> {
        let prompt = if self.most.is_none() { "Throw the dice." } else { "Take stones." };
        (self.pile > 0).then_some(Decision::new(self.side, "stones", prompt, "1"))
    }

    fn choices(&self) -> Vec<Choice> {
        match self.most {
            _ if self.pile == 0 => Vec::new(),
            _ if self.pile == u8::MAX => vec![Choice::Wait],
            None => vec![Choice::Throw],
            Some(most) => (1..=most.min(self.pile)).map(Choice::Take).collect(),
        }
    }

    fn check(&self, choice: &Choice) -> Result<(), Illegal> {
        // Reveals the position's knowledge of the enemy: the game must query the side's own view instead.
        let enemy = self.secret[self.side.other().index()];
        let why = || Illegal::new("1", format!("You cannot {choice} now, be it against {enemy}."));
        self.choices().contains(choice).then_some(()).ok_or_else(why)
    }

    fn apply(&mut self, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        self.moves += 1;
        match choice {
            Choice::Throw => {
                let (a, b) = dice.two_d6(|| "to take stones".into())?;
                self.most = Some(1 + (a + b) / 5);
                log.add(|| Event::new(Tone::Plain, self.side, format!("throws {a} and {b}"), "1"));
            }
            Choice::Take(n) => {
                self.pile -= n;
                log.add(|| Event::new(Tone::Loss, self.side, format!("takes {n}"), "2"));
                self.most = None;
                if self.pile > 0 {
                    self.side = self.side.other();
                }
            }
            Choice::Wait => {}
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.pile == 0).then(|| Outcome { winner: Some(self.side), why: "the last stone – taken".into() })
    }

    fn seen_by(&self, side: Side, dice: &mut Dice) -> Self {
        let mut seen = self.clone();
        seen.secret[side.other().index()] = 100 + dice.below(99) as u8;
        seen
    }

    fn view(&self, side: Side) -> View {
        let sides = Side::BOTH.map(|s| SideView {
            name: KEYS[s.index()].to_uppercase(),
            key: KEYS[s.index()].into(),
            ..SideView::default()
        });
        View {
            title: "Stones".into(),
            turn: self.turn(),
            turns: 99,
            phases: vec!["play"],
            sides,
            notes: vec![format!("secret {}", self.secret[side.index()])],
            ..View::default()
        }
    }

    fn describe(&self, choice: &Choice) -> ChoiceView {
        ChoiceView::new(choice.to_string(), choice.to_string(), "do", Act::Other)
    }

    fn preview(&self, choice: &Choice) -> Option<Preview> {
        (*choice == Choice::Throw).then(Preview::default)
    }

    fn sight(&self, _: Cell, _: Cell) -> Sight {
        Sight { visible: true, range: 0, blocked_at: None, rule: None, why: None, path: Vec::new() }
    }

    fn caution(&self, _: &Choice) -> Option<String> {
        None
    }

    fn aids(&self) -> Aids<'_> {
        Aids::NONE
    }

    fn losses(&self) -> [u32; 2] {
        [0, self.moves]
    }

    fn turn(&self) -> u32 {
        1 + self.moves / 4
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.pile);
        digest.text(KEYS[self.side.index()]);
        digest.maybe(self.most, |digest, most| digest.int(most));
        digest.each(self.secret, |digest, secret| digest.int(secret));
        digest.int(self.moves);
    }
}

impl Opponent for Stones {
    type Intent = ();

    fn think(seen: &Seen<Self>, _: Manner, _: &mut Dice) -> Choice {
        match seen.secret {
            // Its choice shows its knowledge: an opponent that saw the secrets would act on them.
            [11, 22] => panic!("the computer looked into the enemy's hand"),
            _ => seen.choices().pop().expect("a decision has choices"),
        }
    }
}
