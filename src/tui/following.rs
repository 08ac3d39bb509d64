//! Everything that happens after an action: standing orders, windows that open on their own, the computer's
//! thinking.

use std::mem;
use std::time::Duration;

use crate::game::{Refused, Seat, Thinking};

use super::app::{App, Screen};
use super::overlay::{Overlay, Purpose};
use super::playing::Playing;
use super::theme::Role;
use super::windows;

/// Delay before another attempt to save the computer's action, in milliseconds.
const TRY_AGAIN: u64 = 2000;

/// Added to the message when the computer's action could not be saved.
const STALLED: &str =
    " The computer waits and tries again every two seconds. You can free some space in the meantime.";

/// Least time in which the computer answers a player who can't see its hand, in milliseconds.
const ANSWER: u64 = 60;

/// How long the result of the computer's thinking is held back.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Beat {
    /// The least time.
    pub least: Duration,
    /// Wait for a multiple of that time, so that the delay reveals nothing about the cards considered.
    pub even: bool,
}

impl Beat {
    /// How long to wait after thinking for `took`.
    pub fn rest(self, took: Duration) -> Duration {
        let beats = match self.even {
            true => took.as_nanos().div_ceil(self.least.as_nanos().max(1)).max(1),
            false => 1,
        };
        // The number of milliseconds always fits.
        (self.least * beats.min(1 << 20) as u32).saturating_sub(took)
    }
}

impl App<'_> {
    /// How long the computer's actions stay on screen; answers from a hidden hand come at even intervals.
    pub fn beat(&self) -> Beat {
        let pace = self.pace.millis();
        let (least, even) = match &self.screen {
            Screen::Game(game) if game.computer.stalled.is_some() => (TRY_AGAIN, false),
            Screen::Game(game) if game.computer.played_out.is_some() => (0, false),
            Screen::Game(game) if game.computer.answers => (pace.max(ANSWER), true),
            Screen::Game(game) if game.computer.skips || !game.computer.shows => (0, false),
            _ => (pace, false),
        };
        Beat { least: Duration::from_millis(least), even }
    }
}

impl Playing<'_> {
    /// Carries out everything that follows an action: orders, marches and passes, as far as the other side
    /// has no decision, then the windows that are due.
    pub(super) fn after_play(&mut self) {
        let open = self.overlays.len();
        self.follow_up();
        if self.overlays.len() > open {
            self.overlays.spring();
        }
    }

    /// Waits until a game that was just opened is on disk; returns whether there is something to tell about it.
    pub(super) fn settle(&mut self) -> bool {
        let failed = mem::take(&mut self.game.opened) && self.game.session.settle().is_err();
        if failed {
            self.after_play();
        }
        failed
    }

    fn follow_up(&mut self) {
        self.game.automation.unasked = true;
        loop {
            let plays = self.game.session.plays();
            self.game.answer_by_orders(self.keymap);
            self.game.carry_on(self.keymap);
            self.game.carry_out(self.keymap);
            self.game.pass_on(self.keymap);
            self.game.pass_alone(self.keymap);
            self.game.pass_routine(self.keymap);
            if self.game.session.plays() == plays {
                break;
            }
        }
        self.game.automation.unasked = false;
        // The first screen does not wait for the disk.
        if !self.game.opened
            && let Err(refused) = self.game.session.settle()
        {
            self.game.refuse(&refused);
        }
        self.game.look_for_routes();
        self.game.keep_orders();
        if let Some(trouble) = self.game.trouble.take() {
            let again = if self.game.computer.stalled.is_some() { STALLED } else { "" };
            let lines = vec![(format!("{trouble}.{again}"), Role::Warning)];
            self.overlays.close_texts(Purpose::Trouble);
            self.overlays.push(Overlay::text(Purpose::Trouble, "Not saved", lines));
        }
        if let Some(news) = self.game.session.news() {
            self.overlays.push(Overlay::text(Purpose::Read, "The saved game", vec![(news, Role::Warning)]));
        }
        if self.game.session.outcome().is_none() {
            self.game.lessons.told_over = false;
        } else if !self.game.lessons.told_over && self.game.session.shown().is_none() {
            self.game.lessons.told_over = true;
            if let Some(save) =
                self.game.session.save_path().filter(|_| self.game.session.spectates().is_none())
            {
                self.services.ended(save);
            }
            self.show_ending();
        }
        if !self.game.lessons.told_issue
            && self.game.human()
            && self.game.session.shown().is_none()
            && let Some(issue) = self.game.session.aids().verdict()
        {
            self.game.lessons.told_issue = true;
            self.overlays.push(windows::decided(self.game, &issue));
        }
        if self.overlays.is_empty() && self.game.human() {
            self.game.lessons.teach(&self.game.shown, self.overlays);
        }
        let when = (self.game.shown.view.turn, self.game.shown.view.phase, self.game.shown.viewer);
        if self.overlays.is_empty()
            && self.game.human()
            && self.game.groups.plan.is_none()
            && self.game.groups.proposed != when
            && let Some(proposal) =
                self.game.groups.propose(&self.game.automation, &*self.game.session, &self.game.shown)
        {
            self.game.groups.proposed = when;
            self.overlays.push(proposal);
        }
    }

    /// The thinking that is due, if the computer plays and is not thinking yet.
    pub fn thinking(&mut self) -> Option<(u64, Thinking)> {
        if self.game.table.behind && !self.game.computer.thinking && self.overlays.is_empty() {
            // The pause before the next action of the other side is shown.
            self.game.computer.thinking = true;
            return Some((self.game.shown.ticket, Box::new(String::new)));
        }
        if self.game.computer.thinking || self.game.computer.waits || self.game.session.awaiting().is_some() {
            return None;
        }
        if let Some(stalled) = self.game.computer.stalled.clone() {
            self.game.computer.thinking = true;
            return Some((self.game.shown.ticket, Box::new(|| stalled)));
        }
        // The computer plays on under a text that is being read, such as the briefing.
        let read = |open: &Overlay| matches!(open, Overlay::Pager(pager) if matches!(pager.purpose, Purpose::Read | Purpose::Lesson));
        if !self.overlays.iter().all(read) {
            return None;
        }
        let thinking = self.game.think()?;
        self.game.computer.thinking = true;
        Some((self.game.shown.ticket, thinking))
    }

    /// The computer has been thinking about this position for a noticeable time.
    pub(super) fn still_thinking(&mut self, ticket: u64) {
        self.game.computer.pondering = self.game.computer.thinking && ticket == self.game.shown.ticket;
    }

    /// Plays the result of the computer's thinking.
    pub(super) fn thought(&mut self, ticket: u64, notation: Option<String>) {
        if ticket != self.game.shown.ticket || !self.game.computer.thinking {
            return;
        }
        if self.game.table.behind {
            return self.follow_on();
        }
        let before = self.game.session.log().len();
        let refused = notation.as_ref().map(|text| self.game.session.play(text));
        match (refused, notation) {
            (Some(Ok(())), _) => {
                self.game.refresh(self.keymap);
                self.game.computer.note_shown(&*self.game.session, &self.game.shown, before);
                self.overlays.close_texts(Purpose::Trouble);
                self.after_play();
            }
            // The computer keeps its seat: a full disk must not hand its side to the player.
            (Some(Err(refused @ Refused::Storage(_))), Some(text)) => {
                let first = self.game.computer.stalled.replace(text).is_none();
                self.game.computer.thinking = false;
                if first {
                    self.game.refuse(&refused);
                    self.after_play();
                }
            }
            (refused, _) => {
                let why = refused.and_then(Result::err).map(|refused| refused.to_string());
                let why = why.unwrap_or_else(|| "an internal error".to_owned());
                self.game.computer.played_out = None;
                if let Some(decision) = self.game.shown.decision {
                    self.game.session.set_seat(decision.side, Seat::Human);
                }
                self.game.refresh(self.keymap);
                self.game.message =
                    Some(format!("The computer could not choose ({why}). You play its side now."));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_delays_reveal_nothing() {
        let beat = Beat { least: Duration::from_millis(60), even: true };
        for micros in [0, 1, 900, 31_000, 59_999, 60_000] {
            let took = Duration::from_micros(micros);
            assert_eq!(took + beat.rest(took), Duration::from_millis(60), "{micros}");
        }
        let slow = Duration::from_millis(61);
        assert_eq!(slow + beat.rest(slow), Duration::from_millis(120));
        assert_eq!(Beat { even: false, ..beat }.rest(slow), Duration::ZERO, "no needless wait");
        let none = Beat { least: Duration::ZERO, even: true };
        assert_eq!(none.rest(slow), Duration::ZERO);
    }
}
