//! What a player does about a battle shared with another terminal: follows it, answers, asks, sends messages.

use crate::game::Refused;
use crate::game::journal::Note;
use crate::plain::plain;
use crate::tui::lookback;
use crate::tui::overlay::{Kind, Overlay, Purpose};
use crate::tui::playing::Playing;
use crate::tui::theme::Role;

use super::{
    ACCEPT, CONFIRM_RESIGN, CONFIRM_UNDO, DRAW, LATER, MESSAGE, MUTE, REFUSE, RESIGN, own_side, time_left,
    undo_question, waits_for_other, window,
};

impl Playing<'_> {
    /// Shows the next action of the other side.
    pub(in crate::tui) fn follow_on(&mut self) {
        (self.game.table.behind, self.game.computer.thinking) = (false, false);
        let (before, waited, was_over) = (
            self.game.session.log().len(),
            waits_for_other(&*self.game.session, &self.game.shown),
            self.game.session.outcome().is_some(),
        );
        // Looking back disturbs nothing: what happens meanwhile is shown on return. A late spectator always sees
        // the past, and follows it in whole turns.
        let (back, past) = (lookback::looks_back(&*self.game.session), self.game.session.shown().is_some());
        let told = self.game.session.follow(if past || self.game.computer.skips { usize::MAX } else { 1 });
        match told {
            Ok(told) => {
                self.game.table.behind = told.more;
                if told.moved && !back || told.noted {
                    let message = self.game.message.take();
                    self.game.refresh(self.keymap);
                    self.game.computer.note_shown(&*self.game.session, &self.game.shown, before);
                    self.game.message = message.or(self.game.message.take());
                    self.after_play();
                }
            }
            Err(refused) => {
                if !std::mem::replace(&mut self.game.table.broken, true) {
                    let lines = vec![(refused.to_string(), Role::Warning)];
                    self.overlays.push(Overlay::text(Purpose::Read, "The saved game", lines));
                }
            }
        }
        let over = self.game.session.outcome().is_some() && !was_over;
        if waited && self.game.human() || over {
            self.game.table.rings = true;
        }
        self.ask_for_answer();
    }

    /// Puts a request of the other side to the player.
    fn ask_for_answer(&mut self) {
        let game = &mut *self.game;
        game.table.ask_for_answer(&*game.session, &game.shown, self.overlays);
    }

    /// Opens the window about the other player.
    pub(in crate::tui) fn other_player(&mut self) {
        let game = &mut *self.game;
        if game.session.sharing().is_none() {
            game.message = Some("This battle is not shared with another terminal.".to_owned());
            return;
        }
        game.table.asked = None;
        self.overlays.push(game.table.window(&*game.session, &game.shown));
        self.ask_for_answer();
    }

    /// A row chosen in one of these windows.
    pub(in crate::tui) fn accept_at_table(&mut self, id: usize) {
        let undo = self.game.session.sharing().is_some_and(|sharing| sharing.undo.is_some());
        match id {
            MESSAGE => self.game.table.typing = Some(String::new()),
            MUTE => {
                self.game.table.muted = !self.game.table.muted;
                let word = if self.game.table.muted { "hidden" } else { "shown" };
                self.game.message = Some(format!("Messages of the other side are {word}."));
            }
            DRAW => {
                self.game.send(Note::OfferDraw, "You have offered a draw. It lapses with the next action.");
            }
            RESIGN => {
                let rows = [("No, play on", LATER), ("Resign: the other side wins", CONFIRM_RESIGN)];
                self.overlays.push(window(Kind::Answer, "Resign this battle?".to_owned(), &rows));
            }
            CONFIRM_RESIGN => self.send_and_look(Note::Resign, "You have resigned."),
            CONFIRM_UNDO => self.ask_undo(),
            ACCEPT if undo => self.send_and_look(Note::GrantUndo, "You have granted the undo."),
            ACCEPT => self.send_and_look(Note::AcceptDraw, "You have accepted the draw."),
            REFUSE => {
                let (note, done) = if undo {
                    (Note::RefuseUndo, "You have refused the undo.")
                } else {
                    (Note::RefuseDraw, "You have declined the draw.")
                };
                self.game.send(note, done);
            }
            _ => {}
        }
    }

    /// Sends a note that changes the position or ends the battle.
    fn send_and_look(&mut self, note: Note, done: &str) {
        if self.game.send(note, done) {
            self.game.refresh(self.keymap);
            self.after_play();
        }
    }

    fn ask_undo(&mut self) {
        let back = self.game.history.own.last().copied();
        match self.game.session.undo_asks(back) {
            Ok(Some(to)) => {
                self.game
                    .send(Note::AskUndo(to), "You have asked for an undo. It lapses with the next action.");
            }
            Ok(None) => self.game.undo(self.keymap),
            Err(refused) => self.game.refuse(&refused),
        }
    }

    /// The number of actions that would stand if the undo key needs the other side's consent.
    pub(in crate::tui) fn undo_needs_consent(&mut self) -> bool {
        if self.game.session.sharing().is_none() {
            return false;
        }
        match self.game.session.undo_asks(self.game.history.own.last().copied()) {
            Ok(Some(to)) => {
                self.game.table.typing = None;
                self.overlays.push(undo_question(self.game.session.plays().saturating_sub(to)));
            }
            Ok(None) => return false,
            Err(refused) => self.game.refuse(&refused),
        }
        true
    }

    /// Begins a message to the other side.
    pub(in crate::tui) fn begin_message(&mut self) {
        if own_side(&*self.game.session).is_some() {
            self.game.table.typing = Some(String::new());
        } else {
            self.game.message = Some("There is no player at another terminal.".to_owned());
        }
    }

    /// Sends the message that was typed.
    pub(in crate::tui) fn say_to_other(&mut self, text: &str) {
        let said =
            self.game.session.company().map_or_else(|| Err(String::new()), |company| company.say(text));
        match said {
            Ok(()) => {
                self.game.table.hear(&mut *self.game.session, &self.game.shown);
                self.game.message = Some(format!("You: {}", plain(text.trim())));
            }
            Err(why) => self.game.message = Some(why),
        }
    }

    /// The clock has gone on; a side whose time is up loses.
    pub(in crate::tui) fn tick(&mut self) -> bool {
        let Some(0) = time_left(&*self.game.session, &self.game.shown) else { return true };
        let Some(decision) = self.game.shown.decision else { return false };
        if own_side(&*self.game.session).is_some() {
            // The other terminal may have been quicker.
            if let Err(refused @ Refused::Storage(_)) = self.game.session.note(decision.side, Note::OutOfTime)
            {
                self.game.refuse(&refused);
            }
            self.game.refresh(self.keymap);
            self.after_play();
        }
        true
    }

    /// Takes part in a shared battle that has just been opened.
    pub(in crate::tui) fn take_part(&mut self) {
        if self.game.session.sharing().is_none() {
            return;
        }
        self.game.table.hear(&mut *self.game.session, &self.game.shown);
        self.tick();
        self.ask_for_answer();
    }
}
