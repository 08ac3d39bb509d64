//! The report of events since the player's last decision: one line per action, to be read and stepped
//! through.

use std::collections::HashMap;

use crate::board::Cell;
use crate::game::{LogLine, Tone};

use super::game::Game;

/// The result of one action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    /// The result in a line.
    pub text: String,
    /// Its most serious tone.
    pub tone: Tone,
    /// The cells involved: the acting piece first, then its object.
    pub cells: Vec<Cell>,
}

/// How serious a tone is.
fn weight(tone: Tone) -> u8 {
    match tone {
        Tone::Loss => 3,
        Tone::Success => 2,
        Tone::Failure => 1,
        Tone::Phase | Tone::Plain => 0,
    }
}

/// The tag of the piece that caused a loss: the first word of its log line, if that ends in a digit.
fn doer(loss: &LogLine, did: Option<&&LogLine>) -> Option<String> {
    let event = &did?.event;
    let word = event.text.split(' ').next()?;
    let number = word.len() <= 5 && word.ends_with(|c: char| c.is_ascii_digit());
    (number && event.side != loss.event.side).then(|| word.to_owned())
}

/// One line for each action that did something: its losses, or the result of its last roll, or what was done.
/// Lines about the sequence of play are left out.
pub fn acts<'a>(lines: impl IntoIterator<Item = &'a LogLine>) -> Vec<Act> {
    let mut acts: Vec<(u32, Act)> = Vec::new();
    // The last success of each action: the cause of a loss.
    let mut lines_by: HashMap<u32, &LogLine> = HashMap::new();
    for line in lines {
        if line.event.tone == Tone::Success {
            lines_by.insert(line.play, line);
        }
        let event = &line.event;
        if event.tone == Tone::Phase {
            continue;
        }
        let fresh = || Act { text: event.text.clone(), tone: event.tone, cells: event.cells.clone() };
        match acts.last_mut().filter(|(play, _)| *play == line.play) {
            None => acts.push((line.play, fresh())),
            Some((_, act)) => {
                act.cells.extend(
                    event.cells.iter().filter(|cell| !act.cells.contains(cell)).copied().collect::<Vec<_>>(),
                );
                if event.tone == Tone::Loss && act.tone == Tone::Loss {
                    act.text = format!("{}; {}", act.text, event.text);
                } else if event.tone == Tone::Loss
                    && let Some(who) = doer(line, lines_by.get(&line.play))
                {
                    (act.text, act.tone) = (format!("{who}: {}", event.text), event.tone);
                } else if weight(event.tone) >= weight(act.tone) {
                    (act.text, act.tone) = (event.text.clone(), event.tone);
                }
            }
        }
    }
    let mut told: Vec<Act> = Vec::new();
    for (_, act) in acts {
        // Several moves of one piece become one line: where it ended.
        let who = |act: &Act| act.text.split(' ').next().map(str::to_owned);
        match told.last_mut() {
            Some(last) if last.tone == Tone::Plain && act.tone == Tone::Plain && who(last) == who(&act) => {
                last.cells.extend(act.cells);
                last.text = act.text;
            }
            _ => told.push(act),
        }
    }
    told
}

impl Game {
    /// Works out what has happened since the player's last action.
    pub fn tell(&mut self) {
        let log = self.session.log();
        let since = self.decided.min(log.len());
        let read = |line: &&LogLine| line.event.only.is_none_or(|side| side == self.viewer);
        self.acts = if self.human() || self.decision.is_none() {
            acts(log[since..].iter().filter(read)).into_iter().chain(self.held.iter().cloned()).collect()
        } else {
            Vec::new()
        };
        self.step = None;
    }

    /// The last result since the log had this length, in a line.
    pub fn last_result(&self, since: usize) -> Option<String> {
        let log = self.session.log();
        let read = |line: &&LogLine| line.event.only.is_none_or(|side| side == self.viewer);
        let told = acts(log[since.min(log.len())..].iter().filter(read));
        told.into_iter().rfind(|act| weight(act.tone) > 0).map(|act| act.text)
    }

    /// Whether the enemy has acted since the player's last action.
    pub fn enemy_acted(&self) -> bool {
        let log = self.session.log();
        let since = self.decided.min(log.len());
        log[since..].iter().any(|line| line.event.side.is_some_and(|side| side != self.viewer))
    }

    /// Goes to the next or previous line of the report and moves the cursor to its place.
    pub fn step_through(&mut self, forward: bool) {
        let count = self.acts.len();
        if count == 0 {
            self.message = Some("Nothing has happened since your last decision.".to_owned());
            return;
        }
        let next = match (self.step, forward) {
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(n), true) => (n + 1) % count,
            (Some(n), false) => (n + count - 1) % count,
        };
        self.step = Some(next);
        if let Some(&cell) = self.acts[next].cells.last().filter(|cell| self.on_map(**cell)) {
            self.look = self.look || self.steering();
            self.set_cursor(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Event, Side};

    fn line(play: u32, tone: Tone, text: &str, cells: &[(i16, i16)]) -> LogLine {
        let cells = cells.iter().map(|&(x, y)| Cell::new(x, y));
        LogLine { play, turn: 1, event: Event::new(tone, Side::B, text, "1").at(cells) }
    }

    #[test]
    fn reports_name_losses_or_the_last_roll() {
        let own = |mut line: LogLine| {
            line.event.side = Some(Side::A);
            line
        };
        let lines = [
            line(1, Tone::Phase, "Fire.", &[]),
            line(2, Tone::Success, "S1 fires at G1: 4.", &[(1, 1), (2, 2)]),
            own(line(2, Tone::Loss, "G1 is destroyed.", &[(2, 2)])),
            own(line(2, Tone::Loss, "G2 in it is lost.", &[])),
            line(3, Tone::Plain, "S2 takes aim.", &[(3, 3)]),
            line(3, Tone::Failure, "S2 fires at G3: 19.", &[(4, 4)]),
            line(4, Tone::Plain, "S3 moves.", &[]),
            line(5, Tone::Plain, "S3 halts.", &[]),
        ];
        let told: Vec<(String, Tone)> = acts(&lines).into_iter().map(|act| (act.text, act.tone)).collect();
        let of = |text: &str, tone| (text.to_owned(), tone);
        assert_eq!(
            told,
            [
                of("S1: G1 is destroyed.; G2 in it is lost.", Tone::Loss),
                of("S2 fires at G3: 19.", Tone::Failure),
                of("S3 halts.", Tone::Plain),
            ]
        );
        assert_eq!(acts(&lines)[0].cells, [Cell::new(1, 1), Cell::new(2, 2)]);
    }
}
