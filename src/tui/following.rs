//! What follows a play: standing orders, windows that open by themselves, the program's thoughts.

use crate::game::{Refused, Seat, Thinking};

use super::app::{App, Screen};
use super::overlay::{Kind, Overlay, Purpose};
use super::theme::Role;
use super::windows;

/// How long the program waits before it tries again to save a play, in milliseconds.
const TRY_AGAIN: u64 = 2000;

/// What is said besides when the program's play could not be saved.
const STALLED: &str = " The program waits, and tries again every two seconds; you may make room meanwhile.";

impl App<'_> {
    /// What follows every play: what is ordered is done, as far as nobody else decides; the end of the game.
    pub(super) fn after_play(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        game.unasked = true;
        loop {
            let plays = game.session.plays();
            game.answer_by_orders(&self.keymap);
            game.carry_on(&self.keymap);
            game.carry_out(&self.keymap);
            game.pass_on(&self.keymap);
            game.pass_alone(&self.keymap);
            if game.session.plays() == plays {
                break;
            }
        }
        game.unasked = false;
        if let Err(refused) = game.session.settle() {
            game.refuse(&refused);
        }
        game.look_for_routes();
        game.keep_orders();
        if let Some(trouble) = game.trouble.take() {
            let again = if game.stalled.is_some() { STALLED } else { "" };
            let lines = vec![(format!("{trouble}.{again}"), Role::Warning)];
            self.overlays.retain(|o| !matches!(o, Overlay::Pager(p) if p.purpose == Purpose::Trouble));
            self.overlays.push(Overlay::text(Purpose::Trouble, "Not saved", lines));
        }
        if let Some(news) = game.session.news() {
            self.overlays.push(Overlay::text(Purpose::Read, "The saved game", vec![(news, Role::Warning)]));
        }
        let shown = self.overlays.iter().any(|o| matches!(o, Overlay::List(list) if list.kind == Kind::Over));
        if !shown
            && game.session.shown().is_none()
            && let Some(over) = windows::over(game)
        {
            self.overlays.push(over);
            if let Some(save) = game.session.save_path() {
                self.desk.ended(save);
            }
        }
        let Screen::Game(game) = &mut self.screen else { return };
        if !game.told_issue
            && game.human()
            && game.session.shown().is_none()
            && let Some(issue) = game.session.verdict()
        {
            game.told_issue = true;
            self.overlays.push(windows::decided(game, &issue));
        }
        if game.human()
            && !game.view.hint.is_empty()
            && !game.hinted.contains(&game.view.hint)
            && self.overlays.is_empty()
        {
            game.hinted.push(game.view.hint.clone());
            self.overlays.push(windows::hint(game));
        }
        let when = (game.view.turn, game.view.phase, game.viewer);
        if self.overlays.is_empty()
            && game.human()
            && game.plan.is_none()
            && game.proposed != when
            && let Some(proposal) = game.propose()
        {
            game.proposed = when;
            self.overlays.push(proposal);
        }
    }

    /// The thinking that is due, if the program decides and is not thinking yet.
    pub fn thinking(&mut self) -> Option<(u64, Thinking)> {
        let Screen::Game(game) = &mut self.screen else { return None };
        if game.thinking || game.waits || game.session.awaiting().is_some() {
            return None;
        }
        if let Some(stalled) = game.stalled.clone() {
            game.thinking = true;
            return Some((game.ticket, Box::new(|| stalled)));
        }
        if !self.overlays.is_empty() {
            return None;
        }
        let thinking = game.session.think()?;
        game.thinking = true;
        Some((game.ticket, thinking))
    }

    /// How long the program's plays stay on view at least, in milliseconds.
    pub fn pace(&self) -> u64 {
        match &self.screen {
            Screen::Game(game) if game.stalled.is_some() => TRY_AGAIN,
            _ => super::flow::PACES[self.pace].0,
        }
    }

    /// A thought has ended.
    pub(super) fn thought(&mut self, ticket: u64, notation: Option<String>) {
        let Screen::Game(game) = &mut self.screen else { return };
        if ticket != game.ticket || !game.thinking {
            return;
        }
        let refused = notation.as_ref().map(|text| game.session.play(text));
        match (refused, notation) {
            (Some(Ok(())), _) => {
                game.refresh(&self.keymap);
                self.overlays.retain(|o| !matches!(o, Overlay::Pager(p) if p.purpose == Purpose::Trouble));
                self.after_play();
            }
            // The seat stays the program's: a full disk is no reason to hand it over.
            (Some(Err(refused @ Refused::Storage(_))), Some(text)) => {
                let first = game.stalled.replace(text).is_none();
                game.thinking = false;
                if first {
                    game.refuse(&refused);
                    self.after_play();
                }
            }
            (refused, _) => {
                let why = refused.and_then(Result::err).map(|refused| refused.to_string());
                let why = why.unwrap_or_else(|| "its thinking failed".to_owned());
                if let Some(decision) = game.decision {
                    game.session.set_seat(decision.side, Seat::Human);
                }
                game.refresh(&self.keymap);
                game.message = Some(format!("The program could not decide ({why}); the seat is yours."));
            }
        }
    }
}
