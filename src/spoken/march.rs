//! Marches: a place to go to instead of one step after another.

use std::io;

use crate::board::Cell;
use crate::game::view::PieceId;
use crate::game::{Act, Leg, Seat, Side, View};

use super::{Next, Spoken, roster};

/// The unit and the place of a march: the acting unit, or one that is named first.
fn asked(view: &View, side: Side, words: &str) -> Result<(PieceId, Cell), String> {
    let named = words.split_once(char::is_whitespace).and_then(|(first, rest)| {
        let mut own = view.pieces.iter().filter(|piece| piece.side == side && piece.cell.is_some());
        let piece = own.find(|piece| piece.tag.eq_ignore_ascii_case(first))?;
        Some((piece.id, rest.trim()))
    });
    let acting = view.active.map(|piece| (piece, words));
    let (unit, place) = named.or(acting).ok_or("Name the unit first: march UNIT PLACE.")?;
    Ok((unit, roster::place(view, place)?))
}

/// The choices of a march now: it stops before the first step into known danger, unless that is the next one.
fn plays(leg: &Leg) -> (Vec<&String>, Option<&str>) {
    let before = leg.danger.as_ref().map(|(at, who)| (at.saturating_sub(1), who.as_str()));
    let begin = Some(&leg.begin).filter(|begin| !begin.is_empty());
    match before.filter(|(steps, _)| *steps > 0) {
        Some((steps, who)) => (begin.into_iter().chain(leg.plays.iter().take(steps)).collect(), Some(who)),
        None => (begin.into_iter().chain(&leg.plays).collect(), None),
    }
}

/// Why a unit cannot march to a place.
fn no_way(view: &View, unit: PieceId, goal: Cell) -> String {
    let place = view.board.name(goal);
    let mut others = view.pieces.iter().filter(|piece| piece.id != unit && piece.cell == Some(goal));
    match others.next() {
        Some(other) => format!("{} is at {place}. Name a place beside it.", other.tag),
        None => format!("There is no way to {place} for that unit now."),
    }
}

impl Spoken<'_> {
    /// Marches toward a place, as far as this turn allows and until anything happens on the way.
    pub(super) fn march(&mut self, words: &str) -> io::Result<Next> {
        let view = self.view();
        let (unit, goal) = match asked(&view, self.viewer, words) {
            Ok(asked) => asked,
            Err(why) => {
                self.say(&why)?;
                return Ok(Next::Refused);
            }
        };
        let routes = self.session.aids().routes(&[unit]);
        let plan = routes.map(|routes| routes.plan(goal)).unwrap_or_default();
        let Some(leg) = plan.legs.first() else {
            let asked = self.session.choices().iter().any(|choice| choice.act == Act::Hold);
            self.say(&if asked {
                "Answer the open question first.".to_owned()
            } else {
                no_way(&view, unit, goal)
            })?;
            return Ok(Next::Refused);
        };
        let there =
            leg.way.get(leg.stop).map_or(String::new(), |cell| format!("to {}", view.board.name(*cell)));
        let turns = match leg.turns {
            0 => String::new(),
            1 => ", arriving next turn".to_owned(),
            turns => format!(", arriving in {turns} turns"),
        };
        self.say(&format!("March {there}: {}{turns}.", leg.cost))?;
        self.lines(plan.remarks.iter().map(|remark| format!("{remark}.")))?;
        let (plays, danger) = plays(leg);
        if !self.goes(unit, &plays)? {
            return Ok(Next::Prompt);
        }
        if let Some(who) = danger {
            self.say(&format!("The next step comes within reach of {who}. March again to go on."))?;
        }
        Ok(Next::Prompt)
    }

    /// Makes these choices of a unit as long as each is offered; returns whether all were made. A unit that has nothing left
    /// may end its move by itself: what ends a move would then end the phase.
    fn goes(&mut self, unit: PieceId, plays: &[&String]) -> io::Result<bool> {
        for (number, play) in plays.iter().enumerate() {
            if number > 0 && self.view().active != Some(unit) {
                return Ok(false);
            }
            let own = self
                .session
                .decision()
                .is_some_and(|open| open.side == self.viewer && self.session.seat(open.side) == Seat::Human);
            let choices = self.session.choices();
            let offered = choices.iter().any(|choice| choice.notation == **play);
            let asked = choices.iter().any(|choice| choice.act == Act::Hold);
            if !own || asked || !offered || self.session.awaiting().is_some() {
                return Ok(false);
            }
            if let Err(refused) = self.session.play(play) {
                self.say(&refused.to_string())?;
                return Ok(false);
            }
            self.results()?;
            let heard = self.heard();
            if !self.computer()? || self.heard() > heard {
                // The enemy has fired, or the battle is over.
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The number of events that the player may know of.
    fn heard(&self) -> usize {
        self.session.log().iter().filter(|line| line.event.is_for(self.viewer)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_march_stops_before_danger_and_goes_on_when_asked_again() {
        let leg = |danger: Option<usize>| Leg {
            begin: "move G1".into(),
            plays: ["step N", "step N", "step E", "halt"].map(String::from).to_vec(),
            danger: danger.map(|at| (at, "S2".to_owned())),
            ..Leg::default()
        };
        let made = |danger| {
            let leg = leg(danger);
            let (made, who) = plays(&leg);
            (made.len(), who.map(str::to_owned))
        };
        assert_eq!(made(None), (5, None));
        assert_eq!(made(Some(3)), (3, Some("S2".to_owned())), "the begin and two steps");
        assert_eq!(made(Some(1)), (5, None), "the next step was told before");
    }
}
