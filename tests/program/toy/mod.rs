//! Outposts: a whole ruleset in an afternoon, the example of `docs/architecture.md`.
//!
//! Four squads a side on hexes, no more than two to a hex, and a hand of cards each.
//!
//! 1. Orders. Both sides decide in secret to attack or to rest. A side that rests draws a card.
//! 2. Attack. In turn, each attacking squad moves one hex or fires at an adjacent hex.
//! 3. Ambush. When a squad moves next to an enemy squad whose side holds cards, that side may play an ambush
//!    and fire first.
//! 4. Fire. The coloured die and the white one: 6 or less destroys the top squad of the stack, with +1 for a
//!    second squad in the firer's hex. Two sixes never hit.
//! 5. The end. After the last turn, or when one side has no squads left, the side with more squads wins.
//!
//! | the file | what is in it |
//! |---|---|
//! | `choice.rs` | the choices, written and read |
//! | `position.rs` | the position, with a method for each kind of decision |
//! | `shown.rs` | what a player sees |
//! | `scenario.rs` | the scenario format, and what else the ruleset brings |
//! | `tests.rs` | the laws, the secrets, a save, a battle on the screen |

mod choice;
mod position;
mod scenario;
mod shown;
mod tests;

use standto::board::Cell;
use standto::dice::{Ask, Dice};
use standto::game::{
    Aids, ChoiceView, Decision, Digest, Illegal, Log, Manner, Opponent, Outcome, Preview, Rules, Seen, Side,
    SideName, Sight, View, any_choice,
};

use choice::Choice;
use position::{Frame, GRID, Outposts};

const SIDES: [(&str, &str); 2] = [("north", "North"), ("south", "South")];

impl Rules for Outposts {
    type Choice = Choice;

    const VERSION: u32 = 1;

    fn sides(&self) -> [SideName; 2] {
        SIDES.map(|(key, name)| SideName { key: key.into(), name: name.into() })
    }

    fn decision(&self) -> Option<Decision> {
        self.frame().map(Frame::decision)
    }

    fn choices(&self) -> Vec<Choice> {
        self.offered()
    }

    fn check(&self, choice: &Choice) -> Result<(), Illegal> {
        let rule = self.decision().map_or("5", |decision| decision.rule);
        let why = || Illegal::new(rule, format!("\"{choice}\" is not possible now."));
        self.offered().contains(choice).then_some(()).ok_or_else(why)
    }

    fn apply(&mut self, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        self.play(*choice, dice, log)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended()
    }

    fn seen_by(&self, side: Side, dice: &mut Dice) -> Self {
        self.as_seen(side, dice)
    }

    fn view(&self, side: Side) -> View {
        self.shown_to(side)
    }

    fn describe(&self, choice: &Choice) -> ChoiceView {
        self.in_words(*choice)
    }

    fn preview(&self, choice: &Choice) -> Option<Preview> {
        self.foreseen(*choice)
    }

    fn sight(&self, from: Cell, to: Cell) -> Sight {
        let range = GRID.range(from, to);
        Sight { visible: true, range, blocked_at: None, rule: None, why: None, path: vec![from, to] }
    }

    fn caution(&self, _: &Choice) -> Option<String> {
        None
    }

    fn aids(&self) -> Aids<'_> {
        Aids::NONE
    }

    fn losses(&self) -> [u32; 2] {
        Side::BOTH
            .map(|side| self.squads.iter().filter(|squad| squad.side == side && squad.lost).count() as u32)
    }

    fn turn(&self) -> u32 {
        self.turn.into()
    }

    fn digest(&self, digest: &mut Digest) {
        self.written_down(digest);
    }
}

impl Opponent for Outposts {
    type Intent = ();

    /// Fires where it can, otherwise does anything but idle.
    fn think(seen: &Seen<Self>, _: Manner, dice: &mut Dice) -> Choice {
        let choices = seen.choices();
        let shot = |choice: &&Choice| matches!(choice, Choice::Fire(..) | Choice::Ambush);
        choices.iter().find(shot).copied().unwrap_or_else(|| any_choice(&**seen, dice))
    }
}
