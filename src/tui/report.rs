//! The report since the player's last real decision: one line for each unit or card, worst first, to be
//! read and stepped through.

use crate::board::Cell;
use crate::deeds::{Act, acts};
use crate::game::Session;
use crate::game::{Attack, Event, Gist, LogLine, Tone};

use super::computer::Computer;
use super::deciding;
use super::game::Game;
use super::shown::Shown;

/// Most rows of the report, its heading included.
const MOST_ROWS: u16 = 10;

/// The report of what has happened, and how far it has been read.
pub struct Report {
    /// The length of the log when a player at this keyboard last acted.
    pub decided: usize,
    /// The report of events since then.
    pub acts: Vec<Act>,
    /// The line of it that is being looked at.
    pub step: Option<usize>,
    /// The length of the log when the player last closed the report, or acted.
    pub read: usize,
    /// Whether the report is enlarged over the map: Enter closes it first.
    pub open: bool,
}

impl Default for Report {
    fn default() -> Self {
        Self { decided: usize::MAX, acts: Vec::new(), step: None, read: 0, open: false }
    }
}

impl Game {
    /// Closes the report; the highlighted choice comes back into view.
    pub fn close_report(&mut self) {
        self.report.read = self.session.log().len();
        self.report.open = false;
        if self.report.step.take().is_some() {
            self.pointer.look = false;
            self.highlight();
        }
    }
}

impl Shown {
    /// Whether a line is for the player whose view is shown.
    pub(super) fn may_read(&self, line: &LogLine) -> bool {
        if self.public { line.event.only.is_none() } else { line.event.is_for(self.viewer) }
    }

    /// The figures of a group as pips: " ●●◐○"; empty for anything else.
    fn pips(&self, tag: &str) -> String {
        let piece = self.view.pieces.iter().find(|piece| piece.tag == tag);
        let Some([fit, harmed, lost]) = piece.map(|piece| piece.figures).filter(|all| *all != [0; 3]) else {
            return String::new();
        };
        let row = |sign: &str, count: u8| sign.repeat(usize::from(count));
        format!(" {}{}{}", row("●", fit), row("◐", harmed), row("○", lost))
    }

    /// Whether the shots of a reaction prompt are listed: if there are several, or waiting is compared.
    pub fn lists_shots(&self) -> bool {
        self.shots.len() > 1 || self.shots.iter().any(|shot| !shot.waits.is_empty())
    }

    /// A shot of that list, and what waiting would bring.
    pub fn shot_rows(&self, shot: &Attack, width: usize) -> Vec<String> {
        let waits = if shot.waits.is_empty() { String::new() } else { format!("; hold: {}", shot.waits) };
        super::text::wrap(&format!("  {}{waits}", self.attack_in_words(shot)), width, 4)
    }
}

/// The worst result since the log had this length, in a line.
pub fn last_result(session: &dyn Session, shown: &Shown, since: usize) -> Option<String> {
    let log = session.log();
    let lines = log[since.min(log.len())..].iter().filter(|line| shown.may_read(line));
    let told = acts(lines, shown.viewer, &|tag| shown.pips(tag));
    told.into_iter().find(|act| act.rank > 0).map(|act| act.text)
}

impl Report {
    /// Goes to the next or previous line of the report, and returns its place if it has one; `None` if nothing has
    /// happened.
    pub fn step_through(&mut self, forward: bool) -> Option<Option<Cell>> {
        let count = self.acts.len();
        if count == 0 {
            return None;
        }
        let next = match (self.step, forward) {
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(n), true) => (n + 1) % count,
            (Some(n), false) => (n + count - 1) % count,
        };
        self.step = Some(next);
        Some(self.acts[next].cells.last().copied())
    }

    /// Works out what has happened since the player's last real decision.
    pub fn tell(&mut self, human: bool, session: &dyn Session, shown: &Shown, held: &[Act]) {
        let log = session.log();
        let since = self.decided.min(log.len());
        self.acts = if human || shown.decision.is_none() {
            let lines = log[since..].iter().filter(|line| shown.may_read(line));
            let told = acts(lines, shown.viewer, &|tag| shown.pips(tag));
            told.into_iter().chain(held.iter().cloned()).collect()
        } else {
            Vec::new()
        };
        self.step = None;
    }

    /// The rows that the report needs at this width, if there is one to read; at most [`MOST_ROWS`].
    fn fresh_rows(&self, human: bool, session: &dyn Session, shown: &Shown, width: u16) -> Option<u16> {
        let fresh = self.enemy_acted(session, shown)
            && session.log().len() > self.read
            && human
            && !deciding::reacting(&shown.choices);
        if self.acts.is_empty() || !(fresh || self.step.is_some()) {
            return None;
        }
        let rows: usize = self.acts.iter().map(|act| act.rows(width).len()).sum();
        Some((rows as u16 + 1).min(MOST_ROWS))
    }

    /// The rows that the log pane needs, if there is an unread report or a list of shots: it is then enlarged
    /// over the map.
    pub fn rows(&self, human: bool, session: &dyn Session, shown: &Shown, width: u16) -> Option<u16> {
        if shown.lists_shots() {
            let rows = shown.shots.iter().map(|shot| shown.shot_rows(shot, usize::from(width)).len());
            return Some((rows.sum::<usize>() as u16 + 1).min(MOST_ROWS));
        }
        // Moves alone do not cover the map.
        let worth = self.step.is_some() || self.acts.iter().any(|act| act.rank > 1);
        self.fresh_rows(human, session, shown, width).filter(|_| worth)
    }

    /// Records a shot that was declined without a prompt, so that the player can read it later.
    pub fn note_held(&mut self, play: u32, text: String, cell: Option<Cell>) -> Act {
        let act = Act { text, tone: Tone::Plain, cells: cell.into_iter().collect(), rank: 1, play };
        self.acts.push(act.clone());
        act
    }

    /// Whether the enemy has acted since the player's last real decision.
    pub fn enemy_acted(&self, session: &dyn Session, shown: &Shown) -> bool {
        let log = session.log();
        let since = self.decided.min(log.len());
        log[since..].iter().any(|line| line.event.side.is_some_and(|side| side != shown.viewer))
    }
}

impl Computer {
    /// Notes whether the lines since the log had this length show the player something new: anything but the
    /// next step of the unit shown before.
    pub fn note_shown(&mut self, session: &dyn Session, shown: &Shown, since: usize) {
        let log = session.log();
        let lines = log[since.min(log.len())..].iter().filter(|line| shown.may_read(line));
        let seen: Vec<&Event> = lines.map(|line| &line.event).collect();
        let news = |event: &&Event| match &event.gist {
            Some(Gist::Detail) => false,
            Some(Gist::Move { by, .. }) => *by != self.shown_by,
            _ => true,
        };
        let shows = seen.iter().any(news);
        if let Some(Gist::Move { by, .. }) = seen.iter().rev().find_map(|event| event.gist.as_ref()) {
            self.shown_by.clone_from(by);
        }
        self.shows = shows;
    }
}

impl Act {
    /// Its lines at a width, with the sign of its tone.
    pub fn rows(&self, width: u16) -> Vec<String> {
        let (_, sign) = super::windows::tone(self.tone);
        super::text::wrap(&format!("{sign} {}", self.text), usize::from(width), 4)
    }
}
