//! Everything that happens after an action: standing orders, windows that open on their own, the computer's
//! thinking.

use std::mem;
use std::time::Duration;

use crate::game::{Refused, Seat, Thinking};

use super::app::{App, Screen, Sprung};
use super::overlay::{Overlay, Purpose};
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
    /// Carries out everything that follows an action: orders, marches and passes, as far as the other side
    /// has no decision, then the windows that are due.
    pub(super) fn after_play(&mut self) {
        let open = self.overlays.len();
        self.follow_up();
        if self.overlays.len() > open {
            self.sprung = Sprung::Unseen;
        }
    }

    /// Waits until a game that was just opened is on disk; returns whether there is something to tell about it.
    pub(super) fn settle(&mut self) -> bool {
        let Screen::Game(game) = &mut self.screen else { return false };
        let failed = mem::take(&mut self.opened) && game.session.settle().is_err();
        if failed {
            self.after_play();
        }
        failed
    }

    fn follow_up(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        game.automation.unasked = true;
        loop {
            let plays = game.session.plays();
            game.answer_by_orders(&self.keymap);
            game.carry_on(&self.keymap);
            game.carry_out(&self.keymap);
            game.pass_on(&self.keymap);
            game.pass_alone(&self.keymap);
            game.pass_routine(&self.keymap);
            if game.session.plays() == plays {
                break;
            }
        }
        game.automation.unasked = false;
        // The first screen does not wait for the disk.
        if !self.opened
            && let Err(refused) = game.session.settle()
        {
            game.refuse(&refused);
        }
        game.look_for_routes();
        game.keep_orders();
        if let Some(trouble) = game.trouble.take() {
            let again = if game.computer.stalled.is_some() { STALLED } else { "" };
            let lines = vec![(format!("{trouble}.{again}"), Role::Warning)];
            self.overlays.retain(|o| !matches!(o, Overlay::Pager(p) if p.purpose == Purpose::Trouble));
            self.overlays.push(Overlay::text(Purpose::Trouble, "Not saved", lines));
        }
        if let Some(news) = game.session.news() {
            self.overlays.push(Overlay::text(Purpose::Read, "The saved game", vec![(news, Role::Warning)]));
        }
        if game.session.outcome().is_none() {
            game.lessons.told_over = false;
        } else if !game.lessons.told_over && game.session.shown().is_none() {
            game.lessons.told_over = true;
            if let Some(save) = game.session.save_path().filter(|_| game.session.spectates().is_none()) {
                self.services.ended(save);
            }
            self.show_ending();
        }
        let Screen::Game(game) = &mut self.screen else { return };
        if !game.lessons.told_issue
            && game.human()
            && game.session.shown().is_none()
            && let Some(issue) = game.session.aids().verdict()
        {
            game.lessons.told_issue = true;
            self.overlays.push(windows::decided(game, &issue));
        }
        self.teach();
        let Screen::Game(game) = &mut self.screen else { return };
        let when = (game.shown.view.turn, game.shown.view.phase, game.shown.viewer);
        if self.overlays.is_empty()
            && game.human()
            && game.groups.plan.is_none()
            && game.groups.proposed != when
            && let Some(proposal) = game.groups.propose(&game.automation, &*game.session, &game.shown)
        {
            game.groups.proposed = when;
            self.overlays.push(proposal);
        }
    }

    /// The thinking that is due, if the computer plays and is not thinking yet.
    pub fn thinking(&mut self) -> Option<(u64, Thinking)> {
        let Screen::Game(game) = &mut self.screen else { return None };
        if game.table.behind && !game.computer.thinking && self.overlays.is_empty() {
            // The pause before the next action of the other side is shown.
            game.computer.thinking = true;
            return Some((game.shown.ticket, Box::new(String::new)));
        }
        if game.computer.thinking || game.computer.waits || game.session.awaiting().is_some() {
            return None;
        }
        if let Some(stalled) = game.computer.stalled.clone() {
            game.computer.thinking = true;
            return Some((game.shown.ticket, Box::new(|| stalled)));
        }
        // The computer plays on under a text that is being read, such as the briefing.
        let read = |open: &Overlay| matches!(open, Overlay::Pager(pager) if pager.purpose == Purpose::Read);
        if !self.overlays.iter().all(read) {
            return None;
        }
        let thinking = game.think()?;
        game.computer.thinking = true;
        Some((game.shown.ticket, thinking))
    }

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

    /// The computer has been thinking about this position for a noticeable time.
    pub(super) fn still_thinking(&mut self, ticket: u64) {
        if let Screen::Game(game) = &mut self.screen {
            game.computer.pondering = game.computer.thinking && ticket == game.shown.ticket;
        }
    }

    /// Plays the result of the computer's thinking.
    pub(super) fn thought(&mut self, ticket: u64, notation: Option<String>) {
        let Screen::Game(game) = &mut self.screen else { return };
        if ticket != game.shown.ticket || !game.computer.thinking {
            return;
        }
        if game.table.behind {
            return self.follow_on();
        }
        let before = game.session.log().len();
        let refused = notation.as_ref().map(|text| game.session.play(text));
        match (refused, notation) {
            (Some(Ok(())), _) => {
                game.refresh(&self.keymap);
                game.computer.note_shown(&*game.session, &game.shown, before);
                self.overlays.retain(|o| !matches!(o, Overlay::Pager(p) if p.purpose == Purpose::Trouble));
                self.after_play();
            }
            // The computer keeps its seat: a full disk must not hand its side to the player.
            (Some(Err(refused @ Refused::Storage(_))), Some(text)) => {
                let first = game.computer.stalled.replace(text).is_none();
                game.computer.thinking = false;
                if first {
                    game.refuse(&refused);
                    self.after_play();
                }
            }
            (refused, _) => {
                let why = refused.and_then(Result::err).map(|refused| refused.to_string());
                let why = why.unwrap_or_else(|| "an internal error".to_owned());
                game.computer.played_out = None;
                if let Some(decision) = game.shown.decision {
                    game.session.set_seat(decision.side, Seat::Human);
                }
                game.refresh(&self.keymap);
                game.message = Some(format!("The computer could not choose ({why}). You play its side now."));
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
